"""Figures, with matplotlib (extra ``plot``): one for every kind of result.

:func:`draw` chooses the figure; the modules hold one each. Every figure takes the axes it is to be
drawn on (default: a new figure of fitting size) and returns them for further changes.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.joint.bayes import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.normal.hotelling import HotellingResult
from jointstats.labelled.normal.learned import LearnedResult
from jointstats.labelled.normal.manova import ManovaResult
from jointstats.labelled.normal.mardia import MardiaResult
from jointstats.labelled.single.separate import SeparateResult
from jointstats.labelled.studies.plan import PlanResult
from jointstats.labelled.studies.simulate import RocResult
from jointstats.presentation.plot import curves as _curves
from jointstats.presentation.plot import effects as _effects
from jointstats.presentation.plot import network as _network
from jointstats.presentation.plot import pairs as _pairs
from jointstats.presentation.plot import ranking as _ranking
from jointstats.presentation.plot import scatter as _scatter
from jointstats.presentation.plot import statements as _statements
from jointstats.presentation.plot.style import Drawing, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from jointstats.labelled.table.results_table import ResultsTable

__all__ = [
    "draw",
    "drawing",
    "effects",
    "network",
    "pairs",
    "projections",
    "rankings",
    "scatter",
    "shares",
    "statements",
]

SEPARATE_TESTS = {"sign": "sign test", "wilcoxon": "Wilcoxon test"}


class PlotError(JointStatsError):
    """There is no figure for this result."""


def draw(result: Any, ax: Axes | None = None) -> Axes:
    """Draw a result; :meth:`Result.plot` calls this.

    Parameters
    ----------
    result : Result
    ax : matplotlib Axes, optional
        Where to draw (default: a new figure of fitting size).

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    MissingExtraError
        Without matplotlib.
    PlotError
        If there is no figure for this kind of result.

    Examples
    --------
    >>> import jointstats as js
    >>> ax = js.bayes_test(js.load_dataset("example1")).plot()
    >>> ax.get_title(loc="left")
    'Who is better on what? Not decided'
    """
    require_matplotlib()
    return drawing(result).on(ax)


@singledispatch
def drawing(result: Any) -> Drawing:
    """The figure of a result, with its size, title and alternative text, not yet drawn."""
    raise PlotError(f"There is no figure for {type(result).__name__}.")


@drawing.register
def _(result: JointResult) -> Drawing:
    return _statements.probabilities(result)


@drawing.register
def _(result: GLRTResult) -> Drawing:
    return _statements.counts(result)


@drawing.register
def _(result: ParetoResult) -> Drawing:
    return _statements.nondominated(result)


@drawing.register
def _(result: PairwiseResult) -> Drawing:
    return _pairs.pairs(result)


@drawing.register
def _(result: SeparateResult) -> Drawing:
    if len(result.tests) <= _effects.MOST:
        return _effects.effects(result)
    name = SEPARATE_TESTS.get(result.test, result.test)
    return _pairs.beside(
        result.algorithms, result.measures, None, result.tests, name, result.control
    )


@drawing.register
def _(result: HotellingResult) -> Drawing:
    return _scatter.differences(result)


@drawing.register
def _(result: ManovaResult) -> Drawing:
    return _pairs.means(result)


@drawing.register
def _(result: MardiaResult) -> Drawing:
    return _statements.normality(result)


@drawing.register
def _(result: LearnedResult) -> Drawing:
    return _scatter.projections(result)


@drawing.register
def _(result: RocResult) -> Drawing:
    return _curves.roc(result)


@drawing.register
def _(result: PlanResult) -> Drawing:
    return _curves.plan(result)


@drawing.register
def _(result: Comparison) -> Drawing:
    if result.pairs:
        return comparison_pairs(result)
    return _statements.probabilities(_bayes(result))


def comparison_pairs(result: Comparison) -> Drawing:
    """The joint test of every pair beside the separate ones."""
    tests = [row for part in result.separate.values() for row in part["tests"]]
    name = f"{SEPARATE_TESTS[result.separate_test]}, {result.p_adjust}"
    return _pairs.beside(
        result.algorithms, result.measures, result.pairs["bayes"], tests, name, result.control
    )


def comparison_rankings(result: Comparison) -> Drawing:
    """All algorithms in order on each measure."""
    found = {name: part["ranking"] for name, part in result.separate.items()}
    basis = SEPARATE_TESTS[result.separate_test]
    if result.p_adjust != "none":
        basis = f"{basis} ({result.p_adjust})"
    return _ranking.rankings(found, result.measures, basis, result.alpha)


def comparison_effects(result: Comparison) -> Drawing:
    """Effect sizes measure by measure."""
    tests = [row for part in result.separate.values() for row in part["tests"]]
    return _effects.of_tests(tests, result.measures, result.p_adjust, result.separate_test)


def statements(result: JointResult, ax: Axes | None = None) -> Axes:
    """Draw the statements: probabilities with counts and shares, or counts (GLRT)."""
    return draw(result, ax)


def shares(result: BayesResult | ParetoResult, ax: Axes | None = None) -> Axes:
    """Draw expected shares of data sets with their credible intervals."""
    return _statements.shares(result).on(ax)


def pairs(result: Comparison | PairwiseResult, ax: Axes | None = None) -> Axes:
    """Draw the matrix of all pairs; of a comparison, the joint beside the separate tests."""
    made = comparison_pairs(result) if isinstance(result, Comparison) else _pairs.pairs(result)
    return made.on(ax)


def network(result: NetworkResult, ax: Axes | None = None) -> Axes:
    """Draw the network of the measures: probabilities of dependence, compelled directions."""
    return _network.network(result).on(ax)


def scatter(
    result: HotellingResult,
    ax: Axes | None = None,
    *,
    measures: tuple[str, str] | None = None,
    table: ResultsTable | None = None,
) -> Axes:
    """Draw two measures' mean difference with its region, and the data sets of a table."""
    return _scatter.plane(result, measures, table).on(ax)


def projections(result: LearnedResult, ax: Axes | None = None) -> Axes:
    """Draw the algorithms on the learned measures."""
    return _scatter.projections(result).on(ax)


def rankings(result: Comparison, ax: Axes | None = None) -> Axes:
    """Draw the order of the algorithms on each measure, with cliques."""
    return comparison_rankings(result).on(ax)


def effects(result: Comparison | SeparateResult, ax: Axes | None = None) -> Axes:
    """Draw effect sizes (Cliff's delta) with intervals, measure by measure."""
    made = (
        comparison_effects(result) if isinstance(result, Comparison) else _effects.effects(result)
    )
    return made.on(ax)


def _bayes(result: Comparison) -> JointResult:
    for part in result.joint.values():
        if isinstance(part, BayesResult):
            return part
    raise PlotError(f"There is no joint test to draw: {wording.listing(list(result.warnings))}")
