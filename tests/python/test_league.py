"""The league: against the leaderboard, what it leaves out without room, and its vocabulary."""

from __future__ import annotations

import json
import re
import warnings
from functools import cache

import numpy as np
import pytest

import jointstats as js
from jointstats.claims import figure_league, tables
from jointstats.claims.leaderboard_result import COUNTED
from jointstats.drawing import style
from jointstats.interfaces import bridge, figures
from jointstats.interfaces.app.answering import league as league_of_the_page
from jointstats.interfaces.figures import figure
from jointstats.interfaces.report.page import page


@cache
def weka(*measures, **asked):
    table = js.load_dataset("weka")
    return js.compare_algorithms(table.select(measures=list(measures) or None), **asked)


@cache
def board_of(l, n=14, seed=4):
    """A leaderboard of algorithms that get worse one after the other, on two measures."""
    rng = np.random.default_rng(seed)
    values = rng.normal(0, 1, (2, n, l)) - np.linspace(0, 2, l)
    results = {f"A{i}": values[:, :, i].T for i in range(l)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that few data sets show nothing of many pairs
        return js.leaderboard(results, measures={"accuracy": "max", "f1": "max"})


def counts(shown, role, strong=True):
    """Numbers of one part of the bars."""
    numbers = [0] * len(shown.algorithms)
    for run in shown.runs:
        part = shown.parts[run.part]
        if part.role == role and part.shown == strong:
            numbers[run.line] += run.count
    return numbers


def totals(shown):
    """Pairs of each algorithm."""
    return [
        sum(run.count for run in shown.runs if run.line == i) for i in range(len(shown.algorithms))
    ]


def test_the_league_is_the_leaderboard_in_its_order():
    result = weka("accuracy", "auc", "mae")
    board, shown = result.leaderboard.board, figure_league.league(result)
    assert shown.algorithms == tuple(row.algorithm for row in board)
    for name, role, strong in (
        ("wins", "better", True), ("ahead", "better", False), ("open", "open", True),
        ("trade_offs", "trade", True), ("possible_trade_offs", "trade", False),
        ("behind", "worse", False), ("losses", "worse", True),
    ):  # fmt: skip
        assert counts(shown, role, strong) == [getattr(row, name) for row in board]
    assert set(totals(shown)) == {6}  # every pair is in one part
    assert shown.ranks == tuple(tuple(row.mean_rank.values()) for row in board)
    assert shown.strong == tuple(row.losses == 0 for row in board)
    assert js.leaderboard(result.data).figures[0] == "league"
    assert result.figures[:2] == ("winmap", "league")


def test_notches_are_the_measures_on_which_the_other_has_more_wins():
    result = weka("accuracy", "auc", "mae")
    shown, names = figure_league.league(result), list(result.measures)
    for i, name in enumerate(shown.algorithms):
        pairs = [row for row in result.pairs if row.winner == name]
        prices = [" ".join(str(names.index(on)) for on in row.price(name)) for row in pairs]
        drawn = [
            (run.price, run.count)
            for run in shown.runs
            if run.line == i and shown.parts[run.part].role == "better"
        ]
        assert sorted(prices) == sorted(price for price, count in drawn for _ in range(count))
    assert any("Dash under a pair" in note for note in shown.notes)


def test_what_says_nothing_is_a_sentence():
    shown = figure_league.league(board_of(4, n=3))
    assert not shown.parts and not shown.runs
    assert "All pairs are open: the data do not establish any difference." in shown.notes


def test_with_a_control_each_other_has_one_pair():
    result = weka("accuracy", "auc", control="Bagging")
    shown = figure_league.league(result)
    pairs = dict(zip(shown.algorithms, totals(shown), strict=True))
    assert pairs.pop("Bagging") == 6 and set(pairs.values()) == {1}
    assert shown.head == "against Bagging"


def test_with_groups_the_measures_have_mean_ranks():
    table = js.load_dataset("weka").select(measures=["accuracy", "auc", "mae", "rmse"])
    result = js.compare_algorithms(
        table, groups={"ranking": ["auc"], "error": ["accuracy", "mae", "rmse"]}
    )
    shown = figure_league.league(result)
    assert set(totals(shown)) == {6}
    assert shown.measures == tuple(table.measures) and len(shown.ranks[0]) == 4
    assert figures.drawing(shown, width=3.3).sheet.height > 1


def test_of_many_algorithms_the_first_are_shown_and_the_others_counted():
    board = board_of(26)
    shown = figure_league.league(board)
    assert len(shown.algorithms) == 20 and shown.more == 6
    body = figure_league.drawing(shown, 6.8)
    assert body.left_out == ("6 more algorithms are left out",)
    low = figure_league.drawing(shown, 6.8, 2.0)
    (said,) = low.left_out
    assert low.height <= 2.0 and said.endswith("more algorithms are left out")
    assert len(figure_league.league(board, rows=30).algorithms) == 26


def test_a_narrow_figure_has_fewer_columns_and_counts_them():
    shown = figure_league.league(weka())
    assert figure_league.drawing(shown, 6.78).left_out == ()
    (said,) = figure_league.drawing(shown, 2.4).left_out
    assert said.endswith("more measures are left out")


@pytest.mark.parametrize("width", [2.4, 3.18, 4.0, 5.0, 6.78, 10.0])
def test_nothing_exceeds_the_width(width):
    for shown in (
        figure_league.league(weka()),
        figure_league.league(weka("auc")),
        figure_league.league(board_of(8)),
    ):
        drawn = figures.display_list(shown, width=width)
        for mark in drawn["marks"]:
            if mark["kind"] == "polygons":
                ends = [x for corners in mark["polygons"] for x, _ in corners]
                assert max(ends) <= drawn["width"] + 1e-6


def test_the_better_a_mean_rank_the_darker_its_cell():
    shown = figure_league.league(board_of(4, n=30))
    cells = [
        fill
        for mark in figures.display_list(shown, width=6.9)["marks"]
        if mark["kind"] == "polygons"
        for fill in mark["fill"]
        if fill
    ]
    ranks = np.ravel([row[:2] for row in shown.ranks])
    shades = {
        style.mixed(style.COLOUR.paper, style.COLOUR.fill("better"), 0.06 + 0.74 * (4 - r) / 3)
        for r in ranks
    }
    assert shades <= set(cells)


# --- One vocabulary wherever it is shown ----------------------------------------------------------


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
    assert [tables.head(name) for name in COUNTED] == HEADS
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
