"""What a call leaves open: proposals that work, or columns to decide on, in every front end."""

import io
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_leaderboard_layouts import board

import jointstats as js
from jointstats import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.cli import main

LONG = """corpus,model name,seed,Accuracy,train time
iris,rf,1,0.91,3
iris,lr,1,0.93,1
wine,rf,1,0.88,4
wine,lr,1,0.90,2
"""
METRICS = """task,system,metric,value
t1,A,bleu,30
t1,A,latency,5
t1,B,bleu,31
t1,B,latency,9
t2,A,bleu,20
t2,A,latency,4
t2,B,bleu,22
t2,B,latency,8
"""
WIDE = "data set,acc_A,acc_B\niris,0.9,0.8\nwine,0.5,0.6\n"
RUNS = "dataset,algorithm,fold,auc\nd,A,1,0.9\nd,A,2,0.8\nd,B,1,0.7\nd,B,2,0.6\n"
HOLES = "dataset,algorithm,auc\nd,A,0.9\nd,B,\ne,A,0.8\ne,B,0.7\n"
DASHES = "dataset,--x,AUC Güte\nd,A,0.9\nd,B,0.8\ne,A,0.8\ne,B,0.7\n"
FILES = {
    "dashes": (DASHES, "--dataset dataset --algorithm=--x --max 'AUC Güte'"),
    "long": (LONG, "--dataset corpus --algorithm 'model name' --max Accuracy --min 'train time'"),
    "wide": (WIDE, "--dataset 'data set' --max acc --columns '{measure}_{algorithm}'"),
    "runs": (RUNS, "--dataset dataset --algorithm algorithm --max auc --aggregate mean"),
    "holes": (HOLES, "--dataset dataset --algorithm algorithm --max auc --missing unknown"),
}


def frame_of(text):
    return pd.read_csv(io.StringIO(text))


@pytest.mark.parametrize("name", FILES)
def test_the_proposed_command_works(name, tmp_path, capsys):
    text, options = FILES[name]
    path = tmp_path / "my results.csv"
    path.write_text(text)
    assert main(["compare", str(path)]) == 2
    said = capsys.readouterr().err
    (command,) = re.findall("(?m)^  (jointstats .*)$", said)
    assert command == f"jointstats compare '{path}' {options}"
    assert "Roles and directions are guesses: check them." in said
    for column in text.split("\n", 1)[0].split(","):
        assert f'\n  "{column}" ' in said
    _, *words = shlex.split(command)
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["algorithms"]


@pytest.mark.parametrize("name", FILES)
def test_the_proposed_call_works(name):
    df = frame_of(FILES[name][0])
    for function in ("results_table", "compare_algorithms"):
        with pytest.raises(errors.RolesError) as caught:
            getattr(js, function)(df)
        (call,) = re.findall("(?m)^  ([a-z_]+\\(.*)$", str(caught.value))
        assert call.startswith(f"{function}(df, ")
        assert eval(f"js.{call}", {"js": js, "df": df}).algorithms
        assert f"\n  {function}(df, dataset = " in spelling.for_r(caught.value.parts)


def test_what_was_given_stays_and_only_the_rest_is_proposed():
    df, measures = frame_of(LONG), {"Accuracy": "max"}
    with pytest.raises(errors.RolesError) as caught:
        js.claim_test(df, "rf", "lr", better="Accuracy", dataset="corpus", measures=measures)
    assert str(caught.value).startswith(
        "The call does not state what the columns hold. Missing: algorithm=.\n"
    )
    (call,) = re.findall("(?m)^  (claim_test.*)$", str(caught.value))
    assert call == (
        'claim_test(df, algorithm="model name", a="rf", b="lr", better="Accuracy", '
        'dataset="corpus", measures={"Accuracy": "max"})'
    )
    with pytest.warns(errors.JointStatsWarning, match="2 data sets cannot show it"):
        assert eval(f"js.{call}", {"js": js, "df": df}).n == 2


def test_a_leaderboard_is_proposed_as_one():
    frame, x = board()
    with pytest.raises(errors.RolesError) as caught:
        js.results_table(frame)
    (call,) = re.findall("(?m)^  (results_table.*)$", str(caught.value))
    table = eval(f"js.{call}", {"js": js, "df": frame})
    assert dict(table.measures) == {"acc": "max", "f1": "max"} and (table.values == x).all()


def test_where_nothing_works_no_call_is_proposed():
    with pytest.raises(errors.RolesError, match="No call is proposed") as caught:
        js.results_table(pd.DataFrame({"x": ["a", "b"], "y": ["c", "d"]}))
    assert '\n  "x"  text, 2 different\n' in str(caught.value)


def test_many_columns_are_counted_and_hostile_names_stay_in_their_line():
    names = ["a\nb", "\x1b[31mred", *(f"c{i}" for i in range(30))]
    df = pd.DataFrame([range(32), range(32)], columns=names)
    with pytest.raises(errors.RolesError) as caught:
        js.results_table(df)
    text = str(caught.value)
    assert "and 2 further columns" in text and "\x1b" not in text
    assert '\n  "a\\nb" ' in text


ODD = [
    pd.DataFrame({"a": []}),
    pd.DataFrame({"a": [[1], [2]], "b": [{}, {}]}),
    pd.DataFrame({1: [1, 2], 2: [3, 4]}),
    pd.DataFrame([[1, 2], [3, 4]], columns=["x", "x"]),
    pd.DataFrame({"dataset": ["a", "a"], "model": ["x", None], "acc": [1, 2]}),
    pd.DataFrame({"day": pd.to_datetime(["2020", "2021"]), "t": [True, False]}),
    pd.DataFrame({("a", "b"): [1, 2], ("a", "c"): [2, 3]}),
]


@pytest.mark.parametrize("df", ODD)
@pytest.mark.parametrize("given", [{}, {"algorithm": "model"}, {"fold": "model"}])
def test_odd_frames_have_a_refusal_and_a_call_that_works_or_none(df, given):
    with pytest.raises(errors.RolesError) as caught:
        js.results_table(df, **given)
    for call in re.findall("(?m)^  (results_table.*)$", str(caught.value)):
        assert eval(f"js.{call}", {"js": js, "df": df}).algorithms


def test_a_cell_of_text_is_told_by_the_name_of_its_row_wherever_that_column_is():
    n = 20
    cells = {"old": [0.5] * n, "task": [f"t{i}" for i in range(n)], "new": ["0.3"] * (n - 1)}
    with pytest.raises(errors.RolesError, match='the cell of "t19" holds the text "DNF"'):
        js.results_table(pd.DataFrame({**cells, "new": [*cells["new"], "DNF"]}))


def test_arguments_that_say_what_is_the_default_leave_the_proposal_as_it_is():
    """As R says them, which names the table, too."""
    df, proposals = frame_of(LONG), []
    for said in ({}, {"table": df, "within": "jointly", "alpha": 0.05, "control": None}):
        with pytest.raises(errors.RolesError) as caught:
            js.compare_algorithms(*([] if said else [df]), **said)
        proposals.append(str(caught.value))
    assert proposals[0] == proposals[1] and "compare_algorithms(df, " in proposals[0]


CASES = Path(__file__).parent / "cases"
# What is proposed: measures with directions, data sets, and wins of the first algorithm on each.
RIGHT = {
    "P01.csv": ({"neg_log_loss": "max", "neg_brier_score": "max"}, 14, "gbm", [14, 14]),
    "P02.csv": ({"WER ↓": "min"}, 12, "whisper", [12]),
    "P03.csv": ({"acc": "max"}, 12, "large", [12]),
    "P07.jsonl": ({"resolved": "max", "cost_usd": "min"}, 12, "big", [7, 0]),
    "P12.csv": ({"score": "max"}, 12, "tab", [12]),  # of the measures of each data set
    "P18.csv": ({"ndcg_cut_10": "max"}, 24, "dense", [18]),
}
# What a refusal without a call names, by the lines of its columns or its end.
REFUSED = {
    "P04.csv": (r'"found" .* decide: yes or no', "--missing worst"),
    "P05.csv": (r'"" .* left out: row numbers', r'"value" .* whether higher or lower', "data set"),
    "P06.csv": (r'"num_anomaly" .* left out', r'"ts_len" .* left out', "CNN"),
    "P08.csv": (r'"num_simulations" .* decide: a part of --dataset', r'"C2ST" .* lower is better'),
    "P09.csv": ('the row "Average" sums up others',),
    "P11.csv": (r'the cell of "I3" holds the text "DNF"', '"Alt"'),
    "P14.csv": ("That is one data set, and a comparison needs several",),
    "P16.csv": (r'"horizon" .* decide', r'"wis" .* lower is better'),
    "P17.csv": (r"mean and its spread \(“?\"?444.51 ± 44.45",),
    "P19.csv": ('of A on "accuracy" are about 100 times those of the others',),
    "P20.csv": (r'"ok" .* decide: yes or no',),
}


def wins(table, algorithm):
    """On how many data sets an algorithm is better than the other one, by measure."""
    values, _ = table.everything()
    a = table.algorithms.index(algorithm)
    signs = [1 if way == "max" else -1 for way in table.measures.values()]
    differences = (values[:, :, a] - values[:, :, 1 - a]) * signs
    return (differences > 0).sum(axis=0).tolist()


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_proposed_is_the_table_that_is_meant(name, capsys, monkeypatch):
    measures, n, algorithm, expected = RIGHT[name]
    monkeypatch.chdir(CASES)
    with pytest.raises(errors.RolesError) as caught:
        js.read_results(name)
    (call,) = re.findall("(?m)^  (read_results.*)$", str(caught.value))
    table = eval(f"js.{call}", {"js": js})
    assert dict(table.measures) == measures and len(table.everything()[1]) == n
    assert wins(table, algorithm) == expected
    assert main(["compare", name]) == 2
    (command,) = re.findall("(?m)^  (jointstats .*)$", capsys.readouterr().err)
    assert main(shlex.split(command)[1:]) == 0
    assert f"{n} data sets" in capsys.readouterr().out


@pytest.mark.parametrize("name", [*REFUSED])
def test_a_table_in_doubt_is_refused_with_the_reason(name, capsys, monkeypatch):
    monkeypatch.chdir(CASES)
    assert main(["compare", name]) == 2
    said = capsys.readouterr().err
    assert "Proposal" not in said
    for pattern in REFUSED[name]:
        assert re.search(pattern, said), said
    with pytest.raises(errors.RolesError, match="No call is proposed"):
        js.read_results(name)


CALLS = {
    "P09.csv": ({"dataset": "dataset", "algorithm": "method", "measures": {"acc": "max"}},
                "Read as data sets: \"Average\""),
    "P12.csv": ({"dataset": "dataset", "algorithm": "model", "measures": {"score": "max"}},
                'names "auc", "rmse"'),
    "P19.csv": ({"dataset": "dataset", "algorithm": "method",
                 "measures": {"accuracy": "max", "time": "min"}}, "in the same unit"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_an_explicit_call_on_a_doubtful_table_has_a_note(name):
    roles, said = CALLS[name]
    table = js.read_results(CASES / name, **roles)
    assert any(said in note for note in table.notes)
    assert {note.category for note in table.notes} == {errors.DoubtfulTableWarning}


def test_yes_and_no_are_read_alike_from_every_kind_of_file(tmp_path):
    roles = {"dataset": "task", "algorithm": "model", "measures": {"ok": "max"}}
    made = js.read_results(CASES / "P20.csv", **roles)
    lines = [{"task": t, "model": m, "ok": ok} for t, m, ok in
             (("a", "x", True), ("a", "y", False), ("b", "x", True), ("b", "y", True))]  # fmt: skip
    assert js.results_table(pd.DataFrame(lines), **roles).values.tolist() == made.values.tolist()
    path = tmp_path / "r.jsonl"
    pd.DataFrame(lines).to_json(path, orient="records", lines=True)
    assert js.read_results(path, **roles).values.tolist() == made.values.tolist()
    assert made.values.tolist() == [[[1, 0]], [[1, 1]]]


def test_a_model_is_named_by_its_arguments_not_by_its_backend():
    table = js.read_results(CASES / "P21", measures={"acc": "max"})
    assert set(table.algorithms) == {"alpha-7b", "beta-7b"} and table.n == 6


def test_a_property_keeps_the_direction_of_its_name():
    with pytest.raises(errors.ColumnError) as caught:
        js.read_results(
            CASES / "P14.csv", algorithm="model", measures={"win_rate": "max", "avg_length": "min"}
        )
    assert 'per_algorithm={"win_rate": "max"}' in str(caught.value)


FOUND = """problem,solver,settings,runtime,found
p0,robust,default,105.42,True
p0,fragile,default,0.036,False
p1,robust,default,139.95,True
p1,fragile,default,0.05,False
"""
UNNAMED = """,task,alg_name,value,case
1,c_ideal,A1,0.9529,1
2,c_ideal,A1,0.9706,2
3,c_ideal,A2,0.9133,1
4,c_ideal,A2,0.9271,2
"""
STATUS = "task,model,status,cost\nt,A,ok,3\nt,B,crashed,1\nu,A,ok,3\nu,B,ok,4\n"
MARKS = "task,model,note,cost\nt,A,,3\nt,B,timed out,1\nu,A,,3\nu,B,,4\n"
CODES = "task,model,exit_code,cost\nt,A,0,3\nt,B,1,1\nu,A,0,3\nu,B,0,4\n"
SECONDS = "dataset,model,seconds\nd,A,3\nd,B,>3600\ne,A,4\ne,B,2\nf,A,4\nf,B,2\n"
REPEATED = "task,model,budget,acc\nt,A,1,.3\nt,A,2,.4\nt,B,1,.2\nt,B,2,.5\nu,A,1,.5\nu,B,2,.1\n"
SUMS = "dataset,model,acc\nd,A,.3\nd,B,.1\nAverage,A,.2\nAverage,B,.3\n"
PRICES = "dataset,model,acc,price\nd,A,.3,1\nd,B,.1,2\ne,A,.2,1\ne,B,.3,2\n"
UNNAMED_MEASURE = "data set,A,B\niris,0.9,0.8\nwine,0.5,0.6\n"
UNDIRECTED = "dataset,model,wise,width\nd,A,1,3\nd,B,2,3\ne,A,2,2\ne,B,2,4\n"
DOUBTFUL = {
    "boolean": (FOUND, ["found"], "yes or no"),
    "unnamed": (UNNAMED, ["value"], "whether higher or lower is better"),
    "seconds": (SECONDS, ["seconds"], "text, such as"),
    "status": (STATUS, ["status"], "mark failed runs"),
    "marks": (MARKS, ["note"], "mark failed runs"),
    "codes": (CODES, ["exit_code"], "mark failed runs"),
    "wide": (UNNAMED_MEASURE, ["A", "B"], "an algorithm, and which measure?"),
    "undirected": (UNDIRECTED, ["wise", "width"], "whether higher or lower is better"),
    "repeated": (REPEATED, ["budget"], "keep the rows of one value"),
    "sums": (SUMS, ["dataset"], 'the row "Average" sums up others'),
    "property": (PRICES, ["price"], "a property is set by"),
}


@pytest.fixture
def file(request, tmp_path):
    text = DOUBTFUL[request.param][0]
    path = tmp_path / ("results.jsonl" if text.startswith("{") else "results.csv")
    path.write_text(text)
    return path


def refusals(path, capsys):
    """What Python, R and the shell say of a file."""
    with pytest.raises(errors.RolesError) as caught:
        js.read_results(path)
    assert main(["compare", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return str(caught.value), spelling.for_r(caught.value.parts), said.err


@pytest.mark.parametrize(
    ("file", "names", "why"),
    [(name, names, why) for name, (_, names, why) in DOUBTFUL.items()],
    indirect=["file"],
)
def test_open_columns_are_listed_with_what_to_decide_and_no_call(file, names, why, capsys):
    for said in refusals(file, capsys):
        assert "Proposal" not in said and not re.search(r"(?m)^  \w+\(|^  jointstats ", said)
        assert "\nNo call is proposed. Decide on " in said
        for name in names:
            line = next(line for line in said.split("\n") if line.startswith(f'  "{name}" '))
            assert why in line.replace("? Or ", "? or ").replace("A property", "a property")
            assert f'"{name}"' in said.partition("Decide on")[2]


@pytest.mark.parametrize("file", DOUBTFUL, indirect=True)
def test_the_page_proposes_neither_role_nor_direction(file):
    desk, content = app_desk.Desk(), file.read_bytes()
    reply = desk.answer(json.dumps({"ask": "open", "file": file.name}), content)
    table = json.loads(reply)["table"]
    assert not any(column["proposal"] for column in table["columns"])
    assert any("decide: " in column["account"] for column in table["columns"])
    assert any(line.startswith("Nothing is proposed. Decide on") for line in table["problems"])
    assert not any(way for column in table["columns"] for way in column.get("ways", {}).values())


SURE = "dataset,model,accuracy,train_time\nd,A,.9,3\nd,B,.8,1\ne,A,.9,4\ne,B,.7,2\n"


@pytest.mark.parametrize(
    "names",
    [
        ("false_negative_error", "min_error"),  # rates of their own, and a minimum without a mean
        ("max_memory", "error"),
        ("accuracy", "negation_error"),
    ],
)
def test_names_without_a_doubt_are_still_proposed(names, tmp_path):
    _head, *rows = SURE.split("\n")
    text = "\n".join([",".join(["dataset", "model", *names]), *rows])
    path = tmp_path / "results.csv"
    path.write_text(text)
    with pytest.raises(errors.RolesError, match="Proposal") as caught:
        js.read_results(path)
    assert "Decide on" not in str(caught.value)


words = st.sampled_from(["foo", "", "Unnamed: 0", "outcome", "neg_acc", "is_done", "size"])


@given(words, st.permutations(["dataset", "model", "acc", "new"]), st.integers(0, 2**32 - 1))
def test_one_open_column_anywhere_stops_the_proposal(name, order, seed):
    rng = np.random.default_rng(seed)
    cells = rng.permuted([True, False] * 3) if name == "is_done" else rng.random(6)
    df = pd.DataFrame(
        {"dataset": list("aabbcc"), "model": ["A", "B"] * 3, "acc": rng.random(6), "new": cells}
    )[order].rename(columns={"new": name})  # fmt: skip
    known = name == "size"  # to minimise
    with pytest.raises(errors.RolesError, match="Proposal" if known else "Decide on"):
        js.results_table(df)
