"""What Hotelling's test is given, and its tests of many pairs of algorithms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import AlgorithmError, Caution, OptionError
from jointstats.base.facts import Facts
from jointstats.evidence.messages import Function, Option, asked
from jointstats.joint.pairwise_result import MeanPair
from jointstats.means import cases as normal
from jointstats.means import kernel_hotelling as kernel
from jointstats.means import post_hoc
from jointstats.means.kernel_permutation import sign_flip_test
from jointstats.means.kernel_rank import TooFewCasesError
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import (
    as_samples,
    by_name,
    by_value,
    in_sequence,
    require_algorithms,
    rows_in,
)

TEST = Function("hotelling_test")


@dataclass(frozen=True)
class ComparedRows:
    """Rows of one algorithm, against those of another or against a mean.

    Attributes
    ----------
    form : {"paired", "one-sample", "two-sample"}
    facts : Facts
    x : ndarray, shape (n, p)
    y : ndarray, shape (n, p) or (n2, p), optional
    mean : ndarray, shape (p,)
        Under the hypothesis; zero for two algorithms.
    ratio : float
        n_test / n_train, 0 for independent rows.
    x_as_given, y_as_given : ndarray of int, shape (n,) and (n2,)
        Where the rows of the input are in `x` and in `y`.
    cautions : tuple
    """

    form: str
    facts: Facts
    x: np.ndarray
    y: np.ndarray | None
    mean: np.ndarray
    ratio: float
    x_as_given: np.ndarray
    y_as_given: np.ndarray
    cautions: tuple[Caution, ...] = ()

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names: two, or one."""
        return self.facts.algorithms

    @property
    def measures(self) -> dict[str, str]:
        """Direction of each measure."""
        return self.facts.measures

    @property
    def size(self) -> str:
        """Number of rows, in words."""
        return wording.plural(self.facts.n, self.facts.cases)

    @property
    def scale(self) -> np.ndarray:
        """Largest magnitude of each measure, for rounding errors; shape (p,)."""
        parts = [self.x] if self.y is None else [self.x, self.y]
        return np.abs(np.concatenate([*parts, self.mean[None]])).max(axis=0)

    @property
    def differences(self) -> np.ndarray:
        """Of the pairs, or from the mean; shape (n, p)."""
        return self.x - (self.mean if self.y is None else self.y)

    @property
    def deviating(self) -> np.ndarray:
        """Rows in which a redundant measure shows: differences, or deviations within samples."""
        if self.form == "two-sample" and self.y is not None:
            return np.concatenate([self.x - self.x.mean(axis=0), self.y - self.y.mean(axis=0)])
        return self.differences

    @property
    def levels(self) -> np.ndarray:
        """The results themselves; shape (N, p)."""
        return self.x if self.y is None else np.concatenate([self.x, self.y])

    def fit(self) -> kernel.HotellingT2:
        """T² of these rows."""
        if self.form == "two-sample" and self.y is not None:
            return kernel.two_sample(self.x, self.y)
        return kernel.one_sample(self.differences, test_train_ratio=self.ratio, scale=self.scale)


def paired_rows(table: ResultsTable, ratio: float) -> ComparedRows:
    """Two algorithms on the same data sets or folds."""
    normal.require_normal(table, TEST)
    if len(table.algorithms) != 2:
        raise AlgorithmError(
            TEST,
            f" compares two algorithms; the table has {len(table.algorithms)}: name two with ",
            asked("only"),
            ", or use ",
            Function("pairwise_tests", {"test": "hotelling"}),
            " or ",
            Function("manova_test"),
            ".",
        )
    order = by_name(table.datasets)
    values = rows_in(table.values, order)
    x, y = values[:, :, 0], values[:, :, 1]
    cautions, back = tuple(normal.overlap_caution(table, ratio)), np.argsort(order)
    zero = np.zeros(x.shape[1])
    return ComparedRows("paired", table.facts, x, y, zero, ratio, back, back, cautions)


def unpaired_rows(
    table: Any, form: str, mean: Mapping[Any, float] | None, on: Any, roles: Any
) -> ComparedRows:
    """Two algorithms with unpaired rows, or one against a mean."""
    samples = normal.checked_samples(as_samples(table, on=on, **roles), TEST)
    many = 1 if form == "one-sample" else 2
    require_algorithms(samples, Function(TEST.name, {"form": form}), many, many)
    orders = [by_value(x) for x in samples.values.values()]
    x, *rest = map(rows_in, samples.values.values(), orders)
    back = [np.argsort(order) for order in orders]
    y = rest[0] if rest else None
    centre = np.zeros(x.shape[1]) if rest else _hypothesis(mean, samples.measures)
    return ComparedRows(form, samples.facts, x, y, centre, 0.0, back[0], back[-1])


def _hypothesis(mean: Mapping[Any, float] | None, measures: Mapping[str, str]) -> np.ndarray:
    if not isinstance(mean, Mapping):
        raise OptionError(
            "One sample is tested against a mean for every measure, such as ",
            Option("mean", dict.fromkeys(measures, 0)),
            ".",
        )
    kind = ("measure (named in ", Option("mean"), ")")
    given = {
        options.known_name(kind, name, measures): options.number(f'The mean of "{name}"', value)
        for name, value in mean.items()
    }
    lacking = [name for name in measures if name not in given]
    if lacking:
        raise OptionError(Option("mean"), f' lacks the measure "{lacking[0]}".')
    return np.array([given[name] for name in measures])


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
    fits = post_hoc.paired_fits(table, pairs, ratio)
    joint = fits.joint(list(table.measures), alpha, "none")
    singles = fits.singles(table.measures, alpha, "holm", within_pairs=True)
    n_measures = len(table.measures)
    rows = []
    for i, ((a, b), row) in enumerate(zip(pairs, joint, strict=True)):
        if fits.status[i] == kernel.Status.TOO_FEW_CASES:
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
    a: str, b: str, singles: Sequence[post_hoc.MeanDifference]
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
