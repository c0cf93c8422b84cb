"""The file of a ledger: JSON that people can read, a line for each fact, data set and look."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn, get_args

from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.messages import Function, Option, Value
from jointstats.labelled import files, locks, options
from jointstats.labelled.errors import LedgerError, OptionError
from jointstats.labelled.joint.ledger import MOST, Group, Ledger, changed_by_hand

SCHEMA = 1
# What a file says that it is, and the function that reads such a file.
CLAIM, LEADER = "jointstats ledger of a claim", "jointstats ledger of leaders"
READ_BY = {CLAIM: "watch_claim", LEADER: "watch_leader"}
LISTS = ("better", "not_worse", "equal")
_FACTS = {
    CLAIM: ("claim", "a", "b", *LISTS, "at_least", "threshold", "alternative", "level"),
    LEADER: ("question", "ties"),
}
_PLAIN = ("measures", "rope", "alpha")
_OF_GROUP = ("algorithms", "position", "beforehand", "seen", "datasets")
_NO_LEDGER = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError,
              RecursionError)  # fmt: skip


def place(ledger: Any) -> str:
    """The option that names the file, as a path."""
    if not isinstance(ledger, str | os.PathLike) or not os.fspath(ledger):
        raise OptionError(Option("ledger"), " must be the name of a file; got ", Value(ledger), ".")
    return os.path.expanduser(os.fspath(ledger))


def alone(path: str, *, changes: bool) -> AbstractContextManager[None]:
    """Keep other processes from a ledger that is made or changed; who only reads may do so."""
    return locks.locked(path) if changes or not os.path.exists(path) else nullcontext()


def write(book: Ledger, path: str) -> None:
    """Write it whole or not at all: a line for each fact, data set, group and look.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is as it was.
    """
    head = {"what": book.what, "schema": SCHEMA} | book.facts
    head |= {name: getattr(book, name) for name in _PLAIN}
    lists: dict[str, list[Any]] = {
        "datasets": [
            {"dataset": d, **_family(book, d), "results": x} for d, x in book.results.items()
        ],
        "groups": [{name: getattr(one, name) for name in _OF_GROUP} for one in book.groups],
        "looks": [
            {"group": i + 1, **look} for i, one in enumerate(book.groups) for look in one.looks
        ],
    }
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines += [_listed(name, rows) for name, rows in lists.items()]
    files.write(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _family(book: Ledger, dataset: str) -> dict[str, str]:
    return {"family": book.families[dataset]} if dataset in book.families else {}


def _listed(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return f"  {_json(name)}: []"
    return f"  {_json(name)}: [\n" + ",\n".join(f"    {_json(row)}" for row in rows) + "\n  ]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(path: str, what: str) -> Ledger | None:
    """The ledger of a file; None if there is no such file.

    Raises
    ------
    LedgerError
        If the file is no such ledger, or its parts do not agree with each other.
    """
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        text = file.read()
    try:
        facts = json.loads(text.decode(), parse_constant=_refused)
        _require_kind(facts, path, what)
        book = _parsed(facts, what)
        _require_types(book)
        agrees = _agrees(book)
    except LedgerError:
        raise
    except _NO_LEDGER as error:
        raise LedgerError(
            f"{path} is no {what.removeprefix('jointstats ')} that can be read: name the file of a "
            "ledger, or a new one."
        ) from error
    if not agrees:
        raise changed_by_hand(path)
    return book


def _refused(word: str) -> NoReturn:
    """NaN and infinities are no JSON, and :func:`write` never writes them."""
    raise ValueError(word)


def _require_kind(facts: Mapping[str, Any], path: str, what: str) -> None:
    found = facts["what"]
    if found != what and found in READ_BY:
        raise LedgerError(
            f"{path} is a {found.removeprefix('jointstats ')}: ", Function(READ_BY[found]),
            " reads it; name another file here.",
        )  # fmt: skip
    if found != what:
        raise ValueError(found)
    if facts["schema"] != SCHEMA:
        raise LedgerError(
            "The ledger is of schema ", Value(facts["schema"]), f", this version reads {SCHEMA}: "
            "use the version of jointstats that wrote it.",
        )  # fmt: skip


def _parsed(facts: Mapping[str, Any], what: str) -> Ledger:
    looks: list[list[dict[str, Any]]] = [[] for _ in facts["groups"]]
    for one in facts["looks"]:
        look = dict(one)
        looks[_whole(look.pop("group"), 1) - 1].append(look)
    groups = (
        Group(
            algorithms=tuple(one["algorithms"]),
            position=one["position"],
            beforehand=one["beforehand"],
            seen=tuple(one["seen"]),
            datasets=tuple(one["datasets"]),
            looks=tuple(mine),
        )
        for one, mine in zip(facts["groups"], looks, strict=True)
    )
    return Ledger(
        what=what,
        facts={name: facts[name] for name in _FACTS[what]},
        **{name: facts[name] for name in _PLAIN},
        results={one["dataset"]: one["results"] for one in facts["datasets"]},
        families={one["dataset"]: one["family"] for one in facts["datasets"] if "family" in one},
        groups=tuple(groups),
    )


def _agrees(book: Ledger) -> bool:
    """Whether no result is lacking, no data set or look is there twice, and some group is there."""
    for one in book.groups:
        sizes = [look["n"] for look in one.looks]
        agrees = (
            len(set(one.datasets)) == len(one.datasets)
            and sizes == sorted(set(sizes))
            and (sizes[-1:] or [0]) == [len(one.datasets)]
            and all(set(one.algorithms) <= book.results.get(d, {}).keys() for d in one.datasets)
        )
        if not agrees:
            return False
    positions = [one.position for one in book.groups]
    return bool(positions) and len(set(positions)) == len(positions)


def _require_types(book: Ledger) -> None:
    """Refuse what was not written by :func:`write`.

    Raises
    ------
    ValueError
    """
    ways = book.measures
    _require(isinstance(ways, dict) and bool(ways), {*map(str, ways.values())} <= {"max", "min"})
    _require(isinstance(book.rope, dict) and book.rope.keys() <= ways.keys())
    _require(all(_is_number(width, 0.0) for width in book.rope.values()))
    _require(_is_number(book.alpha, 0.0, 0.5))
    (_of_claim if book.what == CLAIM else _of_leader)(book)
    for known in book.results.values():
        for results in known.values():
            _require(isinstance(results, dict) and results.keys() == ways.keys())
            _require(all(x is None or _is_number(x) for x in results.values()))
    _require(all(isinstance(name, str) for one in book.families.items() for name in one))
    for group in book.groups:
        names = (*group.algorithms, *group.seen, *group.datasets)
        _require(len(group.algorithms) > 1, all(isinstance(name, str) for name in names))
        _require(group.position is None or bool(_whole(group.position, 1, MOST)))
        for look in group.looks:
            _whole(look["n"], 1)
            _require(_is_number(look["p_value"], 0.0, 1.0))


def _of_claim(book: Ledger) -> None:
    facts = book.facts
    _require(all(isinstance(facts[name], list) for name in LISTS), len(book.groups) == 1)
    _require(book.groups[0].algorithms == (facts["a"], facts["b"]))
    options.one_of("alternative", facts["alternative"], get_args(Alternative))
    for name in ("threshold", "level"):
        options.number(name, facts[name], 0, 1, open_low=True, open_high=True)


def _of_leader(book: Ledger) -> None:
    ties = book.facts["ties"]
    rules = {ties} if isinstance(ties, str) else {*ties.values()}
    _require(book.facts["question"] in ("orderings", "best"), rules <= {"auto", "equal", "split"})


def _require(*fine: bool) -> None:
    if not all(fine):
        raise ValueError("ledger")


def _whole(x: Any, low: int, high: float = math.inf) -> int:
    _require(_is_number(x, low, high) and x == int(x))
    return int(x)


def _is_number(x: Any, low: float = -math.inf, high: float = math.inf) -> bool:
    plain = isinstance(x, int | float) and not isinstance(x, bool)
    try:
        return plain and math.isfinite(x) and low <= x <= high
    except OverflowError:  # a whole number that no float can hold
        return False
