"""The bets on claims, from the results that a ledger has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.claims.claim import PAIR
from jointstats.claims.claim_result import NamedClaim, coded
from jointstats.claims.ledger import Ledger, Look, Tracked, sizes_of
from jointstats.claims.ledger_file import LISTS
from jointstats.claims.pair_votes import Evidence
from jointstats.claims.watch_result import ClaimLook
from jointstats.evidence import looks as kernel
from jointstats.evidence.scores import BOTH_FAILED

# What a claim is said to be when its ledger is begun; afterwards the ledger knows.
DEFAULTS = {"threshold": 0.5, "alternative": "greater", "level": 0.95}
LARGEST = 700.0  # of the logarithm of an e-value, so that it is a number


def named_in(facts: Mapping[str, Any]) -> NamedClaim:
    """The claim that a ledger is about."""
    better, not_worse, equal = (tuple(facts[name]) for name in LISTS)
    return NamedClaim(better, not_worse, equal, facts["at_least"])


@dataclass(frozen=True)
class VotesByLook:
    """Votes at each look, shape (looks,)."""

    yes: np.ndarray
    no: np.ndarray
    neither: np.ndarray


class ClaimBets:
    """The looks at a claim that has data sets.

    Parameters
    ----------
    book : Ledger
    group : Tracked
        Its two algorithms.
    facts : mapping, optional
        The claim; by default the ledger's.
    """

    def __init__(
        self, book: Ledger, group: Tracked, facts: Mapping[str, Any] | None = None
    ) -> None:
        facts, table = book.facts if facts is None else facts, book.table(group)
        self.sizes = sizes_of(group)
        evidence = Evidence.of(table)
        code = coded(named_in(facts), evidence.declared.questions)
        parts = [evidence.first(n) for n in self.sizes]
        self.votes, self.against, best = (
            VotesByLook(*np.concatenate([part.votes(score, PAIR) for part in parts]).T)
            for score in (code.score, code.against, code.best_score)
        )
        self.table, self.code, self.seen = table, code, evidence.outcomes(PAIR)[0]
        failed = (self.seen == BOTH_FAILED).sum(axis=0).tolist()
        self.both_failed = dict(zip(evidence.declared.questions, failed, strict=True))
        self.n_families = evidence.units.n_families
        sides, limit = facts["alternative"], -np.log(book.spent(group))
        yes, total = self.votes.yes, self.votes.yes + self.votes.no
        log_e = kernel.log_e_share(yes, total, facts["threshold"], sides)
        self.e_value = np.exp(np.minimum(log_e, LARGEST))
        self.p_value = kernel.anytime_p_value(log_e)
        self.p_below = kernel.anytime_p_value(
            kernel.log_e_share(best.no, best.yes + best.no, 1 - facts["threshold"])
        )
        self.low, self.high = kernel.running_intersection(
            *kernel.confidence_sequence(yes, total, facts["level"])
        )
        self.p_against = kernel.anytime_p_value(
            kernel.log_e_more_often(self.against.yes, self.against.no, sides)
        )
        self.decided = np.logical_or.accumulate(
            (log_e >= limit) & (yes > facts["threshold"] * total)
        )

    def look(self, n: int) -> Look:
        """What is written down of the look after n data sets."""
        i = self.sizes.index(n)
        return {
            "n": n,
            "yes": int(self.votes.yes[i]),
            "no": int(self.votes.no[i]),
            "e_value": float(self.e_value[i]),
            "p_value": float(self.p_value[i]),
            "low": float(self.low[i]),
            "high": float(self.high[i]),
            "decided": bool(self.decided[i]),
        }

    def rows(self) -> tuple[ClaimLook, ...]:
        """The looks as rows."""
        return tuple(
            ClaimLook(
                look=i + 1,
                n=look["n"],
                yes=look["yes"],
                no=look["no"],
                share=look["yes"] / (look["yes"] + look["no"])
                if look["yes"] + look["no"]
                else None,
                share_low=look["low"],
                share_high=look["high"],
                e_value=look["e_value"],
                p_value=look["p_value"],
                p_value_opposite=None if self.code.own_opposite else float(self.p_against[i]),
                decided=look["decided"],
            )
            for i, look in enumerate(self.look(n) for n in self.sizes)
        )


class GateBets:
    """The looks at the claims of a gate.

    Parameters
    ----------
    book : Ledger
    group : Tracked
        Candidate and baseline.
    """

    def __init__(self, book: Ledger, group: Tracked) -> None:
        self.claims = {
            name: ClaimBets(book, group, DEFAULTS | claim)
            for name, claim in book.facts["claims"].items()
        }

    def look(self, n: int) -> Look:
        """What is written down of the look after n tasks: the largest p decides."""
        looks = {name: bets.look(n) for name, bets in self.claims.items()}
        return {
            "n": n,
            "p_value": max(look["p_value"] for look in looks.values()),
            "votes": {name: [look["yes"], look["no"]] for name, look in looks.items()},
        }
