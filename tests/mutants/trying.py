"""One fault at a time, before the tests that are closest to it."""

import itertools
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import time
from functools import cache
from pathlib import Path

from mutants.pins import BUILD, PACKAGE, ROOT, closest, seconds

FORK = multiprocessing.get_context("fork")
MEMORY = 6 << 30
SOME = 30  # tests that are handed to pytest at once: the closest ones mostly kill


class Tree:
    """The package once more, of links: one of its files can be another."""

    def __init__(self, name):
        self.folder = BUILD / name
        shutil.rmtree(self.folder, ignore_errors=True)
        for path in sorted(PACKAGE.rglob("*")):
            here = self.folder / "jointstats" / path.relative_to(PACKAGE)
            if "__pycache__" in path.parent.parts:
                continue
            here.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file() or path.name == "__pycache__":
                here.symlink_to(path)

    def put(self, module, source):
        """Another text of a module."""
        self.take_out(module)
        path = self.folder / "jointstats" / module
        path.unlink()
        path.write_text(source, encoding="utf-8")

    def take_out(self, module):
        """The module as it is."""
        path = self.folder / "jointstats" / module
        path.unlink()
        path.symlink_to(PACKAGE / module)


class First:
    """The first test that fails, or the module that cannot be read."""

    def __init__(self):
        self.failed = ""

    def pytest_runtest_logreport(self, report):
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report):
        if report.failed and not self.failed:
            self.failed = f"import: {report.nodeid}"


def _in_tree(folder, tests, answer):
    """In a process of its own: the tests, against the package of a tree."""
    import pytest
    from hypothesis import Phase, settings

    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    os.chdir(ROOT)
    # No shrinking: that a test fails is all that is asked; the same inputs each time.
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("mutants", phases=phases, derandomize=True, database=None)
    settings.load_profile("mutants")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    first = First()
    options = ["-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-W", "ignore"]
    code = pytest.main([*options, *tests], plugins=[first])
    answer.send((int(code), first.failed))
    answer.close()
    os._exit(0)


def tried(folder, tests, limit):
    """What so many tests say: (outcome, which one), the outcome killed, survived, time or lost."""
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_in_tree, args=(folder, tests, there))
    process.start()
    there.close()
    try:
        answered = here.poll(limit)
        code, failed = here.recv() if answered else (None, "")
    except EOFError:  # the process died: out of memory, a crash
        return "killed", "crash"
    finally:
        with_children(process)
    if code is None:
        return "killed", "time"
    if failed:
        return "killed", failed
    return ("survived", "") if code == 0 else ("lost", f"pytest ended with {code}")


def with_children(process):
    """End a process and what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.join()


@cache
def without_fault(folder, test, limit):
    """What a test says in a tree without any fault: one that fails there, too, kills nothing."""
    return tried(folder, [test], limit)[0]


def chosen(mutant, most):
    """The closest tests that take no longer than so many seconds together; at least one."""
    total = 0.0
    for n, test in enumerate(closest(mutant.module, mutant.line)):
        total += seconds()[test]
        if n and total > most:
            return
        yield test


def judge(tree, mutant, most):
    """What becomes of a mutant: killed by which test, or survived how many."""
    begun, ran = time.monotonic(), 0
    tests = list(chosen(mutant, most))
    outcome, by = "survived", ""
    while tests and outcome == "survived":
        now, tests = tests[:SOME], tests[SOME:]
        limit = 20 + 4 * sum(seconds()[test] for test in now)
        tree.put(mutant.module, mutant.source())
        outcome, by = tried(tree.folder, now, limit)
        tree.take_out(mutant.module)
        if "::" in by and without_fault(tree.folder, by, 60) != "survived":
            tests = [test for test in now if test != by] + tests
            outcome, by = "survived", ""
        else:
            ran += len(now)
    took = round(time.monotonic() - begun, 1)
    return {"outcome": outcome, "by": by, "tests": ran, "seconds": took}


def preload():
    """What every test needs, once: forks have it."""
    import hypothesis
    import matplotlib.pyplot
    import networkx
    import numpy
    import pandas
    import pytest
    import scipy.optimize
    import scipy.stats

    return hypothesis, matplotlib, networkx, numpy, pandas, pytest, scipy


def _worker(number, mutants, most, file):
    tree = Tree(f"tree{number}")
    for mutant in mutants:
        before, after = mutant.change()
        found = {"module": mutant.module, "function": mutant.function, "line": mutant.line}
        found |= {"operator": mutant.operator, "nth": mutant.nth, "before": before, "after": after}
        found |= judge(tree, mutant, most)
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(found) + "\n")


def run(mutants, most, file, workers):
    """Judge mutants, several at once; each one is kept as soon as it is."""
    preload()
    crowd = [
        FORK.Process(
            target=_worker, args=(n, list(itertools.islice(mutants, n, None, workers)), most, file)
        )
        for n in range(workers)
    ]
    for process in crowd:
        process.start()
    for process in crowd:
        process.join()
