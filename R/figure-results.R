# The data themselves: panels of dots, rows of algorithms.

figure_results <- function(content, page) {
  content$algorithms <- as.character(unlist(content$algorithms))
  plan <- results_plan(content, page)
  kept <- min(length(content$rulers), plan$lines * plan$columns)
  parts <- lapply(seq_len(kept), results_panel, content, plan, page)
  left <- c(
    left_out(length(content$algorithms), plan$rows, "algorithm"),
    left_out(length(content$rulers), kept, "measure")
  )
  list(
    unlist(parts, recursive = FALSE),
    if (length(left)) ggplot2::labs(subtitle = paste(left, collapse = " ")),
    looks_as_given(),
    panel_in_inches(page$width, plan$lines * (plan$tall + 0.08) - 0.08, page$height)
  )
}

# How many panels stand beside each other, how many rows they have, and how large all is.
results_plan <- function(content, page) {
  gap <- 0.16
  small <- line_height(page$points[["small"]])
  word <- line_height(page$points[["text"]])
  names <- text_width(content$algorithms, page$points[["small"]])
  names <- min(max(0, names), 0.32 * page$width) + 0.06
  k <- length(content$rulers)
  n <- length(content$algorithms)
  most <- max(1, floor((page$width - names + gap) / (1.35 + gap)))
  columns <- ceiling(k / ceiling(k / most))
  around <- word + 0.03 + tick_length + small + 0.04
  lines <- ceiling(k / columns)
  while (lines > 1 && lines * (around + min(n, 7) * 0.125 + 0.08) - 0.08 > page$height) {
    lines <- lines - 1 # some rows of all algorithms rather than all measures of a few
  }
  free <- (page$height + 0.08) / lines - 0.08 - around
  wanted <- if (isTRUE(content$joined)) 0.36 else 0.17
  row <- min(wanted, max(free / n, 0.125))
  rows <- max(1, min(n, floor(free / row + 1e-6)))
  list(
    columns = columns, lines = lines, rows = rows, row = row, names = names, gap = gap, word = word,
    panel = (page$width - names + gap) / columns - gap, tall = around + rows * row
  )
}

results_panel <- function(k, content, plan, page) {
  look <- page$look
  small <- page$points[["small"]]
  ruler <- content$rulers[[k]]
  top <- ((k - 1) %/% plan$columns) * (plan$tall + 0.08)
  left <- plan$names + ((k - 1) %% plan$columns) * (plan$panel + plan$gap)
  flat <- list(low = 0, high = 1)
  high <- plan$rows * plan$row
  area <- chart_area(left, top + plan$word + 0.03, plan$panel, high, ruler, flat)
  up <- function(row, lift = 0) area$top - (row + 0.5 - 0.25 * lift) * plan$row
  of_panel <- function(data) data[data$panel == k - 1 & data$line < plan$rows, ]
  list(
    chart_frame(area, page),
    geom_fitted(results_words(k, content, area, top, plan, page)),
    results_dots(of_panel(content$dots), content, area, up, plan, page),
    results_middles(of_panel(content$middles), isTRUE(content$joined), area, up, plan, page),
    ticks_across(area, page)
  )
}

# The measure over its panel, and the names left of the first panel of a line.
results_words <- function(k, content, area, top, plan, page) {
  text <- page$points[["text"]]
  small <- page$points[["small"]]
  measure <- area$across$measure
  head <- paste0(measure, ", better ->")
  if (text_width(head, text) > plan$panel) {
    head <- paste(shortened_to(measure, plan$panel - 0.2, text), "->")
  }
  names <- if ((k - 1) %% plan$columns == 0) {
    short <- distinct_to(content$algorithms, plan$names - 0.06, small)[seq_len(plan$rows)]
    at <- area$top - (seq_along(short) - 0.5) * plan$row
    text_boxes(short, area$left - 0.04, at, small, 1, shade = page$look$ink)
  }
  rbind(
    text_boxes(head, area$left, -top - plan$word / 2, text, 0, shade = page$look$ink),
    names
  )
}

# Every result; of few algorithms a line for each data set.
results_dots <- function(dots, content, area, up, plan, page) {
  if (!nrow(dots)) {
    return(NULL)
  }
  dots$at <- chart_x(area, dots$x)
  dots$up_at <- up(dots$line, dots$lift)
  look <- page$look
  second <- length(content$algorithms) == 2 & dots$line == 1
  dots$fill <- fill_of(look, ifelse(second, "worse", "better"))
  dots$mark <- ifelse(second, 22, 21)
  size <- if (nrow(dots) / plan$rows > 60) 2 else 2.8
  list(
    if (isTRUE(content$joined)) results_lines(dots, content, look),
    points_of(
      dots, c(x = "at", y = "up_at", fill = "fill", shape = "mark"),
      colour = "#00000000", stroke = 0, size = mark_size(size), alpha = 0.7
    )
  )
}

# Of two algorithms in the colour of the one that is better.
results_lines <- function(dots, content, look) {
  dots <- dots[order(dots$dataset, dots$line), ]
  next_one <- seq_len(nrow(dots))[-1]
  same <- next_one[dots$dataset[next_one] == dots$dataset[next_one - 1]]
  from <- dots[same - 1, ]
  to <- dots[same, ]
  shade <- if (length(content$algorithms) == 2) {
    ifelse(from$x == to$x, look$line, fill_of(look, ifelse(from$x > to$x, "better", "worse")))
  } else {
    rep(look$line, nrow(from))
  }
  ends <- data.frame(
    x = from$at, y = from$up_at, xend = to$at, yend = to$up_at, shade = shade
  )
  segments_of(ends, c(colour = "shade"), linewidth = 0.2, alpha = 0.8)
}

# Medians and, unless data sets are joined, the middle halves.
results_middles <- function(middles, joined, area, up, plan, page) {
  middles <- middles[!is.na(middles$median), ]
  if (!nrow(middles)) {
    return(NULL)
  }
  at <- up(middles$line)
  x <- chart_x(area, middles$median)
  half <- 0.36 * plan$row
  bars <- data.frame(
    x = chart_x(area, middles$low), xend = chart_x(area, middles$high), y = at, yend = at
  )
  list(
    if (!joined) segments_of(bars, colour = page$look$ink, linewidth = 0.6, alpha = 0.8),
    segments_of(
      data.frame(x = x, xend = x, y = at - half, yend = at + half),
      colour = page$look$ink, linewidth = 0.5
    )
  )
}
