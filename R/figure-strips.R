# What would change a verdict: a strip for each factor, a box for each setting of it, filled where
# something changes.

# Inches; and the part of a box that is filled if one pair of very many changes.
strip_sizes <- list(
  row = 0.2, box = 0.13, wide = 0.2, gap = 0.08, least_framed = 0.06, least = 0.25
)

figure_strips <- function(content, page) {
  part <- strip_sizes
  small <- page$points[["small"]]
  strips <- content$strips
  labels <- fitted_words(strips$label, 0.35 * page$width, page$points[["text"]])
  left <- max(text_width(labels$text, labels$points), 0) + part$gap
  right <- page$width - max(text_width(strips$shown, small), 0) - part$gap
  below <- line_height(small) + 0.03
  step <- part$row + below
  n <- rows_fitting(nrow(strips), step, page$height)
  shown <- seq_len(n)
  top <- -(shown - 1) * step
  middle <- top - part$row / 2
  number <- tabulate(content$boxes$strip + 1, nrow(strips))[shown]
  notes <- shortened_to(strips$note[shown], page$width - left, small)
  words <- rbind(
    text_boxes(labels$text[shown], 0, middle, labels$points, shade = page$look$ink),
    text_boxes(strips$shown[shown], page$width, middle, small, 1, shade = page$look$ink),
    text_boxes(
      notes, left, ifelse(number > 0, top - part$row - below / 2 + 0.02, middle), small,
      shade = page$look$quiet
    )
  )
  structure(
    list(
      strip_boxes(content$boxes, number, middle, left, right, page$look),
      geom_fitted(words[words$label != "", ]),
      ggplot2::scale_fill_identity(), ggplot2::scale_colour_identity(),
      panel_in_inches(page$width, n * step, page$height)
    ),
    left_out = left_out(nrow(strips), n, "factor")
  )
}

strip_boxes <- function(boxes, number, middle, left, right, look) {
  boxes <- boxes[boxes$strip < length(number), ]
  if (!NROW(boxes)) {
    return(NULL)
  }
  i <- boxes$strip + 1
  step <- pmin(strip_sizes$wide, (right - left) / number[i])
  gap <- pmin(0.02, 0.15 * step)
  x <- left + boxes$place * step + gap / 2
  low <- middle[i] - strip_sizes$box / 2
  open <- data.frame(
    xmin = x, xmax = x + step - gap, ymin = low, ymax = low + strip_sizes$box,
    fill = look$open, edge = look$paper
  )
  filled <- open[boxes$changed, ]
  part <- strip_sizes$least + (1 - strip_sizes$least) * boxes$value[boxes$changed]
  filled$ymax <- filled$ymin + part * strip_sizes$box
  filled$fill <- rep(look$worse[1], nrow(filled))
  framed <- step[boxes$changed] > strip_sizes$least_framed
  filled$edge <- ifelse(framed, look$ink, look$paper)
  boxes_of(rbind(open, filled), c("fill", colour = "edge"))
}
