# Starting Python once, guarded: afterwards a call works, or the error has a cure (R/cures.R).

# What the core needs, as pyproject.toml says it.
core_python <- "3.11"
core_requirements <- c(numpy = "1.26", scipy = "1.12", pandas = "2.1", networkx = "3.1")
# What some functions need: the extras of the Python package that R can use.
extra_requirements <- list(
  parallel = c(joblib = "1.3"), parquet = c(pyarrow = "14"),
  excel = c("python-calamine" = "0.4"), inspect = c(zstandard = "0.22"),
  scale = c("dask[dataframe]" = "2024.5", distributed = "2024.5", pyarrow = "14")
)
environment_name <- "r-jointstats"

# What was found out once per session: the bridge module, or the reason why there is none.
session <- new.env(parent = emptyenv())

# The bridge module of the core; an error with the cure if it cannot be had.
# `download`: whether reticulate may set up a Python over the network, if there is none.
# Where a Python process embeds R, rbridge is the bridge, and reticulate must not start.
core <- function(download = !under_check()) {
  host <- getOption("jointstats.bridge")
  if (!is.null(host)) {
    check_version(host$version, host$path, system.file(package = "jointstats"))
    return(host)
  }
  if (is.null(session$bridge)) {
    if (identical(session$failed_with, python_settings())) {
      stop(session$failure)
    }
    session$bridge <- start_core(download)
    # R ends without ending Python, whose workers would wait five minutes for more to do.
    reg.finalizer(session, function(session) {
      tryCatch(session$bridge$end_workers(), error = function(e) NULL)
    }, onexit = TRUE)
  }
  session$bridge
}

# Every failure leaves as an error of one class, with a cure.
start_core <- function(download) {
  tryCatch(start_and_check(download), error = function(e) {
    if (inherits(e, "jointstats_error")) stop(e)
    problem <- listed_problems("cannot load the core of jointstats", conditionMessage(e))
    stop_python(problem, cure_packages())
  })
}

start_and_check <- function(download) {
  without_false_alarm(start_python(download))
  path <- core_path()
  keep_on_path(path)
  bridge <- reticulate::import("jointstats.interfaces.bridge", convert = TRUE)
  check_environment(bridge$environment(as.list(core_requirements)), path)
  # What is installed and recent enough may still not load, as pandas built for another NumPy.
  unloaded <- bridge$loading_problems(as.list(names(core_requirements)))
  check_problems("cannot load", unloaded, reinstall = TRUE)
  extras <- names(extra_requirements)
  advice <- lapply(extras, extra_advice, pip_works = bridge$pip_works())
  bridge$extras_come_by(stats::setNames(advice, extras))
  bridge
}

# Workers (n_jobs) are processes that import the core for themselves, from Python's path as it is
# when they start: the core's folder stays there, unlike with import_from_path(), and before a copy
# that is installed. One that was imported before R asked is the one in use, and can be found.
keep_on_path <- function(path) {
  sys <- reticulate::import("sys", convert = FALSE)
  if (!reticulate::py_to_r(sys$modules$`__contains__`("jointstats"))) {
    sys$path$insert(0L, path)
  }
}

core_path <- function() {
  path <- system.file("python", package = "jointstats")
  if (!nzchar(path)) {
    stop_python("The package was installed without its Python core (inst/python).", "Reinstall it.")
  }
  path
}

start_python <- function(download) {
  refuse_inside_python()
  if (reticulate::py_available(initialize = FALSE)) {
    if (is.null(session$chosen)) {
      session$chosen <- "somebody else"
      add_packages()
    }
  } else {
    forget_empty_settings()
    session$chosen <- choose_python()
    downloads <- would_download(session$chosen)
    if (!download && downloads) {
      stop_python(
        "jointstats computes in Python, and none is set up for it: reticulate would download one.",
        cure_python(cure_download)
      )
    }
    initialize_python(downloads)
  }
  version <- as.character(reticulate::py_config()$version)
  if (utils::compareVersion(version, core_python) < 0) {
    stop_python(
      sprintf(
        "Python %s (%s) is too old: jointstats needs Python %s or newer.",
        version, python_path(), core_python
      ), cure_python()
    )
  }
}

# Two Pythons in one process end it: rpy2 notes here that this is one of Python's.
refuse_inside_python <- function() {
  inside <- Sys.getenv("PYTHON_SESSION_INITIALIZED")
  if (startsWith(inside, sprintf("current_pid=%d:", Sys.getpid()))) {
    stop_python(
      "R runs inside a Python process here, and cannot start another Python.",
      "  import rbridge in that Python: R's functions then compute there."
    )
  }
}

# Older versions of reticulate take an empty setting for a path.
forget_empty_settings <- function() {
  given <- Sys.getenv(choosing_settings, NA, names = TRUE)
  Sys.unsetenv(names(given)[!is.na(given) & !nzchar(given)])
}

# `downloads`: whether reticulate may set up a Python. If the chosen one does not start, it would
# otherwise download one, or offer Miniconda, in the middle of a call.
initialize_python <- function(downloads) {
  settings <- c(
    RETICULATE_MINICONDA_ENABLED = "FALSE", RETICULATE_USE_MANAGED_VENV = if (!downloads) "no"
  )
  problem <- chosen_python_problem(session$chosen)
  if (is.null(problem)) {
    # py_available(initialize = TRUE) would keep the reason to itself.
    problem <- with_environment(settings, tryCatch(
      {
        if (session$chosen == "install_jointstats()") {
          reticulate::use_virtualenv(made_environments()[1], required = TRUE)
        }
        reticulate::py_config()
        NULL
      },
      error = function(e) conditionMessage(e)
    ))
  }
  if (is.null(problem) && !reticulate::py_available(initialize = FALSE)) {
    problem <- "reticulate gives no reason."
  }
  if (!is.null(problem)) {
    # Trying again may mean waiting for a download again: once is enough, for these settings.
    session$failed_with <- python_settings()
    session$failure <- python_error(
      paste0("jointstats computes in Python, and R could not start one.\n", problem),
      cure_start(problem)
    )
    stop(session$failure)
  }
}

# Older versions of reticulate take any pyproject.toml with a table [tool.…] for one of Poetry's,
# and warn that they cannot find that program.
without_false_alarm <- function(code, namespace = asNamespace("reticulate")) {
  withCallingHandlers(code, warning = function(w) {
    said <- grepl("appears to use Poetry", conditionMessage(w), fixed = TRUE)
    if (said && !uses_poetry(namespace$poetry_project())) {
      invokeRestart("muffleWarning")
    }
  })
}

uses_poetry <- function(project) {
  lines <- readLines(file.path(project, "pyproject.toml"), warn = FALSE)
  any(grepl("^\\s*\\[tool\\.poetry[].]", lines))
}

requirement_strings <- function(requirements = core_requirements) {
  paste0(names(requirements), ">=", requirements)
}

check_environment <- function(found, path) {
  check_problems("lacks", found$problems)
  check_version(found$version, found$path, path)
}

check_version <- function(version, loaded_from, path) {
  ours <- as.character(utils::packageVersion("jointstats"))
  if (!identical(version, ours)) {
    stop_python(
      sprintf(
        "Two versions of jointstats meet: %s of the R package (%s) and %s already loaded from %s.",
        ours, path, version, loaded_from
      ),
      "Restart R and use the package before importing jointstats yourself, or install one version."
    )
  }
}

check_problems <- function(fails, problems, reinstall = FALSE) {
  # reticulate turns a list of one string into a string, and an empty one into list().
  if (length(problems)) {
    fails <- paste(fails, "what jointstats needs")
    stop_python(listed_problems(fails, as.character(problems)), cure_packages(reinstall))
  }
}

# Of the Python that runs: asking reticulate for it before might start or download one.
python_path <- function() {
  if (reticulate::py_available(initialize = FALSE)) reticulate::py_config()$python else "none"
}

# With the reason why it is this one.
described_python <- function() {
  toString(c(python_path(), reason_of_choice()))
}

#' Whether Python is available with all packages that jointstats needs
#'
#' Starts Python if it does not run yet. Loading the package never starts it.
#'
#' @param download Whether reticulate (1.41 or newer) may download a Python, some 250 MB, if there
#'   is none. By default nothing is downloaded.
#' @return `TRUE` or `FALSE`, never an error. [jointstats_sitrep()] states the reason.
#' @export
#' @examples
#' jointstats_available()
jointstats_available <- function(download = FALSE) {
  !is.null(tryCatch(core(download), error = function(e) NULL))
}
