# Base graphics: a panel measured in inches, the origin at its top left, all text inside it.
# Text shrinks until everything fits.

draw_on_canvas <- function(content) {
  size <- graphics::par("pin")
  graphics::plot.window(c(0, size[1]), c(size[2], 0), xaxs = "i", yaxs = "i")
  largest <- max(1, min(1.5, size[1] / 7)) # on large devices letters grow
  for (scale in seq(largest, 0.3, -0.05)) {
    title <- wrap_lines(content$title, size[1], sizes[["heading"]] * scale, font = 2)
    notes <- unlist(lapply(content$notes, wrap_lines, size[1], sizes[["small"]] * scale))
    above <- length(title) * line_height(sizes[["heading"]] * scale) + 0.1 * scale
    below <- length(notes) * line_height(sizes[["small"]] * scale) + 0.08 * scale
    body <- list(top = above, width = size[1], height = size[2] - above - below, scale = scale)
    if (needed_height(content, body) <= body$height + 1e-6) {
      break
    }
  }
  say_lines(0, 0, title, sizes[["heading"]] * scale, font = 2)
  bottom <- switch(content$kind,
    rows = paint_rows(content, body),
    pairs = paint_pairs(content, body),
    network = paint_network(content, body),
    orders = paint_orders(content, body),
    curves = paint_curves(content, body),
    plane = paint_plane(content, body)
  )
  say_lines(0, bottom + 0.08 * scale, notes, sizes[["small"]] * scale, col = ink[["grey"]])
}

# Inches that the body of a figure needs at this scale of its letters.
needed_height <- function(content, body) {
  switch(content$kind,
    rows = rows_height(content, body),
    pairs = pairs_height(content, body),
    network = network_height(content, body),
    orders = orders_height(content, body),
    plane_height(content, body)
  )
}

# --- text --------------------------------------------------------------------------------------

text_width <- function(text, cex, font = 1) {
  graphics::strwidth(text, units = "inches", cex = cex, font = font)
}

line_height <- function(cex) {
  leading * cex * graphics::par("ps") * graphics::par("cex") / 72
}

# Lines of text no wider than `width` inches; a word that is wider is broken.
wrap_lines <- function(text, width, cex, font = 1) {
  words <- strsplit(text, "[[:space:]]+")[[1]]
  words <- unlist(lapply(words, break_word, width, cex, font))
  wide <- text_width(words, cex, font)
  space <- text_width("n n", cex, font) - text_width("nn", cex, font)
  lines <- character()
  used <- Inf
  for (i in seq_along(words)) {
    if (used + space + wide[i] <= width) {
      lines[length(lines)] <- paste(lines[length(lines)], words[i])
      used <- used + space + wide[i]
    } else {
      lines <- c(lines, words[i])
      used <- wide[i]
    }
  }
  lines
}

break_word <- function(word, width, cex, font) {
  pieces <- character()
  while (nchar(word) > 1L && text_width(word, cex, font) > width) {
    starts <- substring(word, 1L, seq_len(nchar(word) - 1L))
    kept <- max(1L, which(text_width(starts, cex, font) <= width))
    pieces <- c(pieces, substr(word, 1L, kept))
    word <- substring(word, kept + 1L)
  }
  c(pieces, word)
}

# One line, its middle at y; `side` is 0 for text that begins at x, 1 for text that ends there.
say <- function(x, y, text, cex, side = 0, ...) {
  graphics::text(x, y, text, adj = side, cex = cex, ...)
}

# Lines downwards from y; returns where the next one begins.
say_lines <- function(x, y, lines, cex, ...) {
  step <- line_height(cex)
  if (length(lines)) {
    say(x, y + (seq_along(lines) - 0.5) * step, lines, cex, ...)
  }
  y + length(lines) * step
}

# The cex, at most `cex`, at which these texts are no wider and no higher than this.
fitting <- function(texts, width, height, cex, font = 1) {
  wide <- max(text_width(texts, cex, font) / width, 0)
  cex * min(1, 1 / wide, height / line_height(cex))
}

# --- marks -------------------------------------------------------------------------------------

box <- function(x, y, width, height, fill, border = ink[["grey"]], hatched = FALSE, lwd = 0.8) {
  graphics::rect(x, y + height, x + width, y, col = fill, border = border, lwd = lwd)
  if (any(hatched)) {
    graphics::rect(
      x[hatched], (y + height)[hatched], (x + width)[hatched], y[hatched],
      col = ink[["grey"]], border = NA, density = 18, angle = 45, lwd = 0.8
    )
  }
}

# A strip of paper under a text, so that no line runs through it.
paper <- function(x, y, text, cex, side = 0, font = 1) {
  wide <- text_width(text, cex, font) + 0.04
  high <- line_height(cex) * 0.85
  left <- x - side * wide + (side - 0.5) * 0.04
  graphics::rect(left, y + high / 2, left + wide, y - high / 2, col = "white", border = NA)
}

# A horizontal axis under the body: `at` are inches. Returns where the next line begins.
draw_axis <- function(left, right, y, at, ticks, label, scale) {
  small <- sizes[["small"]] * scale
  graphics::segments(left, y, right, y, col = ink[["grey"]])
  graphics::segments(at, y, at, y + 0.05, col = ink[["grey"]])
  named <- format(ticks, trim = TRUE, drop0trailing = TRUE)
  keep <- clear_of_each_other(at, text_width(named, small))
  say(at[keep], y + 0.06 + line_height(small) / 2, named[keep], small, side = 0.5)
  y <- y + 0.08 + line_height(small)
  label <- axis_label(label, right - left, scale)
  lines <- seq_along(label$lines)
  say((left + right) / 2, y + (lines - 0.5) * label$step, label$lines, label$cex, side = 0.5)
  y + label$height
}

# The words of an axis: on one line if they are not much too long for it.
axis_label <- function(label, length, scale) {
  cex <- sizes[["text"]] * scale
  narrow <- fitting(label, length, Inf, cex)
  if (narrow > 0.8 * cex) {
    cex <- narrow
  }
  lines <- if (nzchar(label)) wrap_lines(label, 1.001 * length, cex)
  step <- line_height(cex)
  list(lines = lines, cex = cex, step = step, height = base::length(lines) * step)
}

# Which labels of an axis to write: every one, or every second and so on.
clear_of_each_other <- function(at, wide) {
  gap <- if (length(at) > 1L) min(abs(diff(at))) else Inf
  every <- max(1L, ceiling((max(wide) + 0.08) / gap))
  seq(1L, length(at), by = every)
}
