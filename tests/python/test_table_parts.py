"""Parts of tables: cells, names, properties, groups, families and rows."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sayings import said

import jointstats as js
from jointstats import errors
from jointstats.labelled.table import columns, families, frames, gaps
from jointstats.labelled.table.dropping import check_size
from jointstats.labelled.table.groups import Group, groups_of
from jointstats.labelled.table.properties import Property, properties_of_values
from jointstats.labelled.table.roles import checked_roles
from jointstats.labelled.table.rows import _mean, cell_values, coded_rows
from jointstats.labelled.table.samples import as_samples
from jointstats.labelled.table.sequence import by_name, in_sequence, samples_in_sequence

NAN = np.nan
ACC = {"acc": "max"}


# --- Cells ----------------------------------------------------------------------------------------


def test_cells_of_numbers_and_of_none():
    marks = ["", " ", "NA", "n/a", "NaN", "null", "None", "?", "-", "<NA>", None, NAN, pd.NA]
    x, odd = columns.read_texts(pd.Series([*marks, "1.5", 2, True, "x", 10**400], dtype=object))
    assert np.isnan(x[: len(marks)]).all() and not odd[: len(marks)].any()
    assert x[len(marks) :].tolist()[:3] == [1.5, 2, 1] and odd.tolist()[-2:] == [True, False]
    assert np.isinf(x[-1])

    def told(cell, kind=object):
        cells = pd.Series([1, cell, cell], dtype=kind)
        return said(
            errors.InvalidValueError, columns.numbers, cells, "acc", lambda i: f"in row {i + 1}"
        )

    for text, cure in (("x", 'say missing="worst".'), ("1,23,4", 'say missing="worst".')):
        assert told(text).startswith(
            f'The measure "acc" holds the text "{text}" in row 2: a number'
        )
        assert told(text).endswith(cure)
    assert told(float("inf"), float).startswith(
        'The measure "acc" is infinite in row 2: give a fin'
    )
    assert told(10**400).startswith('The measure "acc" is infinite in row 2')
    assert told([1]).startswith(
        'The measure "acc" holds several values in one cell (list) in row 2'
    )
    for bad in (pd.Series([1j]), pd.Series([pd.Timestamp(0)])):
        assert "must hold numbers; it holds" in said(
            errors.InvalidValueError, columns.numbers, bad, "a", str
        )
    assert columns.numbers(pd.Series([1, None], dtype="Int64"), "a", str)[0] == 1
    assert columns.numbers(pd.Series([True, False]), "a", str).tolist() == [1, 0]


def test_names_are_coded_as_they_first_appear():
    def coded(cells, role="data set", **kind):
        codes, names = columns.names(pd.Series(cells, name="d", **kind), role)
        return codes.tolist(), names

    assert coded(["b", "a", "b"]) == ([0, 1, 0], ["b", "a"])
    assert coded([1, "1", 1.0, "x\x1b"], dtype=object) == ([0, 0, 0, 1], ["1", "x\\x1b"])
    ordered = pd.Categorical(["b", "a", "c"], categories=["c", "b", "a"], ordered=True)
    assert coded(ordered, "algorithm") == ([1, 2, 0], ["c", "b", "a"])
    assert coded(ordered) == ([0, 1, 2], ["b", "a", "c"])
    for cells, row in ((["a", None, None], 2), (["a", "a", " "], 3), ([None], 1)):
        assert said(errors.ColumnError, coded, cells) == (
            f'The column "d" (data set) has no name in row {row}: every row needs one.'
        )
    assert said(errors.ColumnError, coded, ["a", ["b"]]) == (
        'The column "d" (data set) holds several values in one cell (list, row 2): every row needs '
        "one name, a text or a number."
    )


def test_a_column_is_there_once():
    frame = pd.DataFrame([[1, 2, 3, 4]], columns=["acc", 7, "x", "x"])
    assert columns.column(frame, "7", "measure").tolist() == [2]
    assert columns.column(frame, 7.0, "measure").tolist() == [2]
    for name, text in (("ac", 'no column "ac" (measure). Did you mean "acc"?'),
                       ("zzz", 'no column "zzz" (measure). The columns are "acc", "7", "x", "x".'),
                       ("x", 'The column "x" (measure) is in the table 2 times.')):  # fmt: skip
        assert said(errors.ColumnError, columns.column, frame, name, "measure").endswith(text)


def test_a_frame_that_cannot_be_computed_is_told_with_the_first_line_of_why(monkeypatch):
    class Frame:
        pass

    Frame.__module__ = "polars.frame"
    nw = pytest.importorskip("narwhals")

    def fails(error):
        def read(_):
            raise error

        monkeypatch.setattr(nw, "from_native", lambda source: source)
        monkeypatch.setattr(frames, "_in_pandas", read)
        return said(errors.InvalidValueError, frames.pandas_of, Frame())

    start = "polars's Frame cannot be read: "
    assert fails(RuntimeError("no column.\nline two")) == f"{start}no column."
    assert fails(RuntimeError("\n ")) == f"{start}RuntimeError."
    assert frames.pandas_of(3) == 3
    whole = {"a": 1}
    assert frames.pandas_within(whole) is whole


# --- Properties, groups, families -----------------------------------------------------------------


def test_who_has_the_better_property():
    for way, winner in (("max", "B"), ("min", "A")):
        price = Property(way, {"A": 1.0, "B": 2.0, "C": 2.0})
        assert price.better("A", "B") == price.better("B", "A") == winner
        assert price.better("B", "C") is None
        assert price.of(["C"]) == Property(way, {"C": 2.0})


def test_a_property_is_one_number():
    def made(x):
        return properties_of_values({"price": np.array(x, float)}, {"price": "min"}, "AB")["price"]

    assert made([3, 4]).values == made([[3, NAN], [NAN, 4]]).values == {"A": 3.0, "B": 4.0}
    assert said(errors.MissingValuesError, made, [[3, NAN], [3, NAN]]).startswith(
        'The algorithm "B" has no'
    )
    assert said(errors.InvalidValueError, made, [[3, 4], [3, 2]]).startswith(
        'The property "price" of the algorithm "B" is 2 in one place and 4 in another: a property'
    )


def test_what_better_on_a_group_means():
    meant = [Group("g", ("x", "y"), rule).meaning for rule in ("all", "some", "wins", 2)]
    assert meant == [
        '"better on g" means better on x and y',
        '"better on g" means worse on none of x and y, and better on some',
        '"better on g" means better on more of x and y than worse',
        '"better on g" means better on at least 2 of x and y',
    ]
    assert Group("g", ("x",), "wins").meaning == '"better on g" means better on x'


def test_a_group_has_the_name_of_no_other_measure():
    for name, other in (("acc", "time"), ("time", "acc")):
        text = said(errors.OptionError, groups_of, ["acc", "time"], {name: [other]}, "all")
        assert text == f'The group "{name}" has the name of a measure: call it otherwise.'
    (one, two) = groups_of(["acc", "time"], {"acc": "acc"}, "all")
    assert (one.name, one.measures, two.name, two.measures) == ("acc", ("acc",), "time", ("time",))


def test_a_data_set_has_one_family():
    frame = pd.DataFrame({"d": [*"xxyyz"], "a": [*"ABABA"], "acc": 1.0, "f": [*"pqrsp"]})
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "f", "missing": "drop"}
    assert said(errors.ColumnError, js.results_table, frame, **how) == (
        'The data set "x" is in two families, "p" and "q": a data set has one.'
    )
    good = js.results_table(frame.assign(f=[*"pprrp"]), **how)
    assert good.families == {"x": "p", "y": "r", "z": "p"}

    def given(**which):
        table = js.results_table(frame, **how | {"cluster": None})
        return families.in_families(table, which).families

    assert given(x="p", y="q", z=1) == {"x": "p", "y": "q", "z": "1"}
    assert (
        said(errors.ColumnError, given, x="p", y="q")
        == 'The data set "z" has no family: every one needs one.'
    )
    assert said(errors.ColumnError, given, x="p", y="q", z="r", w="r").startswith(
        'A family is given for "w"'
    )


# --- Rows -----------------------------------------------------------------------------------------


def test_a_lost_row_is_one_that_another_algorithm_of_the_data_set_has():
    nothing = gaps.too_few_rows(np.full((2, 1, 2), NAN), np.array([[1, 1], [2, 2]]), "xy", "AB")
    assert nothing == ()
    x = np.array([[[1.0, 1]], [[NAN, 1]]])
    parts = gaps.too_few_rows(x, np.array([[9, 9], [1, 2]]), "xy", "AB")
    assert "".join(map(str, parts)).startswith(
        'A has 1 row on "y" where B has 2: a lost fold, or a'
    )
    assert gaps.too_few_rows(x, np.array([[9, 9], [0, 2]]), "xy", "AB") == ()


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


def test_a_table_has_two_algorithms_a_measure_and_a_data_set():
    check_size(["x"], ["A", "B"], ["acc"])
    for given, error, text in (
        ((["x"], ["A"], ["acc"]), errors.AlgorithmError, 'needed; the table has 1 (only "A").'),
        ((["x"], [], ["acc"]), errors.AlgorithmError, "needed; the table has 0."),
        (
            (["x"], ["A", "B"], []),
            errors.NoDataError,
            "At least one measure is needed; none is named.",
        ),
        (
            ([], ["A", "B"], ["acc"]),
            errors.NoDataError,
            "No data set is left: the table has no complete",
        ),
    ):
        assert text in said(error, check_size, *given)


def test_names_with_numbers_stand_by_their_numbers():
    names = ["b2", "b10", "b02", "a", "b", "10", "9", "b2c"]
    assert [names[i] for i in by_name(names)] == ["9", "10", "a", "b", "b02", "b2", "b2c", "b10"]


def test_who_has_no_complete_result_is_named_among_others_that_have():
    def left(x, missing="drop", names="ABC"):
        made = dict(zip(names, np.array(x, float).T[:, :, None], strict=True))
        table = js.results_table(made, measures=ACC, missing=missing)
        return said(errors.MissingValuesError, table.require_datasets)

    first = "No data set is left: all 2 have a missing result (the first: acc of C on"
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


def rows_of(cells, **options):
    """Rows (data set, algorithm, value) as a long table is read."""
    frame = pd.DataFrame(cells, columns=["d", "a", "acc"], index=range(5, 5 + len(cells)))
    given = checked_roles(dataset="d", algorithm="a", measures=ACC, **options)
    return coded_rows(frame, given), given


CELLS = [("x", "A", 1.0), ("y", "B", 2.0), ("x", "B", 3.0), ("y", "C", 4.0), ("z", "C", 5.0)]


def test_rows_of_some_algorithms_are_those_of_their_data_sets():
    rows, given = rows_of(CELLS)
    assert (rows.datasets, rows.algorithms) == (["x", "y", "z"], ["A", "B", "C"])
    assert rows.d_codes.tolist() == [0, 1, 0, 1, 2] and rows.a_codes.tolist() == [0, 1, 1, 2, 2]
    some = rows.of(["B", "A"])
    assert (some.datasets, some.algorithms) == (["x", "y"], ["B", "A"])
    assert some.d_codes.tolist() == [0, 1, 0] and some.a_codes.tolist() == [1, 0, 0]
    assert some.frame["acc"].tolist() == [1, 2, 3]
    late = rows.of(["C", "D"])  # one that does not occur has no rows
    assert (late.datasets, late.algorithms) == (["y", "z"], ["C", "D"])
    assert late.d_codes.tolist() == [0, 1] and late.a_codes.tolist() == [0, 0]
    turned = rows.of(["C", "B", "A"])
    assert turned.a_codes.tolist() == [2, 1, 1, 0, 0] and turned.datasets == ["x", "y", "z"]
    values, per_cell = cell_values(rows, given)
    assert np.array_equal(values[:, 0], [[1, 3, NAN], [NAN, 2, 4], [NAN, NAN, 5]], equal_nan=True)
    assert per_cell.tolist() == [[1, 1, 0], [0, 1, 1], [0, 0, 1]]
    bad = [("x", "A", 1.0), ("x", "B", "bad")]
    rows, given = rows_of(bad)
    assert 'the text "bad" for data set "x", algorithm "B"' in said(
        errors.InvalidValueError, cell_values, rows, given
    )


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
    rows, given = rows_of(cells, aggregate=how, min_folds=min_folds)
    values, per_cell = cell_values(rows, given)
    assert np.array_equal(values[:, 0], expected, equal_nan=True)
    assert per_cell.tolist() == [[3, 3], [1, 1]]


def test_a_lost_row_needs_as_many_as_the_others_have():
    cells = [("x", "A", 1), ("x", "A", 3), ("x", "B", 2)]
    for min_folds, expected in ((None, [2, NAN]), (2, [2, NAN]), (1, [2, 2])):
        rows, given = rows_of(cells, aggregate="mean", min_folds=min_folds)
        assert np.array_equal(cell_values(rows, given)[0][0, 0], expected, equal_nan=True)


def test_a_mean_is_exact_whatever_the_sequence_and_the_size():
    assert _mean([1e16, 1.0, -1e16]) == 1 / 3 and _mean([-1e16, 1e16, 1.0]) == 1 / 3
    assert _mean([1.7e308, 1.7e308, 1.7e308]) == 1.7e308
    assert _mean([0.1] * 10) == 0.1


def test_ratios_that_are_undefined_are_named_with_their_rows():
    def told(tp, fp):
        frame = pd.DataFrame({"tp": tp, "fp": fp, "tn": 1, "fn": 1})
        return noted(js.measures_from_confusion, frame, ["precision", "fdr", "tpr"])

    assert told([1, 2], [1, 0]) == []
    end = "left missing: {}. Say missing= when the table is made."
    assert told([1, 0], [1, 0]) == [
        "Undefined (0/0) and " + end.format("precision in row 2, fdr in row 2")
    ]
    assert told([0, 0], [0, 0]) == [
        "Undefined (0/0) and "
        + end.format("precision in 2 rows (the first: 1), fdr in 2 rows (the first: 1)")
    ]


def noted(call, *given):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(*given)
    return [str(one.message) for one in caught]


def test_packaged_tables_have_whole_numbers_and_others_as_they_stand():
    frame = js.load_frame("weka_folds")
    kinds = {name: frame[name].dtype.kind for name in frame}
    assert {kinds["tp"], kinds["fp"], kinds["tn"], kinds["fn"]} == {"i"}
    assert set(js.list_datasets()) >= {"example1", "pnn", "weka", "weka_folds"}
    with pytest.raises(errors.ColumnError, match='There is no packaged table "wek"; did you mean'):
        js.load_dataset("wek")


def test_rows_are_put_in_the_sequence_of_their_names_or_values():
    table = js.results_table({"A": [1, 2, 3], "B": [4, 5, 6]}, measures=ACC,
                                      datasets=["d10", "d9", "c"])  # fmt: skip
    made = in_sequence(table)
    assert made.datasets == ("c", "d9", "d10") and made.values[:, 0].tolist() == [
        [3, 6],
        [2, 5],
        [1, 4],
    ]
    given = as_samples(
        {"A": [[2, 1], [1, 3], [1, 2]], "B": [[0, 0]]}, measures={"u": "max", "v": "min"}
    )
    made = samples_in_sequence(given)
    assert made.values["A"].tolist() == [[1, 2], [1, 3], [2, 1]] and made.values["B"].tolist() == [
        [0, 0]
    ]


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
