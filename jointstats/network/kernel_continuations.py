"""Observed entries of a measure's table, draws of them, and a bound of what can follow each.

Dirichlet parameters add up: an observed row needs one draw for each state seen in it and one for
all the others together.

The bound is that of max-product, from the last measure back. A measure's table is looked at from
the last of its parents: an entry there leads to a row of this table, or to several if further
parents are still open, and then the best one counts. A row that was never observed may have all
the probability that there is. If each entry leads to one row, observed states reach the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.tails import log_gamma_draws
from jointstats.network.kernel_bdeu import CodedCases, group_labels, members

_WHOLE = 64  # entries of a table that is small


class Family:
    """A measure and its parents: the rows and entries of its table that were observed.

    A small table is drawn whole: all its entries count as observed, some with a weight of 0.
    """

    def __init__(self, cases: CodedCases, i: int, parents: int) -> None:
        self.child, self.parents = i, members(parents)
        self.states = int(cases.states[i])
        above, weights = cases.codes[:, self.parents], cases.weights
        codes, size = cases.codes[:, i], float(np.prod(cases.states[[*self.parents, i]]))
        self.share = cases.ess / size
        if size <= max(_WHOLE, 2 * len(codes)):
            every = np.indices([int(r) for r in cases.states[[*self.parents, i]]])
            every = every.reshape(len(every), -1).T
            above, codes = np.concatenate([above, every[:, :-1]]), np.append(codes, every[:, -1])
            weights = np.append(weights, np.zeros(len(every)))
        row, first = group_labels(above)
        self.row_codes, self.rows = above[first], len(first)
        self.trie = Trie(self.row_codes)
        # Entries (row, code), sorted by row and then by code.
        entry, first = group_labels(np.column_stack([row, codes]))
        self.entry_of_case = entry[: len(cases.codes)]
        self.entry_row, self.entry_code = row[first], codes[first]
        self.entry_shape = np.bincount(entry, weights, len(first)) + self.share
        self.entries = np.bincount(self.entry_row, minlength=self.rows)
        self.start = np.cumsum(self.entries) - self.entries
        self.even = bool(np.all(self.entries == self.entries[0]))
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
        if self.even:
            return combine.reduce(entry.reshape(self.rows, -1, entry.shape[-1]), axis=1)
        return combine.reduceat(entry, self.start)

    def best_entry(self, entry: Array, row: Ints) -> Ints:
        """The largest entry of one row for each draw."""
        columns = np.arange(len(row))
        place = self.start[row] + np.arange(self.entries[row].max())[:, None]
        inside = place < (self.start + self.entries)[row]
        values = entry[np.where(inside, place, 0), columns]
        return self.start[row] + np.where(inside, values, -np.inf).argmax(axis=0)

    def entry_of(self, code: Ints) -> int:
        """The entry that a joint state reads; -1 if it was not observed."""
        row = self.trie.find(code[None, self.parents])[0]
        match = np.flatnonzero((self.entry_row == row) & (self.entry_code == code[self.child]))
        return int(match[0]) if match.size else -1


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
    rows : list of (rows, draws) arrays
        Of each observed row.
    links : list of (groups, draws) arrays
        Of each group of rows that a state of the last parent leads to; empty without parents.
    any_state : list of (draws,) arrays
        Of what follows any of the measure's states.
    """

    entries: list[Array]
    rows: list[Array]
    links: list[Array]
    any_state: list[Array]


class Link:
    """How the last parent of a measure, with its own parents, leads to rows of the measure.

    Parameters
    ----------
    last, later : Family
        The last parent, and the measure.
    states : (m,) array
        Numbers of states.
    """

    def __init__(self, last: Family, later: Family, states: Array) -> None:
        inside = [*last.parents, last.child]
        self.columns = [j for j in later.parents if j in inside]
        self.certain = self.columns == later.parents  # one row at most follows an entry
        known = later.row_codes[:, [later.parents.index(j) for j in self.columns]]
        group, first = group_labels(known)
        self.trie = Trie(known[first])
        self.order = np.argsort(group, kind="stable")
        count = np.bincount(group)
        self.start = np.cumsum(count) - count
        open_rows = [j for j in later.parents if j not in inside]
        self.beyond = np.flatnonzero(count < np.prod(states[open_rows]))  # rows never observed
        every = float(np.prod(states[self.columns]))
        self.complete = len(count) == every and not len(self.beyond)
        codes = np.column_stack([last.row_codes[last.entry_row], last.entry_code])
        self.of_entry = self.trie.find(codes[:, [inside.index(j) for j in self.columns]])

    def find(self, codes: Ints) -> Ints:
        """The group that each joint state leads to, -1 if it was never observed."""
        return self.trie.find(codes[:, self.columns])

    def bounds(self, rows: Array) -> Array:
        """Bound of each group, from those of the rows."""
        if self.certain:
            return rows
        bound = np.maximum.reduceat(rows[self.order], self.start)
        bound[self.beyond] = 0.0
        return bound


class Continuations:
    """Bounds for one batch of draws after another.

    Parameters
    ----------
    families : sequence of Family
        Parents before children.
    states : (m,) array
        Numbers of states of all measures.
    """

    def __init__(self, families: Sequence[Family], states: Array) -> None:
        self.families = families
        step = {node.child: k for k, node in enumerate(families)}
        self.last = [max((step[j] for j in node.parents), default=-1) for node in families]
        self.links = [
            Link(families[last], node, states) if last >= 0 else None
            for last, node in zip(self.last, families, strict=True)
        ]

    @property
    def direct(self) -> bool:
        """Whether the best state is always found without a search."""
        certain = all(link is None or link.certain for link in self.links)
        return certain and not any(node.others.any() for node in self.families)

    def after(self, step: int) -> list[tuple[int, Link]]:
        """The measures whose last parent is that of a step."""
        pairs = zip(self.last, self.links, strict=True)
        return [(k, link) for k, (last, link) in enumerate(pairs) if link and last == step]

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
        entries, rows = list(entry), list(rest)
        links: list[Array] = list(rest)
        any_state = [np.zeros(entry[0].shape[1]) for _ in self.families]
        for k in reversed(range(len(self.families))):
            node = self.families[k]
            for later, link in self.after(k):
                entries[k] = entries[k] + _of_groups(links[later], link.of_entry)
                if link.complete:
                    any_state[k] += links[later].max(axis=0)
            rows[k] = np.maximum(node.by_row(np.maximum, entries[k]), rest[k])
            if path is not None:
                row, (mine, others) = node.entry_row[path[k]], most[k]
                rivals = np.flatnonzero(node.entry_row == row)
                rivals = rivals[rivals != path[k]]
                best = entries[k][rivals].max(axis=0, initial=-np.inf)
                best = np.maximum(best, rest[k][row]) + others
                rows[k][row] = np.maximum(best, entries[k][path[k]] + mine)
            link_above = self.links[k]
            links[k] = rows[k] if link_above is None else link_above.bounds(rows[k])
        return Outlook(entries, rows, links, any_state)

    def roots(self, outlook: Outlook) -> Array:
        """What all measures without parents allow, for each draw."""
        alone = [k for k, last in enumerate(self.last) if last < 0]
        return np.sum([outlook.rows[k][0] for k in alone], axis=0)

    def allowed(self, outlook: Outlook, step: int, codes: Ints, row: Ints, draw: Ints) -> Array:
        """What was allowed to one step and its row, given all that came before it."""
        link = self.links[step]
        group = row if link is None or link.certain else link.find(codes)
        return np.where(group >= 0, outlook.links[step][group, draw], 0.0)

    def ahead(self, outlook: Outlook, step: int, codes: Ints, draw: Ints) -> Array:
        """What follows states up to one step, in these draws."""
        total = np.zeros(len(draw))
        for later, link in self.after(step):
            group = link.find(codes)
            total += np.where(group >= 0, outlook.links[later][group, draw], 0.0)
        return total

    def best_rival(
        self, entry: Sequence[Array], rest: Sequence[Array], outlook: Outlook, path: Sequence[int]
    ) -> Array:
        """Bound of all states but one, by the first measure on which they differ from it."""
        best = np.full(entry[0].shape[1], -np.inf)
        log_p, hope = np.zeros(len(best)), self.roots(outlook)
        codes = self.states_of(path)
        for k, (node, e) in enumerate(zip(self.families, path, strict=True)):
            row, link, bounds = node.entry_row[e], self.links[k], outlook.entries[k]
            same_row = np.flatnonzero(node.entry_row == row)
            others = bounds[same_row[same_row != e]].max(axis=0, initial=-np.inf)
            others = np.maximum(others, rest[k][row] + outlook.any_state[k])
            group = row if link is None or link.certain else link.find(codes)[0]
            hope = hope - outlook.links[k][group]
            best = np.maximum(best, log_p + hope + others)
            log_p = log_p + entry[k][e]
            hope = hope + bounds[e] - entry[k][e]
        return best

    def states_of(self, path: Sequence[int]) -> Ints:
        """The joint state of one entry for each measure, as one row."""
        codes = np.zeros((1, len(self.families)), dtype=np.int64)
        for node, e in zip(self.families, path, strict=True):
            codes[0, node.child] = node.entry_code[e]
        return codes

    def best_observed(self, entry: Sequence[Array], outlook: Outlook) -> tuple[Ints, Array]:
        """Best state of each draw by the bounds, and its log; none (-inf) off observed rows."""
        size = entry[0].shape[1]
        codes, draws = np.zeros((size, len(self.families)), dtype=np.int64), np.arange(size)
        log_p, chosen = np.zeros(size), list[Ints]()
        for k, node in enumerate(self.families):
            link = self.links[k]
            if link is None:
                row = np.zeros(size, dtype=np.intp)
            elif link.certain:
                row = link.of_entry[chosen[self.last[k]]]
            else:
                row = node.trie.find(codes[:, node.parents])
            best = node.best_entry(outlook.entries[k], np.maximum(row, 0))
            codes[:, node.child] = node.entry_code[best]
            log_p += np.where(row >= 0, entry[k][best, draws], -np.inf)
            chosen.append(best)
        return codes, log_p


def _of_groups(bound: Array, group: Ints) -> Array:
    """Bounds of groups (-1: never observed), for every draw."""
    bounds = bound[group]
    bounds[group < 0] = 0.0
    return bounds
