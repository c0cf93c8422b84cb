"""The stages of a first answer in the engine, in seconds: run by ``make bench-wasm``.

Without the engine (``python tests/wasm/stages.py``) the same stages natively.
"""

import json
import os
import time


def timed(stages, name, work):
    start = time.perf_counter()
    done = work()
    stages[name] = time.perf_counter() - start
    return done


def imported(name):
    return lambda: __import__(name, fromlist=["_"])


def main():
    stages = json.loads(os.environ.get("WASM_SECONDS", "{}"))
    for name in ("numpy", "pandas", "scipy.special", "scipy.linalg"):
        timed(stages, f"import {name}", imported(name))
    jointstats = timed(stages, "import jointstats", imported("jointstats"))
    table = timed(stages, "load_dataset('weka')", lambda: jointstats.load_dataset("weka"))
    result = timed(stages, "first comparison", lambda: jointstats.compare_algorithms(table))
    timed(stages, "its text", lambda: str(result))
    cold = sum(stages.values())
    timed(stages, "next comparison", lambda: jointstats.compare_algorithms(table))
    for name, seconds in stages.items():
        print(f"{name:24} {seconds:7.2f}")
    print(f"{'cold start to text':24} {cold:7.2f}")


main()
