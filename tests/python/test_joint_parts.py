"""The parts of the joint tests alone: decisions and sentences, each by hand."""

from dataclasses import replace
from types import SimpleNamespace as Row

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import jointstats as js
from jointstats import errors
from jointstats.labelled.joint import (
    bayes_runs,
    given_counts,
    glrt,
)
from jointstats.labelled.joint.bayes_decision import Decision

TWO = {"x": "max", "y": "min"}


# --- Decisions of the Bayesian test ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "made", "words"),
    [
        (Decision("lower", 0.05, 0.975, 0.99, 0.99), True,
         "Shown to be the most common statement: S (probability 0.990; 0.975 with the least "
         "favourable prior worth 1 data set; 0.975 is enough)"),
        (Decision("lower", 0.05, 0.96, 0.96, 0.949), False,
         'Not shown: "S" is the most common statement with probability 0.960 (0.960 with the least '
         "favourable prior worth 1 data set, but it takes 0.975)"),
        (Decision("lower", 0.05, 0.96, 0.96, 0.95), False,
         'Not shown: "S" is the most common statement with probability 0.960 (0.960 with the least '
         "favourable prior worth 1 data set, but it takes 0.975; the papers' rule asks for a "
         "probability of 0.95 only)"),
        (Decision("lower", 0.05, 0.96, 0.98, 0.96, 2.0, imprecise=True), False,
         'Not shown: "S" is the most common statement with lower probability 0.960 (the imprecise '
         "prior is worth 2 data sets, but it takes 0.975; the papers' rule asks for a lower "
         "probability of 0.95 only)"),
        (Decision("lower", 0.1, 0.96, 0.98, 0.96, 2.0, imprecise=True), True,
         "Shown to be the most common statement: S (lower probability 0.960; the imprecise prior "
         "is worth 2 data sets; 0.95 is enough)"),
        (Decision("probability", 0.05, 0.95, 0.95, 0.95), True,
         "Reaches 0.95, the papers' rule: S (probability 0.950 of being the most common "
         "statement)"),
        (Decision("probability", 0.05, 0.93, 0.96, 0.93), False,
         'Below 0.95, the papers\' rule: "S" is the most common statement with lower probability '
         "0.930 only"),
    ],
)  # fmt: skip
def test_what_a_rule_compares_and_how_it_is_said(decision, made, words):
    assert (decision.made, decision.of("S")) == (made, words)


def test_without_a_leader_nothing_is_decided():
    assert not Decision("lower", 0.05).made and not Decision("probability", 0.05).made
    default = Decision("lower", 0.05)
    assert (default.mass, default.imprecise, default.papers, default.probability) == (
        1,
        False,
        0,
        0,
    )


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


# --- Runs that lean -------------------------------------------------------------------------------


def leaning(best, prior="symmetric", **more):
    known = {
        "alpha": 0.1, "probability": 0.9, "probability_lower": 0.85, "share": Row(mean=0.75),
        "statements": (Row(mcse=0.0),), "prior": Row(name=prior),
    }  # fmt: skip
    return bayes_runs._verdict(Row(best=best, **(known | more)))


def test_what_runs_lean_to_in_words():
    best = {"x": ["A", "B"], "y": ["B", "A"]}
    statement = "A is better than B on x, worse on y"
    assert leaning(best) == (
        f"Leaning, not shown: by the runs, {statement} (probability 0.900 of being the most common "
        "statement; expected on 75.0 % of data sets)."
    )
    assert leaning(best, probability=0.8) == (
        f'Open: by the runs, "{statement}" is the most common statement with probability 0.800, '
        "below 0.9 (expected on 75.0 % of data sets)."
    )
    assert leaning(best, "imprecise") == (
        f'Open: by the runs, "{statement}" is the most common statement with lower probability '
        "0.850, below 0.9 (expected on 75.0 % of data sets)."
    )
    assert leaning(best, "imprecise", probability_lower=0.95).startswith(
        f"Leaning, not shown: by the runs, {statement} (lower probability 0.950 of"
    )
    drawn = leaning(best, statements=(Row(mcse=0.004),), probability=0.95123)
    assert "0.951" not in drawn and "0.95" in drawn  # no more digits than its error allows
    assert leaning(None) == "The runs lean to no statement: several are equally probable."


def runs_table(n_runs, same=True, lack=(), y=0.0):
    rows = [
        {"d": d, "a": a, "r": r, "x": float(a == "A") + (0 if same else r), "y": 0.0 if r else y}
        for d in "pq"
        for a in "AB"
        for r in range(n_runs)
        if (d, a, r) not in lack
    ]
    return js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max", "y": "min"},
        runs="r", run_kind="independent", min_folds=1, missing="worst",
    )  # fmt: skip


def test_why_averages_answer_in_the_place_of_runs():
    start = "On no data set do runs of A and B differ"
    end = ": nothing is known of how uncertain they are, and the averages answer."
    assert str(bayes_runs._no_spread(runs_table(1))) == f"{start} (each has a single one){end}"
    assert str(bayes_runs._no_spread(runs_table(3))) == start + end
    half = runs_table(2, y=float("nan"))  # of two runs one has both measures
    assert str(bayes_runs._no_spread(half)) == f"{start} (each has a single one){end}"
    lack = {("p", "A", 1), ("p", "B", 1)}  # one of the two has a single run
    assert str(bayes_runs._no_spread(runs_table(2, lack=lack))) == start + end


@pytest.mark.warns("The probability depends on the prior")
def test_leaning_uses_its_options():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        [{"d": f"D{d}", "a": a, "r": r, "x": rng.normal() + (a == "A") * (d + 1) / 2}
         for d in range(5) for a in "AB" for r in range(3)]
    )  # fmt: skip
    table = js.results_table(frame, dataset="d", algorithm="a", measures={"x": "max"}, runs="r",
                             run_kind="independent")  # fmt: skip
    how = {"alpha": 0.3, "lead_ratio": 2.0, "level": 0.7, "prior_strength": 3.0}
    found = js.bayes_test(table, runs_as="uncertain", **how)
    assert (found.threshold, found.alpha, found.level) == (0.7, 0.3, 0.7)
    assert (found.lead.ratio, found.prior.strength, found.rule) == (2.0, 3.0, "runs")
    assert found.share.level == 0.7 and found.n == 5
    other = js.bayes_test(table, runs_as="uncertain", prior="jeffreys")
    assert other.prior.name == "jeffreys" and other.prior.strength == 1.0
    assert other.threshold == 0.95 and other.lead.ratio == 1.25


# --- Counts that are given ------------------------------------------------------------------------


def test_orderings_that_are_given_have_their_rank():
    names = ("A", "B", "C")
    ranks = [given_counts.code_given(one, names, "x", "split") for one in
             ("ABC", "ACB", "BAC", "BCA", "CAB", "CBA")]  # fmt: skip
    assert ranks == [0, 1, 2, 3, 4, 5]
    two = [given_counts.code_given(one, ("A", "B"), "x", "equal") for one in
           (["A", "B"], [["A", "B"]], ["B", "A"])]  # fmt: skip
    assert two == [0, 1, 2]
    for wrong in ("AB", "ABB", "ABD", "", "ABCA", "AAC", "BBC"):
        with pytest.raises(errors.ColumnError, match='measure "x" must name every algorithm once'):
            given_counts.code_given(wrong, names, "x", "split")


def test_numbers_that_are_given_are_finite_and_not_all_0():
    assert given_counts.weights_given(["1", 0, 2.5]).tolist() == [1, 0, 2.5]
    with pytest.raises(errors.NoDataError, match="all counts are 0"):
        given_counts.weights_given([0.0, 0])
    for wrong in ([1, -1e-9], [np.inf], [[1, 2]], 5, ["a"]):
        with pytest.raises(js.JointStatsError, match="finite numbers of at least 0"):
            given_counts.weights_given(wrong)
    assert given_counts.whole(3 - 1e-10) == 3 and isinstance(given_counts.whole(3 - 1e-10), int)
    assert given_counts.whole(3 - 1e-8) == 3 - 1e-8
    with pytest.raises(errors.AlgorithmError, match="two algorithms are needed; got 1"):
        given_counts.names_given(["A"])
    assert given_counts.names_given(["A", 7]) == ("A", "7")


# --- The likelihood-ratio test --------------------------------------------------------------------


def glrt_of(weights, **more):
    counts = js.StatementCounts.from_vector(weights, measures={"x": "max", "y": "max"})
    return glrt.likelihood_ratio(replace(counts, **more), alpha=0.05, level=0.9)


def test_every_number_of_the_likelihood_ratio_by_hand():
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
        'Not shown: "A is better than B on x, worse on y" is the most frequent statement (9 of 12 '
        "data sets, the next on 2), but chance alone may have put it first (exact p = 0.0654, "
        "above 0.05)."
    )
    alone = glrt_of([0, 6, 0, 0])
    assert (alone.n_a, alone.n_b) == (6, 0) and alone.decided
    assert alone.p_value == pytest.approx(2 / 2**6)
    tied = glrt_of([4, 4, 0, 1])
    assert (tied.n_a, tied.n_b, tied.best, tied.p_value_worst) == (4, 4, None, None)
    assert len(tied.tied_best) == 2 and tied.p_value == 1
    assert tied.verdict.startswith("Not shown: 2 statements share the first place")
    counts = js.StatementCounts.from_vector([0, 6, 0, 0], measures={"x": "max", "y": "max"})
    edge, below = (
        glrt.likelihood_ratio(counts, alpha=alpha, level=0.9)
        for alpha in (alone.p_value, alone.p_value * (1 - 1e-9))
    )
    assert edge.decided and edge.verdict.startswith("Shown") and "at most 0.03125)" in edge.verdict
    assert not below.decided and below.verdict.startswith("Not shown") and "above" in below.verdict


def test_tied_counts_without_their_worst_case_have_none():
    plain = js.StatementCounts.from_vector([2, 9, 0, 1], measures=TWO)
    known = np.array([2, 8, 1])
    assert glrt._worst(plain, 1, 0.25) == 0.25
    tied = replace(plain, n_tied=1)
    assert glrt._worst(tied, 1, 0.25) is None
    assert glrt._worst(replace(tied, alone=known), 1, 0.25) is None
    assert glrt._worst(replace(tied, possible=known), 1, 0.25) is None
    both = replace(tied, alone=known, possible=np.array([3, 9, 1]))
    assert glrt._worst(both, 1, 0.25) == pytest.approx(binomtest(8, 11).pvalue)
    unknown = replace(plain, ties={"x": 1})
    assert glrt._worst(unknown, 1, 0.25) is None


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
