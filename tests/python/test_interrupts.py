"""An interrupt during a call from another language, without that language."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import threading
import time

import pytest

from jointstats.interfaces import bridge
from jointstats.interfaces.bridge import host


def test_during_a_call_an_interrupt_is_pythons_alone(monkeypatch):
    """A host's handlers, in Python and in C, are in place again afterwards."""
    woken = []
    in_c = ctypes.CFUNCTYPE(None, ctypes.c_int)(woken.append)
    address = ctypes.cast(in_c, ctypes.c_void_p).value
    handlers = host._system_handler
    before = signal.signal(signal.SIGINT, lambda *_: woken.append("Python"))
    in_python = signal.getsignal(signal.SIGINT)
    ctypes.pythonapi.PyOS_setsig(signal.SIGINT, ctypes.c_void_p(address))

    def slow():
        assert handlers() != address
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

    try:
        monkeypatch.setitem(bridge.calls._FUNCTIONS, "slow", slow)
        reply = bridge.call(json.dumps({"function": "slow", "options": {}}), [0.0])
        assert (reply["type"], reply["message"]) == ("interrupted", bridge.calls.INTERRUPTED)
        assert (signal.getsignal(signal.SIGINT), handlers(), woken) == (in_python, address, [])
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_end_of_what_cannot_be_repeated():
    done = []
    with pytest.raises(KeyboardInterrupt), host.python_takes_interrupts():
        with host.interrupts_wait():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("import")
        done.append("more")
    assert done == ["import"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_where_python_ignores_exceptions_is_raised_at_the_end():
    class Ended:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    done = []
    with pytest.raises(KeyboardInterrupt), host.python_takes_interrupts():
        Ended()
        done.append("went on")
    assert done == ["went on"]


def test_in_another_thread_a_call_leaves_the_handlers_alone():
    seen = []

    def work():
        with host.python_takes_interrupts(), host.interrupts_wait():
            seen.append(host._system_handler())

    here = host._system_handler()
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert seen == [here]
