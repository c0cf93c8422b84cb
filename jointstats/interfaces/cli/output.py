"""What a command leaves behind: text, JSON, files of figures and reports, messages."""

from __future__ import annotations

import argparse
import codecs
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path
from typing import Any

from jointstats.base import files
from jointstats.base.errors import OptionError
from jointstats.base.facts import words_of
from jointstats.base.options import equations, page_path
from jointstats.base.result import Result, spelled
from jointstats.drawing import layout
from jointstats.drawing.document import respelled
from jointstats.evidence.messages import Call, Function, Option, Part, Said, Spelled, Value, visible
from jointstats.interfaces.cli.options import flag, flagged, worded
from jointstats.interfaces.roles import EQUATIONS

# Arguments that are no flag with dashes.
_NAMES = {"measures": "--max and --min", "truth": "--shares", "table": "FILE"}


def for_the_shell(parts: Sequence[Part]) -> str:
    """Spell a message's options, values and functions as the command line does.

    Examples
    --------
    >>> for_the_shell([Option("min_folds"), " must be a number; got ", Value("x"), "."])
    '--min-folds must be a number; got "x".'
    >>> for_the_shell([Option("question", "control"), " needs ", Option("control", Said.ASKED)])
    '--question control needs --control'
    >>> for_the_shell(["Use ", Function("pairwise_tests", {"test": "glrt"}), "."])
    'Use "pairwise glrt".'
    """
    return visible("".join(map(_spelled, parts)))


@singledispatch
def _spelled(part: Any) -> str:
    return str(part)


@_spelled.register
def _(part: Option) -> str:
    if part.name == "measures" and isinstance(part.value, Mapping):
        return " ".join(f"--{way} {name}" for name, way in part.value.items())
    name = _NAMES.get(part.name) or flag(part.name)
    if part.name in EQUATIONS and isinstance(part.value, Mapping):
        return " ".join([name, *map(_words, equations(part.value))])
    if isinstance(part.value, Said) or part.value is True:
        return name
    if isinstance(part.value, Mapping):  # a flag for each: --rope accuracy 0.01 --rope time 1
        return " ".join(f"{name} {key} {_words(named)}" for key, named in part.value.items())
    return f"{name} {_words(part.value)}"


@_spelled.register
def _(part: Value) -> str:
    return _words(part.value) if isinstance(part.value, Mapping) else str(part)


@_spelled.register
def _(part: Function) -> str:
    if part.name == "pairwise_tests":
        return f'"pairwise {part.options["test"]}"' if "test" in part.options else '"pairwise"'
    options = "".join(f" {_spelled(Option(*pair))}" for pair in part.options.items())
    if part.name.endswith("_test"):
        return f'"test {part.name.removesuffix("_test")}{options}"'
    command = part.name.split("_")[0]
    return f'"{command}{options}"'


@_spelled.register
def _(part: Call) -> str:
    """The command as it was given, with the options that it lacks."""
    words: list[str] = []
    for name, value in part.options.items():
        if name == "measures":
            for way in ("max", "min"):
                chosen = [measure for measure, better in value.items() if better == way]
                words += flagged(way, *chosen)
        else:
            words += worded(name, value)
    return f"{part.data} {shlex.join(words)}"


@_spelled.register
def _(part: Spelled) -> str:
    return part.python if part.shell is None else part.shell


def _words(value: Any) -> str:
    """A value as words of the command line."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_words(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_words, value))
    text = str(value)
    return shlex.quote(text) if any(map(str.isspace, text)) else text  # of several words: one


ENDINGS = (".png", ".svg", ".pdf")

FORMS = ("latex", "markdown", "csv")


@dataclass(frozen=True)
class Output:
    """What is to be printed, what is to be written where, and the exit status."""

    text: str
    files: tuple[tuple[str, bytes], ...] = ()
    status: int = 0


def _image(name: str) -> str:
    if Path(name).suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f'"{name}" must end in {", ".join(ENDINGS)}')
    return name


def add_options(command: Any) -> None:
    """How the result is shown."""
    add = command.add_argument_group("the output").add_argument
    add("--json", action="store_true", help="print one JSON object and nothing else")
    form = "print the result's table in this form and nothing else"
    add("--to", choices=FORMS, help=form)
    add("-v", "--verbose", action="store_true", help="print all, not one screen of it")
    place = "draw the result into this .png, .svg or .pdf"
    add("--plot", metavar="FILE", type=_image, help=place)
    add("--figure", metavar="NAME", help="a figure of the result (default: its first)")
    width = "of the figure: 3.3 is a column of a paper (default: a page, 6.9)"
    add("--width", metavar="INCHES", type=float, help=width)
    colours = "colours of the figure: colour (default), grey or dark"
    add("--theme", metavar="NAME", help=colours)


def check_files(options: argparse.Namespace) -> None:
    """Refuse names of files to which nothing can be written, or that are the table itself."""
    report, read = getattr(options, "report", None), getattr(options, "file", None) or []
    if report:
        page_path(report)
    for path in filter(None, (report, getattr(options, "plot", None))):
        files.check(path, inputs=read if isinstance(read, list) else [read])


def show(result: Result, options: argparse.Namespace) -> Output:
    """The result as text or JSON, and its figure if requested."""
    result = spelled(result, for_the_shell)
    drawn = []
    if options.plot is not None:
        from jointstats.interfaces import figures

        theme = options.theme or "colour"
        drawing = figures.drawing(result, options.figure, width=options.width, theme=theme)
        drawn.append((options.plot, drawing.encoded(Path(options.plot).suffix)))
    for name in ("figure", "width", "theme"):
        if options.plot is None and getattr(options, name) is not None:
            raise OptionError(f"--{name} is for what --plot FILE draws: give both.")
    if options.json and options.to:
        raise OptionError("Say --json or --to, not both.")
    if options.to:
        text = str(getattr(result, f"to_{options.to}")()).rstrip("\n")
    else:
        text = _json(result) if options.json else _text(result, verbose=options.verbose)
    return Output(text, tuple(drawn))


def _text(result: Result, *, verbose: bool) -> str:
    """One screen of the result, or all; what only Python has is called by the shell's name."""
    words = words_of(result)
    parts = (not verbose and words.short()) or words.document()
    most = None if verbose else layout.SCREEN
    width, bold = layout.command_width(), layout.shows_bold()
    text = layout.written(parts, width, most=most, bold=bold)
    return str(respelled(text, _SPELLED))


_SPELLED = {
    "leaderboard.to_frame()": "add --json",
    "to_frame()": "add --json",
    "summary()": "add -v",
}


def _json(result: Result) -> str:
    """JSON is UTF-8: where standard output is not, letters beyond ASCII are escaped."""
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    return json.dumps(result.to_dict(), ensure_ascii=not unicode, allow_nan=False)
