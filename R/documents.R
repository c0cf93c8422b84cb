# Results as tables and reports for documents.

#' Results as tables: LaTeX and Markdown
#'
#' The same lines that Python's `result.to_latex()` and `result.to_markdown()` give. The result may
#' have been saved and loaded; the core sets its table, for which Python is started if needed.
#'
#' @param x A result, such as of [glrt_test()], or a part of one, such as
#'   `compare_algorithms(table)$joint$bayes`.
#' @return A string with line breaks, the last one at its end, ready for [cat()]. `to_latex()` gives
#'   a `tabular` that needs the LaTeX package booktabs and nothing else.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   result <- pairwise_tests(load_dataset("example1"))
#'   cat(to_markdown(result))
#'   cat(to_latex(result))
#' }
to_latex <- function(x) {
  table_text(result_of_a_test(x, "to_latex"), "latex")
}

#' @rdname to_latex
#' @export
to_markdown <- function(x) {
  table_text(result_of_a_test(x, "to_markdown"), "markdown")
}

# Of a comparison the leaderboard comes first, then the joint test's table, then that of the
# separate ones.
table_text <- function(x, form) {
  frame <- own_frame(x)
  made <- vapply(c(x$tables_before, list(x$table)), function(table) {
    columns <- unname(as.list(table_cells(table, frame)))
    call_core("table_text", list(
      form = form, names = table$names, columns = columns, sides = table$sides,
      note = if (is.null(table$note)) "" else table$note
    ))
  }, character(1))
  paste0(paste(made, collapse = "\n\n"), "\n")
}

#' Report of a comparison
#'
#' Writes one self-contained HTML page: what is decided and what is not, figures, tables, a
#' paragraph for a paper, and the calls that repeat it in R, Python and on the command line.
#'
#' The core makes the page, and for that it repeats the comparison with the arguments and the seed
#' that the result keeps (`x$asked`): the numbers are the same, and it takes as long as at first.
#' The figures need the Python package matplotlib; without it a sentence stands in their place.
#'
#' @param x A result of [compare_algorithms()]; it may have been saved and loaded.
#' @param path File to write; an existing one is replaced.
#' @return `path`, invisibly. Nothing is opened: `browseURL(path)` does that.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   path <- to_html(result, tempfile(fileext = ".html"))
#' }
to_html <- function(x, path) {
  result_of_a_test(x, "to_html")
  if (!inherits(x, "jointstats_compare")) {
    stop_typed("argument_error", sprintf(
      "Only comparisons (compare_algorithms()) have a report; this is a result of \"%s\".", x$test
    ))
  }
  if (is.null(x$asked)) {
    stop_typed("argument_error", paste(
      "This comparison does not keep its data: make it with compare_algorithms() in R, or its",
      "report with to_html() in Python."
    ))
  }
  if (!(is.character(path) && length(path) == 1L && !is.na(path) && nzchar(path))) {
    stop_typed("argument_error", "path must be the name of the file to write.")
  }
  if (!grepl("^[^.]*$|[.]html?$", basename(path), ignore.case = TRUE)) {
    stop_typed("argument_error", sprintf(
      "\"%s\" must end in .html, because the report is a page of HTML.", basename(path)
    ))
  }
  page <- call_core("comparison_report", x$asked)
  write_page(page, path.expand(path))
  invisible(path)
}

#' What a result rests on, for a bibliography
#'
#' BibTeX entries of jointstats, and of the papers whose tests, corrections and claims a result
#' used. `toBibtex(x)` gives the same as R's own class of such lines.
#'
#' @param x,object A result, such as of [glrt_test()].
#' @param ... Not used.
#' @return A string with line breaks, ready for [cat()] or [writeLines()].
#' @export
#' @examples
#' if (jointstats_available()) {
#'   cat(references(glrt_test(load_dataset("example1"))))
#' }
references <- function(x) {
  result_of_a_test(x, "references")
  call_core("bibtex", list(keys = as.list(attr(x, "cites"))))
}

#' @rdname references
#' @importFrom utils toBibtex
#' @export
toBibtex.jointstats_test <- function(object, ...) {
  structure(strsplit(references(object), "\n", fixed = TRUE)[[1]], class = "Bibtex")
}

# A result, or an error that names the function that needs one.
result_of_a_test <- function(x, name) {
  if (!inherits(x, "jointstats_test")) {
    stop_typed("argument_error", sprintf(
      "%s() takes the result of a test; got an object of class \"%s\".", name, class(x)[1]
    ))
  }
  require_current(x)
  x
}

# Byte for byte as Python writes it, on every system.
write_page <- function(page, path) {
  file <- tryCatch(suppressWarnings(file(path, "wb")), error = function(e) {
    stop_typed("write_error", sprintf(
      "%s cannot be written: is there such a folder, and may you write to it?", path
    ))
  })
  on.exit(close(file))
  writeBin(charToRaw(enc2utf8(page)), file)
}
