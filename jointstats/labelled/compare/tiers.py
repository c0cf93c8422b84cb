"""Tiers of algorithms: letters that those share who are not shown to differ."""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase

import numpy as np

from jointstats.kernels.single.groups import MOST_GROUPS, groups


def tiers_of(mean_ranks: np.ndarray, shown: np.ndarray) -> tuple[list[str], bool]:
    """Letters of each algorithm on a measure, and whether they are those of all largest groups."""
    order = np.argsort(mean_ranks, kind="stable")
    separated = (shown | shown.T)[order][:, order]
    members, all_largest = groups(separated)
    many = len(members) > MOST_GROUPS or not all_largest  # then a group is a run of neighbours
    letters = [""] * len(order)
    for i, own in zip(order.tolist(), members.T, strict=True):
        mine = [letter_of(g) for g in np.flatnonzero(own).tolist()]
        letters[i] = f"{mine[0]}–{mine[-1]}" if many and len(mine) > 1 else "".join(mine)
    return letters, all_largest


def letter_of(number: int) -> str:
    """Letters one by one: a, b, … z, A, … Z, and then aa, ab, and so on.

    Examples
    --------
    >>> [letter_of(i) for i in (0, 25, 26, 51, 52, 78)]
    ['a', 'z', 'A', 'Z', 'aa', 'ba']
    """
    if number < len(ascii_letters):
        return ascii_letters[number]
    first, second = divmod(number - len(ascii_letters), len(ascii_lowercase))
    return ascii_lowercase[first] + ascii_lowercase[second]
