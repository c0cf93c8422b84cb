"""Time and memory against size: statement counts of Parquet files, and tests of all pairs.

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
import time
from pathlib import Path

import numpy as np

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
        print(json.dumps(count(options.inside, options.jobs)))
        return
    print(f"{'rows':>12} {'data sets':>12} {'seconds':>8} {'cpu s':>8} {'peak MB':>8}")
    for rows in options.rows:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.parquet"
            write(path, rows // len(ALGORITHMS))
            words = [sys.executable, __file__, "--inside", str(path), "--jobs", str(options.jobs)]
            done = subprocess.run(words, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
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


def count(path: str, jobs: int) -> dict[str, float]:
    """Count the statements of a file, and say what it took."""
    import jointstats as js

    start = time.perf_counter()
    counts = js.read_counts(
        path, dataset="dataset", algorithm="algorithm", measures=MEASURES, n_jobs=jobs
    )
    seconds = time.perf_counter() - start
    own = resource.getrusage(resource.RUSAGE_SELF)
    peak, cpu = own.ru_maxrss, own.ru_utime + own.ru_stime
    try:  # workers that still run are not yet among the children
        import psutil

        workers = psutil.Process().children(recursive=True)
        cpu += sum(sum(worker.cpu_times()[:2]) for worker in workers)
        peak += sum(worker.memory_info().rss for worker in workers) // 1024
    except ImportError:
        pass
    return {"n": int(counts.n), "seconds": seconds, "cpu": cpu, "megabytes": peak / 1024}


def all_pairs(l: int) -> tuple[int, float]:
    """Bayesian tests of all pairs of so many algorithms, in one process."""
    import jointstats as js

    rng = np.random.default_rng(1)
    table = js.results_table_matrices(
        {f"A{i}": rng.normal(size=(60, 3)) + 0.05 * i for i in range(l)}, measures=MEASURES
    )
    js.pairwise_tests(table, only=["A0", "A1"])  # imports
    start = time.perf_counter()
    result = js.pairwise_tests(table)
    return len(result.pairs), time.perf_counter() - start


if __name__ == "__main__":
    main()
