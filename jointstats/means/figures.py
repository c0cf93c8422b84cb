"""Figures of the tests of means: which there are, differences in rows, and pairs."""

from __future__ import annotations

from functools import partial

import numpy as np

from jointstats.base import wording
from jointstats.base.presenters import words_of
from jointstats.drawing.content import FigureRow, Figures, test_name
from jointstats.drawing.document import standing_of
from jointstats.drawing.figure_rows import FigureRows, balance, mean_shown
from jointstats.drawing.figure_wins import AHEAD, SHOWN, Wins
from jointstats.drawing.pairs import Pair, first_algorithms, sign_of, stripes_of_tests, wins
from jointstats.means.figure_plane import estimable, plane, projections, sides
from jointstats.means.learned import LearnedResult
from jointstats.means.means_results import HotellingResult, ManovaResult


def differences(result: HotellingResult) -> FigureRows:
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
            FigureRow(
                label=wording.measure(name, result.measures[name]),
                note="",
                value=way * row.mean_difference / deviation,
                low=low,
                high=high,
                shown=mean_shown(row),
                strong=row.winner is not None,
            )
        )
    reach = max([1.0, *(abs(end) for row in rows for end in (row.low, row.high) if end)])
    return FigureRows(
        title=words_of(result).title(),
        alt=f"Mean differences with simultaneous intervals. {result.verdict}",
        notes=(
            f"Numbers: mean differences {a} − {b}; their intervals hold jointly.",
            "Filled: shown alone; hollow: not.",
        ),
        rows=tuple(rows),
        unit="measure",
        scale=balance(
            np.ceil(reach * 2) / 2,
            "mean difference, in standard deviations of the differences",
            (b, a),
        ),
    )


def wins_of_means(result: ManovaResult) -> Wins:
    """Hotelling's test of every pair as frame and number, a t test of each measure as stripe."""
    singles = stripes_of_tests(result.singles, list(result.measures))
    rows = []
    for row in result.pairs:
        stripes = singles[row.a, row.b]
        signs = [code.lower() for code in stripes if code.isupper()]
        p = row.p_adjusted
        number = "" if p is None else wording.narrow_p(p)
        strength = SHOWN if row.decided else AHEAD
        rows.append(Pair(row.a, row.b, strength, sign_of(signs), stripes, number))
    correction = "" if result.p_adjust == "none" else f", {wording.corrected(result.p_adjust)}"
    first = first_algorithms(standing_of(result.algorithms, result.singles), None)
    names = frozenset(first)
    note = (
        f"Frame, number: means differ ({test_name('hotelling')}, "
        f"{wording.adjusted_p(result.p_adjust)}). Strong stripe: the measure’s t test shows it"
        f"{correction}."
    )
    drawn = [pair for pair in rows if names.issuperset((pair.a, pair.b))]
    return wins(result, drawn, first, notes=[note], won="better where shown")


# --- which figures there are ---------------------------------------------------------------------


def of_hotelling(result: HotellingResult) -> Figures:
    """Differences, and the plane of two measures: first, if there are no others."""
    figures: Figures = {"effects": partial(differences, result)}
    if len(estimable(result)) < 2:
        return figures
    two: Figures = {"plane": partial(plane, result)}
    return two | figures if len(result.measures) == 2 else figures | two


def of_manova(result: ManovaResult) -> Figures:
    """All pairs."""
    return {"wins": partial(wins_of_means, result)}


def of_learned(result: LearnedResult) -> Figures:
    """The plane of the first two learned measures."""
    return {"plane": partial(projections, result)}
