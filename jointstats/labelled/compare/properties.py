"""What known properties of the algorithms, such as their price, add to what is claimed of pairs.

Claims are tested on measures, which vary. A property is known: nothing is tested there. Who is
shown to be better, and has no worse property, wins; a worse one makes the pair a trade-off, which
nobody wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.labelled import wording
from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.compare.pair_claim import SHOWN, Known, KnownDifference, PairClaim
from jointstats.labelled.errors import Caution
from jointstats.labelled.findings.kinds import Finding, TestCaution
from jointstats.labelled.findings.properties import KnownProperties
from jointstats.labelled.table.properties import Property
from jointstats.labelled.table.results_table import ResultsTable

_ENOUGH = 3  # data sets on which a number does not stay the same by chance


def with_properties(claimed: Claimed, table: ResultsTable) -> tuple[Claimed, tuple[Finding, ...]]:
    """The claims beside what is known of the algorithms, and what is found of that.

    Without properties the claims are as they were; a measure may look like one.
    """
    properties, like = table.properties, _like_properties(table)
    if not properties:
        return claimed, like
    rows = tuple(_beside(row, properties) for row in claimed.pairs)
    against = sum(row.ahead is not None for row in rows)
    found = KnownProperties(properties=properties, n_against=against)
    return replace(claimed, pairs=rows), (found, *like)


def _beside(row: PairClaim, properties: Mapping[str, Property]) -> PairClaim:
    """A pair with the properties in which its two differ."""
    first, second = row.names
    known = Known(
        KnownDifference(
            name=name,
            better=better,
            values={row.a: one.values[row.a], row.b: one.values[row.b]},
            direction=one.direction,
        )
        for name, one in properties.items()
        if (better := one.better(first, second)) is not None
    )
    if row.strength == SHOWN and row.winner is not None and known.against(row.winner):
        return replace(row, known=known, ahead=row.winner, winner=None, loser=None)
    return replace(row, known=known)


def _like_properties(table: ResultsTable) -> tuple[TestCaution, ...]:
    """That a measure seems to be a property: one number for each algorithm, on all data sets."""
    values, _ = table.everything()
    if len(values) < _ENOUGH or len(table.measures) < 2:
        return ()
    known = ~np.isnan(values)
    low = np.where(known, values, np.inf).min(axis=0)
    high = np.where(known, values, -np.inf).max(axis=0)
    same = ((low == high) & (known.sum(axis=0) >= _ENOUGH)).all(axis=1)
    differ = high.max(axis=1) > low.min(axis=1)
    names = np.array(list(table.measures), dtype=object)[same & differ].tolist()
    if not names or len(names) == len(table.measures):
        return ()
    is_ = "is" if len(names) == 1 else "are"
    said = Caution(
        f"{wording.listing(names)} {is_} the same number on every data set for each algorithm, and "
        "counted once for each data set: what is known of the algorithms themselves is no result; "
        "say ",
        Option("per_algorithm", {name: table.measures[name] for name in names}),
        ".",
    )
    return (TestCaution(questions=(), message=said),)
