"""The browser, whose driver stands beside the tests."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from driver import chromium


@pytest.fixture(scope="module")
def browser():
    """Chromium, for the tests of a file."""
    with chromium() as made:
        yield made
