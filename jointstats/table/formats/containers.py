"""What text may hold besides separated columns: Markdown, ARFF, comments, two rows of heads.

Each says what it is. What no reader here takes, such as LaTeX or YAML, is refused and named.
"""

from __future__ import annotations

import codecs
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from jointstats.base.errors import ReadError
from jointstats.table.formats import opening
from jointstats.table.formats.format import Found, Source

if TYPE_CHECKING:
    import pandas as pd

_RULE = re.compile(r"\s*\|?(\s*:?-{2,}:?\s*\|)*\s*:?-{2,}:?\s*\|?\s*")  # below a head in Markdown
_BAR = re.compile(r"(?<!\\)\|")
_STRONG = re.compile(r"(\*{1,3}|_{2,3}|`)(.*)\1")
_ARFF = re.compile(r"(?im)^\s*@relation\b")
_LATEX = re.compile(
    r"\\begin\s*\{(tabular|longtable|array|table)|\\(top|mid)rule\b|&.*\\\\\s*$", re.M
)
_YAML = re.compile(r"---\s*$|(- )?[\w ]+:\s*$|- [\w ]+: ", re.M)
_NUMBER = re.compile(r"[-+]?[\d.,]+%?")


def contained(source: Source) -> Found | None:
    """The table of a text in Markdown or ARFF; None of any other, if it is not refused."""
    head = opening.beginning(source.head()).lstrip()
    if _ARFF.search(head):
        return Found(_arff(source))
    _refuse_others(head, source)
    lines = head.split("\n")
    pairs = pairwise(lines)
    if any("|" in above and "|" in below and _RULE.fullmatch(below) for above, below in pairs):
        return Found(_markdown(source))
    return None


def _refuse_others(head: str, source: Source) -> None:
    """Refuse what is a table for people or for other programs."""
    if found := _LATEX.search(head):
        line = head.count("\n", 0, found.start()) + 1
        raise ReadError(
            f"{source.name} holds LaTeX (line {line}), which is not read here: save the table from "
            "which it was made as CSV."
        )
    first = head.split("\n")[0]
    ending = Path(opening.plain_name(source.name)).suffix.lower()
    if ending in (".yaml", ".yml") or ("," not in first and _YAML.match(head)):
        raise ReadError(f"{source.name} is YAML, which is not read here: save it as JSON.")
    if curves := [name for name in source.columns if name.endswith(("__MIN", "__MAX"))]:
        raise ReadError(
            f'{source.name} is a chart of Weights & Biases (column "{curves[0]}"): its rows are '
            "steps, not results. Export the table of runs instead."
        )


def _arff(source: Source) -> pd.DataFrame:
    import pandas as pd
    from scipy.io.arff import loadarff

    with opening.explained_as(source.name, "an ARFF table that SciPy reads"):
        rows, about = loadarff(io.StringIO(source.text()))
    opening.refuse_cells(source.name, len(rows) * len(about.names()))
    frame = pd.DataFrame({name: rows[name].tolist() for name in about.names()})
    return frame.map(lambda cell: cell.decode() if isinstance(cell, bytes) else cell)


def _markdown(source: Source) -> pd.DataFrame:
    """The one table among the lines; bold and code are taken off its cells."""
    import pandas as pd

    lines = source.text().split("\n")
    opening.refuse_cells(source.name, sum(line.count("|") for line in lines))
    rules = [i for i, line in enumerate(lines) if "|" in line and _RULE.fullmatch(line)]
    if len(rules) > 1:
        raise ReadError(
            f"{source.name} has {len(rules)} tables (lines {rules[0]} and {rules[1]}): keep one."
        )
    head = _cells(lines[rules[0] - 1])
    width, rows = len(head), []
    for number, line in enumerate(lines[rules[0] + 1 :], rules[0] + 2):
        if "|" not in line:
            break
        rows.append(_cells(line))
        if len(rows[-1]) != width:
            raise ReadError(
                f"{source.name} is broken: line {number} has {len(rows[-1])} cells, the head "
                f"{width}."
            )
    frame = pd.DataFrame(rows, columns=range(width), dtype=str)
    return frame.set_axis(head, axis=1)


def _cells(line: str) -> list[str]:
    text = line.strip().removeprefix("|")
    text = text[:-1] if text.endswith("|") and not text.endswith("\\|") else text
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(text)]
    return [strong[2] if (strong := _STRONG.fullmatch(cell)) else cell for cell in cells]


def prepared(source: Source, separator: str) -> tuple[Source, tuple[str, ...]]:
    """The file as UTF-8 without comments before its head, and what was done; or as it is."""
    start = source.head()
    notes: list[str] = []
    content = None
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = source.text("utf-16").encode()
        start, notes = content[: len(start)], [f"{source.name} is read as UTF-16."]
    if number := _comments(opening.beginning(start), separator):
        parts = (source.content if content is None else content).split(b"\n", number)
        content = b"\n" * number + parts[-1]  # the lines that follow keep their numbers
        first = parts[0].decode(errors="replace").strip()
        lines = f"Lines 1 to {number} are comments" if number > 1 else "Line 1 is a comment"
        notes.append(f'{lines} ("{first}") and left out.')
    if content is None:
        return source, ()
    path = Path(source.name)
    return replace(source, given=path, held={path: content}, heads={}), tuple(notes)


def _comments(text: str, separator: str) -> int:
    """How many lines before the head begin with #; one of as many cells as the next is the head."""
    lines = text.split("\n")
    number = next((i for i, line in enumerate(lines) if not line.startswith("#")), 0)
    if number and lines[number].count(separator) == lines[number - 1].count(separator):
        number -= 1
    return number


def joined_heads(rows: Sequence[Sequence[object]]) -> tuple[list[str], int, str] | None:
    """Names "measure algorithm" of two rows of heads, how many rows are heads, and what was done.

    A name above several columns is there once, or over each. What is not below such a name has one
    head only, for which pandas writes a third row. None if the second row is one of results.
    """
    if len(rows) < 3:
        return None
    first, second, third = ([str(cell).strip() for cell in row] for row in rows[:3])
    above: list[str] = []
    for name in first:
        above.append(name or (above[-1] if above else ""))
    several = {name for name, number in Counter(above).items() if name and number > 1}
    below = [name in several for name in above]
    pairs = [(above[i], second[i]) for i, is_below in enumerate(below) if is_below]
    alone = [i for i, is_below in enumerate(below) if not is_below]
    if not pairs or not alone or len({*pairs}) < len(pairs):
        return None
    if any(not low or _NUMBER.fullmatch(low) for _, low in pairs):
        return None
    number = 3 if all(bool(third[i]) != is_below for i, is_below in enumerate(below)) else 2
    if number == 2 and any(bool(first[i]) == bool(second[i]) for i in alone):
        return None
    names = [f"{top} {low}" for top, low in zip(above, second, strict=True)]
    for i in alone:
        names[i] = third[i] if number == 3 else first[i] or second[i]
    example = " ".join(pairs[0])
    return names, number, f'The first rows are heads, which are joined, such as "{example}".'
