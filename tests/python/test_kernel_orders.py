"""Permutation codes, preference relations and linear extensions against enumeration."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.evidence import extensions
from jointstats.evidence import orders as orders_kernel

# --- Codes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, 7))
def test_codes_are_lexicographic_ranks(size):
    orders = np.array(list(permutations(range(size))))
    assert orders_kernel.rank_orders(orders).tolist() == list(range(factorial(size)))
    assert (orders_kernel.unrank_orders(np.arange(factorial(size)), size) == orders).all()


def test_codes_of_twenty_algorithms_fit():
    last = factorial(20) - 1
    assert orders_kernel.rank_orders([range(20), range(19, -1, -1)]).tolist() == [0, last]
    assert orders_kernel.unrank_orders([last], 20).tolist() == [list(range(19, -1, -1))]
    middle = [7, *range(7), *range(19, 7, -1)]
    assert orders_kernel.unrank_orders(orders_kernel.rank_orders([middle]), 20).tolist() == [middle]


def test_codes_of_more_algorithms_are_refused():
    with pytest.raises(
        orders_kernel.TooManyAlgorithmsError, match=r"limited to 20.*here are 21.*pairwise"
    ):
        orders_kernel.rank_orders([range(21)])
    with pytest.raises(orders_kernel.TooManyAlgorithmsError):
        orders_kernel.unrank_orders([0], 21)


# --- Preference ----------------------------------------------------------------------------------


def beats(x, y, sign=1, rope=0.0):
    found = orders_kernel.preference([[[x, y]]], [sign], [rope])[0, 0]
    assert not found[0, 0] and not found[1, 1] and not (found[0, 1] and found[1, 0])
    return bool(found[0, 1])


@pytest.mark.parametrize(
    ("x", "y", "rope"),
    [(0.81, 0.80, 0.01), (0.8, 0.7, 0.1), (1.1, 1.0, 0.1), (100.3, 100.2, 0.1), (0.3, -0.1, 0.4)],
)
def test_a_difference_of_one_rope_is_a_tie_whatever_its_binary_digits(x, y, rope):
    assert not beats(x, y, rope=rope)
    assert not beats(y, x, rope=rope)
    assert beats(x + 1e-9, y, rope=rope)
    assert beats(y - 1e-9, x, sign=-1, rope=rope)


def test_without_a_rope_equal_numbers_tie_and_those_that_differ_by_rounding():
    x = 0.3
    assert not beats(x, x)
    assert not beats(np.nextafter(x, 1), x)
    assert not beats(0.7140000000000001, 0.714)  # the mean of the same folds in another sequence
    assert not beats(-x, -x * (1 + 9e-14)) and not beats(x * (1 + 9e-14), x)
    assert beats(-x, -x * (1 + 1.1e-13)) and beats(x * (1 + 1.1e-13), x)
    assert not beats(x * (1 + 1.1e-13), x, sign=-1)
    assert not beats(0.0, -0.0) and not beats(-0.0, 0.0)
    assert beats(5e-324, 0.0)


@pytest.mark.parametrize(("lead", "wins"), [(0.5, False), (2.0, True)])
def test_rounding_is_that_of_the_larger_result(lead, wins):
    """A rope of a million: beside it 0 has no rounding error, a million has 1e-7."""
    assert beats(1e6 + lead * 1e-7, 0.0, rope=1e6) == wins
    assert orders_kernel.rank_cells([[[0.0, 1e6 + lead * 1e-7]]], [1], [1e6]).tied.tolist() == [
        not wins
    ]


def test_numbers_as_far_apart_as_doubles_are_put_in_order_without_a_warning():
    values = [[[1e308, -1e308, -np.inf, -np.inf]]]
    with np.errstate(all="raise"):
        found = orders_kernel.preference(values, [1], [0.0])[0, 0].astype(int).tolist()
        ranked = orders_kernel.rank_cells(values, [1], [0.0])
    assert found == [[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert ranked.relations[0].astype(int).tolist() == found


def test_cells_with_the_same_ties_are_named_in_their_sequence():
    """So that an error names the first case that is at fault."""
    kind = np.random.default_rng(1).integers(-1, 3, 500)
    relations = [np.full((2, 2), i) for i in range(3)]
    cells = orders_kernel.RankedCells(np.zeros((500, 2), dtype=np.intp), kind, relations)
    for i, (relation, members) in enumerate(cells.groups()):
        assert relation is relations[i] and members.tolist() == np.flatnonzero(kind == i).tolist()


@pytest.mark.parametrize("rope", [0.0, 0.5, 1e308])
def test_a_failed_result_loses_to_every_number_and_ties_with_failures(rope):
    fail = -np.inf
    assert beats(-1.7e308, fail, rope=rope)
    assert not beats(fail, -1.7e308, rope=rope)
    assert not beats(fail, fail, rope=rope)
    assert beats(1e9, -fail, sign=-1, rope=rope)  # smaller is better: a failure is +inf


@given(st.data())
@settings(max_examples=100)
def test_ranked_cells_say_the_same_as_preference(data):
    n, m, size = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 3), st.integers(2, 6)))
    grid = st.sampled_from([-np.inf, 0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1])
    oriented = np.array(data.draw(st.lists(grid, min_size=n * m * size, max_size=n * m * size)))
    signs = np.array(data.draw(st.lists(st.sampled_from([1, -1]), min_size=m, max_size=m)))
    ropes = st.sampled_from([0.0, 0.1, 0.2, 0.35])
    rope = np.array(data.draw(st.lists(ropes, min_size=m, max_size=m)))
    values = oriented.reshape(n, m, size) * signs[:, None]
    expected = orders_kernel.preference(values, signs, rope).reshape(-1, size, size)
    ranked = orders_kernel.rank_cells(values, signs, rope)
    strict = np.triu(np.ones((size, size), dtype=bool), 1)
    for cell, order in enumerate(ranked.order):
        found = ranked.relations[ranked.relation[cell]] if ranked.tied[cell] else strict
        assert (expected[cell][np.ix_(order, order)] == found).all()
    grouped = [c for _, members in ranked.groups() for c in members]
    assert sorted(grouped) == np.flatnonzero(ranked.tied).tolist()
    assert not any((r == strict).all() for r in ranked.relations)


# --- Linear extensions ---------------------------------------------------------------------------


def brute_force(relation):
    size = len(relation)
    return np.array(
        [
            order
            for order in permutations(range(size))
            if not any(relation[order[q]][order[p]] for q in range(size) for p in range(q))
        ]
    )


@st.composite
def relations(draw):
    """From values with a rope (with failures), or any acyclic relation, transitive or not."""
    size = draw(st.integers(1, 6))
    if draw(st.booleans()):
        grid = st.sampled_from([-np.inf, *np.linspace(0, 1, 11).round(1)])
        values = draw(st.lists(grid, min_size=size, max_size=size))
        return orders_kernel.preference(
            [[values]], [1], [draw(st.sampled_from([0, 0.1, 0.2, 0.4]))]
        )[0, 0]
    cells = draw(st.lists(st.booleans(), min_size=size**2, max_size=size**2))
    upper = np.triu(np.array(cells).reshape(size, size), 1)
    place = np.array(draw(st.permutations(range(size))))
    return upper[np.ix_(place, place)]


@given(relations())
@settings(max_examples=80, deadline=None)
def test_linear_extensions_and_their_averages(relation):
    orders = brute_force(relation)
    assert (extensions.linear_extensions(relation) == orders).all()
    assert extensions.count_linear_extensions(relation) == len(orders)
    place = np.argsort(orders, axis=1)
    first = (place == 0).mean(axis=0)
    assert extensions.probability_first(relation) == pytest.approx(first, abs=1e-14)


def test_many_equal_results_are_no_trouble():
    equal = np.zeros((25, 25), dtype=bool)
    assert extensions.count_linear_extensions(equal) == factorial(25)
    assert extensions.probability_first(equal) == pytest.approx(np.full(25, 1 / 25), rel=1e-12)
    # 12 algorithms of which 5 failed: 7! strict heads do not matter, only the tail is open.
    values = np.r_[np.arange(7, 0, -1.0), np.full(5, -np.inf)]
    relation = orders_kernel.preference([[values]], [1], [0])[0, 0]
    assert extensions.count_linear_extensions(relation) == 120
    assert extensions.probability_first(relation).tolist() == [1.0] + [0.0] * 11


def test_a_long_strict_order_is_no_trouble():
    relation = np.triu(np.ones((70, 70), dtype=bool), 1)
    assert extensions.count_linear_extensions(relation) == 1
    assert (extensions.linear_extensions(relation) == np.arange(70)).all()
    assert (extensions.probability_first(relation) == np.eye(70)[0]).all()


def test_an_algorithm_may_lose_to_more_than_two_hundred_and_fifty_six():
    place = np.random.default_rng(1).permutation(300)
    assert extensions.linear_extensions(place[:, None] < place).tolist() == [
        np.argsort(place).tolist()
    ]


def test_as_many_algorithms_in_a_chain_as_sixty_one_bits_tell_apart():
    """Neighbours tie: a Fibonacci number of orders."""
    numbers = [1, 1]
    while len(numbers) < 62:
        numbers.append(numbers[-1] + numbers[-2])
    place = np.arange(62)
    near = place[:, None] + 1 < place
    assert extensions.count_linear_extensions(near[:61, :61]) == numbers[61]
    with pytest.raises(extensions.ExpansionLimitError, match="sets of algorithms"):
        extensions.count_linear_extensions(near)


def test_limits_have_names():
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        extensions.linear_extensions(np.zeros((5, 5)), limit=119)
    assert (caught.value.n_expansions, caught.value.limit, caught.value.case) == (120, 119, None)
    assert len(extensions.linear_extensions(np.zeros((5, 5)), limit=120)) == 120
    # No two alike, hardly anyone related: 2^20 and more sets to distinguish.
    loose = np.zeros((40, 40), dtype=bool)
    loose[np.arange(20), np.arange(20, 40)] = True
    with pytest.raises(extensions.ExpansionLimitError):
        extensions.count_linear_extensions(loose)


def test_too_many_ties_are_told_with_what_helps():
    coarser = ", or ask a coarser question (which is best, a control, pairs)"
    cure = "use a smaller rope or fewer algorithms"
    found = extensions.ExpansionLimitError(120, 119)
    assert str(found) == (
        f"the ties leave 120 weighted statements, the limit is 119: {cure}{coarser}"
    )
    # Nothing coarser helps where the ties themselves are too entangled.
    found = extensions.ExpansionLimitError(9, 8, unit="sets").at(3)
    assert str(found) == f"the ties of case 3 leave 9 sets, the limit is 8: {cure}"
    assert (found.n_expansions, found.limit, found.case, found.unit) == (9, 8, 3, "sets")
