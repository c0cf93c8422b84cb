# Every pair of algorithms, and the one call that runs everything. Twins of the core's functions.

#' One test for every pair of algorithms
#'
#' @inheritParams sign_test
#' @param table A results table (see [results_table()]), or what [results_table()] and its siblings
#'   take, with their arguments in `...`. For a joint test statement counts will do.
#' @param ... Options of the test, and the arguments of [results_table()] for a data frame.
#' @param test `"bayes"`, `"glrt"`, `"network"`, `"sign"`, `"wilcoxon"` or `"hotelling"`. Joint
#'   tests give one answer per pair, separate tests one per pair and measure.
#' @param cases `"common"`: the data sets that are complete for all algorithms; `"pairwise"`, with
#'   `missing = "drop"`: those that are complete for the pair.
#' @param n_jobs Worker processes that share the pairs, -1 for one per core (needs the Python
#'   package joblib); default one. Results do not depend on it.
#' @return An object of classes `jointstats_pairwise` and `jointstats_test`: a list with `verdict`,
#'   `pairs`, `matrix` (the papers' triangular matrix, as a data frame) and the other facts of the
#'   core; `as.data.frame()` gives a row for every pair. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   pairwise_tests(load_dataset("example1"), test = "glrt")
#' }
pairwise_tests <- function(table, ..., test = "bayes", p_adjust = "holm", control = NULL,
                           cases = "common", on = NULL, alpha = 0.05, n_jobs = NULL) {
  ask_core("pairwise_tests", arguments())
}

#' Compare algorithms, jointly and on each measure
#'
#' The one call: runs the joint tests beside the separate ones, and says in plain sentences what is
#' decided, what is not, and where the joint and the separate view disagree.
#'
#' @inheritParams network_test
#' @inheritParams bayes_test
#' @inheritParams sign_test
#' @param table A results table (see [results_table()]), or what [results_table()] and its siblings
#'   take, with their arguments in `...`. Statement counts do not do: the values are needed.
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `table` is a data frame, a matrix or a list of matrices.
#' @param control Compare only this algorithm with each other one, in the pairs and on each measure.
#' @param alpha Level of all decisions.
#' @param normal `TRUE`: also compare the means, assuming that differences are normal.
#' @param n_jobs Worker processes that share the pairs, as for [pairwise_tests()].
#' @return An object of classes `jointstats_compare` and `jointstats_test`: a list with `verdict`,
#'   `findings`, `joint` (a list of results), `pairs`, `separate`, `report_text` (a paragraph for a
#'   paper) and the other facts of the core. `as.data.frame()` gives a row for every measure and
#'   pair. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   compare_algorithms(load_dataset("example1"))
#' }
compare_algorithms <- function(table, ..., control = NULL, prior = "symmetric",
                               prior_strength = NULL, ess = "auto", on = NULL, alpha = 0.05,
                               p_adjust = "holm", normal = FALSE, rng = NULL, n_jobs = NULL) {
  ask_core("compare_algorithms", arguments(), seeded = TRUE)
}
