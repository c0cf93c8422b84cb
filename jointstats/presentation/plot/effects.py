"""Effect sizes of the separate tests: Cliff's delta with its interval, a row per difference."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.single.separate import SeparateResult
from jointstats.presentation.plot import rows
from jointstats.presentation.plot.rows import Row, Scale
from jointstats.presentation.plot.style import Drawing, better

MOST = 12  # rows that can still be read


def effects(result: SeparateResult) -> Drawing:
    """Cliff's delta of every pair and measure."""
    return of_tests(result.tests, result.measures, result.p_adjust, result.test)


def of_tests(
    tests: list[dict[str, Any]], measures: dict[str, str], p_adjust: str, test: str
) -> Drawing:
    """Cliff's delta of these tests; of many, the ones that differ most."""
    known = [row for row in tests if row["cliffs_delta"] is not None]
    shown = known
    if len(known) > MOST:
        shown = sorted(known, key=lambda row: -abs(row["cliffs_delta"]))[:MOST]
    pairs = {(row["a"], row["b"]) for row in tests}
    one = len(pairs) == 1
    lines = [
        Row(
            label=_label(row, measures, one),
            note=_note(row, p_adjust, one),
            value=row["cliffs_delta"],
            low=row["cliffs_low"],
            high=row["cliffs_high"],
            strong=row["winner"] is not None,
        )
        for row in shown
    ]
    name = {"sign": "sign test", "wilcoxon": "Wilcoxon test"}.get(test, test)
    decided = sum(row["winner"] is not None for row in tests)
    ends = (tests[0]["b"], tests[0]["a"]) if one else ("second", "first")
    left = len(known) - len(shown)
    foot = f"Filled: decided by the {name} ({p_adjust}); hollow: not decided."
    if left:
        foot += f" {left} smaller differences are left out."
    return rows.drawing(
        lines,
        Scale(-1, 1, "Cliff's delta", ticks=(-1, -0.5, 0, 0.5, 1), ends=ends, zero=True),
        f"Each measure alone: {decided} of {wording.plural(len(tests), 'difference')} decided",
        f"Points with 95 % intervals: Cliff's delta of each measure; {decided} of {len(tests)} "
        f"differences are decided by the {name}.",
        bars=False,
        footnote=foot,
    )


def _label(row: dict[str, Any], measures: dict[str, str], one: bool) -> str:
    if one:
        return better(row["measure"], measures[row["measure"]])
    return f"{row['a']} against {row['b']}: {better(row['measure'], measures[row['measure']])}"


def _note(row: dict[str, Any], p_adjust: str, one: bool) -> str:
    ties = f", {wording.plural(row['ties'], 'tie')}" if row["ties"] else ""
    p = wording.p_value(row["p_adjusted"])
    p = f"p {p}" if p_adjust == "none" else f"{p_adjust}-adjusted p {p}"
    if not one:
        return f"wins {row['wins_a']}–{row['wins_b']}{ties}; {p}"
    said = f"{row['winner']} better" if row["winner"] else "not decided"
    return f"{row['a']} wins {row['wins_a']}, {row['b']} wins {row['wins_b']}{ties}; {p}: {said}"
