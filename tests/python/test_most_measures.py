"""Better on most of the measures: rules, nested claims, and the labelled test, by brute force."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom, binomtest

import jointstats as js
from jointstats.kernels.joint.ladder import adjusted_p_values
from jointstats.kernels.joint.measure_rules import (
    InvalidRuleError,
    extremes,
    sure_verdicts,
    verdicts,
)
from jointstats.kernels.joint.nested_claims import (
    adjusted_chains,
    chain_p_values,
    chain_rules,
    family_chain_p_values,
    rule_counts,
)
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE, Claim, mirrored
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.kernels.single.multiplicity import adjust_p_values
from jointstats.labelled.errors import OptionError
from jointstats.presentation.cli.main import main

outcomes = st.integers(1, 6).flatmap(
    lambda m: arrays(np.int64, st.tuples(st.integers(1, 8), st.just(m)), elements=st.integers(0, 2))
)


def rules_of(m):
    return ["all", "some", "wins", *range(m // 2 + 1, m + 1)]


def by_hand(row, rule):
    better, worse = list(row).count(BETTER), list(row).count(WORSE)
    if rule == "wins":
        return BETTER if better > worse else WORSE if worse > better else EQUAL
    if rule == "some":
        if better and worse:
            return EQUAL
        return BETTER if better else WORSE if worse else EQUAL
    least = len(row) if rule == "all" else rule
    return BETTER if better >= least else WORSE if worse >= least else EQUAL


# --- Rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_every_rule_on_all_outcomes(m):
    every = np.array(list(product(range(3), repeat=m)))
    for rule in rules_of(m):
        assert verdicts(every, rule).tolist() == [by_hand(row, rule) for row in every]


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_swapping_mirrors_and_the_order_of_measures_is_nothing(seen):
    m = seen.shape[1]
    for rule in rules_of(m):
        np.testing.assert_array_equal(
            verdicts(mirrored(seen), rule), mirrored(verdicts(seen, rule))
        )
        np.testing.assert_array_equal(verdicts(seen[:, ::-1], rule), verdicts(seen, rule))


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_rules_are_the_claims_that_are_there_already(seen):
    m = seen.shape[1]
    every = tuple(range(m))
    for k in range(m // 2 + 1, m + 1):
        claim = Claim(better=every, at_least=k)
        np.testing.assert_array_equal(verdicts(seen, k) == BETTER, claim.holds(seen))
        np.testing.assert_array_equal(verdicts(seen, k) == WORSE, claim.opposite_holds(seen))
    some = Claim(better=every, not_worse=every, at_least=1)
    np.testing.assert_array_equal(verdicts(seen, "some") == BETTER, some.holds(seen))
    np.testing.assert_array_equal(verdicts(seen, "all"), verdicts(seen, m))


@pytest.mark.parametrize("m", [1, 2, 3])
def test_extremes_are_those_of_all_that_ties_may_hide(m):
    certain = np.arange(m) % 2 == 1
    for row in product(range(4), repeat=m):
        open_ = [
            (BETTER, EQUAL, WORSE)
            if code == MISSING or (code == EQUAL and not certain[j])
            else (code,)
            for j, code in enumerate(row)
        ]
        for rule in rules_of(m):
            found = {by_hand(one, rule) for one in product(*open_)}
            least, most = extremes(row, rule, certain)
            assert (int(most), int(least)) == (min(found), max(found))
            code, sure = sure_verdicts(row, rule, certain)
            assert bool(sure) == (len(found) == 1)
            assert int(code) == (found.pop() if len(found) == 1 else EQUAL)


@pytest.mark.parametrize("rule", [2, 5, 0, "most"])
def test_a_rule_that_is_none(rule):
    with pytest.raises(InvalidRuleError, match="number above 2"):
        verdicts(np.zeros((3, 4), dtype=int), rule)


# --- Nested claims -------------------------------------------------------------------------------


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_claims_and_p_values_are_nested(seen):
    m = seen.shape[1]
    every = [verdicts(seen, rule) == BETTER for rule in chain_rules(m)]
    for weak, strong in pairwise(every):
        assert (weak | ~strong).all()
    p, side = chain_p_values(rule_counts(seen[None], chain_rules(m)))
    assert (np.diff(p[0]) >= -1e-15).all()
    turned, other = chain_p_values(rule_counts(mirrored(seen)[None], chain_rules(m)))
    np.testing.assert_array_equal(p, turned)
    assert other[0] == (side[0] if side[0] < 0 else 1 - side[0])


@given(outcomes, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=30)
def test_counts_by_brute_force_with_ties_that_may_hide(seen, random):
    m = seen.shape[1]
    certain = [random.random() < 0.5 for _ in range(m)]
    rules = chain_rules(m)
    found = rule_counts(seen[None], rules, certain)
    for r, rule in enumerate(rules):
        for side, code in enumerate((BETTER, WORSE)):
            sure = possible = 0
            for row in seen:
                open_ = [
                    range(3) if c == EQUAL and not certain[j] else (c,) for j, c in enumerate(row)
                ]
                each = {by_hand(one, rule) == code for one in product(*open_)}
                sure += each == {True}
                possible += True in each
            assert found.shown[0, r, side] == sure
            assert found.possible[0, r, side] == possible
    p, side = chain_p_values(found)
    if side[0] >= 0:
        own, n = found.shown[0, :, side[0]], len(seen)
        trials = own[0] + found.possible[0, 0, 1 - side[0]]
        expected = [2 * binom.sf(own[0] - 1, trials, 0.5), *(2 * binom.sf(own - 1, n, 0.5))]
        np.testing.assert_allclose(p[0], np.minimum(expected, 1.0), rtol=1e-12)


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_all_outcomes_with_weights_are_the_data_sets(seen):
    m = seen.shape[1]
    every = np.array(list(product(range(3), repeat=m)))
    weights = [(seen == row).all(axis=1).sum() for row in every]
    certain = np.arange(m) % 2 == 0
    one = rule_counts(seen[None], chain_rules(m), certain)
    other = rule_counts(every[None], chain_rules(m), certain, weights=weights)
    for name in ("n", "shown", "possible"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_at_least_all_is_the_sweep_of_the_ladder():
    rng = np.random.default_rng(3)
    seen = rng.choice(4, p=[0.5, 0.1, 0.3, 0.1], size=(30, 25, 3))
    certain = [True, False, False]
    old, new = pair_counts(seen, certain), rule_counts(seen, chain_rules(3, 3), certain)
    np.testing.assert_array_equal(old.n, new.n)
    np.testing.assert_array_equal(old.sweeps, new.shown[:, 0])
    np.testing.assert_array_equal(old.maybe_sweeps, new.possible[:, 0])


def test_one_measure_is_the_sign_test():
    rng = np.random.default_rng(4)
    seen = rng.choice([0, 2], p=[0.6, 0.4], size=(20, 15, 1))
    p, _ = chain_p_values(rule_counts(seen, chain_rules(1)))
    for i, row in enumerate(seen):
        assert p[i, 0] == pytest.approx(binomtest(int((row == 0).sum()), 15).pvalue, rel=1e-12)


def test_the_rules_of_a_chain():
    chains = {1: ("wins",), 2: ("wins", 2), 3: ("wins", 2, 3), 5: ("wins", 3, 4, 5)}
    assert {m: chain_rules(m) for m in chains} == chains


def test_answers_of_rules_are_bytes_and_yes_or_no():
    least, most = extremes([[0, 0, 1]], "all", [False] * 3)
    codes, sure = sure_verdicts([[0, 0, 1]], "all", [False] * 3)
    assert verdicts([[0, 0, 1]], 2).dtype == least.dtype == most.dtype == codes.dtype == np.int8
    assert sure.dtype == bool


def test_claims_of_families_are_ordered_whatever_the_rules():
    seen = [[[0, 0, 0]] * 4 + [[0, 0, 2]] * 6]  # more wins on all ten, three on four
    p, _ = family_chain_p_values(seen, (3, "wins"), range(10))
    assert p.tolist() == [[2 / 2**4, 1.0, 1.0]]


def test_where_nobody_leads_by_the_first_rule_nothing_is_shown_by_others():
    seen = [[[0, 0, 2]] * 10]  # more wins than losses on all, three wins on none
    for p, side in (
        chain_p_values(rule_counts(seen, (3, "wins"))),
        family_chain_p_values(seen, (3, "wins"), range(10)),
    ):
        assert (p.tolist(), side.tolist()) == ([[1.0] * 3], [-1])


def test_families_of_one_are_data_sets():
    rng = np.random.default_rng(5)
    seen = rng.choice(3, p=[0.6, 0.1, 0.3], size=(12, 14, 5))
    plain, side = chain_p_values(rule_counts(seen, chain_rules(5)))
    flips, same = family_chain_p_values(seen, chain_rules(5), np.arange(14))
    np.testing.assert_array_equal(side, same)
    below = plain <= 0.5
    np.testing.assert_allclose(flips[below], plain[below], rtol=1e-9)


def test_families_by_all_sign_flips():
    seen = np.array([[[0, 0, 0], [0, 0, 2], [0, 0, 0], [2, 2, 0], [0, 0, 0], [0, 2, 0]]])
    clusters = [0, 0, 1, 1, 2, 3]
    p, _ = family_chain_p_values(seen, chain_rules(3), clusters)
    wins = (seen[0] == 0).sum(axis=1)
    of_wins = np.where(wins > 1, 1, -1)
    for column, signs in enumerate((of_wins, of_wins, of_wins, np.where(wins == 3, 1, -1))):
        d = np.bincount(clusters, signs)
        sums = [np.dot(flip, d) for flip in product((1, -1), repeat=4)]
        expected = np.mean([abs(s) >= d.sum() for s in sums]) if d.sum() > 0 else 1.0
        assert p[0, column] == pytest.approx(expected)


@pytest.mark.parametrize("certain", [None, [False, True, False]])
def test_families_with_ties_and_gaps_by_all_sign_flips(certain):
    """Of who leads, families say the same as data sets; of p, all signs of each family's own."""
    rng = np.random.default_rng(6)
    seen = rng.choice(4, p=[0.6, 0.15, 0.2, 0.05], size=(40, 14, 3))
    clusters, rules = rng.permutation(np.arange(14) % 6), chain_rules(3)
    p, side = family_chain_p_values(seen, rules, clusters, certain)
    _, plain = chain_p_values(rule_counts(seen, rules, certain))
    np.testing.assert_array_equal(side, plain)
    assert (p[side < 0] == 1).all() and (side >= 0).sum() > 20
    each = [rule_counts(seen[:, clusters == c], rules, certain) for c in range(6)]
    signs = np.array(list(product((1, -1), repeat=6)))
    for i in np.flatnonzero(side >= 0):
        own = np.array([one.shown[i, :, side[i]] for one in each])
        other = np.array([one.possible[i, 0, 1 - side[i]] for one in each])
        n = np.array([one.n[i] for one in each])
        differences = [own[:, 0] - other, *(2 * own - n[:, None]).T]
        expected = [(abs(signs @ d) >= d.sum()).mean() if d.sum() > 0 else 1 for d in differences]
        assert p[i] == pytest.approx(np.maximum.accumulate(expected), rel=1e-9)


# --- Many chains ---------------------------------------------------------------------------------


@given(st.integers(1, 7), st.integers(1, 4), st.integers(0, 10_000))
@settings(deadline=None, max_examples=40)
def test_adjusted_chains_by_the_procedure_itself(chains, rungs, seed):
    p = np.sort(np.random.default_rng(seed).random((chains, rungs)) ** 3, axis=1)
    adjusted = adjusted_chains(p)
    for alpha in (0.01, 0.05, 0.2, 0.6):
        done = np.zeros(p.shape, dtype=bool)
        while True:
            left = (~done[:, -1]).sum()
            more = ~done & (p <= alpha / max(left, 1))
            if not more.any() or not left:
                break
            done |= more
        np.testing.assert_array_equal(adjusted <= alpha, done)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_single_claims_are_holms(p):
    np.testing.assert_allclose(
        adjusted_chains(np.array(p)[:, None]).ravel(), adjust_p_values(p, "holm"), rtol=1e-12
    )


def test_two_rungs_are_the_ladder_that_is_there():
    p = np.sort(np.random.default_rng(6).random((9, 2)) ** 3, axis=1)
    ladder = np.concatenate([p, np.zeros_like(p)], axis=1)[:, [0, 2, 3, 1]]
    np.testing.assert_allclose(adjusted_chains(p), adjusted_p_values(ladder)[:, [0, 3]], rtol=1e-9)


# --- The test ------------------------------------------------------------------------------------

WAYS = {f"m{j}": "max" if j % 2 else "min" for j in range(5)}


def frame(algorithms="ABC", n=20, seed=1, gain=0.8):
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(n):
        for name in algorithms:
            good = (rng.normal(size=5) + gain * (name == "A")).round(1)
            signs = [1 if way == "max" else -1 for way in WAYS.values()]
            rows.append((f"d{d}", name, *(good * signs)))
    return pd.DataFrame(rows, columns=["dataset", "algorithm", *WAYS])


def table(data=None, **more):
    data = frame() if data is None else data
    return js.results_table(data, dataset="dataset", algorithm="algorithm", measures=WAYS, **more)


def test_rows_against_counts_by_hand():
    made = table()
    found = js.most_measures_test(made)
    values = made.oriented()
    assert [(row.a, row.b) for row in found.pairs] == list(combinations("ABC", 2))
    for row in found.pairs:
        a, b = (made.algorithms.index(name) for name in (row.a, row.b))
        better, worse = values[:, :, a] > values[:, :, b], values[:, :, a] < values[:, :, b]
        up, down = better.sum(axis=1), worse.sum(axis=1)
        hidden = 5 - up - down  # no rope: a tie may hide a difference
        if row.better == row.b:
            up, down = down, up
        assert row.count == (up > down + hidden).sum()
        assert row.against == (down + hidden > up).sum()
        assert row.counts == {str(k): (up >= k).sum() for k in (3, 4, 5)}
        p = 2 * binom.sf(row.count - 1, row.count + row.against, 0.5)
        assert row.p_value == pytest.approx(min(p, 1) if row.better else 1.0, rel=1e-12)
    assert found.pairs[0].winner == "A"
    assert found.pairs[0].at_least == 3
    assert found.decided
    assert "A over C and A over B" in found.verdict


def test_turning_a_measure_round_with_its_direction_is_nothing():
    data = frame()
    turned = data.assign(m1=-data.m1)
    ways = WAYS | {"m1": "min"}
    other = js.results_table(turned, dataset="dataset", algorithm="algorithm", measures=ways)
    order = js.results_table(
        data, dataset="dataset", algorithm="algorithm", measures=dict(reversed(WAYS.items()))
    )
    for one in (other, order):
        assert js.most_measures_test(one).pairs == js.most_measures_test(table()).pairs


def test_a_number_named_beforehand_is_the_claim_test():
    made = table(rope=dict.fromkeys(WAYS, 0.05))
    two = made.select(algorithms=["A", "B"])
    (row,) = js.most_measures_test(two, at_least=4).pairs
    claim = js.claim_test(two, "A", "B", better=list(WAYS), at_least=4, alternative="two-sided")
    assert (row.count, row.against) == (claim.count, claim.n_only_opposite)
    assert row.p_value == pytest.approx(claim.p_value_opposite, rel=1e-12)
    assert row.p_adjusted_most == pytest.approx(claim.p_value, rel=1e-12)
    assert list(row.counts) == ["4"]


def test_one_measure_and_the_control():
    found = js.most_measures_test(table(), on=["m0"], control="B")
    signs = js.sign_test(table(rope=dict.fromkeys(WAYS, 1e-9)), on=["m0"], control="B")
    for row, sign in zip(found.pairs, signs.tests, strict=True):
        if not sign.ties:
            assert row.p_value == pytest.approx(sign.p_value, rel=1e-12)
        assert row.a == "B"
    assert found.control == "B"


@pytest.mark.warns(r"\d+ families can show nothing")
def test_families_have_sign_flips():
    data = frame(algorithms="AB")
    data["family"] = [f"f{int(name[1:]) // 4}" for name in data.dataset]
    found = js.most_measures_test(table(data, cluster="family"))
    assert found.families is not None
    assert found.pairs[0].p_value == pytest.approx(2.0**-4)  # five families, all for A
    assert "sign-flip p = 0.0625" in found.verdict


def test_too_few_data_sets_are_said_to_be():
    with pytest.warns(js.JointStatsWarning, match="5 data sets cannot show anything of each of 3"):
        js.most_measures_test(table(frame(n=5)))


@pytest.mark.parametrize("k", [2, 6])
def test_a_number_that_is_no_majority_is_refused(k):
    with pytest.raises(OptionError, match="more than half of the 5 measures, and at most all"):
        js.most_measures_test(table(), at_least=k)


def test_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "results.csv"
    frame().to_csv(file, index=False)
    words = ["test", "most_measures", str(file), "--dataset", "dataset", "--algorithm", "algorithm"]
    for name, way in WAYS.items():
        words += [f"--{way}", name]
    assert main([*words, "--at-least", "4"]) == 0
    assert "better on at least 4 of 5 measures" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.warns(r"\d+ families can show nothing")
def test_families_are_those_of_the_complete_data_sets():
    rng = np.random.default_rng(2)
    rows = [(f"d{d}", f"f{d % 8}", name, *rng.normal(size=2)) for d in range(24) for name in "abc"]
    df = pd.DataFrame(rows, columns=["dataset", "family", "algorithm", "x", "y"])
    df.loc[(df["algorithm"] == "a") & df["family"].isin(["f0", "f1", "f2"]), "x"] = np.nan
    roles = {"dataset": "dataset", "algorithm": "algorithm", "cluster": "family"}
    result = js.most_measures_test(
        df, measures={"x": "max", "y": "max"}, missing="unknown", **roles
    )
    assert result.n == 15
    assert (result.families.n, result.families.n_families) == (15, 5)


@pytest.mark.parametrize("names", [("A", "B"), ("B", "A")])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.filterwarnings(r"ignore:\d+ data sets? cannot show")
def test_the_loser_is_the_other_one_whatever_the_names(names, first):
    won = np.ones((12, 3))
    values = dict(zip(names, (won, 0 * won) if first else (0 * won, won), strict=True))
    measures = {"x": "max", "y": "max", "z": "max"}
    (row,) = js.most_measures_test(js.results_table_matrices(values, measures=measures)).pairs
    assert (row.winner, row.loser) == (names if first else names[::-1])
    few = js.results_table_matrices({k: x[:1] for k, x in values.items()}, measures=measures)
    (row,) = js.most_measures_test(few).pairs
    assert (row.winner, row.loser) == (None, None)


# --- What is shown, rung by rung ------------------------------------------------------------------


def of_two(three=0, two=0, none=0, ties=0, losing=0, m=3, rope=True, **keywords):
    """B against A: wins on all measures, on all but the last one, nothing, ties, losses."""
    rows = [[1] * m] * three + [[1] * (m - 1) + [-1]] * two + [[1] + [-1] * (m - 1)] * none
    rows += [[0] * m] * ties + [[-1] * m] * losing
    ways = {f"m{j}": "max" for j in range(m)}
    values = {"A": np.zeros((len(rows), m)), "B": np.array(rows, dtype=float)}
    made = js.results_table_matrices(
        values, measures=ways, rope=dict.fromkeys(ways, 0.5) if rope else None
    )
    return js.most_measures_test(made, **keywords)


def signs(count, n):
    """The sign test's two-sided p-value of more than half."""
    return min(1.0, 2 * binom.sf(count - 1, n, 0.5)) if n else 1.0


ROWS = [
    dict(three=3, ties=4),
    dict(three=6, ties=9),
    dict(three=7, two=7, ties=1, losing=1),
    dict(three=6, two=7, ties=1),
    dict(three=14, two=1, losing=1),
    dict(three=5, two=1, none=1),
    dict(two=6),
    dict(three=5, losing=5),
]


@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("row", ROWS)
def test_as_many_claims_are_shown_as_have_small_p_values(row, alpha):
    found = of_two(**row, alpha=alpha)
    (pair,) = found.pairs
    three, two, n = row.get("three", 0), row.get("two", 0), sum(row.values())
    count, against = three + two, row.get("none", 0) + row.get("losing", 0)
    p = [signs(count, count + against), *(signs(k, n) for k in (count, count, three))]
    p = np.maximum.accumulate(p).tolist() if count > against else [1.0] * 4
    shown = sum(one <= alpha for one in p)
    assert (pair.count, pair.against, pair.n) == (count, against, n)
    assert pair.counts == {"2": count, "3": three}
    assert pair.p_value == pair.p_adjusted == pytest.approx(p[0])
    assert pair.p_adjusted_most == pytest.approx(p[1])
    assert pair.p_adjusted_by_number == {"2": pytest.approx(p[2]), "3": pytest.approx(p[3])}
    assert pair.p_shown == pytest.approx(p[max(shown - 1, 0)])
    assert (pair.decided, pair.most) == (shown > 0, shown > 1)
    assert pair.better == ("B" if count > against else None)
    assert pair.winner == ("B" if shown else None)
    assert pair.claim == [None, "wins more", "wins more", "at least 2 of 3", "all 3"][shown]
    assert pair.often == [None, "more often", *["on most data sets"] * 3][shown]
    assert pair.at_least == [None, None, None, 2, 3][shown]
    assert (found.decided, found.alpha, found.control) == (shown > 0, alpha, None)


def test_every_number_of_claims_is_among_these_rows():
    claims = [
        (pair.often, pair.claim)
        for row in ROWS
        for alpha in (0.05, 0.2)
        for pair in of_two(**row, alpha=alpha).pairs
    ]
    assert len(set(claims)) == 4


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.filterwarnings(r"ignore:\d+ data sets? cannot show")
def test_a_number_named_beforehand_is_shown_more_often_or_on_most_data_sets(k):
    for three, ties in ((3, 0), (6, 9), (8, 1)):
        (pair,) = of_two(three=three, ties=ties, at_least=k).pairs
        p = [signs(three, three), signs(three, three + ties)]
        shown = sum(one <= 0.05 for one in p)
        assert pair.at_least == (k if shown > 1 else None)
        assert pair.claim == (None if not shown else "all 3" if k == 3 else "at least 2 of 3")
        assert pair.often == [None, "more often", "on most data sets"][shown]
        assert pair.p_adjusted_most == pytest.approx(max(p))
        assert pair.p_adjusted_by_number == {str(k): pytest.approx(max(p))}
        assert pair.counts == {str(k): three}


P6 = "two-sided exact p = 0.0312"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            dict(three=6, ties=9),
            "Shown: B wins more measures than it loses, more often than the other way round (6 of "
            f"15 data sets against 0; {P6}).",
        ),
        (
            dict(three=6, ties=9, at_least=3),
            "Shown: B is better on all 3 measures, more often than the other way round (6 of 15 "
            f"data sets against 0; {P6}).",
        ),
        (
            dict(three=6),
            "Shown: B is better on all 3 measures, on most data sets; it wins more measures than "
            f"it loses on 6 of 6 data sets against 0 ({P6}).",
        ),
        (
            dict(two=6),
            "Shown: B is better on at least 2 of 3 measures, on most data sets; it wins more "
            f"measures than it loses on 6 of 6 data sets against 0 ({P6}).",
        ),
        (
            dict(three=6, at_least=2),
            "Shown: B is better on at least 2 of 3 measures, on most data sets (6 of 6 data sets "
            f"against 0; {P6}).",
        ),
        (
            dict(three=6, m=1),
            f"Shown: B is better, on most data sets (6 of 6 data sets against 0; {P6}).",
        ),
        (
            dict(three=6, ties=9, m=1),
            "Shown: B is better, more often than the other way round (6 of 15 data sets against 0; "
            f"{P6}).",
        ),
        (
            dict(three=3, none=1),
            "Nothing is shown of A and B: B wins more measures than it loses on 3 of 4 data sets "
            "against 1 (two-sided exact p = 0.625).",
        ),
        (
            dict(three=2, losing=2),
            "Nothing is shown of A and B: neither is ahead (2 of 4 data sets against 2).",
        ),
    ],
)
@pytest.mark.filterwarnings(r"ignore:\d+ data sets? cannot show")
def test_what_is_shown_of_two_in_words(row, said):
    assert of_two(**row).verdict == said


def of_many(strengths, n=10, **keywords):
    """So many algorithms; on all measures and data sets, the larger strength is better."""
    names = "ABCDEFGHIJ"[: len(strengths)]
    values = {a: np.full((n, 3), float(x)) for a, x in zip(names, strengths, strict=True)}
    made = js.results_table_matrices(values, measures={"x": "max", "y": "max", "z": "max"})
    return js.most_measures_test(made, **keywords)


def test_what_is_shown_of_several_pairs_in_words():
    assert of_many([0, 1, 1]).verdict == (
        "Shown of 2 of 3 pairs: the winner wins more measures than it loses, more often than the "
        "other way round: B over A and C over A (any false one with probability 0.05 at most)."
    )
    assert of_many([0, 1, 1], at_least=2, alpha=0.1).verdict == (
        "Shown of 2 of 3 pairs: the winner is better on at least 2 of 3 measures, more often than "
        "the other way round: B over A and C over A (any false one with probability 0.1 at most)."
    )
    nothing = of_many([0, 0, 0])
    assert nothing.verdict == "Nothing is shown of any of the 3 pairs." and not nothing.decided
    assert [row.winner for row in of_many([0, 1, 2], control="A").pairs] == ["B", "C"]


@pytest.mark.parametrize(
    ("strengths", "n", "alpha", "said"),
    [
        ([0, 1], 5, 0.05, "5 data sets cannot show anything at level 0.05: even if one algorithm "
         "were ahead on all of them, p would be 0.0625."),
        ([0, 1], 1, 0.05, "1 data set cannot show anything at level 0.05: even if one algorithm "
         "were ahead on all of them, p would be 1.00."),
        ([0, 1], 5, 2**-4, None),
        ([0, 1], 6, 0.05, None),
        ([0, 1, 2], 6, 0.05, "6 data sets cannot show anything of each of 3 pairs at level 0.05: "
         "even if one algorithm were ahead on all of them, p would be 0.0938."),
        ([0, 1, 2], 2, 0.05, "2 data sets cannot show anything of each of 3 pairs at level 0.05: "
         "even if one algorithm were ahead on all of them, p would be 1.00."),
        ([0, 1, 2], 7, 0.05, None),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings(r"ignore:\d+ data sets? cannot show")
def test_when_data_sets_are_too_few_in_words(strengths, n, alpha, said):
    warned = [str(one) for one in of_many(strengths, n, alpha=alpha).warnings]
    assert warned == ([] if said is None else [said])


@pytest.mark.parametrize("families", [5, 6, 7])
@pytest.mark.parametrize("algorithms", ["AB", "ABC"])
@pytest.mark.filterwarnings(r"ignore:\d+ families can show nothing")
def test_families_can_be_too_few_for_so_many_pairs(algorithms, families):
    rows = [
        (f"d{d}", f"f{d % families}", name, *(i + d for _ in range(3)))
        for d in range(2 * families)
        for i, name in enumerate(algorithms)
    ]
    df = pd.DataFrame(rows, columns=["dataset", "family", "algorithm", "x", "y", "z"])
    found = js.most_measures_test(
        df, dataset="dataset", algorithm="algorithm", cluster="family",
        measures={"x": "max", "y": "max", "z": "max"},
    )  # fmt: skip
    pairs = len(algorithms) * (len(algorithms) - 1) // 2
    few = pairs * 2.0 ** (1 - families) > 0.05
    assert len(found.warnings) == few and found.decided is not few
    if few:
        (said,) = map(str, found.warnings)
        assert (" of 3 pairs" in said) is (pairs == 3)
        assert ("corrected p-value" in said) is (pairs == 3)
