"""What tests of single measures decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jointstats.labelled import wording
from jointstats.labelled.rows import cells

if TYPE_CHECKING:
    from jointstats.labelled.single.separate import SeparateTest


def verdict_of(tests: Sequence[SeparateTest], p_adjust: str, alpha: float) -> str:
    """What tests of single measures decide, in a sentence."""
    found = cells(tests, ("measure", "winner"))
    on = list(zip(found["winner"], found["measure"], strict=True))
    decided = [(winner, measure) for winner, measure in on if winner]
    basis = f"{alpha:g} {wording.corrected(p_adjust)}"
    if len(on) > len(set(found["measure"])):
        if not decided:
            return f"None of {len(on)} differences (pairs × measures) is shown (p ≤ {basis})."
        is_ = "is" if len(decided) == 1 else "are"
        return (
            f"{len(decided)} of {len(on)} differences (pairs × measures) {is_} shown (p ≤ {basis})."
        )
    if not decided:
        a, b = tests[0].a, tests[0].b
        return f"No measure alone shows a difference between {a} and {b} (p > {basis})."
    by_winner: dict[str, list[str]] = {}
    for winner, measure in decided:
        by_winner.setdefault(winner, []).append(measure)
    said = "; ".join(f"{who} is better on {wording.listing(on)}" for who, on in by_winner.items())
    open_ = [measure for winner, measure in on if not winner]
    rest = f"; open on {wording.listing(open_)}" if open_ else ""
    return f"Measure by measure: {said}{rest} (p ≤ {basis})."
