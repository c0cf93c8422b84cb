"""Results tables: roles, directions, missing values, aggregation; each mistake has its sentence."""

import math
import time

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors

BOTH = {"acc": "max", "time": "min"}


def long(**changes):
    columns = {
        "data": ["iris", "iris", "wine", "wine"],
        "method": ["A", "B", "A", "B"],
        "acc": [0.91, 0.93, 0.88, 0.90],
        "time": [1.2, 0.8, 2.0, 1.5],
    }
    return pd.DataFrame(columns | changes)


def table(frame=None, measures=BOTH, **keywords):
    frame = long() if frame is None else frame
    return js.results_table(
        frame, dataset="data", algorithm="method", measures=measures, **keywords
    )


def test_long_wide_and_matrices_make_the_same_table():
    wide = {
        "acc": pd.DataFrame({"A": [0.91, 0.88], "B": [0.93, 0.90]}, index=["iris", "wine"]),
        "time": pd.DataFrame({"A": [1.2, 2.0], "B": [0.8, 1.5]}, index=["iris", "wine"]),
    }
    matrices = {"A": [[0.91, 1.2], [0.88, 2.0]], "B": [[0.93, 0.8], [0.90, 1.5]]}
    made = [
        table(),
        js.results_table(wide, measures=BOTH),
        js.results_table(matrices, measures=BOTH, datasets=["iris", "wine"]),
    ]
    for one in made:
        assert one.datasets == ("iris", "wine")
        assert one.algorithms == ("A", "B")
        assert one.measures == BOTH
        np.testing.assert_array_equal(
            one.values, [[[0.91, 0.93], [1.2, 0.8]], [[0.88, 0.90], [2.0, 1.5]]]
        )
    pd.testing.assert_frame_equal(made[0].to_frame(), made[1].to_frame())


def test_factor_columns_keep_the_order_of_appearance_and_drop_unused_levels():
    method = pd.Categorical(["B", "A", "B", "A"], categories=["unused", "A", "B"])
    assert table(long(method=method)).algorithms == ("B", "A")


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"measures": {"acc": "up"}}, errors.DirectionError, ['"acc"', '"max"', '"up"']),
        ({"measures": {"Acc": "max"}}, errors.ColumnError, ['"Acc"', 'mean "acc"']),
        ({"rope": {"acx": 0.1}}, errors.ColumnError, ['"acx"', '"acc"']),
        ({"rope": 0.1}, errors.OptionError, ["units"]),
        ({"missing": "skip"}, errors.OptionError, ["missing", '"drop"']),
        ({"aggregate": "sum"}, errors.OptionError, ["aggregate", '"median"']),
        ({"min_folds": 2}, errors.OptionError, ["aggregate"]),
        ({"only": ["A", "C"]}, errors.ColumnError, ['"C"']),
        ({"only": ["A"]}, errors.AlgorithmError, ["two algorithms", '"A"']),
    ],
)
def test_wrong_options_say_what_and_what_instead(keywords, error, words):
    with pytest.raises(error) as caught:
        table(**keywords)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_result_with_fewer_rows_than_its_neighbours_says_so():
    with pytest.raises(errors.MissingValuesError) as caught:
        table(pd.concat([long(), long().iloc[:1]]), aggregate="mean")
    said = str(caught.value)
    assert 'B has 1 row on "iris" where A has 2: a lost fold, or a duplicated row?' in said
    assert "min_folds=1 accepts it" in said
    made = table(pd.concat([long(), long().iloc[:1]]), aggregate="mean", min_folds=1)
    np.testing.assert_array_equal(made.values, table().values)


def test_two_spellings_are_one_name_only_if_they_never_meet():
    both = long(method=["B", "b", "B", "b"])
    assert table(both).algorithms == ("B", "b")
    wide = {"acc": pd.DataFrame({"KNN": [0.9], "A": [0.8]}),
            "time": pd.DataFrame({"knn": [1.0], "A": [2.0]})}  # fmt: skip
    with pytest.raises(errors.AlgorithmError, match='"KNN" and "knn"'):
        js.results_table(wide, measures=BOTH, missing="worst")


@pytest.mark.parametrize("make", [js.results_table, js.compare_algorithms])
def test_the_name_of_a_file_is_told_from_a_frame(make):
    with pytest.raises(errors.InvalidValueError, match=r'read_results\("r.csv"'):
        make("r.csv", dataset="data", algorithm="method", measures=BOTH)


def test_every_error_is_a_jointstats_error_and_a_value_error():
    for name in errors.__all__:
        kind = getattr(errors, name)
        if name.endswith("Error"):
            assert issubclass(kind, js.JointStatsError)
            assert issubclass(kind, ValueError)


def test_missing_drop_counts_and_names_what_it_leaves_out():
    made = table(long(acc=[0.91, None, 0.88, 0.90]), missing="drop")
    assert made.datasets == ("wine",)
    assert [(d.dataset, d.reason) for d in made.dropped] == [("iris", "acc of B is missing")]
    with pytest.raises(errors.MissingValuesError, match="No data set remains"):
        table(long(acc=[0.91, None, None, 0.90]), missing="drop")


def test_a_failed_run_is_worse_than_everything_on_either_direction():
    made = table(long(acc=[0.91, None, 0.88, 0.90], time=[1.2, None, 2.0, 1.5]), missing="worst")
    assert made.n_failed == 1  # one run, two results
    oriented = made.oriented()
    assert oriented[0, 0].tolist() == [0.91, -math.inf]
    assert oriented[0, 1].tolist() == [-1.2, -math.inf]
    with pytest.raises(errors.MissingValuesError, match="wilcoxon_test needs values"):
        js.wilcoxon_test(made)


def test_a_data_set_on_which_all_algorithms_failed_stays():
    made = table(long(acc=[None, None, 0.88, 0.90]), missing="worst")
    assert (made.datasets, made.dropped, made.n_failed) == (("iris", "wine"), (), 2)
    with pytest.raises(errors.NoDataError, match='The measure "acc" has no result'):
        table(long(acc=[None, None, None, None]), missing="worst")


@pytest.mark.filterwarnings("ignore:The direction of")
def test_one_wide_frame_can_hold_all_measures():
    frame = pd.DataFrame(
        {"set": ["x", "y"], "acc_A": [0.9, 0.8], "acc_val_A": [1, 2], "acc_B": [0.7, 0.6],
         "acc_val_B": [3, 4], "n": [10, 20]}
    )  # fmt: skip
    ways = {"acc": "max", "acc_val": "min"}
    how = {"dataset": "set", "columns": "{measure}_{algorithm}"}
    made = js.results_table(frame, measures=ways, **how)
    assert (made.datasets, made.algorithms) == (("x", "y"), ("A", "B"))
    assert made.values.tolist() == [[[0.9, 0.7], [1, 3]], [[0.8, 0.6], [2, 4]]]
    turned = frame.rename(columns=lambda c: f"{c[-1]} in {c[:-2]}" if "_" in c else c)
    how["columns"] = "{algorithm} in {measure}"
    again = js.compare_algorithms(turned, measures=ways, **how)
    assert again.to_dict() == js.compare_algorithms(made).to_dict()
    assert js.pairwise_tests(turned, test="sign", measures=ways, **how).n == 2


def test_some_of_the_matrices_are_taken_by_name():
    made = {name: np.full((3, 1), float(i)) for i, name in enumerate("ABC")}
    table = js.results_table(made, measures={"x": "max"}, only=["C", "A"])
    assert table.algorithms == ("C", "A") and table.values[0].tolist() == [[2.0, 0.0]]
    assert js.results_table(made, measures={"x": "max"}).algorithms == ("A", "B", "C")


def test_read_results_keeps_names_as_written_and_reads_doubles_exactly(tmp_path):
    values = np.random.default_rng(1).random(50).tolist()
    rows = "".join(f"00{i},NA,{a!r}\n00{i},None,{a / 3!r}\n" for i, a in enumerate(values))
    (tmp_path / "r.csv").write_text("data,method,acc\n" + rows)
    read = js.read_results(
        tmp_path / "r.csv", dataset="data", algorithm="method", measures={"acc": "max"}
    )
    assert read.algorithms == ("NA", "None")
    assert read.datasets[3] == "003"
    assert read.values[:, 0, 0].tolist() == values


def test_packaged_tables_know_their_roles():
    assert "example1" in js.list_datasets()
    example = js.load_dataset("example1")
    assert example.values[0].tolist() == [[85, 84], [8, 9]]
    assert js.load_dataset("pnn").measures == {"accuracy": "max", "complexity": "min"}
    with pytest.raises(errors.ColumnError, match='mean "example1"'):
        js.load_dataset("exampl1")


def _without_call(said):
    """What a result says, but for how it was asked, which its sentences may state."""
    if not isinstance(said, dict):
        return said
    of_the_call = ("call", "verdict", "findings")
    return {key: _without_call(value) for key, value in said.items() if key not in of_the_call}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("test", "more"),
    [
        ("glrt_test", {}),
        ("bayes_test", {}),
        ("network_test", {"rng": 1}),
        ("sign_test", {}),
        ("wilcoxon_test", {}),
        ("bayes_sign_test", {}),
        ("friedman_test", {}),
        ("hotelling_test", {"only": ["AODE", "Bagging"]}),
        ("hotelling_test", {"only": ["AODE", "Bagging"], "form": "two-sample"}),
        ("manova_test", {"rng": 1, "draws": 99}),
        ("manova_test", {"design": "one-way"}),
        ("mardia_test", {"draws": 99}),
        ("pairwise_tests", {"test": "hotelling"}),
        ("pairwise_tests", {"test": "sign"}),
        ("compare_algorithms", {}),
    ],
)
def test_every_test_takes_the_measures_that_on_names(test, more):
    whole = js.load_dataset("weka").select(algorithms=["AODE", "Bagging", "J48graft"])
    run = getattr(js, test)
    chosen = run(whole, on=["rmse", "accuracy"], **more)
    alone = run(whole.select(measures=["rmse", "accuracy"]), **more)
    assert list(chosen.measures) == ["rmse", "accuracy"]
    assert len(whole.measures) > 2
    assert _without_call(chosen.to_dict()) == _without_call(alone.to_dict())
    if test != "compare_algorithms":  # its report names the measures themselves
        assert chosen.call["on"] == ["rmse", "accuracy"]
    with pytest.raises(errors.ColumnError, match="speed"):
        run(whole, on=["speed"], **more)
    with pytest.raises(errors.NoDataError, match="At least one measure"):
        run(whole, on=[], **more)


def test_on_chooses_among_the_columns_of_frames_matrices_and_folds():
    frame = long(acc=[0.91, 0.93, 0.88, 0.91])
    roles = {"dataset": "data", "algorithm": "method", "measures": BOTH}
    assert js.sign_test(frame, **roles, on=["time"]).measures == {"time": "min"}
    a, b = np.array([[1.0, 2, 3], [2, 1, 5], [4, 4, 1]]), np.array([[3.0, 1, 1], [1, 0, 0]])
    ways = {"x": "max", "y": "min", "z": "max"}
    part = js.hotelling_test({"A": a, "B": b}, form="two-sample", measures=ways, on=["z"])
    t = js.hotelling_test(
        {"A": a[:, [2]], "B": b[:, [2]]}, form="two-sample", measures={"z": "max"}
    )
    assert part.p_value == t.p_value
    folds = pd.DataFrame(
        {"fold": [1, 1, 2, 2, 3, 3, 4, 4], "method": ["A", "B"] * 4,
         "acc": [0.8, 0.7, 0.9, 0.7, 0.7, 0.75, 0.9, 0.8], "time": [1.0, 2] * 4}
    )  # fmt: skip
    with pytest.warns(errors.JointStatsWarning, match="overlap"):
        result = js.hotelling_test(
            folds, fold="fold", algorithm="method", measures=BOTH, on=["acc"]
        )
    assert (result.n, list(result.measures)) == (4, ["acc"])


def test_the_missing_value_of_pandas_in_columns_of_text():
    df = pd.DataFrame({"data": list("aabb"), "method": list("ABAB"), "acc": ["1", "2", pd.NA, "3"]})
    roles = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
    with pytest.raises(errors.MissingValuesError, match='acc of A on "b"'):
        js.results_table(df, **roles)
    assert js.results_table(df, **roles, missing="drop").datasets == ("a",)
    for column in ("data", "method"):
        with pytest.raises(errors.ColumnError, match="no name in row 2"):
            js.results_table(df.assign(**{column: ["x", pd.NA, "y", "z"]}), **roles)
    wide = pd.DataFrame({"A": ["1", pd.NA], "B": ["2", "3"]}, dtype=object)
    with pytest.raises(errors.MissingValuesError, match='acc of A on "1"'):
        js.results_table(wide, measures={"acc": "max"})
    with pytest.raises(errors.MissingValuesError, match='acc of A on "2"'):
        js.results_table({"A": wide[["A"]], "B": wide[["B"]]}, measures={"acc": "max"})


def test_many_rows_and_many_columns_take_time_in_proportion():
    n = 20_000
    names = [f"a{i}" for i in range(n)]
    start = time.process_time()
    rows = pd.DataFrame({"A": np.arange(n), "B": 1.0}, index=names)
    assert js.results_table({"x": rows, "y": rows}, measures={"x": "max", "y": "min"}).n == n
    columns = pd.DataFrame(np.arange(2.0 * n).reshape(2, n), columns=names)
    table = js.results_table(columns, measures={"x": "max"}, only=names[::-1])
    assert table.values[:, 0, :2].tolist() == [[n - 1, n - 2], [2 * n - 1, 2 * n - 2]]
    assert table.select(algorithms=names).algorithms == tuple(names)
    assert time.process_time() - start < 5  # it took minutes


def test_a_wide_frame_of_numbers_names_what_is_infinite():
    with pytest.raises(errors.InvalidValueError, match='data set "1", algorithm "B"'):
        js.results_table(pd.DataFrame({"A": [1.0, 2.0], "B": [1.0, np.inf]}), measures={"x": "max"})
