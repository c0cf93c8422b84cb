"""The Bayesian sign test and the Plackett–Luce model, in rows."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import options, wording
from jointstats.labelled.joint.plackett_luce import PlackettLuceResult
from jointstats.labelled.single.bayes_sign import BayesSignResult, SignedOutcome
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.presentation.figures.effects import MOST
from jointstats.words import titles

WORTHS = 16  # rows, over all measures


def outcomes(result: BayesSignResult) -> Rows:
    """The most probable outcome of every difference; of many, the surest."""
    shown = result.tests
    if len(shown) > MOST:
        shown = sorted(shown, key=lambda row: -max(row.probabilities))[:MOST]
    rows = [
        Row(
            label=_outcome(row, result.measures),
            note=f"share {_share(row)}",
            value=max(row.probabilities),
            shown=wording.probability(max(row.probabilities)),
            strong=row.decided,
        )
        for row in shown
    ]
    threshold = 1 - result.alpha
    left = len(result.tests) - len(shown)
    return Rows(
        title=titles.title(result),
        alt=f"Bars: probability of the most probable outcome. {result.verdict}",
        rows=tuple(rows),
        more=left,
        unit="outcome",
        scale=Scale(
            0, 1, "probability that this outcome is the most common (more certain →)",
            threshold, f"limit {threshold:g}",
        ),
        bars=True,
    )  # fmt: skip


def worths(result: PlackettLuceResult, measures: Sequence[str] | None = None) -> Rows:
    """Worth of every algorithm on each measure, with its credible interval.

    Parameters
    ----------
    result : PlackettLuceResult
    measures : sequence of str, optional
        Only these: of many measures, the largest worths of each are shown.
    """
    named = result.measures if measures is None else measures
    chosen = options.known_names("measure", named, result.measures)
    most = max(2, WORTHS // len(chosen))
    many = len(chosen) > 1
    rows = []
    for measure in chosen:
        found = [row for row in result.worths if row.measure == measure]
        for row in found[:most]:
            first = row.algorithm == result.best[measure]
            best = wording.probability(row.probability_best, row.mcse)
            rows.append(
                Row(
                    label=f"{row.algorithm} on {measure}" if many else row.algorithm,
                    note=f"best with probability {best}",
                    value=row.worth,
                    low=row.worth_low,
                    high=row.worth_high,
                    shown=f"{wording.percent(row.worth)} "
                    f"[{words.span(row.worth_low, row.worth_high)}]",
                    strong=first and result.decided_on[measure],
                    reference=1 / len(result.algorithms),
                )
            )
    left = len(chosen) * len(result.algorithms) - len(rows)
    reach = max(row.high for row in rows if row.high is not None)
    high = next(end for end in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if reach <= end)
    notes = [
        "◇ the worth if all algorithms were equal. Filled: the best on this measure with "
        f"probability of at least {1 - result.alpha:g}."
    ]
    return Rows(
        title=titles.title(result),
        alt=f"Points with {wording.interval(result.level)}s: the algorithms' worths on each "
        "measure. "
        f"{result.verdict}",
        notes=tuple(notes),
        rows=tuple(rows),
        more=left,
        unit="worth",
        scale=Scale(
            0, high, f"worth: probability of being ranked first ({wording.interval(result.level)}; "
            "higher is better →)", ticks=(0, high / 4, high / 2, 3 * high / 4, high),
        ),
    )  # fmt: skip


def _share(row: SignedOutcome) -> str:
    """Expected share of the most probable outcome."""
    share, low, high = row.shares[row.leading]
    return f"{wording.percent(share)} [{words.span(low, high)}]"


def _outcome(row: SignedOutcome, measures: dict[str, str]) -> str:
    said = (
        f"{row.a} is better than {row.b}",
        f"{row.a} and {row.b} are practically equal",
        f"{row.b} is better than {row.a}",
    )[row.leading]
    return f"{said} on {words.better(row.measure, measures[row.measure])}"
