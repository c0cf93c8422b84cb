"""What the results themselves call for saying in a comparison, whatever it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, TiesWarning
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    from jointstats.labelled.compare.totals import Totals

_ENOUGH = 3  # data sets on which a number does not stay the same by chance


@dataclass(frozen=True, eq=False)
class Noted:
    """What the notes take from a table; parts add up.

    Attributes
    ----------
    n, n_missing : int
        Data sets, and missing results.
    low, high : ndarray, shape (m, l)
        The smallest and the largest result of each algorithm on each measure.
    known : ndarray of int, shape (m, l)
        How many there are.
    """

    n: int
    n_missing: int
    low: np.ndarray
    high: np.ndarray
    known: np.ndarray

    @classmethod
    def of(cls, table: ResultsTable) -> Noted:
        """From all data sets of a table, the incomplete ones among them."""
        values, _ = table.everything()
        known = ~np.isnan(values)
        low = np.where(known, values, np.inf).min(axis=0, initial=np.inf)
        high = np.where(known, values, -np.inf).max(axis=0, initial=-np.inf)
        counted = known.sum(axis=0)
        return cls(len(values), values.size - int(counted.sum()), low, high, counted)

    def __add__(self, other: Noted) -> Noted:
        return Noted(
            self.n + other.n,
            self.n_missing + other.n_missing,
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            self.known + other.known,
        )


def table_notes(totals: Totals) -> Iterator[Caution]:
    """Ties that may hide a difference, missing results, and measures that look like properties."""
    yield from _ties(totals)
    yield from _missing(totals)
    yield from _properties(totals.head, totals.noted)


def _ties(totals: Totals) -> Iterator[Caution]:
    hidden = {
        name: n
        for name, n in zip(totals.head.measures, totals.votes.tied.tolist(), strict=True)
        if n and name not in totals.head.declared_rope
    }
    if hidden:
        named = wording.some([f"{name} on {n}" for name, n in hidden.items()], 4)
        every = wording.plural(totals.noted.n, "data set")
        first = next(iter(hidden))
        yield Caution(
            f"Some results are equal numbers ({named} of {every}). "
            "Such ties may hide a difference and count against every claim. If equal numbers are "
            "real ties, declare it: ",
            Option("rope", {first: 0}),
            ".",
            category=TiesWarning,
        )


def _missing(totals: Totals) -> Iterator[Caution]:
    if totals.missing not in ("drop", "unknown"):
        return
    n, size = totals.noted.n_missing, totals.noted.n * totals.noted.known.size
    said = f"{n} of {size} results {'is' if n == 1 else 'are'} missing"
    if totals.missing == "unknown":
        yield Caution(f"{said}: each counts against every claim that it could help.")
        return
    yield Caution(
        f"{said}. Each pair does without the data sets on which one of its results is missing. "
        "This is right only if results are missing at random; ",
        Option("missing", "unknown"),
        " needs no such condition, and ",
        Option("missing", "worst"),
        " counts them as failed runs.",
    )


def _properties(table: ResultsTable, noted: Noted) -> Iterator[Caution]:
    """That a measure seems to be a property: one number for each algorithm, on all data sets."""
    if noted.n < _ENOUGH or len(table.measures) < 2:
        return
    low, high = noted.low, noted.high
    same = ((low == high) & (noted.known >= _ENOUGH)).all(axis=1)
    differ = high.max(axis=1) > low.min(axis=1)
    names = np.array(list(table.measures), dtype=object)[same & differ].tolist()
    if not names or len(names) == len(table.measures):
        return
    is_ = "is" if len(names) == 1 else "are"
    yield Caution(
        f"{wording.listing(names)} {is_} the same number on every data set for each algorithm. A "
        "number that is known of an algorithm is no result; pass it as a property: ",
        Option("per_algorithm", {name: table.measures[name] for name in names}),
        ".",
    )
