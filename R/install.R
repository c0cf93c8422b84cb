# Making an environment with what the core needs, and saying what there is.

#' Install the Python packages that jointstats needs
#'
#' Makes a separate virtual environment, `r-jointstats`, with numpy, scipy, pandas and networkx. The
#' core of jointstats itself comes with the R package. Restart R afterwards. From then on jointstats
#' uses this environment, unless you choose another Python.
#'
#' @section Which Python jointstats uses:
#' The first that exists:
#'
#' 1. a Python that runs already, such as that of a chunk in a document or of another package;
#'    reticulate (1.41 or newer) adds what it lacks, if it made that Python;
#' 2. your choice: `RETICULATE_PYTHON`, `RETICULATE_PYTHON_ENV`, or
#'    `reticulate::use_python(required = TRUE)`; with `RETICULATE_PYTHON=managed` or
#'    `RETICULATE_USE_MANAGED_VENV=yes` one that reticulate makes;
#' 3. one that reticulate (1.41 or newer) makes, if other packages have called
#'    `reticulate::py_require()`: it has their packages and those of jointstats;
#' 4. the environment that `install_jointstats()` made, of several the last one;
#' 5. the one that reticulate finds: an activated environment (`VIRTUAL_ENV`), a `.venv` in the
#'    folder, or `r-reticulate`. If there is none, version 1.41 or newer downloads a Python (some
#'    250 MB) in the first call that computes. [jointstats_available()] and [jointstats_sitrep()]
#'    never download anything, and nothing is downloaded during `R CMD check`.
#'
#' @details
#' The function replaces an environment that an earlier call has made, once the new one is complete
#' and its packages can be loaded. A folder of this name that it did not make is an error, and stays
#' unchanged.
#'
#' @param python Path of the Python (3.11 or newer) to make the environment from. Default: the one
#'   that an earlier call named for it, otherwise the first that is new enough and can make one when
#'   R runs it.
#' @param envname Name of the environment: letters, digits, `_`, `-` and, after the first letter,
#'   `.`.
#' @param extras Optional packages in addition to the four that the core needs (some 350 MB):
#'   `"parallel"` (joblib, for `n_jobs`), `"parquet"` (pyarrow, for Parquet files, 170 MB),
#'   `"excel"` (python-calamine, for workbooks), `"inspect"` (zstandard, for logs of Inspect) and
#'   `"scale"` (dask, for workers on other machines). Names of packages are accepted, too. Extras of
#'   earlier calls for this environment stay; `TRUE` installs all, `FALSE` none.
#' @return The path of the environment's Python, invisibly.
#' @export
#' @examples
#' \dontrun{
#' install_jointstats()
#' install_jointstats(extras = "parallel")
#' }
install_jointstats <- function(python = NULL, envname = environment_name, extras = character()) {
  folder <- environment_folder(envname)
  extras <- chosen_extras(extras, asked_before(folder, "extras"))
  named <- if (is.null(python)) asked_before(folder, "python") else path.expand(python)
  candidates <- if (is.null(python)) c(named, python_candidates()) else named
  # They would lead the Pythons that are tried here to the packages of another one.
  with_environment(without(leading_settings), make_anew(folder, extras, candidates, named))
  inside <- python_inside(folder)
  # An environment of ours that this session runs was named to reticulate as a user names one.
  ours <- identical(session$chosen, "install_jointstats()")
  in_the_way <- c(
    if (!ours) named_choice(user_choice(asNamespace("reticulate"))),
    if (!runs_core(inside)) settings_to_blame(inside)
  )
  message(
    "Done. Restart R; jointstats will use ", inside,
    if (length(in_the_way)) paste(", once this is unset:", paste(in_the_way, collapse = " and "))
  )
  left_out <- setdiff(names(extra_requirements), extras)
  if (length(left_out)) {
    message("Optional packages left out: ", toString(left_out), " (see the argument `extras`).")
  }
  invisible(inside)
}

# Makes the environment aside, and puts it in the place of the one before.
make_anew <- function(folder, extras, candidates, named) {
  python <- find_python(candidates)
  message("Making ", folder, " with ", python)
  dir.create(dirname(folder), showWarnings = FALSE, recursive = TRUE)
  aside <- tempfile(paste0(".", basename(folder), "-"), dirname(folder))
  on.exit(remove_folder(aside)) # what is left of one that failed or was interrupted
  make_environment(python, aside, extras)
  note_asked(aside, extras, if (python %in% named) python)
  replace_environment(folder, aside)
}

# The extras that are asked for, with those of before.
chosen_extras <- function(extras, before = character()) {
  known <- names(extra_requirements)
  before <- intersect(known, before)
  if (isTRUE(extras)) {
    known
  } else if (isFALSE(extras)) {
    character()
  } else if (is.character(extras) && all(extras %in% c(known, names(extra_packages())))) {
    intersect(known, c(before, vapply(extras, extra_of, "")))
  } else {
    stop_typed("argument_error", sprintf(
      "extras must be TRUE, FALSE or names among %s; got %s.",
      toString(paste0("\"", known, "\"")), in_code(extras)
    ))
  }
}

# The extra of this name, or the first one with a package of this name.
extra_of <- function(name) {
  has <- vapply(extra_requirements, function(packages) name %in% names(packages), NA)
  if (name %in% names(extra_requirements)) name else names(which(has))[1]
}

# The packages of all, or of some extras, each once.
extra_packages <- function(extras = names(extra_requirements)) {
  packages <- unlist(unname(extra_requirements[extras]))
  packages[!duplicated(names(packages))]
}

# A file in every environment that was made here: nothing without it is ever replaced.
environment_mark <- "made-by-install_jointstats.txt"

# What was asked for when this environment was made, for the next time.
note_asked <- function(folder, extras, python) {
  asked <- c(
    paste("extras:", extras, recycle0 = TRUE), paste("python:", python, recycle0 = TRUE)
  )
  cat(asked, file = file.path(folder, environment_mark), sep = "\n", append = TRUE)
}

asked_before <- function(folder, what) {
  mark <- file.path(folder, environment_mark)
  lines <- if (file.exists(mark)) readLines(mark, warn = FALSE)
  start <- paste0(what, ": ")
  substring(lines[startsWith(as.character(lines), start)], nchar(start) + 1L)
}

named_choice <- function(chosen) {
  managed <- identical(chosen, "managed")
  if (managed) "RETICULATE_PYTHON or RETICULATE_USE_MANAGED_VENV" else chosen
}

# The environments that were made here and have their Python, the last one first.
made_environments <- function(root = environments_root()) {
  folders <- marked_folders(root)
  folders[file.exists(python_inside(folders))]
}

marked_folders <- function(root) {
  # list.files() leaves out those that are being built aside, whose names begin with a dot.
  marks <- file.path(list.files(root, full.names = TRUE), environment_mark)
  marks <- marks[file.exists(marks)]
  dirname(marks[order(file.mtime(marks), decreasing = TRUE)])
}

environments_root <- function() {
  root <- tryCatch(reticulate::virtualenv_root(), error = function(e) "~/.virtualenvs")
  normalizePath(path.expand(root), "/", mustWork = FALSE)
}

# Where the environment of this name belongs. A path for a name could lead anywhere.
environment_folder <- function(envname) {
  if (!is_word(envname) || !grepl("^[A-Za-z0-9_-][A-Za-z0-9._-]*\\z", envname, perl = TRUE)) {
    stop_typed("argument_error", sprintf(
      "envname must be one name of letters, digits, \"_\", \"-\" and, further on, \".\"; got %s.",
      in_code(envname)
    ))
  }
  folder <- file.path(environments_root(), envname)
  if (file.exists(folder) && !file.exists(file.path(folder, environment_mark))) {
    stop_typed("python_error", sprintf(paste(
      "%s exists already, and install_jointstats() did not make it (it has no file \"%s\").",
      "Remove it, or choose another `envname`."
    ), folder, environment_mark))
  }
  folder
}

python_inside <- function(folder) {
  windows <- .Platform$OS.type == "windows"
  file.path(folder, if (windows) "Scripts/python.exe" else "bin/python")
}

# An environment with what the core needs, tried out.
make_environment <- function(python, folder, extras) {
  dir.create(folder)
  writeLines(
    "The R function jointstats::install_jointstats() made this folder, and may replace it.",
    file.path(folder, environment_mark)
  )
  if (run_program(python, c("-m", "venv", folder)) != 0L) {
    stop_typed("python_error", sprintf(
      "%s could not make an environment (see above). %s", python, other_python()
    ))
  }
  inside <- python_inside(folder)
  if (pip_install(inside, requirement_strings()) != 0L) {
    stop_typed("python_error", sprintf(
      "pip of %s could not install the packages (see above). Check the network. %s",
      python, other_python()
    ))
  }
  said <- run_code(inside, paste("import", toString(names(core_requirements))), stderr = TRUE)
  if (!is.null(attr(said, "status"))) {
    stop_typed("python_error", sprintf(
      "The packages that pip installed do not work (%s). %s",
      utils::tail(c(said), 1), other_python()
    ))
  }
  problem <- problem_in_r(inside)
  if (!is.null(problem)) {
    stop_typed("python_error", sprintf(
      "R cannot start the Python of an environment that %s makes: %s %s",
      python, problem, other_python()
    ))
  }
  optional <- function() pip_install(inside, requirement_strings(extra_packages(extras)))
  if (length(extras) && optional() != 0L) {
    signal_warning("python_warning", paste(
      "The optional packages could not be installed (see above). Call install_jointstats() to try",
      "again; functions that do not need them work."
    ))
  }
}

# What reticulate says when it starts this Python in an R, NULL if all is well.
problem_in_r <- function(python, code = "reticulate::import('numpy')") {
  code <- sprintf(
    "tryCatch({ %s; cat('starts') }, error = function(e) cat(conditionMessage(e)))", code
  )
  libraries <- paste(.libPaths(), collapse = .Platform$path.sep)
  said <- run_program(
    file.path(R.home("bin"), "Rscript"), c("-e", code),
    settings = c(
      RETICULATE_PYTHON = python, RETICULATE_USE_MANAGED_VENV = "no", R_LIBS = libraries
    ),
    stdout = TRUE, stderr = FALSE
  )
  if (!any(endsWith(said, "starts"))) {
    if (length(said)) paste(said, collapse = " ") else "it gives no reason."
  }
}

# Puts an environment that was built aside where it belongs; the one before goes only then.
replace_environment <- function(folder, aside) {
  before <- tempfile(paste0(".", basename(folder), "-"), dirname(folder))
  move <- function(from, to) suppressWarnings(file.rename(from, to))
  replaced <- file.exists(folder)
  correct_paths(aside, folder)
  if ((replaced && !move(folder, before)) || !move(aside, folder)) {
    if (file.exists(before)) {
      move(before, folder)
    }
    stop_typed("python_error", sprintf(
      "%s cannot be replaced, perhaps because it is in use. Restart R, and try again first.", folder
    ))
  }
  if (replaced) {
    remove_folder(before)
  }
}

# An environment's scripts hold its path; its Python finds itself wherever it is.
correct_paths <- function(aside, folder) {
  files <- c(
    file.path(aside, "pyvenv.cfg"), list.files(dirname(python_inside(aside)), full.names = TRUE)
  )
  # Behind a link is a file of somebody else.
  for (file in files[file.exists(files) & !nzchar(Sys.readlink(files))]) {
    content <- readBin(file, "raw", file.size(file))
    if (any(content == 0)) {
      next # a program, not a script
    }
    text <- rawToChar(content)
    right <- gsub(aside, folder, text, fixed = TRUE, useBytes = TRUE)
    if (!identical(right, text)) {
      writeBin(charToRaw(right), file)
    }
  }
}

# The folder itself, whatever characters its path has: unlink() takes "*" for any name.
remove_folder <- function(folder) {
  unlink(folder, recursive = TRUE, expand = FALSE)
}

pip_install <- function(python, packages) {
  run_program(python, c(
    "-m", "pip", "install", "--disable-pip-version-check", "--upgrade", packages
  ))
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
  if (too_new(version)) {
    return(sprintf("is %s.", too_new_for_reticulate(version)))
  }
  said <- run_code(python, "import ssl, venv, ensurepip", stderr = TRUE)
  if (!is.null(attr(said, "status"))) {
    return(sprintf("cannot import ssl, venv and ensurepip here: %s", utils::tail(c(said), 1)))
  }
  problem <- problem_in_r(python, "reticulate::py_run_string('1')")
  if (!is.null(problem)) {
    sprintf("cannot be started by R: %s", problem)
  }
}

#' What jointstats found: versions, paths, and what to do next
#'
#' Starts Python, as any test does, and reports what it finds. Add its output to a bug report.
#'
#' @inheritParams jointstats_available
#' @return Invisibly, a list of strings: `jointstats`, `R` and `reticulate` (versions),
#'   `RETICULATE_PYTHON` (the variable), `core` (folder of the core) and `problem` (what is wrong,
#'   or `NULL`); if Python runs, `python` (its version and path) and the versions of its packages.
#' @export
#' @examples
#' jointstats_sitrep()
jointstats_sitrep <- function(download = FALSE) {
  problem <- tryCatch(
    {
      core(download)
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
    found$python <- paste(reticulate::py_config()$version, described_python())
  }
  if (is.null(problem)) {
    versions <- core()$environment(as.list(core_requirements))$found
    optional <- core()$environment(as.list(extra_packages()))$found
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
