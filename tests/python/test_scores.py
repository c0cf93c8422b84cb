"""Scores of models on tasks: which measures are taken, after which filter, and what is left out."""

from functools import partial

import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import scores as formats_scores


def scores(**tasks):
    """One model; of each task its measures, or measures to filters."""
    rows = [
        {"task": task, "item": "", "model": "A", "epoch": 1, "measure": measure, "filter": kind,
         "value": float(i)}
        for task, measures in tasks.items()
        for measure in measures
        for i, kind in enumerate(measures[measure] if isinstance(measures, dict) else ["none"])
    ]  # fmt: skip
    return partial(formats_scores.chosen, pd.DataFrame(rows), "it")


def test_the_measure_of_most_tasks_is_taken_with_all_others_of_these():
    made = scores(z=["acc", "f1"], a=["acc", "f1"], m=["acc", "em", "f1"], k=["em"])
    frame, names, notes = made(None)
    assert names == ["acc", "f1"] and frame["task"].tolist() == ["z", "a", "m"]
    assert list(frame) == ["task", "item", "model", "epoch", "acc", "f1"]
    assert notes == (
        '1 task ("k") is left out, which has no "acc" or "f1".',
        '1 further measure ("em" on 2 tasks) not compared: name them with measures.',
    )
    assert scores(a=["acc", "em"], b=["em"])(None)[1] == ["em"]


def test_of_measures_that_were_chosen_no_others_are_told():
    made = scores(a=["acc", "f1", "em"], b=["acc"], c=["em"])
    frame, names, notes = made(["acc"])
    assert names == ["acc"] and frame["task"].tolist() == ["a", "b"]
    assert notes == ('1 task ("c") is left out, which has no "acc".',)
    frame, names, notes = made(["em", "acc"])
    assert names == ["em", "acc"] and frame["task"].tolist() == ["a"]
    assert notes == ('2 tasks ("b", "c") are left out, which have no "em" or "acc".',)
    assert made(None)[2][1:] == (
        '2 further measures ("f1" on 1 task and "em" on 2 tasks) not compared: name them with '
        "measures.",
    )


def test_measures_that_no_task_has_together_are_told_with_those_there_are():
    made = scores(a=["u", "v", "w"], b=["x", "y", "z", "t"])
    told = (
        '"u" on 1 task, "v" on 1 task, "w" on 1 task, "x" on 1 task, "y" on 1 task, "z" on 1 task'
    )
    for names, most in ((["u", "x"], f'{told} and "t" on 1 task'),):
        with pytest.raises(js.errors.ReadError) as caught:
            made(names)
        assert str(caught.value) == (
            f'it has no task with "u" and "x" together ({most}): set measures=["u"].'
        )
    with pytest.raises(js.errors.ReadError) as caught:
        made([])
    assert str(caught.value).endswith(', and none is named: set measures=["u"].')
    with pytest.raises(js.errors.ColumnError, match='There is no measure "q"'):
        made(["q"])


def test_a_filter_is_named_where_a_task_has_several():
    two = {"acc": ["strict", "loose"]}
    made = scores(a=two, b={"acc": ["none"]}, c=two)
    with pytest.raises(js.errors.ReadError) as caught:
        made(None)
    assert str(caught.value) == (
        '"acc" of "a", "c" was measured after 2 filters of the answers ("loose", "strict"): set '
        'filter="loose".'
    )
    for kind, value in (("strict", 0.0), ("loose", 1.0)):
        frame, _, _ = made(None, kind)
        assert frame["acc"].tolist() == [value, 0.0, value]
    with pytest.raises(js.errors.ColumnError, match='There is no filter "none"'):
        made(None, "none")
    # One filter of each task, though not the same one, needs no word.
    assert len(scores(a={"acc": ["p"]}, b={"acc": ["q"]})(None)[0]) == 2


def test_failures_are_counted_by_their_reasons():
    def said(*reasons):
        return formats_scores.failures(reasons, 9, "jobs")

    assert said() == ()
    assert said("late.") == ("1 of 9 jobs failed: late (1).",)
    assert said("a", "b", "b") == ("3 of 9 jobs failed: b (2); a (1).",)
    assert said("", " \n ") == ("2 of 9 jobs failed: no reason given (2).",)
    assert said(*"abcd")[0].endswith("a (1); b (1); c (1); d (1).")
    assert said(*"abcde")[0].endswith("d (1); and 1 other reason.")
    assert said(*"abcdef")[0].endswith("d (1); and 2 other reasons.")
    assert said("too\n  long")[0].endswith(": too long (1).")
    for letters, told in ((90, "x" * 90), (91, "x" * 89 + "…")):
        assert said("x" * letters) == (f"1 of 9 jobs failed: {told} (1).",)
