"""All algorithms in one table, best first: the states of their pairs, and ranks on each measure.

A leaderboard: one row for each algorithm, best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from jointstats.base.declare import DaskFrame, TableLike, TableRoles, declare
from jointstats.base.kinds import Alpha, Measures
from jointstats.claims import compared_pair as compared
from jointstats.claims.compared_pair import compared_pairs
from jointstats.claims.kernel_states import STATES
from jointstats.claims.leaderboard_result import COUNTED, LeaderboardResult, LeaderboardRow
from jointstats.claims.shown import Shown, by_measure
from jointstats.claims.totals import Totals, sizes_of_totals, table_notes, totals_of


@declare(
    "leaderboard",
    family="compare",
    asks="Which algorithms win, which are unbeaten, and which ranks are possible on each measure?",
    gives="for each algorithm: wins, trade-offs, losses, possible ranks, means",
    needs="only which of two results is better; data sets that both algorithms of a pair have",
    mind="a trade-off does not order two algorithms: there are no overall ranks",
    rests_on=("goeman2010sequential", "mogstad2024inference"),
    validity=("claims shown", "bounds"),
)
def leaderboard(
    table: TableLike | DaskFrame,
    *,
    on: Measures = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> LeaderboardResult:
    """Count wins, trade-offs and losses of each algorithm, and its possible ranks on each measure.

    Parameters
    ----------
    table : ResultsTable, DataFrame, dict of matrices, or Dask data frame
        A Dask frame is counted by partition, as in :func:`jointstats.compare_algorithms`; medians
        are then unknown.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Largest probability of any false claim among those shown. All rank sets of all measures hold
        jointly with confidence 1 − `alpha`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    LeaderboardResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    The states of the pairs are those of :func:`jointstats.compare_algorithms`. A trade-off does not
    order two algorithms, so there are no overall ranks. On a measure, the rank of an algorithm is
    one plus the number of algorithms that are better on more data sets than worse. (Majorities can
    cycle. Ranks exist then, but no order.) A rank set has the ranks that the claims leave possible.
    All of them hold with probability ``1 - alpha`` at least (after Mogstad, Romano, Shaikh &
    Wilhelm 2024, who rank by means).

    An algorithm dominates another on a data set if it is worse on no measure and better on some. A
    data set (or family) counts for ``undominated`` if no algorithm may dominate there. Ties without
    a rope and missing results may hide that one does. The share describes the data and is not
    tested.

    Examples
    --------
    >>> import jointstats as js
    >>> board = js.leaderboard(js.load_dataset("weka"))
    >>> [(row.algorithm, row.wins, row.losses) for row in board.rows][:2]
    [('RandomForest', 1, 0), ('AODE', 1, 0)]
    """
    totals = totals_of(table, on=on, **roles)
    board = board_of(totals, alpha)
    return replace(board, warnings=(*board.warnings, *table_notes(totals)))


def board_of(totals: Totals, alpha: float, scale: Any = None) -> LeaderboardResult:
    """The leaderboard of a finished table, with the states of its pairs.

    Parameters
    ----------
    totals : Totals
    alpha : float
    scale : dict or str, optional
        Of the sizes.
    """
    head, moments, ranked = totals.head, totals.moments, totals.ranks.mean
    shown = totals.shown(alpha)
    sizes = sizes_of_totals(totals, shown, scale)
    pairs = compared_pairs(shown, head.properties, sizes)
    counted = _counted(shown)
    place = {name: i for i, name in enumerate(head.algorithms)}
    mean = np.round(ranked.mean(axis=0), 9)  # rounding must not decide between equal means
    net = {name: tally["losses"] - tally["wins"] for name, tally in counted.items()}
    order = sorted(head.algorithms, key=lambda name: (net[name], mean[place[name]], name))
    free = totals.votes.undominated
    low, high = _rank_sets(shown, len(head.algorithms))
    on_questions = {"rank_low": low, "rank_high": high}
    unknown = np.full_like(ranked, np.nan)
    median = unknown if moments.median is None else moments.median
    on_measures = {"mean": moments.mean, "median": median, "sd": moments.sd, "mean_rank": ranked}
    by_name = ((head.measures, on_measures), (shown.questions, on_questions))
    board = tuple(
        LeaderboardRow(
            algorithm=name,
            **counted[name] | ({} if head.rope_widths.any() else {"equal": None}),
            unbeaten=not counted[name]["losses"],
            undominated=None if totals.control else _share(*free[place[name]].tolist()),
            **_numbers(place[name], by_name),
            properties={
                what: of_property.values[name] for what, of_property in head.properties.items()
            }
            or None,
        )
        for name in order
    )
    return LeaderboardResult(
        facts=totals.facts(shown),
        warnings=shown.too_few(),
        board=board,
        pairs=pairs,
        unbeaten=tuple(row.algorithm for row in board if row.unbeaten),
        n_wins=sum(row.wins for row in board),
        n_pairs=len(pairs),
        alpha=alpha,
        control=totals.control,
        sizes=sizes,
    )


def _counted(shown: Shown) -> dict[str, dict[str, Any]]:
    """How many pairs of each algorithm are in which state, from its side."""
    columns = list(COUNTED)
    counts = np.zeros((len(shown.algorithms), len(columns)), dtype=np.int64)
    states = [STATES[i] for i in shown.of_kinds.state.tolist()]
    for side, algorithm in enumerate(shown.places.T):
        leads = (shown.of_kinds.side == side).tolist()
        of_kinds = [columns.index(side_of(*seen)) for seen in zip(states, leads, strict=True)]
        np.add.at(counts, (algorithm, np.array(of_kinds, dtype=np.intp)[shown.kind]), 1)
    every = zip(shown.algorithms, counts.tolist(), strict=True)
    return {name: dict(zip(columns, row, strict=True)) for name, row in every}


def side_of(state: str, leads: bool) -> str:
    """The column of the leaderboard that counts a pair, seen from one of the two."""
    if state == compared.WINS:
        return "wins" if leads else "losses"
    if state in (compared.AHEAD, compared.JOINTLY_BETTER):
        return "ahead" if leads else "behind"
    undecided = {
        compared.TRADE_OFF: "trade_offs",
        compared.POSSIBLE_TRADE_OFF: "possible_trade_offs",
        compared.PRACTICALLY_EQUAL: "equal",
    }
    return undecided.get(state, "open")


def _rank_sets(shown: Shown, l: int) -> tuple[np.ndarray, np.ndarray]:
    """First and last rank on each question that the shown claims leave open, shape (m, l).

    If no shown claim is false, at least the algorithms that are shown to be better have a better
    rank, and at least those that are shown to be worse do not.
    """
    first, second = shown.places.T
    better = np.zeros((len(shown.questions), l, l), dtype=bool)  # [j, winner, loser]
    for j in range(len(shown.questions)):
        better[j, first, second] = shown.of_kinds.better[shown.kind, j, 0]
        better[j, second, first] = shown.of_kinds.better[shown.kind, j, 1]
    return 1 + better.sum(axis=1), l - better.sum(axis=2)


def _numbers(
    i: int, by_name: Iterable[tuple[Iterable[str], Mapping[str, np.ndarray]]]
) -> dict[str, Any]:
    """What some columns say of an algorithm, by measure or group."""
    return {
        name: by_measure(names, values[:, i])
        for names, columns in by_name
        for name, values in columns.items()
    }


def _share(yes: int, no: int) -> float | None:
    return yes / (yes + no) if yes + no else None
