"""Phrases that several sentences share."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.bayes_result import Unknown


def unknown(found: Unknown) -> str:
    """How many data sets are incomplete, and what the missing results could do: a sentence."""
    plural = wording.plural
    said = (
        f"{plural(found.n_complete, 'data set')} {'is' if found.n_complete == 1 else 'are'} "
        "complete."
    )
    if found.n_partly:
        said += (
            f" Of {found.n_partly} more something is known: each may show any statement that "
            "agrees with it, on the assumption that results are missing at random."
        )
    if found.n_silent:
        said += f" Of {found.n_silent} nothing is known."
    low, high = found.probability_lowest, found.probability_highest
    if low is None or high is None:
        return said
    return (
        f"{said} For all possible missing results, the probability of the leading statement is "
        f"{between(low, high)}."
    )


def between(low: float, high: float) -> str:
    """Two probabilities as the ends of a range; one, if they read alike."""
    first, last = (
        wording.probability(p).replace("< ", "below ").replace("> ", "above ") for p in (low, high)
    )
    return first if first == last else f"between {first} and {last}"
