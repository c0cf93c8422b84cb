"""Counts of statements family by family, kept beside those of all data sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.kernels.joint import outcomes
from jointstats.kernels.joint.families import leader_flips
from jointstats.kernels.messages import asked
from jointstats.labelled.errors import OptionError
from jointstats.labelled.table.families import Families, families_worth
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    from jointstats.labelled.joint.counts import StatementCounts

MOST_RIVALS, DRAWS = 100, 9_999  # where ties are shared among orderings of many algorithms

Merge = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True, eq=False)
class FamilyCounts:
    """How many data sets of each family show each statement.

    Attributes
    ----------
    names : tuple of str
    counts : ndarray, shape (C, R)
        A row for each family, a column for each statement that some data set shows.
    """

    names: tuple[str, ...]
    counts: np.ndarray

    @property
    def sizes(self) -> np.ndarray:
        """Data sets of each family, shape (C,)."""
        return np.rint(self.counts.sum(axis=1)).astype(np.int64)

    @property
    def worth(self) -> Families:
        """What the data sets are worth."""
        return families_worth(self.sizes, self.counts)

    def leading_p_value(self, n_states: int) -> tuple[float, float]:
        """Whether the most frequent statement is the most probable: p-value, and its error.

        Where ties are shared among many statements the signs are drawn, and only the rivals with
        the largest counts are asked: the p-value is the largest of all, and rarer ones have
        smaller.
        """
        counts, few = self.counts, {}
        if (2 * counts != np.rint(2 * counts)).any():
            total = counts.sum(axis=0)
            counts = counts[:, np.argsort(-total, kind="stable")[:MOST_RIVALS]]
            few = {"draws": DRAWS}
        found = leader_flips(counts, n_states, **few)
        return found.p_value, found.mcse

    def merged(self, codes: np.ndarray, merge: Merge, new_codes: np.ndarray) -> FamilyCounts:
        """The same families with their statements turned into others, which all have `new_codes`.

        Parameters
        ----------
        codes : ndarray, shape (R, m)
            Of the statements until now.
        merge : callable
            From codes and counts to codes and counts.
        new_codes : ndarray, shape (R', m')
        """
        counts = np.zeros((len(self.names), len(new_codes)))
        for row, own in zip(counts, self.counts, strict=True):
            found, weights = merge(codes[own > 0], own[own > 0])
            row[places(new_codes, found)] = weights
        return replace(self, counts=counts)


def added(
    first: StatementCounts, second: StatementCounts, codes: np.ndarray
) -> FamilyCounts | None:
    """Families of both pieces together, whose statements are `codes`; one of both is one.

    Raises
    ------
    OptionError
        If only one of them has families.
    """
    parts = [one for one in (first, second) if one.n]
    if all(one.families is None for one in parts):
        return None
    names: dict[str, int] = {}
    for one in parts:
        if one.families is None:
            raise OptionError(
                "Counts with families of data sets and counts without do not add up: name the "
                "families of both (",
                asked("cluster"),
                ").",
            )
        for name in one.families.names:
            names.setdefault(name, len(names))
    counts = np.zeros((len(names), len(codes)))
    for one in parts:
        if one.families is not None:
            rows = np.array([names[name] for name in one.families.names])
            counts[np.ix_(rows, places(codes, one.codes))] += one.families.counts
    return FamilyCounts(tuple(names), counts)


def places(codes: np.ndarray, some: np.ndarray) -> np.ndarray:
    """Where each row of `some` stands among the codes, which are distinct."""
    _, number = np.unique(np.concatenate([codes, some]), axis=0, return_inverse=True)
    number = np.ravel(number)
    at = np.empty(int(number.max(initial=-1)) + 1, dtype=np.intp)
    at[number[: len(codes)]] = np.arange(len(codes))
    return at[number[len(codes) :]]


def family_counts(
    table: ResultsTable,
    codes: np.ndarray,
    count: Callable[[ResultsTable], Any],
    states: np.ndarray | None,
) -> FamilyCounts:
    """Counts of each family of a table.

    Parameters
    ----------
    table : ResultsTable
    codes : ndarray, shape (R, m)
        The statements of all data sets.
    count : callable
        What counts the statements of a table.
    states : ndarray of int, shape (m,), optional
        Of two algorithms: 3 for a measure whose ties are an outcome, otherwise 2. Then all families
        are counted at once.
    """
    clusters, families = table.clusters, table.families or {}
    names = tuple(dict.fromkeys(families[name] for name in table.datasets))
    counts = np.zeros((len(names), len(codes)))
    if states is not None:
        upwards = np.ones(len(table.measures))
        seen = outcomes.outcomes(table.oriented(), upwards, table.rope_widths)
        shown = outcomes.expand_outcomes(seen, states)
        at = (clusters[shown.case], places(codes, shown.codes))
        np.add.at(counts, at, shown.weights)
        return FamilyCounts(names, counts)
    for c, row in enumerate(counts):
        own = np.flatnonzero(clusters == c)
        datasets = tuple(table.datasets[i] for i in own)
        part = replace(table, values=table.values[own], datasets=datasets, families=None)
        found = count(part)
        row[places(codes, found.codes)] = found.weights
    return FamilyCounts(names, counts)
