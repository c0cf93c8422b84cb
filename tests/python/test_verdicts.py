"""Verdicts in each of their forms: one and several, none and all, decided and open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jointstats as js

# --- Rows of pairs --------------------------------------------------------------------------------


def test_who_loses_and_how_the_first_stands_to_the_second():
    ways = {"x": "max"}
    won = js.StatementCounts.from_vector([12, 0], measures=ways)
    for counts, sign in ((won, ">"), (won.select(algorithms=["B", "A"]), "<")):
        row = js.glrt_test(counts).as_pair()
        assert (row.winner, row.loser) == ("A", "B")
        assert (row.sign(row.winner), row.sign(row.loser), row.sign(None)) == (
            sign, "<" if sign == ">" else ">", "=",
        )  # fmt: skip
        assert replace(row, winner=None).loser is None


KINDS = {
    "likelihood": lambda made: js.pairwise_tests(made, test="glrt").pairs[0],
    "means": lambda made: js.pairwise_tests(made, test="hotelling").pairs[0],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_is_decided_by_its_corrected_p_value_at_the_level_itself(kind):
    x = np.random.default_rng(3).normal(size=(14, 1))
    made = js.results_table({"A": x + 5, "B": -x}, measures={"x": "max"})
    row = KINDS[kind](made)
    assert (row.better, row.winner, row.decided) == ("A", "A", True)
    at, beyond = row.decide(0.05, 0.05), row.decide(0.051, 0.05)
    assert (at.p_adjusted, at.winner, at.decided) == (0.05, "A", True)
    assert (beyond.p_adjusted, beyond.winner, beyond.decided) == (0.051, None, False)
    assert beyond.p_value == row.p_value
    assert row.number == row.p_adjusted and at.number == 0.05
    nobody = replace(row, order=None).decide(0.01, 0.05)
    assert (nobody.decided, nobody.winner) == (False, None)


def test_means_have_a_winner_only_where_each_measure_shows_it():
    x = np.random.default_rng(3).normal(size=(14, 1))
    made = js.results_table({"A": x + 5, "B": -x}, measures={"x": "max"})
    row = replace(KINDS["means"](made), clear=False).decide(0.01, 0.05)
    assert (row.decided, row.winner, row.better) == (True, None, "A")
