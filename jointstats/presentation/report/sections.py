"""The folded parts of a comparison's report: data, meanings, notes, and how to repeat it."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import used
from jointstats.presentation.report import blocks
from jointstats.presentation.report import repeat as calls
from jointstats.presentation.report.blocks import text as _text
from jointstats.presentation.tables import Table
from jointstats.words import meanings as words


def size(result: Comparison) -> str:
    """How many algorithms, measures and data sets."""
    return (
        f"{wording.plural(len(result.algorithms), 'algorithm')}, "
        f"{wording.plural(len(result.measures), 'measure')}, {used(result)}"
    )


def data(result: Comparison) -> str:
    """What was compared."""
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [
        [name, way[direction], _tie(result.rope.get(name))]
        for name, direction in result.measures.items()
    ]
    control = f" All others are compared with {result.control}." if result.control else ""
    named = f" Algorithms: {', '.join(result.order)}."
    few = len(result.algorithms) <= FIRST
    said = f"{size(result)}.{named if few else ''}{control}"
    made = Table(["measure", "direction", "practically equal"], rows, "lll")
    return blocks.paragraph(said) + blocks.table(made, "Measures")


def _tie(rope: float | None) -> str:
    """What a tie is on a measure."""
    if rope is None:
        return "no rope: equal numbers may hide a difference, and count against every claim"
    return f"differences up to {rope:g}" if rope else "equal numbers are real ties"


def meanings(result: Comparison) -> str:
    """What words and numbers mean."""
    pairs = words.meanings(result)
    return "<dl>" + "".join(f"<dt>{_text(a)}</dt><dd>{_text(b)}</dd>" for a, b in pairs) + "</dl>"


def notes(result: Comparison) -> str:
    """What was left out, tied, and warned about."""
    lines: list[str] = list(result.warnings)
    lines += [f"Left out: {d.dataset} ({d.reason})." for d in result.dropped]
    if result.aggregate:
        lines.append(
            f"Repeated runs were combined by their {result.aggregate}; their spread is not used."
        )
    if result.n_failed:
        lines.append(f"{wording.plural(result.n_failed, 'failed result')} ranked below all others.")
    if not result.dropped:
        lines.append("No data set was left out.")
    return blocks.items(lines)


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
    stand_ins = calls.stand_ins(result)
    said = f"{stand_ins} The same data give the same numbers: nothing is sampled.".strip()
    return f"{blocks.paragraph(said)}{codes_html}{blocks.table(made, 'Versions')}"
