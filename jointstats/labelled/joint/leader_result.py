"""What a ledger says of the statement that leads, look by look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled import rows, wording
from jointstats.labelled.joint.result import Statement
from jointstats.labelled.order import Order
from jointstats.labelled.result import Result
from jointstats.labelled.rows import (
    COUNT,
    FLAG,
    NUMBER,
    P_VALUE,
    SHARE,
    TEXT,
    WHOLE,
    Row,
    Table,
    column,
)
from jointstats.labelled.table.results_table import Dropped


@dataclass(frozen=True, kw_only=True)
class LeaderLook(Row):
    """A row of :class:`LeaderResult`: one look at who leads."""

    look: int = column(WHOLE, "number of the look")
    n: int = column(WHOLE, "data sets so far", heading="data sets")
    leader: str = column(TEXT, "the statement that leads by then", heading="leads")
    count: float = column(COUNT, "data sets so far that show it")
    share: float = column(SHARE, "their share", broom="estimate")
    count_next: float = column(COUNT, "the same of the next statement", heading="next")
    p_value: float = column(
        P_VALUE,
        "anytime p-value of one statement being more probable than every other: valid at every "
        "look; decides",
        broom="p.value",
    )
    decided: bool = column(FLAG, "whether a statement is certified by now", heading="certified")


@dataclass(frozen=True, kw_only=True)
class LeaderStatement(Statement):
    """A statement that was seen, and what was won by betting against it.

    Attributes
    ----------
    order : dict
        Measure to the names that the statement ranks, best first.
    count : float
        Data sets that show it; fractional where ties were split.
    """

    share: float = column(SHARE, "their share")
    e_value: float = column(
        NUMBER,
        "evidence against its being a most probable one: the most that bets on the leader, against "
        "it, have made of 1 at any time",
    )
    out: bool = column(FLAG, "whether it is excluded as the most probable one")


@dataclass(frozen=True, kw_only=True)
class LeaderGroup(Row):
    """One of the groups of algorithms that a ledger follows.

    Attributes
    ----------
    algorithms : tuple of str
    """

    algorithms: tuple[str, ...]
    position: int | None = column(WHOLE, "its place among those that share the level")
    alpha_spent: float = column(NUMBER, "the level that it spends")
    n: int = column(WHOLE, "data sets so far")
    certified: str | None = column(TEXT, "the statement that is certified")


@dataclass(frozen=True, kw_only=True, repr=False)
class LeaderResult(Result):
    """Outcome of :func:`jointstats.watch_leader`.

    Attributes
    ----------
    ledger : str
        The file.
    question : {"orderings", "best"}
        What a statement says of each measure.
    n_families : int or None
        Families that are counted, each as the average of its data sets; None where data sets are.
    beforehand : bool
        Whether the algorithms were named before they had any data set in the ledger.
    best : dict or None
        The statement that leads by now, measure to names; None before the first data set.
    count, count_next : float
        Data sets that show it, and the next one.
    share : float or None
        Share of the leading one.
    certified : dict or None
        The statement that is certified as more probable than every other; it stays, also if
        another one should lead later.
    p_value : float
        Anytime p-value; it decides.
    decided : bool
        Whether a statement is certified, at this look or an earlier one.
    decided_at : int or None
        After so many data sets.
    e_value_unseen : float
        As the statements' e-values, for each statement that no data set shows.
    position : int or None
        The group's place among those that share `alpha`.
    alpha, alpha_spent : float
        Level of all groups of the ledger, and of this one.
    statements : tuple of LeaderStatement
        The most frequent ones first, at most 100.
    n_statements, n_left : int
        How many are possible, and how many of these are not excluded as the most probable one.
    looks : tuple of LeaderLook
    groups : tuple of LeaderGroup
        All groups of the ledger.
    n_new : int
        Data sets that this call added to the group.
    n_split : int
        Data sets with a tie that is shared among statements.
    rope, tie_rules : dict
        Measure to the width within which results tie, where a rope was declared, and to what ties
        are: ``"equal"``, an outcome of their own, or ``"split"``.
    dropped : tuple of Dropped
        Data sets of this call's table that were left out.
    n_failed : int
        Failed results of the group: they count as worse than all others.
    """

    test: ClassVar[str] = "leader"

    ledger: str
    question: str
    n_families: int | None
    beforehand: bool
    best: Order | None
    count: float
    count_next: float
    share: float | None
    certified: Order | None
    p_value: float
    decided: bool
    decided_at: int | None
    e_value_unseen: float
    position: int | None
    alpha: float
    alpha_spent: float
    statements: tuple[LeaderStatement, ...]
    n_statements: int
    n_left: int
    looks: tuple[LeaderLook, ...]
    groups: tuple[LeaderGroup, ...]
    n_new: int
    n_split: int
    rope: dict[str, float] = field(default_factory=dict)
    tie_rules: dict[str, str] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    n_failed: int

    @property
    def rows(self) -> Sequence[LeaderLook]:
        """The looks, the first one first."""
        return self.looks

    def table(self) -> Table:
        """The looks as columns, also before the first one."""
        return rows.table(self.looks, LeaderLook)


def verdict(result: LeaderResult) -> str:
    """What is certified and since when, or what leads."""
    if result.best is None or result.share is None:
        return (
            "Written down, and no data set looked at yet: which statement on "
            f"{wording.listing(result.algorithms)} is more common than every other?"
        )
    leads = wording.cell(result.best, result.question)
    units = wording.units(result.n_families or result.n, result.n_families)
    basis = (
        f"{wording.count(result.count)} of {units} by now, {wording.percent(result.share)}, next "
        f"statement {wording.count(result.count_next)}; anytime p "
        f"{wording.p_value(result.p_value)}"
    )
    if result.certified is None:
        if result.count == result.count_next:
            return f"Not certified so far: several statements share the first place ({basis})."
        return (
            f'Not certified so far: "{leads}" is the most frequent statement ({basis}), but '
            "another one may be as common or more."
        )
    sure = wording.cell(result.certified, result.question)
    said = (
        f"Certified after {wording.plural(result.decided_at or 0, 'data set')}, and this stays "
        f'valid however often one looks: "{sure}" is more common than every other statement'
    )
    if result.certified == result.best:
        return f"{said} ({basis})."
    return f'{said}. By now, however, "{leads}" is the most frequent one ({basis}).'
