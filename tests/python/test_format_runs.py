"""Logs of runs: MLflow, Optuna, Weights & Biases; the user names data sets and algorithms."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FILES = Path(__file__).parent / "formats"
MLFLOW = {
    "dataset": "params.dataset", "algorithm": "params.model", "missing": "worst",
    "measures": {"metrics.accuracy": "max", "metrics.seconds": "min"},
}  # fmt: skip
OPTUNA = {
    "dataset": "params_dataset", "algorithm": "params_model", "missing": "worst",
    "measures": {"values_accuracy": "max", "values_seconds": "min"},
}  # fmt: skip
WANDB = {
    "dataset": "dataset", "algorithm": "model", "missing": "worst",
    "measures": {"accuracy": "max", "seconds": "min"},
}  # fmt: skip
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


SUMMARIES = {
    ("iris", "tree"): (0.91, 0.4), ("iris", "forest"): (0.95, 3.1),
    ("wine", "tree"): (None, None), ("wine", "forest"): (0.9, 3.4),
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
    [("mlflow/runs.csv", "MLflow", 'dataset="params.dataset" and algorithm="params.model"'),
     ("optuna/trials.csv", "Optuna", 'dataset="params_dataset" and algorithm="params_model"'),
     ("wandb/runs.csv", "Weights & Biases", 'dataset="dataset" and algorithm="model"')],
)  # fmt: skip
def test_what_only_the_user_knows_is_asked_for_with_a_proposal(path, kind, proposed):
    assert catalogue.format_of(format.Source(FILES / path)).title == kind
    with pytest.raises(js.errors.ColumnError) as stopped:
        js.read_results(FILES / path)
    start = f"{kind} does not state which column is the data set and which the algorithm: set, for "
    assert str(stopped.value).startswith(f"{start}example, {proposed}. The columns are ")
    role = proposed.split('"')[1]
    with pytest.raises(js.errors.ColumnError, match="does not state which column is the algorithm"):
        js.read_results(FILES / path, dataset=role)


@pytest.mark.parametrize(
    ("path", "roles", "values", "note"),
    [
        ("mlflow/runs.csv", MLFLOW, VALUES, "1 of 6 runs failed: FAILED (1)."),
        ("optuna/trials.csv", OPTUNA, TRIALS, "1 of 6 trials failed: FAIL (1)."),
        ("wandb/runs.csv", WANDB, SUMMARIES, "1 of 4 runs failed: crashed (1)."),
    ],
)
def test_values_are_those_of_the_file_and_a_failed_run_is_missing(path, roles, values, note):
    table = js.read_results(FILES / path, **roles)
    assert cells(table) == values and table.notes == (note,)
    with pytest.raises(js.errors.DirectionError, match="does not state whether higher or lower"):
        js.read_results(FILES / path, **roles | {"measures": None})


def test_a_run_that_is_there_twice_has_to_be_said_how(tmp_path):
    frame = pd.read_csv(FILES / "mlflow" / "runs.csv")
    again = pd.concat([frame, frame])
    with pytest.raises(js.errors.DuplicateRowsError):
        js.read_results(again, **MLFLOW)
    assert cells(js.read_results(again, aggregate="mean", **MLFLOW)) == VALUES


def test_pruned_trials_are_missing():
    frame = pd.read_csv(FILES / "optuna" / "trials.csv")
    pruned = (frame["params_dataset"] == "iris") & (frame["params_model"] == "tree")
    frame.loc[pruned, "state"] = "PRUNED"  # keeps its value, which is that of an early step
    table = js.read_results(frame, **OPTUNA)
    assert "2 of 6 trials failed: " in table.notes[0] and "PRUNED (1)" in table.notes[0]
    gone = {key for key, value in cells(table).items() if None in value}
    assert gone == {("iris", "tree"), ("wine", "tree")}
