"""What would change a verdict: every answer against the public function on the changed data."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.sensitivity import rules, variants

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
    """What a comparison, or a leaderboard, shows of its pairs, as its rows have it."""
    rows = result.wins if hasattr(result, "wins") else result.claims
    said = set()
    for row in rows:
        if row.strength != "shown":
            continue
        if row.winner:
            said.add(f"{row.winner} beats {row.loser}")
        elif row.ahead or (row.measures and row.measures_other):
            said.add(f"{row.a} and {row.b}: a trade-off")
        else:
            said.add(f"{row.a} and {row.b} are practically equal")
    return said


def there(found, row):
    """What is decided under a setting: what the result decides, without what goes, with the new."""
    return (set(found.statements) - set(row.gone)) | set(row.new)


def rows_of(found, factor, **like):
    return [
        row
        for row in found.settings
        if row.factor == factor and all(row[name] == value for name, value in like.items())
    ]


def decides(test):
    """What a test of two says, if it decides: its order, as the statement has it."""
    return test.decided, test.best


# --- Against real reruns --------------------------------------------------------------------------


@pytest.mark.parametrize("test", [js.compare_algorithms, js.leaderboard])
def test_each_data_set_left_out_as_a_rerun_from_scratch(frame, test):
    found = js.sensitivity(test(table(frame), alpha=0.1), factors=["data set"])
    rows = rows_of(found, "data set")
    assert len(rows) == 24
    assert found.n_reruns <= 24 + 30
    changed = 0
    for row in rows:
        name = row.setting.removeprefix("without ")
        rerun = test(table(frame[frame["dataset"] != name]), alpha=0.1)
        assert there(found, row) == shown(rerun), name
        changed += row.changed
    assert changed  # some do, so that the comparison says something
    assert found.n_changed == changed


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
def test_each_data_set_left_out_of_a_joint_test(frame, test):
    two = frame[frame["algorithm"].isin(FOUR[:2])]
    every = table(two[two["dataset"].isin(two["dataset"].unique()[:9])])
    result = test(every, alpha=0.3)
    found = js.sensitivity(result, factors=["data set"])
    for row in rows_of(found, "data set"):
        kept = [name for name in every.datasets if name != row.setting.removeprefix("without ")]
        rerun = test(table(two[two["dataset"].isin(kept)]), alpha=0.3)
        assert (row.n_decided == 1) == rerun.decided
        if rerun.decided and result.decided:
            assert row.changed == (rerun.best != result.best)


def test_each_data_set_left_out_of_a_claim(frame):
    claim = {"a": "AODE", "b": "BayesNet", "better": ["accuracy"]}
    found = js.sensitivity(js.claim_test(table(frame), **claim), factors=["data set"])
    assert len(found.settings) == 24
    for row in found.settings:
        left = table(frame[frame["dataset"] != row.setting.removeprefix("without ")])
        assert row.n_decided == js.claim_test(left, **claim).decided


def test_measures_and_algorithms_left_out(frame):
    found = js.sensitivity(js.compare_algorithms(table(frame)), factors=["measure", "algorithm"])
    for row in rows_of(found, "measure"):
        name = row.setting.removeprefix("without the measure ")
        left = [one for one in WAYS if one != name]
        assert there(found, row) == shown(js.compare_algorithms(table(frame), on=left))
    for row in rows_of(found, "algorithm"):
        name = row.setting.removeprefix("without the algorithm ")
        left = [one for one in FOUR if one != name]
        rerun = shown(js.compare_algorithms(table(frame), only=left))
        kept = {one for one in found.statements if name not in one.split()}
        assert (kept - set(row.gone)) | set(row.new) == rerun
        assert row.changed == (kept != rerun)


def test_levels_come_from_what_decides_and_end_where_reruns_change(frame):
    every = table(frame)
    found = js.sensitivity(js.compare_algorithms(every), factors=["level"])
    assert found.n_reruns == 1
    for row in rows_of(found, "level", limit=False):
        alpha = float(row.setting.removeprefix("alpha = "))
        assert there(found, row) == shown(js.compare_algorithms(every, alpha=alpha))
    base = set(found.statements)
    for inside in (found.alpha_from, found.alpha_below * (1 - 1e-9)):
        assert shown(js.compare_algorithms(every, alpha=inside)) == base
    for outside in (found.alpha_from * (1 - 1e-9), found.alpha_below):
        assert shown(js.compare_algorithms(every, alpha=outside)) != base


@pytest.mark.parametrize("rule", ["lower", "probability"])
def test_levels_of_a_bayesian_test(rule):
    values = {"A": [[1.0, 1.0]] * 8 + [[0.0, 1.0]], "B": [[0.0, 0.0]] * 8 + [[1.0, 0.0]]}
    every = js.results_table(values, measures=WAYS)
    found = js.sensitivity(js.bayes_test(every, rule=rule), factors=["level"])
    assert js.bayes_test(every, rule=rule, alpha=found.alpha_from * (1 + 1e-6)).decided
    assert not js.bayes_test(every, rule=rule, alpha=found.alpha_from * (1 - 1e-6)).decided


def test_ropes_change_where_they_are_said_to(frame):
    found = js.sensitivity(js.compare_algorithms(table(frame)), factors=["rope"])
    rows = rows_of(found, "rope", limit=True)
    assert rows
    for row in rows:
        width, name = row.setting.removeprefix("a rope of ").split(" on ")
        apart = differences(frame, name)
        at = min(apart, key=lambda w: abs(w - float(width)))  # the text has six digits
        rerun = shown(js.compare_algorithms(table(frame, rope={name: at})))
        assert there(found, row) == rerun
        assert rerun != set(found.statements)


def test_the_rope_that_is_told_is_the_narrowest_that_changes_something():
    """B wins by 0.01, ..., 0.16, A by 0.17, ..., 0.4: every one of these widths is tried here."""
    lead = np.arange(1, 41) / 100
    values = {"A": np.where(lead > 0.165, lead, -lead)[:, None], "B": np.zeros((40, 1))}
    ways = {"accuracy": "max"}
    base = js.compare_algorithms(js.results_table(values, measures=ways))
    assert not base.decided  # 24 wins of 40
    for width in lead:
        wider = js.results_table(values, measures=ways, rope={"accuracy": width})
        if js.compare_algorithms(wider).decided:
            break
    found = js.sensitivity(base, factors=["rope"])
    (row,) = rows_of(found, "rope", limit=True)
    assert row.setting == f"a rope of {width:g} on accuracy" == "a rope of 0.06 on accuracy"


def differences(frame, measure):
    wide = frame.pivot(index="dataset", columns="algorithm", values=measure).to_numpy()
    both = combinations(range(wide.shape[1]), 2)
    return np.unique(np.concatenate([np.abs(wide[:, a] - wide[:, b]) for a, b in both]))


def test_a_rope_that_is_there_is_tried_away_halved_and_doubled(frame):
    every = table(frame, rope={"accuracy": 0.01})
    found = js.sensitivity(js.compare_algorithms(every), factors=["rope", "ties"])
    tried = [row.setting for row in rows_of(found, "rope", limit=False)]
    assert tried == [f"a rope of {width} on accuracy" for width in ("0", "0.005", "0.02")]
    for row, width in zip(rows_of(found, "rope", limit=False), (0, 0.005, 0.02), strict=True):
        rerun = js.compare_algorithms(table(frame, rope={"accuracy": width}))
        assert there(found, row) == shown(rerun)
    for row, rule in zip(rows_of(found, "ties"), ("equal", "split"), strict=True):
        assert there(found, row) == shown(js.compare_algorithms(every, ties=rule))


@pytest.mark.parametrize("rule", ["drop", "unknown", "worst"])
def test_other_treatments_of_what_is_missing(frame, rule):
    holes = frame.copy()
    rng = np.random.default_rng(4)
    holes.loc[holes.index[rng.choice(len(holes), 9, replace=False)], "accuracy"] = np.nan
    found = js.sensitivity(
        js.compare_algorithms(table(holes, missing=rule)), factors=["missing", "data set"]
    )
    names = {"incomplete data sets dropped": "drop", "missing results unknown": "unknown",
             "missing results as failed runs": "worst"}  # fmt: skip
    rows = rows_of(found, "missing")
    assert {names[row.setting] for row in rows} == {"drop", "unknown", "worst"} - {rule}
    for row in rows:
        rerun = js.compare_algorithms(table(holes, missing=names[row.setting]))
        assert there(found, row) == shown(rerun)
    for row in rows_of(found, "data set")[::8]:
        left = holes[holes["dataset"] != row.setting.removeprefix("without ")]
        assert there(found, row) == shown(js.compare_algorithms(table(left, missing=rule)))


@pytest.mark.parametrize("first", ["drop", "unknown", "worst"])
@pytest.mark.parametrize("none_at_all", [False, True])
def test_a_treatment_is_the_table_that_is_read_with_it(frame, first, none_at_all):
    holes = frame.reset_index(drop=True)
    holes.loc[[4, 9, 20], "accuracy"] = np.nan
    if none_at_all:
        holes.loc[holes["dataset"].isin(holes["dataset"][[40, 60]]), "auc"] = np.nan
    made = dict(variants.treatments(table(holes, missing=first)))
    known = {"drop", "worst"} if first == "worst" and none_at_all else {"drop", "unknown", "worst"}
    assert made.keys() == known - {first}
    for rule, found in made.items():
        read = table(holes, missing=rule)
        rows = [dict(zip(one.datasets, one.values.tolist(), strict=True)) for one in (found, read)]
        assert {k: repr(v) for k, v in rows[0].items()} == {k: repr(v) for k, v in rows[1].items()}
        assert (found.missing, found.unknown) == (read.missing, read.unknown)
        assert (found.incomplete is None) == (read.incomplete is None)
        assert found.n_failed == read.n_failed
        if known == {"drop", "unknown", "worst"}:
            assert sorted(one.dataset for one in found.dropped) == sorted(
                one.dataset for one in read.dropped
            )


def test_what_failed_for_every_algorithm_is_not_tried_as_unknown(frame):
    holes = frame.reset_index(drop=True)
    holes.loc[[4, 9], "accuracy"] = np.nan
    holes.loc[holes["dataset"] == holes["dataset"][40], "auc"] = np.nan
    said = "Missing results unknown: the data sets on which a measure failed for every algorithm"
    for rule, expected in {"worst": 1, "unknown": 0, "drop": 0}.items():
        whole = js.compare_algorithms(table(holes, missing=rule))
        found = js.sensitivity(whole, factors=["missing"])
        assert sum(line.startswith(said) for line in found.not_tried) == expected


def test_families_are_left_out_as_a_whole(frame):
    families = frame.assign(family=[name[0] for name in frame["dataset"]])
    every = js.compare_algorithms(table(families, cluster="family"))
    found = js.sensitivity(every, factors=["family", "data set"])
    rows = rows_of(found, "family")
    assert len(rows) == families["family"].nunique()
    for row in rows[:2]:
        name = row.setting.removeprefix("without the family ").split(" (")[0]
        rest = families[families["family"] != name]
        assert there(found, row) == shown(js.compare_algorithms(table(rest, cluster="family")))
    assert any("families" in line for line in found.not_tried) or not found.statements
    assert found.fewest == ()


def test_the_rest_of_a_group_stays_one():
    """A is worse on one of four measures, on each data set another one: better on the group."""
    values = {"A": np.tile(1.0 - 2 * np.eye(4), (3, 1)), "B": np.zeros((12, 4))}
    every = js.results_table(values, measures=dict.fromkeys("wxyz", "max"))
    options = {"groups": {"all": list("wxyz")}, "within": {"all": "wins"}}
    found = js.sensitivity(js.compare_algorithms(every, **options), factors=["measure"])
    assert set(found.statements) == {"A beats B"}
    assert [row.gone for row in rows_of(found, "measure")] == [()] * 4
    assert not js.compare_algorithms(every, on=list("xyz")).decided  # without the group
    # A group whose only measure goes is no group any more.
    options = {"groups": {"one": ["z"]}, "within": {"one": "some"}}
    found = js.sensitivity(js.compare_algorithms(every, **options), factors=["measure"])
    assert len(rows_of(found, "measure")) == 4 and not found.not_tried


def test_families_that_are_not_left_out_are_counted(frame):
    names = list(frame["dataset"].unique())
    own = frame.assign(family=frame["dataset"].map(lambda one: f"f{names.index(one) // 3}"))
    compared = js.compare_algorithms(table(own, cluster="family"))
    found = js.sensitivity(compared, factors=["family"], most=5)
    assert len(rows_of(found, "family")) == 5 and "3 of 8 families." in found.not_tried
    assert [row.how for row in found.factors] == ["tried"]
    found = js.sensitivity(compared, factors=["family"], most=8)
    assert len(rows_of(found, "family")) == 8 and not found.not_tried
    assert [row.how for row in found.factors] == ["exact"]


def test_medians_of_runs(frame):
    folds = js.load_frame("weka_folds")
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    kept = js.results_table(
        folds, **roles, runs="fold", run_kind="cv", test_share=0.1,
    ) if folds["run"].nunique() == 1 else js.results_table(
        folds[folds["run"] == 1], **roles, runs="fold", run_kind="cv", test_share=0.1,
    )  # fmt: skip
    found = js.sensitivity(js.compare_algorithms(kept), factors=["runs"])
    (row,) = rows_of(found, "runs")
    one_run = folds[folds["run"] == 1] if folds["run"].nunique() > 1 else folds
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
    found = variants.of_medians(js.results_table(rows, **roles, runs="run", run_kind="independent"))
    expected = js.results_table(rows, **roles, aggregate="median")
    assert found.values.tolist() == expected.values.tolist()
    assert np.array_equal(found.incomplete, expected.incomplete, equal_nan=True)
    assert found.aggregate == "median" and variants.of_medians(expected) is None


def test_other_settings_are_what_they_are_called():
    for said, options in rules.PRIORS:
        number = re.search(r"[\d.]+$", said)
        assert options["prior_strength"] == (float(number[0]) if number else None)
        assert options["prior"] in said.lower() or options["prior"] == "symmetric"
    assert (rules.LEVELS, rules.SIZES) == ((0.01, 0.05, 0.1), (0.5, 1.0, 2.0, 4.0))
    assert rules.WIDTHS == (0.05, 0.1, 0.25, 0.5)
    assert rules._between_levels(0.0, None) == ""
    assert rules._between_levels(0.0, 0.25) == " below 0.250"
    assert rules._between_levels(0.125, None) == " from 0.125"
    assert rules._between_levels(0.125, 0.25) == " from 0.125 to below 0.250"


@pytest.mark.parametrize("last", range(1, 6))
def test_the_nearest_width_is_found_between_two(last):
    apart = np.array([0.5, 1, 2, 3, 4, 5, 9])
    steps = [0.75, 1, 2, 3, 4, 5, 6]

    def wider(w):
        return w < steps[last]

    assert rules._between(apart, 0.75, 6.0, wider) == steps[last]
    assert rules._between(apart, 6.0, 0.75, lambda w: w > steps[last]) == steps[last]
    assert rules._between(apart, 1.0, 2.0, lambda w: w < 2) == 2.0  # nothing between them


@pytest.mark.parametrize("inside", range(6))
def test_of_the_two_widths_between_which_it_is_searched_neither_is_asked_again(inside):
    asked = []
    apart = np.arange(inside + 2.0)
    rules._between(apart, 0.0, inside + 1.0, lambda w: asked.append(w) or True)
    rules._between(apart, 0.0, inside + 1.0, lambda w: bool(asked.append(w)))
    assert set(asked) <= {*apart[1:-1]} and len(asked) <= 2 * np.log2(2 * max(inside, 1))


def test_priors_belong_to_the_test_beside_and_not_to_the_verdict(frame):
    found = js.sensitivity(js.compare_algorithms(table(frame)), factors=["prior"])
    assert {row.about for row in found.settings} == {"bayes"}
    assert found.n_settings == found.n_changed == 0
    (row,) = rows_of(found, "prior", setting="prior strength 4")
    rerun = js.pairwise_tests(table(frame), test="bayes", prior_strength=4.0)
    assert row.n_decided == sum(one.decided for one in rerun.pairs)


def test_priors_of_a_bayesian_test():
    result = js.bayes_test(js.load_dataset("example1"), alpha=0.4)
    found = js.sensitivity(result, factors=["prior"])
    assert len(found.settings) == 8  # one of the priors is the result's own
    for setting, options in {
        "prior strength 4": {"prior_strength": 4.0},
        "a uniform prior": {"prior": "uniform"},
        "the papers' rule": {"rule": "probability"},
        "the imprecise prior of strength 2": {"prior": "imprecise", "prior_strength": 2.0},
    }.items():
        (row,) = rows_of(found, "prior", setting=setting)
        rerun = js.bayes_test(js.load_dataset("example1"), alpha=0.4, **options)
        assert row.n_decided == rerun.decided


# --- How many data sets must go -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_fewest_of_two_algorithms_against_all_subsets(seed):
    rng = np.random.default_rng(seed)
    values = {"A": rng.normal(1.5, 1, (8, 2)), "B": rng.normal(0, 1, (8, 2))}
    every = js.results_table(values, measures=WAYS)
    result = js.compare_algorithms(every, alpha=0.2)
    found = js.sensitivity(result, factors=["data set"])
    if not result.decided:
        assert found.fewest == ()
        return
    (row,) = found.fewest
    assert row.exact
    for k in range(1, row.found + 1):
        undone = [
            gone
            for gone in combinations(range(8), k)
            if not shown(js.leaderboard(without(every, gone), alpha=0.2))
        ]
        assert bool(undone) == (k == row.found)
    gone = [every.datasets.index(name) for name in row.datasets]
    assert not shown(js.compare_algorithms(without(every, gone), alpha=0.2))


def without(table, places):
    kept = [i for i in range(table.n) if i not in places]
    names = tuple(table.datasets[i] for i in kept)
    return replace(table, values=table.values[kept], datasets=names)


def test_the_fewest_of_several_pairs_hold_in_a_rerun(frame):
    every = js.load_dataset("weka").select(algorithms=FOUR, measures=list(WAYS))
    found = js.sensitivity(js.compare_algorithms(every), factors=["data set"])
    assert len(found.fewest) == 3
    for row in found.fewest:
        assert row.at_least <= row.found == len(row.datasets)
        left = without(every, [every.datasets.index(name) for name in row.datasets])
        assert row.statement not in shown(js.compare_algorithms(left))
    single = {name for row in found.settings for name in row.gone}
    for row in found.fewest:
        assert (row.at_least == 1) == (row.statement in single)


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
def test_the_fewest_of_a_joint_test_by_hand(test):
    # Ten of ten; with k gone p is 2 / 2^(10 - k): six are left at 0.031, five not at 0.0625.
    values = {"A": np.ones((10, 2)), "B": np.zeros((10, 2))}
    every = js.results_table(values, measures=WAYS)
    (row,) = js.sensitivity(test(every), factors=["data set"]).fewest
    assert row.exact
    for k in range(1, row.found + 1):
        assert test(without(every, range(k))).decided == (k < row.found)
    if test is js.glrt_test:
        assert row.found == 5


def test_the_fewest_of_a_claim_by_hand():
    # One-sided: 0.5^n; of eight data sets five are left at 0.031, four not at 0.0625.
    values = {"A": np.ones((8, 1)), "B": np.zeros((8, 1))}
    every = js.results_table(values, measures={"accuracy": "max"})
    result = js.claim_test(every, "A", "B", better=["accuracy"])
    (row,) = js.sensitivity(result, factors=["data set"]).fewest
    assert (row.at_least, row.found, row.exact) == (4, 4, True)


# --- Properties -----------------------------------------------------------------------------------


def small(seed, names=("A", "B"), order=None):
    rng = np.random.default_rng(seed)
    x = {"A": rng.normal(0.9, 1, (12, 2)), "B": rng.normal(0, 1, (12, 2))}
    order = np.arange(12) if order is None else order
    rows = [
        {"data": f"D{i:02d}", "method": new, "accuracy": x[old][i, 0], "auc": x[old][i, 1]}
        for i in order
        for new, old in zip(names, "AB", strict=True)
    ]
    return js.results_table(pd.DataFrame(rows), dataset="data", algorithm="method", measures=WAYS)


def plain(found, rename=str):
    return {
        (row.factor, row.setting, row.about, row.limit, row.changed,
         tuple(map(rename, row.gone)), tuple(map(rename, row.new)))
        for row in found.settings
    }  # fmt: skip


FACTORS = ["level", "rope", "ties", "measure", "data set"]


@pytest.mark.parametrize("seed", range(3))
def test_exchanged_algorithms_mirror_the_answers(seed):
    options = {"alpha": 0.2}
    one = js.sensitivity(js.compare_algorithms(small(seed), **options), factors=FACTORS)
    other = js.sensitivity(
        js.compare_algorithms(small(seed, names="BA"), **options), factors=FACTORS
    )
    swap = str.maketrans("AB", "BA")
    assert plain(one) == plain(other, lambda said: said.translate(swap))
    assert (one.alpha_from, one.alpha_below) == (other.alpha_from, other.alpha_below)
    assert [row.found for row in one.fewest] == [row.found for row in other.fewest]


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_data_sets_permutes_their_rows(seed):
    order = np.random.default_rng(seed).permutation(12)
    one = js.sensitivity(js.compare_algorithms(small(seed), alpha=0.2), factors=FACTORS)
    other = js.sensitivity(
        js.compare_algorithms(small(seed, order=order), alpha=0.2), factors=FACTORS
    )
    assert plain(one) == plain(other)
    rows = [row.setting for row in rows_of(other, "data set")]
    assert rows == [f"without D{i:02d}" for i in order]
