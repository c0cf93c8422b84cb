"""What is claimed of two algorithms when data sets come in families: sign flips of whole clusters.

The claims are those of `jointstats.kernels.joint.pair_claims`. For each a difference D_c of every
cluster c (a family of data sets) is as probable as -D_c where the claim is just not true:

===========================  ===============================================================
claim                        D_c, counts of data sets of the cluster
===========================  ===============================================================
``more_often``               sweeps of the leader - sweeps of the other
``most_common``              sweeps of the leader - those that show b, for every other outcome b
``each``                     wins of the leader - all others; measure by measure, the largest p
``most_data_sets``           those that show it - those that do not
===========================  ===============================================================

and in the same way of not being worse, of an outcome, and of the measures of a trade-off. With T
the sum of D_c, p = 2 P(S >= T) under random signs. Let F be the clusters whose sign is turned: then
S = T - 2 sum_{c in F} D_c, so that

    P(S >= T) = P(sum_{c in F} D_c <= 0) = P(U <= N),

where U is the sum of a random subset of all |D_c|, and N the sum of those |D_c| with D_c < 0. Thus
lowering any D_c can only raise p. A tie that may hide a difference lowers D_c by all that it could,
and the claim holds of the true results as well. Data sets without a result add nothing to D_c.

That the most frequent outcome is the most common one was chosen by the data: against each rival b
p is taken given that it leads, P(S >= T) / P(it leads under S), as in
`jointstats.kernels.joint.families`; the largest p is that of the claim, outcomes never seen among
the rivals. With ties that may hide a difference, the first probability is the largest and the
second the smallest that any true results could give.

With one data set in every cluster, and no tie that may hide a difference, p-values up to one half
are the plain ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.ladder import RUNGS
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE
from jointstats.kernels.joint.pair_claims import LADDERS, holm
from jointstats.kernels.joint.pair_counts import PairCounts, outcome_codes
from jointstats.kernels.joint.subset_sums import largest_below, subset_sums

__all__ = ["Shown", "agreement_of_pairs", "family_p_values"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class _Flips:
    """Sums of D_c over clusters under sign flips, row by row."""

    d: Ints

    @property
    def total(self) -> Ints:
        return self.d.sum(axis=1)

    def one_sided(self) -> Array:
        """P(S >= T); 1 where the total is not above 0."""
        sizes, lost = np.abs(self.d), np.maximum(-self.d, 0).sum(axis=1)
        p = np.ones(len(self.d))
        told = np.flatnonzero(self.total > 0)
        below, at = subset_sums(sizes[told], lost[told])
        p[told] = below + at
        return p

    def two_sided(self) -> Array:
        """The same of whoever leads, min(1, 2 P(S >= T))."""
        return np.minimum(1.0, 2 * self.one_sided())


def family_p_values(
    outcomes: ArrayLike,
    counts: PairCounts,
    clusters: ArrayLike,
    certain: ArrayLike | None = None,
    unclean: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """p-values of every claim about every pair, from sign flips of whole clusters.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        As for `jointstats.kernels.joint.pair_counts.pair_counts`. A code above ``WORSE`` marks a
        data set on which the pair has no result.
    counts : PairCounts
        What that function made of them.
    clusters : array_like of int, shape (n,)
        Cluster of every data set, from 0.
    certain : array_like of bool, shape (m,) or (P, n, m), optional
        Measures (or single ties) that are an outcome; by default all. Elsewhere a tie may hide a
        difference.
    unclean : array_like of bool, shape (P, n), optional
        As for `jointstats.kernels.joint.pair_counts.pair_counts`.

    Returns
    -------
    p : ndarray, shape (P, 4, 4)
        As `jointstats.kernels.joint.pair_claims.PairFamily.p`.
    measures_p : ndarray, shape (P, m)
        As ``measures_p`` there.

    Examples
    --------
    Better on both measures on eleven of twelve data sets, which are of four families:

    >>> from jointstats.kernels.joint.pair_counts import pair_counts
    >>> seen = [[[0, 0]] * 11 + [[2, 2]]]
    >>> p, _ = family_p_values(seen, pair_counts(seen), np.repeat(range(4), 3))
    >>> p[0, 0].tolist()
    [0.125, 0.125, 0.125, 0.125]
    >>> p, _ = family_p_values(seen, pair_counts(seen), range(12))
    >>> p[0, 0].round(5).tolist()
    [0.00635, 0.00635, 0.00635, 0.00635]
    """
    cluster = np.asarray(clusters, dtype=np.int64)
    shown = Shown(np.asarray(outcomes), counts, cluster, certain)
    if unclean is not None:
        shown.unclean = np.asarray(unclean)
    return shown.p_values()


def agreement_of_pairs(outcomes: ArrayLike, clusters: ArrayLike) -> Array:
    """What agreement within clusters is measured on: counts of who wins, ties, and loses.

    Parameters
    ----------
    outcomes, clusters
        As for `family_p_values`.

    Returns
    -------
    ndarray, shape (P, C, 3)
        Of each pair, on how many data sets of each cluster the first algorithm sweeps, the second
        does, and neither.

    Examples
    --------
    >>> agreement_of_pairs([[[0, 0], [0, 1], [2, 2]]], [0, 0, 1]).tolist()
    [[[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]]
    """
    seen, cluster = np.asarray(outcomes), np.asarray(clusters, dtype=np.int64)
    member = (cluster[:, None] == np.arange(cluster.max(initial=-1) + 1)).astype(float)
    sweeps = [(seen == code).all(axis=2) for code in (BETTER, WORSE)]
    neither = (seen <= WORSE).all(axis=2) & ~sweeps[0] & ~sweeps[1]
    return np.stack([shown @ member for shown in (*sweeps, neither)], axis=-1)


class Shown:
    """What the data sets of every cluster show of every pair."""

    def __init__(
        self, seen: NDArray, counts: PairCounts, clusters: Ints, certain: ArrayLike | None
    ) -> None:
        self.seen, self.counts = seen, counts
        sure = np.ones(seen.shape[2], dtype=bool) if certain is None else np.asarray(certain)
        some_sure = sure.reshape(-1, seen.shape[2]).any(axis=0)
        self.n_states = float(np.prod(np.where(some_sure, 3.0, 2.0)))
        self.clusters = clusters
        self.n_clusters = int(clusters.max(initial=-1)) + 1
        self.there = np.asarray((seen <= WORSE).all(axis=2))
        self.hides = (seen == EQUAL) & ~sure
        self.hidden = np.asarray(self.hides.any(axis=2) & self.there)
        self.size = self.of_clusters(self.there)
        self.unclean = np.zeros(self.there.shape, dtype=bool)

    def p_values(self) -> tuple[Array, Array]:
        """What `family_p_values` returns."""
        p = np.zeros((len(self.seen), len(LADDERS), len(RUNGS)))
        p[:, 0] = self.sweep()
        p[:, 1, :2] = self.not_worse()
        p[:, 2, :2] = self.outcome()
        p[:, 3, 0], measures_p = self.trade_off()
        p[:, 3, 3] = 1.0  # never finished: see the plain p-values
        return p, measures_p

    def of_clusters(self, which: NDArray) -> Ints:
        """How many data sets of each cluster are so: (P, n) to (P, C)."""
        member = (self.clusters[:, None] == np.arange(self.n_clusters)).astype(float)
        return (which @ member).astype(np.int64)

    def statements(self, pairs: Ints, leader: NDArray) -> tuple[Ints, Bools, Ints]:
        """Every outcome that some pairs show, pair by pair, but where a tie hides a difference.

        Returns
        -------
        of : ndarray of int, shape (R,)
            Whose it is: a place among the pairs.
        lead : ndarray of bool, shape (R,)
            Whether it is the pair's leader.
        n : ndarray of int, shape (R, C)
            How many data sets of each cluster show it.
        """
        whole = self.there[pairs] & ~self.hidden[pairs]
        codes = outcome_codes(np.concatenate([leader[:, None], self.seen[pairs]], axis=1))
        own, seen = codes[:, 0], codes[:, 1:]
        pair, case = np.nonzero(whole)
        keys, row = np.unique(
            np.stack([pair, seen[pair, case]], axis=1), axis=0, return_inverse=True
        )
        n = np.zeros((len(keys), self.n_clusters), dtype=np.int64)
        np.add.at(n, (np.ravel(row), self.clusters[case]), 1)
        of = keys[:, 0].astype(np.intp)
        return of, keys[:, 1] == own[of], n

    def sweep(self) -> Array:
        """The four rungs of being better on every measure; 1 where nobody leads."""
        won = _win_of_leader(self.counts.sweeps)
        wins = self.seen == won[:, None, None]
        losses = self.seen == (WORSE - won)[:, None, None]
        sweeps = wins.all(axis=2)
        maybe = (losses | self.hides).all(axis=2)
        own, other = self.of_clusters(sweeps), self.of_clusters(maybe)
        p = np.ones((len(self.seen), len(RUNGS)))
        leads = own.sum(axis=1) > other.sum(axis=1)
        p[:, 0] = _Flips(own - other).two_sided()
        m = self.seen.shape[2]
        p[:, 1] = self.most_common(np.repeat(won[:, None], m, axis=1), leads)
        by_measure = [
            _Flips(2 * self.of_clusters(wins[:, :, k]) - self.size).two_sided() for k in range(m)
        ]
        p[:, 2] = np.max(by_measure, axis=0)
        p[:, 3] = _Flips(2 * own - self.size).two_sided()
        return np.where(leads[:, None], p, 1.0)

    def not_worse(self) -> Array:
        """More often than the other way round, and on most data sets."""
        won = _win_of_leader(self.counts.clean)
        wins = (self.seen == won[:, None, None]).any(axis=2)
        losses = (self.seen == (WORSE - won)[:, None, None]).any(axis=2)
        there = self.there & ~self.unclean
        clean = wins & ~losses & ~self.hidden & there
        maybe = (losses | self.hidden) & ~wins & there
        own, other = self.of_clusters(clean), self.of_clusters(maybe)
        most = _Flips(2 * own - self.size).two_sided()
        return np.stack([_Flips(own - other).two_sided(), most], axis=1)

    def outcome(self) -> Array:
        """The most frequent outcome that is no sweep: more often than any other, and mostly."""
        counts = self.counts
        rival = np.maximum(counts.next_outcome, counts.sweeps.max(axis=1))
        leads = counts.outcome_count > rival + counts.hidden
        common = self.most_common(counts.outcome, leads)
        shown = (self.seen == counts.outcome[:, None, :]).all(axis=2)
        most = _Flips(2 * self.of_clusters(shown) - self.size).two_sided()
        return np.stack([common, np.maximum(most, common)], axis=1)

    def trade_off(self) -> tuple[Array, Array]:
        """p-values of each being better somewhere, and of who leads on each measure (Holm)."""
        wins = self.counts.wins
        first = wins[..., 0] > wins[..., 1]
        by_measure = np.ones(first.shape)
        for k in range(first.shape[1]):
            ahead = np.where(first[:, k], BETTER, WORSE)
            won = self.of_clusters(self.seen[:, :, k] == ahead[:, None])
            by_measure[:, k] = _Flips(2 * won - self.size).one_sided()
        by_measure = holm(by_measure)
        clear = wins[..., 0] != wins[..., 1]
        sides = [np.where(clear & one, by_measure, 1.0).min(axis=1) for one in (first, ~first)]
        return np.maximum(*sides), by_measure

    def most_common(self, leader: NDArray, leads: Bools) -> Array:
        """Whether an outcome of each pair is more common than every other; 1 unless it leads."""
        p = np.ones(len(self.seen))
        pairs = np.flatnonzero(leads)
        if not pairs.size:
            return p
        rivals = _Rivals(self, pairs, leader[pairs])
        p[pairs] = 0.0
        np.maximum.at(p, pairs[rivals.pair], rivals.p_values())
        return p


def _win_of_leader(by_side: Ints) -> Ints:
    """The code of an outcome on which the leader of each pair is better."""
    return np.where(by_side[:, 1] > by_side[:, 0], WORSE, BETTER)


class _Rivals:
    """Every other outcome of some pairs, seen or not, in one line: pair by pair."""

    def __init__(self, shown: Shown, pairs: Ints, leader: NDArray) -> None:
        of, lead, n = shown.statements(pairs, leader)
        states = np.bincount(of, minlength=len(pairs))
        unseen = np.flatnonzero(states < shown.n_states)
        self.pair = np.concatenate([of[~lead], unseen])
        self.beaten = np.concatenate([n[~lead], np.zeros((len(unseen), n.shape[1]), n.dtype)])
        self.own = n[lead][self.pair]
        self.hidden = shown.of_clusters(shown.hidden)[pairs][self.pair]
        self.third, self.times = self._third(of[~lead], n[~lead].sum(axis=1), len(pairs))

    def _third(self, of: Ints, totals: Ints, n_pairs: int) -> tuple[Ints, Ints]:
        """The largest count of all outcomes but leader and rival, and how many have it."""
        order = np.lexsort((-totals, of))
        begin = np.searchsorted(of[order], np.arange(n_pairs))
        ranked = np.append(totals[order], [0, 0])
        number = np.bincount(of, minlength=n_pairs)
        first = np.where(number > 0, ranked[begin], 0)
        second = np.where(number > 1, ranked[begin + 1], 0)
        own = self.beaten.sum(axis=1)
        is_first = (own == first[self.pair]) & (own > 0)
        alone = np.bincount(of, totals == first[of], minlength=n_pairs)[self.pair]
        # A rival with the largest count leaves the second one, which may be as large. If it is
        # less, it is below half of what leader and rival have together: it never shares a lead.
        third = np.where(is_first, second[self.pair], first[self.pair])
        return third, (alone - is_first).astype(np.int64)

    def p_values(self) -> Array:
        """P(S >= T) over P(the leader leads under S), against each rival; 0 for some.

        Those are the rivals of which a bound says that another one of the pair has a larger p.
        """
        d = self.own - self.beaten - self.hidden
        lost = np.maximum(-d, 0).sum(axis=1)
        behind = self._slack()
        bound = np.where(behind, 2 * largest_below(np.abs(d), lost), np.inf)
        p = np.zeros(len(d))
        largest = np.zeros(int(self.pair.max()) + 1)
        np.maximum.at(largest, self.pair, bound)
        first = bound == largest[self.pair]
        p[first] = self._asked(np.flatnonzero(first))
        found = np.zeros_like(largest)
        np.maximum.at(found, self.pair, p)
        left = ~first & (bound >= found[self.pair])
        p[left] = self._asked(np.flatnonzero(left))
        return p

    def _asked(self, rows: Ints) -> Array:
        """P-values of some rivals."""
        p = _Flips((self.own - self.beaten - self.hidden)[rows]).one_sided()
        return np.minimum(1.0, p / self._leading(rows))

    def _leading(self, rows: Ints) -> Array:
        """P(the leader leads), a shared lead in part, as if drawn by lot; at least that much."""
        hides = self.hidden[rows].any(axis=1)
        lead = np.empty(len(rows))
        lead[~hides] = self._exactly(rows[~hides])
        lead[hides] = self._at_least(rows[hides])
        return np.maximum(lead, np.finfo(float).tiny)

    def _slack(self) -> Bools:
        """Where no third outcome can lead: each of the two does with probability 1/2."""
        both = self.own.sum(axis=1) + self.beaten.sum(axis=1)
        slack: Bools = 2 * (self.third + self.hidden.sum(axis=1)) < both
        return slack

    def _exactly(self, rows: Ints) -> Array:
        """Without hidden ties: mine = M + U, other = M + A - U, U a random subset's sum."""
        sizes = np.abs(self.own[rows] - self.beaten[rows])
        both = self.own[rows].sum(axis=1) + self.beaten[rows].sum(axis=1)
        total = sizes.sum(axis=1)
        third, slack = self.third[rows], self._slack()[rows]
        # By symmetry of U: ahead of the third if U < A + M - third, beside it where they are equal.
        # Without slack that is at most one half of A, where all three share the lead.
        limit = (total + both) // 2 - third
        below, at = subset_sums(sizes, np.where(slack, -1, limit), at_least=True)
        sharing = 1 + self.times[rows] + (2 * third == both)
        return np.where(slack, 0.5, below + at / sharing)

    def _at_least(self, rows: Ints) -> Array:
        """With hidden ties: the least that any true results could give; no shared lead counts."""
        own, beaten, hidden = self.own[rows], self.beaten[rows], self.hidden[rows]
        worst = (own - beaten - hidden).sum(axis=1)
        rest = own.sum(axis=1) - self.third[rows] - hidden.sum(axis=1)
        slack = self._slack()[rows]
        best = own - beaten + hidden
        limit = np.minimum((worst + 1) // 2, rest) + np.maximum(-best, 0).sum(axis=1)
        below, _ = subset_sums(np.abs(best), np.where(slack, -1, limit), at_least=True)
        return np.where(slack, 0.5, below)
