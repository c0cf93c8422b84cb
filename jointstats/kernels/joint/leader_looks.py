"""Repeated looks at the most frequent one of many statements.

The leader is chosen by the data, and its rivals may never have been seen. So before each data set
the bet goes on the statement that leads then, against every rival c:

    E_c ← E_c (1 + λ (1[x = leader] − 1[x = c])).

If c is a most probable statement, the bracket's mean is at most 0 under any leader, and E_c is a
supermartingale: it ever reaches 1/alpha with a probability of at most alpha. λ = 2p − 1 is spread
as in :mod:`.looks`, p over Beta(½, ½) cut at ½, and so E_c has the closed form of a claim that
won w times and lost l times, where w counts the data sets that showed the leader (while c was
not), and l those that showed c (while another one led).

A statement is *certified* as the most probable one when all others, unseen ones too, have reached
2/alpha. If there is one most probable statement, another one is certified with a probability of at
most alpha/2; if there are several, certifying any needs the rejection of at least one of two given
ones of them, which has a probability of at most alpha.

A data set whose ties are split shows several statements, x[s] of each. Then the bet is

    E_c ← E_c (1 + λ (x[leader] − x[c])),

a supermartingale if the mean of x[c] is the largest one. It has no closed form, but any weights of
several λ make a fair bet: those of a quadrature of the same distribution of λ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

from jointstats.kernels.joint.looks import Array, InvalidLooksError, log_e_more_often

Ints = NDArray[np.int64]

_NODES = 200  # values of λ that are bet on where ties are split
_AHEAD = 1e-9  # by so much one leads: three thirds may be a little less than one


@dataclass(frozen=True)
class LeaderLooks:
    """The bets against each statement, after each data set.

    Attributes
    ----------
    leader : ndarray of int, shape (n,)
        The statement that leads after each data set: an earlier leader stays until it is overtaken.
    log_e : ndarray, shape (n, R)
        Logarithm of E_c for the statements 0 … R − 1.
    log_e_unseen : ndarray, shape (n,)
        The same for any statement that is never seen.
    """

    leader: Ints
    log_e: Array
    log_e_unseen: Array

    def rejected(self, limit: float) -> NDArray[np.bool_]:
        """Whose E has reached `limit` at some look so far, shape (n, R)."""
        return np.asarray(np.maximum.accumulate(self.log_e, axis=0) >= np.log(limit))

    def certified(self, alpha: float = 0.05, *, unseen: bool = True) -> Ints:
        """The statement that is certified after each data set, or −1, shape (n,).

        Parameters
        ----------
        alpha : float
            Probability of ever certifying one that is not the single most probable one.
        unseen : bool, default True
            Whether there are statements that were never seen.
        """
        limit = 2 / alpha
        left = ~self.rejected(limit)
        single = left.sum(axis=1) == 1
        if unseen:
            single &= np.maximum.accumulate(self.log_e_unseen) >= np.log(limit)
        return np.asarray(np.where(single, left.argmax(axis=1), -1))

    def most_probable(self, *, unseen: bool = True) -> tuple[Ints, Array]:
        """The statement against which least was won, and an anytime p-value, shapes (n,).

        The p-value is 2 over the second smallest of the largest E so far: at most alpha once all
        statements but one have reached 2/alpha. The probability that it ever is, while that
        statement is not the single most probable one, is at most alpha.

        Parameters
        ----------
        unseen : bool, default True
            Whether there are statements that were never seen.
        """
        highest = np.maximum.accumulate(self.log_e, axis=0)
        rivals = np.sort(highest, axis=1)[:, 1:2]
        if unseen:  # whoever leads, at least as much was won against these
            rivals = np.column_stack([rivals, np.maximum.accumulate(self.log_e_unseen)])
        if rivals.shape[1] == 0:
            raise InvalidLooksError("a single possible statement has no rival")
        p = np.minimum(1.0, 2 * np.exp(-np.maximum(rivals.min(axis=1), 0.0)))
        return np.asarray(highest.argmin(axis=1)), np.asarray(p)


def leader_looks(statements: ArrayLike, n_statements: int | None = None) -> LeaderLooks:
    """Bet on the leader before each data set, against every other statement.

    Parameters
    ----------
    statements : array_like of int, shape (n,)
        What each data set shows: a number from 0, in the order of their arrival.
    n_statements : int, optional
        How many statements to follow; default: up to the largest that is seen.

    Returns
    -------
    LeaderLooks

    Raises
    ------
    InvalidLooksError
        If there is no data set, or a number is out of range.

    Examples
    --------
    >>> looks = leader_looks([0, 1, 0, 0, 0, 0, 0, 0])
    >>> looks.leader
    array([0, 0, 0, 0, 0, 0, 0, 0])
    >>> np.exp(looks.log_e[-1]).round(3), float(np.exp(looks.log_e_unseen[-1]).round(3))
    (array([1.   , 4.021]), 28.783)
    """
    shown = np.asarray(statements, dtype=np.int64)
    if shown.ndim != 1 or len(shown) == 0 or shown.min() < 0:
        raise InvalidLooksError("statements are numbers from 0, one for each data set")
    total = int(shown.max()) + 1 if n_statements is None else n_statements
    if shown.max() >= total:
        raise InvalidLooksError(f"statement {shown.max()} is not among the first {total}")
    leader = _leaders(shown, total)
    before = np.append(-1, leader[:-1])  # who is bet on: nobody before the first data set
    known = np.arange(total)
    bet = (before[:, None] != known) & (before[:, None] >= 0)
    won, lost = (before == shown)[:, None] & bet, (shown[:, None] == known) & bet
    hits = np.cumsum(before == shown)
    return LeaderLooks(
        leader,
        log_e_more_often(won.cumsum(axis=0), lost.cumsum(axis=0)),
        log_e_more_often(hits, np.zeros_like(hits)),
    )


def leader_looks_of_shares(shares: ArrayLike) -> LeaderLooks:
    """The same for data sets that may show several statements, because their ties are split.

    Parameters
    ----------
    shares : array_like, shape (n, R)
        How much of each data set shows each statement: at least 0, and a sum of 1.

    Returns
    -------
    LeaderLooks

    Raises
    ------
    InvalidLooksError
        If there is no data set, or shares are negative or do not sum to 1.

    Examples
    --------
    >>> looks = leader_looks_of_shares([[1, 0], [0.5, 0.5], [1, 0], [1, 0]])
    >>> np.exp(looks.log_e[-1]).round(3), float(np.exp(looks.log_e_unseen[-1]).round(3))
    (array([1.   , 2.773]), 3.804)
    """
    x = np.asarray(shares, dtype=float)
    if x.ndim != 2 or x.size == 0 or not ((x >= 0).all() and np.allclose(x.sum(axis=1), 1)):
        raise InvalidLooksError("the statements of a data set have shares that sum to 1")
    if np.isin(x, (0, 1)).all():
        return leader_looks(x.argmax(axis=1), x.shape[1])
    leader = _leaders_of_shares(x)
    won = np.append(0.0, x[np.arange(1, len(x)), leader[:-1]])  # nobody to bet on at first
    lost = np.where(np.append(-1, leader[:-1])[:, None] == np.arange(x.shape[1]), won[:, None], x)
    lost[0] = 0.0
    log_e = np.column_stack([_log_e_of_bets(won - loss) for loss in lost.T])
    return LeaderLooks(leader, log_e, _log_e_of_bets(won))


def _log_e_of_bets(gains: Array) -> Array:
    """Mean over λ of ∏ (1 + λ g_i) after each data set, where λ = cos φ, φ uniform on (0, π/2).

    That is λ = 2p − 1 with p over Beta(½, ½) cut at ½.
    """
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    rates = np.cos(np.pi / 4 * (nodes + 1))
    stakes = np.cumsum(np.log1p(gains[:, None] * rates), axis=0)
    return np.asarray(logsumexp(stakes, axis=1, b=weights / 2))


def _leaders_of_shares(shares: Array) -> Ints:
    """As :func:`_leaders`."""
    leaders, leading = [], int(shares[0].argmax())
    for counts in np.cumsum(shares, axis=0):
        first = int(counts.argmax())
        if counts[first] > counts[leading] + _AHEAD:
            leading = first
        leaders.append(leading)
    return np.array(leaders, dtype=np.int64)


def _leaders(shown: Ints, total: int) -> Ints:
    """The leader after each data set; between equals, the leader before."""
    counts, leading = [0] * total, int(shown[0])
    leaders = []
    for statement in shown.tolist():
        counts[statement] += 1
        if counts[statement] > counts[leading]:
            leading = statement
        leaders.append(leading)
    return np.array(leaders, dtype=np.int64)
