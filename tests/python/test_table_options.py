"""Options of tables arrive where they count, and a table knows what was done to it."""

import numpy as np
import pandas as pd
from sayings import said

import jointstats as js
from jointstats import errors

NAN = np.nan
ACC = {"acc": "max"}


def test_a_frame_lacks_any_of_its_columns_by_its_role():
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "c", "runs": "r",
           "run_kind": "independent", "per_algorithm": {"price": "min"}}  # fmt: skip
    names = {"d": "data set", "a": "algorithm", "acc": "measure", "c": "family", "r": "run",
             "price": "property"}  # fmt: skip
    whole = pd.DataFrame([[*"xA", 1, "f", "u", 2], [*"xB", 2, "f", "u", 3]], columns=list(names))
    assert js.results_table(whole, **how).properties["price"].values == {"A": 2, "B": 3}
    for name, role in names.items():
        text = said(errors.ColumnError, js.results_table, whole.drop(columns=name), **how)
        assert f'no column "{name}" ({role}).' in text


def in_families(x, missing="drop", of="ff"):
    made = dict(zip("ABC", np.array(x, float).T[:, :, None], strict=True))
    own = {str(i + 1): name for i, name in enumerate(of)}
    return js.results_table(made, measures=ACC, missing=missing, cluster=own)


def test_a_selection_brings_data_sets_back_where_it_is_asked_to():
    table = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], of="fgh")
    assert table.select(["A", "B"]).datasets == ("1",)
    back = table.select(["B", "A"], recover=True)
    assert back.datasets == ("1", "2") and back.values[:, 0].tolist() == [[2, 1], [3, 2]]
    assert np.isnan(back.incomplete).tolist() == [[[False, True]]]
    assert [one.dataset for one in back.dropped] == ["3"] and back.incomplete.shape == (1, 1, 2)
    unknown = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], "unknown", "fgh")
    assert unknown.select(["A", "B"]).datasets == ("1", "2")
    assert unknown.select(["A", "B"], recover=False).datasets == ("1",)
    failed = in_families([[1, 2, 3], [NAN, NAN, 1], [1, NAN, 2]], "worst", "fgh")
    pair = failed.select(["A", "B"])
    assert (pair.datasets, pair.dropped, pair.n_failed) == (("1", "2", "3"), (), 3)


def test_what_a_table_knows_of_its_missing_results():
    x = [[1, 2, 3], [2, 3, NAN], [NAN, NAN, 2]]
    unknown, dropped = in_families(x, "unknown", "fgf"), in_families(x, "drop", "fgf")
    values, names = unknown.everything()
    assert names == ("1", "2", "3") and np.array_equal(values[:, 0], x, equal_nan=True)
    assert unknown.complete.tolist() == [[True, True, False], [False, False, True]]
    assert unknown.shared.tolist() == [True, True, False] and dropped.shared.tolist() == [True]
    assert unknown.known().shape == (3, 1, 3) and dropped.known().shape == (1, 1, 3)
    assert (
        unknown.known_units.clusters.tolist() == [0, 1, 0] and unknown.known_units.n_families == 2
    )
    assert dropped.known_units.clusters.tolist() == [0]
    assert unknown.shared_units.n_families is None  # the third has nothing to compare
    assert unknown.units.n_families is None and unknown.n_families == 1
    assert unknown.comparable and (unknown.n_failed, unknown.n_dropped) == (0, 2)
    least = js.results_table({"A": [1, NAN], "B": [3, 4]}, measures={"t": "min"}, missing="worst")
    assert least.oriented().tolist() == [[[-1, -3]], [[-np.inf, -4]]] and least.n_failed == 1
    assert "1 run failed" in said(errors.MissingValuesError, least.require_values, "It")
    assert repr(least).endswith("failed:     1 run, ranked below all results")


def test_a_table_says_what_was_done_to_it():
    unknown = in_families([[1, 2, 3], [2, 3, NAN]], "unknown")
    assert repr(unknown) == (
        "ResultsTable: 1 data set × 3 algorithms × 1 measure\n  algorithms: A, B, C\n"
        "  measures:   acc (max)\n  families:   1\n  incomplete: 1 data set"
    )
    two = in_families([[1, 2, 3], [2, 3, NAN], [2, NAN, 1]], of="fgh")
    assert repr(two).endswith("families:   1\n  dropped:    2 data sets")
    runs = pd.DataFrame({"d": ["x"] * 4, "a": [*"AABB"], "acc": [1, 2, 3, 4], "r": [1, 2] * 2})
    for kind, words, more in (("independent", "independent", {}),
                              ("cv", "cross-validation", {"test_share": 0.5})):  # fmt: skip
        made = js.results_table(runs, dataset="d", algorithm="a", measures=ACC, runs="r",
                                run_kind=kind, rope=0.25, **more)  # fmt: skip
        assert repr(made).endswith(
            f"rope:       acc 0.25\n  aggregated: mean of 4 rows\n  runs:       2, {words}"
        )
        assert made.all_runs.values.tolist() == [[[[1, 2], [3, 4]]]]
        assert made.all_runs.test_share == more.get("test_share", 0)
        part = made.select(["B", "A"]).all_runs
        assert part.values.tolist() == [[[[3, 4], [1, 2]]]]
        assert part.of(["x"]).shape == (1, 1, 2, 2)
    twice = pd.concat([runs, runs[:1]])
    how = {"dataset": "d", "algorithm": "a", "measures": ACC}
    text = said(
        errors.DuplicateRowsError, js.results_table, twice, **how, runs="r", run_kind="independent"
    )
    assert text == '2 rows for data set "x", algorithm "A" and run "1": keep one for each run.'
