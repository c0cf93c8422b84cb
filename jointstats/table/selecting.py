"""Rows that a call selects, keys of several columns, and runs that a call declares failed.

All three change a frame before its roles are read. What follows knows one column for each key, and
failed runs by their missing results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import Caution, ColumnError, NoDataError, OptionError, note
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import Option, Part
from jointstats.table import columns
from jointstats.table.guesses import as_text

if TYPE_CHECKING:
    import pandas as pd

Cells = TypeVar("Cells", "pd.Series", "pd.DataFrame")
# Roles that are columns, and what a message calls them.
KEYS = {"dataset": "data set", "algorithm": "algorithm", "runs": "run", "fold": "fold"}
KEYS |= {"run": "run", "cluster": "family"}
OF_FAILURES = ("failed", "failed_words", "limit", "even_failed")
BETWEEN = " / "  # the names of several columns
_NEAR = 0.99  # of a limit: a value above it may have been stopped by it


# --- Rows ---


def selected(frame: pd.DataFrame, where: Any) -> pd.DataFrame:
    """The rows whose cells have the values that `where` names; the note counts them.

    Raises
    ------
    ColumnError
        If there is no such column.
    NoDataError
        If no row remains.
    """
    chosen = np.ones(len(frame), dtype=bool)
    for name, values in options.conditions("where", where).items():
        cells, fits = _matching(frame, name, values, "where")
        if not (chosen & fits).any():
            among = "" if fits.any() else f' The column "{name}" holds {shorten(cells)}.'
            raise NoDataError("No row has ", Option("where", where), f".{among}")
        chosen &= fits
    if not chosen.all():
        of = f"{chosen.sum()} of {wording.plural(len(frame), 'row')}"
        note(Caution(f"{of} have ", Option("where", where), ". The others are left out."))
    return frame[chosen]


def _matching(
    frame: pd.DataFrame, name: str, values: Sequence[Any], option: str
) -> tuple[list[str], np.ndarray]:
    """The different cells of a column, and the rows in which it has one of these values."""
    import pandas as pd

    texts = columns.column(frame, name, option).astype(object).map(as_text)
    codes, cells = pd.factorize(texts)
    wanted = {_compared(as_text(value)) for value in values}
    return [*cells], np.array([_compared(cell) in wanted for cell in cells], dtype=bool)[codes]


def _compared(text: str) -> str:
    """A cell as it is compared: yes and no as 1 and 0, and a number in one way of writing."""
    text = text.strip()
    truth = columns.TRUTH.get(text.casefold())
    try:
        number = float(text) if truth is None else truth
    except ValueError:
        return text
    return label(number) if math.isfinite(number) else text


# --- Keys ---


def keyed(frame: pd.DataFrame, given: Mapping[str, Any]) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The frame with one column for each key of several, and the roles that name it.

    Raises
    ------
    ColumnError
        If a column is absent, or if names that differ are alike once they are joined.
    """
    roles = dict(given)
    for role, what in KEYS.items():
        names = columns_of(given.get(role), frame)
        if len(names) == 1:
            roles[role] = names[0]
        elif names:
            roles[role] = BETWEEN.join(names)
            if roles[role] in map(label, frame.columns):
                raise ColumnError(f'"{roles[role]}" is the name of a column. Rename it.')
            joined = _together(frame, names, what)
            if "algorithm" not in given:  # the other columns are the algorithms'
                frame = frame.loc[:, [label(c) not in names for c in frame.columns]]
            frame = frame.assign(**{roles[role]: joined})
    return frame, roles


def columns_of(named: Any, frame: pd.DataFrame) -> list[str]:
    """The columns in a list that a role names; a tuple may be the name of one column."""
    is_one = isinstance(named, tuple) and label(named) in map(label, frame.columns)
    if not isinstance(named, list | tuple) or is_one:
        return []
    if not named:
        raise OptionError("A key needs at least one column; got an empty list.")
    return [label(name) for name in named]


def _together(frame: pd.DataFrame, names: Sequence[str], what: str) -> Any:
    """The cells of some columns as one name for each row."""
    import pandas as pd

    parts = [columns.column(frame, name, what) for name in names]
    coded = [columns.names(part, what) for part in parts]
    codes = np.column_stack([codes for codes, _ in coded])
    combinations, row = np.unique(codes, axis=0, return_inverse=True)
    texts = [
        BETWEEN.join(cells[code] for code, (_, cells) in zip(each, coded, strict=True))
        for each in combinations.tolist()
    ]
    if twice := [text for text in {*texts} if texts.count(text) > 1]:
        raise ColumnError(
            f'The columns {shorten(names)} together give the name "{min(twice)}" to several of '
            f'the {what}s. Remove "{BETWEEN.strip()}" from their cells.'
        )
    if all(getattr(part.dtype, "ordered", False) for part in parts):
        return pd.Categorical.from_codes(row.ravel(), pd.Index(texts, dtype=object), ordered=True)
    return np.array(texts, dtype=object)[row.ravel()]


# --- Failed runs ---


@dataclass(frozen=True)
class Failures:
    """What a call declares of failed runs.

    Attributes
    ----------
    columns : dict
        For each column, the values that mark a failed run.
    words : tuple of str
        Cells that stand for a failed run in place of a number.
    limits : dict
        For each measure, the limit from which on a run has failed.
    even : tuple of str
        Measures whose results count even if the run failed.
    """

    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    even: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.columns or self.words or self.limits)

    @property
    def named(self) -> tuple[Part, ...]:
        """The options that declare them."""
        marks = {name: x[0] if len(x) == 1 else [*x] for name, x in self.columns.items()}
        limits = {name: options.whole(limit) for name, limit in self.limits.items()}
        said = {"failed": marks, "failed_words": [*self.words], "limit": limits}
        parts = [Option(name, value) for name, value in said.items() if value]
        return tuple(part for option in parts for part in (", ", option))[1:]

    def without_words(self, cells: Cells) -> tuple[Cells, np.ndarray]:
        """Cells of a measure without the words for a failed run, and where these were."""
        worded = np.zeros(cells.shape, dtype=bool)
        if self.words:
            words = {word.strip().casefold() for word in self.words}
            texts = cells.astype(object).map(as_text)
            worded = texts.map(lambda text: text.strip().casefold() in words).to_numpy(dtype=bool)
        return (cells.mask(worded) if worded.any() else cells), worded

    def beyond(self, measure: str, values: np.ndarray) -> np.ndarray:
        """Which results are at the limit of a measure, or above."""
        limit = self.limits.get(measure, math.inf)
        with np.errstate(invalid="ignore"):
            return np.asarray(values >= limit)

    def note_near(self, measure: str, values: np.ndarray, where: Callable[..., str]) -> None:
        """Note results within one per cent below the limit of a measure; `where` is one of them."""
        limit = self.limits.get(measure, math.inf)
        with np.errstate(invalid="ignore"):
            near = np.argwhere((values >= _NEAR * limit) & (values < limit)).tolist()
        if not near:
            return
        n, first = wording.plural(len(near), "result"), values[tuple(near[0])]
        within = f'"{measure}" is within 1 % below its limit in {n}, such as {first:.10g} of '
        lower = ". If these runs were stopped, lower the limit. It is "
        is_now = Option("limit", {measure: options.whole(limit)})
        note(Caution(f"{within}{where(*near[0])}{lower}", is_now, "."))


def declared(given: Mapping[str, Any]) -> Failures:
    """Check what a call declares of failed runs.

    Raises
    ------
    OptionError
    """
    ways = options.directions(given["measures"])
    said = {name: given[name] for name in OF_FAILURES if given.get(name) is not None}
    marks = options.conditions("failed", said["failed"]) if "failed" in said else {}
    words = options.one_or_several(said.get("failed_words", ()))
    even = options.known_names("measure", said.get("even_failed", ()), ways)
    limits = said.get("limit", {})
    if not isinstance(limits, Mapping):
        such = Option("limit", {next(iter(ways)): 3600})
        raise OptionError(Option("limit"), " names measures and their limits, such as ", such, ".")
    known = {
        options.known_name("measure", name, ways): options.number(
            f'The limit of measure "{label(name)}"', most, 0, open_low=True
        )
        for name, most in limits.items()
    }
    for name in known:
        if ways[name] == "max":
            raise OptionError(
                f'"{name}" has a limit, and higher is better. A limit is for measures to minimise.'
            )
        if name in even:
            raise OptionError(
                f'"{name}" has a limit, and counts even if the run failed. It is one of them.'
            )
    failures = Failures(marks, tuple(map(str, words)), known, tuple(even))
    if even and not failures:
        such = Option("failed", {"status": "timeout"})
        needed = " needs what marks a failed run, such as "
        raise OptionError(Option("even_failed"), needed, such, ".")
    return failures


def without_failed(
    frame: pd.DataFrame, given: Mapping[str, Any]
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """A long frame in which failed runs have no results, and the remaining roles.

    A row is a run.
    """
    rest = {name: role for name, role in given.items() if name not in OF_FAILURES}
    failures = declared(given)
    if not failures:
        return frame, rest

    def where(i: int) -> str:
        keys = [role for role in ("dataset", "algorithm") if given.get(role) is not None]
        cells = [columns.column(frame, given[role], KEYS[role]).iloc[i] for role in keys]
        return " on ".join(map(label, reversed(cells)))

    lost = _marked(frame, failures)
    results = {}
    for measure in options.directions(given["measures"]):
        cells, worded = failures.without_words(columns.column(frame, measure, "measure"))
        results[measure] = cells
        lost |= worded
        if measure in failures.limits:
            x = columns.read_written(cells).values
            lost |= failures.beyond(measure, x)
            failures.note_near(measure, x, where)
    note_failed(lost, failures)
    for measure, cells in results.items():
        kept = cells if measure in failures.even else cells.mask(lost)
        frame = _with(frame, measure, kept)
    return frame, rest


def without_failed_rows(
    frame: pd.DataFrame, given: Mapping[str, Any]
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The same of a frame with a row for each measure, where columns mark the failed runs."""
    failures = declared(given)
    if not failures.columns:
        return frame, dict(given)
    later = ("failed_words", "limit", "even_failed") if failures.words or failures.limits else ()
    rest = {n: role for n, role in given.items() if n not in OF_FAILURES or n in later}
    lost = _marked(frame, failures)
    note_failed(lost, replace(failures, words=(), limits={}))
    metric = columns.column(frame, given["metric"], "metric").map(label)
    cells = columns.column(frame, given["value"], "value")
    lost &= ~metric.isin(failures.even).to_numpy()
    return _with(frame, label(given["value"]), cells.mask(lost)), rest


def _marked(frame: pd.DataFrame, failures: Failures) -> np.ndarray:
    """The rows that a column marks as failed."""
    lost = np.zeros(len(frame), dtype=bool)
    for name, values in failures.columns.items():
        lost |= _matching(frame, name, values, "failed")[1]
    return lost


def _with(frame: pd.DataFrame, name: str, cells: Any) -> pd.DataFrame:
    """The frame with other cells in a column."""
    frame = frame.copy(deep=False)
    frame.isetitem([*map(label, frame.columns)].index(name), cells)
    return frame


def without_words(frame: pd.DataFrame, words: Any) -> pd.DataFrame:
    """A frame before its roles are known, without the words that stand for failed runs."""
    if words is None:
        return frame
    return Failures(words=tuple(map(str, options.one_or_several(words)))).without_words(frame)[0]


def note_failed(lost: np.ndarray, failures: Failures, what: str = "row") -> None:
    """Note how many rows, or other runs, have failed."""
    n = f"{lost.sum()} of {wording.plural(lost.size, what)}"
    are = "is a failed run" if lost.sum() == 1 else "are failed runs"
    note(Caution(f"{n} {are}: ", *failures.named, "."))
