"""Answers do not depend on the sequence of the rows: of every test, to the last bit.

Sampled ones neither, with the same seed. What follows the rows: lists with an entry for each data
set, which are put back here; the ledgers, whose data sets arrive one after the other; the last
digits of what is learned of families.
"""

import warnings

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.base import declare

WAYS = {"accuracy": "max", "time": "min", "size": "min"}
NO_TABLE = {"simulate_roc", "plan_datasets"}
LEDGERS = {"watch_claim"}
SHUFFLES = 3


def long(seed, n, names, digits, **columns):
    """A long frame, its data sets in no sequence of their names; few digits make ties."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(size=(n, 1, 3))
    x = np.round(0.3 * np.arange(len(names))[:, None] + shared + rng.normal(
        size=(n, len(names), 3)), digits) + 0.0  # fmt: skip
    frame = pd.DataFrame(x.reshape(-1, 3), columns=list(WAYS))
    frame["data"] = np.repeat([f"D{i}" for i in rng.permutation(n)], len(names))
    frame["method"] = pd.Categorical(list(names) * n, categories=list(names), ordered=True)
    for name, of in columns.items():
        frame[name] = [of(i) for i in range(n) for _ in names]
    return frame


ROLES = dict(dataset="data", algorithm="method", measures=WAYS)
PLAIN = (long(1, 17, "ABCD", 6), ROLES)
PAIR = (long(2, 19, "AB", 6), ROLES)
TIED = (long(3, 15, "ABC", 0), ROLES | {"rope": {"accuracy": 0.5}})
FAMILIES = (long(4, 18, "ABC", 1, family=lambda i: f"f{i % 7}"), ROLES | {"cluster": "family"})


def gaps():
    frame = long(5, 16, "ABC", 3)
    frame.loc[[3, 20, 40], "time"] = np.nan
    return frame, ROLES | {"missing": "unknown"}


def with_runs():
    frame = pd.concat([long(6, 9, "AB", 3).assign(run=r) for r in range(4)], ignore_index=True)
    frame[list(WAYS)] += np.random.default_rng(7).normal(size=(len(frame), 3)).round(3)
    return frame, ROLES | {"runs": "run", "run_kind": "independent"}


def folds():
    frame = long(8, 20, "ABC", 4, run=lambda i: i // 5, fold=lambda i: i % 5)
    roles = dict(algorithm="method", measures=WAYS, run="run", fold="fold")
    return frame.drop(columns="data"), roles


CLAIM = dict(a="B", b="A", not_worse=["accuracy"], better=["time"])
CASES = [
    ("pairwise_tests", PLAIN, {"test": "glrt"}),
    ("pairwise_tests", TIED, {"test": "wilcoxon"}),
    ("pairwise_tests", PLAIN, {"test": "hotelling", "permutation": True, "draws": 99}),
    ("pairwise_tests", PAIR, {"test": "network"}),
    ("compare_algorithms", PLAIN, {}),
    ("compare_algorithms", TIED, {}),
    ("compare_algorithms", gaps(), {}),
    ("leaderboard", PLAIN, {}),
    ("leaderboard", TIED, {}),
    ("leaderboard", gaps(), {}),
    ("sensitivity", PAIR, {}),
    ("bayes_test", TIED, {}),
    ("bayes_test", gaps(), {}),
    ("bayes_test", FAMILIES, {}),
    ("glrt_test", TIED, {}),
    ("glrt_test", FAMILIES, {}),
    ("network_test", TIED, {"target_mcse": 0.01}),
    ("network_test", PLAIN, {"structure": "average", "target_mcse": 0.01}),
    ("break_even", TIED, {"a": "C", "b": "A"}),
    ("break_even", FAMILIES, {"a": "C", "b": "A"}),
    ("claim_test", TIED, CLAIM),
    ("wilcoxon_test", PLAIN, {}),
    ("wilcoxon_test", TIED, {}),
    ("wilcoxon_test", FAMILIES, {}),
    ("corrected_t_test", folds(), {"measure": "time"}),
    ("hotelling_test", PAIR, {}),
    ("hotelling_test", PAIR, {"permutation": True, "draws": 99}),
    ("hotelling_test", folds(), {"only": ["C", "A"], "correction": "nadeau-bengio"}),
    ("learn_measures", PLAIN, {}),
    ("learn_measures", PLAIN, {"share": 0.6, "design": "one-way"}),
    ("learn_measures", folds(), {"share": 0.5}),
    ("manova_test", PLAIN, {"design": "stacked"}),
    ("manova_test", PLAIN, {"design": "blocked", "draws": 99}),
    ("mardia_test", PLAIN, {"draws": 99}),
    ("mardia_test", PLAIN, {"draws": 99, "samples": "residuals"}),
]
NEAR = [
    ("compare_algorithms", with_runs(), {}),
    ("claim_test", FAMILIES, CLAIM),
    ("claim_test", with_runs(), CLAIM),
    ("sign_test", FAMILIES, {}),
]
LISTED = {name for name, *_ in CASES} | NO_TABLE | LEDGERS
OTHERS = [(name, TIED, {}) for name in declare.catalogue() if name not in LISTED]
"""Every other test, with nothing but a table of three algorithms and ties."""


def answer(name, frame, roles, options):
    function = getattr(js, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = js.results_table(frame, **roles)
        given = js.bayes_test(table) if name == "sensitivity" else table
        return settled(function(given, **options).to_dict())


def settled(value, key=None):
    """Lists with an entry for each data set in the sequence of their names, or of their values."""
    if isinstance(value, dict):
        value = {name: settled(one, name) for name, one in value.items() if name != "call"}
        if {"datasets", "values"} <= value.keys():
            order = sorted(range(len(value["datasets"])), key=value["datasets"].__getitem__)
            for name in ("datasets", "values"):
                value[name] = [value[name][i] for i in order]
        return value
    if isinstance(value, list):
        value = [settled(one) for one in value]
        for name in ("dataset", "setting"):
            if value and all(isinstance(one, dict) and name in one for one in value):
                return sorted(value, key=lambda one: str(one[name]))
        return sorted(value) if key == "differences" else value
    return value


def leaves(value, path=""):
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in parts:
        if isinstance(one, dict | list):
            yield from leaves(one, f"{path}.{name}")
        else:
            yield f"{path}.{name}", one


@pytest.mark.parametrize(("name", "given", "options"), CASES + OTHERS)
def test_shuffled_rows_have_the_same_answer(name, given, options):
    frame, roles = given
    before = dict(leaves(answer(name, frame, roles, options)))
    assert len(before) > 10
    for seed in range(SHUFFLES):
        now = dict(leaves(answer(name, frame.sample(frac=1, random_state=seed), roles, options)))
        assert now.keys() == before.keys()
        moved = {key: (before[key], x) for key, x in now.items() if repr(before[key]) != repr(x)}
        assert moved == {}


@pytest.mark.parametrize(("name", "given", "options"), NEAR)
def test_of_families_and_runs_the_last_digits_move_only(name, given, options):
    frame, roles = given
    before = dict(leaves(answer(name, frame, roles, options)))
    now = dict(leaves(answer(name, frame.sample(frac=1, random_state=0), roles, options)))
    assert now.keys() == before.keys()
    for key, x in now.items():
        assert x == (pytest.approx(before[key], rel=1e-12, abs=1e-12) if isinstance(x, float)
                     else before[key])  # fmt: skip


def test_unpaired_rows_have_no_sequence():
    rng = np.random.default_rng(9)
    given = {"A": rng.normal(size=(11, 2)), "B": rng.normal(size=(14, 2))}
    ways = {"x": "max", "y": "min"}
    mixed = {name: rng.permutation(x) for name, x in given.items()}
    for name, options in (("hotelling_test", {"form": "two-sample"}), ("manova_test", {
            "design": "one-way"})):  # fmt: skip
        one, other = (
            settled(getattr(js, name)(x, measures=ways, **options).to_dict())
            for x in (given, mixed)
        )
        assert one == other


def test_how_a_table_was_made_does_not_matter():
    # NumPy adds up by the layout of memory, which selecting changes.
    frame, roles = PLAIN
    direct = js.results_table(frame[frame["method"].isin(["B", "D"])], **roles)
    chosen = js.results_table(frame, **roles).select(algorithms=["B", "D"])
    one, other = (settled(js.hotelling_test(table).to_dict()) for table in (direct, chosen))
    assert one == other
