"""Which tests run which function: `python tests/mutants/pins.py kernels/normal/mardia.py`.

`--renew` runs every Python test once with coverage's contexts, `--renew FILE` those of a file;
mutants choose their tests from it.
"""

import argparse
import ast
import json
import os
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "jointstats"
BUILD = ROOT / "build" / "mutants"
LINES, TIMES = BUILD / "coverage", BUILD / "tests.json"
SUITES = ("python", "recorded")
# They see the files of the checkout, or take minutes for what no function decides.
BESIDE = (
    "test_architecture.py",
    "test_ledger.py",
    "test_locks.py",
    "test_completion.py",
)
# They look at what every module declares, columns and defaults, without running a line of it.
DECLARED = ("tests/python/test_declared_columns.py", "tests/python/test_documented_defaults.py")


class Times:
    """How each test ended, and how long it took, set-up included."""

    def __init__(self):
        self.seconds, self.failed = Counter(), set()

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)


def renew(workers, files=()):
    """Run every test once, or those of some files again; keep which lines each of them ran."""
    import pytest

    BUILD.mkdir(parents=True, exist_ok=True)
    os.environ |= {"COVERAGE_FILE": str(LINES), "COVERAGE_CORE": "ctrace"}
    times = Times()
    ignored = [f"--ignore={ROOT}/tests/python/{name}" for name in BESIDE]
    options = [f"--cov={PACKAGE}", "--cov-context=test", "--cov-report=", "--cov-config=/dev/null"]
    running = ["-n", str(workers), "--dist", "worksteal", "-p", "no:cacheprovider", "-W", "ignore"]
    if files:
        options.append("--cov-append")
    where = list(files) or [*(str(ROOT / "tests" / name) for name in SUITES), *ignored]
    pytest.main([*where, *options, *running], plugins=[times])
    earlier = seconds() if files else {}
    kept = {k: v for k, v in earlier.items() if k.split("::")[0] not in files}  # some have gone
    kept |= {k: round(v, 3) for k, v in times.seconds.items() if k not in times.failed}
    TIMES.write_text(json.dumps({"seconds": kept, "failed": sorted(times.failed)}, indent=0))
    for reread in (seconds, runs, breadth, ran_at_import):
        reread.cache_clear()


@cache
def seconds():
    """How long each test takes."""
    if not TIMES.exists():
        sys.exit("run `python tests/mutants/pins.py --renew` first")
    return json.loads(TIMES.read_text())["seconds"]


def _lines():
    """Of each module: what ran each line, as coverage names it."""
    from coverage import CoverageData

    data = CoverageData(str(LINES))
    data.read()
    for file in data.measured_files():
        yield file.rsplit("/jointstats/", 1)[-1], data.contexts_by_lineno(file)


@cache
def runs():
    """Of each module: which tests run each line."""
    found = defaultdict(lambda: defaultdict(set))
    for module, lines in _lines():
        for line, contexts in lines.items():
            tests = {name.rsplit("|", 1)[0] for name in contexts if name}
            found[module][line] |= tests & seconds().keys()
    return found


@cache
def ran_at_import():
    """Module and line of what ran before any test, when something was imported."""
    return {(m, line) for m, lines in _lines() for line, names in lines.items() if "" in names}


@cache
def breadth():
    """How many lines each test runs: the fewer, the closer it is to those it runs."""
    count = Counter()
    for lines in runs().values():
        for tests in lines.values():
            count.update(tests)
    return count


def functions(module):
    """Name, first and last line of the functions of a module; methods with their class."""

    def walk(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                if isinstance(child, ast.FunctionDef):
                    yield name, child.body[0].lineno, child.end_lineno
                yield from walk(child, f"{name}.")

    return list(walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8")), ""))


def function_at(module, line):
    """The innermost function of a line, or none."""
    around = [name for name, first, last in functions(module) if first <= line <= last]
    return around[-1] if around else ""


@cache
def remembering(module):
    """The functions whose answers are kept: only the first test that asks runs their lines."""
    found = ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8")))
    marked = (
        (node.name, ast.unparse(mark).partition("(")[0])
        for node in found if isinstance(node, ast.FunctionDef) for mark in node.decorator_list
    )  # fmt: skip
    return {name for name, mark in marked if mark.endswith("cache")}


def closest(module, line):
    """The tests that run a line, those first that run little else.

    What runs at import only (constants, defaults) is seen by whatever runs the module, not only by
    the test during which it happened to be imported, and by those that look at what is declared;
    what is kept once it was computed, by whatever runs the module, too.
    """
    lines = runs().get(module, {})
    function = function_at(module, line)
    once = not function or function.rsplit(".")[-1] in remembering(module)
    inside = None if once else lines.get(line)
    declared = {test for test in seconds() if test.startswith(DECLARED)}
    tests = inside or declared.union(*lines.values())
    return sorted(
        tests, key=lambda test: (test not in declared, breadth()[test], seconds()[test], test)
    )


def main():
    """Tell which tests run each function of the modules asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("module", nargs="*", help="below jointstats/; all when none is named")
    parser.add_argument("--function", help="this one alone, with all its tests")
    parser.add_argument("--renew", nargs="*", metavar="FILE", help="run all tests first, or these")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.renew is not None:
        renew(asked.workers, asked.renew)
        return
    for module in asked.module or sorted(runs()):
        lines = runs().get(module, {})
        for name, first, last in functions(module):
            if asked.function not in (None, name):
                continue
            tests = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
            near = sorted(tests, key=lambda test: (breadth()[test], test))
            print(f"{module}:{name}: {len(tests)} tests" + ("" if near else "  <- none"))
            for test in near if asked.function else near[:2]:
                print(f"    {test}")


if __name__ == "__main__":
    main()
