"""Opening a table: files read by the catalogue's formats, what their columns are, what is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jointstats
from jointstats.base import options, wording
from jointstats.evidence.messages import JointStatsError, visible
from jointstats.interfaces.app.complaints import RefusalError, for_the_page, refused
from jointstats.interfaces.app.visit import Opened, Visit, restored
from jointstats.table import guesses
from jointstats.table.formats.catalogue import FORMATS, format_of, own_options, table_of_found
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.opening import LARGEST
from jointstats.table.formats.tables import JSON
from jointstats.table.formats.text import CSV, SEPARATORS
from jointstats.table.proposal import Proposal, proposal
from jointstats.table.reading import default_roles, describe_dataset, read_found
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


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
        table, known = _of_the_package(name)
    else:
        source = source_of(said, visit.data)
        kind = known_format(source, said.get("format"))
        try:
            table = _of_files(source, kind, said.get("own"), visit.data)
        except (JointStatsError, RefusalError) as error:
            return refused(error) | {"format": kind.name}  # of which an option may be asked for
    if len(table.frame.columns) > COLUMNS:
        raise RefusalError(
            f"The table has {len(table.frame.columns):,} columns; this page shows at most "
            f"{COLUMNS}. Use the Python package, or leave columns out.",
            "file",
        )
    visit.opened, visit.answer = table, None
    given_before = visit.about(table).answers
    if not given_before:
        given_before.extend(restored(said.get("answers")))
    described, n = [], len(table.frame.columns)
    for i in range(n):
        visit.teller.stage(f"Looking at column {i + 1} of {n}", i / n)
        described.append(guesses.described(table.frame, i))
    board = None if table.states or known else guesses.one_row_each(described, len(table.frame))
    made = None if table.states or known else proposal(table.frame, {}, described)
    described = [_with_account(one, made) for one in described] if made else described
    return {
        "table": {
            "name": table.name,
            "mark": table.mark,
            "kind": "packaged" if table.format is None else table.format.name,
            "read_as": "" if table.format is None else titled(table.format),
            "rows": len(table.frame),
            "columns": described,
            "first": table.frame.head(ROWS).map(guesses.as_text).to_numpy().tolist(),
            "problems": [] if table.states else _problems(table, described, made),
            "wide": [] if table.states else guesses.patterns(described),
            "one_row_each": board,
            "known": known,
            "stated": _stated(table),
        },
        "answers": given_before,
    }


def _of_the_package(name: str) -> tuple[Opened, dict[str, Any]]:
    about = describe_dataset(name)
    every = {"rope": about.get("rope", {}), "ways": about["measures"]}
    roles = {"layout": "long", "aggregate": None} | default_roles(about) | every
    table = Opened(f"@{name}", jointstats.load_frame(name).astype(str), f"@{name}")
    return table, {"title": about["title"], "description": about["description"], "roles": roles}


def _of_files(source: Source, kind: Format, options: Any, data: bytes) -> Opened:
    given = own_of(options, kind)
    parsed = found_in(source, kind, given)
    content = hashlib.sha256(data).hexdigest()
    if not kind.states:  # which is not read again
        source = replace(source, held={})
    reads = {key_of(kind, given): parsed}
    return Opened(source.name, parsed.frame, content, source, kind, parsed, given, reads)


def _with_account(about: dict[str, Any], made: Proposal) -> dict[str, Any]:
    """A column with what it is, and with a role that is proposed only in a call that works."""
    account = made.accounts.get(about["name"])
    is_long = made.roles and "columns" not in made.roles
    role = account.role if account and is_long and account.role not in ("out", "open") else None
    proposed = {"role": role} if role else None
    if proposed and account and role in ("measure", "value"):
        proposed["way"] = account.better
    ways = {"ways": dict.fromkeys(about["ways"], "")} if "ways" in about and not is_long else {}
    said = for_the_page(account.text) if account else ""
    return about | {"proposal": proposed, "account": said} | ways


def _problems(table: Opened, described: list[dict[str, Any]], made: Proposal | None) -> list[str]:
    """How a plain table was read, and what is wrong with it."""
    said = [for_the_page(caution.parts) for caution in table.cautions]
    if made and not made.roles:
        said.append(f"Nothing is proposed. {for_the_page(made.why)}")
    return [*said, *problems(table.frame, described)]


def _stated(table: Opened) -> dict[str, Any] | None:
    """What the file says itself: what is where, directions, and what failed or is left out."""
    if table.found is None or table.format is None or not table.states:
        return None
    content = table.found
    ways = content.roles.get("measures") or {}
    return {
        "roles": {n: value for n, value in content.roles.items() if n != "measures" and value},
        "measures": {str(name): way for name, way in ways.items()},
        "also": {str(name): way for name, way in content.also.items()},
        "undirected": [str(name) for name in content.undirected],
        "directions": table.format.states,
        "notes": [for_the_page(caution.parts) for caution in content.cautions],
    }


# --- Files and formats ---


def menu() -> list[dict[str, Any]]:
    """The formats for the page's menu, each with the options that are its own."""
    return [
        {
            "name": kind.name,
            "title": titled(kind),
            "states": bool(kind.states),
            "own": {name: list(_ASKED[name]) for name in own_options(kind) if name in _ASKED},
        }
        for kind in FORMATS.values()
    ]


def titled(format: Format) -> str:
    """What the page calls a format: its title, and its name if that differs."""
    alike = format.title.replace(" ", "").lower() == format.name
    return format.title if alike else f"{format.title} ({format.name})"


def source_of(said: Mapping[str, Any], data: bytes) -> Source:
    """The files of a request, each under its name."""
    if isinstance(said.get("file"), str):
        return Source.of_memory({visible(said["file"]): data}, LARGEST, COLUMNS)
    contents: dict[str, bytes] = {}
    start = 0
    listed = said["files"] if isinstance(said.get("files"), list) else []
    for file in listed:
        name, size = (file.get("name"), file.get("size")) if isinstance(file, dict) else (0, 0)
        if not isinstance(name, str) or not isinstance(size, int) or size < 0:
            raise RefusalError("Each of several files has a name and a size.", "file")
        name = visible(name)
        if name in contents:
            raise RefusalError(f"Two files are called {name}: give their folders.", "file")
        contents[name] = data[start : start + size]
        start += size
    if not contents:
        raise RefusalError("Choose a file, paste a table, or take a packaged one.", "file")
    return Source.of_memory(contents, LARGEST, COLUMNS)


def known_format(source: Source, name: Any) -> Format:
    """The format that was chosen; otherwise the one that it seems to be, which the page says."""
    if source.is_file and not source.head().strip() and not source.content.strip():
        raise RefusalError(f"{source.name} is empty.", "file")
    if isinstance(name, str) and name:
        return format_of(source, name)
    recognised = format_of(source)
    return _of_text(source) if recognised is CSV else recognised


def _of_text(source: Source) -> Format:
    """By what the columns are separated: what the head has most of outside of quotes."""
    line = source.head().decode("utf-8-sig", errors="replace").lstrip().split("\n", 1)[0]
    if line[:1] in ("[", "{"):
        return JSON
    bare = "".join(line.split('"')[::2])
    counts = {kind: bare.count(mark) for kind, mark in SEPARATORS.items()}
    return FORMATS[max(counts, key=lambda kind: counts[kind])] if any(counts.values()) else CSV


def found_in(source: Source, kind: Format, options: Mapping[str, Any]) -> Found:
    """What the format finds, before anything is chosen."""
    content = read_found(source, kind, dict(options))
    if {"fold", "run"} & set(content.roles):
        raise RefusalError(
            f"{source.name} holds the folds of one data set, and this page compares on several. "
            "The Python and R packages compare folds: corrected_t_test, hotelling_test.",
            "file",
        )
    if not len(content.frame):
        raise RefusalError(f"{source.name} has a head, but no row.", "file")
    if kind.states:
        return content
    frame = content.frame
    return replace(content, frame=frame.set_axis([str(name) for name in frame.columns], axis=1))


def own_of(said: Any, kind: Format) -> dict[str, str]:
    """The options of the format that the visitor gave."""
    options = said if isinstance(said, dict) else {}
    names = [name for name in own_options(kind) if name in _ASKED]
    given = {name: options.get(name) for name in names}
    return {name: value for name, value in given.items() if isinstance(value, str) and value}


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
    given = opened.own | said_of(opened, roles)
    key = key_of(opened.format, given)
    if key not in opened.reads:
        opened.reads = {key: read_found(opened.source, opened.format, given)}
    return table_of_found(opened.reads[key], given, opened.format)


def key_of(format: Format, given: Mapping[str, Any]) -> str:
    """What the format's reader looks at of all that is given."""
    options = {name: given[name] for name in own_options(format) if name in given}
    return json.dumps({n: list(v) if isinstance(v, dict) else v for n, v in options.items()})


def problems(frame: pd.DataFrame, described: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with a table before anybody has said what it holds."""
    names = [column["name"] for column in described]
    said = []
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        said.append(f"Several columns have the same name: {options.shorten(twice)}. Rename them.")
    nameless = sum(not name.strip() for name in names)
    if nameless:
        said.append(f"{wording.plural(nameless, 'column')} without a name.")
    for column in described:
        if column["kind"] == "number with text":
            shown = ", ".join(f"“{cell}”" for cell in column["odd"])
            said.append(
                f"The column “{column['name']}” holds numbers, and text in "
                f"{wording.plural(column['n_odd'], 'cell')} ({shown}): it can be a measure once "
                "every cell is a number or empty."
            )
        elif column.get("cure"):
            marked = " Or mark it as “in percent” below." if column["percent"] else ""
            said.append(
                f"The column “{column['name']}” is not a measure, because {column['why']}. "
                f"{column['cure']}{marked}"
            )
    said += [column["written"] for column in described if "written" in column]
    empty = [column["name"] for column in described if column["kind"] == "empty"]
    if empty:
        said.append(f"Empty: {options.shorten(empty)}.")
    lacking = [column for column in described if column["kind"] == "number" and column["missing"]]
    if lacking:
        cells = ", ".join(f"{column['name']} ({column['missing']})" for column in lacking[:6])
        said.append(f"Cells without a value: {cells}. Choose below what happens with them.")
    if not any(column["kind"] == "number" for column in described):
        said.append("No column holds only numbers, so there is nothing to compare yet.")
    return said
