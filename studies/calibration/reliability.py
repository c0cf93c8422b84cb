"""The tables and the figure of docs/validity.md that tell of probabilities."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
FIGURE = HERE.parents[1] / "docs" / "figures" / "reliability.png"
LIKELY = 0.95
"""From here on a probability may be taken for certainty: that bin is in the table."""

Row = dict[str, str]
Curve = tuple[tuple[str, str, str], list[Row]]


def read() -> list[Row]:
    with (HERE / "reliability.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def curves(rows: Iterable[Row]) -> list[Curve]:
    """Rows by what they are about, in the sequence of the file."""
    return [
        (about, list(some))
        for about, some in groupby(rows, lambda row: (row["name"], row["of"], row["truth"]))
    ]


def table(rows: Sequence[Row]) -> str:
    """Markdown: a line for each curve, all bins together and the last one."""
    lines = ["| stated | of | truth from | tables | stated, mean | true | "
             "stated from .95 on, mean | true |", "|---|---|---|--:|--:|--:|--:|--:|"]  # fmt: skip
    for (name, of, truth), some in curves(rows):
        high = [row for row in some if float(row["low"]) >= LIKELY or
                (name.startswith("intervals") and float(row["high"]) >= LIKELY)]  # fmt: skip
        cells = [name, of, truth, f"{int(some[0]['tables']):,}", *shares(some), *shares(high)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def shares(rows: Sequence[Row]) -> tuple[str, str]:
    """What was stated and what was so, of all that these bins hold."""
    number = sum(int(row["stated"]) for row in rows)
    if not number:
        return "", ""
    stated = sum(float(row["expected"]) for row in rows) / number
    return f"{stated:.3f}", f"{sum(float(row['true']) for row in rows) / number:.3f}"


def draw(rows: Sequence[Row]) -> None:
    """A panel for each test: stated and true, with four standard errors."""
    from matplotlib import pyplot

    named = [
        (name, [c for c in curves(rows) if c[0][0] == name])
        for name in dict.fromkeys(about[0] for about, _ in curves(rows))
        if not name.startswith("intervals")
    ]
    wide = 4
    high = -(-len(named) // wide)
    figure, axes = pyplot.subplots(high, wide, figsize=(9, 2.3 * high), layout="constrained",
                                   sharex=True, sharey=True)  # fmt: skip
    for ax, (name, some) in zip(axes.flat, named, strict=False):
        ax.plot([0, 1], [0, 1], color="0.75", linewidth=0.8)
        for (_, _, truth), bins in some:
            colour = {"its own prior": "#0b6e8f"}.get(truth, "#c2571a")
            number = [int(row["stated"]) for row in bins]
            stated = [float(row["expected"]) / k for row, k in zip(bins, number, strict=True)]
            share_true = [float(row["true"]) / k for row, k in zip(bins, number, strict=True)]
            error = [4 * float(row["error"]) / k for row, k in zip(bins, number, strict=True)]
            ax.errorbar(
                stated, share_true, error, color=colour, linewidth=0.8, marker="o", markersize=2.5
            )
        ax.set_title(name.replace("`", ""), fontsize=8)
        ax.tick_params(labelsize=7)
        ax.set_xlim(-0.03, 1.03)
        ax.set_ylim(-0.03, 1.03)
    for ax in axes.flat[len(named) :]:
        ax.set_axis_off()
    figure.supxlabel("probability that was stated", fontsize=8)
    figure.supylabel("share of which it was so", fontsize=8)
    figure.savefig(FIGURE, dpi=110, metadata={"Software": None})
    pyplot.close(figure)
