"""Logs of runs: MLflow, Optuna, Weights & Biases; the user names data sets and algorithms."""

import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.formats.catalogue import format_of
from jointstats.labelled.formats.format import Source

FILES = Path(__file__).parent / "formats"
MLFLOW = {
    "dataset": "params.dataset", "algorithm": "params.model", "missing": "worst",
    "measures": {"metrics.accuracy": "max", "metrics.seconds": "min"},
}  # fmt: skip
OPTUNA = {"dataset": "params_dataset", "algorithm": "params_model", "missing": "worst"}
WANDB = {"measures": {"accuracy": "max", "seconds": "min"}, "missing": "worst"}
VALUES = {
    ("digits", "forest"): (0.7882, 3.4595), ("digits", "tree"): (0.7069, 0.4442),
    ("iris", "forest"): (0.9145, 2.8716), ("iris", "tree"): (0.8658, 0.3803),
    ("wine", "forest"): (0.8732, 3.5144), ("wine", "tree"): (None, None),
}  # fmt: skip
TRIALS = {
    ("digits", "forest"): (0.7687, 3.2641), ("digits", "tree"): (0.7109, 0.4616),
    ("iris", "forest"): (0.9443, 2.9329), ("iris", "tree"): (0.8612, 0.4528),
    ("wine", "forest"): (0.8853, 3.6146), ("wine", "tree"): (None, None),
}  # fmt: skip


def cells(table):
    """Data set and algorithm to the values, None of those that are missing."""
    return {
        (d, a): tuple(None if np.isnan(x) else x for x in table.values[i, :, j])
        for i, d in enumerate(table.datasets)
        for j, a in enumerate(table.algorithms)
    }


@pytest.mark.parametrize(
    ("path", "kind", "proposed"),
    [("mlflow/mlruns", "MLflow", 'dataset="params.dataset" and algorithm="params.model"'),
     ("mlflow/runs.csv", "MLflow", 'dataset="params.dataset" and algorithm="params.model"'),
     ("optuna/trials.csv", "Optuna", 'dataset="params_dataset" and algorithm="params_model"'),
     ("optuna/study.db.gz", "Optuna", 'dataset="params_dataset" and algorithm="params_model"'),
     ("wandb/runs.csv", "Weights & Biases", 'dataset="dataset" and algorithm="model"'),
     ("wandb/wandb", "Weights & Biases", 'dataset="config.dataset" and algorithm="config.model"')],
)  # fmt: skip
def test_what_only_the_user_knows_is_asked_for_with_a_proposal(path, kind, proposed):
    assert format_of(Source(FILES / path)).title == kind
    with pytest.raises(js.errors.ColumnError) as stopped:
        js.read_results(FILES / path)
    start = f"{kind} does not state which column is the data set and which the algorithm: set, for "
    assert str(stopped.value).startswith(f"{start}example, {proposed}. The columns are ")
    role = proposed.split('"')[1]
    with pytest.raises(js.errors.ColumnError, match="does not state which column is the algorithm"):
        js.read_results(FILES / path, dataset=role)


@pytest.mark.parametrize("path", ["mlruns", "runs.csv"])
def test_last_values_of_runs_and_a_failed_run_is_missing(path):
    table = js.read_results(FILES / "mlflow" / path, **MLFLOW)
    assert cells(table) == VALUES
    assert table.notes == ("1 of 6 runs failed: FAILED (1).",)
    with pytest.raises(js.errors.DirectionError, match=r'MLflow does not state .* "metrics\.accu'):
        js.read_results(FILES / "mlflow" / path, dataset="params.dataset", algorithm="params.model")


def test_of_a_metric_that_was_logged_often_the_last_step_counts(tmp_path):
    store = Path(shutil.copytree(FILES / "mlflow" / "mlruns", tmp_path / "mlruns"))
    settings = {p: (p / "model").read_text() + (p / "dataset").read_text()
                for p in store.rglob("params")}  # fmt: skip
    run = next(path.parent for path, both in settings.items() if both == "treeiris")
    (run / "metrics" / "accuracy").write_text("10 0.5 0\n30 0.75 2\n40 0.6 1\n")
    assert cells(js.read_results(store, **MLFLOW))["iris", "tree"] == (0.75, 0.3803)
    (run / "metrics" / "accuracy").write_text("10\n")
    with pytest.raises(js.errors.ReadError, match="accuracy is broken: its lines must hold time"):
        js.read_results(store, **MLFLOW)
    meta = run / "meta.yaml"
    meta.write_text(meta.read_text().replace("lifecycle_stage: active", "lifecycle_stage: deleted"))
    assert cells(js.read_results(store, **MLFLOW))["iris", "tree"] == (None, None)


def test_a_run_that_is_there_twice_has_to_be_said_how(tmp_path):
    frame = pd.read_csv(FILES / "mlflow" / "runs.csv")
    again = pd.concat([frame, frame])
    with pytest.raises(js.errors.DuplicateRowsError):
        js.read_results(again, **MLFLOW)
    assert cells(js.read_results(again, aggregate="mean", **MLFLOW)) == VALUES


@pytest.mark.parametrize("path", ["trials.csv", "study.db.gz"])
def test_values_of_trials_and_a_failed_trial_is_missing(path):
    ways = {"values_accuracy": "max", "values_seconds": "min"}
    table = js.read_results(FILES / "optuna" / path, measures=ways, **OPTUNA)
    assert cells(table) == TRIALS and table.notes == ("1 of 6 trials failed: FAIL (1).",)


def test_a_storage_states_directions_and_a_frame_does_not():
    table = js.read_results(FILES / "optuna" / "study.db.gz", **OPTUNA)
    assert table.measures == {"values_accuracy": "max", "values_seconds": "min"}
    with pytest.raises(js.errors.DirectionError, match='states that lower is better of "values_se'):
        js.read_results(
            FILES / "optuna" / "study.db.gz", measures={"values_seconds": "max"}, **OPTUNA
        )
    with pytest.raises(
        js.errors.DirectionError, match=r'Optuna does not state .* "values_accuracy"'
    ):
        js.read_results(FILES / "optuna" / "trials.csv", **OPTUNA)


def test_pruned_trials_are_missing_and_studies_are_told_apart(tmp_path):
    frame = pd.read_csv(FILES / "optuna" / "trials.csv")
    frame.loc[0, "state"] = "PRUNED"  # keeps its value, which is that of an early step
    for name in ("tpe", "random"):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    table = js.read_results(
        tmp_path, dataset="params_dataset", algorithm="study", measures={"values_accuracy": "max"},
        aggregate="mean", missing="worst",
    )  # fmt: skip
    assert table.algorithms == ("random", "tpe")
    assert "4 of 12 trials failed: PRUNED (2); FAIL (2)." in table.notes


def test_another_database_is_no_study(tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as file:
        file.execute("CREATE TABLE trials (value REAL)")
    with pytest.raises(js.errors.ReadError):
        js.read_results(tmp_path / "a.db")


@pytest.mark.parametrize(
    ("path", "roles", "why"),
    [("runs.csv", {"dataset": "dataset", "algorithm": "model"}, "crashed"),
     ("wandb", {"dataset": "config.dataset", "algorithm": "config.model"}, "no summary")],
)  # fmt: skip
def test_summaries_of_runs_and_a_crashed_run_is_missing(path, roles, why):
    table = js.read_results(FILES / "wandb" / path, **roles, **WANDB)
    assert cells(table) == {
        ("iris", "tree"): (0.91, 0.4), ("iris", "forest"): (0.95, 3.1),
        ("wine", "tree"): (None, None), ("wine", "forest"): (0.9, 3.4),
    }  # fmt: skip
    assert table.notes == (f"1 of 4 runs failed: {why} (1).",)
    with pytest.raises(js.errors.DirectionError, match="Weights & Biases does not state"):
        js.read_results(FILES / "wandb" / path, **roles)


def test_runs_of_the_public_api_hold_objects_as_text(tmp_path):
    rows = [{"summary": {"acc": 0.5 + i / 4, "_step": 3, "best": {"x": 1}}, "name": f"run-{i}",
             "config": {"data": "iris", "net": net, "grid": [1, 2]}}
            for i, net in enumerate("AB")]  # fmt: skip
    rows[1]["summary"] = {}
    pd.DataFrame(rows).to_csv(tmp_path / "project.csv")
    roles = {"dataset": "config.data", "algorithm": "config.net", "measures": {"acc": "max"}}
    for given in (tmp_path / "project.csv", pd.DataFrame(rows)):
        table = js.read_results(given, missing="worst", **roles)
        assert cells(table) == {("iris", "A"): (0.5,), ("iris", "B"): (None,)}
    (tmp_path / "project.csv").write_text("summary,config,name\n{'acc': nan},{},a\n")
    with pytest.raises(js.errors.ReadError, match="no file of Weights & Biases that can be read"):
        js.read_results(tmp_path / "project.csv", **roles)
