"""Options of tables arrive where they count, and a table knows what was done to it."""

import numpy as np
import pandas as pd
import pytest
from sayings import said

import jointstats as js
from jointstats import errors
from jointstats.labelled.cautions import noting
from jointstats.labelled.table import building, families, roles
from jointstats.labelled.table.intake import as_table

NAN = np.nan
ACC = {"acc": "max"}


def seen_by(monkeypatch, where, name, call):
    """The keywords with which a function of a module is called, whose answer is not needed."""
    given = {}

    class SeenError(Exception):
        pass

    def taken(*_, **keywords):
        given.update(keywords)
        raise SeenError

    monkeypatch.setattr(where, name, taken)
    with pytest.raises(SeenError):
        call()
    return given


def test_every_option_of_a_long_table_arrives(monkeypatch):
    frame = pd.DataFrame({"d": ["x"], "a": ["A"], "acc": [1]})
    how = {
        "dataset": "d", "algorithm": "a", "measures": ACC, "rope": 0.5, "missing": "drop",
        "aggregate": "mean", "min_folds": 2, "only": ["A", "B"], "cluster": "c", "runs": "r",
        "run_kind": "cv", "test_share": 0.5, "per_algorithm": {"price": "min"},
    }  # fmt: skip
    seen = seen_by(monkeypatch, building, "checked_roles", lambda: js.results_table(frame, **how))
    assert seen == how
    given = roles.checked_roles(**how)
    assert (given.dataset, given.algorithm, given.measures, given.rope) == (
        "d",
        "a",
        ACC,
        {"acc": 0.5},
    )
    assert (given.missing, given.aggregate, given.min_folds) == ("drop", "mean", 2)
    assert (given.only, given.cluster, given.runs) == (["A", "B"], "c", "r")
    assert (given.run_kind, given.test_share, given.properties) == ("cv", 0.5, {"price": "min"})
    assert given.columns == {
        "acc": "measure",
        "d": "data set",
        "a": "algorithm",
        "c": "family",
        "r": "run",
    }
    bare = roles.checked_roles(dataset="d", algorithm="a", measures=ACC)
    assert (bare.missing, bare.aggregate, bare.min_folds, bare.only) == ("raise", None, None, None)
    assert (bare.cluster, bare.runs, bare.run_kind, bare.test_share) == (None, None, None, 0.0)
    assert bare.rope == bare.properties == {}
    assert bare.columns == {"acc": "measure", "d": "data set", "a": "algorithm"}
    runs = roles.checked_roles(
        dataset="d", algorithm="a", measures=ACC, runs="r", run_kind="independent"
    )
    assert runs.aggregate == "mean"


def test_a_frame_lacks_any_of_its_columns_by_its_role():
    how = {"dataset": "d", "algorithm": "a", "measures": ACC, "cluster": "c", "runs": "r",
           "run_kind": "independent", "per_algorithm": {"price": "min"}}  # fmt: skip
    names = {"d": "data set", "a": "algorithm", "acc": "measure", "c": "family", "r": "run",
             "price": "property"}  # fmt: skip
    made = roles.checked_roles(**how)
    made.require(pd.DataFrame(columns=list(names)))
    for name, role in names.items():
        frame = pd.DataFrame(columns=[one for one in names if one != name])
        assert f'no column "{name}" ({role}).' in said(errors.ColumnError, made.require, frame)


def test_rules_of_missing_values_go_together():
    check = roles.check_rules
    assert check("raise", None, None) is None and check("worst", "median", 2.0) == 2
    for given, text in (
        (("skip", None, None), 'missing must be one of "raise", "drop", "unknown", "worst"; got'),
        (("raise", "max", None), 'aggregate must be one of "mean", "median"; got "max"'),
        (("raise", None, 2), 'min_folds goes with aggregate: say aggregate="mean" or aggregate="'),
        (("raise", "mean", 0), "min_folds must be a finite number at least 1; got 0"),
    ):
        assert text in said(errors.OptionError, check, *given)


def in_families(x, missing="drop", of="ff"):
    made = dict(zip("ABC", np.array(x, float).T[:, :, None], strict=True))
    own = {str(i + 1): name for i, name in enumerate(of)}
    return js.results_table(made, measures=ACC, missing=missing, cluster=own)


def noted(call, *given, **options):
    with noting() as notes:
        call(*given, **options)
    return list(map(str, notes))


def ignored(units):
    return [str(one) for one in families.families_ignored(units)]


def test_families_are_noted_of_the_data_sets_that_a_test_uses():
    """Without the third data set, which is incomplete, each has a family of its own."""
    x = [[1, 2, 3], [2, 3, 1], [1, 2, NAN]]
    rest = "take them for independent: too sure an answer if data sets of a family answer alike."
    whole = in_families(x[:2])
    (one,) = ignored(whole.units)
    assert (
        one
        == f"The 2 data sets are of one family, and this test {rest.replace('take', 'takes', 1)}"
    )
    assert ignored(whole.shared_units) == [one]
    for missing in ("drop", "unknown"):
        table = in_families(x, missing, "fgf")
        assert ignored(table.units) == []
    (known,) = ignored(in_families(x, "unknown", "fgf").shared_units)
    assert known.startswith("The 3 data sets are of 2 families, and this test takes them for")
    assert ignored(in_families(x, "drop", "fgf").shared_units) == []
    assert ignored(in_families(x, "unknown", "fgh").shared_units) == []


@pytest.mark.warns(r"The \d+ data sets are of")
def test_what_the_intake_notes_follows_from_what_the_test_can_use():
    x = [[1, 2, 3], [2, 3, 1], [1, 2, NAN]]
    table = in_families(x, "unknown", "fgf")
    assert noted(as_table, table) == [] == noted(as_table, table, families_fit=True)
    for more in ({"unknown_fits": True}, {"pair_by_pair": True}):
        (one,) = noted(as_table, table, **more)
        assert one.startswith("The 3 data sets are of 2 families")
        assert noted(as_table, table, families_fit=True, **more) == []
    assert as_table(table, only=["B", "A"]).algorithms == ("B", "A")
    assert as_table(table, on=["acc"]).measures == ACC
    nothing = in_families([[1, 2, NAN], [NAN, 2, 1]], "unknown")
    assert said(errors.MissingValuesError, as_table, nothing).startswith(
        "No data set is left: all 2"
    )
    for more in ({"unknown_fits": True}, {"pair_by_pair": True}):
        assert as_table(nothing, families_fit=True, **more) is nothing
    dropped = in_families([[1, 2, NAN], [NAN, 2, 1]], "drop")
    assert "No data set is left" in said(
        errors.MissingValuesError, as_table, dropped, unknown_fits=True
    )
    fold = pd.DataFrame({"f": [1, 1, 2, 2], "a": [*"ABAB"], "acc": [1, 2, 2, 1]})
    folded = js.results_table(fold, algorithm="a", measures=ACC, fold="f")
    (one,) = noted(as_table, folded)
    assert one.startswith(
        "The 2 rows are folds of one data set, not data sets: they share training"
    )
    assert noted(as_table, folded, folds_fit=True) == []


def test_a_selection_brings_data_sets_back_where_it_is_asked_to():
    table = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], of="fgh")
    assert table.select(["A", "B"]).datasets == ("1",)
    back = table.select(["B", "A"], recover=True)
    assert back.datasets == ("1", "2") and back.values[:, 0].tolist() == [[2, 1], [3, 2]]
    assert np.isnan(back.incomplete).tolist() == [[[False, True]]]
    assert [one.dataset for one in back.dropped] == ["3"] and back.incomplete.shape == (1, 1, 2)
    unknown = in_families([[1, 2, 3], [2, 3, NAN], [NAN, 1, 2]], "unknown", "fgh")
    assert unknown.select(["A", "B"]).datasets == ("1", "2")
    assert unknown.select(["A", "B"], common=True).datasets == ("1",)
    failed = in_families([[1, 2, 3], [NAN, NAN, 1], [1, NAN, 2]], "worst", "fgh")
    assert failed.select(["A", "B"]).datasets == ("1", "3")
    assert failed.select(["A", "B"], common=True).datasets == ("1", "2", "3")
    lost = failed.select(["A", "B"]).dropped
    assert [(one.dataset, one.reason) for one in lost] == [("2", "acc failed for every algorithm")]


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
    assert "1 results are failed runs" in said(
        errors.MissingValuesError, least.require_values, "It"
    )
    assert repr(least).endswith("failed:     1 result, ranked below all others")


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
    assert text == '2 rows for data set "x", algorithm "A" and run "1": a run is one row.'
