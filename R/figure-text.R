# Text of figures: measured, wrapped, shortened, in letters that every device has, and shrinking
# with the box that it stands in.

# What fonts without these letters print instead.
ascii <- c(
  "\u2192" = "->", "\u2190" = "<-", "\u2191" = "(up)", "\u2193" = "(down)", "\u2212" = "-",
  "\u2013" = "-", "\u2026" = "...", "\u25c7" = "<>", "\u2264" = "<=", "\u2265" = ">=",
  "\u201c" = "\"", "\u201d" = "\"", "\u2019" = "'", "\u00b7" = ".", "\u00b1" = "+/-",
  "\u00d7" = "x", "\u25b6" = ">", "\u25c0" = "<"
)

# The content in letters that every device has: a ggplot does not know where it will be drawn.
plain <- function(content) {
  rapply(content, in_ascii, classes = "character", how = "replace")
}

in_ascii <- function(text, letters = ascii) {
  for (letter in names(letters)) {
    text <- gsub(letter, letters[[letter]], text, fixed = TRUE)
  }
  text
}

# --- measured ----------------------------------------------------------------------------------

# Runs code that measures text, on paper that nobody sees: neither the device of the user nor a new
# one gets a page.
on_paper <- function(code) {
  old <- grDevices::dev.cur()
  grDevices::pdf(NULL)
  on.exit({
    grDevices::dev.off()
    if (old > 1L) grDevices::dev.set(old)
  })
  code
}

# Inches of each text, on paper: other devices' fonts, upright, bold and slanted, are up to this
# much wider.
wider_fonts <- c(1.16, 1.25, 1.16)
text_width <- function(text, points, face = 1) {
  if (!length(text)) {
    return(numeric())
  }
  grid::pushViewport(grid::viewport(gp = grid::gpar(fontsize = 10, fontface = face)))
  on.exit(grid::popViewport())
  # Letters that the paper lacks are measured as dots, with a warning each.
  wide <- suppressWarnings(
    grid::convertWidth(grid::stringWidth(text), "inches", valueOnly = TRUE)
  )
  wider_fonts[face] * wide * points / 10
}

line_height <- function(points) 1.2 * points / 72

# Lines of text no wider than `width` inches; a word that is wider is broken.
wrapped <- function(text, width, points, face = 1) {
  words <- strsplit(text, "[[:space:]]+")[[1]]
  words <- words[words != ""]
  if (!length(words)) {
    return(character())
  }
  wide <- text_width(c("n n", "nn", words), points, face)
  space <- wide[1] - wide[2]
  wide <- wide[-(1:2)]
  if (any(wide > width)) {
    words <- unlist(lapply(words, broken, width, points, face))
    wide <- text_width(words, points, face)
  }
  line <- integer(length(words))
  used <- Inf
  for (i in seq_along(words)) {
    fits <- used + space + wide[i] <= width
    line[i] <- max(line) + !fits
    used <- if (fits) used + space + wide[i] else wide[i]
  }
  unname(vapply(split(words, line), paste, character(1), collapse = " "))
}

broken <- function(word, width, points, face) {
  pieces <- character()
  while (nchar(word) > 1L && text_width(word, points, face) > width) {
    starts <- substring(word, 1L, seq_len(nchar(word) - 1L))
    kept <- max(1L, which(text_width(starts, points, face) <= width))
    pieces <- c(pieces, substr(word, 1L, kept))
    word <- substring(word, kept + 1L)
  }
  c(pieces, word)
}

# As few lines as wrapped() needs, of nearly the same length: for titles, of which no
# word shall stand alone.
balanced <- function(text, width, points, face = 1) {
  lines <- wrapped(text, width, points, face)
  for (part in seq(0.95, 0.5, -0.05)) {
    narrower <- wrapped(text, part * width, points, face)
    if (length(narrower) > length(lines)) {
      break
    }
    lines <- narrower
  }
  lines
}

# The points, at most these and at least six, at which no text is wider than this.
fitting <- function(texts, width, points, face = 1) {
  max(min(points, least), points * min(1, width / max(text_width(texts, points, face), 1e-9)))
}

# Texts no wider than `width` inches: the middle of those that are is left out, which both ends tell
# apart.
shortened_to <- function(texts, width, points, face = 1) {
  wide <- text_width(texts, points, face) > width + 1e-6 # a size that just fits may round up
  texts[wide] <- vapply(texts[wide], function(text) {
    tried <- ends_kept(text, seq(nchar(text) - 1L, 4L))
    fits <- which(text_width(tried, points, face) <= width)
    if (length(fits)) tried[fits[1]] else tried[length(tried)]
  }, character(1))
  texts
}

# Texts no wider than `width` inches, in letters of one size: smaller, then shortened, and numbered
# where nothing else tells them apart.
fitted_words <- function(texts, width, points, face = 1) {
  points <- fitting(texts, width, points, face)
  short <- shortened_to(texts, width, points, face)
  if (length(unique(short)) < length(unique(texts))) {
    number <- match(texts, unique(texts))
    short <- paste(number, shortened_to(texts, width - 0.25, points, face))
  }
  list(text = short, points = points)
}

# How many of `n` rows of `each` inches have a place in `room`; at least 1.
rows_fitting <- function(n, each, room) {
  if (n * each <= room + 1e-6) n else max(1, floor((room + 1e-6) / each))
}

# That rows are left out, counted, for the notes of the page.
left_out <- function(n, shown, word) {
  more <- n - shown
  if (more > 0) {
    sprintf(
      "%d more %s%s left out.", more, word, if (more == 1) " is" else "s are"
    )
  }
}

# --- names -------------------------------------------------------------------------------------

# A name no longer than `most` letters, its middle left out: both ends tell names apart.
ends_kept <- function(names, most) {
  kept <- pmax(most - 3L, 2L)
  ends <- paste0(
    substring(names, 1L, kept - kept %/% 2L), "...",
    substring(names, nchar(names) - kept %/% 2L + 1L)
  )
  ifelse(nchar(names) > most, ends, names)
}

# Names no longer than `most` letters that differ: numbered if nothing else tells them apart.
distinct <- function(names, most = 36) {
  short <- ends_kept(names, most)
  if (anyDuplicated(short)) paste(seq_along(names), ends_kept(names, most - 3L)) else short
}

# Places at least `step` apart, in the order given and near those wanted, inside the range.
apart <- function(wanted, step, low, high) {
  n <- length(wanted)
  starts <- stats::isoreg(wanted - (seq_len(n) - 1) * step)$yf
  pmin(pmax(starts, low), max(high - (n - 1) * step, low)) + (seq_len(n) - 1) * step
}

# --- boxes of text -----------------------------------------------------------------------------

# Lines of text with their boxes: each begins (side 0), is centred (0.5) or ends (1) at x, with its
# middle at y. A unit of x is `unit` inches.
text_boxes <- function(label, x, y, points, side = 0, face = 1, unit = 1, ...) {
  if (length(label)) {
    wide <- (text_width(label, points, face) + 0.03) / unit
    high <- line_height(points)
    data.frame(
      xmin = x - side * wide, xmax = x + (1 - side) * wide,
      ymin = y - high / 2, ymax = y + high / 2,
      label = label, points = points, side = side, face = face, ...
    )
  }
}

# A layer of text in boxes (as of text_boxes()), with colours (`shade`) and paper under it. What
# fits at the size that the figure is made for shrinks, all of it alike, where it is drawn smaller,
# down to six points; what is then too wide is shortened, and what is too high is left out.
geom_fitted <- function(data) {
  if (!NROW(data)) {
    return(NULL)
  }
  looks <- intersect(c("points", "shade", "face", "side", "paper"), names(data))
  geom <- ggplot2::ggproto(
    "GeomFitted", ggplot2::Geom,
    required_aes = c(corners, "label"),
    default_aes = ggplot2::aes(points = 9, shade = "black", face = 1, side = 0, paper = NA),
    draw_key = ggplot2::draw_key_blank,
    draw_panel = function(data, panel_params, coord) {
      grid::gTree(boxes = coord$transform(data, panel_params), cl = "jointstats_fitted")
    }
  )
  layer_of(
    ggplot2::layer, data, c(corners, "label", looks),
    geom = geom, stat = "identity", position = "identity", show.legend = FALSE
  )
}

#' @importFrom grid makeContent
#' @export
makeContent.jointstats_fitted <- function(x) {
  boxes <- x$boxes
  left <- pmin(boxes$xmin, boxes$xmax)
  wide <- abs(boxes$xmax - boxes$xmin)
  high <- abs(boxes$ymax - boxes$ymin)
  needed <- drawn_width(boxes)
  panel <- c(
    grid::convertWidth(grid::unit(1, "npc"), "inches", valueOnly = TRUE),
    grid::convertHeight(grid::unit(1, "npc"), "inches", valueOnly = TRUE)
  )
  shrink <- min(1, wide * panel[1] / needed, high * panel[2] / (boxes$points * 1.1 / 72))
  size <- pmax(boxes$points * shrink, pmin(boxes$points, least))
  needed <- needed * size / boxes$points
  fits <- floor(nchar(boxes$label) * pmin(1, (wide * panel[1] + 0.02) / needed))
  boxes$label <- ifelse(fits < nchar(boxes$label), ends_kept(boxes$label, fits - 1L), boxes$label)
  boxes$label[fits < pmin(nchar(boxes$label), 4L) | high * panel[2] < 0.8 * size / 72] <- ""
  across <- left + boxes$side * wide
  up <- (boxes$ymin + boxes$ymax) / 2
  text <- grid::textGrob(
    boxes$label, across, up,
    default.units = "npc", hjust = boxes$side, vjust = 0.5,
    gp = grid::gpar(fontsize = size, col = boxes$shade, fontface = boxes$face)
  )
  under <- grid::rectGrob(
    across, up, grid::unit(needed + 0.03, "inches"), grid::unit(size * 1.1 / 72, "inches"),
    default.units = "npc", hjust = boxes$side, gp = grid::gpar(fill = boxes$paper, col = NA)
  )
  grid::setChildren(x, grid::gList(under, text))
}

# Inches that each label takes where it is drawn. Those that come often are measured once.
drawn_width <- function(boxes) {
  look <- paste(boxes$points, boxes$face, boxes$label)
  first <- which(!duplicated(look))
  wide <- vapply(first, function(i) {
    one <- grid::textGrob(
      boxes$label[i],
      gp = grid::gpar(fontsize = boxes$points[i], fontface = boxes$face[i])
    )
    grid::convertWidth(grid::grobWidth(one), "inches", valueOnly = TRUE)
  }, numeric(1))
  wide[match(look, look[first])]
}
