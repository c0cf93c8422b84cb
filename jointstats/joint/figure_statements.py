"""Dominance statements as rows of tiles: who is better on what, and how probable or frequent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jointstats.base import wording
from jointstats.base.worded import words_of
from jointstats.drawing import content
from jointstats.drawing.content import Row, Scale
from jointstats.joint.bayes_result import BayesResult
from jointstats.joint.figure_tiles import Statements, tiles_of
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.result import JointResult, ProbableStatement, Statement
from jointstats.joint.words import answer, title_beside
from jointstats.network.network_result import NetworkResult

MOST, LEAST = 8, 3  # statements in a figure
PLACES = 3  # of a long ordering
EMPTY = 0.0005  # less probable statements are counted with the rest


def probabilities(result: BayesResult | NetworkResult) -> Statements:
    """Posterior probability of each statement, and on how many data sets it was seen."""
    shown = _shown(result)
    rows = []
    for row in shown:
        low, high = (getattr(row, f"probability_{end}", None) for end in ("lower", "upper"))
        rows.append(
            Row(
                label=_said(result, row),
                note=wording.count(row.count),
                value=row.probability,
                low=low,
                high=high,
                shown=wording.probability(row.probability, row.mcse)
                if low is None or high is None
                else f"{_narrow(low)}–{_narrow(high)}",
                strong=_leads(result, row),
                reference=_least(result) if row.order == result.best else None,
            )
        )
    by = f"By the {content.test_name(result.test)}."
    content_ = _statements(
        result, [*rows, *_rest(result, len(shown))],
        f"Bars: probability that each statement is the most common one. {result.verdict}",
        Scale(0, 1, "probability to be the most common", *_limit(result)),
        (" ".join((by, *_meaning(result), *_mark(result))),),
    )  # fmt: skip
    interval = f"{wording.credible(result.level)} interval"
    return replace(
        content_,
        shares=tuple(_share_row(row, row.order == result.best) for row in shown),
        share_label=f"expected share of data sets ({interval}, if named in advance)",
    )


def _share_row(row: ProbableStatement, strong: bool) -> Row:
    shown = f"{100 * row.share:.0f} %"
    return Row("", "", row.share, row.share_low, row.share_high, shown=shown, strong=strong)


def below_verdict(result: BayesResult) -> Statements:
    """The same below the verdict of a comparison, which alone decides."""
    shown = probabilities(result)
    scale = replace(shown.scale, threshold=None, threshold_label="")
    rows = tuple(replace(row, reference=None) for row in shown.rows)
    mark = "".join(f" {note}" for note in _mark(result))
    notes = tuple(note.removesuffix(mark) for note in shown.notes)
    alt = f"Bars: {shown.scale.label}. {answer(result)}"
    return replace(shown, title=title_beside(result), alt=alt, notes=notes, rows=rows, scale=scale)


def counts(result: GLRTResult) -> Statements:
    """How many data sets show each statement, and the test of the first against the second."""
    shown = result.statements[:MOST]
    rows = [
        Row(
            label=_said(result, row),
            note="",
            value=row.count,
            shown=wording.count(row.count),
            strong=_leads(result, row),
        )
        for row in shown
    ]
    tail = result.statements[MOST:]
    if tail:
        seen = sum(row.count for row in tail)
        rows.append(Row(_more(len(tail)), "", seen, shown=wording.count(seen), strong=False))
    by = f"{wording.capital(content.test_name(result.test))}, exact p " + wording.p_value(
        result.p_value
    )
    return _statements(
        result, rows,
        f"Bars: number of data sets with each statement. {result.verdict}",
        Scale(0, max(row.value for row in rows), f"data sets, of {wording.count(result.n)}"),
        (" ".join((f"{by}.", *_meaning(result))),),
    )  # fmt: skip


def _statements(
    result: JointResult, rows: Sequence[Row], alt: str, scale: Scale, notes: tuple[str, ...]
) -> Statements:  # fmt: skip
    """Rows with the tiles of those statements that have a separate row."""
    orders = [row.order for row in result.statements[: len(rows)]]
    labels = [_said(result, row) for row in result.statements[: len(rows)]]
    unique = sum(row.label == said for row, said in zip(rows, labels, strict=False))
    tiles, keys = tiles_of(orders[:unique], list(result.measures), result.question, result.control)
    counted = f"seen, of {wording.count(result.n)}" if any(row.note for row in rows) else ""
    return Statements(
        title=words_of(result).title("statements"),
        alt=alt,
        notes=notes,
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
    by_it = isinstance(result, BayesResult) and result.rule == "lower"
    return result.decisive if by_it and isinstance(result, BayesResult) else None


def _mark(result: BayesResult | NetworkResult) -> tuple[str, ...]:
    return () if _least(result) is None else ("Mark: with the least favourable prior.",)


def _limit(result: BayesResult | NetworkResult) -> tuple[float, str]:
    """The probability that decides, and what to say of it."""
    if isinstance(result, NetworkResult) or result.by_the_papers:
        return 1 - result.alpha, f"the papers’ rule, {1 - result.alpha:g}"
    return result.threshold, f"shown if the mark is past {result.threshold:g}"


def _leads(result: JointResult, row: Statement) -> bool:
    return row.order == result.best or row.order in result.tied_best


def _said(result: JointResult, row: Statement) -> str:
    return content.statement(row.order, result.question, result.control, PLACES)


def _rest(result: BayesResult | NetworkResult, shown: int) -> list[Row]:
    """The statements without a separate row, together."""
    rows = []
    tail = result.statements[shown:]
    if tail:
        p, seen = sum(row.probability for row in tail), sum(row.count for row in tail)
        said = wording.probability(p)
        rows.append(
            Row(_more(len(tail)), wording.count(seen), p, shown=said, strong=False)
        )  # fmt: skip
    unseen = result.unobserved
    if unseen.states and unseen.probability is not None:
        p = unseen.probability
        together = "" if unseen.states == 1 else ", together"
        said = f"{wording.big(unseen.states)} never seen{together}"
        rows.append(
            Row(said, "0", p, shown=wording.probability(p), strong=False, hatched=True)
        )  # fmt: skip
    return rows


def _meaning(result: JointResult) -> tuple[str, ...]:
    """What the tiles say."""
    what = {"best": "who is best", "control": f"whether {result.control} is best"}
    said = what.get(result.question, "who is better")
    if result.question == "orderings" and len(result.algorithms) > 2:
        said = "the first algorithm; the table has the whole orders"
    return (f"Tiles: {said}.",)
