"""Files that lm-evaluation-harness wrote: results of tasks, and of their samples."""

import json
import shutil
from pathlib import Path

import pytest

import jointstats as js

FOLDER = Path(__file__).parent / "formats" / "lm-eval" / "output"
RESULTS = {path.parent.name.replace("__", "/"): path for path in FOLDER.glob("*/results_*.json")}


def content(model):
    return json.loads(RESULTS[model].read_text())


def changed(folder, change):
    """A copy of all results, changed."""
    for model, path in RESULTS.items():
        here = content(model)
        change(model, here)
        own = folder / path.parent.name
        own.mkdir()
        (own / path.name).write_text(json.dumps(here))
    return folder


def test_values_are_those_of_the_files():
    table = js.read_results(FOLDER)
    assert table.measures == {"acc": "max", "acc_norm": "max"}
    assert set(table.algorithms) == set(RESULTS)
    assert table.n == 6
    for j, model in enumerate(table.algorithms):
        for i, task in enumerate(table.datasets):
            said = content(model)["results"][task]
            assert list(table.values[i, :, j]) == [said["acc,none"], said["acc_norm,none"]]


def test_groups_are_not_counted_beside_their_subtasks():
    table = js.read_results(FOLDER)
    groups = content("toy/small")["group_subtasks"]
    assert not set(groups) & set(table.datasets)
    assert any(str(note).startswith("3 groups are left out") for note in table.notes)


def test_a_group_alone_is_a_task(tmp_path):
    def only_groups(model, here):
        here["results"] = {name: here["results"][name] for name in ("toy_sums", "toy_products")}

    table = js.read_results(changed(tmp_path, only_groups), measures=["acc"])
    assert set(table.datasets) == {"toy_sums", "toy_products"}


def test_tasks_without_the_measures_are_counted():
    notes = " ".join(map(str, js.read_results(FOLDER).notes))
    assert '2 tasks ("toy_words", "toy_text") are left out' in notes
    assert '"word_perplexity" on 1 task' in notes


def test_lower_is_better_where_the_task_says_so():
    table = js.read_results(FOLDER, measures=["word_perplexity"])
    assert table.measures == {"word_perplexity": "min"}
    assert table.datasets == ("toy_text",)


@pytest.mark.parametrize("stated", [None, "absent", "both"])
def test_a_measure_without_one_direction_has_to_be_directed(tmp_path, stated):
    def change(model, here):
        ways = here["higher_is_better"]
        if stated == "absent":
            del here["higher_is_better"]
        elif stated is None:
            ways["toy_plus"]["acc"] = None
        else:
            ways["toy_plus"]["acc"] = False

    folder = changed(tmp_path, change)
    with pytest.raises(js.errors.DirectionError, match="does not state"):
        js.read_results(folder, measures=["acc"])
    assert js.read_results(folder, measures={"acc": "max"}).n == 6


def test_a_filter_has_to_be_chosen_and_is_named():
    with pytest.raises(js.errors.ReadError, match=r"after 2 filters.*flexible-extract"):
        js.read_results(FOLDER, measures=["exact_match"])
    for kind in ("strict-match", "flexible-extract"):
        table = js.read_results(FOLDER, measures=["exact_match"], filter=kind)
        for j, model in enumerate(table.algorithms):
            said = content(model)["results"]["toy_words"][f"exact_match,{kind}"]
            assert table.values[0, 0, j] == said
    with pytest.raises(js.errors.ColumnError, match="no filter"):
        js.read_results(FOLDER, measures=["exact_match"], filter="strict")


def test_measures_that_no_task_has_together_are_refused():
    with pytest.raises(js.errors.ReadError, match='no task with "acc" and "word_perplexity"'):
        js.read_results(FOLDER, measures=["acc", "word_perplexity"])


def test_samples_are_items_of_their_tasks():
    table = js.read_results(FOLDER, unit="sample", measures=["acc"])
    assert table.measures == {"acc": "max"}
    assert table.n == 16
    assert table.families is not None
    for path in FOLDER.glob("*/samples_toy_plus_*.jsonl"):
        j = table.algorithms.index(path.parent.name.replace("__", "/"))
        for line in path.read_text().splitlines():
            row = json.loads(line)
            i = table.datasets.index(f"toy_plus/{row['doc_id']}")
            assert table.values[i, 0, j] == row["acc"]


def test_means_of_samples_are_the_tasks_of_the_results(tmp_path):
    for path in FOLDER.glob("*/samples_*.jsonl"):
        own = tmp_path / path.parent.name
        own.mkdir(exist_ok=True)
        shutil.copy(path, own)
    table = js.read_results(tmp_path, unit="task", measures={"acc": "max"})
    for j, folder in enumerate(table.algorithms):
        for i, task in enumerate(table.datasets):
            said = content(folder.replace("__", "/"))["results"][task]["acc,none"]
            assert table.values[i, 0, j] == pytest.approx(said, abs=1e-15)
    with pytest.raises(js.errors.DirectionError, match="does not state"):
        js.read_results(tmp_path, measures=["acc"])  # the results that say so are not there


def test_the_filter_of_samples():
    with pytest.raises(js.errors.ReadError, match="filter"):
        js.read_results(FOLDER, unit="sample", measures=["exact_match"])
    table = js.read_results(FOLDER, unit="sample", measures=["exact_match"], filter="strict-match")
    j = table.algorithms.index("toy/small")
    assert (
        table.values[:, 0, j].mean()
        == content("toy/small")["results"]["toy_words"]["exact_match,strict-match"]
    )


def test_metrics_of_samples_that_are_no_numbers_are_left_out_and_named(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "all")
    left = 'Left out, because it is no number for each sample: "f1 of toy_plus".'
    plain = js.read_results(tmp_path / "all", unit="sample", measures=["acc"])
    assert not [one for one in plain.notes if "no number" in one]
    for path in (tmp_path / "all").glob("*/samples_toy_plus_*.jsonl"):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        rows = [row | {"metrics": [*row["metrics"], "f1"], "f1": [1, 0]} for row in rows]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    read = js.read_results(tmp_path / "all", unit="sample", measures=["acc"])
    assert left in read.notes
    assert read.values.tolist() == plain.values.tolist()


def test_other_questions_for_a_model_are_refused(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "all")
    path = next((tmp_path / "all").glob("toy__small/samples_toy_plus_*.jsonl"))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[3]["doc_hash"] = "0"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(js.errors.ReadError, match="another question"):
        js.read_results(tmp_path / "all", unit="sample")


def test_the_same_task_twice_is_refused(tmp_path):
    for name in ("one", "two"):
        shutil.copytree(FOLDER / "toy__small", tmp_path / name)
    with pytest.raises(js.errors.ReadError, match="more than once"):
        js.read_results(tmp_path)
    with pytest.raises(js.errors.ReadError, match="more than once"):
        js.read_results(tmp_path, unit="sample")


def test_models_that_were_not_evaluated_alike_are_told(tmp_path):
    def change(model, here):
        if model == "toy/small":
            here["n-shot"]["toy_plus"] = 5
            here["n-samples"]["toy_mean"]["effective"] = 4

    notes = [str(note) for note in js.read_results(changed(tmp_path, change)).notes]
    assert any("(n-shot) on 1 task" in note and "toy_plus" in note for note in notes)
    assert any("numbers of samples on 1 task" in note and "toy_mean" in note for note in notes)
    assert not any("different" in str(note) for note in js.read_results(FOLDER).notes)


def test_a_broken_line_is_told(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "all")
    path = next((tmp_path / "all").glob("toy__small/samples_toy_plus_*.jsonl"))
    path.write_text(path.read_text()[:-40])
    with pytest.raises(js.errors.ReadError, match="line 8 is no sample"):
        js.read_results(tmp_path / "all", unit="sample")


def test_results_without_samples_have_none(tmp_path):
    with pytest.raises(js.errors.ReadError, match="--log_samples"):
        js.read_results(changed(tmp_path, lambda model, here: None), unit="sample")


def test_results_of_early_versions_have_no_filters_and_no_directions(tmp_path):
    for model in "AB":
        here = {"results": {"arc": {"acc": 0.5, "acc_stderr": 0.01}}, "versions": {"arc": 0},
                "config": {"model": model}}  # fmt: skip
        (tmp_path / f"{model}.json").write_text(json.dumps(here))
    table = js.read_results(tmp_path, measures={"acc": "max"})
    assert table.algorithms == ("A", "B")
