"""The separate tests of all pairs at once: as each pair alone is tested, to the last bit.

What a pair alone must be is in test_separate.py, by R, and in test_kernel_single.py, by
enumeration.
"""

from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pytest
from scipy.special import ndtri

import jointstats as js
from jointstats.evidence import multiplicity
from jointstats.single import kernel_paired

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

TESTS = {"sign": js.sign_test, "wilcoxon": js.wilcoxon_test}
SIZES = ["median_difference", "median_low", "median_high", "cliffs_delta", "cliffs_low",
         "cliffs_high"]  # fmt: skip


def alone(table, pair, test, level=0.95):
    """Every measure of one pair: what a row says, without adjustment."""
    for measure in table.measures:
        (row,) = TESTS[test](table.select(pair, [measure], recover=True), level=level).tests
        yield {name: x for name, x in asdict(row).items() if name not in BY_ALL}


BY_ALL = ("p_adjusted", "winner")  # what depends on the number of tests


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
    "much missing": results(5, 12, 2, 2, gaps=0.4, missing="unknown"),
    "families": results(5, 30, 2, 3, families=3),
    "missing in families": results(5, 30, 2, 3, families=2, gaps=0.1, missing="unknown"),
    "failed": results(5, 30, 2, 3, gaps=0.05, missing="worst"),
}


@pytest.mark.parametrize(
    ("name", "test"),
    [(name, "sign") for name in CASES]
    + [(name, "wilcoxon") for name, table in CASES.items() if not table.n_failed],
)
def test_every_pair_is_as_it_is_alone(name, test):
    table = CASES[name]
    level = 0.8 if name == "few data sets" else 0.95
    found = TESTS[test](table, level=level).tests
    expected = [
        row for pair in combinations(table.algorithms, 2) for row in alone(table, pair, test, level)
    ]
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in expected])
    assert len(found) == len(expected)
    for row, one, p in zip(found, expected, adjusted, strict=True):
        winner = row.better if p <= 0.05 else None
        np.testing.assert_equal(asdict(row), one | {"p_adjusted": float(p), "winner": winner})


def test_a_control_is_the_first_of_its_pairs():
    table = CASES["two decimals"]
    found = js.wilcoxon_test(table, p_adjust="none", control="a3").tests
    expected = [row for other in table.algorithms if other != "a3"
                for row in alone(table, ["a3", other], "wilcoxon")]  # fmt: skip
    assert [row.p_value for row in found] == [row["p_value"] for row in expected]
    assert [row.median_low for row in found] == [row["median_low"] for row in expected]
    assert {row.a for row in found} == {"a3"}


def test_rows_are_made_when_asked_for():
    found = js.wilcoxon_test(CASES["continuous"])
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
    last = list(alone(table, table.algorithms[-2:], "wilcoxon"))[-1]
    assert [column[71] for column in sizes] == [last[name] for name in SIZES]


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
