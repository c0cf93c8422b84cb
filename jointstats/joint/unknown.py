"""The Bayesian test of a table some of whose results are missing: what every filling leaves true.

The answer is that of the complete data sets. A data set with missing results may show any statement
that agrees with what is known of it. The answer is decided if it is with the worst of them, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.base.errors import DecisionLostWarning, TieExpansionError
from jointstats.evidence.extensions import ExpansionLimitError
from jointstats.evidence.messages import Option, asked
from jointstats.evidence.outcomes import pair_outcomes
from jointstats.joint import kernel_compatible as kernel
from jointstats.joint.counting import count_by_size
from jointstats.joint.counts import StatementCounts
from jointstats.joint.kernel_compatible import Compatible
from jointstats.joint.posterior import BayesResult, Posterior, Unknown
from jointstats.joint.prior import prior_of
from jointstats.table.results_table import ResultsTable


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
        leader = next(
            i for i, code in enumerate(statements.codes) if statements.order(code) == answer.best
        )

        def filled(weights: np.ndarray) -> Posterior:
            return Posterior(replace(statements, weights=weights), mass, answer.level)

        against = [filled(weights) for weights in _against(doubts, leader)]
        lowest = min(float(worst.probability[leader]) for worst in against)
        highest = float(filled(_for(doubts, leader)).probability[leader])
        bounds = [worst.decision(leader, answer.rule, answer.alpha).decisive for worst in against]
        decisive = min(answer.decisive, *(bound for bound in bounds if bound is not None))
        answer = _decided_by(answer, decisive)
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
    kept = [w for w in answer.warnings if decided or w.category is not DecisionLostWarning]
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
        cells = _compatible(table, question, control, np.array(counts.states))
    except ExpansionLimitError as error:
        raise TieExpansionError(
            f"Missing results leave {error.n_expansions} statements possible (the limit is "
            f"{error.limit}): use a coarser question (",
            Option("question", "best"),
            "), fewer algorithms (",
            asked("only"),
            "), or ",
            Option("missing", "drop"),
            ".",
        ) from None
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
    statements = replace(
        counts,
        codes=codes,
        weights=np.bincount(place[:known], weights=counts.weights, minlength=len(codes)),
        n=len(datasets),
        families=table.family_names_of(datasets),
        alone=None,
        possible=None,
    )
    return Doubts(statements, may, 1 / sizes[table.n :], int(silent.sum()))


def _compatible(
    table: ResultsTable, question: str, control: str | None, states: np.ndarray
) -> Compatible:
    """Statements that agree with what is known of the incomplete data sets."""
    values = table.known()[table.n :]
    if question == "orderings" and len(table.algorithms) == 2:
        seen = pair_outcomes(values, table.rope_widths, [[0, 1]])[0]
        return kernel.compatible_outcomes(seen, states)
    if question == "orderings":
        return kernel.compatible_orders(values, table.rope_widths)
    if control is None:
        return kernel.compatible_best(values, table.rope_widths)
    place = table.algorithms.index(control)
    return kernel.compatible_control(values, table.rope_widths, place)


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
