# What leaves R: structure as text, every number as a double. No Python here.

test_that("numbers never travel as text", {
  sent <- encode(alpha = 0.1 + 0.2, prior = c(1, 0.1 + 0.2))
  expect_identical(sent$numbers, c(0.1 + 0.2, 1, 0.1 + 0.2))
  expect_false(grepl("0[.]3", sent$json))
  expect_identical(sent$options$alpha, list(is = "number", at = 0L))
  expect_identical(sent$options$prior, list(is = "numbers", at = list(1L, 3L)))
})

test_that("names, words and flags travel as text", {
  sent <- encode(test = "glrt", only = c("A", "B"), flag = TRUE, on = NULL)
  expect_identical(
    sent$options, list(test = "glrt", only = list("A", "B"), flag = TRUE, on = NULL)
  )
})

test_that("an empty call has an object of options", {
  expect_match(encode()$json, "\"options\":{}", fixed = TRUE)
})

test_that("named vectors and lists become mappings that keep order and repeats", {
  sent <- encode(measures = c(b = "max", a = "min", b = "max"))
  expect_identical(sent$options$measures$keys, list("b", "a", "b"))
  expect_identical(sent$options$measures$values, list("max", "min", "max"))
  sent <- encode(rope = list(a = 0.1))
  expect_identical(sent$options$rope$values, list(list(is = "number", at = 0L)))
})

test_that("lists without names keep their order and their parts", {
  arcs <- encode(structure = list(c("a", "b"), c("b", "c")))$options$structure
  expect_identical(arcs, list(list("a", "b"), list("b", "c")))
  shares <- encode(truth = list(list(list(acc = c("A", "B")), 0.7), list(list(acc = c("B", "A")), 0.3)))
  expect_identical(shares$numbers, c(0.7, 0.3))
  expect_identical(shares$options$truth[[2]][[1]]$values, list(list("B", "A")))
})

test_that("results in a list without names ask for them", {
  m <- matrix(1:4 / 4, 2, dimnames = list(NULL, c("A", "B")))
  expect_error(
    encode(x = list(m, m)), "by algorithm, as in list(A = ..., B = ...).",
    fixed = TRUE, class = "jointstats_option_error"
  )
  expect_error(encode(table = list(m, m)), "`table` is a list without names")
})

test_that("missing integers, texts and truth values stay missing", {
  df <- data.frame(d = c("x", NA), a = c(1L, NA), m = c(NA, TRUE), t = c(NA, "0.5"))
  sent <- encode(table = df, dataset = "d", algorithm = "a", measures = c(m = "max", t = "max"))
  columns <- sent$options$table$columns
  at <- function(column) sent$numbers[seq(column$at[[1]] + 1, column$at[[2]])]
  expect_identical(at(columns[[1]]), c(0, 1))
  expect_identical(columns[[1]]$levels, list("x", NULL))
  expect_identical(at(columns[[2]]), c(1, NA))
  expect_identical(at(columns[[3]]), c(NA, 1))
  expect_identical(columns[[4]]$levels, list(NULL, "0.5"))
})

test_that("factors travel by label, unused levels and all", {
  df <- data.frame(d = factor(c("wine", "iris", NA), levels = c("unused", "iris", "wine")))
  column <- encode(table = df)$options$table$columns[[1]]
  expect_identical(column$levels, list("unused", "iris", "wine"))
  expect_true(column$factor)
  expect_identical(encode(table = df)$numbers, c(2, 1, NA))
})

test_that("truth values are names where a name is needed, and numbers elsewhere", {
  df <- data.frame(d = c(TRUE, FALSE), a = c("A", "B"), m = c(TRUE, FALSE))
  columns <- encode(table = df, dataset = "d", algorithm = "a", measures = c(m = "max"))$options$table$columns
  expect_identical(columns[[1]]$levels, list("TRUE", "FALSE"))
  expect_identical(columns[[3]]$is, "numbers")
})

test_that("what a long table does not use says of what cannot be used which rows are alike", {
  df <- data.frame(d = "x", a = "A", m = 1, other = I(list(1:3, "b", 1:3)), more = 2)
  sent <- encode(table = df, dataset = "d", algorithm = "a", measures = c(m = "max"))
  other <- sent$options$table$columns[[4]]
  expect_identical(other$is, "unused")
  expect_identical(sent$numbers[other$at[[1]] + 1:3], c(1, 2, 1))
  expect_identical(sent$options$table$columns[[5]]$is, "numbers")
})

test_that("a wide matrix keeps its names; without any it counts", {
  m <- rbind("a b" = c(A = 1, `B ü` = 2), c = c(3, 4))
  frame <- encode(table = m)$options$table
  expect_identical(frame$names, list("A", "B ü"))
  expect_identical(frame$index, list("a b", "c"))
  frame <- encode(table = unname(m))$options$table
  expect_identical(frame$names, list("1", "2"))
  expect_null(frame$index)
})

test_that("tibbles are data frames", {
  skip_if_not_installed("tibble")
  frame <- encode(table = tibble::tibble(`my data` = 1:2))$options$table
  expect_identical(frame$names, list("my data"))
})

test_that("matrices by measure are wide frames, by algorithm they are matrices", {
  m <- matrix(1:4 / 4, 2, dimnames = list(c("x", "y"), c("A", "B")))
  wide <- encode(table = list(acc = m), measures = c(acc = "max"))$options$table
  expect_identical(wide$values[[1]]$is, "frame")
  by_algorithm <- encode(table = list(A = m, B = m), measures = c(acc = "max", t = "min"))$options$table
  expect_identical(by_algorithm$values[[1]][c("is", "rows", "columns")], list(is = "matrix", rows = 2L, columns = 2L))
})

test_that("latin1 text is sent as UTF-8, and invalid text is refused", {
  latin1 <- "\xfc"
  Encoding(latin1) <- "latin1"
  expect_match(encode(only = latin1)$json, "\u00fc")
  broken <- "\xff\xfe"
  Encoding(broken) <- "UTF-8"
  expect_error(encode(only = broken), class = "jointstats_column_error")
})

test_that("what is no plain data is refused by name", {
  expect_error(encode(alpha = mean), "alpha must be plain R data; got an object of class \"function\"", fixed = TRUE)
  expect_error(encode(only = c("A", NA)), "only holds NA")
  expect_error(encode(table = data.frame(x = I(list(1, 2)))), "several values per row")
  expect_error(encode(rope = Sys.time()), "rope must be plain R data")
  expect_error(encode(table = rbind(x = 1, x = 2)), class = "jointstats_duplicate_rows_error")
})

test_that("64-bit integers are never read as doubles", {
  x <- structure(c(1, 2), class = "integer64")
  if (isNamespaceLoaded("bit64")) {
    sent <- encode(table = data.frame(x = bit64::as.integer64(c(1, NA))))
    expect_identical(sent$numbers, c(1, NA))
  } else {
    expect_error(encode(table = structure(list(x = x), class = "data.frame", row.names = 1:2)), "bit64")
  }
})

test_that("every double crosses JSON in the other direction to the last bit", {
  set.seed(1)
  bits <- matrix(as.raw(sample(0:255, 8 * 5000, replace = TRUE)), nrow = 8)
  x <- readBin(as.vector(bits), "double", 5000)
  x <- c(x[is.finite(x)], 0.1 + 0.2, 5e-324, .Machine$double.xmax, 2^53 + 1)
  text <- paste0("[", paste(sprintf("%.17g", x), collapse = ","), "]")
  expect_identical(as.double(jsonlite::parse_json(text, simplifyVector = TRUE)), x)
})

test_that("bytes that are no text are an error, not a name made of them", {
  bad <- data.frame(d = c("caf\xe9", "b"), m = "A", acc = 1:2)
  expect_error(
    encode(df = bad, dataset = "d", algorithm = "m", measures = c(acc = "max")),
    "A name is not valid text (\"caf<e9>\")",
    fixed = TRUE, class = "jointstats_column_error"
  )
  declared <- bad
  Encoding(declared$d) <- "latin1"
  sent <- encode(df = declared, dataset = "d", algorithm = "m", measures = c(acc = "max"))
  expect_identical(unlist(sent$options$df$columns[[1]]$levels), c("caf\u00e9", "b"))
})

test_that("instants are named by what tells them apart", {
  names_of <- function(x) {
    sent <- encode(
      df = data.frame(d = x, m = "A", acc = 1), dataset = "d", algorithm = "m", measures = c(acc = "max")
    )
    unlist(sent$options$df$columns[[1]]$levels)
  }
  noon <- as.POSIXct("2024-01-01 12:00:00", tz = "UTC")
  expect_identical(names_of(noon + 0:1), c("2024-01-01 12:00:00", "2024-01-01 12:00:01"))
  expect_identical(
    names_of(noon + c(0, 0.25)), c("2024-01-01 12:00:00.000000", "2024-01-01 12:00:00.250000")
  )
  # The hour that comes twice when clocks are set back.
  twice <- as.POSIXct("2024-10-27 00:30:00", tz = "UTC") + c(0, 3600)
  attr(twice, "tzone") <- "Europe/Berlin"
  expect_identical(
    names_of(twice), c("2024-10-27 02:30:00.000000 +0200", "2024-10-27 02:30:00.000000 +0100")
  )
  expect_error(names_of(noon + c(0, 2e-7)), "less than a microsecond", class = "jointstats_column_error")
})

test_that("labelled columns are read by label as names and by value as numbers", {
  labelled <- function(values, labels, ...) {
    structure(values, labels = labels, class = c("haven_labelled", "vctrs_vctr", "double"), ...)
  }
  frame <- data.frame(d = c("x", "x", "y", "y"))
  frame$m <- labelled(c(1, 2, 1, 3), c(Logit = 1, Forest = 2))
  frame$acc <- labelled(c(0.9, 99, 0.7, -5), c(refused = 99), na_values = 99, na_range = c(-9, -1))
  sent <- encode(df = frame, dataset = "d", algorithm = "m", measures = c(acc = "max"))
  columns <- sent$options$df$columns
  expect_identical(unlist(columns[[2]]$levels), c("Logit", "Forest", "3"))
  at <- unlist(columns[[3]]$at)
  expect_identical(sent$numbers[seq(at[1] + 1, at[2])], c(0.9, NA, 0.7, NA))
})
