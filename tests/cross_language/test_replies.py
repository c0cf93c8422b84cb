"""The replies that R's tests replay are still what the core says, apart from the numbers."""

from __future__ import annotations

import importlib.util
import json
import warnings
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import jointstats
from jointstats.base import result as base_result
from jointstats.interfaces import bridge

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def recorder():
    spec = importlib.util.spec_from_file_location("record_replies", HERE / "record_replies.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def values(recorder):
    """What is recorded, made today."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return recorder.values()


def shape(node):
    """The keys of a node and of its result, at every depth that R's code looks at."""
    if not isinstance(node, dict):
        return type(node).__name__ if isinstance(node, list) else None
    return {key: shape(value) for key, value in sorted(node.items())}


def test_recorded_replies_are_up_to_date(recorder, values):
    files = {file.stem for file in recorder.FOLDER.glob("*.json")}
    assert files == set(values)
    for name, value in values.items():
        recorded = json.loads((recorder.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        now = json.loads(bridge.pack(value)[0])
        assert shape(json.loads(recorded["json"])) == shape(now), (
            f"{name}: run tests/cross_language/record_replies.py again"
        )


def test_results_of_every_test_fit_their_json_schema(values):
    every = jointstats.json_schema()
    results = [one for one in values.values() if isinstance(one, base_result.Result)]
    assert len(results) > 20
    for result in results:
        own = {"$ref": f"#/$defs/{type(result).__name__}", "$defs": every["$defs"]}
        plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        faults = [one.message for one in Draft202012Validator(own).iter_errors(plain)]
        assert faults == [], type(result).__name__
