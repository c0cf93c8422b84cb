"""All algorithms in order, measure by measure: mean ranks, and cliques that no test separates.

Drawn as critical-difference diagrams (Demšar 2006). A critical difference exists only for Nemenyi's
test, which has one number for every pair; of other tests the bars join what they do not separate.
"""

from __future__ import annotations

from collections.abc import Iterable

from jointstats.labelled import wording
from jointstats.labelled.single.friedman import NEMENYI_LIMITS
from jointstats.labelled.single.friedman_result import FriedmanResult
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Order, Orders
from jointstats.presentation.figures.tikz import tikz
from jointstats.words import titles

_POST_HOC = {
    "exact": "exact sign test, after Holm's correction over all pairs and measures,",
    "nemenyi": "Nemenyi test",
}
_RANKS = "Mean ranks over the data sets, 1 is best."


def among(groups: Iterable[tuple[str, ...]], names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The cliques among some algorithms: the largest ones only, each once."""
    kept = set(names)
    sets = {frozenset(kept & set(group)): None for group in groups}
    largest = [one for one in sets if len(one) > 1 and not any(one < other for other in sets)]
    place = {name: i for i, name in enumerate(names)}
    ordered = [tuple(sorted(one, key=place.__getitem__)) for one in largest]
    return tuple(sorted(ordered, key=lambda group: [place[name] for name in group]))


def friedman(result: FriedmanResult) -> Orders:
    """The rankings of Friedman's test; Nemenyi's pairs have a critical difference."""
    note = _RANKS
    if result.post_hoc in _POST_HOC:
        note += f" {_bars(_POST_HOC[result.post_hoc], result.alpha)}"
    if result.critical_difference is not None:
        note += f" CD: its critical difference, {result.critical_difference:.2f}. {NEMENYI_LIMITS}."
    return _orders(
        (
            Order(
                measure, _direction(result.measures[measure]), tuple(one.order),
                tuple(one.mean_ranks), tuple(map(tuple, one.groups)),
            )
            for measure, one in result.rankings.items()
        ),
        titles.title(result, "rankings"),
        note,
        result.verdict,
        result.critical_difference,
    )  # fmt: skip


def _orders(
    found: Iterable[Order], title: str, note: str, verdict: str = "", critical: float | None = None
) -> Orders:
    orders = tuple(found)
    firsts = [f"{one.algorithms[0]} on {one.measure}" for one in orders]
    return Orders(
        title=title,
        alt=f"Mean ranks by measure; first: {wording.listing(firsts)}. {verdict}".strip(),
        notes=(note,),
        orders=orders,
        critical=critical,
        tikz=tikz(orders, critical, f"{title}. {note}"),
    )


def _bars(basis: str, alpha: float) -> str:
    return (
        f"A bar joins algorithms that the {basis} cannot tell apart at {alpha:g}; of a bar with "
        "dots, only those with a dot."
    )


def _direction(way: str) -> str:
    return f"{words.sense(way)} is better"
