"""All pairs of many algorithms on one measure each: jointstats, SciPy looped, scikit-posthocs.

Needs the extra ``bench`` for scikit-posthocs. Run on an idle machine:
``python benchmarks/separate.py --algorithms 20 200``, and ``--ours 50 100 200 350 500`` for the
growth.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
import warnings
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

import jointstats as js

DATASETS, MEASURES = 60, 3


def results(algorithms: int, decimals: int | None) -> js.ResultsTable:
    """Accuracies with a slight order among the algorithms, rounded if asked to."""
    rng = np.random.default_rng(1)
    skill = rng.normal(0.7, 0.1, (DATASETS, MEASURES, 1))
    level = rng.normal(0, 0.02, (1, MEASURES, algorithms))
    values = skill + level + rng.normal(0, 0.03, (DATASETS, MEASURES, algorithms))
    values = values if decimals is None else values.round(decimals)
    return js.results_table(
        {f"A{i:03d}": values[:, :, i] for i in range(algorithms)},
        measures={f"m{k}": "max" for k in range(MEASURES)},
    )


def cpu(run: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of this process, and the answer."""
    start = time.process_time()
    answer = run()
    return time.process_time() - start, answer


def peak() -> float:
    """Most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def ours(table: js.ResultsTable) -> tuple[list[tuple[str, float]], Any]:
    """What is measured here, with CPU seconds, and the p-values of the first measure."""
    tests, found = cpu(lambda: js.wilcoxon_test(table))
    rows, _ = cpu(found.to_frame)
    signs, _ = cpu(lambda: js.sign_test(table))
    claims, _ = cpu(lambda: js.leaderboard(table))
    named = [
        (f"Wilcoxon, {MEASURES} measures", tests),
        ("the same: effect sizes and data frame", rows),
        (f"sign test, {MEASURES} measures", signs),
        ("claims of all pairs", claims),
    ]
    return named, np.array([row.p_value for row in found.tests[::MEASURES]])


def looped(table: js.ResultsTable) -> Any:
    """SciPy's test of every pair on one measure, by its normal approximation."""
    from scipy.stats import wilcoxon

    values = table.values[:, 0]
    return np.array(
        [
            wilcoxon(values[:, i] - values[:, j], correction=True, method="approx").pvalue
            for i, j in combinations(range(values.shape[1]), 2)
        ]
    )


def posthocs(table: js.ResultsTable) -> Any:
    """scikit-posthocs on one measure."""
    import scikit_posthocs

    long = table.to_frame()[["algorithm", "m0"]]
    return scikit_posthocs.posthoc_wilcoxon(long, val_col="m0", group_col="algorithm")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--algorithms", type=int, nargs="*", default=[20])
    options.add_argument("--ours", type=int, nargs="*", default=[], help="without the others")
    options.add_argument("--decimals", type=int, help="round results: many ties")
    asked = options.parse_args()
    warnings.simplefilter("ignore")
    print(f"load average {os.getloadavg()[0]:.2f}; {os.cpu_count()} cores; {DATASETS} data sets")
    ours(results(5, asked.decimals))  # imports
    for size in [*asked.ours, *asked.algorithms]:
        table, pairs = results(size, asked.decimals), size * (size - 1) // 2
        named, p = ours(table)
        print(f"{size} algorithms, {pairs} pairs; peak {peak():.0f} MB")
        if size in asked.algorithms:
            seconds, theirs = cpu(lambda table=table: looped(table))
            differ = np.abs(p - theirs).max()
            named.append(
                (f"scipy.stats.wilcoxon looped, 1 measure (p differs {differ:.0e})", seconds)
            )
            seconds, _ = cpu(lambda table=table: posthocs(table))
            named.append(("scikit_posthocs.posthoc_wilcoxon, 1 measure", seconds))
        for name, seconds in named:
            print(f"  {name:<60} {seconds:8.3f} s {seconds / pairs * 1e6:9.1f} µs a pair")


if __name__ == "__main__":
    main()
