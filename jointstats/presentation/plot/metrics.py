"""How wide text is, in DejaVu Sans: known before anything is drawn, and without a renderer."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from importlib.resources import files

UNIT = 2048
UNKNOWN = 0.6  # of the size: a letter that the font lacks
NOTHING = ("Mn", "Me", "Cf", "Cc")  # categories of characters that take no room
HAIR = 0.001  # inches of text whose characters show nothing


@lru_cache(maxsize=1)
def _fonts() -> tuple[tuple[dict[int, int], dict[str, int]], ...]:
    """Widths by code and what pairs of letters are closer by, of regular and of bold letters."""
    text = files(__package__).joinpath("widths.json").read_text(encoding="utf-8")
    return tuple((_by_code(font["runs"]), font["closer"]) for font in json.loads(text).values())


def _by_code(runs: dict[str, list[int]]) -> dict[int, int]:
    return {int(first) + i: wide for first, run in runs.items() for i, wide in enumerate(run)}


@lru_cache(maxsize=8192)
def _units(text: str, bold: bool) -> float:
    widths, closer = _fonts()[bold]
    wide = sum(widths.get(ord(letter), 0) or _guessed(letter, widths) for letter in text)
    return wide + sum(closer.get(text[i : i + 2], 0) for i in range(len(text) - 1))


def _guessed(letter: str, widths: dict[int, int]) -> float:
    """The width of a letter that the font lacks."""
    if ord(letter) in widths or unicodedata.category(letter) in NOTHING:
        return 0.0
    return UNIT * (1.0 if unicodedata.east_asian_width(letter) in "WF" else UNKNOWN)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line of text in inches.

    Examples
    --------
    >>> round(text_width("accuracy", 72.0), 2), text_width("", 8.0)
    (4.51, 0.0)
    """
    return max(_units(text, bold) / UNIT * size / 72, HAIR) if text else 0.0


def is_measured(text: str, bold: bool = False) -> bool:
    """Whether the font has every letter of a text, so that its width is no guess."""
    widths, _ = _fonts()[bold]
    return all(ord(letter) in widths for letter in text)
