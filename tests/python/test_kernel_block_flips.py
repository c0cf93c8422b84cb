"""Sign flips of whole data sets in the blocked MANOVA: determinants, and the error rate."""

from itertools import product

import numpy as np
import pytest

from jointstats.means import kernel_permutation, kernel_rank


def textbook(deviations):
    """-ln Wilks, Pillai, Hotelling–Lawley and the largest root, from E and H themselves."""
    n, _, p = deviations.shape
    means = deviations.mean(axis=0)
    h = n * means.T @ means
    residuals = (deviations - means).reshape(-1, p)
    e = residuals.T @ residuals
    roots = np.linalg.eigvals(np.linalg.solve(e, h)).real
    return [np.log1p(roots).sum(), (roots / (1 + roots)).sum(), roots.sum(), roots.max()]


@pytest.mark.parametrize(("n", "algorithms", "p"), [(6, 3, 2), (8, 4, 3), (7, 5, 1)])
def test_all_flips_by_determinants(n, algorithms, p):
    x = np.random.default_rng(14).normal(0.2 * np.arange(p), 1, size=(n, algorithms, p))
    x[:, 0] += 0.4
    x += np.random.default_rng(15).normal(0, 10, size=(n, 1, p))  # data sets differ
    deviations = x - x.mean(axis=1, keepdims=True)
    flipped = np.array(
        [textbook(np.array(s)[:, None, None] * deviations) for s in product([1, -1], repeat=n)]
    )
    expected = (flipped >= flipped[0] * (1 - 1e-9)).mean(axis=0)
    found = kernel_permutation.block_flip_test(x)
    assert (found.method, found.rearrangements) == ("exact", 2 ** (n - 1))
    assert list(found.p_value) == ["wilks", "pillai", "hotelling-lawley", "roy"]
    np.testing.assert_allclose(list(found.p_value.values()), expected, rtol=1e-13)


def test_two_algorithms_are_the_sign_flip_test():
    x = np.random.default_rng(16).normal(0.3, 1, size=(9, 2, 2))
    expected = kernel_permutation.sign_flip_test(x[:, 0] - x[:, 1]).p_value["t2"]
    assert set(kernel_permutation.block_flip_test(x).p_value.values()) == {expected}


def test_flips_are_enumerated_up_to_the_limit():
    x = np.random.default_rng(17).normal(size=(4, 3, 1))
    for test, values in [
        (kernel_permutation.block_flip_test, x),
        (kernel_permutation.sign_flip_test, x[:, 0]),
    ]:
        found = [test(values, max_exact=most, draws=9, rng=1) for most in (16, 15)]
        assert [(f.method, f.rearrangements) for f in found] == [("exact", 8), ("monte_carlo", 9)]
        for p in found[1].p_value.values():
            assert p * 10 == pytest.approx(round(p * 10)) and p >= 0.1


def test_all_of_two_to_the_fourteen_are_enumerated_or_else_9999_are_drawn():
    x = np.random.default_rng(18).normal(size=(16, 2, 1))
    for test, values, most in [
        (kernel_permutation.sign_flip_test, x[:, 0], 14),
        (kernel_permutation.block_flip_test, x, 14),
    ]:
        assert test(values[:most]).method == "exact"
        drawn = test(values[: most + 1], rng=1)
        assert (drawn.method, drawn.rearrangements) == ("monte_carlo", 9999)


def test_flips_may_be_drawn_a_few_at_a_time(monkeypatch):
    x = np.random.default_rng(19).normal(size=(5, 3, 2))

    def found():
        many = kernel_permutation.block_flip_test(x, max_exact=1, draws=50, rng=2)
        return [many.p_value, kernel_permutation.block_flip_test(x).p_value]

    together = found()
    monkeypatch.setattr(kernel_permutation, "CHUNK_ELEMENTS", 90)
    assert found() == together


def test_drawn_flips_estimate_all():
    x = np.random.default_rng(17).normal(size=(9, 3, 2))
    exact, drawn = (
        kernel_permutation.block_flip_test(x),
        kernel_permutation.block_flip_test(x, max_exact=0, draws=4000, rng=1),
    )
    assert drawn.method == "monte_carlo"
    for name, p in drawn.p_value.items():
        assert abs(p - exact.p_value[name]) < 4 * drawn.mcse[name]
    assert drawn == kernel_permutation.block_flip_test(x, max_exact=0, draws=4000, rng=1)


def test_nothing_to_test():
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError):
        kernel_permutation.block_flip_test(np.ones((5, 3, 2)) * np.arange(5.0)[:, None, None])
