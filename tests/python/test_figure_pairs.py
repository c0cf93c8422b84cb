"""Every pair: against counts of the values themselves, and against the rows."""

import warnings
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import jointstats as js
from jointstats.drawing import figure_wins, pairs
from jointstats.interfaces import figures
from jointstats.joint.figures import wins_of_pairs

FOUR = ["AODE", "Bagging", "Logistic", "RandomForest"]


@cache
def weka():
    return js.load_dataset("weka").select(algorithms=FOUR, measures=["accuracy", "auc", "mae"])


@cache
def comparison(control=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(weka(), control=control)


def better(table):
    """Whether a is better than b: data sets x measures x algorithms x algorithms."""
    up = np.array([1 if way == "max" else -1 for way in table.measures.values()])
    values = table.values * up[None, :, None]
    return values[:, :, :, None] > values[:, :, None, :]


def cell_of(shown, a, b):
    """The cell of two algorithms, whichever of them is the row."""
    (cell,) = [one for one in shown.cells if {one.row, one.column} == {a, b}]
    return cell


def many(l, n=12, m=3):
    rng = np.random.default_rng(l)
    values = {f"m{i:03d}": rng.normal(i / l, 1, (n, m)) for i in range(l)}
    return js.results_table(values, measures=dict.fromkeys("xyz"[:m], "max"))


# --- a comparison --------------------------------------------------------------------------------


def test_every_pair_has_a_cell_in_the_row_of_the_one_that_leads_the_leaderboard():
    result = comparison()
    shown = figures.figure(result, "wins")
    assert shown.algorithms == result.order and shown.measures == tuple(result.measures)
    names = [(cell.row, cell.column) for cell in shown.cells]
    assert sorted(names) == sorted(combinations(result.order, 2))
    assert shown.total == 4 and shown.control is None
    assert shown.notes[0] == "Stripes, from the left: accuracy ↑, auc ↑, mae ↓."


@pytest.mark.parametrize("measures", [["accuracy"], ["accuracy", "mae"]])
def test_stripes_and_counts_are_those_of_the_values(measures):
    table = weka().select(measures=measures)
    ahead, place = better(table), {name: i for i, name in enumerate(table.algorithms)}
    shown = figures.figure(js.compare_algorithms(table), "wins")
    for cell in shown.cells:
        a, b = place[cell.row], place[cell.column]
        each = ahead[:, :, a, b], ahead[:, :, b, a]
        won, lost = (one.sum(axis=0) for one in each)
        everywhere = [one.all(axis=1) for one in each]
        assert cell.number == f"{everywhere[0].sum()}–{everywhere[1].sum()}"
        signs = np.sign(won - lost)
        assert cell.stripes.lower() == "".join({1: "r", -1: "c", 0: "n"}[sign] for sign in signs)


def test_strong_stripes_are_what_is_shown_and_frames_are_states_of_all_measures():
    result = js.compare_algorithms(js.load_dataset("weka"))
    shown = figures.figure(result, "wins")
    framed = set()
    for cell in shown.cells:
        row = result.pair(cell.row, cell.column)
        strong = {
            name
            for name, letter in zip(result.measures, cell.stripes, strict=True)
            if letter.isupper()
        }
        assert strong == {*row.better_a, *row.better_b}
        assert (cell.strength == "open") == (row.state == "open")
        if cell.strength == "shown":
            framed.add(row.state)
        sign = {"win": ">" if row.winner == cell.row else "<", "trade-off": "x"}
        assert cell.sign == sign.get(row.state, "")
    assert framed == {"win", "trade-off"}
    assert shown.title == (
        "3 wins, 1 trade-off, 2 ahead, 4 possible trade-offs and 11 open among 21 pairs"
    )


def test_practical_equality_is_a_stripe_of_its_own():
    rng = np.random.default_rng(1)
    base = rng.normal(0, 1, (60, 1))
    values = {"A": base, "B": base + 0.01 * rng.normal(0, 1, (60, 1)), "C": base - 5}
    table = js.results_table(values, measures={"x": "max"}, rope={"x": 0.5})
    shown = figures.figure(js.compare_algorithms(table), "wins")
    equal = cell_of(shown, "A", "B")
    assert (equal.strength, equal.sign, equal.stripes) == ("shown", "=", "E")
    won = cell_of(shown, "A", "C")
    assert (won.row, won.sign, won.stripes, won.number) == ("A", ">", "R", "60–0")


def test_with_a_control_its_pairs_are_listed():
    shown = figures.figure(comparison("Bagging"), "wins")
    assert shown.control == "Bagging" and {cell.row for cell in shown.cells} == {"Bagging"}
    assert len(shown.cells) == 3


def test_of_many_the_first_are_shown_and_the_others_counted():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shown = figures.figure(js.compare_algorithms(many(45)), "wins")
    assert (len(shown.algorithms), shown.total) == (pairs.MOST, 45)
    assert len(shown.cells) == pairs.MOST * (pairs.MOST - 1) // 2
    for width, least in ((3.3, 20), (6.9, 40)):
        body = figure_wins.drawing(shown, width)
        (said,) = body.left_out
        left = int(said.split()[0])
        assert least <= 45 - left <= pairs.MOST and said.endswith("algorithms are left out")


# --- the league of all pairs --------------------------------------------------------------------


@pytest.mark.parametrize("measures", [["accuracy", "auc", "mae"], ["accuracy"]])
def test_the_league_counts_every_pair_and_the_price_of_each(measures):
    result = js.compare_algorithms(weka().select(measures=measures))
    shown = figures.figure(result, "league")
    for line, row in enumerate(result.leaderboard.board):
        own = [run for run in shown.runs if run.line == line]
        for k, part in enumerate(shown.parts):
            counted = getattr(row, part.label.replace("-", "_"))
            assert sum(run.count for run in own if run.part == k) == counted
        paid = [
            pair.price(pair.winner)
            for pair in result.pairs
            if row.algorithm in (pair.a, pair.b) and pair.winner
        ]
        for k, measure in enumerate(shown.measures):
            drawn = sum(run.count for run in own if str(k) in run.price.split())
            assert drawn == sum(measure in price for price in paid)


# --- tests of pairs -------------------------------------------------------------------------------


@pytest.mark.parametrize("test", ["bayes", "glrt", "hotelling"])
def test_a_pairwise_test_is_seen_from_the_row(test):
    result = js.pairwise_tests(weka(), test=test)
    shown = figures.figure(result)
    for row in result.pairs:
        cell = cell_of(shown, row.a, row.b)
        assert (cell.strength == "shown") == row.decided
        for measure, letter in zip(result.measures, cell.stripes, strict=True):
            first = row.order[measure][0]
            assert letter.lower() == ("r" if first == cell.row else "c")
            assert letter.isupper() == (row.decided and getattr(row, "clear", True))
        exact = row.probability if test == "bayes" else row.p_adjusted
        assert abs(float(cell.number.lstrip("<>")) - exact) <= 0.001


def test_cells_say_no_false_certainty():
    made = js.pairwise_tests(weka(), test="bayes")
    rows = [
        replace(row, probability=p) for row, p in zip(made.pairs[:3], (1.0, 0.0, 0.5), strict=True)
    ]
    cells = wins_of_pairs(replace(made, pairs=[*rows, *made.pairs[3:]]))
    said = [cell_of(cells, row.a, row.b).number for row in rows]
    assert said == [">.999", "<.001", "0.500"]


def test_a_pair_that_leads_nowhere_is_tied_and_has_no_colour():
    made = js.pairwise_tests(weka(), test="bayes")
    rows = [replace(made.pairs[0], order=None, probability=None, decided=False), *made.pairs[1:]]
    cell = cell_of(wins_of_pairs(replace(made, pairs=rows)), rows[0].a, rows[0].b)
    assert (cell.number, cell.stripes, cell.strength) == ("tied", "nnn", "open")


@pytest.mark.parametrize("control", [None, "Bagging"])
def test_each_stripe_of_a_separate_test_is_a_test_of_its_own(control):
    result = js.sign_test(weka(), control=control)
    shown = figures.figure(result, "wins")
    found = {(row.a, row.b, row.measure): row for row in result.tests}
    assert len(shown.cells) == (6 if control is None else 3)
    for (a, b, measure), row in found.items():
        cell = cell_of(shown, a, b)
        letter = cell.stripes[list(result.measures).index(measure)]
        assert letter.isupper() == (row.winner is not None)
        assert letter.lower() == {None: "n", cell.row: "r", cell.column: "c"}[row.better]


def test_means_frame_what_hotelling_shows_and_fill_what_t_tests_show():
    result = js.manova_test(weka())
    shown = figures.figure(result)
    winner = {(row.a, row.b, row.measure): row.winner for row in result.singles}
    for row in result.pairs:
        cell = cell_of(shown, row.a, row.b)
        assert (cell.strength == "shown") == row.decided
        upper = [letter.isupper() for letter in cell.stripes]
        assert upper == [winner[row.a, row.b, name] is not None for name in result.measures]
