"""Rows that are not data sets: folds, runs and samples, and what is said of them."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from sayings import said

import jointstats as js
from jointstats import errors

NAN = np.nan
ACC = {"acc": "max"}
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
    assert js.results_table(two, of="y", **how).of == "y"
    assert said(errors.ColumnError, js.results_table, two, **how).startswith(
        'Folds of one data set are compared, but there are 2 ("x", "y"): name one with of='
    )
    assert said(errors.NoDataError, js.results_table, two[:0], **how) == "The table has no rows."


def test_a_fold_that_lacks_is_told_with_what_may_be_wrong():
    def grid(*pairs):
        rows = [(run, fold, a, 1.0) for run, fold in pairs for a in "AB"]
        frame = pd.DataFrame(rows, columns=["r", "f", "a", "acc"])
        return js.results_table(frame, run="r", fold="f", algorithm="a", measures=ACC)

    whole = grid((1, 1), (1, 2), (2, 1), (2, 2))
    assert (whole.n_runs, whole.n_folds, whole.absent()) == (2, 2, [])
    assert repr(whole).startswith(
        "FoldTable: 4 folds (runs: 2, folds of a run: 2) × 2 algorithms × 1 measure\n  algorithms:"
    )
    assert said(errors.MissingValuesError, grid, (1, 1), (1, 2), (2, 1)) == (
        '1 of 2 runs × 2 folds = 4 have no complete row (the first: run "2", fold "2"): every run '
        "needs all of its folds."
    )
    assert said(errors.MissingValuesError, grid, (1, 1), (2, 2)).endswith(
        "needs all of its folds."
    )  # half
    assert said(errors.MissingValuesError, grid, (1, 1), (2, 2), (3, 3)).endswith(
        '6 of 3 runs × 3 folds = 9 have no complete row (the first: run "1", fold "2"): are the '
        "folds numbered alike in every run?"
    )


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
