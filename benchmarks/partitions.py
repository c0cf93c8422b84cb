"""A comparison beyond memory: Parquet read by Dask, votes counted by partition in two workers.

    python benchmarks/partitions.py [--items 10000 100000 1000000] [--workers 2] [--families 57]

Tables of 50 models and three measures, long: a row for each item and model. Each row group is a
family of items, or with --families 0 a part of items that vote by themselves. Each size runs in a
process of its own. "seconds" is all of it, the start of the workers among it; "cpu s" and "peak MB"
are those of all processes together, memory that they share counted once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from scale import measured

MODELS = 50
MEASURES = {"correct": "max", "score": "max", "cost": "min"}
PART = 17_500  # items of a row group without families


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--items", type=int, nargs="+", default=[10**4, 10**5, 10**6])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--families", type=int, default=57)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        asked = partial(compare, families=options.families > 0)
        print(json.dumps(measured(asked, options.inside, options.workers)))
        return
    print(f"{MODELS} models, {len(MEASURES)} measures, {options.families or 'no'} families")
    print(f"{'items':>10} {'rows':>10} {'file MB':>8} {'seconds':>8} {'cpu s':>8} {'peak MB':>8} "
          f"{'decided':>8}")  # fmt: skip
    for items in options.items:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.parquet"
            write(path, items, options.families)
            size = path.stat().st_size / 2**20
            words = [sys.executable, __file__, "--inside", str(path), "--workers",
                     str(options.workers), "--families", str(options.families)]  # fmt: skip
            done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout)
        print(f"{items:10d} {items * MODELS:10d} {size:8.0f} {found['seconds']:8.1f} "
              f"{found['cpu']:8.1f} {found['megabytes']:8.0f} {found['decided']:8d}",
              flush=True)  # fmt: skip


def write(path: Path, items: int, families: int) -> None:
    """Items that are hard or easy, models that are better and better, and dearer."""
    import pyarrow as pa
    from pyarrow import parquet

    rng, writer = np.random.default_rng(1), None
    parts = families or -(-items // PART)
    models = pa.array([f"model {i}" for i in range(MODELS)])
    for part, some in enumerate(np.array_split(np.arange(items), parts)):
        k = len(some)
        hard, ahead = rng.normal(size=(k, 1)), np.linspace(0, 0.3, MODELS)
        score = hard + rng.normal(size=(k, MODELS)) + ahead
        cost = np.exp(0.5 * hard + 0.3 * rng.normal(size=(k, MODELS)) + ahead)
        names = np.char.add("item ", some.astype(str))
        table = pa.table(
            {
                "item": pa.array(np.repeat(names, MODELS)).dictionary_encode(),
                "model": pa.DictionaryArray.from_arrays(
                    pa.array(np.tile(np.arange(MODELS, dtype=np.int32), k)), models
                ),
                "task": pa.array([f"task {part}"]).take(pa.array(np.zeros(k * MODELS, int))),
                "correct": (score > 0).astype(np.int8).ravel(),
                "score": score.ravel(),
                "cost": cost.ravel(),
            }
        )
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=k * MODELS)
    if writer:
        writer.close()


def compare(path: str, workers: int, *, families: bool) -> dict[str, Any]:
    """Compare all models on a Dask cluster of worker processes on this machine."""
    import warnings

    from dask import dataframe
    from distributed import Client, LocalCluster

    import jointstats as js

    warnings.simplefilter("ignore", js.JointStatsWarning)
    how = {"n_workers": workers, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**how, dashboard_address=None, memory_limit=0) as cluster, Client(cluster):
        frame = dataframe.read_parquet(path, split_row_groups=True)
        result = js.compare_algorithms(
            frame, dataset="item", algorithm="model", measures=MEASURES, rope={"correct": 0},
            cluster="task" if families else None,
        )  # fmt: skip
        others = psutil.Process().children(recursive=True)
        cpu = sum(sum(worker.cpu_times()[:2]) for worker in others)
    return {"cpu": cpu, "decided": len(result.pairs) - len(result.in_state("open"))}


if __name__ == "__main__":
    main()
