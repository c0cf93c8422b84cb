"""Every pair of algorithms: the joint test beside the separate ones, as a matrix or a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.normal.manova import ManovaResult
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Cell, Pairs, Tile

Tests = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Joint:
    """A joint test of every pair: its rows, its name in words, how its p-values are adjusted."""

    rows: Tests
    name: str
    p_adjust: str


def pairwise(result: PairwiseResult) -> Pairs:
    """One pairwise test."""
    name = words.test_name(result.test_name)
    if result.pairs and "measure" not in result.pairs[0]:
        joint = Joint(result.pairs, name, result.p_adjust)
        return beside(result.algorithms, result.measures, joint, control=result.control)
    return beside(
        result.algorithms, result.measures, None, result.pairs, name, control=result.control
    )


def means(result: ManovaResult) -> Pairs:
    """Hotelling's test of every pair above the diagonal, t tests of each measure below it."""
    rows = []
    for row in result.pairs:
        order = {
            name: [row["a"], row["b"]]
            if (difference > 0) == (result.measures[name] == "max")
            else [row["b"], row["a"]]
            for name, difference in row["mean_difference"].items()
        }
        rows.append(row | {"order": order})
    joint = Joint(rows, words.test_name("hotelling"), result.p_adjust)
    name = "t tests" if result.p_adjust == "none" else f"t tests, {result.p_adjust}"
    return beside(result.algorithms, result.measures, joint, result.singles, name)


def beside(
    algorithms: Sequence[str],
    measures: Mapping[str, str],
    joint: Joint | None,
    tests: Tests = (),
    separate_test: str = "",
    control: str | None = None,
) -> Pairs:
    """The joint test of every pair above the diagonal, the separate tests below it.

    Parameters
    ----------
    algorithms : sequence of str
    measures : mapping
    joint : Joint or None
    tests : sequence of dict
        Rows of a separate test: ``a``, ``b``, ``measure``, ``winner``, and perhaps ``equivalent``.
    separate_test : str
        Its name in words.
    control : str, optional
        If given, its pairs are listed instead.
    """
    letter, listed = words.letters(algorithms), control is not None
    place = {name: i for i, name in enumerate(algorithms)}

    def pair(row: dict[str, Any]) -> tuple[str, str]:
        """In a matrix, the algorithm of the upper row first."""
        a, b = row["a"], row["b"]
        return (b, a) if not listed and place[b] < place[a] else (a, b)

    rows = joint.rows if joint is not None else ()
    cells = tuple(_cell(row, pair(row), letter) for row in rows)
    return Pairs(
        title=f"Every pair, {'on all measures at once' if rows else 'measure by measure'}",
        alt=_alt(rows, tests),
        notes=_legend(measures, joint, tests, separate_test, listed, cells),
        algorithms=tuple(algorithms),
        letters=tuple(letter.values()),
        measures=tuple(measures),
        cells=cells,
        tiles=tuple(_tile(row, pair(row), letter) for row in tests),
        listed=listed,
    )


def _cell(tested: dict[str, Any], pair: tuple[str, str], letter: Mapping[str, str]) -> Cell:
    leader, said = _leader(tested, pair[0], letter)
    return Cell(*pair, leader, said, _number(tested), bool(tested["decided"]))


def _leader(tested: dict[str, Any], row: str, letter: Mapping[str, str]) -> tuple[str, str]:
    order = tested.get("order")
    if order is None:
        name = tested.get("winner") or tested.get("better")
        firsts = [] if name is None else [name]
    else:
        firsts = [names[0] for names in order.values()]
    if not firsts:
        return "nobody", "="
    if len(set(firsts)) == 1:
        return ("row" if firsts[0] == row else "column"), letter[firsts[0]]
    counted = sorted({(-firsts.count(name), letter[name]) for name in firsts})
    return "both", " ".join(f"{of}{-n}" for n, of in counted)


def _number(tested: dict[str, Any]) -> str:
    """Probability, or adjusted p-value, in three decimals and never a false 0 or 1."""
    is_p = "probability" not in tested
    value = tested["p_adjusted"] if is_p else tested["probability"]
    return "" if value is None else wording.three_decimals(float(value), p_value=is_p)


def _tile(tested: dict[str, Any], pair: tuple[str, str], letter: Mapping[str, str]) -> Tile:
    winner = tested["winner"]
    who = "nobody" if winner is None else "row" if winner == pair[0] else "column"
    nobody = "=" if tested.get("equivalent") else "·"
    return Tile(*pair, tested["measure"], who, nobody if winner is None else letter[winner])


def _legend(
    measures: Mapping[str, str],
    joint: Joint | None,
    tests: Tests,
    separate_test: str,
    listed: bool,
    cells: Sequence[Cell],
) -> tuple[str, ...]:
    numbered = ", ".join(
        f"{i} {name} ({words.sense(way)})" for i, (name, way) in enumerate(measures.items(), 1)
    )
    lines = []
    if joint is not None:
        probable = joint.rows and "probability" in joint.rows[0]
        value = "probability" if probable else wording.adjusted_p(joint.p_adjust)
        where = "Wide cell" if listed else "Above the diagonal"
        lines.append(
            f"{where}: all measures at once ({joint.name}); letter of the leader, {value}. "
            f"{_shared(cells)}".strip()
        )
    if separate_test:
        where = "Small tiles" if listed else "Below the diagonal" if joint else "Tiles"
        equal = "; =: practically equivalent" if any("equivalent" in row for row in tests) else ""
        lines.append(f"{where}: each measure alone ({separate_test}); ·: not decided{equal}.")
        lines.append(f"Tiles, from the left and then down, with what is better: {numbered}.")
    else:
        lines.append(f"Measures, with what is better: {numbered}.")
    return tuple(lines)


def _shared(cells: Sequence[Cell]) -> str:
    """What a cell without one leader says, with an example of this figure."""
    said = [cell.said for cell in cells]
    split = next((one for one in said if " " in one), None)
    parts = []
    if split is not None:
        (a, on_a), (b, on_b) = re.findall(r"(\D+)(\d+)", split.replace(" ", ""))
        parts.append(f"{split}: {a} leads on {on_a} of the measures and {b} on {on_b}.")
    if "=" in said:
        parts.append("=: tied.")
    return " ".join(parts)


def _alt(joint: Tests, tests: Tests) -> str:
    parts = []
    if joint:
        won = sum(bool(row["decided"]) for row in joint)
        parts.append(f"{won} of {wording.plural(len(joint), 'pair')} are decided jointly")
    if tests:
        won = sum(row["winner"] is not None or bool(row.get("equivalent")) for row in tests)
        parts.append(f"{won} of {len(tests)} differences are decided measure by measure")
    return f"Matrix of pairs: {'; '.join(parts)}. The tables hold the same numbers."
