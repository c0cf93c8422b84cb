"""What would change a verdict: a strip for each factor, a box for each setting of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.labelled import wording
from jointstats.labelled.sensitivity.result import NO_CHANGE, Factor, SensitivityResult, Setting
from jointstats.presentation.figures.content import Content
from jointstats.words import titles

NAMED = 6  # settings below a strip


@dataclass(frozen=True)
class Strip:
    """A factor: its name, how many of its settings change something, and a line below it."""

    label: str
    shown: str
    note: str


@dataclass(frozen=True)
class Box:
    """A setting: the strip it is in, its place there, and the share of pairs that change."""

    strip: int
    place: int
    changed: bool
    value: float


@dataclass(frozen=True)
class Strips(Content):
    """Strips of boxes, filled where a setting changes something."""

    kind = "strips"
    packs: ClassVar[Mapping[str, type]] = {"strips": Strip, "boxes": Box}

    strips: tuple[Strip, ...] = ()
    boxes: tuple[Box, ...] = ()


def strips(result: SensitivityResult) -> Strips:
    """A strip for each factor that was varied."""
    made: list[Strip] = []
    boxes: list[Box] = []
    for i, factor in enumerate(result.factors):
        own = [row for row in result.settings if row.factor == factor.factor and not row.limit]
        made.append(Strip(factor.factor, _shown(factor), _note(factor, own)))
        boxes += [
            Box(i, place, row.changed, row.n_changed / result.n_pairs)
            for place, row in enumerate(own)
        ]
    return Strips(
        title=titles.title(result),
        alt=f"A strip of boxes for each factor, filled where something changes. {result.verdict}",
        notes=(
            "Filled: something else is decided under this setting."
            if result.n_pairs == 1
            else ("Filled: something else is decided of a pair; the higher, the more pairs."),
            *result.warnings,
        ),
        strips=tuple(made),
        boxes=tuple(boxes),
    )


def _shown(factor: Factor) -> str:
    return f"{factor.changed} of {factor.tried}" if factor.tried else ""


def _note(factor: Factor, own: Sequence[Setting]) -> str:
    """Which settings change something; where none does, what else came out."""
    names = [row.setting for row in own if row.changed]
    for start in ("without ", f"the {factor.factor} "):
        names = [name.removeprefix(start) for name in names]
    if names:
        return wording.some(names, NAMED)
    return "" if factor.said == NO_CHANGE else factor.said
