"""The report's explanations: what each number means, and what was assumed and checked."""

from __future__ import annotations

import math
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pairs import LikelihoodPair
from jointstats.labelled.findings import kinds
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.normal.mardia_result import MardiaResult

TEST = {"sign": "sign test", "wilcoxon": "Wilcoxon signed-rank test"}
Meaning = tuple[str, str]


def meanings(result: Comparison) -> list[Meaning]:
    """Each kind of word and number in the report with a plain explanation."""
    return [*_words(result), *_joint_numbers(result), *_separate_numbers(result)]


def _words(result: Comparison) -> list[Meaning]:
    n, two = len(result.measures), len(result.algorithms) == 2
    rules = list(result.tie_rules.values())
    possible = math.prod(3 if rule == "equal" else 2 for rule in rules) if rules else 2**n
    better = "who is better on which measure"
    if "equal" in rules:
        better += ", and where they are practically equal"
    found = [
        (
            "Statement (dominance statement)",
            f"What one data set shows: {better}. "
            + (
                f"With {wording.plural(n, 'measure')} there are {possible} possible statements."
                if two
                else f"For a pair and {wording.plural(n, 'measure')} there are {possible} possible "
                "statements. Of all algorithms it is the order on every measure, or who is best."
            ),
        ),
        (
            "Count",
            "The number of data sets that show a statement." + _about_sharing(rules, two),
        ),
        (
            "Most frequent, most common",
            "Most frequent: seen on more of these data sets than any other statement. Most common: "
            "what all data sets like these would show more often than any other. The tests ask "
            "whether the most frequent statement is truly the most common one.",
        ),
        (
            "Shown",
            "A claim that passed an exact test. All claims about all pairs are tested together: "
            f"the probability of showing any false one is at most {result.alpha:g}. Claims go from "
            "weak (better on everything more often than the other way round) to strong (better on "
            "everything on most data sets); of those shown, the strongest is told.",
        ),
        (
            "Leaning",
            "Not shown, but probable: one of the two is better on everything more often than the "
            f"other with a probability of at least {1 - result.alpha:g}, by a prior that is "
            "learned from all pairs and doubts small differences. No error rate is controlled.",
        ),
        *_about_families(result),
        (
            "Open",
            "Neither. It does not mean that the two are equal: that is a claim of its own, which "
            "needs a region of practical equivalence (rope).",
        ),
    ]
    if n > 1:
        found.append(("Trade-off", "Each algorithm is better on some measures, on most data "
                      "sets."))  # fmt: skip
    found += [
        (
            "Bayesian test",
            "Starts from an opinion (the prior), learns from the data sets, and says how probable "
            "it then is that a statement is truly the most common one.",
        ),
        ("Prior", _about_prior(result)),
        (
            "Likelihood-ratio test",
            "Asks how easily chance alone would put the first statement so far ahead of the next. "
            "It gives a p-value, as a t test does, and needs no prior.",
        ),
    ]
    return found


def _about_families(result: Comparison) -> list[Meaning]:
    """What families of data sets are, if there are any."""
    if result.families is None:
        return []
    return [
        (
            "Family",
            "Data sets that may answer alike, such as versions of one source. A family is one "
            "observation: tests of claims ask how easily the same counts would come about if in "
            "each family, as a whole, the two algorithms changed places by the toss of a coin.",
        )
    ]


def _about_sharing(rules: list[str], two: bool) -> str:
    """What becomes of data sets with ties, a sentence with a blank before it."""
    if two and "split" not in rules:
        return ""
    which = " that are no statement of their own" if "equal" in rules else ""
    return (
        f" A data set with ties{which} is shared evenly among all statements that it does not "
        "contradict, so counts can be fractions."
    )


def _about_prior(result: Comparison) -> str:
    bayes = _first(result, BayesResult)
    prior = None if bayes is None else bayes.prior
    text = "The starting opinion of the Bayesian test, counted in imaginary data sets. "
    if prior is not None and prior.name == "symmetric":
        worth = wording.plural(prior.strength, "imaginary data set")
        text += f"Here it is worth {worth}, spread evenly over all possible statements. "
    elif prior is not None and prior.name == "imprecise":
        worth = wording.plural(prior.strength, "imaginary data set")
        return f"{text}Here all opinions worth {worth} were tried: the least favourable decides."
    return text + (
        "The least favourable opinion worth two shows how much depends on it: both stand on the "
        "statement that comes second."
    )


def _joint_numbers(result: Comparison) -> list[Meaning]:
    found = [("Probability", _about_probability(result))]
    shares = result.joint.get("bayes_best") or result.joint.get("bayes")
    if isinstance(shares, BayesResult) and shares.statements:
        row = shares.statements[0]
        found.append(
            (
                "Expected share and its interval",
                "On how many data sets out of a hundred a statement is expected in future. "
                f"{wording.cell(row.order, shares.question, shares.control)}: "
                f"{wording.percent(row.share)}, and with probability {100 * shares.level:g} % "
                f"between {wording.percent(row.share_low)} and {wording.percent(row.share_high)}, "
                "if it was named beforehand. "
                "A statement can surely be the most common one and still hold on few data sets.",
            )
        )
    found.append(("Exact p" if result.families is None else "Sign-flip p", _about_p(result)))
    if result.joint.get("pareto") is not None:
        found.append(
            (
                "Never beaten on everything",
                "The share of data sets on which no other algorithm is better on all measures at "
                "once; also called undominated.",
            )
        )
    if isinstance(result.joint.get("network"), NetworkResult):
        found.append(
            (
                "Bayesian network test",
                "A side check: the Bayesian test again, after asking which measures move "
                "together. Measures that do not are counted as separate evidence.",
            )
        )
    return found


def _about_probability(result: Comparison) -> str:
    text = "How sure the Bayesian test is that a statement is truly the most common one. "
    bayes = _first(result, BayesResult)
    if bayes is None or not bayes.statements:
        return text.strip()
    leader = bayes.statements[0]
    p, said = leader.probability, wording.cell(leader.order, bayes.question, bayes.control)
    return (
        f"{text}Here {wording.probability(p)} for “{said}”, given these data and the prior. It is "
        "not how often the statement holds."
    )


def _about_p(result: Comparison) -> str:
    said = (
        "If the first statement were no more common than the next, it would come out at least so "
        "far ahead with this probability. It is not the probability that the answer is wrong. "
    )
    if result.families is not None:
        return f"{said}“Sign-flip” means: found by turning whole families of data sets round."
    return f"{said}“Exact” means: right for few data sets, too."


def _separate_numbers(result: Comparison) -> list[Meaning]:
    found = []
    if result.p_adjust != "none":
        found.append(
            (
                f"Corrected {wording.adjusted_p(result.p_adjust)}",
                "A p-value made larger because many are looked at: the more tests, the easier one "
                "of them is small by chance. 1.00 means no evidence, not equality.",
            )
        )
    found += [
        (
            TEST[result.separate_test].capitalize(),
            "Looks at one measure and one pair at a time, and ignores what happens on the other "
            "measures. Its answers can differ from those of the joint tests: better on each "
            "measure on most data sets is not better on all measures on most data sets.",
        ),
        (
            "Median difference",
            "The middle of the differences a − b over the data sets, in the measure’s own units, "
            "with an interval that covers the true median in at least 95 % of such studies. Where "
            "lower is better, a negative difference means that a is better.",
        ),
        (
            "Cliff’s delta",
            "Take every value of a with every value of b, also from different data sets: how "
            "often a is better minus how often it is worse, from −1 to 1. It ignores that the "
            "values come in pairs, so it can differ from, even contradict, the wins on the same "
            "data sets. Its interval is an approximation: it covers the true delta in 92 to 96 % "
            "of such studies while that is not near −1 or 1, and there in as few as 82 %.",
        ),
        ("Average (mean) rank", "Average place over the data sets; 1 is best."),
    ]
    return found


def assumptions(result: Comparison) -> list[list[str]]:
    """What the tests take for granted: the assumption, how it was checked, what came out."""
    separate = [
        "Data sets are separate problems, drawn from those that matter",
        "cannot be seen in a table",
        "Leave out copies and variants of the same data set, or name their families.",
    ]
    if result.families is not None:
        separate = [
            "Families of data sets are separate, drawn from those that matter",
            "cannot be seen in a table",
            result.families.said,
        ]
    rows = [
        separate,
        [
            "All algorithms ran on the same data sets",
            "by data set and algorithm",
            _same_datasets(result),
        ],
        [
            "One value per data set, algorithm and measure",
            "by counting rows",
            f"Repeated runs were combined by their {result.aggregate}; their spread is not used."
            if result.aggregate
            else "Holds.",
        ],
        ["Ties are few", "by measure", _ties(result)],
        *_approximation(result),
    ]
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
        found = "They are not normal." if mardia.decided else "No departure from them is shown."
        rows.append(["Normal differences (tests of mean values only)", "Mardia’s tests", found])
    else:
        said = "No test that decides here needs them."
        if result.joint.get("network") is not None:
            said += " Only the side check asks which measures are independent."
        rows.append(["Normal distributions, independent measures", "not needed", said])
    return rows


def _same_datasets(result: Comparison) -> str:
    left = f", {result.n_dropped} left out." if result.n_dropped else "; none left out."
    missing = next((one for one in result.found if isinstance(one, kinds.MissingResults)), None)
    if missing is None:
        return f"{wording.plural(result.n, 'data set')} complete{left}"
    return (
        f"No: {missing.common} of {wording.plural(missing.datasets, 'data set')} complete; pairs "
        f"share {missing.fewest} to {missing.most}{left} Right if results are missing at random."
    )


def _ties(result: Comparison) -> str:
    tied = {name: n for name, n in result.ties.items() if n}
    if not tied:
        return "No ties."
    said = wording.listing([f"{name} on {n}" for name, n in tied.items()])
    return f"Data sets with a tie between some two algorithms, of {result.n}: {said}."


def _approximation(result: Comparison) -> list[list[str]]:
    """Whether the textbook p-value of the likelihood-ratio test would have done."""
    if result.families is not None:
        return []
    of = "Enough data sets for the textbook (approximate) p-value of the likelihood-ratio test"
    alpha = result.alpha
    if "glrt" in result.pairs:
        rows = result.pairs["glrt"].pairs
        known = [row for row in rows if isinstance(row, LikelihoodPair) and row.order]
        differ = sum((row.p_value <= alpha) != (row.p_value_asymptotic <= alpha)
                     for row in known)  # fmt: skip
        how = "compared with the exact p of every pair, before correction"
        found = f"For {differ} of {wording.plural(len(known), 'pair')} it would fall on the other "
        return [[of, how, f"{found}side of {alpha:g}. Only the exact p is used."]]
    glrt = _first(result, GLRTResult)
    if glrt is None:
        return []
    same = (glrt.p_value_asymptotic <= alpha) == glrt.decided
    both = f"Both lead to the same decision at {alpha:g}" if same else "They decide differently"
    return [
        [
            of,
            "compared with the exact p",
            f"Exact {wording.p_number(glrt.p_value)}, approximate "
            f"{wording.p_number(glrt.p_value_asymptotic)}. {both}; the values differ, so quote the "
            "exact one, which is used here.",
        ]
    ]


def _first(result: Comparison, kind: Any) -> Any:
    return next((part for part in result.joint.values() if isinstance(part, kind)), None)
