"""A comparison as a page: the first screen answers, what it rests on folds."""

from __future__ import annotations

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.report import (
    blocks,
    board,
    changes,
    figures,
    pairs,
    papers,
    sections,
)
from jointstats.presentation.report.answers import answers, first_sentence
from jointstats.presentation.report.blocks import text


def body(result: Comparison, *, sensitivity: bool = False) -> str:
    """Verdict, answers, league and summary; then everything else."""
    parts = [(key, name, made) for key, name, made in _parts(result, sensitivity) if made]
    return (
        _first_screen(result)
        + board.summary(result)
        + blocks.CONTROLS
        + "".join(blocks.folded(name, made, key) for key, name, made in parts)
    )


def _first_screen(result: Comparison) -> str:
    shown = "".join(
        f"<div><h2>{question}</h2><p>{text(answer)}</p></div>"
        for question, answer in answers(result)
    )
    return (
        f'<p class="verdict">{text(first_sentence(result))}</p>'
        f'<div class="first many">'
        f'<section class="answers" aria-label="The answers">{shown}</section>'
        f"{figures.first(result)}</div>"
    )


def _parts(result: Comparison, sensitivity: bool) -> list[tuple[str, str, str]]:
    return [
        ("findings", "The verdict in sentences", _findings(result)),
        ("pairs", pairs.title(result), pairs.table(result)),
        ("data", "The data", sections.data(result)),
        ("tests", "The tests of the papers", papers.section(result)),
        ("changes", "What would change the verdict?", changes.section(result, whole=sensitivity)),
        ("numbers", "What the numbers mean", sections.meanings(result)),
        ("notes", "Left out, tied, and warned about", sections.notes(result)),
        ("paper", "Paragraphs for a paper", _paper(result)),
        ("repeat", "How to repeat this", sections.repeat(result)),
    ]


def _findings(result: Comparison) -> str:
    """All that is shown; of one pair the first screen has it."""
    return blocks.items(result.findings) if len(result.pairs) > 1 else ""


def _paper(result: Comparison) -> str:
    paragraphs = "".join(map(blocks.paragraph, result.report_text().split("\n\n")))
    return f'<div class="paper">{paragraphs}</div>'
