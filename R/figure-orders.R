# Critical-difference diagrams: all algorithms on a line of mean ranks, a diagram for each measure.
# A bar joins those that no test separates (a clique), with a dot for each of its members: cliques
# have gaps in the order. Where a critical difference exists it stands above the line.

order_sizes <- c(
  block = 2.6, beside = 0.25, under = 0.15, step = 0.15, lane = 0.075, label = 0.31, tick = 0.2
) # inches; `label` is a share of the width

figure_orders <- function(content, page) {
  orders <- lapply(content$orders, order_layout)
  most <- max(vapply(orders, function(one) length(one$ranks), 1L))
  part <- as.list(order_sizes)
  across <- floor((page$width + part$beside) / (part$block + part$beside))
  across <- max(1, min(length(orders), across))
  wide <- (page$width - (across - 1) * part$beside) / across
  n <- most
  while (n > 2L && order_high(content, n) > page$height) {
    n <- n - 1L
  }
  orders <- lapply(content$orders, first_of_order, n)
  axis <- order_axis(content, orders, wide, page)
  high <- order_high(content, n)
  down <- min(
    ceiling(length(orders) / across),
    max(1, floor((page$height + part$under + 1e-6) / (high + part$under)))
  )
  shown <- seq_len(min(down * across, length(orders)))
  blocks <- lapply(shown, function(i) {
    x <- (i - 1) %% across * (wide + part$beside)
    y <- (i - 1) %/% across * (high + part$under)
    order_block(order_layout(orders[[i]]), x, -y, wide, axis, page)
  })
  parts <- order_layers(blocks, page)
  parts$panel <- panel_in_inches(
    page$width, down * (high + part$under) - part$under, page$height
  )
  more <- c(
    left_out(length(orders), length(shown), "measure"), left_out(most, n, "algorithm")
  )
  attr(parts, "left_out") <- if (length(more)) paste(more, collapse = " ")
  parts
}

order_layers <- function(blocks, page) {
  look <- page$look
  all_of <- function(part) do.call(rbind, lapply(blocks, `[[`, part))
  list(
    segments_of(all_of("scale"), colour = look$line, linewidth = 0.3),
    segments_of(all_of("lines"), colour = look$better[1], linewidth = 0.3),
    segments_of(all_of("bars"), colour = look$ink, linewidth = 0.6),
    segments_of(all_of("critical"), colour = look$ink, linewidth = 0.5),
    points_of(all_of("dots"), colour = look$ink, size = 1.1),
    points_of(all_of("ranks"), colour = look$better[1], size = 1.1),
    geom_fitted(all_of("words"))
  )
}

# One measure's order: names and ranks, best first; the bars as a data frame of the places of their
# first and last member and of the lane that each has for itself; their dots: a place and a lane.
order_layout <- function(one) {
  algorithms <- unlist(one$algorithms)
  places <- lapply(one$cliques, function(group) match(unlist(group), algorithms))
  first <- vapply(places, min, numeric(1))
  last <- vapply(places, max, numeric(1))
  lane <- lanes(first, last)
  list(
    measure = one$measure, direction = one$direction, ranks = unlist(one$mean_ranks),
    names = algorithms,
    bars = data.frame(first = first, last = last, lane = lane),
    dots = data.frame(
      place = as.numeric(unlist(places)), lane = as.numeric(rep(lane, lengths(places)))
    )
  )
}

# The first algorithms of an order; of its cliques what remains of them, the largest only.
first_of_order <- function(one, n) {
  names <- unlist(one$algorithms)
  if (n < length(names)) {
    kept <- names[seq_len(n)]
    groups <- unique(lapply(one$cliques, function(group) intersect(kept, unlist(group))))
    inside <- function(a, b) length(a) < length(b) && all(a %in% b)
    largest <- vapply(groups, function(a) {
      length(a) > 1L && !any(vapply(groups, inside, NA, a = a))
    }, NA)
    one$algorithms <- kept
    one$mean_ranks <- unlist(one$mean_ranks)[seq_len(n)]
    one$cliques <- groups[largest]
  }
  one
}

# A lane for every bar, so that no two in a lane touch.
lanes <- function(first, last) {
  used <- numeric()
  found <- integer(length(first))
  for (i in seq_along(first)) {
    free <- which(used < first[i])
    found[i] <- if (length(free)) free[1] else length(used) + 1L
    used[found[i]] <- last[i]
  }
  found
}

# Inches from the top of a diagram to its line, and to its first label.
order_line <- function(content) if (is.null(content$critical)) 0.45 else 0.62

order_top <- function(line, bars) line + 0.18 + order_sizes[["lane"]] * max(bars$lane, 0)

# Inches of the highest diagram of the first `n` algorithms.
order_high <- function(content, n) {
  max(vapply(content$orders, function(one) {
    laid <- order_layout(first_of_order(one, n))
    order_top(order_line(content), laid$bars) +
      order_sizes[["step"]] * (ceiling(length(laid$ranks) / 2) - 0.5)
  }, 1))
}

# What all diagrams share: the labels, the inches that they take, the first and last whole rank.
order_axis <- function(content, orders, wide, page) {
  text <- page$points[["text"]]
  room <- order_sizes[["label"]] * wide
  names <- sort(unique(unlist(lapply(orders, function(one) one$algorithms))))
  numbered <- max(text_width(paste0(names, "  10.00"), text)) <= room
  short <- names
  if (!numbered) {
    short <- shortened_to(names, room - 0.05, text)
    if (anyDuplicated(short)) {
      short <- shortened_to(distinct(names), room - 0.05, text)
    }
  }
  ranks <- unlist(lapply(orders, function(one) one$mean_ranks))
  first <- floor(min(ranks))
  critical <- content$critical
  last <- max(ceiling(max(ranks)), ceiling(first + max(critical, 0)), first + 1)
  list(
    names = names, short = short, numbered = numbered, first = first, last = last,
    side = max(text_width(if (numbered) paste0(short, "  10.00") else short, text)) + 0.05,
    critical = critical, line = order_line(content)
  )
}

# Ranks that are written at a line of so many inches, the first and the last among them.
order_ticks <- function(first, last, length) {
  each <- length / (last - first)
  steps <- c(1, 2, 5, 10, 20, 50, 100, last)
  step <- steps[steps * each >= order_sizes[["tick"]] | steps == last][1]
  between <- if (last > step) seq(step, last - 1, by = step)
  room <- order_sizes[["tick"]]
  kept <- (between - first) * each >= room & (last - between) * each >= room
  c(first, between[kept], last)
}

# The parts of one diagram, from its top left.
order_block <- function(one, x, y, wide, axis, page) {
  text <- page$points[["text"]]
  small <- page$points[["small"]]
  look <- page$look
  n <- length(one$ranks)
  low <- x + axis$side + 0.05
  at <- function(rank) {
    low + (wide - 2 * axis$side - 0.1) * (rank - axis$first) / (axis$last - axis$first)
  }
  line <- y - axis$line
  lane <- function(k) line - 0.1 - order_sizes[["lane"]] * (k - 1)
  each <- seq_len(n)
  left <- each <= ceiling(n / 2)
  row <- y - order_top(axis$line, one$bars) -
    order_sizes[["step"]] * ifelse(left, each - 1, n - each)
  end <- ifelse(left, x + axis$side, x + wide - axis$side)
  name <- axis$short[match(one$names, axis$names)]
  rank <- sprintf("%.2f", one$ranks)
  if (axis$numbered) {
    name <- ifelse(left, paste0(name, "  ", rank), paste0(rank, "  ", name))
  }
  ticks <- order_ticks(axis$first, axis$last, at(axis$last) - at(axis$first))
  title <- shortened_to(one$measure, wide - 1.1, text, 2)
  list(
    scale = data.frame(
      x = c(at(axis$first), at(ticks)), xend = c(at(axis$last), at(ticks)),
      y = c(line, rep(line + 0.05, length(ticks))), yend = line
    ),
    lines = data.frame(
      x = rep(at(one$ranks), 2), xend = c(at(one$ranks), end), y = c(rep(line, n), row),
      yend = c(row, row)
    ),
    bars = if (nrow(one$bars)) {
      data.frame(
        x = at(one$ranks[one$bars$first]) - 0.03, xend = at(one$ranks[one$bars$last]) + 0.03,
        y = lane(one$bars$lane), yend = lane(one$bars$lane)
      )
    },
    dots = if (nrow(one$dots)) {
      data.frame(one$dots, x = at(one$ranks[one$dots$place]), y = lane(one$dots$lane))
    },
    ranks = data.frame(rank = one$ranks, x = at(one$ranks), y = line),
    critical = if (!is.null(axis$critical)) order_critical(axis, at, y - 0.32),
    words = rbind(
      text_boxes(title, x, y - 0.07, text, face = 2, shade = look$ink),
      text_boxes(
        one$direction, x + text_width(title, text, 2) + 0.08, y - 0.07, small,
        shade = look$quiet
      ),
      text_boxes(
        as.character(ticks), at(ticks), line + 0.05 + line_height(small) / 2, small, 0.5,
        shade = look$quiet
      ),
      if (!is.null(axis$critical)) {
        text_boxes(
          sprintf("CD %.2f", axis$critical), at(axis$first + axis$critical) + 0.05, y - 0.32,
          small,
          shade = look$quiet
        )
      },
      text_boxes(
        name, end + ifelse(left, -0.03, 0.03), row, text, ifelse(left, 1, 0),
        shade = look$ink
      )
    )
  )
}

# The bar of the critical difference, with both its ends.
order_critical <- function(axis, at, y) {
  ends <- at(c(axis$first, axis$first + axis$critical))
  data.frame(
    x = c(ends[1], ends), xend = c(ends[2], ends), y = c(y, y + 0.03, y + 0.03),
    yend = c(y, y - 0.03, y - 0.03)
  )
}
