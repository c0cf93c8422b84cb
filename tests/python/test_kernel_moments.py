"""Exact sums of parts: the moments of fractions, whatever the parts are."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.kernels.single.moments import Moments, moments

NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=30)


@given(NUMBERS)
@settings(max_examples=200, deadline=None)
def test_sums_are_exact(x):
    (found,) = moments(np.array(x)[:, None])
    assert Fraction(found.total, 1 << 1126) == sum(map(Fraction, x))
    assert Fraction(found.squares, 1 << 2252) == sum(Fraction(one) ** 2 for one in x)


@given(NUMBERS, st.integers(0, 30))
@settings(max_examples=100, deadline=None)
def test_parts_add_up_to_the_last_bit(x, cut):
    column = np.array(x)[:, None]
    first, second = moments(column[:cut])[0], moments(column[cut:])[0]
    assert first + second == moments(column)[0]


@pytest.mark.parametrize("scale", [1.0, 1e-8, 1e12])
def test_mean_and_deviation(scale):
    x = (np.random.default_rng(1).normal(5, 1e-3, 50) * scale).tolist()
    (found,) = moments(np.array(x)[:, None])
    assert found.mean == float(sum(map(Fraction, x)) / 50)
    assert found.sd == statistics.stdev(x)


def test_the_smallest_and_the_largest_numbers_there_are():
    least, most = math.ulp(0.0), np.finfo(float).max
    # sd = 4 / sqrt(2) = 2.83 and sqrt(13/3) = 2.08 of the smallest
    assert moments([[0.0], [4 * least]])[0].sd == 3 * least
    assert moments([[0.0], [3 * least], [4 * least]])[0].sd == 2 * least
    (found,) = moments([[most], [most]])
    assert (found.mean, found.sd) == (most, 0.0)
    assert moments([[most], [-most]])[0].sd == math.inf


def test_scores_of_0_and_1_what_is_missing_and_what_failed():
    column = np.array([0, 1, 1, np.nan, -np.inf, 1.0])
    (found,) = moments(column[:, None])
    assert (found.n, found.mean) == (4, 0.75)
    assert found.sd == pytest.approx(0.5)
    assert math.isnan(Moments().mean) and math.isnan(moments([[3.0]])[0].sd)


def test_more_numbers_than_a_block_holds():
    x = np.random.default_rng(2).lognormal(size=70_000)
    assert moments(x[:, None])[0].mean == float(sum(map(Fraction, x.tolist())) / 70_000)


def test_of_no_numbers_nothing_is_known_and_they_change_nothing():
    (found,) = moments([[0.25], [3.0], [-1.5]])
    assert Moments() + found == found + Moments() == found and found.n == 3
    (none,) = moments(np.empty((0, 1)))
    assert none == Moments() == Moments(0, 0, 0)
    assert math.isnan(Moments().mean) and math.isnan(Moments().sd)
    assert moments(np.empty((4, 0))) == []


@pytest.mark.parametrize(
    "column",
    [
        np.array([100, 100, -128, 127], dtype=np.int8),
        np.array([200, 255, 0], dtype=np.uint8),
        np.array([True, True, False]),
        [-0.5, -1.5, -7.25],
        [0.5, 1.5, 7.25],
        [0.5, 1.0, -0.5],
        [128.0, 1.0],
        [-129.0, 1.0],
        [1e300, 300.0, -256.0],
    ],
)
def test_whole_and_broken_numbers_of_any_type_have_exact_sums(column):
    with np.errstate(all="raise"):
        (found,) = moments(np.array(column)[:, None])
    x = [Fraction(float(one)) for one in column]
    assert found.n == len(x)
    assert Fraction(found.total, 1 << 1126) == sum(x)
    assert Fraction(found.squares, 1 << 2252) == sum(one**2 for one in x)
