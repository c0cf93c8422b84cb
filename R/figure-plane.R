# Two measures at a time: data sets, contours, regions and means, in a plane whose axes point to the
# better side.

figure_plane <- function(content, page) {
  looks <- curve_looks(content$curves, page)
  points <- curve_points(content$curves, looks)
  axis <- function(of, scale) {
    if (isFALSE(of$ticks)) {
      scale(breaks = NULL)
    } else {
      scale(trans = if (isTRUE(of$reverse)) "reverse" else "identity")
    }
  }
  named <- isTRUE(content$named)
  list(
    if (named) named_parts(points, looks, page) else explained_parts(points, looks, page),
    axis(content$across, ggplot2::scale_x_continuous),
    axis(content$up, ggplot2::scale_y_continuous),
    plane_axes(content, page, if (!named) looks$label)
  )
}

# Region, contours, data sets, mean and origin, with a legend that says what is what.
explained_parts <- function(points, looks, page) {
  looks <- plain_looks(looks, page$look)
  part <- function(...) points[points$role %in% c(...), ]
  labelled <- c("x", "y", colour = "label")
  look <- function(column) stats::setNames(looks[[column]], looks$label)
  data <- piled_up(part("data"))
  marks <- part("mean", "origin")
  list(
    ggplot2::geom_hline(yintercept = 0, colour = page$look$line, linewidth = 0.3),
    ggplot2::geom_vline(xintercept = 0, colour = page$look$line, linewidth = 0.3),
    layer_of(
      ggplot2::geom_polygon, part("region"), labelled,
      fill = page$look$better[2], key_glyph = "rect", linewidth = 0.5
    ),
    layer_of(ggplot2::geom_path, part("contour"), c(labelled, linetype = "label"), linewidth = 0.4),
    points_of(data, c("x", "y", colour = "label"), shape = 19, size = 0.8 * sqrt(data$count)),
    points_of(marks, c(labelled, shape = "label", size = "label"), stroke = 1),
    ggplot2::scale_colour_manual(values = look("colour"), breaks = looks$label),
    ggplot2::scale_linetype_manual(values = look("type"), guide = "none"),
    ggplot2::scale_shape_manual(values = look("mark"), guide = "none"),
    ggplot2::scale_size_manual(values = look("size"), guide = "none"),
    legend_of(looks$label, page, "colour", list(
      shape = looks$mark, linetype = looks$type, size = looks$size,
      fill = ifelse(looks$role == "region", page$look$better[2], NA)
    ))
  )
}

# Of a plane without groups, each role has its look.
plain_looks <- function(looks, theme) {
  look <- function(...) unname(c(...)[looks$role])
  looks$colour <- look(
    data = theme$ink, region = theme$better[1], contour = theme$quiet, mean = theme$better[1],
    origin = theme$worse[1]
  )
  contour <- looks$role == "contour"
  looks$type <- ifelse(contour, c("dotdash", "dotted", "dashed")[cumsum(contour) %% 3 + 1], "blank")
  looks$mark <- look(data = 19L, region = NA, contour = NA, mean = 19L, origin = 4L)
  looks$size <- look(data = 0.8, region = NA, contour = NA, mean = 2.6, origin = 2.6)
  looks
}

# Points that coincide as one, with their number.
piled_up <- function(points) {
  if (!nrow(points)) {
    return(cbind(points, count = numeric()))
  }
  at <- paste(points$x, points$y)
  first <- !duplicated(at)
  cbind(points[first, ], count = as.numeric(table(at)[at[first]]))
}

# Groups with their points, contours and means; the names stand at the right, a line to each.
named_parts <- function(points, looks, page) {
  part <- function(role) points[points$role == role, ]
  means <- part("mean")
  groups <- looks[looks$role == "mean", ]
  look <- function(column) stats::setNames(groups[[column]], groups$group)
  names <- mean_names(points, page)
  hidden <- function(make, data, columns, ...) {
    layer_of(make, data, c("x", "y", columns), ..., show.legend = FALSE)
  }
  list(
    segments_of(names, colour = page$look$line, linewidth = 0.2),
    hidden(
      ggplot2::geom_point, part("data"), c(fill = "group", shape = "group"),
      size = 1.4, stroke = 0, alpha = 0.5
    ),
    hidden(
      ggplot2::geom_path, part("contour"), c(colour = "group", linetype = "group"),
      linewidth = 0.4
    ),
    hidden(ggplot2::geom_point, means, c(fill = "group", shape = "group"), size = 2.6),
    ggplot2::scale_fill_manual(values = look("colour")),
    ggplot2::scale_colour_manual(values = look("colour")),
    ggplot2::scale_shape_manual(values = look("mark")),
    ggplot2::scale_linetype_manual(values = look("type")),
    geom_fitted(names)
  )
}

# Lines from the means to boxes of their names, in the order of the means, right of all points.
mean_names <- function(points, page) {
  means <- points[points$role == "mean", ]
  means <- means[order(means$y), ]
  fitted <- fitted_words(as.character(means$label), 0.3 * page$width, page$points[["text"]])
  label <- fitted$text
  text <- fitted$points
  wide <- max(text_width(label, text)) + 0.4
  spread <- function(x) max(diff(range(x)), 1e-9)
  unit <- (page$width - wide - 0.6) / spread(points$x) # inches
  left <- max(points$x) + 0.25 / unit
  high <- max(page$height - 0.9, 0.5)
  step <- spread(points$y) * min(1 / nrow(means), 1.1 * line_height(text) / high)
  at <- apart(means$y, step, min(points$y), max(points$y))
  words <- text_boxes(
    label, left + 0.05 / unit, at, text,
    unit = unit, shade = rep(page$look$ink, length(at))
  )
  words$ymin <- at - step / 2
  words$ymax <- at + step / 2
  data.frame(words, x = means$x, y = means$y, xend = left, yend = at)
}
