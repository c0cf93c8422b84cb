"""What would change a verdict: seconds, settings, and what it adds to a report.

    python benchmarks/sensitivity.py

User seconds of one process, the least of three: the comparison, its sensitivity as a whole, its
report without and with the folded part that is always there.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import jointstats as js
from jointstats.interfaces.report import sections
from jointstats.interfaces.report.page import page

TIMES = 3


def main() -> None:
    """Print a row for every table."""
    print(f"{'table':<26}{'compare':>9}{'whole':>8}{'settings':>9}{'report':>8}{'its part':>10}")
    for name, table in tables().items():
        result = js.compare_algorithms(table)
        page(result)  # fonts are measured once
        whole = js.sensitivity(result)
        spent = [
            seconds(lambda table=table: js.compare_algorithms(table)),
            seconds(lambda result=result: js.sensitivity(result)),
            seconds(lambda result=result: page(result)),
            seconds(lambda result=result: sections.changes(result, whole=False)),
        ]
        share = spent[3] / (spent[2] - spent[3])
        print(
            f"{name:<26}{spent[0]:>8.2f}s{spent[1]:>7.2f}s{whole.n_settings:>9}"
            f"{spent[2] - spent[3]:>7.2f}s{f'+{100 * share:.0f} %':>10}",
            flush=True,
        )


def tables() -> dict[str, Any]:
    """Packaged tables, and made ones of more algorithms (3 measures, 40 data sets)."""
    weka = js.load_dataset("weka")
    four = weka.select(
        algorithms=["AODE", "Bagging", "BayesNet", "J48graft"], measures=["accuracy", "auc"]
    )
    return {
        "example1: 2 x 2 x 12": js.load_dataset("example1"),
        "weka: 4 x 2 x 51": four,
        "weka: 7 x 6 x 51": weka,
        "made: 20 x 3 x 40": made(20),
        "made: 40 x 3 x 40": made(40),
        "made: 60 x 3 x 40": made(60),
    }


def made(l: int) -> Any:
    """Algorithms of evenly spread skill."""
    values = np.random.default_rng(l).normal(size=(40, 3, l)) + np.linspace(1.2, 0, l)
    return js.results_table(
        {f"algorithm-{i:03d}": values[:, :, i] for i in range(l)},
        measures=dict.fromkeys(["accuracy", "auc", "speed"], "max"),
    )


def seconds(run: Callable[[], Any]) -> float:
    """User seconds of a call, the least of some."""
    best = float("inf")
    for _ in range(TIMES):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
