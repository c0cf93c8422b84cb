"""After a joint test of many algorithms: the pairs that differ, and on which measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import OptionError
from jointstats.base.rows import FLAG, NAME, NUMBER, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.evidence import multiplicity
from jointstats.evidence.messages import Function
from jointstats.joint.pairwise_result import MeanPair
from jointstats.means import cases as normal
from jointstats.means import kernel_hotelling as kernel
from jointstats.means.kernel_permutation import sign_flip_test
from jointstats.means.kernel_rank import TooFewCasesError
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import Samples, in_sequence

TEST = Function("hotelling_test")
Pair = tuple[str, str]

REASONS = {
    kernel.Status.TOO_FEW_CASES: "too few rows for these measures",
    kernel.Status.IDENTICAL: "the same results everywhere",
    kernel.Status.CONSTANT_DIFFERENCE: "a measure differs by the same amount in every case",
}


@dataclass(frozen=True, kw_only=True)
class ManovaPair(Row):
    """Hotelling's test of two algorithms on all measures: a row of a MANOVA's ``pairs``."""

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    statistic: float | None = column(NUMBER, "T²; unknown if there is no test")
    f: float | None = column(NUMBER, "F form of T²")
    df1: int = column(WHOLE, "degrees of freedom of F: measures", broom="num.df")
    df2: float | None = column(NUMBER, "degrees of freedom of F: rows", broom="den.df")
    p_value: float | None = column(P_VALUE, "p-value of F", broom="p.value")
    p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted over the pairs", broom="adj.p.value"
    )
    decided: bool = column(FLAG, "whether the means differ", heading="shown")
    reason: str | None = column(TEXT, "why there is no test", unknown="")
    mean_difference: dict[str, float] = column(
        NUMBER, "difference of the means, a − b", unit="of the measure", spread=True
    )


@dataclass(frozen=True, kw_only=True)
class MeanDifference(Row):
    """The t test of two algorithms on one measure: a row of a MANOVA's ``singles``."""

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    measure: str = column(NAME, "the measure")
    mean_difference: float = column(
        NUMBER, "difference of the means, a − b", unit="of the measure", broom="estimate"
    )
    error: float = column(
        NUMBER, "standard error of the difference", unit="of the measure", broom="std.error"
    )
    t: float | None = column(NUMBER, "t; unknown if the difference is constant", broom="statistic")
    df: float = column(NUMBER, "degrees of freedom of t")
    p_value: float | None = column(P_VALUE, "two-sided p-value", broom="p.value")
    p_adjusted: float | None = column(
        P_VALUE, "p-value adjusted for the number of tests", broom="adj.p.value"
    )
    better: str | None = column(NAME, "the algorithm with the better mean")
    winner: str | None = column(NAME, "the better algorithm, if the adjusted p-value decides")


@dataclass(frozen=True, kw_only=True)
class MeanOrdering(Row):
    """Algorithms sorted by mean on one measure.

    Attributes
    ----------
    order : list of str
        Best first.
    means : list of float
    groups : list of list of str
        Of at least two that no test separates; the paper underlines them.
    """

    order: list[str]
    means: list[float]
    groups: list[list[str]]


@dataclass(frozen=True)
class PairFits:
    """Hotelling's test of many pairs, with its t tests: one stacked fit, or one fit per pair."""

    pairs: Sequence[Pair]
    fits: Sequence[kernel.HotellingT2]

    def each(self, name: str, ndim: int = 1) -> np.ndarray:
        """A number of every pair, or with two dimensions of its measures."""
        return _joined((getattr(fit, name) for fit in self.fits), ndim)

    def joint(self, measures: Sequence[str], alpha: float, p_adjust: str) -> list[ManovaPair]:
        """The joint tests, p-values adjusted for the number of pairs."""
        status, mean = self.each("status"), self.each("mean", 2)
        p = np.where(status == kernel.Status.IDENTICAL, 1.0, self.each("p_value"))
        statistic, f, df1, df2 = map(self.each, ("statistic", "f", "df1", "df2"))
        adjusted = adjust(p, p_adjust)
        return [
            ManovaPair(
                a=a,
                b=b,
                statistic=_known(statistic[i]),
                f=_known(f[i]),
                df1=int(df1[i]),
                df2=_known(df2[i]),
                p_value=_known(p[i]),
                p_adjusted=_known(adjusted[i]),
                decided=bool(adjusted[i] <= alpha),
                reason=REASONS.get(kernel.Status(status[i])),
                mean_difference=dict(zip(measures, mean[i].tolist(), strict=True)),
            )
            for i, (a, b) in enumerate(self.pairs)
        ]

    def _t_tests(self) -> tuple[np.ndarray, np.ndarray]:
        """T and p of single measures: p is 1 where nothing differs, NaN where a constant does."""
        t, p = (_joined(x, 2) for x in zip(*map(kernel.t_tests, self.fits), strict=True))
        still = _joined((fit.columns.constant for fit in self.fits), 2)
        sure = np.where(self.each("mean", 2) == 0, 1.0, np.nan)
        return np.where(still, np.nan, t), np.where(still, sure, p)

    def singles(
        self,
        measures: Mapping[str, str],
        alpha: float,
        p_adjust: str,
        *,
        within_pairs: bool = False,
    ) -> list[MeanDifference]:
        """The t tests, p-values adjusted for all pairs and measures.

        With `within_pairs` they are adjusted for the measures of their own pair only.
        """
        t, p = self._t_tests()
        families = p if within_pairs else p.ravel()[None]
        adjusted = np.array([adjust(some, p_adjust) for some in families]).reshape(p.shape)
        mean, error = self.each("mean", 2), self.each("errors", 2)
        df = _joined((np.full(np.shape(fit.status), fit.df) for fit in self.fits), 1)
        rows = []
        for i, (a, b) in enumerate(self.pairs):
            for j, (measure, way) in enumerate(measures.items()):
                d = float(mean[i, j])
                lead = d if way == "max" else -d
                better = None if lead == 0 else a if lead > 0 else b
                rows.append(
                    MeanDifference(
                        a=a,
                        b=b,
                        measure=measure,
                        mean_difference=d,
                        error=float(error[i, j]),
                        t=_known(t[i, j]),
                        df=float(df[i]),
                        p_value=_known(p[i, j]),
                        p_adjusted=_known(adjusted[i, j]),
                        better=better,
                        winner=better if adjusted[i, j] <= alpha else None,
                    )
                )
        return rows


def paired_fits(table: ResultsTable, pairs: Sequence[Pair], ratio: float) -> PairFits:
    """Test pairs of algorithms on the same rows, all in one call.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
    ratio : float
        n_test / n_train of the correction for folds; 0 for the plain test.
    """
    by_algorithm = np.moveaxis(table.values, 2, 0)
    x, y = (by_algorithm[[table.algorithms.index(pair[k]) for pair in pairs]] for k in (0, 1))
    return PairFits(pairs, [kernel.paired(x, y, test_train_ratio=ratio, errors="mark")])


def unpaired_fits(samples: Samples, pairs: Sequence[Pair]) -> PairFits:
    """Test pairs of algorithms with unpaired rows."""
    x = samples.values
    return PairFits(pairs, [kernel.two_sample(x[a], x[b], errors="mark") for a, b in pairs])


def _joined(arrays: Iterable[np.ndarray], ndim: int) -> np.ndarray:
    """Numbers of several fits one after the other, also of fits of one pair."""
    return np.concatenate([np.array(x, ndmin=ndim) for x in arrays])


def mean_rows(
    table: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    alpha: float,
    *,
    correction: str | None = None,
    test_train_ratio: float | None = None,
    permutation: bool = False,
    draws: int = 9_999,
    rng: int = 0,
) -> list[MeanPair]:
    """Test pairs of algorithms on a finished table, on all measures jointly and on each alone.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
    alpha : float
        Level of the single measures, Holm's correction over those of a pair.
    correction, test_train_ratio, permutation, draws, rng
        As for :func:`jointstats.hotelling_test`.

    Returns
    -------
    list of MeanPair
        P-values are not yet corrected for the number of pairs.

    Raises
    ------
    TooFewCasesError
        If there are no more rows than measures.
    JointStatsError
        For other invalid input.
    """
    normal.require_normal(table, TEST)
    ratio = normal.test_train_ratio(table, correction, test_train_ratio)
    if permutation and ratio:
        raise OptionError("Sign flips do not correct for overlapping training sets.")
    table = in_sequence(table)
    fits = paired_fits(table, pairs, ratio)
    joint = fits.joint(list(table.measures), alpha, "none")
    singles = fits.singles(table.measures, alpha, "holm", within_pairs=True)
    n_measures, status = len(table.measures), fits.each("status")
    rows = []
    for i, ((a, b), row) in enumerate(zip(pairs, joint, strict=True)):
        if status[i] == kernel.Status.TOO_FEW_CASES:
            size = wording.plural(table.n, table.facts.cases)
            verb = "is" if table.n == 1 else "are"
            raise TooFewCasesError(
                TEST,
                f": {size} {verb} too few for {wording.plural(n_measures, 'measure')} of "
                f"{a} and {b}: use more of them, or fewer measures.",
            )
        p = 1.0 if row.p_value is None else row.p_value
        if permutation and row.reason is None:
            p = _flips(table, (a, b), draws, rng)
        of_pair = singles[i * n_measures : (i + 1) * n_measures]
        order, better, clear = _direction(a, b, of_pair)
        rows.append(
            MeanPair(
                a=a,
                b=b,
                n=table.n,
                order=order,
                statement=f"{wording.statement(order)} in the mean" if order else None,
                better=better,
                clear=clear,
                p_value=p,
                statistic=row.statistic,
                reason=row.reason,
                p_adjusted=p,
                decided=False,
                winner=None,
            ).decide(p, alpha)
        )
    return rows


def _direction(
    a: str, b: str, singles: Sequence[MeanDifference]
) -> tuple[wording.Order | None, str | None, bool]:
    """The order on each measure that differs, who leads on all, and whether each shows it alone."""
    order: wording.Order = {
        row.measure: [row.better, b if row.better == a else a]
        for row in singles
        if row.better is not None
    }
    better = wording.leader(order)
    clear = all(row.winner == better for row in singles if row.measure in order)
    return order or None, better, clear


def _flips(table: ResultsTable, pair: tuple[str, str], draws: int, seed: int) -> float:
    values = table.values[:, :, [table.algorithms.index(name) for name in pair]]
    scale = np.abs(values).max(axis=(0, 2))
    d = values[:, :, 0] - values[:, :, 1]
    return sign_flip_test(d, scale=scale, draws=draws, rng=seed).p_value["t2"]


def adjust(p: np.ndarray, method: str) -> np.ndarray:
    """Adjust p-values; a missing one counts as a test, and stays missing."""
    adjusted = multiplicity.adjust_p_values(np.where(np.isnan(p), 1.0, p), method)
    return np.where(np.isnan(p), np.nan, adjusted)


def apart(separated: Iterable[Any]) -> set[frozenset[str]]:
    """The pairs of these rows: those that a test separates."""
    return {frozenset((row.a, row.b)) for row in separated}


def all_cliques(names: Sequence[str], separated: set[frozenset[str]]) -> list[list[str]]:
    """Maximal sets of algorithms without a separated pair, single ones too."""
    groups = [list(group) for group in multiplicity.cliques(tuple(names), separated)]
    joined = {name for group in groups for name in group}
    groups += [[name] for name in names if name not in joined]
    place = {name: i for i, name in enumerate(names)}
    return sorted(groups, key=lambda group: [place[name] for name in group])


def ordered(
    names: Sequence[str], values: np.ndarray, separated: set[frozenset[str]]
) -> tuple[list[str], list[list[str]]]:
    """The names by their values, the lowest first, and the groups that nothing separates."""
    order = [names[i] for i in np.argsort(values, kind="stable")]
    return order, [list(group) for group in multiplicity.cliques(tuple(order), separated)]


def orderings(
    means: np.ndarray,
    names: Sequence[str],
    measures: Mapping[str, str],
    singles: Sequence[MeanDifference],
) -> dict[str, MeanOrdering]:
    """Algorithms sorted by mean on each measure, and those that are not separated on it.

    Parameters
    ----------
    means : ndarray, shape (l, p)
    names : sequence of str
        The algorithms.
    measures : dict
        Direction of each measure.
    singles : sequence of MeanDifference
        The tests of single measures.

    Returns
    -------
    dict
        A :class:`MeanOrdering` for each measure.
    """
    orders = {}
    for j, (measure, way) in enumerate(measures.items()):
        separated = apart(row for row in singles if row.measure == measure and row.winner)
        order, groups = ordered(names, -means[:, j] if way == "max" else means[:, j], separated)
        of = dict(zip(names, means[:, j].tolist(), strict=True))
        orders[measure] = MeanOrdering(
            order=order, means=[of[name] for name in order], groups=groups
        )
    return orders


def _known(x: float) -> float | None:
    return None if np.isnan(x) else float(x)
