"""One fault at a time, before the tests that are closest to it.

Everything is imported and every test collected once. Then each fault has a process of its own, made
by fork: it puts the faulty code into the functions that are there, and runs the chosen tests. What
runs when a module is imported (constants, defaults) needs a fresh import: slower.
"""

import gc
import hashlib
import itertools
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from mutants.pins import BUILD, PACKAGE, ROOT, closest, ran_at_import, seconds
from mutants.sites import text

FORK = multiprocessing.get_context("fork")
MEMORY = 8 << 30
RECORDED = "tests/recorded/"
OPTIONS = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-W", "ignore"]


class Tree:
    """The package once more, of links: one of its files can be another."""

    def __init__(self, name):
        self.folder = BUILD / name
        shutil.rmtree(self.folder, ignore_errors=True)
        for path in sorted(PACKAGE.rglob("*")):
            if "__pycache__" in path.parent.parts:
                continue
            here = self.path(path.relative_to(PACKAGE))
            here.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file() or path.name == "__pycache__":
                here.symlink_to(path)

    def path(self, module):
        """Where a module of it is."""
        return self.folder / "jointstats" / module

    def put(self, module, source):
        """Another text of a module."""
        self.path(module).unlink()
        self.path(module).write_text(source, encoding="utf-8")

    def take_out(self, module):
        """The module as it is."""
        self.path(module).unlink()
        self.path(module).symlink_to(PACKAGE / module)


def _codes(code):
    """The functions in compiled code: their names, those of one name in their sequence."""
    found, count = {}, itertools.count
    numbers = {}

    def walk(code):
        for part in code.co_consts:
            if isinstance(part, CodeType):
                number = next(numbers.setdefault(part.co_qualname, count()))
                found[part.co_qualname, number] = part
                walk(part)

    walk(code)
    return found


def functions_of(folder):
    """Every function that was imported from a folder, wherever it is kept, by its file."""
    found = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            file = function.__code__.co_filename
            if file.startswith(str(folder)):
                found[file].append(function)
    return found


def put_into(functions, path, old, new):
    """Give the functions of a module other code: the same objects, so that everyone calls it."""
    before, after = (_codes(compile(text, str(path), "exec")) for text in (old, new))
    other = {
        (code.co_qualname, code.co_firstlineno): after[key]
        for key, code in before.items()
        if key in after and code != after[key]
    }
    for function in functions:
        code = function.__code__
        function.__code__ = other.get((code.co_qualname, code.co_firstlineno), code)


def _alone(work, answer):
    """What a process of its own does: a group that can be ended, little memory, no words."""
    os.setpgrp()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    answer.send(work())
    answer.close()
    os._exit(0)


def in_process(work, limit):
    """What work() says in a process of its own, or "time", or "crash"."""
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_alone, args=(work, there))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(limit) else "time"
    except EOFError:  # the process died
        return "crash"
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            process.kill()
        process.join()
        here.close()


def first_failing(items):
    """Run collected tests until one fails."""
    from _pytest.runner import runtestprotocol

    for item, following in itertools.zip_longest(items, items[1:]):
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return item.nodeid
    return ""


class First:
    """The first test that fails, or the file that cannot be read."""

    failed = ""

    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or (report.nodeid if report.failed else "")

    def pytest_collectreport(self, report):
        self.failed = self.failed or (f"import of {report.nodeid}" if report.failed else "")


def afresh(tests):
    """Run tests with everything of ours imported anew, until one fails.

    The files of tests and what they import, too: they hold what they have imported.
    """
    beside = tuple(f"{ROOT}/{folder}/" for folder in ("tests", "studies", "tools", "docs"))
    for name, module in list(sys.modules.items()):
        ours = str(getattr(module, "__file__", None)).startswith(beside)
        if name.split(".")[0] == "jointstats" or (ours and name.split(".")[0] != "mutants"):
            del sys.modules[name]
    first = First()
    ended = pytest.main(["-x", *OPTIONS, *tests], plugins=[first])
    if ended == pytest.ExitCode.USAGE_ERROR:  # a faulty constant is in the names of some tests
        whole = dict.fromkeys(test.split("[")[0] for test in tests)
        pytest.main(["-x", *OPTIONS, *whole], plugins=[first])
    return first.failed


def chosen(mutant, most):
    """The closest tests that take no longer than so many seconds together; at least one.

    A tenth of the time is for recorded answers: each of them runs much, so none is close.
    """
    tests = closest(mutant.module, mutant.line)
    recorded = [test for test in tests if test.startswith(RECORDED)]
    others = [test for test in tests if not test.startswith(RECORDED)]
    recorded.sort(key=lambda test: hashlib.sha256(test.encode()).hexdigest())
    return (_within(others, 0.9 * most) + _within(recorded, 0.1 * most)) or tests[:1]


def _within(tests, most):
    """The first of them that take no longer together; a long one hides none that follow."""
    kept, left = [], most
    for test in tests:
        if seconds()[test] <= left:
            kept.append(test)
            left -= seconds()[test]
    return kept


class Trials:
    """A plugin that, in the place of running the tests, tries faults before some of them."""

    def __init__(self, tree, mutants, most, file):
        self.tree, self.mutants, self.most, self.file = tree, mutants, most, Path(file)
        self.items, self.functions, self.passes = {}, {}, {}

    def pytest_runtestloop(self, session):
        """Every fault, each kept as soon as it is judged."""
        self.items = {item.nodeid: item for item in session.items}
        self.functions = functions_of(self.tree.folder)
        gc.freeze()  # forks share the memory
        for mutant in self.mutants:
            before, after = mutant.change()
            found = {"module": mutant.module, "function": mutant.function, "line": mutant.line}
            found |= {"operator": mutant.operator, "before": before, "after": after}
            found |= self.judged(mutant)
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(found) + "\n")
        return True

    def sound(self, mutant, test, way):
        """Whether a test passes without the fault, the same way: otherwise it kills nothing."""
        if test not in self.items:  # the fault has given it another name
            return True
        if (test, way) not in self.passes:
            self.tree.take_out(mutant.module)
            alone = afresh if way == self.anew else self.first_of
            self.passes[test, way] = not in_process(lambda: alone([test]), 90)
            self.tree.put(mutant.module, mutant.source())
        return self.passes[test, way]

    def first_of(self, tests):
        """The first of some tests that fails; the map may know tests that have gone."""
        return first_failing([self.items[test] for test in tests if test in self.items])

    def judged(self, mutant):
        """What becomes of a fault: killed by which test, or survived how many."""
        begun, tests = time.monotonic(), chosen(mutant, self.most)
        left, by = tests, ""
        self.tree.put(mutant.module, mutant.source())
        ways = [self.in_place] if mutant.function else [self.anew]
        if mutant.function and (mutant.module, mutant.line) in ran_at_import():
            ways.append(self.anew)
        for way in ways:
            while left and not by:
                by = way(mutant, left)
                if "::" in by and not self.sound(mutant, by, way):
                    left, by = [test for test in left if test != by], ""
                elif not by:
                    break
        self.tree.take_out(mutant.module)
        took = round(time.monotonic() - begun, 1)
        outcome = "killed" if by else "survived"
        return {"outcome": outcome, "by": by, "tests": len(tests), "seconds": took}

    def limit(self, tests):
        """How long they may take: a fault can make a loop endless."""
        return 20 + 4 * sum(seconds()[test] for test in tests)

    def in_place(self, mutant, tests):
        """Functions that were imported get the faulty code."""
        path = self.tree.path(mutant.module)
        old, new = text(mutant.module), mutant.source()

        def work():
            put_into(self.functions[str(path)], path, old, new)
            return self.first_of(tests)

        return in_process(work, self.limit(tests))

    def anew(self, mutant, tests):
        """The closest ones after a fresh import."""
        return in_process(lambda: afresh(tests[:1000]), 60 + self.limit(tests))


def _worker(number, mutants, most, file):
    from hypothesis import Phase, settings

    tree = Tree(f"tree{number}")
    os.environ |= {"PYTHONPATH": str(tree.folder), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(tree.folder))
    os.chdir(ROOT)
    # No shrinking: that a test fails is all that is asked; the same inputs each time.
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("mutants", phases=phases, derandomize=True, database=None)
    settings.load_profile("mutants")
    files = {test.split("::")[0] for mutant in mutants for test in chosen(mutant, most)}
    pytest.main([*OPTIONS, *sorted(files)], plugins=[Trials(tree, mutants, most, file)])


def run(mutants, most, file, workers):
    """Judge faults, several at once."""
    parts = [mutants[n::workers] for n in range(workers)]
    crowd = [
        FORK.Process(target=_worker, args=(n, part, most, file)) for n, part in enumerate(parts)
    ]
    for process in crowd:
        process.start()
    for process in crowd:
        process.join()
