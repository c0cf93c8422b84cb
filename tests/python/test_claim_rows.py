"""Claims of all pairs at once, against each pair's row for itself."""

from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.kernels.joint.ladder import RUNGS
from jointstats.kernels.joint.leanings import leanings, power_of_pairs
from jointstats.kernels.joint.margin import Margin
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE, outcomes, pair_outcomes
from jointstats.kernels.joint.pair_claims import LADDERS, adjusted_family
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.labelled.compare import evidence
from jointstats.labelled.compare.claims import claims_of, margin_of, nearest_to_change
from jointstats.labelled.compare.pair_claim import CLAIMS, Names
from jointstats.labelled.joint.ties import often_tied_of
from jointstats.labelled.lazy_rows import LazyRows, joined
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.pairs import (
    outcomes_of_pairs,
    places_of_pairs,
    ties_of_pairs,
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

PLACES = {
    **{rung: (LADDERS.index("sweep"), i) for i, rung in enumerate(RUNGS)},
    "not_worse_more_often": (LADDERS.index("not_worse"), 0),
    "not_worse_most_data_sets": (LADDERS.index("not_worse"), 1),
    "outcome_most_common": (LADDERS.index("outcome"), 0),
    "outcome_most_data_sets": (LADDERS.index("outcome"), 1),
    "trade_off": (LADDERS.index("trade_off"), 0),
}


class OnePair:
    """What is said of one pair, step by step."""

    def __init__(self, table, alpha, certain=None):
        names = pairs_of(table.algorithms, None)
        seen = outcomes_of_pairs(table, names)
        self.rope = bool((table.rope_widths > 0).any())
        sure = table.rope_widths > 0 if certain is None else np.array(certain)
        equal = bool(sure.any())
        self.names, self.measures, self.alpha = names, tuple(table.measures), alpha
        self.counts = pair_counts(seen, sure)
        self.family = adjusted_family(self.counts, equal=equal, alpha=alpha)
        self.worst = None
        if table.unknown:
            against = pair_counts(seen, sure, missing_against=True)
            self.worst = adjusted_family(against, equal=equal, alpha=alpha)
        self.leading = self.counts.clean if equal else self.counts.sweeps
        power = power_of_pairs(*places_of_pairs(table, names).T)
        self.lean = leanings(*self.leading.T, power=power, alpha=alpha)

    def rows(self):
        found = [self.row(i) for i in range(len(self.names))]
        rank = {"shown": 0, "leaning": 1, "open": 2}
        found.sort(key=lambda r: (rank[r["strength"]], CLAIMS.index(r["claim"]), r["p_adjusted"]))
        return found

    def row(self, i):
        a, b = self.names[i]
        counts, family = self.counts, self.family
        adjusted = {name: float(family.adjusted[i][at]) for name, at in PLACES.items()}
        shown = tuple(name for name in CLAIMS if adjusted[name] <= self.alpha)
        by_sweeps = (self.leading == counts.sweeps).all()
        claim = "more_often" if by_sweeps else "not_worse_more_often"
        strength = "leaning" if self.lean.leaning[i] else "open"
        if shown:
            claim, strength = shown[0], "shown"
        better, other, equal = self.parts(claim, i)
        side = -1
        if claim in RUNGS or claim.startswith("not_worse"):
            side = int(family.side[i, 0 if claim in RUNGS else 1])
        elif not (better and other):
            side = 0 if better else 1 if other else -1
        count, against, rest = self.numbers(claim, i)
        worst = None
        if self.worst is not None:
            worst = max(float(self.worst.adjusted[i][PLACES[claim]]), adjusted[claim])
        leads, probability = self.leading[i], None
        if side >= 0 and leads[side] > leads[1 - side]:
            probability = float(self.lean.probability[i])
        winner, loser = (None, None) if side < 0 else (a, b) if side == 0 else (b, a)
        first, second = (other, better) if side == 1 else (better, other)
        wins = [
            dict(zip(self.measures, counts.wins[i, :, s].tolist(), strict=True)) for s in (0, 1)
        ]
        return {
            "a": a, "b": b, "winner": winner, "loser": loser, "claim": claim, "strength": strength,
            "measures": Names(first), "measures_other": Names(second),
            "measures_equal": Names(equal), "count": count, "against": against, "rest": rest,
            "n": int(counts.n[i]), "probability": probability,
            "p_value": float(family.p[i][PLACES[claim]]), "p_adjusted": adjusted[claim],
            "sweeps_a": int(counts.sweeps[i, 0]), "sweeps_b": int(counts.sweeps[i, 1]),
            "wins_a": wins[0], "wins_b": wins[1], "p_adjusted_worst": worst,
            "holds_at_worst": worst <= self.alpha if shown and worst is not None else None,
            "shown": Names(shown), "rope": self.rope,
            "level": float(family.level[i][PLACES[claim]]), "in_families": False,
            "known": None, "ahead": None, "grouped": False,
        }  # fmt: skip

    def parts(self, claim, i):
        if claim == "trade_off":
            at = PLACES[claim]
            level = max(self.family.level[i][at], self.family.p[i][at])
            clear = self.family.measures_p[i] <= level
            first = self.counts.wins[i, :, 0] > self.counts.wins[i, :, 1]
            return self.named(clear & first), self.named(clear & ~first), ()
        if claim.startswith("outcome"):
            seen = self.counts.outcome[i]
            return tuple(self.named(seen == which) for which in (BETTER, WORSE, EQUAL))
        side = self.family.side[i, 0 if claim in RUNGS else 1]
        return ((), self.measures, ()) if side == 1 else (self.measures, (), ())

    def named(self, which):
        return tuple(name for name, it_is in zip(self.measures, which, strict=True) if it_is)

    def numbers(self, claim, i):
        counts, n = self.counts, int(self.counts.n[i])
        lead = max(int(self.family.side[i, 0 if claim in RUNGS else 1]), 0)
        hidden, common = int(counts.hidden[i]), int(counts.outcome_count[i])
        sweeps, reverse = int(counts.sweeps[i, lead]), int(counts.sweeps[i, 1 - lead])
        if claim == "trade_off":
            first, second, _ = self.parts(claim, i)
            ahead = counts.wins[i].max(axis=1)
            count = min(int(ahead[self.measures.index(name)]) for name in first + second)
            return count, None, n - count
        if claim == "each":
            count = int(counts.wins[i, :, lead].min())
            return count, None, n - count
        if claim.startswith("outcome"):
            count = common
            against = max(int(counts.next_outcome[i]), int(counts.sweeps[i].max()))
            opposed = against + hidden
        elif claim.startswith("not_worse"):
            count, against = int(counts.clean[i, lead]), int(counts.clean[i, 1 - lead])
            opposed = int(counts.maybe_clean[i, 1 - lead])
        elif claim == "most_common":
            count, against = sweeps, max(reverse, common)
            opposed = against + hidden
        else:
            count, against, opposed = sweeps, reverse, int(counts.maybe_sweeps[i, 1 - lead])
        return count, against, n - count if "most_data_sets" in claim else min(opposed, n - count)


def results(l, n, m, *, spread=0.06, decimals=None, turned=(), gaps=0.0, seed=0, **options):
    rng = np.random.default_rng(seed)
    level = rng.normal(0, spread, (1, m, l))
    level[:, list(turned)] = -level[:, :1]
    values = rng.normal(0, 0.1, (n, m, 1)) + level + rng.normal(0, 0.03, (n, m, l))
    values = values if decimals is None else values.round(decimals)
    values[rng.random(values.shape) < gaps] = np.nan
    matrices = {f"a{i}": values[:, :, i] for i in range(l)}
    return js.results_table(matrices, measures={f"m{k}": "max" for k in range(m)}, **options)


def one_outcome_against_many(winner="A", times=3):
    """One wins the first measure on 21 data sets; the other something, always differently, on 21.

    So an outcome of the one is the most common, and on the whole neither is ahead; or the other is,
    with more times.
    """
    other = [[int(x) for x in f"{i:03b}"] for i in range(1, 8)]
    loses = np.array([[1, 0, 0]] * 21 + [[-x for x in one] for one in other] * times, dtype=float)
    names = ("A", "B") if winner == "A" else ("B", "A")
    matrices = dict(sorted(zip(names, (loses, 0 * loses), strict=True)))
    measures = dict.fromkeys(("m0", "m1", "m2"), "max")
    ropes = dict.fromkeys(measures, 0.5)
    return js.results_table(matrices, measures=measures, rope=ropes)


CASES = {
    "plain": results(12, 40, 2),
    "ties that hide differences": results(12, 40, 2, decimals=2),
    "trade-offs": results(9, 60, 3, turned=(1,)),
    "one measure": results(9, 30, 1, spread=0.02),
    "ropes": results(10, 60, 3, rope={"m0": 0.04, "m1": 0.02, "m2": 0.0}),
    "missing": results(10, 40, 2, gaps=0.05, missing="unknown", rope={"m0": 0.02, "m1": 0.02}),
    "two algorithms": results(2, 25, 3),
    "one outcome against many": one_outcome_against_many(),
    "the other's outcome against many": one_outcome_against_many("B"),
    "an outcome of who is behind": one_outcome_against_many("B", 4),
}


@pytest.mark.parametrize("alpha", [0.05, 0.4])
@pytest.mark.parametrize("name", CASES)
def test_every_row_is_as_it_is_for_itself(name, alpha):
    table = CASES[name]
    for certain in (None, [True] * len(table.measures)):
        one = OnePair(table, alpha, certain)
        found = claims_of(table, None, alpha, certain=certain)
        assert isinstance(found.pairs, LazyRows)
        rows = [{f.name: getattr(row, f.name) for f in fields(row)} for row in found.pairs]
        assert rows == one.rows()
        types = [{name: type(x) for name, x in row.items()} for row in rows]
        assert types == [{name: type(x) for name, x in row.items()} for row in one.rows()]
        open_ = [one.row(i)["strength"] != "shown" for i in range(len(one.names))]
        assert found.expected_wrong == one.lean.expected_wrong(open_)


def test_all_claims_occur():
    told = {row.claim for table in CASES.values() for row in claims_of(table, None, 0.4).pairs}
    assert told >= {"most_data_sets", "outcome_most_data_sets", "each", "trade_off", "more_often",
                    "not_worse_most_data_sets", "not_worse_more_often"}  # fmt: skip


@pytest.mark.parametrize("times", [3, 4])
@pytest.mark.parametrize("winner", ["A", "B"])
def test_nothing_leans_to_a_winner_who_is_not_ahead(winner, times):
    (row,) = claims_of(one_outcome_against_many(winner, times), None, 0.05).pairs
    assert (row.claim, row.winner, row.measures) == ("outcome_most_common", winner, ("m0",))
    assert (row.count, row.against, row.probability) == (21, times, None)


def test_a_control_has_its_own_family():
    table = CASES["plain"]
    rows = claims_of(table, "a4", 0.05).pairs
    assert {row.a for row in rows} == {"a4"} and len(rows) == 11
    part = claims_of(table.select(algorithms=["a4", "a7"]), None, 0.05).pairs[0]
    row = next(row for row in rows if row.b == "a7")
    assert (row.p_value, row.wins_a, row.count) == (part.p_value, part.wins_a, part.count)


def test_counts_do_not_depend_on_how_many_are_made_at_once(monkeypatch):
    table = CASES["missing"]
    whole = list(claims_of(table, None, 0.05).pairs)
    monkeypatch.setattr(evidence, "_AT_ONCE", 300)
    assert list(claims_of(table, None, 0.05).pairs) == whole


@pytest.mark.parametrize("name", CASES)
def test_the_nearest_to_change_are_the_first_of_all(name):
    rows = claims_of(CASES[name], None, 0.05).pairs
    found = nearest_to_change(rows)
    shown = [(margin_of(row), row) for row in rows if row.strength == "shown"]
    firm = [(one.data_sets, row) for one, row in shown if one and one.data_sets is not None]
    assert found["undone"] == (min(firm, key=lambda one: one[0])[1] if firm else None)
    left = [row for row in rows if row.strength != "shown" and row.level > 0]
    assert found["next"] == min(left, key=lambda row: row.p_value / row.level, default=None)


def test_what_is_not_tested_by_one_count_has_no_margin():
    """Claims without a level of their own, trade-offs, and those of families."""
    (row,) = claims_of(CASES["two algorithms"], None, 0.05).pairs
    near = replace(
        row, claim="more_often", strength="open", level=0.05, count=9, rest=3, p_value=0.15
    )
    firm = replace(near, strength="shown", count=20, rest=0, p_value=0.01)
    assert (margin_of(near), margin_of(firm)) == (Margin(False, 3), Margin(True, 6))
    found = nearest_to_change([firm, near])
    assert found == {
        "undone": firm, "undone_by": Margin(True, 6), "next": near, "shown_by": Margin(False, 3)
    }  # fmt: skip
    firmer, nearer = replace(firm, count=30), replace(near, count=10, p_value=0.09)
    farther = replace(near, p_value=0.2, level=0.06)
    found = nearest_to_change([firmer, firm, farther, near, nearer])
    assert (found["undone"], found["next"]) == (firm, nearer)
    for other in ({"level": 0.0}, {"claim": "trade_off"}, {"in_families": True}):
        assert margin_of(replace(near, **other)) is None
        assert nearest_to_change([replace(firm, **other)])["undone"] is None
    found = nearest_to_change([replace(firm, level=0.0), replace(near, level=0.0)])
    assert found == dict.fromkeys(("undone", "undone_by", "next", "shown_by"))
    known = replace(near, in_families=True)
    assert nearest_to_change([known]) == found | {"next": known}


@pytest.mark.parametrize("name", CASES)
def test_outcomes_of_all_pairs_are_those_of_each(name):
    table = CASES[name]
    names = pairs_of(table.algorithms, None)
    seen = outcomes_of_pairs(table, names)
    values = table.known()
    for (i, j), one in zip(places_of_pairs(table, names), seen, strict=True):
        two = values[:, :, [i, j]]
        absent = np.isnan(two).any(axis=2)
        alone = outcomes(
            np.where(absent[..., None], 0, two), np.ones(len(one.T)), table.rope_widths
        )
        assert (one == np.where(absent, 3, alone)).all()


def test_failed_runs_tie_with_each_other():
    values = [[[-np.inf, -np.inf, 0.5]], [[0.2, -np.inf, 0.5]]]
    pairs = [[0, 1], [0, 2], [1, 2]]
    assert pair_outcomes(values, [0.1], pairs)[..., 0].tolist() == [[1, 0], [2, 2], [2, 2]]


def test_ties_of_a_comparison():
    table = js.results_table(
        {"A": [1, 2, 3, 4.0], "B": [1, 2, 0, 4.0], "C": [5, 2, 3, 6.0]}, measures={"m": "max"}
    )
    ties = ties_of_pairs(table, pairs_of(table.algorithms, None))
    assert (ties.of_pairs.tolist(), ties.of_any.tolist(), ties.n) == ([[3], [2], [1]], [4], 4)
    assert ties.of_pairs.dtype == ties.of_any.dtype == np.int64
    assert often_tied_of(ties, {"m": "split"}) == {"m": 3}
    assert often_tied_of(ties, {"m": "equal"}) == {}


SMALL = results(5, 30, 2)


def test_a_comparison_keeps_its_rows_unmade():
    found = js.compare_algorithms(SMALL)
    assert all(isinstance(rows, LazyRows) for rows in (found.wins, found.open, found.rows))
    assert len(found.wins) + len(found.open) == len(found.rows) == 10
    assert [row.measure for row in found.tests] == ["m0"] * 10 + ["m1"] * 10
    assert {row.strength for row in found.open} <= {"open"}
    assert [row["winner"] for row in found.to_dict()["wins"]] == [row.winner for row in found.wins]
    assert joined([found.wins[:2], (found.wins[2],)]) == list(found.wins[:3])


def test_with_a_control_only_its_pairs_are_tested_and_rankings_are_of_all():
    one, every = js.compare_algorithms(SMALL, control="a2"), js.compare_algorithms(SMALL)
    for measure, part in one.separate.items():
        assert {row.a for row in part.tests} == {"a2"} and len(part.tests) == 4
        assert part.ranking == every.separate[measure].ranking


def test_groups_are_counted_some_pairs_at_a_time(monkeypatch):
    table = CASES["plain"]
    groups = {"all": list(table.measures)}
    whole = js.compare_algorithms(table, groups=groups)
    monkeypatch.setattr(evidence, "_AT_ONCE", 300)
    some = js.compare_algorithms(table, groups=groups)
    assert (some.wins, some.open) == (whole.wins, whole.open)


# --- Many data sets -------------------------------------------------------------------------------

ITEMS = {
    "dataset": "item",
    "algorithm": "model",
    "measures": {"right": "max", "cost": "min"},
}


def items(n, holes=0):
    """Scores of 0 and 1 and a rounded cost of four models on items of five unequal tasks."""
    rng = np.random.default_rng(1)
    df = pd.DataFrame(
        {
            "item": np.repeat([f"item {i}" for i in range(n)], 4),
            "task": np.repeat([f"task {i % 7 % 5}" for i in range(n)], 4),
            "model": np.tile(list("ABCD"), n),
            "right": (rng.random(4 * n) < np.tile([0.3, 0.5, 0.6, 0.8], n)).astype(float),
            "cost": (np.tile(np.arange(1, 5), n) * rng.lognormal(size=4 * n)).round(2),
        }
    )
    lost = rng.choice(len(df), holes, replace=False)
    df.loc[lost[: holes // 2], "cost"] = np.nan
    df.loc[lost[holes // 2 :], "right"] = np.nan
    return df


@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize("families", [{}, {"cluster": "task"}])
@pytest.mark.parametrize("missing", ["drop", "unknown"])
def test_a_table_of_many_data_sets_is_judged_by_histograms_alike(
    monkeypatch, missing, families, control
):
    table = js.results_table(items(120, holes=30), **ITEMS, **families, missing=missing)
    found = []
    for many in (False, True):
        monkeypatch.setattr(evidence, "_has_many", lambda table, many=many: many)
        found.append(claims_of(table, control, 0.05, certain=[True, False]))
    assert list(found[0].pairs) == list(found[1].pairs)
    assert found[0].families == found[1].families


def test_a_thousand_items_are_many():
    assert evidence._has_many(js.results_table(items(1000), **ITEMS, cluster="task"))
    assert not evidence._has_many(js.results_table(items(15), **ITEMS))
    assert not evidence._has_many(js.results_table(items(1000), **ITEMS, cluster="item"))
