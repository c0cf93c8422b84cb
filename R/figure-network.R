# The network of the measures: how probable each dependence is, and which way it must point; grey
# where the data do not tell. Measures that depend on no other stand apart.

figure_network <- function(content, page) {
  look <- page$look
  at <- network_places(content, page)
  edges <- edges_between(content$edges[order(content$edges$probability), ], at$nodes)
  edges$colour <- ifelse(edges$told, look$better[1], look$line)
  words <- edge_words(edges, at$nodes, page$points[["small"]], look)
  list(
    segments_of(
      edges, c(linewidth = "wide", linetype = "type", colour = "colour")
    ),
    layer_of(
      ggplot2::geom_polygon, arrow_heads(edges, 0.018 * page$points[["text"]]),
      c("x", "y", group = "edge", fill = "colour"),
      colour = look$paper, linewidth = 0.3
    ),
    geom_fitted(words),
    boxes_of(at$nodes, fill = look$paper, colour = look$better[1]),
    boxes_of(at$alone, fill = look$paper, colour = look$line),
    geom_fitted(network_words(at$nodes, look)),
    geom_fitted(network_words(at$alone, look)),
    if (NROW(at$alone)) {
      geom_fitted(text_boxes(
        beside_words, 0, at$alone$y[1], page$points[["small"]],
        shade = look$quiet
      ))
    },
    ggplot2::scale_linewidth_identity(),
    ggplot2::scale_linetype_identity(),
    ggplot2::scale_colour_identity(),
    ggplot2::scale_fill_identity(),
    panel_in_inches(page$width, at$height, page$height)
  )
}

node_high <- 0.26 # inches: height of a measure's box
beside_words <- "On their own:"

# The boxes of the measures, those of the graph and those that stand alone, and the height of all.
network_places <- function(content, page) {
  m <- length(content$measures)
  width <- min(page$width, 4.6)
  every <- c(content$measures, content$alone)
  room <- width * (if (m) 0.3 else 0.9) - 0.1
  points <- fitting(every, room, page$points[["text"]])
  label <- distinct_in(every, room, points)
  wide <- text_width(label, points) + 0.16
  left <- text_width(beside_words, page$points[["small"]]) + 0.1
  lone <- seq_along(every) > m
  alone <- lone_places(wide[lone], left, width)
  below <- alone$rows * (node_high + 0.06) + 0.1 * (m > 0 && alone$rows > 0)
  high <- if (!m) 0 else if (m <= 2) node_high + 0.2 else min(1 + 0.3 * m, 0.5 * width)
  high <- max(min(high, page$height - below), if (m) node_high else 0)
  nodes <- node_boxes(every[seq_len(m)], label[seq_len(m)], wide[seq_len(m)], points)
  across <- (width - max(wide)) / 2
  angle <- pi / 2 - 2 * pi * (seq_len(m) - 1) / max(m, 1)
  if (m > 2) {
    up <- (high - node_high) / 2 * sin(angle)
    nodes <- placed_at(nodes, width / 2 + across * cos(angle), up - high / 2)
  } else if (m) {
    aside <- across * 0.7 * c(-1, 1)[seq_len(m)] * (m > 1)
    nodes <- placed_at(nodes, width / 2 + aside, -high / 2)
  }
  apart <- node_boxes(every[lone], label[lone], wide[lone], points)
  if (nrow(apart)) {
    y <- -(high + below) + (alone$rows - alone$row + 0.5) * (node_high + 0.06)
    apart <- placed_at(apart, alone$x, y)
  }
  list(nodes = nodes, alone = apart, height = high + below)
}

# Boxes of this width in lines, from `left` on: the middle and the row of each.
lone_places <- function(wide, left, width) {
  x <- numeric(length(wide))
  row <- integer(length(wide))
  used <- Inf
  for (i in seq_along(wide)) {
    new <- used + wide[i] > width
    row[i] <- max(c(0L, row)) + new
    used <- if (new) left else used
    x[i] <- used + wide[i] / 2
    used <- used + wide[i] + 0.08
  }
  list(x = x, row = row, rows = max(c(0L, row)))
}

node_boxes <- function(measures, label, wide, points) {
  n <- length(measures)
  data.frame(
    measure = measures, label = label, half = wide / 2, high = rep(node_high / 2, n),
    points = rep(points, n)
  )
}

placed_at <- function(nodes, x, y) {
  nodes$x <- x
  nodes$y <- y
  nodes[corners] <- list(x - nodes$half, x + nodes$half, y - nodes$high, y + nodes$high)
  nodes
}

network_words <- function(nodes, look) {
  if (NROW(nodes)) {
    text_boxes(nodes$label, nodes$x, nodes$y, nodes$points, 0.5, shade = look$ink)
  }
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
  edges$type <- ifelse(!edges$told | edges$probability < 0.5, "dashed", "solid")
  edges$wide <- ifelse(edges$told, 0.2 + 1.1 * edges$probability, 0.3)
  edges
}

arrow_heads <- function(edges, size) {
  heads <- lapply(which(!is.na(edges$to)), function(i) {
    one <- edges[i, ]
    long <- sqrt((one$xend - one$x)^2 + (one$yend - one$y)^2)
    dx <- (one$xend - one$x) / long * size
    dy <- (one$yend - one$y) / long * size
    data.frame(
      edge = i, colour = one$colour,
      x = one$xend + c(0, -dx - 0.45 * dy, -dx + 0.45 * dy),
      y = one$yend + c(0, -dy + 0.45 * dx, -dy - 0.45 * dx)
    )
  })
  do.call(rbind, heads)
}

# Each probability on its line, on a strip of paper: as near the middle as it hides neither a
# measure nor another probability.
edge_words <- function(edges, nodes, points, look) {
  tried <- c(0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.15, 0.85)
  shared <- function(low, high, lows, highs) pmax(pmin(high, highs) - pmax(low, lows), 0)
  taken <- if (nrow(edges)) nodes[corners]
  words <- list()
  for (i in rev(seq_len(nrow(edges)))) { # the most probable first
    one <- edges[i, ]
    boxes <- text_boxes(
      rep(one$shown, length(tried)), one$x + tried * (one$xend - one$x),
      one$y + tried * (one$yend - one$y), points, 0.5,
      paper = look$paper, shade = if (one$told) look$ink else look$quiet
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
