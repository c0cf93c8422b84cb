"""Work shared out: the same results for any number of workers, and nothing left after Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from math import factorial
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import options
from jointstats.base.parallel import spread
from jointstats.evidence import messages
from jointstats.interfaces.cli import main

joblib = pytest.importorskip("joblib")


TASKS = [(i,) for i in range(6)]
FACTORIALS = [1, 1, 2, 6, 24, 120]


@pytest.mark.parametrize("n_jobs", [None, 1, 2, -1])
def test_results_come_in_the_order_of_the_tasks(n_jobs):
    assert spread(factorial, TASKS, n_jobs, "factorials") == FACTORIALS


@pytest.mark.parametrize("backend", ["threading", "multiprocessing", "sequential"])
def test_any_backend_of_joblib_will_do(backend):
    with joblib.parallel_config(backend=backend, n_jobs=2):
        assert spread(factorial, TASKS, None, "factorials") == FACTORIALS


def test_progress_is_shown_across_workers():
    seen = []

    class Watcher:
        def begin(self, loop):
            seen.append((loop.what, loop.total, loop))

        def end(self, loop):
            seen.append((loop.what, loop.done))

    with messages.showing(Watcher()):
        spread(factorial, TASKS, 2, "factorials")
    assert seen == [("factorials", 6, seen[0][2]), ("factorials", 6)]


def test_errors_cross_with_their_class():
    with pytest.raises(errors.OptionError, match="alpha must be"):
        spread(options.level, [(0.1,), (2,)], 2, "levels")


@pytest.mark.parametrize("n_jobs, expected", [(10**6, 3), (3, 3), (2, 2), (-(10**6), 1)])
def test_no_more_workers_than_tasks(monkeypatch, n_jobs, expected):
    used, real = [], joblib.Parallel

    def parallel(n_jobs, **more):
        used.append(joblib.effective_n_jobs(n_jobs))
        return real(n_jobs=min(used[-1], 2), **more)

    monkeypatch.setattr(joblib, "Parallel", parallel)
    assert spread(factorial, TASKS[:3], n_jobs, "factorials") == FACTORIALS[:3]
    assert used == [expected]


def test_one_task_needs_no_worker(monkeypatch):
    monkeypatch.setattr(joblib, "Parallel", lambda **_: pytest.fail("workers for one task"))
    assert spread(factorial, [(5,)], 8, "factorials") == [120]


@pytest.mark.parametrize("wrong", [0, 1.5, "two"])
def test_wrong_numbers_of_workers(wrong):
    with pytest.raises(errors.OptionError, match="n_jobs must be a"):
        spread(factorial, TASKS, wrong, "factorials")


def test_without_joblib_one_worker_works_and_two_name_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert spread(factorial, TASKS, 1, "factorials")[-1] == 120
    with pytest.raises(errors.MissingExtraError, match=r"jointstats\[parallel\]"):
        spread(factorial, TASKS, 2, "factorials")


def test_a_study_is_the_same_on_any_number_of_workers():
    call = dict(n=10, cases=20, draws=20, rng=2)
    one = js.simulate_roc(**call, n_jobs=1)
    assert js.simulate_roc(**call, n_jobs=2).to_dict() == one.to_dict()


STUDY = """
import jointstats as js
js.simulate_roc(n_measures=5, n=50, cases=100_000, n_jobs=2)
"""


def children(pid):
    """Processes whose ancestor is this one."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(stat.parent.name)] = int(fields[1])
    found = {pid}
    while True:
        more = {p for p, parent in parents.items() if parent in found} - found
        if not more:
            return found - {pid}
        found |= more


SIMULATE = (
    *("-m", "jointstats", "simulate"),
    *("--measures", "5", "--n", "50", "--cases", "100000", "--jobs", "2"),
)


@contextmanager
def started(*words, pause=1.0, stderr=subprocess.DEVNULL):
    """A process that has two workers in the middle of their work, and these."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=stderr, text=True,
        start_new_session=True,
    )  # fmt: skip
    workers, deadline = set(), time.monotonic() + 120
    while len(workers) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
        workers = children(process.pid)
    time.sleep(pause)
    workers = children(process.pid)
    assert len(workers) >= 2
    try:
        yield process, workers
    finally:
        process.kill()
        for pid in survivors(workers, 0):
            os.kill(pid, signal.SIGKILL)


def deaf(pid):
    """Whether a process blocks or ignores Ctrl-C."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigBlk", "SigIgn"))]
    return any(mask >> (signal.SIGINT - 1) & 1 for mask in masks)


def survivors(workers, seconds):
    deadline = time.monotonic() + seconds
    while any(alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    return {pid for pid in workers if alive(pid)}


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@needs_proc
def test_ctrl_c_stops_at_once_and_leaves_nothing_running():
    with started("-c", STUDY) as (process, workers):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) != 0
        assert not survivors(workers, 60)


@needs_proc
@pytest.mark.parametrize("pause", [0.5, 2.0])  # workers import, work
def test_ctrl_c_of_a_terminal_which_reaches_workers_is_one_sentence(pause):
    with started(*SIMULATE, pause=pause, stderr=subprocess.PIPE) as (process, workers):
        assert all(map(deaf, workers))
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60)[1] == (
            "jointstats: interrupted; no file is half written.\n"
        )
        assert process.returncode == 130 and not survivors(workers, 60)


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_do_not_outlive_the_command(how):
    with started(*SIMULATE) as (process, workers):
        process.send_signal(how)
        assert process.wait(timeout=60) == -how
        assert not survivors(workers, 60)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    values = rng.normal(size=(5, 12, 2)) + np.arange(5)[:, None, None] * 0.4
    values[0, :3] = values[1, :3]  # ties
    return js.results_table(
        dict(zip("ABCDE", values, strict=True)), measures={"acc": "max", "time": "min"}
    )


@pytest.mark.parametrize("test", ["glrt", "bayes", "network", "sign", "wilcoxon"])
@pytest.mark.filterwarnings("ignore:More than a tenth of the data sets tie")
def test_pairs_are_the_same_on_any_number_of_workers(table, test):
    more = {"rng": 1, "target_mcse": 0.02} if test == "network" else {}
    one = js.pairwise_tests(table, test=test, n_jobs=1, **more)
    two = js.pairwise_tests(table, test=test, n_jobs=2, **more)
    assert two.to_dict() == one.to_dict()
    assert len(one.pairs) == (10 if test in ("glrt", "bayes", "network") else 20)


def test_pairs_of_counts_too(table):
    counts = js.statement_counts(table)
    one = js.pairwise_tests(counts, test="bayes")
    assert js.pairwise_tests(counts, test="bayes", n_jobs=2).to_dict() == one.to_dict()


def test_a_warning_of_the_caller_is_shown_while_comparisons_run():
    code = """
import threading, time, warnings
import numpy as np, jointstats as js
x = np.random.default_rng(1).normal(size=(4, 20, 2))
table = js.results_table(dict(zip("ABCD", x)), measures={"u": "max", "v": "max"})
js.compare_algorithms(table)  # imports all that it needs, some of which sets a filter
before = list(warnings.filters)
def often():
    for _ in range(20):
        js.compare_algorithms(table)
threads = [threading.Thread(target=often) for _ in range(4)]
for one in threads:
    one.start()
told = 0
while any(one.is_alive() for one in threads):
    warnings.warn(f"of the caller {told}", UserWarning)
    told += 1
    time.sleep(0.01)
for one in threads:
    one.join()
warnings.warn("of the caller, after", UserWarning)
print(told, warnings.filters == before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told, same = done.stdout.split()
    assert same == "True"
    assert done.stderr.count("UserWarning: of the caller") == int(told) + 1 > 1


def test_jobs_on_the_command_line(capsys):
    answers = []
    for jobs in ("1", "2"):
        assert main(["pairwise", "glrt", "@example1", "--jobs", jobs, "--json"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]
    assert main(["pairwise", "glrt", "@example1", "--jobs", "half"]) == 2
    assert "--jobs must be a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("n_jobs", [2, -1, "tcp://localhost:1"])
def test_under_webassembly_there_is_one_process(monkeypatch, n_jobs):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(errors.OptionError, match="there is one process only: leave n_jobs out"):
        spread(factorial, [(3,), (4,)], n_jobs, "roots")
    assert spread(factorial, [(3,), (4,)], 1, "roots") == [6, 24]
