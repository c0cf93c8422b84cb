"""How often do mean results show a leader that is none, or one that is?

Simulates tables of 30 data sets with two measures, whose true differences, and so true statements,
are known: 2, 3, 5 and 10 runs; noise of a run of .5, 1 and 2 times the usual difference; normal
and heavy-tailed (t with 3 degrees of freedom); the same for all data sets, or not; and sizes of
differences that have nothing to do with their sign, or are three times as large where the first
algorithm wins both measures.

    python studies/runs/run.py                # some ten seconds; resumes where it was interrupted
    python studies/runs/run.py --page         # README.md from the results as they are

Writes results.csv, a line for each design, and README.md. Every line is seeded by what it is about.
"""

from __future__ import annotations

import argparse
import csv
import platform
import zlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import page
import scipy

import jointstats
from jointstats.evidence.dirichlet import largest_of_many
from jointstats.evidence.glrt import exact_p_value

HERE = Path(__file__).parent
TABLES, DATASETS, STATES = 50, 30, 4
PRIOR = np.full(STATES, 1 / STATES)
LEVEL = 0.05

RUNS, NOISES = (2, 3, 5, 10), (0.5, 1.0, 2.0)
TAILS, VARIANCES = ("normal", "t3"), ("equal", "unequal")
SIZES = ("alike", "skewed")
TRUTHS = {
    "four equal": [0.25, 0.25, 0.25, 0.25],
    "two equal leaders": [0.45, 0.05, 0.05, 0.45],
    "one leads": [0.55, 0.1, 0.1, 0.25],
}
Generator = np.random.Generator
Row = dict[str, object]


def designs() -> Iterator[Row]:
    """What each line is about."""
    names = ("runs", "noise", "tails", "variances", "sizes", "truth")
    for values in product(RUNS, NOISES, TAILS, VARIANCES, SIZES, TRUTHS):
        yield dict(zip(names, values, strict=True))


def seed_of(about: Row) -> Generator:
    """Random numbers that depend on what a line is about, and on nothing else."""
    return np.random.default_rng(zlib.crc32(repr(sorted(about.items())).encode()))


def made(rng: Generator, about: Row, n: int = DATASETS) -> tuple[np.ndarray, np.ndarray]:
    """Data sets, a table's or more: true statements (n,), and differences of all runs (n, J, 2)."""
    shares = np.array(TRUTHS[str(about["truth"])])
    truth = rng.choice(STATES, size=n, p=shares)
    signs = 1 - 2 * np.stack([truth // 2, truth % 2], axis=1)
    size = np.abs(rng.normal(size=(n, 2)))
    if about["sizes"] == "skewed":  # the same size on average where both statements are as frequent
        size *= np.where(truth == 0, 1.5, 0.5)[:, None]
    shape = (n, int(str(about["runs"])), 2)
    errors = rng.normal(size=shape)
    errors[..., 1] = 0.6 * errors[..., 0] + 0.8 * errors[..., 1]
    if about["tails"] == "t3":  # both measures of a run share the scale; variance 1
        errors /= np.sqrt(rng.chisquare(3, size=(*shape[:2], 1)))
    spread = np.full((n, 1, 1), float(str(about["noise"])))
    if about["variances"] == "unequal":
        spread = spread / np.sqrt(rng.chisquare(6, size=spread.shape) / 4)
    return truth, (signs * size)[:, None] + spread * errors


class Largest:
    """Probability that each statement is the most probable one, for all counts of 30 data sets."""

    def __init__(self) -> None:
        side = DATASETS + 1
        counts = np.array(
            [c for c in product(range(side), repeat=STATES - 1) if sum(c) <= DATASETS]
        )
        counts = np.column_stack([counts, DATASETS - counts.sum(axis=1)])
        self.table = np.full((side,) * (STATES - 1) + (STATES,), np.nan)
        self.table[tuple(counts[:, :-1].T)] = largest_of_many(counts + PRIOR)

    def __call__(self, counts: np.ndarray) -> np.ndarray:
        return self.table[tuple(np.asarray(counts)[..., :-1].T)]


def study(about: Row, tables: int, largest: Largest) -> Row:
    """One line: decisions and scores of all rules."""
    rng, mode = seed_of(about), np.array(TRUTHS[str(about["truth"])])
    leader = int(mode.argmax()) if (mode == mode.max()).sum() == 1 else -1
    sums: dict[str, float] = {}

    def add(name: str, value: float) -> None:
        sums[name] = sums.get(name, 0.0) + float(value)

    def judged(rule: str, decided: int | None) -> None:
        add(f"{rule}_decided", decided is not None)
        add(f"{rule}_right", decided is not None and decided == leader)

    for _ in range(tables):
        truth, x = made(rng, about)
        seen = (x.mean(axis=1) < 0) @ [2, 1]
        counts = {"known": np.bincount(truth, minlength=STATES)}
        counts["averages"] = np.bincount(seen, minlength=STATES)
        probability = {rule: largest(c) for rule, c in counts.items()}
        for rule, p in probability.items():
            judged(rule, int(p.argmax()) if p.max() >= 1 - LEVEL else None)
            if leader >= 0:
                add(f"{rule}_score", -np.log(max(p[leader], 1e-12)))
        first, second = np.sort(counts["averages"])[::-1][:2]
        shown = exact_p_value(int(first), int(second)) <= LEVEL
        judged("exact_p", int(counts["averages"].argmax()) if shown else None)
        add("wrong", (seen != truth).sum())
    numbers: Row = {name: round(value, 4) for name, value in sums.items()}
    function: Row = {"function": "bayes_test glrt_test"}
    return {**about, **function, "tables": tables, **numbers}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--page", action="store_true")
    asked.add_argument("--tables", type=int, default=TABLES)
    said = asked.parse_args()
    path = HERE / "results.csv"
    rows = page.read(path)
    keys = ("runs", "noise", "tails", "variances", "sizes", "truth", "tables")
    done = {tuple(row[key] for key in keys) for row in rows}
    if not said.page:
        largest = Largest()
        for about in designs():
            if tuple(str({**about, "tables": said.tables}[key]) for key in keys) in done:
                continue
            row = study(about, said.tables, largest)
            rows.append({name: str(value) for name, value in row.items()})
            names = list(dict.fromkeys(name for line in rows for name in line))
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, names, restval="", lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
    versions = (
        f"jointstats {jointstats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
        f"Python {platform.python_version()}"
    )
    (HERE / "README.md").write_text(page.written(rows, versions), encoding="utf-8")


if __name__ == "__main__":
    main()
