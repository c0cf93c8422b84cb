"""What a gate remembers: the file of its claims, and the ledger of a candidate."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jointstats.base import options, wording
from jointstats.base.errors import LedgerError, OptionError, ReadError
from jointstats.claims import ledger_file
from jointstats.claims.claim_result import named_claim, require_ropes
from jointstats.claims.ledger import Ledger, looked_at, outdated
from jointstats.claims.ledger_file import LISTS
from jointstats.claims.watch_result import GateBets
from jointstats.evidence.messages import Option, Value, asked
from jointstats.table.results_table import ResultsTable

BASELINE = "baseline"  # the name of the other one in every table and ledger of a gate
# What the file says of the columns and rows of the results, as `results_table` takes it.
_KEYS = ("dataset", "cluster", "runs")  # a column, or a list of them
_TEXTS = ("aggregate", "run_kind", "failed_runs")
_NUMBERS = ("test_share", "min_folds")
_TABLES = ("where", "failed", "limit")
_LISTS = ("failed_words", "even_failed")
_OWN = ("measures", "rope", "alpha", "ledger", "claims")
_TOP = (*_KEYS, *_TEXTS, *_NUMBERS, *_TABLES, *_LISTS, *_OWN)
_CLAIM = (*LISTS, "at_least", "threshold")
_EXAMPLES = {  # of tables
    "measures": '[measures] with a line such as cost = "min"',
    "rope": "[rope] with a line such as quality = 0.01",
    "claims": '[claims.cheaper] with a line such as better = ["cost"]',
    "where": '[where] with a line such as split = "test"',
    "failed": '[failed] with a line such as status = "timeout"',
    "limit": "[limit] with a line such as runtime = 3600",
}
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class GateFile:
    """What the file says.

    Attributes
    ----------
    path : Path
    roles : dict
        Keywords of :func:`jointstats.results_table` that it gives: columns of task, family and run,
        and how several rows of a task are combined. A format that states them needs none.
    measures, rope : dict
        Direction of each measure, and the width of its ties where one is declared.
    alpha : float
    ledger : Path or None
        Folder of the ledgers; None: the gate looks once.
    claims : dict
        For each name, the measures of the claim in lists, `at_least`, and `threshold`, the share of
        tasks to exceed.
    """

    path: Path
    roles: dict[str, Any]
    measures: dict[str, str]
    rope: dict[str, float]
    alpha: float
    ledger: Path | None
    claims: dict[str, dict[str, Any]]


def read(path: str, ledger: str | None = None) -> GateFile:
    """Read the file of a gate.

    Parameters
    ----------
    path : str
        A TOML file with the tables `measures` and `claims`.
    ledger : str, optional
        Folder of the ledgers, anywhere. The folder that the file names must be below its own.

    Raises
    ------
    ReadError
        If it is not TOML.
    OptionError
        If a key is unknown or has no value that fits, naming it.
    """
    try:
        with open(path, "rb") as file:
            said = tomllib.load(file)
    except RecursionError:
        raise ReadError(f"{path} is nested too deep: a file of claims has two levels.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ReadError(f"{path} is not TOML: {str(error).rstrip('.')}.") from None
    _refuse_unknown(path, said, _TOP)
    measures = options.directions(_mapping(path, said, "measures"))
    ropes = _mapping(path, said, "rope") if "rope" in said else {}
    rope = options.ropes({name: _number(path, ropes, name) for name in ropes}, measures)
    return GateFile(
        path=Path(path),
        roles=_roles(path, said),
        measures=measures,
        rope=rope,
        alpha=options.level(_number(path, said, "alpha", 0.05)),
        ledger=Path(os.path.expanduser(ledger)) if ledger else _ledger(path, said),
        claims={
            name: _claim(path, name, about, measures, rope)
            for name, about in _mapping(path, said, "claims").items()
        },
    )


def _roles(path: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """What the file says of columns, rows and failed runs."""
    roles = {key: said[key] for key in (*_KEYS, *_LISTS) if isinstance(said.get(key), list)}
    for key in (*_KEYS, *_TEXTS, *_LISTS):
        if key in said and key not in roles:
            roles[key] = _text(path, said, key)
    roles |= {key: _number(path, said, key) for key in _NUMBERS if key in said}
    return roles | {key: _mapping(path, said, key) for key in _TABLES if key in said}


def file_name(name: str, what: str) -> str:
    """A name that can be the name of a file in the ledger's folder.

    Raises
    ------
    OptionError
    """
    if not _FILE_NAME.fullmatch(name):
        raise OptionError(
            f"The {what} ",
            Value(name),
            " must consist of letters, digits, dots, hyphens and "
            "underscores: its ledger is a file of that name.",
        )
    return name


def _claim(
    path: str, name: str, about: Any, measures: Mapping[str, str], rope: Mapping[str, float]
) -> dict[str, Any]:
    if not isinstance(about, Mapping):
        raise OptionError(f'{path}: the claim "{name}" must be a table, [claims.{name}].')
    file_name(name, "claim")
    _refuse_unknown(path, about, _CLAIM)
    at_least = _number(path, about, "at_least")
    if at_least is not None:
        at_least = options.whole_number("at_least", at_least, 1)
    for key in LISTS:
        if isinstance(about.get(key), Mapping):
            first = next(iter(about[key]), "quality")
            raise OptionError(
                f"{path}: {key} must be a list of measures in [claims.{name}]. A margin is a line "
                f"of [rope], such as {first} = 0.01."
            )
    better, not_worse, equal = (about.get(key) for key in LISTS)
    claim = named_claim(measures, better, not_worse, equal, at_least)
    require_ropes(claim, {measure: rope.get(measure, 0.0) for measure in measures})
    threshold = _number(path, about, "threshold", 0.5)
    return {key: list(getattr(claim, key)) for key in LISTS} | {
        "at_least": at_least,
        "threshold": options.number("threshold", threshold, 0, 1, open_low=True, open_high=True),
    }


def _ledger(path: str, said: Mapping[str, Any]) -> Path | None:
    """Next to the file, unless it names another folder below its own, or none."""
    place = said.get("ledger", True)
    if place is False:
        return None
    folder = Path(path).with_suffix(".ledger")
    if place is not True:
        folder = Path(path).parent / os.path.expanduser(str(_text(path, said, "ledger")))
    if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(Path(path).parent)):
        raise OptionError(
            f"{path}: the ledger {folder} is not below the folder of this file: name a folder "
            "there, or give it in the call, by ",
            asked("ledger"),
            ".",
        )
    return folder


def _mapping(path: str, said: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = said.get(key)
    if not isinstance(value, Mapping) or not value:
        raise OptionError(f"{path} needs a table {_EXAMPLES[key]}.")
    return value


def _text(path: str, said: Mapping[str, Any], key: str) -> str | None:
    value = said.get(key)
    if value is not None and not isinstance(value, str):
        raise OptionError(f"{path}: {key} must be text in quotation marks; got ", Value(value), ".")
    return value


def _number(path: str, said: Mapping[str, Any], key: str, default: Any = None) -> Any:
    """A value that is not text; its range is for the option to check."""
    value = said.get(key, default)
    if isinstance(value, str):
        raise OptionError(
            f"{path}: {key} must be a number, without quotation marks; got ", Value(value), "."
        )
    return value


def _refuse_unknown(path: str, said: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in said:
        if key not in known:
            raise OptionError(f'{path} has "{key}"; known here are {wording.listing(known)}.')


def path_of(folder: Path, name: str) -> str:
    """The file of a candidate: one for all claims, so that a look is written whole or not."""
    if (folder / name).is_dir():
        raise outdated(str(folder / name))
    return str(folder / f"{name}.json")


def look(
    path: str, file: GateFile, table: ResultsTable, name: str, *, rerun: bool
) -> tuple[GateBets, int]:
    """What the ledger has of the claims by now, and how many tasks have other results than first.

    One lock and one write for all claims.
    """
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with ledger_file.alone(path, changes=True):
        known = ledger_file.read(path, ledger_file.GATE)
        book = known or Ledger(
            what=ledger_file.GATE,
            facts={"claims": file.claims, "table": file.roles},
            measures=file.measures,
            rope=file.rope,
            alpha=file.alpha,
            algorithms=(name, BASELINE),
            beforehand=True,
        )
        _require_same_file(book, file, path)
        source = ledger_file.later(book, path, table, {}, (name, BASELINE))
        changed = _changed_tasks(book, source, path, rerun)
        book, bets = looked_at(book, source, path, GateBets, name if rerun else None)
        if book != known:
            ledger_file.write(book, path)
    return bets, changed


def _require_same_file(book: Ledger, file: GateFile, path: str) -> None:
    """Refuse claims that are not those with which the ledger was begun."""
    was = book.facts["table"] | {"claims": book.facts["claims"]}
    now = file.roles | {"claims": file.claims}
    for key in ("measures", "rope", "alpha"):
        was[key], now[key] = getattr(book, key), getattr(file, key)
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            raise LedgerError(
                f"{file.path} has changed since the ledger {path} was begun: {key} differs. Give "
                "the candidate another name, or restore the file."
            )


def _changed_tasks(book: Ledger, table: ResultsTable, path: str, rerun: bool) -> int:
    """How many tasks have other results of the candidate than first; refuse all other changes."""
    lacking = book.results.keys() - set(table.datasets)
    if lacking:
        raise LedgerError(
            f'The baseline of this run lacks the task "{min(lacking)}", which the ledger {path} '
            "has: give the results of all tasks, or give the candidate another name."
        )
    changes = list(book.changes(table))
    for change in changes:
        if change.algorithm == BASELINE:
            raise LedgerError(
                f"{change.said(path)}: the baseline has changed. Use the baseline of the first "
                "run, or give the candidate another name."
            )
        if not rerun:
            raise LedgerError(
                f"{change.said(path)}. Give another candidate another name (",
                asked("name"),
                "); for another run of the same one, add ",
                Option("rerun", True),
                ".",
            )
    return len({change.dataset for change in changes})
