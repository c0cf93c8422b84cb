"""Do intervals of 95 % that are printed beside effects hold what they are about?

    python studies/intervals/run.py       # under a minute; writes coverage.csv, prints the worst

* *median*: of differences, from order statistics (`sign_test`, `wilcoxon_test`): a theorem;
* *Cliff's delta*: of two algorithms that correlate over the data sets (an approximation);
* *lead*: how many times as common as any other the most frequent statement is at least
  (`glrt_test`): a theorem. It is chosen by the data, and tables of which nothing is said count as
  covered;
* *means*: of all measures at once (`hotelling_test`): a theorem if they are normal.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import covered
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from jointstats.evidence.glrt import winner_lead_lower_bound
from jointstats.means.kernel_hotelling import confidence_region, one_sample
from jointstats.single.kernel_paired import cliffs_deltas, median_intervals

FILE = Path(__file__).with_name("coverage.csv")
SEED, TABLES, FEWER = 2016, 10_000, 2_000
DATA_SETS = (6, 10, 20, 50)
NOISES = ("normal", "heavy tails", "skewed")
DELTAS = (0.0, 0.3, 0.6, 0.9, 0.96)
CORRELATION = 0.5

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Row = dict[str, str]


class Found(NamedTuple):
    """Of every table: whether the interval holds the truth, and whether there is one."""

    covered: Bools
    told: Bools


def generator(*about: object) -> np.random.Generator:
    return np.random.default_rng([SEED, crc32(" ".join(map(str, about)).encode())])


def noise(kind: str, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Of mean zero."""
    if kind == "heavy tails":
        return rng.standard_t(3, shape)
    if kind == "skewed":
        return rng.standard_exponential(shape) - 1
    return rng.standard_normal(shape)


# --- Medians --------------------------------------------------------------------------------------


def median(truth: str, n: int) -> Found:
    """Differences of median zero."""
    rng = generator("median", truth, n)
    sample = noise(truth.removesuffix(", rounded"), (TABLES, n), rng)
    if truth == "skewed":
        sample += 1 - np.log(2)
    if truth.endswith("rounded"):
        sample = np.round(sample * 2) / 2
    _, low, high = median_intervals(sample)
    return Found((low <= 0) & (high >= 0), np.isfinite(low))


# --- Cliff's delta --------------------------------------------------------------------------------


def normal_shift(delta: float, spread: float = 1.0) -> float:
    """By how much the mean of one of two normals, of which one has this spread, is larger."""
    return float(np.sqrt(1 + spread**2) * ndtri((1 + delta) / 2))


def normals(delta: float, a: Array, b: Array) -> tuple[Array, Array]:
    return a + normal_shift(delta), b


def unequal(delta: float, a: Array, b: Array) -> tuple[Array, Array]:
    return a + normal_shift(delta, 3.0), 3 * b


def cauchys(delta: float, a: Array, b: Array) -> tuple[Array, Array]:
    """The difference of two is one of twice the scale."""
    shift = 2 * np.tan(np.pi * delta / 2)
    return np.tan(np.pi * (ndtr(a) - 0.5)) + shift, np.tan(np.pi * (ndtr(b) - 0.5))


def exponentials(delta: float, a: Array, b: Array) -> tuple[Array, Array]:
    """One r times as large as the other on average is larger with probability r / (1 + r)."""
    return -np.log(ndtr(-a)) * (1 + delta) / (1 - delta), -np.log(ndtr(-b))


def rounded(delta: float, a: Array, b: Array) -> tuple[Array, Array]:
    return np.round(a + normal_shift(delta)), np.round(b)


def delta_of_rounded(delta: float) -> float:
    """Cliff's delta of the two after rounding to whole numbers."""
    places = np.arange(-20, 21)
    shift = normal_shift(delta)
    of_a, of_b = (ndtr(places + 0.5 - s) - ndtr(places - 0.5 - s) for s in (shift, 0.0))
    return float((np.outer(of_a, of_b) * np.sign(places[:, None] - places)).sum())


TWO: dict[str, Callable[[float, Array, Array], tuple[Array, Array]]] = {
    "normal": normals,
    "heavy tails": cauchys,
    "skewed": exponentials,
    "unequal spreads": unequal,
    "normal, rounded": rounded,
}


def cliff(truth: str, delta: float, n: int) -> Found:
    """Two algorithms whose results correlate, one of them better by this delta before rounding."""
    rng = generator("cliff", truth, delta, n)
    common, a, b = rng.standard_normal((3, TABLES, n))
    a, b = (np.sqrt(CORRELATION) * common + np.sqrt(1 - CORRELATION) * part for part in (a, b))
    _, low, high = cliffs_deltas(*TWO[truth](delta, a, b))
    true = delta_of_rounded(delta) if truth == "normal, rounded" else delta
    return Found((low <= true) & (high >= true), np.isfinite(low))


# --- The lead -------------------------------------------------------------------------------------

SHARES = {
    "2 equal": (0.5, 0.5),
    "4 equal": (0.25,) * 4,
    "64 equal": (1 / 64,) * 64,
    "3 to 2": (0.6, 0.4),
    "2 equal, ahead of 2": (0.4, 0.4, 0.1, 0.1),
    "twice as common as 3 others": (0.4, 0.2, 0.2, 0.2),
    "9 times as common as 3 others": (0.75, 1 / 12, 1 / 12, 1 / 12),
}


def lead(truth: str, n: int) -> Found:
    """The most frequent of some statements, against the truly most common of the others."""
    rng, shares = generator("lead", truth, n), np.array(SHARES[truth])
    counts = rng.multinomial(n, shares, size=TABLES)
    first = counts.argmax(axis=1)
    ranked = np.sort(counts, axis=1)
    low = winner_lead_lower_bound(ranked[:, -1], ranked[:, -2])
    others = np.where(np.arange(len(shares)) == first[:, None], 0.0, shares).max(axis=1)
    return Found(low <= shares[first] / others, low > 0)


# --- Means ----------------------------------------------------------------------------------------


def means(truth: str, n: int) -> Found:
    """Two measures that correlate: the intervals of both at once."""
    rng = generator("means", truth, n)
    differences = noise(truth, (FEWER, n, 2), rng)
    differences[..., 1] += differences[..., 0]
    regions = [confidence_region(one_sample(table)) for table in differences]
    held = [bool(((region.lower <= 0) & (region.upper >= 0)).all()) for region in regions]
    return Found(np.array(held), np.ones(FEWER, dtype=bool))


# --- All of them ----------------------------------------------------------------------------------


INTERVALS: dict[str, Callable[..., Found]] = {
    "median": median, "Cliff's delta": cliff, "lead": lead, "means": means,
}  # fmt: skip

FUNCTIONS = {
    "median": "sign_test wilcoxon_test", "Cliff's delta": "sign_test wilcoxon_test",
    "lead": "glrt_test", "means": "hotelling_test",
}  # fmt: skip
"""What prints them."""


def cells() -> Iterator[Callable[[], Row]]:
    """Every cell, which :func:`cell` computes."""
    noises = (*NOISES, "normal, rounded")
    for n in DATA_SETS:
        yield from (partial(cell, "median", truth, None, n) for truth in noises)
        yield from (partial(cell, "Cliff's delta", *about, n) for about in product(TWO, DELTAS))
        yield from (partial(cell, "lead", truth, None, n) for truth in SHARES)
        yield from (partial(cell, "means", truth, None, n) for truth in NOISES)


def cell(interval: str, truth: str, size: float | None, n: int) -> Row:
    """Shares among the tables of which an interval is told; a lead that is not, claims nothing."""
    about = (truth, n) if size is None else (truth, size, n)
    intervals = INTERVALS[interval](*about)
    informative = intervals.told if interval != "lead" else np.ones_like(intervals.told)
    return {
        "interval": interval, "truth": truth, "size": "" if size is None else f"{size:g}",
        "n": str(n), "tables": str(len(informative)), "told": f"{intervals.told.mean():.4f}",
        "covered": f"{intervals.covered[informative].mean():.4f}", "function": FUNCTIONS[interval],
    }  # fmt: skip


def main() -> None:
    rows = [compute() for compute in cells()]
    with FILE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(covered.table(rows))


if __name__ == "__main__":
    main()
