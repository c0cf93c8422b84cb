"""Files of other programs at the command line: --format, several files, folders, repetition."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from pages import repeated

import jointstats as js
from jointstats.base import result
from jointstats.interfaces.cli import main
from jointstats.interfaces.cli.options import for_the_shell

FILES = Path(__file__).parent / "formats"
SCORES, FOLDER = FILES / "sklearn" / "cross_validate.json", FILES / "lm-eval" / "output"
RESULTS = sorted(FOLDER.glob("*/results_*.json"))


@pytest.fixture
def run(capsys):
    def call(*words):
        status = main([str(word) for word in words])
        found = capsys.readouterr()
        return status, found.out, found.err

    return call


@pytest.mark.parametrize("more", [[], ["--format", "sklearn"], ["--format", "auto"]])
@pytest.mark.filterwarnings("ignore:Folds are averaged")
def test_one_command_from_a_file_to_an_answer(run, more):
    status, out, _ = run("compare", SCORES, *more, "--json")
    found = json.loads(out)
    expected = js.compare_algorithms(js.read_results(SCORES))
    assert status == 0 and found["findings"] == list(expected.findings)
    assert found["measures"] == {"accuracy": "max", "log_loss": "min"}
    assert any("not kept" in text for text in found["warnings"])


def test_every_test_takes_it_and_words_stand_above_the_format(run):
    words = ["--max", "accuracy", "--test-share", "0.25"]
    for command in (["test", "sign"], ["pairwise", "sign"], ["leaderboard"]):
        status, out, err = run(*command, SCORES, *words, "--json")
        assert status == 0, err
        assert json.loads(out)["measures"] == {"accuracy": "max"}
    status, _, err = run("test", "sign", SCORES, "--min", "accuracy")
    assert status == 2 and "higher is better" in err and "--max accuracy" in err
    status, _, err = run("compare", SCORES, "--max", "acuracy")
    assert status == 2 and 'Did you mean "accuracy"?' in err


def test_folders_and_several_files(run):
    folder = json.loads(run("test", "friedman", FOLDER, "--json")[1])
    several = json.loads(run("test", "friedman", *RESULTS, "--json")[1])
    assert folder["n"] == several["n"] == 6
    models = [f"toy/{size}" for size in ("huge", "large", "medium", "small")]
    assert sorted(folder["algorithms"]) == sorted(several["algorithms"]) == models
    board = json.loads(run("leaderboard", FOLDER, "--exclude", "toy/huge", "--json")[1])
    assert sorted(board["algorithms"]) == models[1:]
    status, _, err = run("compare", "@weka", RESULTS[0])
    assert (status, err) == (2, "jointstats: Name one packaged table, or files.\n")


def test_standard_input_is_read_once(run, monkeypatch):
    for text in (SCORES.read_bytes(), b"d,a,x\n1,A,2\n1,B,3\n"):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
        more = [] if text.startswith(b"{") else ["--dataset", "d", "--algorithm", "a", "--max", "x"]
        status, _, err = run("test", "sign", "-", *more)
        assert status == 0, err


@pytest.mark.parametrize(
    "words",
    [
        [SCORES],
        [SCORES, "--test-share", "0.25"],
        [FOLDER, "--exclude", "toy/huge", "--max", "acc"],
        [*RESULTS, "--only", "toy/small", "toy/large", "--max", "acc"],
        [FOLDER, "--max", "exact_match", "--filter", "strict-match"],
    ],
    ids=["file", "runs", "folder", "files", "filter"],
)
@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_the_report_repeats_it(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("compare", *words, "--report", "first.html", "-v")
    assert status == 0, err
    scope, call = repeated(tmp_path / "first.html")
    assert call[call.index("--format") + 1] == ("sklearn" if SCORES in words else "lm-eval")
    assert ("--dataset" in call, "--filter" in call) == (False, "--filter" in words)
    assert run(*call, "-v")[:2] == (0, out)
    assert result.spelled(scope["result"], for_the_shell).summary() == out.rstrip("\n")
    assert scope["table"].all_runs is None or "--test-share" in words


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_the_report_repeats_runs_and_families(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = js.load_frame("weka_folds")
    frame["kin"] = frame["dataset"].str[0]
    frame["split"] = frame["run"].astype(str) + "." + frame["fold"].astype(str)
    frame.to_csv("mine.csv", index=False)
    words = ["--dataset", "dataset", "--algorithm", "algorithm", "--max", "auc", "--cluster", "kin",
             "--runs", "split", "--run-kind", "cv", "--test-share", "0.1",
             "--exclude", "AODE"]  # fmt: skip
    status, out, err = run("compare", "mine.csv", *words, "--report", "first.html", "-v")
    assert status == 0, err
    scope, call = repeated(tmp_path / "first.html")
    assert run(*call, "-v")[:2] == (0, out)
    assert result.spelled(scope["result"], for_the_shell).summary() == out.rstrip("\n")
    assert scope["table"].all_runs.test_share == 0.1


def test_exclude_leaves_columns_and_rows_out(run, tmp_path):
    frame = js.load_frame("weka")
    wide = frame.pivot(index="dataset", columns="algorithm", values=["auc", "rmse"])
    wide.columns = [f"{measure}_{algorithm}" for measure, algorithm in wide.columns]
    wide.to_csv(tmp_path / "wide.csv")
    board = frame.pivot(index="algorithm", columns="dataset", values=["auc", "rmse"])
    board.columns = [f"{dataset}_{measure}" for measure, dataset in board.columns]
    board.to_csv(tmp_path / "board.csv")
    ways = ["--max", "auc", "--min", "rmse", "--json"]
    known = list(dict.fromkeys(frame["algorithm"]))
    long = json.loads(run("test", "glrt", "@weka", "--only", *sorted(known[2:]), *ways)[1])
    columns = [tmp_path / "wide.csv", "--dataset", "dataset", "--columns", "{measure}_{algorithm}"]
    rows = [tmp_path / "board.csv", "--algorithm", "algorithm"]
    for words in (columns, rows):
        status, out, err = run("test", "glrt", *words, "--exclude", *known[:2], *ways)
        assert status == 0, err
        found = json.loads(out)
        assert found["p_value"] == long["p_value"] and found["algorithms"] == sorted(known[2:])
        status, _, err = run("test", "glrt", *words, "--exclude", "AOED", *ways)
        assert status == 2 and 'did you mean "AODE"?' in err
    one = frame.pivot(index="dataset", columns="algorithm", values="auc")
    one.to_csv(tmp_path / "one.csv")
    words = [tmp_path / "one.csv", "--dataset", "dataset", "--columns", "{algorithm}"]
    found = json.loads(run("test", "sign", *words, "--exclude", *known[2:], *ways[:2], "--json")[1])
    assert found["algorithms"] == sorted(known[:2])


def test_a_file_that_is_not_there_is_named_before_its_columns_are_asked_for(run, tmp_path):
    status, _, err = run("compare", tmp_path / "nowhere.csv")
    assert status == 2 and "There is no file" in err
    (tmp_path / "empty.csv").touch()
    status, _, err = run("compare", tmp_path / "empty.csv")
    assert status == 2 and err.rstrip().endswith("empty.csv is empty.")
