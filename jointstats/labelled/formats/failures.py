"""What failed, counted by its reason, in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from jointstats.labelled import options

_SHOWN = 4  # reasons that a sentence names
_LONG = 90  # letters of a reason


def failures(reasons: Iterable[str], total: int, what: str) -> tuple[str, ...]:
    """Say how many of so many results failed, and why; nothing if none did.

    Parameters
    ----------
    reasons : iterable of str
        Of each failure, as its program gave it; empty if it gave none.
    total : int
        Results, failed or not.
    what : str
        What they are, in the plural, such as "jobs".
    """
    number = Counter(_line(one) for one in reasons)
    failed = number.total()
    if not failed:
        return ()
    told = [f"{reason} ({count})" for reason, count in number.most_common(_SHOWN)]
    more = len(number) - _SHOWN
    rest = f"; and {more} other reason{'s' if more > 1 else ''}" if more > 0 else ""
    return (f"{failed} of {total} {what} failed: {'; '.join(told)}{rest}.",)


def _line(reason: str) -> str:
    """A reason in one line, not too long."""
    line = options.label(" ".join(reason.split())).rstrip(".") or "no reason given"
    return line if len(line) <= _LONG else f"{line[: _LONG - 1]}…"
