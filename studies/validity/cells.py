"""The cells of the study of any false claim: tables, data sets, and what is on a boundary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from designs import Design, Latent, Shares, generator
from family import Certain

ALGORITHMS = (2, 3, 5, 7, 10)
MEASURES = (1, 2, 3, 6)
DATA_SETS = (3, 6, 10, 20, 50, 200)
CORRELATION_AND_TIES = ((0.0, 0.0), (0.8, 0.2), (0.0, 0.4), (0.8, 0.0), (0.0, 0.2), (0.8, 0.4))
FEW, SOME, MANY = 10, 40, 200


@dataclass(frozen=True)
class Cell:
    """One line of the results.

    Attributes
    ----------
    group, what : str
        What is studied.
    design : Latent or Shares
    n : int
        Data sets.
    certain : bool or tuple of bool
        Whether ties count as practically equal (a rope), or may hide a difference (exact ties of a
        measure without); or by measure.
    """

    group: str
    what: str
    design: Design
    n: int
    certain: Certain

    @property
    def ties(self) -> str:
        if isinstance(self.certain, tuple):
            return " ".join("rope" if sure else "exact" for sure in self.certain)
        return "rope" if self.certain else "exact"

    @property
    def name(self) -> str:
        return f"{self.group} | {self.what} | n = {self.n} | {self.ties}"


def all_cells() -> Iterator[Cell]:
    """Every cell; the sequence decides nothing."""
    yield from exchangeable()
    yield from on_boundaries()
    yield from families()
    yield from groups()
    yield from spreads()


def exchangeable() -> Iterator[Cell]:
    """Nobody differs: two settings of dependence and ties for each l, m, n, all six in turn."""
    for (k, m), (j, l), (i, n), turn in product(
        enumerate(MEASURES), enumerate(ALGORITHMS), enumerate(DATA_SETS), range(2)
    ):
        correlation, ties = CORRELATION_AND_TIES[(2 * (i + j + k) + turn) % 6]
        what = f"l = {l}, m = {m}, correlation {correlation:g}, ties {ties:g}"
        # Every other cell with ties reads them as exact ties.
        rope = ties > 0 and (i + j) % 2 == 0
        yield Cell("exchangeable", what, Latent(np.zeros((l, m)), correlation, ties), n, rope)


#: B is faster by less than a tick of the clock, which records a tie (``?``): shares of outcomes, of
#: which the last measure is time, and whether there is a rope. Most are on the boundary of a claim.
HIDDEN: dict[str, tuple[dict[str, float], Certain]] = {
    "A never faster": ({"+?": 0.55, "+-": 0.05, "-?": 0.35, "--": 0.05}, False),
    "A sometimes faster": ({"++": 0.25, "+?": 0.35, "-?": 0.35, "--": 0.05}, False),
    "A often faster": ({"++": 0.6, "+?": 0.05, "-?": 0.3, "--": 0.05}, False),
    "each as often better on both": (
        {"++": 0.35, "+?": 0.2, "-?": 0.3, "--": 0.05, "-+": 0.1}, False),
    "A better on both as often as only on one": ({"++": 0.4, "+?": 0.4, "-?": 0.2}, False),
    "A better on both, and faster, on one half": ({"++": 0.5, "+?": 0.4, "-?": 0.1}, False),
    "a trade-off as often as not": ({"+-": 0.4, "-?": 0.3, "--": 0.1, "++": 0.2}, False),
    "a trade-off on one half": ({"-+": 0.5, "-?": 0.3, "--": 0.2}, False),
    "one measure": ({"+": 0.5, "?": 0.3, "-": 0.2}, False),
    "as accurate (rope), each as often faster": (
        {"=+": 0.4, "=?": 0.2, "=-": 0.2, "==": 0.2}, (True, False)),
    "as accurate (rope), A faster on one half": (
        {"=+": 0.5, "=?": 0.3, "+?": 0.1, "--": 0.1}, (True, False)),
}  # fmt: skip

#: Boundaries of each claim, the weaker ones true: shares of outcomes, and whether there is a rope.
BOUNDARIES: dict[str, list[tuple[dict[str, float], Certain]]] = {
    "mode tied": [
        ({"++": 0.4, "+-": 0.4, "-+": 0.1, "--": 0.1}, False),
        ({"+++": 0.3, "++-": 0.3, "+-+": 0.2, "-++": 0.1, "---": 0.1}, False),
        ({"+++": 0.22, "++-": 0.22, "+-+": 0.22, "-++": 0.22, "---": 0.12}, False),
        ({"++": 0.35, "+=": 0.35, "=+": 0.1, "-=": 0.1, "--": 0.1}, True),
        ({"+": 0.4, "=": 0.4, "-": 0.2}, True),
    ],
    "share just one half": [
        ({"++": 0.5, "+-": 0.2, "-+": 0.2, "--": 0.1}, False),
        ({"++": 0.5, "+=": 0.2, "=+": 0.2, "--": 0.1}, True),
        ({"++++++": 0.5, "------": 0.2} | {"+" * k + "-" + "+" * (5 - k): 0.05 for k in range(6)},
         False),
        ({"+": 0.5, "=": 0.3, "-": 0.2}, True),
        ({"+": 0.5, "=": 0.3, "-": 0.2}, False),
    ],
    "one margin just one half": [
        ({"++": 0.45, "+-": 0.35, "-+": 0.05, "--": 0.15}, False),
        ({"++": 0.45, "+-": 0.2, "+=": 0.15, "-+": 0.05, "--": 0.15}, True),
        ({"+++": 0.45, "++-": 0.45, "--+": 0.05, "---": 0.05}, False),
    ],
    "not worse, as often as worse": [
        ({"++": 0.2, "--": 0.1, "+=": 0.1, "=-": 0.2, "==": 0.4}, True),
        ({"+=": 0.3, "=-": 0.3, "==": 0.4}, True),
    ],
    "not worse, on just one half": [
        ({"++": 0.2, "+=": 0.3, "--": 0.1, "+-": 0.4}, True),
        ({"++": 0.25, "=+": 0.25, "==": 0.5}, True),
    ],
    "two outcomes equally common": [
        ({"=+": 0.4, "+=": 0.4, "++": 0.1, "--": 0.1}, True),
        ({"+-": 0.4, "-+": 0.4, "++": 0.1, "--": 0.1}, False),
        ({"=+": 0.4, "++": 0.4, "--": 0.2}, True),
        ({"=": 0.4, "+": 0.4, "-": 0.2}, True),
    ],
    "an outcome on just one half": [
        ({"=+": 0.5, "++": 0.25, "--": 0.25}, True),
        ({"=+": 0.5, "+=": 0.5}, True),
        ({"=": 0.5, "+": 0.5}, True),
        ({"+-": 0.5, "++": 0.3, "--": 0.2}, False),
    ],
    "trade-off, one side just one half": [
        ({"+-": 0.5, "--": 0.5}, False),
        ({"+-": 0.5, "=-": 0.2, "--": 0.3}, True),
        ({"++-": 0.5, "+--": 0.4, "---": 0.1}, False),
        ({"++--": 0.5, "+---": 0.4, "++++": 0.1}, False),
        # The third measure may not be named.
        ({"+-+": 0.45, "+--": 0.45, "-++": 0.05, "-+-": 0.05}, False),
    ],
    "faster by less than a tick": list(HIDDEN.values()),
}  # fmt: skip

#: A pair of which every rung is true.
CLEAR = {
    1: {"+": 0.97, "-": 0.03},
    2: {"++": 0.96, "+-": 0.02, "-+": 0.02},
    3: {"+++": 0.96, "++-": 0.02, "-++": 0.02},
}


def on_boundaries() -> Iterator[Cell]:
    """One pair of algorithms."""
    for group, variants in BOUNDARIES.items():
        for shares, certain in variants:
            for n in (FEW, SOME, MANY):
                yield Cell(group, spelled(shares), Shares((shares,)), n, certain)


def families() -> Iterator[Cell]:
    """Twenty independent pairs: half on a boundary, half so clear that they pass their level on."""
    for group, variants in BOUNDARIES.items():
        shares, certain = variants[0]
        clear = CLEAR[len(next(iter(shares)))]
        for n in (SOME, MANY):
            what = f"10 of 20 pairs: {group}, {spelled(shares)}"
            yield Cell("half of the pairs", what, Shares((shares, clear) * 10), n, certain)
    for n in (SOME, MANY):
        shares, certain = HIDDEN["each as often better on both"]
        what = f"10 of 20 pairs: faster by less than a tick, {spelled(shares)}"
        yield Cell("half of the pairs", what, Shares((shares, CLEAR[2]) * 10), n, certain)
    for n in (SOME, MANY):
        shares, certain = BOUNDARIES["trade-off, one side just one half"][-1]
        what = f"20 of 20 pairs: trade-off, third measure, {spelled(shares)}"
        yield Cell("half of the pairs", what, Shares((shares,) * 20), n, certain)
    null = {"++": 0.25, "+-": 0.25, "-+": 0.25, "--": 0.25}
    for n in (SOME, MANY):
        what = f"10 of 20 pairs: no difference, {spelled(null)}"
        yield Cell("half of the pairs", what, Shares((null, CLEAR[2]) * 10), n, False)


def groups() -> Iterator[Cell]:
    """Algorithms in two groups far apart, all equal within: about half of the pairs are null."""
    for l, m, n, (correlation, ties) in zip(
        (4, 4, 6, 6, 8, 10), (2, 3, 1, 2, 3, 2), (20, 50, 200, 50, 20, 50),
        CORRELATION_AND_TIES, strict=True,
    ):  # fmt: skip
        means = np.where(np.arange(l)[:, None] < l // 2, 4.0, 0.0) * np.ones((1, m))
        what = f"l = {l} in two groups, m = {m}, correlation {correlation:g}, ties {ties:g}"
        yield Cell("half of the pairs", what, Latent(means, correlation, ties), n, ties > 0)


def spreads() -> Iterator[Cell]:
    """Algorithms that differ by chance, a little to much: many claims near their boundaries."""
    for spread, (l, m, n), (correlation, ties) in zip(
        (0.1, 0.2, 0.4, 0.8, 0.2, 0.4),
        ((5, 2, 50), (4, 3, 50), (5, 2, 50), (3, 3, 50), (3, 1, 200), (6, 2, 20)),
        CORRELATION_AND_TIES, strict=True,
    ):  # fmt: skip
        what = f"l = {l}, m = {m}, spread {spread:g}, correlation {correlation:g}, ties {ties:g}"
        means = spread * generator(what).standard_normal((l, m))
        yield Cell("algorithms differ", what, Latent(means, correlation, ties), n, ties > 0)


def spelled(shares: dict[str, float]) -> str:
    """Such as "++ 0.5, +- 0.5"."""
    return ", ".join(f"{outcome} {share:g}" for outcome, share in shares.items())
