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
  margins[2] <- min(widest, 0.6 * graphics::par("din")[1])
  old <- graphics::par(mai = margins)
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

# What can be drawn: the first of these whose column has numbers. `low` and `high` are the columns
# of an interval; `reference` is a number, or the name of the fact that is one.
figures <- list(
  list(value = "right", axis = "probability of a right decision", reference = "wanted"),
  list(value = "area", axis = "area under the ROC curve", reference = 0.5),
  list(
    value = "cliffs_delta", low = "cliffs_low", high = "cliffs_high", limits = c(-1, 1),
    axis = "Cliff's delta (above 0: the first is better)", reference = 0
  ),
  list(
    value = "probability", low = "probability_lower", high = "probability_upper",
    axis = "probability", reference = "alpha", complement = TRUE
  ),
  list(
    value = "probability_a", axis = "probability that the first is better", reference = "alpha",
    complement = TRUE
  ),
  list(value = "p_adjusted", axis = "adjusted p-value", reference = "alpha"),
  list(
    value = "skewness_p_adjusted", axis = "adjusted p-value of Mardia's skewness",
    reference = "alpha"
  ),
  list(value = "worth", low = "worth_low", high = "worth_high", axis = "worth"),
  list(value = "eigenvalue", axis = "eigenvalue", limits = 0),
  list(value = "share", low = "share_low", high = "share_high", axis = "share of data sets")
)

# What a figure shows: a data frame with label, value, low and high, and attribute "about".
plot_data <- function(x) {
  frame <- utils::head(x$frame, plot_rows)
  column <- function(name) {
    known <- !is.null(name) && is.numeric(frame[[name]])
    if (known) as.double(frame[[name]]) else rep(NA_real_, nrow(frame))
  }
  about <- Find(function(figure) any(is.finite(column(figure$value))), figures)
  if (is.null(about)) {
    stop_typed(
      "plot_error", "There is no figure for this result: as.data.frame() has its numbers."
    )
  }
  reference <- about$reference
  if (is.character(reference)) {
    reference <- fallback(x[[reference]], NA_real_)
  }
  if (isTRUE(about$complement)) {
    reference <- 1 - reference
  }
  structure(
    data.frame(
      label = row_labels(frame), value = column(about$value), low = column(about$low),
      high = column(about$high)
    ),
    about = list(
      axis = about$axis, limits = fallback(about$limits, c(0, 1)),
      reference = fallback(reference, NA_real_), title = plot_title(x, nrow(x$frame))
    )
  )
}

fallback <- function(x, default) if (is.null(x)) default else x

row_labels <- function(frame) {
  has <- function(...) all(c(...) %in% names(frame))
  if (has("a", "b")) {
    pair <- paste(frame$a, "and", frame$b)
    return(if (has("measure")) paste0(pair, ": ", frame$measure) else pair)
  }
  if (has("right")) {
    return(paste0(frame$test, ", n = ", frame$n))
  }
  if (has("algorithm", "measure")) {
    return(paste0(frame$algorithm, ": ", frame$measure))
  }
  own <- intersect(c("statement", "sample", "test", "measure"), names(frame))
  as.character(if (length(own)) frame[[own[1]]] else seq_len(nrow(frame)))
}

plot_title <- function(x, rows) {
  title <- x$test
  if (x$n > 0) {
    title <- sprintf("%s, %s %s%s", title, format(x$n), fallback(x$cases, "data set"), plural(x$n))
  }
  if (rows > plot_rows) sprintf("%s (first %d of %d rows)", title, plot_rows, rows) else title
}
