# One call of the core: encode, cross, decode, and raise what went wrong as R conditions.

# Runs a public function of the core with these arguments, a named list.
call_core <- function(name, options = list()) {
  request <- encode_call(name, options)
  progress <- Sys.getenv("JOINTSTATS_PROGRESS")
  bridge <- in_one_piece(core())
  reply <- in_one_piece(bridge$call(request$json, request$numbers, progress))
  if (identical(reply$type, "interrupted")) {
    interrupt_r()
  }
  for (warning in reply$warnings) {
    signal_warning(warning$type, warning$message)
  }
  if (!reply$ok) {
    stop_typed(reply$type, reply$message)
  }
  decode_reply(reply$json, as.double(unlist(reply$numbers)))
}

# While the core works, an interrupt is Python's alone (`bridge/host.py`), and R waits: an R
# that jumps out of Python's code ends the process some calls later. One that came just before or
# just after Python's turn is taken at the end: a suspension keeps it, but does not look for it.
in_one_piece <- function(code) {
  tryCatch(
    {
      value <- suspendInterrupts(code)
      Sys.sleep(0) # looks
      value
    },
    interrupt = function(e) interrupt_r()
  )
}

# As R does on Ctrl-C: to a handler of interrupts, which is none of errors, or else to the top.
interrupt_r <- function() {
  # One interrupt can be noted in both languages: nothing is left over for the code that handles it.
  tryCatch(Sys.sleep(0.05), interrupt = function(e) NULL)
  signalCondition(structure(
    class = c("jointstats_interrupted", "interrupt", "condition"),
    list(message = "The call was interrupted.", call = NULL)
  ))
  message()
  invokeRestart("abort")
}

# Runs the core's twin of an R function with the same arguments. NULL means "not given", except
# where it is not the default. For a test that draws random numbers (`seeded`), `rng = NULL` asks
# for a seed of R's own.
ask_core <- function(name, given, seeded = FALSE) {
  given <- in_columns(given)
  defaults <- formals(get(name, mode = "function"))
  unsaid <- vapply(names(given), function(n) {
    is.null(given[[n]]) && is.null(defaults[[n]])
  }, logical(1))
  given <- given[!unsaid]
  if (seeded && is.null(given$rng)) {
    given$rng <- sample.int(.Machine$integer.max, 1L) # which set.seed() governs
  }
  keep_arguments(call_core(name, given), given)
}

# For update(), reports and sensitivity(), which the core makes from the data. A look at a claim is
# not repeated: it would be another look.
keep_arguments <- function(result, given) {
  if (inherits(result, "jointstats_test") && !inherits(result, "jointstats_watch")) {
    result$asked <- given
  }
  result
}

# The arguments of the function that calls this, as given or by default, `...` included; those that
# are missing are left out, for the core to name.
arguments <- function() {
  frame <- parent.frame()
  defaults <- as.list(formals(sys.function(sys.parent())))
  dots <- "..." %in% names(defaults)
  defaults[["..."]] <- NULL
  required <- names(Filter(function(default) identical(default, alist(x = )$x), defaults))
  absent <- Filter(function(name) eval(call("missing", as.name(name)), frame), required)
  values <- mget(setdiff(names(defaults), absent), envir = frame)
  if (takes_place(values[["dataset"]], values)) {
    values <- formula_first(values[["dataset"]], values[names(values) != "dataset"])
  }
  if (dots) with_dots(values, frame) else values
}

# Whether this is a formula behind its data, as after a pipe: it takes their place.
takes_place <- function(x, values) {
  is_formula(x) && is.data.frame(values[[1]]) && is.null(values[["data"]])
}

formula_first <- function(formula, values) {
  values[["data"]] <- values[[1]]
  values[[1]] <- formula
  values
}

# With the arguments in `...`; one without a name can only be a formula.
with_dots <- function(values, frame) {
  said <- as.list(eval(quote(substitute(list(...))), frame))[-1]
  named <- if (is.null(names(said))) logical(length(said)) else nzchar(names(said))
  element <- function(i) eval(call("...elt", i), frame)
  others <- lapply(which(!named), element)
  if (length(others) == 1L && takes_place(others[[1]], values)) {
    values <- formula_first(others[[1]], values)
  } else if (length(setdiff(names(Filter(is_formula, values)), holds_results))) {
    stop_typed("argument_error", paste(
      "The formula must be the first argument. After a pipe, write",
      "df |> f(formula, ..., data = _)."
    ))
  } else if (length(others)) {
    stop_typed(
      "argument_error", "Every argument after the first needs its name, as in alpha = 0.05."
    )
  }
  columns <- if (length(Filter(is_formula, values))) names(values[["data"]])
  more <- lapply(which(named), function(i) {
    bare <- is.name(said[[i]]) && names(said)[i] %in% column_roles
    if (bare && as.character(said[[i]]) %in% columns) as.character(said[[i]]) else element(i)
  })
  c(values, stats::setNames(more, names(said)[named]))
}

is_formula <- function(x) inherits(x, "formula")

# Arguments that name a column: next to a formula, columns of its data need no quotes.
column_roles <- c("cluster", "runs", "run", "fold", "metric", "value")

# --- conditions --------------------------------------------------------------------------------

#' Progress of long computations
#'
#' While a call takes long, a line states how far it has come, and about how long it still takes.
#' It appears after two seconds and disappears when the work is done. It is written to a terminal
#' only, not to RStudio's console, a file or a document.
#'
#' The environment variable `JOINTSTATS_PROGRESS` is its switch: `"no"` turns the line off, in a
#' session by `Sys.setenv(JOINTSTATS_PROGRESS = "no")`, for all sessions by the line
#' `JOINTSTATS_PROGRESS=no` in `~/.Renviron`. `Sys.unsetenv("JOINTSTATS_PROGRESS")` turns it on.
#'
#' Ctrl-C interrupts a call, Esc does in RStudio: see [jointstats_conditions].
#'
#' @name jointstats_progress
#' @aliases JOINTSTATS_PROGRESS
#' @examples
#' Sys.setenv(JOINTSTATS_PROGRESS = "no")
#' Sys.getenv("JOINTSTATS_PROGRESS")
#' Sys.unsetenv("JOINTSTATS_PROGRESS")
NULL

#' Errors and warnings of jointstats
#'
#' Every error of the package has the class `jointstats_error`, and a class that states its kind.
#' Messages are the same as Python's, in R's syntax.
#'
#' * Of the data: `jointstats_column_error`, `jointstats_direction_error`,
#'   `jointstats_duplicate_rows_error`, `jointstats_missing_values_error`,
#'   `jointstats_no_data_error`, `jointstats_invalid_value_error`, `jointstats_algorithm_error`.
#' * Of files: `jointstats_file_error` (it cannot be opened), `jointstats_read_error`,
#'   `jointstats_write_error`.
#' * Of a test: `jointstats_option_error`, `jointstats_argument_error`, `jointstats_design_error`,
#'   `jointstats_plot_error`, `jointstats_in_sample_error` (a measure was learned on the rows that
#'   test it), and others for rarer cases.
#' * Of the computer: `jointstats_python_error` (no usable Python), `jointstats_missing_extra_error`
#'   (the message has the call or the command that installs an optional package),
#'   `jointstats_memory_error`, `jointstats_internal_error` (a fault of the package: please report
#'   it).
#'
#' Ctrl-C is an interrupt, not an error, and has the class `jointstats_interrupted` as well.
#' `tryCatch(interrupt = )` catches it, `try()` does not.
#'
#' Warnings have the class `jointstats_warning`, some also have a more specific class, such as
#' `jointstats_prior_sensitivity_warning` and `jointstats_tests_disagree_warning`.
#'
#' @name jointstats_conditions
#' @examples
#' tryCatch(
#'   sign_test(accuracy ~ classifier | dataset, data = weka, measures = c(accuracy = "max")),
#'   jointstats_column_error = function(e) cat(conditionMessage(e))
#' )
#' if (jointstats_available()) {
#'   df <- data.frame(data = "iris", method = c("A", "B"), acc = c(0.91, 0.93))
#'   tryCatch(
#'     results_table(df, "data", "methods", measures = c(acc = "max")),
#'     jointstats_column_error = function(e) conditionMessage(e)
#'   )
#' }
NULL

signal_warning <- function(type, message) {
  warning(structure(
    class = unique(c(paste0("jointstats_", type), "jointstats_warning", "warning", "condition")),
    list(message = message, call = NULL)
  ))
}
