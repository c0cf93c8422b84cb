"""The first argument of every test: a results table, or what one is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any

from jointstats.base.errors import InvalidValueError, OptionError, note
from jointstats.evidence.messages import Option, TypeOf
from jointstats.table import columns
from jointstats.table.beside_values import families_ignored
from jointstats.table.columns import pandas_within
from jointstats.table.dropping import note_in_sample, note_look_alikes
from jointstats.table.making import results_table
from jointstats.table.results_table import ResultsTable


def as_table(
    source: Any,
    *,
    on: Sequence[Any] | None = None,
    pair_by_pair: bool = False,
    folds_fit: bool = False,
    families_fit: bool = False,
    **keywords: Any,
) -> ResultsTable:
    """Turn the first argument of a test into a results table.

    A results table passes through (only ``only=`` may come with it); anything else is made one by
    :func:`jointstats.results_table`. `on` keeps some measures. With `pair_by_pair`, no data set
    need be complete for all algorithms. Unless `folds_fit` the test, a table of folds is noted;
    unless `families_fit`, families of data sets are.
    """
    table = _table(source, keywords)
    table = table if on is None else table.select(measures=on)
    for caution in table.notes:
        note(caution)
    note_in_sample(table)
    note_look_alikes(table)
    if table.dependent_rows and not folds_fit:
        note(table.dependent_rows)
    if not families_fit:
        units = table.shared_units if pair_by_pair else table.units
        for caution in families_ignored(units):
            note(caution)
    if not pair_by_pair:
        table.require_datasets()
    return table


def voting_table(source: Any, **keywords: Any) -> ResultsTable:
    """The same for a test of votes: units vote, and a pair has all data sets that it can use."""
    return as_table(source, pair_by_pair=True, families_fit=True, **keywords)


def _table(source: Any, keywords: Mapping[str, Any]) -> ResultsTable:
    import pandas as pd

    given = {name: value for name, value in keywords.items() if value is not None}
    for name in given:
        if name not in signature(results_table).parameters:
            raise OptionError("The option ", Option(name), " has no meaning for this test.")
    if isinstance(source, ResultsTable):
        only = given.pop("only", None)
        if given:
            raise OptionError(
                Option(next(iter(given))),
                " cannot be changed in a test of a results table: say it when the table is made.",
            )
        return source if only is None else source.select(algorithms=only)
    _refuse_counts(type(source).__name__)  # of the layer of the tests, above this one
    source = pandas_within(source)
    if not isinstance(source, pd.DataFrame | Mapping):
        raise InvalidValueError(
            "The first argument must be a results table, a data frame, or matrices by algorithm; "
            "got ",
            TypeOf(source),
            ".",
            *columns.file_hint(source),
        )
    return results_table(source, **given)


def _refuse_counts(kind: str) -> None:
    if kind == "StatementCounts":
        raise InvalidValueError(
            "This test needs the values, not only counts of statements: give the results table."
        )
