"""Ask again what was recorded, and compare: in any Python, also in one without files or processes.

Whoever runs it (Node in ``make test-wasm``, a page's worker, a terminal) puts the folders
``tests/cross_language`` and ``tests/recorded`` on the path and calls :func:`replies` and
:func:`answers`; both return plain data for JSON, one entry for each reply or call:

* ``numbers``: how many numbers it has, ``exact`` of them equal to the last bit;
* ``worst``: the largest difference of the others, relative or absolute, whichever is smaller;
* ``of``: the test that was asked;
* ``cause``: why its numbers may differ in the last digits;
* ``faults``: what is not the same: a word, a count, a decision, or a number that differs by more
  than `WITHIN` (`FEWER_DIGITS` where another SciPy has fewer).
"""

from __future__ import annotations

import json
import math
import platform
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
REPLIES = TESTS / "testthat" / "replies"
WITHIN = 1e-12

# Tests and paths of numbers that other versions of SciPy find with fewer digits, and how many.
FEWER_DIGITS = {
    # SciPy 1.12 to 1.14 find the quantile of Student's t by a search that ends at some 1e-9.
    ("corrected_t", "*.low"): 1e-8,
    ("corrected_t", "*.high"): 1e-8,
}


LIBM = "exp, log, Beta and gamma functions"
ALGEBRA = "sums and decompositions of BLAS and LAPACK"
SCIPY = "an older SciPy"
# What the numbers of a test rest on beyond counting; the others are LIBM.
CAUSES = {
    **dict.fromkeys(("hotelling", "manova", "mardia", "learn_measures", "learned"), ALGEBRA),
    "corrected_t": SCIPY,
}


def apart(one: float, other: float) -> float:
    """How far two numbers differ: relative or absolute, whichever is smaller."""
    if one == other or (math.isnan(one) and math.isnan(other)):
        return 0.0
    difference = abs(one - other)
    if not math.isfinite(difference):
        return math.inf
    return difference / max(1.0, abs(one), abs(other))


def allowed(test: str, path: str) -> float:
    """How far a number may differ."""
    found = [
        most
        for (of, pattern), most in FEWER_DIGITS.items()
        if of == test and fnmatchcase(path, pattern)
    ]
    return max(found, default=WITHIN)


def replies(recorded: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """The replies that R's tests replay, made anew; `recorded` if there are no files."""
    import record_replies

    from jointstats.interfaces import bridge

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = record_replies.values()
    for name, value in values.items():
        before = recorded[name] if recorded else _read(name)
        text, numbers = bridge.pack(value)
        yield _reply(name, before, text, [None if math.isnan(x) else x for x in numbers])


def _read(name: str) -> dict[str, Any]:
    return json.loads((REPLIES / f"{name}.json").read_text(encoding="utf-8"))


def _reply(
    name: str, before: dict[str, Any], text: str, numbers: list[float | None]
) -> dict[str, Any]:
    """A reply beside the recorded one, part by part: what is no number must be the same."""
    old = dict(_leaves([json.loads(before["json"]), before["numbers"]]))
    new = dict(_leaves([json.loads(text), numbers]))
    faults = [f"{path}: only in one" for path in sorted(old.keys() ^ new.keys())]
    differences = []
    for path in old.keys() & new.keys():
        one, other = old[path], new[path]
        both = isinstance(one, int | float) and isinstance(other, int | float)
        off = apart(one, other) if both else (0.0 if one == other else math.inf)
        if off > allowed(name, path):
            faults.append(f"{path}: {one!r} -> {other!r}")
        elif off:
            differences.append(off)
    count = sum(type(one) is float for one in new.values())
    return _row(f"reply {name}", name, count, differences, faults)


def _leaves(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a JSON value that has no parts, and how long each list is, by path."""
    if isinstance(node, dict | list):
        items = node.items() if isinstance(node, dict) else enumerate(node)
        yield f"{path}.parts", str(len(node))
        for key, part in items:
            yield from _leaves(part, f"{path}.{key}")
    elif isinstance(node, str) and node.startswith("{"):  # a figure's content, as text
        yield from _leaves(json.loads(node), path)
    else:
        yield path, node


def answers(every: bool = False) -> Iterator[dict[str, Any]]:
    """The recorded answers (`tests/recorded`): a tenth of the calls, always the same, or all."""
    import compare
    import record
    from cases import cases

    before = record.read()["answers"]
    for case in cases():
        if not (every or case.in_sample):
            continue
        now = record.answer(case)
        near = compare.differences(case, before[case.name], now, tolerance=WITHIN)
        exactly = compare.differences(case, before[case.name], now)
        faults = [str(one) for one in near if _off(one) > allowed(one.test, ".".join(one.path))]
        differences = [off for off in map(_off, exactly) if math.isfinite(off)]
        leaves = compare.leaves(now.get("numbers")).values()
        numbers = sum(type(x) is float for x in leaves)
        yield _row(case.name, case.function, numbers, differences, faults)


def _off(one: Any) -> float:
    """How far a difference of `compare` is, if it is one of two numbers."""
    numbers = all(type(x) is float for x in (one.old, one.new))
    return apart(one.old, one.new) if numbers else math.inf


def _row(
    name: str, of: str, numbers: int, differences: list[float], faults: list[str]
) -> dict[str, Any]:
    return {
        "name": name,
        "of": of.removesuffix("_test"),
        "cause": CAUSES.get(of.removesuffix("_test"), LIBM),
        "numbers": numbers,
        "exact": numbers - len(differences),
        "worst": max(differences, default=0.0),
        "faults": faults,
    }


def table(rows: Iterable[dict[str, Any]]) -> str:
    """How many numbers are equal to the last bit, by the cause of those that are not."""
    of_cause: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        of_cause[row["cause"]].append(row)
    lines = [
        f"{'what their last digits rest on':42} {'numbers':>8} {'equal':>8} {'apart':>6} worst"
    ]
    for cause, own in of_cause.items():
        numbers, exact = (sum(row[key] for row in own) for key in ("numbers", "exact"))
        worst = max(row["worst"] for row in own)
        lines.append(f"{cause:42} {numbers:8} {exact:8} {numbers - exact:6} {worst:.0e}")
    return "\n".join(lines)


def main(given: list[str]) -> int:
    """Replay here, say what differs; ``--all`` for every recorded call, ``--json`` for all rows."""
    sys.path[:0] = [str(TESTS / name) for name in ("cross_language", "recorded")]
    start = time.perf_counter()
    rows = [*replies(), *answers(every="--all" in given)]
    if "--json" in given:
        print(json.dumps(rows))
        return 0
    failed = [row for row in rows if row["faults"]]
    for row in failed:
        print(f"{row['name']}:", *row["faults"][:5], sep="\n  ")
    print(f"Replayed by Python {platform.python_version()} on {platform.machine()}:")
    print(table(rows))
    print(f"in {time.perf_counter() - start:.0f} seconds")
    print(f"{len(rows) - len(failed)} passed, {len(failed)} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
