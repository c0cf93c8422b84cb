"""What every pair of algorithms shows on very many data sets, or items: totals of one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.joint.family_histograms import agreement_of_histograms
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE
from jointstats.kernels.joint.pair_counts import PairCounts
from jointstats.kernels.joint.pair_histograms import (
    check_cells,
    counts_of_histograms,
    histogram_outcomes,
    of_measures,
    of_pairs,
)
from jointstats.kernels.messages import asked
from jointstats.kernels.single.moments import Moments
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.packed_totals import packed, unpacked
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.result import Result
from jointstats.labelled.rows import NAME, NUMBER, WHOLE, Row, column
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.results_table import check_size

Names = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class AlgorithmTotals(Row):
    """An algorithm over all data sets: a row of :class:`PairTotals`."""

    algorithm: str = column(NAME, "the algorithm")
    mean: dict[str, float | None] = column(
        NUMBER, "mean over the data sets that have a result", unit="of the measure", spread=True
    )
    sd: dict[str, float | None] = column(
        NUMBER, "standard deviation over them", unit="of the measure", spread=True
    )
    lacking: dict[str, int] = column(
        WHOLE, "data sets that have none: missing, or a failed run", spread=True, shown=False
    )


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class PairTotals(Result):
    """How often each pair of algorithms shows each outcome; totals of parts of a table add up.

    Made by :func:`jointstats.pair_totals`, :func:`jointstats.read_pairs` and
    :func:`jointstats.dask_pairs`. All tests of pairs take them: :func:`jointstats.leaderboard`,
    :func:`jointstats.pairwise_tests` with a joint test, and, of two algorithms, every joint test.

    Attributes
    ----------
    rope : dict
        Measure to the width within which two results are ties.
    outcomes : ndarray of int, shape (P, 3^m) or (P, 4^m)
        On how many data sets each pair (``pairs``, in this sequence) shows each outcome, in the
        sequence of :attr:`states`. Four outcomes of a measure, the last being "missing", with
        ``missing="unknown"``.
    binary : tuple of str
        Measures that have no other values than 0 and 1. Their ties are exact: with ties="auto" they
        are an outcome, "equal", as they are within a rope.
    sums : dict
        Measure to exact sums of the results, and of their squares, of each algorithm.
    lacking : dict
        Measure to the number of data sets without a result of each algorithm.
    family_names : tuple of str, or None
        Names of the families of the data sets, if the table has some.
    family_sizes : ndarray of int, shape (C,)
        Data sets of each that are used.
    family_outcomes : ndarray of int, shape (C, P, 3^m) or (C, P, 4^m), or None
        As ``outcomes``, within each family.
    n_failed : int
        Failed results, ranked below all others.
    """

    test: ClassVar[str] = "pair_totals"

    rope: dict[str, float]
    outcomes: np.ndarray = field(metadata={"plain": False})
    binary: Names
    sums: dict[str, tuple[Moments, ...]] = field(metadata={"plain": False})
    lacking: dict[str, np.ndarray]
    family_names: Names | None = None
    family_sizes: np.ndarray
    family_outcomes: np.ndarray | None = field(default=None, metadata={"plain": False})
    n_failed: int

    @property
    def means(self) -> np.ndarray:
        """Mean of each measure and algorithm, shape (m, l); NaN where there is no result."""
        return np.array([[one.mean for one in own] for own in self.sums.values()])

    @property
    def deviations(self) -> np.ndarray:
        """The standard deviations, likewise."""
        return np.array([[one.sd for one in own] for own in self.sums.values()])

    @property
    def rows(self) -> Sequence[AlgorithmTotals]:
        """The algorithms."""

        def known(x: float) -> float | None:
            return x if x == x else None

        return [
            AlgorithmTotals(
                algorithm=name,
                mean={measure: known(own[i].mean) for measure, own in self.sums.items()},
                sd={measure: known(own[i].sd) for measure, own in self.sums.items()},
                lacking={measure: int(own[i]) for measure, own in self.lacking.items()},
            )
            for i, name in enumerate(self.algorithms)
        ]

    told: ClassVar[Mapping[str, Any]] = {"packed": str}

    def facts(self) -> dict[str, Any]:
        """What is told of the totals; ``packed`` stands for all of them."""
        return super().facts() | {"packed": packed(self)}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> PairTotals:
        """The totals that :meth:`to_dict` made this of, to the last bit.

        Parameters
        ----------
        stored : mapping

        Returns
        -------
        PairTotals

        Raises
        ------
        InvalidValueError
            If they were changed.

        Examples
        --------
        >>> import jointstats as js
        >>> totals = js.pair_totals(js.load_dataset("example1"))
        >>> js.PairTotals.from_dict(totals.to_dict()).outcomes.tolist()
        [[1, 0, 2, 0, 0, 0, 3, 0, 6]]
        """
        made = cls(**unpacked(stored.get("packed")))
        return replace(made, verdict=verdict_of(made))

    def row_of(self, algorithm: str) -> AlgorithmTotals:
        """The row of an algorithm."""
        return self.rows[self.algorithms.index(algorithm)]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of algorithms, in the sequence of ``outcomes``."""
        return list(combinations(self.algorithms, 2))

    @property
    def states(self) -> np.ndarray:
        """Outcomes by measure: 0 the first is better, 1 equal, 2 worse, 3 missing; shape (K, m)."""
        return histogram_outcomes(len(self.measures), self._base)

    @property
    def _base(self) -> int:
        return 3 if self.outcomes.shape[1] == 3 ** len(self.measures) else 4

    @property
    def pair_by_pair(self) -> bool:
        """Whether each pair is compared on the data sets that it has (``missing="unknown"``)."""
        return self._base == 4

    @property
    def n_missing(self) -> int:
        """How many results are missing, or of failed runs."""
        return sum(int(one.sum()) for one in self.lacking.values())

    @property
    def in_families(self) -> bool:
        """Whether some family has two of the data sets: only then families matter."""
        return bool((self.family_sizes > 1).any())

    @property
    def used_families(self) -> np.ndarray | None:
        """``family_outcomes`` of those that are used; None if families do not matter."""
        if self.family_outcomes is None or not self.in_families:
            return None
        return np.asarray(self.family_outcomes[self.family_sizes > 0])

    def worth(self, pairs: Iterable[tuple[str, str]]) -> Families | None:
        """What data sets in families are worth, from all these pairs."""
        own = self.used_families
        if own is None:
            return None
        seen = agreement_of_histograms(own[:, self.places(pairs)], len(self.measures))
        return families_worth(self.family_sizes[self.family_sizes > 0], seen)

    def rules(self, ties: Any = "auto") -> dict[str, str]:
        """Measure to what ties are: ``"equal"``, an outcome of their own, or ``"split"``.

        Parameters
        ----------
        ties : {"auto", "equal", "split"} or dict, default "auto"
            As for :func:`jointstats.compare_algorithms`; "auto": an outcome where the measure has a
            rope, or no values but 0 and 1.
        """
        exact = {name: 1.0 for name in self.binary}
        return pair_rules(ties, {name: width or exact.get(name, 0.0)
                                 for name, width in self.rope.items()})  # fmt: skip

    def select(
        self,
        algorithms: Iterable[Any] | None = None,
        measures: Iterable[Any] | None = None,
    ) -> PairTotals:
        """Keep some algorithms or measures, in the sequence named.

        Parameters
        ----------
        algorithms, measures : iterable of str, optional
            Names to keep (default: all).

        Returns
        -------
        PairTotals

        Raises
        ------
        ColumnError
            If a name is unknown or named twice.
        AlgorithmError
            If fewer than two algorithms are left.
        """
        kept, chosen = self.algorithms, tuple(self.measures)
        if algorithms is not None:
            kept = tuple(options.known_names("algorithm", algorithms, self.algorithms))
        if measures is not None:
            chosen = tuple(options.known_names("measure", measures, self.measures))
        check_size("one", kept, chosen)
        if (kept, chosen) == (self.algorithms, tuple(self.measures)):
            return self
        place = [self.algorithms.index(name) for name in kept]
        layers = [list(self.measures).index(name) for name in chosen]

        def part(histograms: np.ndarray) -> np.ndarray:
            some = of_measures(histograms, self._base, layers)
            return of_pairs(some, self._base, len(self.algorithms), place)

        made = replace(
            self,
            algorithms=kept,
            measures={name: self.measures[name] for name in chosen},
            rope={name: self.rope[name] for name in chosen},
            outcomes=part(self.outcomes),
            binary=tuple(name for name in chosen if name in self.binary),
            sums={name: tuple(self.sums[name][i] for i in place) for name in chosen},
            lacking={name: self.lacking[name][place] for name in chosen},
            family_outcomes=None if self.family_outcomes is None else part(self.family_outcomes),
        )
        return replace(made, verdict=verdict_of(made))

    def pair_counts(
        self,
        pairs: Iterable[tuple[str, str]],
        certain: Sequence[bool] | np.ndarray,
        *,
        missing_against: bool = False,
    ) -> PairCounts:
        """What claims of pairs are made of: `jointstats.kernels.joint.pair_counts`."""
        own = self.outcomes[self.places(pairs)]
        m = len(self.measures)
        return counts_of_histograms(own, m, certain, missing_against=missing_against)

    def places(self, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
        """Where pairs of algorithms, in their sequence, stand among :attr:`pairs`."""
        number = {pair: i for i, pair in enumerate(self.pairs)}
        return np.array([number[pair] for pair in pairs], dtype=np.intp)

    def wins(self, histograms: np.ndarray | None = None) -> np.ndarray:
        """On how many data sets each algorithm is better than each other one, (..., m, l, l)."""
        h = self.outcomes if histograms is None else histograms
        m, l = len(self.measures), len(self.algorithms)
        first, second = np.triu_indices(l, 1)
        found = np.zeros((*h.shape[:-2], m, l, l), dtype=np.int64)
        for j in range(m):
            for code, a, b in ((BETTER, first, second), (WORSE, second, first)):
                found[..., j, a, b] = h @ (self.states[:, j] == code).astype(np.int64)
        return found

    def sweeps(self) -> np.ndarray:
        """On how many data sets each algorithm beats each other one on every measure, (l, l)."""
        first, second = np.triu_indices(len(self.algorithms), 1)
        found = np.zeros((len(self.algorithms),) * 2, dtype=np.int64)
        found[first, second] = self.outcomes[:, (self.states == BETTER).all(axis=1)].sum(axis=1)
        found[second, first] = self.outcomes[:, (self.states == WORSE).all(axis=1)].sum(axis=1)
        return found

    def mean_ranks(self) -> np.ndarray:
        """Mean rank of each algorithm on each measure, 1 being best, shape (m, l).

        Ties, those within the rope among them, share their ranks. Where results are missing, who is
        ahead is averaged over the data sets that have both of a pair.
        """
        won = self.wins()
        lost = np.swapaxes(won, -1, -2)
        tied = np.zeros_like(won)
        first, second = np.triu_indices(len(self.algorithms), 1)
        for j in range(len(self.measures)):
            equal = self.outcomes @ (self.states[:, j] == EQUAL).astype(np.int64)
            tied[j, first, second] = tied[j, second, first] = equal
        both = won + lost + tied
        share = np.where(both > 0, (lost + 0.5 * tied) / np.maximum(both, 1), 0.5)
        return np.asarray(share.sum(axis=-1) + 0.5)  # it is equal to itself: 1/2 is in the sum

    def __add__(self, other: Any) -> PairTotals:
        if not isinstance(other, PairTotals):
            return NotImplemented
        same = ("algorithms", "measures", "rope", "_base")
        if any(getattr(self, name) != getattr(other, name) for name in same):
            raise OptionError(
                "Totals add up only if algorithms, measures, directions, ropes and the rule for "
                "missing results are the same in both."
            )
        names, sizes, of_families = _added_families(self, other)
        made = replace(
            self,
            n=self.n + other.n,
            n_dropped=self.n_dropped + other.n_dropped,
            outcomes=self.outcomes + other.outcomes,
            binary=tuple(name for name in self.binary if name in other.binary),
            sums={
                name: tuple(a + b for a, b in zip(own, other.sums[name], strict=True))
                for name, own in self.sums.items()
            },
            lacking={name: own + other.lacking[name] for name, own in self.lacking.items()},
            family_names=names,
            family_sizes=sizes,
            family_outcomes=of_families,
            n_failed=self.n_failed + other.n_failed,
        )
        return replace(made, verdict=verdict_of(made))

    def __radd__(self, other: Any) -> PairTotals:
        """Let ``sum(pieces)`` work: it starts from 0."""
        return self if other == 0 else NotImplemented


def _added_families(
    first: PairTotals, second: PairTotals
) -> tuple[Names | None, np.ndarray, np.ndarray | None]:
    """Families of both, in the sequence of their names; one of both is one."""
    if first.family_outcomes is None and second.family_outcomes is None:
        return None, first.family_sizes, None
    if first.family_outcomes is None or second.family_outcomes is None:
        raise OptionError(
            "Totals with families of data sets and totals without do not add up: name the families "
            "of both (",
            asked("cluster"),
            ").",
        )
    names = tuple(sorted({*(first.family_names or ()), *(second.family_names or ())}))
    shape = first.family_outcomes.shape[1:]
    check_cells(len(names), *shape)
    number = {name: i for i, name in enumerate(names)}
    sizes = np.zeros(len(names), dtype=np.int64)
    found = np.zeros((len(names), *shape), dtype=np.int64)
    for part in (first, second):
        place = [number[name] for name in part.family_names or ()]
        sizes[place] += part.family_sizes
        found[place] += part.family_outcomes
    return names, sizes, found


def verdict_of(totals: PairTotals) -> str:
    """What was counted, in one sentence."""
    l, names = len(totals.algorithms), totals.family_names
    families = "" if names is None else f", of {wording.families(len(names))}"
    pairs = f"{l} algorithms, {wording.plural(l * (l - 1) // 2, 'pair')}"
    lost = totals.n_missing
    be = "is" if lost == 1 else "are"
    left = f"; {wording.plural(lost, 'result')} {be} missing" if lost else ""
    return (
        f"{wording.plural(totals.n, 'data set')}{families}: {pairs}, counted on "
        f"{wording.plural(len(totals.measures), 'measure')}"
        f"{left}."
    )
