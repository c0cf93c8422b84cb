# Joint tests of all measures together. Each function is the twin of the core's function of the
# same name: its body says only which one, and whether it draws random numbers.

#' Likelihood-ratio test of dominance statements
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

#' Bayesian test with a network of the measures
#'
#' As [bayes_test()], but using the conditional independences among the measures.
#'
#' @inheritParams statement_counts
#' @param structure `"best"` (the best graph by BDeu, the papers' choice), `"average"` (over all
#'   graphs by their posterior probability), or a list of arcs, each `c(from, to)`.
#' @param ess Equivalent sample size of the BDeu prior: a number, or `"auto"`, the papers' 1 for two
#'   algorithms; for more, one for each parameter that an arc adds, but at most a tenth of the data
#'   sets.
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
network_test <- function(table, ..., structure = "best", ess = "auto", max_parents = "auto",
                         ties = "split", on = NULL, alpha = 0.05, delta = 0.05,
                         target_mcse = 0.001, rng = NULL) {
  ask_core("network_test", arguments(), seeded = TRUE)
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

#' Rank algorithms by their worth on each measure
#'
#' An alternative to the statement tests for four algorithms or more: the Plackett-Luce model of
#' each measure on its own, by Gibbs sampling. It supposes that who is next does not depend on who
#' came before.
#'
#' @inheritParams network_test
#' @param prior_shape Of the Gamma prior of each worth; 1 is a uniform prior of the shares.
#' @param alpha A measure is decided if an algorithm is best with probability at least 1 - alpha.
#' @param draws Posterior draws.
#' @param rng Seed. By default [set.seed()] governs it; in a session that has not used R's generator
#'   it is 0.
#' @return An object of classes `jointstats_plackett_luce` and `jointstats_test`: a list with
#'   `verdict`, `best` and the other facts of the core. See [jointstats_methods].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   plackett_luce_test(load_dataset("example1"), draws = 500)
#' }
plackett_luce_test <- function(table, ..., on = NULL, prior_shape = 1, alpha = 0.05, draws = 4000,
                               rng = NULL) {
  ask_core("plackett_luce_test", arguments(), seeded = TRUE)
}
