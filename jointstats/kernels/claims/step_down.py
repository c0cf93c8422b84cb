"""Sequential rejection of chains of claims: the probability of any false claim is at most alpha.

A chain has claims from weak to strong; a stronger one implies the weaker, and has the larger
p-value. U is the weight of all chains, F that of the finished ones, whose strongest claim is shown.
A claim is shown if

    p <= w alpha / (U - F),                                                               (1)

w being the weight of its chain, until F stands still. A false claim that is shown implies that the
weakest false claim of its chain is; so a chain costs at most w t at the level t = alpha / (U - F),
and nothing if its strongest claim is true. Let F* be the weight of such chains. Before the first
false claim is shown, F <= F*; so its p is at most w alpha / (U - F*), which has the probability
(U - F*) alpha / (U - F*) = alpha at most, summed over the other chains (Goeman & Solari 2010).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["corrected_p_values"]

Array = NDArray[np.float64]


def corrected_p_values(p: ArrayLike, strongest: ArrayLike, weights: ArrayLike) -> Array:
    """The smallest alpha at which each claim is shown, at most 1.

    Parameters
    ----------
    p : array_like, shape (C, K)
        p-values of the claims of C chains, weak to strong; NaN where a chain has fewer.
    strongest : array_like, shape (C,)
        That of each chain's strongest claim.
    weights : array_like, shape (C,)

    Returns
    -------
    ndarray, shape (C, K)
        NaN where there is no claim.

    Examples
    --------
    Two chains of one claim: Holm's correction.

    >>> corrected_p_values([[0.01], [0.04]], [0.01, 0.04], [1, 1]).ravel().tolist()
    [0.02, 0.04]
    """
    claims, top, w = np.asarray(p, float), np.asarray(strongest, float), np.asarray(weights, float)
    order = np.argsort(top / w, kind="stable")
    # Chains finish in this order, each while those before it are finished, at the level `done`.
    left = np.concatenate([w[order][::-1].cumsum()[::-1], [0.0]])  # U - F after k of them
    done = np.maximum.accumulate(np.concatenate([[0.0], (top / w)[order] * left[:-1]]))
    need = claims / w[:, None]
    # After k chains a claim needs need * left[k], and k chains need done[k]: the one falls in k,
    # the other rises; the smallest maximum lies where they cross.
    ratio = np.divide(done, left, out=np.full_like(done, np.inf), where=left > 0)
    k = np.minimum(np.searchsorted(ratio, need), len(top))
    before = np.maximum(k - 1, 0)
    found = np.minimum(
        np.maximum(done[k], need * left[k]), np.maximum(done[before], need * left[before])
    )
    return np.asarray(np.where(np.isnan(claims), np.nan, np.minimum(found, 1.0)))
