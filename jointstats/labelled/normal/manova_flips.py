"""The p-values that decide a MANOVA in blocks: sign flips of whole data sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jointstats.kernels.messages import Option
from jointstats.kernels.normal.permutation import PermutationP, block_flip_test
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, TestsDisagreeWarning
from jointstats.labelled.normal.means_results import Permutations


@dataclass(frozen=True)
class Flips:
    """How the data sets' signs are flipped: values of shape (n, l, p), and what is drawn.

    Every test of the table, of all measures or of one, is under the same flips.
    """

    values: np.ndarray
    draws: int
    seed: int

    def joint(self, statistic: str) -> Permutations:
        """The test of all measures by one of the kernel's statistics."""
        found = self._test(self.values)
        return Permutations(
            p_value=found.p_value[statistic],
            mcse=found.mcse[statistic],
            method=found.method,
            rearrangements=found.rearrangements,
        )

    def single(self, measure: int) -> float:
        """The p-value of one measure, whose statistics are all functions of F."""
        return self._test(self.values[:, :, [measure]]).p_value["pillai"]

    def _test(self, values: np.ndarray) -> PermutationP:
        return block_flip_test(values, draws=self.draws, rng=self.seed)


def smallest(found: Permutations) -> float:
    """The smallest p-value that so many flips allow."""
    return 1 / (found.rearrangements + (found.method != "exact"))


def cautions(
    found: Permutations, p_normal: float, alpha: float, n: int, cases: str
) -> list[Caution]:
    """What the reader should know of flips that cannot decide, or decide otherwise than F."""
    if smallest(found) > alpha:
        exact = found.method == "exact"
        sentence = (
            f"Sign flips of {wording.plural(n, cases)} ({'all' if exact else 'random'}, "
            f"{found.rearrangements}) have no p-value below {wording.p_number(smallest(found))} "
            f"and cannot decide at alpha = {alpha:g}: "
        )
        if not exact:
            return [Caution(sentence + "more ", Option("draws"), " would.")]
        by_f = " decides by F, which assumes that all differences share one covariance."
        return [Caution(sentence, Option("draws", 0), by_f)]
    if (found.p_value <= alpha) == (p_normal <= alpha):
        return []
    return [
        Caution(
            f"The sign-flip p-value ({wording.p_number(found.p_value)}), which decides, and that "
            f"of F ({wording.p_number(p_normal)}) differ at alpha = {alpha:g}: F assumes normal "
            "differences with one covariance, sign flips symmetric ones.",
            category=TestsDisagreeWarning,
        )
    ]
