"""Results as TabArena's own functions write them."""

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["tabarena"]

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


def test_times_are_compared_if_they_are_named():
    ways = {"metric_error": "min", "time_train_s": "min"}
    table = js.read_results(FILE, measures=ways)
    own = [float(row["time_train_s"]) for row in rows()
           if (row["dataset"], row["method"]) == ("iris", "Linear")]  # fmt: skip
    i, j = table.datasets.index("iris"), table.algorithms.index("Linear")
    assert table.values[i, 1, j] == pytest.approx(np.mean(own), rel=1e-12)


# --- Small frames ---------------------------------------------------------------------------------


def found(**columns):
    known = {"method": ["X", "Y"], "dataset": ["a", "a"], "metric_error": [0.5, 0.25]}
    return FORMAT.read(format.Source(pd.DataFrame(known | columns)))


def test_folds_are_runs_where_there_are_several():
    assert "runs" not in found().roles and "runs" not in found(fold=[0, 0]).roles
    assert found().undirected == () and found().notes == () and found().also == {}
    roles = found(fold=[0, 1]).roles
    assert (roles["runs"], roles["run_kind"]) == ("fold", "cv")
    twice = {"method": ["X", "X"], "fold": [3.0, 3.0]}
    with pytest.raises(js.errors.ReadError, match=r"1 result .* such as method X, dataset a, fol"):
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
