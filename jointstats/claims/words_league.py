"""The words of the league: columns, their order and meaning; how large differences are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jointstats.base import wording
from jointstats.base.phrases import conditions
from jointstats.claims.compared_pair import AHEAD, JOINTLY_BETTER, WINS, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult
from jointstats.claims.sizes import RATIO
from jointstats.claims.words_pairs import other_of
from jointstats.claims.words_several import prices
from jointstats.evidence.averages import is_share, median_of
from jointstats.table.results_table import ResultsTable

DIGITS = 2
MOST = 3  # algorithms with a sentence, and means that are named


def sizes(result: Comparison) -> str:
    """The median difference of the only pair on each measure with its bounds: a sentence."""
    row = result.pairs[0]
    favours: dict[str, list[str]] = {name: [] for name in row.names}
    for measure in result.measures:
        name, size = size_of(result, row, measure)
        if name is not None:
            favours[name].append(f"{size} on {measure}")
    said = [f"{name} by {wording.listing(amounts)}" for name, amounts in favours.items() if amounts]
    return f"The median difference favours {wording.listing(said)}." if said else ""


def size_of(result: Comparison, row: ComparedPair, measure: str) -> tuple[str | None, str]:
    """The algorithm that the median difference favours, and by how much: "2.0 points (0.8 to 3.5)".

    Returns
    -------
    str or None
        The algorithm; None if the median is unknown, or there is no difference.
    str
        The size in its unit, with its bounds where there are any.
    """
    median, low, high = (
        None if side is None else side.get(measure) for side in (row.median, row.low, row.high)
    )
    ratio = (result.scale or {}).get(measure) == RATIO
    if result.data is None or median is None or median == (1 if ratio else 0):
        return None, ""
    first = median > (1 if ratio else 0)
    ends = [low, high] if first else [_turned(high, ratio), _turned(low, ratio)]
    amount = partial(_factor if ratio else _amount, result.data, measure)
    said = amount(median if first else _turned(median, ratio))
    bounds = [_bare(amount(end)) for end in ends if end is not None]
    said += f" ({' to '.join(bounds)})" if len(bounds) == 2 else ""
    return (row.a if first else row.b), said


def _turned(size: Any, ratio: bool) -> Any:
    """A size seen from the other algorithm."""
    return None if size is None else 1 / size if ratio else -size


def _bare(amount: str) -> str:
    """An amount without its unit."""
    return amount.partition(" ")[0].replace("-", "−")  # a minus, not a hyphen


def _factor(table: ResultsTable, measure: str, size: float) -> str:
    return f"{wording.significant(size, DIGITS)} times"


def lead(result: Comparison, name: str, others: Sequence[str], measure: str) -> str:
    """By how much an algorithm is better than others, from least to most; nothing if not."""
    if result.data is None:
        return ""
    medians = _medians(result.data, measure, name, others)
    if not np.isfinite(medians).all() or medians.min() <= 0:
        return ""
    ends = dict.fromkeys(_amount(result.data, measure, x) for x in (medians.min(), medians.max()))
    return " to ".join(ends).replace(" points to", " to")


def _medians(
    table: ResultsTable, measure: str, name: str, others: Sequence[str]
) -> NDArray[np.float64]:
    """Median differences from others, above 0 where the named algorithm is better."""
    values = table.known()[:, list(table.measures).index(measure)]
    place = [table.algorithms.index(other) for other in (name, *others)]
    with np.errstate(invalid="ignore", over="ignore"):
        differences = values[:, place[:1]] - values[:, place[1:]]
    known = [column[~np.isnan(column)] for column in differences.T]
    return np.array([median_of(column) for column in known])


def _amount(table: ResultsTable, measure: str, size: float) -> str:
    """A difference in its unit: percentage points if more is better and all results are shares."""
    values = table.known()[:, list(table.measures).index(measure)]
    if table.measures[measure] == "max" and is_share(values):
        return f"{wording.significant(100 * size, DIGITS)} points"
    return wording.significant(size, DIGITS)


def opposing_means(result: Comparison, most: int = MOST) -> list[str]:
    """Where the mean favours another one than the named winner, who has more wins: a sentence."""
    if result.data is None:
        return []
    values, signs = result.data.known(), result.data.signs
    place = {name: i for i, name in enumerate(result.data.algorithms)}
    said = []
    for row in result.in_state(WINS, AHEAD, JOINTLY_BETTER):
        first, second = row.names
        both = values[:, :, [place[first], place[second]]]
        for j, name in enumerate(result.measures):
            if row.wins(first).get(name, 0) <= row.wins(second).get(name, 0):
                continue
            x, y = both[:, j][~np.isnan(both[:, j]).any(axis=1)].mean(axis=0)
            if x < y and np.isfinite((x, y)).all():
                mine, other = _apart(signs[j] * x + 0.0, signs[j] * y + 0.0)  # no negative 0
                said.append(f"{second} ({other}) over {first} ({mine}) on {name}")
    more = [f"{len(said) - most} more"] if len(said) > most else []
    return [f"Against the counts, means favour {'; '.join(said[:most] + more)}."] if said else []


def _apart(x: float, y: float) -> tuple[str, str]:
    """Two different numbers with as many digits as tell them apart, three at least."""
    pairs = ((wording.significant(x, d), wording.significant(y, d)) for d in range(3, 17))
    return next((pair for pair in pairs if pair[0] != pair[1]), (repr(x), repr(y)))


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
    verbs = {WINS: "wins against", AHEAD: "is ahead of", JOINTLY_BETTER: "is jointly better than"}
    sides = {
        verb: [other_of(row, name) for row in rows if row.state == state]
        for state, verb in verbs.items()
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
