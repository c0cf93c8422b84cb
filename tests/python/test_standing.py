"""Who stands how to whom, counted from rows of claims that are written by hand."""

from dataclasses import asdict, dataclass
from types import SimpleNamespace

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.compare import leaderboard
from jointstats.labelled.compare.pair_answers import pair_answers
from jointstats.labelled.compare.pair_claim import Known, KnownDifference, Names, PairClaim
from jointstats.labelled.compare.ranking import OneMeasure, Ranking
from jointstats.labelled.compare.standing import Tally, standing, tallies
from jointstats.labelled.findings import every_pair, kinds
from jointstats.labelled.findings.base import Strength
from jointstats.labelled.findings.of_comparison import findings_of
from jointstats.labelled.rows import Row
from jointstats.labelled.table.groups import Group


def row(a="A", b="B", strength="shown", winner=None, **changed):
    """A pair; the winner is better on both measures."""
    loser = None if winner is None else b if winner == a else a
    about = {
        "a": a, "b": b, "winner": winner, "loser": loser, "claim": "most_common",
        "strength": strength, "measures": Names(("x", "y") if winner else ()), "count": 8,
        "against": 1, "rest": 1, "n": 9, "probability": None, "p_value": 0.01, "p_adjusted": 0.02,
        "sweeps_a": 8, "sweeps_b": 1, "wins_a": {"x": 8, "y": 8}, "wins_b": {"x": 1, "y": 1},
    }  # fmt: skip
    return PairClaim(**about | changed)


X, Y = Names("x"), Names("y")
DEARER = Known((KnownDifference(name="price", better="B", values={}, direction="min"),))
# What is claimed of A and B, and how A and B stand by it.
CASES = {
    "the first wins": (row(winner="A"), "beats", "beaten_by"),
    "the second wins": (row(winner="B"), "beaten_by", "beats"),
    "the first leads": (row(winner="A", strength="leaning"), "leads", "trails"),
    "the second leads": (row(winner="B", strength="leaning"), "trails", "leads"),
    "nothing": (row(winner="A", strength="open"), "open", "open"),
    "nobody leads": (row(strength="leaning"), "open", "open"),
    "each on something": (row(measures=X, measures_other=Y), "trade_offs", "trade_offs"),
    "equal": (row(measures_equal=Names("xy")), "equal", "equal"),
    "better on a group alone": (row(measures=X), "open", "open"),
    "the other on a group alone": (row(measures_other=X), "open", "open"),
    "dearer": (row(measures=X, ahead="A", known=DEARER), "trade_offs", "trade_offs"),
    "equal mostly, the first more often": (row(shown=Names(["more_often"])), "beats", "beaten_by"),
    "equal mostly, the second more often": (
        row(shown=Names(["outcome_most_common", "more_often"]), sweeps_a=1, sweeps_b=8),
        "beaten_by",
        "beats",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_claim_counts_once_for_each_of_the_two(name):
    claim, first, second = CASES[name]
    found = tallies("ABC", [claim])
    assert found == {"A": Tally(**{first: 1}), "B": Tally(**{second: 1}), "C": Tally()}


def test_counts_add_up_over_pairs_and_who_wins_more_than_it_loses_comes_first():
    rows = [row(winner="B"), row("A", "C", winner="C"), row("C", "B", winner="B")]
    found = tallies("ABC", rows)
    assert {name: one.net for name, one in found.items()} == {"A": -2, "B": 2, "C": 0}
    ranks = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    assert standing(found, ranks) == ("B", "C", "A")
    even = {name: Tally() for name in "BCA"}
    assert standing(even, np.array([[3.0, 1.0, 2.0], [1.0, 1.0, 1.0]])) == ("C", "A", "B")
    # Equal but for rounding: by name, whatever the sequence of the table.
    assert standing(even, np.array([[2.0, 2.0 - 1e-13, 2.0 + 1e-13]])) == ("A", "B", "C")
    assert standing(even, np.array([[2.0, 2.0 - 2e-9, 2.0]])) == ("C", "A", "B")


# --- The leaderboard's matrices -------------------------------------------------------------------


def test_with_a_control_only_its_own_pairs_are_asked_for():
    assert leaderboard._asked("ABC", None).all()
    assert leaderboard._asked("ABC", "B").tolist() == [
        [False, True, False], [True, True, True], [False, True, False],
    ]  # fmt: skip


def test_who_is_jointly_better_is_so_by_the_weakest_claim_and_has_no_worse_property():
    often = Names(["most_common", "more_often"])
    rows = [
        row("A", "B", shown=often),
        row("A", "C", shown=often, sweeps_a=1, sweeps_b=8),
        row("B", "C", shown=Names(["not_worse_more_often"])),
        row("C", "D", shown=often, ahead="C", measures=X),
    ]
    found = leaderboard._shown_jointly("ABCD", rows)
    assert {("ABCD"[i], "ABCD"[j]) for i, j in np.argwhere(found).tolist()} == {
        ("A", "B"), ("C", "A"),
    }  # fmt: skip


def test_data_sets_of_each_over_each_other_one():
    rows = [row("A", "B", sweeps_a=5, sweeps_b=2), row("C", "A", sweeps_a=7, sweeps_b=0)]
    found = leaderboard._sweeps(rows, {"A": 0, "B": 1, "C": 2})
    assert found.tolist() == [[0, 5, 0], [2, 0, 0], [7, 0, 0]]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (np.nan, np.nan, np.nan)),
        ([3.0], (3.0, 3.0, np.nan)),
        ([1.0, 2.0, 6.0], (3.0, 2.0, 7**0.5)),
        ([1e200, 2e200, 6e200], (3e200, 2e200, 7**0.5 * 1e200)),
        ([4.0, -np.inf, 2.0, 3.0], (np.nan, 2.5, np.nan)),  # a failed run
        ([-np.inf, -np.inf], (np.nan, -np.inf, np.nan)),
    ],
)
def test_mean_median_and_standard_deviation(values, expected):
    found = leaderboard._in_their_unit(np.array(values))
    assert found == pytest.approx(expected, nan_ok=True, rel=1e-15)


def test_large_results_of_a_measure_leave_the_others_as_they_are():
    values = {"A": [[1e200, 1.0], [3e200, 2.0]], "B": [[2e200, 1.0], [2e200, 4.0]]}
    found = js.leaderboard(values, measures={"x": "max", "y": "min"})
    assert [found.row(name).algorithm for name in "AB"] == ["A", "B"]
    assert [one.algorithm for one in found.rows] == list(found.order)
    board = found.row("A")
    assert (board.mean["x"], board.sd["x"]) == pytest.approx((2e200, 2**0.5 * 1e200))
    assert (board.mean["y"], board.sd["y"]) == (1.5, 0.5**0.5)


@pytest.mark.parametrize(
    ("best", "on", "shown", "said"),
    [
        (["A"], {"x": ["A"]}, 1, "1 of 3 pairs is shown to have a winner; 1 of 3 algorithms alone "
         "may be best: A."),
        (["A", "B"], {"x": ["A", "B"]}, 2, "2 of 3 pairs are shown to have a winner; 2 of 3 "
         "algorithms may be best: A and B."),
        (["C"], {"x": ["C"], "y": ["A", "C"]}, 0, "No pair is shown to have a winner jointly; "
         "1 of 3 algorithms alone may be best jointly: C. On one measure alone: x: C; y: A and C."),
    ],
)  # fmt: skip
def test_the_verdict_counts_pairs_and_names_the_best(best, on, shown, said):
    assert leaderboard._verdict(best, on, shown, 3, tuple("ABC")) == said


def test_pairs_of_which_two_answers_differ_are_told_and_counted():
    turned = row(winner="A", shown=Names(["not_worse_more_often", "more_often"]), sweeps_a=1,
                 sweeps_b=8)  # fmt: skip
    table = js.results_table(
        {"A": [[1, 2]], "B": [[2, 1]], "C": [[0, 0]]}, measures={"x": "max", "y": "max"}
    )
    agreed = row("A", "C", winner="A", shown=Names(["more_often"]))
    (said,) = leaderboard._two_answers(table, [turned, agreed])
    assert str(said).startswith(
        "A beats B, but B is better than A on both measures at once more often than the other way "
        "round: the first"
    )
    more = [row(b="C", winner="A", shown=turned.shown, sweeps_a=1, sweeps_b=8), turned]
    (said,) = leaderboard._two_answers(table, [turned, *more[:1]])
    assert "the other way round (and so of 1 more pair): the first" in str(said)
    assert list(leaderboard._two_answers(table, [agreed])) == []
    leaning = row(winner="A", strength="leaning", shown=turned.shown, sweeps_a=1, sweeps_b=8)
    assert list(leaderboard._two_answers(table, [leaning])) == []
    assert list(leaderboard._two_answers(table.select(measures=["x"]), [turned])) == []


# --- Findings about all pairs ---------------------------------------------------------------------


def test_what_findings_say_of_every_kind_of_pair():
    rows = [claim for claim, *_ in CASES.values()]
    rows.sort(key=lambda one: ("shown", "leaning", "open").index(one.strength))
    found = kinds.Claims(
        algorithms=("B", "A"), measures=("x", "y"), pairs=rows, control=None, alpha=0.05
    )
    assert {one.strength for one in found.shown} == {"shown"} and len(found.shown) == 9
    assert [one.winner for one in found.leaning] == ["A", "B", None]
    assert (len(found.open), found.n_undecided, found.strength) == (1, 4, Strength.SHOWN)
    assert [one.winner for one in found.won] == ["A", "B"]
    assert [(one.traded, one.ahead) for one in found.trade_offs] == [(True, None), (False, "A")]
    assert {(one.measures, one.measures_other) for one in found.partly} == {(X, ()), ((), X)}
    assert len(found.partly) == 2
    assert len(found.equal) == 3
    assert {name: len(won) for name, won in found.wins.items()} == {"B": 1, "A": 1}
    assert list(found.wins) == ["B", "A"]
    assert found.losses == {"A": 1, "B": 1} and found.beaten == {"A", "B"}
    open_ = kinds.Claims(
        algorithms=("B", "A"), measures=("x", "y"), pairs=rows[9:], control=None, alpha=0.05
    )
    assert (open_.strength, open_.n_undecided) == (Strength.LEANING, 4)
    last = kinds.Claims(
        algorithms=("B", "A"), measures=("x",), pairs=rows[-1:], control=None, alpha=0.05
    )
    assert last.strength == Strength.OPEN and not last.shown and not last.leaning


def test_to_whom_the_data_lean_most_comes_first_and_then_the_better_one():
    rows = [row(a, b, "leaning", w) for a, b, w in ("ABA", "ACC", "BCC", "BDB", "ADA")]
    found = kinds.Leanings(
        algorithms=tuple("DCBA"), measures=("x",), pairs=rows, control=None, alpha=0.05,
        expected_wrong=0.1,
    )  # fmt: skip
    assert list(found.leading.items()) == [("C", 2), ("A", 2), ("B", 1)]
    assert found.champion is None


def test_a_champion_beats_every_other_one():
    rows = [row(a, b, winner=w) for a, b, w in ("ABB", "BCB", "ACA")]
    about = {"algorithms": tuple("ABC"), "measures": ("x",), "control": None, "alpha": 0.05}
    assert kinds.Claims(**about, pairs=rows).champion == "B"
    assert kinds.Unbeaten(**about, pairs=rows).left == ["B"]
    assert kinds.Claims(**about, pairs=rows[::2]).champion is None
    assert kinds.Unbeaten(**about, pairs=rows[1:]).left == ["A", "B"]


def test_claims_go_by_strength_then_by_kind_p_value_and_place():
    rows = [
        row(winner="A", strength="open", p_adjusted=0.001),
        row("C", "A", winner="A", claim="more_often", p_adjusted=0.001),
        row("A", "B", winner="B", p_adjusted=0.03),
        row("D", "A", winner="A", p_adjusted=0.02),
        row("B", "A", winner="B", p_adjusted=0.02),
        row("B", "D", winner="B", p_adjusted=0.02),
        row("B", "C", winner="B", claim="most_data_sets", p_adjusted=0.04),
        row("B", "C", winner="B", strength="leaning", p_adjusted=0.002),
    ]
    found = every_pair.by_strength(rows, "DBAC")
    assert [rows.index(one) for one in found] == [6, 5, 3, 4, 2, 1, 7, 0]


# --- The pairs of a comparison --------------------------------------------------------------------


@dataclass(frozen=True)
class Alone(Row):
    """A separate test of a pair."""

    a: str
    b: str
    winner: str | None
    median_difference: float | None
    p_adjusted: float


def test_an_answer_of_a_pair_has_its_single_measures_from_the_side_of_the_first():
    ranking = Ranking("x", ("A", "B"), (1.0, 2.0), (), "A > B")
    alone = {
        "x": OneMeasure(ranking=ranking, tests=[Alone("B", "A", "A", -0.25, 0.01)]),
        "y": OneMeasure(ranking=ranking, tests=[Alone("A", "B", None, 0.0, 1.0),
                                                Alone("C", "A", "C", None, 0.2)]),
    }  # fmt: skip
    first, second, third = pair_answers([row(winner="A"), row("A", "C"), row("D", "A")], alone)
    assert first.better_on == {"x": "A", "y": None}
    assert first.difference_on == {"x": 0.25, "y": 0.0}
    assert first.p_on == {"x": 0.01, "y": 1.0}
    assert second.better_on == {"x": None, "y": "C"}
    assert second.difference_on == {"x": None, "y": None}
    assert second.p_on == {"x": None, "y": 0.2}
    assert third.p_on == third.better_on == {"x": None, "y": None}
    turned = pair_answers([row("B", "A")], {"y": alone["y"]})[0].difference_on["y"]
    assert str(turned) == "0.0"


@pytest.mark.parametrize("name", CASES)
def test_a_trade_off_of_a_pair_is_one_that_is_counted(name):
    claim, first, _ = CASES[name]
    (answer,) = pair_answers([claim], {})
    assert answer.trade_off == (first == "trade_offs")
    assert {k: v for k, v in asdict(answer).items() if k in asdict(claim)} == asdict(claim)


# --- What a comparison finds ----------------------------------------------------------------------

X_AND_Y = {"x": ["A", "B"], "y": ["A", "B"]}


def found_of(joint=(), normal=None, pairs=None, **more):
    """The findings of a comparison of A and B, or of more algorithms, by their kinds."""
    names = more.pop("names", "AB")
    about = {"order": tuple(reversed(names)), "control": None, "alpha": 0.05} | more
    claimed = SimpleNamespace(
        pairs=[row(winner="A")] if pairs is None else pairs, families=None, expected_wrong=0.25
    )
    separate = SimpleNamespace(
        algorithms=tuple(names), measures={"x": "max", "y": "max"}, tests=more.pop("tests", [])
    )
    about.pop("tests", None)
    found = findings_of(claimed, dict(joint), separate, [], normal=normal, **about)
    return {type(one).__name__: one for one in found}


def says(best=None, **more):
    return SimpleNamespace(best=best, **more)


def test_of_two_the_order_is_the_tables_and_nobody_is_unbeaten():
    found = found_of()
    assert list(found) == ["Claims", "TooManyTies", "MeasuresAlone", "FirstPlaces"]
    assert found["Claims"].algorithms == ("A", "B")
    three = found_of(names="ABC")
    assert list(three) == ["Claims", "Unbeaten", "MeasuresAlone", "FirstPlaces"]
    assert three["Claims"].algorithms == ("C", "B", "A")
    assert "Unbeaten" not in found_of(names="ABC", control="A")
    assert "Unbeaten" not in found_of(names="ABC", pairs=[row(measures=X, measures_other=Y)])
    champion = [row(winner="A"), row("A", "C", winner="A"), row("B", "C", strength="open")]
    assert "Unbeaten" not in found_of(names="ABC", pairs=champion)
    leaning = found_of(pairs=[row(winner="A", strength="leaning")])
    assert leaning["Leanings"].expected_wrong == 0.25


def test_groups_are_told_unless_each_is_one_measure():
    alone, two = Group("x", ("x",)), Group("both", ("x", "y"))
    assert "InGroups" not in found_of(groups=(alone,))
    assert found_of(groups=(alone, two))["InGroups"].groups == (alone, two)


def test_each_question_has_the_answers_of_both_tests():
    both = {"glrt": says(), "bayes": says()}
    assert found_of(both)["QuestionAnswer"].bayes is both["bayes"]
    assert "TooManyTies" not in found_of(both)
    network = says()
    assert found_of(both | {"network": network})["NetworkView"].network is network
    three = both | {"network": network}
    assert "NetworkView" not in found_of(three, names="ABC")
    assert "NetworkView" not in found_of({"network": network, "bayes": None})
    assert "QuestionAnswer" not in found_of({"bayes": says()})
    control = found_of(both | {"bayes_control": network}, names="ABC", control="B")
    assert control["ControlAnswer"].bayes is network and control["ControlAnswer"].control == "B"
    assert "ControlAnswer" not in found_of({"bayes_control": network}, names="ABC")
    assert "ControlAnswer" not in found_of({"bayes_control": None}, names="ABC", control="B")


def test_who_is_best_may_differ_from_who_comes_first_in_the_most_probable_order():
    best = {"glrt_best": says(), "bayes_best": says({"x": ["A"], "y": ["A"]})}
    order = {"x": ["A", "C", "B"], "y": ["C", "A", "B"]}
    found = found_of(best | {"bayes": says(order)}, names="ABC")
    assert found["DifferentFirsts"].measures == ("y",)
    for other in ({"bayes": says()}, {"bayes": None}, {"bayes_best": says()}, {"glrt_best": None}):
        assert "DifferentFirsts" not in found_of(best | {"bayes": says(order)} | other, names="ABC")
    same = {"x": ["A", "C", "B"], "y": ["A", "C", "B"]}
    assert "DifferentFirsts" not in found_of(best | {"bayes": says(same)}, names="ABC")


def test_dominance_is_told_of_more_than_two():
    for names, is_told in (("AB", False), ("ABC", True)):
        part = SimpleNamespace(algorithms=tuple(names))
        assert ("ParetoFinding" in found_of({"pareto": part}, names=names)) == is_told


@pytest.mark.parametrize(
    ("normal", "told"),
    [
        ({"hotelling": SimpleNamespace(decided=True), "mardia": None}, ["Means"]),
        ({"hotelling": SimpleNamespace(decided=False), "mardia": "m"},
         ["Means", "Normality", "MeansAgainstStatements"]),
        ({"manova": SimpleNamespace(decided=False), "mardia": "m"}, ["Means", "Normality"]),
        ({"hotelling": None, "mardia": "m"}, ["Means"]),
    ],
)  # fmt: skip
def test_means_are_told_with_normality_and_where_they_disagree(normal, told):
    found = found_of(normal=normal)
    assert [
        name for name in found if name in (*told, "Normality", "MeansAgainstStatements")
    ] == told
    assert found["Means"].test is (normal.get("hotelling") or normal.get("manova"))
    assert "MeansAgainstStatements" not in found or not found["MeansAgainstStatements"].means_differ


def test_a_measure_that_decides_against_the_winner_of_a_pair_is_told():
    tests = [
        SimpleNamespace(a=a, b=b, measure=m, winner=w)
        for a, b, m, w in (("A", "B", "x", "A"), ("A", "B", "y", "B"), ("C", "A", "x", "C"),
                           ("C", "A", "y", None), ("B", "C", "x", "C"))
    ]  # fmt: skip
    pairs = [row(winner="A"), row("A", "C", winner="A"), row("B", "C", measures=X)]
    found = found_of(names="ABC", pairs=pairs, tests=tests)["MeasuresAlone"].against
    assert found == (kinds.Against("A", "B", "y"), kinds.Against("A", "C", "x"))
