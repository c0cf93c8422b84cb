"""The best graph among measures, by dynamic programming over sets, and defaults of its prior.

The best network on a set ends in some measure, whose parents are the best among the others
(Silander & Myllymäki 2006):

    V(S) = max over i in S of [ V(S - i) + best_i(S - i) ],   best_i(A) = max over P in A of s_i(P).

Before that, parent sets that a subset of theirs equals or beats are dropped, and measures that can
be ordered in advance are separated: the search runs within the strongly connected parts of the
relation "may be a parent of".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.messages import JointStatsError, Option
from jointstats.network import kernel_bdeu as bdeu
from jointstats.network.kernel_dags import Parents, adjacency, first_of_class

_MAX_EQUAL = 200
MAX_SEARCH = 22  # measures searched together: memory is k 2^(k-1) numbers


class SearchTooLargeError(JointStatsError):
    """Too many measures would have to be ordered together; a lower parent limit helps."""


# --- candidates for parent sets -------------------------------------------------------------


@dataclass(frozen=True)
class Candidates:
    """Parent sets of one measure that no subset of theirs equals; the empty set is the first."""

    masks: Ints
    scores: Array  # less the tolerance for every arc: of equals, fewer arcs win


def candidate_parents(
    scores: bdeu.SetScores, child: int, max_parents: int | None = None
) -> Candidates:
    """Parent sets of ``child`` that can occur in a best graph."""
    limit = scores.m - 1 if max_parents is None else min(max_parents, scores.m - 1)
    bit = np.int64(1) << child
    masks = scores.masks[(scores.masks & bit) == 0]
    size = bdeu.set_size(masks)
    masks, size = masks[size <= limit], size[size <= limit]
    value = scores.at(masks | bit) - scores.at(masks) - scores.tolerance * size
    every = limit >= scores.m - 1
    keep = value >= (
        bdeu.over_subsets(np.maximum, value) if every else _best_below(masks, value, scores.m)
    )
    return Candidates(masks[keep], value[keep])


def _best_below(masks: Ints, value: Array, m: int) -> Array:
    """For every set, the maximum over its subsets; only small sets are there, ascending."""
    best = value.copy()
    size = bdeu.set_size(masks)
    for layer in range(1, int(size.max(initial=0)) + 1):
        here = np.flatnonzero(size == layer)
        for j in range(m):
            having = here[(masks[here] >> j & 1) == 1]
            smaller = np.searchsorted(masks, masks[having] ^ (np.int64(1) << j))
            best[having] = np.maximum(best[having], best[smaller])
    return best


def _squeeze(masks: Any, bit: int) -> Any:
    """Take the zero at ``bit`` out."""
    low = masks & ((np.int64(1) << bit) - 1)
    return low | ((masks ^ low) >> 1)


# --- the best graph -------------------------------------------------------------------------


def best_dag(scores: bdeu.SetScores, max_parents: int | None = None) -> tuple[Parents, float]:
    """Find the graph of the largest total score, and that score.

    Equal scores (within ``scores.tolerance``) are settled in a fixed way: fewer arcs first, then
    the lexicographically first list of arcs. Where more than 200 graphs are equal, only the 200
    that the search meets first are compared, and the first member of the winner's equivalence
    class is returned.

    Parameters
    ----------
    scores : SetScores
        From :func:`jointstats.network.kernel_bdeu.set_scores`, for sets of up to
        ``max_parents + 1``.
    max_parents : int, optional
        Largest number of parents of a measure; default no limit.

    Returns
    -------
    parents : (m,) int64 array
        Parent sets as bit masks.
    score : float

    Raises
    ------
    SearchTooLargeError
        If more than 22 measures depend on each other and ``max_parents`` is not 1.

    Examples
    --------
    >>> from jointstats.network.kernel_bdeu import coded_cases, set_scores
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> parents, score = best_dag(set_scores(cases))
    >>> parents.tolist(), round(score, 6)
    ([0, 0], -17.370578)
    """
    best = np.zeros(scores.m, dtype=np.int64)
    for search in _searches(scores, max_parents):
        for child, mask in min(islice(search.optima(), _MAX_EQUAL), key=_sorted_arcs):
            best[child] = mask
    parents = first_of_class(best)
    bits = np.int64(1) << np.arange(scores.m)
    return parents, float(np.sum(scores.at(parents | bits) - scores.at(parents)))


def _sorted_arcs(choice: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted((parent, child) for child, mask in choice for parent in bdeu.members(mask))


def _searches(scores: bdeu.SetScores, max_parents: int | None) -> list[_Search | _ChowLiu]:
    """One search for each group of measures that must be ordered together."""
    candidates = [candidate_parents(scores, i, max_parents) for i in range(scores.m)]
    reach = np.array([np.bitwise_or.reduce(c.masks) for c in candidates], dtype=np.int64)
    from scipy.sparse import csr_matrix  # slow to load, and most commands learn no network
    from scipy.sparse.csgraph import connected_components

    _, label = connected_components(csr_matrix(adjacency(reach)), connection="strong")
    groups = [np.flatnonzero(label == g) for g in np.unique(label)]
    largest = max(len(group) for group in groups)
    if largest > MAX_SEARCH and max_parents != 1:
        raise SearchTooLargeError(
            f"{largest} measures depend on each other and would have to be ordered together "
            f"(at most {MAX_SEARCH}): set ",
            Option("max_parents", 1),
            " or leave out measures",
        )
    slack = scores.tolerance / 10
    return [
        _Search(group, candidates, slack) if len(group) <= MAX_SEARCH else _ChowLiu(group, scores)
        for group in groups
    ]


class _ChowLiu:
    """Best graph on any number of measures with one parent at most (Chow & Liu 1968).

    The gain of an arc is the same in both directions: the best graph is a forest of the largest
    total gain. Of equal gains the first pair of measures is taken. Within a group arcs that gain
    something join all measures: none is taken without a gain.
    """

    def __init__(self, group: Ints, scores: bdeu.SetScores) -> None:
        self.group = group.tolist()
        bit = np.int64(1) << group
        a, b = np.triu_indices(len(group), 1)
        gain = scores.at(bit[a] | bit[b]) - scores.at(bit[a]) - scores.at(bit[b])
        gain += scores.at(0)
        order = np.argsort(-np.rint(gain / scores.tolerance), kind="stable")
        self.pairs = np.stack([a[order], b[order]], axis=1).tolist()

    def optima(self) -> Iterator[list[tuple[int, int]]]:
        """Yield the forest as (measure, parent mask) pairs."""
        tree = list(range(len(self.group)))
        edges: list[tuple[int, int]] = []
        for a, b in self.pairs:
            if tree[a] != tree[b]:
                edges.append((a, b))
                tree = [tree[a] if t == tree[b] else t for t in tree]
        parent: dict[int, int] = {}
        for root in range(len(self.group)):
            waiting = [] if root in parent else [(root, 0)]
            while waiting:
                child, parent_mask = waiting.pop()
                parent[child] = parent_mask
                around = [b if a == child else a for a, b in edges if child in (a, b)]
                mask = 1 << self.group[child]
                waiting.extend((other, mask) for other in around if other not in parent)
        yield [(self.group[child], mask) for child, mask in parent.items()]


class _Search:
    """Dynamic programming over the subsets of one group of measures."""

    def __init__(self, group: Ints, candidates: list[Candidates], slack: float) -> None:
        self.group, self.slack = group.tolist(), slack
        self.candidates = [candidates[i] for i in self.group]
        self.inside = [self._within(c.masks) for c in self.candidates]
        k = len(self.group)
        self.best = np.full((k, 1 << (k - 1)), -np.inf)
        for i, choice in enumerate(self.candidates):
            np.maximum.at(self.best[i], _squeeze(self.inside[i], i), choice.scores)
            self.best[i] = bdeu.over_subsets(np.maximum, self.best[i])
        self.value = bdeu.largest_sums(k, self._best)  # V(S)

    def _within(self, masks: Ints) -> Ints:
        """Members of the group in every set, renumbered; parents outside come for free."""
        inner = np.zeros_like(masks)
        for position, measure in enumerate(self.group):
            inner |= (masks >> measure & 1) << position
        return inner

    def _best(self, i: int, sets: Any) -> Any:
        """Score of the best parents of a member among each of some sets of the others."""
        return self.best[i][_squeeze(sets, i)]

    def optima(self) -> Iterator[list[tuple[int, int]]]:
        """Yield every best graph on the group once, as (measure, parent mask) pairs.

        A graph is taken apart sink by sink, always the largest sink first: what is larger than a
        sink that is taken can be no sink then, and has to wait until one of its children is taken.
        """
        full = (1 << len(self.group)) - 1
        stack: list[tuple[int, float, int, list[tuple[int, int]]]]
        stack = [(full, self.slack, 0, [])]
        while stack:
            rest, slack, waiting, done = stack.pop()
            if not rest:
                yield done
                continue
            steps = []
            for i in bdeu.members(rest & ~waiting):
                before, larger = rest ^ (1 << i), -2 << i
                for spent, inner, mask in self._choices(i, rest, slack):
                    choice = [*done, (self.group[i], mask)]
                    steps.append((before, slack - spent, (waiting | larger) & ~inner, choice))
            stack.extend(steps)

    def _choices(self, i: int, rest: int, slack: float) -> list[tuple[float, int, int]]:
        """Parent sets of ``i`` as the last of ``rest`` that lose no more than the slack."""
        before = rest ^ (1 << i)
        best = self._best(i, np.int64(before))
        if self.value[rest] - (self.value[before] + best) > slack:
            return []
        lost = self.value[rest] - (self.value[before] + self.candidates[i].scores)
        fits = np.flatnonzero((lost <= slack) & ((self.inside[i] & ~before) == 0))
        masks = self.candidates[i].masks
        tied = [(max(0.0, lost[f]), int(self.inside[i][f]), int(masks[f])) for f in fits.tolist()]
        return sorted(tied, key=lambda choice: bdeu.members(choice[2]), reverse=True)


CASES_PER_CONFIGURATION = 10
CASES_PER_PRIOR_CASE = 10


def default_parent_limit(n: float, states: ArrayLike) -> int:
    """Largest number of parents so that each of their configurations has several cases.

    max(1, ⌊log_r(n / 10)⌋), where r is the largest number of states of a measure. Without a limit
    the best graph by BDeu is degenerate once the configurations outnumber the cases: parents that
    isolate every case score −n ln r with any data. With more than 22 measures the limit is 1, for
    which the best graph can be found on any number of them.

    Parameters
    ----------
    n : float
        Number of cases.
    states : (m,) array
        Number of states of every measure.

    Examples
    --------
    >>> default_parent_limit(80, [2, 2, 2]), default_parent_limit(80, [6, 6])
    (3, 1)
    >>> default_parent_limit(80, [2, 2, 3])  # of three parents with 2, 2 and 3 states 7 cases each
    1
    """
    sizes = np.asarray(states, dtype=float)
    r = float(sizes.max())
    if len(sizes) > MAX_SEARCH or n <= CASES_PER_CONFIGURATION:
        return 1
    return max(1, math.floor(math.log(n / CASES_PER_CONFIGURATION) / math.log(r) + 1e-9))


def parent_limit(value: int | str | None, cases: bdeu.CodedCases) -> int | None:
    """What a parent limit amounts to: "auto", None (no limit), or a whole number."""
    return default_parent_limit(cases.n, cases.states) if isinstance(value, str) else value


def default_ess(n: float, states: ArrayLike) -> float:
    """Equivalent sample size α* of the BDeu prior: max(1, min((r − 1)², n / 10)).

    One imagined case for each parameter that an arc between measures of r states adds (r: the
    largest number of states), as long as the prior weighs no more than a tenth of the cases. For
    two algorithms (r = 2) it is the papers' 1; with more, 1 spreads so little over each cell of a
    table that BDeu takes dependent measures for independent (Steck 2008 on the role of α*).

    Parameters
    ----------
    n : float
        Number of cases.
    states : (m,) array
        Number of states of every measure.

    Examples
    --------
    >>> default_ess(80, [2, 2, 2]), default_ess(80, [6, 6]), default_ess(20, [6, 6])
    (1.0, 8.0, 2.0)
    """
    r = float(np.max(np.asarray(states, dtype=float)))
    return max(1.0, min((r - 1) ** 2, n / CASES_PER_PRIOR_CASE))
