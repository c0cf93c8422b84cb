"""What tests of single measures decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jointstats.labelled import wording

if TYPE_CHECKING:
    from jointstats.labelled.single.separate import SeparateTest


def verdict_of(tests: Sequence[SeparateTest], p_adjust: str, alpha: float) -> str:
    """What tests of single measures decide, in a sentence."""
    decided = [row for row in tests if row.winner]
    basis = f"{alpha:g} {wording.corrected(p_adjust)}"
    if len({(row.a, row.b) for row in tests}) > 1:
        return f"{len(decided)} of {len(tests)} differences (pairs × measures) have p ≤ {basis}."
    if not decided:
        return (
            f"No measure alone shows a difference between {tests[0].a} and {tests[0].b} "
            f"(p > {basis})."
        )
    by_winner: dict[str | None, list[str]] = {}
    for row in decided:
        by_winner.setdefault(row.winner, []).append(row.measure)
    said = "; ".join(f"{who} is better on {wording.listing(on)}" for who, on in by_winner.items())
    open_ = [row.measure for row in tests if not row.winner]
    rest = f"; not decided on {wording.listing(open_)}" if open_ else ""
    return f"Measure by measure: {said}{rest} (p ≤ {basis})."
