"""The file of a ledger: how it is read, agreed with and written, a line for each fact."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn, get_args

from jointstats.base import files, options
from jointstats.base.errors import LedgerError, OptionError
from jointstats.claims.ledger import MOST, Ledger, changed_by_hand, outdated
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import Function, Option, Value, asked
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable

SCHEMA = 2
# What a file says that it is, and the function that reads such a file.
CLAIM, GATE = "jointstats ledger of a claim", "jointstats ledger of a gate"
READ_BY = {CLAIM: "watch_claim", GATE: "gate"}
LISTS = ("better", "not_worse", "equal")
_FACTS = {
    CLAIM: ("claim", "a", "b", *LISTS, "at_least", "threshold", "alternative", "level"),
    GATE: ("claims", "table"),
}
_PLAIN = ("measures", "rope", "alpha")
_NO_LEDGER = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError,
              RecursionError)  # fmt: skip


def place(ledger: Any) -> str:
    """The option that names the file, as a path."""
    if not isinstance(ledger, str | os.PathLike) or not os.fspath(ledger):
        raise OptionError(Option("ledger"), " must be the name of a file; got ", Value(ledger), ".")
    return os.path.expanduser(os.fspath(ledger))


def alone(path: str, *, changes: bool) -> AbstractContextManager[None]:
    """Keep other processes from a ledger that is made or changed; who only reads may do so."""
    return files.locked(path) if changes or not os.path.exists(path) else nullcontext()


def write(book: Ledger, path: str) -> None:
    """Write it whole or not at all: a line for each fact, data set, group and look.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is as it was.
    """
    head = {"what": book.what, "schema": SCHEMA} | book.facts
    head |= {name: getattr(book, name) for name in _PLAIN}
    families = {name: {"family": family} for name, family in book.families.items()}
    # The two algorithms are the only group of a ledger, which no result was seen before.
    group = {name: getattr(book, name) for name in ("algorithms", "position", "beforehand")}
    lists: dict[str, list[Any]] = {
        "datasets": [
            {"dataset": d, **families.get(d, {}), "results": x} for d, x in book.results.items()
        ],
        "groups": [group | {"seen": [], "datasets": book.datasets}],
        "looks": [{"group": 1, **look} for look in book.looks],
    }
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines += [_listed(name, rows) for name, rows in lists.items()]
    files.write(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


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
            f"{path} is not a {what.removeprefix('jointstats ')} that can be read: name the "
            "file of a ledger, or a new one."
        ) from error
    if not agrees:
        raise changed_by_hand(path)
    return book


def _refused(word: str) -> NoReturn:
    """NaN and infinities are no JSON, and :func:`write` never writes them."""
    raise ValueError(word)


def _require_kind(facts: Mapping[str, Any], path: str, what: str) -> None:
    kind = facts["what"]
    if kind != what and kind in READ_BY:
        raise LedgerError(
            f"{path} is a {kind.removeprefix('jointstats ')}: ", Function(READ_BY[kind]),
            " reads it; name another file here.",
        )  # fmt: skip
    if kind != what:
        raise ValueError(kind)
    schema = _whole(facts["schema"], 1)
    if schema < SCHEMA:
        raise outdated(path)
    if schema > SCHEMA:
        raise LedgerError(
            f"{path} is a ledger of a newer version of jointstats: install the newest version."
        )


def _parsed(facts: Mapping[str, Any], what: str) -> Ledger:
    (group,), looks = facts["groups"], [dict(look) for look in facts["looks"]]
    _require(group["seen"] == [], all(_whole(look.pop("group"), 1, 1) for look in looks))
    return Ledger(
        what=what,
        facts={name: facts[name] for name in _FACTS[what]},
        **{name: facts[name] for name in _PLAIN},
        results={entry["dataset"]: entry["results"] for entry in facts["datasets"]},
        families={
            entry["dataset"]: entry["family"] for entry in facts["datasets"] if "family" in entry
        },
        algorithms=tuple(group["algorithms"]),
        position=group["position"],
        beforehand=group["beforehand"],
        datasets=tuple(group["datasets"]),
        looks=tuple(looks),
    )


def _agrees(book: Ledger) -> bool:
    """Whether no result is lacking, and no data set or look is there twice."""
    sizes = [look["n"] for look in book.looks]
    return (
        len(set(book.datasets)) == len(book.datasets)
        and sizes == sorted(set(sizes))
        and (sizes[-1:] or [0]) == [len(book.datasets)]
        and all(set(book.algorithms) <= book.results.get(d, {}).keys() for d in book.datasets)
    )


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
    _require_claims(book)
    for known in book.results.values():
        for results in known.values():
            _require(isinstance(results, dict) and results.keys() == ways.keys())
            _require(all(x is None or _is_number(x) for x in results.values()))
    _require(all(isinstance(name, str) for family in book.families.items() for name in family))
    _require(all(isinstance(name, str) for name in (*book.algorithms, *book.datasets)))
    _require(book.position is None or bool(_whole(book.position, 1, MOST)))
    for look in book.looks:
        _whole(look["n"], 1)
        _require(_is_number(look["p_value"], 0.0, 1.0))


def _require_claims(book: Ledger) -> None:
    facts = book.facts
    if book.what == CLAIM:
        claims = {"": facts}
        _require(book.algorithms == (facts["a"], facts["b"]))
        _require(all(isinstance(name, str) for key in LISTS for name in facts[key]))
        options.one_of("alternative", facts["alternative"], get_args(Alternative))
        options.number("level", facts["level"], 0, 1, open_low=True, open_high=True)
    else:
        claims = facts["claims"]
        _require(isinstance(claims, dict) and bool(claims), isinstance(facts["table"], dict))
        _require(len(book.algorithms) == 2)
    for claim in claims.values():
        _require(all(isinstance(claim[name], list) for name in LISTS))
        options.number("threshold", claim["threshold"], 0, 1, open_low=True, open_high=True)


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


def measured(
    source: ResultsTable | None, roles: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, float]]:
    """Directions and declared ropes of a new ledger: the table's, or the given ones."""
    if source is not None:
        return source.measures, source.declared_rope
    for name in roles:
        if name not in ("measures", "rope"):
            raise OptionError(
                Option(name), " has no meaning without a table: a ledger without results needs ",
                asked("measures"), ", and ", asked("rope"), " if there is one.",
            )  # fmt: skip
    if "measures" not in roles:
        raise OptionError(
            "A ledger without results needs ", asked("measures"),
            ", which say whether higher or lower is better; or give a table.",
        )  # fmt: skip
    measures = options.directions(roles["measures"])
    return measures, options.ropes(roles.get("rope"), measures)


def later(
    book: Ledger, path: str, table: Any, roles: Mapping[str, Any], only: Sequence[str]
) -> ResultsTable:
    """The table that is added to a ledger, with its measures and ropes.

    Raises
    ------
    LedgerError
        If a measure has another direction or rope than in the ledger.
    """
    given = dict(roles)
    if not isinstance(table, ResultsTable):
        measures = given.setdefault("measures", dict(book.measures))
        known = {name: width for name, width in book.rope.items() if name in measures}
        given.setdefault("rope", known)
    source = arrived(table, given, only)
    _require_same_measures(book, source, path)
    return source.select(measures=list(book.measures))


def arrived(table: Any, roles: Mapping[str, Any], only: Sequence[str]) -> ResultsTable:
    """The table that comes to a ledger: a family is complete in one of them."""
    return as_table(table, **roles, only=list(only), families_fit=True)


def _require_same_measures(book: Ledger, source: ResultsTable, path: str) -> None:
    for name, way in book.measures.items():
        options.known_name("measure", name, source.measures)
        if source.measures[name] != way:
            raise LedgerError(
                f'The measure "{name}" has the direction ', Value(way), f" in the ledger {path}, "
                "and ", Value(source.measures[name]), " in this table: give it the ledger's.",
            )  # fmt: skip
        was, now = book.rope.get(name), source.declared_rope.get(name)
        if was != now:
            raise LedgerError(
                f'The measure "{name}" has {_rope(was)} in the ledger {path}, and {_rope(now)} in '
                "this table: give it the ledger's."
            )


def _rope(width: float | None) -> str:
    return "no rope" if width is None else f"a rope of {width:g}"


def require_same(path: str, said: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuse to change what was fixed when a ledger was begun.

    Parameters
    ----------
    path : str
    said : mapping
        Of this call.
    known : mapping
        What may be said again, as the ledger has it.
    """
    for name, was in known.items():
        if name in said and said[name] != was:
            raise LedgerError(
                f"In the ledger {path} ", Option(name), " is ", Value(was), ", not ",
                Value(said[name]), ": leave it out, or begin another ledger.",
            )  # fmt: skip
