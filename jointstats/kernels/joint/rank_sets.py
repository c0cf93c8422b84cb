"""Ranks that the shown pairs leave open, for all algorithms at once.

Let a be *truly better* than b where a wins more of all data sets like these than it loses against b
(on a measure; jointly: is better on every measure more often than b is). Majorities can cycle, so
that no line need exist in which everybody is better than those behind; ranks exist all the same:

    rank(a) = 1 + #{b : b is truly better than a}.

If all directions that are shown are true, then rank(a) lies in

    [1 + #{b shown better than a},  l - #{b shown worse than a}]                            (1)

for every a at once: whoever is shown better is better, and whoever is shown worse is not. So a
procedure that shows any false direction with probability alpha at most covers all ranks at once
with probability 1 - alpha, and {a : nobody is shown better} holds everybody of rank 1.

*Directions.* A pair has two one-sided hypotheses, "a is not truly better" and "b is not truly
better"; one of them is true at least, both if neither is better. Holm's correction over all 2P of
them shows a direction where

    one-sided p <= alpha / (2P - k)    or, of the leader,    two-sided p <= 2 alpha / (2P - k)  (2)

after k directions are shown. A pair that is decided thus keeps one hypothesis that may still be
true: passing on all that it held, as Holm's correction of P two-sided p-values does, controls
"neither is better" alone, and not directions. As the p-values of a pair's two directions add up to
1 or more, never are both shown (alpha < 1/2). Starting at alpha / P, (2) ends at 2 alpha / P.

*The claims of a comparison* spend their level otherwise: a pair begins with less on "better on
everything, more often than the other way round" (4/6 or 4/7 of alpha / P,
`jointstats.kernels.joint.pair_claims`), and passes on what its ladder of sweeps held (with a rope
also what that of not being worse held) once its last rung is shown. With two measures or more,
what they show of that claim is also shown by (2). Let f pairs have finished the ladder of sweeps
and g others one or two of the short ones (these, "most data sets show an outcome that is no
sweep", exclude each other with the former). The level is at most

    alpha (4/6) / (P - (4/6) f - (1/6) g)  =  alpha / (1.5 P - f - g / 4)           without a rope,
    alpha (4/7) / (P - (5/7) f - (2/7) g)  =  alpha / (1.75 P - 1.25 f - g / 2)     with one,

and at most alpha / (P - f / 2), which (2) allows once f directions are shown, since f + g <= P. The
ladder of a trade-off is never finished. With one measure there is but one ladder, which is Holm's
correction of two-sided p-values; there the directions of (2) on that measure are asked for, too.

Sources: Holm, Scandinavian Journal of Statistics 6 (1979); Goeman & Solari, Annals of Statistics 38
(2010); Mogstad, Romano, Shaikh & Wilhelm, "Inference for ranks with applications to mobility across
neighbourhoods and academic achievement across countries", Review of Economic Studies 91 (2024), who
rank by means.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.counting.orders import TIE_TOLERANCE
from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.subset_sums import subset_sums
from jointstats.kernels.single.multiplicity import adjust_p_values

__all__ = [
    "direction_p_values",
    "family_directions",
    "rank_sets",
    "ranks",
    "shown_better",
    "sweeps_of_all",
    "wins_of_all",
]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def wins_of_all(values: ArrayLike, rope: ArrayLike, clusters: ArrayLike | None = None) -> Ints:
    """On how many data sets each algorithm is better than each other one, measure by measure.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better; NaN where one is missing: nobody is better there.
    rope : array_like, shape (m,)
        Differences up to this size are practically none.
    clusters : array_like of int, shape (n,), optional
        Count within each family of data sets.

    Returns
    -------
    ndarray of int, shape (m, l, l), or (C, m, l, l) with clusters
        ``[..., i, j]``: where i is better than j.

    Examples
    --------
    >>> wins_of_all([[[3.0, 2.0, 2.0]], [[1.0, 2.0, 3.0]]], [0.0]).tolist()
    [[[0, 1, 1], [1, 0, 0], [1, 1, 0]]]
    """
    n, m, l = np.shape(values)
    families = np.zeros(n, dtype=np.int64) if clusters is None else np.asarray(clusters)
    starts = np.flatnonzero(np.diff(np.sort(families), prepend=-1))
    in_line = np.argsort(families)
    wins = np.zeros((len(starts), m, l, l), dtype=np.int64)
    for i, beats in enumerate(_beats(values, rope)):
        wins[:, :, i] = np.add.reduceat(beats[in_line], starts, axis=0, dtype=np.int64)
    return wins[0] if clusters is None else wins


def sweeps_of_all(values: ArrayLike, rope: ArrayLike) -> Ints:
    """On how many data sets each algorithm is better than each other one on every measure.

    Parameters
    ----------
    values, rope
        As for `wins_of_all`.

    Returns
    -------
    ndarray of int, shape (l, l)

    Examples
    --------
    >>> sweeps_of_all([[[3.0, 2.0], [1.0, 0.0]], [[3.0, 2.0], [0.0, 1.0]]], [0.0, 0.0]).tolist()
    [[0, 1], [0, 0]]
    """
    return np.array([beats.all(axis=1).sum(axis=0) for beats in _beats(values, rope)])


def _beats(values: ArrayLike, rope: ArrayLike) -> Iterator[Bools]:
    """Of one algorithm after the other where it is better than whom, shape (n, m, l)."""
    x = np.asarray(values, dtype=np.float64)
    size = np.where(np.isfinite(x), np.abs(x), 0.0)
    width = np.asarray(rope)[:, None]
    for i in range(x.shape[2]):
        with np.errstate(invalid="ignore", over="ignore"):  # of two failed runs neither is better
            ahead = x[:, :, [i]] - x
            yield ahead > width + TIE_TOLERANCE * np.maximum(size[:, :, [i]], size)


def direction_p_values(wins: ArrayLike) -> Array:
    """Exact one-sided p-values of every direction: the sign test, without ties.

    Parameters
    ----------
    wins : array_like, shape (..., l, l)
        From `wins_of_all`, without clusters.

    Returns
    -------
    ndarray, shape (..., l, l)
        ``[..., i, j]``: P(Bin(w_ij + w_ji, 1/2) >= w_ij), of "i is not truly better than j".

    Examples
    --------
    >>> direction_p_values([[0, 4], [1, 0]])
    array([[1.     , 0.1875 ],
           [0.96875, 1.     ]])
    """
    w = np.asarray(wins)
    return tail_at_least(w, w + np.swapaxes(w, -1, -2))


def family_directions(wins: ArrayLike) -> Array:
    """The same where data sets come in families: sign flips of whole families.

    P(S >= T) for the sum T of the families' differences D_c = w_ij - w_ji, and S the same under
    random signs: see `jointstats.kernels.joint.family_claims`.

    Parameters
    ----------
    wins : array_like of int, shape (C, m, l, l)
        From `wins_of_all`, with clusters.

    Returns
    -------
    ndarray, shape (m, l, l)
        1 where i does not lead.

    Examples
    --------
    One data set in each family:

    >>> wins = [[[[0, 1], [0, 0]]]] * 4 + [[[[0, 0], [1, 0]]]]
    >>> family_directions(wins)
    array([[[1.    , 0.1875],
            [1.    , 1.    ]]])
    """
    w = np.asarray(wins)
    d = np.moveaxis(w - np.swapaxes(w, -1, -2), 0, -1)
    p = np.ones(d.shape[:-1])
    leads = d.sum(axis=-1) > 0
    # Many pairs have the same differences; a row that is turned or in another order is the same.
    rows, back = np.unique(np.sort(d[leads]), axis=0, return_inverse=True)
    below, at = subset_sums(np.abs(rows), np.maximum(-rows, 0).sum(axis=1))
    p[leads] = (below + at)[back.ravel()]
    return p


def shown_better(p: ArrayLike, alpha: float, asked: ArrayLike | None = None) -> Bools:
    """Who is shown to be better than whom: any false direction with probability alpha at most.

    Holm's correction over both directions of all pairs: equation (2).

    Parameters
    ----------
    p : array_like, shape (l, l)
        From `direction_p_values` or `family_directions`, of one measure.
    alpha : float
    asked : array_like of bool, shape (l, l), optional
        Pairs that are asked for, symmetric; by default all.

    Returns
    -------
    ndarray of bool, shape (l, l)

    Examples
    --------
    Twice the two-sided p-values of three pairs, .01, .02 and .2: each direction weighs a sixth.

    >>> p = [[1, .01, .005], [.99, 1, .1], [.995, .9, 1]]
    >>> shown_better(p, 0.05).astype(int).tolist()
    [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
    """
    p = np.asarray(p)
    pairs = np.ones(p.shape, dtype=bool) if asked is None else np.asarray(asked, dtype=bool).copy()
    np.fill_diagonal(pairs, False)
    better = np.zeros(p.shape, dtype=bool)
    better[pairs] = adjust_p_values(p[pairs], "holm") <= alpha
    return better


def rank_sets(better: ArrayLike) -> tuple[Ints, Ints]:
    """First and last rank that the shown pairs leave open: equation (1).

    Parameters
    ----------
    better : array_like of bool, shape (..., l, l)
        ``[..., i, j]``: i is shown to be better than j.

    Returns
    -------
    low, high : ndarray of int, shape (..., l)

    Examples
    --------
    >>> low, high = rank_sets([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    >>> low.tolist(), high.tolist()
    ([1, 2, 2], [1, 3, 3])
    """
    shown = np.asarray(better, dtype=bool)
    return 1 + shown.sum(axis=-2), shown.shape[-1] - shown.sum(axis=-1)


def ranks(wins: ArrayLike) -> Ints:
    """Ranks on these data sets: 1 + the number of those who win more of them than they lose.

    Within the rank sets, since only who leads is shown to be better.

    Parameters
    ----------
    wins : array_like, shape (..., l, l)
        From `wins_of_all`, without clusters, or `sweeps_of_all`.

    Returns
    -------
    ndarray of int, shape (..., l)

    Examples
    --------
    >>> ranks([[0, 4, 3], [1, 0, 2], [3, 3, 0]])
    array([1, 3, 1])
    """
    w = np.asarray(wins)
    return np.asarray(1 + (w > np.swapaxes(w, -1, -2)).sum(axis=-2))
