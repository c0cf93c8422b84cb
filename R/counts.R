# Statement counts: the sufficient statistic of the joint tests.

#' Count dominance statements
#'
#' Counts the data sets that show each dominance statement. Joint tests take counts as their first
#' argument. Counts of several parts of a table add up with `+` to the counts of the whole.
#'
#' @inheritParams bayes_test
#' @return A list of class `jointstats_counts`; `as.data.frame()` returns the statements in words.
#' \describe{
#' \item{`algorithms`}{(character vector) Names of the algorithms.}
#' \item{`measures`}{(named character vector) Direction of each measure.}
#' \item{`codes`}{(numeric matrix) A row for each statement that was seen, a column for each
#'   measure: for two algorithms 0 if the first is better, 1 if the second is.}
#' \item{`weights`}{(numeric vector) Data sets that show each statement.}
#' \item{`question`, `control`}{(string; string or `NULL`) The arguments of these names.}
#' \item{`n`, `n_tied`, `n_split`, `n_failed`}{(numbers) Data sets; those with a tie; those with a
#'   tie that was split; failed runs.}
#' \item{`ties`, `rope`}{(named numeric vectors) Ties of each measure, and their width.}
#' \item{`tie_rules`}{(named character vector) `"equal"` or `"split"` for each measure.}
#' \item{`dropped`}{(data frame) Data sets left out (`dataset`), and why (`reason`).}
#' \item{`families`}{(character vector or `NULL`) Names of the families of data sets.}
#' \item{`frame`}{(data frame) The statements in words, with their counts.}
#' \item{`shown`}{(string) The head of what [print()] shows.}
#' }
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
