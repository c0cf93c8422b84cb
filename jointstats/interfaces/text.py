"""Results as text: the verdict first, then what it rests on, then what to keep in mind."""

from __future__ import annotations

from jointstats.base.presenters import words_of
from jointstats.base.result import Result
from jointstats.drawing import layout, terminal


def summary(result: Result, width: int | None = None) -> str:
    """The whole result as text, as wide as the terminal; :data:`layout.WIDTH` elsewhere."""
    return terminal.written(words_of(result).document(), width)


def shown(result: Result, width: int | None = None) -> str:
    """The result on one screen: what it says first, and where the rest is."""
    return terminal.written(
        words_of(result).short() or words_of(result).document(), width, most=layout.SCREEN
    )
