"""Mardia's statistics, their simulated null, and what the tests can detect."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.means import kernel_mardia as mardia_kernel


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_invertible_and_redundant_mixtures_change_nothing(seed):
    rng = np.random.default_rng(seed)
    x = rng.exponential(size=(15, 2))
    plain = mardia_kernel.mardia(x, draws=19)
    mixed = mardia_kernel.mardia(
        np.column_stack([1e5 * x[:, 0], x @ [1, -2], 1 - x[:, 0]]), draws=19
    )
    assert mixed.rank == 2 and mixed.independent.tolist() == [True, True, False]
    assert mixed.skewness.value == pytest.approx(plain.skewness.value, rel=1e-8)
    assert mixed.kurtosis.value == pytest.approx(plain.kurtosis.value, rel=1e-8)
    assert mixed.skewness.p_value == plain.skewness.p_value


def test_simulated_moments_are_mardia_s():
    n, p, draws = 12, 3, 8000
    b1, b2 = mardia_kernel.simulated_null(n, p, draws, 1)
    mean_b1 = p * (p + 2) / ((n + 1) * (n + 3)) * ((n + 1) * (p + 1) - 6)
    assert abs(b1.mean() - mean_b1) < 4 * b1.std() / np.sqrt(draws)
    mean_b2 = p * (p + 2) * (n - 1) / (n + 1)
    assert abs(b2.mean() - mean_b2) < 4 * b2.std() / np.sqrt(draws)
    variance = 8 * p * (p + 2) * (n - 3) * (n - p - 1) * (n - p + 1)
    variance /= (n + 1) ** 2 * (n + 3) * (n + 5)
    assert b2.var() == pytest.approx(variance, rel=0.1)


def test_monte_carlo_p_values_count_the_simulated_samples():
    x = np.random.default_rng(2).exponential(size=(14, 2))
    tests = mardia_kernel.mardia(x, draws=500, seed=3)
    b1, b2 = mardia_kernel.simulated_null(14, 2, 500, 3)
    upper = (b1 >= tests.skewness.value).sum()
    assert tests.skewness.p_value == pytest.approx((upper + 1) / 501)
    tail = min((b2 >= tests.kurtosis.value).sum(), (b2 <= tests.kurtosis.value).sum())
    assert tests.kurtosis.p_value == pytest.approx(min(1, 2 * (tail + 1) / 501))
    assert 0 < tests.skewness.mcse < 0.03


def test_too_little_kurtosis_counts_as_much_as_too_much():
    # On a circle every g_ii is p = 2: b2 = p^2, less than which no sample of two measures has.
    angle = 2 * np.pi * np.arange(14) / 14
    circle = mardia_kernel.mardia(
        np.column_stack([np.cos(angle), 3 + 5 * np.sin(angle)]), draws=500
    ).kurtosis
    assert circle.value == pytest.approx(4, rel=1e-12)
    assert circle.p_value == pytest.approx(2 / 501)
    assert circle.mcse == pytest.approx(2 * np.sqrt(1 / 501 * (1 - 1 / 501) / 500))
    # Of two simulated samples both are on one side, or one on each: 2 (1 + 1) / 3 is cut to 1.
    x = np.random.default_rng(0).normal(size=(14, 2))
    found = {mardia_kernel.mardia(x, draws=2, seed=seed).kurtosis.p_value for seed in range(20)}
    assert found == {2 / 3, 1.0}


def test_power_is_the_share_of_exponential_samples_beyond_the_null_s_quantiles():
    n, q, draws, alpha = 8, 2, 60, 0.6
    samples = np.random.default_rng([3, n, q]).standard_exponential((draws, n, q))
    b1, b2 = np.empty(draws), np.empty(draws)
    for i, x in enumerate(samples - samples.mean(axis=1, keepdims=True)):
        g = x @ np.linalg.inv(x.T @ x / n) @ x.T
        b1[i], b2[i] = (g**3).mean(), (np.diag(g) ** 2).mean()
    null_b1, null_b2 = mardia_kernel.simulated_null(n, q, 9999, 3)
    low, high = np.quantile(null_b2, [0.3, 0.7])
    expected = (b1 > np.quantile(null_b1, 0.4)).mean(), ((b2 < low) | (b2 > high)).mean()
    assert (b2 < low).any() and (b2 > high).any()
    assert mardia_kernel.simulated_power(n, q, alpha, draws=draws, seed=3) == pytest.approx(
        expected, abs=1e-12
    )


def test_the_null_is_simulated_once_per_size_and_cannot_be_changed():
    first = mardia_kernel.simulated_null(13, 2, 200, 5)
    assert mardia_kernel.simulated_null(13, 2, 200, 5) is first
    with pytest.raises(ValueError, match="read-only"):
        first[0][0] = 1
    assert (mardia_kernel.simulated_null(13, 2, 200, 6)[0] != first[0]).any()


def test_chunks_do_not_change_the_draws(monkeypatch):
    whole = mardia_kernel.simulated_null.__wrapped__(10, 2, 300, 1)
    monkeypatch.setattr(mardia_kernel, "CHUNK_ELEMENTS", 4000)
    pieces = mardia_kernel.simulated_null.__wrapped__(10, 2, 300, 1)
    np.testing.assert_allclose(pieces[0], whole[0], rtol=1e-12)
