"""Joint kernels without data sets, pairs or rivals: arrays of the right shape, and no counts."""

import numpy as np
import pytest

from jointstats.kernels.joint.families import leader_flips
from jointstats.kernels.joint.family_claims import agreement_of_pairs, family_p_values
from jointstats.kernels.joint.glrt import worst_p_values
from jointstats.kernels.joint.ladder import ladder_counts
from jointstats.kernels.joint.lattice import distinct_rows, largest_of_rows
from jointstats.kernels.joint.leanings import leanings, power_of_pairs
from jointstats.kernels.joint.outcomes import MISSING
from jointstats.kernels.joint.pair_claims import claim_p_values, pair_counts
from jointstats.kernels.joint.pair_histograms import (
    TooManyOutcomesError,
    check_cells,
    counts_of_histograms,
    pair_histograms,
)
from jointstats.kernels.joint.rank_sets import direction_p_values, rank_sets, ranks, wins_of_all

NONE = np.zeros((2, 0, 3), dtype=np.int64)  # two pairs, no data set, three measures


def test_no_data_sets_agree_on_nothing():
    assert agreement_of_pairs(NONE, []).shape == (2, 0, 3)
    gaps = np.full((2, 4, 3), MISSING)
    assert agreement_of_pairs(gaps, [0, 0, 1, 1]).tolist() == np.zeros((2, 2, 3)).tolist()


def test_the_largest_number_of_a_family_is_how_many_there_are():
    seen = np.zeros((1, 3, 1), dtype=np.int64)
    assert agreement_of_pairs(seen, [2, 0, 2]).tolist() == [[[1, 0, 0], [0, 0, 0], [2, 0, 0]]]


def test_no_data_sets_show_no_claim():
    gaps = pair_counts(np.full((2, 4, 3), MISSING))
    none = counts_of_histograms(np.zeros((2, 27), dtype=np.int64), 3)
    for one in (gaps, none):
        assert not one.n.any() and not one.wins.any() and (one.outcome == -1).all()
        assert (claim_p_values(one)[:, :, 0] == 1).all()


def test_pairs_whose_data_sets_are_all_missing_have_p_values_of_1():
    gaps = np.full((2, 4, 3), MISSING)
    p, measures_p = family_p_values(gaps, pair_counts(gaps), [0, 0, 1, 1])
    assert (p[:, :, 0] == 1).all() and measures_p.tolist() == [[1.0] * 3] * 2


def test_histograms_of_no_data_sets_are_of_one_family():
    empty = np.zeros((0, 2, 3))
    for clusters in (None, np.zeros(0, dtype=np.int64)):
        found = pair_histograms(empty, [0.0, 0.0], clusters)
        assert found.shape == (1, 3, 9) and not found.any()


def test_as_many_cells_as_half_a_gigabyte_holds():
    check_cells(1, 2, 2**25)
    with pytest.raises(TooManyOutcomesError, match=r"of 1 pairs would take 0.5 GB: .*measures\.$"):
        check_cells(1, 1, 2**26 + 1)
    with pytest.raises(TooManyOutcomesError, match=r"each of 2 families .* families that are larg"):
        check_cells(2, 2**13, 2**12 + 1)


def test_no_other_statement_is_no_rival():
    # 2^(1 − n) as long as nobody else could have been seen
    assert worst_p_values([[3, 0], [4, 0]], [[3, 0], [4, 0]], [0, 0]).tolist() == [0.25, 0.125]
    assert worst_p_values([[5]], [[5]], [0]).tolist() == [0.0625]
    found = ladder_counts([[0, 0]] * 3)
    assert (int(found.runner_up), int(found.n)) == (0, 3)


@pytest.mark.parametrize("scale", [1 / 64, 1 / 3, 1.0, 7.0])
def test_data_sets_of_any_weight_say_the_same(scale):
    """Also where a third statement has less than one data set: no count is compared with 1."""
    counts = np.array([[4, 0, 1], [3, 1, 0], [4, 2, 1], [3, 0, 0], [2, 1, 1], [4, 1, 0], [1, 3, 0]])
    p = leader_flips(counts, 5).p_value
    assert leader_flips(counts * scale, 5).p_value == pytest.approx(p, rel=1e-9)
    one, other = (leader_flips(x, 2).p_value for x in (counts[:, :2], counts[:, :2] * scale))
    assert one == pytest.approx(other, rel=1e-9)


def test_one_parameter_is_one_column():
    shapes, times, place = distinct_rows(np.array([[2.0, 2.0], [0.0, 3.0]]), np.ones((2, 2)))
    assert (shapes.shape, times[:, 0].tolist()) == ((2, 2), [2.0, 1.0])
    assert place.tolist() == [[0, 0], [1, 0]]
    assert distinct_rows(np.full((1, 3), 2.0), np.ones((1, 3)))[0].tolist() == [[2.0]]


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
    found = largest_of_rows(np.array([row]), np.ones((1, 2)))[0]
    assert np.isfinite(found).all() == served
    if served and row[1] == 1.0:  # P(X < Y) = 2^-a for an exponential Y
        assert found == pytest.approx([1 - 0.5 ** row[0], 0.5 ** row[0]], abs=1e-12)


def test_no_pairs_lean_to_nobody():
    found = leanings([], [])
    assert found.probability.shape == found.leaning.shape == (0,)
    assert found.no_difference == pytest.approx(0.2, rel=1e-12)  # as beforehand
    assert found.weights.sum(axis=1) == pytest.approx([0.8 * 0.95, 0.8 * 0.05], rel=1e-12)
    assert power_of_pairs([], []) == 1.0
    even = leanings([0, 0], [0, 0])
    assert even.probability.tolist() == pytest.approx([0.5 * (1 - 0.2 - 0.02) + 0.01] * 2, abs=0.02)
    assert not even.leaning.any() and even.no_difference == pytest.approx(0.2, rel=1e-12)


def test_algorithms_without_a_win_share_the_first_rank():
    wins = wins_of_all(np.zeros((3, 1, 4)), [0.0])
    assert ranks(wins).tolist() == [[1] * 4]
    assert direction_p_values(wins).tolist() == np.ones((1, 4, 4)).tolist()
    low, high = rank_sets(np.zeros((4, 4), dtype=bool))
    assert (low.tolist(), high.tolist()) == ([1] * 4, [4] * 4)
