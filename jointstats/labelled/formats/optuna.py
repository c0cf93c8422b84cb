"""Optuna: the values of trials, with their parameters.

After files that optuna 5.0.0 wrote: `trials_dataframe()`, and the storage of studies in SQLite.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Source
from jointstats.labelled.formats.opening import plain_name
from jointstats.labelled.formats.rows import column_names, records_of
from jointstats.labelled.formats.runs import found_runs

_COLUMNS = {"number", "state", "datetime_start"}
_WAYS = {"MAXIMIZE": "max", "MINIMIZE": "min"}
_TRIALS = """
SELECT trial_id, study_name AS study, number, state FROM trials JOIN studies USING (study_id)
"""
_VALUES = "SELECT trial_id, objective, value, value_type FROM trial_values"
_PARAMS = "SELECT trial_id, param_name, param_value, distribution_json FROM trial_params"
_ATTRIBUTES = "SELECT trial_id, key, value_json FROM trial_user_attributes"
_DIRECTIONS = "SELECT study_id, objective, direction FROM study_directions"
_NAMES = "SELECT study_id, value_json FROM study_system_attributes WHERE key='study:metric_names'"
_INFINITE = {"INF_POS": float("inf"), "INF_NEG": float("-inf")}


def _is_trials(source: Source) -> bool:
    names = column_names(source)
    return names >= _COLUMNS and any(n == "value" or n.startswith("values_") for n in names)


def _is_storage(source: Source) -> bool:
    return source.head(16) == b"SQLite format 3\0" and b"study_directions" in source.content


def _stored(source: Source) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The trials of a storage as `trials_dataframe()` names them, and stated directions."""
    try:
        import sqlite3
    except ImportError:  # some Pythons are built without it
        raise ReadError(f"{source.name} needs sqlite3: give trials_dataframe() as CSV.") from None
    with contextlib.closing(sqlite3.connect(":memory:")) as file:
        file.deserialize(source.content)
        named = {study: json.loads(names) for study, names in file.execute(_NAMES)}
        directions = [*file.execute(_DIRECTIONS)]
        several = len({objective for _, objective, _ in directions}) > 1
        if len({str(named.get(study)) for study, *_ in directions}) > 1:
            raise ReadError(f"{source.name} holds studies of different objectives: give one's CSV.")
        names = next(iter(named.values()), None)

        def column(objective: int) -> str:
            return f"values_{names[objective] if names else objective}" if several else "value"

        ways: dict[str, set[str | None]] = {}
        for _, objective, direction in directions:
            ways.setdefault(column(objective), set()).add(_WAYS.get(direction))
        heads = ("study", "number", "state")
        rows = {i: dict(zip(heads, head, strict=True)) for i, *head in file.execute(_TRIALS)}
        for i, objective, value, kind in file.execute(_VALUES):
            rows[i][column(objective)] = _INFINITE.get(kind, value)
        for i, name, value, text in file.execute(_PARAMS):
            choices = json.loads(text)["attributes"].get("choices")
            rows[i][f"params_{name}"] = choices[int(value)] if choices else value
        for i, name, text in file.execute(_ATTRIBUTES):
            rows[i][f"user_attrs_{name}"] = json.loads(text)
    stated = {
        name: min(filter(None, w)) for name, w in ways.items() if len(w) == 1 and None not in w
    }
    return list(rows.values()), stated


def _framed(files: list[Source]) -> Iterator[dict[str, Any]]:
    for file in files:
        study = {"study": plain_name(file.path).removesuffix(".csv")} if files[1:] else {}
        yield from (study | row for row in records_of(file, _COLUMNS, "a frame of trials"))


def _read(source: Source) -> Found:
    """Find a row for each trial; one that failed or was pruned is missing."""
    ways: dict[str, str] = {}
    if _is_storage(source):
        rows, ways = _stored(source)
    else:
        rows = [*_framed([source] if source.object is not None else source.tables)]
    names = dict.fromkeys(name for row in rows for name in row)
    values = [name for name in names if name == "value" or name.startswith("values_")]
    states = [str(row["state"]) for row in rows]
    shown = [
        n for n in names if n in ("study", *values) or n.startswith(("params_", "user_attrs_"))
    ]
    rows = [{name: row.get(name) for name in shown} for row in rows]
    failed = [None if state == "COMPLETE" else state for state in states]
    return found_runs(rows, values, failed, source.name, "trials", ways)


def _recognises(source: Source) -> bool:
    if source.object is not None or source.is_file:
        return _is_trials(source) or _is_storage(source)
    return bool(source.tables) and all(map(_is_trials, source.tables))


FORMAT = Format(
    "optuna",
    "Optuna",
    takes="trials_dataframe() as frame or CSV, several of these, or an SQLite storage (study.db)",
    states="those of studies, in a storage; none in a frame",
    recognises=_recognises,
    read=_read,
)
