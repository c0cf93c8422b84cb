"""Histograms of the outcomes of pairs: what is counted case by case, for any parts and clusters."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.kernels.joint import pair_histograms as module
from jointstats.kernels.joint.family_claims import agreement_of_pairs, family_p_values
from jointstats.kernels.joint.family_histograms import (
    agreement_of_histograms,
    histogram_p_values,
)
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.kernels.joint.pair_histograms import (
    TooManyOutcomesError,
    counts_of_histograms,
    histogram_outcomes,
    pair_histograms,
)


def results(seed, *, n=None, missing=0.1):
    """Few distinct values, near ties, failed runs, and a rope on some measures."""
    rng = np.random.default_rng(seed)
    n, m, l = n or rng.integers(1, 200), rng.integers(1, 4), rng.integers(2, 6)
    values = rng.integers(0, 3, (n, m, l)) * rng.choice([1.0, 0.1])
    values = values + rng.choice([0.0, 1e-16, 1e-9]) * rng.normal(size=values.shape)
    values[rng.random(values.shape) < 0.05] = -np.inf
    values[rng.random(values.shape) < missing] = np.nan
    rope = np.where(rng.random(m) < 0.5, 0.0, 0.1)
    return values, rope, list(combinations(range(l), 2))


def assert_equal(found, expected):
    for name in expected.__dataclass_fields__:
        own, other = getattr(found, name), getattr(expected, name)
        assert own.dtype.kind == other.dtype.kind
        assert own.tolist() == other.tolist(), name


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_each_outcome_is_counted_as_often_as_it_is_seen(seed, all_there):
    values, rope, pairs = results(seed, missing=0.0 if all_there else 0.1)
    base, m = 3 if all_there else 4, values.shape[1]
    clusters = np.random.default_rng(seed).integers(0, 3, len(values))
    seen = pair_outcomes(values, rope, pairs)
    found = pair_histograms(values, rope, clusters, base=base)
    for c in range(found.shape[0]):
        for p, state in product(range(len(pairs)), range(base**m)):
            outcome = histogram_outcomes(m, base)[state]
            assert found[c, p, state] == (seen[p, clusters == c] == outcome).all(axis=1).sum()


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_counts_of_claims_are_those_of_the_cases(seed, missing_against):
    values, rope, pairs = results(seed)
    seen, m = pair_outcomes(values, rope, pairs), values.shape[1]
    whole = pair_histograms(values, rope, base=4)[0]
    for certain in (None, rope > 0):
        against = {"missing_against": missing_against}
        expected = pair_counts(seen, certain, **against)
        assert_equal(counts_of_histograms(whole, m, certain, **against), expected)


@given(st.integers(0, 10**6), st.integers(0, 100))
@settings(max_examples=30, deadline=None)
def test_parts_add_up(seed, cut):
    values, rope, _ = results(seed, n=100)
    whole = pair_histograms(values, rope, base=4)
    parts = (pair_histograms(values[part], rope, base=4) for part in (slice(cut), slice(cut, None)))
    assert (sum(parts) == whole).all()


@pytest.mark.parametrize("seed", range(8))
def test_sign_flips_from_histograms_are_those_of_the_cases(seed):
    values, rope, pairs = results(seed, n=60)
    rng = np.random.default_rng(seed)
    _, clusters = np.unique(rng.integers(0, 12, 60), return_inverse=True)
    seen, m = pair_outcomes(values, rope, pairs), values.shape[1]
    found = pair_histograms(values, rope, clusters, base=4)
    for certain in (None, rope > 0):
        expected = family_p_values(seen, pair_counts(seen, certain), clusters, certain)
        p_values = histogram_p_values(found, m, certain)
        assert all((own == other).all() for own, other in zip(p_values, expected, strict=True))
    assert (agreement_of_histograms(found, m) == agreement_of_pairs(seen, clusters)).all()


def test_without_data_sets_nothing_is_shown():
    p, measures_p = histogram_p_values(np.zeros((0, 3, 9)), 2)
    assert (p[:, 0] == 1).all() and (measures_p == 1).all()
    assert (p.shape, measures_p.shape) == ((3, 4, 4), (3, 2))


def test_pairs_in_batches_change_nothing(monkeypatch):
    from jointstats.kernels.joint import family_histograms

    values, rope, _ = results(5, n=50)
    clusters = np.arange(50) // 5
    found = pair_histograms(values, rope, clusters, base=4)
    whole = histogram_p_values(found, values.shape[1])
    monkeypatch.setattr(family_histograms, "_AT_ONCE", 1)
    parts = histogram_p_values(found, values.shape[1])
    assert all((own == other).all() for own, other in zip(parts, whole, strict=True))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_blocks_may_begin_and_end_within_any_cluster(size, monkeypatch):
    values, rope, pairs = results(7, n=300)
    clusters = np.sort(np.random.default_rng(0).integers(0, 3, 300))
    expected = pair_histograms(values, rope, clusters, base=4)
    monkeypatch.setattr(module, "_BLOCK", size)  # words of 64 data sets
    assert (pair_histograms(values, rope, clusters, base=4) == expected).all()
    assert expected.dtype == np.int64
    seen = pair_outcomes(values, rope, pairs) @ 4 ** np.arange(values.shape[1])[::-1]
    for p, c in product(range(len(pairs)), range(3)):
        counted = np.bincount(seen[p, clusters == c], minlength=expected.shape[2])
        assert expected[c, p].tolist() == counted.tolist()


def test_large_whole_numbers_and_bytes_are_compared_alike():
    rng = np.random.default_rng(4)
    values = rng.integers(0, 256, (300, 1, 3)).astype(float)
    for shift in (0.0, 1e6, -3.0):
        assert (pair_histograms(values + shift, [0.0]) == pair_histograms(values, [0.0])).all()


def test_without_the_newest_numpy_bits_are_counted_as_well(monkeypatch):
    values, rope, _ = results(3)
    expected = pair_histograms(values, rope, base=4)
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert (pair_histograms(values, rope, base=4) == expected).all()
    words = np.array([[0, 1, 3], [2**64 - 1, 2**63, 255]], dtype=np.uint64)
    assert module._popcount(words).tolist() == [[0, 1, 2], [64, 1, 8]]


def test_no_data_set_and_too_many_outcomes():
    assert pair_histograms(np.zeros((0, 2, 3)), [0, 0]).tolist() == np.zeros((1, 3, 9)).tolist()
    with pytest.raises(TooManyOutcomesError, match=r"19683 outcomes of 4950 pairs would take 0.8 "):
        pair_histograms(np.zeros((1, 9, 100)), np.zeros(9))
    with pytest.raises(TooManyOutcomesError, match=r"in each of 60000 families would take 15.9 "):
        module.check_cells(60_000, 1225, 27)
    for families in (1, 2, 3):
        with pytest.raises(TooManyOutcomesError) as caught:
            module.check_cells(families, 1225, 3**15)
        message = str(caught.value)
        assert (f"in each of {families} families" in message) == (families > 1)
        assert message.endswith("families that are larger." if families > 1 else "or measures.")


def test_whole_numbers_within_a_rope_are_equal():
    values = [[[3, 2, 1, 5]]]
    found = pair_histograms(values, [1.5])[0]
    assert found.argmax(axis=1).tolist() == [1, 0, 2, 1, 2, 2]
