"""A file that the AutoML Benchmark wrote."""

import csv
from pathlib import Path

import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["amlb"]

FILE = Path(__file__).parent / "formats" / "amlb" / "results.csv"


def rows():
    with open(FILE, newline="") as file:
        return list(csv.DictReader(file))


def test_results_are_means_of_the_folds_and_higher_is_better():
    table = js.read_results(FILE, missing="drop")
    assert table.measures == {"result": "max"}
    assert table.n == 6
    for i, task in enumerate(table.datasets):
        for j, framework in enumerate(table.algorithms):
            own = [float(row["result"]) for row in rows()
                   if (row["task"], row["framework"]) == (task, framework)]  # fmt: skip
            assert len(own) == 3
            assert table.values[i, 0, j] == pytest.approx(sum(own) / 3, abs=1e-12)
    assert "constantpredictor" in table.algorithms


def test_failed_jobs_are_missing_and_counted_by_their_reason():
    failed = [row["info"] for row in rows() if not row["result"]]
    assert len(failed) == 18
    with pytest.raises(js.errors.MissingValuesError) as caught:
        js.read_results(FILE)
    told = str(caught.value)
    assert "18 of 108 jobs failed" in told
    assert "ValueError: Naive Bayes needs classes (9)" in told
    assert js.read_results(FILE, missing="worst").n == 9


def test_metrics_have_the_directions_that_the_benchmark_declares():
    table = js.read_results(FILE, measures=["acc", "logloss"], missing="drop")
    assert table.measures == {"acc": "max", "logloss": "min"}


def test_a_result_that_is_no_number_is_told():
    frame = pd.DataFrame(rows())
    frame.loc[4, "result"] = "0,93"
    with pytest.raises(js.errors.ReadError, match='"result" has 0,93'):
        js.read_results(frame)
    with pytest.raises(js.errors.ReadError, match=r"has no rows\.$"):
        js.read_results(frame[:0])


# --- Small frames ---------------------------------------------------------------------------------


def found(**columns):
    """What is found of jobs, two for each task."""
    known = {"framework": ["X", "Y"] * 2, "task": ["a", "a", "b", "b"], "fold": [0] * 4}
    return FORMAT.read(format.Source(pd.DataFrame(known | columns)))


def test_one_fold_is_no_run_and_durations_that_nobody_measured_are_none():
    result = {"result": [0.1, 0.2, 0.3, 0.4], "metric": ["acc"] * 4}
    one = found(**result, duration=["", None, "nan", ""], predict_duration=[1.5, 2, "", 4])
    assert one.roles == {
        "dataset": "task", "algorithm": "framework", "measures": {"result": "max"},
    }  # fmt: skip
    assert one.undirected == ("predict_duration",) and one.notes == () and one.also == {}
    assert one.frame["predict_duration"].isna().tolist() == [False, False, True, False]
    two = found(**result, fold=[0, 0, 0, 1])
    assert (two.roles["runs"], two.roles["run_kind"]) == ("fold", "cv")


def test_failed_jobs_without_a_reason_are_counted_too():
    gone = {"result": ["", 0.2, "", 0.4], "metric": ["acc"] * 4, "duration": [5.0, 6, 7, 8]}
    assert found(**gone).notes == ("2 of 4 jobs failed: no reason given (2).",)
    told = found(**gone, info=["too slow.", "fine", None, "fine"])
    assert told.notes == ("2 of 4 jobs failed: too slow (1); no reason given (1).",)
    assert told.frame["duration"].isna().tolist() == [True, False, True, False]


@pytest.mark.parametrize(
    ("metric", "way"),
    [
        (["acc"] * 4, "max"), (["neg_logloss"] * 4, "max"), (["acc", "", "neg_rmse", ""], "max"),
        (["acc", "acc", "own", "own"], None), (["acc", "acc", "", ""], None),
    ],
)  # fmt: skip
def test_higher_is_better_of_scores_and_of_losses_that_are_negated(metric, way):
    made = found(result=[0.5, 0.25, 0.125, 1.0], metric=metric)
    assert made.roles["measures"] == ({} if way is None else {"result": way})
    assert made.undirected == (("result",) if way is None else ())
    assert made.frame["result"].tolist() == [0.5, 0.25, 0.125, 1.0]


def test_losses_that_are_not_negated_are_refused():
    with pytest.raises(js.errors.ReadError, match=r'are losses \("mae", "rmse"\) and are not neg'):
        found(result=[0.5, 0.25, 0.125, 1.0], metric=["acc", "acc", "rmse", "mae"])
    assert found(result=[0.5, 0.25, 0.125, 1.0]).undirected == ("result",)  # nothing says what


def test_one_constraint_needs_no_word():
    whole = {"result": [0.1, 0.2, 0.3, 0.4], "metric": ["acc"] * 4}
    assert len(found(**whole, constraint=["1h"] * 4).frame) == 4
    frame = pd.DataFrame({"framework": ["X", "Y"], "task": "a", "fold": 0, "result": [1, 2],
                          "metric": "acc", "constraint": ["1h", "4h"]})  # fmt: skip
    chosen = FORMAT.read(format.Source(frame), constraint="4h").frame
    assert chosen["framework"].tolist() == ["Y"] and chosen.index.tolist() == [0]
    with pytest.raises(js.errors.ReadError, match=r'under 2 constraints \("1h", "4h"\).*"1h"\.$'):
        FORMAT.read(format.Source(frame))
    with pytest.raises(js.errors.ColumnError, match='There is no constraint "2h"; known: "1h"'):
        FORMAT.read(format.Source(frame), constraint="2h")
    with pytest.raises(js.errors.ReadError, match=r"holds 1 job more than once, such as X on a, "):
        FORMAT.read(format.Source(pd.concat([frame, frame[:1]])), constraint="1h")
