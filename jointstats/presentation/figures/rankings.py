"""All algorithms in order, measure by measure: mean ranks, and cliques that no test separates."""

from __future__ import annotations

from collections.abc import Iterable

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.single.friedman import FriedmanResult
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Order, Orders
from jointstats.presentation.leading import FIRST, first_of

_POST_HOC = {"nemenyi": "Nemenyi test", "holm": "test of mean ranks, after Holm's correction,"}
_RANKS = "Mean rank over the data sets (1 is best, on top)."


def rankings(result: Comparison) -> Orders:
    """The rankings of a comparison."""
    basis = words.test_name(result.separate_test)
    if result.p_adjust != "none":
        basis = f"{basis}, {wording.corrected(result.p_adjust)},"
    found = (part.ranking for part in result.separate.values())
    return _orders(
        (
            Order(
                one.measure, _direction(result.measures[one.measure]), one.algorithms[:FIRST],
                one.mean_ranks[:FIRST], _among(one.groups, one.algorithms[:FIRST]),
            )
            for one in found
        ),
        f"{_RANKS} {_bars(basis, result.alpha)}{first_of(len(result.algorithms))}",
    )  # fmt: skip


def _among(
    groups: Iterable[tuple[str, ...]], names: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """The cliques among some algorithms: the largest ones only, each once."""
    kept = set(names)
    sets = {frozenset(kept & set(group)): None for group in groups}
    largest = [one for one in sets if len(one) > 1 and not any(one < other for other in sets)]
    place = {name: i for i, name in enumerate(names)}
    ordered = [tuple(sorted(one, key=place.__getitem__)) for one in largest]
    return tuple(sorted(ordered, key=lambda group: [place[name] for name in group]))


def friedman(result: FriedmanResult) -> Orders:
    """The rankings of Friedman's test, a critical-difference diagram if post hoc is Nemenyi's."""
    note = _RANKS
    if result.post_hoc in _POST_HOC:
        note += f" {_bars(_POST_HOC[result.post_hoc], result.alpha)}"
    if result.critical_difference is not None:
        note += f" Critical difference: {result.critical_difference:.2f}."
    return _orders(
        (
            Order(
                measure, _direction(result.measures[measure]), tuple(one.order),
                tuple(one.mean_ranks), tuple(map(tuple, one.groups)),
            )
            for measure, one in result.rankings.items()
        ),
        note,
        result.verdict,
    )  # fmt: skip


def _orders(found: Iterable[Order], note: str, verdict: str = "") -> Orders:
    orders = tuple(found)
    firsts = [f"{one.algorithms[0]} on {one.measure}" for one in orders]
    return Orders(
        title="Order on each measure",
        alt=f"Mean ranks by measure; first: {wording.listing(firsts)}. {verdict}".strip(),
        notes=(note,),
        orders=orders,
    )


def _bars(basis: str, alpha: float) -> str:
    return (
        f"A black bar joins algorithms that the {basis} cannot tell apart at {alpha:g}: those with "
        "a dot on it. An algorithm without a dot does not belong to the bar."
    )


def _direction(way: str) -> str:
    return f"{words.sense(way)} is better"
