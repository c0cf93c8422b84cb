"""Several plain tables as one: rows of all files, with names that are taken from their paths."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jointstats.base import options, wording
from jointstats.base.errors import OptionError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats import binary, json_tables, text
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.opening import plain_name

if TYPE_CHECKING:
    import pandas as pd

FILE = "file"  # the column of the files' names, where no pattern says what they are
_PLACE = re.compile(r"\{(\w+)\}")
_ROLES = ("dataset", "algorithm")
# Of a folder, the first of these kinds that has files is read.
_KINDS = (text.CSV, text.TSV, binary.PARQUET, json_tables.JSONL, json_tables.JSON, binary.EXCEL)


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
    frames, columns = [], dict[str, int]()
    for path, names in paths.items():
        frame = _table(replace(source, given=path))
        for name in frame.columns:
            columns[name] = columns.get(name, 0) + 1
        if twice := sorted({*names} & {*frame.columns}):
            raise ReadError(
                f'{path} has a column "{twice[0]}", which the path names, too: call it otherwise '
                "in the pattern."
            )
        frames.append(frame.assign(**names))
    shared = [name for name, number in columns.items() if number == len(paths)]
    if not shared:
        raise ReadError(f"{source.name} holds tables that have no column in common: name those "
                        "that belong together.")  # fmt: skip
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
    parts = re.split(r"(\{\w+\}|\*)", pattern)
    ways = [_PLACE.sub(r"(?P<\1>[^/]+)", part) if part[:1] == "{" else
            "[^/]*" if part == "*" else re.escape(part) for part in parts]  # fmt: skip
    fits = re.compile(rf"(?:.*/)?{''.join(ways)}")
    matches = {path: fits.fullmatch(path.as_posix()) for path in files}
    fitting = {path: match.groupdict() for path, match in matches.items() if match}
    if not fitting:
        example = f", such as {files[0]}" if files else ""
        raise ReadError(f'No file of {source.name} fits the pattern "{pattern}"{example}.')
    return fitting


def _ending(path: Path) -> str:
    return Path(plain_name(path)).suffix.lower()


def _named(paths: list[Path]) -> dict[Path, dict[str, str]]:
    """Files with the part of their paths that differs; a single one needs no name."""
    if len(paths) == 1:
        return {paths[0]: {}}
    top = Path(os.path.commonpath([path.parent for path in paths]))
    return {path: {FILE: str(path.relative_to(top).with_name(plain_name(path)).with_suffix("")
                             .as_posix())} for path in paths}  # fmt: skip


def _table(source: Source) -> pd.DataFrame:
    """The table of one file; an object of JSON with single values is a row."""
    import pandas as pd

    path = source.path
    kind = next((k for k in _KINDS if path is not None and _ending(path) in k.endings), text.CSV)
    if kind is json_tables.JSON:
        content = source.json()
        if isinstance(content, Mapping) and not any(
            isinstance(cell, list | Mapping) for cell in content.values()
        ):
            return pd.DataFrame([content])
    frame = kind.read(source).frame
    return frame.set_axis([options.label(name) for name in frame.columns], axis=1)


def _left_out(columns: Mapping[str, int], number: int) -> tuple[str, ...]:
    """Columns that only some of the files have."""
    rest = [name for name, times in columns.items() if times < number]
    if not rest:
        return ()
    are = "is" if len(rest) == 1 else "are"
    return (f"{wording.capital(wording.plural(len(rest), 'column'))} ({options.shorten(rest)}) "
            f"{are} left out, because some of the {number} files have none.",)  # fmt: skip


FORMAT = Format(
    "tables",
    "several tables with the same columns",
    takes="a folder or files with CSV, TSV, Parquet, JSON or Excel tables, or a path such as "
    "results/{algorithm}/results.csv",
    states="",
    recognises=is_pattern,
    read=read,
)
