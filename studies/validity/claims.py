"""Intervals of a chosen share, and tests of a claim on its boundary."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from populations import SEED

from jointstats.evidence.claim_tests import binomial_p_value, confidence_interval
from jointstats.evidence.glrt import chosen_share_interval
from jointstats.evidence.scores import Claim, mirrored

Array = NDArray[np.float64]

LEVEL, ALPHA = 0.95, 0.05
TABLES = 10_000
DATA_SETS = (5, 10, 30, 100, 300)
DATA_SETS_OF_CLAIMS = (6, 12, 30, 100)

# In ascending sequence: of equally frequent statements the one with the smaller share is chosen.
STATEMENTS: dict[str, Array] = {
    "2 equal": np.full(2, 1 / 2),
    "4 equal": np.full(4, 1 / 4),
    "8 equal": np.full(8, 1 / 8),
    "64 equal": np.full(64, 1 / 64),
    "720 equal": np.full(720, 1 / 720),
    "one of .3, 14 of .05": np.array([0.05] * 14 + [0.3]),
    "one of .6, 8 of .05": np.array([0.05] * 8 + [0.6]),
    "halving": np.array([1 / 64, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2]),
}


def coverage(name: str, n: int) -> dict[str, float]:
    """How often the interval holds the true share of the chosen statement, and how wide it is."""
    shares, rng = STATEMENTS[name], generator(f"{name} | n = {n}")
    counts = rng.multinomial(n, shares, TABLES)
    chosen = counts.argmax(axis=1)
    top, true = counts.max(axis=1), shares[chosen]
    sums = {"tables": float(TABLES)}
    for kind, (low, high) in {
        "": chosen_share_interval(top, n, LEVEL),
        "_plain": confidence_interval(top, n, LEVEL),
    }.items():
        sums[f"covered{kind}"] = int(((low <= true) & (true <= high)).sum())
        sums[f"width{kind}"] = round(float(np.median(high - low)), 4)
    return sums


#: Claims, and shares of outcomes for which each holds on just the threshold share of the data sets
#: and just as often as its opposite.
CLAIMS: dict[str, tuple[Claim, float, dict[str, float], dict[str, float]]] = {
    "as accurate and faster": (
        Claim(equal=(0,), better=(1,)), 0.5,
        {"=+": 0.5, "=-": 0.2, "++": 0.2, "--": 0.1}, {"=+": 0.4, "=-": 0.4, "++": 0.2},
    ),
    "better on both": (
        Claim(better=(0, 1)), 0.5,
        {"++": 0.5, "+-": 0.3, "--": 0.2}, {"++": 0.25, "--": 0.25, "+-": 0.5},
    ),
    "better on two of three": (
        Claim(better=(0, 1, 2), at_least=2), 0.5,
        {"++-": 0.3, "+++": 0.2, "-+-": 0.5}, {"++-": 0.4, "-=-": 0.4, "===": 0.2},
    ),
    "not worse, better on one": (
        Claim(better=(0, 1), not_worse=(0, 1), at_least=1), 0.75,
        {"+=": 0.5, "++": 0.25, "+-": 0.25}, {"+=": 0.3, "=-": 0.3, "+-": 0.4},
    ),
    "not worse on either": (
        Claim(not_worse=(0, 1)), 0.5,
        {"==": 0.3, "++": 0.2, "--": 0.5}, {"==": 0.6, "++": 0.2, "--": 0.2},
    ),
}  # fmt: skip


def claim_errors(name: str, n: int) -> dict[str, float]:
    """How many tables find a claim that holds on just the threshold share, or as its opposite."""
    claim, threshold, on_threshold, as_opposite = CLAIMS[name]
    sums = {"tables": float(TABLES)}
    k, _ = _counted(claim, on_threshold, n, name)
    only, only_opposite = _counted(claim, as_opposite, n, f"{name}, opposite")
    for kind in ("greater", "two-sided"):
        share = binomial_p_value(k, n, threshold, kind)
        opposite = binomial_p_value(only, only + only_opposite, 0.5, kind)
        sums[f"share_{kind}"] = int((share <= ALPHA).sum())
        sums[f"opposite_{kind}"] = int((opposite <= ALPHA).sum())
    return sums


def _counted(claim: Claim, shares: dict[str, float], n: int, name: str) -> tuple[Array, Array]:
    """Data sets of each table that show the claim, or only it and not its opposite."""
    codes = np.array([["+=-".index(sign) for sign in outcome] for outcome in shares])
    drawn = generator(f"{name} | n = {n}").choice(len(codes), TABLES * n, p=list(shares.values()))
    seen = codes[drawn]
    holds = claim.holds(seen).reshape(TABLES, n)
    opposite = claim.holds(mirrored(seen)).reshape(TABLES, n)
    if "opposite" in name:
        return (holds & ~opposite).sum(axis=1), (opposite & ~holds).sum(axis=1)
    return holds.sum(axis=1), opposite.sum(axis=1)


def generator(name: str) -> np.random.Generator:
    """Random numbers of one cell, whatever is computed before it."""
    return np.random.default_rng([SEED, crc32(name.encode())])
