"""Leaderboards: each column against its own computation, symmetries, and many algorithms."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

import jointstats as js
from jointstats.drawing.layout import WIDEST
from jointstats.interfaces.cli import main

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

COUNTED = ("wins", "losses", "trade_offs", "possible_trade_offs", "ahead", "behind", "open")


def table_of(x, names=None, measures=None, **how):
    """A table of results, shape (n, m, l)."""
    names = names or [f"a{i}" for i in range(x.shape[2])]
    measures = measures or {f"m{k}": "max" for k in range(x.shape[1])}
    matrices = {name: x[:, :, i] for i, name in enumerate(names)}
    return js.results_table(matrices, measures=measures, **how)


def results(seed, n=40, m=2, l=5, spread=0.8):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((m, l)) * spread + rng.standard_normal((n, m, l))


# --- Columns --------------------------------------------------------------------------------------


def may_dominate(made, d, i, j):
    """Whether algorithm i may dominate j on data set d; a tie without a rope may hide a win."""
    signs = []
    for name, row in zip(made.measures, made.oriented()[d], strict=True):
        gap = row[i] - row[j]
        tied = abs(gap) <= made.rope[name] + 1e-9
        signs.append("=" if tied and name in made.declared_rope else "?" if tied else gap > 0)
    return all(one in (True, "=", "?") for one in signs) and bool({True, "?"} & {*signs})


@pytest.mark.parametrize(("l", "m", "grid", "rope"), [
    (2, 1, None, None), (2, 3, 3, None), (3, 2, 4, 0), (4, 2, 5, 1), (5, 3, None, 0.3),
])  # fmt: skip
def test_undominated_against_brute_force(l, m, grid, rope):
    x = results(l + m, n=20, m=m, l=l, spread=0.0)
    ways = {f"m{j}": "max" if j % 2 else "min" for j in range(m)}
    x = x if grid is None else np.round(x * grid / 3)
    made = table_of(x, measures=ways, rope=None if rope is None else dict.fromkeys(ways, rope))
    free = {
        name: np.mean([
            not any(may_dominate(made, d, j, i) for j in range(l) if j != i) for d in range(20)
        ])
        for i, name in enumerate(made.algorithms)
    }  # fmt: skip
    found = {row.algorithm: row.undominated for row in js.leaderboard(made).board}
    assert found == pytest.approx(free, abs=1e-12)


def test_undominated_by_families_with_gaps_and_with_a_control():
    x = np.array([[[3, 2, 1]], [[3, 2, 1]], [[1, 2, 3]], [[1, np.nan, 3]]])
    families = {"datasets": list("abcd"), "cluster": dict(zip("abcd", "ffgh", strict=True))}
    board = js.leaderboard(table_of(x, missing="drop", **families))
    # Families f, g and h have one vote each; the second algorithm has no result in h.
    assert {row.algorithm: row.undominated for row in board.board} == pytest.approx(
        {"a0": 1 / 3, "a1": 0.0, "a2": 2 / 3}
    )
    made = table_of(results(2))
    against = js.compare_algorithms(made, control="a0").leaderboard
    assert {row.undominated for row in against.board} == {None}


def test_rows_count_the_states_of_pairs():
    compared = js.compare_algorithms(table_of(results(1, n=40, l=6, spread=1.0)))
    board = compared.leaderboard
    for row in board.rows:
        own = [p for p in compared.pairs if row.algorithm in (p.a, p.b)]

        def times(state, leads=None, own=own, name=row.algorithm):
            return sum(p.state in state and leads in (None, p.winner == name) for p in own)

        assert row.wins == times(["win"], leads=True)
        assert row.losses == times(["win"], leads=False)
        assert row.ahead == times(["ahead", "jointly better"], leads=True)
        assert row.behind == times(["ahead", "jointly better"], leads=False)
        assert row.trade_offs == times(["trade-off"])
        assert row.possible_trade_offs == times(["possible trade-off"])
        assert row.equal is None and row.open == times(["open"])
        assert sum(getattr(row, name) for name in COUNTED) == 5
        assert row.unbeaten == (row.losses == 0)
    assert {row.wins + row.ahead + row.trade_offs for row in board.rows} != {0}
    assert board.n_wins == len(compared.wins)
    assert compared.order == board.order == tuple(row.algorithm for row in board.rows)


def test_rank_sets_are_what_the_claims_on_a_measure_leave_open():
    compared = js.compare_algorithms(table_of(results(3, n=40, l=5, spread=1.2)))
    narrow = 0
    for row in compared.leaderboard.rows:
        for measure in compared.measures:
            worse = better = 0
            for pair in compared.pairs:
                if row.algorithm in (pair.a, pair.b):
                    other = pair.b if row.algorithm == pair.a else pair.a
                    worse += measure in pair.better(other)
                    better += measure in pair.better(row.algorithm)
            assert (row.rank_low[measure], row.rank_high[measure]) == (1 + worse, 5 - better)
            narrow += worse + better
    assert narrow > 5


def test_the_order_is_by_wins_minus_losses_then_by_mean_ranks_then_by_name():
    x = results(2, l=6)
    board = js.leaderboard(table_of(x))
    mean = rankdata(-x, axis=2).mean(axis=(0, 1))
    key = [(row.losses - row.wins, mean[int(row.algorithm[1:])]) for row in board.rows]
    assert key == sorted(key)
    ring = np.array([[[1.0, 2, 3]], [[2, 3, 1]], [[3, 1, 2]]])
    assert js.leaderboard(table_of(ring, ["z", "y", "x"])).order == ("x", "y", "z")


def test_means_medians_and_mean_ranks():
    x = results(4, n=25, l=4)
    board = js.leaderboard(table_of(x, measures={"up": "max", "down": "min"}))
    for k, (measure, sign) in enumerate((("up", -1), ("down", 1))):
        ranks = rankdata(sign * x[:, k], axis=1).mean(axis=0)
        for i in range(4):
            row = board.row(f"a{i}")
            assert row.mean[measure] == pytest.approx(x[:, k, i].mean())
            assert row.median[measure] == pytest.approx(np.median(x[:, k, i]))
            assert row.sd[measure] == pytest.approx(x[:, k, i].std(ddof=1))
            assert row.mean_rank[measure] == pytest.approx(ranks[i])


def test_failed_and_missing_results():
    x = results(5, n=12, l=3)
    x[0, 0, 1] = np.nan
    failed = js.leaderboard(table_of(x, missing="worst"))
    assert failed.row("a1").mean["m0"] is None and failed.row("a1").mean["m1"] is not None
    assert failed.row("a1").median["m0"] == pytest.approx(
        np.sort([-np.inf, *x[1:, 0, 1]])[5:7].mean()
    )
    assert failed.n_failed == 1
    there = js.leaderboard(table_of(x, missing="unknown"))
    assert there.row("a1").mean["m0"] == pytest.approx(x[1:, 0, 1].mean())
    assert there.row("a0").mean["m0"] == pytest.approx(x[:, 0, 0].mean())
    assert there.n == 12
    dropped = js.leaderboard(table_of(x, missing="drop"))
    assert dropped.row("a0").mean["m0"] == pytest.approx(x[:, 0, 0].mean())
    assert dropped.row("a1").mean["m0"] == pytest.approx(x[1:, 0, 1].mean())
    assert dropped.n == 12


def test_an_algorithm_without_any_result_is_refused():
    x = results(5, n=12, l=3)
    x[:, :, 1] = np.nan
    for test in (js.leaderboard, js.compare_algorithms):
        with pytest.raises(
            js.errors.NoDataError, match=r'"a1" has no result: .*only=\["a0", "a2"\]'
        ):
            test(table_of(x, missing="unknown"))


def test_families_are_fewer_votes():
    x = np.repeat(results(7, n=8, m=1, l=3, spread=4.0), 6, axis=0)
    names = {str(i + 1): f"f{i // 6}" for i in range(48)}
    free, bound = js.leaderboard(table_of(x)), js.leaderboard(table_of(x, cluster=names))
    assert bound.n_families == 8 and free.n_families is None
    # Eight families that agree: 1/256, and six directions allow .05 / 6 at first.
    agree = (np.sign(x[:, 0, :, None] - x[:, 0, None]).sum(axis=0) == 48).sum()
    assert free.n_wins >= bound.n_wins == agree > 0
    assert "if families of data sets are independent" in " ".join(bound.summary().split())


def test_with_a_control_only_its_pairs_are_counted():
    x = results(9, l=5, spread=1.5)
    board = js.compare_algorithms(table_of(x), control="a2").leaderboard
    whole = js.leaderboard(table_of(x))
    assert board.n_pairs == 4 and board.control == "a2"
    own = board.row("a2")
    assert sum(getattr(own, name) for name in COUNTED) == 4
    for measure in board.measures:  # fewer claims to correct for
        assert own.rank_low[measure] >= whole.row("a2").rank_low[measure]
        assert own.rank_high[measure] <= whole.row("a2").rank_high[measure]
    assert "Only pairs with a2 were compared." in " ".join(board.summary().split())


# --- Symmetries -----------------------------------------------------------------------------------


def same(one, other):
    """Whether two rows say the same, means but for rounding."""
    for name in set(one):
        a, b = one[name], other[name]
        if name in ("mean", "median", "sd", "mean_rank"):
            assert a == pytest.approx(b, rel=1e-9, abs=1e-12)
        else:
            assert a == b, name


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_the_order_of_the_table_does_not_matter(seed):
    x = results(seed, n=24, l=5)
    shuffled = np.random.default_rng(seed).permutation(5)
    names = [f"a{i}" for i in range(5)]
    one = js.leaderboard(table_of(x, names))
    other = js.leaderboard(table_of(x[:, :, shuffled], [names[i] for i in shuffled]))
    assert one.order == other.order
    for name in names:
        same(one.row(name), other.row(name))


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_all_directions_turned_round_turn_wins_into_losses(seed):
    x = results(seed, n=24, l=4)
    one = js.leaderboard(table_of(x))
    other = js.leaderboard(table_of(x, measures={"m0": "min", "m1": "min"}))
    for row in one.board:
        turned = other.row(row.algorithm)
        assert (row.wins, row.losses) == (turned.losses, turned.wins)
        assert (row.ahead, row.behind) == (turned.behind, turned.ahead)
        for name in one.measures:
            assert row.rank_low[name] == 5 - turned.rank_high[name]


# --- What is printed ------------------------------------------------------------------------------


def test_of_sixty_algorithms_twenty_are_printed_and_fit_into_the_page():
    x = np.linspace(0, 4, 60) + np.random.default_rng(10).standard_normal((20, 3, 60))
    board = js.leaderboard(table_of(x, [f"algorithm number {i}" for i in range(60)]))
    text = board.summary()
    assert text.count("40 more algorithms: to_frame()") == 1
    lines = [line for line in text.splitlines() if line.startswith("  algorithm number")]
    assert [line.split("  ")[1] for line in lines[:20]] == list(board.order[:20])
    assert max(map(len, text.splitlines())) <= WIDEST
    assert len(board.to_frame()) == len(board.to_markdown().splitlines()) - 2 == 60


def test_the_verdict_names_those_that_no_algorithm_wins_against():
    def said(means):
        x = np.array(means)[None, None] + np.arange(12)[:, None, None] / 100
        return js.leaderboard(table_of(x)).verdict

    assert said([1.0, 2, 3]) == (
        "a2 wins against a1 and a0. a1 wins against a0. 1 of 3 algorithms is unbeaten: a2."
    )
    assert said([1.0, 2]) == "a1 wins against a0."
    # A cycle: each one wins 20 of 30 against the next, and loses against the one before.
    ring = np.repeat([[[1.0, 2, 3]], [[2, 3, 1]], [[3, 1, 2]]], 30, axis=0)
    board = js.leaderboard(table_of(ring * (1 + np.arange(90)[:, None, None] / 1000)))
    assert board.unbeaten == ()
    assert board.verdict == (
        "a0 wins against a2. a1 wins against a0. a2 wins against a1. Against each "
        "algorithm another one wins."
    )
    assert js.leaderboard(js.load_dataset("example1")).verdict == "The pair has no winner."


def test_groups_have_ranks_and_measures_mean_ranks():
    x = results(11, m=3, l=4)
    compared = js.compare_algorithms(table_of(x), groups={"both": ["m0", "m1"]})
    row = compared.leaderboard.rows[0]
    assert (set(row.mean_rank), set(row.rank_low)) == ({"m0", "m1", "m2"}, {"both", "m2"})
    heading = next(line for line in compared.summary().splitlines() if "algorithm  wins" in line)
    assert heading.split()[-7:] == ["m0", "↑", "m1", "↑", "m2", "↑", "both"]


def test_the_shell_and_a_comparison_give_the_same(capsys):
    assert main(["leaderboard", "@weka", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    compared = js.compare_algorithms(js.load_dataset("weka")).to_dict()["leaderboard"]
    assert said["test"] == "leaderboard" and said["board"] == compared["board"]
    assert said["call"]["function"] == "leaderboard"
