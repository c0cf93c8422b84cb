"""Sizes: medians with joint bounds, shortfalls, scales; by reference, enumeration, properties."""

import json
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from voters import sequences

import jointstats as js
from jointstats import errors
from jointstats.claims import kernel_pairs as pairs
from jointstats.claims import kernel_states
from jointstats.evidence import bounds as evidence_bounds
from jointstats.evidence import messages, order_statistics, scores, steps
from jointstats.evidence.outcomes import pair_outcomes
from jointstats.evidence.votes import Units

NUMBERS = json.loads(
    (Path(__file__).parent / "reference" / "bounds.json").read_text(encoding="utf-8")
)
WEKA = NUMBERS["weka, accuracy and training_time"]


ROLES = {
    "dataset": "dataset",
    "algorithm": "algorithm",
    "measures": {"accuracy": "max", "training_time": "min"},
}


@pytest.fixture(scope="module")
def weka():
    return js.load_frame("weka")


def all_pairs(l):
    return np.array(list(combinations(range(l), 2)))


def evidence_of(values, both, missing=scores.UNKNOWN, units=None, rope=0.0):
    """Corrected p-values, the chains, and bounds of some pairs at alpha = 0.05."""
    m = values.shape[1]
    ropes = np.full(m, rope)
    seen = pair_outcomes(values, ropes, both)
    seen[seen == 3] = missing
    if not rope:
        seen[seen == 1] = scores.UNKNOWN
    counts, p = pairs.claims_of_pairs(seen, ropes > 0, units)
    roped, none = ropes > 0, np.zeros(m, dtype=bool)
    families = units is not None and units.n_families is not None
    voted = counts.voters, counts.joint_voters
    voters = kernel_states.Voters(*voted, roped, roped, none, families)
    bounds = evidence_bounds.bounds_of_pairs(values, both, missing, voters.chains, 0.05, units)
    return kernel_states.corrected(p, voters), bounds, counts


@pytest.mark.parametrize("case", NUMBERS["bounds"], ids=lambda case: str(len(case["differences"])))
def test_bounds_at_a_level_are_those_of_an_independent_program(case):
    seen = np.array(case["differences"], dtype=float)
    k = int(order_statistics.place_at_level(len(seen), case["one_sided_level"]))
    assert k == case["k"]
    low = float(order_statistics.at_place(np.where(np.isnan(seen), -np.inf, seen), k - 1))
    high = float(order_statistics.at_place(np.where(np.isnan(seen), np.inf, seen), len(seen) - k))
    found = [x if np.isfinite(x) else None for x in (low, high)]
    assert found == [case["low"], case["high"]]


@pytest.mark.parametrize("case", NUMBERS["families"])
def test_a_family_is_its_lower_and_its_upper_median(case):
    units = Units(np.repeat(np.arange(len(case["families"])), [*map(len, case["families"])]))
    members = np.concatenate(case["families"])
    assert order_statistics.of_units(members, units, upper=False).tolist() == case["unit_low"]
    assert order_statistics.of_units(members, units, upper=True).tolist() == case["unit_high"]


@pytest.mark.parametrize("which", ["these two alone", "among seven algorithms"])
def test_bounds_of_the_packaged_table(which, weka):
    expected = dict(WEKA[which])
    expected.pop("k")
    for names, numbers in expected.items():
        a, b = names.split(" against ")
        only = [a, b] if which == "these two alone" else None
        row = js.compare_algorithms(weka, only=only, **ROLES).pair(a, b)
        (low, high), (fast, slow) = (
            (row.low[name], row.high[name]) for name in ("accuracy", "training_time")
        )
        if row.a == b:
            low, high, fast, slow = -high, -low, 1 / slow, 1 / fast
        assert [100 * low, 100 * high] == pytest.approx(numbers["accuracy"], abs=1e-4)
        assert [1 / slow, 1 / fast] == pytest.approx(numbers["training_time_ratio"], rel=1e-4)


def test_sizes_of_two_are_worded_with_their_bounds_and_the_price(weka):
    result = js.compare_algorithms(weka, only=["RandomForest", "J48graft"], **ROLES)
    assert result.scale == {"accuracy": "difference", "training_time": "ratio"}
    assert "2.0 points (0.79 to 3.5) on accuracy" in result.verdict
    assert "9.4 times (7.7 to 12) on training_time" in result.verdict
    assert result.findings[1] == (
        "Break-even: RandomForest if a doubling of training_time is worth up to 0.331 points, "
        "J48graft from 1.17 on."
    )
    assert (
        "Bounds of medians, and prices, each hold jointly with 95 % confidence"
        in (result.findings[2])
    )


def test_a_scale_is_declared_or_refused(weka):
    plain = js.compare_algorithms(weka, scale="difference", **ROLES)
    assert set(plain.scale.values()) == {"difference"}
    one = js.compare_algorithms(weka, scale={"training_time": "difference"}, **ROLES)
    assert one.scale == plain.scale
    zero = weka.copy()
    zero.loc[0, "training_time"] = 0.0
    with pytest.raises(errors.InvalidScaleError, match=f'data set "{zero["dataset"][0]}"'):
        js.compare_algorithms(zero, scale={"training_time": "ratio"}, **ROLES)
    with pytest.raises(errors.ColumnError, match="speed"):
        js.compare_algorithms(weka, scale={"speed": "ratio"}, **ROLES)


def test_shortfalls_are_the_worst_of_the_pairs_and_filter(weka):
    board = js.leaderboard(weka, **ROLES)
    pairs = js.compare_algorithms(weka, **ROLES).pairs
    behind = board.shortfalls()
    for name in board.algorithms:
        medians = [
            row.median["accuracy"] if row.b == name else -row.median["accuracy"]
            for row in pairs
            if name in (row.a, row.b)
        ]
        low, median, high = behind[name]["accuracy"]
        assert median == pytest.approx(max(0.0, *medians)) and 0 <= low <= median <= high
        own = [row for row in pairs if name in (row.a, row.b)]
        ends = [sorted((row.low["accuracy"], row.high["accuracy"])) for row in own]
        sides = [
            (-y, -x) if row.a == name else (x, y) for row, (x, y) in zip(own, ends, strict=True)
        ]
        assert (low, high) == (max(0.0, *(x for x, _ in sides)), max(0.0, *(y for _, y in sides)))
    assert behind["AODE"]["accuracy"][2] == pytest.approx(0.037130, abs=1e-6)
    assert behind["NaiveBayes"]["training_time"][1] >= 1
    near = board.at_most_behind(accuracy=0.04)
    assert set(near) == {name for name in behind if behind[name]["accuracy"][2] <= 0.04}
    rank = {row.algorithm: row.mean_rank["training_time"] for row in board.board}
    assert list(near) == sorted(near, key=rank.get)
    with pytest.raises(errors.ColumnError, match="speed"):
        board.at_most_behind(speed=1)


def test_an_algorithm_without_a_pair_has_no_shortfall():
    values = np.random.default_rng(2).normal(size=(20, 1, 3))
    _, bounds, _ = evidence_of(values, np.array([[0, 1]]))
    behind = evidence_bounds.shortfalls(bounds, [[0, 1]], 3)
    assert np.isnan([behind.low[2, 0], behind.middle[2, 0], behind.high[2, 0]]).all()


def test_k_is_the_largest_with_a_level_that_is_left():
    none = np.zeros(3, dtype=bool)
    units = np.full((10, 3), 30)
    chains = kernel_states.Voters(units, units[:, 0], none, none, none).chains
    for n in (5, 12, 30, 61, 200, 411):
        k = int(evidence_bounds.places(chains, [n], 0.05)[0])
        for at, fits in ((k, True), (k + 1, False)):
            x = binom.cdf(at - 1, n, 0.5)
            assert bool(at == 0 or chains.spent([x], [1])[0] <= 0.05) == fits


@pytest.mark.parametrize("kind", [steps.ALL_VOTE, steps.FAMILIES])
def test_more_data_never_make_k_smaller(kind):
    def k_of(n):
        kinds = np.repeat([kind, max(kind, steps.MAY_BE_ZERO)], [12, 6])
        return int(
            evidence_bounds.places(
                steps.Chains(np.repeat([1, 2], [12, 6]), np.full(18, n), kinds), [n], 0.05
            )[0]
        )

    for n in (*range(5, 40), 99, 100, 101, 150, 198, 199, 200):
        assert k_of(n) <= k_of(n + 1)
        assert k_of(2 * n) >= 2 * k_of(n) - 1  # so doubled data never widen a bound


@st.composite
def tables(draw):
    """Values with ties, gaps, failures and families."""
    n, m, l = draw(st.integers(5, 24)), draw(st.integers(1, 3)), draw(st.integers(2, 3))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    values = rng.integers(0, 8, size=(n, m, l)) / 8 + np.linspace(0, draw(st.floats(0, 1)), l)
    if draw(st.booleans()):
        values[rng.random(values.shape) < 0.08] = np.nan
    if draw(st.booleans()):
        values[rng.random(values.shape) < 0.08] = -np.inf
    families = np.sort(rng.integers(0, max(n // 2, 6), n)) if draw(st.booleans()) else np.arange(n)
    units = Units(np.unique(families, return_inverse=True)[1])
    return values, units, draw(st.sampled_from([scores.UNKNOWN, scores.ABSENT]))


@given(tables())
@settings(max_examples=60, deadline=None)
def test_doubled_data_never_widen_a_bound(table):
    values, units, missing = table
    both = all_pairs(values.shape[2])
    clusters = np.concatenate([units.clusters, units.clusters + units.n])
    _, one, _ = evidence_of(values, both, missing, units)
    _, other, _ = evidence_of(np.concatenate([values, values]), both, missing, Units(clusters))
    assert (other.low >= one.low).all()
    assert (other.high <= one.high).all()


@given(tables())
@settings(max_examples=100, deadline=None)
def test_without_a_rope_a_bound_that_excludes_0_implies_a_claim_that_is_shown(table):
    values, units, missing = table
    both = all_pairs(values.shape[2])
    claims, bounds, counts = evidence_of(values, both, missing, units)
    shown = claims.measures[..., pairs.MORE_OFTEN] <= 0.05
    assert shown[..., 0][bounds.low > 0].all()
    assert shown[..., 1][bounds.high < 0].all()
    np.testing.assert_array_equal(bounds.n, counts.voters)
    inside = np.isfinite(bounds.low) & np.isfinite(bounds.high)
    assert (bounds.low[inside] <= bounds.high[inside]).all()


@given(st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_with_a_rope_bounds_beyond_it_imply_a_claim_that_is_shown(seed):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(20, 2, 2)) + np.array([0, rng.uniform(0, 3)])
    claims, bounds, _ = evidence_of(values, np.array([[0, 1]]), rope=0.5)
    shown = claims.measures[..., pairs.MORE_OFTEN] <= 0.05
    assert shown[..., 0][bounds.low > 0.5].all()
    assert shown[..., 1][bounds.high < -0.5].all()


def test_rounding_is_no_difference():
    values = np.tile([0.1 + 0.2, 0.3], (12, 1, 1))
    low, high = order_statistics.differences(values, [[0, 1]], scores.UNKNOWN)
    assert not low.any()
    assert not high.any()


def test_two_failures_and_missing_results_may_be_any_difference():
    values = np.array([[[-np.inf, -np.inf]], [[-np.inf, 1.0]], [[np.nan, 1.0]]])
    low, high = order_statistics.differences(values, [[0, 1]], scores.UNKNOWN)
    assert (low.ravel().tolist(), high.ravel().tolist()) == (
        [-np.inf] * 3,
        [np.inf, -np.inf, np.inf],
    )
    low, high = order_statistics.differences(values, [[0, 1]], scores.ABSENT)
    assert np.isnan([low[0, 0, 2], high[0, 0, 2]]).all()


def test_a_ratio_needs_positive_results():
    with pytest.raises(messages.InvalidScaleError, match="positive"):
        order_statistics.on_scale([[[1.0, 0.0]]], [1], [True])
    assert order_statistics.on_scale([[[-np.inf, -2.0]]], [-1], [True])[0, 0, 0] == -np.inf


@pytest.mark.parametrize("seed", range(6))
def test_bounds_cover_the_medians_of_finite_populations(seed):
    """Every table of n data sets of four types, two measures, one pair."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 13))
    types = rng.integers(-2, 3, size=(4, 2)).astype(float)
    share = rng.dirichlet(np.ones(4)).round(1)
    share[0] += 1 - share.sum()
    tables = np.array([t for t in product(range(n + 1), repeat=4) if sum(t) == n])
    ways = np.array([sequences(table) for table in tables])
    # Tables beside one another: each one is a pair of algorithms.
    first = np.stack([np.repeat(types, table, axis=0) for table in tables], axis=-1)
    values = np.concatenate([first, np.zeros_like(first)], axis=-1)
    both = np.stack([np.arange(len(tables)), len(tables) + np.arange(len(tables))], axis=1)
    none, units = np.zeros(2, dtype=bool), np.full((1, 2), n)
    chains = kernel_states.Voters(units, units[0, :1], none, none, none).chains
    found = evidence_bounds.bounds_of_pairs(values, both, scores.UNKNOWN, chains, 0.05)
    covered = np.ones(len(tables), dtype=bool)
    for j in (0, 1):
        for median in _medians(types[:, j], share):
            covered &= (found.low[:, j] <= median) & (median <= found.high[:, j])
    chance = ways * np.prod(share**tables, axis=1)
    assert chance.sum() == pytest.approx(1)
    assert chance @ covered >= 0.95


def _medians(values, share):
    """Lower and upper median of a population."""
    at_most = [share[values <= x].sum() for x in values]
    at_least = [share[values >= x].sum() for x in values]
    median = [x for x, p, q in zip(values, at_most, at_least, strict=True)
              if p >= 0.5 - 1e-9 and q >= 0.5 - 1e-9]  # fmt: skip
    return min(median), max(median)
