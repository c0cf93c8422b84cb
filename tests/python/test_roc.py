"""Areas, their covariance and curves against pROC (R) and against counting all pairs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from jointstats.planning import kernel_simulation as roc

POSITIVE = np.array([[0.9, 0.5], [0.8, 0.9], [0.4, 0.3], [0.6, 0.8], [0.7, 0.6]])
NEGATIVE = np.array([[0.4, 0.4], [0.3, 0.7], [0.1, 0.1], [0.6, 0.2], [0.2, 0.55], [0.5, 0.3]])


def test_areas_and_covariance_are_those_of_the_r_package_proc():
    # R: pROC 1.18, auc(), var() and cov() of the two curves
    found = roc.areas(POSITIVE, NEGATIVE)
    assert found.area == pytest.approx([0.9, 0.783333333333333], abs=1e-14)
    assert found.covariance[0, 0] == pytest.approx(0.00919444444444444, abs=1e-15)
    assert found.covariance[1, 1] == pytest.approx(0.0218333333333333, abs=1e-15)
    assert found.covariance[0, 1] == pytest.approx(0.00373611111111111, abs=1e-15)


def test_paired_difference_uses_the_covariance():
    value, error = roc.areas(POSITIVE, NEGATIVE).difference(1, 0)
    assert value == pytest.approx(0.783333333333333 - 0.9)
    assert error**2 == pytest.approx(0.00919444444444444 + 0.0218333333333333 - 2 * 0.0037361111111)


def test_tests_with_the_same_scores_differ_by_rounding_at_most():
    rng = np.random.default_rng(1)
    for n in range(3, 40):
        p, q = rng.random((n, 1)), rng.random((n + 2, 1))
        value, error = roc.areas(np.hstack([p, p]), np.hstack([q, q])).difference(0, 1)
        assert value == 0.0 and 0.0 <= error < 1e-7


scores = st.lists(st.integers(0, 6), min_size=2, max_size=12)


@settings(max_examples=50, deadline=None)
@given(scores, scores)
def test_area_counts_pairs_and_is_the_area_under_the_curve(p, q):
    won = np.mean([1.0 if a > b else 0.5 if a == b else 0.0 for a in p for b in q])
    assert roc.areas(p, q).area[0] == pytest.approx(won, abs=1e-12)
    fpr, tpr, threshold = roc.curve(p, q)
    assert trapezoid(tpr, fpr) == pytest.approx(won, abs=1e-12)
    assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)
    for f, t, c in zip(fpr, tpr, threshold, strict=True):
        assert (f, t) == pytest.approx((np.mean(np.array(q) >= c), np.mean(np.array(p) >= c)))


def test_the_curve_at_even_rates_takes_the_upper_end_of_vertical_parts():
    fpr, tpr = roc.mean_curve([3, 2], [1, 0], points=3)
    assert fpr.tolist() == [0, 0.5, 1]
    assert tpr.tolist() == [1, 1, 1]


def test_between_upper_ends_the_curve_is_drawn_straight():
    """The curve goes along the bottom to (1, 0) and up: one step, along which it is drawn."""
    assert roc.mean_curve([0, 0], [1, 1], points=3)[1].tolist() == [0, 0.5, 1]


@settings(max_examples=15, deadline=None)
@given(scores, scores, st.integers(2, 9))
def test_the_curve_is_read_off_between_its_points(p, q, points):
    fpr, tpr, _ = roc.curve(p, q)
    rates, found = roc.mean_curve(p, q, points)
    assert rates == pytest.approx(np.arange(points) / (points - 1))
    for rate, value in zip(rates, found, strict=True):
        here = tpr[np.abs(fpr - rate) <= 1e-12]
        if len(here):
            assert value == pytest.approx(here.max(), abs=1e-9)
        else:  # between the points beside it
            next_rate = fpr[fpr > rate].min()
            assert tpr[fpr < rate].max() - 1e-9 <= value <= tpr[fpr == next_rate].max() + 1e-9
    assert [len(part) for part in roc.mean_curve(p, q)] == [101, 101]


def placement(score, others):
    return np.mean([1.0 if score > x else 0.5 if score == x else 0.0 for x in others])


@pytest.mark.parametrize(("n_positive", "n_negative"), [(2, 2), (3, 7), (9, 4)])
def test_the_covariance_is_that_of_each_cases_share_in_the_areas(n_positive, n_negative):
    rng = np.random.default_rng(n_negative)
    p, q = rng.integers(1, 6, (n_positive, 3)), rng.integers(0, 5, (n_negative, 3))
    above = np.array([[placement(row[t], q[:, t]) for t in range(3)] for row in p])
    below = np.array([[placement(-row[t], -p[:, t]) for t in range(3)] for row in q])
    found = roc.areas(p, q)
    assert found.area == pytest.approx(above.mean(axis=0))
    assert found.area == pytest.approx(below.mean(axis=0))
    for i in range(3):
        for j in range(3):
            parts = [
                np.sum((x[:, i] - x[:, i].mean()) * (x[:, j] - x[:, j].mean()))
                / (len(x) * (len(x) - 1))
                for x in (above, below)
            ]
            assert found.covariance[i, j] == pytest.approx(sum(parts), abs=1e-14)
    assert found.standard_error == pytest.approx(np.sqrt(np.diag(found.covariance)), abs=1e-14)


def test_standard_error_is_the_spread_of_repeated_studies():
    rng = np.random.default_rng(3)
    found = [roc.areas(rng.normal(0.7, 1, 80), rng.normal(0, 1, 60)) for _ in range(400)]
    spread = np.std([a.area[0] for a in found])
    assert np.mean([a.standard_error[0] for a in found]) == pytest.approx(spread, rel=0.12)
