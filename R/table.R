# Methods of results tables and of statement counts.

#' @export
print.jointstats_table <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @export
format.jointstats_table <- function(x, ...) {
  size <- dim(x$values)
  widths <- x$rope[x$rope > 0]
  failed <- sum(is.na(x$values))
  c(
    sprintf(
      "%s, %d algorithm%s, %d measure%s", table_rows(x),
      size[3], plural(size[3]), size[2], plural(size[2])
    ),
    paste0("  algorithms: ", paste(x$algorithms, collapse = ", ")),
    paste0("  measures:   ", paste0(names(x$measures), " (", x$measures, ")", collapse = ", ")),
    if (length(widths)) {
      paste0("  rope:       ", paste(names(widths), signif(widths, 6), collapse = ", "))
    },
    if (!is.null(x$aggregate)) {
      sprintf("  aggregated: %s of %.0f rows", x$aggregate, x$n_rows)
    },
    if (nrow(x$dropped)) {
      sprintf("  dropped:    %d %s%s", nrow(x$dropped), row_noun(x), plural(nrow(x$dropped)))
    },
    if (failed) {
      sprintf("  failed:     %d result%s, ranked below all others", failed, plural(failed))
    }
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
  algorithms <- length(x$algorithms)
  columns <- lapply(seq_along(x$measures), function(j) {
    as.vector(t(matrix(x$values[, j, ], ncol = algorithms)))
  })
  names(columns) <- names(x$measures)
  frame <- c(
    list(
      dataset = rep(x$datasets, each = algorithms),
      algorithm = rep(x$algorithms, times = length(x$datasets))
    ),
    columns
  )
  structure(frame, row.names = seq_len(length(frame[[1]])), class = "data.frame")
}

#' @export
plot.jointstats_table <- function(x, ...) {
  measures <- names(x$measures)
  columns <- ceiling(sqrt(length(measures)))
  old <- graphics::par(mfrow = c(ceiling(length(measures) / columns), columns))
  on.exit(graphics::par(old))
  for (measure in measures) {
    values <- matrix(x$values[, measure, ], ncol = length(x$algorithms))
    title <- sprintf("%s (%s)", measure, x$measures[[measure]])
    graphics::boxplot(values, names = x$algorithms, main = title, ...)
  }
  invisible(x)
}

#' @export
print.jointstats_counts <- function(x, ...) {
  cat(x$shown, "\n", sep = "")
  print(x$frame, ...)
  invisible(x)
}

#' @export
as.data.frame.jointstats_counts <- function(x, row.names = NULL, optional = FALSE, ...) {
  x$frame
}
