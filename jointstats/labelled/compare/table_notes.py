"""What the results themselves call for saying in a comparison, whatever it shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import ComparedPair
from jointstats.labelled.errors import Caution, TiesWarning
from jointstats.labelled.lazy_rows import LazyRows
from jointstats.labelled.table.pairs import ties_of_pairs
from jointstats.labelled.table.results_table import ResultsTable

_ENOUGH = 3  # data sets on which a number does not stay the same by chance


def table_notes(table: ResultsTable, pairs: LazyRows[ComparedPair]) -> Iterator[Caution]:
    """Ties that may hide a difference, missing results, and measures that look like properties."""
    names = pairs.cells(("a", "b"))
    every = list(zip(names["a"], names["b"], strict=True))
    yield from _ties(table, every)
    yield from _missing(table)
    yield from _properties(table)


def _ties(table: ResultsTable, pairs: list[tuple[str, str]]) -> Iterator[Caution]:
    tied = ties_of_pairs(table, pairs)
    hidden = {
        name: n
        for name, n in zip(table.measures, tied.of_any.tolist(), strict=True)
        if n and name not in table.declared_rope
    }
    if hidden:
        named = wording.some([f"{name} on {n}" for name, n in hidden.items()], 4)
        first = next(iter(hidden))
        yield Caution(
            f"Some results are equal numbers ({named} of {wording.plural(tied.n, 'data set')}). "
            "Such ties may hide a difference and count against every claim. If equal numbers are "
            "real ties, declare it: ",
            Option("rope", {first: 0}),
            ".",
            category=TiesWarning,
        )


def _missing(table: ResultsTable) -> Iterator[Caution]:
    if table.incomplete is None or table.missing not in ("drop", "unknown"):
        return
    values, _ = table.everything()
    n = int(np.isnan(values).sum())
    said = f"{n} of {values.size} results {'is' if n == 1 else 'are'} missing"
    if table.missing == "unknown":
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


def _properties(table: ResultsTable) -> Iterator[Caution]:
    """That a measure seems to be a property: one number for each algorithm, on all data sets."""
    values, _ = table.everything()
    if len(values) < _ENOUGH or len(table.measures) < 2:
        return
    known = ~np.isnan(values)
    low = np.where(known, values, np.inf).min(axis=0)
    high = np.where(known, values, -np.inf).max(axis=0)
    same = ((low == high) & (known.sum(axis=0) >= _ENOUGH)).all(axis=1)
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
