"""What every result knows of its table, in one object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from jointstats.base.rows import NAME, TEXT, Row, column


@dataclass(frozen=True)
class Dropped(Row):
    """A data set that is left out, and why."""

    dataset: str = column(NAME, "the data set")
    reason: str = column(TEXT, "why it is left out")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a result knows of its table: the table makes it, or counts of statements do.

    Attributes
    ----------
    algorithms : tuple of str
    measures : dict
        Direction of each measure.
    n, n_dropped : int
        Data sets used and left out.
    dropped : tuple of Dropped
        The latter by name, where they are known.
    n_failed : int
        Failed runs that were ranked below all results.
    rope : dict
        For each measure, the width within which results tie.
    n_families : int or None
        Families that vote; None if data sets do.
    missing, aggregate : str or None
        How missing results were treated, if there were any, and how several rows were combined.
    groups : tuple of Group
        Groups of measures that were named.
    properties : dict
        Properties of the algorithms, such as a price.
    n_tied : int
        Data sets with a tie on some measure.
    ties, tie_rules : dict
        For each measure, the number of data sets with a tie, and what a tie is.
    cases : str
        What a row of the table is.
    of : str or None
        The one data set whose folds are compared.
    data : ResultsTable or None
        The table itself, where the test had it.
    """

    algorithms: tuple[str, ...]
    measures: dict[str, str]
    n: int = 0
    n_dropped: int = 0
    dropped: tuple[Dropped, ...] = ()
    n_failed: int = 0
    rope: dict[str, float] = field(default_factory=dict)
    n_families: int | None = None
    missing: str | None = None
    aggregate: str | None = None
    groups: tuple[Any, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)
    n_tied: int = 0
    ties: dict[str, int] = field(default_factory=dict)
    tie_rules: dict[str, str] = field(default_factory=dict)
    cases: str = "data set"
    of: str | None = None
    data: Any = field(default=None, compare=False, repr=False)

    @property
    def tie_share(self) -> float:
        """Data sets with a tie on some measure, as a share of all."""
        return self.n_tied / self.n if self.n else 0.0


class _FromFacts:
    """An attribute of a result that its facts have, under the same name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, result: Any, owner: type) -> Any:
        return self if result is None else getattr(result.facts, self.name)


def fact(*, plain: bool = True) -> Any:
    """Declare an attribute of a result that is one of its `Facts`.

    Parameters
    ----------
    plain : bool
        Whether :meth:`Result.to_dict` has it.
    """
    return cast(Any, derived(_FromFacts(), plain=plain))


def derived(descriptor: Any, *, plain: bool = True) -> Any:
    """A field that a descriptor reads: no constructor takes it, and no comparison evaluates it."""
    return field(
        init=False, compare=False, repr=False, default=descriptor, metadata={"plain": plain}
    )
