"""At what price one algorithm is worth more than another: break-even prices of a gain and a cost.

A price is what one unit of saving is worth, in units of gain: points of accuracy per doubling of
time. Below it the algorithm with the gain is better, above it the cheaper one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Unpack

import numpy as np

from jointstats.base import options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution, OptionError
from jointstats.base.facts import Dropped, fact
from jointstats.base.kinds import Algorithm, Alpha, Measure, Scale
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, NUMBER, Row, column
from jointstats.claims.claim_result import facts_of_pair, pair_of, refuse_only, two_algorithms
from jointstats.claims.compared_pair import POSSIBLE_TRADE_OFF, TRADE_OFF
from jointstats.claims.comparison import Comparison
from jointstats.claims.pair_votes import Evidence, places_of_pairs
from jointstats.claims.shown import RATIO, require_positive, scales_of
from jointstats.evidence import bounds as kernel
from jointstats.evidence.messages import Option, asked
from jointstats.evidence.order_statistics import differences, is_share, on_scale, place_at_level
from jointstats.table.intake import voting_table
from jointstats.table.results_table import ResultsTable

DOUBLINGS = 1 / np.log(2)  # of a logarithm
POINTS = 100.0  # of a share


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


@declare(
    "break-even price",
    family="compare",
    asks="Up to which price is a gain worth its cost, and from which price is it not?",
    gives="prices at which either of two algorithms is shown to be better",
    needs="sizes of differences that can be compared between data sets; seven data sets or more",
    mind="name the two algorithms, the gain and the cost before you see the results",
    validity=("prices",),
)
def break_even(
    table: TableLike,
    a: Algorithm,
    b: Algorithm,
    *,
    gain: Measure = None,
    cost: Measure = None,
    scale: Scale = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> BreakEvenResult:
    """Find the prices at which one algorithm is better than another, for a gain and a cost.

    A price is what a unit of saving is worth in units of gain, such as points of accuracy per
    doubling of time. An algorithm is better at a price if its gain, plus the price times its
    saving, is above 0 on most data sets.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    a : str
        One algorithm.
    b : str
        The other algorithm. The answer is the same in either order.
    gain : str, optional
        The measure that is paid for. Default: the first one to maximise.
    cost : str, optional
        The measure that is paid with. Default: the first one to minimise.
    scale : {"difference", "ratio"} or dict, optional
        How results of a measure are compared; by measure, or one word for both. Ratios count in
        doublings. Default: by ratio if all results of the table are positive, span a factor of 100
        and are not below the rope.
    alpha : float, default 0.05
        Probability, at most, of any false price.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    BreakEvenResult

    Raises
    ------
    JointStatsError
        For invalid input or options, and for a ratio of results that are not positive.

    Notes
    -----
    If an algorithm has the gain g and the saving s on a data set, it is better there at the price p
    if ``g + p * s > 0``. Each data set gives the price up to which an algorithm is better (infinite
    if it gains and costs no more), and the price from which it is (0 if it is worse on neither
    measure). The k-th smallest and the k-th largest of them are the prices that are shown, where k
    is the largest number with P(Bin(n, 1/2) < k) ≤ alpha / 4. At each price the claim is implied by
    one that does not depend on the price, so all prices hold jointly, without an assumption of
    symmetry. A missing result with ``missing="unknown"`` counts against both algorithms. Ropes are
    not used, except that a measure with one has no default ratio.

    Families of data sets (`cluster`, when the table is made) count once, with the lower median of
    the prices up to which, and the upper median of those from which, an algorithm is better.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.break_even(
    ...     js.load_frame("weka"), "RandomForest", "J48graft", dataset="dataset",
    ...     algorithm="algorithm", measures={"accuracy": "max", "training_time": "min"})
    >>> forest, tree = result.sides
    >>> round(forest.up_to, 2), round(tree.above, 2), str(result.unit)
    (0.33, 1.17, 'points of accuracy per doubling of training_time')
    """
    pair = two_algorithms(a, b)
    refuse_only(roles)
    source = voting_table(table, **roles)
    trade = _Trade.of(source, gain, cost, scale)
    named = pair_of(source, pair, (trade.gain, trade.cost))
    evidence = Evidence.of(named)
    gains, savings = trade.sizes(named, evidence, np.array([[0, 1]]))
    prices = kernel.prices_of_pairs(gains, savings, alpha, 1, evidence.units)
    used = ~np.isnan(gains[0][0]) & ~np.isnan(savings[0][0])
    facts = facts_of_pair(named, used, evidence.units, rope={}, data=source)  # prices use no rope
    return BreakEvenResult(
        facts=facts,
        warnings=tuple(_too_few(int(prices.n[0]), facts.n_families, alpha)),
        sides=_sides(prices, named.algorithms),
        unit=trade.unit,
        scale=trade.scale,
        **_of_single_data_sets(gains, savings),
        alpha=alpha,
    )


def prices_of(result: Comparison) -> tuple[list[Priced], PriceUnit] | None:
    """Prices of a comparison of two algorithms whose state is a trade-off or a possible one.

    The gain is the first measure to maximise, the cost the first to minimise. One algorithm has
    more wins on the gain, the other on the cost. The error rate of prices is in addition to that of
    claims. None of other comparisons, and where the results are not kept.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.compare_algorithms(
    ...     js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
    ...     measures={"accuracy": "max", "training_time": "min"},
    ...     only=["RandomForest", "J48graft"])
    >>> sides, unit = prices_of(result)
    >>> sides[0].algorithm, round(sides[0].up_to, 2), str(unit)
    ('RandomForest', 0.33, 'points of accuracy per doubling of training_time')
    """
    table = result.data
    if table is None or len(result.pairs) > 1 or {*table.measures.values()} != {"max", "min"}:
        return None
    trade, (row,) = _Trade.of(table, None, None, result.scale), result.pairs
    lost = row.price(row.a), row.price(row.b)
    opposed = any(trade.gain in lost[i] and trade.cost in lost[1 - i] for i in (0, 1))
    if row.state not in (TRADE_OFF, POSSIBLE_TRADE_OFF) or not opposed:
        return None
    two = table.select(measures=(trade.gain, trade.cost))
    evidence, places = Evidence.of(two), places_of_pairs(two, [(row.a, row.b)])
    sizes = trade.sizes(two, evidence, places)
    prices = kernel.prices_of_pairs(*sizes, result.alpha, 1, evidence.units)
    return _sides(prices, (row.a, row.b)), trade.unit


@dataclass(frozen=True)
class _Trade:
    """A gain and a cost, and the scales of both."""

    gain: str
    cost: str
    scale: dict[str, str]
    share: bool  # the gain is a share: it counts in points

    @classmethod
    def of(cls, table: ResultsTable, gain: Any, cost: Any, scale: Any) -> _Trade:
        """The measures that are named, or the first to maximise and to minimise."""
        gain, cost = (
            _measure(table, option, name, way)
            for option, name, way in (("gain", gain, "max"), ("cost", cost, "min"))
        )
        if gain == cost:
            raise OptionError(Option("gain"), " and ", Option("cost"), f' are both "{gain}".')
        scales = scales_of(table, scale)
        values = table.everything()[0][:, list(table.measures).index(gain)]
        share = is_share(values) and table.measures[gain] == "max"
        return cls(gain, cost, {name: scales[name] for name in (gain, cost)}, share)

    @property
    def unit(self) -> PriceUnit:
        """What its prices are counted in."""
        difference = "points" if self.share else "units"
        return PriceUnit(
            gain=self.gain,
            cost=self.cost,
            gain_unit="doublings" if self.scale[self.gain] == RATIO else difference,
            cost_unit="doubling" if self.scale[self.cost] == RATIO else "unit",
        )

    def sizes(
        self, table: ResultsTable, evidence: Evidence, places: np.ndarray
    ) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """Least and largest gains, and savings, of the first algorithms of pairs."""
        require_positive(table, self.scale)
        ratio = np.array([word == RATIO for word in self.scale.values()])
        scaled = on_scale(evidence.values, table.signs, ratio)
        low, high = differences(evidence.values, places, evidence.missing, scaled)
        gain, saving = np.where(ratio, DOUBLINGS, [POINTS if self.share else 1.0, 1.0])
        gains, savings = (
            (low[:, 0] * gain, high[:, 0] * gain),
            (low[:, 1] * saving, high[:, 1] * saving),
        )
        return gains, savings


def _measure(table: ResultsTable, option: str, name: Any, way: str) -> str:
    """The measure of an option; by default the first one in this direction."""
    if name is not None:
        return options.known_name(("measure (named in ", Option(option), ")"), name, table.measures)
    first = next((each for each, direction in table.measures.items() if direction == way), None)
    if first is None:
        ways = {"max": "maximise", "min": "minimise"}
        raise OptionError(
            f"The table has no measure to {ways[way]}: name the {option} in ", asked(option), "."
        )
    return first


def _sides(prices: kernel.Prices, pair: Sequence[str]) -> list[Priced]:
    """The prices of both algorithms of the only pair."""
    sides = []
    for side, (algorithm, rival) in enumerate((tuple(pair), tuple(pair)[::-1])):
        up_to, above = float(prices.up_to[0, side]), float(prices.above[0, side])
        always = up_to == np.inf
        low, high = (x if np.isfinite(x) and not always else None for x in (up_to, above))
        sides.append(Priced(algorithm=algorithm, rival=rival, up_to=low, above=high, always=always))
    return sides


def _of_single_data_sets(
    gains: tuple[np.ndarray, np.ndarray], savings: tuple[np.ndarray, np.ndarray]
) -> dict[str, Any]:
    """The break-even prices of data sets, and how many have none."""
    g, s = (np.where(low == high, low, np.nan)[0] for low, high in (gains, savings))
    price = kernel.break_even(g, s)
    known = np.isfinite(price)
    better = (g >= 0) & (s >= 0) & (g + s > 0)
    worse = (g <= 0) & (s <= 0) & (g + s < 0)
    return {
        "prices_a": tuple(np.sort(price[known & (g > 0)]).tolist()),
        "prices_b": tuple(np.sort(price[known & (g < 0)]).tolist()),
        "always_a": int(better.sum()),
        "always_b": int(worse.sum()),
    }


def _too_few(n_units: int, n_families: int | None, alpha: float) -> Iterator[Caution]:
    """That no result can show a price."""
    sizes = np.arange(1, 200)
    needed = int(sizes[place_at_level(sizes, alpha / kernel.SIDES) > 0].min(initial=200))
    if n_units < needed:
        yield Caution(
            f"{wording.capital(wording.units(n_units, n_families))} cannot show a price at level "
            f"{alpha:g}; {needed} can."
        )
