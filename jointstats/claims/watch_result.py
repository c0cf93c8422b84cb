"""What a ledger says of a claim, look by look: its bets, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.base import rows
from jointstats.base.facts import Dropped, fact
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NUMBER, P_VALUE, SHARE, WHOLE, Row, Table, column
from jointstats.claims.claim import PAIR
from jointstats.claims.claim_result import NamedClaim, coded
from jointstats.claims.ledger import Ledger, Look
from jointstats.claims.ledger_file import LISTS
from jointstats.claims.pair_votes import Evidence
from jointstats.evidence import claim_tests as kernel
from jointstats.evidence.scores import BOTH_FAILED


@dataclass(frozen=True, kw_only=True)
class ClaimLook(Row):
    """A row of :class:`WatchResult`: one look at the claim."""

    look: int = column(WHOLE, "number of the look")
    n: int = column(WHOLE, "data sets so far", heading="data sets")
    yes: int = column(WHOLE, "votes for the claim so far")
    no: int = column(WHOLE, "votes against it so far")
    share: float | None = column(SHARE, "share of votes for the claim", broom="estimate")
    share_low: float = column(
        SHARE, "lower end of the confidence sequence of the share", broom="conf.low"
    )
    share_high: float = column(
        SHARE, "upper end of the confidence sequence of the share", broom="conf.high"
    )
    e_value: float = column(
        NUMBER,
        "evidence against a share of at most the threshold: what a fair bet would have made of 1",
        heading="e-value",
    )
    p_value: float = column(
        P_VALUE,
        "1 over the largest e-value so far, at most 1: valid at every look; decides",
        broom="p.value",
    )
    p_value_opposite: float | None = column(
        P_VALUE,
        "the same for the claim holding more often than its opposite",
        heading="p (against the opposite)",
        default=None,
    )
    decided: bool = column(FLAG, "whether the claim is shown at this look", heading="shown")


@dataclass(frozen=True, kw_only=True, repr=False)
class WatchResult(Result):
    """Outcome of :func:`jointstats.watch_claim`.

    Attributes
    ----------
    algorithms : tuple of str
        The algorithm that the claim favours, and the other one.
    ledger : str
        The file.
    claim : str
        The claim in words.
    opposite : str or None
        The claim with the algorithms exchanged; None if it is the same.
    better, not_worse, equal : tuple of str
        Measures that it names.
    at_least : int or None
        Number of measures of `better` on which the algorithm has to be better; None for all.
    beforehand : bool
        Whether it was written down in advance of any data set.
    n_families : int or None
        Families that vote; None if data sets do.
    yes, no, neither : int
        Votes for it, against it, and for neither, of data sets or families.
    n_unknown : int
        Data sets that would show it for some values behind ties; they count against it.
    share : float or None
        ``yes / (yes + no)``; None without any such vote.
    share_low, share_high : float
        Confidence sequence of the share: what no look so far has excluded.
    threshold : float
        The share to exceed.
    e_value : float
        At the latest look.
    p_value : float
        1 over the largest e-value so far, at most 1; it decides.
    p_value_below : float
        The same, one-sided, of the contrary: the share is below the threshold. What is unknown
        counts for the claim there.
    decided : bool
        Whether it is shown, at this look or an earlier one, that the share exceeds the threshold.
    decided_at : int or None
        The number of data sets after which it was decided.
    yes_against, no_against : int
        Votes for "the claim holds on more data sets than its opposite", and against it.
    p_value_opposite : float or None
        Whether the claim holds more often than its opposite; None if that says the same.
    alternative : {"greater", "two-sided"}
        One-sided for a claim that was named in advance.
    position : int or None
        The claim's place among those that share `alpha`.
    alpha, alpha_spent, level : float
        Level of all such claims, and of this one; coverage of the confidence sequence.
    looks : tuple of ClaimLook
    n_new : int
        Data sets that this call added.
    rope : dict
        For each measure, the width within which results are practically equal, where one was
        declared.
    dropped : tuple of Dropped
        Data sets of this call's table that were left out.
    n_failed : int
        Failed runs in the ledger: they count as worse than every result.
    both_failed : dict
        For each measure, the data sets on which both algorithms failed.
    """

    words = "claims.words_claims.WatchWords"
    shows = "claims.figures.of_watch"

    test: ClassVar[str] = "watch"

    n_families: int | None = fact()
    ledger: str
    claim: str
    opposite: str | None
    better: tuple[str, ...]
    not_worse: tuple[str, ...]
    equal: tuple[str, ...]
    at_least: int | None
    beforehand: bool
    yes: int
    no: int
    neither: int
    n_unknown: int
    share: float | None
    share_low: float
    share_high: float
    threshold: float
    e_value: float
    p_value: float
    p_value_below: float
    decided: bool
    decided_at: int | None
    yes_against: int
    no_against: int
    p_value_opposite: float | None
    alternative: str
    position: int | None
    alpha: float
    alpha_spent: float
    level: float
    looks: tuple[ClaimLook, ...]
    n_new: int
    rope: dict[str, float] = fact()
    dropped: tuple[Dropped, ...] = fact()
    n_failed: int = fact()
    both_failed: dict[str, int]

    @property
    def rows(self) -> Sequence[ClaimLook]:
        """The looks, the first one first."""
        return self.looks

    def table(self) -> Table:
        """Return the looks as columns, also before the first one."""
        return rows.table(self.looks, ClaimLook)

    @property
    def one_sided(self) -> bool:
        """Whether the answer holds only for a claim that was named in advance."""
        return self.alternative == "greater"


# What a claim is said to be when its ledger is begun; afterwards the ledger knows.
DEFAULTS = {"threshold": 0.5, "alternative": "greater", "level": 0.95}
LARGEST = 700.0  # of the logarithm of an e-value, so that it is a number


def named_in(facts: Mapping[str, Any]) -> NamedClaim:
    """The claim that a ledger is about."""
    better, not_worse, equal = (tuple(facts[name]) for name in LISTS)
    return NamedClaim(better, not_worse, equal, facts["at_least"])


class ClaimBets:
    """The looks at a claim: votes, bets and p-values, each of shape (looks,).

    A ledger without data sets has one, at nothing.

    Parameters
    ----------
    book : Ledger
    facts : mapping, optional
        The claim; by default the ledger's.
    """

    def __init__(self, book: Ledger, facts: Mapping[str, Any] | None = None) -> None:
        facts, table = book.facts if facts is None else facts, book.table()
        self.sizes = book.sizes
        evidence = Evidence.of(table)
        code = coded(named_in(facts), evidence.declared.questions)
        parts = [evidence.first(n) for n in self.sizes]
        (yes, self.no, self.neither), (self.yes_against, self.no_against, _), (best, worst, _) = (
            np.concatenate([part.votes(score, PAIR) for part in parts]).T
            for score in (code.score, code.against, code.best_score)
        )
        self.table, self.code, self.seen = table, code, evidence.outcomes(PAIR)[0]
        failed = (self.seen == BOTH_FAILED).sum(axis=0).tolist()
        self.both_failed = dict(zip(evidence.declared.questions, failed, strict=True))
        self.n_families = evidence.units.n_families
        sides, limit = facts["alternative"], -np.log(book.spent)
        self.yes, total = yes, yes + self.no
        log_e = kernel.log_e_share(yes, total, facts["threshold"], sides)
        self.e_value = np.exp(np.minimum(log_e, LARGEST))
        self.p_value = kernel.anytime_p_value(log_e)
        self.p_below = kernel.anytime_p_value(
            kernel.log_e_share(worst, best + worst, 1 - facts["threshold"])
        )
        self.low, self.high = kernel.running_intersection(
            *kernel.confidence_sequence(yes, total, facts["level"])
        )
        self.p_against = kernel.anytime_p_value(
            kernel.log_e_more_often(self.yes_against, self.no_against, sides)
        )
        self.decided = np.logical_or.accumulate(
            (log_e >= limit) & (yes > facts["threshold"] * total)
        )

    def look(self, n: int) -> dict[str, Any]:
        """What is written down of the look after n data sets."""
        i = self.sizes.index(n)
        return {
            "n": n,
            "yes": int(self.yes[i]),
            "no": int(self.no[i]),
            "e_value": float(self.e_value[i]),
            "p_value": float(self.p_value[i]),
            "low": float(self.low[i]),
            "high": float(self.high[i]),
            "decided": bool(self.decided[i]),
        }

    def rows(self) -> tuple[ClaimLook, ...]:
        """The looks as rows."""
        return tuple(self._row(i, self.look(n)) for i, n in enumerate(self.sizes))

    def _row(self, i: int, found: dict[str, Any]) -> ClaimLook:
        votes = found["yes"] + found["no"]
        return ClaimLook(
            look=i + 1,
            share=found["yes"] / votes if votes else None,
            share_low=found.pop("low"),
            share_high=found.pop("high"),
            p_value_opposite=None if self.code.own_opposite else float(self.p_against[i]),
            **found,
        )


class GateBets:
    """The looks at the claims of a gate.

    Parameters
    ----------
    book : Ledger
        Of a candidate and its baseline.
    """

    def __init__(self, book: Ledger) -> None:
        self.claims = {
            name: ClaimBets(book, DEFAULTS | claim) for name, claim in book.facts["claims"].items()
        }

    def look(self, n: int) -> Look:
        """What is written down of the look after n tasks: the largest p decides."""
        looks = {name: bets.look(n) for name, bets in self.claims.items()}
        return {
            "n": n,
            "p_value": max(look["p_value"] for look in looks.values()),
            "votes": {name: [look["yes"], look["no"]] for name, look in looks.items()},
        }
