"""A lecture as data: what its source (vignettes/*.Rmd) holds, and what its chunks printed and drew.

The sources are R Markdown. A chunk ``x`` of R and the chunk ``x_py`` of Python say the same thing.
Chunks with ``include = FALSE`` compute numbers for the prose and are never shown. Three kinds of
comment belong to the source and to no reader: ``0.5<!-- = p -->`` says what computes a number,
``<!-- slide ... -->`` holds a slide, and ``<!-- check ... -->`` says how the answer of an exercise
is checked.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "vignettes").glob("*.Rmd"))
# Where `make vignettes` leaves what the chunks printed and drew, slides and notebooks.
BUILT = ROOT / "build" / "vignettes"

CHUNK = re.compile(r"^```\{(\w+)([^}]*)\}\n(.*?)^```$", re.M | re.S)
YAML = re.compile(r"\A---\n.*?\n---\n", re.S)
TITLE = re.compile(r'^title: "(.*)"$', re.M)
SLIDE = re.compile(r"^<!-- slide\n(.*?)^-->\n?", re.M | re.S)
CHECK = re.compile(r"^<!-- check\n(.*?)^-->$", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)


@dataclass(frozen=True)
class Prose:
    """Text between two chunks."""

    text: str


@dataclass(frozen=True)
class Chunk:
    """Code of one language; hidden if readers do not see it."""

    language: str  # "r" or "python"
    label: str
    options: str
    code: str

    @property
    def hidden(self) -> bool:
        """Whether neither code nor output is shown."""
        return re.search(r"\binclude\s*=\s*FALSE", self.options) is not None

    @property
    def twin(self) -> str:
        """The label that the chunk shares with the same thing in the other language."""
        return self.label.removesuffix("_py")

    @property
    def alternative(self) -> str:
        """What its picture shows, in words."""
        found = re.search(r'fig\.alt\s*=\s*"([^"]*)"', self.options)
        return found[1] if found else ""


@dataclass(frozen=True)
class Output:
    """What a chunk printed, and the pictures that it drew."""

    text: str
    pictures: tuple[Path, ...]


@dataclass(frozen=True)
class Check:
    """How a page checks the answer of an exercise: four lines of a comment.

    Attributes
    ----------
    ask : str
        What `answer` shall be.
    holds : str
        A condition on `answer`, in Python.
    right, wrong : str
        Expressions in the lecture's names: an answer that is right, and one that is not.
    """

    ask: str
    holds: str
    right: str
    wrong: str

    @classmethod
    def of(cls, found: re.Match[str]) -> Check:
        """The check of a comment that :data:`CHECK` has found."""
        lines = [line.partition(": ") for line in found[1].splitlines()]
        if [name for name, _, _ in lines] != ["ask", "holds", "right", "wrong"]:
            raise ValueError(f"A check has lines ask, holds, right, wrong; not:\n{found[1]}")
        return cls(*(text for _, _, text in lines))


def title(source: str) -> str:
    """The title of a lecture, with its number."""
    found = TITLE.search(source)
    if found is None:
        raise ValueError('A lecture begins with a line title: "...".')
    return found[1].replace('\\"', '"')


def pieces(source: str) -> list[Prose | Chunk]:
    """Prose and chunks of a lecture, in order."""
    body = YAML.sub("", source)
    found: list[Prose | Chunk] = []
    end = 0
    for chunk in CHUNK.finditer(body):
        found.append(Prose(body[end : chunk.start()]))
        label = chunk[2].split(",")[0].strip()
        found.append(Chunk(chunk[1].lower(), label, chunk[2], chunk[3]))
        end = chunk.end()
    return [*found, Prose(body[end:])]


def shown(source: str) -> list[Prose | Chunk]:
    """What readers see: no hidden chunk, no comment; prose that meets is one piece."""
    found: list[Prose | Chunk] = []
    for piece in pieces(source):
        if isinstance(piece, Chunk):
            if not piece.hidden:
                found.append(piece)
            continue
        text = COMMENT.sub("", piece.text)
        if found and isinstance(found[-1], Prose):
            found[-1] = Prose(found[-1].text + text)
        else:
            found.append(Prose(text))
    return [piece for piece in found if isinstance(piece, Chunk) or piece.text.strip()]


def outputs(name: str, built: Path = BUILT) -> dict[str, Output]:
    """What the chunks of a lecture printed and drew, by label; empty if it has not been built."""
    file = built / f"{name}.jsonl"
    found: dict[str, Output] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        row = json.loads(line)
        before = found.get(row["label"], Output("", ()))
        if row["kind"] == "plot":
            picture = built / name / row["value"]
            found[row["label"]] = Output(before.text, (*before.pictures, picture))
        else:
            found[row["label"]] = Output(before.text + row["value"], before.pictures)
    return found


def same(a: str, b: str) -> bool:
    """Whether two outputs say the same, whatever the white space."""
    return a.split() == b.split()
