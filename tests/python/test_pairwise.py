"""Every pair of algorithms: the papers' matrices, adjusted p-values, cases, control."""

from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.evidence import multiplicity
from jointstats.joint import pairwise

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
WAYS = {"x": "max", "y": "min"}


def table(seed, l, n=20, *, step=0.0, fail=0.0, **keywords):
    """Random results; each algorithm is ahead of the next by `step` on every measure."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, 2, l)) - step * np.arange(l)
    values[:, 1] *= -1
    values[rng.random(values.shape) < fail] = np.nan
    return js.results_table({f"a{i}": values[:, :, i] for i in range(l)}, measures=WAYS, **keywords)


@pytest.mark.parametrize("method", multiplicity.METHODS)
@pytest.mark.parametrize("test", ["glrt", "sign"])
def test_adjusted_p_values(test, method):
    # adjust_p_values itself is pinned to R's p.adjust in test_separate.py.
    result = js.pairwise_tests(table(5, 5, step=0.4), test=test, p_adjust=method)
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in result.pairs], method)
    assert [row["p_adjusted"] for row in result.pairs] == adjusted.tolist()
    assert result.p_adjust == method
    for row in result.pairs:
        if row["p_adjusted"] > 0.05:
            assert row["winner"] is None


def test_probabilities_are_not_adjusted_but_their_errors_add_up():
    result = js.pairwise_tests(table(7, 6, step=0.6), test="bayes", p_adjust="bonferroni")
    decided = [row["probability"] for row in result.pairs if row["decided"]]
    assert result.p_adjust == "none"
    assert "p_adjusted" not in result.pairs[0]
    assert all(row.decisive >= 0.975 for row in result.pairs if row.decided)
    assert result.expected_wrong == pytest.approx(sum(1 - p for p in decided))
    assert result.verdict == (
        f"{len(decided)} of 15 pairs reach P ≥ 0.975 with the least favourable prior worth 1 data "
        "set, each pair by itself."
    )
    network = js.pairwise_tests(table(7, 3, step=0.6), test="network")
    assert network.verdict.endswith("P ≥ 0.95, each pair by itself.")
    assert "shown" not in network.verdict


@pytest.mark.parametrize("test", ["glrt", "bayes", "sign", "wilcoxon"])
def test_a_control_is_compared_with_each_other_one(test):
    made = table(9, 4, step=0.4)
    result = js.pairwise_tests(made, test=test, control="a2")
    assert list(dict.fromkeys((row["a"], row["b"]) for row in result.pairs)) == [
        ("a2", "a0"), ("a2", "a1"), ("a2", "a3"),
    ]  # fmt: skip
    matrix = result.matrix()
    assert (list(matrix.index), list(matrix.columns)) == (["a2"], ["a0", "a1", "a3"])
    assert all(matrix.loc["a2"])
    # Fewer tests, less correction: 3 p-values instead of 6.
    if test == "glrt":
        assert [row["p_adjusted"] for row in result.pairs] == multiplicity.adjust_p_values(
            [row["p_value"] for row in result.pairs]
        ).tolist()


def gaps():
    """Complete for everybody on "d1" and "d2"; A and B alone also have "d3", C has "d4" with A."""
    nan = float("nan")
    return pd.DataFrame(
        {"A": [1, 2, 3, 4.0], "B": [2, 1, 5, nan], "C": [0, 0, nan, 9.0]},
        index=["d1", "d2", "d3", "d4"],
    )


def test_common_cases_and_each_pairs_own():
    keywords = {"measures": {"m": "max"}, "missing": "drop", "test": "sign"}
    common = js.pairwise_tests(gaps(), cases="common", **keywords)
    assert [(row["n"], row["wins_a"], row["wins_b"]) for row in common.pairs] == [
        (2, 1, 1), (2, 2, 0), (2, 2, 0),
    ]  # fmt: skip
    assert (common.n, common.n_dropped) == (2, 2)
    own = js.pairwise_tests(gaps(), **keywords)
    assert [(row["n"], row["wins_a"], row["wins_b"]) for row in own.pairs] == [
        (3, 1, 2), (3, 2, 1), (2, 2, 0),
    ]  # fmt: skip
    assert own.to_dict()["cases"] == "pairwise"


def test_own_cases_reach_the_joint_tests_and_a_table_as_well():
    made = js.results_table(gaps(), measures={"m": "max"}, missing="drop")
    for test in ("glrt", "bayes"):
        own = js.pairwise_tests(made, test=test, cases="pairwise")
        assert [row["n"] for row in own.pairs] == [3, 3, 2]
        assert [row["n"] for row in js.pairwise_tests(made, test=test).pairs] == [2, 2, 2]


def no_common_case():
    """Three algorithms on six data sets, each of which lacks one; the last lacks two."""
    values = np.array([[1, 2, np.nan], [3, 1, np.nan], [2, np.nan, 1], [np.nan, 2, 1],
                       [5, 4, np.nan], [1, np.nan, np.nan]])  # fmt: skip
    return js.results_table(
        {name: values[:, [i]] for i, name in enumerate("ABC")},
        measures={"x": "max"},
        missing="drop",
    )


@pytest.mark.parametrize("test", ["glrt", "bayes", "sign", "wilcoxon", "network"])
def test_own_cases_need_no_data_set_that_all_algorithms_share(test):
    made = no_common_case()
    assert (made.n, made.n_dropped) == (0, 6)
    result = js.pairwise_tests(made, test=test, cases="pairwise")
    found = {(row["a"], row["b"]): (row["n"], row["n_dropped"]) for row in result.pairs}
    assert found == {("A", "B"): (3, 3), ("A", "C"): (1, 5), ("B", "C"): (1, 5)}
    assert (result.n, result.n_dropped) == (5, 1)  # the last serves no pair
    assert "1 to 3 data sets; 0 are complete for all" in result.warnings[0]
    assert "5 of 6 data sets (1 to 3 for each pair)" in result.summary()
    assert js.pairwise_tests(made, test=test, cases="pairwise", control="C").n == 2


def test_without_common_data_sets_every_other_test_names_the_first_gap_and_the_cure():
    made = no_common_case()
    tests = [partial(js.pairwise_tests, test="bayes"), js.bayes_test, js.friedman_test,
             js.manova_test, js.mardia_test, js.learn_measures]  # fmt: skip
    for test in tests:
        with pytest.raises(errors.MissingValuesError, match=r'x of C on "1".*cases="pairwise"'):
            test(made)
    assert [row.n for row in js.sign_test(made).tests] == [3, 1, 1]
    with pytest.raises(errors.MissingValuesError, match='x of C on "1"'):
        js.bayes_test(made.select(algorithms=["B", "C", "A"]).select(["B", "C"]))
    for test in (js.compare_algorithms, js.leaderboard):
        own = test(made)
        assert (own.n, own.n_dropped) == (5, 1)  # the last serves no pair
    assert [row.n for row in js.compare_algorithms(made).pairs] == [3, 1, 1]
    alone = np.where(np.eye(3), np.nan, 1.0)[:, :2]  # no two algorithms on one data set
    with pytest.raises(errors.MissingValuesError, match="No data set remains: all 2"):
        js.results_table(
            {"A": alone[:2, [0]], "B": alone[:2, [1]]}, measures={"x": "max"}, missing="drop"
        )


def test_failed_runs_of_a_pair_are_ties_of_the_joint_tests():
    nan = float("nan")
    values = {"A": [nan, 1, 3.0], "B": [nan, 2, nan], "C": [1, 3, 2.0]}
    keywords = {"measures": {"m": "max"}, "missing": "worst"}
    common = js.pairwise_tests(values, test="glrt", **keywords)
    assert [row["n"] for row in common.pairs] == [3, 3, 3]
    whole = js.statement_counts(values, **keywords)
    marginal = js.pairwise_tests(whole, test="glrt")
    assert [row["p_value"] for row in marginal.pairs] == [row["p_value"] for row in common.pairs]
    without = js.glrt_test({name: values[name] for name in "AB"}, **keywords)
    assert (without.n, without.p_value) == (3, common.pairs[0]["p_value"])


def test_counts_give_the_same_pairs_as_the_table():
    made = table(11, 4, n=21, step=0.6)
    for test in ("glrt", "bayes"):
        direct = js.pairwise_tests(made, test=test)
        counted = js.pairwise_tests(js.statement_counts(made), test=test)
        for one, two in zip(direct.pairs, counted.pairs, strict=True):
            assert one["order"] == two["order"]
            value = "p_value" if test == "glrt" else "probability"
            assert one[value] == pytest.approx(two[value], rel=1e-12)


def test_counts_are_of_the_algorithms_and_measures_that_are_named():
    made = table(11, 4, n=21, step=0.6)
    (measure, *_), (_, a, _, b) = made.measures, made.algorithms
    found = js.pairwise_tests(js.statement_counts(made), test="glrt", only=[b, a], on=[measure])
    same = js.pairwise_tests(made.select([b, a], [measure]), test="glrt")
    assert (found.algorithms, list(found.measures)) == ((b, a), [measure])
    (one,), (two,) = found.pairs, same.pairs
    assert (one.a, one.b, one.count, one.p_value) == (two.a, two.b, two.count, two.p_value)
    with pytest.raises(errors.OptionError, match="rope has no meaning for counts"):
        js.pairwise_tests(js.statement_counts(made), test="glrt", rope=0.1)


def test_the_winner_is_better_on_every_measure():
    values = {"A": [[9, 1.0]] * 12, "B": [[1, 9.0]] * 12, "C": [[1, 10.0]] * 12}
    result = js.pairwise_tests(values, measures=WAYS, test="glrt")
    by_pair = {(row["a"], row["b"]): row for row in result.pairs}
    assert by_pair["A", "B"]["winner"] == "A"
    trade_off = js.pairwise_tests(
        {"A": [[9, 9.0]] * 12, "B": [[1, 1.0]] * 12}, measures=WAYS, test="glrt"
    ).pairs[0]
    assert trade_off["decided"]
    assert (trade_off["better"], trade_off["winner"]) == (None, None)
    assert trade_off["statement"] == "A is better than B on x, worse on y"


def test_the_matrix_reads_from_row_to_column():
    result = js.pairwise_tests(table(3, 4, step=1.5), test="glrt")
    matrix = result.matrix()
    assert (list(matrix.index), list(matrix.columns)) == (["a0", "a1", "a2"], ["a1", "a2", "a3"])
    assert matrix.loc["a1", "a1"] == ""
    for row in result.pairs:
        cell = matrix.loc[row["a"], row["b"]]
        signs = "".join(">" if row["order"][m][0] == row["a"] else "<" for m in WAYS)
        assert cell.split()[0] == signs
        assert cell.endswith("*") == row["decided"]
    text = result.summary()
    assert "> row better, < column better, on x, y in this order" in text
    tie = js.pairwise_tests({"A": [1, 2.0], "B": [2, 1.0]}, measures={"m": "max"}, test="bayes")
    assert tie.matrix().loc["A", "B"] == "even"


def test_no_false_certainty_in_the_matrix():
    values = {"A": np.arange(60.0), "B": np.arange(60.0) - 1}  # P = 1 - 1e-19, p = 2^-59
    sure = js.pairwise_tests(values, measures={"m": "max"}, test="bayes")
    assert sure.matrix().loc["A", "B"] == "> >.9999*"
    tiny = js.pairwise_tests(values, measures={"m": "max"}, test="glrt")
    assert tiny.matrix().loc["A", "B"] == "> <.001*"
    open_ = js.pairwise_tests({"A": [1.0], "B": [0.0]}, measures={"m": "max"}, test="glrt")
    assert open_.matrix().loc["A", "B"] == "> 1.000"


def test_options_reach_the_test():
    made = table(4, 3, step=0.8)
    result = js.pairwise_tests(
        made, test="bayes", prior="imprecise", prior_strength=2, on=["x"], alpha=0.2
    )
    alone = js.bayes_test(
        made.select(algorithms=["a0", "a1"]), prior="imprecise", prior_strength=2, on=["x"]
    )
    assert result.pairs[0]["probability"] == alone.probability_lower > 0.5  # which decides
    assert result.pairs[0]["probability_upper"] == alone.statements[0]["probability_upper"]
    assert result.pairs[0]["probability_lower"] is None
    assert result.call["prior"] == "imprecise"


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"test": "t"}, errors.OptionError, '"bayes"'),
        ({"control": "a9"}, errors.ColumnError, '"a9"'),
        ({"only": ["a0"]}, errors.AlgorithmError, "two"),
        ({"typo": 1}, errors.OptionError, "typo has no meaning"),
        ({"test": "sign", "prior": "jeffreys"}, errors.OptionError, "prior has no meaning"),
        ({"rope": {"x": 1}}, errors.OptionError, "when the table is made"),
        ({"test": "sign", "level": 2}, errors.OptionError, "level must be"),
        ({"test": "hotelling", "permutation": "x"}, errors.OptionError, "must be True or False"),
        ({"test": "hotelling", "form": "t"}, errors.OptionError, 'for .*test="hotelling"'),
    ],
)
def test_each_mistake_has_its_sentence(keywords, error, words):
    with pytest.raises(error, match=words):
        js.pairwise_tests(table(1, 3), **{"test": "bayes", **keywords})


def test_a_test_must_be_named():
    tests = '"bayes", "glrt", "network", "sign", "wilcoxon" or "hotelling"'
    with pytest.raises(errors.OptionError) as caught:
        js.pairwise_tests(table(1, 3))
    assert str(caught.value) == (
        f"Name the test of each pair, test=: {tests}. compare_algorithms has the claims of all "
        "pairs, with one error rate."
    )
    with pytest.raises(errors.OptionError, match='"claims"'):
        js.pairwise_tests(table(1, 3), test="claims")


@pytest.mark.parametrize("permutation", [False, True])
def test_hotelling_of_many_pairs_equals_hotelling_of_each(permutation):
    made = table(3, 5, n=12, step=0.3)
    settings = {"permutation": permutation, "rng": 5} if permutation else {}
    result = js.pairwise_tests(made, test="hotelling", **settings)
    assert [(row["a"], row["b"]) for row in result.pairs] == list(combinations(made.algorithms, 2))
    n_clear = 0
    for row in result.pairs:
        alone = js.hotelling_test(made.select(algorithms=[row["a"], row["b"]]), **settings)
        assert row["p_value"] == pytest.approx(alone.p_value, rel=1e-12)
        assert row["statistic"] == pytest.approx(alone.statistic, rel=1e-12)
        assert row["order"] == {one["measure"]: sorted(
            [row["a"], row["b"]], key=lambda name, one=one: name != one["better"]
        ) for one in alone.tests}  # fmt: skip
        assert row["clear"] == all(one["winner"] == row["better"] for one in alone.tests)
        n_clear += row["clear"]
    assert 0 < n_clear < len(result.pairs)


def test_hotelling_of_190_pairs_is_one_batch(monkeypatch):
    made, batches = table(4, 20, n=30, step=0.1), []

    def spread(answer, tasks, n_jobs, unit):
        batches.extend(tasks)
        return [answer(*task) for task in tasks]

    monkeypatch.setattr(pairwise, "spread", spread)
    assert len(js.pairwise_tests(made, test="hotelling").pairs) == 190
    assert [len(batch) for _, _, batch, *_ in batches] == [190]
