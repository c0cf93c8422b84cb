# Statement counts: the sufficient statistic of the joint tests.

#' Count dominance statements
#'
#' How many data sets show each dominance statement. Counts are a valid first argument of the joint
#' tests, and add up with `+`: counts made in pieces give the same test.
#'
#' @param table A results table (see [results_table()]), statement counts, or what
#'   [results_table()] and its siblings take, with their arguments in `...`.
#' @param ... `dataset`, `algorithm`, `measures`, `rope`, `missing`, `aggregate`, `min_folds` and
#'   `only` of [results_table()], if `table` is a data frame, a matrix or a list of matrices.
#' @param question What a statement says of each measure: `"orderings"` (the complete ordering of
#'   the algorithms), `"best"` (which one is best) or `"control"` (whether the control is best).
#' @param control The control algorithm, for `question = "control"`.
#' @param on Character vector: only these measures.
#' @param ties `"auto"`, `"equal"` or `"split"`, or a named vector with such a word for some
#'   measures: what ties of two algorithms are, an outcome of their own or split between the
#'   statements; with `"auto"` an outcome where the measure has a rope.
#' @return An object of class `jointstats_counts`: a list with `algorithms`, `measures`, `codes` (a
#'   row per statement seen, a column per measure), `weights` (their counts), `n`, `n_tied`, `ties`,
#'   `tie_rules`, `rope`, `dropped` and more. `as.data.frame()` gives the statements in words.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   statement_counts(load_dataset("example1"))
#'   as.data.frame(statement_counts(load_dataset("example1")))
#' }
statement_counts <- function(table, ..., question = "orderings", control = NULL, on = NULL,
                             ties = "auto") {
  ask_core("statement_counts", arguments())
}

#' Count dominance statements in files that need not fit into memory
#'
#' @inheritParams results_table
#' @inheritParams statement_counts
#' @param path Files of one long table, in order: CSV, TSV or Parquet (Parquet needs the Python
#'   package pyarrow); or folders of them.
#' @param dataset,algorithm Names of the columns that hold the data set and the algorithm.
#' @param format `"csv"`, `"tsv"` or `"parquet"`; default: by the first file's ending.
#' @param grouped Whether the rows of a data set stand together. By default the names are looked
#'   through first; if they do not, the rows are sorted into temporary files.
#' @param rows Rows held in memory at once, by each worker.
#' @param n_jobs Worker processes, for Parquet, as for [pairwise_tests()].
#' @return Statement counts, see [statement_counts()]: those of the whole table.
#' @export
#' @examples
#' path <- tempfile(fileext = ".csv")
#' writeLines(c("data,method,acc", "iris,A,0.91", "iris,B,0.93"), path)
#' if (jointstats_available()) {
#'   read_counts(path, dataset = "data", algorithm = "method", measures = c(acc = "max"))
#' }
read_counts <- function(path, dataset, algorithm, measures, rope = NULL, missing = "raise",
                        aggregate = NULL, min_folds = NULL, only = NULL, ties = "auto",
                        format = NULL, grouped = NULL, rows = 1000000, n_jobs = NULL) {
  given <- arguments()
  given$path <- file_names(given$path)
  ask_core("read_counts", given)
}

#' Count what every pair of algorithms shows
#'
#' How often each pair of algorithms shows each outcome (better, equal or worse on every measure):
#' all that [leaderboard()], [pairwise_tests()] and, of two algorithms, the joint tests need.
#' `read_pairs()` counts files that need not fit into memory, such as results of many models on many
#' items, on several workers or on a Dask cluster. Totals add up with `+`.
#'
#' @inheritParams results_table
#' @inheritParams read_counts
#' @param table A results table (see [results_table()]), or what [results_table()] and its siblings
#'   take, with their arguments in `...`.
#' @param ... `dataset`, `algorithm`, `measures`, `rope`, `missing`, `aggregate`, `min_folds`,
#'   `only` and `cluster` of [results_table()], if `table` is a data frame, a matrix or a list of
#'   matrices.
#' @param on Character vector: only these measures.
#' @param path Files of one long table, in order: CSV, TSV or Parquet (Parquet needs the Python
#'   package pyarrow); or folders of them.
#' @param cluster Name of the column that holds the family of each data set, such as the task that
#'   an item is of.
#' @param n_jobs Worker processes, for Parquet, as for [pairwise_tests()]; or the address of a Dask
#'   scheduler, such as `"tcp://10.0.0.1:8786"`, whose workers see the files under the same names.
#' @return An object of class `jointstats_pair_totals`, with a row for each algorithm: means,
#'   standard deviations, and how many results it lacks. `ties` of tests of such totals: exact ones
#'   of scores that are all 0 or 1 are an outcome, "equal".
#' @export
#' @examples
#' if (jointstats_available()) {
#'   pair_totals(load_dataset("example1"))
#'   leaderboard(pair_totals(load_dataset("weka")))
#' }
pair_totals <- function(table, ..., on = NULL) {
  ask_core("pair_totals", arguments())
}

#' @rdname pair_totals
#' @export
read_pairs <- function(path, dataset, algorithm, measures, rope = NULL, missing = "raise",
                       aggregate = NULL, min_folds = NULL, only = NULL, cluster = NULL,
                       format = NULL, grouped = NULL, rows = 1000000, n_jobs = NULL) {
  given <- arguments()
  given$path <- file_names(given$path)
  ask_core("read_pairs", given)
}

#' @export
Ops.jointstats_pair_totals <- function(e1, e2) {
  if (identical(.Generic, "+") && identical(e1, 0)) { # where sum() and Reduce() start
    return(e2)
  }
  totals <- inherits(e1, "jointstats_pair_totals") && inherits(e2, "jointstats_pair_totals")
  if (!identical(.Generic, "+") || !totals) {
    stop_typed("option_error", "Totals of pairs can only be added to each other.")
  }
  call_core("add_counts", list(first = e1, second = e2))
}

#' Statement counts from numbers
#'
#' `counts_from_vector()` takes the counts of all statements in code order, `counts_from_orders()`
#' orderings and their counts.
#'
#' @param counts Numeric vector. For `counts_from_vector()`: the counts of all (l!)^m statements,
#'   the first measure most significant; for two algorithms A, B and two measures the counts of 00,
#'   01, 10, 11, where 1 says that B is better. A measure whose ties are an outcome has the codes 0,
#'   1 (practically equal) and 2.
#' @param orders A list of orderings, each a list with the algorithms from best to worst for every
#'   measure; two that are practically equal are `list(c("A", "B"))`.
#' @param algorithms Names of the algorithms.
#' @param measures Named character vector of directions, `"max"` or `"min"`.
#' @param ties `"split"`, or `"equal"` if ties of two algorithms are an outcome; or a named vector
#'   with such a word for some measures.
#' @return Statement counts, see [statement_counts()].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   counts_from_vector(c(1, 2, 3, 6), measures = c(accuracy = "max", time = "min"))
#'   counts_from_orders(
#'     list(list(accuracy = c("A", "B")), list(accuracy = c("B", "A"))), c(3, 1),
#'     algorithms = c("A", "B"), measures = c(accuracy = "max")
#'   )
#' }
counts_from_vector <- function(counts, algorithms = c("A", "B"), measures, ties = "split") {
  ask_core("counts_from_vector", arguments())
}

#' @rdname counts_from_vector
#' @export
counts_from_orders <- function(orders, counts, algorithms, measures) {
  ask_core("counts_from_orders", arguments())
}

#' @export
Ops.jointstats_counts <- function(e1, e2) {
  # sum() and Reduce() may start from 0.
  if (identical(.Generic, "+") && identical(e1, 0)) {
    return(e2)
  }
  counts <- inherits(e1, "jointstats_counts") && inherits(e2, "jointstats_counts")
  if (!identical(.Generic, "+") || !counts) {
    stop_typed("option_error", "Statement counts can only be added to each other.")
  }
  call_core("add_counts", list(first = e1, second = e2))
}
