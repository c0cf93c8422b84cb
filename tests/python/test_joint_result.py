"""What all joint results share: shares with intervals, leads, statements that lead equally."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

import jointstats as js
from jointstats.evidence import glrt
from jointstats.joint import result

XY = {"x": "max", "y": "max"}


def counts(*of_each, measures=XY, **more):
    return js.StatementCounts.from_vector(of_each, measures=measures, **more)


def interval(count, n):
    return pytest.approx([float(end) for end in glrt.chosen_share_interval(count, n, 0.9)])


# --- Numbers --------------------------------------------------------------------------------------


def test_the_most_frequent_statement_is_one_that_none_exceeds_but_for_rounding():
    some = counts(2, 5, 5, 0)
    told = [result.share_if_most_frequent(some, x, 0.9) is not None for x in (5, 5 - 1e-12, 4.5, 2)]
    assert told == [True, True, False, False]
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


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
def test_a_hundred_statements_are_listed_at_most(test):
    ways = {f"m{i}": "max" for i in range(7)}
    found = test(counts(*range(1, 129), measures=ways))
    assert [row.count for row in found.statements] == list(range(128, 28, -1))
    assert (found.n_observed, found.unobserved.states) == (128, 28)
