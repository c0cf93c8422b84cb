"""The conditions of an error rate: no rate and no confidence is stated without them."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.base import wording
from jointstats.base.result import Result

# Options that are chosen in advance, because a choice by the results finds what chance put there.
_CHOSEN = {"control": "the control", "on": "the measures", "groups": "the groups"}


def listed(units: str, *, left_out: bool = False, named: Sequence[str] = ()) -> str:
    """What an error rate takes for granted: a clause.

    Parameters
    ----------
    units : str
        What votes, in the plural.
    left_out : bool
        Missing results were left out.
    named : sequence of str
        What has to be named before results are seen.

    Examples
    --------
    >>> listed("tasks", named=["the claim"])
    'tasks are independent draws and the claim was named in advance'
    >>> listed("families of data sets", left_out=True)
    'families of data sets are independent and results are missing independently of all results'
    """
    said = [f"{units} are independent{'' if units.startswith('families') else ' draws'}"]
    if left_out:
        said.append(wording.MISSING_BY_CHANCE)
    if named:
        were = "were" if len(named) > 1 or named[0].endswith("s") else "was"
        said.append(f"{wording.listing(list(named))} {were} named in advance")
    return wording.listing(said)


def conditions(result: Result, *named: str) -> str:
    """The conditions of a result, from its facts; `named` has to be named in advance, too.

    Examples
    --------
    >>> import jointstats as js
    >>> conditions(js.compare_algorithms(js.load_dataset("weka"), control="AODE"))
    'data sets are independent draws and the control was named in advance'
    """
    chosen = [what for option, what in _CHOSEN.items() if result.call.get(option) is not None]
    ropes = ["the ropes"] if getattr(result, "rope", None) else []
    families = getattr(result, "n_families", None) is not None
    return listed(
        "families of data sets" if families else "data sets",
        left_out=_left_out(result),
        named=[*named, *chosen, *ropes],
    )


def _left_out(result: Result) -> bool:
    """Whether missing results were, or might have been, left out."""
    if hasattr(result, "missing"):
        return bool(result.missing == "drop")
    return bool(getattr(result, "dropped", ()))


def guarantee(result: Result, *named: str, what: str = "any false claim") -> str:
    """How probable a false claim is, with its conditions: a sentence.

    Examples
    --------
    >>> import jointstats as js
    >>> guarantee(js.compare_algorithms(js.load_dataset("weka")))
    'The probability of any false claim is at most 5 % if data sets are independent draws.'
    """
    alpha: float = getattr(result, "alpha")  # noqa: B009
    level = f"{100 * alpha:g} %"
    return f"The probability of {what} is at most {level} if {conditions(result, *named)}."
