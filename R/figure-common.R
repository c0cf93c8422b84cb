# What the figures share: colours, the page and what is left of it for a panel, layers.

# Okabe and Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
ink <- c(
  blue = "#0072B2", orange = "#E69F00", purple = "#CC79A7", green = "#009E73",
  vermilion = "#D55E00", sky = "#56B4E9", black = "#000000", white = "#FFFFFF",
  pale_blue = "#CCE3F0", pale_orange = "#FAEBCC", pale_purple = "#F5E4ED", grey = "#595959",
  pale_grey = "#E4E4E4", paler_blue = "#9ECAE1", paper_blue = "#F2F6FB"
)

# Points of text on a page of 6 by 4.5 inches.
sizes <- c(text = 9, small = 7.8, heading = 11)
side_margin <- 9 # points

# A page of this many inches: the points of its letters, title and notes in lines, and the inches
# that these leave for a panel with its axes and legend.
page_for <- function(content, size) {
  points <- sizes * max(0.8, min(1.3, size / c(6, 4.5)))
  width <- size[1] - 2 * side_margin / 72
  title <- balanced(content$title, width, points[["heading"]], face = 2)
  notes <- unlist(lapply(content$notes, wrapped, width, points[["small"]]))
  words <- length(title) * line_height(points[["heading"]]) +
    length(notes) * line_height(points[["small"]]) + 0.25
  list(
    points = points, width = width, height = max(size[2] - words, 0.3 * size[2]), title = title,
    notes = notes
  )
}

figure_words <- function(content, page) {
  in_lines <- function(lines) if (length(lines)) paste(lines, collapse = "\n")
  ggplot2::labs(title = in_lines(page$title), caption = in_lines(page$notes), alt = content$alt)
}

theme_figure <- function(page) {
  points <- page$points
  words <- function(size, ...) {
    ggplot2::element_text(size = points[[size]], lineheight = 1.1, ...)
  }
  small <- ggplot2::margin(3, 0, 0, 0)
  ggplot2::theme_minimal(base_size = points[["text"]]) + ggplot2::theme(
    panel.grid = ggplot2::element_blank(),
    plot.background = ggplot2::element_rect(fill = "white", colour = NA),
    plot.margin = ggplot2::margin(5, side_margin, 4, side_margin),
    plot.title.position = "plot", plot.caption.position = "plot",
    plot.title = words("heading", face = "bold", margin = ggplot2::margin(0, 0, 5, 0)),
    plot.subtitle = words("small", colour = ink[["grey"]]),
    plot.caption = words(
      "small",
      hjust = 0, colour = ink[["grey"]], margin = ggplot2::margin(4, 0, 0, 0)
    ),
    axis.title = words("text"), axis.title.x = words("text", margin = small),
    axis.text = words("small", colour = ink[["grey"]]),
    legend.position = "bottom", legend.title = ggplot2::element_blank(),
    legend.text = words("small"), legend.margin = ggplot2::margin(),
    legend.box.spacing = grid::unit(3, "pt"), legend.key.size = grid::unit(0.17, "inches")
  )
}

# Inches under a panel for the numbers of its axis and for these lines of words.
axis_height <- function(lines, page) {
  line_height(page$points[["small"]]) + length(lines) * line_height(page$points[["text"]]) + 0.1
}

# A panel of this height at the top of the room for it; what is left stays empty on any device.
panel_height <- function(height, room) {
  if (height < room) {
    ggplot2::theme(plot.margin = grid::unit(
      c(5, side_margin, room / height - 1, side_margin), c("pt", "pt", "null", "pt")
    ))
  }
}

# A panel whose units are inches, rightwards from 0 and downwards (negative) from 0, without axes.
panel_in_inches <- function(width, height, room) {
  list(
    ggplot2::scale_x_continuous(NULL, breaks = NULL),
    ggplot2::scale_y_continuous(NULL, breaks = NULL),
    ggplot2::coord_cartesian(
      xlim = c(0, width), ylim = c(-height, 0), expand = FALSE, clip = "off"
    ),
    panel_height(height, room)
  )
}

# --- layers ------------------------------------------------------------------------------------

# A layer of a data frame: `columns` are its aesthetics, named where the column has another name.
# Nothing for no rows.
layer_of <- function(make, data, columns, ...) {
  if (NROW(data)) {
    named <- names(columns)
    names(columns) <- if (is.null(named)) columns else ifelse(named == "", columns, named)
    mapping <- do.call(ggplot2::aes, lapply(columns, as.name))
    make(data = data, mapping = mapping, inherit.aes = FALSE, ...)
  }
}

corners <- c("xmin", "xmax", "ymin", "ymax")
segment_ends <- c("x", "y", "xend", "yend")

boxes_of <- function(data, columns = character(), ..., linewidth = 0.25) {
  layer_of(ggplot2::geom_rect, data, c(corners, columns), ..., linewidth = linewidth)
}

segments_of <- function(data, columns = character(), ...) {
  layer_of(ggplot2::geom_segment, data, c(segment_ends, columns), ...)
}

points_of <- function(data, columns = c("x", "y"), ...) {
  layer_of(ggplot2::geom_point, data, columns, ...)
}

# Diagonal lines across boxes, `step` apart: ggplot2 has no hatching.
hatching <- function(boxes, step, lean = step) {
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
  segments_of(do.call(rbind, lines), colour = ink[["grey"]], linewidth = 0.25)
}
