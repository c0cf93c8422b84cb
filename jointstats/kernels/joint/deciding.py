"""When the probability of the leading statement decides.

``"probability"``, the papers' rule: P >= 1 - alpha. Between two equally probable statements it
errs more often than alpha, .25 of the time with three data sets: a prior of mass s/K on each of K
statements expects one of them to be frequent.

``"lower"``: the lower bound over all priors of mass 1 (Walley's imprecise Dirichlet model: all of
it on the strongest rival) is at least 1 - alpha/2. With n_a data sets for the leader and n_b for
that rival, the leader is behind it with probability I_1/2(n_a, n_b + 1), half the exact p-value;
being behind any is at least as probable. So

    1 - lower >= I_1/2(n_a, n_b + 1) = p/2,

and a decision implies an exact p of at most alpha, whatever the number of statements, the sample
size and the prior of the probability itself. More mass only lowers the bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.dirichlet import probabilities_largest, probability_exceeds

__all__ = ["LOWER_MASS", "RULES", "from_where", "lower_probabilities", "lower_probability"]

RULES = ("lower", "probability")
LOWER_MASS = 1.0  # the least with which a lower bound of 1 - alpha/2 implies an exact p <= alpha


def from_where(rule: str, alpha: float) -> float:
    """The probability, or its lower bound, from which a rule decides at this level.

    Examples
    --------
    >>> from_where("lower", 0.05), from_where("probability", 0.05)
    (0.975, 0.95)
    """
    return 1 - (alpha / 2 if rule == "lower" else alpha)


def lower_probability(leader: float, rivals: ArrayLike, strength: float = LOWER_MASS) -> float:
    """Probability of being the most probable with all prior mass on the strongest rival.

    Parameters
    ----------
    leader : float
        Count of the statement asked about.
    rivals : array_like, shape (R,)
        Counts of the others; none: a statement never seen is the rival.
    strength : float, default 1
        The prior's mass.

    Examples
    --------
    Five of five: one half to the fifth is left to the rival.

    >>> lower_probability(5, [])
    0.96875
    """
    return float(lower_probabilities([leader], np.asarray(rivals)[None], strength)[0])


def lower_probabilities(
    leaders: ArrayLike, rivals: ArrayLike, strength: float = LOWER_MASS
) -> NDArray[np.float64]:
    """The same for many counts at once: each gets what it gets alone, to the last bit.

    Parameters
    ----------
    leaders : array_like, shape (P,)
    rivals : array_like, shape (P, R)
        0 where there is none.
    strength : float, default 1

    Returns
    -------
    ndarray, shape (P,)

    Examples
    --------
    >>> lower_probabilities([5, 6], [[0, 0], [2, 1]]).round(4)
    array([0.9688, 0.8472])
    """
    first = np.asarray(leaders, dtype=float)[:, None]
    counts = np.pad(np.asarray(rivals, dtype=float), ((0, 0), (0, 1)))
    strongest = counts.argmax(axis=1)[:, None]
    favoured = np.take_along_axis(counts, strongest, axis=1) + strength
    np.put_along_axis(counts, strongest, 0.0, axis=1)
    alone = ~counts.any(axis=1)  # no other rival
    found = np.empty(len(first))
    found[alone] = probability_exceeds(first[alone, 0], favoured[alone, 0])
    parameters = np.hstack([counts, favoured, first])[~alone]
    found[~alone] = probabilities_largest(parameters, np.ones(parameters.shape))[:, -1]
    return found
