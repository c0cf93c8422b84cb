"""Bayesian Plackett–Luce rankings, measure by measure: where statements would be too many.

With l algorithms and m measures there are (l!)^m statements, and perhaps no two data sets show the
same one; a worth for every algorithm on every measure is l·m numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, ClassVar, Unpack

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.kernels.joint import plackett_luce
from jointstats.kernels.messages import Function
from jointstats.kernels.studies.simulation import child_generator
from jointstats.labelled import options
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution, OptionError
from jointstats.labelled.given import TableOrCounts, TableRoles
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.kinds import Alpha, Coverage, Mass, Measures, Seed, Whole
from jointstats.labelled.result import Result
from jointstats.labelled.rows import ERROR, NAME, PROBABILITY, SHARE, Row, column
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

Draws = Annotated[int, Whole(100)]  # of fewer, no error can be told


@dataclass(frozen=True, kw_only=True)
class Worth(Row):
    """A row of :class:`PlackettLuceResult`: how good an algorithm is on a measure."""

    measure: str = column(NAME, "the measure")
    algorithm: str = column(NAME, "the algorithm")
    worth: float = column(SHARE, "probability of being first on a new data set", broom="estimate")
    worth_low: float = column(SHARE, "lower end of its credible interval", broom="conf.low")
    worth_high: float = column(SHARE, "upper end of its credible interval", broom="conf.high")
    probability_best: float = column(PROBABILITY, "that its worth is the largest on the measure")
    mcse: float = column(ERROR, "Monte Carlo standard error of that probability")


@dataclass(frozen=True, kw_only=True)
class WorthPair(Row):
    """Two algorithms on a measure, and the one with the larger worth."""

    measure: str = column(NAME, "the measure")
    a: str = column(NAME, "an algorithm")
    b: str = column(NAME, "another algorithm")
    probability: float = column(PROBABILITY, "that a has the larger worth")
    mcse: float = column(ERROR, "Monte Carlo standard error of that probability")


@dataclass(frozen=True, kw_only=True)
class WorthOnAll(Row):
    """How probable it is that an algorithm is the best on every measure."""

    algorithm: str = column(NAME, "the algorithm")
    probability: float = column(PROBABILITY, "that its worth is the largest on every measure")
    mcse: float = column(ERROR, "Monte Carlo standard error of that probability")


@dataclass(frozen=True, kw_only=True, repr=False)
class PlackettLuceResult(Result):
    """Outcome of :func:`jointstats.plackett_luce_test`.

    Attributes
    ----------
    worths : tuple of Worth
        One for each measure and algorithm.
    pairs : tuple of WorthPair
        One for each measure and pair of algorithms.
    best : dict
        For each measure, the algorithm that most probably has the largest worth.
    on_all : tuple of WorthOnAll
        One for each algorithm.
    decided_on : dict
        For each measure, whether ``probability_best`` reaches 1 − alpha. How often that errs is not
        known.
    alpha, level : float
        Of ``decided_on``; probability of the credible intervals.
    draws, seed : int
        Posterior draws, and the seed that repeats them.
    method : str
        ``"monte_carlo"``.
    """

    test: ClassVar[str] = "plackett_luce"

    worths: tuple[Worth, ...]
    pairs: tuple[WorthPair, ...]
    best: dict[str, str]
    on_all: tuple[WorthOnAll, ...]
    decided_on: dict[str, bool]
    alpha: float
    level: float
    draws: int
    seed: int
    method: str = "monte_carlo"

    @property
    def rows(self) -> Sequence[Worth]:
        """The worths."""
        return self.worths


@declare(
    "Plackett–Luce test",
    family="joint",
    asks="How good is each algorithm on each measure, in a model of rankings?",
    gives="worths, and probabilities of being best",
    needs="rankings only; best with four algorithms or more",
    mind="assumes a model; results are sampled; no error rate is known",
    rests_on=("caron2012efficient",),
    validity=("probabilities",),
)
def plackett_luce_test(
    table: TableOrCounts,
    *,
    on: Measures = None,
    prior_shape: Mass = 1.0,
    alpha: Alpha = 0.05,
    level: Coverage = 0.95,
    draws: Draws = 4000,
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> PlackettLuceResult:
    """Rank algorithms by their worth on each measure, with probabilities.

    An alternative to the statement tests for four algorithms or more. It assumes that the next
    place does not depend on the earlier places, and models each measure separately.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    prior_shape : float, default 1
        Shape of the Gamma prior of each worth; 1 is a uniform prior of the shares.
    alpha : float, default 0.05
        ``decided_on`` has the measures on which an algorithm is best with probability at least 1 −
        alpha. No error rate is known for it.
    level : float, default 0.95
        Probability of the credible intervals of the worths.
    draws : int, default 4000
        Posterior draws (Gibbs sampling), after 500 that are not used.
    rng : int, Generator or None, default 0
        Seed.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    PlackettLuceResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    References
    ----------
    Luce (1959), Individual choice behavior. Plackett (1975), The analysis of permutations. Caron
    and Doucet (2012), Efficient Bayesian inference for generalized Bradley–Terry models.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.plackett_luce_test(js.load_dataset("example1"))
    >>> result.best
    {'accuracy': 'B', 'time': 'B'}
    """
    source = _source(table, on, roles)
    seed = options.seed(rng)
    algorithms, measures = source.algorithms, dict(source.measures)
    worths: list[Worth] = []
    pairs: list[WorthPair] = []
    firsts = []
    tied = 0
    for j, measure in enumerate(measures):
        counts = statement_counts(source, on=[measure], ties="split")
        tied += counts.n_tied
        ranked = orders.unrank_orders(counts.codes[:, 0], len(algorithms))
        drawn = plackett_luce.draw_worths(
            ranked, counts.weights, draws, child_generator(seed, j), prior_shape
        )
        first = (drawn.share == drawn.share.max(axis=1, keepdims=True)).astype(float)
        firsts.append(first)
        worths += _worths(measure, algorithms, drawn.share, first, level)
        pairs += _pairs(measure, algorithms, drawn.log_share)
    best = {
        measure: max(
            (row for row in worths if row.measure == measure), key=lambda row: row.probability_best
        )
        for measure in measures
    }
    decided = {measure: row.probability_best >= 1 - alpha for measure, row in best.items()}
    return PlackettLuceResult(
        algorithms=algorithms,
        measures=measures,
        n=source.n,  # type: ignore[arg-type]
        n_dropped=source.n_dropped,
        warnings=_cautions(tied),
        worths=tuple(worths),
        pairs=tuple(pairs),
        best={measure: row.algorithm for measure, row in best.items()},
        on_all=_on_all(algorithms, firsts),
        decided_on=decided,
        alpha=alpha,
        level=level,
        draws=draws,
        seed=seed,
    )


def _source(table: Any, on: Any, roles: Mapping[str, Any]) -> ResultsTable | StatementCounts:
    if isinstance(table, StatementCounts):
        if table.question != "orderings":
            raise OptionError(
                Function("plackett_luce_test"), " needs counts of complete orderings."
            )
        return statement_counts(table, on=on, **roles)
    return as_table(table, on=on, **roles)


def _worths(
    measure: str, algorithms: Sequence[str], drawn: np.ndarray, first: np.ndarray, level: float
) -> list[Worth]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    error = plackett_luce.batch_error(first)
    rows = [
        Worth(
            measure=measure,
            algorithm=name,
            worth=float(drawn[:, i].mean()),
            worth_low=float(low[i]),
            worth_high=float(high[i]),
            probability_best=float(first[:, i].mean()),
            mcse=_floored(error[i], len(first)),
        )
        for i, name in enumerate(algorithms)
    ]
    return sorted(rows, key=lambda row: -row.worth)


def _pairs(measure: str, algorithms: Sequence[str], drawn: np.ndarray) -> list[WorthPair]:
    rows = []
    for (i, a), (j, b) in combinations(enumerate(algorithms), 2):
        ahead = (drawn[:, i] > drawn[:, j]).astype(float)
        error = float(plackett_luce.batch_error(ahead))
        rows.append(
            WorthPair(
                measure=measure,
                a=a,
                b=b,
                probability=float(ahead.mean()),
                mcse=_floored(error, len(ahead)),
            )
        )
    return rows


def _on_all(algorithms: Sequence[str], firsts: list[np.ndarray]) -> tuple[WorthOnAll, ...]:
    """Products over measures: their posteriors are independent."""
    chance = np.array([first.mean(axis=0) for first in firsts])
    error = np.array([
        [_floored(e, len(first)) for e in plackett_luce.batch_error(first)] for first in firsts
    ])  # fmt: skip
    others = np.array([np.delete(chance, j, axis=0).prod(axis=0) for j in range(len(firsts))])
    total = np.sqrt(((error * others) ** 2).sum(axis=0))
    return tuple(
        WorthOnAll(algorithm=name, probability=float(p), mcse=float(e))
        for name, p, e in zip(algorithms, chance.prod(axis=0), total, strict=True)
    )


def _floored(error: float, draws: int) -> float:
    """A share of no draws, or of all, is not known without error."""
    return max(float(error), 1 / draws)


def _cautions(tied: int) -> tuple[Caution, ...]:
    if not tied:
        return ()
    return (Caution("Ties are split among the compatible orderings, with equal weights."),)
