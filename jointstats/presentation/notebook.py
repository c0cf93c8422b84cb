"""Results in a cell of a notebook: the verdict, and of a comparison its league and its matrix."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.labelled.result import Result
from jointstats.presentation.comparison_tables import league_of
from jointstats.presentation.leading import FIRST, between, left_out
from jointstats.presentation.pair_signs import KEY, SIGNS, counts, stands
from jointstats.presentation.tables import Table, html_table, table

NUMBERED = 12  # algorithms of whose pairs a cell has both counts

# On colours of their own, so that dark notebooks have them, too.
_COLOURS = {
    "W": "#0072b2;color:#fff", "L": "#e69f00;color:#000", "T": "#cc79a7;color:#000",
    "E": "#009e73;color:#000", "w": "#cce3f0;color:#000", "l": "#faebcc;color:#000",
}  # fmt: skip


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
    league = _first(league_of(result.leaderboard), "algorithm")
    return [league, matrix(result) if result.pairs else _first(table(result), "test")]


def _first(made: Table, word: str) -> str:
    """The first rows of a table, and how many more there are."""
    of = max(made.of, len(made.rows))
    more = left_out(of, min(of, FIRST), word)
    note = " ".join(filter(None, (made.note if made.of <= len(made.rows) else "", more)))
    return html_table(replace(made, rows=made.rows[:FIRST], note=note))


def matrix(result: Comparison) -> str:
    """Every pair, row against column, best first; of very many algorithms the first ones."""
    names = list(result.order[:FIRST])
    upper = names if result.control is None else [result.control]
    names = [name for name in names if name != result.control]
    known = frozenset([*upper, *names])
    rows = {
        frozenset((row.a, row.b)): row
        for part in (result.wins, result.open)
        for row in between(part, known)
    }
    seen: set[str] = set()

    def one(a: str, b: str) -> str:
        row = rows.get(frozenset((a, b)))
        if row is None:
            return "<td></td>"
        kind = stands(row, a)
        seen.add(kind)
        said = f"{counts(row, a)} {SIGNS[kind]}" if len(names) <= NUMBERED else SIGNS[kind]
        colour = _COLOURS.get(kind)
        style = f' style="background:{colour}"' if colour else ""
        return f"<td{style}>{html.escape(said)}</td>"

    body = "".join(
        f'<tr><th scope="row">{html.escape(a)}</th>{"".join(one(a, b) for b in names)}</tr>'
        for a in upper
    )
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in names)
    more = left_out(len(result.order), min(len(result.order), FIRST), "algorithm")
    return (
        f'<table><thead><tr><th scope="col">row against column</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table><p>{html.escape(_key(result, seen, names))}</p>"
        + (f"<p>{html.escape(more)}</p>" if more else "")
    )


def _key(result: Comparison, seen: set[str], names: Sequence[str]) -> str:
    """What signs and numbers say."""
    signs = "; ".join(f"{SIGNS[kind]} {said}" for kind, said in KEY.items() if kind in seen)
    if len(names) > NUMBERED:
        return f"{signs}."
    what = " on every group" if result.groups else f" {wording.on_all(list(result.measures))}"
    return f"{signs}. Numbers: data sets on which the row is better{what}, and the column is."
