"""The desk behind the page: requests of JSON in, answers of JSON out, never an exception."""

import html
import io
import json

import numpy as np
import pandas as pd
import pytest
from windows import ask, repeated, taken

import jointstats as js
from jointstats.interfaces.app import answering
from jointstats.interfaces.app.desk import Desk

EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def weka():
    frame = js.load_frame("weka")[["dataset", "algorithm", "accuracy", "auc", "training_time"]]
    return frame[frame["algorithm"].isin(["AODE", "Logistic", "J48graft"])].reset_index(drop=True)


MEASURES = {"accuracy": "max", "training_time": "min"}
ROLES = {"dataset": "dataset", "algorithm": "algorithm", "measures": MEASURES}


def opened(frame, **more):
    desk = Desk()
    reply = ask(desk, frame.to_csv(index=False).encode(), ask="open", file="own.csv", **more)
    assert reply.get("ok"), reply
    return desk, reply["table"]


@pytest.fixture
def example():
    desk = Desk()
    roles = ask(desk, ask="open", packaged="example1")["table"]["known"]["roles"]
    return desk, roles, ask(desk, ask="compare", roles=roles)["answer"]


# --- Opening ---


def test_packaged_tables_are_listed_and_opened(example):
    desk, roles, answer = example
    listed = ask(desk, ask="packaged")
    assert {one["name"]: one["title"] for one in listed["tables"]} == js.list_datasets()
    assert roles["measures"] == {"accuracy": "max", "time": "min"}
    expected = js.compare_algorithms(js.load_dataset("example1"))
    assert answer["verdict"] == expected.verdict
    assert answer["sentences"] == list(expected.findings)
    assert (answer["number"], answer["note"]) == (1, "")
    assert answer["picture"].count("<svg") == 2 and "aria-label" in answer["picture"]


def test_columns_are_described_and_roles_only_proposed(weka):
    frame = weka.assign(seed=1, note="", odd=["x", *["0.5"] * (len(weka) - 1)])
    _, table = opened(frame)
    known = {one["name"]: one for one in table["columns"]}
    assert known["accuracy"]["kind"] == "number"
    assert not any(one["proposal"] for one in table["columns"])  # because "odd" is open
    assert known["algorithm"]["names"] == ["AODE", "J48graft", "Logistic"]
    assert known["note"]["kind"] == "empty" and known["note"]["proposal"] is None
    assert known["odd"]["kind"] == "number with text" and known["odd"]["odd"] == ["x"]
    assert known["seed"]["account"] == "left out: the same in every row"
    assert table["rows"] == 153 and len(table["first"]) == 6 and table["known"] is None
    assert any("“odd” holds numbers, and text in 1 cell" in one for one in table["problems"])
    _, table = opened(frame.drop(columns="odd"))
    known = {one["name"]: one for one in table["columns"]}
    assert known["accuracy"]["proposal"] == {"role": "measure", "way": "max"}
    assert known["training_time"]["proposal"]["way"] == "min"
    assert known["dataset"]["proposal"] == {"role": "dataset"}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.csv", b"", "a.csv is empty."),
        ("a.csv", b" \n\n", "a.csv is empty."),
        ("a.csv", b"a,b\n", "a.csv has a head, but no row."),
        ("a.csv", b"a,b\n1,2\n1,2,3\n", "Expected 2 fields in line 3, saw 3"),
        ("a.xlsx", b"PK\x03\x04zzz", "is not an Excel workbook"),
        ("a.parquet", b"PAR1", "is not a Parquet table"),
        ("a.json", b"[" * 100_000, "nested too deeply"),
        ("a.csv.gz", b"\x1f\x8bzzz", "a.csv.gz cannot be read"),
    ],
)
def test_a_bad_file_is_one_sentence_about_the_file(name, data, said):
    reply = ask(Desk(), data, ask="open", file=name)
    assert said in reply["error"] and reply["about"] == "file" and "ok" not in reply
    assert "\n" not in reply["error"]


def test_a_leaderboard_of_one_row_a_model_has_a_way_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    sets = [f"MMLU-{i}" for i in range(12)]
    board = pd.DataFrame(rng.normal(size=(4, 12)).round(3), columns=sets)
    board["Average"] = board.mean(axis=1)
    board["params"], board["licence"] = [7, 7, 13, 70], ["x", "y", "x", "y"]
    board.insert(0, "model", list("ABCD"))
    board.to_csv("own.csv", index=False)
    desk, table = opened(board)
    assert table["one_row_each"] == {"algorithm": "model", "datasets": sets}
    roles = {"layout": "leaderboard", "algorithm": "model", "columns": "{dataset}",
             "measures": {"score": "max"}}  # fmt: skip
    assert "licence" in ask(desk, ask="compare", roles=roles)["error"]
    answer = ask(desk, ask="compare", roles=roles | {"keep": ["model", *sets]})["answer"]
    made = js.results_table(board[["model", *sets]], algorithm="model", columns="{dataset}",
                            measures={"score": "max"})  # fmt: skip
    assert answer["verdict"] == js.compare_algorithms(made).verdict
    assert repeated(desk).verdict == answer["verdict"]
    assert 'frame <- frame[c("model", "MMLU-0"' in taken(desk, "r")
    # Columns whose names are those of measures are no data sets: what is needed is said instead.
    _, table = opened(pd.DataFrame({"model": ["A", "B"], "accuracy": [1, 2], "time": [3, 4]}))
    assert table["one_row_each"] == {"algorithm": "model", "datasets": []}
    _, table = opened(js.load_frame("example1"))
    assert table["one_row_each"] is None


def test_a_column_is_marked_as_percent(weka, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = [f"{100 * x:.3f}{'%' * (i % 2)}" for i, x in enumerate(weka["accuracy"])]
    frame = weka.assign(accuracy=shown)
    frame.to_csv("own.csv", index=False)
    desk, table = opened(frame)
    offered = {one["name"]: one["percent"] for one in table["columns"]}
    assert offered["accuracy"] and not offered["auc"] and not offered["dataset"]
    assert any("Or mark it as “in percent” below." in said for said in table["problems"])
    assert "percent sign" in ask(desk, ask="compare", roles=ROLES)["error"]
    answer = ask(desk, ask="compare", roles=ROLES | {"percent": ["accuracy"]})["answer"]
    assert answer["verdict"] == js.compare_algorithms(weka.round(5), **ROLES).verdict
    again = repeated(desk)
    assert again.verdict == answer["verdict"]
    assert 1 < again.leaderboard.board[0].mean["accuracy"] < 100
    wrong = ask(desk, ask="compare", roles=ROLES | {"percent": ["zzz"]})
    assert wrong["error"] == "The column “zzz” is not there."


def test_the_stop_for_missing_results_names_every_cure(weka):
    desk, _ = opened(weka.drop(index=3))
    reply = ask(desk, ask="compare", roles=ROLES)
    assert reply["about"] == "option"
    cures = {(one["option"], one["value"]) for one in reply["cures"]}
    assert cures == {("missing", "drop"), ("missing", "unknown"), ("missing", "worst")}
    for one in reply["cures"]:
        assert f"“{one['words']}”" in reply["error"]
        assert ask(desk, ask="compare", roles=ROLES | {"missing": one["value"]})["ok"]


def test_fields_of_the_page_are_read_as_the_shell_reads_them():
    rows = [(f"d{i}", name, i + k, 1 + k, "ok") for i in range(6) for k, name in enumerate("AB")]
    rows[3] = ("d1", "B", 9, 9, "timeout")
    frame = pd.DataFrame(rows, columns=["data", "by", "time", "cost", "status"])
    desk, _ = opened(frame)
    roles = {"dataset": "data", "algorithm": "by", "measures": {"time": "min", "cost": "min"}}
    roles |= {"missing": "worst", "failed": "status = timeout; status=memout", "limit": "time=9"}
    answer = ask(desk, ask="compare", roles=roles | {"even_failed": "cost;"})["answer"]
    asked = answer["asked"]["roles"]
    assert asked["failed"] == {"status": ["timeout", "memout"]}
    assert (asked["limit"], asked["even_failed"]) == ({"time": 9}, ["cost"])
    again = ask(desk, ask="compare", roles=asked)["answer"]  # as a link brings them
    assert (again["verdict"], again["number"]) == (answer["verdict"], 1)
    assert 'even_failed=["cost"]' in taken(desk, "python")
    for field, text in (("failed", "timeout"), ("limit", "time=x"), ("where", "=2")):
        assert "error" in ask(desk, ask="compare", roles=roles | {field: text})


# --- What is wrong is said, and what it is about ---


@pytest.mark.parametrize(
    ("change", "about", "said"),
    [
        ({"dataset": ""}, "dataset", "Choose the column that holds the data set."),
        ({"algorithm": None}, "algorithm", "Choose the column that holds the algorithm."),
        ({"measures": {}}, "measure", "Choose at least one measure"),
        ({"measures": {"accuracy": "up"}}, "measure", '"max" (higher is better)'),
        ({"measures": {"dataset": "max"}}, "measure", "holds the text"),
        ({"dataset": "zzz"}, "dataset", 'no column "zzz"'),
        ({"only": ["AODE"]}, "algorithm", "At least two algorithms"),
        ({"rope": {"accuracy": -1}}, "option", "at least 0"),
        ({"rope": {"accuracy": "x"}}, "option", "must be a number"),
        ({"missing": "zzz"}, "option", "“Where a result is missing” must be one of"),
        ({"layout": "round"}, "option", "long, wide, or as a leaderboard"),
        ({"runs": "auc"}, "option", "“What the runs are”: “folds of cross-validation”"),
    ],
)
def test_wrong_choices(weka, change, about, said):
    desk, _ = opened(weka)
    reply = ask(desk, ask="compare", roles=ROLES | change)
    assert said in reply["error"] and reply["about"] == about


def test_wrong_settings_and_doubled_rows(weka):
    desk, _ = opened(pd.concat([weka, weka.assign(accuracy=weka["accuracy"] + 0.01)]))
    reply = ask(desk, ask="compare", roles=ROLES)
    assert "“Several rows of a data set and algorithm”: “take their mean”" in reply["error"]
    assert "aggregate" not in reply["error"]
    wrong = [({"alpha": 5}, "“Threshold”"), ({"alpha": "x"}, "must be a number"),
             ({"level": 1}, "no setting"), ({"control": "zz"}, "no algorithm")]  # fmt: skip
    for settings, said in wrong:
        reply = ask(desk, ask="compare", roles=ROLES | {"aggregate": "mean"}, settings=settings)
        assert said in reply["error"]


def test_nothing_is_open_or_answered_yet():
    for request in ("compare", "explore", "report", "figure", "download"):
        assert "first" in ask(Desk(), ask=request)["error"]


@pytest.mark.parametrize("words", ["", "[]", "{", "[" * 100_000, '{"ask": [1]}', '{"ask": "no"}'])
def test_what_is_no_request_is_refused(words):
    assert "error" in json.loads(Desk().answer(words))


# --- Answers after the first one ---


def test_a_changed_setting_is_told_wherever_the_answer_goes(example, monkeypatch):
    desk, roles, first = example
    ask(desk, ask="explore", setting="level")
    reply = ask(desk, ask="compare", roles=roles | {"rope": {"accuracy": 1.5}},
                settings={"alpha": 0.2})  # fmt: skip
    note = reply["answer"]["note"]
    assert reply["answer"]["number"] == 2
    assert note.startswith("Settings were changed after an answer had been seen: this is answer 2.")
    assert f"First answer: “{first['verdict']}”, with “Threshold” 0.05, and no rope." in note
    assert "“Threshold” from 0.05 to 0.2" in note
    assert "differences that do not matter on accuracy from none to 1.5" in note
    assert "Other values had been tried: Threshold (alpha), " in note
    report = ask(desk, ask="report")["html"].replace("&#x27;", "'")
    assert note in report
    assert json.loads(taken(desk, "json"))["settings_changed"] == note
    table = taken(desk, "csv")
    assert set(pd.read_csv(io.StringIO(table))["settings_changed"]) == {note}
    for code in ("python", "r"):
        assert taken(desk, code).startswith(f"# {note}\n")
    drawn = []
    drawing = answering.drawing
    monkeypatch.setattr(
        answering, "drawing", lambda shown, **how: drawn.append(shown) or drawing(shown, **how)
    )
    file = ask(desk, ask="figure", format="svg")["file"]
    assert drawn[0].notes[-1] == note and file["type"] == "image/svg+xml"


def test_the_first_answer_stays_the_first(example):
    desk, roles, _ = example
    assert ask(desk, ask="compare", roles=roles, settings={"alpha": 0.1})["answer"]["number"] == 2
    turned = roles | {"measures": {"accuracy": "max", "time": "max"}}
    third = ask(desk, ask="compare", roles=turned)["answer"]
    assert third["number"] == 3
    assert "measure time from “lower is better” to “higher is better”" in third["note"]
    again = ask(desk, ask="compare", roles=roles)["answer"]
    assert (again["number"], again["note"]) == (1, "")
    # Opening the table anew forgets nothing.
    ask(desk, ask="open", packaged="weka")
    ask(desk, ask="open", packaged="example1")
    assert ask(desk, ask="compare", roles=roles, settings={"alpha": 0.01})["answer"]["number"] == 4


def test_answers_come_back_after_the_engine_was_stopped_or_by_a_link(example):
    desk, roles, first = example
    kept = ask(desk, ask="compare", roles=roles)["answers"]
    other = Desk()
    ask(other, ask="open", packaged="example1", answers=kept)
    answer = ask(other, ask="compare", roles=roles, settings={"alpha": 0.1})["answer"]
    assert answer["number"] == 2 and first["verdict"] in answer["note"]
    # A link to choices about a file has no verdict; one that somebody wrote breaks nothing.
    third = Desk()
    bare = [{"asked": kept[0]["asked"], "verdict": ""}, 5, {"asked": {"roles": [], "rope": 3}}]
    ask(third, ask="open", packaged="example1", answers=bare)
    note = ask(third, ask="compare", roles=roles, settings={"alpha": 0.1})["answer"]["note"]
    assert "First answer was given with “Threshold” 0.05" in note


# --- Where the verdict holds ---


def test_where_it_holds_is_what_sensitivity_says(weka):
    frame = weka.assign(family=weka["dataset"].str[0])
    roles = ROLES | {"cluster": "family"}
    desk, _ = opened(frame)
    offered = ask(desk, ask="compare", roles=roles)["answer"]["explore"]
    result = js.compare_algorithms(js.results_table(frame, **roles))
    every = {row.factor for row in js.sensitivity(result).factors}
    assert {one["setting"] for one in offered} == every
    for one in offered:
        found = ask(desk, ask="explore", setting=one["setting"])["explored"]
        varied = js.sensitivity(result, factors=[one["setting"]])
        assert found["said"].startswith(f"{one['name']}: {varied.verdict}")
        shown = html.unescape(found["tables"])
        assert all(row.setting in shown for row in varied.settings[:20] if row.changed)
    told = html.unescape(ask(desk, ask="report")["html"]).replace("’", "'")
    assert found["said"] in told


def test_factors_of_which_there_is_no_other_setting_are_not_offered(weka):
    desk, _ = opened(weka)
    roles = ROLES | {"measures": {"accuracy": "max"}, "only": ["AODE", "Logistic"]}
    explore = ask(desk, ask="compare", roles=roles)["answer"]["explore"]
    assert [one["setting"] for one in explore] == ["level", "rope", "data set"]
    assert "no such setting" in ask(desk, ask="explore", setting="measure")["error"]


def test_a_rope_of_zero_is_not_the_same_as_none(weka):
    desk, _ = opened(weka.assign(accuracy=weka["accuracy"].round(2)))
    first = ask(desk, ask="compare", roles=ROLES)["answer"]
    (said,) = (one for one in first["cautions"] if "may hide a difference" in one)
    assert said.endswith("“Practically equal up to a difference of”: 0 (accuracy).")
    zero = ask(desk, ask="compare", roles=ROLES | {"rope": {"accuracy": 0}})["answer"]
    assert zero["number"] == 2
    assert not any("accuracy" in one and "hide a difference" in one for one in zero["cautions"])


# --- What is taken away ---


def test_every_kind_of_file_has_the_same_answer_and_the_code_repeats_it(
    weka, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    wide = weka.pivot(index="dataset", columns="algorithm", values=list(MEASURES))
    wide.columns = [f"{measure}_{name}" for measure, name in wide.columns]
    wide = wide.reset_index()
    excel, parquet = io.BytesIO(), io.BytesIO()
    weka.to_excel(excel, index=False)
    weka.to_parquet(parquet)
    records = weka.to_json(orient="records", double_precision=15).encode()
    in_columns = {"layout": "wide", "dataset": "dataset", "columns": "{measure}_{algorithm}",
                  "measures": MEASURES}  # fmt: skip
    families = weka.assign(family=weka["dataset"].str[0])
    cases = [
        ("a.csv", "csv", weka.to_csv(index=False).encode(), ROLES),
        ("b.csv", "csv2", wide.to_csv(index=False, sep=";", decimal=",").encode(), in_columns),
        ("c.tsv", "tsv", wide.to_csv(index=False, sep="\t").encode(), in_columns),
        ("d.txt", "tsv", weka.to_csv(index=False, sep="\t").encode(), ROLES),
        ("e.json", "json", records, ROLES),
        ("f.json", "json", json.dumps(weka.to_dict("list")).encode(), ROLES),
        ("g.xlsx", "excel", excel.getvalue(), ROLES),
        ("h.parquet", "parquet", parquet.getvalue(), ROLES),
        ("i.csv", "csv", families.to_csv(index=False).encode(), ROLES | {"cluster": "family"}),
        ("j.json", "json", records, ROLES | {"only": ["AODE", "Logistic"]}),
        ("k.json", "json", records, ROLES | {"rope": {"accuracy": 0.01}}),
    ]
    expected = js.compare_algorithms(js.results_table(weka, **ROLES), alpha=0.1).verdict
    for name, kind, data, roles in cases:
        (tmp_path / name).write_bytes(data)
        desk = Desk()
        table = ask(desk, data, ask="open", file=name)["table"]
        patterns = {one["pattern"]: one["measures"] for one in table["wide"]}
        assert table["kind"] == kind
        assert roles is not in_columns or patterns[roles["columns"]] == list(MEASURES)
        answer = ask(desk, ask="compare", roles=roles, settings={"alpha": 0.1})["answer"]
        again = repeated(desk)
        assert (again.verdict, again.alpha) == (answer["verdict"], 0.1), name
        assert answer["verdict"] == expected or roles not in (ROLES, in_columns), name


def test_names_are_escaped_wherever_html_is_made(weka):
    frame = weka.replace({"AODE": EVIL, "asah": EVIL}).rename(columns={"accuracy": EVIL})
    desk, _ = opened(frame)
    roles = ROLES | {"measures": {EVIL: "max", "training_time": "min"}}
    answer = ask(desk, ask="compare", roles=roles)["answer"]
    for markup in (answer["league"], answer["pairs"], ask(desk, ask="report")["html"]):
        assert "<img" not in markup and "&lt;img" in markup


def test_a_line_break_in_a_name_does_not_end_a_comment(weka):
    name = "A\nimport os"
    desk, _ = opened(weka.replace({"AODE": name}))
    ask(desk, ask="compare", roles=ROLES)
    ask(desk, ask="compare", roles=ROLES, settings={"alpha": 0.2})
    code = taken(desk, "python")
    comments = code.split("\n\nimport jointstats")[0].splitlines()
    assert all(line.startswith("# ") for line in comments)


def test_how_far_it_has_come_is_told(weka):
    told = []
    desk = Desk(told.append)
    ask(desk, weka.to_csv(index=False).encode(), ask="open", file="own.csv")
    ask(desk, ask="compare", roles=ROLES)
    assert told[0] == {"text": "Reading the table", "share": None}
    assert told[3] == {"text": "Looking at column 3 of 5", "share": 0.4}
    told.clear()
    ask(desk, ask="explore", setting="level")
    assert told[0] == {"text": "Threshold (alpha)", "share": None}


def test_the_page_is_small_and_asks_nobody_else():
    from jointstats.interfaces.app.server import assets

    made = assets()
    assert sum(map(len, made.values())) < 150_000  # without the engine that computes
    assert {"index.html", "page.js", "engine.js", "engine-server.js", "style.css"} <= set(made)
    for name, content in made.items():
        words = content.decode()
        assert "://" not in words.replace("http://www.w3.org", ""), name
        assert "eval(" not in words and "innerHTML +=" not in words
    assert b"<script>" not in made["index.html"]
