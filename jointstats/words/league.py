"""The words of the league: how its columns are called, in which order they stand, what they mean.

Text, notebook, report, page, figure and R take them from here; the counted columns and their order
are those of the rows (:data:`jointstats.labelled.compare.leaderboard.COUNTED`).
Of the algorithms that lead it: how many others they lead, at what price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import WINS, ComparedPair
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.leaderboard import COUNTED, LeaderboardResult
from jointstats.words.pair_sentences import other_of
from jointstats.words.several_pairs import prices

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
    return "Ahead: established on some measure or jointly, not on all."


def meaning(result: LeaderboardResult, *, ranked: bool = True) -> str:
    """What the columns and their order mean; `ranked` if possible ranks are among them."""
    with_ = "" if result.control is None else f" Only pairs with {result.control} were compared."
    order = "Best first, by wins minus losses, then by mean rank. " * (len(result.board) > 2)
    first, last = (head(counted(result)[i]) for i in (0, -1))
    key = f" {ahead(result)}".rstrip()
    possible = f" {possible_ranks(result)}" if ranked else ""
    return f"{order}{first.capitalize()} to {last}: pairs in each state.{key}{possible}{with_}"


MOST = 3  # algorithms with a sentence
NAMED = 2  # others that are named; more are counted


def leaders(result: Comparison, most: int = MOST) -> list[str]:
    """A sentence for each of the first algorithms that wins or is ahead somewhere."""
    first = [row.algorithm for row in result.leaderboard.board[:most] if row.wins or row.ahead]
    led: dict[str, list[ComparedPair]] = {name: [] for name in first}
    for i, name in enumerate(result.pairs.cells(("winner",))["winner"]):
        if name in led:
            led[name].append(result.pairs[i])
    many = next((name for name, own in led.items() if len(own) > NAMED), "")
    return [
        _named(name, own) if len(own) <= NAMED else _counted(name, own, explained=name != many)
        for name, own in led.items()
    ]


def _named(name: str, rows: Sequence[ComparedPair]) -> str:
    """Who the others are, and where they have more wins."""
    sides = {
        "wins against": [other_of(row, name) for row in rows if row.state == WINS],
        "is ahead of": [other_of(row, name) for row in rows if row.state != WINS],
    }
    said = [f"{verb} {wording.listing(names)}" for verb, names in sides.items() if names]
    return f"{name} {wording.listing(said)}{prices(rows, name)}."


def _counted(name: str, rows: Sequence[ComparedPair], *, explained: bool) -> str:
    """How many of the others have more wins on which measure, or a better known property."""
    lost = Counter(measure for row in rows for measure in row.price(name)).most_common()
    known = Counter(one.name for row in rows for one in row.worse_properties(name)).most_common()
    leads = f"{name} leads {len(rows)} others{'' if explained else ' (wins or ahead)'}"
    if not lost and not known:
        return f"{leads}; none of them has more wins on any measure."
    said = [
        f"{n}{'' if i else _have(n) + ' more wins'} on {what}" for i, (what, n) in enumerate(lost)
    ] + [f"{n}{_have(n)} a better known {what}" for what, n in known]
    return f"{leads}; of these, {wording.listing(said)}."


def _have(n: int) -> str:
    """The verb, with a blank before it."""
    return " has" if n == 1 else " have"
