# Marks that several figures share: names over columns, hatching and dots, a key of small samples.

# --- names over columns --------------------------------------------------------------------------

upright_high <- 1.1 # inches, at most, of names that stand upright
flat_wide <- 0.52 # inches of a column under which names stand upright

# Names over columns of this width: level where they fit, otherwise upright; `height` in inches.
heads_of <- function(names, wide, page) {
  small <- page$points[["small"]]
  upright <- wide < flat_wide && max(text_width(names, small)) > wide - 0.05
  points <- if (upright) max(least, min(small, wide * 72 / 1.15)) else fitting(names, wide - 0.06, small)
  height <- line_height(page$points[["text"]]) + 0.04
  if (upright) {
    height <- min(upright_high, max(text_width(names, points)) + 0.02) + 0.06
  }
  room <- if (upright) height - 0.06 else wide - 0.06
  list(upright = upright, label = distinct_in(names, room, points), points = points, height = height)
}

# Names no wider than this that differ: numbered if nothing else tells them apart.
distinct_in <- function(names, width, points) {
  short <- shortened_to(names, width, points)
  if (!anyDuplicated(short)) {
    return(short)
  }
  digits <- paste0(seq_along(names), " ")
  paste0(digits, shortened_to(names, width - max(text_width(digits, points)), points))
}

# The layer of these names, each centred at x, ending above `bottom`.
head_words <- function(heads, x, bottom, shade) {
  label <- heads$label[seq_along(x)]
  if (!heads$upright) {
    high <- line_height(heads$points)
    return(geom_fitted(
      text_boxes(label, x, bottom + 0.03 + high / 2, heads$points, 0.5, shade = shade)
    ))
  }
  layer_of(
    ggplot2::geom_text, data.frame(x = x, y = bottom + 0.04, label = label),
    c("x", "y", "label"),
    angle = 90, hjust = 0, vjust = 0.5, size = heads$points / ggplot2::.pt, colour = shade
  )
}

# --- hatching and dots ---------------------------------------------------------------------------

hatch_step <- 0.075 # inches from line to line
dot_step <- 0.055

# The lines of hatching within boxes in inches, at 45 degrees, rising or falling to the right.
hatch_lines <- function(boxes, rising = TRUE, step = hatch_step) {
  if (!NROW(boxes)) {
    return(NULL)
  }
  wide <- boxes$xmax - boxes$xmin
  high <- boxes$ymax - boxes$ymin
  number <- pmax(ceiling((wide + high) / step - 0.5), 1)
  i <- rep(seq_len(nrow(boxes)), number)
  start <- (sequence(number) - 0.5) * step - high[i]
  from <- pmax(0, -start)
  to <- pmin(high[i], wide[i] - start)
  up <- if (rising) boxes$ymin[i] else boxes$ymax[i]
  way <- if (rising) 1 else -1
  lines <- data.frame(
    x = boxes$xmin[i] + start + from, xend = boxes$xmin[i] + start + to,
    y = up + way * from, yend = up + way * to
  )
  lines[to > from, ]
}

# Dots in boxes, in rows that alternate.
dots_in <- function(boxes, step = dot_step) {
  if (!NROW(boxes)) {
    return(NULL)
  }
  places <- lapply(seq_len(nrow(boxes)), function(i) {
    one <- boxes[i, ]
    wide <- one$xmax - one$xmin
    high <- one$ymax - one$ymin
    rows <- max(1, floor(high / step))
    columns <- max(1, floor(wide / step))
    at <- expand.grid(j = seq_len(columns), i = seq_len(rows))
    across <- pmin((at$j - 0.5 + 0.25 * (-1)^(at$i - 1)) / columns, 0.95)
    data.frame(x = one$xmin + across * wide, y = one$ymax - (at$i - 0.5) / rows * high)
  })
  do.call(rbind, places)
}

# --- a key ---------------------------------------------------------------------------------------

# Samples with words, in as many lines as they need: boxes for the samples (from `top` downwards),
# the words, and the height of all.
key_of <- function(words, width, page, top = 0) {
  small <- page$points[["small"]]
  sample <- 0.2
  line <- 0.16
  if (!length(words)) {
    return(list(boxes = NULL, words = NULL, height = 0))
  }
  words <- shortened_to(words, width - sample - 0.05, small)
  long <- sample + 0.05 + text_width(words, small) + 0.14
  x <- numeric(length(words))
  at <- integer(length(words))
  for (i in seq_along(words)[-1]) {
    x[i] <- x[i - 1] + long[i - 1]
    at[i] <- at[i - 1]
    if (x[i] + long[i] - 0.14 > width) {
      x[i] <- 0
      at[i] <- at[i] + 1L
    }
  }
  y <- -top - (at + 0.5) * line
  boxes <- data.frame(xmin = x, xmax = x + sample, ymin = y - 0.055, ymax = y + 0.055)
  list(
    boxes = boxes, height = (max(at) + 1) * line,
    words = text_boxes(words, x + sample + 0.05, y, small, shade = page$look$ink)
  )
}
