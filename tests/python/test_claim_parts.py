"""The parts of the claim test alone: its numbers and its sentences, by hand."""

import numpy as np
import pandas as pd
import pytest
from sayings import texts
from scipy.stats import beta, binomtest

import jointstats as js

# --- Claims ---------------------------------------------------------------------------------------


def claimed(wins, ties=0, losses=0, **options):
    values = {"A": [[1.0]] * wins + [[0.0]] * ties + [[-1.0]] * losses}
    values["B"] = [[0.0]] * (wins + ties + losses)
    table = js.results_table(values, measures={"x": "max"}, rope=options.pop("rope", {"x": 0}))
    return js.claim_test(table, "A", "B", **({"better": ["x"]} | options))


def test_every_number_of_a_claim_by_hand():
    found = claimed(7, 2, 3, threshold=0.4, prior_strength=2.0, level=0.9, alpha=0.1)
    assert (found.yes, found.no, found.n, found.share) == (7, 5, 12, 7 / 12)
    test = binomtest(7, 12, 0.4, alternative="greater")
    assert found.p_value == pytest.approx(test.pvalue)
    interval = binomtest(7, 12).proportion_ci(0.9, "exact")
    assert (found.share_low, found.share_high) == pytest.approx((interval.low, interval.high))
    posterior = beta(7 + 1, 5 + 1)
    assert (found.credible_low, found.credible_high) == pytest.approx(posterior.ppf([0.05, 0.95]))
    assert found.probability == pytest.approx(posterior.sf(0.4))
    assert (found.yes_against, found.no_against) == (7, 3)
    assert found.p_value_opposite == pytest.approx(binomtest(7, 10, alternative="greater").pvalue)
    assert found.probability_opposite == pytest.approx(beta(8, 4).sf(0.5))
    assert (found.threshold, found.prior_strength, found.level, found.alpha) == (0.4, 2, 0.9, 0.1)
    (row,) = found.by_measure
    assert (row.measure, row.asked, row.n_better, row.n_equal, row.n_worse) == (
        "x", "better", 7, 2, 3,
    )  # fmt: skip
    assert (found.better, found.not_worse, found.equal, found.at_least) == (("x",), (), (), None)
    assert found.n_families is None and found.groups == () and found.neither == 0
    assert (found.rope, found.dropped, found.n_failed) == ({"x": 0.0}, (), 0)
    assert found.one_sided and found.rows == found.by_measure
    both = claimed(7, 2, 3, not_worse=["x"], better=[])
    assert (both.yes, both.no, both.yes_against, both.no_against) == (9, 3, 7, 3)
    hidden = claimed(7, 2, 3, not_worse=["x"], better=[], rope=None)  # a tie may hide a difference
    assert (hidden.yes, hidden.no, hidden.n_unknown) == (7, 5, 2)
    assert (hidden.yes_against, hidden.no_against) == (7, 5)
    assert hidden.rope == {} and hidden.rows[0].n_unknown == 2 and hidden.rows[0].rope is None


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_a_claim_is_decided_at_its_level_and_above_its_threshold():
    p = claimed(5).p_value
    assert p == 1 / 32
    assert claimed(5, alpha=p).decided and not claimed(5, alpha=p * (1 - 1e-9)).decided
    low = claimed(0, 0, 9, alternative="two-sided")
    assert low.p_value <= 0.05 and not low.decided
    assert low.verdict.endswith(" They show instead that it holds on less than half.")
    third = claimed(0, 0, 9, alternative="two-sided", threshold=0.6)
    assert third.verdict.endswith(" They show instead that it holds on less than 60 %.")
    assert "instead" not in claimed(3, 0, 3, alternative="two-sided").verdict
    assert "instead" not in claimed(0, 0, 9).verdict  # only if it was asked


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_too_few_data_sets_for_a_claim_are_told_with_the_smallest_p():
    assert texts(claimed(4).warnings) == [
        "4 data sets cannot show it at level 0.05: even if all of them voted for the claim, p "
        "would be 0.0625."
    ]
    assert claimed(5).warnings == ()
    (two,) = texts(claimed(5, alternative="two-sided").warnings)
    assert "p would be 0.0625" in two
    assert claimed(4, alpha=0.0625).warnings == ()
    (one,) = texts(claimed(1).warnings)
    assert one.startswith("1 data set cannot show it")
    (half,) = texts(claimed(2, threshold=0.25).warnings)
    assert "p would be 0.0625" in half


GROUPS = {"both": ["x", "y"]}


def test_votes_of_groups_are_those_of_their_rule():
    """B lacks y on one data set of four; where A is better on x, y decides."""
    rows = [
        {"d": d, "a": a, "x": float(a == "A"), "y": y}
        for d, ys in {"p": (1, 0), "q": (1, 0), "r": (0, 1), "s": (1, np.nan)}.items()
        for a, y in zip("AB", ys, strict=True)
    ]
    table = js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max", "y": "max"},
        missing="unknown",
    )  # fmt: skip
    # On s the group is unknown: its opposite might hold. That of the measures does not.
    for asked, no in (({"better": ["both"], "groups": GROUPS}, 1), ({"better": ["x", "y"]}, 0)):
        found = js.claim_test(table, "A", "B", **asked, alpha=0.4)
        assert (found.yes, found.no, found.n_unknown, found.n) == (2, 2, 1, 4)
        assert (found.yes_against, found.no_against) == (2, no)
    some = js.claim_test(
        table, "A", "B", better=["both"], groups=GROUPS, within="wins", not_worse=["x"], alpha=0.4
    )
    assert (some.yes, some.no, some.n_unknown) == (2, 2, 1)  # on r as many wins as losses
    assert [(row.n_better, row.n_equal, row.n_worse, row.n_unknown) for row in some.rows] == [
        (4, 0, 0, 0), (2, 0, 1, 1), (2, 0, 0, 1),
    ]  # fmt: skip
