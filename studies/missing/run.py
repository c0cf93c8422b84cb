"""How often does the Bayesian test of incomplete tables decide what is not so?

Two statements are equally probable, .45 each, so that whatever `bayes_test` decides by its default
rule is wrong. Results go missing at random, and complete data sets remain. With missing="unknown"
it decides in fewer tables still. Prints Markdown, and writes bayes.csv. What claims show where
results are missing, at random or because they are bad, is part of the study of validity.

    python studies/missing/run.py                # some minutes of computing
    python studies/missing/run.py --tables 100   # a quick look, which leaves the file alone
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import jointstats
from jointstats.joint.counting import count_table
from jointstats.joint.posterior import most_probable
from jointstats.joint.prior import prior_of
from jointstats.table.results_table import ResultsTable

HERE = Path(__file__).parent
DATASETS, MEASURES = 60, 2
TABLES = 2000
SHARES = (0.1, 0.3)
ALPHA, SEED = 0.05, 2030
HOW = {"rule": "lower", "alpha": ALPHA, "lead_ratio": 1.25, "level": 0.95}
Array = np.ndarray
Generator = np.random.Generator
Row = dict[str, object]


def tied_modes(rng: Generator) -> Array:
    """Two algorithms: A better on both, or on the first only, .45 each; the other two .05."""
    first = np.where(rng.random(DATASETS) < 0.9, 1.0, -1.0)
    second = np.where(rng.random(DATASETS) < 0.5, 1.0, -1.0)
    size = np.abs(rng.normal(size=(DATASETS, MEASURES))) + 0.1
    base = rng.normal(size=(DATASETS, MEASURES))
    return np.stack([base + size * np.stack([first, second], axis=1), base], axis=2)


def whole_runs(table: Array, share: float, rng: Generator) -> Array:
    """Whole results of an algorithm on a data set, at random."""
    gone = rng.random((len(table), 1, table.shape[2])) < share
    return np.where(gone, np.nan, table)


def single_values(table: Array, share: float, rng: Generator) -> Array:
    """Single measures, at random."""
    return np.where(rng.random(table.shape) < share, np.nan, table)


AT_RANDOM: dict[str, Callable[[Array, float, Generator], Array]] = {
    "whole runs": whole_runs,
    "single values": single_values,
}


def dropped(table: Array) -> Array:
    return table[~np.isnan(table).any(axis=(1, 2))]


def as_table(values: Array) -> ResultsTable:
    names = tuple(f"A{k}" for k in range(values.shape[2]))
    measures = {f"m{k}": "max" for k in range(values.shape[1])}
    datasets = tuple(map(str, range(len(values))))
    return ResultsTable(values, datasets, names, measures, dict.fromkeys(measures, 0.0))


def bayes(values: Array) -> jointstats.BayesResult:
    counts = count_table(as_table(values))
    return most_probable(counts, prior_of(counts), **HOW)


def wrong(kind: str, share: float, tables: int, rng: Generator) -> dict[str, float]:
    """Share of tables in which something is decided: complete, and without incomplete data sets."""
    found = []
    for _ in range(tables):
        whole = tied_modes(rng)
        left = dropped(AT_RANDOM[kind](whole, share, rng))
        found.append([bayes(whole).decided, bool(len(left)) and bayes(left).decided])
    return dict(zip(("whole", "drop"), np.mean(found, axis=0).tolist(), strict=True))


def line(first: str, *values: object) -> str:
    return f"| {first} | " + " | ".join(map(str, values)) + " |"


def write(rows: Sequence[Row]) -> None:
    with (HERE / "bayes.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    tables = parser.parse_args().tables
    began, rows = time.process_time(), []
    print(f"{tables} tables a cell of {DATASETS} data sets: how often the Bayesian test decides\n")
    print(line("missing", "complete table", "drop"))
    print("|---" + "|---:" * 2 + "|")
    for i, (kind, share) in enumerate((k, s) for k in AT_RANDOM for s in SHARES):
        rates = wrong(kind, share, tables, np.random.default_rng([SEED, 1, i]))
        print(line(f"{kind}, {share:.0%}", *(f"{x:.3f}" for x in rates.values())), flush=True)
        about: Row = {"missing": kind, "share": share, "tables": tables}
        said: Row = {name: f"{x:.4f}" for name, x in rates.items()}
        rows.append(about | said | {"function": "bayes_test"})
    if tables == TABLES:
        write(rows)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
