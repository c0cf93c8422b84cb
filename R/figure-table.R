# Box plots of a results table, a panel for each measure.

table_figure <- function(table, size) {
  force(size) # of the device, before there is paper
  on_paper(table_boxplots(table, size))
}

table_boxplots <- function(table, size) {
  measures <- names(table$measures)
  down <- floor(sqrt(length(measures)))
  across <- ceiling(length(measures) / down)
  alt <- "Box plots: the values of every algorithm over the data sets, a panel for each measure"
  page <- page_for(list(title = "", notes = NULL), size)
  strips <- measure_strips(table$measures, page$width / across - 0.3, page$points[["text"]])
  high <- page$height / down - 0.4 - line_height(page$points[["text"]]) * max(strips$lines)
  names <- distinct(table$algorithms)
  points <- fitting(names, 0.4 * page$width, page$points[["small"]])
  points <- min(points, max(high, 0.2) / length(names) * 72 / 1.1)
  frame <- as.data.frame(table)
  values <- data.frame(
    name = factor(names[match(frame$algorithm, table$algorithms)], rev(names)),
    measure = factor(rep(strips$label, each = nrow(frame)), strips$label),
    value = unlist(frame[measures], use.names = FALSE)
  )
  ggplot2::ggplot() +
    theme_figure(page) +
    layer_of(
      ggplot2::geom_boxplot, values[is.finite(values$value), ], c(x = "value", y = "name"),
      fill = ink[["pale_blue"]], outlier.shape = 1, outlier.size = 1, linewidth = 0.3
    ) +
    ggplot2::facet_wrap("measure", nrow = down, scales = "free_x") +
    ggplot2::scale_x_continuous(n.breaks = 4) +
    ggplot2::scale_y_discrete(drop = FALSE) +
    ggplot2::labs(x = NULL, y = NULL, alt = alt) +
    ggplot2::theme(
      panel.border = ggplot2::element_rect(fill = NA, colour = ink[["grey"]]),
      axis.ticks.x = ggplot2::element_line(colour = ink[["grey"]], linewidth = 0.3),
      axis.text.y = ggplot2::element_text(size = points, hjust = 1),
      strip.text = ggplot2::element_text(size = page$points[["text"]], face = "bold"),
      panel.spacing.x = grid::unit(0.15, "inches")
    )
}

# What stands above the panels: each measure and its better side, in lines that fit.
measure_strips <- function(measures, width, points) {
  better <- c(max = "higher is better", min = "lower is better")[measures]
  lines <- Map(c, lapply(in_ascii(names(measures)), wrapped, width, points, 2), better)
  list(label = vapply(unname(lines), paste, "", collapse = "\n"), lines = lengths(lines))
}
