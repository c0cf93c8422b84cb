"""What all findings have: algorithms, measures, and how far the data speak for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, TypeVar


class Strength(Enum):
    """How far the data speak for a finding."""

    SHOWN = "shown"  # the error rate over all claims is controlled
    LEANING = "leaning"  # probable, by a prior learned from all pairs
    OPEN = "open"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Base of the findings.

    Attributes
    ----------
    algorithms, measures : tuple of str
        Those that it is about.
    """

    algorithms: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()

    caution: ClassVar[bool] = False  # what to keep in mind, rather than what was found
    told: ClassVar[bool] = True  # among the sentences; the others are shown beside them

    @property
    def strength(self) -> Strength:
        """How far the data speak for it."""
        return Strength.OPEN


def cautions(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """What to keep in mind."""
    return tuple(finding for finding in found if finding.caution)


def statements(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """What was found, without the cautions and without what is shown beside the sentences."""
    return tuple(finding for finding in found if finding.told and not finding.caution)


F = TypeVar("F", bound=Finding)


def first(found: Sequence[Finding], kind: type[F]) -> F | None:
    """The first finding of a kind, if there is one."""
    return next((finding for finding in found if isinstance(finding, kind)), None)
