"""The kinds of figures; which a result has by name: it shows the first one unasked."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.presenters import figures_of
from jointstats.base.result import Result
from jointstats.drawing.content import Content
from jointstats.evidence.messages import asked


@dataclass(frozen=True)
class FigureKind:
    """A kind of figure: the name that ``plot()`` takes, and what it shows."""

    name: str
    meaning: str


KINDS = (
    FigureKind("quadrant", "two algorithms on two measures, a point for each data set"),
    FigureKind("winmap", "mean ranks on two measures, arrows from winners, and what a step costs"),
    FigureKind("league", "all algorithms: pairs by state, and mean ranks on each measure"),
    FigureKind("wins", "every pair of algorithms, and on which measures one is better"),
    FigureKind("ranks", "ranks of the algorithms on each measure, with what is uncertain"),
    FigureKind("effects", "sizes of differences on each measure, with intervals"),
    FigureKind("statements", "dominance statements, how often seen and how probable"),
    FigureKind("rankings", "critical-difference diagrams, one for each measure"),
    FigureKind("results", "every result of a table, an axis for each measure"),
    FigureKind("network", "dependences between three or more measures"),
    FigureKind("claim", "the votes for a claim, and their share against its threshold"),
    FigureKind("price", "the prices at which either of two algorithms is better, and open ones"),
    FigureKind("posterior", "better, practically equal or worse: the posterior in a triangle"),
    FigureKind("plane", "means on two measures or their combinations, with regions"),
    FigureKind("plan", "the chance of a right decision by the number of data sets"),
    FigureKind("roc", "how well tests tell a leading statement from a tie for the lead"),
    FigureKind("looks", "a claim with its confidence sequence, by look"),
)


class PlotError(JointStatsError):
    """There is no such figure of this result."""


def figure(result: Any, name: str | None = None, **options: Any) -> Content:
    """What a figure of a result shows.

    Parameters
    ----------
    result : Result
    name : str, optional
        One of :func:`figures_of`; default: the first.
    **options
        Of this figure: ``measures=(a, b)`` of a plane.

    Returns
    -------
    Content

    Raises
    ------
    PlotError
        If the result has no such figure, or the figure no such option.
    """
    figures = figures_of(result)
    if not figures:
        raise PlotError(f"There is no figure for {type(result).__name__}.")
    if name is not None and not isinstance(name, str):
        raise PlotError(
            "The first argument of plot() is the name of a figure, such as "
            f'"{next(iter(figures))}"; axes are given as ',
            asked("ax"),
            ".",
        )
    name = next(iter(figures)) if name is None else name
    if name not in figures:
        named = wording.listing([f'"{each}"' for each in figures])
        have = "figure is" if len(figures) == 1 else "figures are"
        what = f"{result.test} result" if isinstance(result, Result) else "results table"
        raise PlotError(f'There is no figure "{name}" of a {what}: its {have} {named}.')
    make = figures[name]
    known = list(inspect.signature(make).parameters)
    for option in options:
        if option not in known:
            has = f"only {wording.listing(known)}" if known else "none"
            raise PlotError(f'The figure "{name}" has no option "{option}" ({has}).')
    return make(**options).told()


def tikz(result: Any) -> str:
    """The critical-difference diagrams of a result as a LaTeX document."""
    shown: Any = figure(result, "rankings")
    return str(shown.tikz)
