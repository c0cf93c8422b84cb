"""Labelled tests: take a results table, return result objects that carry the names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

presenters: dict[str, Callable[..., Any]] = {}
"""What the layers above do for a result, by name. They put it here when the package is imported, so
that nothing in this layer depends on how a result is worded or shown."""
