# Tests that need the core call this first. With JOINTSTATS_REQUIRE_PYTHON=1 they cannot be skipped.
need_python <- function() {
  if (jointstats_available()) {
    return(invisible())
  }
  if (identical(Sys.getenv("JOINTSTATS_REQUIRE_PYTHON"), "1")) {
    stop("Python is required here:\n", paste(capture.output(jointstats_sitrep()), collapse = "\n"))
  }
  skip("no Python with what jointstats needs")
}

need_joblib <- function() {
  need_python()
  skip_if_not(reticulate::py_module_available("joblib"), "no joblib, which n_jobs needs")
}

# A reply of the core, as recorded in replies/: the tests that use it need no Python.
reply <- function(name) {
  recorded <- jsonlite::read_json(test_path("replies", paste0(name, ".json")))
  numbers <- vapply(recorded$numbers, function(x) if (is.null(x)) NA_real_ else as.double(x), 0)
  jointstats:::decode_reply(recorded$json, numbers)
}

htests <- c("glrt", "hotelling", "manova", "claim")
replies <- setdiff(
  sub("[.]json$", "", list.files(test_path("replies"))), c("table", "folds", "counts")
)

# What leaves R for a call f(...): the request as read back, its text, and the numbers.
encode <- function(...) {
  call <- jointstats:::encode_call("f", list(...))
  list(
    options = jsonlite::parse_json(call$json)$options, json = call$json,
    numbers = utils::head(call$numbers, -1)
  )
}

with_device <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  code
}

# Runs code in a fresh R process and returns what it prints.
fresh_r <- function(code, env = character()) {
  file <- tempfile(fileext = ".R")
  on.exit(unlink(file))
  writeLines(code, file, useBytes = TRUE)
  env <- c(paste0("R_LIBS=", paste(.libPaths(), collapse = .Platform$path.sep)), env)
  suppressWarnings(
    system2(file.path(R.home("bin"), "Rscript"), shQuote(file), stdout = TRUE, stderr = TRUE, env = env)
  )
}
