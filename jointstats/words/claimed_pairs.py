"""What the claims of the pairwise tests amount to, in a sentence."""

from __future__ import annotations

from jointstats.labelled.compare.pairwise_result import ClaimPairsResult
from jointstats.words.conditions import guarantee
from jointstats.words.verdict import findings, states


@findings.register
def _(result: ClaimPairsResult) -> tuple[str, ...]:
    sure = guarantee(result.alpha, families=result.n_families is not None, left_out=result.left_out)
    return (f"{states(result.pairs)}. {sure}",)
