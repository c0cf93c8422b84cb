# Statement counts: the sufficient statistic of the joint tests.

#' Count dominance statements
#'
#' How many data sets show each dominance statement. Counts are a valid first argument of the joint
#' tests, and add up with `+`: counts made in pieces give the same test.
#'
#' @param table A results table (see [results_table()]), statement counts, a formula such as
#'   `cbind(accuracy, time) ~ method | dataset` with `data` and `measures`, or what
#'   [results_table()] takes, with its arguments in `...`.
#' @param ... `dataset`, `algorithm`, `measures`, `rope`, `missing`, `aggregate`, `min_folds` and
#'   `only` of [results_table()], if `table` is a data frame, a matrix or a list of matrices; with a
#'   formula, `dataset` and `algorithm` are not needed.
#' @param data A data frame with the columns of the formula, if `table` is one.
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
statement_counts <- function(table, ..., data = NULL, question = "orderings", control = NULL,
                             on = NULL, ties = "auto") {
  ask_core("statement_counts", arguments())
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
