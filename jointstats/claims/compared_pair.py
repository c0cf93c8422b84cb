"""Rows of a comparison: the state of each pair, its counts and p-values, whole and by measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.lazy_rows import Coded, ColumnSource, LazyRows
from jointstats.base.rows import (
    COUNT,
    NAME,
    NUMBER,
    P_VALUE,
    TEXT,
    WHOLE,
    Column,
    Row,
    Table,
    cells,
    column,
)
from jointstats.claims.kernel_pairs import JOINTLY_MORE_OFTEN, MORE_OFTEN
from jointstats.claims.kernel_states import STATES, WIN
from jointstats.claims.shown import Shown, Sizes, by_measure
from jointstats.table.beside_values import Property

if TYPE_CHECKING:
    from jointstats.claims.comparison import Comparison


(
    PRACTICALLY_EQUAL, TRADE_OFF, WINS, AHEAD, POSSIBLE_TRADE_OFF, JOINTLY_BETTER, NOT_WORSE, OPEN,
) = STATES  # fmt: skip


class Names(tuple[str, ...]):
    """Names that are text in a table, with commas between them."""

    def __str__(self) -> str:
        return ", ".join(self)


@dataclass(frozen=True, kw_only=True)
class KnownDifference:
    """A property in which the two algorithms of a pair differ.

    Attributes
    ----------
    name : str
        Its name.
    better : str
        The algorithm with the better value.
    values : dict
        The value of each algorithm.
    direction : str
        ``"max"`` or ``"min"``.
    """

    name: str
    better: str
    values: Mapping[str, float]
    direction: str

    def __str__(self) -> str:
        (a, first), (b, second) = self.values.items()
        return f"{self.name} {first:g} ({a}), {second:g} ({b})"


class Known(tuple[KnownDifference, ...]):
    """What is known of a pair in addition to its results; text in a table."""

    def __str__(self) -> str:
        return "; ".join(map(str, self))


@dataclass(frozen=True, kw_only=True)
class ComparedPair(Row):
    """A row of :class:`jointstats.Comparison`: the state of a pair, and what it rests on."""

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")
    state: str = column(
        NAME,
        '"win", "ahead", "jointly better", "trade-off", "possible trade-off", "practically equal", '
        '"not worse" or "open"',
    )
    winner: str | None = column(NAME, "the algorithm that wins, is ahead, or is jointly better")
    better_a: Names = column(TEXT, "measures on which a is shown to be better")
    better_b: Names = column(TEXT, "measures on which b is shown to be better")
    equal: Names = column(TEXT, "measures on which they are shown to be practically equal")
    not_worse_a: Names = column(
        TEXT, "measures on which a is shown to be not worse, and neither better"
    )
    not_worse_b: Names = column(
        TEXT, "measures on which b is shown to be not worse, and neither better"
    )
    joint: str | None = column(
        NAME, "the algorithm that is shown to be jointly better on more data sets than the other"
    )
    p_adjusted: float = column(
        P_VALUE,
        "the largest corrected p-value among the claims of the state; of an open pair the smallest "
        "of all claims",
        broom="adj.p.value",
        heading="corrected p",
    )
    n: int = column(WHOLE, "data sets used")
    wins_a: dict[str, int] = column(COUNT, "data sets on which a is better", spread=True)
    wins_b: dict[str, int] = column(COUNT, "data sets on which b is better", spread=True)
    ties: dict[str, int] = column(
        COUNT, "data sets on which they are equal within the rope", spread=True
    )
    unknown: dict[str, int] = column(
        COUNT,
        "data sets with an unknown outcome: a tie without a rope, or a missing result",
        spread=True,
    )
    dominates_a: int = column(COUNT, "data sets on which a is nowhere worse and somewhere better")
    dominates_b: int = column(COUNT, "data sets on which b is nowhere worse and somewhere better")
    p_a: dict[str, float] = column(
        P_VALUE, "corrected p-value of: a is better on more data sets than b", spread=True
    )
    p_b: dict[str, float] = column(
        P_VALUE, "corrected p-value of: b is better on more data sets than a", spread=True
    )
    p_joint_a: float | None = column(
        P_VALUE, "corrected p-value of: a is jointly better on more data sets than b"
    )
    p_joint_b: float | None = column(
        P_VALUE, "corrected p-value of: b is jointly better on more data sets than a"
    )
    votes_a: dict[str, int] | None = column(
        COUNT, "families of data sets in which a is better more often", spread=True, default=None
    )
    votes_b: dict[str, int] | None = column(
        COUNT, "families of data sets in which b is better more often", spread=True, default=None
    )
    n_families: int | None = column(
        WHOLE, "families of data sets used; unknown if data sets vote", default=None
    )
    both_failed: dict[str, int] | None = column(
        COUNT, "data sets on which both runs failed; unknown if none did", spread=True, default=None
    )
    median: dict[str, float | None] | None = column(
        NUMBER,
        "median difference of a and b, above 0 where a is better; on a ratio scale the factor, "
        "above 1 where a is better",
        unit="of the measure",
        spread=True,
        default=None,
    )
    low: dict[str, float | None] | None = column(
        NUMBER,
        "its lower bound; all bounds hold jointly; unknown: no bound",
        unit="of the measure",
        spread=True,
        default=None,
    )
    high: dict[str, float | None] | None = column(
        NUMBER,
        "its upper bound; all bounds hold jointly; unknown: no bound",
        unit="of the measure",
        spread=True,
        default=None,
    )
    known: Known | None = column(
        TEXT, "properties in which the two differ, with their values", default=None
    )

    @property
    def loser(self) -> str | None:
        """The other algorithm of a pair with a winner."""
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a

    @property
    def subject(self) -> str | None:
        """The algorithm with a price: the winner, or the one ahead in a possible trade-off."""
        if self.state != POSSIBLE_TRADE_OFF:
            return self.winner
        return self.a if self.ahead(self.a) else self.b

    @property
    def names(self) -> tuple[str, str]:
        """The two, the one that wins or is ahead first."""
        return (self.b, self.a) if self.subject == self.b else (self.a, self.b)

    @property
    def measures(self) -> tuple[str, ...]:
        """All measures, or groups of them."""
        return tuple(self.wins_a)

    def wins(self, name: str) -> dict[str, int]:
        """Data sets on which one of the two is better, by measure."""
        return self.wins_a if name == self.a else self.wins_b

    def better(self, name: str) -> Names:
        """Measures on which one of the two is shown to be better."""
        return self.better_a if name == self.a else self.better_b

    def not_worse(self, name: str) -> Names:
        """Measures on which one of the two is shown to be not worse, and neither better."""
        return self.not_worse_a if name == self.a else self.not_worse_b

    def ahead(self, name: str) -> tuple[str, ...]:
        """Measures on which one of the two is better and not shown to be practically equal."""
        return tuple(measure for measure in self.better(name) if measure not in self.equal)

    def dominates(self, name: str) -> int:
        """Data sets on which one of the two dominates."""
        return self.dominates_a if name == self.a else self.dominates_b

    def price(self, name: str) -> tuple[str, ...]:
        """Measures on which the other one has more wins, in data sets or in families."""
        other = self.b if name == self.a else self.a
        by_votes = {self.a: self.votes_a, self.b: self.votes_b}
        wins, others = by_votes[name] or {}, by_votes[other] or {}
        return tuple(
            measure
            for measure in self.measures
            if self.wins(other)[measure] > self.wins(name)[measure]
            or others.get(measure, 0) > wins.get(measure, 0)
        )

    def worse_properties(self, name: str) -> tuple[KnownDifference, ...]:
        """Known properties in which the other one is better."""
        return tuple(row for row in self.known or () if row.better != name)


def compared_pairs(
    shown: Shown, properties: Mapping[str, Property] | None = None, sizes: Sizes | None = None
) -> LazyRows[ComparedPair]:
    """A row for every pair; each is made when it is read.

    Parameters
    ----------
    shown : Shown
    properties : mapping, optional
        Properties of the algorithms: known, not tested.
    sizes : Sizes, optional
        Median differences and their bounds, which are computed when they are read.
    """
    states, counts, q = shown.of_kinds, shown.counts, shown.questions
    names = [*shown.algorithms, None]
    first, second = shown.places.T
    nobody = len(shown.algorithms)

    def who(of_kinds: np.ndarray) -> Coded:
        side = of_kinds[shown.kind]
        return Coded(names, np.select([side == 0, side == 1], [first, second], nobody))

    def each(of_kinds: Any) -> Coded:
        return Coded(of_kinds, shown.kind)

    def number(of_kinds: np.ndarray) -> Coded:
        return each([None if x != x else x for x in of_kinds.tolist()])

    def by_question(of_kinds: np.ndarray) -> Coded:
        return each(ByQuestion(q, len(of_kinds), partial(np.asarray, of_kinds)))

    def listed(which: np.ndarray) -> Coded:
        few = _listed(q, which)
        return Coded(few.values, few.codes[shown.kind])

    joint = np.where(states.joint[:, 0], 0, np.where(states.joint[:, 1], 1, -1))
    columns: dict[str, Any] = {
        "a": Coded(names, first),
        "b": Coded(names, second),
        "state": Coded(STATES, states.state[shown.kind]),
        "winner": who(states.side),
        "equal": listed(states.equal),
        "joint": who(joint),
        "p_adjusted": number(states.p),
        "n": number(counts.n),
        "ties": by_question(counts.equal),
        "unknown": by_question(counts.unknown),
    }
    of_sides: dict[str, tuple[Callable[[np.ndarray], Coded], np.ndarray]] = {
        "better": (listed, states.better),
        "not_worse": (listed, states.not_worse),
        "wins": (by_question, counts.wins),
        "dominates": (number, counts.dominates),
        "p": (by_question, shown.corrected.measures[..., MORE_OFTEN]),
        "p_joint": (number, shown.corrected.joint[..., JOINTLY_MORE_OFTEN]),
    }
    if shown.n_families is not None:
        columns["n_families"] = number(counts.voters.max(axis=1))
        of_sides["votes"] = by_question, counts.win_votes
    for name, (made, values) in of_sides.items():
        columns |= {f"{name}_{side}": made(values[..., i]) for i, side in enumerate("ab")}
    if counts.both_failed.any():
        columns["both_failed"] = by_question(counts.both_failed)
    if sizes is not None:
        names_of = {"median": "middle", "low": "low", "high": "high"}
        n = len(sizes.pairs)
        columns |= {
            name: ByQuestion(tuple(sizes.scales), n, partial(sizes.column, side))
            for name, side in names_of.items()
        }
    if properties:
        pairs = [(shown.algorithms[a], shown.algorithms[b]) for a, b in shown.places.tolist()]
        columns["known"] = [_known(a, b, properties) for a, b in pairs]
    return LazyRows(ColumnSource(ComparedPair, columns))


def strongest_first(rows: LazyRows[ComparedPair]) -> LazyRows[ComparedPair]:
    """The rows by their states, wins first, and then by their p-values."""
    values = rows.cells(("state", "p_adjusted"))
    rank = {state: i for i, state in enumerate(STRONGEST)}
    order = np.lexsort((values["p_adjusted"], [rank[state] for state in values["state"]]))
    return rows.at(order)


def row_of(rows: LazyRows[ComparedPair], a: str, b: str) -> ComparedPair | None:
    """The row of two algorithms, in either order; None if they are no pair of these."""
    return next(iter([*rows.where(a=a, b=b), *rows.where(a=b, b=a)]), None)


STRONGEST = (
    STATES[WIN], TRADE_OFF, AHEAD, POSSIBLE_TRADE_OFF, JOINTLY_BETTER, PRACTICALLY_EQUAL, NOT_WORSE,
    OPEN,
)  # fmt: skip


def _known(a: str, b: str, properties: Mapping[str, Property]) -> Known:
    return Known(
        KnownDifference(
            name=name,
            better=better,
            values={a: known.values[a], b: known.values[b]},
            direction=known.direction,
        )
        for name, known in properties.items()
        if (better := known.better(a, b)) is not None
    )


class ByQuestion(Sequence[Any]):
    """Questions with the numbers of every pair, which are made when one is first read."""

    def __init__(self, questions: Sequence[str], n: int, make: Callable[[], np.ndarray]) -> None:
        self.questions, self.n, self.make = questions, n, make

    def __len__(self) -> int:
        return self.n

    @cached_property
    def _numbers(self) -> np.ndarray:
        return self.make()

    def __getitem__(self, i: Any) -> Any:
        return by_measure(self.questions, self._numbers[i])


def _listed(names: Sequence[str], which: np.ndarray) -> Coded:
    """Names, row by row; few sets of them differ."""
    sets, code = np.unique(which, axis=0, return_inverse=True)
    every = np.array(names, dtype=object)
    return Coded([Names(every[code_of_set]) for code_of_set in sets], np.ravel(code))


_P = Column(
    "p", P_VALUE,
    "corrected p-value of: the one with more wins is better on more data sets than the other",
    broom="adj.p.value",
)  # fmt: skip
_SHOWN = Column(
    "shown",
    TEXT,
    "what is shown on the measure: who is better or not worse, or that they are equal",
)
_SCALE = Column(
    "scale", TEXT, 'of median and bounds: "difference" (equal: 0) or "ratio" (a factor; equal: 1)'
)
_BROOM = {"median": "estimate", "low": "conf.low", "high": "conf.high"}
_CLAIMS = ("better_a", "better_b", "not_worse_a", "not_worse_b", "equal")


def pairs_by_measure(result: Comparison) -> Table:
    """A row for each pair and measure (or group of measures)."""
    table = result.table().by_measure(result.questions)
    declared = dict(zip((one.name for one in table.columns), table.values, strict=True))
    p = tuple(map(min, declared.pop("p_a"), declared.pop("p_b")))
    kept = tuple(
        replace(column, broom=_BROOM.get(column.name, column.broom))
        for column in table.columns
        if column.name in declared
    )
    more = {_P: p, _SHOWN: tuple(_shown(result))}
    sizes = result.leaderboard.sizes
    if sizes is not None:
        scales = [sizes.scales.get(measure) for measure in result.questions]
        more = {_SCALE: tuple(scales) * len(result.pairs), **more}
    return Table((*kept, *more), (*declared.values(), *more.values()))


def _shown(result: Comparison) -> Iterator[str | None]:
    """The claims that are shown for each pair on each measure, in words."""
    every = cells(result.pairs, ("a", "b", *_CLAIMS))
    for a, b, *claims in zip(*every.values(), strict=True):
        words = (f"{a} better", f"{b} better", f"{a} not worse", f"{b} not worse", "equal")
        for measure in result.questions:
            said = [word for word, on in zip(words, claims, strict=True) if measure in on]
            yield ", ".join(said) or None
