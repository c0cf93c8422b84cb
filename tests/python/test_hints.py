"""Hints at mistakes: one note each, in the result as well, and the numbers as requested."""

import numpy as np
import pandas as pd
import pytest

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
