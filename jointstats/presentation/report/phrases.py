"""Phrases that several answers of the report share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison

ROOM = 90
"""Characters that a list of names may take: the four answers fit the first screen of a phone."""

SENTENCE = 200
"""Characters of a sentence beyond which what can be spared is left out."""

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass(frozen=True)
class Answers:
    """Four answers in words that need no statistics."""

    who: str
    on_what: str
    how_sure: str
    what_would_change: str


def names_in_room(names: Sequence[str], room: int = ROOM) -> str:
    """A list of names, the last ones only counted where it would be too long."""
    shown = len(names)
    while shown > 1 and len(", ".join(names[:shown])) > room:
        shown -= 1
    rest = len(names) - shown
    return wording.listing([*names[:shown], *([f"{rest} more"] if rest else [])])


def if_short(said: str, more: str, room: int = SENTENCE) -> str:
    """A text with an addition, without it where that would be too long."""
    return said + more if len(said + more) <= room else said


def number(n: int) -> str:
    """A small number in letters."""
    return _NUMBERS.get(n, str(n))


def chance_of(row: dict[str, Any]) -> str:
    """A probability; with the imprecise prior its two bounds, of which the lower decides."""
    if "probability_upper" not in row:
        return wording.probability(row["probability"])
    # A pair's row has the lower bound as its probability.
    low = wording.probability(row.get("probability_lower", row["probability"]))
    high = wording.probability(row["probability_upper"])
    if low.startswith(">"):
        return f"above {low.removeprefix('> ')}"
    return f"{low} or more" if high.startswith(">") else f"between {low} and {high}"


def would_decide(result: Comparison) -> str:
    """What would decide."""
    level = f"{1 - result.alpha:g}"
    imprecise = result.call["prior"] == "imprecise"
    return f"a lower bound of {level} decides" if imprecise else f"{level} decides"


def on_all(result: Comparison) -> str:
    """Every measure, for a sentence about winning on all of them."""
    return wording.on_all(list(result.measures))
