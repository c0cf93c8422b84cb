"""A claim: its share of data sets against the threshold, and what the data sets show."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.worded import words_of
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.words_claims import more_than
from jointstats.drawing.content import Content, Row
from jointstats.evidence.claim_tests import confidence_interval


@dataclass(frozen=True)
class Claim(Content):
    """The votes for a claim, and their share against its threshold.

    Attributes
    ----------
    claim : str
    votes : tuple of int
        For the claim, for neither, and against it.
    voter : str
        What votes: "data sets" or "families of data sets".
    rows : tuple of Row
        The share of votes for the claim, and of those for it and for its opposite.
    threshold : float
        The share that the claim is to exceed.
    threshold_label, label : str
        Of the threshold, and of the axis of shares.
    """

    kind = "claim"
    layout = "claims.layout_claim"

    claim: str = ""
    votes: tuple[int, int, int] = (0, 0, 0)
    voter: str = ""
    rows: tuple[Row, ...] = ()
    threshold: float = 0.5
    threshold_label: str = ""
    label: str = ""


def claim(result: ClaimResult) -> Claim:
    """The votes, the share for the claim, and that against its opposite."""
    rows = [_interval(result, "for the claim", result.yes, result.no, strong=result.decided)]
    if result.opposite is not None:
        votes = result.yes_against, result.no_against
        rows.append(_interval(result, "more often than its opposite", *votes, strong=False))
    sides = "one-sided, for a claim named in advance" if result.one_sided else "two-sided"
    return Claim(
        title=words_of(result).title("claim"),
        alt=f"A bar of votes, and points with intervals: share of votes for the claim. "
        f"{result.verdict}",
        notes=(
            f"{'Filled: shown' if result.decided else 'Hollow: not shown'} (exact p "
            f"{wording.p_value(result.p_value)}, {sides}).",
        ),
        claim=wording.capital(result.claim),
        votes=(result.yes, result.neither, result.no),
        voter=wording.voters(result.n_families),
        rows=tuple(rows),
        threshold=result.threshold,
        threshold_label=more_than(result.threshold),
        label=f"share of votes ({wording.interval(result.level)})",
    )


def _interval(result: ClaimResult, label: str, yes: int, no: int, *, strong: bool) -> Row:
    n = yes + no
    low, high = (float(end) for end in confidence_interval(yes, n, result.level))
    share = yes / n if n else (low + high) / 2
    note = f"{yes} of {wording.units(n, result.n_families)}"
    return Row.of_share(label, note, share, low, high, strong=strong)
