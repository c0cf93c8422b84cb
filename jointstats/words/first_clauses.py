"""The title of a result's figures, by default the first clause of its verdict.

Modules of this package register what they word: see :mod:`jointstats.words.titles`.
"""

from __future__ import annotations

import re
from functools import singledispatch
from typing import Any

from jointstats.labelled import wording
from jointstats.words.title_words import ROOM

_ANSWERED = re.compile(r"^(?:(?:Shown|Measure by measure)\b[^:]*: )")
_NUMBERS = re.compile(r" \([^()]*\)")


@singledispatch
def title(result: Any, figure: str | None = None) -> str:
    """The title of a figure of a result.

    Parameters
    ----------
    result : Result
    figure : str, optional
        Its name; default: whatever shows the verdict.

    Returns
    -------
    str
        About 70 characters, unless two names alone are longer.
    """
    return first_clause(result.verdict)


def first_clause(verdict: str) -> str:
    """The first clause of a verdict in sentences, without its numbers.

    Examples
    --------
    >>> first_clause("Shown: B is better (p = 0.01, alpha = 0.05); A is not.")
    'B is better'
    >>> first_clause("Not shown: B is better (p = 0.2).")
    'Not shown: B is better'
    """
    said = _ANSWERED.sub("", verdict)
    said = re.split(r"; |\. |\.$", _NUMBERS.sub("", said), maxsplit=1)[0]
    said = wording.capital(said)
    if len(said) <= ROOM:
        return said
    return said[: said.rfind(" ", 0, ROOM)].rstrip(" ,") + " …"
