"""Wherever Wilcoxon's test shows something, it is said that it supposes symmetric differences."""

import warnings
from functools import cache, partial

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.wording import SUPPOSED, SYMMETRIC
from jointstats.presentation.figures import figure
from jointstats.presentation.report.answers import answers

MEASURES = {"m": "max", "k": "max"}
SKEWED = np.concatenate([np.linspace(5, 9, 20), -np.linspace(0.1, 0.5, 20)])
"""Differences of which as many are below zero as above: those above are large."""


def table(algorithms):
    """A over all others, on both measures, by differences of which half are below zero."""
    values = {"A": np.column_stack([SKEWED, 2 * SKEWED])}
    for i, name in enumerate(algorithms):
        values[name] = np.full((40, 2), -1e-3 * i)
    return js.results_table(values, measures=MEASURES)


@cache
def compared(*algorithms, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(table(algorithms), **keywords)


def test_where_each_wins_as_often_only_wilcoxons_test_finds_a_winner():
    (wilcoxon, _), (sign, _) = (f(table("B")).tests for f in (js.wilcoxon_test, js.sign_test))
    assert wilcoxon.winner == "A" and (wilcoxon.wins_a, wilcoxon.wins_b) == (20, 20)
    assert sign.winner is None and sign.p_value == 1


def said(printed):
    """A text as one line."""
    return " ".join(printed.split())


@pytest.mark.parametrize("algorithms", ["B", "BC"])
def test_a_comparison_says_it_beside_what_is_shown(algorithms, tmp_path):
    result = compared(*algorithms)
    result.to_html(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for printed in (str(result), result.summary(), result.report_text(), page):
        assert SUPPOSED["wilcoxon"] in said(printed)
    for name in ("rankings", "effects"):
        assert SUPPOSED["wilcoxon"] in result.caption(name)
    assert result.to_markdown(table="tests").endswith(SYMMETRIC)
    assert SYMMETRIC in said(result.to_latex(table="tests")).replace("\\", "")


def test_the_matrix_of_a_measure_says_it_of_its_p_values():
    shown = figure(compared("B", "C"), "wins", measure="m")
    assert f"{SUPPOSED['wilcoxon']}." in shown.numbers[-1]


def test_the_short_answer_says_it():
    found = "Measure by measure, if differences are symmetric: A on m and A on k."
    assert answers(compared("B")).on_what.endswith(found)


@pytest.mark.parametrize("make", [js.wilcoxon_test, partial(js.pairwise_tests, test="wilcoxon")])
def test_the_test_itself_says_it_below_its_verdict(make):
    result = make(table("BCDEFGHIJ"))
    assert f"correction). {SYMMETRIC}" in said(str(result))  # which is cut
    assert SUPPOSED["wilcoxon"] in result.caption("matrix")
    assert result.to_markdown().endswith(SYMMETRIC)


def test_where_nothing_is_shown_or_the_sign_test_is_used_there_is_nothing_to_suppose():
    nothing = compared("B", alpha=1e-9)
    assert SUPPOSED["wilcoxon"] not in said(str(nothing))
    values = {"A": np.full((9, 1), 1.0), "B": [[0.0]] * 8 + [[np.nan]]}
    failed = js.compare_algorithms(values, measures={"m": "max"}, missing="worst")
    assert "A is better on m (p ≤ 0.05" in said(failed.summary())  # by the sign test
    assert SUPPOSED["wilcoxon"] not in said(failed.summary())
    assert SUPPOSED["wilcoxon"] not in js.sign_test(table("B")).caption("effects")
