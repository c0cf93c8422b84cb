"""The leaderboard as the first table of a comparison; in a text of tables that are not too wide."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation.boards import ranks, tier
from jointstats.presentation.document import Grid, Stack, Words, grid, stack
from jointstats.presentation.leading import FIRST, left_out

_MOST = 6  # letters of a cell; of so many tiers that some need more, the ranks say more


def leaderboard(result: LeaderboardResult, most: int | None = None) -> Grid:
    """A row for each algorithm, best first: its pairs by what is shown of them, ranks, tiers.

    Parameters
    ----------
    result : LeaderboardResult
    most : int, optional
        Rows; by default all.
    """
    equal = any(row.equal for row in result.board)
    lean = any(row.leads for row in result.board)
    lettered = _lettered(result)
    rows = [
        [
            row.algorithm, str(row.beats), str(row.beaten_by), str(row.trade_offs),
            *([str(row.equal or 0)] if equal else []),
            *([f"{row.leads}–{row.trails}"] if lean else []),
            str(row.open), ranks(row.rank_low, row.rank_high),
            *(_on(row, measure, lettered=lettered) for measure in result.measures),
        ]
        for row in result.board[:most]
    ]  # fmt: skip
    names = ["algorithm", "beats", "beaten by", "trade-offs", *(["equal"] if equal else []),
             *(["leads–trails"] if lean else []), "open", "ranks", *result.measures]  # fmt: skip
    numbers = 5 + equal + lean
    return grid(names, rows, "l" + "r" * numbers + "l" * len(result.measures))


def _on(row: LeaderboardRow, measure: str, *, lettered: bool) -> str:
    """The mean rank on a measure, with its tiers or the ranks that are left open."""
    if lettered and row.letters is not None:
        return f"{row.mean_rank[measure]:.1f} {tier(row.letters[measure])}"
    left = ranks(row.rank_low_on[measure], row.rank_high_on[measure])
    return f"{row.mean_rank[measure]:.1f} ({left})"


def _lettered(result: LeaderboardResult) -> bool:
    """Whether there are tiers, and few enough to be read."""
    if result.runs_of_neighbours:
        return False
    letters = [one for row in result.board for one in (row.letters or {}).values()]
    return bool(letters) and max(len(tier(one)) for one in letters) <= _MOST


def meaning(result: LeaderboardResult) -> str:
    """What the columns say."""
    lean = any(row.leads for row in result.board)
    several = len(result.measures) > 1
    said = [
        "Best first: by shown wins less shown losses, then by mean rank.",
        f"Ranks: what the shown pairs leave open{' jointly' if several else ''}, for all "
        f"algorithms at once with {100 * (1 - result.alpha):g} % confidence.",
    ]
    if lean:
        said.append("Leads–trails: pairs that only lean, to it or to the other.")
    if _lettered(result):
        said.append(
            "By measure: the mean rank, and tiers; two that share a letter are not separated, "
            "which does not mean equal."
        )
    else:
        said.append("By measure: the mean rank, and the ranks that are left open on it.")
    return " ".join(said)


def head(result: LeaderboardResult) -> Stack | None:
    """The first rows, how many more there are, and what the columns say."""
    made = leaderboard(result, FIRST)
    rest = left_out(len(result.board), len(made.rows), "algorithm", "leaderboard.to_frame()")
    below = f"{rest}. {meaning(result)}" if rest else meaning(result)
    m = len(result.measures)
    together = replace(made, groups=(len(made.names) - made.keys - m, *[1] * m))
    return stack(Words("Leaderboard"), together, Words(wording.capital(below)))
