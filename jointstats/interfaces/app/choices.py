"""The visitor's choices: which column holds what, the settings, and the comparison that follows."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jointstats
from jointstats.base.errors import JointStatsWarning
from jointstats.base.result import spelled
from jointstats.claims.comparison import Comparison
from jointstats.interfaces.app import reading
from jointstats.interfaces.app.complaints import RefusalError, for_the_page, label
from jointstats.interfaces.app.visit import Opened
from jointstats.interfaces.report.repeat import PERCENT
from jointstats.interfaces.roles import ROLES, read_line
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import OF_FAILURES

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
_JSON: dict[str, Any] = {  # what a role is in JSON, by the shape of its kind
    "one or several": (str, list),
    "several": list,
    "mapping": dict,
    "equations": dict,
}
_KINDS: dict[str, Any] = {name: _JSON.get(kind.shape, str) for name, kind in ROLES.items()}
_KINDS |= {"keep": list, "percent": list, "test_share": (int, float)}
_FIELDS = ("where", *OF_FAILURES)  # that are one line on the page
_OF_LAYOUT = {
    "long": "dataset algorithm measures rope missing aggregate failed_runs only cluster runs "
    "run_kind test_share per_algorithm percent metric value where failed failed_words limit "
    "even_failed",
    "wide": "dataset columns measures rope missing only keep percent where failed_words limit "
    "even_failed",
    "leaderboard": "algorithm columns measures rope missing only per_algorithm keep percent where",
}


def read_roles(said: Any, opened: Opened) -> dict[str, Any]:
    """The roles of a request, checked for their kinds; empty ones are left out.

    With how the file was read: what was asked is not the same if it is read otherwise.
    """
    if not isinstance(said, dict):
        raise RefusalError("Say which column holds what.", "option")
    layout = said.get("layout") or "long"
    if layout not in list(_OF_LAYOUT):  # which may be anything
        raise RefusalError("A table is laid out long, wide, or as a leaderboard.", "option")
    if opened.states and layout != "long":
        raise RefusalError("The file itself says how it is laid out.", "option")
    roles: dict[str, Any] = {"layout": layout}
    if opened.format is not None:
        roles |= {"format": opened.format.name, **opened.own}
    for name in _OF_LAYOUT[layout].split():
        value = said.get(name)
        if isinstance(value, str) and name in _FIELDS:
            value = read_line(name, value)
        if value in (None, "", [], {}):
            continue
        if not isinstance(value, _KINDS[name]):
            raise RefusalError(f"{label(name)} cannot be {value!r}.", "option")
        roles[name] = value
    _require(roles, () if opened.found is None else opened.found.roles)
    if "rope" in roles:  # of measures that were chosen
        roles["rope"] = {n: w for n, w in roles["rope"].items() if n in roles["measures"]}
    return roles


def _require(roles: Mapping[str, Any], stated: Collection[str]) -> None:
    layout = roles["layout"]
    there = {*roles, *stated}
    if layout in ("long", "wide") and "dataset" not in there:
        raise RefusalError("Choose the column that holds the data set.", "dataset")
    if layout in ("long", "leaderboard") and "algorithm" not in there:
        raise RefusalError("Choose the column that holds the algorithm.", "algorithm")
    if not roles.get("measures"):
        raise RefusalError(
            "Choose at least one measure: a column, and whether higher or lower is better.",
            "measure",
        )


def table_of(opened: Opened, roles: Mapping[str, Any]) -> ResultsTable:
    """The results table of an open file and the visitor's choices."""
    if opened.states:
        return reading.stated_table(opened, roles)
    said = reading.said_of(opened, roles)
    keywords = {name: value for name, value in said.items() if name not in ("keep", "percent")}
    table = jointstats.results_table(_prepared(opened.frame, roles), **keywords)
    return replace(table, notes=(*opened.cautions, *table.notes))


def _prepared(frame: pd.DataFrame, roles: Mapping[str, Any]) -> pd.DataFrame:
    """The columns that are used, and numbers in percent with their sign; code does the same."""
    names = list(frame.columns)
    for name in (*roles.get("keep", ()), *roles.get("percent", ())):
        if names.count(name) != 1:
            said = "is not there" if name not in names else "has the name of another one"
            raise RefusalError(f"The column “{name}” {said}.", "option")
    signed = {}
    for name in roles.get("percent", ()):
        signed[name] = frame[name].astype(str).str.replace(*PERCENT, regex=True)
    return frame.assign(**signed)[roles.get("keep", names)]


def source_of(opened: Opened, roles: Mapping[str, Any]) -> dict[str, Any]:
    """What a report says of the file, for those who want to repeat the comparison."""
    said = reading.said_of(opened, roles)
    beside = ("measures", "per_algorithm", "rope", "missing", "aggregate")
    source = {name: value for name, value in said.items() if name not in beside}
    file = opened.name if opened.source is None else opened.source.given
    known = {"file": file, "missing": roles.get("missing"), **opened.own}
    source |= {name: value for name, value in known.items() if value}
    if opened.format is not None and opened.format.name != "csv":
        source["format"] = opened.format.name
    if opened.states and opened.found is not None:
        source["stated"] = tuple(opened.found.roles)
        source |= {"aggregate": said["aggregate"]} if "aggregate" in said else {}
    return source


# --- Settings ---


def read_settings(said: Any) -> dict[str, Any]:
    """The settings of a request; those that are not given have their usual values."""
    if not isinstance(said or {}, dict):
        raise RefusalError("Settings are given by name.", "option")
    given = {name: value for name, value in (said or {}).items() if value not in (None, "")}
    for name in given.keys() - {"alpha", "control"}:
        raise RefusalError(f"There is no setting “{name}”.", "option")
    return {"alpha": LEVEL} | given


# --- The comparison ---


def computed(
    opened: Opened, chosen: Mapping[str, Any], wanted: Mapping[str, Any]
) -> tuple[Comparison, list[str]]:
    """The comparison, in the words of the page, and what making its table warned of."""
    table, noted = made_table(opened, chosen)
    with _noting() as more:
        result = jointstats.compare_algorithms(table, **wanted)
    source = source_of(opened, chosen)
    known = spelled(result, for_the_page)
    return replace(known, call=result.call | {"source": source}), [*noted, *more]


def made_table(opened: Opened, chosen: Mapping[str, Any]) -> tuple[ResultsTable, list[str]]:
    """The results table and what making it warned of; the last one is kept."""
    if opened.made is None or opened.made[0] != chosen:
        with _noting() as noted:
            table = table_of(opened, chosen)
        opened.made = (dict(chosen), table, noted)
    return opened.made[1], opened.made[2]


@contextmanager
def _noting() -> Iterator[list[str]]:
    """What is warned of inside, in the words of the page, once it has ended."""
    noted: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", JointStatsWarning)
        yield noted
    said = [warning.message for warning in caught]
    noted += [for_the_page(text.parts) for text in said if isinstance(text, JointStatsWarning)]
