"""Objects and calls across rpy2: R to Python without loss, Python to the R package's classes.

The R package's own code does its part, read into the embedded R: all of its files but those that
start Python. reticulate must not start inside a Python process. What needs the core calls it here,
from the installed R package as well.
"""

from __future__ import annotations

import html
import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np
import rpy2.rinterface as ri
import rpy2.robjects as ro
from rpy2.rinterface import ListSexpVector, NULLType, Sexp
from rpy2.robjects.conversion import Converter, NameClassMap, localconverter

import jointstats
from jointstats.base import errors
from jointstats.base.errors import JointStatsError, MissingExtraError
from jointstats.base.result import Result
from jointstats.interfaces import bridge
from jointstats.interfaces.figures import read as read_content
from jointstats.interfaces.figures import to_svg
from jointstats.joint.counts import StatementCounts
from jointstats.table.results_table import ResultsTable

# Arguments that name columns: what other columns hold does not matter to a call with such.
ROLES = (
    *("dataset", "algorithm", "run", "fold", "runs", "cluster", "metric", "value"),
    *("tp", "fp", "tn", "fn"),
    "measures",
)
RESULTS = "table"  # an argument that holds results, by the name that R's code knows


def to_r(value: Any) -> Any:
    """Turn a results table, statement counts, a result or a data frame into its R object.

    Parameters
    ----------
    value : ResultsTable, StatementCounts, Result or DataFrame
        Text, numbers and mappings of text become R vectors.

    Returns
    -------
    rpy2.robjects.Vector
        Of the class that the R package makes.

    Examples
    --------
    >>> import jointstats as js, rbridge
    >>> tuple(rbridge.to_r(js.load_dataset("example1")).rclass)
    ('jointstats_table',)
    """
    with localconverter(ro.default_converter):
        console = {name: part[0] for name, part in run("console").items()}
        text, numbers = bridge.pack(value, console)
        flat = ro.FloatVector(np.array(numbers, dtype=float))
    made = run("decode_reply", text, flat)
    return RResult(made) if "jointstats_test" in made.rclass else made


def to_python(
    value: Any, name: str = "the argument", roles: Mapping[str, Any] | None = None
) -> Any:
    """Turn an R object into what jointstats takes; anything else passes through.

    Integers, factors (by label), text and truth values keep their missing values. Lists and
    mappings are searched for R objects.

    Parameters
    ----------
    value : object
    name : str
        For messages.
    roles : mapping, optional
        ``dataset``, ``algorithm`` and ``measures`` of the call, if `value` holds its results: they
        tell columns of names from columns of numbers, and those that the call does not use.

    Returns
    -------
    object

    Raises
    ------
    JointStatsError
        If an R object cannot be used.

    Examples
    --------
    >>> import rpy2.robjects as ro, rbridge
    >>> rbridge.to_python(ro.r("c(accuracy = 0.01)"))
    {'accuracy': 0.01}
    """
    if isinstance(value, NULLType):
        return None
    if isinstance(value, Mapping) and _holds_r(value):
        if roles is not None and all(isinstance(part, Sexp) for part in value.values()):
            value = _named_list(value)
        else:
            return {key: to_python(part, name) for key, part in value.items()}
    if isinstance(value, list | tuple) and _holds_r(value):
        return type(value)(to_python(part, name) for part in value)
    if not isinstance(value, Sexp):
        return value
    name = name if roles is None else RESULTS
    with localconverter(ro.default_converter):
        encoded = run("encode_call", "", _named_list({name: value, **_guides(roles or {})}))
        request = json.loads(encoded.rx2("json")[0])
        flat = bridge.flat_numbers(encoded.rx2("numbers"))
    return bridge.unpack(request["options"][name], flat)


def _holds_r(value: Any) -> bool:
    if isinstance(value, Mapping):
        value = list(value.values())
    return isinstance(value, Sexp) or (
        isinstance(value, list | tuple) and any(map(_holds_r, value))
    )


def _guides(roles: Mapping[str, Any]) -> dict[str, Any]:
    """The roles as R objects: which columns hold names, and which hold measures."""
    # Measures without directions are those of a file, which has columns of its own.
    directed = isinstance(roles.get("measures"), Mapping)
    named = {role: roles.get(role) for role in ROLES if role != "measures" or directed}
    # What cannot be a role is refused later, in a sentence.
    return _in_r(json.loads(json.dumps(named, default=str, skipkeys=True), parse_constant=str))


def _named_list(parts: Mapping[Any, Any]) -> Any:
    with localconverter(ro.default_converter):
        vector = ro.ListVector.from_length(len(parts))
        for i, part in enumerate(parts.values()):
            vector[i] = part
        vector.names = ro.StrVector([str(key) for key in parts])
        return vector


class RResult(ro.ListVector):
    """A result as R has it, which a notebook shows: verdict, first figure and text."""

    def _repr_html_(self) -> str:
        with localconverter(ro.default_converter):
            parts = dict(zip(self.names, self, strict=True))
            text = run("lines_of", parts["text"], "short")[0]
            figures = list(parts.get("figures") or ())
            contents = [read_content(figure.rx2("content")[0]) for figure in figures[:1]]
            verdict = html.escape(parts["verdict"][0])
        pictures = [to_svg(content, title=False, notes=False) for content in contents]
        shown = "".join([*pictures, f"<pre>{html.escape(text)}</pre>"])
        return f"<div><p><strong>{verdict}</strong></p>{shown}</div>"


#: Conversion rules of jointstats, to add to rpy2's own, as in
#: ``with (ro.default_converter + rbridge.converter).context():``.
#: Results tables and statement counts become Python's, Python's results, tables and counts become
#: R's, and R's results are :class:`RResult`. Other objects, such as data frames, are not touched.
converter = Converter("jointstats")
for kind in (ResultsTable, StatementCounts, Result):
    converter.py2rpy.register(kind, to_r)
converter.rpy2py_nc_map[ListSexpVector] = NameClassMap(
    None,  # for other lists, what the converter before this one does
    {"jointstats_table": to_python, "jointstats_counts": to_python, "jointstats_test": RResult},
)


# Arguments that hold results, as R's code knows them.
SOURCES = ("table", "x", "df", "fit", "apply", "truth")


@cache
def names() -> tuple[str, ...]:
    """Names of all public functions of jointstats."""
    return tuple(n for n in jointstats.__all__ if inspect.isfunction(getattr(jointstats, n)))


def twin(name: str) -> Callable[..., Any]:
    """A public function that takes R objects as well, and returns an R object.

    With ``rng=None`` a test that draws random numbers takes its seed from R's generator, so that
    R's ``set.seed()`` governs it.
    """
    function = getattr(jointstats, name)
    parameters = inspect.signature(function).parameters
    default_seed = parameters["rng"].default if "rng" in parameters else 0

    @wraps(function)
    def call(*data: Any, **options: Any) -> Any:
        options = dict(zip(parameters, data, strict=False)) | options
        plain = {key: to_python(value, key) for key, value in options.items() if key not in SOURCES}
        roles = {key: plain.get(key, _default(parameters, key)) for key in ROLES}
        sources = {key: to_python(options[key], key, roles) for key in options if key in SOURCES}
        if plain.get("rng", default_seed) is None:
            options["rng"] = plain["rng"] = _seed()
        answer = bridge.run(name, **sources, **plain)
        result = to_r(answer)
        if name == "compare_estimators":
            options = _again(answer.data, options)
        if isinstance(answer, Result):
            return RResult(run("keep_arguments", result, _named_list(_in_r(options))))
        if name == "measures_from_confusion" and isinstance(options.get("df"), Sexp):
            return run("add_columns", options["df"], result)
        return result

    return call


def _again(table: ResultsTable, options: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that compare this table of estimators again: estimators are no R objects."""
    settings = inspect.signature(jointstats.compare_algorithms).parameters
    return {"table": table} | {n: x for n, x in options.items() if n in settings}


def _in_r(options: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that were given, as R objects."""
    given = {name: value for name, value in options.items() if value is not None}
    return {n: v if isinstance(v, Sexp) else to_r(v) for n, v in given.items()}


def _default(parameters: Mapping[str, inspect.Parameter], name: str) -> Any:
    """What an argument is if it is not given; None if there is no such."""
    parameter = parameters.get(name)
    return None if parameter is None or parameter.default is parameter.empty else parameter.default


def add_counts(first: Any, second: Any) -> Any:
    """Add two R objects of statement counts, as ``+`` does in R and in Python.

    Examples
    --------
    >>> import rbridge
    >>> counts = rbridge.statement_counts(rbridge.load_dataset("example1"))
    >>> rbridge.add_counts(counts, counts).rx2("n")[0]
    24.0
    """
    return to_r(to_python(first) + to_python(second))


def _seed() -> int:
    with localconverter(ro.default_converter):
        return int(ro.r("sample.int(.Machine$integer.max, 1L)")[0])


# --- The R package's code -------------------------------------------------------------------------

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
    reply = bridge.call(request[0], list(numbers), progress[0])
    return _sexp(reply | {"numbers": ri.FloatSexpVector(reply["numbers"])})


def _sexp(value: Any) -> Any:
    """A part of a reply as reticulate would make it."""
    match value:
        case bool():
            return ri.BoolSexpVector([value])
        case str():
            return ri.StrSexpVector([value])
        case list():
            return ri.ListSexpVector(list(map(_sexp, value)))
        case dict():
            made = ri.ListSexpVector(list(map(_sexp, value.values())))
            made.names = ri.StrSexpVector(list(value))
            return made
    return value


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
        if bridge.snake_case(getattr(errors, name)) == kind:
            return getattr(errors, name)(message)
    return JointStatsError(message)
