"""Break-even prices: the sentence of two algorithms, and the line of a comparison's pairs."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.base import wording
from jointstats.base.phrases import fitting, guarantee
from jointstats.claims.break_even_result import BreakEvenResult, Priced, PriceUnit
from jointstats.drawing.document import Paragraph, Part
from jointstats.drawing.words import Words


def line(sides: Sequence[Priced], unit: PriceUnit) -> str:
    """The prices of two algorithms in a clause, for a pair among others.

    Examples
    --------
    >>> unit = PriceUnit(gain="accuracy", cost="time", gain_unit="points", cost_unit="doubling")
    >>> a = Priced(algorithm="A", rival="B", up_to=0.33, above=None, always=False)
    >>> b = Priced(algorithm="B", rival="A", up_to=None, above=1.17, always=False)
    >>> line([a, b], unit)
    'break-even: A if a doubling of time is worth up to 0.330 points, B from 1.17 on'
    """
    shown = _shown(sides)
    if not shown:
        return f"break-even: no price of {unit.saving} is decided"
    first, *rest = shown
    worth = "" if first.everywhere else f"if a {unit.saving} is worth "
    said = [f"{first.algorithm} {worth}{_range(first, f' {unit.gain_unit}')}"]
    said += [f"{side.algorithm} {_range(side)}" for side in rest]
    return f"break-even: {', '.join(said)}"


def _shown(sides: Sequence[Priced]) -> list[Priced]:
    """Those that are better at some price, the one at low prices first."""
    return sorted((side for side in sides if side.shown), key=lambda side: side.up_to is None)


def _range(side: Priced, unit: str = "") -> str:
    """Where an algorithm is better; the unit follows the first number."""
    if side.everywhere:
        return _everywhere(side)
    parts = []
    if side.up_to is not None:
        parts.append(f"up to {wording.significant(side.up_to)}{unit}")
        unit = ""
    if side.above is not None:
        parts.append(f"from {wording.significant(side.above)}{unit} on")
    return " and ".join(parts)


def _everywhere(side: Priced) -> str:
    return "at every price" if side.always else "at every price above 0"


class BreakEvenWords(Words):
    """The words of break-even prices."""

    result: BreakEvenResult

    def verdict(self) -> str:
        result = self.result
        a, b = result.algorithms
        shown = _shown(result.sides)
        where = "data sets" if result.n_families is None else "families"
        if not shown:
            return (
                f"The data do not establish at any price of {_saving(result)} whether {a} or {b} "
                f"is better on most {where} like these."
            )
        unit = f" {result.unit.gain_unit} of {result.unit.gain}"
        said: list[str] = []
        for side in shown:
            worth = _worth(side, unit)
            than = "" if said else f" is better than {side.rival} on most {where} like these"
            of = " if it is worth" if said else f" if {_saving(result)} is worth"
            worth = f", {worth}" if side.everywhere else f"{of} {worth}"
            said.append(f"{side.algorithm}{than}{worth}")
            unit = ""
        return f"{'; '.join(said)}.{_open(result)}"

    def title(self, figure: str | None = None) -> str:
        result = self.result
        ranges = [f"{side.algorithm} {_range(side)}" for side in _shown(result.sides)]
        a, b = result.algorithms
        if not ranges:
            return fitting(f"No price decides between {a} and {b}", "No price is decided")
        each = f" (a price for each {result.unit.saving})"
        said = ", ".join(ranges)
        return fitting(f"Better by price: {said}{each}", f"Better by price: {said}", said)

    def before(self) -> Sequence[Part | None]:
        result = self.result
        scales = wording.listing([f"{name} by {word}" for name, word in result.scale.items()])
        return [Paragraph(f"Prices in {result.unit} ({scales}):")]

    def after(self) -> Sequence[Part | None]:
        result = self.result
        named = "the algorithms", "the gain", "the cost"
        return [Paragraph(guarantee(result, *named, what="any false price"))]


def _saving(result: BreakEvenResult) -> str:
    return f"a {result.unit.saving}"


def _worth(side: Priced, unit: str) -> str:
    """What a saving is worth where an algorithm is better."""
    if side.everywhere:
        return _everywhere(side)
    parts = []
    if side.up_to is not None:
        parts.append(f"less than {wording.significant(side.up_to)}{unit}")
        unit = ""
    if side.above is not None:
        parts.append(f"more than {wording.significant(side.above)}{unit}")
    return " or ".join(parts)


def _open(result: BreakEvenResult) -> str:
    """What the data leave open; nothing where an algorithm is better at every price."""
    first, second = result.sides
    if any(side.everywhere for side in result.sides):
        return ""
    if first.shown and second.shown:
        return " In between the data do not decide."
    return " At other prices the data do not decide."
