"""Parts of tables: cells, names, properties, groups, families and rows."""

import numpy as np
import pandas as pd
import pytest
from sayings import said

import jointstats as js
from jointstats import errors

NAN = np.nan
ACC = {"acc": "max"}


# --- Cells ----------------------------------------------------------------------------------------


def long(cells, **columns):
    frame = {"d": range(len(cells)), "a": "A", "acc": cells} | columns
    other = {"d": range(len(cells)), "a": "B", "acc": 0.0}
    return pd.concat([pd.DataFrame(frame), pd.DataFrame(other)])


LONG = {"dataset": "d", "algorithm": "a", "measures": ACC}


def test_cells_of_numbers_and_of_none():
    marks = ["", " ", "NA", "n/a", "NaN", "null", "None", "?", "-", "<NA>", None, NAN, pd.NA]
    cells = pd.Series([*marks, "1.5", 2, True], dtype=object)
    made = js.results_table(long(cells), **LONG, missing="drop")
    assert made.n_dropped == len(marks) and made.values[:, 0, 0].tolist() == [1.5, 2, 1]

    def told(cell):
        cells = pd.Series([1, cell, cell], dtype=object)
        return said(errors.InvalidValueError, js.results_table, long(cells), **LONG)

    for text in ("x", "1,23,4"):
        assert told(text).startswith(f'The measure "acc" holds the text "{text}" for data set "1"')
        assert told(text).endswith('say missing="worst".')
    for large in (float("inf"), 10**400):
        assert told(large).startswith('The measure "acc" is infinite for data set "1"')
    assert told([1]).startswith('The measure "acc" holds several values in one cell (list)')
    dates = long(pd.to_datetime(["2026-01-01"])).assign(acc=pd.Timestamp(0))
    text = said(errors.InvalidValueError, js.results_table, dates, **LONG)
    assert "must hold numbers; it holds" in text


def test_names_stand_as_they_first_appear():
    def made(cells, other=("A", "B")):
        frame = pd.DataFrame({"d": pd.Series(cells).repeat(2).array, "a": [*other] * len(cells)})
        return js.results_table(frame.assign(acc=1.0), **LONG)

    assert made(["b", "a"]).datasets == ("b", "a")
    one = pd.DataFrame({"d": pd.Series([1, "1"], dtype=object), "a": [*"AB"], "acc": [1, 2]})
    assert js.results_table(one, **LONG).datasets == ("1",)
    assert made(pd.Series([1, "x\x1b"], dtype=object)).datasets == ("1", "x\\x1b")
    ordered = pd.Categorical(["b", "a", "c"], categories=["c", "b", "a"], ordered=True)
    assert made(ordered).datasets == ("b", "a", "c")
    by = pd.Series(["b", "a"] * 2, dtype=ordered.dtype)
    assert made(["x", "y"], by[:2]).algorithms == ("b", "a")
    for cells, row in ((["a", None, None], 3), (["a", "b", " "], 5), ([None], 1)):
        assert said(errors.ColumnError, made, cells) == (
            f'The column "d" (data set) has no name in row {row}: every row needs one.'
        )
    assert said(errors.ColumnError, made, ["a", ["b"]]) == (
        'The column "d" (data set) holds several values in one cell (list, row 3): every row needs '
        "one name, a text or a number."
    )


def test_a_column_is_there_once():
    frame = pd.DataFrame(
        [["x", "A", 2, 3, 4], ["x", "B", 5, 6, 7]], columns=["d", "a", 7, "x", "x"]
    )

    def read(name):
        return js.results_table(frame, dataset="d", algorithm="a", measures={name: "max"})

    assert read("7").values.tolist() == read(7.0).values.tolist() == [[[2, 5]]]
    listed = 'The columns are "d", "a", "7", "x", "x".'
    for name, text in (("xy", 'no column "xy" (measure). Did you mean "x"?'),
                       ("zzz", f'no column "zzz" (measure). {listed}'),
                       ("x", 'The column "x" (measure) is in the table 2 times.')):  # fmt: skip
        assert said(errors.ColumnError, read, name).endswith(text)


# --- Properties, groups, families -----------------------------------------------------------------


def test_a_property_is_one_number():
    def made(x):
        frame = pd.DataFrame({"d": [*"xxyy"], "a": [*"ABAB"], "acc": 1.0, "price": np.ravel(x)})
        return js.results_table(frame, **LONG, per_algorithm={"price": "min"})

    for x in ([[3, 4], [3, 4]], [[3, NAN], [NAN, 4]]):
        assert made(x).properties["price"].values == {"A": 3.0, "B": 4.0}
    assert said(errors.MissingValuesError, made, [[3, NAN], [3, NAN]]).startswith(
        'The algorithm "B" has no'
    )
    assert said(errors.InvalidValueError, made, [[3, 4], [3, 2]]).startswith(
        'The property "price" of the algorithm "B" is 2 in one place and 4 in another: a property'
    )


def test_a_data_set_has_one_family():
    frame = pd.DataFrame({"d": [*"xxyyz"], "a": [*"ABABA"], "acc": 1.0, "f": [*"pqrsp"]})
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "f", "missing": "drop"}
    assert said(errors.ColumnError, js.results_table, frame, **how) == (
        'The data set "x" is in two families, "p" and "q": give it one.'
    )
    good = js.results_table(frame.assign(f=[*"pprrp"]), **how)
    assert good.families == {"x": "p", "y": "r", "z": "p"}

    def given(**which):
        matrices = {"A": [1.0, 2.0, 3.0], "B": [2.0, 3.0, 1.0]}
        return js.results_table(matrices, measures=ACC, datasets=[*"xyz"], cluster=which).families

    wide = pd.DataFrame({"A": [1.0], "B": [2.0]}, index=["x"])
    with pytest.raises(errors.ColumnError, match="must map each data set"):
        js.results_table(wide, measures=ACC, cluster="k")
    assert js.results_table(wide, measures=ACC, cluster={"x": "k"}).families == {"x": "k"}
    assert given(x="p", y="q", z=1) == {"x": "p", "y": "q", "z": "1"}
    assert (
        said(errors.ColumnError, given, x="p", y="q")
        == 'The data set "z" has no family: every one needs one.'
    )
    assert said(errors.ColumnError, given, x="p", y="q", z="r", w="r").startswith(
        'A family is given for "w"'
    )


# --- Rows -----------------------------------------------------------------------------------------


def test_copies_are_told_from_folds_by_every_column():
    frame = pd.DataFrame(
        {"d": ["x"] * 4, "a": [*"AABB"], "acc": [1.0, 1, 2, 2], "more": [1, 1, 2, 3]}
    )
    how = {"dataset": "d", "algorithm": "a", "measures": ACC}
    one = said(errors.DuplicateRowsError, js.results_table, frame[:3], **how)
    assert one == (
        '2 rows for data set "x" and algorithm "A" (1 such pair) are identical in every column: '
        "drop the copies."
    )
    two = said(errors.DuplicateRowsError, js.results_table, frame, **how)
    assert two == (
        '2 rows for data set "x" and algorithm "A" (2 such pairs): if they are folds or runs, say '
        'aggregate="mean" or aggregate="median".'
    )


def test_who_has_no_complete_result_is_named_among_others_that_have():
    def left(x, missing="drop", names="ABC"):
        made = dict(zip(names, np.array(x, float).T[:, :, None], strict=True))
        table = js.results_table(made, measures=ACC, missing=missing)
        return said(errors.MissingValuesError, table.require_datasets)

    first = "No data set remains: all 2 have a missing result (the first: acc of C on"
    one = left([[1, 2, NAN], [1, 2, NAN]])
    assert one.startswith(f'{first} "1"). "C" has no complete result on any data set: keep')
    two = left([[1, 2, NAN, NAN], [1, 2, NAN, NAN]], names="ABCD")
    assert '"C", "D" have no complete result on any data set: keep the other' in two
    some = [[1, 2, NAN], [NAN, 1, 2]]
    assert left(some).endswith(
        'Use missing="drop" and pairwise_tests with cases="pairwise", missing="worst", or fewer '
        "algorithms when the table is made (only=)."
    )
    unknown = left(some, "unknown")
    assert 'Use compare_algorithms or pairwise_tests, missing="worst", or fewer alg' in unknown


def read(cells, **options):
    """The table of cells (data set, algorithm, value), and its values by data set."""
    frame = pd.DataFrame(cells, columns=["d", "a", "acc"], index=range(5, 5 + len(cells)))
    table = js.results_table(frame, **LONG, missing="unknown", **options)
    values, names = table.everything()
    return table, dict(zip(names, values[:, 0].tolist(), strict=True))


WHOLE = [("whole", "A", 0.0), ("whole", "B", 0.0)]
CELLS = [("x", "A", 1.0), ("y", "B", 2.0), ("x", "B", 3.0), ("y", "C", 4.0), ("z", "C", 5.0)]


def test_rows_of_some_algorithms_are_those_of_their_data_sets():
    for only, expected in (
        ("ABC", {"x": [1, 3, NAN], "y": [NAN, 2, 4], "z": [NAN, NAN, 5]}),
        ("BA", {"x": [3, 1], "y": [2, NAN]}),
        ("CB", {"y": [4, 2], "z": [5, NAN], "x": [NAN, 3]}),
        ("CBA", {"x": [NAN, 3, 1], "y": [4, 2, NAN], "z": [5, NAN, NAN]}),
    ):
        table, values = read(CELLS, only=[*only])
        assert table.algorithms == tuple(only) and set(values) == set(expected)
        for name, row in expected.items():
            assert np.array_equal(values[name], row, equal_nan=True)


@pytest.mark.parametrize(
    ("how", "min_folds", "expected"),
    [
        ("mean", None, [[4, NAN], [NAN, 8]]), ("median", None, [[3, NAN], [NAN, 8]]),
        ("mean", 1, [[4, 2], [NAN, 8]]), ("mean", 2, [[4, 2], [NAN, 8]]),
        ("mean", 3, [[4, NAN], [NAN, 8]]), ("median", 9, [[3, NAN], [NAN, 8]]),
    ],
)  # fmt: skip
def test_rows_of_a_cell_are_combined_where_there_are_enough(how, min_folds, expected):
    """Of x: three rows of A and two of three of B; of y: none of A that is known, one of B."""
    cells = [("x", "A", 1), ("x", "A", 8), ("x", "A", 3), ("x", "B", 1), ("x", "B", NAN),
             ("x", "B", 3), ("y", "A", NAN), ("y", "B", 8)]  # fmt: skip
    _, values = read(cells + WHOLE, aggregate=how, min_folds=min_folds)
    assert np.array_equal([values["x"], values["y"]], expected, equal_nan=True)


def test_a_lost_row_needs_as_many_as_the_others_have():
    cells = [("x", "A", 1), ("x", "A", 3), ("x", "B", 2)]
    for min_folds, expected in ((None, [2, NAN]), (2, [2, NAN]), (1, [2, 2])):
        _, values = read(cells + WHOLE, aggregate="mean", min_folds=min_folds)
        assert np.array_equal(values["x"], expected, equal_nan=True)


@pytest.mark.parametrize(
    ("values", "mean"),
    [([1e16, 1.0, -1e16], 1 / 3), ([-1e16, 1e16, 1.0], 1 / 3), ([1.7e308] * 3, 1.7e308),
     ([0.1] * 10, 0.1)],
)  # fmt: skip
def test_a_mean_is_exact_whatever_the_sequence_and_the_size(values, mean):
    cells = [("x", a, value) for a in "AB" for value in values]
    assert read(cells, aggregate="mean")[1] == {"x": [mean, mean]}


def test_packaged_tables_have_whole_numbers_and_others_as_they_stand():
    frame = js.load_frame("weka_folds")
    kinds = {name: frame[name].dtype.kind for name in frame}
    assert {kinds["tp"], kinds["fp"], kinds["tn"], kinds["fn"]} == {"i"}


def test_a_sheet_and_a_parquet_file_keep_names_that_look_missing(tmp_path):
    frame = pd.DataFrame({"d": ["NA", "NA"], "a": ["null", "B"], "acc": [1.0, 2.0]})
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    frame.to_parquet(tmp_path / "a.pq")
    for name in ("a.xlsx", "a.pq"):
        made = js.read_results(tmp_path / name, dataset="d", algorithm="a", measures=ACC)
        assert (made.datasets, made.algorithms) == (("NA",), ("null", "B"))
    (tmp_path / "b.parquet").write_bytes(b"PAR1")
    with pytest.raises(js.errors.ReadError, match=r"b\.parquet is not a Parquet table:"):
        js.read_results(tmp_path / "b.parquet", dataset="d", algorithm="a", measures=ACC)
