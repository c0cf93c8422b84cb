"""The one call: every sentence it can say, on tables of every size and with awkward names."""

import json
import re
import warnings

import numpy as np
import pytest
from scipy.stats import rankdata

import jointstats as js
from jointstats.labelled import errors
from jointstats.labelled.compare.ranking import cliques, mean_ranks, rank_algorithms

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


def test_the_strongest_claim_that_is_shown_is_the_verdict():
    result = two(bits(0, 0, 1, 14))
    assert result.decided and result.wins[0].claim == "most_data_sets"
    # 2 · 16 / 2^15 for each of four rungs; while two share it, one has 3/4 of 4/6 of the level.
    assert result.verdict == (
        "Shown: B is better than A on both measures at once, on most data sets (14 of 15 data "
        "sets; corrected p = 0.00195)."
    )
    assert said(result, "probability of showing any false claim is at most 0.05.")
    assert said(result, "It is seen on 93.3 % of data sets (95 % interval 65.8–99.8 %")
    assert said(result, "Measure by measure: B is better on acc and time")


def test_the_weakest_rung_tells_where_the_other_one_wins():
    result = two(bits(2, 14, 0, 14))  # B 14 : 2 on both; on acc it loses 16 to 14
    (row,) = result.wins
    assert (row.claim, row.count, row.against, row.n) == ("more_often", 14, 2, 30)
    assert row.lost_measures == {"acc": 16}
    assert result.verdict == (
        "Shown: B is better than A on both measures at once, more often than the other way round "
        "(14 of 30 data sets, the other way round on 2; corrected p = 0.00627), though A wins 16 "
        "of 30 on acc."
    )


def test_nothing_is_shown_and_the_counts_are_told_all_the_same():
    result = js.compare_algorithms(js.load_dataset("example1"))
    assert not result.decided
    assert result.verdict == (
        "Nothing is shown of A and B: B is better on both measures at once on 6 of 12 data sets, A "
        "on 1."
    )
    assert said(
        result,
        'The most frequent statement is "B is better than A on accuracy and time" (seen on 6 of 12 '
        "data sets, the next on 3; exact p = 0.508; probability of being the most common one 0.798",
    )
    assert said(result, "No measure alone shows a difference between A and B")
    assert said(
        result,
        "As a side check, the network test (which takes accuracy and time as independent) gives it "
        "probability 0.84",
    )


def test_as_accurate_and_faster():
    rng = np.random.default_rng(0)
    accuracy = rng.uniform(0.7, 0.9, 60)
    values = {
        "A": np.column_stack([accuracy, rng.uniform(5, 9, 60)]),
        "B": np.column_stack([accuracy + rng.uniform(-0.009, 0.009, 60), rng.uniform(1, 4, 60)]),
    }
    result = js.compare_algorithms(
        values, measures={"accuracy": "max", "time": "min"}, rope={"accuracy": 0.01}
    )
    assert result.verdict == (
        "Shown: A and B are practically equal on accuracy and B is better on time, on most data "
        "sets (60 of 60 data sets; corrected p < 0.001)."
    )
    (row,) = result.wins
    assert (row.winner, row.measures, row.measures_equal) == ("B", ("time",), ("accuracy",))
    # 2 · 2^-60, and the claim's ladder has one of seven parts.
    assert row.p_adjusted == pytest.approx(2**-59 * 7, rel=1e-12)


def test_practically_equal_is_a_claim_of_its_own():
    values = np.random.default_rng(0).uniform(size=(40, 2))
    result = js.compare_algorithms(
        {"A": values, "B": values + 0.001},
        measures={"x": "max", "y": "max"},
        rope={"x": 0.01, "y": 0.01},
    )
    assert result.verdict.startswith(
        "Shown: A and B are practically equal on both measures, on most data sets (40 of 40"
    )
    assert result.wins[0].winner is None


def test_two_statements_lead_equally():
    result = two(bits(5, 0, 5, 1))
    assert not result.decided
    assert said(result, "2 statements share the first place, each seen on 5 of 11 data sets.")
    assert not said(result, "This statement")


def test_a_trade_off_is_told_as_such():
    result = two(bits(0, 0, 15, 0))
    assert result.verdict.startswith(
        "Shown: A is better on time, B on acc, on most data sets (15 of 15 data sets;"
    )
    assert result.wins[0].winner is None
    assert said(result, "Measure by measure: B is better on acc; A is better on time")


def test_the_separate_view_contradicts_the_joint_one():
    # A leads on everything on 20 of 44, on x by little; B on x on 24 others, in all company.
    spread = [[-1.0, s, t] for s in (1, -1) for t in (1, -1)] * 6
    b = np.array([[0.1, 1, 1]] * 20 + spread) * (1 + 1e-4 * np.arange(44))[:, None]
    result = js.compare_algorithms({"A": b, "B": 0 * b}, measures=dict.fromkeys("xyz", "max"))
    (row,) = result.wins
    # A sweeps on 20, B on 6, each other company on 6.
    assert (row.winner, row.claim, row.count, row.against) == ("A", "most_common", 20, 6)
    assert result.separate["x"]["tests"][0]["winner"] == "B"
    assert said(result, "It shows B over A on x, although jointly the other one is shown to win.")


def test_a_strong_prior_does_not_touch_the_verdict():
    # Code order AA, AB, BA, BB: the prior holds 60 imagined cases of BA.
    result = two(bits(0, 0, 1, 12), prior=[1, 1, 60, 1])
    assert result.verdict == two(bits(0, 0, 1, 12)).verdict
    assert said(
        result, 'With the prior, "B is better than A on acc, worse on time" is more probably'
    )


def test_one_measure():
    result = two([((1,), 12, (1,)), ((0,), 1, (1,))], measures=("error",), ways={"error": "min"})
    assert result.verdict.startswith(
        "Shown: A is better than B on error, on most data sets (12 of 13 data sets; corrected p"
    )
    assert (set(result.joint), result.pairs) == ({"glrt", "bayes"}, {})
    # One ladder, and no branch: the p-value of the sign test itself.
    assert result.wins[0].p_adjusted == pytest.approx(2 * 14 / 2**13, rel=1e-12)


def test_ties_beyond_listing_leave_the_separate_view():
    ways = {f"m{j}": "max" for j in range(21)}
    values = {"A": np.zeros((2, 21)), "B": np.zeros((2, 21))}
    values["B"][1] = 1
    result = js.compare_algorithms(values, measures=ways)
    assert result.verdict.startswith("Nothing is shown of A and B: B is better on all 21 measu")
    assert said(result, "Ties leave open which of too many statements is the most frequent.")
    assert (result.joint["glrt"], result.joint["bayes"]) == (None, None)
    assert any('data set "1"' in text for text in result.warnings)
    assert "leave 2097152 weighted statements" in " ".join(result.summary().split())


# --- More than two --------------------------------------------------------------------------------


def ladder(steps, n=20, seed=0, noise=0.1, m=2):
    """Algorithms a0, a1, … with these mean results on every measure."""
    rng = np.random.default_rng(seed)
    return js.results_table(
        {f"a{i}": rng.normal(s, noise, size=(n, m)) for i, s in enumerate(steps)},
        measures={f"m{j}": "max" for j in range(m)},
    )


def test_one_algorithm_beats_every_other():
    result = js.compare_algorithms(ladder([0, 1, 3]))
    assert result.verdict == "Shown: a2 beats every other algorithm; a1 beats a0."
    assert said(
        result,
        "a2 is better than a0 on both measures at once, on most data sets (20 of 20 data sets; "
        "corrected p < 0.001).",
    )
    assert said(result, "The probability of showing any false claim about any of the 3 pairs is at")
    assert said(
        result,
        'Order of all algorithms: the most frequent statement is "a2 > a1 > a0 on m0 and m1" '
        "(seen on 20 of 20 data sets, the next on 0;",
    )
    assert not said(result, "Nobody is shown")
    assert result.separate["m0"]["ranking"].line == "a2 > a1 > a0"


def test_several_algorithms_share_the_top():
    made = js.compare_algorithms(ladder([1, 1, 0, 0], noise=0.2))
    assert made.verdict == (
        "Shown: a1 beats a2 and a3; a0 beats a2 and a3. Nothing is shown of the other 2 pairs."
    )
    assert said(made, "Nobody is shown to beat a1 or a0.")


def test_the_wins_of_the_packaged_table_are_named_and_weighed():
    result = js.compare_algorithms(js.load_dataset("weka"))
    assert result.verdict == (
        "Shown: RandomForest beats Bagging; AODE beats J48graft; Logistic beats J48graft. Nothing "
        "is shown of the other 18 pairs (8 leaning, 10 open)."
    )
    shown = [(row.winner, row.loser, row.claim) for row in result.wins if row.strength == "shown"]
    assert shown == [
        ("RandomForest", "Bagging", "each"),
        ("Logistic", "J48graft", "more_often"),
        ("AODE", "J48graft", "more_often"),
    ]
    (aode,) = (row for row in result.wins if row.names == ("AODE", "J48graft"))
    # 24 : 3, and on one more data set AODE is nowhere better, but ties:
    # 2 P(Bin(28, ½) >= 24) = 2 · 24158 / 2^28.
    assert (aode.count, aode.against) == (24, 3)
    assert aode.p_value == pytest.approx(2 * (1 + 28 + 378 + 3276 + 20475) / 2**28, rel=1e-12)
    assert said(result, "Leaning, not shown: AODE over NaiveBayes, ")
    assert said(result, "(probability of at least 0.95 each, by a prior learned from all pairs).")
    assert said(result, "Nobody is shown to beat RandomForest, AODE, Logistic, BayesNet or Naive")
    assert said(result, "Order of all algorithms: no order was seen on more than one data set.")
    assert len(result.summary().splitlines()) <= 85


def test_many_wins_are_counted_rather_than_named():
    result = js.compare_algorithms(ladder(range(7), m=1, n=30))
    assert result.verdict == (
        "Shown: a6 beats every other algorithm; a5 beats 5 of 6; a4 beats 4 of 6; 3 more beat "
        "at least one other."
    )
    assert said(result, "15 further claims: see wins.")


def test_nobody_beats_anybody():
    made = js.compare_algorithms(ladder([0, 0, 0], n=6, noise=1, seed=4))
    assert made.verdict == "Nothing is shown of any of the 3 pairs."
    assert not any("decided" in line for line in made.findings[:1])


def trade_off():
    """A is better than B and C on x, worse on y; B is better than C on both."""
    rows = {"A": (9, 1), "B": (2, 3), "C": (1, 2)}
    return {name: np.tile(np.array(row, dtype=float), (15, 1)) for name, row in rows.items()}


def test_trade_offs_are_claims_without_a_winner():
    result = js.compare_algorithms(trade_off(), measures={"x": "max", "y": "max"})
    assert result.verdict == "Shown: B beats C. 2 trade-offs."
    assert said(result, "A is better on x, B on y, on most data sets (15 of 15 data sets; cor")
    alone = js.compare_algorithms(trade_off(), measures={"x": "max", "y": "max"}, control="A")
    assert alone.verdict == "A is not shown to beat another one, or to be beaten. 2 trade-offs."


def test_a_control_wins_and_loses():
    result = js.compare_algorithms(ladder([1, 2, 0, 1.01], noise=0.05), control="a0")
    assert result.verdict == "Shown: a1 beats a0; a0 beats a2. Nothing is shown of the other pair."
    assert len(result.pairs["bayes"].pairs) == 3
    assert len(result.separate["m0"]["tests"]) == 3
    assert result.joint["bayes_control"].best == {"m0": [], "m1": []}
    # All algorithms are ranked all the same, with the correction for all pairs.
    assert set(result.separate["m0"]["ranking"].algorithms) == {"a0", "a1", "a2", "a3"}


def test_ties_that_forbid_orderings_leave_the_coarser_questions():
    values = {f"a{i}": np.zeros((3, 2)) + (i == 0) for i in range(12)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "max"})
    assert (result.joint["bayes"], result.joint["glrt"]) == (None, None)
    assert result.joint["bayes_best"].best == {"x": ["a0"], "y": ["a0"]}
    assert any('question="best"' in text for text in result.warnings)
    assert "Complete orderings" not in " ".join(result.findings)


# --- Failed runs, dropped data sets ---------------------------------------------------------------


def test_many_algorithms_are_not_asked_for_one_order_of_all():
    x = np.random.default_rng(3).normal(size=(22, 8, 2)).round()
    values = {f"a{i}": x[i] for i in range(22)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "max"})
    assert [name for name, part in result.joint.items() if part is None] == ["glrt", "bayes"]
    assert len(result.joint["pareto"].pairs) == 231
    (told,) = [line for line in result.warnings if line.startswith("Complete orderings: ")]
    assert told == (
        "Complete orderings: which one is the most frequent is not asked of more than 20 "
        "algorithms; who is best on each measure is asked, and every pair."
    )
    assert not any("code" in line or "smaller rope" in line for line in result.warnings)


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
    assert "Single measures: sign tests" in result.report_text()


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
    table = js.results_table(
        {f"a{i}": x[:, :, i] for i in range(5)}, measures={"up": "max", "down": "min"}
    )
    found = rank_algorithms(table, js.sign_test(table).tests)
    for k, (name, sign) in enumerate([("up", -1), ("down", 1)]):
        ranks = rankdata(sign * x[:, k], axis=1).mean(axis=0)
        order = np.argsort(ranks, kind="stable")
        assert found[name].algorithms == tuple(f"a{i}" for i in order)
        assert found[name].mean_ranks == pytest.approx(ranks[order], abs=1e-12)


def test_mean_ranks_by_hand_with_and_without_gaps():
    """A rank is 1, and for each other one the share of the data sets of both where it is ahead."""
    x = np.random.default_rng(1).integers(0, 3, size=(9, 2, 4)).astype(float)
    for gaps in (0, 5):
        x.ravel()[np.arange(gaps) * 13] = np.nan
        found = mean_ranks(x)
        for k, i in np.ndindex(2, 4):
            rank = 1.0
            for j in {0, 1, 2, 3} - {i}:
                both = [(a, b) for a, b in x[:, k, [i, j]].tolist() if a == a and b == b]
                rank += np.mean([0.5 if a == b else b > a for a, b in both])
            assert found[k, i] == pytest.approx(rank, abs=1e-12)
    # The second and the third share no data set, and so are even; the first is ahead of both.
    apart = np.array([[[3.0, 2.0, np.nan]], [[3.0, np.nan, 1.0]]])
    assert mean_ranks(apart).tolist() == [[1.0, 2.5, 2.5]]


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
    flat = " ".join(result.summary().split())
    assert all(name in flat for name in [*names, *measures])
    assert all(len(part.split()) <= 90 for part in result.report_text().split("\n\n"))
    plain = result.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["measures"] == dict(zip(measures, ["min", "max"] * 4, strict=False))
    assert len(result.to_frame("tests")) == m * l * (l - 1) // 2
    tests = re.findall(r"(?<!continued}}) \\\\$", result.to_latex("tests"), re.M)
    assert len(tests) == m * l * (l - 1) // 2 + 1


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("l", [2, 3, 6])
def test_one_or_two_data_sets(l, n):
    rng = np.random.default_rng(n)
    values = {f"a{i}": rng.normal(size=(n, 2)) for i in range(l)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "min"})
    assert result.verdict.startswith("Nothing is shown")
    assert f"{n} data set" in result.summary()
    assert "too few for an interval" in result.summary() or l > 2


@pytest.mark.parametrize("l", [2, 3, 5, 12])
def test_identical_algorithms_are_never_separated(l):
    x = np.random.default_rng(1).normal(size=(10, 2))
    result = js.compare_algorithms(
        {f"a{i}": x for i in range(l)}, measures={"x": "max", "y": "min"}
    )
    assert result.verdict.startswith("Nothing is shown") and not result.wins
    made = {f"a{i}": x for i in range(l)}
    equal = js.compare_algorithms(made, measures={"x": "max", "y": "min"}, ties="equal")
    if l == 2:
        assert equal.verdict.startswith("Shown: a0 and a1 are equal on both measures, on most data")
    assert all(row.claim == "outcome_most_data_sets" and row.winner is None for row in equal.wins)
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
    assert body(result.joint["pareto"]) == body(
        js.pareto_test(made, prior_strength=2, p_adjust="BH")
    )
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


FAR = {
    "alpha": 0.1, "p_adjust": "BH", "rule": "probability", "prior_strength": 2.5, "rng": 3,
    "normal": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("names", "options"),
    [
        ("AB", {}),
        ("AB", FAR | {"ties": "equal", "ess": 3.0}),
        ("AB", {"prior": [0.5, 1.0, 0.25, 0.25], "ties": "split"}),
        ("ABC", {"ties": "equal"}),
        ("ABC", FAR | {"control": "B", "prior": "imprecise"}),
    ],
)
def test_each_part_is_what_its_own_call_gives(names, options):
    values = np.random.default_rng(7).normal(size=(12, 2, 3)).round(1)
    values[:, :, 0] += 0.7
    made = js.results_table(
        {name: values[:, :, i] for i, name in enumerate(names)}, measures={"x": "max", "y": "min"}
    )
    result = js.compare_algorithms(made, **options)
    parts = [*result.joint.values(), *result.pairs.values(), *result.normal.values()]
    assert len(parts) >= 4 and len(result.normal) == 2 * options.get("normal", False)
    for part in parts:
        call = dict(part.call)
        alone = getattr(js, call.pop("function"))(made, **call)
        assert alone.to_dict() == part.to_dict()
    asked = [(k, v) for part in parts for k, v in part.call.items() if k in options]
    assert all((k, v) in asked for k, v in options.items() if k != "normal")


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
    made = js.results_table(
        {name: values[:, :, i] for i, name in enumerate("ABC")}, measures={"x": "max", "y": "min"}
    )
    result = js.compare_algorithms(made, control="B", prior="uniform", normal=True)
    said = [text for text in result.warnings if ": " in text]
    by_end = {text.split(": ", 1)[1]: text.split(": ", 1)[0] for text in said}
    of_p = next(end for end in by_end if "exact p-value is conservative if ties say nothing" in end)
    shared = next(end for end in by_end if end.startswith("1 of 12 data sets has ties"))
    massive = next(end for end in by_end if end.startswith("The prior's mass (36"))
    assert of_p == shared  # the longer text stands for both tests
    assert by_end[shared] == "Complete orderings, who is best and where B is best"
    assert by_end[massive].startswith("Complete orderings")
    known = {*js.bayes_test(made, prior="uniform").warnings, *js.glrt_test(made).warnings}
    assert {of_p, shared, massive} <= known
    two = js.compare_algorithms(made.select(algorithms=["A", "B"]))
    recorded = [text for text in two.warnings if text.startswith("Some results are the same nu")]
    assert "(x on 1 of 12 data sets)" in recorded[0]
    assert {*two.warnings} - {*recorded} <= {
        *two.joint["glrt"].warnings, *two.joint["bayes"].warnings, *two.joint["network"].warnings
    }  # fmt: skip


def test_cautions_about_means_say_so():
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[:, 1] = 1 - values[:, 0]
    made = js.results_table(
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
    assert said(result, "Is a0 the best of all? The most frequent answer is ")
    assert not said(js.compare_algorithms(ladder([2, 1, 0], noise=0.05)), "the best of all?")


def test_the_call_repeats_the_choice_of_measures():
    chosen = js.compare_algorithms(js.load_dataset("example1"), on=["time"])
    assert chosen.call["on"] == ["time"]
    assert js.compare_algorithms(js.load_dataset("example1")).call["on"] is None
