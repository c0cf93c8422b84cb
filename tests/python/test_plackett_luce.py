"""Plackett–Luce: exact for two algorithms, against a grid for three, and the result object."""

import json
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import jointstats as js
from jointstats.kernels.joint import plackett_luce
from jointstats.kernels.joint.plackett_luce import InvalidRankingsError, batch_error, draw_worths
from jointstats.labelled.errors import OptionError

ORDERS = np.array(list(permutations(range(3))))
WEIGHTS = np.array([5, 3, 2.5, 1, 0.5, 1])


def test_two_algorithms_have_a_beta_posterior():
    worths = draw_worths([[0, 1], [1, 0]], [8, 2], 8000, np.random.default_rng(1)).share
    ahead = worths[:, 0] > 0.5
    error = batch_error(ahead.astype(float))
    assert ahead.mean() == pytest.approx(stats.beta.sf(0.5, 9, 3), abs=4 * error)
    for q in (0.1, 0.5, 0.9):
        assert np.quantile(worths[:, 0], q) == pytest.approx(stats.beta.ppf(q, 9, 3), abs=0.01)


def test_prior_shape_is_the_prior_of_the_shares():
    worths = draw_worths([[0, 1]], [0.0], 8000, np.random.default_rng(1), prior_shape=3.0).share
    assert stats.kstest(worths[::8, 0], stats.beta(3, 3).cdf).pvalue > 0.001


def test_three_algorithms_agree_with_integration_on_a_grid():
    g = (np.arange(600) + 0.5) / 600
    a, b = np.meshgrid(g, g)
    inside = a + b < 1
    x = np.stack([a[inside], b[inside], 1 - a[inside] - b[inside]])
    log = sum(
        w * np.log(x[i] * x[j] / (x[j] + x[k]))
        for (i, j, k), w in zip(ORDERS, WEIGHTS, strict=True)
    )
    p = np.exp(log - log.max())
    p /= p.sum()
    worths = draw_worths(ORDERS, WEIGHTS, 12000, np.random.default_rng(2)).share
    assert worths.mean(axis=0) == pytest.approx((x * p).sum(axis=1), abs=0.006)
    for i in range(3):
        best = (worths.argmax(axis=1) == i).astype(float)
        exact = p[x.argmax(axis=0) == i].sum()
        assert best.mean() == pytest.approx(exact, abs=max(4 * batch_error(best), 0.004))


@pytest.mark.parametrize("shape", [0.3, 0.05, 0.005, 0.0002])
def test_small_prior_shapes_have_beta_posteriors_too(shape):
    rankings = [[0, 1], [1, 0]]
    worths = draw_worths(rankings, [2, 1], 8000, np.random.default_rng(3), prior_shape=shape)
    assert stats.kstest(worths.share[::4, 0], stats.beta(2 + shape, 1 + shape).cdf).pvalue > 0.001
    # without a win: ln of a Gamma variable is −E / shape but for a little
    worths = draw_worths(rankings, [1, 0], 8000, np.random.default_rng(4), prior_shape=shape)
    ahead = worths.log_share[:, 0] > worths.log_share[:, 1]
    assert ahead.mean() == pytest.approx(stats.beta.sf(0.5, 1 + shape, shape), abs=0.01)


def test_two_ways_of_drawing_agree(monkeypatch):
    plain = draw_worths(ORDERS, WEIGHTS, 12000, np.random.default_rng(6), prior_shape=0.5)
    monkeypatch.setattr(plackett_luce, "LEAST_PLAIN_SHAPE", 1.0)
    logs = draw_worths(ORDERS, WEIGHTS, 12000, np.random.default_rng(7), prior_shape=0.5)
    assert logs.share.mean(axis=0) == pytest.approx(plain.share.mean(axis=0), abs=0.008)
    spread = [np.quantile(one.share, [0.1, 0.5, 0.9], axis=0) for one in (plain, logs)]
    assert spread[0] == pytest.approx(spread[1], abs=0.015)


def test_a_small_prior_shape_keeps_the_winner():
    one = js.results_table_matrices({"A": [2.0], "B": [1.0]}, measures={"acc": "max"})
    result = js.plackett_luce_test(one, prior_shape=0.005)
    assert result.best == {"acc": "A"}
    exact = stats.beta.sf(0.5, 1.005, 0.005)
    assert result.worths[0]["probability_best"] == pytest.approx(exact, abs=0.004)


@pytest.mark.parametrize("shape", [5e-324, 1e308, np.inf])
def test_priors_beyond_doubles_are_refused(shape):
    with pytest.raises(InvalidRankingsError, match="beyond double precision"):
        draw_worths([[0, 1]], [3.0], 10, np.random.default_rng(1), shape)


@pytest.mark.parametrize(
    "orders, weights, shape",
    [
        ([[0, 0]], [1], 1.0),
        ([[0, 1]], [-1], 1.0),
        ([[0, 1], [1, 0]], [-1, 2], 1.0),
        ([[0, 1], [1, 0]], [np.nan, 2], 1.0),
        ([[0, 1]], [1], 0.0),
        ([[0, 1]], [1, 2], 1.0),
        ([0, 1], [1, 1], 1.0),
        ([[[0, 1], [0, 1]]], [1], 1.0),
        ([[0]], [1], 1.0),
    ],
)
def test_rankings_that_cannot_be_used(orders, weights, shape):
    with pytest.raises(InvalidRankingsError):
        draw_worths(orders, weights, 10, np.random.default_rng(1), shape)


def test_batch_error_sees_correlation():
    rng = np.random.default_rng(1)
    x = np.repeat(rng.normal(size=2000), 10)  # every value ten times
    assert batch_error(x) == pytest.approx(1 / np.sqrt(2000), rel=0.4)
    assert np.isnan(batch_error(x[:5]))


def test_too_few_draws_have_no_batch_error():
    few = batch_error(np.zeros((3, 4)))
    assert few.shape == (4,) and np.isnan(few).all()
    assert np.isfinite(batch_error(np.random.default_rng(1).normal(size=(4000, 4)))).all()


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    quality = np.array([0.0, 0.2, 0.4, 1.5, 0.1])
    return js.results_table_matrices(
        {name: rng.normal(size=(40, 2)) + q for name, q in zip("ABCDE", quality, strict=True)},
        measures={"acc": "max", "f1": "max"},
    )


def test_result(table):
    result = js.plackett_luce_test(table)
    assert result.best == {"acc": "D", "f1": "D"} and all(result.decided_on.values())
    assert (result.n, len(result.worths), len(result.pairs)) == (40, 10, 20)
    for measure in table.measures:
        rows = [row for row in result.worths if row["measure"] == measure]
        assert sum(row["worth"] for row in rows) == pytest.approx(1)
        assert sum(row["probability_best"] for row in rows) == pytest.approx(1)
        assert all(row["worth_low"] < row["worth"] < row["worth_high"] for row in rows)
        assert all(row["mcse"] > 0 for row in rows)
    assert sum(row["probability"] for row in result.on_all) <= 1
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["test"] == "plackett_luce"
    assert "Best on every measure" in result.summary()
    assert "Best on 2 measures of 2" in result.verdict


def test_counts_and_tables_give_the_same(table):
    counts = js.statement_counts(table)
    assert js.plackett_luce_test(counts).worths == js.plackett_luce_test(table).worths
    for given in (table, counts):
        assert js.plackett_luce_test(given, on=["f1"]).best == {"f1": "D"}
    assert js.plackett_luce_test(table, rng=1).worths != js.plackett_luce_test(table).worths


def test_direction_is_respected():
    low_is_good = js.results_table_matrices(
        {"A": np.arange(9.0), "B": np.arange(9.0) + 1}, measures={"time": "min"}
    )
    result = js.plackett_luce_test(low_is_good)
    assert result.best == {"time": "A"}
    exact = stats.beta.sf(0.5, 10, 1)
    assert result.worths[0]["probability_best"] == pytest.approx(exact, abs=0.002)


def test_ties_are_said(table):
    tied = js.results_table_matrices({"A": [1.0, 2.0], "B": [1.0, 1.0]}, measures={"x": "max"})
    with pytest.warns(js.JointStatsWarning, match="Ties are shared"):
        js.plackett_luce_test(tied)


def test_coarser_counts_are_refused(table):
    with pytest.raises(OptionError, match="complete orderings"):
        js.plackett_luce_test(js.statement_counts(table, question="best"))
