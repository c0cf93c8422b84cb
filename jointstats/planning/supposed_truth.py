"""The truth that a plan assumes: shares of statements, a pilot study, or shifts of measures.

Also what it assumes of its unit of evidence: runs of a data set, families of data sets.

For the width of the bounds of median differences, the data sets of a pilot study stand for all
there are, and n data sets are drawn from them. The k-th smallest of n draws is at most the i-th
smallest of the N differences of the pilot study with probability P(Beta(k, n − k + 1) <= i / N),
from which its expectation follows.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.base import options
from jointstats.base.errors import DirectionError, OptionError
from jointstats.base.rows import NAME, NUMBER, TEXT, WHOLE, Row, column
from jointstats.base.wording import names_of
from jointstats.claims.pair_votes import Evidence
from jointstats.claims.shown import by_measure, sizes_of
from jointstats.evidence import orders
from jointstats.evidence.arrays import Array, special
from jointstats.evidence.bounds import places
from jointstats.evidence.counts import merge_rows
from jointstats.evidence.messages import Option, Spelled, asked
from jointstats.evidence.order_statistics import differences, on_scale
from jointstats.evidence.steps import Chains
from jointstats.joint.counting import counted, statement_counts
from jointstats.joint.counts import StatementCounts
from jointstats.joint.kernel_decisions import child_generator
from jointstats.planning import kernel_averaging, kernel_power
from jointstats.planning.kernel_simulation import state_codes
from jointstats.table.columns import is_dask
from jointstats.table.results_table import ResultsTable

DRAWN_DATASETS = 200_000  # to find the shares that shifts of three or more algorithms imply


@dataclass(frozen=True)
class Supposed:
    """An assumed truth.

    Attributes
    ----------
    truth : Truth
    named : StatementCounts
        Counts that know the names behind the codes of the truth.
    pilot : ResultsTable, optional
        The table of a pilot study.
    levels : ndarray, shape (m,) or (l, m), optional
        Shifts of the differences of two algorithms, or the level of each algorithm.
    correlation : float or ndarray, shape (m, m)
        Of the measures, with shifts or levels.
    """

    truth: kernel_power.Truth
    named: StatementCounts
    pilot: ResultsTable | None = None
    levels: np.ndarray | None = None
    correlation: Any = 0.0

    def averaged(self, error: np.ndarray, seed: int) -> kernel_averaging.Averaged:
        """What averages of runs show whose errors have these standard deviations, shape (m,)."""
        if self.levels is None:
            return kernel_averaging.averaged_shares(self.truth, error)
        if self.levels.ndim == 1:
            return kernel_averaging.averaged_shifts(self.levels, self.correlation, error)
        true, shown = map(_codes, _drawn(self.levels, self.correlation, seed, noise=error))
        return kernel_averaging.averaged_draws(true, shown, self.named.states)


def supposed_truth(
    truth: Any,
    shifts: Any,
    correlation: Any,
    algorithms: Any,
    measures: Any,
    seed: int,
    roles: Mapping[str, Any],
) -> Supposed:
    """The truth that is assumed by shares, by a pilot study or by shifts."""
    if (truth is None) == (shifts is None):
        raise OptionError(
            "A plan needs an assumed truth: the shares of the statements (",
            asked("truth"),
            "), shifts of the measures (",
            asked("shifts"),
            "), or the share of data sets that show a claim (",
            asked("claim_share"),
            ").",
        )
    if shifts is not None:
        if roles:
            raise OptionError(Option(next(iter(roles))), " has no meaning with shifts.")
        return _from_shifts(shifts, correlation, algorithms, measures, seed)
    if isinstance(truth, list | tuple | np.ndarray) and not roles:
        return _from_shares(truth, algorithms, measures)
    if algorithms is not None:
        raise OptionError(
            Option("algorithms"), " has no meaning for results: give ", asked("only"), "."
        )
    if measures is not None:
        roles = {**roles, "measures": measures}
    if is_dask(truth):
        counts, pilot = statement_counts(truth, **roles), None
    else:
        counts, pilot = counted(truth, "orderings", None, None, "auto", **roles)
    return _with_shares(counts.codes, counts.weights / counts.weights.sum(), counts, pilot=pilot)


def _with_shares(codes: Any, shares: Any, named: StatementCounts, **more: Any) -> Supposed:
    return Supposed(kernel_power.truth_of(codes, shares, named.states), named, **more)


def _from_shares(truth: Any, algorithms: Any, measures: Any) -> Supposed:
    names = tuple(options.label(a) for a in (algorithms or ("A", "B")))
    if len(truth) and isinstance(truth[0], tuple | list):  # pairs (orderings, share)
        if not all(len(pair) == 2 and isinstance(pair[0], Mapping) for pair in truth):
            raise OptionError(
                Option("truth"),
                " must be a list of shares, or of pairs of a statement (which is better on each "
                "measure) and its share.",
            )
        first = dict(truth[0][0])
        ways = measures or dict.fromkeys(first, "max")
        given = algorithms or [options.label(a) for a in names_of(next(iter(first.values())))]
        counts = StatementCounts.from_orders(truth, algorithms=sorted(given), measures=ways)
        return _with_shares(counts.codes, counts.weights, counts)
    per_measure = math.factorial(len(names))
    m = max(1, round(math.log(max(len(truth), 1)) / math.log(per_measure)))
    if per_measure**m != len(truth):
        raise OptionError(
            f"{len(names)} algorithms have {per_measure} orders on each measure: the number of "
            f"shares must be a power of {per_measure}, not {len(truth)}."
        )
    shares = np.array([options.number(("Every share in ", Option("truth")), x, 0) for x in truth])
    named = _named(names, measures, m)
    return _with_shares(state_codes(named.states), shares, named)


def _from_shifts(
    shifts: Any, correlation: Any, algorithms: Any, measures: Any, seed: int
) -> Supposed:
    if not isinstance(shifts, Mapping) or not shifts:
        raise OptionError(
            Option("shifts"),
            " must map measures to numbers, such as ",
            Option("shifts", {"accuracy": 0.3, "time": -0.2}),
            Spelled(
                ", or algorithms to such dicts.", shell=".", r=", or algorithms to such vectors."
            ),
        )
    if all(isinstance(part, Mapping) for part in shifts.values()):
        return _from_levels(shifts, correlation, measures, seed)
    names = tuple(options.label(a) for a in (algorithms or ("A", "B")))
    if len(names) != 2:
        raise OptionError(
            "Shifts of three or more algorithms need the advantage of each",
            Spelled(
                ': {"A": {"accuracy": 0.5}, "B": {…}, …}.',
                shell=", which cannot be said here: use Python or R.",
                r=": list(A = c(accuracy = 0.5), B = c(...), ...).",
            ),
        )
    values = {options.label(m): options.number(f'The shift of "{m}"', x) for m, x in shifts.items()}
    named = _named(names, measures, len(values), list(values))
    mean = np.array([values[m] for m in named.measures])
    if np.ndim(correlation) == 0:
        rho = options.number("correlation", correlation, -1, 1, open_low=True, open_high=True)
        if rho >= 0 or len(mean) == 2:
            shares = kernel_power.shift_shares(mean, rho)
            return _with_shares(
                state_codes(named.states), shares, named, levels=mean, correlation=rho
            )
    # The difference of two independent results has √2 times their standard deviation.
    levels = np.stack([mean, -mean]) / math.sqrt(2)
    return _from_draws(levels, correlation, named, seed)


def _from_levels(
    levels: Mapping[Any, Mapping[Any, Any]], correlation: Any, measures: Any, seed: int
) -> Supposed:
    names = tuple(options.label(a) for a in levels)
    if len(names) < 2:
        raise OptionError(Option("shifts"), " must name two algorithms at least.")
    rows = [{options.label(m): x for m, x in part.items()} for part in levels.values()]
    named = _named(names, measures, len(rows[0]), list(rows[0]))
    for name, row in zip(names, rows, strict=True):
        if set(row) != set(named.measures):
            raise OptionError(f'The shifts of "{name}" must name every measure once.')
    values = np.array(
        [[options.number(f'The shift of "{m}"', row[m]) for m in named.measures] for row in rows]
    )
    return _from_draws(values, correlation, named, seed)


def _from_draws(
    levels: np.ndarray, correlation: Any, named: StatementCounts, seed: int
) -> Supposed:
    """Shares of the statements that normal results imply, from many drawn data sets."""
    matrix = _matrix(correlation, len(named.measures))
    ranked = _drawn(levels, matrix, seed)
    codes, weights = merge_rows(_codes(ranked), np.ones(len(ranked)))
    return _with_shares(codes, weights / weights.sum(), named, levels=levels, correlation=matrix)


def _drawn(
    levels: np.ndarray, matrix: np.ndarray, seed: int, noise: np.ndarray | None = None
) -> np.ndarray:
    """Ranked algorithms of many data sets, with noise also those of averaged runs."""
    generator = child_generator(seed, 9)
    return kernel_power.shifted_orders(levels, matrix, DRAWN_DATASETS, generator, noise)


def _codes(ranked: np.ndarray) -> np.ndarray:
    """Codes by measure of ranked algorithms (N, m, l)."""
    return orders.rank_orders(ranked.reshape(-1, ranked.shape[2])).reshape(len(ranked), -1)


def _matrix(correlation: Any, m: int) -> np.ndarray:
    if np.ndim(correlation) > 0:
        return np.asarray(correlation, dtype=float)
    rho = options.number("correlation", correlation, -1, 1, open_low=True, open_high=True)
    return np.full((m, m), rho) + (1 - rho) * np.eye(m)


def _named(
    names: tuple[str, ...], measures: Any, m: int, given: Sequence[str] | None = None
) -> StatementCounts:
    """Empty counts, for their names."""
    labels = given or [f"M{j + 1}" for j in range(m)]
    ways = options.directions(measures or dict.fromkeys(labels, "max"))
    if len(ways) != m or (given is not None and set(ways) != set(given)):
        raise DirectionError(
            Option("measures"), f" must name the {m} measures of the assumed truth."
        )
    return StatementCounts(names, ways, np.zeros((0, m), dtype=np.int64), np.zeros(0))


@dataclass(frozen=True)
class Design:
    """Runs of each data set and how noisy they are, families and how much they agree.

    Attributes
    ----------
    runs : int
    noise : float, dict or None
        As given; None: statements are the true ones.
    size : int
        Data sets in a family.
    correlation : float
        Intra-class correlation of true statements within a family.
    """

    runs: int
    noise: float | Mapping[str, float] | None
    size: int
    correlation: float

    def __post_init__(self) -> None:
        if self.noise is None and self.runs != 1:
            raise OptionError(
                Option("n_runs"), " changes nothing without noise: give ", asked("noise"), ", too."
            )
        if self.size == 1 and self.correlation:
            raise OptionError(
                Option("cluster_correlation"),
                " is that of data sets of one family: give ",
                asked("cluster_size"),
                ", too.",
            )

    @property
    def plain(self) -> bool:
        """Whether every data set shows its true statement, and stands for itself."""
        return self.noise is None and self.size == 1

    def error(self, runs: int, measures: Collection[str]) -> np.ndarray:
        """Standard deviation of the average of some runs, by measure, where runs are noisy.

        Raises
        ------
        OptionError
            If the noise names other measures.
        """
        if isinstance(self.noise, Mapping):
            if set(self.noise) != set(measures):
                raise OptionError(
                    Option("noise"), f" must name the {len(measures)} measures of the plan."
                )
            of_run = [self.noise[measure] for measure in measures]
        else:
            of_run = [self.noise or 0.0] * len(measures)
        return np.asarray(of_run, dtype=float) / math.sqrt(runs)

    def whole(self, sizes: Sequence[int]) -> list[int]:
        """Numbers of data sets, each rounded up to whole families."""
        return sorted({self.size * math.ceil(n / self.size) for n in sizes})


# --- What a pilot study says of bounds -----------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PlanWidth(Row):
    """The bounds of a median difference that are expected with a number of data sets."""

    n: int = column(WHOLE, "data sets")
    measure: str = column(NAME, "the measure")
    low: float | None = column(
        NUMBER, "expected low bound, of the first algorithm over the second; unknown: too few"
    )
    high: float | None = column(NUMBER, "expected high bound")
    scale: str = column(TEXT, "whether sizes are differences, or factors: ratio")


def widths_of(table: ResultsTable | None, sizes: Iterable[int], alpha: float) -> list[PlanWidth]:
    """The expected bounds of two algorithms in a pilot study, by number of data sets and measure.

    Parameters
    ----------
    table : ResultsTable or None
        Of two algorithms whose data sets are in no families; otherwise there are no widths.
    sizes : iterable of int
    alpha : float
        Probability, at most, that some bound does not hold.
    """
    if table is None or len(table.algorithms) != 2 or table.families:
        return []
    evidence, pair = Evidence.of(table), np.array([[0, 1]])
    known = sizes_of(table, evidence, pair, _chains(evidence, table.n), alpha)
    scaled = on_scale(evidence.values, table.signs, known.ratio)
    low, high = differences(evidence.values, pair, evidence.missing, scaled)
    of_measures = [np.sort(d[d == other]) for d, other in zip(low[0], high[0], strict=True)]
    rows = []
    for n in sizes:
        k = int(places(_chains(evidence, n), [n], alpha)[0])
        bounds = np.array([[expected(d, k, n), expected(d, n + 1 - k, n)] for d in of_measures])
        low_of, high_of = (by_measure(known.scales, side) for side in known.printed(bounds.T))
        rows += [
            PlanWidth(n=n, measure=name, low=low_of[name], high=high_of[name], scale=scale)
            for name, scale in known.scales.items()
        ]
    return rows


def expected(values: Array, k: int, n: int) -> float:
    """The expectation of the k-th smallest of n draws from values in ascending order.

    NaN where there is no such place, and where it may be infinite.

    Examples
    --------
    The smaller one of two draws of 0 and 1 is 1 with probability 1/4:

    >>> expected(np.array([0.0, 1.0]), 1, 2).__round__(9)
    0.25
    """
    if not 1 <= k <= n or not len(values):
        return float("nan")
    below = special.betainc(k, n - k + 1, np.linspace(0, 1, len(values) + 1))
    chance = np.diff(below)
    return float(chance @ values) if np.isfinite(values).all() else float("nan")


def _chains(evidence: Evidence, n: int) -> Chains:
    """The chains of two algorithms with n data sets."""
    return evidence.declared.voting(np.full((1, len(evidence.measures)), n), np.array([n])).chains
