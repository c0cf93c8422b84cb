"""Wins, ties and losses of every pair, as in a multi-comparison matrix, and what of it is shown.

For one measure with the mean difference (Ismail-Fawaz et al. 2023, "An approach to multiple
comparison benchmark evaluations that is stable under manipulation of the comparate set").
"""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import options, wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.single.separate import SeparateTest
from jointstats.presentation.figures import words
from jointstats.presentation.figures.matrix import (
    AHEAD,
    COLUMN,
    NOBODY,
    OPEN,
    ROW,
    SHOWN,
    Matrix,
    Pair,
    matrix,
)
from jointstats.presentation.figures.pairs import STRENGTH, first_algorithms, sign_of_claim
from jointstats.presentation.leading import between
from jointstats.words.titles import of_single_tests, title

MOST = 20  # algorithms


def wins(result: Comparison, measure: str | None = None) -> Matrix:
    """Wins, ties and losses of the first algorithms, jointly or on one measure."""
    kept = first_algorithms(result.order, result.control, MOST)
    if measure is not None:
        return _on_one(result, options.known_name("measure", measure, result.measures), kept)
    names = frozenset(kept)
    rows: list[PairClaim] = [*between(result.wins, names), *between(result.open, names)]
    pairs = [_joint(row) for row in rows]
    everything = wording.on_all(list(result.measures))
    return matrix(
        pairs, kept, ["all at once" if len(result.measures) > 1 else everything],
        title=title(result, "wins"), worded=True,
        numbers=[
            f"Better {everything} at once/neither/worse: data sets, of the row’s algorithm.",
            "p: of what is shown, corrected for all claims of all pairs.",
        ],
        control=result.control, total=len(result.order),
    )  # fmt: skip


def _joint(row: PairClaim) -> Pair:
    """A pair's data sets: all measures won, neither, all lost."""
    won, lost = row.sweeps_a, row.sweeps_b
    tied = row.n - won - lost
    strength = STRENGTH.get(row.strength, OPEN)
    shown = strength == SHOWN
    sign = sign_of_claim(row) if shown else ""
    lead = NOBODY if won == lost else ROW if won > lost else COLUMN
    claimed = shown and row.of_sweeps
    p = _p(row.p_adjusted) if shown else ""
    return Pair(
        row.a, row.b, strength, sign, lead.upper() if claimed and lead != NOBODY else lead,
        (f"{won}/{tied}/{lost}", p), (f"{lost}/{tied}/{won}", p),
    )  # fmt: skip


def _on_one(result: Comparison, measure: str, kept: Sequence[str]) -> Matrix:
    names = frozenset(kept)
    tests = between(result.separate[measure].tests, names)
    mean = {row.algorithm: row.mean[measure] for row in result.leaderboard.board}
    test = result.separate_test
    name = f"{words.test_name(test)}, {wording.corrected(result.p_adjust)}"
    way = words.sense(result.measures[measure])
    return matrix(
        [_single(row, mean[row.a], mean[row.b]) for row in tests], kept, [measure],
        title=of_single_tests(tests, {measure: result.measures[measure]}, test),
        worded=True,
        numbers=[
            "Better/equal/worse: data sets, of the row’s algorithm.",
            f"Mean difference, row − column ({way} is better).",
            f"p: {name}.{wording.supposed(test)}",
        ],
        beside=[_number(mean[one]) for one in kept],
        notes=["After each name: its mean."],
        control=result.control, total=len(result.order),
    )  # fmt: skip


def _single(row: SeparateTest, a: float | None, b: float | None) -> Pair:
    """A pair on one measure."""
    lead = NOBODY if row.better is None else ROW if row.better == row.a else COLUMN
    strength = SHOWN if row.winner else AHEAD if row.better else OPEN
    p = _p(row.p_adjusted)
    known = a is not None and b is not None
    difference = float(a or 0) - float(b or 0)
    return Pair(
        row.a, row.b, strength, "", lead.upper() if row.winner else lead,
        (f"{row.wins_a}/{row.ties}/{row.wins_b}", _signed(difference) if known else "", p),
        (f"{row.wins_b}/{row.ties}/{row.wins_a}", _signed(-difference) if known else "", p),
    )  # fmt: skip


def _number(x: float | None) -> str:
    return "" if x is None else wording.significant(x)


def _p(p: float) -> str:
    """A p-value; one of 1 says nothing, and nothing is said."""
    return "" if p >= 0.9995 else f"p {wording.narrow_p(p)}"


def _signed(x: float) -> str:
    """A difference with its sign."""
    text = wording.significant(abs(x), 2)
    return text if x == 0 else f"{'+' if x > 0 else '−'}{text}"
