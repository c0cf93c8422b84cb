"""Groups of a ledger of leaders: begun with it, or joined later, and which one a call is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options, wording
from jointstats.labelled.errors import AlgorithmError, LedgerError, OptionError
from jointstats.labelled.joint.ledger_leader import Group, Ledger
from jointstats.labelled.joint.ledger_table import measured, require_same_measures, with_known
from jointstats.labelled.joint.ties import tie_rules
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

# What a ledger is said to be when it is made; afterwards it knows.
DEFAULTS = {"question": "orderings", "ties": "auto", "alpha": 0.05}
Opened = tuple[Ledger, int, ResultsTable | None]  # the ledger, the place of the group, what comes


def begin(said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]) -> Opened:
    """A new ledger, its first group, and the table that came with it, if any."""
    only = said.get("only")
    source = None if table is None else as_table(table, **roles, only=only)
    if source is None and only is None:
        raise OptionError(
            "The ledger is not there yet: name its algorithms, ", asked("only"),
            ", or give a table.",
        )  # fmt: skip
    algorithms = source.algorithms if source is not None else _several(only)
    measures, rope = measured(source, roles)
    chosen = {name: said.get(name, default) for name, default in DEFAULTS.items()}
    group = Group(algorithms=algorithms, position=said.get("position"), beforehand=source is None)
    book = Ledger(
        measures=dict(measures), rope={name: float(x) for name, x in rope.items()}, **chosen,
        results={}, groups=(group,),
    )  # fmt: skip
    tie_rules(book.ties, book.rope, algorithms, book.question)
    return book, 0, source


def go_on(
    book: Ledger, path: str, said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]
) -> Opened:
    """A ledger that is there, with the group that is asked for, and what comes to it."""
    for name in DEFAULTS:
        if name in said and said[name] != getattr(book, name):
            raise _refused(path, name, getattr(book, name), said[name])
    only = said.get("only")
    algorithms = book.groups[-1].algorithms if only is None else _several(only)
    place = book.place(algorithms)
    if place is not None and "position" in said:
        position = book.groups[place].position
        if said["position"] != position:
            raise _refused(path, "position", position, said["position"])
    source = None
    if table is not None:
        known = with_known(table, roles, book.measures, book.rope)
        source = as_table(table, **known, only=list(algorithms))
        require_same_measures(book.measures, book.rope, source, path)
        source = source.select(measures=list(book.measures))
    if place is None:
        book = _joined(book, path, algorithms, said.get("position"), beforehand=source is None)
        place = len(book.groups) - 1
    return book, place, source


def _joined(
    book: Ledger, path: str, algorithms: tuple[str, ...], position: int | None, *, beforehand: bool
) -> Ledger:
    """Let a group join that spends the next part of the level."""
    taken = [one.position for one in book.groups if one.position is not None]
    if not taken:
        alone = wording.listing(book.groups[0].algorithms)
        raise LedgerError(
            f"The ledger {path} spends all of its level on {alone}: for further algorithms begin "
            "one with ", Option("position", 1), ", which leaves something for those that join.",
        )  # fmt: skip
    if position in taken:
        raise LedgerError(
            f"Position {position} of the ledger {path} is taken: leave ", Option("position"),
            f" out for the next one, {max(taken) + 1}.",
        )  # fmt: skip
    tie_rules(book.ties, book.rope, algorithms, book.question)
    place = max(taken) + 1 if position is None else position
    return book.joined(Group(algorithms=algorithms, position=place, beforehand=beforehand))


def _several(only: Any) -> tuple[str, ...]:
    names = [only] if isinstance(only, str) else list(only)
    found = tuple(dict.fromkeys(options.label(name) for name in names))
    if len(found) < 2 or len(found) < len(names):
        raise AlgorithmError(
            "A leader is sought among at least two different algorithms (", asked("only"),
            "); got ", Value(names), ".",
        )  # fmt: skip
    return found


def _refused(path: str, name: str, was: Any, now: Any) -> LedgerError:
    return LedgerError(
        f"In the ledger {path} ", Option(name), " is ", Value(was), ", not ", Value(now),
        ": leave it out, or begin another ledger.",
    )  # fmt: skip
