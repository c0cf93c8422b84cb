"""Outcomes of a pair on a group of measures, from those on its measures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jointstats.evidence.measure_rules import extremes
from jointstats.evidence.outcomes import BETTER, EQUAL, WORSE
from jointstats.evidence.scores import ABSENT, BOTH_FAILED, FEW_BETTER, FEW_WORSE, MIXED, UNKNOWN
from jointstats.table.groups import Group

Codes = NDArray[np.int8]


def outcomes_of_group(seen: Codes, group: Group) -> Codes:
    """Outcomes on a group: by its rule, mixed where that does not decide, or unknown."""
    if group.alone:
        return seen[..., 0]
    both_failed = seen == BOTH_FAILED
    seen = np.where(both_failed, EQUAL, seen)
    least, most = extremes(np.where(seen == ABSENT, UNKNOWN, seen), group.within)
    better, worse, unknown = (seen == code for code in (BETTER, WORSE, UNKNOWN))
    some_better, some_worse = better.any(axis=-1), worse.any(axis=-1)
    undecided = np.select(
        [unknown.any(axis=-1) & (some_better | some_worse), unknown.any(axis=-1),
         some_better & some_worse, some_better, some_worse],
        [MIXED, UNKNOWN, MIXED, FEW_BETTER, FEW_WORSE], EQUAL,
    )  # fmt: skip
    codes = np.where(least != most, UNKNOWN, np.where(least == EQUAL, undecided, least))
    codes[(codes == EQUAL) & both_failed.any(axis=-1)] = BOTH_FAILED
    return np.where((seen == ABSENT).any(axis=-1), ABSENT, codes).astype(np.int8)
