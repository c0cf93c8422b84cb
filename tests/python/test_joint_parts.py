"""The parts of the joint tests alone: decisions and sentences, each by hand."""

import numpy as np
import pytest
from scipy.stats import binomtest

import jointstats as js
from jointstats import errors

# --- Decisions of the Bayesian test ---------------------------------------------------------------


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_of_one_possible_statement_there_is_nothing_to_test(test):
    alone = js.StatementCounts(
        ("A",), {"x": "max"}, np.zeros((1, 1), dtype=int), np.array([3.0]), n=3
    )
    with pytest.raises(errors.AlgorithmError, match="Only one statement is possible"):
        test(alone)
    two = js.StatementCounts.from_vector([3.0, 1.0], measures={"x": "max"})
    assert test(two).n == 4  # two are enough


# --- The likelihood-ratio test --------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_every_number_of_the_likelihood_ratio_by_hand():
    def glrt_of(weights, alpha=0.05):
        counts = js.StatementCounts.from_vector(weights, measures={"x": "max", "y": "max"})
        return js.glrt_test(counts, alpha=alpha, level=0.9)

    found = glrt_of([2, 9, 0, 1])
    assert (found.n_a, found.n_b, found.n) == (9, 2, 12)
    assert found.p_value == pytest.approx(binomtest(9, 11).pvalue) and not found.decided
    assert found.statistic == pytest.approx(
        2 * (9 * np.log(9) + 2 * np.log(2) - 11 * np.log(11 / 2))
    )
    rows = [(row.count, row.share) for row in found.statements]
    assert rows == [(9, 9 / 12), (2, 2 / 12), (1, 1 / 12)] and found.unobserved.states == 1
    assert found.best == {"x": ["A", "B"], "y": ["B", "A"]} and found.tied_best == []
    assert (found.share.mean, found.share.level) == (9 / 12, 0.9)
    assert found.verdict == (
        'The data do not establish which dominance statement is most common. "A is better '
        "than B on x, "
        'worse on y" is the most frequent one (9 of 12 data sets, the next on 2; exact p = 0.0654, '
        "above 0.05)."
    )
    alone = glrt_of([0, 6, 0, 0])
    assert (alone.n_a, alone.n_b) == (6, 0) and alone.decided
    assert alone.p_value == pytest.approx(2 / 2**6)
    tied = glrt_of([4, 4, 0, 1])
    assert (tied.n_a, tied.n_b, tied.best, tied.p_value_worst) == (4, 4, None, None)
    assert len(tied.tied_best) == 2 and tied.p_value == 1
    assert tied.verdict.startswith(
        "The data do not establish which dominance statement is most common. 2 statements share"
    )
    p = alone.p_value
    edge, below = (glrt_of([0, 6, 0, 0], alpha) for alpha in (p, p * (1 - 1e-9)))
    assert edge.decided and "is shown to be" in edge.verdict and "at most 0.03125)" in edge.verdict
    assert not below.decided and "do not establish" in below.verdict and "above" in below.verdict


# --- Rows of pairs --------------------------------------------------------------------------------


@pytest.mark.parametrize("prior", ["symmetric", "imprecise"])
@pytest.mark.parametrize("weights", [[2, 9, 0, 1], [4, 4, 0, 1]])
def test_of_an_imprecise_prior_a_pair_has_the_bounds(weights, prior):
    counts = js.StatementCounts.from_vector(weights, measures={"x": "max", "y": "max"})
    found = js.bayes_test(counts, prior=prior)
    row, first = found.as_pair(), found.statements[0]
    assert (row.a, row.b, row.n) == ("A", "B", sum(weights)) and row.order == found.best
    assert (row.decisive, row.rule, row.mcse) == (found.decisive, "lower", 0)
    if prior == "symmetric":
        assert row.probability == found.probability and row.probability_upper is None
        assert row.probability_lower == found.probability_lower
        return
    assert row.probability == found.probability_lower and row.probability_lower is None
    assert row.probability_upper == (first.probability_upper if found.best else None)
    assert first.probability_lower < first.probability < first.probability_upper


@pytest.mark.warns("The approximate p-value", r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties")
def test_of_a_pair_without_ties_there_is_no_worst_p():
    plain = js.glrt_test(js.StatementCounts.from_vector([2, 9], measures={"x": "max"}))
    row = plain.as_pair()
    assert (row.p_value, row.p_adjusted) == (plain.p_value, plain.p_value)
    assert row.p_value_worst is None and plain.p_value_worst == plain.p_value
    assert row.p_value_asymptotic == plain.p_value_asymptotic != plain.p_value
    tied = js.glrt_test({"A": [[1.0]] * 9 + [[0.0]], "B": [[0.0]] * 10}, measures={"x": "max"})
    assert (
        tied.as_pair().p_value_worst == tied.p_value_worst == pytest.approx(binomtest(9, 10).pvalue)
    )
