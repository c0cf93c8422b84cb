"""FILE and what is where in it: the options of a table, and the frame with its roles."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jointstats.base import wording
from jointstats.base.errors import OptionError, note
from jointstats.base.kinds import Widths
from jointstats.base.options import known_names, whole
from jointstats.interfaces.cli.options import by_measure, conditions, flag, once
from jointstats.table import columns, leaderboard, wide
from jointstats.table.beside_values import RUN_KINDS
from jointstats.table.formats.catalogue import (
    NAMES,
    all_own_options,
    format_of,
    recognised,
    refuse_absent,
    refuse_others,
    table_of_found,
)
from jointstats.table.formats.format import Format, Source
from jointstats.table.making import require_roles
from jointstats.table.reading import (
    default_roles,
    describe_dataset,
    list_datasets,
    load_frame,
    read_found,
)
from jointstats.table.results_table import ResultsTable
from jointstats.table.roles import AGGREGATES, FAILED_RUNS, MISSING_RULES
from jointstats.table.selecting import keyed, selected


class _Files(argparse.Action):
    """One FILE as its path, several as a list, none as None."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Keep what is named."""
        setattr(namespace, self.dest, values[0] if len(values) == 1 else values or None)


class _Columns(argparse.Action):
    """One column as its name, several as a list."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Keep what is named, together with what was named before."""
        known = getattr(namespace, self.dest) or []
        names = [*(known if isinstance(known, list) else [known]), *values]
        setattr(namespace, self.dest, names[0] if len(names) == 1 else names)


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
    for name, (metavar, text, more) in _FLAGS.items():
        table.add_argument(flag(name), metavar=metavar, help=text, **more)
    for name, formats in all_own_options().items():
        text = f"an option of {wording.listing(formats)}"
        table.add_argument(f"--{name.replace('_', '-')}", metavar=name.upper(), help=text)


_NAMES = {"nargs": "+", "action": "extend"}
_KEY = {"nargs": "+", "action": _Columns}
_MEASURES = {**_NAMES, "default": []}
# Options of a table: what stands for their word, what they are for, and how argparse takes them.
_FLAGS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "dataset": ("COL", "column that holds the data set; of several columns, the names are joined",
        _KEY),
    "algorithm": ("COL", "column that holds the algorithm, or several", _KEY),
    "metric": ("COL", "column that names the measure of a row; then --max and --min name its "
        "measures", {}),
    "value": ("COL", "column that holds the value of that measure", {}),
    "max": ("MEASURE", "columns of measures where higher is better", _MEASURES),
    "min": ("MEASURE", "columns of measures where lower is better", _MEASURES),
    "relative_to": ("NAME", "divide each result by that of this algorithm on the same data set",
        {}),
    "columns": ("PATTERN", "a row for each data set, and a column for each algorithm "
        "({algorithm}), or for each measure and algorithm (such as {measure}_{algorithm}); or, "
        "without --dataset, a row for each algorithm, and a column for each data set and measure "
        "(such as {dataset}_{measure})", {}),
    "per_algorithm": ("NAME=WAY", "columns of properties of the algorithms, such as price=min: "
        "known, not results", _NAMES),
    "rope": (("MEASURE", "VALUE"), "differences within VALUE are ties on this measure; 0: equal "
        "numbers are real ties", {"nargs": 2, "action": "append", "default": []}),
    "only": ("NAME", "compare these algorithms only", _NAMES),
    "missing": (None, "where a result is missing: stop (default), drop the data set, take the "
        "result as unknown (it counts against claims that it could help), or count a failed run",
        {"choices": MISSING_RULES}),
    "exclude": ("NAME", "leave these algorithms out", _NAMES),
    "cluster": ("COL", "column that holds the family of a data set: families are the independent "
        "evidence", _KEY),
    "runs": ("COL", "column that holds the run of a row, or several: runs are kept", _KEY),
    "run_kind": (None, "runs of cross-validation, or independent ones", {"choices": RUN_KINDS}),
    "test_share": ("S", "share of the cases on which a run of cross-validation tests, such as 0.1",
        {}),
    "aggregate": (None, "combine folds or runs", {"choices": AGGREGATES}),
    "min_folds": ("N", "rows with a value that make a combined result valid (default: all)", {}),
    "failed_runs": (None, "a run without a value among several of a data set: drop it, or count it "
        "as worse than every result", {"choices": FAILED_RUNS}),
    "where": ("COL=VALUE", "keep the rows with this value; several values of a column are "
        "alternatives", _NAMES),
    "failed": ("COL=VALUE", "rows with this value are failed runs, without results; see --missing",
        _NAMES),
    "failed_words": ("WORD", "cells of measures that stand for a failed run, such as DNF", _NAMES),
    "limit": (("MEASURE", "VALUE"), "a run at the limit of this measure, or above, has failed",
        {"nargs": 2, "action": "append", "default": []}),
    "even_failed": ("MEASURE", "measures whose results count even if the run failed", _NAMES),
    "format": (None, "default: the one that recognises FILE, or by its ending; csv2 has "
        "semicolons, and decimal commas", {"choices": NAMES}),
}  # fmt: skip


def own(options: argparse.Namespace) -> dict[str, str]:
    """The options of the reader of one format."""
    said = {name: getattr(options, name, None) for name in all_own_options()}
    return {name: value for name, value in said.items() if value is not None}


def add_folds(command: Any) -> None:
    """Rows that are folds of one data set: any test takes them, and says what that means."""
    group = command.add_argument_group("folds of one data set, instead of data sets")
    group.add_argument("--fold", metavar="COL", help="column that holds the fold", **_KEY)
    group.add_argument("--run", metavar="COL", help="column that holds the run", **_KEY)
    group.add_argument("--of", metavar="NAME", help="the data set, if the file holds several")


def measures(options: argparse.Namespace) -> dict[str, str]:
    """Directions from ``--max`` and ``--min``, in the order of the command line's two lists."""
    pairs = [(name, way) for way in ("max", "min") for name in getattr(options, way)]
    return once(pairs, 'The measure "{}" is named twice in --max and --min.')


def properties(options: argparse.Namespace) -> dict[str, str]:
    """Directions from ``--per-algorithm``."""
    pairs = []
    for said in options.per_algorithm or ():
        name, equals, way = said.rpartition("=")
        if not (name and equals):
            raise OptionError(
                f"--per-algorithm takes a column and whether higher or lower is better, such as "
                f'price=min; got "{said}".'
            )
        pairs.append((name, way))
    return once(pairs, '--per-algorithm names "{}" twice.')


def read(options: argparse.Namespace) -> tuple[Any, dict[str, Any]]:
    """The frame of FILE and the roles of its columns."""
    ways = measures(options)
    folds = any(getattr(options, name, None) for name in ("fold", "run", "of"))
    if is_packaged(options):
        frame, roles = _packaged(options, ways, folds)
    else:
        source = Source(options.file)  # one: standard input is there only once
        known = stating(source, options.format)
        refuse_others(known or format_of(source, options.format), own(options))
        if known is not None:
            return _stated(options, source, known, ways), {}
        refuse_packaged_name(options)
        content = read_found(source, format_of(source, options.format), own(options))
        for caution in content.cautions:
            note(caution)
        frame, roles = content.frame, {**content.roles, **_said(options, ways)}
        require_roles(frame, roles, named_rows=False)
    if options.exclude:
        roles["only"] = _others(frame, roles, options)
    return frame, roles


def is_packaged(options: argparse.Namespace) -> bool:
    """Whether FILE is a packaged table."""
    if not isinstance(options.file, list):
        return bool(options.file.startswith("@"))
    if any(name.startswith("@") for name in options.file):
        raise OptionError("Name one packaged table, or files.")
    return False


def stating(source: Source, format: str | None) -> Format | None:
    """The format of FILE, if it is one that says what is where; otherwise None."""
    known = recognised(source, format)
    return known if known is not None and known.states else None


def _said(options: argparse.Namespace, ways: Mapping[str, str]) -> dict[str, Any]:
    """The roles that the command line names."""
    same = ("aggregate", "missing", "min_folds", "failed_runs", "only", "columns", "cluster",
            "runs", "run_kind", "test_share", "fold", "run", "of", "metric", "value",
            "relative_to", "failed_words", "even_failed")  # fmt: skip
    roles = {"dataset": options.dataset, "algorithm": options.algorithm, "measures": ways}
    roles["rope"] = by_measure("rope", options.rope, Widths())
    roles |= {name: getattr(options, name, None) for name in same}
    roles["per_algorithm"] = properties(options)
    roles |= declared(options)
    return {name: value for name, value in roles.items() if value not in (None, {})}


def declared(options: argparse.Namespace) -> dict[str, Any]:
    """Rows to keep, and what marks a failed run; nothing for what is not said."""
    said = {name: conditions(name, getattr(options, name) or ()) for name in ("where", "failed")}
    limits = {n: whole(x) for n, x in by_measure("limit", options.limit, Widths()).items()}
    return {**said, "limit": limits}


def _stated(
    options: argparse.Namespace, source: Source, known: Format, ways: Mapping[str, str]
) -> ResultsTable:
    """The table of a file whose format says what is where; what the command says goes first."""
    given = _said(options, ways) | own(options)
    content = read_found(source, known, given)
    if options.exclude:
        given["only"] = _others(content.frame, dict(content.roles) | given, options)
    options.format, options.stated = known.name, tuple(content.roles)
    return table_of_found(content, given, known)


def _others(frame: Any, roles: Mapping[str, Any], options: argparse.Namespace) -> list[str]:
    """All algorithms but those excluded."""
    if options.only:
        raise OptionError("Say --only or --exclude, not both.")
    names = _algorithms(selected(frame, roles["where"]) if "where" in roles else frame, roles)
    gone = known_names("algorithm", options.exclude, names)
    return [name for name in names if name not in gone]


def _algorithms(frame: Any, roles: Mapping[str, Any]) -> list[str]:
    """All algorithms of a table that is long, has a row for each of them, or a column."""
    frame, roles = keyed(frame, roles)
    if "algorithm" not in roles:
        known = ("measures", "dataset", "columns")
        return wide.algorithms_of(frame, **{name: roles[name] for name in known if name in roles})
    if "dataset" not in roles and not {"fold", "run"} & roles.keys():
        return leaderboard.algorithms_of(frame, roles["algorithm"])
    return columns.names(columns.column(frame, roles["algorithm"], "algorithm"), "algorithm")[1]


def _packaged(
    options: argparse.Namespace, ways: Mapping[str, str], folds: bool
) -> tuple[Any, dict[str, Any]]:
    if options.columns is not None:
        raise OptionError("--columns has no meaning for a packaged table.")
    said = _said(options, ways)
    roles = default_roles(describe_dataset(options.file[1:]), ways)
    if folds:  # folds of one data set are compared as they are
        roles = {name: roles[name] for name in ("dataset", "algorithm", "measures")} | said
    else:
        roles |= said | {"rope": roles["rope"] | said.get("rope", {})}
    return load_frame(options.file[1:]), {n: value for n, value in roles.items() if value != {}}


def refuse_packaged_name(options: argparse.Namespace) -> None:
    """Refuse the name of a packaged table without its mark, and a file that is not there."""
    if str(options.file) in list_datasets() and not Path(options.file).exists():
        raise OptionError(
            f"There is no file {options.file}; the packaged table is @{options.file}."
        )
    refuse_absent(Source(options.file))


def contents(names: Sequence[str]) -> dict[str, bytes]:
    """The bytes of files, and of those in folders, by the names that the page shows."""
    frames = {}
    for name in names:
        source = Source(name)
        refuse_absent(source)
        for path in source.files():
            top = Path(name).resolve().parent
            frames[path.resolve().relative_to(top).as_posix()] = path.read_bytes()
    return frames


def described(options: argparse.Namespace) -> dict[str, Any]:
    """What the report says of the file, for those who want to repeat the comparison."""
    names = ("file", "dataset", "algorithm", "columns", "only", "exclude", "min_folds",
             "failed_runs", "format", "missing", "cluster", "aggregate", "runs", "run_kind",
             "test_share", "metric", "value", "relative_to", "failed_words", "even_failed",
             "stated")  # fmt: skip
    source: dict[str, Any] = {name: getattr(options, name, None) for name in names}
    if options.file == "-":
        source["file"] = None
    if is_packaged(options):
        about = describe_dataset(options.file[1:])
        source |= {role: source[role] or about[role] for role in ("dataset", "algorithm")}
    for name, number in (("min_folds", int), ("test_share", float)):
        if source[name] is not None:
            source[name] = number(source[name])
    source |= {name: value or None for name, value in declared(options).items()}
    return {name: value for name, value in source.items() if value is not None} | own(options)
