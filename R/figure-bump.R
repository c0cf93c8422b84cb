# The bump chart: a line of mean ranks for each algorithm, over the measures, with its name at both
# ends.

bump_sizes <- list(
  step = 0.19, least = 0.13, low = 1.7, label = 0.3, elbow = 0.12, upright = 0.8
) # inches; `label` is a share of the width
bump_dashes <- c("solid", "dashed", "dotted")

figure_bump <- function(content, page) {
  part <- bump_sizes
  small <- page$points[["small"]]
  ranks <- row_by_row(content$ranks)
  m <- ncol(ranks)
  side <- min(
    max(text_width(paste(content$algorithms, "10.0"), page$points[["text"]])),
    part$label * page$width
  )
  left <- side + part$elbow
  each <- (page$width - 2 * left) / max(m - 1, 1)
  widest <- max(text_width(content$measures, small, 2))
  points <- small * min(1, (each - 0.05) / widest)
  level <- points >= least
  head <- if (level) line_height(small) + 0.06 else min(widest, part$upright) + 0.1
  n <- max(2, min(nrow(ranks), floor((page$height - head) / part$least + 1e-6)))
  high <- min(max(n * part$step, part$low), max(page$height - head, n * part$least))
  step <- min(part$step, high / n)
  shown <- ranks[seq_len(n), , drop = FALSE]
  inside <- function(rank) {
    share <- (rank - min(shown)) / max(max(shown) - min(shown), 1e-9)
    -(head + step / 2 + (high - step) * share)
  }
  at <- list(
    x = left + (seq_len(m) - 1) * each, y = inside, top = -head, bottom = -(head + high),
    step = step, side = side
  )
  ends <- list(
    bump_names(content, shown, at, 1, -1, page), bump_names(content, shown, at, m, 1, page)
  )
  parts <- c(
    bump_lines(content, shown, at, page),
    lapply(ends, `[[`, "lines"),
    bump_heads(content, at, if (level) points, page),
    list(
      geom_fitted(do.call(rbind, lapply(ends, `[[`, "words"))),
      ggplot2::scale_colour_identity(), ggplot2::scale_linetype_identity(),
      ggplot2::scale_linewidth_identity(),
      panel_in_inches(page$width, head + high, page$height)
    )
  )
  more <- left_out(nrow(ranks) + content$more, n, "algorithm")
  attr(parts, "left_out") <- if (length(more)) more
  parts
}

bump_colours <- function(n, look) rep_len(look$series, n)

bump_lines <- function(content, shown, at, page) {
  n <- nrow(shown)
  m <- ncol(shown)
  i <- rep(seq_len(n), m)
  points <- data.frame(
    x = rep(at$x, each = n), y = at$y(c(shown)), algorithm = i,
    shade = bump_colours(n, page$look)[i],
    dash = bump_dashes[(i - 1) %/% length(page$look$series) %% 3 + 1],
    wide = ifelse(unlist(content$strong)[i], 0.8, 0.4)
  )
  list(
    segments_of(
      data.frame(x = at$x, xend = at$x, y = at$top, yend = at$bottom),
      colour = page$look$open, linewidth = 0.3
    ),
    layer_of(
      ggplot2::geom_path, points[order(points$algorithm, points$x), ],
      c("x", "y",
        group = "algorithm", colour = "shade", linetype = "dash", linewidth = "wide"
      )
    ),
    points_of(points, c("x", "y", colour = "shade"), size = 1.1)
  )
}

# Names of measures over their lines; upright without points.
bump_heads <- function(content, at, points, page) {
  small <- page$points[["small"]]
  ink <- page$look$ink
  if (is.null(points)) {
    names <- shortened_to(content$measures, bump_sizes$upright, small, 2)
    list(layer_of(
      ggplot2::geom_text, data.frame(x = at$x, y = at$top + 0.06, label = names),
      c("x", "y", "label"),
      angle = 90, hjust = 0, size = small / ggplot2::.pt, fontface = 2, colour = ink
    ))
  } else {
    y <- -line_height(small) / 2
    list(geom_fitted(text_boxes(content$measures, at$x, y, points, 0.5, face = 2, shade = ink)))
  }
}

# Names beside the first (out = -1) or the last measure, in the order of its ranks.
bump_names <- function(content, shown, at, k, out, page) {
  text <- page$points[["text"]]
  n <- nrow(shown)
  names <- content$algorithms[seq_len(n)]
  numbered <- max(text_width(paste(names, "10.0"), text)) <= at$side + 1e-6
  short <- shortened_to(names, at$side, text)
  if (anyDuplicated(short)) {
    short <- shortened_to(distinct(names), at$side, text)
  }
  order <- order(shown[, k])
  from <- at$y(shown[order, k])
  y <- -apart(-from, at$step, -at$top + at$step / 2, -at$bottom - at$step / 2)
  label <- short[order]
  if (numbered) {
    label <- sprintf("%s %.1f", label, shown[order, k])
  }
  end <- at$x[k] + out * (bump_sizes$elbow - 0.03)
  list(
    lines = segments_of(
      data.frame(
        x = at$x[k] + out * 0.03, xend = end, y = from, yend = y,
        shade = bump_colours(n, page$look)[order]
      ),
      c(colour = "shade"),
      linewidth = 0.3
    ),
    words = text_boxes(
      label, end + out * 0.03, y, text, if (out < 0) 1 else 0,
      shade = page$look$ink
    )
  )
}
