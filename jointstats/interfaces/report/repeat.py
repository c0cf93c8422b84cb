"""The calls that repeat a comparison, in Python, R and on the command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base.declare import declaration
from jointstats.base.options import FORMAT_OPTIONS, one_or_several
from jointstats.base.result import plain
from jointstats.claims.comparison import Comparison
from jointstats.evidence.messages import JointStatsError, literal, visible
from jointstats.interfaces.bridge.spelling import in_r
from jointstats.interfaces.cli import arguments
from jointstats.interfaces.cli.commands import described
from jointstats.interfaces.cli.options import flag, flagged, given, worded
from jointstats.interfaces.roles import EQUATIONS
from jointstats.table.selecting import OF_FAILURES

_FIRST = ("dataset", "algorithm", "columns", "format", *EQUATIONS, "measures", "rope", "limit")
_OF_RUNS = ("runs", "run_kind", "test_share")
NO_COMMAND = (
    "The command line cannot repeat this comparison, because it would read some of the names or "
    "cells differently. Use the code for Python or R."
)

# How a file becomes a frame that has to be given, by the file's format.
_PYTHON_FRAMES = {
    "csv": "pd.read_csv({})",
    "csv2": 'pd.read_csv({}, sep=";", decimal=",")',
    "tsv": 'pd.read_csv({}, sep="\\t")',
    "parquet": "pd.read_parquet({})",
    "json": "pd.read_json({})",
    "jsonl": "pd.read_json({}, lines=True)",
    "excel": 'pd.read_excel({}, engine="calamine")',
}
_R_FRAMES = {
    "csv": "read.csv({}, check.names = FALSE)",
    "csv2": "read.csv2({}, check.names = FALSE)",
    "tsv": "read.delim({}, check.names = FALSE)",
    "parquet": "as.data.frame(arrow::read_parquet({}))",
    "json": "jsonlite::fromJSON({})",
    "jsonl": "jsonlite::stream_in(file({}))",
    "excel": "as.data.frame(readxl::read_excel({}))",
}


@dataclass(frozen=True)
class _Language:
    """How calls are written: names and values, assignments, and how a file becomes a frame."""

    spell: Callable[[Any], str]
    to: str
    prefix: str
    indent: str
    equals: str
    last: str  # after the last argument of a call
    frames: Mapping[str, str]
    sheet: str
    percent: str


PERCENT = r"(\d)\s*$", r"\1%"  # the sign after a number that has none
_IN_PY = 'frame[{{0}}] = frame[{{0}}].astype(str).str.replace(r"{}", r"{}", regex=True)'
_IN_R = "frame[[{{0}}]] <- sub({}, {}, frame[[{{0}}]])"
_PYTHON = _Language(
    literal, "=", "js.", " " * 4, "=", ",", _PYTHON_FRAMES, ", sheet_name=", _IN_PY.format(*PERCENT)
)
_R = _Language(
    in_r, "<-", "", "  ", " = ", "", _R_FRAMES, ", sheet = ", _IN_R.format(*map(in_r, PERCENT))
)


def python_call(result: Comparison) -> str:
    """Python code that repeats the comparison, given the same file."""
    pandas = ["import pandas as pd"] if _is_given(result) else []
    head = ["import jointstats as js", *pandas]
    return _code(result, _PYTHON, head, 'result.to_html("report.html")')


def r_call(result: Comparison) -> str:
    """R code that repeats the comparison, given the same file."""
    return _code(result, _R, ["library(jointstats)"], 'to_html(result, "report.html")')


def _code(result: Comparison, by: _Language, head: Sequence[str], report: str) -> str:
    """The same in either language."""

    def said(given: Mapping[str, Any], before: str) -> list[str]:
        return [f"{before}{name}{by.equals}{by.spell(value)}" for name, value in given.items()]

    roles = ",\n".join(said(_roles(result), by.indent)) + by.last
    options = "".join(said(_options(result), ", "))
    call = f"result {by.to} {by.prefix}compare_algorithms(table{options})"
    return "\n".join([*head, "", *_began(result, by), roles, ")", call, report])


def shell_call(result: Comparison) -> str | None:
    """The command that repeats the comparison, or None if the command line cannot say it.

    None of its options are abbreviated. The command line's own parser reads it again: a name that
    begins with a dash may be taken for an option, and an escaped name is another one there.
    """
    if {"keep", "percent"} & set(_source(result)):
        return None
    roles, options = _shell_roles(result), _options(result)
    chosen = [word for name, value in options.items() for word in worded(name, value)]
    words = [*_role_words(roles), *chosen, "--report", "report.html"]
    flags = {flag(name) for name in (*roles, *options, "max", "min", "report")}
    unsaid = [
        word
        for word in words
        if visible(word) != word or (word.startswith("-") and word.split("=")[0] not in flags)
    ]
    if unsaid or _read(words) != plain([roles, options]):
        return None
    return shlex.join(["jointstats", "compare", *words])


def _shell_roles(result: Comparison) -> dict[str, Any]:
    """What the command says of the file: also what code says by reading the file itself."""
    source, roles = _source(result), _roles(result)
    said = ("format", *FORMAT_OPTIONS)
    roles = (
        {"file": _file(result)} | roles | {name: source[name] for name in said if name in source}
    )
    return _stated(roles | {"rope": dict(result.rope)})


def _stated(roles: Mapping[str, Any]) -> dict[str, Any]:
    """The roles that are given; a column may have an empty name."""
    return {name: value for name, value in roles.items() if value or value == ""}


def _role_words(roles: Mapping[str, Any]) -> list[str]:
    """The file and the roles of its columns as words; names of the file first."""
    words = one_or_several(roles["file"])
    for name in dict.fromkeys([*_FIRST, *roles]):
        if name == "measures":
            for measure, way in roles[name].items():
                words += flagged(way, measure)
        elif name in roles and name != "file":
            words += worded(name, roles[name])
    return words


def _read(words: Sequence[str]) -> Any:
    """The roles and options that the command line reads in the words; None if it refuses them."""
    try:
        said = arguments.read(["compare", *words])
        roles = described(said)
        options = given(said, [declaration("compare_algorithms")])
    except JointStatsError:
        return None
    return plain([_stated(roles), options])


def stand_ins(result: Comparison) -> str:
    """What the reader has to put in place, in a sentence; nothing if the file is known."""
    if "file" in _source(result):
        return ""
    return "With your own file and column names in place of results.csv, dataset and algorithm."


def _source(result: Comparison) -> dict[str, Any]:
    """The file, and what only the command line knows of it; others are given a table."""
    said: dict[str, Any] = result.call.get("source", {})
    own_rows = "algorithm" in said and "dataset" not in said  # every algorithm has one
    usual = () if own_rows or "stated" in said else ("dataset", "algorithm")
    return {name: name for name in usual} | said


def _of_data_sets(result: Comparison) -> bool:
    """Whether the file is wide, with a row for each data set."""
    source = _source(result)
    return "columns" in source and "dataset" in source


def _file(result: Comparison) -> Any:
    """The name of the file, or the list of their names."""
    return _source(result).get("file", "results.csv")


def _is_packaged(result: Comparison) -> bool:
    return bool(one_or_several(_file(result))[0].startswith("@"))


def _is_given(result: Comparison) -> bool:
    """Whether the code reads the file into a frame, and gives that.

    Of a row for each data set; and where not all columns are used, or some are in percent.
    """
    prepared = {"keep", "percent"} & set(_source(result))
    return not _is_packaged(result) and (_of_data_sets(result) or bool(prepared))


def _began(result: Comparison, by: _Language) -> list[str]:
    """The beginning of the call that makes the table, and what makes the frame for it."""
    file, source, spell = _file(result), _source(result), by.spell
    if not _is_packaged(result) and not _is_given(result):
        return [f"table {by.to} {by.prefix}read_results(", f"{by.indent}{spell(file)},"]
    lines: list[str] = []
    if _is_packaged(result):
        frame = f"{by.prefix}load_frame({spell(file[1:])})"
    else:
        name = spell(file) + (f"{by.sheet}{spell(source['sheet'])}" if "sheet" in source else "")
        frame = by.frames[source.get("format", "csv")].format(name)
        lines += [by.percent.format(spell(name)) for name in source.get("percent", ())]
        lines += [f"frame {by.to} frame[{spell(source['keep'])}]"] if "keep" in source else []
    if lines:
        lines, frame = [f"frame {by.to} {frame}", *lines], "frame"
    return [*lines, f"table {by.to} {by.prefix}results_table(", f"{by.indent}{frame},"]


def _roles(result: Comparison) -> dict[str, Any]:
    source = _source(result)
    rows = ("dataset",) if _of_data_sets(result) else ("dataset", "algorithm")
    options = () if _is_given(result) else FORMAT_OPTIONS  # which are the reader's
    plain_roles = ("columns", "metric", "value", "relative_to", "cluster", "where", *OF_FAILURES)
    wanted = (*rows, *plain_roles, *_OF_RUNS, *options)
    roles: dict[str, Any] = {name: source[name] for name in wanted if name in source}
    roles["measures"] = dict(result.measures)
    stated = source.get("stated", ())  # what the file says itself
    known = {
        "per_algorithm": {name: known.direction for name, known in result.properties.items()},
        "rope": dict(result.rope),
        "only": list(result.algorithms) if "exclude" in source else source.get("only"),
        "aggregate": source.get("aggregate")
        or (None if {"runs", "aggregate"} & {*source, *stated} else result.aggregate),
        "min_folds": source.get("min_folds"),
        "failed_runs": source.get("failed_runs"),
        "missing": source.get("missing") or ("worst" if result.n_failed else result.missing),
        "format": None if _is_given(result) else source.get("format"),
    }
    return roles | {name: value for name, value in known.items() if value}


def _options(result: Comparison) -> dict[str, Any]:
    """The options that differ from their defaults."""
    known = declaration("compare_algorithms")
    return {
        name: value
        for name, value in result.call.items()
        # The table above is made with the chosen measures only.
        if name in known.options and name != "on" and known.differs(name, value)
    }
