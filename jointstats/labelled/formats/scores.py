"""Scores of models on tasks, of which each task may have other measures than the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jointstats.kernels.messages import Option
from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 6  # measures that a message names
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
        names = self._default(tasks) if measures is None else self._known(measures, tasks)
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

    def _default(self, tasks: dict[str, set[str]]) -> list[str]:
        most = max(tasks.values(), key=len)
        return [name for name, own in tasks.items() if own >= most]

    def _known(self, measures: Sequence[str], tasks: dict[str, set[str]]) -> list[str]:
        return options.known_names("measure", measures, tasks)

    def _told(self, tasks: dict[str, set[str]]) -> str:
        """The measures, each with how many tasks have it."""
        told = [f'"{name}" on {wording.plural(len(own), "task")}' for name, own in tasks.items()]
        return wording.some(told, _SHOWN)

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
