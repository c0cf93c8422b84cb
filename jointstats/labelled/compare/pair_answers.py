"""Every pair with its answers, jointly and on each measure alone: the rows of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.labelled.compare.pair_claim import SHOWN, PairClaim
from jointstats.labelled.compare.ranking import OneMeasure
from jointstats.labelled.lazy_rows import Columns, LazyRows
from jointstats.labelled.rows import FLAG, NAME, NUMBER, P_VALUE, cells, column

_ALONE = ("a", "b", "winner", "median_difference", "p_adjusted")


@dataclass(frozen=True, kw_only=True)
class PairAnswer(PairClaim):
    """What a comparison says of one pair: a row of :meth:`jointstats.Comparison.to_frame`.

    The claim comes first, as in ``wins`` and ``open``; then the separate test of every measure.
    """

    trade_off: bool = column(FLAG, "whether each of the two is shown to be better on something")
    better_on: dict[str, str | None] = column(
        NAME, "who is shown to be better on the measure alone, by its separate test", spread=True
    )
    difference_on: dict[str, float | None] = column(
        NUMBER, "median difference a − b on the measure", spread=True
    )
    p_on: dict[str, float | None] = column(
        P_VALUE, "corrected p-value of the measure's separate test", spread=True
    )


def pair_answers(
    claims: Sequence[PairClaim], separate: Mapping[str, OneMeasure]
) -> LazyRows[PairAnswer]:
    """A row for every pair, in the sequence of its claims.

    Parameters
    ----------
    claims : sequence of PairClaim
    separate : mapping
        Measure to its tests.
    """
    columns: dict[str, Any] = cells(claims, PairClaim.keys())
    pairs = list(zip(columns["a"], columns["b"], strict=True))
    alone = {measure: _by_pair(one) for measure, one in separate.items()}
    columns["trade_off"] = [
        strength == SHOWN and winner is None and (ahead is not None or bool(one and other))
        for strength, winner, ahead, one, other in zip(
            *(columns[name] for name in ("strength", "winner", "ahead", "measures",
                                         "measures_other")),
            strict=True,
        )
    ]  # fmt: skip
    for place, name in enumerate(("better_on", "difference_on", "p_on")):
        columns[name] = [
            {measure: found.get(pair, _NONE)[place] for measure, found in alone.items()}
            for pair in pairs
        ]
    return LazyRows(Columns(PairAnswer, columns))


_NONE = (None, None, None)


def _by_pair(one: OneMeasure) -> dict[tuple[str, str], tuple[Any, Any, Any]]:
    """The winner, difference and p-value of every pair, from the side of either of the two."""
    found = cells(one.tests, _ALONE)
    of: dict[tuple[str, str], tuple[Any, Any, Any]] = {}
    for a, b, winner, difference, p in zip(*(found[name] for name in _ALONE), strict=True):
        of[a, b] = winner, difference, p
        of[b, a] = winner, None if difference is None else -difference or 0.0, p
    return of
