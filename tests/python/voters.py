"""Who votes on the claims of pairs whose outcomes are known, for tests of arrays."""

import numpy as np

from jointstats.claims import kernel_states


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
