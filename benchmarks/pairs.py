"""All pairs of many algorithms: time and memory of a comparison, its report, and its parts.

    python benchmarks/pairs.py [--algorithms 10 20 50 100 200 500] [--datasets 60] [--measures 3]

Calls: both joint tests of all pairs, the leaderboard, the comparison, the same with a control, and
with its report (whose size in MB is the last column).

Each size and each call runs in a process of its own, so that its peak of memory is its own. "cpu s"
is user time of the call itself, after a table of three algorithms has loaded what it needs;
other work on the machine changes it little. "us a pair" should not grow.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

CALLS = ("joint", "leaderboard", "compare", "control", "report")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--algorithms", type=int, nargs="+", default=[10, 20, 50, 100, 200, 500])
    parser.add_argument("--datasets", type=int, default=60)
    parser.add_argument("--measures", type=int, default=3)
    parser.add_argument("--calls", nargs="+", choices=CALLS, default=CALLS)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    size = (options.datasets, options.measures)
    if options.inside:
        print(json.dumps(measured(options.inside, options.algorithms[0], *size)))
        return
    print(f"{size[0]} data sets, {size[1]} measures")
    print(
        f"{'':>11} {'algorithms':>12} {'pairs':>8} {'cpu s':>8} {'us a pair':>10} {'peak MB':>8} "
        f"{'page MB':>8}"
    )
    for call in options.calls:
        for l in options.algorithms:
            words = [sys.executable, __file__, "--inside", call, "--algorithms", str(l),
                     "--datasets", str(size[0]), "--measures", str(size[1])]  # fmt: skip
            done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
            found = json.loads(done.stdout)
            pairs = l - 1 if call == "control" else l * (l - 1) // 2
            page = f"{found['page'] / 1e6:8.2f}" if found["page"] else ""
            each = 1e6 * found["cpu"] / pairs
            print(f"{call:>11} {l:12d} {pairs:8d} {found['cpu']:8.2f} {each:10.0f} "
                  f"{found['megabytes']:8.0f} {page}", flush=True)  # fmt: skip


def measured(call: str, algorithms: int, datasets: int, measures: int) -> dict[str, float]:
    """What one call takes: user seconds, the peak of the process, bytes of the report."""
    warnings.simplefilter("ignore")
    answer(call, table(3, datasets, measures))
    given = table(algorithms, datasets, measures)
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    page = answer(call, given)
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return {"cpu": used.ru_utime - start, "megabytes": used.ru_maxrss / unit, "page": page}


def table(algorithms: int, datasets: int, measures: int) -> Any:
    """Results of algorithms that are better and better, on data sets that are hard or easy."""
    import jointstats as js

    rng = np.random.default_rng(1)
    hard = rng.normal(size=(datasets, measures, 1))
    ahead = np.linspace(0, 2, algorithms)
    values = hard + rng.normal(size=(datasets, measures, algorithms)) + ahead
    return js.results_table(
        {f"a{i}": values[:, :, i] for i in range(algorithms)},
        measures={f"measure {j}": "max" for j in range(measures)},
    )


def answer(call: str, given: Any) -> int:
    """Run what is measured; bytes of the report, if there is one."""
    import jointstats as js

    if call == "joint":
        for test in ("glrt", "bayes"):
            js.pairwise_tests(given, test=test)
    elif call == "leaderboard":
        js.leaderboard(given)
    elif call == "control":
        js.compare_algorithms(given, control=given.algorithms[0])
    else:
        result = js.compare_algorithms(given)
        if call == "report":
            with TemporaryDirectory() as folder:
                path = Path(folder, "report.html")
                result.to_html(path)
                return path.stat().st_size
    return 0


if __name__ == "__main__":
    main()
