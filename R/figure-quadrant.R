# Two algorithms on two measures: a point for each data set, and a number for each result.

figure_quadrant <- function(content, page) {
  plan <- quadrant_plan(content, page)
  area <- plan$area
  regions <- content$regions
  boxes <- cbind(regions, region_boxes(regions, area))
  shaded <- boxes[nzchar(boxes$shade), ]
  shaded$fill <- fill_of(page$look, shaded$role, FALSE)
  framed <- shaded[shaded$shade == "shown", ]
  framed[c("xmin", "ymin")] <- framed[c("xmin", "ymin")] + 0.02
  framed[c("xmax", "ymax")] <- framed[c("xmax", "ymax")] - 0.02
  list(
    boxes_of(shaded, c(fill = "fill"), colour = NA),
    chart_frame(area, page),
    quadrant_lines(area, page),
    boxes_of(framed, fill = NA, colour = page$look$ink, linewidth = 0.75),
    geom_fitted(quadrant_words(boxes, plan, content, page)),
    quadrant_points(content, area, page),
    ticks_across(area, page), ticks_up(area, page),
    words_across(area, area$bottom - tick_length - plan$line - 0.06, plan$across, page),
    words_up(area, 0, plan$up, page),
    looks_as_given(),
    panel_in_inches(page$width, plan$height, page$height)
  )
}

band_side <- 0.32 # inches of the counts right and left of a band
count_points <- 14
count_line <- 0.27 # inches

# Where everything stands.
quadrant_plan <- function(content, page) {
  small <- page$points[["small"]]
  line <- line_height(small)
  word <- line_height(page$points[["text"]])
  numbers <- marks_width(content$up, page)
  names <- as.character(unlist(content$names))
  half <- 0.39 * (page$width - numbers - 2 * word) # what every side of zero has at least
  beside <- max(text_width(names, small)) + 0.45 < half
  strip <- count_line + (if (beside) 2 else 3) * line + 0.06
  side <- if (content$up$equal > 0) band_side else 0
  below <- tick_length + line + 0.06
  free <- page$height - below - 2 * word - 0.02
  worded <- 1.1 + 2 * strip <= free # low figures have the numbers alone
  strip <- if (worded) strip else count_line + 0.03
  wanted <- min(max(0.55 * (page$width - numbers), 1.1), 2.8) + 2 * strip
  tall <- max(min(wanted, free), 0.55 + 2 * strip)
  up <- ruler_words(ruler_title(content$up), rev(names), tall, page$points[["text"]])
  left <- max(up$line) * word + numbers + 0.04
  width <- page$width - left - 0.02
  across <- ruler_words(ruler_title(content$across), rev(names), width, page$points[["text"]])
  inset <- c(side, strip, side, strip)
  list(
    area = chart_area(left, 0.02, width, tall, content$across, content$up, inset),
    across = across, up = up, beside = beside, worded = worded, line = line,
    height = 0.02 + tall + below + max(across$line) * word
  )
}

# The corners of regions, in inches.
region_boxes <- function(regions, area) {
  x <- chart_x(area, c(-1, 1) * area$across$equal)
  y <- chart_y(area, c(-1, 1) * area$up$equal)
  data.frame(
    xmin = c(area$left, x)[regions$across + 2], xmax = c(x, area$right)[regions$across + 2],
    ymin = c(area$bottom, y)[regions$up + 2], ymax = c(y, area$top)[regions$up + 2]
  )
}

# The lines of no difference, or the bands of practical equality.
quadrant_lines <- function(area, page) {
  band <- function(equal) if (equal > 0) c(-1, 1) * equal else 0
  x <- chart_x(area, band(area$across$equal))
  y <- chart_y(area, band(area$up$equal))
  type <- function(equal) if (equal > 0) "dashed" else "solid"
  lines <- rbind(
    data.frame(x = x, xend = x, y = area$bottom, yend = area$top, type = type(area$across$equal)),
    data.frame(x = area$left, xend = area$right, y = y, yend = y, type = type(area$up$equal))
  )
  segments_of(lines, c(linetype = "type"), colour = page$look$quiet, linewidth = 0.35)
}

# The number of data sets in the corner of each region, or beside the band, and words under it.
quadrant_words <- function(boxes, plan, content, page) {
  found <- lapply(seq_len(nrow(boxes)), function(i) {
    one <- boxes[i, ]
    corner <- one$across != 0 && one$up != 0
    if (corner) corner_words(one, plan, content, page) else band_words(one, plan$area, page)
  })
  do.call(rbind, found)
}

count_shade <- function(one, page) if (nzchar(one$shade)) page$look$ink else page$look$quiet
count_face <- function(one) if (one$shade == "shown") 2 else 1

band_words <- function(one, area, page) {
  if (one$across == 0 && one$up == 0) {
    return(NULL)
  }
  x <- if (one$across == 0) {
    (one$xmin + one$xmax) / 2
  } else {
    c(area$left + band_side / 2, 0, area$right - band_side / 2)[one$across + 2]
  }
  y <- if (one$up == 0) {
    (one$ymin + one$ymax) / 2
  } else {
    c(area$bottom + 0.16, 0, area$top - 0.16)[one$up + 2]
  }
  text_boxes(
    format(one$count), x, y, 9, 0.5, count_face(one),
    shade = count_shade(one, page)
  )
}

corner_words <- function(one, plan, content, page) {
  area <- plan$area
  small <- page$points[["small"]]
  side <- if (one$across < 0) 0 else 1
  inwards <- if (side) -1 else 1
  x <- if (side) one$xmax - 0.07 else one$xmin + 0.07
  count <- format(one$count)
  wide <- text_width(count, count_points, 2)
  middle <- if (area$across$equal > 0) text_width(count, 9, 2) else 0
  free <- one$xmax - one$xmin - 0.12 - middle / 2
  words <- c(one$what, one$and_what)
  words <- words[nzchar(words)]
  if (!plan$worded) {
    words <- character()
  } else if (!plan$beside) {
    names <- as.character(unlist(content$names))
    words <- c(distinct_to(names, free, small)[match(one$who, names)], words)
  }
  under <- length(words) * plan$line
  top <- if (one$up > 0) area$top - 0.04 else area$bottom + count_line + 0.03 + under
  ink <- page$look$ink
  rbind(
    text_boxes(
      count, x, top - 0.13, count_points, side, count_face(one),
      shade = count_shade(one, page)
    ),
    if (plan$beside && plan$worded) {
      text_boxes(one$who, x + inwards * (wide + 0.06), top - 0.165, small, side, shade = ink)
    },
    text_boxes(
      shortened_to(words, free, small), x, top - count_line - (seq_along(words) - 0.5) * plan$line,
      small, side,
      shade = ink
    )
  )
}

quadrant_marks <- c(better = 21, worse = 22, trade = 23, equal = 21)

# Points; larger ones stand for several data sets.
quadrant_points <- function(content, area, page) {
  spots <- content$spots
  spots <- spots[order(-spots$count), ]
  look <- page$look
  fill <- fill_of(look, spots$role)
  equal <- spots$role == "equal"
  spots$fill <- ifelse(equal, look$paper, fill)
  spots$edge_colour <- ifelse(equal, fill, look$paper)
  spots$mark <- ifelse(spots$edge, 24, quadrant_marks[spots$role])
  several <- spots$count > 1
  spots$size <- if (isFALSE(content$numbered)) {
    1.2 + 3.2 * sqrt(spots$count / max(spots$count, 1))
  } else {
    ifelse(several, pmin(pmax(10, 4.5 * sqrt(spots$count)), 22), 4.5)
  }
  spots$size <- mark_size(spots$size * ifelse(spots$mark == 23, 0.85, 1))
  spots$x <- chart_x(area, spots$x)
  spots$y <- chart_y(area, spots$y)
  numbers <- spots[several & !isFALSE(content$numbered), ]
  list(
    points_of(
      spots, c("x", "y", fill = "fill", colour = "edge_colour", shape = "mark", size = "size"),
      stroke = 0.3
    ),
    if (nrow(numbers)) {
      geom_fitted(text_boxes(
        format(numbers$count, trim = TRUE), numbers$x, numbers$y, least, 0.5, 2,
        shade = on_fill(numbers$fill)
      ))
    }
  )
}
