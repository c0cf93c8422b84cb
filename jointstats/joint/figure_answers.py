"""What the tests say of two algorithms on two measures, as results that a quadrant can shade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from jointstats.base import wording
from jointstats.base.order import Order
from jointstats.base.worded import words_of
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.comparison import Comparison
from jointstats.drawing.figure_quadrant import Answer, Cell, Differences, Quadrant, differences
from jointstats.drawing.figure_quadrant import quadrant as drawn
from jointstats.joint.bayes_result import BayesResult
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.result import JointResult
from jointstats.table.results_table import ResultsTable

Asked = Callable[[Any, Differences], Answer | None]


def quadrant(
    result: Any,
    asked: Asked,
    pair: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
) -> Quadrant:
    """The paired differences of two algorithms on two measures of a result.

    Parameters
    ----------
    result : Result
        One that keeps its table.
    asked : callable
        What the result says of the two, if anything.
    pair : sequence of two str, optional
        Default: of a claim its two algorithms.
    measures : sequence of two str, optional
        Default: quality and cost; without a cost the first, and the one that agrees least with it.
    """
    if pair is None and isinstance(result, ClaimResult):
        pair = result.algorithms
    compared = differences(result.data, pair, measures)
    answer = asked(result, compared)
    if answer is not None and len(result.algorithms) == 2:
        answer = replace(answer, title=words_of(result).title("quadrant"))
    return drawn(compared, answer)


def quadrant_of(
    table: ResultsTable, pair: Sequence[str] | None = None, measures: Sequence[str] | None = None
) -> Quadrant:
    """The same for a table without a test."""
    return drawn(differences(table, pair, measures))


def of_comparison(result: Comparison, compared: Differences) -> Answer:
    """What a comparison shows of the two: the results that the joint claim is about."""
    (row,) = result.pairs
    if row.joint is None or result.groups or set(compared.measures) != set(result.measures):
        return Answer()
    way = 1 if row.joint == compared.names[0] else -1
    other = row.b if row.joint == row.a else row.a
    first, second = row.dominates(row.joint), row.dominates(other)
    both = ((way, way), (way, 0), (0, way))
    cells = frozenset(cell for cell in both if cell in compared.cells)
    p = row.p_joint_a if row.joint == row.a else row.p_joint_b
    proof = f"{first} to {second}" + ("" if p is None else f", corrected p {wording.p_value(p)}")
    return Answer(cells, True, proof=proof)


def of_joint(result: JointResult, compared: Differences) -> Answer | None:
    """What the Bayesian or the likelihood-ratio test says of the leading statement."""
    if set(compared.measures) != set(result.measures) or result.question != "orderings":
        return None
    if result.best is None:
        return Answer()
    cell = _sides(result.best, compared)
    return Answer(frozenset([cell]), result.decided, False, proof=_sure(result))


def _sure(result: JointResult) -> str:
    if isinstance(result, GLRTResult):
        how = f" (exact p {wording.p_value(result.p_value)})"
    elif isinstance(result, BayesResult) and result.probability is not None:
        how = f" (probability {wording.probability(result.probability)})"
    else:
        how = ""
    if result.by_the_papers:
        reached = "reaches" if result.decided else "leads, below"
        return f"{reached} {1 - result.alpha:g}{how}"
    return f"{'shown to be' if result.decided else 'not shown to be'} most common{how}"


def _sides(order: Order, compared: Differences) -> Cell:
    """The result that a statement is, from the first algorithm's side."""

    def side(measure: str) -> int:
        first = order[measure][0]
        return 0 if isinstance(first, list) else 1 if first == compared.names[0] else -1

    return side(compared.measures[0]), side(compared.measures[1])


def of_claim_test(result: ClaimResult, compared: Differences) -> Answer | None:
    """The results that show a claim; None if it names other measures, too."""
    named = {*result.better, *result.not_worse, *result.equal}
    if result.groups or not named <= set(compared.measures):
        return None
    way = 1 if compared.names == result.algorithms else -1
    cells = frozenset(
        cell
        for cell in product((-1, 0, 1), (-1, 0, 1))
        if _shows(result, dict(zip(compared.measures, (way * x for x in cell), strict=True)))
    )
    shown = "shown" if result.decided else "not shown"
    proof = f"the claim, {shown} (exact p {wording.p_value(result.p_value)})"
    return Answer(cells, result.decided, False, proof=proof)


def _shows(result: ClaimResult, side: dict[str, int]) -> bool:
    wins = sum(side[name] == 1 for name in result.better)
    needed = len(result.better) if result.at_least is None else result.at_least
    no_loss = all(side[name] >= 0 for name in result.not_worse)
    return wins >= needed and no_loss and all(side[name] == 0 for name in result.equal)
