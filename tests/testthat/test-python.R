# Finding Python, and explaining what is wrong with it. Most of this needs no Python.

stub <- function(...) list2env(list(...), parent = emptyenv())

found <- function(problems = list(), version = NULL) {
  ours <- as.character(utils::packageVersion("jointstats"))
  list(
    version = if (is.null(version)) ours else version, path = "/elsewhere/jointstats/__init__.py",
    found = list(), problems = problems
  )
}

test_that("loading the package never starts Python", {
  printed <- fresh_r("library(jointstats); cat(reticulate::py_available(initialize = FALSE))")
  expect_identical(printed, "FALSE")
})

test_that("the system requirements are the ones that are checked", {
  described <- utils::packageDescription("jointstats")$SystemRequirements
  listed <- strsplit(gsub("\n", " ", described), ", *")[[1]]
  core <- jointstats:::core_requirements
  expected <- c(
    sprintf("Python (>= %s)", jointstats:::core_python),
    sprintf("%s (>= %s)", names(core), core)
  )
  expect_identical(listed, expected)
})

test_that("what is missing or too old is named, with the cure", {
  old <- "numpy 1.20.3 is too old (needed: numpy >= 1.26)."
  none <- "scipy is not installed (needed: scipy >= 1.11)."
  error <- tryCatch(
    jointstats:::check_environment(found(list(old, none)), "/here"),
    error = identity
  )
  expect_s3_class(error, c("jointstats_python_error", "jointstats_error"))
  expect_match(conditionMessage(error), old, fixed = TRUE)
  expect_match(conditionMessage(error), none, fixed = TRUE)
  expect_match(conditionMessage(error), "install_jointstats()", fixed = TRUE)
  # reticulate makes a string of a list of one string, and an empty list of none
  expect_error(jointstats:::check_environment(found(old), "/here"), "too old")
  expect_silent(jointstats:::check_environment(found(list()), "/here"))
})

test_that("two versions of the core in one process are an error that names both", {
  error <- tryCatch(
    jointstats:::check_environment(found(version = "9.9.9"), "/the/package/python"),
    error = identity
  )
  expect_s3_class(error, "jointstats_python_error")
  expect_match(conditionMessage(error), "9.9.9 already loaded from /elsewhere", fixed = TRUE)
  expect_match(conditionMessage(error), "/the/package/python", fixed = TRUE)
})

# What reticulate 1.41 and newer have: py_require(), and a Python of their own making.
new_reticulate <- function(forced = NULL, python = "/usr/bin/python3", use = NULL,
                           others = character()) {
  asked <- list()
  ask <- function(packages = NULL, python_version = NULL) {
    if (is.null(packages)) {
      return(list(packages = c("numpy<3", others)))
    }
    asked[[length(asked) + 1]] <<- list(packages, python_version)
  }
  stub(
    py_require = ask, asked = function() asked, .globals = stub(required_python_version = use),
    py_discover_config = function() {
      if (Sys.getenv("RETICULATE_USE_MANAGED_VENV") != "no") stop("this would download")
      list(forced = forced, python = python)
    }
  )
}

# Runs code with these settings and no others that choose a Python.
with_settings <- function(code, ...) {
  names <- c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV", "RETICULATE_USE_MANAGED_VENV")
  old <- Sys.getenv(names, NA)
  on.exit({
    Sys.unsetenv(names)
    if (!all(is.na(old))) do.call(Sys.setenv, as.list(old[!is.na(old)]))
  })
  Sys.unsetenv(names)
  if (...length()) Sys.setenv(...)
  code
}

choose <- function(namespace, made = character()) jointstats:::choose_python(namespace, made)

test_that("a reticulate that can is told what the core needs, and no other is", {
  new <- new_reticulate()
  with_settings(expect_identical(choose(new), "py_require()"))
  expect_identical(new$asked(), list(list(jointstats:::requirement_strings(), ">=3.11")))
  with_settings(expect_identical(choose(stub()), "default"))
})

test_that("an environment of install_jointstats() comes before whatever reticulate would find", {
  for (namespace in list(new_reticulate(), stub())) {
    with_settings({
      expect_identical(choose(namespace, "/envs/r-jointstats"), "install_jointstats()")
    })
  }
})

test_that("what other packages have asked reticulate for is not taken away", {
  new <- new_reticulate(others = c("torch>=2", "rich"))
  with_settings({
    expect_identical(choose(new, made = "/envs/r-jointstats"), "py_require()")
  })
  expect_identical(new$asked()[[1]][[1]], jointstats:::requirement_strings()) # ours in addition
})

test_that("what the user has chosen comes first; of a managed Python reticulate is told the needs", {
  made <- "/envs/r-jointstats"
  for (setting in c("RETICULATE_PYTHON", "RETICULATE_PYTHON_ENV")) {
    new <- new_reticulate()
    found <- do.call(with_settings, c(list(quote(choose(new, made))), stats::setNames("/a/python", setting)))
    expect_identical(found, setting)
    expect_length(new$asked(), 0)
  }
  found <- with_settings(choose(new_reticulate(use = "/a/python"), made))
  expect_identical(found, "use_python()")
  for (setting in list(c(RETICULATE_PYTHON = "managed"), c(RETICULATE_USE_MANAGED_VENV = "yes"))) {
    new <- new_reticulate()
    found <- do.call(with_settings, c(list(quote(choose(new, made))), as.list(setting)))
    expect_identical(found, "managed")
    expect_length(new$asked(), 1)
  }
})

test_that("a Python that runs already is given what it lacks, but for what is required of it", {
  new <- new_reticulate()
  add <- function(lacking, namespace = new) {
    jointstats:::add_packages(namespace, function(names) names %in% lacking)
  }
  add(c("numpy", "scipy", "networkx"))
  expect_identical(new$asked(), list(list(c("scipy>=1.12", "networkx>=3.1"), NULL)))
  add("numpy")
  add(character())
  expect_length(new$asked(), 1)
  expect_silent(add("scipy", stub()))
})

test_that("whether reticulate would download is known without downloading", {
  would <- function(...) with_settings(jointstats:::would_download("py_require()", new_reticulate(...)))
  expect_true(would(forced = "PATH"))
  expect_false(would(forced = "VIRTUAL_ENV"))
  expect_true(would())
  expect_false(would(python = "/home/me/.virtualenvs/r-reticulate/bin/python"))
  with_settings({
    expect_true(jointstats:::would_download("py_require()", stub(py_discover_config = function() NULL)))
    expect_true(jointstats:::would_download("managed", stub()))
    expect_false(jointstats:::would_download("install_jointstats()", stub()))
    expect_identical(Sys.getenv("RETICULATE_USE_MANAGED_VENV", NA), NA_character_)
  })
  with_settings(
    expect_false(jointstats:::would_download("py_require()", stub())), # it was told not to
    RETICULATE_USE_MANAGED_VENV = "no"
  )
})

test_that("asking never downloads, and says how to have it", {
  skip_on_os("windows")
  # A managed Python is asked for, by a reticulate that cannot make one: were it started, the error
  # would be another one.
  code <- c(
    "library(jointstats)",
    "cat(jointstats_available(), '\\n')",
    "invisible(jointstats_sitrep())",
    "Sys.setenv('_R_CHECK_PACKAGE_NAME_' = 'jointstats')",
    "tryCatch(list_datasets(), error = function(e) cat(conditionMessage(e)))"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=managed")
  expect_match(printed, "^FALSE", all = FALSE)
  said <- "reticulate would download one."
  expect_length(grep(said, printed, fixed = TRUE), 2)
  expect_match(printed, "jointstats_available(download = TRUE)", fixed = TRUE, all = FALSE)
})

test_that("a Python too new for reticulate is named as such", {
  expect_true(jointstats:::too_new("3.12", package_version("1.28")))
  expect_false(jointstats:::too_new("3.11", package_version("1.28")))
  expect_false(jointstats:::too_new("3.14", package_version("1.33")))
  expect_false(jointstats:::too_new("3.14", package_version("1.46.0")))
})

test_that("without Python: one message with the cure, and FALSE instead of an error", {
  skip_on_os("windows")
  code <- c(
    "library(jointstats)",
    "cat(jointstats_available(), '\\n')",
    "say <- function(e) cat(class(e)[1], conditionMessage(e), sep = '\\n')",
    "tryCatch(load_dataset('example1'), error = say)",
    "invisible(jointstats_sitrep())"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  expect_match(printed, "^FALSE", all = FALSE)
  expect_match(printed, "jointstats_python_error", all = FALSE)
  expect_match(printed, "RETICULATE_PYTHON=/path/to/python", fixed = TRUE, all = FALSE)
  expect_match(
    printed, "/nonexistent/python, chosen by RETICULATE_PYTHON, does not exist.",
    fixed = TRUE, all = FALSE
  )
  expect_match(printed, "^Not ready:", all = FALSE)
  expect_false(any(grepl("Miniconda", printed)))
})

test_that("a Python that cannot start is looked for once per setting", {
  skip_on_os("windows")
  code <- c(
    "library(jointstats)",
    "first <- tryCatch(list_datasets(), error = identity)",
    "time <- system.time(second <- tryCatch(list_datasets(), error = identity))[['elapsed']]",
    "cat(identical(first, second), time < 0.05)"
  )
  printed <- fresh_r(code, env = "RETICULATE_PYTHON=/nonexistent/python")
  expect_identical(utils::tail(printed, 1), "TRUE TRUE")
})

test_that("Python without the packages: named, with the command that installs them", {
  skip_on_os("windows")
  python <- Sys.getenv("RETICULATE_PYTHON", Sys.which("python3"))
  skip_if(!nzchar(python) || jointstats:::python_version(python) == "0", "no python3 to try")
  folder <- tempfile("empty-venv")
  on.exit(unlink(folder, recursive = TRUE))
  made <- system2(python, c("-m", "venv", "--without-pip", folder), stdout = FALSE, stderr = FALSE)
  skip_if(made != 0, "python3 cannot make an environment")
  code <- "library(jointstats); tryCatch(list_datasets(), error = function(e) cat(conditionMessage(e)))"
  printed <- fresh_r(code, env = paste0("RETICULATE_PYTHON=", file.path(folder, "bin/python")))
  if (any(grepl("could not start one", printed))) {
    skip("this Python cannot be embedded")
  }
  expect_match(printed, "numpy is not installed (needed: numpy >= 1.26).", fixed = TRUE, all = FALSE)
  expect_match(printed, "install_jointstats()", fixed = TRUE, all = FALSE)
  expect_false(any(grepl("-m pip", printed))) # it has no pip
})

# A program that answers as a Python does: its version, whether it can import what is asked, and
# how pip ends. `says` is what the Python of an environment that it makes says of itself.
fake_python <- function(version = "3.11", imports = TRUE, pip = 0, works = TRUE, says = "") {
  path <- tempfile("python")
  refuses <- function(why) sprintf("echo '%s' >&2; exit 1", why)
  writeLines(c(
    "#!/bin/sh",
    paste("#", says),
    "test -z \"$PYTHONHOME\" || { echo 'Fatal Python error: no encodings' >&2; exit 1; }",
    "case \"$*\" in",
    sprintf("*version_info*) echo %s ;;", version),
    sprintf("*ensurepip*) %s ;;", if (imports) "exit 0" else refuses("ImportError: no ssl")),
    "*venv*) for folder; do :; done; mkdir -p \"$folder/bin\"; cp \"$0\" \"$folder/bin/python\"",
    "  echo \"#!$folder/bin/python\" >\"$folder/bin/pip\" ;;",
    sprintf("*pip*) echo \"$@\" >>\"$0.pip\"; exit %d ;;", pip),
    sprintf("*numpy*) %s ;;", if (works) "exit 0" else refuses("ImportError: no numpy")),
    "esac"
  ), path)
  Sys.chmod(path, "755")
  path
}

# Environments in a folder of their own, whose Python R is taken to start.
with_environments <- function(code, problem = NULL) {
  start <- jointstats:::problem_in_r
  on.exit(utils::assignInNamespace("problem_in_r", start, "jointstats"))
  starts <- function(python, code = NULL) if (is.null(code)) problem
  utils::assignInNamespace("problem_in_r", starts, "jointstats")
  old <- Sys.getenv("WORKON_HOME", NA)
  restore <- function() if (is.na(old)) Sys.unsetenv("WORKON_HOME") else Sys.setenv(WORKON_HOME = old)
  on.exit(restore(), add = TRUE)
  Sys.setenv(WORKON_HOME = tempfile("environments"))
  code(Sys.getenv("WORKON_HOME"))
}

test_that("no Python to make an environment from is a sentence that says what was tried", {
  skip_on_os("windows")
  old <- fake_python("3.8")
  broken <- fake_python(imports = FALSE)
  expect_identical(jointstats:::python_version("/nonexistent/python"), "0")
  error <- tryCatch(jointstats:::find_python(c("/nonexistent", old, broken)), error = identity)
  expect_s3_class(error, "jointstats_python_error")
  expect_match(conditionMessage(error), "^No Python 3.11 or newer was found")
  expect_match(conditionMessage(error), "/nonexistent does not run.", fixed = TRUE)
  expect_match(conditionMessage(error), paste(old, "is Python 3.8."), fixed = TRUE)
  expect_match(conditionMessage(error), paste(broken, "cannot import ssl"), fixed = TRUE)
  expect_match(conditionMessage(error), "install_jointstats(python = \"/usr/bin/python3\")", fixed = TRUE)
  expect_error(install_jointstats(python = broken), "no ssl", class = "jointstats_python_error")
})

test_that("an environment is made where a setting leads Pythons astray, which is named", {
  skip_on_os("windows")
  install <- function() {
    said <- with_settings(capture_messages(install_jointstats(fake_python())))
    said[startsWith(said, "Done.")]
  }
  uses <- "will use .*/r-jointstats/bin/python"
  with_environments(function(root) {
    jointstats:::with_environment(c(PYTHONHOME = "/nonexistent"), {
      expect_match(install(), paste0(uses, ", once this is unset: PYTHONHOME\n$"))
      expect_identical(Sys.getenv("PYTHONHOME"), "/nonexistent")
    })
    expect_match(install(), paste0(uses, "\n$"))
  })
})

test_that("the first Python that can make an environment is taken", {
  skip_on_os("windows")
  good <- fake_python("3.11")
  candidates <- c(fake_python(imports = FALSE), fake_python("3.10"), good, fake_python())
  with_environments(function(root) expect_identical(jointstats:::find_python(candidates), good))
})

test_that("an installation that fails leaves no environment behind", {
  skip_on_os("windows")
  with_environments(function(root) {
    python <- fake_python(pip = 1)
    error <- suppressMessages(tryCatch(install_jointstats(python), error = identity))
    expect_s3_class(error, "jointstats_python_error")
    expect_match(conditionMessage(error), paste("pip of", python), fixed = TRUE)
    expect_match(conditionMessage(error), "python = \"/usr/bin/python3\"", fixed = TRUE)
    expect_false(file.exists(file.path(root, "r-jointstats")))
    made <- suppressMessages(install_jointstats(fake_python()))
    expect_identical(made, file.path(root, "r-jointstats", "bin/python"))
    expect_true(file.exists(made))
    expect_identical(list.files(root, all.files = TRUE, no.. = TRUE), "r-jointstats")
    expect_identical(
      readLines(file.path(root, "r-jointstats", "bin/pip")), paste0("#!", made) # as if made there
    )
  })
})

test_that("optional packages are those that are asked for", {
  chosen <- jointstats:::chosen_extras
  expect_identical(chosen(FALSE), character())
  known <- c("parallel", "parquet", "excel", "inspect", "scale")
  expect_identical(chosen(TRUE), known)
  expect_identical(chosen(c("parallel", "parallel")), "parallel")
  expect_identical(chosen(c("joblib", "pyarrow")), c("parallel", "parquet")) # names of packages
  expect_identical(chosen("parallel", c("excel", "no longer there")), c("parallel", "excel"))
  expect_identical(chosen(character(), "excel"), "excel")
  expect_identical(chosen(FALSE, "excel"), character())
  for (wrong in list(NA, "numpy", 1, NULL)) {
    expect_error(
      install_jointstats(extras = wrong), "extras must be TRUE, FALSE or names among \"parallel\"",
      class = "jointstats_argument_error"
    )
  }
  skip_on_os("windows")
  with_environments(function(root) {
    said <- capture.output(install_jointstats(fake_python(), extras = "parallel"), type = "message")
    expect_match(said, "Optional packages left out: parquet, ", fixed = TRUE, all = FALSE)
  })
})

test_that("extras that were asked for once stay, and so does the Python that was named", {
  skip_on_os("windows")
  with_environments(function(root) {
    install <- function(...) suppressMessages(install_jointstats(...))
    optional <- function() {
      asked <- readLines(file.path(root, "r-jointstats", "bin/python.pip"))
      sub(".*--upgrade ", "", asked[-1]) # after that of the core's own
    }
    install(fake_python(says = "named"), extras = "parallel")
    expect_identical(optional(), "joblib>=1.3")
    install()
    expect_identical(optional(), "joblib>=1.3")
    install(extras = "excel")
    expect_identical(optional(), "joblib>=1.3 python-calamine>=0.4")
    expect_identical(readLines(file.path(root, "r-jointstats", "bin/python"))[2], "# named")
    install(extras = FALSE)
    expect_identical(optional(), character())
    install(extras = "scale")
    expect_identical(optional(), "dask[dataframe]>=2024.5 distributed>=2024.5 pyarrow>=14")
  })
})

test_that("what is to be done for an extra depends on whose the Python is", {
  root <- normalizePath(tempfile("environments"), "/", mustWork = FALSE)
  on.exit(unlink(root, recursive = TRUE))
  advice <- function(python, pip_works = TRUE, ephemeral = NULL, extra = "parallel") {
    config <- list(python = file.path(root, python), ephemeral = ephemeral)
    jointstats:::extra_advice(extra, pip_works, config, root)
  }
  for (name in c("r-jointstats", "thesis")) {
    dir.create(file.path(root, name), recursive = TRUE)
    file.create(file.path(root, name, jointstats:::environment_mark))
  }
  with_settings({
    expect_identical(
      advice("r-jointstats/bin/python"), "install_jointstats(extras = \"parallel\"), then restart R"
    )
    expect_identical(
      advice("thesis/bin/python"),
      "install_jointstats(envname = \"thesis\", extras = \"parallel\"), then restart R"
    )
    expect_identical(advice("uv/bin/python", ephemeral = TRUE), "reticulate::py_require(\"joblib\")")
    expect_identical(
      advice("uv/bin/python", ephemeral = TRUE, extra = "scale"),
      "reticulate::py_require(c(\"dask[dataframe]\", \"distributed\", \"pyarrow\"))"
    )
    expect_identical(advice("mine/bin/python"), sprintf(
      "run %s/mine/bin/python -m pip install 'joblib>=1.3' in a terminal, then restart R", root
    ))
    expect_match(advice("my own/python"), sprintf("'%s/my own/python' -m pip", root), fixed = TRUE)
    expect_identical(
      advice("mine/bin/python", pip_works = FALSE),
      "install_jointstats(extras = \"parallel\"), then restart R"
    )
  })
  with_settings(
    expect_match(advice("mine/bin/python", FALSE), "then unset RETICULATE_PYTHON and restart R$"),
    RETICULATE_PYTHON = "/a/python"
  )
})

# A python3 that makes environments without network: their pip links packages that the tests' own
# Python has. Without being asked for these it links all others but two.
python_without_network <- function(folder) {
  sys <- reticulate::import("sys")
  pip <- file.path(folder, "pip.py")
  packages <- dirname(dirname(reticulate::import("numpy")$`__file__`))
  writeLines(c(
    "import os, re, sys, sysconfig",
    sprintf("source, here = '%s', sysconfig.get_path('purelib')", packages),
    "names = [re.match(r'[\\w-]+', word)[0] for word in sys.argv[2:] if not word.startswith('-')]",
    "for entry in os.listdir(source):",
    "    package = re.split(r'[-.]', entry)[0].lower()",
    "    ours = package in ('pip', 'jointstats', '') or entry.endswith('.pth')",
    "    if ours or (package in ('joblib', 'python_calamine') and package.replace('_', '-') not in names):",
    "        continue",
    "    if not os.path.lexists(os.path.join(here, entry)):",
    "        os.symlink(os.path.join(source, entry), os.path.join(here, entry))"
  ), pip)
  python <- file.path(folder, "python3")
  writeLines(c(
    "#!/bin/sh",
    "case \"$*\" in",
    sprintf("'-m venv '*) '%s' -m venv --without-pip \"$3\" &&", sys$executable),
    sprintf("  cp '%s' \"$3\"/lib/python*/site-packages/ ;;", pip),
    "*ensurepip*) ;;", # not needed for these
    sprintf("*) exec '%s' \"$@\" ;;", sys$executable),
    "esac"
  ), python)
  Sys.chmod(python, "755")
  python
}

test_that("what messages say about extras works as it stands, in three kinds of Python", {
  need_joblib()
  skip_on_os("windows")
  folder <- tempfile("kinds")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  python <- python_without_network(folder)
  run <- function(code, python = "") {
    settings <- c(
      paste0("RETICULATE_PYTHON=", python), paste0("WORKON_HOME=", folder)
    )
    # Where there is no Python to be named, reticulate wants the variable to be unset.
    if (!nzchar(python)) settings <- c("-u RETICULATE_PYTHON", settings[-1])
    fresh_r(c("library(jointstats)", code), env = paste(c("env", settings), collapse = " "))
  }
  ask <- c(
    "three <- function() results_table(",
    "  load_frame('weka'), dataset = 'dataset', algorithm = 'algorithm',",
    "  measures = c(accuracy = 'max', auc = 'max'), only = c('AODE', 'Bagging', 'Logistic'))",
    "ask <- function() tryCatch(",
    "  nrow(as.data.frame(pairwise_tests(three(), test = 'network', n_jobs = 2))),",
    "  error = conditionMessage)"
  )
  answer <- function(python = "") utils::tail(run(c(ask, "cat(ask())"), python), 1)
  told <- function(said, end) {
    expect_match(said, "^Several workers \\(n_jobs\\) need joblib: .*[.]$")
    sub(end, "", sub("^[^:]*: ", "", said))
  }

  # An environment of our own, which has another extra already.
  run(sprintf("install_jointstats('%s', extras = 'excel')", python))
  call <- told(answer(), ", then restart R[.]$")
  expect_identical(call, "install_jointstats(extras = \"parallel\")")
  run(call)
  expect_identical(answer(), "3")
  found <- "invisible(load_dataset('example1')); cat(reticulate::py_module_available('python_calamine'))"
  # It is there still, if this session's Python, of which all three kinds take their packages, has it.
  here <- as.character(reticulate::py_module_available("python_calamine"))
  expect_identical(utils::tail(run(found), 1), here)

  # A Python of the user's, by RETICULATE_PYTHON.
  mine <- file.path(folder, "mine")
  system2(python, c("-m", "venv", mine))
  mine <- file.path(mine, "bin/python")
  system2(mine, c("-m", "pip", "install", "numpy"))
  command <- told(answer(mine), " in a terminal, then restart R[.]$")
  expect_identical(command, paste0("run ", mine, " -m pip install 'joblib>=1.3'"))
  expect_identical(system(sub("^run ", "", command)), 0L)
  expect_identical(answer(mine), "3")

  # One of reticulate's making: newer versions have a function for it, here is what it does. It
  # makes another environment and activates it in the same process (activate_this.py).
  managed <- file.path(folder, "managed")
  system2(python, c("-m", "venv", managed))
  managed <- file.path(managed, "bin/python")
  system2(managed, c("-m", "pip", "install", "numpy"))
  printed <- run(c(
    ask, "invisible(reticulate::py_config())",
    "globals <- asNamespace('reticulate')$.globals",
    "globals$py_config$ephemeral <- TRUE",
    "said <- ask()",
    "cat(said, '\\n')",
    sprintf("first <- '%s'; newer <- '%s'", python, file.path(folder, "newer")),
    "install <- function(package) {",
    "  system2(first, c('-m venv', newer))",
    "  system2(file.path(newer, 'bin/python'), c('-m pip install', package))",
    "  getExportedValue('reticulate', 'py_run_string')(sprintf(paste(sep = '\\n',",
    "    'import glob, site, sys', 'before = len(sys.path)',",
    "    'site.addsitedir(glob.glob(\"%1$s/lib/python*/site-packages\")[0])',",
    "    'sys.path[:] = sys.path[before:] + sys.path[:before]',",
    "    'sys.real_prefix, sys.prefix = sys.prefix, \"%1$s\"'), newer))",
    "}",
    "`::` <- function(package, name) list(py_require = install)[[deparse(substitute(name))]]",
    "invisible(eval(parse(text = sub('[.]$', '', sub('^[^:]*: ', '', said)))))",
    "rm(`::`)",
    "cat(ask())"
  ), managed)
  expect_identical(
    trimws(utils::tail(printed, 2)),
    c("Several workers (n_jobs) need joblib: reticulate::py_require(\"joblib\").", "3")
  )
})

test_that("a project is one of Poetry's if it says so, and no other is warned about", {
  need_python()
  skip_on_os("windows")
  folder <- tempfile("project")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  file.create(file.path(folder, ".here"))
  python <- reticulate::py_config()$python
  first <- function(table) {
    writeLines(c(table, "line-length = 100"), file.path(folder, "pyproject.toml"))
    fresh_r(c(
      sprintf("setwd('%s')", folder), "Sys.unsetenv(c('RETICULATE_PYTHON', 'WORKON_HOME'))",
      "library(jointstats)", sprintf("reticulate::use_python('%s', required = TRUE)", python),
      "cat(load_dataset('example1')$algorithms, '\\n')"
    ))
  }
  expect_identical(trimws(first("[tool.ruff]")), "A B")
  expect_match(first("[tool.poetry]"), "appears to use Poetry", all = FALSE)
})

test_that("an environment is replaced by one that works, and by no other", {
  skip_on_os("windows")
  with_environments(function(root) {
    install <- function(...) suppressMessages(install_jointstats(fake_python(...)))
    said <- function() readLines(file.path(root, "r-jointstats", "bin/python"))[2]
    install(says = "first")
    expect_error(install(pip = 1, says = "second"), "pip of", class = "jointstats_python_error")
    expect_error(
      install(works = FALSE, says = "third"), "do not work (ImportError: no numpy)",
      fixed = TRUE, class = "jointstats_python_error"
    )
    expect_identical(said(), "# first")
    install(says = "fourth")
    expect_identical(said(), "# fourth")
    expect_identical(list.files(root, all.files = TRUE, no.. = TRUE), "r-jointstats")
  })
})

test_that("an environment whose Python R cannot start is not put in place", {
  skip_on_os("windows")
  with_environments(function(root) {
    expect_error(
      suppressMessages(install_jointstats(fake_python())), "cannot start .* no imp, says reticulate",
      class = "jointstats_python_error"
    )
    expect_identical(list.files(root, all.files = TRUE, no.. = TRUE), character())
  }, problem = "no imp, says reticulate")
  expect_match(jointstats:::problem_in_r("/nonexistent/python"), "/nonexistent/python", fixed = TRUE)
})

test_that("the environment that was made last is the one that is used", {
  skip_on_os("windows")
  with_environments(function(root) {
    install <- function(name) suppressMessages(install_jointstats(fake_python(), envname = name))
    expect_identical(jointstats:::made_environments(), character())
    first <- dirname(dirname(install("r-jointstats")))
    second <- dirname(dirname(install("thesis")))
    Sys.setFileTime(file.path(first, jointstats:::environment_mark), Sys.time() - 60)
    dir.create(file.path(root, "mine"))
    expect_identical(jointstats:::made_environments(), c(second, first))
  })
})

test_that("what install_jointstats() has not made is left alone", {
  skip_on_os("windows")
  with_environments(function(root) {
    for (name in c("r-jointstats", "mine")) {
      dir.create(file.path(root, name), recursive = TRUE)
      writeLines("work of years", file.path(root, name, "thesis.txt"))
      expect_error(
        suppressMessages(install_jointstats(fake_python(), envname = name)),
        "exists already, and install_jointstats() did not make it",
        fixed = TRUE, class = "jointstats_python_error"
      )
      expect_identical(list.files(file.path(root, name), all.files = TRUE, no.. = TRUE), "thesis.txt")
    }
  })
})

test_that("the name of an environment is no path", {
  skip_on_os("windows")
  home <- tempfile("home") # a home in a sandbox, in which ~/.virtualenvs is absent
  dir.create(home)
  on.exit(unlink(home, recursive = TRUE))
  writeLines("work of years", file.path(home, "thesis.txt"))
  code <- c(
    "Sys.unsetenv('WORKON_HOME')", "library(jointstats)",
    sprintf("stopifnot(identical(path.expand('~'), '%s'))", home),
    "names <- list('..', '.', '...', 'a/b', '../a', 'a\\\\b', '', 'a b', '~', 'a\\n', NA_character_, c('a', 'b'), 1)",
    sprintf("attempt <- function(name) install_jointstats('%s', envname = name)", fake_python()),
    "for (name in names) tryCatch(attempt(name), error = function(e) cat(class(e)[1], '\\n'))"
  )
  printed <- fresh_r(code, env = paste0("HOME=", home))
  expect_identical(trimws(printed), rep("jointstats_argument_error", 13))
  expect_identical(list.files(home, all.files = TRUE, no.. = TRUE), "thesis.txt")
})

test_that("jointstats_sitrep names versions and says that all is well", {
  need_python()
  printed <- capture.output(report <- jointstats_sitrep())
  expect_match(printed, "^All is well", all = FALSE)
  expect_match(printed, "^numpy +[0-9]", all = FALSE)
  expect_match(printed, "^python-calamine +([0-9]|.not installed; optional)", all = FALSE)
  expect_null(report$problem)
})

test_that("workers compute with this copy of the core, and end with R", {
  need_joblib()
  look <- paste0(
    "(lambda job: job.Parallel(n_jobs=2)([job.delayed(lambda: ",
    "__import__('jointstats').__file__)()])[0])(__import__('joblib'))"
  )
  code <- c(
    "library(jointstats)",
    "pairs <- function(n) as.data.frame(pairwise_tests(load_dataset('weka'), test = 'sign', n_jobs = n))",
    "cat(identical(pairs(2), pairs(1)), '')",
    sprintf("cat(dirname(reticulate::py_eval(\"%s\")))", look)
  )
  # What R prints has its end when the workers that inherited it have theirs.
  time <- system.time(printed <- fresh_r(code))[["elapsed"]]
  here <- system.file("python", "jointstats", package = "jointstats")
  expect_identical(utils::tail(printed, 1), paste("TRUE", here))
  expect_lt(time, 120)
})

# What R prints when Python is asked for under these settings.
ask_under <- function(settings, code = character()) {
  fresh_r(c(
    code, "library(jointstats)", "cat('available:', jointstats_available(), '\\n')",
    "tell <- function(e) cat(class(e)[1], conditionMessage(e), sep = '\\n')",
    "tryCatch(cat(load_dataset('example1')$algorithms, '\\n'), error = tell)",
    "invisible(jointstats_sitrep())"
  ), env = settings)
}

# An environment with the packages of the Python that runs; its site-packages.
environment_with_packages <- function(folder) {
  system2(reticulate::py_config()$python, c("-m", "venv", "--without-pip", folder))
  packages <- Sys.glob(file.path(folder, "lib/python*/site-packages"))
  writeLines(
    dirname(dirname(reticulate::py_eval("__import__('numpy').__file__"))),
    file.path(packages, "packages.pth")
  )
  packages
}

test_that("settings that lead Python astray are named, and it works without them", {
  need_python()
  skip_on_os("windows")
  folder <- tempfile("foreign")
  dir.create(file.path(folder, "numpy"), recursive = TRUE)
  on.exit(unlink(folder, recursive = TRUE))
  writeLines("raise ImportError('of another Python')", file.path(folder, "numpy/__init__.py"))
  environment_with_packages(file.path(folder, "r-jointstats"))
  file.create(file.path(folder, "r-jointstats", jointstats:::environment_mark))
  choices <- c(
    paste0("RETICULATE_PYTHON=", reticulate::py_config()$python),
    paste0("-u RETICULATE_PYTHON WORKON_HOME=", folder) # what install_jointstats() made
  )
  for (choice in paste("env", choices)) {
    for (setting in c(paste0("PYTHONPATH=", folder), "PYTHONHOME=/nonexistent")) {
      printed <- ask_under(paste(choice, setting))
      name <- sub("=.*", "", setting)
      expect_match(printed, "^available: FALSE", all = FALSE)
      expect_match(printed, "^jointstats_python_error$", all = FALSE)
      expect_match(printed, paste("^  unset", name), all = FALSE)
      expect_match(printed, "^Not ready:", all = FALSE)
      expect_false(any(grepl("Downloading", printed)))
    }
    expect_match(ask_under(choice), "^All is well", all = FALSE)
  }
})

test_that("a setting is not to blame for a package that is too old", {
  need_python()
  skip_on_os("windows")
  folder <- tempfile("old")
  on.exit(unlink(folder, recursive = TRUE))
  old <- file.path(environment_with_packages(folder), "networkx-2.8.dist-info")
  dir.create(old)
  writeLines(c("Metadata-Version: 2.1", "Name: networkx", "Version: 2.8"), file.path(old, "METADATA"))
  python <- file.path(folder, "bin/python")
  jointstats:::with_environment(c(PYTHONPATH = tempdir()), {
    expect_null(jointstats:::settings_to_blame(python))
    unlink(old, recursive = TRUE)
    expect_identical(jointstats:::settings_to_blame(python), "PYTHONPATH") # it works, without too
  })
})

test_that("an empty setting is none", {
  need_python()
  skip_on_os("windows")
  python <- reticulate::py_config()$python
  take <- sprintf("reticulate::use_python('%s', required = TRUE)", python)
  printed <- ask_under(c("RETICULATE_PYTHON=", "RETICULATE_PYTHON_ENV="), take)
  expect_match(printed, "^available: TRUE", all = FALSE)
  expect_match(printed, "^All is well", all = FALSE)
})

test_that("packages that are there but cannot be loaded are an error that has them installed anew", {
  said <- "pandas (/p/pandas/__init__.py) cannot be loaded: ValueError: numpy.dtype size changed"
  error <- tryCatch(jointstats:::check_problems("cannot load", said, reinstall = TRUE), error = identity)
  expect_s3_class(error, c("jointstats_python_error", "jointstats_error"))
  expect_match(conditionMessage(error), said, fixed = TRUE)
  expect_match(conditionMessage(error), "install_jointstats()", fixed = TRUE)
  expect_silent(jointstats:::check_problems("cannot load", list()))
  expect_identical(
    jointstats:::pip_command("/a/python", c(numpy = "1.26"), "--upgrade --force-reinstall"),
    "/a/python -m pip install --upgrade --force-reinstall 'numpy>=1.26'"
  )
})

test_that("an environment whose Python was removed is named", {
  skip_on_os("windows")
  root <- tempfile("environments")
  on.exit(unlink(root, recursive = TRUE))
  dir.create(file.path(root, "r-jointstats/bin"), recursive = TRUE)
  file.create(file.path(root, "r-jointstats", jointstats:::environment_mark))
  python <- file.path(root, "r-jointstats/bin/python")
  file.symlink("/removed/python3.11", python)
  expect_identical(jointstats:::made_environments(root), character())
  expect_identical(jointstats:::lost_environments(root), sprintf(
    "%s, which install_jointstats() made, is a link to /removed/python3.11, which is no longer there.",
    python
  ))
  with_settings({
    problem <- jointstats:::chosen_python_problem("RETICULATE_PYTHON")
    expect_match(problem, "is a link to /removed/python3.11, which is no longer there")
  }, RETICULATE_PYTHON = python)
})

test_that("a Python without its shared library has the cure for that", {
  cure <- jointstats:::cure_start("Python shared library not found, Python bindings not loaded.")
  expect_match(cure, "apt-get install libpython3-dev", fixed = TRUE)
  expect_no_match(jointstats:::cure_start("no such file"), "apt-get")
})

# Windows makes one line of a command, with what `env` holds among the arguments, and each program
# takes it apart: blanks separate, but for those within double quotes.
test_that("on Windows programs get their settings and arguments, too", {
  lines <- list()
  windows <- list2env(list(
    shQuote = function(string) base::shQuote(string, "cmd"),
    system2 = function(command, args = character(), stdout = "", stderr = "", env = character()) {
      line <- paste(c(base::shQuote(command, "cmd"), env, args), collapse = " ")
      lines[[length(lines) + 1]] <<- list(line = line, python = Sys.getenv("RETICULATE_PYTHON"))
      "starts"
    }
  ), parent = asNamespace("jointstats"))
  run <- jointstats:::run_program
  on.exit(utils::assignInNamespace("run_program", run, "jointstats"))
  utils::assignInNamespace("run_program", `environment<-`(run, windows), "jointstats")
  apart <- function(line) scan(text = line, what = "", quote = "\"", quiet = TRUE)

  python <- "C:/Program Files/Python/python.exe"
  expect_null(jointstats:::problem_in_r(python))
  jointstats:::pip_install(python, c("numpy>=1.26", "dask[dataframe]>=2024.5"))
  words <- lapply(lines, function(one) apart(one$line))
  expect_identical(words[[1]][1:2], c(file.path(R.home("bin"), "Rscript"), "-e"))
  expect_length(words[[1]], 3)
  expect_silent(parse(text = words[[1]][3]))
  expect_identical(lines[[1]]$python, python)
  expect_identical(words[[2]][c(1:4, 7:8)], c(
    python, "-m", "pip", "install", "numpy>=1.26", "dask[dataframe]>=2024.5"
  ))
})
