"""What decides: the rules of the Bayesian test, and that a p-value of exactly the level does."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import quiet
from scipy.stats import binom, binomtest

import jointstats as js
from jointstats.evidence import dirichlet
from jointstats.evidence import glrt as glrt_kernel
from jointstats.joint import kernel_decisions
from jointstats.planning import kernel_power

ROUNDING = 1e-11  # of the quadrature


def vector(counts):
    m = int(np.log2(len(counts)))
    return js.StatementCounts.from_vector(counts, measures={f"m{j}": "max" for j in range(m)})


# --- what the bound is ----------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [[6, 3, 1, 1], [5, 4, 4, 4], [2.5, 1.25, 1.25], [9, 9, 1]])
@pytest.mark.parametrize("strength", [1.0, 2.0, 3.5])
def test_the_bound_is_that_of_the_imprecise_model(counts, strength):
    lower, _ = dirichlet.imprecise_bounds(counts, 64, strength)
    found = kernel_decisions.lower_probability(counts[0], counts[1:], strength)
    assert found == pytest.approx(lower[0], abs=1e-12)


@pytest.mark.parametrize("n", range(1, 40))
def test_without_a_third_statement_the_bound_is_a_binomial_tail(n):
    for rival in range(n // 2 + 1):
        expected = 1 - binom.sf(n - rival - 1, n, 0.5)
        found = kernel_decisions.lower_probability(n - rival, [rival] if rival else [])
        assert found == pytest.approx(expected, abs=1e-12)


# --- a decision implies an exact p of at most alpha -----------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.floats(0, 60).map(lambda x: round(4 * x) / 4), min_size=1, max_size=8),
    st.floats(1, 5),
)
def test_the_bound_leaves_at_least_half_the_exact_p(counts, strength):
    ranked = sorted(counts, reverse=True)
    if ranked[0] == 0:
        return
    left = 1 - kernel_decisions.lower_probability(ranked[0], ranked[1:], strength)
    runner_up = ranked[1] if len(ranked) > 1 else 0.0
    assert left >= glrt_kernel.exact_p_value(ranked[0], runner_up) / 2 - ROUNDING


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
@pytest.mark.parametrize("prior", ["symmetric", "jeffreys", "uniform", "imprecise"])
@pytest.mark.filterwarnings(
    "ignore:The approximate p-value", "ignore:The probability depends on the prior"
)
def test_whoever_is_decided_by_default_is_decided_by_the_exact_p(alpha, prior):
    rng = np.random.default_rng(3)
    decided = 0
    for _ in range(60):
        counts = vector(rng.multinomial(30, rng.dirichlet([2, 0.5, 0.3, 0.2])))
        bayes = js.bayes_test(counts, prior=prior, alpha=alpha)
        glrt = js.glrt_test(counts, alpha=alpha)
        decided += bayes.decided
        assert glrt.decided or not bayes.decided
        if bayes.decided:
            assert bayes.best == glrt.best
    assert decided > 5


@pytest.mark.warns("The probability depends on the prior")
def test_two_statements_are_decided_just_where_the_sign_test_is():
    for n, wins in itertools.product((*range(1, 20), 34, 59), range(60)):
        if 2 * wins > n >= wins:
            found = js.bayes_test(vector([wins, n - wins]))
            assert found.decided == (binomtest(wins, n).pvalue <= 0.05)


# --- error rates ----------------------------------------------------------------------------------

TIED = [[0.5, 0.5], [0.4, 0.4, 0.1, 0.1], [0.25] * 4, [0.3, 0.3, 0.3, 0.1]]


@pytest.mark.parametrize("shares", TIED)
@pytest.mark.parametrize("n", [3, 6, 10, 20, 30])
def test_with_tied_leaders_the_default_errs_at_most_as_often_as_it_says(shares, n):
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])[: len(shares)]
    truth = kernel_power.Truth(codes, np.array(shares), (2, 2))
    _, wrong = kernel_power.exact_decisions(truth, n, "bayes", 0.05, kernel_decisions.Options())
    _, by_p = kernel_power.exact_decisions(truth, n, "glrt", 0.05, kernel_decisions.Options())
    assert wrong <= by_p + 1e-12 <= 0.05 + 2e-12


@pytest.mark.parametrize("n, error", [(3, 0.25), (6, 0.21875), (10, 0.109375), (50, 0.1189)])
@pytest.mark.filterwarnings(
    "ignore:The decision depends on the prior", "ignore:The probability depends on the prior"
)
def test_the_papers_rule_errs_more_often(n, error):
    # Two of four statements share the truth: the binomial probability of the counts that decide.
    truth = kernel_power.Truth(np.array([[0, 0], [1, 1]]), np.array([0.5, 0.5]), (2, 2))
    _, wrong = kernel_power.exact_decisions(
        truth, n, "bayes", 0.05, kernel_decisions.Options(rule="probability")
    )
    assert wrong == pytest.approx(error, abs=1e-4)
    deciding = [
        k for k in range(n // 2 + 1, n + 1)
        if js.bayes_test(vector([k, 0, 0, n - k]), rule="probability").decided
    ]  # fmt: skip
    assert wrong == pytest.approx(2 * binom.pmf(deciding, n, 0.5).sum(), abs=1e-12)


# --- one rule, wherever it is asked ---------------------------------------------------------------


@pytest.mark.parametrize("rule", ["lower", "probability"])
@pytest.mark.filterwarnings(
    "ignore:The decision depends on the prior", "ignore:The probability depends on the prior"
)
def test_many_cases_at_once_decide_as_one_at_a_time(rule):
    rng = np.random.default_rng(7)
    counts = rng.multinomial(14, [0.6, 0.2, 0.1, 0.1], 40)
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    for alpha in (0.05, 0.3):
        found = kernel_decisions.claims(
            "bayes", counts, codes, (2, 2), kernel_decisions.Options(rule=rule)
        )
        alone = [js.bayes_test(vector(row), rule=rule, alpha=alpha) for row in counts]
        decided = (found.p_error <= alpha) & (found.winner >= 0)
        assert decided.tolist() == [one.decided for one in alone]
        assert 0 < decided.sum() < 40


@pytest.mark.warns("The decision depends on the prior", "The probability depends on the prior")
def test_the_result_says_what_was_compared_with_what():
    counts = vector([6, 0, 0, 0])
    lower = js.bayes_test(counts)
    assert (
        lower.rule == "lower"
        and lower.threshold == kernel_decisions.from_where("lower", 0.05) == 0.975
    )
    assert lower.decisive == pytest.approx(1 - 2.0**-6, abs=1e-14) and lower.decided
    papers = js.bayes_test(counts, rule="probability")
    assert papers.decisive == papers.probability == lower.probability
    assert papers.threshold == 0.95 and "the papers' rule" in papers.verdict
    few = js.bayes_test(vector([5, 0, 0, 0]))
    assert not few.decided and "the papers' rule needs a probability of only 0.95" in few.verdict
    assert few.probability > 0.95


def test_the_imprecise_prior_decides_by_its_own_mass_if_that_is_more():
    counts = vector([9, 1, 0, 0])
    half, four = (js.bayes_test(counts, prior="imprecise", prior_strength=s) for s in (0.5, 4.0))
    assert half.decisive == pytest.approx(
        kernel_decisions.lower_probability(9, [1], 1.0), abs=1e-12
    )
    assert four.decisive == pytest.approx(
        kernel_decisions.lower_probability(9, [1], 4.0), abs=1e-12
    )
    assert half.probability_lower > half.decisive and four.probability_lower == four.decisive
    papers = js.bayes_test(counts, prior="imprecise", prior_strength=0.5, rule="probability")
    assert papers.decisive == papers.probability_lower == half.probability_lower


def test_pairs_and_plans_take_the_rule():
    table = js.load_dataset("weka")
    default, papers = (
        js.pairwise_tests(table, test="bayes", rule=rule) for rule in ("lower", "probability")
    )
    for rows, rule in ((default.pairs, "lower"), (papers.pairs, "probability")):
        assert {row.rule for row in rows} == {rule}
    assert [r.probability for r in default.pairs] == [r.probability for r in papers.pairs]
    assert sum(r.decided for r in default.pairs) < sum(r.decided for r in papers.pairs)
    assert default.call["rule"] == "lower"

    plans = [js.plan_datasets([0.7, 0.3], n=10, tests=["bayes"], rule=r).needed[0].n
             for r in ("lower", "probability")]  # fmt: skip
    assert plans[0] > plans[1]


# --- at the level itself --------------------------------------------------------------------------

RNG = np.random.default_rng(5)
A = RNG.normal(size=(15, 2))
B, C = (A + RNG.normal(shift, 1.0, size=(15, 2)) * [1, -1] for shift in (0.9, 1.5))
MATRICES = {"A": A, "B": B, "C": C}
MEASURES = {"accuracy": "max", "time": "min"}


def table(names="AB", measures=("accuracy", "time")):
    whole = js.results_table({name: MATRICES[name] for name in names}, measures=MEASURES)
    return whole.select(measures=measures)


def counted():
    """One is better than the other on both measures in 11 data sets, and worse in 4."""
    better = np.where(np.arange(15) < 11, 1.0, -1.0)[:, None] * [1, -1]
    return js.results_table({"A": np.zeros((15, 2)), "B": better}, measures=MEASURES)


def skewed():
    """Two algorithms whose differences are not normal."""
    return js.results_table({"A": np.exp(MATRICES["A"]), "B": np.zeros((15, 2))}, measures=MEASURES)


def folds(names=("AODE", "Logistic")):
    frame = js.load_frame("weka_folds")
    return js.results_table(
        frame[frame["algorithm"].isin(names)], algorithm="algorithm",
        measures={"accuracy": "max"}, run="run", fold="fold", dataset="dataset", of="vote",
    )  # fmt: skip


def of_rows(name, said="winner", p="p_adjusted"):
    """How to read the smallest p-value of some rows, and whether the row that has it decides."""

    def first(result):
        return min(getattr(result, name), key=lambda row: row[p])

    return (lambda result: first(result)[p]), lambda result: bool(first(result)[said])


WHOLE = (lambda result: result.p_value, lambda result: result.decided)
TESTS, PAIRS = of_rows("tests"), of_rows("pairs")


@pytest.mark.parametrize(
    ("test", "data", "options", "read"),
    [
        (js.glrt_test, counted, {}, WHOLE),
        (js.claim_test, table, {"better": ["accuracy"], "a": "B", "b": "A"}, WHOLE),
        (js.hotelling_test, table, {}, WHOLE),
        (js.hotelling_test, table, {}, TESTS),
        (js.hotelling_test, table, {}, of_rows("tests", "decided")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, WHOLE),
        (js.manova_test, lambda: table("ABC"), {"draws": 99, "rng": 1}, WHOLE),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("pairs", "decided")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("singles")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("anovas", "decided")),
        (js.mardia_test, skewed, {"draws": 99},
         (lambda result: result.samples[0].p_least, lambda result: result.decided)),
        (js.sign_test, counted, {}, TESTS),
        (js.wilcoxon_test, lambda: table("ABC"), {}, TESTS),
        (js.friedman_test, lambda: table("ABC"), {}, of_rows("tests", "decided")),
        (js.friedman_test, lambda: table("ABC"), {}, PAIRS),
        (js.friedman_test, lambda: table("ABC"), {"post_hoc": "nemenyi"}, PAIRS),
        (js.corrected_t_test, folds, {}, TESTS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "glrt"}, PAIRS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "hotelling"},
         of_rows("pairs", "decided")),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "sign"}, PAIRS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "wilcoxon"}, PAIRS),
    ],
)  # fmt: skip
def test_a_p_value_at_the_level_decides(test, data, options, read):
    def run(alpha):
        return quiet(test, data(), alpha=float(alpha), **options)

    value, decided = read
    p = value(run(0.05))
    assert 0 < p < 0.5
    at, below = run(p), run(np.nextafter(p, 0))
    assert value(at) == value(below) == p
    assert (decided(at), decided(below)) == (True, False)
    if read == WHOLE:
        assert "do not establish" not in at.verdict and "do not establish" in below.verdict


def test_a_probability_of_one_minus_alpha_decides():
    def run(alpha):
        return quiet(js.bayes_sign_test, table(measures=["accuracy"]), alpha=float(alpha)).tests[0]

    row = run(0.05)
    p = row.probability_b
    assert 0.5 < p < 1 and 1 - (1 - p) == p
    assert run(1 - p).winner == row.better == "B"
    assert run(1 - np.nextafter(p, 1)).winner is None
