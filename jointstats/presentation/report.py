"""The HTML report of a comparison: one self-contained file, the verdict first."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from jointstats import __version__
from jointstats.labelled import wording
from jointstats.labelled.compare import Comparison
from jointstats.labelled.joint import JointResult
from jointstats.presentation.tables import html_table
from jointstats.presentation.text import interval, span

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#1a1a1a}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}
.verdict{border-left:4px solid #1f5fa8;padding:.5rem 1rem;background:#f2f6fb;font-weight:600}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
th{text-align:left;background:#f5f5f5}caption{text-align:left;font-style:italic;padding:.3rem 0}
pre{white-space:pre-wrap;background:#f5f5f5;padding:.6rem}
@media print{body{max-width:none}.verdict{background:none}}
"""


def write(result: Comparison, path: Any) -> None:
    """Write the report to a file."""
    Path(path).write_text(page(result), encoding="utf-8")


def page(result: Comparison) -> str:
    """The report as HTML text."""
    first, *rest = result.findings
    parts = [
        "<h1>Comparison of algorithms</h1>",
        f'<p class="verdict">{html.escape(first)}</p>',
        "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in rest) + "</ul>",
        _data(result),
        _rankings(result),
        _joint(result),
        _pairs(result),
        _separate(result),
        _notes(result),
        "<h2>Paragraph for a paper</h2>",
        f"<p>{html.escape(result.report_text())}</p>",
        "<h2>How to repeat this</h2>",
        f"<pre>{html.escape(_call(result))}</pre>",
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Comparison of algorithms</title><style>{_STYLE}</style></head><body><main>"
        + "".join(parts)
        + "</main></body></html>\n"
    )


def _table(names: list[str], rows: list[list[str]], sides: str) -> str:
    return f'<div class="table">{html_table(names, rows, sides)}</div>'


def _data(result: Comparison) -> str:
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [
        [name, way[direction], f"{result.rope[name]:g}" if result.rope[name] else "none",
         str(result.ties[name])]
        for name, direction in result.measures.items()
    ]  # fmt: skip
    return (
        f"<h2>The data</h2><p>{wording.plural(result.n, 'data set')}; "
        f"{len(result.algorithms)} algorithms: {html.escape(', '.join(result.algorithms))}.</p>"
        + _table(["measure", "direction", "rope", "data sets with ties"], rows, "lllr")
    )


def _rankings(result: Comparison) -> str:
    test = {"sign": "sign test", "wilcoxon": "Wilcoxon test"}[result.separate_test]
    rows = [[name, part["ranking"].line] for name, part in result.separate.items()]
    return (
        "<h2>Each measure alone</h2><p>Best first; &gt; stands where the "
        f"{test} ({html.escape(result.p_adjust)}) separates neighbours, = where it does not.</p>"
        + _table(["measure", "order by mean rank"], rows, "ll")
    )


def _joint(result: Comparison) -> str:
    titles = {
        "glrt": "Complete orderings: likelihood-ratio test",
        "bayes": "Complete orderings: Bayesian test",
        "glrt_best": "Who is best on each measure: likelihood-ratio test",
        "bayes_best": "Who is best on each measure: Bayesian test",
        "bayes_control": "Is the control the best: Bayesian test",
        "pareto": "Dominance on all measures",
    }
    parts = ["<h2>All measures jointly</h2>"]
    for name, part in result.joint.items():
        if part is None:
            continue
        parts.append(f"<h3>{titles.get(name, name)}</h3><p>{html.escape(part.verdict)}</p>")
        if isinstance(part, JointResult) and name.startswith("bayes"):
            rows = [
                [wording.cell(row["order"], part.question, part.control),
                 wording.count(row["count"]),
                 wording.probability(row["probability"], row["mcse"]),
                 wording.percent(row["share"]), span(row["share_low"], row["share_high"])]
                for row in part.statements[:10]
            ]  # fmt: skip
            names = ["statement", "count", "probability", "expected share", "95 % interval"]
            parts.append(_table(names, rows, "lrrrr"))
    return "".join(parts)


def _pairs(result: Comparison) -> str:
    if not result.pairs:
        return ""
    parts = [
        "<h2>Every pair, jointly</h2><p>Read from row to column: &gt; the row is better, &lt; the "
        f"column is better, on {html.escape(', '.join(result.measures))} in this order; then the "
        "probability (Bayesian test) or adjusted p-value (likelihood-ratio test); * decided.</p>"
    ]
    for name, part in result.pairs.items():
        matrix = part.matrix()
        rows = [[str(index), *map(str, matrix.loc[index])] for index in matrix.index]
        parts.append(f"<h3>{'Bayesian' if name == 'bayes' else 'Likelihood-ratio'} test</h3>")
        parts.append(_table(["", *map(str, matrix.columns)], rows, "l" * (1 + len(matrix.columns))))
    return "".join(parts)


def _separate(result: Comparison) -> str:
    rows = [
        [measure, row["a"], row["b"], f"{row['wins_a']}–{row['wins_b']}", str(row["ties"]),
         wording.significant(row["p_adjusted"]), row["winner"] or "not decided",
         interval(row, "median"), interval(row, "cliffs")]
        for measure, part in result.separate.items()
        for row in part["tests"]
    ]  # fmt: skip
    names = ["measure", "a", "b", "wins a–b", "ties", f"p ({result.p_adjust})", "better",
             "median difference a − b [95 %]", "Cliff's delta [95 %]"]  # fmt: skip
    return "<h2>Separate tests and effect sizes</h2>" + _table(names, rows, "llllrrlll")


def _notes(result: Comparison) -> str:
    lines = list(result.warnings)
    lines += [f"Left out: {d['dataset']} ({d['reason']})." for d in result.dropped]
    if result.n_failed:
        lines.append(f"{wording.plural(result.n_failed, 'failed result')} ranked below all others.")
    if not lines:
        lines = ["No data set was left out, and no test raised a warning."]
    return "<h2>Notes</h2><ul>" + "".join(f"<li>{html.escape(x)}</li>" for x in lines) + "</ul>"


def _call(result: Comparison) -> str:
    given = ", ".join(
        f"{key}={value!r}"
        for key, value in result.call.items()
        if key != "function" and value is not None
    )
    return f"jointstats {__version__}\ncompare_algorithms(table, {given})"
