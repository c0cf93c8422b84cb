"""The titles of figures: ``title(result, figure)`` is the only place that makes them."""

from __future__ import annotations

from jointstats.words.comparison import PAIR_ROOM
from jointstats.words.results import title
from jointstats.words.single import of_single_tests

__all__ = ["PAIR_ROOM", "of_single_tests", "title"]
