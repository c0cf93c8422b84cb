# Two measures at a time: data sets, contours, regions and means, in a plane whose axes point to the
# better side.

# The looks of a plane's curves: as of curves, and of a plane without groups by role.
plane_looks <- function(content) {
  looks <- curve_looks(content$curves)
  role <- looks$role
  contour <- cumsum(role == "contour")
  plain <- looks$group == ""
  looks$colour[plain] <- unname(c(
    data = ink[["black"]], region = ink[["blue"]], contour = ink[["grey"]], mean = ink[["blue"]],
    origin = ink[["vermilion"]]
  )[role[plain]])
  looks$type[plain & role == "contour"] <-
    c("dotted", "dashed", "dotdash")[(contour[plain & role == "contour"] - 1) %% 3 + 1]
  marks <- c(data = 20L, region = 15L, contour = NA, mean = 21L, origin = 4L)
  looks$mark[plain] <- marks[role[plain]]
  looks
}

# --- base graphics -----------------------------------------------------------------------------

paint_plane <- function(content, body) {
  named <- isTRUE(content$named)
  looks <- plane_looks(content)
  points <- curve_points(content$curves)
  legend <- if (!named) legend_layout(looks$label, body)
  means <- which(looks$role == "mean")
  room <- 0
  if (named) {
    text <- sizes[["text"]] * body$scale
    names <- distinct(looks$label[means], 35)
    cex <- fitting(names, 0.36 * body$width, Inf, text)
    room <- max(text_width(names, cex)) + 0.35
  }
  paper <- open_plane(content, points, body, fallback(legend$height, 0), c(0.05, 0.05), room)
  if (!named) {
    graphics::segments(
      c(paper$left, paper$x(0)), c(paper$y(0), paper$top),
      c(paper$right, paper$x(0)), c(paper$y(0), paper$edge),
      col = ink[["pale_grey"]]
    )
  }
  for (i in order(match(looks$role, c("region", "contour", "data", "mean", "origin")))) {
    one <- points[points$curve == i, ]
    paint_part(looks[i, ], paper$x(one$x), paper$y(one$y), named)
  }
  if (named) {
    at <- points[match(means, points$curve), ]
    name_means(names, paper$x(at$x), paper$y(at$y), paper, room, cex)
    return(paper$bottom)
  }
  paint_legend(legend, looks, paper$bottom, body, function(i, x0, x1, y) {
    if (looks$role[i] == "contour") {
      return(graphics::segments(x0, y, x1, y, lty = looks$type[i], col = looks$colour[i]))
    }
    if (looks$role[i] == "region") {
      return(box(x0, y - 0.05, x1 - x0, 0.1, ink[["pale_blue"]], border = looks$colour[i]))
    }
    paint_part(looks[i, ], (x0 + x1) / 2, y, named)
  })
}

paint_part <- function(look, x, y, named) {
  colour <- look$colour
  switch(look$role,
    region = graphics::polygon(x, y, col = ink[["pale_blue"]], border = colour, lwd = 1.5),
    contour = graphics::lines(x, y, col = colour, lty = look$type, lwd = 1.2),
    data = if (named) {
      faint <- grDevices::adjustcolor(colour, 0.5)
      graphics::points(x, y, pch = look$mark, col = faint, bg = faint, cex = 0.45)
    } else {
      graphics::points(x, y, pch = 20, col = colour, cex = 0.7)
    },
    mean = graphics::points(x, y, pch = look$mark, bg = colour, col = "black", cex = 1.3),
    origin = graphics::points(x, y, pch = 4, col = colour, cex = 1.4, lwd = 2.5)
  )
}

# Names at the right, in the order of their means from the top, a line to each.
name_means <- function(names, x, y, paper, room, cex) {
  down <- order(y)
  step <- min(line_height(cex), (paper$edge - paper$top) / length(names))
  cex <- cex * step / line_height(cex)
  at <- apart(y[down], step, paper$top + step / 2, paper$edge - step / 2)
  left <- paper$right - room + 0.25
  graphics::segments(x[down], y[down], left, at, col = ink[["grey"]], lwd = 0.6)
  say(left + 0.04, at, names[down], cex)
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_plane <- function(content) {
  looks <- plane_looks(content)
  points <- curve_points(content$curves)
  points <- cbind(points, looks[points$curve, c("label", "group", "role")])
  points$label <- factor(points$label, unique(looks$label))
  part <- function(...) points[points$role %in% c(...), ]
  axis <- function(of, scale) {
    trans <- if (isTRUE(of$reverse)) "reverse" else "identity"
    if (isFALSE(of$ticks)) scale(breaks = NULL) else scale(trans = trans)
  }
  ggplot2::ggplot(points) +
    axis(content$across, ggplot2::scale_x_continuous) +
    axis(content$up, ggplot2::scale_y_continuous) +
    plane_axes(content) +
    theme_plane() +
    (if (isTRUE(content$named)) named_layers(part, looks) else plain_layers(part, looks))
}

# Region, contours, data sets, mean and origin, each with its entry in the legend.
plain_layers <- function(part, looks) {
  .data <- ggplot2::.data
  of <- function(what, ...) {
    chosen <- looks[looks$role %in% c(...), ]
    stats::setNames(chosen[[what]], chosen$label)
  }
  marks <- c("data", "mean", "origin")
  place <- function(...) ggplot2::aes(x = .data$x, y = .data$y, ...)
  shape <- of("mark", marks)
  shape[shape == 21] <- 19
  size <- stats::setNames(c(data = 1, mean = 2.6, origin = 3)[of("role", marks)], names(shape))
  list(
    ggplot2::geom_hline(yintercept = 0, colour = ink[["pale_grey"]]),
    ggplot2::geom_vline(xintercept = 0, colour = ink[["pale_grey"]]),
    ggplot2::geom_polygon(data = part("region"), place(fill = .data$label), colour = ink[["blue"]]),
    ggplot2::geom_path(
      data = part("contour"), place(linetype = .data$label), colour = ink[["grey"]]
    ),
    ggplot2::geom_point(
      data = part(marks),
      place(shape = .data$label, colour = .data$label, size = .data$label), stroke = 1.1
    ),
    ggplot2::scale_fill_manual(values = stats::setNames(
      rep(ink[["pale_blue"]], sum(looks$role == "region")), looks$label[looks$role == "region"]
    )),
    ggplot2::scale_linetype_manual(values = of("type", "contour")),
    ggplot2::scale_shape_manual(values = shape),
    ggplot2::scale_colour_manual(values = of("colour", marks)),
    ggplot2::scale_size_manual(values = size),
    ggplot2::theme(
      legend.box = "vertical", legend.spacing.y = grid::unit(0, "inches"),
      legend.box.just = "left"
    )
  )
}

# Groups with their points, contours and means; the names stand at the right, a line to each.
named_layers <- function(part, looks) {
  .data <- ggplot2::.data
  means <- part("mean")
  looks <- looks[looks$role == "mean", ]
  of <- function(what) stats::setNames(looks[[what]], looks$group)
  place <- function(...) ggplot2::aes(x = .data$x, y = .data$y, ...)
  whole <- part("mean", "data", "contour")
  left <- max(whole$x) + 0.06 * diff(range(whole$x))
  right <- left + 0.5 * diff(range(whole$x))
  low <- min(whole$y)
  high <- max(whole$y)
  step <- (high - low) / max(nrow(means), 18)
  means <- means[order(means$y), ]
  at <- apart(means$y, step, low, high)
  words <- data.frame(
    xmin = left, xmax = right, ymin = at - step / 2, ymax = at + step / 2,
    label = paste0(" ", distinct(as.character(means$label), 35))
  )
  list(
    ggplot2::geom_segment(
      data = data.frame(x = means$x, y = means$y, xend = left, yend = at),
      mapping = segment_aes(), colour = ink[["grey"]], linewidth = 0.2
    ),
    ggplot2::geom_point(
      data = part("data"), place(fill = .data$group, shape = .data$group),
      size = 1.5, stroke = 0, alpha = 0.5, show.legend = FALSE
    ),
    ggplot2::geom_path(
      data = part("contour"), place(colour = .data$group, linetype = .data$group),
      linewidth = 0.4, show.legend = FALSE
    ),
    ggplot2::geom_point(
      data = means, place(fill = .data$group, shape = .data$group), size = 2.8, show.legend = FALSE
    ),
    ggplot2::scale_fill_manual(values = of("colour")),
    ggplot2::scale_shape_manual(values = of("mark")),
    ggplot2::scale_colour_manual(values = of("colour")),
    ggplot2::scale_linetype_manual(values = of("type")),
    geom_fitted(words)
  )
}
