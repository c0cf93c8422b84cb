"""Pages of the lectures, one for each language, and the page that lists them.

What the chunks print and draw was gathered by `make vignettes`; lectures that have not been built
are left out of the site.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

from lecture_source import (
    BUILT,
    CHECK,
    ROOT,
    SOURCES,
    Check,
    Chunk,
    Output,
    Plan,
    Prose,
    outputs,
    plan,
    shown,
    title,
)

# Sources of the repository -> pages of the site.
PAGES = {path.relative_to(ROOT).as_posix(): f"lecture-{path.stem}.md" for path in SOURCES}
SECTION = ["lectures.md", *PAGES.values(), "project.md"]
# The page of a language ends in this; the names of languages are those of the site's tabs.
ENDS = {"python": "", "r": "-r"}
NAMES = {"python": "Python", "r": "R"}

OVERVIEW = ROOT / "vignettes" / "lectures.md"
# What checks answers and remembers the language, and what lets cells of Python run.
SCRIPTS = {
    "r": '<script src="live/answers.js"></script>\n',
    "python": '<script src="live/answers.js"></script>\n'
    '<script src="live/lecture.js" defer></script>\n',
}
# The site's search has the pages of Python: those of R say the same.
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.S)
ICONS = {"Hint": "tip", "Answer": "success"}
MATH = re.compile(r"\$\$.+?\$\$|(?<![\w$\\])\$(?!\s)[^$\n]+?(?<!\s)\$(?!\w)", re.S)
FENCED = re.compile(r"^ *```.*?^ *```$|`[^`\n]+`", re.M | re.S)
SIGNS = re.compile(r"^#{2,3} (.+)$|^\*\*(Exercise \d+)\.\*\*", re.M)
LINK = re.compile(r"\]\((\w-[\w-]+)\.html(#[\w-]+)?\)")


def write(output: Path, built: Path = BUILT) -> None:
    """Write the pages of the lectures that have been built, and the page that lists them."""
    cards = []
    for path in SOURCES:
        found = outputs(path.stem, built)
        if not found:
            continue
        source = path.read_text(encoding="utf-8")
        for language in ENDS:
            links = extras(path.stem, source, output, built, language)
            text = page(source, found, output / "figures", path.stem, language)
            top = "" if language == "python" else UNSEARCHED
            top += f"# {title(source)}\n\n{head(plan(source), links)}"
            target = output / f"lecture-{path.stem}{ENDS[language]}.md"
            target.write_text(f"{top}\n\n{text}\n{SCRIPTS[language]}", encoding="utf-8")
        cards.append(card(path.stem, source))
    if cards:
        text = OVERVIEW.read_text(encoding="utf-8").replace("<!-- lectures -->", "\n\n".join(cards))
        (output / "lectures.md").write_text(text, encoding="utf-8")


def head(lesson: Plan, links: list[str]) -> str:
    """The line below a lecture's title."""
    first = [f"{lesson.minutes} minutes", f"needs {lesson.needs}", "[All lectures](lectures.md)"]
    return " · ".join([*first, *links]) + "\n{ .lecture-links }"


def extras(stem: str, source: str, output: Path, built: Path, language: str) -> list[str]:
    """Write slides and notebook or script; links to them and to the other language."""
    folder = output / "lectures"
    folder.mkdir(parents=True, exist_ok=True)
    links = []
    if (built / f"slides/{stem}.html").exists():
        shutil.copy(built / f"slides/{stem}.html", folder)
        links.append(f"[slides](lectures/{stem}.html{'#r' if language == 'r' else ''})")
    if language == "r":
        (folder / f"{stem}.R").write_text(script(source), encoding="utf-8")
        links.append(f"[script](lectures/{stem}.R)")
    elif (built / f"{stem}.ipynb").exists():
        shutil.copy(built / f"{stem}.ipynb", folder)
        links.append(f"[notebook](lectures/{stem}.ipynb)")
    other = next(name for name in ENDS if name != language)
    target, name = f"lecture-{stem}{ENDS[other]}.md", NAMES[other]
    return [*links, f"[in {name}]({target}){{ .lecture-other data-language={name} }}"]


def script(source: str) -> str:
    """The chunks of R that readers see, below the headings and exercises, as comments."""
    lines = [f"# {title(source)}"]
    for piece in shown(source, "r"):
        if isinstance(piece, Chunk):
            lines.append(piece.code.rstrip())
        else:
            for heading, exercise in SIGNS.findall(piece.text):
                lines.append(f"# {heading} ----" if heading else f"# {exercise}")
    return "\n\n".join(lines) + "\n"


def card(stem: str, source: str) -> str:
    """A lecture on the page that lists them: picture, time, what it needs, and its plan."""
    lesson = plan(source)
    chunks = (piece for piece in shown(source, "python") if isinstance(piece, Chunk))
    drawn = next(chunk for chunk in chunks if chunk.twin == lesson.picture)
    target = f"lecture-{stem}.md"
    steps = "\n".join(f"| {minutes} | {step} |" for minutes, step in lesson.steps)
    teaching = (
        f"**Aim.** {lesson.aim}\n\n| minutes | step |\n|---:|---|\n{steps}\n\n"
        f"**Ask.** {lesson.ask}\n\n**Pitfalls.** {lesson.pitfalls}"
    )
    return (
        f"## [{title(source)}]({target})\n\n"
        f"![{drawn.alternative}](figures/{stem}-python-{lesson.picture}-0.png)"
        "{ .lecture-picture }\n\n"
        f"{lesson.minutes} minutes · needs {lesson.needs} · "
        f"[Python]({target}){{ .lecture-choice data-language=Python }} · "
        f"[R](lecture-{stem}-r.md){{ .lecture-choice data-language=R }}\n{{ .lecture-links }}\n\n"
        f'??? note "For teachers"\n\n{indented(teaching)}'
    )


def page(source: str, found: dict[str, Output], figures: Path, stem: str, language: str) -> str:
    """A lecture as Markdown of the site, in one language, below its title."""
    parts = []
    for piece in shown(CHECK.sub(exercise, source), language):
        if isinstance(piece, Prose):
            parts.append(piece.text.strip())
        else:
            parts.append(cell(piece, found, figures, stem))
    text = FOLD.sub(folded, "\n\n".join(parts))
    return formulas(LINK.sub(rf"](lecture-\1{ENDS[language]}.md\2)", text)) + "\n"


def exercise(found: re.Match[str]) -> str:
    """Where an answer is checked: nothing is shown until a script fills it."""
    check = Check.of(found)
    data = {"ask": check.ask, "answer": check.answer}
    if check.within is not None:
        data["within"] = f"{check.within:g}"
    if "per cent" in check.ask:
        data["percent"] = ""
    given = " ".join(f'data-{name}="{html.escape(text)}"' for name, text in data.items())
    return f'<div class="live-exercise" {given} hidden></div>'


def cell(chunk: Chunk, found: dict[str, Output], figures: Path, stem: str) -> str:
    """Code, what it prints and what it draws."""
    made = found.get(chunk.label, Output("", ()))
    lines = [fence(chunk), result(made.text)]
    for number, picture in enumerate(made.pictures):
        figures.mkdir(exist_ok=True)
        name = f"{stem}-{chunk.language}-{chunk.twin}-{number}.png"
        shutil.copy(picture, figures / name)
        lines.append(f"![{chunk.alternative}](figures/{name}){{ .drawn }}")
    return "\n\n".join(line for line in lines if line)


def fence(chunk: Chunk) -> str:
    """Code in a fence; a chunk of Python can be run in the page."""
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
