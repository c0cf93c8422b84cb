"""What the study of intervals found, as a table."""

from __future__ import annotations

from collections.abc import Sequence

Row = dict[str, str]
MODERATE = 0.6
"""Up to here Cliff's delta is not near 1."""


def table(rows: Sequence[Row]) -> str:
    """Markdown: for each interval and truth the smallest share covered, by data sets."""
    sizes = list(dict.fromkeys(row["n"] for row in rows))
    lines = [f"| interval | truth | {' | '.join(f'n = {n}' for n in sizes)} |",
             "|---|---|" + "--:|" * len(sizes)]  # fmt: skip
    for kind, truth in dict.fromkeys(map(about, rows)):
        least = (f"{min(covered(rows, kind, truth, n)):.3f}" for n in sizes)
        lines.append(f"| {kind} | {truth} | {' | '.join(least)} |")
    return "\n".join(lines)


def about(row: Row) -> tuple[str, str]:
    """A line of the table."""
    kind = row["interval"]
    if kind == "Cliff's delta":
        kind += f" {'up to .6' if float(row['size']) <= MODERATE else 'of .9 and more'}"
    return kind, row["truth"]


def covered(rows: Sequence[Row], kind: str, truth: str, n: str) -> list[float]:
    """The shares of a line's cell."""
    return [float(row["covered"]) for row in rows if (*about(row), row["n"]) == (kind, truth, n)]
