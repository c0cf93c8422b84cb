"""Observed entries of a measure's table, and how probable what follows them can be at most.

Where a measure has one parent, the best that can follow a state of the parent is known from the
measure's rows and from what can follow its own states: max-product, from the last measure back.
Where it has several, 1 is the bound. A state that was never observed, and any state after a row
never observed, may have all the probability that there is.

The rows and entries of a measure's table that were observed, and draws of them.

Dirichlet parameters add up: an observed row needs one draw for each state seen in it and one for
all the others together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.joint.gamma_tails import log_gamma_draws
from jointstats.kernels.network.bdeu import CodedCases, group_labels
from jointstats.kernels.network.dags import members

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


class Family:
    """A measure and its parents: the rows and entries of its table that were observed."""

    def __init__(self, cases: CodedCases, i: int, parents: int) -> None:
        self.child, self.parents = i, members(parents)
        self.states = int(cases.states[i])
        self.share = cases.ess / float(np.prod(cases.states[[*self.parents, i]]))
        row, first = group_labels(cases.codes[:, self.parents])
        self.trie = Trie(cases.codes[first][:, self.parents])
        row = self.trie.find(cases.codes[:, self.parents])
        self.rows = len(first)
        # Entries (row, code), sorted by row and then by code.
        entry, first = group_labels(np.column_stack([row, cases.codes[:, i]]))
        self.entry_of_case = entry
        self.entry_row, self.entry_code = row[first], cases.codes[first, i]
        self.entry_shape = np.bincount(entry, cases.weights, len(first)) + self.share
        self.entries = np.bincount(self.entry_row, minlength=self.rows)
        self.start = np.cumsum(self.entries) - self.entries
        self.others = self.states - self.entries  # states not seen in the row
        # To number the states that were not seen: code minus the number of seen ones before it.
        # It has a rank among all rows, as a row and a code in one number would overflow.
        before = np.arange(len(first)) - self.start[self.entry_row]
        self.unseen_before, rank = np.unique(self.entry_code - before, return_inverse=True)
        self.gaps = self.entry_row * len(self.unseen_before) + rank

    def unseen_code(self, row: Ints, position: Ints) -> Ints:
        """The state at a position among those not seen in the row."""
        rank = np.searchsorted(self.unseen_before, position, side="right")
        key = row * len(self.unseen_before) + rank
        return position + np.searchsorted(self.gaps, key) - self.start[row]

    def draw(
        self, size: int, rng: np.random.Generator, without: int | None = None
    ) -> tuple[Array, Array]:
        """Log of the observed entries, and of the rest of each observed row.

        Without one entry, the others of its row are shares of what it leaves; its log is 0.
        """
        shapes = np.concatenate([self.entry_shape, self.others * self.share])
        logs = log_gamma_draws(shapes, size, rng)
        entry, rest = logs[: len(self.entry_shape)], logs[len(self.entry_shape) :]
        if without is not None:
            entry[without] = -np.inf
        top = np.maximum(self.by_row(np.maximum, entry), rest)
        total = self.by_row(np.add, np.exp(entry - top[self.entry_row]))
        norm = top + np.log(total + np.exp(rest - top))
        entry, rest = entry - norm[self.entry_row], rest - norm
        if without is not None:
            entry[without] = 0.0
        return entry, rest

    def by_row(self, combine: np.ufunc, entry: Array) -> Array:
        """Combine what belongs to the entries of each observed row."""
        return entry if self.rows == len(entry) else combine.reduceat(entry, self.start)

    def entry_of(self, code: Ints) -> int:
        """The entry that a joint state, one of the cases, reads."""
        row = self.trie.find(code[None, self.parents])[0]
        place = slice(self.start[row], self.start[row] + self.entries[row])
        return int(self.start[row] + np.flatnonzero(self.entry_code[place] == code[self.child])[0])


class Trie:
    """Finds rows of codes among known ones, column by column (one key of all would overflow).

    A code is numbered among the known ones of its column: with 18 algorithms it has 16 digits.
    """

    def __init__(self, known: Ints) -> None:
        self.columns: list[tuple[Ints, Ints]] = []
        node = np.zeros(len(known), dtype=np.intp)
        for column in known.T:
            codes, code = np.unique(column, return_inverse=True)
            keys, node = np.unique(node * len(codes) + code, return_inverse=True)
            self.columns.append((codes, keys))

    def find(self, rows: Ints) -> Ints:
        """Number of each row among the known ones, -1 if it is not."""
        node = np.zeros(len(rows), dtype=np.intp)
        for column, (codes, keys) in zip(rows.T, self.columns, strict=True):
            code = _position(codes, column)
            key = np.where(np.minimum(node, code) >= 0, node * len(codes) + code, -1)
            node = _position(keys, key)
        return node


def _position(known: Ints, values: Ints) -> Ints:
    """Position of each value among known ones, which ascend; -1 if it is not."""
    place = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return np.where(known[place] == values, place, -1)


def ranges(start: Ints, count: Ints) -> Ints:
    """Concatenated ranges start, start + 1, ..., start + count - 1."""
    before = np.cumsum(count) - count
    return np.arange(int(count.sum())) + np.repeat(start - before, count)


@dataclass(frozen=True)
class Outlook:
    """Logs of bounds, by step.

    Attributes
    ----------
    entries : list of (K, draws) arrays
        Of each observed entry and what follows its state.
    rows : dict of (rows, draws) arrays
        Of each observed row; those of measures with one parent or none.
    any_state : list of (draws,) arrays
        Of what follows any of the measure's states.
    """

    entries: list[Array]
    rows: dict[int, Array]
    any_state: list[Array]


class Continuations:
    """Bounds for one batch of draws after another.

    Parameters
    ----------
    families : sequence of Family
        Parents before children.
    """

    def __init__(self, families: Sequence[Family]) -> None:
        self.families = families
        # For each step: the later ones with this measure as their only parent, and the row of
        # each there that its observed entries lead to.
        self.after: list[list[tuple[int, Ints]]] = [
            [
                (k, later.trie.find(node.entry_code[:, None]))
                for k, later in enumerate(families)
                if later.parents == [node.child]
            ]
            for node in families
        ]

    @property
    def exact(self) -> bool:
        """Whether every bound can be reached: no measure has several parents."""
        return all(len(node.parents) < 2 for node in self.families)

    def outlook(
        self,
        entry: Sequence[Array],
        rest: Sequence[Array],
        path: Sequence[int] | None = None,
        most: Sequence[tuple[Array, Array]] = (),
    ) -> Outlook:
        """Bounds for tables given by the logs of their entries and of the rests of their rows.

        If a path of one entry for each measure was left out of the tables, `most` says by what
        factors its rows may be taken at most: the entry, and all the others.
        """
        entries: list[Array] = list(entry)
        rows: dict[int, Array] = {}
        after = [np.zeros(entry[0].shape[1]) for _ in self.families]
        for k in reversed(range(len(self.families))):
            node = self.families[k]
            for later, row in self.after[k]:
                bound = rows[later]
                entries[k] = entries[k] + bound[row]
                if self.families[later].rows == node.states:
                    after[k] += bound.max(axis=0)
            if len(node.parents) > 1:
                continue
            bound = np.maximum(node.by_row(np.maximum, entries[k]), rest[k])
            if path is not None:
                row, (mine, others) = node.entry_row[path[k]], most[k]
                rivals = np.flatnonzero(node.entry_row == row)
                rivals = rivals[rivals != path[k]]
                best = entries[k][rivals].max(axis=0, initial=-np.inf)
                best = np.maximum(best, rest[k][row]) + others
                bound[row] = np.maximum(best, entries[k][path[k]] + mine)
            rows[k] = bound
        return Outlook(entries, rows, after)

    def roots(self, outlook: Outlook) -> Array:
        """What all measures without parents allow, for each draw."""
        alone = [k for k, node in enumerate(self.families) if not node.parents]
        return np.sum([outlook.rows[k][0] for k in alone], axis=0)

    def ahead(self, outlook: Outlook, step: int, code: Ints, draw: Ints) -> Array:
        """What follows states of one step's measure, in these draws."""
        total = np.zeros(len(code))
        for later, _ in self.after[step]:
            row = self.families[later].trie.find(code[:, None])
            total += np.where(row >= 0, outlook.rows[later][row, draw], 0.0)
        return total
