"""The Bayesian test of a table some of whose results are missing.

A data set with missing results may show any statement that agrees with what is known of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import compatible as kernel
from jointstats.kernels.joint.compatible import Compatible
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.messages import Option, asked
from jointstats.labelled.errors import TieExpansionError
from jointstats.labelled.joint.bayes_result import BayesResult, Unknown
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.posterior import Posterior, answer_of
from jointstats.labelled.joint.prior import Prior, prior_of
from jointstats.labelled.joint.uncertain import uncertain_answer
from jointstats.labelled.table.beside_values import families_ignored
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True, eq=False)
class Doubts:
    """Data sets that may show one of several statements.

    Attributes
    ----------
    statements : StatementCounts
        All that some data set may show, with the counts of the complete ones.
    rows, states : ndarray of int64, shape (E,)
        Data set i of those in doubt may show this row of the statements.
    weights : ndarray, shape (E,)
        P(what is known of i | statement), up to a factor.
    n_silent : int
        Data sets without a known result.
    """

    statements: StatementCounts
    rows: np.ndarray
    states: np.ndarray
    weights: np.ndarray
    n_silent: int

    @property
    def n(self) -> int:
        """Number of data sets in doubt."""
        return int(self.rows.max(initial=-1)) + 1


def most_probable_of_unknown(
    table: ResultsTable,
    question: str,
    control: str | None,
    ties: Any,
    *,
    prior: Any,
    prior_strength: float | None,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
) -> BayesResult:
    """What :func:`jointstats.bayes_test` says of a table with ``missing="unknown"``.

    Parameters
    ----------
    table : ResultsTable
    question, control, ties, prior, prior_strength, rule, alpha, lead_ratio, level
        As for :func:`jointstats.bayes_test`, checked.

    Raises
    ------
    TieExpansionError
        If the missing results leave too many statements possible.
    """
    decide: dict[str, Any] = {"rule": rule, "alpha": alpha, "lead_ratio": lead_ratio}
    doubts = doubts_of(table, question, control, ties)
    mass = prior_of(doubts.statements, prior, prior_strength)
    n_complete = int(doubts.statements.n)
    if doubts.n:
        answer = uncertain_answer(
            doubts.rows, doubts.states, doubts.weights, n_complete + doubts.n, doubts.statements,
            mass, level=level, **decide,
        )  # fmt: skip
    elif n_complete:
        answer = answer_of(Posterior(doubts.statements, mass, level), **decide)
    else:
        table.require_datasets()
    lowest, highest = extreme_fillings(doubts, mass, answer, level)
    ignored = families_ignored(table.shared_units, "the Bayesian test of incomplete ones takes")
    if ignored:
        answer = _undecided(answer.with_warnings((*answer.warnings, *ignored)))
    return replace(
        answer,
        unknown=Unknown(
            n_complete=n_complete,
            n_partly=doubts.n,
            n_silent=doubts.n_silent,
            probability_lowest=lowest,
            probability_highest=highest,
        ),
    )


def _undecided(answer: BayesResult) -> BayesResult:
    """The answer without its decision: of families, data sets for themselves decide too much."""
    if answer.best is None or answer.probability is None:
        return answer
    return replace(answer, decided=False, decisive=None)


def doubts_of(table: ResultsTable, question: str, control: str | None, ties: Any) -> Doubts:
    """The statements that the data sets of a table may show.

    Raises
    ------
    TieExpansionError
        If they are too many.
    """
    counts = count_table(table.each_alone, question, control, ties)
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
    if len(both) and (both == both[0]).all():  # a rival, on which what is unknown may be
        other = both[:1].copy()
        other[0, 0] = (other[0, 0] + 1) % counts.states[0]
        both = np.concatenate([both, other])
    codes, place = np.unique(both, axis=0, return_inverse=True)
    place, known = place.ravel(), len(counts.codes)
    telling, rows = np.unique(cells.rows, return_inverse=True)
    silent = tuple(d for i, d in enumerate(table.dropped) if i not in set(telling.tolist()))
    statements = replace(
        counts,
        codes=codes,
        weights=np.bincount(place[:known], weights=counts.weights, minlength=len(codes)),
        dropped=silent,
        alone=None,
        possible=None,
    )
    return Doubts(
        statements,
        rows.ravel(),
        place[known : known + len(cells.codes)],
        cells.weights,
        len(silent),
    )


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


def extreme_fillings(
    doubts: Doubts, prior: Prior, answer: BayesResult, level: float
) -> tuple[float | None, float | None]:
    """Probability of the leading statement with every data set in doubt against it, and for it.

    Those without a known result are among them. Against it each shows another statement, if it
    may, and as many as possible the same one: the fewer the rivals, the stronger they are. For it
    each shows it, if it may; those that may not are left out, so that no filling gives more. None
    if several statements lead.
    """
    statements = doubts.statements
    if answer.best is None:
        return None, None
    leader = next(
        i for i, code in enumerate(statements.codes) if statements.order(code) == answer.best
    )
    may = np.zeros((doubts.n + doubts.n_silent, len(statements.weights)), dtype=bool)
    may[doubts.rows, doubts.states] = True
    may[doubts.n :] = True

    def probability(weights: np.ndarray) -> float:
        filled = replace(statements, weights=weights)
        return float(Posterior(filled, prior, level).probability[leader])

    is_leader = np.arange(len(statements.weights)) == leader
    best = statements.weights + is_leader * may[:, leader].sum()
    lowest = min(map(probability, _against(statements.weights, may, leader)))
    return lowest, probability(best)


_RIVALS = 8  # that are tried first, of those that could become equally strong


def _against(weights: np.ndarray, may: np.ndarray, leader: int) -> list[np.ndarray]:
    """Counts with the data sets in doubt on as few rivals as possible, for each strongest one."""
    counts, left = weights.copy(), may.copy()
    forced = may.sum(axis=1) == may[:, leader]
    counts[leader] += forced.sum()
    left[forced] = False
    left[:, leader] = False
    height = np.where(left.any(axis=0), counts + left.sum(axis=0), -1)
    strongest = np.flatnonzero(height == height.max())[:_RIVALS]
    return [_on_few(counts.copy(), left.copy(), int(rival)) for rival in strongest]


def _on_few(counts: np.ndarray, left: np.ndarray, rival: int) -> np.ndarray:
    """Give the rival every data set that may show it, then the strongest of the others."""
    while left.any():
        counts[rival] += left[:, rival].sum()
        left[left[:, rival]] = False
        number = left.sum(axis=0)
        rival = int(np.where(number > 0, counts + number, -1).argmax())
    return counts
