# Results as R objects: classes, printing, frames, figures. From recorded replies: no Python here.

test_that("a test with one p-value is an htest that R and broom know", {
  x <- reply("glrt")
  expect_s3_class(x, c("jointstats_glrt", "jointstats_test", "htest"), exact = TRUE)
  expect_identical(names(x$statistic), "-2 ln lambda")
  expect_length(x$statistic, 1)
  expect_identical(x$parameter, c(df = 1))
  expect_equal(x$p.value, 0.3126627, tolerance = 1e-6)
  expect_identical(x$p_value_exact, 0.5078125)
  printed <- capture.output(print(x))
  expect_match(printed, "-2 ln lambda = 1.0194, df = 1, p-value = 0.3127", fixed = TRUE, all = FALSE)
  expect_match(printed, "exact p-value (decides): 0.5078", fixed = TRUE, all = FALSE)
  expect_match(printed, "Not decided", all = FALSE)
})

test_that("tests of means are htests too", {
  x <- reply("hotelling")
  expect_s3_class(x, c("jointstats_hotelling", "jointstats_test", "htest"), exact = TRUE)
  expect_identical(names(x$statistic), "T2")
  expect_identical(names(x$parameter), c("num df", "denom df"))
  expect_identical(dim(x$covariance), c(2L, 2L))
  x <- reply("manova")
  expect_identical(names(x$statistic), x$statistic_name)
  expect_output(print(x), "denom df = ")
})

test_that("learned measures come with a table to test", {
  x <- reply("learned")
  expect_s3_class(x$applied, "jointstats_table")
  expect_identical(x$applied$algorithms, c("A", "B"))
})

test_that("the other tests have a class of their own, and no htest", {
  for (name in setdiff(replies, htests)) {
    expect_s3_class(reply(name), c(paste0("jointstats_", name), "jointstats_test"), exact = TRUE)
  }
})

test_that("every result prints, summarises and is a data frame", {
  for (name in replies) {
    x <- reply(name)
    expect_output(print(x), regexp = "data sets|folds|area")
    expect_output(print(summary(x)), x$summary, fixed = TRUE)
    expect_s3_class(as.data.frame(x), "data.frame")
    expect_gt(nrow(as.data.frame(x)), 0)
    expect_true(is.character(x$verdict) && nzchar(x$verdict))
    expect_true(all(x$measures %in% c("max", "min")))
    expect_invisible(print(x)) |> capture.output()
  }
})

test_that("the Bayesian test of Example 1 has the exact probabilities", {
  p <- as.data.frame(reply("bayes"))$probability
  exact <- c(0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349)
  expect_equal(p, exact, tolerance = 1e-9)
})

test_that("a comparison holds its tests as results", {
  x <- reply("compare")
  expect_s3_class(x$joint$glrt, "htest")
  expect_s3_class(x$joint$bayes, "jointstats_bayes")
  expect_match(x$report_text, "We compared 2 algorithms")
})

test_that("pairwise tests have the papers' matrix", {
  x <- reply("pairwise")
  expect_identical(dim(x$matrix), c(2L, 2L))
  expect_identical(rownames(x$matrix), x$algorithms[1:2])
})

test_that("results survive saving", {
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  for (name in c(replies, "table", "counts")) {
    x <- reply(name)
    saveRDS(x, file)
    expect_identical(readRDS(file), x)
  }
})

test_that("tidy and glance give data frames", {
  skip_if_not_installed("generics")
  row <- generics::tidy(reply("glrt"))
  expect_identical(dim(row), c(1L, 5L))
  expect_identical(names(row), c("statistic", "p.value", "p.value.exact", "parameter", "method"))
  for (name in replies) {
    x <- reply(name)
    expect_identical(nrow(generics::glance(x)), 1L)
    expect_identical(generics::glance(x)$verdict, x$verdict)
    if (!(name %in% htests)) {
      expect_identical(names(generics::tidy(x)), names(as.data.frame(x)))
    }
  }
})

test_that("broom's own method for htest works on a test with one p-value", {
  skip_if_not_installed("broom")
  x <- reply("glrt")
  class(x) <- "htest"
  expect_equal(broom::tidy(x)$p.value, x$p.value)
  expect_identical(names(broom::tidy(reply("glrt")))[1:2], c("statistic", "p.value"))
})

test_that("every result can be drawn with base graphics", {
  for (name in replies) {
    x <- reply(name)
    expect_identical(with_device(plot(x)), x)
  }
  table <- reply("table")
  expect_identical(with_device(plot(table)), table)
})

test_that("a figure leaves the device's settings as they were", {
  with_device({
    before <- graphics::par("mai", "mfrow")
    plot(reply("bayes"))
    plot(reply("table"))
    expect_identical(graphics::par("mai", "mfrow"), before)
  })
})

test_that("every result can be drawn with ggplot2", {
  skip_if_not_installed("ggplot2")
  for (name in replies) {
    figure <- ggplot2::autoplot(reply(name))
    expect_s3_class(figure, "ggplot")
    with_device(expect_silent(print(figure)))
  }
})

test_that("figures show the numbers of the result", {
  x <- reply("bayes")
  expect_identical(jointstats:::plot_data(x)$value, x$frame$probability)
  x <- reply("sign")
  expect_identical(jointstats:::plot_data(x)$value, x$frame$cliffs_delta)
})

test_that("unknown facts are missing, not NaN", {
  x <- reply("glrt")
  expect_true(all(vapply(x$statements, function(s) is.null(s$probability), logical(1))))
  for (name in replies) {
    numbers <- unlist(Filter(is.numeric, as.data.frame(reply(name))))
    expect_false(any(is.nan(numbers)))
  }
})

test_that("printing works in a plain C locale", {
  skip_on_os("windows")
  code <- sprintf(
    "library(jointstats); x <- readRDS('%s'); print(x); print(summary(x))",
    {
      file <- tempfile(fileext = ".rds")
      saveRDS(reply("bayes"), file)
      file
    }
  )
  printed <- fresh_r(code, env = "LC_ALL=C")
  expect_match(printed, "Bayesian test of dominance statements", all = FALSE)
})
