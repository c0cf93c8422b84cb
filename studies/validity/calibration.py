"""Leanings: how many are expected to be wrong, and how many are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from designs import Array, Latent, generator, latent_clean, noisy, rope_for, truth
from family import ALPHA, shown_claims
from scipy.special import betainc

from jointstats.kernels.joint.leanings import leanings, power_of_pairs

SPREADS = (0.0, 0.1, 0.2, 0.4, 0.8)
"""Standard deviation of the algorithms' true means, in units of the noise of one result. The mix:
all of them, equally often."""
OTHERS = ("half equal", "one better")
"""Outside the mix: half of the algorithms equal, the others with spread .8; one better by .8."""
SHARED = 0.5
"""Part of that variance that an algorithm has in common on all measures."""
FACTOR = 1.5
ERRORS = 100


@dataclass(frozen=True)
class Setting:
    """What is simulated at every spread: so many tables that the mix has 100 wrong leanings."""

    l: int
    m: int
    n: int
    correlation: float
    ties: float
    tables: int

    @property
    def name(self) -> str:
        return (f"l = {self.l}, m = {self.m}, n = {self.n}, correlation {self.correlation:g}, "
                f"ties {self.ties:g}")  # fmt: skip


SETTINGS = (
    Setting(2, 2, 30, 0.5, 0.0, 30_000),
    Setting(3, 1, 10, 0.0, 0.0, 12_000),
    Setting(3, 2, 30, 0.5, 0.2, 12_000),
    Setting(5, 2, 20, 0.5, 0.0, 3_000),
    Setting(7, 3, 50, 0.8, 0.0, 800),
    Setting(10, 2, 30, 0.0, 0.2, 500),
    Setting(10, 6, 100, 0.5, 0.0, 400),
    Setting(20, 2, 30, 0.5, 0.0, 60),
)


def calibration(setting: Setting, spread: float | str) -> dict[str, float]:
    """Leanings, those expected to be wrong, and those wrong, in all tables together.

    Among all pairs; among those of which nothing is shown; and by each pair alone with the prior
    Beta(1/2, 1/2).
    """
    rng = generator(f"{setting.name} | {spread}")
    design = Latent(np.zeros((setting.l, setting.m)), setting.correlation, setting.ties)
    first, second = design.pairs
    power = power_of_pairs(first, second)
    known = truth(design.theta, setting.m)  # of what is shown, only whether it is matters here
    sums = np.zeros((3, 3))
    size = max(1, 4_000_000 // (first.size * setting.n * setting.m))
    for start in range(0, setting.tables, size):
        means = _means(rng, min(size, setting.tables - start), setting, spread)
        results = noisy(rng, means, setting.n, setting.correlation)
        outcomes = design.outcomes(results)
        sides = np.stack([_clean(outcomes, other) for other in (2, 0)], axis=-1)
        leads = np.sign(sides[..., 0] - sides[..., 1])
        wrong = leads != _true_leads(means[:, first] - means[:, second], setting)
        shown = shown_claims(outcomes, known, setting.ties > 0).shown.any(axis=-1)
        counts, table = np.unique(sides, axis=0, return_inverse=True)
        distinct = [leanings(a, b, power=power, alpha=ALPHA) for a, b in np.moveaxis(counts, -1, 1)]
        for i, (a, b) in enumerate(np.moveaxis(sides, -1, 1)):
            found = distinct[table[i]]
            alone = betainc(np.minimum(a, b) + 0.5, np.maximum(a, b) + 0.5, 0.5)
            kinds = (
                (found.leaning, found.probability),
                (found.leaning & ~shown[i], found.probability),
                ((alone >= 1 - ALPHA) & (a != b), alone),
            )
            sums += [[k.sum(), (1 - p[k]).sum(), wrong[i][k].sum()] for k, p in kinds]
    names = [f"{what}{kind}" for kind in ("", "_unshown", "_alone")
             for what in ("leaning", "stated", "wrong")]  # fmt: skip
    return {"tables": setting.tables, "pairs": first.size} | dict(
        zip(names, sums.ravel().round(4).tolist(), strict=True)
    )


def _clean(outcomes: Array, other: int) -> Array:
    """Data sets on which a side is better on some measure, and the other one on none.

    Without ropes these are its sweeps; ties count as in a comparison whose measures have ropes.
    """
    return ((outcomes != other).all(axis=-1) & (outcomes != 1).any(axis=-1)).sum(axis=-1)


def _means(rng: np.random.Generator, tables: int, setting: Setting, spread: float | str) -> Array:
    """True means of the algorithms of each table, shape (tables, l, m)."""
    if spread == "one better":
        one = np.zeros((tables, setting.l, setting.m))
        one[:, 0] = 0.8
        return one
    scale = 0.8 if spread == "half equal" else float(spread)
    common = rng.standard_normal((tables, setting.l, 1))
    own = rng.standard_normal((tables, setting.l, setting.m))
    means = scale * (np.sqrt(SHARED) * common + np.sqrt(1 - SHARED) * own)
    if spread == "half equal":
        means[:, : (setting.l + 1) // 2] = 0
    return means


def _true_leads(difference: Array, setting: Setting) -> Array:
    """Who is truly not worse (sweeps) more often: 1, -1, or 0 where nobody is."""
    delta = difference.reshape(-1, setting.m) / np.sqrt(2)
    theta = np.concatenate([
        latent_clean(part, rope_for(setting.ties) / np.sqrt(2), setting.correlation)
        for part in np.array_split(delta, 1 + len(delta) // 5000)
    ])  # fmt: skip
    lead = theta[:, 0] - theta[:, 1]
    signs = np.where(np.abs(delta).max(axis=1) > 0, np.sign(lead), 0.0)
    return signs.reshape(difference.shape[:-1])
