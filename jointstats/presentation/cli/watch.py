"""``jointstats watch``: a ledger, and the table that is added to it, if there is one."""

from __future__ import annotations

import argparse
import os
from typing import Any

from jointstats.labelled.declare import catalogue
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint import ledger
from jointstats.labelled.joint.watch import watch_claim
from jointstats.labelled.joint.watch_result import WatchResult
from jointstats.labelled.kinds import Widths
from jointstats.presentation.cli import options, source


def run(said: argparse.Namespace) -> WatchResult:
    """Look once more."""
    given = options.given(said, [catalogue()["watch_claim"]])
    place = given.pop("ledger")
    if said.plot and os.path.realpath(said.plot) == os.path.realpath(place):
        raise OptionError("--plot names the ledger itself: name another file.")
    table: Any = None
    if said.file is not None:
        _remember(said, place)
        table, roles = source.read(said)
    else:
        rope = options.by_measure("rope", said.rope, Widths())
        roles = {"measures": source.measures(said) or None, "rope": rope or None}
    return watch_claim(place, table, **given, **roles)


def _remember(said: argparse.Namespace, place: str) -> None:
    """Take the measures and ropes of a ledger that is there, unless the command says some."""
    known = None if said.max or said.min else ledger.read(os.path.expanduser(place))
    if known is None:
        return
    for name, way in known.measures.items():
        getattr(said, way).append(name)
    ropes = [[name, repr(width)] for name, width in known.rope.items() if width]
    said.rope = said.rope or ropes
