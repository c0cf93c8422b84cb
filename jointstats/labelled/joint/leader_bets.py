"""The bets of a group of algorithms, from the results that a ledger has."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint.leader_looks import LeaderLooks, leader_looks_of_shares
from jointstats.labelled import wording
from jointstats.labelled.joint.counting import count_table, explained
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.ledger_leader import Group, Ledger, Look
from jointstats.labelled.order import Order
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True, eq=False)
class Bets:
    """All bets of a group, data set by data set.

    Attributes
    ----------
    counts : StatementCounts
        Of all its data sets.
    codes : ndarray of int, shape (R, m)
        The statements that were seen.
    totals : ndarray, shape (n, R)
        How many data sets showed each, after each data set.
    looks : LeaderLooks
    p_value : ndarray, shape (n,)
        Anytime p-value after each data set.
    certified : int or None
        The statement that was certified first.
    since : int
        After so many data sets.
    """

    counts: StatementCounts
    codes: np.ndarray
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

    def certified_by(self, n: int) -> int | None:
        """The statement that is certified after n data sets."""
        return self.certified if n >= self.since else None

    def next(self, n: int) -> float:
        """Data sets that show the most frequent statement but the leading one."""
        others = np.delete(self.totals[n - 1], self.looks.leader[n - 1])
        return whole(others.max(initial=0.0))

    def left(self, alpha: float) -> np.ndarray:
        """Which of the seen statements no bet has excluded as the most probable one, shape (R,)."""
        left = np.max(self.looks.log_e, axis=0) < np.log(2 / alpha)
        if self.certified is not None:
            left[self.certified] = True
        return np.asarray(left)

    def n_left(self, alpha: float) -> int:
        """How many of all statements are left."""
        unseen = self.counts.n_states - len(self.codes)
        out = self.looks.log_e_unseen.max() >= np.log(2 / alpha)
        return int(self.left(alpha).sum()) + (0 if out else unseen)

    def look(self, n: int) -> Look:
        """What is written down after n data sets."""
        leader, sure = int(self.looks.leader[n - 1]), self.certified_by(n)
        return Look(
            n=n,
            leader=self.said(leader),
            count=whole(self.totals[n - 1, leader]),
            p_value=float(self.p_value[n - 1]),
            certified=None if sure is None else self.said(sure),
        )


def bets_of(book: Ledger, group: Group) -> Bets:
    """The bets of a group that has data sets."""
    table = book.table(group)
    each = [_shown(table, i, book) for i in range(table.n)]
    codes, which = np.unique(
        np.concatenate([one.codes for one in each]), axis=0, return_inverse=True
    )
    shares = np.zeros((table.n, len(codes)))
    owner = np.repeat(np.arange(table.n), [len(one.codes) for one in each])
    shares[owner, np.ravel(which)] = np.concatenate([one.weights for one in each])
    looks = leader_looks_of_shares(shares)
    counts = count_table(table, book.question, None, book.ties)
    statement, p_value = looks.most_probable(unseen=counts.n_states > len(codes))
    sure = np.flatnonzero(p_value <= book.spent(group))
    return Bets(
        counts=counts,
        codes=codes,
        totals=np.cumsum(shares, axis=0),
        looks=looks,
        p_value=p_value,
        certified=int(statement[sure[0]]) if len(sure) else None,
        since=int(sure[0]) + 1 if len(sure) else table.n + 1,
    )


def _shown(table: ResultsTable, i: int, book: Ledger) -> StatementCounts:
    """The statements of one data set."""
    one = replace(table, values=table.values[i : i + 1], datasets=table.datasets[i : i + 1])
    try:
        return count_table(one, book.question, None, book.ties)
    except ExpansionLimitError as error:
        raise explained(error, one) from None


def whole(count: float) -> float:
    """A count without what adding thirds has left of rounding."""
    return float(round(count)) if abs(count - round(count)) < 1e-9 else float(count)
