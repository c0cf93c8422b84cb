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
  ask_core("glrt_test", arguments())
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
  ask_core("bayes_test", arguments())
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
  ask_core("sign_test", arguments())
}

#' @rdname sign_test
#' @export
wilcoxon_test <- function(table, ..., alpha = 0.05, p_adjust = "holm", control = NULL) {
  ask_core("wilcoxon_test", arguments())
}

#' Hotelling's test of equal means
#'
#' Do two algorithms have equal means on all measures at once? Paired on data sets or on the folds of
#' one data set (with the correction for overlapping training sets), one sample, or two samples.
#'
#' @inheritParams statement_counts
#' @param form `"paired"`, `"one-sample"` (one algorithm against `mean`) or `"two-sample"`.
#' @param mean For one sample: named numeric vector, every measure's mean under the hypothesis.
#' @param correction `"nadeau-bengio"`, for folds: allow for the overlap of training sets.
#' @param test_train_ratio n_test / n_train of the correction (default 1 / (k - 1) for k folds).
#' @param permutation `TRUE`: decide by sign flips, which assume symmetric differences instead of
#'   normal ones.
#' @param draws Random sign flips, where there are too many to try all.
#' @param alpha Level of the test; 1 - alpha is that of the confidence region.
#' @param p_adjust Correction of the single measures' p-values for their number.
#' @param rng Seed of random sign flips. By default it is drawn from R's own generator, so that
#'   [set.seed()] governs it.
#' @param run,fold,of For a data frame of folds, see [fold_table()].
#' @return An object of classes `jointstats_hotelling`, `jointstats_test` and `htest`: a list with
#'   `statistic`, `parameter`, `p.value`, `method` and `data.name` as R's own tests have, and with
#'   `verdict`, `tests` (one per measure), `direction`, `region`, `warnings` and the other facts of
#'   the core. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   a <- cbind(c(0.82, 0.85, 0.81, 0.84, 0.83, 0.80), c(3.1, 2.9, 3.3, 3.2, 3.0, 2.7))
#'   b <- cbind(c(0.80, 0.80, 0.80, 0.80, 0.80, 0.79), 3)
#'   hotelling_test(list(A = a, B = b), measures = c(accuracy = "max", time = "min"))
#' }
hotelling_test <- function(table, ..., form = "paired", mean = NULL, correction = NULL,
                           test_train_ratio = NULL, permutation = FALSE, draws = 9999,
                           alpha = 0.05, p_adjust = "holm", rng = NULL, run = NULL, fold = NULL,
                           of = NULL) {
  ask_core("hotelling_test", arguments(), seeded = isTRUE(permutation))
}

#' Multivariate analysis of variance: equal means of all algorithms
#'
#' Do all algorithms have equal means on all measures at once, and who differs from whom?
#'
#' @inheritParams hotelling_test
#' @param design `"stacked"` (T-squared on the differences from the first algorithm side by side),
#'   `"blocked"` (data sets as blocks), `"one-way"` (rows that are not paired), or `"auto"`:
#'   stacked if there are enough rows for it, otherwise blocked.
#' @param statistic `"wilks"`, `"pillai"`, `"hotelling-lawley"` or `"roy"`: the one that decides in a
#'   blocked or one-way design.
#' @param draws Random permutations beside the blocked design; 0 for none.
#' @param alpha Level of the test.
#' @param p_adjust Correction of the post hoc p-values.
#' @param rng Seed of the permutations. By default [set.seed()] governs it; in a session that has
#'   not used R's generator it is 0.
#' @return An object of classes `jointstats_manova`, `jointstats_test` and `htest`: a list with
#'   `statistic`, `parameter`, `p.value`, `method` and `data.name` as R's own tests have, and with
#'   `verdict`, `statistics`, `anovas`, `pairs`, `cliques`, `orderings` and the other facts of the
#'   core. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   x <- cbind(tpr = sin(1:20), fpr = cos(1:20))
#'   y <- cbind(sin(3 * (1:20)), cos(5 * (1:20))) / 5
#'   manova_test(
#'     list(A = x, B = x + y, C = x + 1 - 2 * y[20:1, ]), measures = c(tpr = "max", fpr = "min")
#'   )
#' }
manova_test <- function(table, ..., design = "auto", statistic = "wilks", correction = NULL,
                        test_train_ratio = NULL, draws = 9999, alpha = 0.05, p_adjust = "holm",
                        rng = NULL, run = NULL, fold = NULL, of = NULL) {
  ask_core("manova_test", arguments(), seeded = TRUE)
}

#' Mardia's tests of joint normality
#'
#' Joint normality of the results is what Hotelling's test and MANOVA assume.
#'
#' @inheritParams hotelling_test
#' @param samples What should be normal: `"differences"` of every pair of algorithms,
#'   `"algorithms"` (each algorithm's results), `"residuals"` (deviations from the mean of all
#'   algorithms) or `"stacked"` (all differences from the first algorithm side by side).
#' @param alpha Level of the tests.
#' @param draws Simulated normal samples behind the p-values.
#' @param p_adjust Correction of the p-values for their number.
#' @param rng Seed of the simulation. By default [set.seed()] governs it; in a session that has not
#'   used R's generator it is 0.
#' @return An object of classes `jointstats_mardia` and `jointstats_test`: a list with `verdict`,
#'   `samples` and the other facts of the core; `as.data.frame()` gives a row for every sample. See
#'   [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   mardia_test(load_dataset("example1"), draws = 999)
#' }
mardia_test <- function(table, ..., samples = "differences", alpha = 0.05, p_adjust = "holm",
                        draws = 9999, rng = NULL, run = NULL, fold = NULL, of = NULL) {
  ask_core("mardia_test", arguments(), seeded = TRUE)
}

#' Learn the combinations of measures that separate the algorithms most
#'
#' @inheritParams hotelling_test
#' @param fit Results to learn from, such as confusion counts on folds: as for [glrt_test()].
#' @param apply Other data sets or folds, whose results on the learned measures are wanted. Measures
#'   tested on the rows that taught them reject far too often.
#' @param share Instead of `apply`: learn on this share of the rows, taken at random, and apply to
#'   the rest.
#' @param design `"blocked"` (data sets or folds taken out) or `"one-way"`, as in the paper.
#' @param alpha Level of the tests of how many learned measures matter.
#' @param rng Seed of the random rows. By default [set.seed()] governs it; in a session that has not
#'   used R's generator it is 0.
#' @return An object of classes `jointstats_learned` and `jointstats_test`: a list with `verdict`,
#'   `learned` (the weights), `matter`, `applied` (a results table: what to test) and the other facts
#'   of the core. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   set.seed(1)
#'   counts <- lapply(c(A = 5, B = 8, C = 12), function(mean) {
#'     cbind(rpois(30, 40), rpois(30, mean), rpois(30, 45), rpois(30, 10))
#'   })
#'   measures <- c(tp = "max", fp = "min", tn = "max", fn = "min")
#'   learned <- learn_measures(results_table_matrices(counts, measures), share = 0.5)
#'   manova_test(learned$applied)
#' }
learn_measures <- function(fit, ..., apply = NULL, share = NULL, design = "blocked", alpha = 0.05,
                           rng = NULL, run = NULL, fold = NULL, of = NULL) {
  ask_core("learn_measures", arguments(), seeded = TRUE)
}

#' Bayesian test with a network of the measures
#'
#' As [bayes_test()], but using the conditional independences among the measures.
#'
#' @inheritParams statement_counts
#' @param structure `"best"` (the best graph by BDeu, the papers' choice), `"average"` (over all
#'   graphs by their posterior probability), or a list of arcs, each `c(from, to)`.
#' @param ess Equivalent sample size of the BDeu prior.
#' @param max_parents Limit of parents of a measure: `"auto"`, a number, or `NULL` for none.
#' @param ties How tied data sets enter: `"split"`, `"ignore"` or `"em"`.
#' @param alpha The test decides if the probability is at least 1 - alpha.
#' @param delta Practical lead: a difference of shares that would matter.
#' @param target_mcse Monte Carlo standard error that no probability exceeds.
#' @param rng Seed of whatever is sampled. By default [set.seed()] governs it; in a session that has
#'   not used R's generator it is 0.
#' @return An object of classes `jointstats_network` and `jointstats_test`: a list with `verdict`,
#'   `statements`, `arcs`, `edges`, `score`, `components` and the other facts of the core. See
#'   [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   network_test(load_dataset("example1"))
#' }
network_test <- function(table, ..., structure = "best", ess = 1, max_parents = "auto",
                         ties = "split", on = NULL, alpha = 0.05, delta = 0.05,
                         target_mcse = 0.001, rng = NULL) {
  ask_core("network_test", arguments(), seeded = TRUE)
}

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
#' @param prior_strength,ess Prior mass of the Bayesian test; equivalent sample size of the networks.
#' @param max_parents Limit on a measure's parents in the networks.
#' @param draws Posterior draws of a network test, where it is not exact.
#' @param rng Seed. By default [set.seed()] governs it; in a session that has not used R's generator
#'   it is 0.
#' @param n_jobs Worker processes.
#' @return An object of classes `jointstats_simulate_roc` and `jointstats_test`: a list with `areas`,
#'   `differences`, `curves` and the other facts of the core. See [jointstats_methods].
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
  ask_core("pairwise_tests", arguments())
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
  ask_core("pareto_test", arguments())
}

#' Compare algorithms, jointly and on each measure
#'
#' The one call: runs the joint tests beside the separate ones, and says in plain sentences what is
#' decided, what is not, and where the joint and the separate view disagree.
#'
#' @inheritParams network_test
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
                               prior_strength = NULL, ess = 1, alpha = 0.05, p_adjust = "holm",
                               rng = NULL) {
  ask_core("compare_algorithms", arguments(), seeded = TRUE)
}
