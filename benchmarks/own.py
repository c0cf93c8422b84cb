"""What jointstats itself costs: quadrature, counting, pairs, import. Run on an idle machine.

python benchmarks/own.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

import jointstats as js
from jointstats.evidence.dirichlet import probability_largest
from jointstats.evidence.statements import statement_counts


def timed(run: Callable[[], Any], repeats: int = 7) -> float:
    """Median seconds of some runs, after one that is not counted."""
    run()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return median(seconds)


def quadrature() -> list[tuple[str, float]]:
    rng = np.random.default_rng(1)
    rows = []
    for label, size, most, states in (
        ("20 distinct counts up to 1e4, K = 1e27", 20, 10**4, 10**27),
        ("200 distinct counts up to 1e4, K = 1e300", 200, 10**4, 10**300),
        ("20 distinct counts up to 1e6, K = 1e300", 20, 10**6, 10**300),
    ):
        counts = rng.choice(most, size=size, replace=False) + 1.0
        alpha = 1.0 / states
        parameters = np.append(counts + alpha, alpha)
        numbers = [*[1] * size, states - size]
        seconds = timed(lambda p=parameters, k=numbers: probability_largest(p, k))
        rows.append((f"P(largest): {label}", seconds))
    return rows


def counting() -> list[tuple[str, float]]:
    rng = np.random.default_rng(2)
    values = rng.random((10**6, 4, 5))
    signs, rope = np.ones(4), np.zeros(4)
    return [
        (
            "counts of 1e6 data sets × 5 algorithms × 4 measures",
            timed(lambda: statement_counts(values, signs, rope), 3),
        )
    ]


def pairs() -> list[tuple[str, float]]:
    rng = np.random.default_rng(3)
    matrices = {f"A{i}": rng.random((30, 3)) + 0.01 * i for i in range(20)}
    table = js.results_table(matrices, measures={"a": "max", "b": "max", "c": "min"})
    return [
        (f"190 pairs, 30 data sets, 3 measures: {test}", timed(
            lambda t=test: js.pairwise_tests(table, test=t), 5))
        for test in ("glrt", "bayes", "sign", "wilcoxon")
    ]  # fmt: skip


def importing() -> list[tuple[str, float]]:
    """Import of jointstats beyond NumPy and pandas, each in fresh interpreters."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    ours, base = "import numpy, pandas, jointstats", "import numpy, pandas"
    both = [(run(ours), run(base)) for _ in range(9)]
    return [("import jointstats beyond NumPy and pandas", median(a - b for a, b in both))]


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.2f}; {os.cpu_count()} cores")
    for part in (importing, quadrature, pairs, counting):
        for label, seconds in part():
            print(f"{label:<58} {1000 * seconds:>10.1f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory of this process {peak:.2f} GB")


if __name__ == "__main__":
    main()
