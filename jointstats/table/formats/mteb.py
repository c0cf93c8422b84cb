"""MTEB: a model's main score on each task, and on each subset of tasks that have several.

After files of the repository of MTEB's results (mteb 1.12 to 2): a folder for each model and its
revision, with a file TASK.json for each task and model_meta.json, which names the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from jointstats.base import options
from jointstats.base.errors import ReadError
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.scores import found_rows, number, unlike

_TASK = re.compile(
    rb'(?s)\s*\{(?=.*"scores"\s*:)(?=.*"(mteb_version|mteb_dataset_name|task_name)")'
)
_MAIN = "main_score"
_TIME = "evaluation_time"


def _files(source: Source) -> list[Source]:
    return source.matching("*.json", _TASK)


def _model(file: Source) -> str:
    """The model's name in model_meta.json, or that of the folder MODEL/REVISION/."""
    for meta in file.beside("model_meta.json"):
        return options.label(meta.json()["name"])
    if len(file.parents) < 2:
        raise ReadError(f"{file.name} does not state its model: give the folder MODEL/REVISION/.")
    return file.parents[1].replace("__", "/")


def _rows(file: Source) -> Iterator[tuple[Any, ...]]:
    content, model = file.json(), _model(file)
    task = options.label(content["task_name"])
    parts = [
        (split, part.get("hf_subset", "default"), part)
        for split, several in content["scores"].items()
        for part in several
    ]
    for split, subset, part in parts:
        names = [*([split] if len(content["scores"]) > 1 else []), subset]
        item = "/".join(names) if len(parts) > 1 else ""
        if _MAIN not in part:
            raise ReadError(f'{file.name} has no {_MAIN} of "{task}": evaluate with mteb >= 1.12.')
        values = {n: v for n, v in part.items() if v is None or isinstance(v, int | float)}
        values |= {_TIME: content.get(_TIME)} if len(parts) == 1 else {}
        for name, value in values.items():
            if name != "hf_subset":
                yield task, item, model, 1, name, "", number(value)


def _read(source: Source, measures: Sequence[str] | None = None) -> Found:
    """Find a row for each model and task; subsets of a task are data sets of one family."""
    files = _files(source)
    rows = [row for file in files for row in _rows(file)]
    revisions = ((f.json()["task_name"], f.json().get("dataset_revision")) for f in files)
    notes = unlike(revisions, "revisions of the data set")
    if measures is None:  # hundreds of others
        rows = [row for row in rows if row[4] in (_MAIN, _TIME)]
    return found_rows(rows, source, measures, {_MAIN: "max"}, notes, "sample")


FORMAT = Format(
    "mteb",
    "MTEB",
    takes="the folder of results, or of several models: MODEL/REVISION/TASK.json",
    states="higher is better of main_score; none of the other scores and of evaluation_time",
    recognises=lambda source: bool(_files(source)),
    read=_read,
)
