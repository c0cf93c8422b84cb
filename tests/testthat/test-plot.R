# Figures: from recorded replies and contents made by hand, so no Python here.

# Contents that are hard to draw: many algorithms and measures with long names.
names_of <- function(n, of = "Gradient boosted trees, variant %02d") sprintf(of, seq_len(n))
upper <- function(n) which(upper.tri(diag(n)), arr.ind = TRUE)

hard_matrix <- function(n = 12, m = 8, control = NULL) {
  algorithms <- names_of(n)
  at <- if (is.null(control)) which(!diag(n), arr.ind = TRUE) else cbind(1, 2:n)
  k <- seq_len(nrow(at)) %% 5 + 1
  list(
    kind = "wins", title = "Every pair", alt = "A matrix", notes = c("One.", "Two."),
    algorithms = algorithms, measures = names_of(m, "measure %d"),
    cells = data.frame(
      row = algorithms[at[, 1]], column = algorithms[at[, 2]],
      strength = c("shown", "ahead", "open", "each", "shown")[k],
      sign = c("\u00d7", "", "", "", "\u25b6")[k],
      stripes = vapply(c("Rc", "rc", "nec", "RCo", "R")[k], function(some) {
        paste(rep_len(strsplit(some, "")[[1]], m), collapse = "")
      }, character(1), USE.NAMES = FALSE),
      first = "12\u201334", second = ifelse(k %in% c(1, 5), "p 0.012", ""), third = ""
    ),
    keys = data.frame(
      look = c("R", "C", "E", "shown", "ahead", "open", "\u00d7", "\u25b6", "n", "o", "shown each"),
      words = paste("what it means", 1:11)
    ),
    numbers = c("The first.", "The second."),
    control = if (!is.null(control)) algorithms[1], total = n + 3, noun = "algorithm"
  )
}

hard_statements <- function(n = 9, m = 8, bars = TRUE) {
  list(
    kind = "statements", title = "Two lead", alt = "Tiles", notes = "Tiles: who is better.",
    measures = names_of(m, "measure %d"),
    rows = data.frame(
      label = c(names_of(n - 1), "12 000 never seen, together"), note = as.character(seq_len(n)),
      value = seq(0.95, 0.01, length.out = n), low = NA_real_, high = NA_real_,
      shown = sprintf("%.3f", seq(0.95, 0.01, length.out = n)), strong = seq_len(n) < 3,
      hatched = seq_len(n) == n, reference = c(0.9, rep(NA_real_, n - 1))
    ),
    tiles = data.frame(
      row = rep(0:(n - 2), each = m), column = rep(0:(m - 1), n - 1),
      said = names_of(m), short = sprintf("G%02d", seq_len(m)),
      look = rep_len(c("better", "equal", "worse", "1", "6", "open"), m * (n - 1))
    ),
    keys = data.frame(look = c("better", "1"), short = c("G01", "G04"), name = names_of(2)),
    scale = list(
      low = 0, high = 1, label = "probability to be the most common", threshold = 0.95,
      threshold_label = "shown from 0.95"
    ),
    counted = "seen, of 12", bars = bars
  )
}

hard_orders <- function(n = 12, m = 8) {
  one <- function(measure) {
    list(
      measure = measure, direction = "higher is better", algorithms = names_of(n),
      mean_ranks = seq(5, 7, length.out = n),
      cliques = list(names_of(n)[c(1, 3:5)], names_of(n)[3:n])
    )
  }
  list(
    kind = "orders", title = "Order", alt = "Order", notes = "A bar joins.",
    orders = lapply(names_of(m, "cross-validated accuracy, measure %d"), one)
  )
}

hard_rows <- function(n = 12, bars = TRUE) {
  list(
    kind = "rows", title = "Who is better? Not decided \u2192", alt = "Bars", notes = "Better \u2212",
    rows = data.frame(
      label = paste(names_of(n), "is better than", rev(names_of(n)), "on accuracy and time"),
      note = "6 of 12 data sets; expected share 48.1 % [22.7\u201374.0 %]",
      value = seq(0.95, 0.01, length.out = n), low = c(NA, rep(0, n - 1)), high = c(NA, rep(0.5, n - 1)),
      shown = sprintf("%.4f", seq(0.95, 0.01, length.out = n)), strong = seq_len(n) < 3,
      hatched = seq_len(n) == n, reference = 0.3
    ),
    scale = list(
      low = 0, high = 1, label = "probability (more certain \u2192)", threshold = 0.95,
      threshold_label = "decides from 0.95", ticks = c(0, 0.5, 1), ends = c("A", "B"), zero = TRUE
    ),
    bars = bars
  )
}

hard_panels <- function(n = 12, m = 5) {
  value <- seq(0.9, -0.9, length.out = n)
  panels <- lapply(names_of(m, "cross-validated accuracy, measure %d"), function(measure) {
    list(
      measure = measure, direction = "higher is better", value = replace(value, 2, NA),
      low = pmax(value - 0.3, -1), high = replace(pmin(value + 0.3, 1), 3, NA), strong = value > 0.5
    )
  })
  list(
    kind = "panels", title = "Which pairs differ most", alt = "Panels", notes = "Row: two.",
    names = paste(names_of(n), "/", rev(names_of(n))), panels = panels,
    ends = c("second better", "first better"), label = "Cliff's delta", limit = 1, more = 3
  )
}

hard_network <- function(m = 8) {
  measures <- names_of(m, "cross-validated accuracy, measure %d")
  at <- upper(m)
  list(
    kind = "network", title = "Which measures depend?", alt = "Network", notes = "Lines.",
    measures = if (m > 1) measures else character(), alone = if (m > 1) "alone" else measures,
    edges = data.frame(
      a = measures[at[, 1]], b = measures[at[, 2]],
      probability = seq(0.06, 0.99, length.out = nrow(at)), shown = rep("0.123", nrow(at)),
      told = seq_len(nrow(at)) %% 4 > 0,
      to = ifelse(seq_len(nrow(at)) %% 3 == 0, measures[at[, 1]], NA)
    )
  )
}

hard <- list(
  matrix = hard_matrix(), listed = hard_matrix(control = TRUE), two = hard_matrix(2, 1),
  many = hard_matrix(40, 4),
  tiles = hard_statements(), points = hard_statements(bars = FALSE),
  orders = hard_orders(), panels = hard_panels(), bars = hard_rows(), intervals = hard_rows(bars = FALSE),
  network = hard_network(), lone = hard_network(1)
)

result_with <- function(...) {
  structure(list(schema = 2, figures = list(...)), class = c("jointstats_any", "jointstats_test"))
}

with_size <- function(width, height, code) {
  grDevices::pdf(NULL, width = width, height = height)
  on.exit(grDevices::dev.off())
  force(code)
}

# Every text that a figure writes, with its box in inches from the bottom left of the device.
texts_of <- function(figure, width, height, open = function(w, h) grDevices::pdf(NULL, w, h)) {
  open(width, height)
  on.exit(grDevices::dev.off())
  print(figure)
  grid::grid.force()
  found <- grid::grid.ls(viewports = TRUE, print = FALSE)
  texts <- grep("^GRID[.]text", found$name)
  boxes <- lapply(texts, function(i) {
    grid::upViewport(0)
    path <- sub("^ROOT(::)?", "", found$vpPath[i])
    if (nzchar(path)) {
      grid::downViewport(path)
    }
    boxes_of_text(grid::grid.get(paste(c(found$gPath[i], found$name[i]), collapse = "::")))
  })
  found <- do.call(rbind, boxes)
  found[nzchar(trimws(found$text)), ]
}

boxes_of_text <- function(grob) {
  n <- length(grob$label)
  if (n == 0) {
    return(NULL)
  }
  place <- grid::deviceLoc(rep_len(grob$x, n), rep_len(grob$y, n))
  inches <- function(unit) grid::convertX(unit, "inches", valueOnly = TRUE)
  nth <- function(values, i) if (length(values)) values[(i - 1) %% length(values) + 1]
  sizes <- vapply(seq_len(n), function(i) {
    gp <- grob$gp
    for (part in intersect(c("fontsize", "font", "col", "lineheight"), names(gp))) {
      gp[[part]] <- nth(gp[[part]], i)
    }
    one <- grid::textGrob(grob$label[i], gp = gp)
    points <- grid::convertHeight(grid::unit(1, "char"), "points", valueOnly = TRUE)
    points <- if (is.null(gp$fontsize)) points else gp$fontsize
    lines <- lengths(strsplit(paste0(grob$label[i], " "), "\n", fixed = TRUE))
    leading <- if (is.null(gp$lineheight)) 1.2 else gp$lineheight
    c(
      grid::convertWidth(grid::grobWidth(one), "inches", valueOnly = TRUE),
      (0.9 + (lines - 1) * leading) * points / 72, points
    )
  }, numeric(3))
  turned <- isTRUE(all(grob$rot %% 180 == 90))
  across <- grid::resolveHJust(grob$just, grob$hjust)
  up <- grid::resolveVJust(grob$just, grob$vjust)
  wide <- if (turned) sizes[2, ] else sizes[1, ]
  high <- if (turned) sizes[1, ] else sizes[2, ]
  left <- inches(place$x) - (if (turned) 1 - up else across) * wide
  bottom <- inches(place$y) - (if (turned) across else up) * high
  data.frame(
    left = left, right = left + wide, bottom = bottom, top = bottom + high,
    text = as.character(grob$label), points = sizes[3, ]
  )
}

overlaps <- function(boxes) {
  shared <- function(low, high) outer(high, high, pmin) - outer(low, low, pmax)
  hit <- shared(boxes$left, boxes$right) > 0.01 & shared(boxes$bottom, boxes$top) > 0.005
  at <- which(hit & upper.tri(hit), arr.ind = TRUE)
  sprintf("%s | %s", boxes$text[at[, 1]], boxes$text[at[, 2]])
}

made <- function(content, ...) ggplot2::autoplot(result_with(one = content), ...)

# The layer of a figure whose data have this column.
layer_with <- function(figure, geom, column, value = NULL) {
  for (one in figure$layers) {
    found <- inherits(one$geom, geom) && column %in% names(one$data)
    if (found && (is.null(value) || value %in% one$data[[column]])) {
      return(one$data)
    }
  }
}

# The figures of all results, one of each kind and title.
every <- local({
  found <- unlist(lapply(replies, function(name) reply(name)$figures), recursive = FALSE)
  found[!duplicated(lapply(found, function(content) content[c("kind", "title")]))]
})
kind_of <- function(content) content$kind
one_of_each_kind <- every[!duplicated(lapply(every, kind_of))]

# What a figure writes on a page of this size. Drawing takes a while: each page is made once, the
# device with wider letters aside, and may say nothing.
pages <- new.env()
wide <- c(6.9, 5)
narrow <- c(3.3, 3)
page_of <- function(content, size) {
  key <- rlang::hash(list(content, size))
  if (is.null(pages[[key]])) {
    expect_silent(pages[[key]] <- texts_of(made(content, size = size), size[1], size[2]))
  }
  pages[[key]]
}

test_that("every kind of figure is drawn, by plot() too", {
  makers <- Filter(function(name) {
    one <- utils::getFromNamespace(name, "jointstats")
    is.function(one) && identical(names(formals(one)), c("content", "page"))
  }, ls(asNamespace("jointstats"), pattern = "^figure_"))
  # Those of results, those of tables, and that of many pairs, which no recorded result has.
  kinds <- c(vapply(one_of_each_kind, kind_of, ""), "results", "panels")
  expect_setequal(paste0("figure_", kinds), setdiff(makers, "figure_words"))
  for (name in replies) {
    expect_gt(length(reply(name)$figures), 0)
  }
  for (content in one_of_each_kind) {
    with_device(expect_silent(plot(result_with(one = content))))
  }
})

test_that("crowded figures are drawn silently in small panes", {
  for (content in hard[c("many", "listed", "tiles", "network", "panels")]) {
    with_size(3, 2.5, expect_silent(plot(result_with(one = content))))
  }
})

test_that("plot() gives back its result on one page, and autoplot() needs no device", {
  x <- reply("bayes")
  files <- file.path(tempdir(), "page%d.pdf")
  on.exit(unlink(sprintf(files, 1:3)))
  grDevices::pdf(files, onefile = FALSE)
  open <- grDevices::dev.list()
  expect_invisible(plot(x))
  expect_identical(plot(x, "statements"), x)
  expect_identical(grDevices::dev.list(), open)
  grDevices::dev.off()
  expect_identical(file.exists(sprintf(files, 1:3)), c(TRUE, TRUE, FALSE))
  before <- grDevices::dev.list()
  expect_s3_class(ggplot2::autoplot(x), "ggplot")
  expect_identical(grDevices::dev.list(), before)
})

test_that("a figure is made for the size asked for, that of the device, or 7 by 5 inches", {
  size <- function(figure) diff(figure$coordinates$limits$x)
  pairs <- function(...) size(made(hard_matrix(3, 2), ...))
  margins <- 2 * jointstats:::side_margin / 72
  expect_equal(pairs(), 7 - margins)
  expect_equal(pairs(size = c(4, 3)), 4 - margins)
  with_size(9, 5, expect_equal(pairs(), 9 - margins))
  with_size(9, 5, expect_equal(pairs(size = c(4, 3)), 4 - margins))
})

test_that("a figure is chosen by its name, the first if none is given", {
  x <- reply("network")
  expect_identical(jointstats:::chosen_figure(x, NULL), x$figures[[1]])
  expect_identical(jointstats:::chosen_figure(x, "network")$kind, "network")
  wrong <- 'There is no figure "ranks" of this result: figure is one of "statements"'
  expect_error(plot(x, "ranks"), wrong, fixed = TRUE, class = "jointstats_plot_error")
  expect_error(plot(x, 3), "There is no figure 3", class = "jointstats_plot_error")
  expect_error(plot(result_with()), "as.data.frame", class = "jointstats_plot_error")
  expect_error(ggplot2::autoplot(x, "ranks"), wrong, fixed = TRUE, class = "jointstats_plot_error")
})

test_that("results that were saved and loaded draw as before", {
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(reply("compare"), file)
  x <- readRDS(file)
  with_device(expect_silent(plot(x)))
  expect_identical(ggplot2::autoplot(x)$labels$title, ggplot2::autoplot(reply("compare"))$labels$title)
})

# --- a figure shows its content ------------------------------------------------------------------

# All words of a content; names of the orders with their ranks.
words_in <- function(content) {
  shown <- switch(content$kind,
    rows = list(content$sentence, content$rows[c("label", "shown")], content$scale$label),
    panels = list(content$names, content$label, lapply(content$panels, function(one) one$measure)),
    wins = list(content$algorithms, content$keys$words),
    statements = list(content$measures, content$rows[c("shown", "note")], content$scale$threshold_label),
    network = list(content$measures, content$alone, content$edges$shown),
    orders = lapply(content$orders, function(one) {
      n <- length(one$algorithms) # ranks stand inside, beside the lines
      left <- seq_len(n) <= ceiling(n / 2)
      ranks <- sprintf("%.2f", one$mean_ranks)
      names <- unlist(one$algorithms)
      list(one$measure, one$direction, ifelse(left, paste(names, ranks), paste(ranks, names)))
    }),
    list(content$across$label, content$up$label, lapply(content$curves, function(one) {
      if (!isTRUE(content$named) || one$role == "mean") one$label
    }))
  )
  unique(jointstats:::in_ascii(as.character(unlist(list(content$title, content$notes, shown)))))
}

test_that("every word of a figure is written", {
  close_up <- function(text) gsub("[[:space:]]", "", text)
  for (content in every) {
    written <- close_up(paste(page_of(content, wide)$text, collapse = ""))
    missing <- Filter(function(word) !grepl(close_up(word), written, fixed = TRUE), words_in(content))
    expect_identical(missing, character(), info = content$title)
  }
  alt <- one_of_each_kind[[1]]$alt
  expect_identical(made(one_of_each_kind[[1]])$labels$alt, jointstats:::in_ascii(alt))
})

test_that("layers hold the numbers of the result", {
  x <- reply("bayes")
  bars <- layer_with(ggplot2::autoplot(x, "statements"), "GeomRect", "value")
  expect_identical(bars$value, x$frame$probability)
  expect_equal((bars$xmax - bars$xmin) / bars$value, rep(bars$xmax[1] - bars$xmin[1], 4) / bars$value[1])
  x <- reply("sign")
  points <- layer_with(ggplot2::autoplot(x, "effects"), "GeomPoint", "value")
  expect_identical(abs(points$value), abs(x$frame$cliffs_delta))
  expect_identical(points$value, x$figures$effects$rows$value) # the better side is right
  x <- reply("network")
  edges <- layer_with(ggplot2::autoplot(x, "network"), "GeomSegment", "probability")
  expect_setequal(edges$probability, x$figures$network$edges$probability)
  x <- reply("friedman")
  ranks <- layer_with(ggplot2::autoplot(x), "GeomPoint", "rank")
  expect_identical(ranks$rank, unlist(lapply(x$figures$rankings$orders, function(o) o$mean_ranks)))
  x <- reply("hotelling")
  marks <- layer_with(ggplot2::autoplot(x, "plane"), "GeomPoint", "role", value = "mean")
  centre <- marks[marks$role == "mean", ]
  expect_equal(c(centre$x, centre$y), unlist(x$region$centre), tolerance = 1e-12)
  for (content in Filter(function(content) content$kind == "curves", every)) {
    drawn <- layer_with(made(content), "GeomPath", "x")
    expect_identical(drawn$x, unlist(lapply(content$curves, function(one) one$x)))
    expect_identical(drawn$y, unlist(lapply(content$curves, function(one) one$y)))
  }
})

test_that("what is decided is told apart without colour", {
  rows <- hard_rows(12)
  bars <- layer_with(made(rows), "GeomRect", "value")
  blue <- jointstats:::look_of("colour")$better[1]
  expect_identical(bars$fill == blue, rows$rows$strong[seq_len(nrow(bars))])
  points <- layer_with(made(hard_rows(12, bars = FALSE)), "GeomPoint", "fill")
  expect_identical(points$fill == "#FFFFFF", !rows$rows$strong[seq_len(nrow(points))]) # hollow
  hatches <- function(figure) {
    sum(vapply(figure$layers, function(one) {
      inherits(one$geom, "GeomSegment") && identical(one$aes_params$linewidth, 0.25)
    }, logical(1)))
  }
  expect_identical(hatches(made(rows)), 1L)
  cells <- made(hard_matrix(4, 2))
  expect_identical(hatches(cells), 2L) # pale stripes of the column, and trade-offs
  signs <- texts_of(cells, 7, 5)$text
  expect_identical(c(sum(signs == "x 12-34"), sum(signs == "> 12-34")), c(2L, 2L))
  edges <- layer_with(made(hard_network(4)), "GeomSegment", "type")
  expect_identical(edges$type == "dashed", edges$probability < 0.5 | !edges$told)
})

test_that("arrows of a network point at the measure that they must", {
  figure <- made(hard_network(4))
  edges <- layer_with(figure, "GeomSegment", "to")
  nodes <- layer_with(figure, "GeomRect", "measure")
  for (i in which(!is.na(edges$to))) {
    node <- nodes[nodes$measure == edges$to[i], ]
    far <- function(x, y) sqrt((x - node$x)^2 + (y - node$y)^2)
    expect_lt(far(edges$xend[i], edges$yend[i]), far(edges$x[i], edges$y[i]))
  }
})

test_that("every member of a clique has a dot on its bar, and nobody else", {
  one <- list(
    measure = "x", direction = "higher is better", algorithms = c("a", "b", "c", "d"),
    mean_ranks = c(1, 2, 2.1, 4), cliques = list(c("a", "c"), c("b", "d"))
  )
  laid <- jointstats:::order_layout(one)
  expect_equal(laid$dots, data.frame(place = c(1, 3, 2, 4), lane = c(1, 1, 2, 2)))
  expect_equal(laid$bars, data.frame(first = c(1, 2), last = c(3, 4), lane = 1:2))
  content <- list(kind = "orders", title = "Order", alt = "Order", notes = "", orders = list(one))
  expect_identical(layer_with(made(content), "GeomPoint", "place")$place, c(1, 3, 2, 4))
  untied <- replace(content, "orders", list(list(replace(one, "cliques", list(list())))))
  with_device(expect_silent(plot(result_with(one = untied))))
})

test_that("numbers stand right of the panel, so that none hides the line that decides", {
  content <- hard_rows(6)
  content$scale$ends <- NULL
  figure <- made(content)
  line <- layer_with(figure, "GeomSegment", "yend")
  boxes <- layer_with(figure, "GeomFitted", "label")
  numbers <- boxes[boxes$label %in% content$rows$shown, ]
  expect_gt(min(numbers$xmin), max(line$x))
})

test_that("rows that all show the same are a sentence, and those without a place are counted", {
  content <- hard_rows(40)
  figure <- made(content, size = c(4, 3))
  shown <- nrow(layer_with(figure, "GeomRect", "value"))
  expect_gt(shown, 2)
  expect_match(figure$labels$caption, sprintf("^%d more rows are left out[.]", 40 - shown))
  content$sentence <- "Each of these 40 rows: 1.000. A; B."
  expect_true(any(grepl("Each of these 40 rows", texts_of(made(content), 7, 5)$text)))
})

test_that("themes colour paper and words, and a wrong one is told the right ones", {
  figure <- ggplot2::autoplot(reply("claim"), "share", theme = "dark")
  look <- jointstats:::look_of("dark")
  expect_identical(ggplot2::calc_element("plot.background", figure$theme)$fill, look$paper)
  words <- layer_with(figure, "GeomFitted", "label")
  expect_true(all(words$shade %in% c(look$ink, look$quiet)))
  expect_error(ggplot2::autoplot(reply("claim"), theme = "light"), "\"grey\"")
})

test_that("captions are title and notes, and both can be left out of a figure", {
  x <- reply("pareto")
  content <- x$figures$shares
  expect_identical(
    figure_caption(x, "statements"), paste(c(paste0(content$title, "."), content$notes), collapse = " ")
  )
  bare <- ggplot2::autoplot(x, "statements", title = FALSE, notes = FALSE)
  expect_null(bare$labels$caption)
  expect_identical(ggplot2::autoplot(x, "statements", title = "Mine")$labels$title, "Mine")
  with_device(expect_silent(plot(x, "statements", width = 3.3, notes = FALSE)))
  expect_error(with_device(plot(x, "statements", width = 1)), "inches")
})

test_that("ggplots can be restyled", {
  figure <- ggplot2::autoplot(reply("bayes")) + ggplot2::labs(title = "Mine", x = "p") +
    ggplot2::theme_bw() + ggplot2::theme(plot.title = ggplot2::element_text(face = "italic"))
  expect_identical(figure$labels$title, "Mine")
  expect_identical(figure$labels$x, "p")
  with_device(expect_silent(print(figure)))
})

test_that("figures hold letters that every device has, and lines of the size asked for", {
  expect_identical(made(hard_rows(4))$labels$title, "Who is better? Not decided ->")
  for (content in hard) {
    expect_false(any(grepl("[^ -~\n]", page_of(content, wide)$text)))
  }
  lines <- function(figure) lengths(strsplit(figure$labels$title, "\n", fixed = TRUE))
  expect_gt(lines(made(hard_rows(4), size = c(2, 5))), lines(made(hard_rows(4))))
})

test_that("a figure's title can be replaced", {
  expect_identical(jointstats:::with_words(hard_rows(2), "My title")$title, "My title")
  expect_identical(jointstats:::with_words(hard_rows(2)), hard_rows(2))
  expect_identical(jointstats:::with_words(hard_rows(2), FALSE, FALSE)$title, "")
  expect_invisible(with_device(plot(reply("bayes"), main = "My title")))
  expect_invisible(with_device(plot(reply("bayes"), main = "")))
})

# --- nothing overlaps ----------------------------------------------------------------------------

# Nothing of a page overlaps or leaves it, and no letter is smaller than six points.
expect_clear <- function(boxes, size, info) {
  expect_identical(overlaps(boxes), character(), info = info)
  expect_gte(min(boxes$left, boxes$bottom), -0.02)
  expect_lte(max(boxes$right), size[1] + 0.02)
  expect_lte(max(boxes$top), size[2] + 0.02)
  expect_gte(min(boxes$points), 6 - 1e-6)
}

roomy <- function(contents) contents[names(contents) != "network"] # its 28 numbers need a wide page

test_that("no texts of a figure overlap, nor leave the page, nor are too small to be read", {
  for (content in c(hard, every)) {
    expect_clear(page_of(content, wide), wide, content$title)
  }
  for (content in c(roomy(hard), one_of_each_kind)) {
    expect_clear(page_of(content, narrow), narrow, content$title)
  }
})

test_that("nor do they where letters are wider than on paper", {
  skip_if_not(capabilities("cairo"))
  png <- function(w, h) grDevices::png(tempfile(), w, h, units = "in", res = 72, type = "cairo")
  for (content in c(hard[c("two", "tiles", "orders", "bars")], one_of_each_kind)) {
    boxes <- texts_of(made(content, size = c(4.5, 4)), 4.5, 4, open = png)
    expect_clear(boxes, c(4.5, 4), content$title)
  }
})

test_that("text of a ggplot shrinks where it is drawn smaller than made for", {
  figure <- made(hard_rows(), size = c(7, 5))
  in_panel <- function(boxes) boxes[boxes$text %in% hard_rows()$rows$shown, ]
  for (size in list(c(7, 5), c(4, 3))) {
    expect_identical(overlaps(in_panel(texts_of(figure, size[1], size[2]))), character())
  }
  points <- function(width, height) min(in_panel(texts_of(figure, width, height))$points)
  expect_gte(points(7, 5), 6)
  expect_gte(suppressWarnings(points(4, 3)), 6) # or there is none: what has no room is left out
})

test_that("labels keep their order and their distance", {
  apart <- jointstats:::apart
  expect_equal(apart(c(1, 1.1, 3), 1, 0, 4), c(0.55, 1.55, 3))
  expect_equal(apart(c(5, 5, 5), 1, 0, 4), c(2, 3, 4))
})

test_that("long names are told apart", {
  short <- jointstats:::distinct(paste0("the same beginning ", letters[1:3], " the same end"), 12)
  expect_false(anyDuplicated(short) > 0)
  expect_lte(max(nchar(short)), 14)
})

test_that("lines are no wider than they may be, whatever the words, and never end in a lone arrow", {
  wide <- c(strrep("x", 200), "a b", "\u4e2d\u6587 \u540d\u79f0", "")
  jointstats:::on_paper({
    for (text in wide) {
      lines <- jointstats:::wrapped(text, 1, 9)
      expect_true(all(jointstats:::text_width(lines, 9) <= 1))
      expect_identical(gsub(" ", "", paste(lines, collapse = "")), gsub(" ", "", text))
    }
    label <- paste(
      "probability that this is the most common result of all", strrep("x", 30), "(more certain ->)"
    )
    for (width in seq(2, 7, 0.25)) {
      expect_gt(nchar(utils::tail(jointstats:::balanced(label, width, 9), 1)), 5)
    }
  })
})

test_that("figures are no higher than they need, and rows end above their axis", {
  height <- function(content) diff(made(content)$coordinates$limits$y)
  expect_lt(height(hard_network(2)), 1.1)
  expect_gt(height(hard_network(6)), 2 * height(hard_network(2)))
  figure <- made(hard_rows(12))
  rows <- layer_with(figure, "GeomRect", "value")
  expect_gt(min(rows$ymin), figure$coordinates$limits$y[1])
})

# --- results tables ------------------------------------------------------------------------------

test_that("a table has a panel for each measure, and a dot for each result", {
  need_python()
  x <- reply("table")
  with_device({
    expect_silent(plot(x))
    expect_identical(plot(x), x)
  })
  figure <- ggplot2::autoplot(x)
  drawn <- vapply(figure$layers, function(layer) {
    if (inherits(layer$geom, "GeomPoint")) nrow(layer$data) else 0L
  }, 0L)
  expect_identical(sum(drawn), sum(!is.na(x$values)))
  for (size in list(wide, narrow)) {
    found <- texts_of(ggplot2::autoplot(x, size = size), size[1], size[2])
    expect_identical(overlaps(found), character())
  }
})

test_that("two algorithms and two measures of a table are chosen by name", {
  need_python()
  x <- reply("table")
  pair <- rev(x$algorithms[1:2])
  figure <- ggplot2::autoplot(x, "quadrant", pair = pair, size = c(3.3, 4))
  expect_match(figure$labels$alt, paste0("right: ", pair[1], " better"), fixed = TRUE)
  expect_error(plot(x, "quadrant", pair = "nobody"), class = "jointstats_column_error")
  expect_error(plot(x, "statements"), "results table", class = "jointstats_plot_error")
})

test_that("failed results and long names do not disturb the data", {
  need_python()
  x <- reply("table")
  x$values[1, 1, 1] <- NA
  x$missing <- "worst"
  x$algorithms[1] <- strrep("a long name ", 8)
  with_device(expect_silent(plot(x)))
  expect_identical(overlaps(texts_of(ggplot2::autoplot(x, size = c(4, 3)), 4, 3)), character())
})
