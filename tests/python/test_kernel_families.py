"""Families of data sets: all patterns of signs, binomial tests, integrals, limits, simulation."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import dblquad
from scipy.special import betainc, betaln
from scipy.stats import binomtest

from jointstats.kernels.joint import families
from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.kernels.joint.families import (
    InvalidClustersError,
    cluster_counts,
    clusters_needed,
    design_effect,
    flip_test,
    leader_flips,
    smallest_p_value,
)
from jointstats.kernels.joint.family_shares import (
    _correlations,
    family_largest,
    family_tables,
    whole_counts,
)
from jointstats.kernels.joint.glrt import exact_p_value
from jointstats.kernels.joint.uncertain import CHAINS


def all_signs(d):
    return np.array(list(itertools.product([-1, 1], repeat=len(d)))) @ np.asarray(d, dtype=float)


# -- sign flips of a claim named beforehand


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9), st.sampled_from([1.0, 0.5, 0.3]))
def test_every_pattern_of_signs(d, unit):
    d = np.array(d) * unit
    expected = np.mean(np.abs(all_signs(d)) >= abs(d.sum()) - 1e-9)
    assert flip_test(d).p_value == pytest.approx(expected, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 5))
def test_single_data_sets_are_the_sign_test(wins, losses, neither):
    found = flip_test([1] * wins + [-1] * losses + [0] * neither)
    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert found.p_value == pytest.approx(expected, rel=1e-12)
    assert found.n_clusters == wins + losses


def test_clusters_of_one_size_are_a_sign_test_of_clusters():
    assert flip_test([7] * 12 + [-7] * 3).p_value == pytest.approx(
        binomtest(12, 15).pvalue, rel=1e-12
    )


def test_drawn_patterns_agree_with_all(monkeypatch):
    rng = np.random.default_rng(0)
    d = rng.integers(-4, 6, size=30)
    exact = flip_test(d)
    assert exact.mcse == 0
    monkeypatch.setattr(families, "EXACT_SUM", 0)
    drawn = flip_test(d, rng=1)
    assert 0 < drawn.mcse < 0.002
    assert abs(drawn.p_value - exact.p_value) < 4 * drawn.mcse
    assert flip_test(d, rng=1) == drawn
    # never 0: the pattern observed is one of them
    assert flip_test(np.ones(60), draws=99).p_value == pytest.approx(1 / 100)


@pytest.mark.parametrize("unit", [1.0, 0.5])
def test_many_whole_and_half_differences_need_no_draws(unit):
    found = flip_test([unit] * 30 + [-unit] * 12)
    assert found.p_value == pytest.approx(binomtest(30, 42).pvalue, rel=1e-12)
    assert (found.total, found.mcse) == (18 * unit, 0.0)


@pytest.mark.parametrize("at_once", [1, 50, 10**6])
def test_every_drawn_sum_is_that_of_a_pattern(monkeypatch, at_once):
    monkeypatch.setattr(families, "_AT_ONCE", at_once)
    d = np.full(21, 0.3)  # no multiple of one half: drawn
    d[:10] = -0.3
    sums = families._sums(d, 40, 1)
    odd = sums.values / 0.3
    assert odd == pytest.approx(np.rint(odd), abs=1e-9)
    assert set(np.rint(odd) % 2) == {1} and np.abs(odd).max() <= 21.1
    assert len(set(np.rint(odd))) > 5
    assert (len(odd), sums.drawn, sums.probability.sum()) == (41, 40, pytest.approx(1))
    assert odd[0] == pytest.approx(1)  # what was observed
    assert flip_test(d, draws=40).p_value == pytest.approx(1)


def test_the_smallest_p_value():
    for n in range(1, 12):
        rng = np.random.default_rng(n)
        assert flip_test(rng.integers(1, 5, size=n)).p_value == pytest.approx(smallest_p_value(n))
    assert clusters_needed(0.05) == 6
    for alpha in (0.5, 0.25, 0.1, 0.05, 0.01, 0.03125, 1e-6):
        n = clusters_needed(alpha)
        assert smallest_p_value(n) <= alpha < (2.0 ** (2 - n) if n > 1 else 2)


def test_the_size_of_flips_where_clusters_agree_within():
    # 8 clusters of 5, each of which shows one of two statements on all its data sets.
    rng = np.random.default_rng(3)
    signs = rng.choice([-1, 1], size=(4000, 8))
    flips = np.mean([flip_test(5 * s).p_value <= 0.05 for s in signs[:500]])
    plain = np.mean([binomtest(int(20 + 5 * s.sum() / 2), 40).pvalue <= 0.05 for s in signs[:500]])
    assert flips <= 0.05
    assert plain > 0.25  # P(at least 6 of 8 clusters on one side) = .289


# -- a leader found in the data


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(0, 2))
def test_one_data_set_in_each_cluster_is_the_exact_p_value(total, more):
    if not any(total):
        total[0] = 3
    counts = np.repeat(np.eye(len(total)), total, axis=0)
    n_states = len(total) + more
    first, second = sorted([*total, *[0] * more, 0][: max(n_states, 2)], reverse=True)[:2]
    found = leader_flips(counts, n_states)
    if n_states > 1:
        assert found.p_value == pytest.approx(exact_p_value(first, second), rel=1e-12)
        assert total[found.leader] == first


def by_all_flips(counts, n_states):
    """The definition: exchange leader and rival in every set of clusters; lots decide ties."""
    n = np.column_stack([counts, np.zeros(len(counts))]) if counts.shape[1] < n_states else counts
    a, out = int(n.sum(axis=0).argmax()), 0.0
    for b in range(n.shape[1]):
        if b == a:
            continue
        extreme = leads = 0.0
        for flips in itertools.product([False, True], repeat=len(n)):
            m = n.copy()
            m[np.ix_(flips, [a, b])] = n[np.ix_(flips, [b, a])]
            total = m.sum(axis=0)
            extreme += total[a] - total[b] >= n[:, a].sum() - n[:, b].sum()
            leads += (total[a] == total.max()) / np.sum(total == total.max())
        out = max(out, min(1.0, extreme / leads))
    return out


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 7), st.integers(2, 4), st.integers(0, 1))
def test_leader_by_all_exchanges(seed, clusters, states, more):
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 4, size=(clusters, states)) * (rng.random((clusters, states)) < 0.7)
    counts[0, 0] += 1
    counts[:, 0] *= 2
    found = leader_flips(counts, states + more)
    seen = counts[:, counts.sum(axis=0) > 0]
    # a statement of the list that no data set shows is as good as one outside it
    expected = by_all_flips(seen.astype(float), states + more)
    assert found.p_value == pytest.approx(expected, abs=1e-12)


def test_a_shared_lead_shows_nothing():
    assert leader_flips([[4, 0], [0, 4], [1, 1]], 4).p_value == 1.0
    only = leader_flips([[4], [2]], 1)  # there is no other statement
    assert (only.leader, only.p_value, only.rival, only.mcse) == (0, 1.0, -1, 0.0)
    other = leader_flips([[4], [2]], 2)  # two families of a kind, beside one never seen
    assert (other.leader, other.p_value, other.rival) == (0, 0.5, -1)


def test_of_rivals_alike_the_first_is_named():
    found = leader_flips([[3, 1, 1]] * 6, 3)
    # no third ever leads alone: 1/64 over 1/2, beside each of the two
    assert (found.rival, found.p_value) == (1, pytest.approx(1 / 32, rel=1e-12))
    assert leader_flips([[1, 3, 1]] * 6, 3).rival == 0
    assert leader_flips([[3, 1, 0]] * 6, 9).rival in (1, -1)


def test_drawn_exchanges_agree_with_all(monkeypatch):
    rng = np.random.default_rng(5)
    counts = rng.multinomial(4, [0.55, 0.2, 0.15, 0.1], size=24)
    exact = leader_flips(counts, 4)
    monkeypatch.setattr(families, "EXACT_SUM", 0)
    drawn = leader_flips(counts, 4, draws=200_000, rng=1)
    assert abs(drawn.p_value - exact.p_value) < 4 * drawn.mcse + 1e-5
    assert exact.mcse == 0 < drawn.mcse


def test_the_error_of_a_drawn_ratio_is_that_of_the_jackknife():
    rng = np.random.default_rng(3)
    n = 2000
    given = rng.random(n)
    event = rng.random(n) < 0.3 * given
    sums = families._Sums(np.zeros(n), np.full(n, 1 / n), n, 0.0)
    p, error = sums.ratio(event, given)
    without = (event.sum() - event) / (given.sum() - given)
    assert p == pytest.approx(event.sum() / given.sum(), rel=1e-12)
    assert error == pytest.approx(without.std() * np.sqrt(n), rel=2e-3)
    assert sums.ratio(event, None)[1] == pytest.approx(np.sqrt(np.var(event) / n), rel=1e-12)
    exact = families._Sums(np.zeros(n), np.full(n, 1 / n), 0, 0.0)
    assert exact.ratio(event, given) == (p, 0.0)


def test_the_error_of_drawn_exchanges_is_that_of_the_seeds(monkeypatch):
    monkeypatch.setattr(families, "EXACT_SUM", 0)
    monkeypatch.setattr(families, "EXACT_CLUSTERS", 0)
    n = np.random.default_rng(4).multinomial(3, [0.55, 0.3, 0.15], 12)
    runs = [leader_flips(n, 3, draws=400, rng=seed) for seed in range(80)]
    p = np.array([one.p_value for one in runs])
    assert 0.1 < p.mean() < 0.9
    assert p.std() == pytest.approx(np.mean([one.mcse for one in runs]), rel=0.3)


def test_the_leader_is_shown_rarely_where_two_are_equal():
    # Families with shares of their own around two equal ones: no leader is right.
    rng = np.random.default_rng(11)
    wrong = plain = 0
    for _ in range(400):
        shares = rng.dirichlet(np.full(2, 0.5 * 0.7), size=10)
        counts = np.array([rng.multinomial(5, s) for s in shares])
        wrong += leader_flips(counts, 4).p_value <= 0.05
        first, second = np.sort(counts.sum(axis=0))[:-3:-1]
        plain += exact_p_value(first, second) <= 0.05
    assert wrong / 400 <= 0.05
    assert plain / 400 > 0.15


# -- counts, sizes, refusals


def test_counts_of_clusters():
    found = cluster_counts([1, 0, 1, 1], [0, 1, 2, 2, 3], [2, 0, 1, 2, 2], [1, 1, 0.5, 0.5, 1], 3)
    assert found.tolist() == [[1, 0, 0], [0, 0.5, 2.5]]
    assert cluster_counts([0, 0], [], [], [], 2).tolist() == [[0, 0]]
    assert cluster_counts([], [], [], [], 2).shape == (0, 2)


def test_the_design_effect_is_the_variance_of_a_share():
    sizes, rho = np.array([1, 4, 7]), 0.35
    # Var(sum) = sum over clusters of n p q (1 + (n - 1) rho), against n p q
    expected = (sizes * (1 + (sizes - 1) * rho)).sum() / sizes.sum()
    assert design_effect(sizes, rho) == pytest.approx(expected, abs=1e-14)
    assert design_effect([1, 1, 1], 0.9) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda: flip_test([np.nan]),
        lambda: flip_test([[1.0]]),
        lambda: leader_flips([[0, 0]], 2),
        lambda: leader_flips([[-1, 2]], 2),
        lambda: leader_flips([[1, 2, 3]], 2),
        lambda: clusters_needed(0.0),
        lambda: family_tables([[0.5, 1]], [1, 1]),
        lambda: family_tables([[[2, 1]]], [[1, 1]]),
        lambda: family_tables([2, 1], [1, 1]),
        lambda: family_tables([[[2, 1]]] * 2, [1, 1]),
        lambda: family_tables([[[2, 1]]] * 63 + [[[2, 2]]], [1, 1]),
        lambda: family_tables([[2, -1]], [1, 1]),
        lambda: family_tables([[2, np.inf]], [1, 1]),
        lambda: family_tables([[2, 1]], [1, np.inf]),
        lambda: family_tables([[2, 1]], [1, 1], -1.0),
        lambda: family_tables([[2, 1]], [1, 1], np.nan),
        lambda: family_tables([[2, 1]], [1, 0]),
        lambda: family_tables([[2, 1]], [1, 1, 1]),
        lambda: family_tables([[2, 1]], [1, 1], kappa=-1),
    ],
)
def test_refusals(call):
    with pytest.raises(InvalidClustersError):
        call()


@pytest.mark.parametrize(
    ("sizes", "drawn"),
    [
        ([5000] * 20 + [0], False),  # 100 000 in all, and one more
        ([5000] * 20 + [1], True),
        ([2500] * 19 + [2499.5, 0.5], False),  # the same in halves
        ([2500] * 20 + [0.5], True),
        ([0.3] * 20, False),  # 2^20 patterns are listed, no more
        ([0.3] * 21, True),
    ],
)
def test_what_is_too_much_to_list_is_drawn(sizes, drawn):
    found = flip_test(sizes, draws=50)
    assert (found.mcse > 0) == drawn
    assert drawn or found.p_value == pytest.approx(2.0 ** (1 - found.n_clusters), rel=1e-9)


def test_the_clusters_needed_are_exact_next_to_every_power_of_two():
    for k in range(1, 60):
        level = 2.0**-k
        assert clusters_needed(level) == k + 1
        assert clusters_needed(np.nextafter(level, 1)) == k + 1
        assert clusters_needed(np.nextafter(level, 0)) == k + 2


def test_the_order_of_statements_and_even_clusters_change_nothing(monkeypatch):
    counts = np.random.default_rng(6).multinomial(3, [0.5, 0.3, 0.2], 9)
    found = leader_flips(counts, 3)
    for order in itertools.permutations(range(3)):
        other = leader_flips(counts[:, order], 3)
        assert (order[other.leader], order[other.rival]) == (found.leader, found.rival)
        assert other.p_value == pytest.approx(found.p_value, rel=1e-12)
    monkeypatch.setattr(families, "EXACT_CLUSTERS", 3)  # an even one is none of these
    even = leader_flips([[0.3, 0]] * 3 + [[0.2, 0.2]], 2)
    assert (even.p_value, even.mcse) == (pytest.approx(1 / 4), 0.0)
    assert leader_flips([[0.3, 0]] * 4, 2).mcse > 0


def test_no_data_sets_are_as_good_as_independent_ones():
    assert design_effect([], 0.5) == 1 and design_effect([2], 0.5) == 1.5


# -- shares of families


@pytest.mark.parametrize(
    ("draws", "size"), [(1, 1), (64, 1), (65, 2), (100, 2), (128, 2), (None, 64)]
)
@pytest.mark.parametrize("counts", [[[2, 0], [0, 1]], [[1, 1], [0, 1]]])
def test_as_many_draws_as_asked_for_are_shared_out_over_the_chains(counts, draws, size):
    """Of two data sets in one family, alike or not: any others tell all that they can."""
    options = {} if draws is None else {"draws": draws}
    found = family_tables(counts, [1, 1], **options)
    assert found.tables.counts.shape == (CHAINS * size, 2)
    assert found.correlation.shape == (CHAINS * size,) and (found.correlation < 1).all()
    probability, _ = family_largest(counts, [1, 1], **options)
    again, _ = family_largest(counts, [1, 1], draws=CHAINS * size)
    assert probability.tolist() == again.tolist()


def test_rounded_fractions_keep_the_sums_and_are_right_on_average():
    counts = np.array([[0.5, 1.25, 0.25], [1 / 3, 1 / 3, 1 / 3], [2.0, 0.0, 1.0]])
    every = np.array([whole_counts(counts, np.random.default_rng(i)) for i in range(400)])
    assert every.dtype == np.int64 and (every.sum(axis=2) == [2, 1, 3]).all()
    assert (np.abs(every - counts) < 1).all() and (every[:, 2] == counts[2]).all()
    error = np.sqrt(counts % 1 * (1 - counts % 1) / 400)
    assert (np.abs(every.mean(axis=0) - counts) <= 4 * error + 1e-12).all()
    up = every[:, :2, 0] > counts[:2, 0]  # each cluster by itself
    assert (up[:, 0] & ~up[:, 1]).sum() > 0 and (up[:, 1] & ~up[:, 0]).sum() > 0


def test_single_data_sets_are_the_plain_test_to_the_last_bit():
    counts = np.repeat(np.eye(3, dtype=int), [9, 4, 2], axis=0)
    plain = probability_largest([9.25, 4.25, 2.25, 0.25], [1, 1, 1, 1])
    found, mcse = family_largest(counts, [0.25] * 3, [0.25], [1])
    assert found.tolist() == plain.tolist()
    assert not mcse.any()
    assert np.isnan(family_tables(counts, [0.25] * 3, 0.25).correlation).all()


def test_limits_of_kappa():
    counts, a = np.array([[4, 1, 0], [3, 0, 0], [0, 2, 0], [5, 0, 1]]), np.full(3, 1 / 3)
    plain = probability_largest(counts.sum(axis=0) + a)
    votes = probability_largest((counts > 0).sum(axis=0) + a)
    exactly, near = family_largest(counts, a, kappa=np.inf), family_largest(counts, a, kappa=1e7)
    assert exactly[0].tolist() == plain.tolist()
    assert near[0] == pytest.approx(plain, abs=1e-5)
    exactly, near = family_largest(counts, a, kappa=0.0), family_largest(counts, a, kappa=1e-7)
    assert exactly[0].tolist() == votes.tolist()
    assert family_tables(counts, a, kappa=0.0).correlation.tolist() == [1.0]
    assert family_tables(counts, a, kappa=np.inf).correlation.tolist() == [0.0]
    assert near[0] == pytest.approx(votes, abs=1e-5)


def by_integration(counts, a, kappa=None):
    """P(theta_0 > 1/2), theta and rho by adaptive quadrature over Dirichlet-multinomials."""

    def density(theta, rho):
        k = (1 - rho) / rho
        b = np.array([theta, 1 - theta]) * k
        log_p = sum(betaln(*(c + b)) - betaln(*b) for c in np.asarray(counts))
        return np.exp(log_p + (a[0] - 1) * np.log(theta) + (a[1] - 1) * np.log(1 - theta))

    def mass(low, high):
        return dblquad(density, 1e-9, 1 - 1e-9, low, high, epsabs=0, epsrel=1e-6)[0]

    upper, lower = mass(0.5, 1 - 1e-12), mass(1e-12, 0.5)
    return upper / (upper + lower)


@pytest.mark.parametrize(
    "counts", [[[3, 0], [2, 1], [0, 2]], [[4, 1], [3, 0]], [[6, 0], [5, 1], [0, 4], [3, 3]]]
)
def test_against_integration_over_shares_and_correlation(counts):
    a = np.array([1.3, 1.1])
    found, mcse = family_largest(counts, a, draws=20_000, rng=2)
    assert abs(found[0] - by_integration(counts, a)) < 4 * mcse[0] + 2e-4
    assert 0 < mcse[0] < 0.005


def test_a_known_kappa_against_all_tables():
    # Two clusters, one statement of two seen in each: every t enumerated with Stirling numbers.
    stirling = {1: [1], 2: [1, 1], 3: [2, 3, 1]}  # |s(n, t)|, t = 1 ... n
    counts, a, kappa = [[3, 2], [0, 3]], np.array([0.6, 0.4]), 1.7
    cells = [(k, n) for row in counts for k, n in enumerate(row) if n]
    total = expected = 0.0
    for t in itertools.product(*(range(1, n + 1) for _, n in cells)):
        sums = np.zeros(2)
        weight = 1.0
        for (k, n), one in zip(cells, t, strict=True):
            sums[k] += one
            weight *= stirling[n][one - 1] * kappa**one
        weight *= np.exp(betaln(*(sums + a)))
        total += weight
        expected += weight * betainc(sums[1] + a[1], sums[0] + a[0], 0.5)
    found, mcse = family_largest(counts, a, kappa=kappa, draws=20_000)
    assert abs(found[0] - expected / total) < 4 * mcse[0] + 1e-5


def test_the_correlation_is_uniform_beforehand():
    kappa, log_prior = _correlations()
    rho = 1 / (1 + kappa)
    moments = [np.exp(log_prior) @ rho**k for k in range(6)]
    assert moments == pytest.approx([1 / (k + 1) for k in range(6)], rel=1e-12)


@pytest.mark.parametrize(("prior", "rest"), [(0.1, 0.9), (0.5, 3.0), (0.2, 0.0)])
def test_statements_never_seen_have_their_part_of_the_mass(prior, rest):
    """Four clusters show one statement, 4 times each: with rest 0 nothing else is possible.

    Given its share theta, the (j + 1)-th of a cluster is worth a new vote with probability
    kappa theta / (kappa theta + j).
    """
    kappa = 2.5
    votes = lambda theta: 1 + sum(kappa * theta / (kappa * theta + j) for j in (1, 2, 3))  # noqa: E731
    if rest:
        theta = (np.arange(20_000) + 0.5) / 20_000
        again = theta * np.prod([(kappa * theta + j) / (kappa + j) for j in (1, 2, 3)], axis=0)
        weight = again**4 * theta ** (prior - 1) * (1 - theta) ** (rest - 1)
        expected = 4 * (votes(theta) @ weight) / weight.sum()
    else:
        expected = 4 * votes(1.0)
    found = family_tables([[4]] * 4, [prior], rest, kappa=kappa, draws=8192, rng=3).tables
    mean, error = found.average(found.counts[:, 0])
    assert error < 0.03 and abs(mean - expected) < 4 * error + 0.005


def test_more_draws_are_more_precise():
    counts = [[3, 0], [2, 1], [0, 2], [1, 2]]
    few, many = (family_largest(counts, [0.5, 0.5], draws=n)[1][0] for n in (100, 10_000))
    assert 0.4 < few / many / 10 < 2.5
    one, again, other = (
        family_largest(counts, [0.5, 0.5], draws=100, rng=seed)[0][0] for seed in (1, 1, 2)
    )
    assert one == again != other


def test_chains_of_the_same_counts_are_chains_of_one():
    counts, a = [[4, 1, 0], [3, 0, 0], [0, 2, 1]], [0.5, 0.4, 0.3]
    one, each = (family_tables(n, a, 0.2, rng=4) for n in (counts, [counts] * CHAINS))
    assert one.tables.counts.tolist() == each.tables.counts.tolist()
    assert one.correlation.tolist() == each.correlation.tolist()
    assert one.tables.chains == each.tables.chains == CHAINS


def test_every_chain_rounds_by_itself():
    """Half of the chains have each of two roundings: the mean of what both say."""
    first, second, a = [[3, 2], [0, 3], [2, 0]], [[2, 3], [0, 3], [1, 1]], [0.6, 0.4]
    alone = [by_integration(n, a) for n in (first, second)]
    assert abs(alone[0] - alone[1]) > 0.05
    found, mcse = family_largest([first, second] * (CHAINS // 2), a, draws=20_000)
    assert abs(found[0] - np.mean(alone)) < 0.005
    # What is stated is the spread of single chains: here mostly that of the roundings.
    assert mcse[0] == pytest.approx(np.ptp(alone) / 2 / np.sqrt(CHAINS), rel=0.2)


@pytest.mark.parametrize("kappa", [0.0, np.inf])
def test_every_chain_rounds_by_itself_without_draws(kappa):
    each = [[[2, 0], [1, 0]], [[1, 1], [0, 1]]] * (CHAINS // 2)
    found = family_tables(each, [1, 1], kappa=kappa)
    worth = [[2, 0], [1, 2]] if kappa == 0 else [[3, 0], [1, 2]]
    assert found.tables.counts.tolist() == worth * (CHAINS // 2)
    mean, _ = found.tables.average(found.tables.counts)
    assert mean == pytest.approx(np.mean(worth, axis=0), rel=1e-14)
    assert found.tables.chains == CHAINS and found.correlation.tolist() == [kappa == 0] * CHAINS


def test_many_statements_and_a_diffuse_rest():
    counts = [[4, 0], [3, 1], [0, 3], [4, 0]]
    found, mcse = family_largest(counts, [1e-9, 1e-9], diffuse_mass=1.0)
    assert found.shape == (3,)
    assert found.sum() == pytest.approx(1, abs=1e-9)
    plain = probability_largest([11.0, 4.0], diffuse_mass=1.0)
    votes = probability_largest([3.0, 2.0], diffuse_mass=1.0)
    assert votes[0] < found[0] < plain[0]
    again, _ = family_largest(counts, [1e-9, 1e-9], [1e-12], [1e12])
    assert again[:2] == pytest.approx(found[:2], abs=5 * mcse.max())


def test_the_correlation_is_learned():
    rng = np.random.default_rng(2)
    for rho in (0.1, 0.5, 0.9):
        kappa = (1 - rho) / rho
        shares = rng.dirichlet(np.array([0.5, 0.3, 0.2]) * kappa, size=150)
        counts = np.array([rng.multinomial(6, s) for s in shares])
        found = family_tables(counts, np.full(3, 1 / 3), draws=1024).correlation
        assert found.mean() == pytest.approx(rho, abs=0.08)


def test_one_statement_in_one_cluster_is_worth_little():
    # 50 data sets of a single family: at most a few independent ones
    found, _ = family_largest([[50, 0]], [0.5, 0.5])
    single = probability_largest([1.5, 0.5])[0]
    assert single < found[0] < 0.97
    assert probability_largest([50.5, 0.5])[0] > 1 - 1e-12


def test_a_seed_repeats():
    counts = [[3, 1], [0, 2], [5, 0]]
    assert family_largest(counts, [1, 1])[0].tolist() == family_largest(counts, [1, 1])[0].tolist()


def test_signs_of_many_clusters_are_drawn_from_the_seed():
    d = np.random.default_rng(0).normal(size=25) + 0.3
    signs = np.random.default_rng(7).integers(0, 2, (999, 25), dtype=np.int8)
    as_extreme = 1 + (np.abs((2.0 * signs - 1) @ d) >= abs(d.sum()) * (1 - 1e-9)).sum()
    found = flip_test(d, draws=999, rng=7)
    assert found.p_value == pytest.approx(as_extreme / 1000, abs=1e-12) and found.mcse > 0
