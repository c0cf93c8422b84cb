"""The public functions of jointstats, for R objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import rpy2.robjects as ro
from rpy2.robjects.conversion import localconverter

import jointstats
from jointstats.presentation import bridge
from rbridge.conversion import ROLES, to_python, to_r


@cache
def names() -> tuple[str, ...]:
    """Names of all public functions of jointstats."""
    return tuple(n for n in jointstats.__all__ if inspect.isfunction(getattr(jointstats, n)))


def twin(name: str) -> Callable[..., Any]:
    """A public function that takes R objects as well, and returns an R object.

    A test that draws random numbers takes its seed from R's generator unless ``rng`` is given, so
    that R's ``set.seed()`` governs it.
    """
    function = getattr(jointstats, name)
    seeded = "rng" in inspect.signature(function).parameters

    @wraps(function)
    def call(*data: Any, **options: Any) -> Any:
        given = {key: to_python(value, key) for key, value in options.items()}
        if seeded and given.get("rng") is None:
            given["rng"] = _seed()
        roles = {key: given.get(key) for key in ROLES}
        sources = [to_python(source, "the first argument", roles) for source in data]
        return to_r(bridge.run(name, *sources, **given))

    return call


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
