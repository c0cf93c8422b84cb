"""The parts of the claim test alone: its numbers, its sentences and its families, by hand."""

from types import SimpleNamespace as Row

import numpy as np
import pandas as pd
import pytest
from sayings import texts
from scipy.stats import beta, binomtest

import jointstats as js
from jointstats.kernels.joint.claim_tests import confidence_interval
from jointstats.kernels.joint.families import design_effect, flip_test
from jointstats.labelled.joint import (
    claim_families,
    claim_result,
)
from jointstats.labelled.table.families import families_worth

# --- Claims ---------------------------------------------------------------------------------------


def test_shares_and_sides_in_words():
    assert claim_result.more_than(0.5) == "more than half"
    assert claim_result.more_than(0.6) == "more than 60 %"
    assert claim_result.part_of(0.125) == "12.5 %"
    assert claim_result.ends(0.4123, 0.9) == "41.2–90.0 %"
    assert claim_result.of_sides("exact", 0.02, one_sided=True) == (
        "one-sided exact p = 0.0200, for a claim named beforehand"
    )
    assert claim_result.of_sides("exact", 0.02, one_sided=False) == "two-sided exact p = 0.0200"
    assert claim_result.claimed("A is best", 0.5) == (
        "A is best on more than half of data sets like these"
    )


def claimed(wins, ties=0, losses=0, **options):
    values = {"A": [[1.0]] * wins + [[0.0]] * ties + [[-1.0]] * losses}
    values["B"] = [[0.0]] * (wins + ties + losses)
    table = js.results_table(values, measures={"x": "max"}, **options.pop("table", {}))
    return js.claim_test(table, "A", "B", **({"better": ["x"]} | options))


def test_every_number_of_a_claim_by_hand():
    found = claimed(7, 2, 3, threshold=0.4, prior_strength=2.0, level=0.9, alpha=0.1)
    assert (found.count, found.n, found.share) == (7, 12, 7 / 12)
    test = binomtest(7, 12, 0.4, alternative="greater")
    assert found.p_value == pytest.approx(test.pvalue)
    interval = binomtest(7, 12).proportion_ci(0.9, "exact")
    assert (found.share_low, found.share_high) == pytest.approx((interval.low, interval.high))
    posterior = beta(7 + 1, 5 + 1)
    assert (found.credible_low, found.credible_high) == pytest.approx(posterior.ppf([0.05, 0.95]))
    assert found.probability == pytest.approx(posterior.sf(0.4))
    assert (found.n_only, found.n_only_opposite, found.n_both, found.n_neither) == (7, 3, 0, 2)
    assert found.p_value_opposite == pytest.approx(binomtest(7, 10, alternative="greater").pvalue)
    assert found.probability_opposite == pytest.approx(beta(8, 4).sf(0.5))
    assert (found.threshold, found.prior_strength, found.level, found.alpha) == (0.4, 2, 0.9, 0.1)
    (row,) = found.by_measure
    assert (row.measure, row.asked, row.n_better, row.n_equal, row.n_worse) == (
        "x", "better", 7, 2, 3,
    )  # fmt: skip
    assert (found.better, found.not_worse, found.equal, found.at_least) == (("x",), (), (), None)
    assert found.unknown is found.families is None and found.groups == ()
    assert (found.rope, found.dropped, found.n_failed) == ({"x": 0.0}, (), 0)
    assert found.one_sided and found.exact == "exact" and found.rows == found.by_measure
    both = claimed(7, 2, 3, not_worse=["x"], better=[])
    assert (both.count, both.n_both, both.n_only, both.n_only_opposite) == (9, 2, 7, 3)
    assert both.n_neither == 0


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_a_claim_is_decided_at_its_level_and_above_its_threshold():
    p = claimed(5).p_value
    assert p == 1 / 32
    assert claimed(5, alpha=p).decided and not claimed(5, alpha=p * (1 - 1e-9)).decided
    low = claimed(0, 0, 9, alternative="two-sided")
    assert low.p_value <= 0.05 and not low.decided
    assert low.verdict.endswith(" What is shown instead: on less than half.")
    third = claimed(0, 0, 9, alternative="two-sided", threshold=0.6)
    assert third.verdict.endswith(" What is shown instead: on less than 60 %.")
    assert "instead" not in claimed(3, 0, 3, alternative="two-sided").verdict


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_too_few_data_sets_for_a_claim_are_told_with_the_smallest_p():
    assert texts(claimed(4).warnings) == [
        "4 data sets cannot show it at level 0.05: even if the claim held on all of them, p would "
        "be 0.0625."
    ]
    assert claimed(5).warnings == ()
    (two,) = texts(claimed(5, alternative="two-sided").warnings)
    assert "p would be 0.0625" in two
    assert claimed(4, alpha=0.0625).warnings == ()
    (one,) = texts(claimed(1).warnings)
    assert one.startswith("1 data set cannot show it")
    (half,) = texts(claimed(2, threshold=0.25).warnings)
    assert "p would be 0.0625" in half


@pytest.mark.parametrize("groups", [None, {"both": ["x", "y"]}])
@pytest.mark.parametrize("cluster", [False, True])
@pytest.mark.filterwarnings(
    "ignore:Equal on x means",
    r"ignore:\d+ data sets? cannot show",
    r"ignore:\d+ families can show nothing",
)
def test_what_is_missing_counts_against_the_claim_and_for_it(groups, cluster):
    """B lacks y on one data set of four; where A is better on x, y decides."""
    rows = [
        {"d": d, "a": a, "f": "f" if d in "pq" else d, "x": float(a == "A"), "y": y}
        for d, ys in {"p": (1, 0), "q": (1, 0), "r": (0, 1), "s": (1, np.nan)}.items()
        for a, y in zip("AB", ys, strict=True)
    ]
    table = js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max", "y": "max"},
        missing="unknown", cluster="f" if cluster else None,
    )  # fmt: skip
    asked = {"better": ["both"], "groups": groups} if groups else {"better": ["x", "y"]}
    found = js.claim_test(table, "A", "B", **asked)
    assert (found.count, found.n) == (2, 3) and found.unknown.n == 1
    assert (found.unknown.share_lowest, found.unknown.share_highest) == (2 / 4, 3 / 4)
    if not cluster:
        highest, lowest = (binomtest(k, 4, alternative="greater").pvalue for k in (2, 3))
    else:  # the family f shows it twice, r does not, s against or for it
        highest, lowest = (flip_test(d).p_value / 2 if sum(d) > 0 else 1.0
                           for d in ([2, -1, -1], [2, -1, 1]))  # fmt: skip
    assert found.unknown.p_value_highest == pytest.approx(highest)
    assert found.unknown.p_value_lowest == pytest.approx(lowest)
    equal = js.claim_test(table, "B", "A", not_worse=["y"], better=[], equal=["x"])
    assert equal.unknown.share_highest == 0  # x is known there, and not equal


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_a_measure_of_which_equality_is_claimed_is_equal_at_best():
    rows = [
        {"d": d, "a": a, "x": x}
        for d, xs in {"p": (1, 1), "q": (0, 1), "s": (1, np.nan)}.items()
        for a, x in zip("AB", xs, strict=True)
    ]
    table = js.results_table(pd.DataFrame(rows), dataset="d", algorithm="a", missing="unknown",
                             measures={"x": "max"}, rope={"x": 0.1})  # fmt: skip
    found = js.claim_test(table, "A", "B", equal=["x"])
    assert (found.unknown.share_lowest, found.unknown.share_highest) == (1 / 3, 2 / 3)


HOLDS = np.array([1, 1, 1, 0, 0, 1, 1, 0], dtype=bool)
CLUSTERS = np.array([0, 0, 0, 1, 1, 2, 3, 4])


def test_the_share_of_families_rests_on_what_data_sets_are_worth(monkeypatch):
    correlation, tables = np.linspace(0, 0.6, 5), np.array([[5, 3], [4, 2], [2, 1], [1, 1], [1, 2]])
    asked = []

    def tables_of(counts, prior, *, rng):
        asked.append((counts.tolist(), prior.tolist()))
        return Row(correlation=correlation, tables=Row(counts=tables))

    monkeypatch.setattr(claim_families, "family_tables", tables_of)
    how = {"prior_strength": 2.0, "level": 0.9}
    found, families = claim_families.share_in_families(
        HOLDS, CLUSTERS, 0.5, alternative="greater", **how
    )
    of_each = [[3, 0], [0, 2], [1, 0], [1, 0], [0, 1]]
    assert asked == [(of_each, [1.0, 1.0])]
    assert float(found.share) == 5 / 8
    worth = 8 / float(design_effect([3, 2, 1, 1, 1], np.quantile(correlation, 0.8)))
    low, high = confidence_interval(5 / 8 * worth, worth, 0.9)
    assert (found.low, found.high) == pytest.approx((float(low), float(high)))
    differences = [3, -2, 1, 1, -1]
    assert float(found.p_value) == flip_test(differences).p_value / 2
    two, _ = claim_families.share_in_families(HOLDS, CLUSTERS, 0.5, alternative="two-sided", **how)
    assert float(two.p_value) == flip_test(differences).p_value
    behind, _ = claim_families.share_in_families(
        ~HOLDS, CLUSTERS, 0.5, alternative="greater", **how
    )
    assert float(behind.p_value) == 1
    drawn = np.random.default_rng(0).beta(tables[:, 0] + 1.0, tables[:, 1] + 1.0)
    assert (found.credible_low, found.credible_high) == pytest.approx(
        np.quantile(drawn, [0.05, 0.95])
    )
    assert families == families_worth(np.array([3, 2, 1, 1, 1]), np.array(of_each))


def test_of_families_a_claim_is_tested_against_its_opposite_where_only_one_is_shown():
    only, other = HOLDS & (CLUSTERS != 2), ~HOLDS & (CLUSTERS == 1)
    found = claim_families.against_opposite_in_families(
        only, other, CLUSTERS, alternative="greater", prior_strength=1.0
    )
    assert float(found.p_value) == flip_test([3, -2, 0, 1, 0]).p_value / 2
    turned = claim_families.against_opposite_in_families(
        other, only, CLUSTERS, alternative="greater", prior_strength=1.0
    )
    assert 0.5 < found.probability == pytest.approx(1 - turned.probability, abs=0.02)
    even = claim_families._p_value(np.array([[1, 0], [0, 1]]), "greater")
    assert float(even) == 1 and float(claim_families._p_value(np.eye(2), "two-sided")) == 1
