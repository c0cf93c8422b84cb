"""How folds were made: which of them are one run, and on which share of the cases each tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

_CLOSE = 0.02  # how far a share may be from 1 / k to be that of k folds


@dataclass(frozen=True)
class Folds:
    """The folds of every data set.

    Attributes
    ----------
    names : dict
        Data set to run and fold of each of its splits.
    test_share : float or None
        Share of the cases on which each tests; None if nothing tells.
    paired : bool
        Whether all algorithms of a data set had the same ones, as far as can be told.
    """

    names: Mapping[str | None, list[tuple[str, str]]]
    test_share: float | None
    paired: bool = True

    @property
    def roles(self) -> dict[str, Any]:
        """As keywords of a results table."""
        return {"runs": "split", "run_kind": "cv", "test_share": self.test_share}


def folds_of_share(numbers: Mapping[str | None, int], share: float | None) -> Folds:
    """Folds of which only the number and the share are known."""
    return Folds({dataset: _grid(n, share) for dataset, n in numbers.items()}, share)


def _grid(n: int, share: float | None) -> list[tuple[str, str]]:
    """Run and fold of n splits: runs of 1 / share folds, if that fits; otherwise runs alone."""
    k = n if share is None else round(1 / share)
    if k < 2 or n % k or (share is not None and abs(1 / k - share) > _CLOSE):
        return [(str(i + 1), "1") for i in range(n)]
    return [(str(i // k + 1), str(i % k + 1)) for i in range(n)]


def folds_of_indices(all_indices: Mapping[tuple[str | None, str], Any]) -> Folds | None:
    """Folds whose cases are known, from `return_indices`; None if those of some are not."""
    if any(one is None for one in all_indices.values()):
        return None
    first: dict[str | None, list[np.ndarray]] = {}
    shares, paired = [], True
    for (dataset, _), one in all_indices.items():
        tests = [np.asarray(test) for test in one["test"]]
        known = first.setdefault(dataset, tests)
        paired &= all(np.array_equal(a, b) for a, b in zip(known, tests, strict=True))
        shares += [
            len(test) / (len(test) + len(train))
            for test, train in zip(tests, one["train"], strict=True)
        ]
    names = {dataset: _runs(tests) for dataset, tests in first.items()}
    return Folds(names, float(np.mean(shares)), paired)


def _runs(tests: list[np.ndarray]) -> list[tuple[str, str]]:
    """Run and fold of splits: a run ends where a case is tested once more."""
    found, seen, run, fold = [], set[int](), 1, 0
    for test in tests:
        cases = set(test.tolist())
        if cases & seen:
            run, fold, seen = run + 1, 0, set()
        fold += 1
        seen |= cases
        found.append((str(run), str(fold)))
    return found
