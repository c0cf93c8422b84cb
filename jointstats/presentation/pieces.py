"""Pieces of text that several results share: headings, notes, and plain tables."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.result import Result

WIDTH = 92
MOST_ROWS = 10
MOST_WIDE = 110  # characters of a statement in a table


def head(title: str, result: Result) -> str:
    """Title, sizes, and what was left out."""
    measures = ", ".join(
        f"{name} {'↑' if way == 'max' else '↓'}" for name, way in result.measures.items()
    )
    sizes = wrap(
        f"{wording.plural(result.n, 'data set')}; algorithms: {', '.join(result.algorithms)}; "
        f"measures: {measures} (↑ higher, ↓ lower is better)"
    )
    return f"{title}\n{'=' * len(title)}\n{sizes}"


def notes(result: Result) -> str:
    """Dropped data sets and warnings."""
    lines = list(result.warnings)
    if result.n_dropped:
        dropped = getattr(result, "dropped", [])
        named = wording.listing([f"{d['dataset']} ({d['reason']})" for d in dropped[:3]])
        more = f" and {result.n_dropped - 3} more" if result.n_dropped > 3 else ""
        lines.append(
            f"{wording.plural(result.n_dropped, 'data set')} left out"
            + (f": {named}{more}." if named else ".")
        )
    failed = getattr(result, "n_failed", 0)
    if failed:
        lines.append(f"{wording.plural(failed, 'failed result')} ranked below all others.")
    return "\n".join(wrap(f"Note: {line}", "      ") for line in lines)


def statements(result: Any, columns: Sequence[str]) -> str:
    """Table of the leading statements."""
    show: dict[str, Callable[[dict[str, Any]], str]] = {
        "count": lambda row: wording.count(row["count"]),
        "probability": lambda row: wording.probability(row["probability"], row["mcse"]),
        "probability_lower": lambda row: wording.probability(row["probability_lower"]),
        "probability_upper": lambda row: wording.probability(row["probability_upper"]),
        "share": lambda row: wording.percent(row["share"]),
        "interval": lambda row: span(row["share_low"], row["share_high"]),
    }
    titles = {"probability_lower": "P lower", "probability_upper": "P upper",
              "share": "observed share" if result.test == "glrt" else "expected share",
              "interval": "95 % interval"}  # fmt: skip
    rows = [
        [wording.cell(row["order"], result.question, result.control)]
        + [show[c](row) for c in columns]
        for row in result.statements[:MOST_ROWS]
    ]
    names = ["statement", *(titles.get(c, c) for c in columns)]
    if max(len(row[0]) for row in rows) > MOST_WIDE:
        rows = rows[: MOST_ROWS // 2]
        text = "\n".join(_block(names, row) for row in rows)
    else:
        text = grid(names, rows, "l" + "r" * len(columns))
    more = result.n_observed - len(rows)
    states = len(result.statements) + result.unobserved["states"] - result.n_observed
    lines = [text]
    if more > 0:
        rest = wording.plural(more, "more statement")
        lines.append(f"… and {rest} seen (to_frame() lists up to 1000)")
    if states > 0:
        p = result.unobserved["probability"]
        known = p is not None and len(result.statements) >= result.n_observed
        tail = f", probability together {wording.probability(p)}" if known else ""
        noun = "statement" if states == 1 else "statements"
        lines.append(f"{wording.big(states)} {noun} never seen{tail}")
    return "\n".join(lines)


def _block(names: Sequence[str], row: Sequence[str]) -> str:
    """A row whose statement is too long for a table: its numbers, then the statement."""
    numbers = ", ".join(f"{name} {cell}" for name, cell in zip(names[1:], row[1:], strict=True))
    return f"  {numbers}\n" + textwrap.indent(wrap(row[0]), "    ")


def interval(row: dict[str, Any], what: str) -> str:
    """An effect and its interval."""
    centre = row["median_difference" if what == "median" else "cliffs_delta"]
    if centre is None:
        return "unknown"
    low, high = row[f"{what}_low"], row[f"{what}_high"]
    if low is None:
        return f"{wording.significant(centre)} (too few for an interval)"
    return (
        f"{wording.significant(centre)} [{wording.significant(low)}, {wording.significant(high)}]"
    )


def span(low: float, high: float) -> str:
    """Two shares as an interval."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def _columns(text: str) -> int:
    """Columns of a terminal that a text takes: Chinese letters two, combining accents none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def grid(names: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """A plain table with aligned columns."""
    widths = [max(_columns(row[i]) for row in [names, *rows]) for i in range(len(names))]

    def line(cells: Sequence[str]) -> str:
        parts = []
        for cell, width, side in zip(cells, widths, align, strict=True):
            space = " " * (width - _columns(cell))
            parts.append(space + cell if side == "r" else cell + space)
        return ("  " + "  ".join(parts)).rstrip()

    rule = "  " + "  ".join("-" * width for width in widths)
    return "\n".join([line(names), rule, *map(line, rows)])


def wrap(text: str, indent: str = "") -> str:
    """Fill to the width of a terminal."""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def join(*parts: str) -> str:
    """Paragraphs, the empty ones left out."""
    return "\n\n".join(part for part in parts if part)


# Registers the summaries of the other tests; at the end, because it needs the pieces above.
