# Curves over a common axis, and what a plane shares with them: axes, ranges and legends.

# A table of curves with their looks: colour or line type (or mark) alone tells groups apart.
curve_looks <- function(curves) {
  label <- vapply(curves, function(one) one$label, character(1))
  group <- vapply(curves, function(one) one$group, character(1))
  role <- vapply(curves, function(one) one$role, character(1))
  named <- unique(group[group != ""])
  known <- match(group, names(group_looks$colour))
  other <- (match(group, named) - 1L) %% 7L + 1L
  colour <- ifelse(is.na(known), group_colours[other], group_looks$colour[known])
  type <- ifelse(is.na(known), group_types[other], group_looks$type[known])
  reference <- role == "reference"
  data.frame(
    label = label, group = group, role = role,
    colour = ifelse(reference, ink[["grey"]], colour), type = ifelse(reference, "solid", type),
    width = c(right = 2.2, wrong = 1, reference = 0.8)[role],
    mark = group_marks[(match(group, named) - 1L) %% length(group_marks) + 1L]
  )
}

group_looks <- list(
  colour = c(
    glrt = ink[["orange"]], bayes = ink[["blue"]], network = ink[["vermilion"]],
    network_average = ink[["black"]]
  ),
  type = c(glrt = "dotted", bayes = "solid", network = "dashed", network_average = "dotdash")
)
group_colours <- unname(ink[c("blue", "orange", "green", "vermilion", "purple", "sky", "black")])
group_types <- c("solid", "dashed", "dotted", "dotdash", "longdash", "twodash", "44")
group_marks <- c(21L, 22L, 23L, 24L, 25L)

curve_points <- function(curves) {
  do.call(rbind, lapply(seq_along(curves), function(i) {
    one <- curves[[i]]
    data.frame(curve = rep(i, length(one$x)), x = one$x, y = one$y)
  }))
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

# --- base graphics -----------------------------------------------------------------------------

paint_curves <- function(content, body) {
  looks <- curve_looks(content$curves)
  points <- curve_points(content$curves)
  legend <- legend_layout(looks$label, body)
  paper <- open_plane(content, points, body, legend$height, margin = c(0, 0.02))
  for (i in seq_along(content$curves)) {
    one <- points[points$curve == i, ]
    graphics::lines(
      paper$x(one$x), paper$y(one$y),
      col = looks$colour[i], lty = looks$type[i], lwd = looks$width[i]
    )
  }
  paint_legend(legend, looks, paper$bottom, body, function(i, x0, x1, y) {
    graphics::segments(
      x0, y, x1, y,
      col = looks$colour[i], lty = looks$type[i], lwd = looks$width[i]
    )
  })
}

# The frame should have half of the panel at least.
plane_height <- function(content, body) {
  labels <- vapply(content$curves, function(one) one$label, character(1))
  legend <- if (isTRUE(content$named)) 0 else legend_layout(labels, body)$height
  words <- axis_label(content$across$label, 0.8 * body$width, body$scale)$height
  legend + words + 0.3 * body$scale + 0.5 * graphics::par("pin")[2]
}

# Axes, and a frame: where points lie in inches, and where the legend begins.
open_plane <- function(content, points, body, legend, margin, room = 0) {
  small <- sizes[["small"]] * body$scale
  ranges <- list(
    x = axis_range(content$across, points$x, margin[1]),
    y = axis_range(content$up, points$y, margin[2])
  )
  ticks <- lapply(ranges, function(range) {
    at <- pretty(range, 5)
    at[at >= min(range) & at <= max(range)]
  })
  if (isFALSE(content$up$ticks)) {
    ticks$y <- numeric()
  }
  named <- format(ticks$y, trim = TRUE, drop0trailing = TRUE)
  heights <- body$height - legend - 0.14 - line_height(small)
  title <- paint_up(content$up$label, body, heights)
  left <- title + max(text_width(named, small), 0) + 0.1
  right <- body$width - 0.15
  height <- heights - axis_label(content$across$label, right - left, body$scale)$height
  top <- body$top
  bottom <- top + height
  x <- function(v) left + (v - ranges$x[1]) / diff(ranges$x) * (right - room - left)
  y <- function(v) bottom - (v - ranges$y[1]) / diff(ranges$y) * height
  graphics::rect(left, bottom, right, top, border = ink[["grey"]])
  if (length(ticks$y)) {
    graphics::segments(left - 0.05, y(ticks$y), left, y(ticks$y), col = ink[["grey"]])
    keep <- clear_of_each_other(y(ticks$y), line_height(small) - 0.08)
    say(left - 0.07, y(ticks$y)[keep], named[keep], small, side = 1)
  }
  end <- draw_axis(left, right, bottom, x(ticks$x), ticks$x, content$across$label, body$scale)
  list(x = x, y = y, left = left, right = right, top = top, edge = bottom, bottom = end)
}

# The words of the upright axis, in lines from the left; returns the inches that they take.
paint_up <- function(label, body, height) {
  label <- axis_label(fallback(label, ""), height, body$scale)
  if (length(label$lines)) {
    graphics::text(
      (seq_along(label$lines) - 0.5) * label$step, body$top + height / 2, label$lines,
      srt = 90, adj = 0.5, cex = label$cex
    )
  }
  label$height
}

# Entries of a legend in columns of equal width.
legend_layout <- function(labels, body) {
  small <- sizes[["small"]] * body$scale
  line <- 0.4 * body$scale
  most <- max(text_width(labels, small)) + line + 0.25
  across <- max(1, min(length(labels), 3, floor(body$width / most)))
  step <- line_height(small) * 1.1
  list(
    labels = labels, across = across, line = line, step = step,
    height = ceiling(length(labels) / across) * step + 0.05, most = most
  )
}

paint_legend <- function(legend, looks, y, body, sample) {
  small <- sizes[["small"]] * body$scale
  for (i in seq_along(legend$labels)) {
    x <- ((i - 1) %% legend$across) * legend$most
    middle <- y + 0.05 + ((i - 1) %/% legend$across + 0.5) * legend$step
    sample(i, x, x + legend$line, middle)
    say(x + legend$line + 0.08, middle, legend$labels[i], small)
  }
  y + legend$height
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_curves <- function(content) {
  looks <- curve_looks(content$curves)
  points <- curve_points(content$curves)
  points$curve <- factor(looks$label[points$curve], looks$label)
  value <- function(what) stats::setNames(looks[[what]], looks$label)
  .data <- ggplot2::.data
  ggplot2::ggplot(points, ggplot2::aes(
    x = .data$x, y = .data$y, colour = .data$curve, linetype = .data$curve, linewidth = .data$curve
  )) +
    ggplot2::geom_line(orientation = "x") +
    ggplot2::scale_colour_manual(values = value("colour")) +
    ggplot2::scale_linetype_manual(values = value("type")) +
    ggplot2::scale_linewidth_manual(values = value("width") * 0.45) +
    ggplot2::coord_cartesian(
      xlim = axis_range(content$across, points$x, 0), ylim = axis_range(content$up, points$y, 0.02)
    ) +
    legend_columns(looks$label, c("colour", "linetype", "linewidth")) +
    plane_axes(content) +
    theme_plane()
}

# A legend of these aesthetics, as many columns as fit.
legend_columns <- function(labels, aesthetics) {
  most <- max(nchar(labels)) * 8 * figure_scale() * 0.56 / 72 + 0.7
  columns <- max(1, min(3, floor((figure_width() - 0.8) / most)))
  guide <- ggplot2::guide_legend(ncol = columns, byrow = TRUE)
  do.call(ggplot2::guides, stats::setNames(rep(list(guide), length(aesthetics)), aesthetics))
}

plane_axes <- function(content) {
  ggplot2::labs(
    x = wrapped_for(content$across$label, 9, 0.85 * figure_width()),
    y = if (nzchar(content$up$label)) wrapped_for(content$up$label, 9, 0.6 * figure_size()[2])
  )
}

theme_plane <- function() {
  theme_figure(
    panel.border = ggplot2::element_rect(fill = NA, colour = ink[["grey"]]),
    axis.ticks = ggplot2::element_line(colour = ink[["grey"]]),
    legend.key.width = grid::unit(0.4, "inches"), legend.key.height = grid::unit(0.16, "inches")
  )
}
