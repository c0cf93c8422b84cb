"""Several files as one table: rows together, names from the paths."""

import json

import pytest

import jointstats as js
from jointstats.base import errors
from jointstats.interfaces.cli import main

MODELS = {"rf": (0.9, 0.8), "lr": (0.7, 0.85)}
MEASURES = {"acc": "max"}


@pytest.fixture
def folder(tmp_path):
    """A CSV file for each model, next to what is not a table."""
    for model, accuracies in MODELS.items():
        (tmp_path / "runs" / model).mkdir(parents=True)
        rows = [f"t{i},{x}" for i, x in enumerate(accuracies)]
        text = "\n".join(["task,acc", *rows])
        (tmp_path / "runs" / model / "all_results.csv").write_text(text)
    (tmp_path / "runs" / "README.md").write_text("# Results")
    return tmp_path / "runs"


def values(table):
    at = {name: i for i, name in enumerate(table.algorithms)}
    return {name: tuple(table.values[:, 0, at[name]]) for name in at}


def test_the_algorithm_is_taken_from_the_path(folder):
    named = js.read_results(f"{folder}/{{algorithm}}/all_results.csv", dataset="task",
                            measures=MEASURES)  # fmt: skip
    assert values(named) == MODELS
    roles = {"dataset": "task", "measures": MEASURES}
    by_pattern = js.read_results(folder, pattern="{algorithm}/all_*.csv", **roles)
    assert values(by_pattern) == MODELS
    files = sorted(folder.rglob("*.csv"))
    by_file = js.read_results(files, algorithm="file", **roles)
    assert values(by_file) == {f"{name}/all_results": x for name, x in MODELS.items()}


def test_an_object_of_json_is_a_row_and_both_names_are_in_the_path(tmp_path):
    # As transformers' Trainer.save_metrics writes all_results.json.
    for model, accuracies in MODELS.items():
        for i, x in enumerate(accuracies):
            place = tmp_path / model / f"t{i}"
            place.mkdir(parents=True)
            found = {"epoch": 3.0, "eval_accuracy": x, **({"eval_f1": 0.1} if i else {})}
            (place / "all_results.json").write_text(json.dumps(found))
    table = js.read_results(f"{tmp_path}/{{algorithm}}/{{dataset}}/all_results.json",
                            measures={"eval_accuracy": "max"})  # fmt: skip
    assert values(table) == MODELS
    assert "eval_f1" in table.notes[0] and "left out" in table.notes[0]


def test_runs_in_the_path_are_kept(tmp_path):
    for seed in (1, 2):
        rows = [
            f"{model},t{i},{x + seed}" for model, xs in MODELS.items() for i, x in enumerate(xs)
        ]
        (tmp_path / f"seed_{seed}.csv").write_text("\n".join(["algorithm,dataset,acc", *rows]))
    table = js.read_results(f"{tmp_path}/seed_{{seed}}.csv", dataset="dataset",
                            algorithm="algorithm", measures=MEASURES, runs="seed",
                            run_kind="independent")  # fmt: skip
    assert table.all_runs.names == ("1", "2")
    assert table.all_runs.values[0, 0].tolist() == [[1.9, 2.9], [1.7, 2.7]]


def test_the_shell_reads_folders_and_patterns(folder, capsys):
    assert main(["compare", str(folder)]) == 2
    said = capsys.readouterr().err
    assert '"file"' in said and "No call is proposed." in said  # two rows of each: which is which?
    place = f"{folder}/{{algorithm}}/all_results.csv"
    assert main(["compare", place]) == 2
    assert f"jointstats compare '{place}' --dataset task --max acc\n" in capsys.readouterr().err
    for words in ([place], [str(folder), "--pattern", "{algorithm}/all_results.csv"]):
        assert main(["compare", *words, "--dataset", "task", "--max", "acc", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["algorithms"] == ["lr", "rf"]


@pytest.mark.parametrize(("given", "error", "words"), [
    ({"pattern": "{algorithm}/none.csv"}, errors.ReadError, 'fits the pattern "{algorithm}/none'),
    ({"pattern": "all.csv"}, errors.OptionError, "needs places with different names"),
    ({"pattern": "{x}/{x}.csv"}, errors.OptionError, "needs places with different names"),
    ({"pattern": "{task}/all_results.csv"}, errors.ReadError, 'has a column "task", which the'),
])  # fmt: skip
def test_patterns_that_do_not_fit(folder, given, error, words):
    with pytest.raises(error) as caught:
        js.read_results(folder, dataset="task", algorithm="file", measures=MEASURES, **given)
    assert words in str(caught.value)


def test_tables_without_a_common_column_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.csv").write_text("p,q\n1,2\n")
    with pytest.raises(errors.ReadError, match="no column in common"):
        js.read_results(tmp_path, dataset="x", algorithm="file", measures={"y": "max"})
    with pytest.raises(errors.ReadError, match="There is no folder"):
        js.read_results(tmp_path / "none" / "{algorithm}.csv")
