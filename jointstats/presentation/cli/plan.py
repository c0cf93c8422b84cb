"""``jointstats plan``: the truth that a plan supposes, in the four ways of saying it."""

from __future__ import annotations

import argparse
from typing import Any

from jointstats.labelled.declare import catalogue
from jointstats.labelled.errors import OptionError
from jointstats.labelled.kinds import Number, Widths
from jointstats.labelled.studies.plan import plan_datasets
from jointstats.labelled.studies.plan_result import PlanResult
from jointstats.presentation.cli import options, source


def add_options(command: Any) -> None:
    """The supposed truth; the other options are those of :func:`jointstats.plan_datasets`."""
    truth = command.add_argument_group(
        "the supposed truth",
        "FILE, a pilot study whose shares are taken for true; or one of these, or --claim-share",
    )
    truth.add_argument(
        "--shares",
        metavar="P",
        nargs="+",
        help="share of every statement in code order: for two measures 00 01 10 11, where 1 says "
        "that the second algorithm is better",
    )
    truth.add_argument(
        "--shift",
        metavar=("MEASURE", "D"),
        nargs=2,
        action="append",
        help="mean advantage of the first of two algorithms, in standard deviations of the "
        "differences",
    )
    truth.add_argument(
        "--correlation", metavar="R", default="0", help="between the measures, with --shift"
    )


def run(said: argparse.Namespace) -> PlanResult:
    """Make the plan."""
    given = [said.file, said.shares, said.shift, said.claim_share]
    if sum(part is not None for part in given) != 1:
        raise OptionError(
            "Suppose one truth: FILE (a pilot study), --shares, --shift, or --claim-share."
        )
    truth: dict[str, Any]
    if said.file is not None:
        frame, roles = source.read(said)
        truth = {"truth": frame} | roles
    else:
        named = "algorithms" if said.claim_share is None else "only"
        truth = {"measures": source.measures(said) or None, named: said.only}
        if said.shares is not None:
            truth["truth"] = [Number().read("shares", text) for text in said.shares]
        elif said.shift is not None:
            truth["shifts"] = options.by_measure("shifts", said.shift, Widths())
            truth["correlation"] = Number().read("correlation", said.correlation)
    declared = catalogue()["plan_datasets"]
    kept = options.given(said, [declared])
    kept.pop("correlation", None)  # part of the truth, and read with the shifts
    return plan_datasets(**truth, **kept)
