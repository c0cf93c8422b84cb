"""What do families of data sets do to the tests, and what do the tests for families do about it?

Simulates tables of 60 data sets in clusters of 1, 3, 5 and 10, whose statements agree within a
cluster with a given intra-class correlation, and prints, as Markdown: how often the plain exact p
and that of clusters which weigh 1 in all show a leader (also into leaders.csv), and what the
Bayesian test states against what is true.

    python studies/families/run.py                # seconds of computing
    python studies/families/run.py --tables 200   # a quick look, which leaves leaders.csv alone
"""

from __future__ import annotations

import argparse
import csv
import platform
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy

import jointstats
from jointstats.evidence.dirichlet import largest_of_many
from jointstats.evidence.glrt import exact_p_value

HERE = Path(__file__).parent
DATASETS, STATES = 60, 4
TABLES = 2000
SIZES, CORRELATIONS = (1, 3, 5, 10), (0.0, 0.3, 0.6)
ALPHA, SEED = 0.05, 2029
BINS = (0.5, 0.8, 0.95, 1.01)

TRUTHS = {
    "two equal leaders": [0.45, 0.45, 0.05, 0.05],
    "four equal": [0.25, 0.25, 0.25, 0.25],
    "another leads narrowly": [0.42, 0.48, 0.05, 0.05],
    "one leads": [0.55, 0.25, 0.1, 0.1],
}
# Where one is the most probable it matters which is shown: errors, and power.
COUNTED = {"another leads narrowly": lambda leader: leader != 1, "one leads": lambda x: x == 0}
Generator = np.random.Generator


def own_shares(rng: Generator, shares: np.ndarray, size: int, rho: float) -> np.ndarray:
    """Each cluster has shares of its own, Dirichlet around the common ones: counts (T, C, K)."""
    clusters = DATASETS // size
    kappa = (1 - rho) / max(rho, 1e-9)
    gammas = rng.standard_gamma(np.repeat(shares[:, None] * kappa, clusters, axis=1))
    if rho == 0:
        gammas = np.repeat(shares[:, None], clusters, axis=1)
    return rng.multinomial(size, gammas / gammas.sum(axis=2, keepdims=True))


def copies(rng: Generator, shares: np.ndarray, size: int, rho: float) -> np.ndarray:
    """Each data set shows its cluster's statement with probability sqrt(rho), or one of its own."""
    clusters = DATASETS // size
    copied = rng.binomial(size, np.sqrt(rho), (len(shares), clusters))
    each = np.repeat(shares[:, None], clusters, axis=1)
    return rng.multinomial(size - copied, each) + copied[..., None] * rng.multinomial(1, each)


KINDS = {"own shares": own_shares, "copies": copies}


def cells() -> Iterator[tuple[str, int, float]]:
    for size in SIZES:
        for rho in CORRELATIONS:
            for kind in KINDS:
                if kind == "own shares" or (rho > 0 and size > 1):
                    yield kind, size, rho


def plain_p(total: np.ndarray) -> np.ndarray:
    first, second = np.sort(total, axis=1)[:, :-3:-1].T
    return exact_p_value(first, second)


def row(first: str, *values: object) -> str:
    return f"| {first} | " + " | ".join(map(str, values)) + " |"


def head(*names: str) -> str:
    return row(*names) + "\n|---" + "|---:" * (len(names) - 1) + "|"


def write(name: str, rows: Sequence[dict[str, object]]) -> None:
    """A CSV file beside this one."""
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def leaders(tables: int, rng: Generator) -> list[dict[str, object]]:
    print(f"## Leaders\n\n{tables} tables a cell; share with p <= {ALPHA}: the plain")
    print("exact p / one data set of each cluster / clusters that weigh 1. In the first three")
    print("columns each is an error (in the third if the wrong one is shown), in the last power.\n")
    print(head("clusters", *TRUTHS))
    rows: list[dict[str, object]] = []
    for kind, size, rho in cells():
        table_rows = []
        for name, shares in TRUTHS.items():
            counts = KINDS[kind](rng, np.tile(shares, (tables, 1)), size, rho)
            total = counts.sum(axis=1)
            votes, weights = one_of_each(rng, counts), total / size
            shown: list[float] = []
            for sums, p in (
                (total, plain_p(total)),
                (votes, plain_p(votes)),
                (weights, plain_p(np.floor(weights + 1e-9))),
            ):
                counted = COUNTED.get(name, lambda leader: leader >= 0)(sums.argmax(axis=1))
                shown.append(float(np.mean((p <= ALPHA) & counted)))
            table_rows.append(" / ".join(f"{x:.3f}" for x in shown))
            about = {"size": size, "correlation": rho, "kind": kind, "truth": name}
            ways = zip(("plain", "one_of_each", "weights"), shown, strict=True)
            rows.append({**about, "tables": tables, **dict(ways), "function": "glrt_test"})
        print(row(f"{DATASETS // size} of {size}, {rho}, {kind}", *table_rows), flush=True)
    return rows


def one_of_each(rng: Generator, counts: np.ndarray) -> np.ndarray:
    """One data set of each cluster, drawn at random: counts (T, K)."""
    up_to = np.cumsum(counts, axis=2) / counts.sum(axis=2, keepdims=True)
    state = (up_to <= rng.random(counts.shape[:2])[..., None]).sum(axis=2)
    return (state[..., None] == np.arange(STATES)).sum(axis=1)


def stated(tables: int, rng: Generator) -> None:
    print(f"\n## Stated against true\n\n{tables} tables a cell, shares uniform (Dirichlet(1, 1, 1,")
    print("1)); where the leader's probability is in a bin, how often it is the most probable")
    print("statement / the mean of what was stated (tables). Prior of the tests: mass 1 in all.\n")
    names = [f"{a:.2f}-{min(b, 1):.2f}" for a, b in pairwise(BINS)]
    print(head("clusters", *(f"{t}, {n}" for t in ("plain", "families") for n in names)))
    log = {"plain": 0.0, "families": 0.0}
    all_found = 0
    for kind, size, rho in cells():
        if size == 1:
            continue
        shares = rng.dirichlet(np.ones(STATES), tables)
        counts = KINDS[kind](rng, shares, size, rho)
        columns = []
        for test, probability in both(counts).items():
            leader = probability.argmax(axis=1)
            right, says = leader == shares.argmax(axis=1), probability.max(axis=1)
            truth = probability[np.arange(tables), shares.argmax(axis=1)]
            log[test] -= np.log2(np.maximum(truth, 1e-6)).sum()
            for low, high in pairwise(BINS):
                here = (says >= low) & (says < high)
                n = int(here.sum())
                columns.append(
                    f"{right[here].mean():.2f} / {says[here].mean():.2f} ({n})" if n else "-"
                )
        all_found += tables
        print(row(f"{DATASETS // size} of {size}, {rho}, {kind}", *columns), flush=True)
    scores = ", ".join(f"{test} {total / all_found:.3f}" for test, total in log.items())
    print(f"\nLogarithmic score in bits, all cells (the least is the best): {scores}.")


def equal_leaders(tables: int, rng: Generator) -> None:
    print(f"\n## P >= .95 where two statements are equally probable\n\n{tables} tables a cell.\n")
    print(head("clusters", "plain", "families"))
    for kind, size, rho in cells():
        if size == 1:
            continue
        shares = np.tile(TRUTHS["two equal leaders"], (tables, 1))
        tests = both(KINDS[kind](rng, shares, size, rho)).values()
        decided = [f"{np.mean(p.max(axis=1) >= 1 - ALPHA):.3f}" for p in tests]
        print(row(f"{DATASETS // size} of {size}, {rho}, {kind}", *decided), flush=True)


def both(counts: np.ndarray) -> dict[str, np.ndarray]:
    """Probabilities of being the most probable, (T, K): data sets for themselves, and clusters."""
    prior = np.full(STATES, 1 / STATES)
    total = counts.sum(axis=1)
    return {
        "plain": largest_of_many(total + prior),
        "families": largest_of_many(total / counts[0, 0].sum() + prior),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    options = parser.parse_args()
    began, rng = time.process_time(), np.random.default_rng(SEED)
    print(f"{DATASETS} data sets, {STATES} statements. Seed {SEED}; jointstats "
          f"{jointstats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
          f"Python {platform.python_version()}.\n")  # fmt: skip
    rows = leaders(options.tables, rng)
    if options.tables == TABLES:
        write("leaders.csv", rows)
    stated(max(options.tables // 8, 1), rng)
    equal_leaders(max(options.tables // 8, 1), rng)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
