"""What a format is: how it knows its files, what it finds in them, and what it states of it."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from jointstats.kernels.messages import Option, Part
from jointstats.labelled.errors import Caution, ReadError
from jointstats.labelled.formats import opening
from jointstats.labelled.formats.encodings import UTF_8, beginning, not_utf8, parsed

if TYPE_CHECKING:
    import pandas as pd


MOST_FILES = 100_000
MOST_COLUMNS = 200_000  # of a plain table: more are none that somebody compares


@dataclass(frozen=True)
class Source:
    """What the user gave: a file, a folder, several of them, standard input, or an object.

    It is looked at when it is asked, and once: many formats ask the same.

    Attributes
    ----------
    given : object
        A path, ``"-"`` for standard input, an open file, a list of paths, or an object that holds
        results.
    held : dict of Path to bytes, optional
        The files, if they are in memory: then `given` are their names, or that of the folder that
        they are in, and nothing is looked up on the disk.
    largest : int, optional
        Bytes that one of these files may have, unpacked.
    most_columns : int
        Columns that a plain table may have.
    """

    given: Any
    held: Mapping[Path, bytes] | None = None
    largest: int | None = None
    most_columns: int = MOST_COLUMNS

    def __post_init__(self) -> None:
        """Take a list of one path for the path: its name and ending count alike."""
        if isinstance(self.given, list | tuple) and len(self.given) == 1:
            (one,) = self.given
            if isinstance(one, str | os.PathLike):
                object.__setattr__(self, "given", one)

    @classmethod
    def of_memory(cls, files: Mapping[str, bytes], *most: int) -> Source:
        """Files that are in memory, by their names; then what they may have at most."""
        held = {Path(name): content for name, content in files.items()}
        tops = {path.parts[0] for path in held if len(path.parts) > 1}
        in_one = len(tops) == 1 and all(len(path.parts) > 1 for path in held)
        given = [*tops] if in_one else [str(path) for path in held]
        return cls(given, held, *most)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The files and folders that are named; none of an object or standard input."""
        if self.is_stdin:
            return ()
        several = self.given if isinstance(self.given, list | tuple) else [self.given]
        if self.held is not None:
            return tuple(map(Path, several))
        if not all(isinstance(one, str | os.PathLike) for one in several):
            return ()
        for one in several:
            opening.refuse_address(one)
            opening.refuse_impossible(one)
        # Path.expanduser() would raise at the name of a file such as "~$results.xlsx".
        return tuple(Path(os.path.expanduser(os.fspath(one))) for one in several)

    @property
    def path(self) -> Path | None:
        """The one file or folder; None of several, of an object or of standard input."""
        return self.paths[0] if len(self.paths) == 1 else None

    @cached_property
    def is_stdin(self) -> bool:
        """Whether it is there only once: standard input, a pipe, a device, an open file."""
        if self.held is not None:
            return False
        if isinstance(self.given, str | os.PathLike):
            return str(self.given) == "-" or opening.is_stream(self.given)
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
        """What it is called in a sentence."""
        if self.is_stdin:
            name = "the open file" if hasattr(self.given, "read") else str(self.given)
            return "standard input" if name == "-" else name
        if not self.paths:
            return f"the {type(self.given).__name__}"
        more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
        return f"{self.given if self.path is not None else self.paths[0]}{more}"

    def files(self, pattern: str = "*") -> list[Path]:
        """The files whose names match a pattern, those in folders (and their folders) as well.

        A pattern is like ``"results_*.json"``; endings of compression are no part of a name.
        """
        return [path for path, name in self._there if fnmatch(name, pattern)]

    @cached_property
    def _there(self) -> tuple[tuple[Path, str], ...]:
        """Every file that is named, or in a folder that is: looked up once for all formats."""
        found: list[Path] = []
        for path in self.paths if self.held is None else ():
            found += _inside(path) if path.is_dir() else [path]
        return tuple((path, opening.plain_name(path)) for path in found or sorted(self.held or ()))

    def each(self, pattern: str) -> list[Source]:
        """The same files, each as a source of its own."""
        return [replace(self, given=path) for path in self.files(pattern)]

    @property
    def tables(self) -> list[Source]:
        """The one file, or all that are CSV, each as a source of its own."""
        return [self] if self.is_file else self.each("*.csv")

    def beside(self, pattern: str) -> list[Source]:
        """The files in the folder of the one file whose names match a pattern."""
        if self.path is None:
            return []
        folder = self.path.parent
        there = folder.iterdir() if self.held is None else self.held
        found = sorted(one for one in there if one.parent == folder and fnmatch(one.name, pattern))
        return [replace(self, given=one) for one in found]

    @property
    def folder(self) -> str:
        """The name of the folder that the one file is in; nothing if that is not known."""
        if self.path is None:
            return ""
        return (self.path.resolve() if self.held is None else self.path).parent.name

    def head(self, size: int = 4096) -> bytes:
        """The first bytes of the one file, decompressed; none if it cannot be read."""
        if self.is_stdin:
            return self.content[:size]
        if not self.is_file or self.path is None:
            return b""
        try:
            with self.opened() as file:
                return file.read(size)
        except ReadError:  # who reads the file says so
            return b""

    @cached_property
    def content(self) -> bytes:
        """All of the one file, decompressed.

        Raises
        ------
        ReadError
            If there is no such file, it is broken, or what was given is no single file.
        """
        if self.is_stdin:  # read here: pandas takes Ctrl-C while it reads for a broken file
            return opening.whole(self.given, self.name)
        with self.opened() as file:
            there = isinstance(file, io.BytesIO)
            found: bytes = file.read() if there else opening.gathered(file, self.refuse_large)
        self.refuse_large(len(found))
        return found

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The one file for reading bytes, decompressed.

        Raises
        ------
        ReadError
            As of :attr:`content`.
        """
        if self.path is None:
            raise ReadError(f"{self.name} are several files: name one.")
        if self._is_folder(self.path):
            raise ReadError(f"{self.name} is a folder: name a file.")
        with opening.opened(self.path, None if self.held is None else self.held[self.path]) as file:
            yield file

    def refuse_large(self, size: int) -> None:
        """Refuse what has more bytes, unpacked, than a file may have.

        Raises
        ------
        ReadError
        """
        if self.largest is not None and size > self.largest:
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
        """The file as text.

        Raises
        ------
        ReadError
            If it is not of this encoding.
        """
        try:
            return self.content.decode(encoding)
        except UnicodeDecodeError:
            raise not_utf8(self.name) from None

    def json(self) -> Any:
        """The file's JSON, parsed once.

        Raises
        ------
        ReadError
            If it is not JSON.
        """
        return self._json

    @cached_property
    def _json(self) -> Any:
        try:
            return parsed(self.text(), self.name)
        except ReadError as error:
            if not isinstance(error.__context__, json.JSONDecodeError) or len(self.columns) < 2:
                raise
        raise ReadError(
            f"{self.name} is not JSON, but seems to be a table of text: say ",
            Option("format", "csv"),
            ".",
        )

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
    found: list[Path] = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(root, name) for name in names if not name.startswith(".")]
        if len(found) > MOST_FILES:  # somebody's home, or the whole disk
            raise ReadError(
                f"{folder} is a folder of more than {MOST_FILES} files: name that of the results."
            )
    return sorted(one for one in found if one.is_file())


Note = str | Sequence[Part]

# Where a file may stumble a reader: cells that are no numbers, or text that is none; and in what is
# nested, anything that has another shape than its program gives it.
CELLS = (ValueError, csv.Error)
SHAPES = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


@dataclass(frozen=True)
class Found:
    """What a reader found.

    Attributes
    ----------
    frame : DataFrame
        A row for each data set and algorithm (and run); of a plain table its columns as they are.
    roles : dict
        What the format itself says, as keywords of :func:`jointstats.results_table`: ``dataset``,
        ``algorithm``, ``measures`` (only directions that the format states), ``runs``,
        ``run_kind``, ``test_share``, ``aggregate``, ``cluster``, ``missing``; with ``fold`` (or
        ``run``) instead of ``runs``, those of folds of one data set.
    also : dict
        Further measures of the frame whose directions are stated, which are taken only if they
        are asked for.
    undirected : tuple of str
        Measures of the frame of which the format states no direction: the user has to.
    notes : tuple of str or parts of a message
        What failed, was imputed or was left out, counted, a sentence each.
    """

    frame: pd.DataFrame
    roles: Mapping[str, Any] = field(default_factory=dict)
    undirected: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        frame: pd.DataFrame,
        names: tuple[str, str],
        ways: Mapping[str, str | None],
        runs: tuple[str | None, str] = (None, "cv"),
        **more: Any,
    ) -> Found:
        """What is found of columns: `names` are those of the data sets and of the algorithms.

        `ways` are the measures with their directions, None if the format states none; `runs` the
        column of runs, which are none if it has one value, and their kind; `more` notes and also.
        """
        roles: dict[str, Any] = dict(zip(("dataset", "algorithm"), names, strict=True))
        if stated := {name: way for name, way in ways.items() if way}:
            roles["measures"] = stated
        if runs[0] is not None and frame[runs[0]].nunique() > 1:
            roles |= {"runs": runs[0], "run_kind": runs[1]}
        return cls(frame, roles, tuple(name for name, way in ways.items() if not way), **more)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """The notes, as results keep them."""
        return tuple(Caution(one) if isinstance(one, str) else Caution(*one) for one in self.notes)


def never(source: Source) -> bool:
    """For a format that is known by the file's ending alone, or only if it is named."""
    return False


@dataclass(frozen=True)
class Format:
    """A format of results.

    Attributes
    ----------
    name : str
        What ``format=`` and ``--format`` take, such as ``"lm-eval"``.
    title : str
        What it is called, such as "lm-evaluation-harness".
    takes : str
        What may be given, such as "results_*.json, or a folder of them": one line.
    states : str
        Which directions the format states, and where: one line; nothing for a plain table.
    recognises : callable
        Whether a source is of this format: cheap, and false for the files of any other format.
    read : callable
        ``read(source, **options)``: what is found. Its keywords are options of the format; one
        called ``measures`` gets the names of the measures that the user asked for, or None.
    endings : tuple of str
        Endings of files that are read so if no other format recognises them, such as ``".csv"``.
    stumbles : tuple of exception classes
        What its reader may stumble over where a file was cut or edited, and nothing more precise is
        said. Any other exception is a fault of the reader, and shown as one.
    """

    name: str
    title: str
    takes: str
    states: str
    recognises: Callable[[Source], bool]
    read: Callable[..., Found]
    endings: tuple[str, ...] = ()
    stumbles: tuple[type[Exception], ...] = ()
