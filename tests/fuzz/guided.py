"""Coverage-guided: atheris (libFuzzer) keeps the inputs that reach new lines of the package.

`python tests/fuzz/guided.py files -atheris_runs=20000` for one target; words that begin with a
dash are libFuzzer's, such as `-seed=7` and `-max_total_time=300`. An input is JSON, and what becomes
of it are variants as in `run.py`. Faults are told once. Atheris has wheels for Linux only.
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import atheris  # noqa: E402

with atheris.instrument_imports(include=["jointstats"]):
    from fuzz.targets import TARGETS

from hypothesis import Phase, given, seed, settings  # noqa: E402

from fuzz.front import one_parser  # noqa: E402
from fuzz.laws import Fault  # noqa: E402
from fuzz.run import QUIET, kept_before, mark  # noqa: E402
from fuzz.variants import Variants  # noqa: E402

MADE = 200  # inputs by the strategy, with which it begins


@one_parser()
def main():
    """Run one target until libFuzzer has had enough."""
    name = sys.argv.pop(1)
    target, variants, told = TARGETS[name], Variants(0), set()
    begin = kept_before(name)

    @seed(0)
    @settings(max_examples=MADE, phases=[Phase.generate], **QUIET)
    @given(target.inputs())
    def made(one):
        begin.append(one)

    made()
    for one in begin:
        variants.learn(one)

    def varied(data, size, luck):
        variants.luck.seed(luck)
        try:
            one = variants.of(json.loads(data))
        except ValueError:  # libFuzzer's first inputs are no JSON
            one = variants.one()
        text = json.dumps(one).encode()
        return text if len(text) <= size else data

    def check(data):
        try:
            one = json.loads(data)
        except ValueError:
            return
        try:
            target.check(one)
        except Fault as fault:
            key = mark(fault)
            if key not in told:
                told.add(key)
                print(f"{key}\n{json.dumps({'target': name, 'fault': str(fault), 'input': one})}",
                      flush=True)  # fmt: skip

    with tempfile.TemporaryDirectory() as folder:
        for i, one in enumerate(begin):
            (Path(folder) / str(i)).write_text(json.dumps(one), encoding="utf-8")
        atheris.Setup([*sys.argv, "-max_len=60000", folder], check, custom_mutator=varied)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
