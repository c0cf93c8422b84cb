"""Sample reports for the home page: of two, seven and forty algorithms."""

from __future__ import annotations

import sys
from pathlib import Path

import jointstats as js

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from sample_tables import table

SAMPLES = {"two": "rope", "seven": "7", "forty": "40"}


def write(directory: Path) -> None:
    """Write the three reports."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, kept in SAMPLES.items():
        js.compare_algorithms(table(kept)).to_html(directory / f"{name}.html")
