"""A gate in words: the decision, a sentence for each claim, and a table for a pull request."""

from __future__ import annotations

import re

from jointstats.base import wording
from jointstats.base.phrases import listed, more_than, part_of
from jointstats.claims.gate.gate import Gate, GatedClaim
from jointstats.evidence.messages import visible

_DECISION = {"shown": "Passed", "refuted": "Refused", "undecided": "Undecided"}


def decision(gate: Gate) -> str:
    """What the gate decides, and at which level."""
    n = len(gate.claims)
    counts = {state: sum(claim.state == state for claim in gate.claims) for state in _DECISION}
    claims = wording.plural(n, "claim")
    needed = listed(_units(2, gate)[2:], named=["the claims"])
    level = f"at most {100 * gate.alpha:g} % if {needed}"
    if gate.state == "shown":
        every = "the claim is" if n == 1 else f"all {n} claims are"
        return (
            f"Passed: {every} shown for {gate.candidate}. A candidate that breaks a claim passes "
            f"with a probability of {level}."
        )
    if gate.state == "refuted":
        return (
            f"Refused: {counts['refuted']} of {claims} refuted for {gate.candidate}. A candidate "
            f"that keeps all claims is refused with a probability of {level}."
        )
    return f"Undecided: {counts['shown']} of {claims} shown for {gate.candidate}, none refuted."


def sentence(claim: GatedClaim, gate: Gate) -> str:
    """What is known of one claim, and what it would take to show it."""
    seen = f"{claim.name}: {claim.claim} on {claim.yes} of {_units(claim.yes + claim.no, gate)}"
    if claim.state == "shown":
        return f"{seen}. Shown on {more_than(claim.threshold)} (p {_p(claim)})."
    if claim.state == "refuted":
        return f"{seen}. Shown instead on less than {part_of(claim.threshold)} (p {_p(claim)})."
    return f"{seen}. {wording.capital(missing(claim, gate))} (p {_p(claim)})."


def missing(claim: GatedClaim, gate: Gate) -> str:
    """What an undecided claim lacks."""
    votes = claim.yes + claim.no
    if claim.p_value <= gate.alpha < claim.run_p_value:
        run = _units(claim.run_yes + claim.run_no, gate)
        return f"undecided: this run alone does not show it ({claim.run_yes} of {run})"
    if votes < claim.least:
        return f"cannot be shown with {_units(votes, gate)}, but with {claim.least}"
    if gate.ledger is None:
        return "undecided"  # a further look at a single one would have no error rate
    if claim.more is None:
        return f"undecided: at this share, more {_units(2, gate)[2:]} would not show it"
    return f"undecided: about {_units(claim.more, gate, ' more ')} at this share"


def _means(gate: Gate) -> list[str]:
    """The means of both, and which shown claims they oppose."""
    said = [
        f"{name} {wording.significant(candidate)} (baseline {wording.significant(baseline)})"
        for name, (candidate, baseline) in gate.means.items()
    ]
    lines = [f"Means, which no claim is about: {', '.join(said)}."] if said else []
    for claim in gate.claims:
        worse = [
            name
            for name in claim.measures
            if claim.state == "shown" and name in gate.means and _worse(gate, name)
        ]
        if worse:
            on = wording.listing(worse)
            lines.append(
                f"Caution: {claim.name} is shown, but the mean is worse on {on}. A claim counts "
                "tasks, not sizes: see whether a few tasks got much worse."
            )
    return lines


def _worse(gate: Gate, measure: str) -> bool:
    candidate, baseline = gate.means[measure]
    return candidate < baseline if gate.measures[measure] == "max" else candidate > baseline


def _ties(gate: Gate) -> list[str]:
    """Equal numbers that count against claims, and how the file can declare them."""
    if gate.state == "shown" or not gate.n_unknown:
        return []
    first = next(iter(gate.n_unknown))
    named = wording.listing([f"{name} on {n} of {gate.n}" for name, n in gate.n_unknown.items()])
    return [
        f"Equal numbers ({named} tasks) may hide a difference and count against every claim. For "
        f"real ties, the file needs a table [rope] with a line such as {first} = 0."
    ]


def notes(gate: Gate) -> list[str]:
    """What was counted how."""
    lines = [*_means(gate), *_ties(gate)]
    if gate.n_failed:
        verb = "counts" if gate.n_failed == 1 else "count"
        tasks = wording.plural(gate.n_failed, "task")
        lines.append(f"{tasks} without a result of {gate.candidate} {verb} as its worst.")
    if gate.n_changed:
        verb = "has" if gate.n_changed == 1 else "have"
        tasks = wording.plural(gate.n_changed, "task")
        lines.append(
            f"{tasks} of this run {verb} other results than first. The first results count, and a "
            "pass needs those of this run too."
        )
    percent = f"{100 * gate.alpha:g} %"
    if gate.ledger is None:
        lines.append(f"This is a single look. Without a ledger, each rerun has another {percent}.")
    else:
        lines.append(
            f"All runs of {gate.candidate} share the {percent}. Each other candidate, such as each "
            f"commit, has another {percent}."
        )
        lines.append(f"The ledger is {gate.ledger}. Keep it for reruns.")
    return lines


def text(gate: Gate) -> str:
    """The outcome as plain text."""
    claims = [f"  {sentence(claim, gate)}" for claim in gate.claims]
    return "\n".join([decision(gate), *claims, *notes(gate)])


def markdown(gate: Gate) -> str:
    """The outcome for a pull request: the decision, a table of the claims, and the notes."""
    rows = [_row(claim, gate) for claim in gate.claims]
    below = [f"* {escaped(note)}" for note in notes(gate)]
    head = [
        f"**{escaped(decision(gate))}**",
        "",
        "| claim | holds on | p | |",
        "|---|---:|---:|---|",
    ]
    return "\n".join([*head, *rows, "", *below])


def escaped(text: str) -> str:
    r"""A text that Markdown shows as it is, in one line.

    Examples
    --------
    >>> escaped("a*b|<c>")
    'a\\*b\\|\\<c\\>'
    """
    return re.sub(r"([\\`*_\[\]<>#|~&])", r"\\\1", " ".join(visible(text).split()))


def _row(claim: GatedClaim, gate: Gate) -> str:
    state = missing(claim, gate) if claim.state == "undecided" else claim.state
    about = f"**{escaped(claim.name)}**: {escaped(claim.claim)}"
    votes = f"{claim.yes} of {_units(claim.yes + claim.no, gate)}"
    return f"| {about} | {votes} | {_p(claim).removeprefix('= ')} | {state} |"


def _p(claim: GatedClaim) -> str:
    """The p-value of what is stated: a claim is shown by the first results and by this run."""
    refuted = claim.state == "refuted"
    return wording.p_value(
        claim.p_value_below if refuted else max(claim.p_value, claim.run_p_value)
    )


def _units(n: int, gate: Gate, more: str = " ") -> str:
    """A number of tasks, or of the units that vote in their place."""
    return wording.units(n, gate.n_families).replace("data set", "task").replace(" ", more, 1)
