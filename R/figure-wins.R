# Every pair of algorithms, a stripe for each measure: a matrix, or the list of a control's pairs.
# What is shown is strong, and framed if it is about all measures together; what leads fills its
# stripe, pale; what is open is a short bar, upwards where the row's algorithm is better. As
# plot/matrix.py does it.

figure_wins <- function(content, page) {
  listed <- !is.null(content$control)
  place <- if (listed) matrix_list else matrix_grid
  room <- page$height - key_of(content$keys$words, page$width, page)$height - 0.1
  grid <- place(content, page, room)
  said <- said_below(content, grid, page)
  if (length(said)) {
    grid <- place(content, page, room - length(said) * line_height(page$points[["small"]]))
    said <- said_below(content, grid, page)
  }
  key <- key_of(content$keys$words, page$width, page, grid$height + 0.1)
  low <- grid$height + 0.1 + key$height
  samples <- sample_cells(content$keys$look)
  cells <- rbind(grid$cells[names(samples)], samples)
  boxes <- rbind(grid$cells[corners], key$boxes)
  list(
    grid$layers,
    boxes_of(
      inset(key$boxes)[content$keys$look == "n", ],
      fill = NA, colour = page$look$line, linewidth = 0.2
    ),
    cell_layers(cbind(cells, inset(boxes)), grid$lines, grid$points, page),
    geom_fitted(key$words),
    geom_fitted(lines_from(said, low, page)),
    panel_in_inches(
      page$width, low + length(said) * line_height(page$points[["small"]]), page$height
    )
  )
}

cell_side <- 0.1 # inches: the smallest cell
cell_widest <- 1
cell_highest <- 0.42
names_share <- 0.32 # of the width, for the names on the left
bar_share <- 0.3 # of a cell's height, of a bar of what is open
trade_sign <- "x" # signs as in_ascii() has them
win_sign <- ">"
stripe_roles <- c(r = "better", c = "worse", e = "equal", o = "open")

# The lines under the key: how many rows have no place, and what the numbers in the cells are.
said_below <- function(content, grid, page) {
  left <- left_out(content$total - !is.null(content$control), grid$shown, content$noun)
  said <- c(left, utils::head(content$numbers, grid$numbers))
  unlist(lapply(said, wrapped, page$width, page$points[["small"]]))
}

lines_from <- function(lines, top, page) {
  high <- line_height(page$points[["small"]])
  y <- -top - (seq_along(lines) - 0.5) * high
  text_boxes(lines, rep(0, length(lines)), y, page$points[["small"]], shade = page$look$quiet)
}

# --- places --------------------------------------------------------------------------------------

matrix_grid <- function(content, page, room) {
  small <- page$points[["small"]]
  names <- content$algorithms
  points <- fitting(names, names_share * page$width, page$points[["text"]])
  label <- distinct_in(names, names_share * page$width, points)
  left <- max(text_width(label, points)) + 0.06
  n <- min(length(names), max(1, floor((page$width - left) / cell_side)))
  wide <- min(cell_widest, (page$width - left) / n)
  head <- heads_of(names[seq_len(n)], wide, page)$height
  high <- if (wide > 0.3) min(cell_highest, max(cell_side, 0.62 * wide)) else wide
  if (n * high > room - head) {
    high <- max(cell_side, (room - head) / n)
  }
  n <- rows_fitting(n, high, room - head)
  names <- names[seq_len(n)]
  points <- min(points, max(least, high * 72 / 1.15))
  heads <- heads_of(names, wide, page)
  cells <- content$cells[content$cells$row %in% names & content$cells$column %in% names, ]
  x <- left + (match(cells$column, names) - 1) * wide
  y <- -head - (match(cells$row, names) - 1) * high
  cells[corners] <- list(x, x + wide, y - high, y)
  each <- seq_len(n) - 1
  middle <- -head - (each + 0.5) * high
  fits <- numbers_that_fit(cells, wide, high, small)
  list(
    cells = cells, shown = n, height = head + n * high, lines = fits$lines, points = fits$points,
    numbers = fits$lines,
    layers = list(
      geom_fitted(text_boxes(label[each + 1], rep(0, n), middle, points, shade = page$look$ink)),
      head_words(heads, left + (each + 0.5) * wide, -head, page$look$ink),
      segments_of(
        data.frame(
          x = left + each * wide, xend = left + (each + 1) * wide,
          y = -head - each * high, yend = -head - (each + 1) * high
        ),
        colour = page$look$open, linewidth = 0.5
      )
    )
  )
}

# The pairs with the control: a row each, its cell under the names of the measures.
matrix_list <- function(content, page, room) {
  small <- page$points[["small"]]
  others <- setdiff(content$algorithms, content$control)
  cells <- content$cells[match(others, content$cells$column), ]
  texts <- c(paste(content$control, "against"), others)
  points <- fitting(texts, names_share * page$width, page$points[["text"]])
  texts <- shortened_to(texts, names_share * page$width, points)
  left <- max(text_width(texts, points)) + 0.08
  said <- apply(cells[c("sign", "first", "second", "third")], 1, function(some) {
    paste(some[some != ""], collapse = "  ")
  })
  bold <- ifelse(cells$strength == "shown", 2, 1)
  right <- max(text_width(said, small, 2)) + 0.1
  m <- length(content$measures)
  wide <- min(page$width - left - right, max(0.8, 0.62 * m))
  heads <- heads_of(content$measures, wide / m, page)
  high <- 0.21
  n <- rows_fitting(length(others), high, room - heads$height)
  cells <- cells[seq_len(n), ]
  y <- -heads$height - (seq_len(n) - 1) * high
  cells[corners] <- list(left, left + wide, y - high, y)
  look <- page$look
  words <- rbind(
    text_boxes(
      texts, 0, c(-heads$height + 0.1, y - high / 2, rep(0, length(others) - n)), points,
      shade = c(look$quiet, rep(look$ink, length(others)))
    )[seq_len(n + 1), ],
    text_boxes(
      said[seq_len(n)], left + wide + 0.08, y - high / 2, small,
      face = bold[seq_len(n)][1], shade = look$ink
    )
  )
  words$face[-seq_len(n + 1)] <- bold[seq_len(n)]
  list(
    cells = cells, shown = n, height = heads$height + n * high, lines = 0, points = small,
    numbers = 3,
    layers = list(
      geom_fitted(words),
      head_words(heads, left + (seq_len(m) - 0.5) * wide / m, -heads$height, look$ink)
    )
  )
}

# A little smaller boxes, so that paper is seen between them.
inset <- function(boxes) {
  gap <- pmin(0.012, 0.04 * (boxes$xmax - boxes$xmin))
  data.frame(
    xmin = boxes$xmin + gap, xmax = boxes$xmax - gap,
    ymin = boxes$ymin + gap, ymax = boxes$ymax - gap
  )
}

# --- numbers -------------------------------------------------------------------------------------

# The numbers of cells, with the sign where frame and colour do not say the same.
cell_numbers <- function(cells) {
  sign <- ifelse(cells$sign %in% c("+", "-"), "", cells$sign)
  data.frame(
    first = trimws(paste(sign, cells$first)), second = cells$second, third = cells$third
  )
}

# How many of the numbers of all cells fit, and in letters of which size.
numbers_that_fit <- function(cells, wide, high, points) {
  texts <- cell_numbers(cells)
  for (lines in 3:1) {
    if (any(texts[[lines]] != "")) {
      widest <- max(text_width(unlist(texts[seq_len(lines)]), points, 2))
      size <- min(points, (high - 0.04) * 72 / (lines * 1.15), points * (wide - 0.05) / widest)
      if (size >= least) {
        return(list(lines = lines, points = size))
      }
    }
  }
  list(lines = 0, points = points)
}

# --- what is drawn in the cells ------------------------------------------------------------------

# A cell for each look of the key.
sample_cells <- function(looks) {
  strength <- ifelse(looks %in% c("shown", "ahead", "open"), looks, "each")
  strength[looks %in% c(trade_sign, win_sign)] <- "shown"
  stripes <- ifelse(nchar(looks) == 1, looks, "rc")
  stripes[looks %in% c("shown", win_sign)] <- "R"
  stripes[looks %in% c("shown each", trade_sign)] <- "RC"
  data.frame(
    strength = strength, sign = ifelse(looks == trade_sign, looks, ""), stripes = stripes,
    first = rep(NA_character_, length(looks)), second = rep("", length(looks)),
    third = rep("", length(looks))
  )
}

# The layers of cells in their boxes: stripes, hatching, frames, numbers.
cell_layers <- function(cells, lines, points, page) {
  look <- page$look
  texts <- cell_numbers(cells)
  texts[is.na(cells$first), ] <- "" # samples of the key
  worded <- lines > 0 & texts$first != ""
  open <- cells$strength == "open"
  stripes <- stripes_of(cells, look, ifelse(worded, 0.48, 0))
  shown <- cells[cells$strength == "shown", ]
  traded <- shown[shown$sign == trade_sign, ]
  list(
    boxes_of(
      stripes, c(fill = "fill", colour = "edge"),
      linewidth = ifelse(stripes$open, 0.12, 0.05)
    ),
    segments_of(middle_lines(cells[open, ], worded[open]), colour = look$line, linewidth = 0.2),
    segments_of(
      hatch_lines(stripes[stripes$hatched, ], rising = FALSE),
      colour = look$worse[1], linewidth = 0.25
    ),
    points_of(
      dots_in(stripes[stripes$dotted & !stripes$open, ]),
      size = 0.5, stroke = 0, shape = 16, colour = on_fill(look$equal[1])
    ),
    segments_of(hatch_lines(traded), colour = look$ink, linewidth = 0.25),
    boxes_of(shown, fill = NA, colour = look$ink, linewidth = 0.4),
    ggplot2::scale_fill_identity(),
    ggplot2::scale_colour_identity(),
    geom_fitted(number_boxes(cells, texts, stripes, lines, points, look))
  )
}

# The stripes of cells, neighbours that are alike as one: boxes with their fill and edge.
stripes_of <- function(cells, look, above) {
  letters <- strsplit(cells$stripes, "")
  number <- lengths(letters)
  cell <- rep(seq_along(letters), number)
  letter <- unlist(letters)
  new <- c(TRUE, cell[-1] != cell[-length(cell)] | letter[-1] != letter[-length(letter)])
  long <- diff(c(which(new), length(letter) + 1))
  first <- sequence(number)[new] - 1
  cell <- cell[new]
  letter <- letter[new]
  wide <- (cells$xmax - cells$xmin)[cell] / number[cell]
  code <- tolower(letter)
  open <- cells$strength[cell] == "open"
  role <- stripe_roles[ifelse(code == "n", "o", code)]
  strong <- letter != code
  xmin <- cells$xmin[cell] + first * wide
  found <- data.frame(
    cell = cell, code = code, open = open, xmin = xmin, xmax = xmin + long * wide,
    ymin = cells$ymin[cell], ymax = cells$ymax[cell],
    fill = fill_of(look, unname(role), strong)
  )
  found$edge <- ifelse(open, fill_of(look, unname(role), TRUE), found$fill)
  found$edge[code == "e"] <- look$line # what is equal may be as white as the paper
  found$hatched <- code == "c" & !strong & !open
  found$dotted <- code == "e"
  at <- open_bars(cells, above)[cell, ]
  up <- ifelse(code == "c", 0, ifelse(code == "e", at$bar / 3, at$bar))
  down <- ifelse(code == "r", 0, ifelse(code == "e", at$bar / 3, at$bar))
  found$ymax[open] <- (at$middle + up)[open]
  found$ymin[open] <- (at$middle - down)[open]
  found[code != "n", ]
}

# The middle line of cells that are open, and the height of a bar; under the number, if any.
open_bars <- function(cells, above) {
  whole <- cells$ymax - cells$ymin
  high <- whole * (1 - above)
  data.frame(
    middle = cells$ymin + high / 2, bar = ifelse(above > 0, high / 2, bar_share * high)
  )
}

middle_lines <- function(cells, worded) {
  at <- open_bars(cells, ifelse(worded, 0.48, 0))
  data.frame(x = cells$xmin, xend = cells$xmax, y = at$middle, yend = at$middle)
}

# The numbers in the cells: on a strip of paper where a cell has several colours, or hatching.
number_boxes <- function(cells, texts, stripes, lines, points, look) {
  one <- stripes[!duplicated(stripes$cell), ]
  whole <- one$cell[tabulate(stripes$cell, nrow(cells))[one$cell] == 1 & !one$hatched & !one$dotted]
  alone <- match(seq_len(nrow(cells)), one$cell)
  full <- one$xmax[alone] - one$xmin[alone] > 0.98 * (cells$xmax - cells$xmin)
  ground <- ifelse(seq_len(nrow(cells)) %in% whole & full %in% TRUE, one$fill[alone], NA)
  ground[is.na(alone)] <- look$paper
  open <- cells$strength == "open"
  high <- cells$ymax - cells$ymin
  found <- lapply(seq_len(lines), function(k) {
    told <- which(texts[[k]] != "" & (k == 1 | !open))
    n <- rowSums(texts[told, seq_len(lines), drop = FALSE] != "")
    before <- rowSums(texts[told, seq_len(k), drop = FALSE] != "") - 1
    step <- pmin(1.25 * points / 72, high[told] / n)
    y <- cells$ymax[told] - high[told] / 2 - (before - (n - 1) / 2) * step
    y[open[told]] <- (cells$ymax - 0.27 * high)[told][open[told]]
    boxes <- text_boxes(
      texts[[k]][told], ((cells$xmin + cells$xmax) / 2)[told], y, points, 0.5,
      face = 1
    )
    if (!is.null(boxes)) {
      boxes$face <- ifelse(cells$strength[told] == "shown", 2, 1)
      shade <- ifelse(is.na(ground), look$ink, on_fill(ifelse(is.na(ground), "#FFFFFF", ground)))
      boxes$shade <- ifelse(open, look$quiet, shade)[told]
      boxes$paper <- ifelse(is.na(ground) & !open, look$paper, NA)[told]
    }
    boxes
  })
  do.call(rbind, found)
}
