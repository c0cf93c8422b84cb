"""A claim about two algorithms where data sets come in families: sign flips of whole families."""

from __future__ import annotations

import numpy as np

from jointstats.kernels.joint import claim_tests as kernel
from jointstats.kernels.joint.families import design_effect, flip_test
from jointstats.kernels.joint.family_shares import family_largest, family_tables
from jointstats.kernels.messages import Option
from jointstats.labelled.errors import OptionError
from jointstats.labelled.table.families import Families, families_worth

SEED = 0
CAREFUL = 0.8  # quantile of the correlation's posterior: as estimated, intervals cover too rarely


def share_in_families(
    holds: np.ndarray,
    clusters: np.ndarray,
    threshold: float,
    *,
    alternative: str,
    prior_strength: float,
    level: float,
) -> tuple[kernel.ClaimShare, Families]:
    """What :func:`jointstats.kernels.joint.claim_tests.claim_share` says of single data sets.

    The confidence interval is that of as many independent data sets as these are worth (Korn and
    Graubard 1998) if the correlation within families is as large as the upper fifth of what its
    posterior makes probable. The posterior is that of a share around which each family has its own.

    Parameters
    ----------
    holds : ndarray of bool, shape (n,)
        Data sets that show the claim.
    clusters : ndarray of int, shape (n,)
    threshold, alternative, prior_strength, level
        As there.

    Raises
    ------
    OptionError
        For a threshold that is not one half: only about it are families symmetric.
    """
    if threshold != 0.5:
        raise OptionError(
            Option("threshold"),
            " must be 0.5 where data sets come in families: turning a family round tests whether a "
            "claim holds on more than half of its data sets.",
        )
    counts = _counts(clusters, holds, ~holds)
    families = families_worth(np.bincount(clusters), counts)
    share = float(holds.mean())
    prior = np.full(2, prior_strength / 2)
    learned = family_tables(counts, prior, rng=SEED)
    effect = design_effect(np.bincount(clusters), np.quantile(learned.correlation, CAREFUL))
    worth = len(holds) / float(effect)
    low, high = kernel.confidence_interval(share * worth, worth, level)
    tables = learned.tables.counts + prior
    tail = (1 - level) / 2
    drawn = np.random.default_rng(SEED).beta(tables[:, 0], tables[:, 1])
    credible_low, credible_high = np.quantile(drawn, [tail, 1 - tail])
    found = kernel.ClaimShare(
        share=np.asarray(share),
        low=low,
        high=high,
        credible_low=credible_low,
        credible_high=credible_high,
        probability=family_largest(counts, prior, rng=SEED)[0][0],
        p_value=_p_value(counts, alternative),
    )
    return found, families


def against_opposite_in_families(
    only: np.ndarray,
    other: np.ndarray,
    clusters: np.ndarray,
    *,
    alternative: str,
    prior_strength: float,
) -> kernel.ClaimAgainstOpposite:
    """What :func:`jointstats.kernels.joint.claim_tests.claim_against_opposite` says.

    Parameters
    ----------
    only, other : ndarray of bool, shape (n,)
        Data sets that show the claim but not its opposite, and the other way round.
    clusters : ndarray of int, shape (n,)
    alternative, prior_strength
        As there.
    """
    counts, prior = _counts(clusters, only, other), np.full(2, prior_strength / 2)
    return kernel.ClaimAgainstOpposite(
        probability=family_largest(counts, prior, rng=SEED)[0][0],
        p_value=_p_value(counts, alternative),
    )


def _counts(clusters: np.ndarray, *shown: np.ndarray) -> np.ndarray:
    """Data sets of each family that show each of some things, shape (C, number of things)."""
    return np.stack([np.bincount(clusters, one.astype(float)) for one in shown], axis=1)


def _p_value(counts: np.ndarray, alternative: str) -> np.ndarray:
    """Of the first against the second; one-sided 1 where it does not lead."""
    differences = counts[:, 0] - counts[:, 1]
    p = flip_test(differences).p_value
    if alternative == "greater":
        p = p / 2 if differences.sum() > 0 else 1.0
    return np.asarray(p)
