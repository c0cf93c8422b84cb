"""R's side of the bridge: the R package's own code, read into the embedded R.

All files of the R package are read but those that start Python: reticulate must not start inside a
Python process. What needs the core calls it here, from the installed R package as well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import rpy2.rinterface as ri
import rpy2.robjects as ro
from rpy2.robjects.conversion import localconverter

import jointstats
from jointstats.base import errors
from jointstats.base.errors import JointStatsError, MissingExtraError
from jointstats.interfaces.bridge import snake_case

FOLDER = Path(__file__).parent / "r"
STARTING = ("choose.R", "cures.R", "install.R", "programs.R", "python.R")

# Reads the files, and registers their methods with R as the package's NAMESPACE does: those for
# generics of other packages when these are loaded.
_LOAD = """
function(paths) {
  if (!requireNamespace("jsonlite", quietly = TRUE)) {
    return("jsonlite")
  }
  code <- new.env(parent = globalenv())
  for (path in paths) sys.source(path, envir = code, keep.source = FALSE)
  pattern <- "^(.+?)[.]((summary[.])?jointstats_[a-z]+)$"
  owners <- c(
    tidy = "generics", glance = "generics", augment = "generics", autoplot = "ggplot2",
    as_tibble = "tibble", as_flextable = "flextable", model_parameters = "parameters",
    knit_print = "knitr", update = "stats", nobs = "stats", confint = "stats", head = "utils",
    tail = "utils", str = "utils", toBibtex = "utils"
  )
  lapply(grep(pattern, ls(code), value = TRUE, perl = TRUE), function(name) {
    generic <- sub(pattern, "\\\\1", name, perl = TRUE)
    if (!is.null(code[[generic]])) {
      return() # a generic of these files: it finds its methods next to itself
    }
    owner <- if (generic %in% names(owners)) owners[[generic]] else "base"
    register <- function(...) {
      class <- sub(pattern, "\\\\2", name, perl = TRUE)
      registerS3method(generic, class, code[[name]], envir = asNamespace(owner))
    }
    if (isNamespaceLoaded(owner)) register() else setHook(packageEvent(owner, "onLoad"), register)
  })
  code
}
"""

_TRY = """
function(code, name, ...) {
  tryCatch(
    list(value = code[[name]](...)),
    jointstats_error = function(e) {
      list(type = sub("^jointstats_", "", class(e)[1]), message = conditionMessage(e))
    }
  )
}
"""


# The core as R's functions know it (R/python.R): here it runs in this very process. An installed R
# package finds it by the option.
_CORE = """
function(code, call, version, path) {
  bridge <- list(call = call, version = version, path = path)
  code$core <- function(...) bridge
  options(jointstats.bridge = bridge)
}
"""


@ri.rternalize
def _call(request: Any, numbers: Any, progress: Any) -> Any:
    """Answer a call of R's functions: what reticulate carries, by rpy2."""
    from jointstats.interfaces import bridge

    reply = bridge.call(request[0], list(numbers), progress[0])
    warnings = [
        ri.ListSexpVector(list(map(_text, warning.values()))) for warning in reply["warnings"]
    ]
    for warning, names in zip(warnings, reply["warnings"], strict=True):
        warning.names = ri.StrSexpVector(list(names))
    fields = {
        "ok": ri.BoolSexpVector([reply["ok"]]),
        "warnings": ri.ListSexpVector(warnings),
        "numbers": ri.FloatSexpVector(reply["numbers"]),
    } | {name: _text(reply[name]) for name in ("type", "message", "json")}
    reply_list = ri.ListSexpVector(list(fields.values()))
    reply_list.names = ri.StrSexpVector(list(fields))
    return reply_list


def _text(text: str) -> Any:
    return ri.StrSexpVector([text])


@cache
def _loaded() -> tuple[Any, Any]:
    files = sorted(path for path in FOLDER.glob("*.R") if path.name not in STARTING)
    paths = ro.StrVector([str(path) for path in files])
    code = ro.r(_LOAD)(paths)
    if not isinstance(code, ro.Environment):
        raise MissingExtraError(
            'rbridge needs R\'s package jsonlite: install.packages("jsonlite") in R.'
        )
    ro.r(_CORE)(code, _call, jointstats.__version__, jointstats.__file__)
    return code, ro.r(_TRY)


def run(name: str, *arguments: Any) -> Any:
    """Call one of the R package's functions on R objects; its errors become Python's.

    Raises
    ------
    JointStatsError
        Of the class that the R condition names.
    """
    with localconverter(ro.default_converter):
        code, attempt = _loaded()
        outcome = attempt(code, name, *arguments)
        if "value" in outcome.names:
            return outcome.rx2("value")
        raise _error(outcome.rx2("type")[0], outcome.rx2("message")[0])


def _error(kind: str, message: str) -> JointStatsError:
    for name in errors.__all__:
        if snake_case(getattr(errors, name)) == kind:
            return getattr(errors, name)(message)
    return JointStatsError(message)
