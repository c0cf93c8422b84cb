"""What a result rests on: the papers of its tests, corrections and claims."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pairwise_result import ClaimPairsResult, PairwiseResult
from jointstats.labelled.result import Result
from jointstats.words import bibliography

# Test -> keys of the papers whose test it is.
OF_TEST: dict[str, tuple[str, ...]] = {
    "compare": ("goeman2010sequential",),
    "glrt": ("benavoli2016joint", "hung2019rank"),
    "bayes": ("benavoli2016joint", "walley1996inferences"),
    "network": ("benavoli2016joint", "heckerman1995learning", "silander2006simple"),
    "pareto": (),
    "claim": (),
    "claims": ("goeman2010sequential",),
    "plackett_luce": ("caron2012efficient",),
    "watch": ("waudbysmith2024estimating",),
    "leader": ("waudbysmith2024estimating",),
    "leaderboard": ("goeman2010sequential", "mogstad2024inference"),
    "sign": (),
    "wilcoxon": ("wilcoxon1945individual", "cliff1993dominance"),
    "bayes_sign": ("benavoli2017time",),
    "corrected_t": ("nadeau2003inference",),
    "friedman": ("friedman1937use", "demsar2006statistical"),
    "hotelling": ("hotelling1931generalization", "yildiz2014multivariate"),
    "manova": ("yildiz2014multivariate",),
    "mardia": ("mardia1970measures",),
    "learned": ("yildiz2014multivariate",),
    "plan": ("benavoli2016joint",),
    "simulate_roc": ("benavoli2016joint",),
    "sensitivity": (),
}
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


@singledispatch
def _of_parts(result: Result) -> Iterator[str]:
    """What the test, or the tests of which the result is made, rest on."""
    yield from OF_TEST.get(result.test, ())


@_of_parts.register
def _(result: PairwiseResult) -> Iterator[str]:
    yield from OF_TEST.get(str(result.call.get("test")), ())


@_of_parts.register
def _(result: Comparison) -> Iterator[str]:
    yield from OF_TEST["compare"]
    if len(result.pairs) > 1:
        yield from OF_TEST["leaderboard"]
    for test in result.tests.values():
        yield from _of_parts(test)


def _of_options(result: Result) -> Iterator[str]:
    if isinstance(result, ClaimPairsResult):  # it needs no correction
        return
    for option, value in result.call.items():
        key = OF_OPTION.get((option, value)) if isinstance(value, str) else None
        if key is not None:
            yield key
