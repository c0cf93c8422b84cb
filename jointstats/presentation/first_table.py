"""The leaderboard as a table, and what its columns say."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult, LeaderboardRow
from jointstats.presentation.document import Grid, Stack, Words, grid, stack
from jointstats.presentation.leading import FIRST, left_out

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHORT = 3  # letters side by side; of more in a row the first and the last are shown
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
            str(row.open), _ranks(row.rank_low, row.rank_high),
            *(_on(row, measure, lettered=lettered) for measure in result.measures),
        ]
        for row in result.board[:most]
    ]  # fmt: skip
    names = ["algorithm", "beats", "beaten by", "trade-offs", *(["equal"] if equal else []),
             *(["leads–trails"] if lean else []), "open", "ranks", *result.measures]  # fmt: skip
    numbers = 5 + equal + lean
    return grid(names, rows, "l" + "r" * numbers + "l" * len(result.measures))


def _ranks(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _on(row: LeaderboardRow, measure: str, *, lettered: bool) -> str:
    """The mean rank on a measure, with its tiers or the ranks that are left open."""
    if lettered and row.letters is not None:
        return f"{row.mean_rank[measure]:.1f} {tiers(row.letters[measure])}"
    ranks = _ranks(row.rank_low_on[measure], row.rank_high_on[measure])
    return f"{row.mean_rank[measure]:.1f} ({ranks})"


def _lettered(result: LeaderboardResult) -> bool:
    """Whether there are tiers, and few enough to be read."""
    letters = [one for row in result.board for one in (row.letters or {}).values()]
    return bool(letters) and max(len(tiers(one)) for one in letters) <= _MOST


def tiers(letters: str) -> str:
    """Letters, long runs of the alphabet by their ends.

    Examples
    --------
    >>> tiers("abc"), tiers("abcdefh")
    ('abc', 'a–fh')
    """
    runs: list[str] = []
    for letter in letters:
        follows = runs and runs[-1][-1] + letter in _ALPHABET
        runs[-1:] = [runs[-1] + letter] if follows else [*runs[-1:], letter]
    return "".join(run if len(run) <= _SHORT else f"{run[0]}–{run[-1]}" for run in runs)


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
    return stack(Words("Leaderboard"), made, Words(wording.capital(below)))
