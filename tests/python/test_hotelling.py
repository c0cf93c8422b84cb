"""Hotelling's test of tables and folds: R's numbers by name, mirrors, and clear refusals."""

import inspect

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import NORMAL_THEORY, quiet

import jointstats as js
from jointstats.base import declare
from jointstats.evidence import multiplicity
from jointstats.interfaces.cli import main
from jointstats.means import kernel_rank


def ways(p, direction="max"):
    return {f"m{j + 1}": direction for j in range(p)}


def table(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return js.results_table({"A": a, "B": b}, measures=ways(a.shape[1]))


def folds(runs=2, k=5, p=2, seed=1):
    """A long frame of repeated cross-validation: two algorithms, p measures."""
    rng = np.random.default_rng(seed)
    rows = [
        {"run": r, "fold": f, "method": a, **{f"m{j + 1}": x for j, x in enumerate(rng.random(p))}}
        for r in range(1, runs + 1)
        for f in range(1, k + 1)
        for a in "AB"
    ]
    return pd.DataFrame(rows)


def fold_roles(p=2):
    return {"run": "run", "fold": "fold", "algorithm": "method", "measures": ways(p)}


def equals_r(result, case):
    """Every number of a result that R computed, too."""
    found = [result.statistic, result.f, result.df1, result.df2, result.p_value]
    np.testing.assert_allclose(
        found, [case[key] for key in ("t2", "f", "df1", "df2", "p_value")], rtol=1e-9
    )
    np.testing.assert_allclose(list(result.direction.values()), case["weights"], rtol=1e-9)
    np.testing.assert_allclose(result.region["radii"], case["radii"], rtol=1e-9)
    for ours, theirs in (("t", "t"), ("p_value", "t_p"), ("low", "lower"), ("high", "upper")):
        rows = [row[ours] for row in result.tests]
        np.testing.assert_allclose(rows, case[theirs], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", NORMAL_THEORY["paired"])
def test_paired_equals_r(name):
    case = NORMAL_THEORY["paired"][name]
    equals_r(js.hotelling_test(table(case["x"], case["y"])), case)


@pytest.mark.parametrize("name", NORMAL_THEORY["two_sample"])
def test_two_samples_of_different_sizes_equal_r(name):
    case = NORMAL_THEORY["two_sample"][name]
    samples = {"A": case["x"], "B": case["y"]}
    result = js.hotelling_test(samples, form="two-sample", measures=ways(len(case["t"])))
    assert result.sizes == {"A": len(case["x"]), "B": len(case["y"])}
    equals_r(result, case)
    long = pd.concat([pd.DataFrame(x).assign(who=name) for name, x in samples.items()])
    long.columns = [*ways(len(case["t"])), "who"]
    again = js.hotelling_test(
        long, form="two-sample", algorithm="who", measures=ways(len(case["t"]))
    )
    assert again.statistic == pytest.approx(result.statistic, rel=1e-12)


@pytest.mark.parametrize(
    "name", [name for name, case in NORMAL_THEORY["one_sample"].items() if not case["ratio"]]
)
def test_one_sample_equals_r(name):
    case = NORMAL_THEORY["one_sample"][name]
    measures = ways(len(case["mean"]))
    mean = dict(zip(measures, case["mean"], strict=True))
    result = js.hotelling_test({"A": case["x"]}, form="one-sample", mean=mean, measures=measures)
    equals_r(result, case)
    assert result.algorithms == ("A",)
    assert result.summary().count("  differs\n") == sum(row.decided for row in result.tests)


def test_the_corrected_test_of_folds_equals_r():
    case = NORMAL_THEORY["one_sample"]["corrected"]
    x = np.array(case["x"]) - case["mean"]
    rows = [
        {"fold": i, "who": who, **dict(zip(ways(x.shape[1]), sign * row, strict=True))}
        for i, row in enumerate(x)
        for who, sign in (("A", 1), ("B", 0))
    ]
    result = quiet(
        js.hotelling_test, pd.DataFrame(rows), fold="fold", algorithm="who",
        measures=ways(x.shape[1]), correction="nadeau-bengio", test_train_ratio=case["ratio"],
    )  # fmt: skip
    moved = {key: np.array(case[key]) - case["mean"] for key in ("lower", "upper")}
    equals_r(result, case | moved)
    assert result.effective_n == pytest.approx(1 / (1 / len(x) + case["ratio"]))
    assert (result.cases, result.n, result.test_train_ratio) == ("fold", len(x), case["ratio"])


@pytest.mark.parametrize("name", NORMAL_THEORY["flips"])
def test_sign_flips_by_enumeration_elsewhere(name):
    case = NORMAL_THEORY["flips"][name]
    d = np.array(case["x"])
    result = js.hotelling_test(table(d, np.zeros_like(d)), permutation=True)
    assert result.p_value == result.p_value_sign_flip == pytest.approx(case["p_value"], rel=1e-12)
    assert (result.method, result.mcse) == ("exact", 0.0)
    assert result.p_value_normal != result.p_value


def test_random_sign_flips_repeat_from_the_seed_that_the_result_keeps():
    rng = np.random.default_rng(4)
    values = table(rng.normal(size=(30, 2)), rng.normal(size=(30, 2)))
    first = js.hotelling_test(values, permutation=True, draws=499)
    again = js.hotelling_test(values, permutation=True, draws=499, rng=first.seed)
    assert again.p_value == first.p_value
    assert first.method == "monte_carlo" and first.mcse > 0


# --- Mirrors --------------------------------------------------------------------------------------

seeds = st.integers(0, 2**16)
few = settings(max_examples=15, deadline=None)


@few
@given(seeds)
def test_swapping_the_algorithms_mirrors_the_result(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 12, 3))
    one, two = js.hotelling_test(table(a, b)), js.hotelling_test(
        js.results_table({"B": b, "A": a}, measures=ways(3))
    )  # fmt: skip
    assert two.statistic == pytest.approx(one.statistic, rel=1e-9)
    for x, y in zip(one.tests, two.tests, strict=True):
        assert y["mean_difference"] == pytest.approx(-x["mean_difference"], rel=1e-9)
        assert (y["low"], y["high"]) == pytest.approx((-x["high"], -x["low"]), rel=1e-9)
        assert (y["better"], y["winner"]) == (x["better"], x["winner"])


@few
@given(seeds)
def test_the_order_and_the_direction_of_rows_and_measures_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 10, 3))
    rows, columns, turn = rng.permutation(10), rng.permutation(3), np.array([1.0, -1.0, 1.0])
    one = js.hotelling_test(table(a, b))
    names = [f"m{j + 1}" for j in columns]
    values = {who: (x * turn)[rows][:, columns] for who, x in (("A", a), ("B", b))}
    two = js.hotelling_test(values, measures={m: "min" if m == "m2" else "max" for m in names})
    assert two.statistic == pytest.approx(one.statistic, rel=1e-9)
    better = {row["measure"]: row["better"] for row in one.tests}
    assert {row["measure"]: row["better"] for row in two.tests} == better
    for name, sign in zip(better, turn, strict=True):
        assert two.direction[name] == pytest.approx(sign * one.direction[name], rel=1e-8)


def test_the_shadow_of_an_ellipsoid_has_the_width_of_the_intervals():
    a, b = np.random.default_rng(3).normal(size=(2, 14, 3))
    result = js.hotelling_test(table(a, b))
    shadow = result.ellipse(["m3", "m1"], points=3601)
    low, high = shadow.min(axis=0), shadow.max(axis=0)
    expected = {row["measure"]: (row["low"], row["high"]) for row in result.tests}
    assert (low[0], high[0]) == pytest.approx(expected["m3"], rel=1e-5)
    assert (low[1], high[1]) == pytest.approx(expected["m1"], rel=1e-5)


# --- Redundant measures and refusals --------------------------------------------------------------


def test_redundant_measures_are_named_and_change_nothing():
    rng = np.random.default_rng(5)
    a, b = rng.random((2, 12, 2))
    plain = js.hotelling_test(table(a, b))
    wide = [np.column_stack([x, 1 - x[:, 0], x.mean(axis=1)]) for x in (a, b)]
    with pytest.warns(js.JointStatsWarning, match="m3 = 1 − m1") as caught:
        full = js.hotelling_test(table(*wide))
    assert "m4 = 0.5 m1 + 0.5 m2" in str(caught[0].message)
    assert (full.statistic, full.df1, full.p_value) == pytest.approx(
        (plain.statistic, 2, plain.p_value), rel=1e-9
    )
    assert full.warnings and [row["measure"] for row in full.redundant] == ["m3", "m4"]
    assert full.direction["m3"] == 0


def test_a_sum_that_is_constant_within_folds_only_is_redundant_in_the_differences():
    # tp + fn is the number of positives in a fold: the same for both algorithms, not for all folds.
    rng = np.random.default_rng(6)
    positives = rng.integers(20, 30, size=9)
    tp = rng.integers(10, 20, size=(2, 9))
    a, b = (np.column_stack([t, positives - t]).astype(float) for t in tp)
    result = quiet(js.hotelling_test, table(a, b))
    assert [vars(row) for row in result.redundant] == [
        {"measure": "m2", "because": "its differences are −m1 of the differences"}
    ]
    same = quiet(js.hotelling_test, table(np.c_[a, positives], np.c_[b, positives]))
    assert "do not differ on it in any data set" in same.redundant[1]["because"]


def test_a_measure_that_is_redundant_but_for_rounding_is_pointed_out():
    a, b = np.random.default_rng(7).random((2, 20, 2)).round(4)
    wide = [np.column_stack([x, (1 - x[:, 0]).round(3)]) for x in (a, b)]
    with pytest.warns(js.JointStatsWarning, match="m3 is nearly determined"):
        result = js.hotelling_test(table(*wide))
    assert result.df1 == 3


@pytest.mark.parametrize("left, names", [(0.0095, "m2 is nearly"), (0.0105, None)])
def test_nearly_redundant_is_what_the_others_leave_a_hundredth_of(left, names):
    differences = np.array([[1, 1], [-1, -1], [0, left], [0, -left]])
    said = quiet(js.hotelling_test, table(differences, np.zeros((4, 2)))).warnings
    assert [text.startswith(names) for text in said] == ([True] if names else [])


def test_each_degenerate_table_has_its_own_sentence():
    a = np.random.default_rng(8).random((6, 2))
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError, match="A and B have the same results"):
        js.hotelling_test(table(a, a))
    with pytest.raises(
        kernel_rank.TooFewCasesError, match="2 data sets are too few for 2 measures"
    ):
        js.hotelling_test(table(a[:2], a[2:4]))
    with pytest.raises(kernel_rank.ConstantDifferenceError, match="same amount in every case"):
        js.hotelling_test(table(np.c_[a[:, 0] + 1, a[:, 1]], np.c_[a[:, 0], a[::-1, 1]]))
    three = js.results_table({x: a + i for i, x in enumerate("ABC")}, measures=ways(2))
    with pytest.raises(js.errors.AlgorithmError, match="the table has 3"):
        js.hotelling_test(three)
    failed = js.results_table(
        {"A": a, "B": np.where(a > a.max() - 1e-9, np.nan, a)}, measures=ways(2), missing="worst"
    )
    with pytest.raises(js.errors.MissingValuesError, match="needs values"):
        js.hotelling_test(failed)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mean": {"m1": 0}}, "one-sample"),
        ({"form": "one-sample", "only": ["A"]}, "mean"),
        ({"correction": "nadeau-bengio"}, "folds of one data set"),
        ({"test_train_ratio": 0.1}, "correction"),
        ({"form": "two-sample", "permutation": True}, "Sign flips"),
        ({"of": "iris"}, "of cannot be changed in a test of a results table"),
    ],
)
def test_options_that_do_not_go_together(options, words):
    a, b = np.random.default_rng(9).random((2, 8, 2))
    with pytest.raises(js.errors.OptionError, match=words):
        js.hotelling_test(table(a, b), **options)


# --- Folds ----------------------------------------------------------------------------------------


def test_folds_are_paired_by_run_and_fold_whatever_the_order_of_rows():
    frame = folds()
    one = quiet(js.hotelling_test, frame, **fold_roles())
    two = quiet(js.hotelling_test, frame.sample(frac=1, random_state=3), **fold_roles())
    assert two.statistic == pytest.approx(one.statistic, rel=1e-9)
    assert "overlap" in one.warnings[0] and "heuristic" not in one.warnings[0]
    corrected = quiet(js.hotelling_test, frame, correction="nadeau-bengio", **fold_roles())
    assert "heuristic" in corrected.warnings[0]
    assert corrected.p_value > one.p_value


def test_an_incomplete_grid_is_named():
    frame = folds(runs=2, k=5).drop(index=[6, 7])  # run 1, fold 4
    with pytest.raises(js.errors.MissingValuesError, match='run "1", fold "4"'):
        js.results_table(frame, **fold_roles())
    loose = js.results_table(frame, missing="drop", **fold_roles())
    assert loose.n == 9 and loose.absent() == [("1", "4")]
    with pytest.raises(js.errors.MissingValuesError, match="every run needs"):
        js.hotelling_test(loose, correction="nadeau-bengio")
    numbered = folds(runs=4, k=3).assign(fold=np.repeat(np.arange(12), 2))
    with pytest.raises(js.errors.MissingValuesError, match="numbered alike"):
        js.results_table(numbered, **fold_roles())
    blank = folds()
    blank.loc[2, "m1"] = np.nan
    with pytest.raises(js.errors.MissingValuesError, match="run 1, fold 2"):
        js.results_table(blank, **fold_roles())


def test_one_data_set_is_picked_from_several():
    both = pd.concat([folds(seed=s).assign(data=name) for s, name in enumerate(["iris", "wine"])])
    with pytest.raises(js.errors.ColumnError, match=r"there are 2 .*of="):
        js.results_table(both, dataset="data", **fold_roles())
    picked = js.results_table(both, dataset="data", of="wine", **fold_roles())
    assert (picked.of, picked.n, picked.n_runs, picked.n_folds) == ("wine", 10, 2, 5)
    np.testing.assert_array_equal(
        picked.values, js.results_table(folds(seed=1), **fold_roles()).values
    )
    result = quiet(js.hotelling_test, both, dataset="data", of="wine", **fold_roles())
    assert result.of == "wine"


def test_awkward_names_of_runs_folds_and_columns():
    frame = folds().rename(columns={"run": "run and fold", "m1": "run and fold'", "fold": "%"})
    frame["run and fold"] = frame["run and fold"].map({1: "1", 2: "1, fold 2"})
    frame["%"] = frame["%"].map({1: "2, fold 3", 2: "3", 3: 'a"b', 4: "ü", 5: "NA"})
    made = js.results_table(
        frame, run="run and fold", fold="%", algorithm="method",
        measures={"run and fold'": "max", "m2": "min"},
    )  # fmt: skip
    plain = js.results_table(folds(), **fold_roles())
    np.testing.assert_array_equal(made.values, plain.values)
    assert len(set(made.datasets)) == 10 and set(made.runs) == {"1", "1, fold 2"}


@pytest.mark.warns(r"The \d+ rows are folds")
def test_a_fold_table_stays_one_when_algorithms_or_measures_are_selected():
    made = js.results_table(folds(), **fold_roles())
    chosen = made.select(algorithms=["B", "A"], measures=["m2"])
    assert isinstance(chosen, js.FoldTable) and chosen.runs == made.runs
    assert js.sign_test(chosen).n == 10


# --- Every pair -----------------------------------------------------------------------------------


def several(shifts=(0.0, 0.1, 3.0), n=20, seed=11):
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(n, 2))
    values = {
        name: base + rng.normal(shift, 1, size=(n, 2))
        for name, shift in zip("ABC", shifts, strict=True)
    }
    return js.results_table(values, measures={"m1": "max", "m2": "min"})


def test_pairwise_tests_are_hotelling_tests_adjusted_for_their_number():
    whole = several()
    result = js.pairwise_tests(whole, test="hotelling")
    alone = [js.hotelling_test(whole, only=pair) for pair in (["A", "B"], ["A", "C"], ["B", "C"])]
    p = [one.p_value for one in alone]
    assert [row["p_value"] for row in result.pairs] == pytest.approx(p, rel=1e-12)
    assert [row["p_adjusted"] for row in result.pairs] == pytest.approx(
        multiplicity.adjust_p_values(p, "holm"), rel=1e-12
    )
    # C has the higher mean on both measures: better on one, worse on the other, so nobody wins.
    row = result.pairs[1]
    assert row["order"] == {"m1": ["C", "A"], "m2": ["A", "C"]} and row["decided"]
    assert (row["better"], row["winner"]) == (None, None)
    assert "C is better than A on m1, worse on m2 in the mean" in result.summary()
    assert result.matrix().loc["A", "C"].startswith("<> ")
    control = js.pairwise_tests(whole, test="hotelling", control="C")
    assert [(row["a"], row["b"]) for row in control.pairs] == [("C", "A"), ("C", "B")]


def test_a_winner_is_better_on_every_measure_alone():
    whole = several()
    up = js.results_table(
        {name: whole.values[:, :, i] for i, name in enumerate("ABC")}, measures=ways(2)
    )
    rows = js.pairwise_tests(up, test="hotelling").pairs
    assert [row["winner"] for row in rows] == [None, "C", "C"]
    assert all(row["clear"] for row in rows[1:])


def test_pairs_that_cannot_be_told_apart_or_tested():
    values = np.random.default_rng(12).normal(size=(9, 2))
    step = np.array([0.5, 0.0])
    made = js.results_table({"A": values, "B": values, "C": values + step}, measures=ways(2))
    result = js.pairwise_tests(made, test="hotelling")
    assert result.pairs[0]["order"] is None and result.pairs[0]["p_value"] == 1.0
    assert result.matrix().loc["A", "B"] == "even"
    assert "same amount" in result.pairs[1]["reason"] and not result.pairs[1]["decided"]
    assert result.matrix().loc["A", "C"].startswith("<= ")
    with pytest.raises(kernel_rank.TooFewCasesError, match="2 data sets are too few"):
        js.pairwise_tests(table(values[:2], values[2:4]), test="hotelling")
    with pytest.raises(js.errors.OptionError, match="needs values"):
        js.pairwise_tests(js.statement_counts(several()), test="hotelling")


def test_pairs_of_folds_can_be_corrected_and_pairs_flipped():
    frame = folds(runs=2, k=5)
    one = quiet(js.hotelling_test, frame, correction="nadeau-bengio", **fold_roles())
    many = js.pairwise_tests(frame, test="hotelling", correction="nadeau-bengio", **fold_roles())
    assert many.pairs[0]["p_value"] == pytest.approx(one.p_value, rel=1e-12)
    whole = several(n=10)
    flipped = js.pairwise_tests(whole, test="hotelling", permutation=True)
    exact = js.hotelling_test(whole, only=["A", "B"], permutation=True)
    assert flipped.pairs[0]["p_value"] == exact.p_value


def test_flips_of_pairs_take_rounding_for_no_difference():
    """A measure of a million that differs in its last bits only changes no p-value."""
    rng = np.random.default_rng(3)
    values = {name: rng.normal(i, 1, size=(9, 1)) for i, name in enumerate("AB")}
    alone = js.pairwise_tests(
        js.results_table(values, measures=ways(1)), test="hotelling", permutation=True
    )
    noise = {name: 1e6 + 1e-10 * rng.integers(-3, 4, size=(9, 1)) for name in "AB"}
    both = {name: np.hstack([values[name], noise[name]]) for name in "AB"}
    assert (both["A"][:, 1] != both["B"][:, 1]).any()
    result = js.pairwise_tests(
        js.results_table(both, measures=ways(2)), test="hotelling", permutation=True
    )
    assert result.pairs[0].p_value == alone.pairs[0].p_value


@pytest.mark.parametrize("name", ["sign_test", "wilcoxon_test", "bayes_test", "compare_algorithms"])
def test_folds_are_no_data_sets_to_tests_of_independent_rows(name):
    made = js.results_table(folds(k=6), **fold_roles())
    with pytest.warns(js.JointStatsWarning, match="12 rows are folds of one data set"):
        getattr(js, name)(made)


def test_tests_that_allow_for_folds_do_not_warn_of_them(recwarn):
    js.hotelling_test(js.results_table(folds(k=6), **fold_roles()), correction="nadeau-bengio")
    assert not [one for one in recwarn if "folds of" in str(one.message)]


def test_the_command_line_prints_once_what_the_table_warns_of(capsys):
    words = ["--fold", "fold", "--run", "run", "--of", "gbsg", "--only", "Logistic", "NaiveBayes"]
    assert main(["test", "sign", "@weka_folds", *words, "--max", "auc"]) == 0
    said = capsys.readouterr()
    assert said.out.count('Note: The 100 rows are folds of the data set "gbsg"') == 1
    assert said.err == ""
    assert main(["test", "bayes", "@example1"]) == 0
    assert capsys.readouterr().err == ""


def test_pairs_have_the_defaults_of_the_test():
    alone, pairs = (
        {k: p.default for k, p in inspect.signature(f).parameters.items()}
        for f in (js.hotelling_test, declare.declaration("hotelling_test").pair_rows)
    )
    shared = ("correction", "test_train_ratio", "permutation", "draws", "rng")
    assert {name: pairs[name] for name in shared} == {name: alone[name] for name in shared}
