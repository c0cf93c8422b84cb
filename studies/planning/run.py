"""Do plans with noisy runs and families of data sets come true?

Draws tables from latent results (expected differences, errors of runs, families), tests each as
one would test a real one, and prints, as Markdown, the planned chance of a right decision beside
the simulated one: where the plan's assumptions hold, and where they do not (heavy tails; families
that agree in other ways than the plan supposes).

    python studies/planning/run.py                # about two minutes of computing
    python studies/planning/run.py --tables 500   # a quick look
"""

from __future__ import annotations

import argparse
import math
import platform
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import scipy
from scipy import stats
from scipy.optimize import brentq

import jointstats as js
from jointstats.kernels.joint.families import flip_test, leader_flips
from jointstats.kernels.joint.glrt import exact_p_value

SHARE, ALPHA, WANTED, SEED = 0.75, 0.05, 0.8, 2031
DATASETS = 60
FAMILIES = [(3, 0.0), (3, 0.3), (3, 0.6), (5, 0.3), (5, 0.6), (10, 0.3), (10, 0.6)]
NOISES, RUNS = (0.5, 1.0, 2.0), (1, 2, 3, 5, 10)
SHIFTS = {"x": 0.6, "y": 0.4}
CORRELATION = 0.3
FOUR = [0.1, 0.15, 0.2, 0.55]
Array = np.ndarray
Generator = np.random.Generator


# --- how families agree: whether each data set shows the claim, (tables, families, size) ----------


def own_shares(rng: Generator, shape: tuple[int, int, int], rho: float) -> Array:
    """Each family has a share of its own, beta around the common one: what the plan supposes."""
    kappa = (1 - rho) / max(rho, 1e-9)
    own = rng.beta(SHARE * kappa, (1 - SHARE) * kappa, (*shape[:2], 1)) if rho else SHARE
    return rng.random(shape) < own


def copies(rng: Generator, shape: tuple[int, int, int], rho: float) -> Array:
    """Each data set shows its family's answer with probability sqrt(rho), or one of its own."""
    common = rng.random((*shape[:2], 1)) < SHARE
    return np.where(rng.random(shape) < math.sqrt(rho), common, rng.random(shape) < SHARE)


def shared_part(rng: Generator, shape: tuple[int, int, int], rho: float) -> Array:
    """The differences of a family share a normal part; their signs agree by rho."""
    part = latent(rho)
    x = math.sqrt(part) * rng.standard_normal((*shape[:2], 1))
    x = x + math.sqrt(1 - part) * rng.standard_normal(shape)
    return x < stats.norm.ppf(SHARE)


@cache
def latent(rho: float) -> float:
    """Correlation of two normal differences whose signs have the correlation rho."""
    limit = stats.norm.ppf(SHARE)

    def excess(r: float) -> float:
        both = stats.multivariate_normal([0, 0], [[1, r], [r, 1]]).cdf([limit, limit])
        return (both - SHARE**2) / (SHARE * (1 - SHARE)) - rho

    return brentq(excess, 0, 0.999) if rho else 0.0


KINDS: dict[str, Callable] = {
    "own shares": own_shares, "copies": copies, "shared part": shared_part,
}  # fmt: skip


# --- what runs show -------------------------------------------------------------------------------


NORMAL = stats.norm()
HEAVY = stats.t(4, scale=math.sqrt(0.5))  # of variance 1


def seen(rng: Generator, holds: Array, noise: float, runs: int, law: Any = NORMAL) -> Array:
    """Whether the average of some runs shows the claim, where it holds and where it does not."""
    u = rng.random(holds.shape)
    below = np.where(holds, 1 - SHARE + u * SHARE, u * (1 - SHARE))
    delta = law.ppf(below) - law.ppf(1 - SHARE)
    for _ in range(runs):
        delta = delta + noise * law.rvs(holds.shape, random_state=rng) / runs
    return delta > 0


def shown(differences: Array) -> float:
    """Share of tables in which flips of whole families show the claim, one-sided."""
    known: dict[tuple[int, ...], float] = {}
    decided = 0
    for d in np.sort(differences, axis=1):
        if d.sum() > 0:
            key = tuple(d.tolist())
            if key not in known:
                known[key] = flip_test(d).p_value / 2
            decided += known[key] <= ALPHA
    return decided / len(differences)


def sign_shown(holds: Array) -> float:
    """Share of tables in which the binomial test shows the claim, one-sided."""
    count = holds.sum(axis=1)
    return float(np.mean(stats.binom.sf(count - 1, holds.shape[1], 0.5) <= ALPHA))


# --- tables ---------------------------------------------------------------------------------------


def row(first: str, *values: object) -> str:
    return f"| {first} | " + " | ".join(map(str, values)) + " |"


def head(*names: str) -> str:
    return row(*names) + "\n|---" + "|---:" * (len(names) - 1) + "|"


def beside(planned: float, found: Iterator[float]) -> Iterator[str]:
    yield f"{planned:.3f}"
    yield from (f"{x:.3f}" for x in found)


def families(tables: int, rng: Generator) -> None:
    print(f"## A claim in families\n\nIt holds on {SHARE:.0%} of {DATASETS} data sets; {tables} "
          "tables a cell. Chance that sign flips of whole families show it.\n")  # fmt: skip
    print(head("families", "planned", *KINDS, "own shares, noise 1, 2 runs: planned", "simulated"))
    for size, rho in FAMILIES:
        shape = (tables, DATASETS // size, size)
        call = {"claim_share": SHARE, "n": DATASETS, "max_n": 1,
                "cluster_size": size, "cluster_correlation": rho}  # fmt: skip
        planned = js.plan_datasets(**call).chances[0].right
        found = [shown(2 * k(rng, shape, rho).sum(axis=2) - size) for k in KINDS.values()]
        noisy = js.plan_datasets(**call, noise=1, n_runs=2).chances[0].right
        holds = seen(rng, own_shares(rng, shape, rho), 1.0, 2)
        print(row(f"{DATASETS // size} of {size}, {rho}", *beside(planned, iter(found)),
                  *beside(noisy, iter([shown(2 * holds.sum(axis=2) - size)]))),
              flush=True)  # fmt: skip


def leaders(tables: int, rng: Generator) -> None:
    print(f"\n## A leader of four statements in families\n\nShares {FOUR}; {DATASETS} data sets, "
          f"{tables} tables a cell.\n")  # fmt: skip
    print(head("families", "planned", "own shares", "copies"))
    for size, rho in FAMILIES:
        plan = js.plan_datasets(FOUR, n=DATASETS, max_n=1, replicates=4000,
                                cluster_size=size, cluster_correlation=rho)  # fmt: skip
        found, clusters = [], DATASETS // size
        kappa = (1 - rho) / max(rho, 1e-9)
        for kind in ("own shares", "copies"):
            right = 0
            for _ in range(tables):
                if kind == "copies":
                    taken = rng.binomial(size, math.sqrt(rho), clusters)
                    counts = rng.multinomial(size - taken, FOUR)
                    counts += taken[:, None] * rng.multinomial(1, FOUR, clusters)
                else:
                    own = rng.dirichlet(np.array(FOUR) * kappa, clusters) if rho else FOUR
                    counts = rng.multinomial(size, own, None if rho else clusters)
                answer = leader_flips(counts, 4)
                right += answer.leader == 3 and answer.p_value <= ALPHA
            found.append(right / tables)
        print(row(f"{clusters} of {size}, {rho}", *beside(plan.chances[0].right, iter(found))),
              flush=True)  # fmt: skip


def runs(tables: int, rng: Generator) -> None:
    print(f"\n## Noisy runs\n\n40 data sets for the claim, {DATASETS} for the leader of two "
          f"measures (shifts {SHIFTS}, correlation {CORRELATION}); {tables} tables a cell. "
          "Planned / simulated; heavy tails: expected differences and errors are t with 4 degrees "
          "of freedom, the claim's share is the same.\n")  # fmt: skip
    print(head("noise, runs", "keep their statement", "claim", "claim, heavy tails", "leader"))
    for noise in NOISES:
        for number in RUNS:
            call = {"noise": noise, "n_runs": number, "max_n": 1}
            claim = js.plan_datasets(claim_share=SHARE, n=40, **call).chances[0].right
            holds = rng.random((tables, 40)) < SHARE
            found = [sign_shown(seen(rng, holds, noise, number, law)) for law in (NORMAL, HEAVY)]
            plan = js.plan_datasets(shifts=SHIFTS, correlation=CORRELATION, n=DATASETS,
                                    tests="glrt", replicates=4000, **call)  # fmt: skip
            kept = next(one.kept for one in plan.designs if one.runs == number)
            right, same = led(tables, rng, noise, number)
            print(row(f"{noise}, {number}", f"{kept:.3f} / {same:.3f}",
                      *(f"{claim:.3f} / {x:.3f}" for x in found),
                      f"{plan.chances[0].right:.3f} / {right:.3f}"), flush=True)  # fmt: skip


def led(tables: int, rng: Generator, noise: float, number: int) -> tuple[float, float]:
    """How often the right leader is decided, and data sets keep their statement."""
    mean = np.array(list(SHIFTS.values()))
    root = np.linalg.cholesky([[1, CORRELATION], [CORRELATION, 1]])
    delta = mean + rng.standard_normal((tables, DATASETS, 2)) @ root.T
    average = delta.copy()
    for _ in range(number):
        average += noise * rng.standard_normal(delta.shape) / number
    true, code = (2 * (x[..., 0] < 0) + (x[..., 1] < 0) for x in (delta, average))
    counts = (code[..., None] == np.arange(4)).sum(axis=1)
    second, first = np.sort(counts, axis=1)[:, -2:].T
    decided = (exact_p_value(first, second) <= ALPHA) & (counts[:, 0] == first)
    return float(decided.mean()), float((true == code).mean())


def needed(tables: int, rng: Generator) -> None:
    print(f"\n## Is the number needed enough?\n\nThe claim, wanted chance {WANTED}; {tables} "
          "tables a cell, drawn as the plan supposes.\n")  # fmt: skip
    print(head("families, noise, runs", "data sets", "independent data sets times design effect",
               "total runs", "simulated chance"))  # fmt: skip
    for size, rho in ((1, 0.0), (3, 0.3), (5, 0.6), (10, 0.3)):
        alone = js.plan_datasets(claim_share=SHARE, noise=1, wanted=WANTED, n_runs=1).designs
        plan = js.plan_datasets(claim_share=SHARE, noise=1, wanted=WANTED,
                                cluster_size=size, cluster_correlation=rho)  # fmt: skip
        for one, single in zip(plan.designs, alone, strict=True):
            holds = own_shares(rng, (tables, one.families, size), rho)
            d = 2 * seen(rng, holds, 1.0, one.runs).sum(axis=2) - size
            print(row(f"{size}, {rho}; 1, {one.runs}", one.n,
                      f"{single.n * one.design_effect:.0f}", one.total_runs,
                      f"{shown(d):.3f}"), flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8000)
    options = parser.parse_args()
    began, rng = time.process_time(), np.random.default_rng(SEED)
    print(f"Seed {SEED}; jointstats {js.__version__}, NumPy {np.__version__}, "
          f"SciPy {scipy.__version__}, Python {platform.python_version()}.\n")  # fmt: skip
    families(options.tables, rng)
    leaders(max(options.tables // 2, 1), rng)
    runs(options.tables, rng)
    needed(options.tables, rng)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
