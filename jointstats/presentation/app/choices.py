"""The visitor's choices: which column holds what, the settings, and the comparison that follows."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jointstats
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.errors import JointStatsWarning
from jointstats.labelled.result import spelled
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.app import reading
from jointstats.presentation.app.complaints import RefusalError, for_the_page
from jointstats.presentation.app.visit import Opened
from jointstats.presentation.report.repeat import PERCENT

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
LAYOUTS = ("long", "wide", "leaderboard")
_LISTS = ("only", "keep", "percent")
_TEXTS = ("dataset", "algorithm", "columns", "missing", "aggregate", "cluster", "runs", "run_kind")
_OF_LAYOUT = {
    "long": (
        "dataset", "algorithm", "measures", "rope", "missing", "aggregate", "only", "cluster",
        "runs", "run_kind", "test_share", "per_algorithm", "percent",
    ),
    "wide": ("dataset", "columns", "measures", "rope", "missing", "only", "keep", "percent"),
    "leaderboard": (
        "algorithm", "columns", "measures", "rope", "missing", "only", "per_algorithm", "keep",
        "percent",
    ),
}  # fmt: skip


def read_roles(said: Any, opened: Opened) -> dict[str, Any]:
    """The roles of a request, checked for their kinds; empty ones are left out.

    With how the file was read: what was asked is not the same if it is read otherwise.
    """
    if not isinstance(said, dict):
        raise RefusalError("Say which column holds what.", "option")
    layout = said.get("layout") or "long"
    if layout not in LAYOUTS:
        raise RefusalError("A table is laid out long, wide, or as a leaderboard.", "option")
    if opened.states and layout != "long":
        raise RefusalError("The file itself says how it is laid out.", "option")
    found: dict[str, Any] = {"layout": layout}
    if opened.format is not None:
        found |= {"format": opened.format.name, **opened.own}
    for name in _OF_LAYOUT[layout]:
        value = said.get(name)
        if value in (None, "", [], {}):
            continue
        found[name] = _checked(name, value)
    _require(found, () if opened.found is None else opened.found.roles)
    if "rope" in found:  # of measures that were chosen
        found["rope"] = {n: w for n, w in found["rope"].items() if n in found["measures"]}
    return found


def _checked(name: str, value: Any) -> Any:
    if name in _TEXTS and not isinstance(value, str):
        raise RefusalError(
            f"“{name}” is the name of a column or one of the menu's words.", "option"
        )
    if name in ("measures", "per_algorithm"):
        return _directions(value)
    if name == "rope":
        return _widths(value)
    if name in _LISTS:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise RefusalError("Algorithms and columns are chosen by their names.", "algorithm")
        return list(value)
    if name == "test_share" and not isinstance(value, int | float):
        raise RefusalError("The share of the cases tested on is a number, such as 0.1.", "option")
    return value


def _directions(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise RefusalError("Say for every measure whether higher or lower is better.", "measure")
    for name, way in value.items():
        if way not in ("max", "min"):
            raise RefusalError(f"Say of “{name}” whether higher or lower is better.", "measure")
    return dict(value)


def _widths(value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise RefusalError("Differences that do not matter are given measure by measure.", "option")
    for name, width in value.items():
        if isinstance(width, bool) or not isinstance(width, int | float):
            raise RefusalError(
                f"The difference on “{name}” that does not matter must be a number.", "option"
            )
    return {name: float(width) for name, width in value.items()}


def _require(found: Mapping[str, Any], stated: Collection[str]) -> None:
    layout = found["layout"]
    there = {*found, *stated}
    if layout in ("long", "wide") and "dataset" not in there:
        raise RefusalError("Choose the column that holds the data set.", "dataset")
    if layout in ("long", "leaderboard") and "algorithm" not in there:
        raise RefusalError("Choose the column that holds the algorithm.", "algorithm")
    if not found.get("measures"):
        raise RefusalError(
            "Choose at least one measure: say of a column whether higher or lower is better.",
            "measure",
        )


def table_of(opened: Opened, roles: Mapping[str, Any]) -> ResultsTable:
    """The results table of an open file and the visitor's choices."""
    if opened.states:
        return reading.stated_table(opened, roles)
    said = reading.said_of(opened, roles)
    keywords = {name: value for name, value in said.items() if name not in ("keep", "percent")}
    made = jointstats.results_table(_prepared(opened.frame, roles), **keywords)
    return replace(made, notes=(*opened.cautions, *made.notes))


def _prepared(frame: pd.DataFrame, roles: Mapping[str, Any]) -> pd.DataFrame:
    """The columns that are used, and numbers in percent with their sign; code does the same."""
    names = list(frame.columns)
    for name in (*roles.get("keep", ()), *roles.get("percent", ())):
        if names.count(name) != 1:
            said = "is not there" if name not in names else "has the name of another one"
            raise RefusalError(f"The column “{name}” {said}.", "option")
    signed = {name: frame[name].astype(str).str.replace(*PERCENT, regex=True)
              for name in roles.get("percent", ())}  # fmt: skip
    return frame.assign(**signed)[roles.get("keep", names)]


def source_of(opened: Opened, roles: Mapping[str, Any]) -> dict[str, Any]:
    """What a report says of the file, for those who want to repeat the comparison."""
    names = ("dataset", "algorithm", "columns", "only", "cluster", "runs", "run_kind", "test_share",
             "keep", "percent")  # fmt: skip
    said = reading.said_of(opened, roles)
    found = {name: said[name] for name in names if name in said}
    file = opened.name if opened.source is None else opened.source.given
    known = {"file": file, "missing": roles.get("missing"), **opened.own}
    found |= {name: value for name, value in known.items() if value}
    if opened.format is not None and opened.format.name != "csv":
        found["format"] = opened.format.name
    if opened.states and opened.found is not None:
        found["stated"] = tuple(opened.found.roles)
        found |= {"aggregate": said["aggregate"]} if "aggregate" in said else {}
    return found


# --- Settings ---


def read_settings(said: Any) -> dict[str, Any]:
    """The settings of a request; those that are not given have their usual values."""
    if said is not None and not isinstance(said, dict):
        raise RefusalError("Settings are given by name.", "option")
    given = said or {}
    unknown = [name for name in given if name not in ("alpha", "control")]
    if unknown:
        raise RefusalError(f"There is no setting “{unknown[0]}”.", "option")
    alpha = given.get("alpha")
    alpha = LEVEL if alpha is None or alpha == "" else alpha
    if isinstance(alpha, bool) or not isinstance(alpha, int | float):
        raise RefusalError("“Threshold” must be a number.", "option")
    found: dict[str, Any] = {"alpha": float(alpha)}
    if given.get("control"):
        found["control"] = str(given["control"])
    return found


# --- The comparison ---


def computed(
    opened: Opened, chosen: Mapping[str, Any], wanted: Mapping[str, Any]
) -> tuple[Comparison, list[str]]:
    """The comparison, in the words of the page, and what making its table warned of."""
    table, noted = _table(opened, chosen)
    with _noting() as more:
        result = jointstats.compare_algorithms(table, **wanted)
    source = source_of(opened, chosen)
    known = spelled(result, for_the_page)
    return replace(known, call=result.call | {"source": source}), [*noted, *more]


def _table(opened: Opened, chosen: Mapping[str, Any]) -> tuple[ResultsTable, list[str]]:
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
    said = [one.message for one in caught]
    noted += [for_the_page(one.parts) for one in said if isinstance(one, JointStatsWarning)]
