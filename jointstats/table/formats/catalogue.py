"""The names of all formats, and the format of a source."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import InvalidValueError, OptionError, ReadError
from jointstats.evidence.messages import Option, Spelled, TypeOf
from jointstats.table.formats import (
    amlb,
    binary,
    harbor,
    helm,
    inspect_ai,
    jmetal,
    json_tables,
    lm_eval,
    mteb,
    omnibenchmark,
    open_llm,
    open_problems,
    opencompass,
    runs,
    sklearn,
    tabarena,
    tables,
    text,
    tsml,
    weka,
)
from jointstats.table.formats.format import Format, Source
from jointstats.table.formats.opening import plain_name
from jointstats.table.formats.rows import is_frame

AUTO = "auto"

# A format is found by its name here. Each is asked in this sequence whether it knows a source.
_PLAIN = (text.CSV, text.CSV2, text.TSV, binary.PARQUET, json_tables.JSON, json_tables.JSONL)
_MODULES = (
    tables, weka, tsml, jmetal, sklearn, lm_eval, inspect_ai, amlb, tabarena, mteb, helm, open_llm,
    opencompass, harbor,
)  # fmt: skip
_OTHERS = (runs.MLFLOW, runs.OPTUNA, runs.WANDB, open_problems.FORMAT, omnibenchmark.FORMAT)
_ALL = (*_PLAIN, binary.EXCEL, *(module.FORMAT for module in _MODULES), *_OTHERS)

FORMATS: dict[str, Format] = {format.name: format for format in _ALL}
NAMES = (AUTO, *FORMATS)


def format_of(source: Source, name: str | None = AUTO) -> Format:
    """The format of a source: the named one, or the one that recognises it, or by its ending."""
    known = recognised(source, name)
    if known is not None:
        return known
    if source.is_file:
        return by_ending(source.given) or text.CSV
    if not source.paths:
        how = Spelled("results_table(df, …)", r="results_table(df, ...)")
        if is_frame(source.given):
            text_of = "No format is recognised of the data frame: say which column holds what with "
            raise InvalidValueError(text_of, how, ".")
        what = "The results must be the name of a file, or an object of a known format; got "
        cure = ": make a data frame of it, for "
        raise InvalidValueError(what, TypeOf(source.given), cure, how, ".")
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
        raise ReadError(
            f"{source.name} holds files of several formats "
            f"({', '.join(format.name for format in known)}): set ",
            Option("format"),
            ", or name those of one.",
        )
    return known[0] if known else None


def by_ending(path: Any) -> Format | None:
    """The format of a file's ending, those of compression aside; None if it is unknown."""
    ending = Path(plain_name(path)).suffix.lower()
    return next((format for format in FORMATS.values() if ending in format.endings), None)


@cache  # the signature of a reader takes longer to look up than many a file to read
def own_options(format: Format) -> tuple[str, ...]:
    """The keywords of a format's reader."""
    _, *rest = signature(format.read).parameters.values()
    return tuple(parameter.name for parameter in rest)


def all_own_options() -> dict[str, list[str]]:
    """Options that only some formats have, to the names of these formats."""
    formats: dict[str, list[str]] = {}
    for format in FORMATS.values():
        for name in own_options(format):
            if name not in ("measures", "test_share"):  # those any table has
                formats.setdefault(name, []).append(format.name)
    return formats


def refuse_others(format: Format, said: Iterable[str]) -> None:
    """Refuse an option of other formats."""
    for name, formats in all_own_options().items():
        if name in said and name not in own_options(format):
            raise OptionError(
                Option(name), f" is for {wording.listing(formats)}; this is read as {format.name}."
            )


def refuse_absent(source: Source) -> None:
    """Refuse files that are not there, or hold nothing: no column can be named of them."""
    if source.held is not None or tables.is_pattern(source):
        return
    for path in source.paths:
        if not path.exists():
            raise ReadError(f"There is no file {path}.")
        if path.is_file() and not path.stat().st_size:
            raise ReadError(f"{path} is empty.")
