# Running programs, on Windows as elsewhere: a Python, or another R.

# Runs a program with these settings of the environment. system2() has `env` for that, which Windows
# would pass on as arguments.
run_program <- function(program, arguments, settings = character(), ...) {
  with_environment(settings, suppressWarnings(system2(program, shQuote(arguments), ...)))
}

# What a Python prints for this code, with its exit status if that is not 0.
run_code <- function(python, code, stderr = FALSE) {
  tryCatch(
    run_program(python, c("-c", code), stdout = TRUE, stderr = stderr),
    error = function(e) structure(character(), status = 127L)
  )
}

runs_code <- function(python, code) is.null(attr(run_code(python, code), "status"))

python_version <- function(python) {
  printed <- run_code(python, "import sys; print('%d.%d' % sys.version_info[:2])")
  if (length(printed) == 1L && grepl("^[0-9]+[.][0-9]+$", printed)) printed else "0"
}

# Runs code with these variables of the environment; those that are NA are not set.
with_environment <- function(settings, code) {
  before <- Sys.getenv(names(settings), NA, names = TRUE)
  on.exit(set_environment(before))
  set_environment(settings)
  code
}

without <- function(names) stats::setNames(rep(NA, length(names)), names)

set_environment <- function(values) {
  absent <- is.na(values)
  Sys.unsetenv(names(values)[absent])
  if (!all(absent)) {
    do.call(Sys.setenv, as.list(values[!absent]))
  }
}
