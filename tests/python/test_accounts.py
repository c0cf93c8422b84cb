"""No call is proposed where a column is open: in no front end."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jointstats as js
from jointstats.base import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.cli import main

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
RESOLVED = """{"task_id": "t0", "model": "big", "resolved": true, "cost_usd": 0.358}
{"task_id": "t0", "model": "small", "resolved": true, "cost_usd": 0.084}
{"task_id": "t1", "model": "big", "resolved": true, "cost_usd": 0.383}
{"task_id": "t1", "model": "small", "resolved": false, "cost_usd": 0.09}
"""
STATUS = "task,model,status,cost\nt,A,ok,3\nt,B,crashed,1\nu,A,ok,3\nu,B,ok,4\n"
MARKS = "task,model,note,cost\nt,A,,3\nt,B,timed out,1\nu,A,,3\nu,B,,4\n"
CODES = "task,model,exit_code,cost\nt,A,0,3\nt,B,1,1\nu,A,0,3\nu,B,0,4\n"
SECONDS = "dataset,model,seconds\nd,A,3\nd,B,>3600\ne,A,4\ne,B,2\nf,A,4\nf,B,2\n"
REPEATED = "task,model,budget,acc\nt,A,1,.3\nt,A,2,.4\nt,B,1,.2\nt,B,2,.5\nu,A,1,.5\nu,B,2,.1\n"
SUMS = "dataset,model,acc\nd,A,.3\nd,B,.1\nAverage,A,.2\nAverage,B,.3\n"
PRICES = "dataset,model,acc,price\nd,A,.3,1\nd,B,.1,2\ne,A,.2,1\ne,B,.3,2\n"
WIDE = "data set,A,B\niris,0.9,0.8\nwine,0.5,0.6\n"
UNDIRECTED = "dataset,model,wise,width\nd,A,1,3\nd,B,2,3\ne,A,2,2\ne,B,2,4\n"
FILES = {
    "boolean": (FOUND, ["found"], "yes or no"),
    "unnamed": (UNNAMED, ["value"], "whether higher or lower is better"),
    "seconds": (SECONDS, ["seconds"], "text, such as"),
    "status": (STATUS, ["status"], "mark failed runs"),
    "marks": (MARKS, ["note"], "mark failed runs"),
    "codes": (CODES, ["exit_code"], "mark failed runs"),
    "wide": (WIDE, ["A", "B"], "an algorithm, and which measure?"),
    "undirected": (UNDIRECTED, ["wise", "width"], "whether higher or lower is better"),
    "repeated": (REPEATED, ["budget"], "keep the rows of one value"),
    "sums": (SUMS, ["dataset"], 'the row "Average" sums up others'),
    "property": (PRICES, ["price"], "a property is set by"),
}


@pytest.fixture
def file(request, tmp_path):
    text = FILES[request.param][0]
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
    [(name, names, why) for name, (_, names, why) in FILES.items()],
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


@pytest.mark.parametrize("file", FILES, indirect=True)
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


def test_what_the_call_names_is_no_doubt():
    df = pd.DataFrame(json.loads(line) for line in RESOLVED.splitlines())
    ways = {"resolved": "max", "cost_usd": "min"}
    with pytest.raises(errors.RolesError, match="Proposal") as caught:
        js.results_table(df, dataset="task_id", measures=ways)
    assert 'algorithm="model"' in str(caught.value)
    assert js.results_table(df, dataset="task_id", algorithm="model", measures=ways).n == 2


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
