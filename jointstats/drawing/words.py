"""The words of results: one class of words for a class of results.

A class of results names its words (``words = "joint.words.GLRTWords"``), so that no module knows
all of them. Sentences, text and table are made from facts when they are needed: kind, names,
numbers. Nothing is read out of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from jointstats.base import wording
from jointstats.base.declare import declared
from jointstats.base.references import of_test
from jointstats.drawing.cells import grid_of, table_of
from jointstats.drawing.document import Document, Grid, Paragraph, Part, compose, stack
from jointstats.drawing.leading import MOST, left_out
from jointstats.drawing.pieces import MOST_ROWS, head, notes


class Words:
    """The words of any result; those of one class of results say more.

    Parameters
    ----------
    result : Result
    """

    def __init__(self, result: Any) -> None:
        self.result = result

    def verdict(self) -> str:
        """What the result means, in a sentence or a few."""
        return self.findings()[0]

    def findings(self) -> tuple[str, ...]:
        """All that the result found, the verdict first."""
        return (self.verdict(),)

    def title(self, figure: str | None = None) -> str:
        """The title of a figure; by default the verdict.

        A title says no more than what is shown. A figure that shows something else than the verdict
        (ranks, measures alone) has a separate title.

        Parameters
        ----------
        figure : str, optional
            Its name; default: the one that shows the verdict.

        Returns
        -------
        str
            About 70 characters, unless two names alone are longer.
        """
        return self.verdict().removesuffix(".")

    def heading(self) -> str:
        """The declared name of the test that was called, or what its results call it."""
        test = declared(self.result.call.get("function", ""))
        test = test or declared(f"{self.result.test}_test")
        return wording.capital(self.result.test.replace("_", " ") if test is None else test.title)

    def papers(self) -> Iterator[str]:
        """The keys of what the test rests on, in the bibliography."""
        result = self.result
        yield from of_test(result.call.get("function", ""), f"{result.test}_test", result.test)

    def document(self) -> Document:
        """What the result says, in the order of reading: verdict, table, what to keep in mind."""
        return compose(
            head(self.heading(), self.result),
            Paragraph(self.verdict(), strong=True),
            *self.before(),
            self.rows(),
            *self.after(),
            notes(self.result),
        )

    def before(self) -> Sequence[Part | None]:
        """What is between the verdict and the table; by default nothing."""
        return ()

    def rows(self) -> Part | None:
        """The table; by default the first rows, as declared, and how many more there are."""
        rows = table_of(self.result)
        more = left_out(len(rows.rows), MOST_ROWS)
        return noted(replace(rows, rows=rows.rows[:MOST_ROWS]), more)

    def after(self) -> Sequence[Part | None]:
        """What is between the table and the notes; by default nothing."""
        return ()

    def short(self) -> Document | None:
        """What one screen has room for, if that is more than the beginning of all."""
        return None

    def table(self) -> Grid:
        """The table in the digits and words that readers of a paper need; default: as declared."""
        return first_of(self.result, self.result.rows)


def noted(rows: Grid, note: str) -> Part | None:
    """A table with a line below it, if there is one."""
    return stack(rows, Paragraph(note)) if note else rows


def first_of(result: Any, rows: Sequence[Any], word: str = "row") -> Grid:
    """The first of these rows, as declared, and a note on how many are left out."""
    shown = grid_of(rows[:MOST], result)
    return shown.noted(left_out(len(rows), len(shown.rows), word), len(rows))
