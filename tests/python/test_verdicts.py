"""Verdicts in each of their forms: one and several, none and all, decided and open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.compare import pairwise_result
from jointstats.labelled.joint import watch_result
from jointstats.labelled.rows import Row
from jointstats.labelled.single import corrected_t, friedman, pair_tests

# --- Single measures ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Test(Row):
    """A separate test of a pair on a measure."""

    __test__ = False  # the name begins as those of test cases

    a: str
    b: str
    measure: str
    winner: str | None


def alone(*found):
    return [Test(*one) for one in found]


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        (alone("ABx?"), "No measure alone shows a difference between A and B (p > 0.05 after "
         "Holm's correction)."),
        (alone("ABxA", "ABy?", "ABzA", "ABw?"), "Measure by measure: A is better on x and z; open "
         "on y and w (p ≤ 0.05 after Holm's correction)."),
        (alone("ABxA", "AByB"), "Measure by measure: A is better on x; B is better on y (p ≤ 0.05 "
         "after Holm's correction)."),
        (alone("ABx?", "ACx?", "BCx?"), "None of 3 differences (pairs × measures) is shown (p ≤ "
         "0.05 after Holm's correction)."),
        (alone("ABxA", "ACx?"), "1 of 2 differences (pairs × measures) is shown (p ≤ 0.05 "
         "after Holm's correction)."),
        (alone("ABxA", "ACxA"), "2 of 2 differences (pairs × measures) are shown (p ≤ 0.05 "
         "after Holm's correction)."),
    ],
)  # fmt: skip
def test_what_separate_tests_decide(tests, said):
    tests = [replace(one, winner=None) if one.winner == "?" else one for one in tests]
    assert pair_tests.verdict_of(tests, "holm", 0.05) == said


def t_test(winner=None, p=0.2, a="A", b="B"):
    return SimpleNamespace(a=a, b=b, winner=winner, p_value=p)


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ([t_test()], "Nothing is shown of A and B on acc (corrected t test, p = 0.200, alpha = "
         "0.1)."),
        ([t_test(p=None)], "Nothing is shown of A and B on acc (corrected t test, p not defined, "
         "alpha = 0.1)."),
        ([t_test("A", 0.02)], "Shown: A is better than B on acc (corrected t test, p = 0.0200, "
         "alpha = 0.1)."),
        ([t_test("B", 0.02)], "Shown: B is better than A on acc (corrected t test, p = 0.0200, "
         "alpha = 0.1)."),
        ([t_test(), t_test("A")], "1 of 2 pairs is shown on acc (corrected t test, p adjusted by "
         "holm, alpha = 0.1)."),
        ([t_test("B"), t_test("A"), t_test()], "2 of 3 pairs are shown on acc (corrected t test, p "
         "adjusted by holm, alpha = 0.1)."),
        ([t_test(), t_test()], "0 of 2 pairs are shown on acc (corrected t test, p adjusted by "
         "holm, alpha = 0.1)."),
    ],
)  # fmt: skip
def test_what_corrected_t_tests_show(tests, said):
    assert corrected_t._verdict(tests, "acc", 0.1, "holm") == said


def ranked(measure, p, decided):
    return SimpleNamespace(measure=measure, p_adjusted=p, decided=decided)


@pytest.mark.parametrize(
    ("tests", "winners", "post_hoc", "said"),
    [
        ([ranked("x", 0.2, False)], [], "none", "Not rejected: the algorithms are interchangeable "
         "on x (permutation p = 0.200; alpha = 0.1)."),
        ([ranked("x", 0.02, True)], [], "none", "Shown: the algorithms are not interchangeable on "
         "x (permutation p = 0.0200; alpha = 0.1)."),
        ([ranked("x", 0.02, True)], ["A", None, "B"], "nemenyi", "Shown: the algorithms are not "
         "interchangeable on x (permutation p = 0.0200; alpha = 0.1); Nemenyi's test, approximate "
         "and for each measure alone, separates 2 of 3 pairs."),
        ([ranked("x", 0.02, True), ranked("y", 0.3, False), ranked("z", 0.01, True)], [None],
         "nemenyi", "Shown: the algorithms are not interchangeable on x and z (permutation p after "
         "Holm's correction over the measures, the smallest = 0.0100; alpha = 0.1); Nemenyi's "
         "test, approximate and for each measure alone, separates 0 of 1 pair."),
        ([ranked("x", 0.02, True)], ["A", None, "B"], "exact", "Shown: 2 of 3 pairs differ on x "
         "(exact sign tests with Holm's correction over all of them; alpha = 0.1). Friedman's test "
         "rejects that all are interchangeable on x (p = 0.0200)."),
        ([ranked("x", 0.4, False), ranked("y", 0.3, False)], ["A", None], "exact", "Shown: 1 of 2 "
         "differences between two algorithms on a measure (exact sign tests with Holm's correction "
         "over all of them; alpha = 0.1). Friedman's test does not reject that all are "
         "interchangeable on x and y (smallest p = 0.300 after Holm's correction over the "
         "measures)."),
        ([ranked("x", 0.4, False), ranked("y", 0.02, True)], [None, None], "exact", "The data do "
         "not establish a difference between any two algorithms on x and y (exact sign tests with "
         "Holm's correction over all of them, the smallest p = 0.250; alpha = 0.1). Friedman's "
         "test rejects that all are interchangeable on y (smallest p = 0.0200 after Holm's "
         "correction over the measures)."),
    ],
)  # fmt: skip
def test_what_friedmans_tests_show(tests, winners, post_hoc, said):
    pairs_ = [SimpleNamespace(winner=one, p_adjusted=0.25) for one in winners]
    assert friedman._verdict(tests, pairs_, post_hoc, 0.1) == said


# --- Looks ----------------------------------------------------------------------------------------


def looked(**more):
    about = {
        "claim": "B is faster than A", "threshold": 0.5, "share": 0.75, "yes": 9, "no": 3,
        "level": 0.9, "share_low": 0.25, "share_high": 1.0, "p_value": 0.2, "one_sided": True,
        "decided_at": None, "alpha_spent": 0.05, "n_families": None, "n_unknown": 0,
        "looks": [None],
    }  # fmt: skip
    return watch_result.verdict(SimpleNamespace(**about | more))


def test_what_looks_at_a_claim_show():
    basis = "(9 of 12 data sets by now, 75.0 %, 90 % confidence sequence 25.0–100.0 %; one-sided"
    said = looked()
    assert said.startswith("Not shown so far: ") and basis in said and said.endswith(").")
    assert "instead" not in said and "instead" not in looked(p_value=0.0501)
    other = looked(p_value=0.05)
    assert other == said.replace("0.200", "0.0500") + " What is shown instead: on less than half."
    assert "instead" not in looked(p_value=0.05, n_unknown=1)
    shown = looked(p_value=0.01, decided_at=1)
    assert shown.startswith("Shown after 1 data set, and this stays valid however often one looks")
    assert looked(decided_at=11).startswith("Shown after 11 data sets, and this")
    assert looked(looks=[]).startswith("Written down, and no data set looked at yet: ")
    assert "two-sided" in looked(one_sided=False)
    assert "9 of 12 families by now" in looked(n_families=12)


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
    "sign": lambda made: js.pairwise_tests(made, test="sign").pairs[0],
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
    if kind != "sign":
        assert row.number == row.p_adjusted and at.number == 0.05
        nobody = replace(row, order=None).decide(0.01, 0.05)
        assert (nobody.decided, nobody.winner) == (False, None)


def test_means_have_a_winner_only_where_each_measure_shows_it():
    x = np.random.default_rng(3).normal(size=(14, 1))
    made = js.results_table({"A": x + 5, "B": -x}, measures={"x": "max"})
    row = replace(KINDS["means"](made), clear=False).decide(0.01, 0.05)
    assert (row.decided, row.winner, row.better) == (True, None, "A")


@pytest.mark.parametrize(
    ("order", "trade_off"),
    [
        ({"x": ["A", "B"], "y": ["A", "B"]}, False),
        ({"x": ["A", "B"], "y": ["B", "A"]}, True),
        ({"x": ["A", "B"], "y": [["A", "B"]]}, False),
        ({}, False),
        (None, False),
    ],
)
def test_decided_trade_offs_of_pairs(order, trade_off):
    row = pairwise_result.OrderedPair(a="A", b="B")
    for decided in (True, False):
        object.__setattr__(row, "order", order)
        object.__setattr__(row, "decided", decided)
        assert row.trade_off == (decided and trade_off)
