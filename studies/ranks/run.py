"""Do the rank sets of a leaderboard hold all true ranks at once, and how wide are they?

Simulates tables on two measures of which it is known who is truly better (`rank_truths.py`), and
prints, as Markdown: how often all joint rank sets hold, all of one measure, and the set of who
may be best (also into coverage.csv); how wide the sets are beside those for ranks of means by
Mogstad, Romano, Shaikh & Wilhelm (2024), whose method is written here from the paper (also into
widths.csv); and, if R has the authors' package csranks, whether it gives the same sets.

    python studies/ranks/run.py                # about five minutes of computing
    python studies/ranks/run.py --tables 100   # a quick look, which leaves the files alone
    python studies/ranks/run.py --csranks      # with the package: install.packages("csranks") in R
"""

from __future__ import annotations

import argparse
import csv
import platform
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy
from rank_truths import APART, COVERED, TRUTHS, Generator, Truth, true_ranks

import jointstats
from jointstats.kernels.joint import rank_sets as kernel
from jointstats.kernels.joint.ladder import RUNGS, levels
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.joint.pair_claims import BRANCH, claim_p_values, ladder_shares
from jointstats.kernels.joint.pair_counts import pair_counts

HERE = Path(__file__).parent
SIZES = ((5, 20), (10, 50), (10, 100), (20, 20))  # algorithms, data sets
SIZES_OF_WIDTHS = ((10, 50), (20, 100))
TABLES, TABLES_OF_WIDTHS = 2000, 200
DRAWS = 1000  # of the normal distribution of the means
ALPHA, SEED = 0.05, 2031
AT_ONCE = 100


@dataclass(frozen=True)
class Sets:
    """Rank sets of tables: jointly, then on each of two measures; arrays of shape (T, 3, l)."""

    low: np.ndarray
    high: np.ndarray

    def holds(self, truth: np.ndarray) -> np.ndarray:
        """Whether all of a table's sets of a kind hold the true ranks (3, l), shape (T, 3)."""
        return ((self.low <= truth) & (truth <= self.high)).all(axis=2)

    def best(self, truth: np.ndarray) -> np.ndarray:
        """Whether everybody of rank 1 may be best, shape (T, 3)."""
        return ((self.low == 1) | (truth > 1)).all(axis=2)

    @property
    def widths(self) -> np.ndarray:
        """Mean number of ranks in a set, shape (3,)."""
        return np.asarray((self.high - self.low + 1).mean(axis=(0, 2)))


def rank_sets(values: np.ndarray) -> Sets:
    """What a leaderboard says of each table, (T, n, 2, l): see `jointstats.leaderboard`."""
    tables, n, m, l = values.shape
    pairs = np.array(np.triu_indices(l, 1))
    side_by_side = np.moveaxis(values, 0, 2).reshape(n, m, tables * l)  # one wide table
    places = (l * np.arange(tables)[:, None] + pairs[:, None]).reshape(2, -1).T
    counts = pair_counts(pair_outcomes(side_by_side, np.zeros(m), places), np.zeros(m, dtype=bool))
    p = claim_p_values(counts).reshape(tables, -1, *2 * (len(RUNGS),))
    first = (counts.sweeps[:, 0] > counts.sweeps[:, 1]).reshape(tables, -1)
    wins = counts.wins.reshape(tables, -1, m, 2)
    better = np.zeros((tables, 1 + m, l, l), dtype=bool)
    for t in range(tables):
        better[t, 0][tuple(np.where(first[t], pairs, pairs[::-1])[:, jointly(p[t], m)])] = True
        for k in range(m):
            square = np.zeros((l, l))
            square[tuple(pairs)], square[tuple(pairs[::-1])] = wins[t, :, k].T
            better[t, 1 + k] = kernel.shown_better(kernel.direction_p_values(square), ALPHA)
    return Sets(*kernel.rank_sets(better))


def jointly(p: np.ndarray, m: int) -> np.ndarray:
    """Of which pairs it is shown who is better on everything more often than the other way round.

    As `jointstats.kernels.joint.pair_claims.adjusted_family`, at one level alone.
    """
    share = ladder_shares(m, equal=False)
    there = share > 0
    ladders, weights = p[:, there].reshape(-1, len(RUNGS)), np.tile(share[there], len(p))
    done = np.zeros(ladders.shape, dtype=bool)
    while True:
        left = levels(ladders, np.where(done, 0.0, 1.0), ALPHA, weights, branch=BRANCH)
        more = ~done & (left > 0) & (ladders <= left)
        if not more.any():
            return done.reshape(len(p), -1, len(RUNGS))[:, 0, 0]
        done |= more


def batches(rng: Generator, truth: Truth, tables: int, n: int, l: int) -> Iterator[np.ndarray]:
    for start in range(0, tables, AT_ONCE):
        yield truth.sample(rng, min(AT_ONCE, tables - start), n, l)


def sets_of(rng: Generator, truth: Truth, tables: int, n: int, l: int) -> Sets:
    found = [rank_sets(values) for values in batches(rng, truth, tables, n, l)]
    return Sets(*(np.concatenate([getattr(one, end) for one in found]) for end in ("low", "high")))


def of_means(rng: Generator, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Simultaneous sets for the ranks of the means of the columns of x, (n, l).

    Of every ordered pair the hypothesis that the first mean is not larger, by t = difference /
    standard error; critical value from the largest t of all pairs that are left when the means are
    normal with the estimated covariance, again and again until no more are rejected.
    """
    n, l = x.shape
    covariance = np.cov(x, rowvar=False) / n
    variance = np.diag(covariance)
    error = np.sqrt(np.maximum(variance[:, None] + variance - 2 * covariance, 0)) + np.eye(l)
    mean = x.mean(axis=0)
    draws = rng.standard_normal((DRAWS, n)) @ (x - mean) / np.sqrt(n * (n - 1))
    t = (mean[:, None] - mean) / error
    likely = (draws[:, :, None] - draws[:, None, :]) / error
    left, better = ~np.eye(l, dtype=bool), np.zeros((l, l), dtype=bool)
    while left.any():
        critical = np.quantile(likely[:, left].max(axis=1), 1 - ALPHA)
        more = left & (t > critical)
        if not more.any():
            break
        better |= more
        left &= ~more
    return kernel.rank_sets(better)


# --- What is printed ------------------------------------------------------------------------------


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


def coverage(rng: Generator, tables: int) -> list[dict[str, object]]:
    print(f"## All true ranks in their sets at once\n\n{tables} tables a cell, two measures; the")
    print("share of tables in which all joint sets hold, all sets of the first and of the second")
    print("measure, and in which all of rank 1 may be best (jointly).\n")
    print(head("truth, algorithms, data sets", "jointly", "measure 1", "measure 2", "best"))
    rows: list[dict[str, object]] = []
    for name in COVERED:
        truth = TRUTHS[name]
        for l, n in SIZES:
            ranks = true_ranks(truth.better(l))
            sets = sets_of(rng, truth, tables, n, l)
            held, best = sets.holds(ranks).mean(axis=0), sets.best(ranks).mean(axis=0)
            shares = [f"{share:.4f}" for share in (*held, best[0])]
            print(row(f"{name}, {l}, {n}", *shares), flush=True)
            about = {"truth": name, "algorithms": l, "datasets": n, "tables": tables}
            rows.append(
                about
                | dict(zip(("joint", "first", "second", "best"), shares, strict=True))
                | {"function": "leaderboard"}
            )
    return rows


def widths(rng: Generator, tables: int) -> list[dict[str, object]]:
    print(f"\n## Widths beside sets for ranks of means\n\n{tables} tables a cell, first measure:")
    print(
        "mean number of ranks in a set (1: the rank is known), of the leaderboard and of the sets"
    )
    print("for ranks of means; how often the latter hold all ranks of means, and all ranks of")
    print("majorities, which they do not promise; and the width of the joint sets.\n")
    print(head("truth, algorithms, data sets", "majorities", "means", "means hold theirs",
               "means hold majorities'", "joint"))  # fmt: skip
    rows: list[dict[str, object]] = []
    for name in APART:
        truth = TRUTHS[name]
        for l, n in SIZES_OF_WIDTHS:
            values = np.concatenate(list(batches(rng, truth, tables, n, l)))
            own = rank_sets_in_parts(values).widths
            low, high = np.stack([of_means(rng, x[:, 0]) for x in values], axis=1)
            means = truth.means(l)
            theirs = 1 + (means[:, None] < means).sum(axis=1)
            majority = true_ranks(truth.better(l))[1]
            held = [
                ((low <= ranks) & (ranks <= high)).all(axis=1).mean()
                for ranks in (theirs, majority)
            ]
            found = [own[1], (high - low + 1).mean(), *held, own[0]]
            cells = [f"{x:.2f}" if i in (0, 1, 4) else f"{x:.3f}" for i, x in enumerate(found)]
            print(row(f"{name}, {l}, {n}", *cells), flush=True)
            names = ("majorities", "means", "means_hold", "means_hold_majorities", "joint")
            about = {"truth": name, "algorithms": l, "datasets": n, "tables": tables}
            numbers = dict(zip(names, cells, strict=True))
            rows.append(about | numbers | {"function": "leaderboard"})
    return rows


def rank_sets_in_parts(values: np.ndarray) -> Sets:
    parts = [rank_sets(values[i : i + AT_ONCE]) for i in range(0, len(values), AT_ONCE)]
    return Sets(*(np.concatenate([getattr(one, end) for one in parts]) for end in ("low", "high")))


R_CODE = """
suppressMessages(library(csranks))
x <- as.matrix(read.csv(file("stdin"), header = FALSE))
n <- {n}
for (start in seq(1, nrow(x), by = n)) {{
  one <- x[start:(start + n - 1), ]
  found <- csranks(colMeans(one), cov(one) / n, coverage = {coverage}, R = {draws}, seed = 1)
  cat(found$L, found$U, "\\n")
}}
cat(as.character(packageVersion("csranks")), "\\n")
"""


def beside_the_package(rng: Generator, tables: int = 50) -> None:
    """Are the sets for ranks of means those of the authors' own package?"""
    l, n = 10, 50
    values = TRUTHS["far apart"].sample(rng, tables, n, l)[:, :, 0]
    code = R_CODE.format(n=n, coverage=1 - ALPHA, draws=10 * DRAWS)
    text = "\n".join(",".join(map(repr, line)) for line in values.reshape(-1, l).tolist())
    ran = subprocess.run(
        ["Rscript", "-e", code], input=text, capture_output=True, text=True, check=True
    )
    *lines, version = ran.stdout.strip().splitlines()
    theirs = np.array([line.split() for line in lines], dtype=int)
    ours = np.array([np.concatenate(of_means(rng, x)) for x in values])
    same = (theirs == ours).mean()
    wide = [(one[:, l:] - one[:, :l] + 1).mean() for one in (ours, theirs)]
    print(
        f"\n## The same sets by the package csranks\n\ncsranks {version.strip()}, {tables} tables"
    )
    print(f"(far apart, {l} algorithms, {n} data sets): {100 * same:.1f} % of the ends of sets are")
    print(
        f"the same, mean width {wide[0]:.3f} here and {wide[1]:.3f} there (both draw the critical"
    )
    print("value).")


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    read.add_argument("--tables", type=int, default=TABLES)
    read.add_argument("--csranks", action="store_true", help="also ask R's package csranks")
    said = read.parse_args()
    began = time.process_time()
    rng = np.random.default_rng(SEED)
    print(
        f"Seed {SEED}; level {ALPHA}; jointstats {jointstats.__version__}, NumPy {np.__version__}, "
        f"SciPy {scipy.__version__}, Python {platform.python_version()}.\n"
    )
    covered = coverage(rng, said.tables)
    wide = widths(rng, min(TABLES_OF_WIDTHS, said.tables))
    if said.csranks:
        beside_the_package(rng)
    if said.tables == TABLES:
        write("coverage.csv", covered)
        write("widths.csv", wide)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
