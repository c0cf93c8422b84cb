# Curves over a common axis, and what a plane shares with them: looks, axes and the legend.

figure_curves <- function(content, page) {
  looks <- curve_looks(content$curves)
  points <- curve_points(content$curves, looks)
  look <- function(column) stats::setNames(looks[[column]], looks$label)
  list(
    layer_of(
      ggplot2::geom_path, points,
      c("x", "y", colour = "label", linetype = "label", linewidth = "label")
    ),
    ggplot2::scale_colour_manual(values = look("colour")),
    ggplot2::scale_linetype_manual(values = look("type")),
    ggplot2::scale_linewidth_manual(values = look("width")),
    ggplot2::coord_cartesian(
      xlim = axis_range(content$across, points$x, 0), ylim = axis_range(content$up, points$y, 0.02)
    ),
    legend_of(looks$label, page, c("colour", "linetype", "linewidth")),
    plane_axes(content, page, looks$label)
  )
}

# A table of curves with their looks: colour or line type (or mark) alone tells groups apart.
curve_looks <- function(curves) {
  text <- function(field) vapply(curves, function(one) one[[field]], character(1))
  looks <- data.frame(label = text("label"), group = text("group"), role = text("role"))
  named <- match(looks$group, names(group_colours))
  nth <- match(looks$group, unique(looks$group[looks$group != ""])) - 1L
  other <- function(values) values[nth %% length(values) + 1L]
  reference <- looks$role == "reference"
  looks$colour <- ifelse(is.na(named), other(unname(curve_colours)), group_colours[named])
  looks$type <- ifelse(is.na(named), other(curve_types), group_types[named])
  looks$colour[reference] <- ink[["grey"]]
  looks$type[reference] <- "solid"
  looks$width <- c(right = 1, wrong = 0.45, reference = 0.4)[looks$role]
  looks$mark <- other(curve_marks)
  looks
}

group_colours <- c(
  glrt = ink[["orange"]], bayes = ink[["blue"]], network = ink[["vermilion"]],
  network_average = ink[["black"]]
)
group_types <- c("dotted", "solid", "dashed", "dotdash")
curve_colours <- ink[c("blue", "orange", "green", "vermilion", "purple", "sky", "black")]
curve_types <- c("solid", "dashed", "dotted", "dotdash", "longdash", "twodash", "44")
curve_marks <- 21:25

# The points of all curves, with what is known of their curve.
curve_points <- function(curves, looks) {
  points <- lapply(seq_along(curves), function(i) {
    one <- curves[[i]]
    known <- looks[rep(i, length(one$x)), c("label", "group", "role")]
    data.frame(known, x = unlist(one$x), y = unlist(one$y), row.names = NULL)
  })
  points <- do.call(rbind, points)
  points$label <- factor(points$label, unique(looks$label))
  points
}

# The range of an axis: its own, or that of the values with a margin; turned if lower is better.
axis_range <- function(axis, values, margin) {
  range <- unlist(axis$range)
  if (length(range) != 2L) {
    range <- range(values)
    range <- range + c(-1, 1) * max(diff(range), 1e-9) * margin
  }
  if (isTRUE(axis$reverse)) rev(range) else range
}

# --- legend and axes ---------------------------------------------------------------------------

legend_columns <- function(labels, page) {
  most <- max(text_width(labels, page$points[["small"]])) + 0.6
  max(1, min(3, floor(page$width / most)))
}

# A legend of these aesthetics, as many columns as fit; `looks` are those of its samples.
legend_of <- function(labels, page, aesthetics, looks = list()) {
  guide <- ggplot2::guide_legend(
    ncol = legend_columns(labels, page), byrow = TRUE, override.aes = looks
  )
  do.call(ggplot2::guides, stats::setNames(rep(list(guide), length(aesthetics)), aesthetics))
}

# The words of both axes in lines that fit, beside a frame; `labels` are those of the legend.
plane_axes <- function(content, page, labels = character()) {
  rows <- if (length(labels)) ceiling(length(labels) / legend_columns(labels, page)) else 0
  text <- page$points[["text"]]
  across <- balanced(content$across$label, 0.85 * page$width, text)
  high <- page$height - axis_height(across, page) - 0.17 * rows
  up <- balanced(if (is.null(content$up$label)) "" else content$up$label, high, text)
  list(
    ggplot2::labs(
      x = paste(across, collapse = "\n"), y = if (length(up)) paste(up, collapse = "\n")
    ),
    ggplot2::theme(
      panel.border = ggplot2::element_rect(fill = NA, colour = ink[["grey"]]),
      axis.ticks = ggplot2::element_line(colour = ink[["grey"]], linewidth = 0.3),
      legend.key.width = grid::unit(0.4, "inches"), legend.justification = "left"
    )
  )
}
