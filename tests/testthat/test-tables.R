# Results tables and statement counts as R objects, from recorded replies: no Python here.

test_that("a table is an array with names", {
  x <- reply("table")
  expect_s3_class(x, "jointstats_table", exact = TRUE)
  expect_identical(dim(x$values), c(12L, 2L, 2L))
  expect_identical(x$values[["D01", "accuracy", "A"]], 85)
  expect_identical(x$values[["D01", "time", "B"]], 9)
  expect_identical(x$measures, c(accuracy = "max", time = "min"))
  expect_identical(x$rope, c(accuracy = 0, time = 0))
})

test_that("a table prints its size, roles and directions", {
  expect_identical(
    capture.output(print(reply("table"))),
    c(
      "Results table: 12 data sets, 2 algorithms, 2 measures", "  algorithms: A, B",
      "  measures:   accuracy (max), time (min)"
    )
  )
})

test_that("a table is a long data frame, data set by data set", {
  x <- reply("table")
  frame <- as.data.frame(x)
  expect_identical(names(frame), c("dataset", "algorithm", "accuracy", "time"))
  expect_identical(dim(frame), c(24L, 4L))
  expect_identical(frame$dataset[1:3], c("D01", "D01", "D02"))
  expect_identical(frame$accuracy[frame$algorithm == "B"], unname(x$values[, "accuracy", "B"]))
})

test_that("a summary has a row per measure and algorithm", {
  s <- summary(reply("table"))
  expect_identical(dim(s), c(4L, 6L))
  times <- reply("table")$values[, "time", "A"]
  expect_identical(s$median[s$measure == "time" & s$algorithm == "A"], median(times))
})

test_that("counts print and are a data frame of statements", {
  x <- reply("counts")
  expect_s3_class(x, "jointstats_counts", exact = TRUE)
  expect_identical(x$weights, c(1, 2, 3, 6))
  expect_identical(unname(x$codes), rbind(c(0, 0), c(0, 1), c(1, 0), c(1, 1)))
  expect_identical(names(as.data.frame(x)), c("accuracy", "time", "count"))
  expect_output(print(x), "12 data sets, 4 of 4 statements seen")
})

test_that("counts can only be added to counts", {
  x <- reply("counts")
  expect_error(x + 1, class = "jointstats_option_error")
  expect_error(x - x, "can only be added")
  expect_identical(0 + x, x)
})

test_that("a table of folds says what its rows are", {
  x <- reply("folds")
  expect_s3_class(x, c("jointstats_folds", "jointstats_table"), exact = TRUE)
  expect_match(
    capture.output(print(x))[1], "^Table of folds: 100 folds of vote \\(runs: 10, folds of a run: 10\\)"
  )
  expect_identical(names(x$grid), c("name", "run", "fold"))
  expect_identical(x$grid$name, x$datasets)
})

test_that("counts are drawn as the statements that they count", {
  need_python()
  counts <- statement_counts(load_dataset("example1"))
  expect_identical(with_device(plot(counts)), counts)
})
