"""The roles of a long table that its columns speak for, and what keeps them from being proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Part
from jointstats.table.accounts import Account, Columns, Keys, accounts
from jointstats.table.directions import is_spread, read


def long(
    table: Columns, given: Mapping[str, Any], keys: Keys
) -> tuple[list[Account], dict[str, Any], tuple[Part, ...]]:
    """What each column is, the roles of a call, and what keeps it from being proposed."""
    listed = [*accounts(table, keys, given)]
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
