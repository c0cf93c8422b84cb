# as_results_table(): every kind of input against results_table() of the same numbers.

wide <- data.frame(
  data = rep(c("iris", "wine", "oil"), each = 2), method = c("A", "B"),
  accuracy = c(0.9, 0.8, 0.7, 0.9, 0.6, 0.5), seconds = c(3, 1, 2, 2, 5, 4)
)
directions <- c(accuracy = "max", seconds = "min")
long <- data.frame(
  wide[rep(1:6, each = 2), 1:2],
  .metric = c("accuracy", "seconds"), .estimate = as.vector(t(as.matrix(wide[3:4])))
)

test_that("a row for each measure is the same as a column for each", {
  need_python()
  expected <- results_table(wide, "data", "method", directions)
  made <- function(df, ...) {
    as_results_table(df, "data", "method", directions, metric = ".metric", value = ".estimate", ...)
  }
  expect_identical(made(long), expected)
  expect_identical(as_results_table(wide, "data", "method", directions), expected)
  expect_identical(as_results_table(expected), expected)
  part <- long[-3, ] # what is absent is missing
  expect_error(made(part), class = "jointstats_missing_values_error")
  expect_identical(made(part, missing = "drop")$datasets, c("wine", "oil"))
  runs <- rbind(cbind(long, seed = 1), cbind(long, seed = 2))
  runs$.estimate <- runs$.estimate + runs$seed
  folded <- made(runs, runs = "seed", run_kind = "independent")
  expect_identical(folded$values, expected$values + 1.5)
})

test_that("rows by measure that cannot be read are named", {
  made <- function(df, measures = directions, ...) {
    as_results_table(df, "data", "method", measures, ...)
  }
  both <- function(df, ...) made(df, metric = ".metric", value = ".estimate", ...)
  need_python()
  expect_error(made(long, metric = ".metric"), "go together", class = "jointstats_option_error")
  expect_error(both(wide), "no column \".metric\"", class = "jointstats_column_error")
  expect_error(
    both(long, c(auc = "max")), "holds no \"auc\". It holds \"accuracy\", \"seconds\".",
    class = "jointstats_column_error"
  )
  expect_error(
    both(rbind(long, long[1, ])), "\"accuracy\" is given 2 times for data set \"iris\", algorithm \"A\"",
    class = "jointstats_duplicate_rows_error"
  )
})

test_that("metrics in rows, scores by fold and ratios are read as Python reads them", {
  need_python()
  expected <- results_table(wide, "data", "method", directions)
  wider <- data.frame(
    data = rep(c("iris", "wine", "oil"), 2), metric = rep(c("accuracy", "seconds"), each = 3),
    A = c(0.9, 0.7, 0.6, 3, 2, 5), B = c(0.8, 0.9, 0.5, 1, 2, 4)
  )
  expect_identical(
    results_table(wider, "data", measures = directions, metric = "metric")$values, expected$values
  )
  scores <- list(A = list(iris = c(0.8, 1), wine = c(0.7, 0.7)), B = list(iris = c(0, 1), wine = c(0.5, 1)))
  table <- results_table(scores, measures = c(acc = "max"), aggregate = "mean")
  expect_equal(as.vector(table$values), c(0.9, 0.7, 0.5, 0.75))
  ratios <- results_table(wide, "data", "method", directions, relative_to = "B")
  expect_equal(ratios$values[, "seconds", "A"], c(iris = 3, wine = 1, oil = 1.25))
})

test_that("a formula names the columns", {
  need_python()
  expected <- results_table(wide, "data", "method", directions)
  expect_identical(as_results_table(cbind(accuracy, seconds) ~ method | data, wide, directions), expected)
  expect_identical(as_results_table(cbind(seconds, accuracy) ~ method | data, wide, directions), expected[, , 2:1])
  expect_identical(as_results_table(seconds ~ method | data, wide, c(seconds = "min")), expected[, , "seconds"])
})

test_that("a formula of another form is shown", {
  for (wrong in list(accuracy ~ method, ~ method | data, log(accuracy) ~ method | data, accuracy ~ method + data)) {
    expect_error(
      as_results_table(wrong, wide, directions), "must be like cbind(accuracy, time) ~ method | dataset",
      fixed = TRUE, class = "jointstats_argument_error"
    )
  }
  expect_error(
    as_results_table(accuracy ~ method | data, wide, directions), "\"seconds\" has none",
    class = "jointstats_direction_error"
  )
})

test_that("caret's resamples are a table of folds", {
  caret <- readRDS(test_path("fixtures", "resamples.rds"))
  expect_error(
    as_results_table(caret, c(ROC = "max")), "Accuracy, Kappa", class = "jointstats_column_error"
  )
  need_python()
  table <- as_results_table(caret, c(Accuracy = "max", Kappa = "max"))
  expect_s3_class(table, "jointstats_folds")
  expect_identical(table$algorithms, c("lda", "knn", "tree"))
  expect_identical(lengths(lapply(table$grid[c("run", "fold")], unique)), c(run = 2L, fold = 5L))
  frame <- as.data.frame(table)
  first <- table$grid$name[table$grid$run == "Rep2" & table$grid$fold == "Fold3"]
  expect_identical(
    frame$Kappa[frame$dataset == first & frame$algorithm == "knn"],
    caret$values[["knn~Kappa"]][caret$values$Resample == "Fold3.Rep2"]
  )
  # the corrected t test of Nadeau and Bengio by hand
  d <- caret$values[["lda~Accuracy"]] - caret$values[["tree~Accuracy"]]
  t <- mean(d) / sqrt((1 / 10 + 1 / 4) * var(d))
  result <- suppressWarnings(corrected_t_test(table[, , "Accuracy"])) # it says that it is a heuristic
  row <- subset(as.data.frame(result), a == "lda" & b == "tree")
  expect_equal(row$p_value, 2 * stats::pt(-abs(t), 9))
})

test_that("what cannot be a table is named by its class", {
  expect_error(as_results_table(stats::lm), "class \"function\"", class = "jointstats_option_error")
})
