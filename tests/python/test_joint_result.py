"""What all joint results share: shares with intervals, leads, statements that lead equally."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

import jointstats as js
from jointstats.kernels.joint.shares import chosen_share_interval
from jointstats.labelled.joint import result
from jointstats.labelled.joint.result import ChosenShare, Lead, Share

XY = {"x": "max", "y": "max"}


def counts(*of_each, measures=XY, **more):
    return js.StatementCounts.from_vector(of_each, measures=measures, **more)


def interval(count, n):
    return pytest.approx([float(end) for end in chosen_share_interval(count, n, 0.9)])


# --- Shares and leads in words --------------------------------------------------------------------


def test_a_share_says_its_interval_and_a_chosen_one_that_it_allows_for_the_choice():
    assert str(Share(0.5, 0.25, 0.75, 0.9)) == "50.0 % of data sets (90 % interval 25.0–75.0 %)"
    assert str(ChosenShare(0.5, 0.25, 0.75, 0.95)) == (
        "50.0 % of data sets (95 % interval 25.0–75.0 %, allowing for its choice)"
    )


@pytest.mark.parametrize(
    ("ratio", "mcse", "said"),
    [
        (1, None, "with probability 0.912 it is the most common statement"),
        (1.25, None, "with probability 0.912 it is more than 1.25 times as common as any other "
         "statement"),
        (2.0, 0.02, "with probability 0.9 it is more than 2 times as common as any other "
         "statement"),
    ],
)  # fmt: skip
def test_a_lead_in_words(ratio, mcse, said):
    assert str(Lead(ratio=ratio, probability=0.9123, mcse=mcse, difference=0.2)) == said


def test_what_was_seen_is_told_rather_than_what_is_expected():
    share, chosen = Share(0.4, 0.2, 0.6, 0.95), ChosenShare(0.5, 0.2, 0.8, 0.95)
    lead = Lead(ratio=1, probability=0.9, difference=0.1)
    assert result.how_often(None, share, lead) == f"expected on 40.0 % of data sets; {lead}"
    assert result.how_often(chosen, share, lead) == f"seen on {chosen}; {lead}"


# --- Numbers --------------------------------------------------------------------------------------


def test_the_most_frequent_statement_is_one_that_none_exceeds_but_for_rounding():
    some = counts(2, 5, 5, 0)
    assert [result.is_most_frequent(some, x) for x in (5, 5 - 1e-12, 4.5, 2)] == [
        True, True, False, False,
    ]  # fmt: skip
    assert result.leaders(np.array([2, 5, 5 - 1e-12, 4.5])).tolist() == [1, 2]
    assert result.leaders(np.array([7.0])).tolist() == [0]


def test_the_share_of_the_most_frequent_statement_with_and_without_families():
    some = counts(2, 5, 8, 0)
    plain = result.chosen_share(some, 8, 0.9)
    assert (plain.mean, plain.level) == (8 / 15, 0.9)
    assert [plain.low, plain.high] == interval(8, 15)
    assert plain.high == pytest.approx(beta.ppf(0.95, 9, 7))  # Clopper & Pearson
    # Fifteen data sets of six families: the share of these.
    six = replace(counts(1, 2, 3, 0), n=15, families=tuple("abcdef"))
    found = result.chosen_share(six, 3, 0.9)
    assert found.mean == 0.5 and [found.low, found.high] == interval(3, 6)
    # A sum of fractions above all data sets is all of them.
    assert result.chosen_share(counts(0, 0, 3, 0), 3 + 1e-15, 0.9).mean == 1.0


@pytest.mark.parametrize(
    ("of_each", "said"),
    [
        ((3, 3, 1, 0), "2 statements share the first place with 3 data sets each "
         '("A better on both measures", "A better on x, B on y")'),
        ((1, 3, 3, 3), "3 statements share the first place with 3 data sets each "
         '("A better on x, B on y", "B better on x, A on y" and 1 more)'),
        ((1, 1, 1, 1), "4 statements share the first place with 1 data set each "
         '("A better on both measures", "A better on x, B on y" and 2 more)'),
    ],
)  # fmt: skip
def test_statements_that_lead_equally_are_named_two_of_them(of_each, said):
    found = result.dependable_lead(counts(*of_each))
    assert found.split(" (")[0] == said.split(" (")[0]
    assert found.count('"') == 4
    assert (" more)" in found) == (" more)" in said)
    if " more)" in said:
        assert found.endswith(said[said.rindex(" and ") :])


def test_names_that_are_too_long_are_not_told():
    long = {"x" * 60: "max", "y" * 60: "max"}
    found = result.dependable_lead(counts(2, 2, 0, 0, measures=long))
    assert found == "2 statements share the first place with 2 data sets each"


def test_the_row_of_a_pair_has_what_the_test_says():
    ways = {"x": "max"}
    for of_each, better, winner in (((9, 0), "A", "A"), ((0, 9), "B", "B"), ((4, 3), "A", None)):
        found = js.glrt_test(counts(*of_each, measures=ways)).as_pair()
        assert (found.a, found.b, found.n) == ("A", "B", sum(of_each))
        assert (found.count, found.better, found.winner) == (max(of_each), better, winner)
        assert found.decided == (winner is not None)
        assert found.order == {"x": [better, "B" if better == "A" else "A"]}
    even = js.glrt_test(counts(3, 3, measures=ways)).as_pair()
    assert (even.order, even.statement, even.better, even.winner) == (None,) * 4


def test_facts_of_counts():
    tied = js.statement_counts(
        {"A": [[1, 1], [2, 2], [3, 1]], "B": [[1, 0], [1, 1], [2, 2]]}, measures=XY
    )
    found = result.facts(tied)
    assert (found["n"], found["n_tied"], found["tie_share"]) == (3, 1, pytest.approx(1 / 3))
    assert found["ties"] == {"x": 1, "y": 0}
    assert found["n_observed"] == 3  # of them two by the data set that ties
    assert result.facts(replace(tied, n=0))["tie_share"] == 0.0
    assert found["n_families"] is None and found["control"] is None


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
def test_a_hundred_statements_are_listed_at_most(test):
    ways = {f"m{i}": "max" for i in range(7)}
    found = test(counts(*range(1, 129), measures=ways))
    assert [row.count for row in found.statements] == list(range(128, 28, -1))
    assert (found.n_observed, found.unobserved.states) == (128, 28)
