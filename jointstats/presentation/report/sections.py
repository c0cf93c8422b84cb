"""The folded parts of a comparison's report."""

from __future__ import annotations

from itertools import pairwise

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import used
from jointstats.presentation.report import blocks, figures, questions
from jointstats.presentation.report import repeat as calls
from jointstats.presentation.report.blocks import text as _text
from jointstats.presentation.tables import Table, table, tests_alone
from jointstats.words import meanings as words
from jointstats.words.phrases import FEW


def size(result: Comparison) -> str:
    """How many algorithms, measures and data sets."""
    return (
        f"{wording.plural(len(result.algorithms), 'algorithm')}, "
        f"{wording.plural(len(result.measures), 'measure')}, {used(result)}"
    )


def data(result: Comparison) -> str:
    """What was compared."""
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [[name, way[direction], _tie(result.rope[name]), str(result.ties[name])]
            for name, direction in result.measures.items()]  # fmt: skip
    names = ["measure", "direction", "what counts as a tie", "data sets with ties"]
    control = f" All others are compared with {result.control}." if result.control else ""
    named = f" Algorithms: {', '.join(_order(result))}."
    few = len(result.algorithms) <= FIRST
    return blocks.paragraph(f"{size(result)}.{named if few else ''}{control}") + blocks.table(
        Table(names, rows, "lllr"), "Measures"
    )


def _order(result: Comparison) -> tuple[str, ...]:
    """The algorithms, best first; two as they are in the table."""
    return result.order if result.pairs else result.algorithms


def _tie(rope: float) -> str:
    return f"differences up to {rope:g}" if rope else "only equal values"


def both(result: Comparison, bayes: str, glrt: str) -> str:
    """A question with its two tests."""
    first, second = result.joint.get(bayes), result.joint.get(glrt)
    if not isinstance(first, BayesResult):
        return ""
    if len(result.algorithms) > FEW and max(row.count for row in first.statements) <= 1:
        return questions.none_repeats(first, "answer")
    main = "bayes_control" if result.control else "bayes_best"
    figure = figures.main_statements(result) if bayes in (main, "bayes") else ""
    return questions.question(first, second if isinstance(second, GLRTResult) else None, figure)


def alone(result: Comparison) -> str:
    """Each measure by itself."""
    test = words.TEST[result.separate_test]
    corrected = "" if result.p_adjust == "none" else f", {wording.corrected(result.p_adjust)}"
    said = (
        "Best average rank first. “>”: these two neighbours are told apart by the "
        f"{test}{corrected}. A comma means only that these two are not told apart. It does not "
        "mean equal, and algorithms further apart in the line may differ: see "
    )
    rows = [[name, _line(part.ranking)] for name, part in result.separate.items()]
    made = Table(["measure", "order by average rank"], rows, "ll")
    return (
        f'<p>{_text(said)}<a href="#tests">all separate tests</a>.</p>'
        + blocks.table(made, "Order by measure")
        + (figures.rankings(result) if result.pairs else figures.effects(result))
    )


def _line(ranking: Ranking) -> str:
    """The algorithms in order; neighbours that the test tells apart have ">" between them."""
    names = ranking.algorithms[:FIRST]
    said = names[0]
    for one, two in pairwise(names):
        said += f", {two}" if ranking.together(one, two) else f" > {two}"
    left = len(ranking.algorithms) - len(names)
    return f"{said} and {left} more" if left else said


def means(result: Comparison) -> str:
    """Tests that assume normality."""
    titles = {
        "hotelling": "Hotelling’s test of the means",
        "manova": "Multivariate analysis of variance",
        "mardia": "Are the differences normal?",
    }
    parts = []
    for name, part in result.normal.items():
        if part is None:
            continue
        title = titles.get(name, name)
        parts.append(f"<h3>{_text(title)}</h3>{blocks.paragraph(part.verdict)}")
        parts.append(figures.normal(part) + blocks.table(table(part), title))
    return "".join(parts)


def separate(result: Comparison) -> str:
    """All separate tests."""
    test = words.TEST[result.separate_test]
    lower = "min" in result.measures.values()
    said = (
        f"A {test} of each pair on each measure: a row is one test. Decisions come from the "
        "p-value, which is corrected for all tests. The intervals are not corrected: one "
        "may leave out 0 although nothing is shown."
    )
    if result.p_adjust == "none":
        said = f"A {test} of each pair on each measure: a row is one test."
    if lower:
        said += (
            " For measures where lower is better, a negative median means that a is better. "
            "Cliff’s delta is turned: above 0 always speaks for a."
        )
    made = tests_alone(result)
    caption = f"{test.capitalize()} of every pair"
    if len(made.rows) < made.of:
        caption += f": the first algorithms of the leaderboard, {len(made.rows)} of {made.of} tests"
    return blocks.paragraph(said) + blocks.table(made, caption)


def meanings(result: Comparison) -> str:
    """What words and numbers mean."""
    pairs = words.meanings(result)
    return "<dl>" + "".join(f"<dt>{_text(a)}</dt><dd>{_text(b)}</dd>" for a, b in pairs) + "</dl>"


def assumptions(result: Comparison) -> str:
    """What the tests assume."""
    names = ["assumption", "how it was checked", "what came out"]
    return blocks.table(Table(names, words.assumptions(result), "lll"), "Assumptions of the tests")


def notes(result: Comparison) -> str:
    """What was left out, tied, and warned about."""
    lines: list[str] = list(result.warnings)
    lines += [f"Left out: {d.dataset} ({d.reason})." for d in result.dropped]
    if result.n_failed:
        lines.append(f"{wording.plural(result.n_failed, 'failed result')} ranked below all others.")
    tied = sum(result.ties.values())
    cells = len(result.measures) * (result.n if result.data is None else len(result.data.known()))
    lines.append(
        f"Ties: on {tied} of {cells} combinations of a data set and a measure, some algorithms tie."
        if tied
        else "No data set has a tie on any measure."
    )
    if not result.dropped:
        lines.append("No data set was left out.")
    return blocks.items(lines)


def _random(result: Comparison) -> str:
    sampled = any(getattr(part, "method", "exact") != "exact" for part in result.joint.values())
    if sampled or result.normal:
        return "Some numbers are sampled, with a fixed seed: the same data give the same numbers."
    return (
        "Nothing here is sampled: the same data give the same numbers. (rng in the R code is the "
        "seed of tests that sample; here none does.)"
    )


def repeat(result: Comparison) -> str:
    """The calls that repeat the comparison."""
    codes = [("Python", calls.python_call(result)), ("R", calls.r_call(result))]
    command = calls.shell_call(result)
    if command is not None:
        codes.append(("Command line", command))
    codes_html = "".join(f"<h3>{name}</h3><pre>{_text(code)}</pre>" for name, code in codes)
    if command is None:
        codes_html += blocks.paragraph(calls.NO_COMMAND)
    rows = [list(pair) for pair in calls.versions().items()]
    made = Table(["software", "version"], rows, "ll")
    return (
        f"<p>{_text(calls.stand_ins(result))} {_text(_random(result))}</p>"
        f"{codes_html}{blocks.table(made, 'Versions')}"
    )
