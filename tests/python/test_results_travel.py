"""Every result and table survives a pickle, a copy and another process, and does not change."""

import copy
import dataclasses
import io
import multiprocessing
import pickle
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js

sys.path.insert(0, str(Path(__file__).parents[1] / "cross_language"))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import record_replies

    MADE = record_replies.values()
sys.path.pop(0)
EVERY = pytest.mark.parametrize("name", sorted(MADE))


def same(a, b):
    """Whether two say the same, whatever arrays are inside."""
    if isinstance(a, js.ResultsTable):
        return a.to_frame().equals(b.to_frame()) and (a.measures, a.rope) == (b.measures, b.rope)
    if isinstance(a, js.StatementCounts):
        return a.to_frame().equals(b.to_frame())
    return a == b and a.to_dict() == b.to_dict() and a.to_frame().equals(b.to_frame())


@EVERY
def test_copies_are_equal_and_show_the_same(name):
    made = MADE[name]
    for again in (
        pickle.loads(pickle.dumps(made)),
        pickle.loads(pickle.dumps(made, protocol=2)),
        copy.copy(made),
        copy.deepcopy(made),
    ):
        assert type(again) is type(made)
        assert same(made, again)
        assert str(again) == str(made)
        assert repr(again) == repr(made)
        if not hasattr(made, "rows"):
            continue
        assert again.summary() == made.summary()
        assert again.warnings == made.warnings
        assert again.figures == made.figures
        assert list(again.rows) == list(made.rows)
        assert [warning.category for warning in again.warnings] == [
            warning.category for warning in made.warnings
        ]


@EVERY
def test_nothing_can_be_changed_and_another_result_is_not_equal(name):
    made = MADE[name]
    with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
        made.algorithms = ("X", "Y")
    assert (made == object()) is False
    if hasattr(made, "call"):
        assert made != dataclasses.replace(made, call={"function": "another"})
    for row in list(getattr(made, "rows", ()))[:1]:
        field = dataclasses.fields(row)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(row, field, None)


def test_a_process_that_starts_afresh_says_the_same():
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh) as pool:
        texts = pool.map(str, MADE.values())
        frames = pool.map(methodcaller("to_frame"), MADE.values())
        for made, text, frame in zip(MADE.values(), texts, frames, strict=True):
            assert text == str(made)
            assert frame.equals(made.to_frame())


@pytest.mark.parametrize(
    "error", [js.errors.OptionError("alpha", " is wrong."), js.errors.ReadError("no file.")]
)
def test_errors_and_warnings_travel_with_their_words(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.parts) == (type(error), str(error), error.parts)


def test_names_that_begin_like_formulas_are_written_as_they_are():
    """What reads the file back finds the same names."""
    names = ["=1+1", "+A", "-B", "@sum"]
    rows = np.random.default_rng(1).random((4, 5, 1))
    table = js.results_table(dict(zip(names, rows, strict=True)), measures={"acc": "max"})
    result = js.sign_test(table)
    read = pd.read_csv(io.StringIO(result.to_csv()))
    assert list(read["a"]) == list(result.to_frame()["a"]) and set(read["a"]) <= set(names)
    assert "\n=1+1,+A," in result.to_csv()
