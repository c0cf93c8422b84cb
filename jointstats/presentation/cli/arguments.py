"""What may stand on the command line: every option is defined once."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from jointstats import __version__
from jointstats.kernels.single.multiplicity import METHODS
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.prior import PRIORS
from jointstats.labelled.options import page_path
from jointstats.labelled.single import bayes_sign
from jointstats.labelled.single.friedman import POST_HOC
from jointstats.labelled.table.reading import FORMATS
from jointstats.labelled.table.roles import AGGREGATES, MISSING_RULES
from jointstats.presentation.cli import output

TESTS = (
    "glrt", "bayes", "network", "pareto", "plackett_luce", "sign", "wilcoxon", "bayes_sign",
    "friedman", "corrected_t", "hotelling", "manova", "mardia",
)  # fmt: skip
PAIR_TESTS = ("glrt", "bayes", "network", "sign", "wilcoxon", "hotelling")


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
        if "required: COMMAND" in message:
            message = "name a command: compare, test, pairwise, datasets, simulate or plan"
        text = message[:1].upper() + message[1:]
        end = "" if text.endswith("?") else "."
        raise OptionError(f"{text}{end} See {self.prog} --help.")

    @property
    def flags(self) -> list[str]:
        """The options that it knows."""
        return [flag for flag in self._option_string_actions if flag.startswith("--")]


def read(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line; of an option that its command does not know, say what was meant."""
    top = parser()
    options, unknown = top.parse_known_args(words)
    if unknown:
        command = top.commands[options.command]
        command.error(f"unrecognized arguments: {' '.join(unknown)}{_meant(unknown, command, top)}")
    return options


def _meant(unknown: Sequence[str], command: Parser, top: Parser) -> str:
    """The commands that know such an option, or else the nearest that this command has."""
    flag = next((word.split("=")[0] for word in unknown if word.startswith("-")), None)
    if flag is None:
        return ""
    owners = [name for name, other in top.commands.items() if flag in other.flags]
    if owners:
        *rest, last = owners
        return f"; {flag} belongs to {', '.join(rest)}{' and ' if rest else ''}{last}"
    close = get_close_matches(flag, command.flags, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def parser() -> Parser:
    """Build the parser for ``jointstats``."""
    top = Parser(
        prog="jointstats",
        description="Which algorithm is jointly better, on which performance measures, and how "
        "sure is that?",
        epilog="FILE is a path, - for standard input, or @NAME for a packaged table (its roles "
        "are known): try  jointstats compare @example1",
    )
    top.add_argument("--version", action="version", version=f"jointstats {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    compare = _command(commands, "compare", "the joint tests beside the separate ones, in words")
    _table_options(compare)
    _test_options(compare)
    add_jobs(compare)
    compare.add_argument(
        "--normal",
        action="store_true",
        help="also compare means, assuming normality (Hotelling or MANOVA, and Mardia's check)",
    )
    compare.add_argument(
        "--report",
        metavar="OUT.html",
        type=_page,
        help="write a self-contained HTML report to this file",
    )

    test = _command(commands, "test", "one test of the whole table")
    test.add_argument("test", choices=TESTS, help="which test", metavar=f"{{{','.join(TESTS)}}}")
    _table_options(test)
    _own_options(_test_options(test, priors=(*PRIORS, *bayes_sign.PRIORS)))

    pairwise = _command(commands, "pairwise", "one test of every pair of algorithms")
    pairwise.add_argument(
        "test", choices=PAIR_TESTS, help="which test", metavar=f"{{{','.join(PAIR_TESTS)}}}"
    )
    _table_options(pairwise)
    _test_options(pairwise)
    add_jobs(pairwise)
    pairwise.add_argument(
        "--cases",
        choices=("common", "pairwise"),
        default="common",
        help="data sets that all algorithms share (default), or those that each pair shares",
    )

    datasets = _command(commands, "datasets", "list the packaged tables, or print one as CSV")
    datasets.add_argument("name", nargs="?", metavar="NAME")

    from jointstats.presentation.cli import folds, plan, simulate  # they need what is defined here

    for command in (test, pairwise):
        folds.add_options(command)
        _network_options(command)
    simulate.add_options(_command(commands, "simulate", "ROC study of the joint tests"))
    top.commands = commands.choices
    planned = _command(commands, "plan", "how many data sets a comparison needs")
    _table_options(planned, file_needed=False)
    plan.add_options(planned)
    return top


def _command(commands: Any, name: str, help: str) -> Parser:
    command = commands.add_parser(name, help=help, description=help[:1].upper() + help[1:] + ".")
    command.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return command


def _table_options(command: Parser, file_needed: bool = True) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        nargs=None if file_needed else "?",
        help="results, a row per data set and algorithm",
    )
    table = command.add_argument_group("the table")
    table.add_argument("--dataset", metavar="COL", help="column that holds the data set")
    table.add_argument("--algorithm", metavar="COL", help="column that holds the algorithm")
    for way, better in (("max", "higher"), ("min", "lower")):
        table.add_argument(
            f"--{way}",
            metavar="MEASURE",
            nargs="+",
            action="extend",
            default=[],
            help=f"columns of measures of which {better} is better",
        )
    table.add_argument(
        "--columns",
        metavar="PATTERN",
        help="a row for each data set, and a column for each algorithm ({algorithm}), or for each "
        "measure and algorithm (such as {measure}_{algorithm})",
    )
    table.add_argument(
        "--rope",
        metavar=("MEASURE", "VALUE"),
        nargs=2,
        action="append",
        default=[],
        help="differences within VALUE are ties on this measure",
    )
    table.add_argument(
        "--only", metavar="NAME", nargs="+", action="extend", help="compare these algorithms only"
    )
    table.add_argument(
        "--missing",
        choices=MISSING_RULES,
        help="where a result is missing: stop (default), drop the data set, or count a failed run",
    )
    table.add_argument("--aggregate", choices=AGGREGATES, help="combine folds or runs")
    table.add_argument(
        "--min-folds",
        metavar="N",
        help="rows with a value that make a combined result valid (default: all)",
    )
    table.add_argument(
        "--format",
        choices=FORMATS,
        help="default: by the file's ending; csv2 has semicolons, and decimal commas",
    )


def _test_options(command: Parser, priors: Sequence[str] = PRIORS) -> Any:
    test = command.add_argument_group("the tests")
    test.add_argument(
        "--on", metavar="MEASURE", nargs="+", action="extend", help="use these measures only"
    )
    test.add_argument("--control", metavar="NAME", help="compare the others with this algorithm")
    own = f"; of bayes_sign: {', '.join(bayes_sign.PRIORS)}" if len(priors) > len(PRIORS) else ""
    test.add_argument(
        "--prior", choices=priors, metavar="NAME",
        help=f"{', '.join(PRIORS)} (default: symmetric){own}",
    )  # fmt: skip
    test.add_argument("--prior-strength", metavar="S", help="total prior mass (default 1)")
    test.add_argument("--ess", metavar="A", help="equivalent sample size of the network's prior")
    test.add_argument("--alpha", metavar="A", help="level of the decisions (default 0.05)")
    test.add_argument("--p-adjust", choices=METHODS, help="multiplicity correction (default holm)")
    test.add_argument("--seed", metavar="N", help="seed of whatever is sampled")
    output.add_options(command.add_argument_group("the output"))
    return test


def _own_options(test: Any) -> None:
    """Options of single tests."""
    test.add_argument(
        "--question",
        choices=("orderings", "best", "control"),
        default="orderings",
        help="what glrt and bayes ask about (default: complete orderings)",
    )
    test.add_argument("--measure", metavar="MEASURE", help="the one measure of corrected_t")
    test.add_argument(
        "--post-hoc", choices=POST_HOC, help="which algorithms differ, after friedman"
    )
    test.add_argument("--prior-shape", metavar="X", help="of plackett_luce's prior (default 1)")
    test.add_argument("--draws", metavar="N", help="draws of plackett_luce, manova and mardia")


def _network_options(command: Parser) -> None:
    network = command.add_argument_group("the network")
    network.add_argument(
        "--structure", choices=("best", "average"), help="best graph (default), or averaged"
    )
    network.add_argument(
        "--max-parents", metavar="N", help="limit of parents: auto (default), none, or a number"
    )
    network.add_argument(
        "--ties", choices=("split", "ignore", "em"), help="how ties enter the graph's learning"
    )


def _page(name: str) -> str:
    try:
        page_path(name)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None
    return name


def add_jobs(command: Any) -> None:
    """How many processes share the work."""
    command.add_argument("--jobs", metavar="N", default="1", help="worker processes, -1: all cores")


def whole(name: str, text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"{name} must be a whole number; got {text!r}.") from None


def measures(options: argparse.Namespace) -> dict[str, str]:
    """Directions from ``--max`` and ``--min``, in the order of the command line's two lists."""
    both: Sequence[tuple[str, str]] = [(name, "max") for name in options.max] + [
        (name, "min") for name in options.min
    ]
    found: dict[str, str] = {}
    for name, way in both:
        if name in found:
            raise OptionError(f'The measure "{name}" is named twice in --max and --min.')
        found[name] = way
    return found


def ropes(options: argparse.Namespace) -> dict[str, str]:
    """Widths from ``--rope MEASURE VALUE``."""
    found: dict[str, str] = {}
    for name, width in options.rope:
        if name in found:
            raise OptionError(f'--rope names the measure "{name}" twice.')
        found[name] = width
    return found
