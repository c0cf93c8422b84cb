"""Logs and frames that Inspect wrote."""

import csv
import json
import shutil
import sys
from pathlib import Path

import pandas as pd
import pytest

import jointstats as js

FOLDER = Path(__file__).parent / "formats" / "inspect"
MODELS = ("mockllm/large", "mockllm/medium", "mockllm/small")


def rows():
    """The samples, as Inspect's own frame has them."""
    with open(FOLDER / "samples_df_models.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def graded():
    return js.read_results(FOLDER / "eval", missing="drop")


def test_grades_are_those_of_inspects_own_frame(graded):
    assert graded.measures == {"score_match": "max"}
    assert sorted(graded.algorithms) == list(MODELS)
    letters = {}
    for row in rows():
        if row["score_match"]:
            key = f"{row['task_name']}/{row['id']}", row["model"]
            letters.setdefault(key, []).append({"C": 1.0, "I": 0.0}[row["score_match"]])
    assert graded.n == 5
    for i, item in enumerate(graded.datasets):
        for j, model in enumerate(graded.algorithms):
            own = letters[item, model]
            assert len(own) == 2
            assert graded.values[i, 0, j] == sum(own) / 2


def test_epochs_are_runs_and_tasks_are_families(graded):
    assert graded.all_runs.kind == "independent"
    assert set(graded.families.values()) == {"differences", "sums"}


def test_failed_samples_are_counted_with_their_reason():
    number = sum(bool(row["error"]) for row in rows())
    assert number == 2
    with pytest.raises(js.errors.MissingValuesError) as caught:
        js.read_results(FOLDER / "eval")
    assert "2 of 54 samples failed: ValueError('The tool gave up.') (2)." in str(caught.value)
    worst = js.read_results(FOLDER / "eval", missing="worst")
    assert worst.n == 6


def test_frame_file_and_logs_say_the_same(graded):
    path = FOLDER / "samples_df_models.csv"
    for given in (path, pd.read_csv(path)):
        table = js.read_results(given, missing="drop", only=list(graded.algorithms))
        order = [table.datasets.index(name) for name in graded.datasets]
        assert (table.values[order] == graded.values).all()


def test_scores_time_and_tokens_have_to_be_directed():
    with pytest.raises(js.errors.DirectionError, match=r'Inspect does not state.*"score_f1"'):
        js.read_results(FOLDER / "eval", measures=["score_f1"])
    with pytest.raises(js.errors.DirectionError, match="total_tokens"):
        js.read_results(FOLDER / "eval", measures=["score_match", "total_tokens"])
    ways = {"score_match": "max", "total_tokens": "min"}
    table = js.read_results(FOLDER / "eval", measures=ways, missing="drop")
    said = {
        (f"{row['task_name']}/{row['id']}", row["model"], row["epoch"]): float(row["total_tokens"])
        for row in rows() if row["total_tokens"]
    }  # fmt: skip
    for i, item in enumerate(table.datasets):
        for j, model in enumerate(table.algorithms):
            own = [said[item, model, epoch] for epoch in "12"]
            assert table.values[i, 1, j] == sum(own) / 2


def test_grades_contradicted_are_refused():
    with pytest.raises(js.errors.DirectionError, match="states that higher is better"):
        js.read_results(FOLDER / "eval", measures={"score_match": "min"})


def test_tasks_as_data_sets():
    table = js.read_results(FOLDER / "eval", unit="task", measures={"score_f1": "max"})
    assert table.datasets == ("phrases",)
    j = table.algorithms.index("mockllm/small")
    own = [float(row["score_f1"]) for row in rows()
           if row["model"] == "mockllm/small" and row["score_f1"]]  # fmt: skip
    assert table.values[0, 0, j] == pytest.approx(sum(own) / len(own), abs=1e-15)


def test_evaluations_are_those_of_the_frame():
    path = FOLDER / "evals_df.csv"
    with open(path, newline="") as file:
        said = {(r["task_name"], r["model"]): r["score_match_accuracy"]
                for r in csv.DictReader(file)}  # fmt: skip
    for given in (path, pd.read_csv(path)):
        table = js.read_results(given)
        assert table.measures == {"score_match_accuracy": "max"}
        for i, task in enumerate(table.datasets):
            for j, model in enumerate(table.algorithms):
                assert table.values[i, 0, j] == pytest.approx(float(said[task, model]))
        notes = [str(note) for note in table.notes]
        assert any(note.startswith("2 samples failed in 1 of 9 evaluations") for note in notes)
        assert any('"phrases"' in note for note in notes)
    with pytest.raises(js.errors.ReadError, match="no samples"):
        js.read_results(path, unit="sample")


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_evaluations_that_did_not_succeed_are_counted(status):
    frame = pd.read_csv(FOLDER / "evals_df.csv")
    sums = frame.index[frame["task_name"] == "sums"][0]
    frame["error_message"] = frame["error_message"].astype(object)
    frame.loc[sums, ["status", "error_message"]] = [status, "no more money."]
    frame.loc[sums, "score_match_accuracy"] = float("nan")
    table = js.read_results(frame, missing="drop")
    assert table.datasets == ("differences",)
    assert "1 of 9 evaluations failed: no more money (1)." in map(str, table.notes)


def test_samples_without_their_model_are_refused():
    frame = pd.read_csv(FOLDER / "samples_df_models.csv").drop(columns=["model", "task_name"])
    with pytest.raises(js.errors.ColumnError, match="EvalTask, EvalModel"):
        js.read_results(frame)


def copies(folder):
    """The JSON log, and one of another model that has the same answers."""
    log = json.loads(next((FOLDER / "json").glob("*.json")).read_text())
    for name in ("small", "other"):
        log["eval"]["model"] = f"mockllm/{name}"
        (folder / f"{name}.json").write_text(json.dumps(log))
    return log


def test_json_logs(tmp_path):
    log = copies(tmp_path)
    table = js.read_results(tmp_path)
    letters = [one["scores"]["match"]["value"] for one in log["samples"]]
    assert [{"C": 1.0, "I": 0.0}[letter] for letter in letters] == list(table.values[:, 0, 0])
    assert table.all_runs is None  # one epoch
    assert table.families is None  # one task


def test_an_evaluation_that_was_repeated_after_it_failed(tmp_path):
    log = copies(tmp_path)
    log["status"], log["error"] = "error", {"message": "No connection."}
    (tmp_path / "first.json").write_text(json.dumps(log))
    notes = [str(note) for note in js.read_results(tmp_path).notes]
    assert "1 log is left out that did not succeed, where a later one did." in notes
    (tmp_path / "other.json").unlink()
    notes = [str(note) for note in js.read_results(tmp_path).notes]
    assert "1 of 2 evaluations failed: No connection (1)." in notes


def test_the_same_evaluation_twice_is_refused(tmp_path):
    log = copies(tmp_path)
    (tmp_path / "again.json").write_text(json.dumps(log))
    with pytest.raises(js.errors.ReadError, match="more than once"):
        js.read_results(tmp_path)


def test_a_broken_log_is_told(tmp_path):
    path = next((FOLDER / "eval").glob("*.eval"))
    (tmp_path / path.name).write_bytes(path.read_bytes()[:-100])
    with pytest.raises(js.errors.ReadError, match="broken log"):
        js.read_results(tmp_path)


def test_zstandard_is_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(js.errors.MissingExtraError, match="inspect"):
        js.read_results(FOLDER / "eval")


def test_a_log_that_did_not_end_has_its_journal(tmp_path):
    import zipfile

    start = {"version": 2, "eval": {"task": "sums", "model": "A"}}
    one = {"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}
    for model in "AB":
        start["eval"]["model"] = model
        with zipfile.ZipFile(tmp_path / f"{model}.eval", "w") as file:
            file.writestr("_journal/start.json", json.dumps(start))
            file.writestr("_journal/summaries/1.json", json.dumps([one]))
            file.writestr("_journal/summaries/2.json", json.dumps([one | {"id": 2}]))
    table = js.read_results(tmp_path)
    assert table.n == 2
    assert any("status started (2)" in str(note) for note in table.notes)


def test_a_score_that_is_no_number_is_counted(tmp_path):
    log = copies(tmp_path)
    log["eval"]["model"] = "mockllm/third"
    for one in log["samples"]:
        one["scores"]["judge"] = {"value": "very good"}
        one["scores"]["both"] = {"value": {"depth": 1, "width": 2.5}}
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    for model in "AB":
        log["eval"]["model"] = model
        (tmp_path / f"{model}.json").write_text(json.dumps(log))
    table = js.read_results(tmp_path)
    assert any("score_judge of sums" in str(note) for note in table.notes)
    assert js.read_results(tmp_path, measures={"score_both_width": "max"}).values.max() == 2.5
