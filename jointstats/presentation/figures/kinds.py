"""The kinds of figures, each in a line: documents and tests read this list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of figure: the name that ``plot()`` takes, what makes it, and what it shows.

    ``module`` is the module of this package that makes the content.
    """

    name: str
    module: str
    meaning: str


KINDS = (
    Kind("quadrant", "quadrant", "two algorithms on two measures, a point for each data set"),
    Kind("league", "league", "all algorithms: pairs by state, and mean ranks on each measure"),
    Kind("wins", "wins", "every pair of algorithms, and on which measures one is better"),
    Kind("front", "front", "means on two measures, and the algorithms on their Pareto front"),
    Kind("ranks", "ranks", "ranks of the algorithms on each measure, with what is uncertain"),
    Kind("effects", "effects", "sizes of differences on each measure, with intervals"),
    Kind("statements", "statements", "dominance statements, how often seen and how probable"),
    Kind("rankings", "ranks", "critical-difference diagrams, one for each measure"),
    Kind("results", "results", "every result of a table, an axis for each measure"),
    Kind("bump", "league", "mean ranks from measure to measure, a line for each algorithm"),
    Kind("network", "network", "dependences between three or more measures"),
    Kind("claim", "claims", "the votes for a claim, and their share against its threshold"),
    Kind("posterior", "simplex", "better, practically equal or worse: the posterior in a triangle"),
    Kind("plane", "plane", "means on two measures or their combinations, with regions"),
    Kind("plan", "curves", "the chance of a right decision by the number of data sets"),
    Kind("roc", "curves", "how well tests tell a leading statement from a tie for the lead"),
    Kind(
        "looks", "curves", "a claim with its confidence sequence, or the leading statement, by look"
    ),
)
