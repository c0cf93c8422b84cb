"""A refusal that proposes: what the heads of columns say, and one call that works on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import errors, wording
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Call, JointStatsError, Option, Part, asked
from jointstats.table import accounts, guesses
from jointstats.table.accounts import Account, Column, Columns, Keys
from jointstats.table.directions import is_qualifier, is_setting, is_spread, read, sign_of
from jointstats.table.leaderboard import by_pattern
from jointstats.table.selecting import OF_FAILURES, selected, without_words

if TYPE_CHECKING:
    import pandas as pd


_PLACE = {"dataset": "{algorithm}", "algorithm": "{dataset}"}


def heads(
    table: Columns, given: Mapping[str, Any]
) -> tuple[list[Account], dict[str, Any], tuple[Part, ...]]:
    """What each column is, the roles of a call, and what keeps it from being proposed."""
    key, role = _key(table, given)
    if key is None:
        return [], {}, ()
    others = [name for name in table.names if name != key]
    numbers = [name for name in others if accounts.is_number(table.by_name[name])]
    by_name = {
        name: _of_other(table, key, name, numbers, {*accounts.named_in(given)}) for name in others
    }
    results = [name for name, account in by_name.items() if account.role == "result"]
    way, roles = _read(table, results, role, given.get("measures") or {})
    place = "data set" if role == "algorithm" else "algorithm"
    listed = {}
    for name, account in by_name.items():
        if account.role != "result":
            listed[name] = account
        elif "measures" in given and way and name not in way:
            listed[name] = accounts.set_aside(name, "not named as a measure")
        elif name in way:
            measure, other = way[name]
            listed[name] = Account(name, "measure", (f'"{measure}" of the {place} "{other}"',))
        else:
            listed[name] = accounts.to_decide(name, *_undecided(name, role))
    sums = accounts.sum_in(table.by_name[key]) if role == "dataset" else None
    listed[key] = sums or Account(key, role, ("data set" if role == "dataset" else role,))
    why = () if way else _one_data_set(results, role)
    return [listed[name] for name in table.names], {role: key, **roles} if way else {}, why


def _key(table: Columns, given: Mapping[str, Any]) -> tuple[str | None, str]:
    """The column that names the rows, and what they are."""
    for role in ("algorithm", "dataset"):
        if role in given:
            return label(given[role]), role
    if len({*table.names}) < len(table.names):
        return None, ""
    for role, pattern in (("algorithm", guesses.ALGORITHM), ("dataset", guesses.DATASET)):
        fitting = table.fitting(pattern, "text")
        named = [name for name in fitting if table.by_name[name]["distinct"] == table.n]
        if len(named) == 1:
            return named[0], role
    return None, ""


def _of_other(table: Columns, key: str, name: str, numbers: list[str], named: set[str]) -> Account:
    about = table.by_name[name]
    if name in named:
        return Account(name, "named", ("named in the call",))
    if about["kind"] == "number with text":
        (row,) = table.place(about, key)
        return accounts.to_decide(name, f'the cell of "{row}" holds the text "{about["odd"][0]}"')
    if not accounts.is_number(about):
        return accounts.set_aside(name, about["why"])
    if is_spread(name, numbers):
        return accounts.set_aside(name, "the spread of another column")
    if is_setting(name) and not read(name).better:
        return accounts.set_aside(name, "a setting or a count")
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
        places = [place for _, place in pairs.values()]
        odd = (is_qualifier(name) or accounts.is_sum(name) or read(name).better for name in places)
        if pairs and whole and all(directions.values()) and not any(odd):
            pattern = way["pattern"].replace("{algorithm}", _PLACE[role])
            fitting.append((pairs, {"measures": directions, "columns": pattern}))
    return fitting[0] if len(fitting) == 1 else ({}, {})


def _direction(table: Columns, measure: str, pairs: Mapping[str, tuple[str, str]]) -> str:
    cells = [table.by_name[name] for name, pair in pairs.items() if pair[0] == measure]
    low = min(about.get("low", 0) for about in cells)
    high = max(about.get("high", 0) for about in cells)
    return read(measure, sign_of(low, high)).better


def _split(name: str, way: Mapping[str, Any], measures: list[str]) -> tuple[str, str] | None:
    pair = by_pattern(name, measures, way["pattern"], "{algorithm}")
    return pair if pair and pair[1] in way["algorithms"] else None


def _undecided(name: str, role: str) -> tuple[Part, ...]:
    if role == "algorithm" and (better := read(name).better):
        is_set = "one number for each algorithm. A property is set by "
        return (is_set, Option("per_algorithm", {name: better}))
    return (f"{'an algorithm' if role == 'dataset' else 'a data set'}, and which measure?",)


def _one_data_set(results: list[str], role: str) -> tuple[Part, ...]:
    """That a row for each algorithm with one column for each measure is one data set."""
    known = [name for name in results if read(name).better]
    if role != "algorithm" or not known:
        ways = [Option("columns", before + _PLACE[role]) for before in ("", "{measure}_")]
        state = "State what the columns are, such as "
        return (state, ways[0], " or ", ways[1], ", and the measures.")
    rows = f"The table has one row for each algorithm, and {shorten(known)} as measures. That is "
    return (rows + "one data set, and a comparison needs several.",)


def long(
    table: Columns, given: Mapping[str, Any], keys: Keys
) -> tuple[list[Account], dict[str, Any], tuple[Part, ...]]:
    """What each column is, the roles of a call, and what keeps it from being proposed."""
    listed = [*accounts.of_columns(table, keys, given)]
    roles: dict[str, Any] = {"dataset": _one(keys.dataset), "algorithm": _one(keys.algorithm)}
    measures = {account.name: account.better for account in listed if account.role == "measure"}
    if keys.metric:
        values = [account.name for account in listed if account.role == "value"]
        measures, why = _named(table, keys.metric[0], given)
        roles |= {"metric": keys.metric[0], "value": _one(values)}
        if not values:
            why = ("The column of the values next to the names of measures is not clear.",)
        if why:
            return listed, {}, why
    roles["measures"] = given.get("measures") or measures
    if not roles["measures"]:
        return listed, {}, ("No column is known to be a measure.",)
    folds = not {"fold", "run", "of"}.isdisjoint(given)
    if not folds and not table.unique(*keys.cell):
        if not table.unique(*keys.cell, *keys.runs):
            return listed, {}, (_repeated(keys),)
        if not {"aggregate", "runs"} & given.keys():
            roles["aggregate"] = "mean"
    return listed, {name: role for name, role in roles.items() if role is not None}, ()


def _one(names: Sequence[str]) -> Any:
    """One name, several as a list, none as None."""
    return names[0] if len(names) == 1 else [*names] or None


def _named(
    table: Columns, metric: str, given: Mapping[str, Any]
) -> tuple[dict[str, str], tuple[Part, ...]]:
    """The measures that a column names, with their directions."""
    names = table.by_name[metric].get("names", ())
    ways = {name: read(name).better for name in names if not is_spread(name, names)}
    unknown = [name for name, way in ways.items() if not way]
    if unknown and "measures" not in given:
        return {}, (f"No direction is known of {shorten(unknown)}. State it.",)
    return ways, ()


def _repeated(keys: Keys) -> str:
    runs = f" and {shorten(keys.runs)}" if keys.runs else ""
    return (
        f"Several rows have the same {shorten([*map(label, keys.cell)])}{runs}. State the runs, "
        "or keep one of them."
    )


LISTED = 30  # columns that the message lists
_LOOKED_AT = (100_000, 300)  # rows and columns that proposals rest on
_KEYS = ("dataset", "algorithm", "runs", "fold", "run")
_SEQUENCE = ("dataset", "algorithm", "metric", "value", "measures", "columns", "fold", "run", "of")
_NO_LAYOUT: tuple[Part, ...] = (
    "Which columns name the data sets and the algorithms is not clear. A long table has a row for "
    "each data set and algorithm (",
    *(asked("dataset"), " and ", asked("algorithm"), "); a wide one a column for each algorithm ("),
    *(Option("columns", "{algorithm}"), " or ", Option("columns", "{measure}_{algorithm}"), ")."),
)
_FEW_SHARED = ("Most data sets would have results of one algorithm only.",)


@dataclass(frozen=True)
class Proposal:
    """What each column is, and the call that works on a table, if there is one.

    Attributes
    ----------
    accounts : dict
        What each column is, by name.
    roles : dict
        The keywords that the call adds to those that are given; empty if none is proposed.
    why : tuple of parts
        Why none is proposed.
    """

    accounts: Mapping[str, Account]
    roles: Mapping[str, Any]
    why: tuple[Part, ...]


def proposal(
    frame: pd.DataFrame, given: Mapping[str, Any], described: Sequence[Column]
) -> Proposal:
    """Give each column of a frame an account, and try the call that follows from them."""
    table = Columns(frame, described)
    keyed = chain(*(accounts.several(given.get(role)) for role in (*_KEYS, "metric", "value")))
    if not {*keyed} <= {*table.names} or not len(frame):
        return Proposal({}, {}, _NO_LAYOUT)
    keys = accounts.keys_of(table, given)
    listed, roles, why = long(table, given, keys) if keys else heads(table, given)
    by_name = {account.name: account for account in listed}
    undecided = [name for name, account in by_name.items() if account.role == "open"]
    if undecided:
        roles, why = {}, (f"Decide on {shorten(undecided)}.", *(" " for _ in why[:1]), *why)
    if roles:
        roles, why = _working(frame, given, roles)
    added = {name: value for name, value in roles.items() if name not in given}
    return Proposal(by_name, added, why or () if added else why or _NO_LAYOUT)


def refused(frame: pd.DataFrame, given: Mapping[str, Any], *why: Part) -> errors.RolesError:
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
    frame = selected(frame, given["where"]) if "where" in given else frame
    whole = frame.iloc[:rows, :most]
    levels = [name for name in frame.index.names if name is not None]
    frame = whole.reset_index() if levels and not {*levels} & {*whole.columns} else whole
    frame = frame.set_axis([label(c) for c in frame.columns], axis=1)
    frame = without_words(frame, given.get("failed_words"))
    described = [guesses.described(frame, i) for i in range(frame.shape[1])]
    made = proposal(frame, given, described)
    needed = made.roles or dict.fromkeys(("dataset", "algorithm", "measures"))
    missing = [name for name in _SEQUENCE[:-3] if name in needed and name not in given]
    if not why and missing:
        first, *rest = missing
        names = [asked(first), *(part for name in rest for part in (", ", asked(name)))]
        why = ("The call does not state what the columns hold. Missing: ", *names, ".")
    call = _call(made.roles, given) if made.roles else ("\nNo call is proposed. ", *made.why)
    return errors.RolesError(*why, *_listed(described, made.accounts), *call)


def _listed(described: Sequence[Column], known: Mapping[str, Account]) -> Iterator[Part]:
    """A line for each column: its name, its kind, and what it is; first those to decide on."""
    if len(described) > LISTED:
        order = {name: {"open": 0, "out": 2}.get(one.role, 1) for name, one in known.items()}
        described = sorted(described, key=lambda about: order.get(about["name"], 2))
    shown = described[:LISTED]
    widths = [max((len(said(about)) for about in shown), default=0) for said in (_short, _kind)]
    for about in shown:
        text = ("  ", *known[about["name"]].text) if about["name"] in known else ()
        yield f"\n  {_short(about):<{widths[0]}}  {_kind(about):<{widths[1] if text else 0}}"
        yield from text
    if len(described) > LISTED:
        yield f"\n  and {wording.plural(len(described) - LISTED, 'further column')}"


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


def _call(roles: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[Part]:
    """The call that works, and what of it is uncertain."""
    yield from ("\nProposal:\n  ", Call("results_table", _ordered(roles), known=_ordered(given)))
    yield "\nRoles and directions are guesses: check them."
    if "aggregate" in roles:
        yield " Several rows of a data set and algorithm are taken for its runs."
    if roles.get("missing") == "worst":
        yield " A failed run loses to every result."
    elif "missing" in roles:
        yield " A missing result counts against every claim that it could support."


def _ordered(roles: Mapping[str, Any]) -> dict[str, Any]:
    first = [name for name in _SEQUENCE if name in roles]
    return {name: roles[name] for name in (*first, *(n for n in roles if n not in first))}


def _working(
    frame: pd.DataFrame, given: Mapping[str, Any], guessed: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[Part, ...]]:
    """The roles with which a table can be made, or why none can be made without a doubt."""
    from jointstats.table.making import built

    roles = {**guessed, **given}
    try:
        with errors.unheard() as notes:
            table = built(frame, roles)
    except errors.MissingValuesError as error:
        if "missing" in roles:
            return {}, error.parts
        rule = "unknown" if {*OF_FAILURES}.isdisjoint(given) else "worst"
        return _working(frame, given, {**roles, "missing": rule})
    except JointStatsError as error:
        return {}, error.parts
    doubts = [one for one in notes if one.category is errors.DoubtfulTableWarning]
    if doubts:
        return {}, doubts[0].parts
    plausible = table.missing == "worst" or _is_plausible(table)
    return (roles, ()) if plausible else ({}, _FEW_SHARED)


def _is_plausible(table: Any) -> bool:
    """Whether most data sets have results of several algorithms."""
    values, _ = table.everything()
    shared = (~np.isnan(values).any(axis=1)).sum(axis=1) > 1
    return values.shape[2] > 1 and 2 * int(shared.sum()) >= len(shared)
