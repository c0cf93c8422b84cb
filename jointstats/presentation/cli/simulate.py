"""``jointstats simulate``: ROC studies of the joint tests, one design or all of the papers'."""

from __future__ import annotations

import argparse
from typing import Any

from jointstats.labelled.studies.simulate import NEGATIVES, TESTS, RocResult, simulate_roc
from jointstats.presentation.cli import output
from jointstats.presentation.cli.arguments import add_jobs, whole


def add_options(command: Any) -> None:
    """What may follow ``jointstats simulate``."""
    design = command.add_argument_group("the design")
    design.add_argument("--algorithms", metavar="L", default="2", help="default 2")
    design.add_argument("--measures", metavar="M", default="2", help="default 2")
    design.add_argument("--n", metavar="N", default="10", help="data sets of each case, default 10")
    design.add_argument("--independent", action="store_true", help="independent measures")
    design.add_argument(
        "--cases", metavar="N", default="1000", help="positive cases, and as many negative ones"
    )
    design.add_argument(
        "--negatives",
        choices=NEGATIVES,
        default="near",
        help="draws whose two largest shares nearly tie, made equal (default); or any draw, its "
        "two largest averaged",
    )
    design.add_argument("--margin", metavar="X", default="0.001", help="default 0.001")
    tests = command.add_argument_group("the tests")
    add_tests(tests, TESTS, ess="1")
    tests.add_argument(
        "--max-parents", metavar="N", help="limit in the networks, or auto (default: no limit)"
    )
    add_running(command)


def add_tests(group: Any, default: tuple[str, ...], ess: str) -> None:
    """Options of the tests that studies and plans share."""
    group.add_argument(
        "--tests", choices=TESTS, nargs="+", default=list(default), metavar="TEST",
        help=f"{', '.join(TESTS)} (default: {', '.join(default)})",
    )  # fmt: skip
    group.add_argument("--prior-strength", metavar="S", default="1", help="total prior mass")
    group.add_argument(
        "--ess", metavar="A", default=ess,
        help=f"equivalent sample size of a network's prior, or auto (default: {ess})",
    )  # fmt: skip
    group.add_argument(
        "--draws", metavar="N", default="1000", help="posterior draws where networks are not exact"
    )


def add_running(command: Any) -> None:
    """How it runs and what is printed."""
    command.add_argument("--seed", metavar="N", default="0", help="default 0")
    add_jobs(command)
    output.add_options(command.add_argument_group("the output"))


def run(options: argparse.Namespace) -> RocResult:
    """Run the study."""
    return simulate_roc(
        n_algorithms=whole("--algorithms", options.algorithms),
        n_measures=whole("--measures", options.measures),
        n=whole("--n", options.n),
        independent=options.independent,
        cases=whole("--cases", options.cases),
        negatives=options.negatives,
        margin=options.margin,
        **test_keywords(options),
    )


def test_keywords(options: argparse.Namespace) -> dict[str, Any]:
    """Keywords of the tests and of running them."""
    limit = options.max_parents
    return {
        "tests": options.tests,
        "prior_strength": options.prior_strength,
        "ess": options.ess,
        "max_parents": limit if limit in (None, "auto") else whole("--max-parents", limit),
        "draws": whole("--draws", options.draws),
        "rng": whole("--seed", options.seed),
        "n_jobs": whole("--jobs", options.jobs),
    }
