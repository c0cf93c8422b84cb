# Methods for generics of other packages, on recorded results: no Python.

test_that("compact letters are data, best first on each measure", {
  board <- reply("leaderboard")
  found <- compact_letters(board)
  expect_named(found, c("measure", "algorithm", "mean_rank", "letters"))
  expect_identical(unique(found$measure), names(board$measures))
  for (measure in names(board$measures)) {
    one <- found[found$measure == measure, ]
    expect_false(is.unsorted(one$mean_rank))
    at <- match(one$algorithm, board$board$algorithm)
    expect_identical(one$letters, board$board[[paste0("letters_", measure)]][at])
  }
  expect_error(
    compact_letters(reply("glrt")), "takes a leaderboard of all pairs", class = "jointstats_argument_error"
  )
  expect_error(compact_letters(1), "takes the result of a test", class = "jointstats_argument_error")
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
  expect_equal(found$Probability, reply("pairwise")$pairs$probability)
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
