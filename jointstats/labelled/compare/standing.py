"""The one order of the algorithms, in which everything lists them: best first, by what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from jointstats.labelled.compare.pair_claim import LEANING, SHOWN, PairClaim


@dataclass
class Tally:
    """In how many of its pairs an algorithm stands how to the other one.

    Attributes
    ----------
    beats, beaten_by : int
        Pairs of which some claim for it, or for the other, is shown.
    trade_offs : int
        Pairs of which it is shown that each is better on some measures.
    equal : int
        Pairs of which a practically equal outcome is shown.
    leads, trails : int
        Pairs that lean to it, or to the other.
    open : int
        All other pairs.
    """

    beats: int = 0
    beaten_by: int = 0
    trade_offs: int = 0
    equal: int = 0
    leads: int = 0
    trails: int = 0
    open: int = field(default=0)

    @property
    def net(self) -> int:
        """Shown wins less shown losses."""
        return self.beats - self.beaten_by


def tallies(algorithms: Sequence[str], claims: Iterable[PairClaim]) -> dict[str, Tally]:
    """Count, for each algorithm, what is claimed of its pairs.

    Parameters
    ----------
    algorithms : sequence of str
    claims : iterable of PairClaim
        One of each pair that is asked for.

    Returns
    -------
    dict
        Algorithm to :class:`Tally`.
    """
    found = {name: Tally() for name in algorithms}
    for row in claims:
        if row.strength in (SHOWN, LEANING) and row.winner is not None and row.loser is not None:
            shown = row.strength == SHOWN
            _add(found[row.winner], "beats" if shown else "leads")
            _add(found[row.loser], "beaten_by" if shown else "trails")
            continue
        what = "open"
        if row.strength == SHOWN:
            what = "trade_offs" if row.measures else "equal"
        for name in (row.a, row.b):
            _add(found[name], what)
    return found


def _add(tally: Tally, what: str) -> None:
    setattr(tally, what, getattr(tally, what) + 1)


def standing(counted: dict[str, Tally], mean_ranks: np.ndarray) -> tuple[str, ...]:
    """The algorithms, best first.

    By shown wins less shown losses; among equal ones by the mean of their mean ranks over the
    measures; then as they stand in the table.

    Parameters
    ----------
    counted : dict
        Algorithm to :class:`Tally`, in the order of the table.
    mean_ranks : ndarray, shape (m, l)
        1 is best.

    Returns
    -------
    tuple of str
    """
    names = list(counted)
    # Rounding must not decide between means that are equal.
    mean = np.round(mean_ranks.mean(axis=0), 9)
    place = {name: i for i, name in enumerate(names)}
    return tuple(sorted(names, key=lambda name: (-counted[name].net, mean[place[name]])))
