"""A result as a question that can be put to other tables of the same results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.base.declare import declaration
from jointstats.base.errors import NoDataError, unheard
from jointstats.base.facts import presenters
from jointstats.claims.break_even import BreakEvenResult
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.compared_pair import OPEN, STRONGEST, compared_pairs
from jointstats.claims.comparison import Comparison
from jointstats.claims.kernel_states import STATES, states_of_pairs
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.pair_votes import places_of_all
from jointstats.claims.shown import Shown, shown_of
from jointstats.evidence.bounds import price_levels
from jointstats.joint.glrt import GLRTResult
from jointstats.joint.posterior import BayesResult
from jointstats.table.beside_values import Group
from jointstats.table.gaps import drop_incomplete
from jointstats.table.results_table import ResultsTable


def without(table: ResultsTable, datasets: Collection[str]) -> ResultsTable:
    """The table without some of its data sets."""
    left = np.array([name not in datasets for name in table.everything()[1]], dtype=bool)
    complete, rest = left[: table.n], left[table.n :]
    table = replace(
        table,
        values=table.values[complete],
        datasets=tuple(compress(table.datasets, complete)),
        incomplete=None if table.incomplete is None else table.incomplete[rest],
        dropped=(*compress(table.dropped, rest), *table.dropped[len(rest) :]),
    )
    if not table.comparable:
        raise NoDataError("No data set remains.")
    return table


def families_of(table: ResultsTable) -> dict[str, set[str]]:
    """Families to their data sets; nothing where each data set is a unit."""
    members: dict[str, set[str]] = {}
    names, families = table.everything()[1], table.families or {}
    for name in names:
        members.setdefault(families.get(name, name), set()).add(name)
    return members if len(members) < len(names) else {}


def with_rope(table: ResultsTable, measure: str, width: float | None) -> ResultsTable:
    """The table with another rope on one measure; None: with none."""
    others = tuple(name for name in table.roped if name != measure)
    return replace(
        table,
        rope=table.rope | {measure: float(width or 0)},
        roped=others if width is None else (*others, measure),
    )


def differences(table: ResultsTable, measure: str, control: str | None) -> np.ndarray:
    """How far the two of every pair are apart on a measure: each size once, ascending, above 0.

    Only here a rope can begin to make another tie.
    """
    places = places_of_all(table.algorithms, control)
    values = table.everything()[0][:, list(table.measures).index(measure)]
    with np.errstate(invalid="ignore"):
        apart = np.abs(values[:, places[:, 0]] - values[:, places[:, 1]]).ravel()
    apart = np.unique(apart[np.isfinite(apart)])
    return apart[apart > 0]


def treatments(table: ResultsTable) -> Iterator[tuple[str, ResultsTable]]:
    """Other rules for what is missing, with the tables that follow, if something is missing."""
    if table.incomplete is None and not table.n_failed:
        return
    values, names = table.everything()
    n = 0 if table.incomplete is None else len(table.incomplete)
    whole = replace(
        table, values=values, datasets=names, incomplete=None, dropped=table.dropped[n:]
    )
    for rule in ("drop", "unknown", "worst"):
        if rule == table.missing:
            continue
        other = replace(whole, missing=rule)
        yield rule, other if rule == "worst" else drop_incomplete(other)


def of_medians(table: ResultsTable) -> ResultsTable | None:
    """The table with medians of the runs in place of their means, if it keeps them."""
    if table.all_runs is None:
        return None
    values, names = table.everything()
    medians, there = np.full(values.shape, np.nan), ~np.isnan(values)
    medians[there] = np.nanmedian(table.all_runs.of(names)[there], axis=1)
    return replace(
        table,
        values=medians[: table.n],
        incomplete=None if table.incomplete is None else medians[table.n :],
        aggregate="median",
    )


Key = tuple[str, ...]  # the algorithms that something is decided of

PAIRS = (Comparison, LeaderboardResult)
TESTS = (GLRTResult, BayesResult, ClaimResult, BreakEvenResult)


@dataclass(frozen=True)
class Decided:
    """What is decided.

    Attributes
    ----------
    decided : mapping
        What is decided of these algorithms; two settings are compared by it.
    say : callable
        The same in words.
    """

    decided: Mapping[Key, Hashable]
    say: Callable[[Key], str]

    def differs(self, other: Decided, among: Collection[str]) -> list[Key]:
        """Algorithms about which another answer decides something else."""
        keys = dict.fromkeys([*self.decided, *other.decided])
        return [
            key
            for key in keys
            if self.decided.get(key) != other.decided.get(key) and set(key) <= set(among)
        ]


NOTHING = Decided({}, str)

Levels = tuple[Sequence[float], Callable[[float], Decided]]
"""Levels, ascending, at which something else is decided, and what is decided at any level."""


@dataclass(frozen=True)
class OfPairs:
    """The states of all pairs, or of those with the control.

    Attributes
    ----------
    alpha : float
    control : str or None
    groups : tuple of Group
    """

    alpha: float
    control: str | None
    groups: tuple[Group, ...] = ()

    def shown(self, table: ResultsTable) -> Shown:
        """Counts, p-values and states."""
        return shown_of(table, self.alpha, self.control, self.groups)

    def answer(self, table: ResultsTable) -> Decided:
        """The state of each pair that is not open, and its winner; wins first."""
        return answer_of(self.shown(table))

    def levels(self, table: ResultsTable) -> Levels:
        """From the corrected p-values of all claims, without another computation."""
        shown = self.shown(table)
        p = shown.corrected
        every = np.unique(np.concatenate([p.measures.ravel(), p.equal.ravel(), p.joint.ravel()]))

        def at(alpha: float) -> Decided:
            return answer_of(replace(shown, of_kinds=states_of_pairs(shown.counts, p, alpha)))

        return every[every < 1].tolist(), at

    def without(self, measure: str) -> OfPairs:
        """The question of a table that lacks a measure."""
        rest = []
        for group in self.groups:
            names = tuple(name for name in group.measures if name != measure)
            rule = group.within if isinstance(group.within, str) else min(group.within, len(names))
            if names:
                rest.append(Group(group.name, names, rule))
        return replace(self, groups=tuple(rest))


def answer_of(shown: Shown) -> Decided:
    """What is shown, pair by pair; rows are made of those that are put into words."""
    names, rows = shown.algorithms, compared_pairs(shown)
    rank = np.array([STRONGEST.index(state) for state in STATES])[shown.states.state]
    strongest_first = np.argsort(rank, kind="stable")[: int((rank < STRONGEST.index(OPEN)).sum())]
    state, side = shown.states.state.tolist(), shown.states.side.tolist()
    place: dict[Key, int] = {}
    for i in strongest_first.tolist():
        a, b = shown.places[i]
        place[names[a], names[b]] = i
    decided = {key: (state[i], side[i]) for key, i in place.items()}
    return Decided(decided, lambda key: presenters["state"](rows[place[key]]))


# --- Tests ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfTest:
    """What a single test decides; the test itself answers.

    Attributes
    ----------
    of : str
        The function.
    options : dict
        Its options, without those that choose from a table.
    alpha : float
    control : str or None
    price : float or None
        Of break-even prices: who is asked to be better at it.
    """

    of: str
    options: Mapping[str, Any]
    alpha: float
    control: str | None
    price: float | None = None

    def run(self, table: ResultsTable, **other: Any) -> Any:
        """The test's result."""
        test = declaration(self.of)
        with unheard():
            return test.function(table, **(dict(self.options) | other))

    def answer(self, table: ResultsTable, **other: Any) -> Decided:
        """What the test decides, if it does."""
        result = self.run(table, **other)
        words = self._said(result)
        return NOTHING if words is None else Decided({result.algorithms: words}, lambda _: words)

    def _said(self, result: Any) -> str | None:
        if self.price is not None:
            better = result.better_at(self.price)
            at = f"is better at {self.price:g} {result.unit}"
            return None if better is None else f"{better} {at}"
        if not result.decided:
            return None
        if isinstance(result, ClaimResult):
            return result.claim
        return wording.cell(result.best, result.question, result.control)

    def levels(self, table: ResultsTable) -> Levels:
        """From what decides: the test is run again at that level."""
        return self._decisive(self.run(table)), partial(self._at, table)

    def _at(self, table: ResultsTable, alpha: float) -> Decided:
        return self.answer(table, alpha=alpha) if alpha > 0 else NOTHING

    def _decisive(self, result: Any) -> Sequence[float]:
        """Levels at which the test decides something else: from one on, for what it found."""
        if self.price is not None:
            return price_levels(result.n_families or result.n).tolist()
        if not isinstance(result, BayesResult):
            level = float(result.p_value)
        elif result.decisive is None:
            return []
        else:
            sides = 2 if result.rule == "lower" else 1
            level = sides * (1 - result.decisive) * (1 + 1e-9)  # P = 1 - level is rounded
        return [level] if 0 < level < 1 else []


Question = OfPairs | OfTest


def question_of(result: Any, price: float | None = None) -> Question:
    """What a result asks, of prices who is better at one; its class is in `PAIRS` or `TESTS`."""
    if isinstance(result, PAIRS):
        return OfPairs(result.alpha, result.control, result.facts.groups)
    of = result.call["function"]
    known = declaration(of).options
    options = {k: v for k, v in result.call.items() if k in known and k != "on"}
    if price is not None:
        unit = result.unit  # what the whole table would choose
        options |= {"gain": unit.gain, "cost": unit.cost, "scale": result.scale}
    return OfTest(of, options, result.alpha, getattr(result, "control", None), price)
