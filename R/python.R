# Python: finding it, checking it, installing what the core needs, and explaining what is wrong.

# What the core needs, as pyproject.toml says it.
core_python <- "3.11"
core_requirements <- c(numpy = "1.26", scipy = "1.12", pandas = "2.1", networkx = "3.1")
# What some functions need: figures in reports, several workers, Parquet.
extra_requirements <- c(matplotlib = "3.8", joblib = "1.3", pyarrow = "14")
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
  start_python(download)
  path <- core_path()
  bridge <- tryCatch(
    {
      keep_on_path(path)
      reticulate::import("jointstats.presentation.bridge", convert = TRUE)
    },
    error = function(e) stop_python(missing_packages(e), cure_packages())
  )
  check_environment(bridge$environment(as.list(core_requirements)), path)
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
    problem <- "reticulate does not say why."
  }
  if (!is.null(problem)) {
    # Trying again may mean waiting for a download again: once is enough, for this setting.
    session$failed_with <- Sys.getenv("RETICULATE_PYTHON")
    said <- c("jointstats computes in Python, and R could not start one.", problem, named_python())
    session$failure <- python_error(paste(said, collapse = "\n"), cure_python())
    stop(session$failure)
  }
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

# An environment of install_jointstats() would not be looked at where the user named a Python.
cure_packages <- function() {
  settings <- c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV")
  named <- settings[nzchar(Sys.getenv(settings))]
  paste0(
    "  jointstats::install_jointstats()   makes an environment with all of it, then ",
    if (length(named)) paste0("unset ", named[1], " and "), "restart R;\n",
    "  or, if this Python is yours: ", python_path(), " -m pip install ",
    paste0("'", requirement_strings(), "'", collapse = " ")
  )
}

python_error <- function(problem, cure) {
  typed_error("python_error", paste0(
    problem, "\nTo cure it:\n", cure, "\njointstats_sitrep() shows what was found."
  ))
}

stop_python <- function(problem, cure) {
  stop(python_error(problem, cure))
}

#' Is Python with everything that jointstats needs at hand?
#'
#' Starts Python if it is not running yet. Loading the package never does.
#'
#' @param download Whether reticulate may download a Python, if there is none: newer versions of it
#'   can, some 250 MB. Without leave nothing is ever downloaded by asking.
#' @return `TRUE` or `FALSE`; never an error. [jointstats_sitrep()] says why not.
#' @export
#' @examples
#' jointstats_available()
jointstats_available <- function(download = FALSE) {
  !is.null(tryCatch(core(download), error = function(e) NULL))
}
