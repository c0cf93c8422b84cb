"""Processes that are killed while they look: the next look finds all as if they had not begun."""

import itertools
import json
import os
import signal
import sys
import tempfile
import time
import warnings
from pathlib import Path

from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.laws import Fault, lawful

SOON = 1.0  # seconds within which the next look is done
STEPS = 140  # more than a look makes in the modules below
WATCHED = (os.path.join("base", "files.py"),)
WAYS = {"accuracy": "max", "time": "min"}


def deaths():
    """One ledger, and when each of some processes that look at it is killed."""
    step = st.builds(lambda step: {"step": step}, st.integers(1, STEPS))
    after = st.builds(lambda after: {"after": after}, st.floats(0, 0.02))
    return st.fixed_dictionaries(
        {"kills": st.lists(of.mostly(step, after), min_size=1, max_size=8)}
    )


def die(given):
    """Kill a process, look, and so on: every look is in time and finds what was written."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.json"
        for kill in given["kills"]:
            n = _n(ledger)
            killed(str(ledger), n + 1, **kill)
            if _n(ledger) not in (n, n + 1):
                raise Fault(f"a killed look made {_n(ledger)} data sets of {n}")
            began = time.monotonic()
            lawful(lambda: look(str(ledger), n + 2))  # noqa: B023 - called here
            took = time.monotonic() - began
            if _n(ledger) != n + 2:
                raise Fault(f"the look after a kill was refused: {kill}")
            if took > SOON:
                raise Fault(f"the look after a kill took {took:.1f} s: {kill}")
            if os.listdir(folder) != ["ledger.json"]:
                raise Fault(f"{sorted(os.listdir(folder))} are there after a kill and a look")


def look(ledger, n):
    """Look at `n` data sets."""
    values = {"A": [[1.0, 2.0]] * n, "B": [[2.0, 1.0]] * n}
    table = js.results_table(values, measures=WAYS)
    said = {"a": "B", "b": "A", "better": ["time"]}
    return js.watch_claim(ledger, table, **({} if os.path.exists(ledger) else said))


def killed(ledger, n, *, step=None, after=None):
    """Look in a new process, which is killed at a step of locking and writing, or after a time.

    Returns
    -------
    bool
        Whether it was: it may have been done before.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some Pythons warn of every copy of a process
        child = os.fork()
        if child == 0:
            try:
                if step is not None:
                    sys.setprofile(_killer(step))
                look(ledger, n)
            finally:
                os._exit(0)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)  # it waits to be asked for its status: it is no other's
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def _killer(step):
    """What kills its own process at a step: before or after any call of the modules watched."""
    steps = itertools.count(1)

    def profile(frame, event, called):
        if frame.f_code.co_filename.endswith(WATCHED) and next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    return profile


def _n(ledger):
    return len(json.loads(ledger.read_text(encoding="utf-8"))["datasets"]) if ledger.exists() else 0
