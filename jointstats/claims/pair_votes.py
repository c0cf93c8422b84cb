"""Evidence of a table about pairs of algorithms: outcomes, votes, and what is declared of them.

This is the one place where families of data sets, missing results and ties that may hide a
difference matter. Values stay in the table; outcomes are made of some pairs at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jointstats.claims.kernel_pairs import PairVotes, votes_of_pairs
from jointstats.claims.kernel_states import Voters
from jointstats.evidence import scores
from jointstats.evidence.outcomes import BETTER, EQUAL, MISSING, WORSE, ResultColumns
from jointstats.evidence.scores import ABSENT, BOTH_FAILED, UNKNOWN
from jointstats.evidence.votes import Units, alike, joined, taken, votes
from jointstats.table.beside_values import Group
from jointstats.table.results_table import ResultsTable


def outcomes_of_group(seen: Codes, group: Group) -> Codes:
    """Outcomes on a group: by its rule, mixed where that does not decide, or unknown."""
    if group.alone:
        return seen[..., 0]
    both_failed = seen == BOTH_FAILED
    seen = np.where(both_failed, EQUAL, seen)
    least, most = scores.extremes(np.where(seen == ABSENT, UNKNOWN, seen), group.within)
    better, worse, unknown = (seen == code for code in (BETTER, WORSE, UNKNOWN))
    some_better, some_worse = better.any(axis=-1), worse.any(axis=-1)
    undecided = np.select(
        [unknown.any(axis=-1) & (some_better | some_worse), unknown.any(axis=-1),
         some_better & some_worse, some_better, some_worse],
        [scores.MIXED, UNKNOWN, scores.MIXED, scores.FEW_BETTER, scores.FEW_WORSE], EQUAL,
    )  # fmt: skip
    codes = np.where(least != most, UNKNOWN, np.where(least == EQUAL, undecided, least))
    codes[(codes == EQUAL) & both_failed.any(axis=-1)] = BOTH_FAILED
    return np.where((seen == ABSENT).any(axis=-1), ABSENT, codes).astype(np.int8)


Codes = NDArray[np.int8]


_AT_ONCE = 1 << 19  # outcomes that are made together


def _steps(n_pairs: int, n_outcomes: int) -> Iterator[slice]:
    """Some pairs after others, each of `n_outcomes`, as many as fit into memory."""
    step = max(1, _AT_ONCE // max(n_outcomes, 1))
    return (slice(start, start + step) for start in range(0, n_pairs, step))


def ties_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """On how many data sets each pair ties, by measure, shape (P, m); some pairs at a time."""
    places, values = places_of_pairs(table, pairs), table.known()
    columns = ResultColumns.of(values)
    ties = np.zeros((len(places), values.shape[1]), dtype=np.int64)
    for some in _steps(len(places), values[..., 0].size):
        equal = columns.outcomes(table.rope_widths, places[some]) == EQUAL
        ties[some] = equal.sum(axis=1)
    return ties


def places_of_pairs(table: ResultsTable, pairs: Iterable[tuple[str, str]]) -> np.ndarray:
    """Places of the two algorithms of every pair in the table, shape (P, 2)."""
    place = {name: i for i, name in enumerate(table.algorithms)}
    return np.array([[place[a], place[b]] for a, b in pairs]).reshape(-1, 2)


def places_of_all(algorithms: Sequence[str], control: str | None = None) -> np.ndarray:
    """Places of the two algorithms of all pairs, or of the control and each other one."""
    n = len(algorithms)
    if control is None:
        return np.column_stack(np.triu_indices(n, 1))
    place = algorithms.index(control)
    others = np.delete(np.arange(n), place)
    return np.column_stack([np.full_like(others, place), others])


Score = Callable[[Codes], Codes]


@dataclass(frozen=True, eq=False)
class Votes:
    """What a table says of pairs in all claims; parts of a table that keep families whole add up.

    Attributes
    ----------
    kinds : PairVotes
        Of K kinds of pairs; those of a kind have the same votes.
    kind : ndarray of int, shape (P,)
        That of each pair.
    n_units : int
        Data sets, or families of them, that can vote.
    n_in_families : int
        Data sets whose families vote; 0 where each is the only one of its family.
    tied : ndarray of int, shape (m,)
        Data sets on which some pair has equal results, within the rope.
    undominated : ndarray of int, shape (l, 2)
        Data sets (or families) on which no algorithm may dominate this one, and the others that
        have it; of the pairs that were counted.
    """

    kinds: PairVotes
    kind: NDArray[np.intp]
    n_units: int
    n_in_families: int
    tied: NDArray[np.int64]
    undominated: NDArray[np.int64]

    @property
    def times(self) -> NDArray[np.intp]:
        """How many pairs are of each kind."""
        return np.bincount(self.kind, minlength=len(self.kinds.equal))

    def __add__(self, other: Votes) -> Votes:
        n_kinds = max(len(other.kinds.equal), 1)
        codes, kind = np.unique(self.kind * n_kinds + other.kind, return_inverse=True)
        here, there = np.divmod(codes, n_kinds)
        return Votes(
            kinds=taken(self.kinds, here) + taken(other.kinds, there),
            kind=np.ravel(kind),
            n_units=self.n_units + other.n_units,
            n_in_families=self.n_in_families + other.n_in_families,
            tied=self.tied + other.tied,
            undominated=self.undominated + other.undominated,
        )


def _merged(
    parts: Sequence[tuple[PairVotes, NDArray[np.intp]]],
) -> tuple[PairVotes, NDArray[np.intp]]:
    """The kinds of pairs of all parts, each once, and that of each pair."""
    kinds, of_kinds = alike(joined([part for part, _ in parts]))
    before = np.cumsum([0, *(len(part.equal) for part, _ in parts)])
    places = [kind + start for (_, kind), start in zip(parts, before.tolist(), strict=False)]
    return kinds, of_kinds[np.concatenate(places)]


@dataclass(frozen=True, eq=False)
class Declared:
    """What is declared of the questions about pairs, before any result.

    Attributes
    ----------
    questions : tuple of str
        Measures, or groups of them.
    positive : ndarray of bool, shape (m,)
        Questions with a positive rope: practical equality can be claimed there.
    may_be_zero : ndarray of bool, shape (m,)
        Questions on which neither may be better: a rope, failures that rank below all results, or a
        group of several measures.
    several : ndarray of bool, shape (m,)
        Groups of several measures.
    families : bool
        Whether data sets are in families.
    """

    questions: tuple[str, ...]
    positive: NDArray[np.bool_]
    may_be_zero: NDArray[np.bool_]
    several: NDArray[np.bool_]
    families: bool

    def voters(self, votes: Votes) -> Voters:
        """Units that can vote on the claims about each kind of pairs."""
        counts = votes.kinds.counts
        return replace(self.voting(counts.voters, counts.joint_voters), times=votes.times)

    def voting(self, of_questions: NDArray[np.int64], joint: NDArray[np.int64]) -> Voters:
        """The same from their numbers, of pairs that each stand for themselves."""
        declared = self.positive, self.may_be_zero, self.several, self.families
        return Voters(of_questions, joint, *declared)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a table says of pairs of its algorithms, question by question.

    Attributes
    ----------
    values : ndarray, shape (n, m, l)
        Results, larger being better; NaN where one is missing, −inf where a run failed.
    measures : tuple of str
        Of the table.
    rope_widths : ndarray, shape (m,)
    real_ties : ndarray of bool, shape (m,)
        Measures with a declared rope: ties there are real.
    groups : tuple of Group
        Questions in place of measures; empty: each measure is one.
    missing : int
        What a missing result is: ``UNKNOWN`` or ``ABSENT``.
    failures : bool
        Whether failed runs rank below all results.
    families : bool
        Whether data sets are in families.
    units : Units
        Who votes.
    """

    values: NDArray[np.float64]
    measures: tuple[str, ...]
    rope_widths: NDArray[np.float64]
    real_ties: NDArray[np.bool_]
    groups: tuple[Group, ...]
    missing: int
    failures: bool
    families: bool
    units: Units

    @classmethod
    def of(cls, table: ResultsTable, groups: Sequence[Group] = ()) -> Evidence:
        """The evidence of a table.

        Parameters
        ----------
        table : ResultsTable
            Made with ``missing="unknown"``, a missing result is read at worst; with "drop", a pair
            does without the data set.
        groups : sequence of Group
        """
        left_out = table.missing in ("drop", "unknown") and table.incomplete is not None
        values, names = table.everything() if left_out else (table.values, table.datasets)
        known = values * table.signs[:, None] if left_out else table.oriented()
        return cls(
            values=np.ascontiguousarray(known.T).T,  # compared column by column
            measures=tuple(table.measures),
            rope_widths=table.rope_widths,
            real_ties=np.array([name in table.declared_rope for name in table.measures]),
            groups=() if all(group.alone for group in groups) else tuple(groups),
            missing=ABSENT if table.missing == "drop" else UNKNOWN,
            failures=table.missing == "worst",
            families=table.families is not None,
            units=Units(table.clusters_of(names)),
        )

    @cached_property
    def declared(self) -> Declared:
        """What is declared of the groups, or of the measures."""
        positive, zero = self.rope_widths > 0, self.real_ties | self.failures
        groups = self.groups or tuple(Group(name, (name,)) for name in self.measures)
        several = np.array([not group.alone for group in groups])
        places = [self._places(group) for group in groups]
        return Declared(
            questions=tuple(group.name for group in groups),
            positive=np.array([positive[place].all() for place in places]),
            may_be_zero=several | [zero[place].any() for place in places],
            several=several,
            families=self.families,
        )

    def first(self, n: int) -> Evidence:
        """The evidence of the first n data sets."""
        return replace(self, values=self.values[:n], units=Units(self.units.clusters[:n]))

    def outcomes(self, pairs: NDArray[np.intp]) -> Codes:
        """Outcome of the first algorithm of pairs against the second, shape (P, n, questions).

        Parameters
        ----------
        pairs : ndarray of int, shape (P, 2)
            Places of the algorithms.
        """
        return self._read(self._measured(pairs))

    @cached_property
    def _columns(self) -> ResultColumns:
        return ResultColumns.of(self.values)

    @cached_property
    def _failed(self) -> NDArray[np.bool_] | None:
        """Where a run failed, shape (l, m, n); None: nowhere."""
        failed = np.isneginf(self._columns.values)
        return failed if failed.any() else None

    def _measured(self, pairs: NDArray[np.intp]) -> Codes:
        """Outcomes on every measure, as numbers compare, or both runs failed."""
        seen = self._columns.outcomes(self.rope_widths, pairs)
        if self._failed is not None:
            first, second = pairs.T
            both = np.moveaxis(self._failed[first] & self._failed[second], 1, 2)
            seen[both] = BOTH_FAILED
        return seen

    def _read(self, seen: Codes) -> Codes:
        """What such outcomes say of each question: adds to the codes, which is fast."""
        if self._columns.absent is not None:
            seen += (seen == MISSING) * np.int8(self.missing - MISSING)
        for j in np.flatnonzero(~self.real_ties).tolist():
            seen[..., j] += (seen[..., j] == EQUAL) * np.int8(UNKNOWN - EQUAL)
        if not self.groups:
            return seen
        of_groups = [
            outcomes_of_group(seen[..., self._places(group)], group) for group in self.groups
        ]
        return np.stack(of_groups, axis=-1)

    def steps(self, n_pairs: int) -> Iterator[slice]:
        """Some pairs after others, as many as fit into memory."""
        return _steps(n_pairs, self.values[..., 0].size)

    def all_votes(self, pairs: NDArray[np.intp]) -> tuple[Votes, NDArray[np.bool_]]:
        """Votes of all claims about pairs, and which data sets some pair uses.

        Parameters
        ----------
        pairs : ndarray of int, shape (P, 2)
        """
        units, (n, m, l) = self.units, self.values.shape
        some_absent = self._columns.absent is not None and self.missing == ABSENT
        parts: list[tuple[PairVotes, NDArray[np.intp]]] = []
        used, tied = np.full(n, not some_absent), np.zeros((n, m), dtype=bool)
        dominated, there = np.zeros((l, n), dtype=bool), np.full((l, n), not some_absent)
        for some in self.steps(len(pairs)):
            measured = self._measured(pairs[some])
            tied |= (measured == EQUAL).any(axis=0)
            seen = self._read(measured)
            if some_absent:
                used |= (seen != ABSENT).any(axis=0).any(axis=1)
            parts.append(alike(votes_of_pairs(seen, units)))
            first, second = pairs[some].T
            for side, beaten in zip((second, first), scores.dominations(seen), strict=True):
                np.logical_or.at(dominated, side, beaten)
            if some_absent:
                present = (seen != ABSENT).all(axis=-1)
                for side in (first, second):
                    np.logical_or.at(there, side, present)
        free = votes(np.where(there, np.where(dominated, -1, 1), 0), units)[:, :2]
        in_families = 0 if units.n_families is None else n
        return Votes(*_merged(parts), units.n, in_families, tied.sum(axis=0), free), used

    def votes(self, score: Score, pairs: NDArray[np.intp]) -> NDArray[np.int64]:
        """Votes for a claim about pairs, against it, and for neither, shape (P, 3).

        Parameters
        ----------
        score : callable
            Scores of outcomes of shape (..., questions).
        pairs : ndarray of int, shape (P, 2)
        """
        steps = self.steps(len(pairs))
        parts = [votes(score(self.outcomes(pairs[some])), self.units) for some in steps]
        return np.concatenate(parts)

    def _places(self, group: Group) -> list[int]:
        return [self.measures.index(name) for name in group.measures]
