"""Tables with a row for each algorithm: what is read, and what is refused instead of misread."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats import errors
from jointstats.interfaces.cli import main

WAYS = {"acc": "max", "f1": "max"}
DATA = ["iris", "wine", "zoo", "glass", "seeds"]


def board(l=4, data=DATA, name="{d}_{m}", seed=1):
    x = np.random.default_rng(seed).uniform(size=(len(data), 2, l)).round(4)
    columns = {"model": [f"M{i}" for i in range(l)]}
    for j, measure in enumerate(WAYS):
        for i, d in enumerate(data):
            columns[name.format(m=measure, d=d)] = x[i, j]
    return pd.DataFrame(columns), x


# --- What is read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    "{d}_{m}", "{m}_{d}", "{d}/{m}", "{m}.{d}", "{d}__{m}", "{m} {d}", "{d}-{m}", "{m}:{d}",
    "{d}|{m}",
])  # fmt: skip
def test_the_measures_names_tell_how_columns_are_named(name):
    frame, x = board(name=name)
    made = js.results_table(frame, algorithm="model", measures=WAYS)
    assert made.datasets == tuple(DATA)
    assert made.algorithms == ("M0", "M1", "M2", "M3")
    assert (made.values == x).all()
    pattern = name.format(m="{measure}", d="{dataset}")
    by_pattern = js.results_table(frame, algorithm="model", measures=WAYS, columns=pattern)
    assert (by_pattern.values == x).all()
    wide = js.results_table(frame, algorithm="model", measures=WAYS)
    assert (wide.values == x).all() and wide.datasets == made.datasets


@pytest.mark.parametrize("measure_first", [False, True])
@pytest.mark.parametrize("as_index", [False, True])
def test_columns_of_two_levels(measure_first, as_index):
    frame, x = board()
    frame["price"] = [1.0, 2, 3, 4]
    pairs = [tuple(c.split("_"))[:: -1 if measure_first else 1] for c in frame.columns[1:-1]]
    if as_index:
        frame = frame.set_index("model")
        frame.columns = pd.MultiIndex.from_tuples([*pairs, ("price", "")])
    else:  # what pandas reads from a file with two lines of headers
        frame.columns = pd.MultiIndex.from_tuples(
            [("model", "Unnamed: 0_level_1"), *pairs, ("price", "Unnamed: 11_level_1")]
        )
    made = js.results_table(frame, algorithm="model", measures=WAYS, per_algorithm={"price": "min"})
    assert made.datasets == tuple(DATA) and (made.values == x).all()
    assert list(made.properties["price"].values.values()) == [1, 2, 3, 4]


def test_one_measure_whose_columns_are_the_data_sets():
    frame, x = board()
    one = frame[["model", *(f"{d}_acc" for d in DATA)]].set_axis(["model", *DATA], axis=1)
    made = js.results_table(one, algorithm="model", measures={"acc": "max"}, columns="{dataset}")
    assert (made.values[:, 0] == x[:, 0]).all()
    with pytest.raises(errors.ColumnError, match=r'columns="\{dataset\}"'):
        js.results_table(one, algorithm="model", measures={"acc": "max"})
    with pytest.raises(errors.OptionError, match="one measure"):
        js.results_table(frame, algorithm="model", measures=WAYS, columns="{dataset}")


@given(st.permutations(range(4)), st.permutations(range(10)), st.integers(0, 99))
@settings(max_examples=20, deadline=None)
def test_the_sequence_of_rows_and_columns_does_not_matter(rows, columns, seed):
    frame, _ = board(seed=seed)
    shuffled = frame.iloc[rows][["model", *(frame.columns[1 + c] for c in columns)]]
    names = [f"M{i}" for i in range(4)]
    one, other = (
        js.results_table(f, algorithm="model", measures=WAYS, only=names) for f in (frame, shuffled)
    )
    at = [other.datasets.index(d) for d in one.datasets]
    assert (one.values == other.values[at]).all()


def test_the_same_as_the_long_table():
    frame, x = board()
    frame["price"] = [4, 3, 2, 1]
    known = {"price": "min"}
    made = js.results_table(frame, algorithm="model", measures=WAYS, per_algorithm=known)
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    again = js.results_table(made.to_frame(), **roles, per_algorithm=known)
    assert (again.values == x).all() and again.properties == made.properties
    direct = js.sign_test(frame, algorithm="model", measures=WAYS, per_algorithm=known)
    assert direct.tests == js.sign_test(again).tests


def test_missing_results_and_families():
    frame, _ = board()
    frame.loc[1, "wine_f1"] = np.nan
    with pytest.raises(errors.MissingValuesError, match="wine"):
        js.results_table(frame, algorithm="model", measures=WAYS)
    made = js.results_table(frame, algorithm="model", measures=WAYS, missing="drop")
    assert made.n == 4 and made.dropped[0].dataset == "wine"
    gone = frame.drop(columns="wine_f1")
    said = (
        'The data set "wine" has a column of "acc" ("wine_acc"), but none of "f1": leave it out '
        '(missing="drop"), or say which columns hold what (columns=).'
    )
    with pytest.raises(errors.MissingValuesError, match=re.escape(said)):
        js.results_table(gone, algorithm="model", measures=WAYS)
    assert js.results_table(gone, algorithm="model", measures=WAYS, missing="drop").n == 4
    families = {d: d[0] for d in DATA}
    made = js.results_table(board()[0], algorithm="model", measures=WAYS, cluster=families)
    assert made.families == families


def test_a_file_and_the_command_line(tmp_path, capsys):
    frame, x = board()
    frame["price"] = [4, 3, 2, 1]
    path = tmp_path / "board.csv"
    frame.to_csv(path, index=False)
    known = {"price": "min"}
    made = js.read_results(path, algorithm="model", measures=WAYS, per_algorithm=known)
    assert (made.values == x).all()
    page = tmp_path / "page.html"
    said = ["compare", str(path), "--algorithm", "model", "--max", "acc", "f1"]
    said += ["--columns", "{dataset}_{measure}"]
    assert main([*said, "--per-algorithm", "price=min", "--report", str(page)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("5 data sets, 4 algorithms; acc ↑, f1 ↑")
    text = page.read_text(encoding="utf-8")
    assert "per_algorithm={&quot;price&quot;: &quot;min&quot;}" in text
    assert "--per-algorithm price=min" in text and "--dataset" not in text
    assert main([*said, "--per-algorithm", "price"]) != 0
    assert 'such as price=min; got "price"' in capsys.readouterr().err
    assert main([*said, "--per-algorithm", "price=min", "price=max"]) != 0
    assert 'names "price" twice' in capsys.readouterr().err
    assert main([*said, "--dataset", "model"]) != 0
    assert "--columns has no meaning for a long data frame" in capsys.readouterr().err
    assert main(["compare", str(path), "--max", "acc"]) != 0
    assert "--algorithm model --columns '{dataset}_{measure}'" in capsys.readouterr().err


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "keywords", "error", "words"), [
    (lambda f: f, {"algorithm": "modell"}, errors.ColumnError, 'Did you mean "model"'),
    (lambda f: f.assign(acc=1, f1=1), {"algorithm": None}, errors.RolesError,
     r"Missing: .*algorithm="),
    (lambda f: pd.concat([f, f]), {}, errors.RolesError, r"(?s)several rows.*dataset="),
    (lambda f: f, {"measures": {"auc": "max"}}, errors.ColumnError, 'not tell the measure "auc"'),
    (lambda f: f, {"measures": {"auc": "max", "acc": "max"}}, errors.ColumnError, "do not tell"),
    (lambda f: f.assign(auc=1.0), {"measures": {"auc": "max"}}, errors.ColumnError,
     r'one number for every algorithm.*per_algorithm=\{"auc"'),
    (lambda f: f, {"columns": "{measure}"}, errors.OptionError, r"\{dataset\}"),
    (lambda f: f, {"columns": "{measure}_{dataset}"}, errors.ColumnError, '"acc_{dataset}"'),
    (lambda f: f, {"aggregate": "mean"}, errors.OptionError, "row for each algorithm"),
    (lambda f: f.assign(wine_acc="x"), {}, errors.InvalidValueError, 'column "wine_acc"'),
    (lambda f: f, {"per_algorithm": {"price": "min"}}, errors.ColumnError, r"price.*property"),
    (lambda f: f, {"per_algorithm": {"acc": "max"}}, errors.OptionError, "both in measures and in"),
    (lambda f: f, {"per_algorithm": {"x": "low"}}, errors.DirectionError, "direction of property"),
    (lambda f: f, {"per_algorithm": ["x"]}, errors.DirectionError, "per_algorithm must state"),
    (lambda f: f.assign(price=[1, 2, None, 3]), {"per_algorithm": {"price": "min"}},
     errors.MissingValuesError, '"M2" has no value of the property "price"'),
    (lambda f: f, {"dataset": "iris_acc", "columns": "x"}, errors.OptionError, "for a long"),
])  # fmt: skip
def test_each_mistake_has_its_sentence(change, keywords, error, words):
    frame, _ = board()
    with pytest.raises(error, match=words):
        js.results_table(change(frame), **({"algorithm": "model", "measures": WAYS} | keywords))


@pytest.mark.parametrize("digits", [2, 4, 15])
def test_an_average_is_no_data_set(digits):
    frame, x = board(8)
    for j, measure in enumerate(WAYS):
        frame[f"all_{measure}"] = x[:, j].mean(axis=0).round(digits)
    with pytest.raises(errors.ColumnError, match='"all" is the mean of the others'):
        js.results_table(frame, algorithm="model", measures=WAYS)


def test_results_that_resemble_an_average_are_data_sets():
    rng = np.random.default_rng(3)
    for _ in range(50):  # 0 and 1, and numbers of one decimal
        for values in (rng.integers(0, 2, (6, 5)), rng.uniform(size=(6, 5)).round(1)):
            frame = pd.DataFrame(values, columns=[f"{d}_acc" for d in DATA])
            frame["model"] = [f"M{i}" for i in range(6)]
            made = js.results_table(frame, algorithm="model", measures={"acc": "max"})
            assert made.n == 5


# --- Models that were said to be data sets --------------------------------------------------------


def test_models_as_data_sets_are_refused(tmp_path, capsys):
    frame, x = board()
    for i, d in enumerate(DATA):  # data sets differ, as they do
        frame[f"{d}_acc"] += i
        frame[f"{d}_f1"] += i
    how = {"measures": WAYS, "columns": "{algorithm}_{measure}"}
    with pytest.raises(errors.ColumnError, match=r'algorithm="model" instead of'):
        js.results_table(frame, dataset="model", **how)
    with pytest.raises(errors.ColumnError, match='called "model"'):
        js.results_table(frame.set_index("model"), **how)
    path = tmp_path / "board.csv"
    frame.to_csv(path, index=False)
    said = ["compare", str(path), "--dataset", "model", "--max", "acc", "f1"]
    assert main([*said, "--columns", "{algorithm}_{measure}"]) != 0
    told = capsys.readouterr().err
    assert "--algorithm model instead of --dataset" in told and "{dataset}_{measure}" in told
    # Another name says nothing, and optimisers may be compared on models, which differ more.
    assert js.results_table(frame.rename(columns={"model": "case"}), dataset="case", **how).n
    turned = pd.DataFrame(
        (x[:, 0] + np.arange(5)[:, None] * 3), columns=["sgd", "adam", "lion", "muon"]
    ).assign(model=list("vwxyz"))
    made = js.results_table(turned, dataset="model", measures={"loss": "min"})
    assert made.algorithms == ("sgd", "adam", "lion", "muon")


def test_exchanged_columns_of_a_long_table():
    long = pd.DataFrame({"task": list("aabb"), "model": list("xyxy"), "acc": [1, 2, 3, 4.0]})
    with pytest.raises(errors.ColumnError, match=r'dataset="task" and algorithm="model"'):
        js.results_table(long, dataset="model", algorithm="task", measures={"acc": "max"})
    other = long.rename(columns={"task": "optimiser"})
    assert js.results_table(other, dataset="model", algorithm="optimiser", measures={"acc": "max"})


def test_what_a_pattern_leaves_belongs_to_the_name():
    """Where nobody says how columns are named, a name has no separators at its ends."""
    frame = pd.DataFrame({"m": ["A", "B"], "iris__acc": [1, 2], "wine_acc": [2, 3]})
    call = {"algorithm": "m", "measures": {"acc": "max"}}
    made = js.results_table(frame, **call, columns="{dataset}_{measure}")
    assert made.datasets == ("iris_", "wine")
    assert js.results_table(frame[["m", "iris__acc"]], **call).datasets == ("iris",)
