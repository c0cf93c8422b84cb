"""Tests of tables whose data sets come in families, against the kernels and numbers by hand."""

from __future__ import annotations

import csv
import importlib
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.kernels.joint.families import flip_test, leader_flips
from jointstats.kernels.joint.family_shares import whole_counts
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.family_counts import FamilyCounts
from jointstats.presentation.cli.main import main


def study_of_comparisons():
    """The study's module; it imports another one whose name other studies have, too."""
    folder = str(Path(__file__).parents[2] / "studies" / "families")
    kept = sys.modules.pop("run", None)
    sys.path.insert(0, folder)
    try:
        return importlib.import_module("comparisons")
    finally:
        sys.path.remove(folder)
        sys.modules.pop("run", None)
        if kept is not None:
            sys.modules["run"] = kept


study = study_of_comparisons()

WAYS = {"acc": "max", "time": "min"}
SIZES = [4, 4, 3, 3, 2, 2, 2, 1]


def frame(algorithms="ABC", seed=1, sizes=SIZES, gain=1.5):
    """Results that agree within families; the first algorithm is the better one."""
    rng = np.random.default_rng(seed)
    rows = []
    for f, size in enumerate(sizes):
        common = rng.normal(size=(len(algorithms), 2))
        for d in range(size):
            values = 0.7 * common + 0.7 * rng.normal(size=common.shape)
            values[0] += gain
            rows += [
                (f"{f}-{d}", f"family {f}", name, x, -y)
                for name, (x, y) in zip(algorithms, values, strict=True)
            ]
    return pd.DataFrame(rows, columns=["dataset", "family", "algorithm", *WAYS])


def table(cluster="family", data=None, **more):
    data = frame() if data is None else data
    return js.results_table(
        data, dataset="dataset", algorithm="algorithm", measures=WAYS, cluster=cluster, **more
    )


TESTS = {
    "compare": lambda t: js.compare_algorithms(t),
    "glrt": lambda t: js.glrt_test(t, question="best"),
    "bayes": lambda t: js.bayes_test(t, question="best"),
    "each": lambda t: js.glrt_test(t.select(["A", "B"]), question="each"),
    "claim": lambda t: js.claim_test(t, "A", "B", better=["acc"], not_worse=["time"]),
    "sign": lambda t: js.sign_test(t),
    "pairs": lambda t: js.pairwise_tests(t, test="glrt"),
}


@pytest.mark.parametrize("name", TESTS)
def test_one_data_set_in_every_family_is_the_plain_test(name):
    data = frame().assign(family=lambda x: "of " + x["dataset"])
    own, plain = TESTS[name](table(data=data)), TESTS[name](table(None, data=data))
    assert own.to_dict() == plain.to_dict()
    assert own.to_dict().get("families") is None
    assert own.summary() == plain.summary()


def test_the_likelihood_ratio_test_turns_families_round():
    counts = js.statement_counts(table(), question="best")
    found = js.glrt_test(table(), question="best")
    assert counts.families.counts.shape == (8, len(counts.weights))
    np.testing.assert_allclose(counts.families.counts.sum(axis=0), counts.weights)
    assert counts.families.sizes.tolist() == SIZES
    expected = leader_flips(counts.families.counts, counts.n_states)
    assert found.p_value == expected.p_value > js.glrt_test(table(None), question="best").p_value
    assert found.lead_ratio_low == 0 and found.method == "exact" and found.p_value_worst is not None
    assert "by sign flips of whole families" in found.summary()
    assert "sign-flip p" in found.verdict
    assert js.glrt_test(counts).p_value == found.p_value


def test_counts_keep_their_families_on_every_way():
    whole = js.statement_counts(table())
    two = js.statement_counts(table(only=["C", "A"]))
    part = whole.select(["C", "A"])
    np.testing.assert_array_equal(part.codes, two.codes)
    np.testing.assert_allclose(part.families.counts, two.families.counts)
    best = js.statement_counts(whole, question="best")
    np.testing.assert_allclose(
        best.families.counts, js.statement_counts(table(), question="best").families.counts
    )
    data = frame()
    first = data["dataset"] < "3"
    pieces = [js.statement_counts(table(data=data[rows])) for rows in (first, ~first)]
    together = sum(pieces)
    np.testing.assert_array_equal(together.codes, whole.codes)
    assert together.families.names == whole.families.names
    np.testing.assert_allclose(together.families.counts, whole.families.counts)
    with pytest.raises(OptionError, match="families of both"):
        pieces[0] + js.statement_counts(table(None, data=data[~first]))
    roped = js.statement_counts(table(only=["A", "B"], rope={"acc": 0.5}))
    split = js.statement_counts(roped, ties="split")
    again = js.statement_counts(table(only=["A", "B"], rope={"acc": 0.5}), ties="split")
    np.testing.assert_allclose(split.families.counts, again.families.counts)


def test_the_bayesian_test_gives_each_family_shares_of_its_own():
    found, plain = (
        js.bayes_test(one, question="best") for one in (table(), table(None))
    )  # fmt: skip
    total = sum(row.probability for row in found.statements) + found.unobserved.probability
    assert total == pytest.approx(1, abs=1e-6)
    assert found.probability < plain.probability
    assert found.decisive < plain.decisive
    assert found.statements[0].mcse > 0 and found.method == "monte_carlo"
    assert found.statements[0].share_low < plain.statements[0].share_low
    assert found.lead.mcse is not None
    assert js.bayes_test(table(), question="best").to_dict() == found.to_dict()
    with pytest.raises(OptionError, match="come in families"):
        js.bayes_test(table(), prior="imprecise")


@pytest.mark.warns(r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties")
def test_ties_that_were_split_are_rounded_at_random():
    rng = np.random.default_rng(0)
    n = np.array([[1.5, 0.5, 1.0], [1 / 3, 1 / 3, 1 / 3]])
    drawn = np.array([whole_counts(n, rng) for _ in range(4000)])
    assert (drawn.sum(axis=2) == [3, 1]).all()
    np.testing.assert_allclose(drawn.mean(axis=0), n, atol=0.03)
    assert (drawn[:, 0, 2] == 1).all()
    found = js.bayes_test(table(only=["A", "B"], rope={"acc": 0.4}), ties="split")
    assert 0 < found.probability < 1


@pytest.mark.warns(
    "The probability depends on the prior", r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties"
)
def test_the_stated_error_covers_how_ties_were_rounded():
    """Other sequences of the data sets are other roundings: probabilities move as stated."""
    found = []
    for i in range(10):
        mixed = frame("AB", gain=0.3).sample(frac=1, random_state=i)
        result = js.bayes_test(table(data=mixed, rope={"acc": 0.8}), ties="split")
        found.append(result.to_dict())
    by_name = [{str(row["order"]): row for row in one["statements"]} for one in found]
    for name in by_name[0]:
        moved = np.std([one[name]["probability"] for one in by_name], ddof=1)
        stated = np.mean([one[name]["mcse"] for one in by_name])
        assert stated / 2 < moved < 2 * stated  # chi with 9 degrees of freedom, over 3: .4 to 1.7


def test_a_claim_is_tested_by_sign_flips_of_what_families_show():
    data = frame("AB")
    found = js.claim_test(table(data=data), "A", "B", better=["acc"])
    wide = data.pivot(index="dataset", columns="algorithm", values="acc")
    family = data.drop_duplicates("dataset").set_index("dataset")["family"][wide.index]
    holds = wide["A"] > wide["B"]
    differences = (2 * holds - 1).groupby(family.to_numpy()).sum()
    assert found.p_value == flip_test(differences).p_value / 2
    assert found.p_value_opposite == found.p_value
    two = js.claim_test(table(data=data), "A", "B", better=["acc"], alternative="two-sided")
    assert two.p_value == 2 * found.p_value
    behind = js.claim_test(table(data=data), "B", "A", better=["acc"])
    assert behind.p_value == 1 and not behind.decided
    plain = js.claim_test(table(None, data=data), "A", "B", better=["acc"])
    assert found.share == plain.share
    assert found.share_low <= plain.share_low and found.share_high >= plain.share_high
    with pytest.raises(OptionError, match=r"0\.5 where data sets come in families"):
        js.claim_test(table(data=data), "A", "B", better=["acc"], threshold=0.6)


@pytest.mark.warns("The probability of the majorities")
def test_each_measure_and_the_sign_test_follow():
    two = table(only=["A", "B"])
    signs = js.sign_test(two)
    beats = np.sign(two.oriented()[:, :, 0] - two.oriented()[:, :, 1])
    for k, row in enumerate(signs.tests):
        assert row.p_value == flip_test(np.bincount(two.clusters, beats[:, k])).p_value
        assert row.method == "sign flips of families" and row.median_low is row.cliffs_low is None
    assert "no interval with families" in signs.summary()
    each = js.glrt_test(two, question="each")
    assert each.p_value == pytest.approx(max(row.p_value for row in signs.tests))
    by_bayes = js.bayes_test(two, question="each")
    assert by_bayes.p_value == each.p_value and by_bayes.probability is None
    pairs = js.pairwise_tests(table(), test="sign", p_adjust="none").pairs
    assert pairs[0].p_value == signs.tests[0].p_value
    glrt = js.pairwise_tests(table(), test="glrt", p_adjust="none").pairs[0]
    assert glrt.p_value == js.glrt_test(two).p_value
    with pytest.raises(OptionError, match="not their counts"):
        js.glrt_test(js.statement_counts(two), question="each")


@pytest.mark.warns(r"\d+ families can show nothing")
def test_what_data_sets_are_worth_by_hand():
    # Two families that agree within: [3, 0] and [0, 2] of the sweeps.
    values = [[0.9], [0.9], [0.9], [0.5], [0.5]], [[0.7], [0.7], [0.7], [0.6], [0.6]]
    names = list("abcde")
    found = js.claim_test(
        {"A": values[0], "B": values[1]}, "A", "B", better=["x"], measures={"x": "max"},
        datasets=names, cluster=dict(zip(names, "uuuvv", strict=True)),
    ).families  # fmt: skip
    assert (found.n, found.n_families, found.correlation) == (5, 2, 1.0)
    # Kish: 1 + rho * sum n_c (n_c - 1) / n
    assert found.design_effect == pytest.approx(1 + (3 * 2 + 2 * 1) / 5)
    assert found.effective_n == pytest.approx(5 / 2.6)
    assert found.smallest_p == 0.5
    assert "2 families; those of a family agree (intra-class correlation 1.00)" in found.said


def test_a_comparison_rests_on_families():
    found, plain = js.compare_algorithms(table()), js.compare_algorithms(table(None))
    assert found.families.n_families == 8 and found.separate_test == "sign"
    assert found.expected_wrong == 0
    assert all(row.strength != "leaning" for row in (*found.wins, *found.open))
    assert all(row.probability is None for row in found.wins)
    ours, theirs = (
        {(row.a, row.b): row.p_adjusted for row in (*one.wins, *one.open)} for one in (found, plain)
    )
    assert all(ours[pair] >= theirs[pair] - 1e-12 for pair in ours)
    assert min(ours.values()) >= 2.0 ** (1 - 8)
    assert found.families.said in " ".join(found.findings)
    said = [line for line in found.warnings if "too sure an answer" in line]
    assert len(said) == 1 and "dominance on all measures takes" in said[0]
    assert found.margins().undone_by is None and found.bayes_margin("A", "B") is None
    text = found.report_text()
    assert "by sign flips of whole families" in text and "8 families" in text


@pytest.mark.warns(r"\d+ families can show nothing")
def test_it_is_told_that_families_are_too_few(tmp_path):
    few = frame("AB", sizes=[5, 5, 5, 5, 5], gain=9.0)
    for result in (
        js.compare_algorithms(table(data=few)),
        js.glrt_test(table(data=few)),
        js.sign_test(table(data=few)),
        js.glrt_test(table(data=few), question="each"),
        js.pairwise_tests(table(data=few), test="glrt"),
    ):
        (said,) = [line for line in result.warnings if "can show nothing" in line]
        assert said.startswith("5 families can show nothing at level 0.05"), said
        assert "0.0625" in said or "0.0938" in said  # of a claim, corrected
        result.summary()
    # One-sided, five are enough.
    claim = js.claim_test(table(data=few), "A", "B", better=["acc"])
    assert claim.p_value == 2.0**-5 and claim.decided and not claim.warnings
    assert claim.p_value == 2.0**-5 and claim.decided and not claim.warnings
    both = {"better": ["acc"], "alternative": "two-sided"}
    (said,) = js.claim_test(table(data=few), "A", "B", **both).warnings
    assert "the smallest possible p-value is 0.0625, and it takes 6 families" in said
    many = js.compare_algorithms(table(data=frame("ABCD", sizes=[2] * 6)))
    assert any("can show nothing of 6 pairs" in line for line in many.warnings)
    page = tmp_path / "report.html"
    many.to_html(page)
    assert "12 data sets are of 6 families" in page.read_text(encoding="utf-8")


@pytest.mark.warns(r"The \d+ data sets are of")
def test_a_data_frame_may_name_its_column_in_every_test():
    data = frame()
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS, "cluster": "family"}
    for test in ("glrt", "sign"):
        found = js.pairwise_tests(data, test=test, **roles)
        assert found.to_dict()["pairs"] == js.pairwise_tests(table(), test=test).to_dict()["pairs"]
        assert found.families.n_families == 8 and found.families.said in " ".join(
            found.summary().replace("\n      ", " ").split("\n")
        )
    assert js.pairwise_tests(table(), test="wilcoxon").families is None
    assert js.glrt_test(data, question="best", **roles).families.n_families == 8
    assert js.statement_counts(data, **roles).n_families == 8


def test_tests_that_take_data_sets_for_independent_say_so():
    for test in (js.wilcoxon_test, js.network_test, js.pareto_test, js.friedman_test):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            test(table(only=["A", "B"]) if test is js.network_test else table())
        assert sum("8 families" in str(one.message) for one in said) == 1, test
    counts = js.statement_counts(table(only=["A", "B"]))
    for of_counts in (js.pareto_test, js.network_test, js.plan_datasets):
        more = {"n": [20]} if of_counts is js.plan_datasets else {}
        with pytest.warns(UserWarning, match="8 families"):
            of_counts(counts, **more)


@pytest.mark.warns("The claim was written down together")
def test_a_ledger_warns_of_families(tmp_path):
    with pytest.warns(UserWarning, match="8 families"):
        js.watch_claim(tmp_path / "a.json", table(), "A", "B", better=["acc"])


def test_the_command_line_takes_the_column(tmp_path, capsys):
    frame().to_csv(tmp_path / "results.csv", index=False)
    main([
        "compare", str(tmp_path / "results.csv"), "--dataset", "dataset", "--algorithm",
        "algorithm", "--max", "acc", "--min", "time", "--cluster", "family",
    ])  # fmt: skip
    assert "The 21 data sets are of 8 families" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", list(study.FALSE))
def test_no_more_than_a_twentieth_of_comparisons_show_a_false_claim(name):
    rng = np.random.default_rng(11)
    plain, _, flips = study.three_ways(study.FALSE[name], rng, 100, 5, 0.6)
    assert flips <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 100)
    assert flips <= plain


def test_the_first_lines_of_the_study_are_computed_again(monkeypatch):
    run, truth = study.run, "two equal leaders"
    monkeypatch.setattr(run, "cells", lambda: iter([("own shares", 1, 0.0)]))
    monkeypatch.setattr(run, "TRUTHS", {truth: run.TRUTHS[truth]})
    (again,) = run.flips(run.TABLES, np.random.default_rng(run.SEED))
    with (run.HERE / "leaders.csv").open(encoding="utf-8", newline="") as file:
        kept = next(csv.DictReader(file))
    assert {name: str(value) for name, value in again.items()} == kept


IN_FAMILIES = {
    "sign": js.sign_test,
    "pairs glrt": lambda t: js.pairwise_tests(t, test="glrt"),
    "pairs sign": lambda t: js.pairwise_tests(t, test="sign"),
    "comparison": js.compare_algorithms,
    "leaderboard": js.leaderboard,
}
ONE_BY_ONE = {
    "wilcoxon": js.wilcoxon_test,
    "bayes sign": js.bayes_sign_test,
    "friedman": js.friedman_test,
    "hotelling": lambda t: js.hotelling_test(t.select(["A", "B"])),
    "manova": lambda t: js.manova_test(t, draws=0),
    "mardia": lambda t: js.mardia_test(t, draws=99),
    "learned measures": js.learn_measures,
    "pairs hotelling": lambda t: js.pairwise_tests(t, test="hotelling"),
    "pairs wilcoxon": lambda t: js.pairwise_tests(t, test="wilcoxon"),
}


@pytest.mark.parametrize("name", [*IN_FAMILIES, *ONE_BY_ONE])
def test_a_test_that_takes_data_sets_of_one_family_for_independent_says_so(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        (IN_FAMILIES | ONE_BY_ONE)[name](table())
    said = [
        str(one.message) for one in caught if "this test takes them for indep" in str(one.message)
    ]
    assert len(said) == (name in ONE_BY_ONE)


def test_counts_in_halves_are_flipped_exactly_and_in_thirds_by_fewer_draws():
    rng = np.random.default_rng(2)
    counts = rng.integers(0, 60, (24, 3)) + np.array([12, 6, 0])  # the totals descend
    names = tuple(map(str, range(24)))

    def direct(counts, **few):
        found = leader_flips(counts, 8, **few)
        return found.p_value, found.mcse

    for some in (counts, counts / 2):
        assert FamilyCounts(names, some).leading_p_value(8) == direct(some)
        assert direct(some)[1] == 0
    thirds = counts + 1 / 3
    assert FamilyCounts(names, thirds).leading_p_value(8) == direct(thirds, draws=9_999)
    assert direct(thirds, draws=9_999) != direct(thirds)
