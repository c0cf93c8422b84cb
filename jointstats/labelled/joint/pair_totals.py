"""What every pair of algorithms shows on very many data sets, or items: totals of one pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.joint.outcomes import EQUAL, MISSING, mirrored
from jointstats.kernels.joint.pair_counts import PairCounts
from jointstats.kernels.joint.pair_histograms import (
    TooManyOutcomesError,
    check_cells,
    counts_of_histograms,
    histogram_outcomes,
    pair_histograms,
)
from jointstats.kernels.messages import asked
from jointstats.kernels.single.moments import Moments, moments
from jointstats.labelled import options, wording
from jointstats.labelled.cautions import announced
from jointstats.labelled.errors import InvalidValueError, OptionError
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.family_counts import FamilyCounts
from jointstats.labelled.joint.ties import pair_rules, with_ties
from jointstats.labelled.result import Result
from jointstats.labelled.rows import NAME, NUMBER, WHOLE, Row, column
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable, check_size

__all__ = ["AlgorithmTotals", "PairTotals", "TooManyOutcomesError", "pair_totals", "totals_of"]

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
        WHOLE, "data sets that have none: missing, or a failed run", spread=True
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
    families : tuple of str, or None
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
    families: Names | None = None
    family_sizes: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    family_outcomes: np.ndarray | None = field(default=None, metadata={"plain": False})
    n_failed: int = 0

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
    def in_families(self) -> bool:
        """Whether some family has two of the data sets: only then families matter."""
        return bool((self.family_sizes > 1).any())

    @property
    def empty(self) -> bool:
        """Whether no pair has a data set to be compared on."""
        return not self.outcomes[:, (self.states < MISSING).all(axis=1)].any()

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

        def part(histograms: np.ndarray) -> np.ndarray:
            return self._of_pairs(self._marginal(histograms, chosen), place, len(chosen))

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
        return replace(made, verdict=_verdict(made))

    def _marginal(self, histograms: np.ndarray, measures: Sequence[str]) -> np.ndarray:
        """Histograms of some of the measures."""
        names, base = list(self.measures), self._base
        head = histograms.shape[:-1]
        whole = histograms.reshape(*head, *(base,) * len(names))
        gone = tuple(len(head) + j for j, name in enumerate(names) if name not in measures)
        left = [name for name in names if name in measures]
        order = [len(head) + left.index(name) for name in measures]
        some = whole.sum(axis=gone).transpose(*range(len(head)), *order)
        return np.ascontiguousarray(some.reshape(*head, base ** len(measures)))

    def _of_pairs(self, histograms: np.ndarray, place: Sequence[int], m: int) -> np.ndarray:
        """Histograms of the pairs of some algorithms, by their places."""
        number = {pair: i for i, pair in enumerate(combinations(range(len(self.algorithms)), 2))}
        states = histogram_outcomes(m, self._base)
        seen = np.where(states == MISSING, MISSING, mirrored(states))
        turned = seen @ self._base ** np.arange(m - 1, -1, -1)
        wanted = list(combinations(place, 2))
        found = histograms[..., [number[min(pair), max(pair)] for pair in wanted], :]
        back = np.array([a > b for a, b in wanted])
        found[..., back, :] = found[..., back, :][..., turned]
        return np.ascontiguousarray(found)

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
            for code, a, b in ((0, first, second), (2, second, first)):
                found[..., j, a, b] = h @ (self.states[:, j] == code).astype(np.int64)
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

    def counts(self, a: Any, b: Any, ties: Any = "auto") -> StatementCounts:
        """The statement counts of two algorithms, as every joint test takes them.

        Parameters
        ----------
        a, b : str
        ties : {"auto", "equal", "split"} or dict, default "auto"
            As for :meth:`rules`.

        Returns
        -------
        StatementCounts
        """
        return counts_of_two(self.select(algorithms=[a, b]), ties)

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
            families=names,
            family_sizes=sizes,
            family_outcomes=of_families,
            n_failed=self.n_failed + other.n_failed,
        )
        return replace(made, verdict=_verdict(made))

    def __radd__(self, other: Any) -> PairTotals:
        """Let ``sum(pieces)`` work: it starts from 0."""
        return self if other == 0 else NotImplemented


@announced
def pair_totals(table: Any, *, on: Sequence[Any] | None = None, **roles: Any) -> PairTotals:
    """Count what every pair of algorithms shows, all measures together.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    PairTotals

    Raises
    ------
    TooManyOutcomesError
        If three outcomes of so many measures, of all pairs (and families), do not fit into memory.
    JointStatsError
        For invalid input, as :func:`jointstats.results_table`.

    Examples
    --------
    >>> import jointstats as js
    >>> totals = js.pair_totals(js.load_dataset("example1"))
    >>> totals.outcomes.tolist()
    [[1, 0, 2, 0, 0, 0, 3, 0, 6]]
    """
    return totals_of(as_table(table, on=on, unknown_fits=True, families_fit=True, **roles))


def totals_of(table: ResultsTable) -> PairTotals:
    """The totals of a finished table, or of a part of one, which may be empty."""
    base = base_of(table.missing)
    values = table.known()
    # Those on which two algorithms have all results.
    used = (~np.isnan(values).any(axis=1)).sum(axis=1) > 1
    names, clusters, sizes, of_families = None, None, np.zeros(0, dtype=np.int64), None
    if table.families is not None:
        chosen = table.everything()[1] if table.unknown else table.datasets
        own = [table.families[name] for name in chosen]
        names = tuple(sorted(set(own)))
        number = {name: i for i, name in enumerate(names)}
        clusters = np.array([number[name] for name in own], dtype=np.int64)
    found = pair_histograms(values, table.rope_widths, clusters, base=base)
    if names is not None and clusters is not None:
        of_families = found[: len(names)]
        sizes = np.bincount(clusters[used], minlength=len(names))
    turned = values * table.signs[:, None]
    absent = ~np.isfinite(turned)
    exact = (absent | (turned == 0) | (turned == 1)).all(axis=(0, 2))
    lost = absent.sum(axis=0)
    if table.incomplete is not None and not table.unknown:
        lost = lost + np.isnan(table.incomplete).sum(axis=0)
    made = PairTotals(
        algorithms=table.algorithms,
        measures=table.measures,
        n=int(used.sum()),
        n_dropped=table.n + table.n_dropped - int(used.sum()),
        rope=table.rope,
        outcomes=found.sum(axis=0),
        binary=tuple(name for name, one in zip(table.measures, exact, strict=True) if one),
        sums={name: tuple(moments(turned[:, j])) for j, name in enumerate(table.measures)},
        lacking={name: lost[j] for j, name in enumerate(table.measures)},
        families=names,
        family_sizes=sizes,
        family_outcomes=of_families,
        n_failed=table.n_failed,
    )
    return replace(made, verdict=_verdict(made))


def base_of(missing: str) -> int:
    """How many outcomes a measure has by the rule for missing results: 4 if one is "missing"."""
    return 4 if missing == "unknown" else 3


def counts_of_two(totals: PairTotals, ties: Any = "auto") -> StatementCounts:
    """Statement counts from the totals of two algorithms.

    Raises
    ------
    InvalidValueError
        If there are more than two.
    """
    if len(totals.algorithms) > 2:
        raise InvalidValueError(
            f"Totals of pairs say nothing of the {len(totals.algorithms)} algorithms as a whole: "
            "name two of them (",
            asked("only"),
            "), or give the results.",
        )
    rules = totals.rules(ties)
    there = (totals.states < MISSING).all(axis=1)
    states, weights = totals.states[there], totals.outcomes[0, there]
    seen = weights > 0
    states, weights = states[seen], weights[seen]
    tied = states == EQUAL
    n = int(weights.sum())
    families = None
    if totals.families is not None and totals.family_outcomes is not None:
        own = totals.family_outcomes[:, 0][:, there][:, seen]
        some = np.flatnonzero(own.any(axis=1))
        names = tuple(totals.families[i] for i in some.tolist())
        families = FamilyCounts(names, own[some].astype(float))
    counts = StatementCounts(
        algorithms=totals.algorithms,
        measures=totals.measures,
        codes=states,
        weights=weights.astype(float),
        n=n,
        n_tied=int(weights[tied.any(axis=1)].sum()),
        ties={name: int(weights[tied[:, j]].sum()) for j, name in enumerate(totals.measures)},
        rope=totals.rope,
        n_failed=totals.n_failed,
        tie_rules=dict.fromkeys(totals.measures, "equal"),
        families=families,
    )
    counts = with_ties(counts, rules)
    if "equal" in rules.values():
        return counts
    agrees = (tied | (states // 2 == counts.codes[:, None])).all(axis=2)
    whole = ~tied.any(axis=1)
    return replace(counts, alone=agrees @ (weights * whole), possible=agrees @ weights)


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
    names = tuple(sorted({*(first.families or ()), *(second.families or ())}))
    shape = first.family_outcomes.shape[1:]
    check_cells(len(names), *shape)
    number = {name: i for i, name in enumerate(names)}
    sizes = np.zeros(len(names), dtype=np.int64)
    found = np.zeros((len(names), *shape), dtype=np.int64)
    for part in (first, second):
        place = [number[name] for name in part.families or ()]
        sizes[place] += part.family_sizes
        found[place] += part.family_outcomes
    return names, sizes, found


def _verdict(totals: PairTotals) -> str:
    l = len(totals.algorithms)
    families = "" if totals.families is None else f", of {wording.families(len(totals.families))}"
    pairs = f"{l} algorithms, {wording.plural(l * (l - 1) // 2, 'pair')}"
    return (
        f"{wording.plural(totals.n, 'data set')}{families}: {pairs}, counted on "
        f"{wording.plural(len(totals.measures), 'measure')}."
    )
