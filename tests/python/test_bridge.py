"""The plain-data bridge: what R sends and receives, tried without R."""

from __future__ import annotations

import json
import math
import os
import re
import struct
import subprocess
import sys
import tomllib
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from crossing import as_r_sends
from references import quiet

import jointstats
from jointstats import errors
from jointstats.base.rows import NAME, P_VALUE, TEXT, WHOLE, Row, column, table
from jointstats.evidence.messages import Extra, Value
from jointstats.interfaces import bridge
from jointstats.interfaces.bridge.results import table_node
from jointstats.interfaces.figures import display_list

MEASURES = {"is": "mapping", "of": "measures", "keys": ["acc", "secs"], "values": ["max", "min"]}
NUMBERS = [0.91, 0.93, 0.88, 0.90, 1.2, 0.8, 2.0, 1.5, 0.0]


def text(levels, start, codes, numbers):
    """A text node whose codes are appended to `numbers`."""
    at = [len(numbers), len(numbers) + len(codes)]
    numbers.extend(codes)
    return {"is": "text", "levels": levels, "at": at}


def long_frame(numbers):
    numbers[:] = NUMBERS[:8]
    columns = [
        text(["iris", "wine"], 0, [0.0, 0.0, 1.0, 1.0], numbers),
        text(["A", "B"], 0, [0.0, 1.0, 0.0, 1.0], numbers),
        {"is": "numbers", "at": [0, 4]},
        {"is": "numbers", "at": [4, 8]},
    ]
    names = ["data", "method", "acc", "secs"]
    return {"is": "frame", "names": names, "columns": columns, "rows": 4}


def call(function, options, numbers):
    request = {"function": function, "options": options}
    return bridge.call(json.dumps(request), numbers)


def table_call(**options):
    numbers: list[float] = []
    frame = long_frame(numbers)
    given = {"x": frame, "dataset": "data", "algorithm": "method", "measures": MEASURES}
    return call("results_table", given | options, numbers)


def value_of(reply):
    assert reply["ok"], reply["message"]
    return json.loads(reply["json"])


def test_a_long_frame_becomes_a_table():
    reply = table_call()
    node = value_of(reply)
    assert node["kind"] == "table"
    of = node["of"]
    assert [of[x]["values"] for x in ("datasets", "algorithms")] == [["iris", "wine"], ["A", "B"]]
    assert (of["measures"]["names"], of["measures"]["values"]) == (["acc", "secs"], ["max", "min"])
    numbers = np.array(reply["numbers"][slice(*of["values"]["at"])])
    values = numbers.reshape(of["values"]["dim"], order="F")  # as R's arrays are
    assert values.tolist() == [[[0.91, 0.93], [1.2, 0.8]], [[0.88, 0.9], [2.0, 1.5]]]


def test_a_changed_table_is_refused():
    reply = table_call()
    sent = as_r_sends(reply["json"])
    sent["of"]["datasets"]["values"].pop()
    with pytest.raises(errors.InvalidValueError, match="its values do not fit its names"):
        bridge.unpack(sent, np.array(reply["numbers"]))


@pytest.mark.parametrize(
    ("given", "seen"), [(3.0, "3"), (0.5, "0.5"), (-2.0, "-2"), (1e300, "1e+300")]
)
def test_a_lone_number_reads_as_typed(given, seen):
    assert repr(bridge.reading.number(given)) == seen


def test_r_missing_values_become_quiet(recwarn):
    """R's NA_real_ is a signalling NaN (7FF00000000007A2): arithmetic on it would warn."""
    na = struct.unpack("<d", bytes.fromhex("a20700000000f07f"))[0]
    flat = bridge.flat_numbers(np.array([na, 1.0]))
    assert np.isnan(flat * -1.0).tolist() == [True, False]
    assert flat.view(np.uint64)[0] == np.array(np.nan).view(np.uint64)
    assert not recwarn.list


def test_text_columns_keep_their_names_and_gaps():
    made = bridge.reading.text_column(
        np.array([1.0, 0.0, math.nan, 2.0, -1.0]), ["b", None, "a b ü 中文"]
    )

    assert made.codes.tolist() == [-1, 0, -1, 1, -1]
    assert list(made.categories) == ["b", "a b ü 中文"]


def test_a_frame_counts_its_rows_from_one_and_may_repeat_a_name():
    columns = [{"is": "numbers", "at": [0, 2]}, {"is": "numbers", "at": [2, 4]}]
    node = {"is": "frame", "names": ["x", "x"], "rows": 2, "columns": columns}
    made = bridge.unpack(node, np.arange(4.0))
    assert made.index.tolist() == [1, 2]
    assert made.columns.tolist() == ["x", "x"]


def failure(reply):
    assert not reply["ok"]
    assert reply["json"] == "null"
    return reply["type"], reply["message"]


TWICE = MEASURES | {"keys": ["acc", "acc"]}
BARE = MEASURES | {"keys": ["acc", ""]}


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"dataset": "date"}, "column_error",
         'The table has no column "date" (data set). Did you mean "data"?'),
        ({"ropes": 1}, "argument_error",
         'results_table() has no argument "ropes"; did you mean "rope"?'),
        ({"measures": TWICE}, "option_error", '"acc" is named twice in measures.'),
        ({"measures": BARE}, "option_error",
         "Every entry of measures needs a name; entry 2 has none."),
    ],
)  # fmt: skip
def test_errors_are_returned_with_their_own_type(options, kind, said):
    assert failure(table_call(**options)) == (kind, said)


def test_a_lacking_argument_is_named():
    numbers: list[float] = []
    frame = long_frame(numbers)
    given = {"x": frame, "dataset": "data", "measures": MEASURES}
    first = failure(call("results_table", given, numbers))[1].split("\n")[0]
    assert first.endswith("Missing: `algorithm`.")
    message = failure(call("counts_from_vector", {"counts": 1}, [0.0]))[1]
    assert message == "counts_from_vector() needs `measures`."
    assert failure(call("no_such_test", {}, [0.0]))[0] == "argument_error"


@pytest.mark.parametrize(
    "option, value, message",
    [
        ("on", True, "on must be a vector of names; got TRUE."),
        ("on", {"is": "number", "at": -1}, 'There is no measure "7"; known: "accuracy", "time".'),
        ("alpha", None, "alpha must be a number; got NULL."),
        ("control", ["A", "B"], 'control must be one name; got c("A", "B").'),
        ("measure", "time", 'bayes_test() has no argument "measure"; did you mean "measures"?'),
    ],
)
def test_a_wrong_argument_is_a_sentence(option, value, message):
    table, numbers = bridge.pack(jointstats.load_dataset("example1"))
    reply = call("bayes_test", {"table": as_r_sends(table), option: value}, [*numbers, 7.0])
    assert failure(reply)[1] == message


def test_orderings_are_lists_by_measure():
    options = {"counts": 1, "algorithms": ["A", "B"], "measures": None}
    message = failure(call("counts_from_orders", {"orders": [["A", "B"]], **options}, [0.0]))[1]
    assert message.startswith("orders must be a list of orderings, each with the algorithms")


@pytest.mark.parametrize(
    "value, r",
    [
        ([math.nan, 0.5], "c(NA, 0.5)"),
        ([True, "x"], 'list(TRUE, "x")'),
        ({"acc": "up"}, 'c(acc = "up")'),
        ([math.inf, -math.inf], "c(Inf, -Inf)"),
        ({"A": [1, 2], "run time": [3, 4]}, "list(A = c(1, 2), `run time` = c(3, 4))"),
    ],
)
def test_values_in_complaints_are_those_of_r(value, r):
    assert bridge.spelling.for_r(["got ", Value(value), "."]) == f"got {r}."


def test_a_fault_inside_is_told_from_a_wrong_call(monkeypatch):
    monkeypatch.setitem(bridge.calls._FUNCTIONS, "broken", lambda: 1 // 0)
    kind, message = failure(call("broken", {}, [0.0]))
    assert kind == "internal_error"
    assert message.startswith("A fault inside jointstats, not in your call (ZeroDivisionError")


def test_warnings_travel_with_the_reply(monkeypatch):

    def cautious():
        warnings.warn("careful", errors.PriorSensitivityWarning, stacklevel=2)
        warnings.warn("careful", errors.PriorSensitivityWarning, stacklevel=2)
        warnings.warn("not for users", DeprecationWarning, stacklevel=2)

    monkeypatch.setitem(bridge.calls._FUNCTIONS, "cautious", cautious)
    reply = call("cautious", {}, [0.0])
    assert reply["warnings"] == [{"type": "prior_sensitivity_warning", "message": "careful"}]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([1, 2], "double"), ([0.1 + 0.2, math.nan], "double"), ([1, None], "double"),
        ([None, None], "double"), ([True, False], "logical"), ([True, None], "logical"),
        (["ü", None], "character"),
    ],
)  # fmt: skip
def test_frames_travel_by_typed_columns(cells, kind):
    import pandas as pd

    packed, numbers = bridge.pack(pd.DataFrame({"x": cells}))
    (column,) = json.loads(packed)["columns"]
    assert column["type"] == kind
    if kind == "double":
        assert [None if math.isnan(x) else x for x in numbers] == [
            None if cell is None or math.isnan(cell) else cell for cell in cells
        ]
    else:
        assert column["values"] == cells


@pytest.mark.parametrize("options", [{}, {"theme": "dark", "title": "Mine", "notes": False}])
def test_a_figure_that_r_keeps_is_laid_out_for_the_size_of_its_device(options):
    result = jointstats.glrt_test(jointstats.load_dataset("example1"))
    node = json.loads(bridge.pack(result)[0])["figures"]["quadrant"]
    sizes = {"width": {"is": "number", "at": 0}, "height": {"is": "number", "at": 1}}
    reply = call("drawing", {"content": node["content"], **sizes, **options}, [4.0, 3.0, 0.0])
    assert reply["ok"], reply["message"]
    drawn = json.loads(json.loads(reply["json"])["value"])
    assert drawn == display_list(result, "quadrant", width=4.0, height=3.0, **options)
    assert (drawn["width"], drawn["height"]) == (4.0, 3.0)


def test_a_figure_that_was_changed_in_r_is_refused_in_a_sentence():
    sizes = {"width": {"is": "number", "at": 0}, "height": {"is": "number", "at": 1}}
    for content in ("", "{}", '{"kind": "rows", "colour": "red"}', '{"kind": "nothing"}'):
        reply = call("drawing", {"content": content, **sizes}, [4.0, 3.0, 0.0])
        assert (reply["ok"], reply["type"]) == (False, "argument_error")
        assert reply["message"] == "The result's figure was changed: compute the result again."


@dataclass(frozen=True, kw_only=True)
class Unknown(Row):
    """A row of which little is known."""

    count: int = column(WHOLE, "a count")
    p_value: float | None = column(P_VALUE, "a p-value")
    winner: str | None = column(NAME, "an algorithm")
    price: str | None = column(TEXT, "words")


def test_a_column_of_which_nothing_is_known_has_the_type_of_its_kind():
    row = Unknown(count=0, p_value=None, winner=None, price=None)
    node = table_node(table([row]), [])
    types = dict(zip(node["names"], (one["type"] for one in node["columns"]), strict=True))
    assert types == {
        "count": "double", "p_value": "double", "winner": "character", "price": "character",
    }  # fmt: skip


def test_the_table_in_words_is_packed_without_what_the_frame_has():
    result = jointstats.glrt_test(jointstats.load_dataset("example1"))
    node = json.loads(bridge.pack(result)[0])["table"]
    assert node["names"] == ["statement", "count", "observed share"]
    assert node["columns"][:2] == [{"of": "statement"}, {"cells": ["6", "3", "2", "1"]}]


def test_the_reply_of_a_large_comparison_is_small():
    """Seven algorithms on six measures: with all its tables."""
    result = quiet(jointstats.compare_algorithms, jointstats.load_dataset("weka"))
    packed, numbers = bridge.pack(result)
    assert len(packed.encode()) + 8 * len(numbers) < 550_000


def test_a_comparison_is_repeated_for_its_report_and_further_tables():
    """Silently: what it warns of, it has said the first time; its notes are in R's spelling."""
    from jointstats.base.result import spelled
    from jointstats.interfaces.bridge.spelling import for_r
    from jointstats.interfaces.report.page import page

    table = replace(jointstats.load_dataset("example1"), in_sample=("accuracy",))
    node, numbers = bridge.pack(table)
    sent = as_r_sends(node)
    with pytest.warns(jointstats.JointStatsWarning, match="learned on these very rows"):
        direct = jointstats.compare_algorithms(table, alpha=0.1)
    again = {"of": "compare_algorithms", "table": sent}
    reply = call("result_report", again | {"alpha": 0.1}, numbers)
    assert value_of(reply)["value"] == page(spelled(direct, for_r))
    assert "learn_measures() with `apply` or `share`" in value_of(reply)["value"]
    assert reply["warnings"] == []
    assert failure(call("result_report", again | {"alpa": 1}, numbers)) == (
        "argument_error",
        'compare_algorithms() has no argument "alpa"; did you mean "alpha"?',
    )
    reply = call("result_table", again | {"form": "latex", "which": "data", "alpha": 0.1}, numbers)
    assert value_of(reply)["value"] == direct.to_latex("data")


def test_without_numpy_the_bridge_still_reports_it():
    code = (
        "import sys\nsys.modules['numpy'] = None\nfrom jointstats.interfaces import bridge\n"
        "print(bridge.environment({'numpy': '1'})['problems'], bridge.loading_problems(['numpy']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot be loaded: ModuleNotFoundError" in done.stdout


def test_the_environment_is_described():
    found = bridge.environment({"numpy": "1.26", "no-such-package": "1"})
    assert found["found"]["numpy"] == np.__version__
    assert found["problems"] == ["no-such-package is not installed (needed: no-such-package >= 1)."]
    for lowest in ("999.0", "999.0.0rc1"):
        problem = f"numpy {np.__version__} is too old (needed: numpy >= {lowest})."
        assert bridge.environment({"numpy": lowest})["problems"] == [problem]
    assert bridge.environment({"numpy": "1.9"})["problems"] == []  # 26 is more than 9


# --- One list of requirements, said in three places -------------------------------------------

ROOT = Path(__file__).parents[2]
CODE = (ROOT / "R" / "python.R").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = dict(re.fullmatch(r"(\w+)>=([\d.]+)", one).groups() for one in PROJECT["dependencies"])
NEWER = PROJECT["requires-python"].removeprefix(">=")


def test_r_asks_for_what_pyproject_says():
    """install_jointstats() and py_require() go by the list in R/python.R."""
    vector = re.search(r"core_requirements <- c\((.*?)\)", CODE, re.DOTALL).group(1)
    assert dict(re.findall(r'(\w+) = "([\d.]+)"', vector)) == NEEDED
    assert re.search(r'core_python <- "([\d.]+)"', CODE).group(1) == NEWER


def test_r_offers_the_extras_that_pyproject_has():
    extras = PROJECT["optional-dependencies"]
    listed = re.search(r"extra_requirements <- list\((.*?)\n\)", CODE, re.DOTALL).group(1)
    offered = {
        name: {
            f"{package}>={v}" for package, v in re.findall(r'([\w\[\]-]+)"? = "([\d.]+)"', vector)
        }
        for name, vector in re.findall(r"(\w+) = c\((.*?)\)", listed)
    }
    assert offered == {name: set(extras[name]) for name in offered}
    # Every extra that a message names, but for those of what R has not.
    named = {
        name
        for path in (ROOT / "jointstats").rglob("*.py")
        for name in re.findall(r'Extra\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert named - {"completion", "frames", "plot", "sklearn"} == set(offered)


def test_r_says_how_extras_come_into_its_python(monkeypatch):
    monkeypatch.setattr(bridge.spelling, "_ADVICE", {})
    bridge.extras_come_by({"plot": 'reticulate::py_require("matplotlib")'})
    said = bridge.spelling.for_r(["Figures: ", Extra("plot"), "; workers: ", Extra("parallel")])
    assert said == (
        'Figures: reticulate::py_require("matplotlib"); '
        'workers: install_jointstats(extras = "parallel"), then restart R'
    )


def test_workers_are_of_the_environment_that_was_activated_last(monkeypatch, tmp_path):
    """Where reticulate activates one, it sets these two, and not the executable."""
    before = sys.executable
    request = json.dumps({"function": "list_datasets", "options": {}})
    monkeypatch.setattr(sys, "executable", before)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "real_prefix", str(tmp_path), raising=False)
    python = tmp_path / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    python.parent.mkdir()
    python.touch()
    bridge.call(request, [])
    assert sys.executable == before  # that environment is the first one
    monkeypatch.setattr(sys, "real_prefix", "/another")
    bridge.call(request, [])
    assert sys.executable == str(python)
    monkeypatch.setattr(sys, "prefix", "/nowhere")
    bridge.call(request, [])
    assert sys.executable == str(python)


def test_pip_may_write_where_there_is_one_and_no_distribution_keeps_the_packages(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(bridge.host.sysconfig, "get_path", lambda _: str(tmp_path))
    monkeypatch.setattr(bridge.host, "find_spec", lambda name: name == "pip" or None)
    monkeypatch.setattr(bridge.host.sys, "prefix", bridge.host.sys.base_prefix)
    assert bridge.pip_works()
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    assert not bridge.pip_works()
    monkeypatch.setattr(bridge.host.sys, "prefix", "/an/environment")
    assert bridge.pip_works()
    monkeypatch.setattr(bridge.host, "find_spec", lambda _: None)
    assert not bridge.pip_works()


def test_description_asks_for_what_pyproject_says():
    text = (ROOT / "DESCRIPTION").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^(\S+): (.*(?:\n[ \t].*)*)", text, re.MULTILINE))
    wanted = [f"Python (>= {NEWER})", *(f"{name} (>= {v})" for name, v in NEEDED.items())]
    assert re.split(r",\s+", fields["SystemRequirements"]) == wanted
    assert fields["Version"] == PROJECT["version"] == jointstats.__version__


def test_what_a_result_hides_in_plain_values_it_hides_in_r_too():
    study = jointstats.simulate_roc(cases=20, draws=20, rng=0)
    assert "scores" not in json.loads(bridge.pack(study)[0])["result"]


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("ValueError('numpy.dtype size changed')", "ValueError: numpy.dtype size changed"),
        ("ImportError('of another\\n  Python')", "ImportError: of another Python"),
        ("SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_package_that_is_there_but_cannot_be_loaded_is_named(tmp_path, monkeypatch, raised, said):
    (tmp_path / "halfbuilt.py").write_text(f"raise {raised}")
    monkeypatch.syspath_prepend(tmp_path)
    (problem,) = bridge.loading_problems(["numpy", "halfbuilt"])
    assert problem == f"halfbuilt ({tmp_path / 'halfbuilt.py'}) cannot be loaded: {said}"
    assert bridge.loading_problems(["numpy", "pandas"]) == []
