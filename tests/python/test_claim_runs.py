"""What runs say of a claim."""

from itertools import product
from types import SimpleNamespace as Row

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, betabinom

import jointstats as js
from jointstats.kernels.joint import uncertain
from jointstats.kernels.joint.claim_runs import uncertain_share
from jointstats.kernels.joint.outcomes import Claim
from jointstats.labelled.joint import claim_runs


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(0.01, 0.99), min_size=1, max_size=7),
    st.floats(0.1, 0.9),
    st.floats(0.2, 0.8),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_all_that_the_data_sets_may_show(q, before, threshold, strength):
    """Enumerated: every pattern of data sets on which the claim holds, by its weight."""
    n, half = len(q), strength / 2
    total = above = mean = 0.0
    for pattern in product((0, 1), repeat=n):
        k = sum(pattern)
        own = [x / before if z else (1 - x) / (1 - before) for x, z in zip(q, pattern, strict=True)]
        # a sequence of k successes, not any sequence of so many
        weight = np.prod(own) * np.exp(betabinom.logpmf(k, n, half, half)) / _orders(n, k)
        total += weight
        above += weight * beta.sf(threshold, half + k, half + n - k)
        mean += weight * (half + k) / (strength + n)
    found = uncertain_share(q, before, threshold, prior_strength=strength)
    assert found.mcse == 0
    assert found.probability == pytest.approx(above / total, abs=1e-12)
    assert found.mean == pytest.approx(mean / total, abs=1e-12)


def _orders(n, k):
    from math import comb

    return comb(n, k)


def test_certain_data_sets_give_the_plain_answer():
    found = uncertain_share([1.0] * 8 + [0.0] * 3, 0.25)
    assert found.probability == pytest.approx(beta.sf(0.5, 8.5, 3.5), abs=1e-12)


def test_drawn_counts_follow_the_seed(monkeypatch):
    q = np.random.default_rng(0).uniform(size=12)
    exact = uncertain_share(q, 0.5)
    assert exact == uncertain_share(q, 0.5, 0.5, prior_strength=1.0, rng=0)
    monkeypatch.setattr(uncertain, "_EXACT_DATASETS", 0)
    one, again, other = (uncertain_share(q, 0.5, rng=seed) for seed in (1, 1, 2))
    assert one == again != other
    assert uncertain_share(q, 0.5) == uncertain_share(q, 0.5, rng=0) != one
    assert exact.mcse == 0 < one.mcse
    assert one.probability == pytest.approx(exact.probability, abs=4 * one.mcse)


def folds(noise, n=12, runs=5):
    rng = np.random.default_rng(4)
    truth = np.where(np.arange(n) < 9, 1.0, -1.0)
    rows = {"data": [], "by": [], "seed": [], "acc": [], "secs": []}
    for d, better in enumerate(truth):
        for j in range(runs):
            for by, side in (("A", 0.0), ("B", better)):
                rows["data"].append(f"d{d}")
                rows["by"].append(by)
                rows["seed"].append(j)
                rows["acc"].append(side + noise * rng.normal())
                rows["secs"].append(-side + noise * rng.normal())
    import pandas as pd

    return pd.DataFrame(rows)


def table(df, **keywords):
    return js.results_table(
        df, dataset="data", algorithm="by", measures={"acc": "max", "secs": "min"}, runs="seed",
        run_kind="independent", **keywords
    )  # fmt: skip


def test_clear_runs_agree_with_the_averages():
    result = js.claim_test(table(folds(0.01)), "B", "A", better=["acc", "secs"])
    assert (result.count, result.runs.n_sure, result.runs.n_sure_not) == (9, 9, 3)
    assert result.runs.probability == pytest.approx(result.probability, abs=1e-6)
    assert "By the runs it surely holds on 9, surely not on 3, and is open on 0" in str(result)


def test_noisy_runs_leave_data_sets_open_and_change_nothing_that_is_decided():
    df = folds(3.0)
    kept = js.claim_test(table(df), "B", "A", better=["acc"])
    plain = js.claim_test(
        js.results_table(
            df, dataset="data", algorithm="by", measures={"acc": "max", "secs": "min"},
            aggregate="mean",
        ), "B", "A", better=["acc"],
    )  # fmt: skip
    assert kept.runs.n_sure + kept.runs.n_sure_not < kept.n
    assert (kept.p_value, kept.decided, kept.share) == (plain.p_value, plain.decided, plain.share)
    assert plain.runs is None


def test_of_the_two_claims_about_one_measure_one_holds():
    data = table(folds(1.5))
    ahead = js.claim_test(data, "B", "A", better=["acc"]).runs
    behind = js.claim_test(data, "A", "B", better=["acc"]).runs
    assert ahead.probability == pytest.approx(1 - behind.probability, abs=1e-9)
    assert ahead.n_sure == behind.n_sure_not


@pytest.mark.warns("Equal on acc means")
def test_exact_equality_has_no_probability():
    result = js.claim_test(table(folds(1.0)), "B", "A", equal=["acc"])
    assert result.runs is None
    roped = js.claim_test(table(folds(1.0), rope={"acc": 0.5}), "B", "A", equal=["acc"])
    assert roped.runs is not None


def test_runs_that_the_two_do_not_share_leave_the_answer_to_the_averages():
    df = folds(1.0)
    df["seed"] = df["by"] + df["seed"].astype(str)
    with pytest.warns(js.JointStatsWarning, match="no run has results of both"):
        result = js.claim_test(table(df), "B", "A", better=["acc"])
    plain = js.claim_test(table(folds(1.0)), "B", "A", better=["acc"])
    assert (result.runs, result.p_value, result.count) == (None, plain.p_value, plain.count)


def test_a_probability_is_one_at_most_however_it_was_rounded(monkeypatch):
    """Probabilities of statements add up to one but for a last digit."""
    rows = [
        {"d": d, "a": a, "r": r, "x": x * (a == "A")}
        for d, x in zip("pqs", (1.0, 2.0, -1.0), strict=True)
        for a in "AB"
        for r in range(2)
    ]
    rows[0]["x"] = 1.5
    table = js.results_table(pd.DataFrame(rows), dataset="d", algorithm="a", runs="r",
                             measures={"x": "max"}, run_kind="independent")  # fmt: skip
    over = np.nextafter(1.0, 2.0)
    seen = Row(
        codes=np.array([[0], [2]]), found=Row(prior=np.array([0.5, 0.5])),
        probability=np.array([[over, 0.0], [0.5, 0.5], [-1e-17, over]]),
    )  # fmt: skip
    asked = []

    def share(of_each, before, threshold, *, prior_strength):
        asked.append((of_each.tolist(), before, threshold, prior_strength))
        return Row(mean=0.5, probability=0.4, mcse=0.1)

    monkeypatch.setattr(claim_runs, "pair_runs", lambda pair: seen)
    monkeypatch.setattr(claim_runs, "uncertain_share", share)
    claim = Claim(better=(0,))
    found = claim_runs.claim_in_runs(table, claim, threshold=0.6, prior_strength=2.0)
    assert asked == [([1.0, 0.5, 0.0], 0.5, 0.6, 2.0)]
    assert (found.n_sure, found.n_sure_not) == (1, 1)
    assert (found.expected_share, found.probability, found.mcse) == (0.5, 0.4, 0.1)
    sure = np.array([[0.95, 0.05], [0.05, 0.95], [0.94, 0.06]])
    edge = Row(**{**vars(seen), "probability": sure})
    monkeypatch.setattr(claim_runs, "pair_runs", lambda pair: edge)
    found = claim_runs.claim_in_runs(table, claim, threshold=0.6, prior_strength=2.0)
    assert (found.n_sure, found.n_sure_not) == (1, 1)
    for prior in ([0.0, 1.0], [1.0, 0.0]):
        known = Row(**{**vars(seen), "found": Row(prior=np.array(prior))})
        monkeypatch.setattr(claim_runs, "pair_runs", lambda pair, known=known: known)
        assert claim_runs.claim_in_runs(table, claim, threshold=0.6, prior_strength=2.0) is None
