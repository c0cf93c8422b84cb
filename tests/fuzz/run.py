"""Run hostile input: `python tests/fuzz/run.py --inputs 100000`; `--target files` for one alone.

Every different fault is told once, with the smallest input that was found for it.
"""

import argparse
import itertools
import json
import re
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hypothesis import HealthCheck, Phase, given, seed, settings

from fuzz.front import one_parser
from fuzz.laws import Fault
from fuzz.targets import TARGETS

PIECE = 200  # inputs between two looks at the clock
HOW = {"database": None, "deadline": None, "phases": [Phase.generate],
       "suppress_health_check": list(HealthCheck)}  # fmt: skip


def mark(fault):
    """What tells a fault from others: its words without the numbers, and where it came from."""
    trace = traceback.extract_tb(getattr(fault.__cause__, "__traceback__", None))
    own = [line for line in trace if "/jointstats/" in line.filename]
    place = f"{own[-1].filename.split('/jointstats/')[-1]}:{own[-1].name}" if own else ""
    said = re.sub(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.e+-]*", "…", str(fault).split("\n")[0])
    return f"{said[:70]} {place}".strip()


class Finds:
    """The different inputs of a target, and faults by their marks, each with its smallest input."""

    def __init__(self, check):
        self.check, self.inputs, self.faults = check, set(), {}

    def __call__(self, made):
        line = json.dumps(made)
        if line in self.inputs:
            return
        self.inputs.add(line)
        try:
            self.check(made)
        except Exception as error:  # one that is no fault is the target's own, and told as well
            fault = error if isinstance(error, Fault) else Fault(f"the target: {error!r}")
            _, smallest = self.faults.get(mark(fault), ("", line))
            if len(line) <= len(smallest):
                self.faults[mark(fault)] = (str(fault), line)


def hunted(target, inputs, seconds, start):
    """What so many inputs, or so many seconds, found."""
    finds, end = Finds(target.check), time.monotonic() + seconds
    for piece in itertools.count(start):
        before = len(finds.inputs)
        if before >= inputs or time.monotonic() > end:
            break
        some = settings(max_examples=min(PIECE, inputs - before), **HOW)
        some(seed(piece)(given(target.inputs())(lambda made: finds(made))))()
        if len(finds.inputs) == before:  # there are no more
            break
    return finds


@one_parser()
def main(words=None):
    """Run, and tell what was found; status 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="in all")
    parser.add_argument("--target", choices=TARGETS, nargs="+", default=list(TARGETS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="a file for the faults, as lines of JSON")
    said = parser.parse_args(words)
    whole, status = sum(TARGETS[name].weight for name in said.target), 0
    for name in said.target:
        share = TARGETS[name].weight / whole
        inputs = max(1, round(said.inputs * share))
        finds = hunted(TARGETS[name], inputs, said.seconds * share, said.seed)
        print(f"{name}: {len(finds.inputs)} different inputs, {len(finds.faults)} faults")
        for key, (fault, made) in finds.faults.items():
            status = 1
            line = json.dumps({"target": name, "fault": fault, "input": json.loads(made)})
            print(f"  {fault[:300]}\n    {key}\n    {line[:600]}", flush=True)
            if said.keep:
                with said.keep.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
