"""The commands, with the options of what they run."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from jointstats import __version__
from jointstats.base import wording
from jointstats.base.declare import (
    Declaration,
    catalogue,
    declaration,
    declared,
    pair_test,
    pair_tests,
)
from jointstats.base.errors import MissingExtraError, OptionError
from jointstats.base.options import page_path
from jointstats.evidence.messages import Extra
from jointstats.interfaces.app import LARGEST_FILE
from jointstats.interfaces.cli import options
from jointstats.interfaces.help import help_of, plain


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence, raised and not printed.

    Attributes
    ----------
    commands : dict
        Name of each command to its own parser.
    """

    commands: Mapping[str, Parser] = {}

    def __init__(self, *args: Any, **keywords: Any) -> None:
        keywords["allow_abbrev"] = False
        super().__init__(*args, **keywords)

    def error(self, message: str) -> NoReturn:
        """Raise the complaint; `main` prints it."""
        if "required: FILE" in message:
            message += " (name the file before the options that take several values)"
        if "required: COMMAND" in message or "required: TEST" in message:
            *rest, last = self.commands
            what = "command" if "COMMAND" in message else "test"
            message = f"name a {what}: {', '.join(rest)} or {last}"
        text = wording.capital(message)
        end = "" if text.endswith("?") else "."
        raise OptionError(f"{text}{end} See {self.prog} --help.")

    @property
    def flags(self) -> list[str]:
        """The options that it knows."""
        return [flag for flag in self._option_string_actions if flag.startswith("--")]

    def leaves(self) -> Iterator[Parser]:
        """The commands that run something: those below this one, or itself."""
        if not self.commands:
            yield self
        for command in self.commands.values():
            yield from command.leaves()


SHELLS = ("bash", "zsh", "fish")
ENDINGS = (".png", ".svg", ".pdf")
FILES = ("file", "plot", "report", "ledger", "metrics")


def read(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line; of an option that its command does not know, say what was meant."""
    alone = parser(tuple(words[:2]))  # most often: what the others run is not loaded
    if alone.commands:
        try:
            known, unknown = alone.parse_known_args(words)
        except OptionError:  # the other commands may have something to say
            unknown = [""]
        if not unknown:
            return known
    top = parser()
    known, unknown = top.parse_known_args(words)
    if unknown:
        command = top.commands[known.command]
        command = command.commands.get(getattr(known, "test", ""), command)
        command.error(_unknown(unknown, command, top))
    return known


def _unknown(words: Sequence[str], command: Parser, top: Parser) -> str:
    """What to say of words that a command does not know: who does, or what was meant."""
    text = f"unrecognized arguments: {' '.join(words)}"
    flag = next((word.split("=")[0] for word in words if word.startswith("-")), None)
    if flag is None:
        return text
    owners = [leaf.prog.split()[1:] for leaf in top.leaves() if flag in leaf.flags]
    if owners:
        together: dict[str, list[str]] = {}
        for first, *rest in owners:
            together.setdefault(first, []).extend(rest)
        said = [" ".join([first, ", ".join(rest)]).strip() for first, rest in together.items()]
        here = command.prog.split(" ", 1)[1]
        return f"{flag} has no meaning for {here}; it belongs to {'; '.join(said)}"
    close = get_close_matches(flag, command.flags, n=1)
    return f"{text}; did you mean {close[0]}?" if close else text


def tests() -> dict[str, Declaration]:
    """The tests of a whole table by their short names."""
    declared = catalogue().values()
    return {test.short: test for test in declared if test.name.endswith("_test")}


def parser(words: Sequence[str] = ()) -> Parser:
    """Build the parser for ``jointstats``: of every command, or of the one that the words name."""
    top = Parser(
        prog="jointstats",
        description="Compare algorithms on several performance measures jointly",
        epilog="FILE is a path, - for standard input, or @NAME for a packaged table (its roles "
        "are known): try  jointstats compare @example1. Exit status: 0 done, whether or not "
        "anything is decided; 1 internal error; 2 something to mend in the call or the file; "
        "130 interrupted.",
    )
    top.add_argument("--version", action="version", version=f"jointstats {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    top.commands = commands.choices
    for name, add in _COMMANDS.items():
        if not words or words[0] == name:
            add(commands, words[1:2])
    return top


def _compare(commands: Any, words: Sequence[str]) -> None:
    about = "all measures jointly, with one error rate for all claims about all pairs"
    compare = _command(commands, "compare", about)
    options.add_table(compare)
    options.add(compare, [declaration("compare_algorithms")])
    report = "write a self-contained HTML report to this file"
    compare.add_argument("--report", metavar="OUT.html", type=_page, help=report)
    other = "with --report: try every other setting there, not only those that take no time"
    compare.add_argument("--sensitivity", action="store_true", help=other)
    _add_output(compare)


def _sensitivity(commands: Any, words: Sequence[str]) -> None:
    both = ["compare_algorithms", "sensitivity"]
    _asking(commands, "sensitivity", both, without=("price",))


def _test(commands: Any, words: Sequence[str]) -> None:
    named = _several(commands, "test", "one test of the whole table")
    alone = {word: test for word in words if (test := declared(f"{word}_test"))}
    for name, test in (alone or tests()).items():
        _asking(named, name, [test.name], folds=True)


def _claim(commands: Any, words: Sequence[str]) -> None:
    claim = _asking(commands, "claim", ["claim_test"], folds=True)
    claim.set_defaults(test="claim")  # the same as "test claim"
    claim.add_argument("--exit-status", action="store_true", help=_STATUS)


def _pairwise(commands: Any, words: Sequence[str]) -> None:
    named = _several(commands, "pairwise", "one test of every pair of algorithms")
    of_all = declaration("pairwise_tests")
    alone = {word: test for word in words if (test := pair_test(word))}
    for name, test in (alone or pair_tests()).items():
        own = test.options.keys() - test.pair_options.keys() - of_all.options.keys()
        without, about = ("test", "question", *own), f"{test.title} of every pair"
        _asking(named, name, [of_all.name, test.name], about, without=without, folds=True)


def _datasets(commands: Any, words: Sequence[str]) -> None:
    datasets = _command(commands, "datasets", "list the packaged tables, or print one as CSV")
    datasets.add_argument("name", nargs="?", metavar="NAME")


def _schema(commands: Any, words: Sequence[str]) -> None:
    schema = _command(commands, "schema", "print the JSON Schema of what --json gives")
    schema.add_argument("name", nargs="?", metavar="RESULT", help="such as BayesResult")


def _references(commands: Any, words: Sequence[str]) -> None:
    papers = _command(commands, "references", "print the papers behind the tests, or some of them")
    papers.add_argument("key", nargs="*", metavar="KEY", help="such as benavoli2016joint")
    papers.add_argument("--to", metavar="{bibtex,csl-json}", help="the form (default: bibtex)")


def _simulate(commands: Any, words: Sequence[str]) -> None:
    if study := declared("simulate_roc"):  # the folder of planning may be absent
        simulate = _command(commands, "simulate", "ROC study of the joint tests")
        options.add(simulate, [study])
        _add_output(simulate)


def _plan(commands: Any, words: Sequence[str]) -> None:
    if plan := declared("plan_datasets"):
        planned = _command(commands, "plan", "how many data sets a comparison needs")
        options.add_table(planned, file_needed=False)
        _add_truth(planned)
        options.add(planned, [plan], without=("algorithms", "shifts"))
        _add_output(planned)


def _app(commands: Any, words: Sequence[str]) -> None:
    """What the page opens, and how it is served."""
    page = _command(commands, "app", "the page that takes a table and answers")
    opens = "files, or a folder, that the page opens"
    page.add_argument("file", metavar="FILE", nargs="*", help=opens)
    group = page.add_mutually_exclusive_group()
    shown = "open the page in the browser (default, if a terminal watches)"
    group.add_argument("--open", action="store_true", help=shown)
    hidden = "do not: only print the page's address"
    group.add_argument("--no-browser", action="store_true", help=hidden)
    most = f"largest file that is taken, in million bytes (default: {LARGEST_FILE})"
    page.add_argument("--largest", metavar="MB", default=str(LARGEST_FILE), help=most)


def _completion(commands: Any, words: Sequence[str]) -> None:
    shell = _command(commands, "completion", "words for the Tab key of a shell (extra completion)")
    shell.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


_STATUS = "exit with 0 if shown, 4 if refuted, 3 if undecided"


def _gate(commands: Any, words: Sequence[str]) -> None:
    about = "claims about a candidate that must be shown for a build to pass"
    gate = _command(commands, "gate", about)
    gate.epilog = "Exit status: 0 all claims shown; 3 undecided; 4 some claim refuted; 2 bad input."
    gate.add_argument("claims", metavar="CLAIMS.toml", help="the claims, named in advance")
    files = "results of the {}: a row for each task, or files of a known format"
    gate.add_argument("baseline", metavar="BASELINE", help=files.format("baseline"))
    gate.add_argument("candidate", metavar="CANDIDATE", help=files.format("candidate"))
    name = "name of the candidate, such as its commit; each has a separate ledger"
    gate.add_argument("--name", metavar="NAME", help=name)
    once = "a single look, without a ledger, in place of a name"
    gate.add_argument("--once", action="store_true", help=once)
    rerun = "results of the candidate may differ from its first ones; a pass needs both"
    gate.add_argument("--rerun", action="store_true", help=rerun)
    folder = "folder of the ledgers (default: next to the claims, or the one that they name)"
    gate.add_argument("--ledger", metavar="FOLDER", help=folder)
    gate.add_argument("--json", action="store_true", help="print one JSON object")
    gate.add_argument("--to", choices=["markdown"], help="print Markdown for a pull request")


# In the order of the help; each adds its command, and of several tests those that are named.
_COMMANDS: Mapping[str, Callable[[Any, Sequence[str]], object]] = {
    "compare": _compare,
    "leaderboard": lambda commands, _: _asking(commands, "leaderboard", ["leaderboard"]),
    "sensitivity": _sensitivity,
    "test": _test,
    "claim": _claim,
    "break-even": lambda commands, _: _asking(commands, "break-even", ["break_even"]),
    "gate": _gate,
    "watch": lambda commands, _: _asking(
        commands, "watch", ["watch_claim"], without=("only",), file_needed=False
    ),
    "pairwise": _pairwise,
    "datasets": _datasets,
    "schema": _schema,
    "references": _references,
    "simulate": _simulate,
    "plan": _plan,
    "app": _app,
    "completion": _completion,
}


def _several(commands: Any, name: str, about: str) -> Any:
    """The commands below a command, one for each test."""
    command = _command(commands, name, about)
    named = command.add_subparsers(dest="test", metavar="TEST", required=True)
    command.commands = named.choices
    return named


def _asking(
    commands: Any,
    name: str,
    functions: Sequence[str],
    about: str = "",
    *,
    without: Sequence[str] = (),
    file_needed: bool = True,
    folds: bool = False,
) -> Parser:
    """A command about a table, with the options of what it runs."""
    declarations = [declaration(function) for function in functions]
    first_line = help_of(declarations[-1].function).title
    command = _command(commands, name, about or options.phrase(plain(first_line)))
    options.add_table(command, file_needed)
    if folds:
        options.add_folds(command)
    options.add(command, declarations, without)
    _add_output(command)
    return command


def _add_truth(command: Any) -> None:
    """The assumed truth; the other options are those of :func:`jointstats.plan_datasets`."""
    truth = command.add_argument_group(
        "the assumed truth",
        "FILE, a pilot study whose shares are taken for true; or one of these, or --claim-share",
    )
    shares = (
        "share of every statement in code order: for two measures 00 01 10 11, where 1 says that "
        "the second algorithm is better"
    )
    truth.add_argument("--shares", metavar="P", nargs="+", help=shares)
    shift = (
        "mean advantage of the first of two algorithms, in standard deviations of the differences"
    )
    pair = ("MEASURE", "D")
    truth.add_argument("--shift", metavar=pair, nargs=2, action="append", help=shift)
    between = "between the measures, with --shift"
    truth.add_argument("--correlation", metavar="R", default="0", help=between)


def _add_output(command: Any) -> None:
    """How the result is shown."""
    add = command.add_argument_group("the output").add_argument
    add("--json", action="store_true", help="print one JSON object and nothing else")
    form = "print the result's table in this form and nothing else"
    add("--to", choices=("latex", "markdown", "csv"), help=form)
    add("-v", "--verbose", action="store_true", help="print all, not one screen of it")
    place = "draw the result into this .png, .svg or .pdf"
    add("--plot", metavar="FILE", type=_image, help=place)
    add("--figure", metavar="NAME", help="a figure of the result (default: its first)")
    width = "of the figure: 3.3 is a column of a paper (default: a page, 6.9)"
    add("--width", metavar="INCHES", type=float, help=width)
    colours = "colours of the figure: colour (default), grey or dark"
    add("--theme", metavar="NAME", help=colours)


def _command(commands: Any, name: str, help: str) -> Parser:
    text = options.escaped(help)
    command = commands.add_parser(name, help=text, description=wording.capital(text))
    command.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return command


def _page(name: str) -> str:
    try:
        page_path(name)
    except OptionError as error:
        raise argparse.ArgumentTypeError(options.for_the_shell(error.parts).rstrip(".")) from None
    return name


def _image(name: str) -> str:
    if Path(name).suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f'"{name}" must end in {", ".join(ENDINGS)}')
    return name


def completion(shell: str) -> str:
    """The script that teaches a shell's Tab key the words of ``jointstats``, made by shtab.

    Parameters
    ----------
    shell : {"bash", "zsh", "fish"}

    Raises
    ------
    MissingExtraError
        Without the extra ``completion``.
    """
    try:
        import shtab
    except ImportError:
        raise MissingExtraError("Completion needs shtab: ", Extra("completion"), ".") from None
    top = parser()
    for leaf in top.leaves():
        for action in leaf._actions:
            if action.dest in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            action.choices = action.choices or _words(action)
    return str(shtab.complete(top, shell)).rstrip("\n")


def _words(action: argparse.Action) -> list[str] | None:
    """The words of an option that its help names in braces."""
    named = action.metavar
    if isinstance(named, str) and named.startswith("{"):
        return named.strip("{}").split(",")
    return None
