"""Pieces of text that several results share: headings, notes, and plain tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jointstats.base import wording
from jointstats.base.result import Result
from jointstats.drawing.document import Heading, Paragraph, Stack, listed, stack
from jointstats.drawing.leading import FIRST

NO_INTERVAL = "no interval with families"
MOST_ROWS = 10


def head(title: str, result: Result) -> Stack:
    """Title, and what was compared on what."""
    return titled(title, on_what(result))


def size(result: Result) -> str:
    """How many data sets and algorithms, and which measures."""
    algorithms = wording.plural(len(result.algorithms), "algorithm")
    return f"{used(result)}, {algorithms}; {_measures(result)}"


def _measures(result: Result) -> str:
    return ", ".join(wording.measure(name, way) for name, way in result.measures.items())


def on_what(result: Result) -> str:
    """Data sets, algorithms and measures with their directions."""
    return (
        f"{used(result)}{f' of {result.whose}' if result.whose else ''}; {_algorithms(result)}; "
        f"measures: {_measures(result)} (↑ higher, ↓ lower is better)"
    )


def _algorithms(result: Result) -> str:
    """Their names, best first where there is a leaderboard; of many only the number."""
    if len(result.algorithms) > FIRST:
        return wording.plural(len(result.algorithms), "algorithm")
    return f"algorithms: {', '.join(result.best_first)}"


def used(result: Result) -> str:
    """How many data sets are used, of how many if some are not; pairs may share fewer."""
    said = wording.plural(result.n + result.n_dropped, result.case_noun)
    said = f"{result.n} of {said}" if result.n_dropped else said
    sizes = result.pair_sizes()
    if not sizes or min(sizes) == result.n:
        return said
    low, high = min(sizes), max(sizes)
    return f"{said} ({low if low == high else f'{low} to {high}'} for each pair)"


def bullets(lines: Sequence[str], rate: str | None = None) -> Stack | None:
    """Sentences as a list; the one that begins with the error rate is shown on every screen."""
    stays = [rate is not None and line.startswith(rate) for line in lines]
    return stack(*(Paragraph(f"- {lines[i]}", "  ", stays=stays[i]) for i in range(len(lines))))


def titled(title: str, words: str) -> Stack:
    """A title and the paragraph below it."""
    return Stack((Heading(title), Paragraph(words)))


def notes(result: Result) -> Stack | None:
    """Families, warnings, dropped data sets."""
    n_families = result.facts.n_families
    lines: list[str] = list(result.warnings)
    if n_families is not None:
        came = f"The data sets come in {wording.families(n_families)}; each family counts once."
        lines.insert(0, came)
    if result.n_dropped:
        dropped = result.facts.dropped
        named = wording.listing([f"{d.dataset} ({d.reason})" for d in dropped[:3]])
        more = f" and {result.n_dropped - 3} more" if result.n_dropped > 3 else ""
        allowed_for = getattr(result, "unknown", None) is not None
        lost = not allowed_for and any(d.reason.endswith(" is missing") for d in dropped)
        lines.append(
            f"{wording.plural(result.n_dropped, result.case_noun)} left out"
            + (f": {named}{more}." if named else ".")
            + (f" This is right only if {wording.MISSING_BY_CHANCE}." if lost else "")
        )
    failed = result.facts.n_failed
    if failed:
        lines.append(f"{wording.plural(failed, 'failed run')} ranked below all results.")
    return stack(*(Paragraph(f"Note: {line}", "      ", stays=True) for line in lines))


def interval(centre: float, low: float | None, high: float | None, why: str) -> str:
    """An effect and its interval, or why there is none."""
    if low is None or high is None:
        return f"{wording.significant(centre)} ({why})"
    return (
        f"{wording.significant(centre)} [{wording.significant(low)}, {wording.significant(high)}]"
    )


def level(coverage: float) -> str:
    """The level of an interval, as in a heading: "95 %"."""
    return f"{100 * coverage:g} %"


def span(low: float, high: float) -> str:
    """Two shares as an interval."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


Ordered = tuple[Sequence[str], Sequence[Sequence[str]]]  # names best first, and their groups


def orderings(orderings: Mapping[str, Ordered], what: str, test: str) -> Stack | None:
    """The order on each measure, and the cliques."""
    joined = f", and those that no {test} separates" if test else ""
    lines = [f"Algorithms by {what}, best first{joined}:"]
    for measure, (order, groups) in orderings.items():
        together = "".join(f"; ({', '.join(group)})" for group in groups if len(group) > 1)
        lines.append(f"  {measure}: {', '.join(order)}{together}")
    return listed(lines, "    ")


def number(x: float | None) -> str:
    """A number, or a dash if it is unknown."""
    return "–" if x is None else wording.significant(x)


def how_computed(method: str) -> str:
    """Of probabilities, in words."""
    return "sampled" if method == "monte_carlo" else method
