"""The HTML report of a comparison: one self-contained file, the answers first."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from jointstats.labelled import files, wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.ranking import Ranking
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import used
from jointstats.presentation.report import blocks, board, figures, questions, repeat
from jointstats.presentation.report.answers import answers
from jointstats.presentation.report.blocks import text as _text
from jointstats.presentation.report.style import STYLE
from jointstats.presentation.tables import Table, table, tests_alone
from jointstats.words import meanings
from jointstats.words.phrases import FEW


def write(result: Comparison, path: Any) -> None:
    """Write the report to a file."""
    files.write(path, page(result).encode())


def page(result: Comparison) -> str:
    """The report as HTML text."""
    title = f"Which algorithm is better? {_size(result)}"
    two = not result.pairs
    sections = [
        ("leaderboard", "Leaderboard", board.leaderboard(result)),
        ("findings", "Findings", _findings(result)),
        ("data", "The data", _data(result)),
        ("what", "Who is better on what?", _both(result, "bayes", "glrt") if two else ""),
        ("pairs", "Who is better than whom, on all measures at once?", questions.pairs(result)),
        ("best", "Who is best on each measure?", _both(result, "bayes_best", "glrt_best")),
        ("control", f"Is {result.control} the best?", _both(result, "bayes_control", "")),
        ("never", "Who is never beaten on everything?", questions.never_beaten(result)),
        ("orders", "Is there one order of all algorithms?", questions.orders(result)),
        ("network", "Do the measures move together?", questions.network(result)),
        ("alone", "Who is better on each measure alone?", _alone(result)),
        ("means", "Mean values, assuming normality", _means(result)),
        ("numbers", "What the numbers mean", _meanings(result)),
        ("assumptions", "What was assumed, and checked", _assumptions(result)),
        ("notes", "Left out, tied, and warned about", _notes(result)),
        ("paper", "Paragraph for a paper", blocks.paragraph(result.report_text())),
        ("repeat", "How to repeat this", _repeat(result)),
        ("tests", "All separate tests", _separate(result)),
    ]
    shown = [(key, name, body) for key, name, body in sections if body]
    links = " ".join(f'<a href="#{key}">{_text(name)}</a>' for key, name, _ in shown)
    body = "".join(
        f'<section id="{key}"><h2>{_text(name)}</h2>'
        f"{body if key == 'repeat' else _unbroken(body)}</section>"
        for key, name, body in shown
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{_text(title)}</title><link rel="icon" href="data:,"><style>{STYLE}</style></head>'
        f"<body><header><h1>Which algorithm is better?</h1><p>{_text(_size(result))}</p></header>"
        f'<main>{_answers(result)}<nav aria-label="Contents">{links}</nav>{body}</main>'
        "</body></html>\n"
    )


def _unbroken(body: str) -> str:
    """Numbers stay with their per cent signs."""
    return body.replace(" %", "\u00a0%")


def _size(result: Comparison) -> str:
    return (
        f"{wording.plural(len(result.algorithms), 'algorithm')}, "
        f"{wording.plural(len(result.measures), 'measure')}, {used(result)}"
    )


def _answers(result: Comparison) -> str:
    found = answers(result)
    parts = [
        ("Who wins?", found.who),
        ("On what?", found.on_what),
        ("How sure is that?", found.how_sure),
        ("What would change it?", found.what_would_change),
    ]
    shown = "".join(f"<div><h2>{q}</h2><p>{_text(said)}</p></div>" for q, said in parts if said)
    return f'<section class="answers" aria-label="The answers">{shown}</section>'


def _findings(result: Comparison) -> str:
    first, *rest = result.findings
    return f'<p class="verdict">{_text(first)}</p>{blocks.items(rest)}'


def _data(result: Comparison) -> str:
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [[name, way[direction], _tie(result.rope[name]), str(result.ties[name])]
            for name, direction in result.measures.items()]  # fmt: skip
    names = ["measure", "direction", "what counts as a tie", "data sets with ties"]
    control = f" All others are compared with {result.control}." if result.control else ""
    named = f" Algorithms: {', '.join(_order(result))}."
    few = len(result.algorithms) <= FIRST
    return blocks.paragraph(f"{_size(result)}.{named if few else ''}{control}") + blocks.table(
        Table(names, rows, "lllr"), "Measures"
    )


def _order(result: Comparison) -> tuple[str, ...]:
    """The algorithms, best first; two as they are in the table."""
    return result.order if result.pairs else result.algorithms


def _tie(rope: float) -> str:
    return f"differences up to {rope:g}" if rope else "only equal values"


def _both(result: Comparison, bayes: str, glrt: str) -> str:
    """A question with its two tests."""
    first, second = result.joint.get(bayes), result.joint.get(glrt)
    if not isinstance(first, BayesResult):
        return ""
    if len(result.algorithms) > FEW and max(row.count for row in first.statements) <= 1:
        return questions.none_repeats(first, "answer")
    main = "bayes_control" if result.control else "bayes_best"
    figure = figures.main_statements(result) if bayes in (main, "bayes") else ""
    return questions.question(first, second if isinstance(second, GLRTResult) else None, figure)


def _alone(result: Comparison) -> str:
    test = meanings.TEST[result.separate_test]
    corrected = "" if result.p_adjust == "none" else f", {wording.corrected(result.p_adjust)}"
    said = (
        "Best average rank first. “>”: these two neighbours are told apart by the "
        f"{test}{corrected}. A comma means only that these two are not told apart. It does not "
        "mean equal, and algorithms further apart in the line may differ: see "
    )
    rows = [[name, _line(part.ranking)] for name, part in result.separate.items()]
    made = Table(["measure", "order by average rank"], rows, "ll")
    return (
        f'<p>{_text(said)}<a href="#tests">All separate tests</a>.</p>'
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


def _means(result: Comparison) -> str:
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


def _separate(result: Comparison) -> str:
    test = meanings.TEST[result.separate_test]
    lower = "min" in result.measures.values()
    said = (
        f"A {test} of each pair on each measure: a row is one test. Decisions come from the "
        "p-value, which is corrected for all tests. The intervals are not corrected: one "
        "may leave out 0 although nothing is decided."
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
    if made.note:
        caption += f": the first algorithms of the leaderboard, {len(made.rows)} of {made.of} tests"
    return blocks.paragraph(said) + blocks.table(made, caption)


def _meanings(result: Comparison) -> str:
    pairs = meanings.meanings(result)
    return "<dl>" + "".join(f"<dt>{_text(a)}</dt><dd>{_text(b)}</dd>" for a, b in pairs) + "</dl>"


def _assumptions(result: Comparison) -> str:
    names = ["assumption", "how it was checked", "what came out"]
    return blocks.table(
        Table(names, meanings.assumptions(result), "lll"), "Assumptions of the tests"
    )


def _notes(result: Comparison) -> str:
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


def _repeat(result: Comparison) -> str:
    codes = [
        ("Python", repeat.python_call(result)),
        ("R", repeat.r_call(result)),
        ("Command line", repeat.shell_call(result)),
    ]
    codes_html = "".join(f"<h3>{name}</h3><pre>{_text(code)}</pre>" for name, code in codes)
    rows = [list(pair) for pair in repeat.versions().items()]
    made = Table(["software", "version"], rows, "ll")
    return (
        f"<p>{_text(repeat.stand_ins(result))} {_text(_random(result))}</p>"
        f"{codes_html}{blocks.table(made, 'Versions')}"
    )
