"""Dominance statements: how probable, how frequent, and their shares of data sets."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.normal.mardia import MardiaResult
from jointstats.presentation.plot import rows
from jointstats.presentation.plot.rows import Row, Scale
from jointstats.presentation.plot.style import Drawing, statement

MOST = 8  # statements in a figure
PLACES = 3  # of a long ordering


def probabilities(result: JointResult) -> Drawing:
    """Posterior probability of each statement, with its count and expected share."""
    shown = result.statements[:MOST]
    lines = []
    for row in shown:
        low, high = row.get("probability_lower"), row.get("probability_upper")
        strong = row["order"] == result.best or row["order"] in result.tied_best
        p = row["probability"]
        lines.append(
            Row(
                label=_said(result, row),
                note=_note(result, row),
                value=p,
                low=low,
                high=high,
                shown=wording.probability(p, row["mcse"]) if low is None else _bounds(low, high),
                strong=strong,
            )
        )
    lines += _rest(result, len(shown))
    threshold = 1 - result.alpha
    decided = "Decided" if result.decided else "Not decided"
    axis = Scale(
        0, 1, "probability of being the most probable statement (more certain →)",
        threshold, f"decides from {threshold:g}",
    )  # fmt: skip
    return rows.drawing(
        lines,
        axis,
        f"{_question(result)} {decided}",
        f"Bars: probability that each statement is the most probable one. {result.verdict}",
        bars=True,
        footnote=_footnote(result),
    )


def counts(result: GLRTResult) -> Drawing:
    """How many data sets show each statement, and the test of the first against the second."""
    shown = result.statements[:MOST]
    first = [result.best] if result.best is not None else result.tied_best
    lines = [
        Row(
            label=_said(result, row),
            note=f"{wording.percent(row['count'] / result.n)} of data sets",
            value=row["count"],
            shown=wording.count(row["count"]),
            strong=row["order"] in first,
        )
        for row in shown
    ]
    top = max(row["count"] for row in shown)
    axis = Scale(
        0, top * 1.05, f"data sets that show the statement, of {result.n} (more often →)",
        ticks=range(0, int(top) + 1, max(1, int(top) // 6)),
    )  # fmt: skip
    decided = "Decided" if result.decided else "Not decided"
    more = len(result.statements) - len(shown)
    foot = [f"{more} more statements were seen less often."] if more > 0 else []
    return rows.drawing(
        lines,
        axis,
        f"{_question(result)} {decided} (exact p {wording.p_value(result.p_value_exact)})",
        f"Bars: number of data sets that show each statement. {result.verdict}",
        bars=True,
        footnote=" ".join([*foot, _footnote(result)]),
    )


def shares(result: Any) -> Drawing:
    """Expected share of data sets that show each statement, with its credible interval."""
    if isinstance(result, ParetoResult):
        return nondominated(result)
    shown = result.statements[:MOST]
    lines = [
        Row(
            label=_said(result, row),
            note=f"{wording.percent(row['share'])} [{_span(row)}], seen on "
            f"{wording.plural(row['count'], 'data set')}",
            value=row["share"],
            low=row["share_low"],
            high=row["share_high"],
            strong=row["order"] == result.best,
        )
        for row in shown
    ]
    more = len(result.statements) - len(shown)
    return rows.drawing(
        lines,
        _share_axis("share of data sets that show the statement, 95 % interval (more often →)"),
        "Expected share of data sets",
        "Points with intervals: expected share of data sets that show each statement; the first: "
        f"{wording.percent(shown[0]['share'])}, 95 % interval {_span(shown[0])}.",
        bars=False,
        footnote=" ".join(
            [*([f"{more} more statements were seen."] if more > 0 else []), _footnote(result)]
        ),
    )


def nondominated(result: ParetoResult) -> Drawing:
    """Share of data sets on which nobody is better than the algorithm on all measures."""
    ranked = sorted(result.nondominated, key=lambda row: -row["share"])
    lines = [
        Row(
            label=row["algorithm"],
            note=f"{wording.percent(row['share'])} [{_span(row)}], "
            f"{wording.count(row['count'])} of {wording.plural(result.n, 'data set')}",
            value=row["share"],
            low=row["share_low"],
            high=row["share_high"],
            reference=row["prior_share"],
        )
        for row in ranked
    ]
    best = ranked[0]
    return rows.drawing(
        lines,
        _share_axis(
            "share of data sets on which nobody is better on all measures "
            f"({100 * result.level:g} % interval; higher is better →)"
        ),
        "Never beaten on everything at once",
        f"Points with intervals, an algorithm each; {best['algorithm']} is most often undominated, "
        f"on an expected {wording.percent(best['share'])} of data sets.",
        bars=False,
        footnote="◇ what random orderings would give.",
    )


def normality(result: MardiaResult) -> Drawing:
    """The smaller adjusted p-value of skewness and kurtosis of each sample."""
    known = [row for row in result.samples if row["skewness_p_adjusted"] is not None]
    ranked = sorted(known, key=_smaller)
    lines = [
        Row(
            label=str(row["sample"]),
            note=f"skewness p {wording.p_value(row['skewness_p_adjusted'])}, kurtosis p "
            f"{wording.p_value(row['kurtosis_p_adjusted'])}",
            value=_smaller(row),
            shown=wording.probability(_smaller(row), 0.001),
            strong=not row["normal"],
        )
        for row in ranked[:MOST]
    ]
    left = len(ranked) - len(lines)
    adjusted = "" if result.p_adjust == "none" else f", {result.p_adjust}"
    return rows.drawing(
        lines,
        Scale(
            0, 1, f"smaller p-value of Mardia's two tests{adjusted} (more normal →)",
            result.alpha, f"not normal up to {result.alpha:g}",
        ),
        "Are the differences normal?",
        f"Bars: p-values of Mardia's tests. {result.verdict}",
        bars=True,
        footnote=f"{left} samples with larger p-values are left out." if left > 0 else "",
    )  # fmt: skip


def _smaller(row: dict[str, Any]) -> float:
    return float(min(row["skewness_p_adjusted"], row["kurtosis_p_adjusted"]))


def _share_axis(label: str) -> Scale:
    return Scale(0, 1, label)


def _question(result: JointResult) -> str:
    if result.question == "best":
        return "Who is best on each measure?"
    if result.question == "control":
        return f"Is {result.control} the best?"
    if len(result.algorithms) == 2:
        return "Who is better on what?"
    return "Which orderings?"


def _said(result: JointResult, row: dict[str, Any]) -> str:
    return statement(row["order"], result.question, result.control, PLACES)


def _note(result: JointResult, row: dict[str, Any]) -> str:
    note = f"{wording.count(row['count'])} of {wording.plural(result.n, 'data set')}"
    if row.get("share") is None:
        return note
    text = f"{note}; expected share {wording.percent(row['share'])}"
    return f"{text} [{_span(row)}]" if row.get("share_low") is not None else text


def _span(row: dict[str, Any]) -> str:
    return f"{100 * row['share_low']:.1f}–{100 * row['share_high']:.1f} %"


def _bounds(low: float, high: float | None) -> str:
    if high is None:
        return wording.probability(low)
    return f"{wording.probability(low)} to {wording.probability(high)}"


def _rest(result: JointResult, shown: int) -> list[Row]:
    """The statements that have no row of their own, together."""
    lines = []
    tail = result.statements[shown:]
    if tail:
        p = sum(row["probability"] or 0.0 for row in tail)
        lines.append(
            Row(
                f"{wording.plural(len(tail), 'more statement')}, together",
                "", p, shown=wording.probability(p), strong=False,
            )
        )  # fmt: skip
    unseen = result.unobserved
    if unseen["states"] and unseen["probability"] is not None:
        number = wording.big(int(unseen["states"]))
        word = "statement" if unseen["states"] == 1 else "statements"
        p = unseen["probability"]
        lines.append(
            Row(
                f"{number} {word} never seen, together", "", p,
                shown=wording.probability(p), strong=False, hatched=True,
            )
        )  # fmt: skip
    return lines


def _footnote(result: JointResult) -> str:
    long = result.question == "orderings" and len(result.algorithms) > PLACES
    ways = "; ".join(
        f"{name} {'higher' if way == 'max' else 'lower'}" for name, way in result.measures.items()
    )
    text = f"Better means: {ways}."
    return f"First {PLACES} places of each ordering. {text}" if long else text
