"""Ties as an outcome of their own: better, practically equal, worse."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import dirichlet as scipy_dirichlet

import jointstats as js
from jointstats import errors
from jointstats.joint import rules as ties

# Tables here have ties and few data sets, of which tests warn.
pytestmark = pytest.mark.filterwarnings(
    "ignore::jointstats.base.errors.TiesWarning",
    "ignore:Ties change the structure",
    "ignore:The probability depends on the prior",
    "ignore:The approximate p-value",
)

QUICK = settings(deadline=None, max_examples=60)
TWO = {"accuracy": "max", "time": "min"}
ROPE = {"accuracy": 0.01}
EQUAL_AND_FASTER = {"accuracy": [["A", "B"]], "time": ["B", "A"]}
SAID = "A and B practically equal on accuracy, B better on time"


def as_accurate_and_faster(n=60):
    """Accuracy within the rope on all data sets, B faster on all."""
    rng = np.random.default_rng(7)
    a = np.column_stack([rng.uniform(0.6, 0.9, n), rng.uniform(10, 20, n)])
    b = np.column_stack([a[:, 0] + rng.uniform(-0.009, 0.009, n), a[:, 1] * 0.5])
    return js.results_table({"A": a, "B": b}, measures=TWO, rope=ROPE)


def by_hand(values, signs, ropes, rules):
    """Counts of the statements, as a dictionary: every case by the definition."""
    counts = Counter()
    for case in values:
        cells = []
        for (a, b), sign, rope, rule in zip(case, signs, ropes, rules, strict=True):
            gain = sign * (a - b)
            if abs(gain) <= rope + 1e-12:
                cells.append(["="] if rule == "equal" else ["A", "B"])
            else:
                cells.append(["A" if gain > 0 else "B"])
        ways = list(product(*cells))
        for way in ways:
            counts[way] += 1 / len(ways)
    return counts


def letters(order):
    return tuple("=" if isinstance(places[0], list) else places[0] for places in order.values())


tables = st.integers(0, 10**6).map(lambda seed: np.random.default_rng(seed))


def drawn(rng, m=3, n=12):
    values = rng.integers(0, 5, (n, m, 2)).astype(float)
    ways = {f"m{j}": str(rng.choice(["max", "min"])) for j in range(m)}
    ropes = {f"m{j}": float(rng.choice([0.0, 1.0])) for j in range(m)}
    return values, ways, ropes


def made(values, ways, ropes, names=("A", "B")):
    return js.results_table(
        {name: values[:, :, i] for i, name in enumerate(names)}, measures=ways, rope=ropes
    )


def as_dict(counts):
    rows = zip(counts.codes, counts.weights, strict=True)
    return {letters(counts.order(row)): weight for row, weight in rows}


# --- Counting -------------------------------------------------------------------------------------


@QUICK
@given(tables, st.sampled_from(["auto", "equal", "split", "dict"]))
def test_counts_are_those_by_hand(rng, ties):
    values, ways, ropes = drawn(rng)
    rule = {"m0": "equal", "m2": "split"} if ties == "dict" else ties
    named = rule if isinstance(rule, dict) else dict.fromkeys(ways, rule)
    rules = [named.get(m, "auto") for m in ways]
    by_rope = ["equal" if rope else "split" for rope in ropes.values()]
    rules = [b if r == "auto" else r for r, b in zip(rules, by_rope, strict=True)]
    signs = [1 if way == "max" else -1 for way in ways.values()]
    counts = js.statement_counts(made(values, ways, ropes), ties=rule)
    expected = by_hand(values, signs, ropes.values(), rules)
    assert as_dict(counts) == pytest.approx(dict(expected), abs=1e-12)
    assert list(counts.tie_rules.values()) == rules
    assert counts.n_states == math.prod(3 if rule == "equal" else 2 for rule in rules)
    tied = np.array([[abs(a - b) <= rope for (a, b), rope in zip(case, ropes.values(), strict=True)]
                     for case in values])  # fmt: skip
    assert counts.n_tied == tied.any(axis=1).sum()
    assert counts.n_split == (tied & (np.array(rules) == "split")).any(axis=1).sum()
    assert list(counts.ties.values()) == tied.sum(axis=0).tolist()


@QUICK
@given(tables)
def test_pieces_add_up_and_measures_are_marginal(rng):
    values, ways, ropes = drawn(rng)
    whole = js.statement_counts(made(values, ways, ropes))
    halves = [js.statement_counts(made(part, ways, ropes)) for part in (values[:5], values[5:])]
    assert as_dict(sum(halves)) == pytest.approx(as_dict(whole))
    assert (sum(halves).n_tied, sum(halves).n_split) == (whole.n_tied, whole.n_split)
    fewer = whole.select(measures=["m2", "m0"])
    direct = js.statement_counts(made(values, ways, ropes).select(measures=["m2", "m0"]))
    assert as_dict(fewer) == pytest.approx(as_dict(direct))
    assert fewer.tie_rules == direct.tie_rules
    turned = whole.select(algorithms=["B", "A"])
    direct = js.statement_counts(made(values, ways, ropes).select(algorithms=["B", "A"]))
    assert turned.codes.tolist() == direct.codes.tolist()
    assert turned.weights.tolist() == direct.weights.tolist()


@QUICK
@given(tables)
def test_counts_with_outcomes_become_those_that_split(rng):
    values, ways, ropes = drawn(rng)
    table = made(values, ways, ropes)
    split = js.statement_counts(table, ties="split")
    found = js.statement_counts(js.statement_counts(table, ties="equal"), ties="split")
    assert found.codes.tolist() == split.codes.tolist()
    assert found.weights.tolist() == split.weights.tolist()
    assert (found.n_split, found.tie_rules) == (split.n_split, split.tie_rules)
    for question in ({"question": "best"}, {"question": "control", "control": "A"}):
        direct = js.statement_counts(table, **question)
        coarser = js.statement_counts(js.statement_counts(table), **question)
        assert coarser.codes.tolist() == direct.codes.tolist()
        assert coarser.weights == pytest.approx(direct.weights)


def test_rounding_is_a_tie_with_and_without_a_rope():
    values = {"A": [0.714, 0.5], "B": [0.7140000000000001, 0.6]}
    counts = js.statement_counts(values, measures={"acc": "max"})
    assert (counts.ties, counts.weights.tolist()) == ({"acc": 1}, [0.5, 1.5])
    equal = js.statement_counts(values, measures={"acc": "max"}, ties="equal")
    assert (equal.codes.tolist(), equal.weights.tolist()) == ([[1], [2]], [1, 1])
    assert js.sign_test(values, measures={"acc": "max"}).tests[0].ties == 1
    three = values | {"C": [0.2, 0.7]}
    assert js.statement_counts(three, measures={"acc": "max"}).ties == {"acc": 1}


# --- The joint tests ------------------------------------------------------------------------------


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test, js.network_test])
def test_as_accurate_and_faster_is_decided(test):
    result = test(as_accurate_and_faster())
    assert (result.decided, result.best) == (True, EQUAL_AND_FASTER)
    decided = "reaches 0.95" if test is js.network_test else "is shown to be the most common"
    assert result.verdict.startswith(f'"{SAID}" {decided}')
    assert result.unobserved.states == 5  # of 3 · 2
    assert not result.warnings
    assert json.loads(json.dumps(result.to_dict()))["best"] == EQUAL_AND_FASTER
    assert SAID in " ".join(result.summary().split())


def test_split_ties_never_decide_it_and_the_note_says_what_would():
    table = as_accurate_and_faster()
    for test in (js.glrt_test, js.bayes_test, js.network_test):
        with pytest.warns(errors.TiesWarning, match=r'tie on accuracy \(60\).*ties="equal"'):
            result = test(table, ties="split")
        assert not result.decided
        assert [row.count for row in result.statements][:2] == [30, 30]


@pytest.mark.parametrize("prior", ["symmetric", "jeffreys", "uniform"])
def test_posterior_of_mixed_states_is_that_of_draws(prior):
    table = made(*drawn(np.random.default_rng(5), m=2, n=15))
    counts = js.statement_counts(table, ties={"m0": "equal", "m1": "split"})
    assert counts.n_states == 6
    result = js.bayes_test(counts, prior=prior)
    mass = {"symmetric": 1 / 6, "jeffreys": 0.5, "uniform": 1.0}[prior]
    every = np.full((3, 2), mass)
    for row, weight in zip(counts.codes, counts.weights, strict=True):
        every[tuple(row)] += weight
    draws = scipy_dirichlet.rvs(every.ravel(), size=200_000, random_state=1)
    leads = np.bincount(draws.argmax(axis=1), minlength=6).reshape(3, 2) / len(draws)
    code = {letters(counts.order(row)): tuple(row) for row in counts.codes}
    for row in result.statements:
        assert row.probability == pytest.approx(leads[code[letters(row.order)]], abs=0.005)
        share = every[code[letters(row.order)]] / every.sum()
        assert row.share == pytest.approx(share, abs=1e-12)
    vector = js.bayes_test(counts, prior=[mass] * 6)
    assert vector.probability == pytest.approx(result.probability, abs=1e-12)


def test_imprecise_bounds_know_all_states():
    table = as_accurate_and_faster(3)
    lower = js.bayes_test(table, prior="imprecise", ties="equal").statements[0]
    # All mass 1 on another statement: P(Beta(3, 1) > 1/2) = 1 - 1/8.
    assert lower.probability_lower == pytest.approx(0.875, abs=1e-12)
    assert lower.probability_upper == pytest.approx(1.0)


def test_the_network_merges_its_ways_of_sharing_ties():
    rng = np.random.default_rng(3)
    values = rng.integers(0, 3, (40, 2, 2)).astype(float)
    table = made(values, {"m0": "max", "m1": "max"}, {"m0": 1.0, "m1": 0.0})
    calls = {
        ties: js.network_test(table, ties=ties).tie_rules
        for ties in ("auto", "equal", "split", "ignore")
    }
    assert calls["auto"] == {"m0": "equal", "m1": "split"}
    assert set(calls["equal"].values()) == {"equal"}
    assert set(calls["split"].values()) == set(calls["ignore"].values()) == {"split"}
    mixed = js.network_test(table, ties={"m0": "equal", "m1": "ignore"})
    assert (mixed.tie_rules, mixed.tie_rule) == ({"m0": "equal", "m1": "split"}, "ignore")
    with pytest.raises(errors.OptionError, match='"split" and "ignore"'):
        js.network_test(table, ties={"m0": "split", "m1": "ignore"})
    counts = js.statement_counts(table)
    with pytest.raises(errors.OptionError, match="have split the ties on m1"):
        js.network_test(counts, ties="equal")


@QUICK
@given(tables)
def test_the_score_of_mixed_states_is_that_of_the_textbook(rng):
    table = made(*drawn(rng, m=2, n=15))
    ties = {"m0": "equal", "m1": "split"}
    counts = js.statement_counts(table, ties=ties)
    full = np.zeros((3, 2))
    for row, weight in zip(counts.codes, counts.weights, strict=True):
        full[tuple(row)] += weight

    def marginal(n, states):  # of one Dirichlet-multinomial table
        a = 1 / states
        return math.lgamma(1) - math.lgamma(n.sum() + 1) + sum(
            math.lgamma(x + a) - math.lgamma(a) for x in n.ravel()
        )  # fmt: skip

    def child(of_parent):  # m1 given m0: a table of two states for each of three
        each = [
            math.lgamma(1 / 3) - math.lgamma(n.sum() + 1 / 3)
            + sum(math.lgamma(x + 1 / 6) - math.lgamma(1 / 6) for x in n)
            for n in of_parent
        ]  # fmt: skip
        return sum(each)

    alone = marginal(full.sum(axis=1), 3)
    empty = js.network_test(counts, structure=[], ess=1)
    assert empty.score == pytest.approx(alone + marginal(full.sum(axis=0), 2), abs=1e-9)
    arc = js.network_test(counts, structure=[("m0", "m1")], ess=1)
    assert arc.score == pytest.approx(alone + child(full), abs=1e-9)


# --- Mistakes -------------------------------------------------------------------------------------


def three():
    values = np.random.default_rng(4).integers(0, 4, (20, 2, 3)).astype(float)
    return js.results_table(
        {name: values[:, :, i] for i, name in enumerate("ABC")},
        measures={"x": "max", "y": "min"}, rope={"x": 1.0},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: js.glrt_test(three(), ties="equal"), "pairwise_tests and compare_algorithms"),
        (lambda: js.bayes_test(three(), ties={"y": "equal"}), "needs two algorithms"),
        (lambda: js.network_test(three(), ties="equal"), "needs two algorithms"),
        (lambda: js.statement_counts(three(), ties="equal"), "needs two algorithms"),
        (lambda: js.glrt_test(as_accurate_and_faster(), ties="ties"), '"auto", "equal", "split"'),
        (lambda: js.glrt_test(as_accurate_and_faster(), ties={"tme": "equal"}), 'mean "time"'),
        (lambda: js.bayes_test(as_accurate_and_faster(), question="best", ties="equal"),
         'question="orderings"'),
        (
            lambda: js.glrt_test(
                js.statement_counts(as_accurate_and_faster(), ties="split"), ties="equal"
            ),
            "have split the ties on accuracy and time",
        ),
        (
            lambda: js.statement_counts(as_accurate_and_faster())
            + js.statement_counts(as_accurate_and_faster(), ties="split"),
            "only if ties are the same",
        ),
        (lambda: js.pairwise_tests(three(), test="wilcoxon", ties="equal"), "ties has no meaning"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_sentence(call, words):
    with pytest.raises((errors.OptionError, errors.ColumnError), match=words):
        call()


# --- Pairs and comparisons ------------------------------------------------------------------------


def test_every_consumer_of_orders_copes(tmp_path):
    table = as_accurate_and_faster()
    result = js.compare_algorithms(table)
    result.to_html(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "practically equal" in page and "[&#x27;A&#x27;" not in page and "['A'" not in page
    for part in (
        *result.tests.values(),
        js.pairwise_tests(table, test="glrt"),
        js.pairwise_tests(three(), test="bayes"),
    ):
        assert part.summary() and part.to_markdown() and part.to_latex()
        assert "['A'" not in part.summary()
        part.plot()
    plan = js.plan_datasets(table, n=[10], tests=["glrt", "bayes"])
    assert plan.best == EQUAL_AND_FASTER
    assert SAID in plan.summary()


def test_the_command_line_takes_a_word_or_one_for_each_measure(tmp_path, capsys):
    from jointstats.interfaces.cli import main

    path = tmp_path / "long.csv"
    as_accurate_and_faster().to_frame().to_csv(path, index=False)
    words = [str(path), "--dataset", "dataset", "--algorithm", "algorithm", "--max", "accuracy",
             "--min", "time", "--rope", "accuracy", "0.01"]  # fmt: skip

    def verdict(*more):
        main([*more[0], *words, *more[1:], "--json"])
        return json.loads(capsys.readouterr().out)

    assert verdict(["test", "glrt"])["best"] == EQUAL_AND_FASTER
    split = verdict(["test", "bayes"], "--ties", "split")
    assert (split["call"]["ties"], split["decided"]) == ("split", False)
    each = verdict(["test", "glrt"], "--ties", "accuracy", "split", "--ties", "time", "equal")
    assert each["tie_rules"] == {"accuracy": "split", "time": "equal"}
    pairs = verdict(["pairwise", "glrt"], "--ties", "equal")
    assert pairs["pairs"][0]["order"] == EQUAL_AND_FASTER


# --- Rules, and what is said of ties --------------------------------------------------------------


def test_a_data_set_that_ties_twice_is_split_once():
    made = js.results_table(
        {"A": [[1, 1], [1, 2], [2, 2], [3, 3]], "B": [[1, 1], [1, 1], [1, 1], [1, 3]]},
        measures={"x": "max", "y": "max"},
    )
    whole = js.statement_counts(made, ties="equal")
    half = ties.split_ties(whole, ["x"])
    assert (whole.n_split, half.n_split) == (0, 2)
    # Of the two that tie on y one tied on x, too: not kept, so the sum, but no more than have ties.
    assert ties.split_ties(half).n_split == 3 == js.statement_counts(made, ties="split").n_split


def test_ties_are_told_with_how_many_and_what_would_help():
    def said(n_tied, n=30, of="", rope=None):
        x = np.arange(2.0 * n).reshape(n, 2)
        x[:n_tied, 1] = x[:n_tied, 0]
        counts = js.statement_counts(
            js.results_table({"A": x[:, :1], "B": x[:, 1:]}, measures={"x": "max"}, rope=rope)
        )
        return [str(one) for one in ties.split_cautions(counts, of)]

    assert said(0) == said(9, rope=1e-9) == []
    shared = "each is shared among all the statements that it does not contradict."
    assert said(1) == [f"1 of 30 data sets has ties: {shared}"]
    assert said(3, of=" So.") == [f"3 of 30 data sets have ties: {shared} So."]
    (often,) = said(4, of=" So.")
    assert often == (
        f"4 of 30 data sets have ties: {shared} So. More than a tenth of the data sets tie on x "
        "(4): where ties go with one side of another measure, sharing them can mislead. "
        'ties="equal" makes them a separate outcome.'
    )
    assert ties.often_tied({"x": 4, "y": 3, "z": 9}, dict.fromkeys("xyz", "split"), 30) == [
        "x", "z",
    ]  # fmt: skip
    assert ties.often_tied({"x": 4}, {"x": "equal"}, 30) == []
