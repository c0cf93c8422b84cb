"""How large differences are, in words: sizes with bounds, the best on each measure, next steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.base.phrases import on_all
from jointstats.claims.compared_pair import AHEAD, JOINTLY_BETTER, OPEN, WINS, ComparedPair, row_of
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.claims.shown import RATIO, Sizes
from jointstats.claims.words_pairs import share_of

MOST = 3  # unbeaten algorithms with their next steps, open pairs, and means that are named
FEW = 3  # measures, each with the counts of its best algorithm
MOST_STEPS = 10  # algorithms; of more, only the first one has its next steps


def sizes(result: Comparison) -> str:
    """The median difference of the only pair on each measure with its bounds: a sentence."""
    row = result.pairs[0]
    favours: dict[str, list[str]] = {name: [] for name in row.names}
    for measure in result.measures:
        name, size, bounds = size_of(result, row, measure)
        if name is not None:
            favours[name].append(f"{size}{bounds} on {measure}")
    said = [f"{name} by {wording.listing(amounts)}" for name, amounts in favours.items() if amounts]
    return f"The median difference favours {wording.listing(said)}." if said else ""


def size_of(
    result: Comparison | LeaderboardResult, row: ComparedPair, measure: str
) -> tuple[str | None, str, str]:
    """Which algorithm of a pair has the better median difference on a measure, and by how much.

    Returns
    -------
    str or None
        The algorithm; None if the median is unknown, or there is no difference.
    str
        The size in its unit.
    str
        Its bounds in parentheses, after a blank; empty if there are none.
    """
    median, zero = seen_by(result, row, row.a, measure)[0], _zero(result, measure)
    if median is None or median == zero:
        return None, "", ""
    name = row.a if median > zero else row.b
    return name, *size_seen_by(result, row, measure, name)


def size_seen_by(
    result: Comparison | LeaderboardResult, row: ComparedPair, measure: str, name: str
) -> tuple[str, str]:
    """The median difference of an algorithm, and its bounds; both empty if it is unknown."""
    median = seen_by(result, row, name, measure)[0]
    first, second = _ends(result, row, measure, name)
    bounds = f" ({first} to {_bare(second)})" if second else ""
    return "" if median is None else _amount(result, measure, median), bounds


def bounds_of(result: LeaderboardResult, row: ComparedPair, name: str, measure: str) -> str:
    """Between what the median difference is: "0.3 points worse to 3.7 points better".

    Nothing where the data are too few for a bound, or there are none.
    """
    _, low, high = seen_by(result, row, name, measure)
    if low is None or high is None:
        return ""
    zero = _zero(result, measure)
    ends = [max(end, 1 / end) if zero == 1 else abs(end) for end in (low, high)]
    amounts = [_amount(result, measure, end) for end in ends]
    sides = ["worse" if end < zero else "better" for end in (low, high)]
    if sides[0] == sides[1] or zero in (low, high):
        side = sides[0] if high == zero else sides[1]
        small, large = sorted(zip(ends, amounts, strict=True))
        return f"{_bare(small[1])} to {large[1]} {side} on {measure}"
    return f"{amounts[0]} worse to {amounts[1]} better on {measure}"


def seen_by(
    result: Comparison | LeaderboardResult, row: ComparedPair, name: str, measure: str
) -> tuple[Any, Any, Any]:
    """Median, low and high bound of an algorithm over the other one of the pair; None: unknown."""
    if _sizes(result) is None:
        return None, None, None
    median, low, high = (
        None if side is None else side.get(measure) for side in (row.median, row.low, row.high)
    )
    if name == row.a:
        return median, low, high
    ratio = _zero(result, measure) == 1
    median, low, high = (
        None if size is None else 1 / size if ratio else 0.0 - size for size in (median, high, low)
    )
    return median, low, high


def _sizes(result: Comparison | LeaderboardResult) -> Sizes | None:
    return (result.leaderboard if isinstance(result, Comparison) else result).sizes


def _zero(result: Comparison | LeaderboardResult, measure: str) -> int:
    """The size that is no difference: 1 of ratios, otherwise 0."""
    sizes = _sizes(result)
    return int(sizes is not None and sizes.scales.get(measure) == RATIO)


def _amount(result: Comparison | LeaderboardResult, measure: str, size: float) -> str:
    sizes = _sizes(result)
    return "" if sizes is None else sizes.said(measure, size)


def _bare(amount: str) -> str:
    """An amount without its unit."""
    return amount.partition(" ")[0].replace("-", "−")  # a minus, not a hyphen


# --- Who is best on what, and what the next step costs --------------------------------------------


def best_on(board: LeaderboardResult) -> list[str]:
    """The algorithm with the best mean rank on each measure, compared with the first one."""
    best: dict[str, list[str]] = {}
    for measure in board.measures:
        best.setdefault(ranked(board.board, measure)[0].algorithm, []).append(measure)
    if len(board.measures) > FEW:
        said = [f"{name} {_on(measures, board)}" for name, measures in best.items()]
        return [f"Best mean rank: {'; '.join(said)}."]
    return [
        f"Best mean rank {_on(measures, board)}: {name}{_compared(board, name, measures)}."
        for name, measures in best.items()
    ]


def _on(measures: Sequence[str], board: LeaderboardResult) -> str:
    if len(measures) == len(board.measures) > 1:
        return on_all(list(measures))
    return f"on {wording.listing(measures)}"


def _compared(board: LeaderboardResult, name: str, measures: Sequence[str]) -> str:
    """How often and by how much it is better than the first of the league.

    The first one itself is compared with the next one on the measure.
    """
    other = board.order[0]
    if other == name:
        other = ranked(board.board, measures[0])[1].algorithm
    row = row_of(board.pairs, name, other)
    if row is None or row.votes_a is not None or not set(measures) <= set(row.measures):
        return ""
    better = wording.listing(
        [_share(board, row, measure, name, alone=len(measures) == 1) for measure in measures]
    )
    worse = wording.listing(
        [
            _share(board, row, measure, other)
            for measure in row.price(name)
            if measure not in measures
        ]
    )
    free = " (unbeaten)" if board.row(name).unbeaten and name != board.order[0] else ""
    return f"{free}, better than {other} on {better}{f'; worse on {worse}' if worse else ''}"


def _share(
    board: LeaderboardResult, row: ComparedPair, measure: str, name: str, *, alone: bool = False
) -> str:
    """On how many data sets an algorithm is better on a measure, how sure that is, how much."""
    on = "" if alone else f" on {measure}"
    low, high = _ends(board, row, measure, name)
    notes = [] if measure in row.better(name) else ["may be chance"]
    notes += [f"median difference between {low} and {high}"] if high else []
    told = f" ({'; '.join(notes)})" if notes else ""
    return f"{share_of(row, measure, name, units=alone)}{on}{told}"


def _ends(
    result: Comparison | LeaderboardResult, row: ComparedPair, measure: str, name: str
) -> tuple[str, str]:
    """The bounds of a median, the second one with its unit; empty if there are none."""
    _, low, high = seen_by(result, row, name, measure)
    if low is None or high is None:
        return "", ""
    first, second = (_amount(result, measure, end) for end in (low, high))
    return _bare(first), second.replace("-", "−")


def steps(board: LeaderboardResult, *, without_open: bool) -> list[str]:
    """What is gained and lost in the median from unbeaten algorithms to the next ones: sentences.

    The next one on the first measure; for the first algorithm also on a measure of costs. What
    `best_on` has is left out, and open pairs where they are listed (`without_open`).
    """
    first, two = [row for row in board.board if row.unbeaten], two_measures(board.measures)
    if len(first) < 2 or len(two) < 2:
        return []
    best = {ranked(board.board, measure)[0].algorithm for measure in two}
    known = {(board.order[0], name) for name in best if len(board.measures) <= FEW}
    said: list[str] = []
    for i, row in enumerate(first[: 1 if len(board.board) > MOST_STEPS else MOST]):
        for measure in two[: 1 if i else 2]:
            to = _next(first, row, measure)
            pair = to and row_of(board.pairs, row.algorithm, to)
            if not to or not pair or (row.algorithm, to) in known:
                continue
            if without_open and pair.state == OPEN:
                continue
            moves = [bounds_of(board, pair, to, name) for name in two]
            if all(moves):
                way = f"Next step on {measure}, from {row.algorithm} to {to}"
                said.append(f"{way}: {wording.listing(moves)} in the median.")
    return said


def two_measures(measures: Mapping[str, str]) -> list[str]:
    """The first measure to maximise and the first to minimise, or the first two."""
    first = [next((x for x in measures if measures[x] == way), None) for way in ("max", "min")]
    both = [x for x in first if x is not None]
    return both if len(both) == 2 else list(measures)[:2]


def _next(rows: Iterable[LeaderboardRow], row: LeaderboardRow, measure: str) -> str | None:
    """The nearest of the algorithms with a better mean rank on a measure."""
    better = [each for each in rows if each.mean_rank[measure] < row.mean_rank[measure]]
    return ranked(better, measure)[-1].algorithm if better else None


def ranked(rows: Iterable[LeaderboardRow], measure: str) -> list[LeaderboardRow]:
    """Algorithms in the order of their mean ranks on a measure."""
    return sorted(rows, key=lambda row: row.mean_rank[measure])


def open_pairs(board: LeaderboardResult) -> str:
    """Open pairs, if they are few, with the bounds of their medians: a sentence."""
    rows = board.pairs.where(state=OPEN)
    if not 0 < len(rows) <= MOST:
        return ""
    said = []
    for row in rows:
        moves = [bounds_of(board, row, row.a, name) for name in board.measures]
        known = [move for move in moves[:FEW] if move]
        within = f" (in the median {row.a} is {', '.join(known)})" if known else ""
        said.append(f"{row.a} and {row.b}{within}")
    return f"Open: {'; '.join(said)}."


# --- Means that oppose the counts -----------------------------------------------------------------


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
    more = [f"{wording.plural(len(said) - most, 'more such pair')}"] if len(said) > most else []
    return [f"Against the counts, means favour {'; '.join(said[:most] + more)}."] if said else []


def _apart(x: float, y: float) -> tuple[str, str]:
    """Two different numbers with as many digits as tell them apart, three at least."""
    pairs = ((wording.significant(x, d), wording.significant(y, d)) for d in range(3, 17))
    return next((pair for pair in pairs if pair[0] != pair[1]), (repr(x), repr(y)))
