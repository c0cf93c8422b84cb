# Curves over a common axis, and what a plane shares with them: looks, axes and the legend.

figure_curves <- function(content, page) {
  looks <- curve_looks(content$curves, page)
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
curve_looks <- function(curves, page) {
  text <- function(field) vapply(curves, function(one) one[[field]], character(1))
  looks <- data.frame(label = text("label"), group = text("group"), role = text("role"))
  looks$label <- shortened_to(looks$label, page$width - 0.7, page$points[["small"]])
  curve_colours <- page$look$series
  named <- match(looks$group, names(group_series))
  nth <- match(looks$group, unique(looks$group[looks$group != ""])) - 1L
  other <- function(values) values[nth %% length(values) + 1L]
  reference <- looks$role == "reference"
  looks$colour <- ifelse(is.na(named), other(curve_colours), curve_colours[group_series[named]])
  looks$type <- ifelse(is.na(named), other(curve_types), group_types[named])
  looks$colour[reference] <- page$look$quiet
  looks$type[reference] <- "solid"
  looks$width <- c(right = 1, wrong = 0.45, reference = 0.4)[looks$role]
  looks$mark <- other(curve_marks)
  looks
}

# Places in the series of colours, and line types: either is enough.
group_series <- c(
  glrt = 2, bayes = 1, network = 4, network_average = 7, claim = 1, leader = 1, "next" = 2
)
group_types <- c("dotted", "solid", "dashed", "dotdash", "solid", "solid", "dashed")
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

# No more than three lines; the rest is left out.
at_most <- function(lines, most = 3L) {
  if (length(lines) > most) c(lines[seq_len(most - 1L)], "...") else lines
}

# The words of both axes in lines that fit, beside a frame; `labels` are those of the legend.
plane_axes <- function(content, page, labels = character()) {
  rows <- if (length(labels)) ceiling(length(labels) / legend_columns(labels, page)) else 0
  small <- page$points[["small"]]
  across <- at_most(balanced(content$across$label, 0.85 * page$width, small))
  high <- page$height - axis_height(across, page) - 0.17 * rows
  up <- at_most(balanced(if (is.null(content$up$label)) "" else content$up$label, high, small))
  list(
    ggplot2::labs(
      x = paste(across, collapse = "\n"), y = if (length(up)) paste(up, collapse = "\n")
    ),
    ggplot2::theme(
      axis.title = ggplot2::element_text(size = small, colour = page$look$quiet),
      axis.title.x = ggplot2::element_text(size = small, colour = page$look$quiet),
      panel.border = ggplot2::element_rect(fill = NA, colour = page$look$line),
      axis.ticks = ggplot2::element_line(colour = page$look$line, linewidth = 0.3),
      legend.key.width = grid::unit(0.3, "inches"), legend.justification = "left",
      legend.key.height = grid::unit(line_height(small), "inches")
    )
  )
}
