"""What a format states and what the user says, together: the user's word goes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options, wording
from jointstats.labelled.errors import Caution, ColumnError, DirectionError, MissingValuesError
from jointstats.labelled.formats.catalogue import own_options
from jointstats.labelled.formats.format import Format, Found
from jointstats.labelled.table.making import results_table
from jointstats.labelled.table.results_table import ResultsTable

_OF_RUNS = ("runs", "run_kind", "test_share")


def table_of_found(found: Found, given: Mapping[str, Any], format: Format) -> ResultsTable:
    """Make the results table of what a format found, with the roles that the user gives.

    Raises
    ------
    JointStatsError
        As :func:`jointstats.results_table`; missing results are told with what the format says of
        them.
    """
    roles, notes = merged(found, given, format)
    if not {"algorithm", "measures"} <= roles.keys():
        require_roles(roles, [options.label(name) for name in found.frame.columns])
    try:
        table = results_table(found.frame, **roles)
    except MissingValuesError as error:
        raise MissingValuesError(*error.parts, *_told(found.cautions)) from None
    return replace(table, notes=(*notes, *table.notes))


def merged(
    found: Found, given: Mapping[str, Any], format: Format
) -> tuple[dict[str, Any], tuple[Caution, ...]]:
    """The roles of the columns, and what is to be said of the table."""
    own = set(own_options(format)) - {"measures"}  # of the reader, which has had them
    said = {n: value for n, value in given.items() if value is not None and n not in own}
    stated = dict(found.roles)
    if {"aggregate", "fold", "run"} & said.keys():  # who combines runs does not keep them
        stated = {name: value for name, value in stated.items() if name not in _OF_RUNS}
    roles = stated | said
    notes = found.cautions
    ways = _directions(found, said.get("measures"), format)
    if ways:
        roles["measures"] = ways
    if "measures" not in said and ways and found.undirected:
        notes = (*notes, _left_out(found.undirected, format))
    if roles.get("run_kind") == "cv" and roles.get("test_share") is None and "runs" not in said:
        roles = {name: value for name, value in roles.items() if name not in _OF_RUNS}
        roles["aggregate"] = "mean"
        notes = (*notes, _folds_unknown())
    return roles, notes


def require_roles(roles: Mapping[str, Any], known: list[str]) -> None:
    """Refuse a table of which nobody said what is where.

    Raises
    ------
    ColumnError
    """
    there = f" The columns are {options.shorten(known)}." if known else ""
    for role in ("algorithm", "measures"):
        if roles.get(role) is None:
            raise ColumnError("Say which column holds what: ", asked(role), f" is missing.{there}")


def _directions(found: Found, said: Any, format: Format) -> dict[str, str]:
    """The measures with their directions: those asked for, or all that the format states."""
    stated: dict[str, str] = dict(found.roles.get("measures") or {})
    if said is None:
        if not stated and found.undirected:
            raise _undirected(found.undirected, format)
        return stated
    known = {options.label(name): way for name, way in {**found.also, **stated}.items()}
    if isinstance(said, Mapping):
        ways = options.directions(said)
        for name, way in ways.items():
            if known.get(name, way) != way:
                better = "higher" if known[name] == "max" else "lower"
                raise DirectionError(
                    f'{format.title} states that {better} is better of "{name}": leave the '
                    "direction out, or say ",
                    Option("measures", {name: known[name]}),
                    ".",
                )
        return ways
    if not (known or found.undirected):
        return options.directions(said)  # refuses what is no mapping
    names = options.known_names("measure", said, [*known, *found.undirected])
    lacking = [name for name in names if name not in known]
    if lacking:
        raise _undirected(lacking, format)
    return {name: known[name] for name in names}


def _undirected(names: Any, format: Format) -> DirectionError:
    return DirectionError(
        f"{wording.capital(format.title)} does not state whether higher or lower is better of "
        f"{options.shorten(list(names))}: say it, such as ",
        Option("measures", {str(names[0]): "max"}),
        ".",
    )


def _left_out(names: tuple[str, ...], format: Format) -> Caution:
    number = len(names)
    return Caution(
        f"{wording.capital(wording.plural(number, 'measure'))} "
        f"({options.shorten(list(names))}) {'is' if number == 1 else 'are'} left out, because "
        f"{format.title} does not state whether higher or lower is better: say it with ",
        asked("measures"),
        ".",
    )


def _folds_unknown() -> Caution:
    return Caution(
        "Folds are combined by their mean and not kept, because nothing says on which share of the "
        "cases each one tests: say it, such as ",
        Option("test_share", 0.1),
        ", to keep them.",
    )


def _told(notes: tuple[Caution, ...]) -> tuple[Any, ...]:
    """The notes as the end of a message."""
    return tuple(part for note in notes for part in (" ", *note.parts))
