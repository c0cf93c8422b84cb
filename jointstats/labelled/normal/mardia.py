"""Mardia's test: are the results normal enough for Hotelling's test and MANOVA."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.normal import mardia as kernel
from jointstats.kernels.normal import rank
from jointstats.kernels.single import multiplicity
from jointstats.labelled import options, wording
from jointstats.labelled.errors import JointStatsWarning
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal.cases import Caution, NormalResult
from jointstats.labelled.result import warn
from jointstats.labelled.table.folds import as_cases
from jointstats.labelled.table.results_table import ResultsTable

TEST = "mardia_test"
SAMPLES = ("differences", "algorithms", "residuals", "stacked")
WEAK = 0.8
"""With less power than this against a plainly skewed distribution, silence means little."""
LARGE = 200
"""From so many rows on, power is no question."""


@dataclass(frozen=True, kw_only=True, repr=False)
class MardiaResult(NormalResult):
    """Outcome of :func:`jointstats.mardia_test`.

    Attributes
    ----------
    of_what : {"differences", "algorithms", "residuals", "stacked"}
        Which samples were tested.
    samples : list of dict
        One per sample: ``sample``, ``a``, ``b`` (None but for differences), ``n``, ``rank`` and
        ``kept`` (measures that no others determine), ``skewness`` (b₁) and ``kurtosis`` (b₂), and
        for each of the two ``…_p_value`` (Monte Carlo; decides), ``…_mcse``, ``…_p_adjusted``,
        ``…_p_asymptotic`` (χ² and normal forms of 1970), ``…_p_small_sample`` (forms of 1974);
        ``normal`` (False if one of the two adjusted p-values is at most alpha); ``reason`` (why
        there is no test, otherwise None).
    rejected : int
        Samples that are not normal.
    decided : bool
        Whether any sample was rejected.
    power : dict
        Share of samples of independent exponential variables, of this size, that the
        ``skewness`` and the ``kurtosis`` test reject: what silence is worth.
    p_adjust : str
        Correction over all samples and both tests.
    draws, seed : int
        Of the simulated null distribution.
    """

    test: ClassVar[str] = "mardia"

    of_what: str
    samples: list[dict[str, Any]]
    rejected: int
    decided: bool
    power: dict[str, float]
    p_adjust: str
    draws: int
    seed: int

    def _rows(self) -> list[dict[str, Any]]:
        return [{k: v for k, v in row.items() if k != "kept"} for row in self.samples]


def mardia_test(
    table: Any,
    *,
    samples: str = "differences",
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    draws: int = 9_999,
    rng: Any = 0,
    run: Any = None,
    fold: Any = None,
    of: Any = None,
    **roles: Any,
) -> MardiaResult:
    """Test joint normality of the results, the assumption of Hotelling's test and MANOVA.

    Parameters
    ----------
    table : ResultsTable, FoldTable, DataFrame, or dict of matrices
    samples : {"differences", "algorithms", "residuals", "stacked"}, default "differences"
        What should be normal: the differences of every pair of algorithms (paired T²); each
        algorithm's results themselves (the paper's check, and the one-way MANOVA); each
        algorithm's deviations from the mean of all algorithms on the same data set (MANOVA with
        blocks); all differences from the first algorithm side by side (T² on stacked differences).
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
    p_adjust : str, default "holm"
        Correction of the p-values for the number of samples, and for two tests of each.
    draws : int, default 9999
        Simulated normal samples behind the p-values.
    rng : int or Generator, default 0
        Seed of the simulation. The null distribution depends on nothing but the numbers of rows
        and measures, so that a fixed seed does no harm.
    run, fold, of : str, optional
        For a data frame of folds, see :func:`jointstats.fold_table`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    MardiaResult

    Warns
    -----
    JointStatsWarning
        If there are so few rows that even a strongly skewed distribution would pass.

    Raises
    ------
    TooFewCasesError
        If there are no more rows than measures + 1.
    IdenticalAlgorithmsError
        If nothing varies.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Mardia (1970). The asymptotic p-values, and those with the moments of 1974, stand beside the
    simulated ones; with ten rows the asymptotic test of skewness never rejects.

    Examples
    --------
    >>> import jointstats as js, warnings
    >>> rng = np.random.default_rng(2)
    >>> A, B = rng.normal(size=(20, 2)), rng.exponential(size=(20, 2)) ** 2
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     result = js.mardia_test({"A": A, "B": B}, measures={"x": "max", "y": "max"},
    ...                             samples="algorithms")
    >>> [row["normal"] for row in result.samples]
    [True, False]
    """
    options.one_of("samples", samples, SAMPLES)
    alpha = options.level(alpha)
    options.one_of("p_adjust", p_adjust, multiplicity.METHODS)
    draws = options.whole_number("draws", draws, 99)
    cases = as_cases(table, run=run, fold=fold, of=of, on=on, **roles)
    normal.require_normal(cases, TEST)
    seed = options.seed(rng)
    rows = [_tested(part, cases, draws, seed) for part in _samples(cases, samples)]
    _require_any(rows, cases)
    _adjust(rows, alpha, p_adjust)
    power = _power(rows, alpha)
    rejected = sum(row["normal"] is False for row in rows)
    return MardiaResult(
        **normal.facts(cases),
        call={"function": TEST, "samples": samples, "on": on, "alpha": alpha,
              "p_adjust": p_adjust, "draws": draws, "rng": seed},
        warnings=warn(_cautions(rows, cases, power)),
        verdict=_verdict(rows, rejected, samples, alpha, p_adjust),
        alpha=alpha,
        redundant=_redundant(rows, cases),
        of_what=samples,
        samples=rows,
        rejected=rejected,
        decided=rejected > 0,
        power=power,
        p_adjust=p_adjust,
        draws=draws,
        seed=seed,
    )  # fmt: skip


@dataclass(frozen=True)
class _Sample:
    """Rows that should be normal, and the magnitude of the numbers they were made from."""

    label: str
    a: str | None
    b: str | None
    rows: np.ndarray
    scale: np.ndarray


def _samples(table: ResultsTable, what: str) -> list[_Sample]:
    x, names = table.values, table.algorithms
    scale = np.abs(x).max(axis=(0, 2), initial=0.0)
    at = range(len(names))
    if what == "differences":
        return [
            _Sample(f"{names[i]} − {names[j]}", names[i], names[j], x[:, :, i] - x[:, :, j], scale)
            for i, j in combinations(at, 2)
        ]
    if what == "stacked":
        rest = [x[:, :, j] - x[:, :, 0] for j in at[1:]]
        wide = np.concatenate(rest, axis=1)
        return [_Sample("all differences", None, None, wide, np.tile(scale, len(rest)))]
    if what == "residuals":
        x = x - x.mean(axis=2, keepdims=True)
    return [_Sample(names[i], names[i], None, x[:, :, i], scale) for i in at]


def _tested(part: _Sample, table: ResultsTable, draws: int, seed: int) -> dict[str, Any]:
    row: dict[str, Any] = {"sample": part.label, "a": part.a, "b": part.b, "n": len(part.rows)}
    try:
        found = kernel.mardia(part.rows, draws=draws, seed=seed, scale=part.scale)
    except rank.TooFewCasesError:
        p = part.rows.shape[1]
        return row | _untested(
            f"{wording.plural(table.n, normal.case_noun(table))} for {p} dimensions: needed are "
            f"at least {p + 2}"
        )
    except rank.IdenticalAlgorithmsError:
        return row | _untested("no measure varies")
    row |= {"rank": found.rank, "kept": found.kept.tolist()}
    for name, one in (("skewness", found.skewness), ("kurtosis", found.kurtosis)):
        row |= {
            name: one.value,
            f"{name}_p_value": one.p_value,
            f"{name}_mcse": one.mcse,
            f"{name}_p_adjusted": None,
            f"{name}_p_asymptotic": one.p_asymptotic,
            f"{name}_p_small_sample": one.p_small_sample,
        }
    return row | {"normal": None, "reason": None}


def _untested(reason: str) -> dict[str, Any]:
    keys = ("", "_p_value", "_mcse", "_p_adjusted", "_p_asymptotic", "_p_small_sample")
    nothing = {f"{name}{key}": None for name in ("skewness", "kurtosis") for key in keys}
    return {"rank": 0, "kept": []} | nothing | {"normal": None, "reason": reason}


def _require_any(rows: list[dict[str, Any]], table: ResultsTable) -> None:
    if any(row["reason"] is None for row in rows):
        return
    reason = rows[0]["reason"]
    if "needed" in reason:
        raise rank.TooFewCasesError(
            f"{TEST}: {reason}. Use more {normal.case_noun(table)}s or fewer measures."
        )
    raise rank.IdenticalAlgorithmsError(
        f"{TEST}: {reason} ({rows[0]['sample']}); there is no distribution to test."
    )


def _adjust(rows: list[dict[str, Any]], alpha: float, p_adjust: str) -> None:
    tested = [row for row in rows if row["reason"] is None]
    names = ("skewness", "kurtosis")
    p = [row[f"{name}_p_value"] for row in tested for name in names]
    adjusted = iter(multiplicity.adjust_p_values(p, p_adjust).tolist())
    for row in tested:
        for name in names:
            row[f"{name}_p_adjusted"] = next(adjusted)
        row["normal"] = min(row[f"{name}_p_adjusted"] for name in names) > alpha


def _power(rows: list[dict[str, Any]], alpha: float) -> dict[str, float]:
    """Power against exponential variables, of one test at level alpha, at the largest rank."""
    n = max(row["n"] for row in rows)
    q = max(row["rank"] for row in rows)
    if n > LARGE:
        return {"skewness": 1.0, "kurtosis": 1.0}
    skewness, kurtosis = kernel.simulated_power(n, q, alpha)
    return {"skewness": skewness, "kurtosis": kurtosis}


def _redundant(rows: list[dict[str, Any]], table: ResultsTable) -> list[dict[str, str]]:
    names = list(table.measures)
    return [
        {"measure": names[j % len(names)], "because": f"others determine it ({row['sample']})"}
        for row in rows
        for j, kept in enumerate(row["kept"])
        if not kept
    ]


def _cautions(
    rows: list[dict[str, Any]], table: ResultsTable, power: dict[str, float]
) -> list[Caution]:
    found: list[Caution] = []
    untested = [row for row in rows if row["reason"]]
    if untested:
        found.append(
            (
                JointStatsWarning,
                f"{len(untested)} of {wording.plural(len(rows), 'sample')} could not be tested "
                f"(the first: {untested[0]['sample']}, {untested[0]['reason']}).",
            )
        )
    if power["skewness"] < WEAK:
        size = wording.plural(table.n, normal.case_noun(table))
        found.append(
            (
                JointStatsWarning,
                f"With {size} a sample that passes need not be normal: of samples of exponential "
                f"variables, plainly skewed, {100 * (1 - power['skewness']):.0f} % would pass the "
                f"test of skewness and {100 * (1 - power['kurtosis']):.0f} % that of kurtosis.",
            )
        )
    return found


def _verdict(
    rows: list[dict[str, Any]], rejected: int, what: str, alpha: float, p_adjust: str
) -> str:
    tested = [row for row in rows if row["reason"] is None]
    least = min(row[f"{name}_p_adjusted"] for row in tested for name in ("skewness", "kurtosis"))
    numbers = f"smallest p ({p_adjust}) {wording.p_value(least)}, alpha = {alpha:g}"
    said = {
        "differences": "the differences of {}",
        "algorithms": "the results of {}",
        "residuals": "the deviations of {} from the data sets' means",
        "stacked": "the stacked differences of {}",
    }[what]
    if not rejected:
        whom = "all algorithms" if what != "differences" else "all pairs"
        if len(tested) == 1 and what != "stacked":
            whom = tested[0]["sample"]
        return f"Not decided: {said.format(whom)} may be normal ({numbers})."
    names = [row["sample"] for row in tested if not row["normal"]]
    more = f" and {rejected - 3} more" if rejected > 3 else ""
    return (
        f"Decided: {said.format(wording.listing(names[:3]) + more)} are not normal "
        f"({rejected} of {wording.plural(len(tested), 'sample')}; {numbers}): prefer sign flips or "
        "the sign-based tests."
    )
