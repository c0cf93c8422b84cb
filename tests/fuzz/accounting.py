"""Another count of what a table was made of: read otherwise, and compared with what it kept."""

import csv
import io
import math

from fuzz.laws import Fault
from jointstats.base import options
from jointstats.table.columns import MISSING_MARKS


def rows_of_csv(content):
    """Header and rows by Python's own reader; None if the bytes are no plain text."""
    try:
        text = content.decode("utf-8-sig")
        rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    except (UnicodeDecodeError, csv.Error):
        return None
    if "\0" in text or not rows:
        return None
    head, *body = rows
    return head, [row + [""] * (len(head) - len(row)) for row in body if "".join(row).strip()]


def columns_of_csv(content):
    """The same by columns, as ``[name, cells]``; none if it is no plain text."""
    found = rows_of_csv(content)
    if found is None or any(len(row) > len(found[0]) for row in found[1]):
        return []
    return [[name, [row[i] for row in found[1]]] for i, name in enumerate(found[0])]


def accounted(table, columns, said):
    """Every data set and algorithm is in the table or counted; every number is the one given.

    Parameters
    ----------
    table : ResultsTable
    columns : list of [name, cells]
        Those of the frame or file.
    said : dict
        Roles of the columns.

    Raises
    ------
    Fault
    """
    names = [options.label(name) for name, _ in columns]
    roles = [said.get("dataset"), said.get("algorithm")]
    if "only" in said or any(
        role is None or names.count(options.label(role)) != 1 for role in roles
    ):
        return
    datasets, algorithms = (
        [options.label(cell) for cell in columns[names.index(options.label(role))][1]]
        for role in roles
    )
    left = [one.dataset for one in table.dropped]
    if sorted(set(datasets)) != sorted([*table.datasets, *left]):
        raise Fault(f"{len(set(datasets))} data sets became {len(table.datasets)}, {len(left)} out")
    if set(algorithms) != set(table.algorithms):
        raise Fault(f"{len(set(algorithms))} algorithms became {len(table.algorithms)}")
    pairs = list(zip(datasets, algorithms, strict=True))
    if len(set(pairs)) < len(pairs):  # runs or folds, which are combined
        return
    place = {pair: i for i, pair in enumerate(pairs)}
    for m, measure in enumerate(table.measures):
        if names.count(measure) != 1:
            continue
        cells = columns[names.index(measure)][1]
        for d, dataset in enumerate(table.datasets):
            for a, algorithm in enumerate(table.algorithms):
                i = place.get((dataset, algorithm))
                x, given = table.values[d, m, a], None if i is None else _number(cells[i])
                if given is not None and not math.isnan(given) and x != given:
                    raise Fault(f"{measure} is {given} in row {i + 1}, and became {x}")


def named_in(table, frames, said):
    """Every name of a row of a wide table is in the table or counted.

    Raises
    ------
    Fault
    """
    if "only" in said:
        return
    left = {one.dataset for one in table.dropped}
    for role, known in (("dataset", {*table.datasets} | left), ("algorithm", {*table.algorithms})):
        for columns in frames if said.get(role) is not None else ():
            found = [c for name, c in columns if options.label(name) == options.label(said[role])]
            sizes = {len(cells) for _, cells in columns}
            if len(found) == 1 and len(sizes) == 1:
                lost = {options.label(cell) for cell in found[0]} - known
                if lost:
                    raise Fault(f"{len(lost)} rows ({role}) are lost without a word")


def _number(cell):
    """What a cell means; None if it is for others to say."""
    if cell is None or (isinstance(cell, str) and cell.strip().lower() in MISSING_MARKS):
        return math.nan
    try:
        return float(cell)
    except (TypeError, ValueError, OverflowError):
        return None
