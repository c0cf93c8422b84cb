"""The parts of the joint tests alone: decisions, sentences, majorities, families, each by hand."""

from dataclasses import replace
from types import SimpleNamespace as Row

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import jointstats as js
from jointstats.kernels.joint.families import flip_test
from jointstats.kernels.joint.outcomes import BETTER, WORSE
from jointstats.labelled.errors import AlgorithmError, ColumnError, NoDataError, OptionError
from jointstats.labelled.joint import (
    bayes_runs,
    each,
    family_counts,
    given_counts,
    glrt,
)
from jointstats.labelled.joint.bayes_decision import Decision
from jointstats.labelled.joint.family_counts import FamilyCounts

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
    with pytest.raises(AlgorithmError, match="Only one statement is possible"):
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


# --- Majorities on each measure -------------------------------------------------------------------


def majorities(wins, losses, n=10, **more):
    measures = {f"m{j}": "max" for j in range(len(wins))}
    source = Row(
        algorithms=("A", "B"), measures=measures, n=n, n_dropped=1, rope=dict.fromkeys(measures, 0),
        dropped=("gone",), n_failed=2,
    )  # fmt: skip
    ties = {m: n - w - l for m, w, l in zip(measures, wins, losses, strict=True)}
    known = {"seen": np.zeros((0, len(wins)), dtype=int), "weights": np.zeros(0)} | more
    return each.Majorities(
        source, np.array(wins, float), np.array(losses, float), known["seen"], known["weights"],
        ties, max(ties.values()),
    )  # fmt: skip


def upper(k, n=10):
    return binomtest(k, n, alternative="greater").pvalue


def test_who_leads_has_more_of_the_fewest_wins():
    found = each.better_on_each(majorities([9, 7], [1, 2]), alpha=0.2, prior_strength=None)
    assert (found.leader, found.by, found.winner) == ("A", "glrt", None)
    assert [(r.wins, r.ties, r.losses) for r in found.by_measure] == [(9, 0, 1), (7, 1, 2)]
    assert [r.p_value for r in found.by_measure] == pytest.approx([upper(9), upper(7)])
    assert found.p_value == pytest.approx(2 * upper(7)) and not found.decided
    turned = each.better_on_each(majorities([1, 2], [9, 8]), alpha=2 * upper(8),
                                 prior_strength=None)  # fmt: skip
    assert (turned.leader, turned.winner, turned.decided) == ("B", "B", True)  # at its level
    assert [(r.wins, r.losses) for r in turned.by_measure] == [(9, 1), (8, 2)]
    even = each.better_on_each(majorities([9, 1], [1, 9]), alpha=0.2, prior_strength=1.0)
    assert even.leader is even.winner is even.probability is even.mcse is None
    assert (even.p_value, even.decided, even.by) == (1.0, False, "bayes")
    assert (found.n_tied, found.ties, found.n_dropped) == (1, {"m0": 0, "m1": 1}, 1)
    assert (found.dropped, found.n_failed, found.alpha, found.prior_strength) == (
        ("gone",), 2, 0.2, None,
    )  # fmt: skip
    half = each.better_on_each(majorities([8.5], [1.5]), alpha=0.2, prior_strength=None)
    assert (half.by_measure[0].ties, half.by_measure[0].wins) == (0, 8.5)
    rounded = each.better_on_each(majorities([7 + 1e-9], [3]), alpha=0.2, prior_strength=None)
    assert rounded.by_measure[0].ties == 0


def test_a_measure_has_a_third_outcome_where_ties_occur_or_could(monkeypatch):
    asked = []
    monkeypatch.setattr(
        each, "probability_of_majorities", lambda *given: asked.append(given) or (0.9, 0.1)
    )
    seen = np.array([[0, 0, 0]] * 6 + [[2, 1, 0]] * 2)
    measures = dict.fromkeys("abc", "max")
    found = each.Majorities(
        Row(rope={"b": 0.1}, measures=measures), None, None, seen, np.ones(8),
        {"a": 0, "b": 0, "c": 1}, 1,
    )  # fmt: skip
    assert each._probability(found, WORSE, 2.0) == (0.9, 0.1)
    ((won, weights, share, strength),) = asked
    assert np.array_equal(won, seen == WORSE) and weights.tolist() == [1] * 8
    assert share.tolist() == [1 / 2, 1 / 3, 1 / 3] and strength == 2
    each._probability(found, BETTER, each.MOST_MASS)
    with pytest.raises(OptionError, match="prior_strength must be at most"):
        each._probability(found, BETTER, each.MOST_MASS * 1.001)
    with pytest.raises(OptionError, match="counts no longer know which data sets tied"):
        each._probability(replace(found, weights=np.zeros(0)), BETTER, 2.0)


def test_of_families_each_measure_is_tested_by_flips():
    seen = np.array([[0, 0], [0, 0], [0, 1], [2, 2], [0, 2], [1, 2]])
    clusters = np.array([0, 0, 1, 2, 2, 3])
    found = each.Majorities(Row(n=6), None, None, seen, np.ones(6), {}, 0, clusters)
    ahead = np.where(seen == BETTER, 1, -1)  # a tie is against it
    sums = np.stack([np.bincount(clusters, own) for own in ahead.T])
    assert sums.tolist() == [[2, 1, 0, -1], [2, -1, -2, -1]]
    assert found.one_sided(BETTER).tolist() == [flip_test(sums[0]).p_value / 2, 1.0]
    assert found.one_sided(WORSE)[0] == 1.0


def test_a_row_of_a_pair_names_its_weakest_measure():
    found = each.better_on_each(majorities([9, 7], [1, 2]), alpha=0.2, prior_strength=None)
    row = found.as_pair()
    assert (row.a, row.b, row.n, row.better, row.winner) == ("A", "B", 10, "A", None)
    assert (row.fewest, row.weakest) == (7, "m1")
    assert row.order == {"m0": ["A", "B"], "m1": ["A", "B"]}
    assert row.statement == "A is better than B on each measure"
    assert row.p_value == row.p_adjusted == found.p_value and row.decided == found.decided
    other = each.better_on_each(majorities([1], [9]), alpha=0.2, prior_strength=None).as_pair()
    assert other.order == {"m0": ["B", "A"]} and other.winner == "B"
    assert other.statement == "B is better than A on each measure"
    even = each.better_on_each(majorities([5], [5]), alpha=0.2, prior_strength=None).as_pair()
    assert even.order is even.statement is even.better is None and even.fewest == 5


def test_majorities_of_counts_are_those_of_the_table():
    rng = np.random.default_rng(1)
    codes = rng.choice(3, (12, 2), p=[0.5, 0.2, 0.3])
    table = js.results_table(
        {"A": 1.0 - codes, "B": np.zeros((12, 2))}, measures={"x": "max", "y": "max"}
    )
    one, other = each._of_table(table), each._of_counts(js.statement_counts(table))
    for name in ("wins", "losses", "ties", "n_tied"):
        assert np.all(getattr(one, name) == getattr(other, name)), name
    assert one.wins.tolist() == (codes == 0).sum(axis=0).tolist()
    assert one.losses.tolist() == (codes == 2).sum(axis=0).tolist()
    assert one.weights.tolist() == [1.0] * 12 and other.weights.size == 0
    assert one.seen.tolist() == codes.tolist() and one.clusters is one.families is None
    clean = each._of_counts(js.StatementCounts.from_vector([3, 0, 1, 2], measures=TWO))
    assert clean.weights.tolist() == [3, 1, 2]
    assert (clean.wins.tolist(), clean.losses.tolist()) == ([3, 4], [3, 2])
    with pytest.raises(OptionError, match="complete orderings"):
        each._of_counts(js.statement_counts(table, question="best"))


# --- Families of statements -----------------------------------------------------------------------


def test_where_each_row_of_codes_stands():
    codes = np.array([[1, 0], [0, 2], [0, 0]])
    assert family_counts.places(codes, codes[[2, 0, 0]]).tolist() == [2, 0, 0]
    assert family_counts.places(codes, codes[:0]).tolist() == []
    one = FamilyCounts(("f", "g"), np.array([[1.0, 0, 2], [0, 3, 0]]))

    def merge(codes, weights):
        return codes[:, :1], weights * 10

    new = np.array([[0], [1]])
    merged = FamilyCounts(("f",), np.array([[1.0, 0, 2]])).merged(codes, merge, new)
    assert merged.counts.tolist() == [[20, 10]] and merged.names == ("f",)
    assert one.sizes.tolist() == [3, 3]
    thirds = FamilyCounts(("f",), np.array([[1 / 3] * 3 + [1.0]]))
    assert thirds.sizes.tolist() == [2]


def test_families_of_both_parts_are_one():
    def part(weights, names):
        table = js.results_table(
            {"A": [[1.0]] * weights + [[0.0]], "B": [[0.5]] * (weights + 1)},
            measures={"x": "max"}, datasets=[f"{names}{i}" for i in range(weights + 1)],
            cluster={f"{names}{i}": names if i else "own" for i in range(weights + 1)},
        )  # fmt: skip
        return js.statement_counts(table)

    both = part(2, "f") + part(3, "g")
    assert both.families.names == ("own", "f", "g")
    np.testing.assert_allclose(both.families.counts, [[2, 0], [1, 1], [2, 1]])
    empty = replace(part(2, "f"), weights=np.zeros(2), n=0, families=None)
    assert (empty + part(3, "g")).families.names == ("own", "g")


def test_where_ties_are_shared_signs_are_drawn_for_the_largest_rivals(monkeypatch):
    asked = []

    def flips(counts, n_states, **few):
        asked.append((counts, n_states, few))
        return Row(p_value=0.1, mcse=0.01)

    monkeypatch.setattr(family_counts, "leader_flips", flips)
    half = FamilyCounts(("f", "g"), np.array([[1.5, 0.5], [0, 2]]))
    assert half.leading_p_value(4) == (0.1, 0.01)
    assert asked[0][0].tolist() == half.counts.tolist() and asked[0][1:] == (4, {})
    parts = np.arange(1, 131) / 256  # so that every column is another one, with one total
    many = np.stack([parts, 1 - parts])
    many[:, 7], many[:, 120] = 2.0, 1.0
    FamilyCounts(("f", "g"), many).leading_p_value(720)
    counts, n_states, few = asked[1]
    assert counts.shape == (2, 100) and (n_states, few) == (720, {"draws": 9999})
    assert counts[:, 0].tolist() == [2, 2] and counts[:, 1].tolist() == [1, 1]
    assert np.array_equal(counts[:, 2:], np.delete(many, 7, axis=1)[:, :98])  # the first ones


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
        with pytest.raises(ColumnError, match='measure "x" must name every algorithm once'):
            given_counts.code_given(wrong, names, "x", "split")


def test_numbers_that_are_given_are_finite_and_not_all_0():
    assert given_counts.weights_given(["1", 0, 2.5]).tolist() == [1, 0, 2.5]
    with pytest.raises(NoDataError, match="all counts are 0"):
        given_counts.weights_given([0.0, 0])
    for wrong in ([1, -1e-9], [np.inf], [[1, 2]], 5, ["a"]):
        with pytest.raises(js.JointStatsError, match="finite numbers of at least 0"):
            given_counts.weights_given(wrong)
    assert given_counts.whole(3 - 1e-10) == 3 and isinstance(given_counts.whole(3 - 1e-10), int)
    assert given_counts.whole(3 - 1e-8) == 3 - 1e-8
    with pytest.raises(AlgorithmError, match="two algorithms are needed; got 1"):
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
    assert (found.method, found.mcse, found.level, found.alpha) == ("exact", 0, 0.9, 0.05)
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


def test_only_defaults_go_with_a_majority_on_each_measure():
    table = js.results_table({"A": [[1.0]] * 9, "B": [[0.0]] * 9}, measures={"x": "max"})
    for option, value in {
        "prior": "jeffreys", "rule": "probability", "runs_as": "uncertain",
    }.items():  # fmt: skip
        default = {"prior": "symmetric", "rule": "lower", "runs_as": "averages"}[option]
        with pytest.raises(OptionError) as caught:
            js.bayes_test(table, question="each", **{option: value})
        assert str(caught.value) == f'question="each" goes with {option}="{default}" only.'
    with pytest.raises(OptionError, match='goes with prior="symmetric" only'):
        js.bayes_test(table, question="each", prior=[0.5, 0.5])
    with pytest.raises(OptionError, match='control= goes with question="control"'):
        js.glrt_test(table, question="each", control="A")
    one = js.results_table({a: [[1.0]] * 9 for a in "ABC"}, measures={"x": "max"})
    with pytest.raises(AlgorithmError) as caught:
        js.glrt_test(one, question="each")
    assert str(caught.value) == (
        'question="each" compares two algorithms, not 3: name two (only=), or use pairwise_tests.'
    )
