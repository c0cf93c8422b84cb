# Paints a figure as the core has laid it out: a list of texts, lines, polygons and dots with their
# places in inches from the top left. Nothing is laid out here.

# A grob of a drawing; `scale` makes all of it smaller or larger. The device that is open measures
# its letters.
picture <- function(drawing, scale = 1) {
  kinds <- vapply(drawing$marks, function(mark) mark$kind, "")
  runs <- rle(kinds == "text")
  runs <- split(drawing$marks, rep(seq_along(runs$lengths), runs$lengths))
  painted <- lapply(runs, function(marks) {
    if (marks[[1]]$kind == "text") return(list(paint_texts(marks, scale, drawing$middle)))
    lapply(marks, function(mark) painters[[mark$kind]](mark, scale))
  })
  paper <- grid::rectGrob(name = "paper", gp = grid::gpar(fill = drawing$paper, col = NA))
  # Places are from the top left: the scale of y runs downwards.
  page <- grid::viewport(
    0, 1, grid::unit(scale * drawing$width, "inches"), grid::unit(scale * drawing$height, "inches"),
    just = c("left", "top"), xscale = c(0, drawing$width), yscale = c(drawing$height, 0)
  )
  marks <- unlist(unname(painted), recursive = FALSE)
  grid::gTree(children = do.call(grid::gList, c(list(paper), marks)), vp = page)
}

# Points to R's widths of lines, which are in 1/96 inch.
line_width <- function(points, scale) points * scale * 96 / 72

# R counts the parts of a dashed line in widths of the line, as hexadecimal digits.
line_type <- function(dash, lw) {
  if (length(dash) == 0L) {
    return("solid")
  }
  parts <- pmin(15, pmax(1, round(unlist(dash) / (lw * 96 / 72))))
  paste(sprintf("%X", as.integer(parts)), collapse = "")
}

colour_or_none <- function(colours) if (is.null(colours)) NA else colours

paint_lines <- function(mark, scale) {
  gp <- grid::gpar(
    col = mark$colour, lwd = line_width(mark$lw, scale), lty = line_type(mark$dash, mark$lw),
    lineend = "butt"
  )
  if (is.null(mark$points)) {
    ends <- matrix(mark$segments, ncol = 4)
    grid::segmentsGrob(
      ends[, 1], ends[, 2], ends[, 3], ends[, 4], default.units = "native", gp = gp
    )
  } else {
    at <- matrix(mark$points, ncol = 2)
    grid::polylineGrob(at[, 1], at[, 2], default.units = "native", gp = gp)
  }
}

paint_polygons <- function(mark, scale) {
  at <- do.call(rbind, mark$polygons)
  corners <- vapply(mark$polygons, nrow, 1L)
  grid::polygonGrob(
    at[, 1], at[, 2], id.lengths = corners, default.units = "native",
    gp = grid::gpar(
      fill = colour_or_none(mark$fill), col = colour_or_none(mark$edge),
      lwd = line_width(mark$lw, scale), linejoin = "mitre"
    )
  )
}

paint_dots <- function(mark, scale) {
  grid::circleGrob(
    mark$x, mark$y, grid::unit(scale * mark$radius, "inches"), default.units = "native",
    gp = grid::gpar(
      fill = colour_or_none(mark$fill), col = colour_or_none(mark$edge),
      lwd = line_width(mark$lw, scale)
    )
  )
}

# The y of a text is the middle of its capitals, R's is their baseline: `middle` of the size below.
# Texts that follow each other, at once: one grob of many is painted faster than many. Letters that
# are wider on the device than in the layout are squeezed into their room.
paint_texts <- function(marks, scale, middle) {
  of <- function(name, type) vapply(marks, function(mark) mark[[name]], type)
  text <- letters_of_device(of("text", ""))
  bold <- of("bold", NA)
  upright <- of("angle", 0) == 0
  drop <- middle * of("size", 0) / 72
  size <- scale * of("size", 0)
  share <- scale * of("width", 0) / pmax(inches_of(text, size, bold), 1e-9)
  squeezed <- if (has_one_alphabet()) floor(size * share) else size * share # of points whole ones
  grid::textGrob(
    text, of("x", 0) + ifelse(upright, 0, drop), of("y", 0) + ifelse(upright, drop, 0),
    default.units = "native", rot = of("angle", 0), vjust = 0,
    hjust = unname(c(left = 0, center = 0.5, right = 1)[of("align", "")]),
    gp = grid::gpar(
      fontsize = ifelse(share < 1, squeezed, size), col = of("colour", ""), fontface = 1 + bold
    )
  )
}

# The width of each text in the letters of the device: those of one size are measured at once.
inches_of <- function(text, size, bold) {
  wide <- numeric(length(text))
  for (those in split(seq_along(text), list(size, bold), drop = TRUE)) {
    look <- grid::gpar(fontsize = size[those[1]], fontface = 1 + bold[those[1]])
    grid::pushViewport(grid::viewport(gp = look))
    wide[those] <- grid::convertWidth(grid::stringWidth(text[those]), "inches", TRUE)
    grid::popViewport()
  }
  wide
}

painters <- list(lines = paint_lines, polygons = paint_polygons, dots = paint_dots)

# --- letters -----------------------------------------------------------------------------------

# What fonts and consoles without these letters show instead.
ascii <- c(
  "\u2192" = "->", "\u2190" = "<-", "\u2191" = "(up)", "\u2193" = "(down)", "\u2212" = "-",
  "\u2013" = "-", "\u2026" = "...", "\u25c7" = "<>", "\u2264" = "<=", "\u2265" = ">=",
  "\u201c" = "\"", "\u201d" = "\"", "\u2019" = "'", "\u00b7" = ".", "\u00b1" = "+/-",
  "\u00d7" = "x", "\u25b6" = ">", "\u25c0" = "<", "\u03c7" = "chi", "\u00b2" = "2",
  "\u2500" = "-", "\u03bb" = "lambda", "\u039b" = "Lambda", "\u03a3" = "Sigma", "\u2018" = "'"
)

in_ascii <- function(text) {
  for (letter in names(ascii)) {
    text <- gsub(letter, ascii[[letter]], text, fixed = TRUE)
  }
  text
}

# R's own PDF and PostScript have the letters of one alphabet, in whole points.
has_one_alphabet <- function() names(grDevices::dev.cur()) %in% c("pdf", "postscript")

letters_of_device <- function(text) if (has_one_alphabet()) in_ascii(text) else text
