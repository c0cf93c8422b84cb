# Figures: both renderers, from recorded replies and contents made by hand: no Python here.

# Contents that are hard to draw: many algorithms and measures with long names.
names_of <- function(n, of = "Gradient boosted trees, variant %02d") sprintf(of, seq_len(n))
upper <- function(n) which(upper.tri(diag(n)), arr.ind = TRUE)

hard_pairs <- function(n = 12, m = 8, listed = FALSE) {
  algorithms <- names_of(n)
  at <- if (listed) cbind(1, 2:n) else upper(n)
  leader <- rep_len(c("row", "column", "both", "nobody"), nrow(at))
  letter <- ifelse(leader == "column", LETTERS[at[, 2]], LETTERS[at[, 1]])
  each <- rep(seq_len(nrow(at)), each = m)
  list(
    kind = "pairs", title = "Every pair", alt = "A matrix", notes = c("One.", "Two."),
    algorithms = algorithms, letters = LETTERS[seq_len(n)], measures = names_of(m, "measure %d"),
    cells = data.frame(
      row = algorithms[at[, 1]], column = algorithms[at[, 2]], leader = leader,
      said = ifelse(leader == "both", "A4 B2", ifelse(leader == "nobody", "=", letter)),
      number = ifelse(leader == "nobody", "", "0.123"), decided = leader == "both"
    ),
    tiles = data.frame(
      row = algorithms[at[each, 1]], column = algorithms[at[each, 2]],
      measure = rep(names_of(m, "measure %d"), nrow(at)), winner = "row", said = letter[each]
    ),
    listed = listed
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

hard_network <- function(m = 8) {
  measures <- names_of(m, "cross-validated accuracy, measure %d")
  at <- upper(m)
  list(
    kind = "network", title = "Which measures depend?", alt = "Network", notes = "Lines.",
    measures = measures,
    edges = data.frame(
      a = measures[at[, 1]], b = measures[at[, 2]],
      probability = seq(0.06, 0.99, length.out = nrow(at)), shown = rep("0.123", nrow(at)),
      to = ifelse(seq_len(nrow(at)) %% 3 == 0, measures[at[, 1]], NA)
    )
  )
}

hard <- list(
  pairs = hard_pairs(), listed = hard_pairs(listed = TRUE), two = hard_pairs(2, 1),
  orders = hard_orders(), bars = hard_rows(), intervals = hard_rows(bars = FALSE),
  network = hard_network(), lone = hard_network(1)
)

result_with <- function(...) {
  structure(list(figures = list(...)), class = c("jointstats_any", "jointstats_test"))
}

kind_of <- function(name) {
  for (reply_name in replies) {
    for (content in reply(reply_name)$figures) {
      if (content$kind == name) {
        return(content)
      }
    }
  }
}

with_size <- function(width, height, code) {
  grDevices::pdf(NULL, width = width, height = height)
  on.exit(grDevices::dev.off())
  force(code)
}

test_that("every figure of every result is drawn by both renderers, silently", {
  skip_if_not_installed("ggplot2")
  kinds <- character()
  for (name in replies) {
    x <- reply(name)
    expect_gt(length(x$figures), 0)
    for (figure in names(x$figures)) {
      kinds <- union(kinds, x$figures[[figure]]$kind)
      with_device(expect_silent(plot(x, figure)))
      with_device(expect_silent(print(ggplot2::autoplot(x, figure))))
    }
  }
  expect_setequal(kinds, c("rows", "pairs", "network", "orders", "curves", "plane"))
})

test_that("crowded figures are drawn silently in small panes", {
  skip_if_not_installed("ggplot2")
  for (content in hard) {
    x <- result_with(one = content)
    with_size(3, 2.5, {
      expect_silent(plot(x))
      expect_silent(print(ggplot2::autoplot(x)))
    })
  }
})

test_that("plot() gives back its result, and leaves the device's settings as they were", {
  x <- reply("bayes")
  with_device({
    graphics::par(mfrow = c(1, 2))
    before <- graphics::par("mai", "mfrow", "xpd", "cex", "family")
    expect_invisible(plot(x))
    expect_identical(plot(x, "shares", family = "serif"), x)
    plot(reply("table"))
    expect_identical(graphics::par("mai", "mfrow", "xpd", "cex", "family"), before)
  })
})

test_that("a figure is chosen by its name, the first if none is given", {
  x <- reply("network")
  expect_identical(jointstats:::chosen_figure(x, NULL), x$figures[[1]])
  expect_identical(jointstats:::chosen_figure(x, "network")$kind, "network")
  wrong <- 'There is no figure "ranks" of this result: figure is one of "statements"'
  expect_error(plot(x, "ranks"), wrong, fixed = TRUE, class = "jointstats_plot_error")
  expect_error(plot(x, 3), "There is no figure 3", class = "jointstats_plot_error")
  expect_error(plot(result_with()), "as.data.frame", class = "jointstats_plot_error")
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(x, "ranks"), wrong, fixed = TRUE, class = "jointstats_plot_error")
})

test_that("results that were saved and loaded draw as before", {
  skip_if_not_installed("ggplot2")
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(reply("compare"), file)
  x <- readRDS(file)
  with_device(expect_silent(plot(x)))
  expect_identical(ggplot2::autoplot(x)$labels$title, ggplot2::autoplot(reply("compare"))$labels$title)
})

test_that("layers of ggplot hold the numbers of the result", {
  skip_if_not_installed("ggplot2")
  layer <- function(figure, geom, with) {
    for (one in figure$layers) {
      if (inherits(one$geom, geom) && with %in% names(one$data)) {
        return(one$data)
      }
    }
  }
  x <- reply("bayes")
  bars <- layer(ggplot2::autoplot(x), "GeomRect", "value")
  expect_identical(bars$value, x$frame$probability)
  expect_identical(bars$xmax, bars$value)
  x <- reply("sign")
  points <- layer(ggplot2::autoplot(x, "effects"), "GeomPoint", "value")
  expect_identical(points$value, x$frame$cliffs_delta)
  expect_identical(points$low, x$frame$cliffs_low)
  x <- reply("network")
  edges <- layer(ggplot2::autoplot(x, "network"), "GeomSegment", "probability")
  expect_setequal(edges$probability, x$figures$network$edges$probability)
  x <- reply("friedman")
  ranks <- layer(ggplot2::autoplot(x), "GeomPoint", "rank")
  expect_identical(ranks$rank, unlist(lapply(x$figures$rankings$orders, function(o) o$mean_ranks)))
  x <- reply("hotelling")
  centre <- layer(ggplot2::autoplot(x, "plane"), "GeomPoint", "x")
  centre <- centre[centre$role == "mean", ]
  expect_equal(c(centre$x, centre$y), unlist(x$region$centre), tolerance = 1e-12)
})

test_that("every member of a clique has a dot on its bar, and nobody else", {
  skip_if_not_installed("ggplot2")
  one <- list(
    measure = "x", direction = "higher is better", algorithms = c("a", "b", "c", "d"),
    mean_ranks = c(1, 2, 2.1, 4), cliques = list(c("a", "c"), c("b", "d"))
  )
  made <- jointstats:::order_layout(one, 35)
  expect_equal(made$dots, data.frame(place = c(1, 3, 2, 4), lane = c(1, 1, 2, 2)))
  expect_equal(made$bars, data.frame(first = c(1, 2), last = c(3, 4), lane = 1:2))
  content <- list(kind = "orders", title = "Order", alt = "Order", notes = "", orders = list(one))
  figure <- ggplot2::autoplot(result_with(one = content))
  dots <- Filter(function(layer) {
    inherits(layer$geom, "GeomPoint") && "place" %in% names(layer$data) &&
      !("rank" %in% names(layer$data))
  }, figure$layers)
  expect_identical(dots[[1]]$data$place, c(1, 3, 2, 4))
  untied <- replace(content, "orders", list(list(replace(one, "cliques", list(list())))))
  with_device(expect_silent(plot(result_with(one = untied))))
  with_device(expect_silent(print(ggplot2::autoplot(result_with(one = untied)))))
})

test_that("no number hides the line that decides", {
  at <- function(x) 6 * x
  scale <- list(low = 0, high = 1, threshold = 0.95)
  for (value in c(0.97, 0.95, 0.94, 0.9, 0.5, 0.01)) {
    row <- data.frame(
      value = value, low = NA_real_, high = NA_real_, shown = "0.9735", strong = TRUE,
      hatched = FALSE
    )
    base <- jointstats:::bar_words(row, at(value), at, scale, 0.7)
    left <- base$x - base$side * 0.58
    expect_false(left < at(0.95) && at(0.95) < left + 0.58)
    box <- jointstats:::value_box(row, scale)
    wide <- 0.018 * nchar(row$shown)
    start <- if (box$side == 1) box$xmax - wide else box$xmin
    expect_false(start < 0.95 && 0.95 < start + wide)
  }
})

test_that("ggplots can be restyled", {
  skip_if_not_installed("ggplot2")
  figure <- ggplot2::autoplot(reply("bayes")) + ggplot2::labs(title = "Mine", x = "p") +
    ggplot2::theme_bw() + ggplot2::theme(plot.title = ggplot2::element_text(face = "italic"))
  expect_identical(figure$labels$title, "Mine")
  expect_identical(figure$labels$x, "p")
  with_device(expect_silent(print(figure)))
})

test_that("arrows become ASCII on devices that lack them, and only there", {
  with_device({
    expect_identical(jointstats:::readable(list(a = "x \u2192 \u2212 y"))$a, "x -> - y")
  })
  skip_if_not(capabilities("cairo") && l10n_info()[["UTF-8"]])
  grDevices::svg(tempfile())
  on.exit(grDevices::dev.off())
  expect_identical(jointstats:::readable(list(a = "x \u2192 y"))$a, "x \u2192 y")
})

# --- nothing overlaps ----------------------------------------------------------------------------

# Runs code while the function that writes texts is another.
with_say <- function(other, code) {
  package <- asNamespace("jointstats")
  own <- package$say
  replace <- function(with) {
    unlockBinding("say", package)
    assign("say", with, package)
    lockBinding("say", package)
  }
  on.exit(replace(own))
  replace(other)
  force(code)
}

# The boxes of all text that base graphics writes, in inches.
texts_of <- function(content, width, height) {
  boxes <- list()
  recorded <- function(x, y, text, cex, side = 0, font = 1, ...) {
    wide <- jointstats:::text_width(text, cex, font)
    boxes[[length(boxes) + 1]] <<- data.frame(
      left = x - side * wide, right = x + (1 - side) * wide, middle = y,
      high = cex * graphics::par("ps") / 72, text = text
    )
  }
  with_say(recorded, with_size(width, height, plot(result_with(one = content))))
  found <- do.call(rbind, boxes)
  found[nzchar(found$text), ]
}

overlaps <- function(boxes) {
  shared <- function(low, high) outer(high, high, pmin) - outer(low, low, pmax)
  half <- 0.45 * boxes$high
  hit <- shared(boxes$left, boxes$right) > 0.01 &
    shared(boxes$middle - half, boxes$middle + half) > 0.005
  at <- which(hit & upper.tri(hit), arr.ind = TRUE)
  sprintf("%s | %s", boxes$text[at[, 1]], boxes$text[at[, 2]])
}

test_that("no texts of a figure overlap, nor leave the panel", {
  small <- c("pairs", "listed", "orders", "bars", "intervals")
  for (name in names(hard)) {
    for (size in list(c(7, 5), c(11, 8.3), if (name %in% small) c(4, 3))) {
      if (length(size)) {
        boxes <- texts_of(hard[[name]], size[1], size[2])
        expect_identical(overlaps(boxes), character(), info = name)
        expect_gte(min(boxes$left), -0.02)
        expect_lte(max(boxes$right), size[1] - 0.24 + 0.02)
        expect_lte(max(boxes$middle), size[2] - 0.24 + 0.02)
      }
    }
  }
  for (kind in c("curves", "plane")) {
    boxes <- texts_of(kind_of(kind), 7, 5)
    expect_identical(overlaps(boxes), character(), info = kind)
  }
})

test_that("boxes of a ggplot's texts do not overlap, and every text fits its box", {
  skip_if_not_installed("ggplot2")
  for (name in setdiff(names(hard), "network")) { # its probabilities stand on lines
    figure <- with_size(7, 5, ggplot2::autoplot(result_with(one = hard[[name]])))
    layers <- Filter(function(one) inherits(one$geom, "GeomFitted"), figure$layers)
    boxes <- do.call(rbind, lapply(layers, function(one) {
      boxes <- one$data[c("xmin", "xmax", "ymin", "ymax", "label")]
      boxes$panel <- if (is.null(one$data$measure)) 1 else as.integer(one$data$measure)
      boxes
    }))
    boxes <- boxes[nzchar(boxes$label), ]
    high <- abs(boxes$ymax - boxes$ymin)
    boxes <- data.frame(
      left = boxes$xmin + 100 * boxes$panel, right = boxes$xmax + 100 * boxes$panel,
      middle = (boxes$ymin + boxes$ymax) / 2, high = high, text = boxes$label
    )
    expect_identical(overlaps(boxes), character(), info = name)
  }
  for (size in list(c(7, 5), c(4, 3))) {
    with_size(size[1], size[2], {
      print(ggplot2::autoplot(result_with(one = hard$pairs)))
      shown <- grid::grid.get("GRID.gTree", grep = TRUE, global = TRUE)
      for (one in Filter(function(grob) inherits(grob, "jointstats_fitted"), shown)) {
        made <- grid::makeContent(one)
        texts <- made$children[[length(made$children)]]
        wide <- jointstats:::fitted_widths(transform(one$boxes, points = texts$gp$fontsize))
        # makeContent() runs outside the panel here, and so against the whole page.
        expect_true(all(wide <= abs(one$boxes$xmax - one$boxes$xmin) * size[1] + 0.03))
      }
    })
  }
})

test_that("text of a ggplot shrinks with its box", {
  skip_if_not_installed("ggplot2")
  sizes <- function(width, height) {
    with_size(width, height, {
      print(ggplot2::autoplot(result_with(one = hard_pairs())))
      grid::grid.force()
      grobs <- grid::grid.ls(print = FALSE)$name
      texts <- lapply(grep("^GRID.text", grobs, value = TRUE), grid::grid.get)
      unlist(lapply(texts, function(one) one$gp$fontsize))
    })
  }
  expect_lt(min(sizes(4, 3)), min(sizes(10, 8)))
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

test_that("ggplots hold letters that every device has, and the lines of the size asked for", {
  skip_if_not_installed("ggplot2")
  shown <- function(...) ggplot2::autoplot(structure(
    list(figures = list(rows = hard_rows(4))),
    class = "jointstats_test"
  ), ...)
  expect_identical(shown()$labels$title, "Who is better? Not decided ->")
  expect_false(any(grepl("[^ -~\n]", unlist(shown()$labels))))
  lines <- function(text) lengths(strsplit(text, "\n", fixed = TRUE))
  expect_gt(lines(shown(size = c(1.2, 1))$labels$title), lines(shown()$labels$title))
  expect_null(jointstats:::asked$size)
})

test_that("the words of an axis never end in a lone arrow", {
  skip_if_not_installed("ggplot2")
  label <- paste("probability that this is the most common result of all", strrep("x", 30), "(more certain ->)")
  asked <- jointstats:::asked
  on.exit(asked$size <- NULL)
  for (width in seq(2, 7, 0.25)) {
    asked$size <- c(width, 4)
    last <- utils::tail(strsplit(jointstats:::balanced_for(label, 9), "\n", fixed = TRUE)[[1]], 1)
    expect_gt(nchar(last), 5)
  }
})

test_that("rows end above their axis, and two measures lie in the middle of their panel", {
  skip_if_not_installed("ggplot2")
  panel <- function(p) with_device(ggplot2::ggplot_build(p)$layout$panel_params[[1]]$y.range)
  content <- hard_rows(12)
  rows <- panel(jointstats:::ggplot_rows(content))
  expect_identical(rows[2], 0)
  placed <- with_device(jointstats:::rows_that_fit(content$rows, content$scale, content))
  expect_lt(rows[1], min(placed$ymin) - 0.5)
  network <- reply("network")$figures$network
  expect_identical(length(network$measures), 2L)
  expect_gt(diff(panel(jointstats:::ggplot_network(network))), 2)
})

test_that("a figure's title can be replaced", {
  expect_identical(jointstats:::titled(hard_rows(2), "My title")$title, "My title")
  expect_identical(jointstats:::titled(hard_rows(2), NULL), hard_rows(2))
  expect_invisible(with_device(plot(reply("bayes"), main = "My title")))
})
