"""The parts of a sensitivity analysis alone, before a question whose answers are known."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace as Row

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.kernels.joint.claim_tests import binomial_p_value
from jointstats.kernels.joint.removals import Removed
from jointstats.labelled.errors import NoDataError
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.labelled.sensitivity import fewest, left_out, questions, rules, search, variants
from jointstats.labelled.sensitivity.questions import Levels, OfTest, Question, Statement
from jointstats.labelled.sensitivity.result import Factor
from jointstats.labelled.sensitivity.search import Search

pytestmark = pytest.mark.filterwarnings("ignore")


def about(*names, said="x"):
    return Statement(names, said)


@dataclass(frozen=True)
class Known(Question):
    """Decides what it is told to; keeps what it was asked."""

    says: Callable = lambda table, **other: ()

    def decided(self, table, **other):
        return tuple(self.says(table, **other))

    def levels(self, table):
        return self.says(table)


def known(says=None, *, of="glrt_test", control=None, by_pairs=True, **options):
    return Known(of, options, 0.05, control, by_pairs, says or (lambda table, **other: ()))


def table(l=2, n=3, measures="x", values=None, **options):
    rng = np.random.default_rng(0)
    names = "ABCDEFGH"[:l]
    made = {name: rng.normal(size=(n, len(measures))) for name in names}
    return js.results_table_matrices(
        made if values is None else values, measures=dict.fromkeys(measures, "max"), **options
    )


def searched(question, data, most=200, **more):
    return Search(question, data, question.decided(data), most, **more)


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


def test_of_majorities_the_level_is_the_adjusted_p_value_of_each_pair():
    values = {"A": [[1.0, 1.0]] * 9, "B": [[0.5, 0.5]] * 9, "C": [[0.0, 0.0]] * 8 + [[2.0, 0.6]]}
    result = js.most_measures_test(table(measures="xy", values=values), alpha=0.01)
    found = questions.answers_of(result)
    assert [(p, decided) for p, decided, _ in found] == [
        (row.p_adjusted, row.decided) for row in result.pairs
    ]
    assert [(one.names, one.said) for _, _, one in found] == [
        (("A", "B"), "A is ahead of B"),
        (("A", "C"), "A is ahead of C"),
        (("B", "C"), "B is ahead of C"),
    ]
    turned = table(measures="xy", values={"B": values["B"], "A": values["A"]})
    ((_, _, said),) = questions.answers_of(js.most_measures_test(turned))
    assert said.said == "A is ahead of B"
    even = table(values={"A": [[0.0], [1.0]], "B": [[1.0], [0.0]]})
    assert questions.answers_of(js.most_measures_test(even)) == []


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
    assert questions.question_of(js.most_measures_test(every)).by_pairs


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


# --- Levels and ropes -----------------------------------------------------------------------------


def at_levels(**said):
    """Statements by the level from which each is decided."""
    levels = {name: float(level) for name, level in said.items()}

    def at(alpha):
        return tuple(about(said=name) for name, level in levels.items() if level <= alpha)

    return Levels(np.unique([*levels.values()]), at)


@pytest.mark.parametrize(
    ("levels", "ends"),
    [
        ({}, (0.0, None)),
        ({"a": 0.02}, (0.02, None)),
        ({"a": 0.3}, (0.0, 0.3)),
        ({"a": 0.05}, (0.05, None)),
        ({"a": 0.01, "b": 0.05, "c": 0.2, "d": 0.3}, (0.05, 0.2)),
    ],
)
def test_the_same_is_decided_between_two_levels(levels, ends):
    found = at_levels(**levels)
    assert rules.same_levels(found, 0.05, found.at(0.05)) == ends


def test_a_level_at_which_nothing_new_is_decided_ends_nothing():
    def at(alpha):  # from 0.01 on, a; from 0.2 on, a and b
        return (about(said="a"),) * (alpha >= 0.01) + (about(said="b"),) * (alpha >= 0.2)

    found = Levels(np.array([0.01, 0.02, 0.1, 0.2, 0.3]), at)
    assert rules.same_levels(found, 0.05, at(0.05)) == (0.01, 0.2)


def test_levels_are_tried_at_three_values_and_just_outside_the_ends():
    def settings(**levels):
        one = Search(known(lambda data: at_levels(**levels)), table(), (), 9)
        one.base = at_levels(**levels).at(0.05)
        ends = rules.levels(one)
        (factor,) = one.factors
        return ends, [(row.setting, row.changed, row.limit) for row in one.settings], factor

    ends, rows, factor = settings(a=0.02, b=0.08)
    assert ends == (0.02, 0.08)
    assert rows == [
        ("alpha = 0.01", True, False),
        ("alpha = 0.1", True, False),
        ("alpha below 0.0200", True, True),
        ("alpha from 0.0800", True, True),
    ]
    assert (factor.how, factor.reruns, factor.tried, factor.changed) == ("exact", 1, 2, 2)
    assert factor.said == "the same is decided at every alpha from 0.0200 to below 0.0800"
    ends, rows, factor = settings()
    assert ends == (0.0, None) and [row[:2] for row in rows] == [
        ("alpha = 0.01", False),
        ("alpha = 0.1", False),
    ]
    assert factor.said == "the same is decided at every alpha"


def of_width(*changes):
    """Decides as many things as widths in `changes` are reached, of a rope on x."""

    def says(data, **other):
        return [about("A", "B", said=str(sum(data.rope["x"] >= one for one in changes)))]

    return known(says)


def steps(n=20):
    return table(values={"A": np.arange(1.0, n + 1)[:, None], "B": np.zeros((n, 1))})


@pytest.mark.parametrize("change", [1, 2, 5, 9, 10])
def test_the_nearest_wider_rope_is_the_one_at_which_it_changes(change):
    one = searched(of_width(change), steps())
    rules.ropes(one)
    (row,) = one.settings  # no rope: nothing to halve
    assert (row.setting, row.limit, row.changed) == (f"a rope of {change:g} on x", True, True)
    (factor,) = one.factors
    assert factor.said == f"nearest widths that change it: {float(change):.3g} on x".replace(
        f"{float(change):.3g} on", f"{rules.wording.significant(float(change))} on"
    )
    assert (factor.factor, factor.how) == ("rope", "searched")


def test_ropes_narrower_and_wider_than_the_one_that_is_there():
    data = replace(steps(), rope={"x": 4.0})
    one = searched(of_width(3, 7), data)
    rules.ropes(one)
    assert [(row.setting, row.changed, row.limit) for row in one.settings] == [
        ("a rope of 0 on x", True, False),
        ("a rope of 2 on x", True, False),
        ("a rope of 8 on x", True, False),
        ("a rope of 2 on x", True, True),  # of 3 on, the same is decided as with 4
        ("a rope of 7 on x", True, True),
    ]
    assert one.factors[0].said == "nearest widths that change it: 2.00 on x; 7.00 on x"
    same = searched(of_width(), data)
    rules.ropes(same)
    assert [row.limit for row in same.settings] == [False] * 3
    assert same.factors[0].said == "no width that was tried changes it"


def test_ropes_that_leave_too_much_open_decide_nothing():
    def says(data, **other):
        if data.rope["x"] >= 5:
            raise js.errors.TieExpansionError("too many")
        return [about("A", "B")]

    one = searched(known(says), steps())
    rules.ropes(one)
    (row,) = one.settings
    assert (row.setting, row.gone, row.n_decided) == ("a rope of 5 on x", ("x",), 0)


def test_ropes_of_other_measures_are_left_when_the_computations_are_spent():
    data = table(measures="xyz", n=20)
    one = searched(known(), data, most=3)
    rules.ropes(one)
    assert one.not_tried == [
        f"Ropes on {name}: other measures have taken long enough." for name in "yz"
    ]
    alike = table(values={"A": np.ones((3, 1)), "B": np.ones((3, 1))})
    none = searched(known(), alike)
    rules.ropes(none)
    assert none.settings == [] and none.reruns == {}


# --- Ties, what is missing, runs and priors -------------------------------------------------------


def test_each_other_rule_of_ties_is_tried_once():
    def tried(data, by_pairs=True, **options):
        asked = []
        one = Search(
            known(lambda _, **other: asked.append(other) or (), by_pairs=by_pairs, **options),
            data, (), 9,
        )  # fmt: skip
        rules.ties(one)
        assert [row.how for row in one.factors] == ["exact"] * bool(one.settings)
        return [row.setting for row in one.settings], asked

    equal, split = "ties as an outcome of their own", "ties split"
    roped = "ties an outcome where there is a rope"
    plain, part = table(measures="xy"), table(measures="xy", rope={"x": 0.1})
    assert tried(plain, ties="auto") == ([equal], [{"ties": "equal"}])
    assert tried(plain, ties="equal") == ([roped], [{"ties": "auto"}])
    assert tried(part, ties="auto") == ([equal, split], [{"ties": "equal"}, {"ties": "split"}])
    assert tried(part, ties="split")[0] == [roped, equal]
    assert tried(plain) == ([], [])
    many = table(3, measures="xy", rope={"x": 0.1})
    assert tried(many, ties="auto")[0] == [equal, split]
    assert tried(many, by_pairs=False, ties="auto")[0] == []


def test_only_kept_runs_have_medians_and_averages_say_so():
    rows = pd.DataFrame(
        [{"d": d, "a": a, "r": r, "x": float(r == 0)} for d in "pq" for a in "AB" for r in range(3)]
    )
    roles = {"dataset": "d", "algorithm": "a", "measures": {"x": "max"}}
    means = []
    question = known(lambda data, **other: means.append(data.values.tolist()) or ())
    kept = searched(question, js.results_table(rows, **roles, runs="r", run_kind="independent"))
    rules.runs(kept)
    assert means == [[[[1 / 3] * 2]] * 2, [[[0.0] * 2]] * 2]
    assert [row.setting for row in kept.settings] == ["medians of the runs"] and not kept.not_tried
    assert [(one.factor, one.how) for one in kept.factors] == [("runs", "exact")]
    averaged = searched(question, js.results_table(rows, **roles, aggregate="mean"))
    rules.runs(averaged)
    assert averaged.settings == [] and averaged.not_tried == [
        "Medians or means of the runs: the table does not keep them (runs, when it is made)."
    ]
    single = searched(question, table())
    rules.runs(single)
    assert single.settings == single.not_tried == single.factors == []


def test_every_other_prior_rule_and_sample_size_is_tried():
    def tried(of="bayes_test", **options):
        asked = []
        one = Search(known(lambda _, **other: asked.append(other) or (), of=of, **options), table(),
                     (), 99)  # fmt: skip
        rules.priors(one)
        return {row.setting: other for row, other in zip(one.settings, asked, strict=True)}

    default = tried(prior="symmetric", prior_strength=None, rule="lower")
    assert "prior strength 1" not in default and default.pop("the papers' rule") == {
        "rule": "probability"
    }
    assert default == {said: other for said, other in rules.PRIORS if said != "prior strength 1"}
    jeffreys = tried(prior="jeffreys", prior_strength=None, rule="probability")
    assert jeffreys["the rule of the lower bound"] == {"rule": "lower"}
    assert "Jeffreys' prior" not in jeffreys and len(jeffreys) == 8
    strong = tried(prior="symmetric", prior_strength=2.0)
    assert "prior strength 2" not in strong and "prior strength 1" in strong and len(strong) == 7
    bounds = tried(prior="imprecise", prior_strength=None)
    assert "the imprecise prior of strength 1" not in bounds and len(bounds) == 7
    sizes = tried("network_test", ess=2.0)
    assert sizes == {f"equivalent sample size {size:g}": {"ess": size} for size in (0.5, 1.0, 4.0)}
    assert tried("glrt_test") == {}


# --- Left out -------------------------------------------------------------------------------------


def test_options_that_name_a_measure_lose_it():
    def left(**options):
        return left_out._ungrouped(options, "x")

    assert left() == {} == left(groups=None, within="all", ties="auto")
    assert left(ties={"x": "equal", "y": "split"}) == {"ties": {"y": "split"}}
    assert left(groups={"g": ["x", "y"]}, within="some") == {"groups": {"g": ["y"]}}
    assert left(groups={"g": ["x"], "h": ["y", "z"]}, within={"g": "some", "h": "wins"}) == {
        "groups": {"h": ["y", "z"]},
        "within": {"h": "wins"},
    }
    assert left(groups={"g": ["x"]}, within={"g": "some"}) == {"groups": None, "within": "all"}
    assert left(groups={"g": ["x"]}, within="some") == {"groups": None, "within": "all"}


def test_each_measure_is_left_out_with_its_own_words_and_options():
    asked = []

    def says(data, **other):
        asked.append((tuple(data.measures), other))
        return ()

    one = searched(known(says, ties={"x": "equal", "z": "split"}), table(measures="xyz"))
    left_out.measures(one)
    assert asked[1:] == [
        (("y", "z"), {"ties": {"z": "split"}}),
        (("x", "z"), {"ties": {"x": "equal", "z": "split"}}),
        (("x", "y"), {"ties": {"x": "equal"}}),
    ]
    assert [row.setting for row in one.settings] == [f"without the measure {m}" for m in "xyz"]
    assert [(row.factor, row.how) for row in one.factors] == [("measure", "exact")]
    for question, data in ((known(), table()), (known(of="claim_test"), table(measures="xy"))):
        none = searched(question, data)
        left_out.measures(none)
        assert none.settings == none.factors == []


def test_each_algorithm_but_the_control_is_left_out():
    def left(question, data, **more):
        one = searched(question, data, **more)
        left_out.algorithms(one)
        return one, [row.setting.removeprefix("without the algorithm ") for row in one.settings]

    one, names = left(known(lambda data, **_: [about(*data.algorithms)]), table(4))
    assert names == list("ABCD") and one.factors[0].how == "exact" and not one.not_tried
    assert [row.n_decided for row in one.settings] == [1] * 4
    one, names = left(known(control="B"), table(4), most=2)
    assert names == ["A", "C"] and one.factors[0].how == "tried"
    assert one.not_tried == [
        "1 of 3 algorithms were not left out: of so many pairs each takes long."
    ]
    assert left(known(), table(2))[1] == left(known(by_pairs=False), table(3))[1] == []


def test_data_sets_that_show_the_same_are_computed_once_and_told_each():
    values = {"A": [[1.0], [2.0], [0.0], [3.0]], "B": [[0.5]] * 4}
    one = searched(known(lambda data, **_: [about("A", "B", said=str(data.n))]),
                   table(values=values))  # fmt: skip
    left_out.datasets(one)
    names = one.table.datasets
    assert [row.setting for row in one.settings] == [f"without {name}" for name in names]
    assert one.reruns == {"data set": 2} and one.factors[0].how == "exact"
    assert [row.new for row in one.settings] == [("3",)] * 4
    few = searched(known(), table(values=values), most=1)
    left_out.datasets(few)
    assert len(few.settings) == 3 and few.factors[0].how == "tried"
    assert few.not_tried == ["1 of 4 data sets were not left out: most = 1 computations are spent."]


def test_data_sets_of_orderings_with_a_rope_stand_each_alone():
    def computed(l, by_pairs, **options):
        data = table(l, values={name: np.full((3, 1), 9.0 * i) for i, name in enumerate("ABC"[:l])},
                     **options)  # fmt: skip
        one = searched(known(by_pairs=by_pairs), data)
        left_out.datasets(one)
        return one.reruns["data set"]

    rope = {"rope": {"x": 1.0}}
    assert computed(3, False, **rope) == 3  # ropes do not make one order of three
    assert computed(3, False) == computed(3, True, **rope) == computed(2, False, **rope) == 1


def test_what_cannot_be_left_out_is_told_once():
    single = table(values={"A": [[1.0]], "B": [[0.0]]})
    one = searched(known(), single)
    left_out.datasets(one)
    (name,) = single.datasets
    assert one.not_tried == [f"Without {name}: No data set is left."] and one.settings == []


def test_families_are_named_with_their_size():
    rows = pd.DataFrame(
        [{"d": d, "a": a, "f": "one" if d in "pq" else "two", "x": float(a == "A")}
         for d in "pqr" for a in "AB"]
    )  # fmt: skip
    roles = {"dataset": "d", "algorithm": "a", "measures": {"x": "max"}}
    left = []
    question = known(lambda data, **_: left.append(data.datasets) or ())
    one = searched(question, js.results_table(rows, **roles, cluster="f"))
    left_out.families(one)
    assert [row.setting for row in one.settings] == [
        "without the family one (2 data sets)",
        "without the family two (1 data set)",
    ]
    assert left[1:] == [("r",), ("p", "q")]
    alone = js.results_table(rows.assign(f=rows["d"]), **roles, cluster="f")
    for data in (alone, js.results_table(rows.drop(columns="f"), **roles)):
        none = searched(question, data)
        left_out.families(none)
        assert none.settings == []


# --- Other tables ---------------------------------------------------------------------------------


def with_holes(missing):
    rows = [
        {"d": f"D{i}", "a": a, "x": np.nan if (i, a) in {(1, "B"), (3, "C")} else i + ord(a) * 1.5}
        for i in range(5)
        for a in "ABC"
    ]
    return js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max"}, missing=missing
    )


@pytest.mark.parametrize("missing", ["drop", "unknown", "worst"])
def test_the_other_treatments_are_those_of_a_table_made_so(missing):
    made = dict(variants.treatments(with_holes(missing)))
    assert set(made) == {"drop", "unknown", "worst"} - {missing}
    for rule, found in made.items():
        there = with_holes(rule)
        assert found.missing == rule and set(found.datasets) == set(there.datasets)
        order = [found.datasets.index(name) for name in there.datasets]
        assert np.array_equal(found.values[order], there.values, equal_nan=True)
        assert {one.dataset for one in found.dropped} == {one.dataset for one in there.dropped}
        assert found.unknown == there.unknown
    assert list(variants.treatments(table())) == []


def test_what_is_left_of_a_table_keeps_what_is_known_of_the_rest():
    every = with_holes("unknown")
    assert variants.datasets_of(every) == ("D0", "D2", "D4", "D1", "D3")
    assert variants.datasets_of(with_holes("drop")) == ("D0", "D2", "D4")
    left = variants.without(every, {"D2", "D1"})
    assert left.datasets == ("D0", "D4") and [one.dataset for one in left.dropped] == ["D3"]
    assert np.array_equal(left.incomplete, every.incomplete[1:], equal_nan=True)
    assert np.array_equal(left.values, every.values[[0, 2]])
    assert variants.without(every, {"D0", "D2", "D4"}).n == 0  # A and C are known on D1
    with pytest.raises(NoDataError, match="No data set is left"):
        variants.without(table(), set(table().datasets))


def test_widths_at_which_ties_begin_are_the_distances_of_pairs():
    values = {"A": [[0.0], [5.0]], "B": [[1.0], [5.0]], "C": [[3.0], [9.0]]}
    data = table(values=values)
    assert variants.differences(data, "x", None).tolist() == [1, 2, 3, 4]
    assert variants.differences(data, "x", "A").tolist() == [1, 3, 4]
    assert variants.differences(data, "x", "C").tolist() == [2, 3, 4]
    doubled = {name: np.array(own) * [1, 2] for name, own in values.items()}
    two = table(measures="xy", values=doubled)
    assert variants.differences(two, "y", None).tolist() == [2, 4, 6, 8]
    holes = variants.differences(with_holes("unknown"), "x", None)
    assert holes.tolist() == [1.5, 3]
    assert variants.with_rope(two, "y", 2).rope == {"x": 0.0, "y": 2.0}


def test_data_sets_are_alike_that_show_the_same_of_every_pair():
    values = {"A": [[3.0], [9.0], [0.0], [3.0]], "B": [[2.0], [5.0], [1.0], [1.0]],
              "C": [[1.0], [4.0], [2.0], [2.0]]}  # fmt: skip
    data = table(values=values)
    kinds = variants.alike(data, None, by_outcomes=True)
    assert kinds[0] == kinds[1] and len(set(kinds.tolist())) == 3
    against = variants.alike(data, "A", by_outcomes=True)  # B and C may change places
    assert against[0] == against[1] == against[3] != against[2]
    assert variants.alike(data, None, by_outcomes=False).tolist() == [0, 1, 2, 3]
    named = data.datasets
    families = replace(data, families=dict(zip(named, "fgff", strict=True)))
    assert len(set(variants.alike(families, "A", by_outcomes=True).tolist())) == 3


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
    three = js.most_measures_test(table(3, 4))
    assert fewest._by_counts(three) is None
