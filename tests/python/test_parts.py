"""Parts of a table: what each of them tells, and what only the whole can judge."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled import errors
from jointstats.labelled.joint import parts
from jointstats.labelled.joint.pair_counting import totals_of
from jointstats.labelled.joint.parts import PartialCounts, Survey
from jointstats.labelled.table.roles import checked_roles

MEASURES = {"x": "max", "y": "min"}


def roles(**more):
    return checked_roles(**dict(dataset="d", algorithm="a", measures=MEASURES) | more)


def frame(datasets="pqr", algorithms="AB", start=0):
    """The later an algorithm, the better; x and y of three data sets."""
    rows = [(d, a, 1.0 + i, 9.0 - i) for d in datasets for i, a in enumerate(algorithms)]
    made = pd.DataFrame(rows, columns=["d", "a", "x", "y"])
    return made.set_index(np.arange(start, start + len(rows)))


def survey_of(runs=(), algorithms=("A", "B"), levels=None, fault=None):
    return Survey(list(algorithms), levels, np.array(runs, dtype=np.uint64), len(runs), fault)


# --- Names ----------------------------------------------------------------------------------------


def test_a_survey_tells_names_and_runs_of_data_sets():
    df = pd.concat([frame("pq"), frame("p")])
    found = parts.survey(df, roles())
    assert (found.algorithms, found.levels, found.fault) == (["A", "B"], None, None)
    p, q = parts.hashes(["p", "q"])
    assert found.runs.tolist() == [p, q, p] and p != q
    assert found.n_rows == 6
    df["a"] = pd.Categorical(df["a"], ["B", "C", "A"], ordered=True)
    assert parts.survey(df, roles()).levels == ["B", "C", "A"]
    df["a"] = pd.Categorical(df["a"], ["B", "C", "A"], ordered=False)
    assert parts.survey(df, roles()).levels is None
    assert parts.survey(df.iloc[:0], roles()).runs.tolist() == []


@pytest.mark.parametrize("column", ["d", "a"])
@pytest.mark.parametrize(("first", "row"), [(None, 104), (0, 4), (7, 11)])
def test_rows_without_a_name_are_numbered_from_the_first_one(column, first, row):
    df = frame(start=100)
    df.loc[103, column] = None
    found = parts.survey(df, roles(), first)
    assert isinstance(found.fault, errors.ColumnError)
    assert f"no name in row {row}:" in str(found.fault)
    assert (found.algorithms, len(found.runs), found.n_rows) == ([], 0, 6)
    with pytest.raises(errors.ColumnError, match=f"row {row}"):
        parts.known_algorithms([survey_of(), found], roles())


def test_algorithms_of_all_parts_come_as_they_appear_or_as_their_levels_say():
    one, two = survey_of(algorithms=["B", "A"]), survey_of(algorithms=["C", "A"])
    assert parts.known_algorithms([one, two], roles()) == ["B", "A", "C"]
    assert parts.known_algorithms([one, two], roles(only=["C", "B"])) == ["C", "B"]
    levels = ["A", "B", "C", "D"]
    same = [survey_of(algorithms=part.algorithms, levels=levels) for part in (one, two)]
    assert parts.known_algorithms(same, roles()) == ["A", "B", "C"]
    for other in (["D", "C", "B", "A"], ["A", "B"], ["A", "B", "C", "E"], None):
        mixed = [same[0], survey_of(algorithms=["C", "A"], levels=other)]
        assert parts.known_algorithms(mixed, roles()) == ["B", "A", "C"]
    assert parts.known_algorithms([one, same[1]], roles()) == ["B", "A", "C"]
    with pytest.raises(errors.AlgorithmError, match=r'only "A"'):
        parts.known_algorithms([survey_of(algorithms=["A"])], roles())
    with pytest.raises(errors.AlgorithmError, match="the table has 0"):
        parts.known_algorithms([], roles())


@pytest.mark.parametrize(
    ("runs", "in_one_run", "in_one_part"),
    [
        ([], True, True),
        ([[]], True, True),
        ([[1, 2], [3]], True, True),
        ([[1, 2], [2, 3]], True, False),
        ([[1, 2], [], [2, 3]], True, False),
        ([[1], [1], [1, 2]], True, False),
        ([[1, 2], [1]], False, False),
        ([[1, 2, 1], [3]], False, True),
        ([[2, 1], [1, 2]], False, False),
        ([[0], [1]], True, True),
        ([[0]], True, True),
    ],
)
def test_whether_data_sets_have_one_run_of_rows_or_one_part(runs, in_one_run, in_one_part):
    seen = [survey_of(own) for own in runs]
    assert parts.in_one_run(seen) is in_one_run
    assert parts.in_one_part(seen) is in_one_part


def test_names_that_are_spelt_alike_are_found():
    assert parts.spelt_like(frame(["Iris", "iris", "wine"]), roles(), {"iris"}) == ["Iris", "iris"]


# --- Counts ---------------------------------------------------------------------------------------

FAULTS = {
    "other": errors.ColumnError("other"),
    "twice": errors.DuplicateRowsError("twice"),
    "value": errors.InvalidValueError("value"),
    "ties": errors.TieExpansionError("ties"),
}


@pytest.mark.parametrize("first", FAULTS)
@pytest.mark.parametrize("second", FAULTS)
def test_of_two_faults_that_of_the_earlier_stage_is_kept(first, second):
    one, two = (PartialCounts(None, None, FAULTS[name]) for name in (first, second))
    stages = list(FAULTS)
    expected = min(first, second, key=stages.index)
    assert (one + two).fault is FAULTS[expected]
    assert (one + PartialCounts(None, None)).fault is one.fault
    assert (PartialCounts(None, None) + one).fault is one.fault


STATEMENTS = partial(parts.statements, ties={"x": "split", "y": "split"})


@pytest.mark.parametrize("count", [STATEMENTS, totals_of])
def test_a_part_without_data_sets_adds_nothing(count):
    whole = parts.count_part(frame(), roles(), ["A", "B"], count)
    none = parts.count_part(frame().iloc[:0], roles(), ["A", "B"], count)
    assert whole.fault is none.fault is None
    for found in (whole + none, none + whole, parts.added([none, whole, none])):
        assert found.counts.n == whole.counts.n == 3
        for name in ("codes", "weights", "alone", "possible", "outcomes", "family_sizes"):
            own = getattr(whole.counts, name, None)
            if own is not None:
                assert getattr(found.counts, name).tolist() == own.tolist()
                assert getattr(found.counts, name).dtype == own.dtype
        assert found.counts.measures == MEASURES and found.gaps.number == 0


def test_empty_counts_have_the_shape_of_others():
    table = parts.count_part(frame().iloc[:0], roles(rope={"x": 0.5}), ["A", "B"], STATEMENTS)
    counts = table.counts
    assert counts.codes.shape == (0, 2) and counts.weights.shape == (0,)
    assert (counts.n, counts.ties, counts.rope) == (0, {"x": 0, "y": 0}, {"x": 0.5, "y": 0.0})
    assert counts.tie_rules == {"x": "split", "y": "split"} and counts.dropped == ()
    assert {own.dtype.kind for own in (counts.codes, counts.alone, counts.possible)} == {"i"}


@pytest.mark.parametrize("missing", ["raise", "drop", "worst"])
def test_a_part_with_gaps_is_counted_as_the_rule_says(missing):
    df = frame()
    df.loc[3, "x"] = np.nan
    found = parts.count_part(df, roles(missing=missing), ["A", "B"], STATEMENTS)
    assert found.fault is None and found.gaps.number == 1
    n = {"raise": None, "drop": 2, "worst": 3}[missing]
    assert (None if found.counts is None else found.counts.n) == n
    if missing == "raise":
        with pytest.raises(errors.MissingValuesError, match="1 result is missing"):
            total([found])
    else:
        assert total([found], missing=missing).n == n


def total(found, algorithms=("A", "B"), **more):
    return parts.total_counts(found, roles(**more), algorithms, lambda plains: [])


def test_faults_stand_before_gaps_and_ties_behind_them():
    df = frame()
    df.loc[3, "x"] = np.nan
    gaps = parts.count_part(df, roles(), ["A", "B"], STATEMENTS)
    for name, fault in FAULTS.items():
        expected = errors.MissingValuesError if name == "ties" else type(fault)
        for order in (1, -1):
            with pytest.raises(expected):
                total([gaps, PartialCounts(None, None, fault)][::order])
    whole = parts.count_part(frame(), roles(), ["A", "B"], STATEMENTS)
    with pytest.raises(errors.TieExpansionError, match="ties"):
        total([whole, PartialCounts(None, None, FAULTS["ties"])])
    assert total([whole, whole]).n == 6


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("drop", "all 3 have"),
        ("worst", "No data set is left: the table has no complete row"),
    ],
)
def test_where_no_data_set_is_left_the_whole_table_says_so(missing, said):
    df = frame().assign(x=np.nan)
    found = parts.count_part(df, roles(missing=missing), ["A", "B"], STATEMENTS)
    with pytest.raises(errors.JointStatsError, match=said):
        total([found], missing=missing)
    with pytest.raises(errors.JointStatsError, match=said):
        js.results_table(df, dataset="d", algorithm="a", measures=MEASURES, missing=missing)


def test_rows_that_are_there_twice_are_a_fault_of_their_part():
    twice = pd.concat([frame("p"), frame("p")])
    found = parts.count_part(twice, roles(), ["A", "B"], STATEMENTS)
    assert isinstance(found.fault, errors.DuplicateRowsError) and found.counts is None
    mean = parts.count_part(twice, roles(aggregate="mean"), ["A", "B"], STATEMENTS)
    assert mean.fault is None and mean.counts.n == 1
    families = frame().assign(f=["1", "1", "2", "2", "2", "2"])
    totals = parts.count_part(families, roles(cluster="f"), ["A", "B"], totals_of).counts
    assert totals.family_names == ("1", "2") and totals.family_sizes.tolist() == [1, 2]
    broken = parts.count_part(
        families.assign(f=list("121222")), roles(cluster="f"), ["A", "B"], totals_of
    )
    assert isinstance(broken.fault, errors.ColumnError)
