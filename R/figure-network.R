# The network of the measures: how probable each dependence is, and which way it must point.

figure_network <- function(content, page) {
  nodes <- network_nodes(content$measures, page)
  edges <- edges_between(content$edges[order(content$edges$probability), ], nodes)
  list(
    segments_of(edges, c(linewidth = "probability", linetype = "type"), colour = ink[["blue"]]),
    layer_of(
      ggplot2::geom_polygon, arrow_heads(edges, 0.018 * page$points[["text"]]),
      c("x", "y", group = "edge"),
      fill = ink[["blue"]], colour = "white", linewidth = 0.3
    ),
    geom_fitted(edge_words(edges, nodes, page$points[["small"]])),
    boxes_of(nodes, fill = ink[["paper_blue"]], colour = ink[["blue"]]),
    geom_fitted(nodes),
    ggplot2::scale_linewidth_continuous(
      range = page$points[["text"]] * c(0.03, 0.2), limits = c(0, 1), guide = "none"
    ),
    ggplot2::scale_linetype_identity(),
    panel_in_inches(page$width, attr(nodes, "height"), page$height)
  )
}

# Measures round an ellipse from the top (two side by side), in boxes as large as their names.
network_nodes <- function(measures, page) {
  m <- length(measures)
  names <- distinct(measures)
  text <- fitting(names, page$width * (if (m > 2) 0.32 else 0.36), page$points[["text"]])
  half <- text_width(names, text) / 2 + 0.08
  high <- line_height(text) / 2 + 0.05
  height <- min(page$height, if (m > 2) max(1 + 0.4 * m, 0.55 * page$width) else 1)
  angle <- if (m > 2) pi / 2 - 2 * pi * (seq_len(m) - 1) / m else pi * seq_len(m)
  x <- page$width / 2 + (m > 1) * cos(angle) * (page$width / 2 - max(half))
  y <- -height / 2 + (m > 2) * sin(angle) * (height / 2 - high)
  nodes <- data.frame(
    measure = measures, x = x, y = y, half = half, high = high,
    xmin = x - half, xmax = x + half, ymin = y - high, ymax = y + high,
    label = names, side = 0.5, points = text
  )
  structure(nodes, height = height)
}

# Edges from box to box; those with an arrow end at its head.
edges_between <- function(edges, nodes) {
  turned <- !is.na(edges$to) & edges$to == edges$a
  from <- nodes[match(ifelse(turned, edges$b, edges$a), nodes$measure), ]
  to <- nodes[match(ifelse(turned, edges$a, edges$b), nodes$measure), ]
  dx <- to$x - from$x
  dy <- to$y - from$y
  leave <- function(node) pmin((node$half + 0.02) / abs(dx), (node$high + 0.02) / abs(dy))
  edges$x <- from$x + leave(from) * dx
  edges$y <- from$y + leave(from) * dy
  edges$xend <- to$x - leave(to) * dx
  edges$yend <- to$y - leave(to) * dy
  edges$type <- ifelse(edges$probability < 0.5, "dashed", "solid")
  edges
}

arrow_heads <- function(edges, size) {
  heads <- lapply(which(!is.na(edges$to)), function(i) {
    one <- edges[i, ]
    long <- sqrt((one$xend - one$x)^2 + (one$yend - one$y)^2)
    dx <- (one$xend - one$x) / long * size
    dy <- (one$yend - one$y) / long * size
    data.frame(
      edge = i, x = one$xend + c(0, -dx - 0.45 * dy, -dx + 0.45 * dy),
      y = one$yend + c(0, -dy + 0.45 * dx, -dy - 0.45 * dx)
    )
  })
  do.call(rbind, heads)
}

# Each probability on its line, on a strip of paper: as near the middle as it hides neither a
# measure nor another probability.
edge_words <- function(edges, nodes, points) {
  tried <- c(0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)
  shared <- function(low, high, lows, highs) pmax(pmin(high, highs) - pmax(low, lows), 0)
  taken <- nodes[corners]
  words <- list()
  for (i in rev(seq_len(nrow(edges)))) { # the most probable first
    one <- edges[i, ]
    boxes <- text_boxes(
      rep(one$shown, length(tried)), one$x + tried * (one$xend - one$x),
      one$y + tried * (one$yend - one$y), points, 0.5,
      paper = "white"
    )
    hidden <- vapply(seq_along(tried), function(k) {
      box <- boxes[k, ]
      sum(shared(box$xmin, box$xmax, taken$xmin, taken$xmax) *
        shared(box$ymin, box$ymax, taken$ymin, taken$ymax))
    }, numeric(1))
    words[[i]] <- boxes[which.min(hidden), ]
    taken <- rbind(taken, words[[i]][corners])
  }
  do.call(rbind, words)
}
