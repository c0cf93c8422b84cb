"""The front ends and the ledgers: R's bridge, the page's desk, the command line."""

import contextlib
import io
import json
import os
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.laws import Fault, in_time, lawful, one_sentence, safe_html, shown, sound, visible
from fuzz.reading import LONG
from jointstats.base import declare
from jointstats.interfaces import bridge
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import arguments, main

# --- R's bridge -----------------------------------------------------------------------------------

_WAYS = {"is": "mapping", "of": "measures", "keys": ["acc", "time"], "values": ["max", "min"]}
_ONE_WAY = {"is": "mapping", "of": "measures", "keys": ["acc"], "values": ["max"]}
_ROLES_IN_R = [{"dataset": "data", "algorithm": "method", "measures": x} for x in (_ONE_WAY, _WAYS)]
_PARTS = [{"is": "matrix", "at": at, "rows": 3, "columns": 2} for at in ([12, 18], [18, 24])]
_MATRICES = {"is": "mapping", "of": "x", "keys": ["A", "B"], "values": _PARTS}
# Columns as R has them: factors, days, instants, complex numbers, lists, and a long text.
_COLUMNS = (
    {"is": "numbers"},
    {"is": "text", "factor": True, "levels": ["A", "B"]},
    {"is": "text", "levels": [None, "A", None]},
    {"is": "text", "levels": ["x" * 2_000]},
    {"is": "time"},
    {"is": "time", "zone": "Europe/Berlin"},
    {"is": "time", "zone": "nowhere"},
    {"is": "complex"},
    {"is": "other"},
)


def _frame(column):
    """A frame of R's, whose last column is of a kind."""
    names = [
        {"is": "text", "at": [6 * i, 6 * i + 6], "levels": ["A", "B", "C", "D"]} for i in (0, 1)
    ]
    columns = [*names, {"is": "numbers", "at": [12, 18]}, {"at": [12, 18]} | column]
    called = ["data", "method", "acc", "time"]
    return {"is": "frame", "names": called, "rows": 6, "columns": columns, "index": None}


_LONG = ("simulate_roc", "plan_datasets", "sensitivity")
_TESTS = [name for name in declare.catalogue() if name not in _LONG]
_CALLS = (
    *(
        (name, {"table": _frame(column)} | roles)
        for name in _TESTS
        for column in _COLUMNS
        for roles in _ROLES_IN_R
    ),
    *((name, {"table": _MATRICES, "measures": _WAYS, "alpha": 0.05}) for name in _TESTS),
    *(("results_table", {"x": _frame(column)} | _ROLES_IN_R[1]) for column in _COLUMNS),
    ("claim_test", {"table": _MATRICES, "measures": _WAYS, "a": "A", "b": "B", "better": ["acc"]}),
    ("watch_claim", {"ledger": "/nowhere/at/all.json"}),
    ("table_text", {"names": ["A"], "columns": [["B"]], "sides": ["l"], "form": "text"}),
    ("counts_from_vector", {"counts": {"is": "numbers", "at": [12, 18]}, "algorithms": ["A", "B"]}),
    ("counts_from_orders", {"orders": [], "counts": [], "algorithms": ["A"], "measures": _WAYS}),
    ("add_counts", {"x": {"is": "counts"}}),
    ("load_dataset", {"name": "weka"}),
    ("read_results", {"path": "x.csv"}),
    ("bibtex", {"keys": ["A"]}),
    ("json_schema", {"name": "x"}),
    ("no_such", {}),
)
_BROKEN = ("", "{", "[]", "null", "{}", '{"function": 1}', '{"function": "x"', "[" * 3000)
_CODES = [0, 0, 1, 1, 2, 2, 0, 1, 0, 1, 0, 1]  # of the names in a frame


def requests():
    """Requests as R makes them, more or less, and the numbers that go with them."""
    trees = [{"function": function, "options": options} for function, options in _CALLS]
    calls = of.mostly(st.sampled_from(trees), of.bent(trees, 2)).map(json.dumps)
    number = of.numbers.filter(lambda x: abs(x) < 1e308 or x != x)
    numbers = st.lists(of.plain_numbers | number, min_size=12, max_size=12)
    return st.fixed_dictionaries(
        {
            "request": of.mostly(calls, st.sampled_from(_BROKEN)),
            "numbers": of.mostly(numbers.map(lambda more: _CODES + more), numbers),
        }
    )


def ask_bridge(given):
    """Call as R does."""
    with in_time():
        try:
            reply = bridge.call(given["request"], [float(x) for x in given["numbers"]], "no")
        except Exception as error:
            raise Fault(f"the bridge raised {type(error).__name__}") from error
    if reply["type"] == "internal_error":
        raise Fault(
            f"internal error: {reply['message'].splitlines()[0][:200]} {_place(reply['message'])}"
        )
    if not reply["ok"]:
        one_sentence(reply["message"])
    odd = [one for one in reply["warnings"] if "runtime" in one["type"]]
    if odd:
        raise Fault(f"a warning of Python's: {odd[0]}")
    json.dumps(reply["json"])
    visible(json.dumps(json.loads(reply["json"]), ensure_ascii=False), "a reply to R")


def _place(trace):
    lines = [line.strip() for line in trace.splitlines() if line.strip().startswith("File")]
    return lines[-1].rsplit("/", 1)[-1] if lines else ""


# --- The page's desk ------------------------------------------------------------------------------

_ROLES = {"layout": "long", "dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
_ASKS = (
    {"ask": "packaged"},
    {"ask": "open", "file": "x.csv", "format": "csv", "answers": []},
    {"ask": "open", "packaged": "example1"},
    {"ask": "compare", "roles": _ROLES, "settings": {"alpha": 0.05}},
    {"ask": "explore", "setting": "alpha", "measure": None},
    {"ask": "explore", "setting": "rope", "measure": "acc"},
    {"ask": "explore", "setting": "without algorithm", "measure": None},
    {"ask": "download", "what": "json"},
    {"ask": "download", "what": "python"},
    {"ask": "download", "what": "r"},
    {"ask": "download", "what": "csv"},
)


def visits():
    """Some requests, bent, one after the other, about a damaged file."""
    files = [LONG.encode(), LONG.replace("iris", "<img src=x onerror=alert(1)>").encode(),
             LONG.replace("A,", "\x1b[31mA,").encode(), LONG.replace("acc", "</script>").encode(),
             b'[{"data": "x", "method": "A", "acc": 1}, {"data": "x", "method": "B", "acc": 2}]']  # fmt: skip
    return st.fixed_dictionaries(
        {
            "file": of.damaged(files),
            "asks": st.lists(of.mostly(of.bent(_ASKS, 2), of.anything), max_size=3).map(
                lambda rest: [_ASKS[1], _ASKS[3], *rest]
            ),
        }
    )


def visit(given):
    """Ask the desk, which never raises."""
    desk, data, marks = app_desk.Desk(), of.as_bytes(given["file"]), {}
    for ask in given["asks"]:
        asked = marks | ask if isinstance(ask, dict) else ask  # as the page does
        with in_time():
            try:
                text = desk.answer(json.dumps(asked), data)
            except Exception as error:
                raise Fault(f"the desk raised {type(error).__name__}") from error
        reply = json.loads(text)
        for what in ("table", "answer"):
            if reply.get(what):
                marks[what] = reply[what]["mark"]
        if "error" in reply:
            if "should not" in reply["error"]:
                raise Fault(reply["error"])
            one_sentence(reply["error"])
        answer = reply.get("answer")
        if answer:
            safe_html(answer["league"] + answer["pairs"], "the answer")
            for word in ("verdict", "note"):
                visible(answer[word], word)


# --- Ledgers --------------------------------------------------------------------------------------


def looked(n):
    """A table of `n` data sets."""
    rng = np.random.default_rng(7)
    values = rng.normal(size=(2, 9, 2))[:, :n]
    return js.results_table(
        {"A": values[0], "B": values[1]}, measures={"acc": "max", "time": "min"}
    )


@cache
def ledger():
    """A ledger as it is written."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        claim = Path(folder) / "claim.json"
        warnings.simplefilter("ignore")
        for n in (3, 6):
            js.watch_claim(claim, looked(n), "A", "B", better=["acc"])
        return json.loads(claim.read_text(encoding="utf-8"))


def bent_ledgers():
    """Ledgers that somebody changed."""
    return st.builds(
        lambda tree, n, cut: {"text": json.dumps(tree)[: None if cut is None else cut], "n": n},
        of.bent([ledger()]),
        st.sampled_from([None, 6, 9]),
        of.mostly(st.none(), st.integers(0, 400)),
    )


def look(given):
    """Read a ledger, or go on with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.json"
        path.write_text(given["text"], encoding="utf-8")
        data = () if given["n"] is None else (looked(given["n"]),)
        made = lawful(lambda: js.watch_claim(path, *data))
    if made is not None:
        sound(made)
        lawful(lambda: shown(made))


# --- The command line -----------------------------------------------------------------------------

_COMMANDS = (
    ["compare"], ["leaderboard"], ["test", "sign"], ["test", "glrt"], ["test", "friedman"], ["test", "bayes"],
    ["pairwise", "glrt"], ["claim"], ["datasets"], ["schema"], ["runs"], ["sensitivity"], ["completion", "bash"],
    ["watch"], ["plan", "--n", "5", "8", "--draws", "50", "--replicates", "20"], ["test", "mardia"], ["test", "x"], ["x"], [],
)  # fmt: skip
_FLAGS = ("--dataset", "--algorithm", "--max", "--min", "--columns", "--rope", "--only", "--missing", "--exclude",
          "--cluster", "--runs", "--run-kind", "--test-share", "--aggregate", "--min-folds", "--format", "--json", "--to",
          "--alpha", "--control", "--on", "--prior", "--prior-strength", "--ties", "--rng", "--report", "--plot", "-v",
          "--question", "--level", "--per-algorithm", "--sheet", "--unit", "--a", "--b", "--better", "--groups", "--within",
          "--fold", "--run", "--of", "--help", "--version", "--width", "--figure", "--debug-me", "--", "-")  # fmt: skip
_WORDS = ("x.csv", "y.json", "@example1", "@x", "data", "method", "acc", "time", "A", "B", "0.05", "1e400", "nan", "-1",
          "drop", "mean", "cv", "csv", "json", "latex", "markdown", "out.html", "acc=max", "s3://x/y", "{algorithm}")  # fmt: skip
FORBIDDEN = ("app",)  # starts a server


@contextlib.contextmanager
def one_parser():
    """Making the parser of the command line takes longer than most commands: make it once."""
    made = arguments.parser
    arguments.parser = cache(made)
    try:
        yield
    finally:
        arguments.parser = made


def lines():
    """Words of a command line, and a file."""
    plain = ["x.csv", "--dataset", "data", "--algorithm", "method", "--max", "acc"]
    word = st.one_of(
        st.sampled_from(_FLAGS), st.sampled_from(_WORDS), st.sampled_from(_WORDS), of.names
    )
    return st.fixed_dictionaries(
        {
            "words": st.builds(
                lambda command, most, rest: [*command, *most, *rest],
                st.sampled_from(_COMMANDS), st.sampled_from([plain, plain, ["@example1"], []]),
                st.lists(word, max_size=5),
            ),
            "file": of.damaged([LONG.encode(), LONG.replace("A,", "<b>\x1b[1mA,").encode()]),
        }
    )  # fmt: skip


def run(given):
    """Run it in this process, in an empty folder."""
    words = [word for word in given["words"] if word not in FORBIDDEN]
    data = of.as_bytes(given["file"])
    out, err, before, stdin = io.StringIO(), io.StringIO(), Path.cwd(), sys.stdin
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.csv").write_bytes(data)
        (Path(folder) / "y.json").write_bytes(data)
        os.chdir(folder)
        sys.stdin = io.TextIOWrapper(io.BytesIO(data))
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), in_time():
                status = main(words)
        except Exception as error:
            raise Fault(
                f"the command line raised {type(error).__name__}: {str(error)[:100]}"
            ) from error
        finally:
            os.chdir(before)
            sys.stdin = stdin
    judge(status, out.getvalue(), err.getvalue(), "datasets" in words)


def judge(status, out, err, raw=False):
    """Status 2 comes with one sentence; nothing else goes wrong."""
    if status not in (0, 2):
        raise Fault(f"status {status}: {err[:200]}")
    if "Traceback" in err:
        raise Fault("a traceback at the command line")
    visible(err, "standard error")
    if not raw:
        visible(out.replace("\t", " "), "standard output")
    if status == 2 and (len(err.strip().splitlines()) != 1 or not err.startswith("jointstats: ")):
        raise Fault(f"status 2 with {err[:200]!r}")
