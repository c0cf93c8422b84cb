"""Where a verdict holds: the same comparison at other values of one setting.

The result is how far the verdict holds, not which value gives a more pleasing one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity.questions import Decided, question_of, with_rope
from jointstats.evidence.messages import JointStatsError
from jointstats.interfaces.app.choices import made_table
from jointstats.interfaces.app.complaints import RefusalError
from jointstats.interfaces.app.visit import LastAnswer, Visit
from jointstats.table.results_table import ResultsTable

ALPHAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2)
PARTS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # of the differences, below a rope
DRAWN = 20_000  # differences of which the parts are taken
MOST_LEFT_OUT = 20  # algorithms, each left out in its turn
STEPS = 3  # halvings between the last value at which it holds and the first at which it does not
TOLD = 3  # pairs by name

Value = float | str | None


@dataclass(frozen=True)
class Point:
    """A value that was tried.

    Attributes
    ----------
    value : float, str or None
    holds : bool
        Whether the same is shown as in the answer.
    said : str
        What is shown no longer, and what is shown in addition.
    """

    value: Value
    holds: bool
    said: str


def explored(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Try other values of one setting of the last answer."""
    answer, opened = visit.last(said), visit.table(said)
    setting = _wanted(answer, said)
    question, table = question_of(answer.result), made_table(opened, answer.asked["roles"])[0]
    base, tried = question.answer(table), {setting["value"]: Point(setting["value"], True, "")}
    most = len(setting["values"]) + 2 * STEPS

    def look(value: Value) -> Point:
        if value not in tried:
            done = len(tried)
            name = setting["name"]
            visit.teller.stage(f"{name}: value {done + 1} of at most {most}", done / most)
            tried[value] = _at(question, table, base, setting, value)
        return tried[value]

    for value in setting["values"]:
        look(value)
    if _is_scale(setting):
        for step in (-1, 1):
            _narrow(look, tried, setting["value"], step, by_ratio=setting["setting"] == "alpha")
    points = [tried[value] for value in (_sorted(tried) if _is_scale(setting) else tried)]
    sentence = _sentence(setting, points)
    known = visit.known(opened)
    known[setting["name"]] = max(known.get(setting["name"], 0), len(points))
    others = [line for line in answer.held if not line.startswith(setting["name"])]
    answer.held[:] = [*others, sentence]
    of = {name: setting[name] for name in ("setting", "measure")}
    return {"explored": of | {"points": [*map(vars, points)], "said": sentence}}


def _wanted(answer: LastAnswer, said: Mapping[str, Any]) -> dict[str, Any]:
    wanted = said.get("setting"), said.get("measure")
    for scale in explorable(answer.result, answer.asked["settings"]):
        if (scale["setting"], scale["measure"]) == wanted:
            return scale
    raise RefusalError("There is no such setting to explore.", "option")


def _is_scale(setting: Mapping[str, Any]) -> bool:
    """Whether the values are numbers, between which there are others."""
    return setting["setting"] in ("alpha", "rope")


def _sorted(values: Any) -> list[Any]:
    """Numbers in their order; no rope comes before all."""
    return sorted(values, key=lambda value: -1.0 if value is None else value)


def _at(
    question: Any, table: ResultsTable, base: Decided, setting: Mapping[str, Any], value: Value
) -> Point:
    """What another value shows."""
    try:
        there = _decided(question, table, setting, value)
    except JointStatsError:
        return Point(value, False, "nothing can be computed there")
    gone = {value} if setting["setting"] == "without algorithm" else set()
    keys = base.differs(there, {*table.algorithms} - gone)
    lost = [base.say(key) for key in keys if key in base.decided]
    more = [there.say(key) for key in keys if key in there.decided]
    parts = [("no longer shown", lost), ("shown in addition", more)]
    said = (f"{what}: {wording.some(names, TOLD)}" for what, names in parts if names)
    return Point(value, not keys, "; ".join(said))


def _decided(question: Any, table: ResultsTable, setting: Mapping[str, Any], value: Any) -> Decided:
    """The answer to the same question with another value of one setting."""
    if setting["setting"] == "alpha":
        return replace(question, alpha=value).answer(table)
    if setting["setting"] == "rope":
        return question.answer(with_rope(table, setting["measure"], value))
    if setting["setting"] == "without measure":
        left = [name for name in table.measures if name != value]
        return question.without(value).answer(table.select(measures=left, recover=True))
    left = [name for name in table.algorithms if name != value]
    return question.answer(table.select(algorithms=left, recover=True))


def _narrow(
    look: Callable[[Value], Point],
    tried: dict[Value, Point],
    value: Value,
    step: int,
    *,
    by_ratio: bool,
) -> None:
    """Halve the gap between the last value that holds and the next, on one side."""
    for _ in range(STEPS):
        values = _sorted(tried)
        at = values.index(value)
        while 0 <= at + step < len(values) and tried[values[at + step]].holds:
            at += step
        if not 0 <= at + step < len(values):
            return
        low, high = sorted((at, at + step))
        if values[low] is None:
            return
        ends = values[low], values[high]
        middle = rounded(math.sqrt(math.prod(ends)) if by_ratio else sum(ends) / 2)
        if middle in tried or not values[low] < middle < values[high]:
            return
        look(middle)


def _sentence(setting: Mapping[str, Any], points: list[Point]) -> str:
    """Where the verdict holds, and what ends it."""
    where, ends = _on_a_scale(setting, points) if _is_scale(setting) else _of_names(points)
    n = wording.plural(len(points) - (not _is_scale(setting)), "value")
    return f"{setting['name']}: the verdict {where} ({n} tried). {' '.join(ends)}".strip()


def _of_names(points: list[Point]) -> tuple[str, list[str]]:
    """The names that change something when they are left out."""
    ends = [point for point in points if not point.holds]
    if not ends:
        return "holds without any one of them", []
    named = wording.some([str(point.value) for point in ends], TOLD)
    said = [f"Without {point.value}: {point.said}." for point in ends[:TOLD]]
    return f"changes without {named}", said


def _on_a_scale(setting: Mapping[str, Any], points: list[Point]) -> tuple[str, list[str]]:
    """From where to where it holds around the answer's value, and what is shown beyond."""
    low = high = next(i for i, point in enumerate(points) if point.value == setting["value"])
    while low > 0 and points[low - 1].holds:
        low -= 1
    while high < len(points) - 1 and points[high + 1].holds:
        high += 1
    first, last = _number(points[low].value), _number(points[high].value)
    where = f"holds from {first} to {last}" if low < high else f"holds at {first} only"
    if low == 0 and high == len(points) - 1:
        where = f"holds at every value tried, from {first} to {last}"
    ends = [points[i] for i in (low - 1, high + 1) if 0 <= i < len(points)]
    return where, [f"At {_number(point.value)}: {point.said}." for point in ends]


def _number(value: Value) -> str:
    return "none" if value is None else f"{value:g}"


# --- What can be explored, and the values that are tried ---


def explorable(result: Comparison, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What can be explored after an answer, each with the values of its slider.

    None is the usual value of what has one: no rope, nothing left out.
    """
    alpha = settings["alpha"]
    about = "The probability, at most, of any false claim among those shown."
    scales = [_setting("alpha", "Threshold (alpha)", alpha, _with(ALPHAS, alpha), about)]
    if result.data is None:
        return scales
    about = (
        "Smaller differences count as practically equal (rope). Without one, equal numbers count "
        "against every claim; 0 makes them real ties."
    )
    for measure in result.measures:
        width, name = result.rope.get(measure), f"Difference on {measure} that does not matter"
        values = [None, *_with(widths(result.data, measure), width or 0.0)]
        scales.append(_setting("rope", name, width, values, about, measure))
    others = [name for name in result.order if name != result.control][:MOST_LEFT_OUT]
    for what, names, least in (("measure", [*result.measures], 1), ("algorithm", others, 2)):
        if len(names) > least:
            name, about = (
                f"Leaving out one {what}",
                f"The same comparison without each {what} in turn.",
            )
            scales.append(_setting(f"without {what}", name, None, [None, *names], about))
    return scales


def _setting(
    setting: str, name: str, value: Value, values: list[Any], about: str, measure: str | None = None
) -> dict[str, Any]:
    """A setting as the page knows it."""
    said = {"setting": setting, "measure": measure, "name": name, "value": value}
    return said | {"values": values, "about": about}


def widths(table: ResultsTable, measure: str) -> list[float]:
    """Round widths, up to the median of the differences between two algorithms."""
    at = list(table.measures).index(measure)
    values = table.values[: max(2, DRAWN // len(table.algorithms)), at]
    gaps = np.abs(values - np.roll(values, 1, axis=1)).ravel()
    gaps = gaps[np.isfinite(gaps) & (gaps > 0)]
    if not len(gaps):
        return [0.0]
    return [0.0, *sorted({rounded(x) for x in np.quantile(gaps, PARTS)})]


def rounded(x: float) -> float:
    """Two digits that say as much as is needed.

    Examples
    --------
    >>> rounded(0.012345), rounded(1234.0)
    (0.012, 1200.0)
    """
    return float(f"{x:.1e}")


def _with(values: tuple[float, ...] | list[float], value: float) -> list[float]:
    return sorted({*values, float(value)})
