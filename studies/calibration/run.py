"""Are the probabilities that are printed right, and under which truths?

    python studies/calibration/run.py             # about fifteen minutes; goes on where it was
    python studies/calibration/run.py --only claim

For each curve (`curves.py`) tables are simulated, what is stated of them is put into bins of
probability, and each bin is held against how often it was so: reliability.csv,
and drawn in docs/figures/reliability.png. Under a test's own
prior the two must agree within four standard errors in every bin; if not, exit status 1. The first
tables of every curve are also in first.csv, for a test that repeats them.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
from curves import Curve, curves
from reliability import draw
from truths import Array, generator

HERE = Path(__file__).parent
EDGES = np.array([0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1])
"""Bins of probability; each one holds its upper end, the last one both."""
FIRST = 5
FEWEST = 5.0
"""Expected hits, and misses, of a bin whose standard error can be trusted."""

Row = dict[str, str]


def simulated(curve: Curve, tables: int) -> tuple[Array, Array, Array]:
    """Probabilities, whether they came true, and the number of the table of each."""
    rng, pairs = generator(curve.key), []
    for i in range(tables):
        pairs += [(p, float(truth), i) for p, truth in curve.stated(rng)]
    stated, truth, table = np.array(pairs).T
    return stated, truth, table


def first(curve: Curve) -> Row:
    """What the first tables say, to be repeated by a test."""
    stated, truth, _ = simulated(curve, FIRST)
    return {"curve": curve.key, "stated": str(stated.size), "expected": repr(float(stated.sum())),
            "true": f"{truth.sum():.0f}", "function": curve.function}  # fmt: skip


def reliability(curve: Curve) -> list[Row]:
    """A row for each bin that holds something."""
    stated, truth, table = simulated(curve, curve.tables)
    rows = []
    for low, high in pairwise(EDGES):
        inside = (stated > low) & (stated <= high) | ((low == 0) & (stated == 0))
        if not inside.any():
            continue
        p, hit = stated[inside], truth[inside]
        # What is stated of one table hangs together: its errors are added up first.
        of_table = np.bincount(table[inside].astype(np.intp), weights=hit - p)
        error = np.sqrt(max((of_table**2).sum(), (p * (1 - p)).sum()))
        rows.append(
            {"name": curve.name, "of": curve.tables_of, "truth": curve.truth,
             "tables": str(curve.tables), "low": f"{low:g}", "high": f"{high:g}",
             "stated": str(p.size), "expected": f"{p.sum():.4f}", "true": f"{hit.sum():.0f}",
             "error": f"{error:.4f}", "function": curve.function}
        )  # fmt: skip
    return rows


def kept(row: Row) -> bool:
    """Whether a bin agrees within four standard errors, or three cases where it has few."""
    expected, stated = float(row["expected"]), int(row["stated"])
    off = abs(float(row["true"]) - expected)
    few = min(expected, stated - expected) < FEWEST
    return off <= 4 * float(row["error"]) + (3 if few else 0)


def read(name: str) -> list[Row]:
    path = HERE / name
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(name: str, rows: list[Row]) -> None:
    new = (HERE / name).with_suffix(".new")
    with new.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    new.replace(HERE / name)


def of_curve(rows: list[Row], curve: Curve) -> list[Row]:
    wanted = {"name": curve.name, "of": curve.tables_of, "truth": curve.truth}
    return [row for row in rows if wanted.items() <= row.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--only", help="curves whose name has this, computed anew")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows, firsts, everything = read("reliability.csv"), read("first.csv"), curves()
    for curve in everything:
        anew = options.only is not None and options.only in curve.name
        if not anew and (options.only is not None or of_curve(rows, curve)):
            continue
        start = time.process_time()
        rows = [row for row in rows if row not in of_curve(rows, curve)] + reliability(curve)
        firsts = [row for row in firsts if row["curve"] != curve.key] + [first(curve)]
        write("reliability.csv", [r for curve_ in everything for r in of_curve(rows, curve_)])
        write("first.csv", [r for c in everything for r in firsts if r["curve"] == c.key])
        print(f"{curve.key}  {time.process_time() - start:.0f} s", flush=True)
    own_rows = [row for curve in everything if curve.own for row in of_curve(rows, curve)]
    missed = [row for row in own_rows if not kept(row)]
    for row in missed:
        print("MISSED:", row)
    draw(read("reliability.csv"))
    print(f"{len(own_rows) - len(missed)} of {len(own_rows)} bins under own priors agree")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
