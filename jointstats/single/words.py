"""Tests of one measure, worded: sign, Wilcoxon, Bayesian sign, corrected t, Friedman, Quade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jointstats.base import phrases, wording
from jointstats.base.rows import cells
from jointstats.drawing import document
from jointstats.drawing.document import FIRST, Grid, Ordered, Paragraph, Part, number
from jointstats.drawing.words import Words, first_of, grid_of, noted, table_of
from jointstats.single.bayes_sign import BayesSignResult
from jointstats.single.corrected_t import CorrectedT, CorrectedTResult
from jointstats.single.friedman import FriedmanResult, FriedmanTest
from jointstats.single.quade import QuadeResult, QuadeTest
from jointstats.single.separate import SeparateResult, SeparateTest

_DIFFERENCES = "differences (pairs × measures)"


def _open(measures: Sequence[str]) -> str:
    return f"; open on {wording.listing(measures)}" if measures else ""


def _better(row: CorrectedT, measure: str) -> str:
    """The algorithm that is shown to be better, and the other."""
    return phrases.better_on(
        str(row.winner), [measure], than=row.b if row.winner == row.a else row.a
    )


def _interchangeable(tests: Sequence[FriedmanTest] | Sequence[QuadeTest], alpha: float) -> str:
    """On which measures it is rejected that all are interchangeable, without a full stop."""
    decided = [row.measure for row in tests if row.decided]
    on = wording.listing(decided or [row.measure for row in tests])
    least = wording.p_value(min(row.p_adjusted for row in tests))
    basis = f"permutation p {least}; alpha = {alpha:g}"
    if len(tests) > 1:
        basis = f"smallest permutation p after Holm's correction over the measures{basis[13:]}"
    if decided:
        return f"The algorithms are not interchangeable on {on} ({basis})"
    return f"The data do not establish a difference between the algorithms on {on} ({basis})"


def _of_pairs(result: FriedmanResult) -> str:
    """What the exact tests of all pairs and measures show."""
    measures = [row.measure for row in result.tests]
    won = sum(row.winner is not None for row in result.pairs)
    basis = "exact sign tests with Holm's correction over all of them"
    if not won:
        least = wording.p_value(min(row.p_adjusted for row in result.pairs))
        return (
            "The data do not establish a difference between any two algorithms on "
            f"{wording.listing(measures)} ({basis}, smallest p {least}; "
            f"alpha = {result.alpha:g})."
        )
    what = f"pairs differ on {measures[0]}"
    if len(measures) > 1:
        what = (
            f"differences between two algorithms on a measure {'is' if won == 1 else 'are'} shown"
        )
    return f"{won} of {len(result.pairs)} {what} ({basis}; alpha = {result.alpha:g})."


def _interchangeable_title(tests: Sequence[FriedmanTest] | Sequence[QuadeTest]) -> str:
    every = [row.measure for row in tests]
    unlike = [row.measure for row in tests if row.decided]
    if not unlike:
        return f"Interchangeable algorithms are not rejected {phrases.on_all(every)}"
    where = phrases.on_measures(unlike, every)
    return phrases.fitting(*(f"The algorithms are not interchangeable {on}" for on in where))


def _ranked(result: FriedmanResult) -> dict[str, Ordered]:
    """The orderings, each name with its mean rank."""
    orders: dict[str, Ordered] = {}
    for measure, ranking in result.rankings.items():
        label = {
            name: f"{name} {rank:.2f}"
            for name, rank in zip(ranking.order, ranking.mean_ranks, strict=True)
        }
        groups = [[label[name] for name in group] for group in ranking.groups]
        orders[measure] = list(label.values()), groups
    return orders


MASS = {
    "rope": "all on equivalence",
    "sides": "half on each algorithm",
    "even": "a third on each outcome",
}
"""Where the prior mass lies, by the name of the prior."""


def _lies(result: BayesSignResult) -> str:
    """Where the prior mass lies, by measure if that differs."""
    of = {row.measure: MASS[row.prior] for row in result.tests}
    if len(set(of.values())) == 1:
        return next(iter(of.values()))
    return wording.listing([f"on {measure} {where}" for measure, where in of.items()])


def _first_tests(result: SeparateResult) -> list[SeparateTest]:
    """The tests of those few algorithms that win most, measure by measure."""
    order = document.standing_of(result.algorithms, result.tests)
    by_measure: dict[str, list[SeparateTest]] = {name: [] for name in result.measures}
    for row in result.tests:
        by_measure[row.measure].append(row)
    room = max(1, MOST_TESTS // len(by_measure))
    return [
        row
        for tests in by_measure.values()
        for row in document.among_the_first(tests, order, room, result.control)
    ]


MOST_TESTS = 66  # in a table of very many, so many as 12 algorithms have pairs


class SeparateWords(Words):
    """The words of the sign test and of Wilcoxon's."""

    result: SeparateResult

    def verdict(self) -> str:
        result = self.result
        columns = cells(result.tests, ("measure", "winner"))
        winners, measures = columns["winner"], columns["measure"]
        n_shown = sum(map(bool, winners))
        basis = f"{result.alpha:g} {wording.corrected(result.p_adjust)}"
        if len(measures) > len(set(measures)):
            return f"{phrases.shown_of(n_shown, len(winners), _DIFFERENCES)} (p ≤ {basis})."
        first = result.tests[0]
        if not n_shown:
            return f"{phrases.no_measure(first.a, first.b)} (p > {basis})."
        said = "; ".join(
            phrases.better_on(who, on)
            for who, on in phrases.listed_by_winner(winners, measures).items()
        )
        rest = _open([name for winner, name in zip(winners, measures, strict=True) if not winner])
        return f"Measure by measure, {said}{rest} (p ≤ {basis})."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        return phrases.of_single_tests(result.tests, result.measures, result.test)

    def before(self) -> Sequence[Part | None]:
        return [Paragraph(phrases.SYMMETRIC) if self.result.test == "wilcoxon" else None]

    def rows(self) -> Part | None:
        result = self.result
        tests = list(result.tests) if len(result.algorithms) <= FIRST else _first_tests(result)
        return noted(
            grid_of(tests, result), document.left_out(len(result.tests), len(tests), "test")
        )

    def table(self) -> Grid:
        result = self.result
        content = first_of(result, result.rows, "test")
        supposed = phrases.SYMMETRIC if result.test == "wilcoxon" else ""
        return replace(content, note=" ".join(filter(None, (supposed, content.note))))


class BayesSignWords(Words):
    """The words of the Bayesian sign test."""

    result: BayesSignResult

    def verdict(self) -> str:
        result = self.result
        tests, decided = result.tests, [row for row in result.tests if row.decided]
        basis = f"probability of at least {1 - result.alpha:g}"
        if len({(row.a, row.b) for row in tests}) > 1:
            better = sum(row.winner is not None for row in decided)
            return (
                f"{len(decided)} of {len(tests)} {_DIFFERENCES} reach a {basis}, {better} for one "
                f"algorithm and {len(decided) - better} for practical equality."
            )
        a, b = tests[0].a, tests[0].b
        if not decided:
            return (
                f"No measure is decided with a {basis}. It may be that {a} or {b} is better, or "
                "that both are practically equal."
            )
        limit = 1 - result.alpha
        sides: dict[str, list[str]] = {}
        for row in decided:
            p = wording.probability(max(row.probabilities), limit=limit)
            who = (
                f"{a} and {b} are practically equal"
                if row.equivalent
                else f"{row.winner} is better"
            )
            sides.setdefault(who, []).append(f"{row.measure} ({p})")
        said = "; ".join(f"{who} on {wording.listing(on)}" for who, on in sides.items())
        rest = _open([row.measure for row in tests if not row.decided])
        return f"With a {basis}, {said}{rest}."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        better = sum(row.winner is not None for row in result.tests)
        equal = sum(row.decided for row in result.tests) - better
        n = wording.plural(len(result.tests), "difference")
        reached = f"probability {1 - result.alpha:g}"  # which no kept study calls shown
        if len({(row.a, row.b) for row in result.tests}) > 1 or equal:
            return f"{better} of {n} reach {reached}, and {equal} to be practically zero"
        if not better:
            return f"No difference reaches {reached}"
        said = phrases.of_single_tests(result.tests, result.measures, "Bayesian sign test")
        return phrases.fitting(f"{said}: {reached}", f"{better} of {n} reach {reached}")

    def before(self) -> Sequence[Part | None]:
        result = self.result
        return [
            Paragraph(
                "Probability that on most data sets a is better, the two are equivalent, or b is "
                f"better (prior mass {wording.significant(result.prior_strength)}, "
                f"{_lies(result)}; {document.level(result.level)} intervals of the shares):"
            )
        ]

    def rows(self) -> Part | None:
        rows = [
            [
                row.measure,
                row.a,
                row.b,
                f"{row.wins_a}–{row.ties}–{row.wins_b}",
                *map(wording.probability_cell, row.probabilities),
                document.span(row.share_a_low, row.share_a_high),
                document.span(row.share_b_low, row.share_b_high),
                "equivalent" if row.equivalent else row.winner or "open",
            ]
            for row in self.result.tests
        ]
        names = ["measure", "a", "b", "a–rope–b", "P(a)", "P(rope)", "P(b)"]
        names += ["share of a", "share of b", "reached by"]
        return document.grid(names, rows, "lllrrrrrrl", keys=3)


class CorrectedTWords(Words):
    """The words of the corrected t test."""

    result: CorrectedTResult

    def rows(self) -> Part | None:
        return table_of(self.result)  # all of them

    def verdict(self) -> str:
        result = self.result
        level = f"alpha = {result.alpha:g}"
        if len(result.tests) > 1:
            n_shown = sum(row.winner is not None for row in result.tests)
            said = phrases.shown_of(n_shown, len(result.tests), "pairs")
            return (
                f"{said} on {result.measure} (corrected t test, p adjusted by {result.p_adjust}, "
                f"{level})."
            )
        row = result.tests[0]
        p = "not defined" if row.p_value is None else wording.p_value(row.p_value)
        numbers = f"corrected t test, p {p}, {level}"
        if row.winner:
            return f"{_better(row, result.measure)} ({numbers})."
        return (
            f"The data do not establish a difference between {row.a} and {row.b} on "
            f"{result.measure} ({numbers})."
        )

    def title(self, figure: str | None = None) -> str:
        result = self.result
        won = [row for row in result.tests if row.winner]
        if len(result.tests) > 1:
            return (
                f"{len(won)} of {len(result.tests)} pairs are shown to differ on {result.measure}"
            )
        row = result.tests[0]
        if not won:
            return f"{row.a} and {row.b} are not shown to differ on {result.measure}"
        return _better(row, result.measure)

    def before(self) -> Sequence[Part | None]:
        result = self.result
        return [
            Paragraph(
                f"{wording.plural(result.n, 'fold')} count as {number(result.effective_n)} "
                f"independent ones (n_test / n_train = {number(result.test_train_ratio)})"
            )
        ]


class FriedmanWords(Words):
    """The words of Friedman's test."""

    result: FriedmanResult

    def rows(self) -> Part | None:
        return table_of(self.result)  # all of them

    def verdict(self) -> str:
        """What is shown: of pairs if their tests are exact, otherwise of each measure."""
        result = self.result
        tests, pairs = result.tests, result.pairs
        decided = [row.measure for row in tests if row.decided]
        on = wording.listing(decided or [row.measure for row in tests])
        least = wording.p_value(min(row.p_adjusted for row in tests))
        several = len(tests) > 1
        after = " after Holm's correction over the measures" if several else ""
        if result.post_hoc == "exact":
            rejects = "rejects" if decided else "does not reject"
            return (
                f"{_of_pairs(result)} Friedman's test {rejects} that all are "
                f"interchangeable on {on} ({'smallest ' if several else ''}p {least}{after})."
            )
        said = _interchangeable(tests, result.alpha)
        if result.post_hoc == "nemenyi":
            won = sum(row.winner is not None for row in pairs)
            said += (
                ". Nemenyi's test, approximate and for each measure alone, separates "
                f"{won} of {wording.plural(len(pairs), 'pair')}"
            )
        return f"{said}."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        every = [row.measure for row in result.tests]
        won = sum(row.winner is not None for row in result.pairs)
        of = f"{won} of {len(result.pairs)}"
        are = "is" if won == 1 else "are"
        if result.post_hoc == "exact" and len(every) == 1:
            return f"{of} pairs {are} shown to differ on {every[0]}"
        if result.post_hoc == "exact":
            return f"{of} differences between two algorithms {are} shown"
        if result.post_hoc == "nemenyi":
            return f"Nemenyi's test separates {of} pairs (approximate)"
        return _interchangeable_title(result.tests)

    def before(self) -> Sequence[Part | None]:
        result = self.result
        if not result.pairs:
            return []
        basis = "exact sign tests, Holm over all pairs and measures"
        if result.critical_difference is not None:
            basis = "Nemenyi's test, approximate, each measure alone"
        pairs = f"Every pair ({basis}; rank difference a − b):"
        return [grid_of(result.tests, result), Paragraph(pairs)]

    def after(self) -> Sequence[Part | None]:
        result = self.result
        joined = {"exact": "exact sign test", "nemenyi": "Nemenyi test", "none": ""}[
            result.post_hoc
        ]
        critical = result.critical_difference
        said = f"Critical difference of mean ranks: {number(critical)}"
        return [
            None if critical is None else Paragraph(said),
            document.orderings(_ranked(result), "mean rank", joined),
        ]


class QuadeWords(Words):
    """The words of Quade's test."""

    result: QuadeResult

    def verdict(self) -> str:
        return f"{_interchangeable(self.result.tests, self.result.alpha)}."

    def title(self, figure: str | None = None) -> str:
        return _interchangeable_title(self.result.tests)
