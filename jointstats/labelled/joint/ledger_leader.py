"""A ledger of leaders: results by data set and algorithm, and the groups whose leader is sought.

Each group of algorithms has its own order of data sets, that in which they were complete for it:
bets are made one after the other, so that the order is part of what the ledger records. All groups
share one level by their positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from jointstats.labelled.joint import ledger_file as file
from jointstats.labelled.table.results_table import ResultsTable

Results = dict[str, dict[str, float | None]]  # algorithm to measure to value; None: a failed run


@dataclass(frozen=True)
class Look:
    """A look at a group: data sets then, who led, and what was said of it."""

    n: int
    leader: str
    count: float
    p_value: float
    certified: str | None


@dataclass(frozen=True, kw_only=True)
class Group:
    """Algorithms whose leading statement is sought.

    Attributes
    ----------
    algorithms : tuple of str
    position : int or None
        Its place among those that share the level; None: it has the level for itself.
    beforehand : bool
        Whether it was written down before it had any data set.
    seen : tuple of str
        Data sets of which the ledger had all results when the group joined: somebody may have
        chosen the group by these, so that they do not count for it.
    datasets : tuple of str
        Data sets with results of all its algorithms, in the order of their arrival.
    looks : tuple of Look
    """

    algorithms: tuple[str, ...]
    position: int | None
    beforehand: bool
    seen: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """What a ledger of leaders holds.

    Attributes
    ----------
    measures, rope : dict
        Measure to direction, and to the width of its ties.
    question, ties, alpha
        As of :func:`jointstats.watch_leader`.
    results : dict
        Data set to results.
    groups : tuple of Group
        In the order in which they joined.
    """

    measures: dict[str, str]
    rope: dict[str, float]
    question: str
    ties: Any
    alpha: float
    results: dict[str, Results]
    groups: tuple[Group, ...]

    def place(self, algorithms: Sequence[str]) -> int | None:
        """Which group these algorithms are, in whatever order; None if none is."""
        same = [i for i, one in enumerate(self.groups) if set(one.algorithms) == set(algorithms)]
        return same[0] if same else None

    def joined(self, group: Group) -> Ledger:
        """The ledger with one more group; what it has of that group's results was seen."""
        seen = (d for d, known in self.results.items() if set(group.algorithms) <= known.keys())
        return replace(self, groups=(*self.groups, replace(group, seen=tuple(seen))))

    def spent(self, group: Group) -> float:
        """The level that a group spends."""
        return file.spent(self.alpha, group.position)

    def table(self, group: Group) -> ResultsTable:
        """The results of a group, in the order of their arrival."""
        values = [
            [[file.number(self.results[d][a][m]) for a in group.algorithms] for m in self.measures]
            for d in group.datasets
        ]
        shape = (len(group.datasets), len(self.measures), len(group.algorithms))
        return ResultsTable(
            np.array(values, dtype=float).reshape(shape), group.datasets, group.algorithms,
            self.measures, self.rope, missing="worst",
        )  # fmt: skip

    def with_results(self, table: ResultsTable, path: str) -> Ledger:
        """The ledger with the results of a table; those that are there must agree.

        Raises
        ------
        LedgerError
            Naming the first result that is not as it was.
        """
        results = dict(self.results)
        for dataset, values in zip(table.datasets, table.values, strict=True):
            known = dict(results.get(dataset, {}))
            for algorithm, column in zip(table.algorithms, values.T.tolist(), strict=True):
                now = file.by_measure(self.measures, column)
                if algorithm in known:
                    file.require_same(
                        known[algorithm], now, algorithm=algorithm, dataset=dataset, path=path
                    )
                else:
                    known[algorithm] = now
            results[dataset] = known
        book = replace(self, results=results)
        groups = (replace(one, datasets=book._complete(one, table)) for one in self.groups)
        return replace(book, groups=tuple(groups))

    def _complete(self, group: Group, table: ResultsTable) -> tuple[str, ...]:
        """Data sets of a group, and those of the table that are complete for it by now."""
        had, all_of = {*group.seen, *group.datasets}, set(group.algorithms)
        new = [d for d in table.datasets if d not in had and all_of <= self.results[d].keys()]
        return (*group.datasets, *new)


# --- The file -------------------------------------------------------------------------------------

_PLAIN = ("measures", "rope", "question", "ties", "alpha")


def write(ledger: Ledger, path: str) -> None:
    """Write it whole or not at all: a line for each fact, data set, group and look."""
    plain = ("algorithms", "position", "beforehand", "seen", "datasets")
    file.write(
        path,
        file.LEADER,
        {name: getattr(ledger, name) for name in _PLAIN},
        {
            "datasets": [{"dataset": d, "results": x} for d, x in ledger.results.items()],
            "groups": [{name: getattr(one, name) for name in plain} for one in ledger.groups],
            "looks": [
                {"group": i + 1} | asdict(look)
                for i, one in enumerate(ledger.groups)
                for look in one.looks
            ],
        },
    )


def read(path: str) -> Ledger | None:
    """The ledger of a file; None if there is no such file.

    Raises
    ------
    LedgerError
        If the file is no such ledger, or lacks results that it should have.
    """
    return file.read(path, file.LEADER, lambda facts: _checked(_parsed(facts), path))


def _parsed(facts: Mapping[str, Any]) -> Ledger:
    looks: list[list[Look]] = [[] for _ in facts["groups"]]
    for one in facts["looks"]:
        looks[one["group"] - 1].append(Look(**{x.name: one[x.name] for x in fields(Look)}))
    groups = (
        Group(
            algorithms=tuple(one["algorithms"]),
            position=one["position"],
            beforehand=one["beforehand"],
            seen=tuple(one["seen"]),
            datasets=tuple(one["datasets"]),
            looks=tuple(mine),
        )
        for one, mine in zip(facts["groups"], looks, strict=True)
    )
    return Ledger(
        **{name: facts[name] for name in _PLAIN},
        results={one["dataset"]: one["results"] for one in facts["datasets"]},
        groups=tuple(groups),
    )


def _checked(ledger: Ledger, path: str) -> Ledger:
    """Refuse groups that lack a result, data sets or looks that are there twice, or no group."""
    _require_types(ledger)
    for one in ledger.groups:
        sizes = [look.n for look in one.looks]
        agrees = (
            len(set(one.datasets)) == len(one.datasets)
            and sizes == sorted(set(sizes))
            and (sizes[-1:] or [0]) == [len(one.datasets)]
            and all(set(one.algorithms) <= ledger.results.get(d, {}).keys() for d in one.datasets)
        )
        if not agrees:
            raise file.changed_by_hand(path)
    positions = [one.position for one in ledger.groups]
    if not positions or len(set(positions)) != len(positions):
        raise file.changed_by_hand(path)
    return ledger


def _require_types(ledger: Ledger) -> None:
    """Refuse what was not written by :func:`write`.

    Raises
    ------
    ValueError
    """
    file.require_facts(ledger.measures, ledger.rope, ledger.alpha)
    rules = [ledger.ties] if isinstance(ledger.ties, str) else [*ledger.ties.values()]
    if ledger.question not in ("orderings", "best") or not {*rules} <= {"auto", "equal", "split"}:
        raise ValueError("question")
    for known in ledger.results.values():
        for results in known.values():
            file.require_results(ledger.measures, results)
    for group in ledger.groups:
        names = (*group.algorithms, *group.seen, *group.datasets)
        if len(group.algorithms) < 2 or not all(isinstance(name, str) for name in names):
            raise ValueError("names")
        file.require_position(group.position)
        for look in group.looks:
            file.require_look(look)
