"""The page with four counts, in Chromium: its p-values and states are those of the package."""

import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from driver import PHONE, chromium
from scipy import stats

import jointstats as js

ROOT = Path(__file__).resolve().parents[2]

SITE = ROOT / "build" / "site"
SCREEN = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
# Counts of: A better on both, on the first only, on the second only, B better on both.
COUNTS = [(16, 0, 35, 0), (39, 0, 9, 3), (51, 0, 0, 0), (0, 0, 0, 0), (6, 4, 0, 0), (3, 2, 0, 31),
          (20, 0, 4, 0), (12, 0, 13, 0), (25, 25, 0, 10), (12, 10, 10, 0), (14, 11, 11, 2),
          (0, 30, 30, 0), (21, 17, 3, 2), (9, 22, 1, 0), (2, 26, 9, 8)]  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    with chromium() as made:
        made.open(SITE / "four-counts.html", SCREEN)
        for _ in range(50):
            if made.run("return window.votes !== undefined"):
                break
            time.sleep(0.1)
        yield made


def of_the_package(counts):
    """The state of a pair with these counts."""
    a = np.repeat([(1, 1), (1, 0), (0, 1), (0, 0)], counts, axis=0)
    frame = pd.DataFrame(np.vstack([a, 1 - a]), columns=["first", "second"])
    frame["data"], frame["algorithm"] = [*range(len(a))] * 2, np.repeat(["A", "B"], len(a))
    pair = js.compare_algorithms(
        frame, dataset="data", algorithm="algorithm", measures={"first": "max", "second": "max"}
    ).pairs[0]
    return [pair.state, *([pair.winner] if pair.winner else [])]


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_the_state_is_that_of_the_package(browser, counts):
    if sum(counts):
        assert browser.run(f"return votes.state({list(counts)})") == of_the_package(counts)
    else:
        assert browser.run(f"return votes.state({list(counts)})") == ["open"]


def test_moving_a_count_changes_the_table(browser):
    browser.run(
        "document.querySelectorAll('.four-counts input').forEach((slider, i) => {"
        "slider.value = [39, 0, 9, 3][i];"
        "slider.dispatchEvent(new Event('input', { bubbles: true })); })"
    )
    rows = browser.run(
        "return [...document.querySelectorAll('[data-claim]')].map((row) => "
        "[...row.cells].map((cell) => cell.textContent))"
    )
    votes = [(39, 12, 0), (48, 3, 0), (39, 3, 9), (39, 12, 0)]
    for row, (yes, no, none) in zip(rows, votes, strict=True):
        assert row[1:4] == [str(yes), str(no), str(none)]
        p = stats.binom.sf(yes - 1, yes + no, 0.5)
        assert row[4] == ("p < 0.001" if p < 0.001 else f"p = {p:.3f}")
    assert browser.run("return document.querySelector('.pair-state').textContent") == "win (A)"


def test_the_table_and_the_sliders_fit_a_phone(browser):
    browser.command("Emulation.setDeviceMetricsOverride", **PHONE)
    right = browser.run(
        "return [...document.querySelectorAll('.four-counts input, .four-counts td')]"
        ".map((part) => part.getBoundingClientRect().right)"
    )
    assert 0 < max(right) <= PHONE["width"]
