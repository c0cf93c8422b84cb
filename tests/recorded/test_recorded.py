"""Today's answers are the recorded ones, and the comparison sees what it should.

Here a tenth of the calls, each a test of its own, to nine digits: every processor has its own last
bits. All of them, to the last bit, by ``python tests/recorded/compare.py`` on one machine.
"""

from __future__ import annotations

import copy
import json
import math
from collections import Counter, defaultdict

import compare
import pytest
import record
from cases import EVERY, cases

SAMPLE = [case for case in cases() if case.in_sample]


@pytest.fixture(scope="module")
def recorded():
    return record.read()


def tolerance(case):
    """Processors round otherwise, and SciPy before 1.15 finds quantiles of t to some 1e-9."""
    return 1e-8 if case.function == "corrected_t_test" else 1e-9


def test_the_inputs_are_the_recorded_ones(recorded):
    assert record.inputs_digest() == recorded["inputs"]


def test_every_call_is_recorded(recorded):
    assert {case.name for case in cases()} == recorded["answers"].keys()


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_an_answer_is_as_recorded(case, recorded):
    found = compare.compare(recorded, [case], tolerance(case))
    assert not found, compare.readable(found)


def test_each_test_meets_many_tables_and_each_option_comes_several_times():
    tables, options = defaultdict(set), Counter()
    for case in cases():
        tables[case.function].add(case.table)
        for name, value in case.options.items():
            named = value if isinstance(value, str | float | int) else type(value).__name__
            names_of_the_table = name in {
                *"ab",
                "control",
                "measure",
                "gain",
                "cost",
                "rng",
                "draws",
            }
            options[case.function, name, None if names_of_the_table else named] += 1
    assert {f: len(tables[f]) for f in (*EVERY, "corrected_t_test") if len(tables[f]) < 30} == {}
    studies = ("plan_datasets", "simulate_roc")
    assert {k: n for k, n in options.items() if n < 5 and k[0] not in studies} == {}


def test_no_sentence_is_taken_for_a_number(recorded):
    for name, answer in recorded["answers"].items():
        for path, value in compare.leaves(answer.get("numbers")).items():
            assert not (isinstance(value, str) and ". " in value), (name, path, value)


# The comparison itself, on an answer that every table has.
CASE = next(c for c in cases() if c.name == "example1 glrt_test()")


@pytest.fixture
def before():
    return json.loads(json.dumps(record.answer(CASE)))


@pytest.fixture
def now(before):
    return copy.deepcopy(before)


def test_a_changed_last_bit_is_found(before, now):
    p = now["numbers"]["p_value"]
    now["numbers"]["p_value"] = math.nextafter(p, 1)
    (found,) = compare.differences(CASE, before, now)
    assert (found.path, found.old, found.new) == (("p_value",), p, math.nextafter(p, 1))
    assert compare.differences(CASE, before, now, tolerance=1e-9) == []


def test_a_changed_last_bit_survives_the_file(before, tmp_path):
    x = math.nextafter(0.1, 1)
    record.write({"answers": {"call": {"numbers": {"p": x}}}}, tmp_path / "one.gz")
    assert record.read(tmp_path / "one.gz")["answers"]["call"]["numbers"]["p"] == x != 0.1


def test_missing_and_extra_keys_and_rows_are_found_and_words_apart(before, now):
    assert compare.differences(CASE, before, now) == []
    del now["numbers"]["statements"][0]["count"]
    now["numbers"]["extra"] = 1
    found = compare.differences(CASE, before, now)
    assert [".".join(one.path) for one in found] == ["extra", "statements.0.count"]
    assert found[0].old is compare.ABSENT and found[1].new is compare.ABSENT
    now = copy.deepcopy(before)
    now["numbers"]["statements"].pop()
    now["words"]["verdict"] += " Indeed."
    *found, last = compare.differences(CASE, before, now)
    assert {".".join(one.path) for one in found} >= {"statements.3.count"}
    assert last.words and last.path == ("verdict",)


def test_a_change_in_the_end_of_a_long_list_is_found():
    rows = [{"p": i / 7, "q": i} for i in range(60)]
    other = copy.deepcopy(rows)
    other[50]["p"] = math.nextafter(other[50]["p"], 9)
    short, changed = record.shorten(rows), record.shorten(other)
    assert len(short) == record.KEPT + 1 and short[-1]["rows left"] == 60 - record.KEPT
    assert [key for key in short[-1] if short[-1][key] != changed[-1][key]] == ["p"]


@pytest.mark.parametrize(
    ("old", "new", "equal"),
    [
        (None, math.nan, True), (1, 1.0, True), (1, True, False), (0.0, -0.0, False),
        (0.1, math.nextafter(0.1, 1), False), (0.3, 0.1 + 0.2, False), (2, 3, False),
        ("a", "a", True), ([], {}, False), (None, 0, False),
    ],
)  # fmt: skip
def test_what_is_the_same(old, new, equal):
    assert compare.same(old, new) is equal and compare.same(new, old) is equal


@pytest.mark.parametrize(
    ("old", "new", "near"),
    [
        (0.3, 0.1 + 0.2, True), (1e5, 1e5 + 1e-5, True), (1e5, 1e5 + 1e-3, False), (2, 3, False),
        (1e-17, 0.0, True), (1e-9, 0.0, False), (1e-6, 1.0001e-6, False), (0.0, -0.0, True),
        (10**10, 10**10 + 1, False), (3, 3.0000000001, True), (True, 1, False), (None, 0.0, False),
        ("p = 0.125", "p = 0.126", True), ("p = 0.125", "p = 0.127", False),
        ("p < 0.001", "p > 0.001", False), ("12 %, 3 of 4", "13 %, 3 of 4", True),
        ("12 %, 3 of 4", "12 %, 2 of 4", False), ("1.5e-07", "1.6e-07", True),
        ("1.5e-07", "1.5e-06", False), ("0.5 and 0.5", "0.5", False),
    ],
)  # fmt: skip
def test_what_is_the_same_to_nine_digits(old, new, near):
    assert compare.same(old, new, 1e-9) is near and compare.same(new, old, 1e-9) is near


def test_to_nine_digits_the_end_of_a_long_list_is_compared_where_it_has_no_last_bit():
    rows = [{"p": i / 7, "n": i, "name": f"a{i}", "parts": [i, None]} for i in range(60)]
    other = copy.deepcopy(rows)
    other[50] |= {"p": 0.5, "n": 0, "name": "b", "parts": [1, None]}
    both = [
        {"numbers": record.shorten({"schema": None, "test": "glrt", "rows": one}), "words": {}}
        for one in (rows, other)
    ]
    before = json.loads(json.dumps(both[0]))
    found = compare.differences(CASE, before, both[1], tolerance=1e-9)
    assert [one.path[-1] for one in found] == ["n", "name", "parts"]
    assert len(compare.differences(CASE, before, both[1])) == 4


def test_an_error_is_compared_by_its_class(before):
    lost = compare.differences(CASE, before, {"error": "OptionError"})
    assert [(one.path, one.old, one.new) for one in lost] == [
        (("error",), "a result", "OptionError")
    ]
    assert compare.differences(CASE, {"error": "A"}, {"error": "A"}) == []


def test_differences_are_listed_one_by_one_and_by_their_paths(before, now):
    now["numbers"]["statistic"] += 0.1
    for row in now["numbers"]["statements"]:
        row["count"] += 1
    found = compare.differences(CASE, before, now)
    assert compare.readable(found, most=1).splitlines()[0] == f"{len(found)} differences"
    assert "... and 4 more" in compare.readable(found, most=1)
    first, _, second, _ = compare.grouped(found).splitlines()
    assert first == "     4 in 1 calls  glrt: statements.*.count"
    assert second == "     1 in 1 calls  glrt: statistic"
