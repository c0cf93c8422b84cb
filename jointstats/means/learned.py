"""Measures learned from results: the combinations on which the algorithms differ most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, Unpack

import numpy as np

from jointstats.base import options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution, NoDataError, OptionError
from jointstats.base.kinds import Alpha, Choice, Seed, Share
from jointstats.base.rows import NAME, NUMBER, P_VALUE, SHARE, TEXT, WHOLE, Row, column
from jointstats.evidence.messages import Function, Option, asked
from jointstats.means import cases as normal
from jointstats.means import kernel_scatter as kernel
from jointstats.table.folds import FoldTable
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import in_sequence

TEST = Function("learn_measures")
Design = Annotated[Literal["blocked", "one-way"], Choice()]
SHOWN = 4  # terms of a learned measure in a sentence


@dataclass(frozen=True, kw_only=True)
class LearnedMeasure(Row):
    """A combination of measures: a row of :class:`LearnedResult`."""

    measure: str = column(NAME, "name of the new measure")
    eigenvalue: float = column(NUMBER, "eigenvalue of E⁻¹H")
    share: float = column(SHARE, "share of the sum of all eigenvalues", broom="estimate")
    chi2: float = column(NUMBER, "Bartlett's χ² of this eigenvalue and all smaller ones")
    df: int = column(WHOLE, "its degrees of freedom")
    p_value: float = column(P_VALUE, "p-value of χ²", broom="p.value")
    direction: str = column(TEXT, "max or min, as of the measure with the largest weight")
    weights: dict[str, float] = column(
        NUMBER, "weights of the measures, for variance 1 within algorithms", spread="weight"
    )
    standardised: dict[str, float] = column(
        NUMBER, "weights times standard deviations: comparable between units", spread=True
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class LearnedResult(normal.NormalResult):
    """Outcome of :func:`jointstats.learn_measures`.

    Attributes
    ----------
    design : {"blocked", "one-way"}
    learned : list of LearnedMeasure
        Most separating first.
    matter : int
        How many of them matter: p-values at most alpha before the first larger one.
    fitted : ResultsTable
        The rows that were learned from, on the learned measures; marked in-sample: tests refuse it.
    applied : ResultsTable or None
        The other rows on the learned measures: what tests may be run on.
    taught : ResultsTable
        The rows that were learned from, on the measures that were combined.
    """

    words = "means.words.LearnedWords"
    shows = "means.figures.of_learned"

    test: ClassVar[str] = "learned"

    design: str
    learned: list[LearnedMeasure]
    matter: int
    fitted: ResultsTable = field(compare=False)
    applied: ResultsTable | None = field(compare=False)
    taught: ResultsTable = field(compare=False)

    def apply(self, table: ResultsTable) -> ResultsTable:
        """Return the results of a table on the learned measures.

        Parameters
        ----------
        table : ResultsTable
            With the measures that were learned from, and any algorithms. If it holds a row that
            taught, the learned measures are marked in-sample.

        Returns
        -------
        ResultsTable
        """
        table = table.select(measures=list(self.measures))
        table.require_values(TEST)
        weights = np.column_stack([list(row.weights.values()) for row in self.learned])
        values = kernel.project(np.moveaxis(table.values, 1, 2), weights)
        ways = {row.measure: row.direction for row in self.learned}
        return replace(
            table,
            values=np.moveaxis(values, 2, 1),
            measures=ways,
            rope=dict.fromkeys(ways, 0.0),
            in_sample=tuple(ways) if _overlaps(table, self.taught) else (),
            incomplete=None,
        )

    @property
    def rows(self) -> list[LearnedMeasure]:
        """The learned measures, their weights as columns."""
        return self.learned

    @property
    def decided(self) -> bool:
        """Whether any of them matters."""
        return self.matter > 0


@declare(
    "learned measures",
    family="means",
    asks="Which combinations of the measures separate the algorithms best?",
    gives="new measures, with weights",
    needs="rows to learn on and others to test on",
    mind="never test the new measures on the rows from which they were learned",
    rests_on=("yildiz2014multivariate",),
    validity=("means",),
)
def learn_measures(
    fit: TableLike,
    apply: TableLike | None = None,
    *,
    share: Share = None,
    design: Design = "blocked",
    alpha: Alpha = 0.05,
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> LearnedResult:
    """Learn the combinations of measures that separate the algorithms most.

    Parameters
    ----------
    fit : ResultsTable, FoldTable, DataFrame, or dict of matrices
        Results to learn from, such as raw confusion counts (tp, fp, tn, fn) on folds.
    apply : the same, optional
        Other data sets or folds, on which the learned measures are to be tested. Tests on the rows
        from which they were learned reject far too often.
    share : float, optional
        Instead of `apply`: learn on this share of the rows of `fit`, taken at random, and apply to
        the rest. Of several runs of cross-validation, whole runs are taken.
    design : {"blocked", "one-way"}, default "blocked"
        E is the scatter within algorithms after removing the effects of data sets (or folds) or, as
        in the paper, without removing them.
    alpha : float, default 0.05
        Level of the tests of how many learned measures matter.
    rng : int, Generator or None, default 0
        Seed of the random rows.
    **roles
        Keywords of :func:`jointstats.results_table`, if `fit` and `apply` are data frames.

    Returns
    -------
    LearnedResult
        Test its ``applied`` table; ``apply(table)`` makes more tables.

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        If E⁻¹H cannot be computed.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Section 3.6 of Yıldız & Alpaydın: eigenvectors w of E⁻¹H, scaled so that wᵀEw is E's degrees
    of freedom. Bartlett's χ² approximations test how many eigenvalues differ from zero; as F does,
    they assume that all pairwise differences share one covariance.

    Examples
    --------
    >>> import jointstats as js
    >>> rng = np.random.default_rng(0)
    >>> counts = {name: rng.poisson([40, mean, 45, 10], size=(30, 4))
    ...           for name, mean in (("A", 5), ("B", 8), ("C", 12))}
    >>> table = js.results_table(
    ...     counts, measures={"tp": "max", "fp": "min", "tn": "max", "fn": "min"})
    >>> result = js.learn_measures(table, share=0.5, rng=1)
    >>> result.matter, result.learned[0].direction, result.applied.n
    (1, 'min', 15)
    >>> js.manova_test(result.applied.select(measures=["M1"])).decided
    True
    """
    table = _table(fit, roles)
    rest = None if apply is None else _table(apply, roles)
    if share is not None:
        if apply is not None:
            raise OptionError(
                Option("share"),
                " splits the rows of ",
                Option("fit"),
                ": leave out ",
                Option("apply"),
                ".",
            )
        table, rest = _split(in_sequence(table), share, options.seed(rng))
    learned, redundant = _learn(in_sequence(table), design)
    rows = _described(learned, table.measures)
    matter = int(np.cumprod(learned.p_value <= alpha).sum())
    result = LearnedResult(
        facts=table.facts,
        alpha=alpha,
        redundant=redundant,
        design=design,
        learned=rows,
        matter=matter,
        fitted=table,
        applied=None,
        taught=table,
    )
    applied = None if rest is None else result.apply(rest)
    result = replace(result, fitted=result.apply(table), applied=applied)
    cautions = normal.redundancy_cautions(redundant, len(table.measures))
    return replace(result, warnings=(*cautions, *_cautions(result)))


def _table(source: Any, named: Mapping[str, Any]) -> ResultsTable:
    table = as_table(source, folds_fit=True, **named)
    table.require_datasets()
    normal.require_normal(table, TEST)
    return table


def _split(table: ResultsTable, share: float, seed: int) -> tuple[ResultsTable, ResultsTable]:
    """Random rows to learn from, and the rest; whole runs, where there are several."""
    units = np.arange(table.n)
    noun = table.facts.cases
    if isinstance(table, FoldTable) and table.n_runs > 1:
        units = np.unique(np.array(table.runs, dtype=object), return_inverse=True)[1]
        noun = "run"
    total = int(units.max()) + 1
    many = round(share * total)
    if many in (0, total):
        raise NoDataError(
            Option("share", share),
            f" of {wording.plural(total, noun)} leaves nothing to learn from, or "
            "nothing to apply it to.",
        )
    chosen = np.isin(units, np.random.default_rng(seed).permutation(total)[:many])
    return _rows_of(table, np.flatnonzero(chosen)), _rows_of(table, np.flatnonzero(~chosen))


def _rows_of(table: ResultsTable, at: np.ndarray) -> ResultsTable:
    names = tuple(table.datasets[i] for i in at)
    part = replace(table, values=table.values[at], datasets=names, incomplete=None, dropped=())
    if isinstance(part, FoldTable) and part.n_runs > 1:
        runs = set(part.runs)
        grid = {name: cell for name, cell in part.grid.items() if cell[0] in runs}
        return replace(part, grid=grid)
    return part


def _learn(
    table: ResultsTable, design: str
) -> tuple[kernel.LearnedMeasures, list[normal.Redundant]]:
    values = np.moveaxis(table.values, 1, 2)  # (n, l, p)
    n, many, p = values.shape
    if design == "blocked":
        spread = kernel.blocked(values)
    else:
        spread = kernel.one_way(values.reshape(-1, p), np.tile(np.arange(many), n))
    with normal.explained(TEST, table.facts):
        learned = kernel.learn(spread)
    return learned, normal.redundancies(spread.within, spread.levels, spread.error, table.facts)


def _described(learned: kernel.LearnedMeasures, measures: dict[str, str]) -> list[LearnedMeasure]:
    names = list(measures)
    rows = []
    for i, eigenvalue in enumerate(learned.eigenvalues):
        weights, standardised = learned.weights[:, i], learned.standardised[:, i]
        first = int(np.abs(standardised).argmax())
        upwards = (measures[names[first]] == "max") == (weights[first] > 0)
        rows.append(
            LearnedMeasure(
                measure=f"M{i + 1}",
                eigenvalue=float(eigenvalue),
                share=float(learned.shares[i]),
                chi2=float(learned.chi2[i]),
                df=int(learned.df[i]),
                p_value=float(learned.p_value[i]),
                direction="max" if upwards else "min",
                weights=dict(zip(names, weights.tolist(), strict=True)),
                standardised=dict(zip(names, standardised.tolist(), strict=True)),
            )
        )
    return rows


def _overlaps(table: ResultsTable, taught: ResultsTable) -> bool:
    """Whether the table has a row that was learned from: the same name and results."""
    common = [name for name in table.algorithms if name in taught.algorithms]
    if not common:
        return False
    at = [table.algorithms.index(name) for name in common]
    there = [taught.algorithms.index(name) for name in common]
    place = {name: i for i, name in enumerate(taught.datasets)}
    return any(
        name in place
        and np.array_equal(table.values[i][:, at], taught.values[place[name]][:, there])
        for i, name in enumerate(table.datasets)
    )


def _cautions(result: LearnedResult) -> Iterator[Caution]:
    if result.applied is None:
        yield Caution(
            "The learned measures have values only on the rows from which they were learned, "
            "where they separate the algorithms even by chance. Tests refuse them: give ",
            asked("apply"),
            " or ",
            asked("share"),
            ".",
        )
    elif result.applied.in_sample:
        yield Caution(
            "The table to apply to has rows that were learned from: tests of it are refused."
        )
