"""The tests import the site's own scripts, and the driver of the browser."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "docs" / "site"), str(ROOT / "tests" / "browser")]
from driver import chromium  # noqa: E402


@pytest.fixture(scope="module")
def browser():
    """Chromium, for the tests of a file."""
    with chromium() as made:
        yield made
