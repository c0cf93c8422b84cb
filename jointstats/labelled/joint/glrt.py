"""The generalised likelihood-ratio test of dominance statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.joint import glrt
from jointstats.kernels.single import paired
from jointstats.labelled import options, wording
from jointstats.labelled.errors import AlgorithmError, JointStatsWarning, TestsDisagreeWarning
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.result import (
    MOST_LISTED,
    JointResult,
    Share,
    dependable_lead,
    facts,
    leaders,
)
from jointstats.labelled.result import warn

LEVEL = 0.95  # of the intervals


@dataclass(frozen=True, kw_only=True, repr=False)
class GLRTResult(JointResult):
    """Outcome of :func:`jointstats.glrt_test`.

    Attributes
    ----------
    statistic : float
        −2 ln λ of Theorem 1.
    p_value : float
        Theorem 1's, from χ² with one degree of freedom: liberal for few data sets.
    p_value_exact : float
        Exact conditional p-value; it decides.
    n_a, n_b : float
        Counts of the most frequent statement and of the runner-up.
    lead_ratio_low : float
        With 95 % confidence the winner is at least so many times as probable as any other
        statement (0: nothing is claimed).
    share : Share
        Observed share of the most frequent statement, with its Clopper–Pearson interval.

    Others as in :class:`JointResult`.
    """

    test: ClassVar[str] = "glrt"

    statistic: float
    p_value: float
    p_value_exact: float
    n_a: float
    n_b: float
    lead_ratio_low: float
    share: Share


def glrt_test(
    table: Any,
    *,
    question: str = "orderings",
    control: Any = None,
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    **roles: Any,
) -> GLRTResult:
    """Test whether one dominance statement is more probable than every other one.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
        The results, or their statement counts.
    question : {"orderings", "best", "control"}, default "orderings"
        What a statement says of each measure: the complete ordering, which algorithm is best, or
        whether the control is best.
    control : str, optional
        The control algorithm, for ``question="control"``.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level at which ``p_value_exact`` decides.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    GLRTResult

    Warns
    -----
    TestsDisagreeWarning
        If the asymptotic p-value decides differently.

    Raises
    ------
    AlgorithmError
        If only one statement is possible.
    JointStatsError
        For invalid input, as :func:`jointstats.statement_counts`.

    Notes
    -----
    H0: the most frequent statement is not more probable than every other. Theorem 1 of Benavoli &
    de Campos (2016) gives the statistic and `p_value`; `p_value_exact` is the conditional
    binomial p-value, valid for any number of statements (Hung & Fithian 2019, Rank verification
    for exponential families). Both are two-sided, as the paper's is. Split ties give fractional
    counts, for which the exact p-value is conservative.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.glrt_test(js.load_dataset("example1"))
    >>> round(result.p_value, 7), result.p_value_exact
    (0.3126627, 0.5078125)
    """
    alpha = options.level(alpha)
    counts = statement_counts(table, question=question, control=control, on=on, **roles)
    if counts.n_states < 2:
        raise AlgorithmError("Only one statement is possible: there is nothing to test.")
    weights = np.sort(counts.weights)[::-1]
    n_a, n_b = float(weights[0]), float(weights[1]) if len(weights) > 1 else 0.0
    lead = leaders(counts.weights)
    n_b = n_a if len(lead) > 1 else n_b
    statistic = float(glrt.log_likelihood_ratio(n_a, n_b))
    p_value = float(glrt.asymptotic_p_value(n_a, n_b))
    p_exact = float(glrt.exact_p_value(n_a, n_b))
    decided = p_exact <= alpha
    ranked = np.argsort(-counts.weights, kind="stable")[:MOST_LISTED]
    named = {*ranked.tolist(), *lead[:MOST_LISTED].tolist()}
    order = {i: counts.order(counts.codes[i]) for i in named}
    first = order[int(lead[0])]
    share = Share(n_a / counts.n, *paired.share_interval(n_a, counts.n, LEVEL), LEVEL)
    return GLRTResult(
        **facts(counts),
        call={"function": "glrt_test", "question": question, "control": control, "on": on,
              "alpha": alpha},
        warnings=warn(_cautions(counts, p_value, p_exact, alpha)),
        verdict=_verdict(counts, first, n_a, n_b, p_exact, alpha, share, len(lead) > 1),
        statements=[
            {
                "order": order[i],
                "count": float(counts.weights[i]),
                "share": float(counts.weights[i] / counts.n),
                "probability": None,
                "mcse": 0.0,
            }
            for i in ranked.tolist()
        ],
        unobserved={"states": counts.n_states - len(ranked), "probability": None},
        best=first if len(lead) == 1 else None,
        tied_best=[order[i] for i in lead[:MOST_LISTED].tolist()] if len(lead) > 1 else [],
        decided=decided,
        alpha=alpha,
        method="exact",
        statistic=statistic,
        p_value=p_value,
        p_value_exact=p_exact,
        n_a=n_a,
        n_b=n_b,
        lead_ratio_low=float(glrt.winner_lead_lower_bound(n_a, n_b, LEVEL)),
        share=share,
    )  # fmt: skip


def _cautions(
    counts: StatementCounts, p_value: float, p_exact: float, alpha: float
) -> list[tuple[type[Warning], str]]:
    found: list[tuple[type[Warning], str]] = []
    if (p_value <= alpha) != (p_exact <= alpha):
        found.append(
            (
                TestsDisagreeWarning,
                f"The approximate p-value ({wording.significant(p_value)}) and the exact one "
                f"({wording.significant(p_exact)}) decide differently at {alpha:g}: the exact one "
                "is right.",
            )
        )
    if counts.n_tied:
        found.append(
            (
                JointStatsWarning,
                f"{wording.have(counts.n_tied, counts.n, 'ties')}: each is "
                "shared among all the statements that it does not contradict. The exact p-value is "
                "then conservative: the true one may be smaller.",
            )
        )
    return found


def _verdict(
    counts: StatementCounts,
    order: dict[str, list[str]],
    n_a: float,
    n_b: float,
    p: float,
    alpha: float,
    share: Share,
    tied: bool,
) -> str:
    test = f"exact p {wording.p_value(p)}, {'at most' if p <= alpha else 'above'} {alpha:g}"
    if tied:
        return f"Not decided: {dependable_lead(counts)}, {test}."
    said = wording.cell(order, counts.question, counts.control)
    seen = (
        f"{wording.count(n_a)} of {wording.plural(counts.n, 'data set')}, next statement "
        f"{wording.count(n_b)}"
    )
    if p <= alpha:
        return f"Decided: {said} ({seen}; {test}); observed on {share}."
    return (
        f'Not decided: "{said}" is the most frequent statement ({seen}), but its lead may be '
        f"chance ({test})."
    )
