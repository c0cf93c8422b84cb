"""The words of the league: how its columns are called, their order and meaning.

Text, notebook, report, page, figure and R take them from here; the counted columns and their order
are those of the rows (:data:`jointstats.labelled.compare.leaderboard.COUNTED`).
Of the first algorithms: against how many others they win, or of how many they are ahead, at what
price.
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
from jointstats.words.sizes import lead

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


def key(result: LeaderboardResult) -> str:
    """The order of the rows, and what it is to be ahead, if some pair may be so."""
    order = "Best first, by wins minus losses, then by mean rank." * (len(result.board) > 2)
    ahead = "Ahead: better on some measures or jointly, not on all."
    return f"{order} {ahead if 'ahead' in counted(result) else ''}".strip()


def meaning(result: LeaderboardResult, *, ranked: bool = True) -> str:
    """What the columns and their order mean; `ranked` if possible ranks are among them."""
    first, last = (head(counted(result)[i]) for i in (0, -1))
    counts = f"{first.capitalize()} to {last} count the other algorithms."
    possible = possible_ranks(result) if ranked else ""
    only = f"Only pairs with {result.control} were compared." if result.control else ""
    return " ".join(filter(None, (key(result), counts, possible, only)))


MOST = 3  # algorithms with a sentence
NAMED = 2  # others that are named; more are counted


def leaders(result: Comparison, most: int = MOST) -> list[str]:
    """A sentence for each of the first algorithms that wins or is ahead somewhere."""
    first = [row.algorithm for row in result.leaderboard.board[:most] if row.wins or row.ahead]
    pairs: dict[str, list[ComparedPair]] = {name: [] for name in first}
    for i, name in enumerate(result.pairs.cells(("winner",))["winner"]):
        if name in pairs:
            pairs[name].append(result.pairs[i])
    return [_leader(name, rows) + _size(result, name, rows) for name, rows in pairs.items()]


def _leader(name: str, rows: Sequence[ComparedPair]) -> str:
    """The rivals of an algorithm that wins or is ahead, with the price."""
    if len(rows) > NAMED:
        return _counted(name, rows)
    sides = {
        "wins against": [other_of(row, name) for row in rows if row.state == WINS],
        "is ahead of": [other_of(row, name) for row in rows if row.state != WINS],
    }
    said = [f"{verb} {wording.listing(names)}" for verb, names in sides.items() if names]
    return f"{name} {wording.listing(said)}{prices(rows, name)}."


def _counted(name: str, rows: Sequence[ComparedPair]) -> str:
    """How many of the others are more often better on what, or have a better known property."""
    lost = Counter(measure for row in rows for measure in row.price(name)).most_common()
    known = Counter(known.name for row in rows for known in row.worse_properties(name))
    verb = "is" if lost and lost[0][1] == 1 else "are"
    said = [
        f"{n}{'' if i else f' {verb} more often better'} on {what}"
        for i, (what, n) in enumerate(lost)
    ]
    said += [
        f"{n} {'has' if n == 1 else 'have'} a better known {what}"
        for what, n in known.most_common()
    ]
    none = "none is more often better on any measure"
    return f"Of {len(rows)} behind {name}, {wording.listing(said) or none}."


def _size(result: Comparison, name: str, rows: Sequence[ComparedPair]) -> str:
    """By how much it is better on the measure on which it is so most often, a sentence."""
    times = Counter(measure for row in rows for measure in row.ahead(name))
    measure = next((each for each, _ in times.most_common() if each in result.measures), None)
    if measure is None or len(rows) > NAMED:
        return ""
    others = [other_of(row, name) for row in rows if measure in row.ahead(name)]
    said = lead(result, name, others, measure)
    return f" The median difference on {measure} is {said}." if said else ""
