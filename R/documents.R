# Results as tables and reports for documents.

#' Results as tables: LaTeX and Markdown
#'
#' The result may have been saved and loaded. Tables need no Python, except for those of over 200
#' pairs or data sets: the core repeats the comparison for them. `to_tikz()` returns the
#' critical-difference diagrams of [friedman_test()], the figure `"rankings"`.
#'
#' @param x A result, such as that of [glrt_test()], or a part of one, such as
#'   `compare_algorithms(table)$tests$bayes`.
#' @param table The table of a comparison. `"league"` (default): a row for each algorithm, best
#'   first, with its wins, losses, trade-offs and mean ranks. `"pairs"`: the state of every pair in
#'   a sentence. `"measures"`: each pair on each measure, with wins, median differences and bounds.
#'   `"data"`: the results of each measure, bold if no other algorithm is better on all measures,
#'   underlined if none is better on this one. `"statements"`: the statements of two algorithms.
#' @return A string with line breaks, ready for [cat()]. `to_latex()` returns a `tabular`, which
#'   needs the LaTeX package booktabs, or for more than 40 rows a `longtable`, which also needs the
#'   package longtable. `to_tikz()` returns a complete document: each `tikzpicture` in it can be
#'   copied into a paper.
#' @export
#' @examples
#' cat(to_markdown(weka_comparison))
#' cat(to_latex(forest_comparison, "statements"))
#' if (jointstats_available()) {
#'   cat(to_tikz(friedman_test(load_dataset("weka"))))
#' }
to_latex <- function(x, table = NULL) {
  table_text(result_of_a_test(x, "to_latex"), "latex", table)
}

#' @rdname to_latex
#' @export
to_markdown <- function(x, table = NULL) {
  table_text(result_of_a_test(x, "to_markdown"), "markdown", table)
}

#' @rdname to_latex
#' @export
to_tikz <- function(x) {
  figure <- chosen_figure(result_of_a_test(x, "to_tikz"), "rankings")
  jsonlite::parse_json(figure$content)$tikz
}

table_text <- function(x, form, which) {
  kept <- x$table$named
  text <- if (is.null(which) || (!is.null(kept) && identical(which, "league"))) {
    x$table[[form]]
  } else if (is_word(which) && which %in% names(kept)) {
    kept[[which]][[form]]
  } else {
    again <- list(of = x$call$`function`, form = form, which = which)
    call_core("result_table", c(again, asked_of(x)))
  }
  paste0(text, "\n")
}

#' Report of a result
#'
#' Writes a self-contained HTML page: the answer, then figures and tables that the reader can sort,
#' filter and copy. The report on a comparison also has paragraphs for a paper, and the calls that
#' repeat it in R, in Python and on the command line.
#'
#' To make the page, the core repeats the test with its arguments, its data and its seed
#' (`x$asked`). The numbers are the same, and so is the time that it takes.
#'
#' @param x A result; it may have been saved and loaded.
#' @param path File to write; an existing one is replaced.
#' @param sensitivity For a comparison: `TRUE` tries every other setting of [sensitivity()] for the
#'   part "What would change the verdict", `FALSE` only those that take no time.
#' @return `path`, invisibly. `browseURL(path)` opens the page.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   path <- to_html(result, tempfile(fileext = ".html"))
#' }
to_html <- function(x, path, sensitivity = FALSE) {
  given <- asked_of(result_of_a_test(x, "to_html"))
  if (!is_word(path) || !nzchar(path)) {
    stop_typed(
      "argument_error", "`path` must be the name of the file to write, such as \"report.html\"."
    )
  }
  if (!grepl("^[^.]*$|[.]html?$", basename(path), ignore.case = TRUE)) {
    stop_typed("argument_error", sprintf(
      "`path` must end in .html, because the report is a page of HTML; got \"%s\".", basename(path)
    ))
  }
  page <- call_core(
    "result_report", c(list(of = x$call$`function`, sensitivity = isTRUE(sensitivity)), given)
  )
  write_page(page, path.expand(path))
  invisible(path)
}

#' Algorithms that are not far behind any other
#'
#' Names the algorithms whose shortfall on some measures is small. A shortfall is how far an
#' algorithm is behind any other in the median. Its upper bound decides, and all bounds hold jointly
#' with confidence 1 - `alpha`.
#'
#' The core repeats the comparison with its arguments and its data (`board$asked`).
#'
#' @param board A result of [leaderboard()] or [compare_algorithms()]; it may have been saved and
#'   loaded.
#' @param ... Measures with the largest shortfall each, in the unit of the measure; on a ratio scale
#'   the largest factor.
#' @return Names of algorithms, best first by mean rank on the measures without a limit.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   board <- leaderboard(load_dataset("weka"))
#'   at_most_behind(board, accuracy = 0.05)
#' }
at_most_behind <- function(board, ...) {
  given <- asked_of(result_of_a_test(board, "at_most_behind"))
  limits <- list(...)
  if (length(limits) && is.null(names(limits))) {
    names(limits) <- rep("", length(limits))
  }
  as.character(unlist(call_core(
    "at_most_behind", c(list(of = board$call$`function`, limits = limits), given)
  )))
}

#' References of a result, for a bibliography
#'
#' Returns entries for jointstats, and for the papers whose tests, corrections and claims the result
#' used. `toBibtex(x)` returns BibTeX as an object of R's class for such lines.
#'
#' @param x,object A result, such as that of [glrt_test()].
#' @param form `"bibtex"` (default) or `"csl-json"`, for citation managers and pandoc.
#' @param ... Not used.
#' @return A string with line breaks, ready for [cat()] or [writeLines()].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   cat(references(glrt_test(load_dataset("example1"))))
#' }
references <- function(x, form = "bibtex") {
  result_of_a_test(x, "references")
  call_core("references", list(keys = as.list(attr(x, "cites")), form = form))
}

#' @rdname references
#' @importFrom utils toBibtex
#' @export
toBibtex.jointstats_test <- function(object, ...) {
  structure(strsplit(references(object), "\n", fixed = TRUE)[[1]], class = "Bibtex")
}

# The call that makes a result, for messages.
test_of <- function(x) {
  if (is.null(x$call$`function`)) "its test" else paste0(x$call$`function`, "()")
}

# The arguments of the test that made a result, with its data, or with the given.
asked_of <- function(x, table = NULL) {
  if (!is.null(table)) {
    first <- names(formals(get(x$call$`function`, mode = "function")))[1]
    return(c(stats::setNames(list(table), first), x$call[-1]))
  }
  if (is.null(x$asked)) {
    stop_typed("argument_error", sprintf(
      "This result does not keep its data: it is a part of another, or a look. Call %s again.",
      test_of(x)
    ))
  }
  x$asked
}

# A result, or an error that names the function that needs one.
result_of_a_test <- function(x, name) {
  if (!inherits(x, "jointstats_test")) {
    stop_typed("argument_error", sprintf(
      "%s() takes the result of a test; got an object of class \"%s\".", name, class(x)[1]
    ))
  }
  x
}

# Byte for byte as Python writes it, on every system.
write_page <- function(page, path) {
  file <- tryCatch(suppressWarnings(file(path, "wb")), error = function(e) {
    stop_typed("write_error", sprintf(
      "%s cannot be written. Check that its folder exists and that you may write to it.", path
    ))
  })
  on.exit(close(file))
  writeBin(charToRaw(enc2utf8(page)), file)
}
