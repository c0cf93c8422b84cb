# Results as R objects: classes, printing, frames, figures. From recorded replies: no Python here.

test_that("a test with one p-value is an htest that R and broom know", {
  x <- reply("glrt")
  expect_s3_class(x, c("jointstats_glrt", "jointstats_test", "htest"), exact = TRUE)
  expect_identical(names(x$statistic), "-2 ln lambda")
  expect_length(x$statistic, 1)
  expect_identical(x$parameter, c(df = 1))
  expect_identical(c(x$p.value, x$p_value), c(0.5078125, 0.5078125))
  expect_equal(x$p_value_asymptotic, 0.3126627, tolerance = 1e-6)
  printed <- capture.output(print(x))
  expect_match(printed, "-2 ln lambda = 1.0194, df = 1, p-value = 0.5078", fixed = TRUE, all = FALSE)
  expect_match(printed, "exact and decides; the asymptotic one is 0.3127", fixed = TRUE, all = FALSE)
  expect_match(printed, "do not establish", all = FALSE)
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

test_that("a claim is an htest like R's own binomial test", {
  x <- reply("claim")
  expect_s3_class(x, c("jointstats_claim", "jointstats_test", "htest"), exact = TRUE)
  own <- stats::binom.test(x$yes, x$yes + x$no, alternative = "greater")
  expect_equal(x$p.value, own$p.value, tolerance = 1e-12)
  expect_equal(c(x$statistic, x$parameter), c(own$statistic, own$parameter), ignore_attr = TRUE)
  expect_equal(x$estimate, own$estimate, ignore_attr = TRUE)
  both <- stats::binom.test(x$yes, x$yes + x$no)$conf.int
  expect_equal(x$conf.int, both, tolerance = 1e-12)
  expect_identical(x$null.value, c(`share of votes` = 0.5))
  printed <- capture.output(print(x))
  expect_match(printed, "true share of votes is greater than 0.5", fixed = TRUE, all = FALSE)
  expect_match(printed, "95 percent confidence interval", fixed = TRUE, all = FALSE)
  row <- tidy.jointstats_test(x)
  broom <- c("estimate", "statistic", "p.value", "parameter", "conf.low", "conf.high", "alternative")
  expect_true(all(broom %in% names(row)))
  expect_equal(c(row$conf.low, row$conf.high), both, ignore_attr = TRUE)
  expect_identical(as.data.frame(x)$measure, c("accuracy", "time"))
  expect_identical(names(x$figures), c("quadrant", "claim"))
})

test_that("learned measures come with a table to test", {
  x <- reply("learned")
  expect_s3_class(x$applied, "jointstats_table")
  expect_identical(x$applied$algorithms, c("A", "B"))
})

test_that("the other tests have a class of their own, and no htest", {
  for (name in setdiff(replies, c(htests, "ties", "three_outcomes"))) {
    expect_s3_class(reply(name), c(paste0("jointstats_", name), "jointstats_test"), exact = TRUE)
  }
})

test_that("every result prints, summarises and is a data frame", {
  for (name in replies) {
    x <- reply(name)
    expect_output(print(x), regexp = "data sets|folds|area")
    expect_output(print(summary(x)), regexp = "data sets|folds|area")
    expect_s3_class(as.data.frame(x), "data.frame")
    expect_gt(nrow(as.data.frame(x)), 0)
    expect_true(is.character(x$verdict) && nzchar(x$verdict))
    expect_true(all(x$measures %in% c("max", "min")))
    expect_invisible(print(x)) |> capture.output()
  }
})

test_that("columns have the same type in every result, whatever they hold", {
  seen <- list()
  for (name in replies) {
    types <- vapply(as.data.frame(reply(name)), typeof, "")
    expect_true(all(types %in% c("character", "double", "logical")), info = name)
    seen <- c(seen, as.list(types))
  }
  by_name <- split(unlist(seen), names(seen))
  # The mean of one measure is named after it, and so are its orderings.
  expect_identical(names(Filter(function(types) length(unique(types)) > 1, by_name)), character())
  expect_identical(unique(by_name$winner), "character")
})

test_that("the Bayesian test of Example 1 has the exact probabilities", {
  p <- as.data.frame(reply("bayes"))$probability
  exact <- c(0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349)
  expect_equal(p, exact, tolerance = 1e-9)
})

test_that("a comparison holds its tests as results", {
  x <- reply("compare")
  expect_s3_class(x$tests$glrt, "htest")
  expect_s3_class(x$tests$bayes, "jointstats_bayes")
  expect_match(x$report_text, "^Methods[.] We compared 2 algorithms")
})

test_that("what is claimed of pairs is a data frame", {
  x <- reply("compare")
  expect_s3_class(x$pairs, "data.frame")
  expect_identical(x$pairs[c("state", "winner")], data.frame(state = "open", winner = NA_character_))
  # Example 1: B is better on both measures on 6 data sets, A on 1.
  expect_identical(c(x$pairs$dominates_a, x$pairs$dominates_b), c(1, 6))
  expect_identical(c(x$pairs$wins_a_time, x$pairs$wins_b_time), c(4, 8))
  # The tail (1 + 7) / 2^7 of seven votes, and what all chains of claims cost there.
  expect_equal(x$pairs$p_joint_b, 0.15162767358287, tolerance = 1e-12)
})

test_that("pairwise tests have the papers' matrix", {
  x <- reply("pairwise")
  expect_identical(dim(x$matrix), c(2L, 2L))
  expect_identical(rownames(x$matrix), x$algorithms[1:2])
})

test_that("a result holds its figures, the default one first, in words and as text", {
  x <- reply("bayes")
  expect_identical(names(x$figures), c("quadrant", "statements"))
  shown <- x$figures$statements
  expect_identical(names(shown), c("title", "alt", "caption", "content", "drawing", "data", "axes"))
  expect_identical(jsonlite::parse_json(shown$content)$title, shown$title)
  expect_identical(jsonlite::parse_json(shown$drawing)$width, 6.9)
})

test_that("a part prints and tidies; for its figures it names the call that draws them", {
  part <- reply("compare")$tests$bayes
  expect_output(print(part), "^Bayesian test\n")
  expect_identical(as.data.frame(part), as.data.frame(reply("bayes")))
  expect_null(part$figures)
  expect_error(plot(part), "Call bayes_test\\(\\) for", class = "jointstats_plot_error")
})

test_that("rows are data frames, what they say of each measure among them", {
  x <- reply("bayes")
  expect_identical(x$statements$order$accuracy, c("B > A", "B > A", "A > B", "A > B"))
  expect_identical(x$statements$order$time, c("B > A", "A > B", "B > A", "A > B"))
  expect_identical(x$frame, x$statements[setdiff(names(x$statements), "order")])
  expect_identical(as.data.frame(x), x$frame)
})

test_that("a statement about a control says whether it is best", {
  node <- list(algorithms = c("A", "B"), measures = list(accuracy = c("1", ""), time = c(NA, "1")))
  orders <- jointstats:::new_orders(node, "B")
  expect_identical(orders, data.frame(accuracy = c("B", "not B"), time = c(NA, "B")))
})

test_that("an absent name is NULL", {
  x <- reply("glrt")
  expect_null(x$nothing)
  expect_null(x$p_val) # no partial matching
})

# jsonlite makes matrices of names, too, where lists of them happen to be of one size.
names_in_lists <- function(x) {
  if (is.matrix(x) && !is.numeric(x)) {
    lapply(seq_len(nrow(x)), function(i) x[i, ])
  } else if (is.list(x)) {
    lapply(x, names_in_lists)
  } else {
    x
  }
}

test_that("lists of values become vectors, those of numbers matrices, as jsonlite does it", {
  files <- list.files(test_path("replies"), full.names = TRUE)
  expect_gt(length(files), 20)
  for (file in files) {
    json <- jsonlite::read_json(file)$json
    expect_identical(
      jointstats:::as_vectors(jsonlite::parse_json(json)),
      names_in_lists(jsonlite::parse_json(json, simplifyVector = TRUE, simplifyDataFrame = FALSE))
    )
  }
})

test_that("a lone name that reads like a missing value is a name", {
  decode <- function(json) jointstats:::as_vectors(jsonlite::parse_json(json))
  expect_identical(decode('{"algorithms":["NA"]}'), list(algorithms = "NA"))
  expect_identical(decode('[null,"NA"]'), c(NA, "NA"))
})

test_that("cliques are lists of names, whatever their sizes", {
  decode <- function(json) jointstats:::list_of_names(jointstats:::as_vectors(jsonlite::parse_json(json)))
  expect_identical(decode('[["A","B"],["B","C"]]'), list(c("A", "B"), c("B", "C")))
  expect_identical(decode('[["A","B"],["B","C","D"]]'), list(c("A", "B"), c("B", "C", "D")))
  expect_identical(decode('[["A","B"]]'), list(c("A", "B")))
  expect_identical(decode("[]"), list())
})

test_that("every result has a table in LaTeX and Markdown", {
  need_python()
  for (name in replies) {
    x <- reply(name)
    latex <- strsplit(to_latex(x), "\n", fixed = TRUE)[[1]]
    expect_match(latex[1], "^[\\\\]begin[{](tabular|longtable)[}]")
    expect_match(to_latex(x), "[\\]end[{](tabular|longtable)[}]")
    lines <- strsplit(to_markdown(x), "\n", fixed = TRUE)[[1]]
    expect_match(lines[2], "^[|]( -+:? [|])+$")
    rules <- grepl("^[|]( -+:? [|])+$", lines)
    expect_identical(sum(grepl("[\\]{2}$", latex)), sum(grepl("^[|]", lines) & !rules))
  }
  expect_match(
    to_markdown(reply("glrt")), "| B is better than A on accuracy and time | 6 |",
    fixed = TRUE
  )
  expect_identical(to_latex(reply("compare")$tests$bayes), to_latex(reply("bayes")))
  expect_error(to_latex(reply("table")), "takes the result of a test", class = "jointstats_argument_error")
  expect_error(to_markdown(mtcars), "data.frame", class = "jointstats_argument_error")
})

test_that("a report needs the data", {
  path <- tempfile()
  expect_error(to_html(reply("glrt"), path), "Call glrt_test\\(\\) again", class = "jointstats_argument_error")
  expect_error(to_html(mtcars, path), "to_html\\(\\) takes", class = "jointstats_argument_error")
  expect_error(to_html(reply("compare"), path), "does not keep", class = "jointstats_argument_error")
  expect_false(file.exists(path))
})

test_that("a saved comparison has its tables by name, those of the core", {
  need_python()
  example <- load_dataset("example1")
  result <- compare_algorithms(example)
  for (name in c("pairs", "measures", "data", "statements")) {
    again <- c(list(of = "compare_algorithms", form = "latex", which = name), result$asked)
    expect_identical(to_latex(result, name), paste0(jointstats:::call_core("result_table", again), "\n"))
    expect_identical(to_markdown(reply("compare"), name), to_markdown(result, name)) # has no data to repeat it
  }
  expect_identical(to_latex(result, "league"), to_latex(result))
  long <- compare_algorithms(data.frame(d = rep(1:201, each = 2), m = c("A", "B"), acc = 1:402), dataset = "d",
    algorithm = "m", measures = c(acc = "max"))
  expect_null(long$table$named$data)
  expect_match(to_latex(long, "data"), "longtable", fixed = TRUE)
})

test_that("results have reports, comparisons further tables", {
  need_python()
  path <- tempfile(fileext = ".html")
  on.exit(unlink(path))
  example <- load_dataset("example1")
  to_html(glrt_test(example), path)
  page <- paste(readLines(path, encoding = "UTF-8"), collapse = "\n")
  expect_match(page, "do not establish which dominance statement is most common", fixed = TRUE)
  expect_match(page, "js.glrt_test(table", fixed = TRUE)
  result <- compare_algorithms(example)
  expect_match(to_latex(result), "algorithm & wins & ahead & trade-offs & possible & open & behind & losses &", fixed = TRUE)
  expect_match(to_markdown(result), "| B | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 1.2 (1–2) |", fixed = TRUE)
  expect_match(to_latex(result, "data"), "\\textbf{\\underline{", fixed = TRUE)
  expect_match(to_markdown(result, "pairs"), "The data do not establish a difference", fixed = TRUE)
  expect_error(to_latex(result, "leagues"), "league", class = "jointstats_option_error")
  words <- strsplit(strsplit(result$report_text, "\n\n", fixed = TRUE)[[1]], " ", fixed = TRUE)
  expect_true(length(words) == 2 && all(lengths(words) <= 110))
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
  expect_identical(names(row), c("statistic", "p.value", "p.value.asymptotic", "parameter", "method"))
  for (name in replies) {
    x <- reply(name)
    expect_identical(nrow(generics::glance(x)), 1L)
    expect_identical(generics::glance(x)$verdict, x$verdict)
    if (!(name %in% htests)) {
      rows <- if (is.null(x$by_measure)) as.data.frame(x) else x$by_measure
      expect_equal(unname(as.list(generics::tidy(x))), unname(as.list(rows)))
      expect_false(any(grepl("^(p_value|p_adjusted|df1|t|f)$", names(generics::tidy(x)))), info = name)
      expect_identical(anyDuplicated(names(generics::tidy(x))), 0L)
    }
  }
})

test_that("glance has statistic and p-value of tests of each measure", {
  skip_if_not_installed("generics")
  for (name in c("friedman", "sign", "wilcoxon")) {
    rows <- reply(name)$tests
    row <- generics::glance(reply(name))
    best <- which.min(rows$p_adjusted)
    expect_identical(row$statistic, rows[[if (name == "friedman") "chi2" else "statistic"]][best])
    expect_identical(row$p.value, min(rows$p_adjusted))
  }
})

test_that("tidy has broom's names", {
  skip_if_not_installed("generics")
  has <- function(name, ...) expect_true(all(c(...) %in% names(generics::tidy(reply(name)))), info = name)
  has("wilcoxon", "estimate", "conf.low", "conf.high", "statistic", "p.value", "adj.p.value")
  has("corrected_t", "estimate", "std.error", "statistic", "df", "conf.low", "conf.high", "p.value")
  has("friedman", "statistic", "statistic.f", "num.df", "den.df", "p.value", "adj.p.value")
  has("bayes", "estimate", "conf.low", "conf.high", "probability")
  has("hotelling", "statistic", "p.value", "num.df", "den.df")
  expect_identical(generics::tidy(reply("hotelling"))$num.df, reply("hotelling")$df1)
})

test_that("broom's own method for htest works on a test with one p-value", {
  skip_if_not_installed("broom")
  x <- reply("glrt")
  class(x) <- "htest"
  expect_equal(broom::tidy(x)$p.value, x$p.value)
  expect_identical(names(broom::tidy(reply("glrt")))[1:2], c("statistic", "p.value"))
})

test_that("unknown facts are missing, not NaN", {
  x <- reply("glrt")
  expect_null(x$statements$probability)
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
  expect_match(printed, "^Bayesian test$", all = FALSE)
})

test_that("text is no wider than the console: the core's lines for the width, or narrower ones", {
  for (name in replies) {
    text <- reply(name)$text
    expect_equal(text$widths, c(40, 60, 80))
    for (width in c(40, 60, 72, 80, 200)) {
      local({
        old <- options(width = width)
        on.exit(options(old))
        lines <- capture.output(print(summary(reply(name))))
        expect_lte(max(nchar(lines, "width")), width)
        fits <- max(which(text$widths <= width))
        expect_identical(paste(lines, collapse = "\n"), gsub("\033\\[[0-9]+m", "", text$whole[fits]))
      })
    }
  }
})

test_that("a result is printed in the lines of the console that it was made on", {
  need_python()
  old <- options(width = 71)
  on.exit(options(old))
  x <- compare_algorithms(load_dataset("weka"))
  expect_equal(x$text$widths, c(40, 60, 71))
  lines <- capture.output(print(summary(x)))
  expect_true(any(nchar(lines) > 60) && all(nchar(lines) <= 71))
})

test_that("print() takes one screen; bold is for terminals only", {
  expect_lte(length(capture.output(print(weka_comparison))), 40)
  expect_match(capture.output(print(weka_comparison)), "summary(x)", fixed = TRUE, all = FALSE)
  expect_false(jointstats:::shows_bold()) # captured output is no terminal
  expect_false(any(grepl("\033", capture.output(print(reply("bayes"))))))
  expect_match(reply("bayes")$text$whole[3], "\033[1m", fixed = TRUE)
})

test_that("a row for each pair and measure, for each algorithm and measure", {
  skip_if_not_installed("generics")
  x <- weka_comparison
  rows <- as.data.frame(x, what = "measures")
  expect_identical(nrow(rows), 2L * nrow(x$pairs))
  pair <- x$pairs[x$pairs$a == "AODE" & x$pairs$b == "Bagging", ]
  row <- rows[rows$a == "AODE" & rows$b == "Bagging" & rows$measure == "training_time", ]
  expect_identical(row$wins_a, pair$wins_a_training_time)
  expect_identical(row$p, pmin(pair$p_a_training_time, pair$p_b_training_time))
  expect_identical(row$shown, "AODE better")
  expect_true(all(c("wins_b", "ties", "unknown", "state", "winner") %in% names(rows)))
  tidied <- generics::tidy(x)
  expect_identical(tidied$adj.p.value, rows$p)
  board <- as.data.frame(x$leaderboard, what = "measures")
  expect_identical(nrow(board), 14L)
  expect_identical(
    board$mean[board$measure == "accuracy"], as.data.frame(x, what = "board")$mean_accuracy
  )
  expect_identical(as.data.frame(generics::tidy(x$leaderboard)), board)
  measured <- unlist(lapply(c(names(rows), names(board)), endsWith, "accuracy"))
  expect_false(any(measured)) # no column has a measure in its name
})

test_that("the frame of a comparison has the pairs or the board", {
  skip_if_not_installed("generics")
  x <- reply("compare")
  expect_identical(as.data.frame(x), x$pairs)
  expect_identical(as.data.frame(x, what = "board"), as.data.frame(x$leaderboard))
  expect_error(as.data.frame(x, what = "tests"), "pairs")
  expect_identical(generics::glance(x)$alpha, 0.05)
  x$alpha <- 0.1
  bounds <- confint(x) # of the medians: they hold jointly
  expect_identical(unname(bounds), unname(as.matrix(x$by_measure[c("low", "high")])))
  expect_identical(dimnames(bounds), list(c("A:B:accuracy", "A:B:time"), c("5 %", "95 %")))
})

test_that("without UTF-8 a result prints in ASCII", {
  for (name in replies) {
    text <- jointstats:::in_ascii(reply(name)$text$whole)
    text <- gsub("\033", "", text, fixed = TRUE)
    expect_false(any(grepl("[^ -~\n]", text)), info = paste(name, gsub("[ -~\n]", "", text)))
  }
})

test_that("orders with ties are read and printed", {
  result <- reply("ties")
  expect_identical(result$best, list(accuracy = list(c("A", "B")), time = c("B", "A")))
  expect_identical(result$statements$order$accuracy, c("A = B", "B > A"))
  printed <- paste(capture.output(print(result)), collapse = " ") # lines break anywhere
  expect_match(printed, "A and B practically equal on accuracy, B better on time", fixed = TRUE)
})

test_that("an argument that a method does not have is refused by name", {
  x <- reply("glrt")
  refused <- function(code, name) {
    expect_error(code, sprintf("has no argument \"%s\"", name), class = "jointstats_argument_error")
  }
  refused(with_device(plot(x, "statements", colour = "red")), "colour")
  refused(as.data.frame(x, wide = TRUE), "wide")
  refused(generics::tidy(x, conf.int = TRUE), "conf.int")
  refused(generics::glance(x, digits = 2), "digits")
  refused(as.data.frame(reply("table"), long = TRUE), "long")
  refused(generics::tidy(reply("counts"), long = TRUE), "long")
  expect_error(generics::tidy(x, 3), "no more arguments", class = "jointstats_argument_error")
  expect_s3_class(data.frame(reply("sign")), "data.frame") # which passes one on
})

test_that("glance() has the statistic and the p-value of every test, or the reason why there is none", {
  for (name in c("friedman", "quade", "sign", "wilcoxon", "corrected_t")) {
    x <- reply(name)
    row <- generics::glance(x)
    expect_identical(row$p.value, min(x$tests$p_adjusted), info = name)
    expect_true(row$statistic %in% unlist(as.list(x$tests)), info = name)
  }
  expect_identical(generics::glance(reply("compare"))$p.value, min(reply("compare")$pairs$p_adjusted))
  expect_identical(generics::glance(reply("watch"))$p.value, reply("watch")$p_value)
  for (name in replies) {
    row <- generics::glance(reply(name))
    expect_identical(is.na(row$p.value), "no.p.value" %in% names(row), info = name)
  }
  expect_match(generics::glance(reply("bayes"))$no.p.value, "probabilities decide")
})

test_that("saved results become LaTeX, Markdown and knitr tables without Python", {
  skip_on_os("windows")
  code <- c(
    "library(jointstats)",
    "cat(nchar(to_latex(weka_comparison)) > 300, grepl('[|] AODE', to_markdown(weka_comparison)))",
    "cat(grepl('[|] AODE', knitr::knit_print(weka_comparison, list(jointstats = 'table'))))"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  expect_identical(utils::tail(printed, 1), "TRUE TRUETRUE")
})
