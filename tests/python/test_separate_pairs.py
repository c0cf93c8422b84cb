"""The separate tests of all pairs at once, against each pair for itself: equal to the last bit.

Only the bounds of Cliff's delta may differ in it: here they are of exact fractions.
"""

import math
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy.special import bdtr, ndtr, ndtri

import jointstats as js
from jointstats.evidence import multiplicity, orders
from jointstats.single import kernel_paired, kernel_signed_rank
from jointstats.single.separate import separate_tests

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


# --- One pair for itself --------------------------------------------------------------------------


def midranks(values, off):
    order = np.argsort(values, kind="stable")
    off = off[order]
    apart = np.diff(values[order]) > off[1:] + off[:-1]
    group = np.cumsum(np.append(0, apart))[: values.size]
    last = np.cumsum(np.bincount(group))
    first = np.append(0, last[:-1]) + 1
    ranks = np.empty(values.size, dtype=np.int64)
    ranks[order] = (first + last)[group]
    return ranks


@cache
def untied_cdf(k):
    ways = np.zeros(k * (k + 1) // 2 + 1)
    ways[0] = 1.0
    for rank in range(1, k + 1):
        ways[rank:] += ways[:-rank].copy()
    return np.cumsum(ways) / 2.0**k


def wilcoxon(d, off):
    far = np.abs(d) > off
    d, off = d[far], off[far]
    k = len(d)
    if k == 0:
        return 0.0, 1.0, "exact"
    ranks = midranks(np.abs(d), off)
    _, times = np.unique(ranks, return_counts=True)
    v, most = float(ranks[d > 0].sum() / 2), k * (k + 1) // 2
    if len(times) == k < 50:
        return v, float(min(1.0, 2.0 * untied_cdf(k)[int(min(v, most - v))])), "exact"
    if len(times) < k <= 200:
        p = np.zeros(int(ranks.sum()) + 1)
        p[0] = 1.0
        for rank in ranks.tolist():
            p[rank:] += p[:-rank].copy()
            p *= 0.5
        doubled = int(ranks[d > 0].sum())
        tail = float(p[: min(doubled, int(ranks.sum()) - doubled) + 1].sum())
        return v, min(1.0, 2 * tail), "exact"
    variance = k * (k + 1) * (2 * k + 1) / 24 - ((times**3 - times) / 48).sum()
    from_mean = max(0.0, abs(v - most / 2) - 0.5)
    return v, float(2.0 * ndtr(-from_mean / np.sqrt(variance))), "approximate"


def sign(wins_a, wins_b):
    n = wins_a + wins_b
    return 1.0 if n == 0 else float(min(1.0, 2.0 * bdtr(min(wins_a, wins_b), n, 0.5)))


def median(x, level):
    x, n = np.sort(x), len(x)
    covered = 1.0 - 2.0 * bdtr(np.arange(n // 2 + 1), n, 0.5)
    enough = np.flatnonzero(covered >= level)
    if len(enough) == 0:
        return float(np.median(x)), float("nan"), float("nan")
    best = int(enough[-1])
    return float(np.median(x)), float(x[best]), float(x[n - 1 - best])


def cliff(a, b, level):
    def signs(x, y):
        y = np.sort(y)
        above = len(y) - np.searchsorted(y, x, side="right")
        return np.searchsorted(y, x, side="left") - above

    n, a_over, b_under = len(a), signs(a, b), -signs(b, a)
    delta = float(a_over.sum() / n**2)
    if n < 6:
        return delta, float("nan"), float("nan")
    k = [int(x) for x in a_over + b_under]  # the variance of k / n, exactly
    spread_of_k = Fraction(sum(x * x for x in k)) - Fraction(sum(k) ** 2, n)
    variance = float(spread_of_k / (n - 1) / n**3)
    t = float(ndtri(0.5 + level / 2))
    spread = t * np.sqrt(variance) * np.sqrt((1 - delta**2) ** 2 + t**2 * variance)
    divisor = 1 - delta**2 + t**2 * variance
    if abs(delta) == 1:
        apart = 2 * ((1 - level) / 2) ** (1 / (n // 2)) - 1
        return (1.0, apart, 1.0) if delta == 1 else (-1.0, -1.0, -apart)
    if variance == 0:
        return delta, float("nan"), float("nan")
    low, high = ((delta - delta**3 + side * spread) / divisor for side in (-1, 1))
    return delta, float(max(-1.0, low)), float(min(1.0, high))


def known(x):
    return None if math.isnan(x) else x + 0.0


def of_pair(table, pair, test, level):
    """Every measure of one pair: what a row says, without adjustment."""
    values = table.known()[:, :, [table.algorithms.index(name) for name in pair]]
    there = ~np.isnan(values).any(axis=2)
    filled = np.where(there[:, :, None], values, 0.0)
    beats = orders.preference(filled, np.ones(len(table.measures)), table.rope_widths)
    families = test == "sign" and table.shared_units.n_families is not None
    for k, (measure, way) in enumerate(zip(table.measures, table.signs, strict=True)):
        a, b = values[there[:, k], k].T
        first, second = beats[:, k, 0, 1], beats[:, k, 1, 0]
        wins, used = (int(first.sum()), int(second.sum())), len(a)
        if families:
            more = np.bincount(table.known_units.clusters, first.astype(float) - second)
            wins = int((more > 0).sum()), int((more < 0).sum())
            used = len(np.unique(table.known_units.clusters[there[:, k]]))
        if test == "sign":
            statistic, p, method = float(wins[0]), sign(*wins), "exact"
            lead = wins[0] - wins[1]
        else:
            moved = (first | second)[there[:, k]]
            d, off = (a - b)[moved], kernel_signed_rank.rounding_of_differences(a, b)[moved]
            statistic, p, method = wilcoxon(d, off)
            far = int((np.abs(d) > off).sum())
            lead = statistic - far * (far + 1) / 4
        sizes = dict.fromkeys(SIZES)
        if len(a):
            with np.errstate(invalid="ignore"):  # failed runs are infinite
                found = [*median(float(way) * (a - b), level), *cliff(a, b, level)]
            failed = not (np.isfinite(a).all() and np.isfinite(b).all())
            for i, (name, x) in enumerate(zip(SIZES, found, strict=True)):
                ends = families and not name.endswith(("difference", "delta"))
                sizes[name] = None if ends or (failed and i < 3) else known(x)
        yield {
            "a": pair[0], "b": pair[1], "measure": measure,
            "wins_a": wins[0], "wins_b": wins[1], "ties": used - sum(wins),
            "statistic": statistic, "p_value": p, "method": method,
            "better": None if lead == 0 else pair[lead < 0], **sizes,
            "n": used if table.unknown else None,
        }  # fmt: skip


SIZES = ["median_difference", "median_low", "median_high", "cliffs_delta", "cliffs_low",
         "cliffs_high"]  # fmt: skip


# --- All pairs ------------------------------------------------------------------------------------


def results(l, n, m, decimals=None, seed=0, **options):
    rng = np.random.default_rng(seed)
    level = rng.normal(0, 0.02, (1, m, l))
    values = 0.7 + rng.normal(0, 0.1, (n, m, 1)) + level + rng.normal(0, 0.03, (n, m, l))
    values = values if decimals is None else values.round(decimals)
    missing = options.pop("gaps", 0.0)
    values[rng.random(values.shape) < missing] = np.nan
    matrices = {f"a{i}": values[:, :, i] for i in range(l)}
    ways = {f"m{k}": "min" if k % 2 else "max" for k in range(m)}
    rope = options.pop("rope", None)
    if rope is not None:
        options["rope"] = dict.fromkeys(ways, rope)
    families = options.pop("families", None)
    table = js.results_table(matrices, measures=ways, **options)
    if families is not None:
        names = table.everything()[1]
        table = replace(table, families={d: str(i // families) for i, d in enumerate(names)})
    return table


def same(x, y, name=""):
    if name in ("cliffs_low", "cliffs_high") and isinstance(x, float):
        return type(y) is float and abs(x - y) <= 1e-14
    if isinstance(x, float):
        return type(y) is float and x == y and math.copysign(1, x) == math.copysign(1, y)
    return type(x) is type(y) and x == y


CASES = {
    "continuous": results(6, 60, 2),
    "some ties, sums of more than 2^53 patterns": results(5, 60, 2, 3),
    "two decimals": results(6, 60, 1, 2),
    "61 and more": results(4, 70, 1, 3),
    "few data sets": results(6, 5, 2, 2),
    "one data set": results(4, 1, 1),
    "exact without ties": results(5, 30, 2),
    "more than 200 with ties": results(3, 230, 1, 2),
    "a rope": results(5, 40, 2, 3, rope=0.01),
    "missing": results(6, 40, 3, 3, gaps=0.1, missing="unknown"),
    "much missing": results(5, 12, 2, 2, gaps=0.5, missing="unknown"),
    "families": results(5, 30, 2, 3, families=3),
    "missing in families": results(5, 30, 2, 3, families=2, gaps=0.1, missing="unknown"),
    "failed": results(5, 30, 2, 3, gaps=0.05, missing="worst"),
}


@pytest.mark.parametrize(
    ("name", "test"),
    [(name, "sign") for name in CASES]
    + [(name, "wilcoxon") for name, table in CASES.items() if not table.n_failed],
)
def test_every_pair_is_as_it_is_for_itself(name, test):
    table = CASES[name]
    level = 0.8 if name == "few data sets" else 0.95
    found = separate_tests(table, test, alpha=0.05, p_adjust="holm", control=None, level=level)
    alone = [row for pair in combinations(table.algorithms, 2)
             for row in of_pair(table, pair, test, level)]  # fmt: skip
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in alone])
    assert len(found.tests) == len(alone)
    for row, one, p in zip(found.tests, alone, adjusted, strict=True):
        one |= {"p_adjusted": float(p), "winner": one["better"] if p <= 0.05 else None}
        differ = [
            f.name for f in fields(row) if not same(one[f.name], getattr(row, f.name), f.name)
        ]
        assert not differ, (one, row)


def test_a_control_is_the_first_of_its_pairs():
    table = CASES["two decimals"]
    found = separate_tests(table, "wilcoxon", alpha=0.05, p_adjust="none", control="a3", level=0.95)
    alone = [row for other in table.algorithms if other != "a3"
             for row in of_pair(table, ("a3", other), "wilcoxon", 0.95)]  # fmt: skip
    assert [row.p_value for row in found.tests] == [row["p_value"] for row in alone]
    assert [row.median_low for row in found.tests] == [row["median_low"] for row in alone]
    assert {row.a for row in found.tests} == {"a3"}


def test_more_ties_than_are_exact_in_any_sequence():
    """Up to 200 differences, in several sequences of the same ranks."""
    rng = np.random.default_rng(2)
    for n in (54, 57, 60, 61, 62, 63, 90, 200):
        d = rng.integers(1, n // 2, (4, n)) * np.where(rng.random((4, n)) < 0.45, -1.0, 1.0)
        d = np.concatenate([d, rng.permuted(d, axis=1)])
        alone = [wilcoxon(one, np.zeros(n))[1] for one in d]
        assert kernel_paired.wilcoxon_tests(d).p_value.tolist() == alone


def test_effect_sizes_of_ties_and_infinite_results():
    rng = np.random.default_rng(3)
    for n in (1, 5, 6, 7, 40):
        a, b = rng.integers(0, 6, (2, 30, n)).astype(float)
        a[0], b[0] = 1.0, 0.0
        a[1], b[1] = 0.0, 0.0
        a[2, 0] = b[2, 0] = -np.inf
        deltas = zip(*(x.tolist() for x in kernel_paired.cliffs_deltas(a, b, 0.9)), strict=True)
        for x, y, found in zip(a, b, deltas, strict=True):
            np.testing.assert_allclose(found, cliff(x, y, 0.9), rtol=0, atol=1e-14)
        middles = zip(
            *(x.tolist() for x in kernel_paired.median_intervals(a[3:], 0.9)), strict=True
        )
        for x, found in zip(a[3:], middles, strict=True):
            np.testing.assert_equal(found, median(x, 0.9))


def test_rows_are_made_when_asked_for():
    table = CASES["continuous"]
    found = separate_tests(table, "wilcoxon", alpha=0.05, p_adjust="holm", control=None, level=0.95)
    sizes = found.tests.source.column("median_low").sizes
    winners = found.tests.cells(["winner"])["winner"]
    assert not sizes.blocks  # no effect size has been read
    assert [row.winner for row in found.tests] == winners
    assert found.to_frame()["median_low"].tolist() == [row.median_low for row in found.tests]
    assert list(found.tests[1::2]) == list(found.tests)[1::2]


def test_effect_sizes_do_not_depend_on_the_block():
    table = results(9, 600, 2, 3)  # 14 pairs in a block
    found = js.wilcoxon_test(table).tests
    sizes = [found.source.column(name) for name in SIZES]
    assert sizes[0].sizes.pairs < 36
    last = list(of_pair(table, table.algorithms[-2:], "wilcoxon", 0.95))[-1]
    found = [column[71] for column in sizes]
    assert all(map(same, found, [last[name] for name in SIZES], SIZES))


@pytest.mark.parametrize("n", [5, 6, 9])
def test_cliff_s_delta_and_its_interval_by_all_pairs(n):
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, 6, (4, n)) + 1.0, rng.integers(0, 6, (4, n)) + 0.0
    found = kernel_paired.cliffs_deltas(a, b)
    z = ndtri(0.975)
    for i in range(4):
        signs = np.sign(a[i][:, None] - b[i])
        d = signs.mean()
        variance = 4 * np.var((signs.mean(axis=1) + signs.mean(axis=0)) / 2, ddof=1) / n
        half = z * np.sqrt(variance) * np.sqrt((1 - d**2) ** 2 + z**2 * variance)
        ends = (d - d**3 + np.array([-1, 1]) * half) / (1 - d**2 + z**2 * variance)
        expected = [d, *np.clip(ends, -1, 1)] if n > 5 else [d, np.nan, np.nan]
        np.testing.assert_allclose([x[i] for x in found], expected, rtol=1e-11)
