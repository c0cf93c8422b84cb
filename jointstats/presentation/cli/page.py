"""``jointstats app``: the page on this machine."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from jointstats.labelled.errors import OptionError
from jointstats.labelled.kinds import Number
from jointstats.presentation.app import LARGEST_FILE
from jointstats.presentation.cli.output import Output


def add_options(command: Any) -> None:
    """How the page is served."""
    group = command.add_mutually_exclusive_group()
    group.add_argument(
        "--open",
        action="store_true",
        help="open the page in the browser (default, if a terminal watches)",
    )
    group.add_argument(
        "--no-browser", action="store_true", help="do not: only print the page's address"
    )
    command.add_argument(
        "--largest",
        metavar="MB",
        default=str(LARGEST_FILE),
        help=f"largest file that is taken, in million bytes (default: {LARGEST_FILE})",
    )


def run(said: argparse.Namespace) -> Output:
    """Serve the page until Ctrl-C."""
    largest = Number().read("largest", said.largest)
    if not 1 <= largest <= 4000:
        raise OptionError("--largest must be a number of million bytes from 1 to 4000.")
    from jointstats.presentation.app import server

    browser = said.open or (not said.no_browser and sys.stdout.isatty())
    server.run(largest=largest, browser=browser, say=lambda line: print(line, flush=True))
    return Output("\nThe page has ended.")
