"""The public functions of jointstats, for R objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

import rpy2.robjects as ro
from rpy2.rinterface import Sexp
from rpy2.robjects.conversion import localconverter

import jointstats
from jointstats.presentation import bridge
from rbridge import code
from rbridge.conversion import ROLES, to_python, to_r

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
            plain["rng"] = _seed()
        made = to_r(bridge.run(name, **sources, **plain))
        if name == "measures_from_confusion" and isinstance(options.get("df"), Sexp):
            return code.run("add_columns", options["df"], made)
        return made

    return call


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
