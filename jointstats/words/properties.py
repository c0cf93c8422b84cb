"""What is known of the algorithms beside their results, in words."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.findings.properties import KnownProperties
from jointstats.labelled.table.properties import Property
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import MOST_NAMES


@sentences.register
def _(finding: KnownProperties) -> list[str]:
    known = "; ".join(_one(name, one) for name, one in finding.properties.items())
    lines = [f"Known of the algorithms, and not tested: {known}."]
    if finding.n_against:
        pairs = wording.plural(finding.n_against, "pair")
        is_ = "is a trade-off" if finding.n_against == 1 else "are trade-offs"
        worse = "one" if len(finding.properties) > 1 else "value"
        lines[0] += (
            f" {pairs} {is_} and no win, because who is shown to be better has a worse {worse}."
        )
    return lines


@brief.register
def _(finding: KnownProperties) -> Answers:
    return Answers(on_what=sentences(finding)[0])


def _one(name: str, known: Property) -> str:
    """A property with the value of every algorithm, best first, or its range if they are many."""
    way = {"max": "higher", "min": "lower"}[known.direction]
    ranked = sorted(known.values, key=lambda a: known.values[a], reverse=known.direction == "max")
    values = [f"{known.values[a]:g} ({a})" for a in ranked]
    told = wording.listing(values)
    if len(values) > MOST_NAMES:
        told = f"from {values[0]} to {values[-1]}"
    return f"{name} ({way} is better), {told}"
