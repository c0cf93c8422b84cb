"""A file that the AutoML Benchmark wrote, and what its versions before 2021 wrote otherwise."""

import csv
from pathlib import Path

import pandas as pd
import pytest

import jointstats as js

FILE = Path(__file__).parent / "formats" / "amlb" / "results.csv"
OLD = (
    "id,task,framework,fold,result,mode,version,params,tag,utc,duration,models,seed,info,"
    "acc,logloss"
)


def rows():
    with open(FILE, newline="") as file:
        return list(csv.DictReader(file))


def old(path, *lines):
    path.write_text("\n".join([OLD, *lines]) + "\n")
    return path


def line(task, framework, fold, result, acc, logloss, info=""):
    return (
        f"t/1,{task},{framework},{fold},{result},aws,1,,stable,2019,60.0,1,1,{info},{acc},{logloss}"
    )


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


def test_folds_are_runs_once_their_share_is_said():
    table = js.read_results(FILE, missing="drop", test_share=1 / 3)
    assert table.all_runs.kind == "cv"


def test_failed_jobs_are_missing_and_counted_by_their_reason():
    failed = [row["info"] for row in rows() if not row["result"]]
    assert len(failed) == 18
    with pytest.raises(js.errors.MissingValuesError) as caught:
        js.read_results(FILE)
    told = str(caught.value)
    assert "18 of 108 jobs failed" in told
    assert "ValueError: Naive Bayes needs classes (9)" in told
    assert js.read_results(FILE, missing="worst").n == 9


def test_the_time_to_fail_is_no_result():
    frame = pd.DataFrame(rows())
    gone = frame["result"] == ""
    assert (frame.loc[gone, "duration"] != "").all()  # the benchmark measured it
    ways = {"duration": "min"}
    table = js.read_results(frame, measures=ways, missing="worst")
    i, j = table.datasets.index("diabetes"), table.algorithms.index("NaiveBayes")
    assert pd.isna(table.values[i, 0, j])


def test_metrics_have_the_directions_that_the_benchmark_declares():
    table = js.read_results(FILE, measures=["acc", "logloss"], missing="drop")
    assert table.measures == {"acc": "max", "logloss": "min"}
    with pytest.raises(js.errors.DirectionError, match="lower is better"):
        js.read_results(FILE, measures={"logloss": "max"}, missing="drop")
    with pytest.raises(js.errors.DirectionError, match="predict_duration"):
        js.read_results(FILE, measures=["result", "predict_duration"], missing="drop")


def test_losses_of_old_versions_are_negated_and_told(tmp_path):
    path = old(
        tmp_path / "results.csv",
        line("a", "X", 0, 0.4, 0.8, 0.4), line("a", "Y", 0, 0.7, 0.7, 0.7),
        line("b", "X", 0, 0.9, 0.9, ""), line("b", "Y", 0, 0.6, 0.6, ""),
    )  # fmt: skip
    table = js.read_results(path)
    assert table.values[:, 0, :].tolist() == [[-0.4, -0.7], [0.9, 0.6]]
    assert any("2 of 4 results are losses" in str(note) for note in table.notes)


def test_a_loss_that_is_named_but_not_negated(tmp_path):
    frame = pd.DataFrame(
        rows()[:3] + [row for row in rows() if row["framework"] == "DecisionTree"][:3]
    )
    assert set(frame["metric"]) == {"neg_logloss"}
    kept = js.read_results(frame)
    frame["metric"], frame["result"] = "logloss", frame["result"].astype(float) * -1
    assert (js.read_results(frame).values == kept.values).all()


def test_a_result_of_no_known_metric_has_to_be_directed(tmp_path):
    path = old(tmp_path / "r.csv", line("a", "X", 0, 5, 0.8, 0.4), line("a", "Y", 0, 6, 0.7, 0.7))
    with pytest.raises(js.errors.DirectionError, match="result"):
        js.read_results(path)
    assert js.read_results(path, measures={"result": "max"}).n == 1


def test_constraints_are_not_mixed():
    frame = pd.DataFrame(rows())
    frame = pd.concat([frame, frame.assign(constraint="4h8c")])
    with pytest.raises(js.errors.ReadError, match=r"2 constraints.*4h8c"):
        js.read_results(frame, missing="drop")
    assert js.read_results(frame, missing="drop", constraint="4h8c").n == 6


def test_a_job_that_is_there_twice_is_refused():
    frame = pd.DataFrame(rows() + rows()[:2])
    with pytest.raises(
        js.errors.ReadError, match="2 jobs more than once, such as constantpredictor"
    ):
        js.read_results(frame)


def test_another_table_is_refused_by_its_columns(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("data,method,acc\niris,A,0.9\n")
    with pytest.raises(js.errors.ColumnError, match="not an AutoML Benchmark table"):
        js.read_results(path, format="amlb")


def test_a_result_that_is_no_number_is_told():
    frame = pd.DataFrame(rows())
    frame.loc[4, "result"] = "0,93"
    with pytest.raises(js.errors.ReadError, match='"result" has 0,93'):
        js.read_results(frame)
