"""The one call: every sentence it can say, on tables of every size and with awkward names."""

import json
import re
import warnings

import numpy as np
import pytest
from scipy.stats import rankdata

import jointstats as js
from jointstats.labelled import errors
from jointstats.labelled.compare.ranking import cliques, rank_algorithms

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def two(statements, measures=("acc", "time"), ways=None, **keywords):
    """A table of A and B from (bits, how often, sizes): bit 1 says that B is better."""
    rows = [
        [(1 if bit else -1) * size for bit, size in zip(bits, sizes, strict=True)]
        for bits, times, sizes in statements
        for _ in range(times)
    ]
    # Tiny, ever different amounts: no equal differences, whatever the sizes.
    b = np.array(rows) * (1 + 1e-4 * np.arange(len(rows)))[:, None]
    ways = ways or dict.fromkeys(measures, "max")
    return js.compare_algorithms({"A": 0 * b, "B": b}, measures=ways, **keywords)


def bits(*counts):
    """Statements of two measures, all differences of about the same size."""
    return [((k >> 1, k & 1), n, (1, 1)) for k, n in enumerate(counts)]


def said(result, words):
    return any(words in line for line in result.findings)


# --- Two algorithms -------------------------------------------------------------------------------


def test_decided_by_both_tests():
    result = two(bits(0, 0, 1, 14))
    assert result.verdict.startswith(
        "Decided by both joint tests: B is better than A on acc and time "
        "(seen on 14 of 15 data sets; exact p < 0.001; probability 0.9999)."
    )
    assert said(result, "This statement is expected on 89.1 % of data sets")  # (14 + ¼) / 16
    assert said(result, "Measure by measure: B is better on acc and time")
    assert said(
        result,
        "Leaving out the 1 data set that is split or tied, B is usually better on both measures "
        "(14 data sets to 0; probability > 0.9999): a weaker claim than a win.",
    )
    assert not said(result, "prior")
    assert not said(result, "disagree")


def test_decided_by_the_bayesian_test_only():
    result = two(bits(0, 0, 0, 5))  # exact p = 2^-4
    assert result.joint["bayes"].probability >= 0.95
    assert result.verdict.startswith(
        "Decided by the Bayesian test, not the likelihood-ratio test: B is better"
    )


def test_a_decision_that_another_prior_would_undo_is_told():
    result = two(bits(0, 0, 0, 3))  # the other statements together have mass 3/4 of 4
    bayes = result.joint["bayes"]
    assert bayes.decided and bayes.probability_lower < 0.95
    assert said(
        result,
        "This Bayesian decision depends on the prior, the opinion before the data: the least "
        f"favourable one worth 2 data sets would undo it (probability "
        f"{bayes.probability_lower:.4f}, below 0.95).",
    )
    assert not any("depends on the prior" in text for text in result.warnings)  # said once
    assert "would undo it" in result.report_text()


def test_decided_by_the_likelihood_ratio_test_only():
    # Eight against one: exact p = 20/512; six prior cases on the runner-up leave it open.
    result = two(bits(0, 0, 1, 8), prior="imprecise", prior_strength=6)
    assert result.joint["glrt"].p_value == 20 / 512
    assert result.verdict.startswith(
        "Decided by the likelihood-ratio test, not the Bayesian test: B is better than A on "
        "acc and time (seen on 8 of 9 data sets; exact p = 0.0391; probability 0."
    )


def test_decided_by_neither():
    result = js.compare_algorithms(js.load_dataset("example1"))
    assert result.verdict == (
        'Not decided by either joint test: the most frequent statement is "B is better than A on '
        'accuracy and time" (seen on 6 of 12 data sets; exact p = 0.508; probability 0.7982).'
    )
    assert said(result, "No measure alone shows a difference between A and B")
    assert said(
        result,
        "As a side check, the network test (which takes accuracy and time as independent) gives it "
        "probability 0.8417 instead of 0.7982 and does not decide it.",
    )


def test_two_statements_lead_equally():
    result = two(bits(1, 0, 5, 5))
    assert result.verdict == (
        "Not decided by either joint test: 2 statements lead equally, each seen on 5 of 11 data "
        "sets."
    )
    assert not said(result, "This statement")
    assert said(result, "B is usually better on both measures (5 data sets to 1;")


def test_a_trade_off_is_told_as_such():
    result = two(bits(0, 0, 15, 0))
    assert "B is better than A on acc, worse on time" in result.verdict
    assert said(result, "Measure by measure: B is better on acc; A is better on time")


def test_the_separate_view_contradicts_the_joint_one():
    # B is better on x in 20 of 27 cases, each time in other company; AAA is the top statement.
    spread = [((1, i, j), 5, (1, 1, 1)) for i in (0, 1) for j in (0, 1)]
    result = two([((0, 0, 0), 7, (0.1, 1, 1)), *spread], measures="xyz")
    assert result.joint["bayes"].best["x"] == ["A", "B"]
    assert result.separate["x"]["tests"][0]["winner"] == "B"
    assert said(result, "The two views disagree on x: data sets on which B is better there")


def test_the_joint_statement_includes_what_the_separate_test_does_not_find():
    # On time B is better in 14 of 17 cases, but by little where it is.
    result = two([((1, 1), 14, (1, 0.1)), ((1, 0), 3, (1, 5))])
    assert result.joint["glrt"].decided
    assert said(result, "The joint statement includes time, where the separate test alone finds no")


def test_each_measure_is_decided_but_not_their_combination():
    result = two([((1, 1), 10, (5, 5)), ((1, 0), 7, (5, 0.1)), ((0, 1), 7, (0.1, 5))])
    assert [part["tests"][0]["winner"] for part in result.separate.values()] == ["B", "B"]
    assert said(result, "Every measure alone is decided, their combination is not")


def test_a_strong_prior_can_make_the_tests_contradict_each_other():
    # Code order AA, AB, BA, BB: the prior holds 60 imagined cases of BA.
    result = two(bits(0, 0, 1, 12), prior=[1, 1, 60, 1])
    assert (result.joint["glrt"].decided, result.joint["bayes"].decided) == (True, True)
    assert result.verdict.startswith("Decided differently by the two joint tests, because")
    assert "A on acc and time" in result.verdict
    assert "A on acc, worse on time" in result.verdict
    outweighed = two(bits(1, 0, 0, 12), prior=[1, 60, 1, 1])
    assert outweighed.joint["bayes"].best is None
    assert outweighed.verdict.startswith("Decided by the likelihood-ratio test, not the Bay")


def test_one_measure():
    result = two([((1,), 12, (1,)), ((0,), 1, (1,))], measures=("error",), ways={"error": "min"})
    assert result.verdict.startswith("Decided by both joint tests: A is better than B on error (")
    assert (set(result.joint), result.pairs) == ({"glrt", "bayes"}, {})


def test_ties_beyond_listing_leave_the_separate_view():
    ways = {f"m{j}": "max" for j in range(21)}
    values = {"A": np.zeros((2, 21)), "B": np.zeros((2, 21))}
    values["B"][1] = 1
    result = js.compare_algorithms(values, measures=ways)
    assert result.verdict == "Not decided: ties leave too many statements for the joint tests."
    assert (result.joint["glrt"], result.joint["bayes"]) == (None, None)
    assert any('data set "1"' in text for text in result.warnings)
    assert "leave 2097152 weighted statements" in " ".join(result.summary().split())


# --- More than two --------------------------------------------------------------------------------


def ladder(steps, n=20, seed=0, noise=0.1, m=2):
    """Algorithms a0, a1, … with these mean results on every measure."""
    rng = np.random.default_rng(seed)
    return js.results_table_matrices(
        {f"a{i}": rng.normal(s, noise, size=(n, m)) for i, s in enumerate(steps)},
        measures={f"m{j}": "max" for j in range(m)},
    )


def test_one_algorithm_beats_every_other():
    result = js.compare_algorithms(ladder([0, 1, 3]))
    assert result.verdict == (
        "By the Bayesian test, a2 beats every other algorithm. These are better on both measures: "
        "a2 over a0 (seen on 20 of 20 data sets) and a1 (20); a1 over a0 (20)."
    )
    assert said(
        result,
        "The Bayesian test decides all 3 pairs; below 0.01 of these decisions are expected to be "
        "wrong. The likelihood-ratio test (after Holm's correction for 3 pairs) confirms all of",
    )
    assert said(result, "The complete order is decided by both joint tests: a2 > a1 > a0 on m0 and")
    assert said(
        result, "Who is best on each measure is decided by both joint tests: a2 is best on m0 and"
    )
    assert said(result, "The 3 decided pairs claim 6 of the 6; it confirms all of them.")
    assert not said(result, "Nobody is shown") and not said(result, "prior")
    assert result.separate["m0"]["ranking"].line == "a2 > a1 > a0"


def test_several_algorithms_share_the_top():
    made = js.compare_algorithms(ladder([1, 1, 0, 0], noise=0.2))
    assert made.verdict == (
        "No algorithm beats all others. By the Bayesian test, these are better on both measures: "
        "a0 over a2 (seen on 20 of 20 data sets) and a3 (20); a1 over a2 (20) and a3 (20). "
        "2 pairs are undecided."
    )
    assert said(made, "Nobody is shown to be better than a0 and a1.")


def test_the_wins_of_the_packaged_table_are_named_and_weighed():
    result = js.compare_algorithms(js.load_dataset("weka"))
    counts = {(row["a"], row["b"]): row["count"] for row in result.pairs["glrt"].pairs}
    assert counts["AODE", "J48graft"] == 24
    assert "AODE over J48graft (seen on 24 of 51 data sets) and NaiveBayes (20)" in result.verdict
    assert result.verdict.endswith("2 pairs are trade-offs, 11 undecided.")
    assert said(result, "Nobody is shown to be better than AODE, BayesNet, Logistic and RandomFor")
    assert said(result, "confirms only RandomForest over Bagging: the others are leads, not proof.")
    assert said(
        result,
        "would leave open Logistic over Bagging, BayesNet over NaiveBayes and J48graft against "
        "RandomForest.",
    )
    assert result.pairs["bayes"].warnings == (
        "The least favourable prior (opinion before the data) worth 2 data sets would undo 3 of "
        "the decisions: Logistic over Bagging, BayesNet over NaiveBayes and J48graft against "
        "RandomForest.",
    )
    assert said(result, "RandomForest is better than J48graft on all measures but mae (23).")
    assert said(result, "No complete order of the algorithms repeats clearly")
    assert said(result, "The 10 decided pairs claim 60 of the 126; it confirms 19, not 41.")
    assert len(result.summary().splitlines()) <= 53  # one screen


def test_every_decision_that_another_prior_would_undo_is_told():
    result = js.compare_algorithms(ladder([0, 1, 3], n=4))  # the same order on each of 4 data sets
    p = "(probability 0.8125, below 0.95)"  # P(Beta(4, 2) > ½)
    assert said(
        result,
        "would leave open a1 over a0, a2 over a0, a2 over a1, who is best on each measure "
        f"{p} and the complete order {p}.",
    )
    assert said(
        result, "Who is best on each measure is decided by the Bayesian test, not the likel"
    )
    assert said(result, "(seen on 4 of 4 data sets; exact p = 0.125; probability 0.9")
    assert said(result, "confirms none of them: they are leads, not proof.")
    assert not any("depends on the prior" in text for text in result.warnings)


def test_many_wins_are_counted_rather_than_named():
    verdict = js.compare_algorithms(ladder(range(7), m=1)).verdict
    assert verdict.startswith("By the Bayesian test, a6 beats every other algorithm. These are be")
    assert verdict.count("(20") + verdict.count("seen on") == 12
    assert verdict.endswith("a4 over a0 (20); and 9 more wins.")


def test_nobody_beats_anybody():
    made = js.compare_algorithms(ladder([0, 0, 0], n=6, noise=1, seed=4))
    assert made.verdict == (
        "Not decided: by the Bayesian test of each pair, no algorithm is shown to be better than "
        "another on both measures."
    )
    assert said(made, "The Bayesian test decides none of 3 pairs. The likelihood-ratio test (after")


def trade_off():
    """A is better than B and C on x, worse on y; B is better than C on both."""
    rows = {"A": (9, 1), "B": (2, 3), "C": (1, 2)}
    return {name: np.tile(np.array(row, dtype=float), (15, 1)) for name, row in rows.items()}


def test_trade_offs_are_decided_pairs_without_a_winner():
    result = js.compare_algorithms(trade_off(), measures={"x": "max", "y": "max"})
    assert result.verdict.endswith(
        "these are better on both measures: B over C (seen on 15 of 15 data sets). 2 pairs are "
        "trade-offs."
    )
    assert said(
        result,
        "There are 2 trade-offs: A is better than B on x, worse on y (seen on 15 of 15 data sets); "
        "A is better than C on x, worse on y (15).",
    )
    alone = js.compare_algorithms(trade_off(), measures={"x": "max", "y": "max"}, control="A")
    assert alone.verdict == (
        "No overall winner: A is not shown to be better or worse than another one on both "
        "measures. By the Bayesian test both pairs are clear trade-offs, each algorithm better on "
        "some measures."
    )


def test_a_control_wins_and_loses():
    result = js.compare_algorithms(ladder([1, 2, 0, 1.01], noise=0.05), control="a0")
    assert result.verdict == (
        "By the Bayesian test, these are better on both measures: a1 over a0 (seen on 20 of 20 "
        "data sets); a0 over a2 (20). 1 pair is undecided."
    )
    assert len(result.pairs["bayes"].pairs) == 3
    assert len(result.separate["m0"]["tests"]) == 3
    assert result.joint["bayes_control"].best == {"m0": [], "m1": []}
    # All algorithms are ranked all the same, with the correction for all pairs.
    assert set(result.separate["m0"]["ranking"].algorithms) == {"a0", "a1", "a2", "a3"}


def test_views_that_contradict_each_other_pair_by_pair():
    # A leads B on all of x, y, z in 20 cases, by little on x; B on x in 36, in all company.
    spread = [[-1.0, s, t] for s in (1, -1) for t in (1, -1)] * 9
    b = np.array([[0.1, 1, 1]] * 20 + spread) * (1 + 1e-4 * np.arange(56))[:, None]
    values = {"A": b, "B": 0 * b, "C": b - 50}
    result = js.compare_algorithms(values, measures=dict.fromkeys("xyz", "max"), alpha=0.3)
    assert said(
        result, "The joint and the separate view contradict each other for A against B on x"
    )


def test_joint_decisions_that_the_separate_tests_do_not_find():
    b = np.array([[1, 0.1]] * 14 + [[1, -5.0]] * 3) * (1 + 1e-4 * np.arange(17))[:, None]
    values = {"A": 0 * b, "B": b, "C": b - 50}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "max"})
    assert said(
        result,
        "The 3 decided pairs claim 6 of the 6; it confirms 5, not B over A on y.",
    )


def test_ties_that_forbid_orderings_leave_the_coarser_questions():
    values = {f"a{i}": np.zeros((3, 2)) + (i == 0) for i in range(12)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "max"})
    assert (result.joint["bayes"], result.joint["glrt"]) == (None, None)
    assert result.joint["bayes_best"].best == {"x": ["a0"], "y": ["a0"]}
    assert any('question="best"' in text for text in result.warnings)
    assert "Complete orderings" not in " ".join(result.findings)


# --- Failed runs, dropped data sets ---------------------------------------------------------------


def test_failed_runs_are_ranked_last_and_take_the_sign_test():
    nan = float("nan")
    values = {"A": [[1, 1]] * 7 + [[nan, 1]], "B": [[nan, nan]] * 7 + [[2, 2]], "C": [[0, 0]] * 8}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "max"}, missing="worst")
    assert (result.separate_test, result.n_failed) == ("sign", 15)
    row = result.separate["x"]["tests"][0]
    assert (row["a"], row["b"], row["wins_a"], row["wins_b"]) == ("A", "B", 7, 1)
    text = result.summary()
    assert "15 failed results ranked below all others" in text
    assert "> neighbours told apart by the sign test" in text
    assert "with the sign test" in result.report_text()


def test_two_algorithms_that_fail_together_do_not_stop_the_comparison():
    nan = float("nan")
    values = {"A": [nan] * 6, "B": [nan] * 6, "C": [1.0] * 6, "D": [2.0] * 6}
    result = js.compare_algorithms(values, measures={"m": "max"}, missing="worst")
    row = result.pairs["bayes"].pairs[0]
    assert (row["a"], row["b"], row["n"], row["decided"]) == ("A", "B", 6, False)
    assert result.separate["m"]["ranking"].line == "D, C, A, B"


def test_dropped_data_sets_are_counted_and_named():
    values = {"A": [1, 2, float("nan"), 4], "B": [2, 1, 3, float("nan")]}
    result = js.compare_algorithms(values, measures={"m": "max"}, missing="drop")
    assert (result.n, result.n_dropped) == (2, 2)
    assert result.to_dict()["dropped"] == [
        {"dataset": "3", "reason": "m of A is missing"},
        {"dataset": "4", "reason": "m of B is missing"},
    ]
    assert "2 data sets left out: 3 (m of A is missing) and 4 (m of B is missing)." in " ".join(
        result.summary().split()
    )
    assert "2 data sets with missing results were left out" in result.report_text()


# --- Rankings -------------------------------------------------------------------------------------


def test_mean_ranks_against_scipy():
    rng = np.random.default_rng(3)
    x = rng.integers(0, 4, size=(15, 2, 5)).astype(float)
    table = js.results_table_matrices(
        {f"a{i}": x[:, :, i] for i in range(5)}, measures={"up": "max", "down": "min"}
    )
    found = rank_algorithms(table, js.sign_test(table).tests)
    for k, (name, sign) in enumerate([("up", -1), ("down", 1)]):
        ranks = rankdata(sign * x[:, k], axis=1).mean(axis=0)
        order = np.argsort(ranks, kind="stable")
        assert found[name].algorithms == tuple(f"a{i}" for i in order)
        assert found[name].mean_ranks == pytest.approx(ranks[order], abs=1e-12)


def test_the_line_shows_which_neighbours_differ_and_groups_may_overlap():
    result = js.compare_algorithms(ladder([0, 0, 3, 3], noise=0.05, m=1, seed=1))
    ranking = result.separate["m0"]["ranking"]
    assert re.fullmatch(r"a[23], a[23] > a[01], a[01]", ranking.line)
    assert {frozenset(group) for group in ranking.groups} == {
        frozenset({"a2", "a3"}), frozenset({"a0", "a1"}),
    }  # fmt: skip
    assert cliques(("A", "B", "C"), {frozenset("AC")}) == (("A", "B"), ("B", "C"))
    assert cliques(("A", "B"), {frozenset("AB")}) == ()


# --- Any size, any name ---------------------------------------------------------------------------

AWKWARD = [
    "a b", "größe", "中文", "<b>x</b>", 'say "hi"', "3", "3.5", "x, y", "a|b", "-1", "L" * 150,
    "&amp;",
]  # fmt: skip


@pytest.mark.parametrize(("l", "m"), [(2, 1), (2, 8), (3, 2), (5, 4), (8, 8), (12, 3)])
def test_every_size_with_awkward_names(l, m, tmp_path):
    rng = np.random.default_rng(l * m)
    names, measures = AWKWARD[:l], [f"{name}!" for name in AWKWARD[:m]]
    x = rng.normal(size=(14, m, l))
    x[0, 0, :2] = 1  # a tie
    result = js.compare_algorithms(
        {name: x[:, :, i] for i, name in enumerate(names)},
        measures={name: "max" if j % 2 else "min" for j, name in enumerate(measures)},
    )
    for text in (result.summary(), result.report_text()):
        flat = " ".join(text.split())
        assert all(name in flat for name in [*names, *measures])
    plain = result.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["measures"] == dict(zip(measures, ["min", "max"] * 4, strict=False))
    assert len(result.to_frame()) == m * l * (l - 1) // 2
    assert result.to_latex().split("\n\n")[-1].count(r"\\") == m * l * (l - 1) // 2 + 1


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("l", [2, 3, 6])
def test_one_or_two_data_sets(l, n):
    rng = np.random.default_rng(n)
    values = {f"a{i}": rng.normal(size=(n, 2)) for i in range(l)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "min"})
    assert result.verdict.startswith("Not decided")
    assert f"{n} data set" in result.summary()
    assert "too few for an interval" in result.summary() or l > 2


@pytest.mark.parametrize("l", [2, 3, 5, 12])
def test_identical_algorithms_are_never_separated(l):
    x = np.random.default_rng(1).normal(size=(10, 2))
    result = js.compare_algorithms(
        {f"a{i}": x for i in range(l)}, measures={"x": "max", "y": "min"}
    )
    assert result.verdict.startswith("Not decided")
    assert result.separate["x"]["ranking"].line == ", ".join(f"a{i}" for i in range(l))
    assert result.separate["x"]["ranking"].mean_ranks == ((l + 1) / 2,) * l
    assert result.ties == {"x": 10, "y": 10}
    assert result.separate["x"]["tests"][0]["cliffs_delta"] == 0


# --- What it hands over ---------------------------------------------------------------------------


def test_the_dict_has_the_promised_keys():
    two_, three = js.compare_algorithms(js.load_dataset("example1")), ladder([0, 1, 2])
    plain = two_.to_dict()
    assert list(plain)[:4] == ["schema", "test", "version", "call"]
    assert {"verdict", "joint", "separate", "dropped", "ties"} <= set(plain)
    assert set(plain["joint"]) == {"glrt", "bayes", "pareto", "network"}
    assert plain["joint"]["glrt"]["p_value"] == 0.5078125
    assert set(plain["separate"]) == {"accuracy", "time"}
    assert set(plain["separate"]["time"]) == {"ranking", "tests"}
    many = js.compare_algorithms(three, control="a1").to_dict()
    assert {"glrt", "bayes", "glrt_best", "bayes_best", "bayes_control", "pareto"} == set(
        many["joint"]
    )
    assert set(many["pairs"]) == {"glrt", "bayes"}
    assert json.loads(json.dumps(many, allow_nan=False)) == many


def test_the_parts_are_those_of_the_tests_themselves():
    made = ladder([0, 0.1, 0.3], noise=0.3)
    result = js.compare_algorithms(made, prior_strength=2, p_adjust="BH", control="a2")

    def body(part):
        return {k: v for k, v in part.to_dict().items() if k != "call"}

    assert body(result.joint["bayes"]) == body(js.bayes_test(made, prior_strength=2))
    assert body(result.joint["glrt_best"]) == body(js.glrt_test(made, question="best"))
    assert body(result.joint["pareto"]) == body(js.pareto_test(made, prior_strength=2))
    assert result.joint["bayes_control"].statements == (
        js.bayes_test(made, question="control", control="a2", prior_strength=2).statements
    )
    assert body(result.pairs["glrt"]) == body(
        js.pairwise_tests(made, test="glrt", control="a2", p_adjust="BH")
    )
    separate = js.wilcoxon_test(made, control="a2", p_adjust="BH").tests
    assert [row for part in result.separate.values() for row in part["tests"]] == sorted(
        separate, key=lambda row: row["measure"]
    )


def test_the_same_input_gives_the_same_bytes():
    first, second = (
        json.dumps(js.compare_algorithms(js.load_dataset("example1")).to_dict()) for _ in range(2)
    )
    assert first == second


def test_the_call_repeats_the_result():
    for keywords in (
        {},
        {"rng": 7, "alpha": 0.1},
        {"rng": None},
        {"rng": np.random.default_rng(1)},
    ):
        first = js.compare_algorithms(js.load_dataset("example1"), **keywords)
        call = dict(first.to_dict()["call"])
        assert call.pop("function") == "compare_algorithms"
        again = js.compare_algorithms(js.load_dataset("example1"), **call)
        assert again.to_dict() == first.to_dict()


def test_the_comparison_itself_raises_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = js.compare_algorithms(js.load_dataset("example1"))
    assert any("depends on the prior" in text for text in result.warnings)


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"alpha": 0}, errors.OptionError, "alpha"),
        ({"prior": "flat"}, errors.OptionError, '"jeffreys"'),
        ({"prior": [1] * 36}, errors.OptionError, "with more than two algorithms"),
        ({"prior_strength": -1}, errors.OptionError, "prior_strength"),
        ({"p_adjust": "fdr"}, errors.OptionError, '"BH"'),
        ({"control": "a7"}, errors.ColumnError, '"a7"'),
        ({"rng": -1}, errors.OptionError, "seed"),
        ({"typo": 1}, errors.OptionError, "typo has no meaning"),
        ({"missing": "drop"}, errors.OptionError, "when the table is made"),
    ],
)
def test_each_mistake_has_its_sentence(keywords, error, words):
    with pytest.raises(error, match=words):
        js.compare_algorithms(ladder([0, 1, 2]), **keywords)


def test_cautions_name_the_question_that_they_concern():
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[0, 0, :2] = values[0, 0, 0]  # a tie
    made = js.results_table_matrices(
        {name: values[:, :, i] for i, name in enumerate("ABC")}, measures={"x": "max", "y": "min"}
    )
    result = js.compare_algorithms(made, control="B", prior="uniform", normal=True)
    by_end = {text.split(": ", 1)[1]: text.split(": ", 1)[0] for text in result.warnings}
    of_p = next(end for end in by_end if "The p-value is that of the shared counts" in end)
    shared = next(end for end in by_end if end.startswith("1 of 12 data sets has ties"))
    massive = next(end for end in by_end if end.startswith("The prior's mass (36"))
    assert of_p == shared  # the longer text stands for both tests
    assert by_end[shared] == "Complete orderings, who is best and where B is best"
    assert by_end[massive].startswith("Complete orderings")
    known = {*js.bayes_test(made, prior="uniform").warnings, *js.glrt_test(made).warnings}
    assert {of_p, shared, massive} <= known
    two = js.compare_algorithms(made.select(algorithms=["A", "B"]))
    assert set(two.warnings) <= {
        *two.joint["glrt"].warnings, *two.joint["bayes"].warnings, *two.joint["network"].warnings
    }  # fmt: skip


def test_cautions_about_means_say_so():
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[:, 1] = 1 - values[:, 0]
    made = js.results_table_matrices(
        {name: values[:, :, i] for i, name in enumerate("ABC")}, measures={"x": "max", "y": "min"}
    )
    result = js.compare_algorithms(made, normal=True)
    assert any(
        text.startswith("Assuming normality: 1 of 2 measures is redundant")
        for text in result.warnings
    )


def test_what_the_table_itself_calls_for_is_said():
    values = {name: np.array([[i + k, 1.0] for k in range(8)]) for i, name in enumerate("ABC")}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "min"})
    assert any("equal on y on every data set" in text for text in result.warnings)
    values["A"] = values["A"].copy()
    values["A"][0, 0] = np.nan
    failed = js.compare_algorithms(values, measures={"x": "max", "y": "max"}, missing="worst")
    assert failed.separate_test == "sign"
    assert any("the sign test replaces Wilcoxon's" in text for text in failed.warnings)


def test_a_control_is_told_whether_it_is_the_best_of_all():
    result = js.compare_algorithms(ladder([2, 1, 0], noise=0.05), control="a0")
    assert said(result, "Is a0 the best of all? Decided: ")
    assert not said(js.compare_algorithms(ladder([2, 1, 0], noise=0.05)), "the best of all?")


def test_the_call_repeats_the_choice_of_measures():
    chosen = js.compare_algorithms(js.load_dataset("example1"), on=["time"])
    assert chosen.call["on"] == ["time"]
    assert js.compare_algorithms(js.load_dataset("example1")).call["on"] is None
