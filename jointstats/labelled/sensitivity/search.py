"""What was tried so far: settings, what is decided under them, and how often it was computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsError, NoDataError
from jointstats.labelled.sensitivity import variants
from jointstats.labelled.sensitivity.questions import Question, Statement
from jointstats.labelled.sensitivity.result import (
    VERDICT,
    Factor,
    Setting,
    Statements,
    decided,
)
from jointstats.labelled.table.results_table import ResultsTable

WORK = 10_000_000  # outcomes that one factor may look at: with very many pairs, fewer settings
LEAST = 10  # computations for one factor, with however many pairs


@dataclass
class Search:
    """What was tried so far.

    Attributes
    ----------
    question : Question
    table : ResultsTable
    base : tuple of Statement
        What is decided of the table as it is.
    most : int
        Computations for one factor, at most.
    about : str
        ``"verdict"``, or the test beside it.
    """

    question: Question
    table: ResultsTable
    base: tuple[Statement, ...]
    most: int
    about: str = VERDICT
    settings: list[Setting] = field(default_factory=list)
    factors: list[Factor] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    reruns: Counter[str] = field(default_factory=Counter)

    def decided(self, factor: str, table: ResultsTable, **other: Any) -> tuple[Statement, ...]:
        """What is decided there; the computation is counted."""
        self.reruns[factor] += 1
        return self.question.decided(table, **other)

    def tried(
        self,
        factor: str,
        setting: str,
        there: Iterable[Statement],
        *,
        measures: Collection[str] | None = None,
        algorithms: Collection[str] | None = None,
        limit: bool = False,
    ) -> Setting:
        """Write down what is decided under a setting, of these measures and algorithms."""
        on = tuple(self.table.measures) if measures is None else measures
        among = set(self.table.algorithms if algorithms is None else algorithms)
        was = [one.on(on) for one in self.base if among.issuperset(one.names) or not (
            self.question.by_pairs)]  # fmt: skip
        now = [one.on(on) for one in there]
        row = Setting(
            factor=factor,
            setting=setting,
            about=self.about,
            limit=limit,
            changed=set(was) != set(now),
            gone=Statements(one for one in was if one not in now),
            new=Statements(one for one in now if one not in was),
            n_decided=len(now),
            verdict=decided(now),
        )
        self.settings.append(row)
        return row

    def attempt(self, factor: str, setting: str, table: Callable[[], ResultsTable], **how: Any
                ) -> None:  # fmt: skip
        """Try a setting; one that cannot be computed is told, with the reason."""
        options = how.pop("options", {})
        try:
            there = self.decided(factor, _not_empty(table()), **options)
        except JointStatsError as error:
            self.not_tried.append(f"{wording.capital(setting)}: {error}")
        else:
            self.tried(factor, setting, there, **how)

    def sum_up(self, factor: str, how: str, said: str = "") -> None:
        """Sum up a factor, if something of it was tried."""
        own = [row for row in self.settings if row.factor == factor and row.about == self.about]
        plain = [row for row in own if not row.limit]
        if not own and not said:
            return
        changed = sum(row.changed for row in plain)
        self.factors.append(
            Factor(
                factor=factor,
                about=self.about,
                tried=len(plain),
                changed=changed,
                reruns=self.reruns[factor],
                how=how,
                said=said or _said(len(plain), changed),
            )
        )

    def spent(self, factor: str) -> bool:
        """Whether a factor has had its computations."""
        return self.reruns[factor] >= self.allowed()

    def allowed(self) -> int:
        """Computations for one factor: as many as asked for, with very many pairs fewer."""
        l = len(self.table.algorithms)
        pairs = l - 1 if self.question.control is not None else l * (l - 1) // 2
        size = pairs * len(variants.datasets_of(self.table)) * len(self.table.measures)
        return min(self.most, max(LEAST, WORK // max(size, 1)))


def _said(tried: int, changed: int) -> str:
    if not changed:
        return "no change"
    verb = "changes" if changed == 1 else "change"
    return f"{changed} of {wording.plural(tried, 'setting')} {verb} it"


def _not_empty(table: ResultsTable) -> ResultsTable:
    if table.n == 0 and not table.unknown:
        raise NoDataError("No data set is left.")
    return table
