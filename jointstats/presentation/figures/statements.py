"""Dominance statements: how probable, how frequent, and their shares of data sets."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.bayes_result import RUNS, BayesResult, BayesStatement
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.pareto import NondominatedShare, ParetoResult
from jointstats.labelled.joint.result import JointResult, ProbableStatement, Statement
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.presentation.leading import FIRST
from jointstats.words import titles

MOST = 8  # statements in a figure
PLACES = 3  # of a long ordering


def probabilities(result: BayesResult | NetworkResult) -> Rows:
    """Posterior probability of each statement, with its count and expected share."""
    shown = result.statements[:MOST]
    rows = []
    for row in shown:
        low, high = _bounds(row)
        rows.append(
            Row(
                label=_said(result, row),
                note=f"{wording.count(row.count)} of {wording.plural(result.n, 'data set')}; "
                f"expected share {_share(row)}",
                value=row.probability,
                low=low,
                high=high,
                shown=wording.probability(row.probability, row.mcse)
                if low is None or high is None
                else f"{wording.probability(low)} to {wording.probability(high)}",
                strong=_leads(result, row),
                reference=_least(result) if row.order == result.best else None,
            )
        )
    limit = _limit(result)
    return Rows(
        title=titles.title(result, "statements"),
        alt=f"Bars: probability that each result is the most common one. {result.verdict}",
        notes=(f"By the {words.test_name(result.test)}.", *_mark(result), *_meaning(result)),
        rows=(*rows, *_rest(result, len(shown))),
        scale=Scale(
            0, 1, "probability that this is the most common result (more certain →)",
            *limit,
        ),
        bars=True,
    )  # fmt: skip


def counts(result: GLRTResult) -> Rows:
    """How many data sets show each statement, and the test of the first against the second."""
    shown = result.statements[:MOST]
    rows = [
        Row(
            label=_said(result, row),
            note=f"{wording.percent(row.count / result.n)} of data sets",
            value=row.count,
            shown=wording.count(row.count),
            strong=_leads(result, row),
        )
        for row in shown
    ]
    top = max(row.count for row in shown)
    by = f"{wording.capital(words.test_name(result.test))}, {result.exact} p " + wording.p_value(
        result.p_value
    )
    more = len(result.statements) - len(shown)
    left = (f"{more} more results were seen less often.",) if more > 0 else ()
    return Rows(
        title=titles.title(result, "statements"),
        alt=f"Bars: number of data sets with each result. {result.verdict}",
        notes=(f"{by}.", *left, *_meaning(result)),
        rows=tuple(rows),
        scale=Scale(
            0, top * 1.05, f"data sets with this result, of {wording.count(result.n)} "
            "(more often →)",
            ticks=tuple(range(0, int(top) + 1, max(1, int(top) // 6))),
        ),
        bars=True,
    )  # fmt: skip


def shares(result: BayesResult | NetworkResult) -> Rows:
    """Expected share of data sets that show each statement, with its credible interval."""
    shown = result.statements[:MOST]
    rows = [
        Row(
            label=_said(result, row),
            note=f"{_share(row)}, {_often(result)} {wording.plural(row.count, 'data set')}",
            value=row.share,
            low=row.share_low,
            high=row.share_high,
            strong=row.order == result.best,
        )
        for row in shown
    ]
    more = len(result.statements) - len(shown)
    left = (f"{more} more results were seen.",) if more > 0 else ()
    return Rows(
        title=titles.title(result, "shares"),
        alt="Points with intervals: expected share of data sets that show each result; the first: "
        f"{_share(shown[0])}.",
        notes=(*left, *_meaning(result)),
        rows=tuple(rows),
        scale=Scale(
            0, 1, f"share of data sets with this result, {wording.credible(result.level)} interval "
            "if named beforehand (more often →)",
        ),
    )  # fmt: skip


def nondominated(result: ParetoResult) -> Rows:
    """Share of data sets on which no other algorithm beats this one on all measures."""
    ranked = sorted(result.nondominated, key=lambda row: -row.share)
    rows = [
        Row(
            label=row.algorithm,
            note=f"{_share(row)}, "
            f"{wording.count(row.count)} of {wording.plural(result.n, 'data set')}",
            value=row.share,
            low=row.share_low,
            high=row.share_high,
        )
        for row in ranked[:FIRST]
    ]
    best = ranked[0]
    left = len(ranked) - len(rows)
    more = (f"{wording.plural(left, 'more algorithm')}: more often beaten.",) if left > 0 else ()
    return Rows(
        title=titles.title(result),
        alt=f"Points with intervals, an algorithm each; most often never beaten on everything: "
        f"{best.algorithm}, on an expected {wording.percent(best.share)} of data sets.",
        notes=(
            "Compare the algorithms with one another: the more measures, the rarer it is to be "
            "beaten on all of them.",
            *more,
        ),
        rows=tuple(rows),
        scale=Scale(
            0, 1, "share of data sets on which no other algorithm beats this one on all measures "
            f"({wording.credible(result.level)} interval; higher is better →)",
        ),
    )  # fmt: skip


def _least(result: BayesResult | NetworkResult) -> float | None:
    """What the least favourable prior leaves, where that decides."""
    by_it = isinstance(result, BayesResult) and result.rule == "lower"
    return result.decisive if by_it and isinstance(result, BayesResult) else None


def _mark(result: BayesResult | NetworkResult) -> tuple[str, ...]:
    return () if _least(result) is None else ("Mark: with the least favourable prior.",)


def _limit(result: BayesResult | NetworkResult) -> tuple[float, str]:
    """The probability that decides, and what to say of it."""
    if isinstance(result, NetworkResult):
        return 1 - result.alpha, f"the papers’ rule: {1 - result.alpha:g}"
    if result.rule == "lower":
        return result.threshold, f"decides from {result.threshold:g}, for the mark"
    if result.rule == RUNS:
        return result.threshold, f"the runs lean from {result.threshold:g}"
    return result.threshold, f"decides from {result.threshold:g}"


def _often(result: BayesResult | NetworkResult) -> str:
    """Before a number of data sets: seen, or expected given the runs."""
    runs = isinstance(result, BayesResult) and result.rule == RUNS
    return "by the runs" if runs else "seen on"


def _leads(result: JointResult, row: Statement) -> bool:
    return row.order == result.best or row.order in result.tied_best


def _said(result: JointResult, row: Statement) -> str:
    return words.statement(row.order, result.question, result.control, PLACES)


def _share(row: ProbableStatement | NondominatedShare) -> str:
    """The expected share with its interval."""
    return f"{wording.percent(row.share)} [{words.span(row.share_low, row.share_high)}]"


def _bounds(row: ProbableStatement) -> tuple[float | None, float | None]:
    """Bounds of the probability, which only the imprecise prior gives."""
    if isinstance(row, BayesStatement):
        return row.probability_lower, row.probability_upper
    return None, None


def _rest(result: BayesResult | NetworkResult, shown: int) -> list[Row]:
    """The statements that have no row of their own, together."""
    rows = []
    tail = result.statements[shown:]
    if tail:
        p = sum(row.probability for row in tail)
        rows.append(
            Row(
                f"{wording.plural(len(tail), 'more result')}, together",
                "", p, shown=wording.probability(p), strong=False,
            )
        )  # fmt: skip
    unseen = result.unobserved
    if unseen.states and unseen.probability is not None:
        number = wording.big(unseen.states)
        word = "result" if unseen.states == 1 else "results"
        p = unseen.probability
        rows.append(
            Row(
                f"{number} {word} never seen, together", "", p,
                shown=wording.probability(p), strong=False, hatched=True,
            )
        )  # fmt: skip
    return rows


def _meaning(result: JointResult) -> tuple[str, ...]:
    """What better means, and how much of a long ordering is told."""
    ways = "; ".join(f"{name} {words.sense(way)}" for name, way in result.measures.items())
    text = f"Better means: {ways}."
    if result.question == "orderings" and len(result.algorithms) > PLACES:
        return f"First {PLACES} places of each ordering.", text
    return (text,)
