# What is wrong with Python, and the cure: each works when it is followed.

# Settings that choose a Python, and those with which Python finds its packages elsewhere.
choosing_settings <- c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV", "RETICULATE_USE_MANAGED_VENV")
leading_settings <- c("PYTHONHOME", "PYTHONPATH")

python_settings <- function() Sys.getenv(c(choosing_settings, leading_settings))

settings_in_use <- function(names) names[nzchar(Sys.getenv(names))]

# What keeps the chosen Python from running, NULL if nothing does. reticulate would pass over it.
chosen_python_problem <- function(chosen) {
  python <- chosen_python(chosen)
  if (is.null(python) || dir.exists(python)) {
    return(NULL)
  }
  version <- python_version(path.expand(python))
  problem <- if (!file.exists(python)) {
    lost_link(python)
  } else if (version == "0") {
    "does not run"
  } else if (too_new(version)) {
    paste("is", too_new_for_reticulate(version))
  }
  if (!is.null(problem)) {
    sprintf("%s, chosen by %s, %s.", python, chosen, problem)
  }
}

# Its path, NULL where only reticulate knows it.
chosen_python <- function(chosen, namespace = asNamespace("reticulate")) {
  switch(chosen,
    RETICULATE_PYTHON = Sys.getenv("RETICULATE_PYTHON"),
    `use_python()` = namespace$.globals$required_python_version,
    `install_jointstats()` = python_inside(made_environments()[1])
  )
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

listed_problems <- function(fails, problems) {
  first <- sprintf("Python (%s) %s:", described_python(), fails)
  paste(c(first, problems), collapse = "\n  ")
}

# A file that is not there; of an environment whose Python was removed the link remains.
lost_link <- function(python) {
  target <- Sys.readlink(python)
  if (is.na(target) || !nzchar(target)) {
    return("does not exist")
  }
  lost <- if (startsWith(target, "/")) target else file.path(dirname(python), target)
  sprintf("is a link to %s, which is no longer there", lost)
}

# Environments of install_jointstats() that are no longer of use, in a sentence each.
lost_environments <- function(root = environments_root()) {
  pythons <- python_inside(marked_folders(root))
  lost <- pythons[!file.exists(pythons)]
  sprintf("%s, which install_jointstats() made, %s.", lost, vapply(lost, lost_link, character(1)))
}

cure_start <- function(problem) {
  cure_python(if (grepl("shared library", problem, fixed = TRUE)) {
    paste(
      "  or install the shared library of this Python (Debian or Ubuntu: apt-get install",
      "libpython3-dev), and restart R"
    )
  })
}

cure_python <- function(third = NULL) {
  python <- if (!is.null(session$chosen)) chosen_python(session$chosen)
  blamed <- if (!is.null(python)) settings_to_blame(python)
  if (length(blamed)) {
    return(cure_settings(blamed))
  }
  paste(c(
    sprintf("  jointstats::install_jointstats()   makes an environment for it, %s", then_restart()),
    paste0(
      "  or name a Python >= ", core_python, " with the packages before R starts: ",
      "RETICULATE_PYTHON=/path/to/python"
    ), third
  ), collapse = ";\n")
}

cure_download <- paste(
  "  or let reticulate download one (some 250 MB): jointstats_available(download = TRUE)"
)

# `reinstall`: pip takes packages for good that are there and recent enough, but do not load.
cure_packages <- function(reinstall = FALSE) {
  blamed <- settings_to_blame(python_path())
  if (length(blamed)) {
    return(cure_settings(blamed))
  }
  options <- if (reinstall) "--upgrade --force-reinstall"
  paste(c(
    sprintf(
      "  jointstats::install_jointstats()   makes an environment with all of it, %s", then_restart()
    ),
    if (pip_works(python_path())) {
      sprintf(
        "  or, if this Python is yours: %s, then restart R",
        pip_command(python_path(), core_requirements, options)
      )
    }
  ), collapse = ";\n")
}

# Whether this Python has a pip that may write there: a system's own often may not (PEP 668).
pip_works <- function(python) {
  code <- paste(
    "import os, pip, sys, sysconfig;",
    "managed = os.path.exists(sysconfig.get_path('stdlib') + '/EXTERNALLY-MANAGED');",
    "sys.exit(managed and sys.prefix == sys.base_prefix)"
  )
  runs_code(python, code)
}

# The settings without which this Python runs the core: that is tried, each alone first.
settings_to_blame <- function(python) {
  given <- settings_in_use(leading_settings)
  for (left_out in unique(c(as.list(given), list(given)))) {
    if (length(left_out) && with_environment(without(left_out), runs_core(python))) {
      return(left_out)
    }
  }
}

# What a call checks before it computes, in a process of its own.
runs_core <- function(python) {
  needs <- toString(sprintf("'%s': '%s'", names(core_requirements), core_requirements))
  code <- c(
    "import sys", sprintf("sys.path.insert(0, %s)", encodeString(core_path(), quote = "'")),
    "from jointstats.interfaces import bridge",
    sprintf("needs = {%s}", needs),
    "sys.exit(bool(bridge.environment(needs)['problems'] or bridge.loading_problems(list(needs))))"
  )
  runs_code(path.expand(python), paste(code, collapse = "; "))
}

cure_settings <- function(blamed) {
  values <- sprintf("%s (%s)", blamed, Sys.getenv(blamed))
  paste0(
    "  unset ", paste(values, collapse = " and "), ", and restart R: without it this Python works"
  )
}

# An environment of install_jointstats() would not be looked at where the user chose a Python, and
# would not find its packages where a setting leads elsewhere.
then_restart <- function() {
  given <- settings_in_use(c(choosing_settings, leading_settings))
  unset <- if (length(given)) paste0("unset ", paste(given, collapse = " and "), " and ")
  paste0("then ", unset, "restart R")
}

pip_command <- function(python, requirements, options = NULL) {
  bare <- grepl("^[A-Za-z0-9_./~:\\\\-]+$", python)
  paste(
    if (bare) python else shQuote(python), paste(c("-m pip install", options), collapse = " "),
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
    paste(c(problem, lost_environments()), collapse = "\n"), "\nTo cure it:\n", cure,
    "\njointstats_sitrep() shows what was found."
  ))
}

stop_python <- function(problem, cure) {
  stop(python_error(problem, cure))
}
