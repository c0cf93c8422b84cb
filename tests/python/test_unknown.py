"""Tables with missing results: what every test says with what is there."""

from itertools import pairwise, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln

import jointstats as js
from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import compatible
from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.labelled.joint.unknown import doubts_of

NAN = float("nan")
MEASURES = {"acc": "max", "time": "min"}


def made(values, missing="unknown", measures=MEASURES, rope=None):
    """A table of values by data set, measure and algorithm."""
    x = np.asarray(values, dtype=float)
    names = [f"A{k}" for k in range(x.shape[2])]
    frames = {
        name: pd.DataFrame(x[:, :, k], columns=list(measures)) for k, name in enumerate(names)
    }
    return js.results_table_matrices(
        {name: frame.to_numpy() for name, frame in frames.items()},
        measures=measures, missing=missing, rope=rope,
    )  # fmt: skip


def holes(shape, seed, share=0.25):
    """Values without ties, some of which are missing."""
    rng = np.random.default_rng(seed)
    x = rng.random(shape)
    x[rng.random(shape) < share] = NAN
    return x


# --- Which statements are possible ----------------------------------------------------------------


def agrees(order, row):
    known = [x for x in (row[i] for i in order) if not np.isnan(x)]
    return all(a > b for a, b in pairwise(known))


@given(st.integers(0, 1000), st.integers(3, 4))
@settings(max_examples=25, deadline=None)
def test_possible_statements_are_those_of_the_orderings_that_agree(seed, l):
    x = holes((4, 2, l), seed, 0.4)
    orders = list(permutations(range(l)))
    found = compatible.compatible_orders(x, [0.0, 0.0])
    best = compatible.compatible_best(x, [0.0, 0.0])
    control = compatible.compatible_control(x, [0.0, 0.0], 1)
    for i in range(4):
        fits = [[o for o in range(len(orders)) if agrees(orders[o], x[i, k])] for k in (0, 1)]
        own = found.rows == i
        if not own.any():  # two results on no measure: nothing is known
            assert (np.sum(~np.isnan(x[i]), axis=1) < 2).all()
            continue
        assert sorted(map(tuple, found.codes[own].tolist())) == sorted(product(*fits))
        expected = {}
        for pair in product(*fits):
            key = tuple(orders[o][0] for o in pair)
            expected[key] = expected.get(key, 0) + 1
        same_shares(best, i, expected)
        cells, sizes = {}, {0: (l - 1), 1: 1}
        for key, number in expected.items():
            first = tuple(int(k == 1) for k in key)
            cells[first] = cells.get(first, 0) + number / np.prod([sizes[c] for c in first])
        same_shares(control, i, cells)


def same_shares(found, i, expected):
    own = found.rows == i
    got = dict(zip(map(tuple, found.codes[own].tolist()), found.weights[own], strict=True))
    assert got.keys() == expected.keys()
    ratio = {key: got[key] / expected[key] for key in got}
    assert min(ratio.values()) == pytest.approx(max(ratio.values()))


def test_too_many_statements_are_refused_in_one_sentence():
    x = holes((40, 3, 6), 1, 0.6)
    with pytest.raises(ExpansionLimitError):
        compatible.compatible_orders(x, [0.0] * 3, limit=100)
    table = made(holes((60, 3, 7), 1, 0.5), measures=dict.fromkeys("abc", "max"))
    with pytest.raises(js.JointStatsError, match="question"):
        doubts_of(table, "orderings", None, "auto")


# --- The Bayesian test ----------------------------------------------------------------------------


def test_the_bayesian_test_averages_over_all_that_the_data_sets_may_show():
    x = holes((9, 1, 3), 5, 0.2)
    table = made(x, measures={"acc": "max"})
    assert table.n < 9
    orders = list(permutations(range(3)))
    may = [[o for o in range(6) if agrees(orders[o], row[0])] for row in x]
    may = [fits for fits in may if len(fits) < 6]
    total, probability, expected = 0.0, np.zeros(6), np.zeros(6)
    for shown in product(*may):
        n = np.bincount(shown, minlength=6)
        p = np.exp(gammaln(n + 1 / 6).sum())
        total += p
        expected += p * n
        probability += p * probability_largest(n + 1 / 6, np.ones(6))
    result = js.bayes_test(table)
    assert result.n == len(may)
    assert result.unknown.n_complete == table.n
    for row in result.statements:
        code = orders.index(tuple(table.algorithms.index(name) for name in row.order["acc"]))
        assert row.probability == pytest.approx(probability[code] / total, abs=1e-9)
        assert row.count == pytest.approx(expected[code] / total, abs=1e-9)


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_every_filling_lies_between_the_two_extreme_ones(seed):
    rng = np.random.default_rng(seed)
    whole = rng.random((12, 2, 2))
    x = np.where(rng.random(whole.shape) < 0.2, NAN, whole)
    table = made(x)
    if not table.unknown or table.n == 0:
        return
    result = js.bayes_test(table)
    if result.best is None or result.unknown is None:
        return
    assert result.unknown.probability_lowest <= result.probability + 1e-9
    assert result.probability <= result.unknown.probability_highest + 1e-9
    for _ in range(4):
        filled = np.where(np.isnan(x), rng.random(x.shape) * 3 - 1, x)
        complete = js.bayes_test(made(filled))
        p = next((r.probability for r in complete.statements if r.order == result.best), 0.0)
        assert result.unknown.probability_lowest <= p + 1e-9
        assert p <= result.unknown.probability_highest + 1e-9


def test_where_nothing_is_missing_nothing_changes():
    frame = js.load_dataset("weka").to_frame()
    roles = {
        "dataset": "dataset", "algorithm": "algorithm",
        "measures": {"accuracy": "max", "auc": "max"}, "only": ["AODE", "BayesNet", "Bagging"],
    }  # fmt: skip
    plain, table = (js.results_table(frame, **roles, missing=m) for m in ("raise", "unknown"))
    for test in (js.bayes_test, js.glrt_test, js.sign_test, js.wilcoxon_test, js.pairwise_tests):
        assert test(table).to_dict() == test(plain).to_dict()
    assert js.compare_algorithms(table).to_dict() == js.compare_algorithms(plain).to_dict()
