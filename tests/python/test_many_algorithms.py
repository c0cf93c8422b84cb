"""What readers see of many algorithms: bounded, in the order of the leaderboard, nothing lost."""

import re

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import LEANING, OPEN, SHOWN, PairClaim
from jointstats.labelled.findings import kinds
from jointstats.presentation import tables
from jointstats.presentation.bridge.packing import pack
from jointstats.presentation.figures import figure
from jointstats.presentation.figures.matrix import MOST as ROWS_OF_A_MATRIX
from jointstats.presentation.first_table import leaderboard
from jointstats.presentation.layout import text
from jointstats.presentation.leading import FIRST, MOST, among_the_first
from jointstats.presentation.report.page import page
from jointstats.presentation.text import document
from jointstats.words.findings import brief, sentences

MANY = 30
PAIRS = MANY * (MANY - 1) // 2


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
    return js.compare_algorithms(results(MANY, 40), measures={"acc": "max", "time": "min"})


@pytest.fixture(scope="module")
def few():
    return js.compare_algorithms(results(6, 20), measures={"acc": "max", "time": "min"})


def claim(a, b, strength=SHOWN, **changed):
    """A pair that `a` wins, or leads."""
    about = {
        "a": a, "b": b, "winner": a, "loser": b, "claim": "more_often", "strength": strength,
        "measures": ("x", "y"), "measures_other": (), "count": 8, "against": 1, "rest": 1, "n": 9,
        "probability": 0.98, "p_value": 0.01, "p_adjusted": 0.02, "sweeps_a": 8, "sweeps_b": 1,
        "wins_a": {"x": 8, "y": 8}, "wins_b": {"x": 1, "y": 1},
    }  # fmt: skip
    return PairClaim(**(about | changed))


def ladder(n, reach):
    """Of n algorithms each is shown to beat those at least `reach` places below; others lean."""
    names = tuple(f"m{i:03}" for i in range(n))
    rows = [
        claim(a, b, SHOWN if j - i >= reach else LEANING)
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i < j
    ]
    rows.sort(key=lambda row: [SHOWN, LEANING, OPEN].index(row.strength))
    about = {"algorithms": names, "measures": ("x", "y"), "control": None, "alpha": 0.05}
    return about | {"pairs": tuple(rows)}


# --- Findings and sentences -----------------------------------------------------------------------


def test_counts_of_a_finding_add_up():
    found = kinds.Claims(**ladder(200, 10))
    shown = sum(200 - d for d in range(10, 200))  # pairs by distance
    assert (len(found.shown), len(found.leaning), len(found.open)) == (shown, 19900 - shown, 0)
    assert found.n_undecided == 19900 - shown
    assert sum(map(len, found.wins.values())) == sum(found.losses.values()) == len(found.won)
    assert sum(found.leading.values()) == len(found.leaning)
    assert list(found.wins) == [f"m{i:03}" for i in range(190)]  # in the order of the leaderboard


def test_shown_leaning_and_open_are_looked_up_and_not_walked():
    made = ladder(60, 10)
    rows = made["pairs"]

    class Asked(tuple):
        looked = 0

        def __getitem__(self, at):
            Asked.looked += not isinstance(at, slice)
            return super().__getitem__(at)

    found = kinds.Claims(**(made | {"pairs": Asked(rows)}))
    assert len(found.shown) + len(found.leaning) == len(rows) == 1770
    assert Asked.looked <= 2 * 12  # two searches by halves among 1770


def test_of_many_algorithms_a_sentence_counts_instead_of_listing():
    found = kinds.Claims(**ladder(200, 10))
    first, *_ = sentences(found)
    assert first.startswith(
        "Shown: m000 beats 190 of 199, nobody is shown to beat it; "
        "m001 beats 189 of 199, nobody is shown to beat it; "
        "m002 beats 188 of 199, nobody is shown to beat it; 187 more beat at least one other."
    )
    lean = kinds.Leanings(**ladder(200, 10), expected_wrong=3.5)
    shown = sum(200 - d for d in range(10, 200))
    assert sentences(lean)[0].startswith(
        f"Leaning, not shown: {19900 - shown} pairs, to m000 (9), m001 (9), m002 (9) and 196 "
        "others (probability of at least 0.95 each, by a prior learned from all pairs)."
    )
    assert brief(lean).how_sure == ""  # their number stands beside those that are shown
    left = kinds.Unbeaten(**ladder(200, 10))
    assert left.left == [f"m{i:03}" for i in range(10)]
    assert sentences(left) == [
        "10 of the 200 are not shown to be beaten, m000, m001 and m002 among them."
    ]


def test_who_beats_all_and_who_beats_it_is_said_of_many():
    found = kinds.Claims(**ladder(20, 1))
    assert sentences(found)[0].startswith(
        "Shown: m000 beats every other algorithm; m001 beats 18 of 19, 1 beats it; m002 beats 17 "
        "of 19, 2 beat it; 16 more beat at least one other."
    )


def test_wins_with_a_lost_measure_are_counted():
    made = ladder(20, 1)
    rows = [*made["pairs"][:3], *made["pairs"][3:]]
    rows[0] = claim("m000", "m001", wins_a={"x": 4, "y": 8}, wins_b={"x": 5, "y": 1})
    said = sentences(kinds.Claims(**(made | {"pairs": tuple(rows)})))[0]
    assert "In 1 of 190 wins the loser is better more often on some measure." in said


@pytest.mark.parametrize("fixture", ["few", "many"])
def test_no_sentence_counts_the_pairs_that_it_does_not_name(fixture, request):
    result = request.getfixturevalue(fixture)
    pair = re.compile(r"m\d+ (?:over|against) m\d+")
    for said in (*result.findings, result.report_text()):
        for sentence in said.split(". "):
            assert len(pair.findall(sentence)) <= 6
            assert not re.search(r"and \d+ more (wins|pairs)", sentence)


def test_equally_strong_claims_begin_with_the_better_algorithms():
    made = ladder(5, 1)
    found = kinds.Claims(**(made | {"pairs": made["pairs"][::-1]}))
    assert [(row.a, row.b) for row in found.shown[:3]] == [
        ("m000", "m001"), ("m000", "m002"), ("m000", "m003"),
    ]  # fmt: skip


# --- The order ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fixture", ["few", "many"])
def test_everything_is_in_the_order_of_the_leaderboard(fixture, request):
    result = request.getfixturevalue(fixture)
    order = list(result.order)
    assert order != list(result.algorithms) and order[0] > order[-1]  # the best ones stand last
    for finding in result.found:
        if isinstance(finding, kinds.OfPairs):
            assert list(finding.algorithms) == order
            assert list(finding.wins) == [name for name in order if name in finding.wins]
    place = {name: i for i, name in enumerate(order)}
    (board,) = tables.tables(result)
    assert [row[0] for row in board.rows] == order
    (alone,) = tables.tables(result, "tests")
    by_measure = {}
    for row in alone.rows:
        by_measure.setdefault(row[0], []).append(row[1:3])
    for listed in by_measure.values():
        places = [sorted((place[a], place[b])) for a, b in listed]
        assert places == sorted(places)
    assert all(place[row[1]] < place[row[2]] for row in alone.rows)  # the better one is a
    assert list(figure(result, "matrix").algorithms) == order[:ROWS_OF_A_MATRIX]


def test_the_matrix_of_the_text_is_in_that_order(few):
    matrix = [line.split() for line in few.summary().splitlines() if re.match(r"  m\d+ ", line)]
    names = [line[0] for line in matrix if "–" in "".join(line)]
    assert [*few.order] == names[:6] and [*few.order] == names[6:12]  # leaderboard, then matrix
    assert few.order != few.algorithms


def test_a_turned_row_says_the_same(few):
    (alone,) = tables.tables(few, "tests")
    rows = {(r.measure, frozenset((r.a, r.b))): r for part in few.separate.values()
            for r in part.tests}  # fmt: skip
    turned = 0
    for measure, a, b, wins, *_, median, delta in alone.rows:
        row = rows[measure, frozenset((a, b))]
        sign = 1 if (a, b) == (row.a, row.b) else -1
        turned += sign < 0
        first, second = (row.wins_a, row.wins_b)[::sign]
        assert wins == f"{first}–{second}"
        for said, centre, low, high in (
            (median, row.median_difference, row.median_low, row.median_high),
            (delta, row.cliffs_delta, row.cliffs_low, row.cliffs_high),
        ):
            numbers = [float(x) for x in re.findall(r"-?\d+\.?\d*", said)]
            expected = [sign * centre, *sorted((sign * low, sign * high))]
            assert numbers == pytest.approx(expected, rel=0.01, abs=0.01)
    assert turned == len(alone.rows)  # the better ones stand last in the table


# --- Sizes, and nothing lost ----------------------------------------------------------------------


def test_the_text_fits_two_screens(many):
    said = many.summary()
    assert len(said.splitlines()) <= 90 and len(said.encode()) < 12_000
    assert f"… and {MANY - FIRST} more algorithms (leaderboard.to_frame() lists all)" in " ".join(
        said.split()
    )
    assert f"The {PAIRS} pairs are not printed" in said


def test_every_pair_of_an_algorithm_is_counted_in_its_row(many):
    made = leaderboard(many.leaderboard)
    for row in made.rows:
        cells = dict(zip(made.names, row, strict=True))
        lean = sum(map(int, cells.get("leads–trails", "0–0").split("–")))
        counted = sum(int(cells[name]) for name in ("beats", "beaten by", "trade-offs", "open"))
        assert counted + lean == MANY - 1
    shown = sum(row.strength == SHOWN for row in many.wins)
    assert shown > 100
    assert sum(row.beats + row.trade_offs / 2 for row in many.leaderboard.board) == shown


def test_tables_for_documents_say_what_they_leave_out(many):
    (board,), (alone,) = tables.tables(many), tables.tables(many, "tests")
    assert len(board.rows) == MANY and len(alone.rows) <= MOST
    assert len(tables.tables(many, "pairs")[0].rows) == PAIRS
    more = f"… and {2 * PAIRS - len(alone.rows)} more tests (to_frame() lists all)"
    assert alone.note == f"{wording.SYMMETRIC} {more}"
    assert len(many.to_frame("tests")) == 2 * PAIRS == 2 * len(many.to_frame())
    for name in ("league", "tests"):
        for made in (many.to_markdown(name), many.to_latex(name)):
            assert len(made.encode()) < 100_000 and len(made.splitlines()) < MOST + 30
    assert len(many._repr_html_().encode()) < 30_000
    assert all(len(part.split()) <= 90 for part in many.report_text().split("\n\n"))


def test_rows_of_the_first_algorithms_fit():
    order = [f"m{i}" for i in range(40)]
    rows = [claim(a, b) for i, b in enumerate(order) for a in order[i + 1 :]]
    kept = among_the_first(rows, order, 100)
    assert len(kept) == 91 and {r.b for r in kept} | {r.a for r in kept} == set(order[:14])
    assert [(r.b, r.a) for r in kept[:2]] == [("m0", "m1"), ("m0", "m2")]
    assert len(among_the_first(rows, order, len(rows))) == len(rows)
    against = [claim("m7", name) for name in order if name != "m7"]
    assert len(among_the_first(against, order, 10, "m7")) in (9, 10)


def test_the_report_is_small_and_draws_what_can_be_read(many):
    made = page(many)
    assert len(made.encode()) < 1_000_000
    whole = made.split("<caption>Summary")[1].split("</table>")[0]
    assert re.findall(r'<th scope="row"[^>]*>(m\d+)</th>', whole) == [*many.order]
    pairs = made.split("<caption>Every pair: shown first")[1].split("</table>")[0]
    assert pairs.count("<tr data-p=") == PAIRS
    assert re.search(r"\d+ of 870 tests", made)
    wins = made.index('id="beaten"')
    listed = made[wins : made.index("</details>", wins)]
    beaten = sum(row.winner is not None for row in many.wins if row.strength == SHOWN)
    traded = sum(row.winner is None for row in many.wins if row.strength == SHOWN)
    cells = re.findall(r"<td[^>]*>(.*?)</td>", listed)
    named = [len([name for name in cell.split(", ") if name != "–"]) for cell in cells]
    assert sum(named[::2]) == beaten and sum(named[1::2]) == 2 * traded


def test_the_reply_for_r_has_all_rows_and_bounded_words(many):
    said, numbers = pack(many)
    assert len(said.encode()) < 1_500_000 and len(numbers) < 40 * 2 * PAIRS
    import json

    node = json.loads(said)
    assert node["frame"]["rows"] == PAIRS
    assert len(node["table"]["columns"][0].get("cells", [])) <= MOST
    assert node["table"]["names"][:2] == ["algorithm", "wins"]
    parts = node["parts"]
    assert parts["wins"]["rows"] + parts["open"]["rows"] == PAIRS
    assert sum(one["tests"]["rows"] for one in parts["separate"].values()) == 2 * PAIRS
    assert "matrix" not in parts["pairs"]["bayes"]
    assert len(node["figures"]["matrix"]["algorithms"]) == min(ROWS_OF_A_MATRIX, MANY)


def test_facts_of_a_reply_are_those_of_the_result(few):
    import json

    node = json.loads(pack(few)[0])
    plain = few.to_dict()
    for name, fact in node["result"].items():
        if name not in node["parts"]:
            assert fact == plain[name], name
    assert set(node["result"]) == set(plain)


def test_texts_of_all_pairs_are_bounded_and_a_matrix_can_be_turned(many):
    pairs = many.pairs["bayes"]
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
    whole = pairs.matrix()
    assert list(whole.index) == list(many.algorithms[:-1])
    shares = many.joint["pareto"].summary().splitlines()
    assert len(shares) < 120 and any(
        "more algorithms (nondominated lists all)" in x for x in shares
    )


def test_figures_show_the_first_algorithms_and_say_so(many):
    said = f"The first {FIRST} of {MANY} algorithms."
    assert any(said in note for note in figure(many, "rankings").notes)
    matrix = figure(many, "matrix")
    assert (len(matrix.algorithms), matrix.total) == (min(ROWS_OF_A_MATRIX, MANY), MANY)
    for one in figure(many, "rankings").orders:
        assert len(one.algorithms) == FIRST
        assert all(set(group) <= set(one.algorithms) for group in one.cliques)
    shares = figure(many.joint["pareto"], "shares")
    assert (len(shares.rows), shares.more, shares.unit) == (FIRST, MANY - FIRST, "algorithm")


def test_with_a_control_the_others_are_in_order_too():
    control = js.compare_algorithms(
        results(24, 14), measures={"acc": "max", "time": "min"}, control="m000"
    )
    shown = figure(control, "matrix")
    assert shown.control == "m000" in shown.algorithms and len(shown.algorithms) == 24
    assert len(shown.cells) == 23 and all(cell.row == "m000" for cell in shown.cells)
    assert len(text(document(control)).splitlines()) < 90


def test_of_a_control_it_is_said_how_many_beat_it_and_whom_it_beats():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(30, 2, 15)) + np.arange(15)
    rows = [(d, f"a{k:02}", *values[d, :, k]) for d in range(30) for k in range(15)]
    df = pd.DataFrame(rows, columns=["dataset", "algorithm", "x", "y"])
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": {"x": "max", "y": "max"}}
    result = js.compare_algorithms(df, control="a04", **roles)
    over = sum(row.winner != "a04" for row in result.wins)
    under = sum(row.winner == "a04" for row in result.wins)
    assert over and under > 1
    said = " ".join(result.summary().split())
    assert f"{over} of 14 algorithms beat a04 (a14, a13, a12 and" in said
    assert f"a04 beats {under} of 14" in said
    assert "of 14, nobody is shown to beat it" not in said  # they were compared with a04 alone
    text = str(js.pairwise_tests(df, test="sign", control="a04", **roles))
    assert max(map(len, text.splitlines())) <= 100
    assert "Read from a04 to the row" in text


def test_of_many_pairs_with_families_the_bayesian_test_is_left_out_and_that_is_said():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(12, 1, 21)) + np.linspace(0, 1, 21)
    made = {f"a{i:02}": x[:, :, i] for i in range(21)}
    families = {str(i + 1): f"f{i // 2}" for i in range(12)}
    table = js.results_table(made, measures={"x": "max"}, cluster=families)
    many = js.compare_algorithms(table)
    assert list(many.pairs) == ["glrt"]
    assert [text for text in many.warnings if "190 pairs it is left out" in text]
    assert many.to_markdown() and many.summary()
    few = js.compare_algorithms(table, only=[f"a{i:02}" for i in range(3)])
    assert list(few.pairs) == ["glrt", "bayes"]
    assert not [text for text in few.warnings if "left out" in text]


def test_the_board_keeps_the_claims_that_it_counts():
    rng = np.random.default_rng(4)
    x = rng.normal(size=(30, 2, 4)) + 1.5 * np.arange(4)
    made = {f"a{i}": x[:, :, i] for i in range(4)}
    board = js.leaderboard(js.results_table(made, measures={"x": "max", "y": "max"}))
    won = [row for row in board.claims if row.strength == "shown" and row.winner]
    assert len(board.claims) == 6
    assert {row.algorithm: row.beats for row in board.board} == {
        name: sum(row.winner == name for row in won) for name in board.order
    }


def test_a_board_that_is_too_wide_is_told_in_several_tables():
    rng = np.random.default_rng(5)
    x = rng.normal(size=(20, 14, 3)) + np.arange(3)
    made = {f"algorithm {i}": x[:, :, i] for i in range(3)}
    measures = {f"score {name}": "max" for name in "ABCDEFGHIJKLMN"}
    told = js.compare_algorithms(js.results_table(made, measures=measures)).summary()
    board = told[told.index("Leaderboard\n") : told.index("Best first")].splitlines()
    assert max(map(len, board)) <= 100
    assert sum(line.strip().startswith("algorithm 0") for line in board) > 2
    assert [sum(measure in line for line in board) for measure in measures] == 14 * [1]
