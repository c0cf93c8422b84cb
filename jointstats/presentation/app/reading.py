"""Opening a table: files read by the catalogue's formats, what their columns are, what is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jointstats
from jointstats.kernels.messages import JointStatsError, visible
from jointstats.labelled.formats.catalogue import FORMATS, format_of, own_options
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.json_tables import JSON
from jointstats.labelled.formats.opening import LARGEST
from jointstats.labelled.formats.stated import table_of_found
from jointstats.labelled.formats.text import CSV, SEPARATORS
from jointstats.labelled.table import guesses
from jointstats.labelled.table.reading import default_roles, describe_dataset, read_found
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.app import columns, given
from jointstats.presentation.app.complaints import RefusalError, for_the_page, refused
from jointstats.presentation.app.visit import Opened, Visit

ROWS = 6  # of the preview
COLUMNS = 400  # that the page can list
# Options of formats that the page asks for, and what may be chosen, if that is known beforehand.
_ASKED = {"sheet": (), "constraint": (), "unit": ("task", "sample"), "filter": (), "pattern": ()}


def packaged(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """The packaged tables."""
    titles = jointstats.list_datasets()
    return {
        "version": jointstats.__version__,
        "tables": [{"name": name, "title": title} for name, title in titles.items()],
        "formats": menu(),
    }


def opened(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Open a file or a packaged table, and describe it."""
    visit.teller.stage("Reading the table")
    name, known = said.get("packaged"), None
    if isinstance(name, str):
        made, known = _of_the_package(name)
    else:
        source = source_of(said, visit.data)
        kind = known_format(source, said.get("format"))
        try:
            made = _of_files(source, kind, said.get("own"), visit.data)
        except (JointStatsError, RefusalError) as error:
            return refused(error) | {"format": kind.name}  # of which an option may be asked for
    if len(made.frame.columns) > COLUMNS:
        raise RefusalError(
            f"The table has {len(made.frame.columns):,} columns; this page shows at most "
            f"{COLUMNS}. Use the Python package, or leave columns out.",
            "file",
        )
    visit.opened, visit.answer = made, None
    before = given.restored(said.get("answers"))
    given_before = visit.given(made)
    if before and not given_before:
        given_before.extend(before)
    described, n = [], len(made.frame.columns)
    for i in range(n):
        visit.teller.stage(f"Looking at column {i + 1} of {n}", i / n)
        described.append(guesses.described(made.frame, i))
    return {
        "table": {
            "name": made.name,
            "mark": made.mark,
            "kind": "packaged" if made.format is None else made.format.name,
            "read_as": "" if made.format is None else titled(made.format),
            "rows": len(made.frame),
            "columns": described,
            "first": made.frame.head(ROWS).map(guesses.as_text).to_numpy().tolist(),
            "problems": [] if made.states else _problems(made, described),
            "wide": [] if made.states else guesses.patterns(described),
            "one_row_each": None
            if made.states or known
            else guesses.one_row_each(described, len(made.frame)),
            "known": known,
            "stated": _stated(made),
        },
        "answers": [one.plain() for one in given_before],
    }


def _of_the_package(name: str) -> tuple[Opened, dict[str, Any]]:
    about = describe_dataset(name)
    every = {"rope": about.get("rope", {}), "ways": about["measures"]}
    roles = {"layout": "long", "aggregate": None} | default_roles(about) | every
    frame = jointstats.load_frame(name)
    made = Opened(f"@{name}", frame.astype(str), f"@{name}")
    return made, {"title": about["title"], "description": about["description"], "roles": roles}


def _of_files(source: Source, kind: Format, own: Any, data: bytes) -> Opened:
    given = own_of(own, kind)
    found = found_in(source, kind, given)
    content = hashlib.sha256(data).hexdigest()
    if not kind.states:  # which is not read again
        source = replace(source, held={})
    reads = {key_of(kind, given): found}
    return Opened(source.name, found.frame, content, source, kind, found, given, reads)


def _problems(made: Opened, described: list[dict[str, Any]]) -> list[str]:
    """How a plain table was read, and what is wrong with it."""
    said = [for_the_page(one.parts) for one in made.cautions]
    return [*said, *columns.problems(made.frame, described)]


def _stated(made: Opened) -> dict[str, Any] | None:
    """What the file says itself: what is where, directions, and what failed or is left out."""
    if made.found is None or made.format is None or not made.states:
        return None
    found = made.found
    ways = found.roles.get("measures") or {}
    return {
        "roles": {n: value for n, value in found.roles.items() if n != "measures" and value},
        "measures": {str(name): way for name, way in ways.items()},
        "also": {str(name): way for name, way in found.also.items()},
        "undirected": [str(name) for name in found.undirected],
        "directions": made.format.states,
        "notes": [for_the_page(one.parts) for one in found.cautions],
    }


# --- Files and formats ---


def menu() -> list[dict[str, Any]]:
    """The formats for the page's menu, each with the options that are its own."""
    return [
        {
            "name": one.name,
            "title": titled(one),
            "states": bool(one.states),
            "own": {name: list(_ASKED[name]) for name in own_options(one) if name in _ASKED},
        }
        for one in FORMATS.values()
    ]


def titled(format: Format) -> str:
    """What the page calls a format: its title, and its name if that differs."""
    alike = format.title.replace(" ", "").lower() == format.name
    return format.title if alike else f"{format.title} ({format.name})"


def source_of(said: Mapping[str, Any], data: bytes) -> Source:
    """The files of a request, each under its name."""
    if isinstance(said.get("file"), str):
        return Source.of_memory({visible(said["file"]): data}, LARGEST, COLUMNS)
    found: dict[str, bytes] = {}
    start = 0
    listed = said["files"] if isinstance(said.get("files"), list) else []
    for one in listed:
        name, size = (one.get("name"), one.get("size")) if isinstance(one, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(size, int) or size < 0:
            raise RefusalError("Each of several files has a name and a size.", "file")
        name = visible(name)
        if name in found:
            raise RefusalError(f"Two files are called {name}: give their folders.", "file")
        found[name] = data[start : start + size]
        start += size
    if not found:
        raise RefusalError("Choose a file, paste a table, or take a packaged one.", "file")
    return Source.of_memory(found, LARGEST, COLUMNS)


def known_format(source: Source, name: Any) -> Format:
    """The format that was chosen; otherwise the one that it seems to be, which the page says."""
    if source.is_file and not source.head().strip() and not source.content.strip():
        raise RefusalError(f"{source.name} is empty.", "file")
    if isinstance(name, str) and name:
        return format_of(source, name)
    found = format_of(source)
    return _of_text(source) if found is CSV else found


def _of_text(source: Source) -> Format:
    """By what the columns are separated: what the head has most of outside of quotes."""
    line = source.head().decode("utf-8-sig", errors="replace").lstrip().split("\n", 1)[0]
    if line[:1] in ("[", "{"):
        return JSON
    bare = "".join(line.split('"')[::2])
    counts = {kind: bare.count(mark) for kind, mark in SEPARATORS.items()}
    return FORMATS[max(counts, key=lambda kind: counts[kind])] if any(counts.values()) else CSV


def found_in(source: Source, kind: Format, own: Mapping[str, Any]) -> Found:
    """What the format finds, before anything is chosen."""
    found = read_found(source, kind, dict(own))
    if {"fold", "run"} & set(found.roles):
        raise RefusalError(
            f"{source.name} holds the folds of one data set, and this page compares on several. "
            "The Python and R packages compare folds: corrected_t_test, hotelling_test.",
            "file",
        )
    if not len(found.frame):
        raise RefusalError(f"{source.name} has a head, but no row.", "file")
    if kind.states:
        return found
    frame = found.frame
    return replace(found, frame=frame.set_axis([str(name) for name in frame.columns], axis=1))


def own_of(said: Any, kind: Format) -> dict[str, str]:
    """The options of the format that the visitor gave."""
    own = said if isinstance(said, dict) else {}
    names = [name for name in own_options(kind) if name in _ASKED]
    return {name: own[name] for name in names if isinstance(own.get(name), str) and own[name]}


def said_of(opened: Opened, roles: Mapping[str, Any]) -> dict[str, Any]:
    """The visitor's choices, without those that the file states itself; measures always."""
    stated = {} if opened.found is None else opened.found.roles
    names = [name for name in roles if name not in ("layout", "format", *opened.own)]
    return {n: roles[n] for n in names if n == "measures" or stated.get(n) != roles[n]}


def stated_table(opened: Opened, roles: Mapping[str, Any]) -> ResultsTable:
    """The table of a file that says what is where; the visitor's word goes first.

    The file is read anew where that depends on what was chosen, as `read_results` would.
    """
    if opened.source is None or opened.format is None:
        raise RefusalError("Open a table first.", "file")
    said = said_of(opened, roles)
    given = opened.own | said
    key = key_of(opened.format, given)
    if key not in opened.reads:
        opened.reads = {key: read_found(opened.source, opened.format, given)}
    return table_of_found(opened.reads[key], given, opened.format)


def key_of(format: Format, given: Mapping[str, Any]) -> str:
    """What the format's reader looks at of all that is given."""
    own = {name: given[name] for name in own_options(format) if name in given}
    return json.dumps({n: list(v) if isinstance(v, dict) else v for n, v in own.items()})
