"""A cell of a notebook: a result's verdict, picture and tables; a results table itself."""

from __future__ import annotations

import html
from dataclasses import replace

from jointstats.base import wording
from jointstats.base.presenters import words_of
from jointstats.base.result import Result
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.tables import by_measure, league_of, named
from jointstats.drawing import svg
from jointstats.drawing.document import Grid, grid
from jointstats.drawing.leading import FIRST, left_out
from jointstats.interfaces import plot
from jointstats.interfaces.tables import html_table
from jointstats.table.results_table import ResultsTable

ROWS = 12  # of a results table


def cell(result: Result) -> str:
    """Verdict, first figure, tables and what to keep in mind, without matplotlib."""
    shown = "".join([_picture(result), *_shown(result)])
    notes = "".join(f"<p>{html.escape(text)}</p>" for text in result.warnings)
    return f"<div><p><strong>{html.escape(result.verdict)}</strong></p>{shown}{notes}</div>"


def cell_of_data(data: ResultsTable) -> str:
    """The first rows of a results table, and how many more there are."""
    frame = data.to_frame()
    numbers = [name in data.measures for name in frame.columns]
    rows = [
        [
            _number(value) if number else str(value)
            for value, number in zip(row, numbers, strict=True)
        ]
        for row in frame.head(ROWS).itertuples(index=False)
    ]
    sides = "".join("r" if number else "l" for number in numbers)
    more = left_out(len(frame), len(rows))
    said = html.escape(repr(data).splitlines()[0])
    heads = [
        wording.measure(name, data.measures[name]) if name in data.measures else str(name)
        for name in frame.columns
    ]
    return f"<div><p>{said}</p>{html_table(grid(heads, rows, sides).noted(more))}</div>"


def _number(value: float) -> str:
    return "–" if value != value else wording.significant(float(value))


def _picture(result: Result) -> str:
    """The first figure, as SVG without title and notes: they are in the cell already."""
    if not result.figures:
        return ""
    drawing = plot.drawing(result, result.figures[0], title=False, notes=False)
    return svg.file(drawing.figure())


def _shown(result: Result) -> list[str]:
    if isinstance(result, LeaderboardResult):
        return [_first(league_of(result), "algorithm")]
    if not isinstance(result, Comparison):
        return [_first(words_of(result).table(), "row")]
    if len(result.pairs) == 1:  # the verdict is its sentence
        return [_first(by_measure(result.pairs[0]), "measure")]
    return [
        _first(league_of(result.leaderboard), "algorithm"),
        _first(named(result, "pairs"), "pair"),
    ]


def _first(table: Grid, word: str) -> str:
    """The first rows of a table, and how many more there are."""
    of = max(table.of, len(table.rows))
    more = left_out(of, min(of, FIRST), word)
    note = " ".join(filter(None, (table.note if table.of <= len(table.rows) else "", more)))
    return html_table(replace(table, rows=table.rows[:FIRST], note=note))
