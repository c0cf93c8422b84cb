"""The answer to a comparison, as the page shows it; every answer after the first one says so."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import jointstats
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.errors import JointStatsWarning
from jointstats.labelled.result import spelled
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.app import roles, settings
from jointstats.presentation.app.complaints import for_the_page
from jointstats.presentation.app.given import MOST, Given, note, place_of
from jointstats.presentation.app.telling import Teller
from jointstats.presentation.app.visit import Answer, Opened, Visit
from jointstats.presentation.comparison_tables import league_of
from jointstats.presentation.report import blocks, sections
from jointstats.presentation.report.comparison import answers, first_sentence, size

ROWS = 20  # algorithms of the league
PAIRS = 200  # that the page lists; the report has more


def compared(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """Compare, and remember that an answer was given."""
    opened = visit.table(said)
    chosen = roles.read(said.get("roles"), opened)
    wanted = settings.read(said.get("settings"))
    teller.stage("Comparing")
    result, cautions = computed(opened, chosen, wanted)
    teller.stage("Writing the answer")
    asked = {"roles": chosen, "settings": wanted}
    given = visit.given(opened)
    number = place_of(asked, given)
    if number is None:
        number = len(given) + 1
        if number <= MOST:
            given.append(Given(asked, result.verdict))
    told = note(number, given, asked, visit.known(opened))
    visit.answer = Answer(result, asked, told, visit.held(opened, asked))
    return {
        "answer": {
            "mark": visit.answer.mark,
            "table": opened.name,
            "number": number,
            "note": visit.answer.note,
            "headline": first_sentence(result),
            "verdict": result.verdict,
            "size": size(result),
            "algorithms": list(result.algorithms),
            "answers": [list(pair) for pair in answers(result)],
            "sentences": list(result.findings),
            "league": league(result),
            "pairs": sections.pairs(result, PAIRS),
            "pairs_title": sections.pairs_title(result),
            "cautions": list(dict.fromkeys([*cautions, *result.warnings])),
            "left_out": [f"{one.dataset}: {one.reason}" for one in result.dropped][:50],
            "n_left_out": len(result.dropped),
            "figures": list(result.figures) if find_spec("matplotlib") else [],
            "explore": settings.explorable(result, wanted),
            "asked": asked,
        },
        "answers": [one.plain() for one in given],
    }


def computed(
    opened: Opened, chosen: Mapping[str, Any], wanted: Mapping[str, Any]
) -> tuple[Comparison, list[str]]:
    """The comparison, in the words of the page, and what making its table warned of."""
    table, noted = _table(opened, chosen)
    with _noting() as more:
        result = jointstats.compare_algorithms(table, **wanted)
    source = roles.source_of(opened, chosen)
    known = spelled(result, for_the_page)
    return replace(known, call=result.call | {"source": source}), [*noted, *more]


def _table(opened: Opened, chosen: Mapping[str, Any]) -> tuple[ResultsTable, list[str]]:
    """The results table and what making it warned of; the last one is kept."""
    if opened.made is None or opened.made[0] != chosen:
        with _noting() as noted:
            table = roles.table_of(opened, chosen)
        opened.made = (dict(chosen), table, noted)
    return opened.made[1], opened.made[2]


@contextmanager
def _noting() -> Iterator[list[str]]:
    """What is warned of inside, in the words of the page, once it has ended."""
    noted: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", JointStatsWarning)
        yield noted
    said = [one.message for one in caught]
    noted += [for_the_page(one.parts) for one in said if isinstance(one, JointStatsWarning)]


def league(result: Comparison) -> str:
    """The league as HTML: names in it are escaped."""
    made = league_of(result.leaderboard)
    more = len(made.rows) - ROWS
    left = f" {more} more are in the report." if more > 0 else ""
    made = replace(made, rows=made.rows[:ROWS], marks=[], note=f"{made.note}{left}")
    return blocks.table(made, "League: every algorithm, best first")
