"""A comparison on one screen: the verdict, what it rests on, where more is."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.presentation.document import Document, Words, compose
from jointstats.presentation.pieces import bullets, notes, on_what
from jointstats.presentation.text import short
from jointstats.presentation.text_comparison import basis

ROWS = 10  # algorithms of the leaderboard


@short.register
def _(result: Comparison) -> Document:
    first, *rest = result.findings
    return compose(
        Words(wording.capital(on_what(result))),
        Words(first, strong=True),
        bullets(rest),
        *basis(result, ROWS),
        _more(result),
    )


def _more(result: Comparison) -> Words | None:
    """What the whole text has in addition."""
    more = [] if len(result.pairs) == 1 else ["the pairs in sentences"]
    made = notes(result)
    if made is not None:
        more.append(wording.plural(len(made.parts), "note"))
    return Words(f"summary() adds {wording.listing(more)}.", stays=True) if more else None
