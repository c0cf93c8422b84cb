"""Results whose cells are infinite, zero or extreme: every output shows them."""

import tempfile
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pandas as pd
from hypothesis import strategies as st

import jointstats as js
from fuzz import testing
from fuzz.laws import drawn, lawful, shown, sound
from jointstats.base import declare
from jointstats.base import result as base_result
from jointstats.base import rows as base_rows

INF = float("inf")
FROM_0_TO_1 = (0.0, 5e-324, 1e-17, 0.5, 1 - 2**-53, 1.0)
FROM_0 = (INF, 0.0, 1.7e308, 5e-324, 1e300, 1e-300, 1e15)
ANY = (*FROM_0, *(-x for x in FROM_0))
CELLS = {
    base_rows.Kind.SHARE: FROM_0_TO_1, base_rows.Kind.PROBABILITY: FROM_0_TO_1, base_rows.Kind.P_VALUE: FROM_0_TO_1,
    base_rows.Kind.ERROR: FROM_0, base_rows.Kind.COUNT: (0.0,), base_rows.Kind.NUMBER: ANY,
}  # fmt: skip
# Facts beside the rows, by how their names begin.
FACTS = {"p_value": FROM_0_TO_1, "mcse": FROM_0, "statistic": ANY}
# Options with which a test has other outputs.
OPTIONS = {
    "friedman_test": ({}, {"post_hoc": "none"}, {"post_hoc": "nemenyi"}),
    "corrected_t_test": ({"measure": "acc"},),
    "watch_claim": ({"a": "A", "b": "B", "better": ["acc"]},),
    "claim_test": ({"a": "A", "b": "B", "better": ["acc"]},),
    "compare_algorithms": ({}, {"groups": {"all": ["acc", "time"]}}, {"control": "A"}),
    "pairwise_tests": tuple({"test": one} for one in ("bayes", "glrt", "sign")),
    "simulate_roc": ({"n": 5, "cases": 40, "draws": 50},),
    "plan_datasets": ({"n": [5, 8], "draws": 50, "replicates": 20},),
}
DRAWS = ("hotelling_test", "manova_test", "mardia_test")
TESTS = sorted(declare.catalogue())


def extremes():
    """A test, a table, and what is put into which cells of its result."""
    cells = st.lists(st.tuples(st.integers(0, 999), st.integers(0, 13)).map(list), max_size=4)
    return st.fixed_dictionaries(
        {
            "test": st.sampled_from(TESTS),
            "options": st.integers(0, 3),
            "table": st.sampled_from(testing.TABLES),
            "cells": cells,
            "draw": st.booleans(),
        }
    )


def show(given):
    """Show the result in every way; draw its figures and write its report if that is asked."""
    result = made(given["test"], given["options"], given["table"])
    if result is None:
        return
    for place, value in given["cells"]:
        result = put(result, place, value)
    sound(result)
    lawful(lambda: shown(result))
    if given["draw"]:
        lawful(lambda: drawn(result))
        with tempfile.TemporaryDirectory() as folder:
            lawful(lambda: shown(result, Path(folder) / "x.html"))


@cache
def made(name, options, table):
    """The result of a test; None if it refuses the table."""
    every = OPTIONS.get(name, ({"draws": 49} if name in DRAWS else {},))
    said = every[options % len(every)]
    if name in ("simulate_roc", "plan_datasets"):
        return lawful(lambda: getattr(js, name)(**said))
    given = testing.table(table)
    if name == "sensitivity":
        return lawful(lambda: js.sensitivity(js.compare_algorithms(given), most=2))
    if name == "corrected_t_test":
        return lawful(lambda: js.corrected_t_test(_as_folds(given), **said))
    if name in testing.LEFT_OUT:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ledger.json"
            return lawful(lambda: getattr(js, name)(path, given, **said))
    return lawful(lambda: getattr(js, name)(given, **said))


def _as_folds(table):
    """The results as folds of one data set."""
    rows = [
        [dataset, algorithm, *table.values[i, :, j]]
        for i, dataset in enumerate(table.datasets)
        for j, algorithm in enumerate(table.algorithms)
    ]
    frame = pd.DataFrame(rows, columns=["fold", "method", *table.measures])
    return js.results_table(frame, fold="fold", algorithm="method", measures=table.measures)


def put(result, place, value):
    """The result with another value in one of its cells, or in a fact such as its p-value."""
    places = list(_places(result))
    if not places:
        return result
    way, values = places[place % len(places)]
    return _put(result, way, values[value % len(values)])


def _places(node, way=()):
    """The way to each number that may be another one, and what it may be."""
    if isinstance(node, base_rows.Row):
        for column in node.columns():
            if column.kind in CELLS and isinstance(node[column.name], float):
                yield (*way, column.name), CELLS[column.kind]
    elif isinstance(node, base_result.Result):
        for field in fields(node):
            value = getattr(node, field.name)
            begins = next((x for x in FACTS if field.name.startswith(x)), None)
            if begins is not None and isinstance(value, float):
                yield (*way, field.name), FACTS[begins]
            elif field.name not in ("call", "measures"):
                yield from _places(value, (*way, field.name))
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _places(value, (*way, key))
    elif isinstance(node, list | tuple):
        for i, value in enumerate(node):
            yield from _places(value, (*way, i))


def _put(node, way, value):
    if not way:
        return value
    first, *rest = way
    if isinstance(node, base_rows.Row | base_result.Result):
        return replace(node, **{first: _put(getattr(node, first), rest, value)})
    copy = dict(node) if isinstance(node, Mapping) else list(node)
    copy[first] = _put(node[first], rest, value)
    return copy if isinstance(node, dict | list) else type(node)(copy)
