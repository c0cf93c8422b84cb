"""Normal theory in rows: mean differences with their intervals."""

from __future__ import annotations

import math

import numpy as np

from jointstats import words as worded
from jointstats.labelled import wording
from jointstats.labelled.normal.means_results import HotellingResult, MeanTest
from jointstats.labelled.single.corrected_t import CorrectedT, CorrectedTResult
from jointstats.presentation.figures import content
from jointstats.presentation.figures.content import Row, Rows
from jointstats.presentation.figures.effects import MOST, balance, ends, round_up
from jointstats.presentation.pieces import interval, level
from jointstats.words import league


def sides(result: HotellingResult) -> tuple[str, str]:
    """The first algorithm, and the second or the hypothesis."""
    first = result.tests[0]
    return first.a, first.b if first.b is not None else "hypothesis"


def differences(result: HotellingResult) -> Rows:
    """Mean differences in standard deviations, with simultaneous intervals."""
    deviations = dict(zip(result.measures, np.sqrt(np.diagonal(result.covariance)), strict=True))
    a, b = sides(result)
    rows = []
    for row in result.tests:
        name, deviation = row.measure, float(deviations[row.measure])
        if deviation == 0:
            continue
        way = 1.0 if result.measures[name] == "max" else -1.0
        low, high = sorted(way * end / deviation for end in (row.low, row.high))
        rows.append(
            Row(
                label=league.measure(name, result.measures[name]),
                note="",
                value=way * row.mean_difference / deviation,
                low=low,
                high=high,
                shown=_interval(row),
                strong=row.winner is not None,
            )
        )
    reach = max([1.0, *(abs(end) for row in rows for end in (row.low, row.high) if end)])
    return Rows(
        title=worded.title(result),
        alt=f"Mean differences with simultaneous intervals. {result.verdict}",
        notes=(
            f"Numbers: mean differences {a} − {b}; their intervals hold jointly.",
            "Filled: shown alone; hollow: not.",
        ),
        rows=tuple(rows),
        unit="measure",
        scale=balance(
            np.ceil(reach * 2) / 2, "mean difference, in standard deviations of the differences",
            (b, a),
        ),
    )  # fmt: skip


def corrected_differences(result: CorrectedTResult) -> Rows:
    """Mean difference of every pair over the folds; of many, the ones that differ most."""
    known = [(row, row.t) for row in result.tests if row.t is not None]
    shown = known
    if len(known) > MOST:
        shown = sorted(known, key=lambda pair: -abs(pair[1]))[:MOST]
    single = len(result.tests) == 1
    way = 1.0 if result.measures[result.measure] == "max" else -1.0
    adjusted = "" if result.p_adjust == "none" or single else f"{result.p_adjust}-adjusted "
    rows = []
    for row, _ in shown:
        low, high = sorted((way * row.low, way * row.high))
        rows.append(
            Row(
                label=f"{row.a} against {row.b}",
                note=f"{adjusted}p {wording.p_value(_p(row.p_adjusted))}",
                value=way * row.mean_difference,
                low=low,
                high=high,
                shown=_interval(row, way),
                strong=row.winner is not None,
            )
        )
    reach = max([abs(end) for row in rows for end in (row.low, row.high) if end], default=1.0)
    percent = level(result.level)
    notes = [
        f"Intervals of {percent}, of each pair alone, by the corrected t test. Filled: shown; "
        "hollow: not."
    ]
    return Rows(
        title=worded.title(result),
        alt=f"Points with {percent} intervals: mean differences over the folds. {result.verdict}",
        notes=tuple(notes),
        rows=tuple(rows),
        more=len(known) - len(shown),
        unit="pair",
        scale=balance(
            round_up(reach),
            f"mean difference of "
            f"{content.better(result.measure, result.measures[result.measure])}; "
            "positive: the first is better",
            ends(result.tests),
        ),
    )


def _p(p: float | None) -> float:
    """A p-value of a row that was tested."""
    return math.nan if p is None else p


def _interval(row: MeanTest | CorrectedT, way: float = 1.0) -> str:
    """Mean difference with its interval; with `way` -1 from the other side."""
    low, high = sorted((way * row.low, way * row.high))
    return interval(way * row.mean_difference, low, high, "").replace("-", "−")
