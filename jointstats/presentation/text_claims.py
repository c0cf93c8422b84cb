"""Claims as text: what was shown, the claim against its opposite, and the single measures."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.claim_result import ClaimResult, UnknownClaim, more_than
from jointstats.presentation.cells import table_of
from jointstats.presentation.document import Document, Stack, Words, compose, stack
from jointstats.presentation.pieces import head, notes, span
from jointstats.presentation.text import document


@document.register
def _(result: ClaimResult) -> Document:
    first, second = result.algorithms
    return compose(
        head("Claim test", result),
        Words(result.verdict, strong=True),
        _lines(_share(result)),
        _lines(_against(result)),
        Words(f"On how many data sets is {first} better than {second}, equal, or worse?"),
        table_of(result),
        notes(result),
    )


def _lines(said: list[str]) -> Stack | None:
    return stack(*(Words(f"- {line}", "  ") for line in said))


def _share(result: ClaimResult) -> list[str]:
    """The share, its intervals, and which p-value it is."""
    families = result.families is not None
    of = "for as many independent data sets as these are worth" if families else "Clopper–Pearson"
    lines = [
        f"Share of data sets: {wording.percent(result.share)}; {100 * result.level:g} % confidence "
        f"interval {span(result.share_low, result.share_high)} ({of}), credible "
        f"interval {span(result.credible_low, result.credible_high)}.",
        f"Probability that it holds on {more_than(result.threshold)}: "
        f"{wording.probability(result.probability)}.",
    ]
    if result.unknown is not None:
        lines.append(_whatever_is_missing(result.unknown))
    test = "sign flips of whole families" if families else "the binomial test"
    p = f"p {wording.p_value(result.p_value)} of {test}, which decides"
    p = p if families else f"exact {p}"
    if not result.one_sided:
        return [*lines, f"Two-sided {p}."]
    lines.append(f"One-sided {p}; right for a claim that was named before the results were seen.")
    if result.decided and result.share_low <= result.threshold and not families:
        lines.append(
            f"A one-sided p at {result.alpha:g} goes with an interval of "
            f"{100 * (1 - 2 * result.alpha):g} %: the wider one above reaches below the threshold."
        )
    return lines


def _whatever_is_missing(found: UnknownClaim) -> str:
    p = " and ".join(map(wording.p_number, (found.p_value_lowest, found.p_value_highest)))
    return (
        f"Results are missing on {wording.plural(found.n, 'more data set')}: whatever they are, "
        "the share of all is between "
        f"{wording.percent(found.share_lowest)} and {wording.percent(found.share_highest)}, and p "
        f"between {p}."
    )


def _against(result: ClaimResult) -> list[str]:
    """The claim and its opposite; nothing where they are the same."""
    if result.p_value_opposite is None or result.probability_opposite is None:
        return []
    both = f", both on {result.n_both}" if result.n_both else ""
    return [
        f"Opposite claim: {result.opposite}.",
        f"The claim alone holds on {result.n_only} of {wording.plural(result.n, 'data set')}, its "
        f"opposite alone on {result.n_only_opposite}{both}, neither on {result.n_neither}.",
        "More often than its opposite: probability "
        f"{wording.probability(result.probability_opposite)}, "
        f"{'one-sided' if result.one_sided else 'two-sided'} {result.exact} p "
        f"{wording.p_value(result.p_value_opposite)}{'' if result.families else ' (sign test)'}.",
    ]
