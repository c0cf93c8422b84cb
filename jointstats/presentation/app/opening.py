"""Opening a table: what its columns are, its first rows, and what is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import jointstats
from jointstats.labelled.table.reading import describe_dataset
from jointstats.presentation.app import columns, given, parsing
from jointstats.presentation.app.complaints import RefusalError
from jointstats.presentation.app.telling import Teller
from jointstats.presentation.app.visit import Opened, Visit

ROWS = 6  # of the preview
COLUMNS = 400  # that the page can list


def packaged(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """The packaged tables."""
    titles = jointstats.list_datasets()
    return {
        "version": jointstats.__version__,
        "tables": [{"name": name, "title": title} for name, title in titles.items()],
    }


def opened(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """Open a file or a packaged table, and describe it."""
    teller.stage("Reading the table")
    name, known = said.get("packaged"), None
    if isinstance(name, str):
        made, known = _of_the_package(name)
    elif isinstance(said.get("file"), str):
        made = _of_a_file(said["file"], said.get("format"), data or b"")
    else:
        raise RefusalError("Choose a file, paste a table, or take a packaged one.", "file")
    if len(made.frame.columns) > COLUMNS:
        raise RefusalError(
            f"The table has {len(made.frame.columns):,} columns; this page shows at most "
            f"{COLUMNS}. Use the Python package, or leave columns out.",
            "file",
        )
    visit.opened, visit.answer = made, None
    before = given.restored(said.get("answers"))
    if before and not visit.given():
        visit.given().extend(before)
    described, n = [], len(made.frame.columns)
    for i in range(n):
        teller.stage(f"Looking at column {i + 1} of {n}", i / n)
        described.append(columns.described(made.frame, i))
    return {
        "table": {
            "name": made.name,
            "kind": made.kind,
            "read_as": parsing.READ_AS[made.kind],
            "rows": len(made.frame),
            "columns": described,
            "first": made.frame.head(ROWS).astype(str).to_numpy().tolist(),
            "problems": columns.problems(made.frame, described),
            "wide": columns.patterns(described),
            "known": known,
        },
        "answers": [one.plain() for one in visit.given()],
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
    made = Opened(f"@{name}", frame.astype(str), "packaged", f"@{name}")
    return made, {"title": about["title"], "description": about["description"], "roles": roles}


def _of_a_file(name: str, format: Any, data: bytes) -> Opened:
    frame, kind = parsing.frame_of(name, format if isinstance(format, str) else None, data)
    return Opened(name, frame, kind, hashlib.sha256(data).hexdigest())
