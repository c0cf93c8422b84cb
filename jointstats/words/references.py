"""What a result rests on: the papers of its tests, corrections and claims."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pairwise_result import ClaimPairsResult, PairwiseResult
from jointstats.labelled.declare import CLAIMS, declared
from jointstats.labelled.result import Result
from jointstats.words import bibliography

# Option and its value -> the paper of the procedure.
OF_OPTION = {
    ("p_adjust", "holm"): "holm1979simple",
    ("p_adjust", "hochberg"): "hochberg1988sharper",
    ("p_adjust", "hommel"): "hommel1988stagewise",
    ("p_adjust", "BH"): "benjamini1995controlling",
    ("p_adjust", "BY"): "benjamini2001control",
    ("post_hoc", "nemenyi"): "nemenyi1963distribution",
    ("post_hoc", "exact"): "holm1979simple",
    ("correction", "nadeau-bengio"): "nadeau2003inference",
    ("runs_as", "uncertain"): "smyth2004linear",
}


def keys(result: Result) -> tuple[str, ...]:
    """The keys in the bibliography of what a result rests on, each once."""
    return tuple(dict.fromkeys([*_of_parts(result), *_of_options(result)]))


def references(result: Result, form: Any = "bibtex") -> str:
    """The papers that a result rests on, after jointstats itself."""
    return bibliography.listed(keys(result), form)


def of_test(*names: str) -> tuple[str, ...]:
    """The papers that a test declares, by the first of these names that is one."""
    found = filter(None, map(declared, names))
    return next((one.rests_on for one in found), ())


@singledispatch
def _of_parts(result: Result) -> Iterator[str]:
    """What the test, or the tests of which the result is made, rest on."""
    yield from of_test(result.call.get("function", ""), f"{result.test}_test", result.test)


@_of_parts.register
def _(result: PairwiseResult) -> Iterator[str]:
    test = result.call.get("test")
    yield from of_test("compare_algorithms" if test == CLAIMS else f"{test}_test")


@_of_parts.register
def _(result: Comparison) -> Iterator[str]:
    yield from of_test("compare_algorithms")
    if len(result.pairs) > 1:
        yield from of_test("leaderboard")
    for test in result.tests.values():
        yield from _of_parts(test)


def _of_options(result: Result) -> Iterator[str]:
    if isinstance(result, ClaimPairsResult):  # it needs no correction
        return
    for option, value in result.call.items():
        key = OF_OPTION.get((option, value)) if isinstance(value, str) else None
        if key is not None:
            yield key
