"""Plain tables: JSON, and several files as one table with names from their paths."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jointstats.base import options, wording
from jointstats.base.errors import OptionError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats import binary, opening, text
from jointstats.table.formats.format import Found, Source, listed, never
from jointstats.table.formats.scores import left_out

if TYPE_CHECKING:
    import pandas as pd


OUTER, INNER, VALUE = "outer", "inner", "value"  # columns of results that are nested by two names
_SHAPES = 'a list of records, such as [{"data": "iris", "acc": 0.9}], or an object of columns'


def _read(source: Source) -> Found:
    return Found(_frame(lambda: source.json if source.is_file else source.object, source))


def _is_results(source: Source) -> bool:
    """Whether it is an object of results by two names, which need not be in a file."""
    given = source.object
    if not isinstance(given, Mapping) or not given or not _is_nested(given):
        return False
    cells = [cell for cells in given.values() for cell in cells.values()]
    single = [x for cell in cells if isinstance(cell, Mapping) for x in cell.values()]
    return all(x is None or isinstance(x, int | float | str) for x in single)


def _frame(parse: Callable[[], Any], source: Source) -> pd.DataFrame:
    import pandas as pd  # before anything is parsed: an import without memory is no MemoryError

    name, inner = source.name, _table_within(parse())
    if isinstance(inner, list) and inner and all(isinstance(row, Mapping) for row in inner):
        names: set[str] = set()
        for record in inner:
            names.update(record)
            opening.refuse_columns(name, len(names), source.most_columns)
        return _flat(pd.DataFrame.from_records(inner), name)
    if isinstance(inner, Mapping) and inner:
        opening.refuse_columns(name, len(inner), source.most_columns)
        if _is_nested(inner):
            return _flat(_long(inner, name), name)
        columns = _aligned(inner)
        if columns and len(set(map(len, columns.values()))) == 1:
            return _flat(pd.DataFrame(columns), name)
    raise ReadError(f"{name} holds no table: needed is {_SHAPES}.")


def _table_within(content: Any) -> Any:
    """The table: under "data" (with "columns", if its rows are lists), or all of it."""
    inner = content.get("data") if isinstance(content, Mapping) else None
    names = content.get("columns") if isinstance(content, Mapping) else None
    if isinstance(inner, list) and isinstance(names, list):
        fitting = all(isinstance(row, list) and len(row) == len(names) for row in inner)
        fitting = fitting and not any(isinstance(name, list | Mapping) for name in names)
        return [dict(zip(names, row, strict=True)) for row in inner] if fitting else content
    if isinstance(inner, Mapping):
        nested = all(isinstance(cells, list | Mapping) for cells in inner.values())
        return inner if nested else content
    is_table = isinstance(inner, list) and all(isinstance(row, Mapping) for row in inner)
    return inner if is_table else content


def _aligned(inner: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Columns: lists, or objects of named rows, which need not come in one sequence."""
    if all(isinstance(cells, list) for cells in inner.values()):
        return dict(inner)
    if not all(isinstance(cells, Mapping) for cells in inner.values()):
        return {}
    rows = dict.fromkeys(row for cells in inner.values() for row in cells)
    return {name: [cells.get(row) for row in rows] for name, cells in inner.items()}


def _is_nested(inner: Mapping[str, Any]) -> bool:
    """Whether an object holds results by two names, such as those of models and data sets.

    Columns of a table have rows that are numbered, or hold names as well as numbers.
    """
    if not all(isinstance(cells, Mapping) and cells for cells in inner.values()):
        return False
    rows = {row for cells in inner.values() for row in cells}
    if rows == set(map(str, range(len(rows)))):
        return False
    cells = [cell for cells in inner.values() for cell in cells.values()]
    results = all(cell is None or isinstance(cell, int | float) for cell in cells)
    return results or all(isinstance(cell, Mapping) for cell in cells)


def _long(inner: Mapping[str, Mapping[str, Any]], name: str) -> pd.DataFrame:
    """A row for each two names; which are data sets and which algorithms, the user says."""
    import pandas as pd

    rows = [
        (outer, key, cell if isinstance(cell, Mapping) else {VALUE: cell})
        for outer, cells in inner.items()
        for key, cell in cells.items()
    ]
    taken = next((name for name in (OUTER, INNER) for _, _, cell in rows if name in cell), None)
    if taken:
        raise ReadError(f'{name} has a measure "{taken}", as its names are called: rename it.')
    return pd.DataFrame.from_records([{OUTER: o, INNER: i, **cell} for o, i, cell in rows])


def _flat(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Refuse cells that hold more than one value, or a text longer than any name."""
    for column in frame.columns:
        texts = (len(cell) for cell in frame[column] if isinstance(cell, str))
        opening.refuse_long(name, max(texts, default=0))
        nested = [isinstance(cell, list | Mapping) for cell in frame[column]]
        if any(nested):
            raise ReadError(
                f'{name} is nested: "{column}" holds several values in record '
                f"{nested.index(True) + 1}; write each into a separate column."
            )
    return frame


def _read_lines(source: Source) -> Found:
    opening.refuse_crowded(source.content, source.name)
    frame = binary.of_records(source.content)
    if frame is not None:
        opening.refuse_columns(source.name, frame.shape[1], source.most_columns)
        return Found(frame)
    return Found(_frame(lambda: _records(source), source))


def _records(source: Source) -> list[Any]:
    lines = enumerate(source.text().split("\n"), 1)  # others that end lines may be in texts
    return [opening.parsed(line, source.name, i) for i, line in lines if line.strip()]


JSON = listed("json", _is_results, _read, ".json")
JSONL = listed("jsonl", never, _read_lines, ".jsonl", ".ndjson")


FILE = "file"  # the column of the files' names, where no pattern says what they are
_PLACE = re.compile(r"\{(\w+)\}")
_ROLES = ("dataset", "algorithm")
# Of a folder, the first of these kinds that has files is read.
_KINDS = (text.CSV, text.TSV, binary.PARQUET, JSONL, JSON, binary.EXCEL)


def is_pattern(source: Source) -> bool:
    """Whether a path on the disk has places such as ``{algorithm}``, and is none of a file."""
    path = None if source.held is not None else source.path
    return path is not None and bool(_PLACE.search(str(path))) and not path.exists()


def read(source: Source, *, pattern: str | None = None) -> Found:
    """Find the rows of all files, with a column for each place of the pattern.

    The pattern is how the paths end, such as ``{algorithm}/results.csv``; ``*`` is anything.
    """
    if source.path is not None and is_pattern(source):
        source, pattern = _split(source.path, pattern)
    paths = _fitting(source, pattern)
    frames, columns = [], Counter[str]()
    for path, names in paths.items():
        frame = _table(replace(source, given=path))
        columns.update(frame.columns)
        if twice := sorted({*names} & {*frame.columns}):
            raise ReadError(
                f'{path} has a column "{twice[0]}", which the path names, too: call it otherwise '
                "in the pattern."
            )
        frames.append(frame.assign(**names))
    shared = [name for name, number in columns.items() if number == len(paths)]
    if not shared:
        raise ReadError(
            f"{source.name} holds tables that have no column in common: name those that belong "
            "together."
        )
    import pandas as pd

    added = list(next(iter(paths.values())))
    frame = pd.concat(frames, ignore_index=True)[[*added, *shared]]
    roles = {name: name for name in added if name in _ROLES}
    return Found(frame, roles, notes=_left_out(columns, len(paths)))


def _split(path: Path, pattern: str | None) -> tuple[Source, str]:
    """The folder before the first place, and the pattern within it."""
    if pattern is not None:
        raise OptionError("The path has places already: leave out the pattern.")
    parts = path.parts
    first = next(i for i, part in enumerate(parts) if _PLACE.search(part))
    root = Path(*parts[:first]) if first else Path(".")
    if not root.is_dir():
        raise ReadError(f"There is no folder {root}.")
    return Source(str(root)), "/".join(parts[first:])


def _fitting(source: Source, pattern: str | None) -> dict[Path, dict[str, str]]:
    """The files that are read, each with what its path says."""
    files = source.files()
    if pattern is None:
        for kind in _KINDS:
            chosen = [path for path in files if _ending(path) in kind.endings]
            if chosen:
                return _named(chosen)
        raise ReadError(
            f"{source.name} holds no table that is read here, such as CSV or Parquet, and no other "
            "format is recognised: name files, or set ",
            Option("format"),
            ".",
        )
    places = _PLACE.findall(pattern)
    if not places or len({*places}) < len(places):
        raise OptionError(
            f'The pattern needs places with different names, such as "{{algorithm}}/results.csv"; '
            f'got "{pattern}".'
        )
    regular = re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(pattern))
    fits = re.compile(rf"(?:.*/)?{regular.replace(re.escape('*'), '[^/]*')}")
    matches = {path: fits.fullmatch(path.as_posix()) for path in files}
    fitting = {
        path: dict(zip(places, match.groups(), strict=True))
        for path, match in matches.items()
        if match
    }
    if not fitting:
        example = f", such as {files[0]}" if files else ""
        raise ReadError(f'No file of {source.name} fits the pattern "{pattern}"{example}.')
    return fitting


def _ending(path: Path) -> str:
    return Path(opening.plain_name(path)).suffix.lower()


def _named(paths: list[Path]) -> dict[Path, dict[str, str]]:
    """Files with the part of their paths that differs; a single one needs no name."""
    if len(paths) == 1:
        return {paths[0]: {}}
    top = Path(os.path.commonpath([path.parent for path in paths]))
    within = {path: path.relative_to(top).with_name(opening.plain_name(path)) for path in paths}
    return {path: {FILE: name.with_suffix("").as_posix()} for path, name in within.items()}


def _table(source: Source) -> pd.DataFrame:
    """The table of one file; an object of JSON with single values is a row."""
    import pandas as pd

    path = source.path
    kind = next((k for k in _KINDS if path is not None and _ending(path) in k.endings), text.CSV)
    if kind is JSON:
        content = source.json
        if isinstance(content, Mapping) and not any(
            isinstance(cell, list | Mapping) for cell in content.values()
        ):
            return pd.DataFrame([content])
    frame = kind.read(source).frame
    return frame.set_axis([options.label(name) for name in frame.columns], axis=1)


def _left_out(columns: Mapping[str, int], number: int) -> tuple[str, ...]:
    """Columns that only some of the files have."""
    rest = [name for name, times in columns.items() if times < number]
    left = wording.capital(left_out(len(rest), "column", rest))
    return (f"{left}, because some of the {number} files have none.",) * bool(rest)


FORMAT = listed("tables", is_pattern, read)
