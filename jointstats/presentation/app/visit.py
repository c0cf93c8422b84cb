"""What the desk remembers: the open table, the answers given about it, and the last of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jointstats.presentation.app.complaints import RefusalError
from jointstats.presentation.app.given import Given

if TYPE_CHECKING:
    import pandas as pd

    from jointstats.labelled.compare.comparison_result import Comparison
    from jointstats.labelled.formats.format import Format, Found, Source
    from jointstats.labelled.table.results_table import ResultsTable


@dataclass
class Opened:
    """A table as it was read.

    Attributes
    ----------
    name : str
        Of the file; of a packaged table with ``@`` before it.
    frame : DataFrame
    mark : str
        Tells the table from others.
    source, format, found, own
        Of files: what was given, the format that it was read in, what that found and stated, and
        the format's own options. A packaged table has none of them.
    reads : dict
        What was read anew for the visitor's choices, the last time.
    made : tuple, optional
        The roles for which a results table was made last, the table, and its cautions.
    """

    name: str
    frame: pd.DataFrame
    mark: str
    source: Source | None = None
    format: Format | None = None
    found: Found | None = None
    own: dict[str, str] = field(default_factory=dict)
    reads: dict[str, Found] = field(default_factory=dict)
    made: tuple[dict[str, Any], ResultsTable, list[str]] | None = None

    @property
    def states(self) -> bool:
        """Whether the file says what is where."""
        return self.format is not None and bool(self.format.states)


@dataclass
class Answer:
    """The last answer: the comparison, how it was asked for, and what was said of changes."""

    result: Comparison
    asked: dict[str, Any]
    note: str
    held: list[str] = field(default_factory=list)


@dataclass
class Visit:
    """All that is kept between two requests."""

    opened: Opened | None = None
    answer: Answer | None = None
    answers: dict[str, list[Given]] = field(default_factory=dict)
    tried: dict[str, dict[str, int]] = field(default_factory=dict)

    def table(self) -> Opened:
        """The open table, or a refusal."""
        if self.opened is None:
            raise RefusalError("Open a table first.", "file")
        return self.opened

    def last(self) -> Answer:
        """The last answer, or a refusal."""
        if self.answer is None:
            raise RefusalError("Compare first: there is no answer yet.", "option")
        return self.answer

    def given(self) -> list[Given]:
        """The answers given about the open table, first one first."""
        return self.answers.setdefault(self.table().mark, [])

    def known(self) -> dict[str, int]:
        """How many values of which settings were tried on the open table."""
        return self.tried.setdefault(self.table().mark, {})
