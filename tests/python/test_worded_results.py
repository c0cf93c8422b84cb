"""Verdicts in each of their forms, from the facts of results: one and several, shown and open."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace as Row

import numpy as np
import pytest
from house import computing

import jointstats as js
from jointstats.joint import result

ROOT = Path(__file__).parents[2] / "jointstats"

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def results():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(20, 2))
    made = js.results_table({"A": x + 1, "B": -x}, measures={"x": "max", "y": "max"})
    folds = js.results_table(
        {"A": x[:, :1] + 1, "B": -x[:, :1]}, measures={"acc": "max"}
    ).to_frame().rename(columns={"dataset": "fold"})  # fmt: skip
    counts = js.StatementCounts.from_vector([9, 4, 3, 2], measures={"x": "max", "y": "max"})
    return {
        "sign": js.sign_test(made),
        "t": js.corrected_t_test(
            folds, fold="fold", algorithm="algorithm", measures={"acc": "max"}
        ),
        "friedman": js.friedman_test(js.load_dataset("weka")),
        "hotelling": js.hotelling_test(made),
        "mardia": js.mardia_test(made),
        "network": js.network_test(counts),
        "bayes": js.bayes_test(counts),
        "roc": js.simulate_roc(cases=4, tests=["glrt", "bayes"], rng=1),
        "claim plan": js.plan_datasets(claim_share=0.8),
    }


# --- One measure at a time ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["ABx?"], "No measure alone shows a difference between A and B (p > 0.05 after Holm's "
         "correction)."),
        (["ABxA", "ABy?", "ABzA", "ABw?"], "Measure by measure, A is better on x and z; open on y "
         "and w (p ≤ 0.05 after Holm's correction)."),
        (["ABxA", "AByB"], "Measure by measure, A is better on x; B is better on y (p ≤ 0.05 "
         "after Holm's correction)."),
        (["ABx?", "ACx?", "BCx?"], "None of the 3 differences (pairs × measures) is shown (p ≤ "
         "0.05 after Holm's correction)."),
        (["ABxA", "ACxA"], "2 of 2 differences (pairs × measures) are shown (p ≤ 0.05 after Holm's "
         "correction)."),
    ],
)  # fmt: skip
def test_what_separate_tests_decide(results, rows, said):
    first = results["sign"].tests[0]
    made = [
        replace(first, a=a, b=b, measure=measure, winner=None if who == "?" else who)
        for a, b, measure, who in rows
    ]
    assert replace(results["sign"], tests=made).verdict == said


@pytest.mark.parametrize(
    ("winners", "p", "said"),
    [
        ([None], 0.2, "The data do not establish a difference between A and B on acc (corrected t "
         "test, p = 0.200, alpha = 0.1)."),
        ([None], None, "The data do not establish a difference between A and B on acc (corrected t "
         "test, p not defined, alpha = 0.1)."),
        (["B"], 0.02, "B is better than A on acc (corrected t test, p = 0.0200, alpha = "
         "0.1)."),
        (["A", None], 0.2, "1 of 2 pairs is shown on acc (corrected t test, p adjusted by holm, "
         "alpha = 0.1)."),
        ([None, None], 0.2, "None of the 2 pairs is shown on acc (corrected t test, p adjusted by "
         "holm, alpha = 0.1)."),
    ],
)  # fmt: skip
def test_what_corrected_t_tests_show(results, winners, p, said):
    first = results["t"].tests[0]
    tests = [replace(first, winner=winner, p_value=p) for winner in winners]
    assert replace(results["t"], tests=tests, alpha=0.1).verdict == said


@pytest.mark.parametrize(
    ("tests", "winners", "post_hoc", "said"),
    [
        ([("x", 0.2, False)], [], "none", "The data do not establish a difference between the "
         "algorithms on x (permutation p = 0.200; alpha = 0.1)."),
        ([("x", 0.02, True), ("y", 0.3, False)], [None], "nemenyi", "The algorithms are not "
         "interchangeable on x (smallest permutation p after Holm's correction over the "
         "measures = 0.0200; alpha = 0.1). Nemenyi's test, approximate and for each measure alone, "
         "separates 0 of 1 pair."),
        ([("x", 0.02, True)], ["A", None, "B"], "exact", "2 of 3 pairs differ on x (exact "
         "sign tests with Holm's correction over all of them; alpha = 0.1). Friedman's test "
         "rejects that all are interchangeable on x (p = 0.0200)."),
    ],
)  # fmt: skip
def test_what_friedmans_tests_show(results, tests, winners, post_hoc, said):
    found = replace(
        results["friedman"], alpha=0.1, post_hoc=post_hoc,
        tests=[Row(measure=name, p_adjusted=p, decided=sure) for name, p, sure in tests],
        pairs=[Row(winner=one, p_adjusted=0.25) for one in winners],
    )  # fmt: skip
    assert found.verdict == said


# --- Means ----------------------------------------------------------------------------------------


def test_what_measures_tested_alone_show_beside_hotellings_test(results):
    def said(alone, decided, winner=None):
        tests = [
            replace(row, decided=i < alone, winner=winner if i < alone else None)
            for i, row in enumerate(results["hotelling"].tests)
        ]
        whole = replace(results["hotelling"], tests=tests, decided=decided).verdict
        return re.sub(r" \(T².*?\)(?=[.;])", "", whole)

    differ = "A and B differ in their mean on x and y taken together"
    open_ = "The data do not establish a difference between the means of A and B on x and y taken "
    open_ += "together"
    assert said(0, False) == f"{open_}."
    assert said(1, False) == f"{open_}. Tested alone, x shows a difference."
    assert said(0, True) == f"{differ}. No single measure shows it, but their combination does."
    assert said(2, True) == f"{differ}. Tested alone, x and y show it."
    assert said(2, True, "B") == f"{differ}. B is better on x and y."


def test_samples_that_are_not_normal_are_named_up_to_three(results):
    def said(rejected, passed=1, what="algorithms"):
        rows = [
            Row(sample=f"s{i}", reason=None, p_least=0.01 + i / 100, normal=i >= rejected)
            for i in range(rejected + passed)
        ]
        return replace(
            results["mardia"], samples=rows, rejected=rejected, of_what=what, p_adjust="holm"
        ).verdict

    p = "smallest p (holm) = 0.0100, alpha = 0.05)"
    assert said(0, 2) == (
        f"No departure from normality is shown for the results of all algorithms ({p}."
    )
    assert "the differences of all pairs" in said(0, 2, "differences")
    assert (
        "The results of s0, s1 and s2 and 1 more are shown not to be normal (4 of 5 samples"
        in said(4)
    )


# --- Joint tests ----------------------------------------------------------------------------------


def test_the_leading_statement_is_shown_or_not_by_its_rule(results):
    lead = result.Lead(ratio=1.25, probability=0.9123, mcse=0.02, difference=0.1)
    share = result.Share(0.4, 0.2, 0.6, 0.95)
    seen = result.ChosenShare(0.5, 0.25, 0.75, 0.95)
    facts = {
        "best": {"x": ["A", "B"], "y": ["A", "B"]}, "lead": lead, "share": share,
        "chosen_share": seen, "tied_best": [],
    }  # fmt: skip
    network = replace(results["network"], **facts, probability=0.94987, mcse=0.0, decided=False)
    assert network.verdict == (
        "No dominance statement reaches 0.95, the papers' rule, for which no error rate is known. "
        '"A is better than B on x and y" is the most common one with probability 0.9499. It was '
        "seen on 50.0 % of data sets (95 % interval 25.0–75.0 %, corrected for having been "
        "picked). It is more than 1.25 times as common as any other statement with probability 0.9."
    )
    bayes = replace(
        results["bayes"], **facts | {"chosen_share": None}, probability=0.99, decisive=0.98,
        decided=True,
    )  # fmt: skip
    assert bayes.verdict.startswith(
        '"A is better than B on x and y" is shown to be the most common dominance statement '
        "(probability 0.990; 0.980 with the least favourable prior worth 1 data set; 0.975 is "
        "enough). It is expected on 40.0 % of data sets."
    )


def test_statements_that_lead_equally_are_counted_and_two_are_named():
    counts = js.StatementCounts.from_vector([4, 4, 4, 1], measures={"x": "max", "y": "max"})
    assert js.glrt_test(counts).verdict == (
        "The data do not establish which dominance statement is most common. "
        "3 statements share the "
        'first place with 4 data sets each ("A is better than B on x and y", "A is better than B '
        'on x, worse on y" and 1 more), exact p = 1.00, above 0.05.'
    )


# --- Studies --------------------------------------------------------------------------------------


def test_areas_that_differ_by_more_than_two_standard_errors_are_told(results):
    def said(*differences):
        rows = [Row(a="glrt", b="bayes", difference=d, standard_error=0.0625) for d in differences]
        return replace(results["roc"], differences=rows).verdict

    assert said().endswith(").")
    assert said(0.125, -0.125).endswith(". No two differ by more than 2 standard errors.")
    assert said(0.1251).endswith(" Ahead by more than 2 standard errors are bayes of glrt.")


# --- The house ------------------------------------------------------------------------------------


def test_what_computes_makes_no_verdict():
    """Verdicts, titles and findings are made in modules of words alone, from facts."""
    for path in computing():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bdef _?(verdict|title|findings)\b", text), path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.keyword):
                assert node.arg != "verdict", (path, node.value.lineno)


def test_no_sentence_is_taken_apart():
    """Neither regular expressions nor methods of strings read a verdict."""
    reads = re.compile(
        r"(verdict|findings)(\([^()]*\))?(\[\d+\])?\.(split|partition|startswith|find)"
    )
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not reads.search(text), path
        assert not re.search(r"\bre\.\w+\([^)\n]*(verdict|findings)", text), path
