"""Figures of the tests of each measure alone: effects, rankings, and posteriors of three outcomes.

Effects are Cliff's delta with its interval, better always to the right: of two algorithms a row
for each measure, of more a panel for each measure and a row for each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from jointstats.base import options, wording
from jointstats.base.facts import words_of
from jointstats.base.phrases import assuming, of_single_tests, supposed
from jointstats.drawing import figure_rows
from jointstats.drawing.content import Content, FigureRow, Figures, Scale, better, sense, test_name
from jointstats.drawing.differences import the_two
from jointstats.drawing.document import level
from jointstats.drawing.figure_panels import PAIRS, Panel, Panels, PointInterval
from jointstats.drawing.figure_rankings import Order, Orders, tikz
from jointstats.drawing.figure_rows import FigureRows, balance
from jointstats.drawing.figure_simplex import TRIANGLES, Simplex, posterior, simplex, three
from jointstats.drawing.figure_wins import SHOWN_OR_NOT
from jointstats.drawing.pairs import of_tests
from jointstats.drawing.scales import both_sides, round_up
from jointstats.single.bayes_sign import PRIORS, BayesSignResult, SignedOutcome
from jointstats.single.corrected_t import CorrectedTResult
from jointstats.single.friedman import NEMENYI_LIMITS, FriedmanResult
from jointstats.single.separate import SeparateResult, SeparateTest

_POST_HOC = {
    "exact": "exact sign test, after Holm's correction over all pairs and measures,",
    "nemenyi": "Nemenyi test",
}
R = TypeVar("R")
_RANKS = "Mean ranks over the data sets, 1 is best."


def corrected_differences(result: CorrectedTResult) -> FigureRows:
    """Mean difference of every pair over the folds; of many, the ones that differ most."""
    known = [row for row in result.tests if row.t is not None]
    shown = _largest(known, figure_rows.MOST, lambda row: abs(row.t or 0.0))
    single = len(result.tests) == 1
    way = 1.0 if result.measures[result.measure] == "max" else -1.0
    adjusted = "" if result.p_adjust == "none" or single else f"{result.p_adjust}-adjusted "
    rows = []
    for row in shown:
        low, high = sorted((way * row.low, way * row.high))
        rows.append(
            FigureRow(
                label=f"{row.a} against {row.b}",
                note=f"{adjusted}p {wording.p_value(row.p_adjusted or 0.0)}",
                value=way * row.mean_difference,
                low=low,
                high=high,
                shown=figure_rows.mean_shown(row, way),
                strong=row.winner is not None,
            )
        )
    reach = max([abs(end) for row in rows for end in (row.low, row.high) if end], default=1.0)
    percent = level(result.level)
    note = (
        f"Intervals of {percent}, of each pair alone, by the corrected t test. Filled: shown; "
        "hollow: not."
    )
    return FigureRows(
        title=words_of(result).title(),
        alt=f"Points with {percent} intervals: mean differences over the folds. {result.verdict}",
        notes=(note,),
        rows=tuple(rows),
        more=len(known) - len(shown),
        unit="pair",
        scale=balance(
            round_up(reach),
            f"mean difference of "
            f"{better(result.measure, result.measures[result.measure])}; "
            "positive: the first is better",
            _ends(result.tests),
        ),
    )


def _largest(rows: Sequence[R], most: int, size: Callable[[R], float]) -> list[R]:
    """All rows, in their sequence; of more than `most`, the largest."""
    return list(rows) if len(rows) <= most else sorted(rows, key=size, reverse=True)[:most]


def _surety(row: SignedOutcome) -> float:
    """How probable the leading outcome is."""
    return max(row.probabilities)


def effects(result: SeparateResult) -> Content:
    """Cliff's delta of separate tests; of many pairs, the ones that differ most."""
    tests, name = result.tests, test_name(result.test)
    decided = sum(row.winner is not None for row in tests)
    note = f"Filled: shown by the {name}, {wording.corrected(result.p_adjust)}; hollow: not shown."
    said = Content(
        of_single_tests(tests, result.measures, result.test),
        f"Points with intervals of about {level(result.level)}: Cliff's delta of each measure; "
        f"{decided} of {len(tests)} differences are shown by the {name}.",
        (f"{note}{supposed(result.test)}",),
    )
    known = [row for row in tests if row.cliffs_delta is not None]
    one = len({(row.a, row.b) for row in known}) <= 1
    return _one_pair(result, known, said) if one else _pairs(result, known, said)


def shares_of_signs(result: BayesSignResult) -> FigureRows:
    """Expected share of the leading outcome of every difference; of many, the surest."""
    shown = _largest(result.tests, figure_rows.MOST, _surety)
    pairs = {frozenset((row.a, row.b)) for row in shown}
    rows = []
    for row in shown:
        label = _outcome(row, alone=len(pairs) == 1)
        note = f"probability {wording.probability(_surety(row))}"
        share, low, high = row.shares[row.leading]
        rows.append(FigureRow.of_share(label, note, share, low, high, strong=row.decided))
    reached = f"the most common outcome with probability of at least {1 - result.alpha:g}"
    return FigureRows(
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


def _one_pair(result: SeparateResult, known: Sequence[SeparateTest], said: Content) -> FigureRows:
    turned = _turned(known)
    cells = [_cell(row, turned) for row in known]
    rows = [
        FigureRow(
            label=wording.measure(row.measure, result.measures[row.measure]),
            note=_note(row, result.p_adjust),
            value=value or 0.0,
            low=low,
            high=high,
            shown=f"{value:+.2f}".replace("-", "−"),
            strong=strong,
        )
        for row, (value, low, high, strong) in zip(known[: figure_rows.MOST], cells, strict=False)
    ]
    left, right = _ends(known)
    limit = _limit([cell[:3] for cell in cells])
    return FigureRows(
        **vars(said),
        rows=tuple(rows),
        scale=balance(limit, "Cliff's delta", (right, left) if turned else (left, right)),
        more=len(known) - len(rows),
        unit="measure",
    )


def _ends(tests: Sequence[Any]) -> tuple[str, str]:
    """The better algorithm at the left and at the right, if all rows have the same."""
    pairs = {(row.b, row.a) for row in tests}
    return pairs.pop() if len(pairs) == 1 else ("second", "first")


def _pairs(result: SeparateResult, known: Sequence[SeparateTest], said: Content) -> Panels:
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
    drawn = [_cell(row, False)[:3] for pair in shown for row in by_pair[pair].values()]
    ruler = both_sides("", _limit(drawn), signed=True)
    panels = []
    for measure, way in result.measures.items():
        cells = [
            _cell(by_pair[pair].get(measure), turn)
            for pair, turn in zip(shown, turned, strict=True)
        ]
        panels.append(Panel.of(measure, way, ruler, cells))
    return Panels(
        title=said.title,
        alt=said.alt,
        notes=("Row: first / second algorithm; right of zero the first is better.", *said.notes),
        names=tuple(names),
        panels=tuple(panels),
        label="Cliff's delta",
        more=len(by_pair) - len(shown),
    )


def _limit(cells: Sequence[tuple[float | None, ...]]) -> float:
    """The end of an axis that holds all points and intervals."""
    return min(1.0, round_up(max((abs(end) for ends in cells for end in ends if end), default=1)))


def _cell(row: SeparateTest | None, turned: bool) -> PointInterval:
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


def _delta(row: SeparateTest) -> float:
    """Cliff's delta of a row that has one."""
    return 0.0 if row.cliffs_delta is None else float(row.cliffs_delta)


def _note(row: SeparateTest, p_adjust: str) -> str:
    ties = f", {wording.plural(row.ties, 'tie')}" if row.ties else ""
    p = wording.p_value(row.p_adjusted)
    corrected = "" if p_adjust == "none" else "corrected "
    return f"better on {row.wins_a}–{row.wins_b}{ties}; {corrected}p {p}"


def friedman(result: FriedmanResult) -> Orders:
    """The rankings of Friedman's test; Nemenyi's pairs have a critical difference."""
    note = _RANKS
    if result.post_hoc in _POST_HOC:
        note += (
            f" A bar joins algorithms that the {_POST_HOC[result.post_hoc]} cannot tell apart at "
            f"{result.alpha:g}; of a bar with dots, only those with a dot."
        )
    if result.critical_difference is not None:
        note += f" CD: its critical difference, {result.critical_difference:.2f}. {NEMENYI_LIMITS}."
    orders = tuple(
        Order(
            measure,
            f"{sense(result.measures[measure])} is better",
            tuple(ranking.order),
            tuple(ranking.mean_ranks),
            tuple(map(tuple, ranking.groups)),
        )
        for measure, ranking in result.rankings.items()
    )
    critical, said = result.critical_difference, words_of(result).title("rankings")
    firsts = [f"{order.algorithms[0]} on {order.measure}" for order in orders]
    return Orders(
        title=said,
        alt=f"Mean ranks by measure; first: {wording.listing(firsts)}. {result.verdict}",
        notes=(note,),
        orders=orders,
        critical=critical,
        tikz=tikz(orders, critical, f"{said}. {note}"),
    )


def posteriors(
    result: BayesSignResult,
    pair: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
) -> Simplex:
    """The posterior of every pair and measure with a rope; of many, the surest.

    Parameters
    ----------
    result : BayesSignResult
    pair : sequence of two str, optional
        Only these two.
    measures : sequence of str, optional
        Only these.
    """
    on = options.known_names("measure", measures or list(result.measures), list(result.measures))
    rows = [row for row in result.tests if result.rope[row.measure] > 0 and row.measure in on]
    if pair is not None:
        names = the_two("algorithm", "pair", pair, result.algorithms)
        rows = [row for row in rows if {row.a, row.b} == set(names)]
    drawn = _largest(rows, TRIANGLES, _surety)
    single = len({(row.a, row.b) for row in drawn}) == 1
    shown = [row for row in rows if row.decided]
    left = len(rows) - len(drawn)
    reached = f"probability of at least {1 - result.alpha:g}"
    return simplex(
        title=_title(rows, shown, reached),
        triangles=[
            posterior(
                row.measure if single else f"{row.a} and {row.b}: {row.measure}",
                (row.a, row.b),
                (row.wins_a, row.ties, row.wins_b),
                result.prior_strength * np.array(PRIORS[row.prior]),
                row.probabilities,
                shown=row.decided,
            )
            for row in drawn
        ],
        notes=[f"Bold: {reached}." if shown else f"No outcome has a {reached}."],
        more=[f"{wording.plural(left, 'less certain outcome')} left out."] if left else [],
    )


def _title(rows: Sequence[SignedOutcome], shown: Sequence[SignedOutcome], reached: str) -> str:
    """The one outcome, or how many reach the limit."""
    if len(rows) > 1:
        has = "has" if len(shown) == 1 else "have"
        return (
            f"Better, practically equal or worse: {len(shown) or 'none'} of {len(rows)} "
            f"{has} a {reached}"
        )
    (row,) = rows
    said = (
        f"{row.a} is better than {row.b} on {row.measure}",
        f"{row.a} and {row.b} are practically equal on {row.measure}",
        f"{row.b} is better than {row.a} on {row.measure}",
    )[row.leading]
    return f"{said}: {'' if row.decided else 'no '}{reached}"


# --- which figures there are ---------------------------------------------------------------------


def of_separate(result: SeparateResult) -> Figures:
    """Effects, and all pairs."""
    effects_of: Figures = {"effects": partial(effects, result)}
    return _rows_or_pairs(result, effects_of, assuming(result.test))


def of_bayes_sign(result: BayesSignResult) -> Figures:
    """The posterior where there are three outcomes; otherwise shares of wins."""
    if three(result):
        rows: Figures = {"posterior": partial(posteriors, result)}
    else:
        rows = {"effects": partial(shares_of_signs, result)}
    reaches = f"reaches P = {1 - result.alpha:g}", "below it"  # not "shown": it keeps no error rate
    return _rows_or_pairs(result, rows, "Bayesian sign test", reaches)


def of_corrected_t(result: CorrectedTResult) -> Figures:
    """Mean differences, unless the folds do not differ at all; and all pairs."""
    known = any(row.t is not None for row in result.tests)
    rows: Figures = {"effects": partial(corrected_differences, result)} if known else {}
    return _rows_or_pairs(result, rows, "corrected t test")


def of_friedman(result: FriedmanResult) -> Figures:
    """The rankings."""
    return {"rankings": partial(friedman, result)}


def _rows_or_pairs(
    result: Any, rows: Figures, name: str, decides: tuple[str, str] = SHOWN_OR_NOT
) -> Figures:
    """A row per difference, and of more than two all pairs: first what can be read better."""
    every: Figures = {"wins": partial(of_tests, result, result.tests, name, decides)}
    if len(result.algorithms) == 2 and rows:
        return rows
    return rows | every if len(result.tests) <= figure_rows.MOST else every | rows
