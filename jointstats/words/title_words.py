"""Words that titles share: what fits a line, small numbers, measures in words."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording

ROOM = 70  # characters of a title

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def fitting(*candidates: str) -> str:
    """The first of several wordings that fits the room of a title; otherwise the shortest."""
    return next((one for one in candidates if len(one) <= ROOM), min(candidates, key=len))


def in_words(n: int) -> str:
    """A small number as a word.

    Examples
    --------
    >>> in_words(6), in_words(13)
    ('six', '13')
    """
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def on_all(measures: Sequence[str], *, noun: str = "measure") -> str:
    """Every measure, in words: "on accuracy", "on both measures", "on all six measures"."""
    n = len(measures)
    if n == 1:
        return f"on {measures[0]}"
    return f"on both {noun}s" if n == 2 else f"on all {in_words(n)} {noun}s"


def on_measures(some: Sequence[str], every: Sequence[str]) -> list[str]:
    """Some measures in words, and counted: whichever fits."""
    if len(some) == len(every):
        return [on_all(every)]
    return [f"on {wording.listing(some)}", f"on {in_words(len(some))} of {len(every)} measures"]
