"""Files that lm-evaluation-harness wrote: results of tasks."""

import json
from pathlib import Path

import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["lm-eval"]

FOLDER = Path(__file__).parent / "formats" / "lm-eval" / "output"
RESULTS = {path.parent.name.replace("__", "/"): path for path in FOLDER.glob("*/results_*.json")}


def content(model):
    return json.loads(RESULTS[model].read_text())


def test_values_are_those_of_the_files():
    table = js.read_results(FOLDER)
    assert table.measures == {"acc": "max", "acc_norm": "max"}
    assert set(table.algorithms) == set(RESULTS)
    assert table.n == 6
    for j, model in enumerate(table.algorithms):
        for i, task in enumerate(table.datasets):
            said = content(model)["results"][task]
            assert list(table.values[i, :, j]) == [said["acc,none"], said["acc_norm,none"]]


def test_tasks_without_the_measures_are_counted():
    notes = " ".join(map(str, js.read_results(FOLDER).notes))
    assert '2 tasks ("toy_words", "toy_text") are left out' in notes
    assert '"word_perplexity" on 1 task' in notes


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


def test_results_of_early_versions_have_no_filters_and_no_directions(tmp_path):
    for model in "AB":
        here = {"results": {"arc": {"acc": 0.5, "acc_stderr": 0.01}}, "versions": {"arc": 0},
                "config": {"model": model}}  # fmt: skip
        (tmp_path / f"{model}.json").write_text(json.dumps(here))
    table = js.read_results(tmp_path, measures={"acc": "max"})
    assert table.algorithms == ("A", "B")


# --- Small files in memory ------------------------------------------------------------------------


def result(model="A", **more):
    """What a file of results holds: two tasks, which state that higher is better."""
    scores = {"x": {"acc,none": 0.5, "acc_stderr,none": 0.1, "alias": "x"}, "y": {"acc,none": 0.25}}
    ways = {"x": {"acc": True}, "y": {"acc": True}}
    return {"results": scores, "higher_is_better": ways, "model_name": model} | more


def read(*files, **options):
    held = {f"r{i}.json": json.dumps(one).encode() for i, one in enumerate(files)}
    return FORMAT.read(format.Source.of_memory(held), **options)


def test_the_model_is_told_by_what_is_nearest_to_a_name():
    for more, name in (
        ({"model": "own", "config": {"model_name": "other", "model": "hf"}}, "own"),
        ({"model": "", "config": {"model_name": "other", "model": "hf"}}, "other"),
        ({"model": None, "config": {"model": "hf"}}, "hf"),
    ):
        assert set(read(result(**more)).frame["model"]) == {name}


def test_a_group_is_left_out_where_some_of_its_tasks_are_there():
    groups = {"some": ["x", "gone"], "all": ["x", "y"], "none": ["gone"], "empty": []}
    scores = result()["results"] | {"all": {"acc,none": 1.0}, "none": {"acc,none": 1.0}}
    made = read(result("A", results=scores, group_subtasks=groups), result("B"))
    assert made.frame["dataset"].tolist() == ["x", "x", "y", "y", "none"]
    assert made.notes == ('2 groups are left out ("all", "some"), whose subtasks are there.',)
    one = read(result(group_subtasks={"all": ["x"]}))
    assert one.notes == ('1 group is left out ("all"), whose subtasks are there.',)


def test_numbers_are_metrics_and_errors_and_names_are_not():
    scores = {"x": {"acc,none": 1, "acc_stderr,none": 0.1, "f1,strict": "N/A", "em": None,
                    "alias": "x", " ": 3, "sample_len": 5, "note,none": "good"}}  # fmt: skip
    made = read(result(results=scores))
    assert list(made.frame)[2:] == ["acc", "f1", "em"] and made.undirected == ("f1", "em")
    assert made.frame[["acc", "f1", "em"]].fillna(-1).to_numpy().tolist() == [[1, -1, -1]]
    with pytest.raises(js.errors.ReadError, match=r"has no metric that is a number\.$"):
        read(result(results={"x": {"alias": "x"}}))


@pytest.mark.parametrize(
    ("stated", "way"),
    [
        ([True, True], "max"), ([False, False], "min"), ([True, False], None),
        ([True, None], None), ([None, None], None), ([False, None], None),
    ],
)  # fmt: skip
def test_a_direction_is_that_of_all_tasks(stated, way):
    ways = {task: {"acc": one} for task, one in zip("xy", stated, strict=True)}
    made = read(result("A", higher_is_better=ways), result("B", higher_is_better=ways))
    assert made.roles["measures"] == ({} if way is None else {"acc": way})
    assert made.undirected == (("acc",) if way is None else ())
    assert set(made.frame) == {"dataset", "model", "acc"} and len(made.frame) == 4


def test_a_task_that_is_left_out_states_no_direction():
    scores = {"x": {"acc": 1, "f1": 1}, "y": {"acc": 1, "f1": 1}, "z": {"f1": 1}}
    ways = {"x": {"f1": True}, "y": {"f1": True}, "z": {"f1": False}}
    made = read(result(results=scores, higher_is_better=ways), measures=["acc", "f1"])
    assert made.roles["measures"] == {"f1": "max"} and made.undirected == ("acc",)


def test_the_same_task_twice_is_counted():
    for files, said in (
        ([result()] * 2, "there more than once, as are 2 tasks in all: name the files that count"),
        ([result(), result(results={"y": {"acc": 1}})], '^"y" of A is there more than once: name'),
    ):
        with pytest.raises(js.errors.ReadError, match=said):
            read(*files)
    assert len(read(result("A"), result("B")).frame) == 4


def test_each_way_of_evaluating_otherwise_has_its_note():
    def notes(first, second):
        return read(result("A", **first), result("B", **second)).notes

    start, end = "Models were evaluated with different", "their results there are not of the same"
    for key, (one, other), said in (
        ("n-shot", (0, 5), "numbers of examples in the prompt (n-shot)"),
        ("versions", (1, 2), "versions of the task"),
        ("n-samples", ({"effective": 7}, {"effective": 8}), "numbers of samples"),
    ):
        same, odd = {key: {"x": one, "y": one}}, {key: {"x": one, "y": other}}
        both = {key: {"x": other, "y": other}}
        assert notes(same, same) == () == notes({}, {})
        assert notes(same, odd) == (f'{start} {said} on 1 task ("y"): {end} thing.',)
        assert notes(same, both) == (f'{start} {said} on 2 tasks ("x", "y"): {end} thing.',)
