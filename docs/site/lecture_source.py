"""A lecture as data: what its source (vignettes/*.Rmd) holds, and what its chunks printed and drew.

The sources are R Markdown. A chunk ``x`` of R and the chunk ``x_py`` of Python do the same thing;
a reader sees one language. Chunks with ``include = FALSE`` compute numbers for the prose and are
never shown. Five kinds of comment belong to the source: ``0.5<!-- = p -->`` states what computes a
number, ``<!-- slide ... -->`` holds a slide, ``<!-- check ... -->`` the answer to an exercise,
``<!-- teach ... -->`` the plan of the lecture, and ```f(x)`<!-- python `g(x)` -->`` replaces R's
code in the text for readers of Python.
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
TEACH = re.compile(r"^<!-- teach\n(.*?)^-->\n?", re.M | re.S)
SPOKEN = re.compile(r"`[^`\n]+`<!-- python (.*?) -->", re.S)
ANSWER = re.compile(r"(.+?)\{= (.+)\}")
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
    """The answer to an exercise: the lines of a comment.

    Attributes
    ----------
    ask : str
        What the reader is to type, a number or a name.
    answer : str
        The answer, as printed.
    computed : str
        The Python expression that computes it, in the names of the lecture.
    within : float or None
        How far a number may be off; None for a name.
    wrong : str
        An expression for an answer that has to be refused.
    """

    ask: str
    answer: str
    computed: str
    within: float | None
    wrong: str

    @classmethod
    def of(cls, found: re.Match[str]) -> Check:
        """The check of a comment that :data:`CHECK` has found."""
        lines = {name: text for name, _, text in map(_parted, found[1].splitlines())}
        answer = ANSWER.fullmatch(lines.get("answer", ""))
        if answer is None or set(lines) - {"within"} != {"ask", "answer", "wrong"}:
            raise ValueError(
                "A check has lines ask, answer (value{= expression}), wrong, and perhaps within; "
                f"not:\n{found[1]}"
            )
        return cls(
            lines["ask"], answer[1], answer[2], _tolerance(answer[1], lines.get("within")),
            lines["wrong"],
        )  # fmt: skip

    def accepts(self, value: object) -> bool:
        """Whether the page takes a value for the answer."""
        if self.within is None:
            return str(value).lower() == self.answer.lower()
        return abs(float(value) - float(self.answer)) <= self.within  # type: ignore[arg-type]


def _parted(line: str) -> tuple[str, str, str]:
    """A line `name: text`."""
    return line.partition(": ")


def _tolerance(answer: str, stated: str | None) -> float | None:
    """What is stated; or else 0.6 of the last printed digit, and None for a name."""
    if stated is not None:
        return float(stated)
    if re.fullmatch(r"-?\d+(\.\d+)?", answer) is None:
        return None
    digits = len(answer.partition(".")[2])
    return 0.6 * 10.0**-digits if digits else 0.001


@dataclass(frozen=True)
class Plan:
    """What the overview shows of a lecture."""

    picture: str
    needs: str
    aim: str
    steps: tuple[tuple[int, str], ...]
    ask: str
    pitfalls: str

    @property
    def minutes(self) -> int:
        """How long the lecture takes."""
        return sum(minutes for minutes, _ in self.steps)


def plan(source: str) -> Plan:
    """The plan of a lecture: lines `name: text` and `minutes: step`."""
    found = TEACH.search(source)
    if found is None:
        raise ValueError("A lecture has a plan: a comment that begins with <!-- teach")
    lines = [(name, text) for name, _, text in map(_parted, found[1].splitlines())]
    steps = tuple((int(name), text) for name, text in lines if name.isdigit())
    return Plan(steps=steps, **{name: text for name, text in lines if not name.isdigit()})


def spoken(text: str, language: str) -> str:
    """Text for readers of one language: code in it, too."""
    return SPOKEN.sub(lambda found: found[1], text) if language == "python" else text


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


def shown(source: str, language: str) -> list[Prose | Chunk]:
    """What readers of a language see, without comments; prose that meets is one piece."""
    found: list[Prose | Chunk] = []
    for piece in pieces(source):
        if isinstance(piece, Chunk):
            if not piece.hidden and piece.language == language:
                found.append(piece)
            continue
        text = COMMENT.sub("", spoken(piece.text, language))
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
