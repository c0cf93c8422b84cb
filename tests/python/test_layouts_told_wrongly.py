"""Layouts that were read wrongly without a word: read right, or refused with the cure."""

import json

import numpy as np
import pandas as pd
import pytest
from windows import ask

import jointstats as js
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import main
from jointstats.table import reading
from jointstats.table.formats import catalogue
from jointstats.table.formats import format as formats_format

MODELS = [f"m{i}" for i in range(4)]
TASKS = ("IFEval", "BBH", "MATH Lvl 5", "GPQA")
RAW = {task: [i + j / 8 for i in range(4)] for j, task in enumerate(TASKS)}
# As the Open LLM Leaderboard lays out its table: every task twice, and further columns.
BOARD = pd.DataFrame(
    {"Model": MODELS, "Average ⬆️": [10, 20, 30, 40], "#Params (B)": [7, 8, 9, 70]}
    | {f"{task}{end}": [(1 if end else 25) * x for x in RAW[task]]
       for task in TASKS for end in ("", " Raw")}
)  # fmt: skip
READ = [[RAW[task]] for task in TASKS]


def read_frame(path, format=None):
    """The columns of a plain table as they are read."""
    source = formats_format.Source(path)
    return reading.read_found(source, catalogue.format_of(source, format), {}).frame


@pytest.mark.parametrize("measures", [["IFEval", "BBH"], ["IFEval"], list(TASKS)])
def test_a_data_set_with_two_columns_is_no_measure(measures):
    with pytest.raises(js.errors.ColumnError) as caught:
        js.results_table(BOARD, algorithm="Model", measures=dict.fromkeys(measures, "max"))
    assert str(caught.value) == (
        'The column "IFEval Raw" may be the measure "IFEval" on the data set "Raw", or the measure '
        '"Raw" on the data set "IFEval", which has a column, too: name the column with '
        'columns="{measure} {dataset}" for the first; for the second, name the measure "Raw", with '
        'columns="{dataset} {measure}".'
    )


def test_both_cures_work():
    named = {"algorithm": "Model", "measures": {"Raw": "max"}, "columns": "{dataset} {measure}"}
    table = js.results_table(BOARD, **named)
    assert table.datasets == TASKS and table.values.tolist() == READ
    averages = pd.DataFrame({"model": ["A", "B"], "acc": [1, 2], "acc_x": [1, 2], "acc_y": [1, 3]})
    roles = {"algorithm": "model", "measures": {"acc": "max"}}
    with pytest.raises(js.errors.ColumnError, match=r'columns="\{measure\}_\{dataset\}" for the'):
        js.results_table(averages, **roles)
    table = js.results_table(averages, **roles, columns="{measure}_{dataset}")
    assert table.datasets == ("x", "y")
    turned = averages.rename(columns={"acc_x": "x_acc", "acc_y": "y_acc"})
    with pytest.raises(js.errors.ColumnError, match=r'columns="\{dataset\}_\{measure\}" for the'):
        js.results_table(turned, **roles)


def test_two_measures_of_each_data_set_are_no_further_data_sets():
    own = BOARD.drop(columns=["Average ⬆️", "#Params (B)"])
    roles = {"algorithm": "Model", "measures": {"score": "max"}, "columns": "{dataset}"}
    with pytest.raises(js.errors.ColumnError) as caught:
        js.results_table(own, **roles)
    assert str(caught.value) == (
        'In 4 pairs of columns, such as "IFEval" and "IFEval Raw", the second seems to be another '
        'measure of the same data set: keep one of each, or name the measure "Raw" alone, with '
        'columns="{dataset} {measure}". If all are different data sets, give them other names.'
    )
    one_of_each = own[["Model", *TASKS]]
    assert js.results_table(one_of_each, **roles).datasets == TASKS
    # A data set whose name begins like another one's is one, and so are two among many.
    for names in (["wine", "wine red", "iris"], [*"abcdefg", "a-2", "b-2"]):
        plain = pd.DataFrame({"Model": MODELS} | {n: [1, 3, 2, i] for i, n in enumerate(names)})
        assert js.results_table(plain, **roles).datasets == tuple(names)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("{dataset} Raw", '"Raw", and say how columns are named, columns="{dataset} {measure}".'),
        ("{dataset}", 'the pattern by columns="{dataset}_{measure}".'),
        ("{measure}_{dataset}", 'the pattern by columns="{dataset}_{measure}".'),
    ],
)
def test_a_measure_is_no_pattern(measure, said):
    for columns in (None, "{dataset}"):
        with pytest.raises(js.errors.OptionError) as caught:
            js.results_table(BOARD, algorithm="Model", measures={measure: "max"}, columns=columns)
        assert f'The measure "{measure}" is named as a pattern: name the measure' in str(
            caught.value
        )
        assert columns or str(caught.value).endswith(said)
    wide = BOARD.rename(columns={"Model": "data"})
    with pytest.raises(js.errors.OptionError, match="is named as a pattern"):
        js.results_table(wide, dataset="data", measures={"{algorithm} Raw": "max"})


def test_the_shell_refuses_and_reads_the_same(tmp_path, capsys):
    path = str(tmp_path / "board.csv")
    BOARD.to_csv(path, index=False)

    def run(*words):
        status = main(["compare", path, "--algorithm", "Model", *words])
        out, err = capsys.readouterr()
        return status, out, err

    status, out, err = run("--max", "{dataset} Raw")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(
        "\"Raw\", and say how columns are named, --columns '{dataset} {measure}'.\n"
    )
    status, out, err = run("--max", "IFEval", "BBH")
    assert (status, out, err.count("\n")) == (2, "", 1) and 'on the data set "Raw", or' in err
    status, out, _ = run("--max", "Raw", "--columns", "{dataset} {measure}", "--json")
    assert status == 0 and json.loads(out)["n"] == len(TASKS)


def test_the_page_proposes_the_measure_of_such_a_board():
    desk = app_desk.Desk()
    data = BOARD.to_csv(index=False).encode()
    opened = ask(desk, data, ask="open", file="board.csv")
    (way,) = opened["table"]["wide"]
    assert (way["measures"], way["algorithms"]) == (["Raw"], list(TASKS))
    roles = {"layout": "leaderboard", "algorithm": "Model", "measures": {"Raw": "max"},
             "columns": "{dataset} {measure}"}  # fmt: skip
    reply = ask(desk, ask="compare", roles=roles)
    assert reply["ok"] and "4 data sets" in reply["answer"]["size"]
    roles |= {"measures": {"{dataset} Raw": "max"}}
    error = ask(desk, ask="compare", roles=roles)["error"]
    assert "is named as a pattern" in error and "went wrong" not in error


# --- JSON -----------------------------------------------------------------------------------------

NESTED = {"forest": {"iris": 0.9, "wine": 0.8}, "svm": {"wine": 0.7, "iris": 0.6}}


def test_results_under_two_names_keep_both(tmp_path, capsys):
    path = tmp_path / "r.json"
    path.write_text(json.dumps(NESTED))
    with pytest.raises(js.errors.ColumnError, match=r'(?s)"outer".*"inner".*"value"'):
        js.read_results(path)
    roles = {"dataset": "inner", "algorithm": "outer", "measures": {"value": "max"}}
    table = js.read_results(path, **roles)
    assert (table.datasets, table.algorithms) == (("iris", "wine"), ("forest", "svm"))
    assert table.values.tolist() == [[[0.9, 0.6]], [[0.8, 0.7]]]
    words = ["--dataset", "inner", "--algorithm", "outer", "--max", "value", "--json"]
    assert main(["compare", str(path), *words]) == 0
    verdict = json.loads(capsys.readouterr().out)["verdict"]
    desk = app_desk.Desk()
    opened = ask(desk, path.read_bytes(), ask="open", file="r.json")
    assert [one["name"] for one in opened["table"]["columns"]] == ["outer", "inner", "value"]
    reply = ask(desk, ask="compare", roles=roles | {"layout": "long"})
    assert reply["answer"]["verdict"] == verdict


def test_several_measures_under_two_names_and_what_is_missing(tmp_path):
    path = tmp_path / "r.json"
    both = {d: {a: {"acc": i, "secs": 2} for i, a in enumerate("AB")} for d in ("x", "y")}
    del both["y"]["B"]
    path.write_text(json.dumps(both))
    roles = {"dataset": "outer", "algorithm": "inner", "measures": {"acc": "max", "secs": "min"}}
    with pytest.raises(js.errors.MissingValuesError, match=r'B .*"y"'):
        js.read_results(path, **roles)
    assert js.read_results(path, **roles, missing="drop").values.tolist() == [[[0, 1], [2, 2]]]
    path.write_text(json.dumps({"x": {"A": {"inner": 1}}}))
    with pytest.raises(js.errors.ReadError, match='has a measure "inner", as its names are called'):
        js.read_results(path, **roles)


def test_columns_of_rows_in_another_sequence_stay_together(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"method": {"r": "A", "s": "B"}, "acc": {"s": 2, "r": 1}}))
    assert read_frame(path).to_dict("list") == {"method": ["A", "B"], "acc": [1, 2]}
    path.write_text(json.dumps({"a": {"0": 1, "1": 2}, "b": {"1": 4}}))
    frame = read_frame(path)
    assert frame["a"].tolist() == [1, 2] and np.isnan(frame["b"][0]) and frame["b"][1] == 4


# --- scikit-learn's scores ------------------------------------------------------------------------


def scores(*x):
    return {"test_accuracy": list(x), "fit_time": [1.0] * len(x)}


def nested(outer, inner, of):
    return {one: {two: of(one, two) for two in inner} for one in outer}


def turned(given):
    return {two: {one: given[one][two] for one in given} for two in next(iter(given.values()))}


def test_scores_by_algorithm_and_data_set_are_turned_round_where_that_is_told(tmp_path):
    right = nested(["iris", "wine"], ["RandomForest", "SVC"],
                   lambda d, a: scores(0.5, 0.6 + 0.1 * (a == "SVC")))  # fmt: skip
    table = js.read_results(right, test_share=0.2)
    assert not any("outer" in note for note in table.notes)
    for given in (turned(right), tmp_path / "r.json"):
        (tmp_path / "r.json").write_text(json.dumps(turned(right)))
        made = js.read_results(given, test_share=0.2)
        assert (made.datasets, made.algorithms) == (table.datasets, table.algorithms)
        assert (made.values == table.values).all()
        assert made.notes[0].startswith('Read the outer names ("')
        assert "they are called so" in made.notes[0]


def test_scores_that_may_be_either_way_are_noted():
    right = nested("xyz", "AB", lambda d, a: scores("xyz".index(d), "AB".index(a) / 8))
    table = js.read_results(right, test_share=0.2)
    assert table.datasets == ("x", "y", "z") and table.notes == ()
    wrong = js.read_results(turned(right), test_share=0.2)
    assert wrong.datasets == ("A", "B")
    assert wrong.notes == (
        'Read the outer names ("A", "B") as data sets, the inner ones as algorithms, though these '
        "differ more than those: if that is wrong, reverse the nesting, {data set: {algorithm: "
        "scores}}.",
    )
    pairs = {(d, a): one for d, own in turned(right).items() for a, one in own.items()}
    assert js.read_results(pairs, test_share=0.2).notes == ()  # each says which is which


def test_a_measure_without_a_name_has_no_columns_either():
    df = pd.DataFrame({"d": ["x", "y"], "acc-A": [1, 2], "acc-B": [2, 1]})
    with pytest.raises(
        js.errors.ColumnError, match=r'no column "-\{algorithm\}" of the measure ""'
    ):
        js.results_table(
            df, dataset="d", measures={"acc": "max", "": "max"}, columns="{measure}-{algorithm}"
        )
