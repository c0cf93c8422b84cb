"""Statement counts of many pairs at once, and what the Bayesian test says of them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import betainc

from jointstats.kernels.counting import extensions
from jointstats.kernels.joint import claims, dirichlet, glrt, priors
from jointstats.kernels.joint import pairs as pair_statements_module


def by_hand(seen, states):
    """Statement to (count, alone, possible), by going through all statements of every case."""
    agree = [
        {0: [0], 1: [1], 2: [2]} if ways == 3 else {0: [0], 1: [0, 1], 2: [1]} for ways in states
    ]
    found = {}
    for case in seen:
        every = list(product(*(cell[x] for cell, x in zip(agree, case, strict=True))))
        for one in every:
            count, alone, possible = found.get(one, (Fraction(0), 0, 0))
            part = Fraction(1, len(every))
            found[one] = (count + part, alone + (len(every) == 1), possible + 1)
    return {one: tuple(map(float, numbers)) for one, numbers in sorted(found.items())}


@st.composite
def tables(draw):
    pairs, n, m = draw(st.integers(1, 5)), draw(st.integers(1, 12)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    chances = rng.dirichlet([2, 1, 2])
    return rng.choice(3, size=(pairs, n, m), p=chances), draw(
        st.lists(st.sampled_from([2, 3]), min_size=m, max_size=m)
    )


@settings(deadline=None, max_examples=60)
@given(tables())
def test_counts_are_those_of_all_statements_of_every_case(given_table):
    seen, states = given_table
    found = pair_statements_module.pair_statements(seen, states)
    assert found.n == seen.shape[1]
    assert found.n_states == np.prod(states)
    for i, pair in enumerate(seen):
        expected = by_hand(pair.tolist(), states)
        here = found.there[i]
        assert here.sum() == found.seen[i] == len(expected)
        assert list(map(tuple, found.codes(found.number[i, here]).tolist())) == list(expected)
        three = (found.weights[i, here], found.alone[i, here], found.possible[i, here])
        assert list(zip(*(x.tolist() for x in three), strict=True)) == list(expected.values())
        assert not found.weights[i, ~here].any()
        assert found.tied[i] == sum(1 in case for case in pair.tolist())


def test_a_case_with_too_many_ties_is_refused():
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        pair_statements_module.pair_statements(
            np.ones((2, 3, 4), dtype=int), [2, 2, 2, 2], limit=15
        )
    assert caught.value.case == 0
    assert (
        pair_statements_module.pair_statements(
            np.ones((2, 3, 4), dtype=int), [2, 2, 2, 2], limit=16
        ).n
        == 3
    )


def test_many_possible_statements_are_sorted_as_few_are():
    rng = np.random.default_rng(4)
    seen = rng.choice(3, size=(6, 4, 9))  # 3^9 statements each
    many = pair_statements_module.pair_statements(seen, [3] * 9)
    for i, pair in enumerate(seen):
        here = many.there[i]
        distinct = sorted({tuple(case) for case in pair.tolist()})
        assert list(map(tuple, many.codes(many.number[i, here]).tolist())) == distinct


@settings(deadline=None, max_examples=40)
@given(tables(), st.sampled_from([0.5, 1.0, 1 / 9]))
def test_posteriors_are_those_of_each_pair(given_table, mass):
    counts = pair_statements_module.pair_statements(*given_table)
    found = pair_statements_module.pair_posteriors(counts, mass, 2.0, tolerance=1e-9)
    for i in range(len(counts.seen)):
        weights = counts.weights[i, counts.there[i]]
        unseen = counts.n_states - len(weights)
        (every,) = dirichlet.probabilities_largest(
            np.append(weights + mass, [mass] if unseen else [])[None],
            np.append(np.ones(len(weights)), [unseen] if unseen else [])[None],
        )
        first = np.flatnonzero(weights >= weights.max() - 1e-9)
        assert weights[found.first[i]] == pytest.approx(weights.max(), abs=1e-9)
        if len(first) > 1:
            assert found.best[i] == -1
            assert np.isnan([found.probability[i], found.lower[i], found.decisive[i]]).all()
            continue
        best = int(first[0])
        assert found.best[i] == found.first[i] == best
        assert found.probability[i] == every[best]
        rivals = np.delete(weights, best)
        assert found.lower[i] == claims.lower_probability(weights[best], rivals, 2.0)
        assert found.decisive[i] == claims.lower_probability(weights[best], rivals, 1.0)
        upper = pair_statements_module.upper_bounds(counts, found.first, 2.0)[i]
        assert upper == priors.imprecise_bounds(weights, counts.n_states, 2.0)[1][best]
        every = np.append(rivals, weights[best] + 2.0)
        assert upper == pytest.approx(dirichlet.probability_largest(every)[-1], abs=1e-12)


def test_a_prior_that_outweighs_the_data_leaves_no_leader():
    counts = pair_statements_module.pair_statements(
        [[[1], [1]], [[0], [0]]], [2]
    )  # ½ and ½ of two; twice the first
    found = pair_statements_module.pair_posteriors(counts, 5.0, 2.0, tolerance=2.5)
    assert found.best.tolist() == [-1, -1]
    assert pair_statements_module.pair_posteriors(counts, 1.0, 2.0).best.tolist() == [-1, 0]


def test_places_without_a_statement_never_lead_however_little_the_others_weigh():
    weights = np.array([[0.6, 0.3, 0.1], [0.25, 0.5, 0.0]])
    none = np.zeros((2, 3), dtype=np.int64)
    counts = pair_statements_module.PairStatements(
        1, np.array([3]), np.arange(3) + none, weights, none, none, np.array([3, 2]), none[:, 0]
    )
    found = pair_statements_module.pair_posteriors(counts, 0.1, 2.0)
    assert found.best.tolist() == found.first.tolist() == [0, 1]
    expected = [
        dirichlet.probability_largest(row + 0.1)[k] for row, k in zip(weights, [0, 1], strict=True)
    ]
    assert found.probability == pytest.approx(expected, abs=1e-12)


def test_one_measure_by_the_beta_distribution():
    seen = [[[0]] * a + [[2]] * (12 - a) for a in range(7, 12)]
    found = pair_statements_module.pair_posteriors(
        pair_statements_module.pair_statements(seen, [2]), 0.5, 2.0
    )
    a = np.arange(7, 12)
    assert found.probability == pytest.approx(1 - betainc(a + 0.5, 12.5 - a, 0.5), abs=1e-13)
    assert found.lower == pytest.approx(1 - betainc(a, 14 - a, 0.5), abs=1e-13)
    assert found.decisive == pytest.approx(1 - betainc(a, 13 - a, 0.5), abs=1e-13)


def test_leading_is_nobody_where_two_are_near():
    values = np.array([[1.0, 3.0, 2.0], [2.0, 2.0, 0.0], [2.0, 2.0 - 1e-10, 0.0]])
    assert pair_statements_module.leading(values).tolist() == [1, -1, 0]
    assert pair_statements_module.leading(values, 1e-9).tolist() == [1, -1, -1]


def test_worst_p_values_of_many_are_those_of_each():
    rng = np.random.default_rng(3)
    alone = rng.integers(0, 20, size=(50, 4))
    possible = alone + rng.integers(0, 4, size=(50, 4))
    winners = alone.argmax(axis=1)
    found = glrt.worst_p_values(alone, possible, winners)
    for row, could, winner, p in zip(alone, possible, winners, found, strict=True):
        rival = max(could[k] for k in range(4) if k != winner)
        own = row[winner]
        expected = min(1.0, 2 * betainc(own, rival + 1, 0.5)) if own > rival else 1.0
        assert p == expected == glrt.worst_p_value(row, could, int(winner))


def test_counts_too_large_for_the_shared_lattice_have_their_bounds_too():
    seen = np.repeat([0, 2], [12_100, 11_900])[None, :, None]
    counts = pair_statements_module.pair_statements(np.concatenate([seen, 2 - seen]), [2])
    found = pair_statements_module.pair_posteriors(counts, 0.5, 2.0)
    place = np.array([0, 1])
    assert counts.codes(counts.number)[[0, 1], place, 0].tolist() == [0, 1]
    assert found.best.tolist() == [0, 1]
    above = 1 - betainc(12_102, 11_900, 0.5)
    assert pair_statements_module.upper_bounds(counts, place, 2.0) == pytest.approx(
        [above, above], abs=1e-11
    )
    assert found.probability == pytest.approx(1 - betainc(12_100.5, 11_900.5, 0.5), abs=1e-11)
    assert found.lower == pytest.approx(1 - betainc(12_100, 11_902, 0.5), abs=1e-11)


def test_as_many_codes_as_the_limit_are_counted(monkeypatch):
    """Two data sets of two measures that may be either: four statements each, eight in all."""
    outcomes = np.ones((1, 2, 2), dtype=np.int64)
    monkeypatch.setattr(pair_statements_module, "MOST_CODES", 16)
    assert pair_statements_module.pair_statements(outcomes, [2, 2]).weights.tolist() == [[0.5] * 4]
    monkeypatch.setattr(pair_statements_module, "MOST_CODES", 15)
    with pytest.raises(extensions.ExpansionLimitError, match=r"leave 8 .* the limit is 7"):
        pair_statements_module.pair_statements(outcomes, [2, 2])
