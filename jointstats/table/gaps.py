"""What is missing from a table: data sets left out, lost folds, misspelt names; the ways out.

Gaps of pieces add up: what only the whole can judge is judged on the sum.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import AlgorithmError, ColumnError, MissingValuesError, NoDataError
from jointstats.base.facts import Dropped
from jointstats.evidence.messages import Function, Option, Part, asked

if TYPE_CHECKING:
    from jointstats.table.results_table import ResultsTable


_SHOWN = 3  # missing results that a message names
_BY_CHANCE: tuple[Part, ...] = (
    Option("missing", "drop"),
    f" to leave those data sets out, which is right only if {wording.MISSING_BY_CHANCE}, ",
)


@dataclass(frozen=True, eq=False)
class Gaps:
    """The missing results of a table, or of some of its data sets.

    Attributes
    ----------
    n : int
        Data sets, with and without gaps.
    ran : ndarray of int, shape (l,)
        On how many of them each algorithm has a result.
    met : dict
        Two algorithms whose names are alike, to whether they have a result side by side.
    number : int
        Missing results.
    first : tuple of str
        The first of them, in words.
    lost, failed : tuple of parts of a message
        A sentence on the first result that lacks rows which another algorithm has, and on the
        first that has failed runs; empty if there is none.
    datasets : tuple of str
        The data sets with gaps.
    present : ndarray of bool, shape (len(datasets), m, l)
        What is there of them.
    """

    n: int
    ran: np.ndarray
    met: dict[tuple[str, str], bool]
    number: int
    first: tuple[str, ...]
    lost: tuple[Part, ...]
    failed: tuple[Part, ...]
    datasets: tuple[str, ...]
    present: np.ndarray

    def __add__(self, other: Gaps) -> Gaps:
        return Gaps(
            self.n + other.n,
            self.ran + other.ran,
            {pair: met or other.met[pair] for pair, met in self.met.items()},
            self.number + other.number,
            (self.first + other.first)[:_SHOWN],
            self.lost or other.lost,
            self.failed or other.failed,
            self.datasets + other.datasets,
            np.concatenate([self.present, other.present]),
        )


def find_gaps(
    values: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
    measures: Iterable[str],
    n_rows: np.ndarray | int,
    n_failed: np.ndarray | int,
) -> Gaps:
    """The gaps of some data sets, all of whose rows are there.

    Parameters
    ----------
    values : ndarray, shape (n, m, l)
    datasets, algorithms, measures : sequence of str
    n_rows, n_failed : ndarray, shape (n, l), or 0
        Rows of each data set and algorithm, and those without a result, where rows were combined.
    """
    present = ~np.isnan(values)
    lacking = np.flatnonzero(~present.all(axis=(1, 2))).tolist()
    names, known = list(measures), present[lacking]
    lacking_names = [datasets[d] for d in lacking]
    places = np.argwhere(~known)[:_SHOWN].tolist()
    n_whole = len(values) - len(lacking)
    met = {
        (algorithms[i], algorithms[j]): n_whole > 0 or bool((known[:, :, i] & known[:, :, j]).any())
        for i, j in _alike(algorithms)
    }
    cells = (len(values), len(algorithms))
    rows, failed = (np.broadcast_to(n, cells)[lacking] for n in (n_rows, n_failed))
    return Gaps(
        n=len(values),
        ran=known.any(axis=1).sum(axis=0) + n_whole,
        met=met,
        number=int((~known).sum()),
        first=tuple(f'{names[j]} of {algorithms[a]} on "{lacking_names[d]}"' for d, j, a in places),
        lost=_lost_rows(known, rows, lacking_names, algorithms),
        failed=_failed_runs(known, rows, failed, lacking_names, algorithms),
        datasets=tuple(lacking_names),
        present=known,
    )


def judge_gaps(
    gaps: Gaps,
    algorithms: Sequence[str],
    missing: str,
    spellings: Callable[[Collection[str]], Iterable[str]],
) -> None:
    """Refuse gaps that come from a name spelt in two ways, or that no rule covers.

    Parameters
    ----------
    gaps : Gaps
        Of the whole table.
    algorithms : sequence of str
    missing : str
        The rule.
    spellings : callable
        From names in plain spelling (:func:`plain`) to all data sets of the table so spelt.
    """
    if not gaps.number:
        return
    for (a, b), met in gaps.met.items():
        if not met:
            raise AlgorithmError(_two_spellings("algorithms", a, b))
    _refuse_two_data_sets(gaps, spellings)
    if missing == "worst" and gaps.lost:
        raise MissingValuesError(
            *gaps.lost,
            "A failed run is a row without a value; a row that only others have is no result.",
        )
    if missing == "raise":
        more = gaps.number - len(gaps.first)
        tail = f" and {more} more" if more else ""
        raise MissingValuesError(
            f"{gaps.number} {'result is' if gaps.number == 1 else 'results are'} missing: "
            f"{'; '.join(gaps.first)}{tail}. ",
            *(gaps.lost or gaps.failed or _mostly_absent(gaps, algorithms)),
            "Say ",
            Option("missing", "unknown"),
            " to count them against every claim that they could help, ",
            *_BY_CHANCE,
            "or ",
            Option("missing", "worst"),
            " to count them as failed runs.",
        )


def not_by_chance(error: MissingValuesError, *why: Part) -> MissingValuesError:
    """The same, without the advice to leave out what may be missing because runs failed."""
    return MissingValuesError(*(part for part in error.parts if part not in _BY_CHANCE), *why)


def _refuse_two_data_sets(
    gaps: Gaps, spellings: Callable[[Collection[str]], Iterable[str]]
) -> None:
    """Refuse two data sets of like names that have no result in common."""
    # Only those without any result can be alone next to a complete one.
    for i, j in _alike(gaps.datasets):
        if not (gaps.present[i] & gaps.present[j]).any():
            raise ColumnError(_two_spellings("data sets", gaps.datasets[i], gaps.datasets[j]))
    without = np.flatnonzero(~gaps.present.any(axis=(1, 2))).tolist()
    empty = {plain(gaps.datasets[i]): gaps.datasets[i] for i in without}
    for name in spellings(empty) if empty else ():
        if name != empty[plain(name)]:
            raise ColumnError(_two_spellings("data sets", name, empty[plain(name)]))


def _two_spellings(what: str, a: str, b: str) -> str:
    blanks = " (mind the blanks)" if a.strip() == b.strip() else ""
    return (
        f'The {what} "{a}" and "{b}" are never found together: if they are one, spell it alike in '
        f"every row{blanks}."
    )


def plain(name: str) -> str:
    """A name without regard to case and blanks."""
    return " ".join(name.split()).casefold()


def spelt(names: Iterable[str], plains: Collection[str]) -> list[str]:
    """The names whose plain spelling is one of these."""
    return [name for name in names if plain(name) in plains]


def _alike(names: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of names that differ in case or blanks only."""
    groups: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        groups.setdefault(plain(name), []).append(i)
    return [pair for group in groups.values() for pair in combinations(group, 2)]


def _lost_rows(
    known: np.ndarray, n_rows: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> tuple[Part, ...]:
    """That the algorithm of a missing result has fewer rows than another."""
    short = ~known.all(axis=1) & (n_rows > 0) & (n_rows < n_rows.max(axis=1, keepdims=True))
    if not short.any():
        return ()
    d, a = np.argwhere(short)[0].tolist()
    most, rows = int(n_rows[d].argmax()), int(n_rows[d, a])
    return (
        f'{algorithms[a]} has {rows} {"row" if rows == 1 else "rows"} on "{datasets[d]}" where '
        f"{algorithms[most]} has {n_rows[d, most]}: a lost fold, or a duplicated row? (",
        Option("min_folds", rows),
        " accepts it.) ",
    )


def _failed_runs(
    known: np.ndarray,
    n_rows: np.ndarray,
    n_failed: np.ndarray,
    datasets: Sequence[str],
    algorithms: Sequence[str],
) -> tuple[Part, ...]:
    """That only some runs of a missing result failed."""
    partly = ~known.all(axis=1) & (n_failed > 0) & (n_failed < n_rows)
    if not partly.any():
        return ()
    d, a = np.argwhere(partly)[0].tolist()
    return (
        f'{n_failed[d, a]} of {n_rows[d, a]} runs of {algorithms[a]} on "{datasets[d]}" failed: ',
        Option("failed_runs", "drop"),
        " combines the others, ",
        Option("failed_runs", "worst"),
        " counts a failed run as worse than every result. ",
    )


def _mostly_absent(gaps: Gaps, algorithms: Sequence[str]) -> tuple[Part, ...]:
    """Name the algorithm that lacks most data sets, and the one that it may be a misspelling of."""
    rare = int(gaps.ran.argmin())
    if 2 * gaps.ran[rare] >= gaps.n:
        return ()
    name = algorithms[rare]
    others = {
        plain(a): a for a, number in zip(algorithms, gaps.ran, strict=True) if 2 * number >= gaps.n
    }
    close = get_close_matches(plain(name), list(others), n=1)
    few = f'"{name}" has results on {gaps.ran[rare]} of {gaps.n} data sets; '
    if close:
        return (f'{few}is it "{others[close[0]]}"? ',)
    return (few, "leave it out with ", asked("only"), ", if so. ")


def no_data_set(table: ResultsTable) -> MissingValuesError:
    """The error of a table without a complete data set: its first gap, and what can be done."""
    d, j, a = np.argwhere(np.isnan(np.asarray(table.incomplete)))[0].tolist()
    first = f'{list(table.measures)[j]} of {table.algorithms[a]} on "{table.dropped[d].dataset}"'
    return MissingValuesError(
        f"No data set remains: all {table.n_dropped} have a missing result (the first: {first}). ",
        *_way_out(table),
    )


def _way_out(table: ResultsTable) -> tuple[Part, ...]:
    """What can be done, in a sentence."""
    ran = [bool(whole.any()) for whole in table.complete.T]
    never = [name for name, some in zip(table.algorithms, ran, strict=True) if not some]
    if never and any(ran):
        return (
            f"{options.shorten(never)} {'has' if len(never) == 1 else 'have'} no complete "
            "result on any data set: keep the other algorithms when the table is made (",
            asked("only"),
            "), or say ",
            Option("missing", "worst"),
            " for failed runs.",
        )
    pairs: tuple[Part, ...] = ()
    if table.comparable and len(table.algorithms) > 2:
        pairwise = (Function("pairwise_tests"), " with ", Option("cases", "pairwise"), ", ")
        pairs = (Option("missing", "drop"), " and ", *pairwise)
        if table.unknown:
            pairs = (Function("compare_algorithms"), " or ", Function("pairwise_tests"), ", ")
    fewer = (", or fewer algorithms when the table is made (", asked("only"), ").")
    return ("Use ", *pairs, Option("missing", "worst"), *fewer)


# --- Data sets that are left out ---


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
