# A part of the page with two rulers: places become inches, ticks get their words. Inches count
# rightwards from 0 and downwards (negative) from 0, as panel_in_inches() has them.

tick_length <- 0.04 # inches
ticks_apart <- 0.08 # between the words of neighbouring ticks

# A rectangle, and what its sides measure; `inset` is room at the left, top, right and bottom that no
# place of the rulers takes.
chart_area <- function(left, top, width, height, across, up, inset = c(0, 0, 0, 0)) {
  list(
    left = left, top = -top, right = left + width, bottom = -(top + height), width = width,
    height = height, across = across, up = up, inset = inset
  )
}

# Inches of places on the two rulers.
chart_x <- function(area, place) {
  free <- area$width - area$inset[1] - area$inset[3]
  part <- (place - area$across$low) / (area$across$high - area$across$low)
  area$left + area$inset[1] + part * free
}

chart_y <- function(area, place) {
  free <- area$height - area$inset[2] - area$inset[4]
  area$top - area$inset[2] - (area$up$high - place) / (area$up$high - area$up$low) * free
}

# Inches that the words of an upright ruler's ticks take, with the ticks.
marks_width <- function(ruler, page) {
  max(0, text_width(unlist(ruler$marks), page$points[["small"]])) + tick_length + 0.05
}

# Ticks under an area, and left of it; words that would meet their neighbours are left out.
ticks_across <- function(area, page) {
  x <- chart_x(area, as.double(unlist(area$across$ticks)))
  marks <- as.character(unlist(area$across$marks))
  points <- page$points[["small"]]
  wide <- text_width(marks, points)
  shown <- marks_apart(x, wide, marks)
  at <- pmin(pmax(x, area$left + wide / 2 - 0.3), area$right - wide / 2 + 0.05)
  list(
    chart_ticks(x, area$bottom, x, area$bottom - tick_length, page),
    geom_fitted(text_boxes(
      marks[shown], at[shown], area$bottom - tick_length - 0.02 - line_height(points) / 2, points,
      0.5,
      shade = page$look$quiet
    ))
  )
}

ticks_up <- function(area, page) {
  y <- chart_y(area, as.double(unlist(area$up$ticks)))
  marks <- as.character(unlist(area$up$marks))
  points <- page$points[["small"]]
  shown <- marks_apart(y, line_height(points) - ticks_apart, marks)
  list(
    chart_ticks(area$left - tick_length, y, area$left, y, page),
    geom_fitted(text_boxes(
      marks[shown], area$left - tick_length - 0.02, y[shown], points, 1,
      shade = page$look$quiet
    ))
  )
}

chart_ticks <- function(x, y, xend, yend, page) {
  if (length(x) && length(y)) {
    ends <- data.frame(x = x, y = y, xend = xend, yend = yend)
    segments_of(ends, colour = page$look$line, linewidth = 0.3)
  }
}

# Which words stand apart: all, or every second, third and so on, that of zero among them.
marks_apart <- function(at, wide, marks) {
  wide <- rep_len(wide, length(at))
  middle <- match(TRUE, marks %in% c("0", "equal"), nomatch = 1L)
  for (step in seq_along(at)) {
    kept <- order(at)
    kept <- kept[(seq_along(kept) - match(middle, kept)) %% step == 0]
    if (all(diff(at[kept]) >= (wide[kept][-1] + wide[kept][-length(kept)]) / 2 + ticks_apart)) {
      return(kept)
    }
  }
  integer()
}

# What a ruler measures: "accuracy (percentage points)".
ruler_title <- function(ruler) {
  if (nzchar(ruler$unit)) sprintf("%s (%s)", ruler$measure, ruler$unit) else ruler$measure
}

# A ruler's words, and who is better at either end: in one line if there is room, or two. A row for
# each text, with its line and whether it stands at the start (0), the middle or the end (1).
ruler_words <- function(title, names, length, points) {
  wide <- function(text) text_width(text, points)
  texts <- function(low, high, line) {
    data.frame(
      label = c(low, title, high), side = c(0, 0.5, 1), line = c(line, 1, line), points = points
    )
  }
  for (better in c(" better", "")) {
    low <- paste0("<- ", names[1], better)
    high <- paste0(names[2], better, " ->")
    widest <- max(wide(c(low, high)))
    if (nzchar(better) && widest + wide(title) / 2 + 0.15 <= length / 2) {
      return(texts(low, high, 1))
    }
    if (widest <= length / 2 - 0.05) {
      break
    }
    short <- distinct_to(names, length / 2 - 0.05 - wide("<- "), points)
    low <- paste("<-", short[1])
    high <- paste(short[2], "->")
  }
  title <- shortened_to(title, length, points)
  texts(low, high, 2)
}

# Names no wider than this that differ: by their ends, or numbered if need be.
distinct_to <- function(names, width, points, face = 1) {
  short <- shortened_to(names, width, points, face)
  if (anyDuplicated(short)) {
    wide <- text_width(names, points, face)
    short[wide > width] <- vapply(names[wide > width], function(name) {
      ends <- paste0("...", substring(name, seq(2L, nchar(name))))
      ends[match(TRUE, text_width(ends, points, face) <= width, nomatch = length(ends))]
    }, "")
  }
  if (anyDuplicated(short)) {
    short <- paste(seq_along(names), shortened_to(names, width - 0.2, points, face))
  }
  short
}

words_across <- function(area, top, words, page) {
  high <- line_height(page$points[["text"]])
  x <- area$left + words$side * area$width
  geom_fitted(text_boxes(
    words$label, x, top - (words$line - 0.5) * high, words$points, words$side,
    shade = page$look$ink
  ))
}

# The same, read upwards, from x rightwards.
words_up <- function(area, x, words, page) {
  high <- line_height(page$points[["text"]])
  at <- data.frame(
    x = x + (words$line - 0.5) * high, y = area$bottom + words$side * area$height,
    label = words$label, side = words$side
  )
  layer_of(
    ggplot2::geom_text, at, c("x", "y", "label", hjust = "side"),
    angle = 90, vjust = 0.5, size = words$points[1] / ggplot2::.pt, colour = page$look$ink
  )
}

# The frame of an area.
chart_frame <- function(area, page) {
  box <- data.frame(xmin = area$left, xmax = area$right, ymin = area$bottom, ymax = area$top)
  boxes_of(box, fill = NA, colour = page$look$line, linewidth = 0.3)
}

# The size of a mark that is so many points wide.
mark_size <- function(points) 4 / 3 * points / ggplot2::.pt

# Looks that are given as they are: colours, marks, sizes.
looks_as_given <- function() {
  list(
    ggplot2::scale_fill_identity(), ggplot2::scale_colour_identity(),
    ggplot2::scale_shape_identity(), ggplot2::scale_size_identity(),
    ggplot2::scale_linetype_identity(), ggplot2::scale_linewidth_identity()
  )
}
