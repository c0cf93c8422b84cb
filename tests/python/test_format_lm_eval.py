"""Files that lm-evaluation-harness wrote: results of tasks, and of their samples."""

import json
import shutil
from pathlib import Path

import pytest

import jointstats as js
from jointstats.labelled.formats.catalogue import FORMATS
from jointstats.labelled.formats.format import Source

FORMAT = FORMATS["lm-eval"]

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


# --- Small files in memory ------------------------------------------------------------------------


def result(model="A", **more):
    """What a file of results holds: two tasks, which state that higher is better."""
    scores = {"x": {"acc,none": 0.5, "acc_stderr,none": 0.1, "alias": "x"}, "y": {"acc,none": 0.25}}
    ways = {"x": {"acc": True}, "y": {"acc": True}}
    return {"results": scores, "higher_is_better": ways, "model_name": model} | more


def read(*files, **options):
    held = {f"r{i}.json": json.dumps(one).encode() for i, one in enumerate(files)}
    return FORMAT.read(Source.of_memory(held), **options)


def test_a_file_is_known_by_how_it_begins():
    good = json.dumps(result()).encode()
    lines = b'{"doc_id": 0, "target": "1", "acc": 1.0}\n'

    def known(files):
        return FORMAT.recognises(Source.of_memory(files))

    assert known({"a.json": good}) and known({"a.jsonl": lines})
    assert known({"in/a.json": good, "in/b.json": good, "in/c.txt": b""})
    assert known({"in/a.json": good, "in/b.jsonl": lines})
    for files in ({"a.json": b'{"model": 1}'}, {"a.jsonl": b"{}\n"}, {"a.txt": good},
                  {"a.json": lines}):  # fmt: skip
        assert not known(files)
    assert not FORMAT.recognises(Source(result()))


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


def samples(*rows):
    return b"".join(json.dumps({"doc_id": i, "doc": "", **one}).encode() + b"\n"
                    for i, one in enumerate(rows))  # fmt: skip


def of_samples(files, **options):
    held = {name: samples(*rows) for name, rows in files.items()}
    return FORMAT.read(Source.of_memory(held), **options)


def test_samples_of_two_tasks_are_in_families():
    right = [{"acc": 1, "doc_hash": "p"}, {"acc": None}, {"acc": 0.5}]
    files = {f"all/{model}/samples_{task}.jsonl": right for model in "AB" for task in "xy"}
    made = of_samples(files)
    assert made.roles["cluster"] == "task" and made.roles["dataset"] == "dataset"
    assert made.frame["dataset"].tolist()[:3] == ["x/0", "x/0", "x/1"]
    assert set(made.frame["model"]) == {"A", "B"} and made.undirected == ("acc",)
    assert made.frame["acc"].isna().sum() == 4
    alone = {name: rows for name, rows in files.items() if "_x" in name}
    assert "cluster" not in of_samples(alone).roles
    means = of_samples(files, unit="task")
    assert means.roles["aggregate"] == "mean" and set(means.frame["dataset"]) == {"x", "y"}
    assert "item" not in means.frame and "cluster" not in means.roles


def test_results_beside_samples_say_their_model_and_their_directions():
    date = "2024-05-06T07-08-09.123456"
    files = {f"all/own/samples_x_{date}.jsonl": samples({"acc": 1}),
             f"all/own/results_{date}.json": json.dumps(result("A")).encode(),
             "all/own/results_2023-01-01T00-00-00.1.json": json.dumps(result("Z")).encode(),
             f"all/B/samples_x_{date}.jsonl": samples({"acc": 0})}  # fmt: skip
    made = FORMAT.read(Source.of_memory(files), unit="sample")
    assert dict(zip(made.frame["model"], made.frame["acc"], strict=True)) == {"A": 1, "B": 0}
    with pytest.raises(js.errors.ReadError, match="does not state its model: give the results"):
        of_samples({"samples_some_task.jsonl": [{"acc": 1}]})


def test_a_sample_has_metrics_by_name_or_all_that_is_no_other_field():
    def one(**fields):
        return of_samples({"all/A/samples_x.jsonl": [fields]}).frame

    plain = one(acc=True, f1=None, note="good", list=[1], resps=[2], filter="strict")
    assert {"acc", "f1"} <= set(plain) and not {"note", "list", "resps"} & set(plain)
    assert plain["acc"].tolist() == [1.0] and plain["f1"].isna().all()
    named = one(metrics=["acc", "f1"], acc=0.5, other=3, doc_hash="h")
    assert named["acc"].tolist() == [0.5] and "other" not in named
    for text in (b'{"doc": 1}\n', b"[]\n", b"{\n"):
        broken = Source.of_memory({"all/A/samples_x.jsonl": samples({"acc": 1}) + text})
        with pytest.raises(js.errors.ReadError, match="is cut or no file of samples: line 2 is no"):
            FORMAT.read(broken)


def test_what_is_not_there_is_refused():
    with pytest.raises(js.errors.ReadError, match="has no results of lm-evaluation-harness"):
        FORMAT.read(Source.of_memory({"a.json": b"{}"}), unit="task")
    with pytest.raises(js.errors.ReadError, match=r"has no samples .*--log_samples"):
        read(result(), unit="sample")
    with pytest.raises(js.errors.OptionError, match='unit must be one of "task", "sample"'):
        read(result(), unit="tasks")
    with pytest.raises(js.errors.ReadError, match="has no metric that is a number for each sample"):
        of_samples({"all/A/samples_x.jsonl": [{"note": "good"}]})
    odd = {f"all/{model}/samples_x.jsonl": [{"acc": 1, "doc_hash": model}] for model in "AB"}
    with pytest.raises(js.errors.ReadError, match=r'^Sample 0 of "x" is another question for B'):
        of_samples(odd)
