"""The progress line: when it appears, what it says, where it is not, and that it goes."""

from __future__ import annotations

import io
import os
import select
import signal
import subprocess
import sys
import threading
import time

import pytest

import jointstats as js
from jointstats.base.parallel import spread
from jointstats.evidence import messages
from jointstats.evidence import messages as loops
from jointstats.interfaces import bridge, progress

needs_terminals = pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def wait_for(self, words):
        deadline = time.monotonic() + 5
        while words not in self.getvalue() and time.monotonic() < deadline:
            time.sleep(0.005)
        assert words in self.getvalue()

    def screen(self):
        """What is seen in the end: every return writes over what was there."""
        shown = ""
        for written in self.getvalue().split("\r"):
            shown = written + shown[len(written) :]
        return shown


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(progress, "AFTER", 0.01)
    monkeypatch.setattr(progress, "EVERY", 0.01)
    monkeypatch.delenv(progress.SWITCH, raising=False)


def test_what_the_line_says():
    assert progress.progress_line(messages.Loop("pairs", 4950, 990), 10.0) == (
        "[####................]  990 of 4,950 pairs, some 40 s to go"
    )
    assert progress.progress_line(messages.Loop("pairs", 10, 0), 61.0) == (
        "[....................]  0 of 10 pairs, 1 min 1 s so far"
    )
    assert progress.progress_line(messages.Loop("pairs", 10, 10), 7300.0).endswith(
        "10 of 10 pairs, 2 h 1 min so far"
    )
    assert (
        progress.progress_line(messages.Loop("pieces", None, 1200), 5.0)
        == "1,200 pieces, 5 s so far"
    )
    assert len(progress.progress_line(messages.Loop("pairs", 10, 5), 5.0, columns=20)) == 19


def test_it_appears_follows_the_outermost_loop_and_goes(soon):
    terminal = Terminal()
    with progress.working(terminal):
        terminal.wait_for("working, 1 s so far")
        for i in messages.track(range(4), 4, "components"):
            for _ in messages.track(range(2), 2, "draws"):
                pass
            if i == 2:
                terminal.wait_for("2 of 4 components")
        for i in messages.track(range(10), 10, "pairs"):
            if i == 8:
                terminal.wait_for("8 of 10 pairs")
    assert "draws" not in terminal.getvalue()
    assert terminal.screen().strip() == ""
    assert not [one for one in threading.enumerate() if "_watch" in one.name]


def test_nothing_before_two_seconds():
    assert progress.AFTER == 2.0
    terminal = Terminal()
    with progress.working(terminal):
        list(messages.track(range(100), 100, "pairs"))
    assert terminal.getvalue() == ""


def test_it_goes_also_when_the_work_fails_or_a_loop_is_left(soon):
    terminal = Terminal()
    with pytest.raises(KeyboardInterrupt), messages.showing(progress.ProgressLine(terminal)):
        for _ in messages.track(range(3), 3, "pairs"):
            terminal.wait_for("0 of 3 pairs")
            raise KeyboardInterrupt
    assert terminal.screen().strip() == ""
    line = progress.ProgressLine(terminal)
    with messages.showing(line):
        for _ in messages.track(range(3), 3, "pairs"):
            break
    assert line._thread is None and line._loops == []


def test_not_where_nobody_watches(soon, monkeypatch):
    streams = [io.StringIO(), None, io.StringIO()]
    streams[2].close()
    for stream in streams:
        line = progress.ProgressLine(stream)
        monkeypatch.setattr(sys, "stderr", stream)
        with messages.showing(line):
            for _ in messages.track(range(2), 2, "pairs"):
                assert line._thread is None
    terminal = Terminal()
    for word in ("no", "0", "OFF"):
        monkeypatch.setenv(progress.SWITCH, word)
        line = progress.ProgressLine(terminal)
        with messages.showing(line):
            for _ in messages.track(range(2), 2, "pairs"):
                assert line._thread is None


def test_in_a_notebook(soon, monkeypatch):
    class ZMQInteractiveShell:
        pass

    class IPython:
        get_ipython = ZMQInteractiveShell

    assert not progress.is_watched(io.StringIO())
    monkeypatch.setitem(sys.modules, "IPython", IPython)
    assert progress.is_watched(io.StringIO())


def test_python_has_it_without_asking(soon, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert isinstance(loops._usual[0], progress.ProgressLine)
    for _ in messages.track(range(2), 2, "pairs"):
        terminal.wait_for("0 of 2 pairs")
    assert terminal.screen().strip() == ""
    assert spread(divmod, [(7, 2), (9, 4)], 1, "tasks") == [(3, 1), (2, 1)]


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_closed_terminal_does_not_stop_the_work(soon):
    terminal = Terminal()
    with progress.working(terminal):
        terminal.wait_for("working")
        terminal.close()
        assert list(messages.track(range(3), 3, "pairs")) == [0, 1, 2]


@needs_terminals
def test_another_language_has_it_on_the_terminal_only(soon, monkeypatch):
    """Python's standard error belongs to the host there; file descriptor 2 is the terminal's."""
    ours, theirs = os.openpty()
    kept = os.dup(2)
    patience = iter((10.0, 0.1))  # seconds to wait for something on the terminal

    def slow():
        select.select([ours], [], [], next(patience))

    monkeypatch.setitem(bridge.calls._FUNCTIONS, "slow", slow)
    monkeypatch.setattr(sys, "stderr", Terminal())
    request = '{"function": "slow", "options": {}}'
    os.dup2(theirs, 2)
    try:
        assert bridge.call(request, [0.0])["ok"]
        shown = ""
        while select.select([ours], [], [], 0.05)[0]:
            shown += os.read(ours, 4096).decode()
        assert bridge.call(request, [0.0], "no")["ok"]
        silent = not select.select([ours], [], [], 0.05)[0]
    finally:
        os.dup2(kept, 2)
        for one in (kept, ours, theirs):
            os.close(one)
    assert "working, 1 s so far" in shown and shown.endswith(" \r")
    assert silent and sys.stderr.getvalue() == ""


WORK = """
import sys, time
from jointstats.interfaces import progress
progress.AFTER = progress.EVERY = 0.02
from jointstats.interfaces.cli import commands, main
from jointstats.evidence.messages import track
def slow(said):
    for _ in track(range(1000), 1000, "steps"):
        time.sleep(0.02)
commands.read_table = slow
sys.exit(main(["datasets", "weka"] if "quick" in sys.argv else ["test", "glrt", "@example1"]))
"""


@needs_terminals
def test_ctrl_c_on_a_terminal_leaves_one_line():
    """A real process on a real (pseudo-)terminal: the bar moves, Ctrl-C ends it."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", WORK],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"OMP_NUM_THREADS": "1", "JOINTSTATS_PROGRESS": ""},
    )
    os.close(theirs)
    try:
        shown = read_until(ours, "of 1,000 steps")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        shown += read_until(ours, None)
    finally:
        process.kill()
        os.close(ours)
    assert (process.returncode, out) == (130, b"")
    *_, cleared, last = shown.replace("\r\n", "\n").split("\r")
    assert cleared.strip() == "" and last == "jointstats: interrupted; no file is half written.\n"


def read_until(terminal, words):
    """What a terminal shows until these words, or until its process has ended."""
    shown, deadline = "", time.monotonic() + 20
    while (words is None or words not in shown) and time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            more = os.read(terminal, 4096).decode()
        except OSError:  # closed at the other side
            return shown
        shown += more
    return shown


def test_an_interrupt_in_python_is_a_keyboard_interrupt(monkeypatch):
    """Whatever the loop: Python's own error, and the next call works."""
    from jointstats.joint import pairwise

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    table = js.load_dataset("weka").select(algorithms=["AODE", "BayesNet", "NaiveBayes"])
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(pairwise, "ManyPairs", interrupted)
        js.pairwise_tests(table, test="bayes")
    assert len(js.pairwise_tests(table, test="bayes").pairs) == 3
