"""Parts of tables: cells, names, properties, groups, families and rows."""

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE
from jointstats.labelled.errors import (
    AlgorithmError,
    ColumnError,
    DuplicateRowsError,
    InvalidValueError,
    MissingValuesError,
    NoDataError,
)
from jointstats.labelled.table import (
    columns,
    families,
    frames,
    gaps,
)
from jointstats.labelled.table.dropping import check_size
from jointstats.labelled.table.groups import Group, grouped_outcomes, with_groups
from jointstats.labelled.table.properties import Property, properties_of_values
from jointstats.labelled.table.sequence import by_name

NAN = np.nan
ACC = {"acc": "max"}


def said(error, call, *given, **options):
    with pytest.raises(error) as caught:
        call(*given, **options)
    return str(caught.value)


# --- Cells ----------------------------------------------------------------------------------------


def test_cells_of_numbers_and_of_none():
    marks = ["", " ", "NA", "n/a", "NaN", "null", "None", "?", "-", "<NA>", None, NAN, pd.NA]
    x, odd = columns.read_texts(pd.Series([*marks, "1.5", 2, True, "x", 10**400], dtype=object))
    assert np.isnan(x[: len(marks)]).all() and not odd[: len(marks)].any()
    assert x[len(marks) :].tolist()[:3] == [1.5, 2, 1] and odd.tolist()[-2:] == [True, False]
    assert np.isinf(x[-1])
    assert [columns.is_number(one) for one in ("1", "NA", "x", None, 3)] == [
        True,
        True,
        False,
        True,
        True,
    ]

    def told(cell, kind=object):
        cells = pd.Series([1, cell, cell], dtype=kind)
        return said(InvalidValueError, columns.numbers, cells, "acc", lambda i: f"in row {i + 1}")

    point, thousands = "Decimals need a point, not a comma.", "a point, and thousands no comma."
    for text, cure in (("5,1", point), ("-0,51", point), (",5", point), ("1,234", thousands),
                       ("1,234,567.8", thousands), ("12 %", "Leave out the percent sign."),
                       ("1.5%", "Leave out the percent sign."), ("x", 'say missing="worst".'),
                       ("1,23,4", 'say missing="worst".')):  # fmt: skip
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
            InvalidValueError, columns.numbers, bad, "a", str
        )
    assert columns.numbers(pd.Series([1, None], dtype="Int64"), "a", str)[0] == 1
    assert columns.numbers(pd.Series([True, False]), "a", str).tolist() == [1, 0]


def test_names_are_coded_as_they_first_appear():
    def coded(cells, role="data set", first=0, **kind):
        codes, names = columns.names(pd.Series(cells, name="d", **kind), role, first)
        return codes.tolist(), names

    assert coded(["b", "a", "b"]) == ([0, 1, 0], ["b", "a"])
    assert coded([1, "1", 1.0, "x\x1b"], dtype=object) == ([0, 0, 0, 1], ["1", "x\\x1b"])
    ordered = pd.Categorical(["b", "a", "c"], categories=["c", "b", "a"], ordered=True)
    assert coded(ordered, "algorithm") == ([1, 2, 0], ["c", "b", "a"])
    assert coded(ordered) == ([0, 1, 2], ["b", "a", "c"])
    for cells, first, row in ((["a", None, None], 0, 2), (["a", "a", " "], 0, 3), ([None], 5, 6)):
        assert said(ColumnError, coded, cells, first=first) == (
            f'The column "d" (data set) has no name in row {row}: every row needs one.'
        )
    assert said(ColumnError, coded, ["a", ["b"]], first=2) == (
        'The column "d" (data set) holds several values in one cell (list, row 4): every row needs '
        "one name, a text or a number."
    )


def test_a_column_is_there_once():
    frame = pd.DataFrame([[1, 2, 3, 4]], columns=["acc", 7, "x", "x"])
    assert columns.column(frame, "7", "measure").tolist() == [2]
    assert columns.column(frame, 7.0, "measure").tolist() == [2]
    for name, text in (("ac", 'no column "ac" (measure). Did you mean "acc"?'),
                       ("zzz", 'no column "zzz" (measure). The columns are "acc", "7", "x", "x".'),
                       ("x", 'The column "x" (measure) is in the table 2 times.')):  # fmt: skip
        assert said(ColumnError, columns.column, frame, name, "measure").endswith(text)


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
        return said(InvalidValueError, frames.pandas_of, Frame())

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
    assert said(MissingValuesError, made, [[3, NAN], [3, NAN]]).startswith(
        'The algorithm "B" has no'
    )
    assert said(InvalidValueError, made, [[3, 4], [3, 2]]).startswith(
        'The property "price" of the algorithm "B" is 2 in one place and 4 in another: a property'
    )


def test_groups_are_even_by_wins_and_where_they_are_one_measure():
    def even(*measures, within="all"):
        return Group("g", measures, within).even

    assert even("x") and even("x", within="some") and even("x", "y", within="wins")
    assert (
        not even("x", "y")
        and not even("x", "y", within="some")
        and not even("x", "y", "z", within=2)
    )
    meant = [Group("g", ("x", "y"), rule).meaning for rule in ("all", "some", "wins", 2)]
    assert meant == [
        "better on g is better on x and y at once",
        "better on g is not worse on x and y, and better on at least one of them",
        "better on g is better on more of x and y than worse",
        "better on g is better on at least 2 of x and y",
    ]
    assert Group("g", ("x",), "wins").meaning == "better on g is better on x"


def test_a_missing_result_is_missing_of_its_group_alone():
    groups = [Group("p", ("x", "y")), Group("q", ("z",))]
    seen = np.array([[BETTER, MISSING, WORSE], [BETTER, BETTER, MISSING], [BETTER, WORSE, EQUAL],
                     [EQUAL, EQUAL, WORSE], [BETTER, EQUAL, EQUAL]])  # fmt: skip
    codes, sure, conflict = grouped_outcomes(seen, "xyz", groups, [True] * 3)
    assert codes.tolist() == [[MISSING, WORSE], [BETTER, MISSING], [EQUAL, EQUAL], [EQUAL, WORSE],
                              [EQUAL, EQUAL]]  # fmt: skip
    assert (sure == (codes != MISSING)).all()
    assert conflict.tolist() == [False, False, True, False, True]
    by_wins = [Group("p", ("x", "y"), "wins"), Group("q", ("z",))]
    assert not grouped_outcomes(seen, "xyz", by_wins, [True] * 3)[2].any()

    class Table:
        measures = dict.fromkeys("xyz", "max")

    behind = with_groups(seen[1:, :2], Table(), groups[:1])
    assert behind.tolist() == [[BETTER, BETTER, BETTER], [BETTER, WORSE, EQUAL],
                               [EQUAL, EQUAL, EQUAL], [BETTER, EQUAL, EQUAL]]  # fmt: skip
    assert with_groups(seen, Table(), ()) is seen


def test_a_data_set_has_one_family():
    frame = pd.DataFrame({"d": [*"xxyyz"], "a": [*"ABABA"], "acc": 1.0, "f": [*"pqrsp"]})
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "f", "missing": "drop"}
    assert said(ColumnError, js.results_table, frame, **how) == (
        'The data set "x" is in two families, "p" and "q": a data set has one.'
    )
    good = js.results_table(frame.assign(f=[*"pprrp"]), **how)
    assert good.families == {"x": "p", "y": "r", "z": "p"}

    def given(**which):
        table = js.results_table(frame, **how | {"cluster": None})
        return families.in_families(table, which).families

    assert given(x="p", y="q", z=1) == {"x": "p", "y": "q", "z": "1"}
    assert (
        said(ColumnError, given, x="p", y="q")
        == 'The data set "z" has no family: every one needs one.'
    )
    assert said(ColumnError, given, x="p", y="q", z="r", w="r").startswith(
        'A family is given for "w"'
    )


def test_the_fewest_families_that_can_show_anything():
    def worth(n):
        return families.Families(60, n, None, None, None, 0.0)

    assert worth(6).too_few(0.05) == () and worth(5).too_few(0.05, one_sided=True) == ()
    assert [str(one) for one in worth(5).too_few(0.05)] == [
        "5 families can show nothing at level 0.05, however many data sets they have: the smallest "
        "possible p-value is 0.0625, and it takes 6 families."
    ]
    (of_pairs,) = worth(6).too_few(0.05, share=1 / 3, pairs=3)
    assert str(of_pairs) == (
        "6 families can show nothing of 3 pairs at level 0.05, however many data sets they have: "
        "the smallest possible corrected p-value is 0.0938, and it takes 7 families."
    )
    assert worth(7).too_few(0.05, share=1 / 3, pairs=3) == ()
    assert worth(1).careful_n == 1.0
    assert families.Families(60, 12, 0.3, 2.2, 27.27, 0.0).careful_n == 27.27
    cannot = "how far those of a family agree cannot be told from these results."
    assert worth(1).said == f"The 60 data sets are of one family; {cannot}"
    none = families.Families(60, 12, 0.0, 1.0, 60.0, 0.0).said
    assert none.endswith("no agreement within families is seen (intra-class correlation 0).")


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
    one = said(DuplicateRowsError, js.results_table, frame[:3], **how)
    assert one == (
        '2 rows for data set "x" and algorithm "A" (1 such pair) are identical in every column: '
        "drop the copies."
    )
    two = said(DuplicateRowsError, js.results_table, frame, **how)
    assert two == (
        '2 rows for data set "x" and algorithm "A" (2 such pairs): if they are folds or runs, say '
        'aggregate="mean" or aggregate="median".'
    )


def test_a_table_has_two_algorithms_a_measure_and_a_data_set():
    check_size(["x"], ["A", "B"], ["acc"])
    for given, error, text in (
        ((["x"], ["A"], ["acc"]), AlgorithmError, 'needed; the table has 1 (only "A").'),
        ((["x"], [], ["acc"]), AlgorithmError, "needed; the table has 0."),
        ((["x"], ["A", "B"], []), NoDataError, "At least one measure is needed; none is named."),
        (([], ["A", "B"], ["acc"]), NoDataError, "No data set is left: the table has no complete"),
    ):
        assert text in said(error, check_size, *given)


def test_names_with_numbers_stand_by_their_numbers():
    names = ["b2", "b10", "b02", "a", "b", "10", "9", "b2c"]
    assert [names[i] for i in by_name(names)] == ["9", "10", "a", "b", "b02", "b2", "b2c", "b10"]


def test_who_has_no_complete_result_is_named_among_others_that_have():
    def left(x, missing="drop", names="ABC"):
        made = dict(zip(names, np.array(x, float).T[:, :, None], strict=True))
        table = js.results_table_matrices(made, measures=ACC, missing=missing)
        return said(MissingValuesError, table.require_datasets)

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
