"""The bets on a claim, or on the leader of a group, from the results that a ledger has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import looks as kernel
from jointstats.kernels.joint.leader_looks import LeaderLooks, leader_looks_of_shares
from jointstats.labelled import wording
from jointstats.labelled.claims.evidence import Evidence
from jointstats.labelled.joint.claim import PAIR
from jointstats.labelled.joint.claim_result import NamedClaim, coded
from jointstats.labelled.joint.counting import count_table, explained
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.ledger import Group, Ledger, Look, sizes_of
from jointstats.labelled.joint.ledger_file import LISTS
from jointstats.labelled.joint.watch_result import ClaimLook
from jointstats.labelled.order import Order
from jointstats.labelled.table.results_table import ResultsTable

LARGEST = 700.0  # of the logarithm of an e-value, so that it is a number


def named_in(facts: Mapping[str, Any]) -> NamedClaim:
    """The claim that a ledger is about."""
    return NamedClaim(**{name: tuple(facts[name]) for name in LISTS}, at_least=facts["at_least"])


@dataclass(frozen=True)
class Votes:
    """Votes at each look, shape (looks,)."""

    yes: np.ndarray
    no: np.ndarray
    neither: np.ndarray


class ClaimBets:
    """The looks at a claim that has data sets.

    Parameters
    ----------
    book : Ledger
    group : Group
        Its two algorithms.
    """

    def __init__(self, book: Ledger, group: Group) -> None:
        facts, table = book.facts, book.table(group)
        self.sizes = sizes_of(group)
        evidence = Evidence.of(table)
        code = coded(named_in(facts), evidence.questions)
        parts = [evidence.first(n) for n in self.sizes]
        self.votes, self.against, best = (
            Votes(*np.concatenate([part.votes(score, PAIR) for part in parts]).T)
            for score in (code.score, code.against, code.best_score)
        )
        self.table, self.code, self.seen = table, code, evidence.outcomes(PAIR)[0]
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


@dataclass(frozen=True, eq=False)
class Bets:
    """All bets of a group, data set by data set, or family by family: U units.

    Attributes
    ----------
    counts : StatementCounts
        Of all its data sets.
    codes : ndarray of int, shape (R, m)
        The statements that were seen.
    units : ndarray of int, shape (n,)
        How many units the first data sets are.
    totals : ndarray, shape (U, R)
        How many units showed each, after each unit; one of a family shows what its data sets do, on
        average.
    looks : LeaderLooks
    p_value : ndarray, shape (U,)
        Anytime p-value after each unit.
    certified : int or None
        The statement that was certified first.
    since : int
        The number of units after which it starts.
    """

    counts: StatementCounts
    codes: np.ndarray
    units: np.ndarray
    totals: np.ndarray
    looks: LeaderLooks
    p_value: np.ndarray
    certified: int | None
    since: int

    def order(self, statement: int) -> Order:
        """What a statement says."""
        return self.counts.order(self.codes[statement])

    def said(self, statement: int) -> str:
        """The same in words."""
        return wording.cell(self.order(statement), self.counts.question)

    def at(self, n: int) -> int:
        """The place of the last unit of the first n data sets."""
        return int(self.units[n - 1]) - 1

    def next(self, n: int) -> float:
        """Units that show the most frequent statement but the leading one, of n data sets."""
        i = self.at(n)
        return whole(np.delete(self.totals[i], self.looks.leader[i]).max(initial=0.0))

    def left(self, alpha: float) -> np.ndarray:
        """Whether a seen statement may still be the most probable one, shape (R,)."""
        left = np.max(self.looks.log_e, axis=0) < np.log(2 / alpha)
        if self.certified is not None:
            left[self.certified] = True
        return np.asarray(left)

    def n_left(self, alpha: float) -> int:
        """How many of all statements may still be the most probable one."""
        unseen = self.counts.n_states - len(self.codes)
        out = self.looks.log_e_unseen.max() >= np.log(2 / alpha)
        return int(self.left(alpha).sum()) + (0 if out else unseen)

    def look(self, n: int) -> Look:
        """What is written down of the look after n data sets."""
        i = self.at(n)
        leader = int(self.looks.leader[i])
        sure = self.certified if i + 1 >= self.since else None
        return {
            "n": n,
            "leader": self.said(leader),
            "count": whole(self.totals[i, leader]),
            "p_value": float(self.p_value[i]),
            "certified": None if sure is None else self.said(sure),
        }


def bets_of(book: Ledger, group: Group) -> Bets:
    """The bets of a group that has data sets."""
    table = book.table(group)
    question, ties = book.facts["question"], book.facts["ties"]
    each = [_shown(table, i, question, ties) for i in range(table.n)]
    codes, which = np.unique(
        np.concatenate([bet.codes for bet in each]), axis=0, return_inverse=True
    )
    shares = np.zeros((table.units.n, len(codes)))
    owner = np.repeat(table.clusters, [len(bet.codes) for bet in each])
    np.add.at(shares, (owner, np.ravel(which)), np.concatenate([bet.weights for bet in each]))
    shares /= np.bincount(table.clusters)[:, None]
    looks = leader_looks_of_shares(shares)
    counts = count_table(table, question, None, ties)
    statement, p_value = looks.most_probable(unseen=counts.n_states > len(codes))
    sure = np.flatnonzero(p_value <= book.spent(group))
    return Bets(
        counts=counts,
        codes=codes,
        units=np.maximum.accumulate(table.clusters) + 1,
        totals=np.cumsum(shares, axis=0),
        looks=looks,
        p_value=p_value,
        certified=int(statement[sure[0]]) if len(sure) else None,
        since=int(sure[0]) + 1 if len(sure) else len(shares) + 1,
    )


def _shown(table: ResultsTable, i: int, question: str, ties: Any) -> StatementCounts:
    """The statements of one data set."""
    part = replace(table, values=table.values[i : i + 1], datasets=table.datasets[i : i + 1])
    try:
        return count_table(part, question, None, ties)
    except ExpansionLimitError as error:
        raise explained(error, part) from None


def whole(count: float) -> float:
    """A count without what adding thirds has left of rounding."""
    return float(round(count)) if abs(count - round(count)) < 1e-9 else float(count)
