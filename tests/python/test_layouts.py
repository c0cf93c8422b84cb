"""Metrics in rows, levels, pivots, scores, ratios, leaderboards, JSON: read right, or refused."""

import json

import numpy as np
import pandas as pd
import pytest
from test_app_formats import taken
from windows import ask

import jointstats as js
from jointstats.base import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import main
from jointstats.table import reading
from jointstats.table.formats import catalogue
from jointstats.table.formats import format as formats_format

WAYS = {"acc": "max", "ms": "min"}
# By hand: data set, measure, algorithm.
VALUES = [[[0.9, 0.8], [5, 4]], [[0.7, 0.6], [9, 2]]]
PLAIN = pd.DataFrame(
    {"data": ["x", "x", "y", "y"], "by": ["A", "B", "A", "B"],
     "acc": [0.9, 0.8, 0.7, 0.6], "ms": [5, 4, 9, 2]}
)  # fmt: skip
LONG = PLAIN.melt(["data", "by"], var_name="metric", value_name="value")
ROLES = {"dataset": "data", "algorithm": "by", "measures": WAYS}
METRIC = {"metric": "metric", "value": "value"}


def read(frame, **more):
    return js.results_table(frame, **(ROLES | more))


# --- Metrics in rows ---


@pytest.mark.parametrize("seed", range(3))
def test_metrics_in_rows_are_read_in_any_sequence(seed):
    mixed = LONG.sample(frac=1, random_state=seed)
    table = read(mixed, **METRIC)
    d, a = list(table.datasets), list(table.algorithms)
    assert [d, a] == [list(dict.fromkeys(mixed["data"])), list(dict.fromkeys(mixed["by"]))]
    at = np.ix_([d.index("x"), d.index("y")], [0, 1], [a.index("A"), a.index("B")])
    assert table.values[at].tolist() == VALUES


def test_a_measure_that_is_not_named_is_left_aside():
    assert read(LONG, measures={"ms": "min"}, **METRIC).values[:, 0].tolist() == [[5, 4], [9, 2]]


def test_text_is_read_as_numbers_measure_by_measure():
    text = LONG.assign(value=LONG["value"].map(str))
    text.loc[text["metric"] == "ms", "value"] += " "
    assert read(text, **METRIC).values.tolist() == VALUES


def test_a_value_that_is_given_twice_is_refused_and_not_averaged_over_measures():
    twice = pd.concat([LONG, LONG.iloc[[0]].assign(value=0.1)])
    with pytest.raises(errors.DuplicateRowsError) as caught:
        read(twice, **METRIC)
    assert str(caught.value) == (
        '"acc" is given 2 times for data set "x", algorithm "A". Keep the value that counts, or, '
        'if they are folds or runs, add aggregate="mean" or aggregate="median".'
    )
    # 0.9 and 0.1 by hand; the other cells have one value each.
    mean = read(twice, aggregate="mean", min_folds=1, **METRIC)
    assert mean.values[0].tolist() == [[0.5, 0.8], [5, 4]]


def test_folds_and_runs_are_keys_as_well():
    runs = pd.concat([LONG.assign(seed=s, value=LONG["value"] + s) for s in (0, 2)])
    table = read(runs, runs="seed", run_kind="independent", **METRIC)
    assert np.allclose(table.values, np.array(VALUES) + 1, rtol=1e-15)
    assert table.all_runs.values[0, 0].tolist() == [[0.9, 2.9], [0.8, 2.8]]
    folds = read(
        runs[runs["data"] == "x"].drop(columns="data"), dataset=None, fold="seed", **METRIC
    )
    assert folds.values.tolist() == [VALUES[0], [[2.9, 2.8], [7, 6]]]


def test_metrics_in_rows_and_algorithms_in_columns():
    wide = LONG.pivot(index=["data", "metric"], columns="by", values="value").reset_index()
    table = js.results_table(wide, dataset="data", measures=WAYS, metric="metric")
    assert table.values.tolist() == VALUES


@pytest.mark.parametrize(("change", "error", "words"), [
    ({"metric": None}, errors.OptionError, "metric and value go together"),
    ({"value": None}, errors.OptionError, "metric and value go together"),
    ({"measures": {"f1": "max"}}, errors.ColumnError, 'holds no "f1". It holds "acc", "ms"'),
    ({"metric": "metrics"}, errors.ColumnError, 'Did you mean "metric"'),
    ({"value": "val"}, errors.ColumnError, 'Did you mean "value"'),
    ({"dataset": None}, errors.RolesError, 'Proposal:\n  results_table(df, dataset="data"'),
    ({"measures": None}, errors.RolesError, 'measures={"acc": "max", "ms": "min"}'),
])  # fmt: skip
def test_wrong_metrics(change, error, words):
    with pytest.raises(error) as caught:
        read(LONG, **(METRIC | change))
    assert words in str(caught.value)


def test_metrics_in_rows_are_proposed_and_the_shell_reads_them(tmp_path, capsys):
    path = tmp_path / "r.csv"
    LONG.to_csv(path, index=False)
    assert main(["compare", str(path)]) == 2
    said = capsys.readouterr().err
    flags = "--dataset data --algorithm by --metric metric --value value --max acc --min ms"
    assert f"jointstats compare {path} {flags}" in said
    page = tmp_path / "page.html"
    words = [*flags.split(), "--relative-to", "A", "--report", str(page)]
    assert main(["compare", str(path), *words]) == 0
    assert 'ratios to those of "A"' in " ".join(capsys.readouterr().out.split())
    text = page.read_text(encoding="utf-8")
    assert "--metric metric --value value --relative-to A" in text
    assert "relative_to=&quot;A&quot;" in text


# --- Index levels, pivoted columns ---


@pytest.mark.parametrize("levels", [["data", "by"], ["data"]])
def test_levels_of_the_index_are_columns(levels):
    assert read(LONG.set_index([*levels, "metric"]), **METRIC).values.tolist() == VALUES
    assert read(PLAIN.set_index(levels)).values.tolist() == VALUES
    result = js.compare_algorithms(PLAIN.set_index(levels), **ROLES)
    assert result.algorithms == ("A", "B")


def test_levels_without_a_name_are_proposed_by_number():
    frame = PLAIN.set_index(["data", "by"]).rename_axis(index=[None, None])
    named = {"dataset": "level_0", "algorithm": "level_1"}
    assert read(frame, **named).values.tolist() == VALUES


def test_a_name_of_both_a_level_and_a_column_is_refused():
    frame = PLAIN.set_index(["data", "by"]).assign(by="z")
    with pytest.raises(errors.ColumnError, match='"by" is the name of a column and of a level'):
        read(frame)


@pytest.mark.parametrize("swap", [False, True])
def test_a_pivoted_frame_of_several_measures(swap):
    frame = PLAIN.pivot(index="data", columns="by", values=["acc", "ms"])
    frame = frame.swaplevel(axis=1) if swap else frame
    assert js.results_table(frame, measures=WAYS).values.tolist() == VALUES


# --- Scores by fold ---

SCORES = {
    "A": {"x": np.array([1.0, 3.0]), "y": [5.0, 9.0]},
    "B": {"x": [0.0, 1.0], "y": [6.0, 6.0]},
}


def test_scores_by_fold():
    with pytest.raises(errors.DuplicateRowsError, match="if they are folds or runs"):
        js.results_table(SCORES, measures={"acc": "max"})
    mean = js.results_table(SCORES, measures={"acc": "max"}, aggregate="mean")
    assert mean.values[:, 0].tolist() == [[2, 0.5], [7, 6]] and not mean.notes
    kept = js.results_table(SCORES, measures={"acc": "max"}, run_kind="cv", test_share=0.5)
    assert kept.all_runs.values[1, 0].tolist() == [[5, 9], [6, 6]]


def test_scores_that_seem_to_be_nested_the_other_way_round_are_noted():
    turned = {d: {a: SCORES[a][d] for a in "AB"} for d in "xy"}
    table = js.results_table(turned, measures={"acc": "max"}, aggregate="mean")
    assert "though the outer ones differ more" in table.notes[0]


# --- Ratios to a baseline ---


def test_ratios_data_set_by_data_set():
    table = read(PLAIN, relative_to="B")
    # By hand: 0.9 / 0.8, 5 / 4; 0.7 / 0.6, 9 / 2.
    expected = [[[0.9 / 0.8, 1], [1.25, 1]], [[0.7 / 0.6, 1], [4.5, 1]]]
    assert np.allclose(table.values, expected, rtol=1e-15)
    assert table.notes == ('Results are ratios to those of "B", data set by data set.',)
    with pytest.warns(js.errors.JointStatsWarning, match="ratios to those"):
        result = js.compare_algorithms(table)
    assert table.notes[0] in result.warnings
    plain = js.compare_algorithms(read(PLAIN))
    for one, other in zip(result.rows, plain.rows, strict=True):  # the same order on each data set
        assert (one.state, one.wins_a, one.p_a) == (other.state, other.wins_a, other.p_a)


def test_ratios_of_runs_and_of_incomplete_data_sets():
    runs = pd.concat([PLAIN.assign(run=1), PLAIN.assign(run=2, acc=0.5, ms=1)])
    table = read(runs, runs="run", run_kind="independent", relative_to="A")
    # The baseline's means on x: (0.9 + 0.5) / 2 = 0.7 and 3.
    assert np.allclose(table.all_runs.values[0, 0, 1], [0.8 / 0.7, 0.5 / 0.7])
    holes = PLAIN.assign(acc=[0.9, 0.8, 0.5, None])
    table = read(holes, missing="drop", relative_to="A")
    assert np.allclose(table.incomplete[0], [[1, np.nan], [1, 2 / 9]], equal_nan=True)


@pytest.mark.parametrize(("change", "error", "words"), [
    ({"acc": [0.9, 0.8, 0, 0.6]}, errors.InvalidValueError, '"A" is 0 in "acc" on data set "y"'),
    ({"ms": [-5, 4, 9, 2]}, errors.InvalidValueError, '"A" is -5 in "ms" on data set "x"'),
    ({"ms": [None, 4, 9, 2]}, errors.InvalidValueError, '"A" has no result in "ms" on data set'),
    ({"by": ["C", "B", "C", "B"]}, errors.ColumnError, '"A"'),
])  # fmt: skip
def test_no_ratio_to_such_a_baseline(change, error, words):
    with pytest.raises(error) as caught:
        read(PLAIN.assign(**change), relative_to="A", missing="worst")
    assert words in str(caught.value)


# --- On the page ---


def test_the_page_reads_metrics_in_rows_and_repeats_them():
    desk = app_desk.Desk()
    content = LONG.to_csv(index=False).encode()
    table = ask(desk, content, ask="open", file="r.csv")["table"]
    about = {one["name"]: one for one in table["columns"]}
    assert about["metric"]["proposal"] == {"role": "metric"}
    assert about["metric"]["ways"] == WAYS
    assert about["value"]["proposal"]["role"] == "value"
    roles = {"layout": "long", **ROLES, **METRIC}
    answer = ask(desk, ask="compare", roles=roles)["answer"]
    assert "between A and B (acc 2 of 2 data sets" in answer["verdict"]
    code = taken(desk, "python")
    assert 'metric="metric"' in code and 'value="value"' in code


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
