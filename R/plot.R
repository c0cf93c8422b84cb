# Figures: one row per statement, pair, or pair and measure, with an interval where there is one.

plot_rows <- 20L # more rows than this cannot be read

#' @rdname jointstats_methods
#' @export
plot.jointstats_test <- function(x, ...) {
  shown <- plot_data(x)
  about <- attr(shown, "about")
  label <- vapply(shown$label, function(one) {
    paste(strwrap(one, width = 38), collapse = "\n")
  }, character(1), USE.NAMES = FALSE)
  at <- rev(seq_along(label))
  widest <- max(graphics::strwidth(label, units = "inches", cex = 0.8)) + 0.3
  margins <- graphics::par("mai")
  old <- graphics::par(mai = c(margins[1], min(widest, 0.6 * graphics::par("din")[1]), margins[3:4]))
  on.exit(graphics::par(old))
  range <- range(about$limits, shown$value, shown$low, shown$high, na.rm = TRUE, finite = TRUE)
  graphics::plot(
    shown$value, at,
    xlim = range, ylim = c(0.5, length(at) + 0.5), yaxt = "n", pch = 19,
    xlab = about$axis, ylab = "", main = about$title, ...
  )
  graphics::axis(2, at = at, labels = label, las = 1, cex.axis = 0.8)
  if (is.finite(about$reference)) {
    graphics::abline(v = about$reference, lty = 3)
  }
  bounded <- is.finite(shown$low)
  graphics::segments(shown$low[bounded], at[bounded], shown$high[bounded], at[bounded])
  invisible(x)
}

# What a figure shows: a data frame with label, value, low and high, and attribute "about".
plot_data <- function(x) {
  frame <- utils::head(x$frame, plot_rows)
  if (!nrow(frame)) {
    stop_typed("plot_error", "The result has no rows to draw.")
  }
  column <- function(name) if (is.null(frame[[name]])) rep(NA_real_, nrow(frame)) else frame[[name]]
  drawn <- function(value, axis, low = NULL, high = NULL, limits = c(0, 1), reference = NA) {
    low <- if (is.null(low)) rep(NA_real_, nrow(frame)) else column(low)
    high <- if (is.null(high)) rep(NA_real_, nrow(frame)) else column(high)
    structure(
      data.frame(label = row_labels(frame), value = column(value), low = low, high = high),
      about = list(
        axis = axis, limits = limits, reference = reference, title = plot_title(x, nrow(x$frame))
      )
    )
  }
  has <- function(name) name %in% names(frame) && any(is.finite(frame[[name]]))
  if (has("cliffs_delta") && !identical(x$test, "pairwise")) {
    drawn("cliffs_delta", "Cliff's delta (above 0: the first is better)",
      "cliffs_low", "cliffs_high",
      limits = c(-1, 1), reference = 0
    )
  } else if (has("probability")) {
    drawn("probability", "probability of being the most probable statement",
      if (has("probability_lower")) "probability_lower",
      if (has("probability_lower")) "probability_upper",
      reference = 1 - fallback(x$alpha, NA)
    )
  } else if (has("p_adjusted")) {
    drawn("p_adjusted", "adjusted p-value", reference = fallback(x$alpha, NA))
  } else if (has("share")) {
    drawn("share", "share of data sets", if (has("share_low")) "share_low",
      if (has("share_low")) "share_high"
    )
  } else {
    stop_typed("plot_error", "There is no figure for this result: as.data.frame() has its numbers.")
  }
}

fallback <- function(x, default) if (is.null(x)) default else x

row_labels <- function(frame) {
  if (!is.null(frame$statement) && is.null(frame$a)) {
    return(frame$statement)
  }
  pair <- paste(frame$a, "and", frame$b)
  if (is.null(frame$measure)) pair else paste0(pair, ": ", frame$measure)
}

plot_title <- function(x, rows) {
  title <- sprintf("%s, %s data sets", x$test, format(x$n))
  if (rows > plot_rows) sprintf("%s (first %d of %d rows)", title, plot_rows, rows) else title
}
