"""Large tables, ranked some cases at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.down_sets import ExpansionLimitError
from jointstats.kernels.counting.orders import RankedCells, rank_cells

__all__ = ["CHUNK_ENTRIES", "RankedChunk", "ranked_chunks"]

CHUNK_ENTRIES = 2**22  # array entries worked on at once

T = TypeVar("T")


@dataclass(frozen=True)
class RankedChunk:
    """Some consecutive cases, ranked.

    Attributes
    ----------
    first : int
        Index of the first case.
    n_measures : int
        Cells per case.
    ranked : RankedCells
        The cells, case by case.
    """

    first: int
    n_measures: int
    ranked: RankedCells

    def per_relation(
        self, function: Callable[[NDArray[np.bool_]], T]
    ) -> Iterator[tuple[NDArray[np.intp], T]]:
        """Cells with the same ties between positions, and a function of their relation.

        If the function finds the ties to be too many, the error names the case.
        """
        for relation, members in self.ranked.groups():
            try:
                yield members, function(relation)
            except ExpansionLimitError as error:
                raise error.at(self.first + int(members[0]) // self.n_measures) from None


def ranked_chunks(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike, per_cell: int
) -> Iterator[RankedChunk]:
    """Rank consecutive cases, as many at a time as keep the work in memory.

    Parameters
    ----------
    values, signs, rope
        As for `rank_cells`.
    per_cell : int
        Array entries that the caller makes from one cell (case × measure).

    Yields
    ------
    RankedChunk
    """
    values = np.asarray(values)
    n, m, _ = values.shape
    step = max(1, CHUNK_ENTRIES // max(1, m * per_cell))
    for first in range(0, n, step):
        yield RankedChunk(first, m, rank_cells(values[first : first + step], signs, rope))
