# Methods of test results, whatever the test. Plain R: nothing here calls the core.

#' Methods of test results
#'
#' Every test returns plain R data that can be saved and loaded; none of these methods starts
#' Python.
#'
#' `print()` shows the result (in R's own form for tests with one p-value) and its verdict,
#' `summary()` the full text, the same that Python prints, in lines no wider than the console (wide
#' tables are split between columns) and in ASCII where there is no UTF-8. `as.data.frame()` gives
#' the rows of the result: a statement, a pair, or a pair and measure each. `plot()` draws it,
#' `ggplot2::autoplot()` makes the same figure as a ggplot: see [jointstats_figures].
#' `generics::tidy()` and `generics::glance()` (also as `broom::tidy()`) give data frames: `tidy()`
#' one row for a test with one p-value and the rows of `as.data.frame()` otherwise, with broom's
#' names of columns (`estimate`, `conf.low`, `p.value`, `adj.p.value` and so on), `glance()` one row
#' always.
#' [to_latex()], [to_markdown()] and [to_html()] write results for documents.
#'
#' @param x,object A result, such as of [glrt_test()].
#' @param ... Passed on to the generic's default, where there is one.
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
    if (!is.null(x$p_value_exact)) {
      cat("exact p-value (decides): ", format.pval(x$p_value_exact, digits = 4), "\n", sep = "")
    }
    verdict <- if (needs_ascii()) in_ascii(x$verdict, c(ascii, more_ascii)) else x$verdict
    cat(strwrap(verdict, width = getOption("width") - 1), sep = "\n")
    cat("\n")
  } else {
    cat(for_console(x$summary), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
summary.jointstats_test <- function(object, ...) {
  structure(
    list(text = object$summary, frame = object$frame, verdict = object$verdict),
    class = "summary.jointstats_test"
  )
}

#' @export
print.summary.jointstats_test <- function(x, ...) {
  cat(for_console(x$text), "\n", sep = "")
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
as.data.frame.jointstats_test <- function(x, row.names = NULL, optional = FALSE, ...) {
  x$frame
}
