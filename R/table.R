# Methods of results tables and of statement counts.

#' @export
print.jointstats_table <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @export
format.jointstats_table <- function(x, ...) {
  size <- dim(x)
  widths <- x$rope[x$roped]
  dropped <- nrow(x$dropped)
  failed <- sum(apply(is.na(x$values), c(1, 3), any)) # a run counts once, on all its measures
  line <- function(name, words) {
    if (length(words)) sprintf("  %-12s%s", paste0(name, ":"), toString(words))
  }
  c(
    sprintf(
      "%s, %s, %s", table_rows(x), counted(size[2], "algorithm"), counted(size[3], "measure")
    ),
    line("algorithms", x$algorithms),
    line("measures", sprintf("%s (%s)", names(x$measures), x$measures)),
    line("properties", sprintf(
      "%s (%s)", names(x$properties), vapply(x$properties, function(one) one$direction, "")
    )),
    line("rope", paste(names(widths), signif(widths, 6), recycle0 = TRUE)),
    line("aggregated", sprintf("%s of %.0f rows", x$aggregate, x$n_rows)),
    line("runs", if (!is.null(x$all_runs)) {
      kind <- c(cv = "cross-validation", independent = "independent")[[x$all_runs$kind]]
      c(dim(x$all_runs$values)[4], kind)
    }),
    line("families", if (!is.null(x$families)) length(unique(x$families[x$datasets]))),
    line(
      if (identical(x$missing, "unknown")) "incomplete" else "dropped",
      if (dropped) counted(dropped, row_noun(x))
    ),
    line("failed", if (failed) c(counted(failed, "run"), "ranked below all results")),
    sprintf("  note:       %s", x$notes)
  )
}

row_noun <- function(x) if (inherits(x, "jointstats_folds")) "fold" else "data set"

counted <- function(n, noun) sprintf("%d %s%s", n, noun, plural(n))

table_rows <- function(x) {
  rows <- counted(length(x$datasets), row_noun(x))
  if (!inherits(x, "jointstats_folds")) {
    return(paste("Results table:", rows))
  }
  sprintf(
    "Table of folds: %s%s (runs: %d, folds of a run: %d)", rows,
    if (is.null(x$of)) "" else paste(" of", x$of),
    length(unique(x$grid$run)), length(unique(x$grid$fold))
  )
}

#' @export
summary.jointstats_table <- function(object, ...) {
  of_measure <- function(measure) {
    values <- matrix(object$values[, measure, ], ncol = length(object$algorithms))
    each <- function(of) apply(values, 2, of, na.rm = TRUE)
    data.frame(
      measure = measure, direction = object$measures[[measure]], algorithm = object$algorithms,
      median = each(stats::median), min = each(min), max = each(max)
    )
  }
  do.call(rbind, lapply(names(object$measures), of_measure))
}

#' @export
as.data.frame.jointstats_table <- function(x, row.names = NULL, optional = FALSE, ...) {
  refuse_dots("as.data.frame", ...)
  algorithms <- length(x$algorithms)
  cells <- matrix(aperm(x$values, c(3, 1, 2)), ncol = length(x$measures))
  columns <- lapply(seq_along(x$measures), function(j) cells[, j])
  names(columns) <- names(x$measures)
  known <- lapply(x$properties, function(one) {
    rep(unname(one$values[x$algorithms]), times = length(x$datasets))
  })
  names <- list(
    dataset = rep(x$datasets, each = algorithms),
    algorithm = rep(x$algorithms, times = length(x$datasets))
  )
  structure(c(names, columns, known), row.names = seq_len(nrow(cells)), class = "data.frame")
}

#' @rdname jointstats_figures
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

#' @rdname jointstats_figures
#' @export
plot.jointstats_counts <- function(x, ...) {
  plot(test_of_counts(x), "statements", ...)
  invisible(x)
}

# What the test warns of, it says where it is asked for.
test_of_counts <- function(counts) {
  suppressWarnings(call_core("glrt_test", list(table = counts)), classes = "jointstats_warning")
}
