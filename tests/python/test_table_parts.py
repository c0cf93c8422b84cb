"""Parts of tables: names of columns, cells, rows, folds, samples, and what each of them refuses."""

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
    OptionError,
)
from jointstats.labelled.table import columns, families, folds, frames, gaps, leaderboard, swapped
from jointstats.labelled.table.all_runs import check_run_options
from jointstats.labelled.table.column_names import name_of, places_of
from jointstats.labelled.table.dropping import check_size
from jointstats.labelled.table.groups import Group, grouped_outcomes, with_groups
from jointstats.labelled.table.intake import _meant, _reader
from jointstats.labelled.table.properties import Property, properties_of_values
from jointstats.labelled.table.samples import as_samples, require_algorithms
from jointstats.labelled.table.sequence import by_name
from jointstats.labelled.table.wide import _refuse_names, algorithms_of

NAN = np.nan
ACC = {"acc": "max"}


def said(error, call, *given, **options):
    with pytest.raises(error) as caught:
        call(*given, **options)
    return str(caught.value)


# --- Names of columns -----------------------------------------------------------------------------


def places(columns_, measures, pattern=None):
    names = [name_of(one) for one in columns_]
    return places_of(names, range(len(names)), measures, pattern)


def test_levels_of_a_name_that_say_nothing_are_none():
    given = ("a", 2.0, ("a", "b"), ("a", ""), ("", "Unnamed: 1_level_1"), ("Unnamed: 0", "b", 1))
    assert [name_of(one) for one in given] == [
        ("a",), ("2",), ("a", "b"), ("a",), ("",), ("b", "1"),
    ]  # fmt: skip


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
    # What is left of a separator belongs to no name.
    assert places(["x__acc", "y__acc"], ["acc"]) == {("acc", "x"): 0, ("acc", "y"): 1}


def test_names_of_columns_that_tell_nothing_or_too_much():
    listed = 'The columns are "x", "y".'
    assert said(ColumnError, places, ["x", "y"], ["acc"]) == (
        'Names of columns do not tell the measure "acc" and the data sets: say how the columns are '
        'named, such as columns="{dataset}_{measure}", or, if each is a data set, '
        f'columns="{{dataset}}". {listed}'
    )
    assert said(ColumnError, places, ["x", "y"], ["acc", "f1"]) == (
        'Names of columns do not tell the measures "acc", "f1" and the data sets: say how the '
        f'columns are named, such as columns="{{dataset}}_{{measure}}". {listed}'
    )
    assert said(ColumnError, places, ["x", "acc"], ["f1", "acc"]).startswith(
        'The column "acc" holds one number for every algorithm: that is one data set'
    )
    assert said(ColumnError, places, ["acc_f1", "f1_acc"], ["acc", "f1"]).startswith(
        'The column "acc_f1" may be "acc" on the data set "f1", or "f1" on "acc": say how'
    )
    assert said(ColumnError, places, ["acc_x", "x_acc"], ["acc"]).startswith(
        'The column "acc_x" may be "acc" on the data set "x", or "nothing" on "none": say'
    )
    assert said(ColumnError, places, ["x_acc"], ["acc", "f1"], "{dataset}_{measure}") == (
        'The table has no column "{dataset}_f1" of the measure "f1". The columns are "x_acc".'
    )
    assert said(ColumnError, places, ["acc_x", "acc_x"], ["acc"]) == (
        'The data set "x" has two columns of the measure "acc".'
    )
    assert said(OptionError, places, ["x"], ["acc", "f1"], "{dataset}").startswith(
        'columns="{dataset}" is for one measure: of several, say'
    )
    for pattern in ("{measure}", "", "{dataset}{dataset}{measure}", "{dataset}_{measure}{measure}"):
        assert "must hold" in said(OptionError, places, ["x"], ["acc"], pattern)


# --- Leaderboards ---------------------------------------------------------------------------------


def test_an_average_agrees_for_every_algorithm_within_rounding():
    rng = np.random.default_rng(0)
    x = rng.integers(0, 100, (10, 1, 4)) + np.arange(4) * 100.0  # no decimals: off by up to 1.1
    mean = x.mean(axis=0)

    def check(last):
        leaderboard._refuse_averages(np.concatenate([x, [last]]), [*"abcdefghij", "all"])

    refused = 'The data set "all" is the mean of the others for every algorithm: leave its'
    for off in ([0, 0, 0, 0], [0.4, -0.4, 0.4, 0]):
        assert said(ColumnError, check, np.round(mean + np.array(off))).startswith(refused)
    away = np.round(mean + np.array([0, 0, 0, 3]))  # of one algorithm it is not
    check(away)
    check(np.round(mean + np.array([3, 3, 3, 0])))
    with_gap = np.round(mean)
    with_gap[0, 0] = NAN
    check(with_gap)
    two = np.array([[[1.0, 2, 3, 4]], [[1.0, 2, 3, 4]]])
    leaderboard._refuse_averages(two, "ab")  # equal, and each would be the mean of the other
    three = np.concatenate([x[:2], x[:2].mean(axis=0)[None]])
    assert '"c" is the mean' in said(ColumnError, leaderboard._refuse_averages, three, "abc")
    leaderboard._refuse_averages(three[:, :, :3], "abc")  # three algorithms may do so by chance


@pytest.mark.parametrize(("mean", "refused"), [(3.9, True), (3.8, False)])
def test_an_average_is_at_most_a_tenth_more_than_a_unit_off(mean, refused):
    """Of one algorithm 5, where the mean of ten others is 3.9 or 3.8; of the rest their mean."""
    x = np.tile(np.arange(4) * 100.0, (11, 1, 1))
    x[:10, 0, 0] = [3] * 9 + [round(10 * mean) - 27]
    x[10, 0, 0] = 5
    x[:10, 0, 1] += [40, -40] * 5  # none of the others is a mean
    names = [*"abcdefghij", "all"]
    if refused:
        assert '"all" is the mean' in said(ColumnError, leaderboard._refuse_averages, x, names)
    else:
        leaderboard._refuse_averages(x, names)


def test_decimals_of_numbers_are_seen():
    for x, width in (([1, 2], 1.1), ([0.5, 2], 0.11), ([0.25, 1], 0.011), ([1 / 3, 1], 1.1e-10)):
        assert leaderboard._rounding(np.array(x)) == pytest.approx(width, rel=1e-12)


def test_a_leaderboard_without_dataset_takes_no_options_of_rows():
    board = pd.DataFrame({"model": ["A", "B"], "x_acc": [1, 2], "y_acc": [3, 4]})
    for name, value in (("aggregate", "mean"), ("min_folds", 1), ("runs", "model"),
                        ("run_kind", "cv"), ("test_share", 0.5)):  # fmt: skip
        with pytest.raises(OptionError, match=f"^{name} has no meaning for a table with a row for"):
            js.results_table(board, algorithm="model", measures=ACC, **{name: value})
    made = js.results_table(
        board.assign(price=[5, 6]), algorithm="model", measures=ACC, columns="{dataset}_{measure}",
        rope=0.5, only=["B", "A"], cluster={"x": "f", "y": "f"}, per_algorithm={"price": "min"},
    )  # fmt: skip
    assert made.algorithms == ("B", "A") and made.rope == {"acc": 0.5} and made.n_families == 1
    assert made.properties == {"price": Property("min", {"B": 6.0, "A": 5.0})}
    assert made.values.tolist() == [[[2, 1]], [[4, 3]]] and made.n_rows == 2
    holes = board.assign(x_f1=[1, 2])
    ways = {"acc": "max", "f1": "max"}
    assert said(MissingValuesError, js.results_table, holes, algorithm="model", measures=ways) == (
        'The data set "y" has a column of "acc" ("y_acc"), but none of "f1": leave it out '
        '(missing="drop"), or say which columns hold what (columns=).'
    )
    dropped = js.results_table(holes, algorithm="model", measures=ways, missing="drop")
    assert (dropped.datasets, dropped.n_dropped) == (("x",), 1)


def test_algorithms_of_tables_of_every_layout():
    wide = pd.DataFrame({"d": ["x"], "A": [1], 2.0: [3]})
    assert algorithms_of(wide, measures=ACC, dataset="d") == ["A", "2"]
    assert algorithms_of(wide[["A"]], measures=ACC) == ["A"]
    both = pd.DataFrame({"acc_A": [1], "f1_A": [2], "acc_B": [3], "f1_B": [4], "own": [5]})
    ways = {"acc": "max", "f1": "max"}
    assert algorithms_of(both, measures=ways, columns="{measure}_{algorithm}") == ["A", "B"]
    board = pd.DataFrame({"model": ["B", "A"], "x_acc": [1, 2]})
    assert leaderboard.algorithms_of(board, "model") == ["B", "A"]
    assert leaderboard.algorithms_of(board.set_index("model"), "model") == ["B", "A"]


# --- Wide frames and matrices ---------------------------------------------------------------------


def test_a_first_column_of_text_holds_names():
    _refuse_names(pd.DataFrame())
    _refuse_names(pd.DataFrame({"a": []}))
    for cells in (["x", "1"], ["1", "2"], ["x", 1], ["", "x"], [1, 2]):
        _refuse_names(pd.DataFrame({"a": cells, "b": ["x", "y"]}))
    assert said(ColumnError, _refuse_names, pd.DataFrame({"a": ["x", "y"]})) == (
        'The column "a" holds text, such as "x": if it names the data sets, say dataset="a".'
    )


def test_wide_frames_that_do_not_fit_are_told_why():
    wide = js.results_table_wide
    frame = pd.DataFrame({"A": [1.0], "B": [2.0]})
    ways = {"acc": "max", "f1": "max"}
    for given, options, error, text in (
        ({"acc": frame, "x": frame}, {}, js.errors.DirectionError, '"x" is not in measures: both'),
        ({"acc": frame}, {"measures": ways}, js.errors.DirectionError, '"f1" is not in the frames'),
        (
            {"acc": frame},
            {"columns": "{algorithm}"},
            OptionError,
            "columns is for one frame of all",
        ),
        (frame, {"measures": ways}, js.errors.DirectionError, "one measure, but 2 are named: say"),
        (frame, {"columns": "{measure}{measure}{algorithm}"}, OptionError, "once each, such as"),
        (
            frame,
            {"columns": "{measure}_{algorithm}"},
            ColumnError,
            '"acc_{algorithm}" of the measu',
        ),
        (
            frame,
            {"algorithm": "A", "dataset": "B"},
            OptionError,
            "say one of them; a long table has",
        ),
        (
            pd.concat([frame, frame]),
            {},
            DuplicateRowsError,
            '"0" has several rows in the frame of "',
        ),
        (
            pd.DataFrame([[1, 2, 3]], columns=[*"ABA"]),
            {},
            ColumnError,
            '"A" has several columns (me',
        ),
        (3, {}, InvalidValueError, "results_table_wide takes a data frame; got int."),
        (frame[["A"]], {}, AlgorithmError, 'the table has 1 (only "A").'),
    ):
        assert text in said(error, wide, given, **{"measures": ACC, **options})
    both = pd.DataFrame({"d": ["x", "y"], "acc_A": [1, 2], "acc_B": [3, 4], "acc_top_A": [5, 6],
                         "acc_top_B": [7, 8]})  # fmt: skip
    made = wide(both, measures={"acc": "max", "acc_top": "min"}, dataset="d",
                columns="{measure}_{algorithm}")  # fmt: skip
    assert made.algorithms == ("A", "B") and made.datasets == ("x", "y")
    assert made.values.tolist() == [[[1, 3], [5, 7]], [[2, 4], [6, 8]]]


def test_matrices_that_do_not_fit_are_told_why():
    one = [[1.0, 2.0], [3.0, 4.0]]
    ways = {"acc": "max", "f1": "max"}
    matrices = js.results_table_matrices
    for given, options, error, text in (
        (
            {"A": one, "B": one},
            {"datasets": ["x", "x"]},
            DuplicateRowsError,
            "named twice in datas",
        ),
        (
            {"A": one, "B": one},
            {"datasets": ["x"]},
            ColumnError,
            "1 data sets are named, but the m",
        ),
        ({"A": one, "B": one[:1]}, {}, ColumnError, '"B" has 1 rows, the first has 2: every'),
        ({"A": one, "B": [1, 2]}, {}, ColumnError, '"B" has shape (2,): needed are rows for data'),
        ({"A": [one], "B": [one]}, {}, ColumnError, '"A" has shape (1, 2, 2): needed are rows'),
        ({"A": [[1, 2], [3]], "B": one}, {}, ColumnError, "are not of one length: every data set"),
        ({"A": np.array([(1, 2)], "i4,i4"), "B": one}, {}, ColumnError, "has fields, or bytes, in"),
        ([one, one], {}, ColumnError, 'Give the matrices by algorithm, such as {"A": matrix, "B"'),
        ({"A": one}, {}, AlgorithmError, 'needed; the table has 1 (only "A").'),
        ({}, {}, AlgorithmError, "needed; the table has 0."),
        ({"A": [], "B": []}, {"measures": ACC}, NoDataError, "No data set is left"),
    ):
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


def test_the_layout_of_the_first_argument_is_told_by_what_is_named():
    frame = pd.DataFrame({"acc": [1]})
    ways = {"measures": ACC}
    for source, given, maker in (
        (frame, ways, js.results_table_wide),
        (frame, {**ways, "dataset": "d"}, js.results_table_wide),
        (frame, {**ways, "algorithm": "a"}, js.results_table),
        ({"acc": frame}, ways, js.results_table_wide),
        ({"A": frame}, ways, js.results_table_matrices),
        ({"acc": [1]}, ways, js.results_table_matrices),
        ({"acc": frame, "A": [1]}, ways, js.results_table_matrices),
    ):
        assert _reader(source, given)[0] is maker
    _meant("columns", (js.results_table_matrices, js.results_table_wide), ("this",))
    assert said(OptionError, _meant, "columns", (js.results_table_matrices,), ("matrices",)) == (
        "The option columns has no meaning for matrices."
    )
    # Of a table that is made, it is said what cannot be changed and what never was an option.
    table = js.results_table_matrices({"A": [1, 2], "B": [3, 4]}, measures=ACC)
    assert "cluster cannot be changed in a test" in said(
        OptionError, js.sign_test, table, cluster="x"
    )
    assert "columns cannot be changed in a test" in said(
        OptionError, js.sign_test, table, columns="x"
    )


def test_rows_that_are_called_algorithms_differ_less_than_columns():
    low, high = np.array([[0.0, 9], [1, 10]]), np.array([[0.0, 1], [9, 10]])
    assert swapped._columns_differ_more(low[:, None]) and not swapped._columns_differ_more(
        high[:, None]
    )
    even = np.array([[0.0, 1], [1, 2]])[:, None]
    assert not swapped._columns_differ_more(even)
    # Over two measures the shares of their own variance add up: 20 / 20.5 and -2.25 / 10.25.
    rows = np.array([[0.0, 4], [5, 9]])
    assert swapped._columns_differ_more(np.stack([low * 0.01, rows * 100], axis=1))
    assert not swapped._columns_differ_more(np.stack([high * 0.01, rows.T * 100], axis=1))
    # One that is constant says nothing.
    more = np.stack([low, np.zeros((2, 2))], axis=1)
    assert swapped._columns_differ_more(more)
    holes = np.concatenate([low[:, None], [[[NAN, 1e9]]]])
    assert swapped._columns_differ_more(holes) and not swapped._columns_differ_more(holes[1:])
    assert not swapped._columns_differ_more(low[:, None, :1])
    three = np.array([[0.0, 5, 9], [1, 6, 10]])  # more columns than rows
    assert swapped._columns_differ_more(three[:, None])
    assert not swapped._columns_differ_more(three.T[:, None])


@pytest.mark.parametrize("dataset", ["task", "Data set", "datasets", "data_set name", "problem"])
@pytest.mark.parametrize("algorithm", ["model", "Classifiers", "algo.name", " Method "])
def test_words_for_data_sets_and_algorithms_are_known(dataset, algorithm):
    swapped.refuse_swapped_roles(dataset, algorithm)
    swapped.refuse_swapped_roles("x", dataset)
    swapped.refuse_swapped_roles(algorithm, "x")
    with pytest.raises(ColumnError, match="seem to be exchanged: say dataset="):
        swapped.refuse_swapped_roles(algorithm, dataset)


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


# --- Folds, runs and samples ----------------------------------------------------------------------


def test_what_is_said_of_runs_goes_together():
    check = check_run_options
    assert check(None, None, None, None) == (None, 0.0) == check(None, None, None, "median")
    assert check("r", "cv", 0.1, None) == ("cv", 0.1) == check("r", "cv", 0.1, "mean")
    assert check("r", "independent", None, None) == ("independent", 0.0)
    assert check("r", "independent", 0, None) == ("independent", 0.0)
    for given, text in (
        ((None, "cv", None, None), "run_kind goes with runs=."),
        ((None, None, 0.1, None), "test_share goes with runs=."),
        (("r", None, None, None), 'Say what the runs are: run_kind="cv" (cross-val'),
        (("r", "x", None, None), 'run_kind must be one of "cv", "independent"'),
        (("r", "cv", 0.1, "median"), "runs are combined by their mean, not by the median."),
        (("r", "independent", 0.1, None), "independent runs have none."),
        (
            ("r", "cv", None, None),
            "on which share of the cases each run tests, such as test_share=0.1",
        ),
        (("r", "cv", 0, None), "test_share must be a finite number above 0 and below 1; got 0."),
        (("r", "cv", 1, None), "test_share must be a finite number above 0 and below 1; got 1."),
    ):
        assert text in said(OptionError, check, *given)


def test_rows_of_folds_are_named_and_told_apart():
    pairs = [("1", "1"), ("1", "2"), ("1", "1")]
    assert list(folds._row_names(pairs, True, True).values()) == ["run 1, fold 1", "run 1, fold 2"]
    assert list(folds._row_names(pairs, False, True).values()) == ["fold 1", "fold 2"]
    alike = folds._row_names([("1, fold 2", "3"), ("1", "2, fold 3"), ("2", "1")], True, True)
    assert list(alike.values()) == [
        "run 1, fold 2, fold 3 (1)",
        "run 1, fold 2, fold 3 (2)",
        "run 2, fold 1",
    ]
    assert (
        folds._unused(pd.DataFrame(columns=["run and fold", "run and fold'"])) == "run and fold''"
    )

    frame = pd.DataFrame({"f": [1, 1, 1, 2, 2], "r": 1, "a": [*"ABBAB"], "acc": 1.0, "d": "x"})

    def fold(**more):
        return js.fold_table(frame, algorithm="a", measures=ACC, **more)

    many = '2 rows for "fold 1" and algorithm "B": what tells them apart? Say run=.'
    assert said(DuplicateRowsError, fold, fold="f") == many
    assert said(DuplicateRowsError, fold, run="f").endswith("apart? Say fold=.")
    assert said(DuplicateRowsError, fold, run="r", fold="f").endswith(
        "apart? Say dataset= and of=."
    )
    assert (
        said(OptionError, fold, fold="f", of="x")
        == "of needs the column that holds the data set: dataset=."
    )
    assert said(OptionError, fold).startswith(
        "Say which columns hold the run and the fold: run=, fold="
    )
    three = frame.assign(a=[*"ABCAB"])
    assert js.fold_table(three, algorithm="a", measures=ACC, fold="f", only=["A", "B"]).n == 2
    two = frame.iloc[[0, 1, 3, 4]].assign(d=[*"xxyy"])
    how = {"algorithm": "a", "measures": ACC, "fold": "f", "dataset": "d"}
    assert js.fold_table(two, of="y", **how).of == "y"
    assert said(ColumnError, js.fold_table, two, **how).startswith(
        'Folds of one data set are compared, but there are 2 ("x", "y"): name one with of='
    )
    assert said(NoDataError, js.fold_table, two[:0], **how) == "The table has no rows."


def test_a_fold_that_lacks_is_told_with_what_may_be_wrong():
    def grid(*pairs):
        rows = [(run, fold, a, 1.0) for run, fold in pairs for a in "AB"]
        frame = pd.DataFrame(rows, columns=["r", "f", "a", "acc"])
        return js.fold_table(frame, run="r", fold="f", algorithm="a", measures=ACC)

    whole = grid((1, 1), (1, 2), (2, 1), (2, 2))
    assert (whole.n_runs, whole.n_folds, whole.absent()) == (2, 2, [])
    assert repr(whole).startswith(
        "FoldTable: 4 folds (runs: 2, folds of a run: 2) × 2 algorithms × 1 measure\n  algorithms:"
    )
    assert said(MissingValuesError, grid, (1, 1), (1, 2), (2, 1)) == (
        '1 of 2 runs × 2 folds = 4 have no complete row (the first: run "2", fold "2"): every run '
        "needs all of its folds."
    )
    assert said(MissingValuesError, grid, (1, 1), (2, 2)).endswith(
        "needs all of its folds."
    )  # half
    assert said(MissingValuesError, grid, (1, 1), (2, 2), (3, 3)).endswith(
        '6 of 3 runs × 3 folds = 9 have no complete row (the first: run "1", fold "2"): are the '
        "folds numbered alike in every run?"
    )


def test_unpaired_rows_are_read_from_frames_and_matrices():
    frame = pd.DataFrame({"a": [*"ABB"], "acc": [1, 2, "3"], "f1": [4, None, 6]})
    how = {"algorithm": "a", "measures": {"acc": "max", "f1": "min"}}
    rule = said(MissingValuesError, as_samples, frame, **how)
    assert rule == (
        '1 row has a missing value (the first: row 1 of B, f1 is missing): say missing="drop" to '
        "leave them out."
    )
    two = frame.assign(acc=[1, None, None])
    assert said(MissingValuesError, as_samples, two, **how).startswith(
        "2 rows have a missing value (t"
    )
    made = as_samples(frame, missing="drop", **how)
    assert {name: x.tolist() for name, x in made.values.items()} == {"A": [[1, 4]], "B": [[3, 6]]}
    assert [(one.dataset, one.reason) for one in made.dropped] == [("row 1 of B", "f1 is missing")]
    assert (made.n, made.paired_source, made.algorithms) == (2, False, ("A", "B"))
    rows, codes = made.stacked
    assert rows.tolist() == [[1, 4], [3, 6]] and codes.tolist() == [0, 1]
    one = as_samples({"A": [1, 2], "B": [3]}, measures=ACC)
    assert {name: x.tolist() for name, x in one.values.items()} == {"A": [[1], [2]], "B": [[3]]}
    chosen = as_samples(frame, missing="drop", on="f1", only=["B", "A"], **how)
    assert chosen.algorithms == ("B", "A") and chosen.values["A"].tolist() == [[4]]
    assert chosen.measures == {"f1": "min"}
    for given, options, error, text in (
        (
            {"A": [1, 2]},
            {"measures": how["measures"]},
            ColumnError,
            "has shape (2,): needed are rows",
        ),
        (
            {"A": [[1, 2]]},
            {"measures": ACC},
            ColumnError,
            "has shape (1, 2): needed are rows and 1",
        ),
        (
            {"A": [1, "x"]},
            {"measures": ACC},
            InvalidValueError,
            'text "x" in row 2 of algorithm "A"',
        ),
        (frame.assign(acc=[1, "x", 3]), how, InvalidValueError, 'in row 2, algorithm "B"'),
        (
            frame,
            {"measures": ACC},
            ColumnError,
            "Say which column holds the algorithm: algorithm=.",
        ),
        (3, {"measures": ACC}, InvalidValueError, "or as a results table; got int."),
        (frame, {"cluster": "a", **how}, OptionError, "cluster has no meaning for unpaired rows."),
        (frame, {"missing": "worst", **how}, OptionError, 'missing must be one of "raise", "drop"'),
    ):
        assert text in said(error, as_samples, given, **options)
    assert (
        said(NoDataError, made.of_measures, []) == "At least one measure is needed; none is named."
    )


def test_a_table_gives_its_rows_and_their_pairing_is_known():
    table = js.results_table_matrices({"A": [1, 2], "B": [3, 4]}, measures=ACC)
    made = as_samples(table)
    assert made.paired_source and made.values["B"].tolist() == [[3], [4]] and made.in_sample == ()
    assert said(OptionError, as_samples, table, measures=ACC).endswith("are those of the table.")
    assert said(OptionError, as_samples, table, algorithm="A").endswith("are those of the table.")
    for least, most, text in ((3, None, "needs at least 3 algorithms; there are 2"),
                              (1, 1, "needs exactly 1 algorithm; there are 2"),
                              (3, 3, "needs exactly 3 algorithms; there are 2")):  # fmt: skip
        assert text in said(AlgorithmError, require_algorithms, made, "It", least, most)
    require_algorithms(made, "It", 2, 2)
    require_algorithms(made, "It", 1)
    empty = as_samples({"A": [1], "B": [NAN]}, measures=ACC, missing="drop")
    text = 'The algorithm "B" has no complete row.'
    assert said(AlgorithmError, require_algorithms, empty, "It", 2) == text


# --- Rows ----------------------------------------------------------------------------------------


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
