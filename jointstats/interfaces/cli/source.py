"""FILE of the command line: the frame in it with the roles of its columns, or its table."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jointstats.base.errors import OptionError, note
from jointstats.base.options import known_names
from jointstats.interfaces.cli.options import own, roles
from jointstats.table import columns, leaderboard, wide
from jointstats.table.formats.catalogue import (
    format_of,
    refuse_absent,
    refuse_others,
    table_of_found,
)
from jointstats.table.formats.format import Format, Source
from jointstats.table.making import require_roles
from jointstats.table.reading import (
    default_roles,
    describe_dataset,
    list_datasets,
    load_frame,
    read_found,
)
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import keyed, selected


def read(options: argparse.Namespace) -> tuple[Any, dict[str, Any]]:
    """The frame of FILE and the roles of its columns."""
    said = roles(options)
    if is_packaged(options):
        frame, chosen = _packaged(options, said)
    else:
        source = Source(options.file)  # one: standard input is there only once
        known = format_of(source, options.format)
        refuse_others(known, own(options))
        if known.states:
            return _stated(options, source, known, said), {}
        _refuse_packaged_name(options)
        content = read_found(source, known, own(options))
        for caution in content.cautions:
            note(caution)
        frame, chosen = content.frame, {**content.roles, **said}
        require_roles(frame, chosen, named_rows=False)
    if options.exclude:
        chosen["only"] = _others(frame, chosen, options)
    return frame, chosen


def is_packaged(options: argparse.Namespace) -> bool:
    """Whether FILE is a packaged table."""
    if not isinstance(options.file, list):
        return bool(options.file.startswith("@"))
    if any(name.startswith("@") for name in options.file):
        raise OptionError("Name one packaged table, or files.")
    return False


def _stated(
    options: argparse.Namespace, source: Source, known: Format, said: Mapping[str, Any]
) -> ResultsTable:
    """The table of a file whose format says what is where; what the command says goes first."""
    given = {**said, **own(options)}
    content = read_found(source, known, given)
    if options.exclude:
        given["only"] = _others(content.frame, dict(content.roles) | given, options)
    options.format, options.stated = known.name, tuple(content.roles)
    return table_of_found(content, given, known)


def _others(frame: Any, roles: Mapping[str, Any], options: argparse.Namespace) -> list[str]:
    """All algorithms but those excluded."""
    if options.only:
        raise OptionError("Say --only or --exclude, not both.")
    names = _algorithms(selected(frame, roles["where"]) if "where" in roles else frame, roles)
    gone = known_names("algorithm", options.exclude, names)
    return [name for name in names if name not in gone]


def _algorithms(frame: Any, roles: Mapping[str, Any]) -> list[str]:
    """All algorithms of a table that is long, has a row for each of them, or a column."""
    frame, roles = keyed(frame, roles)
    if "algorithm" not in roles:
        known = ("measures", "dataset", "columns")
        return wide.algorithms_of(frame, **{name: roles[name] for name in known if name in roles})
    if "dataset" not in roles and not {"fold", "run"} & roles.keys():
        return leaderboard.algorithms_of(frame, roles["algorithm"])
    return columns.coded(frame, roles["algorithm"], "algorithm")[1]


def _packaged(options: argparse.Namespace, said: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    if options.columns is not None:
        raise OptionError("--columns has no meaning for a packaged table.")
    known = default_roles(describe_dataset(options.file[1:]), said.get("measures"))
    if {"fold", "run", "of"} & said.keys():  # folds of one data set are compared as they are
        chosen = {name: known[name] for name in ("dataset", "algorithm", "measures")} | said
    else:
        chosen = known | said | {"rope": known["rope"] | said.get("rope", {})}
    return load_frame(options.file[1:]), {n: value for n, value in chosen.items() if value != {}}


def _refuse_packaged_name(options: argparse.Namespace) -> None:
    """Refuse the name of a packaged table without its mark, and a file that is not there."""
    if str(options.file) in list_datasets() and not Path(options.file).exists():
        raise OptionError(
            f"There is no file {options.file}; the packaged table is @{options.file}."
        )
    refuse_absent(Source(options.file))


def contents(names: Sequence[str]) -> dict[str, bytes]:
    """The bytes of files, and of those in folders, by the names that the page shows."""
    frames = {}
    for name in names:
        source = Source(name)
        refuse_absent(source)
        for path in source.files():
            top = Path(name).resolve().parent
            frames[path.resolve().relative_to(top).as_posix()] = path.read_bytes()
    return frames


def described(options: argparse.Namespace) -> dict[str, Any]:
    """What the report says of the file, for those who want to repeat the comparison."""
    names = ("exclude", "format", "stated")
    source: dict[str, Any] = {name: getattr(options, name, None) for name in names}
    source |= roles(options) | {"file": None if options.file == "-" else options.file}
    if is_packaged(options):
        about = describe_dataset(options.file[1:])
        source = {role: about[role] for role in ("dataset", "algorithm")} | source
    for name, number in (("min_folds", int), ("test_share", float)):
        if name in source:
            source[name] = number(source[name])
    return {name: value for name, value in source.items() if value is not None} | own(options)
