"""Faults judged to change nothing: each has a reason, and its line of code is still there."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests/mutants/judged").glob("*.jsonl"))
JUDGED = [
    json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("module", sorted({one["module"] for one in JUDGED}))
def test_what_was_judged_is_still_in_the_code(module):
    path = ROOT / "jointstats" / module
    lines = " ".join(line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    for one in JUDGED:
        if one["module"] == module:
            assert one["before"] in lines, f"judged: {module} has no more: {one['before']}"


def test_each_is_judged_once_and_with_a_reason():
    keys = [(one["module"], one["function"], one["before"], one["after"]) for one in JUDGED]
    assert len(keys) == len(set(keys))
    for one in JUDGED:
        assert one["before"] != one["after"] and len(one["why"].split()) >= 4, one
