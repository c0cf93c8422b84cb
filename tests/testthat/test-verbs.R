# R's own verbs on tables, counts and results. The tables are made without Python.

made <- function(n = 4, algorithms = c("A", "B", "C"), measures = c(acc = "max", time = "min"), from = 0) {
  names <- paste0("d", from + seq_len(n))
  values <- array(
    from * 100 + seq_len(n * length(measures) * length(algorithms)),
    c(n, length(measures), length(algorithms)),
    list(dataset = names, measure = names(measures), algorithm = algorithms)
  )
  structure(
    list(
      values = values, datasets = names, algorithms = algorithms, measures = measures,
      rope = stats::setNames(0 * seq_along(measures), names(measures)), roped = character(), missing = "raise",
      dropped = data.frame(dataset = character(), reason = character()), aggregate = NULL,
      n_rows = n * length(algorithms), in_sample = character(), incomplete = NULL, families = NULL,
      all_runs = NULL
    ),
    class = "jointstats_table"
  )
}

cells <- function(x) as.data.frame(x)[c("dataset", "algorithm", names(x$measures))]

test_that("a part of a table has the cells that its names say", {
  x <- made()
  expect_identical(dim(x), c(4L, 3L, 2L))
  part <- x[c("d3", "d1"), c(TRUE, FALSE, TRUE), "time"]
  expect_s3_class(part, "jointstats_table")
  frame <- as.data.frame(x)
  expected <- frame[frame$dataset %in% c("d3", "d1") & frame$algorithm != "B", c("dataset", "algorithm", "time")]
  expected <- expected[order(expected$dataset != "d3"), ]
  expect_equal(cells(part), expected, ignore_attr = TRUE)
  expect_identical(part$measures, c(time = "min"))
  expect_identical(x[, , ], x)
  expect_identical(x[-1, , ]$datasets, c("d2", "d3", "d4"))
  expect_identical(head(x, 2), x[1:2, , ])
  expect_identical(tail(x, -3), x[4, , ])
  expect_identical(subset(x, algorithm != "B"), x[, c(1, 3), ])
})

test_that("a part keeps families, runs and what is missing of its data sets", {
  x <- made()
  x$families <- c(d1 = "u", d2 = "u", d3 = "v", d4 = "v")
  x$all_runs <- list(
    values = array(seq_len(48), c(4, 2, 3, 2), c(dimnames(x$values), list(run = c("1", "2")))),
    kind = "independent", test_share = NA_real_
  )
  part <- x[c("d2", "d4"), 1:2, 1]
  expect_identical(part$families, c(d2 = "u", d4 = "v"))
  expect_identical(dim(part$all_runs$values), c(2L, 1L, 2L, 2L))
  expect_identical(part$all_runs$values["d4", "acc", "B", "2"], x$all_runs$values["d4", "acc", "B", "2"])
})

test_that("a wrong part is named", {
  x <- made()
  expect_error(x["d9", , ], "The table has no data set \"d9\".", class = "jointstats_argument_error")
  expect_error(x[, 7, ], "The table has no algorithm that number.", class = "jointstats_argument_error")
  expect_error(x[, , c("acc", "acc")], "measure \"acc\" is selected twice", class = "jointstats_argument_error")
  expect_error(x[FALSE, , ], "No data set remains", class = "jointstats_argument_error")
  expect_error(x[1:2, ], "three indices", class = "jointstats_argument_error")
  expect_error(x[1], "three indices", class = "jointstats_argument_error")
})

test_that("parts put together are the whole, in any order of algorithms and measures", {
  x <- made()
  expect_identical(rbind(x[1:2, , ], x[3:4, c("C", "A", "B"), c("time", "acc")]), x)
  expect_identical(rbind(x[1, , ], NULL, x[2, , ], x[3:4, , ]), x)
  expect_error(rbind(x, x[1, , ]), "\"d1\" is in several", class = "jointstats_duplicate_rows_error")
  expect_error(rbind(x, made(2, c("A", "B"), from = 5)), "differ in their algorithms", class = "jointstats_argument_error")
  other <- made(2, measures = c(acc = "min", time = "min"), from = 5)
  expect_error(rbind(x, other), "differ in their directions", class = "jointstats_argument_error")
  wide <- made(2, from = 5)
  wide$rope["acc"] <- 0.1
  expect_error(rbind(x, wide), "differ in their ropes", class = "jointstats_argument_error")
  expect_error(rbind(x, 1), "class \"numeric\"", class = "jointstats_argument_error")
})

test_that("parts of a real table give the tests of their data", {
  need_python()
  weka <- load_dataset("weka")
  two <- c("RandomForest", "Bagging")
  direct <- sign_test(as.data.frame(weka), dataset = "dataset", algorithm = "algorithm", measures = weka$measures, only = two)
  expect_identical(as.data.frame(sign_test(weka[, two, ])), as.data.frame(direct))
  expect_identical(as.data.frame(sign_test(rbind(weka[1:7, , ], weka[-(1:7), , ]))), as.data.frame(sign_test(weka)))
  counts <- function(rows) statement_counts(weka[rows, two, ])
  whole <- as.data.frame(statement_counts(weka[1:9, two, ]))
  expect_identical(as.data.frame(c(counts(1:4), counts(5:9))), whole)
  expect_identical(as.data.frame(sum(counts(1:2), counts(3:4), counts(5:9))), whole)
  expect_error(max(counts(1:2)), "only be added", class = "jointstats_option_error")
})

test_that("tidy, augment and glance know tables and counts", {
  skip_if_not_installed("generics")
  x <- made()
  x$values["d1", "acc", c("A", "B")] <- 50
  ranks <- generics::augment(x)
  expect_identical(nrow(ranks), 12L)
  expect_identical(ranks$.rank_acc[1:3], c(1.5, 1.5, 3))
  expect_identical(ranks$.rank_time[4:6], rank(x$values["d2", "time", ], ties.method = "average"), ignore_attr = TRUE)
  expect_identical(generics::glance(x)$n, 4L)
  expect_identical(as.data.frame(generics::tidy(x)), summary(x))
  skip_if_not_installed("tibble")
  expect_s3_class(tibble::as_tibble(x), "tbl_df")
  expect_identical(as.data.frame(tibble::as_tibble(x)), as.data.frame(x))
  expect_output(str(x), "Results table: 4 data sets, 3 algorithms, 2 measures")
})

test_that("format, str, nobs and confint of a result", {
  for (name in replies) {
    result <- reply(name)
    lines <- format(result)
    expect_type(lines, "character")
    expect_identical(paste(lines, collapse = "\n"), sub("\n$", "", paste(capture.output(print(summary(result))), collapse = "\n")))
    expect_output(str(result), paste0("^ ", class(result)[1]))
    expect_identical(nobs(result), result$n)
  }
  limits <- confint(reply("claim"))
  expect_identical(unname(limits[1, ]), as.numeric(reply("claim")$conf.int))
  statements <- confint(reply("bayes"))
  frame <- as.data.frame(reply("bayes"))
  expect_identical(rownames(statements), frame$statement)
  expect_identical(unname(statements[, 1]), frame$share_low)
  expect_identical(colnames(statements), c("2.5 %", "97.5 %"))
  expect_error(confint(reply("friedman")), "has no intervals", class = "jointstats_argument_error")
})

test_that("update repeats the test with other arguments", {
  need_python()
  own <- load_dataset("example1")
  first <- glrt_test(own, on = "time", ties = "split")
  expect_identical(update(first), first)
  expect_identical(update(first, alpha = 0.01), glrt_test(own, on = "time", ties = "split", alpha = 0.01))
  all <- compare_algorithms(own, alpha = 0.1)
  expect_identical(update(all, on = "time"), compare_algorithms(own, alpha = 0.1, on = "time"))
  expect_identical(update(first, table = own[1:6, , ])$n, 6)
  expect_error(update(first, 0.1), "needs its name", class = "jointstats_argument_error")
  expect_error(update(all$tests$glrt, alpha = 0.1), "Call glrt_test\\(\\) again", class = "jointstats_argument_error")
})

test_that("every test keeps what update() needs, a look at a claim does not", {
  need_python()
  own <- load_dataset("example1")
  set.seed(2)
  drawn <- mardia_test(own, draws = 99, rng = NULL) |> suppressWarnings()
  expect_identical(suppressWarnings(update(drawn)), drawn) # with the seed that R drew
  for (f in list(sign_test, bayes_test, wilcoxon_test, leaderboard)) {
    expect_identical(suppressWarnings(update(f(own), alpha = 0.2))$alpha, 0.2)
  }
  ledger <- tempfile(fileext = ".json")
  on.exit(unlink(ledger))
  look <- watch_claim(ledger, own, "B", "A", better = "time") |> suppressWarnings()
  expect_error(update(look), "or a look", class = "jointstats_argument_error")
})

test_that("subset() selects by expressions", {
  x <- weka_comparison$asked$table
  expect_identical(subset(x, dataset < "b" & algorithm != "AODE"), x[x$datasets < "b", -1, ])
  expect_identical(subset(x, select = training_time), x[, , "training_time"])
  expect_identical(subset(x, algorithm %in% c("AODE", "Bagging"), -accuracy), x[, 1:2, -1])
  some <- x$datasets[c(2, 5)]
  inner <- function(table) {
    few <- some[2]
    subset(table, dataset %in% few)
  }
  expect_identical(inner(x), x[5, , ])
  refused <- function(code, said) expect_error(code, said, class = "jointstats_argument_error")
  refused(subset(x, accuracy > 0.8), "the same algorithms on every data set: it keeps [A-Za-z0-9]+ on [0-9]+ of [0-9]+")
  refused(subset(x, dataset == "none"), "No data set remains")
  refused(subset(x, dataset), "true or false")
  refused(subset(x, select = "mae"), "no measure \"mae\"")
  refused(subset(x, algorithms = "AODE"), "no argument \"algorithms\"")
})

test_that("subset() of families takes them by name", {
  need_python()
  df <- data.frame(
    data = rep(c("d1", "d2", "d3"), each = 2), suite = rep(c("one", "one", "two"), each = 2),
    method = c("A", "B"), acc = 1:6
  )
  x <- as_results_table(acc ~ method | data, df, c(acc = "max"), cluster = suite)
  expect_identical(subset(x, family == "one")$datasets, c("d1", "d2"))
})

test_that("subset() of a result selects rows and columns of its data frame", {
  won <- subset(weka_comparison, state == "win", c(a, b, winner))
  pairs <- as.data.frame(weka_comparison)
  expect_identical(won, pairs[pairs$state == "win", c("a", "b", "winner")])
  limit <- 0.5
  local({
    limit <- 0.001
    expect_true(all(subset(weka_comparison, p_adjusted < limit)$p_adjusted < 0.001))
  })
})
