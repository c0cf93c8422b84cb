"""Figures of the joint tests: statements, pairs, and what a quadrant shades."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from jointstats.base import phrases, wording
from jointstats.base.facts import words_of
from jointstats.drawing import differences
from jointstats.drawing import figure_wins as matrix
from jointstats.drawing.content import FigureRow, Figures, Scale, statement, test_name
from jointstats.drawing.differences import Cell, Differences, QuadrantAnswer, beside_quadrant
from jointstats.drawing.document import between, standing_of
from jointstats.drawing.pairs import Pair, first_algorithms, of_tests, sign_of, wins
from jointstats.joint.figure_statements import StatementRows, tiles_of
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.pairwise_result import OrderedPair, OrderedPairsResult, PairwiseResult
from jointstats.joint.posterior import BayesResult
from jointstats.joint.result import JointResult, ProbableStatement, Statement
from jointstats.joint.words import title_beside
from jointstats.joint.words_pairwise import reaches, rule_of
from jointstats.network.network_result import NetworkResult

MOST, LEAST = 8, 3  # statements in a figure
PLACES = 3  # of a long ordering
EMPTY = 0.0005  # less probable statements are counted with the rest


def probabilities(result: BayesResult | NetworkResult) -> StatementRows:
    """Posterior probability of each statement, and on how many data sets it was seen."""
    shown = _shown(result)
    rows = []
    for row in shown:
        low, high = (getattr(row, f"probability_{end}", None) for end in ("lower", "upper"))
        rows.append(
            FigureRow(
                _said(result, row),
                wording.count(row.count),
                row.probability,
                low=low,
                high=high,
                shown=wording.probability(row.probability, row.mcse)
                if low is None or high is None
                else f"{_narrow(low)}–{_narrow(high)}",
                strong=_leads(result, row),
                reference=_least(result) if row.order == result.best else None,
            )
        )
    by = f"By the {test_name(result.test)}."
    content_ = _statements(
        result,
        [*rows, *_rest(result, len(shown))],
        f"Bars: probability that each statement is the most common one. {result.verdict}",
        Scale(0, 1, "probability to be the most common", *_limit(result)),
        f"{by} {_meaning(result)}{_mark(result)}",
    )
    interval = f"{wording.credible(result.level)} interval"
    return replace(
        content_,
        shares=tuple(_share_row(row, row.order == result.best) for row in shown),
        share_label=f"expected share of data sets ({interval}, if named in advance)",
    )


def _share_row(row: ProbableStatement, strong: bool) -> FigureRow:
    shown = f"{100 * row.share:.0f} %"
    return FigureRow("", "", row.share, row.share_low, row.share_high, shown=shown, strong=strong)


def below_verdict(result: BayesResult) -> StatementRows:
    """The same below the verdict of a comparison, which alone decides."""
    shown = probabilities(result)
    scale = replace(shown.scale, threshold=None, threshold_label="")
    rows = tuple(replace(row, reference=None) for row in shown.rows)
    notes = tuple(note.removesuffix(_mark(result)) for note in shown.notes)
    alt = f"Bars: {shown.scale.label}. {words_of(result).answer()}"
    return replace(shown, title=title_beside(result), alt=alt, notes=notes, rows=rows, scale=scale)


def counts(result: GLRTResult) -> StatementRows:
    """How many data sets show each statement, and the test of the first against the second."""
    shown = result.statements[:MOST]
    rows = []
    for row in shown:
        said, seen = _said(result, row), wording.count(row.count)
        rows.append(FigureRow(said, "", row.count, shown=seen, strong=_leads(result, row)))
    tail = result.statements[MOST:]
    if tail:
        more = sum(row.count for row in tail)
        rows.append(FigureRow(_more(len(tail)), "", more, shown=wording.count(more), strong=False))
    p = wording.p_value(result.p_value)
    by = f"{wording.capital(test_name(result.test))}, exact p {p}."
    return _statements(
        result,
        rows,
        f"Bars: number of data sets with each statement. {result.verdict}",
        Scale(0, max(row.value for row in rows), f"data sets, of {wording.count(result.n)}"),
        f"{by} {_meaning(result)}",
    )


def _statements(
    result: JointResult, rows: Sequence[FigureRow], alt: str, scale: Scale, note: str
) -> StatementRows:
    """Rows with the tiles of those statements that have a separate row."""
    orders = [row.order for row in result.statements[: len(rows)]]
    labels = [_said(result, row) for row in result.statements[: len(rows)]]
    unique = sum(row.label == said for row, said in zip(rows, labels, strict=False))
    tiles, keys = tiles_of(orders[:unique], list(result.measures), result.question, result.control)
    counted = f"seen, of {wording.count(result.n)}" if any(row.note for row in rows) else ""
    return StatementRows(
        title=words_of(result).title("statements"),
        alt=alt,
        notes=(note,),
        measures=tuple(result.measures),
        heads=tuple(wording.measure(*measure) for measure in result.measures.items()),
        rows=tuple(rows),
        tiles=tiles,
        keys=keys,
        scale=scale,
        counted=counted,
    )


def _shown(result: BayesResult | NetworkResult) -> Sequence[ProbableStatement]:
    """The first statements, without those that are practically impossible, or all alike."""
    if len(result.tied_best) > MOST:
        return result.statements[:LEAST]
    first = result.statements[:MOST]
    probable = [row for row in first if row.probability >= EMPTY]
    return first[: max(len(probable), LEAST)]


def _more(number: int) -> str:
    return f"{number} more, together"


def _narrow(p: float) -> str:
    return wording.narrow(wording.probability(p))


def _least(result: BayesResult | NetworkResult) -> float | None:
    """What the least favourable prior leaves, where that decides."""
    if isinstance(result, BayesResult) and result.rule == "lower":
        return result.decisive
    return None


def _mark(result: BayesResult | NetworkResult) -> str:
    return "" if _least(result) is None else " Mark: with the least favourable prior."


def _limit(result: BayesResult | NetworkResult) -> tuple[float, str]:
    """The probability that decides, and what to say of it."""
    if isinstance(result, BayesResult) and not result.by_the_papers:
        return result.threshold, f"shown if the mark is past {result.threshold:g}"
    return 1 - result.alpha, f"the papers’ rule, {1 - result.alpha:g}"


def _leads(result: JointResult, row: Statement) -> bool:
    return row.order == result.best or row.order in result.tied_best


def _said(result: JointResult, row: Statement) -> str:
    return statement(row.order, result.question, result.control, PLACES)


def _rest(result: BayesResult | NetworkResult, shown: int) -> list[FigureRow]:
    """The statements without a separate row, together."""
    rows = []
    tail = result.statements[shown:]
    if tail:
        p, seen = sum(row.probability for row in tail), sum(row.count for row in tail)
        said = wording.probability(p)
        rows.append(FigureRow(_more(len(tail)), wording.count(seen), p, shown=said, strong=False))
    unseen = result.unobserved
    if unseen.states and unseen.probability is not None:
        p = unseen.probability
        together = "" if unseen.states == 1 else ", together"
        said = f"{wording.big(unseen.states)} never seen{together}"
        rows.append(
            FigureRow(said, "0", p, shown=wording.probability(p), strong=False, hatched=True)
        )
    return rows


def _meaning(result: JointResult) -> str:
    """What the tiles say."""
    what = {"best": "who is best", "control": f"whether {result.control} is best"}
    said = what.get(result.question, "who is better")
    if result.question == "orderings" and len(result.algorithms) > 2:
        said = "the first algorithm; the table has the whole orders"
    return f"Tiles: {said}."


def shown_of_joint(result: JointResult, compared: Differences) -> QuadrantAnswer | None:
    """What the Bayesian or the likelihood-ratio test says of the leading statement."""
    if set(compared.measures) != set(result.measures) or result.question != "orderings":
        return None
    if result.best is None:
        return QuadrantAnswer()
    cell = _sides(result.best, compared)
    return QuadrantAnswer(frozenset([cell]), result.decided, False, proof=_sure(result))


def _sure(result: JointResult) -> str:
    if isinstance(result, GLRTResult):
        how = f" (exact p {wording.p_value(result.p_value)})"
    elif isinstance(result, BayesResult) and result.probability is not None:
        how = f" (probability {wording.probability(result.probability)})"
    else:
        how = ""
    if result.by_the_papers:
        reached = "reaches" if result.decided else "leads, below"
        return f"{reached} {1 - result.alpha:g}{how}"
    return f"{'shown to be' if result.decided else 'not shown to be'} most common{how}"


def _sides(order: wording.Order, compared: Differences) -> Cell:
    """The result that a statement is, from the first algorithm's side."""

    def side(measure: str) -> int:
        first = order[measure][0]
        return 0 if isinstance(first, list) else 1 if first == compared.names[0] else -1

    return side(compared.measures[0]), side(compared.measures[1])


def wins_of_pairs(result: PairwiseResult) -> matrix.Wins:
    """One test of every pair."""
    if not isinstance(result, OrderedPairsResult):
        return of_tests(
            result, result.pairs, phrases.assuming(result.test_name), matrix.SHOWN_OR_NOT
        )
    first = first_algorithms(standing_of(result.algorithms, result.pairs), result.control)
    rows = between(result.pairs, frozenset(first))
    by_p = result.pairs[0].by_p
    value = wording.adjusted_p(result.p_adjust) if by_p else "probability"
    name = test_name(result.test_name)
    return wins(
        result,
        [_tested(row, result.measures) for row in rows],
        first,
        number=f"Number: {value} of the leading statement, by the {name}.{_by_least(result)}",
        decides=matrix.SHOWN_OR_NOT if by_p else (reaches(result), "below it"),
        won="better on all",
    )


def _by_least(result: OrderedPairsResult) -> str:
    """That another number decides than the one in the cell, if so."""
    lower = rule_of(result) == "lower"
    return " Framed: also with the least favourable prior." if lower else ""


def _tested(row: OrderedPair, measures: Iterable[str]) -> Pair:
    order = row.order or {}
    codes = [_place(row.a, order.get(measure, ())) for measure in measures]
    shown = row.decided and getattr(row, "clear", True)
    strength = matrix.SHOWN if row.decided else matrix.AHEAD if row.order else matrix.OPEN
    number = _number(row) if row.order else "tied"
    stripes = "".join(code.upper() if shown and code != matrix.NOBODY else code for code in codes)
    return Pair(row.a, row.b, strength, sign_of(codes) if shown else "", stripes, number)


def _place(a: str, places: wording.Places) -> str:
    """The better algorithm on a measure, by a statement."""
    if wording.is_tie(places):
        return matrix.EQUAL
    first = wording.first_of(places)
    return matrix.NOBODY if first is None else matrix.ROW if first == a else matrix.COLUMN


def _number(row: OrderedPair) -> str:
    """Probability, or adjusted p-value, with three digits and never a false 0 or 1."""
    number = row.number
    if number is None:
        return ""
    if row.by_p:
        return wording.narrow_p(number)
    return wording.narrow(wording.probability(number, row.error))


# --- which figures there are ---------------------------------------------------------------------


def of_bayes(result: BayesResult) -> Figures:
    """Statements with their probabilities, and a quadrant."""
    return _beside_quadrant(result, {"statements": partial(probabilities, result)})


def of_glrt(result: GLRTResult) -> Figures:
    """Statements with their counts, and a quadrant."""
    return _beside_quadrant(result, {"statements": partial(counts, result)})


def of_pairwise(result: PairwiseResult) -> Figures:
    """All pairs."""
    return {"wins": partial(wins_of_pairs, result)}


def below_comparison(result: BayesResult) -> Figures:
    """What a comparison shows of the Bayesian test that it carries."""
    return {"statements": partial(below_verdict, result)}


def _beside_quadrant(result: JointResult, others: Figures) -> Figures:
    first = len(result.algorithms) == 2 and result.question == "orderings"
    make = partial(differences.quadrant_of, result, shown_of_joint)
    return beside_quadrant(result, make, others, first=first)
