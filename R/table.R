# Methods of results tables and of statement counts.

#' @export
print.jointstats_table <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @export
format.jointstats_table <- function(x, ...) {
  size <- dim(x$values)
  widths <- x$rope[x$roped]
  failed <- sum(apply(is.na(x$values), c(1, 3), any)) # a run counts once, on all its measures
  c(
    sprintf(
      "%s, %d algorithm%s, %d measure%s", table_rows(x),
      size[3], plural(size[3]), size[2], plural(size[2])
    ),
    paste0("  algorithms: ", paste(x$algorithms, collapse = ", ")),
    paste0("  measures:   ", paste0(names(x$measures), " (", x$measures, ")", collapse = ", ")),
    if (length(x$properties)) {
      ways <- vapply(x$properties, function(one) one$direction, "")
      paste0("  properties: ", paste0(names(ways), " (", ways, ")", collapse = ", "))
    },
    if (length(widths)) {
      paste0("  rope:       ", paste(names(widths), signif(widths, 6), collapse = ", "))
    },
    if (!is.null(x$aggregate)) {
      sprintf("  aggregated: %s of %.0f rows", x$aggregate, x$n_rows)
    },
    if (!is.null(x$all_runs)) {
      kind <- c(cv = "cross-validation", independent = "independent")[[x$all_runs$kind]]
      sprintf("  runs:       %d, %s", dim(x$all_runs$values)[4], kind)
    },
    if (!is.null(x$families)) {
      sprintf("  families:   %d", length(unique(x$families[x$datasets])))
    },
    if (nrow(x$dropped)) {
      label <- if (identical(x$missing, "unknown")) "incomplete:" else "dropped:   "
      sprintf("  %s %d %s%s", label, nrow(x$dropped), row_noun(x), plural(nrow(x$dropped)))
    },
    if (failed) {
      sprintf("  failed:     %d run%s, ranked below all results", failed, plural(failed))
    },
    if (length(x$notes)) paste0("  note:       ", x$notes)
  )
}

row_noun <- function(x) if (inherits(x, "jointstats_folds")) "fold" else "data set"

table_rows <- function(x) {
  n <- length(x$datasets)
  if (!inherits(x, "jointstats_folds")) {
    return(sprintf("Results table: %d data set%s", n, plural(n)))
  }
  of <- if (is.null(x$of)) "" else paste(" of", x$of)
  sprintf(
    "Table of folds: %d fold%s%s (runs: %d, folds of a run: %d)",
    n, plural(n), of, length(unique(x$grid$run)), length(unique(x$grid$fold))
  )
}

#' @export
summary.jointstats_table <- function(object, ...) {
  frame <- as.data.frame(object)
  by_algorithm <- lapply(names(object$measures), function(measure) {
    values <- split(frame[[measure]], factor(frame$algorithm, object$algorithms))
    data.frame(
      measure = measure, direction = object$measures[[measure]], algorithm = object$algorithms,
      median = vapply(values, stats::median, numeric(1), na.rm = TRUE),
      min = vapply(values, min, numeric(1), na.rm = TRUE),
      max = vapply(values, max, numeric(1), na.rm = TRUE),
      row.names = NULL
    )
  })
  do.call(rbind, by_algorithm)
}

#' @export
as.data.frame.jointstats_table <- function(x, row.names = NULL, optional = FALSE, ...) {
  refuse_dots("as.data.frame", ...)
  algorithms <- length(x$algorithms)
  columns <- lapply(seq_along(x$measures), function(j) {
    as.vector(t(matrix(x$values[, j, ], ncol = algorithms)))
  })
  names(columns) <- names(x$measures)
  known <- lapply(x$properties, function(one) {
    rep(unname(one$values[x$algorithms]), times = length(x$datasets))
  })
  frame <- c(
    list(
      dataset = rep(x$datasets, each = algorithms),
      algorithm = rep(x$algorithms, times = length(x$datasets))
    ),
    columns, known
  )
  structure(frame, row.names = seq_len(length(frame[[1]])), class = "data.frame")
}

#' Figures of a results table
#'
#' These figures show the data, and test nothing. `"results"`, the default, has a panel for each
#' measure and a row for each algorithm, with a dot for each result. `"quadrant"` shows the
#' differences of two algorithms on two measures.
#'
#' @param x A results table, such as that of [load_dataset()].
#' @param figure The name of the figure: `"results"` or `"quadrant"`.
#' @param ... Options of the figure: `measures`, the names of two measures (any number for
#'   `"results"`), and `pair`, the names of two algorithms (only for `"quadrant"`).
#' @param width,theme,title,notes As for figures of results: see [jointstats_figures].
#' @return `plot()` returns `x` invisibly. [autoplot()][jointstats_autoplot] makes a ggplot.
#' @examples
#' if (jointstats_available()) {
#'   weka <- load_dataset("weka")
#'   plot(weka)
#'   plot(weka, "quadrant", pair = c("RandomForest", "Logistic"), measures = c("auc", "mae"))
#' }
#' @export
plot.jointstats_table <- function(x, figure = "results", ..., width = NULL, theme = "colour",
                                  title = TRUE, notes = TRUE) {
  shown <- table_figure(x, figure, ...)
  paint(shown, width, theme = theme, title = title, notes = notes)
  invisible(x)
}

# A figure of a table: the core makes it.
table_figure <- function(table, figure, ...) {
  asked <- Filter(Negate(is.null), list(table = table, figure = figure, ...))
  call_core("table_figure", asked)
}

#' @export
print.jointstats_counts <- function(x, ...) {
  cat(x$shown, "\n", sep = "")
  print(x$frame, ...)
  invisible(x)
}

#' @export
as.data.frame.jointstats_counts <- function(x, row.names = NULL, optional = FALSE, ...) {
  refuse_dots("as.data.frame", ...)
  x$frame
}

#' Figure of statement counts
#'
#' Shows the statements as rows of tiles, each with the number of data sets that show it: the figure
#' that [glrt_test()] has for these counts.
#'
#' @param x Statement counts, see [statement_counts()].
#' @param ... `width`, `theme`, `title` and `notes`, as for a result.
#' @return `plot()` returns `x` invisibly. [autoplot()][jointstats_autoplot] makes a ggplot.
#' @examples
#' if (jointstats_available()) {
#'   plot(statement_counts(load_dataset("example1")))
#' }
#' @export
plot.jointstats_counts <- function(x, ...) {
  plot(test_of_counts(x), "statements", ...)
  invisible(x)
}

# What the test warns of, it says where it is asked for.
test_of_counts <- function(counts) {
  suppressWarnings(call_core("glrt_test", list(table = counts)), classes = "jointstats_warning")
}
