"""Comparisons of a Dask data frame: those of the table in memory, from totals of its parts."""

import pickle
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.claims.totals import Totals

dd = pytest.importorskip("dask.dataframe")

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max", "time": "min"}}
MEDIANS = ("median_acc", "median_time")


def frame(n=120, algorithms="ABCDE", seed=1):
    """Later algorithms are more accurate and slower; accuracy is rounded, so some results tie."""
    rng = np.random.default_rng(seed)
    rows = pd.MultiIndex.from_product([[f"set {i}" for i in rng.permutation(n)], list(algorithms)])
    df = rows.to_frame(index=False, name=["data", "method"])
    ahead = df["method"].map({name: i for i, name in enumerate(algorithms)})
    return df.assign(
        acc=(rng.normal(size=len(df)) + 0.5 * ahead).round(1),
        time=rng.lognormal(size=len(df)) + 0.4 * ahead,
        suite=lambda x: "suite " + x["data"].str[4:].astype(int).floordiv(3).astype(str),
    )


def partitions(df, *ends):
    """A Dask frame cut after so many rows; parts may be empty, and cut data sets."""
    parts = [df[a:b] for a, b in pairwise([0, *ends, len(df)])]
    return dd.concat([dd.from_pandas(part, npartitions=1, sort=False) for part in parts])


def assert_frames_alike(found, expected, *unknown):
    assert list(found.columns) == list(expected.columns)
    for name in expected.columns:
        if name in unknown:
            assert found[name].isna().all()
        elif expected[name].dtype == float:
            np.testing.assert_allclose(found[name], expected[name], rtol=1e-12, atol=1e-12)
        else:
            assert found[name].tolist() == expected[name].tolist(), name


def gaps(df, share=0.1):
    df = df.copy()
    df.loc[np.random.default_rng(3).random(len(df)) < share, "acc"] = np.nan
    return df


CALLS = {
    "no rope": (frame(), {}),
    "ropes": (frame(), {"rope": {"acc": 0.4, "time": 0.8}}),
    "one of two ropes is none": (frame(), {"rope": {"acc": 0}}),
    "families": (frame(), {"cluster": "suite", "rope": {"acc": 0.4}}),
    "families that may be unknown": (
        gaps(frame(), 0.03), {"cluster": "suite", "missing": "unknown"}
    ),
    "families, dropped": (gaps(frame()), {"cluster": "suite", "missing": "drop"}),
    "dropped": (gaps(frame(), 0.3), {"missing": "drop"}),
    "worst": (gaps(frame(), 0.4), {"missing": "worst", "rope": {"acc": 0.2}}),
    "control": (frame(), {"control": "C"}),
    "groups": (
        frame().assign(time=lambda x: 9 / x["time"]),
        {"groups": {"all": ["acc", "time"]}, "within": "jointly", "rope": {"acc": 0.4}}
    ),
    "only": (frame(), {"only": ["D", "A", "B"]}),
    "two": (frame(), {"only": ["D", "A"]}),
    "folds": (pd.concat([frame(), frame(seed=2)]), {"aggregate": "mean"}),
}  # fmt: skip


# What findings say of medians, which are no sums: the rest is the same.
SIZES = re.compile(
    r" (The median difference|Bounds of medians).*$| \(in the median [^()]*\)"
    r"| \(median difference between [^()]*\)|; median difference between [^()]*(?=\))"
)


def without_sizes(whole):
    """The pairs without medians and bounds: order statistics of parts do not add up."""
    frame = whole.to_frame()
    sized = [name for name in frame if name.partition("_")[0] in ("median", "low", "high")]
    assert len(sized) == 3 * len(whole.measures)
    return frame.drop(columns=sized)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize("name", CALLS)
def test_parts_give_the_answer_of_the_whole(name):
    df, options = CALLS[name]
    if "cluster" not in options:
        df = df.drop(columns="suite")  # whose mention is a hint of a table in memory
    whole = js.compare_algorithms(df, **ROLES, **options)
    assert {row.state for row in whole.pairs} != {"open"}
    for ends in ([250, 250], [133, 301, 444]):  # one part is empty; data sets are cut
        parts = js.compare_algorithms(partitions(df, *ends), **ROLES, **options)
        assert parts.data is None
        assert_frames_alike(parts.to_frame(), without_sizes(whole))
        assert_frames_alike(parts.to_frame("board"), whole.to_frame("board"), *MEDIANS)
        for what in (
            "algorithms", "n", "n_dropped", "n_families", "n_failed", "rope", "missing", "groups",
            "control", "aggregate",
        ):  # fmt: skip
            assert getattr(parts, what) == getattr(whole, what), what
        assert list(parts.findings) == [
            SIZES.sub("", said)
            for said in whole.findings
            if not said.startswith(("Break-even", "Next step"))
        ]
        assert "median" not in " ".join(parts.findings)
        assert {one.dataset for one in parts.dropped} == {one.dataset for one in whole.dropped}
        if len(whole.algorithms) > 2:
            assert list(map(str, parts.warnings)) == list(map(str, whole.warnings))


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_a_leaderboard_by_parts():
    whole, parts = (
        js.leaderboard(frame(), **ROLES),
        js.leaderboard(partitions(frame(), 200), **ROLES),
    )
    assert_frames_alike(parts.to_frame(), whole.to_frame(), *MEDIANS)
    assert parts.unbeaten == whole.unbeaten and parts.verdict == whole.verdict


def test_families_of_which_each_part_has_one_data_set_stay_families():
    """A part all of whose families have one data set adds to parts where they have more."""
    df = frame()
    whole_rows = df["data"].isin({"set 0", "set 1", "set 2"})
    single = df["data"].str[4:].astype(int).mod(3).eq(0) & ~whole_rows
    df = pd.concat([df[whole_rows], df[single]])
    assert js.compare_algorithms(df, **ROLES, cluster="suite").n_families == 40
    parts = js.compare_algorithms(partitions(df, 15), **ROLES, cluster="suite")
    assert parts.n_families == 40
    assert_frames_alike(
        parts.to_frame(), without_sizes(js.compare_algorithms(df, **ROLES, cluster="suite"))
    )


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize("only", [list("ABCDE"), ["A", "D"]])
def test_what_needs_the_results_is_left_out_or_refused(only, tmp_path):
    result = js.compare_algorithms(partitions(frame(), 200), **ROLES, only=only)
    assert result.tests == {}
    said = [str(one) for one in result.warnings if "papers' tests" in str(one)]
    assert len(said) == (len(only) == 2)
    assert result.summary() and result.to_latex() and result.report_text()
    result.to_html(tmp_path / "report.html")
    assert not {"results", "quadrant", "effects"} & {*result.figures}
    with pytest.raises(errors.OptionError, match="does not keep its results"):
        result.to_latex("data")
    with pytest.raises(errors.JointStatsError, match="does not keep a results table"):
        js.sensitivity(result)


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"on": ["acc"]}, errors.OptionError, "on has no meaning for a Dask data frame: leave it"),
        ({"runs": "suite"}, errors.OptionError, "runs has no meaning for a Dask data frame"),
        ({"control": "Z"}, errors.ColumnError, 'no algorithm .*"Z"'),
        ({"groups": {"g": ["speed"]}}, errors.ColumnError, '"speed"'),
        ({"only": ["A"]}, errors.AlgorithmError, 'only "A"'),
    ],
)
def test_what_cannot_be_compared_is_refused(more, error, said):
    with pytest.raises(error, match=said):
        js.compare_algorithms(partitions(frame(), 90), **ROLES | more)


def test_a_table_without_a_result_is_refused():
    nothing = frame().assign(acc=np.nan, time=np.nan)
    with pytest.raises(errors.NoDataError, match="No data set remains"):
        js.compare_algorithms(partitions(nothing, 30), **ROLES, missing="drop")
    with pytest.raises(errors.MissingValuesError, match="1200 results are missing"):
        js.compare_algorithms(partitions(nothing, 30), **ROLES)


@pytest.mark.parametrize("other", ["another", "suite 1"])
def test_a_data_set_in_two_families_of_two_partitions_is_refused(other):
    df = frame()
    name = df["data"][200]
    df["suite"] = df["suite"].where((df["data"] != name) | (df.index != 200), other)
    for ends in ([], [201]):
        with pytest.raises(errors.ColumnError, match=f'data set "{name}" is in two families'):
            js.compare_algorithms(partitions(df, *ends), **ROLES, cluster="suite")


def test_totals_travel_between_processes():
    table = js.results_table(frame(), **ROLES, cluster="suite")
    totals = replace(Totals.of(table, None, ()), data=None)
    there = pickle.loads(pickle.dumps(totals))
    twice, once = (there + totals).votes, totals.votes
    assert twice.times.sum() == once.times.sum() == len(totals.places)
    one = once.kinds.measures[once.kind]
    assert twice.kinds.measures[twice.kind].tolist() == (2 * one).tolist()
