"""All that a comparison takes from a table, as totals that add up, and what it calls for saying.

Votes, numbers of data sets, means and mean ranks are sums over data sets. So a table in memory is
one part, and each partition of a Dask data frame another. What is no sum is left out of an answer
that has several parts: medians, and all that reads the results again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import Caution, NoDataError, TiesWarning
from jointstats.base.facts import Dropped, Facts
from jointstats.claims.pair_votes import Declared, Evidence, Votes, places_of_all
from jointstats.claims.shown import Shown, Sizes, shown_by, sizes_of
from jointstats.evidence.messages import Option
from jointstats.evidence.order_statistics import Moments
from jointstats.single.kernel_paired import MeanRanks
from jointstats.table.beside_values import Group, groups_of
from jointstats.table.columns import is_dask
from jointstats.table.intake import partitions_of, voting_table
from jointstats.table.results_table import ResultsTable


@dataclass(frozen=True, eq=False)
class Totals:
    """What a table, or several parts of one, come to.

    Attributes
    ----------
    head : ResultsTable
        The table without its data sets: names, directions, ropes and rules, the same in all parts.
    control : str or None
    groups : tuple of Group
    declared : Declared
        Of the questions.
    places : ndarray of int, shape (P, 2)
        The two algorithms of each pair.
    votes : Votes
    n : int
        Data sets that some pair uses.
    dropped : tuple of Dropped
        All others.
    n_failed : int
    moments : Moments
    ranks : MeanRanks
    noted : Noted
    data : ResultsTable or None
        The table; None of several parts.
    """

    head: ResultsTable
    control: str | None
    groups: tuple[Group, ...]
    declared: Declared
    places: np.ndarray
    votes: Votes
    n: int
    dropped: tuple[Dropped, ...]
    n_failed: int
    moments: Moments
    ranks: MeanRanks
    noted: Noted
    data: ResultsTable | None

    @classmethod
    def of(cls, table: ResultsTable, control: str | None, groups: tuple[Group, ...]) -> Totals:
        """The totals of one table, which may be empty."""
        evidence = Evidence.of(table, groups)
        places = places_of_all(table.algorithms, control)
        votes, used = evidence.all_votes(places)
        return cls(
            head=_without_rows(table),
            control=control,
            groups=groups,
            declared=evidence.declared,
            places=places,
            votes=votes,
            n=int(used.sum()),
            dropped=_unused(table, used),
            n_failed=table.n_failed,
            moments=Moments.of(evidence.values).turned(table.signs),
            ranks=MeanRanks.of(evidence.values),
            noted=Noted.of(table),
            data=table,
        )

    def __add__(self, other: Totals) -> Totals:
        summed = ("votes", "n", "dropped", "n_failed", "moments", "ranks", "noted")
        both: dict[str, Any] = {x: getattr(self, x) + getattr(other, x) for x in summed}
        return replace(self, data=None, **both)

    @property
    def missing(self) -> str | None:
        """How missing results are treated, if there are any."""
        treated = self.noted.n_missing and self.head.missing != "worst"
        return self.head.missing if treated else None

    def facts(self, shown: Shown) -> Facts:
        """What every result knows of the table; the data sets are those that some pair uses."""
        return replace(
            self.head.facts,
            n=self.n,
            n_dropped=len(self.dropped),
            dropped=self.dropped,
            n_failed=self.n_failed,
            rope=self.head.declared_rope,
            n_families=shown.n_families,
            missing=self.missing,
            groups=self.groups if any(not group.alone for group in self.groups) else (),
            data=self.data,
        )

    def shown(self, alpha: float) -> Shown:
        """Test every claim, and derive the states of the pairs."""
        return shown_by(self.votes, self.head.algorithms, self.places, self.declared, alpha)


def totals_of(
    source: Any,
    *,
    control: Any = None,
    groups: Any = None,
    within: Any = "jointly",
    on: Sequence[Any] | None = None,
    **roles: Any,
) -> Totals:
    """The totals of what a comparison is given: a table, or a Dask data frame by partition.

    Parameters
    ----------
    source, control, groups, within, on, **roles
        As for :func:`jointstats.compare_algorithms`.
    """
    if not is_dask(source):
        table = voting_table(source, on=on, **roles)
        named = options.checked_control(control, table.algorithms)
        return _complete(Totals.of(table, named, groups_of(table.measures, groups, within)))
    parts = partitions_of(source, on=on, **roles)
    named = options.checked_control(control, parts.algorithms)
    grouped = groups_of(parts.roles.measures, groups, within)
    totals = parts.total(partial(_of_part, control=named, groups=grouped))
    if not totals.n:
        raise NoDataError("No data set remains: no pair of algorithms has a complete row.")
    return _complete(totals)


def _complete(totals: Totals) -> Totals:
    """The totals, if each algorithm has a result."""
    counted = totals.moments.n.sum(axis=0).tolist()  # results of each algorithm
    if 0 in counted:
        name = totals.head.algorithms[counted.index(0)]
        others = [
            algorithm for algorithm, n in zip(totals.head.algorithms, counted, strict=True) if n
        ]
        raise NoDataError(
            f'The algorithm "{name}" has no result: leave it out with ', Option("only", others), "."
        )
    return totals


def _of_part(table: ResultsTable, control: str | None, groups: tuple[Group, ...]) -> Totals:
    return replace(Totals.of(table, control, groups), data=None)


def _without_rows(table: ResultsTable) -> ResultsTable:
    return replace(
        table, values=table.values[:0], datasets=(), dropped=(), incomplete=None, families=None,
        all_runs=None,
    )  # fmt: skip


def _unused(table: ResultsTable, used: np.ndarray) -> tuple[Dropped, ...]:
    """The data sets that no pair uses; incomplete ones come last in what was looked at."""
    incomplete = len(used) - table.n
    used_here = used[table.n :].tolist()
    return tuple(
        entry for i, entry in enumerate(table.dropped) if i >= incomplete or not used_here[i]
    )


_ENOUGH = 3  # data sets on which a number does not stay the same by chance


@dataclass(frozen=True, eq=False)
class Noted:
    """What the notes take from a table; parts add up.

    Attributes
    ----------
    n, n_missing : int
        Data sets, and missing results.
    low, high : ndarray, shape (m, l)
        The smallest and the largest result of each algorithm on each measure.
    known : ndarray of int, shape (m, l)
        How many there are.
    """

    n: int
    n_missing: int
    low: np.ndarray
    high: np.ndarray
    known: np.ndarray

    @classmethod
    def of(cls, table: ResultsTable) -> Noted:
        """From all data sets of a table, the incomplete ones among them."""
        values, _ = table.everything()
        known = ~np.isnan(values)
        low = np.where(known, values, np.inf).min(axis=0, initial=np.inf)
        high = np.where(known, values, -np.inf).max(axis=0, initial=-np.inf)
        counted = known.sum(axis=0)
        return cls(len(values), values.size - int(counted.sum()), low, high, counted)

    def __add__(self, other: Noted) -> Noted:
        return Noted(
            self.n + other.n,
            self.n_missing + other.n_missing,
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            self.known + other.known,
        )


def table_notes(totals: Totals) -> Iterator[Caution]:
    """Ties that may hide a difference, missing results, and measures that look like properties."""
    yield from _ties(totals)
    yield from _missing(totals)
    yield from _properties(totals.head, totals.noted)


def _ties(totals: Totals) -> Iterator[Caution]:
    hidden = {
        name: n
        for name, n in zip(totals.head.measures, totals.votes.tied.tolist(), strict=True)
        if n and name not in totals.head.declared_rope
    }
    if hidden:
        named = wording.some([f"{name} on {n}" for name, n in hidden.items()], 4)
        every = wording.plural(totals.noted.n, "data set")
        first = next(iter(hidden))
        yield Caution(
            f"Equal numbers ({named} of {every}) may hide a difference and count against every "
            "claim. For real ties, set practical equivalence (rope): ",
            Option("rope", {first: 0}),
            ".",
            category=TiesWarning,
        )


def _missing(totals: Totals) -> Iterator[Caution]:
    if totals.missing not in ("drop", "unknown"):
        return
    n, size = totals.noted.n_missing, totals.noted.n * totals.noted.known.size
    said = f"{n} of {size} results {'is' if n == 1 else 'are'} missing"
    if totals.missing == "unknown":
        yield Caution(f"{said}: each counts against every claim that it could help.")
        return
    yield Caution(
        f"{said}. Each pair does without the data sets on which one of its results is missing. "
        f"This is right only if {wording.MISSING_BY_CHANCE}; ",
        Option("missing", "unknown"),
        " needs no such condition, and ",
        Option("missing", "worst"),
        " counts them as failed runs.",
    )


def _properties(table: ResultsTable, noted: Noted) -> Iterator[Caution]:
    """That a measure seems to be a property: one number for each algorithm, on all data sets."""
    if noted.n < _ENOUGH or len(table.measures) < 2:
        return
    low, high = noted.low, noted.high
    same = ((low == high) & (noted.known >= _ENOUGH)).all(axis=1)
    differ = high.max(axis=1) > low.min(axis=1)
    names = np.array(list(table.measures), dtype=object)[same & differ].tolist()
    if not names or len(names) == len(table.measures):
        return
    is_ = "is" if len(names) == 1 else "are"
    yield Caution(
        f"{wording.listing(names)} {is_} the same number on every data set for each algorithm. A "
        "number that is known of an algorithm is not a result; pass it as a property: ",
        Option("per_algorithm", {name: table.measures[name] for name in names}),
        ".",
    )


def sizes_of_totals(totals: Totals, shown: Shown, scale: Any = None) -> Sizes | None:
    """Median differences with their bounds; not of a table that was read in parts."""
    if totals.data is None:
        return None
    evidence = Evidence.of(totals.data, totals.groups)
    return sizes_of(totals.data, evidence, totals.places, shown.voters.chains, shown.alpha, scale)
