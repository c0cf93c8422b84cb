"""What holds for all tests: warnings are expected or errors, and processes can be interrupted.

A warning of ours fails a test (`filterwarnings` in pyproject.toml), unless the test says that it
expects it: by `pytest.warns`, by `@pytest.mark.warns("how it begins")` where what it says does not
matter, or, if only some calls of a module warn, by `pytest.mark.filterwarnings("ignore:...")`.
"""

from __future__ import annotations

import contextlib
import os
import signal

import hypothesis
import pytest

os.environ.pop("COLUMNS", None)  # workers of pytest have one, which commands obey
# How long an example may take says more of the machine than of the code.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")


def pytest_configure(config):
    """Take SIGINT, also where it is ignored (under nohup, in the background).

    Processes would inherit that it is ignored, and a test that interrupts one would wait for ever.
    """
    config.addinivalue_line("markers", "warns(*beginnings): warns of these, each at least once")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Random tables of a property may deserve notes on what is nearly the same everywhere."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            for note in ("On .* are equal within the rope", ".* order the algorithms alike on all"):
                item.add_marker(pytest.mark.filterwarnings(f"ignore:{note}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """A test that is marked has to warn as it says, and of nothing else."""
    from jointstats import JointStatsWarning

    with contextlib.ExitStack() as expected:
        for mark in item.iter_markers("warns"):
            for beginning in mark.args:
                expected.enter_context(pytest.warns(JointStatsWarning, match=f"^{beginning}"))
        return (yield)
