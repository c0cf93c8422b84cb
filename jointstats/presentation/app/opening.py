"""Opening a table: what its columns are, its first rows, and what is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jointstats
from jointstats.kernels.messages import JointStatsError
from jointstats.labelled.formats.format import Format, Source
from jointstats.labelled.table.reading import describe_dataset
from jointstats.presentation.app import columns, given, reading
from jointstats.presentation.app.complaints import RefusalError, for_the_page, refused
from jointstats.presentation.app.telling import Teller
from jointstats.presentation.app.visit import Opened, Visit

ROWS = 6  # of the preview


def packaged(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """The packaged tables."""
    titles = jointstats.list_datasets()
    return {
        "version": jointstats.__version__,
        "tables": [{"name": name, "title": title} for name, title in titles.items()],
        "formats": reading.menu(),
    }


def opened(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """Open a file or a packaged table, and describe it."""
    teller.stage("Reading the table")
    name, known = said.get("packaged"), None
    if isinstance(name, str):
        made, known = _of_the_package(name)
    else:
        source = reading.source_of(said, data or b"")
        kind = reading.known_format(source, said.get("format"))
        try:
            made = _of_files(source, kind, said.get("own"), data or b"")
        except (JointStatsError, RefusalError) as error:
            return refused(error) | {"format": kind.name}  # of which an option may be asked for
    if len(made.frame.columns) > reading.COLUMNS:
        raise RefusalError(
            f"The table has {len(made.frame.columns):,} columns; this page shows at most "
            f"{reading.COLUMNS}. Use the Python package, or leave columns out.",
            "file",
        )
    visit.opened, visit.answer = made, None
    before = given.restored(said.get("answers"))
    given_before = visit.given(made)
    if before and not given_before:
        given_before.extend(before)
    described, n = [], len(made.frame.columns)
    for i in range(n):
        teller.stage(f"Looking at column {i + 1} of {n}", i / n)
        described.append(columns.described(made.frame, i))
    return {
        "table": {
            "name": made.name,
            "mark": made.mark,
            "kind": "packaged" if made.format is None else made.format.name,
            "read_as": "" if made.format is None else reading.titled(made.format),
            "rows": len(made.frame),
            "columns": described,
            "first": made.frame.head(ROWS).map(columns.as_text).to_numpy().tolist(),
            "problems": [] if made.states else _problems(made, described),
            "wide": [] if made.states else columns.patterns(described),
            "known": known,
            "stated": _stated(made),
        },
        "answers": [one.plain() for one in given_before],
    }


def _of_the_package(name: str) -> tuple[Opened, dict[str, Any]]:
    about = describe_dataset(name)
    chosen = about.get("default_measures") or list(about["measures"])
    roles = {
        "layout": "long",
        "dataset": about["dataset"],
        "algorithm": about["algorithm"],
        "measures": {measure: about["measures"][measure] for measure in chosen},
        "rope": about.get("rope", {}),
        "ways": about["measures"],
        "aggregate": "mean" if "fold" in about else None,
    }
    frame = jointstats.load_frame(name)
    made = Opened(f"@{name}", frame.astype(str), f"@{name}")
    return made, {"title": about["title"], "description": about["description"], "roles": roles}


def _of_files(source: Source, kind: Format, own: Any, data: bytes) -> Opened:
    given = reading.own_of(own, kind)
    found = reading.found_in(source, kind, given)
    content = hashlib.sha256(data).hexdigest()
    if not kind.states:  # which is not read again
        source = replace(source, held={})
    reads = {reading.key_of(kind, given): found}
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
