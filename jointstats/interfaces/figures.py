"""The kinds of figures; which a result has by name: it shows the first one unasked."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any

from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.result import Result
from jointstats.claims import figure_claim, figure_front, figure_league, figure_pairs
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard import LeaderboardResult
from jointstats.claims.watch_result import WatchResult
from jointstats.drawing import figure_results as results
from jointstats.drawing.content import Content, Figures, told
from jointstats.evidence.messages import asked
from jointstats.joint import figure_answers, figure_statements
from jointstats.joint.bayes_result import BayesResult
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.pairwise_result import PairwiseResult
from jointstats.means import figure_plane
from jointstats.means.learned import LearnedResult
from jointstats.means.means_results import HotellingResult, ManovaResult
from jointstats.network import figure as network
from jointstats.network.network_result import NetworkResult
from jointstats.planning import figure_curves
from jointstats.planning.plan_result import PlanResult
from jointstats.planning.simulate import RocResult
from jointstats.single import figure_effects, figure_ranks, figure_simplex
from jointstats.single.bayes_sign import BayesSignResult
from jointstats.single.corrected_t import CorrectedTResult
from jointstats.single.friedman_result import FriedmanResult
from jointstats.single.separate import SeparateResult
from jointstats.table.results_table import ResultsTable


@dataclass(frozen=True)
class Kind:
    """A kind of figure: the name that ``plot()`` takes, what makes it, and what it shows.

    ``module`` is the module below the package that makes the content.
    """

    name: str
    module: str
    meaning: str


KINDS = (
    Kind(
        "quadrant",
        "drawing.figure_quadrant",
        "two algorithms on two measures, a point for each data set",
    ),
    Kind(
        "league",
        "claims.figure_league",
        "all algorithms: pairs by state, and mean ranks on each measure",
    ),
    Kind(
        "wins",
        "drawing.figure_wins",
        "every pair of algorithms, and on which measures one is better",
    ),
    Kind(
        "front",
        "claims.figure_front",
        "means on two measures, and the algorithms on their Pareto front",
    ),
    Kind(
        "ranks",
        "single.figure_ranks",
        "ranks of the algorithms on each measure, with what is uncertain",
    ),
    Kind(
        "effects", "single.figure_effects", "sizes of differences on each measure, with intervals"
    ),
    Kind(
        "statements",
        "joint.figure_statements",
        "dominance statements, how often seen and how probable",
    ),
    Kind("rankings", "single.figure_ranks", "critical-difference diagrams, one for each measure"),
    Kind("results", "drawing.figure_results", "every result of a table, an axis for each measure"),
    Kind("network", "network.figure", "dependences between three or more measures"),
    Kind(
        "claim",
        "claims.figure_claim",
        "the votes for a claim, and their share against its threshold",
    ),
    Kind(
        "posterior",
        "single.figure_simplex",
        "better, practically equal or worse: the posterior in a triangle",
    ),
    Kind(
        "plane", "means.figure_plane", "means on two measures or their combinations, with regions"
    ),
    Kind(
        "plan",
        "planning.figure_curves",
        "the chance of a right decision by the number of data sets",
    ),
    Kind(
        "roc",
        "planning.figure_curves",
        "how well tests tell a leading statement from a tie for the lead",
    ),
    Kind("looks", "planning.figure_curves", "a claim with its confidence sequence, by look"),
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
    return told(make(**options))


def tikz(result: Any) -> str:
    """The critical-difference diagrams of a result as a LaTeX document."""
    shown: Any = figure(result, "rankings")
    return str(shown.tikz)


@singledispatch
def figures_of(result: Any) -> Figures:
    """The figures of a result: name to what makes its content; none if nothing is registered."""
    return {}


@figures_of.register
def _(table: ResultsTable) -> Figures:
    figures: Figures = {"results": partial(results.results, table)}
    if len(table.measures) > 1:
        two: Figures = {"quadrant": partial(figure_answers.quadrant_of, table)}
        figures = two | figures if len(table.algorithms) == 2 else figures | two
        if figure_front.possible(table) and len(table.algorithms) > 2:
            figures["front"] = partial(figure_front.front_of, table)
    return figures


@figures_of.register
def _(result: BayesResult) -> Figures:
    probable: Figures = {"statements": partial(figure_statements.probabilities, result)}
    return _beside_quadrant(result, figure_answers.of_joint, probable)


@figures_of.register
def _(result: NetworkResult) -> Figures:
    return {"statements": partial(figure_statements.probabilities, result)} | _network(result)


def _network(result: Any) -> Figures:
    """The network of three measures or more: of two, the one number is a sentence."""
    if not isinstance(result, NetworkResult) or len(result.measures) < 3:
        return {}
    return {"network": partial(network.network, result)}


@figures_of.register
def _(result: GLRTResult) -> Figures:
    seen: Figures = {"statements": partial(figure_statements.counts, result)}
    return _beside_quadrant(result, figure_answers.of_joint, seen)


@figures_of.register
def _(result: ClaimResult) -> Figures:
    figures: Figures = {"claim": partial(figure_claim.claim, result)}
    if figure_simplex.three(result):
        figures["posterior"] = partial(figure_simplex.of_claim, result)
    return _beside_quadrant(result, figure_answers.of_claim_test, figures)


def _beside_quadrant(result: Any, asked: figure_answers.Asked, others: Figures) -> Figures:
    """A quadrant where the table is there: first, if two algorithms were compared."""
    table = result.data
    if table is None or len(table.measures) < 2:
        return others
    figures: Figures = {"quadrant": partial(figure_answers.quadrant, result, asked)}
    if isinstance(result, ClaimResult):
        first = len(result.measures) == 2
    else:
        first = len(result.algorithms) == 2 and result.question == "orderings"
    return figures | others if first else others | figures


@figures_of.register
def _(result: WatchResult) -> Figures:
    return {"looks": partial(figure_curves.sequence, result)} if result.looks else {}


@figures_of.register
def _(result: LeaderboardResult) -> Figures:
    return _of_board(result) | _front(result)


def _of_board(board: LeaderboardResult) -> Figures:
    return {
        "league": partial(figure_league.league, board),
        "ranks": partial(figure_ranks.ranks, board),
    }


@figures_of.register
def _(result: SeparateResult) -> Figures:
    rows = partial(
        figure_effects.effects,
        result.tests,
        result.measures,
        result.p_adjust,
        result.test,
        result.level,
    )
    return _rows_or_pairs(result, {"effects": rows}, wording.assuming(result.test))


@figures_of.register
def _(result: BayesSignResult) -> Figures:
    """The posterior where there are three outcomes; otherwise shares of wins."""
    if figure_simplex.three(result):
        rows: Figures = {"posterior": partial(figure_simplex.of_signs, result)}
    else:
        rows = {"effects": partial(figure_effects.of_signs, result)}
    return _rows_or_pairs(result, rows, "Bayesian sign test")


@figures_of.register
def _(result: CorrectedTResult) -> Figures:
    rows: Figures = {"effects": partial(figure_plane.corrected_differences, result)}
    known = any(row.t is not None for row in result.tests)  # not where folds do not differ at all
    return _rows_or_pairs(result, rows if known else {}, "corrected t test")


@figures_of.register
def _(result: HotellingResult) -> Figures:
    figures: Figures = {"effects": partial(figure_plane.differences, result)}
    if len(figure_plane.estimable(result)) < 2:
        return figures
    two: Figures = {"plane": partial(figure_plane.plane, result)}
    return two | figures if len(result.measures) == 2 else figures | two


@figures_of.register
def _(result: Comparison) -> Figures:
    """Of two algorithms what differs between them; of more the state of all their pairs."""
    if len(result.algorithms) > 2:
        return _of_many(result)
    figures: Figures = {}
    if len(result.measures) > 1 and result.data is not None:
        figures["quadrant"] = partial(figure_answers.quadrant, result, figure_answers.of_comparison)
    if result.data is not None and not result.groups:
        figures["effects"] = partial(figure_effects.of_comparison, result, result.data)
    bayes = result.tests.get("bayes")
    if isinstance(bayes, BayesResult):
        figures["statements"] = partial(figure_statements.below_verdict, bayes)
    figures |= _network(result.tests.get("network"))
    return figures or {
        "wins": partial(figure_pairs.of_comparison, result)
    }  # where no table is kept


def _of_many(result: Comparison) -> Figures:
    board = _of_board(result.leaderboard)
    figures: Figures = {
        "league": partial(figure_league.league, result),
        "wins": partial(figure_pairs.of_comparison, result),
        **{name: make for name, make in board.items() if name != "league"},
        **_front(result),
    }
    if result.data is not None:
        figures["results"] = partial(results.results, result.data)
    return figures


def _front(result: Any) -> Figures:
    """The front of two measures, of results that keep their table, of three algorithms or more."""
    if len(result.algorithms) < 3 or not figure_front.possible(result.data):
        return {}
    return {"front": partial(figure_front.front, result)}


def _rows_or_pairs(result: Any, rows: Figures, name: str) -> Figures:
    """A row per difference, and of more than two all pairs: first what can be read better."""
    every: Figures = {"wins": partial(figure_pairs.of_tests, result, result.tests, name)}
    if len(result.algorithms) == 2 and rows:
        return rows
    return rows | every if len(result.tests) <= figure_effects.MOST else every | rows


def _alone(kind: type, name: str, make: Callable[..., Content]) -> None:
    """A kind of result with one figure."""
    figures_of.register(kind, lambda result: {name: partial(make, result)})


_alone(PairwiseResult, "wins", figure_pairs.of_pairwise)
_alone(FriedmanResult, "rankings", figure_ranks.friedman)
_alone(ManovaResult, "wins", figure_pairs.of_means)
_alone(LearnedResult, "plane", figure_plane.projections)
_alone(RocResult, "roc", figure_curves.roc)
_alone(PlanResult, "plan", figure_curves.chances)
