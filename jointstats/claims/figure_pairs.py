"""What the results say of every pair: states, joint tests, separate tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import wording
from jointstats.base.order import Places, first_of, is_tie
from jointstats.base.worded import words_of
from jointstats.claims import compared_pair as compared
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.words import states
from jointstats.claims.words_pairs import jointly
from jointstats.drawing import content
from jointstats.drawing import figure_wins as matrix
from jointstats.drawing.figure_wins import Pair, Wins
from jointstats.drawing.leading import between, standing_of
from jointstats.joint.pairwise_result import OrderedPair, OrderedPairsResult, PairwiseResult
from jointstats.joint.words_pairwise import reaches
from jointstats.means.means_results import ManovaResult
from jointstats.single.bayes_sign import BayesSignResult


def first_algorithms(order: Sequence[str], control: str | None) -> list[str]:
    """The first of the order, the control always among them."""
    first = list(order[: matrix.MOST])
    if control is not None and control not in first:
        first[-1:] = [control]
    return first


# --- a comparison -------------------------------------------------------------------------------


def of_comparison(result: Comparison) -> Wins:
    """The state of each pair, and on how many data sets each of the two is better."""
    order = result.order
    first = first_algorithms(order, result.control)
    rows = between(result.pairs, frozenset(first))
    ways = {name: result.measures.get(name, "") for name in result.questions}
    drawn = matrix.wins(
        [_compared(row) for row in rows], first, ways, title=words_of(result).title("wins"),
        number=f"Number: data sets on which the row’s algorithm is {jointly(rows)}, and the other.",
        control=result.control, total=len(order),
    )  # fmt: skip
    return replace(drawn, alt=f"The states of {states(result.pairs)}.")


def _compared(row: ComparedPair) -> Pair:
    """One pair of a comparison, seen from its first algorithm."""
    mine, theirs = row.dominates_a, row.dominates_b
    if len(row.measures) == 1:
        ((mine, theirs),) = zip(row.wins_a.values(), row.wins_b.values(), strict=True)
    return Pair(
        row.a, row.b, _strength(row), sign_of_state(row),
        "".join(_stripe(row, measure) for measure in row.measures),
        f"{mine}–{theirs}", f"{theirs}–{mine}",
    )  # fmt: skip


def _strength(row: ComparedPair) -> str:
    """Framed are the states of all measures together; of the others the stripes tell."""
    if row.state == compared.OPEN:
        return matrix.OPEN
    return (
        matrix.SHOWN
        if row.state in (compared.WINS, compared.TRADE_OFF, compared.PRACTICALLY_EQUAL)
        else matrix.EACH
    )


def sign_of_state(row: ComparedPair) -> str:
    """The state of a pair, seen from the first algorithm."""
    if row.state == compared.WINS:
        return matrix.WON if row.winner == row.a else matrix.LOST
    return {compared.TRADE_OFF: matrix.TRADE, compared.PRACTICALLY_EQUAL: matrix.ALIKE}.get(
        row.state, ""
    )


def _stripe(row: ComparedPair, measure: str) -> str:
    """The algorithm that is shown to be better on a measure, or better more often."""
    for name, code in ((row.a, matrix.ROW), (row.b, matrix.COLUMN)):
        if measure in row.ahead(name):
            return code.upper()
    if measure in row.equal:
        return matrix.EQUAL.upper()
    won, lost = row.wins_a[measure], row.wins_b[measure]
    if row.ties[measure] > max(won, lost):
        return matrix.EQUAL
    return matrix.NOBODY if won == lost else matrix.ROW if won > lost else matrix.COLUMN


# --- joint tests of pairs ------------------------------------------------------------------------


def of_pairwise(result: PairwiseResult) -> Wins:
    """One test of every pair."""
    if not isinstance(result, OrderedPairsResult):
        return of_tests(result, result.pairs, wording.assuming(result.test_name))
    order = standing_of(result.algorithms, result.pairs)
    first = first_algorithms(order, result.control)
    rows = between(result.pairs, frozenset(first))
    by_p = result.pairs[0].by_p
    value = wording.adjusted_p(result.p_adjust) if by_p else "probability"
    name = content.test_name(result.test_name)
    return matrix.wins(
        [_tested(row, result.measures) for row in rows], first, result.measures,
        title=words_of(result).title("wins"),
        number=f"Number: {value} of the leading statement, by the {name}.{_least(result)}",
        control=result.control, total=len(order),
        decides=matrix.SHOWN_OR_NOT if by_p else (reaches(result), "below it"), won="better on all",
    )  # fmt: skip


def _least(result: OrderedPairsResult) -> str:
    """That another number decides than the one in the cell, if so."""
    if getattr(result.pairs[0], "rule", None) != "lower":
        return ""
    return " Framed: also with the least favourable prior."


def _tested(row: OrderedPair, measures: Iterable[str]) -> Pair:
    order = row.order or {}
    codes = [_place(row.a, order.get(measure, ())) for measure in measures]
    shown = row.decided and getattr(row, "clear", True)
    strength = matrix.SHOWN if row.decided else matrix.AHEAD if row.order else matrix.OPEN
    number = _number(row) if row.order else "tied"
    return Pair(
        row.a, row.b, strength, _sign_of(codes) if shown else "",
        "".join(code.upper() if shown and code != matrix.NOBODY else code for code in codes),
        number, number,
    )  # fmt: skip


def _place(a: str, places: Places) -> str:
    """The better algorithm on a measure, by a statement."""
    if is_tie(places):
        return matrix.EQUAL
    first = first_of(places)
    return matrix.NOBODY if first is None else matrix.ROW if first == a else matrix.COLUMN


def _sign_of(codes: Sequence[str]) -> str:
    """What a statement says of all measures, seen from the first algorithm."""
    sides = set(codes) - {matrix.NOBODY, matrix.EQUAL}
    if len(sides) > 1:
        return matrix.TRADE
    if not sides:
        return matrix.ALIKE if matrix.EQUAL in codes else ""
    return matrix.WON if matrix.ROW in sides else matrix.LOST


def _number(row: OrderedPair) -> str:
    """Probability, or adjusted p-value, with three digits and never a false 0 or 1."""
    number = row.number
    if number is None:
        return ""
    if row.by_p:
        return wording.narrow_p(number)
    return wording.narrow(wording.probability(number, row.error))


def of_means(result: ManovaResult) -> Wins:
    """Hotelling's test of every pair as frame and number, a t test of each measure as stripe."""
    singles = _stripes(result.singles, list(result.measures))
    rows = []
    for row in result.pairs:
        stripes = singles[row.a, row.b]
        signs = [code.lower() for code in stripes if code.isupper()]
        p = row.p_adjusted
        number = "" if p is None else wording.narrow_p(p)
        strength = matrix.SHOWN if row.decided else matrix.AHEAD
        rows.append(Pair(row.a, row.b, strength, _sign_of(signs), stripes, number, number))
    correction = "" if result.p_adjust == "none" else f", {wording.corrected(result.p_adjust)}"
    first = first_algorithms(standing_of(result.algorithms, result.singles), None)
    names = frozenset(first)
    return matrix.wins(
        [pair for pair in rows if names.issuperset((pair.a, pair.b))], first, result.measures,
        title=words_of(result).title("wins"),
        notes=[
            f"Frame, number: means differ ({content.test_name('hotelling')}, "
            f"{wording.adjusted_p(result.p_adjust)}). Strong stripe: the measure’s t test shows it"
            f"{correction}.",
        ],
        total=len(result.algorithms), won="better where shown",
    )  # fmt: skip


# --- tests of each measure -----------------------------------------------------------------------


def of_tests(result: Any, tests: Sequence[Any], name: str) -> Wins:
    """A test of each measure alone, of every pair: each stripe is a separate test.

    Parameters
    ----------
    result : Result
        With ``algorithms``, ``measures`` and ``control``.
    tests : sequence of rows
        ``a``, ``b``, ``measure``, ``winner``, and perhaps ``better`` and ``equivalent``.
    name : str
        The test in words.
    """
    order = standing_of(result.algorithms, tests)
    first = first_algorithms(order, result.control)
    stripes_of = _stripes(between(tests, frozenset(first)), list(result.measures))
    return matrix.wins(
        [Pair(a, b, matrix.EACH, "", stripes) for (a, b), stripes in stripes_of.items()],
        first,
        result.measures,
        title=words_of(result).title("wins"),
        notes=[f"Each measure alone ({name})."],
        control=result.control,
        total=len(order),
        decides=_decides(result),
    )


def _decides(result: Any) -> tuple[str, str]:
    """What a strong stripe means: not "shown" for a Bayesian test, which keeps no error rate."""
    if isinstance(result, BayesSignResult):
        limit = 1 - result.alpha
        return f"reaches P = {limit:g}", "below it"
    return matrix.SHOWN_OR_NOT


def _stripes(tests: Iterable[Any], measures: Sequence[str]) -> dict[tuple[str, str], str]:
    """The pairs with a letter for every measure, upper case where its test shows it."""
    by_pair: dict[tuple[str, str], dict[str, str]] = {}
    for row in tests:
        by_pair.setdefault((row.a, row.b), {})[row.measure] = _letter(row)
    return {
        pair: "".join(letters.get(measure, matrix.NOBODY) for measure in measures)
        for pair, letters in by_pair.items()
    }


def _letter(row: Any) -> str:
    """What the test of one measure says."""
    if getattr(row, "equivalent", False):
        return matrix.EQUAL.upper()
    ahead = row.winner or getattr(row, "better", None)
    code = matrix.NOBODY if ahead is None else matrix.ROW if ahead == row.a else matrix.COLUMN
    return code.upper() if row.winner else code
