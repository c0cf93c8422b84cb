# Every pair of algorithms: a matrix with the joint tests above its diagonal and the separate ones
# below, or a list of the pairs with the control. The winner's letter says what the colour says.

# Cells and tiles with the places where they stand, and their kind: "row better" and so on. A tile
# belongs to the mirrored cell if there are joint tests, else to both.
pairs_layout <- function(content) {
  place <- function(name) match(name, content$algorithms)
  cells <- content$cells
  tiles <- content$tiles
  tiles$k <- match(tiles$measure, content$measures)
  cells$kind <- pair_kinds[cells$leader]
  tiles$kind <- pair_kinds[tiles$winner]
  mirrored <- tiles
  mirrored[c("row", "column")] <- tiles[c("column", "row")]
  mirrored$kind <- mirror_kinds[tiles$kind]
  listed <- isTRUE(content$listed)
  shown <- if (listed) tiles else if (nrow(cells)) mirrored else rbind(tiles, mirrored)
  both <- unique(rbind(cells[c("row", "column")], tiles[c("row", "column")]))
  pair <- function(x) {
    match(paste(place(x$row), place(x$column)), paste(place(both$row), place(both$column)))
  }
  cells$i <- if (listed) pair(cells) else place(cells$row)
  cells$j <- if (listed) rep(1, nrow(cells)) else place(cells$column)
  shown$i <- if (listed) pair(shown) else place(shown$row)
  shown$j <- if (listed) rep(1, nrow(shown)) else place(shown$column)
  cells$shade <- ifelse(cells$decided, cells$kind, paste("pale:", cells$kind))
  list(
    algorithms = content$algorithms, letters = content$letters, measures = content$measures,
    cells = cells, tiles = shown, pairs = both, listed = listed
  )
}

pair_kinds <- c(
  row = "row better", column = "column better", both = "each on some", nobody = "nobody"
)
mirror_kinds <- c(
  "row better" = "column better", "column better" = "row better", "nobody" = "nobody"
)
pair_fill <- c(
  "row better" = ink[["blue"]], "column better" = ink[["orange"]],
  "each on some" = ink[["purple"]], "nobody" = ink[["white"]],
  "pale: row better" = ink[["pale_blue"]], "pale: column better" = ink[["pale_orange"]],
  "pale: each on some" = ink[["pale_purple"]], "pale: nobody" = ink[["white"]]
)
pale_said <- "pale: leads, but is not decided; * decided"

# Names with their letters.
lettered <- function(shown, most) {
  paste0(shown$letters, "  ", distinct(shown$algorithms, most))
}

# Left and top of the tiles in a cell of this size, and their own size: so that they are nearly
# square.
tile_places <- function(n, width, height) {
  across <- seq_len(n)
  down <- ceiling(n / across)
  columns <- which.max(pmin(width / across, height / down))
  rows <- ceiling(n / columns)
  k <- seq_len(n) - 1
  list(
    x = (k %% columns) * width / columns, y = (k %/% columns) * height / rows,
    width = width / columns, height = height / rows
  )
}

# --- base graphics -----------------------------------------------------------------------------

pairs_height <- function(content, body) {
  shown <- pairs_layout(content)
  rows <- if (shown$listed) nrow(shown$pairs) else length(shown$algorithms)
  key <- if (body$scale > 0.5) 3 else 2
  rows * 0.24 * body$scale + (key + 1) * line_height(sizes[["text"]] * body$scale)
}

paint_pairs <- function(content, body) {
  shown <- pairs_layout(content)
  key <- 2.4 * line_height(sizes[["small"]] * body$scale)
  body$height <- body$height - key
  bottom <- (if (shown$listed) paint_list else paint_matrix)(shown, body)
  paint_key(bottom + 0.05, body)
}

paint_matrix <- function(shown, body) {
  n <- length(shown$algorithms)
  text <- sizes[["text"]] * body$scale
  head <- line_height(text)
  names <- lettered(shown, 36)
  height <- min((body$height - head) / n, 0.75 * body$scale)
  cex <- fitting(names, 0.42 * body$width, height, text)
  left <- max(text_width(names, cex)) + 0.12
  width <- min((body$width - left) / n, 1.7 * height)
  top <- body$top + head
  x <- function(j) left + (j - 1) * width
  y <- function(i) top + (i - 1) * height
  each <- seq_len(n)
  say(0, y(each) + height / 2, names, cex)
  say(x(each) + width / 2, body$top + head / 2, shown$letters, text, side = 0.5, font = 2)
  box(x(each), y(each), width, height, ink[["pale_grey"]], border = "white")
  say(
    x(each) + width / 2, y(each) + height / 2, shown$letters,
    fitting(shown$letters, width * 0.8, height * 0.8, text),
    side = 0.5, col = ink[["grey"]]
  )
  paint_cells(shown$cells, x(shown$cells$j), y(shown$cells$i), width, height, body$scale)
  paint_tiles(shown, x(shown$tiles$j), y(shown$tiles$i), width, height, body$scale)
  top + n * height
}

paint_list <- function(shown, body) {
  n <- nrow(shown$pairs)
  text <- sizes[["text"]] * body$scale
  height <- min(body$height / n, 0.36 * body$scale)
  has_cells <- nrow(shown$cells) > 0
  room <- body$width - (if (has_cells) 1.2 * body$scale else 0) -
    (if (nrow(shown$tiles)) min(0.24 * length(shown$measures), 0.3 * body$width) else 0)
  names <- lettered(shown, 36)
  sides <- vapply(c("row", "column"), function(side) {
    names[match(shown$pairs[[side]], shown$algorithms)]
  }, character(n))
  sides <- matrix(sides, nrow = n)
  cex <- fitting(names, room / 2 - 0.2, height, text)
  first <- max(text_width(sides[, 1], cex))
  second <- first + 0.24
  left <- second + max(text_width(sides[, 2], cex)) + 0.12
  y <- body$top + (seq_len(n) - 1) * height
  say(0, y + height / 2, sides[, 1], cex)
  say(first + 0.12, y + height / 2, "/", cex, side = 0.5, col = ink[["grey"]])
  say(second, y + height / 2, sides[, 2], cex)
  if (has_cells) {
    wide <- 1.1 * body$scale
    paint_cells(shown$cells, left, y[shown$cells$i], wide, height - 0.02, body$scale, lines = 1)
    left <- left + wide + 0.08
  }
  wide <- min(0.24 * length(shown$measures), body$width - left)
  paint_tiles(shown, left, y[shown$tiles$i], wide, height - 0.02, body$scale)
  body$top + n * height
}

paint_cells <- function(cells, x, y, width, height, scale, lines = 2) {
  if (!nrow(cells)) {
    return()
  }
  x <- rep_len(x, nrow(cells))
  fill <- pair_fill[cells$shade]
  both <- cells$leader == "both" & cells$decided
  box(x, y, width, height, fill, border = "white", hatched = both)
  empty <- cells$leader == "nobody"
  box(x[empty], y[empty], width, height, "white")
  said <- paste0(cells$said, ifelse(cells$decided, "*", ""))
  colour <- ifelse(cells$shade == "row better", "white", "black")
  font <- ifelse(cells$decided, 2, 1)
  middle <- x + width / 2
  write <- function(y, text, cex) {
    for (i in which(both)) {
      paper_of(middle[i], y[i], text[i], cex, fill[i])
    }
    say(middle, y, text, cex, side = 0.5, col = colour, font = font)
  }
  small <- sizes[["small"]] * scale
  if (lines == 1) {
    text <- paste0(said, "  ", cells$number)
    return(write(y + height / 2, text, fitting(text, width * 0.9, height, small, 2)))
  }
  write(
    y + ifelse(nzchar(cells$number), 0.32, 0.5) * height, said,
    fitting(said, width * 0.9, height * 0.48, sizes[["text"]] * scale, 2)
  )
  write(
    y + 0.72 * height, cells$number, fitting(cells$number, width * 0.9, height * 0.46, small, 2)
  )
}

# Plain colour under a text on hatching.
paper_of <- function(x, y, text, cex, fill) {
  wide <- text_width(text, cex, 2) + 0.03
  high <- line_height(cex) * 0.8
  graphics::rect(x - wide / 2, y + high / 2, x + wide / 2, y - high / 2, col = fill, border = NA)
}

paint_tiles <- function(shown, x, y, width, height, scale) {
  tiles <- shown$tiles
  if (!nrow(tiles)) {
    return()
  }
  pad <- 0.03 * scale
  at <- tile_places(length(shown$measures), width - 2 * pad, height - 2 * pad)
  x <- x + pad + at$x[tiles$k]
  y <- y + pad + at$y[tiles$k]
  box(x, y, at$width * 0.96, at$height * 0.96, pair_fill[tiles$kind], lwd = 0.5)
  cex <- fitting(tiles$said, at$width * 0.9, at$height * 1.1, sizes[["small"]] * scale)
  say(
    x + 0.48 * at$width, y + 0.48 * at$height, tiles$said, cex,
    side = 0.5, col = ifelse(tiles$kind == "row better", "white", "black")
  )
}

# What the colours mean, in two lines; returns where the next line begins.
paint_key <- function(y, body) {
  small <- sizes[["small"]] * body$scale
  step <- 1.15 * line_height(small)
  side <- 0.7 * step
  named <- c("row better", "column better", "each on some")
  small <- fitting(paste(c(named, named), collapse = ""), 1.3 * body$width, Inf, small)
  x <- cumsum(c(0, side + 0.22 + text_width(named[1:2], small)))
  box(x, rep(y, 3), side, side, pair_fill[named], hatched = named == "each on some")
  say(x + side + 0.06, y + side / 2, named, small)
  y <- y + step
  x <- (0:2) * (side + 0.02)
  box(x, rep(y, 3), side, side, pair_fill[paste("pale:", named)])
  say(x[3] + side + 0.06, y + side / 2, pale_said, small)
  y + side
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_pairs <- function(content) {
  shown <- pairs_layout(content)
  grid <- if (shown$listed) list_boxes(shown) else matrix_boxes(shown)
  .data <- ggplot2::.data
  both <- grid$cells[grid$cells$leader == "both" & grid$cells$decided, ]
  ggplot2::ggplot() +
    ggplot2::geom_rect(
      data = grid$cells, mapping = box_aes(fill = .data$shade),
      colour = ink[["grey"]], linewidth = 0.2
    ) +
    geom_hatching(both, step = 0.1, lean = 0.2) +
    ggplot2::geom_rect(
      data = grid$tiles, mapping = box_aes(fill = .data$kind),
      colour = ink[["grey"]], linewidth = 0.2
    ) +
    (if (nrow(grid$diagonal)) {
      ggplot2::geom_rect(data = grid$diagonal, mapping = box_aes(), fill = ink[["pale_grey"]])
    }) +
    lapply(Filter(NROW, grid$words), geom_fitted) +
    ggplot2::scale_fill_manual(
      values = pair_fill, limits = names(pair_fill),
      breaks = c("row better", "column better", "each on some")
    ) +
    blank_axes() +
    ggplot2::labs(subtitle = pale_said) +
    theme_figure(
      plot.subtitle = ggplot2::element_text(size = 8 * figure_scale(), colour = ink[["grey"]])
    )
}

# A data frame of boxes: corners beside what is to be drawn or written there.
boxes_at <- function(data, x, y, width, height) {
  data$xmin <- rep_len(x, nrow(data))
  data$xmax <- data$xmin + rep_len(width, nrow(data))
  data$ymax <- -rep_len(y, nrow(data))
  data$ymin <- data$ymax - rep_len(height, nrow(data))
  data
}

# Cells are 1 wide and 1 high, names stand left of 0 and letters above it.
matrix_boxes <- function(shown) {
  n <- length(shown$algorithms)
  names <- lettered(shown, 36)
  room <- n * min(0.65, 0.04 + 0.016 * max(nchar(names)))
  each <- seq_len(n) - 1
  letters <- data.frame(label = shown$letters, side = 0.5, face = 2)
  cells <- boxes_at(shown$cells, shown$cells$j - 1, shown$cells$i - 1, 1, 1)
  tiles <- tile_boxes(shown, shown$tiles$j - 1, shown$tiles$i - 1, 1, 1)
  list(
    cells = cells, tiles = tiles,
    diagonal = boxes_at(letters, each, each, 1, 1),
    words = list(
      boxes_at(data.frame(label = names), -room, each, room - 0.1, 1),
      boxes_at(letters, each, -0.5, 1, 0.5),
      boxes_at(in_grey(letters), each + 0.1, each + 0.2, 0.8, 0.6),
      cell_words(cells, two_lines = TRUE), tile_words(tiles)
    )
  )
}

in_grey <- function(letters) {
  letters$shade <- ink[["grey"]]
  letters$face <- 1
  letters
}

# Names in two columns, then the joint test, then a tile for each measure.
list_boxes <- function(shown) {
  names <- lettered(shown, 36)
  side <- function(which) names[match(shown$pairs[[which]], shown$algorithms)]
  room <- 0.2 + 0.045 * max(nchar(names))
  each <- seq_len(nrow(shown$pairs)) - 1
  cells <- boxes_at(shown$cells, 2 * room + 0.2, shown$cells$i - 0.95, 1, 0.9)
  left <- 2 * room + 0.2 + if (nrow(cells)) 1.1 else 0
  m <- length(shown$measures)
  tiles <- tile_boxes(shown, left, shown$tiles$i - 0.95, 0.24 * m, 0.9, aspect = 99) # in one line
  list(
    cells = cells, tiles = tiles, diagonal = data.frame(),
    words = list(
      rbind(
        boxes_at(data.frame(label = side("row")), 0, each, room, 1),
        boxes_at(data.frame(label = paste("/ ", side("column"))), room + 0.05, each, room, 1)
      ),
      cell_words(cells, two_lines = FALSE), tile_words(tiles)
    )
  )
}

# Tiles inside a place of this size; `aspect` is how much wider than high its units are drawn.
tile_boxes <- function(shown, x, y, width, height, aspect = 1.7) {
  at <- tile_places(length(shown$measures), 0.92 * width * aspect, 0.92 * height)
  k <- shown$tiles$k
  boxes_at(
    shown$tiles, x + 0.04 * width + at$x[k] / aspect, y + 0.04 * height + at$y[k],
    0.96 * at$width / aspect, 0.96 * at$height
  )
}

cell_words <- function(cells, two_lines) {
  if (!nrow(cells)) {
    return(NULL)
  }
  said <- paste0(cells$said, ifelse(cells$decided, "*", ""))
  look <- data.frame(
    side = 0.5, face = ifelse(cells$decided, 2, 1),
    shade = ifelse(cells$shade == "row better", "white", "black")
  )
  wide <- cells$xmax - cells$xmin
  x <- cells$xmin + 0.06 * wide
  if (!two_lines) {
    look$label <- trimws(paste0(said, "  ", cells$number))
    return(boxes_at(look, x, -cells$ymax, 0.88 * wide, 0.9))
  }
  named <- nzchar(cells$number)
  rbind(
    boxes_at(
      cbind(look, label = said, points = 9), x, -cells$ymax + ifelse(named, 0.08, 0.29),
      0.88 * wide, 0.42
    ),
    boxes_at(
      cbind(look, label = cells$number, points = 7.5), x, -cells$ymax + 0.52,
      0.88 * wide, 0.4
    )[named, ]
  )
}

tile_words <- function(tiles) {
  if (nrow(tiles)) {
    data.frame(
      tiles[c("xmin", "xmax", "ymin", "ymax")],
      label = tiles$said, side = 0.5, points = 7.5,
      shade = ifelse(tiles$kind == "row better", "white", "black")
    )
  }
}
