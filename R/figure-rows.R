# Rows: a sentence, under it a bar or an interval, and a note.

scale_of <- function(content) {
  scale <- content$scale
  scale$ticks <- unlist(scale$ticks)
  scale$ends <- unlist(scale$ends)
  scale
}

# Whether a row is bounded by an interval.
bounded <- function(rows) is.finite(rows$low) & is.finite(rows$high)

state_of <- function(rows) {
  ifelse(rows$hatched, "never seen", ifelse(rows$strong, "strong", "weak"))
}

state_fill <- c(
  strong = ink[["blue"]], weak = ink[["paler_blue"]], `never seen` = ink[["white"]]
)

# --- base graphics -----------------------------------------------------------------------------

lane <- 0.16 # inches: height of a bar
gap <- 0.11 # inches: space between rows
crowded <- 0.85 # letters need not be smaller than this while notes can stand beside labels

# Lines of the labels and notes; in a crowd a note stands beside its label (`aside`) if both fit.
rows_layout <- function(content, body) {
  rows <- content$rows
  text <- sizes[["text"]] * body$scale
  small <- sizes[["small"]] * body$scale
  width <- body$width - 0.1
  both <- text_width(rows$label, text) + text_width(rows$note, small) + 0.2
  aside <- body$scale < crowded & both <= width
  list(
    rows = rows, aside = aside,
    labels = lapply(rows$label, wrap_lines, width, text),
    notes = lapply(ifelse(aside, "", rows$note), function(note) {
      if (nzchar(note)) wrap_lines(note, width, small)
    })
  )
}

rows_height <- function(content, body) {
  shown <- rows_layout(content, body)
  scale <- scale_of(content)
  text <- line_height(sizes[["text"]] * body$scale)
  small <- line_height(sizes[["small"]] * body$scale)
  threshold <- if (is.null(scale$threshold)) 0 else small
  axis <- 0.1 + small + axis_label(scale$label, 0.94 * body$width, body$scale)$height
  ends <- if (is.null(scale$ends)) 0 else text
  threshold + axis + ends + sum(lengths(shown$labels)) * text + sum(lengths(shown$notes)) * small +
    nrow(shown$rows) * (lane + gap) * body$scale
}

paint_rows <- function(content, body) {
  scale <- scale_of(content)
  shown <- rows_layout(content, body)
  rows <- shown$rows
  text <- sizes[["text"]] * body$scale
  small <- sizes[["small"]] * body$scale
  high <- lane * body$scale
  edge <- max(text_width(format(scale$ticks), small)) / 2
  left <- if (isTRUE(content$bars)) 0.06 else edge
  right <- body$width - edge
  at <- function(x) left + (x - scale$low) / (scale$high - scale$low) * (right - left)
  y <- body$top
  if (!is.null(scale$threshold)) {
    side <- as.numeric(at(scale$threshold) > body$width / 2)
    y <- say_lines(
      at(scale$threshold), y, scale$threshold_label, small,
      col = ink[["grey"]], side = side
    )
  }
  for (i in seq_len(nrow(rows))) {
    if (shown$aside[i]) {
      middle <- y + line_height(text) / 2
      say(body$width, middle, rows$note[i], small, side = 1, col = ink[["grey"]])
    }
    y <- say_lines(0, y, shown$labels[[i]], text)
    if (isTRUE(scale$zero)) {
      graphics::segments(at(0), y, at(0), y + high, col = ink[["grey"]])
    }
    mark <- if (isTRUE(content$bars)) paint_bar else paint_interval
    mark(rows[i, ], y + high / 2, high, at, scale, text)
    if (!is.null(scale$threshold)) { # over the bar, on a strip of paper
      line <- at(scale$threshold)
      graphics::segments(line, y - 0.02, line, y + high + 0.02, col = "white", lwd = 3)
      graphics::segments(line, y - 0.02, line, y + high + 0.02, lty = "33", lwd = 1.2)
    }
    y <- say_lines(0, y + high + 0.02, shown$notes[[i]], small, col = ink[["grey"]])
    y <- y + gap * body$scale - 0.02
  }
  if (!is.null(scale$ends)) {
    ends <- ends_in_words(scale$ends)
    cex <- min(text, fitting(ends, body$width * 0.48, Inf, text))
    say(0, y + line_height(text) / 2, ends[1], cex)
    say(body$width, y + line_height(text) / 2, ends[2], cex, side = 1)
    y <- y + line_height(text)
  }
  draw_axis(left, right, y, at(scale$ticks), scale$ticks, scale$label, body$scale)
}

paint_bar <- function(row, y, high, at, scale, cex) {
  start <- at(scale$low)
  box(
    start, y - high / 2, at(row$value) - start, high, state_fill[[state_of(row)]],
    border = if (row$hatched) ink[["grey"]] else ink[["blue"]], hatched = row$hatched
  )
  end <- at(row$value)
  if (bounded(row)) {
    whisker(row, y, high, at, ink[["black"]])
    end <- max(end, at(row$high))
  }
  shown <- bar_words(row, end, at, scale, text_width(row$shown, cex, 2) + 0.12)
  if (!shown$inverse) {
    paper(shown$x, y, row$shown, cex, side = shown$side, font = 2)
  }
  say(
    shown$x, y, row$shown, cex,
    side = shown$side, font = 2, col = if (shown$inverse) "white" else "black"
  )
}

# Where the value stands that is `wide` inches: behind the bar, or before its end (or its interval)
# if there is no room, in white if the bar is dark; never across the threshold.
bar_words <- function(row, end, at, scale, wide) {
  line <- if (is.null(scale$threshold)) Inf else at(scale$threshold)
  if (end + wide <= at(scale$high) && !(end < line && line < end + wide)) {
    return(list(x = end + 0.06, side = 0, inverse = FALSE))
  }
  start <- at(min(row$value, row$low, na.rm = TRUE))
  if (start - wide < line && line <= start) {
    start <- line
  }
  if (start - wide < at(scale$low)) {
    return(list(x = min(line - 0.06, at(scale$high)), side = 1, inverse = FALSE))
  }
  list(x = start - 0.06, side = 1, inverse = row$strong && !row$hatched)
}

paint_interval <- function(row, y, high, at, scale, cex) {
  if (is.finite(row$reference)) {
    graphics::points(at(row$reference), y, pch = 23, bg = "white", col = ink[["grey"]])
  }
  if (bounded(row)) {
    whisker(row, y, high, at, ink[["blue"]])
  }
  graphics::points(
    at(row$value), y,
    pch = 21, col = ink[["blue"]], bg = if (row$strong) ink[["blue"]] else "white", cex = 1.2
  )
}

whisker <- function(row, y, high, at, colour) {
  ends <- at(c(row$low, row$high))
  graphics::segments(ends[1], y, ends[2], y, col = colour, lwd = 2, lend = "butt")
  graphics::segments(ends, y - high / 3, ends, y + high / 3, col = colour, lwd = 1.2)
}

ends_in_words <- function(ends) {
  arrows <- if (has_arrows()) c("\u2190", "\u2192") else c("<-", "->")
  c(paste(arrows[1], ends[1], "better"), paste(ends[2], "better", arrows[2]))
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_rows <- function(content) {
  scale <- scale_of(content)
  rows <- rows_that_fit(content$rows, scale, content)
  rows$state <- state_of(rows)
  words <- rows_words(rows, scale, isTRUE(content$bars))
  .data <- ggplot2::.data
  lanes <- function(x, type, colour = ink[["grey"]], width = 0.5) {
    ggplot2::geom_segment(
      data = data.frame(x = x, xend = x, y = rows$ymin, yend = rows$ymax), mapping = segment_aes(),
      linetype = type, colour = colour, linewidth = width
    )
  }
  marks <- if (isTRUE(content$bars)) {
    bars <- data.frame(rows, xmin = scale$low, xmax = rows$value)
    list(
      ggplot2::geom_rect(
        data = bars, mapping = box_aes(fill = .data$state), colour = ink[["blue"]]
      ),
      geom_hatching(
        bars[bars$hatched, ],
        step = 0.012 * (scale$high - scale$low), lean = 0.02 * (scale$high - scale$low)
      ),
      whiskers(rows, ink[["black"]])
    )
  } else {
    list(
      if (any(is.finite(rows$reference))) {
        ggplot2::geom_point(
          data = rows[is.finite(rows$reference), ],
          mapping = ggplot2::aes(x = .data$reference, y = .data$y),
          shape = 23, size = 2.2, fill = "white", colour = ink[["grey"]]
        )
      },
      whiskers(rows, ink[["blue"]]),
      ggplot2::geom_point(
        data = rows, mapping = ggplot2::aes(x = .data$value, y = .data$y, fill = .data$state),
        shape = 21, size = 2.6, colour = ink[["blue"]]
      )
    )
  }
  fill <- state_fill
  if (!isTRUE(content$bars)) {
    fill[["weak"]] <- ink[["white"]]
  }
  ggplot2::ggplot() +
    (if (isTRUE(scale$zero)) lanes(0, 1)) +
    marks +
    (if (!is.null(scale$threshold)) { # over the bars, on a strip of paper
      list(
        lanes(scale$threshold, 1, "white", 1.4),
        lanes(scale$threshold, "33", ink[["black"]], 0.6)
      )
    }) +
    geom_fitted(words) +
    ggplot2::scale_fill_manual(values = fill, guide = "none") +
    ggplot2::scale_x_continuous(breaks = scale$ticks, expand = c(0.02, 0)) +
    ggplot2::scale_y_continuous(NULL, breaks = NULL, expand = c(0, 0)) +
    ggplot2::coord_cartesian(
      xlim = c(scale$low, scale$high), ylim = c(min(rows$bottom, words$ymin), 0), clip = "off"
    ) +
    ggplot2::labs(x = balanced_for(scale$label, 9)) +
    theme_figure(
      axis.line.x = ggplot2::element_line(colour = ink[["grey"]]),
      axis.ticks.x = ggplot2::element_line(colour = ink[["grey"]])
    )
}

# Rows whose letters are as large as the figure's height permits.
rows_that_fit <- function(rows, scale, content) {
  height <- figure_size()[2] - (1 + 0.15 * length(content$notes)) * figure_scale()
  for (points in seq(9 * figure_scale(), 3, -0.5)) {
    placed <- rows_in_lines(rows, scale, points)
    if (-min(placed$bottom) * points * leading / 72 <= height) {
      break
    }
  }
  placed
}

# Rows downwards, a line of text being 1 high: where labels, bars and notes begin.
rows_in_lines <- function(rows, scale, points) {
  lines <- function(text, points) {
    lapply(text, function(one) {
      if (nzchar(one)) strsplit(wrapped_for(one, points / figure_scale()), "\n", fixed = TRUE)[[1]]
    })
  }
  rows$points <- points
  room <- (figure_width() - 0.5) * 72 / (points * 0.56)
  rows$aside <- points < 9 * crowded & nchar(rows$label) + 0.85 * nchar(rows$note) + 4 < room
  rows$labels <- lines(rows$label, points)
  rows$notes <- lines(ifelse(rows$aside, "", rows$note), 0.85 * points)
  high <- lengths(rows$labels) + 1.1 + 0.85 * lengths(rows$notes) + 0.6
  rows$top <- -(cumsum(high) - high) - if (is.null(scale$threshold)) 0 else 0.9
  rows$ymax <- rows$top - lengths(rows$labels)
  rows$ymin <- rows$ymax - 1
  rows$y <- (rows$ymin + rows$ymax) / 2
  rows$bottom <- rows$top - high
  rows
}

# Every line of text inside the panel, with its box.
rows_words <- function(rows, scale, bars) {
  whole <- function(label, top, high, size, shade = "black", side = 0, face = 1,
                    xmin = scale$low, xmax = scale$high) {
    n <- length(label)
    if (n) {
      ymax <- top - (seq_len(n) - 1) * high
      data.frame(
        xmin = xmin, xmax = xmax, ymin = ymax - high, ymax = ymax, label = label,
        points = size * rows$points[1], shade = shade, side = side, face = face
      )
    }
  }
  divide <- function(row) { # where a label ends and the note beside it may begin
    label <- nchar(row$label) + 2
    scale$low + (scale$high - scale$low) * label / (label + 0.85 * nchar(row$note) + 2)
  }
  each <- lapply(seq_len(nrow(rows)), function(i) {
    row <- rows[i, ]
    rbind(
      whole(row$labels[[1]], row$top, 1, 1, xmax = if (row$aside) divide(row) else scale$high),
      whole(row$notes[[1]], row$ymin - 0.1, 0.85, 0.85, ink[["grey"]]),
      if (row$aside) whole(row$note, row$top, 1, 0.85, ink[["grey"]], 1, xmin = divide(row)),
      if (bars && nzchar(row$shown)) {
        value <- value_box(row, scale)
        whole(
          row$shown, row$ymax, 1, 1, value$shade, value$side, 2, value$xmin, value$xmax
        )
      }
    )
  })
  end <- min(rows$bottom)
  middle <- (scale$low + scale$high) / 2
  ends <- if (!is.null(scale$ends)) {
    said <- in_ascii(ends_in_words(scale$ends))
    rbind(
      whole(said[1], end, 1, 1, xmax = middle), whole(said[2], end, 1, 1, side = 1, xmin = middle)
    )
  }
  decides <- if (!is.null(scale$threshold)) {
    right <- scale$threshold > middle
    whole(
      scale$threshold_label, 0, 0.9, 0.85, ink[["grey"]],
      side = as.numeric(right),
      xmin = if (right) scale$low else scale$threshold,
      xmax = if (right) scale$threshold else scale$high
    )
  }
  do.call(rbind, c(each, list(ends, decides)))
}

# Where a bar's value stands: behind it, or inside if there is little room; never across the
# threshold.
value_box <- function(row, scale) {
  span <- scale$high - scale$low
  line <- if (is.null(scale$threshold)) Inf else scale$threshold
  wide <- 0.018 * span * nchar(row$shown)
  end <- max(row$value, row$high, na.rm = TRUE) + 0.01 * span
  to <- if (end < line) min(line - 0.01 * span, scale$high) else scale$high
  if (to - end > wide) {
    return(list(xmin = end, xmax = to, side = 0, shade = "black"))
  }
  inside <- min(row$value, row$low, na.rm = TRUE) - 0.01 * span
  if (inside - wide < line && line <= inside) {
    inside <- line - 0.01 * span
  }
  dark <- row$strong && !row$hatched
  list(xmin = scale$low, xmax = inside, side = 1, shade = if (dark) "white" else "black")
}

# Intervals with their ends.
whiskers <- function(rows, colour) {
  rows <- rows[bounded(rows), ]
  if (!nrow(rows)) {
    return(NULL)
  }
  .data <- ggplot2::.data
  list(
    ggplot2::geom_segment(
      data = rows, colour = colour, linewidth = 0.8,
      mapping = ggplot2::aes(x = .data$low, xend = .data$high, y = .data$y, yend = .data$y)
    ),
    ggplot2::geom_segment(
      data = data.frame(
        x = c(rows$low, rows$high), xend = c(rows$low, rows$high),
        y = rep(rows$y - 0.3, 2), yend = rep(rows$y + 0.3, 2)
      ),
      mapping = segment_aes(), colour = colour
    )
  )
}
