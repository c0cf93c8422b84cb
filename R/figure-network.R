# The network of the measures: how probable each dependence is, and which way it must point.

# Measures round an ellipse of radius 1 from the top (two side by side), and the edges between them,
# least probable first so that the thick lines lie above.
network_layout <- function(content) {
  measures <- content$measures
  m <- length(measures)
  angle <- if (m > 2) 2 * pi * (seq_len(m) - 1) / m - pi / 2 else pi * seq_len(m)
  list(
    nodes = data.frame(
      measure = measures, x = if (m > 1) cos(angle) else 0, y = if (m > 2) sin(angle) else 0
    ),
    edges = content$edges[order(content$edges$probability), ]
  )
}

# Where lines from these points to others leave boxes of this half width and half height.
leaving <- function(x, y, to_x, to_y, half_width, half_height) {
  dx <- to_x - x
  dy <- to_y - y
  scale <- pmin(half_width / abs(dx), half_height / abs(dy))
  list(x = x + scale * dx, y = y + scale * dy)
}

# Where on its line each probability is written, in parts of the line: as near the middle as it
# hides neither a measure nor another probability. Boxes have columns x, y and half sizes w, h.
label_places <- function(x0, y0, x1, y1, w, h, taken) {
  tried <- c(0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)
  found <- numeric(length(x0))
  for (i in seq_along(x0)) {
    x <- x0[i] + tried * (x1[i] - x0[i])
    y <- y0[i] + tried * (y1[i] - y0[i])
    hidden <- vapply(seq_along(tried), function(k) {
      wide <- pmax(w[i] + taken$w - abs(x[k] - taken$x), 0)
      high <- pmax(h[i] + taken$h - abs(y[k] - taken$y), 0)
      sum(wide * high)
    }, numeric(1))
    best <- which.min(hidden)
    found[i] <- tried[best]
    taken <- rbind(taken, data.frame(x = x[best], y = y[best], w = w[i], h = h[i]))
  }
  found
}

# Ends of the edges between boxes of these half sizes, heads of arrows last.
edge_ends <- function(edges, nodes, half_width, half_height) {
  a <- match(edges$a, nodes$measure)
  b <- match(edges$b, nodes$measure)
  from <- leaving(nodes$x[a], nodes$y[a], nodes$x[b], nodes$y[b], half_width[a], half_height)
  to <- leaving(nodes$x[b], nodes$y[b], nodes$x[a], nodes$y[a], half_width[b], half_height)
  turned <- !is.na(edges$to) & edges$to == edges$a
  data.frame(
    x0 = ifelse(turned, to$x, from$x), y0 = ifelse(turned, to$y, from$y),
    x1 = ifelse(turned, from$x, to$x), y1 = ifelse(turned, from$y, to$y)
  )
}

# --- base graphics -----------------------------------------------------------------------------

network_height <- function(content, body) {
  m <- length(content$measures)
  if (m < 3) 1.2 * body$scale else (1 + 0.3 * m) * body$scale
}

paint_network <- function(content, body) {
  shown <- network_layout(content)
  nodes <- shown$nodes
  text <- sizes[["text"]] * body$scale
  small <- sizes[["small"]] * body$scale
  named <- distinct(nodes$measure, 36)
  cex <- fitting(named, body$width * (if (nrow(nodes) > 2) 0.32 else 0.36), Inf, text)
  half_width <- text_width(named, cex) / 2 + 0.1
  half_height <- line_height(cex) / 2 + 0.06
  height <- min(body$height, max(network_height(content, body), 0.6 * body$width))
  nodes$x <- body$width / 2 + nodes$x * (body$width / 2 - max(half_width))
  nodes$y <- body$top + height / 2 + nodes$y * (height / 2 - half_height)
  edges <- shown$edges
  if (nrow(edges)) {
    ends <- edge_ends(edges, nodes, half_width, half_height)
    width <- 0.6 + 4 * edges$probability
    graphics::segments(
      ends$x0, ends$y0, ends$x1, ends$y1,
      col = ink[["blue"]], lwd = width, lty = ifelse(edges$probability >= 0.5, 1, 2), lend = "butt"
    )
    pointed <- !is.na(edges$to)
    for (i in which(pointed)) {
      arrow_head(ends[i, ], 0.16 * body$scale)
    }
    wide <- text_width(edges$shown, small) / 2 + 0.03
    high <- rep(line_height(small) / 2, nrow(edges))
    taken <- data.frame(x = nodes$x, y = nodes$y, w = half_width, h = half_height)
    at <- label_places(ends$x0, ends$y0, ends$x1, ends$y1, wide, high, taken)
    x <- ends$x0 + at * (ends$x1 - ends$x0)
    y <- ends$y0 + at * (ends$y1 - ends$y0)
    graphics::rect(x - wide, y + high * 0.9, x + wide, y - high * 0.9, col = "white", border = NA)
    say(x, y, edges$shown, small, side = 0.5)
  }
  box(
    nodes$x - half_width, nodes$y - half_height, 2 * half_width, 2 * half_height, "#F2F6FB",
    border = ink[["blue"]]
  )
  say(nodes$x, nodes$y, named, cex, side = 0.5)
  body$top + height
}

arrow_head <- function(end, size) {
  length <- sqrt((end$x1 - end$x0)^2 + (end$y1 - end$y0)^2)
  dx <- (end$x1 - end$x0) / length * size
  dy <- (end$y1 - end$y0) / length * size
  graphics::polygon(
    end$x1 + c(0, -dx - 0.45 * dy, -dx + 0.45 * dy),
    end$y1 + c(0, -dy + 0.45 * dx, -dy - 0.45 * dx),
    col = ink[["blue"]], border = "white"
  )
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_network <- function(content) {
  shown <- network_layout(content)
  nodes <- shown$nodes
  nodes$label <- distinct(nodes$measure, 36)
  half_width <- pmin(0.1 + 0.018 * nchar(nodes$label), 0.55)
  half_height <- min(0.085, 0.45 * (1 - cos(2 * pi / nrow(nodes))))
  nodes$x <- nodes$x * 1.25
  nodes$xmin <- nodes$x - half_width
  nodes$xmax <- nodes$x + half_width
  nodes$ymin <- -nodes$y - half_height
  nodes$ymax <- -nodes$y + half_height
  words <- nodes[c("xmin", "xmax", "ymin", "ymax", "label")]
  words$side <- 0.5
  ggplot2::ggplot() +
    network_edges(shown$edges, nodes, half_width + 0.01, half_height + 0.015) +
    ggplot2::geom_rect(
      data = nodes, mapping = box_aes(), fill = "#F2F6FB", colour = ink[["blue"]]
    ) +
    geom_fitted(words) +
    ggplot2::scale_linewidth_continuous(range = c(0.3, 2), limits = c(0, 1), guide = "none") +
    ggplot2::scale_linetype_manual(
      values = c(certain = "solid", doubtful = "dashed"), guide = "none"
    ) +
    ggplot2::scale_x_continuous(NULL, breaks = NULL) +
    ggplot2::scale_y_continuous(NULL, breaks = NULL) +
    # The same circle for two measures, side by side, as for many.
    ggplot2::coord_cartesian(ylim = c(-1, 1) * max(1, nodes$ymax)) +
    theme_figure()
}

# Lines as thick as probable, arrows, and the probabilities.
network_edges <- function(edges, nodes, half_width, half_height) {
  if (!nrow(edges)) {
    return(NULL)
  }
  ends <- edge_ends(edges, nodes, half_width, half_height)
  drawn <- data.frame(
    edges, x = ends$x0, xend = ends$x1, y = -ends$y0, yend = -ends$y1,
    type = ifelse(edges$probability < 0.5, "doubtful", "certain")
  )
  wide <- rep(0.1, nrow(edges))
  high <- rep(0.05, nrow(edges))
  taken <- data.frame(x = nodes$x, y = nodes$y, w = half_width, h = half_height)
  at <- label_places(ends$x0, ends$y0, ends$x1, ends$y1, wide, high, taken)
  x <- ends$x0 + at * (ends$x1 - ends$x0)
  y <- -ends$y0 - at * (ends$y1 - ends$y0)
  words <- data.frame(
    xmin = x - wide, xmax = x + wide, ymin = y - high, ymax = y + high, label = edges$shown,
    side = 0.5, points = 7.5
  )
  .data <- ggplot2::.data
  line <- segment_aes(linewidth = .data$probability, linetype = .data$type)
  pointed <- drawn[!is.na(drawn$to), ]
  list(
    ggplot2::geom_segment(data = drawn, mapping = line, colour = ink[["blue"]]),
    if (nrow(pointed)) {
      ggplot2::geom_segment(
        data = pointed, mapping = segment_aes(), colour = ink[["blue"]], linewidth = 0.3,
        arrow = grid::arrow(length = grid::unit(0.13, "inches"), angle = 25, type = "closed")
      )
    },
    geom_fitted(words, paper = TRUE)
  )
}
