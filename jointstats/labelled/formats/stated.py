"""What a format states and what the user sets, together: the user's word goes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jointstats.kernels.messages import Option, asked
from jointstats.labelled import options, wording
from jointstats.labelled.errors import Caution, ColumnError, DirectionError, MissingValuesError
from jointstats.labelled.formats.catalogue import own_options
from jointstats.labelled.formats.format import Format, Found
from jointstats.labelled.table.making import require_roles, results_table
from jointstats.labelled.table.results_table import ResultsTable

_CALLED = {"dataset": "data set", "algorithm": "algorithm"}
_OF_RUNS = ("runs", "run_kind", "test_share")


def table_of_found(found: Found, given: Mapping[str, Any], format: Format) -> ResultsTable:
    """The results table of what a format found, with the roles that the user gives."""
    roles, notes = merged(found, given, format)
    require_roles(found.frame, roles, named_rows=False)
    try:
        table = results_table(found.frame, **roles)
    except MissingValuesError as error:
        why = [part for note in found.cautions for part in (" ", *note.parts)]
        raise MissingValuesError(*error.parts, *why) from None
    return replace(table, notes=(*notes, *table.notes))


def merged(
    found: Found, given: Mapping[str, Any], format: Format
) -> tuple[dict[str, Any], tuple[Caution, ...]]:
    """The roles of the columns, and the notes on the table."""
    used = set(own_options(format)) - {"measures"}  # the reader has had them
    chosen = {n: value for n, value in given.items() if value is not None and n not in used}
    stated = dict(found.roles)
    if {"aggregate", "fold", "run"} & chosen.keys():  # runs that are combined are not kept
        stated = {name: value for name, value in stated.items() if name not in _OF_RUNS}
    roles = stated | chosen
    _require_choices(found, roles, format)
    notes = found.cautions
    ways = _directions(found, chosen.get("measures"), format)
    if ways:
        roles["measures"] = ways
    if "measures" not in chosen and ways and found.undirected:
        notes = (*notes, _left_out(found.undirected, format))
    if roles.get("run_kind") == "cv" and roles.get("test_share") is None and "runs" not in chosen:
        roles = {name: value for name, value in roles.items() if name not in _OF_RUNS}
        roles["aggregate"] = "mean"
        notes = (*notes, _FOLDS_UNKNOWN)
    return roles, notes


def _require_choices(found: Found, roles: Mapping[str, Any], format: Format) -> None:
    """Refuse a log of runs until the user names the columns that only they can know."""
    missing = [role for role in found.choices if roles.get(role) is None]
    if not missing:
        return
    columns = list(dict.fromkeys(name for role in missing for name in found.choices[role]))
    parts: list[Any] = []
    for role in missing:
        likely = next(iter(found.choices[role]), None)
        parts += [" and " if parts else "", Option(role, likely) if likely else asked(role)]
    which = " and which ".join(f"the {_CALLED[role]}" for role in missing)
    raise ColumnError(
        f"{wording.capital(format.title)} does not state which column is {which}: set, for "
        "example, ",
        *parts,
        f". The columns are {options.shorten(columns)}.",
    )


def _directions(found: Found, said: Any, format: Format) -> dict[str, str]:
    """The measures with their directions: those that the user names, or all that are stated."""
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
                    "direction out, or set ",
                    Option("measures", {name: known[name]}),
                    ".",
                )
        return ways
    if not (known or found.undirected):
        return options.directions(said)  # refuses what is no mapping
    names = options.known_names("measure", said, [*known, *found.undirected])
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
