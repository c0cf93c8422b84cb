"""What would change a verdict: the win that rests on least, and the pair nearest to a claim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jointstats.kernels.claims.votes import tail
from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import OPEN, WINS, ComparedPair
from jointstats.labelled.compare.comparison_result import Comparison


def changes(result: Comparison) -> list[str]:
    """One line: which claim would fall first, and which one is nearest to being shown."""
    said = []
    wins = result.in_state(WINS)
    if len(wins):
        row = wins[len(wins) - 1]
        said.append(
            f"The least certain win is {row.winner} over {row.loser} (corrected p "
            f"{wording.p_value(row.p_adjusted)}, limit {result.alpha:g})."
        )
    left = result.in_state(OPEN)
    if len(left):
        said.append(_nearest(left[0], result))
    return [" ".join(said)] if said else []


def _nearest(row: ComparedPair, result: Comparison) -> str:
    """Which claim about an open pair is nearest to being shown, and how far it is."""
    claim = _best(row)
    units = "families" if result.n_families is not None else "data sets"
    pair = "" if len(result.pairs) == 1 else f" about {claim.name} and {claim.other}"
    needed = claim.more(result.level, len(row.measures))
    said = (
        f"Closest to a claim{pair}: {claim.name} {claim.what} (corrected p "
        f"{wording.p_value(claim.p)})"
    )
    if needed is None or result.n_families is not None:
        return f"{said}."
    return f"{said}; it would take {needed} more {units} like those that speak for it."


@dataclass(frozen=True)
class _Claim:
    """A claim of an open pair with its smallest corrected p-value."""

    name: str
    other: str
    what: str
    p: float
    yes: int
    no: int
    joint: bool

    def more(self, level: float, m: int) -> int | None:
        """Further votes for it, and none against it, that would show it at the final level."""
        limit = level * (m if self.joint else 1)
        further = np.arange(1, 1000)
        enough = np.flatnonzero(tail(self.yes + further, np.full_like(further, self.no)) <= limit)
        return int(further[enough[0]]) if len(enough) else None


def _best(row: ComparedPair) -> _Claim:
    found = []
    for name, other, p, p_joint in (
        (row.a, row.b, row.p_a, row.p_joint_a),
        (row.b, row.a, row.p_b, row.p_joint_b),
    ):
        for measure, value in p.items():
            yes, no = row.wins(name)[measure], row.wins(other)[measure] + row.unknown[measure]
            found.append(_Claim(name, other, f"better on {measure}", value, yes, no, False))
        if p_joint is not None:
            yes, no = row.dominates(name), row.dominates(other)
            found.append(_Claim(name, other, "jointly better", p_joint, yes, no, True))
    return min(found, key=lambda claim: claim.p)
