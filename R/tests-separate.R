# Tests of one measure at a time. Twins of the core's functions.

#' Separate tests: one measure at a time
#'
#' The sign test and Wilcoxon's signed-rank test of each measure, for every pair of algorithms, with
#' effect sizes. Wilcoxon's follows the rules of [stats::wilcox.test()] with `paired = TRUE`.
#'
#' @inheritParams statement_counts
#' @param table A results table (see [results_table()]), or what [results_table()] and its siblings
#'   take, with their arguments in `...`. Statement counts do not do: the values are needed.
#' @param alpha Level at which the adjusted p-value decides.
#' @param p_adjust Correction for the number of tests: `"holm"`, `"hochberg"`, `"hommel"`,
#'   `"bonferroni"`, `"BH"`, `"BY"` or `"none"`, as in [stats::p.adjust()].
#' @param control Compare only this algorithm with each other one.
#' @return An object of classes `jointstats_sign` or `jointstats_wilcoxon`, and `jointstats_test`: a
#'   list with `verdict`, `tests` and the other facts of the core; `as.data.frame()` gives a row
#'   for every pair and measure. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   sign_test(load_dataset("example1"))
#'   as.data.frame(wilcoxon_test(load_dataset("pnn")))
#' }
sign_test <- function(table, ..., on = NULL, alpha = 0.05, p_adjust = "holm", control = NULL) {
  ask_core("sign_test", arguments())
}

#' @rdname sign_test
#' @export
wilcoxon_test <- function(table, ..., on = NULL, alpha = 0.05, p_adjust = "holm",
                          control = NULL) {
  ask_core("wilcoxon_test", arguments())
}

#' Bayesian sign test with a rope, one measure at a time
#'
#' For every pair of algorithms and each measure: the probability that one is better, that the
#' difference is within the rope, and that the other is better, on most data sets.
#'
#' @inheritParams sign_test
#' @param prior Where the prior mass lies: `"rope"` (on equivalence), `"sides"` (half on each
#'   algorithm) or `"even"` (a third on each outcome). Default: on equivalence if the measure has a
#'   rope, otherwise on the sides.
#' @param prior_strength Total prior mass.
#' @param alpha An outcome is decided if its probability is at least 1 - alpha.
#' @return An object of classes `jointstats_bayes_sign` and `jointstats_test`: a list with
#'   `verdict`, `tests` and the other facts of the core; `as.data.frame()` gives a row for every
#'   pair and measure. See [jointstats_methods].
#' @references
#' Benavoli, A., Corani, G., Demšar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for
#' comparing multiple classifiers through Bayesian analysis. *JMLR* 18(77), 1--36.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   bayes_sign_test(load_dataset("example1"))
#' }
bayes_sign_test <- function(table, ..., prior = NULL, prior_strength = 1, control = NULL,
                            on = NULL, alpha = 0.05) {
  ask_core("bayes_sign_test", arguments())
}

#' Friedman's test, one measure at a time
#'
#' Do the algorithms rank alike on a measure, and which of them differ?
#'
#' @inheritParams sign_test
#' @param post_hoc `"nemenyi"`, `"holm"` or `"none"`: tests of every pair by mean ranks.
#' @param alpha Level of the tests.
#' @return An object of classes `jointstats_friedman` and `jointstats_test`: a list with `verdict`,
#'   `tests`, `pairs`, `rankings` and the other facts of the core; `as.data.frame()` gives a row for
#'   every measure. See [jointstats_methods].
#' @seealso [stats::friedman.test()]
#' @export
#' @examples
#' if (jointstats_available()) {
#'   friedman_test(load_dataset("weka"), post_hoc = "none")
#' }
friedman_test <- function(table, ..., post_hoc = "nemenyi", on = NULL, alpha = 0.05) {
  ask_core("friedman_test", arguments())
}
