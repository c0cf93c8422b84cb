"""Data frames of other libraries give the tables, and the answers, that pandas frames give."""

import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import jointstats as js

FRAME = pd.DataFrame(
    {
        "data": ["iris", "iris", "007", "007", "wine", "wine"],
        "method": ["B", "A"] * 3,
        "acc": [0.91, 0.93, 0.1, 0.3, 0.5, 0.4],
        "secs": [1, 2, 3, 4, 6, 5],
        "fold": [1, 1, 2, 2, 3, 3],
    }
)
ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max", "secs": "min"}}


def in_duckdb(frame):
    connection = duckdb.connect()
    connection.register("results", pa.Table.from_pandas(frame, preserve_index=False))
    return connection.sql("select * from results")


KINDS = {
    "polars": pl.from_pandas,
    "polars, not computed yet": lambda frame: pl.from_pandas(frame).lazy(),
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "duckdb": in_duckdb,
}


@pytest.fixture(params=KINDS)
def other(request):
    return KINDS[request.param]


def the_same(one, two):
    assert (one.datasets, one.algorithms, one.measures) == (
        two.datasets,
        two.algorithms,
        two.measures,
    )
    assert np.array_equal(one.values, two.values, equal_nan=True)


def test_a_long_frame(other):
    the_same(js.results_table(other(FRAME), **ROLES), js.results_table(FRAME, **ROLES))


def test_the_first_argument_of_a_test(other):
    assert js.sign_test(other(FRAME), **ROLES).to_dict() == js.sign_test(FRAME, **ROLES).to_dict()
    made = js.statement_counts(other(FRAME), **ROLES)
    assert made.to_csv() == js.statement_counts(FRAME, **ROLES).to_csv()


def test_missing_numbers_stay_missing(other):
    holes = FRAME.assign(acc=[None, *FRAME["acc"][1:]])
    with pytest.raises(js.errors.MissingValuesError, match="iris"):
        js.results_table(other(holes), **ROLES)
    options = {**ROLES, "missing": "drop"}
    the_same(js.results_table(other(holes), **options), js.results_table(holes, **options))


def test_missing_whole_numbers_too():
    frame = pl.from_pandas(FRAME).with_columns(
        pl.when(pl.col("secs") > 1).then(pl.col("secs")).alias("secs")
    )
    assert frame["secs"].dtype == pl.Int64
    assert js.results_table(frame, **ROLES, missing="drop").n_dropped == 1


def test_a_wide_frame_one_for_each_measure_and_matrices(other):
    wide = FRAME.pivot(index="data", columns="method", values="acc").reset_index()
    how = {"dataset": "data", "measures": {"acc": "max"}}
    made = js.results_table(other(wide), **how)
    the_same(made, js.results_table(wide, **how))
    the_same(js.results_table({"acc": other(wide)}, **how), made)
    assert js.sign_test(other(wide), **how).to_dict() == js.sign_test(wide, **how).to_dict()
    matrices = {name: own[["acc", "secs"]] for name, own in FRAME.groupby("method")}
    others = {name: other(own) for name, own in matrices.items()}
    how = {"measures": ROLES["measures"]}
    the_same(js.results_table(others, **how), js.results_table(matrices, **how))


@pytest.mark.filterwarnings("ignore:The training sets of the folds")
def test_folds_unpaired_rows_a_leaderboard_and_confusion_counts(other):
    roles = {"algorithm": "method", "measures": {"acc": "max"}}
    the_same(
        js.results_table(other(FRAME), fold="fold", **roles),
        js.results_table(FRAME, fold="fold", **roles),
    )
    made = js.hotelling_test(other(FRAME), fold="fold", **roles)
    assert made.to_dict() == js.hotelling_test(FRAME, fold="fold", **roles).to_dict()
    unpaired = {**roles, "design": "one-way", "draws": 99}
    made = js.manova_test(other(FRAME), **unpaired)
    assert made.to_dict() == js.manova_test(FRAME, **unpaired).to_dict()
    board = pd.DataFrame({"model": ["A", "B"], "iris": [0.9, 0.8], "wine": [0.7, 0.6]})
    how = {"algorithm": "model", "measures": {"acc": "max"}, "columns": "{dataset}"}
    the_same(js.results_table(other(board), **how), js.results_table(board, **how))
    counts = pd.DataFrame({"tp": [40, 30], "fp": [10, 5], "tn": [45, 50], "fn": [5, 15]})
    made = js.measures_from_confusion(other(counts), ["tpr"])
    pd.testing.assert_frame_equal(made, js.measures_from_confusion(counts, ["tpr"]))


def test_categories_in_order_keep_it():
    frame = pl.from_pandas(FRAME).with_columns(pl.col("method").cast(pl.Enum(["B", "A"])))
    frame = frame.sort("acc", descending=True)  # A comes first
    assert js.results_table(frame, **ROLES).algorithms == ("B", "A")
    plain = frame.with_columns(pl.col("method").cast(pl.Categorical))
    assert js.results_table(plain, **ROLES).algorithms == ("A", "B")


def test_a_column_of_text_and_a_wrong_column_are_told_as_ever(other):
    with pytest.raises(js.errors.InvalidValueError, match='holds the text "iris"'):
        js.results_table(other(FRAME), **{**ROLES, "measures": {"data": "max"}, "dataset": "fold"})
    with pytest.raises(js.errors.ColumnError, match='Did you mean "method"'):
        js.results_table(other(FRAME), **{**ROLES, "algorithm": "metod"})


def test_what_is_no_frame_is_refused_in_a_sentence():
    with pytest.raises(js.errors.InvalidValueError, match="polars's Series is not a data frame"):
        js.results_table(pl.Series([1, 2]), **ROLES)
    broken = pl.from_pandas(FRAME).lazy().select("data", "nothing")
    with pytest.raises(js.errors.InvalidValueError, match="polars's LazyFrame cannot be read: "):
        js.results_table(broken, **ROLES)


def test_without_narwhals_a_sentence_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(js.errors.MissingExtraError) as error:
        js.results_table(pl.from_pandas(FRAME), **ROLES)
    assert str(error.value) == (
        "Reading polars's DataFrame needs narwhals: pip install 'jointstats[frames]'."
    )


def test_narwhals_is_not_imported_for_pandas():
    code = (
        "import sys, jointstats as js\n"
        "js.sign_test(js.load_dataset('example1').to_frame(), dataset='dataset',"
        " algorithm='algorithm', measures={'accuracy': 'max'})\n"
        "print('narwhals' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
