"""How a measure is laid along an axis: places grow towards the better side, in any unit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from jointstats.base.phrases import is_time
from jointstats.evidence.arrays import Array
from jointstats.evidence.order_statistics import is_share, is_wide

BAND = 40.0  # ropes: differences of more than so many of them are drawn on a bent scale
FARTHEST = 4e307  # what is drawn at most: differences and spans of such numbers are finite
POINTS, RATIO = "percentage points", "ratio"
LEAST_SIDE = 0.65  # of the longer side of zero: what the shorter one has at least
FACTORS = (
    (1.1, 1.2, 1.3),
    (1.2, 1.5, 2.0),
    (2.0, 4.0, 8.0),
    (4.0, 16.0, 64.0, 256.0),
    (10.0, 100.0, 1000.0, 10_000.0),
)


@dataclass(frozen=True)
class Ruler:
    """An axis in places.

    Attributes
    ----------
    measure, unit : str
        What is measured, and in which unit or way.
    low, high : float
        Its ends.
    ticks : tuple of float
    marks : tuple of str
        The words at the ticks.
    equal : float
        Half the width of the band of practical equality around 0; 0 for none.
    """

    measure: str
    unit: str
    low: float
    high: float
    ticks: tuple[float, ...]
    marks: tuple[str, ...]
    equal: float = 0.0

    def told_of(self, algorithm: str) -> Ruler:
        """The same; a ratio names the algorithm that is this many times as good."""
        return replace(self, unit=f"{algorithm} is …") if self.unit == RATIO else self


def within_reach(values: Array) -> Array:
    """The values, and the farthest that can be drawn in place of those beyond."""
    return np.clip(values, -FARTHEST, FARTHEST)


# --- Differences of two ---------------------------------------------------------------------------


def differences(
    measure: str, direction: str, first: Array, second: Array, rope: float
) -> tuple[Array, Ruler]:
    """Places of the differences of two on a measure, the first being better above 0.

    Positive values that span orders of magnitude are compared by their ratio, shares where more
    is better in percentage points. Where a rope is small compared with the differences, the scale
    is even within it and logarithmic beyond.

    Parameters
    ----------
    measure, direction : str
    first, second : ndarray, shape (n,)
        Results in the measure's unit, NaN where one failed.
    rope : float

    Returns
    -------
    places : ndarray, shape (n,)
        NaN where a result failed.
    ruler : Ruler
    """
    first, second = within_reach(first), within_reach(second)
    both, sign = np.concatenate([first, second]), 1.0 if direction == "max" else -1.0
    if not rope and is_wide(both, 0):
        return _ratios(measure, direction, sign * _log_ratio(first, second))
    share = direction == "max" and is_share(both)
    unit, factor = (POINTS, 100.0) if share else ("", 1.0)
    ahead, width = sign * factor * (first - second), factor * rope
    reach = np.abs(ahead[np.isfinite(ahead)]).max(initial=0.0)
    if rope and reach > BAND * width:
        return _bent(measure, unit, ahead, width, sign)
    low, high = _around_zero(ahead, width)
    ticks, marks = round_numbers(low, high, nice_step(high - low, 6), sign)
    return ahead, Ruler(measure, unit, low, high, ticks, marks, width)


def place(unit: str, ahead: float, rope: float = 0.0) -> float:
    """Where a difference is on a ruler of :func:`differences`; a factor, on one of ratios.

    Parameters
    ----------
    unit : str
        Of the ruler.
    ahead : float
        In the measure's unit, above 0 where the first is better; of ratios above 1.
    rope : float, default 0
        In the measure's unit: differences beyond it are bent, if the ruler is.
    """
    if unit == RATIO:
        return math.log2(ahead)
    factor = 100.0 if unit.startswith(POINTS) else 1.0
    at = factor * float(within_reach(np.asarray(ahead)))
    return float(_bend(at, factor * rope)) if unit.endswith("logarithmic") else at


def both_sides(unit: str, reach: float, *, rope: float = 0.0, signed: bool = False) -> Ruler:
    """A ruler of sizes, as far to the left as to the right of zero; none is farther than `reach`.

    Parameters
    ----------
    unit : str
        "ratio": places are binary logarithms of factors.
    reach : float
    rope : float, default 0
    signed : bool, default False
        Whether sizes at the left are negative numbers.

    Examples
    --------
    >>> both_sides("ratio", 3.2).marks, both_sides("", 0.3, signed=True).marks
    (('10x', '1x', '10x'), ('−0.4', '0', '0.4'))
    """
    if unit == RATIO:
        factors = sorted({x for some in FACTORS for x in some})
        decades = 10 ** math.ceil(reach * math.log10(2))  # a whole number has no largest one
        factor = next((x for x in factors if math.log2(x) >= reach), decades)
        end, zero, word = math.log2(factor), _factor(1), _factor(factor)
    else:
        end, zero = round_up(max(reach, rope)), "0"
        word = f"{end:g}"
    marks = (f"−{word}" if signed else word, zero, word)
    return Ruler("", unit, -1.06 * end, 1.06 * end, (-end, 0.0, end), marks, rope)


def with_unit(ruler: Ruler, direction: str) -> str:
    """The unit and the better direction of sizes, for data whose places are on a ruler."""
    unit = "doublings" if ruler.unit == RATIO else ruler.unit
    return f"{unit}, {direction}" if unit else direction


def _log_ratio(first: Array, second: Array) -> Array:
    """Binary logarithm of ratios of positive values, also of those beyond the largest number."""
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        ratios = np.log2(first / second)
    return np.where(np.isfinite(ratios), ratios, np.log2(first) - np.log2(second))


def _ratios(measure: str, direction: str, places: Array) -> tuple[Array, Ruler]:
    low, high = _around_zero(places, 0.0)
    ahead, behind = compared(measure, direction)
    reach = max(high, -low)  # a power of 2, which may be too large for a number
    factors: Sequence[float] = next((some for some in FACTORS if math.log2(some[-1]) >= reach), ())
    if not factors:
        decades = math.ceil(reach * math.log10(2) / 3)
        factors = [10 ** (decades * k) for k in range(1, 4)]  # whole numbers have no largest one
    up = [(math.log2(x), f"{_factor(x)} {ahead}") for x in factors]
    down = [(-math.log2(x), f"{_factor(x)} {behind}") for x in reversed(factors)]
    ticks = [tick for tick in (*down, (0.0, "equal"), *up) if low <= tick[0] <= high]
    at, marks = zip(*ticks, strict=True)
    return places, Ruler(measure, RATIO, low, high, at, marks)


def _factor(x: float) -> str:
    return f"{x:g}x" if x < 10_000 else f"10^{round(math.log10(x))}x"


def compared(measure: str, direction: str) -> tuple[str, str]:
    """What better and worse is called on a measure: "faster" and "slower", where it is a time."""
    if is_time(measure, direction):
        return "faster", "slower"
    return ("higher", "lower") if direction == "max" else ("lower", "higher")


def _bent(measure: str, unit: str, ahead: Array, rope: float, sign: float) -> tuple[Array, Ruler]:
    """Even within the rope, logarithmic beyond: no difference runs off, and the band is seen."""
    places, width = _bend(ahead, rope), float(_bend(rope, rope))
    low, high = _around_zero(places, width)
    decade = 10.0 ** math.ceil(math.log10(rope) + 1e-9)
    ticks = {0.0: "0"}
    while _bend(decade, rope) <= max(high, -low):
        for x in (decade, -decade):
            if low <= (at := float(_bend(x, rope))) <= high:
                ticks[at] = number(sign * x, decade)
        decade *= 10
    places_of_ticks, marks = zip(*sorted(ticks.items()), strict=True)
    unit = f"{unit}, logarithmic" if unit else "logarithmic"
    return places, Ruler(measure, unit, low, high, places_of_ticks, marks, width)


def _bend(x: ArrayLike, rope: float) -> Array:
    with np.errstate(divide="ignore"):  # log(1 + |x| / rope), where the ratio may be too large
        far = np.logaddexp(0.0, np.log(np.abs(x)) - math.log(rope))
    return np.asarray(np.sign(x) * far / math.log(10))


def _around_zero(places: Array, width: float) -> tuple[float, float]:
    """Ends that hold all places, with room for the words on either side of zero."""
    known = places[np.isfinite(places)]
    low, high = float(-known.min(initial=0.0)), float(known.max(initial=0.0))
    longer = max(low, high, 3 * width) or 1.0
    low, high = (1.08 * max(side, LEAST_SIDE * longer, 3 * width) for side in (low, high))
    return -low, high


# --- Values ---------------------------------------------------------------------------------------


def deviations(measure: str, direction: str, results: Array) -> tuple[Array, Ruler]:
    """Places of the deviations of values from their row's mean, larger places being better.

    Positive values of a long range are compared with the geometric mean, by their ratio.

    Parameters
    ----------
    measure, direction : str
    results : ndarray, shape (n, l)
        Values in the measure's unit, NaN where there is none.

    Returns
    -------
    places : ndarray
    ruler : Ruler
    """
    sign = 1.0 if direction == "max" else -1.0
    results = within_reach(results)
    log = is_wide(results, 0)
    places = sign * (np.log2(results) if log else results)
    there = ~np.isnan(places)
    mean = np.where(there, places, 0.0).sum(axis=1) / np.maximum(there.sum(axis=1), 1)
    places = places - mean[:, None]
    known = places[there]
    if log:
        reach = 1.05 * (float(np.abs(known).max(initial=0.0)) or 1.0)
        _, ruler = _ratios(measure, direction, known)
        return places, replace(ruler, unit="", low=-reach, high=reach)
    known = within_reach(np.append(known[np.isfinite(known)], 0.0))
    low, high = float(known.min()), float(known.max())
    room = 0.05 * (high - low) or 0.05  # zero is among them
    low, high = low - room, high + room
    marked = round_numbers(low, high, nice_step(high - low, 5), sign)
    return places, Ruler(measure, "", low, high, *marked)


# --- Numbers --------------------------------------------------------------------------------------


def round_up(reach: float) -> float:
    """The next number with one digit whose half has one, too: ends of an axis that read well."""
    reach = min(reach, 2 * FARTHEST)
    unit = float(10 ** np.floor(np.log10(reach))) if reach > 0 else 1.0
    return next(
        step * unit for step in (1, 2, 4, 6, 8, 10, 20) if step * unit >= reach * (1 - 1e-12)
    )


def nice_step(span: float, most: int) -> float:
    """A round step that fits into a span at most this often."""
    if not span > 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(span / most))
    return next(step * unit for step in (1, 2, 2.5, 5, 10, 20) if span / (step * unit) <= most)


def round_numbers(
    low: float, high: float, step: float, sign: float = 1.0
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """The multiples of a step between two ends, and their words, of values with this sign."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    at = tuple(k * step for k in range(first, last + 1))
    return at, tuple(number(sign * x, step) for x in at)


def number(x: float, step: float) -> str:
    """A tick's number, in as many digits as its step has, with a true minus."""
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    if round(step, digits) != step:  # 2.5 and the like
        digits += 1
    text = f"{x:.{digits}f}" if abs(x) < 1e6 else f"{x:g}"
    return text.replace("-", "−") if float(text) else f"{0:.{0}f}"
