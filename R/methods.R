# Methods of test results, whatever the test. Plain R: nothing here calls the core.

#' Methods of test results
#'
#' Every test returns plain R data that can be saved and loaded; none of these methods starts
#' Python. Rows, such as those of `x$statements`, `x$pairs` or `x$tests`, are data frames; where
#' they say who is better on which measure, `order` among them is one with a column per measure.
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
  require_current(x)
  if (inherits(x, "htest")) {
    NextMethod()
    if (!is.null(x$p_value_asymptotic) && is.null(x$families)) {
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
    cat(lay_out(x$document), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname jointstats_methods
#' @export
summary.jointstats_test <- function(object, ...) {
  require_current(object)
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
  require_current(x)
  own_frame(x)
}

# The rows of a result as they are in tables: without what statements say of each measure.
own_frame <- function(x) {
  rows_in <- attr(x, "rows_in")
  if (is.null(rows_in)) {
    return(.subset2(x, "frame"))
  }
  frame <- .subset2(x, rows_in)
  frame[setdiff(names(frame), "order")]
}

#' @export
`$.jointstats_test` <- function(x, name) {
  value <- .subset2(x, name)
  if (!is.null(value)) {
    return(value)
  }
  now <- attr(x, "renamed")
  if (name %in% names(now)) {
    stop_typed("argument_error", sprintf("`%s` is now called `%s`.", name, now[[name]]))
  }
  if (name == "frame") own_frame(x) # other absent names: NULL, on which broom relies
}

# Results have changed their form once: one that was saved before cannot be read as one of today.
require_current <- function(x) {
  if (!identical(as.numeric(.subset2(x, "schema")), current_schema)) {
    stop_typed("argument_error", paste(
      "This result was saved by an older version of jointstats, whose results had another form:",
      "repeat the call that made it."
    ))
  }
}

current_schema <- 2
