"""Where a verdict holds: the same comparison at other values of one setting.

What is told is how far the verdict stands, not which value gives a more pleasing one.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from jointstats.kernels.errors import JointStatsError
from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pair_claim import SHOWN
from jointstats.labelled.compare.pairs import PosteriorPair
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.presentation.app import settings
from jointstats.presentation.app.answering import computed
from jointstats.presentation.app.complaints import RefusalError
from jointstats.presentation.app.telling import Teller
from jointstats.presentation.app.visit import Answer, Opened, Visit

STEPS = 3  # halvings between the last value at which it holds and the first at which it does not
TOLD = 3  # claims by name
MOST = 60  # values of a slider
LARGEST = 1e300

Claims = frozenset[str]


@dataclass(frozen=True)
class Point:
    """A value that was tried.

    Attributes
    ----------
    value : float
    holds : bool
        Whether the same is shown as in the answer.
    said : str
        What is shown no longer, and what is shown besides.
    """

    value: float
    holds: bool
    said: str


def explored(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """Try other values of one setting of the last answer."""
    answer, opened = visit.last(said), visit.table(said)
    one = _wanted(answer, said)
    by_ratio = one["setting"] != "rope"
    find = _bayesian if one["setting"] == "prior_strength" else shown
    base = find(answer.result)
    values = one["values"]
    tried: dict[float, Point] = {}
    most = len(values) + 2 * STEPS

    def look(value: float) -> Point:
        if value not in tried:
            done = len(tried)
            teller.stage(f"{one['name']}: value {done + 1} of at most {most}", done / most)
            tried[value] = _at(opened, answer, one, value, base, find)
        return tried[value]

    tried[one["value"]] = Point(one["value"], True, "")
    for value in values:
        look(value)
    for step in (-1, 1):
        _narrow(look, tried, one["value"], step, by_ratio=by_ratio)
    points = [tried[value] for value in sorted(tried)]
    low, high = _around(points, one["value"])
    sentence = _sentence(one, points, low, high)
    known = visit.known(opened)
    known[one["name"]] = max(known.get(one["name"], 0), len(points))
    others = [line for line in answer.held if not line.startswith(one["name"])]
    answer.held[:] = [*others, sentence]
    return {
        "explored": {
            "setting": one["setting"],
            "measure": one["measure"],
            "points": [vars(point) for point in points],
            "from": points[low].value,
            "to": points[high].value,
            "said": sentence,
        }
    }


def _wanted(answer: Answer, said: Mapping[str, Any]) -> dict[str, Any]:
    known = settings.explorable(answer.result, answer.asked["settings"])
    wanted = (said.get("setting"), said.get("measure"))
    found = next((one for one in known if (one["setting"], one["measure"]) == wanted), None)
    if found is None:
        raise RefusalError("There is no such setting to explore.", "option")
    values = said.get("values")
    if values is not None:
        fine = isinstance(values, list) and len(values) <= MOST
        if not fine or not all(map(_is_number, values)):
            raise RefusalError(f"Values to be tried are numbers, at most {MOST}.", "option")
        found["values"] = sorted({found["value"], *map(float, values)})
    return found


def _is_number(value: Any) -> bool:
    """Whether it is one that the answer can repeat: JSON has no infinity."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST


def _at(
    opened: Opened, answer: Answer, one: Mapping[str, Any], value: float, base: Claims, find: Any
) -> Point:
    """What another value shows."""
    asked = deepcopy(answer.asked)
    if one["setting"] == "rope":
        asked["roles"]["rope"] = asked["roles"].get("rope", {}) | {one["measure"]: value}
    else:
        asked["settings"][one["setting"]] = value
    try:
        result, _ = computed(opened, asked["roles"], asked["settings"])
    except JointStatsError:
        return Point(value, False, "nothing can be computed there")
    found = find(result)
    lost, more = sorted(base - found), sorted(found - base)
    parts = [f"no longer shown: {_listed(lost)}" if lost else "",
             f"shown besides: {_listed(more)}" if more else ""]  # fmt: skip
    return Point(value, not lost and not more, "; ".join(filter(None, parts)))


def _listed(claims: list[str]) -> str:
    more = len(claims) - TOLD
    return wording.listing([*claims[:TOLD], f"{more} more"] if more > 0 else claims)


def shown(result: Comparison) -> Claims:
    """Who is shown to beat whom, and what is shown to be a trade-off, or practically equal."""
    found = set()
    for row in result.wins:
        if row.strength != SHOWN:
            continue
        if row.winner is not None:
            found.add(f"{row.winner} over {row.loser}")
        else:
            a, b = sorted((row.a, row.b))
            what = "a trade-off" if row.measures and row.measures_other else "equal"
            what = "partly better" if bool(row.measures) != bool(row.measures_other) else what
            found.add(f"{what} of {a} and {b}" if what != "equal" else f"{a} and {b} equal")
    return frozenset(found)


def _bayesian(result: Comparison) -> Claims:
    """What the Bayesian tests decide, each question by itself."""
    found = {
        f"“{wording.cell(part.statements[0].order, part.question, part.control)}”"
        for part in result.joint.values()
        if isinstance(part, BayesResult) and part.decided
    }
    pairs = result.pairs.get("bayes")
    for row in () if pairs is None else pairs.rows:
        if isinstance(row, PosteriorPair) and row.decided:
            found.add(f"{row.a} and {row.b}: {row.statement}")
    return frozenset(found)


def _narrow(
    look: Any, tried: dict[float, Point], value: float, step: int, *, by_ratio: bool
) -> None:
    """Halve the gap between the last value that holds and the next, on one side."""
    for _ in range(STEPS):
        values = sorted(tried)
        at = values.index(value)
        while 0 <= at + step < len(values) and tried[values[at + step]].holds:
            at += step
        if not 0 <= at + step < len(values):
            return
        low, high = sorted((values[at], values[at + step]))
        middle = settings.between(low, high, by_ratio=by_ratio)
        if middle in tried or not low < middle < high:
            return
        look(middle)


def _around(points: list[Point], value: float) -> tuple[int, int]:
    """Places of the first and the last value around the answer's at which it holds."""
    at = next(i for i, point in enumerate(points) if point.value == value)
    low = high = at
    while low > 0 and points[low - 1].holds:
        low -= 1
    while high < len(points) - 1 and points[high + 1].holds:
        high += 1
    return low, high


def _sentence(one: Mapping[str, Any], points: list[Point], low: int, high: int) -> str:
    """Where the verdict holds, and what ends it."""
    what = "what the Bayesian tests decide" if one["setting"] == "prior_strength" else "the verdict"
    first, last = points[low], points[high]
    everywhere = low == 0 and high == len(points) - 1
    where = (
        f"holds at every value tried, from {first.value:g} to {last.value:g}"
        if everywhere
        else f"holds from {first.value:g} to {last.value:g}"
        if first.value != last.value
        else f"holds at {first.value:g} only"
    )
    ends = []
    if low > 0:
        ends.append(f"At {points[low - 1].value:g}: {points[low - 1].said}.")
    if high < len(points) - 1:
        ends.append(f"At {points[high + 1].value:g}: {points[high + 1].said}.")
    n = wording.plural(len(points), "value")
    return f"{one['name']}: {what} {where} ({n} tried). {' '.join(ends)}".strip()
