"""Who is better on most of the measures: rows, result, and the verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled import wording
from jointstats.labelled.result import Result
from jointstats.labelled.rows import FLAG, NAME, P_VALUE, TEXT, WHOLE, Row, column
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.results_table import Dropped, ResultsTable

MOST_NAMED = 6  # pairs in the verdict


@dataclass(frozen=True, kw_only=True)
class MostMeasuresPair(Row):
    """Two algorithms: a row of :class:`MostMeasuresResult`."""

    a: str = column(NAME, "first algorithm of the pair")
    b: str = column(NAME, "second algorithm of the pair")
    better: str | None = column(NAME, "who leads; unknown if nobody does", shown=False)
    winner: str | None = column(NAME, "the same, if it is shown", heading="winner", unknown="open")
    claim: str | None = column(
        TEXT,
        "the strongest claim that is shown: “wins more” measures than it loses, or is better on "
        "“at least k of m”",
        heading="shown",
        unknown="nothing",
    )
    often: str | None = column(
        TEXT,
        "how often: “more often” than the other one, or “on most data sets”",
        heading="how often",
    )
    count: int = column(
        WHOLE, "data sets on which the one who leads is ahead: wins more measures", heading="ahead"
    )
    against: int = column(
        WHOLE, "data sets on which the other one is, or may be behind ties", heading="behind"
    )
    n: int = column(WHOLE, "data sets used")
    p_value: float = column(
        P_VALUE, "exact p-value of “more often ahead”", broom="p.value", shown=False
    )
    p_adjusted: float = column(
        P_VALUE,
        "p-value of “more often ahead”, corrected for all pairs",
        broom="adj.p.value",
        shown=False,
    )
    p_shown: float = column(
        P_VALUE,
        "corrected p-value of the claim that is shown; without one, of the weakest",
        heading="corrected p",
    )
    decided: bool = column(FLAG, "whether it is shown who is ahead more often", shown=False)
    most: bool = column(FLAG, "whether “ahead on most data sets” is shown, too", shown=False)
    at_least: int | None = column(
        WHOLE,
        "largest number of measures on which, or more, the winner is shown to be better on most "
        "data sets",
        shown=False,
    )
    counts: dict[str, int] = column(
        WHOLE,
        "data sets on which the one who leads is better on at least so many measures",
        spread="count_at_least",
        shown=False,
    )
    p_adjusted_most: float | None = column(
        P_VALUE, "corrected p-value of “ahead on most data sets”", shown=False
    )
    p_adjusted_by_number: dict[str, float] = column(
        P_VALUE,
        "corrected p-value of “better on at least so many, on most data sets”",
        spread="p_adjusted_at_least",
        shown=False,
    )

    @property
    def loser(self) -> str | None:
        """Who loses to the winner, if somebody wins."""
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a


@dataclass(frozen=True, kw_only=True, repr=False)
class MostMeasuresResult(Result):
    """Outcome of :func:`jointstats.most_measures_test`.

    Attributes
    ----------
    pairs : tuple of MostMeasuresPair
        One for each pair of algorithms.
    at_least : int or None
        The number of measures that was asked for; None: being better on more measures than worse,
        and then every number above half of them.
    decided : bool
        Whether something is shown of some pair.
    alpha : float
        Probability, at most, of any false claim about any pair.
    control : str or None
        If given, the only algorithm with which the others were compared.
    rope : dict
    dropped : tuple of Dropped
    families : Families or None
        The families of the data sets, if some family has two of them, and what they are worth.
    data : ResultsTable or None
        The results themselves, for later questions; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "most_measures"

    pairs: tuple[MostMeasuresPair, ...]
    at_least: int | None
    decided: bool
    alpha: float
    control: str | None
    rope: dict[str, float] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    families: Families | None = None
    data: ResultsTable | None = field(
        default=None, compare=False, repr=False, metadata={"plain": False}
    )

    @property
    def rows(self) -> Sequence[MostMeasuresPair]:
        """The pairs."""
        return self.pairs


MORE_OFTEN, MOST = "more often", "on most data sets"
WINS = "wins more"


def said(claim: str, m: int) -> str:
    """A claim as a clause: "wins more measures than it loses", "is better on at least 8 of 12 …".

    Examples
    --------
    >>> said("at least 8 of 12", 12), said(WINS, 12)
    ('is better on at least 8 of 12 measures', 'wins more measures than it loses')
    """
    if m == 1:
        return "is better"
    return f"{WINS} measures than it loses" if claim == WINS else f"is better on {claim} measures"


def on_so_many(k: int, m: int) -> str:
    """On how many of the measures: "at least 8 of 12"; all of them are all."""
    return f"all {m}" if k == m else f"at least {k} of {m}"


def verdict(result: MostMeasuresResult) -> str:
    """What is shown of the pairs; what is not shown is not denied."""
    m = len(result.measures)
    shown = sorted((row for row in result.pairs if row.decided), key=lambda row: row.p_adjusted)
    if len(result.pairs) == 1:
        return _of_two(result, m)
    if not shown:
        return f"Nothing is shown of any of the {len(result.pairs)} pairs."
    named = wording.some([f"{row.winner} over {row.loser}" for row in shown], MOST_NAMED)
    return (
        f"Shown of {len(shown)} of {len(result.pairs)} pairs: the winner "
        f"{said(_asked(result), m)}, {_OFTEN}: {named} (any false one with probability "
        f"{result.alpha:g} at most)."
    )


_OFTEN = "more often than the other way round"


def _asked(result: MostMeasuresResult) -> str:
    """The weakest claim."""
    return WINS if result.at_least is None else on_so_many(result.at_least, len(result.measures))


def _of_two(result: MostMeasuresResult, m: int) -> str:
    (row,) = result.pairs
    counts = f"{wording.seen(row.count, row.n)} against {row.against}"
    weakest = said(_asked(result), m)
    if row.claim is not None and row.winner is not None:
        often = _OFTEN if row.often == MORE_OFTEN else MOST
        shown = f"Shown: {row.winner} {said(row.claim, m)}, {often}"
        if not row.most or row.claim == _asked(result):
            return f"{shown} ({counts}; {_p(result, row)})."
        return f"{shown}; it {weakest} on {counts} ({_p(result, row)})."
    if row.better is None:
        return f"Nothing is shown of {row.a} and {row.b}: neither is ahead ({counts})."
    return (
        f"Nothing is shown of {row.a} and {row.b}: {row.better} {weakest} on {counts} "
        f"({_p(result, row)})."
    )


def _p(result: MostMeasuresResult, row: MostMeasuresPair) -> str:
    p = f"{wording.of_flips(result.families is not None)} p"
    return f"two-sided {p} {wording.p_value(row.p_value)}"
