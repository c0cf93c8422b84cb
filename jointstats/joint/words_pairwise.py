"""Tests of all pairs, worded: how many reach what."""

from __future__ import annotations

from jointstats.base import wording
from jointstats.base.phrases import fitting, on_all, shown_of
from jointstats.base.rows import cells
from jointstats.base.worded import title, verdict
from jointstats.joint.pairwise_result import MeanPairsResult, PairwiseResult, SeparatePairsResult
from jointstats.single.words import of_single_tests


@verdict.register
def _(result: PairwiseResult) -> str:
    """How many pairs the test decides.

    "Shown" is for corrected p-values, which control their error rate over all pairs and
    measures of the call. A posterior of each pair by itself reaches a probability.
    """
    rows = result.pairs
    of = cells(rows, ("a", "b", "decided"))
    by_measure = len(rows) > len(set(zip(of["a"], of["b"], strict=True)))
    what = "differences (pairs × measures)" if by_measure else "pairs"
    what = what.removesuffix("s") if len(rows) == 1 else what
    rule = getattr(rows[0], "rule", None)
    if rows[0].by_p:
        basis = f"p ≤ {result.alpha:g} {wording.corrected(result.p_adjust)}"
        return f"{shown_of(sum(of['decided']), len(rows), what)} ({basis})."
    n = sum(of["decided"])
    reach = "reaches" if n == 1 or len(rows) == 1 else "reach"
    of_all, limit = (
        f"{n or 'None'} of {'' if n else 'the '}{len(rows)} {what}",
        _limit(rule, result.alpha),
    )
    return f"{of_all} {reach} {limit}, each pair by itself."


def _limit(rule: str | None, alpha: float) -> str:
    """What a posterior is compared with."""
    if rule == "lower":
        return f"P ≥ {1 - alpha / 2:g} with the least favourable prior worth 1 data set"
    return f"P ≥ {1 - alpha:g}"


@title.register
def _(result: PairwiseResult, figure: str | None = None) -> str:
    name = wording.TEST_NAMES.get(result.test_name, result.test_name)
    if isinstance(result, SeparatePairsResult):
        return of_single_tests(result.pairs, result.measures, result.test_name)
    columns = cells(result.pairs, ("a", "b", "decided", "winner"))
    k, n = sum(map(bool, columns["decided"])), len(result.pairs)
    if isinstance(result, MeanPairsResult):
        return f"The means of {k} of {wording.plural(n, 'pair')} differ ({name})"
    by_p = result.pairs[0].by_p
    winners = [winner for winner in columns["winner"] if winner]
    if k == len(winners) == 1:
        i = columns["winner"].index(winners[0])
        loser = columns["b"][i] if winners[0] == columns["a"][i] else columns["a"][i]
        said = f"{winners[0]} is better than {loser} {on_all(tuple(result.measures))}"
        if not by_p:
            return fitting(f"{said}: {reaches(result)}", f"1 of {n} pairs {reaches(result)}")
        return fitting(f"{said} ({name})", said, f"1 of {n} pairs is shown ({name})")
    are = f"{'is' if k == 1 else 'are'} shown" if by_p else reaches(result, k)
    return f"{k or 'None'} of {wording.plural(n, 'pair')} {are} ({name})"


def reaches(result: PairwiseResult, n: int = 1) -> str:
    """What the posteriors of `n` pairs reach if they are decided."""
    by_the_least = getattr(result.pairs[0], "rule", None) == "lower"
    limit = 1 - result.alpha / (2 if by_the_least else 1)
    return f"{'reaches' if n == 1 else 'reach'} P = {limit:g}"
