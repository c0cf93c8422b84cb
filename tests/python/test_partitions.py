"""Counts of a Dask data frame by partition: those of the whole table in memory."""

import os
import signal
import threading
import time
from collections import Counter
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors

dd = pytest.importorskip("dask.dataframe")

ROLES = {
    "dataset": "data",
    "algorithm": "method",
    "measures": {"acc": "max", "time": "min"},
    "rope": {"acc": 0.05},
}


def frame(n=60, algorithms="ABC", seed=1):
    """Two-digit results (ties), data sets in shuffled order but together."""
    rng = np.random.default_rng(seed)
    names = [f"set {i}" for i in rng.permutation(n)]
    rows = [(name, a) for name in names for a in rng.permutation(list(algorithms))]
    df = pd.DataFrame(rows, columns=["data", "method"])
    return df.assign(
        acc=rng.uniform(0, 1, len(df)).round(2), note="x", time=rng.integers(1, 9, len(df)) * 0.1
    )


def partitions(df, *ends):
    """A Dask frame cut after so many rows."""
    cuts = [0, *ends, len(df)]
    parts = [df[a:b] for a, b in pairwise(cuts)]
    return dd.concat([dd.from_pandas(part, npartitions=1, sort=False) for part in parts])


def assert_same(found, expected):
    assert found.algorithms == expected.algorithms
    assert found.measures == expected.measures
    assert (found.codes == expected.codes).all()
    assert found.weights == pytest.approx(expected.weights, abs=1e-12)
    assert (found.n, found.n_tied, found.ties) == (expected.n, expected.n_tied, expected.ties)
    assert (found.rope, found.n_failed) == (expected.rope, expected.n_failed)
    assert Counter(found.dropped) == Counter(expected.dropped)


@pytest.mark.parametrize("together", [True, False])
def test_partitions_give_the_counts_of_the_whole(together):
    df = frame() if together else frame().sample(frac=1, random_state=3)
    expected = js.statement_counts(df, **ROLES)
    assert expected.n_tied > 5
    for ends in ([90, 90], range(9, 180, 9)):  # one is empty; more than are added at once
        found = js.statement_counts(partitions(df, *ends), **ROLES)
        assert_same(found, expected)
        assert found.alone.tolist() == expected.alone.tolist()


def test_rows_are_shuffled_only_if_a_data_set_is_split(monkeypatch):
    seen = []
    shuffle = dd.DataFrame.shuffle
    monkeypatch.setattr(
        dd.DataFrame, "shuffle", lambda *of, **how: seen.append(1) or shuffle(*of, **how)
    )
    js.statement_counts(partitions(frame(), 90), **ROLES)
    assert not seen
    js.statement_counts(partitions(frame(), 91), **ROLES)
    assert seen == [1]


@pytest.mark.parametrize(
    "asked",
    [
        {"question": "best"},
        {"question": "control", "control": "B"},
        {"only": ["C", "A"], "ties": "equal"},
        {"only": ["C", "A"]},
    ],
)
def test_questions_and_ties_are_those_of_a_table_in_memory(asked):
    expected = js.statement_counts(frame(), **ROLES, **asked)
    found = js.statement_counts(partitions(frame(), 40, 100), **ROLES, **asked)
    assert_same(found, expected)
    assert (found.question, found.control) == (expected.question, expected.control)
    assert (found.tie_rules, found.n_split) == (expected.tie_rules, expected.n_split)


@pytest.mark.parametrize("missing", ["drop", "unknown", "worst"])
def test_missing_results(missing):
    df = frame()
    df.loc[[3, 50, 51, 52, 100], "acc"] = np.nan
    df = df.drop(index=[20, 21])
    df = df[~((df["method"] == "C") & (df.index < 40))]  # not in the first partition at all
    expected = js.statement_counts(df, **ROLES, missing=missing)
    assert len(expected.dropped) > 5 or expected.n_failed > 5
    assert_same(js.statement_counts(partitions(df, 20, 60), **ROLES, missing=missing), expected)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_families_are_added_by_name():
    df = frame().assign(kind=lambda x: "kind " + x["data"].str[4:5])
    expected = js.statement_counts(df, **ROLES, cluster="kind")
    found = js.statement_counts(partitions(df, 33, 99), **ROLES, cluster="kind")
    assert_same(found, expected)
    assert sorted(found.families) == sorted(expected.families)
    assert found.n_families == expected.n_families
    assert js.glrt_test(found).p_value == js.glrt_test(expected).p_value


def test_algorithms_in_an_ordered_column_keep_its_order():
    df = frame().assign(method=lambda x: pd.Categorical(x["method"], list("CABX"), ordered=True))
    assert js.statement_counts(partitions(df, 30), **ROLES).algorithms == ("C", "A", "B")


def test_folds_of_some_algorithms():
    """Means of folds, one of two being enough; ties, failed runs and algorithms not asked for."""
    rng = np.random.default_rng(5)
    names = [(f"d{i}", a) for i in range(12) for a in "ABC" for _ in range(2)]
    df = pd.DataFrame(names, columns=["data", "method"]).assign(acc=rng.normal(size=72))
    df.loc[rng.random(72) < 0.3, "acc"] = np.nan
    roles = {
        "dataset": "data", "algorithm": "method", "measures": {"acc": "max"},
        "rope": {"acc": 0.3}, "missing": "worst", "aggregate": "mean", "min_folds": 1,
        "only": ["C", "A"],
    }  # fmt: skip
    table = dd.from_pandas(df, npartitions=4)
    found, whole = js.statement_counts(table, **roles), js.statement_counts(df, **roles)
    assert_same(found, whole)
    assert sorted(found.algorithms) == ["A", "C"]


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"measures": {"accuracy": "max"}, "rope": None}, errors.ColumnError, '"accuracy"'),
        ({"measures": None}, errors.DirectionError, "each measure with its direction"),
        ({"dataset": None}, errors.ColumnError, "which column holds the data set: dataset="),
        ({"algorithm": None}, errors.ColumnError, "which column holds the algorithm: algorithm="),
        ({"on": ["acc"]}, errors.OptionError, "on has no meaning for a Dask data frame: leave it"),
        ({"runs": "note"}, errors.OptionError, "runs has no meaning for a Dask data frame"),
        ({"dataset": ["data", "note"]}, errors.OptionError, "dataset of a Dask data frame is one"),
        ({"where": {"note": "x"}}, errors.OptionError, "where has no meaning for a Dask"),
        ({"columns": "{dataset}"}, errors.OptionError, "columns has no meaning for a Dask"),
        ({"only": ["A"]}, errors.AlgorithmError, 'only "A"'),
        ({"only": ["A", "b"]}, errors.ColumnError, 'no algorithm "b"'),
        ({"question": "control", "control": "Z"}, errors.ColumnError, r'\(control\) "Z"'),
        ({"control": "A"}, errors.OptionError, "needs question"),
        ({"ties": "half"}, errors.OptionError, "ties must be one of"),
    ],
)
def test_what_cannot_be_counted_is_refused(more, error, said):
    with pytest.raises(error, match=said):
        js.statement_counts(partitions(frame(), 90), **ROLES | more)


def test_gaps_are_judged_by_the_whole_table():
    df = frame().drop(index=[5, 150])
    with pytest.raises(errors.MissingValuesError, match=r"^4 results are missing: .* and 1 more"):
        js.statement_counts(partitions(df, 90), **ROLES)
    alike = pd.concat([frame(2, "AB", 2), frame(2, "Ab", 3).assign(data=lambda x: x["data"] + "'")])
    with pytest.raises(errors.AlgorithmError, match='"B" and "b" are never found together'):
        js.statement_counts(partitions(alike, 4), **ROLES)
    empty = frame().assign(acc=lambda x: x["acc"].where(x["data"] != "set 7"),
                           time=lambda x: x["time"].where(x["data"] != "set 7"))  # fmt: skip
    empty["data"] = empty["data"].replace({"set 3": "SET 7"})
    with pytest.raises(errors.ColumnError, match=r'"SET 7" and "set 7" are never found together'):
        js.statement_counts(partitions(empty, 30, 90), **ROLES, missing="drop")
    rare = frame().query("method != 'C' or data in ('set 3', 'set 50')")
    with pytest.raises(errors.MissingValuesError, match='"C" has results on 2 of 60 data sets'):
        js.statement_counts(partitions(rare, 31, 90), **ROLES)
    folds = pd.concat([frame(), frame().assign(acc=0.5)]).iloc[:-1].sort_values("data")
    with pytest.raises(errors.MissingValuesError, match=r'has 1 row on "set \d+" where . has 2: a'):
        js.statement_counts(partitions(folds, 90), **ROLES, aggregate="mean")
    nothing = frame().assign(acc=np.nan)
    with pytest.raises(errors.NoDataError, match="No data set remains"):
        js.statement_counts(partitions(nothing, 30), **ROLES, missing="drop")


def test_rows_that_are_there_twice_are_refused():
    twice = pd.concat([frame(), frame()[:1]])
    with pytest.raises(errors.DuplicateRowsError, match="identical in every column"):
        js.statement_counts(partitions(twice, 90), **ROLES)


@pytest.mark.parametrize("ask", [js.results_table, js.sign_test, js.bayes_test])
def test_all_other_functions_name_those_that_count(ask):
    with pytest.raises(errors.InvalidValueError, match="count it with statement_counts"):
        ask(partitions(frame(), 90), **ROLES)
    with pytest.raises(errors.InvalidValueError, match="A Dask Series is not taken here"):
        js.statement_counts(partitions(frame(), 90)["acc"], **ROLES)


def slow_pieces():
    """One partition, made so slowly that a worker can die meanwhile."""

    def piece(i):  # local: workers cannot import a test module, so it travels as code
        import time

        import numpy as np
        import pandas as pd

        time.sleep(0.15)
        rng = np.random.default_rng(i)
        rows = pd.DataFrame(
            {
                "data": np.repeat([f"set {i} {k}" for k in range(50)], 3),
                "method": np.tile(list("ABC"), 50),
                "acc": rng.uniform(size=150).round(2),
                "time": rng.integers(1, 9, 150) * 0.1,
            }
        )
        return rows.sample(frac=1, random_state=i)

    return piece


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_worker_that_dies_on_the_way_costs_nothing():
    distributed = pytest.importorskip("distributed")
    piece = slow_pieces()
    expected = js.statement_counts(pd.concat([piece(i) for i in range(12)]), **ROLES)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
            dashboard_address=None, memory_limit=0,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2
        table = dd.from_map(piece, range(12), meta=piece(0).iloc[:0])
        killed = []

        def kill():
            time.sleep(1.0)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
            killed.append(time.monotonic())

        thread = threading.Thread(target=kill)
        thread.start()
        found = js.statement_counts(table, **ROLES)
        done = time.monotonic()
        thread.join()
    assert killed and killed[0] < done  # it died while the counts were being made
    assert_same(found, expected)
