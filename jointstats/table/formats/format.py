"""What a format is: how it recognises its files, what it reads and which directions it states."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from jointstats.base.errors import Caution, ReadError
from jointstats.evidence.messages import Option, Part
from jointstats.table.directions import rows
from jointstats.table.formats import opening
from jointstats.table.formats.opening import UTF_8, beginning, not_utf8, parsed

if TYPE_CHECKING:
    import pandas as pd


MOST_FILES = 100_000
_HIDDEN = re.compile(r"\.(?!default$|[0-9a-f]{8}$)")  # omnibenchmark keeps results in the others
_HEAD = 4096  # bytes by which files are recognised, kept of as many files as
_HEADS = 20_000
MOST_COLUMNS = 5_000  # of a plain table: more are none that somebody compares


@dataclass(frozen=True)
class Source:
    """What the user gave: a path, a list of paths, ``"-"``, an open file, or an object.

    Everything is looked up when a format needs it, and once. `held` has the contents of files in
    memory (nothing is then looked up on the disk), `largest` the bytes that a file may unpack to.
    """

    given: Any
    held: Mapping[Path, bytes] | None = None
    largest: int = opening.LARGEST
    most_columns: int = MOST_COLUMNS
    heads: dict[Path, bytes] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take a list of one path for the path: its name and ending count alike."""
        if isinstance(self.given, list | tuple) and len(self.given) == 1:
            (path,) = self.given
            if isinstance(path, str | os.PathLike):
                object.__setattr__(self, "given", path)

    @classmethod
    def of_memory(
        cls, files: Mapping[str, bytes], largest: int = opening.LARGEST, columns: int = MOST_COLUMNS
    ) -> Source:
        """Names and contents of files in memory, and the limits of one of them."""
        held = {Path(name): content for name, content in files.items()}
        tops = {path.parts[0] for path in held if len(path.parts) > 1}
        in_one = len(tops) == 1 and all(len(path.parts) > 1 for path in held)
        given = [*tops] if in_one else [str(path) for path in held]
        return cls(given, held, largest, columns)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The files and folders that are named; none of an object or standard input."""
        if self.is_stdin:
            return ()
        several = self.given if isinstance(self.given, list | tuple) else [self.given]
        if not all(isinstance(path, str | os.PathLike) for path in several):
            return ()
        if self.held is not None:
            return tuple(map(Path, several))
        for path in several:
            opening.refuse_impossible(path)
        # Path.expanduser() would raise at the name of a file such as "~$results.xlsx".
        return tuple(Path(os.path.expanduser(os.fspath(path))) for path in several)

    @property
    def path(self) -> Path | None:
        """The one file or folder; None of several, of an object or of standard input."""
        return self.paths[0] if len(self.paths) == 1 else None

    @cached_property
    def is_stdin(self) -> bool:
        """Whether it is there only once: standard input, a pipe, a device, an open file."""
        if isinstance(self.given, str | os.PathLike):
            on_disk = self.held is None
            return on_disk and (str(self.given) == "-" or opening.is_stream(self.given))
        return hasattr(self.given, "read")

    @property
    def is_file(self) -> bool:
        """Whether it is one file, or standard input; a file that does not exist is one, too."""
        return self.is_stdin or (self.path is not None and not self._is_folder(self.path))

    def _is_folder(self, path: Path) -> bool:
        return path.is_dir() if self.held is None else path not in self.held

    @property
    def object(self) -> Any:
        """What was given, if it is neither a path nor standard input; otherwise None."""
        return None if self.is_stdin or self.paths else self.given

    @property
    def name(self) -> str:
        """Its name in a sentence."""
        if self.is_stdin:
            name = "the open file" if hasattr(self.given, "read") else str(self.given)
            return "standard input" if name == "-" else name
        if not self.paths:
            return f"the {type(self.given).__name__}"
        more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
        return f"{self.given if self.path is not None else self.paths[0]}{more}"

    def files(self, pattern: str = "*") -> list[Path]:
        """The files, also those in folders, whose names without compression match a pattern."""
        return [path for path, name in self._there if fnmatch(name, pattern)]

    @cached_property
    def _there(self) -> tuple[tuple[Path, str], ...]:
        """Every file that is named, or in a folder that is: looked up once for all formats."""
        files: list[Path] = []
        for path in self.paths if self.held is None else ():
            files += _inside(path) if path.is_dir() else [path]
        return tuple((path, opening.plain_name(path)) for path in files or sorted(self.held or ()))

    def each(self, pattern: str) -> list[Source]:
        """The same files as separate sources."""
        return [replace(self, given=path) for path in self.files(pattern)]

    def matching(self, pattern: str, start: re.Pattern[bytes]) -> list[Source]:
        """Those of :meth:`each` whose first bytes match a regular expression."""
        return [file for file in self.each(pattern) if start.match(file.head())]

    @property
    def tables(self) -> list[Source]:
        """The one file, or all that are CSV, as separate sources."""
        return [self] if self.is_file else self.each("*.csv")

    def beside(self, pattern: str) -> list[Source]:
        """The files in the folder of the one file whose names match a pattern."""
        if self.path is None:
            return []
        folder = self.path.parent
        there = folder.iterdir() if self.held is None else self.held
        paths = sorted(p for p in there if p.parent == folder and fnmatch(p.name, pattern))
        return [replace(self, given=path) for path in paths]

    @property
    def parents(self) -> tuple[str, ...]:
        """The names of the folders that the one file is in, the innermost first."""
        if self.path is None:
            return ()
        path = self.path.resolve() if self.held is None else self.path
        return tuple(parent.name for parent in path.parents if parent.name)

    def head(self, size: int = _HEAD) -> bytes:
        """The first bytes of the one file, decompressed; none if it cannot be read."""
        if self.is_stdin:
            return self.content[:size]
        if not self.is_file or self.path is None:
            return b""
        if size > _HEAD or self.path not in self.heads:
            try:
                with self.opened() as file:
                    start = file.read(max(size, _HEAD))
            except ReadError:  # the reader of the file refuses it
                start = b""
            if size > _HEAD or len(self.heads) >= _HEADS:
                return start[:size]
            self.heads[self.path] = start
        return self.heads[self.path][:size]

    @cached_property
    def content(self) -> bytes:
        """All of the one file, decompressed."""
        if self.is_stdin:  # read here: pandas takes Ctrl-C while it reads for a broken file
            return opening.whole(self.given, self.name)
        with self.opened() as file:
            in_memory = isinstance(file, io.BytesIO)
            content = file.read() if in_memory else opening.gathered(file, self.refuse_large)
        self.refuse_large(len(content))
        return bytes(content)

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The one file for reading bytes, decompressed."""
        if self.path is None:
            raise ReadError(f"{self.name} are several files: name one.")
        if self._is_folder(self.path):
            raise ReadError(f"{self.name} is a folder: name a file.")
        content = None if self.held is None else self.held[self.path]
        with opening.explained(self.path), opening.unpacking(self.path, content) as file:
            yield file

    def refuse_large(self, size: int) -> None:
        """Refuse what has more bytes, unpacked, than a file may have."""
        if size > self.largest:
            raise ReadError(f"{self.name} is larger than {self.largest >> 20:,} MB once unpacked.")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names in the first line, if the file looks like CSV or TSV; otherwise none."""
        text = beginning(self.head(1 << 16))
        line = text.split("\n")[0].rstrip("\r")
        if "\0" in text or text.lstrip()[:1] in ("", "{", "["):
            return ()
        separator = max(",;\t", key=line.count)
        try:
            return tuple(next(csv.reader([line], delimiter=separator), ()))
        except csv.Error:  # a cell of a hundred thousand letters, a line break within a name
            return ()

    def text(self, encoding: str = UTF_8) -> str:
        """The file as text."""
        try:
            return self.content.decode(encoding)
        except UnicodeDecodeError:
            raise not_utf8(self.name) from None

    @cached_property
    def json(self) -> Any:
        """The file's JSON, parsed once."""
        opening.refuse_crowded(self.content, self.name)
        try:
            return parsed(self.text(), self.name)
        except ReadError as error:
            if not isinstance(error.__context__, json.JSONDecodeError) or len(self.columns) < 2:
                raise
        is_text = f"{self.name} is not JSON, but seems to be a table of text: set "
        raise ReadError(is_text, Option("format", "csv"), ".")

    def stream(self) -> Any:
        """What pandas may read: the file's path, or the bytes of standard input or an archive."""
        if self.path is not None and self._is_folder(self.path):
            raise ReadError(f"{self.path} is a folder: name a file.")
        if self.path is None or self.held is not None or self.path.suffix.lower() == ".zip":
            return io.BytesIO(self.content)
        opening.refuse_packed(self.path)
        name = str(self.path)
        # Pandas would take for an address what begins with //, or does so without tabs.
        odd = name.startswith("//") or not name.isprintable()
        packed = self.path.suffix.lower() in opening.COMPRESSED
        return opening.unpacking(self.path) if packed or odd else self.path


def _inside(folder: Path) -> list[Path]:
    """The files in a folder and its folders, without hidden ones."""
    if folder.resolve() == Path(folder.resolve().anchor):
        raise ReadError(f"{folder} is a folder that holds all others: name that of the results.")
    files: list[Path] = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not _HIDDEN.match(name)]
        files += [Path(root, name) for name in names if not name.startswith(".")]
        if len(files) > MOST_FILES:  # somebody's home, or the whole disk
            raise ReadError(
                f"{folder} is a folder of more than {MOST_FILES} files: name that of the results."
            )
    return sorted(path for path in files if path.is_file())


Note = str | Sequence[Part]

# What a cut or edited file may raise in a reader: cells that are no numbers, text that is none, and
# in what is nested, anything of another shape than its program gives it.
_OF_PYTHON = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
_STUMBLES = (*_OF_PYTHON, csv.Error, struct.error)
_HALVES = (UnicodeEncodeError,)  # of letters, which no file can hold


@dataclass(frozen=True)
class Found:
    """What a reader found: a frame with a row for each data set and algorithm (and run).

    Attributes
    ----------
    roles : dict
        Keywords of :func:`jointstats.results_table` that the format states, such as ``dataset``,
        ``algorithm``, ``measures`` (with stated directions only), ``runs``, ``cluster``.
    undirected : tuple of str
        Measures whose direction the format does not state: the user has to.
    notes : tuple of str or parts of a message
        What failed, was imputed or was left out, counted, a sentence each.
    also : dict
        Further measures with stated directions, used only if the user names them.
    choices : dict
        Roles that only the user knows (``dataset``, ``algorithm``), to the columns that may be it.
    """

    frame: pd.DataFrame
    roles: Mapping[str, Any] = field(default_factory=dict)
    undirected: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        frame: pd.DataFrame,
        names: tuple[str, str],
        ways: Mapping[str, str | None],
        runs: tuple[str | None, str] = (None, "cv"),
        **more: Any,
    ) -> Found:
        """What is in a frame whose columns `names` hold data sets and algorithms.

        `ways` maps measures to directions (None if unstated); `runs` is the column of runs, unused
        if it has one value, and their kind.
        """
        roles: dict[str, Any] = dict(zip(("dataset", "algorithm"), names, strict=True))
        roles["measures"] = {name: way for name, way in ways.items() if way}
        if runs[0] is not None and frame[runs[0]].nunique() > 1:
            roles |= {"runs": runs[0], "run_kind": runs[1]}
        return cls(frame, roles, tuple(name for name, way in ways.items() if not way), **more)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """The notes, as results keep them."""
        return tuple(Caution(n) if isinstance(n, str) else Caution(*n) for n in self.notes)


def begins(pattern: str, start: re.Pattern[bytes]) -> Callable[[Source], bool]:
    """For a format that is known by the first bytes of one of the files of a name."""
    return lambda source: bool(source.matching(pattern, start))


def never(source: Source) -> bool:
    """For a format that is known by the file's ending alone, or only if it is named."""
    return False


@dataclass(frozen=True)
class Format:
    """A format of results.

    Attributes
    ----------
    name, title : str
        The word for ``format=``, such as ``"lm-eval"``, and what the format is called.
    takes, states : str
        What may be given, and which directions are stated where (empty for a plain table).
    recognises : callable
        Whether a source is of this format: cheap, and false for the files of any other format.
    read : callable
        ``read(source, **options)``; its keywords are options of the format; ``measures`` gets the
        names that the user gave, or None.
    endings : tuple of str
        Endings of files that are read so if no other format recognises them, such as ``".csv"``.
    """

    name: str
    title: str
    takes: str
    states: str
    recognises: Callable[[Source], bool]
    read: Callable[..., Found]
    endings: tuple[str, ...] = ()

    @property
    def stumbles(self) -> tuple[type[Exception], ...]:
        """What a cut or edited file may raise; any other exception is a fault of the reader."""
        return _STUMBLES if self.states else _HALVES


def listed(
    name: str, recognises: Callable[[Source], bool], read: Callable[..., Found], *endings: str
) -> Format:
    """A format of the list, which has its title, what it takes and what it states."""
    about = next(row for row in rows("formats.csv") if row["name"] == name)
    return Format(**about, recognises=recognises, read=read, endings=endings)
