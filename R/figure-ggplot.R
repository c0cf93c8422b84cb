# What the ggplot2 figures share: words around the panel, a theme, text that shrinks with its box.

# Title, notes and axis titles in lines that fit, and the theme.
ggplot_words <- function(content) {
  notes <- vapply(content$notes, wrapped_for, character(1), points = 8, USE.NAMES = FALSE)
  list(
    ggplot2::labs(
      title = wrapped_for(content$title, points = 11.5), alt = content$alt,
      caption = if (length(notes)) paste(notes, collapse = "\n")
    )
  )
}

theme_figure <- function(...) {
  scale <- figure_scale()
  ggplot2::theme_minimal(base_size = 10 * scale) + ggplot2::theme(
    panel.grid = ggplot2::element_blank(),
    plot.background = ggplot2::element_rect(fill = "white", colour = NA),
    plot.title = ggplot2::element_text(face = "bold", size = 11 * scale),
    plot.margin = ggplot2::margin(6, 9, 4, 6),
    plot.title.position = "plot", plot.caption.position = "plot",
    plot.caption = ggplot2::element_text(hjust = 0, colour = ink[["grey"]], size = 8 * scale),
    axis.title = ggplot2::element_text(size = 9 * scale),
    legend.position = "bottom", legend.title = ggplot2::element_blank(),
    legend.text = ggplot2::element_text(size = 8 * scale), legend.margin = ggplot2::margin(),
    legend.key.size = grid::unit(0.18, "inches"),
    ...
  )
}

# Without an axis: places have no meaning of their own.
blank_axes <- function() {
  list(
    ggplot2::scale_x_continuous(NULL, breaks = NULL, expand = c(0, 0)),
    ggplot2::scale_y_continuous(NULL, breaks = NULL, expand = c(0, 0))
  )
}

# The size in inches that autoplot() was asked for, while it draws.
asked <- new.env(parent = emptyenv())

# Inches asked for, or those of the open device, or 7 by 5.
figure_size <- function() {
  if (!is.null(asked$size)) {
    asked$size
  } else if (grDevices::dev.cur() > 1L) {
    grDevices::dev.size()
  } else {
    c(7, 5)
  }
}
figure_width <- function() figure_size()[1]

# How large letters may be: smaller in small figures.
figure_scale <- function() max(0.6, min(1, figure_size() / c(6, 4.5)))

# Text in lines that are probably no wider than this many inches.
wrapped_for <- function(text, points, width = figure_width() - 0.3) {
  letters <- max(floor(width * 72 / (points * figure_scale() * 0.56)), 12)
  paste(strwrap(text, letters + 1), collapse = "\n")
}

# Text in as few lines as wrapped_for() needs, of nearly the same length: for the middle of an axis.
balanced_for <- function(text, points) {
  lines <- length(strsplit(wrapped_for(text, points), "\n", fixed = TRUE)[[1]])
  letters <- ceiling(nchar(text) / max(lines, 1))
  while (length(strwrap(text, letters + 1)) > lines) {
    letters <- letters + 1
  }
  paste(strwrap(text, letters + 1), collapse = "\n")
}

# A layer of text, each label in a box (xmin, xmax, ymin, ymax), at its left, middle or right
# (`side` 0, 0.5 or 1), with its own `points`, `shade` and `face`. All shrink together until every
# label fits its box. `paper` puts white under them. The names are none of ggplot2's, so that no
# scale touches them.
geom_fitted <- function(data, paper = FALSE) {
  boxes <- c("xmin", "xmax", "ymin", "ymax", "label")
  own <- intersect(c(boxes, "points", "shade", "face", "side"), names(data))
  geom <- ggplot2::ggproto(
    "GeomFitted", ggplot2::Geom,
    required_aes = boxes,
    default_aes = ggplot2::aes(points = 9, shade = "black", face = 1, side = 0),
    draw_key = ggplot2::draw_key_blank,
    handle_na = function(data, params) data[stats::complete.cases(data[boxes]), ],
    draw_panel = function(data, panel_params, coord, paper = FALSE) {
      grid::gTree(
        boxes = coord$transform(data, panel_params), paper = paper, cl = "jointstats_fitted"
      )
    }
  )
  ggplot2::layer(
    geom = geom, stat = "identity", position = "identity", data = data,
    mapping = do.call(ggplot2::aes, lapply(stats::setNames(nm = own), as.name)),
    inherit.aes = FALSE, show.legend = FALSE, params = list(paper = paper)
  )
}

#' @importFrom grid makeContent
#' @export
makeContent.jointstats_fitted <- function(x) {
  boxes <- x$boxes
  inches <- function(unit, as) as(unit, "inches", valueOnly = TRUE)
  wide <- abs(boxes$xmax - boxes$xmin) * inches(grid::unit(1, "npc"), grid::convertWidth)
  high <- abs(boxes$ymax - boxes$ymin) * inches(grid::unit(1, "npc"), grid::convertHeight)
  needed <- fitted_widths(boxes)
  shrink <- min(1, wide / needed, high / (boxes$points * leading / 72))
  left <- pmin(boxes$xmin, boxes$xmax)
  right <- pmax(boxes$xmin, boxes$xmax)
  across <- left + boxes$side * (right - left)
  up <- (boxes$ymin + boxes$ymax) / 2
  text <- grid::textGrob(
    boxes$label, across, up,
    default.units = "npc", hjust = boxes$side, vjust = 0.5,
    gp = grid::gpar(fontsize = boxes$points * shrink, col = boxes$shade, fontface = boxes$face)
  )
  under <- if (x$paper) {
    grid::rectGrob(
      across, up, grid::unit(needed * shrink, "inches"),
      grid::unit(boxes$points * shrink * 1.15 / 72, "inches"),
      default.units = "npc", hjust = boxes$side, gp = grid::gpar(fill = "white", col = NA)
    )
  }
  grid::setChildren(x, do.call(grid::gList, Filter(Negate(is.null), list(under, text))))
}

# Inches that each label needs at its size, with some room around it. Labels that come often, as in
# tiles, are measured once.
fitted_widths <- function(boxes) {
  look <- paste(boxes$points, boxes$face, boxes$label)
  first <- which(!duplicated(look))
  wide <- vapply(first, function(i) {
    one <- grid::textGrob(
      boxes$label[i],
      gp = grid::gpar(fontsize = boxes$points[i], fontface = boxes$face[i])
    )
    grid::convertWidth(grid::grobWidth(one), "inches", valueOnly = TRUE) + 0.02
  }, numeric(1))
  wide[match(look, look[first])]
}

# Diagonal lines across boxes, `step` apart, as segments: ggplot2 has no hatching.
hatching <- function(boxes, step, lean) {
  lines <- lapply(seq_len(nrow(boxes)), function(i) {
    one <- boxes[i, ]
    start <- seq(one$xmin - lean, one$xmax, by = step)
    from <- pmax(0, (one$xmin - start) / lean)
    to <- pmin(1, (one$xmax - start) / lean)
    high <- one$ymax - one$ymin
    data.frame(
      x = start + from * lean, xend = start + to * lean,
      y = one$ymin + from * high, yend = one$ymin + to * high
    )[from < to, ]
  })
  do.call(rbind, lines)
}

geom_hatching <- function(boxes, step, lean) {
  if (nrow(boxes)) {
    ggplot2::geom_segment(
      data = hatching(boxes, step, lean),
      mapping = segment_aes(), colour = ink[["grey"]], alpha = 0.6,
      linewidth = 0.3, inherit.aes = FALSE
    )
  }
}

segment_aes <- function(...) {
  .data <- ggplot2::.data
  ggplot2::aes(x = .data$x, y = .data$y, xend = .data$xend, yend = .data$yend, ...)
}

box_aes <- function(...) {
  .data <- ggplot2::.data
  ggplot2::aes(
    xmin = .data$xmin, xmax = .data$xmax, ymin = .data$ymin, ymax = .data$ymax, ...
  )
}
