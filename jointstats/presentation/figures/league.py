"""The league: one line per algorithm, best first, with all that is shown of it.

How its pairs with the others stand (wins, ahead, trade-off, open, losses), and on each measure its
mean rank with the ranks that the claims leave possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard import (
    COUNTED,
    LeaderboardResult,
    LeaderboardRow,
)
from jointstats.presentation.figures.content import Content
from jointstats.presentation.leading import FIRST
from jointstats.words import league as league_words
from jointstats.words import titles


@dataclass(frozen=True)
class Part:
    """A part of a bar: its role in the theme, whether its colour is strong, its name."""

    role: str
    shown: bool
    label: str


@dataclass(frozen=True)
class League(Content):
    """A line for each algorithm, best first.

    Attributes
    ----------
    algorithms : tuple of str
    strong : tuple of bool
        Whether no algorithm wins against it.
    parts : tuple of Part
        Those that some bar has, in their order; none if every bar would be the same.
    counts : tuple of tuple of int
        Of each algorithm, by part.
    head : str
        Above the bars.
    measures : tuple of str
    ranks : tuple of tuple of float
        Mean rank of each algorithm, by measure.
    sets : tuple of tuple of str
        Ranks that are still possible, likewise; empty if all are, everywhere.
    sets_note : str
    worst : float
        The largest mean rank possible.
    more : int
        Algorithms that are left out.
    """

    kind = "league"

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    parts: tuple[Part, ...] = ()
    counts: tuple[tuple[int, ...], ...] = ()
    head: str = ""
    measures: tuple[str, ...] = ()
    ranks: tuple[tuple[float, ...], ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()
    sets_note: str = ""
    worst: float = 1.0
    more: int = 0


def league(result: Comparison | LeaderboardResult, rows: int = FIRST) -> League:
    """The league of a comparison or a leaderboard.

    Parameters
    ----------
    result : Comparison or LeaderboardResult
    rows : int, default 20
        Algorithms at most; the others are counted.
    """
    board = result.leaderboard if isinstance(result, Comparison) else result
    shown = board.board[: max(rows, 1)]
    parts, counts = _bars(board, shown)
    sets = _sets(board, shown)
    about = _ABOUT if parts else _OPEN
    cells = "Cells: mean rank over the data sets (1 is best, and darkest)."
    possible = league_words.possible_ranks(board)
    return League(
        title=titles.title(result, "league"),
        alt=f"A line for each algorithm, best first. {titles.title(result, 'league')}.",
        notes=tuple(filter(None, (about, cells, possible if sets else ""))),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(row.unbeaten for row in shown),
        parts=parts,
        counts=counts,
        head=_head(board),
        measures=tuple(board.measures),
        ranks=tuple(tuple(row.mean_rank[name] for name in board.measures) for row in shown),
        sets=sets,
        sets_note=possible if sets else "",
        worst=float(len(board.board)),
        more=len(board.board) - len(shown),
    )


_ABOUT = "Bars: pairs with the other algorithms, by state. Bold: no algorithm wins against it."
_OPEN = "All pairs are open: the data do not establish any difference."


def _head(board: LeaderboardResult) -> str:
    if board.control is not None:
        return f"against {board.control}"
    others = len(board.board) - 1
    return f"against {others} others" if others > 1 else "against the other"


_LOOKS = {  # role of a state in the theme, and whether its colour is strong
    "wins": ("better", True), "ahead": ("better", False), "trade_offs": ("trade", True),
    "equal": ("equal", True), "open": ("open", True), "behind": ("worse", False),
    "losses": ("worse", True),
}  # fmt: skip


def _bars(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow]
) -> tuple[tuple[Part, ...], tuple[tuple[int, ...], ...]]:
    """The parts that some bar has, and their lengths; nothing where all is open."""
    every = {
        Part(*_LOOKS[name], league_words.head(name)): [getattr(row, name) or 0 for row in shown]
        for name in COUNTED
    }
    found = {part: numbers for part, numbers in every.items() if any(numbers)}
    if [part.role for part in found] in ([], ["open"]):
        return (), ()
    return tuple(found), tuple(zip(*found.values(), strict=True))


def _sets(board: LeaderboardResult, shown: Sequence[LeaderboardRow]) -> tuple[tuple[str, ...], ...]:
    """Possible ranks, by algorithm and measure; none if no rank of any algorithm is excluded."""
    l = len(board.board)
    every = [
        tuple((row.rank_low.get(name, 1), row.rank_high.get(name, l)) for name in board.measures)
        for row in shown
    ]
    if all(ends == (1, l) for row in every for ends in row):
        return ()
    return tuple(tuple(league_words.ranks(low, high) for low, high in row) for row in every)
