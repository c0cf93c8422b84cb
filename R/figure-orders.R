# The algorithms in order, measure by measure: mean ranks, and bars that join the algorithms that no
# test separates (cliques). A bar has a dot for each of its members: cliques have gaps in the order.

figure_orders <- function(content, page) {
  orders <- lapply(content$orders, order_layout)
  grid <- orders_grid(orders, page)
  blocks <- lapply(seq_along(orders), function(i) {
    x <- (i - 1) %% grid$across * page$width / grid$across
    y <- (i - 1) %/% grid$across * grid$height
    order_block(orders[[i]], x, -y, grid$points)
  })
  all_of <- function(part) do.call(rbind, lapply(blocks, `[[`, part))
  size <- 0.16 * grid$points[["text"]]
  list(
    segments_of(all_of("scale"), colour = ink[["grey"]], linewidth = 0.3),
    segments_of(all_of("lines"), colour = ink[["blue"]], linewidth = 0.3),
    segments_of(all_of("bars"), linewidth = 0.07 * grid$points[["text"]]),
    points_of(all_of("dots"), size = 0.9 * size),
    points_of(all_of("ranks"), colour = ink[["blue"]], size = size),
    geom_fitted(all_of("words")),
    panel_in_inches(page$width, grid$height * ceiling(length(orders) / grid$across), page$height)
  )
}

# One measure's order: names and ranks, best first; the bars as a data frame of the places of their
# first and last member and of the lane that each has for itself; their dots: a place and a lane.
order_layout <- function(one) {
  algorithms <- one$algorithms
  places <- lapply(one$cliques, function(group) match(unlist(group), algorithms))
  first <- vapply(places, min, numeric(1))
  last <- vapply(places, max, numeric(1))
  lane <- lanes(first, last)
  short <- distinct(sort(algorithms)) # the same in every block
  list(
    measure = one$measure, direction = one$direction, ranks = one$mean_ranks,
    names = paste0(
      short[match(algorithms, sort(algorithms))], "  ", sprintf("%.2f", one$mean_ranks)
    ),
    bars = data.frame(first = first, last = last, lane = lane),
    dots = data.frame(
      place = as.numeric(unlist(places)), lane = as.numeric(rep(lane, lengths(places)))
    )
  )
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

# Inches of a block's parts, at letters of so many points.
order_parts <- function(points) {
  list(
    step = line_height(points), # from name to name
    lane = 0.014 * points, left = 0.03 * points, elbow = 0.03 * points, gap = 0.007 * points
  )
}

# How many blocks side by side, so that letters are as large as they can be, and their points.
orders_grid <- function(orders, page) {
  text <- page$points[["text"]]
  part <- order_parts(text)
  n <- length(orders)
  rows <- max(vapply(orders, function(one) length(one$ranks), numeric(1)))
  widest <- max(vapply(orders, function(one) {
    beside <- part$left + part$elbow + part$lane * max(one$bars$lane, 0) + part$gap
    max(
      text_width(one$names, text) + beside, text_width(one$measure, text, 2),
      text_width(one$direction, page$points[["small"]])
    )
  }, numeric(1)))
  across <- seq_len(n)
  high <- rows * part$step + 2 * line_height(text) + 0.12
  fits <- pmin(1, (page$width / across - 0.1) / widest, page$height / ceiling(n / across) / high)
  best <- max(which(fits >= max(fits) - 1e-9)) # side by side rather than below each other
  list(across = best, points = page$points * fits[best], height = high * fits[best])
}

# The parts of one block, from its top left.
order_block <- function(one, x, y, points) {
  text <- points[["text"]]
  small <- points[["small"]]
  part <- order_parts(text)
  n <- length(one$ranks)
  top <- y - line_height(text) - line_height(small) - 0.04 - part$step / 2
  left <- x + part$left
  at <- function(rank) top - (rank - 1) * part$step
  labels <- -apart(-at(one$ranks), part$step, -top, -at(n))
  elbow <- left + part$elbow
  reach <- elbow + part$lane * max(one$bars$lane, 0)
  across <- function(lane) elbow + part$lane * (lane - 0.5)
  each <- seq_len(n)
  grey <- ink[["grey"]]
  list(
    scale = data.frame(
      x = left - c(0, rep(part$gap / 2, n)), xend = left,
      y = at(c(1, each)), yend = at(c(n, each))
    ),
    lines = data.frame(
      x = rep(c(left, elbow), each = n), xend = rep(c(elbow, reach), each = n),
      y = c(at(one$ranks), labels), yend = c(labels, labels)
    ),
    bars = if (nrow(one$bars)) {
      data.frame(
        x = across(one$bars$lane), xend = across(one$bars$lane), y = labels[one$bars$first],
        yend = labels[one$bars$last]
      )
    },
    dots = if (nrow(one$dots)) {
      data.frame(one$dots, x = across(one$dots$lane), y = labels[one$dots$place])
    },
    ranks = data.frame(rank = one$ranks, x = left, y = at(one$ranks)),
    words = rbind(
      text_boxes(one$measure, x, y - line_height(text) / 2, text, face = 2, shade = "black"),
      text_boxes(
        one$direction, x, y - line_height(text) - line_height(small) / 2, small,
        shade = grey
      ),
      text_boxes(as.character(each), left - part$gap, at(each), 0.8 * small, 1, shade = grey),
      text_boxes(one$names, reach + part$gap, labels, text, shade = "black")
    )
  )
}
