"""The Bayesian multinomial–Dirichlet test of dominance statements."""

from __future__ import annotations

from typing import Any, Unpack

from jointstats.base.declare import declare
from jointstats.base.errors import AlgorithmError
from jointstats.base.given import TableOrCounts, TableRoles
from jointstats.base.kinds import (
    Algorithm,
    Alpha,
    Coverage,
    LeadRatio,
    Measures,
    OptionalMass,
    Question,
    Rule,
    Ties,
)
from jointstats.joint.counting import count, counted_from
from jointstats.joint.counts import StatementCounts
from jointstats.joint.posterior import BayesResult, Posterior, answer_of
from jointstats.joint.prior import Prior, PriorChoice, prior_of
from jointstats.joint.unknown import decided_by_all


@declare(
    "Bayesian test",
    family="joint",
    pairs="joint",
    asks="Which joint outcome of all measures is the most probable, and with what probability?",
    gives="posterior probability of each joint outcome",
    needs="only which of two results is better",
    mind="with few data sets, probabilities depend on the prior; the result warns",
    rests_on=("benavoli2016joint", "walley1996inferences"),
    validity=("leaders", "probabilities", "runs", "missing results"),
)
def bayes_test(
    table: TableOrCounts,
    *,
    question: Question = "orderings",
    control: Algorithm = None,
    on: Measures = None,
    ties: Ties = "auto",
    prior: PriorChoice = "symmetric",
    prior_strength: OptionalMass = None,
    rule: Rule = "lower",
    alpha: Alpha = 0.05,
    lead_ratio: LeadRatio = 1.25,
    level: Coverage = 0.95,
    **roles: Unpack[TableRoles],
) -> BayesResult:
    """Compute the probability that each dominance statement is the most common one.

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
    prior : {"symmetric", "jeffreys", "uniform", "imprecise"} or sequence of float
        Mass s/K on each of the K orderings (the default, with s = 1: the papers'); ½ or 1 on
        each; bounds over all priors of mass s (Walley 1996); or a mass for every statement in
        code order.
    prior_strength : float, default 1
        Total mass s of the symmetric and the imprecise prior.
    rule : {"lower", "probability"}, default "lower"
        What decides. ``"lower"``: the least favourable prior of mass 1 (or of `prior_strength`, if
        that is more and the prior imprecise) leaves a probability of at least 1 − alpha/2; the
        exact p-value of :func:`jointstats.glrt_test` is then at most alpha. ``"probability"``, the
        papers' rule: the probability (its lower bound, if imprecise) is at least 1 − alpha. Between
        two equally probable statements that rule decides more often than alpha.
    alpha : float, default 0.05
        Level of the decision.
    lead_ratio : float, default 1.25
        Practical lead: the ratio to the probability of every other statement that would matter.
    level : float, default 0.95
        Probability of the credible intervals of the shares, each of a statement fixed in advance;
        coverage of ``chosen_share``.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    BayesResult

    Warns
    -----
    PriorSensitivityWarning
        If the probability could fall by more than 0.1 under another prior of mass 2.
    DecisionLostWarning
        If it could fall below the limit of the papers' rule, where that rule decided.

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Section 4 of Benavoli & de Campos (2016). The posterior is Dirichlet; the probability that θ_i
    is the largest is computed by quadrature, exact to about 1e-12, not by sampling.

    With ``missing="unknown"`` the probabilities are those of the complete data sets. The result
    also has the probability of the leading statement with every missing result against it, and with
    all of them for it. It is decided only if it is with the former, too: then no value of a missing
    result would change the decision.

    If the data sets come in families (`cluster`, when the table is made), the statements of a
    family have a total weight of 1. The default rule rounds counts as :func:`jointstats.glrt_test`
    does.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.bayes_test(js.load_dataset("example1"))
    >>> [round(row.probability, 10) for row in result.statements]
    [0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349]
    """
    source, control, ties = counted_from(
        table, question=question, control=control, on=on, ties=ties, **roles
    )
    decide: dict[str, Any] = {
        "rule": rule,
        "alpha": alpha,
        "lead_ratio": lead_ratio,
        "level": level,
    }
    if isinstance(source, StatementCounts):
        return most_probable(source, prior_of(source, prior, prior_strength), **decide)
    counts = count(source, question, control, ties)
    answer = most_probable(counts, prior_of(counts, prior, prior_strength), **decide)
    if source.unknown:
        answer = decided_by_all(answer, source, ties, prior, prior_strength)
    return answer.with_facts(data=source)


def most_probable(
    counts: StatementCounts,
    prior: Prior,
    *,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
) -> BayesResult:
    """What :func:`bayes_test` says of counts, given options that are checked; it does not warn."""
    if counts.n_states < 2:
        raise AlgorithmError("Only one statement is possible: there is nothing to test.")
    return answer_of(Posterior(counts, prior, level), rule=rule, alpha=alpha, lead_ratio=lead_ratio)
