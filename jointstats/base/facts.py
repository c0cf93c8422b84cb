"""What every result knows of its table, how it finds its words, and what interfaces do for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
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


presenters: dict[str, Callable[..., Any]] = {}
"""What the layers above do for a result, by name. They put it here when the package is imported, so
that nothing in this layer depends on how a result is worded or shown."""


def words_of(result: Any) -> Any:
    """The words of a result, of the class that its ``words`` is, or names below this package.

    Returns
    -------
    jointstats.drawing.words.Words
    """
    kind = result.words
    return (kind if isinstance(kind, type) else _named(kind))(result)


def figures_of(shown: Any) -> Any:
    """The figures of a result or table: name to what makes the content; the first is the default.

    Its class names the function that lists them (``shows``); without one it has no figures.

    Returns
    -------
    jointstats.drawing.content.Figures
    """
    where = getattr(shown, "shows", "")
    return _named(where)(shown) if where else {}


def figures_beside(test: Any) -> Any:
    """What a comparison shows of a test that it carries, likewise (``shows_beside``)."""
    return _named(test.shows_beside)(test) if test.shows_beside else {}


def _named(where: str) -> Any:
    """What a dotted name below this package stands for."""
    module, _, name = where.rpartition(".")
    return getattr(import_module(f"jointstats.{module}"), name)


class _Worded:
    """A field whose words are made when they are read; nothing is stored."""

    def __init__(self, method: str) -> None:
        self.method = method

    def __get__(self, result: Any, owner: type) -> Any:
        return self if result is None else getattr(words_of(result), self.method)()


def worded(method: str) -> Any:
    """Declare a field of a result that a method of its class of words makes."""
    return derived(_Worded(method))
