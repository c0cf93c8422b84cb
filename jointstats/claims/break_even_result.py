"""Break-even prices of two algorithms: a result, its rows, and the unit of a price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from jointstats.base.facts import Dropped, fact
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, NUMBER, Row, column


@dataclass(frozen=True, kw_only=True)
class Priced(Row):
    """The prices at which one of two algorithms is better: a row of :class:`BreakEvenResult`."""

    algorithm: str = column(NAME, "the algorithm that is better at these prices")
    rival: str = column(NAME, "the other algorithm")
    up_to: float | None = column(
        NUMBER,
        "it is shown to be better at all prices below; unknown: at no low price, or at every one",
        unit="of a price",
        heading="up to",
    )
    above: float | None = column(
        NUMBER,
        "it is shown to be better at all prices above; unknown: at no high price, or at every one",
        unit="of a price",
        heading="from",
    )
    always: bool = column(FLAG, "whether it is shown to be better at every price", heading="at all")

    @property
    def shown(self) -> bool:
        """Whether it is shown to be better at any price."""
        return self.always or self.up_to is not None or self.above is not None

    def holds_at(self, price: float) -> bool:
        """Whether it is shown to be better at a price."""
        low = self.up_to is not None and price < self.up_to
        high = self.above is not None and price > self.above
        return self.always or low or high

    @property
    def everywhere(self) -> bool:
        """Whether it is shown to be better at every price above 0."""
        return self.always or self.above == 0


@dataclass(frozen=True, kw_only=True)
class PriceUnit:
    """What a price is counted in.

    Attributes
    ----------
    gain, cost : str
        The two measures.
    gain_unit, cost_unit : str
        "points" of a share, "doublings" of a ratio, otherwise "units"; of the cost in the singular.

    Examples
    --------
    >>> unit = PriceUnit(gain="accuracy", cost="time", gain_unit="points", cost_unit="doubling")
    >>> str(unit)
    'points of accuracy per doubling of time'
    """

    gain: str
    cost: str
    gain_unit: str
    cost_unit: str

    def __str__(self) -> str:
        return f"{self.gain_unit} of {self.gain} per {self.saving}"

    @property
    def saving(self) -> str:
        """What a price is for: "doubling of time"."""
        return f"{self.cost_unit} of {self.cost}"


@dataclass(frozen=True, kw_only=True, repr=False)
class BreakEvenResult(Result):
    """Outcome of :func:`jointstats.break_even`.

    Attributes
    ----------
    algorithms : tuple of str
        The two algorithms.
    sides : list of Priced
        One for each of them.
    unit : PriceUnit
        What a price is counted in: the names of the measures, and of their units.
    scale : dict
        Of both measures, "difference" or "ratio".
    n_families : int or None
        Families that count; None if data sets do.
    prices_a, prices_b : tuple of float
        Break-even prices of single data sets, in ascending order: of those on which the first
        algorithm has the gain and the second the saving, and of the reverse. The algorithm with the
        gain is better at lower prices.
    always_a, always_b : int
        Data sets on which an algorithm is better at every price above 0.
    alpha : float
        Probability, at most, of any false price.
    n_failed : int
        Failed runs that count as worse than every result.
    dropped : tuple of Dropped
        Data sets that were left out.
    """

    words = "claims.words_claims.BreakEvenWords"
    shows = "claims.figures.of_break_even"

    test: ClassVar[str] = "break_even"
    no_p_value: ClassVar[str] = "prices hold jointly, at the level alpha"

    sides: list[Priced]
    unit: PriceUnit
    scale: dict[str, str]
    n_families: int | None = fact()
    prices_a: tuple[float, ...]
    prices_b: tuple[float, ...]
    always_a: int
    always_b: int
    alpha: float
    n_failed: int = fact()
    dropped: tuple[Dropped, ...] = fact()

    @property
    def rows(self) -> Sequence[Priced]:
        """The two algorithms."""
        return self.sides

    def better_at(self, price: float) -> str | None:
        """Return the algorithm that is shown to be better at a price, None if neither is.

        Examples
        --------
        >>> import jointstats as js
        >>> prices = js.break_even(
        ...     js.load_frame("weka"), "RandomForest", "J48graft", dataset="dataset",
        ...     algorithm="algorithm", measures={"accuracy": "max", "training_time": "min"})
        >>> prices.better_at(0.2), prices.better_at(1), prices.better_at(2)
        ('RandomForest', None, 'J48graft')
        """
        return next((side.algorithm for side in self.sides if side.holds_at(price)), None)
