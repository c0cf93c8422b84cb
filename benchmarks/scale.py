"""Time and memory against size: counts of Parquet files by Dask, and tests of all pairs.

    python benchmarks/scale.py [--rows 10000 100000 1000000 10000000] [--jobs 2] [--pairs 5 10 20]

Each size runs in a process of its own, so that its peak of memory is its own; "cpu" is the time of
all its processes, which other work on the machine does not change much.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import psutil

ALGORITHMS = ("alpha", "beta", "gamma", "delta")
MEASURES = {"accuracy": "max", "auc": "max", "time": "min"}
BLOCK = 250_000  # data sets of a row group


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rows", type=int, nargs="+", default=[10**4, 10**5, 10**6, 10**7])
    parser.add_argument("--pairs", type=int, nargs="+", default=[5, 10, 20, 30])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(measured(count, options.inside, options.jobs)))
        return
    print(f"{'rows':>12} {'data sets':>12} {'seconds':>8} {'cpu s':>8} {'peak MB':>8}")
    for rows in options.rows:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.parquet"
            write(path, rows // len(ALGORITHMS))
            found = apart(path, options.jobs)
        print(f"{rows:12d} {found['n']:12d} {found['seconds']:8.2f} {found['cpu']:8.2f} "
              f"{found['megabytes']:8.0f}", flush=True)  # fmt: skip
    print(f"\n{'algorithms':>12} {'pairs':>12} {'seconds':>8} {'ms a pair':>10}")
    for l in options.pairs:
        pairs, seconds = all_pairs(l)
        print(f"{l:12d} {pairs:12d} {seconds:8.2f} {1e3 * seconds / pairs:10.2f}", flush=True)


def write(path: Path, datasets: int) -> None:
    """A table grouped by data set, written row group by row group."""
    import pyarrow as pa
    from pyarrow import parquet

    rng, writer = np.random.default_rng(1), None
    for start in range(0, datasets, BLOCK):
        k = min(BLOCK, datasets - start)
        names = np.char.add("set ", np.arange(start, start + k).astype(str))
        size = len(ALGORITHMS) * k
        advantage = np.tile(np.arange(len(ALGORITHMS)) * 0.1, k)
        columns = {
            "dataset": pa.array(np.repeat(names, len(ALGORITHMS))),
            "algorithm": pa.array(np.tile(ALGORITHMS, k)).dictionary_encode(),
        } | {measure: pa.array(rng.normal(size=size) + advantage) for measure in MEASURES}
        table = pa.table(columns)
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer:
        writer.close()


def apart(path: Path, jobs: int) -> dict[str, Any]:
    """Measure in a process of its own."""
    words = [sys.executable, __file__, "--inside", str(path), "--jobs", str(jobs)]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def measured(function: Callable[[str, int], dict[str, Any]], path: str, jobs: int) -> dict:
    """What it took all processes: seconds, seconds of their processors, and memory at its peak."""
    peak, over = [0.0], threading.Event()
    watch = threading.Thread(target=sample, args=(peak, over), daemon=True)
    watch.start()
    start = time.perf_counter()
    found = function(path, jobs)
    seconds = time.perf_counter() - start
    own = resource.getrusage(resource.RUSAGE_SELF)
    cpu = own.ru_utime + own.ru_stime + found.pop("cpu")
    over.set()
    watch.join()
    peak[0] = max(peak[0], own.ru_maxrss / 1024)
    return found | {"seconds": seconds, "cpu": cpu, "megabytes": peak[0]}


def sample(peak: list[float], over: threading.Event) -> None:
    """Look how much memory this process and its workers hold together, again and again."""
    while not over.wait(0.1):
        held = 0
        for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
            with suppress(psutil.Error):
                held += process.memory_full_info().pss  # what they share is counted once
        peak[0] = max(peak[0], held / 2**20)


def count(path: str, jobs: int) -> dict[str, Any]:
    """Count the statements of a file on a Dask cluster of worker processes on this machine."""
    from dask import dataframe
    from distributed import Client, LocalCluster

    import jointstats as js

    how = {"n_workers": jobs, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**how, dashboard_address=None, memory_limit=0) as cluster, Client(cluster):
        frame = dataframe.read_parquet(path, split_row_groups=True)
        counts = js.statement_counts(
            frame, dataset="dataset", algorithm="algorithm", measures=MEASURES
        )
        workers = psutil.Process().children(recursive=True)
        cpu = sum(sum(worker.cpu_times()[:2]) for worker in workers)
    return {"n": int(counts.n), "cpu": cpu}


def all_pairs(l: int) -> tuple[int, float]:
    """The claims about all pairs of so many algorithms, in one process."""
    import jointstats as js

    rng = np.random.default_rng(1)
    table = js.results_table(
        {f"A{i}": rng.normal(size=(60, 3)) + 0.05 * i for i in range(l)}, measures=MEASURES
    )
    js.compare_algorithms(table, only=["A0", "A1"])  # imports
    start = time.perf_counter()
    result = js.compare_algorithms(table)
    return len(result.pairs), time.perf_counter() - start


if __name__ == "__main__":
    main()
