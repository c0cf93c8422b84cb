"""Results on the folds of one data set, by algorithm, run and fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.facts import Facts
from jointstats.evidence.messages import Function, Option, Part, asked
from jointstats.table import columns
from jointstats.table.building import RAISE_OR_DROP, long_table
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class FoldTable(ResultsTable):
    """Results of algorithms on the test folds of one data set.

    Made by :func:`jointstats.results_table` with `fold` or `run`. It is a :class:`ResultsTable`
    whose rows are folds, so every test takes it; only the corrected tests allow for what folds
    share, and the tests that count rows as independent data sets warn.

    Attributes
    ----------
    grid : dict
        The run and fold of each row; rows have names such as ``"run 1, fold 3"``.
    of : str or None
        The data set.
    """

    grid: dict[str, tuple[str, str]] = field(default_factory=dict)
    of: str | None = None

    @property
    def facts(self) -> Facts:
        """What every result knows of this table; its rows are folds."""
        return replace(super().facts, cases="fold", of=self.of)

    @property
    def dependent_rows(self) -> errors.Caution:
        """Why the rows are not independent data sets."""
        where = "one data set" if self.of is None else f'the data set "{self.of}"'
        return errors.Caution(
            f"The {self.n} rows are folds of {where}, not data sets: they share training data, and "
            "this test, which takes them for independent, is far too sure. Use ",
            Function("hotelling_test"),
            " or ",
            Function("corrected_t_test"),
            ", or a table of several data sets with the mean of their folds.",
        )

    @property
    def runs(self) -> tuple[str, ...]:
        """The run of each row."""
        return tuple(self.grid[name][0] for name in self.datasets)

    @property
    def folds(self) -> tuple[str, ...]:
        """The fold of each row."""
        return tuple(self.grid[name][1] for name in self.datasets)

    @property
    def n_runs(self) -> int:
        """Number of runs, incomplete ones too."""
        return len({run for run, _ in self.grid.values()})

    @property
    def n_folds(self) -> int:
        """Number of folds in a run."""
        return len({fold for _, fold in self.grid.values()})

    def absent(self) -> list[tuple[str, str]]:
        """Return the combinations of a run and a fold that have no complete row."""
        seen = {self.grid[name] for name in self.datasets}
        runs, folds = (dict.fromkeys(names) for names in zip(*self.grid.values(), strict=True))
        return [pair for pair in product(runs, folds) if pair not in seen]

    def __repr__(self) -> str:
        of = "" if self.of is None else f" of {self.of}"
        _, *rest = super().__repr__().split("\n")
        first = (
            f"FoldTable: {wording.plural(self.n, 'fold')}{of} "
            f"(runs: {self.n_runs}, folds of a run: {self.n_folds}) "
            f"× {wording.plural(len(self.algorithms), 'algorithm')} × "
            f"{wording.plural(len(self.measures), 'measure')}"
        )
        return "\n".join([first, *rest])


def fold_table(
    df: pd.DataFrame,
    *,
    algorithm: Any,
    measures: Mapping[Any, str],
    fold: Any = None,
    run: Any = None,
    dataset: Any = None,
    of: Any = None,
    missing: str = "raise",
    only: Sequence[Any] | None = None,
) -> FoldTable:
    """A table of the folds of one data set from a frame with a row for each fold and algorithm.

    Raises
    ------
    ColumnError
        If a column or data set is unknown, or there are several data sets and `of` names none.
    MissingValuesError
        If a run lacks a fold.
    """
    df = columns.require_frame(df)
    options.one_of("missing", missing, RAISE_OR_DROP)
    if run is None and fold is None:
        which = (asked("run"), ", ", asked("fold"), " (or one).")
        raise errors.OptionError("Say which columns hold the run and the fold: ", *which)
    df, name = _rows_of(df, dataset, of)
    pairs = list(zip(_labels(df, run, "run"), _labels(df, fold, "fold"), strict=True))
    names = _row_names(pairs, run is not None, fold is not None)
    key = _unused(df)
    frame = df.copy()
    frame[key] = [names[pair] for pair in pairs]
    try:
        rows = long_table(
            frame, dataset=key, algorithm=algorithm, measures=measures, missing=missing, only=only
        )
    except errors.DuplicateRowsError:
        algorithms = _labels(df, algorithm, "algorithm")
        chosen = {*algorithms} if only is None else {options.label(a) for a in only}
        pairs_of = zip(frame[key], algorithms, strict=True)
        times = Counter(pair for pair in pairs_of if pair[1] in chosen)
        (row, name_of), number = times.most_common(1)[0]
        lacking: tuple[Part, ...] = (asked("dataset"), " and ", asked("of"))
        if run is None or fold is None:
            lacking = (asked("run" if run is None else "fold"),)
        rows_for = f'{number} rows for "{row}" and algorithm "{name_of}": what distinguishes them? '
        raise errors.DuplicateRowsError(rows_for, "Name the column with ", *lacking, ".") from None
    table = FoldTable(
        **{f.name: getattr(rows, f.name) for f in fields(ResultsTable)},
        grid={text: pair for pair, text in names.items()},
        of=name,
    )
    if missing == "raise":
        require_grid(table)
    return table


def require_grid(table: FoldTable) -> None:
    """Refuse a table that lacks a fold of a run.

    Raises
    ------
    MissingValuesError
        If a fold is absent; the message names the first.
    """
    absent = table.absent()
    if not absent:
        return
    run, fold = absent[0]
    many = table.n_runs * table.n_folds
    hint = (
        "are the folds numbered alike in every run?"
        if table.n_runs > 1 and len(absent) > many // 2
        else "every run needs all of its folds."
    )
    raise errors.MissingValuesError(
        f"{len(absent)} of {table.n_runs} runs × {table.n_folds} folds = {many} have no complete "
        f'row (the first: run "{run}", fold "{fold}"): {hint}'
    )


def _rows_of(df: pd.DataFrame, dataset: Any, of: Any) -> tuple[pd.DataFrame, str | None]:
    """Rows of one data set, and its name."""
    if dataset is None:
        if of is not None:
            needed = " needs the column that holds the data set: "
            raise errors.OptionError(Option("of"), needed, asked("dataset"), ".")
        return df, None
    codes, names = columns.coded(df, dataset, "data set")
    if not names:
        raise errors.NoDataError("The table has no rows.")
    if of is None and len(names) > 1:
        several = f"there are {len(names)} ({options.shorten(names, 3)})"
        one = f"Folds of one data set are compared, but {several}: name one with "
        raise errors.ColumnError(one, asked("of"), ".")
    chosen = names[0] if of is None else options.known_name("data set", of, names)
    return df[codes == names.index(chosen)], chosen


def _labels(df: pd.DataFrame, name: Any, role: str) -> np.ndarray:
    if name is None:
        return np.full(len(df), "1", dtype=object)
    codes, names = columns.coded(df, name, role)
    return np.array(names, dtype=object)[codes]


def _row_names(
    pairs: Sequence[tuple[str, str]], runs: bool, folds: bool
) -> dict[tuple[str, str], str]:
    """A name for every run and fold; names that would coincide are numbered."""
    names = {}
    for run, fold in dict.fromkeys(pairs):
        parts = [f"run {run}"] * runs + [f"fold {fold}"] * folds
        names[run, fold] = ", ".join(parts)
    twice = {text for text, n in Counter(names.values()).items() if n > 1}
    return {
        pair: f"{text} ({i + 1})" if text in twice else text
        for i, (pair, text) in enumerate(names.items())
    }


def _unused(df: pd.DataFrame) -> str:
    """A column name that the frame does not have."""
    name = "run and fold"
    while name in map(options.label, df.columns):
        name += "'"
    return name
