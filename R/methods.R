# Methods of test results, whatever the test. Plain R: nothing here calls the core.

#' Methods of test results
#'
#' Every test returns plain R data that can be saved and loaded. None of these methods starts
#' Python, except `update()`. Rows, such as `x$statements`, `x$pairs` or `x$tests`, are data frames.
#' In rows about orders of the algorithms, `order` is a data frame with a column for each measure.
#'
#' * `print()` shows one screen of the result, in R's own form for tests with one p-value.
#'   `summary()` shows the full text, the same as Python's, wrapped to the width of the console (in
#'   ASCII if the locale has no UTF-8). In a terminal the verdict is bold, unless the environment
#'   variable `NO_COLOR` is set. `format()` returns the lines of `summary()`, `str()` lists the
#'   elements.
#' * `as.data.frame()` returns the rows of the result, or those that `what` names; `subset()` takes
#'   some of its rows and columns by expressions, as of any data frame.
#' * `plot()` draws the result, see [jointstats_figures]; `ggplot2::autoplot()` makes ggplots, see
#'   [jointstats_autoplot].
#' * `generics::tidy()` and `generics::glance()` (also as `broom::tidy()`) return data frames with
#'   broom's names of columns (`estimate`, `conf.low`, `p.value`, `adj.p.value` and so on). `tidy()`
#'   has one row for a test with one p-value, otherwise the rows of `as.data.frame()`, of a
#'   comparison and a leaderboard those by measure. `glance()` has one row; of several tests it
#'   shows the smallest corrected p-value. A result without a p-value has `NA` and states the reason
#'   in `no.p.value`.
#' * `nobs()` returns the number of data sets, and `confint()` a matrix with the intervals of the
#'   rows, at the level of the result.
#' * `update()` repeats the test with some arguments changed: a result keeps its arguments and data
#'   (`x$asked`).
#' * [to_latex()], [to_markdown()] and [to_html()] write results for documents. For other programs
#'   write the data frame: `write.csv(as.data.frame(result), "result.csv", row.names = FALSE)`.
#'
#' @param x,object A result, such as that of [glrt_test()].
#' @param what Of a comparison `"pairs"` (default; state, winner, counts and corrected p-values),
#'   `"board"` (the leaderboard) or `"measures"`: a row for each pair and measure, with `a`, `b`,
#'   `measure`, wins, ties, unknown outcomes, the median difference with its bounds `low` and
#'   `high`, `p`, and what is `shown`. Of a leaderboard `"board"` or `"measures"`: a row for each
#'   algorithm and measure, with means and ranks.
#' @param parm,level Not used: the result has the intervals and their level.
#' @param ... Arguments of the test to change, for `update()`; for `subset()` those of
#'   [base::subset()]. `as.data.frame()`, `tidy()` and `glance()` refuse arguments that they do not
#'   have.
#' @param row.names,optional Not used; part of the generic.
#' @return `print()` returns `x` invisibly; for the others see the list above.
#' @name jointstats_methods
#' @examples
#' summary(forest_comparison)
#' subset(weka_comparison, state == "win", c(a, b, winner, p_adjusted))
#' head(as.data.frame(weka_comparison, what = "measures"))
#' generics::glance(weka_comparison)
#' if (jointstats_available()) {
#'   update(forest_comparison, alpha = 0.01)
#' }
NULL

#' @rdname jointstats_methods
#' @export
print.jointstats_test <- function(x, ...) {
  if (inherits(x, "htest")) {
    NextMethod()
    if (!is.null(x$p_value_asymptotic)) {
      asymptotic <- format.pval(x$p_value_asymptotic, digits = 4)
      cat("This p-value is exact and decides; the asymptotic one is ", asymptotic, ".\n", sep = "")
    }
    cat(lines_of(x$text, "verdict"), "\n\n", sep = "")
  } else {
    cat(lines_of(x$text, "short"), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
summary.jointstats_test <- function(object, ...) {
  structure(
    list(text = object$text, frame = own_frame(object), verdict = object$verdict),
    class = "summary.jointstats_test"
  )
}

#' @export
print.summary.jointstats_test <- function(x, ...) {
  cat(lines_of(x$text, "whole"), "\n", sep = "")
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
as.data.frame.jointstats_test <- function(x, row.names = NULL, optional = FALSE, ...,
                                          what = NULL) {
  refuse_dots("as.data.frame", ...)
  if (is.null(what)) {
    return(own_frame(x))
  }
  if (is.null(x$by_measure)) refuse_dots("as.data.frame", what = what)
  compared <- inherits(x, "jointstats_compare")
  what <- match.arg(what, c(if (compared) "pairs", "board", "measures"))
  switch(what,
    pairs = own_frame(x), measures = x$by_measure,
    board = own_frame(if (compared) x$leaderboard else x)
  )
}

#' @rdname jointstats_methods
#' @export
subset.jointstats_test <- function(x, ...) {
  again <- match.call()
  again[[1]] <- quote(subset)
  again$x <- as.data.frame(x)
  eval(again, parent.frame())
}

#' @rdname jointstats_methods
#' @export
format.jointstats_test <- function(x, ...) {
  strsplit(lines_of(x$text, "whole"), "\n", fixed = TRUE)[[1]]
}

#' @rdname jointstats_methods
#' @importFrom utils str
#' @export
str.jointstats_test <- function(object, ...) {
  cat(sprintf(" %s: %s\n", class(object)[1], object$verdict))
  aside <- c("verdict", "text", "table", "figures", "report_text")
  shown <- setdiff(names(object), aside)
  about <- vapply(shown, function(name) {
    value <- .subset2(object, name)
    size <- if (is.data.frame(value)) paste(nrow(value), "rows") else length(value)
    sprintf("%s [%s]", class(value)[1], size)
  }, "")
  cat(sprintf(" $ %s: %s\n", format(shown), about), sep = "")
  invisible()
}

#' @rdname jointstats_methods
#' @importFrom stats nobs
#' @export
nobs.jointstats_test <- function(object, ...) object$n

#' @rdname jointstats_methods
#' @importFrom stats confint
#' @export
confint.jointstats_test <- function(object, parm, level, ...) {
  if (is.null(object$conf.int)) {
    rows <- in_broom(object)
    names <- row_labels(rows)
    ends <- c(rows$conf.low, rows$conf.high)
  } else {
    names <- names(object$estimate)
    ends <- object$conf.int
  }
  if (is.null(ends)) {
    stop_typed("argument_error", sprintf(
      "The result of %s() has no intervals.", object$call$`function`
    ))
  }
  tail <- (1 - level_of(object)) / 2
  shown <- paste(format(100 * c(tail, 1 - tail), trim = TRUE, digits = 3), "%")
  matrix(ends, ncol = 2, dimnames = list(names, shown))
}

# The bounds of a comparison hold jointly, at the level of its claims.
level_of <- function(x) {
  c(x$level, if (inherits(x, "jointstats_compare")) 1 - x$alpha, 0.95)[1]
}

# What the rows of a result are of, in a word each.
row_labels <- function(rows) {
  of <- intersect(c("statement", "algorithm"), names(rows))
  if (length(of)) {
    return(rows[[of[1]]])
  }
  parts <- rows[intersect(c("a", "b", "measure"), names(rows))]
  if (length(parts)) do.call(paste, c(unname(parts), sep = ":")) else rownames(rows)
}

#' @rdname jointstats_methods
#' @importFrom stats update
#' @export
update.jointstats_test <- function(object, ...) {
  changed <- list(...)
  if (length(changed) && (is.null(names(changed)) || !all(nzchar(names(changed))))) {
    stop_typed("argument_error", "Every argument to change needs its name, as in alpha = 0.01.")
  }
  given <- asked_of(object)
  given[names(changed)] <- changed
  do.call(object$call$`function`, given)
}

# An argument that no method takes is a slip, not a wish to ignore; data.frame() passes one on.
refuse_dots <- function(method, ...) {
  given <- names(list(..., stringsAsFactors = NULL))
  unknown <- setdiff(given, "stringsAsFactors")
  if (length(unknown)) {
    stop_typed("argument_error", sprintf(
      "%s() of this object has no %s. Leave it out; ?jointstats_methods lists the arguments.",
      method, if (nzchar(unknown[1])) sprintf("argument \"%s\"", unknown[1]) else "more arguments"
    ))
  }
}

# The rows of a result as they are in tables: without what statements say of each measure.
own_frame <- function(x) {
  rows_in <- attr(x, "rows_in")
  frame <- .subset2(x, if (is.null(rows_in)) "frame" else rows_in)
  frame[setdiff(names(frame), "order")]
}

#' @export
`$.jointstats_test` <- function(x, name) {
  value <- .subset2(x, name)
  if (!is.null(value)) {
    return(value)
  }
  if (name == "frame") own_frame(x) # other absent names: NULL, on which broom relies
}
