"""Joint kernels without data sets, pairs or rivals: arrays of the right shape, and no counts."""

import numpy as np
import pytest

from jointstats.evidence import lattice


def test_one_parameter_is_one_column():
    shapes, times, place = lattice.distinct_rows(
        np.array([[2.0, 2.0], [0.0, 3.0]]), np.ones((2, 2))
    )
    assert (shapes.shape, times[:, 0].tolist()) == ((2, 2), [2.0, 1.0])
    assert place.tolist() == [[0, 0], [1, 0]]
    assert lattice.distinct_rows(np.full((1, 3), 2.0), np.ones((1, 3)))[0].tolist() == [[2.0]]


@pytest.mark.parametrize(
    ("row", "served"),
    [
        ([1e4, 1.0], True),
        ([1e4 + 0.5, 1.0], False),
        ([1.0, 1.0], True),
        ([1.0, 1 - 1e-9], False),
        ([3.0, 1e-20], True),
        ([3.0, 0.9e-20], False),
        ([3.0, 0.0], True),
    ],
)
def test_a_lattice_serves_from_a_mass_of_2_to_parameters_of_10000(row, served):
    found = lattice.largest_of_rows(np.array([row]), np.ones((1, 2)))[0]
    assert np.isfinite(found).all() == served
    if served and row[1] == 1.0:  # P(X < Y) = 2^-a for an exponential Y
        assert found == pytest.approx([1 - 0.5 ** row[0], 0.5 ** row[0]], abs=1e-12)
