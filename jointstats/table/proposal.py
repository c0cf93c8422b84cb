"""A refusal that proposes: the columns with what each is, and one call that works on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import DoubtfulTableWarning, MissingValuesError, RolesError, unheard
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Call, JointStatsError, Option, Part, asked
from jointstats.table import guesses
from jointstats.table.accounts import Account, Columns, keys_of, several
from jointstats.table.heads import heads
from jointstats.table.long_tables import long
from jointstats.table.selecting import OF_FAILURES, selected, without_words

if TYPE_CHECKING:
    import pandas as pd

LISTED = 30  # columns that the message lists
_LOOKED_AT = (100_000, 300)  # rows and columns that proposals rest on
_SEQUENCE = ("dataset", "algorithm", "metric", "value", "measures", "columns", "fold", "run", "of")
_NO_LAYOUT: tuple[Part, ...] = (
    "Which columns name the data sets and the algorithms is not clear. A long table has a row for "
    "each data set and algorithm (", asked("dataset"), " and ", asked("algorithm"), "); a wide one "
    "a column for each algorithm (", Option("columns", "{algorithm}"), " or ",
    Option("columns", "{measure}_{algorithm}"), ").",
)  # fmt: skip
_FEW_SHARED = ("Most data sets would have results of one algorithm only.",)
Column = Mapping[str, Any]


@dataclass(frozen=True)
class Proposal:
    """What each column is, and the call that works on a table, if there is one.

    Attributes
    ----------
    described : list of dict
        Name, kind and extremes of each column.
    accounts : dict
        What each column is, by name.
    roles : dict
        The keywords that the call adds to those that are given; empty if none is proposed.
    why : tuple of parts
        Why none is proposed.
    """

    described: Sequence[Column]
    accounts: Mapping[str, Account]
    roles: Mapping[str, Any]
    why: tuple[Part, ...]


def proposal(
    frame: pd.DataFrame, given: Mapping[str, Any], described: Sequence[Column]
) -> Proposal:
    """Give each column of a frame an account, and try the call that follows from them."""
    table = Columns(frame, described)
    keyed = {name for role in ("dataset", "algorithm", "metric", "value", "runs", "fold", "run")
             for name in several(given.get(role))}  # fmt: skip
    if not keyed <= {*table.names} or not len(frame):
        return Proposal(described, {}, {}, _NO_LAYOUT)
    keys = keys_of(table, given)
    listed, roles, why = long(table, given, keys) if keys else heads(table, given)
    by_name = {account.name: account for account in listed}
    undecided = [name for name, account in by_name.items() if account.role == "open"]
    if undecided:
        roles, why = {}, (f"Decide on {shorten(undecided)}.", *(" " for _ in why[:1]), *why)
    if roles:
        roles, why = _working(frame, given, roles)
    added = {name: value for name, value in roles.items() if name not in given}
    return Proposal(described, by_name, added, why or () if added else why or _NO_LAYOUT)


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
    return RolesError(*why, *_listed(made), *call)


def _listed(made: Proposal) -> Iterator[Part]:
    """A line for each column: its name, its kind, and what it is; first those to decide on."""
    described = list(made.described)
    if len(described) > LISTED:
        order = [made.accounts[a["name"]].role if a["name"] in made.accounts else "out"
                 for a in described]  # fmt: skip
        first = sorted(range(len(order)), key=lambda i: (order[i] == "out", order[i] != "open"))
        described = [described[i] for i in first]
    shown = described[:LISTED]
    widths = [max((len(text(about)) for about in shown), default=0) for text in (_short, _kind)]
    for about in shown:
        account = made.accounts.get(about["name"])
        known = ("  ", *account.text) if account else ()
        yield f"\n  {_short(about):<{widths[0]}}  {_kind(about):<{widths[1] if known else 0}}"
        yield from known
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
    for _ in range(2):
        try:
            with unheard() as notes:
                table = built(frame, roles)
        except MissingValuesError as error:
            if "missing" in roles:
                return {}, error.parts
            roles["missing"] = "unknown" if {*OF_FAILURES}.isdisjoint(given) else "worst"
        except JointStatsError as error:
            return {}, error.parts
        else:
            doubts = [one for one in notes if one.category is DoubtfulTableWarning]
            if doubts:
                return {}, doubts[0].parts
            plausible = table.missing == "worst" or _is_plausible(table)
            return (roles, ()) if plausible else ({}, _FEW_SHARED)
    return {}, ()


def _is_plausible(table: Any) -> bool:
    """Whether most data sets have results of several algorithms."""
    values, _ = table.everything()
    shared = (~np.isnan(values).any(axis=1)).sum(axis=1) > 1
    return values.shape[2] > 1 and 2 * int(shared.sum()) >= len(shared)
