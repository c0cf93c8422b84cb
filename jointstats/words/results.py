"""What every result says: importing this registers the words of all subjects."""

from __future__ import annotations

from jointstats.words import (
    claims,
    comparison,
    normal,
    pairwise,
    ranking,
    sensitivity,
    single,
    statements,
    studies,
)
from jointstats.words.contract import findings, title, verdict

__all__ = ["SUBJECTS", "findings", "title", "verdict"]

SUBJECTS = (
    claims, comparison, normal, pairwise, ranking, sensitivity, single, statements, studies,
)  # fmt: skip
