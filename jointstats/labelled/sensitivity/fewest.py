"""The fewest data sets whose removal changes the state of a pair, as far as a greedy search finds.

One data set after another goes, each time the one whose removal leaves the state of the pair with
the largest p-value, among the claims about this pair. As soon as that p-value is above the level at
which its claims are tested in any case, the whole table is tested again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np

from jointstats.kernels.claims.pairs import PairClaims, claims_of_pairs
from jointstats.kernels.claims.scores import ABSENT
from jointstats.kernels.claims.states import states_of_pairs
from jointstats.labelled.claims.compared_pair import OPEN, Names, compared_pairs, strongest_first
from jointstats.labelled.claims.evidence import Evidence
from jointstats.labelled.claims.shown import Shown
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.sensitivity import tables
from jointstats.labelled.sensitivity.factors import Asked
from jointstats.labelled.sensitivity.questions import Key, OfPairs
from jointstats.labelled.sensitivity.result import Fewest

MOST_PAIRS = 10  # of which removals are looked for


def fewest(asked: Asked, single: Mapping[Key, str]) -> Iterator[Fewest]:
    """For the pairs about which most is shown: data sets whose removal changes that.

    Parameters
    ----------
    asked : Asked
    single : mapping
        Pairs to a data set that is enough by itself, from leaving out each.
    """
    question, table, decided = asked.question, asked.table, asked.base.decided
    if not isinstance(question, OfPairs) or not decided:
        return
    shown, evidence = question.shown(table), Evidence.of(table, question.groups)
    place = {(shown.algorithms[a], shown.algorithms[b]): i
             for i, (a, b) in enumerate(shown.places.tolist())}  # fmt: skip
    strongest = strongest_first(compared_pairs(shown))
    tried_all = len(tables.datasets_of(table)) <= asked.most
    for row in strongest[:MOST_PAIRS]:
        if row.state == OPEN:
            return
        key = (row.a, row.b)
        gone: tuple[str, ...] | None = (single[key],) if key in single else None
        if gone is None:
            gone = next(
                (names for names in _greedy(evidence, shown, place[key], table)
                 if _changed(asked, key, names)),
                None,
            )  # fmt: skip
        found = None if gone is None else len(gone)
        yield Fewest(
            statement=asked.base.say(key),
            found=found,
            exact=found == 1 or (found == 2 and tried_all),
            datasets=Names(gone or ()),
        )
    if len(decided) > MOST_PAIRS:
        asked.not_tried.append(
            f"How many data sets must go was looked for in {MOST_PAIRS} of {len(decided)} pairs."
        )


def _changed(asked: Asked, key: Key, gone: Collection[str]) -> bool:
    """Whether another state of the pair is shown in the table without these data sets."""
    try:
        there = asked.question.answer(tables.without(asked.table, gone))
    except JointStatsError:  # nothing is left
        return True
    return there.decided.get(key) != asked.base.decided[key]


def _greedy(
    evidence: Evidence, shown: Shown, pair: int, table: tables.ResultsTable
) -> Iterator[tuple[str, ...]]:
    """Removals that may change the state of the pair, smallest first."""
    names = tables.datasets_of(table)
    seen = evidence.outcomes(shown.places[[pair]])[0]
    state, side = shown.states.state[pair], shown.states.side[pair]
    gone: list[int] = []
    while (seen != ABSENT).any():
        candidates = _kinds(seen, evidence.units.shared)
        trial = np.repeat(seen[None], len(candidates), axis=0)
        trial[np.arange(len(candidates)), candidates] = ABSENT
        counts, p = claims_of_pairs(trial, evidence.positive, evidence.units)
        joint = p.joint / len(evidence.questions)  # a joint chain weighs as much as all measures
        there = states_of_pairs(counts, PairClaims(p.measures, p.equal, joint), shown.level)
        other = (there.state != state) | (there.side != side)
        best = int(np.where(other, np.inf, there.p).argmax())
        gone.append(int(candidates[best]))
        seen[gone[-1]] = ABSENT
        if other[best] or there.p[best] > shown.alpha / shown.total:
            yield tuple(names[i] for i in sorted(gone))


def _kinds(seen: np.ndarray, unit: np.ndarray) -> np.ndarray:
    """One data set of each kind: those that show the same, in the same unit, are alike."""
    rows = np.column_stack([seen, unit])
    there = np.flatnonzero((seen != ABSENT).any(axis=1))
    _, first = np.unique(rows[there], axis=0, return_index=True)
    return there[np.sort(first)]
