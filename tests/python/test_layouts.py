"""Metrics in rows, index levels, pivoted columns, scores by fold, ratios: read, or refused."""

import numpy as np
import pandas as pd
import pytest
from test_app_formats import taken
from windows import ask

import jointstats as js
from jointstats.base import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import main

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
