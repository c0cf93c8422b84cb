"""Rows that are no data sets: folds, runs and samples, and what is said of them."""

import numpy as np
import pandas as pd
from sayings import said

import jointstats as js
from jointstats import errors
from jointstats.labelled.table import folds
from jointstats.labelled.table.all_runs import check_run_options
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.samples import as_samples, require_algorithms

NAN = np.nan
ACC = {"acc": "max"}


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
        assert text in said(errors.OptionError, check, *given)


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
        return js.results_table(frame, algorithm="a", measures=ACC, **more)

    many = '2 rows for "fold 1" and algorithm "B": what tells them apart? Say run=.'
    assert said(errors.DuplicateRowsError, fold, fold="f") == many
    assert said(errors.DuplicateRowsError, fold, run="f").endswith("apart? Say fold=.")
    assert said(errors.DuplicateRowsError, fold, run="r", fold="f").endswith(
        "apart? Say dataset= and of=."
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


def test_folds_may_lack_results_where_pairs_are_compared_one_by_one():
    rows = [(1, "A", 1), (1, "B", 2), (2, "B", 3), (2, "C", 4)]
    frame = pd.DataFrame(rows, columns=["f", "a", "acc"])
    how = {"fold": "f", "algorithm": "a", "measures": ACC, "missing": "drop"}
    made = as_table(frame, pair_by_pair=True, folds_fit=True, **how)
    assert (made.n, made.n_dropped) == (0, 2)
    assert "No data set is left" in said(
        errors.MissingValuesError, as_table, frame, folds_fit=True, **how
    )


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
    rule = said(errors.MissingValuesError, as_samples, frame, **how)
    assert rule == (
        '1 row has a missing value (the first: row 1 of B, f1 is missing): say missing="drop" to '
        "leave them out."
    )
    two = frame.assign(acc=[1, None, None])
    assert said(errors.MissingValuesError, as_samples, two, **how).startswith(
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
            errors.ColumnError,
            "has shape (2,): needed are rows",
        ),
        (
            {"A": [[1, 2]]},
            {"measures": ACC},
            errors.ColumnError,
            "has shape (1, 2): needed are rows and 1",
        ),
        (
            {"A": [1, "x"]},
            {"measures": ACC},
            errors.InvalidValueError,
            'text "x" in row 2 of algorithm "A"',
        ),
        (frame.assign(acc=[1, "x", 3]), how, errors.InvalidValueError, 'in row 2, algorithm "B"'),
        (
            frame,
            {"measures": ACC},
            errors.ColumnError,
            "Say which column holds the algorithm: algorithm=.",
        ),
        (3, {"measures": ACC}, errors.InvalidValueError, "or as a results table; got int."),
        (
            frame,
            {"cluster": "a", **how},
            errors.OptionError,
            "cluster has no meaning for unpaired rows.",
        ),
        (
            frame,
            {"missing": "worst", **how},
            errors.OptionError,
            'missing must be one of "raise", "drop"',
        ),
    ):
        assert text in said(error, as_samples, given, **options)
    assert (
        said(errors.NoDataError, made.of_measures, [])
        == "At least one measure is needed; none is named."
    )


def test_a_table_gives_its_rows_and_their_pairing_is_known():
    table = js.results_table({"A": [1, 2], "B": [3, 4]}, measures=ACC)
    made = as_samples(table)
    assert made.paired_source and made.values["B"].tolist() == [[3], [4]] and made.in_sample == ()
    assert said(errors.OptionError, as_samples, table, measures=ACC).endswith(
        "are those of the table."
    )
    assert said(errors.OptionError, as_samples, table, algorithm="A").endswith(
        "are those of the table."
    )
    for least, most, text in ((3, None, "needs at least 3 algorithms; there are 2"),
                              (1, 1, "needs exactly 1 algorithm; there are 2"),
                              (3, 3, "needs exactly 3 algorithms; there are 2")):  # fmt: skip
        assert text in said(errors.AlgorithmError, require_algorithms, made, "It", least, most)
    require_algorithms(made, "It", 2, 2)
    require_algorithms(made, "It", 1)
    empty = as_samples({"A": [1], "B": [NAN]}, measures=ACC, missing="drop")
    text = 'The algorithm "B" has no complete row.'
    assert said(errors.AlgorithmError, require_algorithms, empty, "It", 2) == text
