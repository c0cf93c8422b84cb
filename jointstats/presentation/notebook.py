"""Results in a cell of a notebook: the verdict, and the first rows of the result's tables."""

from __future__ import annotations

import html
from dataclasses import replace

from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.leaderboard import LeaderboardResult
from jointstats.labelled.result import Result
from jointstats.presentation.comparison_tables import by_measure, league_of, named
from jointstats.presentation.leading import FIRST, left_out
from jointstats.presentation.tables import Table, html_table, table


def cell(result: Result) -> str:
    """Verdict, tables and what to keep in mind, without matplotlib."""
    shown = "".join(_shown(result))
    notes = "".join(f"<p>{html.escape(text)}</p>" for text in result.warnings)
    return f"<div><p><strong>{html.escape(result.verdict)}</strong></p>{shown}{notes}</div>"


def _shown(result: Result) -> list[str]:
    if isinstance(result, LeaderboardResult):
        return [_first(league_of(result), "algorithm")]
    if not isinstance(result, Comparison):
        return [_first(table(result), "row")]
    if len(result.pairs) == 1:  # the verdict is its sentence
        made = by_measure(result.pairs[0])
        rows = [list(row) for row in made.rows]
        return [_first(Table(list(made.names), rows, made.sides), "measure")]
    league = _first(league_of(result.leaderboard), "algorithm")
    return [league, _first(named(result, "pairs"), "pair")]


def _first(made: Table, word: str) -> str:
    """The first rows of a table, and how many more there are."""
    of = max(made.of, len(made.rows))
    more = left_out(of, min(of, FIRST), word)
    note = " ".join(filter(None, (made.note if made.of <= len(made.rows) else "", more)))
    return html_table(replace(made, rows=made.rows[:FIRST], note=note))
