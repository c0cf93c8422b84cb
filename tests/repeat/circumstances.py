"""All jobs under circumstances that must not matter: ``make repeatability``; some minutes.

Ends with 1 if a job's bytes are not those of the first run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAIN = {
    "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC",
}  # fmt: skip
# What differs, from one worker and the above.
RUNS: dict[str, tuple[int, dict[str, str]]] = {
    "another process": (1, {}),
    "two threads": (1, {"OMP_NUM_THREADS": "2"}),
    "two workers": (2, {}),
    "another hash seed": (1, {"PYTHONHASHSEED": "12345"}),
    "German locale": (1, {"LC_ALL": "de_DE.UTF-8"}),
    "Turkish locale": (1, {"LC_ALL": "tr_TR.UTF-8"}),
    "another time zone, another date": (1, {"TZ": "Asia/Kathmandu", "SOURCE_DATE_EPOCH": "1"}),
}


def digests(workers: int, variables: dict[str, str], *words: str) -> dict[str, str]:
    """Job to digest, of a process in a folder of its own."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, ROOT / "tests/repeat/jobs.py", *words, "--workers", str(workers)],
            cwd=folder, check=True, stdout=subprocess.PIPE, text=True,
            env=keep | {"PYTHONPATH": str(ROOT)} | PLAIN | variables,
        )  # fmt: skip
    return json.loads(done.stdout)


def main() -> int:
    start = time.perf_counter()
    first = digests(1, {}, "--all")
    print(f"{len(first)} files and texts")
    failed = 0
    for name, (workers, variables) in RUNS.items():
        now = digests(workers, variables, "--all")
        other = sorted(job for job in first.keys() | now.keys() if first.get(job) != now.get(job))
        failed += bool(other)
        print(f"{name}: {', '.join(other) if other else 'the same bytes'}", flush=True)
    print(f"in {time.perf_counter() - start:.0f} seconds")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
