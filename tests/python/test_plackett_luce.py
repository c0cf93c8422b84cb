"""Plackett–Luce: exact for two algorithms, against a grid for three, and the result object."""

import json
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.kernels.joint import plackett_luce
from jointstats.kernels.progress import showing

ORDERS = np.array(list(permutations(range(3))))
WEIGHTS = np.array([5, 3, 2.5, 1, 0.5, 1])


def test_two_algorithms_have_a_beta_posterior():
    worths = plackett_luce.draw_worths(
        [[0, 1], [1, 0]], [8, 2], 8000, np.random.default_rng(1)
    ).share
    ahead = worths[:, 0] > 0.5
    error = plackett_luce.batch_error(ahead.astype(float))
    assert ahead.mean() == pytest.approx(stats.beta.sf(0.5, 9, 3), abs=4 * error)
    for q in (0.1, 0.5, 0.9):
        assert np.quantile(worths[:, 0], q) == pytest.approx(stats.beta.ppf(q, 9, 3), abs=0.01)


def test_prior_shape_is_the_prior_of_the_shares():
    worths = plackett_luce.draw_worths(
        [[0, 1]], [0.0], 8000, np.random.default_rng(1), prior_shape=3.0
    ).share
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
    worths = plackett_luce.draw_worths(ORDERS, WEIGHTS, 12000, np.random.default_rng(2)).share
    assert worths.mean(axis=0) == pytest.approx((x * p).sum(axis=1), abs=0.006)
    for i in range(3):
        best = (worths.argmax(axis=1) == i).astype(float)
        exact = p[x.argmax(axis=0) == i].sum()
        assert best.mean() == pytest.approx(
            exact, abs=max(4 * plackett_luce.batch_error(best), 0.004)
        )


@pytest.mark.parametrize("shape", [0.3, 0.005, 0.0002])
def test_small_prior_shapes_have_beta_posteriors_too(shape):
    rankings = [[0, 1], [1, 0]]
    worths = plackett_luce.draw_worths(
        rankings, [2, 1], 8000, np.random.default_rng(3), prior_shape=shape
    )
    assert stats.kstest(worths.share[::4, 0], stats.beta(2 + shape, 1 + shape).cdf).pvalue > 0.001
    # without a win: ln of a Gamma variable is −E / shape but for a little
    worths = plackett_luce.draw_worths(
        rankings, [1, 0], 8000, np.random.default_rng(4), prior_shape=shape
    )
    ahead = worths.log_share[:, 0] > worths.log_share[:, 1]
    assert ahead.mean() == pytest.approx(stats.beta.sf(0.5, 1 + shape, shape), abs=0.01)


def test_two_ways_of_drawing_agree(monkeypatch):
    plain = plackett_luce.draw_worths(
        ORDERS, WEIGHTS, 12000, np.random.default_rng(6), prior_shape=0.5
    )
    monkeypatch.setattr(plackett_luce, "LEAST_PLAIN_SHAPE", 1.0)
    logs = plackett_luce.draw_worths(
        ORDERS, WEIGHTS, 12000, np.random.default_rng(7), prior_shape=0.5
    )
    assert logs.share.mean(axis=0) == pytest.approx(plain.share.mean(axis=0), abs=0.008)
    spread = [np.quantile(one.share, [0.1, 0.5, 0.9], axis=0) for one in (plain, logs)]
    assert spread[0] == pytest.approx(spread[1], abs=0.015)


def test_a_small_prior_shape_keeps_the_winner():
    one = js.results_table({"A": [2.0], "B": [1.0]}, measures={"acc": "max"})
    result = js.plackett_luce_test(one, prior_shape=0.005)
    assert result.best == {"acc": "A"}
    exact = stats.beta.sf(0.5, 1.005, 0.005)
    assert result.worths[0]["probability_best"] == pytest.approx(exact, abs=0.004)


@pytest.mark.parametrize("shape", [5e-324, 1e308, np.inf])
def test_priors_beyond_doubles_are_refused(shape):
    with pytest.raises(plackett_luce.InvalidRankingsError, match="beyond double precision"):
        plackett_luce.draw_worths([[0, 1]], [3.0], 10, np.random.default_rng(1), shape)


@pytest.mark.parametrize(
    "orders, weights, shape, words",
    [
        ([[1, 1]], [1], 1.0, "name each algorithm once"),
        ([[0.5, 1.2]], [1], 1.0, "name each algorithm once"),
        ([[0, 1], [1, 0]], [1], 1.0, "are needed"),
        ([[0, 1]], [np.inf], 1.0, "at least 0"),
        ([[0, 1]], [1], 0.0, "prior's shape positive"),
        ([[0, 1]], [1], -0.5, "prior's shape positive"),
        ([[0, 1]], [1], np.nan, "prior's shape positive"),
    ],
)
def test_what_is_wrong_with_rankings_is_said(orders, weights, shape, words):
    with pytest.raises(plackett_luce.InvalidRankingsError, match=words):
        plackett_luce.draw_worths(orders, weights, 10, np.random.default_rng(1), shape)


@pytest.mark.parametrize("shape", [1.0, 0.05])
def test_rankings_without_weight_are_none(shape):
    some = WEIGHTS > 1
    weights = [Fraction(w) if yes else 0 for w, yes in zip(WEIGHTS, some, strict=True)]
    with_all = plackett_luce.draw_worths(ORDERS, weights, 5, np.random.default_rng(1), shape)
    without = plackett_luce.draw_worths(
        ORDERS[some], WEIGHTS[some], 5, np.random.default_rng(1), shape
    )
    assert with_all.share.tolist() == without.share.tolist()
    # of none at all, the prior: shares of 1/3 on average
    none = plackett_luce.draw_worths(ORDERS, np.zeros(6), 1500, np.random.default_rng(2), shape)
    assert none.share.mean(axis=0) == pytest.approx([1 / 3] * 3, abs=0.05)


@pytest.mark.parametrize("shape", [1.0, 0.05])
@pytest.mark.parametrize("draws", [1, 3])
def test_every_draw_is_kept_as_shares_and_their_logarithms(draws, shape):
    worths = plackett_luce.draw_worths(ORDERS, WEIGHTS, draws, np.random.default_rng(1), shape)
    assert worths.share.shape == (draws, 3)
    assert worths.share.sum(axis=1) == pytest.approx(np.ones(draws), abs=1e-12)
    assert np.exp(worths.log_share) == pytest.approx(worths.share, rel=1e-12, abs=1e-300)
    assert len(np.unique(worths.share[:, 0])) == draws


def test_draws_are_counted_from_the_first_that_is_thrown_away():
    loops = []

    class Watcher:
        def begin(self, loop):
            loops.append(loop)

        def end(self, loop):
            pass

    with showing(Watcher()):
        plackett_luce.draw_worths([[0, 1]], [3.0], 7, np.random.default_rng(1))
    (loop,) = loops
    assert (loop.done, loop.total, loop.what) == (507, 507, "draws")


def test_the_error_of_a_mean_is_that_of_forty_batches():
    values = np.random.default_rng(1).normal(size=(85, 2, 3))  # two a batch, five left over
    batches = np.array([(values[2 * b] + values[2 * b + 1]) / 2 for b in range(40)])
    assert plackett_luce.batch_error(values) == pytest.approx(stats.sem(batches, axis=0), rel=1e-12)
    assert plackett_luce.batch_error(values[:40]) == pytest.approx(
        stats.sem(values[:40], axis=0), rel=1e-12
    )
    assert np.isnan(plackett_luce.batch_error(values[:39])).all()


def test_batch_error_sees_correlation():
    rng = np.random.default_rng(1)
    x = np.repeat(rng.normal(size=2000), 10)  # every value ten times
    assert plackett_luce.batch_error(x) == pytest.approx(1 / np.sqrt(2000), rel=0.4)
    assert np.isnan(plackett_luce.batch_error(x[:5]))


def test_too_few_draws_have_no_batch_error():
    few = plackett_luce.batch_error(np.zeros((3, 4)))
    assert few.shape == (4,) and np.isnan(few).all()
    assert np.isfinite(
        plackett_luce.batch_error(np.random.default_rng(1).normal(size=(4000, 4)))
    ).all()


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    quality = np.array([0.0, 0.2, 0.4, 1.5, 0.1])
    return js.results_table(
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
    assert "On 2 of 2 measures, an algorithm is best" in result.verdict


def test_counts_and_tables_give_the_same(table):
    counts = js.statement_counts(table)
    found = js.plackett_luce_test(table, draws=300)
    assert js.plackett_luce_test(counts, draws=300).worths == found.worths
    for given in (table, counts):
        assert js.plackett_luce_test(given, on=["f1"], draws=300).best == {"f1": "D"}
    assert js.plackett_luce_test(table, rng=1, draws=300).worths != found.worths


def test_direction_is_respected():
    low_is_good = js.results_table(
        {"A": np.arange(9.0), "B": np.arange(9.0) + 1}, measures={"time": "min"}
    )
    result = js.plackett_luce_test(low_is_good)
    assert result.best == {"time": "A"}
    exact = stats.beta.sf(0.5, 10, 1)
    assert result.worths[0]["probability_best"] == pytest.approx(exact, abs=0.002)


def test_ties_are_said(table):
    tied = js.results_table({"A": [1.0, 2.0], "B": [1.0, 1.0]}, measures={"x": "max"})
    with pytest.warns(js.JointStatsWarning, match="Ties are split"):
        js.plackett_luce_test(tied)


def test_coarser_counts_are_refused(table):
    with pytest.raises(errors.OptionError, match="complete orderings"):
        js.plackett_luce_test(js.statement_counts(table, question="best"))


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_worths_and_pairs_of_two_algorithms_are_those_of_beta_distributions(level):
    wins = {"x": 8, "y": 5}  # of ten
    values = {"A": [[float(d < wins[m]) for m in wins] for d in range(10)], "B": [[0.5] * 2] * 10}
    made = js.results_table(values, measures=dict.fromkeys(wins, "max"))
    found = js.plackett_luce_test(made, draws=8000, level=level, rng=1)
    chance = {}
    for row in found.worths:
        n = wins[row.measure] if row.algorithm == "A" else 10 - wins[row.measure]
        own = stats.beta(1 + n, 11 - n)
        assert row.worth == pytest.approx(own.mean(), abs=0.01)
        assert (row.worth_low, row.worth_high) == pytest.approx(own.interval(level), abs=0.02)
        assert row.probability_best == pytest.approx(own.sf(0.5), abs=4 * row.mcse)
        chance[row.measure, row.algorithm] = row.probability_best, row.mcse
    for row in found.pairs:
        assert (row.a, row.b) == ("A", "B")
        assert (row.probability, row.mcse) == pytest.approx(chance[row.measure, "A"])
    for row in found.on_all:
        (p, e), (q, f) = (chance[m, row.algorithm] for m in wins)
        assert row.probability == pytest.approx(p * q)
        assert row.mcse == pytest.approx(np.hypot(e * q, f * p))


def test_the_facts_of_a_result():
    values = {name: [[1.0, 2.0], [2.0, 1.0], [3.0, np.nan]] for name in "AB"}
    values["B"] = [[1.0, 3.0], [3.0, 1.5], [4.0, 4.0]]
    made = js.results_table(values, measures={"x": "max", "y": "max"}, missing="drop")
    with pytest.warns(js.JointStatsWarning):
        found = js.plackett_luce_test(made, draws=200, rng=7, alpha=0.3, level=0.8)
    assert (found.n, found.n_dropped, found.alpha, found.level) == (2, 1, 0.3, 0.8)
    assert (found.draws, found.seed, found.method) == (200, 7, "monte_carlo")
    chance = {row.measure: row.probability_best for row in found.worths if row.algorithm == "B"}
    assert found.best == {"x": "B", "y": "B"}
    assert found.decided_on == {name: p >= 0.7 for name, p in chance.items()}
    assert found.warnings == ("Ties are split among the compatible orderings, with equal weights.",)
    clear = js.plackett_luce_test(made, draws=200, on=["y"])
    assert clear.warnings == () and clear.measures == {"y": "max"}


def test_a_probability_at_the_limit_is_enough():
    shares = {"A": np.ones(4), "B": np.zeros(4)}
    made = js.results_table(shares, measures={"x": "max"})
    p = js.plackett_luce_test(made, draws=250).worths[0].probability_best
    assert js.plackett_luce_test(made, draws=250, alpha=1 - p).decided_on == {"x": True}
    assert js.plackett_luce_test(made, draws=250, alpha=1 - p - 0.002).decided_on == {"x": False}


def test_the_measures_with_a_sure_winner_are_counted():
    won = {"A": np.ones((9, 3)), "B": np.array([[0.0, 0.0, 2.0 * (i % 2)] for i in range(9)])}
    made = js.results_table(won, measures=dict.fromkeys("xyz", "max"))
    found = js.plackett_luce_test(made, draws=200)
    assert found.decided_on == {"x": True, "y": True, "z": False}
    assert found.verdict.startswith(
        "On 2 of 3 measures, an algorithm is best with probability at least 0.95"
    )
