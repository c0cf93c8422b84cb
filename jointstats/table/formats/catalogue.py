"""The names of all formats, the format of a source, and what it states with what the user sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from inspect import signature
from itertools import chain
from pathlib import Path
from typing import Any

from jointstats.base import errors, options, wording
from jointstats.base.errors import Caution
from jointstats.base.options import FORMAT_OPTIONS
from jointstats.evidence.messages import Option, Spelled, TypeOf, asked
from jointstats.table.formats import (
    benchmarks,
    binary,
    evaluations,
    experiments,
    tables,
    tabular,
    text,
)
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.opening import plain_name
from jointstats.table.formats.scores import is_frame, left_out
from jointstats.table.making import require_roles, results_table
from jointstats.table.results_table import ResultsTable

# The names of all formats, and the format of a source.

AUTO = "auto"

# A format is found by its name here. Each is asked in this sequence whether it knows a source.
_ALL = (
    *(text.CSV, text.CSV2, text.TSV, binary.PARQUET, tables.JSON, tables.JSONL, binary.EXCEL),
    *(tables.FORMAT, tabular.WEKA, tabular.TSML, benchmarks.JMETAL, experiments.SKLEARN),
    *(evaluations.LM_EVAL, evaluations.INSPECT, tabular.AMLB, tabular.TABARENA),
    *(benchmarks.MTEB, benchmarks.HELM, benchmarks.OPEN_LLM),
    *(benchmarks.OPENCOMPASS, evaluations.HARBOR, experiments.MLFLOW, experiments.OPTUNA),
    *(experiments.WANDB, benchmarks.OPEN_PROBLEMS, benchmarks.OMNIBENCHMARK),
)

FORMATS: dict[str, Format] = {format.name: format for format in _ALL}
NAMES = (AUTO, *FORMATS)


def format_of(source: Source, name: str | None = AUTO) -> Format:
    """The format of a source: the named one, or the one that recognises it, or by its ending."""
    known = recognised(source, name)
    if known is not None:
        return known
    if source.is_file:
        ending = Path(plain_name(source.given)).suffix.lower()
        return next((kind for kind in FORMATS.values() if ending in kind.endings), text.CSV)
    if not source.paths:
        how = Spelled("results_table(df, …)", r="results_table(df, ...)")
        if is_frame(source.given):
            text_of = "No format is recognised of the data frame: say which column holds what with "
            raise errors.InvalidValueError(text_of, how, ".")
        what = "The results must be the name of a file, or an object of a known format; got "
        cure = ": make a data frame of it, for "
        raise errors.InvalidValueError(what, TypeOf(source.given), cure, how, ".")
    refuse_absent(source)
    return tables.FORMAT


def recognised(source: Source, name: str | None = AUTO) -> Format | None:
    """The named format, or the one that recognises a source; None if none does."""
    if name is not None and name != AUTO:
        return FORMATS[options.one_of("format", name, NAMES)]
    if source.is_file or not source.paths:
        return next((format for format in FORMATS.values() if format.recognises(source)), None)
    known = [format for format in FORMATS.values() if format.recognises(source)]
    if len(known) > 1:
        names = ", ".join(format.name for format in known)
        several = f"{source.name} holds files of several formats ({names}): set "
        raise errors.ReadError(several, Option("format"), ", or name those of one.")
    return known[0] if known else None


@cache  # the signature of a reader takes longer to look up than many a file to read
def own_options(format: Format) -> tuple[str, ...]:
    """The keywords of a format's reader."""
    _, *rest = signature(format.read).parameters.values()
    return tuple(parameter.name for parameter in rest)


def refuse_others(format: Format, said: Iterable[str]) -> None:
    """Refuse an option of other formats."""
    for name, formats in FORMAT_OPTIONS.items():
        if name in said and name not in own_options(format):
            raise errors.OptionError(
                Option(name), f" is for {wording.listing(formats)}; this is read as {format.name}."
            )


def refuse_absent(source: Source) -> None:
    """Refuse files that are not there, or hold nothing: no column can be named of them."""
    if source.held is not None or tables.is_pattern(source):
        return
    for path in source.paths:
        if not path.exists():
            raise errors.ReadError(f"There is no file {path}.")
        if path.is_file() and not path.stat().st_size:
            raise errors.ReadError(f"{path} is empty.")


# What a format states and what the user sets, together: the user's word goes first.

_CALLED = {"dataset": "data set", "algorithm": "algorithm"}
_OF_RUNS = ("runs", "run_kind", "test_share")


def table_of_found(results: Found, given: Mapping[str, Any], format: Format) -> ResultsTable:
    """The results table of what a format results, with the roles that the user gives."""
    roles, notes = merged(results, given, format)
    require_roles(results.frame, roles, named_rows=False)
    try:
        table = results_table(results.frame, **roles)
    except errors.MissingValuesError as error:
        why = [part for note in results.cautions for part in (" ", *note.parts)]
        raise errors.MissingValuesError(*error.parts, *why) from None
    return replace(table, notes=(*notes, *table.notes))


def merged(
    results: Found, given: Mapping[str, Any], format: Format
) -> tuple[dict[str, Any], tuple[Caution, ...]]:
    """The roles of the columns, and the notes on the table."""
    used = set(own_options(format)) - {"measures"}  # the reader has had them
    chosen = {n: value for n, value in given.items() if value is not None and n not in used}
    stated = dict(results.roles)
    if {"aggregate", "fold", "run"} & chosen.keys():  # runs that are combined are not kept
        stated = {name: value for name, value in stated.items() if name not in _OF_RUNS}
    roles = stated | chosen
    _require_choices(results, roles, format)
    notes = results.cautions
    ways = _stated_directions(results, chosen.get("measures"), format)
    if ways:
        roles["measures"] = ways
    if "measures" not in chosen and ways and results.undirected:
        notes = (*notes, _measures_left_out(results.undirected, format))
    if roles.get("run_kind") == "cv" and roles.get("test_share") is None and "runs" not in chosen:
        roles = {name: value for name, value in roles.items() if name not in _OF_RUNS}
        roles["aggregate"] = "mean"
        notes = (*notes, _FOLDS_UNKNOWN)
    return roles, notes


def _require_choices(results: Found, roles: Mapping[str, Any], format: Format) -> None:
    """Refuse a log of runs until the user names the columns that only they can know."""
    missing = {role: names for role, names in results.choices.items() if roles.get(role) is None}
    if not missing:
        return
    columns = list(dict.fromkeys(chain(*missing.values())))
    parts: list[Any] = []
    for role, names in missing.items():
        parts += [" and " if parts else "", Option(role, names[0]) if names else asked(role)]
    which = " and which ".join(f"the {_CALLED[role]}" for role in missing)
    unstated = f"{wording.capital(format.title)} does not state which column is {which}"
    there = f". The columns are {options.shorten(columns)}."
    raise errors.ColumnError(f"{unstated}: set, for example, ", *parts, there)


def _stated_directions(results: Found, said: Any, format: Format) -> dict[str, str]:
    """The measures with their directions: those that the user names, or all that are stated."""
    stated: dict[str, str] = dict(results.roles.get("measures") or {})
    if said is None:
        if not stated and results.undirected:
            raise _undirected(results.undirected, format)
        return stated
    known = {options.label(name): way for name, way in {**results.also, **stated}.items()}
    if isinstance(said, Mapping):
        ways = options.directions(said)
        for name, way in ways.items():
            if known.get(name, way) != way:
                better = "higher" if known[name] == "max" else "lower"
                stated_way = f'{format.title} states that {better} is better of "{name}"'
                cure = (
                    ": leave the direction out, or set ",
                    Option("measures", {name: known[name]}),
                )
                raise errors.DirectionError(stated_way, *cure, ".")
        return ways
    if not (known or results.undirected):
        return options.directions(said)  # refuses what is no mapping
    names = options.known_names("measure", said, [*known, *results.undirected])
    if lacking := [name for name in names if name not in known]:
        raise _undirected(lacking, format)
    return {name: known[name] for name in names}


def _undirected(names: Sequence[str], format: Format) -> errors.DirectionError:
    what = f"does not state whether higher or lower is better of {options.shorten(list(names))}"
    such = Option("measures", {str(names[0]): "max"})
    return errors.DirectionError(
        f"{wording.capital(format.title)} {what}: state it, such as ", such, "."
    )


def _measures_left_out(names: tuple[str, ...], format: Format) -> Caution:
    left = wording.capital(left_out(len(names), "measure", names))
    why = f"{format.title} does not state whether higher or lower is better"
    return Caution(f"{left}, because {why}: state it with ", asked("measures"), ".")


_FOLDS_UNKNOWN = Caution(
    "Folds are averaged and not kept, because nothing states the share of the cases on which each "
    "one tests: set it, such as ",
    Option("test_share", 0.1),
    ", to keep them.",
)
