"""Why results are missing: lost folds, an algorithm that hardly ran, a name spelt in two ways."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import combinations

import numpy as np

from jointstats.labelled.errors import AlgorithmError, ColumnError, JointStatsError


def too_few_rows(
    values: np.ndarray, per_cell: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> str:
    """Why the first missing result is missing, if its algorithm has fewer rows than another.

    Parameters
    ----------
    values : ndarray, shape (n, m, l)
    per_cell : ndarray, shape (n, l)
        Rows of each data set and algorithm.
    """
    short = np.isnan(values).any(axis=1) & (per_cell > 0)
    short &= per_cell < per_cell.max(axis=1, keepdims=True)
    if not short.any():
        return ""
    d, a = np.argwhere(short)[0].tolist()
    most, rows = int(per_cell[d].argmax()), int(per_cell[d, a])
    return (
        f'{algorithms[a]} has {rows} {"row" if rows == 1 else "rows"} on "{datasets[d]}" where '
        f"{algorithms[most]} has {per_cell[d, most]}: a lost fold, or a duplicated row? "
        f"(min_folds={rows} accepts it.) "
    )


def mostly_absent(present: np.ndarray, algorithms: Sequence[str]) -> str:
    """Name the algorithm that lacks most data sets, and the one that it may be a misspelling of.

    Parameters
    ----------
    present : ndarray of bool, shape (n, m, l)
    """
    n = len(present)
    ran = present.any(axis=1).sum(axis=0)
    rare = int(ran.argmin())
    if 2 * ran[rare] >= n:
        return ""
    name = algorithms[rare]
    others = {_plain(a): a for a, number in zip(algorithms, ran, strict=True) if 2 * number >= n}
    close = get_close_matches(_plain(name), list(others), n=1)
    which = f'is it "{others[close[0]]}"?' if close else "leave it out with only=, if so."
    return f'"{name}" has results on {ran[rare]} of {n} data sets; {which} '


def refuse_two_spellings(
    present: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> None:
    """Refuse two names that differ in case or blanks only and never have a result side by side.

    Parameters
    ----------
    present : ndarray of bool, shape (n, m, l)

    Raises
    ------
    AlgorithmError, ColumnError
        Naming both: of algorithms, and of data sets.
    """
    _refuse(np.moveaxis(present, 2, 0), algorithms, "algorithms", AlgorithmError)
    _refuse(present, datasets, "data sets", ColumnError)


def _refuse(
    present: np.ndarray, names: Sequence[str], what: str, error: type[JointStatsError]
) -> None:
    alike: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        alike.setdefault(_plain(name), []).append(i)
    for group in alike.values():
        for i, j in combinations(group, 2):
            if not (present[i] & present[j]).any():
                blanks = names[i].strip() == names[j].strip()
                raise error(
                    f'The {what} "{names[i]}" and "{names[j]}" are never found together: if they '
                    f"are one, spell it alike in every row"
                    f"{' (mind the blanks)' if blanks else ''}."
                )


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
