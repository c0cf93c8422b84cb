"""Phrases that several sentences share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.joint.bayes_result import Unknown

MOST_NAMES = 6  # in a list
FEW = 12  # algorithms of whose pairs a sentence tells; of more it counts
ROOM = 90
"""Characters that a list of names may take: the four answers fit the first screen of a phone."""

LEAST_FAVOURABLE = "The least favourable prior (opinion before the data) worth 2 data sets would"


def names_in_room(names: Sequence[str], room: int = ROOM) -> str:
    """A list of names, the last ones only counted where it would be too long."""
    shown = len(names)
    while shown > 1 and len(", ".join(names[:shown])) > room:
        shown -= 1
    rest = len(names) - shown
    return wording.listing([*names[:shown], *([f"{rest} more"] if rest else [])])


def tally(numbers: Mapping[str, int], most: int = 3) -> str:
    """Names with a number each, the last ones only counted: "RF (21), ET (19) and 25 others"."""
    named = [f"{name} ({number})" for name, number in numbers.items()]
    rest = len(named) - most
    return wording.listing([*named[:most], f"{rest} others"] if rest > 1 else named)


# --- Probabilities --------------------------------------------------------------------------------


def chance(p: float, upper: float | None = None) -> str:
    """A probability; with the imprecise prior its two bounds, of which the lower decides."""
    said = wording.probability(p)
    if upper is None:
        return said
    if said.startswith(">"):
        return above(p)
    if wording.probability(upper).startswith(">"):
        return f"{said} or more"
    return f"between {said} and {wording.probability(upper)}"


def above(p: float) -> str:
    """A probability where a sign would be odd: "above 0.999"."""
    return wording.probability(p).replace(">", "above")


def chance_of_first(bayes: Any) -> str:
    """The probability of a test's most probable statement."""
    row = bayes.statements[0]
    if bayes.prior.name != "imprecise":
        return chance(row.probability)
    return chance(row.probability_lower, row.probability_upper)


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
        f"{said} Whatever the missing results are, the probability of the leading statement is "
        f"{between(low, high)}."
    )


def between(low: float, high: float) -> str:
    """Two probabilities as the ends of a range; one, if they read alike."""
    first, last = (
        wording.probability(p).replace("< ", "below ").replace("> ", "above ") for p in (low, high)
    )
    return first if first == last else f"between {first} and {last}"


def rule_in_words(rule: str, alpha: float) -> str:
    """What a rule of the Bayesian test asks for."""
    if rule != "lower":
        return f"probability of at least {1 - alpha:g}"
    return (
        f"probability of at least {1 - alpha / 2:g} with the least favourable prior worth 1 data "
        "set"
    )
