"""Better on each measure separately: brute force, scipy, and what a decision may depend on."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta, binom, binomtest

import jointstats as js
from jointstats.kernels.joint.majority import InvalidMajorityError, probability_of_majorities
from jointstats.labelled.errors import AlgorithmError, OptionError


def matrices(a, b, **rope):
    ways = {f"m{j}": "max" for j in range(np.shape(a)[1])}
    return js.results_table({"A": a, "B": b}, measures=ways, **rope)


def with_outcomes(codes, **more):
    """Results in which A is better (0), equal (1) or worse (2)."""
    codes = np.asarray(codes, dtype=float)
    return matrices(1 - codes, np.zeros(codes.shape), **more)


# --- the exact test -------------------------------------------------------------------------------


def test_one_measure_is_twice_the_one_sided_sign_test_with_ties_against():
    codes = np.array([0] * 14 + [2] * 3 + [1] * 3)[:, None]
    result = js.glrt_test(with_outcomes(codes), question="each")
    one = binomtest(14, 20, alternative="greater").pvalue
    assert result.by_measure[0].p_value == pytest.approx(one, rel=1e-12)
    assert result.p_value == pytest.approx(2 * one, rel=1e-12)
    row = result.by_measure[0]
    assert (row.wins, row.ties, row.losses, result.leader) == (14, 3, 3, "A")
    assert not result.decided and result.winner is None


@pytest.mark.parametrize("seed", range(12))
def test_the_measure_with_the_fewest_wins_decides(seed):
    rng = np.random.default_rng(seed)
    codes = rng.choice(3, (25, 3), p=[0.3, 0.1, 0.6] if seed % 2 else [0.8, 0.1, 0.1])
    result = js.glrt_test(with_outcomes(codes), question="each")
    wins, losses = (codes == 0).sum(axis=0), (codes == 2).sum(axis=0)
    ahead = wins if wins.min() > losses.min() else losses
    each = [binomtest(int(w), 25, alternative="greater").pvalue for w in ahead]
    assert [row.p_value for row in result.by_measure] == pytest.approx(each, rel=1e-12)
    assert result.p_value == pytest.approx(min(1, 2 * max(each)), rel=1e-12)
    if wins.min() != losses.min():
        assert result.leader == ("A" if wins.min() > losses.min() else "B")
    assert result.decided == (result.p_value <= 0.05 and result.leader is not None)


def test_a_rope_makes_ties_and_a_last_bit_does_too():
    a = np.array([[0.714, 0.9], [0.80, 0.9], [0.82, 0.9]])
    b = np.array([[0.7140000000000001, 0.8], [0.79, 0.8], [0.70, 0.8]])
    exact = js.glrt_test(matrices(a, b), question="each").by_measure
    assert [(r.wins, r.ties, r.losses) for r in exact] == [(2, 1, 0), (3, 0, 0)]
    roped = js.glrt_test(matrices(a, b, rope={"m0": 0.02}), question="each").by_measure
    assert [(r.wins, r.ties, r.losses) for r in roped] == [(1, 2, 0), (3, 0, 0)]


def test_counts_say_the_same_as_the_table():
    rng = np.random.default_rng(5)
    codes = rng.choice(3, (18, 3), p=[0.6, 0.2, 0.2])
    table = with_outcomes(codes)
    from_table, from_counts = (
        js.glrt_test(source, question="each") for source in (table, js.statement_counts(table))
    )
    assert from_counts.p_value == pytest.approx(from_table.p_value, rel=1e-12)
    for one, other in zip(from_table.by_measure, from_counts.by_measure, strict=True):
        assert dict(other) == pytest.approx(dict(one))
    with pytest.raises(OptionError, match="counts no longer know which data sets tied"):
        js.bayes_test(js.statement_counts(table), question="each")


def test_counts_without_a_word_on_ties_have_none():
    one = js.StatementCounts.from_vector([14, 6], measures={"m0": "max"})
    (row,) = js.glrt_test(one, question="each").by_measure
    assert (row.wins, row.ties, row.losses) == (14, 0, 6)
    assert row.p_value == pytest.approx(binomtest(14, 20, alternative="greater").pvalue, rel=1e-12)


def test_the_error_rate_where_one_measure_is_a_coin():
    # The other measure is always won; wins on the coin are binomial, in either direction.
    n, wrong = 30, 0.0
    for k in range(n + 1):
        codes = np.zeros((n, 2))
        codes[:k, 1] = 2
        result = js.glrt_test(with_outcomes(codes), question="each")
        wrong += binom.pmf(k, n, 0.5) * result.decided
    assert 0 < wrong <= 0.05


# --- the probability ------------------------------------------------------------------------------


def test_one_measure_is_exact():
    won = [[True], [False], [False]]
    p, mcse = probability_of_majorities(won, [7, 2, 3], [1 / 3], 2.0)
    assert p == pytest.approx(beta.sf(0.5, 7 + 2 / 3, 5 + 4 / 3), abs=1e-14) and mcse == 0


@pytest.mark.parametrize("states", [[2, 2], [3, 2], [3, 3, 2]])
@pytest.mark.parametrize("strength", [0.3, 1.0, 6.0])
def test_several_measures_agree_with_the_whole_dirichlet_vector(states, strength):
    rng = np.random.default_rng(8)
    every = np.array(list(itertools.product(*map(range, states))))
    counts = rng.multinomial(15, rng.dirichlet(np.r_[6.0, np.ones(len(every) - 1) / 2]))
    draws = 60_000
    theta = rng.dirichlet(counts + strength / len(every), draws)
    expected = ((theta @ (every == 0)) > 0.5).all(axis=1).mean()
    seen = counts > 0
    p, mcse = probability_of_majorities(
        every[seen] == 0, counts[seen], 1 / np.array(states), strength, draws=draws
    )
    assert p == pytest.approx(expected, abs=5 * 0.5 * np.sqrt(2 / draws))
    assert 0 < mcse < 0.003


def test_the_same_data_give_the_same_probability_and_ties_are_a_third_state():
    codes = np.array([[0, 0]] * 9 + [[2, 0]] * 3)
    first, again = (js.bayes_test(with_outcomes(codes), question="each") for _ in range(2))
    assert first.probability == again.probability and first.mcse > 0
    one = js.bayes_test(with_outcomes(codes[:, :1]), question="each")
    assert one.probability == pytest.approx(beta.sf(0.5, 9.5, 3.5), abs=1e-14)
    tied = js.bayes_test(with_outcomes(codes[:, :1], rope={"m0": 0.5}), question="each")
    assert tied.probability == pytest.approx(beta.sf(0.5, 9 + 1 / 3, 3 + 2 / 3), abs=1e-14)
    assert tied.probability == pytest.approx(beta.sf(0.5, 9 + 1 / 3, 3 + 2 / 3), abs=1e-14)
    equal = js.bayes_test(with_outcomes(np.vstack([codes[:, :1], [[1]]])), question="each")
    assert equal.probability == pytest.approx(beta.sf(0.5, 9 + 1 / 3, 4 + 2 / 3), abs=1e-14)
    assert js.glrt_test(with_outcomes(codes), question="each").probability is None


@pytest.mark.parametrize("seed", range(6))
def test_both_tests_decide_alike_whatever_is_sampled(seed):
    codes = np.random.default_rng(seed).choice(3, (20, 2), p=[0.75, 0.05, 0.2])
    glrt, bayes = (t(with_outcomes(codes), question="each") for t in (js.glrt_test, js.bayes_test))
    assert (glrt.p_value, glrt.decided) == (bayes.p_value, bayes.decided)


def test_masses_that_cannot_be_drawn_are_refused():
    for strength in (0, -1, 101, np.nan):
        with pytest.raises(InvalidMajorityError):
            probability_of_majorities([[True]], [1], [0.5], strength)
    for weights in ([0], [-1], []):
        with pytest.raises(InvalidMajorityError):
            probability_of_majorities(np.ones((len(weights), 1)), weights, [0.5], 1.0)
    for weight, strength in [(0.25, 1.0), (1, 100.0)]:
        p, mcse = probability_of_majorities([[True]], [weight], [0.5], strength)
        exact = beta.sf(0.5, weight + strength / 2, strength / 2)
        assert (p, mcse) == (pytest.approx(exact, rel=1e-12), 0.0)


def test_the_error_of_drawn_majorities_is_as_if_two_more_were_drawn_one_of_them_a_hit():
    for won, weights in [([[1, 1], [0, 1]], [7, 3]), ([[1, 1]], [400])]:
        p, mcse = probability_of_majorities(won, weights, [0.5, 0.5], 0.5, draws=500)
        near = (500 * p + 1) / 502
        assert mcse == pytest.approx(np.sqrt(near * (1 - near) / 500), rel=1e-12)
    assert p == 1 and mcse > 0
    with pytest.raises(OptionError, match="at most 100"):
        js.bayes_test(with_outcomes([[0, 0]]), question="each", prior_strength=200)


# --- where it is asked ----------------------------------------------------------------------------


def test_more_than_two_algorithms_go_by_pairs():
    table = js.load_dataset("weka")
    for test in (js.glrt_test, js.bayes_test):
        with pytest.raises(AlgorithmError, match=r"two algorithms, not 7.*pairwise_tests"):
            test(table, question="each")
    result = js.pairwise_tests(table, test="glrt", question="each")
    assert isinstance(result, js.EachPairsResult) and len(result.pairs) == 21
    for row in result.pairs[:4]:
        alone = js.glrt_test(table, only=[row.a, row.b], question="each")
        assert (row.p_value, row.better) == (alone.p_value, alone.leader)
    won = [row for row in result.pairs if row.decided]
    assert [(row.winner, row.fewest) for row in won] == [("RandomForest", 38)]
    assert won[0].p_adjusted == pytest.approx(
        21 * 2 * binomtest(38, 51, alternative="greater").pvalue, rel=1e-12
    )
    said = " ".join(result.summary().split())
    assert "on each measure (fewest on f_measure: 38 of 51 data sets" in said
    assert "fewest wins" in result.to_markdown()


def test_probabilities_stand_beside_the_corrected_p_of_pairs():
    table, ask = js.load_dataset("weka"), {"test": "bayes", "question": "each"}
    result = js.pairwise_tests(table, **ask, control="Logistic", on=["accuracy", "auc"])
    assert result.p_adjust == "holm" and result.expected_wrong is None
    frame = result.to_frame()
    assert {"probability", "mcse", "p_adjusted"} <= set(frame.columns)
    assert isinstance(frame, pd.DataFrame) and len(frame) == 6


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"control": "A"}, "goes with"),
        ({"prior": "uniform"}, "symmetric"),
        ({"prior": [1, 1, 1, 1]}, "symmetric"),
        ({"rule": "probability"}, "lower"),
    ],
)
def test_what_has_no_meaning_is_refused(keywords, words):
    with pytest.raises(OptionError, match=words):
        js.bayes_test(js.load_dataset("example1"), question="each", **keywords)


def test_words_and_call():
    table = js.load_dataset("example1")
    result = js.glrt_test(table, question="each")
    assert "fewest on time: 8 of 12 data sets; exact p = 0.388, above 0.05" in result.verdict
    call = dict(result.to_dict()["call"])
    assert call.pop("function") == "glrt_test"
    assert js.glrt_test(table, **call).to_dict() == result.to_dict()
    even = js.glrt_test(with_outcomes([[0], [2]]), question="each")
    assert even.leader is None and even.verdict.startswith("Not shown: neither A nor B")
    shown = js.glrt_test(with_outcomes([[0, 0]] * 9), question="each")
    assert shown.verdict.startswith("Shown: A is better than B on each measure, on most data")


def test_an_outcome_with_a_weight_of_zero_was_not_seen():
    two = probability_of_majorities([[1, 1], [0, 1]], [7, 3], [0.5, 0.5], 0.5, draws=500)
    three = [[1, 0], [1, 1], [0, 1]]
    assert probability_of_majorities(three, [0, 7, 3], [0.5, 0.5], 0.5, draws=500) == two


@pytest.mark.parametrize("names", [("A", "B"), ("B", "A")])
def test_as_a_pair_the_leader_comes_first_on_each_measure(names):
    worse, better = names
    made = {worse: np.zeros((9, 2)), better: np.ones((9, 2))}
    for one in (made, dict(reversed(made.items()))):
        table = js.results_table(one, measures={"x": "max", "y": "max"})
        row = js.glrt_test(table, question="each").as_pair()
        assert row.order == {"x": [better, worse], "y": [better, worse]}
        assert row.statement == f"{better} is better than {worse} on each measure"
        assert (row.a, row.b, row.better, row.winner) == (*one, better, better)
        assert (row.fewest, row.weakest, row.n) == (9, "x", 9)


@pytest.mark.parametrize("size", [1, 3])
def test_where_nobody_is_ahead_the_p_value_is_one(size):
    made = {"A": [[1.0, 0.0]] * 18, "B": [[0.0, 1.0]] * 18}
    families = {str(i + 1): f"f{i // size}" for i in range(18)}
    table = js.results_table(made, measures={"x": "max", "y": "max"}, cluster=families)
    result = js.glrt_test(table, question="each")
    found = (result.leader, result.winner, result.p_value, result.decided)
    assert found == (None, None, 1.0, False)
    row = result.as_pair()
    assert (row.order, row.statement, row.better) == (None, None, None)
