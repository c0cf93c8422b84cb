"""Probabilities in sentences and in tables: digits, error, and the limit that decides."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import jointstats as js
from jointstats.base import facts, phrases, rows, wording
from jointstats.drawing import words
from jointstats.joint.pairwise_result import PosteriorPair

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

PROBABILITIES = st.floats(0, 1) | st.floats(0, 1e-3) | st.floats(0, 1e-3).map(lambda p: 1 - p)


def value(text):
    return float(text.lstrip("<> "))


@given(PROBABILITIES)
def test_three_digits_in_a_sentence_and_four_in_a_table(p):
    for text, digits in ((wording.probability(p), 3), (wording.probability_cell(p), 4)):
        assert len(text.split(".")[1]) == digits
        assert 0 < value(text) < 1
        if text[0] in "<>":
            assert p < value(text) if text[0] == "<" else p > value(text)
        else:
            assert abs(value(text) - p) <= 0.5000001 * 10**-digits


@given(PROBABILITIES, st.floats(1e-6, 0.2))
def test_no_digit_that_the_monte_carlo_error_does_not_leave(p, mcse):
    for say in (wording.probability, wording.probability_cell):
        text = say(p, mcse)
        digits = len(text.split(".")[1])
        assert digits <= len(say(p).split(".")[1])
        assert digits == 1 or 10**-digits >= mcse * (1 - 1e-12)


@given(PROBABILITIES, st.sampled_from([0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995, 0.99975]))
def test_what_is_printed_beside_a_limit_is_on_the_same_side(p, limit):
    shown = wording.probability(p, limit=limit)
    assert (value(shown) >= limit) == (p >= limit)
    plain = wording.probability(p)
    if (value(plain) >= limit) == (p >= limit):
        assert shown == plain


def test_beside_a_limit_the_error_still_limits_the_digits():
    assert wording.probability(0.94987, 0.0, 0.95) == "0.9499"
    assert wording.probability(0.94987, 0.0009, 0.95) == "0.950"
    assert wording.probability(0.94987, 0.00009, 0.95) == "0.9499"


@given(PROBABILITIES)
def test_narrow_cells_have_no_space_and_no_zero_before_the_point_of_a_bound(p):
    assume(p != 0 and p <= 1 - 1e-12)
    for text in (wording.narrow_p(p), wording.narrow(wording.probability_cell(p))):
        assert re.fullmatch(r"0\.\d{3,4}|[<>]\.\d{3,4}", text)
    assert wording.narrow_p(1.0) == wording.narrow_p(1 - 2e-16) == "1.000"


def test_a_cell_has_the_digits_that_the_error_of_its_row_leaves():
    column = rows.Column("x", rows.PROBABILITY, "")
    assert [words.cell(column, 0.79821, mcse) for mcse in (None, 0.0, 0.004)] == [
        "0.7982", "0.7982", "0.80",
    ]  # fmt: skip


def test_a_pair_that_was_sampled_has_the_digits_of_its_error_everywhere():
    made = js.pairwise_tests(js.load_dataset("example1"), test="bayes")
    (row,) = made.pairs
    assert isinstance(row, PosteriorPair) and row.mcse == 0
    assert made.matrix().iloc[0, 0] == "<< 0.7982"
    assert facts.words_of(made).table().rows[0][5] == "0.7982"
    sampled = replace(made, pairs=[replace(row, mcse=0.004, decided=True)])
    assert sampled.matrix().iloc[0, 0] == "<< 0.80*"
    assert facts.words_of(sampled).table().rows[0][5] == "0.80"
    assert "probability 0.80)" in sampled.summary()


SAID = [
    (wording.big, [(1234,), (9_999_999,), (10**7,), (12_345_678,), (2 * 10**30,)],
     ["1 234", "9 999 999", "1·10^7", "1.2·10^7", "2·10^30"]),
    (wording.percent, [(0.0,), (0.0004,), (0.0005,), (0.5,), (0.9994,), (0.9996,), (1.0,)],
     ["0.0 %", "below 0.1 %", "0.1 %", "50.0 %", "99.9 %", "above 99.9 %", "100.0 %"]),
    (wording.listing, [("",), ("a",), ("ab",), ("abc",)], ["", "a", "a and b", "a, b and c"]),
    (wording.any_of, [("",), ("a",), ("ab",), ("abc",)], ["", "a", "a or b", "a, b or c"]),
    # One that is not named would take no less room than its name.
    (wording.some, [("ab", 2), ("abc", 2), ("abcd", 2)],
     ["a and b", "a, b and c", "a, b and 2 more"]),
    (wording.any_of, [("ab", 2), ("abc", 2), ("abcd", 2)],
     ["a or b", "a, b or c", "a, b or 2 more"]),
    (wording.plural, [(0, "data set"), (1, "data set"), (1.5, "data set"), (2, "data set")],
     ["0 data sets", "1 data set", "1.5 data sets", "2 data sets"]),
    (wording.families, [(1,), (2,)], ["one family", "2 families"]),
    (wording.have, [(0, 2, "ties"), (1, 2, "ties"), (2, 2, "ties"), (1, 1, "a gap")],
     ["0 of 2 data sets have ties", "1 of 2 data sets has ties", "2 of 2 data sets have ties",
      "1 of 1 data set has a gap"]),
    (wording.seen, [(2.5, 1)], ["2.5 of 1 data set"]),
    (wording.corrected, [("none",), ("BY",)],
     ["without correction", "after Benjamini & Yekutieli's correction"]),
    (wording.adjusted_p, [("none",), ("BH",)],
     ["p (not corrected)", "p (Benjamini & Hochberg)"]),
    (phrases.supposed, [("sign",), ("wilcoxon",)],
     ["", " The Wilcoxon test assumes differences symmetric about their median."]),
    (wording.interval, [(0.95,)], ["95 % interval"]),
    (wording.credible, [(0.9,)], ["90 % credible"]),
    (wording.p_number, [(0.00099,), (0.001,), (0.03125,)], ["< 0.001", "0.00100", "0.0312"]),
    (wording.p_value, [(0.0001,), (0.25,)], ["< 0.001", "= 0.250"]),
    (wording.count, [(6.0,), (10,), (2.5,), (10 / 3,), (0.004,)], ["6", "10", "2.5", "3.33", "0"]),
]  # fmt: skip


@pytest.mark.parametrize(("say", "given", "said"), SAID, ids=[row[0].__name__ for row in SAID])
def test_numbers_and_lists_in_words(say, given, said):
    assert [say(*each).replace("\u202f", " ").replace("\xa0", " ") for each in given] == said


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "digits", "said"),
    [
        (0, 3, "0"),
        (float("inf"), 3, "inf"),
        (float("nan"), 3, "nan"),
        (0.0001, 3, "0.000100"),  # the smallest and the largest magnitude without an exponent
        (0.0000999, 3, "9.99e-05"),
        (9_999_999, 3, "9999999"),
        (10_000_000, 3, "1.00e+07"),
        (-0.01234, 3, "-0.0123"),
        (123.456, 3, "123"),
        (12.3456, 3, "12.3"),
        (12.3456, 2, "12"),
        (1, 2, "1.0"),
    ],
)
def test_significant_digits_without_an_exponent_where_it_is_readable(x, digits, said):
    assert wording.significant(x, digits) == said


# --- Statements -----------------------------------------------------------------------------------

A_FIRST, B_FIRST, EVEN = ["A", "B"], ["B", "A"], [["A", "B"]]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ([A_FIRST], "A is better than B on u"),
        ([A_FIRST, B_FIRST], "A is better than B on u, worse on v"),
        ([B_FIRST, A_FIRST], "B is better than A on u, worse on v"),
        ([A_FIRST, B_FIRST, B_FIRST], "B is better than A on v and w, worse on u"),
        ([A_FIRST, B_FIRST, A_FIRST], "A is better than B on u and w, worse on v"),
        ([EVEN], "A and B practically equal on u"),
        ([EVEN, EVEN], "A and B practically equal on u and v"),
        ([EVEN, B_FIRST], "A and B practically equal on u, B better on v"),
        ([A_FIRST, EVEN], "A and B practically equal on v, A better on u"),
        ([EVEN, B_FIRST, A_FIRST],
         "A and B practically equal on u, B better on v, worse on w"),
        ([EVEN, A_FIRST, B_FIRST],
         "A and B practically equal on u, A better on v, worse on w"),
        ([EVEN, B_FIRST, A_FIRST, A_FIRST],
         "A and B practically equal on u, A better on w and x, worse on v"),
        ([EVEN, A_FIRST, B_FIRST, B_FIRST],
         "A and B practically equal on u, B better on w and x, worse on v"),
        ([["A", "B", "C"], ["C", "A", "B"], ["A", "B", "C"]],
         "A > B > C on u and w; C > A > B on v"),
    ],
)  # fmt: skip
def test_a_statement_begins_with_who_is_better_on_most_measures(order, said):
    assert wording.statement(dict(zip("uvwx", order, strict=False))) == said


def test_who_is_best_and_whether_the_control_is():
    def best(*firsts):
        return wording.cell(dict(zip("uvw", firsts, strict=False)), "best")

    def control(*firsts):
        return wording.cell(dict(zip("uvw", firsts, strict=False)), "control", "C")

    assert best(["C"], ["A"], ["C"]) == "C is best on u and w; A is best on v"
    assert control(["C"], [], ["C"]) == "C is best on u and w, not on v"
    assert control(["C"], ["C"]) == "C is best on u and v"
    assert control([], []) == "C is not best on u and v"
    assert wording.cell({"u": A_FIRST}) == "A is better than B on u"
    places = (["B", "A"], [["A", "B"]], ["C"])
    assert [wording.place(one) for one in places] == ["B > A", "A = B", "C"]
    assert [wording.place(one, "control", "C") for one in (["C"], [])] == ["C", "not C"]
