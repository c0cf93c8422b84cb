"""Findings as data, and that every kind of them has words in both forms."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.compare.pairs import LikelihoodPair, PosteriorPair
from jointstats.labelled.compare.pairwise_result import (
    JointPairsResult,
    MeanPairsResult,
    SeparatePairsResult,
)
from jointstats.labelled.errors import DecisionLostWarning, TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Finding, Pair, Strength, first, strength_of
from jointstats.words.findings import brief, findings, paragraph, sentences
from jointstats.words.forms import Answers, Opening
from jointstats.words.pairs import confirms
from jointstats.words.phrases import chance, expected_wrong, least_chance

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def two(*counts, **options):
    """A and B on two measures; counts of the statements AA, AB, BA, BB."""
    rows = [[2 * (k >> 1) - 1, 2 * (k & 1) - 1] for k, n in enumerate(counts) for _ in range(n)]
    b = np.array(rows) * (1 + 1e-4 * np.arange(len(rows)))[:, None]
    ways = {"acc": "max", "time": "max"}
    return js.compare_algorithms({"A": 0 * b, "B": b}, measures=ways, **options)


def ladder(steps, n=20, noise=0.1, m=2, **options):
    """Algorithms a0, a1, … with these mean results on every measure."""
    rng = np.random.default_rng(0)
    values = {f"a{i}": rng.normal(s, noise, size=(n, m)) for i, s in enumerate(steps)}
    return js.compare_algorithms(values, measures={f"m{j}": "max" for j in range(m)}, **options)


def trade_offs(**options):
    """A is better than B and C on x, worse on y; B is better than C on both."""
    rows = {"A": (9, 1), "B": (2, 3), "C": (1, 2)}
    values = {name: np.tile(np.array(row, dtype=float), (15, 1)) for name, row in rows.items()}
    return js.compare_algorithms(values, measures={"x": "max", "y": "max"}, **options)


def partly_equal():
    """A and B are within the rope on x, and B is better on y; C is worse than both on both."""
    rows = {"A": (9, 1), "B": (9.1, 3), "C": (1, 0.5)}
    values = {name: np.tile(np.array(row, dtype=float), (15, 1)) for name, row in rows.items()}
    return js.compare_algorithms(values, measures={"x": "max", "y": "max"}, rope={"x": 0.5})


def kinds_of(result):
    return [type(finding).__name__ for finding in result.found]


# --- As data --------------------------------------------------------------------------------------


def test_strength_is_what_both_tests_decide():
    assert strength_of(True, True) is Strength.SHOWN
    assert strength_of(True, False) is strength_of(False, True) is Strength.LEANING
    assert strength_of(False, False) is Strength.OPEN
    # Exact p of 14 : 1 is 2·16/2^15, of 5 : 0 is 2^-4, of 6 : 5 about 1.
    for counts, strength in (
        ((0, 0, 1, 14), Strength.SHOWN),
        ((0, 0, 0, 5), Strength.LEANING),
        ((0, 5, 0, 6), Strength.OPEN),
    ):
        answer = two(*counts).found[0]
        assert isinstance(answer, kinds.QuestionAnswer) and answer.strength is strength
        assert answer.algorithms == ("A", "B") and answer.measures == ("acc", "time")
    contradictory = two(0, 0, 1, 12, prior=[1, 1, 60, 1]).found[0]
    assert contradictory.contradictory and contradictory.strength is Strength.LEANING


def test_the_verdict_of_two_comes_first_and_the_cautions_last():
    found = two(0, 0, 1, 14, normal=True)
    assert kinds_of(found) == [
        "QuestionAnswer", "NetworkView", "ParetoFinding", "MeasuresAlone", "FirstPlaces", "Means",
        "Normality", *["TestCaution"] * len(found.warnings),
    ]  # fmt: skip
    answer = found.found[0]
    assert (answer.leader, answer.all_tied, answer.repeats) == ("B", False, True)
    alone = first(found.found, kinds.MeasuresAlone)
    assert alone.winners == {"acc": "B", "time": "B"} and alone.decided
    assert [(c.first, c.second, c.measure) for c in alone.confirmed] == [
        ("B", "A", "acc"), ("B", "A", "time"),
    ]  # fmt: skip
    assert not alone.open and not alone.contradicted


def test_wins_of_many_algorithms():
    found = ladder([0, 1, 3]).found
    wins = found[0]
    assert isinstance(wins, kinds.Wins) and wins.strength is Strength.SHOWN
    assert {name: [pair.loser for pair in won] for name, won in wins.wins.items()} == {
        "a1": ["a0"], "a2": ["a0", "a1"],
    }  # fmt: skip
    assert (wins.top, wins.beaten) == (["a2"], {"a0", "a1"})
    assert [pair.bayes.count for pair in wins.pairs] == [20.0] * 3
    assert wins.nearest is None and wins.least_certain in wins.decisive
    assert first(found, kinds.Unbeaten) is None  # one beats all: the verdict says it
    confirmation = first(found, kinds.Confirmation)
    assert len(confirmation.decided) == 3 and confirmation.alone == []
    assert 0 < confirmation.expected_wrong < 0.01


def test_two_share_the_top_and_some_pairs_stay_open():
    found = ladder([1, 1, 0, 0], noise=0.2).found
    assert found[0].top == ["a0", "a1"]
    assert first(found, kinds.Unbeaten).left == ["a0", "a1"]
    assert {(p.a, p.b) for p in found[0].pairs if not p.decided} == {("a0", "a1"), ("a2", "a3")}
    assert (found[0].nearest.a, found[0].nearest.b) in {("a0", "a1"), ("a2", "a3")}


def test_a_circle_has_a_top_too():
    pair = {name: pair_of(*name) for name in ("AB", "BC", "CA")}
    circle = kinds.Wins(algorithms=tuple("ABC"), measures=("x",), pairs=tuple(pair.values()))
    assert circle.top == ["A", "B", "C"] and circle.beaten == set("ABC")


def pair_of(a, b, *, p=0.99, decided=True, confirmed=True, lower=0.9):
    """A pair that `a` wins on x."""
    common = {"a": a, "b": b, "n": 9, "count": 8.0, "order": {"x": [a, b]}, "statement": "",
              "better": a}  # fmt: skip
    return Pair(
        PosteriorPair(**common, probability=p, probability_lower=lower, mcse=0.0, decided=decided,
                      winner=a if decided else None),
        LikelihoodPair(**common, p_value=0.02, p_value_asymptotic=0.02, p_adjusted=0.02,
                       decided=confirmed, winner=a if confirmed else None),
    )  # fmt: skip


def test_a_pair_by_both_tests():
    pair = pair_of("A", "B")
    assert (pair.winner, pair.loser, pair.strength) == ("A", "B", Strength.SHOWN)
    assert pair.lost_to_the_prior(0.05) and not pair.lost_to_the_prior(0.2)
    alone = pair_of("A", "B", decided=False)
    assert (alone.won, alone.winner, alone.strength) == (False, "A", Strength.LEANING)
    assert not alone.lost_to_the_prior(0.05)
    assert pair_of("A", "B", decided=False, confirmed=False).strength is Strength.OPEN


def test_a_control_wins_and_loses():
    wins = ladder([1, 2, 0, 1.01], noise=0.05, control="a0").found[0]
    assert wins.control == "a0" and len(wins.pairs) == 3
    assert [(pair.winner, pair.loser) for pair in wins.decisive] == [("a0", "a2"), ("a1", "a0")]
    assert "Unbeaten" not in kinds_of(ladder([1, 2, 0], control="a0"))


def test_trade_offs_are_no_wins():
    wins, mixed = (first(trade_offs().found, kind) for kind in (kinds.Wins, kinds.TradeOffs))
    assert [(pair.a, pair.b) for pair in mixed.trade_offs] == [("A", "B"), ("A", "C")]
    assert list(wins.wins) == ["B"]
    alone = trade_offs(control="A").found[0]
    assert not alone.decisive and alone.least_certain in alone.trade_offs
    assert alone.strength is Strength.OPEN


def test_decisions_that_another_prior_would_undo():
    # The same order on each of 4 data sets: P(Beta(4, 2) > ½) = 0.8125 with mass 2 on another.
    lost = first(ladder([0, 1, 3], n=4).found, kinds.PriorLoss)
    assert [row.probability_lower for row in lost.pairs] == pytest.approx([0.8125] * 3)
    assert [bayes.question for bayes in lost.answers] == ["best", "orderings"]
    assert first(two(0, 0, 1, 14).found, kinds.PriorLoss) is None
    assert first(two(0, 0, 0, 3).found, kinds.PriorLoss).only


def test_margins_equal_those_of_the_tests_of_the_pair():
    result = ladder([1, 1, 0, 0], noise=0.2)
    wins, margins = result.found[0], result.margins()
    weakest, nearest = wins.least_certain, wins.nearest
    assert margins.bayes == result.bayes_margin(weakest.a, weakest.b) and margins.bayes.decided
    assert margins.nearest == result.bayes_margin(nearest.a, nearest.b)
    assert not margins.nearest.decided
    # 2·P(Bin(15, ½) ≥ 12) = .035, 2·P(Bin(14, ½) ≥ 11) = .057: the GLRT needs six more.
    alone = js.compare_algorithms(js.load_dataset("example1")).margins()
    assert (alone.bayes.data_sets, alone.glrt.data_sets) == (3, 6)


def test_first_places_by_mean_rank():
    places = first(ladder([0, 1, 3]).found, kinds.FirstPlaces)
    assert places.firsts == {"a2": ["m0", "m1"]} and places.clear == ["m0", "m1"]


def test_the_same_ties_are_told_once_and_a_lost_decision_by_a_finding():
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[0, 0, :2] = values[0, 0, 0]
    made = {name: values[:, :, i] for i, name in enumerate("ABC")}
    result = js.compare_algorithms(made, measures={"x": "max", "y": "min"})
    categories = [getattr(one.message, "category", None) for one in kinds.cautions(result.found)]
    assert categories.count(TiesWarning) == 1
    (ties,) = (c for c in kinds.cautions(result.found) if c.message.category is TiesWarning)
    assert ties.questions == ("orderings", "best")
    lost = two(0, 0, 0, 3)
    assert any(text.category is DecisionLostWarning for text in lost.joint["bayes"].warnings)
    assert not lost.warnings or all("undo" not in text for text in lost.warnings)


def test_the_data_stay_in_python_and_the_sentences_cross():
    result = ladder([0, 1, 3])
    plain = result.to_dict()
    assert not {"found", "source"} & set(plain)
    assert plain["findings"] == list(result.findings) and plain["verdict"] == result.findings[0]
    assert plain["warnings"] == list(result.warnings)
    again = replace(result, call={})
    assert again.findings == result.findings and again.found is result.found


# --- The pairwise tests have one type for each kind of row ----------------------------------------


def test_pairwise_tests_have_a_class_for_each_kind_of_row():
    table = js.load_dataset("weka").select(measures=["accuracy", "mae"])
    for test, kind in (
        ("glrt", JointPairsResult), ("bayes", JointPairsResult), ("wilcoxon", SeparatePairsResult),
        ("hotelling", MeanPairsResult),
    ):  # fmt: skip
        result = js.pairwise_tests(table, test=test)
        assert type(result) is kind and result.rows is result.pairs
        (decided, *rest) = result.found
        assert isinstance(decided, kinds.Decided)
        assert decided.n_decided == sum(row.decided for row in result.pairs)
        assert decided.by_measure == (test == "wilcoxon")
        assert all(isinstance(finding, kinds.LostPairs) for finding in rest)
        for row in result.pairs:
            assert row["winner"] == row.winner
            assert row.loser == (None if row.winner is None else
                                 row.b if row.winner == row.a else row.a)  # fmt: skip


def test_own_cases_are_a_finding():
    values = np.array([[1, 2, np.nan], [3, 1, np.nan], [2, np.nan, 1], [5, 4, 3]])
    made = js.results_table_matrices(
        {name: values[:, [i]] for i, name in enumerate("ABC")},
        measures={"x": "max"},
        missing="drop",
    )
    own = first(js.pairwise_tests(made, test="sign", cases="pairwise").found, kinds.OwnCases)
    assert (own.fewest, own.most, own.common) == (1, 3, 1)
    assert first(js.pairwise_tests(made, test="sign").found, kinds.OwnCases) is None


# --- In words -------------------------------------------------------------------------------------


def leaves(kind=Finding):
    subs = kind.__subclasses__()
    own = set() if kind in (Finding, kinds.OfPairs) else {kind}
    return own.union(*(leaves(sub) for sub in subs))


def every_finding():
    """At least one finding of every kind."""
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[0, 0, :2] = values[0, 0, 0]
    tied = {name: values[:, :, i] for i, name in enumerate("ABC")}
    small = np.full((30, 2), 0.05) + np.random.default_rng(2).normal(size=(30, 2)) * 0.01
    small[0] = -40.0
    ways = {"x": "max", "y": "min"}
    same = {name: np.array([[i + k, 1.0] for k in range(8)]) for i, name in enumerate("ABC")}
    failed = {name: part.copy() for name, part in same.items()}
    failed["A"][0, 0] = np.nan
    gaps = js.results_table_matrices(
        {n: np.array([[1.0], [2.0], [x]]) for n, x in zip("ABC", (1, 2, np.nan), strict=True)},
        measures={"x": "max"}, missing="drop",
    )  # fmt: skip
    big = {"A": np.zeros((2, 21)), "B": np.eye(2, 21)[::-1] * 0}
    big["B"][1] = 1
    weka = js.load_dataset("weka")
    results = [
        two(0, 0, 1, 14),
        two(0, 0, 0, 3),
        js.compare_algorithms({"A": 0 * small, "B": small}, measures={"x": "max", "y": "max"},
                              normal=True),
        js.compare_algorithms(big, measures={f"m{j}": "max" for j in range(21)}),
        js.compare_algorithms(tied, measures=ways, control="B", normal=True),
        js.compare_algorithms(same, measures=ways),
        js.compare_algorithms(failed, measures=ways, missing="worst"),
        ladder([1, 1, 0, 0], noise=0.2),
        ladder([0, 0, 0], n=6, noise=1.0),
        trade_offs(),
        partly_equal(),
        js.compare_algorithms(weka),
        js.compare_algorithms(tied | {"D": values[:, :, 0] * 0.5}, measures=ways),
        js.pairwise_tests(weka),
        js.pairwise_tests(gaps, test="sign", cases="pairwise"),
    ]  # fmt: skip
    found = [finding for result in results for finding in result.found]
    found += [part.margins() for part in results[:2] + results[7:9]]
    return [*found, kinds.DifferentFirsts(measures=("x", "y"))]


def test_every_kind_of_finding_has_words_in_both_forms():
    found = every_finding()
    assert {type(finding) for finding in found} == leaves()
    for finding in found:
        assert is_dataclass(finding) and isinstance(finding.strength, Strength)
        said = sentences(finding)
        assert said and all(isinstance(line, str) and line.endswith((".", ")")) for line in said)
        short = brief(finding)
        assert isinstance(short, Answers)
        assert any(getattr(short, f.name) for f in fields(short)), type(finding)


def test_a_paragraph_begins_with_a_subject():
    for result, begin in (
        (two(0, 0, 1, 14), "The joint comparison is decided by both"),
        (two(0, 5, 0, 6), "The joint comparison is not decided"),
        (trade_offs(control="A"), "There is no overall winner"),
        (ladder([0, 1, 3]), "By the Bayesian test, a2 beats"),
        (ladder([0, 0, 0], n=6, noise=1.0), "The joint comparison is not decided: by the Bay"),
    ):
        first_, *rest = paragraph(result)
        assert first_.startswith(begin) and tuple(rest) == findings(result)[1:]
    assert Opening("decided.").alone == Opening("decided.").in_paragraph == "Decided."


def test_what_the_stricter_test_confirms():
    def said(*firm):
        return confirms(
            [pair_of("A", b, confirmed=yes) for b, yes in zip("BCD", firm, strict=False)], ", ".join
        )

    assert said(True) == "confirms it."
    assert said(True, True) == "confirms all of them."
    assert said(False) == "does not confirm it: it is a lead, not proof."
    assert said(False, False) == "confirms none of them: they are leads, not proof."
    assert said(True, False, False) == "confirms only A over B: the others are leads, not proof."
    assert said(True, True, False) == "confirms all but A over D (p = 0.0200)."


def test_probabilities_that_round_to_one_are_not_exact():
    assert (chance(0.99999), chance(0.9)) == ("> 0.9999", "0.9000")
    assert chance(0.9, 0.95) == "between 0.9000 and 0.9500"
    assert (chance(0.9, 0.99999), chance(0.99997, 1.0)) == ("0.9000 or more", "above 0.9999")
    assert (least_chance(0.9), least_chance(0.99999)) == ("0.9000 or more", "above 0.9999")
    assert least_chance(0.9, 0.99999) == "0.9000 or more"  # not "or more or more"
    assert expected_wrong(0.2, bounded=True) == "at most 0.20"
    assert expected_wrong(0.001, bounded=True) == "below 0.01"
