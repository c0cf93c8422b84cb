"""What a format states and what the user sets, together: the user's word goes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import Caution, ColumnError, DirectionError, MissingValuesError
from jointstats.evidence.messages import Option, asked
from jointstats.table.formats.catalogue import own_options
from jointstats.table.formats.format import Format, Found
from jointstats.table.making import require_roles, results_table
from jointstats.table.results_table import ResultsTable

_CALLED = {"dataset": "data set", "algorithm": "algorithm"}
_OF_RUNS = ("runs", "run_kind", "test_share")


def table_of_found(results: Found, given: Mapping[str, Any], format: Format) -> ResultsTable:
    """The results table of what a format results, with the roles that the user gives."""
    roles, notes = merged(results, given, format)
    require_roles(results.frame, roles, named_rows=False)
    try:
        table = results_table(results.frame, **roles)
    except MissingValuesError as error:
        why = [part for note in results.cautions for part in (" ", *note.parts)]
        raise MissingValuesError(*error.parts, *why) from None
    return replace(table, notes=(*notes, *table.notes))


def merged(
    results: Found, given: Mapping[str, Any], format: Format
) -> tuple[dict[str, Any], tuple[Caution, ...]]:
    """The roles of the columns, and the notes on the table."""
    used = set(own_options(format)) - {"measures"}  # the reader has had them
    chosen = {n: value for n, value in given.items() if value is not None and n not in used}
    stated = dict(results.roles)
    if {"aggregate", "fold", "run"} & chosen.keys():  # runs that are combined are not kept
        stated = {name: value for name, value in stated.items() if name not in _OF_RUNS}
    roles = stated | chosen
    _require_choices(results, roles, format)
    notes = results.cautions
    ways = _directions(results, chosen.get("measures"), format)
    if ways:
        roles["measures"] = ways
    if "measures" not in chosen and ways and results.undirected:
        notes = (*notes, _left_out(results.undirected, format))
    if roles.get("run_kind") == "cv" and roles.get("test_share") is None and "runs" not in chosen:
        roles = {name: value for name, value in roles.items() if name not in _OF_RUNS}
        roles["aggregate"] = "mean"
        notes = (*notes, _FOLDS_UNKNOWN)
    return roles, notes


def _require_choices(results: Found, roles: Mapping[str, Any], format: Format) -> None:
    """Refuse a log of runs until the user names the columns that only they can know."""
    missing = [role for role in results.choices if roles.get(role) is None]
    if not missing:
        return
    columns = list(dict.fromkeys(name for role in missing for name in results.choices[role]))
    parts: list[Any] = []
    for role in missing:
        likely = next(iter(results.choices[role]), None)
        parts += [" and " if parts else "", Option(role, likely) if likely else asked(role)]
    which = " and which ".join(f"the {_CALLED[role]}" for role in missing)
    raise ColumnError(
        f"{wording.capital(format.title)} does not state which column is {which}: set, for "
        "example, ",
        *parts,
        f". The columns are {options.shorten(columns)}.",
    )


def _directions(results: Found, said: Any, format: Format) -> dict[str, str]:
    """The measures with their directions: those that the user names, or all that are stated."""
    stated: dict[str, str] = dict(results.roles.get("measures") or {})
    if said is None:
        if not stated and results.undirected:
            raise _undirected(results.undirected, format)
        return stated
    known = {options.label(name): way for name, way in {**results.also, **stated}.items()}
    if isinstance(said, Mapping):
        ways = options.directions(said)
        for name, way in ways.items():
            if known.get(name, way) != way:
                better = "higher" if known[name] == "max" else "lower"
                raise DirectionError(
                    f'{format.title} states that {better} is better of "{name}": leave the '
                    "direction out, or set ",
                    Option("measures", {name: known[name]}),
                    ".",
                )
        return ways
    if not (known or results.undirected):
        return options.directions(said)  # refuses what is no mapping
    names = options.known_names("measure", said, [*known, *results.undirected])
    if lacking := [name for name in names if name not in known]:
        raise _undirected(lacking, format)
    return {name: known[name] for name in names}


def _undirected(names: Sequence[str], format: Format) -> DirectionError:
    return DirectionError(
        f"{wording.capital(format.title)} does not state whether higher or lower is better of "
        f"{options.shorten(list(names))}: state it, such as ",
        Option("measures", {str(names[0]): "max"}),
        ".",
    )


def _left_out(names: tuple[str, ...], format: Format) -> Caution:
    return Caution(
        f"{wording.capital(wording.plural(len(names), 'measure'))} "
        f"({options.shorten(list(names))}) {'is' if len(names) == 1 else 'are'} left out, because "
        f"{format.title} does not state whether higher or lower is better: state it with ",
        asked("measures"),
        ".",
    )


_FOLDS_UNKNOWN = Caution(
    "Folds are averaged and not kept, because nothing states the share of the cases on which each "
    "one tests: set it, such as ",
    Option("test_share", 0.1),
    ", to keep them.",
)
