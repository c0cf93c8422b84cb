# The core through R: numbers, errors, seeds. These need Python.

long <- data.frame(
  data = c("iris", "iris", "wine", "wine"), method = c("A", "B", "A", "B"),
  acc = c(0.91, 0.93, 0.88, 0.90), secs = c(1.2, 0.8, 2.0, 1.5)
)
measures <- c(acc = "max", secs = "min")

test_that("Example 1 of the paper", {
  need_python()
  table <- load_dataset("example1")
  x <- glrt_test(table)
  expect_identical(c(x$p.value, x$p_value), c(0.5078125, 0.5078125))
  expect_equal(x$p_value_asymptotic, 0.3126627, tolerance = 1e-6)
  p <- suppressWarnings(bayes_test(table))$frame$probability
  exact <- c(0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349)
  expect_equal(p, exact, tolerance = 1e-9)
  expect_identical(statement_counts(table)$weights, c(1, 2, 3, 6))
})

test_that("a leaderboard is filtered by its shortfalls", {
  need_python()
  table <- load_dataset("weka")
  board <- leaderboard(table)
  expect_identical(at_most_behind(board, accuracy = 0.05)[1], "RandomForest")
  expect_identical(
    at_most_behind(compare_algorithms(table), accuracy = 0.05), at_most_behind(board, accuracy = 0.05)
  )
  expect_identical(at_most_behind(board, accuracy = 0), character())
  expect_true(all(at_most_behind(board, accuracy = 0.05, auc = 0.05) %in% as.data.frame(board)$algorithm))
  expect_error(at_most_behind(board, acc = 0.05), "acc", class = "jointstats_column_error")
  expect_error(at_most_behind(board), "accuracy = 0.01", class = "jointstats_argument_error")
  expect_error(at_most_behind(board, 0.05), "needs a name", class = "jointstats_option_error")
})

test_that("a claim takes names by position, and lists as vectors", {
  need_python()
  table <- load_dataset("example1")
  x <- claim_test(table, "B", "A", better = c("accuracy", "time"), at_least = 1, alternative = "two-sided")
  expect_identical(c(x$yes, x$n), c(11, 12)) # all but the one on which A is better on both
  expect_identical(x$alternative, "two.sided")
  expect_equal(x$p.value, stats::binom.test(11, 12)$p.value, tolerance = 1e-12)
  expect_output(print(x), "true share of votes is not equal to 0.5")
  expect_identical(x$algorithms, c("B", "A"))
  margin <- claim_test(table, "B", "A", not_worse = c(accuracy = 0.25), better = "time")
  expect_match(margin$claim, "not worse than A on accuracy (margin 0.25)", fixed = TRUE)
  expect_identical(margin$call$not_worse$accuracy, 0.25)
  expect_error(
    claim_test(table, "B", "A", not_worse = 0.25), "not_worse must be names",
    class = "jointstats_argument_error"
  )
  by_name <- claim_test(long,
    a = "B", b = "A", better = "acc", dataset = "data", algorithm = "method", measures = measures
  ) |> suppressWarnings()
  expect_identical(by_name$yes, 2)
  expect_error(
    claim_test(table, "B", better = "time"), "needs `b`", class = "jointstats_argument_error"
  )
  expect_error(
    claim_test(table, "B", "A", better = "time", alternative = "two.sided"),
    'did you mean "two-sided"', class = "jointstats_option_error"
  )
  plan <- plan_datasets(claim_share = 0.8, n = 20)
  expect_equal(plan$chances$right, stats::pbinom(14, 20, 0.8, lower.tail = FALSE), tolerance = 1e-12)
  expect_equal(plan$needed$n, 18)
})

test_that("a plan supposes noisy runs and families of data sets", {
  need_python()
  noise <- c(acc = 1, time = 0.5)
  plan <- plan_datasets(
    claim_share = 0.8, noise = noise, n_runs = 4, n = 20, max_n = 100,
    cluster_size = 2, cluster_correlation = 1
  )
  expect_s3_class(plan$designs, "data.frame")
  expect_equal(plan$designs$runs, c(1, 2, 3, 4, 5, 10))
  expect_equal(plan$designs$total_runs, plan$designs$runs * plan$designs$n)
  expect_equal(plan$designs$families, plan$designs$n / 2)
  # families of two that agree wholly are one vote each
  wholly <- plan_datasets(claim_share = 0.8, n = 40, cluster_size = 2, cluster_correlation = 1)
  expect_equal(
    wholly$chances$right, stats::pbinom(14, 20, 0.8, lower.tail = FALSE),
    tolerance = 1e-12
  )
  # one run as noisy as data sets differ
  noisy <- plan_datasets(claim_share = 0.8, n = 20, noise = 1)
  share <- stats::pnorm(stats::qnorm(0.8) / sqrt(2))
  expect_equal(
    noisy$chances$right, stats::pbinom(14, 20, share, lower.tail = FALSE),
    tolerance = 1e-12
  )
  expect_error(plan_datasets(claim_share = 0.8, n_runs = 3), "n_runs changes nothing without noise")
})

test_that("a claim is looked at again and again, in a ledger that both languages read", {
  need_python()
  path <- tempfile(fileext = ".json")
  made <- watch_claim(path, NULL, "B", "A",
    better = "secs", measures = measures
  )
  expect_identical(made$n, 0)
  expect_identical(nrow(as.data.frame(made)), 0L)
  later <- function(n) {
    data.frame(data = rep(paste0("d", seq_len(n)), each = 2), method = c("A", "B"), acc = 1, secs = 2:1)
  }
  for (n in c(3, 8)) {
    x <- watch_claim(path, later(n), dataset = "data", algorithm = "method")
  }
  expect_s3_class(x, c("jointstats_watch", "jointstats_test"), exact = TRUE)
  expect_identical(c(x$n, x$n_new, x$yes, x$no), c(8, 5, 8, 0))
  looks <- as.data.frame(x)
  expect_identical(looks$n, c(3, 8))
  # All of n data sets: 2^n times the mean of p^n, p > 1/2, of a Beta(1/2, 1/2).
  mixture <- function(n) {
    2^(n + 1) * stats::pbeta(0.5, n + 0.5, 0.5, lower.tail = FALSE) * beta(n + 0.5, 0.5) / pi
  }
  expect_equal(looks$e_value, mixture(c(3, 8)), tolerance = 1e-9)
  expect_equal(x$p_value, 1 / mixture(8), tolerance = 1e-9)
  expect_identical(x$decided_at, 8)
  expect_identical(watch_claim(path)$verdict, x$verdict)
  expect_output(print(x), "After 8 data sets the data show")
  expect_identical(jsonlite::fromJSON(path)$datasets$dataset, paste0("d", 1:8))
  changed <- transform(later(8), secs = 1)
  expect_error(
    watch_claim(path, changed, dataset = "data", algorithm = "method"),
    "recorded results cannot change", class = "jointstats_ledger_error"
  )
  expect_error(watch_claim(path, alpha = 0.1), "alpha is 0.05, not 0.1", class = "jointstats_ledger_error")
})

test_that("a table from any form is the same table", {
  need_python()
  from_long <- results_table(long, "data", "method", measures)
  a <- long$method == "A"
  wide <- function(column) {
    rbind(iris = c(A = column[1], B = column[2]), wine = c(A = column[3], B = column[4]))
  }
  from_wide <- results_table(
    list(acc = wide(long$acc), secs = wide(long$secs)), measures = measures
  )
  from_matrices <- results_table(
    list(A = as.matrix(long[a, 3:4]), B = as.matrix(long[!a, 3:4])), measures = measures,
    datasets = c("iris", "wine")
  )
  expect_identical(from_wide$values, from_long$values)
  expect_identical(from_matrices$values, from_long$values)
  back <- as.data.frame(from_long)
  again <- results_table(back, "dataset", "algorithm", measures)
  expect_identical(again$values, from_long$values)
})

test_that("a leaderboard has a row for each algorithm, and properties of these", {
  need_python()
  board <- data.frame(
    model = c("A", "B", "C"), iris_acc = c(0.9, 0.8, 0.7), wine_acc = c(0.8, 0.9, 0.6),
    iris_f1 = c(0.7, 0.8, 0.9), wine_f1 = c(0.6, 0.5, 0.4), price = c(20, 45, 3)
  )
  ways <- c(acc = "max", f1 = "max")
  x <- results_table(board, algorithm = "model", measures = ways, per_algorithm = c(price = "min"))
  expect_identical(x$datasets, c("iris", "wine"))
  expect_identical(unname(x$values["wine", "f1", ]), c(0.6, 0.5, 0.4))
  expect_identical(
    x$properties, list(price = list(direction = "min", values = c(A = 20, B = 45, C = 3)))
  )
  expect_match(format(x), "properties: price \\(min\\)", all = FALSE)
  back <- results_table(
    as.data.frame(x), "dataset", "algorithm", ways, per_algorithm = list(price = "min")
  )
  expect_identical(back$properties, x$properties)
  expect_identical(back$values, x$values)
  wide <- results_table(
    board, algorithm = "model", measures = ways, columns = "{dataset}_{measure}"
  )
  expect_identical(wide$values, x$values)
  tested <- compare_algorithms(
    board,
    algorithm = "model", measures = ways, per_algorithm = c(price = "min")
  )
  expect_identical(tested$properties$price$values$B, 45)
  expect_identical(tested$pairs, compare_algorithms(x)$pairs)
  expect_error(
    results_table(board, algorithm = "model", measures = ways, per_algorithm = c(cost = "min")),
    "no column \"cost\" \\(property\\)",
    class = "jointstats_column_error"
  )
})

test_that("column types are read alike", {
  need_python()
  plain <- results_table(long, "data", "method", measures)
  typed <- transform(long,
    data = factor(data, levels = c("unused", "wine", "iris")), method = factor(method),
    secs = as.character(secs)
  )
  expect_identical(results_table(typed, "data", "method", measures)$values, plain$values)
  reversed <- results_table(
    transform(long, method = factor(method, c("B", "C", "A"))), "data", "method", measures
  )
  expect_identical(reversed$algorithms, c("B", "A"))
  expect_identical(reversed$values[, , c("A", "B")], plain$values)
  numbered <- transform(long, data = c(1L, 1L, 2L, 2L))
  expect_identical(results_table(numbered, "data", "method", measures)$datasets, c("1", "2"))
  skip_if_not_installed("tibble")
  expect_identical(results_table(tibble::as_tibble(long), "data", "method", measures), plain)
})

test_that("a test takes a data frame with the same arguments", {
  need_python()
  direct <- glrt_test(long, dataset = "data", algorithm = "method", measures = measures)
  expect_identical(direct$p.value, glrt_test(results_table(long, "data", "method", measures))$p.value)
  wide <- rbind(iris = c(A = 0.91, B = 0.93), wine = c(A = 0.88, B = 0.90))
  expect_identical(glrt_test(wide, measures = c(acc = "max"))$n, 2)
})

test_that("missing results follow the rule", {
  need_python()
  gap <- transform(long, acc = c(0.91, NA, 0.88, 0.90), n = c(1L, 2L, NA, 4L))
  expect_error(
    results_table(gap, "data", "method", c(acc = "max", n = "min")),
    '2 results are missing: acc of B on "iris"; n of A on "wine".',
    fixed = TRUE, class = "jointstats_missing_values_error"
  )
  kept <- results_table(gap, "data", "method", measures, missing = "drop")
  expect_identical(kept$datasets, "wine")
  expect_identical(kept$dropped, data.frame(dataset = "iris", reason = "acc of B is missing"))
  failed <- results_table(gap, "data", "method", measures, missing = "worst")
  expect_identical(failed$values[["iris", "acc", "B"]], NA_real_)
  expect_silent(suppressMessages(sign_test(failed)))
})

test_that("errors are typed conditions with the core's sentences", {
  need_python()
  expect_error(
    results_table(long, "date", "method", measures),
    'The table has no column "date" (data set). Did you mean "data"?',
    fixed = TRUE, class = "jointstats_column_error"
  )
  expect_error(results_table(long, "data", "method", c(acc = "up")), class = "jointstats_direction_error")
  expect_error(
    results_table(long, "data", "method"),
    'results_table(df, measures = c(acc = "max", secs = "min"), dataset = "data", algorithm = "method")',
    fixed = TRUE, class = "jointstats_roles_error"
  )
  table <- load_dataset("example1")
  expect_error(glrt_test(table, alpha = 2), "alpha", class = "jointstats_option_error")
  expect_error(glrt_test(table, alpha = NA), "alpha", class = "jointstats_option_error")
  expect_error(
    glrt_test(table, alpa = 0.1), 'no argument "alpa"; did you mean "alpha"?',
    class = "jointstats_argument_error"
  )
  expect_error(glrt_test(table, 0.1), "needs its name", class = "jointstats_argument_error")
  expect_error(load_dataset("iris"), class = "jointstats_column_error")
})

test_that("errors speak R, and a wrong argument is one sentence", {
  need_python()
  table <- load_dataset("example1")
  said <- function(code) tryCatch(code, jointstats_error = conditionMessage)
  expect_match(
    said(results_table(long, "data", "method", c("acc", "secs"))),
    'such as measures = c(accuracy = "max", time = "min"); got c("acc", "secs").',
    fixed = TRUE
  )
  expect_match(said(results_table(long, "data", "method", measures, rope = 0.1)), "such as rope = c(acc = 0.1).", fixed = TRUE)
  expect_match(said(glrt_test(table, alpha = NA)), "got NA")
  expect_identical(said(compare_algorithms(table, on = TRUE)), "on must be a vector of names; got TRUE.")
  expect_match(said(bayes_test(table, on = 1)), 'There is no measure "1"; known: "accuracy", "time".', fixed = TRUE)
  expect_identical(said(counts_from_vector(c(1, 2, 3, 6))), "counts_from_vector() needs `measures`.")
  expect_match(said(counts_from_orders(1, 1, "A", c(a = "max"))), "^orders must be a list of orderings")
  expect_match(said(read_results(1)), "`path` must be the name of a file; got 1.", fixed = TRUE)
  expect_match(said(network_test(table, structure = 1)), "a list of arcs, each c(parent, child); got 1.", fixed = TRUE)
  expect_match(said(compare_algorithms(long, measure = measures)), 'no argument "measure"; did you mean "measures"?', fixed = TRUE)
  warned <- tryCatch(learn_measures(table), warning = identity)
  expect_match(conditionMessage(warned), "`apply` or `share`")
  expect_s3_class(warned, c("jointstats_warning", "warning", "condition"), exact = TRUE)
})

test_that("files of other programs say what is where", {
  need_python()
  said <- function(call) conditionMessage(tryCatch(call, error = identity))
  scores <- list(
    iris = list(tree = c(0.9, 0.8), bayes = c(0.5, 0.75)),
    wine = list(tree = c(0.7, 0.65), bayes = c(0.25, 0.5))
  )
  as_written <- lapply(scores, lapply, function(x) list(fit_time = c(1, 3), test_accuracy = x))
  path <- tempfile(fileext = ".json")
  jsonlite::write_json(as_written, path)
  x <- read_results(path)
  expect_identical(x$measures, c(accuracy = "max")) # a time has to be named
  expect_equal(x$values[["iris", "accuracy", "tree"]], mean(scores$iris$tree))
  expect_length(x$notes, 1L)
  expect_match(x$notes, "test_share = 0.1", fixed = TRUE)
  expect_true(any(grepl("  note:       Folds", format(x), fixed = TRUE)))
  tested <- tryCatch(sign_test(x), warning = identity)
  expect_identical(conditionMessage(tested), x$notes)
  kept <- read_results(path, measures = "accuracy", test_share = 0.5)
  expect_identical(names(kept$measures), "accuracy")
  expect_equal(unname(kept$all_runs$values["wine", "accuracy", "bayes", ]), scores$wine$bayes)
  expect_null(kept$notes)
  both <- read_results(path, "sklearn", measures = c("fit_time", "accuracy"), test_share = 0.5)
  expect_identical(both$measures, c(fit_time = "min", accuracy = "max"))
  expect_match(said(read_results(path, measures = c(accuracy = "min"))), 'measures = c(accuracy = "max")', fixed = TRUE)
  expect_match(said(read_results(c(path, path))), "is nested")
  expect_match(said(read_results("https://a.org/r.csv")), "download it first")
  table <- tempfile(fileext = ".csv")
  writeLines(c("data,method,acc", "iris,A,0.91", "iris,B,0.93"), table)
  named <- read_results(table, dataset = "data", algorithm = "method", measures = c(acc = "max"))
  expect_identical(named$datasets, "iris")
})

test_that("lists without names reach the core", {
  need_python()
  x <- network_test(load_dataset("example1"), structure = list(c("accuracy", "time")))
  expect_identical(x$arcs[c("from", "to")], data.frame(from = "accuracy", to = "time"))
  orders <- list(list(list(acc = c("A", "B")), 0.7), list(list(acc = c("B", "A")), 0.3))
  by_order <- plan_datasets(
    orders,
    algorithms = c("A", "B"), measures = c(acc = "max"), n = 20, tests = "glrt"
  )
  by_share <- plan_datasets(c(0.7, 0.3), measures = c(acc = "max"), n = 20, tests = "glrt")
  expect_identical(by_order$chances, by_share$chances)
})

test_that("warnings are typed conditions", {
  need_python()
  expect_warning(bayes_test(load_dataset("example1")), class = "jointstats_prior_sensitivity_warning")
})

test_that("awkward names come back as they went", {
  need_python()
  odd <- c("a b", "\u00fc", "\u4e2d\u6587", "007", "NA", "x.y")
  df <- expand.grid(method = c("A 1", "B \u00fc"), `data set` = odd, stringsAsFactors = FALSE)
  df[["\u4e2d measure"]] <- seq_len(nrow(df)) / 7
  table <- results_table(df, "data set", "method", stats::setNames("max", "\u4e2d measure"))
  expect_identical(table$datasets, odd)
  expect_identical(table$algorithms, c("A 1", "B \u00fc"))
  expect_identical(names(table$measures), "\u4e2d measure")
  expect_identical(names(as.data.frame(table))[3], "\u4e2d measure")
})

test_that("names come back in a plain C locale too", {
  need_python()
  skip_on_os("windows")
  code <- c(
    "library(jointstats)",
    "df <- data.frame(d = '\\u4e2d\\u6587', a = c('\\u00fc', 'B'), m = c(1, 2))",
    "t <- results_table(df, 'd', 'a', c(m = 'max'))",
    "cat(identical(t$datasets, '\\u4e2d\\u6587'), identical(t$algorithms, c('\\u00fc', 'B')))"
  )
  expect_identical(fresh_r(code, env = "LC_ALL=C"), "TRUE TRUE")
})

test_that("a saved table gives the same test in a fresh process", {
  need_python()
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  table <- results_table(long, "data", "method", measures, rope = c(acc = 0.001))
  saveRDS(table, file)
  expect_identical(glrt_test(readRDS(file)), glrt_test(table))
})

test_that("counts in pieces give the test of the whole", {
  need_python()
  table <- load_dataset("example1")
  whole <- statement_counts(table)
  frame <- as.data.frame(table)
  piece <- function(names) {
    statement_counts(
      frame[frame$dataset %in% names, ],
      dataset = "dataset", algorithm = "algorithm", measures = table$measures
    )
  }
  together <- piece(table$datasets[1:5]) + piece(table$datasets[6:12])
  expect_identical(together$weights[order(together$codes %*% c(2, 1))], whole$weights)
  expect_identical(glrt_test(together)$p.value, glrt_test(table)$p.value)
  given <- counts_from_vector(c(1, 2, 3, 6), measures = table$measures)
  expect_identical(glrt_test(given)$p.value, glrt_test(table)$p.value)
  expect_error(whole + counts_from_vector(c(1, 1), measures = c(a = "max")), class = "jointstats_option_error")
})

test_that("ties are an outcome of their own where the measure has a rope", {
  need_python()
  a <- cbind(accuracy = seq(0.6, 0.9, length.out = 60), time = seq(10, 20, length.out = 60))
  b <- cbind(accuracy = a[, 1] + c(0.004, -0.004), time = a[, 2] / 2)
  table <- results_table(
    list(A = a, B = b), measures = c(accuracy = "max", time = "min"), rope = c(accuracy = 0.01)
  )
  result <- glrt_test(table)
  expect_match(result$verdict, "A and B practically equal on accuracy, B better on time")
  expect_identical(result$best, list(accuracy = list(c("A", "B")), time = c("B", "A")))
  expect_identical(result$statements$order$accuracy, "A = B")
  expect_identical(unlist(result$tie_rules), c(accuracy = "equal", time = "split"))
  expect_warning(split <- bayes_test(table, ties = c(accuracy = "split")), "ties = \"equal\"")
  expect_false(split$decided)
  expect_identical(split$tied_best$accuracy, c("A > B", "B > A"))
  counts <- statement_counts(table)
  expect_identical(counts$tie_rules, c(accuracy = "equal", time = "split"))
  expect_identical(as.data.frame(counts + counts)$count, 120)
  again <- counts_from_orders(list(result$best), 60, c("A", "B"), table$measures)
  expect_identical(glrt_test(again)$p.value, result$p.value)
  vector <- counts_from_vector(
    c(0, 0, 0, 60, 0, 0), measures = table$measures, ties = c(accuracy = "equal")
  )
  expect_identical(glrt_test(vector)$best, result$best)
  pairs <- pairwise_tests(table, test = "network", ties = "equal")
  expect_match(pairs$matrix[1, 1], "^=<")
  expect_error(
    glrt_test(load_dataset("weka"), ties = "equal"),
    "ties = \"equal\" needs two algorithms", class = "jointstats_option_error"
  )
})

# The R value that a Python default, as text, stands for.
python_default <- function(text) {
  switch(text,
    required = "required", None = NULL, True = TRUE, False = FALSE,
    if (grepl("^[0-9]", text)) {
      as.numeric(text)
    } else {
      eval(parse(text = sub("^[(]", "c(", text)))
    }
  )
}

test_that("every public function of the core has its twin with the same arguments", {
  need_python()
  python <- reticulate::py_run_string(paste(
    "import inspect, json, jointstats",
    "known = {}",
    "for name in jointstats.__all__:",
    "    value = getattr(jointstats, name)",
    "    if inspect.isfunction(value):",
    "        parameters = inspect.signature(value).parameters.values()",
    "        known[name] = {",
    "            p.name: '...' if p.kind is p.VAR_KEYWORD",
    "            else 'required' if p.default is p.empty else repr(p.default)",
    "            for p in parameters",
    "        }",
    "known = json.dumps(known)",
    sep = "\n"
  ), local = TRUE)
  core <- jsonlite::parse_json(python$known)
  # This takes estimators of scikit-learn, which R does not have; a schema is of what to_dict()
  # gives, which is Python's.
  only <- c("compare_estimators", "json_schema")
  for (name in setdiff(names(core), only)) {
    expect_true(name %in% getNamespaceExports("jointstats"), info = name)
    twin <- formals(getExportedValue("jointstats", name))
    ours <- sub("^(roles|keywords)$", "...", names(core[[name]]))
    twin$data <- NULL # of a formula
    expect_setequal(as.character(names(twin)), as.character(ours))
    # R's own generator chooses the seed (set.seed() governs).
    for (argument in setdiff(names(twin), c("...", "rng"))) {
      in_r <- if (identical(twin[[argument]], quote(expr = ))) "required" else eval(twin[[argument]])
      expect_identical(in_r, python_default(core[[name]][[argument]]), info = paste(name, argument))
    }
  }
})

test_that("set.seed() governs what is sampled", {
  need_python()
  a <- cbind(sin(1:20), cos(1:20))
  flips <- function(...) {
    hotelling_test(
      list(A = a, B = a[20:1, 2:1]^2),
      measures = c(x = "max", y = "max"), permutation = TRUE, draws = 50, ...
    )$seed
  }
  set.seed(1)
  first <- c(flips(rng = NULL), flips(rng = NULL))
  set.seed(1)
  expect_identical(c(flips(rng = NULL), flips(rng = NULL)), first)
  expect_false(first[1] == first[2])
  expect_equal(flips(rng = 5), 5)
  expect_equal(flips(), 0) # the default of both languages
  set.seed(1)
  flips(rng = 5)
  expect_identical(flips(rng = NULL), first[1])
})

test_that("in a session that has used no random numbers the seed is Python's default", {
  need_python()
  code <- "library(jointstats); options(warn = -1); cat(mardia_test(load_dataset('example1'), draws = 99)$seed)"
  expect_true("0" %in% sub("Warning.*", "", fresh_r(code)))
})

test_that("starting Python leaves R's random numbers alone", {
  need_python()
  code <- c(
    "set.seed(1); x <- runif(1)", "set.seed(1); library(jointstats)",
    "invisible(load_dataset('example1')); cat(identical(runif(1), x))"
  )
  expect_identical(fresh_r(code), "TRUE")
})

test_that("NULL is sent where it is not the default", {
  need_python()
  expect_null(network_test(load_dataset("example1"), max_parents = NULL)$max_parents)
  expect_error(glrt_test(load_dataset("example1"), alpha = NULL), "alpha must be a number; got NULL")
})

test_that("measures of confusion counts are new columns, with their directions", {
  need_python()
  counts <- data.frame(fold = factor(1:2), tp = c(40L, 30L), fp = c(10L, 5L), tn = 45:46, fn = c(5L, 0L))
  made <- measures_from_confusion(counts, c("tpr", "fpr"))
  expect_identical(made[names(counts)], counts)
  expect_equal(made$tpr, c(40 / 45, 1))
  expect_identical(attr(made, "measures"), c(tpr = "max", fpr = "min"))
})

test_that("columns beside the confusion counts stay as they are, whatever they hold", {
  need_python()
  counts <- data.frame(tp = c(40, 30), fp = c(10, 5), tn = 45:46, fn = c(5L, NA), row.names = c("x", "y"))
  counts$day <- as.Date(c("2024-02-29", NA))
  counts$at <- as.POSIXct(c(1.5, NA), origin = "1970-01-01", tz = "Europe/Berlin")
  counts$z <- c(1i, NA)
  counts$folds <- list(1:3, "a")
  counts$both <- matrix(1:4, 2)
  made <- measures_from_confusion(counts, "tpr")
  expect_identical(made[names(counts)], counts)
  expect_identical(made$tpr, c(40 / 45, NA))
})

test_that("folds with equal results are no copies, and copies are none of folds", {
  need_python()
  folds <- transform(long[c(1, 1, 2, 2), ], fold = c(1, 2, 1, 2), when = as.Date("2024-01-01"))
  make <- function(df, ...) results_table(df, "data", "method", measures, ...)
  expect_error(make(folds), "if they are folds or runs", class = "jointstats_duplicate_rows_error")
  expect_error(make(transform(folds, fold = 1)), "identical in every column: drop the copies")
  both <- rbind(folds, transform(folds[c(1, 1), ], method = "C")) # copies, but not of these two
  expect_error(make(both, only = c("A", "B")), "if they are folds or runs")
  expect_error(
    results_table(folds, "data", "method", c(accc = "max")), 'no column "accc" (measure)',
    fixed = TRUE, class = "jointstats_column_error"
  )
})

test_that("a comparison, also one that was saved, writes its report", {
  need_python()
  x <- compare_algorithms(load_dataset("example1"), alpha = 0.1)
  files <- c(tempfile(fileext = ".html"), tempfile(fileext = ".html"), tempfile(fileext = ".rds"))
  on.exit(unlink(files))
  expect_no_warning(shown <- withVisible(to_html(x, files[1])))
  expect_identical(shown, list(value = files[1], visible = FALSE))
  saveRDS(x, files[3])
  to_html(readRDS(files[3]), files[2])
  page <- paste(readLines(files[1], encoding = "UTF-8"), collapse = "\n")
  expect_identical(page, paste(readLines(files[2], encoding = "UTF-8"), collapse = "\n"))
  expect_match(page, "result &lt;- compare_algorithms(table, alpha = 0.1)", fixed = TRUE)
  expect_match(page, "to_html(result, &quot;report.html&quot;)", fixed = TRUE)
})

test_that("a report that cannot be written is a sentence", {
  need_python()
  x <- compare_algorithms(load_dataset("example1"))
  nowhere <- file.path(tempfile(), "report.html")
  expect_error(to_html(x, nowhere), nowhere, fixed = TRUE, class = "jointstats_write_error")
  expect_error(to_html(x, NA), "`path` must be", class = "jointstats_argument_error")
  expect_error(to_html(x, c("a", "b")), "`path` must be", class = "jointstats_argument_error")
  expect_error(to_html(x, "r.pdf"), "must end in .html", class = "jointstats_argument_error")
})

test_that("without Python a loaded comparison prints and tidies, and says what documents need", {
  need_python()
  skip_on_os("windows")
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  saveRDS(compare_algorithms(load_dataset("example1")), file)
  code <- c(
    "library(jointstats)",
    sprintf("x <- readRDS('%s')", file),
    "print(x)",
    "print(x$tests$bayes)",
    "cat(nrow(as.data.frame(x)), nrow(generics::tidy(x)), '\\n')",
    "pdf(NULL); plot(x)",
    "cat(substr(to_latex(x), 1, 15), '\\n')",
    "tryCatch(to_html(x, tempfile()), error = function(e) cat(class(e)[1]))"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  expect_match(printed, "^The data do not establish a difference between A and B", all = FALSE)
  expect_match(printed, "^Bayesian test$", all = FALSE)
  expect_identical(
    trimws(utils::tail(printed, 3)), c("1 2", "\\begin{tabular}", "jointstats_python_error")
  )
})

test_that("an interrupted call ends as an interrupt, and the next one works", {
  need_python()
  skip_on_os("windows")
  # At any moment of the call: reticulate's own handlers crash R after some of these.
  code <- c(
    "library(jointstats)",
    "bridge <- jointstats:::core()",
    "slow <- 'import os, random, signal, sys, threading, time'",
    "slow[2] <- 'def slow():'",
    "slow[3] <- '  stop = lambda: os.kill(os.getpid(), signal.SIGINT)'",
    "slow[4] <- '  threading.Timer(random.uniform(0.001, 0.03), stop).start()'",
    "slow[5] <- '  time.sleep(0.02)'",
    "slow[6] <- '  return sorted(range(5 * 10**6))'",
    "slow[7] <- 'sys.modules[\"jointstats.interfaces.bridge.calls\"]._FUNCTIONS[\"slow\"] = slow'",
    "reticulate::py_run_string(paste(slow, collapse = '\n'))",
    "kind <- function(e) class(e)[1:2]",
    "attempt <- function() tryCatch(jointstats:::call_core('slow'), interrupt = kind, error = kind)",
    "kinds <- replicate(20, attempt())",
    "cat(unique(c(kinds)), load_dataset('example1')$algorithms)"
  )
  expect_identical(utils::tail(fresh_r(code), 1), "jointstats_interrupted interrupt A B")
})

# Lines of code with which a process sends itself SIGINT after some seconds, as Ctrl-C does.
ctrl_c_after <- function(seconds) {
  sprintf("system(sprintf('(sleep %s; kill -INT %%d)', Sys.getpid()), wait = FALSE)", seconds)
}

test_that("Ctrl-C ends a loop over try() at once, as it ends any other R code", {
  need_python()
  skip_on_os("windows")
  code <- c(
    "library(jointstats)", "invisible(load_dataset('example1'))", ctrl_c_after(1),
    "for (i in 1:100) { cat('turn', i, '\\n'); try(simulate_roc(cases = 1e5)) }",
    "cat('after the loop\\n')"
  )
  time <- system.time(printed <- fresh_r(code))[["elapsed"]]
  expect_identical(trimws(printed[nzchar(printed)]), c("turn 1", "Execution halted"))
  expect_identical(attr(printed, "status"), 1L)
  expect_lt(time, 300) # a turn takes longer
})

test_that("an interrupt is caught as one, also while the core is still starting", {
  need_python()
  skip_on_os("windows")
  for (seconds in c(0.1, 0.7, 1.4)) {
    code <- c(
      "library(jointstats)", ctrl_c_after(seconds),
      "said <- tryCatch({ simulate_roc(); 'finished' }, interrupt = function(e) 'interrupted',",
      "  error = conditionMessage)",
      "cat(said, load_dataset('example1')$algorithms)"
    )
    expect_identical(utils::tail(fresh_r(code), 1), "interrupted A B")
  }
})

test_that("with missing = \"unknown\" a missing result counts against a claim", {
  need_python()
  d <- expand.grid(data = paste0("d", 1:12), method = c("A", "B", "C"), stringsAsFactors = FALSE)
  d$acc <- rep(3:1, each = 12) + seq_len(36) / 100
  d$acc[c(1, 14, 27, 28)] <- NA
  table <- results_table(d, "data", "method", c(acc = "max"), missing = "unknown")
  expect_identical(c(length(table$datasets), nrow(table$dropped)), c(8L, 4L))
  pairs <- compare_algorithms(table)$pairs
  expect_identical(pairs$n, c(12, 12, 12))
  expect_identical(pairs$wins_a_acc, c(10, 9, 9))
  expect_identical(pairs$unknown_acc, c(2, 3, 3))
  # 10 of 12 votes at best; six sides of one weight.
  tail <- stats::binom.test(10, 12, alternative = "greater")$p.value
  expect_equal(pairs$p_a_acc[1], 6 * tail, tolerance = 1e-12)
  # Without a measure that is known of both, a data set tells nothing of the two.
  asked <- bayes_test(table, only = c("A", "B"))$unknown
  expect_identical(asked$n_complete + asked$n_silent, 12)
  claim <- claim_test(table, "A", "B", better = "acc")
  expect_identical(c(claim$yes, claim$no, claim$n_unknown), c(10, 2, 2))
  expect_equal(claim$p_value, tail, tolerance = 1e-12)
})
