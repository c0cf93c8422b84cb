"""The league has one vocabulary and one order of columns, wherever it is shown."""

from __future__ import annotations

import json
import re

import pytest

import jointstats as js
from jointstats.claims import words_league
from jointstats.claims.leaderboard_result import COUNTED
from jointstats.interfaces import bridge
from jointstats.interfaces.app.answering import league as league_of_the_page
from jointstats.interfaces.figures import figure
from jointstats.interfaces.report.page import page

HEADS = ["wins", "ahead", "trade-offs", "possible", "equal", "open", "behind", "losses"]


@pytest.fixture(scope="module")
def result():
    table = js.load_dataset("weka").select(measures=["accuracy", "auc"])
    return js.compare_algorithms(js.results_table(
        table.to_frame(), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "auc": "max"}, rope={"accuracy": 0.02, "auc": 0.02},
    ))  # fmt: skip


def heads(text):
    """The words of the vocabulary in the order in which a text has them."""
    return re.findall(rf"(?<![\w-])(?:{'|'.join(HEADS)})(?! ranks|[\w-])", text)


def test_the_list_is_the_order_of_the_rows(result):
    assert [words_league.head(name) for name in COUNTED] == HEADS
    names = list(result.leaderboard.to_frame().columns)
    assert names[1 : 1 + len(COUNTED)] == list(COUNTED)


def test_terminal_notebook_report_page_figure_and_r_agree(result):
    terminal = next(
        line for line in result.summary().splitlines() if "wins" in line and "open" in line
    )
    assert heads(terminal) == HEADS
    assert heads(result._repr_html_().split("</thead>")[0].split("<thead>")[1]) == HEADS
    report = page(result).split("<caption>League: every algorithm")[1].split("</thead>")[0]
    assert heads(report) == HEADS
    assert heads(league_of_the_page(result).split("</thead>")[0]) == HEADS
    shown = [part.label for part in figure(result, "league").parts]
    assert shown == [name for name in HEADS if name in shown] and len(shown) > 3
    said, _ = bridge.pack(result)
    assert heads(" ".join(json.loads(said)["table"]["names"])) == HEADS


def test_columns_that_cannot_arise_are_left_out():
    one = js.compare_algorithms(js.load_dataset("weka").select(measures=["accuracy"]))
    line = next(line for line in one.summary().splitlines() if "wins" in line and "open" in line)
    assert heads(line) == ["wins", "open", "losses"]
