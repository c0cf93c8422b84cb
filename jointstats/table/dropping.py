"""What a reader should know of a table: data sets left out, learned measures, look-alike names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import AlgorithmError, Caution, InSampleError, NoDataError, note
from jointstats.base.facts import Dropped
from jointstats.evidence.messages import Function, Part, asked

if TYPE_CHECKING:
    from jointstats.table.results_table import ResultsTable


def check_size(
    datasets: Sequence[str], algorithms: Sequence[str], measures: Sequence[str] | Mapping[str, str]
) -> None:
    """Refuse a table with nothing to compare."""
    if len(algorithms) < 2:
        named = f' (only "{algorithms[0]}")' if algorithms else ""
        raise AlgorithmError(
            f"At least two algorithms are needed; the table has {len(algorithms)}{named}."
        )
    if len(measures) == 0:
        raise NoDataError("At least one measure is needed; none is named.")
    if len(datasets) == 0:
        raise NoDataError("No data set remains: the table has no complete row.")


def recovered(table: ResultsTable) -> ResultsTable:
    """Bring back the incomplete data sets that are complete for the remaining names."""
    if table.incomplete is None:
        return table
    back = np.asarray(table.complete.all(axis=1))
    gone = dict(zip(table.dropped, back.tolist(), strict=True))
    return replace(
        table,
        values=np.concatenate([table.values, table.incomplete[back]]),
        datasets=(*table.datasets, *(row.dataset for row, whole in gone.items() if whole)),
        dropped=tuple(row for row, whole in gone.items() if not whole),
        incomplete=table.incomplete[~back],
    )


def drop_incomplete(table: ResultsTable) -> ResultsTable:
    """Leave out data sets that lack a result, and keep what is there of them."""
    absent = np.isnan(table.values)
    out = absent.any(axis=(1, 2))
    if not out.any():
        return table
    names = list(table.measures)
    dropped = []
    for d in np.flatnonzero(out).tolist():
        j, a = np.argwhere(absent[d])[0].tolist()
        why = f"{names[j]} of {table.algorithms[a]} is missing"
        dropped.append(Dropped(table.datasets[d], why))
    return replace(
        table,
        values=table.values[~out],
        datasets=tuple(table.datasets[d] for d in np.flatnonzero(~out)),
        dropped=tuple(dropped),
        incomplete=table.values[out],
    )


def described(table: ResultsTable) -> str:
    """What ``print(table)`` shows."""
    measures = ", ".join(f"{name} ({way})" for name, way in table.measures.items())
    plural = wording.plural
    lines = [
        f"ResultsTable: {plural(table.n, 'data set')} × "
        f"{plural(len(table.algorithms), 'algorithm')} × "
        f"{plural(len(table.measures), 'measure')}",
        f"  algorithms: {', '.join(table.algorithms)}",
        f"  measures:   {measures}",
    ]
    if table.properties:
        known = ", ".join(f"{name} ({prop.direction})" for name, prop in table.properties.items())
        lines.append(f"  properties: {known}")
    widths = [f"{name} {width:g}" for name, width in table.declared_rope.items()]
    if widths:
        lines.append(f"  rope:       {', '.join(widths)}")
    if table.aggregate:
        lines.append(f"  aggregated: {table.aggregate} of {table.n_rows} rows")
    if table.all_runs:
        kind = {"cv": "cross-validation", "independent": "independent"}[table.all_runs.kind]
        lines.append(f"  runs:       {len(table.all_runs.names)}, {kind}")
    if table.families is not None:
        lines.append(f"  families:   {table.known_units.n}")
    if table.dropped:
        label = "incomplete:" if table.missing == "unknown" else "dropped:   "
        lines.append(f"  {label} {plural(table.n_dropped, 'data set')}")
    if table.n_failed:
        lines.append(f"  failed:     {plural(table.n_failed, 'run')}, ranked below all results")
    lines += [f"  note:       {note}" for note in table.notes]
    return "\n".join(lines)


_ELSEWHERE = (Function("learn_measures"), " with ", asked("apply"), " or ", asked("share"))


def learned_here(table: ResultsTable) -> list[str]:
    """The table's measures that were learned on its own rows."""
    return [name for name in table.in_sample if name in table.measures]


def note_in_sample(table: ResultsTable) -> None:
    """Note, for any test, measures that were learned on the table's own rows."""
    if names := learned_here(table):
        verb = "was" if len(names) == 1 else "were"
        learned = f"{wording.listing(names)} {verb} learned on these very rows, where a learned "
        cure = "measure separates the algorithms even if nothing differs: test other rows ("
        note(Caution(learned, cure, *_ELSEWHERE, ")."))


def refuse_in_sample(names: Sequence[str], test: Part) -> None:
    """Refuse measures learned on the rows to be tested: tests of means reject far too often.

    Raises
    ------
    InSampleError
    """
    if names:
        raise InSampleError(
            test,
            f" cannot test {wording.listing(list(names))}: learned on these very rows, they "
            "separate the algorithms even where nothing differs. Learn on other rows (",
            *_ELSEWHERE,
            ").",
        )


def note_look_alikes(table: ResultsTable) -> None:
    """Note names of data sets, of algorithms or of measures that look alike."""
    kinds = {"data sets": table.datasets, "algorithms": table.algorithms}
    for what, every in (kinds | {"measures": tuple(table.measures)}).items():
        for several in look_alikes(every):
            spelled = (ascii(name)[1:-1].replace(r"\\", "\\") for name in several)
            names = " and ".join(f'"{name}"' for name in spelled)
            alike = f"The names {names} look alike, but are those of {len(several)} {what}: "
            note(Caution(f"{alike}write them alike if they are meant to be one."))


_WITHOUT_WIDTH = re.compile(r"\\(?:xad|u061c|u180e|u200[b-f]|u206[0-4]|ufeff)")


def look_alikes(names: Iterable[str]) -> list[list[str]]:
    r"""Names that differ only in what cannot be seen: letters without width, spaces, composition.

    Examples
    --------
    >>> look_alikes(["iris", "wine", "iris\u200b", "Iris"])
    [['iris', 'iris\u200b']]
    """
    names = list(names)
    if _all_plain(names):
        return []
    seen = defaultdict(list)
    for name in names:
        seen[_seen(name)].append(name)
    return [several for several in seen.values() if len(several) > 1]


def _all_plain(names: Sequence[str]) -> bool:
    """Whether all of each name is seen: names that differ then look different."""
    text = f"|{'|'.join(names)}|"
    unseen = ("\\", "  ", "| ", " |")
    return text.isascii() and text.isprintable() and not any(part in text for part in unseen)


def _seen(name: str) -> str:
    """What of a name is seen; letters without width are escapes by now (`options.label`)."""
    name = _WITHOUT_WIDTH.sub("", name)
    if not name.isascii():
        letters = unicodedata.normalize("NFC", name)
        name = "".join(letter for letter in letters if unicodedata.category(letter) != "Cf")
    return " ".join(name.split())
