"""Every pair of algorithms: the joint test beside the separate ones, as a matrix or a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import SHOWN, PairClaim
from jointstats.labelled.compare.pairwise_result import OrderedPairsResult, PairwiseResult
from jointstats.labelled.normal.manova_result import ManovaResult
from jointstats.labelled.order import Places, first_of, tied_measures
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Cell, Pairs, Tile

Tests = Sequence[Any]


@dataclass(frozen=True)
class Tested:
    """One pair by a joint test: the order on each measure, and the number that decides.

    Without an order, several statements lead equally.
    """

    a: str
    b: str
    order: Mapping[str, Places] | None
    number: float | None
    decided: bool
    by_p: bool = True
    mcse: float = 0.0


@dataclass(frozen=True)
class Joint:
    """A joint test of every pair: its pairs, its name in words, and what its numbers are."""

    pairs: Sequence[Tested]
    name: str
    value: str


def joint_pairs(result: OrderedPairsResult) -> Joint:
    """The pairs of a test with one answer for all measures."""
    value = wording.adjusted_p(result.p_adjust) if result.pairs[0].by_p else "probability"
    tested = [
        Tested(row.a, row.b, row.order, row.number, row.decided, row.by_p, row.error)
        for row in result.pairs
    ]
    return Joint(tested, words.test_name(result.test_name), value)


def claimed(rows: Sequence[PairClaim]) -> Joint:
    """What a comparison claims of its pairs: filled where it is shown."""
    tested = [
        Tested(row.a, row.b, row.order, row.p_adjusted, row.strength == SHOWN) for row in rows
    ]
    return Joint(tested, "strongest claim", "corrected p")


def pairwise(result: PairwiseResult) -> Pairs:
    """One pairwise test."""
    if isinstance(result, OrderedPairsResult):
        joint = joint_pairs(result)
        return beside(result.algorithms, result.measures, joint, control=result.control)
    name = words.test_name(result.test_name)
    return beside(
        result.algorithms, result.measures, None, result.pairs, name, control=result.control
    )


def means(result: ManovaResult) -> Pairs:
    """Hotelling's test of every pair above the diagonal, t tests of each measure below it."""
    tested = []
    for row in result.pairs:
        a, b = row.a, row.b
        order = {
            name: [a, b] if (difference > 0) == (result.measures[name] == "max") else [b, a]
            for name, difference in row.mean_difference.items()
        }
        tested.append(Tested(a, b, order, row.p_adjusted, row.decided))
    joint = Joint(tested, words.test_name("hotelling"), wording.adjusted_p(result.p_adjust))
    name = "t tests" if result.p_adjust == "none" else f"t tests, {result.p_adjust}"
    return beside(result.algorithms, result.measures, joint, result.singles, name)


def beside(
    algorithms: Sequence[str],
    measures: Mapping[str, str],
    joint: Joint | None,
    tests: Tests = (),
    separate_test: str = "",
    control: str | None = None,
) -> Pairs:
    """The joint test of every pair above the diagonal, the separate tests below it.

    Parameters
    ----------
    algorithms : sequence of str
    measures : mapping
    joint : Joint or None
    tests : sequence of dict
        Rows of a separate test: ``a``, ``b``, ``measure``, ``winner``, and perhaps ``equivalent``.
    separate_test : str
        Its name in words.
    control : str, optional
        If given, its pairs are listed instead.
    """
    letter, listed = words.letters(algorithms), control is not None
    place = {name: i for i, name in enumerate(algorithms)}

    def pair(a: str, b: str) -> tuple[str, str]:
        """In a matrix, the algorithm of the upper row first."""
        return (b, a) if not listed and place[b] < place[a] else (a, b)

    rows = joint.pairs if joint is not None else ()
    cells = tuple(_cell(row, pair(row.a, row.b), letter) for row in rows)
    return Pairs(
        title=f"Every pair, {'on all measures at once' if rows else 'measure by measure'}",
        alt=_alt(rows, tests),
        notes=_legend(measures, joint, tests, separate_test, listed, letter),
        algorithms=tuple(algorithms),
        letters=tuple(letter.values()),
        measures=tuple(measures),
        cells=cells,
        tiles=tuple(_tile(row, pair(row.a, row.b), letter) for row in tests),
        listed=listed,
    )


def _leads(tested: Tested, letter: Mapping[str, str]) -> list[tuple[str, int]]:
    """Letters of those who lead, each with the number of measures; who leads on most first."""
    firsts = [first for one in (tested.order or {}).values() if (first := first_of(one))]
    counted = sorted((-firsts.count(name), letter[name]) for name in set(firsts))
    return [(of, -n) for n, of in counted]


def _said(leads: Sequence[tuple[str, int]], equal: int) -> str:
    """The letters of a cell: of the leader alone, or "A4 B2"; "B1 =3" if 3 measures are equal."""
    if not leads or (len(leads) == 1 and not equal):
        return leads[0][0] if leads else "="
    shown = [*leads, ("=", equal)] if equal else leads
    return " ".join(f"{of}{n}" for of, n in shown)


def _cell(tested: Tested, pair: tuple[str, str], letter: Mapping[str, str]) -> Cell:
    leads = _leads(tested, letter)
    leader = "both" if leads else "nobody"
    if len(leads) == 1:
        leader = "row" if leads[0][0] == letter[pair[0]] else "column"
    equal = len(tied_measures(tested.order or {}))
    return Cell(*pair, leader, _said(leads, equal), _number(tested), tested.decided)


def _number(tested: Tested) -> str:
    """Probability, or adjusted p-value, with three digits and never a false 0 or 1."""
    number = tested.number
    if number is None:
        return ""
    if tested.by_p:
        return wording.narrow_p(number)
    return wording.narrow(wording.probability(number, tested.mcse))


def _tile(tested: Any, pair: tuple[str, str], letter: Mapping[str, str]) -> Tile:
    winner = tested.winner
    who = "nobody" if winner is None else "row" if winner == pair[0] else "column"
    nobody = "=" if _equivalent(tested) else "·"
    return Tile(*pair, tested.measure, who, nobody if winner is None else letter[winner])


def _equivalent(tested: Any) -> bool:
    """Whether a test that can decide so decides that two algorithms are practically equal."""
    return "equivalent" in tested and bool(tested.equivalent)


def _legend(
    measures: Mapping[str, str],
    joint: Joint | None,
    tests: Tests,
    separate_test: str,
    listed: bool,
    letter: Mapping[str, str],
) -> tuple[str, ...]:
    numbered = ", ".join(
        f"{i} {name} ({words.sense(way)})" for i, (name, way) in enumerate(measures.items(), 1)
    )
    lines = []
    if joint is not None:
        where = "Wide cell" if listed else "Above the diagonal"
        lines.append(
            f"{where}: all measures at once ({joint.name}); letter of the leader, {joint.value}. "
            f"{_shared(joint.pairs, letter)}".strip()
        )
    if separate_test:
        where = "Small tiles" if listed else "Below the diagonal" if joint else "Tiles"
        equal = "; =: practically equivalent" if any("equivalent" in row for row in tests) else ""
        lines.append(f"{where}: each measure alone ({separate_test}); ·: not decided{equal}.")
        lines.append(f"Tiles, from the left and then down, with what is better: {numbered}.")
    else:
        lines.append(f"Measures, with what is better: {numbered}.")
    return tuple(lines)


def _shared(pairs: Sequence[Tested], letter: Mapping[str, str]) -> str:
    """What a cell without one leader says, with an example of this figure."""
    leads = [_leads(tested, letter) for tested in pairs]
    equal = [len(tied_measures(tested.order or {})) for tested in pairs]
    parts = []
    both = list(zip(leads, equal, strict=True))
    split = next(((one, n) for one, n in both if len(one) > 1), None)
    if split is not None:
        ((a, on_a), (b, on_b)), n = split
        practically = f"; {n} {'is' if n == 1 else 'are'} practically equal" if n else ""
        parts.append(
            f"{_said(*split)}: {a} leads on {on_a} of the measures and {b} on {on_b}{practically}."
        )
    ahead = next(((one, n) for one, n in both if len(one) == 1 and n), None)
    if ahead is not None:
        ((a, on_a),), n = ahead
        are = "is" if n == 1 else "are"
        parts.append(f"{_said(*ahead)}: {a} leads on {on_a} of the measures, {n} {are} practically "
                     "equal.")  # fmt: skip
    if any(not one and n for one, n in both):
        parts.append("=: practically equal.")
    if any(not tested.order for tested in pairs):
        parts.append("=: tied.")
    return " ".join(parts)


def _alt(joint: Sequence[Tested], tests: Tests) -> str:
    parts = []
    if joint:
        won = sum(row.decided for row in joint)
        parts.append(f"{won} of {wording.plural(len(joint), 'pair')} are decided jointly")
    if tests:
        won = sum(row.winner is not None or _equivalent(row) for row in tests)
        parts.append(f"{won} of {len(tests)} differences are decided measure by measure")
    return f"Matrix of pairs: {'; '.join(parts)}. The tables hold the same numbers."
