"""A call that leaves open what columns hold: the refusal lists them, and what it proposes works."""

import io
import json
import re
import shlex

import pandas as pd
import pytest
from test_leaderboard_layouts import board

import jointstats as js
from jointstats.base import errors
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
