"""Effect sizes of the separate tests: Cliff's delta with its interval, better always to the right.

Of two algorithms a row for each measure; of more a panel for each measure and a row for each pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.base import wording
from jointstats.base.worded import words_of
from jointstats.claims.comparison import Comparison
from jointstats.claims.words_pairs import clause
from jointstats.drawing import content
from jointstats.drawing.content import Content, Row, Rows, Scale
from jointstats.drawing.pieces import level
from jointstats.single.bayes_sign import BayesSignResult, SignedOutcome
from jointstats.single.corrected_t import CorrectedT
from jointstats.single.kernel_paired import cliffs_deltas
from jointstats.single.separate import LEVEL, SeparateTest
from jointstats.single.words import of_single_tests
from jointstats.table.results_table import ResultsTable

MOST = 12  # rows that can still be read
PAIRS = 21  # rows of a panel: all pairs of seven algorithms
Cell = tuple[float | None, float | None, float | None, bool]


@dataclass(frozen=True)
class Panel:
    """One measure: a point with an interval in each row, None where there is none.

    ``direction`` is "higher is better" or so; ``strong``: shown by the test.
    """

    measure: str
    direction: str
    value: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    strong: tuple[bool, ...]


@dataclass(frozen=True)
class Panels(Content):
    """The same rows on several measures, side by side.

    Attributes
    ----------
    names : tuple of str
        Of the rows.
    panels : tuple of Panel
    ends : tuple of str
        What a point at the left and at the right of zero means.
    label : str
        Of all panels' axes.
    limit : float
        Where they end on both sides.
    more : int
        Rows that are left out already.
    """

    kind = "panels"
    layout = "drawing.panels"

    names: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    ends: tuple[str, str] = ("second better", "first better")
    label: str = ""
    limit: float = 1.0
    more: int = 0


def effects(
    tests: Sequence[SeparateTest],
    measures: dict[str, str],
    p_adjust: str,
    test: str,
    coverage: float = LEVEL,
) -> Content:
    """Cliff's delta of these tests; of many pairs, the ones that differ most."""
    name = content.test_name(test)
    decided = sum(row.winner is not None for row in tests)
    title = of_single_tests(tests, measures, test)
    alt = (
        f"Points with intervals of about {level(coverage)}: Cliff's delta of each measure; "
        f"{decided} of {len(tests)} differences are shown by the {name}."
    )
    note = f"Filled: shown by the {name}, {wording.corrected(p_adjust)}; hollow: not shown."
    note += wording.supposed(test)
    known = [row for row in tests if row.cliffs_delta is not None]
    if len({(row.a, row.b) for row in known}) <= 1:
        return _one_pair(known, measures, p_adjust, Content(title, alt, (note,)))
    return _pairs(known, measures, Content(title, alt, (note,)))


def of_comparison(result: Comparison, table: ResultsTable) -> Rows:
    """Cliff's delta of two algorithms on each measure, and the measures on which one is better."""
    (row,) = result.pairs
    a, b = row.names
    values, rows = table.known(), []
    for k, name in enumerate(result.measures):
        first, second = (values[:, k, table.algorithms.index(name)] for name in (a, b))
        there = ~(np.isnan(first) | np.isnan(second))
        if not there.any():
            continue
        delta, low, high = (
            float(bound[0]) for bound in cliffs_deltas([first[there]], [second[there]], LEVEL)
        )
        p = min(row.p_a[name], row.p_b[name])
        unknown = f", {row.unknown[name]} unknown" if row.unknown[name] else ""
        label = wording.measure(name, result.measures[name])
        note = f"better on {row.wins(a)[name]}–{row.wins(b)[name]}{unknown}; corrected p "
        ends_of = (None if np.isnan(low) else low, None if np.isnan(high) else high)
        strong = name in row.better_a or name in row.better_b
        rows.append(_row(label, note + wording.p_value(p), (delta, *ends_of, strong)))
    said = Content(
        words_of(result).title("effects"),
        f"Points with intervals of about {level(LEVEL)}: Cliff's delta of each measure. "
        f"{clause(row)}.",
        (
            f"Counts: data sets on which {a} is better, and {b}. Filled: shown to be better more "
            "often; hollow: not shown.",
        ),
    )
    return _by_measure(rows, (b, a), said)


def _row(label: str, note: str, cell: Cell) -> Row:
    """Cliff's delta of a measure, with its sign."""
    value, low, high, strong = cell
    shown = f"{value:+.2f}".replace("-", "−")
    return Row(label, note, value or 0.0, low, high, shown, strong)


def _by_measure(rows: Sequence[Row], ends: tuple[str, str], said: Content) -> Rows:
    """Two algorithms: a row for each measure."""
    limit = _limit([(row.value, row.low, row.high) for row in rows])
    return Rows(
        said.title, said.alt, said.notes, tuple(rows[:MOST]), balance(limit, "Cliff's delta", ends),
        more=max(len(rows) - MOST, 0), unit="measure",
    )  # fmt: skip


def of_signs(result: BayesSignResult) -> Rows:
    """Expected share of the leading outcome of every difference; of many, the surest."""
    shown = list(result.tests)
    if len(shown) > MOST:
        shown = sorted(shown, key=lambda row: -max(row.probabilities))[:MOST]
    pairs = {frozenset((row.a, row.b)) for row in shown}
    rows = []
    for row in shown:
        label = _outcome(row, alone=len(pairs) == 1)
        note = f"probability {wording.probability(max(row.probabilities))}"
        share, low, high = row.shares[row.leading]
        rows.append(Row.of_share(label, note, share, low, high, strong=row.decided))
    reached = f"the most common outcome with probability of at least {1 - result.alpha:g}"
    return Rows(
        title=words_of(result).title(),
        alt=f"Points with intervals: expected share of data sets. {result.verdict}",
        notes=(f"Filled: {reached}.",),
        rows=tuple(rows),
        more=len(result.tests) - len(shown),
        unit="difference",
        scale=Scale(0, 1, "expected share of data sets", 0.5, "half"),
    )


def _outcome(row: SignedOutcome, *, alone: bool) -> str:
    """The better algorithm on each measure."""
    first, second = (row.a, row.b) if row.leading == 0 else (row.b, row.a)
    return f"{row.measure}: {first} better{'' if alone else f' than {second}'}"


def _one_pair(
    known: Sequence[SeparateTest], measures: dict[str, str], p_adjust: str, said: Content
) -> Rows:
    turned = _turned(known)
    rows = [
        _row(
            wording.measure(row.measure, measures[row.measure]),
            _note(row, p_adjust),
            _cell(row, turned),
        )
        for row in known
    ]
    left, right = ends(known)
    return _by_measure(rows, (right, left) if turned else (left, right), said)


def _pairs(known: Sequence[SeparateTest], measures: Mapping[str, str], said: Content) -> Panels:
    """The pairs that differ most on any measure; first in a pair is who is better on more."""
    by_pair: dict[tuple[str, str], dict[str, SeparateTest]] = {}
    for row in known:
        by_pair.setdefault((row.a, row.b), {})[row.measure] = row
    reach = {pair: max(abs(_delta(row)) for row in rows.values()) for pair, rows in by_pair.items()}
    shown = sorted(by_pair, key=lambda pair: -reach[pair])[:PAIRS]
    turned = [_turned(list(by_pair[pair].values())) for pair in shown]
    names = [
        f"{b} / {a}" if turn else f"{a} / {b}" for (a, b), turn in zip(shown, turned, strict=True)
    ]
    panels = []
    drawn = [row for pair in shown for row in by_pair[pair].values()]
    for measure, way in measures.items():
        cells = [
            _cell(by_pair[pair].get(measure), turn)
            for pair, turn in zip(shown, turned, strict=True)
        ]
        value, low, high, strong = zip(*cells, strict=True)
        panels.append(Panel(measure, f"{content.sense(way)} is better", value, low, high, strong))
    return Panels(
        title=said.title,
        alt=said.alt,
        notes=("Row: first / second algorithm; right of zero the first is better.", *said.notes),
        names=tuple(names),
        panels=tuple(panels),
        label="Cliff's delta",
        limit=_limit([_cell(row, False)[:3] for row in drawn]),
        more=len(by_pair) - len(shown),
    )


def _cell(row: SeparateTest | None, turned: bool) -> Cell:
    """Point, interval and whether it is shown, from the other side if it is turned."""
    if row is None:
        return None, None, None, False
    value, low, high = _delta(row), row.cliffs_low, row.cliffs_high
    if turned:
        value = -value
        low, high = (None if high is None else -high), (None if low is None else -low)
    return value, low, high, row.winner is not None


def _turned(rows: Sequence[SeparateTest]) -> bool:
    """Whether the second of a pair is better on more measures: it is then named first."""
    return sum((_delta(row) > 0) - (_delta(row) < 0) for row in rows) < 0


def _limit(rows: Sequence[tuple[float | None, ...]]) -> float:
    """The end of an axis that holds all points and intervals."""
    return min(1.0, round_up(max((abs(end) for ends in rows for end in ends if end), default=1)))


def balance(limit: float, label: str, ends: tuple[str, str]) -> Scale:
    """As far to the left as to the right of zero, and a little beyond the last ticks."""
    end = float(limit)
    ticks = (-end, -end / 2, 0.0, end / 2, end)
    beyond = round(1.04 * end, 12)
    return Scale(-beyond, beyond, label, ticks=ticks, ends=ends, zero=True)


_FARTHEST = 8e307  # an axis from minus this to this is no longer than the largest number


def round_up(reach: float) -> float:
    """The next number with one digit whose half has one, too: ends of an axis that read well."""
    reach = min(reach, _FARTHEST)
    unit = float(10 ** np.floor(np.log10(reach))) if reach > 0 else 1.0
    return next(step * unit for step in (1, 2, 4, 6, 8, 10, 20) if step * unit >= reach - 1e-12)


def _delta(row: SeparateTest) -> float:
    """Cliff's delta of a row that has one."""
    return 0.0 if row.cliffs_delta is None else float(row.cliffs_delta)


def ends(tests: Sequence[SeparateTest | CorrectedT]) -> tuple[str, str]:
    """The better algorithm at the left and at the right, if all rows have the same."""
    pairs = {(row.b, row.a) for row in tests}
    return pairs.pop() if len(pairs) == 1 else ("second", "first")


def _note(row: SeparateTest, p_adjust: str) -> str:
    ties = f", {wording.plural(row.ties, 'tie')}" if row.ties else ""
    p = wording.p_value(row.p_adjusted)
    corrected = "" if p_adjust == "none" else "corrected "
    return f"better on {row.wins_a}–{row.wins_b}{ties}; {corrected}p {p}"
