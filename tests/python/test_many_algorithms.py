"""What readers see of many algorithms: bounded, in the order of the leaderboard, nothing lost."""

import json
import re
from types import SimpleNamespace as Row

import numpy as np
import pytest
from pages import page

import jointstats as js
from jointstats.claims.tables import board
from jointstats.drawing.document import FIRST, MOST, among_the_first
from jointstats.interfaces import bridge, tables

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

MANY = 30
PAIRS = MANY * (MANY - 1) // 2
WAYS = {"acc": "max", "time": "min"}


def results(algorithms, datasets, seed=0):
    """Skills differ, and the best ones stand last in the table: file order is not the answer."""
    rng = np.random.default_rng(seed)
    skill = np.linspace(0, 4, algorithms)
    names = [f"m{i:03}" for i in range(algorithms)]
    return {
        name: rng.normal(skill[i], 1.0, size=(datasets, 2)) * [1, -1]
        for i, name in enumerate(names)
    }


@pytest.fixture(scope="module")
def many():
    return js.compare_algorithms(results(MANY, 40), measures=WAYS)


@pytest.fixture(scope="module")
def few():
    return js.compare_algorithms(results(6, 20), measures=WAYS)


def wins_of(result):
    """The sentences that name who wins: a finding of their own, or the verdict if short."""
    named = (line for line in result.findings if line.startswith("Win ("))
    return next(named, result.verdict)


# --- The order ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fixture", ["few", "many"])
def test_everything_is_in_the_order_of_the_leaderboard(fixture, request):
    result = request.getfixturevalue(fixture)
    order = list(result.order)
    assert order != list(result.algorithms) and order[0] > order[-1]  # the best ones stand last
    board = tables.table(result)
    assert [row[0] for row in board.rows] == order
    place = {name: i for i, name in enumerate(order)}
    # Who wins most comes first; rivals by their places, the nearest one before the last.
    found = list(re.finditer(r"(m\d+) wins against (.*?)(?:, better on|, but|;|\. |\.$)",
                             wins_of(result)))  # fmt: skip
    for match in found:
        rivals = [place[name] for name in re.findall(r"m\d+", match[2])]
        assert rivals == sorted(rivals) and len(rivals) <= 6
    assert found


def test_rows_of_the_first_algorithms_fit():
    order = [f"m{i}" for i in range(40)]
    rows = [Row(a=a, b=b) for i, b in enumerate(order) for a in order[i + 1 :]]
    kept = among_the_first(rows, order, 100)
    assert len(kept) == 91 and {r.b for r in kept} | {r.a for r in kept} == set(order[:14])
    assert [(r.b, r.a) for r in kept[:2]] == [("m0", "m1"), ("m0", "m2")]
    assert len(among_the_first(rows, order, len(rows))) == len(rows)
    against = [Row(a="m7", b=name) for name in order if name != "m7"]
    assert len(among_the_first(against, order, 10, "m7")) in (9, 10)


# --- Sizes, and nothing lost ----------------------------------------------------------------------


def test_the_text_is_bounded_and_counts_what_it_leaves_out(many):
    said = many.summary()
    assert len(said.splitlines()) <= 230 and len(said.encode()) < 24_000
    flat = " ".join(said.split())
    assert f"{MANY - FIRST} more algorithms: leaderboard.to_frame()" in flat
    settled = sum(row.state != "open" for row in many.pairs)
    assert settled > 100
    assert f"{settled - 55} more pairs: to_frame()" in flat
    assert len(many.verdict) < 1200 and len(str(many).splitlines()) <= 40


def test_pairs_that_are_not_named_are_counted(many):
    first, *rest = many.findings
    most = max(row.wins for row in many.leaderboard.board)
    assert f"against {most} of {MANY - 1} others" in first
    wins = wins_of(many)
    assert wins.startswith(f"Win ({len(many.wins)} pairs). ")
    named = sum(
        len(re.findall(r"m\d+", one[1])) + int((re.search(r"(\d+) more", one[1]) or [0, 0])[1])
        for one in re.finditer(r"wins against (.*?)(?:, better on|, but|;|\. )", wins)
    )
    like = re.search(r"(\d+) more pairs are like this", wins)
    assert named + int(like[1]) == len(many.wins)
    assert any(line.startswith(f"Open ({len(many.in_state('open'))} pairs):") for line in rest)


def test_every_pair_of_an_algorithm_is_counted_in_its_row(many):
    made = board(many.leaderboard)
    states = ("wins", "losses", "trade-offs", "possible", "ahead", "behind", "open")
    for row in made.rows:
        cells = dict(zip(made.names, row, strict=True))
        assert sum(int(cells[name]) for name in states) == MANY - 1
    assert sum(row.wins for row in many.leaderboard.board) == len(many.wins) > 50


def test_tables_for_documents_have_every_pair(many):
    assert len(tables.table(many).rows) == MANY
    pairs = tables.table(many, "pairs")
    assert len(pairs.rows) == PAIRS == len(many.to_frame())
    states = [row[2] for row in pairs.rows]
    assert states == sorted(
        states,
        key=["win", "trade-off", "ahead", "possible trade-off", "jointly better", "open"].index,
    )
    for made in (many.to_markdown(), many.to_latex()):
        assert len(made.encode()) < 10_000 and len(made.splitlines()) < MOST
    assert len(many._repr_html_().encode()) < 60_000
    assert all(len(part.split()) <= 120 for part in many.report_text().split("\n\n"))


def test_the_report_is_small_and_has_every_pair(many):
    made = page(many)
    assert len(made.encode()) < 1_500_000
    assert all(f">{name}<" in made for name in many.order)


def test_the_reply_for_r_has_all_rows(many):
    said, numbers = bridge.pack(many)
    assert len(said.encode()) < 1_500_000 and len(numbers) < 60 * 2 * PAIRS
    node = json.loads(said)
    assert node["frame"]["rows"] == PAIRS
    assert node["table"]["names"][:3] == ["algorithm", "wins", "ahead"]


def test_pairwise_tests_of_many_are_bounded_and_a_matrix_can_be_turned(many):
    pairs = js.pairwise_tests(results(MANY, 40), measures=WAYS, test="bayes")
    said = pairs.summary()
    assert f"The first {FIRST} of {MANY} algorithms." in " ".join(said.split())
    assert len(said.splitlines()) < 110
    names = list(many.order[:5])
    usual, turned = pairs.matrix_of(names[::-1]), pairs.matrix_of(names)
    swap = str.maketrans("<>", "><")
    compared = 0
    for a in turned.index:
        for b in turned.columns:
            if turned.loc[a, b] and turned.loc[a, b] != "even":
                signs, number = turned.loc[a, b].split(" ")
                assert usual.loc[b, a] == f"{signs.translate(swap)} {number}"
                compared += 1
    assert compared >= 5


def test_of_a_control_its_pairs_alone_are_told():
    result = js.compare_algorithms(results(24, 40), measures=WAYS, control="m010")
    assert "of 23 pairs with m010 have a winner" in result.verdict
    wins = sum(row.winner == "m010" for row in result.wins)
    assert 0 < wins < len(result.wins)
    row = result.leaderboard.row("m010")
    assert (row.wins, row.losses) == (wins, len(result.wins) - wins)
    assert result.verdict.startswith(
        f"{len(result.wins)} of 23 pairs with m010 have a winner: it wins {wins} and loses "
        f"{row.losses}."
    )
    assert len(result.summary().splitlines()) < 140


def test_a_board_that_is_too_wide_is_told_in_several_tables():
    x = np.random.default_rng(5).normal(size=(20, 14, 3)) + np.arange(3)
    made = {f"algorithm {i}": x[:, :, i] for i in range(3)}
    measures = {f"score {name}": "max" for name in "ABCDEFGHIJKLMN"}
    told = js.compare_algorithms(js.results_table(made, measures=measures)).summary()
    board = told[told.index("  algorithm") : told.index("Best first")].splitlines()
    assert max(map(len, board)) <= 100
    assert sum(line.strip().startswith("algorithm 0") for line in board) > 2
    assert [sum(f"{measure} ↑" in line for line in board) for measure in measures] == 14 * [1]
