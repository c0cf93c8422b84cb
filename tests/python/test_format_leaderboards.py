"""Results of benchmarks and leaderboards: MTEB, HELM, OpenCompass, Harbor and others."""

import json
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FILES = Path(__file__).parent / "formats"
ACCURACY = {"measures": {"accuracy": "max"}}


def copied(tmp_path, name):
    return Path(shutil.copytree(FILES / name, tmp_path / name))


def edited(path, change):
    """Change the JSON of a file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "kind"),
    [("mteb", "mteb"), ("helm", "helm"), ("opencompass", "opencompass"), ("harbor", "harbor"),
     ("open-llm-leaderboard/contents.csv", "open-llm-leaderboard"),
     ("open-problems", "open-problems"), ("omnibenchmark/out", "omnibenchmark")],
)  # fmt: skip
def test_files_are_recognised_on_the_disk_and_in_memory(path, kind):
    assert catalogue.format_of(format.Source(FILES / path)).name == kind
    place = FILES / path
    inside = [one for one in place.rglob("*") if one.is_file()] if place.is_dir() else [place]
    held = {one.relative_to(place.parent).as_posix(): one.read_bytes() for one in inside}
    source = format.Source.of_memory(held)
    assert catalogue.format_of(source).name == kind
    read = catalogue.FORMATS[kind].read
    assert len(read(source).frame) == len(read(format.Source(place)).frame)


# --- MTEB -----------------------------------------------------------------------------------------


def test_main_scores_of_tasks_and_of_subsets_that_are_one_family():
    table = js.read_results(FILES / "mteb")
    assert table.measures == {"main_score": "max"}
    assert table.algorithms == ("toy/large", "toy/small")
    assert dict(zip(table.datasets, table.values[:, 0].tolist(), strict=True)) == {
        "ToyIntent/de": [0.6, 0.52], "ToyIntent/en": [0.59, 0.61],
        "ToyRetrieval": [0.47, 0.41], "ToySTS": [0.71, 0.63],
    }  # fmt: skip
    assert table.n_families == 3


def test_further_scores_of_mteb_are_named_and_directed_by_the_user():
    table = js.read_results(
        FILES / "mteb", measures={"main_score": "max", "evaluation_time": "min"}
    )
    assert table.datasets == ("ToyRetrieval", "ToySTS")  # subsets have no time of their own
    assert table.values[:, 1].tolist() == [[4.7, 2.7], [4.1, 2.1]]
    with pytest.raises(js.errors.DirectionError, match=r'MTEB does not state .* "cosine_spearman"'):
        js.read_results(FILES / "mteb", measures=["cosine_spearman"])


def test_a_subset_that_a_model_lacks_is_missing_and_no_mean_hides_it(tmp_path):
    folder = copied(tmp_path, "mteb")
    file = folder / "toy__small" / "abc123" / "ToyIntent.json"
    edited(file, lambda content: content["scores"]["test"].pop())
    with pytest.raises(js.errors.MissingValuesError, match='toy/small on "ToyIntent/en"'):
        js.read_results(folder)
    edited(file, lambda content: content["scores"]["test"][0].pop("main_score"))
    with pytest.raises(js.errors.ReadError, match='has no main_score of "ToyIntent"'):
        js.read_results(folder)


def test_what_is_no_number_next_to_a_score_is_not_read(tmp_path):
    folder = copied(tmp_path, "mteb")
    part = {"mteb_version": "2.3.0", "scores_per_experiment": [{"accuracy": 0.5}]}
    for file in folder.rglob("ToySTS.json"):
        edited(file, lambda content: content["scores"]["test"][0].update(part))
    assert js.read_results(folder).n == 4


def test_two_revisions_of_a_model_are_refused(tmp_path):
    folder = copied(tmp_path, "mteb")
    shutil.copytree(folder / "toy__large" / "def456", folder / "toy__large" / "old")
    with pytest.raises(js.errors.ReadError, match="twice for toy/large: name the files that count"):
        js.read_results(folder)


# --- HELM -----------------------------------------------------------------------------------------


def test_means_on_the_test_instances_without_those_that_are_perturbed():
    table = js.read_results(FILES / "helm")
    assert table.measures == {"exact_match": "max"}
    assert table.datasets[0] == "boolq"
    assert table.values[:, 0].tolist() == [[0.70, 0.61], [0.55, 0.40], [0.50, 0.45]]
    timed = js.read_results(FILES / "helm", measures=["exact_match", "inference_runtime"])
    assert timed.measures["inference_runtime"] == "min"
    assert timed.values[:, 1].tolist() == [[0.8, 0.3], [1.1, 0.52], [1.2, 0.5]]
    with pytest.raises(js.errors.DirectionError, match="num_prompt_tokens"):
        js.read_results(FILES / "helm", measures=["num_prompt_tokens"])


def test_a_run_of_helm_without_a_mean_is_missing(tmp_path):
    folder = copied(tmp_path, "helm")
    file = next(folder.rglob("boolq*small/stats.json"))
    edited(file, lambda stats: [stat.pop("mean") for stat in stats])
    with pytest.raises(js.errors.MissingValuesError, match="1 of 6 metrics have no mean"):
        js.read_results(folder)
    (file.parent / "run_spec.json").unlink()
    with pytest.raises(js.errors.ReadError, match=r"has no run_spec\.json next to it"):
        js.read_results(folder)


# --- Open LLM Leaderboard -------------------------------------------------------------------------


def test_contents_of_the_leaderboard_are_a_row_for_each_benchmark():
    file = FILES / "open-llm-leaderboard" / "contents.csv"
    for given in (file, pd.read_csv(file)):
        table = js.read_results(given)
        assert table.measures == {"score": "max"} and table.n == 6
        assert table.algorithms == ("toy/large (bfloat16)", "toy/large (float16)", "toy/small")
        assert table.values[0, 0].tolist() == [50, 49, 30]  # IFEval, not IFEval Raw
        assert table.values[5, 0].tolist() == [37, 36, 10]


def test_a_model_without_a_score_is_counted():
    frame = pd.read_csv(FILES / "open-llm-leaderboard" / "contents.csv")
    frame.loc[0, "GPQA"] = np.nan
    with pytest.raises(js.errors.MissingValuesError, match="1 of 18 evaluations failed: no sc"):
        js.read_results(frame)


# --- OpenCompass ----------------------------------------------------------------------------------


def test_a_summary_without_headings_and_averages(tmp_path):
    folder = FILES / "opencompass"
    with pytest.raises(js.errors.DirectionError, match=r'OpenCompass does not state .* "accuracy"'):
        js.read_results(folder)
    table = js.read_results(folder, missing="worst", **ACCURACY)
    assert table.datasets == ("ceval-anatomy", "ceval-logic", "gsm8k", "piqa")
    assert table.values[:3, 0].tolist() == [[47.37, 31.58], [48.83, 36.84], [40.33, 12.05]]
    assert np.isnan(table.values[3, 0, 0]) and table.values[3, 0, 1] == 70.02
    assert table.notes[:2] == (
        "1 of 10 results failed: no value (1).",
        '1 average ("ceval") is left out.',
    )
    text = (folder / "summary_20250101_120000.csv").read_text()
    (tmp_path / "a.csv").write_text("\n".join(text.split("\n")[:3]))  # averages alone
    means = js.read_results(tmp_path / "a.csv", measures={"naive_average": "max"})
    assert means.values.tolist() == [[[48.10, 34.21]]]


def test_a_value_that_is_no_number_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text(
        "dataset,version,metric,mode,A,B\nx,1,accuracy,gen,82.0 (7/8),1\n"
    )
    with pytest.raises(js.errors.ReadError, match="not a file of OpenCompass that can be"):
        js.read_results(tmp_path / "a.csv", **ACCURACY)


# --- Harbor ---------------------------------------------------------------------------------------


def test_attempts_are_runs_and_a_trial_without_reward_is_missing():
    with pytest.raises(
        js.errors.MissingValuesError,
        match=r"1 of 12 trials failed: EnvironmentStartTimeoutError \(1",
    ):
        js.read_results(FILES / "harbor")
    ways = {"reward": "max", "cost_usd": "min"}
    table = js.read_results(FILES / "harbor", measures=ways, missing="drop")
    assert table.algorithms == ("oracle-lite (small)", "planner (large)")
    assert table.datasets == ("sort-log", "fix-build") and table.all_runs.kind == "independent"
    assert table.values[:, 0].tolist() == [[0.5, 1], [0, 0.5]]
    assert table.values[0, 1] == pytest.approx([0.025, 0.115])  # (.02 + .03) / 2, (.11 + .12) / 2


def test_a_reward_that_harbor_calls_invalid_does_not_count(tmp_path):
    folder = copied(tmp_path, "harbor")
    file = next(folder.rglob("fix-build*0/result.json"))
    edited(file, lambda content: content.update(reward_valid=False))
    with pytest.raises(js.errors.MissingValuesError, match="2 of 12 trials failed"):
        js.read_results(folder)
    edited(file, lambda content: content.pop("agent_info"))
    with pytest.raises(js.errors.ReadError, match="not a file of Harbor that can be read here"):
        js.read_results(folder)


# --- Open Problems --------------------------------------------------------------------------------


def test_directions_are_those_of_metric_info_and_a_killed_run_is_missing():
    with pytest.raises(js.errors.MissingValuesError, match=r"1 of 6 results failed: exit code 137"):
        js.read_results(FILES / "open-problems")
    table = js.read_results(FILES / "open-problems" / "results.json", missing="drop")
    assert table.measures == {"accuracy": "max", "emd": "min"}
    assert table.algorithms == ("knn", "majority", "mlp") and table.datasets == ("toy/pbmc",)
    assert table.values[0].tolist() == [[0.91, 0.40, 0.94], [0.12, 0.90, 0.20]]
    ways = {"accuracy": "max", "duration_sec": "min"}
    table = js.read_results(FILES / "open-problems", measures=ways, missing="drop")
    assert table.values[0, 1].tolist() == [85.0, 12.7, 63.0]


def test_an_unknown_exit_code_is_no_failure(tmp_path):
    folder = copied(tmp_path, "open-problems")
    edited(
        folder / "results.json",
        lambda results: [result["resources"].update(exit_code="NA") for result in results],
    )
    table = js.read_results(folder, missing="worst")
    assert "1 of 6 results failed: no value of any metric (1)." in table.notes


def test_results_without_metric_info_have_to_be_directed(tmp_path):
    shutil.copy(FILES / "open-problems" / "results.json", tmp_path)
    with pytest.raises(
        js.errors.DirectionError, match=r'Open Problems does not state .* "accuracy"'
    ):
        js.read_results(tmp_path / "results.json")


# --- omnibenchmark --------------------------------------------------------------------------------


def test_metrics_and_costs_of_methods_by_the_folders_they_are_in():
    ways = {"ari": "max", "s": "min", "max_rss": "min"}
    table = js.read_results(FILES / "omnibenchmark" / "out", measures=ways)
    assert table.algorithms == ("kmeans", "ward.a4bbadc1") and table.datasets == ("D1", "D2")
    assert table.values.tolist() == [
        [[0.80, 0.85], [2.5, 9.5], [102.5, 109.5]],
        [[0.70, 0.75], [3.5, 10.5], [102.5, 109.5]],
    ]
    with pytest.raises(js.errors.DirectionError, match=r'Omnibenchmark does not state .* "ari"'):
        js.read_results(FILES / "omnibenchmark" / "out")


# --- What is not of the same thing ----------------------------------------------------------------


def test_models_that_were_not_evaluated_alike_are_named(tmp_path):
    mteb = copied(tmp_path, "mteb")
    file = mteb / "toy__small" / "abc123" / "ToySTS.json"
    edited(file, lambda content: content.update(dataset_revision="1"))
    said = 'Models were evaluated with different {} on 1 task ("{}"): their results there are not '
    first = js.read_results(mteb).notes[0]
    assert first.startswith(said.format("revisions of the data set", "ToySTS"))
    summary = FILES / "opencompass" / "summary_20250101_120000.csv"
    frame = pd.read_csv(summary)
    frame.drop(columns="toy-large").to_csv(tmp_path / "a.csv", index=False)
    frame["version"] = frame["version"].replace("1d7fe4", "9")
    frame.drop(columns="toy-small").to_csv(tmp_path / "b.csv", index=False)
    table = js.read_results([tmp_path / "a.csv", tmp_path / "b.csv"], missing="worst", **ACCURACY)
    prompt = said.format("versions of the prompt", "gsm8k")
    assert any(note.startswith(prompt) for note in table.notes)


def test_an_agent_of_two_versions_is_two_algorithms(tmp_path):
    folder = copied(tmp_path, "harbor")
    for file in folder.rglob("oracle-lite/*/result.json"):
        attempt = file.parent.name[-1]
        edited(file, lambda content, n=attempt: content["agent_info"].update(version=n))
    models = catalogue.FORMATS["harbor"].read(format.Source(folder)).frame["model"]
    assert sorted(set(models)) == [
        "oracle-lite (small), settings 1", "oracle-lite (small), settings 2", "planner (large)",
    ]  # fmt: skip


def test_a_scenario_of_helm_without_test_instances_counts_its_valid_ones(tmp_path):
    folder = copied(tmp_path, "helm")
    for file in folder.rglob("boolq*/stats.json"):
        edited(
            file, lambda stats: [s["name"].update(split="valid") for s in (stats[1], *stats[4:])]
        )
        edited(file, lambda stats: stats.__delitem__(slice(2, 4)))
        edited(file, lambda stats: stats.__delitem__(0))
    assert js.read_results(folder).values[0, 0].tolist() == [0.70, 0.61]
