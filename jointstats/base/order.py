"""What a statement says of its measures: names best first; a tie is one list of both names.

``{"accuracy": [["A", "B"]], "time": ["B", "A"]}`` says that A and B are practically equal on
accuracy, and that B is better on time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Place = str | list[str]
Order = dict[str, list[Place]]
Places = Sequence[str | Sequence[str]]


def is_tie(places: Places) -> bool:
    """Whether a measure's two algorithms are practically equal.

    Examples
    --------
    >>> is_tie([["A", "B"]]), is_tie(["A", "B"]), is_tie([])
    (True, False, False)
    """
    return len(places) > 0 and isinstance(places[0], list | tuple)


def names_of(places: Places) -> list[str]:
    """All names of a measure's order, those of a tie too.

    Examples
    --------
    >>> names_of([["A", "B"]]), names_of(["C", "A"])
    (['A', 'B'], ['C', 'A'])
    """
    flat: list[Any] = []  # names that are given need not be text
    for place in places:
        flat += place if isinstance(place, list | tuple) else [place]
    return flat


def first_of(places: Places) -> str | None:
    """The first algorithm on a measure; None in a tie, or where none is named.

    Examples
    --------
    >>> first_of(["B", "A"]), first_of([["A", "B"]]), first_of([])
    ('B', None, None)
    """
    return places[0] if places and isinstance(places[0], str) else None


def tied_measures(order: Mapping[str, Places]) -> list[str]:
    """The measures on which the two algorithms are practically equal."""
    return [measure for measure, places in order.items() if is_tie(places)]


def leader(order: Mapping[str, Places]) -> str | None:
    """The algorithm that is first on every measure.

    Examples
    --------
    >>> leader({"accuracy": ["B", "A"], "time": ["B", "A"]})
    'B'
    >>> leader({"accuracy": [["A", "B"]], "time": ["B", "A"]}) is None
    True
    """
    firsts = {first_of(places) for places in order.values()}
    return firsts.pop() if len(firsts) == 1 else None


def trade_off(order: Mapping[str, Places]) -> bool:
    """Whether each of two algorithms is better on some measures."""
    return len({first_of(places) for places in order.values()} - {None}) > 1
