# Means of two measures: a point and a cross for each algorithm, the front as a line of steps.

figure_front <- function(content, page) {
  word <- line_height(page$points[["text"]])
  left <- marks_width(content$up, page) + word + 0.04
  wide <- page$width - left - 0.02
  below <- tick_length + line_height(page$points[["small"]]) + 0.06 + word
  tall <- max(min(0.68 * wide, 3.4, page$height - below - 0.04), 1.2)
  area <- chart_area(
    left, 0.04, wide, tall, content$across, content$up, c(0.08, 0.1, 0.08, 0.08)
  )
  means <- content$means
  means[c("at", "up_at")] <- list(chart_x(area, means$x), chart_y(area, means$y))
  names <- front_names(means, area, page)
  title <- function(ruler, length) {
    text <- paste0(c(ruler_title(ruler), ruler$measure), ", better ->")
    text <- text[if (text_width(text[1], page$points[["text"]]) > length) 2 else 1]
    data.frame(
      label = shortened_to(text, length, page$points[["text"]]), side = 0.5, line = 1,
      points = page$points[["text"]]
    )
  }
  axes <- data.frame(
    x = area$left, y = area$bottom, xend = c(area$left, area$right), yend = c(area$top, area$bottom)
  )
  list(
    segments_of(axes, colour = page$look$line, linewidth = 0.3),
    front_steps(means[means$front, ], area, page),
    front_crosses(means, area, page),
    front_points(means, page),
    segments_of(names$lines, colour = page$look$line, linewidth = 0.2),
    geom_fitted(names$boxes),
    ticks_across(area, page), ticks_up(area, page),
    words_across(area, area$bottom - below + word, title(content$across, wide), page),
    words_up(area, 0, title(content$up, tall), page),
    front_unnamed(sum(means$named) - NROW(names$boxes)),
    looks_as_given(),
    panel_in_inches(page$width, area$height + 0.04 + below, page$height)
  )
}

front_unnamed <- function(missing) {
  if (missing > 0) {
    ggplot2::labs(subtitle = sprintf(
      "%d more algorithm%s no room for a name.", missing, if (missing == 1) " has" else "s have"
    ))
  }
}

# What lies under the line and left of it is beaten on both measures.
front_steps <- function(front, area, page) {
  k <- nrow(front)
  line <- data.frame(
    x = c(area$left, rep(front$at, each = 2)),
    y = c(front$up_at[1], rep(front$up_at, each = 2)[-1], area$bottom)
  )
  layer_of(
    ggplot2::geom_path, line, c("x", "y"),
    colour = fill_of(page$look, "better"), linewidth = 0.6
  )
}

# Intervals: of few algorithms all, of many those of the front.
front_crosses <- function(means, area, page) {
  some <- means[(means$front | nrow(means) <= 20) & !is.na(means$x_low) & !is.na(means$y_low), ]
  if (nrow(some)) {
    ends <- rbind(
      data.frame(
        x = chart_x(area, some$x_low), xend = chart_x(area, some$x_high), y = some$up_at,
        yend = some$up_at
      ),
      data.frame(
        x = some$at, xend = some$at, y = chart_y(area, some$y_low),
        yend = chart_y(area, some$y_high)
      )
    )
    ends$shade <- rep(ifelse(some$front, fill_of(page$look, "better"), page$look$line), 2)
    segments_of(ends, c(colour = "shade"), linewidth = 0.3)
  }
}

front_points <- function(means, page) {
  blue <- fill_of(page$look, "better")
  means$fill <- ifelse(means$front, blue, page$look$paper)
  means$shade <- ifelse(means$front, blue, page$look$quiet)
  means$size <- mark_size(ifelse(means$front, 6, 4))
  points_of(
    means[order(means$front), ],
    c(x = "at", y = "up_at", fill = "fill", colour = "shade", size = "size"),
    shape = 21, stroke = 0.4
  )
}

# Places tried for a name, in inches from its point: near ones first.
around_a_point <- do.call(rbind, lapply(c(0.07, 0.2, 0.34), function(far) {
  data.frame(
    x = c(far, far, -far, -far, 0.09, -0.09, 0, 0),
    y = c(far, -far, far, -far, 0, 0, far + 0.05, -far - 0.05)
  )
}))

# Boxes of names that meet neither each other nor a point, and lines to points that are far.
front_names <- function(means, area, page) {
  points <- page$points[["small"]]
  high <- line_height(points)
  half <- ifelse(means$front, 0.06, 0.04)
  taken <- data.frame(
    xmin = means$at - half, xmax = means$at + half, ymin = means$up_at - half,
    ymax = means$up_at + half
  )
  boxes <- NULL
  lines <- NULL
  named <- which(means$named)
  label <- character(nrow(means))
  label[named] <- distinct_to(means$name[named], 0.38 * area$width, points, 2)
  for (i in named) {
    one <- means[i, ]
    face <- if (one$front) 2 else 1
    wide <- text_width(label[i], points, face) + 0.03
    try <- around_a_point
    left <- one$at + try$x - wide * (try$x < 0) - wide / 2 * (try$x == 0)
    middle <- one$up_at + try$y
    inside <- left >= area$left & left + wide <= area$right & middle - high / 2 >= area$bottom &
      middle + high / 2 <= area$top
    free <- vapply(seq_along(left), function(k) {
      !any(left[k] < taken$xmax & left[k] + wide > taken$xmin &
        middle[k] - high / 2 < taken$ymax & middle[k] + high / 2 > taken$ymin)
    }, logical(1))
    k <- which(inside & free)[1]
    if (!is.na(k)) {
      box <- text_boxes(label[i], left[k], middle[k], points, 0, face, shade = page$look$ink)
      taken <- rbind(taken, box[corners])
      boxes <- rbind(boxes, box)
      if (max(abs(try$x[k]), abs(try$y[k])) > 0.15) {
        lines <- rbind(lines, data.frame(
          x = one$at, y = one$up_at, xend = min(max(one$at, left[k]), left[k] + wide),
          yend = middle[k] - sign(try$y[k]) * high / 2
        ))
      }
    }
  }
  list(boxes = boxes, lines = lines)
}
