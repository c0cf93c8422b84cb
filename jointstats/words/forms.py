"""The two forms of a finding: sentences for text and papers, and short answers for the report.

Each kind of finding is worded where its subject is: one question, every pair, single measures.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import singledispatch

from jointstats.labelled.findings.kinds import Finding


@dataclass(frozen=True)
class Answers:
    """Four answers in words that need no statistics; a finding may say something to each."""

    who: str = ""
    on_what: str = ""
    how_sure: str = ""
    what_would_change: str = ""

    def __add__(self, other: Answers) -> Answers:
        """Both, one after the other."""
        return Answers(
            *(
                " ".join(filter(None, (getattr(one, f.name) for one in (self, other))))
                for f in fields(self)
            )
        )


@singledispatch
def sentences(finding: Finding) -> list[str]:
    """A finding in the words of a paper."""
    raise NotImplementedError(type(finding).__name__)


@singledispatch
def brief(finding: Finding) -> Answers:
    """A finding in short; by default its first sentence, which says how sure something is."""
    return Answers(how_sure=" ".join(sentences(finding)[:1]))
