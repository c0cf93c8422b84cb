"""The report's explanations: what each number means, and what was assumed and checked."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.bayes import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.normal.mardia import MardiaResult

TEST = {"sign": "sign test", "wilcoxon": "Wilcoxon signed-rank test"}


def meanings(result: Comparison) -> list[tuple[str, str]]:
    """Each kind of number in the report with a plain explanation, with numbers of this report."""
    bayes = _first(result, BayesResult)
    glrt = _first(result, GLRTResult)
    two = len(result.algorithms) == 2
    found = [
        (
            "Dominance statement",
            "What one data set shows: who is better on which measure. "
            + (
                f"With {len(result.measures)} measures there are {2 ** len(result.measures)} "
                "possible statements."
                if two
                else "With more than two algorithms it is the order of all of them on every "
                "measure, or a coarser question such as who is best."
            ),
        ),
        (
            "Count",
            "The number of data sets that show a statement. A data set with ties is shared "
            "evenly among all statements that it does not contradict, so counts can be "
            "fractions.",
        ),
    ]
    if bayes is not None and bayes.statements:
        row = bayes.statements[0]
        found.append(
            (
                "Probability",
                "How sure the Bayesian test is, given these data, that a statement is the most "
                "common one among data sets like these. "
                f"{wording.probability(row['probability'], row['mcse'])} means: with these data as "
                f"all that we know, the chance is {wording.percent(row['probability'])}. "
                f"From {1 - result.alpha:g} on it is decided.",
            )
        )
        found.append(
            (
                "Expected share and its interval",
                "On how many data sets out of a hundred the statement is expected in future: "
                f"here {wording.percent(row['share'])}, and with probability 95 % between "
                f"{wording.percent(row['share_low'])} and {wording.percent(row['share_high'])}. "
                "A statement can be the most common one for certain and still hold on few data "
                "sets.",
            )
        )
    if glrt is not None:
        found.append(
            (
                "Exact p",
                "If the first statement were no more common than the second, a lead at least this "
                f"large would come up with probability p {wording.p_value(glrt.p_value_exact)}. "
                f"At most {result.alpha:g} is decided. It is not the probability that the "
                "statement is wrong.",
            )
        )
    if result.p_adjust != "none":
        found.append(
            (
                f"Adjusted p ({result.p_adjust})",
                "p-values made larger because many are looked at: the more tests, the easier one "
                "of them is small by chance.",
            )
        )
    found += [
        (
            f"{TEST[result.separate_test].capitalize()}",
            "Looks at one measure and one pair at a time, and ignores what happens on the other "
            "measures. Its answers can differ from those of the joint tests: better on each "
            "measure on most data sets is not better on all measures on most data sets.",
        ),
        (
            "Median difference",
            "The middle of the differences a − b over the data sets, in the measure’s own units, "
            "with an interval that covers the true median in 95 % of such studies.",
        ),
        (
            "Cliff’s delta",
            "How often a value of a is better than a value of b, minus how often it is worse: "
            "+1 always better, 0 even, −1 always worse.",
        ),
        ("Mean rank", "Average place over the data sets; 1 is best."),
    ]
    if result.joint.get("pareto") is not None:
        found.append(
            (
                "Never beaten on everything (not dominated)",
                "The share of data sets on which no other algorithm is better on all measures at "
                "once.",
            )
        )
    if result.pairs:
        found.append(
            (
                "Expected number of wrong decisions",
                "The probabilities of being wrong, added up over all decided pairs.",
            )
        )
    return found


def assumptions(result: Comparison) -> list[list[str]]:
    """What the tests take for granted: the assumption, how it was checked, what came out."""
    bayes = _first(result, BayesResult)
    glrt = _first(result, GLRTResult)
    rows = [
        [
            "Data sets are separate problems, drawn from those that matter",
            "cannot be seen in a table",
            "Leave out copies and variants of the same data set.",
        ],
        [
            "All algorithms ran on the same data sets",
            "by data set and algorithm",
            f"{wording.plural(result.n, 'data set')} complete"
            + (f", {result.n_dropped} left out." if result.n_dropped else "; none left out."),
        ],
        [
            "One value per data set, algorithm and measure",
            "by counting rows",
            f"Repeated runs were combined by their {result.aggregate}; their spread is not used."
            if result.aggregate
            else "Holds.",
        ],
        ["Ties are few", "by measure", _ties(result)],
    ]
    if glrt is not None:
        near = "agree" if (glrt.p_value <= glrt.alpha) == glrt.decided else "disagree"
        rows.append(
            [
                "Enough data sets for the χ² approximation of the likelihood-ratio test",
                "exact p beside the approximate one",
                f"Exact {wording.p_number(glrt.p_value_exact)}, approximate "
                f"{wording.p_number(glrt.p_value)}: they {near}; the exact one decides.",
            ]
        )
    if bayes is not None:
        rows.append(["The prior does not decide", "worst prior of mass 2", _prior(bayes)])
    if result.separate_test == "wilcoxon":
        rows.append(
            [
                "Differences spread evenly around their median (Wilcoxon test)",
                "not checked",
                "If in doubt, the sign test does without.",
            ]
        )
    mardia = result.normal.get("mardia")
    if isinstance(mardia, MardiaResult):
        found = "They are not normal." if mardia.decided else "They may be normal."
        rows.append(["Normal differences (tests of mean values only)", "Mardia’s tests", found])
    else:
        said = "None of these tests assumes normal distributions or independent measures."
        rows.append(["Normal distributions, independent measures", "not needed", said])
    return rows


def _ties(result: Comparison) -> str:
    tied = {name: n for name, n in result.ties.items() if n}
    if not tied:
        return "No ties."
    said = wording.listing([f"{name} on {n}" for name, n in tied.items()])
    return f"Data sets with a tie between some two algorithms, of {result.n}: {said}."


def _prior(bayes: BayesResult) -> str:
    if bayes.probability is None or bayes.probability_lower is None:
        return "Several statements lead equally."
    p, low = bayes.probability, bayes.probability_lower
    said = f"{wording.probability(p)}, at worst {wording.probability(low)}"
    return f"Probability {said}: " + (
        "it depends on the prior; more data sets would settle it." if p - low > 0.1 else "it holds."
    )


def _first(result: Comparison, kind: Any) -> Any:
    return next((part for part in result.joint.values() if isinstance(part, kind)), None)
