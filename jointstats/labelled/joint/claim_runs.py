"""What runs say of a claim: on how many data sets they leave it open, and what they lean to."""

from __future__ import annotations

import numpy as np

from jointstats.kernels.joint.claim_runs import uncertain_share
from jointstats.kernels.joint.outcomes import WORSE, Claim
from jointstats.labelled.cautions import note
from jointstats.labelled.errors import Caution, JointStatsError
from jointstats.labelled.joint.claim_result import ClaimRuns
from jointstats.labelled.joint.runs import SURE, differences, pair_runs, varies
from jointstats.labelled.table.results_table import ResultsTable


def claim_in_runs(
    pair: ResultsTable, claim: Claim, *, threshold: float, prior_strength: float
) -> ClaimRuns | None:
    """What the runs of two algorithms say of a claim; None if the table keeps none that differ.

    Equality on a measure without a rope has no probability either, and families of data sets are
    not for runs to count. Where runs cannot say anything, why is noted: the averages answer all the
    same.
    """
    if pair.all_runs is None or pair.n_failed or pair.in_families:
        return None
    try:
        if not varies(differences(pair)):
            return None
        found = pair_runs(pair)
    except JointStatsError as error:
        note(Caution(*error.parts))
        return None
    roped = pair.rope_widths > 0
    holds = claim.holds(np.where((found.codes == 1) & ~roped, WORSE, found.codes))
    before = float(found.found.prior @ holds)
    if not 0 < before < 1:
        return None
    of_each = np.clip(found.probability @ holds, 0.0, 1.0)
    share = uncertain_share(of_each, before, threshold, prior_strength=prior_strength)
    return ClaimRuns(
        n_sure=int((of_each >= SURE).sum()),
        n_sure_not=int((of_each <= 1 - SURE).sum()),
        expected_share=share.mean,
        probability=share.probability,
        mcse=share.mcse,
    )
