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

from jointstats.kernels.joint.dirichlet import probability_exceeds, probability_largest

__all__ = ["LOWER_MASS", "RULES", "from_where", "lower_probability"]

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


def lower_probability(
    leader: float, rivals: ArrayLike, strength: float = LOWER_MASS, times: ArrayLike | None = None
) -> float:
    """Probability of being the most probable with all prior mass on the strongest rival.

    Parameters
    ----------
    leader : float
        Count of the statement asked about.
    rivals : array_like, shape (R,)
        Counts of the others; none: a statement never seen is the rival.
    strength : float, default 1
        The prior's mass.
    times : array_like of int, shape (R,), optional
        How many rivals have each of these counts; one by default.

    Examples
    --------
    Five of five: one half to the fifth is left to the rival.

    >>> lower_probability(5, [])
    0.96875
    """
    counts: NDArray[np.float64] = np.append(np.asarray(rivals, dtype=float), 0.0)
    many = np.append(np.ones(counts.size - 1) if times is None else np.asarray(times), 1.0)
    strongest = int(counts.argmax())
    many[strongest] -= 1
    if not (counts @ many):  # no other rival
        return float(probability_exceeds(leader, counts[strongest] + strength))
    parameters = np.concatenate([counts, [counts[strongest] + strength, leader]])
    return float(probability_largest(parameters, np.append(many, [1.0, 1.0]))[-1])
