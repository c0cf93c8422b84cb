"""A leaderboard as a figure: the ranks that are left to each algorithm, best first."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult
from jointstats.presentation.boards import ranks as set_of
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.words import titles

MOST = 20  # rows that can still be read


def ranks(result: LeaderboardResult) -> Rows:
    """Joint rank sets of the first algorithms; the point is the rank on these data sets."""
    board, l = result.board[:MOST], len(result.board)
    on = wording.on_all(list(result.measures))
    confidence = f"{100 * (1 - result.alpha):g} %"
    notes = [
        f"Line: the ranks that the shown pairs leave open, all at once with {confidence} "
        "confidence. Point: the rank on these data sets. Filled: may be best."
    ]
    return Rows(
        title=titles.title(result, "ranks"),
        alt=f"Lines: the ranks left to each algorithm. {result.verdict}",
        notes=tuple(notes),
        rows=tuple(
            Row(
                label=row.algorithm,
                note=f"beats {row.beats}, beaten by {row.beaten_by}",
                value=row.rank,
                low=row.rank_low,
                high=row.rank_high,
                shown=set_of(row.rank_low, row.rank_high),
                strong=row.may_be_best,
            )
            for row in board
        ),
        more=l - len(board),
        unit="algorithm",
        scale=Scale(0.5, l + 0.5, f"rank {on} (1 is best)", ticks=_ticks(l)),
    )


def _ticks(l: int) -> tuple[float, ...]:
    """Round ranks, the first and the last among them."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, l) if l / s <= 8)
    between = [x for x in range(step, l, step) if x - 1 >= step / 2 and l - x >= step / 2]
    return (1, *between, l)
