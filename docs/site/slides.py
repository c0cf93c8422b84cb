"""Slides of the lectures, a self-contained page each: python docs/site/slides.py OUTPUT_DIRECTORY.

A slide is a comment in the lecture's source, in Markdown, that may ask for what the lecture has:

    <!-- slide
    ## Who wins, on what?

    On 39{= counts[1]} of 51{given} data sets the forest is more accurate, and slower.

    @code table
    @output table 6
    @picture quadrant
    -->

``@code`` shows a chunk in both languages, of which the reader sees one; ``@output`` what it printed
(all, or so many lines), ``@picture`` what it drew. The first two slides are the title and the aims,
the last ones the exercises.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from lecture_source import (
    BUILT,
    COMMENT,
    SLIDE,
    SOURCES,
    YAML,
    Chunk,
    Output,
    outputs,
    pieces,
    title,
)

TEMPLATE = Path(__file__).with_name("slides.html")
MARK = re.compile(r"\{(?:=[^{}]*|given)\}")
ASKED = re.compile(r"^@(code|output|picture) (\S+)(?: (\d+))?$", re.M)
AIMS = re.compile(r"^## Aims\n(.*?^- .*?)(?=\n\n)", re.M | re.S)
EXERCISE = re.compile(r"^\*\*(Exercise \d+)\.\*\* (.*?)(?=\n\n)", re.M | re.S)
LANGUAGES = {"python": "_py", "r": ""}


def main(target: Path, built: Path = BUILT) -> None:
    """Write the decks of all lectures that have been built."""
    target.mkdir(parents=True, exist_ok=True)
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        found = outputs(path.stem, built)
        if found:
            html(deck(source, found), title(source), target / f"{path.stem}.html")


def deck(source: str, found: dict[str, Output]) -> str:
    """All slides of a lecture, as one Markdown text with a heading for each."""
    chunks = {piece.label: piece for piece in pieces(source) if isinstance(piece, Chunk)}
    marked = [filled(slide, chunks, found) for slide in SLIDE.findall(source)]
    plain = COMMENT.sub("", YAML.sub("", source))
    aims = [f"## Aims\n\n{text.strip()}" for text in AIMS.findall(plain)]
    tasks = [f"## {name}\n\n{text}" for name, text in EXERCISE.findall(plain)]
    return "\n\n".join([*aims, *marked, *tasks]) + "\n"


def filled(slide: str, chunks: dict[str, Chunk], found: dict[str, Output]) -> str:
    """A slide with what it asks for, and without marks."""

    def answer(asked: re.Match[str]) -> str:
        kind, label = asked[1], asked[2]
        if kind == "code":
            return code(label, chunks)
        for name in (f"{label}_py", label):
            if name in found and kind == "picture" and found[name].pictures:
                paths = found[name].pictures
                return "\n\n".join(
                    f"![]({path}){{alt='{chunks[name].alternative}'}}" for path in paths
                )
            if name in found and kind == "output" and found[name].text.strip():
                return printed(found[name].text, int(asked[3] or 0))
        raise ValueError(f"A slide asks for {asked[0]}, and there is no such {kind}.")

    return ASKED.sub(answer, MARK.sub("", slide)).strip()


def code(label: str, chunks: dict[str, Chunk]) -> str:
    """A chunk in each language in which it is there."""
    parts = [
        f"::: {{.code .{language}}}\n```{language}\n{chunks[label + end].code.rstrip()}\n```\n:::"
        for language, end in LANGUAGES.items()
        if label + end in chunks
    ]
    if not parts:
        raise ValueError(f"A slide asks for @code {label}, and there is no such chunk.")
    return "\n\n".join(parts)


def printed(text: str, lines: int) -> str:
    """Output, or its first lines."""
    kept = text.rstrip().splitlines()
    if lines and len(kept) > lines:
        kept = [*kept[:lines], "…"]
    return "``` {.printed}\n" + "\n".join(kept) + "\n```"


def html(text: str, name: str, path: Path) -> None:
    """The deck as one page by pandoc: formulas as MathML, pictures inside."""
    subprocess.run(
        ["pandoc", "-f", "markdown", "-t", "html5", "--standalone", "--self-contained", "--mathml",
         "--section-divs", "--template", str(TEMPLATE), "--metadata", f"title={name}",
         "-o", str(path)],
        input=text, text=True, check=True,
    )  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
