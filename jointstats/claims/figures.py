"""Figures of comparisons, leaderboards, claims and tables: which there are, and their contents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from jointstats.base import wording
from jointstats.base.facts import figures_beside, words_of
from jointstats.base.phrases import jointly as jointly_sure
from jointstats.base.phrases import more_than
from jointstats.claims import compared_pair as compared
from jointstats.claims.break_even_result import BreakEvenResult
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.compared_pair import TRADE_OFF, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.figure_break_even import prices
from jointstats.claims.figure_claim import claim
from jointstats.claims.figure_effects import effects, has_sizes, middles
from jointstats.claims.figure_league import league
from jointstats.claims.figure_winmap import possible, win_map
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.watch_result import WatchResult
from jointstats.claims.words_pairs import jointly
from jointstats.claims.words_several import states
from jointstats.drawing import figure_wins as matrix
from jointstats.drawing.content import Axis, Content, Curve, FigureRow, Figures, Scale
from jointstats.drawing.differences import (
    Differences,
    Quadrant,
    QuadrantAnswer,
    beside_quadrant,
    quadrant_of,
    quadrant_of_table,
)
from jointstats.drawing.document import FIRST, between, level
from jointstats.drawing.figure_curves import Curves
from jointstats.drawing.figure_panels import Panel, Panels, results
from jointstats.drawing.figure_rows import FigureRows
from jointstats.drawing.figure_simplex import TRIANGLES, Simplex, posterior, simplex, three
from jointstats.drawing.pairs import Pair, first_algorithms, wins
from jointstats.drawing.scales import Ruler
from jointstats.evidence import dirichlet
from jointstats.single.bayes_sign import PRIORS
from jointstats.table.results_table import ResultsTable


def ranks(board: LeaderboardResult) -> Panels:
    """Mean ranks of a leaderboard's first algorithms, and the ranks that the claims leave open."""
    rows, l = board.board[:FIRST], len(board.board)
    ticks = _rank_ticks(l)
    marks = tuple(f"{tick:g}" for tick in ticks)
    ruler = Ruler("", "", 1.0, float(max(l, 2)), ticks, marks)
    best = {name: min(row.mean_rank[name] for row in rows) for name in board.measures}
    title = words_of(board).title("ranks")
    return Panels(
        title=title,
        alt=f"Points: mean ranks of {len(rows)} algorithms on "
        f"{wording.listing(list(board.measures))}; bars: the ranks that remain possible. {title}.",
        notes=(
            "Point: mean rank over the data sets. Bar: the ranks that the claims do not exclude; "
            f"all bars hold {jointly_sure(board)}.",
        ),
        names=tuple(row.algorithm for row in rows),
        bold=tuple(row.unbeaten for row in rows),
        panels=tuple(
            Panel(
                measure=name,
                direction="",
                ruler=ruler,
                value=tuple(row.mean_rank[name] for row in rows),
                low=tuple(float(row.rank_low.get(name, 1)) for row in rows),
                high=tuple(float(row.rank_high.get(name, l)) for row in rows),
                strong=tuple(row.mean_rank[name] == best[name] for row in rows),
                shown=tuple(f"{row.mean_rank[name]:.1f}" for row in rows),
            )
            for name in board.measures
        ),
        label="rank, 1 is best",
        differences=False,
        more=l - len(rows),
        unit="algorithm",
    )


def _rank_ticks(l: int) -> tuple[float, ...]:
    """The first rank, the last, and round ones between them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, l) if l / step <= 6)
    between = [k for k in range(step, l, step) if k > 1 and l - k >= step / 2]
    return tuple(float(k) for k in dict.fromkeys([1, *between, l]))


def states_of_pairs(result: Comparison) -> matrix.Wins:
    """The state of each pair, and on how many data sets each of the two is better."""
    first = first_algorithms(result.order, result.control)
    rows = between(result.pairs, frozenset(first))
    ways = {name: result.measures.get(name, "") for name in result.questions}
    number = f"Number: data sets on which the row’s algorithm is {jointly(rows)}, and the other."
    drawn = wins(result, map(_compared, rows), first, measures=ways, number=number)
    return replace(drawn, alt=f"The states of {states(result.pairs)}.")


def _compared(row: ComparedPair) -> Pair:
    """One pair of a comparison, seen from its first algorithm."""
    mine, theirs = row.dominates_a, row.dominates_b
    if len(row.measures) == 1:
        ((mine, theirs),) = zip(row.wins_a.values(), row.wins_b.values(), strict=True)
    stripes = "".join(_stripe(row, measure) for measure in row.measures)
    numbers = f"{mine}–{theirs}", f"{theirs}–{mine}"
    return Pair(row.a, row.b, _strength(row), sign_of_state(row), stripes, *numbers)


def _strength(row: ComparedPair) -> str:
    """Framed are the states of all measures together; of the others the stripes tell."""
    if row.state == compared.OPEN:
        return matrix.OPEN
    return (
        matrix.SHOWN
        if row.state in (compared.WINS, compared.TRADE_OFF, compared.PRACTICALLY_EQUAL)
        else matrix.EACH
    )


def sign_of_state(row: ComparedPair) -> str:
    """The state of a pair, seen from the first algorithm."""
    if row.state == compared.WINS:
        return matrix.WON if row.winner == row.a else matrix.LOST
    return {compared.TRADE_OFF: matrix.TRADE, compared.PRACTICALLY_EQUAL: matrix.ALIKE}.get(
        row.state, ""
    )


def _stripe(row: ComparedPair, measure: str) -> str:
    """The algorithm that is shown to be better on a measure, or better more often."""
    for name, code in ((row.a, matrix.ROW), (row.b, matrix.COLUMN)):
        if measure in row.ahead(name):
            return code.upper()
    if measure in row.equal:
        return matrix.EQUAL.upper()
    won, lost = row.wins_a[measure], row.wins_b[measure]
    if row.ties[measure] > max(won, lost):
        return matrix.EQUAL
    return matrix.NOBODY if won == lost else matrix.ROW if won > lost else matrix.COLUMN


def shown_in_quadrant(result: Comparison, compared: Differences) -> QuadrantAnswer:
    """What a comparison shows of the two, and between what their median differences are."""
    (row,) = result.pairs
    places = middles(result, row, compared)
    bounds = f"Box: bounds of both medians, jointly with {level(1 - result.alpha)} confidence."
    said = bounds if places else ""
    return replace(_shown_jointly(result, row, compared), middles=places, said_of_middles=said)


def _shown_jointly(result: Comparison, row: ComparedPair, compared: Differences) -> QuadrantAnswer:
    """A trade-off, or what the joint claim is about."""
    if result.groups or set(compared.measures) != set(result.measures):
        return QuadrantAnswer()
    if row.state == TRADE_OFF:
        side = 1 if compared.measures[0] in row.ahead(compared.names[0]) else -1
        proof = f"trade-off, corrected p {wording.p_value(row.p_adjusted)}"
        return QuadrantAnswer(frozenset({(side, -side)}), True, proof=proof)
    if row.joint is None:
        return QuadrantAnswer()
    way = 1 if row.joint == compared.names[0] else -1
    other = row.b if row.joint == row.a else row.a
    first, second = row.dominates(row.joint), row.dominates(other)
    both = ((way, way), (way, 0), (0, way))
    cells = frozenset(cell for cell in both if cell in compared.cells)
    p = row.p_joint_a if row.joint == row.a else row.p_joint_b
    proof = f"{first} to {second}" + ("" if p is None else f", corrected p {wording.p_value(p)}")
    return QuadrantAnswer(cells, True, proof=proof)


def shown_of_claim(result: ClaimResult, compared: Differences) -> QuadrantAnswer | None:
    """The results that show a claim; None if it names other measures, too."""
    named = {*result.better, *result.not_worse, *result.equal}
    if result.groups or not named <= set(compared.measures):
        return None
    way = 1 if compared.names == result.algorithms else -1
    cells = frozenset(
        cell
        for cell in product((-1, 0, 1), (-1, 0, 1))
        if _shows(result, dict(zip(compared.measures, (way * x for x in cell), strict=True)))
    )
    shown = "shown" if result.decided else "not shown"
    proof = f"the claim, {shown} (exact p {wording.p_value(result.p_value)})"
    return QuadrantAnswer(cells, result.decided, False, proof=proof)


def quadrant_of_claim(
    result: ClaimResult, pair: Sequence[str] | None = None, measures: Sequence[str] | None = None
) -> Quadrant:
    """The paired differences of the claim's two algorithms, unless others are named."""
    return quadrant_of(result, shown_of_claim, pair or result.algorithms, measures)


def _shows(result: ClaimResult, side: dict[str, int]) -> bool:
    wins = sum(side[name] == 1 for name in result.better)
    needed = len(result.better) if result.at_least is None else result.at_least
    no_loss = all(side[name] >= 0 for name in result.not_worse)
    return wins >= needed and no_loss and all(side[name] == 0 for name in result.equal)


def posterior_of_claim(result: ClaimResult) -> Simplex:
    """The posterior on every measure of a claim that has a rope, with the sign test's prior."""
    a, b = result.algorithms
    prior = result.prior_strength * np.array(PRIORS["rope"])
    triangles = []
    for row in result.by_measure:
        if row.rope:
            wins = (row.n_better, row.n_equal, row.n_worse)
            probable = dirichlet.probability_largest(np.array(wins, dtype=float) + prior)
            triangles.append(posterior(row.measure, (a, b), wins, prior, probable, shown=False))
    left = len(triangles) - TRIANGLES
    return simplex(
        title=f"{a} against {b}: better, practically equal or worse",
        triangles=triangles[:TRIANGLES],
        notes=["Each measure alone; the claim is tested on its own."],
        more=[f"{wording.plural(left, 'measure')} left out."] if left > 0 else [],
    )


def sequence(result: WatchResult) -> Content:
    """The share of votes for the claim, and what no look has excluded."""
    return _looks(result) if len(result.looks) > 1 else _look(result)


def _looks(result: WatchResult) -> Curves:
    n = tuple(float(look.n) for look in result.looks)
    ends = {
        f"{_sequence(result)}, lower end": [look.share_low for look in result.looks],
        "its upper end": [look.share_high for look in result.looks],
    }
    level = (result.threshold, result.threshold)
    shares = tuple(look.share or 0.0 for look in result.looks)
    return Curves(
        title=words_of(result).title("looks"),
        alt=f"Share of votes for the claim, look by look. {result.verdict}",
        notes=_notes(result),
        across=Axis("data sets looked at"),
        up=Axis("share of votes for the claim (more often →)", range=(0, 1)),
        curves=(
            Curve(more_than(result.threshold), "", "reference", (n[0], n[-1]), level),
            Curve("share so far", "claim", "right", n, shares),
            *(Curve(label, "claim", "wrong", n, tuple(y)) for label, y in ends.items()),
        ),
    )


def _look(result: WatchResult) -> FigureRows:
    """The first look is an interval; lines need two."""
    look = result.looks[0]
    more = more_than(result.threshold)
    share = look.share if look.share is not None else (look.share_low + look.share_high) / 2
    note = f"{look.yes} of {wording.units(look.yes + look.no, result.n_families)}"
    low, high = look.share_low, look.share_high
    row = FigureRow.of_share(result.claim, note, share, low, high, strong=look.decided)
    return FigureRows(
        title=words_of(result).title("looks"),
        alt=f"A point with an interval: share of votes for the claim. {result.verdict}",
        notes=_notes(result),
        rows=(row,),
        scale=Scale(
            0, 1, f"share of votes ({_sequence(result)}; more often →)", result.threshold, more
        ),
    )


def _notes(result: WatchResult) -> tuple[str, ...]:
    return (f"The claim: {result.claim}.", "The interval holds jointly at all looks.")


def _sequence(result: WatchResult) -> str:
    return f"{100 * result.level:g} % confidence sequence"


# --- which figures there are ---------------------------------------------------------------------


def of_table(table: ResultsTable) -> Figures:
    """Every result; of two measures a quadrant, too: first, if there are two algorithms."""
    figures: Figures = {"results": partial(results, table)}
    if len(table.measures) > 1:
        two: Figures = {"quadrant": partial(quadrant_of_table, table)}
        figures = two | figures if len(table.algorithms) == 2 else figures | two
    return figures


def of_claim(result: ClaimResult) -> Figures:
    """The votes, the posterior of three outcomes, and a quadrant."""
    figures: Figures = {"claim": partial(claim, result)}
    if three(result):
        figures["posterior"] = partial(posterior_of_claim, result)
    two = len(result.measures) == 2
    return beside_quadrant(result, partial(quadrant_of_claim, result), figures, first=two)


def of_break_even(result: BreakEvenResult) -> Figures:
    """The prices."""
    return {"price": partial(prices, result)}


def of_watch(result: WatchResult) -> Figures:
    """The looks, if there are some."""
    return {"looks": partial(sequence, result)} if result.looks else {}


def of_leaderboard(result: LeaderboardResult) -> Figures:
    """The league and the ranks."""
    return {"league": partial(league, result), "ranks": partial(ranks, result)}


def of_comparison(result: Comparison) -> Figures:
    """Of two algorithms what differs between them; of more the state of all their pairs."""
    wins_of: Figures = {"wins": partial(states_of_pairs, result)}
    sizes: Figures = {}
    if result.data is not None and has_sizes(result):
        sizes = {"effects": partial(effects, result, result.data)}
    figures: Figures = {}
    if len(result.algorithms) > 2:
        figures = {"winmap": partial(win_map, result)} if possible(result) else {}
        figures |= {"league": partial(league, result), **wins_of, **sizes}
        figures["ranks"] = partial(ranks, result.leaderboard)
        if result.data is not None:
            figures["results"] = partial(results, result.data)
        return figures
    if len(result.measures) > 1 and result.data is not None:
        figures["quadrant"] = partial(quadrant_of, result, shown_in_quadrant)
    figures |= sizes
    for test in ("bayes", "network"):
        if test in result.tests:
            figures |= figures_beside(result.tests[test])
    return figures or wins_of  # where no table is kept
