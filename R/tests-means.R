# Tests of means, on data sets or on the folds of one data set. Twins of the core's functions.

#' Hotelling's test of equal means
#'
#' Do two algorithms have equal means on all measures at once? Paired on data sets or on the folds
#' of one data set (with the correction for overlapping training sets), one sample, or two samples.
#'
#' @inheritParams statement_counts
#' @param table A results table (see [results_table()]), or what [results_table()] and its siblings
#'   take, with their arguments in `...`. Statement counts do not do: the values are needed.
#' @param form `"paired"`, `"one-sample"` (one algorithm against `mean`) or `"two-sample"`.
#' @param mean For one sample: named numeric vector, every measure's mean under the hypothesis.
#' @param correction `"nadeau-bengio"`, for folds: allow for the overlap of training sets.
#' @param test_train_ratio n_test / n_train of the correction (default 1 / (k - 1) for k folds).
#' @param permutation `TRUE`: decide by sign flips, which assume symmetric differences instead of
#'   normal ones.
#' @param draws Random sign flips, where there are too many to try all.
#' @param alpha Level of the test; 1 - alpha is that of the confidence region.
#' @param p_adjust Correction of the single measures' p-values for their number.
#' @param rng Seed of random sign flips. By default [set.seed()] governs it; in a session that has
#'   not used R's generator it is 0.
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
                           on = NULL, alpha = 0.05, p_adjust = "holm", rng = NULL, run = NULL,
                           fold = NULL, of = NULL) {
  ask_core("hotelling_test", arguments(), seeded = isTRUE(permutation))
}

#' Outline of the confidence region of Hotelling's test
#'
#' The region of two measures' mean differences; with more than two measures, the shadow of the
#' ellipsoid on these two. If it leaves out the origin (no difference), the test rejects.
#'
#' @param x A result of [hotelling_test()].
#' @param measures Names of two measures; default: the first two.
#' @param points Number of points, the first equal to the last.
#' @return A matrix with a column for each of the two measures and a row for each point. Starts no
#'   Python.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   result <- hotelling_test(load_dataset("weka"), only = c("AODE", "Logistic"))
#'   plot(ellipse(result), type = "l")
#'   points(0, 0, pch = 3)
#' }
ellipse <- function(x, measures = NULL, points = 181) {
  if (!inherits(x, "jointstats_hotelling")) {
    stop_typed("argument_error", "ellipse() takes a result of hotelling_test().")
  }
  names <- if (is.null(measures)) utils::head(names(x$measures), 2) else as.character(measures)
  at <- match(names, names(x$measures))
  if (anyNA(at)) {
    stop_typed("column_error", sprintf(
      "There is no measure \"%s\"; known: %s.", names[is.na(at)][1],
      paste(names(x$measures), collapse = ", ")
    ))
  }
  different <- length(unique(at))
  if (length(at) != 2L || different != 2L) {
    stop_typed("design_error", sprintf("An ellipse needs two measures, not %d.", different))
  }
  shape <- as.matrix(x$covariance)[at, at] * x$region$critical / x$effective_n
  along <- eigen(shape, symmetric = TRUE)
  root <- along$vectors %*% (sqrt(pmax(along$values, 0)) * t(along$vectors))
  angle <- seq(0, 2 * pi, length.out = points)
  outline <- sweep(cbind(cos(angle), sin(angle)) %*% root, 2, x$region$centre[at], `+`)
  colnames(outline) <- names
  outline
}

#' Multivariate analysis of variance: equal means of all algorithms
#'
#' Do all algorithms have equal means on all measures at once, and who differs from whom?
#'
#' @inheritParams hotelling_test
#' @param design `"stacked"` (T-squared on the differences from the first algorithm side by side),
#'   `"blocked"` (data sets as blocks), `"one-way"` (rows that are not paired), or `"auto"`:
#'   stacked if there are enough rows for it, otherwise blocked.
#' @param statistic `"wilks"`, `"pillai"`, `"hotelling-lawley"` or `"roy"`: the one that decides in
#'   a blocked or one-way design.
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
                        test_train_ratio = NULL, draws = 9999, on = NULL, alpha = 0.05,
                        p_adjust = "holm", rng = NULL, run = NULL, fold = NULL, of = NULL) {
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
mardia_test <- function(table, ..., samples = "differences", on = NULL, alpha = 0.05,
                        p_adjust = "holm", draws = 9999, rng = NULL, run = NULL, fold = NULL,
                        of = NULL) {
  ask_core("mardia_test", arguments(), seeded = TRUE)
}

#' Learn the combinations of measures that separate the algorithms most
#'
#' @inheritParams hotelling_test
#' @param fit Results to learn from, such as confusion counts on folds: a results table, or what
#'   [results_table()] and its siblings take, with their arguments in `...`.
#' @param apply Other data sets or folds, whose results on the learned measures are wanted. Measures
#'   tested on the rows that taught them reject far too often.
#' @param share Instead of `apply`: learn on this share of the rows, taken at random, and apply to
#'   the rest.
#' @param design `"blocked"` (data sets or folds taken out) or `"one-way"`, as in the paper.
#' @param alpha Level of the tests of how many learned measures matter.
#' @param rng Seed of the random rows. By default [set.seed()] governs it; in a session that has not
#'   used R's generator it is 0.
#' @return An object of classes `jointstats_learned` and `jointstats_test`: a list with `verdict`,
#'   `learned` (the weights), `matter`, `applied` (a results table: what to test) and the other
#'   facts of the core. See [jointstats_methods].
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

#' Corrected resampled t test of one measure
#'
#' For every pair of algorithms, on the folds of one data set: the t test of Nadeau and Bengio
#' (2003), which allows for the overlap of training sets.
#'
#' @inheritParams hotelling_test
#' @param table A table of folds, see [fold_table()], or a long data frame with `run` and `fold`.
#' @param measure The measure to test; needed if the table has several.
#' @param test_train_ratio n_test / n_train (default 1 / (k - 1) for k folds).
#' @param control Compare only this algorithm with each other one.
#' @param alpha Level of the tests.
#' @param p_adjust Correction of the p-values for the number of pairs.
#' @return An object of classes `jointstats_corrected_t` and `jointstats_test`: a list with
#'   `verdict`, `tests` and the other facts of the core; `as.data.frame()` gives a row for every
#'   pair. See [jointstats_methods].
#' @export
#' @examples
#' df <- data.frame(
#'   fold = rep(1:5, 2), method = rep(c("A", "B"), each = 5),
#'   acc = c(0.82, 0.85, 0.81, 0.86, 0.83, 0.80, 0.81, 0.80, 0.80, 0.79)
#' )
#' if (jointstats_available()) {
#'   corrected_t_test(df, fold = "fold", algorithm = "method", measures = c(acc = "max"))
#' }
corrected_t_test <- function(table, ..., measure = NULL, test_train_ratio = NULL, control = NULL,
                             alpha = 0.05, p_adjust = "holm", run = NULL, fold = NULL,
                             of = NULL) {
  ask_core("corrected_t_test", arguments())
}
