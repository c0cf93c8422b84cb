"""Nested claims about two algorithms, each implied by the next: all for the price of one test.

Of a data set, let W be the event that the first algorithm is better on more measures than it is
worse on, and S_k that it is better on at least k of the m measures. Then S_m within S_{m-1} within
... S_h within W, h being the first number above m/2, and the claims

    W more often than its opposite,  P(W) > 1/2,  P(S_h) > 1/2,  ...,  P(S_m) > 1/2

are nested: each follows from the next one. (W and its opposite exclude each other, so that a
majority of all data sets is more than the opposite has.) Hence, if one of them is false, so are all
that come after it.

*No correction within a pair.* The exact p-values p_1 <= p_2 <= ... of the claims are ordered in the
same way: the counts fall from claim to claim, and the first has fewer trials. Let j be the
first false claim. A false one is shown only if some p_i <= alpha with i >= j, and then p_j <= p_i
<= alpha: this has at most the probability alpha, whatever the number of claims. So "at least k"
may be asked for every k at once, and the largest k that passes is told; the direction in which
they are looked at does not matter. (The largest k that passes is a lower confidence bound for the
median of the number of measures that are won: Thompson 1936, the sign test turned round.)

*Why "more often than its opposite" is asked of W alone.* "S_k more often than its opposite" neither
implies the same of k + 1 nor follows from it: one algorithm may win all measures on many data
sets, and few on all others. Asked for every k, these questions would need a correction.

*Many pairs.* Each pair is a chain. What is left of alpha is shared equally among the chains that
are not finished; a chain passes its part on when its last claim is shown (Goeman & Solari 2010), as
in `jointstats.kernels.joint.ladder`. With a single claim in each chain this is Holm's method.

Two-sided: the data choose which of the two algorithms the claims are for, hence the factor 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.families import flip_test
from jointstats.kernels.joint.measure_rules import Rule, extremes
from jointstats.kernels.joint.outcomes import BETTER, MISSING, WORSE

__all__ = [
    "RuleCounts",
    "adjusted_chains",
    "chain_p_values",
    "chain_rules",
    "family_chain_p_values",
    "rule_counts",
]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 1 << 24  # outcomes looked at together


@dataclass(frozen=True)
class RuleCounts:
    """On how many data sets each of P pairs shows what R rules ask; side 0 is the first algorithm.

    Attributes
    ----------
    n : ndarray, shape (P,)
        Data sets of each pair.
    shown : ndarray, shape (P, R, 2)
        Data sets on which each side is better by each rule, whatever ties may hide.
    possible : ndarray, shape (P, R, 2)
        The same, or it may be so behind ties that hide a difference.
    """

    n: Array
    shown: Array
    possible: Array


def chain_rules(m: int, at_least: int | None = None) -> tuple[Rule, ...]:
    """The rules whose claims make a chain, from weak to strong.

    Parameters
    ----------
    m : int
        Measures.
    at_least : int, optional
        Only "better on at least so many".

    Examples
    --------
    >>> chain_rules(4), chain_rules(1), chain_rules(12, 8)
    (('wins', 3, 4), ('wins',), (8,))
    """
    if at_least is not None:
        return (at_least,)
    return ("wins", *range(m // 2 + 1, m + 1)) if m > 1 else ("wins",)


def rule_counts(
    outcomes: ArrayLike,
    rules: Sequence[Rule],
    certain: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> RuleCounts:
    """Count what each pair shows of every rule.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        Of the first algorithm of each pair against the second. A pair's data sets are those without
        any ``MISSING``.
    rules : sequence
        Of `jointstats.kernels.joint.measure_rules`.
    certain : array_like of bool, shape (m,), optional
        Measures whose ties are an outcome; by default all. Elsewhere they may hide a difference.
    weights : array_like, shape (P, n) or (n,), optional
        How often each row was seen: with all 3^m outcomes as rows, their counts.

    Examples
    --------
    >>> found = rule_counts([[[0, 0, 0], [0, 0, 2], [2, 2, 0]]], ("wins", 3))
    >>> found.n.tolist(), found.shown.tolist()
    ([3.0], [[[2.0, 1.0], [1.0, 0.0]]])
    """
    seen = np.asarray(outcomes)
    n = seen.shape[1]
    everything = np.ones((n, 1))
    mass = np.ones(n) if weights is None else np.asarray(weights)
    total, shown, possible = _counted(seen, rules, certain, mass, everything)
    return RuleCounts(total[..., 0], shown[..., 0], possible[..., 0])


def _counted(
    seen: NDArray, rules: Sequence[Rule], certain: ArrayLike | None, mass: Array, member: Array
) -> tuple[Array, Array, Array]:
    """What `RuleCounts` has, group by group of data sets, of which `member` says, shape (n, C)."""
    (n_pairs, n, m), groups = seen.shape, member.shape[1]
    mass = np.broadcast_to(mass, (n_pairs, n))
    total = np.zeros((n_pairs, groups))
    shown, possible = np.zeros((2, n_pairs, len(rules), 2, groups))
    step = max(1, _AT_ONCE // max(1, n * m))
    for start in range(0, n_pairs, step):
        part = slice(start, start + step)
        there = mass[part] * (seen[part] != MISSING).all(axis=2)
        total[part] = there @ member
        for r, rule in enumerate(rules):
            least, most = extremes(seen[part], rule, certain)
            sides = ((least, BETTER, most), (most, WORSE, least))
            for side, (sure, code, open_) in enumerate(sides):
                shown[part, r, side] = (there * (sure == code)) @ member
                possible[part, r, side] = (there * (open_ == code)) @ member
    return total, shown, possible


def chain_p_values(counts: RuleCounts) -> tuple[Array, Ints]:
    """Two-sided exact p-values of every claim of every pair's chain.

    min(1, 2 P(Bin(trials, 1/2) >= count)), the first with the data sets on which the first rule is,
    or may be, in favour of one of the two as trials; the others with all data sets.

    Returns
    -------
    p : ndarray, shape (P, 1 + R)
        "More often than the other way round" by the first rule; on more than half of all data
        sets, by each rule.
    side : ndarray of int, shape (P,)
        For whom: 0, 1, or -1 if nobody leads; then p is 1.

    Examples
    --------
    Better on all three measures on eight of ten data sets, on two of them on the others:

    >>> p, side = chain_p_values(rule_counts([[[0] * 3] * 8 + [[0, 0, 2]] * 2], chain_rules(3)))
    >>> p.round(4).tolist(), side.tolist()
    ([[0.002, 0.002, 0.002, 0.1094]], [0])
    """
    side = _leaders(counts)
    pairs, lead = np.arange(len(side)), np.maximum(side, 0)
    own = counts.shown[pairs, :, lead]
    other = counts.possible[pairs, 0, 1 - lead]
    often = tail_at_least(own[:, :1], own[:, :1] + other[:, None])
    most = tail_at_least(own, counts.n[:, None])
    p = np.minimum(1.0, 2 * np.concatenate([often, most], axis=1))
    return np.where((side < 0)[:, None], 1.0, p), side


def family_chain_p_values(
    outcomes: ArrayLike,
    rules: Sequence[Rule],
    clusters: ArrayLike,
    certain: ArrayLike | None = None,
) -> tuple[Array, Ints]:
    """The same where data sets come in families: sign flips of whole families.

    The difference of a family is the number of its data sets that show the claim, less those that
    (may) show the opposite, or, for "on more than half", less all others. Lower differences never
    lower p, so that the p-values are ordered here, too.

    Parameters
    ----------
    outcomes, rules, certain
        As for `rule_counts`.
    clusters : array_like of int, shape (n,)
        Family of every data set, from 0.

    Examples
    --------
    >>> seen = [[[0] * 3] * 8 + [[0, 0, 2]] * 2]
    >>> p, _ = family_chain_p_values(seen, chain_rules(3), range(10))
    >>> p.round(4).tolist()
    [[0.002, 0.002, 0.002, 0.1094]]
    """
    seen, cluster = np.asarray(outcomes), np.asarray(clusters)
    member = (cluster[:, None] == np.unique(cluster)).astype(float)
    size, shown, possible = _counted(seen, rules, certain, np.ones(len(cluster)), member)
    side = _leaders(RuleCounts(size.sum(axis=-1), shown.sum(axis=-1), possible.sum(axis=-1)))
    p = np.ones((len(seen), 1 + len(rules)))
    for i in np.flatnonzero(side >= 0):
        own, other = shown[i, :, side[i]], possible[i, 0, 1 - side[i]]
        differences = [own[0] - other, *(2 * own - size[i])]
        p[i] = [float(flip_test(d).p_value) if d.sum() > 0 else 1.0 for d in differences]
    return np.maximum.accumulate(p, axis=1), side


def _leaders(counts: RuleCounts) -> Ints:
    """Who is better more often by the first rule; -1 if nobody is, whatever ties may hide."""
    first, second = counts.shown[:, 0].T
    side = np.where(first >= second, 0, 1)
    pairs = np.arange(len(side))
    clear = counts.shown[pairs, 0, side] > counts.possible[pairs, 0, 1 - side]
    return np.where(clear, side, -1)


def adjusted_chains(p: ArrayLike) -> Array:
    """Smallest alpha at which each claim of each chain is shown, all chains together.

    While i chains are finished, each of the other C - i has alpha / (C - i). With q_1 <= q_2 <= ...
    the last p-values of the chains, i are finished from alpha = max_{j <= i} (C - j + 1) q_j on
    (Holm). So the adjusted p-value is the least, over i, of the larger of (C - i) p and that: the
    first falls in i and the second rises, and the place where they cross is found by bisection.

    Parameters
    ----------
    p : array_like, shape (C, R)
        p-values of C chains, not falling from left to right.

    Examples
    --------
    One claim each is Holm's method; the first chain, once finished, passes its level on:

    >>> adjusted_chains([[0.01], [0.04], [0.03]]).ravel()
    array([0.03, 0.06, 0.06])
    >>> adjusted_chains([[0.001, 0.02], [0.03, 0.3]])
    array([[0.002, 0.04 ],
           [0.04 , 0.3  ]])
    """
    p = np.asarray(p)
    chains = len(p)
    left = chains - np.arange(chains)
    finished = np.zeros(chains + 1)  # least alpha at which i chains are finished
    finished[1:] = np.maximum.accumulate(left * np.sort(p[:, -1]))
    low, high = np.zeros(p.shape, dtype=np.int64), np.full(p.shape, chains - 1)
    while (low < high).any():  # the first i with finished[i] >= (C - i) p
        middle = (low + high) // 2
        crossed = finished[middle] >= (chains - middle) * p
        low, high = np.where(crossed, low, middle + 1), np.where(crossed, middle, high)
    before = np.maximum(low - 1, 0)
    here, just_before = (np.maximum((chains - i) * p, finished[i]) for i in (low, before))
    return np.minimum(np.minimum(here, just_before), 1.0)
