"""One measure: tests of all pairs of algorithms, their effect sizes, and mean ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints, special
from jointstats.evidence.messages import track
from jointstats.evidence.outcomes import BETTER, MISSING, WORSE, ResultColumns
from jointstats.evidence.votes import Summed, Units, count, votes
from jointstats.single.kernel_signed_rank import rounding_of_differences, wilcoxon_tests


def sign_test_p_values(wins_a: ArrayLike, wins_b: ArrayLike) -> Array:
    """Two-sided exact p-values of the sign test, ties left out.

    Parameters
    ----------
    wins_a, wins_b : array_like of int
        Number of data sets on which A, or B, is better.

    Returns
    -------
    ndarray
        min(1, 2·P(Bin(n, ½) ≥ max(wins))), as R's ``binom.test``; 1 without any win.

    Examples
    --------
    >>> sign_test_p_values([9, 0], [3, 0])
    array([0.14599609, 1.        ])
    """
    a, b = np.asarray([wins_a, wins_b], dtype=np.int64)
    n = (a + b).astype(np.intc)  # what SciPy counts with on every system
    p: Array = np.minimum(1.0, 2.0 * special.bdtr(np.minimum(a, b), n, 0.5))
    return p


SMALLEST_FOR_INTERVAL = 6  # below, no distribution-free 95 % interval exists


def median_intervals(x: ArrayLike, level: float = 0.95) -> tuple[Array, Array, Array]:
    """Medians with distribution-free intervals from order statistics.

    Parameters
    ----------
    x : array_like, shape (P, n)
        n > 0.
    level : float, default 0.95
        Coverage, at least.

    Returns
    -------
    median, low, high : ndarray, shape (P,)
        low and high are NaN if n is too small for the level (below 6 at 95 %).

    Examples
    --------
    >>> median_intervals([np.arange(1.0, 11.0)])
    (array([5.5]), array([2.]), array([9.]))
    """
    ranked = np.sort(np.asarray(x, dtype=float))
    n = ranked.shape[1]
    median = (ranked[:, (n - 1) // 2] + ranked[:, n // 2]) / 2
    covered = 1.0 - 2.0 * special.bdtr(
        np.arange(n), n, 0.5
    )  # of (x_(k+1), x_(n−k)), counted from 1
    enough = np.flatnonzero(covered >= level)
    if not enough.size:
        unknown = np.full(median.shape, np.nan)
        return median, unknown, unknown
    best = int(enough[-1])
    return median, ranked[:, best], ranked[:, n - 1 - best]


def cliffs_deltas(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> tuple[Array, Array, Array]:
    """Cliff's deltas, P(a > b) − P(a < b) over all pairs of data sets, with their intervals.

    Parameters
    ----------
    a, b : array_like, shape (P, n)
        Results of two algorithms on the same n data sets, higher is better; n > 0.
    level : float, default 0.95
        Approximate coverage; a study measures it.

    Returns
    -------
    delta, low, high : ndarray, shape (P,)
        The variance is that of a U-statistic of the n *pairs* (a_i, b_i), because the two columns
        are dependent; the interval is the asymmetric one of Feng & Cliff (2004), which stays
        inside [−1, 1]. It needs some spread: where every a is above every b, or below, the interval
        is an exact one. NaN for fewer than 6 data sets.

    Examples
    --------
    >>> cliffs_deltas([[2.0, 3.0, 4.0]], [[1.0, 1.5, 2.5]])[0].round(4)
    array([0.7778])
    """
    a_over, b_under = _sums_of_signs(np.asarray(a), np.asarray(b))
    n = a_over.shape[1]
    delta = a_over.sum(axis=1) / n**2  # whole numbers: exact in any sequence of the rows
    unknown = np.full(delta.shape, np.nan)
    if n < SMALLEST_FOR_INTERVAL:
        return delta, unknown, unknown
    # Hoeffding's first-order term, 4 var(k / 2n) / n, of whole numbers k: their sums are exact
    k = a_over + b_under
    k -= k.sum(axis=1, keepdims=True) // n
    spread_of_k = (k**2).sum(axis=1) - k.sum(axis=1) ** 2 / n
    variance = spread_of_k / (n - 1) / n**2 / n
    t = float(special.ndtri(0.5 + level / 2))
    square, cube = _power(delta, 2), _power(delta, 3)
    spread = t * np.sqrt(variance) * np.sqrt(_power(1 - square, 2) + t**2 * variance)
    divisor = 1 - square + t**2 * variance
    with np.errstate(invalid="ignore"):  # 0/0 where there is no spread
        low, high = (
            np.where(variance > 0, np.clip((delta - cube + side * spread) / divisor, -1, 1), np.nan)
            for side in (-1, 1)
        )
    apart, wholly = _low_if_apart(n, level), [delta >= 1, delta <= -1]
    return (delta, np.select(wholly, [apart, -1.0], low), np.select(wholly, [1.0, -apart], high))


def _low_if_apart(n: int, level: float) -> float:
    """Lower end for Cliff's delta where every a is above every b, so that no spread is seen.

    Of a_1 and b_2, a_3 and b_4, ... each two are independent, and a is above with probability
    p = P(a > b) ≤ (1 + delta) / 2: in all of them with p^⌊n/2⌋. No larger bound holds for even n:
    if a share q of the data sets has a too low and b too high, p = (1 − q)², and nothing of it is
    seen with probability (1 − q)^n.
    """
    return float(2 * (0.5 - level / 2) ** (1 / (n // 2)) - 1)


def _power(x: Array, exponent: int) -> Array:
    """Powers by the C library: NumPy's differ in the last bit from machine to machine."""
    return np.array([x_i**exponent for x_i in x.tolist()])


def _sums_of_signs(a: Array, b: Array) -> tuple[Ints, Ints]:
    """Sums of sign(a_i − y) over all y of b, and of sign(x − b_i) over all x of a.

    From one sorting of both, without forming all pairs.
    """
    n = a.shape[1]
    both = np.concatenate([a, b], axis=1)
    order = np.argsort(both, axis=1)
    ordered = np.take_along_axis(both, order, axis=1)
    differs = ordered[:, 1:] > ordered[:, :-1]
    edge = np.full((len(a), 1), True)
    place = np.arange(2 * n)
    # Of every group of equal values the first place, and the one behind the last
    first = np.maximum.accumulate(np.hstack([edge, differs]) * place, axis=1)
    behind = np.where(np.hstack([differs, edge]), place + 1, 2 * n)[:, ::-1]
    behind = np.minimum.accumulate(behind, axis=1)[:, ::-1]
    before = np.zeros((len(a), 2 * n + 1), dtype=np.int64)  # how many of a come before a place
    np.cumsum(order < n, axis=1, out=before[:, 1:])
    from_a = np.take_along_axis(before, first, axis=1) + np.take_along_axis(before, behind, axis=1)
    # Of all values those below minus those above, and the same of a alone
    of_a = from_a - n
    of_both = first + behind - 2 * n
    signs = np.where(order < n, of_both - of_a, -of_a)
    sums = np.empty_like(signs)
    np.put_along_axis(sums, order, signs, axis=1)
    return sums[:, :n], sums[:, n:]


@dataclass(frozen=True, eq=False)
class MeanRanks(Summed):
    """Data sets on which one algorithm is ahead of another, by measure; those of parts add up.

    Attributes
    ----------
    behind : ndarray, shape (m, l, l)
        Data sets on which the second algorithm is better than the first; equal ones count half.
    both : ndarray, shape (m, l, l)
        Data sets that have results of both.
    """

    behind: np.ndarray
    both: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> MeanRanks:
        """From values turned upwards, NaN where missing, shape (n, m, l)."""
        behind, both = np.empty((2, values.shape[1], *values.shape[2:] * 2))
        for j, columns in enumerate(values.transpose(1, 2, 0)):
            there = (~np.isnan(columns)).astype(float)
            both[j] = there @ there.T
            behind[j] = both[j] / 2
            for i, results in enumerate(columns):
                above, below = columns[i + 1 :] > results, columns[i + 1 :] < results
                lead = 0.5 * (count(above) - count(below))
                behind[j, i, i + 1 :] += lead
                behind[j, i + 1 :, i] -= lead
        return cls(behind, both)

    @property
    def mean(self) -> np.ndarray:
        """Mean over data sets of the midranks (1 is best), shape (m, l).

        A midrank is 1, and for every other algorithm 1 if it is better, 1/2 if it is equal. Where
        values are missing each of these is averaged over the data sets that have both; of two that
        share none nothing is known: 1/2.
        """
        n = self.both[..., 0]
        share = np.where(self.both > 0, self.behind / np.maximum(self.both, 1), 0.5)
        # It is equal to itself: 1/2 is in the sums. Where all have the same, one division will do.
        complete = (self.both == n[..., None]).all(axis=-1) & (n > 0)
        of_whole = (self.behind.sum(axis=-1) + n / 2) / np.maximum(n, 1)
        return np.asarray(np.where(complete, of_whole, share.sum(axis=-1) + 0.5))


# --- All pairs ------------------------------------------------------------------------------------

_AT_ONCE = 1 << 18  # differences that are held together
_BLOCK = 1 << 14  # the same where an effect size is asked for


@dataclass(frozen=True)
class PairTests:
    """What the tests of P pairs find on m measures; nothing is adjusted yet.

    Attributes
    ----------
    wins : ndarray of int, shape (P, m, 2)
        Data sets on which each of the two is better, or families of them.
    n : ndarray of int, shape (P, m)
        Data sets that have the measure of both, or families of them.
    statistic, p_value : ndarray, shape (P, m)
    exact : ndarray of bool, shape (P, m)
    lead : ndarray, shape (P, m)
        Above 0 where the first algorithm leads, below 0 where the second does.
    """

    wins: Ints
    n: Ints
    statistic: Array
    p_value: Array
    exact: Bools
    lead: Array


def tests_of_pairs(
    values: Array, widths: Array, places: Ints, test: str, units: Units | None
) -> PairTests:
    """Every measure of every pair, on the data sets that have it of both.

    Parameters
    ----------
    values : ndarray, shape (n, m, l)
        Results, larger being better; NaN where one is missing, −inf where a run failed.
    widths : ndarray, shape (m,)
        The rope of each measure.
    places : ndarray of int, shape (P, 2)
        Places of the algorithms of the pairs.
    test : {"sign", "wilcoxon"}
    units : Units, optional
        Families of data sets; each has one vote.
    """
    shape = (len(places), values.shape[1])
    tests = PairTests(
        wins=np.empty((*shape, 2), dtype=np.int64),
        n=np.empty(shape, dtype=np.int64),
        statistic=np.empty(shape),
        p_value=np.empty(shape),
        exact=np.ones(shape, dtype=bool),
        lead=np.empty(shape),
    )
    lines, columns = _by_algorithm(values), ResultColumns.of(values)
    step = max(1, _AT_ONCE // len(values))
    starts = range(0, len(places), step)
    for start in track(starts, len(starts), "parts"):
        some = slice(start, start + step)
        seen = columns.outcomes(widths, places[some])
        of_measures = np.moveaxis(seen, 1, 2)
        ahead = (of_measures == BETTER).astype(np.int8) - (of_measures == WORSE)
        tests.wins[some] = votes(ahead, units)[..., :2]
        tests.n[some] = votes(of_measures != MISSING, units)[..., 0]
        if test == "wilcoxon":
            _rank(tests, some, lines, places[some], (seen == BETTER) | (seen == WORSE))
    if test == "sign":
        tests.statistic[:] = tests.wins[..., 0]
        tests.lead[:] = tests.wins[..., 0] - tests.wins[..., 1]
        tests.p_value[:] = sign_test_p_values(tests.wins[..., 0], tests.wins[..., 1])
    return tests


def _by_algorithm(values: Array) -> Array:
    """The results with those of an algorithm on a measure in a line, shape (m, l, n)."""
    return np.ascontiguousarray(values.transpose(1, 2, 0))


def _rank(tests: PairTests, some: slice, values: Array, places: Ints, moved: Bools) -> None:
    """Wilcoxon's test of some pairs; differences that are none have an infinite tolerance."""
    for k in range(len(values)):
        a, b = (values[k, side] for side in places.T)
        off = np.where(moved[:, :, k], rounding_of_differences(a, b), np.inf)
        with np.errstate(over="ignore"):  # of numbers near the largest: ranked as what they are
            found = wilcoxon_tests(a - b, off)
        tests.statistic[some, k] = found.statistic
        tests.p_value[some, k] = found.p_value
        tests.exact[some, k] = found.exact
        # Against the mean of V
        tests.lead[some, k] = found.statistic - found.moved * (found.moved + 1) / 4


EFFECTS: tuple[str, ...] = ("median_difference", "median_low", "median_high")
EFFECTS += ("cliffs_delta", "cliffs_low", "cliffs_high")
_ENDS = (1, 2, 4, 5)  # of intervals


class EffectSizes:
    """Effect sizes of the pairs on every measure, computed when they are read.

    Parameters
    ----------
    values, places
        As for `tests_of_pairs`.
    signs : ndarray, shape (m,)
        −1 for measures that are to be minimised.
    level : float
        Level of the intervals.
    intervals : bool
        Whether data sets count as independent, as the intervals need.
    """

    def __init__(
        self, values: Array, signs: Array, places: Ints, level: float, *, intervals: bool
    ) -> None:
        self.values, self.signs, self.places = _by_algorithm(values), signs, places
        self.level, self.intervals = level, intervals
        self.pairs = max(1, _BLOCK // self.values[:, 0].size)
        self.blocks: dict[int, Array] = {}

    def __len__(self) -> int:
        return len(self.places) * len(self.signs)

    def of(self, i: int, which: int) -> float | None:
        """One of `EFFECTS` of a test: the measures of the first pair come first."""
        block, place = divmod(i, self.pairs * len(self.signs))
        if block not in self.blocks:
            start = block * self.pairs
            self.blocks[block] = self._of_pairs(self.places[start : start + self.pairs])
        x = float(self.blocks[block][place, which])
        # Adding 0 turns the −0.0 of a measure to be minimised into 0.0.
        return None if math.isnan(x) else x + 0.0

    def _of_pairs(self, places: Ints) -> Array:
        """Shape (P m, 6); NaN where unknown."""
        effects = np.full((len(places), len(self.signs), len(EFFECTS)), np.nan)
        for k, sign in enumerate(self.signs):
            a, b = (self.values[k, side] for side in places.T)
            there = ~(np.isnan(a) | np.isnan(b))
            sizes = there.sum(axis=1)
            for n in set(sizes.tolist()) - {0}:
                of = sizes == n
                first, second = (x[of][there[of]].reshape(-1, n) for x in (a, b))
                effects[of, k] = _effects(first, second, float(sign), self.level)
        if not self.intervals:
            effects[..., _ENDS] = np.nan
        return effects.reshape(-1, len(EFFECTS))


def _effects(a: Array, b: Array, sign: float, level: float) -> Array:
    """Effect sizes of pairs on the same number of data sets, shape (P, 6).

    Medians are in the measure's own units. A failed run has no distance from the others.
    """
    failed = ~(np.isfinite(a) & np.isfinite(b)).all(axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        medians = median_intervals(sign * (a - b), level)
    effects = np.stack([*medians, *cliffs_deltas(a, b, level)], axis=1)
    effects[failed, :3] = np.nan
    return effects


class EffectColumn(Sequence[Any]):
    """One of `EFFECTS` of all tests; None where unknown."""

    def __init__(self, sizes: EffectSizes, name: str) -> None:
        self.sizes, self.which = sizes, EFFECTS.index(name)

    def __len__(self) -> int:
        return len(self.sizes)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        return self.sizes.of(range(len(self))[i], self.which)
