"""The parts of a sensitivity analysis alone, before a question whose answers are known."""

from dataclasses import replace
from types import SimpleNamespace as Row

import numpy as np
import pytest
from known_question import about, known, searched, table

import jointstats as js
from jointstats.kernels.joint.claim_tests import binomial_p_value
from jointstats.kernels.joint.removals import Removed
from jointstats.labelled.errors import NoDataError
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.labelled.sensitivity import fewest, questions, search, variants
from jointstats.labelled.sensitivity.questions import OfTest, Statement
from jointstats.labelled.sensitivity.result import DESCRIPTION, Factor, Statements, verdict
from jointstats.labelled.sensitivity.search import Search

pytestmark = pytest.mark.filterwarnings("ignore")


# --- Statements -----------------------------------------------------------------------------------


def test_a_statement_is_said_of_the_measures_that_are_left():
    said = questions.ranked(("A", "B"), {"x": ["A", "B"], "y": ["B", "A"]})
    assert said.on(["x", "y"]) == said.on(["y", "z", "x"]) == said.said
    assert said.on(["y"]) == questions.ranked(("A", "B"), {"y": ["B", "A"]}).said
    assert said.on(["x"]) != said.on(["y"])
    best = questions.ranked(("A", "B"), {"x": ["A"], "y": ["B"]}, "best")
    assert best.on(["x"]) == questions.ranked(("A", "B"), {"x": ["A"]}, "best").said
    assert best.on(["x"]) != said.on(["x"])
    control = questions.ranked(("A", "B"), {"x": [], "y": ["B"]}, "control", "B")
    alone = questions.ranked(("A", "B"), {"x": []}, "control", "B")
    assert control.on(["x"]) == alone.said and "B" in alone.said
    assert about("A", "B").on(["z"]) == "x"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"winner": "B", "loser": "A"}, "B beats A"),
        ({"ahead": "A"}, "A and B: a trade-off"),
        ({"ahead": "A", "first": ["x"]}, "A and B: a trade-off"),
        ({"first": ["x"], "second": ["y"]}, "A and B: a trade-off"),
        ({"first": ["x"]}, "A beats B on some groups"),
        ({"second": ["y"]}, "B beats A on some groups"),
        ({}, "A and B are practically equal"),
    ],
)
def test_what_is_shown_of_a_pair_in_words(row, said):
    row = {"winner": None, "loser": None, "first": [], "second": [], "ahead": None} | row
    found = questions._pair("A", "B", **row)
    assert (found.names, found.said) == (("A", "B"), said)


def test_a_claim_that_does_not_lead_can_not_be_shown_at_any_level():
    def answers(wins, **options):
        values = {"A": [[1.0]] * wins + [[0.0]] * (8 - wins), "B": [[0.5]] * 8}
        result = js.claim_test(table(values=values), "A", "B", better=["x"], **options)
        return result, questions.answers_of(result)

    assert answers(4)[1] == [] == answers(2, threshold=0.25)[1]
    result, found = answers(5)
    assert found == [(result.p_value, False, Statement(("A", "B"), "A is better than B on x"))]
    assert answers(8)[1][0][:2] == (1 / 256, True)
    assert answers(8, alternative="two-sided", alpha=0.001)[1][0][:2] == (2 / 256, False)


def test_a_joint_test_is_decided_from_its_own_level_on():
    every = js.load_dataset("example1")
    glrt, bayes = js.glrt_test(every), js.bayes_test(every)
    papers, network = js.bayes_test(every, rule="probability"), js.network_test(every)
    for result, level in [
        (glrt, glrt.p_value),
        (bayes, 2 * (1 - bayes.decisive)),
        (papers, 1 - papers.decisive),
        (network, 1 - network.probability),
    ]:
        ((found, decided, said),) = questions.answers_of(result)
        assert found == pytest.approx(level, abs=1e-12) and decided == result.decided
        assert said.order == result.best and said.question == "orderings"
    control = js.glrt_test(every, question="control", control="A")
    ((_, _, said),) = questions.answers_of(control)
    assert (said.question, said.control) == ("control", "A")
    even = table(values={"A": [[0.0], [1.0]], "B": [[1.0], [0.0]]})
    assert questions.answers_of(js.glrt_test(even)) == []


def test_levels_of_a_test_are_those_between_0_and_1():
    values = {"A": [[1.0], [1.0], [0.0]], "B": [[0.5]] * 3}  # 2 of 3: p is 1
    data = table(values=values)
    result = js.glrt_test(data)
    levels = questions.question_of(result).levels(data)
    assert levels.values.tolist() == [] and result.p_value == 1
    assert levels.at(0.99) == () and len(levels.at(1.0)) == 1
    clear = table(values={"A": np.ones((4, 1)), "B": np.zeros((4, 1))})
    levels = questions.question_of(js.glrt_test(clear)).levels(clear)
    assert levels.values.tolist() == [0.125]  # 2 / 2⁴
    assert levels.at(0.125) and not levels.at(0.1249)
    even = table(values={"A": [[0.0], [1.0]], "B": [[1.0], [0.0]]})
    for test in (js.compare_algorithms, js.leaderboard, js.glrt_test):
        result = test(even)
        assert questions.question_of(result).levels(even).values.tolist() == []
        found = js.sensitivity(result, even, factors=["level"])
        assert (found.alpha_from, found.alpha_below) == (0, None)


def test_a_question_keeps_the_options_of_its_result_and_not_those_that_choose():
    every = js.load_dataset("example1")
    found = questions.question_of(js.glrt_test(every, question="control", control="B", alpha=0.2))
    assert isinstance(found, OfTest) and found.of == "glrt_test"
    assert (found.alpha, found.control, found.by_pairs) == (0.2, "B", False)
    assert "on" not in found.options and "function" not in found.options
    assert (found.options["question"], found.options["alpha"]) == ("control", 0.2)
    compared = questions.question_of(js.compare_algorithms(every, on=["accuracy"]))
    assert isinstance(compared, questions.OfClaims) and compared.by_pairs
    assert compared.options["ties"] == "auto" and "on" not in compared.options


def test_beside_a_comparison_stands_the_bayesian_test_of_two_or_of_every_pair():
    two = js.compare_algorithms(js.load_dataset("example1"), alpha=0.2)
    found = questions.bayes_beside(two)
    assert (type(found), found.of, found.alpha) == (OfTest, "bayes_test", 0.2)
    assert not set(found.options) & {"on", "function", "source"} and found.options["prior"]
    many = questions.bayes_beside(js.compare_algorithms(table(3, 4), alpha=0.1))
    assert (type(many), many.of, many.alpha) == (questions.OfPairwise, "pairwise_tests", 0.1)
    assert questions.bayes_beside(js.leaderboard(table(3, 4))) is None
    assert questions.bayes_beside(replace(two, joint={})) is None


# --- What was tried -------------------------------------------------------------------------------


def test_with_very_many_pairs_fewer_computations_are_allowed(monkeypatch):
    assert (search.WORK, search.LEAST) == (10_000_000, 10)
    monkeypatch.setattr(search, "WORK", 1200)
    five = table(5, 3, "xy")
    assert searched(known(), five).allowed() == 1200 // (10 * 3 * 2)
    assert isinstance(searched(known(), five).allowed(), int)  # so many are taken of a list
    assert searched(known(control="B"), five).allowed() == 1200 // (4 * 3 * 2)
    assert searched(known(), five, most=7).allowed() == 7
    monkeypatch.setattr(search, "WORK", 599)
    assert searched(known(), five).allowed() == 10
    one = searched(known(), five, most=2)
    assert [one.spent("rope"), one.decided("rope", five), one.spent("rope")] == [False, (), False]
    one.decided("rope", five)
    assert one.spent("rope") and not one.spent("ties")
    assert one.reruns == {"rope": 2}


def test_what_is_tried_is_compared_with_what_the_kept_algorithms_had():
    base = [about("A", "B", said="a"), about("A", "C", said="b"), about("B", "C", said="c")]
    one = Search(known(), table(3), tuple(base), 9)
    row = one.tried("algorithm", "without C", base[:1], algorithms=["A", "B"])
    assert (row.changed, row.gone, row.new, row.n_decided) == (False, (), (), 1)
    row = one.tried("rope", "wider", [base[0], about("B", "C", said="d")], limit=True)
    assert (row.changed, row.limit, row.gone, row.new) == (True, True, ("b", "c"), ("d",))
    assert (row.factor, row.setting, row.about) == ("rope", "wider", "verdict")
    assert row.verdict == "Decided: a; d." and one.settings[-1] is row
    whole = Search(known(by_pairs=False), table(3), tuple(base), 9, about="bayes")
    row = whole.tried("algorithm", "without C", base[:1], algorithms=["A", "B"])
    assert (row.changed, row.gone, row.limit, row.about) == (True, ("b", "c"), False, "bayes")
    row = whole.tried("level", "none", [])
    assert (row.gone, row.n_decided) == (("a", "b", "c"), 0)


def test_a_statement_of_fewer_measures_is_compared_in_their_words():
    base = questions.ranked(("A", "B"), {"x": ["A", "B"], "y": ["A", "B"]})
    there = questions.ranked(("A", "B"), {"x": ["A", "B"]})
    one = Search(known(), table(measures="xy"), (base,), 9)
    assert not one.tried("measure", "without y", [there], measures=["x"]).changed
    assert one.tried("measure", "without y", [there]).changed


def test_an_attempt_hands_its_options_on_and_tells_what_cannot_be_computed():
    asked = []

    def says(data, **other):
        asked.append(other)
        return [about("A", "B")]

    one = searched(known(says), table())
    one.attempt("ties", "ties split", table, options={"ties": "split"})
    assert asked == [{}, {"ties": "split"}] and one.settings[0].setting == "ties split"
    none = replace(table(), values=np.zeros((0, 1, 2)), datasets=())
    one.attempt("family", "without the family f", lambda: none)
    assert one.not_tried == ["Without the family f: No data set is left."]
    assert len(one.settings) == 1 and one.reruns == {"ties": 1}


def test_a_table_with_one_data_set_or_with_unknown_ones_is_not_empty():
    for one in (Row(n=1, unknown=False), Row(n=0, unknown=True)):
        assert search._not_empty(one) is one
    with pytest.raises(NoDataError, match="No data set is left"):
        search._not_empty(Row(n=0, unknown=False))


def test_a_factor_sums_up_its_own_settings():
    one = Search(known(), table(), (about("A", "B"),), 9)
    one.sum_up("rope", "searched")
    assert one.factors == []
    one.sum_up("rope", "searched", "no width")
    for factor, there, limit in [
        ("ties", [about("A", "B")], False),
        ("ties", [], False),
        ("ties", [], True),
        ("level", [], False),
    ]:
        one.tried(factor, "other", there, limit=limit)
    one.settings.append(replace(one.settings[0], about="bayes"))
    one.reruns["ties"] = 5
    one.sum_up("ties", "exact")
    rope, ties = one.factors
    assert (rope.tried, rope.changed, rope.reruns, rope.said) == (0, 0, 0, "no width")
    assert (ties.factor, ties.about, ties.how) == ("ties", "verdict", "exact")
    assert (ties.tried, ties.changed, ties.reruns) == (2, 1, 5)
    assert ties.said == "1 of 2 settings changes it" and ties.named == "ties"
    other = Search(known(), table(), (), 9, about="bayes")
    other.tried("prior", "other", [])
    other.sum_up("prior", "tried")
    assert (other.factors[0].named, other.factors[0].said) == ("prior (Bayesian test)", "no change")
    own = Factor(factor="f", about="own", tried=1, changed=0, reruns=1, how="tried", said="")
    assert own.named == "f (own)"


# --- How many data sets must go -------------------------------------------------------------------


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("threshold", [0.3, 0.5])
@pytest.mark.parametrize(("count", "n"), [(9, 10), (10, 10), (16, 20)])
def test_the_fewest_of_a_claim_against_every_number(count, n, threshold, alternative):
    result = ClaimResult.__new__(ClaimResult)
    for name, value in {
        "count": count, "n": n, "threshold": threshold, "alternative": alternative, "alpha": 0.05,
    }.items():  # fmt: skip
        object.__setattr__(result, name, value)

    def shown(k):
        p = float(binomial_p_value(count - k, n - k, threshold, alternative))
        return p <= 0.05 and count - k > threshold * (n - k)

    assert fewest._of_claim(result) == next(k for k in range(1, count + 1) if not shown(k))


def test_a_claim_that_is_left_with_too_small_a_share_is_not_shown():
    """Two-sided with alpha 1, what decides is only whether it is above the threshold."""
    result = ClaimResult.__new__(ClaimResult)
    for name, value in {
        "count": 6, "n": 8, "threshold": 0.5, "alternative": "two-sided", "alpha": 1.0,
    }.items():  # fmt: skip
        object.__setattr__(result, name, value)
    assert fewest._of_claim(result) == 4  # 2 of 4 is not more than half


def test_with_fewer_than_the_bound_gone_the_pair_keeps_its_level():
    def found(*p_values, every=True, decided=(), most=9):
        data = table(n=9)
        one = searched(known(lambda left, **_: decided), data, most=most)
        tried = [Removed(tuple(range(k)), p, every) for k, p in enumerate(p_values, start=1)]
        names = data.datasets
        return fewest._search(one, about("A", "B"), iter(tried), 0.02, names)

    assert found(0.01, 0.02, 0.03) == (3, 3, (0, 1, 2))  # at the level it is still shown
    assert found(0.03) == (1, 1, (0,))
    assert found(0.01, 0.03, 0.04, decided=[about("B", "A")]) == (2, None, ())
    assert found(0.01, 0.03, 0.04, decided=[about("A", "C")]) == (2, 2, (0, 1))
    assert found(0.01, 0.02, 0.03, every=False) == (1, 3, (0, 1, 2))
    assert found(0.03, 0.01, 0.04) == (1, 1, (0,))
    assert found(0.01, 0.01) == (3, None, ())
    assert found(*[0.01] * 8, 0.5) == (9, 9, tuple(range(9)))  # none is left: nothing to compute
    assert found(0.03, most=0) == (1, None, ())


def test_removals_are_looked_for_of_ten_pairs():
    assert fewest.MOST_PAIRS == 10
    values = {name: np.full((9, 1), float(i)) for i, name in enumerate("ABCDEF")}
    board = js.leaderboard(table(values=values), alpha=0.4)
    found = js.sensitivity(board, factors=["data set"])
    assert len(found.statements) == 15 and len(found.fewest) == 10
    assert "How many data sets must go was looked for of 10 of 15 pairs." in found.not_tried
    short = js.sensitivity(board, factors=["data set"], most=1)
    assert "How many data sets must go was looked for of 1 of 15 pairs." in short.not_tried


def test_removals_of_counts_are_not_known_where_ties_were_split():
    tied = {"A": [[1.0]] * 9 + [[0.0]], "B": np.zeros((10, 1))}
    every = table(values=tied)
    for test in (js.glrt_test, js.bayes_test):
        split = test(every, ties="split")
        assert split.decided and fewest._by_counts(split) is None
        equal = test(every, ties="equal")
        k = fewest._by_counts(equal)
        assert equal.decided and k
        rest = [variants.without(every, every.datasets[:i]) for i in (k - 1, k)]
        assert [test(one, ties="equal").decided for one in rest] == [True, False]
    assert fewest._by_counts(js.glrt_test(js.statement_counts(every))) is None
    assert fewest._by_counts(js.network_test(every)) is None


# --- The whole ------------------------------------------------------------------------------------


def test_a_result_sums_up_what_was_tried():
    values = {"A": [[1.0, 1.0]] * 9 + [[0.0, 1.0]], "B": [[0.5, 0.5]] * 10}
    base = js.bayes_test(table(measures="xy", values=values), alpha=0.1)
    found = js.sensitivity(base, factors=["level", "data set", "prior", "measure"], most=50)
    own = [row for row in found.settings if not row.limit]
    assert found.verdict == verdict(found.settings)
    assert (found.of, found.alpha) == ("bayes_test", 0.1)
    assert (found.n_settings, found.n_changed) == (len(own), sum(row.changed for row in own))
    assert found.changes == tuple(row for row in own if row.changed) != ()
    assert any(row.limit and row.changed for row in found.settings)
    assert found.n_reruns == sum(row.reruns for row in found.factors)
    assert [row.factor for row in found.factors] == ["level", "measure", "data set", "prior"]
    (said,) = found.statements
    assert said == questions.ranked(("A", "B"), base.best).said
    assert [row.statement for row in found.fewest] == [said] and found.not_tried == ()
    assert (found.n, found.n_dropped, found.algorithms) == (10, 0, ("A", "B"))
    assert dict(found.measures) == {"x": "max", "y": "max"} and found.rows == found.settings
    assert found.call_of == {k: v for k, v in base.call.items() if k != "source"}
    assert (found.warnings, found.announces) == ((DESCRIPTION,), False)
    level = js.sensitivity(base, factors=["data set"])
    assert (level.alpha_from, level.alpha_below) == (found.alpha_from, found.alpha_below)
    assert [row.factor for row in level.factors] == ["data set"]
    assert js.sensitivity(base, factors=["measure"]).fewest == ()
    assert str(Statements(["a", "b"])) == "a; b"
