"""Parts of tables: cells, names, properties, families, rows, folds, samples, gaps; and options."""

from functools import partial

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


def test_a_frame_lacks_any_of_its_columns_by_its_role():
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "c", "runs": "r",
           "run_kind": "independent", "per_algorithm": {"price": "min"}}  # fmt: skip
    names = {"d": "data set", "a": "algorithm", "acc": "measure", "c": "family", "r": "run",
             "price": "property"}  # fmt: skip
    whole = pd.DataFrame([[*"xA", 1, "f", "u", 2], [*"xB", 2, "f", "u", 3]], columns=list(names))
    assert js.results_table(whole, **how).properties["price"].values == {"A": 2, "B": 3}
    for name, role in names.items():
        text = said(errors.ColumnError, js.results_table, whole.drop(columns=name), **how)
        assert f'no column "{name}" ({role}).' in text


def in_families(x, missing="drop", of="ff"):
    made = dict(zip("ABC", np.array(x, float).T[:, :, None], strict=True))
    own = {str(i + 1): name for i, name in enumerate(of)}
    return js.results_table(made, measures=ACC, missing=missing, cluster=own)


def test_a_selection_brings_data_sets_back_where_it_is_asked_to():
    table = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], of="fgh")
    assert table.select(["A", "B"]).datasets == ("1",)
    back = table.select(["B", "A"], recover=True)
    assert back.datasets == ("1", "2") and back.values[:, 0].tolist() == [[2, 1], [3, 2]]
    assert np.isnan(back.incomplete).tolist() == [[[False, True]]]
    assert [one.dataset for one in back.dropped] == ["3"] and back.incomplete.shape == (1, 1, 2)
    unknown = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], "unknown", "fgh")
    assert unknown.select(["A", "B"]).datasets == ("1", "2")
    assert unknown.select(["A", "B"], recover=False).datasets == ("1",)
    failed = in_families([[1, 2, 3], [NAN, NAN, 1], [1, NAN, 2]], "worst", "fgh")
    pair = failed.select(["A", "B"])
    assert (pair.datasets, pair.dropped, pair.n_failed) == (("1", "2", "3"), (), 3)


def test_what_a_table_knows_of_its_missing_results():
    x = [[1, 2, 3], [2, 3, NAN], [NAN, NAN, 2]]
    unknown, dropped = in_families(x, "unknown", "fgf"), in_families(x, "drop", "fgf")
    values, names = unknown.everything()
    assert names == ("1", "2", "3") and np.array_equal(values[:, 0], x, equal_nan=True)
    assert unknown.complete.tolist() == [[True, True, False], [False, False, True]]
    assert unknown.shared.tolist() == [True, True, False] and dropped.shared.tolist() == [True]
    assert unknown.known().shape == (3, 1, 3) and dropped.known().shape == (1, 1, 3)
    assert (
        unknown.known_units.clusters.tolist() == [0, 1, 0] and unknown.known_units.n_families == 2
    )
    assert dropped.known_units.clusters.tolist() == [0]
    assert unknown.shared_units.n_families is None  # the third has nothing to compare
    assert unknown.units.n_families is None and unknown.n_families == 1
    assert unknown.comparable and (unknown.n_failed, unknown.n_dropped) == (0, 2)
    least = js.results_table({"A": [1, NAN], "B": [3, 4]}, measures={"t": "min"}, missing="worst")
    assert least.oriented().tolist() == [[[-1, -3]], [[-np.inf, -4]]] and least.n_failed == 1
    assert "1 run failed" in said(errors.MissingValuesError, least.require_values, "It")
    assert repr(least).endswith("failed:     1 run, ranked below all results")


def test_a_table_says_what_was_done_to_it():
    unknown = in_families([[1, 2, 3], [2, 3, NAN]], "unknown")
    assert repr(unknown) == (
        "ResultsTable: 1 data set × 3 algorithms × 1 measure\n  algorithms: A, B, C\n"
        "  measures:   acc (max)\n  families:   1\n  incomplete: 1 data set"
    )
    two = in_families([[1, 2, 3], [2, 3, NAN], [2, NAN, 1]], of="fgh")
    assert repr(two).endswith("families:   1\n  dropped:    2 data sets")
    runs = pd.DataFrame({"d": ["x"] * 4, "a": [*"AABB"], "acc": [1, 2, 3, 4], "r": [1, 2] * 2})
    for kind, words, more in (("independent", "independent", {}),
                              ("cv", "cross-validation", {"test_share": 0.5})):  # fmt: skip
        made = js.results_table(runs, dataset="d", algorithm="a", measures=ACC, runs="r",
                                run_kind=kind, rope=0.25, **more)  # fmt: skip
        assert repr(made).endswith(
            f"rope:       acc 0.25\n  aggregated: mean of 4 rows\n  runs:       2, {words}"
        )
        assert made.all_runs.values.tolist() == [[[[1, 2], [3, 4]]]]
        assert made.all_runs.test_share == more.get("test_share", 0)
        part = made.select(["B", "A"]).all_runs
        assert part.values.tolist() == [[[[3, 4], [1, 2]]]]
        assert part.of(["x"]).shape == (1, 1, 2, 2)
    twice = pd.concat([runs, runs[:1]])
    how = {"dataset": "d", "algorithm": "a", "measures": ACC}
    text = said(
        errors.DuplicateRowsError, js.results_table, twice, **how, runs="r", run_kind="independent"
    )
    assert text == '2 rows for data set "x", algorithm "A" and run "1": keep one for each run.'


unpaired = partial(js.manova_test, design="one-way")


def test_what_is_said_of_runs_goes_together():
    frame = pd.DataFrame({"d": "x", "a": [*"AABB"], "r": [1, 2] * 2, "acc": [1, 2, 3, 4]})

    def read(runs, run_kind, test_share, aggregate):
        return js.results_table(
            frame, dataset="d", algorithm="a", measures=ACC, runs=runs, run_kind=run_kind,
            test_share=test_share, aggregate=aggregate,
        )  # fmt: skip

    assert read(None, None, None, "median").all_runs is None
    for given, share in ((("r", "cv", 0.1, None), 0.1), (("r", "cv", 0.1, "mean"), 0.1),
                         (("r", "independent", None, None), 0),
                         (("r", "independent", 0, None), 0)):  # fmt: skip
        assert read(*given).all_runs.test_share == share
    for given, text in (
        ((None, "cv", None, None), "run_kind needs runs=."),
        ((None, None, 0.1, None), "test_share needs runs=."),
        (("r", None, None, None), 'Add what the runs are: run_kind="cv" (cross-val'),
        (("r", "x", None, None), 'run_kind must be one of "cv", "independent"'),
        (("r", "cv", 0.1, "median"), "runs are averaged, not combined by the median."),
        (("r", "independent", 0.1, None), "independent runs have none."),
        (("r", "cv", None, None),
         "on which share of the cases each run tests, such as test_share=0.1"),
        (("r", "cv", 0, None), "test_share must be a finite number above 0 and below 1; got 0."),
        (("r", "cv", 1, None), "test_share must be a finite number above 0 and below 1; got 1."),
    ):  # fmt: skip
        assert text in said(errors.OptionError, read, *given)


def test_rows_of_folds_are_named_and_told_apart():
    frame = pd.DataFrame({"f": [1, 1, 1, 2, 2], "r": 1, "a": [*"ABBAB"], "acc": 1.0, "d": "x"})

    def fold(**more):
        return js.results_table(frame, algorithm="a", measures=ACC, **more)

    many = (
        '2 rows for "fold 1" and algorithm "B": what distinguishes them? Name the column with run=.'
    )
    assert said(errors.DuplicateRowsError, fold, fold="f") == many
    assert said(errors.DuplicateRowsError, fold, run="f").endswith("Name the column with fold=.")
    assert said(errors.DuplicateRowsError, fold, run="r", fold="f").endswith(
        "Name the column with dataset= and of=."
    )
    assert (
        said(errors.OptionError, fold, fold="f", of="x")
        == "of needs the column that holds the data set: dataset=."
    )
    assert said(errors.OptionError, fold, of="x").startswith(
        "Say which columns hold the run and the fold: run=, fold="
    )
    three = frame.assign(a=[*"ABCAB"])
    assert js.results_table(three, algorithm="a", measures=ACC, fold="f", only=["A", "B"]).n == 2
    two = frame.iloc[[0, 1, 3, 4]].assign(d=[*"xxyy"])
    how = {"algorithm": "a", "measures": ACC, "fold": "f", "dataset": "d"}
    whole = js.results_table(two, of="y", **how)
    assert (whole.of, whole.n_folds, whole.absent()) == ("y", 1, [])
    assert repr(whole).startswith("FoldTable: 1 fold")
    assert said(errors.ColumnError, js.results_table, two, **how).startswith(
        'Folds of one data set are compared, but there are 2 ("x", "y"): name one with of='
    )
    assert said(errors.NoDataError, js.results_table, two[:0], **how) == "The table has no rows."


def test_unpaired_rows_are_read_from_frames_and_matrices():
    frame = pd.DataFrame({"a": [*"ABB"], "acc": [1, 2, "3"], "f1": [4, None, 6]})
    how = {"algorithm": "a", "measures": {"acc": "max", "f1": "min"}}
    rule = said(errors.MissingValuesError, unpaired, frame, **how)
    assert rule == (
        '1 row has a missing value (the first: row 1 of B, f1 is missing): say missing="drop" to '
        "leave them out."
    )
    two = frame.assign(acc=[1, None, None])
    assert said(errors.MissingValuesError, unpaired, two, **how).startswith(
        "2 rows have a missing value (t"
    )
    more = pd.DataFrame({"a": [*"AABB"], "acc": [2, 4, 5, 1], "f1": [6, 9, 1, 2]})
    made = unpaired(pd.concat([frame, more]), missing="drop", **how)
    assert [(one.dataset, one.reason) for one in made.dropped] == [("row 1 of B", "f1 is missing")]
    assert (made.n, made.n_dropped, made.sizes) == (6, 1, {"A": 3, "B": 3})
    assert made.orderings["acc"].means == pytest.approx([3, 7 / 3])  # the better first
    assert made.orderings["f1"].means == pytest.approx([3, 19 / 3])
    chosen = unpaired(frame.iloc[[0, 2]].pipe(lambda two: pd.concat([two, more])), on="f1",
                      only=["B", "A"], **how)  # fmt: skip
    assert chosen.algorithms == ("B", "A") and chosen.measures == {"f1": "min"}
    for given, options, error, text in (
        ({"A": [1, 2]}, {"measures": how["measures"]}, errors.ColumnError,
         "has shape (2,): it needs rows"),
        ({"A": [[1, 2]]}, {"measures": ACC}, errors.ColumnError,
         "has shape (1, 2): it needs rows and 1"),
        ({"A": [1, "x"]}, {"measures": ACC}, errors.InvalidValueError,
         'text "x" in row 2 of algorithm "A"'),
        (frame.assign(acc=[1, "x", 3]), how, errors.InvalidValueError, 'in row 2, algorithm "B"'),
        (frame, {"measures": ACC}, errors.ColumnError,
         "Say which column holds the algorithm: algorithm=."),
        (3, {"measures": ACC}, errors.InvalidValueError, "or as a results table; got int."),
        (frame, {"cluster": "a", **how}, errors.OptionError,
         "cluster has no meaning for unpaired rows."),
        (frame, {"missing": "worst", **how}, errors.OptionError,
         'missing must be one of "raise", "drop"'),
    ):  # fmt: skip
        assert text in said(error, unpaired, given, **options)


@pytest.mark.warns("The table's rows are paired by data set; a one-way design")
def test_a_table_gives_its_rows_and_their_pairing_is_known():
    table = js.results_table({"A": [1, 2, 4], "B": [3, 4, 2]}, measures=ACC)
    made = unpaired(table)
    assert made.sizes == {"A": 3, "B": 3}
    for more in ({"measures": ACC}, {"algorithm": "A"}):
        text = said(errors.OptionError, unpaired, table, **more)
        assert text.endswith("are those of the table.")
    empty = {"A": [1.0], "B": [NAN]}
    text = 'The algorithm "B" has no complete row.'
    assert said(errors.AlgorithmError, unpaired, empty, measures=ACC, missing="drop") == text
    one = said(errors.AlgorithmError, unpaired, {"A": [1.0, 2]}, measures=ACC)
    assert "needs at least 2 algorithms; there are 1" in one


def judged(rows, datasets, algorithms="AB", missing="raise"):
    """A table of one measure, of a row for each data set."""
    matrices = dict(zip(algorithms, np.array(rows).T, strict=True))
    js.results_table(matrices, measures={"acc": "max"}, missing=missing, datasets=datasets)


def test_up_to_three_missing_results_are_named():
    def missing(number):
        rows = [[NAN if i < number else 1.0, 1.0] for i in range(9)]
        return said(errors.MissingValuesError, judged, rows, list("stuvwxyz0"))

    assert missing(1).startswith('1 result is missing: acc of A on "s". Say missing="unknown" to ')
    first = 'acc of A on "s"; acc of A on "t"; acc of A on "u"'
    assert missing(3).startswith(f"3 results are missing: {first}. Say ")
    assert missing(4).startswith(f"4 results are missing: {first} and 1 more. Say ")
    for rule in ("drop", "worst", "unknown"):
        judged([[NAN, 1.0], [1.0, 1.0]], ["s", "t"], missing=rule)
    judged([[1.0, 1.0]], ["s"])


def test_who_lacks_more_than_half_of_the_data_sets_is_named():
    def lacking(number, algorithms):
        rows = [[1.0, 1.0, NAN if i < number else 1.0] for i in range(4)]
        return said(errors.MissingValuesError, judged, rows, list("wxyz"), algorithms).partition(
            " and 1 more"
        )

    half, most = lacking(2, ["A", "B", "C"])[0], lacking(3, ["A", "B", "C"])[0]
    assert "has results on" not in half
    assert most.endswith(
        '"C" has results on 1 of 4 data sets; leave it out with only=, if so. Say '
        'missing="unknown" to count them against every claim that they could help, missing="drop" '
        "to leave those data sets out, which is right only if results are missing independently of "
        'all results, or missing="worst" to count them as failed runs.'
    )
    alike = lacking(3, ["forest", "tree", "Forrest"])[0]
    assert '"Forrest" has results on 1 of 4 data sets; is it "forest"? Say ' in alike


def test_data_sets_of_like_names_are_one_if_they_never_meet():
    spell = "are never found together: if they are one, spell it alike in every row"
    apart = [[1.0, NAN], [NAN, 1.0], [1.0, 1.0]]
    assert said(errors.ColumnError, judged, apart, ["wine", "Wine", "iris"], missing="drop") == (
        f'The data sets "wine" and "Wine" {spell}.'
    )
    assert said(errors.ColumnError, judged, apart, ["red wine", "red  wine", "x"]).endswith(
        "in every row."
    )
    assert said(errors.ColumnError, judged, apart, ["wine", "wine ", "x"]).endswith(
        "row (mind the blanks)."
    )
    # Of three, those that never meet.
    three = [[1.0, NAN, 1.0], [1.0, 1.0, NAN], [NAN, 1.0, NAN]]
    assert '"wine" and "WINE"' in said(
        errors.ColumnError, judged, three, ["wine", "Wine", "WINE"], "ABC"
    )
    judged(apart, ["wine", "iris", "x"], missing="drop")  # of other names
    together = [[1.0, NAN, 1.0], [NAN, 1.0, 1.0]]
    judged(together, ["wine", "Wine"], "ABC", "drop")


@pytest.mark.parametrize("names", [("wine", "Wine"), ("Wine", "wine")])
@pytest.mark.parametrize("empty", [0, 1])
def test_a_data_set_without_any_result_meets_no_complete_one(names, empty):
    rows = [[1.0, 1.0], [1.0, 1.0]]
    rows[empty] = [NAN, NAN]
    other, own = names[1 - empty], names[empty]
    assert f'The data sets "{other}" and "{own}" are never' in said(
        errors.ColumnError, judged, rows, list(names), missing="drop"
    )
    judged(rows, [names[0], "iris"], missing="drop")


def test_algorithms_of_like_names_are_one_if_they_never_meet():
    apart = [[1.0, NAN, 1.0], [NAN, 1.0, 1.0]]
    for names in (["knn", "KNN", "A"], ["KNN", "knn", "A"]):
        assert said(
            errors.AlgorithmError, judged, apart, ["x", "y"], names, missing="drop"
        ).startswith(f'The algorithms "{names[0]}" and "{names[1]}" are never found together: ')
    judged([[1.0, 1.0, NAN], [NAN, 1.0, 1.0]], ["x", "y"], ["knn", "KNN", "A"], "drop")
    judged([[1.0, NAN, 1.0], [1.0, 1.0, 1.0]], ["x", "y"], ["knn", "KNN", "A"], "drop")
