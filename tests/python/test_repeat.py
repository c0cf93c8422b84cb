"""How to repeat this: a command is in the report only if it makes the same comparison."""

import shlex
import sys
from pathlib import Path

import pandas as pd
import pytest
from pages import calls, page

import jointstats as js
from jointstats.interfaces.cli import arguments, commands

sys.path.insert(0, str(Path(__file__).parent.parent))
from fuzz import commands as hostile

PLAIN = {
    "called": "x.csv",
    "columns": ["data", "algo", "acc", "time"],
    "algorithms": ["A", "B", "C", "D"],
    "chosen": "all",
    **dict.fromkeys(("rope", "alpha", "within")),
    **dict.fromkeys(("control", "groups"), False),
}


def shell_call(tmp_path, monkeypatch, **changed):
    given = PLAIN | changed
    monkeypatch.chdir(tmp_path)
    hostile._write(given)
    hostile.repeat_it(given)
    return calls(hostile.compare(given))[2]


BEGIN = "jointstats compare x.csv --dataset data --algorithm algo --max acc --min time"
NAMED = {
    "rope with all digits": ({"rope": 0.123456789}, "--rope acc 0.123456789"),
    "whole rope": ({"rope": 3.0}, "--rope acc 3"),
    "a rope that makes equal numbers real ties": ({"rope": 0.0}, "--rope acc 0"),
    "groups": ({"groups": True}, "--group quality acc --group cost time"),
    "a rule within groups": (
        {"groups": True, "within": "wins"},
        "--group quality acc --group cost time --within wins",
    ),
    "level": ({"alpha": 1e-7}, "--alpha 1e-07"),
    "only": ({"chosen": "only", "algorithms": ["A", "-h", "C"]}, "--only=-h --only C"),
    "the others": ({"chosen": "exclude"}, "--only B C D"),
    "control": ({"control": True, "algorithms": ["-A", "B", "C"]}, "--control=-A"),
}


@pytest.mark.parametrize(("changed", "said"), NAMED.values(), ids=NAMED)
def test_the_command_says_what_was_compared(changed, said, tmp_path, monkeypatch):
    made = shell_call(tmp_path, monkeypatch, **changed)
    assert made == f"{BEGIN} {said} --report report.html"


def test_columns_whose_names_begin_with_a_dash_belong_to_their_flags(tmp_path, monkeypatch):
    made = shell_call(tmp_path, monkeypatch, columns=["-h", "--algorithm", "--max=acc", "-1"])
    assert made == (
        "jointstats compare x.csv --dataset=-h --algorithm=--algorithm --max=--max=acc --min=-1 "
        "--report report.html"
    )


UNSAID = {
    "a file that is an option": {"called": "-x.csv"},
    "a file that is help": {"called": "--help"},
    "a rope of an option": {"columns": ["data", "algo", "--max", "time"], "rope": 0.5},
    "a rope of a number": {"columns": ["data", "algo", "-1", "time"], "rope": 0.5},
    "a group of help": {"columns": ["data", "algo", "acc", "-h"], "groups": True},
    "a group of an option": {"columns": ["data", "algo", "acc", "--only"], "groups": True},
    "what the parser drops": {"chosen": "exclude", "algorithms": ["A", "--", "C"]},
    "what a terminal would obey": {"columns": ["data\x1b[2J", "algo", "acc", "time"]},
}


@pytest.mark.parametrize("changed", UNSAID.values(), ids=UNSAID)
def test_a_command_that_would_be_another_one_is_not_printed(changed, tmp_path, monkeypatch, capsys):
    assert shell_call(tmp_path, monkeypatch, **changed) is None
    part = page(hostile.compare(PLAIN | changed)).split('id="repeat"')[1]
    assert "jointstats compare" not in part and "Command line</h3>" not in part
    assert (
        "The command line cannot repeat this comparison" in part
        and "js.compare_algorithms(table" in part
    )
    assert capsys.readouterr().out == ""  # the parser's help among others


def test_a_column_without_a_name_is_said(tmp_path, monkeypatch):
    rest = " --algorithm algo --max acc --min time --report report.html"
    made = shell_call(tmp_path, monkeypatch, columns=["", "algo", "acc", "time"])
    assert made == f"jointstats compare x.csv --dataset ''{rest}"


def test_a_line_break_in_a_name_is_no_end_of_a_text_of_python(tmp_path, monkeypatch):
    changed = {"columns": ["data\nset", "algo", "acc", "time"]}
    made = shell_call(tmp_path, monkeypatch, **changed)  # follows the code, too
    assert shlex.split(made)[4] == "data\nset"
    assert 'dataset="data\\nset",' in calls(hostile.compare(PLAIN | changed))[0]


def of_the_shell(words):
    said = arguments.read(["compare", *words])
    made = commands._computed(said, "compare_algorithms")
    made.call["source"] = commands.described(said)
    return made


def test_a_rope_of_zero_that_a_packaged_table_would_not_have_is_said():
    words = ["@weka", "--max", "auc", "--min", "training_time", "--only", "AODE", "Bagging"]
    usual, exact = of_the_shell(words), of_the_shell([*words, "--rope", "training_time", "0"])
    assert usual.rope["training_time"] > 0 and exact.rope["training_time"] == 0
    for made in (usual, exact):
        again = of_the_shell(shlex.split(calls(made)[2])[2:])
        assert again.rope == made.rope
    assert "--rope training_time 0 " in calls(exact)[2]


def test_the_sheet_of_a_wide_workbook_is_said(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    monkeypatch.chdir(tmp_path)
    rows = [[f"d{i}", float(i), float(9 - i), float(i * i % 7)] for i in range(9)]
    frame = pd.DataFrame(rows, columns=["data", "A", "B", "C"])
    with pd.ExcelWriter("x.xlsx") as book:
        frame.assign(A=0.0).to_excel(book, sheet_name="first", index=False)
        frame.to_excel(book, sheet_name="second", index=False)
    made = of_the_shell(["x.xlsx", "--dataset", "data", "--columns", "{algorithm}", "--max", "acc",
                         "--sheet", "second"])  # fmt: skip
    command = calls(made)[2]
    assert "--sheet second" in command
    assert of_the_shell(shlex.split(command)[2:]).to_dict()["pairs"] == made.to_dict()["pairs"]


def test_without_a_file_the_command_names_stand_ins():
    table = js.load_dataset("example1")
    assert calls(js.compare_algorithms(table))[2].startswith(
        "jointstats compare results.csv --dataset dataset --algorithm algorithm "
    )
