# Points to draw from results: the curves of a study, the outline of a confidence region.

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
