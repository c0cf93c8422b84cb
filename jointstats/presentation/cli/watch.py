"""``jointstats watch`` and ``leader``: a ledger, and the table that is added to it, if any."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any

from jointstats.labelled.declare import catalogue
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint import ledger_file
from jointstats.labelled.joint.leader import watch_leader
from jointstats.labelled.joint.watch import watch_claim
from jointstats.labelled.joint.watch_result import LeaderResult, WatchResult
from jointstats.labelled.kinds import Widths
from jointstats.presentation.cli import options, source


def claim(said: argparse.Namespace) -> WatchResult:
    """Look at a claim once more."""
    return _run(said, watch_claim, ledger_file.CLAIM)


def leader(said: argparse.Namespace) -> LeaderResult:
    """Look at who leads once more."""
    return _run(said, watch_leader, ledger_file.LEADER)


def _run(said: argparse.Namespace, look: Callable[..., Any], what: str) -> Any:
    given = options.given(said, [catalogue()[look.__name__]])
    place = given.pop("ledger")
    if said.plot and os.path.realpath(said.plot) == os.path.realpath(place):
        raise OptionError("--plot names the ledger itself: name another file.")
    table: Any = None
    if said.file is not None:
        _remember(said, what, place)
        table, roles = source.read(said)
    else:
        rope = options.by_measure("rope", said.rope, Widths())
        roles = {"measures": source.measures(said) or None, "rope": rope or None}
    return look(place, table, **(roles | given))


def _remember(said: argparse.Namespace, what: str, place: str) -> None:
    """Take the measures and ropes of a ledger that is there, unless the command says some."""
    known = None if said.max or said.min else ledger_file.read(os.path.expanduser(place), what)
    if known is None:
        return
    for name, way in known.measures.items():
        getattr(said, way).append(name)
    ropes = [[name, repr(width)] for name, width in known.rope.items()]
    said.rope = said.rope or ropes
