"""The words of the league: how its columns are called, in which order they stand, what they mean.

Text, notebook, report, page, figure and R take them from here; the counted columns and their order
are those of the rows (:data:`jointstats.labelled.compare.leaderboard.COUNTED`).
"""

from __future__ import annotations

from jointstats.labelled.compare.leaderboard import COUNTED, LeaderboardResult

ALGORITHM, MEAN_RANK, RANKS = "algorithm", "mean rank", "possible ranks"
STATISTICS = ("mean", "median", "sd")  # of a measure, in this order
ARROWS = {"max": "↑", "min": "↓"}


def head(name: str) -> str:
    """The heading of a column of the rows.

    Examples
    --------
    >>> head("trade_offs"), head("sd")
    ('trade-offs', 'SD')
    """
    return "SD" if name == "sd" else name.replace("_", "-")


def measure(name: str, direction: str) -> str:
    """The heading of a measure: "time ↓"."""
    return f"{name} {ARROWS[direction]}"


def questions(result: LeaderboardResult) -> tuple[str, ...]:
    """What the claims are about: the measures, or groups of them."""
    return tuple(result.board[0].rank_low)


def counted(result: LeaderboardResult) -> tuple[str, ...]:
    """The columns that count pairs by state, as attributes of a row; without what cannot arise."""
    impossible = set()
    if len(questions(result)) == 1:
        impossible |= {"ahead", "trade_offs", "behind"}
    if result.board[0].equal is None:
        impossible.add("equal")
    return tuple(name for name in COUNTED if name not in impossible)


def ranks(low: int, high: int) -> str:
    """A set of possible ranks.

    Examples
    --------
    >>> ranks(1, 4), ranks(2, 2)
    ('1–4', '2')
    """
    return str(low) if low == high else f"{low}–{high}"


def possible_ranks(result: LeaderboardResult) -> str:
    """What possible ranks are: a sentence."""
    return (
        "Possible ranks: those that the claims do not exclude; all hold jointly with "
        f"{100 * (1 - result.alpha):g} % confidence."
    )


def ahead(result: LeaderboardResult) -> str:
    """What it is to be ahead, if some pair may be so; else nothing."""
    if "ahead" not in counted(result):
        return ""
    return "Ahead: better on some measure, but not established on all."


def meaning(result: LeaderboardResult, *, ranked: bool = True) -> str:
    """What the columns and their order mean; `ranked` if possible ranks are among them."""
    with_ = "" if result.control is None else f" Only pairs with {result.control} were compared."
    order = "Best first, by wins minus losses, then by mean rank. " * (len(result.board) > 2)
    first, last = (head(counted(result)[i]) for i in (0, -1))
    key = f" {ahead(result)}".rstrip()
    possible = f" {possible_ranks(result)}" if ranked else ""
    return f"{order}{first.capitalize()} to {last}: pairs in each state.{key}{possible}{with_}"
