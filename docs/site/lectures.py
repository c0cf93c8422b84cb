"""Pages of the lectures: Python and R in tabs, each output once, formulas without scripts.

What the chunks print and draw was gathered by `make vignettes`; lectures that have not been built
are left out of the site.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from lecture_source import (
    BUILT,
    CHECK,
    ROOT,
    SOURCES,
    Check,
    Chunk,
    Output,
    Prose,
    outputs,
    same,
    shown,
    title,
)

# Sources of the repository -> pages of the site.
PAGES = {path.relative_to(ROOT).as_posix(): f"lecture-{path.stem}.md" for path in SOURCES}
SECTION = ["lectures.md", *PAGES.values(), "project.md", "teaching.md"]

HEAD = """# Lectures

For everybody who knows the t test. Every lecture has its code in Python and in R, with the same
numbers, and exercises with hints and answers. Lectures 1, 2 and 8 are a short course. In R,
`browseVignettes("jointstats")` opens them; a notebook holds the Python half, executed.

| lecture | also as |
|---|---|"""
FOOT = """
At the end stands [a project](project.md): a comparison of algorithms of your own. Aims, times,
questions and pitfalls are on [a page for teachers](teaching.md).
"""
# What lets cells run; without it the page is read as it stands.
LIVE = """
<script src="live/lecture.js" defer></script>
"""
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.S)
ICONS = {"Hint": "tip", "Answer": "success"}
MATH = re.compile(r"\$\$.+?\$\$|(?<![\w$\\])\$(?!\s)[^$\n]+?(?<!\s)\$(?!\w)", re.S)
FENCED = re.compile(r"^ *```.*?^ *```$|`[^`\n]+`", re.M | re.S)
LINK = re.compile(r"\]\((\w-[\w-]+)\.html(#[\w-]+)?\)")


def write(output: Path, built: Path = BUILT) -> None:
    """Write the pages of the lectures that have been built, and the page that lists them."""
    rows = []
    for path in SOURCES:
        found = outputs(path.stem, built)
        if not found:
            continue
        source = path.read_text(encoding="utf-8")
        links = extras(path.stem, output, built)
        text = page(source, found, output / "figures", path.stem)
        head = " · ".join(["[All lectures](lectures.md)", *links])
        name = output / f"lecture-{path.stem}.md"
        name.write_text(
            f"# {title(source)}\n\n{head}\n{{ .lecture-links }}\n\n{text}{LIVE}", "utf-8"
        )
        rows.append(f"| [{title(source)}]({name.name}) | {' · '.join(links)} |")
    if rows:
        (output / "lectures.md").write_text("\n".join([HEAD, *rows, FOOT]), encoding="utf-8")


def extras(stem: str, output: Path, built: Path) -> list[str]:
    """Copy slides and notebook of a lecture into the site; links to them."""
    links = []
    for shown_as, file in (("slides", f"slides/{stem}.html"), ("notebook", f"{stem}.ipynb")):
        if (built / file).exists():
            target = output / "lectures" / Path(file).name
            target.parent.mkdir(exist_ok=True)
            shutil.copy(built / file, target)
            links.append(f"[{shown_as}](lectures/{target.name})")
    return links


def page(source: str, found: dict[str, Output], figures: Path, stem: str) -> str:
    """A lecture as Markdown of the site, below its title."""
    parts = []
    for piece in groups(CHECK.sub(exercise, source)):
        if isinstance(piece, Prose):
            parts.append(piece.text.strip())
        else:
            parts.append(tabs(piece, found, figures, stem))
    text = FOLD.sub(folded, "\n\n".join(parts))
    return formulas(LINK.sub(r"](lecture-\1.md\2)", text)) + "\n"


def exercise(found: re.Match[str]) -> str:
    """Where an answer is checked: nothing is shown until a script makes it so."""
    check = Check.of(found)
    asked, holds = html.escape(check.ask), html.escape(check.holds)
    return f'<div class="live-exercise" data-ask="{asked}" data-holds="{holds}" hidden></div>'


def groups(source: str) -> Iterator[Prose | list[Chunk]]:
    """Prose, and chunks that are the same in two languages together."""
    waiting: list[Chunk] = []
    for piece in shown(source):
        if isinstance(piece, Chunk) and waiting and waiting[-1].twin == piece.twin:
            waiting.append(piece)
            continue
        if waiting:
            yield waiting
        waiting = [piece] if isinstance(piece, Chunk) else []
        if isinstance(piece, Prose):
            yield piece
    if waiting:
        yield waiting


def tabs(chunks: list[Chunk], found: dict[str, Output], figures: Path, stem: str) -> str:
    """Code in tabs, Python first; below them what comes out once, in them what differs."""
    chunks = sorted(chunks, key=lambda chunk: chunk.language)
    empty = Output("", ())
    printed = [found.get(chunk.label, empty).text for chunk in chunks]
    said = [text for text in printed if text.strip()]
    once = len(said) < 2 or same(*said)
    names = {"python": "Python", "r": "R"}
    lines = []
    for chunk, text in zip(chunks, printed, strict=True):
        inside = fence(chunk) + ("" if once else "\n\n" + result(text))
        lines.append(f'=== "{names[chunk.language]}"\n\n{indented(inside)}')
    if once and said:
        lines.append(result(said[0]))
    drawn = next((c for c in chunks if found.get(c.label, empty).pictures), None)
    if drawn is not None:
        figures.mkdir(exist_ok=True)
        for number, picture in enumerate(found[drawn.label].pictures):
            name = f"{stem}-{drawn.twin}-{number}.png"
            shutil.copy(picture, figures / name)
            lines.append(f"![{drawn.alternative}](figures/{name}){{ .drawn }}")
    return "\n\n".join(lines)


def fence(chunk: Chunk) -> str:
    """Code in a fence; a chunk of Python can be run where it stands."""
    live = chunk.language == "python"
    head = f" {{ .python .live #cell-{chunk.label} }}" if live else chunk.language
    return f"```{head}\n{chunk.code.rstrip()}\n```"


def result(text: str) -> str:
    """What a chunk printed, in a fence; nothing if it printed nothing."""
    return f"``` {{ .text .printed }}\n{text.rstrip()}\n```" if text.strip() else ""


def indented(text: str) -> str:
    """Four blanks before every line that is not empty."""
    return re.sub(r"^(?=.)", "    ", text, flags=re.M)


def folded(found: re.Match[str]) -> str:
    """A fold of HTML as one of Markdown, whose inside may hold tabs."""
    kind = ICONS.get(found[1].strip(), "note")
    return f'??? {kind} "{found[1].strip()}"\n\n{indented(found[2].strip())}\n'


def formulas(text: str) -> str:
    """TeX between dollars as MathML, which browsers draw without a script."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\x00{len(kept) - 1}\x00"

    bare = FENCED.sub(keep, text)
    wanted = list(dict.fromkeys(MATH.findall(bare)))
    drawn = dict(zip(wanted, mathml(wanted), strict=True)) if wanted else {}
    bare = MATH.sub(lambda found: drawn[found[0]], bare)
    return re.sub("\x00(\\d+)\x00", lambda found: kept[int(found[1])], bare)


def mathml(formulas: list[str]) -> list[str]:
    """Each formula by pandoc, without the TeX that it keeps inside."""
    text = "\n\n@@\n\n".join(re.sub(r"\s+", " ", formula) for formula in formulas)
    html = subprocess.run(
        ["pandoc", "-f", "markdown", "-t", "html", "--mathml", "--wrap=none"],
        input=text, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    html = re.sub(r"<annotation.*?</annotation>", "", html, flags=re.S)
    return [
        " ".join(re.findall(r"<math.*?</math>", part, re.S)) for part in html.split("<p>@@</p>")
    ]
