"""A results table in a few lines: its size, its names, and what was done to the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jointstats.labelled import wording

if TYPE_CHECKING:
    from jointstats.labelled.table.results_table import ResultsTable


def described(table: ResultsTable) -> str:
    """What ``print(table)`` shows."""
    measures = ", ".join(f"{name} ({way})" for name, way in table.measures.items())
    plural = wording.plural
    lines = [
        f"ResultsTable: {plural(table.n, 'data set')} × "
        f"{plural(len(table.algorithms), 'algorithm')} × "
        f"{plural(len(table.measures), 'measure')}",
        f"  algorithms: {', '.join(table.algorithms)}",
        f"  measures:   {measures}",
    ]
    if table.properties:
        known = ", ".join(f"{name} ({one.direction})" for name, one in table.properties.items())
        lines.append(f"  properties: {known}")
    widths = [f"{name} {width:g}" for name, width in table.declared_rope.items()]
    if widths:
        lines.append(f"  rope:       {', '.join(widths)}")
    if table.aggregate:
        lines.append(f"  aggregated: {table.aggregate} of {table.n_rows} rows")
    if table.all_runs:
        kind = {"cv": "cross-validation", "independent": "independent"}[table.all_runs.kind]
        lines.append(f"  runs:       {len(table.all_runs.names)}, {kind}")
    if table.families is not None:
        lines.append(f"  families:   {table.known_units.n}")
    if table.dropped:
        label = "incomplete:" if table.missing == "unknown" else "dropped:   "
        lines.append(f"  {label} {plural(table.n_dropped, 'data set')}")
    if table.n_failed:
        lines.append(f"  failed:     {plural(table.n_failed, 'result')}, ranked below all others")
    lines += [f"  note:       {note}" for note in table.notes]
    return "\n".join(lines)
