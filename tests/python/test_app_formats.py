"""Files as other programs write them, dropped on the page: what they state is taken from them."""

import gzip
import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from windows import ask, repeated, taken

import jointstats as js
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.app import reading
from jointstats.table.formats import catalogue, format

FORMS = Path(__file__).parent / "formats"
WEKA = {"Percent_correct": "max", "UserCPU_Time_training": "min"}

# What is dropped, its format, what is chosen besides, and options of the format.
CASES = [
    ("amlb/results.csv", "amlb", {"missing": "worst"}, {}),
    ("tabarena/results.csv", "tabarena", {}, {}),
    ("tabarena/results.csv", "tabarena", {"test_share": 0.333}, {}),
    ("weka/experiment.csv", "weka", {"measures": WEKA}, {}),
    ("weka/experiment.csv", "weka", {"measures": WEKA, "aggregate": "median"}, {}),
    ("sklearn/cross_validate.json", "sklearn", {}, {}),
    ("lm-eval/output", "lm-eval", {}, {}),
    ("inspect/eval", "inspect", {"missing": "drop"}, {"unit": "task"}),
    ("inspect/eval", "inspect", {"missing": "drop"}, {}),
    ("tsml/table", "tsml", {}, {}),
    ("tsml/regression", "tsml", {}, {}),
    ("jmetal/QualityIndicatorSummary.csv", "jmetal", {"measures": {"Time": "min"}}, {}),
    ("jmetal", "jmetal", {}, {}),
    ("mteb", "mteb", {}, {}),
    ("helm", "helm", {}, {}),
    ("harbor", "harbor", {"missing": "worst"}, {}),
    ("open-problems", "open-problems", {"missing": "worst"}, {}),
    ("omnibenchmark/out", "omnibenchmark", {"measures": {"ari": "max", "s": "min"}}, {}),
]


def dropped(desk, path, **more):
    """Drop a file or a folder, under its own name and without those above."""
    if path.is_file():
        return ask(desk, path.read_bytes(), ask="open", file=path.name, **more)
    inside = sorted(one for one in path.rglob("*") if one.is_file() and one.suffix != ".md")
    names = [path.name + "/" + one.relative_to(path).as_posix() for one in inside]
    parts = [one.read_bytes() for one in inside]
    files = [{"name": n, "size": len(part)} for n, part in zip(names, parts, strict=True)]
    return ask(desk, b"".join(parts), ask="open", files=files, **more)


def prefilled(stated):
    """The choices as the page fills them in."""
    return {"layout": "long", **stated["roles"], "measures": dict(stated["measures"])}


@pytest.mark.parametrize(("name", "kind", "chosen", "own"), CASES)
@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")  # each format its own
def test_what_a_file_states_is_prefilled_and_the_code_repeats_the_answer(
    name, kind, chosen, own, monkeypatch
):
    desk = app_desk.Desk()
    reply = dropped(desk, FORMS / name, own=own)
    assert reply.get("ok"), reply
    table = reply["table"]
    assert table["kind"] == kind and kind in table["read_as"].lower()
    stated = table["stated"]
    there = {column["name"] for column in table["columns"]}
    named = [*stated["measures"], *stated["also"], *stated["undirected"]]
    assert named and set(named) <= there
    answer = ask(desk, ask="compare", roles=prefilled(stated) | chosen)
    assert answer.get("ok"), answer
    answer = answer["answer"]
    monkeypatch.chdir((FORMS / name).parent)
    expected = js.compare_algorithms(js.read_results(Path(name).name, **chosen, **own))
    assert answer["verdict"] == expected.verdict
    assert answer["sentences"] == list(expected.findings)
    code = taken(desk, "python")
    assert "js.read_results(" in code and f'format="{kind}"' in code.replace("'", '"')
    again = repeated(desk)
    assert (again.verdict, again.findings) == (expected.verdict, expected.findings)


def test_failures_are_told_with_the_preview_and_in_the_answer():
    desk = app_desk.Desk()
    stated = dropped(desk, FORMS / "amlb/results.csv")["table"]["stated"]
    failed = next(one for one in stated["notes"] if "jobs failed" in one)
    assert stated["measures"] == {"result": "max"} and "duration" in stated["undirected"]
    assert stated["also"]["logloss"] == "min"
    refused = ask(desk, ask="compare", roles=prefilled(stated))
    assert refused["about"] == "option" and failed in refused["error"]
    assert "“Where a result is missing”: “leave the data set out”" in refused["error"]
    answer = ask(desk, ask="compare", roles=prefilled(stated) | {"missing": "worst"})["answer"]
    assert failed in answer["cautions"]


def test_a_stated_direction_is_not_turned_and_an_unstated_one_is_needed():
    desk = app_desk.Desk()
    stated = dropped(desk, FORMS / "tabarena/results.csv")["table"]["stated"]
    turned = prefilled(stated) | {"measures": {"metric_error": "max"}}
    reply = ask(desk, ask="compare", roles=turned)
    assert "states that lower is better" in reply["error"] and reply["about"] == "measure"
    stated = dropped(desk, FORMS / "weka/experiment.csv")["table"]["stated"]
    assert stated["measures"] == {} and set(WEKA) <= set(stated["undirected"])
    reply = ask(desk, ask="compare", roles=prefilled(stated))
    assert "Choose at least one measure" in reply["error"] and reply["about"] == "measure"
    wide = prefilled(stated) | {"layout": "wide", "measures": WEKA}
    assert "says how it is laid out" in ask(desk, ask="compare", roles=wide)["error"]


@pytest.mark.warns(r"2 further measures", r"2 tasks", r"3 groups are left out")
def test_several_files_are_one_source_and_a_single_model_is_told(tmp_path):
    desk = app_desk.Desk()
    paths = sorted((FORMS / "lm-eval/output").rglob("results_*.json"))
    files = [{"name": one.name, "size": one.stat().st_size} for one in paths]
    reply = ask(desk, b"".join(one.read_bytes() for one in paths), ask="open", files=files)
    stated = reply["table"]["stated"]
    assert reply["table"]["name"] == f"{paths[0].name} and 3 more"
    answer = ask(desk, ask="compare", roles=prefilled(stated))["answer"]
    expected = js.compare_algorithms(js.read_results(FORMS / "lm-eval/output"))
    assert answer["verdict"] == expected.verdict
    assert all(one.name in taken(desk, "python") for one in paths)
    reply = dropped(desk, paths[0])
    alone = ask(desk, ask="compare", roles=prefilled(reply["table"]["stated"]))
    assert "At least two algorithms" in alone["error"]
    two = [{"name": "a.csv", "size": 1}] * 2
    assert "Two files are called a.csv" in ask(desk, b"ab", ask="open", files=two)["error"]
    plain = [{"name": "a.csv", "size": 8}, {"name": "b.csv", "size": 8}]
    table = ask(desk, b"a,b\n1,2\n" * 2, ask="open", files=plain)["table"]
    assert [one["name"] for one in table["columns"]] == ["file", "a", "b"]
    assert table["first"] == [["a", "1", "2"], ["b", "1", "2"]]
    other = [{"name": "a.txt2", "size": 8}, {"name": "b.md", "size": 8}]
    reply = ask(desk, b"a,b\n1,2\n" * 2, ask="open", files=other)
    assert "holds no table that is read here" in reply["error"]


def test_an_option_of_the_format_is_asked_for_and_a_changed_one_is_told():
    sheets = io.BytesIO()
    frame = js.load_frame("example1")
    with pd.ExcelWriter(sheets) as book:
        frame.to_excel(book, sheet_name="first", index=False)
        frame.to_excel(book, sheet_name="second", index=False)
    desk = app_desk.Desk()
    listed = {one["name"]: one for one in ask(desk, ask="packaged")["formats"]}
    assert list(listed) == list(catalogue.FORMATS) and listed["excel"]["own"] == {"sheet": []}
    assert "metrics" not in listed["jmetal"]["own"], "it is a path on this machine"
    reply = ask(desk, sheets.getvalue(), ask="open", file="a.xlsx")
    assert 'has 2 sheets ("first", "second")' in reply["error"] and "“Sheet”" in reply["error"]
    assert (reply["about"], reply["format"]) == ("file", "excel")
    opened = ask(desk, sheets.getvalue(), ask="open", file="a.xlsx", own={"sheet": "second"})
    assert opened["table"]["rows"] == len(frame) and opened["table"]["stated"] is None

    stated = dropped(desk, FORMS / "inspect/eval")["table"]["stated"]
    ask(desk, ask="compare", roles=prefilled(stated) | {"missing": "drop"})
    stated = dropped(desk, FORMS / "inspect/eval", own={"unit": "task"})["table"]["stated"]
    answer = ask(desk, ask="compare", roles=prefilled(stated) | {"missing": "drop"})["answer"]
    assert answer["number"] == 2 and "“A data set is” from none to task" in answer["note"]


@pytest.mark.skipif(
    pd.__version__.startswith("2.1."), reason="pandas reads with calamine from 2.2 on"
)
def test_the_code_names_the_sheet_of_a_wide_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wide = js.load_frame("example1").pivot(index="dataset", columns="algorithm", values="accuracy")
    with pd.ExcelWriter(tmp_path / "a.xlsx") as book:
        wide.iloc[:2, ::-1].reset_index().to_excel(book, sheet_name="first", index=False)
        wide.reset_index().to_excel(book, sheet_name="second", index=False)
    desk = app_desk.Desk()
    assert dropped(desk, tmp_path / "a.xlsx", own={"sheet": "second"})["ok"]
    roles = {"layout": "wide", "dataset": "dataset", "columns": "{algorithm}"}
    roles |= {"measures": {"accuracy": "max"}}
    answer = ask(desk, ask="compare", roles=roles)["answer"]
    again = repeated(desk)
    assert (again.n, again.verdict) == (len(wide), answer["verdict"])
    assert 'sheet = "second"' in taken(desk, "r")


def test_what_is_read_by_another_format_says_so():
    desk = app_desk.Desk()
    data = (FORMS / "weka/experiment.csv").read_bytes()
    plain = ask(desk, data, ask="open", file="a.csv", format="csv")["table"]
    assert plain["stated"] is None and plain["kind"] == "csv"
    reply = ask(desk, data, ask="open", file="a.csv", format="amlb")
    assert "is not an AutoML Benchmark table" in reply["error"] and reply["format"] == "amlb"
    assert reply["about"] in ("file", "option")
    reply = ask(desk, data, ask="open", file="a.csv", format="zzz")
    assert "“Read as” must be one of" in reply["error"] and reply["about"] == "file"


def test_nothing_is_unpacked_beyond_the_limit(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST", 1 << 20)
    bomb = gzip.compress(b"a,b\n" + b"1,2\n" * (1 << 20))
    reply = ask(app_desk.Desk(), bomb, ask="open", file="a.csv.gz")
    assert reply["error"] == "a.csv.gz is larger than 1 MB once unpacked."
    assert reply["about"] == "file"
    book = io.BytesIO()
    pd.DataFrame({"a": [f"{i}" * 9_000 for i in range(80)]}).to_excel(book, index=False)
    reply = ask(app_desk.Desk(), book.getvalue(), ask="open", file="a.xlsx")
    assert reply["error"] == "a.xlsx is larger than 1 MB once unpacked."
    log = next((FORMS / "inspect/eval").glob("*.eval"))
    with pytest.raises(js.errors.ReadError, match="is larger than 0 MB once unpacked"):
        catalogue.FORMATS["inspect"].read(
            format.Source.of_memory({log.name: log.read_bytes()}, 100)
        )


def test_an_engine_that_is_not_there_is_told_with_the_cure(monkeypatch):
    for package, name in (("python-calamine", "a.xlsx"), ("pyarrow", "a.parquet")):
        monkeypatch.setitem(__import__("sys").modules, package.replace("-", "_"), None)
        reply = ask(app_desk.Desk(), b"PK\x03\x04", ask="open", file=name)
        assert f"needs {package}: " in reply["error"] and "as CSV" in reply["error"]
        assert reply["about"] == "file"


def test_the_code_for_r_can_be_parsed(tmp_path):
    if shutil.which("Rscript") is None:
        pytest.skip("R is not there")
    files = []
    for i, (name, _, chosen, own) in enumerate(CASES[::3]):
        desk = app_desk.Desk()
        stated = dropped(desk, FORMS / name, own=own)["table"]["stated"]
        ask(desk, ask="compare", roles=prefilled(stated) | chosen)
        ask(desk, ask="compare", roles=prefilled(stated) | chosen, settings={"alpha": 0.2})
        files.append(tmp_path / f"{i}.R")
        files[-1].write_text(taken(desk, "r"), encoding="utf-8")
    script = "for (f in commandArgs(TRUE)) cat(length(parse(f, encoding = 'UTF-8')), '')"
    made = subprocess.run(
        ["Rscript", "--vanilla", "-e", script, *map(str, files)],
        capture_output=True, text=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert made.stdout.split() == ["4"] * len(files)  # library, table, result, report
    assert json.dumps(stated)  # of the last one, as the page gets it
