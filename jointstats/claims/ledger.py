"""A ledger of looks: results by data set and algorithm, and the claims that are looked at.

Bets are made one after the other, so that the order in which data sets arrived is part of what the
ledger records. A family of data sets votes when it is complete: those that come together are all of
it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

import numpy as np

from jointstats.base.errors import LedgerError, OptionError
from jointstats.evidence.claim_tests import spent_level
from jointstats.evidence.messages import Option, Value, asked
from jointstats.table.results_table import ResultsTable

Results = dict[str, dict[str, float | None]]  # algorithm to measure to value; None: a failed run
Look = Mapping[str, Any]  # its number of data sets, "n", and what was found then

MOST = 10**9  # claims that can share a level
SAME = 1e-9  # relative difference of results that are the same, written with fewer digits
SAME_LOOK = 1e-6  # the same of what is computed again


@dataclass(frozen=True)
class Change:
    """A result that is not as the ledger has it."""

    dataset: str
    algorithm: str
    measure: str
    was: float | None
    now: float | None

    def said(self, path: str) -> str:
        """What is contradicted; the caller adds the cure."""
        return (
            f"The ledger {path} has {_result(self.was)} as {self.measure} of {self.algorithm} on "
            f'"{self.dataset}", and this table {_result(self.now)}'
        )


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """What a ledger holds.

    Attributes
    ----------
    what : str
        What a file says that it is: of a claim, or of a gate.
    facts : dict
        What was fixed when it was begun: the claim, or the claims file of a gate.
    measures, rope : dict
        Direction of each measure, and the width of its ties where a rope was declared.
    alpha : float
    results : dict
        The results of each data set.
    families : dict
        The family of each data set; empty where each data set is a unit.
    algorithms : tuple of str
        The two that are looked at.
    position : int or None
        Its place among those that share the level; None: it has the level for itself.
    beforehand : bool
        Whether it was begun in advance of any data set.
    datasets : tuple of str
        Data sets with results of both algorithms, in the order of their arrival.
    looks : tuple of dict
    """

    what: str
    facts: dict[str, Any]
    measures: dict[str, str]
    rope: dict[str, float]
    alpha: float
    results: dict[str, Results] = field(default_factory=dict)
    families: dict[str, str] = field(default_factory=dict)
    algorithms: tuple[str, ...]
    position: int | None = None
    beforehand: bool
    datasets: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()

    @property
    def spent(self) -> float:
        """The level that it spends: a part of `alpha` if it shares that.

        Raises
        ------
        OptionError
            If too little of the level remains for any decision.
        """
        if self.position is None:
            return self.alpha
        if self.position > MOST:
            got = (f" must be at most {MOST}; got ", Value(self.position), ".")
            raise OptionError(Option("position"), *got)
        return float(spent_level(self.position, self.alpha))

    @property
    def sizes(self) -> list[int]:
        """Number of data sets at each look, the next one among them if there are new data sets."""
        return sorted({*(look["n"] for look in self.looks), len(self.datasets)})

    def table(self) -> ResultsTable:
        """The results, in the order of their arrival."""
        values = [
            [[self.results[d][a][m] for a in self.algorithms] for m in self.measures]
            for d in self.datasets
        ]
        shape = (len(self.datasets), len(self.measures), len(self.algorithms))
        return ResultsTable(
            np.array(values, dtype=float).reshape(shape), self.datasets, self.algorithms,
            self.measures, {name: self.rope.get(name, 0.0) for name in self.measures},
            missing="worst", roped=tuple(self.rope), families=self.families or None,
        )  # fmt: skip

    def with_results(self, table: ResultsTable, path: str, rerun: str | None = None) -> Ledger:
        """The ledger with the results of a table; those that are there must agree.

        The first results of `rerun`, an algorithm that may have run again, are kept.

        Raises
        ------
        LedgerError
            If a result has changed or a family has voted already; the message names the first.
        """
        for change in self.changes(table):
            if change.algorithm != rerun:
                raise LedgerError(
                    f"{change.said(path)}: recorded results cannot change. Correct the table, or "
                    "begin another ledger."
                )
        results, families = dict(self.results), self._families(table, path)
        for dataset, values in zip(table.datasets, table.values, strict=True):
            now = zip(table.algorithms, values.T.tolist(), strict=True)
            new = {algorithm: _by_measure(self.measures, column) for algorithm, column in now}
            results[dataset] = new | results.get(dataset, {})
        return replace(self, results=results, families=families)._grown(table, path)

    def changes(self, table: ResultsTable) -> Iterator[Change]:
        """The results of a table that are not as they were."""
        for dataset, values in zip(table.datasets, table.values, strict=True):
            known = self.results.get(dataset, {})
            for algorithm, column in zip(table.algorithms, values.T.tolist(), strict=True):
                now = _by_measure(self.measures, column)
                for measure, was in known.get(algorithm, {}).items():
                    if not same_result(was, now[measure]):
                        yield Change(dataset, algorithm, measure, was, now[measure])

    def _families(self, table: ResultsTable, path: str) -> dict[str, str]:
        """The families of all data sets, which do not change."""
        given = dict(table.families or {})
        if table.n and self.results and bool(given) != bool(self.families):
            raise LedgerError(
                f"Either all data sets of the ledger {path} have a family, or none has: name them "
                "with each table (", asked("cluster"), ") or with none.",
            )  # fmt: skip
        for dataset in table.datasets:
            was = self.families.get(dataset)
            if was is not None and was != given[dataset]:
                raise LedgerError(
                    f'The data set "{dataset}" is of the family "{was}" in the ledger {path}, and '
                    f'of "{given[dataset]}" in this table: correct the table.'
                )
        return self.families | {name: given[name] for name in table.datasets if name in given}

    def _grown(self, table: ResultsTable, path: str) -> Ledger:
        """The ledger with the data sets of the table that are complete by now."""
        had, both = set(self.datasets), set(self.algorithms)
        new = [d for d in table.datasets if d not in had and both <= self.results[d].keys()]
        voted = {self.families.get(name, name) for name in had}
        late = [name for name in new if self.families.get(name, name) in voted]
        if late:
            raise LedgerError(
                f'The family "{self.families[late[0]]}" has been looked at in the ledger {path}, '
                f'without the data set "{late[0]}": add the data sets of a family together, or '
                "leave out those that come later."
            )
        return replace(self, datasets=(*self.datasets, *new))


class Bets(Protocol):
    """What is computed of a ledger."""

    def look(self, n: int) -> Look:
        """What is written down of the look after n data sets."""


B = TypeVar("B", bound=Bets)


def looked_at(
    book: Ledger,
    source: ResultsTable | None,
    path: str,
    bets_of: Callable[[Ledger], B],
    rerun: str | None = None,
) -> tuple[Ledger, B]:
    """Add what is new, and look if there is some.

    Returns
    -------
    book : Ledger
        With the new look.
    bets : Bets

    Raises
    ------
    LedgerError
        If an earlier look is not what it was.
    """
    book = book if source is None else book.with_results(source, path, rerun)
    bets = bets_of(book)
    if not all(_same_look(look, bets.look(look["n"])) for look in book.looks):
        raise changed_by_hand(path)
    n = len(book.datasets)
    if n > (book.looks[-1]["n"] if book.looks else 0):
        book = replace(book, looks=(*book.looks, bets.look(n)))
    return book, bets


def _same_look(was: Look, now: Look) -> bool:
    return was.keys() == now.keys() and all(_alike(was[name], now[name]) for name in was)


def _alike(x: Any, y: Any) -> bool:
    if isinstance(x, float | int) and isinstance(y, float | int):
        return math.isclose(x, y, rel_tol=SAME_LOOK)
    return bool(x == y)


def changed_by_hand(path: str) -> LedgerError:
    """The parts of a ledger contradict each other."""
    return LedgerError(
        f"The parts of the ledger {path} do not agree with each other: it has been changed by "
        "hand; take the copy from before that."
    )


def outdated(path: str) -> LedgerError:
    """A ledger that an older version of this package wrote."""
    return LedgerError(f"{path} is a ledger of an older version of jointstats: begin a new one.")


def same_result(x: float | None, y: float | None) -> bool:
    """Whether two results agree, or both are failed runs."""
    return x is y if x is None or y is None else math.isclose(x, y, rel_tol=SAME)


def _result(x: float | None) -> str:
    return "a failed run" if x is None else repr(x)


def _by_measure(measures: Mapping[str, Any], results: Sequence[float]) -> dict[str, float | None]:
    """Results of one algorithm by measure; None where a run failed."""
    pairs = zip(measures, results, strict=True)
    return {name: None if math.isnan(x) else x for name, x in pairs}
