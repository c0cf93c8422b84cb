"""The tests people already know: Friedman's, the corrected t test, the Bayesian sign test."""

import json
import re
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import quiet
from scipy import special

import jointstats as js
from jointstats.evidence import dirichlet

# Fourteen data sets, four algorithms; what R's friedman.test, ptukey and qtukey say of them.
AUC = np.array([
    [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657], [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625], [0.775, 0.838, 0.866, 0.875],
    [1, 1, 1, 1], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.975, 0.975], [0.957, 0.978, 0.946, 0.970],
])  # fmt: skip
MEAN_RANKS = {"A": 3.14285714285714, "B": 2.0, "C": 2.92857142857143, "D": 1.92857142857143}
CHI2, P_CHI2, F, P_F = (
    10.952380952380953,
    0.011986176325417817,
    4.585889570552147,
    0.00762883873072576,
)
NEMENYI = [0.0886727092950266, 0.9716864713034001, 0.0616832589144738, 0.2266968860264060,
           0.9988823439819601, 0.1700516356643396]  # fmt: skip
CRITICAL = 1.25355914949599

# P(largest) of three Dirichlet components, by nested adaptive integration over the triangle.
LARGEST = {
    (4.0, 3.0, 8.0): (0.10497017925084838, 0.04367563555973295, 0.8513541851894206),
    (10.0, 6.0, 5.0): (0.795452666604648, 0.13504993181086514, 0.06949740158448693),
    (7 / 3, 13 / 3, 10 / 3): (0.12821599762536465, 0.5700455832271134, 0.30173841914752053),
}
few = settings(max_examples=15, deadline=None)


def wide(values, direction="max", **options):
    matrices = {name: values[:, [i]] for i, name in enumerate("ABCDEFG"[: values.shape[1]])}
    return js.results_table(matrices, measures={"m": direction}, **options)


# --- Friedman -------------------------------------------------------------------------------------


def test_friedman_equals_r():
    result = js.friedman_test(wide(AUC))
    ranking = result.rankings["m"]
    assert dict(zip(ranking["order"], ranking["mean_ranks"], strict=True)) == pytest.approx(
        MEAN_RANKS, rel=1e-12
    )
    row = result.tests[0]
    assert (row["chi2"], row["p_value_chi2"]) == pytest.approx((CHI2, P_CHI2), rel=1e-12)
    assert (row["f"], row["p_value_f"], row["df1"], row["df2"]) == pytest.approx(
        (F, P_F, 3, 39), rel=1e-12
    )
    # Two million random permutations by another program, standard error 7e-5.
    assert row["p_value"] == pytest.approx(0.009147, abs=3e-4)
    assert row["decided"] and "rejects that all are interchangeable on m" in result.verdict


def test_the_pairs_are_exact_sign_tests_with_one_correction_over_pairs_and_measures():
    two = js.results_table(
        {name: np.c_[AUC[:, i], AUC[::-1, (i + 1) % 4] ** 2] for i, name in enumerate("ABCD")},
        measures={"m": "max", "again": "min"},
    )
    result, alone = js.friedman_test(two), js.sign_test(two)
    keys = ("a", "b", "measure", "wins_a", "wins_b", "p_value", "p_adjusted", "winner")
    said = sorted([tuple(row[key] for key in keys) for row in result.pairs], key=str)
    assert said == sorted([tuple(row[key] for key in keys) for row in alone.tests], key=str)
    for row in result.pairs:
        n, k = row.wins_a + row.wins_b, max(row.wins_a, row.wins_b)
        tail = sum(comb(n, i) for i in range(k, n + 1)) / 2**n
        assert row.p_value == pytest.approx(min(1.0, 2 * tail), rel=1e-12)
    assert result.critical_difference is None and result.warnings == ()


def test_a_pair_is_decided_by_its_wins_whatever_the_others_do():
    rng = np.random.default_rng(3)
    values = np.repeat(rng.normal(size=(12, 1)), 7, axis=1)
    values[:, 1] -= 0.001  # A is just before B, always; the others are anywhere
    values[:, 2:] = rng.normal(size=(12, 5))
    values[0, :2] = 9.0, -9.0
    found = js.friedman_test(wide(values)).pairs[0]
    assert (found.a, found.b, found.wins_a, found.winner) == ("A", "B", 12, "A")
    assert found.p_value == 2 / 2**12
    # B wins once, from last place to first: its mean rank is the better one, and not its wins.
    values[0, :2] = -9.0, 9.0
    found = js.friedman_test(wide(values), alpha=0.2).pairs[0]
    assert (found.wins_a, found.wins_b, found.better) == (11, 1, "A")
    by_ranks = quiet(js.friedman_test, wide(values), post_hoc="nemenyi").pairs[0]
    assert by_ranks.better == ("A" if by_ranks.rank_difference < 0 else "B")


@pytest.mark.warns("Nemenyi's test is approximate")
def test_nemenyi_equals_r():
    nemenyi = js.friedman_test(wide(AUC), post_hoc="nemenyi")
    np.testing.assert_allclose([row["p_adjusted"] for row in nemenyi.pairs], NEMENYI, rtol=1e-6)
    assert nemenyi.critical_difference == pytest.approx(CRITICAL, rel=1e-6)
    assert {row.p_value for row in nemenyi.pairs} == {None}


@pytest.mark.warns("Nemenyi's test is approximate")
def test_nemenyi_decides_where_mean_ranks_differ_by_more_than_the_critical_difference():
    values = np.random.default_rng(1).normal([0, 0.2, 1.0, 1.6], size=(25, 4))
    result = js.friedman_test(wide(values), post_hoc="nemenyi")
    decided = [abs(row["rank_difference"]) > result.critical_difference for row in result.pairs]
    assert [row["winner"] is not None for row in result.pairs] == decided
    assert any(decided) and not all(decided)
    assert result.rankings["m"]["order"][0] == "D"
    assert "separates" in result.verdict.split(". Nemenyi's test, approximate and for each")[1]


@few
@given(st.integers(0, 2**16))
def test_friedman_sees_order_only_and_omnibus_p_values_are_those_of_each_measure(seed):
    x = np.random.default_rng(seed).normal(size=(9, 3))
    one = js.friedman_test(wide(x))
    two = js.friedman_test(wide(-np.exp(x), "min"))
    assert two.tests == one.tests and two.pairs == one.pairs
    table = js.results_table(
        {name: np.c_[x[:, i], x[::-1, i]] for i, name in enumerate("ABC")},
        measures={"m": "max", "again": "min"},
    )
    both = js.friedman_test(table)
    assert both.tests[0]["p_value"] == pytest.approx(one.tests[0]["p_value"], rel=1e-12)
    assert both.tests[1]["chi2"] == pytest.approx(one.tests[0]["chi2"], rel=1e-9)
    assert both.tests[0]["p_adjusted"] == pytest.approx(min(1.0, 2 * one.tests[0]["p_value"]))


def by_names(result):
    """What a result says of measures and pairs, whatever their sequence."""
    tested = ("method", "draws", "decided", "chi2", "f", "p_value_f", "p_value", "p_adjusted")
    said = {(row.measure, name): row[name] for row in result.tests for name in tested}
    for row in result.pairs:
        about = (row.measure, *sorted((row.a, row.b)))
        shown = ("better", "winner", "p_value", "p_adjusted")
        said |= {(*about, name): row[name] for name in shown}
        said |= {(*about, row.a): row.wins_a, (*about, row.b): row.wins_b}
        said[*about, "apart"] = row.rank_difference * (1 if row.a < row.b else -1)
    return said


@few
@given(st.integers(0, 2**16), st.sampled_from([(8, 3), (12, 5)]), st.booleans())
def test_another_sequence_of_algorithms_measures_and_data_sets_changes_nothing(seed, size, ties):
    rng = np.random.default_rng(seed)
    (n, l), x = size, rng.normal(size=(size[0], 2, size[1]))
    x = np.round(x) if ties else x
    made = {name: x[:, :, i] for i, name in enumerate("ABCDE"[:l])}
    rows, which = rng.permutation(n), rng.permutation(2)
    other = {name: made[name][rows][:, which] for name in rng.permutation(list(made))}
    one = by_names(js.friedman_test(made, measures={"u": "max", "v": "max"}))
    found = by_names(js.friedman_test(other, measures={"uv"[i]: "max" for i in which}))
    assert found.keys() == one.keys()
    for key, x in one.items():
        close = pytest.approx(x, rel=1e-9, abs=1e-12) if isinstance(x, float) else x
        assert found[key] == close, key


def test_random_permutations_are_said_and_repeated_by_their_seed():
    wider = wide(np.random.default_rng(0).normal(size=(20, 6)))
    found = [js.friedman_test(wider, post_hoc="none", rng=seed).tests[0] for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]
    assert (found[0].method, found[0].draws) == ("random permutations", 9_999)
    assert found[0].p_value == pytest.approx(found[2].p_value, abs=0.02)
    small = js.friedman_test(wide(AUC[:5]), post_hoc="none").tests[0]
    assert (small.method, small.draws) == ("exact", None)


def test_friedman_of_equal_results_and_of_one_order_everywhere():
    equal = js.friedman_test(wide(np.ones((5, 3))))
    assert (equal.tests[0]["chi2"], equal.tests[0]["p_value"]) == (0.0, 1.0)
    assert {(row.better, row.p_value) for row in equal.pairs} == {(None, 1.0)}
    alike = js.friedman_test(wide(np.arange(15.0).reshape(5, 3)))
    assert alike.tests[0]["p_value"] == pytest.approx(6 / 6**5, rel=1e-12)
    assert alike.tests[0]["p_value_f"] == 0.0 and alike.to_dict()["tests"][0]["f"] is None
    # Five data sets are too few for any pair.
    assert alike.verdict.startswith("The data do not establish a difference between any two")
    failed = np.arange(15.0).reshape(5, 3)
    failed[:, 2] = np.nan
    result = js.friedman_test(wide(failed, missing="worst"))
    assert result.rankings["m"]["order"] == ["B", "A", "C"]


def test_friedman_of_one_data_set_shows_nothing():
    found = js.friedman_test(wide(np.array([[1.0, 2.0, 3.0]])), post_hoc="none").tests[0]
    assert (found.df1, found.df2, found.p_value, found.decided) == (2, 0, 1.0, False)
    assert found.f == np.inf  # the one data set ranks as all do
    assert (found.chi2, found.p_value_chi2) == (2.0, pytest.approx(np.exp(-1)))


def test_friedmans_groups_are_those_of_their_own_measure():
    clear = np.arange(45.0).reshape(15, 3)
    other = clear.copy()
    other[::2, [1, 2]] = other[::2, [2, 1]]  # the second and the third are equally good
    for names in ("uv", "vu"):
        made = {a: np.c_[clear[:, i], other[:, i]] for i, a in enumerate("ABC")}
        table = js.results_table(made, measures=dict.fromkeys(names, "max"))
        found = js.friedman_test(table).rankings
        assert (found[names[0]].groups, found[names[1]].groups) == ([], [["B", "C"]])
        assert found[names[0]].order == ["C", "B", "A"]


def test_friedman_refuses_two_algorithms_and_mentions_an_unused_rope():
    with pytest.raises(js.errors.AlgorithmError, match="at least three"):
        js.friedman_test(wide(AUC[:, :2]))
    with pytest.warns(js.JointStatsWarning, match="rope of m"):
        js.friedman_test(wide(AUC, rope=0.01))


# --- Corrected resampled t test -------------------------------------------------------------------


def folds(runs=4, k=5):
    rng = np.random.default_rng(0)
    rows = [
        (r, f, who, rng.normal(0.8 + shift, 0.03), rng.random())
        for r in range(runs)
        for f in range(k)
        for who, shift in (("A", 0), ("B", 0.02), ("C", 0.08))
    ]
    return pd.DataFrame(rows, columns=["run", "fold", "who", "acc", "x"])


ROLES = {"run": "run", "fold": "fold", "algorithm": "who", "measures": {"acc": "max"}}


@pytest.mark.parametrize("options", [{}, {"alpha": 0.01}, {"level": 0.9}])
def test_corrected_t_test_equals_its_formula(options):
    frame, level = folds(), options.get("level", 0.95)
    result = quiet(js.corrected_t_test, frame, p_adjust="none", **ROLES, **options)
    by_fold = frame.pivot(index=["run", "fold"], columns="who", values="acc")
    for row in result.tests:
        d = (by_fold[row["a"]] - by_fold[row["b"]]).to_numpy()
        error = np.sqrt((1 / 20 + 1 / 4) * d.var(ddof=1))
        p = special.betainc(19 / 2, 1 / 2, 19 / (19 + (d.mean() / error) ** 2))
        half = error * special.stdtrit(19, (1 + level) / 2)
        expected = (d.mean(), error, d.mean() / error, p, d.mean() - half, d.mean() + half)
        keys = ("mean_difference", "error", "t", "p_value", "low", "high")
        assert tuple(row[key] for key in keys) == pytest.approx(expected, rel=1e-9)
    assert result.effective_n == pytest.approx(1 / (1 / 20 + 1 / 4))
    assert len(result.tests) == 3 and result.tests[1]["better"] == "C"


def test_corrected_t_test_is_the_one_measure_case_of_the_corrected_hotelling_test():
    frame = folds()
    t = quiet(js.corrected_t_test, frame, only=["A", "C"], **ROLES)
    joint = quiet(js.hotelling_test, frame, correction="nadeau-bengio", only=["A", "C"], **ROLES)
    assert joint.p_value == pytest.approx(t.tests[0]["p_value"], rel=1e-12)
    assert t.verdict.startswith("C is better than A")


def test_corrected_t_test_of_one_measure_with_a_control_and_holm():
    both = ROLES | {"measures": {"acc": "max", "x": "min"}}
    with pytest.raises(js.errors.OptionError, match="give measure="):
        js.corrected_t_test(folds(), **both)
    result = quiet(js.corrected_t_test, folds(), measure="acc", control="B", **both)
    assert [(row["a"], row["b"]) for row in result.tests] == [("B", "A"), ("B", "C")]
    p = sorted(row["p_value"] for row in result.tests)
    adjusted = sorted(row["p_adjusted"] for row in result.tests)
    assert adjusted == pytest.approx([2 * p[0], max(2 * p[0], p[1])])
    json.dumps(result.to_dict(), allow_nan=False)


def test_corrected_t_test_of_random_splits_needs_the_ratio():
    roles = {"run": "run", "algorithm": "who", "measures": {"acc": "max"}}
    frame = folds(k=1)
    with pytest.raises(js.errors.OptionError, match="test_train_ratio"):
        js.corrected_t_test(frame, **roles)
    assert quiet(js.corrected_t_test, frame, test_train_ratio=0.5, **roles).test_train_ratio == 0.5
    with pytest.raises(js.errors.OptionError, match="folds of one data set"):
        js.corrected_t_test(wide(AUC))


def test_a_constant_difference_has_no_t():
    frame = folds(k=5, runs=1)
    frame.loc[frame.who == "B", "acc"] = frame.loc[frame.who == "A", "acc"].to_numpy() + 0.125
    row = quiet(js.corrected_t_test, frame, only=["A", "B"], **ROLES).tests[0]
    assert (row["t"], row["p_value"], row["winner"]) == (None, None, None)
    same = frame.assign(acc=0.5)
    row = quiet(js.corrected_t_test, same, only=["A", "B"], **ROLES).tests[0]
    assert (row["mean_difference"], row["p_value"], row["better"]) == (0.0, 1.0, None)


# --- Bayesian sign test ---------------------------------------------------------------------------


def counted(wins_a, ties, wins_b):
    """A table of two algorithms with these counts, for a rope of 0.5."""
    differences = np.repeat([1.0, 0.2, -1.0], [wins_a, ties, wins_b])
    return wide(np.c_[differences, np.zeros(len(differences))], rope=0.5)


@pytest.mark.parametrize(
    ("counts", "prior", "strength", "parameters"),
    [
        ((4, 2, 8), "rope", 1.0, (4.0, 3.0, 8.0)),
        ((9, 6, 4), "sides", 2.0, (10.0, 6.0, 5.0)),
        ((2, 4, 3), "even", 1.0, (7 / 3, 13 / 3, 10 / 3)),
    ],
)
def test_probabilities_equal_an_integration(counts, prior, strength, parameters):
    result = quiet(js.bayes_sign_test, counted(*counts), prior=prior, prior_strength=strength)
    row = result.tests[0]
    assert (row["wins_a"], row["ties"], row["wins_b"]) == counts
    got = tuple(row[f"probability_{region}"] for region in ("a", "rope", "b"))
    assert got == pytest.approx(LARGEST[parameters], abs=1e-10)
    share = tuple(row[f"share_{region}"] for region in ("a", "rope", "b"))
    assert share == pytest.approx(np.array(parameters) / sum(parameters), rel=1e-12)


def test_without_a_rope_it_is_the_posterior_of_a_sign():
    values = np.c_[np.arange(10.0), np.arange(10.0) + np.where(np.arange(10) < 7, -1, 1)]
    row = quiet(js.bayes_sign_test, wide(values)).tests[0]
    assert row["probability_a"] == pytest.approx(special.betainc(3.5, 7.5, 0.5), abs=1e-11)
    assert (row["probability_rope"], row["prior"]) == (0.0, "sides")


# All differences within the rope are 0.2: Bayes' sign test counts them only.
@pytest.mark.filterwarnings(
    r'ignore:On "m", A and B are equal within the rope of 0.5 on 20 of 22 data sets'
)
def test_equivalence_can_be_decided():
    result = js.bayes_sign_test(counted(1, 20, 1))
    row = result.tests[0]
    assert row["equivalent"] and row["winner"] is None and row["better"] is None
    assert "practically equal" in result.verdict
    assert result.expected_wrong == pytest.approx(1 - row["probability_rope"])


@few
@given(st.tuples(*[st.integers(0, 12)] * 3).filter(sum))
def test_swapping_the_algorithms_mirrors_the_probabilities(counts):
    one = quiet(js.bayes_sign_test, counted(*counts)).tests[0]
    two = quiet(js.bayes_sign_test, counted(*counts[::-1])).tests[0]
    assert one["probability_a"] == pytest.approx(two["probability_b"], abs=1e-12)
    assert one["probability_rope"] == pytest.approx(two["probability_rope"], abs=1e-12)
    assert sum(one[f"probability_{r}"] for r in ("a", "rope", "b")) == pytest.approx(1, abs=1e-10)
    assert {one["winner"], two["winner"]} in ({None}, {"A", "B"})


def test_measures_pairs_and_failed_runs():
    rng = np.random.default_rng(3)
    matrices = {name: np.c_[rng.random(12), rng.random(12)] for name in "ABC"}
    matrices["C"][:6, 0] = np.nan
    measures = {"acc": "max", "time": "min"}
    table = js.results_table(matrices, measures=measures, missing="worst")
    result = quiet(js.bayes_sign_test, table, control="C")
    assert [(r["a"], r["b"], r["measure"]) for r in result.tests] == [
        ("C", "A", "acc"), ("C", "A", "time"), ("C", "B", "acc"), ("C", "B", "time"),
    ]  # fmt: skip
    assert result.tests[0]["wins_b"] >= 6
    negated = {name: x * [-1, 1] for name, x in matrices.items()}
    other = js.results_table(negated, measures={"acc": "min", "time": "min"}, missing="worst")
    assert quiet(js.bayes_sign_test, other, control="C").tests == result.tests
    json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.parametrize("level", [0.95, 0.8])
def test_intervals_of_the_shares_are_those_of_beta_distributions(level):
    row = quiet(js.bayes_sign_test, counted(4, 2, 8), prior="even", level=level).tests[0]
    for k, (mean, low, high) in zip((4, 2, 8), row.shares, strict=True):
        a = k + 1 / 3
        assert mean == pytest.approx(a / 15)
        assert special.betainc(a, 15 - a, [low, high]) == pytest.approx(
            [(1 - level) / 2, (1 + level) / 2]
        )
    assert row.leading == 2 and row.probabilities[2] == max(row.probabilities)
    assert not row.decided


@pytest.mark.parametrize(
    ("counts", "prior", "moved"),
    [
        ((9, 3, 1), "rope", (9, 5, 1)),  # the next one gets the mass
        ((1, 9, 3), "rope", (1, 9, 5)),
        ((3, 1, 9), "sides", (5, 1, 9)),
        ((9, 2, 2), "even", (9, 4, 2)),
    ],
)
def test_the_lower_probability_has_all_prior_mass_on_the_next_outcome(counts, prior, moved):
    row = quiet(js.bayes_sign_test, counted(*counts), prior=prior, prior_strength=2).tests[0]
    lead = counts.index(9)
    assert row.probability_lower == pytest.approx(
        dirichlet.probability_largest(np.array(moved, dtype=float))[lead], abs=1e-12
    )
    assert row.probability_lower <= max(row.probabilities)


def test_two_outcomes_that_lead_equally_have_no_leader():
    even = quiet(js.bayes_sign_test, counted(5, 0, 5), prior="sides").tests[0]
    assert (even.better, even.winner, even.equivalent) == (None, None, False)
    led = quiet(js.bayes_sign_test, counted(5, 0, 6), prior="sides").tests[0]
    assert (led.better, led.winner) == ("B", None)
    tied = quiet(js.bayes_sign_test, counted(2, 3, 2)).tests[0]
    assert (tied.better, tied.leading, tied.equivalent) == (None, 1, False)


def test_an_outcome_is_decided_from_the_level_itself():
    p = quiet(js.bayes_sign_test, counted(7, 1, 2)).tests[0].probability_a
    for alpha, winner in ((1 - p + 1e-9, "A"), (1 - p - 1e-9, None)):
        found = quiet(js.bayes_sign_test, counted(7, 1, 2), alpha=alpha)
        assert found.tests[0].winner == winner and found.alpha == alpha


def test_a_probability_above_the_level_is_not_printed_below_it():
    p = quiet(js.bayes_sign_test, counted(7, 1, 2)).tests[0].probability_a
    level = p - 1e-5
    said = quiet(js.bayes_sign_test, counted(7, 1, 2), alpha=1 - level).verdict
    (printed,) = re.findall(r"A is better on m \((0\.\d+)\)", said)
    assert float(printed) >= level > float(printed[:5])  # three digits would be too few


def measured(*of_each, names="AB"):
    """A measure for each (wins of A, ties, wins of B), all within a rope of 0.5."""
    gaps = [np.repeat([1.0, 0.2, -1.0], counts) for counts in of_each]
    first = np.column_stack(gaps)
    made = {name: first * (name == "A") for name in names}
    ways = {f"m{i}": "max" for i in range(len(of_each))}
    return js.results_table(made, measures=ways, rope=dict.fromkeys(ways, 0.5))


def test_the_verdict_of_two_names_measures_won_equal_and_open():
    said = quiet(js.bayes_sign_test, measured((30, 0, 0), (0, 30, 0), (11, 9, 10))).verdict
    assert re.sub(r"> 0\.\d+|0\.\d+", "p", said) == (
        "With a probability of at least p, A is better on m0 (p); A and B are practically equal "
        "on m1 (p); open on m2."
    )
    said = quiet(js.bayes_sign_test, measured((0, 0, 30)), alpha=0.1).verdict
    assert said.startswith("With a probability of at least 0.9, B is better on m0 (")
    assert said.endswith(").") and "open" not in said
    said = quiet(js.bayes_sign_test, measured((11, 9, 10), (9, 11, 10))).verdict
    assert said == (
        "No measure is decided with a probability of at least 0.95. It may be that A or B is "
        "better, or that both are practically equal."
    )


def test_the_verdict_of_many_counts_decisions_of_both_kinds():
    found = quiet(js.bayes_sign_test, measured((30, 0, 0), (11, 9, 10), names="ABC"))
    # A is better than B and C on the first; these two are equal on both.
    assert found.verdict == (
        "4 of 6 differences (pairs × measures) reach a probability of at least 0.95, 2 for one "
        "algorithm and 2 for practical equality."
    )
    wrong = [1 - max(row.probabilities) for row in found.tests if row.decided]
    assert found.expected_wrong == pytest.approx(sum(wrong))
    assert (found.n, found.rope, found.level) == (30, {"m0": 0.5, "m1": 0.5}, 0.95)


def test_decisions_that_rest_on_the_prior_are_counted_and_the_first_is_named():
    for table, start in (
        (measured((13, 0, 0), (9, 3, 1)), "1 of 2 decisions depends on the prior: the "
         "probability for A and B on m1 could be as low as 0."),
        (measured((9, 3, 1)), "The decision depends on the prior: the probability for A and B on "),
        (measured((9, 3, 1), (13, 0, 0), (1, 3, 9)), "2 of 3 decisions depend on the prior: "
         "the probability for A and B on m0"),
    ):  # fmt: skip
        (said,) = quiet(js.bayes_sign_test, table, prior="sides").warnings
        assert str(said).startswith(start)
