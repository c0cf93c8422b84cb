# What the figures share: the page and what is left of it for a panel, layers.

# Colours of the theme "colour", for figures that do not ask page$look: those of Okabe and Ito
# (2008), told apart by colour-blind readers. Blue prints dark, orange prints light.
ink <- c(
  blue = "#0072B2", orange = "#E69F00", purple = "#CC79A7", green = "#009E73",
  vermilion = "#D55E00", sky = "#56B4E9", black = "#000000", white = "#FFFFFF",
  pale_blue = "#CCE3F0", pale_orange = "#FAEBCC", pale_purple = "#F5E4ED", grey = "#595959",
  pale_grey = "#E4E4E4", paler_blue = "#9ECAE1", paper_blue = "#F2F6FB"
)

sizes <- c(text = 8, small = 7, heading = 9.5) # points, on a page of any size
least <- 6 # no letter is smaller
side_margin <- 5 # points

# A page of this many inches: its look, the points of its letters, title and notes in lines, and the
# inches that these leave for a panel with its axes and legend. Notes have a third of it at most:
# those that do not fit are counted.
page_for <- function(content, size, look = look_of("colour")) {
  width <- size[1] - 2 * side_margin / 72
  title <- balanced(content$title, width, sizes[["heading"]], face = 2)
  if (size[2] < 2.2 && length(title) > 1L) { # a low figure has a title of one line
    title <- shortened_to(content$title, width, sizes[["heading"]], face = 2)
  }
  free <- size[2] - 0.2 - length(title) * line_height(sizes[["heading"]])
  notes <- notes_that_fit(content$notes, width, free / 3)
  list(
    points = sizes, look = look, width = width, title = title, notes = notes,
    height = max(free - length(notes) * line_height(sizes[["small"]]), 0.1)
  )
}

notes_that_fit <- function(notes, width, room) {
  notes <- unlist(notes)
  lines <- lapply(notes, wrapped, width, sizes[["small"]])
  for (kept in rev(seq_along(lines))) {
    left <- length(notes) - kept
    more <- if (left) sprintf("%d more %s.", left, if (left == 1) "note" else "notes")
    found <- c(unlist(lines[seq_len(kept)]), more)
    if (length(found) * line_height(sizes[["small"]]) <= room) {
      return(found)
    }
  }
}

figure_words <- function(content, page) {
  in_lines <- function(lines) if (length(lines)) paste(lines, collapse = "\n")
  ggplot2::labs(title = in_lines(page$title), caption = in_lines(page$notes), alt = content$alt)
}

theme_figure <- function(page) {
  points <- page$points
  look <- page$look
  words <- function(size, ...) {
    ggplot2::element_text(size = points[[size]], lineheight = 1.1, ...)
  }
  small <- ggplot2::margin(3, 0, 0, 0)
  ggplot2::theme_minimal(base_size = points[["text"]]) + ggplot2::theme(
    panel.grid = ggplot2::element_blank(),
    text = ggplot2::element_text(colour = look$ink),
    plot.background = ggplot2::element_rect(fill = look$paper, colour = NA),
    plot.margin = ggplot2::margin(5, side_margin, 4, side_margin),
    plot.title.position = "plot", plot.caption.position = "plot",
    plot.title = words(
      "heading",
      face = "bold", colour = look$ink, margin = ggplot2::margin(0, 0, 5, 0)
    ),
    plot.subtitle = words("small", colour = look$quiet),
    plot.caption = words(
      "small",
      hjust = 0, colour = look$quiet, margin = ggplot2::margin(4, 0, 0, 0)
    ),
    axis.title = words("text"), axis.title.x = words("text", margin = small),
    axis.text = words("small", colour = look$quiet),
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
