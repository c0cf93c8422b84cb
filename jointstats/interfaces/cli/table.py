"""The options of a table on the command line: FILE, and what is where in it."""

from __future__ import annotations

import argparse
from typing import Any

from jointstats.base import wording
from jointstats.base.errors import DirectionError
from jointstats.base.given import FORMAT_OPTIONS
from jointstats.base.kinds import OptionKind
from jointstats.evidence.messages import Option
from jointstats.interfaces.cli.options import flag, metavar, taken
from jointstats.interfaces.roles import ROLES, read


class _Files(argparse.Action):
    """One FILE as its path, several as a list, none as None."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Keep what is named."""
        setattr(namespace, self.dest, values[0] if len(values) == 1 else values or None)


def add_options(command: Any, file_needed: bool = True) -> None:
    """FILE, and what the columns of the table are."""
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="+" if file_needed else "*",
        action=_Files,
        help="results, a row per data set and algorithm; or what another program wrote, in "
        "a known format: files, or a folder",
    )
    table = command.add_argument_group("the table")
    for name, text in _HELP.items():
        more = _MEASURES if name in _OF_MEASURES else _taken(ROLES[name], name)
        table.add_argument(flag(name), help=text, **more)
    for name, formats in FORMAT_OPTIONS.items():
        text = f"an option of {wording.listing(formats)}"
        table.add_argument(flag(name), metavar=name.upper(), help=text)


# Roles on the command line, and what they are for.
_HELP: dict[str, str] = {
    "dataset": "column that holds the data set; of several columns, the names are joined",
    "algorithm": "column that holds the algorithm, or several",
    "metric": "column that names the measure of a row; then --max and --min name its measures",
    "value": "column that holds the value of that measure",
    "max": "columns of measures where higher is better",
    "min": "columns of measures where lower is better",
    "relative_to": "divide each result by that of this algorithm on the same data set",
    "columns": "a row for each data set, and a column for each algorithm ({algorithm}), or for "
    "each measure and algorithm (such as {measure}_{algorithm}); or, without --dataset, a row for "
    "each algorithm, and a column for each data set and measure (such as {dataset}_{measure})",
    "per_algorithm": "columns of properties of the algorithms, such as price=min: known, not "
    "results",
    "rope": "differences within VALUE are ties on this measure; 0: equal numbers are real ties",
    "only": "compare these algorithms only",
    "missing": "where a result is missing: stop (default), drop the data set, take the result as "
    "unknown (it counts against claims that it could help), or count a failed run",
    "exclude": "leave these algorithms out",
    "cluster": "column that holds the family of a data set: families are the independent evidence",
    "runs": "column that holds the run of a row, or several: runs are kept",
    "run_kind": "runs of cross-validation, or independent ones",
    "test_share": "share of the cases on which a run of cross-validation tests, such as 0.1",
    "aggregate": "combine folds or runs",
    "min_folds": "rows with a value that make a combined result valid (default: all)",
    "failed_runs": "a run without a value among several of a data set: drop it, or count it as "
    "worse than every result",
    "where": "keep the rows with this value; several values of a column are alternatives",
    "failed": "rows with this value are failed runs, without results; see --missing",
    "failed_words": "cells of measures that stand for a failed run, such as DNF",
    "limit": "a run at the limit of this measure, or above, has failed",
    "even_failed": "measures whose results count even if the run failed",
    "format": "default: the one that recognises FILE, or by its ending; csv2 has semicolons, and "
    "decimal commas",
}
_OF_MEASURES = ("max", "min")  # the flags that together are the role of measures
_MEASURES: dict[str, Any] = {"metavar": "MEASURE", "nargs": "+", "action": "extend", "default": []}
# What stands for a word, where its kind does not say it.
_METAVARS: dict[str, Any] = {
    "columns": "PATTERN",
    "min_folds": "N",
    "test_share": "S",
    "failed_words": "WORD",
    "per_algorithm": "NAME=WAY",
    **dict.fromkeys(("where", "failed"), "COL=VALUE"),
    **dict.fromkeys(("rope", "limit"), ("MEASURE", "VALUE")),
}


def _taken(kind: OptionKind, name: str) -> dict[str, Any]:
    """How argparse takes the words of a role, and what stands for them."""
    if kind.words:
        return {"choices": kind.words}
    return taken(kind) | {"metavar": _METAVARS[name] if name in _METAVARS else metavar(kind)}


def add_folds(command: Any) -> None:
    """Rows that are folds of one data set: any test takes them, and says what that means."""
    group = command.add_argument_group("folds of one data set, instead of data sets")
    for name, text in _OF_FOLDS.items():
        group.add_argument(flag(name), help=text, **_taken(ROLES[name], name))


_OF_FOLDS = {
    "fold": "column that holds the fold",
    "run": "column that holds the run",
    "of": "the data set, if the file holds several",
}


def own(options: argparse.Namespace) -> dict[str, str]:
    """The options of the reader of one format."""
    said = {name: getattr(options, name, None) for name in FORMAT_OPTIONS}
    return {name: value for name, value in said.items() if value is not None}


def measures(options: argparse.Namespace) -> dict[str, str]:
    """Directions from ``--max`` and ``--min``, in the order of the command line's two lists."""
    ways: dict[str, str] = {}
    for way in _OF_MEASURES:
        for name in getattr(options, way):
            if name in ways:
                raise DirectionError(
                    f'The measure "{name}" is named twice in ', Option("measures"), "."
                )
            ways[name] = way
    return ways


def roles(options: argparse.Namespace) -> dict[str, Any]:
    """The roles that the command line names, as the table takes them."""
    names = [name for name in ROLES if name not in ("measures", "exclude", "format")]
    said = {name: getattr(options, name, None) for name in names}
    given = {name: read(name, words) for name, words in said.items() if words not in (None, [])}
    return given | ({"measures": ways} if (ways := measures(options)) else {})
