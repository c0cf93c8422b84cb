"""A ledger's claim: written down once from what a call says, and the same in every later call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options
from jointstats.labelled.errors import LedgerError, OptionError
from jointstats.labelled.joint.claim_result import NamedClaim
from jointstats.labelled.joint.ledger import Ledger
from jointstats.labelled.joint.ledger_table import (
    measured,
    require_same_measures,
    with_known,
)
from jointstats.labelled.joint.named_claim import named_claim, two_algorithms
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

# What a claim is said to be when its ledger is made; afterwards the ledger knows.
DEFAULTS = {"threshold": 0.5, "alternative": "greater", "alpha": 0.05, "level": 0.95,
            "position": None}  # fmt: skip
Opened = tuple[Ledger, ResultsTable | None]
LISTS = ("better", "not_worse", "equal")


def begin(said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]) -> Opened:
    """A new ledger from what was said, and the table that came with it, if any."""
    _two(said)
    source = _source(table, roles, said)
    return _begun(said, *measured(source, roles), beforehand=table is None), source


def go_on(
    book: Ledger, path: str, said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]
) -> Opened:
    """A ledger that is there, and the table that is added to it, if both fit what was said."""
    _require_same_claim(book, said, path)
    source = _source(table, with_known(table, roles, book.measures, book.rope), vars(book))
    if source is not None:
        require_same_measures(book.measures, book.rope, source, path)
    return book, source


def _source(table: Any, roles: Mapping[str, Any], said: Mapping[str, Any]) -> ResultsTable | None:
    """The table, if one is given; of a data frame only the two algorithms."""
    if table is None:
        return None
    if isinstance(table, ResultsTable):
        return as_table(table, **roles)
    return as_table(table, **roles, only=[*_two(said)])


def _two(said: Mapping[str, Any]) -> tuple[str, str]:
    lacking = [name for name in ("a", "b") if said.get(name) is None]
    if lacking:
        raise OptionError(
            "The ledger is not there yet: name the two algorithms of its claim, ", asked("a"),
            " and ", asked("b"), ".",
        )  # fmt: skip
    return two_algorithms(said["a"], said["b"])


def _begun(
    said: Mapping[str, Any],
    measures: Mapping[str, str],
    rope: Mapping[str, float],
    *,
    beforehand: bool,
) -> Ledger:
    """A new ledger, without data sets."""
    a, b = _two(said)
    claim = _claim(said, measures)
    named = [name for name in measures if name in claim.measures]
    return Ledger(
        said=claim.said(a, b),
        a=a,
        b=b,
        claim=claim,
        measures={name: measures[name] for name in named},
        rope={name: float(rope[name]) for name in named},
        beforehand=beforehand,
        **{name: said.get(name, default) for name, default in DEFAULTS.items()},
    )


def _claim(said: Mapping[str, Any], measures: Mapping[str, str]) -> NamedClaim:
    return named_claim(measures, *(said.get(name) for name in (*LISTS, "at_least")))


def _require_same_claim(book: Ledger, said: Mapping[str, Any], path: str) -> None:
    """Refuse to change what was claimed after results were looked at."""
    for name in ("a", "b"):
        if name in said and options.label(said[name]) != getattr(book, name):
            _refuse(book, path, name, said[name])
    if any(said.get(name) is not None for name in (*LISTS, "at_least")):
        claim = _claim(said, book.measures)
        for name in (*LISTS, "at_least"):
            if getattr(claim, name) != getattr(book.claim, name):
                _refuse(book, path, name, getattr(claim, name))
    for name in DEFAULTS:
        if name in said and said[name] != getattr(book, name):
            _refuse(book, path, name, said[name])


def _refuse(book: Ledger, path: str, name: str, value: Any) -> None:
    facts = vars(book) | vars(book.claim)
    raise LedgerError(
        f'The ledger {path} is about "{book.said}", and its ', Option(name), " is ",
        Value(_plain(facts[name])), ", not ", Value(_plain(value)),
        ": leave it out, or begin another ledger for another claim.",
    )  # fmt: skip


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
