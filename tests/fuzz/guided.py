"""Coverage-guided: atheris (libFuzzer) keeps the inputs that reach new lines of the package.

`python tests/fuzz/guided.py files -atheris_runs=20000` for one target; words that begin with a
dash are libFuzzer's. Faults are told once, as in `run.py`. Atheris has wheels for Linux only.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import atheris  # noqa: E402

with atheris.instrument_imports(include=["jointstats"]):
    from fuzz.targets import TARGETS

from hypothesis import given, settings  # noqa: E402

from fuzz.laws import Fault  # noqa: E402
from fuzz.run import QUIET, mark  # noqa: E402


def main():
    """Run one target until libFuzzer has had enough."""
    name = sys.argv.pop(1)
    target, told = TARGETS[name], set()

    @settings(**QUIET)
    @given(target.inputs())
    def one(made):
        try:
            target.check(made)
        except Fault as fault:
            key = mark(fault)
            if key not in told:
                told.add(key)
                line = json.dumps({"target": name, "fault": str(fault), "input": made})
                print(f"{key}\n{line}", flush=True)

    atheris.Setup(sys.argv, one.hypothesis.fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
