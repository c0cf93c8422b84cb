"""The sequence in which rows are added up, and meet random numbers: not that of the input.

A sum of floating-point numbers depends on their sequence, and so does the row that a random sign
falls on. Tests of means therefore take the rows by their names: a file whose rows were sorted
otherwise has the same answer, to the last bit and with the same seed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from jointstats.labelled.table.results_table import ResultsTable
from jointstats.labelled.table.samples import Samples

Table = TypeVar("Table", bound=ResultsTable)
_NUMBER = re.compile("([0-9]+)")


def by_name(names: Sequence[str]) -> np.ndarray:
    """Positions of names in their sequence, in which numbers count as numbers.

    Examples
    --------
    >>> by_name(["run 10", "run 9", "iris"]).tolist()
    [2, 1, 0]
    """
    return np.array(sorted(range(len(names)), key=lambda i: _key(names[i])), dtype=np.intp)


def by_value(x: np.ndarray) -> np.ndarray:
    """Positions of rows that have no names, by their values, the first column first.

    Examples
    --------
    >>> by_value(np.array([[2.0, 1.0], [1.0, 3.0], [1.0, 2.0]])).tolist()
    [2, 1, 0]
    """
    return np.lexsort(x.T[::-1])


def rows(values: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The rows in a sequence; in one piece of memory, whose layout decides how NumPy adds up."""
    return np.ascontiguousarray(values[order])


def places(order: np.ndarray) -> np.ndarray:
    """Where the rows as they were given are in such a sequence.

    Examples
    --------
    >>> places(np.array([2, 0, 1])).tolist()
    [1, 2, 0]
    """
    return np.argsort(order)


def in_sequence(table: Table) -> Table:
    """The table with its complete rows in the sequence of their names."""
    order = by_name(table.datasets)
    names = tuple(table.datasets[i] for i in order)
    return replace(table, values=rows(table.values, order), datasets=names)


def samples_in_sequence(samples: Samples) -> Samples:
    """The same rows of each algorithm, by their values."""
    return replace(
        samples, values={name: rows(x, by_value(x)) for name, x in samples.values.items()}
    )


def _key(name: str) -> tuple[list[str | tuple[int, str]], str]:
    """Text and numbers in turn; a number by its digits, however many; then the name as it is."""
    parts = _NUMBER.split(name)
    numbers = [(len(digits), digits) for digits in (part.lstrip("0") for part in parts[1::2])]
    mixed: list[str | tuple[int, str]] = [""] * len(parts)
    mixed[::2], mixed[1::2] = parts[::2], numbers
    return mixed, name
