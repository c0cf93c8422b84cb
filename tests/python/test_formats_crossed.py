"""Every fixture of every format, asked of every format: only its own recognises it."""

from pathlib import Path

import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.table.formats import catalogue, format

FOLDER = Path(__file__).parent / "formats"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != "SOURCE.md")
FOLDERS = sorted({path.parent for path in FILES if path.parent.parent != FOLDER})


def own(path):
    """The name of the format whose fixture it is."""
    return path.relative_to(FOLDER).parts[0]


def recognising(path):
    return [
        name for name, one in catalogue.FORMATS.items() if one.recognises(format.Source(str(path)))
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_file_is_recognised_by_its_own_format_alone(path):
    assert recognising(path) in ([own(path)], [])
    if recognising(path):
        assert catalogue.format_of(format.Source(str(path))).name == own(path)


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_format_recognises_a_folder(path):
    assert set(recognising(path)) <= {own(path)}


@pytest.mark.parametrize("name", sorted({own(path) for path in FILES}))
def test_every_format_recognises_some_of_its_fixtures(name):
    paths = [path for path in [*FILES, *FOLDERS] if own(path) == name]
    assert any(recognising(path) == [name] for path in paths)
    assert (FOLDER / name / "SOURCE.md").exists()


def test_every_format_that_states_something_has_fixtures():
    stating = {name for name, one in catalogue.FORMATS.items() if one.states}
    assert stating == {own(path) for path in FILES}


def test_the_command_line_has_every_option_of_every_format(capsys):
    from jointstats.interfaces.cli import main

    folder = str(FOLDER / "lm-eval" / "output")
    assert main(["compare", folder, "--max", "exact_match", "--filter", "strict-match"]) == 0
    assert "exact_match" in capsys.readouterr().out
    logs = str(FOLDER / "inspect" / "eval")
    assert main(["compare", logs, "--unit", "task", "--missing", "drop"]) == 0
    assert "2 data sets" in capsys.readouterr().out
    weka = str(FOLDER / "weka" / "experiment.csv")
    assert main(["compare", weka, "--unit", "sample"]) == 2
    assert "--unit is for inspect; this is read as weka." in capsys.readouterr().err


# What a frame is known by: with one column less it is not.
COLUMNS = {
    "amlb": "task framework fold result utc mode info",
    "tabarena": "method dataset metric_error time_train_s time_infer_s",
    "mlflow": "run_id experiment_id status",
    "optuna": "number state datetime_start",
    "wandb": "Name State Created Runtime",
}


@pytest.mark.parametrize(("name", "columns"), COLUMNS.items())
def test_a_frame_is_known_by_its_columns(name, columns):
    known, names = catalogue.FORMATS[name].recognises, columns.split()
    assert known(format.Source(pd.DataFrame(columns=[*names, "more"])))
    for lacking in names:
        left = [one for one in names if one != lacking]
        assert not known(format.Source(pd.DataFrame(columns=left)))


HARNESS, LOG = '{"results": {', '{"version": 2, "status": "success", "eval": {'
JMETAL = "Algorithm,Problem,ExecutionId,IndicatorName,IndicatorValue\n"
TSML, TABLE = "Trace,A,TEST,0,MILLISECONDS,PREDICTIONS\n", "Resamples:,0,1\n"
WEKA, OTHER = "Key_Dataset,Key_Scheme\n", "Key_Dataset,scheme\n"


@pytest.mark.parametrize(
    ("name", "files", "known"),
    [
        ("weka", {"a.csv": WEKA}, True), ("weka", {"a.csv": OTHER}, False),
        ("weka", {"in/a": WEKA}, False), ("weka", {"in/a.csv": WEKA, "in/b.csv": WEKA}, True),
        ("weka", {"in/a.csv": WEKA, "in/b.csv": OTHER}, False),
        ("jmetal", {"a.csv": JMETAL}, True),
        ("jmetal", {"a.csv": JMETAL.replace(",", " , ")}, True),
        ("jmetal", {"a.csv": JMETAL.replace("ExecutionId", "Run")}, False),
        ("jmetal", {"in/a.csv": JMETAL, "in/b.csv": "x\n"}, True),
        ("tsml", {"a.csv": TSML}, True), ("tsml", {"a.csv": TABLE}, True),
        ("tsml", {"in/a.csv": TSML, "in/b.csv": TABLE}, True),
        ("tsml", {"in/a.csv": TSML, "in/b.csv": "x,y\n"}, False),
        ("tsml", {"a.csv": "resamples\n"}, False), ("tsml", {"in/a.json": "{}"}, False),
        ("tsml", {"a.csv": TSML.replace("TEST", "both")}, False),
        ("lm-eval", {"a.json": HARNESS}, True), ("lm-eval", {"a.json": '{"model": 1}'}, False),
        ("lm-eval", {"in/a.json": HARNESS, "in/b.json": HARNESS, "in/c.txt": ""}, True),
        ("lm-eval", {"a.jsonl": HARNESS}, False), ("lm-eval", {"a.txt": HARNESS}, False),
        ("inspect", {"a.json": LOG}, True), ("inspect", {"a.json": '{"version": 2}'}, False),
        ("inspect", {"a.eval": "PK"}, True), ("inspect", {"a.eval": "no zip"}, False),
        ("sklearn", {"a.json": '{"A": {"test_acc": [1]}}'}, True),
        ("sklearn", {"a.json": '{"A": {"test_acc": ["a"]}}'}, False),
    ],
)  # fmt: skip
def test_files_are_known_by_how_they_begin(name, files, known):
    held = {path: text.encode() for path, text in files.items()}
    assert catalogue.FORMATS[name].recognises(format.Source.of_memory(held)) == known


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "weka",
            "is not a result file of the WEKA Experimenter: it has no columns Key_Dataset and",
        ),
        ("tsml", "is not a result file of tsml-eval."),
        ("jmetal", "is not a summary of jMetal: its columns must be Algorithm, ExecutionId, Prob"),
        ("amlb", "is not an AutoML Benchmark table: it has no column "),
        ("tabarena", "is not a table of TabArena: it has no column "),
        ("opencompass", "is not a summary of OpenCompass: it has no column "),
        ("open-llm-leaderboard", "is not the contents of the leaderboard: it has no column "),
        ("mlflow", "is not a frame of search_runs(): it has no column "),
        ("optuna", "is not a frame of trials_dataframe(): it has no column "),
        ("wandb", "is not an export of runs: it has no column "),
        ("lm-eval", "has no results of lm-evaluation-harness (results_….json)."),
        ("inspect", "has no logs of Inspect (.eval, .json)."),
    ],
)
def test_a_file_of_another_program_is_refused_in_a_sentence(tmp_path, name, said):
    (tmp_path / "x.csv").write_text("data,method,acc\niris,A,0.9\n")
    with pytest.raises(js.JointStatsError) as caught:
        js.read_results(tmp_path / "x.csv", name, measures={"acc": "max"})
    assert str(caught.value).startswith(f"{tmp_path / 'x.csv'} {said}")


def test_a_folder_of_several_formats_is_refused_by_name():
    with pytest.raises(
        errors.ReadError, match=r"holds files of several formats \(jmetal, lm-eval, "
    ):
        catalogue.format_of(format.Source(str(FOLDER)))
