"""Two algorithms with their runs: what the runs say of the statement of every data set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jointstats.kernels.joint.moderated import InvalidRunsError
from jointstats.kernels.joint.outcomes import outcomes
from jointstats.kernels.joint.runs import RunWeights, run_weights
from jointstats.kernels.messages import Option, as_sentence, asked
from jointstats.labelled import wording
from jointstats.labelled.errors import InvalidValueError, MissingValuesError, OptionError
from jointstats.labelled.joint.ties import tie_rules
from jointstats.labelled.table.all_runs import AllRuns
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
            "The table keeps no runs: say when it is made which column holds them, and what they "
            "are, such as ",
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
        If the table keeps no runs.
    MissingValuesError
        If failed runs stand in for results, or the two share no run of some data set.
    """
    values = runs_kept(table).of(table.datasets)
    if table.n_failed:
        raise MissingValuesError(
            "Runs that failed have no value: how uncertain their data sets are is not known.",
        )
    turned = (values[:, :, 0] - values[:, :, 1]) * table.signs[:, None]
    found = np.moveaxis(turned, 2, 1)
    alone = ~np.isfinite(found).all(axis=2).any(axis=1)
    if alone.any():
        raise MissingValuesError(
            f'On data set "{table.datasets[int(alone.argmax())]}" no run has results of both '
            f"{wording.listing(table.algorithms)}: name runs alike where they shared what they "
            "were run on."
        )
    return np.asarray(found)


def varies(found: np.ndarray) -> bool:
    """Whether some data set has two runs that differ by more than rounding."""
    complete = np.isfinite(found).all(axis=2, keepdims=True)
    high = np.where(complete, found, -np.inf).max(axis=1)
    low = np.where(complete, found, np.inf).min(axis=1)
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
    found = differences(table)
    roped = _roped(table, tie_rules(ties, table.rope, table.algorithms))
    unit = _units(found)
    try:
        weights = run_weights(
            found / unit,
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
    return PairRuns(weights, averaged, np.isfinite(found).all(axis=2).sum(axis=1))


def _units(found: np.ndarray) -> np.ndarray:
    """By what to divide measures whose squares are no doubles: powers of two, which round nothing.

    Statements and their probabilities have no unit.
    """
    size = np.nanmax(np.abs(found), axis=(0, 1))
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
                " needs a rope where runs are uncertain: expected results that differ by nothing "
                f"at all have no probability ({name}; ",
                asked("rope"),
                ").",
            )
    return np.array([rule == "equal" for rule in rules.values()])
