"""Reading large files: the reader here, with and without pyarrow, next to pandas and polars.

    python benchmarks/readers.py [--rows 1000000] [--kinds csv jsonl xlsx]

Each reader reads the same file in a process of its own: seconds of its processor, and its peak in
MB. The files have two columns of names and two of numbers; a workbook has 50,000 rows at most.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

SHEET = 50_000
READERS = {
    "csv": ("here", "without pyarrow", "pandas", "polars"),
    "jsonl": ("here", "without pyarrow", "pandas", "polars"),
    "xlsx": ("here", "pandas"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--kinds", nargs="+", choices=READERS, default=[*READERS])
    parser.add_argument("--inside", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(measured(*options.inside)))
        return
    print("| file | reader | cpu s | peak MB |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kinds:
            path = Path(folder) / f"results.{kind}"
            write(path, min(options.rows, SHEET) if kind == "xlsx" else options.rows)
            for reader in READERS[kind]:
                command = [sys.executable, __file__, "--inside", str(path), reader]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                seconds, peak = json.loads(done.stdout)
                print(f"| {kind} | {reader} | {seconds:.2f} | {peak} |", flush=True)


def write(path: Path, rows: int) -> None:
    """Write a long table of so many rows."""
    numbers = np.arange(rows)
    rng = np.random.default_rng(20_261_129)
    frame = pd.DataFrame(
        {
            "dataset": pd.Series(numbers // 50).map("d{}".format),
            "algorithm": pd.Series(numbers % 50).map("a{}".format),
            "accuracy": rng.random(rows).round(6),
            "seconds": (100 * rng.random(rows)).round(3),
        }
    )
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    elif path.suffix == ".jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        frame.to_excel(path, index=False)


def measured(path: str, reader: str) -> tuple[float, int]:
    """Seconds of the processor to read a file, and the peak of the process in MB."""
    read = reader_of(Path(path), reader)
    start = time.process_time()
    read()
    seconds = time.process_time() - start
    # The peak of getrusage would be at least that of the process that began this one.
    status = Path("/proc/self/status").read_text().split("\n")
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return seconds, peak >> 10


def reader_of(path: Path, reader: str) -> Callable[[], Any]:
    """What reads the file, imported already."""
    kind = path.suffix[1:]
    if reader == "polars":
        import polars

        return lambda: {"csv": polars.read_csv, "jsonl": polars.read_ndjson}[kind](path)
    if reader == "pandas":
        ways: dict[str, Callable[[], Any]] = {
            "csv": lambda: pd.read_csv(path),
            "jsonl": lambda: pd.read_json(path, lines=True),
            "xlsx": lambda: pd.read_excel(path, engine="openpyxl"),
        }
        return ways[kind]
    from jointstats.table.formats import binary
    from jointstats.table.formats.catalogue import format_of
    from jointstats.table.formats.format import Source

    if reader == "without pyarrow":
        binary.of_rows = binary.of_records = lambda *_: None
    source = Source(str(path))
    return lambda: format_of(source).read(source)


if __name__ == "__main__":
    main()
