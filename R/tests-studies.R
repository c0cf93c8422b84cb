# Studies of the tests: simulations, and plans. Twins of the core's functions.

#' Simulate the joint tests: areas under their ROC curves
#'
#' How well each joint test tells a leading statement from a tie for the lead, in the papers'
#' design.
#'
#' @param n_algorithms,n_measures,n Of each simulated comparison; `n` data sets.
#' @param independent `TRUE`: independent measures.
#' @param cases Positive cases, and as many negative ones.
#' @param tests Among `"glrt"`, `"bayes"`, `"network"` and `"network_average"`.
#' @param negatives `"near"` (draw until the two largest shares differ by `margin` at most and make
#'   them equal) or `"averaged"` (replace any two largest shares by their mean).
#' @param margin Smallest lead of a positive case.
#' @param prior_strength,ess Prior mass of the Bayesian test; equivalent sample size of the
#'   networks.
#' @param max_parents Limit on a measure's parents in the networks.
#' @param draws Posterior draws of a network test, where it is not exact.
#' @param rng Seed. By default [set.seed()] governs it; in a session that has not used R's generator
#'   it is 0.
#' @param n_jobs Worker processes.
#' @return An object of classes `jointstats_simulate_roc` and `jointstats_test`: a list with
#'   `areas`, `differences`, `curves` and the other facts of the core. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   simulate_roc(n = 20, independent = TRUE, cases = 50, tests = c("glrt", "bayes"))
#' }
simulate_roc <- function(n_algorithms = 2, n_measures = 2, n = 10, independent = FALSE,
                         cases = 1000, tests = c("glrt", "bayes", "network", "network_average"),
                         negatives = "near", margin = 0.001, prior_strength = 1, ess = 1,
                         max_parents = NULL, draws = 1000, rng = NULL, n_jobs = NULL) {
  ask_core("simulate_roc", arguments(), seeded = TRUE)
}

#' ROC curves as a data frame
#'
#' @param x A result of [simulate_roc()].
#' @return A data frame with `test`, `false_positive_rate` and `true_positive_rate`, 101 rows for
#'   each test. Starts no Python.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   result <- simulate_roc(n = 20, independent = TRUE, cases = 50, tests = c("glrt", "bayes"))
#'   curves <- curve_frame(result)
#'   plot(true_positive_rate ~ false_positive_rate, curves[curves$test == "glrt", ], type = "s")
#' }
curve_frame <- function(x) {
  if (!inherits(x, "jointstats_simulate_roc")) {
    stop_typed("argument_error", "curve_frame() takes a result of simulate_roc().")
  }
  curves <- Map(function(test, rates) data.frame(test = test, rates), names(x$curves), x$curves)
  do.call(rbind, unname(curves))
}

#' How many data sets does it take?
#'
#' Suppose a truth: how often would each test name its most probable statement (right), another one
#' (wrong), or none, and how many data sets does it take to be right often enough?
#'
#' @inheritParams simulate_roc
#' @param truth Share of each statement, in code order (two algorithms, two measures: 00, 01, 10,
#'   11, where 1 says that the second is better); or a list of pairs `list(orderings, share)`, with
#'   the algorithms from best to worst for every measure; or a pilot study (a results table, counts,
#'   or a data frame with `...`), whose observed shares are taken for true.
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `truth` is a data frame.
#' @param shifts Instead of `truth`. Two algorithms: named numeric vector, each measure's mean
#'   advantage of the first algorithm in standard deviations of the differences. More: a named list
#'   with such a vector for every algorithm.
#' @param correlation With `shifts`: correlation between measures, a number or a matrix.
#' @param algorithms Names of the algorithms; default `"A"`, `"B"`.
#' @param measures Named character vector of directions; default `M1`, `M2`, ... (`"max"`).
#' @param n Numbers of data sets to look at.
#' @param wanted Wanted probability of a right decision.
#' @param alpha Level: the exact p-value at most `alpha`, or the probability at least `1 - alpha`,
#'   decides.
#' @param max_n Where the search for the number needed ends.
#' @param replicates Simulated sequences of data sets, where outcomes are too many to list.
#' @return An object of classes `jointstats_plan` and `jointstats_test`: a list with `verdict`,
#'   `chances`, `needed` and the other facts of the core; `as.data.frame()` gives a row for every
#'   test and number of data sets. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   plan_datasets(c(0.7, 0.3), n = c(20, 50), tests = "glrt")
#' }
plan_datasets <- function(truth = NULL, ..., shifts = NULL, correlation = 0, algorithms = NULL,
                          measures = NULL, n = c(10, 20, 30, 50, 80, 120, 200), wanted = 0.8,
                          tests = c("glrt", "bayes"), alpha = 0.05, max_n = 2000,
                          prior_strength = 1, ess = "auto", max_parents = "auto", draws = 1000,
                          replicates = 1000, rng = NULL, n_jobs = NULL) {
  ask_core("plan_datasets", arguments(), seeded = TRUE)
}
