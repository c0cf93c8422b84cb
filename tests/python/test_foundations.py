"""What all else rests on: plain values, shapes of types, rows, notes, workers, files and locks."""

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import files, result

# --- Plain values ---------------------------------------------------------------------------------


@dataclass
class Part:
    from_: Any
    to: Any


def test_values_become_plain_or_none():
    whole = 2**53
    for value, same in (
        (None, None), (True, True), (np.bool_(False), False), (3, 3), (np.int64(3), 3),
        (2.5, 2.5), (np.float64(2.5), 2.5), (float("nan"), None), (-float("inf"), None),
        (errors.Caution("a"), "a"),
        (whole - 1, whole - 1), (1 - whole, 1 - whole), (whole, float(whole)),
        (10**400, None), ({1: (2, np.nan)}, {"1": [2, None]}), (np.array([[1, 2]]), [[1, 2]]),
        ({3}, [3]), (Part(1, [np.nan]), {"from": 1, "to": [None]}), (Part, str(Part)),
    ):  # fmt: skip
        made = result.plain(value)
        assert made == same and type(made) is type(same)
    assert type(result.plain(errors.Caution("a"))) is str


def test_what_the_parts_of_a_result_warn_of_is_spelled_too():
    table = js.results_table({"A": [1, 2, 3] * 3, "B": [2, 3, 1] * 3}, measures={"acc": "max"})
    one = js.sign_test(table).with_warnings([errors.Caution("x", category=errors.TiesWarning)])
    whole = replace(js.compare_algorithms(table), tests={"a": one, "b": 3})
    said = result.spelled(whole, lambda parts: "".join(parts).upper() + "!")
    assert said.tests["b"] == 3 and said.tests["a"].warnings == ("X!",)
    assert said.tests["a"].warnings[0].category is errors.TiesWarning
    assert said.leaderboard.n == whole.leaderboard.n
    assert said.with_warnings([]) == replace(whole, tests=said.tests).with_warnings([])
    assert len(said.warnings) == len(whole.warnings)


# --- Files and locks ------------------------------------------------------------------------------


def test_where_nothing_can_be_written_is_told_before(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    files.check(tmp_path / "a.csv")
    files.check(tmp_path / "new.csv", [tmp_path / "a.csv", tmp_path / "none.csv"])
    files.check(os.devnull)
    with pytest.raises(errors.OptionError, match=r"a\.csv is the input file: name another"):
        files.check(tmp_path / "a.csv", [tmp_path / "none.csv", tmp_path / "a.csv"])
    with pytest.raises(IsADirectoryError):
        files.check(tmp_path)
    with pytest.raises(FileNotFoundError):
        files.check(tmp_path / "none" / "a.csv")


def test_a_file_is_replaced_whole_and_keeps_its_rights(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("old")
    path.chmod(0o640)
    files.write(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write(path, b"newer")
    assert caught.value.filename == str(path) and path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]
