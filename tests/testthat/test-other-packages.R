# Methods for generics of other packages, on recorded results: no Python.

test_that("compact letters are data, best first: who shares a letter is in a group of the test", {
  ranking <- list(
    order = c("a", "b", "c", "d", "e"), mean_ranks = c(1, 2, 3, 4, 5),
    groups = list(c("b", "c"), c("a", "b"))
  )
  x <- reply("friedman")
  x$rankings <- list(accuracy = ranking, time = ranking)
  x$rankings$time$groups <- list()
  found <- compact_letters(x)
  expect_named(found, c("measure", "algorithm", "mean_rank", "letters"))
  expect_identical(found$measure, rep(c("accuracy", "time"), each = 5))
  expect_identical(found$algorithm, rep(ranking$order, 2))
  expect_identical(found$mean_rank, rep(ranking$mean_ranks, 2))
  expect_identical(found$letters, c("a", "ab", "b", "c", "d", "a", "b", "c", "d", "e"))
  expect_error(
    compact_letters(reply("glrt")), "needs a result of friedman_test", class = "jointstats_argument_error"
  )
  expect_error(compact_letters(1), "takes the result of a test", class = "jointstats_argument_error")
})

test_that("letters of Friedman's test are those of its groups", {
  need_python()
  x <- suppressWarnings(friedman_test(load_dataset("weka"), on = "accuracy"))
  found <- compact_letters(x)
  share <- function(a, b) {
    any(strsplit(found$letters[a], "")[[1]] %in% strsplit(found$letters[b], "")[[1]])
  }
  for (i in seq_len(nrow(x$pairs))) {
    pair <- x$pairs[i, ]
    apart <- !share(match(pair$a, found$algorithm), match(pair$b, found$algorithm))
    expect_identical(apart, !is.na(pair$winner))
  }
})

test_that("easystats has the numbers of broom under its own names", {
  skip_if_not_installed("parameters")
  for (name in setdiff(replies, c("leaderboard", "plan", "simulate_roc"))) {
    result <- reply(name)
    found <- parameters::model_parameters(result)
    expect_s3_class(found, "parameters_model")
    expect_identical(names(found)[1], "Parameter")
    expect_false(anyDuplicated(names(found)) > 0)
    expect_output(print(found), "Parameter")
  }
  for (name in setdiff(replies, c("leaderboard", "plan", "simulate_roc"))) {
    if (name == "pairwise" || "probability" %in% names(as.data.frame(reply(name)))) {
      found <- parameters::model_parameters(reply(name))
      expect_gt(sum(vapply(found, is.numeric, logical(1))), 0)
    }
  }
  found <- parameters::model_parameters(reply("pairwise"))
  expect_equal(found$p, reply("pairwise")$pairs$p_adjusted)
  rows <- generics::tidy(reply("wilcoxon"))
  found <- parameters::model_parameters(reply("wilcoxon"))
  expect_equal(found$p, rows$adj.p.value)
  expect_equal(found$Coefficient, rows$estimate)
  expect_equal(found$CI_high, rows$conf.high)
  expect_identical(found$Parameter[1], paste(rows$a[1], rows$b[1], rows$measure[1], sep = ":"))
  htest <- reply("glrt")
  expect_equal(parameters::model_parameters(htest)$p, unname(htest$p.value))
})

test_that("a flextable has the cells of the result's table", {
  skip_if_not_installed("flextable")
  for (name in c("wilcoxon", "pairwise", "leaderboard", "compare")) {
    result <- reply(name)
    made <- flextable::as_flextable(result)
    expect_s3_class(made, "flextable")
    first <- c(result$tables_before, list(result$table))[[1]]
    expect_identical(
      unname(unlist(made$header$dataset[1, ])), paste0("column", seq_along(first$names))
    )
    expect_identical(nrow(made$body$dataset), length(made$body$dataset[[1]]))
    cells <- jointstats:::table_cells(first, as.data.frame(result))
    expect_identical(unname(as.list(made$body$dataset)), unname(as.list(cells)))
  }
})

test_that("knitr prints text, and a table where the chunk asks for it", {
  skip_if_not_installed("knitr")
  need_python()
  result <- reply("wilcoxon")
  expect_output(knitr::knit_print(result, list()), "Wilcoxon")
  asked <- knitr::knit_print(result, list(jointstats = "table"))
  expect_s3_class(asked, "knit_asis")
  expect_match(asked, "| --- |", fixed = TRUE)
  expect_match(asked, result$verdict, fixed = TRUE)
})
