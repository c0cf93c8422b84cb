"""Tests of all pairs and measures as arrays, their effect sizes, and what they decide."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.evidence.messages import track
from jointstats.evidence.outcomes import BETTER, MISSING, WORSE, ResultColumns
from jointstats.evidence.votes import votes
from jointstats.single import kernel_paired
from jointstats.single.kernel_signed_rank import rounding_of_differences
from jointstats.table.results_table import ResultsTable

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

    wins: np.ndarray
    n: np.ndarray
    statistic: np.ndarray
    p_value: np.ndarray
    exact: np.ndarray
    lead: np.ndarray


def tests_of_pairs(table: ResultsTable, places: np.ndarray, test: str) -> PairTests:
    """Every measure of every pair, on the data sets that have it of both.

    Parameters
    ----------
    table : ResultsTable
    places : ndarray of int, shape (P, 2)
        Places of the algorithms of the pairs in the table.
    test : {"sign", "wilcoxon"}
        If data sets come in families, each has one vote in the sign test.
    """
    values = table.known()
    shape = (len(places), values.shape[1])
    tests = PairTests(
        wins=np.empty((*shape, 2), dtype=np.int64),
        n=np.empty(shape, dtype=np.int64),
        statistic=np.empty(shape),
        p_value=np.empty(shape),
        exact=np.ones(shape, dtype=bool),
        lead=np.empty(shape),
    )
    units = table.known_units if test == "sign" else None
    lines, columns = _by_algorithm(values), ResultColumns.of(values)
    for some in _parts(len(places), _AT_ONCE // len(values)):
        seen = columns.outcomes(table.rope_widths, places[some])
        of_measures = np.moveaxis(seen, 1, 2)
        ahead = (of_measures == BETTER).astype(np.int8) - (of_measures == WORSE)
        tests.wins[some] = votes(ahead, units)[..., :2]
        tests.n[some] = votes(of_measures != MISSING, units)[..., 0]
        if test == "wilcoxon":
            _rank(tests, some, lines, places[some], (seen == BETTER) | (seen == WORSE))
    if test == "sign":
        tests.statistic[:] = tests.wins[..., 0]
        tests.lead[:] = tests.wins[..., 0] - tests.wins[..., 1]
        tests.p_value[:] = kernel_paired.sign_test_p_values(tests.wins[..., 0], tests.wins[..., 1])
    return tests


def _by_algorithm(values: np.ndarray) -> np.ndarray:
    """The results with those of an algorithm on a measure in a line, shape (m, l, n)."""
    return np.ascontiguousarray(values.transpose(1, 2, 0))


def _parts(size: int, at_once: int) -> Iterator[slice]:
    """The pairs in parts, whose progress is reported."""
    step = max(1, at_once)
    starts = range(0, size, step)
    return (slice(start, start + step) for start in track(starts, len(starts), "parts"))


def _rank(
    tests: PairTests, some: slice, values: np.ndarray, places: np.ndarray, moved: np.ndarray
) -> None:
    """Wilcoxon's test of some pairs; differences that are none have an infinite tolerance."""
    for k in range(len(values)):
        a, b = (values[k, side] for side in places.T)
        off = np.where(moved[:, :, k], rounding_of_differences(a, b), np.inf)
        with np.errstate(over="ignore"):  # of numbers near the largest: ranked as what they are
            alone = kernel_paired.wilcoxon_tests(a - b, off)
        tests.statistic[some, k] = alone.statistic
        tests.p_value[some, k] = alone.p_value
        tests.exact[some, k] = alone.exact
        # Against the mean of V
        tests.lead[some, k] = alone.statistic - alone.moved * (alone.moved + 1) / 4


EFFECTS = (
    "median_difference",
    "median_low",
    "median_high",
    "cliffs_delta",
    "cliffs_low",
    "cliffs_high",
)
_ENDS = (1, 2, 4, 5)  # of intervals


class EffectSizes:
    """Effect sizes of the pairs on every measure, computed when they are read.

    Parameters
    ----------
    table : ResultsTable
    places : ndarray of int, shape (P, 2)
        As for `tests_of_pairs`.
    level : float
        Level of the intervals.
    intervals : bool
        Whether data sets count as independent, as the intervals need.
    """

    def __init__(
        self, table: ResultsTable, places: np.ndarray, level: float, *, intervals: bool
    ) -> None:
        self.values, self.signs, self.places = _by_algorithm(table.known()), table.signs, places
        self.level, self.intervals = level, intervals
        self.pairs = max(1, _BLOCK // self.values[:, 0].size)
        self.blocks: dict[int, np.ndarray] = {}

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

    def _of_pairs(self, places: np.ndarray) -> np.ndarray:
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


def _effects(a: np.ndarray, b: np.ndarray, sign: float, level: float) -> np.ndarray:
    """Effect sizes of pairs on the same number of data sets, shape (P, 6).

    Medians are in the measure's own units. A failed run has no distance from the others.
    """
    failed = ~(np.isfinite(a) & np.isfinite(b)).all(axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        medians = kernel_paired.median_intervals(sign * (a - b), level)
    effects = np.stack([*medians, *kernel_paired.cliffs_deltas(a, b, level)], axis=1)
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
