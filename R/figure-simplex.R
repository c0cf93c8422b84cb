# Triangles of three outcomes: points of the posterior, and the probability of each outcome.

figure_simplex <- function(content, page) {
  plan <- simplex_plan(length(content$triangles), page)
  kept <- content$triangles[seq_len(min(length(content$triangles), plan$columns * plan$rows))]
  parts <- lapply(seq_along(kept), function(i) simplex_parts(kept[[i]], i - 1, plan, page))
  together <- function(part) do.call(rbind, lapply(parts, `[[`, part))
  left <- left_out(length(content$triangles), length(kept), "triangle")
  structure(
    list(
      segments_of(
        together("lines"), c(linetype = "type"),
        colour = page$look$line, linewidth = 0.3
      ),
      points_of(
        together("points"), c("x", "y", fill = "fill", shape = "mark"),
        size = mark_size(2.2), stroke = 0, colour = "#00000000", alpha = 0.7
      ),
      geom_fitted(together("words")), looks_as_given(),
      panel_in_inches(page$width, plan$rows * (plan$tall + plan$gap) - plan$gap, page$height)
    ),
    left_out = left
  )
}

high_of_one <- sqrt(3) / 2 # height of a triangle whose sides are 1

# Triangles side by side, and below each other where the width is not enough.
simplex_plan <- function(n, page) {
  gap <- 0.2
  small <- line_height(page$points[["small"]])
  label <- line_height(page$points[["text"]])
  most <- max(1, floor((page$width + gap) / (1.4 + gap)))
  columns <- ceiling(n / ceiling(n / most))
  cell <- min((page$width + gap) / columns - gap, 3)
  words <- label + 4 * small + 0.1
  rows <- ceiling(n / columns)
  side <- min(cell - 0.1, 2.4, ((page$height + gap) / rows - gap - words) / high_of_one)
  if (side < 0.9) {
    side <- min(cell - 0.1, 0.9)
    rows <- max(1, min(rows, floor((page$height + gap) / (side * high_of_one + words + gap))))
  }
  list(
    columns = columns, rows = rows, cell = cell, side = side, tall = side * high_of_one + words,
    gap = gap, small = small, label = label
  )
}

# Lines, points and words of the i-th triangle, from 0.
simplex_parts <- function(one, i, plan, page) {
  x <- (i %% plan$columns) * (plan$cell + plan$gap)
  y <- -(i %/% plan$columns) * (plan$tall + plan$gap)
  left <- x + (plan$cell - plan$side) / 2
  top <- y - plan$label - 2 * plan$small
  low <- top - plan$side * high_of_one
  at <- function(first, equal) {
    high <- high_of_one * equal
    data.frame(x = left + plan$side * (first + equal / 2), y = low + plan$side * high)
  }
  line <- function(from, to, type) {
    data.frame(from, xend = to$x, yend = to$y, type = type)
  }
  corner <- at(c(1, 0, 0), c(0, 1, 0))
  lines <- rbind(
    line(corner, corner[c(2, 3, 1), ], "solid"),
    line(at(rep(1 / 3, 3), 1 / 3), at(c(0.5, 0, 0.5), c(0.5, 0.5, 0)), "dashed")
  )
  list(
    lines = lines, points = simplex_points(one, at, page),
    words = simplex_words(one, x, c(y, top, low), plan, page)
  )
}

# Points in the colour and with the mark of the outcome that is the most common one there.
simplex_points <- function(one, at, page) {
  shares <- cbind(one$first, one$equal, 1 - one$first - one$equal)
  most <- max.col(shares, "first")
  data.frame(
    at(one$first, one$equal),
    fill = fill_of(page$look, c("better", "equal", "worse")[most]), mark = c(21, 23, 22)[most]
  )
}

# The three outcomes with their probabilities: on top, and under the lower corners.
simplex_words <- function(one, x, levels, plan, page) {
  points <- page$points[["small"]]
  free <- plan$cell / 2 - 0.05
  better <- paste(one$names, "better")
  if (max(text_width(better, points)) > free) {
    better <- shortened_to(one$names, free, points)
  }
  said <- c(better[1], "practically equal", better[2])
  at <- c(x + plan$cell, x + plan$cell / 2, x)
  begin <- c(levels[3] - 0.05, levels[2] + 2 * plan$small, levels[3] - 0.05)
  leads <- seq_len(3) == one$leading + 1
  shade <- ifelse(leads, page$look$ink, page$look$quiet)
  face <- ifelse(leads & one$shown, 2, 1)
  line <- function(text, k) {
    text_boxes(text, at, begin - (k - 0.5) * plan$small, points, c(1, 0.5, 0), face, shade = shade)
  }
  label <- shortened_to(one$label, plan$cell, page$points[["text"]])
  rbind(
    text_boxes(
      label, x, levels[1] - plan$label / 2, page$points[["text"]], 0, 1,
      shade = page$look$ink
    ),
    line(said, 1), line(one$numbers, 2)
  )
}
