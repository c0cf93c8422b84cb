"""The file of a ledger: JSON that people can read, a line for each fact, data set and look."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn, TypeVar

from jointstats.kernels.joint.looks import spent_level
from jointstats.kernels.messages import Function, Option, Value
from jointstats.labelled import files, locks
from jointstats.labelled.errors import LedgerError, OptionError

T = TypeVar("T")

SCHEMA = 1
MOST = 10**9  # claims, or groups of algorithms, that can share a level
SAME = 1e-9  # relative difference of results that are the same, written with fewer digits
# What a file says that it is, and the function that reads such a file.
CLAIM, LEADER = "jointstats ledger of a claim", "jointstats ledger of leaders"
READ_BY = {CLAIM: "watch_claim", LEADER: "watch_leader"}


def place(ledger: Any) -> str:
    """The option that names the file, as a path."""
    if not isinstance(ledger, str | os.PathLike) or not os.fspath(ledger):
        raise OptionError(Option("ledger"), " must be the name of a file; got ", Value(ledger), ".")
    return os.path.expanduser(os.fspath(ledger))


def alone(path: str, *, changes: bool) -> AbstractContextManager[None]:
    """Keep other processes from a ledger that is made or changed; who only reads may do so."""
    return locks.locked(path) if changes or not os.path.exists(path) else nullcontext()


def spent(alpha: float, position: int | None) -> float:
    """Level of a claim or a group of algorithms: a part of `alpha` if it shares that.

    Raises
    ------
    OptionError
        If so little is left that no look could decide.
    """
    if position is not None and position > MOST:
        raise OptionError(
            Option("position"), f" must be at most {MOST}; got ", Value(position), "."
        )
    return alpha if position is None else float(spent_level(position, alpha))


def write(
    path: str, what: str, facts: Mapping[str, Any], lists: Mapping[str, Sequence[Mapping[str, Any]]]
) -> None:
    """Write it whole or not at all.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is as it was.
    """
    head = {"what": what, "schema": SCHEMA} | dict(facts)
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines += [_listed(name, rows) for name, rows in lists.items()]
    files.write(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _listed(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return f"  {_json(name)}: []"
    return f"  {_json(name)}: [\n" + ",\n".join(f"    {_json(row)}" for row in rows) + "\n  ]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(path: str, what: str, parsed: Callable[[Mapping[str, Any]], T]) -> T | None:
    """What `parsed` makes of the facts of a file; None if there is no such file.

    Raises
    ------
    LedgerError
        If the file is no such ledger.
    """
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        text = file.read()
    try:
        return parsed(_checked(json.loads(text.decode(), parse_constant=_refused), path, what))
    except LedgerError:
        raise
    except (
        ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError
    ) as error:  # fmt: skip
        raise LedgerError(
            f"{path} is no {what.removeprefix('jointstats ')} that can be read: name the file of a "
            "ledger, or a new one."
        ) from error


def _refused(word: str) -> NoReturn:
    """NaN and infinities are no JSON, and :func:`write` never writes them."""
    raise ValueError(word)


def _checked(facts: Mapping[str, Any], path: str, what: str) -> Mapping[str, Any]:
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
    return facts


def require_facts(measures: Any, rope: Any, alpha: Any) -> None:
    """Refuse measures without a direction, ties without a width, and a level that is none.

    Raises
    ------
    ValueError
    """
    fine = (
        isinstance(measures, dict)
        and bool(measures)
        and set(map(str, measures.values())) <= {"max", "min"}
        and isinstance(rope, dict)
        and rope.keys() == measures.keys()
        and all(_is_number(width, 0.0) for width in rope.values())
        and _is_number(alpha, 0.0, 0.5)
    )
    if not fine:
        raise ValueError("facts")


def require_results(measures: Mapping[str, str], results: Any) -> None:
    """Refuse results of an algorithm that are no numbers, or not those of the measures.

    Raises
    ------
    ValueError
    """
    fine = isinstance(results, dict) and results.keys() == measures.keys()
    if not (fine and all(x is None or _is_number(x) for x in results.values())):
        raise ValueError("results")


def require_look(look: Any) -> None:
    """Refuse a look that tells no number of data sets, or no p-value.

    Raises
    ------
    ValueError
    """
    n, p = look.n, look.p_value
    if not (_is_number(n, 1) and n == int(n) and _is_number(p, 0.0, 1.0)):
        raise ValueError("look")
    if not _is_number(look.count, 0.0, n):
        raise ValueError("look")


def require_position(position: Any) -> None:
    """Refuse a place among those that share a level that counts from less than 1.

    Raises
    ------
    ValueError
    """
    if position is not None and not (_is_number(position, 1, MOST) and position == int(position)):
        raise ValueError("position")


def _is_number(x: Any, low: float = -math.inf, high: float = math.inf) -> bool:
    plain = isinstance(x, int | float) and not isinstance(x, bool)
    try:
        return plain and math.isfinite(x) and low <= x <= high
    except OverflowError:  # a whole number that no float can hold
        return False


def changed_by_hand(path: str) -> LedgerError:
    """The parts of a ledger contradict each other."""
    return LedgerError(
        f"The parts of the ledger {path} do not agree with each other: it has been changed by "
        "hand; take the copy from before that."
    )


def require_same(
    was: Mapping[str, float | None],
    now: Mapping[str, float | None],
    *,
    algorithm: str,
    dataset: str,
    path: Any,
) -> None:
    """Refuse results of an algorithm on a data set that are not as they were."""
    for measure, before in was.items():
        if not _same(before, now[measure]):
            raise LedgerError(
                f"The ledger {path} has {_result(before)} as {measure} of {algorithm}"
                f' on "{dataset}", and this table {_result(now[measure])}: what was '
                "looked at stays as it was, so correct the table, or begin another ledger."
            )


def _same(x: float | None, y: float | None) -> bool:
    if x is None or y is None:
        return x is y
    return math.isclose(x, y, rel_tol=SAME)


def _result(x: float | None) -> str:
    return "a failed run" if x is None else repr(x)


def by_measure(measures: Mapping[str, Any], results: Sequence[float]) -> dict[str, float | None]:
    """Results of one algorithm by measure; None where a run failed."""
    found = zip(measures, results, strict=True)
    return {name: None if math.isnan(x) else x for name, x in found}


def number(x: float | None) -> float:
    """A result as a number; NaN where a run failed."""
    return math.nan if x is None else float(x)
