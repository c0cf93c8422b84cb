"""Every output of a comparison in every state of a pair."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from every_state import OUTCOMES, WINNERS, compared, table
from jsonschema import Draft202012Validator

import jointstats as js
from jointstats.base import facts, schema
from jointstats.claims import kernel_states
from jointstats.claims.leaderboard_result import COUNTED
from jointstats.claims.words_answers import answers
from jointstats.claims.words_pairs import headline
from jointstats.interfaces import bridge
from jointstats.interfaces.figures import figure
from jointstats.interfaces.report.page import page

SENTENCE = {
    "practically equal": "A and B are practically equal on",
    "trade-off": "A is better on x (40 of 40 data sets, the reverse on 0) and worse on y (40 of "
    "40, the reverse on 0) than B. This is a "
    "trade-off, not a win",
    "win": "A wins against B",
    "ahead": "A is ahead of B on x (40 of 40 data sets, the reverse on 0); corrected p",
    "possible trade-off": "A is better than B on x (40 of 40 data sets, the reverse on 0), but B "
    "is more often better "
    "on y (24 of 40, the reverse on 16). This is a possible trade-off, not a win",
    "jointly better": "A is jointly better than B, but B is more often better on x (56 of 111, "
    "the reverse on 55)",
    "not worse": "A is not worse than B on x",
    "open": "The data do not establish a difference between A and B",
}
SIDES = {  # the columns of the leaderboard that count the pair for A and for B
    "practically equal": ("equal", "equal"), "trade-off": ("trade_offs", "trade_offs"),
    "win": ("wins", "losses"), "ahead": ("ahead", "behind"),
    "possible trade-off": ("possible_trade_offs", "possible_trade_offs"),
    "jointly better": ("ahead", "behind"), "not worse": ("open", "open"), "open": ("open", "open"),
}  # fmt: skip
LOOKS = {  # the part of A's bar in the league, and whether it is hollow
    "practically equal": ("equal", True, False), "trade-off": ("trade", True, False),
    "win": ("better", True, False), "ahead": ("better", False, False),
    "possible trade-off": ("trade", False, False), "jointly better": ("better", False, True),
    "not worse": ("open", True, False), "open": ("open", True, False),
}  # fmt: skip
SIGNS = {  # strength and sign of a cell of the matrix
    "practically equal": ("shown", "="), "trade-off": ("shown", "x"), "win": ("shown", ">"),
    "ahead": ("each", ""), "possible trade-off": ("each", ""), "jointly better": ("each", ""),
    "not worse": ("each", ""), "open": ("open", ""),
}  # fmt: skip
EVERY = pytest.mark.parametrize("state", kernel_states.STATES)


def test_the_tables_have_every_state():
    assert set(OUTCOMES) == set(kernel_states.STATES) == set(SENTENCE)


@EVERY
def test_state_and_winner_in_rows_frames_and_plain_values(state):
    for third in (False, True):
        result = compared(state, third=third)
        row = result.pair("A", "B")
        assert (row.state, row.winner) == (state, WINNERS.get(state))
        frame = result.to_frame().query("a == 'A' and b == 'B'")
        assert frame["state"].tolist() == [state]
        plain = json.loads(json.dumps(result.to_dict()))
        assert plain["pairs"][0]["state"] == state
        assert plain["pairs"][0]["winner"] == WINNERS.get(state)
        assert not list(Draft202012Validator(schema.json_schema("Comparison")).iter_errors(plain))
        said, _ = bridge.pack(result)
        assert f'"{state}"' in said


@EVERY
def test_the_sentence_is_in_every_text(state):
    two, three = compared(state), compared(state, third=True)
    said = SENTENCE[state]
    first = said.partition(". This")[0].partition(";")[0]
    for text in (two.verdict, two.summary(), page(two)):
        assert said in " ".join(text.split())
    screen, row = " ".join(str(two).split()), two.pairs[0]
    assert re.split(r" \(| on$", said)[0] in screen and headline(row) in screen
    for measure in row.measures:
        most, least = sorted((row.wins_a[measure], row.wins_b[measure]), reverse=True)
        assert f"{most} of {row.n} {least}" in screen
    for text in (three.to_markdown("pairs"), page(three)):
        assert first in text and f"{state}" in text
    assert dict(answers(two))["Who wins?"].startswith(("A wins", "Neither", "The data"))
    winners = three.verdict.split("A wins against ")[1]
    assert ("B" in winners.partition(",")[0]) == (state == "win")
    board = js.leaderboard(table(state, third=True)).summary()
    assert state in board + " ".join(three.findings).lower()


@EVERY
def test_a_joint_claim_is_named(state):
    for third in (False, True):
        result = compared(state, third=third)
        row = result.pair("A", "B")
        if row.joint is not None:
            counts = f"on {row.dominates(row.joint)} of {row.n} data sets"
            assert counts in " ".join(result.to_markdown("pairs").split())
            said = " ".join(result.findings)
            assert counts in said or f"to {row.dominates(row.joint)} of {row.n}" in said
    shown = {"win", "possible trade-off", "jointly better"}
    assert (compared(state).pairs[0].joint == "A") == (state in shown)


def test_not_worse_is_not_named_where_the_other_is_shown_to_be_better():
    x = np.repeat([0.0, -1.0], [30, 10])[:, None]  # equal within the rope, or A is worse
    y = np.tile([1.0, -1.0], 20)[:, None]
    made = js.results_table(
        {"A": np.hstack([x, y]), "B": 0 * np.hstack([x, y])},
        measures={"x": "max", "y": "max"}, rope={"x": 0.5},
    )  # fmt: skip
    result = js.compare_algorithms(made)
    row = result.pairs[0]
    assert (row.better_b, row.not_worse_a, row.not_worse_b) == (("x",), (), ())
    assert row.equal == ("x",)  # both are shown: the differences are within the rope on most
    assert "not worse" not in result.summary()


def test_a_mean_that_opposes_a_named_winner_is_printed_with_both():
    x = np.where(np.arange(30) < 29, 1.0, -100.0)[:, None]
    values = {"A": x, "B": 0 * x}
    said = "Against the counts, means favour B (0) over A (-2.37) on x."
    two = js.compare_algorithms(values, measures={"x": "max"})
    assert two.pairs[0].winner == "A" and said in two.findings
    three = js.compare_algorithms(values | {"C": x - 5}, measures={"x": "max"})
    assert any("means favour B (0) over A (-2.37) on x" in line for line in three.findings)
    assert "means favour B (0) over A (-2.37) on x" in " ".join(str(three).split())
    costs = js.compare_algorithms({"A": -x, "B": 0 * x}, measures={"x": "min"})
    assert "Against the counts, means favour B (0) over A (2.37) on x." in costs.findings
    assert not any("Against the counts" in line for line in compared("win").findings)


@EVERY
def test_leaderboard_league_and_matrix(state):
    for third in (False, True):
        result = compared(state, third=third)
        for name, side in zip("AB", SIDES[state], strict=True):
            row = result.leaderboard.row(name)
            counted = {column: getattr(row, column) or 0 for column in COUNTED}
            expected = dict.fromkeys(COUNTED, 0) | ({"wins": 1} if third else {})
            expected[side] += 1
            assert counted == expected
    shown = figure(result, "league")
    line = shown.algorithms.index("A")
    drawn = [
        (shown.parts[run.part].role, shown.parts[run.part].shown, run.joint)
        for run in shown.runs
        if run.line == line
    ]
    assert LOOKS[state] in drawn
    (cell,) = [c for c in figure(result, "wins").cells if {c.row, c.column} == {"A", "B"}]
    sign = SIGNS[state][1] if cell.row == "A" else {">": "<"}.get(SIGNS[state][1], SIGNS[state][1])
    assert (cell.strength, cell.sign) == (SIGNS[state][0], sign)


@EVERY
def test_sensitivity_knows_every_state(state):
    made = table(state)
    found = js.sensitivity(js.compare_algorithms(made), factors=["level"])
    assert bool(found.statements) == (state != "open")


# --- Counts and sizes -----------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("third", [False, True])
def test_every_count_has_its_denominator_and_every_size_its_measure(state, third):
    result = compared(state, third=third)
    answered = [answer for _, answer in answers(result)]
    for said in (*result.findings, *facts.words_of(result.leaderboard).findings(), *answered):
        of_all = r"\d+ of \d+(?: data sets?)?, the reverse on \d"
        assert said.count("the reverse on") == len(re.findall(of_all, said)), said
        assert not re.search(r"data sets? to \d|\(\d+ to \d+\)|(?<!of )\b\d+ data sets?\b", said)
        assert not re.search(r"\d (?:points? |times )?(?:worse|better)(?! on | to )", said), said
    for said in result.report_text().split("Results.")[1:]:
        assert not re.search(r"data sets? to \d|\(\d+ to \d+\)", said)
