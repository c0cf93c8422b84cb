# The public names collide with nothing that is attached beside them. No Python here.

test_that("attaching the package masks nothing", {
  others <- c("stats", "base", "utils", "graphics", "methods", "testthat", "ggplot2", "generics", "broom")
  for (package in others) {
    if (requireNamespace(package, quietly = TRUE)) {
      expect_identical(
        intersect(getNamespaceExports("jointstats"), getNamespaceExports(package)), character(),
        info = package
      )
    }
  }
  printed <- fresh_r(c(
    "suppressPackageStartupMessages(library(testthat))",
    "if (requireNamespace('ggplot2', quietly = TRUE)) library(ggplot2)", "library(jointstats)"
  ))
  expect_identical(printed, character())
})
