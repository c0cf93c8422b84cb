"""A comparison as a page: the first screen answers, what it rests on folds."""

from __future__ import annotations

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.leading import FIRST
from jointstats.presentation.report import (
    blocks,
    board,
    changes,
    figures,
    pairs,
    questions,
    sections,
)
from jointstats.presentation.report.answers import answers
from jointstats.presentation.report.blocks import text
from jointstats.words.titles import title

QUESTIONS = ("Who wins?", "On what?", "How sure is that?", "What would change it?")


def body(result: Comparison, *, sensitivity: bool = False) -> str:
    """Verdict, answers, league and summary; then everything else."""
    parts = [(key, name, made) for key, name, made in _parts(result, sensitivity) if made]
    return (
        _first_screen(result)
        + board.summary(result)
        + blocks.CONTROLS
        + _pairs(result)
        + "".join(blocks.folded(name, made, key) for key, name, made in parts)
    )


def _first_screen(result: Comparison) -> str:
    found = answers(result)
    said = (found.who, found.on_what, found.how_sure, found.what_would_change)
    shown = "".join(
        f"<div><h2>{question}</h2><p>{text(answer)}</p></div>"
        for question, answer in zip(QUESTIONS, said, strict=True)
        if answer
    )
    return (
        f'<p class="verdict">{text(title(result))}</p>'
        f'<div class="first many">'
        f'<section class="answers" aria-label="The answers">{shown}</section>'
        f"{figures.first(result)}</div>"
    )


def _pairs(result: Comparison) -> str:
    """The matrix, of few algorithms unfolded, and the table of every pair."""
    rows = pairs.ranked(result)
    made = pairs.table(result, rows)
    if not result.pairs:
        return blocks.folded("What is shown of the two", made, "pairs")
    few = len(result.algorithms) <= FIRST
    return blocks.folded(
        "Who beats whom, on all measures at once?", pairs.matrix(result, rows), "matrix", opened=few
    ) + blocks.folded("Every pair in sentences", made, "pairs")


def _parts(result: Comparison, sensitivity: bool) -> list[tuple[str, str, str]]:
    two = not result.pairs
    return [
        ("beaten", "Whom each algorithm beats", "" if two else board.beaten(result)),
        ("findings", "All findings", blocks.items(result.findings)),
        (
            "changes",
            "What would change the verdict, and what would not?",
            changes.section(result, whole=sensitivity),
        ),
        ("data", "The data", sections.data(result)),
        ("what", "Who is better on what?", sections.both(result, "bayes", "glrt") if two else ""),
        ("best", "Who is best on each measure?", sections.both(result, "bayes_best", "glrt_best")),
        ("control", f"Is {result.control} the best?", sections.both(result, "bayes_control", "")),
        ("never", "Who is never beaten on everything?", questions.never_beaten(result)),
        ("orders", "Is there one order of all algorithms?", questions.orders(result)),
        ("network", "Do the measures move together?", questions.network(result)),
        ("alone", "Who is better on each measure alone?", sections.alone(result)),
        ("tests", "All separate tests", sections.separate(result)),
        ("means", "Mean values, assuming normality", sections.means(result)),
        ("numbers", "What the numbers mean", sections.meanings(result)),
        ("assumptions", "What was assumed, and checked", sections.assumptions(result)),
        ("notes", "Left out, tied, and warned about", sections.notes(result)),
        ("paper", "Paragraphs for a paper", _paper(result)),
        ("repeat", "How to repeat this", sections.repeat(result)),
    ]


def _paper(result: Comparison) -> str:
    paragraphs = "".join(map(blocks.paragraph, result.report_text().split("\n\n")))
    return f'<div class="paper">{paragraphs}</div>'
