"""Time and memory against size: counts of Parquet files, and tests of all pairs.

    python benchmarks/scale.py [--rows 10000 100000 1000000 10000000] [--jobs 2] [--pairs 5 10 20]
    python benchmarks/scale.py --items 10000 100000 1000000 [--models 50] [--jobs 2] [--cluster]

Each size runs in a process of its own, so that its peak of memory is its own; "cpu" is the time of
all its processes, which other work on the machine does not change much.

With --items: a folder of Parquet files with a row for each item and model (a 0/1 score, a cost and
a time), totals of all pairs from it, and the leaderboard that follows; with --cluster a second time
on a Dask cluster of as many worker processes, which must give the same numbers.
"""

from __future__ import annotations

import argparse
import hashlib
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
    parser.add_argument("--items", type=int, nargs="+", default=[])
    parser.add_argument("--models", type=int, default=50)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument(
        "--of",
        default="statements",
        choices=("statements", "pairs", "dask"),
        help=argparse.SUPPRESS,
    )
    options = parser.parse_args()
    if options.inside:
        counted = {"statements": count, "pairs": count_pairs, "dask": count_on_cluster}
        print(json.dumps(measured(counted[options.of], options.inside, options.jobs)))
        return
    if options.items:
        item_table(options)
        return
    print(f"{'rows':>12} {'data sets':>12} {'seconds':>8} {'cpu s':>8} {'peak MB':>8}")
    for rows in options.rows:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.parquet"
            write(path, rows // len(ALGORITHMS))
            found = apart("statements", path, options.jobs)
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


def apart(what: str, path: Path, jobs: int) -> dict[str, Any]:
    """Measure in a process of its own."""
    words = [sys.executable, __file__, "--inside", str(path), "--of", what, "--jobs", str(jobs)]
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
    cpu = own.ru_utime + own.ru_stime + found.pop("cpu", 0.0)
    over.set()
    watch.join()
    # Workers that still run are not yet among the children.
    cpu += sum(sum(worker.cpu_times()[:2]) for worker in psutil.Process().children(recursive=True))
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
    """Count the statements of a file."""
    import jointstats as js

    counts = js.read_counts(
        path, dataset="dataset", algorithm="algorithm", measures=MEASURES, n_jobs=jobs
    )
    return {"n": int(counts.n)}


# --- items ----------------------------------------------------------------------------------------

ITEM_MEASURES = {"correct": "max", "cost": "min", "seconds": "min"}
TASKS = 57
ITEM_ROWS = 1_000_000  # of a row group, about


def item_table(options: argparse.Namespace) -> None:
    """Print what totals of all pairs of models take."""
    kinds = ["pairs", "dask"] if options.cluster else ["pairs"]
    print(f"{'items':>9} {'rows':>11} {'file MB':>8} {'how':>6} {'seconds':>8} {'cpu s':>8} "
          f"{'peak MB':>8} {'board s':>8}")  # fmt: skip
    for items in options.items:
        with tempfile.TemporaryDirectory() as folder:
            write_items(Path(folder), items, options.models)
            size = sum(file.stat().st_size for file in Path(folder).iterdir()) / 2**20
            prints = set()
            for kind in kinds:
                found = apart(kind, Path(folder), options.jobs)
                prints.add(found["print"])
                print(f"{items:9d} {items * options.models:11d} {size:8.0f} {kind:>6} "
                      f"{found['seconds']:8.2f} {found['cpu']:8.2f} {found['megabytes']:8.0f} "
                      f"{found['board']:8.2f}", flush=True)  # fmt: skip
            if len(prints) > 1:
                raise SystemExit("The cluster's numbers are not those of the two workers.")


def write_items(folder: Path, items: int, models: int) -> None:
    """A file for every tenth of the items: tasks of differing difficulty, models of two sizes."""
    import pyarrow as pa
    from pyarrow import parquet

    rng = np.random.default_rng(1)
    skill = rng.normal(0, 1, models)
    names = pa.array([f"model {i:03d}" for i in range(models)])
    hardness, tenth = rng.normal(0, 1, TASKS), -(-items // 10)
    block = max(1, ITEM_ROWS // models)
    for part, start in enumerate(range(0, items, tenth)):
        stop, writer = min(start + tenth, items), None
        for first in range(start, stop, block):
            k = min(block, stop - first)
            number = np.arange(first, first + k)
            task = number * TASKS // items
            chance = skill - (hardness[task] + rng.normal(0, 1, k))[:, None]
            right = rng.random((k, models)) < 1 / (1 + np.exp(-chance))
            cost = np.exp(0.5 * skill + rng.normal(0, 0.5, (k, models))).round(4)
            seconds = np.exp(0.3 * skill + rng.normal(0, 0.5, (k, models))).round(3)
            own = pa.array([f"question {i}" for i in number])
            table = pa.table({
                "item": own.take(pa.array(np.repeat(np.arange(k), models))),
                "task": pa.array([f"task {t}" for t in range(TASKS)]).take(
                    pa.array(np.repeat(task, models))),
                "model": names.take(pa.array(np.tile(np.arange(models), k))),
                "correct": pa.array(right.ravel().astype(np.int8)),
                "cost": pa.array(cost.ravel()),
                "seconds": pa.array(seconds.ravel()),
            })  # fmt: skip
            path = folder / f"part-{part}.parquet"
            writer = writer or parquet.ParquetWriter(path, table.schema)
            writer.write_table(table, row_group_size=len(table))
        writer.close()


def count_pairs(path: str, jobs: int | str) -> dict[str, Any]:
    """Totals of all pairs, within tasks, and the leaderboard from them."""
    import jointstats as js

    totals = js.read_pairs(
        path, dataset="item", algorithm="model", measures=ITEM_MEASURES, cluster="task",
        n_jobs=jobs,
    )  # fmt: skip
    start = time.perf_counter()
    board = js.leaderboard(totals)
    spent = time.perf_counter() - start
    seen = hashlib.sha256(totals.family_outcomes.tobytes())
    seen.update(repr([totals.sums, board.rows]).encode())
    return {"n": totals.n, "board": spent, "print": seen.hexdigest()}


def count_on_cluster(path: str, jobs: int) -> dict[str, Any]:
    """The same on a Dask cluster of worker processes on this machine."""
    from distributed import LocalCluster

    how = {"n_workers": jobs, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**how, dashboard_address=None, memory_limit=0) as cluster:
        found = count_pairs(path, cluster.scheduler_address)
        workers = psutil.Process().children(recursive=True)
        found["cpu"] = sum(sum(worker.cpu_times()[:2]) for worker in workers)
    return found


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
