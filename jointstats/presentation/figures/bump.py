"""The mean rank of each algorithm from measure to measure: who is good at what, in lines."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.presentation.figures.content import Content
from jointstats.words import titles

MOST = 12  # lines that the eye can follow


@dataclass(frozen=True)
class Bump(Content):
    """A line for each algorithm, over the measures.

    Attributes
    ----------
    algorithms : tuple of str
        In the order of the leaderboard.
    strong : tuple of bool
        Whether no algorithm wins against it.
    measures : tuple of str
    ranks : tuple of tuple of float
        Mean rank of each algorithm, by measure.
    more : int
        Algorithms that are left out.
    """

    kind = "bump"

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    measures: tuple[str, ...] = ()
    ranks: tuple[tuple[float, ...], ...] = ()
    more: int = 0


def bump(result: LeaderboardResult) -> Bump:
    """The mean ranks of the first algorithms of a leaderboard, over its measures."""
    shown = result.board[:MOST]
    measures = tuple(result.measures)
    told = "; ".join(
        f"{name}: {min(shown, key=lambda row: row.mean_rank[name]).algorithm}" for name in measures
    )
    return Bump(
        title=titles.title(result, "bump"),
        alt=f"Lines of mean ranks over {wording.listing(measures)}; best on {told}.",
        notes=(
            "Mean rank over the data sets on each measure, 1 is best, on top. "
            "In colour: no algorithm wins against it.",
        ),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(row.unbeaten for row in shown),
        measures=measures,
        ranks=tuple(tuple(row.mean_rank[name] for name in measures) for row in shown),
        more=len(result.board) - len(shown),
    )
