# cbind(accuracy, time) ~ method | dataset in every test: the same as with results_table().

frame <- data.frame(
  data = rep(paste0("d", 1:12), each = 3), method = c("A", "B", "C"),
  acc = round(0.8 + sin(1:36) / 10, 3), secs = round(2 + cos(seq(2, 72, 2)), 3)
)
measures <- c(secs = "min", acc = "max")
in_order <- c("acc", "secs") # of the formula below
two <- c("A", "B")

# What each function is asked beside its data; `table` makes its data from the formula or the frame.
asked <- list(
  pairwise_tests = list(test = "sign"), compare_algorithms = list(alpha = 0.1), leaderboard = list(),
  bayes_test = list(only = two), glrt_test = list(only = two), network_test = list(only = two),
  claim_test = list(a = "A", b = "B", better = "acc"), break_even = list(a = "A", b = "B"),
  watch_claim = list(a = "A", b = "B", better = "acc"),
  sign_test = list(), wilcoxon_test = list(), bayes_sign_test = list(),
  corrected_t_test = list(measure = "acc"), friedman_test = list(), quade_test = list(),
  hotelling_test = list(only = two), learn_measures = list(share = 0.5), manova_test = list(draws = 99),
  mardia_test = list(draws = 99), plan_datasets = list(only = two, n = 20), statement_counts = list(only = two)
)

test_that("the functions that take a formula are those that take data", {
  takes <- function(name) "data" %in% names(formals(getExportedValue("jointstats", name)))
  functions <- Filter(function(name) is.function(getExportedValue("jointstats", name)), getNamespaceExports("jointstats"))
  expect_setequal(Filter(takes, functions), names(asked))
  tests <- grep("_test$", functions, value = TRUE)
  expect_identical(setdiff(tests, names(asked)), character())
})

test_that("a formula with its data gives what results_table() gives, in every test", {
  need_python()
  for (name in names(asked)) {
    folds <- name == "corrected_t_test"
    of <- if (folds) transform(frame, fold = data, data = "iris") else frame
    more <- if (folds) list(fold = "fold")
    answer <- function(...) {
      ledger <- if (startsWith(name, "watch_")) list(file.path(tempdir(), "ledger.json"))
      result <- suppressWarnings(do.call(name, c(ledger, list(...), asked[[name]])))
      unlink(unlist(ledger))
      same <- setdiff(names(result), c("ledger", "asked", "call")) # files, and the data as they came
      unclass(result)[same]
    }
    formula <- list(cbind(acc, secs) ~ method | data, data = of, measures = measures)
    table <- do.call(results_table, c(list(of, "data", "method", measures[in_order]), more))
    expect_identical(do.call(answer, c(formula, more)), answer(table), info = name)
  }
})

test_that("a formula of one measure, and of names with spaces", {
  need_python()
  odd <- stats::setNames(frame, c("data set", "the method", "acc", "run time"))
  of_one <- sign_test(`run time` ~ `the method` | `data set`, data = odd, measures = c(`run time` = "min"))
  table <- results_table(frame, "data", "method", c(secs = "min"))
  expect_identical(as.data.frame(of_one)$p_value, as.data.frame(sign_test(table))$p_value)
  expect_identical(of_one$measures, c(`run time` = "min"))
})

test_that("a test by formula is repeated, reported and looked at again", {
  need_python()
  result <- compare_algorithms(cbind(acc, secs) ~ method | data, data = frame, measures = measures)
  expect_identical(update(result, alpha = 0.1)$alpha, 0.1)
  path <- tempfile(fileext = ".html")
  ledger <- tempfile(fileext = ".json")
  on.exit(unlink(c(path, ledger)))
  expect_true(file.exists(to_html(result, path)))
  claim <- list(a = "A", b = "B", better = "acc")
  look <- function(n, ...) {
    suppressWarnings(watch_claim(ledger, acc ~ method | data, data = frame[seq_len(3 * n), ], ...))
  }
  do.call(look, c(list(5, measures = c(acc = "max")), claim))
  expect_identical(look(12)$n, 12) # the ledger has the directions
})

test_that("a formula may come behind its data, as after a pipe", {
  need_python()
  first <- compare_algorithms(cbind(acc, secs) ~ method | data, data = frame, measures = measures)
  piped <- frame |> compare_algorithms(cbind(acc, secs) ~ method | data, measures = measures)
  expect_identical(piped, first)
  f <- acc ~ method | data
  claim <- frame |> claim_test(f, a = "A", b = "B", better = "acc", measures = c(acc = "max"))
  expect_identical(claim$algorithms, c("A", "B"))
  expect_error(
    frame |> claim_test(f, "A", "B", better = "acc", measures = c(acc = "max")),
    "data = _", fixed = TRUE, class = "jointstats_argument_error"
  )
})

test_that("a results table is made of a formula behind its data, too", {
  need_python()
  first <- as_results_table(cbind(acc, secs) ~ method | data, frame, measures)
  expect_identical(frame |> as_results_table(cbind(acc, secs) ~ method | data, measures = measures), first)
  expect_identical(frame |> results_table(cbind(acc, secs) ~ method | data, measures = measures), first)
  of <- transform(frame, suite = rep(c("one", "two"), each = 18))
  bare <- of |> as_results_table(acc ~ method | data, measures = c(acc = "max"), cluster = suite)
  expect_length(unique(bare$families), 2)
})

test_that("next to a formula, columns of its data need no quotes", {
  need_python()
  of <- transform(frame, suite = rep(c("one", "two"), each = 18), seed = 1)
  quoted <- sign_test(acc ~ method | data, data = of, measures = c(acc = "max"), cluster = "suite")
  bare <- sign_test(acc ~ method | data, data = of, measures = c(acc = "max"), cluster = suite)
  expect_identical(bare, quoted)
  column <- "suite"
  expect_identical(sign_test(acc ~ method | data, data = of, measures = c(acc = "max"), cluster = column), quoted)
  table <- as_results_table(acc ~ method | data, of, c(acc = "max"), cluster = suite)
  expect_length(unique(table$families), 2)
  expect_error(
    sign_test(acc ~ method | data, data = of, measures = c(acc = "max"), cluster = nowhere), "nowhere"
  )
})

test_that("keys of several columns, rows and failed runs are those of the core", {
  need_python()
  of <- data.frame(
    task = rep(c("a", "b", "c"), each = 8), case = rep(1:4, each = 2, times = 3), model = c("A", "B"),
    opt = "x", secs = c(3, 1, 2, 5, 4, 6, 1, 2), found = c(FALSE, rep(TRUE, 23)),
    status = c(rep("ok", 22), "oom", "crash")
  )
  ways <- c(secs = "min")
  table <- as_results_table(secs ~ model:opt | task:case, of, ways, failed = list(found = FALSE), missing = "worst")
  expect_identical(table$algorithms, c("A / x", "B / x"))
  expect_identical(table$datasets[c(1, 12)], c("a / 1", "c / 4"))
  expect_true(is.na(table$values[1, 1, 1]))
  by_name <- results_table(
    of, c("task", "case"), c("model", "opt"), ways, failed = c(found = FALSE), missing = "worst"
  )
  expect_identical(by_name, table)
  some <- results_table(
    of, c("task", "case"), "model", ways, where = list(task = c("b", "c")), cluster = "task",
    failed = list(status = c("oom", "crash")), missing = "worst"
  )
  expect_length(some$datasets, 8)
  expect_identical(sum(is.na(some$values)), 2L)
  expect_length(unique(some$families), 2)
  expect_true(any(grepl('16 of 24 rows have where = list(task = c("b", "c"))', some$notes, fixed = TRUE)))
  late <- suppressWarnings(sign_test(
    secs ~ model | task:case, data = of, measures = ways, limit = c(secs = 5), missing = "worst"
  ))
  expect_true(any(grepl("6 of 24 rows are failed runs: limit = c(secs = 5).", late$warnings, fixed = TRUE)))
  expect_true(any(grepl('"status" may mark failed runs', late$warnings, fixed = TRUE)))
  expect_error(
    results_table(of, c("task", "case"), "model", ways, where = c(task = "z")),
    "No row has where", class = "jointstats_no_data_error"
  )
})

test_that("what is wrong with a formula is said in words of R", {
  f <- cbind(acc, secs) ~ method | data
  argument <- function(code, said) {
    expect_error(code, said, fixed = TRUE, class = "jointstats_argument_error")
  }
  argument(glrt_test(f, measures = measures), "A formula needs `data`, the data frame with its columns; got none.")
  argument(glrt_test(f, data = as.list(frame), measures = measures), 'got an object of class "list"')
  argument(glrt_test(f, frame, measures = measures), "needs its name")
  argument(glrt_test(frame, data = frame, measures = measures), "`data` needs a formula")
  argument(
    glrt_test(f, data = frame, dataset = "data", measures = measures),
    'The formula names the data set "data": leave out `dataset`.'
  )
  argument(glrt_test(acc ~ method, data = frame, measures = measures), "must be like cbind(accuracy, time)")
  expect_error(
    glrt_test(acc ~ methods | data, data = frame, measures = c(acc = "max")),
    'no column "methods", which the formula names: it has data, method, acc, secs.',
    class = "jointstats_column_error"
  )
  expect_error(
    glrt_test(f, data = frame, measures = measures["acc"]), '"secs" has none, or is not in the formula. Write measures = c(acc = ?, secs = ?)',
    fixed = TRUE, class = "jointstats_direction_error"
  )
  expect_error(glrt_test(f, data = frame), '"acc" has none', class = "jointstats_direction_error")
})
