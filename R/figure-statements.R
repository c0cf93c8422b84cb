# Statements as rows of tiles, a bar or a point with its interval beside each. As
# plot/statements.py does it.

figure_statements <- function(content, page) {
  look <- page$look
  at <- statement_places(content, page)
  rows <- content$rows[seq_len(at$shown), ]
  rows$y <- -at$head - (seq_len(at$shown) - 0.5) * statement_row
  tiles <- tile_boxes(content$tiles, at, look)
  key <- key_of(at$key$words, page$width, page, at$foot)
  list(
    boxes_of(tiles, c(fill = "fill", colour = "edge"), linewidth = 0.2),
    points_of(
      dots_in(tiles[tiles$look == "equal", ]),
      size = 0.5, stroke = 0, shape = 16, colour = on_fill(look$equal[1])
    ),
    if (isTRUE(content$bars)) statement_bars(rows, at, look) else statement_points(rows, at, look),
    threshold_line(content$scale, at, look),
    if (!is.null(key$boxes)) boxes_of(cbind(key$boxes, fill = at$key$fill), c(fill = "fill")),
    ggplot2::scale_fill_identity(),
    ggplot2::scale_colour_identity(),
    geom_fitted(tile_words(tiles, at, look)),
    geom_fitted(row_words(content, rows, at, page)),
    geom_fitted(key$words),
    head_words(at$heads, (seq_along(content$measures) - 0.5) * at$tile, -at$head, look$ink),
    geom_fitted(text_boxes(
      at$left_out, rep(0, length(at$left_out)), -at$low + 0.5 * line_height(page$points[["small"]]),
      page$points[["small"]],
      shade = look$quiet
    )),
    panel_in_inches(page$width, at$low, page$height)
  )
}

statement_row <- 0.24 # inches
statement_foot <- 0.16 # under the rows, for what the threshold is

# --- places --------------------------------------------------------------------------------------

statement_places <- function(content, page) {
  small <- page$points[["small"]]
  rows <- content$rows
  m <- length(content$measures)
  tile <- min(1.15, 0.52 * page$width / m)
  heads <- heads_of(content$measures, tile, page)
  letters <- tile_letters(content$tiles, tile, small)
  counted <- nzchar(content$counted)
  number <- max(text_width(rows$shown, small, 2)) + 0.06
  words <- c(strsplit(content$counted, " ", fixed = TRUE)[[1]], rows$note)
  note <- if (counted) max(text_width(words, small)) + 0.1 else 0
  left <- m * tile + 0.12
  right <- page$width - number - note
  over <- wrapped(content$scale$label, right - left + number, small)
  seen <- if (counted) wrapped(content$counted, note, small)
  lines <- max(length(over), length(seen))
  head <- max(heads$height, lines * line_height(small) + 0.05)
  key <- tile_key(content, letters, page$look)
  limited <- !is.null(content$scale$threshold)
  key_high <- key_of(key$words, page$width, page)$height
  below <- limited * statement_foot + if (key_high > 0) 0.1 + key_high else 0
  shown <- rows_fitting(nrow(rows), statement_row, page$height - head - below)
  end <- head + shown * statement_row
  left_out <- as.character(left_out(nrow(rows), shown, "row"))
  list(
    tile = tile, heads = heads, letters = letters, left = left, right = right, width = page$width,
    over = over, seen = seen, head = head, key = key, shown = shown, end = end,
    foot = end + limited * statement_foot + if (key_high > 0) 0.1 else 0, left_out = left_out,
    low = end + below + length(left_out) * line_height(small),
    along = function(value) {
      part <- (value - content$scale$low) / (content$scale$high - content$scale$low)
      left + pmin(pmax(part, 0), 1) * (right - left)
    }
  )
}

# Points of the letters in the tiles, and whether full names fit; no letters where nothing does.
tile_letters <- function(tiles, tile, points) {
  for (said in c("said", "short")) {
    widest <- max(text_width(unique(tiles[[said]]), points), 0.01)
    size <- min(points, points * (tile - 0.04) / widest)
    if (size >= least) {
      return(list(points = size, said = said))
    }
  }
  list(points = NULL, said = "short")
}

# What short names mean; nothing where the tiles have the names themselves.
tile_key <- function(content, letters, look) {
  keys <- content$keys
  if (letters$said == "said") {
    return(list(words = character()))
  }
  words <- ifelse(keys$short == keys$name, keys$name, paste0(keys$short, "  ", keys$name))
  list(words = words, fill = tile_fill(keys$look, look))
}

tile_fill <- function(looks, look) {
  numbered <- grepl("^[0-9]+$", looks)
  fill <- character(length(looks))
  fill[numbered] <- look$series[as.integer(looks[numbered])]
  fill[!numbered] <- fill_of(look, looks[!numbered])
  fill
}

# --- tiles ---------------------------------------------------------------------------------------

tile_boxes <- function(tiles, at, look) {
  tiles <- tiles[tiles$row < at$shown, ]
  x <- tiles$column * at$tile
  y <- -at$head - tiles$row * statement_row
  tiles[corners] <- list(x + 0.01, x + at$tile - 0.01, y - statement_row + 0.015, y - 0.015)
  tiles$fill <- tile_fill(tiles$look, look)
  tiles$edge <- ifelse(tiles$look == "equal", look$line, tiles$fill)
  tiles
}

tile_words <- function(tiles, at, look) {
  if (is.null(at$letters$points) || !nrow(tiles)) {
    return(NULL)
  }
  boxes <- text_boxes(
    tiles[[at$letters$said]], (tiles$xmin + tiles$xmax) / 2, (tiles$ymin + tiles$ymax) / 2,
    at$letters$points, 0.5,
    shade = on_fill(tiles$fill)
  )
  boxes$paper <- ifelse(tiles$look == "equal", tiles$fill, NA)
  boxes
}

# --- bars, points and words ----------------------------------------------------------------------

statement_bars <- function(rows, at, look) {
  bars <- rows
  bars$xmin <- at$left
  bars$xmax <- pmax(at$along(rows$value), at$left + 0.01)
  bars$ymin <- rows$y - 0.06
  bars$ymax <- rows$y + 0.06
  bars$fill <- ifelse(
    rows$hatched, look$open, ifelse(rows$strong, look$better[1], look$better[2])
  )
  mark <- rows[!is.na(rows$reference), ]
  list(
    boxes_of(bars, c(fill = "fill"), colour = look$line, linewidth = 0.2),
    segments_of(hatch_lines(bars[bars$hatched, ]), colour = look$line, linewidth = 0.25),
    interval_lines(rows, at, look$ink),
    segments_of(
      data.frame(
        x = at$along(mark$reference), xend = at$along(mark$reference),
        y = mark$y - 0.09, yend = mark$y + 0.09
      ),
      colour = look$ink, linewidth = 0.7
    )
  )
}

statement_points <- function(rows, at, look) {
  rows$x <- at$along(rows$value)
  rows$fill <- ifelse(rows$strong, look$better[1], look$paper)
  list(
    interval_lines(rows, at, look$better[1]),
    points_of(
      rows, c("x", "y", fill = "fill"),
      shape = 21, size = 1.6, stroke = 0.5, colour = look$better[1]
    )
  )
}

interval_lines <- function(rows, at, colour) {
  rows <- rows[!is.na(rows$low) & !is.na(rows$high), ]
  lines <- data.frame(
    x = at$along(rows$low), xend = at$along(rows$high), y = rows$y, yend = rows$y
  )
  segments_of(lines, colour = colour, linewidth = 0.5)
}

threshold_line <- function(scale, at, look) {
  if (!is.null(scale$threshold)) {
    x <- at$along(scale$threshold)
    segments_of(
      data.frame(x = x, xend = x, y = -at$head, yend = -at$end),
      colour = look$ink, linewidth = 0.4, linetype = "42"
    )
  }
}

# Numbers of the rows, with what they are above them; labels of rows without tiles; the threshold.
row_words <- function(content, rows, at, page) {
  small <- page$points[["small"]]
  look <- page$look
  high <- line_height(small)
  above <- function(lines, x, side) {
    y <- -at$head + 0.03 + rev(seq_along(lines) - 0.5) * high
    text_boxes(lines, rep(x, length(lines)), y, small, side, shade = look$quiet)
  }
  told <- 1 + max(c(-1, as.integer(content$tiles$row)))
  rest <- which(seq_len(nrow(rows)) > told)
  shown <- text_boxes(rows$shown, at$right + 0.06, rows$y, small, shade = look$ink)
  shown$face <- ifelse(rows$strong, 2, 1)
  limit <- content$scale$threshold_label
  found <- list(
    above(at$over, at$left, 0), above(at$seen, at$width, 1), shown,
    if (nzchar(content$counted)) {
      text_boxes(rows$note, rep(at$width, nrow(rows)), rows$y, small, 1, shade = look$quiet)
    },
    text_boxes(
      shortened_to(rows$label[rest], at$left - 0.06, small), rep(0, length(rest)), rows$y[rest],
      small,
      shade = look$quiet
    ),
    if (!is.null(content$scale$threshold)) {
      text <- shortened_to(limit, at$width, small)
      half <- text_width(text, small) / 2
      x <- min(max(at$along(content$scale$threshold), half), at$width - half)
      text_boxes(text, x, -at$end - statement_foot / 2, small, 0.5, shade = look$quiet)
    }
  )
  do.call(rbind, found)
}
