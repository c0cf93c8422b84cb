# Python: finding it, checking it, installing what the core needs, and explaining what is wrong.

# What the core needs, as pyproject.toml says it.
core_python <- "3.11"
core_requirements <- c(numpy = "1.26", scipy = "1.12", pandas = "2.1", networkx = "3.1")
# What some functions need: the extras of the Python package that R can use.
extra_requirements <- list(
  parallel = c(joblib = "1.3"), parquet = c(pyarrow = "14"),
  excel = c(openpyxl = "3.1"), inspect = c(zstandard = "0.22"),
  scale = c("dask[dataframe]" = "2024.5", distributed = "2024.5", pyarrow = "14")
)
environment_name <- "r-jointstats"

# What was found out once per session: the bridge module, or the reason why there is none.
session <- new.env(parent = emptyenv())

# The bridge module of the core; an error with the cure if it cannot be had.
# `download`: whether reticulate may set up a Python over the network, if there is none.
core <- function(download = !under_check()) {
  if (is.null(session$bridge)) {
    if (identical(session$failed_with, Sys.getenv("RETICULATE_PYTHON"))) {
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

start_core <- function(download) {
  without_false_alarm(start_python(download))
  path <- core_path()
  bridge <- tryCatch(
    {
      keep_on_path(path)
      reticulate::import("jointstats.presentation.bridge", convert = TRUE)
    },
    error = function(e) stop_python(missing_packages(e), cure_packages())
  )
  check_environment(bridge$environment(as.list(core_requirements)), path)
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
  if (reticulate::py_available(initialize = FALSE)) {
    if (is.null(session$chosen)) {
      session$chosen <- "somebody else"
      add_packages()
    }
  } else {
    session$chosen <- choose_python()
    if (!download && would_download(session$chosen)) {
      stop_python(
        "jointstats computes in Python, and none is set up for it: reticulate would download one.",
        cure_download()
      )
    }
    initialize_python()
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

initialize_python <- function() {
  # Without this reticulate would offer to download Miniconda in the middle of a call.
  old <- Sys.getenv("RETICULATE_MINICONDA_ENABLED", NA)
  if (is.na(old)) {
    Sys.setenv(RETICULATE_MINICONDA_ENABLED = "FALSE")
    on.exit(Sys.unsetenv("RETICULATE_MINICONDA_ENABLED"))
  }
  # py_available(initialize = TRUE) would keep the reason to itself.
  problem <- tryCatch(
    {
      reticulate::py_config()
      NULL
    },
    error = function(e) conditionMessage(e)
  )
  if (is.null(problem) && !reticulate::py_available(initialize = FALSE)) {
    problem <- "reticulate gives no reason."
  }
  if (!is.null(problem)) {
    # Trying again may mean waiting for a download again: once is enough, for this setting.
    session$failed_with <- Sys.getenv("RETICULATE_PYTHON")
    said <- c("jointstats computes in Python, and R could not start one.", problem, named_python())
    session$failure <- python_error(paste(said, collapse = "\n"), cure_python())
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

# What the user's own choice of a Python was, if it may be to blame.
named_python <- function() {
  named <- Sys.getenv("RETICULATE_PYTHON")
  if (nzchar(named) && named != "managed") {
    version <- if (file.exists(named)) python_version(named) else "0"
    sprintf(
      "The environment variable RETICULATE_PYTHON names %s%s.", named,
      if (!file.exists(named)) {
        ", and there is no such file"
      } else if (version != "0" && too_new(version)) {
        paste0(": ", too_new_for_reticulate(version))
      } else {
        ""
      }
    )
  }
}

# Python 3.12 came with changes that reticulate knows from 1.33 on.
too_new <- function(version, reticulate = utils::packageVersion("reticulate")) {
  utils::compareVersion(version, "3.12") >= 0 && reticulate < "1.33"
}

too_new_for_reticulate <- function(version) {
  sprintf(
    "Python %s, which reticulate %s cannot start: update reticulate, or take Python 3.11",
    version, utils::packageVersion("reticulate")
  )
}

requirement_strings <- function(requirements = core_requirements) {
  paste0(names(requirements), ">=", requirements)
}

check_environment <- function(found, path) {
  # reticulate turns a list of one string into a string, and an empty one into list().
  problems <- as.character(found$problems)
  if (length(problems)) {
    stop_python(
      paste(c(sprintf("Python (%s) lacks what jointstats needs:", described_python()), problems),
        collapse = "\n  "
      ), cure_packages()
    )
  }
  ours <- as.character(utils::packageVersion("jointstats"))
  if (!identical(found$version, ours)) {
    stop_python(
      sprintf(
        "Two versions of jointstats meet: %s of the R package (%s) and %s already loaded from %s.",
        ours, path, found$version, found$path
      ),
      "Restart R and use the package before importing jointstats yourself, or install one version."
    )
  }
}

missing_packages <- function(error) {
  paste0(
    "Python (", described_python(), ") cannot load the core of jointstats:\n  ",
    conditionMessage(error)
  )
}

python_path <- function() {
  tryCatch(reticulate::py_config()$python, error = function(e) "unknown")
}

# With the reason why it is this one.
described_python <- function() {
  toString(c(python_path(), reason_of_choice()))
}

cure_python <- function() {
  paste0(
    "  jointstats::install_jointstats()   makes an environment for it, then restart R;\n",
    "  or name a Python >= ", core_python, " before R starts: RETICULATE_PYTHON=/path/to/python"
  )
}

cure_download <- function() {
  paste0(
    "  jointstats::install_jointstats()   makes an environment for it, then restart R;\n",
    "  or name a Python >= ", core_python, " before R starts: RETICULATE_PYTHON=/path/to/python;\n",
    "  or let reticulate download one (some 250 MB): jointstats_available(download = TRUE)"
  )
}

cure_packages <- function() {
  paste0(
    "  jointstats::install_jointstats()   makes an environment with all of it, ",
    then_restart(), ";\n",
    "  or, if this Python is yours: ", pip_command(python_path(), core_requirements)
  )
}

# An environment of install_jointstats() would not be looked at where the user named a Python.
then_restart <- function() {
  settings <- c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV")
  named <- settings[nzchar(Sys.getenv(settings))]
  paste0("then ", if (length(named)) paste0("unset ", named[1], " and "), "restart R")
}

pip_command <- function(python, requirements) {
  bare <- grepl("^[A-Za-z0-9_./~:\\\\-]+$", python)
  paste(
    if (bare) python else shQuote(python), "-m pip install",
    paste0("'", requirement_strings(requirements), "'", collapse = " ")
  )
}

# How an extra comes into the Python that runs: a call or a command that works as it stands. What
# install_jointstats() made is made anew by it, reticulate adds to what it made itself, and anything
# else is the user's, if pip may write there.
extra_advice <- function(extra, pip_works, config = reticulate::py_config(),
                         root = environments_root()) {
  requirements <- extra_requirements[[extra]]
  folder <- dirname(dirname(config$python))
  made_here <- file.exists(file.path(folder, environment_mark)) &&
    normalizePath(dirname(folder), "/", mustWork = FALSE) == root
  if (made_here) {
    name <- basename(folder)
    envname <- if (name == environment_name) "" else sprintf("envname = \"%s\", ", name)
    sprintf("install_jointstats(%sextras = \"%s\"), then restart R", envname, extra)
  } else if (isTRUE(config$ephemeral)) {
    packages <- paste0("\"", names(requirements), "\"", collapse = ", ")
    several <- length(requirements) > 1L
    sprintf("reticulate::py_require(%s)", if (several) paste0("c(", packages, ")") else packages)
  } else if (pip_works) {
    sprintf("run %s in a terminal, then restart R", pip_command(config$python, requirements))
  } else {
    sprintf("install_jointstats(extras = \"%s\"), %s", extra, then_restart())
  }
}

python_error <- function(problem, cure) {
  typed_error("python_error", paste0(
    problem, "\nTo cure it:\n", cure, "\njointstats_sitrep() shows what was found."
  ))
}

stop_python <- function(problem, cure) {
  stop(python_error(problem, cure))
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
