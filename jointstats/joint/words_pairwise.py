"""Tests of all pairs, worded: how many reach what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jointstats.base import phrases, wording
from jointstats.base.references import of_test
from jointstats.base.rows import cells
from jointstats.drawing.document import FIRST, Grid, Paragraph, Part, grid, listed, standing_of
from jointstats.drawing.document import first_of as first_of_all
from jointstats.drawing.style import left_out
from jointstats.drawing.words import Words, first_of
from jointstats.joint import pairwise_result as results
from jointstats.joint.kernel_decisions import from_where


def rule_of(result: results.PairwiseResult) -> str | None:
    """What decides for a pair by its posterior, if the test has one."""
    return getattr(result.pairs[0], "rule", None)


def _limit(result: results.PairwiseResult) -> str:
    """What a posterior is compared with."""
    rule = rule_of(result)
    least = " with the least favourable prior worth 1 data set" if rule == "lower" else ""
    return f"P ≥ {from_where(rule, result.alpha):g}{least}"


def reaches(result: results.PairwiseResult, n: int = 1) -> str:
    """What the posteriors of `n` pairs reach if they are decided."""
    limit = from_where(rule_of(result), result.alpha)
    return f"{'reaches' if n == 1 else 'reach'} P = {limit:g}"


def _mark(result: results.OrderedPairsResult) -> str:
    """What a star says."""
    return "shown" if rule_of(result) in (None, "lower") else "reaches the papers' rule"


def _first_of(result: results.PairwiseResult, pairs: Sequence[results.PairRow]) -> Sequence[str]:
    """The algorithms of the matrix: all, or of very many those that win most pairs."""
    if len(result.algorithms) <= FIRST:
        return result.algorithms
    names = standing_of(result.algorithms, pairs)[:FIRST]
    if result.control is not None and result.control not in names:
        names = (*names[:-1], result.control)
    return names


def _value(row: results.OrderedPair) -> str:
    """What speaks for a pair that is shown; means have no counts."""
    seen = (
        f"seen on {wording.seen(row.count, row.n)}; " if isinstance(row, results.JointPair) else ""
    )
    number = float(row.number or 0.0)
    if row.by_p:
        return f"{seen}p {wording.p_value(number)}"
    return f"{seen}probability {wording.probability(number, row.error)}"


class PairwiseWords(Words):
    """The words of a test of all pairs."""

    result: results.PairwiseResult

    def papers(self) -> Iterator[str]:
        """The keys of what the test of the pairs rests on."""
        yield from of_test(f"{self.result.call.get('test')}_test")

    def heading(self) -> str:
        """The name of the call, and of the test."""
        return f"{super().heading()} ({self.result.test_name})"

    def verdict(self) -> str:
        """How many pairs the test decides.

        "Shown" is for corrected p-values, which control their error rate over all pairs and
        measures of the call. A posterior of each pair by itself reaches a probability.
        """
        result = self.result
        rows = result.pairs
        of = cells(rows, ("a", "b", "decided"))
        by_measure = len(rows) > len(set(zip(of["a"], of["b"], strict=True)))
        what = "differences (pairs × measures)" if by_measure else "pairs"
        what = what.removesuffix("s") if len(rows) == 1 else what
        n = sum(of["decided"])
        if rows[0].by_p:
            basis = f"p ≤ {result.alpha:g} {wording.corrected(result.p_adjust)}"
            return f"{phrases.shown_of(n, len(rows), what)} ({basis})."
        of_all = f"{n or 'None'} of {'' if n else 'the '}{len(rows)} {what}"
        reach = "reaches" if n == 1 or len(rows) == 1 else "reach"
        return f"{of_all} {reach} {_limit(result)}, each pair by itself."

    def title(self, figure: str | None = None) -> str:
        result = self.result
        name = phrases.TEST_NAMES.get(result.test_name, result.test_name)
        if isinstance(result, results.SeparatePairsResult):
            return phrases.of_single_tests(result.pairs, result.measures, result.test_name)
        columns = cells(result.pairs, ("a", "b", "decided", "winner"))
        k, n = sum(map(bool, columns["decided"])), len(result.pairs)
        if isinstance(result, results.MeanPairsResult):
            return f"The means of {k} of {wording.plural(n, 'pair')} differ ({name})"
        by_p = result.pairs[0].by_p
        winners = [winner for winner in columns["winner"] if winner]
        if k == len(winners) == 1:
            i = columns["winner"].index(winners[0])
            loser = columns["b"][i] if winners[0] == columns["a"][i] else columns["a"][i]
            said = f"{winners[0]} is better than {loser} {phrases.on_all(tuple(result.measures))}"
            if not by_p:
                return phrases.fitting(
                    f"{said}: {reaches(result)}", f"1 of {n} pairs {reaches(result)}"
                )
            return phrases.fitting(f"{said} ({name})", said, f"1 of {n} pairs is shown ({name})")
        are = f"{'is' if k == 1 else 'are'} shown" if by_p else reaches(result, k)
        return f"{k or 'None'} of {wording.plural(n, 'pair')} {are} ({name})"

    def before(self) -> Sequence[Part | None]:
        """How to read the matrix of pairs."""
        result = self.result
        row, column = ("row", "column") if result.control is None else (result.control, "the row")
        on, by_p = ", ".join(result.measures), result.pairs[0].by_p
        value = wording.adjusted_p(result.p_adjust) if by_p else "probability"
        reading = f"for {on} (separated by |): > {row} better; then the {value}; * shown."
        if isinstance(result, results.OrderedPairsResult):
            tied = any(wording.tied_measures(pair.order or {}) for pair in result.pairs)
            equal = ", = practically equal" if tied else ""
            reading = (
                f"> {row} better, < {column} better{equal}, on {on} in this order; then the "
                f"{value}; * {_mark(result)}."
            )
            join = ":"
        else:
            join = ","
        return [
            Paragraph(phrases.SYMMETRIC) if result.test_name == "wilcoxon" else None,
            Paragraph(
                f"Read from {row} to {column}{join} {reading}{first_of_all(len(result.algorithms))}"
            ),
        ]

    def rows(self) -> Part | None:
        """The matrix of all pairs; of very many algorithms those that win most pairs."""
        result = self.result
        matrix = result.matrix_of(_first_of(result, list(result.pairs)))
        if result.control is not None:
            matrix = matrix.T
        rows = [[name, *map(str, matrix.loc[name])] for name in matrix.index]
        return grid(["", *matrix.columns], rows, "l" * (1 + len(matrix.columns)))


class OrderedPairsWords(PairwiseWords):
    """The words of tests that give one answer a pair."""

    result: results.OrderedPairsResult

    def after(self) -> Sequence[Part | None]:
        """The pairs that are decided, in words."""
        result = self.result
        won = [row for row in result.pairs if row.decided]
        first_won = won if len(result.algorithms) <= FIRST else won[:FIRST]
        rest = left_out(len(won), len(first_won), "pair")
        lines = [f"  {row.statement} ({_value(row)})" for row in first_won] + [f"  {rest}"] * bool(
            rest
        )
        named = lines and len(result.measures) > 1
        return [listed([f"{wording.capital(_mark(result))}:", *lines], "    ") if named else None]


class JointPairsWords(OrderedPairsWords):
    """The words of a joint test of all pairs."""

    result: results.JointPairsResult

    def table(self) -> Grid:
        return first_of(self.result, self.result.pairs, "pair")


class SeparatePairsWords(PairwiseWords):
    """The words of a test of each measure for all pairs."""

    result: results.SeparatePairsResult

    def table(self) -> Grid:
        result = self.result
        content = first_of(result, result.rows, "test")
        supposed = phrases.SYMMETRIC if result.test_name == "wilcoxon" else ""
        return replace(content, note=" ".join(filter(None, (supposed, content.note))))
