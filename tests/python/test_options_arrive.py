"""Roles, measures, algorithms, runs and folds are those that a public test was told."""

import numpy as np
import pandas as pd
import pytest

import jointstats as js

WAYS = {"x": "max", "y": "min"}


JOINT = [js.glrt_test, js.bayes_test, js.statement_counts]


def frame(l=3):
    rng = np.random.default_rng(2)
    rows = [{"data": d, "who": a, "x": rng.normal(), "y": rng.normal()}
            for d in "pqrstuvw" for a in "ABC"[:l]]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("test", [
    *JOINT, js.hotelling_test, js.manova_test, js.mardia_test, js.learn_measures,
    lambda *data, **more: js.manova_test(*data, design="one-way", **more),
    lambda *data, **more: js.hotelling_test(*data, form="two-sample", **more),
])  # fmt: skip
def test_roles_measures_and_algorithms_are_those_that_are_named(test):
    roles = {"dataset": "data", "algorithm": "who", "measures": WAYS}
    some = {} if test is js.learn_measures else {"on": ["y"]}
    left = ["y"] if some else ["x", "y"]
    found = test(frame(), **roles, **some, only=["B", "A"])
    assert list(found.measures) == left and set(found.algorithms) == {"A", "B"}
    if test in JOINT:
        few = test(frame(), **roles, only=["B", "A"], question="control", control="B", ties="split")
        assert (few.question, few.control) == ("control", "B")
        assert set(few.tie_rules.values()) == {"split"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("test", [
    js.hotelling_test, js.manova_test, js.mardia_test, js.learn_measures,
])  # fmt: skip
def test_columns_of_runs_and_folds_are_those_that_are_named(test):
    rng = np.random.default_rng(2)
    rows = [{"data": d, "r": r, "f": f, "who": a, "x": rng.normal(), "y": rng.normal()}
            for d in "pq" for r in range(2) for f in range(4) for a in "AB"]  # fmt: skip
    found = test(
        pd.DataFrame(rows), dataset="data", algorithm="who", measures=WAYS, run="r", fold="f",
        of="q",
    )  # fmt: skip
    assert (found.cases, found.of, found.n) == ("fold", "q", 8)
