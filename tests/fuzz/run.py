"""Run hostile input: `python tests/fuzz/run.py --inputs 100000`; `--target files` for one alone.

Every different fault is told once, with the smallest input that was found for it.
"""

import argparse
import json
import re
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from hypothesis import HealthCheck, Phase, find, given, seed, settings  # noqa: E402

from fuzz.front import one_parser  # noqa: E402
from fuzz.laws import Fault  # noqa: E402
from fuzz.targets import TARGETS  # noqa: E402
from fuzz.variants import Variants  # noqa: E402

PIECE = 200  # inputs between two looks at the clock
QUIET = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}


def mark(fault):
    """What tells a fault from others: its words without the numbers, and where it came from."""
    cause = fault.__cause__
    place = ""
    if cause is not None and cause.__traceback__ is not None:
        own = [
            one
            for one in traceback.extract_tb(cause.__traceback__)
            if "/jointstats/" in one.filename
        ]
        place = f"{own[-1].filename.split('/jointstats/')[-1]}:{own[-1].name}" if own else ""
    said = re.sub(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.e+-]*", "…", str(fault).split("\n")[0])
    return f"{said[:70]} {place}".strip()


class Finds:
    """Faults by their marks, each with its smallest input."""

    def __init__(self, check):
        self.check, self.faults, self.n, self.marks = check, {}, 0, set()

    def __call__(self, given):
        made = hash(json.dumps(given))
        if made in self.marks:
            return
        self.marks.add(made)
        self.n += 1
        try:
            self.check(given)
        except Exception as error:  # one that is no fault is the target's own, and told as well
            fault = error if isinstance(error, Fault) else Fault(f"the target: {error!r}")
            key = mark(fault)
            size = len(json.dumps(given))
            if key not in self.faults or size < self.faults[key][0]:
                self.faults[key] = (size, str(fault), given)


def smaller(target, key, kept, seconds=20):
    """A smaller input with the same fault, if one is found in time."""
    end = time.monotonic() + seconds

    def same(given):
        if time.monotonic() > end:
            return False
        try:
            target.check(given)
        except Fault as fault:
            return mark(fault) == key
        return False

    try:
        found = find(target.inputs(), same, settings=settings(max_examples=300, **QUIET))
    except Exception:  # none, or one that comes and goes
        return kept
    return found if len(json.dumps(found)) < len(json.dumps(kept)) else kept


def kept_before(name):
    """The inputs of what was found once."""
    path = HERE / "corpus" / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line)["input"] for line in lines]


def hunted(name, inputs, seconds, start, more):
    """What so many inputs, or so many seconds, found; after each made one, `more` variants."""
    target, variants, piece = TARGETS[name], Variants(start), 0
    finds, begun = Finds(target.check), time.monotonic()
    for one in kept_before(name):
        variants.learn(one)
    while finds.n < inputs and time.monotonic() - begun < seconds:
        before, n = finds.n, min(PIECE, -(-(inputs - finds.n) // (1 + more)))

        @seed(start + piece)
        @settings(max_examples=n, phases=[Phase.generate], **QUIET)
        @given(target.inputs())
        def one(made):
            finds(made)
            variants.learn(made)
            for _ in range(more):
                if finds.n < inputs:
                    finds(variants.one())

        one()
        piece += 1
        if finds.n == before:  # there are no more
            break
    return finds, time.monotonic() - begun


@one_parser()
def main(words=None):
    """Run, and tell what was found; status 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="in all")
    parser.add_argument("--target", choices=TARGETS, nargs="+", default=list(TARGETS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--variants", type=int, default=9, help="of each input that is made")
    parser.add_argument("--shrink", action="store_true", help="look for smaller inputs of faults")
    parser.add_argument("--keep", type=Path, help="a file for the faults, as lines of JSON")
    said = parser.parse_args(words)
    chosen = {name: TARGETS[name] for name in said.target}
    whole, status = sum(one.weight for one in chosen.values()), 0
    for name, target in chosen.items():
        share = target.weight / whole
        finds, took = hunted(
            name, max(1, round(said.inputs * share)), said.seconds * share, said.seed, said.variants
        )
        print(
            f"{name}: {finds.n} different inputs in {took:.0f} s, {len(finds.faults)} faults",
            flush=True,
        )
        for key, (_, text, kept) in finds.faults.items():
            status = 1
            kept = smaller(target, key, kept) if said.shrink else kept
            line = json.dumps({"target": name, "fault": text, "input": kept})
            print(f"  {text[:300]}\n    {key}\n    {line[:600]}", flush=True)
            if said.keep:
                with said.keep.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
