"""Redundant columns: found, named with their dependency, and told apart from too few cases."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.means import kernel_rank


def exact_pivots(rows):
    """Pivot columns by Gaussian elimination in rational arithmetic: an independent definition."""
    matrix = [[Fraction(int(v)) for v in row] for row in rows]
    pivots, top = [], 0
    for j in range(len(matrix[0])):
        pivot = next((i for i in range(top, len(matrix)) if matrix[i][j] != 0), None)
        if pivot is None:
            continue
        matrix[top], matrix[pivot] = matrix[pivot], matrix[top]
        for i in range(top + 1, len(matrix)):
            factor = matrix[i][j] / matrix[top][j]
            matrix[i] = [a - factor * b for a, b in zip(matrix[i], matrix[top], strict=True)]
        pivots.append(j)
        top += 1
    return pivots


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 4))
def test_kept_columns_are_the_pivots_of_rational_elimination(seed, p, true_rank):
    rng = np.random.default_rng(seed)
    x = rng.integers(-3, 4, (8, true_rank)) @ rng.integers(-2, 3, (true_rank, p))
    found = kernel_rank.orthonormal_columns(x.astype(float))
    assert np.flatnonzero(found.independent).tolist() == exact_pivots(x)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(-9, 9), st.integers(-9, 9))
def test_units_do_not_change_what_is_kept(seed, power_a, power_b):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(12, 4))
    x[:, 2] = 2 * x[:, 0] - x[:, 1]
    x *= 10.0 ** np.array([power_a, power_b, power_a, 0])
    assert kernel_rank.orthonormal_columns(x).independent.tolist() == [True, True, False, True]


def test_error_is_one_minus_accuracy_in_floating_point():
    rng = np.random.default_rng(4)
    accuracy = rng.uniform(0.6, 0.99, 30)
    x = np.column_stack([accuracy, rng.uniform(size=30), 1 - accuracy])
    weights, constant = kernel_rank.combination(x, centre=True)
    np.testing.assert_allclose(weights, [-1, 0], atol=1e-12)
    assert weights[1] == 0 and constant == pytest.approx(1, abs=1e-12)
    assert kernel_rank.combination(x, centre=False) is None
    assert kernel_rank.combination(x[:, :2], centre=True) is None


def test_each_dropped_column_has_coefficients_of_its_own_size():
    x = np.random.default_rng(6).normal(size=(20, 2))
    sum_, part = 1e7 * (x[:, 0] + x[:, 1]), 1e-7 * x[:, 1]
    for column, weights in ((sum_, [1e7, 1e7]), (part, [0, 1e-7])):
        found, _ = kernel_rank.combination(np.column_stack([x, column]), centre=True)
        np.testing.assert_allclose(found, weights, rtol=1e-9)
    # A redundant column has no part in others.
    found, _ = kernel_rank.combination(np.column_stack([x, sum_, part]), centre=True)
    np.testing.assert_allclose(found, [0, 1e-7, 0], rtol=1e-9)


def test_small_differences_of_large_values_are_rounding_error():
    base = np.linspace(1000, 1001, 9)
    x = np.column_stack([np.sin(np.arange(9)), (base + 1e-3) - base - 1e-3])
    assert kernel_rank.orthonormal_columns(x, scale=[1, 1001]).independent.tolist() == [True, False]
    assert kernel_rank.orthonormal_columns(x, scale=[1, 1001]).constant.tolist() == [False, True]


def test_basis_is_orthonormal_and_reproduces_an_ill_conditioned_matrix():
    x = 1.0 / (np.arange(10)[:, None] + np.arange(6) + 1)  # Hilbert: condition number 1e7
    found = kernel_rank.orthonormal_columns(x)
    np.testing.assert_allclose(found.basis.T @ found.basis, np.eye(6), atol=1e-14)
    np.testing.assert_allclose(found.basis @ found.triangle, x, atol=1e-15)


def test_a_stack_is_treated_matrix_by_matrix():
    rng = np.random.default_rng(6)
    x = rng.normal(size=(3, 7, 3))
    x[1, :, 1] = -x[1, :, 0]
    x[2, :, 0] = 0
    stack = kernel_rank.orthonormal_columns(x)
    assert stack.independent.tolist() == [[True] * 3, [True, False, True], [False, True, True]]
    for i in range(3):
        np.testing.assert_array_equal(
            stack.triangle[i], kernel_rank.orthonormal_columns(x[i]).triangle
        )


def test_quadratic_forms_and_weights_agree_with_the_inverse():
    rng = np.random.default_rng(7)
    x, row = rng.normal(size=(20, 4)), rng.normal(size=4)
    found = kernel_rank.orthonormal_columns(x)
    z = found.whiten(row)
    np.testing.assert_allclose(z @ z, row @ np.linalg.inv(x.T @ x) @ row, rtol=1e-12)
    np.testing.assert_allclose(found.combine(z), np.linalg.solve(x.T @ x, row), rtol=1e-12)


def test_misfit_says_whether_a_row_obeys_the_dependency():
    x = np.array([[1.0, 2, 0], [3, 6, 1], [2, 4, 5], [0, 0, 1]])
    found = kernel_rank.orthonormal_columns(x)
    assert found.misfit([5, 10, 1]).tolist() == [False, False, False]
    assert found.misfit([5, 10 + 1e-6, 1]).tolist() == [False, True, False]


def test_too_few_cases_are_not_mistaken_for_redundancy():
    rng = np.random.default_rng(8)
    assert kernel_rank.combination(rng.normal(size=(4, 5)), centre=True) is None
    still = np.column_stack([rng.normal(size=(3, 2)), np.ones(3)])
    assert kernel_rank.combination(still, centre=True)[1] == 1
    found = kernel_rank.orthonormal_columns(rng.normal(size=(2, 4, 5)))
    assert kernel_rank.too_few_cases(found, 4).tolist() == [True, True]
    assert kernel_rank.too_few_cases(found, 0).tolist() == [True, True]


def test_columns_within_a_hundred_powers_of_ten_keep_their_unit():
    largest = np.array([1.0, 0.0, 1e99, 1e-99, 1e101, 1e-101])
    x = np.stack([-largest, largest / 2])
    units = kernel_rank.column_units(x)
    assert units[:4].tolist() == [1.0] * 4
    # In the others the largest number is in [1/2, 1), and division by powers of two is exact.
    scaled = largest[4:] / units[4:]
    assert ((scaled >= 0.5) & (scaled < 1)).all()
    assert np.frexp(units)[0].tolist() == [0.5] * 6
    # The units at the ends of what doubles hold are doubles themselves.
    ends = kernel_rank.column_units(np.array([[1.7e308, 5e-324]]))
    assert ends.tolist() == [2.0**1022, 2.0**-1022]
    assert kernel_rank.column_units(x[None]).shape == (1, 6)


@pytest.mark.parametrize("length", [1e-3, 0.5, 1.0, 40.0])
def test_what_is_unexplained_is_the_sine_of_an_angle_in_any_unit(length):
    angles = np.radians([0.0, 90.0, 30.0, 45.0])
    plane = np.stack([np.cos(angles), np.sin(angles), np.zeros(4)])
    # One by one after the first column; the last has no length.
    for j, sine in [(1, 1.0), (2, 0.5), (3, np.sqrt(0.5))]:
        x = np.column_stack([plane[:, 0], length * plane[:, j], np.zeros(3)])
        found = kernel_rank.orthonormal_columns(x)
        np.testing.assert_allclose(found.unexplained, [1.0, sine, 0.0], rtol=1e-12)
        assert found.independent.tolist() == [True, True, False]
        assert found.constant.tolist() == [False, False, True]


@pytest.mark.parametrize("size", [1.0, 1e-3, 1e150, 1e-150])
def test_a_first_column_may_be_off_by_sixteen_roundings_of_each_value(size):
    x = size * np.random.default_rng(5).normal(size=(50, 2))
    each = 16 * 2.0**-52 * np.sqrt(50)
    for scale in (None, size * np.array([7.0, 3.0])):
        largest = np.abs(x).max(axis=0) if scale is None else scale
        found = kernel_rank.orthonormal_columns(x, scale=scale)
        assert found.rounding[0] == pytest.approx(each * largest[0], rel=1e-12)
        # To that of the second comes the share of it that the first explains.
        share = abs(x[:, 0] @ x[:, 1]) / (x[:, 0] @ x[:, 0])
        both = each * (largest[1] + share * largest[0])
        assert found.rounding[1] == pytest.approx(both, rel=1e-9)
