# Every test of the core as an R function. Written by `make r-wrappers` from the signatures and the
# help of the core's functions: change those, not this file.

#' @section Tests:
#' * All algorithms and measures: [pairwise_tests()], [break_even()], [compare_algorithms()],
#'   [leaderboard()], [sensitivity()].
#' * Joint tests of dominance statements: [bayes_test()], [glrt_test()], [network_test()],
#'   [claim_test()], [watch_claim()].
#' * One measure at a time: [sign_test()], [wilcoxon_test()], [bayes_sign_test()],
#'   [corrected_t_test()], [friedman_test()], [quade_test()].
#' * Means of all measures, assuming normality: [hotelling_test()], [learn_measures()],
#'   [manova_test()], [mardia_test()].
#' * Planning and simulation: [simulate_roc()], [plan_datasets()].
#' @name jointstats-package
NULL

# --- All algorithms and measures ------------------------------------------------------------------

#' Compare every pair of algorithms by one test of each
#'
#' @param table A results table (see [results_table()]); or a formula such as `cbind(accuracy, time)
#'   ~ method | dataset`, with `data` and `measures`; or what [results_table()] takes, with its
#'   arguments in `...`. Statement counts (see [statement_counts()]) will do.
#' @param ... Options of the test, and `dataset`, `algorithm`, `measures` and the other arguments of
#'   [results_table()], if `table` is a data frame, a matrix or a list of matrices. With a formula,
#'   `measures` and the others, but not `dataset` and `algorithm`.
#' @param data A data frame with the columns of the formula, if `table` is one: measures on the
#'   left, the algorithm and, behind the bar, the data set on the right.
#' @param test `"bayes"`, `"glrt"`, `"network"`, `"sign"`, `"wilcoxon"`, `"hotelling"`. The test of
#'   each pair, which must be named. Joint tests (and Hotelling's, of means) give one answer per
#'   pair, separate tests one per pair and measure. The claims of all pairs with one error rate are
#'   those of [compare_algorithms()].
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction of a test's p-values for their number. Probabilities are not adjusted.
#' @param control Compare this algorithm with all others, and no other pairs.
#' @param cases `"auto"`, `"common"`, `"pairwise"`. Use the data sets that are complete for all
#'   algorithms ("common"); or, for a table made with `missing = "drop"` or `"unknown"`, those that
#'   are complete for the pair (more data, but pairs no longer share their data sets). "auto": those
#'   of the pair with `missing = "unknown"` and in the sign and Wilcoxon tests; the common ones
#'   otherwise.
#' @param on Only these measures.
#' @param alpha Level of the decisions.
#' @param n_jobs Worker processes that share the work, -1 for one per core; by default one. They
#'   need the Python package joblib: `install_jointstats(extras = "parallel")`. Results do not
#'   depend on it.
#' @return \resultOfPairwiseTests{}
#' @export
#' @example inst/examples/pairwise_tests.R
pairwise_tests <- function(table, ..., data = NULL, test = NULL, p_adjust = "holm", control = NULL,
                           cases = "auto", on = NULL, alpha = 0.05, n_jobs = NULL) {
  ask_core("pairwise_tests", arguments())
}

#' Find the prices at which one algorithm is better than another, for a gain and a cost
#'
#' A price is what a unit of saving is worth in units of gain, such as points of accuracy per
#' doubling of time. An algorithm is better at a price if its gain, plus the price times its saving,
#' is above 0 on most data sets.
#'
#' @details If an algorithm has the gain g and the saving s on a data set, it is better there at the
#' price p if `g + p * s > 0`. Each data set gives the price up to which an algorithm is better
#' (infinite if it gains and costs no more), and the price from which it is (0 if it is worse on
#' neither measure). The k-th smallest and the k-th largest of them are the prices that are shown,
#' where k is the largest number with P(Bin(n, 1/2) < k) <= alpha / 4. At each price the claim is
#' implied by one that does not depend on the price, so all prices hold jointly, without an
#' assumption of symmetry. A missing result with `missing = "unknown"` counts against both
#' algorithms. Ropes are not used, except that a measure with one has no default ratio.
#'
#' Families of data sets (`cluster`, when the table is made) count once, with the lower median of
#' the prices up to which, and the upper median of those from which, an algorithm is better.
#'
#' @inheritParams pairwise_tests
#' @param table A results table (see [results_table()]); or a formula such as `cbind(accuracy, time)
#'   ~ method | dataset`, with `data` and `measures`; or what [results_table()] takes, with its
#'   arguments in `...`.
#' @param a One algorithm.
#' @param b The other algorithm. The answer is the same in either order.
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `table` is a data frame, a matrix or a list of matrices. With a formula, `measures` and the
#'   others, but not `dataset` and `algorithm`.
#' @param gain The measure that is paid for. Default: the first one to maximise.
#' @param cost The measure that is paid with. Default: the first one to minimise.
#' @param scale `"difference"`, `"ratio"`. How results of a measure are compared; by measure, or one
#'   word for both. Ratios count in doublings. Default: by ratio if all results of the table are
#'   positive, span a factor of 100 and are not below the rope.
#' @param alpha Probability, at most, of any false price.
#' @return \resultOfBreakEven{}
#' @export
#' @example inst/examples/break_even.R
break_even <- function(table, a, b, ..., data = NULL, gain = NULL, cost = NULL, scale = NULL,
                       alpha = 0.05) {
  ask_core("break_even", arguments())
}

#' Compare algorithms on all measures, with one error rate for all claims about all pairs
#'
#' @details On each data set and measure, one algorithm of a pair is better, they are equal within
#' the rope, or it is unknown: a tie on a measure without a rope may hide a difference. The claims
#' of a pair form chains from weak to strong: on each measure, for each of the two, *not worse*
#' (with a positive rope), *more often* better than worse, and better on *most* data sets; *equal*
#' on most data sets (with a positive rope); and jointly, for each of the two, *dominates* more
#' often than it is dominated, and on most data sets. An algorithm dominates another if it is worse
#' on no measure and better on some. An unknown outcome counts against a claim.
#'
#' Every claim has an exact binomial p-value. All claims of all pairs are tested by sequential
#' rejection (Goeman & Solari 2010) in the order of p / w, where w is the weight of a claim's chain:
#' a joint chain weighs as much as there are measures, any other 1. A claim is shown if the chains
#' that are not finished err together with probability `alpha` at most, each tested at its weight
#' times p / w. What a chain costs there is its exact size: a binomial p-value takes few values, and
#' the largest one up to a level is less than the level. The probability of any false claim is at
#' most `alpha`, if data sets are independent draws, and `control`, `on`, `groups` and ropes were
#' named in advance. The state of a pair (win, ahead, …) follows from its claims without further
#' error.
#'
#' If the table has families of data sets (`cluster`, when it is made), each family has one vote:
#' the claims are then about families. With `missing = "unknown"` a missing result counts against
#' every claim; `"drop"` is right only if results are missing independently of all results.
#'
#' Two algorithms are also compared by the tests of Benavoli & de Campos (2016), with their defaults
#' (`tests`). The error rate of the claims does not cover them.
#'
#' @inheritParams break_even
#' @param control Compare this algorithm with all others, and no other pairs.
#' @param on Only these measures.
#' @param groups Groups of measures to compare on, such as `list(quality = c("accuracy", "auc"),
#'   cost = c("time"))`, named before the results are seen. A measure in no group is a group by
#'   itself.
#' @param within `"jointly"`, `"wins"`. Rule for "better on a group" on one data set: worse on none
#'   of its measures and better on at least one ("jointly"); better on more measures than worse
#'   ("wins"); or better on at least this number, more than half. Rules named by group apply to
#'   single groups.
#' @param scale `"difference"`, `"ratio"`. Whether sizes are differences or ratios of two results,
#'   for all measures or by measure. By default ratios where all results are positive, span a factor
#'   of 100 and are not below the rope.
#' @param alpha Largest probability of any false claim.
#' @return \resultOfCompareAlgorithms{}
#' @export
#' @example inst/examples/compare_algorithms.R
compare_algorithms <- function(table, ..., data = NULL, control = NULL, on = NULL, groups = NULL,
                               within = "jointly", scale = NULL, alpha = 0.05) {
  ask_core("compare_algorithms", arguments())
}

#' Count wins, trade-offs and losses of each algorithm, and its possible ranks on each measure
#'
#' @details The states of the pairs are those of [compare_algorithms()]. A trade-off does not order
#' two algorithms, so there are no overall ranks. On a measure, the rank of an algorithm is one plus
#' the number of algorithms that are better on more data sets than worse. (Majorities can cycle.
#' Ranks exist then, but no order.) A rank set has the ranks that the claims leave possible. All of
#' them hold with probability `1 - alpha` at least (after Mogstad, Romano, Shaikh & Wilhelm 2024,
#' who rank by means).
#'
#' An algorithm dominates another on a data set if it is worse on no measure and better on some. A
#' data set (or family) counts for `undominated` if no algorithm may dominate there. Ties without a
#' rope and missing results may hide that one does. The share describes the data and is not tested.
#'
#' @inheritParams compare_algorithms
#' @param alpha Largest probability of any false claim among those shown. All rank sets of all
#'   measures hold jointly with confidence 1 - `alpha`.
#' @return \resultOfLeaderboard{}
#' @export
#' @example inst/examples/leaderboard.R
leaderboard <- function(table, ..., data = NULL, on = NULL, alpha = 0.05) {
  ask_core("leaderboard", arguments())
}

#' Repeat the analysis under other settings, and list what changes
#'
#' @details Settings are compared by the states of the pairs and their winners, not by the measures
#' or p-values behind a state. A single test is compared by its decision.
#'
#' Other levels of a comparison need no computation, because the corrected p-values determine them.
#' Wider ropes are searched by some widths, then by bisection between the differences of two
#' algorithms.
#'
#' `fewest` has, for up to ten pairs, data sets whose removal changes the state of the pair. They
#' are searched greedily, one after another, so fewer may be enough; `exact` marks pairs for which
#' all smaller sets were tried.
#'
#' The result describes one analysis. Choosing one of many settings after looking at them has no
#' error rate; the level belongs to the analysis that was fixed in advance.
#'
#' @param result Of [compare_algorithms()], [leaderboard()], [claim_test()], [glrt_test()],
#'   [bayes_test()] or [break_even()].
#' @param table The results, if the result does not keep them.
#' @param factors `"level"`, `"rope"`, `"measure"`, `"data set"`, `"family"`, `"algorithm"`,
#'   `"missing"`, `"runs"`. Only these of `"level"` (alpha), `"rope"`, `"measure"`, `"data set"`,
#'   `"family"` (of data sets), `"algorithm"` (each left out), `"missing"` (other treatments of
#'   missing results) and `"runs"` (medians); by default all.
#' @param most The largest number of data sets, families and algorithms to leave out. `not_tried`
#'   lists the rest.
#' @param price Of a result of [break_even()]: who is shown to be better at this price. The settings
#'   that change the answer are those that move a price across it.
#' @return \resultOfSensitivity{}
#' @export
#' @example inst/examples/sensitivity.R
sensitivity <- function(result, table = NULL, factors = NULL, most = 200, price = NULL) {
  ask_core("sensitivity", arguments())
}

# --- Joint tests of dominance statements ----------------------------------------------------------

#' Compute the probability that each dominance statement is the most common one
#'
#' @details Section 4 of Benavoli & de Campos (2016). The posterior is Dirichlet; the probability
#' that theta_i is the largest is computed by quadrature, exact to about 1e-12, not by sampling.
#'
#' With `missing = "unknown"` the probabilities are those of the complete data sets. The result also
#' has the probability of the leading statement with every missing result against it, and with all
#' of them for it. It is decided only if it is with the former, too: then no value of a missing
#' result would change the decision.
#'
#' If the data sets come in families (`cluster`, when the table is made), the statements of a family
#' have a total weight of 1. The default rule rounds counts as [glrt_test()] does.
#'
#' @inheritParams pairwise_tests
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `table` is a data frame, a matrix or a list of matrices. With a formula, `measures` and the
#'   others, but not `dataset` and `algorithm`.
#' @param question `"orderings"`, `"best"`, `"control"`. What a statement says about each measure:
#'   the complete ordering, which algorithm is best, or whether the control is best.
#' @param control The control algorithm, for `question = "control"`.
#' @param ties `"auto"`, `"equal"`, `"split"`. Ties of two algorithms on a measure. "equal" is a
#'   separate outcome, practically equal; "split" gives half a data set to each side (the papers'
#'   rule); "auto" is "equal" for measures with a rope. Words named by measure apply to single
#'   measures. More than two algorithms share each tie among their orderings.
#' @param prior `"symmetric"`, `"jeffreys"`, `"uniform"`, `"imprecise"`. Mass s/K on each of the K
#'   orderings (the default, with s = 1: the papers'); 1/2 or 1 on each; bounds over all priors of
#'   mass s (Walley 1996); or a mass for every statement in code order.
#' @param prior_strength Total mass s of the symmetric and the imprecise prior.
#' @param rule `"lower"`, `"probability"`. What decides. `"lower"`: the least favourable prior of
#'   mass 1 (or of `prior_strength`, if that is more and the prior imprecise) leaves a probability
#'   of at least 1 - alpha/2; the exact p-value of [glrt_test()] is then at most alpha.
#'   `"probability"`, the papers' rule: the probability (its lower bound, if imprecise) is at least
#'   1 - alpha. Between two equally probable statements that rule decides more often than alpha.
#' @param alpha Level of the decision.
#' @param lead_ratio Practical lead: the ratio to the probability of every other statement that
#'   would matter.
#' @param level Probability of the credible intervals of the shares, each of a statement fixed in
#'   advance; coverage of `chosen_share`.
#' @return \resultOfBayesTest{}
#' @export
#' @example inst/examples/bayes_test.R
bayes_test <- function(table, ..., data = NULL, question = "orderings", control = NULL, on = NULL,
                       ties = "auto", prior = "symmetric", prior_strength = NULL, rule = "lower",
                       alpha = 0.05, lead_ratio = 1.25, level = 0.95) {
  ask_core("bayes_test", arguments())
}

#' Test whether one dominance statement is more common than every other one
#'
#' @details H0: the most frequent statement is not more probable than every other. Theorem 1 of
#' Benavoli & de Campos (2016) gives the statistic and `p_value_asymptotic`; `p_value` is the
#' conditional binomial p-value, exact for any number of statements (Hung & Fithian 2019, Rank
#' verification for exponential families). Both are two-sided, as the paper's is. Split ties give
#' fractional counts, for which the exact p-value is conservative if ties favour neither algorithm.
#' They may hide a difference, for example one that is smaller than a tick of the clock:
#' `p_value_worst` is an upper bound for all such differences.
#'
#' If the data sets come in families (`cluster`, when the table is made), the statements of a family
#' have a total weight of 1, and counts are those of families. If families are divided among
#' statements, the exact p-value rounds counts down. In a study it was at most .05 in 2 % of tables
#' in which two statements were equally probable.
#'
#' @inheritParams bayes_test
#' @param alpha Level at which `p_value` decides.
#' @param level Confidence of the interval of the share, and of `lead_ratio_low`.
#' @return \resultOfGlrtTest{}
#' @export
#' @example inst/examples/glrt_test.R
glrt_test <- function(table, ..., data = NULL, question = "orderings", control = NULL, on = NULL,
                      ties = "auto", alpha = 0.05, level = 0.95) {
  ask_core("glrt_test", arguments())
}

#' Compute the probabilities of dominance statements with a network of the measures
#'
#' @details Section 5 of Benavoli & de Campos (2016). The best graph is globally optimal (Silander &
#' Myllymäki 2006). The probabilities of connected groups of measures multiply. A group whose
#' measures are all adjacent is exact by quadrature; others are sampled. Unlike those of the plain
#' Bayesian test, the probabilities of a pair do not follow from those of many algorithms.
#'
#' @inheritParams bayes_test
#' @param structure `"best"`, `"average"`. The best graph by BDeu (the papers' choice); the average
#'   over all graphs by their posterior probability; or a graph of the measures' names, to which no
#'   parent limit applies.
#' @param ess Equivalent sample size alpha* of the BDeu prior: the papers' 1 for two outcomes; for
#'   more, one for each parameter that an arc adds, but at most a tenth of the data sets: max(1,
#'   min((r - 1)², n / 10)) with r = l! orders of l algorithms, 3 outcomes of two where ties are one
#'   (the largest r of all measures). With 1, dependent measures of three or more algorithms look
#'   independent.
#' @param max_parents Maximum number of parents of a measure. Without a limit (`NULL`, the papers'
#'   choice) the best graph degenerates where configurations outnumber the data sets; "auto", which
#'   prevents that, needs ten data sets for every configuration of the parents: max(1, floor(log_r(n
#'   / 10))) with the same r (1 with more than 22 measures).
#' @param ties `"auto"`, `"equal"`, `"split"`, `"ignore"`. Ties of two algorithms on a measure: a
#'   separate outcome, "practically equal", with "equal"; otherwise shared among the orderings.
#'   "auto": an outcome where the measure has a rope. The last two say how data sets with shared
#'   ties enter: "split", equally (the papers' rule, which hides dependence); "ignore", left out
#'   when the structure is learned, and shared equally afterwards (finds two to three times as many
#'   dependences of a measure with many ties). Words named by measure apply to single measures; only
#'   one of the last two may occur. More than two algorithms share all their ties.
#' @param alpha `decided` is true if the probability is at least 1 - alpha, the papers' rule. No
#'   error rate is known for it.
#' @param target_mcse Largest Monte Carlo standard error of a probability, given the graph. (With
#'   more than five measures, the average over graphs adds the error of 1000 drawn graphs, which
#'   `mcse` includes.)
#' @param rng Seed of all random draws. `NULL`: drawn from R's own generator, so that [set.seed()]
#'   governs it.
#' @return \resultOfNetworkTest{}
#' @export
#' @example inst/examples/network_test.R
network_test <- function(table, ..., data = NULL, structure = "best", ess = "auto",
                         max_parents = "auto", ties = "auto", on = NULL, alpha = 0.05,
                         lead_ratio = 1.25, level = 0.95, target_mcse = 0.001, rng = 0) {
  ask_core("network_test", arguments(), seeded = TRUE)
}

#' Test a claim about two algorithms, such as "better on accuracy, not worse on time"
#'
#' A data set shows the claim if it holds there on every named measure. The test asks whether it
#' holds on more than half of all data sets like these, and more often than the claim with the
#' algorithms exchanged.
#'
#' @details A data set on which the claim holds votes for it, any other against it. A tie on a
#' measure without a declared rope may hide a difference, and a result may be missing (`missing =
#' "unknown"`): then the data set votes against the claim if some possible value would. If the data
#' sets come in families (`cluster`, when the table is made), each family has one vote, that of most
#' of its data sets; a divided one has none.
#'
#' The share of votes is tested by the exact binomial test, and has the Clopper-Pearson interval.
#' The posterior is Beta(s/2 + yes, s/2 + no): however many measures, a claim is one question with
#' two answers. In the comparison with the opposite claim, data sets that show exactly one of the
#' two vote. A one-sided p-value at most `alpha` corresponds to an interval of level 1 - 2 `alpha`
#' above the threshold; a two-sided one is twice the smaller tail. Statement counts are refused,
#' because they do not record practical equality.
#'
#' @inheritParams break_even
#' @param a The algorithm that the claim favours.
#' @param b The algorithm with which it is compared.
#' @param better Measures on which `a` is better than `b`, by more than the rope.
#' @param not_worse Measures on which `a` is better than `b`, or practically equal. With a margin
#'   for each, such as `c(accuracy = 0.01)`, `a` is worse by at most that much, in the unit of the
#'   measure. The margin replaces the rope of the table in this claim; `NULL` keeps the rope.
#' @param equal Measures on which the two are practically equal, that is, within the rope. The
#'   measures need one.
#' @param at_least Smallest number of measures of `better` on which `a` has to be better; by default
#'   all.
#' @param groups Groups of measures, such as `list(quality = c("accuracy", "auc"))`, whose names can
#'   be among the measures of `better` (better on the group: see `within`) and of `not_worse` and
#'   `equal` (for all of its measures).
#' @param within `"jointly"`, `"wins"`. Rule for "better on a group": worse on none of its measures
#'   and better on at least one ("jointly"); better on more measures than worse ("wins"); or better
#'   on at least this number, more than half. Rules named by group apply to single groups.
#' @param threshold The share of data sets to exceed.
#' @param alternative `"greater"`, `"two-sided"`. For both p-values of a claim that is named in
#'   advance. A two-sided test also shows that it holds on a share below the threshold.
#' @param prior_strength Total mass s of the prior.
#' @param alpha The claim is decided (shown) if its exact p-value is at most `alpha`.
#' @param level Coverage of the share's two intervals.
#' @param on Only these measures of the table; the claim can name no other.
#' @return \resultOfClaimTest{}
#' @export
#' @example inst/examples/claim_test.R
claim_test <- function(table, a, b, ..., data = NULL, better = NULL, not_worse = NULL, equal = NULL,
                       at_least = NULL, groups = NULL, within = "jointly", threshold = 0.5,
                       alternative = "greater", prior_strength = 1, alpha = 0.05, level = 0.95,
                       on = NULL) {
  ask_core("claim_test", arguments())
}

#' Test a claim after each new data set; a file records the looks
#'
#' The first call writes the claim into a ledger. Each later call adds the new data sets and looks.
#' The answer is valid at every look, and you may stop at any time: the probability that a false
#' claim is ever shown is at most `alpha`.
#'
#' @details Votes are those of [claim_test()]. If the data sets come in families (`cluster`), a
#' family votes when it is complete: its data sets are added in one call, and later ones are
#' refused.
#'
#' The e-value is what a fair bet against "the claim holds on at most `threshold` of all data sets"
#' would have made of a stake of 1, spread over all larger shares by a Beta(1/2, 1/2) distribution.
#' Under that hypothesis it ever reaches 1/alpha with a probability of at most alpha (Ville's
#' inequality), so that 1 over its largest value so far is a p-value at every look. The confidence
#' sequence holds the shares that the two-sided e-value rejects at no look. A single look that was
#' planned in advance, by [claim_test()], has more power: if the claim holds on 70 % of data sets,
#' 60 of them show it with a probability of .94 in a single look, and of .70 with a look after each
#' data set.
#'
#' @inheritParams claim_test
#' @param ledger File that holds the claim, its data sets and the looks, as JSON; created if it does
#'   not exist.
#' @param table Results. Data sets that the ledger has already must not have changed. Without a
#'   table, the claim is recorded in advance (give `measures`, and `rope` if there is one), or the
#'   ledger is read.
#' @param a The algorithm that the claim favours. This and all later arguments are fixed when the
#'   ledger is created; later calls need not repeat them, and cannot change them.
#' @param not_worse Measures on which `a` is better than `b`, or practically equal.
#' @param equal Measures on which the two are practically equal, that is, within the rope.
#' @param threshold The share of data sets to exceed; by default 0.5.
#' @param alternative `"greater"`, `"two-sided"`. Of a claim that is named in advance. A two-sided
#'   test also shows that it holds on a share below the threshold.
#' @param alpha The claim is shown once its anytime p-value is at most this; by default 0.05.
#' @param level Coverage of the confidence sequence, of all looks together; by default 0.95.
#' @param position Place of the claim, from 1, among those that share `alpha`, such as one for each
#'   new algorithm. The i-th spends alpha / (i (i + 1)), so all together err with probability
#'   `alpha` at most. By default the claim has all of `alpha`.
#' @return \resultOfWatchClaim{}
#' @references Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by
#'   betting. JRSS B 86.
#' @export
#' @example inst/examples/watch_claim.R
watch_claim <- function(ledger, table = NULL, a = NULL, b = NULL, ..., data = NULL, better = NULL,
                        not_worse = NULL, equal = NULL, at_least = NULL, threshold = NULL,
                        alternative = NULL, alpha = NULL, level = NULL, position = NULL) {
  ask_core("watch_claim", arguments())
}

# --- One measure at a time ------------------------------------------------------------------------

#' Compare every pair of algorithms on each measure by the sign test
#'
#' @details Exact binomial p-values; ties (differences within the rope) are left out and counted.
#'
#' If the data sets come in families (`cluster`, when the table is made), each family has one vote,
#' for the algorithm that is better on more of its data sets; intervals, which take data sets for
#' independent, are unknown.
#'
#' The interval of the median difference is exact: by order statistics, its coverage is at least
#' `level`. That of Cliff's delta is approximate, unless one algorithm is better in every
#' comparison: in a study it covered deltas up to .6 in 92 to 96 %, those of .9 and more in as few
#' as 82 %.
#'
#' @inheritParams compare_algorithms
#' @param alpha Level at which the adjusted p-value decides.
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction for the number of tests: over all pairs and measures.
#' @param level Coverage of the intervals of the median difference (at least) and of Cliff's delta
#'   (about).
#' @return \resultOfSignTest{}
#' @export
#' @example inst/examples/sign_test.R
sign_test <- function(table, ..., data = NULL, on = NULL, alpha = 0.05, p_adjust = "holm",
                      control = NULL, level = 0.95) {
  ask_core("sign_test", arguments())
}

#' Compare every pair of algorithms on each measure by Wilcoxon's signed-rank test
#'
#' @details Zero differences are left out, as in R's `wilcox.test(paired = TRUE)`; those within the
#' rope count as zeros. Exact for fewer than 50 other differences, and for up to 200 if some of them
#' are equal but for rounding (given the ties: Lehmann 1975); R is approximate if any are equal or
#' zero. Otherwise the p-value is R's normal approximation, with corrections for ties and
#' continuity. P-values are two-sided; the papers' matrices are one-directional (half).
#'
#' It assumes that differences are symmetric about their centre. If they are not, it may find a
#' winner although both algorithms win as often; [sign_test()] tests the number of wins. Intervals
#' are those of [sign_test()].
#'
#' @inheritParams sign_test
#' @return \resultOfWilcoxonTest{}
#' @export
#' @example inst/examples/wilcoxon_test.R
wilcoxon_test <- function(table, ..., data = NULL, on = NULL, alpha = 0.05, p_adjust = "holm",
                          control = NULL, level = 0.95) {
  ask_core("wilcoxon_test", arguments())
}

#' Compare every pair of algorithms on each measure by the Bayesian sign test with a rope
#'
#' @details Benavoli, Corani, Demšar & Zaffalon (2017): the shares of data sets on which a is
#' better, the difference is within the rope, and b is better, have a Dirichlet posterior. The
#' probability that each share is the largest is computed by quadrature, not by sampling. Data sets
#' within the rope count as they are; they are not split.
#'
#' @inheritParams compare_algorithms
#' @param prior `"rope"`, `"sides"`, `"even"`. Where the prior mass lies: all on equivalence, half
#'   on each algorithm, or a third on each outcome. Default: on equivalence if the measure has a
#'   rope, otherwise on the sides.
#' @param prior_strength Total prior mass s.
#' @param alpha An outcome is decided if its probability is at least 1 - alpha.
#' @param level Probability of the intervals of the shares.
#' @return \resultOfBayesSignTest{}
#' @export
#' @examples
#' if (jointstats_available()) {
#'   bayes_sign_test(load_dataset("weka"))
#' }
bayes_sign_test <- function(table, ..., data = NULL, prior = NULL, prior_strength = 1,
                            control = NULL, on = NULL, alpha = 0.05, level = 0.95) {
  ask_core("bayes_sign_test", arguments())
}

#' Compare every pair of algorithms on one measure by the corrected resampled t test
#'
#' @details Nadeau & Bengio (2003): t = dbar / sqrt((1/J + n_test/n_train) s²) with J - 1 degrees of
#' freedom, J = runs × folds. The paired t test treats folds as independent and rejects far too
#' often. This test rejects much less often, but it is a heuristic without an exact level.
#'
#' @inheritParams compare_algorithms
#' @param measure The measure to test; needed if the table has several.
#' @param test_train_ratio n_test / n_train (default 1 / (k - 1) for k folds).
#' @param alpha Level at which the adjusted p-values decide.
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction of the p-values for the number of pairs.
#' @param level Coverage of the intervals of the mean differences.
#' @return \resultOfCorrectedTTest{}
#' @export
#' @example inst/examples/corrected_t_test.R
corrected_t_test <- function(table, ..., data = NULL, measure = NULL, test_train_ratio = NULL,
                             control = NULL, alpha = 0.05, p_adjust = "holm", level = 0.95) {
  ask_core("corrected_t_test", arguments())
}

#' Test whether algorithms differ on each measure by Friedman's test, and which pairs differ
#'
#' @details Algorithms are interchangeable if on every data set each way to distribute its ranks
#' over them is equally probable. The p-value of a measure is the share of permutations within data
#' sets with at least the observed chi²: all of them where they are few enough, otherwise 9,999
#' random ones (999 in large tables) and the observed one. Holm's correction is over the measures.
#' Rejection does not imply that mean ranks differ: two algorithms that alternate between first and
#' last place have equal mean ranks, but are not interchangeable with others in between.
#'
#' The pairs are tested by the data sets on which their ranks differ. The test does not depend on
#' the other algorithms. "Shown" is controlled over all pairs and measures of the call; without
#' tests of pairs, or with Nemenyi's, over all measures. Friedman's test has a separate correction,
#' so that next to exact pairs it is not called shown. Failed runs rank last.
#'
#' The procedure of Demšar (2006) is `post_hoc = "nemenyi"`. It corrects for the pairs of one
#' measure only, and separates two equal algorithms too often if they alternate between first and
#' last place. See [compare_algorithms()] for all measures jointly.
#'
#' @inheritParams compare_algorithms
#' @param post_hoc `"exact"`, `"nemenyi"`, `"none"`. Tests of every pair: the exact sign test, with
#'   one correction (Holm) over all pairs and measures; or Nemenyi's test of mean ranks, approximate
#'   and for each measure alone.
#' @param alpha Level of all decisions, and of the critical difference.
#' @param rng Seed of the random permutations, if there are too many to list. `NULL`: drawn from R's
#'   own generator, so that [set.seed()] governs it.
#' @return \resultOfFriedmanTest{}
#' @export
#' @examples
#' if (jointstats_available()) {
#'   friedman_test(load_dataset("weka"))
#' }
friedman_test <- function(table, ..., data = NULL, post_hoc = "exact", on = NULL, alpha = 0.05,
                          rng = 0) {
  ask_core("friedman_test", arguments(), seeded = TRUE)
}

#' Test whether algorithms differ on each measure by Quade's test
#'
#' @details Algorithms are ranked within each data set. A data set weighs as much as its range (best
#' minus worst result), or its standard deviation, ranks among those of all data sets. Equal ones
#' share their mean rank. The measure must therefore mean the same on all data sets; otherwise use
#' [friedman_test()], where all data sets weigh the same.
#'
#' The p-value of a measure is the share of permutations within data sets with at least the observed
#' F: all of them where they are few enough, otherwise 9,999 random ones (999 in large tables) and
#' the observed one. It is valid if data sets are independent, because a permutation changes neither
#' range nor standard deviation. With ranges F and its approximate p-value are those of R's
#' `quade.test`. Holm's correction is over the measures. Rejection does not state which algorithms
#' differ: [wilcoxon_test()] tests the pairs.
#'
#' @inheritParams friedman_test
#' @param spread `"range"`, `"sd"`. What the data sets are ranked by: the range of their results, as
#'   Quade did, or the standard deviation, which depends on all algorithms and not on the best and
#'   the worst alone.
#' @param alpha Level of all decisions.
#' @return \resultOfQuadeTest{}
#' @export
#' @examples
#' if (jointstats_available()) {
#'   quade_test(load_dataset("weka"))
#' }
quade_test <- function(table, ..., data = NULL, spread = "range", on = NULL, alpha = 0.05,
                       rng = 0) {
  ask_core("quade_test", arguments(), seeded = TRUE)
}

# --- Means of all measures, assuming normality ----------------------------------------------------

#' Test whether two algorithms have equal means on all measures jointly
#'
#' @details Equations 1 and 2 of Yıldız & Alpaydın: T² = k dbar' S^-1 dbar for k paired differences,
#' and (k - q)/(q (k - 1)) T² ~ F(q, k - q), q the rank of S. The correction of Nadeau & Bengio
#' (2003) replaces k by 1/(1/k + n_test/n_train); it is a heuristic. The single measures' tests are
#' paired t tests (corrected resampled t tests, with the correction; pooled, for two samples). Ropes
#' are not used, because the test compares values.
#'
#' @inheritParams compare_algorithms
#' @param form `"paired"`, `"one-sample"`, `"two-sample"`. Both algorithms on the same rows; one
#'   algorithm against the vector `mean`; or two algorithms on separate rows (a long frame, or
#'   matrices with different numbers of rows).
#' @param mean For one sample: the mean of each measure under the hypothesis.
#' @param correction `"nadeau-bengio"`. For folds: correct for the overlap of training sets.
#' @param test_train_ratio n_test / n_train of the correction (default 1 / (k - 1) for k folds).
#' @param permutation Decide by sign flips, which assume symmetric differences instead of normal
#'   ones. Neither for folds with the correction nor for two samples.
#' @param draws Number of random sign flips, if there are too many (more than 2^14) to try all.
#' @param alpha Level of the test.
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction of the single measures' p-values for their number.
#' @param level Coverage of the confidence region, and of the joint intervals of all measures.
#' @param rng Seed of random sign flips. `NULL`: drawn from R's own generator, so that [set.seed()]
#'   governs it.
#' @return \resultOfHotellingTest{}
#' @export
#' @example inst/examples/hotelling_test.R
hotelling_test <- function(table, ..., data = NULL, form = "paired", mean = NULL, correction = NULL,
                           test_train_ratio = NULL, permutation = FALSE, draws = 9999, on = NULL,
                           alpha = 0.05, p_adjust = "holm", level = 0.95, rng = 0) {
  ask_core("hotelling_test", arguments(), seeded = TRUE)
}

#' Learn the combinations of measures that separate the algorithms most
#'
#' @details Section 3.6 of Yıldız & Alpaydın: eigenvectors w of E^-1H, scaled so that w'Ew is E's
#' degrees of freedom. Bartlett's chi² approximations test how many eigenvalues differ from zero; as
#' F does, they assume that all pairwise differences share one covariance.
#'
#' @param fit Results to learn from, such as raw confusion counts (tp, fp, tn, fn) on folds.
#' @param apply Other data sets or folds, on which the learned measures are to be tested. Tests on
#'   the rows from which they were learned reject far too often.
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `fit` is a data frame, a matrix or a list of matrices. With a formula, `measures` and the
#'   others, but not `dataset` and `algorithm`.
#' @param data A data frame with the columns of the formula, if `fit` is one: measures on the left,
#'   the algorithm and, behind the bar, the data set on the right.
#' @param share Instead of `apply`: learn on this share of the rows of `fit`, taken at random, and
#'   apply to the rest. Of several runs of cross-validation, whole runs are taken.
#' @param design `"blocked"`, `"one-way"`. E is the scatter within algorithms after removing the
#'   effects of data sets (or folds) or, as in the paper, without removing them.
#' @param alpha Level of the tests of how many learned measures matter.
#' @param rng Seed of the random rows. `NULL`: drawn from R's own generator, so that [set.seed()]
#'   governs it.
#' @return \resultOfLearnMeasures{}
#' @export
#' @example inst/examples/learn_measures.R
learn_measures <- function(fit, apply = NULL, ..., data = NULL, share = NULL, design = "blocked",
                           alpha = 0.05, rng = 0) {
  ask_core("learn_measures", arguments(), seeded = TRUE)
}

#' Test whether all algorithms have equal means on all measures, and which pairs differ
#'
#' @details Section 2.2 of Yıldız & Alpaydın. Their one-way form treats results on the same data
#' sets or folds as unrelated, and rarely rejects on paired rows. T² on stacked differences assumes
#' normality alone. F of the blocked form also assumes that all pairwise differences share one
#' covariance, and rejects too often if not; so sign flips decide there, of all measures and of
#' each: the algorithms' deviations from their mean on a data set change their signs together. They
#' assume that these are symmetric where the means are equal. F approximations are those of R's
#' `summary.manova`; Roy's p-value is exact.
#'
#' @inheritParams hotelling_test
#' @param design `"auto"`, `"stacked"`, `"blocked"`, `"one-way"`. `"stacked"`: T² on the differences
#'   of every algorithm from the first, side by side. `"blocked"`: MANOVA with data sets as blocks.
#'   `"auto"` takes the first if there are enough rows for it, otherwise the second. `"one-way"`:
#'   the papers' form, for rows that are not paired (a long frame without data sets, or matrices of
#'   different lengths).
#' @param statistic `"wilks"`, `"pillai"`, `"hotelling-lawley"`, `"roy"`. The one that is tested in
#'   a blocked or one-way design; stacked, they all agree.
#' @param correction `"nadeau-bengio"`. For folds: allow for the overlap of training sets, in the
#'   stacked design and the pairs.
#' @param draws Blocked design: number of random sign flips of data sets, if there are too many
#'   (more than 2^14) to try all. With 0, F decides.
#' @param alpha Level of all decisions.
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction of the post hoc p-values: over measures, over pairs, over pairs × measures.
#' @return \resultOfManovaTest{}
#' @export
#' @example inst/examples/manova_test.R
manova_test <- function(table, ..., data = NULL, design = "auto", statistic = "wilks",
                        correction = NULL, test_train_ratio = NULL, draws = 9999, on = NULL,
                        alpha = 0.05, p_adjust = "holm", rng = 0) {
  ask_core("manova_test", arguments(), seeded = TRUE)
}

#' Test joint normality of the results, the assumption of Hotelling's test and MANOVA
#'
#' @details Mardia (1970). The result also has the asymptotic p-values, and those with the moments
#' of 1974. With ten rows the asymptotic test of skewness never rejects.
#'
#' @inheritParams compare_algorithms
#' @param samples `"differences"`, `"algorithms"`, `"residuals"`, `"stacked"`. What should be
#'   normal: the differences of every pair of algorithms (paired T²); each algorithm's results
#'   themselves (the paper's check, and the one-way MANOVA); each algorithm's deviations from the
#'   mean of all algorithms on the same data set (MANOVA with blocks); all differences from the
#'   first algorithm side by side (T² on stacked differences).
#' @param alpha Level at which the adjusted p-values decide.
#' @param p_adjust `"holm"`, `"hochberg"`, `"hommel"`, `"bonferroni"`, `"BH"`, `"BY"`, `"none"`.
#'   Correction of the p-values for the number of samples, and for two tests of each.
#' @param draws Number of simulated normal samples for the p-values.
#' @param rng Seed of the simulation. The null distribution depends on nothing but the numbers of
#'   rows and measures, so that a fixed seed does no harm. `NULL`: drawn from R's own generator, so
#'   that [set.seed()] governs it.
#' @return \resultOfMardiaTest{}
#' @export
#' @example inst/examples/mardia_test.R
mardia_test <- function(table, ..., data = NULL, samples = "differences", on = NULL, alpha = 0.05,
                        p_adjust = "holm", draws = 9999, rng = 0) {
  ask_core("mardia_test", arguments(), seeded = TRUE)
}

# --- Planning and simulation ----------------------------------------------------------------------

#' Simulate how well each joint test distinguishes a leading statement from a tie for the lead
#'
#' The papers' design: in *positive* cases the true share of one statement exceeds all others by
#' more than `margin`; in *negative* ones the two largest are equal. From each case's shares `n`
#' data sets are drawn, and every test gives the leader a score. The area under the ROC curve is the
#' probability that a positive case has a higher score than a negative one.
#'
#' @inheritParams pairwise_tests
#' @param n_algorithms Of each simulated comparison; `n` data sets.
#' @param n_measures Of each simulated comparison; `n` data sets.
#' @param n Of each simulated comparison; `n` data sets.
#' @param independent Independent measures: one uniform distribution over the orders for each.
#'   Otherwise a uniform distribution over all statements.
#' @param cases Positive cases, and as many negative ones.
#' @param tests `"glrt"`, `"bayes"`, `"network"`, `"network_average"`. The likelihood-ratio test,
#'   the Bayesian test, the network test with the best network, and the network test averaged over
#'   networks.
#' @param negatives `"near"`, `"averaged"`. Draw until the two largest shares differ by `margin` at
#'   most and make them equal; or take any draw and set its two largest shares to their average.
#' @param margin Smallest lead of the largest share in positive cases; see `negatives`.
#' @param prior_strength Prior mass of the Bayesian test.
#' @param ess Equivalent sample size of the networks: the papers' 1, or `"auto"`, the default of
#'   [network_test()].
#' @param max_parents Maximum number of parents of a measure in the networks; by default none, as in
#'   the papers.
#' @param draws Posterior draws of a network test, where it is not exact.
#' @param rng Seed. Each case has its own random numbers: results do not depend on `n_jobs`. `NULL`:
#'   drawn from R's own generator, so that [set.seed()] governs it.
#' @return \resultOfSimulateRoc{}
#' @references Benavoli and de Campos (2016), section 6.4. DeLong et al. (1988) for the standard
#'   errors.
#' @export
#' @example inst/examples/simulate_roc.R
simulate_roc <- function(n_algorithms = 2, n_measures = 2, n = 10, independent = FALSE,
                         cases = 1000, tests = c("glrt", "bayes", "network", "network_average"),
                         negatives = "near", margin = 0.001, prior_strength = 1, ess = 1,
                         max_parents = NULL, draws = 1000, rng = 0, n_jobs = NULL) {
  ask_core("simulate_roc", arguments(), seeded = TRUE)
}

#' Find how the chance of a right decision grows with the number of data sets
#'
#' For an assumed truth, the result states how often each test names the most probable statement
#' (right), another one (wrong) or none, and how many data sets it takes to be right often enough.
#' Or assume the share of data sets that show a claim, and plan [claim_test()].
#'
#' @details Exact if all outcomes can be listed (always for two statements); otherwise simulated,
#' with the same sequences of data sets for all n and tests, which makes curves smooth. The numbers
#' needed assume that more data sets never make a test less often right. For two statements they can
#' (the binomial has steps); `n` is then the number from which on the chance stays high enough. The
#' same holds for a claim, whose chances are exact binomial tails, also with families.
#'
#' With `noise`, expected differences are normal over data sets and errors are normal, independent
#' between runs and measures; of shares, the sizes of differences are independent between measures
#' given which algorithm is better on each. A decision is right if it names the statement with the
#' largest *true* share. With `cluster_size`, each family has its own shares, Dirichlet around the
#' common ones.
#'
#' @inheritParams simulate_roc
#' @param truth Share of each statement, in code order (two algorithms, two measures: 00, 01, 10,
#'   11, where 1 says that the second is better); or pairs of orderings by measure, best first, and
#'   their share; or a pilot study (results table, counts, data frame with `roles`), whose observed
#'   shares are taken for true.
#' @param ... `dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if
#'   `truth` is a data frame, a matrix or a list of matrices. With a formula, `measures` and the
#'   others, but not `dataset` and `algorithm`.
#' @param data A data frame with the columns of the formula, if `truth` is one: measures on the
#'   left, the algorithm and, behind the bar, the data set on the right.
#' @param shifts Instead of `truth`. Two algorithms: measure to the mean of the first algorithm's
#'   advantage, in standard deviations of the differences over data sets (negative: the second is
#'   better). Any number: for each algorithm, measure to its mean advantage over a common level, in
#'   standard deviations of its results. Differences are normal.
#' @param correlation With `shifts`: correlation between measures, of the differences or of each
#'   algorithm's results; one number, or a matrix.
#' @param claim_share Instead of `truth`: share of all data sets that show a claim. The one test is
#'   then that of the claim, and `tests` is ignored.
#' @param threshold With `claim_share`: the share to exceed.
#' @param alternative `"greater"`, `"two-sided"`. With `claim_share`: one-sided for a claim that is
#'   stated in advance, as a plan does.
#' @param n_runs With `noise`: runs of each data set, whose results are averaged. Other numbers of
#'   runs are compared in `designs`.
#' @param noise Standard deviation of one run, as a ratio to that of the expected differences over
#'   data sets. By default results show every data set's true statement. With `claim_share`, one
#'   number assumes a claim about one measure; numbers by measure assume a claim to be better on all
#'   of them. One number, or one for each measure.
#' @param cluster_size Data sets in each family, such as versions of one source. A family has one
#'   vote for a claim, and its statements have a total weight of 1 in the likelihood-ratio test, the
#'   only test of a truth with families. `n` is rounded up to whole families.
#' @param cluster_correlation With `cluster_size`: intra-class correlation of true statements within
#'   a family.
#' @param algorithms Names; default `"A"`, `"B"`.
#' @param measures Direction of each measure; default `M1`, `M2`, … (`"max"`).
#' @param n Numbers of data sets to compute.
#' @param wanted Wanted probability of a right decision.
#' @param tests `"glrt"`, `"bayes"`, `"network"`, `"network_average"`. Likelihood ratio, Bayesian
#'   test, the same with the best network of the measures, and averaged over networks; by default
#'   the first two.
#' @param rule `"lower"`, `"probability"`. Decision rule of the Bayesian test, as for
#'   [bayes_test()].
#' @param alpha Level: the exact p-value at most `alpha`, or the rule of the Bayesian test, decides;
#'   of the networks, a probability of at least 1 - `alpha`.
#' @param max_n Where the search for the number needed ends.
#' @param ess Equivalent sample size of the networks, as for [network_test()].
#' @param max_parents Maximum number of parents of a measure in the networks, as for
#'   [network_test()].
#' @param replicates Simulated sequences of data sets, where outcomes are too many to list.
#' @param rng Seed. `NULL`: drawn from R's own generator, so that [set.seed()] governs it.
#' @return \resultOfPlanDatasets{}
#' @export
#' @example inst/examples/plan_datasets.R
plan_datasets <- function(truth = NULL, ..., data = NULL, shifts = NULL, correlation = 0,
                          claim_share = NULL, threshold = 0.5, alternative = "greater", n_runs = 1,
                          noise = NULL, cluster_size = 1, cluster_correlation = 0,
                          algorithms = NULL, measures = NULL, n = c(10, 20, 30, 50, 80, 120, 200),
                          wanted = 0.8, tests = c("glrt", "bayes"), rule = "lower", alpha = 0.05,
                          max_n = 2000, prior_strength = 1, ess = "auto", max_parents = "auto",
                          draws = 1000, replicates = 1000, rng = 0, n_jobs = NULL) {
  ask_core("plan_datasets", arguments(), seeded = TRUE)
}
