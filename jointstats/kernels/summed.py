"""Totals: what parts of a table add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Self, TypeVar

import numpy as np

__all__ = ["Summed", "joined"]

T = TypeVar("T")


class Summed:
    """A dataclass of totals: those of two parts add up, field by field."""

    def __add__(self, other: Self) -> Self:
        one: Any = self
        both = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(one)}
        total: Self = replace(one, **both)
        return total


def joined(parts: Sequence[T]) -> T:
    """The same of some pairs after others: arrays, or dataclasses of them."""
    first: Any = parts[0]
    if isinstance(first, np.ndarray):
        array: Any = np.concatenate([np.asarray(part) for part in parts])
        return array
    each = {f.name: joined([getattr(one, f.name) for one in parts]) for f in fields(first)}
    return replace(first, **each)
