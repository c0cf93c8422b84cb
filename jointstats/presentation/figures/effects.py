"""Effect sizes of the separate tests: Cliff's delta with its interval, a row per difference."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.single.corrected_t import CorrectedT
from jointstats.labelled.single.separate import LEVEL, SeparateTest
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.presentation.pieces import level
from jointstats.words import titles

MOST = 12  # rows that can still be read


def effects(
    tests: Sequence[SeparateTest],
    measures: dict[str, str],
    p_adjust: str,
    test: str,
    coverage: float = LEVEL,
) -> Rows:
    """Cliff's delta of these tests; of many, the ones that differ most."""
    known = [(row, row.cliffs_delta) for row in tests if row.cliffs_delta is not None]
    shown = known
    if len(known) > MOST:
        shown = sorted(known, key=lambda one: -abs(one[1]))[:MOST]
    one = len({(row.a, row.b) for row in tests}) == 1
    rows = [
        Row(
            label=label(row, measures, one),
            note=_note(row, p_adjust, one),
            value=delta,
            low=row.cliffs_low,
            high=row.cliffs_high,
            strong=row.winner is not None,
        )
        for row, delta in shown
    ]
    name = words.test_name(test)
    decided = sum(row.winner is not None for row in tests)
    notes = [f"Filled: shown by the {name}, {wording.corrected(p_adjust)}; hollow: not shown."]
    if len(known) > len(shown):
        notes.append(f"{len(known) - len(shown)} smaller differences are left out.")
    return Rows(
        title=titles.of_single_tests(tests, measures, test),
        alt=f"Points with {level(coverage)} intervals: Cliff's delta of each measure; {decided} of "
        f"{len(tests)} differences are shown by the {name}.",
        notes=tuple(notes),
        rows=tuple(rows),
        scale=Scale(
            -1, 1, "Cliff's delta", ticks=(-1, -0.5, 0, 0.5, 1), ends=ends(tests), zero=True
        ),
    )


def ends(tests: Sequence[SeparateTest | CorrectedT]) -> tuple[str, str]:
    """Who is better to the left and to the right: names, if all rows have the same."""
    pairs = {(row.b, row.a) for row in tests}
    return pairs.pop() if len(pairs) == 1 else ("second", "first")


def label(row: SeparateTest, measures: dict[str, str], one: bool) -> str:
    """The measure, and the pair unless there is only one."""
    measure = words.better(row.measure, measures[row.measure])
    return measure if one else f"{row.a} against {row.b}: {measure}"


def _note(row: SeparateTest, p_adjust: str, one: bool) -> str:
    ties = f", {wording.plural(row.ties, 'tie')}" if row.ties else ""
    p = wording.p_value(row.p_adjusted)
    p = f"p {p}" if p_adjust == "none" else f"corrected p {p}"
    if not one:
        return f"wins {row.wins_a}–{row.wins_b}{ties}; {p}"
    said = f"{row.winner} better" if row.winner else "not shown"
    return f"{row.a} wins {row.wins_a}, {row.b} wins {row.wins_b}{ties}; {p}: {said}"
