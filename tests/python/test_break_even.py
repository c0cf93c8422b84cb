"""Break-even prices: numbers of the packaged table, enumeration, properties."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.evidence.order_statistics import differences, on_scale
from jointstats.evidence.prices import break_even, prices_of_pairs
from jointstats.evidence.scores import ABSENT, UNKNOWN
from jointstats.evidence.votes import Units


def weka(a, b, n_pairs=1):
    """Prices of two algorithms: points of accuracy per doubling of training time."""
    table = js.results_table(
        js.load_frame("weka"),
        dataset="dataset",
        algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
        only=[a, b],
    )
    values = table.oriented()
    scaled = on_scale(values, table.signs, [False, True])
    places = [[table.algorithms.index(a), table.algorithms.index(b)]]
    low, high = differences(values, places, UNKNOWN, scaled)
    points, doublings = 100.0, 1 / np.log(2)
    gain = points * low[:, 0], points * high[:, 0]
    saving = doublings * low[:, 1], doublings * high[:, 1]
    return prices_of_pairs(gain, saving, 0.05, n_pairs)


def test_prices_of_the_packaged_table():
    found = weka("RandomForest", "J48graft")
    assert found.up_to[0].tolist() == pytest.approx([0.3305, -np.inf], abs=1e-4)
    assert found.above[0].tolist() == pytest.approx([np.inf, 1.1717], abs=1e-4)
    assert weka("AODE", "RandomForest").above[0, 0] == pytest.approx(0.57, abs=0.005)


def test_more_pairs_decide_less():
    one, many = weka("RandomForest", "J48graft"), weka("RandomForest", "J48graft", 21)
    assert many.k[0] < one.k[0]
    assert many.up_to[0, 0] < one.up_to[0, 0]
    assert many.above[0, 1] > one.above[0, 1]


def exact(differences):
    values = np.array(differences, dtype=float)
    return values, values


@pytest.mark.parametrize(("n", "k"), [(6, 0), (7, 1), (9, 1), (10, 2)])
def test_few_data_sets_have_no_price(n, k):
    found = prices_of_pairs(exact([[1.0] * n]), exact([[-1.0] * n]), 0.05, 1)
    assert found.k.tolist() == [k]
    assert np.isfinite(found.up_to[0, 0]) == (k > 0)


@pytest.mark.parametrize(
    ("gain", "saving", "up_to", "above"),
    [
        (2, -1, 2, np.inf),
        (2, 0, np.inf, 0),
        (2, 1, np.inf, 0),
        (0, 1, -np.inf, 0),
        (0, 0, -np.inf, np.inf),
        (0, -1, -np.inf, np.inf),
        (-2, 1, -np.inf, 2),
        (-2, 0, -np.inf, np.inf),
        (-2, -1, -np.inf, np.inf),
        (np.inf, -1, np.inf, np.inf),
        (-np.inf, 1, -np.inf, np.inf),
        (np.inf, -np.inf, -np.inf, np.inf),
        (np.inf, 0, np.inf, 0),
    ],
)
def test_prices_of_a_data_set(gain, saving, up_to, above):
    found = prices_of_pairs(exact([[gain] * 7]), exact([[saving] * 7]), 0.05, 1)
    assert (found.up_to[0, 0], found.above[0, 0]) == (up_to, above)
    mirrored = prices_of_pairs(exact([[-gain] * 7]), exact([[-saving] * 7]), 0.05, 1)
    assert (mirrored.up_to[0, 1], mirrored.above[0, 1]) == (up_to, above)


def test_a_balance_needs_opposed_signs():
    found = break_even([[1, -3, 1, 0, -1]], [[-2, 1, 1, -1, 0]])
    np.testing.assert_array_equal(found, [[0.5, 3, np.nan, np.nan, np.nan]])


@st.composite
def trades(draw):
    """Gains and savings of three pairs with ties, gaps and families."""
    n = draw(st.integers(5, 30))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    values = rng.integers(-3, 4, size=(n, 2, 3)).astype(float)
    values[:, 0, 0] += draw(st.integers(0, 3))
    values[:, 1, 0] -= draw(st.integers(0, 3))
    if draw(st.booleans()):
        values[rng.random(values.shape) < 0.06] = np.nan
    missing = draw(st.sampled_from([UNKNOWN, ABSENT]))
    low, high = differences(values, list(combinations(range(3), 2)), missing)
    units = None
    if draw(st.booleans()):
        units = Units(np.unique(rng.integers(0, n, n), return_inverse=True)[1])
    return (low[:, 0], high[:, 0]), (low[:, 1], high[:, 1]), units


def found_for(gain, saving, units):
    return prices_of_pairs(gain, saving, 0.05, 1, units)


@given(trades())
@settings(max_examples=60, deadline=None)
def test_the_other_side_has_the_other_prices(trade):
    gain, saving, units = trade
    one = found_for(gain, saving, units)
    other = found_for((-gain[1], -gain[0]), (-saving[1], -saving[0]), units)
    np.testing.assert_array_equal(other.up_to, one.up_to[:, ::-1])
    np.testing.assert_array_equal(other.above, one.above[:, ::-1])


@given(trades())
@settings(max_examples=60, deadline=None)
def test_at_each_shown_price_the_sign_test_shows_who_is_better(trade):
    """All but k - 1 units are better at the price, by the majority of their data sets."""
    gain, saving, units = trade
    found = found_for(gain, saving, units)
    absent = np.isnan(gain[0]) | np.isnan(saving[0])
    for pair, side in product(range(3), (0, 1)):
        top, bottom = found.up_to[pair, side], found.above[pair, side]
        prices = [x for x in (0, 0.2, 0.7, 1.3, 3.0, 50.0) if x < top or x > bottom]
        for price in prices:
            g, s = ((gain, saving)[i][side][pair] for i in (0, 1))
            with np.errstate(invalid="ignore"):
                value = (1 - 2 * side) * (g + price * s)
            sure = np.isfinite(gain[0][pair]) & np.isfinite(saving[0][pair]) & (value > 0)
            score = np.where(absent[pair], 0, np.where(sure, 1, -1)).astype(np.int8)
            cast = score if units is None else units.sums(score)
            there = (~absent[pair]).astype(np.int8)
            n = np.count_nonzero(there if units is None else units.sums(there))
            assert np.count_nonzero(cast > 0) >= n - found.k[pair] + 1


@given(trades())
@settings(max_examples=40, deadline=None)
def test_both_sides_are_never_better_at_one_price(trade):
    found = found_for(*trade)
    for price in (0, 0.2, 0.7, 1.3, 3.0, 50.0):
        better = (price < found.up_to) | (price > found.above)
        assert not better.all(axis=1).any()


@pytest.mark.parametrize("seed", range(12))
def test_false_prices_are_as_rare_as_promised(seed):
    """Every table of n data sets of five types, with atoms at 0 and all quadrants."""
    rng = np.random.default_rng(seed)
    n = (7, 8, 10)[seed % 3]
    types = rng.integers(-2, 3, size=(5, 2)).astype(float)
    types[0, seed % 2] = 0.0
    share = rng.integers(1, 6, 5) / 10
    share /= share.sum()
    tables = np.array([t for t in product(range(n + 1), repeat=5) if sum(t) == n])
    rows = np.stack([np.repeat(types, table, axis=0) for table in tables])
    found = prices_of_pairs(exact(rows[..., 0]), exact(rows[..., 1]), 0.05, 1)
    wrong = np.zeros(len(tables), dtype=bool)
    crossings = break_even(*types.T)
    at = np.unique(np.append(crossings[~np.isnan(crossings)], 0.0))
    grid = np.unique(np.concatenate([at, (at[1:] + at[:-1]) / 2, [at[-1] + 1.0]]))
    for price, sign in product(grid, (1, -1)):
        value = sign * (types[:, 0] + price * types[:, 1])
        side = (1 - sign) // 2
        better = (price < found.up_to[:, side]) | (price > found.above[:, side])
        if share[value > 0].sum() <= 0.5 + 1e-12:
            wrong |= better
    ways = np.array([_ways(table) for table in tables])
    chance = ways * np.prod(share**tables, axis=1)
    assert chance.sum() == pytest.approx(1)
    assert chance @ wrong <= 0.05


def _ways(table):
    ways, left = 1, int(sum(table))
    for times in table:
        ways *= comb(left, int(times))
        left -= int(times)
    return ways
