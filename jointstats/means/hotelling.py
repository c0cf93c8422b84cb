"""Hotelling's T² test: equal means of two algorithms on all measures jointly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, Unpack

import numpy as np

from jointstats.base import kinds, options
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import AlgorithmError, Caution, OptionError
from jointstats.base.facts import Facts
from jointstats.evidence.messages import Function, Option, asked
from jointstats.means import cases as normal
from jointstats.means import kernel_hotelling as kernel
from jointstats.means.kernel_permutation import sign_flip_test
from jointstats.means.means_results import HotellingResult, MeanRegion, MeanTest
from jointstats.means.post_hoc import TEST, MeanDifference, PairFits, mean_rows
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import as_samples, by_name, by_value, require_algorithms, rows_in

Form = Annotated[Literal["paired", "one-sample", "two-sample"], kinds.Choice()]


@declare(
    "Hotelling test",
    family="means",
    pairs="means",
    pair_rows=mean_rows,
    asks="Do the means of two algorithms differ on any measure, all tested jointly?",
    gives="p-value, confidence region of the differences",
    needs="more rows than measures; normal differences",
    mind="has no direction: a trade-off is a difference, too; one large difference can hide many "
    "small ones",
    rests_on=("hotelling1931generalization", "yildiz2014multivariate"),
    validity=("means", "intervals"),
)
def hotelling_test(
    table: TableLike,
    *,
    form: Form = "paired",
    mean: kinds.Means = None,
    correction: kinds.Correction = None,
    test_train_ratio: kinds.Ratio = None,
    permutation: kinds.YesNo = False,
    draws: kinds.Drawings = 9_999,
    on: kinds.Measures = None,
    alpha: kinds.Alpha = 0.05,
    p_adjust: kinds.Adjustment = "holm",
    level: kinds.Coverage = 0.95,
    rng: kinds.Seed = 0,
    **roles: Unpack[TableRoles],
) -> HotellingResult:
    """Test whether two algorithms have equal means on all measures jointly.

    Parameters
    ----------
    table : ResultsTable, FoldTable, DataFrame, or dict of matrices
        For two algorithms (name them with ``only=``). Rows are data sets, or folds of one data set,
        named by ``fold=`` and ``run=``.
    form : {"paired", "one-sample", "two-sample"}, default "paired"
        Both algorithms on the same rows; one algorithm against the vector `mean`; or two algorithms
        on separate rows (a long frame, or matrices with different numbers of rows).
    mean : dict, optional
        For one sample: the mean of each measure under the hypothesis.
    correction : {"nadeau-bengio"}, optional
        For folds: correct for the overlap of training sets.
    test_train_ratio : float, optional
        n_test / n_train of the correction (default 1 / (k − 1) for k folds).
    permutation : bool, default False
        Decide by sign flips, which assume symmetric differences instead of normal ones. Neither
        for folds with the correction nor for two samples.
    draws : int, default 9999
        Number of random sign flips, if there are too many (more than 2¹⁴) to try all.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of the test.
    p_adjust : str, default "holm"
        Correction of the single measures' p-values for their number.
    level : float, default 0.95
        Coverage of the confidence region, and of the joint intervals of all measures.
    rng : int, Generator or None, default 0
        Seed of random sign flips.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    HotellingResult

    Warns
    -----
    JointStatsWarning
        If measures are redundant, or folds are compared.

    Raises
    ------
    AlgorithmError
        If there are not exactly two algorithms (one, for one sample).
    TooFewCasesError
        If there are no more rows than measures.
    IdenticalAlgorithmsError
        If the algorithms do not differ anywhere.
    ConstantDifferenceError
        If they differ on a measure by a constant.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Equations 1 and 2 of Yıldız & Alpaydın: T² = k d̄ᵀ S⁻¹ d̄ for k paired differences, and (k −
    q)/(q (k − 1)) T² ~ F(q, k − q), q the rank of S. The correction of Nadeau & Bengio (2003)
    replaces k by 1/(1/k + n_test/n_train); it is a heuristic. The single measures' tests are paired
    t tests (corrected resampled t tests, with the correction; pooled, for two samples). Ropes are
    not used, because the test compares values.

    Examples
    --------
    >>> import jointstats as js
    >>> A = [[0.82, 3.1], [0.85, 2.9], [0.81, 3.3], [0.84, 3.2], [0.83, 3.0], [0.80, 2.7]]
    >>> B = [[0.80, 3.0], [0.80, 3.0], [0.80, 3.0], [0.80, 3.0], [0.80, 3.0], [0.79, 3.0]]
    >>> result = js.hotelling_test({"A": A, "B": B}, measures={"accuracy": "max", "time": "min"})
    >>> round(result.statistic, 3), result.df1, result.df2, round(result.p_value, 4)
    (16.206, 2, 4.0, 0.0556)
    """
    if form != "one-sample" and mean is not None:
        raise OptionError(Option("mean"), " needs ", Option("form", "one-sample"), ".")
    if form != "paired" and correction is not None:
        raise OptionError("A correction needs ", Option("form", "paired"), ".")
    if form == "two-sample" and permutation:
        raise OptionError("Sign flips need paired rows, or one sample.")
    if permutation and correction is not None:
        raise OptionError("Sign flips do not correct for overlapping training sets.")
    if form == "paired":
        cases = as_table(table, on=on, folds_fit=True, **roles)
        data = paired_rows(cases, normal.test_train_ratio(cases, correction, test_train_ratio))
    else:
        data = unpaired_rows(table, form, mean, on, roles)
    seed = options.seed(rng)
    flips = None
    facts = data.facts
    with normal.explained(TEST, facts):
        fit = data.fit()
        if permutation:
            flips = sign_flip_test(data.differences, scale=data.scale, draws=draws, rng=seed)
    levels = np.concatenate(data.samples)
    redundant, cautions = normal.left_out(data.deviating, levels, fit.columns, facts)
    region = kernel.confidence_region(fit, level)
    tests = _tests(data, fit, region, alpha, p_adjust)
    p_flip = None if flips is None else flips.p_value["t2"]
    p = float(fit.p_value) if p_flip is None else p_flip
    return HotellingResult(
        facts=facts,
        **_fit_facts(data, fit),
        warnings=(*cautions, *data.cautions),
        alpha=alpha,
        redundant=redundant,
        p_value=p,
        p_value_sign_flip=p_flip,
        decided=p <= alpha,
        tests=tests,
        region=MeanRegion(
            level=level,
            centre=region.centre.tolist(),
            axes=region.axes.tolist(),
            radii=region.radii.tolist(),
            critical=region.critical,
        ),
        correction=correction,
        p_adjust=p_adjust,
        method="exact" if flips is None else flips.method,
        mcse=0.0 if flips is None else flips.mcse["t2"],
        seed=None if flips is None else seed,
        level=level,
    )


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
    def scale(self) -> np.ndarray:
        """Largest magnitude of each measure, for rounding errors; shape (p,)."""
        return np.abs(np.concatenate([*self.samples, self.mean[None]])).max(axis=0)

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
    def samples(self) -> list[np.ndarray]:
        """The results of each algorithm."""
        return [self.x] if self.y is None else [self.x, self.y]

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


def _fit_facts(data: ComparedRows, fit: kernel.HotellingT2) -> dict[str, Any]:
    """The result's fields that come from the fit."""
    names, standardised = data.facts.measures, fit.weights * fit.deviations
    return {
        "form": data.form,
        "statistic": float(fit.statistic),
        "f": float(fit.f),
        "df1": int(fit.df1),
        "df2": float(fit.df2),
        "p_value_normal": float(fit.p_value),
        "direction": dict(zip(names, fit.weights.tolist(), strict=True)),
        "direction_standardised": dict(zip(names, standardised.tolist(), strict=True)),
        "covariance": fit.covariance.tolist(),
        "differences": _differences(data).tolist(),
        "sizes": {
            name: len(x) for name, x in zip(data.facts.algorithms, data.samples, strict=True)
        },
        "effective_n": fit.effective_n,
        "test_train_ratio": data.ratio,
    }


def _differences(data: ComparedRows) -> np.ndarray:
    """What the plane shows as points, in the sequence of the input; shape (rows, p)."""
    if data.form == "two-sample" and data.y is not None:
        x, y = data.x, data.y
        first, second = x - y.mean(axis=0), x.mean(axis=0) - y
        return np.concatenate([first[data.x_as_given], second[data.y_as_given]])
    return data.differences[data.x_as_given]


def _tests(
    data: ComparedRows,
    fit: kernel.HotellingT2,
    region: kernel.ConfidenceRegion,
    alpha: float,
    p_adjust: str,
) -> list[MeanTest]:
    """One t test per measure, with the simultaneous intervals."""
    pair = (data.facts.algorithms[0], data.facts.algorithms[-1])
    rows = PairFits([pair], [fit]).singles(data.facts.measures, alpha, p_adjust)
    alone: dict[str, Any] = {"b": None, "better": None, "winner": None} if data.y is None else {}
    shared = {f.name for f in fields(MeanTest)} & {f.name for f in fields(MeanDifference)}
    return [
        MeanTest(
            low=float(low),
            high=float(high),
            decided=row.p_adjusted is not None and row.p_adjusted <= alpha,
            **{name: getattr(row, name) for name in shared} | alone,
        )
        for row, low, high in zip(rows, region.lower, region.upper, strict=True)
    ]
