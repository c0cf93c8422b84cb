"""What a comparison says beside its claims: of the results themselves, and of families."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.compare import comparison, of_families
from jointstats.labelled.compare.of_the_table import of_the_table
from jointstats.labelled.errors import Caution, DecisionLostWarning, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.of_comparison import cautions_of
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.pairs import ties_of_pairs

NAN = float("nan")
WAYS = {"x": "max", "y": "max"}


def table(*datasets, ways=WAYS, **more):
    """Of each data set the measures, each with the results of all algorithms."""
    x = np.array(datasets, dtype=float)
    made = {name: x[:, :, i] for i, name in enumerate("ABC"[: x.shape[2]])}
    return js.results_table(made, measures=ways, **more)


def said(made, ties="auto"):
    """The findings, by their kinds."""
    pairs = ties_of_pairs(made, pairs_of(made.algorithms, None))
    found = of_the_table(made, pair_rules(ties, made.rope), pairs)
    assert len({type(one) for one in found}) == len(found)
    return {type(one).__name__: one for one in found}


# --- The results themselves -----------------------------------------------------------------------


def test_nothing_is_said_of_results_that_differ():
    assert said(table([[1, 2], [1, 2]], [[2, 1], [3, 4]])) == {}


def test_a_measure_on_which_all_are_equal_everywhere_is_named():
    found = said(table([[1, 1], [1, 2]], [[3, 3], [3, 4]]))
    assert found["EqualMeasures"].measures == ("x",)
    assert (found["RecordedTies"].ties, found["RecordedTies"].n) == ({"x": 2}, 2)
    assert "OftenTied" not in found  # the tests of two say it themselves
    once = said(table([[1, 1], [1, 2]], [[3, 4], [3, 4]]))
    assert list(once) == ["RecordedTies"] and once["RecordedTies"].ties == {"x": 1}


def test_equal_on_every_measure_is_no_finding_about_one():
    assert list(said(table([[1, 1], [2, 2]], [[3, 3], [4, 4]]))) == ["RecordedTies"]


def test_ties_that_are_an_outcome_are_none_to_be_told():
    made = [[1, 1], [1, 2]], [[3, 3], [3, 4]]
    assert said(table(*made), ties="equal") == {}
    assert said(table(*made, rope={"x": 0.5})) == {}
    assert "EqualMeasures" in said(table(*made, rope={"x": 0.5}), ties="split")


def test_equal_but_for_rounding_or_within_the_rope_is_equal():
    near = table([[0.3, 0.1 + 0.2], [1, 2]], [[5, 5], [3, 4]])
    assert said(near)["EqualMeasures"].measures == ("x",)
    off = table([[0.3, 0.3 + 1e-6], [1, 2]], [[5, 5], [3, 4]])
    assert "EqualMeasures" not in said(off)
    within = table([[1.0, 1.5], [1, 2]], [[5, 5], [3, 4]], rope={"x": 0.5})
    assert said(within, ties="split")["EqualMeasures"].measures == ("x",)


def test_of_three_the_pair_with_most_ties_is_told():
    some = [[[1, 1, 2], [i, 2 * i + 1, -i - 1]] for i in range(1, 9)]
    found = said(table(*some))
    assert found["OftenTied"].ties == {"x": 8}
    assert found["RecordedTies"].ties == {"x": 8} and "EqualMeasures" not in found
    seldom = [*some[:1], *([[1, 3, 2], one[1]] for one in some for _ in range(2))]
    assert list(said(table(*seldom))) == ["RecordedTies"]


def test_a_failed_run_differs_and_what_is_unknown_tells_nothing():
    some = [[NAN, 1], [1, 2]], [[3, 3], [3, 4]], [[2, 2], [5, 4]]
    failed = said(table(*some, missing="worst"))
    assert list(failed) == ["FailedRuns", "RecordedTies"]
    unknown = said(table(*some, missing="unknown"))
    assert unknown["EqualMeasures"].measures == ("x",)
    assert (unknown["RecordedTies"].ties, unknown["RecordedTies"].n) == ({"x": 2}, 3)
    huge = said(table([[-1e308, 1e308], [1, 2]], [[3, 3], [3, 4]]))
    assert "EqualMeasures" not in huge


# --- What its tests warn of -----------------------------------------------------------------------


def part(*warnings, n_tied=0):
    return SimpleNamespace(warnings=warnings, n_tied=n_tied)


def test_each_caution_is_told_once_with_its_questions():
    both, one = Caution("of both"), Caution("of one")
    lost = Caution("lost", category=DecisionLostWarning)
    joint = {
        "glrt": part(both), "bayes": part(both, lost), "glrt_best": part(one), "bayes_best": None,
        "bayes_control": part(both), "pareto": None,
    }  # fmt: skip
    failures = {"pareto": Caution("too many"), "bayes_best": both}
    found = cautions_of(joint, failures, "B", one_question=False)
    assert [(str(x.message), x.questions, x.control) for x in found] == [
        ("of both", ("orderings", "best", "control"), "B"),
        ("of one", ("best",), "B"),
        ("too many", ("pareto",), "B"),
    ]
    assert {x.questions for x in cautions_of(joint, failures, None, one_question=True)} == {()}
    assert cautions_of({"glrt": None}, {}, None, one_question=True) == ()


def test_the_same_ties_are_told_in_the_words_of_the_first_test():
    long, short, other = (Caution(text, category=TiesWarning) for text in ("long", "short", "x"))
    joint = {
        "glrt": part(long, n_tied=3), "bayes": part(short, n_tied=3),
        "glrt_best": part(long, n_tied=3), "bayes_best": part(other, n_tied=2),
    }  # fmt: skip
    found = cautions_of(joint, {}, None, one_question=False)
    assert [(str(x.message), x.questions) for x in found] == [
        ("long", ("orderings", "best")), ("x", ("best",)),
    ]  # fmt: skip


# --- Families -------------------------------------------------------------------------------------


def of(made, families, ran=(), cautions=(), pairs=1):
    claimed = SimpleNamespace(
        families=families,
        pairs=range(pairs),
        too_few=lambda alpha: (Caution(f"of claims at {alpha:g}"),),
    )
    found = of_families.of_families(made, claimed, 0.05, ran, cautions)
    assert all(type(one) is kinds.TestCaution for one in found)
    return [str(one.message) for one in found]


def caution(text):
    return kinds.TestCaution(questions=(), message=text)


@pytest.fixture
def kin():
    some = [[[i, 2.5], [1, i * i]] for i in range(6)]
    return table(*some, cluster=dict(zip("123456", "aabbcc", strict=True)))


def test_that_families_are_too_few_is_said_once(kin):
    few = Families(6, 3, 0.1, 1.2, 5.0, 0.25)
    (own,) = few.too_few(0.05)
    other = Caution("something else")
    assert of(kin, few, cautions=[caution(own), caution(other)]) == [
        "something else", "of claims at 0.05",
    ]  # fmt: skip
    many = replace(few, n_families=30, smallest_p=2.0**-29)
    assert of(kin, many, cautions=[caution(own)]) == [str(own), "of claims at 0.05"]
    assert of(kin, None, cautions=[caution(own)]) == [str(own), "of claims at 0.05"]


def test_tests_that_overlook_families_are_named(kin):
    families = Families(6, 3, 0.1, 1.2, 5.0, 0.25)
    start = "The 6 data sets are of 3 families, and "
    for ran, what in (
        (["pareto"], "dominance on all measures takes"),
        (["glrt", "network", "mardia"], "the network test and Mardia's tests take"),
        (["manova", "hotelling"], "Hotelling's test and MANOVA take"),
    ):
        _, second = of(kin, families, ran=ran)
        assert second.startswith(f"{start}{what} them for independent")
    assert of(kin, families, ran=["glrt", "bayes"]) == ["of claims at 0.05"]
    own = replace(kin, families=None)
    assert of(own, families, ran=["pareto"]) == ["of claims at 0.05"]


def test_of_very_many_pairs_the_bayesian_test_is_left_out_and_the_other_one_is_not(
    kin, monkeypatch
):
    families = Families(6, 3, 0.1, 1.2, 5.0, 0.25)
    assert len(of(kin, families, pairs=190)) == 1
    assert "of more than 190 pairs it is left out" in of(kin, families, pairs=191)[1]
    assert not of_families.left_out(replace(kin, families=None), 191)
    some = [[[i, 2.5, 3 - i]] for i in range(6)]
    made = table(*some, ways={"x": "max"}, cluster=dict(zip("123456", "aabbcc", strict=True)))
    monkeypatch.setattr(comparison, "left_out", lambda table, pairs: pairs == 3)
    assert list(js.compare_algorithms(made).pairs) == ["glrt"]
    assert list(js.compare_algorithms(made, control="A").pairs) == ["glrt", "bayes"]
