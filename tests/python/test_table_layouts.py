"""Layouts of tables: what names of columns tell, and what each layout refuses."""

import numpy as np
import pandas as pd
import pytest
from sayings import said

import jointstats as js
from jointstats import errors

ACC = {"acc": "max"}


# --- Names of columns -----------------------------------------------------------------------------


def places(names, measures, pattern=None):
    """Which column holds which measure of which data set: each is full of its own place."""
    frame = pd.DataFrame([range(len(names))] * 2, columns=pd.Index(names, tupleize_cols=True))
    frame.index = pd.Index(["A", "B"], name="model")
    ways = dict.fromkeys(measures, "max")
    made = js.results_table(
        frame, algorithm="model", measures=ways, columns=pattern, missing="unknown"
    )
    values, datasets = made.everything()
    return {
        (measure, dataset): int(values[i, j, 0])
        for i, dataset in enumerate(datasets)
        for j, measure in enumerate(measures)
        if values[i, j, 0] == values[i, j, 0]
    }


def test_the_reading_of_most_columns_is_taken():
    assert places(["acc_x", "acc_y", "z"], ["acc"]) == {("acc", "x"): 0, ("acc", "y"): 1}
    assert places(["x.acc", "y_acc", "z_acc"], ["acc"]) == {("acc", "y"): 1, ("acc", "z"): 2}
    assert places(["acc_x", "acc_top_x"], ["acc", "acc_top"]) == {
        ("acc", "x"): 0, ("acc_top", "x"): 1,
    }  # fmt: skip
    assert places([("acc", "x"), ("x", "f1")], ["acc"]) == {("acc", "x"): 0}
    assert places(["x", "y"], ["acc"], "{dataset}") == {("acc", "x"): 0, ("acc", "y"): 1}
    assert places(["own", "<acc>x"], ["acc"], "<{measure}>{dataset}") == {("acc", "x"): 1}
    assert places(["_acc_x"], ["acc"], "_{measure}_{dataset}") == {("acc", "x"): 0}
    ends = places(["x_a_b", "x_b"], ["b", "a_b"], "{dataset}_{measure}")  # the longest that fits
    assert ends == {("a_b", "x"): 0, ("b", "x"): 1}
    # What is left of a separator belongs to no name.
    assert places(["x__acc", "y__acc"], ["acc"]) == {("acc", "x"): 0, ("acc", "y"): 1}


def test_names_of_columns_that_tell_nothing_or_too_much():
    listed = 'The columns are "x", "y".'
    assert said(errors.ColumnError, places, ["x", "y"], ["acc"]) == (
        'Names of columns do not tell the measure "acc" and the data sets: say how the columns are '
        'named, such as columns="{dataset}_{measure}", or, if each is a data set, '
        f'columns="{{dataset}}". {listed}'
    )
    assert said(errors.ColumnError, places, ["x", "y"], ["acc", "f1"]) == (
        'Names of columns do not tell the measures "acc", "f1" and the data sets: say how the '
        f'columns are named, such as columns="{{dataset}}_{{measure}}". {listed}'
    )
    assert said(errors.ColumnError, places, ["x", "acc"], ["f1", "acc"]).startswith(
        'The column "acc" holds one number for every algorithm: that is one data set'
    )
    assert said(errors.ColumnError, places, ["acc_f1", "f1_acc"], ["acc", "f1"]).startswith(
        'The column "acc_f1" may be "acc" on the data set "f1", or "f1" on "acc": say how'
    )
    assert said(errors.ColumnError, places, ["acc_x", "x_acc"], ["acc"]).startswith(
        'The column "acc_x" may be "acc" on the data set "x", or "nothing" on "none": say'
    )
    assert said(errors.ColumnError, places, ["x_acc"], ["acc", "f1"], "{dataset}_{measure}") == (
        'The table has no column "{dataset}_f1" of the measure "f1". The columns are "x_acc".'
    )
    assert said(errors.ColumnError, places, ["acc_x", "acc_x"], ["acc"]) == (
        'The data set "x" has two columns of the measure "acc".'
    )
    assert said(errors.OptionError, places, ["x"], ["acc", "f1"], "{dataset}").startswith(
        'columns="{dataset}" is for one measure: of several, say'
    )
    for pattern in ("{measure}", "", "{dataset}{dataset}{measure}", "{dataset}_{measure}{measure}"):
        assert "must hold" in said(errors.OptionError, places, ["x"], ["acc"], pattern)


# --- Leaderboards ---------------------------------------------------------------------------------


def test_a_leaderboard_without_dataset_takes_no_options_of_rows():
    board = pd.DataFrame({"model": ["A", "B"], "x_acc": [1, 2], "y_acc": [3, 4]})
    for name, value in (("aggregate", "mean"), ("min_folds", 1), ("runs", "model"),
                        ("run_kind", "cv"), ("test_share", 0.5)):  # fmt: skip
        with pytest.raises(
            errors.OptionError, match=f"{name} has no meaning for a table with a row for"
        ):
            js.results_table(board, algorithm="model", measures=ACC, **{name: value})
    made = js.results_table(
        board.assign(price=[5, 6]), algorithm="model", measures=ACC, columns="{dataset}_{measure}",
        rope=0.5, only=["B", "A"], cluster={"x": "f", "y": "f"}, per_algorithm={"price": "min"},
    )  # fmt: skip
    assert made.algorithms == ("B", "A") and made.rope == {"acc": 0.5} and made.n_families == 1
    assert made.properties["price"].values == {"B": 6.0, "A": 5.0}
    assert made.values.tolist() == [[[2, 1]], [[4, 3]]] and made.n_rows == 2


# --- Wide frames and matrices ---------------------------------------------------------------------


def test_wide_frames_that_do_not_fit_are_told_why():
    make = js.results_table
    frame = pd.DataFrame({"A": [1.0], "B": [2.0]})
    ways = {"acc": "max", "f1": "max"}
    for given, options, error, text in (
        ({"x": frame, "y": frame}, {}, errors.ColumnError,
         '"x" has shape (1, 2): it needs rows for'),
        (pd.DataFrame({"A": ["1", "x"], "B": [1, 2]}), {}, errors.InvalidValueError,
         'for data set "1", alg'),
        ({"acc": frame, "x": frame}, {}, js.errors.DirectionError, '"x" is not in measures: both'),
        ({"acc": frame}, {"measures": ways}, js.errors.DirectionError, '"f1" is not in the frames'),
        ({"acc": frame}, {"columns": "{algorithm}"}, errors.OptionError,
         "columns is for one frame of all"),
        (frame, {"measures": ways}, js.errors.DirectionError, "one measure, but 2 are named: say"),
        (frame, {"columns": "{measure}{measure}{algorithm}"}, errors.OptionError,
         "once each, such as"),
        (frame, {"columns": "{measure}_{algorithm}"}, errors.ColumnError,
         '"acc_{algorithm}" of the measu'),
        (pd.concat([frame, frame]), {}, errors.DuplicateRowsError,
         '"0" has several rows in the frame of "'),
        (pd.DataFrame([[1, 2, 3]], columns=[*"ABA"]), {}, errors.ColumnError,
         '"A" has several columns (me'),
        (frame, {"dataset": "AB"}, errors.ColumnError, 'Did you mean "B"?'),
        (frame.assign(A="x"), {}, errors.ColumnError, 'holds text, such as "x": if it names'),
        (3, {}, errors.InvalidValueError, "takes a data frame, or matrices by algorithm such as {"),
        (frame[["A"]], {}, errors.AlgorithmError, 'the table has 1 (only "A").'),
    ):  # fmt: skip
        assert text in said(error, make, given, **{"measures": ACC, **options})
    both = pd.DataFrame({"d": ["x", "y"], "acc_A": [1, 2], "acc_B": [3, 4], "acc_top_A": [5, 6],
                         "acc_top_B": [7, 8]})  # fmt: skip
    made = make(both, measures={"acc": "max", "acc_top": "min"}, dataset="d",
                columns="{measure}_{algorithm}")  # fmt: skip
    assert made.algorithms == ("A", "B") and made.datasets == ("x", "y")
    assert made.values.tolist() == [[[1, 3], [5, 7]], [[2, 4], [6, 8]]]


def test_a_property_that_is_no_number_is_told_with_its_row():
    wide_ = {"acc": pd.DataFrame({"A": [1, 2], "B": [3, 4]}),
             "price": pd.DataFrame({"A": [5, 5], "B": [6, "x"]})}  # fmt: skip
    how = {"measures": ACC, "per_algorithm": {"price": "min"}}
    text = said(errors.InvalidValueError, js.results_table, wide_, **how)
    assert 'the text "x" for data set "2", algorithm "B"' in text


def test_matrices_that_do_not_fit_are_told_why():
    one = [[1.0, 2.0], [3.0, 4.0]]
    ways = {"acc": "max", "f1": "max"}
    matrices = js.results_table
    for given, options, error, text in (
        ({"A": one, "B": one}, {"datasets": ["x", "x"]}, errors.DuplicateRowsError,
         "named twice in datas"),
        ({"A": one, "B": one}, {"datasets": ["x"]}, errors.ColumnError,
         "1 data sets are named, but the m"),
        ({"A": one, "B": one[:1]}, {}, errors.ColumnError,
         '"B" has 1 rows, the first has 2: every'),
        ({"A": one, "B": [1, 2]}, {}, errors.ColumnError,
         '"B" has shape (2,): it needs rows for data'),
        ({"A": [one], "B": [one]}, {}, errors.ColumnError,
         '"A" has shape (1, 2, 2): it needs rows'),
        ({"A": [[1, 2], [3]], "B": one}, {}, errors.ColumnError,
         "are not of one length: every data set"),
        ({"A": np.array([(1, 2)], "i4,i4"), "B": one}, {}, errors.ColumnError,
         "has fields, or bytes, in"),
        ({"A": one}, {}, errors.AlgorithmError, 'needed; the table has 1 (only "A").'),
        ({}, {}, errors.AlgorithmError, "At least two algorithms are needed; the table has 0."),
        ({"A": [], "B": []}, {"measures": ACC}, errors.NoDataError,
         "No data set remains: the table has no complete row."),
        ({"A": one, "B": [[1], [2]]}, {}, errors.ColumnError, '"B" has shape (2, 1): it needs'),
    ):  # fmt: skip
        assert text in said(error, matrices, given, **{"measures": ways, **options})
    made = matrices({"A": [1, 2], "B": [3, 4]}, measures=ACC, datasets=[7, 8.0], rope=0.5)
    assert made.datasets == ("7", "8") and made.values.tolist() == [[[1, 3]], [[2, 4]]]
    assert made.n_rows == 2 and made.rope == {"acc": 0.5}
    masked = np.ma.masked_array([[1.0], [2.0]], [[True], [False]])
    some = matrices(
        {"A": masked, "B": [1, 2]},
        measures=ACC,
        missing="drop",
        cluster=dict(zip("12", "ff", strict=True)),
    )
    assert some.n == 1 and some.n_dropped == 1 and some.families == {"1": "f", "2": "f"}


@pytest.mark.parametrize(
    ("source", "given", "text"),
    [
        ({"A": [1], "B": [2]}, {"columns": "{algorithm}"}, "columns has no meaning for matrices."),
        ({"A": [1], "B": [2]}, {"dataset": "d"}, "dataset has no meaning for matrices."),
        ("long", {"dataset": "d", "columns": "{dataset}"}, "columns has no meaning for a long"),
        ("long", {"dataset": "d", "datasets": ["x"]}, "datasets has no meaning for a long data fr"),
        ("long", {"aggregate": "mean"}, "aggregate has no meaning for a table with a row for each"),
        ("long", {"runs": "d"}, "each algorithm (without dataset=)."),
        ("long", {"fold": "d", "rope": 1}, "rope has no meaning for folds of one data set."),
        ("long", {"run": "d", "cluster": "d"}, "cluster has no meaning for folds of one data set."),
        ("wide", {"aggregate": "mean"}, "no meaning for a wide data frame (without algorithm=)."),
        ({"acc": pd.DataFrame({"A": [1]})}, {"runs": "d"}, "runs has no meaning for wide"),
    ],
)  # fmt: skip
def test_an_option_that_fits_no_layout_is_refused(source, given, text):
    long = pd.DataFrame({"d": ["x", "x"], "by": ["A", "B"], "acc": [1, 2]})
    if isinstance(source, str):
        given = given | ({"algorithm": "by"} if source == "long" else {})
        source = long if source == "long" else pd.DataFrame({"A": [1], "B": [2]})
    assert text in said(errors.OptionError, js.results_table, source, measures=ACC, **given)
    assert text in said(errors.OptionError, js.sign_test, source, measures=ACC, **given)


def test_a_frame_with_a_column_for_each_measure_is_not_wide():
    long = pd.DataFrame({"d": ["x", "x"], "by": ["A", "B"], "acc": [1, 2], "f1": [1, 2]})
    for given in ({"dataset": "d"}, {}, {"fold": "d"}):
        text = said(
            errors.RolesError, js.results_table, long, measures={"f1": "max", **ACC}, **given
        )
        assert text.startswith("The call does not state what the columns hold. Missing: ")
        assert "algorithm=" in text.split("\n")[0]
    for given in ({"dataset": "d"}, {"fold": "d"}):
        made = js.results_table(long, algorithm="by", measures=ACC, **given)
        assert made.values.tolist() == [[[1, 2]]]


@pytest.mark.parametrize("dataset", ["task", "Data set", "datasets", "data_set name", "problem"])
@pytest.mark.parametrize("algorithm", ["model", "Classifiers", "algo.name", " Method "])
def test_words_for_data_sets_and_algorithms_are_known(dataset, algorithm):
    def read(names, **roles):
        frame = pd.DataFrame([("p", "P", 1), ("p", "Q", 2), ("q", "P", 3), ("q", "Q", 1)])
        frame.columns = [*names, "acc"]
        return js.results_table(frame, measures=ACC, **roles)

    for names in ((dataset, algorithm), ("x", dataset), (algorithm, "x")):
        assert read(names, dataset=names[0], algorithm=names[1]).n == 2
    with pytest.raises(errors.ColumnError, match="seem to be exchanged: say dataset="):
        read((dataset, algorithm), dataset=algorithm, algorithm=dataset)
