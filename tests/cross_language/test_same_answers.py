"""The same inputs through Python, R and rbridge: equal to the last bit, in the same sentences."""

from __future__ import annotations

import json
import math
import struct
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import rpy2.robjects as ro

import jointstats
import rbridge
from jointstats.base import result as base_result
from jointstats.base import rows
from jointstats.base.facts import figures_of, words_of
from jointstats.drawing import document, layout
from jointstats.interfaces import bridge, figures, tables
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.figures import display_list

HERE = Path(__file__).parent
# Asked of every input. A test of the core gets its line in questions.json.
QUESTIONS = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))


# --- The inputs, read without the bridge ------------------------------------------------------


def doubles(bits):
    return np.frombuffer(bytes.fromhex(bits), dtype=">f8").astype(float)


def read_column(node):
    """A column of inputs.json as Python users would hold it."""
    values, kind = node["values"], node["type"]
    if "levels" in (node["attributes"] or {}):
        codes = [-1 if code is None else code - 1 for code in values]
        levels = node["attributes"]["levels"]["values"]
        return pd.Categorical.from_codes(codes, categories=levels, ordered=True)
    if kind == "double":
        read = doubles(values)
        read[node["unknown"]] = np.nan
        return read
    if kind == "integer":
        return pd.array(values, dtype="Int64")
    if kind == "logical":
        return pd.array(values, dtype="boolean")
    return np.array(values, dtype=object)


def read_argument(node):
    values = [v.item() if isinstance(v, np.generic) else v for v in read_column(node)]
    values = [int(v) if isinstance(v, float) and v.is_integer() else v for v in values]
    if node["names"]:
        return dict(zip(node["names"], values, strict=True))
    return values[0] if len(values) == 1 else values


@pytest.fixture(scope="module")
def inputs(exchange):
    made = {}
    for name, one in json.loads((exchange / "inputs.json").read_text(encoding="utf-8")).items():
        columns, args = one["columns"], one["args"]
        frame = pd.DataFrame(dict(enumerate(map(read_column, columns["values"]))))
        frame.columns = columns["names"]
        arguments = dict(zip(args["names"], map(read_argument, args["values"]), strict=True))
        made[name] = frame, arguments
    return made


def ask(call):
    """Value or error of a call, and its warnings in R's spelling."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", jointstats.JointStatsWarning)
        try:
            value = call()
        except jointstats.JointStatsError as error:
            value = error
    return value, list(dict.fromkeys(spelling.for_r(w.message.parts) for w in caught))


@pytest.fixture(scope="module")
def from_python(inputs):
    """Python's answers: input to question to (value or error, warnings)."""
    answers = {}
    for name, (frame, args) in inputs.items():
        answers[name] = answer_all(
            name, "made", lambda d=frame, a=args: jointstats.results_table(d, **a)
        )
    for name in jointstats.list_datasets():
        answers[f"@{name}"] = answer_all(
            f"@{name}", "load_dataset", lambda n=name: jointstats.load_dataset(n)
        )
        answers[f"@{name}"]["load_frame"] = ask(lambda n=name: jointstats.load_frame(n))
    return answers


def answer_all(name, first, make):
    found = {first: ask(make)}
    table = found[first][0]
    if isinstance(table, jointstats.JointStatsError):
        return found
    for question in QUESTIONS:
        if name not in question.get("not_on", []) and name in question.get("only_on", [name]):
            function, options = getattr(jointstats, question["function"]), question["options"]
            found[question["name"]] = ask(lambda f=function, o=options: f(table, **o))
    return found


# --- Comparing R's values with Python's -------------------------------------------------------


def bits(numbers):
    """What dump.R makes of these numbers: their bits, and where they are unknown."""
    known = [x is not None and not math.isnan(x) for x in numbers]
    values = [float(x) if ok else 0.0 for x, ok in zip(numbers, known, strict=True)]
    unknown = [i for i, ok in enumerate(known) if not ok]
    return struct.pack(f">{len(values)}d", *values).hex(), unknown


def same_doubles(dumped, expected, where):
    wanted = bits(expected)
    if (dumped["type"], dumped["values"], dumped["unknown"]) != ("double", *wanted):
        pytest.fail(f"{where}: {dumped['values'][:200]} instead of {wanted[0][:200]}")


def is_number(x):
    return isinstance(x, int | float) and not isinstance(x, bool)


def same(dumped, expected, where="result"):
    """Assert that an R value (as dumped) says the same as plain Python data, bit by bit."""
    kind, values = dumped["type"], dumped["values"]
    if isinstance(expected, dict):
        assert (dumped["names"] or []) == list(expected), where
        same(dumped | {"names": None}, list(expected.values()), where)
    elif isinstance(expected, list) and "dim" in (dumped.get("attributes") or {}):
        # R makes a matrix of rows of equal length, and stores it by columns.
        assert dumped["attributes"]["dim"]["values"] == [len(expected), len(expected[0])], where
        columns = [cell for column in zip(*expected, strict=True) for cell in column]
        same(dumped | {"attributes": None}, columns, where)
    elif isinstance(expected, list) and kind == "list":
        assert len(values) == len(expected), where
        for i, (value, item) in enumerate(zip(values, expected, strict=True)):
            same(value, item, f"{where}[{i}]")
    elif isinstance(expected, list) and kind == "double":
        assert all(x is None or is_number(x) for x in expected), where
        same_doubles(dumped, expected, where)
    elif isinstance(expected, list):
        assert values == expected, where
        kinds = {"character": str, "logical": bool}
        assert all(x is None or type(x) is kinds[kind] for x in expected), where
    elif expected is None:
        assert kind == "NULL" or values == [None] or dumped["unknown"] == [0], where
    else:
        assert kind != "list", where
        same(dumped, [expected], where)


def field(dumped, name):
    return dict(zip(dumped["names"], dumped["values"], strict=True)).get(name)


def same_result(dumped, result, part=False):
    """All facts of a result: what to_dict() says, its frame, and its text."""
    facts = result.to_dict()
    htest = "htest" in dumped["attributes"]["class"]["values"]
    for key, expected in facts.items():
        value = getattr(result, key, None)
        found = field(dumped, "computation" if htest and key == "method" else key)
        if htest and key == "statistic":
            found = found | {"names": None}
        if htest and key == "alternative":
            expected = expected.replace("-", ".")  # as R's own tests say it
        if value is result.rows and value:
            same_rows(found, result.table(), value)
        else:
            same_fact(found, value, expected, key)
    if not any(getattr(result, key, None) is result.rows for key in facts):
        same_table_of_rows(field(dumped, "frame"), result.table())
    said = field(dumped, "text")
    same(field(said, "whole"), in_lines(words_of(result).document()), "text")
    same(
        field(said, "short"),
        in_lines(words_of(result).short() or words_of(result).document(), layout.SCREEN),
        "text",
    )
    made = tables.table(result)
    assert field(field(dumped, "table"), "sides")["values"] == [made.sides]
    if part:
        assert field(dumped, "figures") is None
    else:
        same_figures(field(dumped, "figures"), result)
    if htest:
        same(field(dumped, "p.value"), facts["p_value"])


def same_figures(dumped, result):
    """The figures that R keeps: each what the result shows, laid out on a page."""
    made = figures_of(result)
    assert (dumped["names"] or []) == list(made)
    for name, make in made.items():
        shown, content = field(dumped, name), make().told()
        assert field(shown, "content")["values"] == [figures.write(content)]
        assert json.loads(field(shown, "drawing")["values"][0]) == display_list(content, width=6.9)
        if name in figures.TIDY:
            same_frame(field(shown, "data"), figures.frame(content))


def in_lines(said, most=None):
    """A document in the lines of the core for R's consoles, with the names of R's functions."""
    names = {"to_frame()": "as.data.frame()", "summary()": "summary(x)"}
    rooms = [layout.Room(width, width, bold=True) for width in (40, 60, 80)]
    texts = [layout.laid_out(document.respelled(said, names), room, most) for room in rooms]
    return [text.replace("summary()", "summary(x)") for text in texts]


def same_fact(found, value, expected, where):
    """A fact, which may be a result, a table or rows itself, or hold some."""
    if isinstance(value, base_result.Result):
        same_result(found, value, part=True)
    elif isinstance(value, jointstats.ResultsTable):
        same_table(found, value)
    elif isinstance(value, dict) and found is not None and found["type"] == "list":
        assert (found["names"] or []) == list(value), where
        for key, item in value.items():
            same_fact(field(found, key), item, expected[key], f"{where}.{key}")
    elif found is not None and "data.frame" in class_of(found):
        if where == "tied_best":
            same_orders(found, value)
        else:
            same_rows(found, rows.table(value), value)
    elif found is None:
        assert expected is None, where
    else:
        same(found, expected, where)


def class_of(dumped):
    return ((dumped["attributes"] or {}).get("class") or {"values": []})["values"]


def same_rows(dumped, table, listed):
    """A data frame of rows: the declared columns, then what each says of every measure."""
    orders = [row["order"] for row in listed if "order" in row]
    if any(orders):
        *names, last = dumped["names"]
        assert last == "order"
        same_orders(dumped["values"][-1], orders)
        dumped = dumped | {"names": names, "values": dumped["values"][:-1]}
    same_table_of_rows(dumped, table)


def place(names):
    """A name, or those of a tie."""
    return names if isinstance(names, str) else " = ".join(names)


def same_orders(dumped, orders):
    for measure in next(order for order in orders if order):
        said = [
            None if order is None else " > ".join(map(place, order[measure])) for order in orders
        ]
        found = field(dumped, measure)["values"]
        assert [x if x is None or not x.startswith("not ") else "" for x in found] == said


def same_table_of_rows(dumped, table):
    """The columns of a result's rows, each of the type that its kind has."""
    assert dumped["names"] == [column.name for column in table.columns]
    for column, values, node in zip(table.columns, table.values, dumped["values"], strict=True):
        if column.kind.is_text or column.kind is rows.FLAG:
            assert node["type"] == ("character" if column.kind.is_text else "logical"), column.name
            assert node["values"] == list(values), column.name
        else:
            same_doubles(node, values, column.name)


def same_frame(dumped, frame):
    assert (dumped["names"] or []) == [str(name) for name in frame.columns]
    for i, node in enumerate(dumped["values"]):
        cells = [None if pd.isna(x) else x for x in frame.iloc[:, i].astype(object)]
        name = str(frame.columns[i])
        if node["type"] == "double":
            same_doubles(node, cells, name)
        else:
            assert node["values"] == cells, name


def same_table(dumped, table):
    same_doubles(field(dumped, "values"), table.values.transpose(2, 1, 0).ravel(), "values")
    same(field(dumped, "datasets"), list(table.datasets))
    same(field(dumped, "algorithms"), list(table.algorithms))
    same(field(dumped, "measures"), dict(table.measures))
    same(field(dumped, "rope"), {k: float(v) for k, v in table.rope.items()})
    same(field(field(dumped, "dropped"), "dataset"), [d.dataset for d in table.dropped])
    same(field(field(dumped, "dropped"), "reason"), [d.reason for d in table.dropped])
    same(field(dumped, "missing"), table.missing)
    same_doubles(field(dumped, "n_rows"), [table.n_rows], "n_rows")
    if isinstance(table, jointstats.FoldTable):
        grid = pd.DataFrame(list(table.grid.values()), columns=["run", "fold"])
        grid.insert(0, "name", list(table.grid))
        same_frame(field(dumped, "grid"), grid)


def same_counts(dumped, counts):
    same_doubles(field(dumped, "weights"), counts.weights, "weights")
    same_doubles(field(dumped, "codes"), counts.codes.T.ravel(), "codes")
    same(field(dumped, "algorithms"), list(counts.algorithms))
    same_doubles(field(dumped, "n"), [counts.n], "n")
    same_frame(field(dumped, "frame"), counts.to_frame())


def same_outcome(outcome, value, said):
    if isinstance(value, jointstats.JointStatsError):
        assert outcome.get("error") == f"jointstats_{bridge.snake_case(type(value))}", outcome
        assert outcome["message"] == spelling.for_r(value.parts)
        return
    assert "error" not in outcome, outcome
    dumped = outcome["value"]
    assert outcome["warnings"] == said
    if isinstance(value, jointstats.ResultsTable):
        same_table(dumped, value)
    elif isinstance(value, jointstats.StatementCounts):
        same_counts(dumped, value)
    elif isinstance(value, pd.DataFrame):
        same_frame(dumped, value)
    else:
        same_result(
            dumped, base_result.spelled(value, spelling.for_r)
        )  # R has the same warnings in its own words


def test_r_answers_as_python_does(from_r, from_python):
    assert set(from_r) == set(from_python)
    for name, answers in from_python.items():
        assert set(from_r[name]) == set(answers), name
        for question, (value, said) in answers.items():
            try:
                same_outcome(from_r[name][question], value, said)
            except AssertionError as error:
                raise AssertionError(f"input {name!r}, question {question!r}: {error}") from error


def test_the_inputs_reach_every_kind_of_answer(from_python):
    """Without errors, warnings and each class among the answers the comparison would be empty."""
    seen = [answer for answers in from_python.values() for answer in answers.values()]
    kinds = {type(value).__name__ for value, _ in seen}
    assert {"GLRTResult", "BayesResult", "SignResult", "WilcoxonResult", "Comparison"} <= kinds
    assert {"JointPairsResult", "LeaderboardResult", "ResultsTable", "StatementCounts"} <= kinds
    assert {
        "ColumnError", "DirectionError", "OptionError", "MissingValuesError", "InvalidValueError",
        "DuplicateRowsError", "AlgorithmError",
    } <= kinds  # fmt: skip
    assert sum(bool(said) for _, said in seen) >= 10


# --- The same through rbridge -----------------------------------------------------------------


def test_rbridge_makes_the_tables_of_the_r_package(exchange):
    """The very objects: R's own identical() compares them with what the fresh process saved."""
    inputs = ro.r["readRDS"](str(exchange / "inputs.rds"))
    wanted = ro.r["readRDS"](str(exchange / "from_r.rds"))
    for name in inputs.names:
        df, args = (inputs.rx2(name).rx2(part) for part in ("df", "args"))
        options = dict(zip(args.names, args, strict=True))
        value, said = ask(lambda d=df, o=options: rbridge.results_table(d, **o))
        outcome = wanted.rx2(name).rx2("made")
        if isinstance(value, Exception):
            assert outcome.rx2("error")[0] == f"jointstats_{bridge.snake_case(type(value))}", name
            assert outcome.rx2("message")[0] == spelling.for_r(value.parts), name
        else:
            assert ro.r["identical"](outcome.rx2("value"), value)[0], name
            assert said == list(outcome.rx2("warnings")), name
