# The algorithms in order, measure by measure: mean ranks, and bars that join the algorithms that no
# test separates (cliques), as in a critical-difference diagram.

# One measure's order: names and ranks, best first, and the bars as a data frame of first and last
# rank and the lane that each bar has for itself.
order_layout <- function(one, most) {
  algorithms <- one$algorithms
  ranks <- one$mean_ranks
  rank_of <- function(member) {
    ranks[match(vapply(one$cliques, member, character(1)), algorithms)]
  }
  first <- rank_of(function(group) group[1])
  last <- rank_of(function(group) group[length(group)])
  short <- distinct(sort(algorithms), most) # the same in every block
  list(
    measure = one$measure, direction = one$direction, ranks = ranks,
    names = paste0(short[match(algorithms, sort(algorithms))], "  ", sprintf("%.2f", ranks)),
    bars = data.frame(first = first, last = last, lane = lanes(first, last))
  )
}

# A lane for every bar, so that no two in a lane touch.
lanes <- function(first, last) {
  used <- numeric()
  found <- integer(length(first))
  for (i in seq_along(first)) {
    free <- which(used < first[i] - 0.4)
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
      text_width(one$names, text) + 0.6 * body$scale + 0.08 * max(one$bars$lane, 0) * body$scale,
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
  reach <- left + (0.14 + 0.08 * max(one$bars$lane, 0)) * scale
  labels <- apart(at(one$ranks), step, top, at(n))
  graphics::segments(left, at(one$ranks), reach, at(one$ranks), col = ink[["blue"]])
  graphics::segments(reach, at(one$ranks), reach + 0.16 * scale, labels, col = ink[["blue"]])
  if (nrow(one$bars)) {
    lane <- left + (0.05 + 0.08 * one$bars$lane) * scale
    graphics::segments(
      lane, at(one$bars$first) - 0.05 * scale, lane, at(one$bars$last) + 0.05 * scale,
      lwd = 3 * scale, lend = "butt"
    )
  }
  graphics::points(rep(left, n), at(one$ranks), pch = 19, col = ink[["blue"]], cex = 0.8 * scale)
  say(reach + 0.19 * scale, labels, one$names, text)
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
  reach <- 0.05 + 0.035 * most
  points <- in_panels(function(one) {
    data.frame(algorithm = one$names, rank = one$ranks, place = seq_along(one$ranks))
  })
  bars <- in_panels(function(one) one$bars)
  words <- in_panels(function(one) {
    place <- seq_along(one$ranks)
    data.frame(
      xmin = reach + 0.09, xmax = 1, ymin = place + 0.45, ymax = place - 0.45, label = one$names
    )
  })
  .data <- ggplot2::.data
  line <- function(mapping) {
    ggplot2::geom_segment(
      data = points, mapping = mapping, colour = ink[["blue"]], linewidth = 0.3
    )
  }
  ggplot2::ggplot(points) +
    line(ggplot2::aes(x = 0, xend = reach, y = .data$rank, yend = .data$rank)) +
    line(ggplot2::aes(x = reach, xend = reach + 0.07, y = .data$rank, yend = .data$place)) +
    (if (nrow(bars)) {
      ggplot2::geom_segment(
        data = bars, linewidth = 1.3,
        mapping = ggplot2::aes(
          x = 0.01 + 0.035 * .data$lane, xend = 0.01 + 0.035 * .data$lane,
          y = .data$first - 0.15, yend = .data$last + 0.15
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
