"""Do plans with noisy runs and families of data sets come true?

Draws tables from latent results (expected differences, errors of runs, families), tests each as
one would test a real one, and prints, as Markdown, the planned chance of a right decision beside
the simulated one: where the plan's assumptions hold, and where they do not (heavy tails; families
that agree in other ways than the plan supposes). Also into chances.csv.

    python studies/planning/run.py                # about a minute of computing
    python studies/planning/run.py --tables 500   # a quick look; the file stays
"""

from __future__ import annotations

import argparse
import csv
import math
import platform
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import scipy
from scipy import stats
from scipy.optimize import brentq

import jointstats as js
from jointstats.evidence.glrt import exact_p_value

FILE = Path(__file__).with_name("chances.csv")
SHARE, ALPHA, WANTED, SEED = 0.75, 0.05, 0.8, 2031
TABLES = 8000
DATASETS = 60
FAMILIES = [(3, 0.0), (3, 0.3), (3, 0.6), (5, 0.3), (5, 0.6), (10, 0.3), (10, 0.6)]
NOISES, RUNS = (0.5, 1.0, 2.0), (1, 2, 3, 5, 10)
SHIFTS = {"x": 0.6, "y": 0.4}
CORRELATION = 0.3
FOUR = [0.1, 0.15, 0.2, 0.55]
Array = np.ndarray
Generator = np.random.Generator
Rows = Iterator[dict[str, str]]


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
    """Share of tables in which the votes of families show the claim, one-sided."""
    yes, no = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    return float(np.mean(stats.binom.sf(yes - 1, yes + no, 0.5) <= ALPHA))


def sign_shown(holds: Array) -> float:
    """Share of tables in which the binomial test shows the claim, one-sided."""
    count = holds.sum(axis=1)
    return float(np.mean(stats.binom.sf(count - 1, holds.shape[1], 0.5) <= ALPHA))


# --- tables ---------------------------------------------------------------------------------------


def row(first: str, *values: object) -> str:
    return f"| {first} | " + " | ".join(map(str, values)) + " |"


def head(*names: str) -> str:
    return row(*names) + "\n|---" + "|---:" * (len(names) - 1) + "|"


def line(part: str, about: str, what: str, planned: float, simulated: float) -> dict[str, str]:
    """A row of the file."""
    return {"part": part, "about": about, "what": what, "planned": f"{planned:.3f}",
            "simulated": f"{simulated:.3f}", "function": "plan_datasets"}  # fmt: skip


def families(tables: int, rng: Generator) -> Rows:
    print(f"## A claim in families\n\nIt holds on {SHARE:.0%} of {DATASETS} data sets; {tables} "
          "tables a cell. Chance that the votes of families show it.\n")  # fmt: skip
    print(head("families", "planned", *KINDS, "own shares, noise 1, 2 runs: planned", "simulated"))
    for size, rho in FAMILIES:
        shape = (tables, DATASETS // size, size)
        call = {"claim_share": SHARE, "n": DATASETS, "max_n": 1,
                "cluster_size": size, "cluster_correlation": rho}  # fmt: skip
        about = f"{DATASETS // size} of {size}, {rho}"
        planned = js.plan_datasets(**call).chances[0].right
        found = [
            line("claim in families", about, name, planned,
                 shown(2 * kind(rng, shape, rho).sum(axis=2) - size))
            for name, kind in KINDS.items()
        ]  # fmt: skip
        noisy = js.plan_datasets(**call, noise=1, n_runs=2).chances[0].right
        holds = seen(rng, own_shares(rng, shape, rho), 1.0, 2)
        runs = line("claim in families", about, "own shares, noise 1, 2 runs", noisy,
                    shown(2 * holds.sum(axis=2) - size))  # fmt: skip
        print(row(about, f"{planned:.3f}", *(one["simulated"] for one in found),
                  runs["planned"], runs["simulated"]), flush=True)  # fmt: skip
        yield from (*found, runs)


def leaders(tables: int, rng: Generator) -> Rows:
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
                weights = counts.sum(axis=0) / size
                first, second = np.floor(np.sort(weights)[:-3:-1] + 1e-9)
                right += weights.argmax() == 3 and exact_p_value(first, second) <= ALPHA
            found.append(line("leader in families", f"{clusters} of {size}, {rho}", kind,
                              plan.chances[0].right, right / tables))  # fmt: skip
        print(row(found[0]["about"], found[0]["planned"], *(one["simulated"] for one in found)),
              flush=True)  # fmt: skip
        yield from found


def runs(tables: int, rng: Generator) -> Rows:
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
            about = f"{noise}, {number}"
            rows = [
                line("noisy runs", about, "keep their statement", kept, same),
                line("noisy runs", about, "claim", claim, found[0]),
                line("noisy runs", about, "claim, heavy tails", claim, found[1]),
                line("noisy runs", about, "leader", plan.chances[0].right, right),
            ]
            print(row(about, *(f"{one['planned']} / {one['simulated']}" for one in rows)),
                  flush=True)  # fmt: skip
            yield from rows


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


def needed(tables: int, rng: Generator) -> Rows:
    print(f"\n## Is the number needed enough?\n\nThe claim, wanted chance {WANTED}; {tables} "
          "tables a cell, drawn as the plan supposes.\n")  # fmt: skip
    print(head("families, noise, runs", "data sets", "total runs", "simulated chance"))
    for size, rho in ((1, 0.0), (3, 0.3), (5, 0.6), (10, 0.3)):
        plan = js.plan_datasets(claim_share=SHARE, noise=1, wanted=WANTED,
                                cluster_size=size, cluster_correlation=rho)  # fmt: skip
        for one in plan.designs:
            holds = own_shares(rng, (tables, one.families, size), rho)
            d = 2 * seen(rng, holds, 1.0, one.runs).sum(axis=2) - size
            about = f"{size}, {rho}; 1, {one.runs}"
            made = line("number needed", about, f"{one.n} data sets", WANTED, shown(d))
            print(row(about, one.n, one.total_runs, made["simulated"]), flush=True)
            yield made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    options = parser.parse_args()
    began, rng = time.process_time(), np.random.default_rng(SEED)
    print(f"Seed {SEED}; jointstats {js.__version__}, NumPy {np.__version__}, "
          f"SciPy {scipy.__version__}, Python {platform.python_version()}.\n")  # fmt: skip
    rows = [
        *families(options.tables, rng),
        *leaders(max(options.tables // 2, 1), rng),
        *runs(options.tables, rng),
        *needed(options.tables, rng),
    ]
    if options.tables == TABLES:
        with FILE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
