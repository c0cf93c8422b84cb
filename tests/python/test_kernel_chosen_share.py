"""The interval of a chosen share: its equation, exact coverage by enumeration, simulation."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from scipy.stats import binom

from jointstats.evidence import claim_tests, shares


def test_the_ends_solve_their_equations():
    for n in (2, 7, 30, 200):
        for level in (0.8, 0.95, 0.999):
            x = np.arange(n + 1)
            low, high = shares.chosen_share_interval(x, n, level)
            tail = (1 - level) / 2
            assert (low[:2] == 0).all() and high[-1] == 1
            np.testing.assert_allclose(binom.sf(x[2:] - 1, n, low[2:]), low[2:] * tail, rtol=1e-9)
            np.testing.assert_allclose(binom.cdf(x[:-1], n, high[:-1]), tail, rtol=1e-9)


def test_below_the_lower_end_every_share_keeps_its_part_of_the_error():
    n, alpha = 12, Fraction(1, 10)
    for x in range(2, n + 1):
        low = float(shares.chosen_share_interval(x, n, 0.9)[0])
        for s in np.linspace(0, low * (1 - 1e-9), 40)[1:]:
            t = Fraction(s)
            reached = sum(comb(n, k) * t**k * (1 - t) ** (n - k) for k in range(x, n + 1))
            assert reached <= t * alpha / 2
        assert binom.sf(x - 1, n, low * (1 + 1e-6)) > low * 0.05


def test_no_narrower_than_the_usual_interval():
    n = 40
    x = np.arange(n + 1)
    low, high = shares.chosen_share_interval(x, n)
    usual_low, usual_high = claim_tests.confidence_interval(x, n)
    assert (low <= usual_low).all()
    np.testing.assert_allclose(high, usual_high, rtol=1e-13)
    assert (np.diff(low[1:]) > 0).all() and (np.diff(high[:-1]) > 0).all()


SHARES = [(0.5, 0.5), (0.34, 0.33, 0.33), (0.6, 0.2, 0.2), (0.9, 0.05, 0.05), (0.45, 0.45, 0.1),
          (1.0, 0.0)]  # fmt: skip


@pytest.mark.parametrize("theta", SHARES)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_coverage_over_all_tables(theta, level):
    """Counting every leader of a table as chosen by somebody who wants it to be wrong."""
    theta = np.array(theta)
    for n in (1, 2, 5, 11, 20):
        rows = np.array([r for r in product(range(n + 1), repeat=len(theta)) if sum(r) == n])
        ways = factorial(n) / np.array([float(prod(map(factorial, r))) for r in rows])
        mass = ways * np.prod(theta**rows, axis=1)
        most = rows.max(axis=1)
        low, high = shares.chosen_share_interval(most, n, level)
        missed = (rows == most[:, None]) & ((theta < low[:, None]) | (theta > high[:, None]))
        assert mass[missed.any(axis=1)].sum() <= 1 - level + 1e-12


CELLS = {
    "64 equal, n = 30": (np.full(64, 1 / 64), 30),
    "64 equal, n = 200": (np.full(64, 1 / 64), 200),
    "4 equal, n = 50": (np.full(4, 1 / 4), 50),
    "2 leaders of 16, n = 80": (np.append([0.3, 0.3], np.full(14, 0.4 / 14)), 80),
    "geometric, n = 30": (0.5 ** np.append(np.arange(1, 16), 15), 30),
}


@pytest.mark.parametrize("name", CELLS)
def test_coverage_after_choosing(name):
    theta, n = CELLS[name]
    draws = 10_000
    rows = np.random.default_rng(12).multinomial(n, theta, draws)
    chosen = rows.argmax(axis=1)
    low, high = shares.chosen_share_interval(rows.max(axis=1), n)
    covered = ((low <= theta[chosen]) & (theta[chosen] <= high)).mean()
    assert covered >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / draws)


def test_the_usual_interval_fails_after_choosing():
    theta, n = CELLS["64 equal, n = 30"]
    rows = np.random.default_rng(13).multinomial(n, theta, 2000)
    low, _ = claim_tests.confidence_interval(rows.max(axis=1), n)
    assert (low > 1 / 64).mean() > 0.5
