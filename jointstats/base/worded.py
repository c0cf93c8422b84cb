"""Words: what was found, in sentences, once for every front end.

Every result is asked in the same way. A module for each subject registers, for its classes of
results, what is worded about them, from facts alone: kind, names, numbers. Nothing is read out of a
sentence. Importing this package registers the words of all subjects.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any


@singledispatch
def verdict(result: Any) -> str:
    """What a result means, in a sentence or a few."""
    raise NotImplementedError(type(result).__name__)


@singledispatch
def findings(result: Any) -> tuple[str, ...]:
    """All that a result found, the verdict first."""
    return (verdict(result),)


@singledispatch
def title(result: Any, figure: str | None = None) -> str:
    """The title of a figure of a result; by default its verdict.

    A title says no more than what is shown. A figure that shows something else than the verdict
    (ranks, measures alone) has a separate title.

    Parameters
    ----------
    result : Result
    figure : str, optional
        Its name; default: the one that shows the verdict.

    Returns
    -------
    str
        About 70 characters, unless two names alone are longer.
    """
    return verdict(result).removesuffix(".")
