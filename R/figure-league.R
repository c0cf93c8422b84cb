# The league: a line for each algorithm, best first, with bars of its pairs, mean ranks and possible
# ranks. Possible ranks and the last measures are left out where the figure is too narrow for them;
# rows where it is too low.

league_gap <- c(wide = 0.13, narrow = 0.1) # inches between columns
league_step <- c(few = 0.2, many = 0.165) # inches from row to row; many are more than 12
league_swatch <- 0.1

figure_league <- function(content, page) {
  shown <- league_content(content)
  plan <- league_plan(shown, page)
  legend <- league_legend(shown, plan, page)
  above <- legend$height + plan$heads
  n <- length(shown$algorithms)
  step <- league_step[[if (n <= 12) "few" else "many"]]
  room <- page$height - above
  rows <- n
  if (n * step > room) {
    rows <- rows_fitting(n, league_step[["many"]], room)
    step <- min(step, max(league_step[["many"]], room / rows))
  }
  middle <- -(above + (seq_len(rows) - 0.5) * step)
  bars <- league_bars(shown, plan, page, middle, step)
  cells <- league_cells(shown, plan, page, middle, step)
  fills <- rbind(legend$boxes, bars$boxes, cells$boxes)
  traded <- fills$role == "trade" & fills$shown
  framed <- fills$shown & fills$role != "open"
  parts <- list(
    boxes_of(fills, c(fill = "shade"), colour = page$look$paper, linewidth = 0.3),
    hatching(fills[traded, ], 0.05),
    boxes_of(fills[framed, ], fill = NA, colour = page$look$ink, linewidth = 0.3),
    league_upright(shown, plan, page, above),
    geom_fitted(rbind(
      legend$words, league_heads(shown, plan, page, above),
      league_names(shown, plan, page, middle), bars$words, cells$words
    )),
    ggplot2::scale_fill_identity(),
    panel_in_inches(page$width, above + rows * step, page$height)
  )
  more <- c(
    left_out(n + content$more, rows, "algorithm"),
    left_out(length(shown$measures), plan$measures, "measure")
  )
  attr(parts, "left_out") <- if (length(more)) paste(more, collapse = " ")
  attr(parts, "without") <- if (!plan$sets) content$sets_note
  parts
}

# The content with its numbers as matrices: a row for each algorithm.
league_content <- function(content) {
  parts <- content$parts
  if (!is.data.frame(parts)) {
    part <- function(what, type) vapply(parts, `[[`, type, what)
    content$parts <- data.frame(
      role = part("role", ""), shown = part("shown", NA), label = part("label", "")
    )
  }
  content$counts <- row_by_row(content$counts)
  content$ranks <- row_by_row(content$ranks)
  content[["sets"]] <- row_by_row(content[["sets"]])
  content$strong <- unlist(content$strong)
  content
}

# Numbers or words as a matrix: they come as one, as a vector if there is but one column, or as a
# list of rows.
row_by_row <- function(x) {
  if (is.list(x)) do.call(rbind, lapply(x, unlist)) else if (length(x)) as.matrix(x)
}

# --- columns -----------------------------------------------------------------------------------

# How wide the columns are, in inches, and where they begin; how high the heads are.
league_plan <- function(shown, page) {
  small <- page$points[["small"]]
  width <- page$width
  natural <- max(text_width(shown$algorithms, page$points[["text"]], 2)) + 0.02
  name <- min(natural, max(0.26 * width, 0.88))
  bar <- if (nrow(shown$parts)) max(0.13 * width, 0.6) else 0
  gap <- league_gap[[if (width >= 4.5) "wide" else "narrow"]]
  said <- sprintf("%.1f", shown$ranks)
  bare <- max(text_width(unique(said), small)) + 0.05
  full <- bare
  if (length(shown[["sets"]])) {
    full <- max(text_width(unique(paste(said, shown[["sets"]], sep = "  ")), small)) + 0.05
  }
  m <- length(shown$measures)
  tried <- rbind(c(full, m), cbind(bare, rev(seq_len(m))))
  used <- name + gap + tried[, 1] * tried[, 2] + (bar + gap) * (bar > 0)
  chosen <- c(which(used <= width + 1e-6), nrow(tried))[1]
  league_places(shown, page, list(
    name = name, natural = natural, bar = bar, cell = tried[chosen, 1][[1]],
    measures = tried[chosen, 2][[1]], gap = gap,
    sets = length(shown[["sets"]]) > 0 && tried[chosen, 1] == full,
    spare = max(width - used[chosen], 0)
  ))
}

# The plan with what is spare given to names of measures, bars, names and cells.
league_places <- function(shown, page, plan) {
  k <- plan$measures
  grow <- function(what, most, times = 1) {
    more <- min(plan$spare, max(most, 0))
    plan[[what]] <<- plan[[what]] + more / times
    plan$spare <<- plan$spare - more
  }
  measures <- shown$measures[seq_len(k)]
  level <- k * (max(text_width(measures, least, 2)) + 0.03 - plan$cell)
  if (level <= plan$spare) { # then names of measures need not stand upright
    grow("cell", level, k)
  }
  if (plan$bar > 0) {
    grow("bar", 0.3 * page$width - plan$bar)
  }
  grow("name", plan$natural - plan$name)
  grow("cell", if (plan$bar > 0) k * (0.62 - plan$cell) else plan$spare, k)
  grow("bar", plan$spare)
  widths <- c(bar = plan$bar, cells = k * plan$cell)
  widths <- widths[widths > 0]
  starts <- plan$name + plan$gap + cumsum(c(0, widths + plan$gap))[seq_along(widths)]
  plan$at <- stats::setNames(as.list(starts), names(widths))
  widest <- max(text_width(measures, page$points[["small"]], 2))
  points <- page$points[["small"]] * min(1, (plan$cell - 0.02) / widest)
  plan$points <- if (points >= least) points
  small <- line_height(page$points[["small"]])
  plan$names_high <- if (is.null(plan$points)) min(0.75, widest) + 0.06 else small + 0.02
  plan$heads <- max(
    small + 0.02 + plan$names_high, length(league_bar_head(shown, plan, page)) * small + 0.04
  )
  plan
}

# Lines above the bars.
league_bar_head <- function(shown, plan, page) {
  if (plan$bar > 0) {
    lines <- wrapped(shown$head, plan$bar, page$points[["small"]])
    c(lines[1], if (length(lines) > 1L) paste(lines[-1], collapse = " "))
  }
}

# --- above the rows ----------------------------------------------------------------------------

league_legend <- function(shown, plan, page) {
  if (!nrow(shown$parts)) {
    return(list(height = 0))
  }
  small <- page$points[["small"]]
  start <- if (page$width >= 4.5) plan$at$bar else 0
  wide <- league_swatch + 0.05 + text_width(shown$parts$label, small) + 0.14
  line <- integer(length(wide))
  x <- numeric(length(wide))
  used <- start
  for (i in seq_along(wide)) {
    new <- i > 1L && used + wide[i] - 0.14 > page$width
    line[i] <- (if (i > 1L) line[i - 1L] else 1L) + new
    x[i] <- if (new) start else used
    used <- x[i] + wide[i]
  }
  y <- -(line - 0.5) * line_height(small)
  list(
    height = max(line) * line_height(small) + 0.05,
    boxes = league_boxes(
      x, x + league_swatch, y, league_swatch, shown$parts$role, shown$parts$shown, page$look
    ),
    words = league_words(
      shown$parts$label, x + league_swatch + 0.05, y, small,
      shade = page$look$quiet
    )
  )
}

# Boxes with the colour of their role.
league_boxes <- function(from, to, middle, high, role, shown, look) {
  data.frame(
    xmin = from, xmax = to, ymin = middle - high / 2, ymax = middle + high / 2, role = role,
    shown = shown, shade = fill_of(look, role, shown)
  )
}

league_heads <- function(shown, plan, page, above) {
  small <- page$points[["small"]]
  quiet <- page$look$quiet
  lines <- league_bar_head(shown, plan, page)
  up <- 0.03 + (rev(seq_along(lines)) - 0.5) * line_height(small)
  cells <- plan$measures * plan$cell
  said <- c(if (plan$sets) "mean rank, possible ranks", "mean rank", "rank")
  said <- said[c(which(text_width(said, small) <= cells), length(said))[1]]
  y <- -above + plan$names_high + 0.02 + line_height(small) / 2
  each <- seq_len(plan$measures)
  rbind(
    if (length(lines)) league_words(lines, plan$at$bar, up - above, small, shade = quiet),
    league_words(said, plan$at$cells, y, small, shade = quiet),
    if (!is.null(plan$points)) {
      league_words(
        shown$measures[each], plan$at$cells + (each - 0.5) * plan$cell,
        -above + 0.01 + line_height(small) / 2, plan$points, 0.5,
        face = 2, shade = page$look$ink
      )
    }
  )
}

# Names of measures that are too wide for their columns stand upright.
league_upright <- function(shown, plan, page, above) {
  if (is.null(plan$points)) {
    each <- seq_len(plan$measures)
    small <- page$points[["small"]]
    names <- shortened_to(shown$measures[each], plan$names_high - 0.05, small, 2)
    layer_of(
      ggplot2::geom_text,
      data.frame(
        x = plan$at$cells + (each - 0.5) * plan$cell, y = -above + 0.04, label = names
      ),
      c("x", "y", "label"),
      angle = 90, hjust = 0, size = small / ggplot2::.pt, fontface = 2, colour = page$look$ink
    )
  }
}

# --- rows --------------------------------------------------------------------------------------

league_names <- function(shown, plan, page, middle) {
  rows <- seq_along(middle)
  text <- page$points[["text"]]
  points <- max(page$points[["small"]], text * min(1, plan$name / plan$natural))
  names <- shown$algorithms[rows]
  short <- shortened_to(names, plan$name, points, 2)
  if (anyDuplicated(short)) {
    short <- shortened_to(distinct(names), plan$name, points, 2)
  }
  league_words(
    short, plan$name, middle, points, 1,
    face = ifelse(shown$strong[rows], 2, 1), shade = page$look$ink
  )
}

# The pairs of each algorithm: their number, or of a single pair what it is, where that fits.
league_bars <- function(shown, plan, page, middle, step) {
  if (plan$bar == 0) {
    return(NULL)
  }
  small <- page$points[["small"]]
  of <- function(i) {
    counts <- shown$counts[i, ]
    ends <- plan$at$bar + plan$bar * cumsum(c(0, counts)) / sum(counts)
    found <- league_boxes(
      ends[-length(ends)], ends[-1], middle[i], 0.72 * step, shown$parts$role,
      shown$parts$shown, page$look
    )
    found$said <- if (sum(counts) > 1) as.character(counts) else shown$parts$label
    found[counts > 0, ]
  }
  boxes <- do.call(rbind, lapply(seq_along(middle), of))
  fits <- text_width(boxes$said, small) + 0.01 <= boxes$xmax - boxes$xmin
  told <- boxes[fits, ]
  hatched <- told$role == "trade" & told$shown
  list(
    boxes = boxes[names(boxes) != "said"],
    words = league_words(
      told$said, (told$xmin + told$xmax) / 2, (told$ymin + told$ymax) / 2, small, 0.5,
      shade = on_fill(told$shade), paper = ifelse(hatched, told$shade, NA)
    )
  )
}

# Mean ranks, the better the darker, and possible ranks.
league_cells <- function(shown, plan, page, middle, step) {
  small <- page$points[["small"]]
  each <- expand.grid(i = seq_along(middle), k = seq_len(plan$measures))
  place <- cbind(each$i, each$k)
  rank <- shown$ranks[place]
  share <- (shown$worst - rank) / max(shown$worst - 1, 1e-9)
  shade <- mixed(page$look$paper, page$look$better[1], 0.06 + 0.74 * share)
  left <- plan$at$cells + (each$k - 1) * plan$cell
  y <- middle[each$i]
  boxes <- data.frame(
    xmin = left + 0.01, xmax = left + plan$cell - 0.01, ymin = y - 0.43 * step,
    ymax = y + 0.43 * step, role = "open", shown = FALSE, shade = shade
  )
  ink <- on_fill(shade)
  said <- sprintf("%.1f", rank)
  words <- league_words(said, left + plan$cell / 2, y, small, 0.5, shade = ink)
  if (plan$sets) {
    words <- rbind(
      league_words(said, left + 0.03, y, small, shade = ink),
      league_words(
        shown[["sets"]][place], left + plan$cell - 0.03, y, small, 1,
        shade = ink
      )
    )
  }
  list(boxes = boxes, words = words)
}

# Text in boxes of which some stand on paper of their own.
league_words <- function(label, ..., paper = NA) text_boxes(label, ..., paper = paper)
