"""Coarser questions: direct and from statements, and prior masses, against enumeration."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.kernels.counting import ranked_chunks as chunks_module
from jointstats.kernels.counting.counts import restrict
from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.counting.orders import preference
from jointstats.kernels.counting.questions import (
    best_cells,
    best_cells_from,
    control_cells,
    control_cells_from,
)
from jointstats.kernels.counting.statements import statement_counts
from jointstats.kernels.joint import pareto as pareto_module
from jointstats.kernels.joint import tie_places
from jointstats.kernels.joint.pareto import (
    dominance_weights,
    dominance_weights_from,
    nondominated_weights,
    nondominated_weights_from,
    pair_cells,
)
from jointstats.kernels.joint.priors import UnknownQuestionError, nondominated_prior, prior_groups
from jointstats.kernels.joint.tie_places import EntangledTiesError, probability_nobody_ahead


@st.composite
def tables(draw):
    """Up to 5 algorithms with ties and failures, directions and ropes."""
    n, m, size = draw(st.integers(1, 4)), draw(st.integers(1, 3)), draw(st.integers(2, 5))
    grid = st.sampled_from([-np.inf, 0.0, 0.1, 0.2, 0.5, 0.7, 0.8])
    # Tie-heavy cells, but not so many that the full expansion is large.
    cells = [
        [draw(grid) if draw(st.booleans()) else 2.0 + i for i in range(size)] for _ in range(n * m)
    ]
    signs = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=m, max_size=m)))
    rope = np.array(draw(st.lists(st.sampled_from([0.0, 0.1]), min_size=m, max_size=m)))
    return np.array(cells).reshape(n, m, size) * signs[:, None], signs, rope


def statements_as_orders(counts):
    orders = list(permutations(range(counts.n_algorithms)))
    return [
        (tuple(orders[code] for code in row), weight)
        for row, weight in zip(counts.codes.tolist(), counts.weights, strict=True)
    ]


def dominates(statement, i, j):
    return i != j and all(order.index(i) < order.index(j) for order in statement)


def same_counts(found, expected):
    cells, weights = found
    assert cells.tolist() == [list(cell) for cell in sorted(expected)]
    assert weights == pytest.approx([expected[cell] for cell in sorted(expected)], abs=1e-12)


@given(tables(), st.data())
@settings(max_examples=60, deadline=None)
def test_best_and_control_cells(table, data):
    counts = statement_counts(*table)
    size = counts.n_algorithms
    control = data.draw(st.integers(0, size - 1))
    best, against = Counter(), Counter()
    for statement, weight in statements_as_orders(counts):
        best[tuple(order[0] for order in statement)] += weight
        against[tuple(int(order[0] == control) for order in statement)] += weight
    same_counts(best_cells(*table), best)
    same_counts(best_cells_from(counts.codes, counts.weights, size), best)
    same_counts(control_cells(*table, control), against)
    same_counts(control_cells_from(counts.codes, counts.weights, size, control), against)


def over_in(statement):
    size = range(len(statement[0]))
    return np.array([[dominates(statement, i, j) for j in size] for i in size])


@given(tables())
@settings(max_examples=60, deadline=None)
def test_pareto_weights(table):
    counts = statement_counts(*table)
    size = counts.n_algorithms
    pairs, free = np.zeros((size, size)), np.zeros(size)
    for statement, weight in statements_as_orders(counts):
        over = over_in(statement)
        pairs += weight * over
        free += weight * ~over.any(axis=0)
    if not table[2].any():  # a rope makes ties that are not transitive: see below
        assert dominance_weights(*table) == pytest.approx(pairs, abs=1e-12)
        assert nondominated_weights(*table) == pytest.approx(free, abs=1e-12)
    found = dominance_weights_from(counts.codes, counts.weights, size)
    assert found == pytest.approx(pairs, abs=1e-12)
    found = nondominated_weights_from(counts.codes, counts.weights, size)
    assert found == pytest.approx(free, abs=1e-12)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_pareto_weights_with_a_rope(table):
    """A pair as if it were alone; one algorithm in every place among those that tie with it."""
    values, signs, rope = table
    size = values.shape[2]
    pairs, free = np.zeros((size, size)), np.zeros(size)
    for i, j in permutations(range(size), 2):
        alone = statement_counts(values[:, :, [i, j]], signs, rope)
        pairs[i, j] = alone.weights[(alone.codes == 0).all(axis=1)].sum()
    for case, i in product(preference(*table), range(size)):
        ahead = []  # by measure, each place of i: the sets of those before it, equally probable
        for beats in case:
            tied = [j for j in range(size) if j != i and not beats[i, j] and not beats[j, i]]
            sure = set(np.flatnonzero(beats[:, i]))
            orders = list(permutations([i, *tied]))
            ahead.append([sure | set(order[: order.index(i)]) for order in orders])
        places = Counter()
        for sets in product(*[Counter(map(frozenset, part)).items() for part in ahead]):
            share = math.prod(n for _, n in sets) / math.prod(map(len, ahead))
            places[bool(frozenset.intersection(*[one for one, _ in sets]))] += share
        free[i] += places[False]
    assert dominance_weights(*table) == pytest.approx(pairs, abs=1e-12)
    assert nondominated_weights(*table) == pytest.approx(free, abs=1e-12)


@given(tables(), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_a_subset_of_the_measures_is_a_marginal(table, seed):
    values, signs, rope = table
    measures = np.random.default_rng(seed).permutation(values.shape[1])[:2]
    every = statement_counts(*table)
    part = statement_counts(values[:, measures], signs[measures], rope[measures])
    codes, weights = restrict(every.codes, every.weights, every.n_algorithms, measures=measures)
    assert (codes == part.codes).all()
    assert weights == pytest.approx(part.weights, abs=1e-12)
    cells, weights = best_cells(values[:, measures], signs[measures], rope[measures])
    expected = Counter()
    for cell, weight in zip(*best_cells(*table), strict=True):
        expected[tuple(cell[measures].tolist())] += weight
    same_counts((cells, weights), expected)


def test_chunks_leave_no_trace():
    rng = np.random.default_rng(5)
    values = rng.integers(0, 4, (30, 3, 5)).astype(float)
    table = (values, [1, -1, 1], [0, 0, 1])
    functions = (best_cells, dominance_weights, nondominated_weights)
    expected = [function(*table) for function in functions]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks_module, "CHUNK_ENTRIES", 200)
        patch.setattr(pareto_module, "_CHUNK", 200)
        found = [function(*table) for function in functions]
    assert (found[0][0] == expected[0][0]).all()
    assert found[0][1] == pytest.approx(expected[0][1], abs=1e-12)
    assert found[1] == pytest.approx(expected[1], abs=1e-12)
    assert found[2] == pytest.approx(expected[2], abs=1e-12)


# --- Where the orderings cannot be listed --------------------------------------------------------


def test_twelve_algorithms_of_which_five_failed():
    values = np.full((1, 4, 12), -np.inf)
    values[:, :, :7] = [7, 6, 5, 4, 3, 2, 1]
    table = (values, np.ones(4), np.zeros(4))
    with pytest.raises(ExpansionLimitError) as caught:
        statement_counts(*table)
    assert caught.value.n_expansions == 120**4
    same_counts(best_cells(*table), {(0, 0, 0, 0): 1.0})
    same_counts(control_cells(*table, 3), {(0, 0, 0, 0): 1.0})
    pairs = dominance_weights(*table)
    assert pairs[2, 9] == 1 and pairs[9, 2] == 0
    assert pairs[8, 9] == pytest.approx(1 / 16)
    assert nondominated_weights(*table).tolist() == [1.0] + [0.0] * 11


def test_all_equal_makes_every_algorithm_alike():
    # The expected share without a dominator is then the prior probability of it.
    values = np.zeros((3, 4, 9))
    found = nondominated_weights(values, np.ones(4), np.zeros(4))
    assert found == pytest.approx(np.full(9, 3 * nondominated_prior(9, 4)), rel=1e-11)


def test_more_than_twenty_algorithms():
    values = np.arange(50.0).reshape(1, 1, 50).repeat(2, axis=1)
    values[0, 1, 48:] = 49
    table = (values, [1, 1], [0, 0])
    same_counts(best_cells(*table), {(49, 48): 0.5, (49, 49): 0.5})
    assert dominance_weights(*table)[49, 48] == 0.5
    found = nondominated_weights(*table)
    assert found.tolist() == [0.0] * 48 + [0.5, 1.0]


def test_limits_name_the_case():
    values = np.arange(8.0)[None, None].repeat(3, axis=0).repeat(4, axis=1)
    values[1] = 0
    table = (values, np.ones(4), np.zeros(4))
    with pytest.raises(ExpansionLimitError, match="case 1") as caught:
        best_cells(*table, limit=8**4 - 1)
    assert (caught.value.n_expansions, caught.value.case) == (8**4, 1)
    assert len(best_cells(*table, limit=8**4)[0]) == 8**4
    with pytest.raises(ExpansionLimitError) as caught:
        best_cells(*table, total_limit=8**4 + 1)
    assert (caught.value.n_expansions, caught.value.case) == (8**4 + 2, None)
    assert best_cells(*table, total_limit=8**4 + 2)[1].sum() == pytest.approx(3)
    assert control_cells(*table, 0, limit=16)[1].sum() == pytest.approx(3)


def test_ties_too_entangled_to_average_over_name_the_case():
    values = np.arange(70.0)[None, None].repeat(2, axis=0)
    values[0] *= 100
    # In case 1, a beats b only if they are 36 apart: no two alike, more than 2^34 down-sets.
    with pytest.raises(ExpansionLimitError, match=r"case 1 .*sets of algorithms") as caught:
        best_cells(values, [1], [35])
    assert caught.value.case == 1
    # Pairs do not mind; an algorithm ties with up to 35 others below it, and as many above.
    assert dominance_weights(values, [1], [35])[50, 20] == 1.5
    assert nondominated_weights(values, [1], [35])[69] == pytest.approx(1 + 1 / 36)


def test_three_hundred_algorithms_that_all_tie():
    values = np.zeros((2, 4, 300))
    values[1, :, 0] = 1
    found = nondominated_weights(values, np.ones(4), np.zeros(4))
    others = nondominated_prior(300, 4)  # in closed form
    assert found == pytest.approx(np.r_[1 + others, np.full(299, others)], rel=1e-12)
    assert dominance_weights(values, np.ones(4), np.zeros(4))[1, 2] == 2 / 16


@pytest.mark.parametrize("ties", [
    {0b1: 40}, {0b11: 57}, {0b101: 12, 0b11: 20}, {0b111: 9, 0b100: 4, 0b11: 7}, {0b1111: 40},
    {0b1: 3, 0b110: 5, 0b1000: 2}, {0b11: 1, 0b110: 1, 0b101: 1},
])  # fmt: skip
def test_the_integral_over_places_against_inclusion_and_exclusion(ties):
    terms = {(0,) * 4: 1}  # exact integers, however large
    for over, number in ties.items():
        grown = Counter()
        for (tied, weight), chosen in product(terms.items(), range(number + 1)):
            key = tuple(t + chosen * (over >> k & 1) for k, t in enumerate(tied))
            grown[key] += weight * (-1) ** chosen * math.comb(number, chosen)
        terms = grown
    expected = sum(Fraction(w, math.prod(1 + t for t in tied)) for tied, w in terms.items())
    assert probability_nobody_ahead(ties) == pytest.approx(float(expected), rel=1e-12)
    swapped = {int(f"{over:04b}"[::-1], 2): n for over, n in ties.items()}
    assert probability_nobody_ahead(swapped) == probability_nobody_ahead(ties)


@pytest.mark.parametrize(("degree", "r"), [(3, 1), (3, 2), (9, 3), (400, 1), (400, 2), (60, 5)])
def test_a_rule_for_a_product_of_places_is_exact(degree, r):
    """E (1 - u_1 ... u_r)^n, by the binomial theorem; the price is the number of points."""
    points, weights = tie_places._rule(degree, r)
    for n in (0, 1, 2, degree // 2, degree):
        terms = (Fraction((-1) ** j * math.comb(n, j), (j + 1) ** r) for j in range(n + 1))
        assert weights @ (1 - points) ** n == pytest.approx(float(sum(terms)), rel=1e-12)
    assert tie_places._n_nodes(degree, r) == points.size == weights.size


def test_the_price_of_an_integral_is_its_points_times_its_sets():
    # 400 tie on two measures: 12 points on each of 45 + 2 * 3 panels
    assert tie_places.n_points({0b11: 400}) == 12 * 51
    # sets of their own on either measure: 10 points are exact to the degree 19
    assert tie_places.n_points({0b1: 18, 0b10: 18}) == 2 * 10 * 10
    # degrees of 3 and 2 need 2 points each, where sums over sets of others have 2 * 3 terms
    assert tie_places.n_points({0b1: 1, 0b11: 2, 0: 0}) == 2 * 2 * 2
    assert tie_places.n_points({}) == 0


def test_no_more_is_held_at_once_than_was_meant():
    n = 700
    rule = np.full(n, 0.5), np.arange(n) * 1.0
    some, rest = tie_places._points([rule, rule])
    assert [weights.size for _, weights in (some, rest)] == [2**18, n**2 - 2**18]
    assert some[1].sum() + rest[1].sum() == pytest.approx((n * (n - 1) / 2) ** 2, rel=1e-12)
    values = np.zeros((65, 2, 64))  # of 64 cases 2^19 comparisons
    parts = pareto_module._comparisons(values, [1, 1], [0, 0])
    assert [(first, len(beats)) for first, beats in parts] == [(0, 64), (64, 1)]
    large = pareto_module._comparisons(np.zeros((2, 1, 800)), [1], [0])  # at least one case
    assert [(first, len(beats)) for first, beats in large] == [(0, 1), (1, 1)]


@pytest.mark.parametrize("more", [0, 1])
def test_integrals_are_refused_from_their_limits_on(monkeypatch, more):
    """2^31 points of all together, as many as 2^24 of one."""
    values = np.zeros((1, 1, 2))  # two integrals
    monkeypatch.setattr(pareto_module, "n_points", lambda ties: 2**30 + more / 2)
    if more:
        with pytest.raises(EntangledTiesError, match="1 algorithms tie with one on 1 measures"):
            nondominated_weights(values, [1], [0])
    else:
        assert nondominated_weights(values, [1], [0]).tolist() == [0.5, 0.5]
    monkeypatch.setattr(tie_places, "_n_nodes", lambda degree, r: 2**24 + more)
    monkeypatch.setattr(tie_places, "_n_terms", lambda sets: math.inf)
    monkeypatch.setattr(tie_places, "_points", lambda rules: iter(()))
    monkeypatch.setattr(tie_places, "_rule", lambda degree, r: None)
    one = tie_places._probability.__wrapped__
    if more:
        with pytest.raises(EntangledTiesError, match="7 algorithms tie with one on 2 measures"):
            one(((0b11, 7),))
    else:
        assert one(((0b11, 7),)) == 0.0


def test_too_many_ties_on_too_many_measures_have_a_name():
    rng = np.random.default_rng(1)
    values = np.r_[np.ones((1, 6, 120)), rng.integers(0, 2, (1, 6, 120))]
    with pytest.raises(EntangledTiesError, match="6 measures") as caught:
        nondominated_weights(values, np.ones(6), np.zeros(6))
    assert (caught.value.where[0], caught.value.measures) == (1, tuple(range(6)))


def test_codes_may_be_decimals_and_weights_fractions():
    """As other languages have whole numbers; a half is a half in any type."""
    codes, half = [[0.0, 2.0], [1.0, 1.0]], Fraction(1, 2)
    assert dominance_weights_from(codes, [half, 1 - half], 3).tolist() == [
        [0.0, 0.5, 1.0],
        [0.0, 0.0, 0.5],
        [0.0, 0.5, 0.0],
    ]
    assert nondominated_weights_from(codes, [half, 1 - half], 3).tolist() == [1.0, 0.5, 0.0]


def test_who_ties_with_whom_is_listed_case_by_case():
    """By loops over cases and pairs; of ninety measures, too, more than a number has bits."""
    rng = np.random.default_rng(3)
    for n, m, size in [(1, 2, 3), (4, 2, 3), (5, 3, 4), (6, 1, 2), (3, 90, 3)]:
        values = rng.integers(0, 2, (n, m, size)) * (rng.random((n, m, 1)) < min(0.4, 2 / m))
        beats = preference(values, np.ones(m), np.zeros(m))
        expected = []
        for case, i in product(range(n), range(size)):
            others = [j for j in range(size) if j != i]
            if any(beats[case, :, j, i].all() for j in others):
                continue
            ahead = [j for j in others if not beats[case, :, i, j].any()]
            sets = Counter(sum(1 << k for k in range(m) if not beats[case, k, j, i]) for j in ahead)
            expected += [(case, i, sets)] if sets else []
        found = list(pareto_module._ties_of_rivals(beats, pareto_module._never_worse(beats)))
        assert found == expected and len(expected) > 0


def test_the_numbers_of_measures_do_not_depend_on_their_sequence():
    sets = {0b001: 1, 0b101: 4, 0b010: 2, 0b110: 3}  # five tie on each of the first two measures
    found = set()
    for place in permutations(range(3)):
        turned = [(sum(1 << place[k] for k in range(3) if t >> k & 1), n) for t, n in sets.items()]
        found.add(tie_places._canonical(tuple(turned)))
    assert len(found) == 1


def test_a_pair_is_split_three_ways():
    values = [[[1, 0], [1, 0]], [[1, 0], [0, 1]], [[0, 0], [0, 1]]]
    pairs = dominance_weights(values, [1, 1], [0, 0])
    assert pair_cells(pairs, 0, 1, 3).tolist() == [1.0, 0.5, 1.5]
    assert pair_cells(pairs, 1, 0, 3).tolist() == [0.5, 1.0, 1.5]
    full = np.array([[0, 0.1 + 0.2], [0.7, 0]])  # the sum is 1.0 + 2e-16
    assert pair_cells(full, 0, 1, 1).tolist() == [0.1 + 0.2, 0.7, 0.0]
    assert pair_cells([[0, 0.25], [0.5, 0]], 0, 1, 1).tolist() == [0.25, 0.5, 0.25]


# --- Prior masses --------------------------------------------------------------------------------

SMALL = [(2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 2)]


@pytest.mark.parametrize(("size", "m"), SMALL)
def test_prior_masses_are_sums_over_all_statements(size, m):
    """Each cell's mass against a count of its statements among all (l!)^m."""
    cells = {name: Counter() for name in ("best", "control", "dominance", "nondominated")}
    for statement in product(permutations(range(size)), repeat=m):
        cells["best"][tuple(order[0] for order in statement)] += 1
        cells["control"][tuple(int(order[0] == 1) for order in statement)] += 1
        one, two = dominates(statement, 0, 1), dominates(statement, 1, 0)
        cells["dominance"][(0 if one else 1 if two else 2,)] += 1
        nobody = not any(dominates(statement, j, 0) for j in range(size))
        cells["nondominated"][(int(nobody),)] += 1
    total = math.factorial(size) ** m
    for question, every in cells.items():
        found = prior_groups(question, size, m, list(every))
        assert found.unobserved == ()
        expected = [every[cell] / total for cell in every]
        assert found.observed == pytest.approx(expected, rel=1e-14)
        # Half of the cells observed: the others come in groups of equal masses.
        seen, unseen = list(every)[::2], list(every)[1::2]
        found = prior_groups(question, size, m, np.array(seen).reshape(len(seen), -1))
        groups = Counter()
        for group in found.unobserved:
            groups[round(group.probability * total)] += group.n_cells
            assert group.mass == pytest.approx(group.probability * group.n_cells, rel=1e-14)
        assert groups == Counter(every[cell] for cell in unseen)
        masses = found.observed.sum() + sum(group.mass for group in found.unobserved)
        assert masses == pytest.approx(1, rel=1e-14)


def test_prior_of_full_orderings():
    found = prior_groups("orders", 3, 2, [[0, 1], [5, 5]])
    assert found.observed.tolist() == [1 / 36, 1 / 36]
    (group,) = found.unobserved
    assert (group.probability, group.n_cells) == (1 / 36, 34)
    assert group.mass == pytest.approx(34 / 36)


def test_prior_of_more_statements_than_floats_can_count():
    found = prior_groups("orders", 20, 20, np.zeros((1, 20), dtype=int))
    (group,) = found.unobserved
    assert group.n_cells == math.factorial(20) ** 20 - 1
    assert group.mass == 1.0 and found.observed.tolist() == [0.0]


def test_nothing_observed():
    found = prior_groups("control", 5, 3, np.zeros((0, 3), dtype=int))
    assert found.observed.shape == (0,)
    assert [group.n_cells for group in found.unobserved] == [1, 3, 3, 1]
    assert sum(group.mass for group in found.unobserved) == pytest.approx(1)
    found = prior_groups("dominance", 3, 2, np.zeros((0, 1), dtype=int))  # 2^-2 for each side
    assert [(group.probability, group.n_cells) for group in found.unobserved] == [
        (0.25, 1),
        (0.25, 1),
        (0.5, 1),
    ]
    found = prior_groups("nondominated", 2, 3, np.zeros((0, 1), dtype=int))
    assert [(group.probability, group.n_cells) for group in found.unobserved] == [
        (0.125, 1),
        (0.875, 1),
    ]


def test_unknown_questions_are_refused():
    with pytest.raises(UnknownQuestionError, match="worst"):
        prior_groups("worst", 3, 2, [[0, 0]])


def test_nondominated_prior():
    assert nondominated_prior(8, 6) == pytest.approx(0.912732, abs=5e-7)
    # Two measures: the expected number of maxima among l points is the harmonic number.
    harmonic = sum(Fraction(1, j) for j in range(1, 31))
    assert nondominated_prior(30, 2) == pytest.approx(float(harmonic / 30), rel=1e-15)
    assert nondominated_prior(7, 1) == pytest.approx(1 / 7)
    assert nondominated_prior(1, 4) == 1
    # Two algorithms: dominated with probability 2^−m.
    assert nondominated_prior(2, 50) == 1 - 2.0**-50


def test_an_algorithm_that_is_ahead_for_certain_leaves_no_chance():
    assert probability_nobody_ahead({0b1: 3, 0: 2}) == 0.0
    assert probability_nobody_ahead({0b1: 3, 0: 0}) == 0.25


def test_ties_that_would_take_too_long_together_name_where_and_how_many(monkeypatch):
    monkeypatch.setattr(pareto_module, "_MOST_POINTS", 0)
    values = [[[2, 1, 1, 0], [2, 1, 1, 1]], [[0, 1, 1, 1], [0, 0, 0, 1]]]
    # Of the second case, the first algorithm: beaten by the last. The second: one ties on all, one
    # ties on the first measure and is ahead on the other.
    with pytest.raises(EntangledTiesError, match=r"^2 algorithms tie with one on 2 meas") as caught:
        nondominated_weights(values[1:], [1, 1], [0, 0])
    assert caught.value.where == (0, 1)
    assert (caught.value.measures, caught.value.n_tied) == ((0, 1), 2)


def test_counts_in_whole_numbers_become_doubles():
    _, weights = best_cells_from([[0, 3], [1, 5], [0, 2]], [1, 2, 4], 3)
    assert weights.tolist() == [5.0, 2.0] and weights.dtype == np.float64
