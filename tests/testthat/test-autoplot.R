# Figures as ggplots: tidy data, and whatever else ggplots take.

# R's own PDF warns of every letter that it lacks.
drawn <- function(made) {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  print(made)
}

tidy_figures <- function() {
  found <- list(`weka winmap` = list(x = weka_comparison, figure = "winmap"))
  for (name in replies) {
    x <- reply(name)
    for (figure in names(x$figures)) {
      if (!is.null(x$figures[[figure]]$data)) {
        found[[paste(name, figure)]] <- list(x = x, figure = figure)
      }
    }
  }
  found
}

test_that("each of the figures for ggplot is there, builds, and takes facets, themes and labels", {
  figures <- tidy_figures()
  kinds <- vapply(figures, function(one) one$figure, "")
  expect_setequal(kinds, c("winmap", "effects", "ranks", "statements", "rankings", "posterior"))
  for (one in figures) {
    made <- ggplot2::autoplot(one$x, one$figure)
    expect_s3_class(made, "ggplot")
    expect_gt(nrow(made$data), 0)
    title <- jointstats:::in_ascii(one$x$figures[[one$figure]]$title)
    expect_identical(gsub("\n", " ", made$labels$title), title)
    expect_silent(drawn(made))
    facet <- names(Filter(function(column) is.character(column) || is.factor(column), made$data))[1]
    changed <- made + ggplot2::facet_wrap(facet) + ggplot2::theme_bw() +
      ggplot2::labs(title = "Mine") + ggplot2::scale_colour_grey()
    expect_silent(drawn(changed))
    expect_identical(changed$labels$title, "Mine")
  }
})

test_that("without a name autoplot() takes the first figure that it has", {
  x <- reply("friedman")
  expect_identical(ggplot2::autoplot(x)$data, ggplot2::autoplot(x, "rankings")$data)
  ranks <- ggplot2::autoplot(x)$data
  expect_identical(
    ranks$mean_rank[ranks$measure == "time"], unname(x$rankings$time$mean_ranks)
  )
})

test_that("a figure that plot() alone draws is an error that says so", {
  expect_error(
    ggplot2::autoplot(reply("bayes"), "quadrant"), "Use plot\\(\\), or one of \"statements\"",
    class = "jointstats_plot_error"
  )
  expect_error(ggplot2::autoplot(reply("plan")), "Use plot\\(\\)[.]", class = "jointstats_plot_error")
  expect_error(ggplot2::autoplot(reply("bayes"), "nothing"), "no figure", class = "jointstats_plot_error")
  expect_error(
    ggplot2::autoplot(reply("compare")$tests$bayes), "has no figures",
    class = "jointstats_plot_error"
  )
})

test_that("statements have the posterior's probabilities", {
  data <- ggplot2::autoplot(reply("bayes"))$data
  expect_identical(data$value, reply("bayes")$frame$probability)
  expect_identical(data$leads, c(TRUE, FALSE, FALSE, FALSE))
})

test_that("a win map has the mean ranks, the nearest winner and the next step", {
  data <- ggplot2::autoplot(weka_comparison, "winmap")$data
  board <- weka_comparison$leaderboard$frame
  at <- match(data$algorithm, board$algorithm)
  expect_equal(data$x, board$mean_rank_accuracy[at])
  expect_equal(data$y, board$mean_rank_training_time[at])
  expect_identical(data$unbeaten, board$unbeaten[at])
  expect_identical(is.na(data$winner), data$unbeaten)
  forest <- data[data$algorithm == "RandomForest", ]
  aode <- data[data$algorithm == "AODE", ]
  expect_identical(aode$following, "RandomForest")
  expect_identical(c(aode$x_following, aode$y_following), c(forest$x, forest$y))
  expect_identical(aode$step, "1.2 points more accurate (open), 23 times slower")
  expect_false(aode$shown)
  map <- ggplot2::autoplot(weka_comparison, "winmap")
  expect_silent(drawn(map))
  names <- Filter(function(layer) inherits(layer$geom, "GeomText"), map$layers)[[1]]
  expect_false(isTRUE(names$geom_params$check_overlap))
})

# The texts of a layer, as they are drawn.
texts_of <- function(made, layer) ggplot2::layer_data(made, layer)$label

test_that("a win map has as many names as points, or counts those that it leaves out", {
  names <- which(vapply(
    ggplot2::autoplot(weka_comparison)$layers, function(layer) inherits(layer$geom, "GeomText"), NA
  ))[1]
  few <- ggplot2::autoplot(weka_comparison, "winmap")
  expect_setequal(texts_of(few, names), weka_comparison$algorithms)
  arrows <- "Of each beaten algorithm, one winner has an arrow"
  expect_identical(few$labels$caption, arrows)
  x <- weka_comparison
  data <- x$figures$winmap$data[rep(1:7, 3), ]
  data$algorithm <- paste(data$algorithm, rep(1:3, each = 7))
  x$figures$winmap$data <- data
  many <- ggplot2::autoplot(x, "winmap")
  expect_length(texts_of(many, names), 15)
  expect_identical(many$labels$caption, paste0(arrows, "\n6 more points without a name"))
  expect_true(all(data$algorithm[data$unbeaten] %in% texts_of(many, names))) # 12 of them
  expect_silent(drawn(many))
})

test_that("arrows in names of measures are in the data, and not in what pdf() has to draw", {
  need_python()
  df <- data.frame(
    data = rep(paste0("d", 1:8), each = 3), method = c("A\u2192B", "B", "C"),
    acc = sin(1:24), fid = cos(1:24), stringsAsFactors = FALSE
  )
  names(df)[3:4] <- c("acc \u2191", "fid \u2193")
  x <- compare_algorithms(df, dataset = "data", algorithm = "method", measures = c("acc \u2191" = "max", "fid \u2193" = "min"))
  drawable <- names(Filter(function(one) !is.null(one$data), x$figures))
  expect_setequal(drawable, c("winmap", "effects", "ranks"))
  for (figure in drawable) {
    made <- ggplot2::autoplot(x, figure)
    expect_silent(drawn(made))
    if (figure != "winmap") expect_setequal(made$data$measure, names(x$measures))
  }
  expect_silent(drawn(ggplot2::autoplot(results_table(df, "data", "method", x$measures))))
})

test_that("a table shows its results, counts their statements", {
  need_python()
  weka <- load_dataset("weka")
  made <- ggplot2::autoplot(weka)
  expect_identical(nrow(made$data), length(weka$values))
  expect_silent(drawn(made))
  expect_error(ggplot2::autoplot(weka, "quadrant"), "Use plot\\(\\), or one of", class = "jointstats_plot_error")
  counts <- ggplot2::autoplot(statement_counts(load_dataset("example1")))
  expect_equal(sum(counts$data$value), 12)
})

test_that("patchwork puts these ggplots side by side", {
  skip_if_not_installed("patchwork")
  both <- patchwork::wrap_plots(
    ggplot2::autoplot(reply("bayes")), ggplot2::autoplot(reply("friedman"))
  )
  expect_s3_class(both, "patchwork")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent(print(both))
})

test_that("a measure is its name in the data; its direction belongs to the label", {
  for (name in c("compare", "sign", "hotelling")) {
    x <- reply(name)
    made <- ggplot2::autoplot(x, "effects")
    expect_setequal(made$data$measure, names(x$measures))
    texts <- unlist(lapply(ggplot2::ggplot_build(made)$layout$panel_params, function(one) one$y$get_labels()))
    expect_true(any(grepl("accuracy (higher is better)", texts, fixed = TRUE)), info = name)
  }
})

test_that("a figure counts what it leaves out", {
  need_python()
  many <- data.frame(data = rep(paste0("d", 1:6), each = 9), method = letters[1:9], acc = sin(1:54))
  made <- ggplot2::autoplot(sign_test(acc ~ method | data, data = many, measures = c(acc = "max")), "effects")
  expect_identical(made$labels$caption, "15 more pairs left out")
  expect_length(unique(made$data$pair), 21)
})

test_that("the figures of the packaged comparisons are saved as PDF without a warning", {
  for (x in list(weka_comparison, forest_comparison)) {
    for (figure in names(Filter(function(one) !is.null(one$data), x$figures))) {
      expect_silent(drawn(ggplot2::autoplot(x, figure)))
    }
  }
})
