"""The HTML report of a comparison: one self-contained file, the answers first."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.network import NetworkResult
from jointstats.labelled.joint.pareto import ParetoResult
from jointstats.labelled.joint.result import JointResult
from jointstats.presentation.figures.statements import PLACES
from jointstats.presentation.figures.words import statement
from jointstats.presentation.report import figures, repeat, words
from jointstats.presentation.report.answers import answers
from jointstats.presentation.report.style import STYLE
from jointstats.presentation.tables import Table, html_table, separate_table, shares_table, table

MOST_STATEMENTS = 12  # rows of a table of statements
TITLES = {
    "bayes": "Complete orderings: Bayesian test",
    "glrt": "Complete orderings: likelihood-ratio test",
    "network": "Complete orderings: Bayesian network test",
    "bayes_best": "Who is best on each measure: Bayesian test",
    "glrt_best": "Who is best on each measure: likelihood-ratio test",
    "bayes_control": "Is the control the best: Bayesian test",
    "pareto": "Better on everything at once",
}


def write(result: Comparison, path: Any) -> None:
    """Write the report to a file."""
    Path(path).write_text(page(result), encoding="utf-8")


def page(result: Comparison) -> str:
    """The report as HTML text."""
    title = f"Which algorithm is better? {_size(result)}"
    sections = [
        ("findings", "Findings", _findings(result)),
        ("data", "The data", _data(result)),
        ("pairs", "Every pair, jointly", _pairs(result)),
        ("joint", "All algorithms and measures jointly", _joint(result)),
        ("alone", "Each measure alone", _alone(result)),
        ("means", "Mean values, assuming normality", _means(result)),
        ("numbers", "What the numbers mean", _meanings(result)),
        ("assumptions", "What was assumed, and checked", _assumptions(result)),
        ("notes", "Left out, tied, and warned about", _notes(result)),
        ("paper", "Paragraph for a paper", f"<p>{_text(result.report_text())}</p>"),
        ("repeat", "How to repeat this", _repeat(result)),
        ("tests", "All separate tests", _separate(result)),
    ]
    shown = [(key, name, body) for key, name, body in sections if body]
    links = " ".join(f'<a href="#{key}">{_text(name)}</a>' for key, name, _ in shown)
    body = "".join(
        f'<section id="{key}"><h2>{_text(name)}</h2>{body}</section>' for key, name, body in shown
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{_text(title)}</title><link rel="icon" href="data:,"><style>{STYLE}</style></head>'
        f"<body><header><h1>Which algorithm is better?</h1><p>{_text(_size(result))}</p></header>"
        f'<main>{_answers(result)}<nav aria-label="Contents">{links}</nav>{body}</main>'
        "</body></html>\n"
    )


def _text(text: str) -> str:
    return html.escape(text)


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{_text(line)}</li>" for line in lines) + "</ul>"


def _table(made: Table, caption: str) -> str:
    """A table that scrolls in its own box where the screen is too narrow."""
    inside = html_table(made, caption)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{_text(caption)}">{inside}</div>'
    )


def _size(result: Comparison) -> str:
    return (
        f"{wording.plural(len(result.algorithms), 'algorithm')}, "
        f"{wording.plural(len(result.measures), 'measure')}, {wording.plural(result.n, 'data set')}"
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
    return f'<p class="verdict">{_text(first)}</p>{_list(rest)}'


def _data(result: Comparison) -> str:
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [
        [name, way[direction], f"{result.rope[name]:g}" if result.rope[name] else "none",
         str(result.ties[name])]
        for name, direction in result.measures.items()
    ]  # fmt: skip
    names = ["measure", "direction", "tie if within", "data sets with ties"]
    control = f" Control: {_text(result.control)}." if result.control else ""
    return (
        f"<p>{_text(_size(result))}. Algorithms: {_text(', '.join(result.algorithms))}.{control}"
        f"</p>{_table(Table(names, rows, 'lllr'), 'Measures')}"
    )


def _joint(result: Comparison) -> str:
    parts = [figures.main_statements(result)]
    for name, part in result.joint.items():
        if part is None:
            continue
        parts.append(f"<h3>{_text(TITLES.get(name, name))}</h3><p>{_text(part.verdict)}</p>")
        if isinstance(part, GLRTResult):
            parts.append(f"<p>{_text(_glrt(part))}</p>")
        elif isinstance(part, JointResult):
            parts.append(_statements(part, TITLES.get(name, name)))
        elif isinstance(part, ParetoResult):
            parts.append(figures.nondominated(part))
            parts.append(_table(shares_table(part), "Data sets on which nobody dominates"))
        if isinstance(part, NetworkResult) and len(part.measures) > 1:
            parts.append(figures.network(part))
    return "".join(parts)


def _glrt(part: GLRTResult) -> str:
    return (
        f"−2 ln λ = {wording.significant(part.statistic, 4)}; exact p "
        f"{wording.p_value(part.p_value_exact)} (decides); asymptotic p "
        f"{wording.p_value(part.p_value)} (Theorem 1 of Benavoli & de Campos, 2016). First count "
        f"{wording.count(part.n_a)}, second {wording.count(part.n_b)}; the Bayesian test’s table "
        "shows the same counts."
    )


def _statements(part: JointResult, title: str) -> str:
    """The leading statements; of long orderings the first places only."""
    long = part.question == "orderings" and len(part.algorithms) > PLACES
    most = MOST_STATEMENTS // 2 if long else MOST_STATEMENTS
    made = table(replace(part, statements=part.statements[:most]))
    rows = [
        [statement(row["order"], part.question, part.control, PLACES), *cells[1:]]
        for row, cells in zip(part.statements, made.rows, strict=False)
    ]
    more, unseen = len(part.statements) - len(rows), part.unobserved
    notes = [f"The first {PLACES} places of each ordering."] if long else []
    if more > 0:
        notes.append(f"{wording.plural(more, 'more statement')} are not listed.")
    if unseen["states"]:
        p = unseen["probability"]
        known = f", together with probability {wording.probability(p)}" if p is not None else ""
        notes.append(f"{wording.big(int(unseen['states']))} statements were never seen{known}.")
    foot = f"<p>{_text(' '.join(notes))}</p>" if notes else ""
    return _table(Table(made.names, rows, made.sides), title) + foot


def _pairs(result: Comparison) -> str:
    if not result.pairs:
        return ""
    parts = [
        figures.pairs(result),
        "<p>In the tables, read from row to column: &gt; the row is better, &lt; the column is "
        f"better, on {_text(', '.join(result.measures))} in this order; then the probability "
        "(Bayesian test) or adjusted p-value (likelihood-ratio test); * decided.</p>",
    ]
    for name, part in result.pairs.items():
        matrix = part.matrix()
        names = ["row", *map(str, matrix.columns)]
        rows = [[str(index), *map(str, matrix.loc[index])] for index in matrix.index]
        test = {"bayes": "Bayesian test", "glrt": "Likelihood-ratio test"}.get(name, name)
        parts.append(_table(Table(names, rows, "l" * len(names)), f"{test} of every pair"))
    return "".join(parts)


def _alone(result: Comparison) -> str:
    test = words.TEST[result.separate_test]
    parts = [
        f"<p>Best first; &gt; stands where the {test} ({_text(result.p_adjust)}) separates "
        "neighbours, = where it does not.</p>"
    ]
    rows = [[name, part["ranking"].line] for name, part in result.separate.items()]
    parts.append(_table(Table(["measure", "order by mean rank"], rows, "ll"), "Order by measure"))
    parts.append(figures.rankings(result) if result.pairs else figures.effects(result))
    return "".join(parts)


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
        parts.append(f"<h3>{_text(title)}</h3><p>{_text(part.verdict)}</p>")
        parts.append(figures.normal(part) + _table(table(part), title))
    return "".join(parts)


def _separate(result: Comparison) -> str:
    tests = [row for part in result.separate.values() for row in part["tests"]]
    test = words.TEST[result.separate_test]
    return _table(separate_table(tests, result.p_adjust), f"{test} and effect sizes, every pair")


def _meanings(result: Comparison) -> str:
    pairs = words.meanings(result)
    return "<dl>" + "".join(f"<dt>{_text(a)}</dt><dd>{_text(b)}</dd>" for a, b in pairs) + "</dl>"


def _assumptions(result: Comparison) -> str:
    names = ["assumption", "how it was checked", "what came out"]
    return _table(Table(names, words.assumptions(result), "lll"), "Assumptions of the tests")


def _notes(result: Comparison) -> str:
    lines = list(result.warnings)
    lines += [f"Left out: {d['dataset']} ({d['reason']})." for d in result.dropped]
    if result.n_failed:
        lines.append(f"{wording.plural(result.n_failed, 'failed result')} ranked below all others.")
    tied = sum(result.ties.values())
    cells = result.n * len(result.measures)
    lines.append(
        f"Ties: {tied} of {cells} (data set, measure) cells."
        if tied
        else "No data set has a tie on any measure."
    )
    if not result.dropped:
        lines.append("No data set was left out.")
    return _list(lines)


def _random(result: Comparison) -> str:
    sampled = any(getattr(part, "method", "exact") != "exact" for part in result.joint.values())
    if sampled or result.normal:
        return "Some numbers are sampled, with a fixed seed: the same data give the same numbers."
    return "No number that decides here is sampled: the same data give the same numbers."


def _repeat(result: Comparison) -> str:
    codes = [
        ("Python", repeat.python_call(result)),
        ("R", repeat.r_call(result)),
        ("Command line", repeat.shell_call(result)),
    ]
    blocks = "".join(f"<h3>{name}</h3><pre>{_text(code)}</pre>" for name, code in codes)
    rows = [list(pair) for pair in repeat.versions().items()]
    return (
        "<p>With your own file and column names in place of results.csv, dataset and algorithm. "
        f"{_text(_random(result))}</p>"
        f"{blocks}{_table(Table(['software', 'version'], rows, 'll'), 'Versions')}"
    )
