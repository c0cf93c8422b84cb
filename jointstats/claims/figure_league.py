"""The league: one line per algorithm, best first, with the states of its pairs.

The states of its pairs with the others, from wins to losses, with the price of each; and its mean
rank on each measure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jointstats.base.worded import words_of
from jointstats.claims import words_league as league_words
from jointstats.claims.compared_pair import JOINTLY_BETTER
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard import COUNTED, LeaderboardResult, LeaderboardRow, side_of
from jointstats.drawing.content import Content
from jointstats.drawing.leading import FIRST

PRICED = 60  # algorithms: of more, a pair is too narrow for a notch


@dataclass(frozen=True)
class Part:
    """A part of a bar: its role in the theme, whether its colour is strong, its name."""

    role: str
    shown: bool
    label: str


@dataclass(frozen=True)
class Run:
    """Pairs of one algorithm that are alike.

    Attributes
    ----------
    line, part : int
        Of the algorithm and of the part of its bar, from 0.
    price : str
        Numbers of the measures, from 0, on which the one that is not ahead has more wins, with
        blanks between them.
    joint : bool
        Whether one is jointly better, and ahead on no measure.
    count : int
    """

    line: int
    part: int
    price: str
    joint: bool
    count: int


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
    runs : tuple of Run
        The bars, line by line and part by part.
    head : str
        Above the bars.
    measures : tuple of str
    ranks : tuple of tuple of float
        Mean rank of each algorithm, by measure.
    worst : float
        The largest mean rank possible.
    more : int
        Algorithms that are left out.
    """

    kind = "league"
    layout = "claims.layout_league"

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    parts: tuple[Part, ...] = ()
    runs: tuple[Run, ...] = ()
    head: str = ""
    measures: tuple[str, ...] = ()
    ranks: tuple[tuple[float, ...], ...] = ()
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
    parts, runs = _bars(board, shown)
    return League(
        title=words_of(result).title("league"),
        alt=f"A line for each algorithm, best first. {words_of(result).title('league')}.",
        notes=tuple(_notes(parts, runs)),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(row.unbeaten for row in shown),
        parts=parts,
        runs=runs,
        head=_head(board),
        measures=tuple(board.measures),
        ranks=tuple(tuple(row.mean_rank[name] for name in board.measures) for row in shown),
        worst=float(len(board.board)),
        more=len(board.board) - len(shown),
    )


def _notes(parts: tuple[Part, ...], runs: tuple[Run, ...]) -> list[str]:
    if not parts:
        return ["All pairs are open: the data do not establish any difference."]
    notes = ["Best first. Bold: no algorithm wins against it."]
    if any(part.role == "trade" and not part.shown for part in parts):
        notes.append("Possible: a possible trade-off.")
    if any(run.price for run in runs):
        notes.append(
            "Dash under a pair: the one that is not ahead has more wins on the measure of this "
            "colour."
        )
    if any(run.joint for run in runs):
        notes.append("Hollow: jointly better, ahead on no measure alone.")
    return [" ".join(notes)]


def _head(board: LeaderboardResult) -> str:
    if board.control is not None:
        return f"against {board.control}"
    others = len(board.board) - 1
    return f"against {others} others" if others > 1 else "against the other"


_LOOKS = {  # role of a state in the theme, and whether its colour is strong
    "wins": ("better", True), "ahead": ("better", False), "trade_offs": ("trade", True),
    "possible_trade_offs": ("trade", False), "equal": ("equal", True), "open": ("open", True),
    "behind": ("worse", False), "losses": ("worse", True),
}  # fmt: skip


def _bars(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow]
) -> tuple[tuple[Part, ...], tuple[Run, ...]]:
    """The parts that some bar has, and the bars; nothing where all is open."""
    names = [name for name in COUNTED if any(getattr(row, name) for row in shown)]
    if names in ([], ["open"]):
        return (), ()
    parts = tuple(Part(*_LOOKS[name], league_words.head(name)) for name in names)
    if len(board.board) > PRICED:
        runs = [
            Run(i, k, "", False, getattr(row, name))
            for i, row in enumerate(shown)
            for k, name in enumerate(names)
            if getattr(row, name)
        ]
        return parts, tuple(runs)
    return parts, tuple(_runs(board, {row.algorithm: i for i, row in enumerate(shown)}, names))


def _runs(board: LeaderboardResult, lines: Mapping[str, int], names: list[str]) -> list[Run]:
    """The pairs of the algorithms on these lines; those that are alike together."""
    counts: Counter[tuple[int, int, bool, str]] = Counter()
    measures = list(board.measures)
    for row in board.pairs:
        price = ""
        if row.subject is not None:
            price = " ".join(
                str(measures.index(name)) for name in row.price(row.subject) if name in measures
            )
        joint = row.state == JOINTLY_BETTER
        for name in (row.a, row.b):
            if name in lines:
                part = names.index(side_of(row.state, row.winner == name))
                counts[lines[name], part, joint, price] += 1
    return [
        Run(line, part, price, joint, count)
        for (line, part, joint, price), count in sorted(counts.items())
    ]


MOST = 12  # lines that the eye can follow
