"""The tables of a leaderboard: what is shown jointly, and each measure alone; best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation.document import Grid, grid

Say = Callable[[LeaderboardRow], str]
Columns = dict[str, Say]


def joint_board(result: LeaderboardResult, most: int | None = None) -> Grid:
    """Of each algorithm its joint ranks, and in how many pairs it stands how.

    Parameters
    ----------
    result : LeaderboardResult
    most : int, optional
        Only the first so many algorithms.
    """
    return _grid(result.board[:most], _jointly(result))


def boards_alone(result: LeaderboardResult, most: int | None = None) -> Grid:
    """Of each algorithm and measure its mean, mean rank, tier and ranks.

    As many measures stand beside each other as there is room for.
    """
    shown = [_on_measure(result, measure) for measure in result.measures]
    every: Columns = {name: say for own in shown for name, say in own.items()}
    return replace(_grid(result.board[:most], every), groups=tuple(map(len, shown)))


def whole_board(result: LeaderboardResult) -> Grid:
    """All of it in one table, as wide as it is."""
    every = _jointly(result)
    for measure in result.measures:
        every |= _on_measure(result, measure)
    return _grid(result.board, every)


def left_out(result: LeaderboardResult, most: int) -> str:
    """How many algorithms a table of so many does not list; empty if none."""
    more = len(result.board) - most
    if more <= 0:
        return ""
    return f"… and {wording.plural(more, 'more algorithm')} (to_frame() lists all)"


def _no_worse(result: LeaderboardResult) -> str:
    """That a known property must not be worse, such as a price."""
    known = list(result.board[0].properties or ())
    return f", and have no worse {' or '.join(known)}" if known else ""


def _on_everything(result: LeaderboardResult) -> str:
    """What an algorithm is jointly better on: all measures, or all groups of them."""
    if any(row.grouped for row in result.claims[:1]):
        return "on every group at once"
    measures = list(result.measures)
    return f"{wording.on_all(measures)}{' at once' if len(measures) > 1 else ''}"


def joint_caption(result: LeaderboardResult) -> str:
    """How to read the joint table."""
    measures = list(result.measures)
    confidence = f"{100 * (1 - result.alpha):g} %"
    found = (
        f"Ranks: those that the shown pairs leave open, all at once with {confidence} confidence; "
        "1 + the number of algorithms that are truly better "
        f"{_on_everything(result)}, more often than the other way round"
        f"{_no_worse(result)}. Whose ranks begin with 1 may be best. Beats, beaten by: pairs of "
        "which it is shown"
    )
    if any(row.leads for row in result.board):
        found += "; leads, trails: to whom others lean"
    if result.control is not None:
        found += f"; only pairs with {result.control} were asked for"
    if any(row.never_beaten is not None for row in result.board):
        found += (
            ". Never beaten: data sets on which nobody is better "
            f"{wording.on_all(measures)}{' at once' if len(measures) > 1 else ''}"
        )
    return f"{found}."


def alone_caption(result: LeaderboardResult) -> str:
    """How to read the tables of the measures."""
    found = (
        "Each measure alone: mean, mean rank (1 is best), and the ranks left open by the pairs of "
        "which it is shown who wins more data sets, all ranks of a measure at once with "
        f"{100 * (1 - result.alpha):g} % confidence."
    )
    if result.control is None:
        found += " Tiers: two that share a letter are not separated (which does not mean equal)."
    if result.runs_of_neighbours:
        where = wording.listing(list(result.runs_of_neighbours))
        found += (
            f" On {where} there are too many tiers for letters: each is a run of neighbours by "
            "mean rank, c–f stands for all letters from c to f, and two that share none may not be "
            "separated either."
        )
    return found


def ranks(low: int, high: int) -> str:
    """A rank set.

    Examples
    --------
    >>> ranks(1, 4), ranks(2, 2)
    ('1–4', '2')
    """
    return str(low) if low == high else f"{low}–{high}"


def tier(letters: str) -> str:
    """Letters as a table has them: more than two neighbours of the alphabet in short.

    Examples
    --------
    >>> tier("ab"), tier("abcdg"), tier("c–f")
    ('ab', 'a–dg', 'c–f')
    """
    if "–" in letters:
        return letters
    said, start = "", 0
    for end in range(1, len(letters) + 1):
        if end < len(letters) and ord(letters[end]) == ord(letters[end - 1]) + 1:
            continue
        run = letters[start:end]
        said += run if len(run) < 3 else f"{run[0]}–{run[-1]}"
        start = end
    return said


def _jointly(result: LeaderboardResult) -> Columns:
    shown: Columns = {
        "algorithm": lambda row: row.algorithm,
        "ranks": lambda row: ranks(row.rank_low, row.rank_high),
        "beats": lambda row: str(row.beats),
        "beaten by": lambda row: str(row.beaten_by),
    }
    more: Columns = {
        "trade-offs": lambda row: str(row.trade_offs),
        "equal": lambda row: str(row.equal or 0),
        "leads": lambda row: str(row.leads),
        "trails": lambda row: str(row.trails),
    }
    if len(result.measures) == 1:
        del more["trade-offs"]
    if all(row.equal is None for row in result.board):
        del more["equal"]
    if not any(row.leads for row in result.board):
        del more["leads"], more["trails"]
    shown |= more | {"open": lambda row: str(row.open)}
    if any(row.never_beaten is not None for row in result.board):
        shown["never beaten"] = lambda row: _share(row.never_beaten)
    return shown


def _on_measure(result: LeaderboardResult, measure: str) -> Columns:
    arrow = "↑" if result.measures[measure] == "max" else "↓"
    shown: Columns = {
        f"{measure} {arrow}": lambda row: _value(row.mean[measure]),
        "rank": lambda row: f"{row.mean_rank[measure]:.1f}",
    }
    if result.control is None:
        shown["tier"] = lambda row: tier((row.letters or {})[measure])
    shown["ranks"] = lambda row: ranks(row.rank_low_on[measure], row.rank_high_on[measure])
    # Headings repeat from measure to measure: the names of a dict cannot.
    return {f"{name}\0{measure}": say for name, say in shown.items()}


def _grid(board: Sequence[LeaderboardRow], shown: Columns) -> Grid:
    named: Columns = {"algorithm": lambda row: row.algorithm} | shown
    names = [name.split("\0")[0] for name in named]
    rows = [[say(row) for say in named.values()] for row in board]
    sides = "".join("l" if name in ("algorithm", "tier") else "r" for name in names)
    return grid(names, rows, sides)


def _share(share: float | None) -> str:
    return "–" if share is None else wording.percent(share)


def _value(x: float | None) -> str:
    return "–" if x is None else wording.significant(x)
