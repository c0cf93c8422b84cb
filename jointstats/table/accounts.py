"""What each column of a table is: a role, left out for a reason, or open until somebody decides.

Names speak for roles, and cells confirm them. A column that is open keeps any call from being
proposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.options import label
from jointstats.evidence.messages import Option, Part, asked
from jointstats.table import directions, guesses
from jointstats.table.guesses import Column

if TYPE_CHECKING:
    import pandas as pd

_NUMBERED = re.compile(
    r"(?i)(row|line|run|job|exp(eriment)?|trial)?[ _.-]?(id|idx|index|nr|no|uuid|hash|#)"
)
_NOTE = re.compile(
    r"(?i)(time[ _.-]?stamp|(start|end|run)?[ _.-]?date(time)?|created|host(name)?|node|machine|"
    r"user|commit|version|path|url|link|comments?|notes?|remarks?|git\w*)([ _.-]\w+)?"
)
_PARTS = re.compile(
    r"(?i)(num[ _.-]?|n[ _.-]?)?(cases?|instances?|items?|questions?|quer(y|ies)|qid|"
    r"observations?|subjects?|patients?|examples?|documents?|scenes?|puzzles?)"
    r"([ _.-]?(ids?|nr|no|number|name))?"
)
_SUMS = re.compile(
    r"(?i)(macro |micro |weighted )?(average|avg\.?|mean|median|(mean |average )?rank|"
    r"total|sum|overall|all|mittel(wert)?|gesamt|moyenne)"
)
_SPLIT = re.compile("(data)?(split|subset|phase|partition|set|stage|mode|portion)", re.I)
_UNNAMED = re.compile(r"\s*(Unnamed: \d+)?\s*")


@dataclass(frozen=True)
class Account:
    """What one column is.

    Attributes
    ----------
    name : str
    role : str
        ``"dataset"``, ``"algorithm"``, ``"measure"``, ``"runs"``, ``"metric"``, ``"value"``,
        ``"named"`` in the call, ``"out"`` or ``"open"``.
    text : tuple of parts
        What it is, why it is left out, or what to decide.
    better : str
        The direction of a measure.
    """

    name: str
    role: str
    text: tuple[Part, ...]
    better: str = ""


def to_decide(name: str, *text: Part) -> Account:
    """An account that stays open until somebody decides."""
    return Account(name, "open", ("decide: ", *text))


def set_aside(name: str, why: str) -> Account:
    """An account of a column that no call uses."""
    return Account(name, "out", (f"left out: {why}",))


@dataclass(frozen=True)
class Keys:
    """The columns that name a result: data set, algorithm, run, and measure."""

    dataset: tuple[str, ...]
    algorithm: tuple[str, ...]
    runs: tuple[str, ...] = ()
    metric: tuple[str, ...] = ()

    @property
    def cell(self) -> tuple[str, ...]:
        """What a result has to be named by."""
        return (*self.dataset, *self.algorithm, *self.metric)

    def role_of(self, name: str) -> str:
        """The role of a column, or nothing."""
        roles = ("dataset", "algorithm", "runs", "metric")
        return next((role for role in roles if name in getattr(self, role)), "")


class Columns:
    """The columns of a frame, what is known of each, and how they depend on each other."""

    def __init__(self, frame: pd.DataFrame, described: Sequence[Column]) -> None:
        self.frame, self.described, self.n = frame, described, len(frame)
        self.names = [about["name"] for about in described]
        self.by_name = dict(zip(self.names, described, strict=True))
        self._codes: dict[str, np.ndarray] = {}

    def codes(self, *names: str) -> np.ndarray:
        """A number for each combination of cells, by row."""
        import pandas as pd

        joint = np.zeros(self.n, dtype=np.int64)
        for name in names:
            if name not in self._codes:
                self._codes[name] = pd.factorize(self._texts(name))[0]
            codes = self._codes[name]
            joint = pd.factorize(joint * (codes.max(initial=0) + 1) + codes)[0]
        return joint

    def _texts(self, name: str) -> pd.Series:
        return self.frame.iloc[:, self.names.index(name)].map(guesses.as_text)

    def count(self, *names: str) -> int:
        """How many combinations of cells there are."""
        return len(np.unique(self.codes(*names)))

    def determined(self, name: str, *keys: str) -> bool:
        """Whether rows with the same keys have the same cell."""
        return bool(keys) and self.count(*keys, name) == self.count(*keys)

    def unique(self, *keys: str) -> bool:
        """Whether no two rows have the same keys."""
        return self.count(*keys) == self.n

    def place(self, about: Column, *keys: str) -> list[str]:
        """The names in the row of the first cell of a column of numbers that holds text."""
        row = self._texts(about["name"]).str.strip().tolist().index(about["odd"][0].strip())
        return [label(self.frame.iloc[row, self.names.index(key)]) for key in keys]

    def fitting(self, pattern: re.Pattern[str], *kinds: str) -> list[str]:
        """The columns with several cells, of some kinds, whose names fit."""
        fitting = (about for about in self.described if pattern.fullmatch(about["name"].strip()))
        several = (about for about in fitting if about["kind"] in kinds and about["distinct"] > 1)
        return [about["name"] for about in several if not guesses.is_boolean(about)]


def is_number(about: Column) -> bool:
    """Whether a column can be a measure as it is."""
    return about["kind"] == "number" or bool(about["kind"] != "empty" and about["percent"])


def is_sum(name: str) -> bool:
    """Whether a row of this name sums up others, such as Average."""
    return _SUMS.fullmatch(name.strip()) is not None


def sum_in(about: Column) -> Account | None:
    """The account of a column of data sets if one of them sums up the others."""
    sums = next(filter(is_sum, about.get("names", ())), None)
    if sums is None:
        return None
    return to_decide(about["name"], f'the row "{sums}" sums up others. Leave it out')


# --- Keys ---


def keys_of(table: Columns, given: Mapping[str, Any]) -> Keys | None:
    """The keys of a long table; None if they are not known without a doubt."""
    metric = several(given.get("metric")) or tuple(table.fitting(guesses.METRIC, "text"))[:1]
    runs = several(given.get("runs")) or several(given.get("fold")) + several(given.get("run"))
    runs = runs or tuple(table.fitting(guesses.RUNS, "number", "text"))
    folds = "fold" in given or "run" in given
    taken = {*metric, *runs}
    algorithm = several(given["algorithm"]) if "algorithm" in given else _algorithm(table)
    dataset = several(given["dataset"]) if "dataset" in given else _dataset(table, taken, algorithm)
    if not dataset and algorithm and not folds:
        dataset = _only_text(table, taken, algorithm)
    if not algorithm and dataset:
        algorithm = _only_text(table, taken, dataset)
    long = "dataset" in given or not (algorithm and table.unique(*algorithm))
    known = algorithm and (dataset or folds) and long and not table.unique(*dataset)
    return Keys(dataset, algorithm, runs, metric) if known else None


def several(named: Any) -> tuple[str, ...]:
    """The columns that a role names: none, one or several."""
    if named is None or isinstance(named, Mapping):
        return ()
    return tuple(map(label, named if isinstance(named, list | tuple) else [named]))


def _algorithm(table: Columns) -> tuple[str, ...]:
    """The one column that is named like algorithms; of several that mean the same, the first."""
    named = table.fitting(guesses.ALGORITHM, "text")
    numbers = {table.count(*some) for name in named for some in ([name], [named[0], name])}
    return tuple(named[:1]) if len(numbers) == 1 else ()


def _dataset(table: Columns, taken: set[str], algorithm: tuple[str, ...]) -> tuple[str, ...]:
    """The columns that are named like data sets or parts of them, without what they determine."""
    fitting = (table.fitting(pattern, "text", "number") for pattern in (guesses.DATASET, _PARTS))
    named = [name for name in dict.fromkeys(chain(*fitting)) if name not in taken]
    named = [name for name in named if table.by_name[name]["distinct"] < table.n]
    named = [name for name in named if not table.determined(name, *algorithm)]
    for size in range(1, len(named) + 1):
        for some in combinations(named, size):
            rest = [name for name in named if name not in some]
            if all(table.determined(name, *some) for name in rest):
                return some
    alone = [name for name in table.names if guesses.DATASET.fullmatch(name)]
    return (alone[0],) if len(alone) == 1 and table.by_name[alone[0]]["distinct"] == 1 else ()


def _only_text(table: Columns, taken: set[str], other: tuple[str, ...]) -> tuple[str, ...]:
    """The only column of names that is nothing else, and that does not describe the other key."""
    free = []
    for about in table.described:
        name = about["name"]
        if about["kind"] != "text" or not 1 < about["distinct"] < table.n:
            continue
        odd = (pattern.fullmatch(name) for pattern in (_NOTE, _SPLIT, _NUMBERED, guesses.RUNS))
        if name in {*taken, *other} or any(odd) or directions.is_setting(name) or about.get("cure"):
            continue
        if (
            guesses.is_boolean(about)
            or guesses.is_status(about)
            or any(map(directions.is_qualifier, about.get("names", ())))
        ):
            continue
        if not table.determined(name, *other):
            free.append(name)
    return tuple(free) if len(free) == 1 else ()


# --- Other columns ---


def of_columns(table: Columns, keys: Keys, given: Mapping[str, Any]) -> Iterator[Account]:
    """What every column of a long table is."""
    named = set(named_in(given))
    numbers = [about["name"] for about in table.described if is_number(about)]
    value = several(given.get("value")) or (_value(keys, numbers) if keys.metric else ())
    repeated = not table.unique(*keys.cell)
    apart = table.unique(*keys.cell, *keys.runs)
    for about in table.described:
        name = about["name"]
        if table.names.count(name) > 1:
            yield to_decide(name, "two columns have this name")
        elif role := keys.role_of(name):
            yield from _of_key(about, role, repeated and apart, name in named)
        elif name in value:
            yield Account(name, "value", ("value of the measure",))
        elif name in named:
            yield Account(name, "named", ("named in the call",))
        else:
            yield _of_other(table, keys, about, numbers, bool(value) or "measures" in given)


def named_in(given: Mapping[str, Any]) -> Iterator[str]:
    """The columns and measures that a call names."""
    for value in given.values():
        if value is not None:
            yield from map(label, value if isinstance(value, Mapping | list | tuple) else [value])


def _of_key(about: Column, role: str, averaged: bool, named: bool) -> Iterator[Account]:
    name = about["name"]
    if role == "runs" and not averaged and not named:
        yield set_aside(name, "a run, and each result has one row")
    elif role == "dataset" and (sums := sum_in(about)):
        yield sums
    else:
        words = {"dataset": "data set", "runs": "run, averaged", "metric": "name of the measure"}
        yield Account(name, role, (words.get(role, role),))


def _value(keys: Keys, numbers: Sequence[str]) -> tuple[str, ...]:
    """The column of numbers next to a column of metrics: from the name, or the only one."""
    names = [name for name in numbers if not keys.role_of(name)]
    by_name = [name for name in names if guesses.VALUE.fullmatch(name)]
    chosen = by_name if len(by_name) == 1 else names
    return tuple(chosen) if len(chosen) == 1 else ()


def _of_other(
    table: Columns, keys: Keys, about: Column, numbers: Sequence[str], chosen: bool
) -> Account:
    """A column that is no key: a measure, left out, or open."""
    name, kind = about["name"], about["kind"]
    by_dataset = table.determined(name, *keys.dataset)
    by_algorithm = table.determined(name, *keys.algorithm)
    boolean = guesses.is_boolean(about)
    if kind == "empty":
        return set_aside(name, "empty")
    if about["distinct"] <= 1 and not about["missing"] and not directions.is_outcome(name):
        return set_aside(name, "the same in every row")
    if _UNNAMED.fullmatch(name):
        if _is_row_number(table, about):
            return set_aside(name, "row numbers")
        return to_decide(name, "what is it? It has no name")
    if guesses.is_status(about):
        return to_decide(name, "does it mark failed runs?", *guesses.if_failed(about))
    if boolean and not directions.read(name).better:
        which = "yes or no. Is it a measure, or does it mark failed runs?"
        return to_decide(name, which, *guesses.if_failed(about))
    if kind == "text" and not is_number(about) and not (boolean and directions.is_outcome(name)):
        return _of_text(table, about, by_dataset, by_algorithm)
    if kind == "number with text":
        where = ", ".join(table.place(about, *keys.dataset, *keys.algorithm))
        such = f'{about["n_odd"]} cells hold text, such as "{about["odd"][0]}" ({where})'
        return to_decide(name, such)
    if directions.is_spread(name, numbers):
        return set_aside(name, "the spread of another column")
    if _NUMBERED.fullmatch(name) and (_is_row_number(table, about) or table.unique(*keys.cell)):
        return set_aside(name, "a number of the row")
    if directions.is_setting(name) and (by_dataset or by_algorithm):
        return set_aside(name, "a setting")
    if not table.determined(name, *keys.cell, *keys.runs) and not directions.read(name).better:
        return _tells_apart(name)
    found = directions.read(name, directions.sign_of(about.get("low", 0), about.get("high", 0)))
    if chosen:
        return set_aside(name, "not named as a measure")
    if by_algorithm == by_dataset or directions.is_outcome(name):
        if not found.better:
            return to_decide(name, "whether higher or lower is better")
        way = "higher" if found.better == "max" else "lower"
        return Account(name, "measure", (f"measure, {way} is better",), found.better)
    if not found.better:
        return set_aside(name, f"it describes the {'data set' if by_dataset else 'algorithm'}")
    if by_dataset:
        return to_decide(name, "a measure? All algorithms of a data set have the same")
    why = "a measure? It is one number for each algorithm. A property is set by "
    return to_decide(name, why, Option("per_algorithm", {name: found.better}))


def _of_text(table: Columns, about: Column, by_dataset: bool, by_algorithm: bool) -> Account:
    name = about["name"]
    if by_dataset or by_algorithm:
        return set_aside(name, f"it describes the {'data set' if by_dataset else 'algorithm'}")
    if about["distinct"] == table.n or _NOTE.fullmatch(name) or _NUMBERED.fullmatch(name):
        return set_aside(name, "a note on each row")
    if about.get("cure"):
        return to_decide(name, f"{about['why']}. {about['cure'].removesuffix('.')}")
    return _tells_apart(name)


def _tells_apart(name: str) -> Account:
    roles = (asked("dataset"), " or ", asked("algorithm"), ", or ", asked("runs"))
    return to_decide(name, "a part of ", *roles, "? Otherwise keep the rows of one value")


def _is_row_number(table: Columns, about: Column) -> bool:
    whole = about["kind"] == "number" and not about["missing"] and about["distinct"] == table.n
    return bool(whole and about["high"] - about["low"] == table.n - 1)
