"""The report: its size in bytes, and its height in screens as it opens, in Chromium.

    python benchmarks/report_pages.py

Of 2 and 7 packaged algorithms, and of 40 and 200 made ones (3 measures, 40 data sets). A desktop
screen is 1280 by 800 pixels, a phone 390 by 844.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import jointstats as js

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from driver import PHONE, chromium

DESK = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}


def main() -> None:
    """Print a row for every report."""
    print("algorithms      bytes   seconds   screens   on a phone")
    with TemporaryDirectory() as folder, chromium() as browser:
        for name, table in tables().items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = js.compare_algorithms(table)
            path = Path(folder, "report.html")
            start = time.perf_counter()
            result.to_html(path)
            spent = time.perf_counter() - start
            high = [screens(browser, path, screen) for screen in (DESK, PHONE)]
            size = path.stat().st_size
            print(f"{name:>10}{size:>11,}{spent:>10.1f}{high[0]:>10.1f}{high[1]:>13.1f}")


def tables() -> dict[str, Any]:
    """The compared tables, by the number of their algorithms."""
    return {
        "2": js.load_dataset("example1"),
        "7": js.load_dataset("weka"),
        "40": made(40),
        "200": made(200),
    }


def made(l: int) -> Any:
    """Algorithms of evenly spread skill."""
    values = np.random.default_rng(l).normal(size=(40, 3, l)) + np.linspace(1.2, 0, l)
    return js.results_table(
        {f"algorithm-{i:03d}": values[:, :, i] for i in range(l)},
        measures=dict.fromkeys(["accuracy", "auc", "speed"], "max"),
    )


def screens(browser: Any, path: Path, screen: dict[str, Any]) -> float:
    """How many screens high a page is as it opens."""
    browser.open(path, screen)
    high = browser.run("return document.documentElement.scrollHeight")
    return float(high / screen["height"])


if __name__ == "__main__":
    main()
