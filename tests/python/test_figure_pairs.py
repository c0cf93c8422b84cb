"""The matrix of pairs, and wins, ties and losses: against counts of the values themselves."""

import warnings
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jointstats as js
from jointstats.presentation import figures
from jointstats.presentation.figures import matrix, pairs

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


def cell_of(shown, row, column):
    (cell,) = [one for one in shown.cells if (one.row, one.column) == (row, column)]
    return cell


def many(l, n=12, m=3):
    rng = np.random.default_rng(l)
    values = {f"m{i:03d}": rng.normal(i / l, 1, (n, m)) for i in range(l)}
    return js.results_table(values, measures=dict.fromkeys("xyz"[:m], "max"))


# --- the matrix of a comparison -------------------------------------------------------------------


def test_the_matrix_has_every_pair_twice_in_the_order_of_the_leaderboard():
    result = comparison()
    shown = figures.figure(result, "matrix")
    assert shown.algorithms == result.order and shown.measures == tuple(result.measures)
    names = [(cell.row, cell.column) for cell in shown.cells]
    assert sorted(names) == sorted((a, b) for a in FOUR for b in FOUR if a != b)
    assert shown.total == 4 and shown.control is None


def test_counts_and_stripes_are_those_of_the_values():
    table = weka()
    ahead, place = better(table), {name: i for i, name in enumerate(table.algorithms)}
    shown = figures.figure(comparison(), "matrix")
    for cell in shown.cells:
        a, b = place[cell.row], place[cell.column]
        won, lost = (ahead[:, :, i, j].all(axis=1).sum() for i, j in ((a, b), (b, a)))
        assert cell.first == f"{won}–{lost}"
        more = np.sign(ahead[:, :, a, b].sum(axis=0) - ahead[:, :, b, a].sum(axis=0))
        assert cell.stripes.lower() == "".join({1: "r", -1: "c", 0: "n"}[sign] for sign in more)


def test_only_what_is_shown_is_strong_framed_and_has_a_p_value():
    result = comparison()
    shown = figures.figure(result, "matrix")
    rows = {frozenset((row.a, row.b)): row for row in (*result.wins, *result.open)}
    strengths = set()
    for cell in shown.cells:
        row = rows[frozenset((cell.row, cell.column))]
        strengths.add(cell.strength)
        assert cell.strength == row.strength
        assert (cell.second != "") == (row.strength == "shown")
        if row.strength != "shown":
            assert cell.stripes.islower() and cell.sign == ""
        elif not row.lost_measures:  # the claim is about all measures at once
            assert cell.stripes == ("R" if row.winner == cell.row else "C") * 3
            assert cell.sign == ("+" if row.winner == cell.row else "−")
    assert {"shown", "leaning"} <= strengths
    assert {"shown", "leaning"} <= {key.look for key in shown.keys}


def test_a_stripe_against_the_claim_stays_pale():
    """Joint wins do not make a measure won that the other one wins more often."""
    row = next(row for row in comparison().wins if row.strength == "shown")
    name = next(iter(row.wins_a))
    swapped = {**row.wins_a, name: row.wins_b[name]}, {**row.wins_b, name: row.wins_a[name]}
    pair = pairs._claimed(replace(row, wins_a=swapped[0], wins_b=swapped[1]))
    assert pair.stripes[0].islower() and pair.stripes[1:].isupper()


def claim(**about):
    base = comparison().wins[0]
    facts = {"a": "A", "b": "B", "winner": None, "loser": None, "strength": "shown", "n": 20,
             "measures": (), "measures_other": (), "measures_equal": (), "claim": "trade_off",
             "wins_a": {"x": 15, "y": 2}, "wins_b": {"x": 3, "y": 16},
             "sweeps_a": 1, "sweeps_b": 0}  # fmt: skip
    return pairs._claimed(replace(base, **(facts | about)))


def test_signs_of_trade_offs_equality_and_not_worse():
    traded = claim(measures=("x",), measures_other=("y",))
    assert (traded.sign, traded.stripes) == ("±", "RC")
    assert traded.cells[1].stripes == "CR" and traded.cells[0].first == ""
    equal = claim(
        claim="outcome_most_common", measures_equal=("x", "y"), rope=True,
        wins_a={"x": 1, "y": 2}, wins_b={"x": 2, "y": 0},
    )  # fmt: skip
    assert (equal.sign, equal.stripes) == ("=", "EE")
    loose = claim(claim="not_worse_more_often", winner="B", loser="A", measures=("x", "y"))
    assert loose.sign == "≤" and loose.cells[1].sign == "≥"
    assert loose.stripes == "rC"  # B is not shown to win x, which A wins more often


def test_with_a_control_its_pairs_are_listed():
    shown = figures.figure(comparison("Bagging"), "matrix")
    assert shown.control == "Bagging" and {cell.row for cell in shown.cells} == {"Bagging"}
    assert len(shown.cells) == 3


def test_of_many_the_first_are_shown_and_the_others_counted():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shown = figures.figure(js.compare_algorithms(many(45)), "matrix")
    assert (len(shown.algorithms), shown.total) == (matrix.MOST, 45)
    assert len(shown.cells) == matrix.MOST * (matrix.MOST - 1)
    plot = pytest.importorskip("jointstats.presentation.plot.matrix")
    pytest.importorskip("matplotlib")
    for width, least in ((3.3, 20), (6.9, 40)):
        body = plot.drawing(shown, width)
        (said,) = body.left_out
        left = int(said.split()[0])
        assert least <= 45 - left <= matrix.MOST and said.endswith("algorithms are left out")


# --- tests of pairs -------------------------------------------------------------------------------


@pytest.mark.parametrize("test", ["bayes", "glrt", "hotelling"])
def test_a_pairwise_test_is_seen_from_both_sides(test):
    result = js.pairwise_tests(weka(), test=test)
    shown = figures.figure(result)
    for row in result.pairs:
        for one, other in ((row.a, row.b), (row.b, row.a)):
            cell = cell_of(shown, one, other)
            assert (cell.strength == "shown") == row.decided
            for measure, letter in zip(result.measures, cell.stripes, strict=True):
                first = row.order[measure][0]
                assert letter.lower() == ("r" if first == one else "c")
                assert letter.isupper() == (row.decided and getattr(row, "clear", True))
            exact = row.probability if test == "bayes" else row.p_adjusted
            number = cell.first.lstrip("<>")
            assert abs(float(number) - exact) <= 0.001


def test_cells_say_no_false_certainty():
    made = js.pairwise_tests(weka(), test="bayes")
    rows = [
        replace(row, probability=p) for row, p in zip(made.pairs[:3], (1.0, 0.0, 0.5), strict=True)
    ]
    cells = pairs.of_pairwise(replace(made, pairs=[*rows, *made.pairs[3:]]))
    said = [cell_of(cells, row.a, row.b).first for row in rows]
    assert said == [">.999", "<.001", "0.500"]


def test_a_pair_that_leads_nowhere_is_tied_and_has_no_colour():
    made = js.pairwise_tests(weka(), test="bayes")
    rows = [replace(made.pairs[0], order=None, probability=None, decided=False), *made.pairs[1:]]
    cell = cell_of(pairs.of_pairwise(replace(made, pairs=rows)), rows[0].a, rows[0].b)
    assert (cell.first, cell.stripes, cell.strength) == ("tied", "nnn", "open")


@pytest.mark.parametrize("control", [None, "Bagging"])
def test_each_stripe_of_a_separate_test_is_a_test_of_its_own(control):
    result = js.sign_test(weka(), control=control)
    shown = figures.figure(result, "matrix")
    found = {(row.a, row.b, row.measure): row for row in result.tests}
    assert len(shown.cells) == (12 if control is None else 3)
    for (a, b, measure), row in found.items():
        letter = cell_of(shown, a, b).stripes[list(result.measures).index(measure)]
        assert letter.isupper() == (row.winner is not None)
        assert letter.lower() == {None: "n", a: "r", b: "c"}[row.better]


def test_means_frame_what_hotelling_shows_and_fill_what_t_tests_show():
    result = js.manova_test(weka())
    shown = figures.figure(result)
    winner = {(row.a, row.b, row.measure): row.winner for row in result.singles}
    for row in result.pairs:
        cell = cell_of(shown, row.a, row.b)
        assert (cell.strength == "shown") == row.decided
        upper = [letter.isupper() for letter in cell.stripes]
        assert upper == [winner[row.a, row.b, name] is not None for name in result.measures]


@given(st.text("rRcCeEn", min_size=1, max_size=8), st.sampled_from(["", "+", "−", "±", "=", "≥"]))
def test_seen_from_the_other_side_twice_is_seen_from_this_side(stripes, sign):
    here, there = matrix.Pair("A", "B", "shown", sign, stripes, ("1",), ("2",)).cells
    back = matrix.Pair("B", "A", "shown", there.sign, there.stripes, ("2",), ("1",)).cells
    assert back == (there, here)
    assert [x.isupper() for x in here.stripes] == [x.isupper() for x in there.stripes]


# --- wins, ties and losses ------------------------------------------------------------------------


def test_joint_wins_are_those_of_the_values():
    table = weka()
    ahead, place = better(table), {name: i for i, name in enumerate(table.algorithms)}
    shown = figures.figure(comparison(), "wins")
    assert shown.worded and len(shown.cells) == 12
    for cell in shown.cells:
        a, b = place[cell.row], place[cell.column]
        won, lost = (int(ahead[:, :, i, j].all(axis=1).sum()) for i, j in ((a, b), (b, a)))
        assert cell.first == f"{won}/{table.n - won - lost}/{lost}"
        assert cell.stripes.lower() == ("n" if won == lost else "r" if won > lost else "c")


def test_wins_on_one_measure_have_the_difference_of_the_means():
    table, result = weka(), comparison()
    k = list(table.measures).index("mae")
    ahead, place = better(table), {name: i for i, name in enumerate(table.algorithms)}
    shown = figures.figure(result, "wins", measure="mae")
    tests = {frozenset((row.a, row.b)): row for row in result.separate["mae"].tests}
    mean = table.values[:, k, :].mean(axis=0)
    for cell in shown.cells:
        a, b = place[cell.row], place[cell.column]
        won, lost = int(ahead[:, k, a, b].sum()), int(ahead[:, k, b, a].sum())
        assert cell.first == f"{won}/{table.n - won - lost}/{lost}"
        difference = float(cell.second.replace("−", "-").replace("+", ""))
        assert difference == pytest.approx(mean[a] - mean[b], rel=0.06)
        row = tests[frozenset((cell.row, cell.column))]
        assert (cell.strength == "shown") == (row.winner is not None)
        assert cell.stripes.lower() == {None: "n", cell.row: "r", cell.column: "c"}[row.better]
        assert cell.stripes.isupper() == (row.winner is not None)
    assert [float(text) for text in shown.beside] == pytest.approx(
        [mean[place[name]] for name in shown.algorithms], rel=0.01
    )
    assert any(pair in tests for pair in map(frozenset, combinations(FOUR, 2)))


def test_wins_of_a_measure_that_is_not_there():
    with pytest.raises(js.JointStatsError, match="speed"):
        figures.figure(comparison(), "wins", measure="speed")
    with pytest.raises(figures.PlotError, match="only measure"):
        figures.figure(comparison(), "wins", measures=["mae"])
