"""The Bayesian multinomial–Dirichlet test of dominance statements, of complete results or not.

If results are missing, the answer is that of the complete data sets. A data set with missing
results may show any statement that agrees with what is known of it. The answer is decided if it is
with the worst of them, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from jointstats.base import errors, kinds
from jointstats.base.declare import TableOrCounts, TableRoles, declare
from jointstats.evidence.extensions import ExpansionLimitError
from jointstats.evidence.messages import Option, asked
from jointstats.joint import kernel_questions as kernel
from jointstats.joint.counting import count_by_size, counted
from jointstats.joint.counts import StatementCounts
from jointstats.joint.posterior import BayesResult, Posterior, Unknown, most_probable
from jointstats.joint.prior import PriorChoice, prior_of
from jointstats.table.results_table import ResultsTable


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
    question: kinds.Question = "orderings",
    control: kinds.Algorithm = None,
    on: kinds.Measures = None,
    ties: kinds.Ties = "auto",
    prior: PriorChoice = "symmetric",
    prior_strength: kinds.OptionalMass = None,
    rule: kinds.Rule = "lower",
    alpha: kinds.Alpha = 0.05,
    lead_ratio: kinds.LeadRatio = 1.25,
    level: kinds.Coverage = 0.95,
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
    counts, results = counted(table, question, control, on, ties, **roles)
    mass = prior_of(counts, prior, prior_strength)
    answer = most_probable(counts, mass, rule=rule, alpha=alpha, lead_ratio=lead_ratio, level=level)
    if results is not None and results.unknown:
        answer = decided_by_all(answer, results, ties, prior, prior_strength)
    return answer.with_facts(data=results)


@dataclass(frozen=True, eq=False)
class Doubts:
    """Data sets that may show one of several statements.

    Attributes
    ----------
    statements : StatementCounts
        All that some data set may show, with the counts of the complete ones. In a family each
        data set has the weight that it has if none is missing.
    may : ndarray of bool, shape (D, S)
        Whether an incomplete data set may show a statement.
    weights : ndarray, shape (D,)
        What an incomplete data set adds to the count of the statement that it shows.
    n_silent : int
        Data sets without a known result: all statements are possible.
    """

    statements: StatementCounts
    may: np.ndarray
    weights: np.ndarray
    n_silent: int


def decided_by_all(
    answer: BayesResult, table: ResultsTable, ties: Any, prior: Any, prior_strength: float | None
) -> BayesResult:
    """The answer of the complete data sets, decided only if every filling of the others decides.

    Parameters
    ----------
    answer : BayesResult
        Of the complete data sets of `table`.
    table : ResultsTable
        With ``missing="unknown"``.
    ties, prior, prior_strength
        As for :func:`jointstats.bayes_test`, checked.

    Raises
    ------
    TieExpansionError
        If the missing results leave too many statements possible.
    """
    doubts = doubts_of(table, answer.question, answer.control, ties)
    statements, lowest, highest = doubts.statements, None, None
    if answer.best is not None and answer.decisive is not None:
        mass = prior_of(statements, prior, prior_strength)
        leader = statements.orders(statements.codes).index(answer.best)

        def filled(weights: np.ndarray) -> Posterior:
            return Posterior(replace(statements, weights=weights), mass, answer.level)

        against = [filled(weights) for weights in _against(doubts, leader)]
        lowest = min(float(worst.probability[leader]) for worst in against)
        highest = float(filled(_for(doubts, leader)).probability[leader])
        bounds = [worst.decisive(leader, answer.rule) for worst in against]
        answer = _decided_by(answer, min(answer.decisive, *bounds))
    unknown = Unknown(
        n_complete=table.n,
        n_partly=len(doubts.may) - doubts.n_silent,
        n_silent=doubts.n_silent,
        probability_lowest=lowest,
        probability_highest=highest,
    )
    return replace(answer, unknown=unknown)


def _decided_by(answer: BayesResult, decisive: float) -> BayesResult:
    """The answer with a smaller number to decide it; a decision that is gone cannot be lost."""
    decided = decisive >= answer.threshold
    kept = [w for w in answer.warnings if decided or w.category is not errors.DecisionLostWarning]
    return replace(answer, decisive=decisive, decided=decided, warnings=tuple(kept))


def doubts_of(table: ResultsTable, question: str, control: str | None, ties: Any) -> Doubts:
    """The statements that the data sets of a table may show.

    Raises
    ------
    TieExpansionError
        If they are too many.
    """
    datasets = table.everything()[1]
    clusters = table.known_units.clusters
    sizes = np.bincount(clusters)[clusters]
    counts = count_by_size(table, sizes[: table.n], question, control, ties)
    try:
        cells = kernel.compatible(
            table.known()[table.n :],
            table.rope_widths,
            question,
            0 if control is None else table.algorithms.index(control),
            counts.equal,
        )
    except ExpansionLimitError as error:
        left = f"{error.n_expansions} statements possible (the limit is {error.limit})"
        cures = (Option("question", "best"), "), fewer algorithms (", asked("only"), "), or ")
        use = f"Missing results leave {left}: use a coarser question ("
        raise errors.TieExpansionError(use, *cures, Option("missing", "drop"), ".") from None
    both = np.concatenate([counts.codes, cells.codes])
    if (both == both[0]).all():  # a rival, on which what is unknown may be
        other = both[:1].copy()
        other[0, 0] = (other[0, 0] + 1) % counts.states[0]
        both = np.concatenate([both, other])
    codes, place = np.unique(both, axis=0, return_inverse=True)
    place, known = place.ravel(), len(counts.codes)
    may = np.zeros((len(datasets) - table.n, len(codes)), dtype=bool)
    may[cells.rows, place[known : known + len(cells.codes)]] = True
    silent = ~may.any(axis=1)
    may[silent] = True
    statements = counts.recounted(
        codes,
        np.bincount(place[:known], weights=counts.weights, minlength=len(codes)),
        n=len(datasets),
        families=table.family_names_of(datasets),
    )
    return Doubts(statements, may, 1 / sizes[table.n :], int(silent.sum()))


def _for(doubts: Doubts, leader: int) -> np.ndarray:
    """Counts with every data set in doubt on the leader, if it may show it.

    Those that may not are left out, so that no filling gives the leader a larger probability.
    """
    counts = doubts.statements.weights.copy()
    counts[leader] += doubts.weights[doubts.may[:, leader]].sum()
    return counts


_RIVALS = 8  # that are tried first, of those that could become equally strong


def _against(doubts: Doubts, leader: int) -> list[np.ndarray]:
    """Counts with every data set in doubt against the leader, for each strongest rival.

    Each shows another statement, if it may, and as many as possible the same one: the fewer the
    rivals, the stronger they are.
    """
    counts, left = doubts.statements.weights.copy(), doubts.may.copy()
    forced = left.sum(axis=1) == left[:, leader]
    counts[leader] += doubts.weights[forced].sum()
    left[forced] = False
    left[:, leader] = False
    height = np.where(left.any(axis=0), counts + doubts.weights @ left, -1)
    strongest = np.flatnonzero(height == height.max())[:_RIVALS]
    return [_on_few(counts.copy(), left.copy(), doubts.weights, int(rival)) for rival in strongest]


def _on_few(counts: np.ndarray, left: np.ndarray, weights: np.ndarray, rival: int) -> np.ndarray:
    """Give the rival every data set that may show it, then the strongest of the others."""
    while left.any():
        counts[rival] += weights[left[:, rival]].sum()
        left[left[:, rival]] = False
        rival = int(np.where(left.any(axis=0), counts + weights @ left, -1).argmax())
    return counts
