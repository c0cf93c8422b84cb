"""A refusal that proposes: the columns with their kinds, and one call that works on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.errors import DuplicateRowsError, MissingValuesError, RolesError
from jointstats.base.options import label, shorten
from jointstats.base.presenters import wording
from jointstats.evidence.messages import Call, JointStatsError, Option, Part, asked
from jointstats.table import doubts, guesses
from jointstats.table.columns import numbers
from jointstats.table.directions import direction
from jointstats.table.roles import columns_differ_more

if TYPE_CHECKING:
    import pandas as pd

LISTED = 12  # columns that the message lists
_LOOKED_AT = (100_000, 300)  # rows and columns that proposals rest on
_MEASURES = 4  # that a proposal names
_UNNAMED = {"": "max"}  # where no column names the measure
_SEQUENCE = ("dataset", "algorithm", "metric", "value", "measures", "columns", "fold", "run", "of")
Column = Mapping[str, Any]


def refused(frame: pd.DataFrame, given: Mapping[str, Any], *why: Part) -> RolesError:
    """The error of a call that leaves open what the columns of a frame hold.

    Parameters
    ----------
    frame : DataFrame
    given : dict
        The keywords of :func:`jointstats.results_table` that the call has.
    *why : parts of a message
        What is wrong, if it is not that roles are missing.
    """
    given = {n: value for n, value in given.items() if (n, value) != ("missing", "raise")}
    rows, most = _LOOKED_AT
    whole = frame.iloc[:rows, :most]
    levels = [name for name in frame.index.names if name is not None]
    frame = whole.reset_index() if levels and not {*levels} & {*whole.columns} else whole
    frame = frame.set_axis([label(c) for c in frame.columns], axis=1)
    described = [guesses.described(frame, i) for i in range(frame.shape[1])]
    roles = _working(whole, given, _proposed(frame, described, given))
    guessed = {name: value for name, value in (roles or {}).items() if name not in given}
    needed = guessed or dict.fromkeys(("dataset", "algorithm", "measures"))
    missing = [name for name in _SEQUENCE[:-3] if name in needed and name not in given]
    if not why and missing:
        first, *rest = missing
        names = [asked(first), *(part for name in rest for part in (", ", asked(name)))]
        why = ("The call does not state what the columns hold. Missing: ", *names, ".")
    doubtful = doubts.doubts(described, _named(given))
    doubted = {name for names in doubtful.values() for name in names}
    measures = {n: way for n, way in guessed.get("measures", {}).items() if n not in doubted}
    doubtful |= _arbitrary(measures)
    proposal = doubts.refusal(doubtful) if doubtful else _call(guessed, given, frame)
    return RolesError(*why, *_listed(described), *proposal)


def _named(given: Mapping[str, Any]) -> set[str]:
    """The columns and measures that a call names."""
    named: set[str] = set()
    for value in given.values():
        several = isinstance(value, Mapping | list | tuple)
        named |= {label(name) for name in (value if several else [value])}
    return named


def _arbitrary(measures: Mapping[str, str]) -> dict[str, list[str]]:
    """Measures whose directions nothing speaks for."""
    if measures == _UNNAMED:
        return {"measure": []}
    unknown = [name for name in measures if not direction(name)]
    return {"direction": unknown} if unknown else {}


def _listed(described: Sequence[Column]) -> tuple[Part, ...]:
    """A line for each column."""
    width = max((len(_short(about)) for about in described[:LISTED]), default=0)
    lines = [f"\n  {_short(about):<{width}}  {_kind(about)}" for about in described[:LISTED]]
    more = len(described) - LISTED
    return (*lines, *([f"\n  and {wording.plural(more, 'further column')}"] if more > 0 else []))


def _short(about: Column) -> str:
    return " ".join(shorten([about["name"]]).split())


def _kind(about: Column) -> str:
    if about["kind"] == "number":
        text = f"numbers, {about['low']:.6g} to {about['high']:.6g}"
    elif about["kind"] == "empty":
        return "empty"
    else:
        what = "numbers and text" if about["kind"] == "number with text" else "text"
        text = f"{what}, {about['distinct']} different"
    return text + (f", {about['missing']} missing" if about["missing"] else "")


def _call(
    guessed: Mapping[str, Any], given: Mapping[str, Any], frame: pd.DataFrame
) -> tuple[Part, ...]:
    """The call that works, and what of it is uncertain."""
    if not guessed:
        return (
            "\nNo call can be proposed for these columns. A long table has a row for each data set "
            "and algorithm (", asked("dataset"), " and ", asked("algorithm"), "); a wide one a "
            "column for each algorithm (", Option("columns", "{algorithm}"), " or ",
            Option("columns", "{measure}_{algorithm}"), ").",
        )  # fmt: skip
    notes: list[Part] = ["Roles and directions are guesses: check them."]
    if "aggregate" in guessed:
        roles = {**guessed, **given}
        apart = _apart(frame, [label(roles[name]) for name in ("dataset", "algorithm")])
        differ = f", which differ in {shorten(apart)}," if apart else ""
        notes += [f" Several rows of a data set and algorithm{differ} are taken for its runs."]
    if "missing" in guessed:
        notes += [" Data sets without a result are left out."]
    return ("\nProposal:\n  ", Call("results_table", _ordered(guessed), known=_ordered(given)),
            "\n", *notes)  # fmt: skip


def _apart(frame: pd.DataFrame, keys: Sequence[str]) -> list[str]:
    """The columns in which all rows of a data set and algorithm differ."""
    few = [name for name in frame.columns if frame[name].nunique() <= len(frame) / 2]
    return [name for name in few if not frame.duplicated([*keys, name]).any()]


def _ordered(roles: Mapping[str, Any]) -> dict[str, Any]:
    first = [name for name in _SEQUENCE if name in roles]
    return {name: roles[name] for name in (*first, *(n for n in roles if n not in first))}


def _working(
    frame: pd.DataFrame, given: Mapping[str, Any], guessed: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """The guessed roles and rules with which a table can be made; None if none can."""
    from jointstats.base.errors import unheard
    from jointstats.table.making import built

    if guessed is None:
        return None
    roles = {**guessed, **given}
    for _ in range(3):
        try:
            with unheard():
                built(frame, roles)
        except DuplicateRowsError:
            if "aggregate" in roles or "runs" in roles:
                return None
            roles["aggregate"] = "mean"
        except MissingValuesError:
            if "missing" in roles:
                return None
            roles["missing"] = "drop"
        except JointStatsError:
            return None
        else:
            return roles
    return None


def _proposed(
    frame: pd.DataFrame, described: Sequence[Column], given: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The roles that names and cells of the columns speak for."""
    n = len(frame)
    by_name = {about["name"]: about for about in described}
    keys: dict[str, Any] = {
        role: label(given[role]) if role in given else _of_role(described, role)
        for role in ("dataset", "algorithm", "metric")
    }
    value = label(given["value"]) if "value" in given else _value(described)
    if keys["metric"] is None or value is None:
        keys["metric"] = value = None
    free = [
        about for about in described
        if about["kind"] == "text" and about["name"] not in keys.values() and about["distinct"] > 1
    ]  # fmt: skip
    repeating = [about for about in free if about["distinct"] < n]
    folds = {name: given[name] for name in ("fold", "run") if name in given}
    for role in ("algorithm", "dataset"):  # the fewer names are those of algorithms
        if keys[role] is None and repeating and not (role == "dataset" and folds):
            other = keys["dataset" if role == "algorithm" else "algorithm"]
            if other is None and len(repeating) < 2:
                break
            chosen = min(repeating, key=lambda about: about["distinct"])
            keys[role] = chosen["name"]
            repeating.remove(chosen)
    dataset, algorithm = keys["dataset"], keys["algorithm"]
    roles: dict[str, Any] = {}
    if algorithm in by_name and (dataset in by_name or folds):
        roles = {"dataset": dataset, "algorithm": algorithm}
        if value is not None:
            roles |= {"metric": keys["metric"], "value": value}
            roles["measures"] = _directed(by_name[keys["metric"]].get("ways") or {})
        else:
            roles["measures"] = _directed(_ways(described, (dataset, algorithm)))
    else:
        roles = _one_row_each(frame, described, algorithm, dataset)
    if not roles.get("measures") and "measures" not in given:
        return None
    return {name: role for name, role in roles.items() if role is not None}


def _of_role(described: Sequence[Column], role: str) -> str | None:
    """The first column whose name speaks for a role."""
    fitting = (a["name"] for a in described if (a["proposal"] or {}).get("role") == role)
    return next(fitting, None)


def _value(described: Sequence[Column]) -> str | None:
    """The column of numbers next to a column of metrics: from the name, or the only one."""
    names = [about["name"] for about in described if _is_number(about)]
    named = [name for name in names if guesses.VALUE.fullmatch(name)]
    return next(iter(named or names), None) if named or len(names) == 1 else None


def _is_number(about: Column) -> bool:
    return about["kind"] == "number" or bool(about["kind"] != "empty" and about["percent"])


def _ways(described: Sequence[Column], taken: Sequence[str | None]) -> dict[str, str]:
    """Measures with the directions that their names speak for."""
    return {
        about["name"]: about["proposal"]["way"]
        for about in described
        if _is_number(about) and about["name"] not in taken
        if (about["proposal"] or {}).get("role") in ("measure", "value")
    }


def _directed(ways: Mapping[str, str]) -> dict[str, str]:
    """The measures of known directions; without any, all with an arbitrary one."""
    known = {name: way for name, way in ways.items() if way}
    return dict([*known.items()][:_MEASURES]) or dict.fromkeys(ways, "max")


def _one_row_each(
    frame: pd.DataFrame, described: Sequence[Column], algorithm: str | None, dataset: str | None
) -> dict[str, Any]:
    """Roles of a wide table, or of a leaderboard: the rows have one kind of names."""
    texts = [a["name"] for a in described if a["kind"] == "text" and a["distinct"] == len(frame)]
    key = algorithm or dataset or next(iter(texts), None)
    others = [a for a in described if a["name"] != key and _is_number(a) and a["distinct"] > 1]
    if key is None or len(others) < 2:
        return {}
    is_board = algorithm is not None
    if algorithm is None and dataset is None:  # data sets differ more than algorithms do
        of_names = [numbers(frame.iloc[:, described.index(a)], a["name"], str) for a in others]
        is_board = columns_differ_more(np.stack(of_names, axis=1)[:, None, :])
    role, place = ("algorithm", "{dataset}") if is_board else ("dataset", "{algorithm}")
    for way in guesses.patterns(others):
        measures = {name: direction(name) for name in way["measures"]}
        if any(measures.values()):
            pattern = way["pattern"].replace("{algorithm}", place)
            return {role: key, "measures": _directed(measures), "columns": pattern}
    return {role: key, "measures": _UNNAMED} | ({"columns": place} if is_board else {})
