"""Probabilities in sentences and in tables: digits, error, and the limit that decides."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import jointstats as js
from jointstats.labelled import wording
from jointstats.labelled.compare.pairs import PosteriorPair
from jointstats.labelled.findings import kinds
from jointstats.labelled.rows import PROBABILITY, Column
from jointstats.presentation.cells import cell
from jointstats.presentation.tables import table
from jointstats.words.findings import sentences

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
    assume(p not in (0, 1))
    for text in (wording.narrow_p(p), wording.narrow(wording.probability_cell(p))):
        assert re.fullmatch(r"0\.\d{3,4}|[<>]\.\d{3,4}", text)
    assert wording.narrow_p(1.0) == "1.000"


def test_a_cell_has_the_digits_that_the_error_of_its_row_leaves():
    column = Column("x", PROBABILITY, "")
    assert [cell(column, 0.79821, mcse) for mcse in (None, 0.0, 0.004)] == [
        "0.7982", "0.7982", "0.80",
    ]  # fmt: skip


def test_a_pair_that_was_sampled_has_the_digits_of_its_error_everywhere():
    made = js.pairwise_tests(js.load_dataset("example1"), test="bayes")
    (row,) = made.pairs
    assert isinstance(row, PosteriorPair) and row.mcse == 0
    assert made.matrix().iloc[0, 0] == "<< 0.7982"
    assert table(made).rows[0][4] == "0.7982"
    sampled = replace(made, pairs=[replace(row, mcse=0.004, decided=True)])
    assert sampled.matrix().iloc[0, 0] == "<< 0.80*"
    assert table(sampled).rows[0][4] == "0.80"
    assert "probability 0.80)" in sampled.summary()


def test_the_same_probability_is_no_instead():
    made = js.compare_algorithms(js.load_dataset("example1"))
    (view,) = (one for one in made.found if isinstance(one, kinds.NetworkView))
    bayes = view.bayes.probability

    def said(p, mcse=0.0):
        network = replace(view.network, probability=p, mcse=mcse)
        return sentences(replace(view, network=network))[0]

    assert said(bayes + 1e-5).endswith("probability 0.798, too.")
    assert said(bayes + 0.04).endswith("probability 0.838 instead of 0.798.")
    assert said(bayes + 0.002, 0.004).endswith("probability 0.80, too.")


def test_counts_of_states_are_readable():
    numbers = (1234, 9_999_999, 10**7, 12_345_678, 2 * 10**30)
    said = ["1 234", "9 999 999", "1·10^7", "1.2·10^7", "2·10^30"]
    assert [wording.big(n).replace("\u202f", " ").replace("\xa0", " ") for n in numbers] == said


@pytest.mark.parametrize(
    ("share", "exactly", "roundly"),
    [
        (0.0, "0.0 %", "about 0 %"),
        (0.0004, "below 0.1 %", "fewer than 1 %"),
        (0.0005, "0.1 %", "fewer than 1 %"),
        (0.006, "0.6 %", "about 1 %"),
        (0.5, "50.0 %", "about 50 %"),
        (0.994, "99.4 %", "about 99 %"),
        (0.9994, "99.9 %", "more than 99 %"),
        (0.9996, "above 99.9 %", "more than 99 %"),
        (1.0, "100.0 %", "about 100 %"),
    ],
)
def test_a_share_never_rounds_to_all_or_nothing(share, exactly, roundly):
    assert (wording.percent(share), wording.about(share)) == (exactly, roundly)
