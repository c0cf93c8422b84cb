"""Findings as data, and that every kind of them has words in both forms."""

import re
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.compare.of_the_table import of_the_table
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.compare.pairwise_result import (
    JointPairsResult,
    MeanPairsResult,
    SeparatePairsResult,
)
from jointstats.labelled.errors import DecisionLostWarning, TiesWarning
from jointstats.labelled.findings import kinds, of_comparison
from jointstats.labelled.findings.kinds import Finding, Strength, first
from jointstats.labelled.table.pairs import ties_of_pairs
from jointstats.labelled.table.properties import Property
from jointstats.words.findings import brief, sentences
from jointstats.words.forms import Answers
from jointstats.words.phrases import chance

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


def test_shown_leaning_or_open():
    # 14 : 1 has p = 2 · 16 / 2^15, which four of six parts of the level must cover.
    shown = two(0, 0, 1, 14).found[0]
    assert isinstance(shown, kinds.Claims) and shown.strength is Strength.SHOWN
    assert shown.algorithms == ("A", "B") and shown.measures == ("acc", "time")
    # 5 : 0 has p = 2^-4 = .062 > .05 · 4/6, and nothing else speaks for the other.
    (row,) = two(0, 0, 0, 5).found[0].pairs
    assert row.p_value == 2**-4 and row.p_adjusted == pytest.approx(2**-4 * 6 / 4)
    assert row.strength != "shown"
    assert two(5, 0, 0, 6).found[0].strength is Strength.OPEN


def test_the_verdict_of_two_comes_first_and_the_cautions_last():
    found = two(0, 0, 1, 14, normal=True)
    assert kinds_of(found) == [
        "Claims", "QuestionAnswer", "NetworkView", "MeasuresAlone", "FirstPlaces", "Means",
        "Normality", *["TestCaution"] * len(found.warnings),
    ]  # fmt: skip
    answer = first(found.found, kinds.QuestionAnswer)
    assert (answer.all_tied, answer.repeats) == (False, True)
    alone = first(found.found, kinds.MeasuresAlone)
    assert alone.winners == {"acc": "B", "time": "B"} and not alone.against


def test_wins_of_many_algorithms():
    found = ladder([0, 1, 3]).found
    claims = found[0]
    assert isinstance(claims, kinds.Claims) and claims.strength is Strength.SHOWN
    assert {name: [row.loser for row in won] for name, won in claims.wins.items()} == {
        "a2": ["a1", "a0"], "a1": ["a0"],
    }  # fmt: skip
    assert (claims.champion, claims.beaten) == ("a2", {"a0", "a1"})
    assert [row.count for row in claims.pairs] == [20] * 3
    assert not claims.leaning and not claims.open
    assert first(found, kinds.Unbeaten) is None  # one beats all: the verdict says it
    assert first(found, kinds.Leanings) is None


def test_two_share_the_top_and_some_pairs_stay_open():
    claims = ladder([1, 1, 0, 0], noise=0.2).found
    assert claims[0].champion is None
    assert sorted(first(claims, kinds.Unbeaten).left) == ["a0", "a1"]
    assert {(r.a, r.b) for r in claims[0].open} == {("a0", "a1"), ("a2", "a3")}


def test_of_three_two_may_be_unbeaten():
    found = ladder([1, 1, 0], noise=0.2).found
    assert found[0].champion is None
    assert sorted(first(found, kinds.Unbeaten).left) == ["a0", "a1"]
    alone = js.compare_algorithms(
        {"A": np.ones((3, 2)), "B": np.zeros((3, 2))}, measures={"x": "max", "y": "max"}
    )
    assert first(alone.found, kinds.Unbeaten) is None


def test_a_circle_has_winners_and_nobody_is_unbeaten():
    pairs = tuple(claim_of(*name) for name in ("AB", "BC", "CA"))
    about = {"algorithms": tuple("ABC"), "measures": ("x",), "control": None, "alpha": 0.05}
    circle = kinds.Unbeaten(**about, pairs=pairs)
    assert list(circle.wins) == ["A", "B", "C"] and circle.left == []
    assert sentences(circle) == ["Every algorithm is shown to be beaten by another one."]


def claim_of(a, b, **changed):
    """A pair that `a` wins on x."""
    about = {
        "a": a, "b": b, "winner": a, "loser": b, "claim": "most_data_sets", "strength": "shown",
        "measures": ("x",), "count": 8, "against": 1, "rest": 1, "n": 9, "probability": 0.98,
        "p_value": 0.01, "p_adjusted": 0.02, "sweeps_a": 8, "sweeps_b": 1,
        "wins_a": {"x": 8}, "wins_b": {"x": 1}, "shown": ("most_data_sets",), "level": 0.02,
    }  # fmt: skip
    return PairClaim(**(about | changed))


def test_a_control_wins_and_loses():
    claims = ladder([1, 2, 0, 1.01], noise=0.05, control="a0").found[0]
    assert claims.control == "a0" and len(claims.pairs) == 3
    assert {(row.winner, row.loser) for row in claims.won} == {("a0", "a2"), ("a1", "a0")}
    assert "Unbeaten" not in kinds_of(ladder([1, 2, 0], control="a0"))


def test_trade_offs_are_no_wins():
    claims = trade_offs().found[0]
    assert {(row.a, row.b) for row in claims.trade_offs} == {("A", "B"), ("A", "C")}
    assert list(claims.wins) == ["B"]
    alone = trade_offs(control="A").found[0]
    assert not alone.won and len(alone.trade_offs) == 2 and alone.strength is Strength.SHOWN


def test_margins_are_those_of_the_binomial_distribution():
    # 14 : 1 has 32 / 2^15; one moved 2 · 121 / 2^15 = .0074, two 2 · 576 / 2^15 = .035: too much.
    row = two(0, 0, 1, 14).margins()
    assert row.undone.claim == "most_data_sets"
    assert row.undone_by.decided and row.undone_by.data_sets == 2
    alone = js.compare_algorithms(js.load_dataset("example1")).margins()
    assert alone.undone is None and (alone.next.winner, alone.next.count) == ("B", 6)
    # 6 : 1 and d more: 2 P(Bin(7 + d, ½) >= 6 + d) <= .05 · 4/6 from d = 3 on (22 / 1024).
    assert alone.shown_by.data_sets == 3


def test_first_places_by_mean_rank():
    places = first(ladder([0, 1, 3]).found, kinds.FirstPlaces)
    assert places.firsts == {"a2": ["m0", "m1"]} and places.clear == ["m0", "m1"]


def test_ties_of_more_than_a_tenth_of_the_data_sets_are_a_finding():
    def told(number):
        values = np.random.default_rng(1).normal(size=(20, 2, 3))
        values[:number, 0, 1] = values[:number, 0, 0]
        made = {name: values[:, :, i] for i, name in enumerate("ABC")}
        found = js.compare_algorithms(made, measures={"acc": "max", "time": "min"}).found
        often = first(found, kinds.OftenTied)
        return often and often.ties

    assert told(2) is None
    assert told(3) == {"acc": 3}


def test_the_same_ties_are_told_once_and_a_lost_decision_by_a_finding():
    values = np.random.default_rng(1).normal(size=(12, 2, 3))
    values[0, 0, :2] = values[0, 0, 0]
    made = {name: values[:, :, i] for i, name in enumerate("ABC")}
    result = js.compare_algorithms(made, measures={"x": "max", "y": "min"})
    said = [c for c in kinds.cautions(result.found) if isinstance(c, kinds.TestCaution)]
    (ties,) = (c for c in said if c.message.category is TiesWarning)
    assert ties.questions == ("orderings", "best")
    lost = two(0, 0, 0, 3, alpha=0.2)
    assert all(text.category is not DecisionLostWarning for text in lost.warnings)


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
    made = js.results_table(
        {name: values[:, [i]] for i, name in enumerate("ABC")},
        measures={"x": "max"},
        missing="drop",
    )
    own = first(js.pairwise_tests(made, test="sign", cases="pairwise").found, kinds.OwnCases)
    assert (own.fewest, own.most, own.common) == (1, 3, 1)
    assert first(js.pairwise_tests(made, test="sign").found, kinds.OwnCases) is None


# --- In words -------------------------------------------------------------------------------------


def many_runs():
    """Three runs of three algorithms on twelve data sets, two of them clearly better."""
    rng = np.random.default_rng(3)
    rows = [
        (f"d{d}", name, run, level + rng.normal(), level + rng.normal())
        for d in range(12) for level, name in enumerate("ABC") for run in range(3)
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["dataset", "algorithm", "run", "x", "y"])
    return js.results_table(
        frame, dataset="dataset", algorithm="algorithm", measures={"x": "max", "y": "max"},
        runs="run", run_kind="independent",
    )  # fmt: skip


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
    gaps = js.results_table(
        {n: np.array([[1.0], [2.0], [x]]) for n, x in zip("ABC", (1, 2, np.nan), strict=True)},
        measures={"x": "max"}, missing="drop",
    )  # fmt: skip
    big = {"A": np.zeros((2, 21)), "B": np.eye(2, 21)[::-1] * 0}
    big["B"][1] = 1
    weka = js.load_dataset("weka")
    kept = many_runs()
    prices = {name: float(i) for i, name in enumerate(kept.algorithms)}
    results = [
        two(0, 0, 1, 14),
        two(0, 0, 0, 3, rule="probability"),
        js.compare_algorithms({"A": 0 * small, "B": small}, measures={"x": "max", "y": "max"},
                              normal=True),
        js.compare_algorithms(big, measures={f"m{j}": "max" for j in range(21)}),
        js.compare_algorithms(tied, measures=ways, control="B", normal=True,
                              cluster={str(i): str(i // 2) for i in range(1, 13)}),
        js.compare_algorithms(same, measures=ways),
        js.compare_algorithms(same, measures=ways, groups={"both": ["x", "y"]}),
        js.compare_algorithms(failed, measures=ways, missing="worst"),
        ladder([1, 1, 0, 0], noise=0.2),
        ladder([0, 0, 0], n=6, noise=1.0),
        trade_offs(),
        partly_equal(),
        js.compare_algorithms(weka),
        js.compare_algorithms(tied | {"D": values[:, :, 0] * 0.5}, measures=ways),
        js.pairwise_tests(weka, rule="probability"),
        js.compare_algorithms(kept),
        js.compare_algorithms(kept.select(algorithms=["A", "C"])),
        js.pairwise_tests(kept, runs_as="uncertain"),
        js.pairwise_tests(gaps, test="sign", cases="pairwise"),
        js.compare_algorithms(replace(gaps, missing="unknown")),
        js.compare_algorithms(replace(kept, properties={"price": Property("min", prices)})),
    ]  # fmt: skip
    found = [finding for result in results for finding in result.found]
    found += [part.margins() for part in results[:2] + results[7:9]]
    return [*found, kinds.DifferentFirsts(measures=("x", "y"))]


def test_what_to_keep_in_mind_and_what_is_shown_beside_the_sentences():
    every = [one for one in vars(kinds).values() if isinstance(one, type)]
    every = [one for one in every if issubclass(one, kinds.Finding)]
    assert {one.__name__ for one in every if one.caution} == {
        "EqualMeasures", "FailedRuns", "LostPairs", "MissingResults", "OftenTied", "OwnCases",
        "RecordedTies", "TestCaution",
    }  # fmt: skip
    assert {one.__name__ for one in every if not one.told} == {"FirstPlaces", "Margins"}
    assert len(every) > 25


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


def test_probabilities_that_round_to_one_are_not_exact():
    assert (chance(0.99999), chance(0.9)) == ("> 0.999", "0.900")
    assert chance(0.9, 0.95) == "between 0.900 and 0.950"
    assert (chance(0.9, 0.99999), chance(0.99997, 1.0)) == ("0.900 or more", "above 0.999")


def test_a_sentence_gives_a_probability_three_digits():
    said = " ".join(line for finding in every_finding() for line in sentences(finding))
    quoted = re.findall(r"probability (?:\w+ ){0,6}?(?:[<>] )?(0\.\d+)", said)
    assert len(quoted) > 5 and all(len(number) <= 5 for number in quoted)


def test_too_many_ties_for_statements_is_said_of_two_algorithms():
    """Of more the comparison of pairs says it."""
    two, three = (
        of_comparison._questions({}, {"algorithms": names, "measures": ("x",)}, None)
        for names in (("A", "B"), ("A", "B", "C"))
    )
    assert [type(one) for one in two] == [kinds.TooManyTies] and three == []


def test_a_measure_is_equal_by_its_own_size_not_by_that_of_another():
    """Accuracies that differ in the eighth digit do, beside times of a million."""
    for apart, equal in ((1e-8, []), (0.0, [("x",)])):
        values = {
            name: np.column_stack([np.full(6, 0.5) + i * apart, 1e6 * (np.arange(6) + 1 + i)])
            for i, name in enumerate("AB")
        }
        table = js.results_table(values, measures={"x": "max", "y": "max"})
        ties = ties_of_pairs(table, [("A", "B")])
        found = of_the_table(table, {"x": "split", "y": "split"}, ties)
        said = [one.measures for one in found if isinstance(one, kinds.EqualMeasures)]
        assert said == equal
