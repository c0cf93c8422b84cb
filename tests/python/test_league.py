"""The league: what it says, against the leaderboard, and what it leaves out without room."""

import warnings
from functools import cache

import numpy as np
import pytest

import jointstats as js
from jointstats.presentation import plot
from jointstats.presentation.figures.league import league
from jointstats.presentation.plot import league as layout
from jointstats.presentation.plot.themes import COLOUR, mixed


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
    for part, *numbers in zip(shown.parts, *shown.counts, strict=True):
        if part.role == role and part.shown == strong:
            return list(numbers)
    return [0] * len(shown.algorithms)


def test_the_league_is_the_leaderboard_in_its_order():
    result = weka("accuracy", "auc", "mae")
    board, shown = result.leaderboard.board, league(result)
    assert shown.algorithms == tuple(row.algorithm for row in board)
    for name, role, strong in (
        ("wins", "better", True), ("ahead", "better", False), ("open", "open", True),
        ("trade_offs", "trade", True), ("behind", "worse", False), ("losses", "worse", True),
    ):  # fmt: skip
        assert counts(shown, role, strong) == [getattr(row, name) for row in board]
    assert {sum(numbers) for numbers in shown.counts} == {6}  # every pair is in one part
    assert shown.ranks == tuple(tuple(row.mean_rank.values()) for row in board)
    assert shown.strong == tuple(row.losses == 0 for row in board)
    assert js.leaderboard(result.data).figures[0] == result.figures[0] == "league"


def test_each_mean_rank_has_the_ranks_that_are_possible():
    board = weka("accuracy", "auc").leaderboard
    shown = league(board)
    for sets, row in zip(shown.sets, board.board, strict=True):
        for name, said in zip(board.measures, sets, strict=True):
            ends = [int(end) for end in said.split("–")]
            assert (ends[0], ends[-1]) == (row.rank_low[name], row.rank_high[name])
    assert any("jointly with 95 % confidence" in note for note in shown.notes)


def test_what_says_nothing_is_a_sentence():
    shown = league(board_of(4, n=3))
    assert not shown.parts and not shown.sets
    assert "All pairs are open: the data do not establish any difference." in shown.notes


def test_with_a_control_each_other_has_one_pair():
    result = weka("accuracy", "auc", control="Bagging")
    shown = league(result)
    totals = dict(zip(shown.algorithms, map(sum, shown.counts), strict=True))
    assert totals.pop("Bagging") == 6 and set(totals.values()) == {1}
    assert shown.head == "against Bagging"


def test_with_groups_the_measures_have_mean_ranks():
    table = js.load_dataset("weka").select(measures=["accuracy", "auc", "mae", "rmse"])
    result = js.compare_algorithms(
        table, groups={"ranking": ["auc"], "error": ["accuracy", "mae", "rmse"]}
    )
    shown = league(result)
    assert {sum(numbers) for numbers in shown.counts} == {6}
    assert shown.measures == tuple(table.measures) and len(shown.ranks[0]) == 4
    assert plot.render(shown, 3.3).height > 1


def test_of_many_algorithms_the_first_are_shown_and_the_others_counted():
    board = board_of(26)
    shown = league(board)
    assert len(shown.algorithms) == 20 and shown.more == 6
    body = layout.drawing(shown, 6.8)
    assert body.left_out == ("6 more algorithms are left out",)
    low = layout.drawing(shown, 6.8, 2.0)
    (said,) = low.left_out
    assert low.height <= 2.0 and said.endswith("more algorithms are left out")
    assert len(league(board, rows=30).algorithms) == 26


def test_a_narrow_figure_has_fewer_columns_and_says_so():
    shown = league(weka())
    wide, narrow = layout.drawing(shown, 6.78), layout.drawing(shown, 3.18)
    assert wide.without == () and wide.left_out == ()
    assert narrow.without == (shown.sets_note,) and narrow.left_out == ()
    assert layout.drawing(shown, 2.4).left_out == ("4 more measures are left out",)
    plan = layout._plan(shown, 3.18)
    assert plan.measures == 6 and not plan.sets


@pytest.mark.parametrize("width", [2.4, 3.18, 4.0, 5.0, 6.78, 10.0])
def test_columns_never_exceed_the_width(width):
    for shown in (league(weka()), league(weka("auc")), league(board_of(8))):
        plan = layout._plan(shown, width)
        ends = [x + wide for x, wide in layout._places(shown, plan).values()]
        assert max(ends) <= width + 1e-6
        assert plan.measures >= 1 and plan.cell > 0.2


def test_the_better_a_mean_rank_the_darker_its_cell():
    shades = [layout._shade(rank, 7.0, COLOUR) for rank in (1.0, 2.5, 4.0, 7.0)]
    light = [sum(int(shade[i : i + 2], 16) for i in (1, 3, 5)) for shade in shades]
    assert light == sorted(light) and len(set(light)) == 4
    assert mixed("#000000", "#FFFFFF", 0.0) == "#000000"
