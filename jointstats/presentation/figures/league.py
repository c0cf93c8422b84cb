"""The league: one line per algorithm, best first, with all that is shown of it.

How its pairs with the others stand (beats, trade-off, open, beaten), its mean rank on each measure
with the letters of the tiers, and the share of data sets on which nobody beats it, or the joint
ranks that are left to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.presentation.figures.content import Content
from jointstats.presentation.leading import FIRST
from jointstats.words import titles


@dataclass(frozen=True)
class Part:
    """A part of a bar: its role in the theme, whether it is shown or only leans, its name."""

    role: str
    shown: bool
    label: str


@dataclass(frozen=True)
class Aside:
    """The column on the right: a point for each algorithm, and an interval where there is one.

    Attributes
    ----------
    head, note : str
        Above it, and under the figure.
    value : tuple of float
    low, high : tuple of float, or None
    limits : tuple of float
        Both ends of its axis.
    ends : tuple of str
        What stands there.
    """

    head: str
    note: str
    value: tuple[float, ...]
    low: tuple[float, ...] | None
    high: tuple[float, ...] | None
    limits: tuple[float, float]
    ends: tuple[str, str]


@dataclass(frozen=True)
class League(Content):
    """A line for each algorithm, best first.

    Attributes
    ----------
    algorithms : tuple of str
    strong : tuple of bool
        Whether nobody is shown to beat it.
    parts : tuple of Part
        Those that some bar has, in their order; none if every bar would be the same.
    counts : tuple of tuple of int
        Of each algorithm, by part.
    head : str
        Above the bars.
    measures : tuple of str
    ranks : tuple of tuple of float
        Mean rank of each algorithm, by measure.
    tiers : tuple of tuple of str
        Letters, likewise; empty if there are none.
    tiers_note : str
    worst : float
        The largest mean rank possible.
    aside : Aside or None
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
    tiers: tuple[tuple[str, ...], ...] = ()
    tiers_note: str = ""
    worst: float = 1.0
    aside: Aside | None = None
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
    pareto = result.joint.get("pareto") if isinstance(result, Comparison) else None
    shown = board.board[: max(rows, 1)]
    parts, counts = _bars(board, shown)
    letters = _letters(board, shown)
    aside, plain = _aside(board, shown, pareto if isinstance(pareto, ParetoResult) else None)
    about = (
        _about_bars(board) if parts else "Every pair is open: nothing is shown, and nothing leans."
    )
    cells = "Cells: mean rank over the data sets (1 is best, and darkest)."
    tiers = "Two with a common letter are not separated on that measure." if letters else ""
    if not letters and board.control is None and not any(board.separated.values()):
        plain = [*plain, "No two algorithms are separated on a measure alone."]
    notes = [about, cells, tiers, aside.note if aside else "", *plain]
    return League(
        title=titles.title(result, "league"),
        alt="A line for each algorithm, best first: "
        f"{wording.some([row.algorithm for row in shown], 5)}. {result.verdict}",
        notes=tuple(filter(None, notes)),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(not row.beaten_by for row in shown),
        parts=parts,
        counts=counts,
        head=_head(board),
        measures=tuple(board.measures),
        ranks=tuple(tuple(row.mean_rank[name] for name in board.measures) for row in shown),
        tiers=letters,
        tiers_note=tiers,
        worst=float(len(board.board)),
        aside=aside,
        more=len(board.board) - len(shown),
    )


def _head(board: LeaderboardResult) -> str:
    if board.control is not None:
        return f"against {board.control}"
    others = len(board.board) - 1
    return f"against {others} others" if others > 1 else "against the other"


def _about_bars(board: LeaderboardResult) -> str:
    jointly = "jointly " if len(board.measures) > 1 else ""
    lean = " leaning: likely, not shown;" if any(row.leads for row in board.board) else ""
    return (
        f"Bars: its pairs with the others. Beats: shown to be {jointly}better (any false claim: "
        f"probability at most {board.alpha:g});{lean} open: neither. Bold: nobody is shown to beat "
        "it."
    )


def _bars(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow]
) -> tuple[tuple[Part, ...], tuple[tuple[int, ...], ...]]:
    """The parts that some bar has, and their lengths; nothing where all is open."""
    equal = "practically equal" if any(board.rope.values()) else "equal"
    every = {
        Part("better", True, "beats"): [row.beats for row in shown],
        Part("better", False, "leaning"): [row.leads for row in shown],
        Part("trade", True, "trade-off"): [row.trade_offs for row in shown],
        Part("equal", True, equal): [row.equal or 0 for row in shown],
        Part("open", True, "open"): [row.open for row in shown],
        Part("worse", False, "leaning away"): [row.trails for row in shown],
        Part("worse", True, "beaten"): [row.beaten_by for row in shown],
    }
    found = {part: numbers for part, numbers in every.items() if any(numbers)}
    if [part.role for part in found] in ([], ["open"]):
        return (), ()
    return tuple(found), tuple(zip(*found.values(), strict=True))


def _letters(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow]
) -> tuple[tuple[str, ...], ...]:
    """Tiers by algorithm and measure; none where they would be the same letter everywhere."""
    if board.control is not None or not any(board.separated.values()):
        return ()
    return tuple(
        tuple((row.letters or {}).get(name, "") for name in board.measures) for row in shown
    )


def _aside(
    board: LeaderboardResult, shown: Sequence[LeaderboardRow], pareto: ParetoResult | None
) -> tuple[Aside | None, list[str]]:
    """Shares with intervals if there are some, otherwise rank sets; or why there are none."""
    if pareto is not None:
        return _shares(shown, pareto)
    l = len(board.board)
    if all(row.rank_low == 1 and row.rank_high == l for row in board.board):
        return None, ["What is shown leaves every rank to every algorithm."]
    return (
        Aside(
            head="ranks left open",
            note=f"Right: the ranks {wording.on_all(list(board.measures))} that the shown pairs "
            "leave open; point: rank on these data sets.",
            value=tuple(float(row.rank) for row in shown),
            low=tuple(float(row.rank_low) for row in shown),
            high=tuple(float(row.rank_high) for row in shown),
            limits=(1.0, float(l)),
            ends=("1", str(l)),
        ),
        [],
    )


def _shares(
    shown: Sequence[LeaderboardRow], pareto: ParetoResult
) -> tuple[Aside | None, list[str]]:
    found = {row.algorithm: row for row in pareto.nondominated}
    rows = [found[row.algorithm] for row in shown]
    observed = {round(row.count / pareto.n, 9) for row in rows}
    if len(observed) == 1 and len(rows) > 1:
        (same,) = observed
        how = "every data set" if same == 1 else f"{wording.percent(same)} of data sets"
        return None, [f"Each is beaten by nobody on all measures on {how}."]
    return (
        Aside(
            head="share unbeaten",
            note="Right: expected share of data sets on which nobody beats it on all measures "
            f"({wording.credible(pareto.level)} interval).",
            value=tuple(row.share for row in rows),
            low=tuple(row.share_low for row in rows),
            high=tuple(row.share_high for row in rows),
            limits=(0.0, 1.0),
            ends=("0", "100 %"),
        ),
        [],
    )
