"""Words that several figures share: names of tests, letters, statements that fit a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jointstats.labelled import wording
from jointstats.labelled.order import Places, names_of


def test_name(key: str) -> str:
    """A test's name in words."""
    return wording.TEST_NAMES.get(key, key)


def better(measure: str, direction: str) -> str:
    """A measure with its direction."""
    return f"{measure} ({sense(direction)} is better)"


def sense(direction: str) -> str:
    """Which end of a measure is better: "higher" or "lower"."""
    return "higher" if direction == "max" else "lower"


def span(low: float, high: float) -> str:
    """An interval of shares, in per cent."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for every algorithm: A, B, …, Z, AA and so on."""
    found = {}
    for i, name in enumerate(names):
        text, n = "", i
        while n >= 0:
            text, n = chr(65 + n % 26) + text, n // 26 - 1
        found[name] = text
    return found


def places(order: Places, most: int) -> str:
    """An ordering in words, its tail left out: "A > B > C > …"."""
    return wording.place([*order[:most], *(["…"] if len(order) > most else [])])


def statement(order: Mapping[str, Places], question: str, control: str | None, most: int) -> str:
    """A statement in words; of a long ordering only the first places, of many measures the rest."""
    if question == "orderings" and len(order) > 3 and all(len(one) == 2 for one in order.values()):
        return _on_most(order)
    if question != "orderings" or all(len(one) <= max(most, 2) for one in order.values()):
        return wording.cell(order, question, control)
    together: dict[str, list[str]] = {}
    for measure, one in order.items():
        together.setdefault(places(one, most), []).append(measure)
    return "; ".join(f"{text} on {wording.listing(on)}" for text, on in together.items())


def _on_most(order: Mapping[str, Places]) -> str:
    """Two algorithms on many measures: "A is better than B on all 8 measures but time"."""
    firsts = [one[0] for one in order.values()]
    leader, other = names_of(next(iter(order.values())))
    if firsts.count(leader) * 2 < len(firsts):
        leader, other = other, leader
    but = [measure for measure, one in order.items() if one[0] != leader]
    text = f"{leader} is better than {other} on all {len(order)} measures"
    return f"{text} but {wording.listing(but)}" if but else text
