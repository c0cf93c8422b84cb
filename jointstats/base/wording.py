"""Statements, counts and decisions: what a statement says of its measures, and plain words.

A statement has for each measure its names, best first; a tie is one list of both names.
``{"accuracy": [["A", "B"]], "time": ["B", "A"]}`` says that A and B are practically equal on
accuracy, and that B is better on time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

Place = str | list[str]
Order = dict[str, list[Place]]
Places = Sequence[str | Sequence[str]]

SENTENCE_DIGITS, TABLE_DIGITS = 3, 4  # of a probability
_ALL_DIGITS = 16  # of a double

MISSING_BY_CHANCE = "results are missing independently of all results"
"""The condition on which data sets without a result may be left out."""

_INVENTORS = {word: word.capitalize() for word in ("holm", "hochberg", "hommel", "bonferroni")}
_INVENTORS |= {"BH": "Benjamini & Hochberg", "BY": "Benjamini & Yekutieli"}


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


def listing(items: Sequence[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"."""
    return "".join(items) if len(items) <= 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def any_of(items: Sequence[str], most: int | None = None) -> str:
    """Join words where nothing holds of any of them: "a", "a or b", "a, b, c or 3 more"."""
    if most is not None and len(items) - most > 1:
        items = [*items[:most], f"{len(items) - most} more"]
    return "".join(items) if len(items) <= 1 else f"{', '.join(items[:-1])} or {items[-1]}"


def statement(order: Mapping[str, Places]) -> str:
    """A dominance statement in words.

    Two algorithms: "B is better than A on accuracy, worse on time", or "A and B practically equal
    on accuracy, B better on time". More: one ordering per measure, measures with the same ordering
    together.

    Examples
    --------
    >>> statement({"accuracy": ["B", "A"], "time": ["B", "A"]})
    'B is better than A on accuracy and time'
    >>> statement({"accuracy": ["B", "A"], "time": ["A", "B"]})
    'B is better than A on accuracy, worse on time'
    >>> statement({"accuracy": [["A", "B"]], "time": ["B", "A"]})
    'A and B practically equal on accuracy, B better on time'
    >>> statement({"accuracy": ["C", "A", "B"], "time": ["C", "A", "B"]})
    'C > A > B on accuracy and time'
    """
    orders = {measure: tuple(names_of(places)) for measure, places in order.items()}
    if all(len(ranked) == 2 for ranked in orders.values()):
        return _pair_statement(orders, tied_measures(order))
    together: dict[tuple[str, ...], list[str]] = {}
    for measure, ranked in orders.items():
        together.setdefault(ranked, []).append(measure)
    return "; ".join(f"{' > '.join(ranked)} on {listing(on)}" for ranked, on in together.items())


def _pair_statement(orders: Mapping[str, tuple[str, ...]], equal: Sequence[str]) -> str:
    """Two algorithms, which may be practically equal on some measures."""
    a, b = orders[equal[0]] if equal else next(iter(orders.values()))
    text = f"{a} and {b} practically equal on {listing(equal)}" if equal else ""
    firsts = {name: order[0] for name, order in orders.items() if name not in equal}
    if not firsts:
        return text
    ahead = list(firsts.values())
    first = max(ahead, key=ahead.count)
    verb = f", {first} better" if equal else f"{first} is better than {b if first == a else a}"
    better = [measure for measure, name in firsts.items() if name == first]
    worse = [measure for measure, name in firsts.items() if name != first]
    text += f"{verb} on {listing(better)}"
    return f"{text}, worse on {listing(worse)}" if worse else text


def cell(
    order: Mapping[str, Places], question: str = "orderings", control: str | None = None
) -> str:
    """A statement of any question in words.

    Examples
    --------
    >>> cell({"accuracy": ["C"], "time": ["A"]}, "best")
    'C is best on accuracy; A is best on time'
    >>> cell({"accuracy": ["C"], "time": []}, "control", "C")
    'C is best on accuracy, not on time'
    """
    if question == "orderings":
        return statement(order)
    if question == "best":
        together: dict[str, list[str]] = {}
        for measure, first in order.items():
            together.setdefault(str(first_of(first)), []).append(measure)
        return "; ".join(f"{name} is best on {listing(on)}" for name, on in together.items())
    best = [measure for measure, first in order.items() if first]
    other = [measure for measure, first in order.items() if not first]
    if not best:
        return f"{control} is not best on {listing(other)}"
    return f"{control} is best on {listing(best)}" + (f", not on {listing(other)}" if other else "")


def place(names: Places, question: str = "orderings", control: str | None = None) -> str:
    """What a statement says of one measure: "B > A", "A = B" (practically equal), "C", "not C"."""
    if question == "control":
        return str(control) if names else f"not {control}"
    return " > ".join(
        algorithms if isinstance(algorithms, str) else " = ".join(algorithms)
        for algorithms in names
    )


def capital(text: str) -> str:
    """A text that begins a sentence; the rest is as it was."""
    return text[:1].upper() + text[1:]


def big(n: int) -> str:
    """A count of states: in full while readable, then as a power of ten."""
    if n < 10**7:
        return f"{n:,}".replace(",", " ")
    exponent = len(str(n)) - 1
    return f"{n // 10 ** (exponent - 1) / 10:g}·10^{exponent}"


def count(x: float) -> str:
    """A fractional count without needless digits: 6, 2.5, 3.33; degrees of freedom may be inf."""
    if math.isinf(x):
        return f"{x:g}"
    return f"{x:.2f}".rstrip("0").rstrip(".") if x != round(x) else f"{x:.0f}"


def percent(share: float) -> str:
    """A share as a percentage that never rounds to a false 0 % or 100 %."""
    if 0 < share < 0.0005:
        return "below 0.1 %"
    if 0.9995 < share < 1:
        return "above 99.9 %"
    return f"{100 * share:.1f} %"


def p_number(p: float) -> str:
    """A bare p-value, never a false 0: "0.031", "< 0.001"."""
    return "< 0.001" if p < 0.001 else significant(p, 3)


def p_value(p: float) -> str:
    """A p-value for a sentence: "= 0.031", "< 0.001"."""
    number = p_number(p)
    return number if number.startswith("<") else f"= {number}"


def probability(p: float, mcse: float = 0.0, limit: float | None = None) -> str:
    """A probability in a sentence or a figure: three digits, never a false 0 or 1.

    Fewer digits where the error supports no more. One that is 0 or 1 in a double is so by rounding:
    every statement is possible. Next to
    the limit with which it is compared, it has enough digits to show on which side it is.

    Examples
    --------
    >>> probability(0.79821), probability(0.79821, mcse=0.004), probability(1 - 1e-9)
    ('0.798', '0.80', '> 0.999')
    >>> probability(0.94987), probability(0.94987, limit=0.95)
    ('0.950', '0.9499')
    """
    digits, most = SENTENCE_DIGITS, _supported(mcse)
    while limit is not None and digits < most and _misleads(p, digits, limit):
        digits += 1
    return _never_certain(p, min(digits, most))


def probability_cell(p: float, mcse: float = 0.0) -> str:
    """A probability in a table: as in a sentence, with four digits.

    Examples
    --------
    >>> probability_cell(0.79821), probability_cell(0.79821, mcse=0.004), probability_cell(1 - 1e-9)
    ('0.7982', '0.80', '> 0.9999')
    """
    return _never_certain(p, min(TABLE_DIGITS, _supported(mcse)))


def _supported(mcse: float) -> int:
    """Digits that a Monte Carlo error leaves; an infinite one leaves no more than a large one."""
    return _ALL_DIGITS if mcse == 0 else max(1, math.floor(-math.log10(min(mcse, 1.0))))


def _never_certain(p: float, digits: int) -> str:
    text = f"{p:.{digits}f}"
    if float(text) == 1.0:
        return f"> {1 - 10.0**-digits:.{digits}f}"
    if float(text) == 0.0:
        return f"< {10.0**-digits:.{digits}f}"
    return text


def _misleads(p: float, digits: int, limit: float) -> bool:
    """Whether what is printed lies on the other side of the limit."""
    printed = float(_never_certain(p, digits).lstrip("<> "))
    return (printed >= limit) != (p >= limit)


def narrow(number: str) -> str:
    """A number for a narrow cell: ">.999" instead of "> 0.999"."""
    return number.replace("> 0.", ">.").replace("< 0.", "<.")


def narrow_p(p: float) -> str:
    """A p-value for a narrow cell, which may be 1: "0.982", "<.001", "1.000"."""
    return "1.000" if p > 1 - 1e-12 else narrow(_never_certain(p, 3))  # rounding is not certainty


def aligned(values: Sequence[float | None]) -> list[str]:
    """Numbers of one column, with the same decimals: two digits of the smallest, or more.

    Where that takes more than eight digits, each has three digits.

    Examples
    --------
    >>> aligned([0.174, 0.00774, 0.0016, None])
    ['0.1740', '0.0077', '0.0016', '–']
    >>> aligned([1200.0, 87.25, 0.0])
    ['1200', '87', '0']
    >>> aligned([120000.0, 0.00015])
    ['120000', '0.000150']
    """
    sizes = [abs(x) for x in values if x and math.isfinite(x)]
    places = [math.floor(math.log10(size)) for size in sizes] or [0]
    low, high = min(places), max(places)
    decimals = max(2 - high, 1 - low, 0)
    say = significant if decimals + max(high, 0) > 7 else lambda x: f"{x:.{decimals}f}"
    return ["–" if x is None or math.isnan(x) else say(x) for x in values]


def significant(x: float, digits: int = 3) -> str:
    """A number with this many significant digits, without an exponent where it is readable."""
    if x == 0 or not math.isfinite(x):
        return f"{x:g}"
    magnitude = math.floor(math.log10(abs(x)))
    if magnitude < -4 or magnitude > 6:
        return f"{x:.{digits - 1}e}"
    return f"{x:.{max(0, digits - 1 - magnitude)}f}"


def interval(level: float) -> str:
    """What an interval of this coverage is called: "95 % interval"."""
    return f"{100 * level:g} % interval"


def credible(level: float) -> str:
    """Name of a credible interval, which holds for what was named in advance."""
    return f"{100 * level:g} % credible"


def plural(n: float, word: str, words: str = "") -> str:
    """A number with its noun: "1 data set", "12 data sets"."""
    return f"{count(n)} {word if n == 1 else words or f'{word}s'}"


def families(n: int) -> str:
    """How many families: "one family", "12 families"."""
    return "one family" if n == 1 else f"{n} families"


def voters(n_families: int | None) -> str:
    """What votes: "data sets", or "families" where there are families."""
    return units(0, n_families).removeprefix("0 ")


def units(n: float, n_families: int | None) -> str:
    """What is counted: "12 data sets", or "5 families" where there are families."""
    if n_families is None:
        return plural(n, "data set")
    return plural(n, "family", "families")


def seen(count_: float, n: float) -> str:
    """On how many data sets a statement was seen: "24 of 51 data sets"."""
    return f"{count(count_)} of {plural(n, 'data set')}"


def have(count_: int, n: float, what: str) -> str:
    """How many of all have something: "1 of 51 data sets has ties", "2 of 51 data sets have ties".

    Examples
    --------
    >>> have(1, 51, "ties")
    '1 of 51 data sets has ties'
    """
    return f"{count_} of {plural(n, 'data set')} {'has' if count_ == 1 else 'have'} {what}"


def some(items: Sequence[str], most: int) -> str:
    """Join words, the last ones only counted: "a, b and 3 more"."""
    rest = len(items) - most
    return listing([*items[:most], f"{rest} more"]) if rest > 1 else listing(items)


def corrected(p_adjust: str) -> str:
    """How p-values were corrected for their number, for a sentence: "after Holm's correction"."""
    if p_adjust == "none":
        return "without correction"
    return f"after {_INVENTORS[p_adjust]}'s correction"


def adjusted_p(p_adjust: str) -> str:
    """Heading of a column of corrected p-values: "p (Holm)"."""
    return f"p ({_INVENTORS.get(p_adjust, 'not corrected')})"


ARROWS = {"max": "↑", "min": "↓"}


def measure(name: str, direction: str) -> str:
    """The heading of a measure: "time ↓"."""
    return f"{name} {ARROWS[direction]}"


def direction_of(heading: str) -> tuple[str, str]:
    """The measure of such a heading, and its direction; of another text itself, and ""."""
    for direction, arrow in ARROWS.items():
        if heading.endswith(f" {arrow}"):
            return heading.removesuffix(f" {arrow}"), direction
    return heading, ""
