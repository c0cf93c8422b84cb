# The algorithms in order, measure by measure: mean ranks, and bars that join the algorithms that no
# test separates (cliques). A bar has a dot for each of its members: cliques have gaps in the order.

# One measure's order: names and ranks, best first; the bars as a data frame of the places of their
# first and last member and of the lane that each has for itself; their dots: a place and a lane.
order_layout <- function(one, most) {
  algorithms <- one$algorithms
  ranks <- one$mean_ranks
  places <- lapply(one$cliques, function(group) match(unlist(group), algorithms))
  first <- vapply(places, min, numeric(1))
  last <- vapply(places, max, numeric(1))
  lane <- lanes(first, last)
  short <- distinct(sort(algorithms), most) # the same in every block
  list(
    measure = one$measure, direction = one$direction, ranks = ranks,
    names = paste0(short[match(algorithms, sort(algorithms))], "  ", sprintf("%.2f", ranks)),
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

orders_of <- function(content, most = 35) lapply(content$orders, order_layout, most)

# --- base graphics -----------------------------------------------------------------------------

# How many blocks side by side, and the size of their letters: as large as fits.
orders_grid <- function(blocks, body) {
  n <- length(blocks)
  rows <- max(vapply(blocks, function(one) length(one$ranks), numeric(1)))
  text <- sizes[["text"]] * body$scale
  widest <- max(vapply(blocks, function(one) {
    max(
      text_width(one$names, text) + 0.6 * body$scale + 0.13 * max(one$bars$lane, 0) * body$scale,
      text_width(one$measure, text, 2)
    )
  }, numeric(1)))
  across <- seq_len(n)
  wide <- body$width / across - 0.15
  high <- body$height / ceiling(n / across)
  needed <- (rows + 2.4) * line_height(text) * 0.92 + 0.1
  fits <- pmin(1, wide / widest, high / needed)
  list(across = which.max(fits), fits = max(fits), height = needed * max(fits), widest = widest)
}

orders_height <- function(content, body) {
  body$height <- Inf
  blocks <- orders_of(content)
  grid <- orders_grid(blocks, body)
  at_most <- max(1, min(length(blocks), floor(body$width / (grid$widest + 0.15))))
  grid$height * ceiling(length(blocks) / at_most)
}

paint_orders <- function(content, body) {
  blocks <- orders_of(content)
  grid <- orders_grid(blocks, body)
  body$scale <- body$scale * grid$fits
  width <- body$width / grid$across
  for (i in seq_along(blocks)) {
    paint_order(
      blocks[[i]], ((i - 1) %% grid$across) * width,
      body$top + ((i - 1) %/% grid$across) * grid$height, body$scale
    )
  }
  body$top + ceiling(length(blocks) / grid$across) * grid$height
}

paint_order <- function(one, x, y, scale) {
  text <- sizes[["text"]] * scale
  small <- sizes[["small"]] * scale
  y <- say_lines(x, y, one$measure, text, font = 2)
  y <- say_lines(x, y, one$direction, small, col = ink[["grey"]]) + 0.06 * scale
  n <- length(one$ranks)
  step <- line_height(text) * 0.92
  top <- y + step / 2
  at <- function(rank) top + (rank - 1) * step
  left <- x + 0.26 * scale
  graphics::segments(left, at(1), left, at(n), col = ink[["grey"]])
  graphics::segments(left - 0.04 * scale, at(seq_len(n)), left, at(seq_len(n)), col = ink[["grey"]])
  say(left - 0.07 * scale, at(seq_len(n)), seq_len(n), small, side = 1, col = ink[["grey"]])
  labels <- apart(at(one$ranks), step, top, at(n))
  elbow <- left + 0.26 * scale
  reach <- elbow + 0.13 * max(one$bars$lane, 0) * scale
  graphics::segments(left, at(one$ranks), elbow, labels, col = ink[["blue"]])
  graphics::segments(elbow, labels, reach, labels, col = ink[["blue"]])
  across <- function(lane) elbow + 0.13 * (lane - 0.5) * scale
  if (nrow(one$bars)) {
    graphics::segments(
      across(one$bars$lane), labels[one$bars$first], across(one$bars$lane), labels[one$bars$last],
      lwd = 1.6 * scale
    )
    graphics::points(
      across(one$dots$lane), labels[one$dots$place],
      pch = 19, cex = 0.7 * scale
    )
  }
  graphics::points(rep(left, n), at(one$ranks), pch = 19, col = ink[["blue"]], cex = 0.8 * scale)
  say(reach + 0.06 * scale, labels, one$names, text)
}

# --- ggplot2 -----------------------------------------------------------------------------------

ggplot_orders <- function(content) {
  blocks <- orders_of(content)
  across <- ceiling(sqrt(length(blocks)))
  measures <- vapply(blocks, function(one) {
    paste0(wrapped_for(one$measure, 9, figure_width() / across - 0.3), "\n(", one$direction, ")")
  }, character(1))
  in_panels <- function(make) {
    parts <- lapply(seq_along(blocks), function(i) {
      part <- make(blocks[[i]])
      part$measure <- factor(rep(measures[i], nrow(part)), measures)
      part
    })
    do.call(rbind, parts)
  }
  n <- max(vapply(blocks, function(one) length(one$ranks), numeric(1)))
  most <- max(vapply(blocks, function(one) max(one$bars$lane, 0), numeric(1)))
  elbow <- 0.1
  reach <- elbow + 0.045 * most
  lane_at <- function(lane) elbow + 0.045 * (lane - 0.5)
  points <- in_panels(function(one) {
    data.frame(algorithm = one$names, rank = one$ranks, place = seq_along(one$ranks))
  })
  bars <- in_panels(function(one) one$bars)
  dots <- in_panels(function(one) one$dots)
  words <- in_panels(function(one) {
    place <- seq_along(one$ranks)
    data.frame(
      xmin = reach + 0.02, xmax = 1, ymin = place + 0.45, ymax = place - 0.45, label = one$names
    )
  })
  .data <- ggplot2::.data
  line <- function(mapping) {
    ggplot2::geom_segment(
      data = points, mapping = mapping, colour = ink[["blue"]], linewidth = 0.3
    )
  }
  ggplot2::ggplot(points) +
    line(ggplot2::aes(x = 0, xend = elbow, y = .data$rank, yend = .data$place)) +
    line(ggplot2::aes(x = elbow, xend = reach, y = .data$place, yend = .data$place)) +
    (if (nrow(bars)) {
      list(
        ggplot2::geom_segment(
          data = bars, linewidth = 0.7,
          mapping = ggplot2::aes(
            x = lane_at(.data$lane), xend = lane_at(.data$lane),
            y = .data$first, yend = .data$last
          )
        ),
        ggplot2::geom_point(
          data = dots, size = 1.3 * figure_scale(),
          mapping = ggplot2::aes(x = lane_at(.data$lane), y = .data$place)
        )
      )
    }) +
    ggplot2::geom_point(
      data = points, mapping = ggplot2::aes(x = 0, y = .data$rank), colour = ink[["blue"]]
    ) +
    geom_fitted(words) +
    ggplot2::facet_wrap("measure", ncol = across) +
    ggplot2::scale_x_continuous(NULL, breaks = NULL, limits = c(0, 1)) +
    ggplot2::scale_y_reverse(breaks = seq_len(n), limits = c(n + 0.5, 0.5)) +
    ggplot2::labs(y = "mean rank") +
    theme_figure(
      axis.line.y = ggplot2::element_line(colour = ink[["grey"]]),
      axis.text.y = ggplot2::element_text(size = min(8, 60 / n) * figure_scale()),
      strip.text = ggplot2::element_text(hjust = 0, face = "bold", size = 8 * figure_scale())
    )
}
