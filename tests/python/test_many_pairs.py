"""All pairs in one batch, against each pair tested alone: equal to the last bit."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.evidence import multiplicity

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

TIES = ["auto", "equal", "split", {"m0": "equal"}]
# Of a pair alone; all pairs correct p-values for another number, and decide by them.
BY_ALL = {"p_adjusted", "decided", "winner", "n_dropped"}


def table_of(seed, *, l=5, n=21, m=3, decimals=1, rope=0.2):
    """Results with many ties, real ones on the first measure."""
    rng = np.random.default_rng(seed)
    values = np.round(rng.normal(size=(m, n, l)) + rng.normal(size=l), decimals)
    names = [f"A{i}" for i in rng.permutation(l)]
    return js.results_table(
        {f"m{j}": pd.DataFrame(x, columns=names) for j, x in enumerate(values)},
        measures={f"m{j}": ("max", "min")[j % 2] for j in range(m)},
        rope={"m0": rope},
    )


def alone(result):
    return {name: value for name, value in result.items() if name not in BY_ALL}


@pytest.mark.parametrize("ties", TIES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_likelihood_ratio(seed, ties):
    table = table_of(seed, n=(1, 6, 21, 60)[seed])
    pairs = js.pairwise_tests(table, test="glrt", ties=ties).pairs
    each = [js.glrt_test(table.select([row.a, row.b]), ties=ties) for row in pairs]
    assert [alone(dict(row)) for row in pairs] == [alone(dict(one.as_pair())) for one in each]
    adjusted = multiplicity.adjust_p_values([one.p_value for one in each], "holm")
    assert [row.p_adjusted for row in pairs] == adjusted.tolist()
    assert [row.decided for row in pairs] == [
        p <= 0.05 and one.best is not None for p, one in zip(adjusted, each, strict=True)
    ]
    assert all(row.winner == (row.better if row.decided else None) for row in pairs)


@pytest.mark.parametrize("ties", TIES, ids=str)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"prior": "jeffreys", "rule": "probability"},
        {"prior": "uniform"},
        {"prior_strength": 40.0},
        {"prior_strength": 1e-3},
        {"prior": "imprecise"},
    ],
    ids=str,
)
def test_posteriors(options, ties):
    table = table_of(7, n=16)
    pairs = js.pairwise_tests(table, test="bayes", ties=ties, alpha=0.3, **options).pairs
    each = (js.bayes_test(table.select([row.a, row.b]), ties=ties, alpha=0.3, **options)
            for row in pairs)  # fmt: skip
    assert list(map(dict, pairs)) == [dict(one.as_pair()) for one in each]


def failing(table):
    """The same results, but an algorithm that fails on most data sets."""
    values = table.values.copy()
    values[:12, :, 2] = np.nan
    return replace(table, values=values, missing="worst")


@pytest.mark.parametrize("table", [table_of(3, m=7, n=9), failing(table_of(4))])
def test_of_more_measures_than_are_counted_together_and_of_failed_runs(table):
    pairs = js.pairwise_tests(table, test="glrt").pairs
    each = [js.glrt_test(table.select([row.a, row.b])).as_pair() for row in pairs]
    assert [alone(dict(row)) for row in pairs] == [alone(dict(one)) for one in each]


@pytest.mark.parametrize("control", [None, "A1"])
@pytest.mark.parametrize("test", [js.sign_test, js.wilcoxon_test])
def test_separate_tests(test, control):
    """The same rows as of the test of the whole table, and as of each pair alone."""
    table, name = table_of(5), test.__name__.removesuffix("_test")
    result = js.pairwise_tests(table, test=name, control=control, level=0.9, p_adjust="BH")
    whole = test(table, control=control, level=0.9, p_adjust="BH").tests
    shared = [{key: row[key] for key in one if key != "n"} for row, one in zip(
        result.pairs, whole, strict=True)]  # fmt: skip
    assert shared == [{key: one[key] for key in one if key != "n"} for one in whole]
    assert {row.n for row in result.pairs} == {table.n}
    for row in result.pairs:
        (one,) = test(table.select([row.a, row.b], [row.measure]), level=0.9).tests
        assert (row.p_value, row.cliffs_low) == (one.p_value, one.cliffs_low)


@pytest.mark.parametrize("test", ["sign", "wilcoxon"])
@pytest.mark.parametrize("cases", ["common", "pairwise"])
def test_separate_tests_with_missing_results(test, cases):
    complete = table_of(6, l=4, decimals=2)
    frame = complete.to_frame()
    frame.loc[[3, 17, 30], "m1"] = np.nan
    table = js.results_table(
        frame, dataset="dataset", algorithm="algorithm", measures=complete.measures, missing="drop"
    )
    rows = js.pairwise_tests(table, test=test, cases=cases).pairs
    total = table.n + table.n_dropped
    assert {row.n_dropped for row in rows} <= ({None} if cases == "common" else {0, 1, 2, 3})
    for row in rows:
        pair = table.select([row.a, row.b], recover=cases == "pairwise")
        used = pair if cases == "pairwise" else replace(pair, incomplete=None)
        one = js.pairwise_tests(used, test=test, on=[row.measure], cases=cases).pairs[0]
        assert (row.wins_a, row.p_value, row.n) == (one.wins_a, one.p_value, one.n)
        assert cases == "common" or row.n == total - row.n_dropped


@pytest.mark.parametrize("test", ["glrt", "sign", "wilcoxon"])
def test_a_p_value_at_the_level_decides(test):
    x = np.random.default_rng(3).normal(size=(14, 1))
    table = js.results_table({"A": x + 9, "B": -x, "C": x}, measures={"x": "max"})
    first = js.pairwise_tests(table, test=test).pairs[0]
    assert first.better == "A"
    level = first.p_adjusted
    at, below = (
        js.pairwise_tests(table, test=test, alpha=alpha).pairs[0]
        for alpha in (level, float(np.nextafter(level, 0)))
    )
    assert (at.decided, at.winner) == (True, "A")
    assert (below.decided, below.winner) == (False, None)
