"""The separate tests against R's wilcox.test, binom.test and p.adjust, and their effect sizes."""

from itertools import product

import numpy as np
import pytest
from references import SEPARATE

import jointstats as js
from jointstats import errors
from jointstats.evidence import multiplicity


def pair(differences, way="max", **keywords):
    """A table of two algorithms whose difference A − B, exactly, is the one given."""
    d = np.asarray(differences, dtype=float)
    return js.results_table({"A": d, "B": 0 * d}, measures={"m": way}, **keywords)


@pytest.mark.parametrize("name", SEPARATE["wilcoxon"])
def test_wilcoxon_is_rs_and_exact_with_ties_and_zeros(name):
    case = SEPARATE["wilcoxon"][name]
    row = js.wilcoxon_test(pair(case["d"])).tests[0]
    moved = np.abs([d for d in case["d"] if d])
    ties = len(set(moved)) < len(moved)
    exact = len(moved) <= 200 if ties else len(moved) < 50
    # R itself is approximate where any are equal or zero.
    expected = case["given_ties"] if exact and not case["exact"] else case["p"]
    assert row["statistic"] == case["v"]
    assert row["p_value"] == pytest.approx(expected, rel=1e-12)
    assert row["method"] == ("exact" if exact else "approximate")
    if case["patterns"]:
        assert row["p_value"] == pytest.approx(case["patterns"], rel=1e-12)


def test_differences_that_tie_but_for_rounding_have_one_rank():
    decimals = {"A": [0.9, 0.7, 0.4, 0.3, 0.6, 0.55], "B": [0.8, 0.8, 0.3, 0.2, 0.4, 0.15]}
    whole = {name: np.round(1000 * np.array(x)) for name, x in decimals.items()}
    assert len({abs(x - y) for x, y in zip(*decimals.values(), strict=True)}) > 3
    one, other = (js.wilcoxon_test(x, measures={"m": "max"}).tests[0] for x in (decimals, whole))
    # Ranks 2.5 (four times), 5, 6; only one of rank 2.5 is negative: 5 patterns of 64 are below.
    assert (one.statistic, one.p_value) == (other.statistic, other.p_value) == (18.5, 0.15625)


def test_wilcoxon_with_nothing_but_ties_decides_nothing():
    row = js.wilcoxon_test(pair([0, 0, 0])).tests[0]
    assert (row["statistic"], row["p_value"], row["better"], row["winner"]) == (0, 1, None, None)


@pytest.mark.parametrize("case", SEPARATE["sign"], ids=lambda case: "{}-{}".format(*case["wins"]))
def test_the_sign_test_is_rs(case):
    wins_a, wins_b = case["wins"]
    row = js.sign_test(pair([1] * wins_a + [-1] * wins_b + [0, 0])).tests[0]
    assert row["p_value"] == pytest.approx(case["p"], rel=1e-12)
    assert (row["wins_a"], row["wins_b"], row["ties"]) == (wins_a, wins_b, 2)
    assert row["statistic"] == wins_a


@pytest.mark.parametrize("method", ["holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"])
def test_adjustments_are_rs(method):
    for case in SEPARATE["adjust"]:
        adjusted = multiplicity.adjust_p_values(case["p"], method)
        assert adjusted == pytest.approx(case["adjusted"][method], rel=1e-13, abs=1e-300)


def three_algorithms():
    rng = np.random.default_rng(8)
    shift = {"A": 0.0, "B": 0.6, "C": 1.2}
    values = {name: rng.normal(s, 1, size=(25, 2)) for name, s in shift.items()}
    return js.results_table(values, measures={"x": "max", "y": "min"})


def test_hommel_ascends_in_the_last_digit_too():
    rng = np.random.default_rng(1)
    for _ in range(300):
        p = np.sort(rng.uniform(size=int(rng.integers(2, 14))).round(1))
        adjusted = multiplicity.adjust_p_values(p, "hommel")
        assert (np.diff(adjusted) >= 0).all()
        assert all(len(set(adjusted[p == one].tolist())) == 1 for one in p)


@pytest.mark.parametrize("test", [js.sign_test, js.wilcoxon_test])
@pytest.mark.parametrize("method", ["holm", "BH", "hommel"])
def test_the_adjustment_is_over_all_pairs_and_measures(test, method):
    result = test(three_algorithms(), p_adjust=method)
    assert [(row["a"], row["b"], row["measure"]) for row in result.tests] == [
        (a, b, m) for a, b in ("AB", "AC", "BC") for m in "xy"
    ]
    alone = [row["p_value"] for row in result.tests]
    adjusted = multiplicity.adjust_p_values(alone, method)
    assert [row["p_adjusted"] for row in result.tests] == pytest.approx(adjusted)
    for row in result.tests:
        assert row["winner"] == (row["better"] if row["p_adjusted"] <= 0.05 else None)


@pytest.mark.parametrize("test", [js.sign_test, js.wilcoxon_test])
def test_direction_decides_who_is_better(test):
    d = np.arange(1.0, 11.0)
    up, down = test(pair(d)).tests[0], test(pair(d, "min")).tests[0]
    assert (up["winner"], down["winner"]) == ("A", "B")
    assert up["p_value"] == down["p_value"] == 2.0**-9
    # In the measure's own units A − B is the same; the effect "A is better" is not.
    assert up["median_difference"] == down["median_difference"] == 5.5
    assert (up["cliffs_delta"], down["cliffs_delta"]) == (1, -1)


def test_a_rope_turns_small_differences_into_ties():
    table = pair([0.005, -0.004, 0.02, 0.03, -0.1], rope=0.01)
    sign, wilcoxon = js.sign_test(table).tests[0], js.wilcoxon_test(table).tests[0]
    assert (sign["wins_a"], sign["wins_b"], sign["ties"]) == (2, 1, 2)
    # R: wilcox.test(c(0, 0, .02, .03, -.1)) has V = 3 and p = 1.
    assert (wilcoxon["statistic"], wilcoxon["p_value"], wilcoxon["ties"]) == (3, 1, 2)


def test_the_median_interval_is_the_sign_tests():
    # n = 10: the order statistics 2 and 9 cover with 1 − 22/1024 = .979, 3 and 8 with .891 only.
    row = js.sign_test(pair([3, 1, 4, 10, 5, 9, 2, 6, 8, 7])).tests[0]
    assert (row["median_difference"], row["median_low"], row["median_high"]) == (5.5, 2, 9)
    few = js.sign_test(pair([1, 2, 3, 4, 5])).tests[0]
    assert (few["median_difference"], few["median_low"], few["median_high"]) == (3, None, None)


def test_cliffs_delta_counts_all_pairs_of_data_sets():
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 6, size=(2, 12)).astype(float)
    row = js.sign_test({"A": a, "B": b}, measures={"m": "max"}).tests[0]
    brute = sum(np.sign(x - y) for x, y in product(a, b)) / 144
    assert row["cliffs_delta"] == pytest.approx(brute, abs=1e-15)
    assert -1 <= row["cliffs_low"] < brute < row["cliffs_high"] <= 1


def test_the_interval_of_two_that_never_overlap_leaves_room_for_what_was_not_seen():
    # On a share q of the data sets a is below all, and b above all: delta = 2 (1 − q)² − 1. That
    # no such data set is among 10 has probability .025 where (1 − q)^10 = .025.
    values = {"A": np.arange(10.0)[:, None] + 20, "B": np.arange(10.0)[:, None]}
    (row,) = js.sign_test(values, measures={"m": "max"}).tests
    assert (row.cliffs_delta, row.cliffs_high) == (1, 1)
    assert row.cliffs_low == pytest.approx(2 * (0.025**0.1) ** 2 - 1, abs=1e-15)
    (turned,) = js.sign_test(values, measures={"m": "min"}, level=0.9).tests
    assert (turned.cliffs_low, turned.cliffs_high) == (-1, pytest.approx(1 - 2 * 0.05**0.2))


def test_no_effect_is_shown_as_minus_zero():
    row = js.wilcoxon_test(pair([0.0] * 8, "min")).tests[0]
    assert not any(
        np.signbit(row[key]) for key in ("median_difference", "median_low", "cliffs_delta")
    )
    assert row.cliffs_low is row.cliffs_high is None  # of no spread


def test_failed_runs_lose_in_the_sign_test_and_stop_wilcoxons():
    nan = float("nan")
    values = {"A": [1, 2, 3, nan, nan, 5.0], "B": [nan, nan, nan, 9, nan, 4.0], "C": np.ones(6)}
    table = js.results_table(values, measures={"m": "max"}, missing="worst")
    row = js.sign_test(table).tests[0]
    assert (row["wins_a"], row["wins_b"], row["ties"]) == (4, 1, 1)
    assert row["median_difference"] is None  # a failed run has no distance from the others
    with pytest.raises(errors.MissingValuesError, match=r"wilcoxon_test needs values.*sign_test"):
        js.wilcoxon_test(table)


def test_the_verdict_names_measures_won_and_open():
    d = np.arange(1.0, 11.0)
    values = {"A": np.column_stack([d, -d, [1, -1] * 5]), "B": np.zeros((10, 3))}
    result = js.sign_test(values, measures={"up": "max", "down": "max", "level": "max"})
    assert result.verdict == (
        "Measure by measure, A is better on up; B is better on down; open on level "
        "(p ≤ 0.05 after Holm's correction)."
    )
    none = js.sign_test(values, measures={"up": "max", "down": "max", "level": "max"}, alpha=1e-9)
    assert none.verdict.startswith("No measure alone shows a difference between A and B")


def test_a_control_is_one_of_the_algorithms():
    with pytest.raises(errors.ColumnError, match='"Z"'):
        js.sign_test(three_algorithms(), control="Z")


def test_counts_hold_no_values_to_test():
    with pytest.raises(errors.InvalidValueError, match="the values, not only counts"):
        js.sign_test(js.statement_counts(js.load_dataset("example1")))
