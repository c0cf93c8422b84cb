"""All findings of a result in words: its verdict, its sentences, and what to keep in mind."""

from __future__ import annotations

from typing import Any

from jointstats.labelled.errors import Caution
from jointstats.labelled.findings import kinds
from jointstats.words import alone, margins, pairs, properties, questions
from jointstats.words.forms import Answers, brief, sentences

__all__ = ["Answers", "brief", "findings", "sentences", "verdict", "warnings"]

WORDED = (
    alone,
    margins,
    pairs,
    properties,
    questions,
)  # these modules word the kinds when they are imported


def verdict(result: Any) -> str:
    """What a result means, in one sentence."""
    return sentences(result.found[0])[0]


def findings(result: Any) -> tuple[str, ...]:
    """All that was found, the verdict first."""
    told = kinds.statements(result.found)
    return tuple(line for finding in told for line in sentences(finding))


def warnings(result: Any) -> tuple[Caution, ...]:
    """What the reader should know before trusting the numbers."""
    said = (line for finding in kinds.cautions(result.found) for line in sentences(finding))
    return tuple(line if isinstance(line, Caution) else Caution(line) for line in said)
