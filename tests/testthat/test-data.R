# The data sets of the package: equal to the core's tables and results, and usable without Python.

test_that("the data frames are the packaged tables of Python", {
  need_python()
  expect_identical(weka, load_frame("weka"))
  expect_identical(example1, load_frame("example1"))
  expect_identical(pnn, load_frame("pnn"))
})

test_that("the saved results are those of their calls, in ASCII (make r-data)", {
  need_python()
  plain <- function(result) strsplit(jointstats:::in_ascii(gsub("\033", "", result$text$verdict[3])), " +|\n")[[1]]
  table <- results_table(weka, "dataset", "algorithm", c(accuracy = "max", training_time = "min"))
  made <- list(
    weka_comparison = compare_algorithms(table),
    forest_comparison = compare_algorithms(table[, c("RandomForest", "J48graft"), ])
  )
  for (name in names(made)) {
    saved <- get(name)
    expect_identical(names(saved), names(made[[name]]))
    expect_identical(saved$asked, made[[name]]$asked)
    expect_identical(saved$tests$glrt$statements, made[[name]]$tests$glrt$statements)
    numbers <- function(x) Filter(is.numeric, as.data.frame(x))
    expect_equal(numbers(saved), numbers(made[[name]]), tolerance = 1e-12)
    expect_equal(numbers(saved$leaderboard), numbers(made[[name]]$leaderboard), tolerance = 1e-12)
    expect_identical(plain(saved), plain(made[[name]]))
    drawn <- function(x) jsonlite::parse_json(x$figures[[1]]$content)
    expect_identical(drawn(saved), drawn(made[[name]]))
  }
})

test_that("saved results print, plot and become data frames where there is no Python", {
  skip_on_os("windows")
  code <- c(
    "library(jointstats)", "print(forest_comparison)", "print(weka_comparison$leaderboard)",
    "pdf(NULL); plot(forest_comparison); plot(weka_comparison)",
    "for (form in c(to_latex, to_markdown)) for (name in c('league', 'pairs', 'measures', 'data')) {",
    "  stopifnot(nchar(form(weka_comparison, name)) > 100)", "}",
    "cat(to_latex(forest_comparison, 'statements'))",
    "print(knitr::kable(weka_comparison$leaderboard))",
    "print(knitr::knit_print(weka_comparison, list(jointstats = 'table')))",
    "print(head(subset(weka_comparison, state == 'win', c(a, b)), 1))",
    "cat(nrow(as.data.frame(weka_comparison)), nrow(generics::glance(forest_comparison)), nrow(weka))"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  said <- gsub(" +", " ", paste(printed, collapse = " ")) # lines break anywhere
  expect_match(said, "This is a trade-off, not a win; corrected p < 0.001.", fixed = TRUE)
  expect_match(printed, "^  AODE +3", all = FALSE)
  expect_match(printed, "\\begin{tabular}", fixed = TRUE, all = FALSE)
  expect_match(printed, "|algorithm ", fixed = TRUE, all = FALSE)
  expect_identical(utils::tail(printed, 1), "21 1 357")
})

test_that("the citation of the package has a year", {
  expect_match(unlist(citation("jointstats")[[1]]$year), "^20[0-9]{2}$")
})
