"""The replies that R's tests replay are still what the core says, apart from the numbers."""

from __future__ import annotations

import importlib.util
import json
import warnings
from pathlib import Path

import pytest

from jointstats.presentation import bridge

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def recorder():
    spec = importlib.util.spec_from_file_location("record_replies", HERE / "record_replies.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shape(node):
    """The keys of a node and of its result, at every depth that R's code looks at."""
    if not isinstance(node, dict):
        return type(node).__name__ if isinstance(node, list) else None
    return {key: shape(value) for key, value in sorted(node.items())}


def test_recorded_replies_are_up_to_date(recorder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = recorder.values()
    files = {file.stem for file in recorder.FOLDER.glob("*.json")}
    assert files == set(values)
    for name, value in values.items():
        recorded = json.loads((recorder.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        now = json.loads(bridge.pack(value)[0])
        assert shape(json.loads(recorded["json"])) == shape(now), (
            f"{name}: run tests/cross_language/record_replies.py again"
        )
