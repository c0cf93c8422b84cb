"""Record what every test answers today: ``python tests/recorded/record.py [file]``.

With ``--calls``, calls that are no longer made leave the record, new ones join it, and all others
stay as they were recorded. One thread (see :func:`on_one_thread`); 3 minutes at most. Numbers and
words are kept apart, because sentences may change where numbers may not.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import platform
import sys
import tempfile
import time
import warnings
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy
from cases import Case, cases
from inputs import source

import jointstats as js

FILE = Path(__file__).parent / "before.json.gz"

# Keys of results whose values are made for reading.
WORD_KEYS = frozenset(
    {"verdict", "findings", "warnings", "notes", "statement", "line", "design_reason", "assumes",
     "reason", "because"}
)  # fmt: skip
LONGEST = 14  # a longer list is kept by its first rows and a digest of the rest
KEPT = 10


def on_one_thread() -> None:
    """Start the program again with one thread: how a sum is shared out may change its last bit."""
    if os.environ.get("OMP_NUM_THREADS") != "1":
        os.environ["OMP_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])


def environment() -> dict[str, Any]:
    """What the last bit may depend on besides the package."""
    config: Any = np.show_config(mode="dicts")
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "pandas": pd.__version__,
        "machine": platform.machine(),
        "vectors": config["SIMD Extensions"]["found"],
    }


def answer(case: Case) -> dict[str, Any]:
    """What a call gives: ``numbers`` and ``words``, or the class of its ``error``."""
    function, options = getattr(js, case.function), dict(case.options)
    with (
        warnings.catch_warnings(record=True) as said,
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
    ):
        warnings.simplefilter("always")
        try:
            result = function(*_given(case, options), **options)
            numbers, words = split(plain(result))
            words |= _texts(result)
        except Exception as error:
            return {"error": type(error).__name__}
    for i, text in enumerate(sorted({f"{w.category.__name__}: {w.message}" for w in said})):
        words[f"warned.{i}"] = text
    return {"numbers": shorten(numbers), "words": words}


def _given(case: Case, options: dict[str, Any]) -> tuple[Any, ...]:
    """The first argument; what a frame needs to be read joins the options."""
    if case.form == "nothing":
        return ()
    if case.form == "table":
        return (source(case.table).table(),)
    given = source(case.table)
    if case.form == "ledger":
        return ("ledger.json", given.table())
    if case.form == "comparison":
        return (js.compare_algorithms(source(case.table).table()),)
    if case.form == "families":
        options |= source(case.table).roles | {"cluster": "family"}
        return (source(case.table).in_families(),)
    if case.form == "matrices":
        return (given.matrices(),)
    if case.form == "confusion":
        counts = ["algorithm", "run", "fold", "tp", "fp", "tn", "fn"]
        return (given.frame.loc[given.frame["dataset"] == case.table.split(":")[1], counts],)
    options |= given.roles
    return (given.frame,)


def plain(result: Any) -> dict[str, Any]:
    """A result as lists, dicts, texts and numbers, without the package's version."""
    if hasattr(result, "to_dict") and not isinstance(result, pd.DataFrame):
        return _unversioned(result.to_dict())
    if isinstance(result, js.StatementCounts):
        return _counts(result)
    if isinstance(result, pd.DataFrame):
        columns = {str(name): _listed(result[name]) for name in result}
        return _named("measures_from_confusion", columns=columns, about=dict(result.attrs))
    return _table(result)


def _counts(counts: Any) -> dict[str, Any]:
    facts = ("algorithms", "measures", "question", "control", "n", "n_tied", "ties", "rope",
             "n_dropped", "n_failed")  # fmt: skip
    return _named(
        "statement_counts",
        **{name: _basic(getattr(counts, name)) for name in facts},
        n_states=str(counts.n_states),
        statements=[
            {"code": code, "weight": weight}
            for code, weight in zip(_listed(counts.codes), _listed(counts.weights), strict=True)
        ],
        dropped=[{"dataset": one.dataset, "reason": one.reason} for one in counts.dropped],
    )


def _table(table: Any) -> dict[str, Any]:
    facts = ("algorithms", "measures", "rope", "missing", "aggregate", "n", "n_dropped",
             "n_failed", "n_rows", "datasets")  # fmt: skip
    return _named(
        "results_table",
        **{name: _basic(getattr(table, name)) for name in facts},
        values=[{"row": row} for row in _listed(table.values)],
        dropped=[{"dataset": one.dataset, "reason": one.reason} for one in table.dropped],
    )


def _named(test: str, **facts: Any) -> dict[str, Any]:
    return {"schema": None, "test": test, **facts}


def _basic(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _basic(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_basic(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def _listed(values: Any) -> list[Any]:
    """As lists, with None where nothing is known."""
    array = np.asarray(values)
    if array.dtype.kind == "f":
        return np.where(np.isnan(array), None, array).tolist()
    return array.tolist()


def _unversioned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unversioned(item) for key, item in value.items() if key != "version"}
    return [_unversioned(item) for item in value] if isinstance(value, list) else value


def _texts(result: Any) -> dict[str, str]:
    """The texts that a result makes of itself."""
    texts = {}
    if hasattr(result, "summary"):
        texts["summary"] = result.summary()
    if hasattr(result, "report_text"):
        texts["report_text"] = result.report_text()
    return texts


def split(value: Any, path: str = "") -> tuple[Any, dict[str, str]]:
    """Take the words out of a result: what is left, and path to text."""
    words: dict[str, str] = {}
    if isinstance(value, list):
        parts = [split(item, f"{path}{i}.") for i, item in enumerate(value)]
        for _, more in parts:
            words |= more
        return [item for item, _ in parts], words
    if not isinstance(value, dict):
        return value, words
    rest = {}
    for key, item in value.items():
        if key in WORD_KEYS:
            words |= _flat_words(item, f"{path}{key}")
        else:
            rest[key], more = split(item, f"{path}{key}.")
            words |= more
    return rest, words


def _flat_words(value: Any, path: str) -> dict[str, str]:
    if isinstance(value, list):
        return {f"{path}.{i}": text for i, text in enumerate(value)}
    return {path: value}


def shorten(value: Any) -> Any:
    """Replace the end of long lists by one row: how many are left, and a digest of each column."""
    if isinstance(value, dict):
        return {key: shorten(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) <= LONGEST:
        return [shorten(item) for item in value]
    rest = value[KEPT:]
    last: dict[str, Any] = {"rows left": len(rest)}
    if all(isinstance(item, dict) for item in rest):
        for key in sorted({key for item in rest for key in item}):
            last[key] = digest([item.get(key) for item in rest])
    else:
        last["all"] = digest(rest)
    return [*(shorten(item) for item in value[:KEPT]), last]


class Digest(str):
    """What stands for the end of a list; `discrete` if no number in it has a last bit."""

    discrete: bool


def digest(values: Any) -> Digest:
    text = json.dumps(values, sort_keys=True)
    made = Digest(hashlib.sha256(text.encode()).hexdigest()[:16])
    made.discrete = not _any_float(values)
    return made


def _any_float(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_any_float, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float)


def inputs_digest() -> str:
    """Whether the random tables are still the same ones."""
    names = sorted({case.table for case in cases() if case.form != "nothing"})
    frames = [source(name).frame.to_csv(index=False) for name in names]
    return digest(frames)


def record(known: dict[str, Any] | None = None) -> dict[str, Any]:
    """Every answer, by the call's name; those of the record `known` as they are."""
    known = known or {"environment": environment(), "answers": {}}
    answers = known["answers"]
    return {
        "environment": known["environment"],
        "inputs": inputs_digest(),
        "answers": {case.name: answers.get(case.name) or answer(case) for case in cases()},
    }


def write(recorded: dict[str, Any], file: Path) -> None:
    """Write the record: the same bytes for the same answers."""
    text = json.dumps(recorded, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    packed = gzip.compress(text.encode(), 9, mtime=0)
    file.write_bytes(packed)


def read(file: Path = FILE) -> dict[str, Any]:
    """The record."""
    return json.loads(gzip.decompress(file.read_bytes()))


def main() -> None:
    on_one_thread()
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--calls", action="store_true", help="only calls that joined or left")
    chosen = parser.parse_args()
    file, start = chosen.file, time.perf_counter()
    recorded = record(read() if chosen.calls else None)
    write(recorded, file)
    answers = recorded["answers"].values()
    errors = sum("error" in one for one in answers)
    print(
        f"{len(answers)} calls ({errors} errors), {time.perf_counter() - start:.0f} s, "
        f"{file.stat().st_size / 1e6:.2f} MB: {file}"
    )


if __name__ == "__main__":
    main()
