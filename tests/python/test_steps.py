"""The step-down with exact sizes, against two independent programs and by enumeration."""

import json
import time
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import VERDICTS
from voters import outcomes_of, sequences, voters_of

from jointstats.claims import kernel_pairs as pairs
from jointstats.claims import kernel_states
from jointstats.claims import kernel_states as states
from jointstats.evidence import scores, steps, votes

HERE = Path(__file__).parent / "reference"
STEPS = json.loads((HERE / "stepdown.json").read_text(encoding="utf-8"))
TABLES = [case for case in VERDICTS if "values" in case]
KINDS = (steps.ALL_VOTE, steps.MAY_BE_ZERO, steps.FAMILIES)
CLAIMS = ("not_worse", "more_often", "most")


def sizes(k, s, *, below=False):
    """The largest attainable p-value of k votes up to s (or below it), exactly."""
    tails = [Fraction(sum(comb(k, i) for i in range(y, k + 1)), 2**k) for y in range(k + 1)]
    near = Fraction(1, 10**11)
    limit = Fraction(s) * (1 - near if below else 1 + near)
    return max([t for t in tails if t <= limit], default=Fraction(0))


def parts(claims):
    return claims.measures, claims.equal, claims.joint


def test_costs_are_those_of_an_independent_program():
    for units, s, zero, expected in STEPS["costs"]:
        assert steps.cost(s, units, steps.MAY_BE_ZERO if zero else steps.ALL_VOTE) == pytest.approx(
            expected, abs=1e-9
        )


@pytest.mark.parametrize("case", STEPS["cases"], ids=lambda case: str(len(case["p"])))
def test_corrected_p_values_are_those_of_an_independent_program(case):
    width = max(map(len, case["p"]))
    p, expected = (
        np.array([row + [np.nan] * (width - len(row)) for row in case[name]])
        for name in ("p", "corrected")
    )
    chains = steps.Chains(*(np.array(case[name]) for name in ("weights", "units", "zero")))
    np.testing.assert_allclose(chains.corrected(p), expected, rtol=0, atol=1e-9)


@given(st.integers(1, 40), st.floats(1e-9, 1.0))
@settings(max_examples=60, deadline=None)
def test_a_cost_is_an_upper_bound_and_no_larger_than_needed(n, s):
    of_k = np.array([float(sizes(k, s)) for k in range(n + 1)])
    q = np.linspace(0, 1, 3001)[:, None]
    k = np.arange(n + 1)
    share = np.array([comb(n, i) for i in k], dtype=float) * q**k * (1 - q) ** (n - k)
    on_a_grid = float((share @ of_k).max())
    needed = float(steps.cost(s, n, steps.MAY_BE_ZERO))
    assert on_a_grid <= needed * (1 + 1e-12) <= on_a_grid * (1 + 1e-3) + 1e-300
    assert float(steps.cost(s, n, steps.ALL_VOTE)) == pytest.approx(of_k[-1], rel=1e-10)
    assert float(steps.cost(s, n, steps.FAMILIES)) == pytest.approx(of_k.max(), rel=1e-10)
    assert max(float(steps.cost(s, n, kind)) for kind in KINDS) <= s * (1 + 1e-10)


def by_definition(chains, p, *, exact=True):
    """Corrected p-values, event by event, as the design has them."""

    def total(x, w, unfinished):
        sums = 0.0
        for c in unfinished:
            weight, n, kind = (int(a[c]) for a in (chains.weights, chains.units, chains.kinds))
            if not exact or n >= 200:
                sums += min(weight * float(x), 1.0)
            elif kind == steps.MAY_BE_ZERO:
                s = weight * x * (1 - Fraction(1, 10**9) if weight > w else 1)
                sums += float(steps.cost(float(s), n, kind))
            else:
                ks = range(n + 1) if kind == steps.FAMILIES else [n]
                sums += float(max(sizes(k, weight * x, below=weight > w) for k in ks))
        return sums

    events = sorted(
        {
            (Fraction(x) / int(w), int(w))
            for row, w in zip(p, chains.weights, strict=True)
            for x in row
            if not np.isnan(x)
        }
    )
    unfinished, level, of_event = set(range(len(p))), 0.0, {}
    for x, w in events:
        level = of_event[x, w] = min(max(level, total(x, w, unfinished)), 1.0)
        strongest = [max(v for v in row if not np.isnan(v)) for row in p]
        for c in [*unfinished]:
            if chains.weights[c] == w and Fraction(strongest[c]) / w == x:
                unfinished.remove(c)
    return np.array(
        [
            [np.nan if np.isnan(x) else of_event[Fraction(x) / int(w), int(w)] for x in row]
            for row, w in zip(p, chains.weights, strict=True)
        ]
    )


@st.composite
def some_chains(draw, most=12):
    number = draw(st.integers(1, 6))
    weights, units, kinds, rows = [], [], [], []
    for _ in range(number):
        n = draw(st.integers(1, most))
        weights.append(draw(st.sampled_from([1, 1, 2, 4])))
        units.append(n)
        kinds.append(draw(st.sampled_from(KINDS)))
        cast = draw(st.lists(st.integers(0, n), min_size=1, max_size=3))
        row = sorted(float(votes.tail(yes, n - yes)) for yes in cast)
        rows.append(row + [np.nan] * (3 - len(row)))
    return steps.Chains(np.array(weights), np.array(units), np.array(kinds)), np.array(rows)


@given(some_chains())
@settings(max_examples=100, deadline=None)
def test_corrected_p_values_follow_from_the_events_one_by_one(case):
    chains, p = case
    np.testing.assert_allclose(chains.corrected(p), by_definition(chains, p), rtol=0, atol=1e-8)


@given(some_chains())
@settings(max_examples=100, deadline=None)
def test_exact_sizes_lose_nothing_that_simple_levels_show(case):
    chains, p = case
    simple = by_definition(chains, p, exact=False)
    assert not (chains.corrected(p) > simple + 1e-9).any()


def test_from_200_units_on_a_chain_costs_its_level():
    chains = steps.Chains(np.array([1, 1, 3]), np.array([200, 300, 250]), np.array(KINDS))
    p = np.array([[0.001, 0.02], [0.0005, np.nan], [0.003, 0.2]])
    simple = by_definition(chains, p, exact=False)
    np.testing.assert_allclose(chains.corrected(p), simple, rtol=1e-9)


@given(some_chains(), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_the_order_of_chains_does_not_matter(case, random):
    chains, p = case
    order = random.sample(range(len(p)), len(p))
    turned = steps.Chains(chains.weights[order], chains.units[order], chains.kinds[order])
    np.testing.assert_allclose(turned.corrected(p[order]), chains.corrected(p)[order], rtol=1e-12)


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["name"])
def test_claims_of_tables_are_those_of_an_independent_program(case):
    seen, rope, real = outcomes_of(case)
    units = None if case["families"] is None else votes.Units(np.array(case["families"]))
    counts, p = pairs.claims_of_pairs(seen, rope > 0, units)
    families = units is not None and units.n_families is not None
    adjusted = kernel_states.corrected(p, voters_of(counts, rope, zero=real, families=families))
    found = states.states_of_pairs(counts, adjusted, 0.05)
    for i, row in enumerate(case["pairs"]):
        expected = {name: np.array(x, dtype=float) for name, x in row["corrected"].items()}
        for k, name in enumerate(CLAIMS):
            np.testing.assert_allclose(adjusted.measures[i, :, :, k], expected[name], atol=1e-9)
        np.testing.assert_allclose(adjusted.equal[i], expected["equal"], atol=1e-9)
        for k, name in enumerate(("joint_more_often", "joint_most")):
            np.testing.assert_allclose(adjusted.joint[i, :, k], expected[name], atol=1e-9)
        assert states.STATES[found.state[i]] == row["state"]


@st.composite
def tables(draw):
    """Outcomes of pairs with every code that a question may have, and what is declared of them."""
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 12), st.integers(1, 3)))
    seen = np.random.default_rng(draw(st.integers(0, 10**6))).choice(
        [0, 0, 0, 1, 2, 3, 4, 6], size=shape
    )
    families = draw(st.booleans())
    units = votes.Units(np.arange(shape[1]) // 2) if families and shape[1] > 1 else None
    return seen, draw(st.sampled_from([0.0, 1.0])), units


def found_for(seen, rope, units, groups=False):
    ropes = np.full(seen.shape[2], rope)
    counts, p = pairs.claims_of_pairs(seen, ropes > 0, units, groups)
    voters = voters_of(counts, ropes, zero=True, groups=groups, families=units is not None)
    return p, kernel_states.corrected(p, voters)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_the_other_side_of_a_pair_has_the_same_p_values(table):
    seen, rope, units = table
    _, one = found_for(seen, rope, units)
    _, other = found_for(scores.mirrored(seen), rope, units)
    np.testing.assert_allclose(other.measures, one.measures[:, :, ::-1], rtol=1e-12)
    np.testing.assert_allclose(other.joint, one.joint[:, ::-1], rtol=1e-12)
    np.testing.assert_allclose(other.equal, one.equal, rtol=1e-12)


@given(tables(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_stronger_claim_of_a_chain_has_the_larger_p_value(table, groups):
    seen, rope, units = table
    p, adjusted = found_for(seen, rope, units, groups)
    for before, after in zip(parts(p), parts(adjusted), strict=True):
        np.testing.assert_array_equal(np.isnan(before), np.isnan(after))
    assert (adjusted.joint[..., 0] <= adjusted.joint[..., 1])[
        ~np.isnan(adjusted.joint[..., 0])
    ].all()
    weak, strong = adjusted.measures[..., pairs.MORE_OFTEN], adjusted.measures[..., pairs.MOST]
    assert (weak <= strong).all()
    assert (strong <= 1).all()


def test_not_worse_of_a_group_is_a_chain_by_itself():
    # Better on six data sets, mixed on two: "not worse" fails on those, "more often" does not.
    seen = np.array([[[0]] * 6 + [[scores.MIXED]] * 2])
    p, adjusted = found_for(seen, 1.0, None, groups=True)
    assert p.measures[0, 0, 0, :2] == pytest.approx([37 / 256, 1 / 64])
    # Chains: two of the group, two of "not worse", one of "equal".
    assert adjusted.measures[0, 0, 0, 1] == pytest.approx(
        2 * steps.cost(1 / 64, 8, steps.MAY_BE_ZERO) + 3 * steps.cost(1 / 64, 8, steps.ALL_VOTE)
    )
    together = found_for(seen, 1.0, None)[1]
    assert together.measures[0, 0, 0, 1] < adjusted.measures[0, 0, 0, 1]


def test_units_that_can_vote_are_those_with_results_of_both():
    absent = scores.ABSENT
    seen = np.array([[[0, 0], [2, absent], [absent, absent], [absent, 0]]])
    alone = pairs.votes_of_pairs(seen).counts
    assert (alone.voters.tolist(), alone.joint_voters.tolist()) == ([[2, 2]], [1])
    families = pairs.votes_of_pairs(seen, votes.Units(np.array([0, 0, 1, 1]))).counts
    assert (families.voters.tolist(), families.joint_voters.tolist()) == ([[1, 2]], [1])


@pytest.mark.parametrize("n", [5, 6, 8])
def test_no_truth_of_two_measures_makes_more_false_claims_than_alpha(n):
    """Every table of one pair: better or worse on two measures."""
    kinds = np.array([*product([0, 2], repeat=2)])
    tables = [t for t in product(range(n + 1), repeat=4) if sum(t) == n]
    shown = []
    for table in tables:
        seen = np.repeat(kinds, table, axis=0)[None]
        _, p = pairs.claims_of_pairs(seen, [False, False])
        counts = pairs.votes_of_pairs(seen).counts
        adjusted = kernel_states.corrected(p, voters_of(counts, np.zeros(2)))
        shown.append(
            [*(adjusted.measures[0, ..., 1] <= 0.05).ravel(), *(adjusted.joint[0, :, 0] <= 0.05)]
        )
    ways = np.array([sequences(table) for table in tables])
    worst = 0.0
    for share in (t for t in product(range(11), repeat=4) if sum(t) == 10):
        both, first, second, none = share
        true = [both + first > 5, second + none > 5, both + second > 5, first + none > 5,
                both > none, none > both]  # fmt: skip
        chance = ways * np.prod((np.array(share) / 10) ** np.array(tables), axis=1)
        worst = max(worst, float(chance @ (np.array(shown) & ~np.array(true)).any(axis=1)))
    assert worst <= 0.05


@pytest.mark.parametrize(("m", "rope"), [(1, 0.0), (2, 0.0), (3, 0.0), (2, 1.0)])
def test_what_is_best_is_what_a_table_of_wins_has(m, rope):
    wins = np.zeros((3, 9, m), dtype=int)
    counts, p = pairs.claims_of_pairs(wins, np.full(m, rope > 0))
    voters = voters_of(counts, np.full(m, rope), zero=rope > 0)
    adjusted = kernel_states.corrected(p, voters)
    chains = voters.chains
    joint, alone = chains.at_best(9)
    assert alone == pytest.approx(adjusted.measures[0, 0, 0, 1])
    assert m == 1 or joint == pytest.approx(adjusted.joint[0, 0, 0])
    for alpha in (0.05, 0.01):
        for k, several in enumerate((True, False)):
            n = chains.fewest_units(alpha, joint=several)
            assert chains.at_best(n)[k] <= alpha < chains.at_best(n - 1)[k]


def test_the_level_is_the_largest_p_value_that_is_still_shown():
    seen = np.array([[[0]] * 14, [[0]] * 8 + [[2]] * 6])
    counts, p = pairs.claims_of_pairs(seen, [False])
    chains = voters_of(counts, np.zeros(1)).chains
    strongest = (
        kernel_states.corrected(p, voters_of(counts, np.zeros(1))).measures[..., pairs.MOST].ravel()
    )
    level = chains.level(strongest, 0.05)
    # Three chains are open.
    for n_wins in range(15):
        x = votes.tail(n_wins, 14 - n_wins)
        assert (3 * float(x) <= 0.05) == (x <= level)


def test_all_pairs_of_200_algorithms_take_little_time():
    rng = np.random.default_rng(5)
    n_pairs, m, n = 19_900, 3, 60
    yes = rng.binomial(n, rng.beta(2, 2, size=(n_pairs, m)))
    p = votes.tail(np.stack([yes, n - yes], axis=-1), np.stack([n - yes, yes], axis=-1))
    jointly = votes.tail(yes.min(axis=1), n - yes.max(axis=1))
    claims = pairs.PairClaims(
        measures=np.stack([np.full(p.shape, np.nan), p, p], axis=-1),
        equal=np.full((n_pairs, m), np.nan),
        joint=np.repeat(np.stack([jointly, 1 - jointly], axis=-1)[..., None], 2, axis=-1),
        groups=np.zeros(m, dtype=bool),
    )
    no = np.zeros(m, dtype=bool)
    begun = time.process_time()
    adjusted = kernel_states.corrected(
        claims, kernel_states.Voters(np.full((n_pairs, m), n), np.full(n_pairs, n), no, no, no)
    )
    assert time.process_time() - begun < 1.5
    assert (adjusted.measures[..., 1] <= 0.05).any()


def test_a_cost_has_the_same_bits_whatever_was_worked_out_with_it():
    for n in (12, 51, 120):
        levels = np.unique(np.random.default_rng(n).uniform(0, 0.06, 60))
        steps._step_cost.cache_clear()
        together = steps.cost(levels, n, steps.MAY_BE_ZERO)
        steps._step_cost.cache_clear()
        alone = [steps.cost([level], n, steps.MAY_BE_ZERO)[0] for level in levels]
        assert together.tolist() == alone
