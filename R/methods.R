# Methods of test results, whatever the test. Plain R: nothing here calls the core.

#' Methods of test results
#'
#' Every test returns plain R data that can be saved and loaded; none of these methods starts
#' Python. Rows, such as those of `x$statements`, `x$pairs` or `x$tests`, are data frames; where
#' they say who is better on which measure, `order` among them is one with a column per measure.
#'
#' `print()` shows one screen of the result (in R's own form for tests with one p-value),
#' `summary()` the full text, the same as Python's, in lines no wider than the console (wide tables
#' are split between columns, long names shortened) and in ASCII where there is no UTF-8. In a
#' terminal the verdict is bold, unless the environment variable `NO_COLOR` is set.
#' `as.data.frame()` gives the rows of the result: a statement, a pair, or a pair and measure each;
#' of a comparison every pair with its state, its winner, counts and corrected p-values, or with
#' `what` the leaderboard. `plot()` draws it, see [jointstats_figures];
#' `ggplot2::autoplot()` makes ggplots, see [jointstats_autoplot].
#' `generics::tidy()` and `generics::glance()` (also as `broom::tidy()`) give data frames: `tidy()`
#' one row for a test with one p-value and the rows of `as.data.frame()` otherwise, with broom's
#' names of columns (`estimate`, `conf.low`, `p.value`, `adj.p.value` and so on), `glance()` one row
#' always: of Friedman's or Wilcoxon's tests with the statistic and the corrected p-value of the
#' test whose corrected p-value is smallest.
#' [to_latex()], [to_markdown()] and [to_html()] write results for documents. For other programs
#' write the data frame: `write.csv(as.data.frame(result), "result.csv", row.names = FALSE)`.
#'
#' `format()` gives the lines that `summary()` prints, `str()` the names of what a result holds,
#' `nobs()` the number of data sets. `confint()` gives the intervals as a matrix with a row for each
#' row of the result, at the level that the result has: they were made with it. `update()` repeats
#' a test with the arguments that the result keeps, and those that are changed; only comparisons
#' keep their data.
#'
#' @param x,object A result, such as of [glrt_test()].
#' @param table The data to repeat a test with, as for the test itself.
#' @param what Of a comparison: `"pairs"` or `"board"` (a row for each algorithm).
#' @param parm,level Not used: intervals are those that the result has.
#' @param ... Arguments of the test to change, for `update()`; passed on to the generic's default
#'   otherwise, where there is one.
#' @param row.names,optional Not used; part of the generic.
#' @return `print()` returns `x` invisibly; the others as described.
#' @name jointstats_methods
#' @examples
#' if (jointstats_available()) {
#'   result <- bayes_test(load_dataset("example1"))
#'   summary(result)
#'   as.data.frame(result)
#'   plot(result)
#' }
NULL

#' @rdname jointstats_methods
#' @export
print.jointstats_test <- function(x, ...) {
  if (inherits(x, "htest")) {
    NextMethod()
    if (!is.null(x$p_value_asymptotic)) {
      cat(
        "This p-value is exact and decides; the asymptotic one is ",
        format.pval(x$p_value_asymptotic, digits = 4), ".\n",
        sep = ""
      )
    }
    verdict <- if (needs_ascii()) in_ascii(x$verdict, c(ascii, more_ascii)) else x$verdict
    cat(strwrap(verdict, width = getOption("width") - 1), sep = "\n")
    cat("\n")
  } else {
    first <- if (is.null(x$short)) x$document else x$short
    cat(lay_out(first, most = screen, bold = shows_bold()), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
summary.jointstats_test <- function(object, ...) {
  structure(
    list(document = object$document, frame = own_frame(object), verdict = object$verdict),
    class = "summary.jointstats_test"
  )
}

#' @export
print.summary.jointstats_test <- function(x, ...) {
  cat(lay_out(x$document), "\n", sep = "")
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
as.data.frame.jointstats_test <- function(x, row.names = NULL, optional = FALSE, ...) {
  own_frame(x)
}

#' @rdname jointstats_methods
#' @export
as.data.frame.jointstats_compare <- function(x, row.names = NULL, optional = FALSE, ...,
                                             what = c("pairs", "board")) {
  own_frame(switch(match.arg(what), pairs = x, board = x$leaderboard))
}

#' @rdname jointstats_methods
#' @export
format.jointstats_test <- function(x, ...) {
  strsplit(lay_out(x$document), "\n", fixed = TRUE)[[1]]
}

#' @rdname jointstats_methods
#' @importFrom utils str
#' @export
str.jointstats_test <- function(object, ...) {
  cat(sprintf(" %s: %s\n", class(object)[1], object$verdict))
  aside <- c("verdict", "document", "short", "table", "figures", "report_text")
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
  tail <- (1 - c(object$level, 0.95)[1]) / 2
  shown <- paste(format(100 * c(tail, 1 - tail), trim = TRUE, digits = 3), "%")
  matrix(ends, ncol = 2, dimnames = list(names, shown))
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
update.jointstats_test <- function(object, table = NULL, ...) {
  changed <- list(...)
  if (length(changed) && (is.null(names(changed)) || !all(nzchar(names(changed))))) {
    stop_typed("argument_error", "Every argument to change needs its name, as in alpha = 0.01.")
  }
  given <- if (is.null(table)) object$asked else c(list(table), object$call[-1])
  if (is.null(given)) {
    stop_typed("argument_error", paste(
      "A result does not keep its data: give them, as in update(result, table, alpha = 0.01)."
    ))
  }
  given[names(changed)] <- changed
  do.call(object$call$`function`, given)
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
