"""The file of a gate: claims about a candidate, named in advance, with the table they are about."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jointstats.kernels.messages import Value
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError, ReadError
from jointstats.labelled.joint.claim_result import NamedClaim, named_claim, require_ropes
from jointstats.labelled.table.roles import AGGREGATES

_TABLE = ("dataset", "measures", "rope", "cluster", "aggregate", "alpha", "ledger", "claims")
_CLAIM = ("better", "not_worse", "equal", "at_least", "threshold")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class GateFile:
    """What the file says.

    Attributes
    ----------
    path : Path
    dataset : str or None
        Column that holds the task; a format that states it needs none.
    measures, rope : dict
        Direction of each measure, and the width of its ties where one is declared.
    cluster, aggregate : str or None
        Column of the family of a task; how several rows of a task are combined.
    alpha : float
    ledger : Path or None
        Folder of the ledgers; None: the gate looks once.
    claims : dict
        For each name, the claim.
    thresholds : dict
        For each name, the share of tasks to exceed.
    """

    path: Path
    dataset: str | None
    measures: dict[str, str]
    rope: dict[str, float]
    cluster: str | None
    aggregate: str | None
    alpha: float
    ledger: Path | None
    claims: dict[str, NamedClaim]
    thresholds: dict[str, float]


def read(path: str) -> GateFile:
    """Read the file of a gate.

    Parameters
    ----------
    path : str
        A TOML file with the tables `measures` and `claims`.

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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ReadError(f"{path} is not TOML: {str(error).rstrip('.')}.") from None
    _refuse_unknown(path, said, _TABLE)
    measures = options.directions(_mapping(path, said, "measures"))
    rope = options.ropes(_mapping(path, said, "rope") if "rope" in said else None, measures)
    claims, thresholds = {}, {}
    for name, about in _mapping(path, said, "claims").items():
        claims[name] = _claim(path, name, about, measures, rope)
        thresholds[name] = options.number(
            "threshold", about.get("threshold", 0.5), 0, 1, open_low=True, open_high=True
        )
    aggregate = _text(path, said, "aggregate")
    return GateFile(
        path=Path(path),
        dataset=_text(path, said, "dataset"),
        measures=measures,
        rope=rope,
        cluster=_text(path, said, "cluster"),
        aggregate=aggregate and options.one_of("aggregate", aggregate, AGGREGATES),
        alpha=options.level(said.get("alpha", 0.05)),
        ledger=_ledger(path, said),
        claims=claims,
        thresholds=thresholds,
    )


def file_name(name: str, what: str) -> str:
    """A name that can be the name of a file in the ledger's folder.

    Raises
    ------
    OptionError
    """
    if not _FILE_NAME.fullmatch(name):
        raise OptionError(
            f"The {what} ", Value(name), " must consist of letters, digits, dots, hyphens and "
            "underscores: its ledger is a file of that name.",
        )  # fmt: skip
    return name


def _claim(
    path: str, name: str, about: Any, measures: Mapping[str, str], rope: Mapping[str, float]
) -> NamedClaim:
    if not isinstance(about, Mapping):
        raise OptionError(f'{path}: the claim "{name}" must be a table, [claims.{name}].')
    file_name(name, "claim")
    _refuse_unknown(path, about, _CLAIM)
    better, not_worse, equal = (about.get(key) for key in ("better", "not_worse", "equal"))
    at_least = about.get("at_least")
    if at_least is not None:
        at_least = options.whole_number("at_least", at_least, 1)
    claim = named_claim(measures, better, not_worse, equal, at_least)
    require_ropes(claim, {measure: rope.get(measure, 0.0) for measure in measures})
    return claim


def _ledger(path: str, said: Mapping[str, Any]) -> Path | None:
    """Next to the file, unless it names another folder or none."""
    place = said.get("ledger", True)
    if place is False:
        return None
    if place is True:
        return Path(path).with_suffix(".ledger")
    return Path(path).parent / os.path.expanduser(str(_text(path, said, "ledger")))


def _mapping(path: str, said: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = said.get(key)
    if not isinstance(value, Mapping) or not value:
        example = {"measures": 'cost = "min"', "rope": "quality = 0.01"}.get(key)
        lines = f"[{key}] with a line such as {example}" if example else (
            "[claims.cheaper] with a line such as better = [\"cost\"]"
        )  # fmt: skip
        raise OptionError(f"{path} needs a table {lines}.")
    return value


def _text(path: str, said: Mapping[str, Any], key: str) -> str | None:
    value = said.get(key)
    if value is not None and not isinstance(value, str):
        raise OptionError(f"{path}: {key} must be text in quotation marks; got ", Value(value), ".")
    return value


def _refuse_unknown(path: str, said: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in said:
        if key not in known:
            raise OptionError(f'{path} has "{key}"; known here are {wording.listing(known)}.')
