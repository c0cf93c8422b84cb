# What would change a verdict: asked of a result, which the core makes again from R's arguments.

test_that("a comparison is varied as it is, another result with its table", {
  need_python()
  table <- load_dataset("example1")
  result <- compare_algorithms(table, alpha = 0.25)
  found <- sensitivity(result, factors = c("level", "measure", "data set"))
  expect_s3_class(found, c("jointstats_sensitivity", "jointstats_test"), exact = TRUE)
  expect_identical(found$statements, "B wins against A")
  expect_identical(found$fewest$statement, "B wins against A")
  rows <- as.data.frame(found)
  expect_identical(rows$gone[rows$factor == "level" & rows$setting == "alpha = 0.1"], "B wins against A")
  expect_identical(sum(rows$changed & !rows$limit), as.integer(found$n_changed))
  expect_equal(found$alpha_from, 0.15162767358287)
  test <- glrt_test(table, alpha = 0.1)
  other <- sensitivity(test, factors = "level")
  part <- sensitivity(result$tests$glrt, table, factors = "level")
  expect_equal(part$alpha_below, other$alpha_below)
  expect_identical(other$call_of$alpha, 0.1)
  expect_equal(other$alpha_below, test$p_value)
})

test_that("what is no result is refused in a sentence", {
  need_python()
  expect_error(
    sensitivity(3), "must be a result, such as of compare_algorithms()",
    fixed = TRUE, class = "jointstats_invalid_value_error"
  )
  expect_error(
    sensitivity(sign_test(load_dataset("example1"))),
    "got one of sign_test()", fixed = TRUE,
    class = "jointstats_invalid_value_error"
  )
})

test_that("the generic of caret and yardstick finds a result of this package", {
  need_python()
  result <- compare_algorithms(load_dataset("example1"))
  own <- sensitivity(result, factors = "level")
  for (package in c("caret", "yardstick")) {
    if (suppressWarnings(requireNamespace(package, quietly = TRUE))) {
      generic <- getExportedValue(package, "sensitivity")
      expect_identical(generic(result, factors = "level")$verdict, own$verdict)
    }
  }
  expect_identical(jointstats:::sensitivity.jointstats_test(result, factors = "level")$verdict, own$verdict)
})
