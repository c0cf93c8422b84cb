"""What a command leaves behind: text or JSON on standard output, figures and reports in files."""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jointstats.labelled import files
from jointstats.labelled.errors import OptionError
from jointstats.labelled.options import page_path
from jointstats.labelled.result import Result, spelled
from jointstats.presentation import layout, terminal
from jointstats.presentation.cli.spelling import for_the_shell
from jointstats.presentation.document import respelled

ENDINGS = (".png", ".svg", ".pdf")

FORMS: dict[str, Callable[[Result], str]] = {
    "latex": lambda result: result.to_latex(),
    "markdown": lambda result: result.to_markdown(),
    "csv": lambda result: str(result.to_csv()),
}


@dataclass(frozen=True)
class Output:
    """What is to be printed, and what is to be written where."""

    text: str
    files: tuple[tuple[str, bytes], ...] = ()


def add_options(command: Any) -> None:
    """How the result is shown."""
    command = command.add_argument_group("the output")
    command.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )
    command.add_argument(
        "--to",
        choices=tuple(FORMS),
        help="print the result's table in this form and nothing else",
    )
    command.add_argument(
        "-v", "--verbose", action="store_true", help="print all, not one screen of it"
    )
    command.add_argument(
        "--plot", metavar="FILE", type=_image, help="draw the result into this .png, .svg or .pdf"
    )
    command.add_argument(
        "--figure", metavar="NAME", help="which of the result's figures (default: its first)"
    )
    command.add_argument(
        "--width", metavar="INCHES", type=float, help="of the figure: 3.3 is a column of a paper "
        "(default: a page, 6.9)",
    )  # fmt: skip
    command.add_argument(
        "--theme", metavar="NAME", help="colours of the figure: colour (default), grey or dark"
    )


def check_files(options: argparse.Namespace) -> None:
    """Refuse names of files to which nothing can be written, or that are the table itself."""
    report, picture = getattr(options, "report", None), getattr(options, "plot", None)
    if report:
        page_path(report)
    for path in (report, picture):
        if path:
            files.check(path, inputs=_inputs(options))


def _inputs(options: argparse.Namespace) -> list[str]:
    """The files that are read."""
    named = getattr(options, "file", None) or []
    return named if isinstance(named, list) else [named]


def show(result: Result, options: argparse.Namespace) -> Output:
    """The result as text or JSON, and its figure if one is asked for."""
    result = spelled(result, for_the_shell)
    drawn = []
    if options.plot is not None:
        from jointstats.presentation import plot

        theme = options.theme or "colour"
        made = plot.drawing(result, options.figure, width=options.width, theme=theme)
        drawn.append((options.plot, made.encoded(Path(options.plot).suffix)))
    else:
        alone = [
            name for name in ("figure", "width", "theme") if getattr(options, name) is not None
        ]
        if alone:
            raise OptionError(f"--{alone[0]} is for what --plot FILE draws: give both.")
    if options.json and options.to:
        raise OptionError("Say --json or --to, not both.")
    if options.to:
        text = FORMS[options.to](result).rstrip("\n")
    else:
        text = _json(result) if options.json else _text(result, verbose=options.verbose)
    return Output(text, tuple(drawn))


def _text(result: Result, *, verbose: bool) -> str:
    """One screen of the result, or all; what only Python has is called by the shell's name."""
    from jointstats.presentation.text import document, short

    made = (document if verbose else short)(result)
    most = None if verbose else layout.SCREEN
    text = terminal.written(made, most=most, bold=terminal.shows_bold())
    return str(respelled(text, _SPELLED))


_SPELLED = {
    "leaderboard.to_frame()": "add --json", "to_frame()": "add --json", "summary()": "add -v",
}  # fmt: skip


def _json(result: Result) -> str:
    """JSON is UTF-8: where standard output is not, letters beyond ASCII are escaped."""
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    return json.dumps(result.to_dict(), ensure_ascii=not unicode, allow_nan=False)


def _image(name: str) -> str:
    if Path(name).suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f'"{name}" must end in {", ".join(ENDINGS)}')
    return name
