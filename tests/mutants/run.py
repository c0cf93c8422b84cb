"""Put faults into kernels and labelled tests, one at a time, and see which no test notices.

python tests/mutants/run.py --sample 200 --seed 7      # 200 of each layer
python tests/mutants/run.py                            # all of them: days
python tests/mutants/run.py --report                   # what is known so far
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutants.pins import BUILD
from mutants.sites import LAYERS, sample
from mutants.trying import run

RESULTS = BUILD / "results.jsonl"
JUDGED = Path(__file__).parent / "judged"
ASKED = {"kernels": 0.97, "labelled": 0.90}


def lines(path):
    """Lines of JSON, none if there is no file."""
    return [json.loads(line) for line in path.open(encoding="utf-8")] if path.exists() else []


def key(found):
    """What a fault is, wherever its lines have moved."""
    return found["module"], found["function"], found["before"], found["after"]


def known():
    """The last word on every fault tried so far."""
    return {key(found): found for found in lines(RESULTS)}


def described(mutant):
    """The key of a fault that was not tried yet."""
    before, after = mutant.change()
    return mutant.module, mutant.function, before, after


def report(mutants):
    """Print how many are killed, and every one that is not; whether that is enough."""
    found, judged = known(), {key(one) for file in JUDGED.iterdir() for one in lines(file)}
    enough = True
    for layer in LAYERS:
        mine = [found[k] for k in map(described, mutants[layer]) if k in found]
        same = [one for one in mine if one["outcome"] != "killed" and key(one) in judged]
        left = [one for one in mine if one["outcome"] != "killed" and key(one) not in judged]
        count = Counter(one["outcome"] for one in mine)
        faults = len(mine) - len(same)
        rate = count["killed"] / faults if faults else 1.0
        enough &= rate >= ASKED[layer]
        for one in left:
            place = f"{one['module']}:{one['line']} {one['function']}"
            print(f"{place} ({one['outcome']}, {one['tests']} tests)")
            print(f"  - {one['before']}\n  + {one['after']}")
        print(
            f"{layer}: {len(mine)} tried of {len(mutants[layer])}, {count['killed']} killed, "
            f"{len(same)} change nothing (judged), {len(left)} survive: {100 * rate:.1f} % killed"
        )
    return enough


def main():
    """Try what is not known yet, then report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int, help="of each layer; all without it")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--module", nargs="+", help="of the sample, those of modules that begin so")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for a fault, at most")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--again", action="store_true", help="survivors once more: tests were added"
    )
    parser.add_argument("--report", action="store_true", help="try none")
    asked = parser.parse_args()
    mutants = {
        layer: [
            mutant
            for mutant in sample(layer, asked.sample, asked.seed)
            if mutant.module.startswith(tuple(asked.module or ("",)))
        ]
        for layer in LAYERS
    }
    if not asked.report:
        done = {k for k, one in known().items() if one["outcome"] == "killed" or not asked.again}
        todo = [one for layer in LAYERS for one in mutants[layer] if described(one) not in done]
        todo.sort(key=lambda mutant: mutant.order(asked.seed))
        run(todo, asked.seconds, RESULTS, asked.workers)
    sys.exit(not report(mutants))


if __name__ == "__main__":
    main()
