"""Expected bounds of a plan: enumeration, and the comparison of drawn tables."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.planning import supposed_truth

WAYS = {"accuracy": "max", "time": "min"}
ROLES = {"dataset": "dataset", "algorithm": "algorithm"}


@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 1), (3, 2), (4, 4)])
def test_the_expectation_is_that_over_all_draws(n, k):
    values = np.array([-2.0, 0.5, 0.5, 7.0])
    every = [sorted(draw)[k - 1] for draw in product(values, repeat=n)]
    assert supposed_truth.expected(values, k, n) == pytest.approx(np.mean(every), rel=1e-12)


def pilot():
    frame = js.load_frame("weka").query("algorithm in ['RandomForest', 'J48graft']")
    return frame.rename(columns={"training_time": "time"})[[*ROLES, *WAYS]]


def bounds(rows):
    found = np.array([[row.low, row.high] for row in rows])
    return np.stack([found[0], np.log(found[1])])


@pytest.mark.filterwarnings("ignore::jointstats.base.errors.JointStatsWarning")
def test_widths_are_what_comparisons_of_drawn_data_sets_give_on_average():
    table = js.results_table(pilot(), **ROLES, measures=WAYS)
    plan = js.plan_datasets(table, n=[25], tests=["glrt"])
    assert [row.scale for row in plan.widths] == ["difference", "ratio"]
    rng, found = np.random.default_rng(3), []
    by_name = dict(list(pilot().groupby("dataset")))
    for _ in range(150):
        drawn = enumerate(rng.choice(table.datasets, 25))
        again = pd.concat([by_name[name].assign(dataset=f"{i}") for i, name in drawn])
        given = js.results_table(again, **ROLES, measures=WAYS, only=table.algorithms)
        result = js.compare_algorithms(given, scale={"time": "ratio"})
        rows = result.table("measures").to_frame()
        assert rows["a"].iloc[0] == table.algorithms[0]
        found.append(bounds(rows.itertuples()))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(len(found))
    assert (np.abs(bounds(plan.widths) - mean) <= 4 * error).all()


def test_more_data_sets_give_narrower_bounds_and_too_few_none():
    plan = js.plan_datasets(pilot(), **ROLES, measures=WAYS, n=[3, 20, 60, 200], tests=["glrt"])
    few, *others = (plan.widths[i : i + 2] for i in range(0, 8, 2))
    assert all(row.low is row.high is None for row in few)
    for measure in (0, 1):
        wide = [rows[measure].high - rows[measure].low for rows in others]
        assert wide == sorted(wide, reverse=True)
    assert "Expected bounds of the median difference" in str(plan)


def test_only_a_pilot_study_has_widths():
    assert js.plan_datasets([0.7, 0.3], n=20, tests=["glrt"]).widths == []
    assert js.plan_datasets(claim_share=0.8, n=20).widths == []
    counts = js.statement_counts(js.load_dataset("example1"))
    assert js.plan_datasets(counts, n=20, tests=["glrt"]).widths == []
