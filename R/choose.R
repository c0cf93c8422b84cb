# Which Python: the choices in their order, and what is done about each. The order is in the help of
# install_jointstats(). Where the user has chosen nothing, an environment of install_jointstats() is
# taken; reticulate is told what is needed wherever it makes the Python.

# The choice's name; of a Python that reticulate may make it is told what that needs.
choose_python <- function(namespace = asNamespace("reticulate"), made = made_environments()) {
  chosen <- user_choice(namespace)
  if (is.null(chosen) && length(made) && !length(required_by_others(namespace))) {
    return("install_jointstats()")
  }
  if (is.null(chosen) || chosen == "managed") {
    ask <- py_require_of(namespace)
    if (!is.null(ask)) {
      ask(requirement_strings(), paste0(">=", core_python))
    }
    chosen <- c(chosen, if (is.null(ask)) "default" else "py_require()")[1]
  }
  chosen
}

# What the user has chosen by a setting, "managed" if that is a Python of reticulate's making.
user_choice <- function(namespace) {
  managed <- tolower(Sys.getenv("RETICULATE_USE_MANAGED_VENV")) %in% c("true", "1", "yes")
  given <- settings_in_use(c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV"))
  if (length(given)) {
    if (Sys.getenv(given[1]) == "managed") "managed" else given[1]
  } else if (!is.null(get0(".globals", namespace, inherits = FALSE)$required_python_version)) {
    "use_python()"
  } else if (managed) {
    "managed"
  }
}

# py_require() came with reticulate 1.41; older versions have no such name to refer to.
py_require_of <- function(namespace) {
  get0("py_require", namespace, mode = "function", inherits = FALSE)
}

# Packages that others have asked reticulate for; NumPy it adds by itself.
required_by_others <- function(namespace) {
  ask <- py_require_of(namespace)
  if (!is.null(ask)) setdiff(bare_names(ask()$packages), names(core_requirements))
}

bare_names <- function(requirements) {
  sub("^([A-Za-z0-9._-]+).*", "\\1", as.character(requirements))
}

# A Python that was started without jointstats lacks what nobody asked for: reticulate adds it to
# one of its own making, but refuses another version of what is there.
add_packages <- function(namespace = asNamespace("reticulate"), lacks = lacking_packages) {
  ask <- py_require_of(namespace)
  if (!is.null(ask)) {
    wanted <- core_requirements[lacks(names(core_requirements))]
    wanted <- wanted[setdiff(names(wanted), bare_names(ask()$packages))]
    if (length(wanted)) {
      ask(requirement_strings(wanted))
    }
  }
}

lacking_packages <- function(names) {
  util <- reticulate::import("importlib.util", convert = FALSE)
  vapply(names, function(name) inherits(util$find_spec(name), "python.builtin.NoneType"), NA)
}

# Whether reticulate would set up a Python of its own, over the network, if it was started now.
would_download <- function(chosen, namespace = asNamespace("reticulate")) {
  if (chosen != "py_require()") {
    return(chosen == "managed")
  }
  if (tolower(Sys.getenv("RETICULATE_USE_MANAGED_VENV")) %in% c("false", "0", "no")) {
    return(FALSE)
  }
  found <- with_environment(
    c(RETICULATE_USE_MANAGED_VENV = "no"),
    tryCatch(namespace$py_discover_config(), error = function(e) NULL)
  )
  # It takes what is on the path only where it may not set up its own; otherwise it has a reason, or
  # the Python is that of "r-reticulate".
  reason <- setdiff(found$forced, c("PATH", "Windows Registry"))
  !length(reason) && !any(grepl("r-reticulate", found$python, fixed = TRUE))
}

# A check of packages must not download anything.
under_check <- function() nzchar(Sys.getenv("_R_CHECK_PACKAGE_NAME_"))

# Why this Python: for messages about it.
reason_of_choice <- function() {
  running <- reticulate::py_available(initialize = FALSE)
  forced <- if (running) reticulate::py_config()$forced
  if (identical(session$chosen, "install_jointstats()")) {
    "install_jointstats() made it"
  } else if (is.character(forced) && length(forced) == 1L && nzchar(forced)) {
    paste("chosen by", forced)
  }
}
