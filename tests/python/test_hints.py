"""Hints at mistakes and at names that look alike: one note each, and the numbers as requested."""

import warnings

import numpy as np
import pandas as pd
import pytest
from marks import faults, listed

import jointstats as js
from jointstats.table import reading

ACC = [0.91, 0.93, 0.88, 0.90, 0.70, 0.75]
SECS = [1200, 800, 2000, 1500, 900, 950]


def read(acc=ACC, secs=SECS, measures=None, names=("acc", "secs")):
    frame = pd.DataFrame({"d": ["x", "x", "y", "y", "z", "z"], "a": ["A", "B"] * 3,
                          names[0]: acc, names[1]: secs})  # fmt: skip
    measures = measures or dict(zip(names, ("max", "min"), strict=True))
    return js.results_table(frame, dataset="d", algorithm="a", measures=measures)


def changed(x, **cells):
    return [cells.get(f"c{i}", value) for i, value in enumerate(x)]


@pytest.mark.parametrize(("given", "words"), [
    ({"measures": {"acc": "min"}},
     'The direction of "acc" is "min", though higher is better for most measures of this name. If '
     'it is so here, set measures={"acc": "max"}.'),
    ({"measures": {"secs": "max"}},
     'The direction of "secs" is "max", though lower is better for most measures of this name. If '
     'it is so here, set measures={"secs": "min"}.'),
    ({"secs": changed(SECS, c1=-3)},
     '"secs" is negative in 1 of 6 results, such as -3 for B on "x": check these cells, because a '
     "time is at least 0."),
    ({"secs": changed(SECS, c2=-1, c5=-1)},
     '"secs" is -1 in 2 of 6 results, such as A on "y", and the median of the others is 1050. If '
     'it marks failed runs, leave these cells empty and set missing="worst".'),
    ({"acc": changed(ACC, c0=-999)},
     '"acc" is -999 in 1 of 6 results, such as A on "x", and the median of the others is 0.88. If '
     'it marks failed runs, leave these cells empty and set missing="worst".'),
    ({"acc": changed(ACC, c0=91.2)},
     '"acc" is 91.2 for A on "x", but at most 0.93 in 5 of 6 results. If it is in percent, divide '
     "it by 100."),
])  # fmt: skip
def test_each_mistake_has_its_note_and_the_values_stay(given, words):
    table = read(**given)
    assert [str(note) for note in table.notes] == [words]
    expected = {"acc": ACC, "secs": SECS} | {k: v for k, v in given.items() if k != "measures"}
    for j, name in enumerate(table.measures):
        assert table.values[:, j].ravel().tolist() == expected[name]
    with pytest.warns(js.errors.JointStatsWarning):
        assert words in js.compare_algorithms(table).warnings


@pytest.mark.parametrize("given", [
    {},
    {"names": ("neg_log_loss", "time_saved"), "measures": {"neg_log_loss": "max"}},
    {"names": ("neg_log_loss", "time_saved"), "measures": {"time_saved": "max"}},
    {"names": ("kappa", "secs"), "acc": changed(ACC, c0=-1)},
    {"names": ("loss", "secs"), "acc": changed(ACC, c0=91.2), "measures": {"loss": "min"}},
    {"names": ("recall_time", "secs"), "measures": {"recall_time": "max"}},
    {"secs": [-1.2, 0.3, -0.4, 0.5, -2, 1]},  # logarithms
    {"names": ("profit", "secs"), "acc": [-1, 5, -3, 4, 2, 1]},
    {"names": ("score", "secs"), "acc": [91.2, 88, 0.9, 80, 79, 60]},
])  # fmt: skip
def test_no_hint_where_the_name_or_the_numbers_leave_room(given):
    assert read(**given).notes == ()


@pytest.mark.parametrize("name", js.list_datasets())
def test_no_false_alarm_on_packaged_tables(name):
    assert js.load_dataset(name).notes == ()
    about = reading.describe_dataset(name)
    frame = js.load_frame(name)
    known = {"dataset": about["dataset"], "algorithm": about["algorithm"], "missing": "worst"}
    runs = {"aggregate": "mean"} if "fold" in about else {}
    for measure, way in about["measures"].items():
        if np.issubdtype(frame[measure].dtype, np.number):
            table = js.results_table(frame, measures={measure: way}, **known, **runs)
            assert table.notes == ()


ROWS = [[0.9], [0.8], [0.7]]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("iris", "iris\u200b"), r'"iris" and "iris\u200b" look alike'),
        (("iris", "\ufeffiris"), r'"iris" and "\ufeffiris" look alike'),
        (("caf\u00e9", "cafe\u0301"), r'"caf\xe9" and "cafe\u0301" look alike'),
        (("a b", "a\u00a0b", "a  b"), r'"a b" and "a\xa0b" and "a  b" look alike'),
    ],
)
def test_names_that_look_alike_get_a_caution(names, said):
    given = {name: ROWS for name in names} | {"other": ROWS[::-1]}
    with pytest.warns(js.JointStatsWarning) as caught:
        table = js.results_table(given, measures={"acc": "max"})
        result = js.friedman_test(table)
    alike = [str(one.message) for one in caught if "look alike" in str(one.message)]
    assert len(alike) == 1 and said in alike[0], alike
    assert f"are those of {len(names)} algorithms: write them alike" in alike[0]
    assert alike[0] in list(map(str, result.warnings))


def test_other_names_do_not_look_alike():
    names = ["iris", "Iris", "iris2", "i ris", "caf\u00e9", "cafe", "\u03b1", "a", "1", "l", "I"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = js.results_table({name: ROWS for name in names}, measures={"acc": "max"})
        js.friedman_test(table)
    assert not [one for one in caught if "alike" in str(one.message)]


@pytest.mark.parametrize(
    "algorithms", [("\u200b", "A", "B"), ("\u200b", "\u200c"), "\u200b\u200c\u2060A"]
)
def test_names_that_show_nothing_are_drawn(algorithms):
    given = {name: [[i + k * 0.3, k - i] for i in range(6)] for k, name in enumerate(algorithms)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", js.JointStatsWarning)
        table = js.results_table(given, measures={"\u200b": "max", "\u200c": "min"})
        result = js.compare_algorithms(table)
        for kind in result.figures:
            for width in (3.3, 6.9):
                assert faults(listed(result, kind, width)) == []
