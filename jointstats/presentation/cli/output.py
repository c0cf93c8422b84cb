"""What a command leaves behind: text or JSON on standard output, and a figure in a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from jointstats.labelled.errors import OptionError
from jointstats.labelled.result import Result

ENDINGS = (".png", ".svg", ".pdf")


def add_options(command: Any) -> None:
    """How the result is shown."""
    command.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )
    command.add_argument(
        "--plot", metavar="FILE", type=_image, help="draw the result into this .png, .svg or .pdf"
    )
    command.add_argument(
        "--figure", metavar="NAME", help="which of the result's figures (default: its first)"
    )


def show(result: Result, options: argparse.Namespace) -> str:
    """Draw the figure that is asked for; return what is to be printed."""
    if options.plot is not None:
        from jointstats.presentation import plot

        plot.drawing(result, options.figure).save(options.plot)
    elif options.figure is not None:
        raise OptionError("--figure names what --plot FILE draws: give both.")
    if options.json:
        return json.dumps(result.to_dict(), ensure_ascii=False, allow_nan=False)
    return result.summary()


def _image(name: str) -> str:
    if Path(name).suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f'"{name}" must end in {", ".join(ENDINGS)}')
    return name
