"""How probable the rest of a joint state can be at most, given the states fixed so far.

Where a measure has one parent, the best that can follow a state of the parent is known from the
measure's rows and from what can follow its own states: max-product, from the last measure back.
Where it has several, 1 is the bound. A state that was never observed, and whatever follows a row
never observed, may have all the probability that there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.network.observed_tables import Family

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


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
        Of what follows the measure's states, whichever.
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
        # each there that its states lead to.
        self.after: list[list[tuple[int, Ints]]] = []
        for node in families:
            codes = np.arange(node.states)[:, None]
            self.after.append(
                [
                    (k, later.trie.find(codes))
                    for k, later in enumerate(families)
                    if later.parents == [node.child]
                ]
            )

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
                entries[k] = entries[k] + _of_rows(bound, row[node.entry_code])
                if row.min() >= 0:
                    after[k] += bound.max(axis=0)
            if len(node.parents) > 1:
                continue
            bound = np.maximum(np.maximum.reduceat(entries[k], node.start), rest[k])
            if path is not None:
                row, (own, others) = node.entry_row[path[k]], most[k]
                rivals = np.flatnonzero(node.entry_row == row)
                rivals = rivals[rivals != path[k]]
                best = entries[k][rivals].max(axis=0, initial=-np.inf)
                best = np.maximum(best, rest[k][row]) + others
                bound[row] = np.maximum(best, entries[k][path[k]] + own)
            rows[k] = bound
        return Outlook(entries, rows, after)

    def roots(self, outlook: Outlook) -> Array:
        """What all measures without parents allow, for each draw."""
        alone = [k for k, node in enumerate(self.families) if not node.parents]
        return np.sum([outlook.rows[k][0] for k in alone], axis=0)

    def ahead(self, outlook: Outlook, step: int, code: Ints, draw: Ints) -> Array:
        """What follows states of one step's measure, in these draws."""
        total = np.zeros(len(code))
        for later, rows in self.after[step]:
            row = rows[code]
            total += np.where(row >= 0, outlook.rows[later][row, draw], 0.0)
        return total


def _of_rows(bound: Array, row: Ints) -> Array:
    """Bounds of rows (-1: never observed), for every draw."""
    found = bound[row]
    found[row < 0] = 0.0
    return found
