"""Under which conditions the error rate holds: the one place that words it.

A sentence that says how probable a false claim is names every condition that it needs: independent
data sets or families of them; results missing at random, where some are left out; a claim that was
named in advance, where it is tested alone.
"""

from __future__ import annotations

from jointstats.labelled import wording


def guarantee(
    alpha: float,
    *,
    families: bool = False,
    left_out: bool = False,
    named: bool = False,
    what: str = "any false claim",
) -> str:
    """How probable a false claim is, with its conditions: a sentence.

    Parameters
    ----------
    alpha : float
    families : bool
        Families of data sets vote, not data sets.
    left_out : bool
        Missing results were left out.
    named : bool
        The claim was tested alone: it must have been named before the results were seen.
    what : str

    Examples
    --------
    >>> guarantee(0.05)
    'The probability of any false claim is at most 5 % if data sets are independent.'
    >>> guarantee(0.05, families=True, left_out=True).partition(" if ")[2]
    'families of data sets are independent and results are missing at random.'
    """
    needed = conditions(families=families, left_out=left_out, named=named)
    return f"The probability of {what} is at most {100 * alpha:g} % if {needed}."


def conditions(*, families: bool = False, left_out: bool = False, named: bool = False) -> str:
    """The conditions alone, a clause."""
    units = "families of data sets" if families else "data sets"
    said = [f"{units} are independent"]
    if left_out:
        said.append("results are missing at random")
    if named:
        said.append("the claim was named before the results were seen")
    return wording.listing(said)
