"""Who votes on the claims of pairs whose outcomes are known, for tests of arrays."""

from math import factorial, prod

import numpy as np

from jointstats.claims import kernel_states
from jointstats.evidence import outcomes, scores


def voters_of(counts, rope, *, zero=None, groups=False, families=False):
    """Voters on measures with these ropes; `zero`: where neither algorithm may be better."""
    m = len(rope)
    return kernel_states.Voters(
        counts.voters,
        counts.joint_voters,
        np.asarray(rope) > 0,
        np.broadcast_to(np.asarray(rope) > 0 if zero is None else zero, (m,)),
        np.broadcast_to(groups, (m,)),
        families,
    )


def corrected(counts, p, rope, **declared):
    """Corrected p-values of claims on measures with these ropes."""
    return kernel_states.corrected(p, voters_of(counts, rope, **declared))


def outcomes_of(case):
    """Outcomes of the pairs of a table of the reference, its ropes, and which ropes are real."""
    values = np.array(
        [[[np.nan if x is None else x for x in row] for row in one] for one in case["values"]]
    )
    rope = np.array([width or 0.0 for width in case["rope"]])
    real = np.array([width is not None for width in case["rope"]])
    seen = outcomes.pair_outcomes(values, rope, [(row["a"], row["b"]) for row in case["pairs"]])
    seen[(seen == 1) & ~real] = scores.UNKNOWN
    return seen, rope, real


def sequences(table):
    """How many sequences of data sets give a table of counts."""
    return factorial(sum(table)) // prod(map(factorial, table))
