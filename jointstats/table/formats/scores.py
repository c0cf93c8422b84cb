"""Results that another program wrote: columns, numbers, repetitions, failures; scores of tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from jointstats.base import options, wording
from jointstats.base.errors import ColumnError, ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats.format import Found, Note, Source
from jointstats.table.formats.text import first_line, read_text

if TYPE_CHECKING:
    import pandas as pd

# Rows that another program wrote: columns, numbers, repetitions, failures.

K = TypeVar("K")


def every_table(test: Callable[[Source], bool]) -> Callable[[Source], bool]:
    """For a format that is known if all of the tables are: the one file, or each CSV file."""
    return lambda source: bool(source.tables) and all(map(test, source.tables))


def having(columns: set[str]) -> Callable[[Source], bool]:
    """For a format that is known by columns that its frame, or its one file of text, has."""

    def known(source: Source) -> bool:
        if is_frame(source.object):
            return columns <= set(map(str, source.object.columns))
        return source.is_file and columns <= set(source.columns)

    return known


def frame_of(source: Source, needed: Collection[str], what: str) -> pd.DataFrame:
    """A copy of the frame, or the rows of the file as text; `what` these columns make it."""
    if is_frame(source.object):
        frame = source.object.reset_index(drop=True).copy()
    elif source.is_file:
        frame = read_text(source, "tsv" if "\t" in first_line(source) else "csv")
    else:
        raise ReadError(
            f"{source.name} is not a single table: name a file, or give the data frame."
        )
    if lacking := [name for name in needed if name not in frame.columns]:
        raise ColumnError(
            f"{source.name} is not {what}: it has no column {wording.any_of(sorted(lacking))}; the "
            f"columns are {options.shorten([str(name) for name in frame.columns])}."
        )
    refuse_twice(frame.columns, source)
    if frame.empty:
        raise ReadError(f"{source.name} has no rows.")
    return frame


def refuse_twice(columns: Iterable[Any], source: Source) -> None:
    """Refuse two columns of the same name: one would be lost."""
    for name, number in Counter(map(str, columns)).items():
        if number > 1:
            raise ColumnError(
                f'{source.name} has {number} columns of the name "{options.label(name)}": rename '
                "them, or leave out all but one."
            )


def refuse_repeated(
    frame: pd.DataFrame, keys: Sequence[str], name: str, what: str, such: str
) -> None:
    """Refuse several rows of the same keys; `such` has a place for each key of an example."""
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
    """Make numbers of columns; an empty cell is missing."""
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


_REASONS_SHOWN = 4  # reasons that a sentence names
_LONGEST_REASON = 90  # letters of a reason


def directions(*, higher: str = "", lower: str = "") -> dict[str, str]:
    """Directions of measures, from their names in a row."""
    return dict.fromkeys(higher.split(), "max") | dict.fromkeys(lower.split(), "min")


def left_out(number: int, what: str, names: Sequence[str] = ()) -> str:
    """State that things are left out, to be continued: "2 tasks (a, b) are left out"."""
    named = f" ({options.shorten(names)})" if names else ""
    return f"{wording.plural(number, what)}{named} {'is' if number == 1 else 'are'} left out"


def counted(number: int, total: int, what: str) -> tuple[str, ...]:
    """State how many of `total` there are; nothing of none."""
    return (f"{number} of {total} {what}.",) if number else ()


def failures(reasons: Iterable[str], total: int, what: str) -> tuple[str, ...]:
    """State how many of `total` results (`what`, a plural) failed and why; nothing if none did."""
    number = Counter(map(_reason, reasons))
    if not number:
        return ()
    shown = [f"{reason} ({count})" for reason, count in number.most_common(_REASONS_SHOWN)]
    more = len(number) - _REASONS_SHOWN
    rest = f"; and {more} other reason{'s' if more > 1 else ''}" if more > 0 else ""
    return (f"{number.total()} of {total} {what} failed: {'; '.join(shown)}{rest}.",)


def _reason(reason: str) -> str:
    """A reason in one line, not too long."""
    line = options.label(" ".join(reason.split())).rstrip(".") or "no reason given"
    return line if len(line) <= _LONGEST_REASON else f"{line[: _LONGEST_REASON - 1]}…"


# Scores of models on tasks: which measures and filter count, and what is left out.

_TASKS_SHOWN = 6  # measures that a message names
_KEYS = ["task", "item", "model", "epoch"]


def frame_of_rows(rows: Sequence[tuple[Any, ...]], name: str, what: str) -> pd.DataFrame:
    """Rows of task, item (empty of a whole task), model, epoch, measure, filter and value.

    They are `what` a file of this name holds.
    """
    import pandas as pd

    if not rows:
        raise ReadError(f"{name} has no {what}.")
    for task, item, model, _, measure, *_ in repeated([row[:6] for row in rows]):
        of = f'"{measure}" of "{task}{"/" if item else ""}{item}"'
        raise ReadError(f"{name} has {of} twice for {model}: name the files that count.")
    return pd.DataFrame(rows, columns=[*_KEYS, "measure", "filter", "value"])


def chosen(
    frame: pd.DataFrame, name: str, measures: Sequence[str] | None, filter: str | None = None
) -> tuple[pd.DataFrame, list[str], tuple[str, ...]]:
    """The tasks with all the measures, a column each; the measures; what is left out.

    Without `measures`, these are the one that most tasks have, and all others of these tasks.
    `filter` names the filter that counts where a task has several of one measure.
    """
    pairs = frame[["measure", "task"]].drop_duplicates().groupby("measure", sort=False)
    tasks = {str(measure): set(part["task"]) for measure, part in pairs}
    if measures is None:
        most = max(tasks.values(), key=len)
        names = [measure for measure, having in tasks.items() if having >= most]
    else:
        names = options.known_names("measure", measures, tasks)
    common = set.intersection(*(tasks[measure] for measure in names)) if names else set()
    if not common:
        together = wording.listing([f'"{measure}"' for measure in names])
        what = f"has no task with {together} together ({_counted(tasks)})"
        what = what if names else f"holds {_counted(tasks)}, and none is named"
        raise ReadError(f"{name} {what}: set ", Option("measures", [(names or [*tasks])[0]]), ".")
    rows = _of_filter(frame[frame["measure"].isin(names) & frame["task"].isin(common)], filter)
    wide = rows.pivot(index=_KEYS, columns="measure", values="value").reset_index()
    # In the sequence in which the file has them.
    place = {task: i for i, task in enumerate(dict.fromkeys(frame["task"]))}
    wide = wide.sort_values(["task"], key=lambda cells: cells.map(place), kind="stable")
    others = {n: t for n, t in tasks.items() if measures is None and n not in names}
    notes = _left_out([task for task in place if task not in common], others, names)
    return wide[[*_KEYS, *names]].reset_index(drop=True), names, notes


def _counted(tasks: Mapping[str, set[str]]) -> str:
    """The measures, each with how many tasks have it."""
    counts = [f'"{name}" on {wording.plural(len(some), "task")}' for name, some in tasks.items()]
    return wording.some(counts, _TASKS_SHOWN)


def _of_filter(frame: pd.DataFrame, filter: str | None) -> pd.DataFrame:
    """One row for each value: those of one filter, where there are several."""
    kinds = frame.groupby(["task", "measure"], sort=False)["filter"]
    alone = kinds.transform("nunique") == 1
    clash = frame[~alone]
    if clash.empty:
        return frame
    several = sorted(set(clash["filter"].map(str)))
    if filter is None:
        raise ReadError(
            f'"{clash["measure"].iloc[0]}" of {options.shorten(sorted(set(clash["task"])))} was '
            f"measured after {len(several)} filters of the answers ({options.shorten(several)}): "
            "set ",
            Option("filter", several[0]),
            ".",
        )
    return frame[alone | (frame["filter"] == options.known_name("filter", filter, several))]


def _left_out(
    tasks: list[str], others: Mapping[str, set[str]], names: list[str]
) -> tuple[str, ...]:
    """The tasks that lack a measure, and the measures that are not compared."""
    notes = []
    if tasks:
        have = "has" if len(tasks) == 1 else "have"
        lacking = wording.any_of([f'"{name}"' for name in names])
        notes.append(f"{left_out(len(tasks), 'task', tasks)}, which {have} no {lacking}.")
    if others:
        notes.append(
            f"{wording.plural(len(others), 'further measure')} ({_counted(others)}) not compared: "
            "name them with measures."
        )
    return tuple(notes)


def found_rows(
    rows: Sequence[tuple[Any, ...]],
    source: Source,
    measures: Sequence[str] | None,
    stated: Mapping[str, str] | Callable[[set[str]], Mapping[str, str]],
    notes: Sequence[Note],
    unit: str | None = None,
    filter: str | None = None,
    what: str = "result that is a number",
) -> Found:
    """What scores of tasks hold; directions may depend on the tasks that are chosen."""
    every = frame_of_rows(rows, source.name, what)
    frame, _, left = chosen(every, source.name, measures, filter)
    ways = stated if isinstance(stated, Mapping) else stated(set(frame["task"]))
    return found_scores(frame, ways, unit, (*notes, *left))


def unlike(settings: Iterable[tuple[str, Any]], called: str) -> tuple[str, ...]:
    """State on which tasks models were not evaluated alike; a setting is a task and its value."""
    seen: dict[str, set[str]] = {}
    for task, value in settings:
        seen.setdefault(task, set()).add(str(value))
    tasks = sorted(task for task, values in seen.items() if len(values) > 1)
    if not tasks:
        return ()
    return (
        f"Models were evaluated with different {called} on {wording.plural(len(tasks), 'task')} "
        f"({options.shorten(tasks)}): their results there are not of the same thing.",
    )


def number(value: Any) -> float | None:
    """A number; None of what is missing, such as null, "-" or "NA"."""
    if isinstance(value, str) and value.strip().lower() in ("", "-", "na", "nan", "none"):
        return None
    return None if value is None or value != value else float(value)


def found_scores(
    frame: pd.DataFrame, stated: Mapping[str, str], unit: str | None, notes: Sequence[Note]
) -> Found:
    """What a frame of :func:`chosen` holds.

    `stated` maps measures to the directions that the format states; a data set is a ``"task"``
    (the mean of its rows), an item of a task (``"sample"``), or, of None, a row.
    """
    measures = [name for name in frame.columns if name not in _KEYS]
    roles: dict[str, Any] = {"aggregate": "mean"} if unit == "task" else {}
    if unit != "task" and frame["epoch"].nunique() > 1:
        roles |= {"runs": "epoch", "run_kind": "independent"}
    if unit == "sample":
        whole, task = frame["item"] == "", frame["task"]
        frame = frame.assign(dataset=task.where(whole, task + "/" + frame["item"]))
        roles |= {"cluster": "task"} if task.nunique() > 1 and not whole.all() else {}
    else:
        unused = ["item"] if "runs" in roles else ["item", "epoch"]
        frame = frame.rename(columns={"task": "dataset"}).drop(columns=unused)
    ways = {n: stated.get(n) for n in measures}
    results = Found.of(frame, ("dataset", "model"), ways, notes=tuple(notes))
    return replace(results, roles={**results.roles, **roles})
