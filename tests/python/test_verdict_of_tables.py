"""What comparisons of tables show: packaged ones by an independent program, others by laws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.claims import compared_pair
from jointstats.evidence import steps


def weka(measures):
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm", measures=measures
    )


def test_weka_as_the_design_has_it():
    both = js.compare_algorithms(weka({"accuracy": "max", "training_time": "min"}))
    states = Counter(row.state for row in both.pairs)
    assert states == {"win": 4, "trade-off": 3, "possible trade-off": 12, "open": 2}
    assert {(row.winner, row.loser) for row in both.wins} == {
        ("AODE", "Bagging"), ("AODE", "J48graft"), ("AODE", "Logistic"), ("BayesNet", "J48graft"),
    }  # fmt: skip
    six = js.compare_algorithms(js.load_dataset("weka"))
    states = Counter(row.state for row in six.pairs)
    assert (states["win"], 21 - states["open"]) == (3, 10)


# --- Laws -----------------------------------------------------------------------------------------

TIES = st.sampled_from([None, 0.0, 1.0])


@st.composite
def tables(draw, missing=False):
    seed, n = draw(st.integers(0, 2**31)), draw(st.integers(6, 24))
    l, m = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 6, (n, m, l)).astype(float) + np.arange(l) * rng.integers(0, 3, (m, 1))
    if missing:
        values[rng.random(values.shape) < 0.1] = np.nan
        values[:2] = 1.0
    rope = {f"m{j}": width for j in range(m) if (width := draw(TIES)) is not None}
    cluster = [str(x) for x in rng.integers(0, max(2, n // 2), n)] if draw(st.booleans()) else None
    return values, rope, cluster


def made(values, rope, cluster, ways=None, **more):
    n, m, l = values.shape
    names = [f"d{i}" for i in range(n)]
    frame = pd.DataFrame(
        {
            "d": np.repeat(names, l),
            "a": np.tile([f"a{i}" for i in range(l)], n),
            **{f"m{j}": values[:, j].ravel() for j in range(m)},
        }
    )
    if cluster is not None:
        more["cluster"] = "family"
        frame["family"] = np.repeat(cluster, l)
    ways = ways or {f"m{j}": "max" for j in range(m)}
    return js.results_table(frame, dataset="d", algorithm="a", measures=ways, rope=rope, **more)


def answers(result):
    """State, winner, what is shown and the p-values of every pair, by the names of the two."""
    return {
        frozenset((row.a, row.b)): (
            row.state, row.winner, frozenset(row.equal), row.joint,
            frozenset((row.a, m) for m in row.better_a) | {(row.b, m) for m in row.better_b},
            round(row.p_adjusted, 12),
        )
        for row in result.pairs
    }  # fmt: skip


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_order_of_rows_algorithms_and_measures_changes_nothing(table, random):
    values, rope, cluster = table
    result = js.compare_algorithms(made(values, rope, cluster))
    source = made(values, rope, cluster)
    names, measures = list(source.algorithms), list(source.measures)
    random.shuffle(names)
    random.shuffle(measures)
    again = js.compare_algorithms(source.select(algorithms=names, measures=measures))
    assert answers(again) == answers(result)
    assert again.order == result.order
    order = list(range(len(values)))
    random.shuffle(order)
    turned = made(values[order], rope, cluster and [cluster[i] for i in order])
    assert answers(js.compare_algorithms(turned)) == answers(result)


@given(tables())
@settings(max_examples=50, deadline=None)
def test_more_of_the_same_loses_no_win(table):
    """On measures with ropes a win may become practical equality, which is more, not less."""
    values, rope, cluster = table
    result = js.compare_algorithms(made(values, rope, cluster))
    for times in (2, 4):
        families = cluster and [f"{one}, {i}" for i in range(times) for one in cluster]
        again = js.compare_algorithms(made(np.concatenate([values] * times), rope, families))
        for row in result.wins:
            now = again.pair(row.a, row.b)
            equal = any(rope.values()) and now.state == "practically equal"
            assert equal or (now.state, now.winner) == (compared_pair.WINS, row.winner)


@given(tables(missing=True), st.sampled_from(["drop", "unknown", "worst"]))
@settings(max_examples=40, deadline=None)
def test_every_pair_is_in_one_state_and_counts_add_up(table, missing):
    values, rope, cluster = table
    result = js.compare_algorithms(made(values, rope, cluster, missing=missing))
    board = result.leaderboard.board
    l = len(result.algorithms)
    for row in board:
        counted = (row.wins, row.losses, row.trade_offs, row.possible_trade_offs, row.ahead,
                   row.behind, row.equal or 0, row.open)  # fmt: skip
        assert sum(counted) == l - 1
        assert row.unbeaten == (row.losses == 0)
    assert sum(row.wins for row in board) == len(result.wins)
    for row in result.pairs:
        for m in result.measures:
            seen = row.wins_a[m] + row.wins_b[m] + row.ties[m] + row.unknown[m]
            seen += (row.both_failed or {m: 0})[m]
            assert seen <= row.n
            if missing != "drop":
                assert seen == row.n
        assert row.dominates_a <= min(sum(row.wins_a.values()), row.n)
        if row.state == compared_pair.TRADE_OFF:
            assert row.ahead(row.a)
            assert row.ahead(row.b)
        assert (row.winner is not None) == (row.state in ("win", "ahead", "jointly better"))


@given(tables(missing=True))
@settings(max_examples=30, deadline=None)
def test_a_missing_result_never_lowers_a_p(table):
    """Whatever is filled in, no corrected p-value is smaller when the result is unknown."""
    values, rope, cluster = table
    unknown = js.compare_algorithms(made(values, rope, cluster, missing="unknown"))
    filled = np.where(
        np.isnan(values), np.random.default_rng(1).integers(0, 9, values.shape), values
    )
    whole = js.compare_algorithms(made(filled, rope, cluster))
    for row in unknown.pairs:
        known = whole.pair(row.a, row.b)
        for m in unknown.measures:
            assert row.p_a[m] >= known.p_a[m] - 1e-12
            assert row.p_b[m] >= known.p_b[m] - 1e-12
        if len(unknown.measures) > 1:
            assert row.p_joint_a >= known.p_joint_a - 1e-12
            assert row.p_joint_b >= known.p_joint_b - 1e-12


def test_a_rope_of_zero_makes_ties_real():
    """Ties without a rope count against every claim; with rope 0 they say nothing."""
    values = np.array([[[1.0, 0.0]]] * 7 + [[[1.0, 1.0]]] * 5)
    hidden = js.compare_algorithms(made(values, {}, None))
    real = js.compare_algorithms(made(values, {"m0": 0}, None))
    assert hidden.pairs[0].unknown == {"m0": 5}
    assert real.pairs[0].ties == {"m0": 5}
    # A vote of 0 was possible on each of the 12 data sets.
    assert real.pairs[0].p_a["m0"] == pytest.approx(2 * steps.cost(0.5**7, 12, steps.MAY_BE_ZERO))
    assert hidden.pairs[0].p_a["m0"] > 0.3
    assert real.rope == {"m0": 0.0}
    assert hidden.rope == {}
    assert real.pairs[0].equal == ()  # no practical equality is claimed
