"""Logs that Inspect wrote, against its own frame of their samples."""

import csv
import json
import sys
import zipfile
from pathlib import Path

import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["inspect"]

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


def test_failed_samples_are_counted_with_their_reason():
    number = sum(bool(row["error"]) for row in rows())
    assert number == 2
    with pytest.raises(js.errors.MissingValuesError) as caught:
        js.read_results(FOLDER / "eval")
    assert "2 of 54 samples failed: ValueError('The tool gave up.') (2)." in str(caught.value)
    worst = js.read_results(FOLDER / "eval", missing="worst")
    assert worst.n == 6


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


def test_tasks_as_data_sets():
    table = js.read_results(FOLDER / "eval", unit="task", measures={"score_f1": "max"})
    assert table.datasets == ("phrases",)
    j = table.algorithms.index("mockllm/small")
    own = [float(row["score_f1"]) for row in rows()
           if row["model"] == "mockllm/small" and row["score_f1"]]  # fmt: skip
    assert table.values[0, 0, j] == pytest.approx(sum(own) / len(own), abs=1e-15)


def test_a_log_in_json_has_the_grades_of_its_samples():
    path = next((FOLDER / "json").glob("*.json"))
    letters = [one["scores"]["match"]["value"] for one in json.loads(path.read_text())["samples"]]
    frame = FORMAT.read(format.Source(path)).frame
    assert frame["score_match"].tolist() == [{"C": 1.0, "I": 0.0}[letter] for letter in letters]


def test_zstandard_is_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(js.errors.MissingExtraError, match="inspect"):
        js.read_results(FOLDER / "eval")


def test_a_log_that_did_not_end_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "A.eval", "w") as file:
        file.writestr("_journal/start.json", json.dumps({"eval": {"task": "t", "model": "A"}}))
    with pytest.raises(js.errors.ReadError, match="of an evaluation that did not end"):
        js.read_results(tmp_path)


# --- Small logs in memory -------------------------------------------------------------------------


def log(model="A", task="t", *samples, **more):
    """What a log in JSON holds; a sample is its score, or all of it."""
    known = [one if isinstance(one, dict) else {"scores": {"m": {"value": one}}} for one in samples]
    whole = [{"id": i, "epoch": 1} | one for i, one in enumerate(known)]
    about = {"version": 2, "status": "success", "eval": {"task": task, "model": model}}
    return about | {"samples": whole} | more


def read(*logs, **options):
    held = {f"l{i}.json": json.dumps(one).encode() for i, one in enumerate(logs)}
    return FORMAT.read(format.Source.of_memory(held), **options)


def test_a_log_alone_is_read_as_a_log():
    path = next((FOLDER / "eval").glob("*.eval"))
    for source in (format.Source(path), format.Source.of_memory({path.name: path.read_bytes()})):
        assert FORMAT.recognises(source)
        assert FORMAT.read(source).frame["model"].nunique() == 1
    with pytest.raises(js.errors.ReadError, match=r"has no samples\.$"):
        read(log())


def test_grades_and_numbers_are_scores_and_other_words_are_not():
    found = read(log("A", "t", "C", "P", "I", "N"), log("B", "t", 0.25, "0.5", None, "x"))
    frame = found.frame.set_index("model")["score_m"]
    assert frame["A"].tolist() == [1.0, 0.5, 0.0, 0.0]
    assert frame["B"].tolist()[:2] == [0.25, 0.5] and frame["B"].isna().tolist()[2:] == [True, True]
    assert found.undirected == ("score_m",)  # not all of them are grades
    assert found.notes == ('Left out, because it is not a number: "score_m of t".',)
    graded = read(log("A", "t", "C", None), log("B", "t", "I", "C"))
    assert graded.roles["measures"] == {"score_m": "max"} and graded.undirected == ()
    missing = read(log("A", "t", "C", float("nan")))  # an evaluation that gave no score
    assert missing.frame["score_m"].isna().tolist() == [False, True]
    several = read(log("A", "t", {"scores": {"both": {"value": {"depth": 1, "width": 2.5}}}}))
    assert several.frame[["score_both_depth", "score_both_width"]].to_numpy().tolist() == [[1, 2.5]]
    with pytest.raises(js.errors.ReadError, match=r"has no score that is a number or a grade"):
        read(log("A", "t", "good"))


def test_the_roles_of_samples_epochs_and_tasks():
    one = read(log("A", "t", "C"))
    assert one.roles == {"algorithm": "model", "measures": {"score_m": "max"}, "dataset": "dataset"}
    assert one.frame["dataset"].tolist() == ["t/0"]
    two = read(log("A", "t", "C"), log("A", "u", "C"))
    assert two.roles["cluster"] == "task" and "runs" not in two.roles
    again = {"id": 0, "epoch": 2, "scores": {"m": {"value": "I"}}}
    epochs = read(log("A", "t", "C", again))
    assert (epochs.roles["runs"], epochs.roles["run_kind"]) == ("epoch", "independent")
    whole = read(log("A", "t", "C", again), unit="task")
    assert (whole.roles["dataset"], whole.roles["aggregate"]) == ("task", "mean")
    assert "runs" not in whole.roles and "cluster" not in whole.roles
    with pytest.raises(js.errors.ReadError, match=r'has sample 0 of "t" twice for A, epoch 1:'):
        read(log("A", "t", "C", {"id": 0, "scores": {"m": {"value": "C"}}}))
    with pytest.raises(js.errors.OptionError, match="unit must be one of"):
        read(log("A", "t", "C"), unit="epoch")


def test_costs_are_measures_and_of_what_failed_nothing_counts():
    usage = {"model_usage": {"A": {"total_tokens": 5}, "B": {"total_tokens": 7}, "C": {}}}
    good = {"scores": {"m": {"value": "C"}}, "total_time": 2.5, "working_time": 1, **usage}
    bad = {**good, "error": {"message": "Time is up."}}
    odd = {**good, "error": "lost", "model_usage": None}
    found = read(log("A", "t", good, bad, odd))
    costs = ["total_time", "working_time", "total_tokens"]
    assert found.undirected == tuple(costs)
    assert found.frame.loc[0, costs].tolist() == [2.5, 1.0, 12.0]
    assert found.frame.loc[1:, ["score_m", *costs]].isna().all(axis=None)
    assert found.notes == ("2 of 3 samples failed: Time is up (1); lost (1).",)
    lost = read(log("A", "t", good, {"error": "lost"}, {"scores": {}}))  # without any score
    assert lost.frame["score_m"].isna().tolist() == [False, True, True]
    assert "total_tokens" not in read(log("A", "t", odd | {"error": None})).undirected
    assert read(log("A", "t", good), measures=["total_time"]).roles["measures"] == {
        "score_m": "max"
    }


def test_which_of_several_evaluations_count():
    failed = {"status": "error", "error": {"message": "No money."}}
    again = read(log("A", "t", "I", **failed), log("A", "t", "I", **failed), log("A", "t", "C"))
    assert again.notes == ("2 logs are left out that did not succeed, where a later one did.",)
    assert again.frame["score_m"].tolist() == [1.0]
    other = read(log("A", "t", "I", **failed), log("B", "t", "C"))
    assert other.notes == ("1 of 2 evaluations failed: No money (1).",)
    stopped = read(log("A", "t", "I", status="cancelled"), log("B", "t", "C"))
    assert stopped.notes == ("1 of 2 evaluations failed: status cancelled (1).",)
    with pytest.raises(js.errors.ReadError, match=r'^"t" was evaluated more than once with A:'):
        read(log("A", "t", "I"), log("A", "t", "C"))
    assert len(read(log("A", "t", "I"), log("A", "u", "C"), log("B", "t", "C")).frame) == 3
