# Making an environment with what the core needs, and saying what there is.

#' Install the Python packages that jointstats needs
#'
#' Makes a virtual environment of its own, `r-jointstats`, with numpy, scipy, pandas and networkx;
#' the core of jointstats itself comes with the R package. Restart R afterwards. jointstats uses
#' this environment from then on, unless `RETICULATE_PYTHON` names another Python. An environment
#' `r-jointstats` that is there already is replaced.
#'
#' @param python Path of the Python (3.11 or newer) to make the environment from; default: the
#'   first that is new enough and can make one when R runs it.
#' @param envname Name of the environment.
#' @param extras `TRUE`: also the optional packages: scikit-posthocs (post hoc tests of
#'   [friedman_test()]), matplotlib (figures in [to_html()]), joblib (`n_jobs`), pyarrow (Parquet
#'   files) and tqdm (progress bars). They double time and space, to half a minute and 700 MB.
#' @return The path of the environment's Python, invisibly.
#' @export
#' @examples
#' \dontrun{
#' install_jointstats()
#' }
install_jointstats <- function(python = NULL, envname = environment_name, extras = TRUE) {
  python <- if (is.null(python)) find_python() else find_python(path.expand(python))
  root <- tryCatch(reticulate::virtualenv_root(), error = function(e) "~/.virtualenvs")
  folder <- file.path(path.expand(root), envname)
  if (envname != environment_name && file.exists(folder)) {
    stop_typed("python_error", sprintf(
      "%s exists already: remove it, or choose another envname.", folder
    ))
  }
  message("Making ", folder, " with ", python)
  inside <- make_environment(python, folder)
  if (extras && pip_install(inside, requirement_strings(extra_requirements)) != 0L) {
    signal_warning("python_warning", paste(
      "The optional packages could not be installed (see above): install_jointstats() tries again;",
      "what does not need them works."
    ))
  }
  message("Done. Restart R; jointstats will use ", inside)
  invisible(inside)
}

# An environment with what the core needs, or none at all: half of one would be used from then on.
make_environment <- function(python, folder) {
  done <- FALSE
  on.exit(if (!done) unlink(folder, recursive = TRUE))
  if (run_python(python, c("-m", "venv", "--clear", shQuote(folder))) != 0L) {
    stop_typed("python_error", sprintf(
      "%s could not make an environment in %s (see above). %s", python, folder, other_python()
    ))
  }
  windows <- .Platform$OS.type == "windows"
  inside <- file.path(folder, if (windows) "Scripts/python.exe" else "bin/python")
  if (pip_install(inside, requirement_strings()) != 0L) {
    stop_typed("python_error", sprintf(
      "pip of %s could not install the packages (see above): is the network reachable? %s",
      python, other_python()
    ))
  }
  done <- TRUE
  inside
}

pip_install <- function(python, packages) {
  run_python(python, c(
    "-m", "pip", "install", "--disable-pip-version-check", "--upgrade", shQuote(packages)
  ))
}

run_python <- function(python, arguments) {
  as.integer(suppressWarnings(system2(python, arguments)))
}

other_python <- function() {
  "Another Python may do: install_jointstats(python = \"/usr/bin/python3\")."
}

# The first Python that is new enough and can make an environment.
find_python <- function(candidates = python_candidates()) {
  problems <- character()
  for (python in candidates) {
    problem <- python_problem(python)
    if (is.null(problem)) {
      return(python)
    }
    problems <- c(problems, sprintf("\n  %s %s", python, problem))
  }
  stop_typed("python_error", paste0(
    "No Python ", core_python, " or newer was found that can make an environment. Install one ",
    "(Debian or Ubuntu: apt-get install python3 python3-venv), or say where it is: ",
    "install_jointstats(python = \"/usr/bin/python3\").",
    if (length(problems)) paste0("\nTried:", paste(problems, collapse = ""))
  ))
}

python_candidates <- function() {
  names <- c("python3", "python", "python3.14", "python3.13", "python3.12", "python3.11")
  usual <- Filter(file.exists, c("/usr/bin/python3", "/usr/local/bin/python3"))
  unique(Filter(nzchar, c(unname(Sys.which(names)), usual)))
}

# What keeps a Python from being used, NULL if nothing does. It runs as R runs it: R's libraries
# come first on the loader's path, and a Python of pyenv then finds those of another one.
python_problem <- function(python) {
  version <- python_version(python)
  if (version == "0") {
    return("does not run.")
  }
  if (utils::compareVersion(version, core_python) < 0) {
    return(sprintf("is Python %s.", version))
  }
  said <- run_code(python, "import ssl, venv, ensurepip", stderr = TRUE)
  if (!is.null(attr(said, "status"))) {
    sprintf("cannot import ssl, venv and ensurepip here: %s", utils::tail(c(said), 1))
  }
}

python_version <- function(python) {
  found <- run_code(python, "import sys; print('%d.%d' % sys.version_info[:2])")
  if (length(found) == 1L && grepl("^[0-9]+[.][0-9]+$", found)) found else "0"
}

run_code <- function(python, code, stderr = FALSE) {
  tryCatch(
    suppressWarnings(system2(python, c("-c", shQuote(code)), stdout = TRUE, stderr = stderr)),
    error = function(e) character()
  )
}

#' What jointstats found: versions, paths, and what to do next
#'
#' Starts Python, as any test would, and reports. Put its output into a bug report.
#'
#' @return A list of what was found, invisibly.
#' @export
#' @examples
#' jointstats_sitrep()
jointstats_sitrep <- function() {
  problem <- tryCatch(
    {
      core()
      NULL
    },
    error = function(e) conditionMessage(e)
  )
  found <- list(
    jointstats = as.character(utils::packageVersion("jointstats")),
    R = as.character(getRversion()),
    reticulate = as.character(utils::packageVersion("reticulate")),
    RETICULATE_PYTHON = Sys.getenv("RETICULATE_PYTHON", "(not set)"),
    core = system.file("python", package = "jointstats"),
    problem = problem
  )
  if (reticulate::py_available(initialize = FALSE)) {
    found$python <- paste(reticulate::py_config()$version, reticulate::py_config()$python)
  }
  if (is.null(problem)) {
    versions <- core()$environment(as.list(core_requirements))$found
    optional <- core()$environment(as.list(extra_requirements))$found
    optional[!nzchar(optional)] <- "(not installed; optional)"
    found <- c(found, versions, optional)
  }
  shown <- found[setdiff(names(found), "problem")]
  cat(sprintf("%-18s %s\n", names(shown), as.character(shown)), sep = "")
  if (is.null(problem)) {
    cat("All is well: the tests can run.\n")
  } else {
    cat("Not ready:\n", problem, "\n", sep = "")
  }
  invisible(found)
}
