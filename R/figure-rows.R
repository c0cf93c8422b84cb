# Rows: a sentence, under it a bar or an interval, and a note. The axis is the scale's; downwards
# all is in inches.

figure_rows <- function(content, page) {
  scale <- content$scale
  scale$ticks <- unlist(scale$ticks)
  bars <- isTRUE(content$bars)
  named <- balanced(scale$label, page$width, page$points[["text"]])
  room <- page$height - axis_height(named, page)
  placed <- rows_that_fit(content$rows, scale, page, room, lane = if (bars) 0.0155 else 0.011)
  rows <- placed$rows
  rows$fill <- ifelse(rows$strong, ink[["blue"]], ink[[if (bars) "paler_blue" else "white"]])
  rows$fill[rows$hatched] <- ink[["white"]]
  unit <- page$width / (scale$high - scale$low)
  points <- placed$points[["text"]]
  list(
    if (isTRUE(scale$zero)) lane_lines(rows, 0, colour = ink[["grey"]], linewidth = 0.4),
    if (bars) bar_marks(rows, scale, unit, points) else interval_marks(rows, points),
    if (!is.null(scale$threshold)) { # over the bars, on a strip of paper
      list(
        lane_lines(rows, scale$threshold, colour = "white", linewidth = 1.6),
        lane_lines(rows, scale$threshold, linetype = "33", linewidth = 0.6)
      )
    },
    if (bars) geom_fitted(bar_values(rows, scale, placed$points[["text"]], unit)),
    geom_fitted(placed$words),
    ggplot2::scale_fill_identity(),
    ggplot2::scale_x_continuous(breaks = scale$ticks, labels = short_numbers),
    ggplot2::scale_y_continuous(NULL, breaks = NULL),
    ggplot2::coord_cartesian(
      xlim = c(scale$low, scale$high), ylim = c(-placed$height, 0), expand = FALSE, clip = "off"
    ),
    ggplot2::labs(x = paste(named, collapse = "\n")),
    panel_height(placed$height, room),
    ggplot2::theme(
      axis.line.x = ggplot2::element_line(colour = ink[["grey"]], linewidth = 0.3),
      axis.ticks.x = ggplot2::element_line(colour = ink[["grey"]], linewidth = 0.3)
    )
  )
}

short_numbers <- function(x) format(x, trim = TRUE, drop0trailing = TRUE)

# --- places ------------------------------------------------------------------------------------

# Rows with letters as large as fit into the room.
rows_that_fit <- function(rows, scale, page, room, lane) {
  for (part in seq(1, 0.3, -0.05)) {
    for (beside in c(FALSE, TRUE)) {
      points <- page$points * part
      place <- function(...) rows_placed(rows, scale, points, page$width, lane, beside, ...)
      needed <- place()$height
      if (needed <= room) {
        return(place(spare = (room - needed) / nrow(rows)))
      }
    }
  }
  place()
}

# Where bars (`lane` inches high for each point of a letter) lie and lines of text stand, downwards
# from 0. Notes stand below their bars, or `beside` their labels if all fit; `spare` inches for each
# row make bars higher and set rows apart, within limits.
rows_placed <- function(rows, scale, points, width, lane, beside, spare = 0) {
  text <- points[["text"]]
  small <- points[["small"]]
  lane <- lane * text + min(0.4 * spare, 0.009 * text)
  gap <- 0.007 * text + min(0.6 * spare, 0.03 * text)
  unit <- width / (scale$high - scale$low)
  both <- text_width(rows$label, text) + text_width(rows$note, small) + 0.2
  aside <- beside & rows$note != ""
  aside <- aside & all(both[aside] <= width)
  labels <- lapply(rows$label, wrapped, width, text)
  notes <- lapply(ifelse(aside, "", rows$note), wrapped, width, small)
  above <- if (is.null(scale$threshold)) 0 else line_height(small)
  under <- lane + 0.03 + lengths(notes) * line_height(small) + gap
  high <- lengths(labels) * line_height(text) + under
  top <- -above - cumsum(high) + high
  rows$ymax <- top - lengths(labels) * line_height(text) - 0.01
  rows$ymin <- rows$ymax - lane
  rows$y <- (rows$ymin + rows$ymax) / 2
  end <- -above - sum(high)
  words <- rbind(
    lines_down(labels, top, scale$low, text, unit),
    lines_down(notes, rows$ymin - 0.02, scale$low, small, unit, shade = ink[["grey"]]),
    lines_down(
      rows$note[aside], top[aside], scale$high, small, unit,
      side = 1, shade = ink[["grey"]]
    ),
    threshold_words(scale, small, unit),
    ends_in_words(scale, end, text, width, unit)
  )
  ends <- if (is.null(scale$ends)) 0 else line_height(text)
  list(rows = rows, words = words, points = points, height = ends - end)
}

# Texts of one or several lines each, downwards from their tops.
lines_down <- function(lines, top, x, points, unit, side = 0, shade = "black") {
  nth <- sequence(lengths(lines))
  y <- rep(top, lengths(lines)) - (nth - 0.5) * line_height(points)
  text_boxes(unlist(lines), x, y, points, side, unit = unit, shade = rep(shade, length(y)))
}

threshold_words <- function(scale, points, unit) {
  if (!is.null(scale$threshold)) {
    side <- as.numeric(scale$threshold > (scale$low + scale$high) / 2)
    lines_down(scale$threshold_label, 0, scale$threshold, points, unit, side, ink[["grey"]])
  }
}

# Who is better at either end of the axis.
ends_in_words <- function(scale, y, points, width, unit) {
  if (!is.null(scale$ends)) {
    named <- unlist(scale$ends)
    said <- c(paste("<-", named[1], "better"), paste(named[2], "better ->"))
    points <- fitting(said, 0.48 * width, points)
    rbind(
      lines_down(said[1], y, scale$low, points, unit),
      lines_down(said[2], y, scale$high, points, unit, side = 1)
    )
  }
}

# --- marks -------------------------------------------------------------------------------------

# A line at this value across the lane of every row.
lane_lines <- function(rows, at, ...) {
  segments_of(data.frame(x = at, xend = at, y = rows$ymin - 0.01, yend = rows$ymax + 0.01), ...)
}

bar_marks <- function(rows, scale, unit, points) {
  bars <- data.frame(rows, xmin = scale$low, xmax = rows$value)
  list(
    boxes_of(bars, "fill", colour = ink[["blue"]]),
    hatching(bars[bars$hatched, ], step = 0.07 / unit),
    whiskers(rows, ink[["black"]]),
    points_of(
      rows[is.finite(rows$reference), ], c(x = "reference", "y"),
      shape = 23, size = 0.22 * points, fill = "white", colour = ink[["black"]]
    )
  )
}

interval_marks <- function(rows, points) {
  list(
    points_of(
      rows[is.finite(rows$reference), ], c(x = "reference", "y"),
      shape = 23, size = 0.22 * points, fill = "white", colour = ink[["grey"]]
    ),
    whiskers(rows, ink[["blue"]]),
    points_of(
      rows, c(x = "value", "y", "fill"),
      shape = 21, size = 0.26 * points, colour = ink[["blue"]]
    )
  )
}

# Intervals with their ends.
whiskers <- function(rows, colour) {
  rows <- rows[is.finite(rows$low) & is.finite(rows$high), ]
  high <- (rows$ymax - rows$ymin) / 3
  at <- c(rows$low, rows$high)
  list(
    layer_of(
      ggplot2::geom_segment, rows, c(x = "low", xend = "high", "y", yend = "y"),
      colour = colour, linewidth = 0.8
    ),
    segments_of(
      data.frame(x = at, xend = at, y = rep(rows$y - high, 2), yend = rep(rows$y + high, 2)),
      colour = colour, linewidth = 0.5
    )
  )
}

# What the bars say, each on a strip of paper unless it stands on a dark bar.
bar_values <- function(rows, scale, points, unit) {
  words <- lapply(which(rows$shown != ""), function(i) {
    row <- rows[i, ]
    place <- value_place(row, scale, text_width(row$shown, points, 2) / unit, 0.06 / unit)
    text_boxes(
      row$shown, place$x, row$y, points, place$side,
      face = 2, unit = unit, shade = if (place$inverse) "white" else "black",
      paper = if (place$inverse) NA_character_ else "white"
    )
  })
  do.call(rbind, words)
}

# Where a value stands that is `wide` units: behind the bar, or before its end (or its interval) if
# there is no room, in white if the bar is dark; never across the threshold.
value_place <- function(row, scale, wide, gap) {
  line <- if (is.null(scale$threshold)) Inf else scale$threshold
  wide <- wide + 2 * gap
  end <- max(row$value, row$high, na.rm = TRUE)
  if (end + wide <= scale$high && !(end < line && line < end + wide)) {
    return(list(x = end + gap, side = 0, inverse = FALSE))
  }
  start <- min(row$value, row$low, na.rm = TRUE)
  if (start - wide < line && line <= start) {
    start <- line
  }
  if (start - wide < scale$low) {
    before <- line - wide >= scale$low # not so near the axis that nothing fits
    x <- c(line + gap, min(line - gap, scale$high))[before + 1]
    return(list(x = x, side = as.numeric(before), inverse = FALSE))
  }
  list(x = start - gap, side = 1, inverse = row$strong && !row$hatched)
}
