"""The Bayesian test of two algorithms whose runs leave open what a data set shows.

The Bayesian test of two algorithms whose runs leave open what a data set shows.

Runs lean, they decide nothing: where one algorithm wins by much and loses by little, the sizes of
differences leak into the shares of statements (`jointstats.kernels.joint.runs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jointstats.kernels.joint.moderated import InvalidRunsError
from jointstats.kernels.joint.outcomes import outcomes
from jointstats.kernels.joint.runs import RunWeights, run_weights
from jointstats.kernels.messages import Function, Option, as_sentence, asked
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, InvalidValueError, MissingValuesError, OptionError
from jointstats.labelled.joint.bayes_result import RUNS, BayesResult, DatasetStatement
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.posterior import Posterior, answer_of
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.ties import tie_rules
from jointstats.labelled.joint.uncertain import uncertain_answer
from jointstats.labelled.table.beside_values import AllRuns, families_ignored
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

_EVALUATED, _POINTS = 2e6, (64, 512)

_SHARES = {  # outcome of the averages (better, equal, worse) to shares of a measure's outcomes
    True: np.eye(3),
    False: np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]),
}

_LARGE = 1e100  # or its inverse: squares of such results, and their products, may be no doubles


@dataclass(frozen=True, eq=False)
class PairRuns:
    """What the runs of two algorithms say of every data set.

    Attributes
    ----------
    found : RunWeights
        Statements, their probabilities and weights, data set by data set.
    averaged : ndarray, shape (n, S)
        The statement that the averages show; shared out where they tie without a rope.
    n_runs : ndarray of int, shape (n,)
        Runs with a result of both algorithms.
    """

    found: RunWeights
    averaged: np.ndarray
    n_runs: np.ndarray

    @property
    def codes(self) -> np.ndarray:
        """Statements, shape (S, m), coded as in :class:`StatementCounts`."""
        return self.found.codes

    @property
    def probability(self) -> np.ndarray:
        """Of every statement given the runs of its data set alone, shape (n, S)."""
        return self.found.probability

    @property
    def likely(self) -> np.ndarray:
        """The most probable statement of every data set, shape (n,)."""
        return np.asarray(self.probability.argmax(axis=1))

    @property
    def of_averaged(self) -> np.ndarray:
        """Probability of what the averages show, shape (n,)."""
        return np.asarray((self.averaged * self.probability).sum(axis=1))


def runs_kept(table: ResultsTable) -> AllRuns:
    """The runs of a table, or a sentence that says how a table keeps them."""
    if table.all_runs is None:
        raise OptionError(
            "The table has no runs. Name their column and kind when you make it, such as ",
            Option("runs", "fold"),
            " and ",
            Option("run_kind", "cv"),
            " with ",
            Option("test_share", 0.1),
            ".",
        )
    return table.all_runs


def differences(table: ResultsTable) -> np.ndarray:
    """First algorithm minus second, larger being better, shape (n, J, m); NaN where one is missing.

    Raises
    ------
    OptionError
        If the table has no runs.
    MissingValuesError
        If failed runs count as results, or the two share no run of some data set.
    """
    values = runs_kept(table).of(table.datasets)
    if table.n_failed:
        raise MissingValuesError(
            "Failed runs have no value, so the uncertainty of their data sets is unknown."
        )
    turned = (values[:, :, 0] - values[:, :, 1]) * table.signs[:, None]
    differences = np.moveaxis(turned, 2, 1)
    alone = ~np.isfinite(differences).all(axis=2).any(axis=1)
    if alone.any():
        raise MissingValuesError(
            f'On data set "{table.datasets[int(alone.argmax())]}" no run has results of both '
            f"{wording.listing(table.algorithms)}: give runs on the same split or seed the "
            "same name."
        )
    return np.asarray(differences)


def varies(runs: np.ndarray) -> bool:
    """Whether some data set has two runs that differ by more than rounding."""
    complete = np.isfinite(runs).all(axis=2, keepdims=True)
    high = np.where(complete, runs, -np.inf).max(axis=1)
    low = np.where(complete, runs, np.inf).min(axis=1)
    return bool((high - low > 1e-13 * np.maximum(abs(high), abs(low))).any())


def pair_runs(table: ResultsTable, ties: str | Mapping[str, str] = "auto") -> PairRuns:
    """What the runs say of the statements of a table of two algorithms.

    Parameters
    ----------
    table : ResultsTable
    ties : {"auto", "split"} or mapping
        A measure with a rope has the outcome "practically equal", unless its ties are split.

    Raises
    ------
    OptionError, MissingValuesError
        As :func:`differences`; or for the outcome "equal" without a rope.
    InvalidValueError
        If no data set has two runs, or there are too many statements.
    """
    runs = differences(table)
    roped = _roped(table, tie_rules(ties, table.rope, table.algorithms))
    unit = _units(runs)
    try:
        weights = run_weights(
            runs / unit,
            np.where(roped, table.rope_widths, 0.0) / unit,
            test_share=runs_kept(table).test_share,
            prior_scale="learned",
            points=_points(table.n, np.where(roped, 3.0, 2.0)),
        )
    except InvalidRunsError as error:
        raise InvalidValueError(*as_sentence(error.parts)) from None
    seen = outcomes(table.oriented(), np.ones(len(table.measures)), table.rope_widths)
    averaged = np.ones((table.n, 1))
    for j, rope in enumerate(roped.tolist()):
        each = _SHARES[rope][seen[:, j]]
        averaged = (averaged[:, :, None] * each[:, None]).reshape(table.n, -1)
    return PairRuns(weights, averaged, np.isfinite(runs).all(axis=2).sum(axis=1))


def _units(runs: np.ndarray) -> np.ndarray:
    """By what to divide measures whose squares are not doubles: powers of two, which round nothing.

    Statements and their probabilities have no unit.
    """
    size = np.nanmax(np.abs(runs), axis=(0, 1))
    odd = (size > _LARGE) | ((size < 1 / _LARGE) & (size > 0))
    return np.where(odd, np.ldexp(1.0, np.clip(np.frexp(size)[1], -1021, 1023)), 1.0)


def _points(n: int, outcomes_: np.ndarray) -> int:
    """Points for probabilities: as many as take no more than a second."""
    return int(np.clip(_EVALUATED / (n * outcomes_.prod()), *_POINTS))


def _roped(table: ResultsTable, rules: Mapping[str, str]) -> np.ndarray:
    """Measures whose ties are an outcome."""
    for name, rule in rules.items():
        if rule == "equal" and not table.rope[name]:
            raise OptionError(
                Option("ties", "equal"),
                " needs a rope where runs are uncertain: exactly equal expected results "
                f"have no probability ({name}; ",
                asked("rope"),
                ").",
            )
    return np.array([rule == "equal" for rule in rules.values()])


def leaning_of_runs(
    table: Any,
    *,
    question: str,
    on: Any,
    ties: Any,
    prior: Any,
    prior_strength: float | None,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
    roles: Mapping[str, Any],
) -> BayesResult:
    """What :func:`jointstats.bayes_test` says with ``runs_as="uncertain"``."""
    uncertain = Option("runs_as", "uncertain")
    if question != "orderings":
        raise OptionError(uncertain, " needs ", Option("question", "orderings"), ".")
    if rule != "lower":
        raise OptionError(
            Option("rule"), " has no meaning with ", uncertain, ": runs lean and decide nothing."
        )
    results = as_table(table, on=on, families_fit=True, **roles)
    if len(results.algorithms) > 2:
        raise OptionError(
            uncertain,
            " is about two algorithms, not about complete orderings of more: use ",
            Function("pairwise_tests"),
            " for all pairs.",
        )
    counts = count_table(results, ties=ties)
    how: dict[str, Any] = {"alpha": alpha, "lead_ratio": lead_ratio}
    if not varies(differences(results)):
        mass = prior_of(counts, prior, prior_strength)
        answer = answer_of(Posterior(counts, mass, level), rule=rule, **how)
        return answer.with_warnings((*answer.warnings, _no_spread(results)))
    runs = pair_runs(results, ties)
    statements = replace(counts, codes=runs.codes, weights=np.zeros(len(runs.codes)), families=None)
    mass = prior_of(statements, prior, prior_strength)
    answer = uncertain_answer(
        *runs.found.entries(), results.n, statements, mass, rule=rule, level=level, **how
    )
    ignored = families_ignored(results.units)
    return replace(
        answer.with_warnings((*answer.warnings, *ignored)),
        rule=RUNS,
        decided=False,
        decisive=None,
        threshold=1 - alpha,
        datasets=_datasets(results, runs, statements),
    )


def _datasets(
    table: ResultsTable, runs: PairRuns, statements: StatementCounts
) -> tuple[DatasetStatement, ...]:
    """The most probable statement of every data set."""
    orders = [statements.order(code) for code in runs.codes]
    said = [wording.statement(order) for order in orders]
    rows = []
    for i, name in enumerate(table.datasets):
        first, shown = int(runs.likely[i]), np.flatnonzero(runs.averaged[i])
        tie, same = len(shown) > 1, int(shown[0]) == first
        rows.append(
            DatasetStatement(
                dataset=name,
                runs=int(runs.n_runs[i]),
                order=orders[first],
                statement=said[first],
                probability=float(runs.probability[i, first]),
                averaged="a tie" if tie else None if same else said[int(shown[0])],
                probability_averaged=float(runs.of_averaged[i]),
            )
        )
    return tuple(rows)


def _no_spread(table: ResultsTable) -> Caution:
    """Why averages answer."""
    runs = np.isfinite(differences(table)).all(axis=2).sum(axis=1)
    single = " (each has a single one)" if (runs == 1).all() else ""
    return Caution(
        f"On no data set do runs of {wording.listing(table.algorithms)} differ{single}: their "
        "uncertainty is unknown, so the averages are used."
    )
