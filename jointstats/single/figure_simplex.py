"""Three outcomes of two algorithms: better, practically equal, worse, and how probable each is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.base import options, wording
from jointstats.claims.claim_result import ClaimResult
from jointstats.drawing.content import Content
from jointstats.drawing.figure_quadrant import the_two
from jointstats.evidence import dirichlet
from jointstats.single.bayes_sign import PRIORS, BayesSignResult, SignedOutcome

MOST = 6  # triangles that can still be read
POINTS, SEED = 300, 0
DIGITS = 3  # of a point's shares


@dataclass(frozen=True)
class Triangle:
    """The posterior of two algorithms on a measure.

    Attributes
    ----------
    label : str
        What it is about.
    names : tuple of str
        Who is better in the right corner, and in the left; on top they are practically equal.
    numbers : tuple of str
        Probability that each outcome is the most common one: right, top, left.
    leading : int
        The most probable of these, from 0; −1 for none.
    shown : bool
    first, equal : tuple of float
        Points of the posterior: shares of data sets on which the first is better, and on which
        both are practically equal.
    """

    label: str
    names: tuple[str, str]
    numbers: tuple[str, str, str]
    leading: int
    shown: bool
    first: tuple[float, ...]
    equal: tuple[float, ...]


@dataclass(frozen=True)
class Simplex(Content):
    """Triangles, one for each pair and measure."""

    kind = "simplex"
    layout = "single.layout_simplex"

    triangles: tuple[Triangle, ...] = ()


def three(result: BayesSignResult | ClaimResult) -> bool:
    """Whether a result has a measure with a rope: only then there are three outcomes."""
    return any(width > 0 for width in result.rope.values())


def of_signs(
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
    drawn = rows
    if len(rows) > MOST:
        drawn = sorted(rows, key=lambda row: -max(row.probabilities))[:MOST]
    single = len({(row.a, row.b) for row in drawn}) == 1
    shown = [row for row in rows if row.decided]
    left = len(rows) - len(drawn)
    reached = f"probability of at least {1 - result.alpha:g}"
    return _simplex(
        title=_title(rows, shown, reached),
        triangles=[
            _triangle(
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


def of_claim(result: ClaimResult) -> Simplex:
    """The posterior on every measure of a claim that has a rope, with the sign test's prior."""
    a, b = result.algorithms
    prior = result.prior_strength * np.array(PRIORS["rope"])
    triangles = []
    for row in result.by_measure:
        if row.rope:
            wins = (row.n_better, row.n_equal, row.n_worse)
            probable = dirichlet.probability_largest(np.array(wins, dtype=float) + prior)
            triangles.append(_triangle(row.measure, (a, b), wins, prior, probable, shown=False))
    left = len(triangles) - MOST
    return _simplex(
        title=f"{a} against {b}: better, practically equal or worse",
        triangles=triangles[:MOST],
        notes=["Each measure alone; the claim is tested on its own."],
        more=[f"{wording.plural(left, 'measure')} left out."] if left > 0 else [],
    )


def _simplex(title: str, triangles: list[Triangle], notes: list[str], more: list[str]) -> Simplex:
    said = "; ".join(
        f"{triangle.label}: {triangle.names[0]} better {triangle.numbers[0]}, practically equal "
        f"{triangle.numbers[1]}, {triangle.names[1]} better {triangle.numbers[2]}"
        for triangle in triangles
    )
    return Simplex(
        title=title,
        alt=f"Triangles of three outcomes with their probabilities. {said}.",
        notes=(" ".join((*notes, _MARKS, *more)),),
        triangles=tuple(triangles),
    )


_MARKS = f"Points: {POINTS} draws of the posterior. Number: P that the outcome is most common."


def _triangle(
    label: str,
    names: tuple[str, str],
    counts: tuple[int, int, int],
    prior: np.ndarray,
    probable: Iterable[float],
    *,
    shown: bool,
) -> Triangle:
    parameters = np.array(counts, dtype=float) + prior
    drawn = np.random.default_rng(SEED).standard_gamma(parameters, size=(POINTS, 3))
    drawn = np.round(drawn / drawn.sum(axis=1, keepdims=True), DIGITS)
    shares = [float(p) for p in probable]
    alone = sorted(shares)[-1] - sorted(shares)[-2] > 1e-9
    first, second, third = (wording.probability(p) for p in shares)
    return Triangle(
        label=label,
        names=names,
        numbers=(first, second, third),
        leading=shares.index(max(shares)) if alone else -1,
        shown=shown,
        first=tuple(drawn[:, 0].tolist()),
        equal=tuple(drawn[:, 1].tolist()),
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
