"""Families, runs and missing results in one table: what is said where two of them meet."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.base import phrases

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


def test_bayes_of_incomplete_families_decides_by_the_worst_filling():
    """Ten families of two, in which A is nearly always first; with a gap in one, and in each."""
    gaps = [{(1, "A")}, {(k, "A") for k in range(1, 20, 2)}]
    one, all_ = (js.bayes_test(table(frame(20, 2, g, size=2), **KIN, **GAPS)) for g in gaps)
    assert (one.unknown.n_complete, one.n_families, all_.unknown.n_complete) == (19, 10, 10)
    assert one.decided and not all_.decided
    assert one.best == all_.best and all_.probability > 0.99
    # Half of each family is for it, the other half may be against it: two equal statements.
    assert all_.unknown.probability_lowest < 0.51
    assert not any("independent" in note for note in (*one.warnings, *all_.warnings))


def test_a_pair_without_a_common_data_set_costs_the_others_nothing():
    never = {(d, "C") for d in range(6)} | {(d, "B") for d in range(6, 12)}
    made = table(frame(12, 3, never), **KIN, **RUNS, **GAPS)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        found = js.compare_algorithms(made)
    assert "nan" not in str(found)
    json.dumps(found.to_dict(), allow_nan=False)


# --- Comparisons ----------------------------------------------------------------------------------


def test_members_that_are_missing_are_unknown_or_left_out_of_the_vote():
    """Seven families of four; A is the better one, and lacks three results of one family."""
    lost = {(d, "A") for d in (0, 1, 2)}
    found = {}
    for how in ("unknown", "drop"):
        made = table(frame(28, 2, lost, seed=3), **KIN, missing=how)
        row = js.compare_algorithms(made.select(algorithms=["A", "B"])).pairs[0]
        assert (row.a, row.wins_a["m0"]) == ("A", 24 if row.wins_b["m0"] else 25)
        found[how] = row
    assert (found["unknown"].unknown["m0"], found["drop"].unknown["m0"]) == (3, 0)
    assert (found["unknown"].n, found["drop"].n) == (28, 25)
    # All seven families vote for A; with three unknown members the first one votes against.
    # All can still err there: four sides at 2^-7, and two joint chains, of weight 2, at the next
    # smaller value of a sign test of up to seven families, 2^-7 again.
    assert found["drop"].p_a["m0"] == 6 * 2.0**-7
    assert found["unknown"].p_a["m0"] >= found["drop"].p_a["m0"]


def test_a_family_without_remaining_members_has_no_vote():
    lost = {(d, "A") for d in range(4)}
    made = table(frame(28, 2, lost, seed=3), **KIN, missing="drop")
    row = js.compare_algorithms(made).pairs[0]
    assert row.n == 24
    assert row.votes_a["m0"] + row.votes_b["m0"] <= 6


@pytest.mark.parametrize("more", [KIN, RUNS, KIN | RUNS])
@pytest.mark.filterwarnings(r"ignore:\d+ families cannot establish any claim")
# With runs only, the column of families is left aside on purpose.
@pytest.mark.filterwarnings('ignore:The 10 data sets are of 3 different "family"')
def test_where_nothing_is_missing_unknown_changes_nothing(more):
    df = frame(10, 3)
    for test in (js.compare_algorithms, js.glrt_test, js.sign_test):
        assert test(table(df, **more, **GAPS)).to_dict() == test(table(df, **more)).to_dict()


@pytest.mark.parametrize("more", [GAPS, RUNS, GAPS | RUNS])
@pytest.mark.filterwarnings("ignore:Each pair is compared on")
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_families_of_one_change_nothing(more):
    df = frame(10, 3, {(3, "A")} if "missing" in more else (), size=1)
    for test in (js.bayes_test, js.sign_test):
        assert test(table(df, **KIN, **more)).to_dict() == test(table(df, **more)).to_dict()
    kin, alone = (js.compare_algorithms(table(df, **x, **more)).pairs for x in (KIN, {}))
    for one, other in zip(kin, alone, strict=True):
        assert (one.wins_a, one.wins_b, one.low, one.dominates_a) == (
            other.wins_a, other.wins_b, other.low, other.dominates_a
        )  # fmt: skip
        # Sizes of families may be fixed by design: less is known of the number of votes.
        assert all(one.p_a[name] >= other.p_a[name] for name in one.p_a)


def test_ends_of_a_range_that_read_alike_are_said_once():
    assert phrases.between(0.99999, 0.999999) == "above 0.999"
    assert phrases.between(0.00001, 0.5) == "between below 0.001 and 0.500"
