"""How a ledger is begun, and that every later call agrees with what was said then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options
from jointstats.labelled.errors import LedgerError, OptionError
from jointstats.labelled.joint.ledger import Group, Ledger
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

ALPHA = 0.05


def begun(
    what: str,
    facts: dict[str, Any],
    said: Mapping[str, Any],
    algorithms: tuple[str, ...],
    measures: Mapping[str, str],
    rope: Mapping[str, float],
    *,
    beforehand: bool,
) -> Ledger:
    """A new ledger, without data sets.

    Parameters
    ----------
    what : str
    facts : dict
        What the ledger is about.
    said : mapping
        Of the call: `alpha` and `position`, if they were given.
    algorithms : tuple of str
    measures, rope : mapping
    beforehand : bool
        Whether it is begun without results.
    """
    return Ledger(
        what=what,
        facts=facts,
        measures=dict(measures),
        rope={name: float(rope[name]) for name in measures if name in rope},
        alpha=said.get("alpha", ALPHA),
        results={},
        families={},
        groups=(
            Group(algorithms=algorithms, position=said.get("position"), beforehand=beforehand),
        ),
    )


def measured(
    source: ResultsTable | None, roles: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, float]]:
    """Directions and declared ropes of a new ledger: the table's, or those that are said."""
    if source is not None:
        return source.measures, source.declared_rope
    for name in roles:
        if name not in ("measures", "rope"):
            raise OptionError(
                Option(name), " has no meaning without a table: what is written down in advance "
                "needs ", asked("measures"), ", and ", asked("rope"), " if it has one.",
            )  # fmt: skip
    if "measures" not in roles:
        raise OptionError(
            "A ledger is begun before there are results with ", asked("measures"),
            ", which say whether higher or lower is better; or give a table.",
        )  # fmt: skip
    measures = options.directions(roles["measures"])
    return measures, options.ropes(roles.get("rope"), measures)


def arrived(table: Any, roles: Mapping[str, Any], only: Any) -> ResultsTable | None:
    """The table that comes to a ledger, if any: a family is complete in one of them."""
    if table is None:
        return None
    return as_table(table, **roles, only=only, families_fit=True)


def later(
    book: Ledger, path: str, table: Any, roles: Mapping[str, Any], only: Any
) -> ResultsTable | None:
    """The table that is added to a ledger, with its measures and ropes; None if there is none.

    Raises
    ------
    LedgerError
        If a measure has another direction or rope than in the ledger.
    """
    given = dict(roles)
    if table is not None and not isinstance(table, ResultsTable):
        measures = given.setdefault("measures", dict(book.measures))
        known = {name: width for name, width in book.rope.items() if name in measures}
        given.setdefault("rope", known)
    source = arrived(table, given, list(only))
    if source is None:
        return None
    _require_same_measures(book, source, path)
    return source.select(measures=list(book.measures))


def _require_same_measures(book: Ledger, source: ResultsTable, path: str) -> None:
    for name, way in book.measures.items():
        options.known_name("measure", name, source.measures)
        if source.measures[name] != way:
            raise LedgerError(
                f'The measure "{name}" has the direction ', Value(way), f" in the ledger {path}, "
                "and ", Value(source.measures[name]), " in this table: give it the ledger's.",
            )  # fmt: skip
        was, now = book.rope.get(name), source.declared_rope.get(name)
        if was != now:
            raise LedgerError(
                f'The measure "{name}" has {_rope(was)} in the ledger {path}, and {_rope(now)} in '
                "this table: give it the ledger's."
            )


def _rope(width: float | None) -> str:
    return "no rope" if width is None else f"a rope of {width:g}"


def require_same(path: str, said: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuse to change what was said when a ledger was begun.

    Parameters
    ----------
    path : str
    said : mapping
        Of this call.
    known : mapping
        What may be said again, as the ledger has it.
    """
    for name, was in known.items():
        if name in said and said[name] != was:
            raise LedgerError(
                f"In the ledger {path} ", Option(name), " is ", Value(was), ", not ",
                Value(said[name]), ": leave it out, or begin another ledger.",
            )  # fmt: skip
