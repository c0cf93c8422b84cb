"""Claims as they are named, ledgers as they are begun, margins of two statements."""

from __future__ import annotations

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.labelled.joint import leader, ledger_begin, watch
from jointstats.labelled.joint.claim_result import NamedClaim
from jointstats.labelled.joint.named_claim import (
    named_claim,
    refuse_only,
    require_ropes,
    two_algorithms,
    ungrouped,
)
from jointstats.labelled.table.groups import Group

WAYS = {"x": "max", "y": "min", "z": "max"}

# --- Claims ---------------------------------------------------------------------------------------


def test_a_claim_names_measures_in_three_lists():
    found = named_claim(WAYS, ["x", "z"], "y", None, 2)
    assert found == NamedClaim(better=("x", "z"), not_worse=("y",), equal=(), at_least=2)
    assert found.measures == {"x", "y", "z"}
    for lists in (("x", None, None), (None, "x", None), (None, None, "x")):
        assert named_claim(WAYS, *lists, None).measures == {"x"}
    # Not worse may stand beside better, and beside equal.
    assert named_claim(WAYS, ["x"], ["x"], None, None).not_worse == ("x",)


@pytest.mark.parametrize(
    ("lists", "at_least", "error", "said"),
    [
        ((None, None, None), None, errors.OptionError, r'at least one measure.*"x", "y", "z"'),
        (([], [], []), None, errors.OptionError, "at least one measure"),
        ((["x", "y"], None, ["y"]), None, errors.OptionError, '"y" is named in better and '),
        ((["x", "y"], None, None), 3, errors.OptionError, "named in better, 2; got 3"),
        ((None, ["x"], None), 1, errors.OptionError, "named in better, 0; got 1"),
        ((["w"], None, None), None, errors.ColumnError, r'measure \(named in better\) "w"'),
        ((None, ["w"], None), None, errors.ColumnError, r'measure \(named in not_worse\) "w"'),
        ((None, None, ["w"]), None, errors.ColumnError, r'measure \(named in equal\) "w"'),
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_one(lists, at_least, error, said):
    with pytest.raises(error, match=said):
        named_claim(WAYS, *lists, at_least)


def test_two_algorithms_differ_and_no_others_are_chosen():
    assert two_algorithms(1, "B") == ("1", "B")
    with pytest.raises(errors.OptionError, match='a and b are both "1"'):
        two_algorithms(1, "1")
    refuse_only({"measures": WAYS})
    with pytest.raises(errors.OptionError, match="only has no meaning for a claim: a= and b="):
        refuse_only({"only": None})


def test_a_group_stands_for_its_measures():
    groups = [Group("quality", ("x", "y")), Group("cost", ("z",))]
    assert ungrouped(None, groups) is None
    assert ungrouped("quality", groups) == ["x", "y"]
    assert ungrouped(["z", "quality"], groups) == ["z", "x", "y"]
    same = ["x", "cost"]  # as many names as before: whatever they are, they are as given
    assert ungrouped(same, groups) is same


@pytest.mark.parametrize(
    ("equal", "on"), [(["x"], "x"), (["x", "z"], "x and z"), (["x", "y"], "x")]
)
def test_practical_equality_needs_a_positive_rope(equal, on):
    ropes = {"x": 0.0, "y": 0.5, "z": 0.0}
    with pytest.raises(errors.OptionError, match=f"equality on {on} needs a rope: .*rope="):
        require_ropes(NamedClaim(equal=tuple(equal)), ropes)
    require_ropes(NamedClaim(equal=("y",), better=("x",)), ropes)


# --- Ledgers --------------------------------------------------------------------------------------

SAID = {"a": "B", "b": "A", "better": ["y"], "equal": ["x"]}


def table(n=2, measures=WAYS, rope=None):
    values = {name: np.full((n, len(measures)), float(i)) for i, name in enumerate("ABC")}
    return js.results_table(values, measures=measures, rope=rope)


def test_a_ledger_is_begun_with_the_measures_of_its_claim():
    book, source = watch.begin(SAID, None, {"measures": WAYS, "rope": {"x": 1, "z": 2}})
    assert source is None and book.groups[0].beforehand
    assert (book.groups[0].algorithms, book.measures) == (("B", "A"), {"x": "max", "y": "min"})
    assert book.rope == {"x": 1.0}
    assert book.facts == {
        "claim": "B is practically equal to A on x and better on y", "a": "B", "b": "A",
        "better": ["y"], "not_worse": [], "equal": ["x"], "at_least": None, "threshold": 0.5,
        "alternative": "greater", "level": 0.95,
    }  # fmt: skip
    assert (book.alpha, book.groups[0].position) == (0.05, None)
    own = {"threshold": 0.6, "alternative": "two-sided", "alpha": 0.1, "level": 0.9, "position": 3}
    book, source = watch.begin(SAID | own, table(rope={"x": 0.5, "y": 0}), {})
    assert (source.algorithms, list(source.measures)) == (("B", "A"), ["x", "y"])
    assert not book.groups[0].beforehand and book.rope == {"x": 0.5, "y": 0.0}
    assert {name: book.facts[name] for name in own if name in book.facts} == {
        "threshold": 0.6, "alternative": "two-sided", "level": 0.9,
    }  # fmt: skip
    assert (book.alpha, book.groups[0].position) == (0.1, 3)
    with pytest.raises(errors.OptionError, match="equality on x needs a rope"):
        watch.begin(SAID, table(), {})


def test_a_later_call_need_not_repeat_the_claim_and_cannot_change_it():
    book, _ = watch.begin(SAID, None, {"measures": WAYS, "rope": {"x": 1}})
    for said in ({}, SAID, {"a": "B"}, {"alpha": 0.05, "threshold": 0.5}):
        assert watch.go_on(book, "p", said, None, {}) is None
    for said in ({"a": "A"}, {"better": ["y"]}, {"level": 0.9}, {"position": 1}, {"alpha": 0.1}):
        with pytest.raises(errors.LedgerError, match=r"In the ledger p .* begin another ledger"):
            watch.go_on(book, "p", said, None, {})


def test_a_frame_has_measures_and_ropes_of_its_ledger_where_none_are_said():
    book, _ = watch.begin(SAID, None, {"measures": WAYS, "rope": {"x": 1}})
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    source = watch.go_on(book, "p", {}, table(3).to_frame(), roles)
    assert (source.algorithms, source.measures, source.n) == (("B", "A"), book.measures, 3)
    assert source.declared_rope == {"x": 1.0}
    assert watch.go_on(book, "p", {}, table(3, rope={"x": 1}), {}).n == 3
    for ways, rope, said in (
        ({"x": "min", "y": "min"}, {"x": 1}, 'direction "max" in the ledger p, and "min" in this'),
        ({"x": "max", "y": "min"}, {"x": 2}, "a rope of 1 in the ledger p, and a rope of 2 in"),
        ({"x": "max", "y": "min"}, None, "a rope of 1 in the ledger p, and no rope in this table"),
        ({"x": "max"}, {"x": 1}, 'no measure "y"'),
    ):
        with pytest.raises(errors.JointStatsError, match=said):
            watch.go_on(book, "p", {}, table(2, ways, rope), {})


def test_measures_of_a_new_ledger_are_the_tables_or_those_that_are_said():
    given = table(rope={"y": 2})
    assert ledger_begin.measured(given, {}) == (WAYS, {"y": 2.0})
    assert ledger_begin.measured(None, {"measures": WAYS}) == (WAYS, {})
    said = {"measures": {"x": "max", "y": "min"}, "rope": {"y": 1}}
    assert ledger_begin.measured(None, said) == (said["measures"], {"y": 1.0})
    with pytest.raises(errors.OptionError, match="are results with measures="):
        ledger_begin.measured(None, {"rope": {"x": 1}})
    with pytest.raises(errors.OptionError, match="missing has no meaning without a table"):
        ledger_begin.measured(None, said | {"missing": "drop"})


def test_groups_begin_a_ledger_and_join_it():
    book, place, source = leader.begin(
        {"only": ["A", "B"], "position": 2, "question": "best", "alpha": 0.1}, None,
        {"measures": WAYS, "rope": {"x": 1}},
    )  # fmt: skip
    (first,) = book.groups
    assert (place, source, first.algorithms, first.position) == (0, None, ("A", "B"), 2)
    assert first.beforehand and (first.seen, first.datasets, first.looks) == ((), (), ())
    assert (book.facts, book.alpha) == ({"question": "best", "ties": "auto"}, 0.1)
    assert (book.results, book.measures, book.rope) == ({}, WAYS, {"x": 1.0})
    later, place, source = leader.go_on(book, "p", {"only": ["C", "B"]}, None, {})
    assert (place, source, later.groups[1].position) == (1, None, 3)
    assert later.groups[1].beforehand and later.groups[0] == first
    named, place, _ = leader.go_on(later, "p", {"only": ["A", "C"], "position": 1}, None, {})
    assert (place, named.groups[2].position) == (2, 1)
    again, place, _ = leader.go_on(named, "p", {"only": ["B", "C"], "position": 3}, None, {})
    assert (again, place) == (named, 1)
    assert leader.go_on(named, "p", {}, None, {})[1] == 2  # those that joined last
    with pytest.raises(errors.LedgerError, match=r"Position 2 .* next one, 4\."):
        leader.go_on(named, "p", {"only": ["A", "B", "C"], "position": 2}, None, {})
    with pytest.raises(errors.LedgerError, match='question is "best", not "orderings"'):
        leader.go_on(named, "p", {"question": "orderings"}, None, {})
    with_table, place, source = leader.go_on(
        book, "p", {"only": ["A", "C"]}, table(3, rope={"x": 1}), {}
    )
    assert source.algorithms == ("A", "C") and not with_table.groups[place].beforehand


@pytest.mark.parametrize("only", ["A", ["A"], ["A", "A"], ["A", "B", "A"], [1, "1"]])
def test_a_leader_is_sought_among_two_at_least(only):
    with pytest.raises(errors.AlgorithmError, match="at least two different algorithms"):
        leader._several(only)


def test_names_of_a_group_are_labels():
    assert leader._several([1, "B"]) == ("1", "B")
