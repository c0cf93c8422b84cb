"""``jointstats plan``: the truth that a plan supposes, in the three ways of saying it."""

from __future__ import annotations

import argparse
from typing import Any

from jointstats.labelled.declare import catalogue
from jointstats.labelled.errors import OptionError
from jointstats.labelled.kinds import Number, Widths
from jointstats.labelled.studies.plan import PlanResult, plan_datasets
from jointstats.presentation.cli import options, source


def add_options(command: Any) -> None:
    """The supposed truth; the other options are those of :func:`jointstats.plan_datasets`."""
    truth = command.add_argument_group(
        "the supposed truth", "FILE, a pilot study whose shares are taken for true; or one of"
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
    given = [said.file, said.shares, said.shift]
    if sum(part is not None for part in given) != 1:
        raise OptionError("Suppose one truth: FILE (a pilot study), --shares, or --shift.")
    truth: dict[str, Any]
    if said.file is not None:
        frame, roles = source.read(said)
        truth = {"truth": frame} | roles
    else:
        truth = {"measures": source.measures(said) or None, "algorithms": said.only}
        if said.shares is not None:
            truth["truth"] = [Number().read("shares", text) for text in said.shares]
        else:
            truth["shifts"] = options.by_measure("shifts", said.shift, Widths())
            truth["correlation"] = Number().read("correlation", said.correlation)
    declared = catalogue()["plan_datasets"]
    kept = options.given(said, [declared])
    kept.pop("correlation", None)  # part of the truth, and read with the shifts
    return plan_datasets(**truth, **kept)
