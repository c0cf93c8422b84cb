# The help of each test names every element of its result, with the type that it has. No Python here.

help_pages <- function() {
  source <- test_path("..", "..", "man")
  if (!dir.exists(source)) {
    return(tools::Rd_db("jointstats"))
  }
  macros <- tools::loadPkgRdMacros(dirname(source))
  files <- list.files(source, "[.]Rd$", full.names = TRUE)
  stats::setNames(lapply(files, tools::parse_Rd, macros = macros), basename(files))
}

# A page as text, a paragraph in a line.
page_text <- function(page) {
  old <- options(useFancyQuotes = TRUE)
  on.exit(options(old))
  plain <- list(width = 10000, underline_titles = FALSE)
  utils::capture.output(tools::Rd2txt(page, options = plain))
}

# The items of a page as name and type: ‘alpha’, ‘level’ (numbers) ...
documented <- function(page) {
  text <- page_text(page)
  text <- text[cumsum(grepl("^(Value|Examples|References|See Also):", text)) == 1L]
  of_element <- cumsum(vapply(text, function(line) grepl("^ +(Columns|Elements) of ‘", line), NA)) == 0
  item <- "^ {5}((?:‘[^’]+’(?:, )?)+) (?:\\(([^)]*)\\))?"
  found <- regmatches(text[of_element], regexec(item, text[of_element], perl = TRUE))
  parts <- lapply(Filter(length, found), function(item) {
    names <- regmatches(item[2], gregexpr("(?<=‘)[^’]+(?=’)", item[2], perl = TRUE))[[1]]
    data.frame(name = names, type = item[3])
  })
  do.call(rbind, parts)
}

has_type <- function(value, type) {
  one <- function(word) {
    empty <- identical(value, list()) # without rows, without names
    switch(word,
      string = , strings = is.character(value) && length(value) == 1L,
      number = , numbers = is.numeric(value) && length(value) == 1L,
      `‘TRUE’` = , `‘FALSE’` = is.logical(value) && length(value) == 1L,
      `‘NULL’` = is.null(value),
      `named numbers` = is.numeric(value) && !is.null(names(value)),
      `named character vector` = is.character(value) && !is.null(names(value)),
      `character vector` = , `character vectors` = is.character(value) || empty,
      `numeric vector` = , `numeric vectors` = is.numeric(value) || empty,
      `data frame` = is.data.frame(value) || empty,
      matrix = is.matrix(value),
      `results table` = inherits(value, "jointstats_table"),
      result = inherits(value, "jointstats_test"),
      startsWith(word, "list") && is.list(value)
    )
  }
  any(vapply(strsplit(type, " or |, ")[[1]], one, NA))
}

test_that("the help of a test has every element of its result, with its type", {
  pages <- help_pages()
  for (name in replies) {
    result <- reply(name)
    items <- documented(pages[[paste0(result$call$`function`, ".Rd")]])
    known <- names(unclass(result))
    expect_identical(setdiff(known, items$name), character(), info = name)
    always <- items$name[!grepl("NULL", items$type) & nzchar(items$type)]
    absent <- setdiff(always, c(known, "asked", "matrix")) # of calls from R; of few algorithms
    expect_identical(absent, character(), info = name)
    for (i in which(nzchar(items$type))) {
      value <- unclass(result)[[items$name[i]]]
      if (!items$name[i] %in% c("asked", "matrix")) {
        expect_true(has_type(value, items$type[i]), info = paste(name, items$name[i], items$type[i]))
      }
    }
  }
})

test_that("the help of a test has every column of its rows", {
  pages <- help_pages()
  for (name in replies) {
    result <- reply(name)
    text <- paste(page_text(pages[[paste0(result$call$`function`, ".Rd")]]), collapse = "\n")
    if (grepl("Columns are those of ‘compare_algorithms()’", text, fixed = TRUE)) {
      text <- paste(c(text, page_text(pages[["compare_algorithms.Rd"]])), collapse = "\n")
    }
    columns <- names(as.data.frame(result))
    stems <- sub(paste0("_(", paste(c(names(result$measures), result$algorithms), collapse = "|"), ")$"), "_", columns)
    has <- vapply(stems, function(stem) grepl(paste0("‘", stem, "’"), text, fixed = TRUE), NA)
    expect_identical(columns[!has], character(), info = name)
  }
})

test_that("a third of the examples print something where there is no Python", {
  skip_on_os("windows")
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  pages <- help_pages()
  for (name in names(pages)) {
    tools::Rd2ex(pages[[name]], file.path(folder, paste0(name, ".R")))
  }
  code <- c(
    "library(jointstats)", "pdf(NULL)",
    sprintf("for (file in list.files('%s', full.names = TRUE)) {", folder),
    "  said <- capture.output(source(file, print.eval = TRUE, local = new.env()))",
    "  cat(if (any(nzchar(said))) 'prints' else 'silent', basename(file), '\\n')",
    "}", "cat('done')"
  )
  said <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  expect_identical(utils::tail(said, 1), "done")
  expect_gte(sum(startsWith(said, "prints")), length(list.files(folder)) / 3)
})

test_that("the switch of the progress line has a help page, and reaches the core", {
  page <- paste(page_text(help_pages()[["jointstats_progress.Rd"]]), collapse = " ")
  expect_match(page, "JOINTSTATS_PROGRESS", fixed = TRUE)
  told <- NULL
  host <- list(
    version = as.character(utils::packageVersion("jointstats")), path = "",
    call = function(json, numbers, progress) {
      told <<- progress
      list(ok = FALSE, type = "option_error", message = "enough", warnings = list())
    }
  )
  before <- Sys.getenv("JOINTSTATS_PROGRESS", NA, names = TRUE)
  old <- options(jointstats.bridge = host)
  on.exit({
    options(old)
    jointstats:::set_environment(before)
  })
  Sys.setenv(JOINTSTATS_PROGRESS = "no")
  expect_error(list_datasets(), "enough")
  expect_identical(told, "no")
})

test_that("vignettes that are built without Python say so, and name install_jointstats()", {
  skip_on_os("windows")
  skip_if_not_installed("knitr")
  from <- test_path("..", "..", "vignettes")
  skip_if_not(dir.exists(from), "no sources")
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  lectures <- list.files(from, "[.]Rmd$")
  expect_gt(length(lectures), 7)
  file.copy(file.path(from, c(lectures, "setup.R")), folder)
  code <- c(
    sprintf("setwd('%s')", folder), "for (lecture in list.files(pattern = 'Rmd$')) {",
    "  knitr::knit(lecture, quiet = TRUE, envir = new.env())", "}"
  )
  said <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  for (lecture in sub("Rmd$", "md", lectures)) {
    made <- readLines(file.path(folder, lecture), encoding = "UTF-8")
    expect_identical(sum(grepl("install_jointstats()", made, fixed = TRUE)), 1L, info = said)
    expect_lt(grep("made without Python", made)[1], grep("^## ", made)[1])
    expect_false(any(grepl("^(## )?Error", made)), info = lecture)
  }
})
