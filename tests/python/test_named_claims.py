"""Claims as they are named, ledgers as they are begun, margins of two statements."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta, binom

import jointstats as js
from jointstats.labelled import errors
from jointstats.labelled.joint import ledger_claim, ledger_groups, ledger_table, margin
from jointstats.labelled.joint.claim_result import NamedClaim
from jointstats.labelled.joint.named_claim import (
    named_claim,
    refuse_only,
    require_ropes,
    two_algorithms,
    ungrouped,
)
from jointstats.labelled.joint.posterior import Posterior
from jointstats.labelled.joint.prior import prior_of
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


# --- Ledgers of a claim ---------------------------------------------------------------------------

SAID = {"a": "B", "b": "A", "better": ["y"], "equal": ["x"]}


def table(n=2, measures=WAYS, rope=None):
    values = {name: np.full((n, len(measures)), float(i)) for i, name in enumerate("ABC")}
    return js.results_table(values, measures=measures, rope=rope)


def test_a_ledger_is_begun_with_the_measures_of_its_claim():
    book, source = ledger_claim.begin(SAID, None, {"measures": WAYS, "rope": {"x": 1, "z": 2}})
    assert source is None and book.beforehand
    assert (book.a, book.b, book.measures) == ("B", "A", {"x": "max", "y": "min"})
    assert book.rope == {"x": 1.0, "y": 0.0} and book.said == "B is practically equal to A on x " \
                                                              "and better on y"  # fmt: skip
    assert (book.threshold, book.alternative, book.alpha, book.level, book.position) == (
        0.5, "greater", 0.05, 0.95, None,
    )  # fmt: skip
    given = table(rope={"x": 0.5})
    own = {"threshold": 0.6, "alternative": "two-sided", "alpha": 0.1, "level": 0.9, "position": 3}
    book, source = ledger_claim.begin(SAID | own, given, {})
    assert source is given and not book.beforehand and book.rope == {"x": 0.5, "y": 0.0}
    assert {name: getattr(book, name) for name in own} == own


@pytest.mark.parametrize("lacking", ["a", "b"])
def test_a_new_ledger_needs_both_algorithms(lacking):
    for said in (SAID | {lacking: None}, {k: v for k, v in SAID.items() if k != lacking}):
        with pytest.raises(errors.OptionError, match="not there yet: name the two algorithms"):
            ledger_claim.begin(said, None, {"measures": WAYS})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ({"a": "C"}, 'a is "B", not "C"'),
        ({"b": "C"}, 'b is "A", not "C"'),
        ({"better": ["x"], "equal": ["y"]}, r'better is \["y"\], not \["x"\]'),
        ({"better": ["y"]}, r'equal is \["x"\], not \[\]'),
        ({"better": ["y"], "equal": ["x"], "not_worse": ["x"]}, r'not_worse is \[\], not \["x"\]'),
        ({"better": ["y"], "equal": ["x"], "at_least": 1}, "at_least is .*, not 1"),
        ({"threshold": 0.6}, "threshold is 0.5, not 0.6"),
        ({"alternative": "two-sided"}, 'alternative is "greater", not "two-sided"'),
        ({"alpha": 0.1}, "alpha is 0.05, not 0.1"),
        ({"level": 0.9}, "level is 0.95, not 0.9"),
        ({"position": 1}, "position is .*, not 1"),
    ],
)
def test_every_word_of_a_claim_stays(said, name):
    book, _ = ledger_claim.begin(SAID, None, {"measures": WAYS})
    with pytest.raises(errors.LedgerError, match=f"its {name}: leave it out"):
        ledger_claim.go_on(book, "p", said, None, {})
    same = SAID | {"threshold": 0.5, "alternative": "greater", "alpha": 0.05, "level": 0.95}
    for again in ({}, same, {"a": "B"}, {"better": "y", "equal": "x"}):
        assert ledger_claim.go_on(book, "p", again, None, {}) == (book, None)


def test_a_frame_has_the_two_algorithms_and_the_measures_of_its_ledger():
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    book, _ = ledger_claim.begin(SAID, None, {"measures": WAYS, "rope": {"x": 1}})
    _, source = ledger_claim.go_on(book, "p", {}, table(3).to_frame(), roles)
    assert (source.algorithms, source.measures, source.n) == (
        ("B", "A"), {"x": "max", "y": "min"}, 3,
    )  # fmt: skip
    assert source.rope == {"x": 1.0, "y": 0.0}
    whole = table(3, rope={"x": 1})
    assert ledger_claim.go_on(book, "p", {}, whole, {})[1] is whole


# --- Measures of ledgers --------------------------------------------------------------------------


def test_measures_of_a_new_ledger_are_the_tables_or_those_that_are_said():
    given = table(rope={"y": 2})
    assert ledger_table.measured(given, {}) == (WAYS, {"x": 0.0, "y": 2.0, "z": 0.0})
    assert ledger_table.measured(None, {"measures": WAYS}) == (WAYS, dict.fromkeys(WAYS, 0.0))
    said = {"measures": {"x": "max", "y": "min"}, "rope": {"y": 1}}
    assert ledger_table.measured(None, said) == (said["measures"], {"x": 0.0, "y": 1.0})
    with pytest.raises(errors.OptionError, match="are results with measures="):
        ledger_table.measured(None, {"rope": {"x": 1}})
    with pytest.raises(errors.OptionError, match="missing has no meaning without a table"):
        ledger_table.measured(None, said | {"missing": "drop"})


def test_a_frame_has_measures_and_ropes_of_its_ledger_where_none_are_said():
    ropes, frame = {"x": 1.0, "y": 0.0, "z": 0.0}, table().to_frame()

    def roles(given, data=frame):
        return ledger_table.with_known(data, given, WAYS, ropes)

    assert roles({"dataset": "d"}) == {"measures": WAYS, "rope": ropes, "dataset": "d"}
    assert roles({"rope": {"x": 2}}) == {"measures": WAYS, "rope": {"x": 2}}
    own = {"measures": {"x": "max"}}
    assert roles(own) == own | {"rope": {"x": 1.0}}
    for data in (None, table()):
        assert roles({"dataset": "d"}, data) == {"dataset": "d"}


def test_later_tables_have_the_measures_directions_and_ropes_of_the_ledger():
    ledger_table.require_same_measures({"x": "max"}, {"x": 0.0}, table(), "p")
    for ways, ropes, said in (
        ({"x": "min"}, {"x": 0.0}, 'direction "min" in the ledger p, and "max" in this table'),
        ({"x": "max"}, {"x": 0.5}, "rope of 0.5 in the ledger p, and of 0 in this table"),
        ({"w": "max"}, {"w": 0.0}, 'no measure "w"'),
    ):
        with pytest.raises(errors.JointStatsError, match=said):
            ledger_table.require_same_measures(ways, ropes, table(), "p")


# --- Ledgers of leaders ---------------------------------------------------------------------------


def test_groups_begin_a_ledger_and_join_it():
    book, place, source = ledger_groups.begin(
        {"only": ["A", "B"], "position": 2, "question": "best", "alpha": 0.1}, None,
        {"measures": WAYS, "rope": {"x": 1}},
    )  # fmt: skip
    (first,) = book.groups
    assert (place, source, first.algorithms, first.position) == (0, None, ("A", "B"), 2)
    assert first.beforehand and (first.seen, first.datasets, first.looks) == ((), (), ())
    assert (book.question, book.ties, book.alpha, book.results) == ("best", "auto", 0.1, {})
    assert (book.measures, book.rope) == (WAYS, {"x": 1.0, "y": 0.0, "z": 0.0})
    later, place, source = ledger_groups.go_on(book, "p", {"only": ["C", "B"]}, None, {})
    assert (place, source, later.groups[1].position) == (1, None, 3)
    assert later.groups[1].beforehand and later.groups[0] == first
    joins = {"only": ["A", "C"], "position": 1}
    named, place, _ = ledger_groups.go_on(later, "p", joins, None, {})
    assert (place, named.groups[2].position) == (2, 1)
    again, place, _ = ledger_groups.go_on(named, "p", {"only": ["B", "C"], "position": 3}, None, {})
    assert (again, place) == (named, 1)
    assert ledger_groups.go_on(named, "p", {}, None, {})[1] == 2  # those that joined last
    with pytest.raises(errors.LedgerError, match=r"Position 2 .* next one, 4\."):
        ledger_groups.go_on(named, "p", {"only": ["A", "B", "C"], "position": 2}, None, {})
    with pytest.raises(errors.LedgerError, match='question is "best", not "orderings"'):
        ledger_groups.go_on(named, "p", {"question": "orderings"}, None, {})
    with_table, place, source = ledger_groups.go_on(
        book, "p", {"only": ["A", "C"]}, table(3, rope={"x": 1}), {}
    )
    assert source.algorithms == ("A", "C") and not with_table.groups[place].beforehand


@pytest.mark.parametrize("only", ["A", ["A"], ["A", "A"], ["A", "B", "A"], [1, "1"]])
def test_a_leader_is_sought_among_two_at_least(only):
    with pytest.raises(errors.AlgorithmError, match="at least two different algorithms"):
        ledger_groups._several(only)


def test_names_of_a_group_are_labels():
    assert ledger_groups._several([1, "B"]) == ("1", "B")


# --- Margins --------------------------------------------------------------------------------------


def counts_of(vector):
    return js.StatementCounts.from_vector(vector, measures={"x": "max"})


def by_search(first, second, decides):
    """How many data sets change a decision of two statements, one after the other."""
    decided = first > second and decides(first, second)
    for k in range(1, 60):
        a, b = (first - k, second + k) if decided else (first + k, second)
        if (a > b and decides(a, b)) != decided:
            return margin.Margin(decided, k)
    return margin.Margin(decided, None)


@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("vector", [(9, 2), (2, 9), (12, 0), (4, 1), (20, 8), (3, 2)])
def test_margins_of_two_statements_by_closed_forms(vector, alpha):
    first, second = max(vector), min(vector)
    counts = counts_of(vector)

    def exact(a, b):
        return min(1.0, 2 * binom.sf(a - 1, a + b, 0.5)) <= alpha

    assert margin.glrt_margin(counts, alpha) == by_search(first, second, exact)

    def lower(s, level):
        return lambda a, b: beta.sf(0.5, a, b + s) >= level - 1e-12

    def symmetric(s):
        return lambda a, b: beta.sf(0.5, a + s / 2, b + s / 2) >= 1 - alpha

    for prior, strength, rule, decides in (
        ("symmetric", 1.0, "lower", lower(1, 1 - alpha / 2)),
        ("symmetric", 5.0, "lower", lower(1, 1 - alpha / 2)),
        ("imprecise", 1.0, "lower", lower(1, 1 - alpha / 2)),
        ("imprecise", 3.0, "lower", lower(3, 1 - alpha / 2)),
        ("imprecise", 3.0, "probability", lower(3, 1 - alpha)),
        ("symmetric", 1.0, "probability", symmetric(1.0)),
        ("symmetric", 5.0, "probability", symmetric(5.0)),
        ("uniform", None, "probability", symmetric(2.0)),
    ):
        found = margin.bayes_margin(counts, prior, strength, alpha, rule)
        assert found == by_search(first, second, decides), (prior, strength, rule)


def test_where_nobody_or_a_vector_leads_there_is_no_margin():
    tied, clear = counts_of([4, 4]), counts_of([7, 4])
    assert margin.glrt_margin(tied, 0.05) is None
    for rule in ("lower", "probability"):
        assert margin.bayes_margin(tied, "symmetric", 1.0, 0.05, rule) is None
        assert margin.bayes_margin(clear, [1.0, 2.0], None, 0.05, rule) is None
        assert margin.rule_of_bayes(clear, [1.0, 2.0], None, 0.05, rule) is None
    assert margin.glrt_margin(clear, 0.05).decided is False


def test_a_margin_of_more_statements_than_a_double_can_count():
    def seen(n):
        codes, weights = np.zeros((1, 1100), dtype=np.int64), np.array([float(n)])
        return js.StatementCounts(
            ("A", "B"), dict.fromkeys(map(str, range(1100)), "max"), codes, weights, n=n
        )

    def decides(n):
        counts = seen(n)
        return Posterior(counts, prior_of(counts), 0.95).probability[0] >= 0.99

    enough = next(n for n in range(1, 30) if decides(n))
    assert enough > 2
    found = margin.bayes_margin(seen(1), "symmetric", 1.0, 0.01, "probability")
    assert found == margin.Margin(False, enough - 1)
