# The tests. Each function is the twin of the core's function of the same name: its body says only
# which one, and whether it draws random numbers.

#' Likelihood ratio test of dominance statements
#'
#' Is one dominance statement more probable than every other one? `p.value` is that of Theorem 1 of
#' Benavoli and de Campos (2016), which is liberal for few data sets; `p_value_exact` decides.
#'
#' @inheritParams statement_counts
#' @param alpha Level at which the test decides.
#' @return An object of classes `jointstats_glrt`, `jointstats_test` and `htest`: a list with
#'   `statistic`, `parameter`, `p.value`, `method` and `data.name` as R's own tests have, and with
#'   `verdict`, `p_value_exact`, `n_a`, `n_b`, `statements`, `best`, `decided`, `warnings` and the
#'   other facts of the core. See [jointstats_methods].
#' @references
#' Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of performance
#' measures. \doi{10.1007/978-3-319-28379-1_6}
#'
#' Hung, K. and Fithian, W. (2019). Rank verification for exponential families. *Annals of
#' Statistics* 47(2), 758--782.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   glrt_test(load_dataset("example1"))
#' }
glrt_test <- function(table, ..., question = "orderings", control = NULL, on = NULL,
                      alpha = 0.05) {
  run("glrt_test", arguments())
}

#' Bayesian test of dominance statements
#'
#' The posterior probability that each dominance statement is the most probable one, exact (by
#' quadrature, not by sampling).
#'
#' @inheritParams statement_counts
#' @param prior `"symmetric"` (mass s/K on each of the K statements, the papers'), `"jeffreys"`,
#'   `"uniform"`, `"imprecise"` (bounds over all priors of mass s), or a numeric vector with a mass
#'   for every statement.
#' @param prior_strength Total mass s of the symmetric and the imprecise prior (default 1).
#' @param alpha The test decides if the probability is at least 1 - alpha.
#' @param delta Practical lead: a difference of shares that would matter.
#' @return An object of classes `jointstats_bayes` and `jointstats_test`: a list with `verdict`,
#'   `statements`, `unobserved`, `best`, `probability`, `decided`, `lead`, `share`, `prior`,
#'   `warnings` and the other facts of the core. See [jointstats_methods].
#' @references
#' Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of performance
#' measures. \doi{10.1007/978-3-319-28379-1_6}
#' @export
#' @examples
#' if (jointstats_available()) {
#'   bayes_test(load_dataset("example1"))
#' }
bayes_test <- function(table, ..., question = "orderings", control = NULL, on = NULL,
                       prior = "symmetric", prior_strength = NULL, alpha = 0.05, delta = 0.05) {
  run("bayes_test", arguments())
}

#' Separate tests: one measure at a time
#'
#' The sign test and Wilcoxon's signed-rank test of each measure, for every pair of algorithms, with
#' effect sizes. Wilcoxon's follows the rules of [stats::wilcox.test()] with `paired = TRUE`.
#'
#' @inheritParams statement_counts
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
sign_test <- function(table, ..., alpha = 0.05, p_adjust = "holm", control = NULL) {
  run("sign_test", arguments())
}

#' @rdname sign_test
#' @export
wilcoxon_test <- function(table, ..., alpha = 0.05, p_adjust = "holm", control = NULL) {
  run("wilcoxon_test", arguments())
}

#' One test for every pair of algorithms
#'
#' @inheritParams sign_test
#' @param ... Options of the test, and the arguments of [results_table()] for a data frame.
#' @param test `"bayes"`, `"glrt"`, `"sign"` or `"wilcoxon"`. Joint tests give one answer per pair,
#'   separate tests one per pair and measure.
#' @param cases `"common"`: the data sets that are complete for all algorithms; `"pairwise"`, with
#'   `missing = "drop"`: those that are complete for the pair.
#' @return An object of classes `jointstats_pairwise` and `jointstats_test`: a list with `verdict`,
#'   `pairs`, `matrix` (the papers' triangular matrix, as a data frame) and the other facts of the
#'   core; `as.data.frame()` gives a row for every pair. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   pairwise_tests(load_dataset("example1"), test = "glrt")
#' }
pairwise_tests <- function(table, ..., test = "bayes", p_adjust = "holm", control = NULL,
                           cases = "common", alpha = 0.05) {
  run("pairwise_tests", arguments())
}

#' Dominance on all measures at once
#'
#' For every pair of algorithms: is it more probable that the first is better on all measures, or
#' that the second is? And for each algorithm: on which share of the data sets is nobody better on
#' all measures?
#'
#' @inheritParams statement_counts
#' @param prior_strength Total mass of the symmetric prior.
#' @param alpha A pair is decided if one of the two probabilities is at least 1 - alpha.
#' @return An object of classes `jointstats_pareto` and `jointstats_test`: a list with `verdict`,
#'   `pairs`, `nondominated` and the other facts of the core; `as.data.frame()` gives a row for
#'   every pair. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   pareto_test(load_dataset("example1"))
#' }
pareto_test <- function(table, ..., on = NULL, prior_strength = 1, alpha = 0.05) {
  run("pareto_test", arguments())
}

#' Compare algorithms, jointly and on each measure
#'
#' The one call: runs the joint tests beside the separate ones, and says in plain sentences what is
#' decided, what is not, and where the joint and the separate view disagree.
#'
#' @inheritParams bayes_test
#' @inheritParams sign_test
#' @param alpha Level of all decisions.
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
                               prior_strength = NULL, alpha = 0.05, p_adjust = "holm") {
  run("compare_algorithms", arguments())
}
