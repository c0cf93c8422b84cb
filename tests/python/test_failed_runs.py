"""Failed runs: a pair's verdict is its own, two failures tie, and failed runs of several."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import jointstats as js
from jointstats.base import errors
from jointstats.interfaces.cli import main

NAN = float("nan")
ALL = {"dataset": "task", "algorithm": "who"}


def drawn(rng):
    """Three algorithms that often fail, some measures, ropes and families: values, and options."""
    n, m = int(rng.integers(3, 25)), int(rng.integers(1, 4))
    values = np.round(rng.normal(size=(3, n, m)), 1)
    values[rng.random(values.shape) < rng.choice([0.2, 0.6])] = NAN
    values[:, rng.random(n) < 0.3] = NAN  # all algorithms failed on all measures
    values[:, 0] = rng.normal(size=(3, m))  # every algorithm has some result
    names = [f"m{j}" for j in range(m)]
    options = {"measures": {name: rng.choice(["max", "min"]) for name in names},
               "rope": {name: rng.choice([0, 0.3]) for name in names if rng.random() < 0.6},
               "missing": "worst"}  # fmt: skip
    if rng.random() < 0.3:
        options["cluster"] = {str(i + 1): f"f{i // 2}" for i in range(n)}
    return dict(zip("ABC", values, strict=True)), options


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.filterwarnings("ignore::jointstats.base.errors.JointStatsWarning")
def test_a_third_algorithm_changes_no_answer_about_a_pair(seed):
    values, options = drawn(np.random.default_rng(seed))
    tables = [js.results_table({name: values[name] for name in of}, **options)
              for of in ("ABC", "AB")]  # fmt: skip
    names = list(options["measures"])
    asked = {"better": names[:1], "not_worse": names[1:]}
    most = {"better": names, "at_least": len(names) // 2 + 1}
    equal = {"equal": [name for name in names if options["rope"].get(name)]}
    for claim in (asked, most, *([equal] if equal["equal"] else [])):
        with_it, without = (js.claim_test(table, "A", "B", **claim) for table in tables)
        assert with_it == without
    for test in ("glrt", "sign"):
        pairs = [js.pairwise_tests(table, test=test).pairs for table in tables]
        first = [row.p_value for row in pairs[0] if (row.a, row.b) == ("A", "B")]
        assert first == [row.p_value for row in pairs[1]]


def both_fail(n_failed=60, wins=32, losses=8):
    sides = [(NAN, NAN)] * n_failed + [(1, 0)] * wins + [(0, 1)] * losses
    a, b = np.array(sides, float).T
    return {"A": a, "B": b}


def test_32_of_100_is_not_more_than_half():
    options = {"measures": {"solved": "max"}, "missing": "worst"}
    result = js.claim_test(both_fail(), "A", "B", better=["solved"], **options)
    assert (result.yes, result.no, result.n) == (32, 68, 100)
    assert result.p_value == pytest.approx(binom.sf(31, 100, 0.5))
    assert (result.yes_against, result.no_against) == (32, 8)  # no vote where both failed
    assert not result.decided and "32 of 100" in result.verdict
    assert "Both failed on 60 data sets." in result.verdict
    not_worse = js.claim_test(both_fail(), "A", "B", not_worse=["solved"], rope=0.5, **options)
    assert (not_worse.yes, not_worse.no) == (92, 8)
    equal = js.claim_test(both_fail(), "A", "B", equal=["solved"], rope=2, **options)
    assert (equal.yes, equal.no) == (40, 60)  # failures are no evidence of equality
    whole = js.compare_algorithms(both_fail(), **options)
    (row,) = whole.pairs
    assert (row.n, row.wins_a, row.wins_b, row.both_failed) == (
        100, {"solved": 32}, {"solved": 8}, {"solved": 60},
    )  # fmt: skip
    assert row.unknown == row.ties == {"solved": 0}
    assert "Both failed on 60 data sets" in " ".join(whole.summary().split())


def test_a_ledger_counts_two_failures_as_the_test_does(tmp_path):
    frame = js.results_table(
        both_fail(6, 9, 1), measures={"solved": "max"}, missing="worst"
    ).to_frame()
    watched = js.watch_claim(
        str(tmp_path / "ledger.json"), frame, "A", "B", better=["solved"], dataset="dataset",
        algorithm="algorithm", measures={"solved": "max"}, missing="worst", alternative="two-sided",
    )  # fmt: skip
    assert (watched.yes, watched.no, watched.both_failed) == (9, 7, {"solved": 6})
    assert "Both failed on 6 data sets." in watched.verdict


def test_a_group_on_which_both_failed_is_no_evidence_of_equality():
    values = {"A": [[NAN, NAN], [NAN, 3], [NAN, 2]] * 2, "B": [[NAN, NAN], [NAN, 2], [NAN, 2]] * 2}
    values = {name: [*rows, [1, 1]] for name, rows in values.items()}
    table = js.results_table(values, measures={"x": "max", "y": "max"}, rope=dict(x=0.1, y=0.1),
                             missing="worst")  # fmt: skip
    result = js.claim_test(
        table, "A", "B", better=["both"], groups={"both": ["x", "y"]}, within="jointly"
    )
    row = result.by_measure[-1]
    assert (row.measure, row.n_better, row.n_equal, row.n_both_failed) == ("both", 2, 1, 4)
    assert "Both failed on 6 data sets (x) and 2 data sets (y)." in result.verdict


# --- Failed runs of several -----------------------------------------------------------------------


def attempts():
    """Three attempts of two agents at tasks; one attempt of each failed."""
    rows = [
        {"task": f"t{i}", "who": who, "attempt": k, "resolved": float((i + k) % 3 > 0),
         "cost": 0.4 + 0.01 * k if who == "base" else 0.1 + 0.01 * k}
        for i in range(14) for who in ("base", "new") for k in range(3)
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    failed = ((frame["who"] == "base") & (frame["task"] == "t3") & (frame["attempt"] == 1)) | (
        (frame["who"] == "new") & (frame["task"] == "t5") & (frame["attempt"] == 0)
    )
    frame.loc[failed, ["resolved", "cost"]] = NAN
    return frame


WAYS = {"resolved": "max", "cost": "min"}


def cell(table, task, who, measure):
    at = table.datasets.index(task), list(table.measures).index(measure)
    return table.values[(*at, table.algorithms.index(who))]


def test_without_a_rule_a_failed_run_is_refused_with_both_cures():
    with pytest.raises(errors.MissingValuesError) as caught:
        js.results_table(attempts(), **ALL, measures=WAYS, aggregate="mean")
    assert (
        '1 of 3 runs of base on "t3" failed: failed_runs="drop" combines the others, '
        'failed_runs="worst" counts a failed run as worse than every result.'
    ) in str(caught.value)


@pytest.mark.parametrize("how", [{"aggregate": "mean"}, {"aggregate": "median"},
                                 {"runs": "attempt", "run_kind": "independent"}])  # fmt: skip
def test_dropped_runs_leave_the_rest_and_are_counted(how):
    table = js.results_table(attempts(), **ALL, measures=WAYS, failed_runs="drop", **how)
    frame = attempts().query("task == 't3' and who == 'base'")
    assert (table.n, table.n_failed, table.missing) == (14, 0, "raise")
    assert cell(table, "t3", "base", "cost") == pytest.approx(frame["cost"].mean())
    assert [str(note) for note in table.notes] == [
        '2 of 84 runs failed: failed_runs="drop" leaves them out.'
    ]
    with pytest.warns(js.JointStatsWarning, match="2 of 84 runs failed"):
        result = js.claim_test(
            attempts(), "new", "base", better=["cost"], **ALL, measures=WAYS, failed_runs="drop",
            **how,
        )  # fmt: skip
    assert (result.yes, result.no, result.n) == (14, 0, 14)


def test_a_mean_with_a_failed_run_is_worse_than_every_mean():
    table = js.results_table(attempts(), **ALL, measures=WAYS, aggregate="mean",
                             failed_runs="worst")  # fmt: skip
    assert (table.n, table.n_failed, table.missing) == (14, 2, "worst")
    result = js.claim_test(table, "new", "base", better=["cost"])
    assert (result.yes, result.no, result.n_failed) == (13, 1, 2)


def test_a_median_ranks_failed_runs_below_all_results():
    rows = [("d", "A", 1.0), ("d", "A", NAN), ("d", "A", 3.0), ("d", "B", NAN), ("d", "B", 2.0),
            ("d", "B", NAN), ("d", "C", 1.0), ("d", "C", 2.0), ("d", "C", 4.0)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["task", "who", "x"])
    for way, expected in (("max", 1.0), ("min", 3.0)):
        table = js.results_table(
            frame, **ALL, measures={"x": way}, aggregate="median", failed_runs="worst"
        )
        assert table.values[0, 0].tolist()[::2] == [expected, 2.0]
        assert np.isnan(table.values[0, 0, 1])  # half of its runs and more failed
        assert table.n_failed == 3 and table.select(algorithms=["A", "C"]).n_failed == 1


def test_a_third_algorithm_changes_no_combined_result():
    rng = np.random.default_rng(7)
    for _ in range(20):
        rows = [(f"t{i}", who, rng.normal() if rng.random() > 0.2 else NAN)
                for i in range(6) for who in "ABC" for _ in range(3)]  # fmt: skip
        frame = pd.DataFrame(rows, columns=["task", "who", "x"])
        frame.loc[frame["task"] == "t0", "x"] = 1.0
        for rule in ("worst", "drop"):
            for aggregate in ("mean", "median"):
                how = {"measures": {"x": "max"}, "missing": "worst", "aggregate": aggregate,
                       "failed_runs": rule}  # fmt: skip
                three = js.results_table(frame, **ALL, **how)
                two = js.results_table(frame, **ALL, only=["A", "B"], **how)
                np.testing.assert_array_equal(three.values[..., :2], two.values)
                assert three.select(algorithms=["A", "B"]).n_failed == two.n_failed


def test_a_lost_row_is_no_failed_run():
    frame = attempts().drop(index=7)
    for options in ({"failed_runs": "drop"}, {"failed_runs": "worst"}, {"missing": "worst"}):
        with pytest.raises(errors.MissingValuesError, match="a lost fold, or a duplicated row"):
            js.results_table(frame, **ALL, measures=WAYS, aggregate="mean", **options)
        options = options | {"min_folds": 2, "missing": "worst"}
        assert js.results_table(frame, **ALL, measures=WAYS, aggregate="mean", **options).n == 14


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"failed_runs": "drop"}, 'failed_runs="drop" is about several runs'),
        ({"failed_runs": "zero", "aggregate": "mean"}, 'must be one of "worst", "drop"'),
        (
            {"failed_runs": "worst", "aggregate": "mean", "missing": "drop"},
            'failed_runs="worst" counts failed runs as results, and missing="drop" does not',
        ),
    ],
)
def test_rules_that_do_not_fit_are_refused(options, said):
    with pytest.raises(errors.OptionError, match=said):
        js.results_table(attempts(), **ALL, measures=WAYS, **options)


def test_the_shell_takes_the_rule(capsys, tmp_path):
    def run(*words):
        status = main([str(word) for word in words])
        return status, capsys.readouterr().out

    attempts().to_csv(tmp_path / "runs.csv", index=False)
    words = [
        *("claim", tmp_path / "runs.csv", "--for", "new", "--over", "base", "--better", "cost"),
        *("--dataset", "task", "--algorithm", "who", "--max", "resolved", "--min", "cost"),
        *("--aggregate", "mean"),
    ]
    assert run(*words)[0] == 2
    status, out = run(*words, "--failed-runs", "drop")
    assert status in (0, 3) and "2 of 84 runs failed: --failed-runs drop leaves them out." in out
    assert "2 failed runs ranked below all results" in run(*words, "--failed-runs", "worst")[1]
