"""``jointstats plan``: how many data sets a comparison needs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from jointstats.labelled.errors import OptionError
from jointstats.labelled.studies.plan import DEFAULT_N, PlanResult, plan_datasets
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.cli.arguments import measures, whole
from jointstats.presentation.cli.simulate import add_running, add_tests, test_keywords


def add_options(command: Any) -> None:
    """What may follow ``jointstats plan [FILE]``, besides the options of a table."""
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
    plan = command.add_argument_group("the plan")
    plan.add_argument(
        "--n",
        metavar="N",
        nargs="+",
        default=[str(n) for n in DEFAULT_N],
        help=f"numbers of data sets to look at (default {' '.join(map(str, DEFAULT_N))})",
    )
    plan.add_argument(
        "--wanted", metavar="P", default="0.8", help="probability of a right decision, default 0.8"
    )
    plan.add_argument("--max-n", metavar="N", default="2000", help="where the search ends")
    plan.add_argument("--alpha", metavar="A", default="0.05", help="level (default 0.05)")
    plan.add_argument(
        "--replicates", metavar="N", default="1000", help="simulated sequences of data sets"
    )
    tests = command.add_argument_group("the tests")
    add_tests(tests, ("glrt", "bayes"), ess="auto")
    tests.add_argument("--max-parents", metavar="N", default="auto", help="limit in the networks")
    add_running(command)


def run(
    options: argparse.Namespace, table: Callable[[argparse.Namespace], ResultsTable]
) -> PlanResult:
    """Make the plan; `table` reads FILE with its roles."""
    given = [options.file, options.shares, options.shift]
    if sum(part is not None for part in given) != 1:
        raise OptionError("Suppose one truth: FILE (a pilot study), --shares, or --shift.")
    truth: dict[str, Any]
    if options.file is not None:
        truth = {"truth": table(options)}
    else:
        truth = {"measures": measures(options) or None, "algorithms": options.only}
        if options.shares is not None:
            truth["truth"] = [_number("--shares", text) for text in options.shares]
        else:
            truth["shifts"] = {name: _number("--shift", text) for name, text in options.shift}
            truth["correlation"] = _number("--correlation", options.correlation)
    return plan_datasets(
        **truth,
        n=[whole("--n", text) for text in options.n],
        wanted=_number("--wanted", options.wanted),
        alpha=_number("--alpha", options.alpha),
        max_n=whole("--max-n", options.max_n),
        replicates=whole("--replicates", options.replicates),
        **test_keywords(options),
    )


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{name} needs a number; got {text!r}.") from None
