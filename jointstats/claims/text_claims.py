"""Claims as text: tested once with their pairs, or look by look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jointstats.base import wording
from jointstats.base.conditions import guarantee
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.watch_result import WatchResult
from jointstats.claims.words_claims import more_than
from jointstats.claims.words_pairs import sentence
from jointstats.drawing.cells import table_of
from jointstats.drawing.document import Part, Words, stack
from jointstats.drawing.leading import left_out
from jointstats.drawing.pieces import MOST_ROWS, bullets, span
from jointstats.interfaces.text import before, rows_of

MOST_PAIRS = 66  # pairs in sentences: as many as 12 algorithms have


def in_sentences(rows: Sequence[ComparedPair], of: int) -> Part | None:
    """Pairs in sentences, and how many there are besides."""
    rest = left_out(of, len(rows), "pair")
    return bullets([*map(sentence, rows), *([rest] if rest else [])])


@before.register
def _(result: ClaimResult) -> Sequence[Part | None]:
    first, second = result.algorithms
    return [
        bullets(_share(result)),
        bullets(_against(result)),
        Words(f"Data sets on which {first} is better than {second}, equal, or worse:"),
    ]


def _share(result: ClaimResult) -> list[str]:
    """The share, its intervals, which p-value it is, and under which conditions it holds."""
    lines = [
        f"{wording.capital(_votes(result))}. Share: {100 * result.level:g} % confidence interval "
        f"{span(result.share_low, result.share_high)} (Clopper–Pearson), credible interval "
        f"{span(result.credible_low, result.credible_high)}.",
        f"Probability that it holds on {more_than(result.threshold)}: "
        f"{wording.probability(result.probability)}.",
    ]
    if result.n_unknown:
        lines.append(
            f"On {wording.plural(result.n_unknown, 'data set')} it is unknown whether it holds: "
            "they count against it."
        )
    sides = "One-sided" if result.one_sided else "Two-sided"
    lines.append(f"{sides} exact p {wording.p_value(result.p_value)} of the binomial test.")
    if result.decided and result.share_low <= result.threshold:
        lines.append(
            f"A one-sided p at {result.alpha:g} corresponds to an interval of "
            f"{100 * (1 - 2 * result.alpha):g} %: the wider one above reaches below the threshold."
        )
    return [*lines, guarantee(result, "the claim", what="a false claim")]


def _votes(result: ClaimResult) -> str:
    """How data sets or families vote: "5 data sets vote for it, 1 against it, 2 for neither"."""
    for_it = wording.units(result.yes, result.n_families)
    neither = f", {result.neither} for neither" if result.neither else ""
    return (
        f"{for_it} {'votes' if result.yes == 1 else 'vote'} for it, {result.no} against it{neither}"
    )


def _against(result: ClaimResult) -> list[str]:
    """The claim and its opposite; nothing where they are the same."""
    if result.p_value_opposite is None or result.probability_opposite is None:
        return []
    counted = wording.units(result.yes_against, result.n_families)
    if result.n_families is None:
        rivals = "its opposite holds or may hold" if result.n_unknown else "its opposite"
        said = f"The claim holds on {counted}, {rivals} on {result.no_against}"
    else:
        said = f"The claim holds more often than its opposite in {counted}, less often in "
        said += str(result.no_against)
    return [
        f"Opposite claim: {result.opposite}.",
        f"{said}: {'one-sided' if result.one_sided else 'two-sided'} exact p "
        f"{wording.p_value(result.p_value_opposite)} (sign test, not covered by the "
        f"claim's guarantee), probability {wording.probability(result.probability_opposite)}.",
    ]


@before.register
def _(result: WatchResult) -> Sequence[Part | None]:
    when = "before any result" if result.beforehand else "with the first results"
    added = f"; {wording.plural(result.n_new, 'data set')} added now" if result.looks else ""
    first = (
        f"Ledger {result.ledger}: the claim was written down {when}; "
        f"{wording.plural(len(result.looks), 'look')} so far{added}."
    )
    of_all = f", what number {result.position} of this ledger may spend of {result.alpha:g}"
    part = "" if result.position is None else of_all
    certified = (
        "Shown once the anytime p is at most "
        f"{wording.significant(result.alpha_spent)}{part}. More data sets may be added, and looked "
        "at, as often as one likes."
    )
    rate = guarantee(result, "the claim", what="ever showing a false claim")
    return [bullets([first, certified, rate, *_more(result)])]


@rows_of.register
def _(result: WatchResult) -> Part | None:
    """The latest looks."""
    rows = table_of(result)
    if not rows.rows:
        return None
    earlier = left_out(len(rows.rows), MOST_ROWS, "look").replace("more", "earlier")
    shown = replace(rows, rows=rows.rows[-MOST_ROWS:])
    return stack(shown, Words(earlier) if earlier else None)


def _more(result: WatchResult) -> Iterator[str]:
    """The claim against its opposite."""
    if result.opposite is not None and result.p_value_opposite is not None:
        yield (
            f"More often than its opposite ({result.opposite}): anytime p "
            f"{wording.p_value(result.p_value_opposite)}; {result.yes_against} votes for it, "
            f"{result.no_against} against it."
        )
