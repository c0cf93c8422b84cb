"""Statements as rows of tiles, and the network of the measures."""

import warnings
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import listed, of_kind, polygons

import jointstats as js
from jointstats.drawing import style
from jointstats.interfaces import figures
from jointstats.joint import figure_statements, kernel_decisions
from jointstats.joint import figures as of_joint
from jointstats.network import structure

THREE = {"accuracy": "max", "auc": "max", "mae": "min"}


@cache
def made(name):
    weka = js.load_dataset("weka").select(measures=list(THREE))
    two = weka.select(algorithms=["Bagging", "RandomForest"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "example": lambda: js.bayes_test(js.load_dataset("example1")),
            "glrt": lambda: js.glrt_test(js.load_dataset("example1")),
            "best": lambda: js.bayes_test(js.load_dataset("weka"), question="best"),
            "orders": lambda: js.bayes_test(weka),
            "control": lambda: js.bayes_test(weka, question="control", control="RandomForest"),
            "network": lambda: js.network_test(two),
            "six": lambda: js.network_test(
                js.load_dataset("weka").select(algorithms=["Bagging", "RandomForest"])
            ),
            "few": lambda: js.network_test(weka),
        }[name]()


# --- statements -----------------------------------------------------------------------------------


def test_tiles_say_who_is_better_and_bars_how_probable_it_is():
    result = made("example")
    shown = figures.figure(result, "statements")
    for tile in shown.tiles:
        order = result.statements[tile.row].order[shown.measures[tile.column]]
        assert (tile.said, tile.look) == (order[0], "better" if order[0] == "B" else "worse")
    assert len(shown.tiles) == 4 * 2
    # Example 3 of the paper, by quadrature.
    exact = [0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349]
    assert [row.value for row in shown.rows] == pytest.approx(exact, abs=1e-9)
    assert [row.note for row in shown.rows] == ["6", "3", "2", "1"]
    assert shown.rows[0].reference == pytest.approx(
        kernel_decisions.lower_probability(6, [3, 2, 1])
    )
    assert shown.counted == "seen, of 12" and shown.scale.threshold == 0.975
    for row, one in zip(shown.shares, result.statements, strict=True):
        assert (row.value, row.low, row.high) == (one.share, one.share_low, one.share_high)


def test_counts_are_the_bars_of_the_likelihood_ratio_test():
    shown = figures.figure(made("glrt"), "statements")
    assert [row.value for row in shown.rows] == [6, 3, 2, 1]
    assert shown.scale.threshold is None and "exact p" in shown.notes[0]


def test_a_tie_for_the_lead_is_two_strong_bars_and_stands_in_the_title():
    result = made("best")
    shown = figures.figure(result)
    assert len(result.tied_best) == 2 and shown.title.startswith("Two ")
    assert [row.strong for row in shown.rows] == [True] * 2 + [False] * (len(shown.rows) - 2)
    for tile in shown.tiles:
        order = result.statements[tile.row].order[shown.measures[tile.column]]
        assert tile.said == order[0]
    looks = {key.name: key.look for key in shown.keys}
    assert len(set(looks.values())) == len(looks)  # each winner has a colour of its own


@pytest.mark.parametrize("name", ["best", "orders", "control"])
def test_what_has_no_row_is_counted(name):
    result = made(name)
    shown = figures.figure(result)
    told = 1 + max(tile.row for tile in shown.tiles)
    assert told <= of_joint.MOST
    assert sum(row.value for row in shown.rows) == pytest.approx(1, abs=1e-6)
    rest = shown.rows[told]
    assert rest.label == f"{len(result.statements) - told} more, together"
    seen = sum(row.count for row in result.statements[told:])
    assert float(rest.note) == pytest.approx(seen, abs=0.01)


def test_of_very_many_that_lead_equally_three_are_drawn():
    result = made("orders")
    assert len(result.tied_best) > of_joint.MOST
    assert 1 + max(tile.row for tile in figures.figure(result).tiles) == of_joint.LEAST


def test_practically_impossible_statements_are_not_drawn():
    result = made("example")
    rows = [replace(row, probability=p) for row, p in
            zip(result.statements, (0.9999, 1e-5, 1e-6, 1e-7), strict=True)]  # fmt: skip
    shown = of_joint.probabilities(replace(result, statements=tuple(rows)))
    assert 1 + max(tile.row for tile in shown.tiles) == of_joint.LEAST
    assert shown.rows[-1].label == "1 more, together"


def test_equal_measures_have_a_tile_of_their_own():
    orders = [{"x": [["A", "B"]], "y": ["A", "B"]}, {"x": ["B", "A"], "y": [["A", "B"]]}]
    shown, keys = figure_statements.tiles_of(orders, ["x", "y"])
    assert [tile.look for tile in shown] == ["equal", "better", "worse", "equal"]
    assert [(key.name, key.look) for key in keys] == [("A", "better"), ("B", "worse")]


def test_a_control_is_best_or_not():
    shown, _ = figure_statements.tiles_of([{"x": ["C"], "y": []}], ["x", "y"], "control", "C")
    assert [(tile.said, tile.look) for tile in shown] == [("C", "better"), ("not C", "open")]


@given(st.lists(st.text("abCD12", min_size=1, max_size=9), min_size=1, max_size=30, unique=True))
def test_short_names_tell_apart(names):
    short = figure_statements.short_names(names)
    assert len(set(short.values())) == len(names) and all(short.values())


# --- the network ----------------------------------------------------------------------------------


def with_edges(result, *chances, **more):
    edges = [replace(edge, probability=p) for edge, p in zip(result.edges, chances, strict=True)]
    return replace(result, edges=tuple(edges), **more)


def test_only_what_the_data_tell_is_coloured_and_what_is_improbable_is_counted():
    shown = figures.figure(with_edges(made("network"), 0.9, 0.04, 0.6), "network")
    assert [(edge.probability, edge.told) for edge in shown.edges] == [(0.9, True), (0.6, False)]
    assert shown.notes[0].startswith("Unclear: 1 pair")
    assert shown.notes[-1] == "1 pair is improbable and not drawn."


def test_measures_without_a_dependence_stand_apart():
    result = made("network")
    shown = figures.figure(with_edges(result, 0.9, 0.1, 0.2), "network")
    edge = result.edges[0]
    assert set(shown.measures) == {edge.a, edge.b}
    assert set(shown.alone) == set(THREE) - {edge.a, edge.b}


def test_arrows_are_those_that_all_equivalent_graphs_share():
    result = made("network")
    first, _, third = result.edges
    arcs = (
        structure.Arc(from_=first.b, to=first.a, compelled=True),
        structure.Arc(from_=third.a, to=third.b, compelled=False),
    )
    shown = figures.figure(with_edges(result, 0.9, 0.1, 0.8, arcs=arcs), "network")
    assert [edge.to for edge in shown.edges] == [first.a, None]


def test_with_fewer_than_two_data_sets_each_nothing_is_told():
    """Seven algorithms have 5040 orders: 51 data sets know nothing of 5040² configurations."""
    result = made("few")
    assert result.cases_each(result.edges[0]) == pytest.approx(51 / 5040**2)
    shown = figures.figure(result, "network")
    assert shown.title == "The data cannot tell which measures depend on each other"
    assert not any(edge.told for edge in shown.edges)
    assert {edge.shown for edge in shown.edges} == {"?"}
    assert "too few" in shown.notes[0] and set(result.warnings) <= set(shown.notes)


def test_from_five_measures_on_the_probabilities_are_a_triangle():
    result = made("six")
    shown = figures.figure(result, "network")
    assert shown.kind == "wins" and shown.noun == "measure"
    assert sorted(shown.algorithms) == sorted(result.measures)
    chance = {(edge.a, edge.b): edge.probability for edge in result.edges}
    chance |= {(b, a): p for (a, b), p in chance.items()}
    assert len(shown.cells) == 15
    for cell in shown.cells:
        p = chance[cell.row, cell.column]
        assert float(cell.number.lstrip("<>→↓ ")) == pytest.approx(p, abs=0.001)
        expected = "R" if p >= 0.95 else "r" if p >= 2 / 3 else "o" if p > 1 / 3 else "n"
        assert cell.stripes == expected


def test_the_lines_are_drawn_as_the_content_says():
    arc = structure.Arc(from_="accuracy", to="auc", compelled=True)
    result = with_edges(made("network"), 0.9, 0.1, 0.6, arcs=(arc,))
    lines = of_kind(listed(result, "network"), "lines")
    assert [(line["colour"], bool(line["dash"])) for line in lines] == [
        ("#0072B2", False), (style.COLOUR.line, True),
    ]  # fmt: skip


def test_bars_are_as_long_as_the_numbers():
    shown = listed(made("example"), "statements")
    exact = np.array([0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349])
    boxes = [box for _, _, box in polygons(shown)]
    bars = [right - left for left, top, right, low in boxes if abs(low - top - 0.12) < 1e-3]
    assert np.array(bars) == pytest.approx(bars[0] * exact / exact[0], abs=2e-4)
