"""How often any claim that is shown is false, in populations whose truth is known exactly."""

from __future__ import annotations

import numpy as np
from populations import DESIGNS as DESIGNS
from populations import Population, population

from jointstats.claims.kernel_pairs import votes_of_pairs
from jointstats.claims.kernel_states import Voters, corrected
from jointstats.evidence.votes import Units

ALPHA = 0.05
TABLES = 500
POPULATIONS = 4
UNITS = (12, 25, 60)


def error_rate(design: str, number: int, n: int, again: int = 0) -> dict[str, int]:
    """Tables of one cell that show anything, and that show anything false.

    Parameters
    ----------
    design : str
    number : int
        Which population of the design.
    n : int
        Units, data sets or families, of a table.
    again : int
        Of a cell that is repeated with fresh seeds.
    """
    key = [2016, DESIGNS.index(design), number]
    drawn_from = population(design, np.random.default_rng(key))
    rng = np.random.default_rng([*key, n, again])
    return counted(drawn_from, rng, n, TABLES)


def counted(
    drawn_from: Population, rng: np.random.Generator, n: int, tables: int
) -> dict[str, int]:
    """The same of a population."""
    truth = drawn_from.truth()
    shown, wrong = 0, 0
    for _ in range(tables):
        states = claims_shown(drawn_from, rng, n)
        shown += any(part.any() for part in states)
        wrong += any(
            (part & (true == 0)).any()
            for part, true in zip(states, (truth.measures, truth.equal, truth.joint), strict=True)
        )
    return {"tables": tables, "shown": shown, "wrong": wrong}


def claims_shown(
    drawn_from: Population, rng: np.random.Generator, n: int
) -> tuple[np.ndarray, ...]:
    """Which claims of a drawn table are shown: of measures, of equality, joint ones."""
    values, families = drawn_from.draw(rng, n)
    units = None if families is None else Units(families)
    votes = votes_of_pairs(drawn_from.outcomes(values), units)
    roped, counts = drawn_from.rope > 0, votes.counts
    voters = Voters(
        of_questions=counts.voters,
        joint=counts.joint_voters,
        roped=roped,
        may_be_zero=drawn_from.real,
        groups=np.zeros(len(roped), dtype=bool),
        families=families is not None,
    )
    adjusted = corrected(votes.claims(roped), voters)
    parts = (adjusted.measures, adjusted.equal, adjusted.joint)
    with np.errstate(invalid="ignore"):  # NaN is no claim
        return tuple(part <= ALPHA for part in parts)


def limit(tables: int) -> float:
    """The share of wrong tables that a cell may have, with three standard errors."""
    return ALPHA + 3 * float(np.sqrt(ALPHA * (1 - ALPHA) / tables))
