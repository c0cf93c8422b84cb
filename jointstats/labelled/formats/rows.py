"""Rows that another program wrote: columns, numbers, what had failed, scores of models on tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from jointstats.kernels.messages import Option
from jointstats.labelled import options, wording
from jointstats.labelled.errors import ColumnError, ReadError
from jointstats.labelled.formats.format import Found, Note, Source
from jointstats.labelled.formats.text import read_text

if TYPE_CHECKING:
    import pandas as pd

K = TypeVar("K")


def every_table(test: Callable[[Source], bool]) -> Callable[[Source], bool]:
    """For a format that is known if all of the tables are: the one file, or each CSV file."""
    return lambda source: bool(source.tables) and all(map(test, source.tables))


def column_names(source: Source) -> set[str]:
    """Names of the columns of a data frame, or of one file of text."""
    if is_frame(source.object):
        return set(map(str, source.object.columns))
    return set(source.columns) if source.is_file else set()


def frame_of(source: Source, needed: Collection[str], what: str) -> pd.DataFrame:
    """A copy of the frame, or the rows of the file as text.

    Parameters
    ----------
    source : Source
    needed : collection of str
        Columns that must be there.
    what : str
        What the columns make it, for the message, such as "a table of TabArena".

    Raises
    ------
    ReadError
        If it is neither a frame nor a file, or has no rows.
    ColumnError
        If it lacks a column.
    """
    if is_frame(source.object):
        frame = source.object.reset_index(drop=True).copy()
    elif source.is_file:
        frame = next(read_text(source, "csv"))
    else:
        raise ReadError(f"{source.name} is no single table: name a file, or give the data frame.")
    lacking = [name for name in needed if name not in frame.columns]
    if lacking:
        raise ColumnError(
            f"{source.name} is not {what}: it has no column {wording.any_of(sorted(lacking))}; the "
            f"columns are {options.shorten([str(name) for name in frame.columns])}."
        )
    refuse_twice(frame.columns, source)
    if frame.empty:
        raise ReadError(f"{source.name} has no rows.")
    return frame


def refuse_twice(columns: Iterable[Any], source: Source) -> None:
    """Refuse two columns of the same name, of which one would be lost.

    Raises
    ------
    ColumnError
    """
    for name, number in Counter(map(str, columns)).items():
        if number > 1:
            raise ColumnError(
                f'{source.name} has {number} columns of the name "{options.label(name)}": rename '
                "them, or leave out all but one."
            )


def refuse_repeated(
    frame: pd.DataFrame, keys: Sequence[str], name: str, what: str, such: str
) -> None:
    """Refuse several rows of the same keys; `such` has a place for each key of an example.

    Raises
    ------
    ReadError
    """
    again = frame[frame.duplicated(keys)]
    if len(again):
        first = such.format(*(options.label(again.iloc[0][key]) for key in keys))
        raise ReadError(
            f"{name} holds {wording.plural(len(again), what)} more than once, such as {first}: "
            "keep the row that counts."
        )


def repeated(keys: Sequence[K]) -> list[K]:
    """Those that are there more than once, each as often as it is once more."""
    return list((Counter(keys) - Counter({*keys})).elements())


def numeric(frame: pd.DataFrame, names: Iterable[str], name: str) -> None:
    """Make numbers of columns; an empty cell is missing.

    Raises
    ------
    ReadError
        If a cell is neither.
    """
    import pandas as pd

    for column in names:
        text = frame[column]
        blank = text.isna() | text.map(lambda cell: isinstance(cell, str) and not cell.strip())
        values = pd.to_numeric(text.where(~blank, None), errors="coerce").astype(float)
        bad = values.isna() & ~blank & ~text.map(_is_nan)
        if bad.any():
            raise ReadError(
                f'{name}: the column "{column}" has {options.label(text[bad].iloc[0])}, which is '
                "no number."
            )
        frame[column] = values


def _is_nan(cell: Any) -> bool:
    return isinstance(cell, str) and cell.strip().lower() in ("nan", "none", "na", "<na>")


def is_frame(given: Any) -> bool:
    """Whether it is a data frame of pandas."""
    return type(given).__name__ == "DataFrame" and hasattr(given, "reset_index")


_SHOWN = 4  # reasons that a sentence names
_LONG = 90  # letters of a reason


def failures(reasons: Iterable[str], total: int, what: str) -> tuple[str, ...]:
    """Say how many of so many results failed, and why; nothing if none did.

    Parameters
    ----------
    reasons : iterable of str
        Of each failure, as its program gave it; empty if it gave none.
    total : int
        Results, failed or not.
    what : str
        What they are, in the plural, such as "jobs".
    """
    number = Counter(_line(one) for one in reasons)
    failed = number.total()
    if not failed:
        return ()
    told = [f"{reason} ({count})" for reason, count in number.most_common(_SHOWN)]
    more = len(number) - _SHOWN
    rest = f"; and {more} other reason{'s' if more > 1 else ''}" if more > 0 else ""
    return (f"{failed} of {total} {what} failed: {'; '.join(told)}{rest}.",)


def _line(reason: str) -> str:
    """A reason in one line, not too long."""
    line = options.label(" ".join(reason.split())).rstrip(".") or "no reason given"
    return line if len(line) <= _LONG else f"{line[: _LONG - 1]}…"


_TASKS_SHOWN = 6  # measures that a message names
_KEYS = ["task", "item", "model", "epoch"]


@dataclass(frozen=True)
class Scores:
    """Scores in long form.

    Attributes
    ----------
    frame : DataFrame
        Columns ``task``, ``item`` (empty if a row is a whole task), ``model``, ``epoch``,
        ``measure``, ``filter`` and ``value``.
    name : str
        Of the source, for messages.
    """

    frame: pd.DataFrame
    name: str

    @classmethod
    def of_rows(cls, rows: Sequence[tuple[Any, ...]], name: str, what: str) -> Scores:
        """Scores of rows with the cells of these columns, which are `what`.

        Raises
        ------
        ReadError
            If there are none.
        """
        import pandas as pd

        if not rows:
            raise ReadError(f"{name} has no {what}.")
        return cls(pd.DataFrame(rows, columns=[*_KEYS, "measure", "filter", "value"]), name)

    def chosen(
        self, measures: Sequence[str] | None, filter: str | None = None
    ) -> tuple[pd.DataFrame, list[str], tuple[str, ...]]:
        """The tasks that have all the measures, a column for each measure; what was left out.

        Parameters
        ----------
        measures : list of str or None
            None: the measure that most tasks have, and all others of the same tasks.
        filter : str, optional
            Which filter's values count, where a task has several of one measure.

        Returns
        -------
        frame : DataFrame
            Columns ``task``, ``item``, ``model``, ``epoch`` and the measures.
        measures : list of str
        notes : tuple of str

        Raises
        ------
        ReadError
            If no task has all the measures, or a filter has to be named.
        """
        tasks = self.tasks_of()
        if measures is None:
            most = max(tasks.values(), key=len)
            names = [name for name, own in tasks.items() if own >= most]
        else:
            names = options.known_names("measure", measures, tasks)
        if not names:
            raise ReadError(
                f"{self.name} holds {self._told(tasks)}, and none is named: say ",
                Option("measures", [next(iter(tasks))]),
                ".",
            )
        common = set.intersection(*(tasks[name] for name in names))
        if not common:
            together = wording.listing([f'"{name}"' for name in names])
            raise ReadError(
                f"{self.name} has no task with {together} together ({self._told(tasks)}): say ",
                Option("measures", [names[0]]),
                ".",
            )
        own = self.frame[self.frame["measure"].isin(names) & self.frame["task"].isin(common)]
        own = self._of_filter(own, filter)
        wide = own.pivot(index=_KEYS, columns="measure", values="value").reset_index()
        # In the sequence in which the file has them.
        place = {task: i for i, task in enumerate(dict.fromkeys(self.frame["task"]))}
        wide = wide.sort_values(["task"], key=lambda one: one.map(place), kind="stable")
        notes = self._left_out(tasks, names if measures is None else list(tasks), common, names)
        return wide[[*_KEYS, *names]].reset_index(drop=True), names, notes

    def tasks_of(self) -> dict[str, set[str]]:
        """Every measure, to the tasks that have it."""
        pairs = self.frame[["measure", "task"]].drop_duplicates()
        return {str(name): set(part["task"]) for name, part in pairs.groupby("measure", sort=False)}

    def _told(self, tasks: dict[str, set[str]]) -> str:
        """The measures, each with how many tasks have it."""
        told = [f'"{name}" on {wording.plural(len(own), "task")}' for name, own in tasks.items()]
        return wording.some(told, _TASKS_SHOWN)

    def _of_filter(self, frame: pd.DataFrame, said: str | None) -> pd.DataFrame:
        """One row for each value: those of one filter, where there are several."""
        there: dict[tuple[str, str], set[str]] = {}
        for task, measure, kind in zip(
            *(frame[name].map(str) for name in ("task", "measure", "filter")), strict=True
        ):
            there.setdefault((task, measure), set()).add(kind)
        several = sorted({kind for kinds in there.values() if len(kinds) > 1 for kind in kinds})
        if not several:
            return frame
        if said is None:
            tasks = sorted({task for (task, _), names in there.items() if len(names) > 1})
            measure = next(name for (_, name), kinds in there.items() if len(kinds) > 1)
            raise ReadError(
                f'"{measure}" of {options.shorten(tasks)} was measured after '
                f"{len(several)} filters of the answers ({options.shorten(several)}): say ",
                Option("filter", several[0]),
                ".",
            )
        said = options.known_name("filter", said, several)
        alone = frame.groupby(["task", "measure"])["filter"].transform("nunique") == 1
        return frame[alone | (frame["filter"] == said)]

    def _left_out(
        self, tasks: dict[str, set[str]], said: list[str], common: set[str], names: list[str]
    ) -> tuple[str, ...]:
        """What was left out; of measures only if nobody chose them."""
        gone = [t for t in dict.fromkeys(self.frame["task"]) if t not in common]
        others = [name for name in tasks if name not in said]
        notes = []
        if gone:
            have, are = ("has", "is") if len(gone) == 1 else ("have", "are")
            lacking = wording.any_of([f'"{name}"' for name in names])
            notes.append(
                f"{wording.plural(len(gone), 'task')} ({options.shorten(gone)}) {are} left out, "
                f"which {have} no {lacking}."
            )
        if others:
            told = self._told({name: tasks[name] for name in others})
            notes.append(
                f"{wording.plural(len(others), 'further measure')} ({told}) not taken: say which "
                "with measures."
            )
        return tuple(notes)


def found_scores(
    frame: pd.DataFrame, stated: Mapping[str, str], unit: str | None, notes: Sequence[Note]
) -> Found:
    """What is found of chosen scores.

    Parameters
    ----------
    frame : DataFrame
        As of :meth:`Scores.chosen`.
    stated : dict
        Measures to the directions that the format states.
    unit : {"task", "sample"} or None
        What a data set is; None if each row is a whole task.
    notes : list of str
    """
    measures = [name for name in frame.columns if name not in _KEYS]
    roles: dict[str, Any] = {"aggregate": "mean"} if unit == "task" else {}
    if unit != "sample":
        frame = frame.rename(columns={"task": "dataset"}).drop(columns=["item", "epoch"])
    else:
        frame = frame.assign(dataset=frame["task"] + "/" + frame["item"])
        roles |= {"cluster": "task"} if frame["task"].nunique() > 1 else {}
        if frame["epoch"].nunique() > 1:
            roles |= {"runs": "epoch", "run_kind": "independent"}
    found = Found.of(frame, ("dataset", "model"), {n: stated.get(n) for n in measures})
    return replace(found, roles={"measures": {}, **found.roles, **roles}, notes=tuple(notes))
