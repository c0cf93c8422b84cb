"""Families, runs and missing results in one table: what is said where two of them meet."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.joint.unknown import doubts_of
from jointstats.words.phrases import between

BOTH = {"m0": "max", "m1": "max"}
RUNS = {"runs": "run", "run_kind": "independent"}
KIN = {"cluster": "family"}
GAPS = {"missing": "unknown"}


def frame(n=20, k=3, lost=(), size=4, seed=0):
    """Two measures of k algorithms, the first the best; `lost` are (data set, algorithm)."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(n):
        for by in "ABC"[:k]:
            base = rng.normal(size=2) + 2.0 * (by == "A")
            rows += [
                {"data": f"d{d}", "by": by, "run": j, "family": f"f{d // size}",
                 "m0": x, "m1": y}
                for j, (x, y) in enumerate(base + 0.3 * rng.normal(size=(3, 2)))
                if (d, by) not in lost
            ]  # fmt: skip
    return pd.DataFrame(rows)


def table(df, **more):
    how = {"aggregate": "mean"} | more if "runs" not in more else more
    return js.results_table(df, dataset="data", algorithm="by", measures=BOTH, **how)


def test_no_claim_of_families_is_said_to_hold_whatever_is_missing():
    found = js.compare_algorithms(table(frame(28, 2, {(0, "A"), (5, "B")}), **KIN, **GAPS))
    assert found.decided
    assert all(row.p_adjusted_worst is None and row.holds_at_worst is None for row in found.wins)
    assert "Whatever the missing" not in str(found)
    assert "not computed with families" in " ".join(found.summary().split())


@pytest.mark.warns(r"\d+ families can show nothing")
def test_families_are_those_of_the_data_sets_that_pairs_share():
    gone = {(0, "A"), (0, "B")}  # nothing shares data set 0
    found = js.compare_algorithms(table(frame(20, 3, gone), **KIN, **GAPS))
    assert (found.n, found.families.n, found.families.n_families) == (19, 19, 5)
    signs = js.sign_test(table(frame(20, 3, gone), **KIN, **GAPS))
    assert (signs.n, signs.families.n) == (19, 19)


def test_families_matter_although_no_data_set_is_complete():
    gone = {(d, "ABC"[d % 3]) for d in range(18)}
    whole = table(frame(18, 3, gone), **KIN, **GAPS)
    assert whole.n == 0 and not whole.in_families and whole.known_in_families
    assert "families:   5" in repr(whole)
    found = js.compare_algorithms(whole)
    assert (found.separate_test, found.families.n) == ("sign", 18)
    with pytest.warns(js.JointStatsWarning, match="The 18 data sets are of 5 families"):
        js.wilcoxon_test(whole)


def test_the_bayesian_test_of_families_uses_them_unless_a_data_set_is_partly_known():
    silent = frame(24, 2, {(3, "A"), (8, "B")})  # of these nothing is known
    unknown = js.bayes_test(table(silent, **KIN, **GAPS))
    dropped = js.bayes_test(table(silent, missing="drop", **KIN))
    assert unknown.probability == dropped.probability
    assert unknown.families == dropped.families
    assert unknown.unknown.probability_lowest is None  # bounds are those of independent ones
    partly = frame(24, 3, {(3, "A"), (8, "B")})
    said = (
        "The 24 data sets are of 6 families, and the Bayesian test of incomplete ones takes them "
        "for independent"
    )
    with pytest.warns(js.JointStatsWarning, match=said):
        found = js.bayes_test(table(partly, **KIN, **GAPS), question="best")
    plain = js.bayes_test(table(partly, **GAPS), question="best")
    assert found.families is None
    assert found.probability == plain.probability
    assert not found.decided
    assert found.best is None or found.verdict.startswith("Not shown, because data sets of one")


def test_a_rival_that_no_data_set_shows_has_no_count_in_any_family():
    x = np.tile([[[2.0, 1.0]]], (5, 1, 1))
    x[4] = np.nan
    made = js.results_table(
        {"A": x[:, :, 0], "B": x[:, :, 1]}, measures={"x": "max"}, missing="unknown",
        cluster=dict(zip("12345", "uuvvw", strict=True)),
    )  # fmt: skip
    found = doubts_of(made, "orderings", None, "auto")
    assert (found.n, found.n_silent) == (0, 1)
    assert found.statements.codes.tolist() == [[0], [1]]
    assert found.statements.weights.tolist() == [4, 0]
    assert found.statements.families.counts.tolist() == [[2, 0], [2, 0]]


def test_bayes_of_one_family_with_gaps_decides_nothing():
    df = frame(20, 3, {(3, "A"), (8, "B")}, size=20)
    with pytest.warns(js.JointStatsWarning, match="takes them for independent"):
        found = js.bayes_test(table(df, **KIN, **GAPS), question="best")
    assert found.probability > 0.99
    assert not found.decided
    assert (
        "Not shown, because data sets of one family count as independent"
        in found.summary().replace("\n", " ")
    )


def test_bounds_of_a_claim_are_those_of_families():
    df = frame(24, 2, {(3, "A"), (8, "B"), (9, "B")})
    claim = {"better": ["m0"]}
    found = js.claim_test(table(df, **KIN, **GAPS), "A", "B", **claim).unknown
    for worst, p in ((True, found.p_value_highest), (False, found.p_value_lowest)):
        filled = df.copy()
        for d, by in ((3, "A"), (8, "B"), (9, "B")):
            value = -99.0 if worst == (by == "A") else 99.0
            filled.loc[len(filled)] = [f"d{d}", by, 0, f"f{d // 4}", value, value]
        full = js.claim_test(table(filled, **KIN, min_folds=1), "A", "B", **claim)
        assert full.p_value == p


def test_what_runs_lean_to_takes_families_for_independent_and_says_so_once():
    df = frame(16, 3)
    pair = {"only": ["A", "B"]}
    with pytest.warns(js.JointStatsWarning, match="takes them for independent"):
        found = js.bayes_test(table(df, **KIN, **RUNS, **pair), runs_as="uncertain")
    plain = js.bayes_test(table(df, **RUNS, **pair), runs_as="uncertain")
    assert found.families is None and found.probability == plain.probability
    assert "shares of their own" not in str(found)
    with pytest.warns(js.JointStatsWarning) as told:
        pairs = js.pairwise_tests(table(df, **KIN, **RUNS), test="bayes", runs_as="uncertain")
    assert sum("independent" in str(one.message) for one in told) == 1
    assert pairs.families is None
    same = df.assign(**df.groupby(["data", "by"])[["m0", "m1"]].transform("mean"))
    with pytest.warns(js.JointStatsWarning) as told:  # the averages answer, with families
        found = js.bayes_test(table(same, **KIN, **RUNS, **pair), runs_as="uncertain")
    assert not any("independent" in str(one.message) for one in told)
    assert found.probability == js.bayes_test(table(same, **KIN, **RUNS, **pair)).probability


def test_a_pair_without_a_common_data_set_costs_the_others_nothing():
    never = {(d, "C") for d in range(6)} | {(d, "B") for d in range(6, 12)}
    made = table(frame(12, 3, never), **KIN, **RUNS, **GAPS)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        found = js.compare_algorithms(made)
    assert "nan" not in str(found)
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize("more", [KIN, RUNS, KIN | RUNS])
@pytest.mark.filterwarnings(r"ignore:\d+ families can show nothing")
def test_where_nothing_is_missing_unknown_changes_nothing(more):
    df = frame(10, 3)
    for test in (js.compare_algorithms, js.glrt_test, js.sign_test):
        assert test(table(df, **more, **GAPS)).to_dict() == test(table(df, **more)).to_dict()


@pytest.mark.parametrize("more", [GAPS, RUNS, GAPS | RUNS])
@pytest.mark.filterwarnings("ignore:Each pair is compared on")
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_families_of_one_change_nothing(more):
    df = frame(10, 3, {(3, "A")} if "missing" in more else (), size=1)
    for test in (js.compare_algorithms, js.bayes_test, js.sign_test):
        assert test(table(df, **KIN, **more)).to_dict() == test(table(df, **more)).to_dict()


def test_an_algorithm_that_never_ran_is_named():
    df = frame(8, 3)
    df.loc[df.by == "C", list(BOTH)] = np.nan
    made = table(df, **RUNS, **GAPS)
    text = " ".join(js.compare_algorithms(made).summary().split())
    assert "C has no result beside another algorithm's on some measure" in text


def test_results_that_lack_a_run_are_told_from_those_without_any():
    df = frame(8, 3, {(2, "C")}).query("not (data == 'd1' and by == 'A' and run == 2)")
    text = " ".join(js.compare_algorithms(table(df, **RUNS, **GAPS)).summary().split())
    assert "4 results of 48 are missing" in text
    assert (
        "2 of the missing results have some runs, but not all: min_folds= says how many are enough"
        in text
    )
    enough = js.compare_algorithms(table(df, **RUNS, **GAPS, min_folds=2))
    assert "some runs" not in str(enough)


def test_a_paper_claims_no_model_of_families_where_the_bayesian_test_had_none():
    partly = js.compare_algorithms(table(frame(12, 3, {(3, "A")}), **KIN, **GAPS))
    whole = js.compare_algorithms(table(frame(12, 3), **KIN, **GAPS))
    assert "hierarchical model" in whole.report_text()
    assert "hierarchical model" not in partly.report_text()


def test_what_incomplete_data_sets_change_is_not_put_down_to_the_prior():
    known = [(3, 2, 1)] * 3 + [(2, 3, 1)] * 2 + [(1, 2, None)] * 6  # B is better than A on more
    df = pd.DataFrame(
        [
            (f"d{d}", by, x, x)
            for d, row in enumerate(known)
            for by, x in zip("ABC", row, strict=True)
        ],
        columns=["data", "by", "m0", "m1"],
    )
    found = js.compare_algorithms(table(df, **GAPS))
    best, likely = found.joint["glrt_best"].best, found.joint["bayes_best"].best
    assert None not in (best, likely) and best != likely
    assert "With what is known of 6 incomplete data sets" in found.summary().replace("\n", " ")
    assert "The prior makes" not in str(found)
    assert "results were missing, assumed at random" in found.report_text()


@pytest.mark.warns("Each pair is compared on")
def test_families_of_pairs_are_not_too_few_because_few_data_sets_are_complete():
    lost = {(d, "ABC"[d % 3]) for d in range(8, 28)}  # complete: two families of seven
    pairs = js.pairwise_tests(table(frame(28, 3, lost), **KIN, **GAPS), test="sign")
    assert (pairs.families.n, pairs.families.n_families) == (28, 7)
    assert "can show nothing" not in str(pairs)


def test_ends_of_a_range_that_read_alike_are_said_once():
    assert between(0.99999, 0.999999) == "above 0.999"
    assert between(0.00001, 0.5) == "between below 0.001 and 0.500"
