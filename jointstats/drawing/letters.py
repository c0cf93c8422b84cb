"""Letters of matplotlib as wide as they were measured, at any resolution (extra ``plot``)."""

from __future__ import annotations

from typing import Any

from matplotlib import rcParams
from matplotlib.text import Text


class Unhinted(Text):
    """A line of text without hinting, which widens small letters on a screen by up to a tenth."""

    def draw(self, renderer: Any) -> None:
        """Draw it; the setting holds for this line alone."""
        before = rcParams["text.hinting"]
        rcParams["text.hinting"] = "no_hinting"
        try:
            super().draw(renderer)
        finally:
            rcParams["text.hinting"] = before
