# Figures of results as ggplots: tidy data, mappings, facets and scales, and nothing laid out.

#' Figures of test results as ggplots
#'
#' `autoplot()` makes a ggplot of the figures `"winmap"`, `"effects"`, `"ranks"`, `"statements"`,
#' `"rankings"` and `"posterior"`, if the result has them. Facets, themes, scales and labels can be
#' added, and packages such as 'patchwork' arrange the plots. The data are in `$data`, a row for
#' each point, bar or interval, in the unit of the measure. For all other figures use `plot()`: see
#' [jointstats_figures].
#'
#' A caption counts what the figure leaves out, on a map with more than 15 points also the names.
#' Arrows and other signs are shown in ASCII, which every device has. Names with letters of other
#' alphabets need a device that has these, such as [cairo_pdf()].
#'
#' Columns of `$data`:
#'
#' * `effects`: `pair`, `measure`, `value`, `low`, `high`, and whether the difference is `shown`. Of
#'   [compare_algorithms()] these are the median difference and its joint bounds: percentage points
#'   of shares, doublings on a ratio scale, and otherwise the unit of the measure. Of tests they are
#'   Cliff's delta with its interval, or the difference that the test estimates; of
#'   [bayes_sign_test()] as for `statements`.
#' * `ranks`: `measure`, `algorithm`, `value` (mean rank), `low` and `high` (the ranks that
#'   remain possible), and whether the algorithm `leads` on this measure.
#' * `winmap`: `algorithm`, its mean ranks on two measures (`x` and `y`), whether it is `unbeaten`,
#'   the nearest `winner` against it, and the `following` algorithm of the stair, both with their
#'   mean ranks (`x_winner` to `y_following`); what that `step` costs in words, and whether the
#'   trade-off is `shown`.
#' * `statements`: `statement`, `value` (a probability, a share or a count), its interval if there
#'   is one, `note`, and whether it `leads`.
#' * `rankings`: `measure`, `algorithm`, `mean_rank`.
#' * `posterior`: `panel`, and draws of the shares `a_better`, `equal` and `b_better` of the two
#'   algorithms `a` and `b`.
#'
#' `autoplot()` of a results table shows the results.
#'
#' @param object A result, such as that of [compare_algorithms()], a results table, or statement
#'   counts.
#' @param figure The name of the figure; by default the first that `autoplot()` can make.
#' @param ... Not used.
#' @return A ggplot.
#' @name jointstats_autoplot
#' @examples
#' ggplot2::autoplot(weka_comparison, "ranks") + ggplot2::theme_bw()
#' head(ggplot2::autoplot(weka_comparison, "ranks")$data)
NULL

#' @rdname jointstats_autoplot
#' @exportS3Method ggplot2::autoplot jointstats_test
autoplot.jointstats_test <- function(object, figure = NULL, ...) {
  tidy <- names(Filter(function(one) !is.null(one$data), object$figures))
  if (is.null(figure) && length(tidy)) {
    figure <- tidy[1]
  }
  ggplot_of(figure, chosen_figure(object, figure), tidy)
}

#' @rdname jointstats_autoplot
#' @exportS3Method ggplot2::autoplot jointstats_table
autoplot.jointstats_table <- function(object, figure = "results", ...) {
  if (identical(figure, "results")) {
    return(gg_results(object))
  }
  ggplot_of(figure, table_figure(object, figure, ...), "results")
}

#' @rdname jointstats_autoplot
#' @exportS3Method ggplot2::autoplot jointstats_counts
autoplot.jointstats_counts <- function(object, ...) {
  autoplot.jointstats_test(test_of_counts(object), "statements", ...)
}

# The ggplot of a figure; `tidy` are the names of those that have one.
ggplot_of <- function(figure, shown, tidy) {
  if (is.null(shown$data)) {
    stop_typed("plot_error", sprintf(
      "autoplot() cannot make a ggplot of this figure. Use plot()%s.",
      if (length(tidy)) paste(", or one of", toString(sprintf("\"%s\"", tidy))) else ""
    ))
  }
  makers <- list(
    winmap = gg_winmap, effects = gg_effects, ranks = gg_ranks, statements = gg_statements,
    rankings = gg_ranks, posterior = gg_posterior
  )
  axes <- rapply(shown$axes, in_ascii, classes = "character", how = "replace")
  title <- paste(strwrap(in_ascii(shown$title), 50), collapse = "\n")
  themed(makers[[figure]](shown$data, axes)) + ggplot2::labs(title = title, alt = shown$alt) +
    (if (!is.null(axes$more)) ggplot2::labs(caption = axes$more))
}

themed <- function(made) {
  made + ggplot2::theme_minimal() + ggplot2::theme(
    plot.title.position = "plot", plot.caption.position = "plot",
    plot.caption = ggplot2::element_text(hjust = 0)
  )
}

# The variables of the data, as aes() takes them.
aes_of <- function(...) do.call(ggplot2::aes, lapply(list(...), as.name))

# As in the data, the first one on top. Labels have letters that every device has: pdf() warns of
# others, once for each.
rows_of <- function(names) factor(names, rev(unique(names)))

row_names <- function(...) ggplot2::scale_y_discrete(..., labels = in_ascii)

# A panel for each measure, with the better direction under its name.
panels_of_measures <- function(axes = NULL, ...) {
  in_lines <- function(measures) {
    said <- sub(" (", "\n(", with_direction(axes)(measures), fixed = TRUE)
    sub(" is better", "\nis better", gsub(", ", ",\n", said, fixed = TRUE), fixed = TRUE)
  }
  ggplot2::facet_wrap("measure", ..., labeller = ggplot2::as_labeller(in_lines))
}

# Measures with the better direction behind them.
with_direction <- function(axes) {
  function(measures) {
    said <- lapply(measures, function(measure) c(axes$better[[measure]], NA)[1])
    in_ascii(paste0(measures, ifelse(is.na(said), "", sprintf(" (%s)", said))))
  }
}

# Two shapes or lines, in words.
in_words <- function(scale, yes, no, ...) {
  both <- c("TRUE", "FALSE")
  scale(NULL, values = stats::setNames(c(yes, no), both), breaks = both, labels = c(...))
}

filled_if <- function(...) in_words(ggplot2::scale_shape_manual, 16, 1, ...)

gg_effects <- function(data, axes) {
  if (!is.null(data$statement)) {
    return(gg_statements(data, axes)) # shares of wins are no differences
  }
  pairs <- length(unique(data$pair)) > 1L
  own <- isTRUE(axes$free) # each measure has its unit, and a panel
  data$pair <- rows_of(data$pair)
  data$measure <- factor(
    data$measure,
    if (pairs || own) unique(data$measure) else rev(unique(data$measure))
  )
  made <- ggplot2::ggplot(data, aes_of(x = "value", y = if (pairs) "pair" else "measure")) +
    (if (axes$zero) ggplot2::geom_vline(xintercept = 0, colour = "grey60")) +
    ggplot2::geom_linerange(aes_of(xmin = "low", xmax = "high"), na.rm = TRUE) +
    ggplot2::geom_point(aes_of(shape = "shown"), size = 2) +
    filled_if("shown", "not shown") + ggplot2::labs(x = axes$x, y = NULL)
  if (pairs) {
    return(made + row_names() + panels_of_measures(axes, scales = if (own) "free_x" else "fixed") +
      ggplot2::guides(x = ggplot2::guide_axis(check.overlap = TRUE)))
  }
  made + ggplot2::scale_y_discrete(labels = with_direction(axes)) + (if (own) {
    no_head <- ggplot2::as_labeller(function(measures) "")
    ggplot2::facet_wrap("measure", scales = "free", ncol = 1, labeller = no_head)
  })
}

# Mean ranks, and the ranks that remain possible if the figure has them.
gg_ranks <- function(data, axes) {
  data$algorithm <- rows_of(data$algorithm)
  data$measure <- factor(data$measure, unique(data$measure))
  possible <- if (!is.null(data$low)) {
    ggplot2::geom_linerange(
      aes_of(xmin = "low", xmax = "high"),
      linewidth = 2.5, colour = "grey75"
    )
  }
  mean <- if (is.null(data$value)) "mean_rank" else "value"
  ggplot2::ggplot(data, aes_of(x = mean, y = "algorithm")) + possible +
    ggplot2::geom_point(size = 2) + row_names() + panels_of_measures() +
    ggplot2::labs(x = axes$x, y = NULL)
}

# Names, and words of steps, that a map has room for: further ones would cover each other.
most_names <- 15L

# Better is right and up: the first rank is at the end of both axes.
gg_winmap <- function(data, axes) {
  beaten <- data[!is.na(data$winner), ]
  named <- utils::head(data[order(!data$unbeaten, data$x + data$y), ], most_names)
  named$name <- in_ascii(named$algorithm)
  unnamed <- nrow(data) - nrow(named)
  steps <- data[!is.na(data$following), ]
  told <- steps[steps$algorithm %in% named$algorithm & steps$following %in% named$algorithm, ]
  told$across <- (told$x + told$x_following) / 2
  told$up <- (told$y + told$y_following) / 2
  # Words at the right are left of their step: no edge cuts them.
  told$side <- ifelse(told$across < mean(range(data$x)), 1.05, -0.05)
  told$words <- gsub(", ", ",\n", in_ascii(told$step), fixed = TRUE)
  ggplot2::ggplot(data, aes_of(x = "x", y = "y")) +
    ggplot2::geom_segment(
      aes_of(x = "x_winner", y = "y_winner", xend = "x", yend = "y"),
      data = beaten, colour = "#4D9CC9", arrow = grid::arrow(length = grid::unit(0.07, "inches"))
    ) +
    ggplot2::geom_segment(
      aes_of(xend = "x_following", yend = "y_following", linetype = "shown"),
      data = steps, colour = "#995B7D", linewidth = 0.9
    ) +
    ggplot2::geom_point(aes_of(shape = "unbeaten"), size = 2) +
    ggplot2::geom_text(aes_of(label = "name"), data = named, vjust = -0.8, hjust = "inward") +
    ggplot2::geom_text(
      aes_of(x = "across", y = "up", label = "words", hjust = "side"),
      data = told, colour = "#995B7D", vjust = 0, size = 3, lineheight = 0.9
    ) +
    filled_if("unbeaten", "beaten") +
    in_words(
      ggplot2::scale_linetype_manual, "solid", "dashed", "trade-off shown", "a side is open"
    ) +
    ggplot2::scale_x_reverse(expand = ggplot2::expansion(c(0.15, 0.3))) +
    ggplot2::scale_y_reverse(expand = ggplot2::expansion(0.1)) +
    ggplot2::labs(
      x = axes$x, y = axes$y,
      caption = paste(c(
        if (nrow(beaten)) "Of each beaten algorithm, one winner has an arrow",
        if (unnamed) paste(counted(unnamed, "more point"), "without a name")
      ), collapse = "\n")
    )
}

gg_statements <- function(data, axes) {
  data$statement <- rows_of(data$statement)
  ggplot2::ggplot(data, aes_of(x = "value", y = "statement")) +
    ggplot2::geom_col(aes_of(fill = "leads"), width = 0.7) +
    ggplot2::geom_linerange(aes_of(xmin = "low", xmax = "high"), na.rm = TRUE) +
    ggplot2::scale_fill_manual(
      values = c(`TRUE` = "#0072B2", `FALSE` = "grey75"), guide = "none"
    ) +
    row_names() + ggplot2::labs(x = axes$x, y = NULL)
}

# Shares of three outcomes as places in a triangle: `a` better at the right, `b` at the left, equal
# on top.
gg_posterior <- function(data, axes) {
  data$across <- data$a_better + data$equal / 2
  data$up <- data$equal * sqrt(3) / 2
  corners <- data.frame(across = c(0, 1, 0.5, 0), up = c(0, 0, sqrt(3) / 2, 0))
  ends <- unique(data[c("panel", "a", "b")])
  corner <- function(said, across, up, down) data.frame(ends["panel"], said, across, up, down)
  words <- rbind(
    corner(in_ascii(paste(ends$a, "better")), 1, 0, 1.5),
    corner(in_ascii(paste(ends$b, "better")), 0, 0, 1.5),
    corner("practically equal", 0.5, sqrt(3) / 2, -0.5)
  )
  ggplot2::ggplot(data, aes_of(x = "across", y = "up")) +
    ggplot2::geom_path(data = corners, colour = "grey60") +
    ggplot2::geom_point(alpha = 0.3, size = 0.8) +
    ggplot2::geom_text(aes_of(label = "said", vjust = "down"), data = words) +
    ggplot2::facet_wrap("panel") + ggplot2::coord_equal(clip = "off") +
    ggplot2::scale_x_continuous(NULL, breaks = NULL, expand = ggplot2::expansion(0.2)) +
    ggplot2::scale_y_continuous(NULL, breaks = NULL, expand = ggplot2::expansion(0.15))
}

# All results of a table, a panel for each measure.
gg_results <- function(table) {
  wide <- as.data.frame(table)
  measures <- names(table$measures)
  better <- ifelse(table$measures == "max", "higher is better", "lower is better")
  data <- data.frame(
    wide[c("dataset", "algorithm")], row.names = NULL,
    measure = factor(rep(measures, each = nrow(wide)), measures),
    value = unlist(wide[measures], use.names = FALSE)
  )
  data$algorithm <- rows_of(data$algorithm)
  axes <- list(better = as.list(stats::setNames(better, measures)))
  themed(
    ggplot2::ggplot(data, aes_of(x = "value", y = "algorithm")) +
      ggplot2::geom_point(alpha = 0.4, na.rm = TRUE) + row_names() +
      panels_of_measures(axes, scales = "free_x") + ggplot2::labs(x = NULL, y = NULL)
  )
}
