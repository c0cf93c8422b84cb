"""Work shared out: the same results for any number of workers, and nothing left after Ctrl-C."""

import signal
import subprocess
import sys
import time
from math import factorial
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats.kernels.progress import showing
from jointstats.labelled import options
from jointstats.labelled.errors import MissingExtraError, OptionError
from jointstats.labelled.parallel import spread
from jointstats.presentation.cli.main import main

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

    def bar(items, total, what):
        for item in items:
            seen.append((item, total, what))
            yield item

    with showing(bar):
        spread(factorial, TASKS, 2, "factorials")
    assert seen == [(value, 6, "factorials") for value in FACTORIALS]


def test_errors_cross_with_their_class():
    with pytest.raises(OptionError, match="alpha must be"):
        spread(options.level, [(0.1,), (2,)], 2, "levels")


@pytest.mark.parametrize("wrong", [0, 1.5, "two"])
def test_wrong_numbers_of_workers(wrong):
    with pytest.raises(OptionError, match="n_jobs must be a"):
        spread(factorial, TASKS, wrong, "factorials")


def test_without_joblib_one_worker_works_and_two_name_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert spread(factorial, TASKS, 1, "factorials")[-1] == 120
    with pytest.raises(MissingExtraError, match=r"jointstats\[parallel\]"):
        spread(factorial, TASKS, 2, "factorials")


def test_a_study_is_the_same_on_any_number_of_workers():
    call = dict(n=10, cases=60, draws=50, rng=2)
    one = js.simulate_roc(**call, n_jobs=1)
    assert js.simulate_roc(**call, n_jobs=2).to_dict() == one.to_dict()


STUDY = """
import jointstats as js
print("started", flush=True)
js.simulate_roc(n_measures=5, n=50, cases=20000, n_jobs=2)
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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_ctrl_c_stops_at_once_and_leaves_nothing_running():
    process = subprocess.Popen(
        [sys.executable, "-c", STUDY],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # A test run in the background ignores the signal, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        process.stdout.readline()
        deadline = time.monotonic() + 20
        workers = set()
        while len(workers) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
            workers = children(process.pid)
        assert len(workers) >= 2
        time.sleep(1.0)  # in the middle of the work
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=5) != 0
        deadline = time.monotonic() + 3
        left = workers
        while left and time.monotonic() < deadline:
            time.sleep(0.1)
            left = {pid for pid in workers if alive(pid)}
        assert not left
    finally:
        process.kill()


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
    return js.results_table_matrices(
        dict(zip("ABCDE", values, strict=True)), measures={"acc": "max", "time": "min"}
    )


@pytest.mark.parametrize("test", ["glrt", "bayes", "network", "sign", "wilcoxon"])
def test_pairs_are_the_same_on_any_number_of_workers(table, test):
    more = {"rng": np.random.default_rng(1), "target_mcse": 0.02} if test == "network" else {}
    one = js.pairwise_tests(table, test=test, n_jobs=1, **more)
    if more:
        more["rng"] = np.random.default_rng(1)
    two = js.pairwise_tests(table, test=test, n_jobs=2, **more)
    assert two.to_dict() == one.to_dict()
    assert len(one.pairs) == (10 if test in ("glrt", "bayes", "network") else 20)


def test_pairs_of_counts_too(table):
    counts = js.statement_counts(table)
    one = js.pairwise_tests(counts, test="bayes")
    assert js.pairwise_tests(counts, test="bayes", n_jobs=2).to_dict() == one.to_dict()


def test_comparisons_are_the_same_on_any_number_of_workers(table):
    one = js.compare_algorithms(table)
    assert js.compare_algorithms(table, n_jobs=2).to_dict() == one.to_dict()


def test_jobs_on_the_command_line(capsys):
    answers = []
    for jobs in ("1", "2"):
        assert main(["pairwise", "glrt", "@example1", "--jobs", jobs, "--json"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]
    assert main(["compare", "@example1", "--jobs", "half"]) == 2
    assert "--jobs must be a whole number" in capsys.readouterr().err
