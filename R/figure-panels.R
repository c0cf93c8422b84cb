# Forest rows on several measures: the rows' names at the left, a panel for each measure.

panel_sizes <- c(row = 0.19, narrowest = 0.8, widest = 1.6, gap = 0.26, axis = 0.24) # inches

figure_panels <- function(content, page) {
  laid <- panels_layout(content, page)
  parts <- lapply(seq_along(content$panels), function(k) one_panel(content, k, laid, page))
  all_of <- function(name) do.call(rbind, lapply(parts, `[[`, name))
  look <- page$look
  structure(
    list(
      segments_of(all_of("lines"), colour = look$line, linewidth = 0.3),
      segments_of(all_of("intervals"), colour = look$better[1], linewidth = 0.6),
      points_of(
        all_of("points"), c("x", "y", "fill"),
        shape = 21, size = 1.6, colour = look$better[1]
      ),
      ggplot2::scale_fill_identity(),
      geom_fitted(rbind(all_of("words"), panels_foot(content, laid, page))),
      panel_in_inches(page$width, laid$height, page$height)
    ),
    left_out = left_out(length(content$names) + number_of(content$more), laid$shown, "pair")
  )
}

# Panels side by side as far as they fit, then below each other.
panels_layout <- function(content, page) {
  size <- panel_sizes
  small <- line_height(page$points[["small"]])
  head <- 2 * small + 0.06
  names <- fitted_words(unlist(content$names), 0.4 * page$width, page$points[["text"]])
  left <- max(text_width(names$text, names$points)) + 0.1
  m <- length(content$panels)
  fits <- floor((page$width - left) / (size[["narrowest"]] + size[["gap"]]))
  down <- ceiling(m / max(1, min(m, fits)))
  across <- ceiling(m / down)
  wide <- min((page$width - left) / across - size[["gap"]], size[["widest"]])
  room <- page$height - down * (head + size[["axis"]]) - small
  shown <- rows_fitting(length(names$text), down * size[["row"]], room)
  block <- head + shown * size[["row"]] + size[["axis"]]
  list(
    names = names, left = left + size[["gap"]] / 2, across = across, wide = wide, head = head,
    shown = shown, block = block, height = down * block + small
  )
}

one_panel <- function(content, k, laid, page) {
  one <- content$panels[[k]]
  row <- panel_sizes[["row"]]
  small <- page$points[["small"]]
  nth <- seq_len(laid$shown)
  first <- (k - 1) %% laid$across == 0
  x <- laid$left + (k - 1) %% laid$across * (laid$wide + panel_sizes[["gap"]])
  top <- -((k - 1) %/% laid$across) * laid$block - laid$head
  y <- top - (nth - 0.5) * row
  beyond <- 1.06 * content$limit
  at <- function(value) x + (value + beyond) / (2 * beyond) * laid$wide
  scale <- list(low = -beyond, high = beyond, ticks = c(-1, 0, 1) * content$limit)
  axis <- axis_below(scale, at, top - laid$shown * row, page)
  values <- lapply(one[c("value", "low", "high", "strong")], `[`, nth)
  known <- is.finite(values$value)
  interval <- known & is.finite(values$low) & is.finite(values$high)
  room <- laid$wide + panel_sizes[["gap"]] / 2
  line <- line_height(small)
  list(
    lines = rbind(
      axis$lines,
      data.frame(x = at(0), xend = at(0), y = top, yend = top - laid$shown * row)
    ),
    intervals = data.frame(
      x = at(values$low), xend = at(values$high), y = y, yend = y
    )[interval, ],
    points = data.frame(
      x = at(values$value), y = y, measure = rep(one$measure, laid$shown), value = values$value,
      fill = ifelse(values$strong, page$look$better[1], page$look$paper)
    )[known, ],
    words = rbind(
      axis$words,
      if (first) {
        text_boxes(laid$names$text[nth], 0, y, laid$names$points, shade = page$look$ink)
      },
      text_boxes(
        shortened_to(one$measure, room, small, 2), x + laid$wide / 2, top + 1.5 * line + 0.04,
        small, 0.5,
        face = 2, shade = page$look$ink
      ),
      text_boxes(
        shortened_to(one$direction, room, least), x + laid$wide / 2, top + 0.5 * line + 0.04,
        fitting(one$direction, room, small), 0.5,
        shade = page$look$quiet
      )
    )
  )
}

panels_foot <- function(content, laid, page) {
  said <- sprintf("%s: <- %s | %s ->", content$label, content$ends[[1]], content$ends[[2]])
  said <- fitted_words(said, page$width, page$points[["small"]])
  y <- -laid$height + line_height(page$points[["small"]]) / 2
  text_boxes(said$text, 0, y, said$points, shade = page$look$quiet)
}
