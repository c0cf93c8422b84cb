"""The pairwise tests' default: the claims of all pairs of a table, with one error rate."""

from __future__ import annotations

from typing import Any

from jointstats.kernels.messages import Function, Option
from jointstats.labelled.claims.compared_pair import compared_pairs
from jointstats.labelled.claims.shown import shown_of
from jointstats.labelled.compare.pairwise_result import ClaimPairsResult
from jointstats.labelled.declare import CLAIMS
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.single.separate import pairs_of


def claims_of_pairs(
    source: Any, settings: dict[str, Any], *, control: str | None, alpha: float
) -> ClaimPairsResult:
    """The claims of all pairs: states, counts and corrected p-values.

    Parameters
    ----------
    source : ResultsTable or StatementCounts
        Counts are refused.
    settings : dict
        Options that were given for a test: claims have none.
    control, alpha
        As for :func:`jointstats.pairwise_tests`, checked.

    Raises
    ------
    OptionError
    """
    for name in settings:
        raise OptionError(
            Option(name), " has no meaning for ", Function("pairwise_tests", {"test": CLAIMS}), "."
        )
    if isinstance(source, StatementCounts):
        raise OptionError(
            "Claims need the results, not their statement counts: give the table, or ",
            Option("test", "bayes"),
            ".",
        )
    shown = shown_of(source, pairs_of(source.algorithms, control), alpha)
    rows = compared_pairs(shown, source.properties)
    total = source.n + source.n_dropped
    return ClaimPairsResult(
        algorithms=source.algorithms,
        measures=source.measures,
        n=shown.n_used,
        n_dropped=total - shown.n_used,
        warnings=shown.too_few(),
        test_name=CLAIMS,
        pairs=rows,
        p_adjust="none",
        alpha=alpha,
        control=control,
        cases="pairwise",
        expected_wrong=None,
        rope=source.declared_rope,
        n_families=shown.n_families,
        left_out=source.missing == "drop" and source.incomplete is not None,
    )
