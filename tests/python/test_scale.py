"""Counts of files in pieces and on a Dask cluster: those of the whole table in memory."""

import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.errors import (
    AlgorithmError,
    ColumnError,
    DuplicateRowsError,
    InvalidValueError,
    MissingExtraError,
    MissingValuesError,
    OptionError,
    ReadError,
)

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


def assert_same(found, expected):
    assert found.algorithms == expected.algorithms
    assert found.measures == expected.measures
    assert (found.codes == expected.codes).all()
    assert found.weights == pytest.approx(expected.weights, abs=1e-12)
    assert (found.n, found.n_tied, found.ties) == (expected.n, expected.n_tied, expected.ties)
    assert (found.rope, found.n_failed) == (expected.rope, expected.n_failed)
    assert Counter(found.dropped) == Counter(expected.dropped)


def save(df, path, row_group=7):
    if path.suffix == ".parquet":
        df.to_parquet(path, index=False, row_group_size=row_group)
    else:
        df.to_csv(path, index=False, sep="\t" if path.suffix == ".tsv" else ",")
    return path


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet"])
@pytest.mark.parametrize("rows", [1, 10, 10**6])
def test_any_pieces_give_the_counts_of_the_whole(tmp_path, ending, rows):
    path = save(frame(), tmp_path / f"results.{ending}")
    expected = js.statement_counts(js.read_results(path, **ROLES))
    assert_same(js.read_counts(path, **ROLES, rows=rows), expected)
    assert expected.n_tied > 5


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_rows_that_do_not_stand_together_are_sorted_on_disk(tmp_path, monkeypatch, ending):
    beside = tmp_path / "beside"
    beside.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(beside))
    df = frame().sample(frac=1, random_state=1)
    path = save(df, tmp_path / f"results.{ending}")
    expected = js.statement_counts(js.read_results(path, **ROLES))
    for grouped in (None, False):
        assert_same(js.read_counts(path, **ROLES, rows=20, grouped=grouped), expected)
    assert not list(beside.iterdir())


def test_a_wrong_promise_of_order_is_noticed(tmp_path):
    path = save(frame().sort_values("method"), tmp_path / "r.csv")
    for rule in ("raise", "worst"):  # a fragment of a data set is no data set with failed runs
        with pytest.raises(OptionError, match="leave grouped out"):
            js.read_counts(path, **ROLES, missing=rule, rows=20, grouped=True)


@pytest.mark.parametrize("rule", ["drop", "worst"])
@pytest.mark.parametrize("scattered", [False, True])
def test_missing_results(tmp_path, rule, scattered):
    df = frame()
    df.loc[[3, 50, 51, 52, 100], "acc"] = np.nan
    df = df.drop(index=[20, 21])
    df = df[~((df["method"] == "C") & (df.index < 40))]  # not in the first pieces at all
    if scattered:
        df = df.sample(frac=1, random_state=2)
    path = save(df, tmp_path / "r.csv")
    expected = js.statement_counts(js.read_results(path, **ROLES, missing=rule))
    found = js.read_counts(path, **ROLES, missing=rule, rows=9)
    if scattered:
        assert Counter(found.dropped).keys() >= set()
    assert_same(found, expected)


def test_folds_are_aggregated(tmp_path):
    df = pd.concat([frame().assign(fold=i) for i in range(3)])
    df["acc"] = np.random.default_rng(0).uniform(size=len(df)).round(2)
    path = save(df, tmp_path / "r.parquet", row_group=11)
    expected = js.statement_counts(js.read_results(path, **ROLES, aggregate="mean"))
    assert_same(js.read_counts(path, **ROLES, aggregate="mean", rows=30), expected)
    with pytest.raises(DuplicateRowsError):
        js.read_counts(path, **ROLES, rows=30)


def test_some_algorithms_several_files_and_names_that_are_numbers(tmp_path):
    df = frame().assign(data=lambda x: x["data"].str[4:].astype(int))
    paths = [save(df[:100], tmp_path / "1.parquet"), save(df[100:], tmp_path / "2.parquet")]
    expected = js.statement_counts(df, **ROLES, only=["C", "A"])
    assert_same(js.read_counts(paths, **ROLES, only=["C", "A"], rows=25), expected)
    assert_same(js.read_counts(paths, **ROLES, only=["C", "A"], grouped=True), expected)


def test_workers_give_the_same_counts(tmp_path):
    pytest.importorskip("joblib")
    path = save(frame(), tmp_path / "r.parquet")
    one = js.read_counts(path, **ROLES, rows=20)
    two = js.read_counts(path, **ROLES, rows=20, n_jobs=2)
    assert (one.weights == two.weights).all()
    assert_same(two, one)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_the_test_takes_the_counts(tmp_path):
    path = save(frame(), tmp_path / "r.csv")
    table = js.read_results(path, **ROLES)
    found = js.bayes_test(js.read_counts(path, **ROLES, rows=50)).to_frame()
    expected = js.bayes_test(table).to_frame()
    assert found["statement"].tolist()[:3] == expected["statement"].tolist()[:3]
    assert found["probability"].tolist() == pytest.approx(expected["probability"].tolist())


@pytest.mark.parametrize(
    "text, more, error, message",
    [
        ("data,method,acc\na,A,0.1\na,B,high\n", {}, InvalidValueError, "high"),
        ("data,method,acc\na,A,0.1\nb,B,0.2\n", {}, MissingValuesError, "acc of B"),
        ("data,method,acc\na,A,0.1\nb,B,0.2\n", {"missing": "drop"}, MissingValuesError, "all 2"),
        ("data,method,acc\na,A,0.1\n", {}, AlgorithmError, 'only "A"'),
        ("data,method,acc\n", {}, AlgorithmError, "has 0"),
        ("", {}, ReadError, "is empty"),
        ("data,method\na,A\na,B\n", {}, ColumnError, '"acc"'),
        ("data,method,acc\na,A,0.1\na,B,0.2\n", {"rows": 0}, OptionError, "rows must be"),
        ("data,method,acc\na,A,0.1\na,B,0.2\n", {"format": "xls"}, OptionError, "format"),
    ],
)
def test_errors(tmp_path, text, more, error, message):
    path = tmp_path / "r.csv"
    path.write_text(text)
    with pytest.raises(error, match=message):
        js.read_counts(path, dataset="data", algorithm="method", measures={"acc": "max"}, **more)


@pytest.mark.parametrize(
    "text, more, error, message",
    [
        ("data,method,acc\na,A,0,5\na,B,0,7\n", {}, ReadError, "Expected 3 fields"),
        ("data,method,acc,acc\na,A,1,2\na,B,2,1\n", {}, ColumnError, "2 times"),
        (
            "data,method,acc\na,A,1\na,B,2\n",
            {"only": ["A", "b"], "missing": "worst"},
            ColumnError,
            'no algorithm "b"',
        ),
        ("data,method,acc\na,A,1\na,B,2\n", {"only": "AB"}, ColumnError, '"AB"'),
        ("data,method,acc\na,A,1\na,svm,2\nb,A,1\nb,SVM,1\n", {}, AlgorithmError, '"SVM"'),
        ("data,method,acc\na,A,1\na,B,\nb,A,1\nb,B,2\nA,A,\nA,B,\n", {}, ColumnError, '"A"'),
        ("data,method,acc\na,A,1\n,B,2\n", {}, ColumnError, "row 2"),
    ],
)
@pytest.mark.parametrize("rows", [1, 10])
def test_what_a_table_in_memory_refuses_is_refused(tmp_path, text, more, error, message, rows):
    path = tmp_path / "r.csv"
    path.write_text(text)
    roles = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}, **more}
    with pytest.raises(error, match=message):
        js.read_counts(path, **roles, rows=rows)
    with pytest.raises(error, match=message):
        js.read_results(path, **roles)


def test_any_name_may_be_that_of_a_data_set(tmp_path):
    path = save(frame(2).assign(data=["\x00"] * 3 + ["NA"] * 3), tmp_path / "r.csv")
    assert js.read_counts(path, **ROLES).n == 2


def test_algorithms_in_an_ordered_column_keep_its_order(tmp_path):
    df = frame().assign(method=lambda x: pd.Categorical(x["method"], list("CABX"), ordered=True))
    path = save(df, tmp_path / "r.parquet")
    assert js.read_counts(path, **ROLES, rows=10).algorithms == ("C", "A", "B")


def test_files_that_are_not_there(tmp_path):
    for name in ("none.csv", "none.parquet"):
        with pytest.raises(ReadError, match="no file"):
            js.read_counts(tmp_path / name, **ROLES)
    with pytest.raises(ReadError, match="No file"):
        js.read_counts([], **ROLES)
    with pytest.raises(ReadError, match="Standard input"):
        js.read_counts("-", **ROLES)


# --- Dask -----------------------------------------------------------------------------------------


@pytest.fixture
def dd():
    return pytest.importorskip("dask.dataframe")


@pytest.mark.parametrize("grouped", [False, True])
def test_dask_data_frames(dd, grouped):
    df = frame()
    pieces = [df[:90], df[90:90], df[90:]]
    if not grouped:  # counts are added up eight at a time
        df = df.sample(frac=1, random_state=3)
        pieces = [df.iloc[piece] for piece in np.array_split(np.arange(180), 9)]
    expected = js.statement_counts(pd.concat(pieces), **ROLES)
    found = js.dask_counts(
        dd.concat([dd.from_pandas(p, npartitions=1, sort=False) for p in pieces]),
        **ROLES,
        grouped=grouped,
    )
    assert_same(found, expected)


def test_dask_folds_of_some_algorithms(dd):
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
    found, whole = js.dask_counts(table, **roles), js.statement_counts(df, **roles)
    assert_same(found, whole)
    assert sorted(found.algorithms) == ["A", "C"]
    several = roles | {"min_folds": 2}
    assert js.statement_counts(df, **several).weights.tolist() != whole.weights.tolist()
    pairs = js.dask_pairs(table, **several)
    assert pairs.outcomes.tolist() == js.pair_totals(df, **several).outcomes.tolist()
    assert pairs.outcomes.tolist() != js.pair_totals(df, **roles).outcomes.tolist()


def test_dask_errors(dd):
    table = dd.from_pandas(frame(), npartitions=2)
    with pytest.raises(ColumnError, match='"accuracy"'):
        js.dask_counts(table, dataset="data", algorithm="method", measures={"accuracy": "max"})
    holes = dd.from_pandas(frame().drop(index=5), npartitions=2)
    with pytest.raises(MissingValuesError, match="missing"):
        js.dask_counts(holes, **ROLES)


def test_dask_notices_a_wrong_promise_of_order(dd):
    table = dd.from_pandas(frame().sort_values("method"), npartitions=3, sort=False)
    with pytest.raises(OptionError, match="several partitions"):
        js.dask_counts(table, **ROLES, missing="worst", grouped=True)
    with pytest.raises(InvalidValueError, match="takes a Dask data frame; got DataFrame"):
        js.dask_counts(frame(), **ROLES)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(MissingExtraError, match=r"jointstats\[scale\]"):
        js.dask_counts(None, **ROLES)


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
def test_a_worker_that_dies_on_the_way_costs_nothing(dd):
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
        found = js.dask_counts(table, **ROLES)
        done = time.monotonic()
        thread.join()
    assert killed and killed[0] < done  # it died while the counts were being made
    assert_same(found, expected)
