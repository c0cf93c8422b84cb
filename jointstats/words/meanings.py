"""The report's explanations: what each kind of word and number means."""

from __future__ import annotations

from jointstats.labelled.compare.comparison import Comparison
from jointstats.words.comparison import condition

Meaning = tuple[str, str]


def meanings(result: Comparison) -> list[Meaning]:
    """Each kind of word and number in the report with a plain explanation."""
    return [*_outcomes(result), *_claims(result), *_tests(result)]


def _outcomes(result: Comparison) -> list[Meaning]:
    units = "data set" if not result.groups else "data set and group of measures"
    explained = [
        (
            "Better, equal, unknown",
            f"What one {units} says of two algorithms. Equal: they differ by no more than the "
            "rope. Unknown: a tie on a measure without a rope, or a missing result. What is "
            "unknown counts against every claim that it could help.",
        ),
    ]
    if len(result.questions) > 1:
        explained.append(
            (
                "Dominates",
                "Nowhere worse and somewhere better on a data set, all measures taken together.",
            )
        )
    if result.n_families is not None:
        explained.append(
            (
                "Family",
                "Data sets that may answer alike, such as versions of one source. A family has one "
                "vote: for the algorithm that is better on more of its data sets.",
            )
        )
    if result.properties:
        explained.append(
            (
                "Known",
                "A property of the algorithms, such as a price. It is stated as part of the price "
                "of a win and not tested.",
            )
        )
    return explained


def _claims(result: Comparison) -> list[Meaning]:
    return [
        (
            "Shown",
            "A claim about a pair that passed an exact binomial test, such as better on more data "
            f"sets than worse. All claims about all pairs are tested together. {condition(result)}",
        ),
        (
            "Corrected p",
            "The smallest level at which the claim is shown, all other claims taken into account. "
            "Of a state it is the largest among the claims on which the state rests. 1.00 means no "
            "evidence, not equality.",
        ),
        (
            "Mean rank",
            "The average place on a measure over the data sets; 1 is best. It decides nothing.",
        ),
    ]


def _tests(result: Comparison) -> list[Meaning]:
    """Of two algorithms: the words of the papers' tests."""
    if not result.tests:
        return []
    explained = [
        (
            "Statement",
            "What one data set shows of two algorithms: which is better on which measure. A tie is "
            "shared among the statements that it does not contradict.",
        ),
    ]
    if "glrt" in result.tests:
        explained.append(
            (
                "Exact p of the likelihood-ratio test",
                "How probable it is that chance alone puts the most frequent statement so far "
                "ahead of the next one.",
            )
        )
    if "bayes" in result.tests:
        explained.append(
            (
                "Probability of a statement",
                "How probable it is, given these data and the prior, that the statement is the "
                "most common one. It is not how often the statement holds: that is its share.",
            )
        )
    return explained
