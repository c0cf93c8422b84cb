# Tables that keep families, runs and unknown results.

kept_table <- function(...) {
  df <- expand.grid(by = c("A", "B"), fold = 1:3, data = paste0("d", 1:4), stringsAsFactors = FALSE)
  df$kin <- ifelse(df$data %in% c("d1", "d2"), "x", "y")
  df$acc <- seq_len(nrow(df)) / 7
  df$acc[1] <- NA
  results_table(
    df, "data", "by", c(acc = "max"),
    runs = "fold", run_kind = "cv", test_share = 0.1, cluster = "kin", missing = "unknown", ...
  )
}

test_that("a table keeps its runs and the families of its data sets", {
  need_python()
  x <- kept_table()
  expect_identical(dim(x$all_runs$values), c(4L, 1L, 2L, 3L))
  expect_identical(unname(x$all_runs$values["d2", "acc", "B", ]), c(8, 10, 12) / 7)
  expect_identical(x$families, c(d1 = "x", d2 = "x", d3 = "y", d4 = "y"))
  expect_identical(x$all_runs[c("kind", "test_share")], list(kind = "cv", test_share = 0.1))
  expect_identical(unname(x$values[, "acc", "A"]), rowMeans(x$all_runs$values[x$datasets, 1, "A", ]),
    ignore_attr = TRUE
  )
  printed <- format(x)
  expect_match(printed, "^  runs:       3, cross-validation$", all = FALSE)
  expect_match(printed, "^  families:   2$", all = FALSE)
  expect_match(printed, "^  incomplete: 1 data set$", all = FALSE)
})

test_that("a table that crosses back is the same table", {
  need_python()
  x <- kept_table()
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(x, file)
  again <- suppressWarnings(sign_test(readRDS(file)))
  expect_identical(again$n, 3)
  expect_identical(again$n_dropped, 1)
})

test_that("a declared rope crosses, also one of 0, and through a file", {
  need_python()
  matrices <- list(A = cbind(c(1, 1, 1)), B = cbind(c(1, 1, 0)))
  open <- results_table(matrices, measures = c(a = "max"))
  tied <- results_table(matrices, measures = c(a = "max"), rope = c(a = 0))
  expect_identical(list(open$roped, tied$roped), list(character(), "a"))
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(tied, file)
  counted <- function(table) compare_algorithms(table)$pairs[c("ties_a", "unknown_a")]
  expect_identical(counted(open), data.frame(ties_a = 0, unknown_a = 2))
  expect_identical(counted(readRDS(file)), data.frame(ties_a = 2, unknown_a = 0))
  expect_error(rbind(open, tied), "differ in their ropes", class = "jointstats_argument_error")
})

test_that("families of a wide table are a named vector", {
  need_python()
  wide <- data.frame(A = c(1, 2), B = c(2, 1), row.names = c("u", "v"))
  x <- results_table(wide, measures = c(acc = "max"), cluster = c(v = "k", u = "k"))
  expect_identical(x$families, c(v = "k", u = "k"))
  expect_error(
    results_table(wide, measures = c(acc = "max"), cluster = c(v = "k")),
    "\"u\" has no family",
    class = "jointstats_column_error"
  )
})

test_that("with families a claim and its votes are about families", {
  need_python()
  matrices <- list(A = cbind(1:14, 14:1), B = cbind(c(2:14, 14), c(0, 14:2)))
  families <- stats::setNames(rep(c("u", "v", "w", "x", "y", "z", "q"), each = 2), 1:14)
  measures <- c(a = "max", b = "min")
  kin <- results_table(matrices, measures = measures, cluster = families)
  alone <- results_table(matrices, measures = measures)
  # On the last data set the two tie: its family does not vote.
  x <- claim_test(kin, "B", "A", better = "a")
  expect_identical(c(x$n, x$n_families, unname(x$parameter)), c(14, 7, 6))
  expect_identical(unname(claim_test(alone, "B", "A", better = "a")$statistic), 13)
  expect_equal(x$p.value, stats::binom.test(6, 6, alternative = "greater")$p.value)
  expect_identical(statement_counts(kin)$families, c("u", "v", "w", "x", "y", "z", "q"))
  expect_identical(glrt_test(statement_counts(kin))$p_value, glrt_test(kin)$p_value) |>
    suppressWarnings()
})
