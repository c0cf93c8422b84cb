"""Claims where families of data sets vote: time and memory, each in a process of its own.

    python benchmarks/families.py

Two tables: 7 algorithms on 213 instances of 139 families with 45 % failed runs, two measures; and
100,000 items of 57 tasks, 50 models, three measures.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from typing import Any

import numpy as np

TABLES = {
    "7 x 213 x 2, 139 families, 45 % failed": (7, 213, 2, 139, 0.45),
    "50 x 100,000 x 3, 57 families": (50, 100_000, 3, 57, 0.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    inside = parser.parse_args().inside
    if inside:
        print(json.dumps(measured(*TABLES[inside])))
        return
    print(f"{'':40} {'cpu s':>8} {'peak MB':>8}")
    for name in TABLES:
        done = subprocess.run(
            [sys.executable, __file__, "--inside", name], stdout=subprocess.PIPE, check=True
        )
        found = json.loads(done.stdout)
        print(f"{name:40} {found['cpu']:8.2f} {found['megabytes']:8.0f}", flush=True)


def measured(*size: Any) -> dict[str, float]:
    import jointstats as js

    js.leaderboard(js.load_dataset("example1"))  # loads what is needed
    given = table(*size)
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    js.leaderboard(given)
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return {"cpu": used.ru_utime - start, "megabytes": used.ru_maxrss / unit}


def table(l: int, n: int, m: int, families: int, failed: float) -> Any:
    import jointstats as js

    rng = np.random.default_rng(1)
    values = rng.normal(size=(n, m, l)) + np.linspace(0, 0.5, l)
    values[:, 0] = values[:, 0] > 0 if not failed else values[:, 0]
    values[np.broadcast_to(rng.random((n, 1, l)) < failed, values.shape)] = np.nan
    names = [f"d{i}" for i in range(n)]
    measures = {f"measure {j}": "max" for j in range(m)}
    return js.results_table(
        {f"a{i}": values[:, :, i] for i in range(l)}, measures=measures, datasets=names,
        missing="worst", rope={"measure 0": 0},
        cluster={name: str(i % families) for i, name in enumerate(names)},
    )  # fmt: skip


if __name__ == "__main__":
    main()
