"""What Wilcoxon's test supposes of differences is said wherever it shows something."""

import warnings
from functools import partial

import numpy as np
import pytest

import jointstats as js
from jointstats.base.phrases import ASSUMED, SYMMETRIC

# The second measure is twice the first: both show what is supposed of one set of differences.
pytestmark = pytest.mark.filterwarnings('ignore:"m" and "k" order the algorithms alike on all 40')

MEASURES = {"m": "max", "k": "max"}
SKEWED = np.concatenate([np.linspace(5, 9, 20), -np.linspace(0.1, 0.5, 20)])
"""Differences of which as many are below zero as above: those above are large."""


def table(algorithms):
    """A over all others, on both measures, by differences of which half are below zero."""
    values = {"A": np.column_stack([SKEWED, 2 * SKEWED])}
    for i, name in enumerate(algorithms):
        values[name] = np.full((40, 2), -1e-3 * i)
    return js.results_table(values, measures=MEASURES)


def test_where_each_wins_as_often_only_wilcoxons_test_finds_a_winner():
    (wilcoxon, _), (sign, _) = (f(table("B")).tests for f in (js.wilcoxon_test, js.sign_test))
    assert wilcoxon.winner == "A" and (wilcoxon.wins_a, wilcoxon.wins_b) == (20, 20)
    assert sign.winner is None and sign.p_value == 1


def said(printed):
    """A text as one line."""
    return " ".join(printed.split())


@pytest.mark.parametrize("make", [js.wilcoxon_test, partial(js.pairwise_tests, test="wilcoxon")])
def test_the_test_itself_says_it_below_its_verdict(make):
    result = make(table("BCDEFGHIJ"))
    assert f"correction). {SYMMETRIC}" in said(str(result))  # which is cut
    assert ASSUMED["wilcoxon"] in result.caption("wins")
    assert result.to_markdown().endswith(SYMMETRIC)


def test_the_sign_test_supposes_nothing_of_differences():
    result = js.sign_test(table("B"))
    assert ASSUMED["wilcoxon"] not in result.caption("effects")
    assert SYMMETRIC not in said(result.summary())
    assert js.wilcoxon_test(table("B")).caption("effects").count(ASSUMED["wilcoxon"]) == 1


def test_a_comparison_counts_wins_and_supposes_nothing_of_differences():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = js.compare_algorithms(table("B"))
    (row,) = result.pairs
    assert row.state == "open"
    assert row.wins_a == row.wins_b == {"m": 20, "k": 20}
    assert "symmetric" not in result.summary() + result.report_text()
