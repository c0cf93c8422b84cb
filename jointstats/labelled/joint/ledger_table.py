"""Measures and ropes of a ledger: said when it is made, and those of every later table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options
from jointstats.labelled.errors import LedgerError, OptionError
from jointstats.labelled.table.results_table import ResultsTable


def measured(
    source: ResultsTable | None, roles: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, float]]:
    """Directions and ropes of a new ledger: the table's, or those that are said without one."""
    if source is not None:
        return source.measures, source.rope
    for name in roles:
        if name not in ("measures", "rope"):
            raise OptionError(
                Option(name), " has no meaning without a table: what is written down beforehand "
                "needs ", asked("measures"), ", and ", asked("rope"), " if it has one.",
            )  # fmt: skip
    if "measures" not in roles:
        raise OptionError(
            "A ledger is begun before there are results with ", asked("measures"),
            ", which say whether higher or lower is better; or give a table.",
        )  # fmt: skip
    measures = options.directions(roles["measures"])
    declared = options.ropes(roles.get("rope"), measures)
    return measures, {name: declared.get(name, 0.0) for name in measures}


def with_known(
    table: Any, roles: Mapping[str, Any], known: Mapping[str, str], ropes: Mapping[str, float]
) -> dict[str, Any]:
    """The roles of a data frame, with the ledger's measures and ropes where none are said."""
    if table is None or isinstance(table, ResultsTable):
        return dict(roles)
    measures = roles.get("measures", dict(known))
    rope = {name: width for name, width in ropes.items() if name in measures}
    return {"measures": measures, "rope": rope} | dict(roles)


def require_same_measures(
    known: Mapping[str, str], ropes: Mapping[str, float], source: ResultsTable, path: str
) -> None:
    """Refuse a table that has a measure of the ledger with another direction or rope, or not."""
    for name, way in known.items():
        options.known_name("measure", name, source.measures)
        if source.measures[name] != way:
            raise LedgerError(
                f'The measure "{name}" has the direction ', Value(way), f" in the ledger {path}, "
                "and ", Value(source.measures[name]), " in this table: give it the ledger's.",
            )  # fmt: skip
        if source.rope[name] != ropes[name]:
            raise LedgerError(
                f'The measure "{name}" has a rope of {ropes[name]:g} in the ledger {path}, and '
                f"of {source.rope[name]:g} in this table: give it the ledger's."
            )
