"""All algorithms in one table, best first: the states of their pairs, and ranks on each measure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from jointstats.labelled.claims.compared_pair import (
    AHEAD,
    JOINTLY_AHEAD,
    PRACTICALLY_EQUAL,
    TRADE_OFF,
    WINS,
    ComparedPair,
    compared_pairs,
)
from jointstats.labelled.claims.shown import Shown
from jointstats.labelled.compare.leaderboard_result import (
    COUNTED,
    LeaderboardResult,
    LeaderboardRow,
)
from jointstats.labelled.compare.table_notes import table_notes
from jointstats.labelled.compare.totals import Totals, totals_of
from jointstats.labelled.declare import declare
from jointstats.labelled.given import DaskFrame, TableLike, TableRoles
from jointstats.labelled.kinds import Alpha, Measures
from jointstats.labelled.lazy_rows import LazyRows


@declare(
    "leaderboard",
    family="compare",
    asks="Which algorithms win, lose, or are unbeaten, and which ranks remain on each measure?",
    gives="a row for each algorithm: wins, trade-offs, losses, possible ranks, means",
    needs="orders only; data sets that the two of a pair share",
    mind="a trade-off orders nobody: there are no overall ranks",
)
def leaderboard(
    table: TableLike | DaskFrame,
    *,
    on: Measures = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> LeaderboardResult:
    """Rank all algorithms, as far as that is shown.

    Parameters
    ----------
    table : ResultsTable, DataFrame, dict of matrices, or Dask data frame
        A Dask frame is counted by partition, as by :func:`jointstats.compare_algorithms`; then
        medians are unknown.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Probability, at most, of any false claim among those shown; one minus it is the confidence
        that all rank sets of all measures hold.
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
    The states of the pairs are those of :func:`jointstats.compare_algorithms`. A trade-off orders
    nobody, so there are no overall ranks. On a measure, the rank of an algorithm is one plus the
    number of algorithms that are better on more data sets than worse. (Majorities can cycle: then
    ranks exist, but no line.) A rank set has the ranks that the shown claims leave open; all of
    them hold with probability ``1 - alpha`` at least (the idea of Mogstad, Romano, Shaikh & Wilhelm
    2024, who rank by means).

    See `docs/leaderboards.md` for what each column means. What stands behind it: row "claims shown"
    of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> board = js.leaderboard(js.load_dataset("weka"))
    >>> [(row.algorithm, row.wins, row.losses) for row in board.rows][:2]
    [('RandomForest', 1, 0), ('AODE', 1, 0)]
    """
    totals = totals_of(table, on=on, **roles)
    shown = totals.shown(alpha)
    board = board_of(totals, shown, compared_pairs(shown, totals.head.properties))
    return replace(board, warnings=(*board.warnings, *table_notes(totals)))


def board_of(
    totals: Totals,
    shown: Shown,
    pairs: LazyRows[ComparedPair],
    *,
    control: str | None = None,
) -> LeaderboardResult:
    """The leaderboard of a finished table, from the states of its pairs.

    Parameters
    ----------
    totals : Totals
    shown : Shown
        What is shown of every pair, or of those with the control.
    pairs : sequence of ComparedPair
    control : str, optional
    """
    head, moments, ranked = totals.head, totals.moments, totals.ranks.mean
    counted = _counted(head.algorithms, pairs)
    place = {name: i for i, name in enumerate(head.algorithms)}
    mean = np.round(ranked.mean(axis=0), 9)  # rounding must not decide between equal means
    net = {name: tally["losses"] - tally["wins"] for name, tally in counted.items()}
    order = sorted(head.algorithms, key=lambda name: (net[name], mean[place[name]], name))
    low, high = _rank_sets(shown, len(head.algorithms))
    on_questions = {"rank_low": low, "rank_high": high}
    unknown = np.full_like(ranked, np.nan)
    median = unknown if moments.median is None else moments.median
    on_measures = {"mean": moments.mean, "median": median, "sd": moments.sd, "mean_rank": ranked}
    board = tuple(
        LeaderboardRow(
            algorithm=name,
            **counted[name] | ({} if head.rope_widths.any() else {"equal": None}),
            unbeaten=not counted[name]["losses"],
            **_of(place[name], on_measures, head.measures),
            **_of(place[name], on_questions, shown.questions),
            properties={what: one.values[name] for what, one in head.properties.items()} or None,
        )
        for name in order
    )
    return LeaderboardResult(
        algorithms=head.algorithms,
        measures=head.measures,
        n=totals.n,
        n_dropped=len(totals.dropped),
        warnings=shown.too_few(),
        board=board,
        pairs=pairs,
        unbeaten=tuple(row.algorithm for row in board if row.unbeaten),
        n_wins=sum(row.wins for row in board),
        n_pairs=len(pairs),
        alpha=shown.alpha,
        control=control,
        rope=head.declared_rope,
        n_families=shown.n_families,
        missing=totals.missing,
        dropped=totals.dropped,
        n_failed=totals.n_failed,
        data=totals.data,
    )


def _counted(algorithms: Iterable[str], pairs: LazyRows[ComparedPair]) -> dict[str, dict[str, Any]]:
    """How many pairs of each algorithm are in which state, from its side."""
    found: dict[str, dict[str, Any]] = {name: dict.fromkeys(COUNTED, 0) for name in algorithms}
    columns = pairs.cells(("a", "b", "state", "winner"))
    for a, b, state, winner in zip(*columns.values(), strict=True):
        for name in (a, b):
            found[name][_side(state, name == winner)] += 1
    return found


def _side(state: str, leads: bool) -> str:
    """The column of the leaderboard that counts a pair, seen from one of the two."""
    if state == WINS:
        return "wins" if leads else "losses"
    if state in (AHEAD, JOINTLY_AHEAD):
        return "ahead" if leads else "behind"
    return {TRADE_OFF: "trade_offs", PRACTICALLY_EQUAL: "equal"}.get(state, "open")


def _rank_sets(shown: Shown, l: int) -> tuple[np.ndarray, np.ndarray]:
    """First and last rank on each question that the shown claims leave open, shape (m, l).

    If no shown claim is false, at least the algorithms that are shown to be better have a better
    rank, and at least those that are shown to be worse do not.
    """
    first, second = shown.places.T
    better = np.zeros((len(shown.questions), l, l), dtype=bool)  # [j, winner, loser]
    for j in range(len(shown.questions)):
        better[j, first, second] = shown.states.better[:, j, 0]
        better[j, second, first] = shown.states.better[:, j, 1]
    return 1 + better.sum(axis=1), l - better.sum(axis=2)


def _of(i: int, columns: Mapping[str, np.ndarray], names: Iterable[str]) -> dict[str, Any]:
    """What some columns say of an algorithm, by measure; None where unknown."""

    def known(x: Any) -> Any:
        return None if isinstance(x, float) and not math.isfinite(x) else x

    every = tuple(names)
    return {
        name: dict(zip(every, map(known, values[:, i].tolist()), strict=True))
        for name, values in columns.items()
    }
