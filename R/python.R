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
core <- function() {
  if (is.null(session$bridge)) {
    if (identical(session$failed_with, Sys.getenv("RETICULATE_PYTHON"))) {
      stop(session$failure)
    }
    session$bridge <- start_core()
    # R ends without ending Python, whose workers would wait five minutes for more to do.
    reg.finalizer(session, function(session) {
      tryCatch(session$bridge$end_workers(), error = function(e) NULL)
    }, onexit = TRUE)
  }
  session$bridge
}

start_core <- function() {
  start_python()
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

start_python <- function() {
  if (!reticulate::py_available(initialize = FALSE)) {
    choose_python()
    # Without this reticulate would offer to download Miniconda in the middle of a call.
    old <- Sys.getenv("RETICULATE_MINICONDA_ENABLED", NA)
    if (is.na(old)) {
      Sys.setenv(RETICULATE_MINICONDA_ENABLED = "FALSE")
      on.exit(Sys.unsetenv("RETICULATE_MINICONDA_ENABLED"))
    }
  }
  problem <- NULL
  available <- tryCatch(
    reticulate::py_available(initialize = TRUE),
    error = function(e) {
      problem <<- conditionMessage(e)
      FALSE
    }
  )
  if (!available) {
    # Trying again may mean waiting for a download again: once is enough, for this setting.
    session$failed_with <- Sys.getenv("RETICULATE_PYTHON")
    said <- c("jointstats computes in Python, and R could not start one.", problem, named_python())
    session$failure <- python_error(paste(said, collapse = "\n"), cure_python())
    stop(session$failure)
  }
  version <- as.character(reticulate::py_config()$version)
  if (utils::compareVersion(version, core_python) < 0) {
    stop_python(
      sprintf(
        "Python %s (%s) is too old: jointstats needs Python %s or newer.",
        version, reticulate::py_config()$python, core_python
      ), cure_python()
    )
  }
}

# What the user's own choice of a Python was, if it may be to blame.
named_python <- function() {
  named <- Sys.getenv("RETICULATE_PYTHON")
  if (nzchar(named)) {
    sprintf(
      "The environment variable RETICULATE_PYTHON names %s%s.", named,
      if (file.exists(named)) "" else ", and there is no such file"
    )
  }
}

# Says which Python to use, where the user has not: the environment of install_jointstats(), or,
# with a reticulate that can, one that is made on the fly with what the core needs.
choose_python <- function(namespace = asNamespace("reticulate"),
                          exists = reticulate::virtualenv_exists) {
  if (nzchar(Sys.getenv("RETICULATE_PYTHON"))) {
    return(invisible("RETICULATE_PYTHON"))
  }
  exists_env <- tryCatch(
    exists(environment_name),
    error = function(e) FALSE
  )
  if (exists_env) {
    reticulate::use_virtualenv(environment_name, required = FALSE)
    return(invisible(environment_name))
  }
  # py_require() came with reticulate 1.41; older versions have no such name to refer to.
  if (base::exists("py_require", envir = namespace, inherits = FALSE)) {
    require_packages <- get("py_require", envir = namespace, inherits = FALSE)
    require_packages(
      packages = requirement_strings(), python_version = paste0(">=", core_python)
    )
    return(invisible("py_require"))
  }
  invisible("default")
}

requirement_strings <- function(requirements = core_requirements) {
  paste0(names(requirements), ">=", requirements)
}

check_environment <- function(found, path) {
  # reticulate turns a list of one string into a string, and an empty one into list().
  problems <- as.character(found$problems)
  if (length(problems)) {
    stop_python(
      paste(c(sprintf("Python (%s) lacks what jointstats needs:", python_path()), problems),
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
    "Python (", python_path(), ") cannot load the core of jointstats:\n  ", conditionMessage(error)
  )
}

python_path <- function() {
  tryCatch(reticulate::py_config()$python, error = function(e) "unknown")
}

cure_python <- function() {
  paste0(
    "  jointstats::install_jointstats()   makes an environment for it, then restart R;\n",
    "  or name a Python >= ", core_python, " before R starts: RETICULATE_PYTHON=/path/to/python"
  )
}

cure_packages <- function() {
  paste0(
    "  jointstats::install_jointstats()   makes an environment with all of it, then restart R;\n",
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
#' @return `TRUE` or `FALSE`; never an error. [jointstats_sitrep()] says why not.
#' @export
#' @examples
#' jointstats_available()
jointstats_available <- function() {
  !is.null(tryCatch(core(), error = function(e) NULL))
}
