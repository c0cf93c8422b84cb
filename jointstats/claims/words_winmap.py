"""The words of the win map: its title, its notes, and what a step costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jointstats.base import wording
from jointstats.base.phrases import comparative, fitting, jointly
from jointstats.claims.compared_pair import WINS, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.words_several import states
from jointstats.claims.words_sizes import size_of

On = tuple[str, str]  # the measures across and up
OPEN = " (open)"


def won(result: Comparison) -> list[tuple[str, str]]:
    """The winner and the loser of each pair with a winner."""
    columns = result.pairs.cells(("a", "b", "state", "winner"))
    return [
        (winner, b if winner == a else a)
        for a, b, state, winner in zip(*columns.values(), strict=True)
        if state == WINS
    ]


def question_of(result: Comparison, measure: str) -> str:
    """What the claims are about: the measure, or its group."""
    return next((group.name for group in result.groups if measure in group.measures), measure)


def leader(result: Comparison) -> str | None:
    """The unbeaten algorithm with most wins, the first one of several; None if none is unbeaten."""
    unbeaten = (row for row in result.leaderboard.board if row.unbeaten)
    first = max(unbeaten, key=lambda row: row.wins, default=None)
    return None if first is None else first.algorithm


def title(result: Comparison, on: On) -> str:
    """A claim about the unbeaten algorithm with most wins; or how many are unbeaten."""
    pairs, n, name = won(result), len(result.algorithms), leader(result)
    unbeaten = [row.algorithm for row in result.leaderboard.board if row.unbeaten]
    if not pairs:
        return states(result.pairs)
    if name is None:
        return "Against each algorithm another one wins"
    times = Counter(winner for winner, _ in pairs)
    beaten = [loser for winner, loser in pairs if winner == name]
    if len(beaten) == n - 1:
        return fitting(f"{name} wins against all {n - 1} others", "One algorithm wins against all")
    alike = [other for other in unbeaten if times[other] == times[name]]
    named = f"{name} wins against {wording.listing(beaten)}"
    counted = f"{name} wins against {len(beaten)} of {n - 1}"
    if len(alike) > 1:
        named = f"{wording.listing(alike)} each win against {len(beaten)} of {n - 1}"
        counted = f"{len(alike)} algorithms each win against {len(beaten)} of {n - 1}"
    if len(unbeaten) == 1:
        return fitting(f"{counted}; only {name} is unbeaten", f"Only {name} is unbeaten")
    price = "" if len(alike) > 1 else _only_at_a_price(result, name, on)
    more = [*([price] if price else []), f"{len(unbeaten)} of {n} are unbeaten"]
    said = [f"{wins}; {which}" for which in more for wins in (named, counted) if beaten]
    return fitting(*said, f"{len(unbeaten)} of {n} algorithms are unbeaten")


def _only_at_a_price(result: Comparison, name: str, on: On) -> str:
    """That only a worse algorithm on the second measure can be better on the first, if shown.

    For every other algorithm one of two claims is shown: the named one is better on the first
    measure, or on the second.
    """
    gain, cost = (question_of(result, measure) for measure in on)
    worse, better = (
        comparative(measure, result.measures[measure], better=side)
        for measure, side in zip(on[::-1], (False, True), strict=True)
    )
    if worse.endswith(on[1]) or better.endswith(on[0]):
        return ""  # "only a worse cost algorithm" is no sentence
    columns = result.pairs.cells(("a", "b", "better_a", "better_b", "equal"))
    priced = False
    for a, b, better_a, better_b, equal in zip(*columns.values(), strict=True):
        if name in (a, b):
            ahead = {*(better_a if name == a else better_b)} - {*equal}
            if not ahead & {gain, cost}:
                return ""
            priced |= gain not in ahead
    return f"only a {worse} algorithm can be {better}" if priced else ""


def alt(result: Comparison, on: On) -> str:
    """What the map shows, for readers who do not see it."""
    names = [row.algorithm for row in result.leaderboard.board if row.unbeaten]
    which = f"Unbeaten: {wording.some(names, 12)}." if names else "None is unbeaten."
    return (
        f"Mean ranks of {len(result.algorithms)} algorithms on {on[0]} (across) and {on[1]} (up), "
        f"with arrows from winners. {which}"
    )


def notes(result: Comparison, *, each: bool, steps: bool, bounds: bool) -> tuple[str, ...]:
    """What arrows, points and the stair mean, and how sure all of it is: two lines.

    Parameters
    ----------
    result : Comparison
    each : bool
        Whether each beaten algorithm has one arrow.
    steps, bounds : bool
        Whether there are steps, and whether their words may have bounds.
    """
    one = "; of several winners one is drawn" if each else ""
    win = "shown jointly or on all measures"
    stair = " Stair: median cost of the next step; dashed: a side is open."
    return (
        f"Arrow: win ({win}{one}). Filled: unbeaten.{stair if steps else ''}",
        f"Claims{', and separately bounds,' if bounds else ''} hold {jointly(result)}.",
    )


def costs(result: Comparison, row: ComparedPair, name: str, on: On) -> list[tuple[str, str]]:
    """How an algorithm compares with the other one of a pair on each measure.

    Without bounds, where an open measure is called so, and with them.
    """
    return [_size(result, row, name, measure) for measure in on]


def _size(result: Comparison, row: ComparedPair, name: str, measure: str) -> tuple[str, str]:
    """The median difference; if it is unknown or 0, on how many data sets who is better."""
    way, question = result.measures[measure], question_of(result, measure)
    shown = {*row.better_a, *row.better_b, *row.equal}
    mark = "" if question in shown else OPEN
    favoured, amount, bounds = size_of(result, row, measure)
    if favoured is None:
        wins = row.wins(name)[question]
        losses = row.wins(row.b if name == row.a else row.a)[question]
        word = comparative(measure, way, better=wins >= losses)
        said = f"{word} on {max(wins, losses)} of {row.n}{mark}"
        return said, said
    word = comparative(measure, way, better=favoured == name)
    if word.endswith(f" {measure}"):
        word = f"{word.removesuffix(measure)}on {measure}"
    return f"{amount} {word}{mark}", f"{amount} {word}{bounds or mark}"


def lines(sizes: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """A step in words without bounds, a line for each measure."""
    (gain, _), (cost, _) = sizes
    if gain.endswith(OPEN):  # in the shorter line
        return gain.removesuffix(OPEN), f"{OPEN.strip()}, {cost}"
    return f"{gain},", cost


def lines_with_bounds(name: str, sizes: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """A step in words with its algorithm and with bounds, a line for each measure."""
    (_, gain), (_, cost) = sizes
    return f"{name}:", f"{gain},", cost
