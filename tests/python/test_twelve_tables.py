"""The page of twelve tables is up to date, and none of its claims contradicts the truth."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def study():
    return SimpleNamespace(**runpy.run_path(str(ROOT / "studies/twelve_tables/run.py")))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_page_is_up_to_date(study):
    assert study.PAGE.read_text(encoding="utf-8") == study.page()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_nothing_false_is_shown(study):
    states = [
        {(row.state, row.winner) for row in study.compared(k).pairs}
        for k in range(len(study.CASES))
    ]
    nothing, trade_off = {("open", None)}, {("trade-off", None)}
    assert states == [
        nothing, nothing, trade_off, {("win", "A")},
        {("open", None), ("win", "A"), ("win", "B"), ("win", "C")},  # all of them against D
        nothing, {("win", "A")}, nothing, {("win", "A")}, {("practically equal", None)},
        {("win", "A")}, trade_off,
    ]  # fmt: skip
    assert {row.loser for row in study.compared(4).wins} == {"D"}
    # The last truth: A dominates on more data sets, and B is better on accuracy on most.
    (last,) = study.compared(11).pairs
    assert (last.better_a, last.better_b, last.joint) == (("time",), ("accuracy",), "A")
