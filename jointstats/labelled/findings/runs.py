"""Findings about the runs behind the results."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.labelled.compare.claims import PairClaim
from jointstats.labelled.findings.base import Finding, Strength


@dataclass(frozen=True, kw_only=True)
class RunsLean(Finding):
    """On how many pairs the runs lean to a statement.

    Attributes
    ----------
    n_leaning, n_tests : int
    alpha : float
        They lean from a probability of 1 − alpha on.
    """

    n_leaning: int
    n_tests: int
    alpha: float

    @property
    def strength(self) -> Strength:
        """Runs never show anything."""
        return Strength.LEANING if self.n_leaning else Strength.OPEN


@dataclass(frozen=True, kw_only=True)
class RunsOpen(Finding):
    """On how many data sets the runs leave open what they say of a pair.

    Attributes
    ----------
    pairs : tuple of PairClaim
        Those of which something is shown, or to one of which the data lean, in their sequence.
    n_open : tuple of int
        Of each, the data sets whose most probable statement is not even probable.
    expected_wrong : tuple of float
        Of each, the expected number of data sets whose averages show what is false.
    """

    pairs: tuple[PairClaim, ...]
    n_open: tuple[int, ...]
    expected_wrong: tuple[float, ...]
