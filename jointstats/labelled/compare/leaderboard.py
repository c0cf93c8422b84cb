"""All algorithms in one table, best first: what is shown of each, and which ranks that leaves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import rank_sets as kernel
from jointstats.kernels.joint.pareto import nondominated_weights
from jointstats.kernels.messages import Function
from jointstats.labelled import wording
from jointstats.labelled.compare.claims import Claimed, claims_of
from jointstats.labelled.compare.evidence import missing_of, sweeps_of, won_of
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.labelled.compare.pair_claim import SHOWN, PairClaim
from jointstats.labelled.compare.properties import with_properties
from jointstats.labelled.compare.ranking import mean_ranks
from jointstats.labelled.compare.standing import standing, tallies
from jointstats.labelled.compare.tiers import tiers_of
from jointstats.labelled.compare.unknown import data_sets_of_pairs
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.kinds import Alpha, Measures, Ties
from jointstats.labelled.rows import cells
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

_WEAKEST = "more_often"  # the claim of the joint ranks: all stronger ones of its ladder imply it


@declare(
    "leaderboard",
    family="compare",
    asks="Who beats whom, which ranks are left to each algorithm, and who may be best?",
    gives="a row for each algorithm: shown wins and losses, rank sets, tiers, means",
    needs="orders only; data sets that the two of a pair share",
    mind="a rank set is as wide as what is not shown",
)
def leaderboard(
    table: TableLike,
    *,
    on: Measures = None,
    ties: Ties = "auto",
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> LeaderboardResult:
    """Rank all algorithms, as far as it is shown, jointly and on each measure.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms in the joint claims, as for :func:`jointstats.compare_algorithms`.
    alpha : float, default 0.05
        Probability, at most, of any false claim among those shown; one minus it is the confidence
        that all joint rank sets hold, and that all rank sets of one measure do.
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
    A rank is one plus the number of algorithms that are truly better: jointly, on every measure at
    once more often than the other way round; on a measure, on more data sets than they are worse.
    (Majorities can cycle: then ranks exist, but no line.) A rank set has the ranks that the shown
    pairs leave open. All joint sets hold at once with probability ``1 - alpha`` at least, and so,
    separately, do all sets of one measure; the idea is that of Mogstad, Romano, Shaikh & Wilhelm
    (2024), who rank by means.

    Jointly pairs are shown by the claims of :func:`jointstats.compare_algorithms`; on a measure by
    exact sign tests, with Holm's correction over both directions of every pair (with families of
    data sets by sign flips of whole families). Letters join those whom these tests do not separate,
    which does not mean that they are equal (Piepho 2004).

    See `docs/leaderboards.md` for what each column means. What stands behind it: row "leaderboards"
    of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> board = js.leaderboard(js.load_dataset("weka"))
    >>> board.rows[0].algorithm, board.rows[0].rank_low, board.rows[0].rank_high
    ('RandomForest', 1, 6)
    """
    results = as_table(table, on=on, unknown_fits=True, families_fit=True, **roles)
    certain = [rule == "equal" for rule in pair_rules(ties, results.rope).values()]
    claimed = claims_of(results, None, alpha, certain=certain)
    claimed, _ = with_properties(claimed, results)
    found = board_of(results, claimed, alpha)
    more = (*_missing(results), *_two_answers(results, claimed.pairs))
    return found.with_warnings((*found.warnings, *more))


def board_of(
    table: ResultsTable,
    claimed: Claimed,
    alpha: float,
    *,
    control: str | None = None,
    pareto: ParetoResult | None = None,
) -> LeaderboardResult:
    """The leaderboard of a finished table, from what is claimed of its pairs.

    Parameters
    ----------
    table : ResultsTable
    claimed : Claimed
        What is claimed of every pair, or of those with the control.
    alpha : float
    control : str, optional
        Only pairs with it were asked for.
    pareto : ParetoResult, optional
        Of the same table: on how many data sets nobody beats whom, if that has been counted.
    """
    ranked = mean_ranks(table.known())
    counted = tallies(table.algorithms, claimed.pairs)
    order = standing(counted, ranked)
    place = {name: i for i, name in enumerate(table.algorithms)}
    asked = _asked(table.algorithms, control)
    wins, alone = _won_on(table, alpha, asked)
    jointly = _shown_jointly(table.algorithms, claimed.pairs)
    if len(table.measures) == 1:  # its claim is that of the measure: see the kernel
        jointly &= alone[0]
    low, high = kernel.rank_sets(jointly)
    here = kernel.ranks(_sweeps(claimed.pairs, place) if control is None else sweeps_of(table))
    free = _never_beaten(table, pareto)
    tiers = [tiers_of(*one) for one in zip(ranked, alone, strict=True)] if control is None else []
    letters = np.array([one for one, _ in tiers], dtype=object) if tiers else None
    low_on, high_on = kernel.rank_sets(alone)
    columns = {
        **_in_their_units(table),
        "mean_rank": ranked,
        "letters": letters,
        "rank_on": kernel.ranks(wins),
        "rank_low_on": low_on,
        "rank_high_on": high_on,
    }
    properties = table.properties
    with_rope = any(table.rope.values())
    board = tuple(
        LeaderboardRow(
            algorithm=name,
            rank=int(here[i]),
            rank_low=int(low[i]),
            rank_high=int(high[i]),
            may_be_best=bool(low[i] == 1),
            beats=counted[name].beats,
            beaten_by=counted[name].beaten_by,
            trade_offs=counted[name].trade_offs,
            equal=counted[name].equal if with_rope or counted[name].equal else None,
            leads=counted[name].leads,
            trails=counted[name].trails,
            open=counted[name].open,
            never_beaten=free.get(name),
            **_of(i, columns, table.measures),
            properties={what: one.values[name] for what, one in properties.items()} or None,
        )
        for name, i in ((name, place[name]) for name in order)
    )
    used = int(data_sets_of_pairs(table, control).sum())
    best_on = {
        measure: tuple(name for name in order if not alone[k][:, place[name]].any())
        for k, measure in enumerate(table.measures)
    }
    best = tuple(row.algorithm for row in board if row.may_be_best)
    shown = sum(row.beats for row in board)
    pairs = len(claimed.pairs)
    return LeaderboardResult(
        algorithms=table.algorithms,
        measures=table.measures,
        n=table.n + used,
        n_dropped=table.n_dropped - used,
        warnings=claimed.too_few(alpha),
        verdict=_verdict(best, best_on, shown, pairs, table.algorithms),
        board=board,
        best=best,
        best_on=best_on,
        n_shown=shown,
        n_pairs=pairs,
        separated={
            measure: int(better.sum())
            for measure, better in zip(table.measures, alone, strict=True)
        },
        runs_of_neighbours=tuple(
            measure
            for measure, (_, all_largest) in zip(table.measures, tiers, strict=False)
            if not all_largest
        ),
        alpha=alpha,
        control=control,
        rope=table.rope,
        dropped=table.dropped,
        n_failed=table.n_failed,
        families=claimed.families,
        claims=claimed.pairs,
        data=table,
    )


def _missing(table: ResultsTable) -> Iterator[Caution]:
    """That pairs are compared on what is there, if something is not."""
    lacking, results = missing_of(table)
    if lacking:
        yield Caution(
            f"{lacking} of {results} results are missing: each pair is "
            "compared where both have one, as if the others were missing at random (",
            Function("compare_algorithms"),
            " says what holds whatever they are).",
        )


def _two_answers(table: ResultsTable, claims: Sequence[PairClaim]) -> Iterator[Caution]:
    """That who beats whom and the joint ranks disagree of some pairs: they ask two questions."""
    if len(table.measures) == 1:
        return
    place = {name: i for i, name in enumerate(table.algorithms)}
    jointly = _shown_jointly(table.algorithms, claims)
    columns = cells(claims, ("winner", "loser", "strength"))
    turned = [
        (winner, loser)
        for winner, loser, strength in zip(*columns.values(), strict=True)
        if strength == SHOWN and winner is not None and jointly[place[loser], place[winner]]
    ]
    if turned:
        winner, loser = turned[0]
        more = f" (and so of {wording.plural(len(turned) - 1, 'more pair')})"
        yield Caution(
            f"{winner} beats {loser}, but {loser} is better than {winner} "
            f"{wording.on_all(list(table.measures))} at once more often than the other way round"
            f"{more if len(turned) > 1 else ''}: the first is about who is not worse on any "
            "measure, too, the second alone is what joint ranks count."
        )


def _asked(algorithms: Sequence[str], control: str | None) -> np.ndarray:
    """Which pairs are asked for, shape (l, l)."""
    asked = np.ones((len(algorithms), len(algorithms)), dtype=bool)
    if control is not None:
        with_it = np.array([name == control for name in algorithms])
        asked = with_it[:, None] | with_it
    return asked


def _won_on(source: ResultsTable, alpha: float, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each measure the data sets won, and who is shown to win more than it loses, (m, l, l)."""
    wins, p = won_of(source)
    return wins, np.stack([kernel.shown_better(one, alpha, asked) for one in p])


def _shown_jointly(algorithms: Sequence[str], claims: Sequence[PairClaim]) -> np.ndarray:
    """Who is shown to be better on everything more often than the other way round, (l, l).

    Nobody who has a worse property, such as a higher price, is better on everything.
    """
    place = {name: i for i, name in enumerate(algorithms)}
    better = np.zeros((len(algorithms), len(algorithms)), dtype=bool)
    columns = cells(claims, ("a", "b", "shown", "sweeps_a", "sweeps_b", "ahead"))
    for a, b, shown, first, second, ahead in zip(*columns.values(), strict=True):
        if _WEAKEST in shown and ahead is None:
            winner, loser = (a, b) if first > second else (b, a)
            better[place[winner], place[loser]] = True
    return better


def _sweeps(claims: Sequence[PairClaim], place: Mapping[str, int]) -> np.ndarray:
    """Data sets on which each is better than each other one on all that is claimed, (l, l)."""
    columns = cells(claims, ("a", "b", "sweeps_a", "sweeps_b"))
    found = np.zeros((len(place), len(place)), dtype=np.int64)
    for a, b, first, second in zip(*columns.values(), strict=True):
        found[place[a], place[b]], found[place[b], place[a]] = first, second
    return found


def _never_beaten(table: ResultsTable, pareto: ParetoResult | None) -> dict[str, float]:
    """Share of the complete data sets on which nobody beats an algorithm on every measure.

    Empty where ties leave too many orders, or no data set is complete.
    """
    if not table.n:
        return {}
    if pareto is not None:
        counted = {row.algorithm: row.count for row in pareto.nondominated}
    else:
        try:
            upwards = np.ones(len(table.measures))
            weights = nondominated_weights(table.oriented(), upwards, table.rope_widths)
        except ExpansionLimitError:
            return {}
        counted = dict(zip(table.algorithms, weights.tolist(), strict=True))
    return {name: min(max(count / table.n, 0.0), 1.0) for name, count in counted.items()}


def _in_their_units(table: ResultsTable) -> dict[str, np.ndarray]:
    """Mean, median and standard deviation over the data sets that each algorithm has."""
    turned = table.known()
    values = turned * table.signs[:, None]
    found = np.full((3, *values.shape[1:]), np.nan)
    for k, i in np.ndindex(values.shape[1:]):
        found[:, k, i] = _in_their_unit(values[~np.isnan(turned[:, k, i]), k, i])
    return dict(zip(("mean", "median", "sd"), found, strict=True))


def _in_their_unit(x: np.ndarray) -> tuple[float, float, float]:
    """Mean, median and standard deviation by exact sums: the same in any sequence of the rows."""
    n = len(x)
    if n == 0:
        return math.nan, math.nan, math.nan
    median = float(np.median(x))
    if not np.isfinite(x).all():  # a failed run
        return math.nan, median, math.nan
    unit = 2.0**600 if np.abs(x).max() > 1e150 else 1.0  # squares of such values would overflow
    small = x / unit
    mean = math.fsum(small.tolist()) / n
    squares = math.fsum(((small - mean) ** 2).tolist())
    sd = unit * math.sqrt(squares / (n - 1)) if n > 1 else math.nan
    return unit * mean, median, sd


def _of(
    i: int, columns: Mapping[str, np.ndarray | None], measures: Iterable[str]
) -> dict[str, Any]:
    """What some columns say of an algorithm, by measure; None where unknown."""

    def known(x: Any) -> Any:
        return None if isinstance(x, float) and not math.isfinite(x) else x

    return {
        name: None
        if values is None
        else dict(zip(measures, map(known, values[:, i].tolist()), strict=True))
        for name, values in columns.items()
    }


def _verdict(
    best: Sequence[str],
    best_on: Mapping[str, Sequence[str]],
    shown: int,
    pairs: int,
    algorithms: Sequence[str],
) -> str:
    several = len(best_on) > 1
    where = " jointly" if several else ""
    if shown:
        is_ = "is" if shown == 1 else "are"
        said = f"{shown} of {wording.plural(pairs, 'pair')} {is_} shown to have a winner{where}; "
    else:
        said = f"No pair is shown to have a winner{where}; "
    may = "may be" if len(best) != 1 else "alone may be"
    said += (
        f"{len(best)} of {len(algorithms)} algorithms {may} best{where}: {wording.some(best, 5)}."
    )
    if several:
        alone = "; ".join(
            f"{measure}: {wording.some(names, 3)}" for measure, names in best_on.items()
        )
        said += f" On one measure alone: {alone}."
    return said
