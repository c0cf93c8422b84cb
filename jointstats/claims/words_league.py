"""The words of the league: columns, their order and meaning."""

from __future__ import annotations

from jointstats.base.phrases import conditions
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult

ALGORITHM, MEAN_RANK, RANKS = "algorithm", "mean rank", "possible ranks"
STATISTICS = ("mean", "median", "sd")  # of a measure, in this order


def head(name: str) -> str:
    """The heading of a column of the rows.

    Examples
    --------
    >>> head("possible_trade_offs"), head("sd")
    ('possible', 'SD')
    """
    short = {"sd": "SD", "possible_trade_offs": "possible"}
    return short.get(name, name.replace("_", "-"))


def questions(result: LeaderboardResult) -> tuple[str, ...]:
    """What the claims are about: the measures, or groups of them."""
    return tuple(result.board[0].rank_low)


def counted(result: LeaderboardResult) -> tuple[str, ...]:
    """The columns that count pairs by state, as attributes of a row; without what cannot arise."""
    impossible = set()
    if len(questions(result)) == 1:
        impossible |= {"ahead", "trade_offs", "possible_trade_offs", "behind"}
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
        f"{100 * (1 - result.alpha):g} % confidence if {conditions(result)}."
    )


def key(result: LeaderboardResult) -> str:
    """The order of the rows, and what it is to be ahead, if some pair may be so."""
    order = "Best first, by wins minus losses, then by mean rank." * (len(result.board) > 2)
    states = "Ahead: better on some measures at no price, or jointly better. "
    states += "Possible: a possible trade-off."
    return f"{order} {states if 'ahead' in counted(result) else ''}".strip()


def meaning(result: LeaderboardResult, *, ranked: bool = True) -> str:
    """What the columns and their order mean; `ranked` if possible ranks are among them."""
    first, last = (head(counted(result)[i]) for i in (0, -1))
    counts = f"The columns {first} to {last} count the other algorithms."
    possible = possible_ranks(result) if ranked else ""
    only = f"Only pairs with {result.control} were compared." if result.control else ""
    return " ".join(filter(None, (key(result), counts, possible, only)))
