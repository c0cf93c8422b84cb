"""Repeat the papers' simulation study: all 18 rows, four tests, the papers' areas beside ours.

    python studies/roc/run.py [--jobs 2] [--cases 1000] [--draws 1000] [--negatives near]
    python studies/roc/run.py --check      the first 200 cases again, with 20 times the draws

Writes areas.csv, differences.csv (paired) and curves.csv into --out, and prints the table.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import pandas as pd

import jointstats as js
from jointstats.planning.simulate import PAPER_AREAS

HERE = Path(__file__).parent
FUNCTION = {"function": "simulate_roc"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--negatives", default="near")
    parser.add_argument("--max-parents", default=None, help="auto, a number, or none (default)")
    parser.add_argument("--seed", type=int, default=2016)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        check(options)
        return
    options.out.mkdir(parents=True, exist_ok=True)
    limit = options.max_parents
    areas, differences, curves = [], [], []
    start = time.perf_counter()
    for row, (l, m, n, independent) in enumerate(PAPER_AREAS):
        began = time.perf_counter()
        study = js.simulate_roc(
            n_algorithms=l, n_measures=m, n=n, independent=independent, cases=options.cases,
            draws=options.draws, negatives=options.negatives, rng=options.seed + row,
            max_parents=int(limit) if limit and limit != "auto" else limit, n_jobs=options.jobs,
        )  # fmt: skip
        design = {"algorithms": l, "measures": m, "n": n,
                  "type": "independent" if independent else "full"}  # fmt: skip
        areas += [design | row | FUNCTION for row in study.areas]
        differences += [design | row | FUNCTION for row in study.differences]
        curves.append(study.curve_frame().assign(**design))
        shown = "  ".join(
            f"{row['test']} {row['area']:.3f}"
            + (f" (paper {row['paper']:.3f})" if row["paper"] else "")
            for row in study.areas
        )
        error = max(row["standard_error"] for row in study.areas)
        print(f"{l} {m} {n:3d} {design['type']:<11}  {shown}  s.e. {error:.3f}  "
              f"{time.perf_counter() - began:.0f} s", flush=True)  # fmt: skip
    for name, rows in (("areas", areas), ("differences", differences)):
        pd.DataFrame(rows).round(6).to_csv(options.out / f"{name}.csv", index=False)
    order = ["algorithms", "measures", "n", "type", "test"]
    figure = pd.concat(curves)[[*order, "false_positive_rate", "true_positive_rate"]]
    figure.round(4).assign(**FUNCTION).to_csv(options.out / "curves.csv", index=False)
    print(f"{options.cases} + {options.cases} cases, {options.draws} draws, "
          f"{options.jobs} workers: {time.perf_counter() - start:.0f} s")  # fmt: skip


def check(options: argparse.Namespace) -> None:
    """Do the areas move if the network tests draw 20,000 times instead of 1,000?"""
    rows = []
    for row, (l, m, n, independent) in enumerate(PAPER_AREAS):
        area = {}
        for draws in (1000, 20000):
            study = js.simulate_roc(
                n_algorithms=l, n_measures=m, n=n, independent=independent, cases=100, draws=draws,
                tests=["network", "network_average"], rng=options.seed + row, n_jobs=options.jobs,
            )  # fmt: skip
            for curve in study.areas:
                area[curve["test"], draws] = curve["area"]
        for test in ("network", "network_average"):
            few, many = area[test, 1000], area[test, 20000]
            rows.append({"algorithms": l, "measures": m, "n": n,
                         "type": "independent" if independent else "full", "test": test,
                         "area_1000": few, "area_20000": many})  # fmt: skip
            print(*rows[-1].values(), f"{many - few:+.4f}", flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(rows).round(6).to_csv(options.out / "check.csv", index=False)


if __name__ == "__main__":
    main()
