"""Totals of pairs: those of the whole table in memory, from any pieces and from a Dask cluster."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

import jointstats as js
from jointstats.kernels.joint.pair_histograms import MOST_CELLS, TooManyOutcomesError
from jointstats.labelled import errors
from jointstats.labelled.compare.claims import claims_of
from jointstats.labelled.errors import (
    ColumnError,
    DuplicateRowsError,
    InvalidValueError,
    MissingExtraError,
    MissingValuesError,
    OptionError,
    ReadError,
)
from jointstats.labelled.joint import parts, scale_pairs
from jointstats.labelled.joint.pair_counting import counts_of_two, totals_of
from jointstats.labelled.table.roles import checked_roles

ROLES = {
    "dataset": "item",
    "algorithm": "model",
    "measures": {"right": "max", "cost": "min"},
}
IN_TASKS = ROLES | {"cluster": "task"}


def items(n=60, models="ABCD", seed=1, holes=0):
    """Scores of 0 and 1 and a rounded cost of models on items of unequal tasks."""
    rng = np.random.default_rng(seed)
    l = len(models)
    df = pd.DataFrame(
        {
            "item": np.repeat([f"item {i}" for i in range(n)], l),
            "task": np.repeat([f"task {i % 7 % 5}" for i in range(n)], l),
            "model": np.tile(list(models), n),
            "right": (rng.random(n * l) < np.tile(np.linspace(0.3, 0.8, l), n)).astype(int),
            "cost": (np.tile(np.arange(1, l + 1), n) * rng.lognormal(size=n * l)).round(2),
        }
    )
    df = df.astype({"right": float})
    lost = rng.choice(len(df), holes, replace=False)
    df.loc[lost[: holes // 2], "cost"] = np.nan
    df.loc[lost[holes // 2 :], "right"] = np.nan
    return df


def save(df, path, row_group=37):
    if path.suffix == ".parquet":
        df.to_parquet(path, index=False, row_group_size=row_group)
    else:
        df.to_csv(path, index=False)
    return path


def assert_same(found, expected):
    """To the last bit."""
    for name in (
        "algorithms",
        "measures",
        "rope",
        "n",
        "n_dropped",
        "binary",
        "sums",
        "family_names",
    ):
        assert getattr(found, name) == getattr(expected, name), name
    assert (found.outcomes == expected.outcomes).all()
    assert (found.family_sizes == expected.family_sizes).all()
    for name, own in expected.lacking.items():
        assert (found.lacking[name] == own).all()
    if expected.family_outcomes is not None:
        assert (found.family_outcomes == expected.family_outcomes).all()
    assert (found.n_failed, found.verdict) == (expected.n_failed, expected.verdict)


# --- in memory ------------------------------------------------------------------------------------


def test_outcomes_are_counted_as_one_would_by_hand():
    df = items(12)
    totals = js.pair_totals(df, **ROLES)
    wide = df.pivot(index="item", columns="model", values=["right", "cost"])
    for (a, b), own in zip(totals.pairs, totals.outcomes, strict=True):
        better = np.sign(wide["right"][b] - wide["right"][a]) + 1
        cheaper = np.sign(wide["cost"][a] - wide["cost"][b]) + 1
        for state, number in zip(totals.states, own, strict=True):
            assert number == ((better == state[0]) & (cheaper == state[1])).sum()
    assert totals.binary == ("right",)
    assert js.pair_totals(df.assign(right=df["right"] / 2), **ROLES).binary == ()
    assert totals.row_of("B").mean["cost"] == pytest.approx(wide["cost"]["B"].mean())
    assert totals.row_of("B").sd["cost"] == pytest.approx(wide["cost"]["B"].std())


def test_sweeps_are_wins_on_every_measure():
    df = items(12)
    totals = js.pair_totals(df, **ROLES)
    wide = df.pivot(index="item", columns="model", values=["right", "cost"])
    for i, a in enumerate("ABCD"):
        for j, b in enumerate("ABCD"):
            both = (wide["right"][a] > wide["right"][b]) & (wide["cost"][a] < wide["cost"][b])
            assert totals.sweeps()[i, j] == both.sum()


@pytest.mark.parametrize("missing", ["drop", "unknown", "worst"])
def test_everything_that_totals_hold_is_what_one_counts_by_hand(missing):
    df = items(30, holes=36)
    df.loc[df["item"] == "item 3", ["right", "cost"]] = np.nan
    df.loc[(df["item"] == "item 5") & (df["model"] != "B"), "cost"] = np.nan
    totals = js.pair_totals(df, **IN_TASKS, missing=missing)
    values = np.stack(
        [
            df.pivot(index="item", columns="model", values=name).to_numpy()
            for name in ROLES["measures"]
        ],
        axis=1,
    )  # items, measures, models
    complete = ~np.isnan(values).any(axis=1)
    used = {
        "drop": complete.all(axis=1), "unknown": complete.sum(axis=1) > 1,
        "worst": complete.any(axis=1),
    }[missing]  # fmt: skip
    assert (totals.n, totals.n_dropped) == (used.sum(), 30 - used.sum())
    assert 3 < used.sum() < 30
    assert totals.n_failed == (np.isnan(values[used]).sum() if missing == "worst" else 0)
    lacking = np.isnan(values[used] if missing == "worst" else values).sum(axis=0)
    assert totals.n_missing == lacking.sum()
    assert totals.pair_by_pair is (missing == "unknown")
    assert [own.tolist() for own in totals.lacking.values()] == lacking.tolist()
    kept = values if missing == "unknown" else values[used]
    np.testing.assert_allclose(totals.means, np.nanmean(kept, axis=0), rtol=1e-12)
    np.testing.assert_allclose(totals.deviations, np.nanstd(kept, axis=0, ddof=1), rtol=1e-9)
    for i, row in enumerate(totals.rows):
        assert (row.algorithm, row.mean["cost"], row.sd["right"], row.lacking["cost"]) == (
            "ABCD"[i], totals.means[1, i], totals.deviations[0, i], totals.lacking["cost"][i]
        )  # fmt: skip
    turned = np.where(np.isnan(kept), -np.inf, kept * [[1.0], [-1.0]])
    wins, both = np.zeros((2, 4, 4)), np.zeros((2, 4, 4))
    for i, j in combinations(range(4), 2):
        there = (
            ~np.isnan(kept[:, :, [i, j]]) if missing == "unknown" else kept[:, :, [i, j]] < np.inf
        )
        if missing == "worst":
            there = np.ones((len(kept), 2, 2), dtype=bool)
        there = there.all(axis=2)
        for a, b in ((i, j), (j, i)):
            wins[:, a, b] = ((turned[:, :, a] > turned[:, :, b]) & there).sum(axis=0)
            both[:, a, b] = there.sum(axis=0)
    np.testing.assert_array_equal(totals.wins(), wins)
    np.testing.assert_array_equal(totals.wins(totals.family_outcomes).sum(axis=0), wins)
    lost = np.swapaxes(wins, 1, 2)
    half = np.where(both > 0, lost + (both - wins - lost) / 2, 0) / np.maximum(both, 1)
    np.testing.assert_allclose(totals.mean_ranks(), 1 + half.sum(axis=2), rtol=1e-12)
    tasks = df.groupby("item")["task"].first()[used]
    known = tasks.value_counts().sort_index()
    there = totals.family_sizes > 0
    assert [*np.array(totals.family_names)[there]] == list(known.index)
    assert totals.family_sizes[there].tolist() == known.tolist()
    assert (totals.family_outcomes.sum(axis=0) == totals.outcomes).all()
    assert totals.in_families and len(totals.used_families) == len(known)
    assert totals.rules() == {"right": "equal", "cost": "split"}


@pytest.mark.parametrize("n", [1, 2, 30])
def test_mean_ranks_without_gaps_are_those_of_ranking(n):
    df = items(n)
    totals = js.pair_totals(df, **ROLES)
    for j, (name, sign) in enumerate((("right", -1), ("cost", 1))):
        wide = sign * df.pivot(index="item", columns="model", values=name)
        assert totals.mean_ranks()[j] == pytest.approx(rankdata(wide, axis=1).mean(axis=0))


def test_ranks_of_two_that_never_meet_are_in_the_middle():
    df = items(4, "AB")
    df.loc[(df["model"] == "A") == (df["item"] < "item 2"), "cost"] = np.nan
    df.loc[df["model"] == "A", "cost"] = np.nan
    with pytest.raises(js.JointStatsError):
        js.pair_totals(df, **ROLES, missing="unknown")
    more = items(4, "ABC")
    more.loc[(more["model"] == "A") & (more["item"] < "item 2"), "cost"] = np.nan
    more.loc[(more["model"] == "B") & (more["item"] >= "item 2"), "cost"] = np.nan
    totals = js.pair_totals(more, **ROLES, missing="unknown")
    assert totals.outcomes[0, (totals.states[:, 1] < 3)].sum() == 0
    alone = totals.select(algorithms=["A", "B"])
    assert alone.mean_ranks()[1].tolist() == [1.5, 1.5]


def test_families_of_one_data_set_each_do_not_matter():
    alone = js.pair_totals(items(9), **ROLES | {"cluster": "item"})
    assert alone.family_sizes.tolist() == [1] * 9
    assert not alone.in_families
    assert alone.used_families is alone.worth([("A", "B")]) is None
    pair = js.pair_totals(items(9), **IN_TASKS)
    assert pair.in_families and pair.worth([("A", "B")]).n == 9
    none = js.pair_totals(items(9), **ROLES)
    assert not none.in_families and none.family_names is none.family_outcomes is None
    assert none.family_sizes.dtype == pair.family_sizes.dtype and len(none.family_sizes) == 0


@pytest.mark.parametrize(
    ("n", "models", "measures", "lost", "said"),
    [
        (1, "AB", ["cost"], 0, "1 data set, of one family: 2 algorithms, 1 pair, counted on 1 "
         "measure."),
        (8, "ABC", ["right", "cost"], 1, "8 data sets, of 5 families: 3 algorithms, 3 pairs, "
         "counted on 2 measures; 1 result is missing."),
        (8, "ABC", ["right", "cost"], 2, "8 data sets, of 5 families: 3 algorithms, 3 pairs, "
         "counted on 2 measures; 2 results are missing."),
    ],
)  # fmt: skip
def test_what_was_counted_in_words(n, models, measures, lost, said):
    df = items(n, models)
    df.loc[df.index[:lost] * len(models), "cost"] = np.nan
    roles = IN_TASKS | {"measures": {name: ROLES["measures"][name] for name in measures}}
    assert js.pair_totals(df, **roles, missing="unknown").verdict == said


def test_parts_with_other_families_add_up():
    df = items(30, holes=8)
    df.loc[df["item"] < "item 15", "task"] = "first"
    whole = js.pair_totals(df, **IN_TASKS, missing="worst")
    parts = [df[df["item"] < "item 2"], df[df["item"] >= "item 2"]]
    first, second = (js.pair_totals(one, **IN_TASKS, missing="worst") for one in parts)
    assert set(first.family_names) != set(second.family_names)
    for found in (first + second, second + first):
        assert (found.n, found.n_dropped, found.n_failed) == (30, 0, 8)
        assert found.family_names == whole.family_names
        assert found.family_sizes.tolist() == whole.family_sizes.tolist()
        assert (found.family_outcomes == whole.family_outcomes).all()
        assert (found.outcomes == whole.outcomes).all()
        assert found.verdict == whole.verdict and found.n_missing == 8
        np.testing.assert_allclose(found.means, whole.means, rtol=1e-12)
        np.testing.assert_allclose(found.deviations, whole.deviations, rtol=1e-9)


def test_a_measure_is_of_zeros_and_ones_if_it_is_so_in_both_parts():
    df = items(10)
    other = df.assign(right=df["right"] + 1, item=df["item"] + " again")
    both = js.pair_totals(df, **ROLES) + js.pair_totals(other, **ROLES)
    assert both.binary == () and both.rules()["right"] == "split"
    dropped = items(10).assign(item=df["item"] + " more")
    dropped.loc[0, "cost"] = np.nan
    one = js.pair_totals(dropped, **ROLES, missing="drop")
    assert ((one + both).n, (one + both).n_dropped) == (29, 1)
    assert (one + one).binary == ("right",)


def test_totals_of_some_names_are_those_names_alone():
    totals = js.pair_totals(items(10), **IN_TASKS)
    assert totals.select() is totals.select(algorithms=list("ABCD")) is totals
    assert totals.select(measures=["right"]).binary == ("right",)
    some = totals.select(algorithms=["C", "A"], measures=["cost"])
    assert (some.binary, some.measures, some.rope) == ((), {"cost": "min"}, {"cost": 0.0})
    assert some.means.tolist() == [[totals.means[1, 2], totals.means[1, 0]]]
    assert (
        some.verdict == "10 data sets, of 5 families: 2 algorithms, 1 pair, counted on 1 measure."
    )
    with pytest.raises(js.JointStatsError, match="A"):
        totals.select(algorithms=["A"])
    with pytest.raises(TypeError):
        1 + totals


@pytest.mark.parametrize("missing", ["drop", "unknown", "worst"])
@pytest.mark.parametrize("families", [False, True])
def test_claims_are_those_of_the_table(missing, families):
    df = items(90, holes=20)
    table = js.results_table(df, **(IN_TASKS if families else ROLES), missing=missing)
    certain = [True, False]
    found = claims_of(js.pair_totals(table), None, 0.05, certain=certain)
    expected = claims_of(table, None, 0.05, certain=certain)
    assert found.pairs == expected.pairs
    assert found.expected_wrong == expected.expected_wrong
    assert (found.families is None) == (expected.families is None)
    if families:
        assert found.families.n == expected.families.n
        assert found.families.correlation == pytest.approx(expected.families.correlation)


@pytest.mark.parametrize("missing", ["drop", "unknown"])
def test_the_leaderboard_is_that_of_the_table(missing):
    df = items(90, holes=20)
    table = js.results_table(df, **IN_TASKS, missing=missing)
    ties = {"right": "equal"}  # what they are by themselves in totals: exact
    board, expected = js.leaderboard(js.pair_totals(table)), js.leaderboard(table, ties=ties)
    assert (board.n, board.n_dropped) == (expected.n, expected.n_dropped)
    for own, other in zip(board.rows, expected.rows, strict=True):
        for name in ("algorithm", "rank_low", "rank_high", "beats", "open", "rank_low_on",
                     "rank_high_on", "letters"):  # fmt: skip
            assert getattr(own, name) == getattr(other, name)
        for name in ("mean", "sd", "mean_rank"):
            assert getattr(own, name) == pytest.approx(getattr(other, name))
        assert own.never_beaten is None and set(own.median.values()) == {None}


@pytest.mark.parametrize("ties", ["auto", "split"])
def test_every_pair_is_what_its_statement_counts_are(ties):
    table = js.results_table(items(50), **IN_TASKS, rope={"cost": 0.5})
    totals = js.pair_totals(table)
    rule = {"right": "equal"} if ties == "auto" else ties
    for a, b in [*combinations("ABCD", 2), ("C", "A")]:
        expected = js.statement_counts(table.select(algorithms=[a, b]), ties=rule)
        found = js.statement_counts(totals, only=[a, b], ties=ties)
        assert found.codes.tolist() == expected.codes.tolist()
        assert found.weights.tolist() == expected.weights.tolist()
        assert (found.n, found.n_tied, found.ties) == (expected.n, expected.n_tied, expected.ties)
        assert found.tie_rules == expected.tie_rules
        if expected.alone is not None:
            assert found.alone.tolist() == expected.alone.tolist()
            assert found.possible.tolist() == expected.possible.tolist()
        own = dict(zip(found.families.names, found.families.counts.tolist(), strict=True))
        assert own == dict(
            zip(expected.families.names, expected.families.counts.tolist(), strict=True)
        )


@pytest.mark.parametrize("ties", ["split", {"right": "equal", "cost": "split"}, "equal"])
@pytest.mark.parametrize("missing", ["drop", "worst"])
def test_counts_of_two_from_totals_are_those_of_the_results(ties, missing):
    df = items(40, "AB", holes=9).assign(cost=lambda own: own["cost"].round(0))
    df.loc[df["item"] == "item 3", ["right", "cost"]] = 0.5
    df.loc[df["task"] == "task 1", "cost"] = np.nan  # a family that is dropped as a whole
    table = js.results_table(df, **IN_TASKS, missing=missing)
    found = counts_of_two(js.pair_totals(df, **IN_TASKS, missing=missing), ties)
    expected = js.statement_counts(table, ties=ties)
    for name in ("algorithms", "measures", "question", "control", "n", "n_tied", "ties", "rope",
                 "n_failed", "tie_rules", "n_split", "n_states", "states"):  # fmt: skip
        assert getattr(found, name) == getattr(expected, name), name
    for name in ("codes", "weights", "alone", "possible"):
        own, other = getattr(found, name), getattr(expected, name)
        assert (own is None) == (other is None)
        assert own is None or own.tolist() == other.tolist()
    families = [
        dict(zip(one.families.names, one.families.counts.tolist(), strict=True))
        for one in (found, expected)
    ]
    assert families[0] == families[1]
    assert found.n_tied > 0 and (found.n_failed > 0) is (missing == "worst")


def test_totals_of_two_measures_with_gaps_count_what_is_complete():
    df = items(20, "AB", holes=8)
    found = counts_of_two(js.pair_totals(df, **ROLES, missing="worst"))
    assert found.tie_rules == {"right": "equal", "cost": "split"} and found.families is None
    with pytest.raises(InvalidValueError, match="of the 3 algorithms as a whole"):
        counts_of_two(js.pair_totals(items(5, "ABC"), **ROLES))


@pytest.mark.parametrize("ties", ["auto", "split"])
def test_a_pair_is_counted_where_both_have_every_result(ties):
    df = items(50, holes=40)
    totals = js.pair_totals(js.results_table(df, **ROLES, missing="unknown"))
    rule = {"right": "equal", "cost": "split"} if ties == "auto" else ties
    for a, b in combinations("ABCD", 2):
        own = js.results_table(df, **ROLES, missing="drop", only=[a, b])
        expected = js.statement_counts(own, ties=rule)
        found = js.statement_counts(totals, only=[a, b], ties=rule)
        assert found.n == expected.n == own.n < 50
        assert found.codes.tolist() == expected.codes.tolist()
        assert found.weights.tolist() == expected.weights.tolist()


def test_a_leaderboard_of_totals_takes_some_measures_and_algorithms():
    table = js.results_table(items(50), **ROLES)
    totals = js.pair_totals(table)
    some = js.leaderboard(totals, on=["cost"], only=["A", "C", "D"])
    assert some.measures == {"cost": "min"} and set(some.algorithms) == set("ACD")
    assert some.claims == js.leaderboard(table, on=["cost"], only=["A", "C", "D"]).claims


def test_tests_of_pairs_take_totals():
    table = js.results_table(items(50), **ROLES)
    totals = js.pair_totals(table)
    for test in ("bayes", "glrt"):
        found = js.pairwise_tests(totals, test=test, ties="split")
        assert found.pairs == js.pairwise_tests(table, test=test, ties="split").pairs
    with pytest.raises(InvalidValueError, match="4 algorithms as a whole: name two of them"):
        js.bayes_test(totals)
    with pytest.raises(InvalidValueError, match="needs the results table"):
        js.wilcoxon_test(totals)
    with pytest.raises(OptionError, match="no meaning for totals"):
        js.leaderboard(totals, dataset="item")


def test_some_algorithms_and_measures_in_another_sequence():
    df = items(40, holes=10)
    table = js.results_table(df, **IN_TASKS, missing="unknown")
    some = js.pair_totals(table).select(algorithms=["D", "A", "B"], measures=["cost", "right"])
    turned = ROLES | {"measures": {"cost": "min", "right": "max"}, "cluster": "task"}
    fresh = js.pair_totals(df, **turned, missing="unknown", only=["D", "A", "B"])
    assert (some.outcomes == fresh.outcomes).all()
    assert (some.family_outcomes == fresh.family_outcomes).all()
    assert some.select(measures=["right"]).outcomes.sum() == some.outcomes.sum()


def test_what_does_not_add_up_is_refused():
    df = items(20)
    totals = js.pair_totals(df, **ROLES)
    with pytest.raises(OptionError, match="add up only if"):
        totals + js.pair_totals(df, **ROLES, rope={"cost": 0.1})
    with pytest.raises(OptionError, match="families of both"):
        totals + js.pair_totals(df, **IN_TASKS)
    assert_same(sum([totals]), totals)


def test_large_arrays_are_told_packed_and_not_twice():
    told = js.pair_totals(items(5), **IN_TASKS).to_dict()
    assert "packed" in told and "family_sizes" in told
    assert not {"outcomes", "family_outcomes", "sums"} & told.keys()


def test_it_is_shown():
    totals = js.pair_totals(items(20), **IN_TASKS)
    assert totals.verdict == "20 data sets, of 5 families: 4 algorithms, 6 pairs, counted on 2 " \
                             "measures."  # fmt: skip
    assert "mean right" in totals.summary() and totals.verdict in totals.summary()
    assert list(totals.to_frame()["algorithm"]) == list("ABCD")
    assert totals.to_dict()["lacking"] == {"right": [0, 0, 0, 0], "cost": [0, 0, 0, 0]}


@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize("families", [False, True])
@pytest.mark.parametrize("missing", ["drop", "unknown"])
def test_a_table_of_many_data_sets_is_judged_by_histograms_alike(
    monkeypatch, missing, families, control
):
    from jointstats.labelled.compare import evidence

    df = items(120, holes=30)
    table = js.results_table(df, **(IN_TASKS if families else ROLES), missing=missing)
    found = []
    for many in (False, True):
        monkeypatch.setattr(evidence, "_has_many", lambda table, many=many: many)
        found.append(claims_of(table, control, 0.05, certain=[True, False]))
    assert list(found[0].pairs) == list(found[1].pairs)
    assert found[0].families == found[1].families


def test_ten_thousand_items_are_many():
    from jointstats.labelled.compare.evidence import _has_many

    assert _has_many(js.results_table(items(1000), **IN_TASKS))
    assert not _has_many(js.results_table(items(15), **ROLES))
    assert not _has_many(js.results_table(items(1000), **ROLES | {"cluster": "item"}))


# --- in pieces ------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(5, 60), st.sampled_from(["raise", "drop", "unknown"]))
@settings(max_examples=8, deadline=None)
def test_any_pieces_give_the_totals_of_the_whole(tmp_path_factory, seed, rows, missing):
    df = items(23, "ABC", seed, holes=0 if missing == "raise" else 6)
    folder = tmp_path_factory.mktemp("pieces")
    path = save(df, folder / "results.parquet", row_group=1 + rows // 3)
    expected = js.pair_totals(js.results_table(df, **IN_TASKS, missing=missing))
    assert_same(js.read_pairs(path, **IN_TASKS, missing=missing, rows=rows), expected)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_folder_with_a_file_for_every_model(tmp_path, ending):
    df = items(40)
    for model, own in df.groupby("model"):
        save(own, tmp_path / f"{model}.{ending}")
    (tmp_path / "README.md").write_text("Not a table.")
    expected = js.pair_totals(df, **IN_TASKS)
    assert_same(js.read_pairs(tmp_path, **IN_TASKS, rows=25), expected)
    with pytest.raises(OptionError, match="rows in several places"):
        js.read_pairs(tmp_path, **IN_TASKS, grouped=True)


def test_a_folder_without_tables(tmp_path):
    (tmp_path / "README.md").write_text("Not a table.")
    with pytest.raises(ReadError, match="has no CSV, TSV or Parquet file"):
        js.read_pairs(tmp_path, **ROLES)


def test_workers_give_the_same(tmp_path):
    df = items(60)
    path = save(df, tmp_path / "results.parquet")
    assert_same(js.read_pairs(path, **IN_TASKS, rows=40, n_jobs=2), js.pair_totals(df, **IN_TASKS))


def test_names_that_are_coded_or_ordered_and_numbers_that_are_names(tmp_path):
    df = items(20)
    df["model"] = pd.Categorical(df["model"], list("DCBAX"), ordered=True)
    df["item"] = np.repeat(np.arange(20), 4)
    path = save(df, tmp_path / "results.parquet")
    found = js.read_pairs(path, **ROLES, rows=30)
    assert found.algorithms == tuple("DCBA")
    assert_same(found, js.pair_totals(df, **ROLES))


@pytest.mark.parametrize("rows", [10, 10**6])
def test_what_a_table_in_memory_refuses_is_refused(tmp_path, rows):
    df = items(20)
    twice = save(pd.concat([df, df.iloc[33:34]]), tmp_path / "twice.csv")
    with pytest.raises(DuplicateRowsError, match="identical in every column"):
        js.read_pairs(twice, **ROLES, rows=rows)
    with pytest.raises(MissingValuesError, match="missing"):
        js.read_pairs(save(df.drop(index=7), tmp_path / "hole.csv"), **ROLES, rows=rows)
    df.loc[41, "task"] = "another"
    with pytest.raises(ColumnError, match=r'"item 10" is in two families'):
        js.read_pairs(save(df, tmp_path / "families.csv"), **IN_TASKS, rows=rows)
    with pytest.raises(ColumnError, match="tusk"):
        js.read_pairs(tmp_path / "families.csv", **ROLES, cluster="tusk", rows=rows)


def test_two_columns_of_one_name_are_refused_in_pieces(tmp_path):
    items(20).to_csv(tmp_path / "x.csv", index=False)
    text = (tmp_path / "x.csv").read_text()
    (tmp_path / "x.csv").write_text(text.replace("cost", "right", 1))
    with pytest.raises(ColumnError, match=r"in the table 2 times\."):
        js.read_pairs(tmp_path / "x.csv", **ROLES | {"measures": {"right": "max"}}, rows=30)


@pytest.mark.parametrize("read", [js.read_results, js.read_pairs, js.read_counts])
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("worst", "No data set is left: the table has no complete row"),
        ("drop", 'No data set is left: all 2 have .* right of A on "one"'),
        ("unknown", 'No data set is left: all 2 have .* right of A on "one"'),
    ],
)
def test_where_everything_failed_nothing_is_left(tmp_path, read, rule, said):
    path = tmp_path / "failed.csv"
    path.write_text("item,model,right\none,A,\none,B,\ntwo,A,\ntwo,B,\n")
    roles = {"dataset": "item", "algorithm": "model", "measures": {"right": "max"}}
    with pytest.raises(js.errors.JointStatsError, match=said):
        read(path, **roles, missing=rule)


# --- on a cluster ---------------------------------------------------------------------------------


def test_an_address_where_nobody_answers(monkeypatch):
    from jointstats.labelled import parallel

    pytest.importorskip("distributed")
    monkeypatch.setattr(parallel, "PATIENCE", "1s")
    table = js.results_table(items(10), **ROLES)
    with pytest.raises(OptionError, match=r"No Dask scheduler answers at .*127.0.0.1:9"):
        js.pairwise_tests(table, n_jobs="tcp://127.0.0.1:9")


def test_without_dask_the_extra_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    table = js.results_table(items(10), **ROLES)
    with pytest.raises(MissingExtraError, match=r"jointstats\[scale\]"):
        js.pairwise_tests(table, n_jobs="tcp://127.0.0.1:8786")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_cluster_gives_the_same_though_a_worker_dies(tmp_path):
    distributed, dd = pytest.importorskip("distributed"), pytest.importorskip("dask.dataframe")
    joblib = pytest.importorskip("joblib")
    df = items(1000)
    path = save(df, tmp_path / "grouped.parquet", row_group=500)
    models = tmp_path / "models"
    models.mkdir()
    for model, own in df.groupby("model"):
        save(own, models / f"{model}.parquet", row_group=500)
    expected = js.pair_totals(df, **IN_TASKS)
    table = js.results_table(items(12), **ROLES)
    study = {"n": 12, "cases": 20, "tests": ["glrt", "bayes"], "draws": 50}
    plan = {"claim_share": 0.8, "n_runs": 1, "n": [8, 12], "tests": ["glrt"]}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
            dashboard_address=None, memory_limit=0,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        address = cluster.scheduler_address
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2
        killed, over = [], threading.Event()

        def kill():
            """As soon as a worker has something to do, or has done something."""
            while not over.wait(0.02):
                if any(client.processing().values()):
                    os.kill(next(iter(pids.values())), signal.SIGKILL)
                    killed.append(time.monotonic())
                    return

        thread = threading.Thread(target=kill)
        thread.start()
        assert_same(js.read_pairs(path, **IN_TASKS, rows=500, n_jobs=address), expected)
        done = time.monotonic()
        over.set()
        thread.join()
        assert killed and killed[0] < done  # it died while the totals were being made
        assert_same(js.read_pairs(models, **IN_TASKS, rows=1000, n_jobs=address), expected)
        mixed = df.sample(frac=1, random_state=1)
        frame = dd.from_pandas(mixed, npartitions=2, sort=False)
        assert_same(js.dask_pairs(frame, **IN_TASKS), js.pair_totals(mixed, **IN_TASKS))
        # The same work elsewhere, by the address or by joblib's own configuration.
        pairs = js.pairwise_tests(table, test="network", n_jobs=address)
        with joblib.parallel_config(backend="dask", client=client):
            configured = js.pairwise_tests(table, test="network")
            simulated = js.simulate_roc(**study)
            planned = js.plan_datasets(**plan)
    assert pairs.pairs == configured.pairs == js.pairwise_tests(table, test="network").pairs
    assert simulated.to_dict() == js.simulate_roc(**study).to_dict()
    assert planned.to_dict() == js.plan_datasets(**plan).to_dict()


# --- to files, and from the command line ----------------------------------------------------------


def test_totals_survive_as_text():
    totals = js.pair_totals(items(30), **IN_TASKS)
    again = js.PairTotals.from_dict(json.loads(json.dumps(totals.to_dict())))
    assert_same(again, totals)
    for text in ("", "changed", None, totals.to_dict()["packed"][:-40]):
        with pytest.raises(InvalidValueError, match="were changed"):
            js.PairTotals.from_dict({"packed": text})


def test_a_leaderboard_of_a_folder_from_the_command_line(tmp_path, capsys):
    from jointstats.presentation.cli import main

    df = items(40)
    folder = tmp_path / "models"
    folder.mkdir()
    for model, own in df.groupby("model"):
        save(own, folder / f"{model}.parquet")
    path = save(df, tmp_path / "all.csv")
    said = ["--dataset", "item", "--algorithm", "model", "--cluster", "task", "--max", "right",
            "--min", "cost", "--json"]  # fmt: skip
    expected = js.leaderboard(js.pair_totals(df, **IN_TASKS)).to_dict()
    for words in ([folder], [path, "--in-pieces"], [path, "--rows", "50"]):
        assert main(["leaderboard", *map(str, words), *said]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["board"] == expected["board"]
    for more, sentence in (
        (["--exclude", "A"], "--exclude has no meaning"),
        (["--per-algorithm", "cost=min"], "--per-algorithm has no meaning"),
        (["--scheduler", "here"], "--scheduler needs an address such as"),
        (["--scheduler", "tcp://x:1", "--jobs", "2"], "--jobs or --scheduler, not both"),
    ):
        assert main(["leaderboard", str(folder), *said, *more]) != 0
        assert sentence in capsys.readouterr().err


def test_properties_are_refused_and_not_lost():
    df = items(10).assign(price=lambda df: df["model"].map(ord))
    with pytest.raises(js.JointStatsError, match="per_algorithm has no meaning for totals"):
        js.pair_totals(df, per_algorithm={"price": "min"}, **IN_TASKS)


def test_totals_of_too_many_outcomes_are_refused_before_a_row_is_read():
    def count(l, m):
        ways = {f"m{k}": "max" for k in range(m)}
        roles = checked_roles(dataset="d", algorithm="a", measures=ways)
        return scale_pairs._totals(roles)([f"a{i}" for i in range(l)])

    assert count(2, 4) is totals_of
    with pytest.raises(TooManyOutcomesError):
        count(2, 20)
    cells = MOST_CELLS // 3**4
    fits = int((2 * cells) ** 0.5)
    assert fits * (fits - 1) // 2 <= cells < (fits + 2) * (fits + 1) // 2
    assert count(fits, 4) is totals_of
    with pytest.raises(TooManyOutcomesError):
        count(fits + 2, 4)


def test_of_two_parts_faults_the_one_that_a_whole_table_meets_first_is_told():
    kinds = [
        errors.ColumnError, errors.DuplicateRowsError, errors.InvalidValueError,
        errors.TieExpansionError,
    ]  # fmt: skip
    for i, j in permutations(range(4), 2):
        one, two = (parts.PartialCounts(None, None, kinds[k]("x")) for k in (i, j))
        assert isinstance((one + two).fault, kinds[min(i, j)])
    assert (one + parts.PartialCounts(None, None)).fault is one.fault
    assert (parts.PartialCounts(None, None) + parts.PartialCounts(None, None)).fault is None
