"""Tables with one row for each data set or algorithm: what the heads of their columns say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Option, Part
from jointstats.table import guesses
from jointstats.table.accounts import (
    Account,
    Columns,
    is_number,
    is_sum,
    named_in,
    set_aside,
    sum_in,
    to_decide,
)
from jointstats.table.directions import is_qualifier, is_setting, is_spread, read, sign_of

_PLACE = {"dataset": "{algorithm}", "algorithm": "{dataset}"}


def heads(
    table: Columns, given: Mapping[str, Any]
) -> tuple[list[Account], dict[str, Any], tuple[Part, ...]]:
    """What each column is, the roles of a call, and what keeps it from being proposed."""
    key, role = _key(table, given)
    if key is None:
        return [], {}, ()
    others = [name for name in table.names if name != key]
    numbers = [name for name in others if is_number(table.by_name[name])]
    by_name = {name: _of_other(table, key, name, numbers, {*named_in(given)}) for name in others}
    results = [name for name, account in by_name.items() if account.role == "result"]
    way, roles = _read(table, results, role, given.get("measures") or {})
    place = "data set" if role == "algorithm" else "algorithm"
    listed = {}
    for name, account in by_name.items():
        if account.role != "result":
            listed[name] = account
        elif "measures" in given and way and name not in way:
            listed[name] = set_aside(name, "not named as a measure")
        elif name in way:
            measure, other = way[name]
            listed[name] = Account(name, "measure", (f'"{measure}" of the {place} "{other}"',))
        else:
            listed[name] = to_decide(name, *_undecided(name, role))
    sums = sum_in(table.by_name[key]) if role == "dataset" else None
    listed[key] = sums or Account(key, role, ("data set" if role == "dataset" else role,))
    why = () if way else _one_data_set(table, results, role)
    return [listed[name] for name in table.names], {role: key, **roles} if way else {}, why


def _key(table: Columns, given: Mapping[str, Any]) -> tuple[str | None, str]:
    """The column that names the rows, and what they are."""
    for role in ("algorithm", "dataset"):
        if role in given:
            return label(given[role]), role
    if len({*table.names}) < len(table.names):
        return None, ""
    unique = {about["name"] for about in table.described
              if about["kind"] in ("text", "number") and about["distinct"] == table.n}  # fmt: skip
    for role, pattern in (("algorithm", guesses.ALGORITHM), ("dataset", guesses.DATASET)):
        named = [name for name in table.fitting(pattern, "text") if name in unique]
        if len(named) == 1:
            return named[0], role
    return None, ""


def _of_other(table: Columns, key: str, name: str, numbers: list[str], named: set[str]) -> Account:
    about = table.by_name[name]
    if name in named:
        return Account(name, "named", ("named in the call",))
    if about["kind"] == "number with text":
        odd = about["odd"][0]
        row = label(table.frame.iloc[table.first(name, odd), table.names.index(key)])
        return to_decide(name, f'the cell of "{row}" holds the text "{odd}"')
    if not is_number(about):
        return set_aside(name, about["why"])
    if is_spread(name, numbers):
        return set_aside(name, "the spread of another column")
    if is_setting(name) and not read(name).better:
        return set_aside(name, "a setting or a count")
    return Account(name, "result", ())


def _read(
    table: Columns, results: list[str], role: str, chosen: Mapping[Any, str]
) -> tuple[dict[str, tuple[str, str]], dict[str, Any]]:
    """Measure and algorithm, or data set, of each column; and the roles of the call."""
    fitting = []
    for way in guesses.patterns([table.by_name[name] for name in results]):
        measures = [name for name in way["measures"] if not chosen or name in chosen]
        pairs = {name: pair for name in results if (pair := _split(name, way, measures))}
        directions = dict(chosen) or {name: _direction(table, name, pairs) for name in measures}
        whole = len(pairs) == len(results) or {*measures} == {*chosen}
        odd = (is_qualifier(place) or is_sum(place) or read(place).better
               for _, place in pairs.values())  # fmt: skip
        if pairs and whole and all(directions.values()) and not any(odd):
            pattern = way["pattern"].replace("{algorithm}", _PLACE[role])
            fitting.append((pairs, {"measures": directions, "columns": pattern}))
    return fitting[0] if len(fitting) == 1 else ({}, {})


def _direction(table: Columns, measure: str, pairs: Mapping[str, tuple[str, str]]) -> str:
    cells = [table.by_name[name] for name, pair in pairs.items() if pair[0] == measure]
    low, high = (extreme(about.get(end, 0) for about in cells)
                 for end, extreme in (("low", min), ("high", max)))  # fmt: skip
    return read(measure, sign_of(low, high)).better


def _split(name: str, way: Mapping[str, Any], measures: list[str]) -> tuple[str, str] | None:
    from jointstats.table.column_names import by_pattern

    pair = by_pattern(name, measures, way["pattern"], "{algorithm}")
    return pair if pair and pair[1] in way["algorithms"] else None


def _undecided(name: str, role: str) -> tuple[Part, ...]:
    if role == "algorithm" and (better := read(name).better):
        return ("one number for each algorithm. A property is set by ",
                Option("per_algorithm", {name: better}))  # fmt: skip
    return (f"{'an algorithm' if role == 'dataset' else 'a data set'}, and which measure?",)


def _one_data_set(table: Columns, results: list[str], role: str) -> tuple[Part, ...]:
    """That a row for each algorithm with one column for each measure is one data set."""
    known = [name for name in results if read(name).better]
    if role != "algorithm" or not known:
        return ("State what the columns are, such as ", Option("columns", _PLACE[role]), " or ",
                Option("columns", "{measure}_" + _PLACE[role]), ", and the measures.")  # fmt: skip
    return (f"The table has one row for each algorithm, and {shorten(known)} as measures. That is "
            "one data set, and a comparison needs several.",)  # fmt: skip
