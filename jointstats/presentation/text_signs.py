"""Text of the Bayesian sign test."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.single.bayes_sign import BayesSignResult
from jointstats.presentation.document import Document, Words, compose, grid
from jointstats.presentation.pieces import head, level, notes, span
from jointstats.presentation.text import document

MASS = {
    "rope": "all on equivalence",
    "sides": "half on each algorithm",
    "even": "a third on each outcome",
}
"""Where the prior mass lies, by the name of the prior."""


@document.register
def _(result: BayesSignResult) -> Document:
    rows = [
        [
            row.measure,
            row.a,
            row.b,
            f"{row.wins_a}–{row.ties}–{row.wins_b}",
            *map(wording.probability_cell, row.probabilities),
            span(row.share_a_low, row.share_a_high),
            span(row.share_b_low, row.share_b_high),
            "equivalent" if row.equivalent else row.winner or "open",
        ]
        for row in result.tests
    ]
    names = ["measure", "a", "b", "a–rope–b", "P(a)", "P(rope)", "P(b)", "share of a",
             "share of b", "reached by"]  # fmt: skip
    return compose(
        head("Bayesian sign test of each measure", result),
        Words(result.verdict, strong=True),
        Words(
            "Probability that on most data sets a is better, the two are equivalent, or b is "
            f"better (prior mass {wording.significant(result.prior_strength)}, {_lies(result)}; "
            f"{level(result.level)} intervals of the shares):"
        ),
        grid(names, rows, "lllrrrrrrl", keys=3),
        notes(result),
    )


def _lies(result: BayesSignResult) -> str:
    """Where the prior mass lies, by measure if that differs."""
    of = {row.measure: MASS[row.prior] for row in result.tests}
    if len(set(of.values())) == 1:
        return next(iter(of.values()))
    return wording.listing([f"on {measure} {where}" for measure, where in of.items()])
