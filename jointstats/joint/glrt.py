"""The generalised likelihood-ratio test of dominance statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Unpack

import numpy as np

from jointstats.base import errors, wording
from jointstats.base.declare import TableOrCounts, TableRoles, declare
from jointstats.base.kinds import Algorithm, Alpha, Coverage, Measures, Question, Ties
from jointstats.base.rows import SHARE, column
from jointstats.evidence import glrt
from jointstats.joint import result as shared
from jointstats.joint.counting import counted
from jointstats.joint.counts import StatementCounts
from jointstats.joint.pairwise_result import LikelihoodPair
from jointstats.joint.rules import split_cautions


@dataclass(frozen=True, kw_only=True)
class GLRTStatement(shared.Statement):
    """A row of :class:`GLRTResult`.

    Attributes
    ----------
    order : dict
        For each measure, the names that the statement ranks, best first.
    count : float
        Data sets that show it; fractional where ties were split.
    """

    share: float = column(
        SHARE,
        "observed share of data sets that show the statement",
        broom="estimate",
        heading="observed share",
    )
    # For readers of to_dict() who ask the statements of all joint tests the same.
    probability: None = None
    mcse: float = 0.0


@dataclass(frozen=True, kw_only=True, repr=False)
class GLRTResult(shared.JointResult):
    """Outcome of :func:`jointstats.glrt_test`.

    Attributes
    ----------
    statements : tuple of GLRTStatement
    statistic : float
        −2 ln λ of Theorem 1.
    p_value : float
        Exact conditional p-value; it decides.
    p_value_asymptotic : float
        Theorem 1's, from χ² with one degree of freedom: liberal for few data sets.
    p_value_worst : float or None
        The exact one if every tied data set spoke against the first statement as far as it can;
        None where counts no longer know which data sets tied, several statements lead, or data sets
        with ties come in families.
    n_a, n_b : float
        Counts of the most frequent statement and of the runner-up.
    lead_ratio_low : float
        With confidence ``level`` the winner is at least this many times as probable as any other
        statement (0: no bound).
    share : ChosenShare
        Observed share of the most frequent statement. Its interval covers although the statement
        was chosen for being the most frequent; the usual one (Clopper–Pearson) does not.

    Others as in :class:`JointResult`.
    """

    words = "joint.words.GLRTWords"
    shows = "joint.figures.of_glrt"

    test: ClassVar[str] = "glrt"

    statements: tuple[GLRTStatement, ...]
    statistic: float
    p_value: float
    p_value_asymptotic: float
    p_value_worst: float | None
    n_a: float
    n_b: float
    lead_ratio_low: float
    share: shared.ChosenShare

    @property
    def rows(self) -> Sequence[GLRTStatement]:
        """The statements."""
        return self.statements

    def as_pair(self) -> LikelihoodPair:
        """Return the row of two algorithms; its p-value is not yet adjusted."""
        return self._as_pair(
            LikelihoodPair,
            p_value=self.p_value,
            p_value_asymptotic=self.p_value_asymptotic,
            p_value_worst=self.p_value_worst if self.n_tied else None,
            p_adjusted=self.p_value,
        )


@declare(
    "likelihood-ratio test",
    family="joint",
    pairs="joint",
    asks="Is one joint outcome of all measures more common than every other?",
    gives="exact p-value",
    needs="only which of two results is better",
    mind="compares the most frequent outcome with the second one",
    rests_on=("benavoli2016joint", "hung2019rank"),
    validity=("leaders", "intervals", "families"),
)
def glrt_test(
    table: TableOrCounts,
    *,
    question: Question = "orderings",
    control: Algorithm = None,
    on: Measures = None,
    ties: Ties = "auto",
    alpha: Alpha = 0.05,
    level: Coverage = 0.95,
    **roles: Unpack[TableRoles],
) -> GLRTResult:
    """Test whether one dominance statement is more common than every other one.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
        The results, or their statement counts.
    question : {"orderings", "best", "control"}, default "orderings"
        What a statement says about each measure: the complete ordering, which algorithm is best, or
        whether the control is best.
    control : str, optional
        The control algorithm, for ``question="control"``.
    on : sequence of str, optional
        Only these measures.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms on a measure. "equal" is a separate outcome, practically equal;
        "split" gives half a data set to each side (the papers' rule); "auto" is "equal" for
        measures with a rope. Words named by measure apply to single measures. More than two
        algorithms share each tie among their orderings.
    alpha : float, default 0.05
        Level at which ``p_value`` decides.
    level : float, default 0.95
        Confidence of the interval of the share, and of ``lead_ratio_low``.
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
    de Campos (2016) gives the statistic and `p_value_asymptotic`; `p_value` is the conditional
    binomial p-value, exact for any number of statements (Hung & Fithian 2019, Rank verification
    for exponential families). Both are two-sided, as the paper's is. Split ties give fractional
    counts, for which the exact p-value is conservative if ties favour neither algorithm.
    They may hide a difference, for example one that is smaller than a tick of the clock:
    `p_value_worst` is an upper bound for all such differences.

    If the data sets come in families (`cluster`, when the table is made), the statements of a
    family have a total weight of 1, and counts are those of families. If families are divided among
    statements, the exact p-value rounds counts down. In a study it was at most .05 in 2 % of tables
    in which two statements were equally probable.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.glrt_test(js.load_dataset("example1"))
    >>> result.p_value, round(result.p_value_asymptotic, 7)
    (0.5078125, 0.3126627)
    """
    counts, results = counted(table, question, control, on, ties, **roles)
    return likelihood_ratio(counts, alpha=alpha, level=level).with_facts(data=results)


def likelihood_ratio(counts: StatementCounts, *, alpha: float, level: float) -> GLRTResult:
    """What :func:`glrt_test` says of counts, given options that are checked; it does not warn."""
    n_states = counts.n_states
    if n_states < 2:
        raise errors.AlgorithmError("Only one statement is possible: there is nothing to test.")
    weights = np.sort(counts.weights)[::-1]
    lead = shared.leaders(counts.weights)
    n_a = float(weights[0])
    n_b = n_a if len(lead) > 1 else float(weights[1:].max(initial=0.0))
    statistic = float(glrt.log_likelihood_ratio(n_a, n_b))
    n_leader, rivals = shared.deciding(counts, int(lead[0]))
    next_ = float(rivals.max(initial=0.0)) if len(lead) == 1 else n_leader
    p_value = float(glrt.exact_p_value(max(n_leader, next_), next_))
    p_asymptotic = float(glrt.asymptotic_p_value(n_a, n_b))
    p_worst = _worst(counts, int(lead[0]), p_value) if len(lead) == 1 else None
    ranked = np.argsort(-counts.weights, kind="stable")[: shared.MOST_LISTED]
    orders, shares = counts.orders(counts.codes[ranked]), weights / counts.n_units
    return GLRTResult(
        **shared.known_from(counts),
        warnings=tuple(_cautions(counts, p_asymptotic, p_value, p_worst, alpha)),
        statements=tuple(
            GLRTStatement(order=order, count=count, share=share)
            for order, count, share in zip(orders, weights.tolist(), shares.tolist(), strict=False)
        ),
        unobserved=shared.Unobserved(states=n_states - len(ranked)),
        best=orders[0] if len(lead) == 1 else None,
        tied_best=counts.orders(counts.codes[lead[: shared.MOST_LISTED]]) if len(lead) > 1 else [],
        decided=p_value <= alpha,
        alpha=alpha,
        level=level,
        method="exact",
        statistic=statistic,
        p_value=p_value,
        p_value_asymptotic=p_asymptotic,
        p_value_worst=p_worst,
        n_a=n_a,
        n_b=n_b,
        lead_ratio_low=float(glrt.winner_lead_lower_bound(max(n_leader, next_), next_, level)),
        share=shared.chosen_share(counts, n_a, level),
    )


def _worst(counts: StatementCounts, first: int, p_value: float) -> float | None:
    """The p-value with every tie against the first statement, where it is known who tied."""
    if not (counts.n_tied or any(counts.ties.values())):
        return p_value
    if counts.alone is None or counts.possible is None:
        return None
    return glrt.worst_p_value(counts.alone, counts.possible, first)


def _cautions(
    counts: StatementCounts,
    p_asymptotic: float,
    p_value: float,
    p_worst: float | None,
    alpha: float,
) -> Iterator[errors.Caution]:
    if (p_asymptotic <= alpha) != (p_value <= alpha):
        approximate, exact = wording.significant(p_asymptotic), wording.significant(p_value)
        both = f"The approximate p-value ({approximate}) and the exact one ({exact})"
        said = f"{both} decide differently at {alpha:g}: the exact one is right."
        yield errors.Caution(said, category=errors.TestsDisagreeWarning)
    if not counts.n_split:
        return
    worst = ""
    if p_worst is not None:
        worst = (
            "; if each of them spoke against the first statement as far as it can, it would be "
            f"{wording.p_number(p_worst)}"
        )
    said = f" The exact p-value is conservative if ties favour neither algorithm{worst}."
    yield from split_cautions(counts, said)
