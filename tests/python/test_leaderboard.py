"""Leaderboards: each column against its own computation, symmetries, and many algorithms."""

import csv
import json
import sys
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, rankdata

import jointstats as js
from jointstats.labelled.compare.tiers import letter_of
from jointstats.presentation.boards import tier
from jointstats.presentation.cli.main import main
from jointstats.presentation.figures.of import figure
from jointstats.presentation.layout import WIDEST

STUDY = Path(__file__).parents[2] / "studies" / "ranks"


def table_of(x, names=None, measures=None, **how):
    """A table of results, shape (n, m, l)."""
    names = names or [f"a{i}" for i in range(x.shape[2])]
    measures = measures or {f"m{k}": "max" for k in range(x.shape[1])}
    matrices = {name: x[:, :, i] for i, name in enumerate(names)}
    return js.results_table(matrices, measures=measures, **how)


def results(seed, n=40, m=2, l=5, spread=0.8):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(l) * spread + rng.standard_normal((n, m, l))


# --- Columns --------------------------------------------------------------------------------------


def test_rows_count_what_the_comparison_claims():
    compared = js.compare_algorithms(table_of(results(1, n=30, l=6)))
    board = compared.leaderboard
    pairs = [*compared.wins, *compared.open]
    for row in board.rows:
        own = [p for p in pairs if row.algorithm in (p.a, p.b)]
        assert row.beats == sum(p.winner == row.algorithm and p.strength == "shown" for p in own)
        assert row.beaten_by == sum(p.loser == row.algorithm and p.strength == "shown" for p in own)
        assert row.leads == sum(p.winner == row.algorithm and p.strength == "leaning" for p in own)
        assert row.trails == sum(p.loser == row.algorithm and p.strength == "leaning" for p in own)
        counted = (row.beats, row.beaten_by, row.trade_offs, row.leads, row.trails, row.open)
        assert sum(counted) == 5
        # Without a rope what is shown of a winner always says "more often than the reverse".
        assert (row.rank_low, row.rank_high) == (1 + row.beaten_by, 6 - row.beats)
        assert row.rank_low <= row.rank <= row.rank_high
        assert row.may_be_best == (row.beaten_by == 0)
        ahead = [p for p in own if (p.sweeps_b if p.a == row.algorithm else p.sweeps_a)
                 > (p.sweeps_a if p.a == row.algorithm else p.sweeps_b)]  # fmt: skip
        assert row.rank == 1 + len(ahead)
    assert board.n_shown == sum(p.strength == "shown" and p.winner is not None for p in pairs)
    assert compared.order == board.order == tuple(row.algorithm for row in board.rows)


def test_one_pair_is_shown_and_two_are():
    x = np.zeros((12, 1, 3))
    x[:, 0, 0] = 2
    x[:6, 0, 1] = 1
    x[6:, 0, 2] = 1
    assert "2 of 3 pairs are shown to have a winner" in js.leaderboard(table_of(x)).verdict
    x[6:, 0, 2] = 3
    assert "1 of 3 pairs is shown to have a winner" in js.leaderboard(table_of(x)).verdict


def test_the_order_is_by_net_wins_then_by_mean_ranks():
    x = results(2, l=6)
    board = js.leaderboard(table_of(x))
    mean = rankdata(-x, axis=2).mean(axis=(0, 1))
    key = [(row.beaten_by - row.beats, mean[int(row.algorithm[1:])]) for row in board.rows]
    assert key == sorted(key)
    # Nothing is shown and all mean ranks are equal: by name.
    ring = np.array([[[1.0, 2, 3]], [[2, 3, 1]], [[3, 1, 2]]])
    assert js.leaderboard(table_of(ring, ["z", "y", "x"])).order == ("x", "y", "z")


def test_each_measure_alone_against_scipy():
    x = results(3, n=30, l=4, spread=1.2)
    board = js.leaderboard(table_of(x, measures={"up": "max", "down": "min"}))
    turned = x * np.array([1, -1])[:, None]
    for k, measure in enumerate(("up", "down")):
        p = {
            (i, j): binomtest(
                int((turned[:, k, i] > turned[:, k, j]).sum()), 30, alternative="greater"
            ).pvalue
            for i in range(4) for j in range(4) if i != j
        }  # fmt: skip
        better, left = set(), 12
        for pair in sorted(p, key=p.get):
            if p[pair] > 0.05 / left:
                break
            better.add(pair)
            left -= 1
        assert board.separated[measure] == len(better) > 0
        for i in range(4):
            row = board.row(f"a{i}")
            assert row.rank_low_on[measure] == 1 + sum(j == i for _, j in better)
            assert row.rank_high_on[measure] == 4 - sum(j == i for j, _ in better)
            assert row.mean[measure] == pytest.approx(x[:, k, i].mean())
            assert row.median[measure] == pytest.approx(np.median(x[:, k, i]))
            assert row.sd[measure] == pytest.approx(x[:, k, i].std(ddof=1))
            ranks = rankdata(-turned[:, k], axis=1)
            assert row.mean_rank[measure] == pytest.approx(ranks[:, i].mean())
            lost = sum((turned[:, k, j] > turned[:, k, i]).sum() > 15 for j in range(4))
            assert row.rank_on[measure] == 1 + lost
            for j in range(4):
                together = set(row.letters[measure]) & set(board.row(f"a{j}").letters[measure])
                assert bool(together) == (i == j or not {(i, j), (j, i)} & better)
        best = {f"a{i}" for i in range(4)} - {f"a{j}" for _, j in better}
        assert set(board.best_on[measure]) == best


def test_never_beaten_is_the_share_of_undominated_data_sets():
    x = results(4, n=25, l=4)
    beaten = (x[:, :, :, None] < x[:, :, None, :]).all(axis=1).any(axis=2)
    board = js.leaderboard(table_of(x))
    for i, share in enumerate(1 - beaten.mean(axis=0)):
        assert board.row(f"a{i}").never_beaten == pytest.approx(share)


def test_failed_and_missing_results():
    x = results(5, n=12, l=3)
    x[0, 0, 1] = np.nan
    failed = js.leaderboard(table_of(x, missing="worst"))
    assert failed.row("a1").mean["m0"] is None and failed.row("a1").mean["m1"] is not None
    assert failed.row("a1").median["m0"] == pytest.approx(
        np.sort([-np.inf, *x[1:, 0, 1]])[5:7].mean()
    )
    assert failed.n_failed == 1
    with pytest.warns(js.JointStatsWarning, match="1 of 72 results are missing"):
        there = js.leaderboard(table_of(x, missing="unknown"))
    assert there.row("a1").mean["m0"] == pytest.approx(x[1:, 0, 1].mean())
    assert there.row("a0").mean["m0"] == pytest.approx(x[:, 0, 0].mean())
    assert there.n == 12


def test_what_is_practically_equal_is_counted_with_a_rope():
    rng = np.random.default_rng(6)
    x = np.stack([0.5 + 0.001 * rng.random((40, 1)), 0.5 + 0.001 * rng.random((40, 1))], axis=2)
    board = js.leaderboard(table_of(x, measures={"accuracy": "max"}, rope={"accuracy": 0.01}))
    assert [row.equal for row in board.rows] == [1, 1]
    assert all(row.open == row.beats == row.trade_offs == 0 for row in board.rows)
    assert "equal" not in js.leaderboard(js.load_dataset("pnn")).to_frame()


def test_families_separate_less():
    x = np.repeat(results(7, n=8, m=1, l=3, spread=2.0), 6, axis=0)
    names = {f"{i + 1}": f"f{i // 6}" for i in range(48)}
    alone, together = table_of(x), table_of(x, cluster=names)
    free, bound = js.leaderboard(alone), js.leaderboard(together)
    assert sum(free.separated.values()) > sum(bound.separated.values())
    assert bound.families.n_families == 8
    # Eight families that all agree: one-sided 1/256, and six directions would allow .05 / 6.
    agree = (np.sign(x[:, 0, :, None] - x[:, 0, None]).sum(axis=0) == 48).sum()
    assert bound.separated["m0"] == agree


def test_one_measure_ranks_jointly_as_alone_or_wider():
    board = js.leaderboard(table_of(results(8, m=1, l=6)))
    for row in board.rows:
        assert row.rank_low <= row.rank_low_on["m0"] and row.rank_high >= row.rank_high_on["m0"]


def test_with_a_control_only_its_pairs_are_asked_for():
    x = results(9, l=5, spread=1.5)
    board = js.compare_algorithms(table_of(x), control="a2").leaderboard
    whole = js.leaderboard(table_of(x))
    assert board.n_pairs == 4 and board.control == "a2"
    assert all(row.letters is None for row in board.rows)
    own = board.row("a2")
    assert own.beats + own.beaten_by + own.trade_offs + own.leads + own.trails + own.open == 4
    for measure in board.measures:  # fewer directions to correct for
        assert own.rank_low_on[measure] >= whole.row("a2").rank_low_on[measure]
        assert own.rank_high_on[measure] <= whole.row("a2").rank_high_on[measure]
    assert "only pairs with a2 were asked for" in " ".join(board.summary().split())


# --- Symmetries -----------------------------------------------------------------------------------


def same(one, other):
    """Whether two rows say the same, means but for rounding; letters are named by the order."""
    for name in set(one) - {"letters"}:
        a, b = one[name], other[name]
        if name in ("mean", "median", "sd", "mean_rank", "never_beaten"):
            assert a == pytest.approx(b, rel=1e-9, abs=1e-12)
        else:
            assert a == b, name


def tiers_of(board):
    """The tiers of each measure, as sets of names."""
    found = {}
    for measure in board.measures:
        letters = {row.algorithm: row.letters[measure] for row in board.rows}
        every = set("".join(letters.values()))
        found[measure] = {frozenset(n for n, own in letters.items() if x in own) for x in every}
    return found


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_the_order_of_the_table_does_not_matter(seed):
    x = results(seed, n=24, l=5)
    shuffled = np.random.default_rng(seed).permutation(5)
    names = [f"a{i}" for i in range(5)]
    one = js.leaderboard(table_of(x, names))
    other = js.leaderboard(table_of(x[:, :, shuffled], [names[i] for i in shuffled]))
    for name in names:
        same(one.row(name), other.row(name))
    assert tiers_of(one) == tiers_of(other)
    # Algorithms with equal wins and mean ranks stand as in the table.
    for a, b in zip(one.board, other.board, strict=True):
        assert (a.beats - a.beaten_by) == (b.beats - b.beaten_by)
        assert sum(a.mean_rank.values()) == pytest.approx(sum(b.mean_rank.values()))


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_a_measure_turned_round_with_its_direction_says_the_same(seed):
    x = results(seed, n=24, l=4)
    one = js.leaderboard(table_of(x, measures={"m0": "max", "m1": "max"}))
    turned = x * np.array([1.0, -1.0])[:, None]
    other = js.leaderboard(table_of(turned, measures={"m0": "max", "m1": "min"}))
    assert one.order == other.order and tiers_of(one) == tiers_of(other)
    for row in other.board:
        mirrored = {
            name: {"m0": row[name]["m0"], "m1": -row[name]["m1"]} for name in ("mean", "median")
        }
        same(one.row(row.algorithm), dict(row) | mirrored)


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_all_directions_turned_round_turn_the_ranks_round(seed):
    x = results(seed, n=24, l=4)
    one = js.leaderboard(table_of(x))
    other = js.leaderboard(table_of(x, measures={"m0": "min", "m1": "min"}))
    for row in one.board:
        turned = other.row(row.algorithm)
        assert (row.beats, row.beaten_by) == (turned.beaten_by, turned.beats)
        assert (row.rank_low, row.rank_high) == (5 - turned.rank_high, 5 - turned.rank_low)


# --- What is printed ------------------------------------------------------------------------------


def test_two_hundred_algorithms_show_twenty_and_fit_into_the_page():
    rng = np.random.default_rng(10)
    x = np.linspace(0, 4, 60) + rng.standard_normal((20, 3, 60))
    names = [f"algorithm number {i}" for i in range(60)]
    board = js.leaderboard(table_of(x, names))
    text = board.summary()
    assert text.count("… and 40 more algorithms (to_frame() lists all)") == 2
    lines = [line for line in text.splitlines() if line.startswith("  algorithm number")]
    assert [line.split("  ")[1] for line in lines[:20]] == list(board.order[:20])
    assert max(map(len, text.splitlines())) <= WIDEST
    assert len(board.to_frame()) == len(board.to_markdown().splitlines()) - 2 == 60


def test_tables_of_measures_are_as_many_as_it_takes():
    board = js.leaderboard(js.load_dataset("weka"))
    text = board.summary()
    assert max(map(len, text.splitlines())) <= WIDEST
    assert all(f"{measure} {'↑' if way == 'max' else '↓'}" in text for measure, way in
               board.measures.items())  # fmt: skip
    assert "4–7" in text and "RandomForest" in board.verdict


def test_the_figure_has_the_ranks_of_the_first_twenty():
    rng = np.random.default_rng(14)
    x = np.linspace(0, 4, 24) + rng.standard_normal((30, 2, 24))
    board = js.leaderboard(table_of(x))
    content = figure(board, "ranks")
    assert [(row.value, row.low, row.high) for row in content.rows] == [
        (row.rank, row.rank_low, row.rank_high) for row in board.rows[:20]
    ]
    assert content.rows[0].label.startswith(board.order[0])
    assert sum(row.strong for row in content.rows) == len(board.best)
    assert content.scale.ticks[0] == 1 and content.scale.ticks[-1] == 24
    assert content.more == 4 and content.unit == "algorithm"
    assert content.rows[0].shown == f"{board.rows[0].rank_low}–{board.rows[0].rank_high}"
    assert "ranks" in js.compare_algorithms(js.load_dataset("weka"), on=["auc", "mae"]).figures


def test_letters():
    names = [letter_of(i) for i in range(52 + 26 * 26)]
    assert names[:2] == ["a", "b"] and len(set(names)) == len(names)
    assert [tier(t) for t in ("a", "ab", "abc", "abcdeXYZ", "ac", "b–f")] == [
        "a", "ab", "a–c", "a–eX–Z", "ac", "b–f",
    ]  # fmt: skip


def test_too_many_tiers_for_letters_are_runs_of_neighbours():
    rng = np.random.default_rng(1)
    x = 1.2 * rng.standard_normal(90) + rng.standard_normal((50, 1, 90))
    board = js.leaderboard(table_of(x))
    assert board.runs_of_neighbours == ("m0",)
    assert "run of neighbours" in " ".join(board.summary().split())
    by_rank = sorted(board.rows, key=lambda row: row.mean_rank["m0"])
    starts = [row.letters["m0"].split("–")[0] for row in by_rank]
    place = {letter_of(i): i for i in range(90)}
    assert [place[s] for s in starts] == sorted(place[s] for s in starts)


def test_the_shell_and_a_comparison_give_the_same(capsys):
    assert main(["leaderboard", "@weka", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    compared = js.compare_algorithms(js.load_dataset("weka")).to_dict()["leaderboard"]
    assert said["test"] == "leaderboard" and said["board"] == compared["board"]
    assert said["call"]["function"] == "leaderboard"
    assert {"rank_low", "rank_high", "letters", "never_beaten"} <= said["board"][0].keys()


# --- The study ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def study():
    sys.path.insert(0, str(STUDY))
    try:
        return run_path(str(STUDY / "run.py"))
    finally:
        sys.path.remove(str(STUDY))


def test_the_study_looks_at_what_a_leaderboard_says(study):
    rng = np.random.default_rng(11)
    for name in ("near ties", "all equal, results that tie", "majorities in a cycle"):
        values = study["TRUTHS"][name].sample(rng, 2, 40, 6)
        sets = study["rank_sets"](values)
        for t, x in enumerate(values):
            board = js.leaderboard(table_of(x))
            rows = [board.row(f"a{i}") for i in range(6)]
            assert sets.low[t, 0].tolist() == [row.rank_low for row in rows]
            assert sets.high[t, 0].tolist() == [row.rank_high for row in rows]
            for k in (0, 1):
                assert sets.low[t, 1 + k].tolist() == [row.rank_low_on[f"m{k}"] for row in rows]
                assert sets.high[t, 1 + k].tolist() == [row.rank_high_on[f"m{k}"] for row in rows]


def test_who_is_truly_better_by_simulation(study):
    """Of every truth of the study, by 40,000 data sets; who is only just better is left out."""
    rng = np.random.default_rng(12)
    for name, truth in study["TRUTHS"].items():
        x = truth.sample(rng, 1, 40_000, 4)[0]
        won = (x[:, :, :, None] > x[:, :, None, :]).mean(axis=0)
        swept = (x[:, :, :, None] > x[:, :, None, :]).all(axis=1).mean(axis=0)
        for better, share in zip(truth.better(4), (swept, *won), strict=True):
            lead = share - share.T
            assert (lead[better] > 0.01).all(), name
            neither = ~better & ~better.T
            assert (np.abs(lead[neither]) < 0.02).all(), name


def test_rank_sets_hold_in_a_small_part_of_the_study(study):
    truth, l = study["TRUTHS"]["all equal"], 5
    sets = study["sets_of"](np.random.default_rng(13), truth, 300, 20, l)
    held = sets.holds(study["true_ranks"](truth.better(l))).mean(axis=0)
    assert (held >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 300)).all()


def test_the_study_as_committed_keeps_its_promise():
    with (STUDY / "coverage.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {int(row["tables"]) for row in rows} == {2000}
    for row in rows:
        for share in ("joint", "first", "second", "best"):
            assert float(row[share]) >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 2000)


def test_who_is_equal_on_most_data_sets_and_better_on_more_of_the_others_wins():
    """Two models agree on 80 of 120 items; on the others one is right on 35, the other on 5."""
    right = np.repeat([[1, 1], [0, 0], [1, 0], [0, 1]], [40, 40, 35, 5], axis=0).astype(float)
    made = {"one": right[:, :1], "two": right[:, 1:]}
    table = js.results_table(made, measures={"right": "max"})
    (claim,) = js.compare_algorithms(table, ties="equal").wins
    assert (claim.claim, claim.winner) == ("outcome_most_data_sets", None)  # the strongest
    first, second = js.leaderboard(table, ties="equal").board
    assert (first.algorithm, first.beats, first.equal or 0) == ("one", 1, 0)
    assert (second.algorithm, second.beaten_by) == ("two", 1)


@pytest.mark.warns("one beats two, but")
def test_a_beaten_one_that_is_better_on_everything_more_often_is_told():
    """Not worse on most items, and cheaper; on the others the other one is right and cheaper."""
    first = np.repeat([[1.0, 1.0], [0.0, 2.0]], [90, 30], axis=0)
    second = np.repeat([[1.0, 2.0], [1.0, 1.0]], [90, 30], axis=0)
    table = js.results_table(
        {"one": first, "two": second}, measures={"right": "max", "cost": "min"}
    )
    board = js.leaderboard(table, ties={"right": "equal"})
    assert board.order == ("one", "two") and board.best == ("two",)
    (said,) = board.warnings
    assert said.startswith("one beats two, but two is better than one on both measures at once")
    assert not js.leaderboard(js.load_dataset("weka")).warnings
