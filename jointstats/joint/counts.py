"""Statement counts: what the joint tests need to know of the data, from any source."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from jointstats.base import errors, options, wording
from jointstats.base.facts import Dropped, Facts
from jointstats.base.files import Tidy
from jointstats.evidence import counts as kernel
from jointstats.evidence import orders
from jointstats.evidence.outcomes import EQUAL, mirrored
from jointstats.joint import rules
from jointstats.joint.rules import LEAD_TOLERANCE

if TYPE_CHECKING:
    import pandas as pd

_FACTS = (
    *("algorithms", "measures", "n", "n_dropped", "dropped", "n_failed", "n_families"),
    *("rope", "n_tied", "ties", "tie_rules"),
)


@dataclass(frozen=True, eq=False)
class StatementCounts(Tidy):
    """How many data sets show each dominance statement; counts made in pieces add up.

    Made by :func:`jointstats.statement_counts`, :meth:`from_vector` or :meth:`from_orders`.

    Attributes
    ----------
    algorithms : tuple of str
    measures : dict
        Direction of each measure, ``"max"`` or ``"min"``.
    codes : ndarray of int64, shape (R, m)
        The statements seen, a code per measure. For ``question="orderings"`` the code is the
        lexicographic rank of the measure's ordering, best to worst (two algorithms A, B: 0 = A
        better, 1 = B better; with ties as an outcome 0 = A better, 1 = practically equal, 2 = B
        better); for ``"best"`` the index of the first algorithm; for ``"control"`` 1 if the
        control comes first, otherwise 0.
    weights : ndarray, shape (R,)
        Their counts; fractional where ties were split.
    question : {"orderings", "best", "control"}
        What a statement says of each measure.
    control : str or None
        The control algorithm.
    n : float
        Number of data sets.
    n_tied : int
        Data sets with a tie on some measure.
    ties : dict
        For each measure, the number of data sets with a tie on it.
    rope : dict
        For each measure, the width within which results tied.
    dropped : tuple of Dropped
        Data sets that were left out.
    n_failed : int
        Failed runs that were ranked below all results.
    alone, possible : ndarray of int, shape (R,), or None
        On how many data sets each statement is the only one that the results do not contradict,
        and on how many it is one of those; None where that is not known.
    tie_rules : dict
        For each measure, what its ties are: ``"equal"``, a separate outcome, or ``"split"``.
    n_split : int
        Data sets with a tie that was split.
    families : tuple of str or None
        Families of the data sets; None without families. The statements of a family weigh 1
        in total: each weighs the share of the family's data sets that show it.
    """

    algorithms: tuple[str, ...]
    measures: dict[str, str]
    codes: np.ndarray
    weights: np.ndarray
    question: str = "orderings"
    control: str | None = None
    n: float = 0
    n_tied: int = 0
    ties: dict[str, int] = field(default_factory=dict)
    rope: dict[str, float] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    n_failed: int = 0
    alone: np.ndarray | None = None
    possible: np.ndarray | None = None
    tie_rules: dict[str, str] = field(default_factory=dict)
    n_split: int = 0
    families: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        rules.require_weights(self.weights)
        tie_rules = {name: self.tie_rules.get(name, "split") for name in self.measures}
        object.__setattr__(self, "tie_rules", tie_rules)

    @classmethod
    def from_vector(
        cls,
        counts: Iterable[float],
        *,
        algorithms: Sequence[Any] = ("A", "B"),
        measures: Mapping[Any, str],
        ties: Any = "split",
    ) -> StatementCounts:
        """Make counts from those of all (l!)^m statements, the first measure most significant.

        Parameters
        ----------
        counts : sequence of float, length (l!)^m
            For two algorithms and two measures: counts of [00, 01, 10, 11], where 1 says that the
            second algorithm is better (Benavoli & de Campos 2016, Example 1). A measure whose ties
            are an outcome has the codes 0, 1 (practically equal) and 2.
        algorithms : sequence of str, default ("A", "B")
        measures : dict
            For each measure, ``"max"`` or ``"min"``.
        ties : {"split", "equal"} or dict, default "split"
            For two algorithms: whether ties are an outcome, a word for all measures or one for
            each.

        Returns
        -------
        StatementCounts

        Raises
        ------
        InvalidValueError
            If the length is wrong or a count is negative or not finite.

        Examples
        --------
        >>> from jointstats import StatementCounts
        >>> counts = StatementCounts.from_vector(
        ...     [1, 2, 3, 6], measures={"accuracy": "max", "time": "min"})
        >>> counts.n
        12
        """
        names, ways = rules.names_given(algorithms), options.directions(measures)
        x = rules.weights_given(counts)
        tie_rules = rules.rules_given(ties, names, ways)
        none = no_counts(names, ways, tie_rules)
        if len(x) != none.n_states:
            raise errors.InvalidValueError(
                f"{len(names)} algorithms and {len(ways)} measures have "
                f"{none.n_states} statements; {len(x)} counts are given."
            )
        seen = np.flatnonzero(x > 0)
        codes = kernel.codes_of(seen, none.states)
        return replace(none, codes=codes, weights=x[seen], n=rules.whole(x.sum()))._with_ties()

    @classmethod
    def from_orders(
        cls,
        rows: Iterable[tuple[Mapping[Any, Sequence[Any]], float]],
        *,
        algorithms: Sequence[Any],
        measures: Mapping[Any, str],
    ) -> StatementCounts:
        """Return the counts from pairs (orderings by measure, count).

        Parameters
        ----------
        rows : iterable of (dict, float)
            Each dict maps every measure to the algorithms from best to worst. Two that are
            practically equal form one list, ``[["A", "B"]]``, and ties are then an outcome of that
            measure. Equal statements add up.
        algorithms : sequence of str
        measures : dict
            For each measure, ``"max"`` or ``"min"``.

        Returns
        -------
        StatementCounts

        Raises
        ------
        ColumnError
            If an ordering misses a measure or an algorithm.
        InvalidValueError
            If a count is negative or not finite.

        Examples
        --------
        >>> from jointstats import StatementCounts
        >>> StatementCounts.from_orders(
        ...     [({"acc": ["A", "B"]}, 3), ({"acc": ["B", "A"]}, 1)],
        ...     algorithms=["A", "B"], measures={"acc": "max"}).weights.tolist()
        [3.0, 1.0]
        """
        names, ways = rules.names_given(algorithms), options.directions(measures)
        given, weights = [], []
        for order, weight in rows:
            given.append({options.label(measure): places for measure, places in order.items()})
            weights.append(weight)
        ties = {m: "equal" for m in ways if any(wording.is_tie(row.get(m, ())) for row in given)}
        tie_rules = rules.rules_given(ties, names, ways)
        x = rules.weights_given(weights)
        codes = np.array(
            [
                [rules.code_given(row.get(m, ()), names, m, rule) for m, rule in tie_rules.items()]
                for row in given
            ],
            dtype=np.int64,
        ).reshape(len(x), len(ways))
        merged = kernel.merge_rows(codes[x > 0], x[x > 0])
        return cls(names, ways, *merged, n=rules.whole(x.sum()), tie_rules=tie_rules)._with_ties()

    def _with_ties(self) -> StatementCounts:
        """The same with the ties counted that statements say, where they are an outcome."""
        if not self.equal.any():
            return self
        tied = (self.codes == EQUAL) & self.equal
        each = np.rint(self.weights @ tied).astype(int).tolist()
        ties = dict(zip(self.measures, each, strict=True))
        return replace(self, n_tied=round(self.weights[tied.any(axis=1)].sum()), ties=ties)

    @property
    def n_dropped(self) -> int:
        """Number of data sets left out."""
        return len(self.dropped)

    @property
    def n_families(self) -> int | None:
        """Number of families, if some family has two data sets: only then they matter."""
        names = self.families
        return None if names is None or len(names) == self.n else len(names)

    @property
    def facts(self) -> Facts:
        """What every result knows of these counts; the table behind them is not kept."""
        return Facts(**{name: getattr(self, name) for name in _FACTS})

    @property
    def n_units(self) -> float:
        """What all weights sum to: the number of data sets, or of families."""
        return self.n if self.n_families is None else self.n_families

    @property
    def equal(self) -> np.ndarray:
        """Whether ties are an outcome, shape (m,)."""
        return np.array([rule == "equal" for rule in self.tie_rules.values()])

    @property
    def states(self) -> tuple[int, ...]:
        """Number of things that a statement can say of each measure."""
        l = len(self.algorithms)
        base = {"orderings": math.factorial(l), "best": l, "control": 2}[self.question]
        return tuple(3 if rule == "equal" else base for rule in self.tie_rules.values())

    @property
    def n_states(self) -> int:
        """Number K of possible statements, an exact integer of any size."""
        return math.prod(self.states)

    def order(self, row: np.ndarray) -> wording.Order:
        """Return the names behind one row of codes: by measure, the algorithms best first.

        Two that are practically equal are one list within it, sorted: ``[["A", "B"]]``. For
        ``"best"`` only the first is named; for ``"control"`` the control where it comes first, and
        an empty list where another does.
        """
        return self.orders([row])[0]

    def orders(self, rows: ArrayLike) -> list[wording.Order]:
        """Return the names behind several rows of codes."""
        codes, names = np.asarray(rows), self.algorithms
        named: list[list[Any]]
        if self.question == "orderings":
            ranks = np.where(self.equal, codes // 2, codes).ravel()
            ranked = orders.unrank_orders(ranks, len(names)).tolist()
            named = [[names[i] for i in places] for places in ranked]
            for j in np.flatnonzero(self.equal & (codes == EQUAL)).tolist():
                named[j] = [sorted(names)]
        elif self.question == "best":
            named = [[names[i]] for i in codes.ravel().tolist()]
        else:
            named = [[str(self.control)] if first else [] for first in codes.ravel().tolist()]
        m = len(self.measures)
        starts = range(0, len(named), m)
        return [dict(zip(self.measures, named[i : i + m], strict=True)) for i in starts]

    def select(
        self, algorithms: Iterable[Any] | None = None, measures: Iterable[Any] | None = None
    ) -> StatementCounts:
        """Return the marginal counts of some algorithms, on some measures, in the order named.

        Parameters
        ----------
        algorithms, measures : iterable of str, optional
            Names to keep (default: all).

        Returns
        -------
        StatementCounts

        Raises
        ------
        ColumnError
            If a name is unknown or named twice.
        AlgorithmError
            If fewer than two algorithms remain.
        OptionError
            If algorithms are chosen for a coarser question than orderings.
        """
        keep_a, names = None, self.algorithms
        chosen = options.known_names(
            "measure", self.measures if measures is None else measures, self.measures
        )
        keep_m = [list(self.measures).index(name) for name in chosen]
        ways = {name: self.measures[name] for name in chosen}
        if algorithms is not None:
            if self.question != "orderings":
                raise errors.OptionError(
                    f'Algorithms cannot be chosen from counts of the question "{self.question}": '
                    "count the orderings of those algorithms instead."
                )
            names = rules.names_given(options.known_names("algorithm", algorithms, self.algorithms))
            keep_a = [self.algorithms.index(name) for name in names]

        codes, weights = self.codes, self.weights
        if self.equal.any():  # two algorithms: exchanged, or the same
            codes = codes if keep_a != [1, 0] else mirrored(codes, self.states)
            codes, weights = kernel.merge_rows(codes[:, keep_m], weights)
        else:
            l = len(self.algorithms)
            codes, weights = kernel.restrict(codes, weights, l, algorithms=keep_a, measures=keep_m)
        tie_rules = {name: self.tie_rules[name] for name in ways}
        as_outcome = np.array([rule == "equal" for rule in tie_rules.values()])
        tied = weights[((codes == EQUAL) & as_outcome).any(axis=1)].sum()
        split = bool(np.any(np.abs(weights - np.round(weights)) > LEAD_TOLERANCE))
        return self.recounted(
            codes,
            weights,
            algorithms=names,
            measures=ways,
            n_tied=self.n_tied if split else round(tied),  # an upper bound: who tied is not kept
            n_split=self.n_split if split else 0,
            ties={name: self.ties.get(name, 0) for name in ways},
            rope={name: self.rope.get(name, 0.0) for name in ways},
            tie_rules=tie_rules,
        )

    def recounted(self, codes: np.ndarray, weights: np.ndarray, **others: Any) -> StatementCounts:
        """Other statements of the same data sets; what else they may show is not known of them."""
        return replace(self, codes=codes, weights=weights, alone=None, possible=None, **others)

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame: a column per measure (the ordering in words), and the count."""
        import pandas as pd

        rows = [
            {m: wording.place(places, self.question, self.control) for m, places in order.items()}
            | {"count": weight}
            for order, weight in zip(self.orders(self.codes), self.weights, strict=True)
        ]
        return pd.DataFrame(rows, columns=[*self.measures, "count"])

    def __add__(self, other: Any) -> StatementCounts:
        """Counts of both pieces together; they must ask the same of the same names."""
        if not isinstance(other, StatementCounts):
            return NotImplemented
        rules.require_alike(self, other)
        codes, weights = kernel.merge(self.codes, self.weights, other.codes, other.weights)
        names = ("n", "n_tied", "n_split", "dropped", "n_failed")
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return replace(
            self,
            codes=codes,
            weights=weights,
            ties={m: self.ties.get(m, 0) + other.ties.get(m, 0) for m in self.measures},
            alone=kernel.merge_known(self.codes, self.alone, other.codes, other.alone),
            possible=kernel.merge_known(self.codes, self.possible, other.codes, other.possible),
            families=rules.families_of_both(self, other),
            **sums,
        )

    def __radd__(self, other: Any) -> StatementCounts:
        """Let ``sum(pieces)`` work: it starts from 0."""
        return self if other == 0 else NotImplemented

    def __repr__(self) -> str:
        return (
            f"StatementCounts: {wording.plural(self.n, 'data set')}, "
            f"{len(self.weights)} of {wording.big(self.n_states)} statements seen "
            f"({', '.join(self.algorithms)}; {', '.join(self.measures)})"
        )


def no_counts(
    algorithms: tuple[str, ...], measures: dict[str, str], tie_rules: dict[str, str]
) -> StatementCounts:
    """Counts of no data set."""
    codes = np.zeros((0, len(measures)), dtype=np.int64)
    return StatementCounts(algorithms, measures, codes, np.zeros(0), tie_rules=tie_rules)
