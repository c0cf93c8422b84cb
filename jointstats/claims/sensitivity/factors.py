"""What is varied, each factor as other settings; the fewest data sets that change a state.

The fewest data sets whose removal changes the state of a pair, as far as a greedy search finds.

One data set after another goes, each time the one whose removal leaves the state of the pair with
the largest p-value, among the claims about this pair. As soon as that p-value is above the level at
which its claims are tested in any case, the whole table is tested again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, get_args

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.kinds import FactorWord
from jointstats.claims.compared_pair import OPEN, compared_pairs, strongest_first
from jointstats.claims.kernel_pairs import claims_of_pairs
from jointstats.claims.kernel_states import states_of_pairs
from jointstats.claims.pair_votes import Evidence
from jointstats.claims.sensitivity import questions
from jointstats.claims.shown import Shown
from jointstats.evidence.scores import ABSENT
from jointstats.table.results_table import ResultsTable

FACTORS: tuple[FactorWord, ...] = get_args(FactorWord)
"""What is varied, in the order in which it is listed."""
LEVEL, ROPE, MEASURE, DATASET, FAMILY, ALGORITHM, MISSING, RUNS = FACTORS

LEVELS = (0.01, 0.05, 0.1)
WIDTHS = (0.05, 0.1, 0.25, 0.5)  # shares of the differences between which a rope is searched
TREATED = {
    "drop": "incomplete data sets dropped",
    "unknown": "missing results unknown",
    "worst": "missing results as failed runs",
}


@dataclass(frozen=True)
class Asked:
    """A question, its table, and what is decided there; `not_tried` is added to."""

    question: questions.Question
    table: ResultsTable
    base: questions.Decided
    levels: questions.Levels
    most: int
    not_tried: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Other:
    """Another setting: its name, what is decided there, and what it leaves out."""

    setting: str
    answer: Callable[[], questions.Decided]
    algorithm: str | None = None
    limit: bool = False
    datasets: Collection[str] = ()


# --- Levels ---------------------------------------------------------------------------------------


def levels(asked: Asked) -> Iterator[Other]:
    """Other levels, and the nearest ones at which something changes."""
    values, at = asked.levels
    for level in LEVELS:
        if level != asked.question.alpha:
            yield Other(f"alpha = {level:g}", partial(at, level))
    low, high = same_levels(asked)
    if low:
        below = max((p for p in values if p < low), default=0.0)
        yield Other(f"alpha below {wording.significant(low)}", partial(at, below), limit=True)
    if high is not None:
        yield Other(f"alpha from {wording.significant(high)}", partial(at, high), limit=True)


def same_levels(asked: Asked) -> tuple[float, float | None]:
    """From which level to below which the same is decided; 0 and None if nothing ends it."""
    (values, at), alpha, now = asked.levels, asked.question.alpha, asked.base.decided
    below = [0.0, *(p for p in values if p <= alpha)]
    steps = zip(below[:0:-1], below[-2::-1], strict=True)  # each level, and the one before it
    low = next((p for p, before in steps if at(before).decided != now), 0.0)
    above = (p for p in values if p > alpha)
    return low, next((p for p in above if at(p).decided != now), None)


# --- Ropes ----------------------------------------------------------------------------------------


def ropes(asked: Asked) -> Iterator[Other]:
    """Each measure: ties declared real, half and twice the rope; the nearest that changes it.

    Prices use no ropes.
    """
    if isinstance(asked.question, questions.OfTest) and asked.question.price is not None:
        return
    for name, width in asked.table.rope.items():
        for other in _widths(width, declared=name in asked.table.declared_rope):
            said = "no rope" if other is None else f"a rope of {other:g}"
            yield Other(f"{said} on {name}", partial(_roped, asked, name, other))
        yield from _nearest_rope(asked, name, width)


def _widths(width: float, *, declared: bool) -> tuple[float | None, ...]:
    if width:
        return 0.0, width / 2, 2 * width
    return (None,) if declared else (0.0,)


def _roped(asked: Asked, measure: str, width: float | None) -> questions.Decided:
    return asked.question.answer(questions.with_rope(asked.table, measure, width))


def _nearest_rope(asked: Asked, name: str, width: float) -> Iterator[Other]:
    """The nearest wider rope that changes something: by some widths first, then by bisection."""
    apart = questions.differences(asked.table, name, asked.question.control)
    wider = apart[apart > width]
    if not len(wider):
        return
    known: dict[int, questions.Decided] = {}

    def same(i: int) -> bool:
        if i not in known:
            try:
                known[i] = _roped(asked, name, float(wider[i]))
            except JointStatsError:  # nothing but ties is left
                known[i] = questions.NOTHING
        return known[i].decided == asked.base.decided

    tried = np.unique((np.array(WIDTHS) * (len(wider) - 1)).astype(int)).tolist()
    last = next((i for i in tried if not same(i)), None)
    if last is None:
        return
    first = max((i for i in tried if i < last), default=-1)
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (middle, last) if same(middle) else (first, middle)
    yield Other(f"a rope of {_number(wider, last)} on {name}", lambda: known[last], limit=True)


def _number(widths: np.ndarray, i: int) -> str:
    """The shortest number that makes the same ties as a width: below the next one."""
    low, high = float(widths[i]), float(widths[i + 1]) if i + 1 < len(widths) else np.inf
    short = (f"{low:.{digits}g}" for digits in range(1, 17))
    return next((text for text in short if low <= float(text) < high), repr(low))


# --- Left out -------------------------------------------------------------------------------------


def measures(asked: Asked) -> Iterator[Other]:
    """Each measure left out; a test names its own."""
    names, question = tuple(asked.table.measures), asked.question
    if len(names) == 1 or not isinstance(question, questions.OfPairs):
        return
    for name in names:
        left = [other for other in names if other != name]
        rest = question.without(name)
        yield Other(f"without the measure {name}", partial(_selected, asked, rest, measures=left))


def algorithms(asked: Asked) -> Iterator[Other]:
    """Each algorithm left out: pairs are then fewer, and share the level."""
    names, control = asked.table.algorithms, asked.question.control
    if len(names) == 2 or not isinstance(asked.question, questions.OfPairs):
        return
    others = [name for name in names if name != control]
    for name in others[: asked.most]:
        left = [other for other in names if other != name]
        answer = partial(_selected, asked, asked.question, algorithms=left)
        yield Other(f"without the algorithm {name}", answer, algorithm=name)
    _say_left(asked, "algorithms", len(others))


def _selected(asked: Asked, question: questions.Question, **chosen: Any) -> questions.Decided:
    return question.answer(asked.table.select(**chosen))


def datasets(asked: Asked) -> Iterator[Other]:
    """Each data set left out."""
    names = asked.table.everything()[1]
    return _removed(asked, "data sets", {f"without {name}": {name} for name in names})


def families(asked: Asked) -> Iterator[Other]:
    """Each family of data sets left out as a whole."""
    members = questions.families_of(asked.table)
    sizes = {name: wording.plural(len(of), "data set") for name, of in members.items()}
    removed = {f"without the family {name} ({sizes[name]})": of for name, of in members.items()}
    return _removed(asked, "families", removed)


def _removed(asked: Asked, what: str, removed: Mapping[str, Collection[str]]) -> Iterator[Other]:
    for said, gone in list(removed.items())[: asked.most]:
        yield Other(said, partial(_without, asked, gone), datasets=gone)
    _say_left(asked, what, len(removed))


def _without(asked: Asked, gone: Collection[str]) -> questions.Decided:
    return asked.question.answer(questions.without(asked.table, gone))


def _say_left(asked: Asked, what: str, n: int) -> None:
    if n > asked.most:
        asked.not_tried.append(
            f"{n - asked.most} of {n} {what} were not left out: most = {asked.most}."
        )


# --- Other readings of the results ----------------------------------------------------------------


def missing(asked: Asked) -> Iterator[Other]:
    """Other treatments of what is missing."""
    try:
        for rule, table in questions.treatments(asked.table):
            yield Other(TREATED[rule], partial(asked.question.answer, table))
    except JointStatsError as error:
        asked.not_tried.append(f"Other treatments of missing results: {error}")


def runs(asked: Asked) -> Iterator[Other]:
    """Medians of the runs in place of their means."""
    medians = questions.of_medians(asked.table)
    if medians is not None:
        yield Other("medians of the runs", partial(asked.question.answer, medians))
    elif asked.table.aggregate is not None:
        asked.not_tried.append(
            "Medians or means of the runs: the table does not keep them (runs, when it is made)."
        )


VARY: Mapping[FactorWord, Callable[[Asked], Iterator[Other]]] = {
    LEVEL: levels, ROPE: ropes, MEASURE: measures, DATASET: datasets,
    FAMILY: families, ALGORITHM: algorithms, MISSING: missing, RUNS: runs,
}  # fmt: skip


MOST_PAIRS = 10  # of which removals are looked for


def fewest(
    asked: Asked, single: Mapping[questions.Key, str]
) -> Iterator[tuple[questions.Key, tuple[str, ...], bool]]:
    """For the pairs about which most is shown: data sets whose removal changes that.

    Parameters
    ----------
    asked : Asked
    single : mapping
        For each pair, a data set that is enough by itself, from leaving out each.

    Yields
    ------
    The pair, the data sets (none if none were found), and whether all smaller sets were tried.
    """
    question, table, decided = asked.question, asked.table, asked.base.decided
    if not isinstance(question, questions.OfPairs) or not decided:
        return
    shown, evidence = question.shown(table), Evidence.of(table, question.groups)
    names = [tuple(shown.algorithms[i] for i in pair) for pair in shown.places.tolist()]
    strongest = strongest_first(compared_pairs(shown))
    tried_all = len(table.everything()[1]) <= asked.most
    for row in strongest[:MOST_PAIRS]:
        if row.state == OPEN:
            return
        key = (row.a, row.b)
        tries = _greedy(evidence, shown, names.index(key), table)
        if key in single:
            gone: tuple[str, ...] = (single[key],)
        else:
            gone = next((removed for removed in tries if _changed(asked, key, removed)), ())
        yield key, gone, len(gone) == 1 or (len(gone) == 2 and tried_all)
    if len(decided) > MOST_PAIRS:
        asked.not_tried.append(
            f"How many data sets must go was looked for in {MOST_PAIRS} of {len(decided)} pairs."
        )


def _changed(asked: Asked, key: questions.Key, gone: Collection[str]) -> bool:
    """Whether another state of the pair is shown in the table without these data sets."""
    try:
        there = _without(asked, gone)
    except JointStatsError:  # nothing is left
        return True
    return there.decided.get(key) != asked.base.decided[key]


def _greedy(
    evidence: Evidence, shown: Shown, pair: int, table: ResultsTable
) -> Iterator[tuple[str, ...]]:
    """Removals that may change the state of the pair, smallest first."""
    names = table.everything()[1]
    seen = evidence.outcomes(shown.places[[pair]])[0]
    state, side = shown.states.state[pair], shown.states.side[pair]
    gone: list[int] = []
    declared, least = evidence.declared, shown.alpha / shown.voters.chains.total_weight
    while (seen != ABSENT).any():
        candidates = _kinds(seen, evidence.units.shared)
        trial = np.repeat(seen[None], len(candidates), axis=0)
        trial[np.arange(len(candidates)), candidates] = ABSENT
        counts, p = claims_of_pairs(trial, declared.positive, evidence.units, declared.several)
        joint = p.joint / len(declared.questions)  # a joint chain weighs as much as all measures
        there = states_of_pairs(counts, replace(p, joint=joint), shown.level)
        other = (there.state != state) | (there.side != side)
        best = int(np.where(other, np.inf, there.p).argmax())
        gone.append(int(candidates[best]))
        seen[gone[-1]] = ABSENT
        if other[best] or there.p[best] > least:
            yield tuple(names[i] for i in sorted(gone))


def _kinds(seen: np.ndarray, unit: np.ndarray) -> np.ndarray:
    """One data set of each kind: those that show the same, in the same unit, are alike."""
    rows = np.column_stack([seen, unit])
    there = np.flatnonzero((seen != ABSENT).any(axis=1))
    _, first = np.unique(rows[there], axis=0, return_index=True)
    return there[np.sort(first)]
