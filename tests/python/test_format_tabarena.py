"""Results as TabArena's own functions write them."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.formats.catalogue import FORMATS
from jointstats.labelled.formats.format import Source

FORMAT = FORMATS["tabarena"]

FILE = Path(__file__).parent / "formats" / "tabarena" / "results.csv"


def rows():
    with open(FILE, newline="") as file:
        return list(csv.DictReader(file))


def test_errors_are_means_of_the_folds_and_lower_is_better():
    table = js.read_results(FILE)
    assert table.measures == {"metric_error": "min"}
    assert table.n == 8
    for i, dataset in enumerate(table.datasets):
        for j, method in enumerate(table.algorithms):
            own = [float(row["metric_error"]) for row in rows()
                   if (row["dataset"], row["method"]) == (dataset, method)]  # fmt: skip
            assert table.values[i, 0, j] == pytest.approx(np.mean(own), abs=1e-12)


def test_imputed_results_are_counted_with_their_method():
    assert [row["method"] for row in rows() if row["imputed"] == "True"] == ["NaiveBayes"] * 6
    for given in (FILE, pd.read_csv(FILE)):
        first = str(js.read_results(given).notes[0])
        assert first.startswith("6 of 96 results are imputed (NaiveBayes: 6)")


def test_folds_are_runs_once_their_share_is_said():
    assert js.read_results(FILE, test_share=1 / 3).all_runs.kind == "cv"


def test_times_have_to_be_directed():
    with pytest.raises(js.errors.DirectionError, match="time_train_s"):
        js.read_results(FILE, measures=["metric_error", "time_train_s"])
    ways = {"metric_error": "min", "time_train_s": "min"}
    table = js.read_results(FILE, measures=ways)
    own = [float(row["time_train_s"]) for row in rows()
           if (row["dataset"], row["method"]) == ("iris", "Linear")]  # fmt: skip
    i, j = table.datasets.index("iris"), table.algorithms.index("Linear")
    assert table.values[i, 1, j] == pytest.approx(np.mean(own), rel=1e-12)


def test_a_direction_against_the_format_is_refused():
    with pytest.raises(js.errors.DirectionError, match="lower is better"):
        js.read_results(FILE, measures={"metric_error": "max"})


def test_other_names_of_the_same_columns():
    frame = pd.read_csv(FILE).rename(
        columns={"method": "framework", "dataset": "task", "fold": "seed"}
    )
    assert (js.read_results(frame).values == js.read_results(FILE).values).all()


def test_a_result_that_is_there_twice_is_refused():
    frame = pd.read_csv(FILE)
    with pytest.raises(js.errors.ReadError, match="1 result more than once, such as method"):
        js.read_results(pd.concat([frame, frame.iloc[:1]]))


def test_a_missing_error_is_counted():
    frame = pd.read_csv(FILE)
    frame.loc[0, "metric_error"] = np.nan
    with pytest.raises(js.errors.MissingValuesError, match="1 of 96 results have no metric_error"):
        js.read_results(frame)


def test_the_error_of_validation_has_its_direction():
    frame = pd.read_csv(FILE)
    frame["metric_error_val"] = frame["metric_error"] / 2
    table = js.read_results(frame, measures=["metric_error_val"])
    assert table.measures == {"metric_error_val": "min"}
    assert table.values == pytest.approx(js.read_results(FILE).values / 2, rel=1e-12)


# --- Small frames ---------------------------------------------------------------------------------


def found(**columns):
    known = {"method": ["X", "Y"], "dataset": ["a", "a"], "metric_error": [0.5, 0.25]}
    return FORMAT.read(Source(pd.DataFrame(known | columns)))


def test_columns_of_tabarena_make_a_frame_its_own():
    names = ["method", "dataset", "metric_error", "time_train_s", "time_infer_s"]
    other = ["framework", "task", *names[2:]]
    assert all(FORMAT.recognises(Source(pd.DataFrame(columns=one))) for one in (names, other))
    for name in names:
        lacking = [one for one in names if one != name]
        assert not FORMAT.recognises(Source(pd.DataFrame(columns=lacking)))


def test_folds_are_runs_where_there_are_several():
    assert "runs" not in found().roles and "runs" not in found(fold=[0, 0]).roles
    assert found().undirected == () and found().notes == () and found().also == {}
    for name in ("fold", "seed", "split"):
        roles = found(**{name: [0, 1]}).roles
        assert (roles["runs"], roles["run_kind"]) == (name, "cv")
    assert found(seed=[0, 1], fold=[0, 1]).roles["runs"] == "fold"
    twice = {"method": ["X", "X"], "split": [3.0, 3.0]}
    with pytest.raises(js.errors.ReadError, match=r"1 result .* such as method X, dataset a, spl"):
        found(**twice)
    with pytest.raises(js.errors.ReadError, match="such as method X, dataset a: keep the row"):
        found(method=["X", "X"])


def test_what_was_imputed_or_lost_is_counted():
    flags = {"imputed": ["True", "false"]}
    assert found(**flags).notes == (
        "1 of 2 results are imputed (X: 1): the method has failed, and these are the results of a "
        "fallback method.",
    )
    for flag in (True, 1, 1.0, "1", "TRUE"):
        assert found(imputed=[flag, flag]).notes[0].startswith("2 of 2 results are imputed (X: 1 a")
    for flag in (False, 0, "", None, "no"):
        assert found(imputed=[flag, flag]).notes == ()
    assert found(metric_error=["", 0.5]).notes == ("1 of 2 results have no metric_error.",)


def test_a_table_without_a_name_of_the_method_is_none():
    frame = pd.DataFrame({"metric_error": [1.0], "method": ["X"]})
    with pytest.raises(js.errors.ReadError, match=r"is not a table of TabArena: .* column"):
        FORMAT.read(Source(frame))
    with pytest.raises(js.errors.ColumnError, match="not a table of TabArena: it has no column me"):
        FORMAT.read(Source(frame[["method"]]))
