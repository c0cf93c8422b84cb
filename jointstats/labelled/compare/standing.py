"""The one order of the algorithms, in which everything lists them: best first, by what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.labelled.compare.pair_claim import LEANING, OPEN, SHOWN, PairClaim, is_partly
from jointstats.labelled.rows import cells


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
    open: int = 0

    @property
    def net(self) -> int:
        """Shown wins less shown losses."""
        return self.beats - self.beaten_by


def tallies(algorithms: Sequence[str], claims: Sequence[PairClaim]) -> dict[str, Tally]:
    """Count, for each algorithm, what is claimed of its pairs.

    Parameters
    ----------
    algorithms : sequence of str
    claims : sequence of PairClaim
        One of each pair that is asked for.

    Returns
    -------
    dict
        Algorithm to :class:`Tally`.
    """
    found = {name: Tally() for name in algorithms}
    wanted = (
        "a", "b", "winner", "loser", "strength", "measures", "measures_other", "ahead", "shown",
        "sweeps_a", "sweeps_b",
    )  # fmt: skip
    columns = cells(claims, wanted)
    for row in zip(*columns.values(), strict=True):
        a, b, winner, loser, strength, one, other, ahead, shown, first, second = row
        partly = is_partly(winner, ahead, one, other)
        if winner is None and not one and not other and "more_often" in shown:
            # Equal on most data sets, and on the others one is better more often: that one wins.
            winner, loser = (a, b) if first > second else (b, a)
        if strength == OPEN or partly or (winner is None and strength == LEANING):
            found[a].open += 1
            found[b].open += 1
        elif winner is None:
            what = "trade_offs" if one or other else "equal"
            for each in (found[a], found[b]):
                setattr(each, what, getattr(each, what) + 1)
        elif strength == SHOWN:
            found[winner].beats += 1
            found[loser].beaten_by += 1
        else:
            found[winner].leads += 1
            found[loser].trails += 1
    return found


def standing(counted: dict[str, Tally], mean_ranks: np.ndarray) -> tuple[str, ...]:
    """The algorithms, best first.

    By shown wins less shown losses; among equal ones by the mean of their mean ranks over the
    measures; then by name, so that the order of the table decides nothing.

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
    return tuple(sorted(names, key=lambda name: (-counted[name].net, mean[place[name]], name)))
