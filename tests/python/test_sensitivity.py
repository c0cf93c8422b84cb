"""What would change a verdict: every answer against the public function on the changed data."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.base import wording
from jointstats.claims.sensitivity import factors, questions

pytestmark = pytest.mark.filterwarnings("ignore")
FOUR = ["AODE", "Bagging", "BayesNet", "J48graft"]
WAYS = {"accuracy": "max", "auc": "max"}


@pytest.fixture(scope="module")
def frame():
    every = js.load_frame("weka")
    names = every["dataset"].unique()[:24]
    return every[every["algorithm"].isin(FOUR) & every["dataset"].isin(names)]


def table(frame, **options):
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    return js.results_table(frame, **(roles | options))


def shown(result):
    """What is shown of each pair, from its row: the state, and who wins or is ahead."""
    words = {
        "win": "{0.winner} wins against {0.loser}",
        "ahead": "{0.winner} is ahead of {0.loser}",
        "possible trade-off": "{0.names[0]} is better than {0.names[1]} on {1}",
        "jointly better": "{0.winner} is jointly better than {0.loser}",
        "trade-off": "{0.a} is better on {2} and worse on {3} than {0.b} (trade-off)",
        "practically equal": "{0.a} and {0.b} are practically equal",
    }
    said = set()
    for row in result.pairs:
        if row.state == "not worse":
            said.add(frozenset([row.a, row.b]))
        elif row.state != "open":
            on = (row.ahead(row.names[0]), row.better_a, row.better_b)
            said.add(words[row.state].format(row, *map(wording.listing, on)))
    return said


def head(statement):
    """A statement without its measures and its price."""
    first = statement.split(", but ")[0]
    if "not worse than" in first or (" are practically equal on " in first):
        words = first.split()
        return frozenset([words[0], words[5] if "not" in words else words[2]])
    return first.split(" on ")[0]


def there(found, row, base=None):
    """What is shown under a setting: what the result shows, without what goes, with the new."""
    base = {head(said) for said in found.statements} if base is None else base
    return (base - {head(said) for said in row.gone}) | {head(said) for said in row.new}


def rows_of(found, factor, **like):
    return [
        row
        for row in found.settings
        if row.factor == factor and all(getattr(row, name) == value for name, value in like.items())
    ]


# --- Against real reruns --------------------------------------------------------------------------


@pytest.mark.parametrize("test", [js.compare_algorithms, js.leaderboard])
def test_each_data_set_left_out_as_a_rerun_from_scratch(frame, test):
    found = js.sensitivity(test(table(frame), alpha=0.1), factors=["data set"])
    rows = rows_of(found, "data set")
    assert len(rows) == 24
    for row in rows:
        name = row.setting.removeprefix("without ")
        rerun = test(table(frame[frame["dataset"] != name]), alpha=0.1)
        assert there(found, row) == shown(rerun), name
        assert row.changed == (there(found, row) != shown(test(table(frame), alpha=0.1)))
    assert 0 < found.n_changed == sum(row.changed for row in rows) < 24


CLAIM = {"a": "AODE", "b": "BayesNet", "better": ["accuracy"]}


@pytest.mark.parametrize(
    ("test", "options", "n"),
    [(js.glrt_test, {}, 9), (js.bayes_test, {}, 9), (js.claim_test, CLAIM, 24)],
)
def test_each_data_set_left_out_of_a_test(frame, test, options, n):
    two = frame[frame["algorithm"].isin([FOUR[0], options.get("b", FOUR[1])])]
    every = table(two[two["dataset"].isin(two["dataset"].unique()[:n])])
    result = test(every, **options, alpha=0.3)
    found = js.sensitivity(result, factors=["data set", "measure"])
    assert len(found.settings) == n and found.n_pairs == 1
    for row in found.settings:
        kept = [name for name in every.datasets if name != row.setting.removeprefix("without ")]
        rerun = test(table(two[two["dataset"].isin(kept)]), **options, alpha=0.3)
        was, now = (one.decided and getattr(one, "best", True) for one in (result, rerun))
        assert row.changed == (was != now)
        assert (bool(row.gone), bool(row.new)) == (
            row.changed and result.decided, row.changed and rerun.decided
        )  # fmt: skip


def test_measures_and_algorithms_left_out(frame):
    found = js.sensitivity(js.compare_algorithms(table(frame)), factors=["measure", "algorithm"])
    for row in rows_of(found, "measure"):
        name = row.setting.removeprefix("without the measure ")
        left = [one for one in WAYS if one != name]
        assert there(found, row) == shown(js.compare_algorithms(table(frame), on=left))
    for row in rows_of(found, "algorithm"):
        name = row.setting.removeprefix("without the algorithm ")
        left = [one for one in FOUR if one != name]
        kept = {head(said) for said in found.statements if name not in said.split()}
        rerun = shown(js.compare_algorithms(table(frame), only=left))
        assert there(found, row, kept) == rerun
        assert row.changed == (kept != rerun)
    control = js.compare_algorithms(table(frame), control="AODE")
    others = js.sensitivity(control, factors=["algorithm"])
    assert [row.setting[22:] for row in others.settings] == FOUR[1:] and others.n_pairs == 3


def test_levels_end_where_reruns_change(frame):
    every = table(frame)
    found = js.sensitivity(js.compare_algorithms(every), factors=["level"])
    plain = rows_of(found, "level", limit=False)
    assert [row.setting for row in plain] == ["alpha = 0.01", "alpha = 0.1"]
    for row, alpha in zip(plain, (0.01, 0.1), strict=True):
        assert there(found, row) == shown(js.compare_algorithms(every, alpha=alpha))
    base = {head(said) for said in found.statements}
    for inside in (found.alpha_from, found.alpha_below * (1 - 1e-9)):
        assert shown(js.compare_algorithms(every, alpha=inside)) == base
    outside = (found.alpha_from * (1 - 1e-9), found.alpha_below)
    for row, alpha in zip(rows_of(found, "level", limit=True), outside, strict=True):
        rerun = shown(js.compare_algorithms(every, alpha=alpha))
        assert there(found, row) == rerun != base


@pytest.mark.parametrize(
    ("test", "options"),
    [
        (js.glrt_test, {}),
        (js.bayes_test, {"rule": "lower"}),
        (js.bayes_test, {"rule": "probability"}),
    ],
)
def test_levels_of_a_joint_test(test, options):
    values = {"A": [[1.0, 1.0]] * 8 + [[0.0, 1.0]], "B": [[0.0, 0.0]] * 8 + [[1.0, 0.0]]}
    every = js.results_table(values, measures=WAYS)
    for alpha in (0.05, 1e-9):  # it decides, and it does not
        found = js.sensitivity(test(every, **options, alpha=alpha), factors=["level"])
        level = found.alpha_from or found.alpha_below
        assert bool(found.alpha_from) == (alpha == 0.05)
        assert test(every, **options, alpha=level * (1 + 1e-6)).decided
        assert not test(every, **options, alpha=level * (1 - 1e-6)).decided


def test_ropes_change_where_they_are_said_to(frame):
    found = js.sensitivity(js.compare_algorithms(table(frame)), factors=["rope"])
    plain = rows_of(found, "rope", limit=False)
    assert [row.setting for row in plain] == ["a rope of 0 on accuracy", "a rope of 0 on auc"]
    limits = rows_of(found, "rope", limit=True)
    assert limits and all(row.changed for row in limits)
    for row in found.settings:
        width, name = row.setting.removeprefix("a rope of ").split(" on ")
        rerun = shown(js.compare_algorithms(table(frame, rope={name: float(width)})))
        assert there(found, row) == rerun


def test_a_declared_rope_is_tried_away_halved_and_doubled(frame):
    every = table(frame, rope={"accuracy": 0.01, "auc": 0})
    found = js.sensitivity(js.compare_algorithms(every), factors=["rope"])
    tried = rows_of(found, "rope", limit=False)
    assert [row.setting for row in tried] == [
        *(f"a rope of {width} on accuracy" for width in ("0", "0.005", "0.02")), "no rope on auc",
    ]  # fmt: skip
    for row, rope in zip(
        tried,
        [{"accuracy": w, "auc": 0} for w in (0, 0.005, 0.02)] + [{"accuracy": 0.01}],
        strict=True,
    ):
        assert there(found, row) == shown(js.compare_algorithms(table(frame, rope=rope)))


def test_the_nearest_rope_is_the_narrowest_that_changes_something():
    """B wins by 0.01, ..., 0.16, A by 0.17, ..., 0.4: every width is tried here."""
    lead = np.arange(1, 41) / 100
    values = {"A": np.where(lead > 0.165, lead, -lead)[:, None], "B": np.zeros((40, 1))}
    ways = {"accuracy": "max"}
    base = js.compare_algorithms(js.results_table(values, measures=ways))
    assert base.pairs[0].state == "open"
    for width in lead:
        wider = js.results_table(values, measures=ways, rope={"accuracy": width})
        if js.compare_algorithms(wider).pairs[0].state != "open":
            break
    assert 0.01 < width < 0.16
    found = js.sensitivity(base, factors=["rope"])
    (row,) = rows_of(found, "rope", limit=True)
    assert row.setting == f"a rope of {width:g} on accuracy"


# --- Missing results, families, groups, runs ------------------------------------------------------


@pytest.mark.parametrize("rule", ["drop", "unknown", "worst"])
def test_other_treatments_of_what_is_missing(frame, rule):
    holes = frame.copy()
    rng = np.random.default_rng(4)
    holes.loc[holes.index[rng.choice(len(holes), 9, replace=False)], "accuracy"] = np.nan
    found = js.sensitivity(
        js.compare_algorithms(table(holes, missing=rule)), factors=["missing", "data set"]
    )
    names = {said: rule for rule, said in factors.TREATED.items()}
    rows = rows_of(found, "missing")
    assert {names[row.setting] for row in rows} == {"drop", "unknown", "worst"} - {rule}
    for row in rows:
        rerun = js.compare_algorithms(table(holes, missing=names[row.setting]))
        assert there(found, row) == shown(rerun)
    assert len(rows_of(found, "data set")) == 24  # the incomplete ones among them
    for row in rows_of(found, "data set")[::5]:
        left = holes[holes["dataset"] != row.setting.removeprefix("without ")]
        assert there(found, row) == shown(js.compare_algorithms(table(left, missing=rule)))


@pytest.mark.parametrize("first", ["drop", "unknown", "worst"])
@pytest.mark.parametrize("none_at_all", [False, True])
def test_a_treatment_is_the_table_that_is_read_with_it(frame, first, none_at_all):
    holes = frame.reset_index(drop=True)
    holes.loc[[4, 9, 20], "accuracy"] = np.nan
    if none_at_all:
        holes.loc[holes["dataset"].isin(holes["dataset"][[40, 60]]), "auc"] = np.nan
    made = dict(questions.treatments(table(holes, missing=first)))
    assert made.keys() == {"drop", "unknown", "worst"} - {first}
    for rule, found in made.items():
        read = table(holes, missing=rule)
        rows = [dict(zip(one.datasets, one.values.tolist(), strict=True)) for one in (found, read)]
        assert {k: repr(v) for k, v in rows[0].items()} == {k: repr(v) for k, v in rows[1].items()}
        assert (found.missing, found.unknown) == (read.missing, read.unknown)
        assert (found.incomplete is None) == (read.incomplete is None)
        assert found.n_failed == read.n_failed


def test_families_are_left_out_as_a_whole(frame):
    families = frame.assign(family=[name[:2] for name in frame["dataset"]])
    every = js.compare_algorithms(table(families, cluster="family"), alpha=0.2)
    found = js.sensitivity(every, factors=["family", "data set"])
    rows = rows_of(found, "family")
    assert len(rows) == families["family"].nunique() < 24
    for row in rows[::3]:
        name = row.setting.removeprefix("without the family ").split(" (")[0]
        rest = table(families[families["family"] != name], cluster="family")
        assert there(found, row) == shown(js.compare_algorithms(rest, alpha=0.2))
    for row in rows_of(found, "data set")[::5]:
        rest = families[families["dataset"] != row.setting.removeprefix("without ")]
        rerun = js.compare_algorithms(table(rest, cluster="family"), alpha=0.2)
        assert there(found, row) == shown(rerun)
    assert not js.sensitivity(js.compare_algorithms(table(frame)), factors=["family"]).settings


def test_the_rest_of_a_group_is_a_group():
    """A is worse on one of four measures, on each data set another one: better on the group."""
    values = {"A": np.tile(1.0 - 2 * np.eye(4), (3, 1)), "B": np.zeros((12, 4))}
    every = js.results_table(values, measures=dict.fromkeys("wxyz", "max"))
    options = {"groups": {"all": list("wxyz")}, "within": 3}
    found = js.sensitivity(js.compare_algorithms(every, **options), factors=["measure"])
    assert found.statements == ("A wins against B",)
    for row, name in zip(rows_of(found, "measure"), "wxyz", strict=True):
        rest = [other for other in "wxyz" if other != name]
        rerun = js.compare_algorithms(every, on=rest, groups={"all": rest}, within=3)
        assert there(found, row) == shown(rerun)
    # A group whose only measure goes is no group any more.
    options = {"groups": {"one": ["z"]}, "within": {"one": "jointly"}}
    found = js.sensitivity(js.compare_algorithms(every, **options), factors=["measure"])
    assert len(rows_of(found, "measure")) == 4 and not found.not_tried


def test_medians_of_runs(frame):
    folds = js.load_frame("weka_folds")
    one_run = folds[folds["run"] == 1]
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    kept = js.results_table(one_run, **roles, runs="fold", run_kind="cv", test_share=0.1)
    found = js.sensitivity(js.compare_algorithms(kept), factors=["runs"])
    (row,) = rows_of(found, "runs")
    medians = js.results_table(one_run, **roles, aggregate="median")
    assert there(found, row) == shown(js.compare_algorithms(medians))
    lost = js.compare_algorithms(js.results_table(one_run, **roles, aggregate="mean"))
    assert any("does not keep them" in line for line in js.sensitivity(lost).not_tried)


def test_medians_of_runs_stand_in_the_place_of_means():
    rng = np.random.default_rng(2)
    rows = pd.DataFrame(
        [{"data": d, "by": a, "run": r, "x": rng.exponential()}
         for d in "pqrs" for a in "AB" for r in range(5) if (d, a) != ("s", "B")]
    )  # fmt: skip
    roles = {"dataset": "data", "algorithm": "by", "measures": {"x": "max"}, "missing": "unknown"}
    found = questions.of_medians(
        js.results_table(rows, **roles, runs="run", run_kind="independent")
    )
    expected = js.results_table(rows, **roles, aggregate="median")
    assert found.values.tolist() == expected.values.tolist()
    assert np.array_equal(found.incomplete, expected.incomplete, equal_nan=True)
    assert found.aggregate == "median" and questions.of_medians(expected) is None


# --- How many data sets must go -------------------------------------------------------------------


def without(table, places):
    kept = [i for i in range(table.n) if i not in places]
    names = tuple(table.datasets[i] for i in kept)
    return replace(table, values=table.values[kept], datasets=names)


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_of_two_algorithms_against_all_subsets(seed):
    rng = np.random.default_rng(seed)
    values = {"A": rng.normal(1.7, 1, (9, 2)), "B": rng.normal(0, 1, (9, 2))}
    every = js.results_table(values, measures=WAYS)
    base = js.leaderboard(every, alpha=0.2)
    found = js.sensitivity(base, factors=["data set"])
    assert len(found.fewest) == len(found.statements) == len(shown(base))
    for row in found.fewest:
        fewest = next(
            k
            for k in range(1, 10)
            for gone in combinations(range(9), k)
            if k == 9 or shown(js.leaderboard(without(every, gone), alpha=0.2)) != shown(base)
        )
        assert fewest <= row.found == len(row.datasets)
        assert row.found == fewest if row.exact else fewest > 1
        gone = [every.datasets.index(name) for name in row.datasets]
        assert shown(js.leaderboard(without(every, gone), alpha=0.2)) != shown(base)


def test_the_fewest_by_hand():
    # Two joint chains err with 2^-n: of n wins on both measures 2 * 2^-n <= 0.05 from 6 on.
    values = {"A": np.ones((10, 2)), "B": np.zeros((10, 2))}
    every = js.results_table(values, measures=WAYS)
    (row,) = js.sensitivity(js.compare_algorithms(every), factors=["data set"]).fewest
    assert (row.statement, row.found, row.exact) == ("A wins against B", 5, False)
    # 7 to 0 with one measure: 2 * 2^-7 <= 0.05; a win fewer is 2 * 2^-6, two are 2^-4 > 0.05.
    one = js.results_table(
        {"A": np.ones((7, 1)), "B": np.zeros((7, 1))}, measures={"accuracy": "max"}
    )
    (row,) = js.sensitivity(js.compare_algorithms(one), factors=["data set"]).fewest
    assert (row.found, row.exact) == (2, True)
    (row,) = js.sensitivity(js.compare_algorithms(one), factors=["data set"], most=3).fewest
    assert (row.found, row.exact) == (2, False)  # not every data set was left out


def test_the_fewest_of_several_pairs_hold_in_a_rerun():
    every = js.load_dataset("weka")
    base = js.compare_algorithms(every)
    found = js.sensitivity(base, factors=["data set"])
    assert len(found.fewest) == 10 == len(found.statements)
    single = {head(said) for row in found.settings for said in row.gone}
    for row in found.fewest:
        left = without(every, [every.datasets.index(name) for name in row.datasets])
        assert head(row.statement) not in shown(js.compare_algorithms(left))
        assert (row.found == 1) == (head(row.statement) in single)
        assert row.found == len(row.datasets)


def test_the_fewest_among_families(frame):
    values = {"A": np.ones((12, 1)), "B": np.zeros((12, 1))}
    rows = pd.DataFrame(
        [{"data": f"d{i:02d}", "by": name, "family": i // 2, "accuracy": x[i, 0]}
         for name, x in values.items() for i in range(12)]
    )  # fmt: skip
    every = js.results_table(
        rows, dataset="data", algorithm="by", measures={"accuracy": "max"}, cluster="family"
    )
    result = js.compare_algorithms(every)  # six votes of six: p = 1/64; five: 1/32 > 0.025
    (row,) = js.sensitivity(result, factors=["data set"]).fewest
    assert (row.found, row.datasets, row.exact) == (2, ("d00", "d01"), True)


def test_nothing_to_remove_where_nothing_is_shown():
    even = js.results_table(
        {"A": [[0.0], [1.0]], "B": [[1.0], [0.0]]}, measures={"accuracy": "max"}
    )
    found = js.sensitivity(js.compare_algorithms(even))
    assert (found.fewest, found.statements, found.n_changed) == ((), (), 0)
    many = {name: np.full((9, 1), float(i)) for i, name in enumerate("ABCDEF")}
    board = js.leaderboard(js.results_table(many, measures={"x": "max"}), alpha=0.4)
    found = js.sensitivity(board, factors=["data set"])
    assert len(found.statements) == 15 and len(found.fewest) == 10
    assert "How many data sets must go was looked for in 10 of 15 pairs." in found.not_tried
