# Every pair of algorithms: a matrix with the joint tests above its diagonal and the separate ones
# below, or a list of the pairs with the control. The winner's letter says what the colour says.

figure_pairs <- function(content, page) {
  shown <- pairs_layout(content)
  room <- page$height - 0.35 - line_height(page$points[["small"]])
  place <- if (shown$listed) list_boxes else matrix_boxes
  grid <- place(shown, page$width, room, page$points)
  cells <- grid$cells
  list(
    boxes_of(cells, c(fill = "shade"), colour = ink[["grey"]]),
    hatching(cells[cells$leader == "both" & cells$decided, ], 0.07),
    boxes_of(grid$tiles, c(fill = "kind"), colour = ink[["grey"]]),
    boxes_of(grid$diagonal, fill = ink[["pale_grey"]]),
    geom_fitted(grid$diagonal),
    geom_fitted(grid$names),
    geom_fitted(grid$heads),
    cell_words(cells, page$points, if (shown$listed) 1 else 2),
    geom_fitted(tile_words(grid$tiles, page$points)),
    ggplot2::scale_fill_manual(
      values = pair_fill, limits = names(pair_fill), breaks = names(pair_fill)[1:3],
      labels = c(names(pair_fill)[1:2], "each on some (hatched)")
    ),
    ggplot2::labs(subtitle = "pale: leads, but is not decided; * decided"),
    panel_in_inches(page$width, grid$height, room),
    ggplot2::theme(legend.justification = "left")
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

# Cells and tiles with the row i and column j where they stand, and their kind: "row better" and so
# on. A tile belongs to the mirrored cell if there are joint tests, else to both.
pairs_layout <- function(content) {
  place <- function(name) match(name, content$algorithms)
  cells <- content$cells
  tiles <- content$tiles
  cells$kind <- pair_kinds[cells$leader]
  cells$shade <- ifelse(cells$decided, cells$kind, paste("pale:", cells$kind))
  tiles$kind <- pair_kinds[tiles$winner]
  tiles$k <- match(tiles$measure, content$measures)
  listed <- isTRUE(content$listed)
  pairs <- unique(rbind(cells[c("row", "column")], tiles[c("row", "column")]))
  if (listed) {
    both <- function(x) paste(place(x$row), place(x$column))
    pair <- function(x) match(both(x), both(pairs))
    cells$i <- pair(cells)
    tiles$i <- pair(tiles)
  } else {
    mirrored <- tiles
    mirrored[c("row", "column")] <- tiles[c("column", "row")]
    mirrored$kind <- mirror_kinds[tiles$kind]
    tiles <- if (nrow(cells)) mirrored else rbind(tiles, mirrored)
    cells$i <- place(cells$row)
    cells$j <- place(cells$column)
    tiles$i <- place(tiles$row)
    tiles$j <- place(tiles$column)
  }
  named <- paste0(content$letters, "  ", distinct(content$algorithms))
  list(
    algorithms = content$algorithms, names = named, letters = content$letters,
    measures = content$measures, cells = cells, tiles = tiles, pairs = pairs, listed = listed
  )
}

# --- places, in inches from the top left ---------------------------------------------------------

# A data frame with the corners of boxes whose top left is here.
boxes_at <- function(data, x, y, width, height) {
  data$xmin <- rep_len(x, nrow(data))
  data$xmax <- data$xmin + rep_len(width, nrow(data))
  data$ymax <- -rep_len(y, nrow(data))
  data$ymin <- data$ymax - rep_len(height, nrow(data))
  data
}

matrix_boxes <- function(shown, width, room, points) {
  n <- length(shown$algorithms)
  text <- points[["text"]]
  head <- line_height(text)
  high <- min((room - head) / n, 0.09 * text)
  text <- min(fitting(shown$names, 0.42 * width, text), text * high / head)
  left <- max(text_width(shown$names, text)) + 0.1
  wide <- min((width - left) / n, 1.7 * high)
  x <- function(j) left + (j - 1) * wide + 0.01
  y <- function(i) head + (i - 1) * high + 0.01
  inner <- c(wide, high) - 0.02
  each <- seq_len(n)
  letters <- data.frame(label = shown$letters, side = 0.5, points = points[["text"]])
  list(
    cells = boxes_at(shown$cells, x(shown$cells$j), y(shown$cells$i), inner[1], inner[2]),
    tiles = tile_boxes(shown, x(shown$tiles$j), y(shown$tiles$i), inner[1], inner[2]),
    diagonal = boxes_at(
      cbind(letters, shade = ink[["grey"]]), x(each), y(each), inner[1], inner[2]
    ),
    heads = boxes_at(cbind(letters, face = 2), x(each), 0, inner[1], head),
    names = text_boxes(shown$names, 0, -y(each) - inner[2] / 2, text),
    height = head + n * high
  )
}

# Names in two columns, then the joint test, then a tile for each measure.
list_boxes <- function(shown, width, room, points) {
  n <- nrow(shown$pairs)
  text <- points[["text"]]
  high <- min(room / n, 0.045 * text)
  cell <- if (nrow(shown$cells)) 0.1 * text else 0
  tile <- if (nrow(shown$tiles)) min(0.022 * text * length(shown$measures), 0.25 * width) else 0
  fits <- fitting(shown$names, (width - cell - tile) / 2 - 0.25, text)
  text <- min(fits, text * high / line_height(text))
  side <- function(which) shown$names[match(shown$pairs[[which]], shown$algorithms)]
  second <- max(text_width(side("row"), text)) + 0.05
  left <- second + max(text_width(paste("/ ", side("column")), text)) + 0.1
  y <- (seq_len(n) - 1) * high
  list(
    cells = boxes_at(shown$cells, left, y[shown$cells$i] + 0.02, cell, high - 0.04),
    tiles = tile_boxes(shown, left + cell + 0.06, y[shown$tiles$i], tile, high),
    names = rbind(
      text_boxes(side("row"), 0, -y - high / 2, text),
      text_boxes(paste("/ ", side("column")), second, -y - high / 2, text)
    ),
    height = n * high
  )
}

# The tiles of cells of this size, a few in a row so that they are nearly square.
tile_boxes <- function(shown, x, y, width, height) {
  n <- length(shown$measures)
  width <- width - 0.04
  height <- height - 0.04
  across <- seq_len(n)
  columns <- which.max(pmin(width / across, height / ceiling(n / across)))
  wide <- width / columns
  high <- height / ceiling(n / columns)
  k <- shown$tiles$k - 1
  boxes_at(
    shown$tiles, x + 0.02 + (k %% columns) * wide, y + 0.02 + (k %/% columns) * high,
    0.96 * wide, 0.96 * high
  )
}

# --- words ---------------------------------------------------------------------------------------

# What a cell says, and under (or beside) it the number; on hatching, on a strip of its colour.
cell_words <- function(cells, points, lines) {
  if (!nrow(cells)) {
    return(NULL)
  }
  said <- paste0(cells$said, ifelse(cells$decided, "*", ""))
  wide <- cells$xmax - cells$xmin
  high <- cells$ymax - cells$ymin
  look <- data.frame(
    side = 0.5, face = ifelse(cells$decided, 2, 1),
    shade = ifelse(cells$shade == "row better", "white", "black"),
    paper = ifelse(cells$leader == "both" & cells$decided, ink[["purple"]], NA)
  )
  write <- function(label, points, from, to) {
    here <- boxes_at(
      cbind(look, label = label, points = points), cells$xmin + 0.05 * wide,
      -cells$ymax + from * high, 0.9 * wide, (to - from) * high
    )
    geom_fitted(here[here$label != "", ])
  }
  if (lines == 1) {
    return(write(trimws(paste0(said, "  ", cells$number)), points[["small"]], 0.05, 0.95))
  }
  lone <- cells$number == ""
  list(
    write(said, points[["text"]], ifelse(lone, 0.28, 0.06), ifelse(lone, 0.72, 0.5)),
    write(cells$number, points[["small"]], 0.53, 0.95)
  )
}

tile_words <- function(tiles, points) {
  if (nrow(tiles)) {
    data.frame(
      tiles[corners],
      label = tiles$said, side = 0.5, points = points[["small"]],
      shade = ifelse(tiles$kind == "row better", "white", "black")
    )
  }
}
