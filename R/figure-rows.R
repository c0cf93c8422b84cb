# Rows as in a forest plot: the name on the left, a bar or an interval, the number on the right.
# Names that need more than their column stand above their bar, over the whole width; what has no
# room is left out and counted.

row_sizes <- c(row = 0.2, above = 0.15, bar = 0.13, gap = 0.08) # inches
row_shares <- c(names = 0.42, numbers = 0.45) # of the width, at most

figure_rows <- function(content, page) {
  if (length(content$sentence) && nzchar(content$sentence)) {
    return(sentence_of(content, page))
  }
  laid <- forest_layout(content, page)
  rows <- laid$rows
  look <- page$look
  marks <- if (isTRUE(content$bars)) bar_marks else interval_marks
  structure(
    list(
      if (isTRUE(content$scale$zero)) {
        zero <- upright(laid$at(0), laid, rows[nrow(rows), ])
        segments_of(zero, colour = look$line, linewidth = 0.3)
      },
      marks(rows, laid, look),
      line_that_decides(content$scale, rows, laid, look),
      segments_of(laid$axis$lines, colour = look$line, linewidth = 0.3),
      geom_fitted(laid$words),
      ggplot2::scale_fill_identity(),
      panel_in_inches(page$width, laid$height, page$height)
    ),
    left_out = left_out(nrow(content$rows) + number_of(content$more), nrow(rows), unit_of(content))
  )
}

unit_of <- function(content) if (is.null(content$unit)) "row" else content$unit

number_of <- function(x) if (is.null(x)) 0 else as.numeric(x)

# Rows that all show the same, in words.
sentence_of <- function(content, page) {
  said <- wrapped(content$sentence, page$width, page$points[["text"]])
  number <- wrapped(content$scale$label, page$width, page$points[["small"]])
  text <- line_height(page$points[["text"]])
  high <- length(said) * text + length(number) * line_height(page$points[["small"]])
  words <- rbind(
    lines_down(list(said), 0, 0, page$points[["text"]], 1, shade = page$look$ink),
    lines_down(
      list(number), -length(said) * text, 0, page$points[["small"]], 1,
      shade = page$look$quiet
    )
  )
  structure(
    list(geom_fitted(words), panel_in_inches(page$width, high, page$height)),
    left_out = left_out(number_of(content$more), 0, unit_of(content))
  )
}

# --- places, in inches from the top left ---------------------------------------------------------

# The rows that have a place, with the middles of their bars; where a value stands; words.
forest_layout <- function(content, page) {
  rows <- content$rows
  scale <- content$scale
  scale$ticks <- unlist(scale$ticks)
  text <- page$points[["text"]]
  small <- page$points[["small"]]
  width <- page$width
  head <- if (is.null(scale$threshold)) 0 else line_height(small) + 0.04
  across <- wrapped(scale$label, width, small)
  ends <- if (is.null(scale$ends)) 0 else line_height(small)
  free <- page$height - head - 0.2 - ends - length(across) * line_height(small)
  above <- max(text_width(rows$label, small)) > row_shares[["names"]] * width &&
    nrow(rows) * sum(row_sizes[c("row", "above")]) <= free
  step <- row_sizes[["row"]] + if (above) row_sizes[["above"]] else 0
  shown <- rows_fitting(nrow(rows), step, free)
  rows <- rows[seq_len(shown), ]
  step <- max(step, min(1.4 * step, free / shown))
  top <- -head - (seq_len(shown) - 1) * step
  rows$y <- top - step + row_sizes[["row"]] / 2
  bold <- ifelse(rows$strong & isTRUE(content$bars), 2, 1)
  numbers <- fitted_words(rows$shown, row_shares[["numbers"]] * width, small, max(bold))
  wide <- max(text_width(numbers$text, numbers$points, max(bold)))
  right <- width - if (wide > 0) wide + row_sizes[["gap"]] else 0.1
  room <- if (above) width else max(min(row_shares[["names"]] * width, right - 0.8), 0.15 * width)
  labels <- fitted_words(rows$label, room, text)
  left <- if (above) 0.12 else max(text_width(labels$text, labels$points)) + row_sizes[["gap"]]
  notes <- max(text_width(rows$note, small), 0)
  noted <- !above && notes > 0 && right - left - notes - row_sizes[["gap"]] > 2
  number_at <- right + row_sizes[["gap"]]
  if (noted) {
    right <- right - notes - row_sizes[["gap"]]
    number_at <- right + row_sizes[["gap"]]
  }
  at <- function(x) left + (x - scale$low) / (scale$high - scale$low) * (right - left)
  foot <- min(top) - step
  axis <- axis_below(scale, at, foot, page)
  words <- rbind(
    text_boxes(
      labels$text, 0, if (above) rows$y + 0.5 * sum(row_sizes[c("row", "above")]) else rows$y,
      labels$points,
      shade = page$look$ink
    ),
    text_boxes(numbers$text, number_at, rows$y, numbers$points, face = bold, shade = page$look$ink),
    if (noted) text_boxes(rows$note, width - notes, rows$y, small, shade = page$look$quiet),
    if (above) notes_above(rows, labels, page),
    threshold_words(scale, at, page),
    ends_in_words(scale, at, left, right, foot - 0.2, page),
    label_below(across, (left + right) / 2, foot - 0.2 - ends, page),
    axis$words
  )
  list(
    rows = rows, at = at, step = step, head = head, above = above, axis = axis,
    words = words[words$label != "", ],
    height = -(foot - 0.2 - ends - length(across) * line_height(small))
  )
}

# Notes at the right of the names above, where both have room.
notes_above <- function(rows, labels, page) {
  small <- page$points[["small"]]
  fits <- text_width(labels$text, labels$points) + text_width(rows$note, small) + 0.2 <= page$width
  fits <- fits & rows$note != ""
  text_boxes(
    rows$note[fits], page$width, rows$y[fits] + 0.5 * sum(row_sizes[c("row", "above")]), small, 1,
    shade = rep(page$look$quiet, sum(fits))
  )
}

# Ticks and their numbers, as many as have room, under a line.
axis_below <- function(scale, at, y, page) {
  small <- page$points[["small"]]
  ticks <- thinned(scale$ticks, at, small)
  place <- at(ticks)
  list(
    lines = data.frame(
      x = c(at(scale$low), place), xend = c(at(scale$high), place),
      y = y, yend = c(y, rep(y - 0.04, length(place)))
    ),
    words = text_boxes(
      short_numbers(ticks), place, y - 0.05 - line_height(small) / 2, small, 0.5,
      shade = page$look$quiet
    )
  )
}

short_numbers <- function(x) vapply(x, function(one) format(one, drop0trailing = TRUE), "")

# The ticks that have room for their numbers: the first, the last, and some between them.
thinned <- function(ticks, at, points) {
  half <- text_width(short_numbers(ticks), points) / 2 + 0.03
  clash <- function(i, j) abs(at(ticks[i]) - at(ticks[j])) < half[i] + half[j]
  last <- length(ticks)
  kept <- 1L
  for (i in seq_len(max(last - 2L, 0L)) + 1L) {
    if (!clash(kept[length(kept)], i) && !clash(i, last)) kept <- c(kept, i)
  }
  ticks[if (last > 1L && !clash(1L, last)) c(kept, last) else kept]
}

# Texts of one or several lines each, downwards from their tops.
lines_down <- function(lines, top, x, points, unit, side = 0, shade = "black") {
  nth <- sequence(lengths(lines))
  y <- rep(top, lengths(lines)) - (nth - 0.5) * line_height(points)
  text_boxes(unlist(lines), x, y, points, side, unit = unit, shade = rep(shade, length(y)))
}

label_below <- function(lines, middle, y, page) {
  small <- page$points[["small"]]
  half <- max(text_width(lines, small), 0) / 2
  x <- min(max(middle, half), page$width - half)
  lines_down(list(lines), y, x, small, 1, 0.5, page$look$quiet)
}

threshold_words <- function(scale, at, page) {
  if (!is.null(scale$threshold)) {
    small <- page$points[["small"]]
    x <- at(scale$threshold)
    right <- x > page$width / 2
    said <- shortened_to(scale$threshold_label, if (right) x else page$width - x, small)
    text_boxes(
      said, x, -line_height(small) / 2, small, as.numeric(right),
      shade = page$look$quiet
    )
  }
}

# Who is better at either end of the axis.
ends_in_words <- function(scale, at, left, right, y, page) {
  if (!is.null(scale$ends)) {
    small <- page$points[["small"]]
    middle <- if (isTRUE(scale$zero)) at(0) else (left + right) / 2
    said <- paste(c("<-", ""), unlist(scale$ends), c("better", "better ->"))
    room <- c(middle, page$width - middle) - 0.1
    said <- trimws(c(
      shortened_to(said[1], room[1], small), shortened_to(trimws(said[2]), room[2], small)
    ))
    fits <- text_width(said, small) <= room + 0.01
    text_boxes(
      said[fits], (middle + c(-0.1, 0.1))[fits], y - line_height(small) / 2, small,
      c(1, 0)[fits],
      shade = rep(page$look$ink, sum(fits))
    )
  }
}

# --- marks -------------------------------------------------------------------------------------

# A line across all rows, or across the lane of each if names stand between them.
upright <- function(x, laid, last) {
  if (!laid$above) {
    return(data.frame(x = x, xend = x, y = -laid$head, yend = last$y - row_sizes[["row"]] / 2))
  }
  half <- row_sizes[["row"]] / 2
  data.frame(x = x, xend = x, y = laid$rows$y + half, yend = laid$rows$y - half)
}

# Over the bars, on a strip of paper.
line_that_decides <- function(scale, rows, laid, look) {
  if (!is.null(scale$threshold)) {
    line <- upright(laid$at(scale$threshold), laid, rows[nrow(rows), ])
    list(
      segments_of(line, colour = look$paper, linewidth = 1.2),
      segments_of(line, colour = look$ink, linetype = "33", linewidth = 0.5)
    )
  }
}

bar_marks <- function(rows, laid, look) {
  half <- row_sizes[["bar"]] / 2
  bars <- data.frame(
    rows,
    xmin = laid$at(0), xmax = laid$at(rows$value), ymin = rows$y - half, ymax = rows$y + half,
    fill = ifelse(rows$hatched, look$paper, fill_of(look, "better", rows$strong))
  )
  list(
    boxes_of(bars, "fill", colour = look$better[1]),
    hatching(bars[bars$hatched, ], step = 0.07),
    whiskers(rows, laid, look$ink),
    reference_lines(rows, laid, look)
  )
}

interval_marks <- function(rows, laid, look) {
  points <- data.frame(
    x = laid$at(rows$value), y = rows$y, value = rows$value,
    fill = ifelse(rows$strong, look$better[1], look$paper)
  )
  list(
    reference_lines(rows, laid, look),
    whiskers(rows, laid, look$better[1]),
    points_of(points, c("x", "y", "fill"), shape = 21, size = 2, colour = look$better[1])
  )
}

reference_lines <- function(rows, laid, look) {
  rows <- rows[is.finite(rows$reference), ]
  points_of(
    data.frame(x = laid$at(rows$reference), y = rows$y),
    shape = 23, size = 1.5, fill = look$paper, colour = look$ink
  )
}

# Intervals with their ends.
whiskers <- function(rows, laid, colour) {
  rows <- rows[is.finite(rows$low) & is.finite(rows$high), ]
  high <- row_sizes[["bar"]] / 3
  at <- laid$at(c(rows$low, rows$high))
  both <- c(rows$y, rows$y)
  list(
    segments_of(
      data.frame(x = laid$at(rows$low), xend = laid$at(rows$high), y = rows$y, yend = rows$y),
      colour = colour, linewidth = 0.7
    ),
    segments_of(
      data.frame(x = at, xend = at, y = both - high, yend = both + high),
      colour = colour, linewidth = 0.45
    )
  )
}
